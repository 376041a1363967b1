/* SPDX-License-Identifier: MIT
 *
 * Clipping in homogeneous space, Sutherland-Hodgman: -w <= x <= w, -w <= y <= w, -w <= z <= 0, w above the smallest that params allow, and the user
 * plane where FRAGOP_CLIP has one. New corners are computed from the inner to the outer end of an edge, so that triangles that share the
 * edge get the same one. What the chip does with w <= 0 and whether it has a guard band is not known; a position that is infinite or NaN
 * takes its triangle with it.
 */
#include <float.h>
#include <string.h>

#include "emulator/pica200/sh/float24.h"
#include "emulator/pica200/va/va.h"
#include "util/u_math.h"

enum { PLANES = 8 };

struct plane {
   float of[4]; /* inside: x, y, z, w by these, and the last, sum to 0 or more */
   float and;
};

static unsigned
planes(const struct pica_gpu *gpu, struct plane plane[PLANES])
{
   static const struct plane fixed[6] = {
      {{-1, 0, 0, 1}, 0},
      {{1, 0, 0, 1},  0},
      {{0, -1, 0, 1}, 0},
      {{0, 1, 0, 1},  0},
      {{0, 0, -1, 0}, 0},
      {{0, 0, 1, 1},  0},
   };
   memcpy(plane, fixed, sizeof fixed);
   plane[6] = (struct plane){
      {0, 0, 0, 1},
      -gpu->vertex_params.w_min
   };
   if (!PICA_FRAGOP_CLIP_get_ENABLE(gpu->r.FRAGOP_CLIP))
      return 7;
   for (unsigned i = 0; i < 4; i++)
      plane[7].of[i] = pica_float24(PICA_FRAGOP_CLIP_DATA_get_COEFF(gpu->r.FRAGOP_CLIP_DATA[i]));
   plane[7].and = 0;
   return 8;
}

static float
distance(const struct pica_vertex *v, const struct plane *p)
{
   const float *x = v->position;
   return x[0] * p->of[0] + x[1] * p->of[1] + x[2] * p->of[2] + x[3] * p->of[3] + p->and;
}

static void
between(const struct pica_vertex *in, const struct pica_vertex *out, float d_in, float d_out,
        struct pica_vertex *v)
{
   float a[PICA_VERTEX_FLOATS], b[PICA_VERTEX_FLOATS];
   const float t = d_in / (d_in - d_out);
   memcpy(a, in, sizeof a);
   memcpy(b, out, sizeof b);
   for (unsigned i = 0; i < PICA_VERTEX_FLOATS; i++)
      a[i] += t * (b[i] - a[i]);
   memcpy(v, a, sizeof a);
}

/* A convex polygon with n corners gets at most one more; rounding never makes more than VA_MAX_CORNERS, for the rest is cut off. */
static unsigned
clip_by(const struct plane *p, struct pica_vertex *corner, unsigned n)
{
   struct pica_vertex out[2 * VA_MAX_CORNERS];
   unsigned m = 0;
   for (unsigned i = 0; i < n; i++) {
      const struct pica_vertex *a = &corner[i], *b = &corner[(i + 1) % n];
      const float da = distance(a, p), db = distance(b, p);
      const bool a_in = da >= 0, b_in = db >= 0;
      if (a_in)
         out[m++] = *a;
      if (a_in && !b_in)
         between(a, b, da, db, &out[m++]);
      else if (!a_in && b_in)
         between(b, a, db, da, &out[m++]);
   }
   m = MIN2(m, (unsigned)VA_MAX_CORNERS);
   memcpy(corner, out, m * sizeof *corner);
   return m < 3 ? 0 : m;
}

bool
va_is_inside(const struct pica_gpu *gpu, const struct pica_vertex v[3])
{
   bool in = !PICA_FRAGOP_CLIP_get_ENABLE(gpu->r.FRAGOP_CLIP);
   for (unsigned i = 0; i < 3; i++) {
      const float *p = v[i].position, w = p[3];
      in &= p[0] >= -w && p[0] <= w && p[1] >= -w && p[1] <= w && p[2] >= -w && p[2] <= 0 &&
            w >= gpu->vertex_params.w_min && w <= FLT_MAX;
   }
   return in;
}

unsigned
va_clip(const struct pica_gpu *gpu, const struct pica_vertex in[3], struct pica_vertex out[VA_MAX_CORNERS])
{
   struct plane plane[PLANES];
   const unsigned num_planes = planes(gpu, plane);
   unsigned outside = 0;
   for (unsigned i = 0; i < 3; i++)
      for (unsigned k = 0; k < 4; k++)
         if ((fui(in[i].position[k]) & 0x7f800000) == 0x7f800000)
            return 0;
   for (unsigned k = 0; k < num_planes; k++) {
      unsigned n = 0;
      for (unsigned i = 0; i < 3; i++)
         n += !(distance(&in[i], &plane[k]) >= 0);
      if (n == 3)
         return 0;
      outside |= n ? 1u << k : 0;
   }
   memcpy(out, in, 3 * sizeof *in);
   unsigned n = 3;
   for (unsigned k = 0; k < num_planes && n; k++)
      if (outside >> k & 1)
         n = clip_by(&plane[k], out, n);
   return n;
}
