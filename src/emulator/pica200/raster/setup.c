/* SPDX-License-Identifier: MIT
 *
 * Triangles from clipped vertices: division by w, viewport, fixed point (12.4), culling, edge functions, planes. Ties of an edge function go
 * to the left and the lower side of a triangle (y up). What the chip's grid and rule are no source knows; both emulators that were compared
 * agree in this one. Positions beyond 12 signed bits of pixels are cut to them.
 */
#include "emulator/pica200/raster/draw.h"

#include <math.h>
#include <string.h>

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

static void
set_planes(struct pica_triangle *t, const struct pica_draw *d, const struct corner c[3], double area)
{
   double weight[3], dx[3], dy[3];
   for (unsigned i = 0; i < 3; i++) {
      dx[i] = t->edge_dx[i] / area;
      dy[i] = t->edge_dy[i] / area;
      weight[i] = (double)t->edge[i] / area;
   }
   for (uint32_t left = d->attributes; left; left &= left - 1) {
      unsigned k = (unsigned)__builtin_ctz(left);
      double v[3];
      for (unsigned i = 0; i < 3; i++)
         v[i] = k == PICA_AT_W ? c[i].rw : (double)(c[i].attribute[k] * c[i].rw);
      t->plane[k].at = v[0] * weight[0] + v[1] * weight[1] + v[2] * weight[2];
      t->plane[k].dx = v[0] * dx[0] + v[1] * dx[1] + v[2] * dx[2];
      t->plane[k].dy = v[0] * dy[0] + v[1] * dy[1] + v[2] * dy[2];
   }
}

/* A side whose points are outside: right, or upper (y up). Only now, as weights want them as they are. */
static void
break_tie(struct pica_triangle *t, unsigned i)
{
   t->edge[i] -= t->edge_dx[i] < 0 || (!t->edge_dx[i] && t->edge_dy[i] > 0);
}

bool
pica_triangle_setup(struct pica_triangle *t, const struct pica_draw *d, const struct pica_vertex v[3])
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
