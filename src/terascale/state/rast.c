/* SPDX-License-Identifier: MIT
 *
 * Culling, points and lines, polygon offset, viewport and scissor: what all generations have in common. The
 * modes of the scan converter and workarounds are in state_rast.c of their folders.
 */
#include "db/terascale/ts_regs.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/emit.h"
#include "terascale/resource/resource.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

/** 12.4 unsigned fixed point of half a size in pixels, as PA_SU wants points and lines. */
static uint32_t
half_size_fixed(float size)
{
   float v = size * 8.0f;
   return v <= 0.0f ? 0 : v >= 65535.0f ? 65535 : (uint32_t)v;
}

void
ts_encode_setup(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out)
{
   struct drv_pm4 *p = &out->pm4;
   out->su_sc_mode = TS_PA_SU_SC_MODE_CNTL(.CULL_FRONT = s->cull_face == PIPE_FACE_FRONT ||
                                                         s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                                           .CULL_BACK = s->cull_face == PIPE_FACE_BACK ||
                                                        s->cull_face == PIPE_FACE_FRONT_AND_BACK,
                                           .FACE = s->front_ccw, .POLY_OFFSET_FRONT_ENABLE = s->offset_tri,
                                           .POLY_OFFSET_BACK_ENABLE = s->offset_tri, .PROVOKING_VTX_LAST = 1);
   /* POLY_OFFSET_PARA_ENABLE would move points and lines, too; ES has an offset of polygons only. */
   pm4_set_context_regs(p, TS_PA_CL_CLIP_CNTL_OFFSET, 2);
   pm4_dw(p, TS_PA_CL_CLIP_CNTL(.DX_LINEAR_ATTR_CLIP_ENA = 1, .DX_CLIP_SPACE_DEF = s->clip_halfz,
                                .ZCLIP_NEAR_DISABLE = s->depth_clamp, .ZCLIP_FAR_DISABLE = s->depth_clamp,
                                .DX_RASTERIZATION_KILL = s->rasterizer_discard));
   pm4_dw(p, out->su_sc_mode);
   pm4_set_context_regs(p, TS_PA_SU_POINT_SIZE_OFFSET, 3);
   uint32_t size = half_size_fixed(s->point_size);
   uint32_t min = s->point_size_per_vertex ? half_size_fixed(1.0f) : size;
   uint32_t max = s->point_size_per_vertex ? half_size_fixed(c->base.base.screen->caps.max_point_size) : size;
   pm4_dw(p, TS_PA_SU_POINT_SIZE(.HEIGHT = size, .WIDTH = size));
   pm4_dw(p, TS_PA_SU_POINT_MINMAX(.MIN_SIZE = min, .MAX_SIZE = max));
   pm4_dw(p, TS_PA_SU_LINE_CNTL(.WIDTH = half_size_fixed(s->line_width)));
}

void
ts_encode_point_sprite(const struct pipe_rasterizer_state *s, struct drv_pm4 *p)
{
   /* Window rows grow upwards with memory here, so the hardware's "top" is GL's bottom: T = 1 at the
    * hardware's top puts gl_PointCoord's origin at GL's upper left. */
   pm4_set_context_reg(p, TS_SPI_INTERP_CONTROL_0_OFFSET,
                       TS_SPI_INTERP_CONTROL_0(.FLAT_SHADE_ENA = 1, .PNT_SPRITE_ENA = 1,
                                               .PNT_SPRITE_OVRD_X = 2, .PNT_SPRITE_OVRD_Y = 3,
                                               .PNT_SPRITE_OVRD_Z = 0, .PNT_SPRITE_OVRD_W = 1,
                                               .PNT_SPRITE_TOP_1 = s->point_sprite_upper_left));
}

void
ts_emit_rast(struct ts_context *c)
{
   const struct ts_rast *r = c->rast;
   cs_pm4(&c->base.cs, &r->pm4);
   cs_set_context_reg(&c->base.cs, r->sc_mode_reg, r->sc_mode[c->per_sample]);
}

void
ts_emit_poly_offset(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pipe_rasterizer_state *s = &c->rast->s;
   if (!s->offset_tri)
      return;
   float units = s->offset_units * 2.0f;
   int bits = -24;
   bool is_float = false;
   switch (c->zs.res ? c->zs.res->base.format : PIPE_FORMAT_NONE) {
   case PIPE_FORMAT_Z16_UNORM:
      units = s->offset_units * 4.0f;
      bits = -16;
      break;
   case PIPE_FORMAT_Z32_FLOAT:
   case PIPE_FORMAT_Z32_FLOAT_S8X24_UINT:
      units = s->offset_units;
      bits = -23;
      is_float = true;
      break;
   }
   cs_set_context_regs(cs, c->ops->reg.poly_offset_fmt, 2);
   cs_dw(cs, TS_PA_SU_POLY_OFFSET_DB_FMT_CNTL(.POLY_OFFSET_NEG_NUM_DB_BITS = db_signed(bits, 8),
                                              .POLY_OFFSET_DB_IS_FLOAT_FMT = is_float));
   cs_dw(cs, fui(s->offset_clamp));
   cs_set_context_regs(cs, c->ops->reg.poly_offset_scale, 4);
   for (unsigned face = 0; face < 2; face++) {
      cs_dw(cs, fui(s->offset_scale * 16.0f)); /* slopes are measured in 1/16 pixel */
      cs_dw(cs, fui(units));
   }
}

/** clip and discard factors of one axis; reach_px: how far the primitive extends beyond its vertices. */
static void
guard_band_axis(float scale, float translate, float range, float reach_px, float out[2])
{
   float s = scale < 0 ? -scale : scale, t = translate < 0 ? -translate : translate;
   if (s < 0.5f)
      s = 0.5f;
   out[0] = MAX2((range - 1.0f - t) / s, 1.0f);
   out[1] = MIN2(1.0f + reach_px / s, out[0]);
}

/** Guard band factors in the order of the PA_CL_GB registers: vertical clip and discard, horizontal clip and
 * discard. Clip: the largest that keeps window coordinates in range; discard: how far out the next primitive
 * can still reach into the viewport. */
static void
guard_band(const struct ts_context *c, float out[4])
{
   const struct pipe_viewport_state *v = &c->base.viewport;
   const struct pipe_rasterizer_state *r = &c->rast->s;
   float reach_px = 0.0f; /* ES 2.0.25, 2.13: wide points and lines are only clipped to near and far */
   if (c->prim_class == TS_PRIM_LINES)
      reach_px = r->line_width * 0.5f;
   else if (c->prim_class == TS_PRIM_POINTS)
      reach_px = (r->point_size_per_vertex ? c->base.base.screen->caps.max_point_size : r->point_size) * 0.5f;
   guard_band_axis(v->scale[1], v->translate[1], c->ops->max_coordinate, reach_px, out);
   guard_band_axis(v->scale[0], v->translate[0], c->ops->max_coordinate, reach_px, out + 2);
}

void
ts_emit_viewport(struct ts_context *c, uint32_t guard_band_reg)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pipe_viewport_state *v = &c->base.viewport;
   cs_set_context_regs(cs, TS_PA_CL_VPORT_XSCALE_OFFSET(0), 6);
   for (unsigned i = 0; i < 3; i++) {
      cs_dw(cs, fui(v->scale[i]));
      cs_dw(cs, fui(v->translate[i]));
   }
   /* Neither an offset nor a shader's depth stays in the depth range, unless depth is clamped to it (ES 2.0.25 3.5.2,
    * EXT_frag_depth, EXT_depth_clamp). Mesa's r600 clamps always. */
   float a = 0.0f, b = 1.0f;
   if (c->rast->s.depth_clamp && !c->in_blit) {
      a = v->halfz ? v->translate[2] : v->translate[2] - v->scale[2];
      b = v->translate[2] + v->scale[2];
   }
   cs_set_context_regs(cs, TS_PA_SC_VPORT_ZMIN_OFFSET(0), 2);
   cs_dw(cs, fui(MIN2(a, b)));
   cs_dw(cs, fui(MAX2(a, b)));
   float guard[4];
   guard_band(c, guard);
   cs_set_context_regs(cs, guard_band_reg, 4);
   for (unsigned i = 0; i < 4; i++)
      cs_dw(cs, fui(guard[i]));
}

/** Clamps a float window coordinate to the integers of a scissor. */
static uint16_t
clamp_coord(float v, uint32_t max)
{
   return (uint16_t)(v <= 0.0f ? 0 : v >= (float)max ? max : (uint32_t)v);
}

struct pipe_scissor_state
ts_scissor_rect(const struct ts_context *c)
{
   struct pipe_scissor_state r = {0, 0, (uint16_t)c->fb.width, (uint16_t)c->fb.height};
   if (c->rast->s.scissor) {
      r.minx = MAX2(r.minx, c->base.scissor.minx);
      r.miny = MAX2(r.miny, c->base.scissor.miny);
      r.maxx = MIN2(r.maxx, c->base.scissor.maxx);
      r.maxy = MIN2(r.maxy, c->base.scissor.maxy);
   }
   /* Inside the guard band primitives are not clipped: the scissor does it. */
   const struct pipe_viewport_state *v = &c->base.viewport;
   float w = v->scale[0] < 0 ? -v->scale[0] : v->scale[0], h = v->scale[1] < 0 ? -v->scale[1] : v->scale[1];
   r.minx = MAX2(r.minx, clamp_coord(v->translate[0] - w, c->fb.width));
   r.miny = MAX2(r.miny, clamp_coord(v->translate[1] - h, c->fb.height));
   r.maxx = MIN2(r.maxx, clamp_coord(v->translate[0] + w, c->fb.width));
   r.maxy = MIN2(r.maxy, clamp_coord(v->translate[1] + h, c->fb.height));
   if (r.maxx < r.minx)
      r.maxx = r.minx;
   if (r.maxy < r.miny)
      r.maxy = r.miny;
   return r;
}
