/* SPDX-License-Identifier: MIT
 *
 * Part of strict/draw_gen.h: DB_* and PA_*, depth and the rasteriser.
 */

/* DB_Z_INFO was DB_DEPTH_INFO. */
#if GEN_FROM(EG)
#define DEPTH_INFO           DB_Z_INFO
#define GET_DEPTH(field, dw) GET(DB_Z_INFO, field, dw)
#define DEPTH_INFO_OFFSET_   OFFSET(DB_Z_INFO)
#else
#define DEPTH_INFO           DB_DEPTH_INFO
#define GET_DEPTH(field, dw) GET(DB_DEPTH_INFO, field, dw)
#define DEPTH_INFO_OFFSET_   OFFSET(DB_DEPTH_INFO)
#endif

static void
rules_of_depth(struct front *f)
{
   const struct emu_db_state *db = &f->bound->db;
   const uint32_t info = RV(DEPTH_INFO), offset = DEPTH_INFO_OFFSET_;
   const bool htile = GET_DEPTH(TILE_SURFACE_ENABLE, info);
   if (!db->has_z)
      return;
   const uint32_t unknown = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 7 | 1 << 11 | 1 << 13 | 1 << 15;
   if (unknown >> GET_DEPTH(ARRAY_MODE, info) & 1)
      strict_report(f, STRICT_S20, offset, info, "ARRAY_MODE %u", GET_DEPTH(ARRAY_MODE, info));
   if (htile && f->e->chip->htile_large_bug && (db->z_surf.pitch_el > 7680 || db->z_surf.height_el > 7680))
      strict_report(f, STRICT_S19, offset, info, "hierarchical depth of %u x %u", db->z_surf.pitch_el,
                    db->z_surf.height_el);
   if (htile)
      strict_depth_range(f, RV(DB_HTILE_DATA_BASE), GET_DEPTH(ZRANGE_PRECISION, info), db->clear_z, offset,
                         info);
}

#if GEN_FROM(EG)
static void
rule_of_scissor(struct front *f, uint32_t offset, uint32_t tl, uint32_t br)
{
   const unsigned x0 = GET(PA_SC_WINDOW_SCISSOR_TL, TL_X, tl), y0 = GET(PA_SC_WINDOW_SCISSOR_TL, TL_Y, tl);
   const unsigned x1 = GET(PA_SC_WINDOW_SCISSOR_BR, BR_X, br), y1 = GET(PA_SC_WINDOW_SCISSOR_BR, BR_Y, br);
   if ((!x1 && !x0) || (!y1 && !y0))
      strict_report(f, STRICT_S13, offset, br, "an empty scissor that begins at 0");
   if (f->e->chip->gen == DB_CAYMAN && x1 == 1 && y1 == 1)
      strict_report(f, STRICT_S13, offset, br, "a scissor that ends at 1, 1");
}
#endif

static void
rules_of_rasteriser(struct front *f, const struct front_draw *d)
{
   const uint32_t aa = RV(PA_SC_AA_CONFIG);
#if GEN_FROM(EG)
   const uint32_t mode = RV(PA_SC_MODE_CNTL_0), mode_offset = OFFSET(PA_SC_MODE_CNTL_0);
   const bool msaa = GET(PA_SC_MODE_CNTL_0, MSAA_ENABLE, mode);
   (void)d;
   rule_of_scissor(f, OFFSET(PA_SC_WINDOW_SCISSOR_BR), RV(PA_SC_WINDOW_SCISSOR_TL),
                   RV(PA_SC_WINDOW_SCISSOR_BR));
   if (GET(PA_SC_MODE_CNTL_0, VPORT_SCISSOR_ENABLE, mode))
      rule_of_scissor(f, OFFSET(PA_SC_VPORT_SCISSOR_BR)(0), RVI(PA_SC_VPORT_SCISSOR_TL, 0),
                      RVI(PA_SC_VPORT_SCISSOR_BR, 0));
#else
   const uint32_t mode = RV(PA_SC_MODE_CNTL), mode_offset = OFFSET(PA_SC_MODE_CNTL),
                  cull = RV(PA_SU_SC_MODE_CNTL);
   const bool msaa = GET(PA_SC_MODE_CNTL, MSAA_ENABLE, mode), rv770 = f->e->chip->family == DB_FAMILY_RV770;
   const bool flat = d->prim_type <= TS_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINESTRIP ||
                     d->prim_type == TS_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST ||
                     d->prim_type == TS_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_LINELOOP;
   if (f->e->chip->gen == DB_R600 && flat && GET(PA_SU_SC_MODE_CNTL, CULL_FRONT, cull))
      strict_report(f, STRICT_S18B, OFFSET(PA_SU_SC_MODE_CNTL), cull,
                    "CULL_FRONT with points, lines or rectangles");
   if (rv770 && f->bound->draw.raster.log2_samples == 3 &&
       GET(DB_RENDER_OVERRIDE, MAX_TILES_IN_DTT, RV(DB_RENDER_OVERRIDE)) != 6)
      strict_report(f, STRICT_S16A, OFFSET(DB_RENDER_OVERRIDE), RV(DB_RENDER_OVERRIDE),
                    "MAX_TILES_IN_DTT is not 6 with 8 samples");
   if (rv770 && GET(PA_SC_MODE_CNTL, PS_ITER_SAMPLE, mode) &&
       !GET(PA_SC_MODE_CNTL, TILE_COVER_DISABLE, mode) && f->bound->db.has_z &&
       GET(DB_DEPTH_INFO, TILE_SURFACE_ENABLE, RV(DB_DEPTH_INFO)))
      strict_report(f, STRICT_S16B, mode_offset, mode, "TILE_COVER_DISABLE is 0");
#endif
   if (msaa && !GET(PA_SC_AA_CONFIG, MSAA_NUM_SAMPLES, aa))
      strict_report(f, STRICT_S8, mode_offset, mode, "MSAA_ENABLE, and PA_SC_AA_CONFIG 0x%08x has one sample",
                    aa);
}
