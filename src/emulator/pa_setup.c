/* SPDX-License-Identifier: MIT
 *
 * Primitives in window space: trivial rejection, facing and culling by the exact area on the sub-pixel grid,
 * point sizes. R6xx/R7xx 3D Register Reference Guide, PA_SU_*; ES 2.0.25 sections 3.3 to 3.5.
 */
#include "emulator/emu_front.h"

bool
pa_setup_triangle(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
                  unsigned provoking)
{
   int64_t x0 = emu_to_fixed(v[0]->x), y0 = emu_to_fixed(v[0]->y);
   int64_t x1 = emu_to_fixed(v[1]->x) - x0, y1 = emu_to_fixed(v[1]->y) - y0;
   int64_t x2 = emu_to_fixed(v[2]->x) - x0, y2 = emu_to_fixed(v[2]->y) - y0;
   int64_t area = x1 * y2 - x2 * y1;
   if (area == 0)
      return true;
   /* FACE 0 is counter-clockwise with rows counted downwards, i.e. negative area: the open driver programs 0
    * for GL's counter-clockwise where it turns y around (windows) and 1 where it does not (framebuffer
    * objects) */
   bool front = s->front_cw ? area > 0 : area < 0;
   if (front ? s->cull_front : s->cull_back)
      return true;
   struct emu_prim p = {
      .kind = EMU_PRIM_TRIANGLE, .front = front, .provoking = (uint8_t)provoking, .v = {v[0], v[1], v[2]}
   };
   sc_add_prim(f->e->sc, &p);
   return true;
}

bool
pa_setup_line(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[2],
              unsigned provoking)
{
   struct emu_prim p = {
      .kind = EMU_PRIM_LINE,
      .front = true,
      .provoking = (uint8_t)provoking,
      .v = {v[0], v[1], v[1]},
      .line_width = s->line_width
   };
   sc_add_prim(f->e->sc, &p);
   return true;
}

static void
setup_point(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *v)
{
   float w = s->point_w, h = s->point_h;
   if (s->vs_point_size) {
      w = v->point_size;
      w = w > s->point_min ? w : s->point_min; /* NaN becomes the minimum */
      w = h = MIN2(w, s->point_max);
   }
   struct emu_prim p = {
      .kind = EMU_PRIM_POINT, .front = true, .v = {v, v, v},
              .half_w = w * 0.5f, .half_h = h * 0.5f
   };
   if (p.half_w > 0 && p.half_h > 0)
      sc_add_prim(f->e->sc, &p);
}

bool
pa_prim(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
        const uint16_t code[3], unsigned kind, unsigned provoking)
{
   unsigned any = code[0] | code[1] | code[2];
   if (any & PA_BAD || (code[0] & code[1] & code[2] & PA_REJECT))
      return true;
   switch (kind) {
   case EMU_PRIM_TRIANGLE:
      return any & PA_CLIP ? pa_clip_triangle(f, s, v, provoking) : pa_setup_triangle(f, s, v, provoking);
   case EMU_PRIM_LINE:
      return any & PA_CLIP ? pa_clip_line(f, s, v, provoking) : pa_setup_line(f, s, v, provoking);
   case EMU_PRIM_POINT:
      /* ES 2.0.25 2.13: a point is drawn whole or not at all */
      if (!(any & PA_CLIP))
         setup_point(f, s, v[0]);
      return true;
   case EMU_PRIM_RECT:
      /* a rectangle that would have to be clipped is not one any more; none are meant to be */
      if (!(any & PA_CLIP)) {
         struct emu_prim p = {
            .kind = EMU_PRIM_RECT, .front = true, .provoking = (uint8_t)provoking, .v = {v[0], v[1], v[2]}
         };
         sc_add_prim(f->e->sc, &p);
      }
      return true;
   }
   return true;
}
