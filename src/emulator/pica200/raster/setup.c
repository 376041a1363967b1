/* SPDX-License-Identifier: MIT
 *
 * Triangles from clipped vertices: division by w, viewport, fixed point (12.4), culling, edge functions, planes. Ties of an edge function go
 * to the left and the lower side of a triangle (y up). What the chip's grid and rule are no source knows; both emulators that were compared
 * agree in this one. Positions beyond 12 signed bits of pixels are cut to them.
 *
 * All but planes is done for a batch of triangles, a lane each, in loops that compilers make vectors of. Edge functions are below 2^40, so
 * that doubles have them exactly.
 */
#include "emulator/pica200/raster/draw.h"

#include <math.h>
#include <string.h>

#include "emulator/simd/double.h"
#include "util/u_math.h"

enum { WHOLE_BITS = 11 }; /* of positions, beside the sign */

#define EACH_LANE for (unsigned n = 0; n < PICA_BATCH; n++)

/* Positions of one corner of all triangles. */
struct corners {
   _Alignas(64) float x[PICA_BATCH];
   _Alignas(64) float y[PICA_BATCH];
   _Alignas(64) float w[PICA_BATCH];
};

/* To sub-pixels, to nearest. */
static void
snap(const float *restrict x, const float *restrict rw, float half_size, float corner, unsigned bits,
     int32_t *restrict out)
{
   const float most = (float)((1u << (WHOLE_BITS + bits)) - 1), steps = (float)(1u << bits);
   EACH_LANE
   {
      float s = ((x[n] * rw[n] + 1) * half_size + corner) * steps;
      s = s > -most ? s : -most; /* what is no number, too */
      s = s < most ? s : most;
      out[n] = (int32_t)(s < 0 ? s - 0.5f : s + 0.5f);
   }
}

static void
set_corners(struct pica_batch *b, const struct pica_draw *d, const struct pica_vertex (*v)[3], unsigned count)
{
   for (unsigned i = 0; i < 3; i++) {
      struct corners c;
      for (unsigned n = 0; n < count; n++) {
         c.x[n] = v[n][i].position[0];
         c.y[n] = v[n][i].position[1];
         c.w[n] = v[n][i].position[3];
      }
      for (unsigned n = count; n < PICA_BATCH; n++)
         c.x[n] = c.y[n] = c.w[n] = 1; /* no area */
      EACH_LANE
      b->rw[i][n] = 1 / c.w[n];
      snap(c.x, b->rw[i], d->half_size[0], d->corner[0], d->subpixel_bits, b->x[i]);
      snap(c.y, b->rw[i], d->half_size[1], d->corner[1], d->subpixel_bits, b->y[i]);
   }
}

/* Twice the areas, positive from here on: where they were not, the second and the third corner are exchanged. */
static void
set_areas(struct pica_batch *b, const struct pica_draw *d)
{
   const double sign = d->culling == PICA_CULL_CCW ? -1 : 1; /* of what is kept, if anything is dropped */
   const bool culls = d->culling != PICA_CULL_NONE;
   EACH_LANE
   {
      const double area = (double)(b->x[1][n] - b->x[0][n]) * (double)(b->y[2][n] - b->y[0][n]) -
                          (double)(b->y[1][n] - b->y[0][n]) * (double)(b->x[2][n] - b->x[0][n]);
      b->area[n] = fabs(area);
      b->turned[n] = area < 0;
      b->live[n] = culls ? area * sign > 0 : area != 0;
   }
   EACH_LANE
   {
      const bool turned = b->turned[n];
      const int32_t x1 = b->x[1][n], x2 = b->x[2][n], y1 = b->y[1][n], y2 = b->y[2][n];
      const float rw1 = b->rw[1][n], rw2 = b->rw[2][n];
      b->x[1][n] = turned ? x2 : x1;
      b->x[2][n] = turned ? x1 : x2;
      b->y[1][n] = turned ? y2 : y1;
      b->y[2][n] = turned ? y1 : y2;
      b->rw[1][n] = turned ? rw2 : rw1;
      b->rw[2][n] = turned ? rw1 : rw2;
   }
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

/* The ranges of pixels to look at. */
static void
set_bounds(struct pica_batch *b, const struct pica_draw *d)
{
   const unsigned bits = d->subpixel_bits;
   const int32_t first_x = d->first[0], last_x = d->last[0], first_y = d->first[1], last_y = d->last[1],
                 top = d->height - 1;
   EACH_LANE
   {
      const int32_t min_x = MIN2(MIN2(b->x[0][n], b->x[1][n]), b->x[2][n]);
      const int32_t max_x = MAX2(MAX2(b->x[0][n], b->x[1][n]), b->x[2][n]);
      const int32_t min_y = MIN2(MIN2(b->y[0][n], b->y[1][n]), b->y[2][n]);
      const int32_t max_y = MAX2(MAX2(b->y[0][n], b->y[1][n]), b->y[2][n]);
      const int32_t x0 = first_pixel(min_x, bits), x1 = last_pixel(max_x, bits);
      const int32_t y0 = top - last_pixel(max_y, bits), y1 = top - first_pixel(min_y, bits);
      b->first[0][n] = MAX2(x0, first_x);
      b->last[0][n] = MIN2(x1, last_x);
      b->first[1][n] = MAX2(y0, first_y);
      b->last[1][n] = MIN2(y1, last_y);
      b->live[n] &= (b->first[0][n] <= b->last[0][n]) & (b->first[1][n] <= b->last[1][n]);
   }
}

/* Edge \p i is the one opposite to corner i, from corner \p from to \p to. Weights want it before ties are broken: a side whose points are
 * outside is right, or upper (y up). */
static void
set_edge(struct pica_batch *b, const struct pica_draw *d, unsigned i, unsigned from, unsigned to)
{
   const int32_t pixel = 1 << d->subpixel_bits;
   const double x = pixel / 2, y = (double)d->height * pixel -
                                   pixel / 2; /* pixel (0, row 0): its centre is at height - 1/2 */
   EACH_LANE
   {
      const int32_t across = b->y[from][n] - b->y[to][n],
                    up = b->x[to][n] - b->x[from][n]; /* steps of a sub-pixel in x and in y */
      const double edge = across * (x - b->x[from][n]) + up * (y - b->y[from][n]);
      const int32_t dx = across * pixel, dy = -up * pixel;
      b->edge_dx[i][n] = dx;
      b->edge_dy[i][n] = dy;
      b->weight[i][n] = edge / b->area[n];
      b->weight_dx[i][n] = dx / b->area[n];
      b->weight_dy[i][n] = dy / b->area[n];
      b->edge[i][n] = edge - (double)((dx < 0) | ((dx == 0) & (dy > 0)));
   }
}

void
EMU_FN(pica_batch_setup)(struct pica_batch *b, const struct pica_draw *d, const struct pica_vertex (*v)[3],
                         unsigned count)
{
   set_corners(b, d, v, count);
   set_areas(b, d);
   set_bounds(b, d);
   set_edge(b, d, 0, 1, 2);
   set_edge(b, d, 1, 2, 0);
   set_edge(b, d, 2, 0, 1);
}

typedef float half_vf
   __attribute__((vector_size(EMU_VEC_B / 2), may_alias)); /* as many floats as vd has doubles */

/* Attributes k, k + 1, ... of a corner, divided by w. */
ALWAYS_INLINE vd
over_w(const struct pica_vertex *corner, unsigned k, float rw)
{
   half_vf v;
   memcpy(&v, (const char *)corner + k * sizeof(float), sizeof v);
   v = v * rw;
   if (k <= PICA_AT_W && PICA_AT_W < k + VD_LANES)
      v[PICA_AT_W - k] = rw;
   return __builtin_convertvector(v, vd);
}

static void
set_planes(struct pica_triangle *t, const struct pica_draw *d, const struct pica_batch *b, unsigned n,
           const struct pica_vertex *const corner[3])
{
   for (unsigned k = 0; k < PICA_VERTEX_FLOATS; k += VD_LANES) {
      if (!(d->attributes >> (k / PICA_CHUNK * PICA_CHUNK) & ((1u << PICA_CHUNK) - 1)))
         continue;
      vd v[3];
      for (unsigned i = 0; i < 3; i++)
         v[i] = over_w(corner[i], k, b->rw[i][n]);
      const vd dx = v[0] * b->weight_dx[0][n] + v[1] * b->weight_dx[1][n] + v[2] * b->weight_dx[2][n];
      const vd dy = v[0] * b->weight_dy[0][n] + v[1] * b->weight_dy[1][n] + v[2] * b->weight_dy[2][n];
      *(vd *)&t->at[k] = v[0] * b->weight[0][n] + v[1] * b->weight[1][n] + v[2] * b->weight[2][n];
      *(vd *)&t->dx[k] = dx;
      *(vd *)&t->dy[k] = dy;
      *(half_vf *)&t->step_x[k] = __builtin_convertvector(dx, half_vf);
      *(half_vf *)&t->step_y[k] = __builtin_convertvector(dy, half_vf);
   }
}

/* What does not change inside of a tile, as steps of 0 say. */
static void
set_lines(struct pica_triangle *t, const struct pica_draw *d, unsigned u)
{
   const double dx = t->dx[PICA_AT_W], dy = t->dy[PICA_AT_W];
   t->flat = dx == 0 && dy == 0;
   /* as anywhere: zeros have signs */
   t->w = t->flat ? 1 / ((float)(t->at[PICA_AT_W] + dx * 0.0 + dy * 0.0) + ((float)dx + (float)dy)) : 0;
   t->lines = !t->flat || !(d->units >> PICA_TEXTURES & 1) ? PICA_LINES_UNKNOWN
              : t->step_y[u] == 0 && t->step_x[u + 1] == 0 ? PICA_LINES_UPRIGHT
              : t->step_x[u] == 0 && t->step_y[u + 1] == 0 ? PICA_LINES_TURNED
                                                           : PICA_LINES_UNKNOWN;
}

void
EMU_FN(pica_triangle_setup)(struct pica_triangle *t, const struct pica_draw *d, const struct pica_batch *b,
                            unsigned n, const struct pica_vertex v[3])
{
   const bool turned = b->turned[n];
   for (unsigned i = 0; i < 3; i++) {
      t->edge[i] = (int64_t)b->edge[i][n];
      t->edge_dx[i] = b->edge_dx[i][n];
      t->edge_dy[i] = b->edge_dy[i][n];
   }
   for (unsigned i = 0; i < 2; i++) {
      t->first[i] = b->first[i][n];
      t->last[i] = b->last[i][n];
   }
   set_planes(t, d, b, n, (const struct pica_vertex *const[3]){&v[0], &v[1 + turned], &v[2 - turned]});
   set_lines(t, d, d->unit_coords[PICA_TEXTURES]);
}
