/* SPDX-License-Identifier: MIT
 *
 * Small triangles whose pixels go through depth, or nothing, and then to the wave that is put together, as those of a
 * mesh do: planes of as many as a vector has lanes at once, depth of the quads that they touch alone. The same
 * operations in the same order as in raster/setup.c, raster/block.c and pixel/depth.c, which draw all others.
 */
#include <assert.h>
#include <string.h>

#include "emulator/core/perf.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/kernels.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/small.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/double.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

typedef int32_t v4i __attribute__((vector_size(16), may_alias));

/* ---- planes ---- */

/* A plane of each lane's triangle. */
struct lanes {
   vd c, dx, dy;
};

ALWAYS_INLINE vd
doubles_of_ints(const int32_t *p)
{
   typedef int32_t half __attribute__((vector_size(EMU_VEC_B / 2), may_alias));
   return __builtin_convertvector(*(const half *)p, vd);
}

ALWAYS_INLINE struct lanes
scale(struct lanes p, vd k)
{
   return (struct lanes){p.c * k, p.dx * k, p.dy * k};
}

/* v0 + p * d1 + q * d2 */
ALWAYS_INLINE struct lanes
combine(vd v0, struct lanes p, vd d1, struct lanes q, vd d2)
{
   return (struct lanes){(v0 + p.c * d1) + q.c * d2, (0 + p.dx * d1) + q.dx * d2,
                         (0 + p.dy * d1) + q.dy * d2};
}

ALWAYS_INLINE void
put(struct raster_small_plane *out, unsigned at, struct lanes p)
{
   *(vd *)&out->c[at] = p.c;
   *(vd *)&out->dx[at] = p.dx;
   *(vd *)&out->dy[at] = p.dy;
}

/* Linear barycentric k = 1, 2, of the lanes from the at-th on. All products are exact. */
ALWAYS_INLINE struct lanes
linear(const struct raster_small *s, unsigned k, unsigned at, vd inv_area)
{
   const unsigned j = (k + 1) % 3;
   const vd a = doubles_of_ints(&s->a[k][at]), b = doubles_of_ints(&s->b[k][at]);
   const vd c = a * (128 - doubles_of_ints(&s->vx[j][at])) + b * (128 - doubles_of_ints(&s->vy[j][at]));
   return scale((struct lanes){c * (1.0 / 256), a, b}, inv_area);
}

void
EMU_FN(raster_plane_small)(const struct raster_bound *st, const struct raster_small *s,
                           struct raster_small_planes *out)
{
   assert(st->small);
   vi in_range = v_splati(-1), flat = v_splati(-1);
   for (unsigned k = 0; k < 3; k++) {
      const vf z = v_load(s->vz[k]);
      in_range &= (z >= v_splat((float)st->z_lo)) & (z <= v_splat((float)st->z_hi));
      flat &= v_load(s->vrw[k]) == v_load(s->vrw[0]);
   }
   out->in_range = v_bits(in_range);
   out->flat = v_bits(flat);
   const bool all_flat = !(s->lanes & ~out->flat);
   for (unsigned at = 0; at < EMU_VEC_LANES; at += VD_LANES) {
      const vd inv_area = 256.0 / doubles_of_ints(&s->area[at]);
      const struct lanes lin1 = linear(s, 1, at, inv_area), lin2 = linear(s, 2, at, inv_area);
      const vd z0 = v_load_floats((const uint32_t *)&s->vz[0][at]),
               z1 = v_load_floats((const uint32_t *)&s->vz[1][at]),
               z2 = v_load_floats((const uint32_t *)&s->vz[2][at]);
      put(&out->lin1, at, lin1);
      put(&out->lin2, at, lin2);
      put(&out->z, at, combine(z0, lin1, z1 - z0, lin2, z2 - z0));
      if (all_flat)
         continue;
      const vd w0 = v_load_floats((const uint32_t *)&s->vrw[0][at]),
               w1 = v_load_floats((const uint32_t *)&s->vrw[1][at]),
               w2 = v_load_floats((const uint32_t *)&s->vrw[2][at]);
      put(&out->n1, at, scale(lin1, w1));
      put(&out->n2, at, scale(lin2, w2));
      put(&out->den, at, combine(w0, lin1, w1 - w0, lin2, w2 - w0));
   }
}

ALWAYS_INLINE void
get(const struct raster_small_plane *p, unsigned i, struct raster_plane *out)
{
   out->c = p->c[i];
   out->dx = p->dx[i];
   out->dy = p->dy[i];
   out->unused = 0;
}

/* What waves want to know of triangle i. */
static inline void
set_up(const struct raster_bound *st, const struct raster_triangle *t, const struct raster_small *s,
       const struct raster_small_planes *planes, unsigned i, struct raster_setup *o)
{
   const bool flat = planes->flat >> i & 1;
   o->st = st;
   o->kind = RASTER_PRIM_TRIANGLE;
   o->front = t->front;
   o->provoking = t->provoking;
   o->z_offset = 0;
   o->flags = (uint8_t)(RASTER_HAS_PLANES | RASTER_HAS_PERSP | (flat ? RASTER_FLAT_W : 0) |
                        (planes->in_range >> i & 1 ? RASTER_Z_IN_RANGE : 0));
   for (unsigned k = 0; k < 3; k++)
      o->v[k] = t->v[k];
   get(&planes->lin1, i, &o->lin1);
   get(&planes->lin2, i, &o->lin2);
   get(&planes->z, i, &o->z);
   if (flat) { /* n1 and n2 are not asked for */
      o->den = (struct raster_plane){(double)s->vrw[0][i], 0, 0, 0};
      return;
   }
   get(&planes->n1, i, &o->n1);
   get(&planes->n2, i, &o->n2);
   get(&planes->den, i, &o->den);
}

/* ---- depth ---- */

/* Depth of the 4x4 pixels at (x, y) as the buffer has it. */
ALWAYS_INLINE void
depth_of(const struct raster_bound *st, const struct raster_small_planes *planes, unsigned i, uint32_t x,
         uint32_t y, int32_t out[16])
{
   const struct raster_plane p = {planes->z.c[i], planes->z.dx[i], planes->z.dy[i], 0};
   const bool clamp = !(planes->in_range >> i & 1);
#pragma GCC unroll 8
   for (unsigned v = 0; v < 16 / VD_LANES; v++) {
      vd z = plane_at(&p, lane_x(v) + (double)(int32_t)x, lane_y(v) + (double)(int32_t)y);
      if (clamp)
         z = v_clampd(z, st->z_lo, st->z_hi);
      v_store_ints((uint32_t *)&out[v * VD_LANES], z * st->z_scale + 0.5);
   }
}

/* A mask of a quad's lanes in its four lowest bits. */
ALWAYS_INLINE uint32_t
bits_of_quad(v4i m)
{
#if V_X86
   return (uint32_t)_mm_movemask_ps((__m128)m);
#else
   static const v4i bit = {1, 2, 4, 8};
   m &= bit;
   return (uint32_t)(m[0] | m[1] | m[2] | m[3]);
#endif
}

/* The depth test of a draw: PIXEL_*, or that there is none. */
enum { NO_TEST = PIXEL_ALWAYS + 1 };
struct test {
   unsigned func;
   bool write;
};

/* Tests a quad whose words stand at p and writes those that pass; 24 bits of them are depth. */
ALWAYS_INLINE uint32_t
test_quad(struct test test, uint8_t *p, const int32_t *depth, uint32_t live)
{
   static const v4i bit = {1, 2, 4, 8};
   v4i old;
   memcpy(&old, p, 16);
   const v4i new = *(const v4i *)depth, held = old & 0xffffff;
   v4i ok = (((v4i){0} + (int32_t)live) & bit) == bit;
   if (test.func == PIXEL_LESS)
      ok &= new < held;
   else if (test.func == PIXEL_LEQUAL)
      ok &= new <= held;
   else
      ok &= ((new < held) & -(int32_t)(test.func & 1)) | ((new == held) & -(int32_t)(test.func >> 1 & 1)) |
            ((new > held) & -(int32_t)(test.func >> 2 & 1));
   if (test.write) {
      const v4i mask = ok & 0xffffff, word = (new &mask) | (old & ~mask);
      memcpy(p, &word, 16);
   }
   return bits_of_quad(ok);
}

/* ---- triangles ---- */

/* Bit q * 4 for every quad of 4x4 pixels with one in the mask. */
static inline uint32_t
quads_of(uint32_t m)
{
   m |= m >> 1;
   m |= m >> 2;
   return m & 0x1111;
}

/* A quad at (x, y) of the tile, (px, py) of the screen. */
struct place {
   unsigned block, quad;
   uint32_t px, py;
};

ALWAYS_INLINE struct place
place_of(const struct raster_worker *w, unsigned x, unsigned y)
{
   return (struct place){y / 8 * RASTER_TILE_BLOCKS + x / 8,
                         (x / 2 & 1) | (y / 2 & 1) << 1 | (x / 4 & 1) << 2 | (y / 4 & 1) << 3,
                         w->px.tile_x + x, w->px.tile_y + y};
}

ALWAYS_INLINE uint8_t *
quad_ptr(const struct pixel_surf *s, struct place at)
{
   return pixel_block_ptr(s, at.px & ~7u, at.py & ~7u) + s->off_B[at.quad * 4];
}

static inline void
add_quad(struct raster_worker *w, const struct raster_setup *p, struct place at, uint32_t live, bool ordered)
{
   struct pixel_quads *b = &w->build;
   const uint64_t in_block = (uint64_t)live << at.quad * 4;
   if (ordered && (w->pending[at.block] & in_block))
      EMU_FN(raster_flush_build)(w);
   const unsigned n = b->num_quads++;
   assert(n < EMU_QUADS && at.block < RASTER_BLOCKS);
   b->st = p->st;
   w->ring_used = true;
   b->prim[n] = p;
   b->x[n] = (uint16_t)at.px;
   b->y[n] = (uint16_t)at.py;
   b->block[n] = (uint8_t)at.block;
   b->quad[n] = (uint8_t)at.quad;
   b->sample[n] = 0;
   b->live |= (uint64_t)live << n * 4;
   w->pending[at.block] |= in_block;
   if (n + 1 == EMU_QUADS)
      EMU_FN(raster_flush_build)(w);
}

/* Inlined with constants for the usual tests. */
ALWAYS_INLINE void
draw(struct raster_worker *w, const struct raster_bound *st, const struct raster_triangle *t,
     const struct raster_small *s, const struct raster_small_planes *planes, uint32_t lanes, struct test test)
{
   const bool count = st->count && st->early, shade = st->shade, ordered = st->ordered;
   const struct pixel_surf *z = &st->fb->z, *color = st->num_cb ? &st->fb->cb[st->cb[0].target] : NULL;
   for (; lanes; lanes &= lanes - 1) {
      const unsigned i = (unsigned)__builtin_ctz(lanes);
      const uint32_t cov = (uint32_t)s->cov[i];
      const unsigned x0 = (unsigned)s->x[i], y0 = (unsigned)s->y[i];
      struct raster_setup *p = NULL;
      _Alignas(64) int32_t depth[16];
      if (test.func != NO_TEST) {
         const unsigned before = emu_perf_enter(EMU_PERF_DEPTH);
         depth_of(st, planes, i, w->px.tile_x + x0, w->px.tile_y + y0, depth);
         emu_perf_leave(before);
      }
      for (uint32_t quads = quads_of(cov); quads; quads &= quads - 1) {
         const unsigned lane = (unsigned)__builtin_ctz(quads);
         const struct place at = place_of(w, x0 + (lane >> 1 & 2), y0 + (lane >> 2 & 2));
         uint32_t live = cov >> lane & 15;
         if (test.func != NO_TEST)
            live = test_quad(test, quad_ptr(z, at), &depth[lane], live);
         if (count)
            w->zpass += (uint64_t)__builtin_popcount(live);
         if (!live || !shade)
            continue;
         if (!p) {
            p = raster_next_setup(w);
            set_up(st, &t[i], s, planes, i, p);
         }
         if (color) /* the first target's pixels will be wanted when the wave has been shaded */
            __builtin_prefetch(quad_ptr(color, at), 1);
         add_quad(w, p, at, live, ordered);
      }
   }
}

void
EMU_FN(raster_draw_small)(struct raster_worker *w, const struct raster_bound *st,
                          const struct raster_triangle *t, const struct raster_small *s,
                          const struct raster_small_planes *planes, uint32_t lanes)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   assert(st->small && !(lanes & ~s->lanes));
   /* what an earlier draw still has waiting comes first */
   if (w->build.num_quads && w->build.st != st)
      EMU_FN(raster_flush_build)(w);
   if (!st->early || !st->db_test)
      draw(w, st, t, s, planes, lanes, (struct test){NO_TEST, false});
   else if (db->z_func == PIXEL_LESS && db->z_write)
      draw(w, st, t, s, planes, lanes, (struct test){PIXEL_LESS, true});
   else if (db->z_func == PIXEL_LEQUAL && db->z_write)
      draw(w, st, t, s, planes, lanes, (struct test){PIXEL_LEQUAL, true});
   else
      draw(w, st, t, s, planes, lanes, (struct test){db->z_func & 7, db->z_write});
}
