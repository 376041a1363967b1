/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: culling, points and lines, polygon offset, viewport, scissor.
 */
#include "evergreen/eg_priv.h"

/* PA_SC_MODE_CNTL_1 */
#define FORCE_EOV_CNTDWN_ENABLE (1u << 25)
#define FORCE_EOV_REZ_ENABLE    (1u << 26)

void
eg_encode_rast(struct radeon_context *c, const struct pipe_rasterizer_state *s, struct radeon_rast *out)
{
   struct radeon_pm4 *p = &out->pm4;
   out->su_sc_mode = EG_PA_SU_SC_MODE_CNTL(.CULL_FRONT = s->cull_face == PIPE_FACE_FRONT ||
                                                         s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                                           .CULL_BACK = s->cull_face == PIPE_FACE_BACK ||
                                                        s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                                           .FACE = s->front_ccw, .POLY_OFFSET_FRONT_ENABLE = s->offset_tri,
                                           .POLY_OFFSET_BACK_ENABLE = s->offset_tri,
                                           .POLY_OFFSET_PARA_ENABLE = s->offset_tri, .PROVOKING_VTX_LAST = 1);
   pm4_set_context_regs(p, EG_PA_CL_CLIP_CNTL_OFFSET, 2);
   pm4_dw(p,
          EG_PA_CL_CLIP_CNTL(.DX_LINEAR_ATTR_CLIP_ENA = 1, .DX_RASTERIZATION_KILL = s->rasterizer_discard));
   pm4_dw(p, out->su_sc_mode);
   pm4_set_context_regs(p, EG_PA_SU_POINT_SIZE_OFFSET, 3);
   uint32_t size = radeon_half_size_fixed(s->point_size);
   uint32_t min = s->point_size_per_vertex ? radeon_half_size_fixed(1.0f) : size;
   uint32_t max =
      s->point_size_per_vertex ? radeon_half_size_fixed(c->base.screen->caps.max_point_size) : size;
   pm4_dw(p, EG_PA_SU_POINT_SIZE(.HEIGHT = size, .WIDTH = size));
   pm4_dw(p, EG_PA_SU_POINT_MINMAX(.MIN_SIZE = min, .MAX_SIZE = max));
   pm4_dw(p, EG_PA_SU_LINE_CNTL(.WIDTH = radeon_half_size_fixed(s->line_width)));
   pm4_set_context_regs(p, EG_PA_SC_MODE_CNTL_0_OFFSET, 2);
   pm4_dw(p, EG_PA_SC_MODE_CNTL_0(.VPORT_SCISSOR_ENABLE = 1, .MSAA_ENABLE = s->multisample));
   pm4_dw(p, FORCE_EOV_CNTDWN_ENABLE | FORCE_EOV_REZ_ENABLE);
   /* Window rows grow upwards with memory here, so the hardware's "top" is GL's bottom: T = 1 at the
    * hardware's top puts gl_PointCoord's origin at GL's upper left. */
   pm4_set_context_reg(p, EG_SPI_INTERP_CONTROL_0_OFFSET,
                       EG_SPI_INTERP_CONTROL_0(.FLAT_SHADE_ENA = 1, .PNT_SPRITE_ENA = 1,
                                               .PNT_SPRITE_OVRD_X = 2, .PNT_SPRITE_OVRD_Y = 3,
                                               .PNT_SPRITE_OVRD_Z = 0, .PNT_SPRITE_OVRD_W = 1,
                                               .PNT_SPRITE_TOP_1 = s->point_sprite_upper_left));
}

void
eg_emit_rast(struct radeon_context *c)
{
   cs_pm4(&c->cs, &c->rast->pm4);
}

void
eg_emit_poly_offset(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   const struct pipe_rasterizer_state *s = &c->rast->s;
   if (!s->offset_tri)
      return;
   unsigned z = c->zs.res ? c->zs.res->fmt->eg_z : 0;
   float units = s->offset_units * 2.0f;
   int bits = -24;
   bool is_float = false;
   switch (z) {
   case EG_DB_Z_INFO__FORMAT__Z_16:
      units = s->offset_units * 4.0f;
      bits = -16;
      break;
   case EG_DB_Z_INFO__FORMAT__Z_32_FLOAT:
      units = s->offset_units;
      bits = -23;
      is_float = true;
      break;
   }
   cs_set_context_regs(cs, EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, 2);
   cs_dw(cs, EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL(.POLY_OFFSET_NEG_NUM_DB_BITS = db_signed(bits, 8),
                                              .POLY_OFFSET_DB_IS_FLOAT_FMT = is_float));
   cs_dw(cs, fui(s->offset_clamp));
   cs_set_context_regs(cs, EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET, 4);
   for (unsigned face = 0; face < 2; face++) {
      cs_dw(cs, fui(s->offset_scale * 16.0f)); /* slopes are measured in 1/16 pixel */
      cs_dw(cs, fui(units));
   }
}

void
eg_emit_viewport(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   const struct pipe_viewport_state *v = &c->viewport;
   cs_set_context_regs(cs, EG_PA_CL_VPORT_XSCALE_OFFSET(0), 6);
   for (unsigned i = 0; i < 3; i++) {
      cs_dw(cs, fui(v->scale[i]));
      cs_dw(cs, fui(v->translate[i]));
   }
   float a = v->translate[2] - v->scale[2], b = v->translate[2] + v->scale[2];
   if (c->in_blit) { /* depth comes as it is */
      a = 0.0f;
      b = 1.0f;
   }
   cs_set_context_regs(cs, EG_PA_SC_VPORT_ZMIN_OFFSET(0), 2);
   cs_dw(cs, fui(MIN2(a, b)));
   cs_dw(cs, fui(MAX2(a, b)));
   float guard[4];
   radeon_guard_band(c, guard);
   cs_set_context_regs(
      cs, eg_is_cayman(c) ? CM_PA_CL_GB_VERT_CLIP_ADJ_OFFSET : EG_PA_CL_GB_VERT_CLIP_ADJ_OFFSET, 4);
   for (unsigned i = 0; i < 4; i++)
      cs_dw(cs, fui(guard[i]));
}

void
eg_emit_scissor(struct radeon_context *c)
{
   struct pipe_scissor_state r = radeon_scissor_rect(c);
   /* Hardware bugs: an edge at 0 hides nothing unless the other is behind it; Cayman fails on 1x1 at the
    * origin. */
   if (r.maxx == 0)
      r.minx = 1;
   if (r.maxy == 0)
      r.miny = 1;
   if (eg_is_cayman(c) && r.maxx == 1 && r.maxy == 1)
      r.maxx = 2;
   cs_set_context_regs(&c->cs, EG_PA_SC_VPORT_SCISSOR_TL_OFFSET(0), 2);
   cs_dw(&c->cs, EG_PA_SC_VPORT_SCISSOR_TL(.TL_X = r.minx, .TL_Y = r.miny, .WINDOW_OFFSET_DISABLE = 1));
   cs_dw(&c->cs, EG_PA_SC_VPORT_SCISSOR_BR(.BR_X = r.maxx, .BR_Y = r.maxy));
}

void
eg_emit_sample_mask(struct radeon_context *c)
{
   uint32_t mask = radeon_sample_mask(c);
   if (eg_is_cayman(c)) {
      cs_set_context_regs(&c->cs, CM_PA_SC_AA_MASK_X0Y0_X1Y0_OFFSET, 2);
      for (unsigned y = 0; y < 2; y++)
         cs_dw(&c->cs, mask * 0x01010101u); /* 16 bits a pixel */
   } else {
      cs_set_context_reg(&c->cs, EG_PA_SC_AA_MASK_OFFSET, mask * 0x01010101u);
   }
}
