/* SPDX-License-Identifier: MIT
 *
 * Part of state/gen.h: PA_CL_* and PA_SU_*, what becomes of vertices and how primitives are cut and culled.
 */

/* What the vertex shader exports beside the position, and clipping by it or by planes. */
static void
derive_positions(struct front *f, struct emu_draw_state *s, uint32_t clip)
{
   uint32_t out = RD(PA_CL_VS_OUT_CNTL);
   uint8_t vec = 1;
   if (GET(PA_CL_VS_OUT_CNTL, VS_OUT_MISC_VEC_ENA, out)) {
      s->misc_vec = vec++;
      s->draw.raster.vertex_point_size = GET(PA_CL_VS_OUT_CNTL, USE_VTX_POINT_SIZE, out);
      s->vs_edge_flag = GET(PA_CL_VS_OUT_CNTL, USE_VTX_EDGE_FLAG, out);
      s->vs_layer = GET(PA_CL_VS_OUT_CNTL, USE_VTX_RENDER_TARGET_INDX, out);
      s->vs_viewport = GET(PA_CL_VS_OUT_CNTL, USE_VTX_VIEWPORT_INDX, out);
   }
   /* CLIP_DIST_ENA_0 is bit 0, CULL_DIST_ENA_0 bit 8 */
   if (GET(PA_CL_VS_OUT_CNTL, VS_OUT_CCDIST0_VEC_ENA, out)) {
      s->distance_vec[0] = vec++;
      s->draw.raster.clip_distances |= out & 0x0f;
      s->cull_distances |= out >> 8 & 0x0f;
   }
   if (GET(PA_CL_VS_OUT_CNTL, VS_OUT_CCDIST1_VEC_ENA, out)) {
      s->distance_vec[1] = vec;
      s->draw.raster.clip_distances |= out & 0xf0;
      s->cull_distances |= out >> 8 & 0xf0;
   }
   /* UCP_ENA_0 is bit 0 */
   s->user_planes = clip & 0x3f;
   for (unsigned i = 0; i < 6 && s->user_planes; i++) {
      s->user_plane[i][0] = RDFI(PA_CL_UCP_X, i);
      s->user_plane[i][1] = RDFI(PA_CL_UCP_Y, i);
      s->user_plane[i][2] = RDFI(PA_CL_UCP_Z, i);
      s->user_plane[i][3] = RDFI(PA_CL_UCP_W, i);
   }
   s->draw.raster.clip_distances |= s->user_planes;
   if (s->draw.raster.clip_disable)
      s->draw.raster.clip_distances = s->cull_distances = s->user_planes = 0;
}

static void
derive_poly_mode(struct emu_draw_state *s, uint32_t mode)
{
   s->draw.raster.poly_mode = GET(PA_SU_SC_MODE_CNTL, POLY_MODE, mode) == 1;
   s->draw.raster.poly_type[0] = (uint8_t)GET(PA_SU_SC_MODE_CNTL, POLYMODE_FRONT_PTYPE, mode);
   s->draw.raster.poly_type[1] = (uint8_t)GET(PA_SU_SC_MODE_CNTL, POLYMODE_BACK_PTYPE, mode);
   if (s->draw.raster.poly_type[0] >= 2 && s->draw.raster.poly_type[1] >= 2)
      s->draw.raster.poly_mode = false;
}

static void
derive_stipple(struct front *f, struct emu_draw_state *s, bool enable)
{
   s->draw.raster.stipple = enable;
   if (!enable)
      return;
   uint32_t st = RD(PA_SC_LINE_STIPPLE), pattern = GET(PA_SC_LINE_STIPPLE, LINE_PATTERN, st);
   for (unsigned i = 0; i < 16 && GET(PA_SC_LINE_STIPPLE, PATTERN_BIT_ORDER, st); i++)
      s->draw.raster.stipple_pattern |= (uint16_t)((pattern >> i & 1) << (15 - i));
   if (!GET(PA_SC_LINE_STIPPLE, PATTERN_BIT_ORDER, st))
      s->draw.raster.stipple_pattern = (uint16_t)pattern;
   s->draw.raster.stipple_repeat = (uint16_t)(GET(PA_SC_LINE_STIPPLE, REPEAT_COUNT, st) + 1);
   s->draw.raster.stipple_reset = (uint8_t)GET(PA_SC_LINE_STIPPLE, AUTO_RESET_CNTL, st);
}

static void
derive_viewport(struct front *f, struct emu_draw_state *s, unsigned i)
{
   uint32_t vte = RD(PA_CL_VTE_CNTL);
   s->draw.raster.vport_scale[0] =
      GET(PA_CL_VTE_CNTL, VPORT_X_SCALE_ENA, vte) ? RDFI(PA_CL_VPORT_XSCALE, i) : 1;
   s->draw.raster.vport_scale[1] =
      GET(PA_CL_VTE_CNTL, VPORT_Y_SCALE_ENA, vte) ? RDFI(PA_CL_VPORT_YSCALE, i) : 1;
   s->draw.raster.vport_scale[2] =
      GET(PA_CL_VTE_CNTL, VPORT_Z_SCALE_ENA, vte) ? RDFI(PA_CL_VPORT_ZSCALE, i) : 1;
   s->draw.raster.vport_offset[0] =
      GET(PA_CL_VTE_CNTL, VPORT_X_OFFSET_ENA, vte) ? RDFI(PA_CL_VPORT_XOFFSET, i) : 0;
   s->draw.raster.vport_offset[1] =
      GET(PA_CL_VTE_CNTL, VPORT_Y_OFFSET_ENA, vte) ? RDFI(PA_CL_VPORT_YOFFSET, i) : 0;
   s->draw.raster.vport_offset[2] =
      GET(PA_CL_VTE_CNTL, VPORT_Z_OFFSET_ENA, vte) ? RDFI(PA_CL_VPORT_ZOFFSET, i) : 0;
   s->draw.constants.z_min = RDFI(PA_SC_VPORT_ZMIN, i);
   s->draw.constants.z_max = RDFI(PA_SC_VPORT_ZMAX, i);
   if (GET(PA_SU_SC_MODE_CNTL, VTX_WINDOW_OFFSET_ENABLE, RD(PA_SU_SC_MODE_CNTL))) {
      uint32_t off = RD(PA_SC_WINDOW_OFFSET);
      s->draw.raster.vport_offset[0] +=
         (float)db_sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_X_OFFSET, off), WINDOW_OFFSET_BITS);
      s->draw.raster.vport_offset[1] +=
         (float)db_sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_Y_OFFSET, off), WINDOW_OFFSET_BITS);
   }
}

static bool
derive_pa(struct front *f, struct emu_draw_state *s)
{
   uint32_t vte = RD(PA_CL_VTE_CNTL), clip = RD(PA_CL_CLIP_CNTL), mode = RD(PA_SU_SC_MODE_CNTL);
   uint32_t vtx = RD(PA_SU_VTX_CNTL);

   derive_viewport(f, s, 0);
   s->draw.raster.xy_is_ndc = GET(PA_CL_VTE_CNTL, VTX_XY_FMT, vte);
   s->draw.raster.z_is_ndc = GET(PA_CL_VTE_CNTL, VTX_Z_FMT, vte);
   s->draw.raster.w_is_rcp = !GET(PA_CL_VTE_CNTL, VTX_W0_FMT, vte);

   s->draw.raster.clip_disable = GET(PA_CL_CLIP_CNTL, CLIP_DISABLE, clip);
   s->draw.raster.zclip_near_disable = GET(PA_CL_CLIP_CNTL, ZCLIP_NEAR_DISABLE, clip);
   s->draw.raster.zclip_far_disable = GET(PA_CL_CLIP_CNTL, ZCLIP_FAR_DISABLE, clip);
   s->draw.raster.dx_clip_space = GET(PA_CL_CLIP_CNTL, DX_CLIP_SPACE_DEF, clip);
   s->draw.raster.rasterizer_kill =
      GET(SX_MISC, MULTIPASS, RD(SX_MISC)) ||
      (f->e->chip->gen >= DB_R700 && GET(PA_CL_CLIP_CNTL, DX_RASTERIZATION_KILL, clip));
   s->draw.raster.gb_clip_x = RDF(PA_CL_GB_HORZ_CLIP_ADJ);
   s->draw.raster.gb_clip_y = RDF(PA_CL_GB_VERT_CLIP_ADJ);
   s->draw.raster.gb_disc_x = RDF(PA_CL_GB_HORZ_DISC_ADJ);
   s->draw.raster.gb_disc_y = RDF(PA_CL_GB_VERT_DISC_ADJ);

   s->draw.raster.cull_front = GET(PA_SU_SC_MODE_CNTL, CULL_FRONT, mode);
   s->draw.raster.cull_back = GET(PA_SU_SC_MODE_CNTL, CULL_BACK, mode);
   s->draw.raster.front_cw = GET(PA_SU_SC_MODE_CNTL, FACE, mode);
   s->draw.raster.provoking_last = GET(PA_SU_SC_MODE_CNTL, PROVOKING_VTX_LAST, mode);
   s->draw.raster.offset_front = GET(PA_SU_SC_MODE_CNTL, POLY_OFFSET_FRONT_ENABLE, mode);
   s->draw.raster.offset_back = GET(PA_SU_SC_MODE_CNTL, POLY_OFFSET_BACK_ENABLE, mode);
   s->draw.raster.offset_para = GET(PA_SU_SC_MODE_CNTL, POLY_OFFSET_PARA_ENABLE, mode);
   if (s->draw.raster.offset_front || s->draw.raster.offset_back || s->draw.raster.offset_para) {
      uint32_t fmt = RD(PA_SU_POLY_OFFSET_DB_FMT_CNTL);
      s->draw.raster.offset_scale[0] = RDF(PA_SU_POLY_OFFSET_FRONT_SCALE);
      s->draw.raster.offset_units[0] = RDF(PA_SU_POLY_OFFSET_FRONT_OFFSET);
      s->draw.raster.offset_scale[1] = RDF(PA_SU_POLY_OFFSET_BACK_SCALE);
      s->draw.raster.offset_units[1] = RDF(PA_SU_POLY_OFFSET_BACK_OFFSET);
      s->draw.raster.offset_clamp = RDF(PA_SU_POLY_OFFSET_CLAMP);
      s->draw.raster.offset_db_bits =
         (int8_t)GET(PA_SU_POLY_OFFSET_DB_FMT_CNTL, POLY_OFFSET_NEG_NUM_DB_BITS, fmt);
      s->draw.raster.offset_float = GET(PA_SU_POLY_OFFSET_DB_FMT_CNTL, POLY_OFFSET_DB_IS_FLOAT_FMT, fmt);
   }

   /* sizes are half sizes in 1/16 pixel */
   uint32_t size = RD(PA_SU_POINT_SIZE), minmax = RD(PA_SU_POINT_MINMAX);
   s->draw.raster.point_w = (float)GET(PA_SU_POINT_SIZE, WIDTH, size) / 8;
   s->draw.raster.point_h = (float)GET(PA_SU_POINT_SIZE, HEIGHT, size) / 8;
   s->draw.raster.point_min = (float)GET(PA_SU_POINT_MINMAX, MIN_SIZE, minmax) / 8;
   s->draw.raster.point_max = (float)GET(PA_SU_POINT_MINMAX, MAX_SIZE, minmax) / 8;
   s->draw.raster.line_width = (float)GET(PA_SU_LINE_CNTL, WIDTH, RD(PA_SU_LINE_CNTL)) / 8;
   derive_positions(f, s, clip);
   derive_poly_mode(s, mode);

   static const uint8_t quant_bits[8] = {4, 3, 2, 1, 0, 8, 10, 12};
   s->draw.raster.pix_center_half = GET(PA_SU_VTX_CNTL, PIX_CENTER, vtx);
   s->draw.raster.quant_bits = MIN2(quant_bits[GET(PA_SU_VTX_CNTL, QUANT_MODE, vtx)], RASTER_SUBPIXEL_BITS);
   s->draw.raster.round_mode = (uint8_t)GET(PA_SU_VTX_CNTL, ROUND_MODE, vtx);
   return true;
}
