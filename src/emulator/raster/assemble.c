/* SPDX-License-Identifier: MIT
 *
 * The way of a primitive from its vertices: rejected, drawn as it is, clipped, or taken apart by polygon mode.
 * R6xx/R7xx 3D Register Reference Guide, PA_CL_*, PA_SU_*; ES 2.0.25 section 2.13.
 */
#include <assert.h>

#include "emulator/raster/assemble.h"
#include "emulator/raster/offset.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "util/u_math.h"

/* What POLY_OFFSET_PARA_ENABLE adds to a point or line, as to a front face. A line's slope is the one along its
 * longer axis, in window space, so not of one that is cut; a point has none. */
static double
para_offset(const struct raster_state *s, const struct raster_prim *p, bool clip)
{
   const struct raster_vertex *a = p->v[0], *b = p->kind == RASTER_PRIM_LINE ? p->v[1] : p->v[0];
   const double x = (double)b->x - a->x, y = (double)b->y - a->y;
   const double length = MAX2(x < 0 ? -x : x, y < 0 ? -y : y);
   if (!s->offset_para)
      return 0;
   const double slope = clip || length == 0 ? 0 : ((double)b->z - a->z) / length;
   return raster_polygon_offset(s, true, slope, 0, clip ? 0 : MAX2(a->z, b->z));
}

bool
raster_assemble_prim(struct raster_assembly *a, const struct raster_state *s,
                     const struct raster_vertex *const v[3], const uint16_t code[3], unsigned kind,
                     unsigned provoking, unsigned edges)
{
   unsigned any = code[0] | code[1] | code[2];
   assert(kind <= RASTER_PRIM_RECT && provoking < 3 && edges < 8);
   struct raster_prim p = {.kind = (uint8_t)kind, .front = true, .provoking = (uint8_t)provoking};
   raster_copy_corners(p.v, v);
   if (any & RASTER_CODE_BAD || (code[0] & code[1] & code[2] & RASTER_CODE_REJECT))
      return true;
   /* a polygon's outline is stippled as a whole: it begins where an edge of it that is drawn is its first */
   if (s->stipple_reset == RASTER_STIPPLE_EACH_PRIM && (kind == RASTER_PRIM_LINE || (edges & 1)))
      a->stipple_at = 0;
   switch (kind) {
   case RASTER_PRIM_TRIANGLE:
      if (s->poly_mode)
         return raster_assemble_polygon(a, s, v, code, provoking, edges);
      return any & RASTER_CODE_CLIP ? raster_clip_triangle(a, s, v, provoking)
                                    : raster_assemble_triangle(a, s, v, provoking);
   case RASTER_PRIM_LINE:
      p.z_offset = para_offset(s, &p, any & RASTER_CODE_CLIP);
      return raster_assemble_line(a, s, &p, any & RASTER_CODE_CLIP);
   case RASTER_PRIM_POINT:
      /* ES 2.0.25 2.13: a point is drawn whole or not at all */
      p.z_offset = para_offset(s, &p, false);
      if (!(any & RASTER_CODE_CLIP))
         raster_assemble_point(a, s, &p);
      return true;
   case RASTER_PRIM_RECT:
      /* a rectangle that would have to be clipped is not one any more; none are meant to be */
      if (!(any & RASTER_CODE_CLIP))
         raster_add_prim(a->raster, &p);
      return true;
   }
   return true;
}
