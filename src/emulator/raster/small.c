/* SPDX-License-Identifier: MIT
 *
 * Triangles whose pixels in the tile lie within 16x16 from an even one on, as most of a mesh do: coverage of as many
 * triangles at a time as a vector has lanes, one pixel of all after the other. Their edges are exact in 32 bits, counted
 * from these pixels. Areas, edges and the rule for centres on edges are those of raster/setup.c.
 */
#include "emulator/raster/small.h"

#include <assert.h>
#include <string.h>

#include "emulator/raster/kernels.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

_Static_assert(EMU_VEC_LANES <= RASTER_SMALL_MAX, "a lane for each triangle");

/* Larger ones may have small parts in a tile, but their edges need more bits. Here products are below 2^27: steps are below
 * 2^13, and no pixel's centre is 2^14 from a corner. */
enum { MAX_EXTENT = 32 * 256 };

struct corners {
   vi x[3], y[3];
};

/* x, y, z and 1/w of corner k of four triangles. */
static inline void
load_four(const struct raster_triangle *const t[4], unsigned k, v4f *x, v4f *y, v4f *z, v4f *w)
{
   v4f v[4];
   for (unsigned i = 0; i < 4; i++)
      memcpy(&v[i], &t[i]->v[k]->x, 16);
   const v4f xy0 = EMU_SHUFFLE(v[0], v[1], 0, 4, 1, 5), xy1 = EMU_SHUFFLE(v[2], v[3], 0, 4, 1, 5),
             zw0 = EMU_SHUFFLE(v[0], v[1], 2, 6, 3, 7), zw1 = EMU_SHUFFLE(v[2], v[3], 2, 6, 3, 7);
   *x = EMU_SHUFFLE(xy0, xy1, 0, 1, 4, 5);
   *y = EMU_SHUFFLE(xy0, xy1, 2, 3, 6, 7);
   *z = EMU_SHUFFLE(zw0, zw1, 0, 1, 4, 5);
   *w = EMU_SHUFFLE(zw0, zw1, 2, 3, 6, 7);
}

static struct corners
load_corners(const struct raster_triangle *t, unsigned n, int32_t centre, struct raster_small *out)
{
   _Alignas(EMU_VEC_B) float x[3][EMU_VEC_LANES], y[3][EMU_VEC_LANES];
   struct corners c;
   for (unsigned i = 0; i < EMU_VEC_LANES; i += 4) {
      const struct raster_triangle *four[4];
      for (unsigned j = 0; j < 4; j++)
         four[j] = &t[i + j < n ? i + j : 0];
      for (unsigned k = 0; k < 3; k++)
         load_four(four, k, (v4f *)&x[k][i], (v4f *)&y[k][i], (v4f *)&out->vz[k][i], (v4f *)&out->vrw[k][i]);
   }
   for (unsigned k = 0; k < 3; k++) { /* raster_to_fixed */
      c.x[k] = v_cvtt(v_load(x[k]) * v_splat(1 << RASTER_SUBPIXEL_BITS)) + v_splati(centre);
      c.y[k] = v_cvtt(v_load(y[k]) * v_splat(1 << RASTER_SUBPIXEL_BITS)) + v_splati(centre);
   }
   return c;
}

/* Pixels of the tile from lo on and before hi in one direction, and whether the triangle is as small as it must be. */
struct span {
   vi lo, hi, fits;
};

static inline struct span
span_of(const vi v[3], int32_t clip_lo, int32_t clip_hi, int32_t tile)
{
   const vi least = v_mini(v_mini(v[0], v[1]), v[2]), most = v_maxi(v_maxi(v[0], v[1]), v[2]);
   return (struct span){
      v_maxi((least + 127) >> 8, v_splati(MAX2(clip_lo, tile))) - tile,
      v_mini((most + 128) >> 8, v_splati(MIN2(clip_hi, tile + RASTER_TILE_PX))) - tile,
      (vi)((vu)most - (vu)least < (vu)v_splati(MAX_EXTENT)),
   };
}

/* Edge functions at the centre of the first pixel, whose steps from pixel to pixel are a and b. Lanes that are not small wrap
 * around. */
static inline void
edges(const struct corners *c, vi negative, vi first_x, vi first_y, vi a[3], vi b[3], vi e[3])
{
   for (unsigned i = 0; i < 3; i++) {
      const unsigned j = (i + 1) % 3, k = (i + 2) % 3;
      a[i] = ((c->y[j] - c->y[k]) ^ negative) - negative;
      b[i] = ((c->x[k] - c->x[j]) ^ negative) - negative;
      const vi inclusive = (a[i] > 0) | ((a[i] == 0) & (b[i] > 0));
      const vu fine = (vu)a[i] * (vu)(first_x - c->x[j]) + (vu)b[i] * (vu)(first_y - c->y[j]);
      e[i] = ((vi)fine + ~inclusive) >> 8;
   }
}

/* Bits of the 4x4 pixels that lie inside of all edges, in columns and rows that count. */
static inline vi
coverage(const vi a[3], const vi b[3], const vi at[3], const struct span *x, const struct span *y, vi first_x,
         vi first_y)
{
   vi outside = v_splati(0), no_column[4], e[3] = {at[0], at[1], at[2]};
   for (int32_t k = 0; k < 4; k++)
      no_column[k] = (first_x + k < x->lo) | (first_x + k >= x->hi);
#pragma GCC unroll 4
   for (int32_t py = 0; py < 4; py++) {
      const vi no_row = (first_y + py < y->lo) | (first_y + py >= y->hi);
      vi f[3] = {e[0], e[1], e[2]};
#pragma GCC unroll 4
      for (int32_t px = 0; px < 4; px++) {
         const int32_t bit = (px & 1) | (py & 1) << 1 | (px & 2) << 1 | (py & 2) << 2;
         const vi out = f[0] | f[1] | f[2] | no_row | no_column[px];
         outside |= (out >> 31) & v_splati(1 << bit);
         for (unsigned i = 0; i < 3; i++)
            f[i] += a[i];
      }
      for (unsigned i = 0; i < 3; i++)
         e[i] += b[i];
   }
   return ~outside & 0xffff;
}

/* Lanes that reach behind 0, 4, 8 and 12 pixels from the first one on. */
struct reach {
   uint32_t x[4], y[4];
};

static inline uint32_t
needed(const struct reach *r, unsigned q)
{
   return r->x[q % 2 + q / 4 % 2 * 2] & r->y[q / 2 % 2 + q / 8 * 2];
}

/* The parts of 4x4 pixels that one of the lanes needs. */
static inline void
cover(const vi a[3], const vi b[3], const vi at[3], const struct span *x, const struct span *y, vi first_x,
      vi first_y, const struct reach *reach, vi any_area, struct raster_small *out)
{
   vi any = v_splati(0);
   for (unsigned q = 0; q < 1u << (out->log2_quads - 2); q++) {
      const int32_t dx = (int32_t)(q % 2 * 4 + q / 4 % 2 * 8), dy = (int32_t)(q / 2 % 2 * 4 + q / 8 * 8);
      vi e[3], cov = v_splati(0);
      if (needed(reach, q)) {
         for (unsigned i = 0; i < 3; i++) {
            e[i] = at[i];
            if (q)
               e[i] += a[i] * dx + b[i] * dy;
         }
         cov = coverage(a, b, e, x, y, first_x + dx, first_y + dy) & any_area;
      }
      *(vi *)out->cov[q] = cov;
      any |= cov;
   }
   out->covered = v_bits(any != 0) & out->lanes;
}

/* Fewer than these that need more than 8x8 pixels are faster one by one. */
enum { FEW = 3 };

void
EMU_FN(raster_find_small)(const struct raster_bound *st, const struct raster_triangle *t, unsigned n,
                          uint32_t tile_x, uint32_t tile_y, struct raster_small *out)
{
   assert(n && n <= EMU_VEC_LANES && !st->ms);
   const struct corners c = load_corners(t, n, st->ds->raster.pix_center_half ? 0 : 128, out);
   const struct span x = span_of(c.x, st->clip[0], st->clip[2], (int32_t)tile_x);
   const struct span y = span_of(c.y, st->clip[1], st->clip[3], (int32_t)tile_y);
   const vi first_y = y.lo & ~1, to_y = y.hi - first_y;
   vi first_x = x.lo & ~1, to_x = x.hi - first_x;
   const uint32_t none = v_bits((x.lo >= x.hi) | (y.lo >= y.hi)),
                  fits = v_bits(x.fits & y.fits) & ((1u << n) - 1);
   uint32_t within = v_bits((to_x <= 4) & (to_y <= 4));
   out->log2_quads = 2;
   if (st->small && (fits & ~none & ~within)) {
      first_x = x.lo & ~3;
      to_x = x.hi - first_x;
      const uint32_t in_16 = v_bits((to_x <= RASTER_SMALL_PX) & (to_y <= RASTER_SMALL_PX));
      within = v_bits((to_x <= 8) & (to_y <= 8));
      const bool many = __builtin_popcount(fits & in_16 & ~within & ~none) >= FEW;
      within = many ? in_16 : within;
      out->log2_quads = many ? 6 : 4;
   }
   out->lanes = fits & (none | within);
   out->covered = 0;
   if (!out->lanes)
      return;
   const vi area =
      (vi)((vu)(c.x[1] - c.x[0]) * (vu)(c.y[2] - c.y[0]) - (vu)(c.y[1] - c.y[0]) * (vu)(c.x[2] - c.x[0]));
   const vi negative = area >> 31;
   vi a[3], b[3], e[3];
   edges(&c, negative, (vi)((vu)(first_x + (int32_t)tile_x) << 8) + 128,
         (vi)((vu)(first_y + (int32_t)tile_y) << 8) + 128, a, b, e);
   const uint32_t seen = out->lanes & ~none;
   struct reach reach;
   for (int32_t k = 0; k < 4; k++) {
      reach.x[k] = v_bits(to_x > k * 4) & seen;
      reach.y[k] = v_bits(to_y > k * 4) & seen;
   }
   cover(a, b, e, &x, &y, first_x, first_y, &reach, area != 0, out);
   *(vi *)out->x = first_x;
   *(vi *)out->y = first_y;
   *(vi *)out->area = (area ^ negative) - negative;
   for (unsigned i = 0; i < 3; i++) {
      *(vi *)out->a[i] = a[i];
      *(vi *)out->b[i] = b[i];
      *(vi *)out->vx[i] = c.x[i];
      *(vi *)out->vy[i] = c.y[i];
   }
}

void
EMU_FN(raster_setup_small)(const struct raster_bound *st, const struct raster_triangle *t,
                           const struct raster_small *s, unsigned i, struct raster_setup *o)
{
   assert(i < RASTER_SMALL_MAX && s->lanes >> i & 1 && s->cov[0][i] && s->area[i] > 0);
   o->st = st;
   o->kind = RASTER_PRIM_TRIANGLE;
   o->front = t->front;
   o->provoking = t->provoking;
   o->z_offset = 0;
   o->flags = 0;
   for (unsigned k = 0; k < 3; k++)
      o->v[k] = t->v[k];
   o->inv_area = 256.0 / (double)s->area[i];
   struct raster_plane *const lin[3] = {NULL, &o->lin1, &o->lin2};
   for (unsigned k = 1; k < 3; k++) {
      const unsigned j = (k + 1) % 3;
      const int64_t c = (int64_t)s->a[k][i] * (128 - s->vx[j][i]) + (int64_t)s->b[k][i] * (128 - s->vy[j][i]);
      *lin[k] = (struct raster_plane){(double)c * (1.0 / 256), s->a[k][i], s->b[k][i], 0};
   }
}
