/* SPDX-License-Identifier: MIT
 *
 * Draws one tile: walks its primitives and finds the covered pixels of each block.
 */
#include <assert.h>
#include <stddef.h>

#include "emulator/core/perf.h"
#include "emulator/core/wave.h"
#include "emulator/pixel/kernels.h"
#include "emulator/raster/edge.h"
#include "emulator/raster/kernels.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/mask.h"
#include "util/u_math.h"

static void
draw_rect(struct raster_worker *w, struct raster_setup *p)
{
   int32_t tx = (int32_t)w->px.tile_x, ty = (int32_t)w->px.tile_y;
   int32_t x0 = MAX2(p->x0 - tx, 0), x1 = MIN2(p->x1 - tx, RASTER_TILE_PX);
   int32_t y0 = MAX2(p->y0 - ty, 0), y1 = MIN2(p->y1 - ty, RASTER_TILE_PX);
   const int32_t in0 = (x0 + 7) & ~7, in1 = x1 & ~7, top = (y0 + 7) & ~7, bottom = y1 & ~7; /* whole blocks */
   const unsigned n = in0 < in1 && top < bottom ? (unsigned)(in1 - in0) / 8 : 0;
   const bool filled = n && !p->st->strips &&
                       EMU_FN(raster_fill_blocks)(w, p, (unsigned)(top / 8 * RASTER_TILE_BLOCKS + in0 / 8), n,
                                                  (unsigned)(bottom - top) / 8);
   for (int32_t by = y0 & ~7; by < y1; by += 8) {
      const bool whole = n && by >= top && by < bottom;
      for (int32_t bx = x0 & ~7; bx < x1; bx += 8) {
         const unsigned block = (unsigned)(by / 8 * RASTER_TILE_BLOCKS + bx / 8);
         if (whole && bx == in0) {
            if (!filled)
               EMU_FN(raster_draw_strip)(w, p, block, n);
            bx = in1 - 8;
            continue;
         }
         EMU_FN(raster_draw_block)(w, p, block, raster_rect_mask(x0 - bx, y0 - by, x1 - bx, y1 - by));
      }
   }
}

/* Edge functions at a pixel of the tile. What is farther away than any pixel of a block from it is cut, so that sums with
 * steps inside of a block fit 32 bits and keep their signs: steps are below 2^24 each. */
ALWAYS_INLINE void
edges_at(const struct raster_worker *w, const struct raster_setup *p, int32_t x, int32_t y, int32_t e[3])
{
   const int64_t far = INT64_C(1) << 30;
   for (unsigned i = 0; i < 3; i++) {
      const int64_t v = p->c[i] + (int64_t)p->a[i] * ((int32_t)w->px.tile_x + x) +
                        (int64_t)p->b[i] * ((int32_t)w->px.tile_y + y);
      e[i] = (int32_t)CLAMP(v, -far, far);
   }
}

/* A block's coverage from that of 4x4 pixels whose first quad is quad (qx, qy) of the block. Quads behind the block's last
 * ones go to its first. */
static inline uint64_t
place_quads(uint32_t cov, unsigned qx, unsigned qy)
{
   static const uint8_t x_bits[5] = {0, 4, 16, 20, 0}, y_bits[5] = {0, 8, 32, 40, 0};
   const unsigned x0 = x_bits[qx], x1 = x_bits[qx + 1], y0 = y_bits[qy], y1 = y_bits[qy + 1];
   return (uint64_t)(cov & 15) << (x0 + y0) | (uint64_t)(cov >> 4 & 15) << (x1 + y0) |
          (uint64_t)(cov >> 8 & 15) << (x0 + y1) | (uint64_t)(cov >> 12 & 15) << (x1 + y1);
}

/* A triangle whose bounds lie in the block at (bx, by) of the tile, or the part of one that does. */
static void
draw_in_block(struct raster_worker *w, struct raster_setup *p, int32_t bx, int32_t by, int32_t x0, int32_t y0,
              int32_t x1, int32_t y1)
{
   const int32_t qx = x0 & ~1, qy = y0 & ~1;
   const bool small = x1 - qx <= 4 && y1 - qy <= 4;
   int32_t e[3];
   edges_at(w, p, small ? qx : bx, small ? qy : by, e);
   uint64_t cov;
   if (small)
      cov = place_quads((uint32_t)(raster_rect_mask(x0 - qx, y0 - qy, x1 - qx, y1 - qy) &
                                   edge_mask_of_three(e, p->a, p->b, 16)),
                        (unsigned)(qx - bx) / 2, (unsigned)(qy - by) / 2);
   else
      cov =
         raster_rect_mask(x0 - bx, y0 - by, x1 - bx, y1 - by) & edge_mask_of_three(e, p->a, p->b, EMU_LANES);
   if (cov)
      EMU_FN(raster_draw_block)(w, p, (unsigned)(by / 8 * RASTER_TILE_BLOCKS + bx / 8), cov);
}

static void
draw_triangle(struct raster_worker *w, struct raster_setup *p)
{
   int32_t tx = (int32_t)w->px.tile_x, ty = (int32_t)w->px.tile_y;
   int32_t x0 = MAX2(p->x0 - tx, 0), x1 = MIN2(p->x1 - tx, RASTER_TILE_PX);
   int32_t y0 = MAX2(p->y0 - ty, 0), y1 = MIN2(p->y1 - ty, RASTER_TILE_PX);
   int32_t bx0 = x0 & ~7, by0 = y0 & ~7;
   if (x0 >= x1 || y0 >= y1) /* binned for more than it covers */
      return;
   if (x1 - bx0 <= 16 && y1 - by0 <= 16) {
      for (int32_t by = by0; by < y1; by += 8)
         for (int32_t bx = bx0; bx < x1; bx += 8)
            draw_in_block(w, p, bx, by, MAX2(x0, bx), MAX2(y0, by), MIN2(x1, bx + 8), MIN2(y1, by + 8));
      return;
   }
   /* of each edge: least and greatest change inside a block, value at the first block of a row */
   int64_t lo[3], hi[3], row[3];
   bool all_in = true;
   for (unsigned i = 0; i < 3; i++) {
      int64_t a = p->a[i], b = p->b[i];
      lo[i] = 7 * ((a < 0 ? a : 0) + (b < 0 ? b : 0));
      hi[i] = 7 * ((a > 0 ? a : 0) + (b > 0 ? b : 0));
      row[i] = p->c[i] + a * (tx + bx0) + b * (ty + by0);
      int64_t least = row[i] + (a < 0 ? a * (x1 - 1 - bx0) : 0) + (b < 0 ? b * (y1 - 1 - by0) : 0);
      all_in &= least >= 0;
   }
   if (all_in) {
      draw_rect(w, p);
      return;
   }
   for (int32_t by = by0; by < y1; by += 8) {
      int64_t e[3] = {row[0], row[1], row[2]};
      unsigned first = 0, n = 0; /* whole blocks that wait for their neighbours */
      for (int32_t bx = bx0; bx < x1; bx += 8) {
         const unsigned block = (unsigned)(by / 8 * RASTER_TILE_BLOCKS + bx / 8);
         if (((e[0] + hi[0]) | (e[1] + hi[1]) | (e[2] + hi[2])) >= 0) {
            uint64_t cov = ~UINT64_C(0);
            if (bx < x0 || by < y0 || bx + 8 > x1 || by + 8 > y1)
               cov = raster_rect_mask(x0 - bx, y0 - by, x1 - bx, y1 - by);
            for (unsigned i = 0; i < 3; i++)
               if (e[i] + lo[i] < 0)
                  cov &= edge_mask((int32_t)e[i], p->a[i], p->b[i]);
            if (cov == ~UINT64_C(0)) { /* a triangle covers blocks of a row in one piece */
               assert(!n || block == first + n);
               first = n++ ? first : block;
            } else if (cov) {
               EMU_FN(raster_draw_block)(w, p, block, cov);
            }
         }
         for (unsigned i = 0; i < 3; i++)
            e[i] += (int64_t)p->a[i] * 8;
      }
      if (n)
         EMU_FN(raster_draw_strip)(w, p, first, n);
      for (unsigned i = 0; i < 3; i++)
         row[i] += (int64_t)p->b[i] * 8;
   }
}

static void
draw_line(struct raster_worker *w, struct raster_setup *p)
{
   uint64_t blocks = raster_line_cover(p, w->px.tile_x, w->px.tile_y, w->line_mask);
   for (; blocks; blocks &= blocks - 1) {
      unsigned block = (unsigned)__builtin_ctzll(blocks);
      uint64_t cov = w->line_mask[block];
      w->line_mask[block] = 0;
      EMU_FN(raster_draw_block)(w, p, block, cov);
   }
}

static void
draw_prim(struct raster_worker *w, const struct raster_bound *st, const struct raster_prim *prim)
{
   static void (*const draw[])(struct raster_worker *, struct raster_setup *) = {
      [RASTER_PRIM_TRIANGLE] = draw_triangle,
      [RASTER_PRIM_LINE] = draw_line,
      [RASTER_PRIM_POINT] = draw_rect,
      [RASTER_PRIM_RECT] = draw_rect,
   };
   struct raster_setup *p = raster_next_setup(w);
   if (EMU_FN(raster_setup_prim)(st, prim, p))
      (st->ms ? EMU_FN(raster_draw_ms) : draw[p->kind])(w, p);
}

static void
draw_large(struct raster_worker *w, const struct raster_bound *st, const struct raster_triangle *t)
{
   const struct raster_prim p = {
      .kind = RASTER_PRIM_TRIANGLE,
      .front = t->front,
      .provoking = t->provoking,
      .v = {t->v[0], t->v[1], t->v[2]}
   };
   draw_prim(w, st, &p);
}

/* A small triangle whose blocks need more than small_draw.c does; its 4x4 pixels may lie in up to four of them. */
static void
draw_small_in_blocks(struct raster_worker *w, const struct raster_bound *st, const struct raster_triangle *t,
                     const struct raster_small *s, unsigned i)
{
   const unsigned x = (unsigned)s->x[i], y = (unsigned)s->y[i], qx = x / 2 & 3, qy = y / 2 & 3;
   const unsigned block = y / 8 * RASTER_TILE_BLOCKS + x / 8;
   const uint32_t cov = (uint32_t)s->cov[0][i];
   struct raster_setup *p = raster_next_setup(w);
   assert(s->log2_quads == 2);
   EMU_FN(raster_setup_small)(st, t, s, i, p);
   if (qx < 3 && qy < 3) {
      EMU_FN(raster_draw_block)(w, p, block, place_quads(cov, qx, qy));
      return;
   }
   const uint32_t columns[2] = {qx == 3 ? 0x0f0f : 0xffff, 0xf0f0},
                  rows[2] = {qy == 3 ? 0x00ff : 0xffff, 0xff00};
   for (unsigned dy = 0; dy <= (qy == 3); dy++)
      for (unsigned dx = 0; dx <= (qx == 3); dx++) {
         const uint32_t part = cov & columns[dx] & rows[dy];
         if (part) /* place_quads() wraps around to the next block */
            EMU_FN(raster_draw_block)(w, p, block + dy * RASTER_TILE_BLOCKS + dx, place_quads(part, qx, qy));
      }
}

/* How many of n primitives from the first one on can be looked at together as small triangles. */
static unsigned
same_triangles(const struct raster_ref *const *ref, unsigned n)
{
   const struct raster_bound *st = ref[0]->st;
   unsigned i = 0;
   while (i < n && ref[i]->st == st && ref[i]->prim.kind == RASTER_PRIM_TRIANGLE)
      i++;
   return st->ms ? 0 : i;
}

/* n triangles of one state without samples, at most a vector's lanes. */
static void
draw_triangles(struct raster_worker *w, const struct raster_bound *st, const struct raster_triangle *t,
               unsigned n)
{
   struct raster_small small;
   struct raster_small_planes planes;
   EMU_FN(raster_find_small)(st, t, n, w->px.tile_x, w->px.tile_y, &small);
   uint32_t large = ~small.lanes & ((1u << n) - 1), together = st->small ? small.covered : 0;
   if (together)
      EMU_FN(raster_plane_small)(st, &small, &planes);
   for (uint32_t others = large | (small.covered & ~together); others; others &= others - 1) {
      const uint32_t k = (uint32_t)__builtin_ctz(others), before = together & ((1u << k) - 1);
      if (before)
         EMU_FN(raster_draw_small)(w, st, t, &small, &planes, before);
      together &= ~before;
      if (large >> k & 1)
         draw_large(w, st, &t[k]);
      else
         draw_small_in_blocks(w, st, &t[k], &small, k);
   }
   if (together)
      EMU_FN(raster_draw_small)(w, st, t, &small, &planes, together);
}

enum { FEW = 3 }; /* triangles that are not worth a vector */

/* A place in a bin that runs ahead of what is drawn, so that what stands there is in the cache when it is wanted: a mesh's
 * vertices lie scattered in more memory than caches near the CPU hold. */
struct ahead {
   const struct raster_chunk *c;
   uint32_t i;
};

static inline void
fetch_chunk(const struct raster_chunk *c)
{
   for (unsigned at = 0; c && at < 4 * 64; at += 64) /* the CPU sees that there is more behind */
      __builtin_prefetch((const char *)c + at);
}

/* The vertices of the next triangle. NULL: there is none, or it has a ref. */
ALWAYS_INLINE const struct raster_vertex *const *
next_ahead(struct ahead *a)
{
   while (a->c && a->i == a->c->count) {
      a->c = a->c->next;
      a->i = 0;
      fetch_chunk(a->c ? a->c->next : NULL);
   }
   if (!a->c)
      return NULL;
   const uint32_t i = a->i++;
   return a->c->st ? a->c->triangle[i].v : NULL;
}

/* n primitives further. */
static void
fetch_vertices(struct ahead *a, unsigned n)
{
   while (n--) {
      const struct raster_vertex *const *v = next_ahead(a);
      for (unsigned k = 0; v && k < 3; k++) {
         __builtin_prefetch(&v[k]->x);
         __builtin_prefetch(&v[k]->params);
      }
   }
}

static void
fetch_params(struct ahead *a, unsigned n)
{
   while (n--) {
      const struct raster_vertex *const *v = next_ahead(a);
      for (unsigned k = 0; v && k < 3; k++)
         __builtin_prefetch(v[k]->params);
   }
}

struct look_ahead {
   struct ahead vertices, params;
};

static inline void
go_ahead(struct look_ahead *a, unsigned n)
{
   fetch_vertices(&a->vertices, n);
   fetch_params(&a->params, n);
}

static void
run_triangles(struct raster_worker *w, const struct raster_chunk *c, struct look_ahead *ahead)
{
   for (uint32_t i = 0; i < c->count;) {
      const uint32_t n = MIN2(c->count - i, (unsigned)EMU_VEC_LANES);
      go_ahead(ahead, n);
      if (n > FEW && !c->st->ms) {
         draw_triangles(w, c->st, &c->triangle[i], n);
      } else {
         for (uint32_t k = 0; k < n; k++)
            draw_large(w, c->st, &c->triangle[i + k]);
      }
      i += n;
   }
}

/* Has a primitive that lies some way ahead in the cache, and the vertices of one that is nearer. */
static inline void
fetch_refs(const struct raster_chunk *c, uint32_t i)
{
   enum { FAR = 8, NEAR = 4 };
   if (i + FAR < c->count)
      __builtin_prefetch(c->ref[i + FAR]);
   if (i + NEAR >= c->count)
      return;
   const struct raster_prim *p = &c->ref[i + NEAR]->prim;
   for (unsigned k = 0; k < 2; k++) /* no pointer to a member: there may be no vertex */
      __builtin_prefetch((const void *)((uintptr_t)p->v[k] + offsetof(struct raster_vertex, x)));
}

static void
run_refs(struct raster_worker *w, const struct raster_chunk *c, struct look_ahead *ahead)
{
   for (uint32_t i = 0; i < c->count;) {
      fetch_refs(c, i);
      const struct raster_ref *const *ref = &c->ref[i];
      const unsigned n = same_triangles(ref, MIN2(c->count - i, (unsigned)EMU_VEC_LANES));
      struct raster_triangle t[EMU_VEC_LANES];
      if (n <= FEW) {
         go_ahead(ahead, 1);
         draw_prim(w, ref[0]->st, &ref[0]->prim);
         i++;
         continue;
      }
      for (unsigned k = 0; k < n; k++) {
         const struct raster_prim *p = &ref[k]->prim;
         t[k] = (struct raster_triangle){
            {p->v[0], p->v[1], p->v[2]},
            p->front, p->provoking
         };
      }
      go_ahead(ahead, n);
      draw_triangles(w, ref[0]->st, t, n);
      i += n;
   }
}

static void
run_tile(struct raster_worker *w, const struct raster_bin *bin)
{
   const unsigned before = emu_perf_enter(EMU_PERF_TILES);
   struct look_ahead ahead = {
      {bin->head, 0},
      {bin->head, 0}
   };
   w->px.tile_x = (uint32_t)bin->x * RASTER_TILE_PX;
   w->px.tile_y = (uint32_t)bin->y * RASTER_TILE_PX;
   w->hung = NULL;
   w->depth_blocks.of = w->color_blocks.of = NULL;
   fetch_vertices(&ahead.vertices, 2 * EMU_VEC_LANES);
   fetch_params(&ahead.params, EMU_VEC_LANES);
   for (const struct raster_chunk *c = bin->head; c; c = c->next)
      (c->st ? run_triangles : run_refs)(w, c, &ahead);
   EMU_FN(raster_flush_build)(w);
   emu_perf_leave(before);
}

const struct raster_kernels EMU_FN(raster_kernels) = {
   .run_tile = run_tile,
   .pack_color = EMU_FN(pixel_pack_color),
};
