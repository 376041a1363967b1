/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: culling, points and lines, polygon offset, viewport, scissor.
 */
#include "r600/r600_priv.h"

void
r600_encode_rast(struct radeon_context *c, const struct pipe_rasterizer_state *s, struct radeon_rast *out)
{
   struct radeon_pm4 *p = &out->pm4;
   const bool r7 = c->screen->chip->gen == DB_R700;
   out->su_sc_mode = R6_PA_SU_SC_MODE_CNTL(.CULL_FRONT = s->cull_face == PIPE_FACE_FRONT ||
                                                         s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                                           .CULL_BACK = s->cull_face == PIPE_FACE_BACK ||
                                                        s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                                           .FACE = s->front_ccw, .POLY_OFFSET_FRONT_ENABLE = s->offset_tri,
                                           .POLY_OFFSET_BACK_ENABLE = s->offset_tri,
                                           .POLY_OFFSET_PARA_ENABLE = s->offset_tri, .PROVOKING_VTX_LAST = 1);
   pm4_set_context_regs(p, R6_PA_CL_CLIP_CNTL_OFFSET, 2);
   pm4_dw(p,
          R6_PA_CL_CLIP_CNTL(.DX_LINEAR_ATTR_CLIP_ENA = 1, .DX_RASTERIZATION_KILL = s->rasterizer_discard));
   pm4_dw(p, out->su_sc_mode);
   pm4_set_context_regs(p, R6_PA_SU_POINT_SIZE_OFFSET, 3);
   uint32_t size = radeon_half_size_fixed(s->point_size);
   uint32_t min = s->point_size_per_vertex ? radeon_half_size_fixed(1.0f) : size;
   uint32_t max =
      s->point_size_per_vertex ? radeon_half_size_fixed(c->base.screen->caps.max_point_size) : size;
   pm4_dw(p, R6_PA_SU_POINT_SIZE(.HEIGHT = size, .WIDTH = size));
   pm4_dw(p, R6_PA_SU_POINT_MINMAX(.MIN_SIZE = min, .MAX_SIZE = max));
   pm4_dw(p, R6_PA_SU_LINE_CNTL(.WIDTH = radeon_half_size_fixed(s->line_width)));
   pm4_set_context_reg(p, R6_PA_SC_MODE_CNTL_OFFSET,
                       R6_PA_SC_MODE_CNTL(.FORCE_EOV_CNTDWN_ENABLE = 1, .WALK_ALIGN8_PRIM_FITS_ST = !r7,
                                          .FORCE_EOV_REZ_ENABLE = r7, .R700_ZMM_LINE_OFFSET = r7,
                                          .R700_VPORT_SCISSOR_ENABLE = r7, .MSAA_ENABLE = s->multisample));
   if (!r7) /* R6xx cannot kill in the clipper: a multi-pass shader that never gets another pass drops all */
      pm4_set_context_reg(p, R6_SX_MISC_OFFSET, R6_SX_MISC(.MULTIPASS = s->rasterizer_discard));
   /* Window rows grow upwards with memory here, so the hardware's "top" is GL's bottom: T = 1 at the
    * hardware's top puts gl_PointCoord's origin at GL's upper left. */
   pm4_set_context_reg(p, R6_SPI_INTERP_CONTROL_0_OFFSET,
                       R6_SPI_INTERP_CONTROL_0(.FLAT_SHADE_ENA = 1, .PNT_SPRITE_ENA = 1,
                                               .PNT_SPRITE_OVRD_X = 2, .PNT_SPRITE_OVRD_Y = 3,
                                               .PNT_SPRITE_OVRD_Z = 0, .PNT_SPRITE_OVRD_W = 1,
                                               .PNT_SPRITE_TOP_1 = s->point_sprite_upper_left));
}

void
r600_emit_rast(struct radeon_context *c)
{
   cs_pm4(&c->cs, &c->rast->pm4);
}

void
r600_emit_poly_offset(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   const struct pipe_rasterizer_state *s = &c->rast->s;
   if (!s->offset_tri)
      return;
   unsigned db = c->zs.res ? c->zs.res->fmt->db : 0;
   float units = s->offset_units * 2.0f;
   int bits = -24;
   bool is_float = false;
   switch (db) {
   case R6_DB_DEPTH_INFO__FORMAT__DEPTH_16:
      units = s->offset_units * 4.0f;
      bits = -16;
      break;
   case R6_DB_DEPTH_INFO__FORMAT__DEPTH_32_FLOAT:
      units = s->offset_units;
      bits = -23;
      is_float = true;
      break;
   }
   cs_set_context_regs(cs, R6_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, 2);
   cs_dw(cs, R6_PA_SU_POLY_OFFSET_DB_FMT_CNTL(.POLY_OFFSET_NEG_NUM_DB_BITS = db_signed(bits, 8),
                                              .POLY_OFFSET_DB_IS_FLOAT_FMT = is_float));
   cs_dw(cs, fui(s->offset_clamp));
   cs_set_context_regs(cs, R6_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET, 4);
   for (unsigned face = 0; face < 2; face++) {
      cs_dw(cs, fui(s->offset_scale * 16.0f)); /* slopes are measured in 1/16 pixel */
      cs_dw(cs, fui(units));
   }
}

void
r600_emit_viewport(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   const struct pipe_viewport_state *v = &c->viewport;
   cs_set_context_regs(cs, R6_PA_CL_VPORT_XSCALE_OFFSET(0), 6);
   for (unsigned i = 0; i < 3; i++) {
      cs_dw(cs, fui(v->scale[i]));
      cs_dw(cs, fui(v->translate[i]));
   }
   float a = v->translate[2] - v->scale[2], b = v->translate[2] + v->scale[2];
   if (c->in_blit) { /* depth comes as it is */
      a = 0.0f;
      b = 1.0f;
   }
   cs_set_context_regs(cs, R6_PA_SC_VPORT_ZMIN_OFFSET(0), 2);
   cs_dw(cs, fui(MIN2(a, b)));
   cs_dw(cs, fui(MAX2(a, b)));
   float guard[4];
   radeon_guard_band(c, guard);
   cs_set_context_regs(cs, R6_PA_CL_GB_VERT_CLIP_ADJ_OFFSET, 4);
   for (unsigned i = 0; i < 4; i++)
      cs_dw(cs, fui(guard[i]));
}

void
r600_emit_scissor(struct radeon_context *c)
{
   struct pipe_scissor_state r = radeon_scissor_rect(c);
   cs_set_context_regs(&c->cs, R6_PA_SC_VPORT_SCISSOR_TL_OFFSET(0), 2);
   cs_dw(&c->cs, R6_PA_SC_VPORT_SCISSOR_TL(.TL_X = r.minx, .TL_Y = r.miny, .WINDOW_OFFSET_DISABLE = 1));
   cs_dw(&c->cs, R6_PA_SC_VPORT_SCISSOR_BR(.BR_X = r.maxx, .BR_Y = r.maxy));
}

void
r600_emit_sample_mask(struct radeon_context *c)
{
   cs_set_context_reg(&c->cs, R6_PA_SC_AA_MASK_OFFSET, radeon_sample_mask(c) * 0x01010101u);
}
