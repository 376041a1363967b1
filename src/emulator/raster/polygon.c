/* SPDX-License-Identifier: MIT
 *
 * Polygon mode: triangles drawn as their outline or their corners. OpenGL 2.1 section 3.5.4; R6xx/R7xx 3D
 * Register Reference Guide, PA_SU_SC_MODE_CNTL.POLY_MODE. The lines are clipped as lines: none runs along a
 * clip plane. Polygon offset moves them as it would move the triangle; of one that is cut by a plane, only
 * the units count.
 */
#include "emulator/raster/assemble.h"

#include <assert.h>
#include "emulator/raster/offset.h"
#include "emulator/raster/prim.h"
#include "util/u_math.h"

/* Twice the area with rows counted downwards; only its sign counts for a triangle that reaches behind the
 * eye. */
static double
signed_area(const struct raster_state *s, const struct raster_vertex *const v[3], bool clipped)
{
   if (!clipped)
      return ((double)v[1]->x - v[0]->x) * ((double)v[2]->y - v[0]->y) -
             ((double)v[2]->x - v[0]->x) * ((double)v[1]->y - v[0]->y);
   double det = 0;
   for (unsigned i = 0; i < 3; i++) {
      const float *a = v[i]->clip, *b = v[(i + 1) % 3]->clip, *c = v[(i + 2) % 3]->clip;
      det += (double)a[3] * ((double)b[0] * c[1] - (double)c[0] * b[1]);
   }
   return det * s->vport_scale[0] * s->vport_scale[1];
}

static double
offset(const struct raster_state *s, const struct raster_vertex *const v[3], bool front, bool clipped,
       double area)
{
   double dx = 0, dy = 0;
   if (!(front ? s->offset_front : s->offset_back))
      return 0;
   if (!clipped && area != 0) {
      double z1 = (double)v[1]->z - v[0]->z, z2 = (double)v[2]->z - v[0]->z;
      dx = (z1 * ((double)v[2]->y - v[0]->y) - z2 * ((double)v[1]->y - v[0]->y)) / area;
      dy = (z2 * ((double)v[1]->x - v[0]->x) - z1 * ((double)v[2]->x - v[0]->x)) / area;
   }
   return raster_polygon_offset(s, front, dx, dy, MAX2(MAX2(v[0]->z, v[1]->z), v[2]->z));
}

bool
raster_assemble_polygon(struct raster_assembly *a, const struct raster_state *s,
                        const struct raster_vertex *const v[3], const uint16_t code[3], unsigned provoking,
                        unsigned edges)
{
   bool clipped = (code[0] | code[1] | code[2]) & RASTER_CODE_CLIP;
   assert(s->poly_mode && provoking < 3 && edges < 8);
   double area = signed_area(s, v, clipped);
   bool front = s->front_cw ? area > 0 : area < 0; /* as in raster_face */
   if (front ? s->cull_front : s->cull_back)
      return true;
   unsigned type = s->poly_type[!front];
   if (type >= 2)
      return clipped ? raster_clip_triangle(a, s, v, provoking)
                     : raster_assemble_triangle(a, s, v, provoking);
   struct raster_prim p = {.front = front, .z_offset = offset(s, v, front, clipped, area)};
   for (unsigned i = 0; i < 3; i++) {
      unsigned next = (i + 1) % 3;
      if (!(edges >> i & 1))
         continue;
      if (type == 0) {
         p.v[0] = p.v[1] = p.v[2] = v[i];
         if (!(code[i] & RASTER_CODE_CLIP))
            raster_assemble_point(a, s, &p);
         continue;
      }
      p.v[0] = v[i];
      p.v[1] = v[next];
      p.v[2] = v[provoking];
      p.provoking = 2;
      if (!(code[i] & code[next] & RASTER_CODE_REJECT) &&
          !raster_assemble_line(a, s, &p, (code[i] | code[next]) & RASTER_CODE_CLIP))
         return false;
   }
   return true;
}
