/* SPDX-License-Identifier: MIT
 *
 * Small triangles whose pixels go through depth, or nothing, and then to the wave that is put together, as those of a
 * mesh do: planes of as many as a vector has lanes at once, depth of the quads that they touch alone. No branch asks for one
 * triangle's quads, whose number nobody can foresee. The same operations in the same order as in raster/setup.c, raster/block.c and pixel/depth.c, which draw all others.
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

/* Each lane's plane as it stands in memory. */
ALWAYS_INLINE void
put(struct raster_plane *out, struct lanes p)
{
   const vd none = v_splatd(0);
#if V_HAVE_4D
#if VD_LANES == 8
   const vd even[2] = {EMU_SHUFFLE(p.c, p.dx, 0, 8, 2, 10, 4, 12, 6, 14),
                       EMU_SHUFFLE(p.dy, none, 0, 8, 2, 10, 4, 12, 6, 14)},
            odd[2] = {EMU_SHUFFLE(p.c, p.dx, 1, 9, 3, 11, 5, 13, 7, 15),
                      EMU_SHUFFLE(p.dy, none, 1, 9, 3, 11, 5, 13, 7, 15)};
   *(v4d *)&out[4] = EMU_SHUFFLE(even[0], even[1], 4, 5, 12, 13);
   *(v4d *)&out[5] = EMU_SHUFFLE(odd[0], odd[1], 4, 5, 12, 13);
   *(v4d *)&out[6] = EMU_SHUFFLE(even[0], even[1], 6, 7, 14, 15);
   *(v4d *)&out[7] = EMU_SHUFFLE(odd[0], odd[1], 6, 7, 14, 15);
#else
   const vd even[2] = {EMU_SHUFFLE(p.c, p.dx, 0, 4, 2, 6), EMU_SHUFFLE(p.dy, none, 0, 4, 2, 6)},
            odd[2] = {EMU_SHUFFLE(p.c, p.dx, 1, 5, 3, 7), EMU_SHUFFLE(p.dy, none, 1, 5, 3, 7)};
#endif
   enum { N = VD_LANES };
   *(v4d *)&out[0] = EMU_SHUFFLE(even[0], even[1], 0, 1, N, N + 1);
   *(v4d *)&out[1] = EMU_SHUFFLE(odd[0], odd[1], 0, 1, N, N + 1);
   *(v4d *)&out[2] = EMU_SHUFFLE(even[0], even[1], 2, 3, N + 2, N + 3);
   *(v4d *)&out[3] = EMU_SHUFFLE(odd[0], odd[1], 2, 3, N + 2, N + 3);
#else
   for (unsigned i = 0; i < VD_LANES; i++)
      out[i] = (struct raster_plane){p.c[i], p.dx[i], p.dy[i], none[i]};
#endif
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
      put(&out->lin1[at], lin1);
      put(&out->lin2[at], lin2);
      put(&out->z[at], combine(z0, lin1, z1 - z0, lin2, z2 - z0));
      if (all_flat)
         continue;
      const vd w0 = v_load_floats((const uint32_t *)&s->vrw[0][at]),
               w1 = v_load_floats((const uint32_t *)&s->vrw[1][at]),
               w2 = v_load_floats((const uint32_t *)&s->vrw[2][at]);
      put(&out->n1[at], scale(lin1, w1));
      put(&out->n2[at], scale(lin2, w2));
      put(&out->den[at], combine(w0, lin1, w1 - w0, lin2, w2 - w0));
   }
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
   o->lin1 = planes->lin1[i];
   o->lin2 = planes->lin2[i];
   o->z = planes->z[i];
   if (flat) { /* n1 and n2 are not asked for */
      o->den = (struct raster_plane){(double)s->vrw[0][i], 0, 0, 0};
      return;
   }
   o->n1 = planes->n1[i];
   o->n2 = planes->n2[i];
   o->den = planes->den[i];
}

/* ---- depth ---- */

/* Depth of pixels at (x, y) and behind as the buffer has it, eight to the place of the even one of the two quads k, k + 1. */
ALWAYS_INLINE void
depth_of_pair(const struct raster_bound *st, const struct raster_small_planes *planes, unsigned i, uint32_t x,
              uint32_t y, unsigned k, int32_t *out)
{
   const struct raster_plane *const p = &planes->z[i];
   const bool clamp = !(planes->in_range >> i & 1);
   x += k / 16 % 2 * 8;
   y += k / 32 * 8;
#pragma GCC unroll 4
   for (unsigned v = 0; v < 8 / VD_LANES; v++) {
      const unsigned at = k % 16 * 4 / VD_LANES + v;
      vd z = plane_at(p, lane_x(at) + (double)(int32_t)x, lane_y(at) + (double)(int32_t)y);
      if (clamp)
         z = v_clampd(z, st->z_lo, st->z_hi);
      v_store_ints((uint32_t *)&out[k * 4 + v * VD_LANES], z * st->z_scale + 0.5);
   }
}

/* Of those quads of a triangle that have a bit, and maybe of more. */
ALWAYS_INLINE void
depth_of(const struct raster_bound *st, const struct raster_small_planes *planes, unsigned i, uint32_t x,
         uint32_t y, uint64_t quads, unsigned log2_quads, int32_t *out)
{
   if (log2_quads == 2) { /* no branch for what cannot be foreseen */
      depth_of_pair(st, planes, i, x, y, 0, out);
      depth_of_pair(st, planes, i, x, y, 2, out);
      return;
   }
   const uint64_t pairs = log2_quads == 4 ? 0x5555 : 0x5555555555555555;
   for (uint64_t m = (quads | quads >> 1) & pairs; m; m &= m - 1)
      depth_of_pair(st, planes, i, x, y, (unsigned)__builtin_ctzll(m), out);
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

/* Words of a quad: two pairs of pixels that are neighbours in memory. */
struct words {
   uint8_t *upper, *lower;
   unsigned depth_shift; /* where their 24 bits of depth begin: 0 or 8 */
};

ALWAYS_INLINE v4i
load_words(struct words w)
{
   typedef int64_t v2l __attribute__((vector_size(16), may_alias));
   int64_t upper, lower;
   memcpy(&upper, w.upper, 8);
   memcpy(&lower, w.lower, 8);
   return (v4i)(v2l){upper, lower};
}

ALWAYS_INLINE void
store_words(struct words w, v4i word)
{
   memcpy(w.upper, &word, 8);
   memcpy(w.lower, (const uint8_t *)&word + 8, 8);
}

/* Tests a quad's words and writes those that pass. */
ALWAYS_INLINE uint32_t
test_quad(struct test test, struct words w, const int32_t *depth, uint32_t live)
{
   static const v4i bit = {1, 2, 4, 8};
   const int shift = (int)w.depth_shift;
   const v4i old = load_words(w), new = *(const v4i *)depth, held = (old >> shift) & 0xffffff;
   v4i ok = (((v4i){0} + (int32_t)live) & bit) == bit;
   if (test.func == PIXEL_LESS)
      ok &= new < held;
   else if (test.func == PIXEL_LEQUAL)
      ok &= new <= held;
   else
      ok &= ((new < held) & -(int32_t)(test.func & 1)) | ((new == held) & -(int32_t)(test.func >> 1 & 1)) |
            ((new > held) & -(int32_t)(test.func >> 2 & 1));
   if (test.write) {
      const v4i mask = (ok & 0xffffff) << shift;
      store_words(w, ((new << shift) & mask) | (old & ~mask));
   }
   return bits_of_quad(ok);
}

/* ---- quads ---- */

/* Where a quad is: its block in the tile, its number in there, and its pixel in the tile, a byte each. */
typedef uint32_t place_t;

static inline unsigned
block_of(place_t p)
{
   return p >> 24;
}
static inline unsigned
quad_of(place_t p)
{
   return p >> 16 & 255;
}

/* What the quad's column or row in the tile, i, adds to its place. */
#define COLUMN(i) ((i) / 4u << 24 | ((i) % 2u | (i) / 2u % 2u << 2) << 16 | (i)*2u)
#define ROW(i)                                                                                               \
   ((i) / 4u * RASTER_TILE_BLOCKS << 24 | ((i) % 2u << 1 | (i) / 2u % 2u << 3) << 16 | (i)*2u << 8)
#define FOUR(f, i) f(i), f(i + 1), f(i + 2), f(i + 3)
#define ALL(f)                                                                                               \
   FOUR(f, 0), FOUR(f, 4), FOUR(f, 8), FOUR(f, 12), FOUR(f, 16), FOUR(f, 20), FOUR(f, 24), FOUR(f, 28)
static const place_t column[RASTER_TILE_PX / 2] = {ALL(COLUMN)}, row[RASTER_TILE_PX / 2] = {ALL(ROW)};

/* Quad k of the pixels at (x, y) and behind, in the order of struct raster_small. */
static inline place_t
place_of(unsigned x, unsigned y, unsigned k)
{
   const unsigned i = x / 2 + (k % 2 + k / 4 % 2 * 2 + k / 16 % 2 * 4),
                  j = y / 2 + (k / 2 % 2 + k / 8 % 2 * 2 + k / 32 * 4);
   assert(i < RASTER_TILE_PX / 2 && j < RASTER_TILE_PX / 2);
   return column[i] + row[j];
}

/* Those of all lanes, if each has four. */
static inline void
places_of_four(const struct raster_small *s, place_t place[4][RASTER_SMALL_MAX])
{
   const vi x0 = *(const vi *)s->x, y0 = *(const vi *)s->y;
   for (int32_t k = 0; k < 4; k++) {
      const vi x = x0 + (k & 1) * 2, y = y0 + (k & 2);
      const vi block = (y >> 3) * RASTER_TILE_BLOCKS + (x >> 3),
               quad = (x >> 1 & 1) | (y & 2) | (x & 4) | (y << 1 & 8);
      *(vi *)place[k] = block << 24 | quad << 16 | y << 8 | x;
   }
}

enum { WORDS = RASTER_SMALL_MAX }; /* one a triangle if each has 64 quads */

/* Which quads each lane's pixels touch, those of a triangle side by side. */
static inline void
find_quads(const struct raster_small *s, uint32_t lanes, uint64_t words[WORDS])
{
   const unsigned log2 = s->log2_quads;
   _Alignas(EMU_VEC_B) uint32_t any[EMU_VEC_LANES];
   memset(words, 0, WORDS * sizeof *words);
   for (unsigned q = 0; q < 1u << (log2 - 2); q++) {
      vi m = *(const vi *)s->cov[q] & v_mask(lanes);
      m |= m >> 1;
      m = (m | m >> 2) & 0x1111;
      *(vi *)any = (m | m >> 3 | m >> 6 | m >> 9) & 15;
      if (log2 == 2) {
         for (unsigned i = 0; i < EMU_VEC_LANES; i++)
            words[0] |= (uint64_t)any[i] << 4 * i;
         return;
      }
      for (unsigned i = 0; i < EMU_VEC_LANES; i++)
         words[i << log2 >> 6] |= (uint64_t)any[i] << ((i << log2 & 63) + 4 * q);
   }
}

/* The tile's blocks of a surface; those of another one are forgotten. */
static inline void
begin_blocks(struct raster_tile_blocks *t, const struct pixel_surf *s)
{
   if (t->of == s)
      return;
   t->of = s;
   memset(t->block, 0, sizeof t->block);
}

ALWAYS_INLINE uint8_t *
quad_ptr(const struct raster_worker *w, struct raster_tile_blocks *t, place_t p)
{
   const unsigned block = block_of(p);
   if (!t->block[block])
      t->block[block] = pixel_block_ptr(t->of, w->px.tile_x + block % RASTER_TILE_BLOCKS * 8,
                                        w->px.tile_y + block / RASTER_TILE_BLOCKS * 8);
   return t->block[block] + t->of->off_B[quad_of(p) * 4];
}

ALWAYS_INLINE struct words
words_of(struct raster_worker *w, const struct raster_bound *st, place_t p)
{
   const struct pixel_surf *z = &st->fb->z;
   uint8_t *const upper = quad_ptr(w, &w->depth_blocks, p);
   return (struct words){upper, upper + (z->off_B[2] - z->off_B[0]), st->ds->pixel.depth_high ? 8 : 0};
}

/* Quads with something to draw, in the order of their triangles. */
struct passed {
   uint32_t num, triangles; /* triangles: a bit for each that has one */
   struct {
      place_t place;
      uint8_t triangle, live; /* live: its pixels, a bit each */
   } quad[RASTER_SMALL_PX * RASTER_SMALL_PX / 4 * RASTER_SMALL_MAX];
};

/* Of a draw that tests depth before the shader or not at all. Inlined with constants for the usual tests. */
ALWAYS_INLINE void
test_quads(struct raster_worker *w, const struct raster_bound *st, const struct raster_small *s,
           const struct raster_small_planes *planes, uint32_t lanes, struct test test, struct passed *o)
{
   _Alignas(64) int32_t depth[4 * 64]; /* of a word's quads */
   _Alignas(64) place_t four[4][RASTER_SMALL_MAX];
   uint64_t words[WORDS];
   uint32_t num = 0, triangles = 0, count = 0;
   const unsigned log2 = s->log2_quads, lanes_a_word = MIN2(EMU_VEC_LANES, 64u >> log2);
   find_quads(s, lanes, words);
   if (log2 == 2)
      places_of_four(s, four);
   if (test.func != NO_TEST)
      begin_blocks(&w->depth_blocks, &st->fb->z);
   for (unsigned first = 0; first < EMU_VEC_LANES; first += lanes_a_word) {
      const uint64_t word = words[first / lanes_a_word];
      const uint32_t here = lanes >> first & ((1u << lanes_a_word) - 1);
      for (uint32_t m = test.func == NO_TEST ? 0 : here; m; m &= m - 1) {
         const unsigned l = (unsigned)__builtin_ctz(m), i = first + l;
         depth_of(st, planes, i, w->px.tile_x + (uint32_t)s->x[i], w->px.tile_y + (uint32_t)s->y[i],
                  word >> (l << log2), log2, &depth[l << log2 << 2]);
      }
      for (uint64_t m = word; m; m &= m - 1) {
         const unsigned at = (unsigned)__builtin_ctzll(m), i = first + (at >> log2),
                        k = at & ((1u << log2) - 1);
         const place_t place = log2 == 2 ? four[k][i] : place_of((unsigned)s->x[i], (unsigned)s->y[i], k);
         uint32_t live = (uint32_t)s->cov[k / 4][i] >> k % 4 * 4 & 15;
         if (test.func != NO_TEST)
            live = test_quad(test, words_of(w, st, place), &depth[4 * at], live);
         count += (uint32_t)__builtin_popcount(live);
         triangles |= (uint32_t)(live != 0) << i;
         o->quad[num].place = place;
         o->quad[num].triangle = (uint8_t)i;
         o->quad[num].live = (uint8_t)live;
         num += live != 0; /* others are written over: a branch would be mispredicted */
      }
   }
   o->num = num;
   o->triangles = triangles;
   if (st->count && st->early)
      w->zpass += count;
}

static inline void
find_passed(struct raster_worker *w, const struct raster_bound *st, const struct raster_small *s,
            const struct raster_small_planes *planes, uint32_t lanes, struct passed *o)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   if (!st->early || !st->db_test)
      test_quads(w, st, s, planes, lanes, (struct test){NO_TEST, false}, o);
   else if (db->z_func == PIXEL_LESS && db->z_write)
      test_quads(w, st, s, planes, lanes, (struct test){PIXEL_LESS, true}, o);
   else if (db->z_func == PIXEL_LEQUAL && db->z_write)
      test_quads(w, st, s, planes, lanes, (struct test){PIXEL_LEQUAL, true}, o);
   else
      test_quads(w, st, s, planes, lanes, (struct test){db->z_func & 7, db->z_write}, o);
}

static inline void
add_quad(struct raster_worker *w, const struct raster_setup *p, place_t at, uint32_t live, bool ordered)
{
   struct pixel_quads *b = &w->build;
   const uint64_t in_block = (uint64_t)live << quad_of(at) * 4;
   if (ordered && (w->pending[block_of(at)] & in_block))
      EMU_FN(raster_flush_build)(w);
   const unsigned n = b->num_quads++;
   assert(n < EMU_QUADS && block_of(at) < RASTER_BLOCKS);
   b->st = p->st;
   b->prim[n] = p;
   b->x[n] = (uint16_t)(w->px.tile_x + (at & 255));
   b->y[n] = (uint16_t)(w->px.tile_y + (at >> 8 & 255));
   b->block[n] = (uint8_t)block_of(at);
   b->quad[n] = (uint8_t)quad_of(at);
   b->sample[n] = 0;
   b->live |= (uint64_t)live << n * 4;
   w->pending[block_of(at)] |= in_block;
   if (n + 1 == EMU_QUADS)
      EMU_FN(raster_flush_build)(w);
}

void
EMU_FN(raster_draw_small)(struct raster_worker *w, const struct raster_bound *st,
                          const struct raster_triangle *t, const struct raster_small *s,
                          const struct raster_small_planes *planes, uint32_t lanes)
{
   const struct raster_setup *setup[RASTER_SMALL_MAX];
   struct passed passed;
   assert(st->small && !(lanes & ~s->lanes));
   /* what an earlier draw still has waiting comes first */
   if (w->build.num_quads && w->build.st != st)
      EMU_FN(raster_flush_build)(w);
   const unsigned before = emu_perf_enter(EMU_PERF_DEPTH);
   find_passed(w, st, s, planes, lanes, &passed);
   emu_perf_leave(before);
   if (!st->shade)
      return;
   for (uint32_t m = passed.triangles; m; m &= m - 1) {
      const unsigned i = (unsigned)__builtin_ctz(m);
      struct raster_setup *p = raster_next_setup(w);
      set_up(st, &t[i], s, planes, i, p);
      setup[i] = p;
      w->ring_used = true;
   }
   if (st->num_cb)
      begin_blocks(&w->color_blocks, &st->fb->cb[st->cb[0].target]);
   for (unsigned q = 0; q < passed.num; q++) {
      if (st->num_cb) /* the first target's pixels will be wanted when the wave has been shaded */
         __builtin_prefetch(quad_ptr(w, &w->color_blocks, passed.quad[q].place), 1);
      add_quad(w, setup[passed.quad[q].triangle], passed.quad[q].place, passed.quad[q].live, st->ordered);
   }
}
