/* SPDX-License-Identifier: MIT
 *
 * Rasteriser, viewport and scissor. Sizes are halves in 1/12 pixel.
 */
#include "db/r300/rx_regs.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/resource.h"
#include "util/u_math.h"

/** Half of a size in pixels, in 1/12 pixel. */
static uint32_t
half_size(float size)
{
   const float v = size * 6.0f;
   return v <= 0.0f ? 0 : v >= 65535.0f ? 65535 : (uint32_t)v;
}

static void
sizes(const struct r300_context *c, const struct pipe_rasterizer_state *s, struct drv_pm4 *p)
{
   const uint32_t size = half_size(s->point_size);
   const uint32_t min = s->point_size_per_vertex ? half_size(1.0f) : size;
   const uint32_t max = s->point_size_per_vertex ? half_size(c->base.base.screen->caps.max_point_size) : size;
   pm4_reg(p, RX_GA_POINT_SIZE_OFFSET, RX_GA_POINT_SIZE(.HEIGHT = size, .WIDTH = size));
   pm4_dw(p, R300_PKT0(RX_GA_POINT_MINMAX_OFFSET, 2));
   pm4_dw(p, RX_GA_POINT_MINMAX(.MIN_SIZE = min, .MAX_SIZE = max));
   pm4_dw(p,
          RX_GA_LINE_CNTL(.WIDTH = half_size(s->line_width), .END_TYPE = RX_GA_LINE_CNTL__END_TYPE__SQUARE));
}

void
r300_encode_rast(const struct r300_context *c, const struct pipe_rasterizer_state *s, struct r300_rast *out)
{
   struct drv_pm4 *p = &out->pm4;
   out->s = *s;
   pm4_reg(p, RX_VAP_CLIP_CNTL_OFFSET,
           c->chip->tcl ? RX_VAP_CLIP_CNTL(.PS_UCP_MODE = 3) : RX_VAP_CLIP_CNTL(.CLIP_DISABLE = 1));
   sizes(c, s, p);
   pm4_reg(p, RX_SU_POLY_OFFSET_ENABLE_OFFSET,
           RX_SU_POLY_OFFSET_ENABLE(.FRONT_ENABLE = s->offset_tri, .BACK_ENABLE = s->offset_tri));
   /* With y upwards in memory GL's counter-clockwise has a cross product that the hardware calls negative. */
   out->cull_mode =
      RX_SU_CULL_MODE(.CULL_FRONT =
                         s->cull_face == PIPE_FACE_FRONT || s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                      .CULL_BACK = s->cull_face == PIPE_FACE_BACK || s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                      .FACE = s->front_ccw);
   pm4_reg(p, RX_GA_LINE_STIPPLE_CONFIG_OFFSET, 0);
   pm4_reg(p, RX_GA_LINE_STIPPLE_VALUE_OFFSET, 0);
   pm4_reg(p, RX_GA_POLY_MODE_OFFSET, 0);
   const bool wide = r300_is_r500(c->screen); /* colours of vertices are not cut to 0..1 */
   pm4_reg(p, RX_GA_ROUND_MODE_OFFSET,
           RX_GA_ROUND_MODE(.GEOMETRY_ROUND = RX_GA_ROUND_MODE__GEOMETRY_ROUND__ROUND_NEAREST,
                            .RGB_CLAMP = wide, .ALPHA_CLAMP = wide));
   /* The hardware's top is the row of least y, which is GL's bottom. */
   pm4_dw(p, R300_PKT0(RX_GA_POINT_S0_OFFSET, 4));
   pm4_dw(p, fui(0.0f));                                     /* S0: left */
   pm4_dw(p, fui(s->point_sprite_upper_left ? 0.0f : 1.0f)); /* T0: the hardware's bottom */
   pm4_dw(p, fui(1.0f));                                     /* S1: right */
   pm4_dw(p, fui(s->point_sprite_upper_left ? 1.0f : 0.0f)); /* T1: the hardware's top */
}

static void
poly_offset(struct r300_context *c)
{
   const struct pipe_rasterizer_state *s = &c->rast->s;
   const float units = s->offset_units * (c->fb.zsbuf.format == PIPE_FORMAT_Z16_UNORM ? 4.0f : 2.0f);
   cs_regs(&c->base.cs, RX_SU_POLY_OFFSET_FRONT_SCALE_OFFSET, 4);
   for (unsigned face = 0; face < 2; face++) {
      cs_dw(&c->base.cs, fui(s->offset_scale * 12.0f)); /* slopes are measured in 1/12 pixel */
      cs_dw(&c->base.cs, fui(units));
   }
}

void
r300_emit_rast(struct r300_context *c)
{
   const struct r300_rast *r = c->rast;
   uint32_t cull = r->cull_mode;
   if (c->stencil_pass == R300_STENCIL_FRONT)
      cull |= RX_SU_CULL_MODE(.CULL_BACK = 1);
   else if (c->stencil_pass == R300_STENCIL_BACK)
      cull |= RX_SU_CULL_MODE(.CULL_FRONT = 1);
   cs_pm4(&c->base.cs, &r->pm4);
   cs_reg(&c->base.cs, RX_SU_CULL_MODE_OFFSET, cull);
   if (r->s.offset_tri)
      poly_offset(c);
}

/* ES 2.0.25, 2.13: wide points and lines are only clipped to near and far. Coordinates end at the origin of SC. */
void
r300_guard_bands(const struct r300_context *c, float band[2])
{
   const struct pipe_rasterizer_state *r = &c->rast->s;
   float reach_px = 0.0f; /* how far a primitive extends beyond its vertices */
   if (c->prim_class == R300_PRIM_LINES)
      reach_px = r->line_width * 0.5f;
   else if (c->prim_class == R300_PRIM_POINTS)
      reach_px = (r->point_size_per_vertex ? c->base.base.screen->caps.max_point_size : r->point_size) * 0.5f;
   reach_px = MIN2(reach_px, (float)R300_SC_ORIGIN);
   for (unsigned i = 0; i < 2; i++) {
      const float scale = c->base.viewport.scale[i];
      band[i] = 1.0f + reach_px / MAX2(scale < 0 ? -scale : scale, 0.5f);
   }
}

void
r300_emit_viewport(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pipe_viewport_state *v = &c->base.viewport;
   const bool tcl = c->chip->tcl;
   cs_regs(cs, RX_SE_VPORT_XSCALE_OFFSET, 6);
   for (unsigned i = 0; i < 3; i++) {
      cs_dw(cs, fui(v->scale[i]));
      cs_dw(cs, fui(v->translate[i]));
   }
   cs_reg(cs, RX_VAP_VTE_CNTL_OFFSET,
          tcl ? RX_VAP_VTE_CNTL(.VPORT_X_SCALE_ENA = 1, .VPORT_X_OFFSET_ENA = 1, .VPORT_Y_SCALE_ENA = 1,
                                .VPORT_Y_OFFSET_ENA = 1, .VPORT_Z_SCALE_ENA = 1, .VPORT_Z_OFFSET_ENA = 1,
                                .VTX_W0_FMT = 1)
              : RX_VAP_VTE_CNTL(.VTX_XY_FMT = 1, .VTX_Z_FMT = 1));
   float band[2];
   r300_guard_bands(c, band);
   cs_regs(cs, RX_VAP_GB_VERT_CLIP_ADJ_OFFSET, 4);
   cs_dw(cs, fui(band[1])); /* clip, discard */
   cs_dw(cs, fui(band[1]));
   cs_dw(cs, fui(band[0]));
   cs_dw(cs, fui(band[0]));
}

/** Clamps a float window coordinate to the integers of a scissor. */
static uint16_t
clamp_coord(float v, uint32_t max)
{
   return (uint16_t)(v <= 0.0f ? 0 : v >= (float)max ? max : (uint32_t)v);
}

bool
r300_scissor_rect(const struct r300_context *c, struct pipe_scissor_state *out)
{
   *out = (struct pipe_scissor_state){0, 0, (uint16_t)c->fb.width, (uint16_t)c->fb.height};
   if (c->rast->s.scissor) {
      out->minx = MAX2(out->minx, c->base.scissor.minx);
      out->miny = MAX2(out->miny, c->base.scissor.miny);
      out->maxx = MIN2(out->maxx, c->base.scissor.maxx);
      out->maxy = MIN2(out->maxy, c->base.scissor.maxy);
   }
   /* Wide points and lines are not clipped to the viewport: this does it. */
   const struct pipe_viewport_state *v = &c->base.viewport;
   const float w = v->scale[0] < 0 ? -v->scale[0] : v->scale[0];
   const float h = v->scale[1] < 0 ? -v->scale[1] : v->scale[1];
   out->minx = MAX2(out->minx, clamp_coord(v->translate[0] - w, c->fb.width));
   out->miny = MAX2(out->miny, clamp_coord(v->translate[1] - h, c->fb.height));
   out->maxx = MIN2(out->maxx, clamp_coord(v->translate[0] + w, c->fb.width));
   out->maxy = MIN2(out->maxy, clamp_coord(v->translate[1] + h, c->fb.height));
   return out->minx < out->maxx && out->miny < out->maxy;
}

#ifndef NDEBUG
static bool
is_scissor_rect(const struct r300_context *c, const struct pipe_scissor_state *r)
{
   struct pipe_scissor_state is;
   const bool any = r300_scissor_rect(c, &is);
   return any == !c->scissor_is_empty && is.minx == r->minx && is.miny == r->miny && is.maxx == r->maxx &&
          is.maxy == r->maxy;
}
#endif

void
r300_emit_scissor(struct r300_context *c)
{
   const uint32_t o = r300_is_r500(c->screen) ? 0 : R300_SC_ORIGIN;
   const struct pipe_scissor_state *r = &c->scissor_rect;
   assert(is_scissor_rect(c, r) && !c->scissor_is_empty); /* r300_draw_vbo has looked */
   uint32_t *const dw = cs_room(&c->base.cs, 5);
   dw[0] = R300_PKT0(RX_SC_CLIP_0_A_OFFSET, 2);
   dw[1] = RX_SC_CLIP_0_A(.XS0 = o + r->minx, .YS0 = o + r->miny);
   dw[2] = RX_SC_CLIP_0_B(.XS1 = o + r->maxx - 1, .YS1 = o + r->maxy - 1);
   dw[3] = R300_PKT0(RX_SC_CLIP_RULE_OFFSET, 1);
   dw[4] = RX_SC_CLIP_RULE(.CLIP_RULE = R300_INSIDE_CLIP_0);
}

void
r300_emit_sample_mask(struct r300_context *c)
{
   const uint32_t six =
      c->fb.samples > 1 && !c->in_blit ? c->base.sample_mask & 0x3F : 0x3F; /* samples of a pixel */
   cs_reg(&c->base.cs, RX_SC_SCREENDOOR_OFFSET,
          RX_SC_SCREENDOOR(.SCREENDOOR = six | six << 6 | six << 12 | six << 18));
}
