/* SPDX-License-Identifier: MIT
 *
 * Primitives in window space: trivial rejection, facing and culling by the exact area on the sub-pixel grid,
 * point sizes, the stipple pattern of lines. R6xx/R7xx 3D Register Reference Guide, PA_SU_*,
 * PA_SC_LINE_STIPPLE; ES 2.0.25 sections 3.3 to 3.5.
 */
#include "db/terascale/r6_regs.h"
#include "emulator/terascale/emu_front.h"
#include "emulator/raster/line_span.h"

/* First pixel whose centre is not left of (above) a coordinate in 1/256 pixel. */
static int32_t
first_pixel(int32_t c)
{
   return (c + 127) >> 8;
}

int
pa_face(const struct emu_draw_state *s, const int32_t a[2], const int32_t b[2], const int32_t c[2])
{
   int64_t area = (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(c[0] - a[0]) * (b[1] - a[1]);
   /* FACE 0 is counter-clockwise with rows counted downwards, i.e. negative area: the open driver programs 0
    * for GL's counter-clockwise where it turns y around (windows) and 1 where it does not (framebuffer
    * objects) */
   bool front = s->front_cw ? area > 0 : area < 0;
   if (area == 0 || (front ? s->cull_front : s->cull_back))
      return -1;
   /* between two columns or rows of pixel centres: the right and lower ends do not count (top-left rule) */
   if (s->log2_samples == 0 && s->pix_center_half &&
       (first_pixel(MIN2(MIN2(a[0], b[0]), c[0])) == first_pixel(MAX2(MAX2(a[0], b[0]), c[0])) ||
        first_pixel(MIN2(MIN2(a[1], b[1]), c[1])) == first_pixel(MAX2(MAX2(a[1], b[1]), c[1]))))
      return -1;
   return front ? VGT_FRONT : VGT_BACK;
}

bool
pa_setup_triangle(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
                  unsigned provoking)
{
   int32_t fixed[3][2];
   for (unsigned i = 0; i < 3; i++) {
      fixed[i][0] = emu_to_fixed(v[i]->x);
      fixed[i][1] = emu_to_fixed(v[i]->y);
   }
   int face = pa_face(s, fixed[0], fixed[1], fixed[2]);
   struct emu_prim p = {
      .kind = EMU_PRIM_TRIANGLE,
      .front = face == VGT_FRONT,
      .provoking = (uint8_t)provoking,
      .v = {v[0], v[1], v[2]}
   };
   if (face >= 0)
      sc_add_prim(f->e->sc, &p);
   return true;
}

static uint32_t *
stipple_state(struct front *f)
{
   return &f->e->regs.config[(R6_PA_SC_LINE_STIPPLE_STATE_OFFSET - DB_R6_CONFIG_REG_BASE) / 4];
}

void
pa_stipple_begin(struct front *f)
{
   uint32_t state = *stipple_state(f);
   f->stipple_at = f->bound->stipple_reset
                      ? 0
                      : R6_PA_SC_LINE_STIPPLE_STATE_get_CURRENT_PTR(state) * f->bound->stipple_repeat +
                           R6_PA_SC_LINE_STIPPLE_STATE_get_CURRENT_COUNT(state);
}

void
pa_stipple_end(struct front *f)
{
   uint32_t repeat = f->bound->stipple_repeat;
   *stipple_state(f) = R6_PA_SC_LINE_STIPPLE_STATE(.CURRENT_PTR = f->stipple_at / repeat & 15,
                                                   .CURRENT_COUNT = f->stipple_at % repeat);
}

void
pa_add_line(struct front *f, const struct emu_draw_state *s, struct emu_prim *line)
{
   if (s->stipple) {
      int32_t v[2][2], centre = s->pix_center_half ? 0 : 128;
      for (unsigned i = 0; i < 2; i++) {
         v[i][0] = emu_to_fixed(line->v[i]->x) + centre;
         v[i][1] = emu_to_fixed(line->v[i]->y) + centre;
      }
      struct emu_line_span span = emu_line_columns(v[0][0], v[0][1], v[1][0], v[1][1]);
      int32_t n = (span.last - span.first) * span.dir + 1;
      line->stipple_at = (uint16_t)f->stipple_at;
      f->stipple_at = (f->stipple_at + (uint32_t)MAX2(n, 0)) % (16u * s->stipple_repeat);
   }
   sc_add_prim(f->e->sc, line);
}

bool
pa_line(struct front *f, const struct emu_draw_state *s, const struct emu_prim *p, bool clip)
{
   struct emu_prim line = *p;
   line.kind = EMU_PRIM_LINE;
   line.line_width = s->line_width;
   if (clip)
      return pa_clip_line(f, s, &line);
   pa_add_line(f, s, &line);
   return true;
}

void
pa_point(struct front *f, const struct emu_draw_state *s, const struct emu_prim *p)
{
   struct emu_prim point = *p;
   float w = s->point_w, h = s->point_h;
   if (s->vs_point_size) {
      w = p->v[0]->point_size;
      w = w > s->point_min ? w : s->point_min; /* NaN becomes the minimum */
      w = h = MIN2(w, s->point_max);
   }
   point.kind = EMU_PRIM_POINT;
   point.half_w = w * 0.5f;
   point.half_h = h * 0.5f;
   if (point.half_w > 0 && point.half_h > 0)
      sc_add_prim(f->e->sc, &point);
}

bool
pa_prim(struct front *f, const struct emu_draw_state *s, const struct emu_vertex *const v[3],
        const uint16_t code[3], unsigned kind, unsigned provoking, unsigned edges)
{
   unsigned any = code[0] | code[1] | code[2];
   struct emu_prim p = {
      .kind = (uint8_t)kind, .front = true, .provoking = (uint8_t)provoking, .v = {v[0], v[1], v[2]}
   };
   if (any & PA_BAD || (code[0] & code[1] & code[2] & PA_REJECT))
      return true;
   /* a polygon's outline is stippled as a whole: it begins where an edge of it that is drawn is its first */
   if (s->stipple_reset == 1 && (kind == EMU_PRIM_LINE || (edges & 1)))
      f->stipple_at = 0;
   switch (kind) {
   case EMU_PRIM_TRIANGLE:
      if (s->poly_mode)
         return pa_polygon(f, s, v, code, provoking, edges);
      return any & PA_CLIP ? pa_clip_triangle(f, s, v, provoking) : pa_setup_triangle(f, s, v, provoking);
   case EMU_PRIM_LINE:
      return pa_line(f, s, &p, any & PA_CLIP);
   case EMU_PRIM_POINT:
      /* ES 2.0.25 2.13: a point is drawn whole or not at all */
      if (!(any & PA_CLIP))
         pa_point(f, s, &p);
      return true;
   case EMU_PRIM_RECT:
      /* a rectangle that would have to be clipped is not one any more; none are meant to be */
      if (!(any & PA_CLIP))
         sc_add_prim(f->e->sc, &p);
      return true;
   }
   return true;
}
