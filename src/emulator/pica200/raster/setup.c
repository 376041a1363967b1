/* SPDX-License-Identifier: MIT
 *
 * Triangles from clipped vertices: division by w, viewport, fixed point (12.4), culling, edge functions, planes. Ties of an edge function go
 * to the left and the lower side of a triangle (y up). What the chip's grid and rule are no source knows; both emulators that were compared
 * agree in this one. Positions beyond 12 signed bits of pixels are cut to them.
 */
#include "emulator/pica200/raster/draw.h"

#include <math.h>
#include <string.h>

#include "emulator/simd/double.h"
#include "util/u_math.h"

enum { WHOLE_BITS = 11 }; /* of positions, beside the sign */

/* To sub-pixels, to nearest. */
static int32_t
snap(float pixels, unsigned bits)
{
   const float most = (float)((1u << (WHOLE_BITS + bits)) - 1);
   float s = pixels * (float)(1u << bits);
   s = s > -most ? s : -most; /* what is no number, too */
   s = s < most ? s : most;
   return (int32_t)(s < 0 ? s - 0.5f : s + 0.5f);
}

struct corner {
   int32_t x, y; /* sub-pixels, y up */
   float rw;     /* 1 / w */
   const float *attribute;
};

static struct corner
corner_of(const struct pica_draw *d, const struct pica_vertex *v)
{
   float rw = 1 / v->position[3];
   return (struct corner){
      .x = snap((v->position[0] * rw + 1) * d->half_size[0] + d->corner[0], d->subpixel_bits),
      .y = snap((v->position[1] * rw + 1) * d->half_size[1] + d->corner[1], d->subpixel_bits),
      .rw = rw,
      .attribute = v->position};
}

static int64_t
double_area(const struct corner *a, const struct corner *b, const struct corner *c)
{
   return (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(b->y - a->y) * (c->x - a->x);
}

/* Floor and ceiling of sub-pixels to whole pixels whose centres may be inside. */
static int32_t
first_pixel(int32_t lowest, unsigned bits)
{
   return (lowest + (1 << bits) / 2 - 1) >> bits;
}
static int32_t
last_pixel(int32_t highest, unsigned bits)
{
   return (highest - (1 << bits) / 2) >> bits;
}

/* The range of pixels to look at; false: none. */
static bool
set_bounds(struct pica_triangle *t, const struct pica_draw *d, const struct corner c[3])
{
   int32_t min_x = MIN2(MIN2(c[0].x, c[1].x), c[2].x), max_x = MAX2(MAX2(c[0].x, c[1].x), c[2].x);
   int32_t min_y = MIN2(MIN2(c[0].y, c[1].y), c[2].y), max_y = MAX2(MAX2(c[0].y, c[1].y), c[2].y);
   t->first[0] = MAX2(first_pixel(min_x, d->subpixel_bits), d->first[0]);
   t->last[0] = MIN2(last_pixel(max_x, d->subpixel_bits), d->last[0]);
   t->first[1] = MAX2(d->height - 1 - last_pixel(max_y, d->subpixel_bits), d->first[1]);
   t->last[1] = MIN2(d->height - 1 - first_pixel(min_y, d->subpixel_bits), d->last[1]);
   return t->first[0] <= t->last[0] && t->first[1] <= t->last[1];
}

/* Edge `i` is the one opposite to corner i. */
static void
set_edge(struct pica_triangle *t, const struct pica_draw *d, unsigned i, const struct corner *a,
         const struct corner *b)
{
   const int32_t pixel = 1 << d->subpixel_bits;
   int32_t across = a->y - b->y, up = b->x - a->x; /* steps of a sub-pixel in x and in y */
   /* pixel (0, row 0): its centre is at y = height - 1/2 */
   int64_t x = pixel / 2 - a->x, y = (int64_t)d->height * pixel - pixel / 2 - a->y;
   t->edge[i] = across * x + up * y;
   t->edge_dx[i] = across * pixel;
   t->edge_dy[i] = -up * pixel;
}

typedef float half_vf
   __attribute__((vector_size(EMU_VEC_B / 2), may_alias)); /* as many floats as vd has doubles */

/* Attributes k, k + 1, ... of a corner, divided by w. */
ALWAYS_INLINE vd
over_w(const float *attribute, unsigned k, float rw)
{
   half_vf v;
   memcpy(&v, attribute + k, sizeof v);
   return __builtin_convertvector(v * rw, vd);
}

static void
set_planes(struct pica_triangle *t, const struct pica_draw *d, const struct corner c[3], double area)
{
   /* of corners: weights at pixel (0, 0), then their steps */
   double by[12] = {(double)t->edge[0], (double)t->edge[1], (double)t->edge[2], 0,
                    t->edge_dx[0],      t->edge_dx[1],      t->edge_dx[2],      0,
                    t->edge_dy[0],      t->edge_dy[1],      t->edge_dy[2],      0};
   for (unsigned i = 0; i < 12; i++)
      by[i] /= area;
   float first[3][PICA_CHUNK];
   for (unsigned i = 0; i < 3; i++) {
      memcpy(first[i], c[i].attribute, sizeof first[i]);
      first[i][PICA_AT_W] = 1;
   }
   for (unsigned k = 0; k < PICA_VERTEX_FLOATS; k += VD_LANES) {
      if (!(d->attributes >> (k / PICA_CHUNK * PICA_CHUNK) & ((1u << PICA_CHUNK) - 1)))
         continue;
      vd v[3];
      for (unsigned i = 0; i < 3; i++)
         v[i] = over_w(k < PICA_CHUNK ? first[i] : c[i].attribute, k, c[i].rw);
      const vd dx = v[0] * by[4] + v[1] * by[5] + v[2] * by[6],
               dy = v[0] * by[8] + v[1] * by[9] + v[2] * by[10];
      *(vd *)&t->at[k] = v[0] * by[0] + v[1] * by[1] + v[2] * by[2];
      *(vd *)&t->dx[k] = dx;
      *(vd *)&t->dy[k] = dy;
      *(half_vf *)&t->step_x[k] = __builtin_convertvector(dx, half_vf);
      *(half_vf *)&t->step_y[k] = __builtin_convertvector(dy, half_vf);
   }
}

/* A side whose points are outside: right, or upper (y up). Only now, as weights want them as they are. */
static void
break_tie(struct pica_triangle *t, unsigned i)
{
   t->edge[i] -= t->edge_dx[i] < 0 || (!t->edge_dx[i] && t->edge_dy[i] > 0);
}

bool
EMU_FN(pica_triangle_setup)(struct pica_triangle *t, const struct pica_draw *d, const struct pica_vertex v[3])
{
   struct corner c[3] = {corner_of(d, &v[0]), corner_of(d, &v[1]), corner_of(d, &v[2])};
   int64_t area = double_area(&c[0], &c[1], &c[2]);
   if (!area || (d->culling == PICA_CULL_CCW && area > 0) || (d->culling == PICA_CULL_CW && area < 0))
      return false;
   if (area < 0) {
      struct corner swap = c[1];
      c[1] = c[2];
      c[2] = swap;
      area = -area;
   }
   if (!set_bounds(t, d, c))
      return false;
   set_edge(t, d, 0, &c[1], &c[2]);
   set_edge(t, d, 1, &c[2], &c[0]);
   set_edge(t, d, 2, &c[0], &c[1]);
   set_planes(t, d, c, (double)area);
   for (unsigned i = 0; i < 3; i++)
      break_tie(t, i);
   return true;
}
