/* SPDX-License-Identifier: MIT
 *
 * Interpolation. A parameter is a vector of a vertex; RS instructions pick components of them, of the place in a point,
 * and constants. The hardware's precision is not documented; everything here is binary32.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/rs/rs.h"
#include "emulator/raster/plane.h"
#include "emulator/simd/lanes.h"

/* Barycentrics of a quad. */
struct quad_ij {
   v4f i, j;
};

static struct quad_ij
load_quad(const struct raster_setup *p, unsigned x, unsigned y, bool affine)
{
   _Alignas(16) uint32_t i[4], j[4], d[4];
   const bool flat = affine || p->flags & RASTER_FLAT_W;
   struct quad_ij q;
   plane_row_quad(flat ? &p->lin1 : &p->n1, x, y, i);
   plane_row_quad(flat ? &p->lin2 : &p->n2, x, y, j);
   memcpy(&q.i, i, sizeof i);
   memcpy(&q.j, j, sizeof j);
   if (flat)
      return q;
   v4f den;
   plane_row_quad(&p->den, x, y, d);
   memcpy(&den, d, sizeof d);
   const v4f r = 1.0f / den;
   q.i *= r;
   q.j *= r;
   return q;
}

static v4f
splat4(float f)
{
   return (v4f){f, f, f, f};
}

static v4f
interpolate(const struct raster_setup *p, const struct quad_ij *q, unsigned from, bool flat)
{
   if (p->kind == RASTER_PRIM_POINT || flat)
      return splat4(p->v[p->kind == RASTER_PRIM_POINT ? 0 : p->provoking]->params[from]);
   const float p0 = p->v[0]->params[from], p1 = p->v[1]->params[from], p2 = p->v[2]->params[from];
   return (p0 + q->i * (p1 - p0)) + q->j * (p2 - p0);
}

static v4f
component(const struct r300_draw *d, const struct raster_setup *p, const struct quad_ij *q, unsigned from,
          bool back_color)
{
   const bool point = p->kind == RASTER_PRIM_POINT;
   switch (from) {
   case RS_FROM_ZERO:
      return splat4(0);
   case RS_FROM_ONE:
      return splat4(1);
   case RS_FROM_S:
      if (!point)
         return splat4(0);
      return d->point_s[0] + q->i * (d->point_s[1] - d->point_s[0]);
   case RS_FROM_T:
      if (!point)
         return splat4(0);
      return d->point_t[0] + q->j * (d->point_t[1] - d->point_t[0]);
   default:
      assert(from < R300_PARAMS * 4);
      if (back_color)
         from += R300_COLORS / 2 * 4;
      return interpolate(p, q, from, d->draw.raster.flat_params >> (from / 4) & 1);
   }
}

/* x, y of the pixels of a quad, 0, 0. */
static v4f
position(unsigned x, unsigned y, unsigned comp)
{
   const v4f xs = (float)x + (v4f){0, 1, 0, 1}, ys = (float)y + (v4f){0, 0, 1, 1};
   if (comp > 1)
      return splat4(0);
   return comp ? ys : xs;
}

static void
load(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b)
{
   assert(b->num_quads <= EMU_QUADS);
   memset(us->temp, 0, d->us.program->num_temps * sizeof us->temp[0]);
   for (unsigned k = 0; k < b->num_quads; k++) {
      const struct raster_setup *p = b->prim[k];
      const struct quad_ij q = load_quad(p, b->x[k], b->y[k], d->affine);
      for (unsigned n = 0; n < d->num_writes; n++) {
         const struct rs_write *w = &d->write[n];
         for (unsigned c = 0; c < 4; c++) {
            v4f *to = (v4f *)&us->temp[w->reg][c].u[k * 4];
            if (w->face)
               *to = splat4(c == 0 && !p->front ? 1 : 0);
            else if (w->position)
               *to = position(b->x[k], b->y[k], c);
            else
               *to = component(d, p, &q, w->from[c], w->color && d->two_sided && !p->front);
         }
      }
   }
}

const struct rs_kernels EMU_FN(rs_kernels) = {.load = load};
