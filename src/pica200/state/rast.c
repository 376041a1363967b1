/* SPDX-License-Identifier: MIT
 *
 * Viewport, scissor, culling, and what never changes. The viewport's corner has ten bits with a sign. The slope part of a polygon offset does
 * not exist on the chip: its constant part alone moves depth.
 */
#include <math.h>

#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/number.h"
#include "pica200/resource.h"

#define CORNER_BITS 0x3ff
/* What one unit of a polygon offset is: OpenGL wants a difference that can be told everywhere, and DEPTHMAP_OFFSET has 16 bits of mantissa. */
#define DEPTH_UNIT (1.0f / 65536.0f)

void
pica200_emit_viewport(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   /* the CPU has made window coordinates of points and lines, and clip coordinates of these */
   const struct pipe_viewport_state whole = {
      .scale = {(float)c->fb_width * 0.5f, (float)c->fb_height * 0.5f, 0.5f},
      .translate = {(float)c->fb_width * 0.5f, (float)c->fb_height * 0.5f, 0.5f},
   };
   const struct pipe_viewport_state *v = c->expanded ? &whole : &c->base.viewport;
   const float w = MAX2(fabsf(v->scale[0]), 0.5f), h = MAX2(fabsf(v->scale[1]), 0.5f);
   const int32_t x = (int32_t)floorf(v->translate[0] - v->scale[0] + 0.5f);
   const int32_t y = (int32_t)floorf(v->translate[1] - v->scale[1] + 0.5f);
   /* z in clip space is (z - w) / 2, or z - w where the near plane is z = 0 */
   const float scale = c->rast->s.clip_halfz && !c->expanded ? v->scale[2] : 2.0f * v->scale[2];
   float offset = v->scale[2] + v->translate[2];
   if (c->rast->s.offset_tri && !c->expanded)
      offset += c->rast->s.offset_units * DEPTH_UNIT;
   CS_SET(cs, VIEWPORT_WIDTH, PICA_VIEWPORT_WIDTH(.HALF_WIDTH = pica200_float24(w)));
   CS_SET(cs, VIEWPORT_INVW, PICA_VIEWPORT_INVW(.INV_WIDTH = pica200_float31(1.0f / w)));
   CS_SET(cs, VIEWPORT_HEIGHT, PICA_VIEWPORT_HEIGHT(.HALF_HEIGHT = pica200_float24(h)));
   CS_SET(cs, VIEWPORT_INVH, PICA_VIEWPORT_INVH(.INV_HEIGHT = pica200_float31(1.0f / h)));
   CS_SET(cs, VIEWPORT_XY, PICA_VIEWPORT_XY(.X = (uint32_t)x & CORNER_BITS, .Y = (uint32_t)y & CORNER_BITS));
   CS_SET(cs, DEPTHMAP_ENABLE, PICA_DEPTHMAP_ENABLE(.ENABLE = PICA_DEPTHMAP_ENABLE__ENABLE__Z_BUFFER));
   CS_SET(cs, DEPTHMAP_SCALE, PICA_DEPTHMAP_SCALE(.SCALE = pica200_float24(scale)));
   CS_SET(cs, DEPTHMAP_OFFSET, PICA_DEPTHMAP_OFFSET(.OFFSET = pica200_float24(offset)));
   pica200_emit_scissor(c); /* of points and lines it depends on the viewport */
}

bool
pica200_scissor_rect(const struct pica200_context *c, struct pipe_scissor_state *out)
{
   *out = (struct pipe_scissor_state){0, 0, (uint16_t)MIN2(c->fb.width, PICA200_MAX_SIZE),
                                      (uint16_t)MIN2(c->fb.height, PICA200_MAX_SIZE)};
   if (c->rast && c->rast->s.scissor) {
      out->minx = MAX2(out->minx, c->base.scissor.minx);
      out->miny = MAX2(out->miny, c->base.scissor.miny);
      out->maxx = MIN2(out->maxx, c->base.scissor.maxx);
      out->maxy = MIN2(out->maxy, c->base.scissor.maxy);
   }
   if (c->expanded) { /* what reaches into the viewport ends there */
      const struct pipe_viewport_state *v = &c->base.viewport;
      const float w = fabsf(v->scale[0]), h = fabsf(v->scale[1]);
      out->minx =
         (uint16_t)MAX2(out->minx, CLAMP(floorf(v->translate[0] - w + 0.5f), 0.0f, PICA200_MAX_SIZE));
      out->miny =
         (uint16_t)MAX2(out->miny, CLAMP(floorf(v->translate[1] - h + 0.5f), 0.0f, PICA200_MAX_SIZE));
      out->maxx =
         (uint16_t)MIN2(out->maxx, CLAMP(floorf(v->translate[0] + w + 0.5f), 0.0f, PICA200_MAX_SIZE));
      out->maxy =
         (uint16_t)MIN2(out->maxy, CLAMP(floorf(v->translate[1] + h + 0.5f), 0.0f, PICA200_MAX_SIZE));
   }
   return out->minx < out->maxx && out->miny < out->maxy;
}

void
pica200_emit_scissor(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   struct pipe_scissor_state r;
   if (!pica200_scissor_rect(c, &r))
      return; /* nothing is drawn */
   CS_SET(cs, SCISSORTEST_MODE, PICA_SCISSORTEST_MODE(.MODE = PICA_SCISSORTEST_MODE__MODE__EXCLUDE_OUTSIDE));
   CS_SET(cs, SCISSORTEST_POS, PICA_SCISSORTEST_POS(.X1 = r.minx, .Y1 = r.miny));
   CS_SET(cs, SCISSORTEST_DIM, PICA_SCISSORTEST_DIM(.X2 = r.maxx - 1u, .Y2 = r.maxy - 1u));
}

bool
pica200_cull_mode(const struct pica200_context *c, unsigned *mode)
{
   const struct pipe_rasterizer_state *s = &c->rast->s;
   const unsigned culled = c->expanded ? PIPE_FACE_NONE : s->cull_face;
   bool front = culled != PIPE_FACE_FRONT && culled != PIPE_FACE_FRONT_AND_BACK;
   bool back = culled != PIPE_FACE_BACK && culled != PIPE_FACE_FRONT_AND_BACK;
   if (!c->expanded) { /* points and lines are in front */
      front &= c->pass != PICA200_BACK_FACES;
      back &= c->pass != PICA200_FRONT_FACES;
   }
   const bool counter_clockwise = front ? s->front_ccw : !s->front_ccw; /* those that stay, if not both do */
   *mode = front && back       ? PICA_FACECULLING_CONFIG__MODE__NONE
           : counter_clockwise ? PICA_FACECULLING_CONFIG__MODE__BACK_CCW
                               : PICA_FACECULLING_CONFIG__MODE__FRONT_CCW;
   return front || back;
}

void
pica200_emit_cull(struct pica200_context *c)
{
   unsigned mode;
   (void)pica200_cull_mode(c, &mode);
   CS_SET(&c->base.cs, FACECULLING_CONFIG, PICA_FACECULLING_CONFIG(.MODE = mode));
}

/** No clip plane, no early depth, no lights, no fog, no geometry shader. */
void
pica200_emit_invariant(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   CS_SET(cs, FRAGOP_CLIP, PICA_FRAGOP_CLIP(.ENABLE = 0));
   CS_SET(cs, EARLYDEPTH_TEST1, PICA_EARLYDEPTH_TEST1(.ENABLE = 0));
   CS_SET(cs, EARLYDEPTH_TEST2, PICA_EARLYDEPTH_TEST2(.ENABLE = 0));
   CS_SET(cs, LIGHTING_ENABLE0, PICA_LIGHTING_ENABLE0(.ENABLE = 0));
   CS_SET(cs, LIGHTING_ENABLE1, PICA_LIGHTING_ENABLE1(.DISABLE = 1));
   CS_SET(cs, FRAMEBUFFER_BLOCK32, PICA_FRAMEBUFFER_BLOCK32(.MODE = 0));
   cs_bytes(cs, PICA_ID(GEOSTAGE_CONFIG), 10, 0);
   CS_SET(cs, GSH_MISC0, 0);
   CS_SET(cs, GSH_MISC1, 0);
   CS_SET(cs, GSH_INPUTBUFFER_CONFIG,
          PICA_GSH_INPUTBUFFER_CONFIG(.UNIT_MODE = PICA_GSH_INPUTBUFFER_CONFIG__UNIT_MODE__VS));
   cs_bytes(cs, PICA_ID(VSH_COM_MODE), 1, PICA_VSH_COM_MODE(.GS_EXCLUSIVE = 0));
}
