/* SPDX-License-Identifier: MIT
 *
 * The part of state derivation that reads the same on all generations, compiled once per register file: the
 * including file defines GEN(x) as R6_##x, EG_##x or CM_##x after including that generation's headers. Names
 * and meanings: R6xx/R7xx 3D Register Reference Guide.
 */
#include "emulator/terascale/emu_front.h"

#define RD(name)             front_reg(f, GEN(name##_OFFSET))
#define RDI(name, i)         front_reg(f, GEN(name##_OFFSET)(i))
#define GET(reg, field, dw)  GEN(reg##_get_##field)(dw)
#define GET2(reg, field, dw) GET(reg, field, dw) /* reg is a macro */
#define RDF(name)            uif(RD(name))
#define RDFI(name, i)        uif(RDI(name, i))

static int32_t
sext(uint32_t v, unsigned bits)
{
   return (int32_t)(v << (32 - bits)) >> (32 - bits);
}

/* What the vertex shader exports beside the position, and clipping by it or by planes. */
static void
derive_positions(struct front *f, struct emu_draw_state *s, uint32_t clip)
{
   uint32_t out = RD(PA_CL_VS_OUT_CNTL);
   uint8_t vec = 1;
   if (GET(PA_CL_VS_OUT_CNTL, VS_OUT_MISC_VEC_ENA, out)) {
      s->misc_vec = vec++;
      s->vs_point_size = GET(PA_CL_VS_OUT_CNTL, USE_VTX_POINT_SIZE, out);
      s->vs_edge_flag = GET(PA_CL_VS_OUT_CNTL, USE_VTX_EDGE_FLAG, out);
      s->vs_layer = GET(PA_CL_VS_OUT_CNTL, USE_VTX_RENDER_TARGET_INDX, out);
      s->vs_viewport = GET(PA_CL_VS_OUT_CNTL, USE_VTX_VIEWPORT_INDX, out);
   }
   /* CLIP_DIST_ENA_0 is bit 0, CULL_DIST_ENA_0 bit 8 */
   if (GET(PA_CL_VS_OUT_CNTL, VS_OUT_CCDIST0_VEC_ENA, out)) {
      s->distance_vec[0] = vec++;
      s->clip_distances |= out & 0x0f;
      s->cull_distances |= out >> 8 & 0x0f;
   }
   if (GET(PA_CL_VS_OUT_CNTL, VS_OUT_CCDIST1_VEC_ENA, out)) {
      s->distance_vec[1] = vec;
      s->clip_distances |= out & 0xf0;
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
   s->clip_distances |= s->user_planes;
   if (s->clip_disable)
      s->clip_distances = s->cull_distances = s->user_planes = 0;
}

static void
derive_poly_mode(struct emu_draw_state *s, uint32_t mode)
{
   s->poly_mode = GET(PA_SU_SC_MODE_CNTL, POLY_MODE, mode) == 1;
   s->poly_type[0] = (uint8_t)GET(PA_SU_SC_MODE_CNTL, POLYMODE_FRONT_PTYPE, mode);
   s->poly_type[1] = (uint8_t)GET(PA_SU_SC_MODE_CNTL, POLYMODE_BACK_PTYPE, mode);
   if (s->poly_type[0] >= 2 && s->poly_type[1] >= 2)
      s->poly_mode = false;
}

static void
derive_stipple(struct front *f, struct emu_draw_state *s, bool enable)
{
   s->stipple = enable;
   if (!enable)
      return;
   uint32_t st = RD(PA_SC_LINE_STIPPLE), pattern = GET(PA_SC_LINE_STIPPLE, LINE_PATTERN, st);
   for (unsigned i = 0; i < 16 && GET(PA_SC_LINE_STIPPLE, PATTERN_BIT_ORDER, st); i++)
      s->stipple_pattern |= (uint16_t)((pattern >> i & 1) << (15 - i));
   if (!GET(PA_SC_LINE_STIPPLE, PATTERN_BIT_ORDER, st))
      s->stipple_pattern = (uint16_t)pattern;
   s->stipple_repeat = (uint16_t)(GET(PA_SC_LINE_STIPPLE, REPEAT_COUNT, st) + 1);
   s->stipple_reset = (uint8_t)GET(PA_SC_LINE_STIPPLE, AUTO_RESET_CNTL, st);
}

static void
derive_viewport(struct front *f, struct emu_draw_state *s, unsigned i)
{
   uint32_t vte = RD(PA_CL_VTE_CNTL);
   s->vport_scale[0] = GET(PA_CL_VTE_CNTL, VPORT_X_SCALE_ENA, vte) ? RDFI(PA_CL_VPORT_XSCALE, i) : 1;
   s->vport_scale[1] = GET(PA_CL_VTE_CNTL, VPORT_Y_SCALE_ENA, vte) ? RDFI(PA_CL_VPORT_YSCALE, i) : 1;
   s->vport_scale[2] = GET(PA_CL_VTE_CNTL, VPORT_Z_SCALE_ENA, vte) ? RDFI(PA_CL_VPORT_ZSCALE, i) : 1;
   s->vport_offset[0] = GET(PA_CL_VTE_CNTL, VPORT_X_OFFSET_ENA, vte) ? RDFI(PA_CL_VPORT_XOFFSET, i) : 0;
   s->vport_offset[1] = GET(PA_CL_VTE_CNTL, VPORT_Y_OFFSET_ENA, vte) ? RDFI(PA_CL_VPORT_YOFFSET, i) : 0;
   s->vport_offset[2] = GET(PA_CL_VTE_CNTL, VPORT_Z_OFFSET_ENA, vte) ? RDFI(PA_CL_VPORT_ZOFFSET, i) : 0;
   s->z_min = RDFI(PA_SC_VPORT_ZMIN, i);
   s->z_max = RDFI(PA_SC_VPORT_ZMAX, i);
   if (GET(PA_SU_SC_MODE_CNTL, VTX_WINDOW_OFFSET_ENABLE, RD(PA_SU_SC_MODE_CNTL))) {
      uint32_t off = RD(PA_SC_WINDOW_OFFSET);
      s->vport_offset[0] += (float)sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_X_OFFSET, off), WINDOW_OFFSET_BITS);
      s->vport_offset[1] += (float)sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_Y_OFFSET, off), WINDOW_OFFSET_BITS);
   }
}

static bool
derive_pa(struct front *f, struct emu_draw_state *s)
{
   uint32_t vte = RD(PA_CL_VTE_CNTL), clip = RD(PA_CL_CLIP_CNTL), mode = RD(PA_SU_SC_MODE_CNTL);
   uint32_t vtx = RD(PA_SU_VTX_CNTL);

   derive_viewport(f, s, 0);
   s->xy_is_ndc = GET(PA_CL_VTE_CNTL, VTX_XY_FMT, vte);
   s->z_is_ndc = GET(PA_CL_VTE_CNTL, VTX_Z_FMT, vte);
   s->w_is_rcp = !GET(PA_CL_VTE_CNTL, VTX_W0_FMT, vte);

   s->clip_disable = GET(PA_CL_CLIP_CNTL, CLIP_DISABLE, clip);
   s->zclip_near_disable = GET(PA_CL_CLIP_CNTL, ZCLIP_NEAR_DISABLE, clip);
   s->zclip_far_disable = GET(PA_CL_CLIP_CNTL, ZCLIP_FAR_DISABLE, clip);
   s->dx_clip_space = GET(PA_CL_CLIP_CNTL, DX_CLIP_SPACE_DEF, clip);
   s->rasterizer_kill = f->e->chip->gen >= DB_R700 && GET(PA_CL_CLIP_CNTL, DX_RASTERIZATION_KILL, clip);
   s->gb_clip_x = RDF(PA_CL_GB_HORZ_CLIP_ADJ);
   s->gb_clip_y = RDF(PA_CL_GB_VERT_CLIP_ADJ);
   s->gb_disc_x = RDF(PA_CL_GB_HORZ_DISC_ADJ);
   s->gb_disc_y = RDF(PA_CL_GB_VERT_DISC_ADJ);

   s->cull_front = GET(PA_SU_SC_MODE_CNTL, CULL_FRONT, mode);
   s->cull_back = GET(PA_SU_SC_MODE_CNTL, CULL_BACK, mode);
   s->front_cw = GET(PA_SU_SC_MODE_CNTL, FACE, mode);
   s->provoking_last = GET(PA_SU_SC_MODE_CNTL, PROVOKING_VTX_LAST, mode);
   s->offset_front = GET(PA_SU_SC_MODE_CNTL, POLY_OFFSET_FRONT_ENABLE, mode);
   s->offset_back = GET(PA_SU_SC_MODE_CNTL, POLY_OFFSET_BACK_ENABLE, mode);
   s->offset_para = GET(PA_SU_SC_MODE_CNTL, POLY_OFFSET_PARA_ENABLE, mode);
   if (s->offset_front || s->offset_back) {
      uint32_t fmt = RD(PA_SU_POLY_OFFSET_DB_FMT_CNTL);
      s->offset_scale[0] = RDF(PA_SU_POLY_OFFSET_FRONT_SCALE);
      s->offset_units[0] = RDF(PA_SU_POLY_OFFSET_FRONT_OFFSET);
      s->offset_scale[1] = RDF(PA_SU_POLY_OFFSET_BACK_SCALE);
      s->offset_units[1] = RDF(PA_SU_POLY_OFFSET_BACK_OFFSET);
      s->offset_clamp = RDF(PA_SU_POLY_OFFSET_CLAMP);
      s->offset_db_bits = (int8_t)GET(PA_SU_POLY_OFFSET_DB_FMT_CNTL, POLY_OFFSET_NEG_NUM_DB_BITS, fmt);
      s->offset_float = GET(PA_SU_POLY_OFFSET_DB_FMT_CNTL, POLY_OFFSET_DB_IS_FLOAT_FMT, fmt);
   }

   /* sizes are half sizes in 1/16 pixel */
   uint32_t size = RD(PA_SU_POINT_SIZE), minmax = RD(PA_SU_POINT_MINMAX);
   s->point_w = (float)GET(PA_SU_POINT_SIZE, WIDTH, size) / 8;
   s->point_h = (float)GET(PA_SU_POINT_SIZE, HEIGHT, size) / 8;
   s->point_min = (float)GET(PA_SU_POINT_MINMAX, MIN_SIZE, minmax) / 8;
   s->point_max = (float)GET(PA_SU_POINT_MINMAX, MAX_SIZE, minmax) / 8;
   s->line_width = (float)GET(PA_SU_LINE_CNTL, WIDTH, RD(PA_SU_LINE_CNTL)) / 8;
   derive_positions(f, s, clip);
   derive_poly_mode(s, mode);

   static const uint8_t quant_bits[8] = {4, 3, 2, 1, 0, 8, 10, 12};
   s->pix_center_half = GET(PA_SU_VTX_CNTL, PIX_CENTER, vtx);
   s->quant_bits = MIN2(quant_bits[GET(PA_SU_VTX_CNTL, QUANT_MODE, vtx)], EMU_SUBPIXEL_BITS);
   s->round_mode = (uint8_t)GET(PA_SU_VTX_CNTL, ROUND_MODE, vtx);
   return true;
}

static void
intersect(int32_t box[4], int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   box[0] = MAX2(box[0], x0);
   box[1] = MAX2(box[1], y0);
   box[2] = MIN2(box[2], x1);
   box[3] = MIN2(box[3], y1);
}

#define SCISSOR(name, tl, br)                                                                                \
   do {                                                                                                      \
      bool fixed_ = GET(name##_TL, WINDOW_OFFSET_DISABLE, tl);                                               \
      int32_t dx_ = fixed_ ? 0 : off_x, dy_ = fixed_ ? 0 : off_y;                                            \
      intersect(s->scissor, (int32_t)GET(name##_TL, TL_X, tl) + dx_,                                         \
                (int32_t)GET(name##_TL, TL_Y, tl) + dy_, (int32_t)GET(name##_BR, BR_X, br) + dx_,            \
                (int32_t)GET(name##_BR, BR_Y, br) + dy_);                                                    \
   } while (0)

/* All scissors, of viewport i if they are per viewport. */
static void
derive_scissor(struct front *f, struct emu_draw_state *s, bool vport_scissor, unsigned i)
{
   uint32_t off = RD(PA_SC_WINDOW_OFFSET);
   int32_t off_x = sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_X_OFFSET, off), WINDOW_OFFSET_BITS);
   int32_t off_y = sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_Y_OFFSET, off), WINDOW_OFFSET_BITS);
   uint32_t tl = RD(PA_SC_SCREEN_SCISSOR_TL), br = RD(PA_SC_SCREEN_SCISSOR_BR);
   s->scissor[0] = s->scissor[1] = 0;
   s->scissor[2] = s->scissor[3] = 16384;
   intersect(s->scissor, sext(GET(PA_SC_SCREEN_SCISSOR_TL, TL_X, tl), SCREEN_SCISSOR_BITS),
             sext(GET(PA_SC_SCREEN_SCISSOR_TL, TL_Y, tl), SCREEN_SCISSOR_BITS),
             sext(GET(PA_SC_SCREEN_SCISSOR_BR, BR_X, br), SCREEN_SCISSOR_BITS),
             sext(GET(PA_SC_SCREEN_SCISSOR_BR, BR_Y, br), SCREEN_SCISSOR_BITS));
   tl = RD(PA_SC_WINDOW_SCISSOR_TL);
   br = RD(PA_SC_WINDOW_SCISSOR_BR);
   SCISSOR(PA_SC_WINDOW_SCISSOR, tl, br);
   tl = RD(PA_SC_GENERIC_SCISSOR_TL);
   br = RD(PA_SC_GENERIC_SCISSOR_BR);
   SCISSOR(PA_SC_GENERIC_SCISSOR, tl, br);
   if (vport_scissor) {
      tl = RDI(PA_SC_VPORT_SCISSOR_TL, i);
      br = RDI(PA_SC_VPORT_SCISSOR_BR, i);
      SCISSOR(PA_SC_VPORT_SCISSOR, tl, br);
   }
}

static void
derive_clip_rects(struct front *f, struct emu_draw_state *s, bool enable)
{
   uint32_t off = RD(PA_SC_WINDOW_OFFSET);
   int32_t off_x = sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_X_OFFSET, off), WINDOW_OFFSET_BITS);
   int32_t off_y = sext(GET(PA_SC_WINDOW_OFFSET, WINDOW_Y_OFFSET, off), WINDOW_OFFSET_BITS);
   if (enable)
      s->clip_rects_hide = (uint16_t)~GET(PA_SC_CLIPRECT_RULE, CLIP_RULE, RD(PA_SC_CLIPRECT_RULE));
   for (unsigned i = 0; i < 4 && s->clip_rects_hide; i++) {
      uint32_t tl = RDI(PA_SC_CLIPRECT_TL, i), br = RDI(PA_SC_CLIPRECT_BR, i);
      s->clip_rect[i][0] = (int32_t)GET(PA_SC_CLIPRECT_TL, TL_X, tl) + off_x;
      s->clip_rect[i][1] = (int32_t)GET(PA_SC_CLIPRECT_TL, TL_Y, tl) + off_y;
      s->clip_rect[i][2] = (int32_t)GET(PA_SC_CLIPRECT_BR, BR_X, br) + off_x;
      s->clip_rect[i][3] = (int32_t)GET(PA_SC_CLIPRECT_BR, BR_Y, br) + off_y;
   }
}

/* The other viewports, for vertices that choose one. */
static void
derive_viewports(struct front *f, const struct emu_draw_state *s, bool vport_scissor)
{
   struct emu_draw_state one = *s;
   for (unsigned i = 0; i < FRONT_VIEWPORTS && s->vs_viewport; i++) {
      struct front_viewport *v = &f->viewport[i];
      derive_viewport(f, &one, i);
      derive_scissor(f, &one, vport_scissor, i);
      for (unsigned k = 0; k < 4; k++) /* those of surfaces are in the state's own */
         v->scissor[k] = k < 2 ? MAX2(one.scissor[k], 0) : one.scissor[k];
      memcpy(v->scale, one.vport_scale, sizeof v->scale);
      memcpy(v->offset, one.vport_offset, sizeof v->offset);
      v->z_min = one.z_min;
      v->z_max = one.z_max;
   }
}

/* Four samples a dword, x and y as signed 4-bit numbers from the pixel's centre. */
static void
sample_positions(struct emu_draw_state *s, unsigned first, uint32_t dw)
{
   for (unsigned i = 0; i < 4; i++, dw >>= 8) {
      s->sample_pos[first + i][0] = (int8_t)sext(dw & 15, 4);
      s->sample_pos[first + i][1] = (int8_t)sext(dw >> 4 & 15, 4);
   }
}

/* How lines with samples look, and alpha to coverage. */
static void
derive_samples(struct front *f, struct emu_draw_state *s)
{
   uint32_t a = RD(DB_ALPHA_TO_MASK);
   s->line_expand = GET(PA_SC_LINE_CNTL, EXPAND_LINE_WIDTH, RD(PA_SC_LINE_CNTL));
   s->db.alpha_to_mask = GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_ENABLE, a);
   s->db.alpha_offset[0] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET0, a);
   s->db.alpha_offset[1] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET1, a);
   s->db.alpha_offset[2] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET2, a);
   s->db.alpha_offset[3] = (uint8_t)GET(DB_ALPHA_TO_MASK, ALPHA_TO_MASK_OFFSET3, a);
}

static bool
derive_spi(struct front *f, struct emu_draw_state *s)
{
   uint32_t in0 = RD(SPI_PS_IN_CONTROL_0), in1 = RD(SPI_PS_IN_CONTROL_1), interp = RD(SPI_INTERP_CONTROL_0);
   uint32_t vs_out = RD(SPI_VS_OUT_CONFIG);
   uint8_t id[EMU_MAX_PARAMS + 8];

   s->num_params = (uint8_t)(GET(SPI_VS_OUT_CONFIG, VS_EXPORT_COUNT, vs_out) + 1);
   for (unsigned i = 0; i < s->num_params; i += 4) {
      uint32_t w = RDI(SPI_VS_OUT_ID, i / 4);
      for (unsigned k = 0; k < 4; k++)
         id[i + k] = (uint8_t)(w >> 8 * k);
   }
   unsigned n = GET(SPI_PS_IN_CONTROL_0, NUM_INTERP, in0);
   if (n > EMU_MAX_PARAMS)
      return front_error(f, "SPI_PS_IN_CONTROL_0: %u inputs are more than there are", n);
   s->num_ps_in = (uint8_t)n;
   for (unsigned i = 0; i < n; i++) {
      uint32_t w = RDI(SPI_PS_INPUT_CNTL, i);
      struct emu_ps_input *in = &s->ps_in[i];
      uint32_t semantic = GET(SPI_PS_INPUT_CNTL, SEMANTIC, w);
      in->param = -1;
      for (unsigned k = 0; k < s->num_params; k++) {
         if (id[k] == semantic) {
            in->param = (int8_t)k;
            break;
         }
      }
      in->default_val = (uint8_t)GET(SPI_PS_INPUT_CNTL, DEFAULT_VAL, w);
      in->flat = GET(SPI_PS_INPUT_CNTL, FLAT_SHADE, w) && GET(SPI_INTERP_CONTROL_0, FLAT_SHADE_ENA, interp);
      in->linear = GET(SPI_PS_INPUT_CNTL, SEL_LINEAR, w);
      in->centroid = GET(SPI_PS_INPUT_CNTL, SEL_CENTROID, w);
      in->sample = GET(SPI_PS_INPUT_CNTL, SEL_SAMPLE, w);
      in->point_sprite = GET(SPI_PS_INPUT_CNTL, PT_SPRITE_TEX, w);
      s->ps_in_gpr[i] = (uint8_t)i;
   }
   s->pos_gpr = GET(SPI_PS_IN_CONTROL_0, POSITION_ENA, in0)
                   ? (int16_t)GET(SPI_PS_IN_CONTROL_0, POSITION_ADDR, in0)
                   : -1;
   s->face_gpr = GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_ENA, in1)
                    ? (int16_t)GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_ADDR, in1)
                    : -1;
   s->fixed_gpr = GET(SPI_PS_IN_CONTROL_1, FIXED_PT_POSITION_ENA, in1)
                     ? (int16_t)GET(SPI_PS_IN_CONTROL_1, FIXED_PT_POSITION_ADDR, in1)
                     : -1;
   s->pos_sample = GET(SPI_PS_IN_CONTROL_0, POSITION_SAMPLE, in0);
   s->face_chan = (uint8_t)GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_CHAN, in1);
   s->face_all_bits = GET(SPI_PS_IN_CONTROL_1, FRONT_FACE_ALL_BITS, in1);
   s->pos_z_enable = GET(SPI_INPUT_Z, PROVIDE_Z_TO_SPI, RD(SPI_INPUT_Z));
   s->flat_shade_enable = GET(SPI_INTERP_CONTROL_0, FLAT_SHADE_ENA, interp);
   s->point_sprite_enable = GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_ENA, interp);
   s->point_sprite_top_1 = GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_TOP_1, interp);
   s->sprite_sel[0] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_X, interp);
   s->sprite_sel[1] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_Y, interp);
   s->sprite_sel[2] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_Z, interp);
   s->sprite_sel[3] = (uint8_t)GET(SPI_INTERP_CONTROL_0, PNT_SPRITE_OVRD_W, interp);
   return true;
}

/* Depth and stencil tests; surfaces are the generation's. */
static void
derive_db_tests(struct front *f, struct emu_db_state *db)
{
   uint32_t c = RD(DB_DEPTH_CONTROL), sh = RD(DB_SHADER_CONTROL);
   uint32_t ref[2] = {RD(DB_STENCILREFMASK), RD(DB_STENCILREFMASK_BF)};
   db->z_enable = GET(DB_DEPTH_CONTROL, Z_ENABLE, c) && db->has_z;
   db->z_write = db->z_enable && GET(DB_DEPTH_CONTROL, Z_WRITE_ENABLE, c);
   db->clear_z = GET(DB_RENDER_CONTROL, DEPTH_CLEAR_ENABLE, RD(DB_RENDER_CONTROL));
   db->z_clear = RDF(DB_DEPTH_CLEAR);
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
   cb->color_func = (uint8_t)GET2(BLEND_REG, COLOR_COMB_FCN, b);
   cb->color_src = (uint8_t)GET2(BLEND_REG, COLOR_SRCBLEND, b);
   cb->color_dst = (uint8_t)GET2(BLEND_REG, COLOR_DESTBLEND, b);
   bool separate = GET2(BLEND_REG, SEPARATE_ALPHA_BLEND, b);
   cb->alpha_func = separate ? (uint8_t)GET2(BLEND_REG, ALPHA_COMB_FCN, b) : cb->color_func;
   cb->alpha_src = separate ? (uint8_t)GET2(BLEND_REG, ALPHA_SRCBLEND, b) : cb->color_src;
   cb->alpha_dst = separate ? (uint8_t)GET2(BLEND_REG, ALPHA_DESTBLEND, b) : cb->color_dst;
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
      if (s->cb_special == EMU_CB_NOTHING) /* fast clears become real (state_cmask.c), and that is all */
         cb->write_mask = 0;
      cb->enabled = true;
      s->num_cb = (uint8_t)(i + 1);
   }
   return true;
}
