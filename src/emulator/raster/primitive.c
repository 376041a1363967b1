/* SPDX-License-Identifier: MIT
 *
 * Primitives in window space: trivial rejection, facing and culling by the exact area on the sub-pixel grid,
 * point sizes, the stipple pattern of lines. R6xx/R7xx 3D Register Reference Guide, PA_SU_*,
 * PA_SC_LINE_STIPPLE; ES 2.0.25 sections 3.3 to 3.5.
 */
#include "emulator/raster/assemble.h"

#include <assert.h>
#include "emulator/raster/line_span.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "util/u_math.h"

bool
raster_assemble_triangle(struct raster_assembly *a, const struct raster_state *s,
                         const struct raster_vertex *const v[3], unsigned provoking)
{
   assert(provoking < 3);
   int32_t fixed[3][2];
   for (unsigned i = 0; i < 3; i++) {
      fixed[i][0] = raster_to_fixed(v[i]->x);
      fixed[i][1] = raster_to_fixed(v[i]->y);
   }
   int face = raster_face_of(raster_facing_of(s), fixed[0], fixed[1], fixed[2]);
   struct raster_prim p = {
      .kind = RASTER_PRIM_TRIANGLE,
      .front = face == RASTER_FRONT,
      .provoking = (uint8_t)provoking,
      .v = {v[0], v[1], v[2]}
   };
   if (face >= 0)
      raster_add_prim(a->raster, &p);
   return true;
}

void
raster_assemble_clipped_line(struct raster_assembly *a, const struct raster_state *s,
                             struct raster_prim *line)
{
   if (s->stipple) {
      int32_t v[2][2], centre = s->pix_center_half ? 0 : 128;
      assert(s->stipple_repeat && a->stipple_at < 16u * s->stipple_repeat);
      for (unsigned i = 0; i < 2; i++) {
         v[i][0] = raster_to_fixed(line->v[i]->x) + centre;
         v[i][1] = raster_to_fixed(line->v[i]->y) + centre;
      }
      struct raster_line_span span =
         raster_line_columns(v[0][0], v[0][1], v[1][0], v[1][1], s->line_last_pixel);
      int32_t n = (span.last - span.first) * span.dir + 1;
      line->stipple_at = (uint16_t)a->stipple_at;
      a->stipple_at = (a->stipple_at + (uint32_t)MAX2(n, 0)) % (16u * s->stipple_repeat);
   }
   raster_add_prim(a->raster, line);
}

void
raster_assemble_point(struct raster_assembly *a, const struct raster_state *s, const struct raster_prim *p)
{
   struct raster_prim point = *p;
   float w = s->point_w, h = s->point_h;
   if (s->vertex_point_size) {
      w = p->v[0]->point_size;
      w = w > s->point_min ? w : s->point_min; /* NaN becomes the minimum */
      w = h = MIN2(w, s->point_max);
   }
   point.kind = RASTER_PRIM_POINT;
   point.half_w = w * 0.5f;
   point.half_h = h * 0.5f;
   if (point.half_w > 0 && point.half_h > 0)
      raster_add_prim(a->raster, &point);
}
