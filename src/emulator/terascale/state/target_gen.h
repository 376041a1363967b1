/* SPDX-License-Identifier: MIT
 *
 * Part of state/gen.h: DB_*, CB_* and SX_*, the tests and what all generations say of colour targets.
 */

/* Depth and stencil tests; surfaces are the generation's. */
static void
derive_db_tests(struct front *f, struct emu_db_state *db)
{
   uint32_t c = RD(DB_DEPTH_CONTROL), sh = RD(DB_SHADER_CONTROL);
   uint32_t ref[2] = {RD(DB_STENCILREFMASK), RD(DB_STENCILREFMASK_BF)};
   db->z_enable = GET(DB_DEPTH_CONTROL, Z_ENABLE, c) && db->has_z;
   db->z_write = db->z_enable && GET(DB_DEPTH_CONTROL, Z_WRITE_ENABLE, c);
   db->clear_z = GET(DB_RENDER_CONTROL, DEPTH_CLEAR_ENABLE, RD(DB_RENDER_CONTROL));
   db->z_clear = db->clear_z ? RDF(DB_DEPTH_CLEAR) : 0;
   db->z_func = (uint8_t)GET(DB_DEPTH_CONTROL, ZFUNC, c);
   const bool clear_s = GET(DB_RENDER_CONTROL, STENCIL_CLEAR_ENABLE, RD(DB_RENDER_CONTROL));
   db->stencil_enable = GET(DB_DEPTH_CONTROL, STENCIL_ENABLE, c) && db->has_s;
   db->face[0] = (struct emu_stencil_face){
      .func = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILFUNC, c),
      .fail = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILFAIL, c),
      .zpass = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILZPASS, c),
      .zfail = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILZFAIL, c),
      .ref = (uint8_t)GET(DB_STENCILREFMASK, STENCILREF, ref[0]),
      .mask = (uint8_t)GET(DB_STENCILREFMASK, STENCILMASK, ref[0]),
      .writemask = (uint8_t)GET(DB_STENCILREFMASK, STENCILWRITEMASK, ref[0]),
   };
   db->face[1] = db->face[0];
   if (GET(DB_DEPTH_CONTROL, BACKFACE_ENABLE, c)) {
      db->face[1] = (struct emu_stencil_face){
         .func = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILFUNC_BF, c),
         .fail = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILFAIL_BF, c),
         .zpass = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILZPASS_BF, c),
         .zfail = (uint8_t)GET(DB_DEPTH_CONTROL, STENCILZFAIL_BF, c),
         .ref = (uint8_t)GET(DB_STENCILREFMASK_BF, STENCILREF_BF, ref[1]),
         .mask = (uint8_t)GET(DB_STENCILREFMASK_BF, STENCILMASK_BF, ref[1]),
         .writemask = (uint8_t)GET(DB_STENCILREFMASK_BF, STENCILWRITEMASK_BF, ref[1]),
      };
   }
   if (clear_s) /* whatever is drawn, as with depth */
      db->face[0] = db->face[1] = (struct emu_stencil_face){
         .func = 7,
         .fail = 2,
         .zpass = 2,
         .zfail = 2,
         .ref = (uint8_t)GET(DB_STENCIL_CLEAR, CLEAR, RD(DB_STENCIL_CLEAR)),
         .mask = 0xff,
         .writemask = 0xff,
      };
   db->kill_enable = GET(DB_SHADER_CONTROL, KILL_ENABLE, sh);
   db->z_export = GET(DB_SHADER_CONTROL, Z_EXPORT_ENABLE, sh);
   db->stencil_export = GET(DB_SHADER_CONTROL, STENCIL_REF_EXPORT_ENABLE, sh) && !clear_s;
   db->mask_export = GET(DB_SHADER_CONTROL, MASK_EXPORT_ENABLE, sh);
}

static void
derive_blend(struct emu_cb_state *cb, uint32_t b)
{
   cb->color_func = (uint8_t)GET(CB_BLEND_CONTROL, COLOR_COMB_FCN, b);
   cb->color_src = (uint8_t)GET(CB_BLEND_CONTROL, COLOR_SRCBLEND, b);
   cb->color_dst = (uint8_t)GET(CB_BLEND_CONTROL, COLOR_DESTBLEND, b);
   bool separate = GET(CB_BLEND_CONTROL, SEPARATE_ALPHA_BLEND, b);
   cb->alpha_func = separate ? (uint8_t)GET(CB_BLEND_CONTROL, ALPHA_COMB_FCN, b) : cb->color_func;
   cb->alpha_src = separate ? (uint8_t)GET(CB_BLEND_CONTROL, ALPHA_SRCBLEND, b) : cb->color_src;
   cb->alpha_dst = separate ? (uint8_t)GET(CB_BLEND_CONTROL, ALPHA_DESTBLEND, b) : cb->color_dst;
}

/* What all generations' colour buffer words say; surface layout is the generation's. */
static bool
derive_cb_info(struct front *f, struct emu_cb_state *cb, unsigned i, uint32_t info)
{
   cb->format = (uint8_t)GET(CB_COLOR_INFO, FORMAT, info);
   cb->number_type = (uint8_t)GET(CB_COLOR_INFO, NUMBER_TYPE, info);
   cb->comp_swap = (uint8_t)GET(CB_COLOR_INFO, COMP_SWAP, info);
   cb->blend_clamp = GET(CB_COLOR_INFO, BLEND_CLAMP, info);
   /* R6xx and R7xx test before they shorten: drivers leave the reference as it is there */
   cb->half_export = f->e->chip->gen >= DB_EVERGREEN && GET(CB_COLOR_INFO, SOURCE_FORMAT, info) == 1;
   cb->blend_bypass = GET(CB_COLOR_INFO, BLEND_BYPASS, info);
   cb->surf.array_mode = (uint8_t)GET(CB_COLOR_INFO, ARRAY_MODE, info);
   cb->surf.bytes_per_el = (uint8_t)front_color_format_B(cb->format);
   if (!cb->surf.bytes_per_el)
      return front_error(f, "CB_COLOR%u_INFO: %u is not a colour format", i, cb->format);
   if (GET(CB_COLOR_INFO, ENDIAN, info))
      return front_error(f, "CB_COLOR%u_INFO: byte swapping is not implemented", i);
   return true;
}

/* Masks, constants and the list of targets; target() fills s->cb[i] but masks. */
static bool
derive_cb(struct front *f, struct emu_draw_state *s,
          bool (*target)(struct front *f, struct emu_draw_state *s, unsigned i))
{
   uint32_t mask = RD(CB_TARGET_MASK) & RD(CB_SHADER_MASK);
   uint32_t alpha = RD(SX_ALPHA_TEST_CONTROL);
   s->alpha_test = GET(SX_ALPHA_TEST_CONTROL, ALPHA_TEST_ENABLE, alpha) &&
                   !GET(SX_ALPHA_TEST_CONTROL, ALPHA_TEST_BYPASS, alpha);
   s->alpha_func = (uint8_t)GET(SX_ALPHA_TEST_CONTROL, ALPHA_FUNC, alpha);
   s->alpha_ref = RDF(SX_ALPHA_REF);
   s->blend_const[0] = RDF(CB_BLEND_RED);
   s->blend_const[1] = RDF(CB_BLEND_GREEN);
   s->blend_const[2] = RDF(CB_BLEND_BLUE);
   s->blend_const[3] = RDF(CB_BLEND_ALPHA);
   for (unsigned i = 0; i < EMU_MAX_CB && !s->cb_disable; i++) {
      struct emu_cb_state *cb = &s->cb[i];
      cb->write_mask = mask >> 4 * i & 15;
      if (s->cb_special >= EMU_CB_CLEAR && cb->write_mask)
         cb->write_mask = 15;
      if (s->cb_special == EMU_CB_RESOLVE &&
          i == 1) /* where a resolve goes; only target 0 counts as enabled */
         cb->write_mask = s->cb[0].write_mask;
      if (!cb->write_mask || !GET(CB_COLOR_INFO, FORMAT, RDI(CB_COLOR_INFO, i)))
         continue;
      if (!target(f, s, i))
         return false;
      if (s->cb_special == EMU_CB_NOTHING) /* fast clears become real (state/cmask.c), and that is all */
         cb->write_mask = 0;
      cb->enabled = true;
      s->num_cb = (uint8_t)(i + 1);
   }
   return true;
}
