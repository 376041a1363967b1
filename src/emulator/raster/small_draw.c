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

/* Depth of the eight pixels from lane \p lane of a block on, the block being at (x, y), as the buffer has it. */
ALWAYS_INLINE void
depth_of_eight(const struct raster_bound *st, const struct raster_small_planes *planes, unsigned i,
               uint32_t x, uint32_t y, unsigned lane, int32_t out[8])
{
   const struct raster_plane *const p = &planes->z[i];
   const bool clamp = !(planes->in_range >> i & 1);
#pragma GCC unroll 4
   for (unsigned v = 0; v < 8 / VD_LANES; v++) {
      const unsigned at = lane / VD_LANES + v;
      vd z = plane_at(p, lane_x(at) + (double)(int32_t)x, lane_y(at) + (double)(int32_t)y);
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

/* Words of a quad: two pairs of pixels that are neighbours in memory. */
struct words {
   uint8_t *upper;
   size_t to_lower_B;
   int depth_shift; /* where their 24 bits of depth begin: 0 or 8 */
};

ALWAYS_INLINE v4i
load_words(struct words w)
{
   typedef int64_t v2l __attribute__((vector_size(16), may_alias));
   int64_t upper, lower;
   memcpy(&upper, w.upper, 8);
   memcpy(&lower, w.upper + w.to_lower_B, 8);
   return (v4i)(v2l){upper, lower};
}

ALWAYS_INLINE void
store_words(struct words w, v4i word)
{
   memcpy(w.upper, &word, 8);
   memcpy(w.upper + w.to_lower_B, (const uint8_t *)&word + 8, 8);
}

/* Tests a quad's words and writes those that pass. */
ALWAYS_INLINE uint32_t
test_quad(struct test test, struct words w, const int32_t *depth, uint32_t live)
{
   static const v4i bit = {1, 2, 4, 8};
   const int shift = w.depth_shift;
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

static inline place_t
place_of(unsigned x, unsigned y)
{
   const unsigned block = y / 8 * RASTER_TILE_BLOCKS + x / 8,
                  quad = (x >> 1 & 1) | (y & 2) | (x & 4) | (y << 1 & 8);
   return block << 24 | quad << 16 | y << 8 | x;
}

/* The four quads of each lane's 4x4 pixels, those of a triangle side by side. */
struct found {
   uint64_t covered;                                /* bit 4 * i + k: quad k of triangle i is */
   _Alignas(64) place_t place[4][RASTER_SMALL_MAX]; /* by k; only if it is covered */
};

static inline void
find_quads(const struct raster_small *s, uint32_t lanes, struct found *o)
{
   const vi cov = *(const vi *)s->cov[0] & v_mask(lanes), x0 = *(const vi *)s->x, y0 = *(const vi *)s->y;
   _Alignas(EMU_VEC_B) uint32_t any[EMU_VEC_LANES];
   vi m = cov | cov >> 1;
   m = (m | m >> 2) & 0x1111;
   *(vi *)any = (m | m >> 3 | m >> 6 | m >> 9) & 15;
   o->covered = 0;
   for (unsigned i = 0; i < EMU_VEC_LANES; i++)
      o->covered |= (uint64_t)any[i] << 4 * i;
   for (int32_t k = 0; k < 4; k++) {
      const vi x = x0 + (k & 1) * 2, y = y0 + (k & 2);
      const vi block = (y >> 3) * RASTER_TILE_BLOCKS + (x >> 3),
               quad = (x >> 1 & 1) | (y & 2) | (x & 4) | (y << 1 & 8);
      *(vi *)o->place[k] = block << 24 | quad << 16 | y << 8 | x;
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

/* Quads with something to draw, in the order of their triangles. */
struct passed {
   uint32_t num, triangles; /* triangles: a bit for each that has one */
   struct {
      place_t place;
      uint8_t triangle, live; /* live: its pixels, a bit each */
   } quad[RASTER_SMALL_PX * RASTER_SMALL_PX / 4 * RASTER_SMALL_MAX];
};

/* Triangles of 4x4 pixels of a draw that tests depth before the shader or not at all. Inlined with constants for the usual tests. */
ALWAYS_INLINE void
test_quads(struct raster_worker *w, const struct raster_bound *st, const struct raster_small *s,
           const struct raster_small_planes *planes, uint32_t lanes, struct test test, struct passed *o)
{
   _Alignas(64) int32_t depth[RASTER_SMALL_MAX][16];
   struct found found;
   const struct pixel_surf *z = &st->fb->z;
   struct words words = {NULL, z->off_B[2] - z->off_B[0], st->ds->pixel.depth_high ? 8 : 0};
   const bool counts = st->count && st->early;
   uint32_t num = 0, triangles = 0;
   find_quads(s, lanes, &found);
   if (test.func != NO_TEST)
      begin_blocks(&w->depth_blocks, &st->fb->z);
   for (uint32_t m = test.func == NO_TEST ? 0 : lanes; m; m &= m - 1) {
      const unsigned i = (unsigned)__builtin_ctz(m);
      for (unsigned k = 0; k < 16; k += 8)
         depth_of_eight(st, planes, i, w->px.tile_x + (uint32_t)s->x[i], w->px.tile_y + (uint32_t)s->y[i], k,
                        &depth[i][k]);
   }
   for (uint64_t m = found.covered; m; m &= m - 1) {
      const unsigned at = (unsigned)__builtin_ctzll(m), i = at / 4, k = at % 4;
      const place_t place = found.place[k][i];
      uint32_t live = (uint32_t)s->cov[0][i] >> 4 * k & 15;
      if (test.func != NO_TEST) {
         words.upper = quad_ptr(w, &w->depth_blocks, place);
         live = test_quad(test, words, &depth[i][4 * k], live);
      }
      if (counts)
         w->zpass += (uint32_t)__builtin_popcount(live);
      triangles |= (uint32_t)(live != 0) << i;
      o->quad[num].place = place;
      o->quad[num].triangle = (uint8_t)i;
      o->quad[num].live = (uint8_t)live;
      num += live != 0; /* others are written over: a branch would be mispredicted */
   }
   o->num = num;
   o->triangles = triangles;
}

/* Pairs of quads side by side of larger ones: bit j is for pixels 8 * j and behind in the order of struct raster_small. */
static inline void
find_pairs(const struct raster_small *s, uint32_t pairs[RASTER_SMALL_MAX])
{
   vi all = v_splati(0);
   for (int32_t q = 0; q < 1 << (s->log2_quads - 2); q++) {
      const vi cov = *(const vi *)s->cov[q];
      all |= ((cov & 0xff) != 0) & (1 << 2 * q);
      all |= ((cov >> 8) != 0) & (int32_t)(2u << 2 * q);
   }
   *(vi *)pairs = all;
}

typedef int32_t v8i __attribute__((vector_size(32), may_alias));

ALWAYS_INLINE uint32_t
bits_of_eight(v8i m)
{
#if V_X86 && EMU_VEC_B >= 32
   return (uint32_t)_mm256_movemask_ps((__m256)m);
#else
   const v4i *half = (const v4i *)&m;
   return bits_of_quad(half[0]) | bits_of_quad(half[1]) << 4;
#endif
}

/* Tests words of eight pixels that are neighbours in memory, in lane order or in rows of four, and writes those that
 * pass. */
ALWAYS_INLINE uint32_t
test_eight(const struct raster_bound *st, v8i *words, v8i new, uint32_t live)
{
   static const v8i bit = {1, 2, 4, 8, 16, 32, 64, 128};
   const struct pixel_pipeline *db = &st->ds->pixel;
   const int32_t func = db->z_func & 7, shift = db->depth_high ? 8 : 0;
   const bool rows = !st->fb->z.lane_order;
   v8i old;
   memcpy(&old, words, sizeof old);
   if (rows)
      old = EMU_SHUFFLE(old, old, 0, 1, 4, 5, 2, 3, 6, 7);
   const v8i held = (old >> shift) & 0xffffff;
   v8i ok = (((v8i){0} + (int32_t)live) & bit) == bit;
   ok &= ((new < held) & -(func & 1)) | ((new == held) & -(func >> 1 & 1)) | ((new > held) & -(func >> 2));
   if (db->z_write) {
      const v8i mask = (ok & 0xffffff) << shift;
      v8i word = ((new << shift) & mask) | (old & ~mask);
      if (rows) /* the same the other way round */
         word = EMU_SHUFFLE(word, word, 0, 1, 4, 5, 2, 3, 6, 7);
      memcpy(words, &word, sizeof word);
   }
   return bits_of_eight(ok);
}

/* A quad's place from that of its pair's first one. */
enum { SECOND_OF_PAIR = 1 << 16 | 2 };

static inline void
pass_quad(struct passed *o, place_t place, unsigned i, uint32_t live)
{
   o->quad[o->num].place = place;
   o->quad[o->num].triangle = (uint8_t)i;
   o->quad[o->num].live = (uint8_t)live;
   o->num += live != 0;
}

/* As test_quads(), of larger triangles. */
static void
test_pairs(struct raster_worker *w, const struct raster_bound *st, const struct raster_small *s,
           const struct raster_small_planes *planes, uint32_t lanes, struct passed *o)
{
   const bool test = st->early && st->db_test;
   _Alignas(64) uint32_t pairs[RASTER_SMALL_MAX];
   uint32_t count = 0;
   find_pairs(s, pairs);
   if (test)
      begin_blocks(&w->depth_blocks, &st->fb->z);
   o->num = o->triangles = 0;
   for (; lanes; lanes &= lanes - 1) {
      const unsigned i = (unsigned)__builtin_ctz(lanes);
      uint32_t any = 0;
      assert(s->x[i] % 4 == 0 && s->y[i] % 2 == 0);
      for (uint32_t m = pairs[i]; m; m &= m - 1) {
         const unsigned j = (unsigned)__builtin_ctz(m);
         const unsigned x = (unsigned)s->x[i] + (j / 2 % 2 * 4 + j / 8 % 2 * 8),
                        y = (unsigned)s->y[i] + (j % 2 * 2 + j / 4 % 2 * 4 + j / 16 * 8);
         const place_t place = place_of(x, y);
         uint32_t live = (uint32_t)s->cov[j / 2][i] >> j % 2 * 8 & 255;
         if (test) {
            _Alignas(32) int32_t depth[8];
            depth_of_eight(st, planes, i, w->px.tile_x + x, w->px.tile_y + y, 0, depth);
            live = test_eight(st, (v8i *)quad_ptr(w, &w->depth_blocks, place), *(const v8i *)depth, live);
         }
         any |= live;
         count += (uint32_t)__builtin_popcount(live);
         pass_quad(o, place, i, live & 15);
         pass_quad(o, place + SECOND_OF_PAIR, i, live >> 4);
      }
      o->triangles |= (uint32_t)(any != 0) << i;
   }
   if (st->count && st->early)
      w->zpass += count;
}

static inline void
find_passed(struct raster_worker *w, const struct raster_bound *st, const struct raster_small *s,
            const struct raster_small_planes *planes, uint32_t lanes, struct passed *o)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   if (s->log2_quads > 2)
      test_pairs(w, st, s, planes, lanes, o);
   else if (!st->early || !st->db_test)
      test_quads(w, st, s, planes, lanes, (struct test){NO_TEST, false}, o);
   else if (db->z_func == PIXEL_LESS && db->z_write)
      test_quads(w, st, s, planes, lanes, (struct test){PIXEL_LESS, true}, o);
   else if (db->z_func == PIXEL_LEQUAL && db->z_write)
      test_quads(w, st, s, planes, lanes, (struct test){PIXEL_LEQUAL, true}, o);
   else
      test_quads(w, st, s, planes, lanes, (struct test){db->z_func & 7, db->z_write}, o);
}

/* Puts quads into the wave that is put together. */
static inline void
add_quads(struct raster_worker *w, const struct raster_bound *st, const struct passed *passed,
          const struct raster_setup *const setup[RASTER_SMALL_MAX])
{
   struct pixel_quads *b = &w->build;
   const bool ordered = st->ordered, colors = st->num_cb;
   const uint32_t tile_x = w->px.tile_x, tile_y = w->px.tile_y;
   if (colors)
      begin_blocks(&w->color_blocks, &st->fb->cb[st->cb[0].target]);
   b->st = st;
   for (unsigned q = 0; q < passed->num; q++) {
      const place_t at = passed->quad[q].place;
      const uint64_t live = passed->quad[q].live, in_block = live << quad_of(at) * 4;
      assert(block_of(at) < RASTER_BLOCKS);
      if (colors) /* the first target's pixels will be wanted when the wave has been shaded */
         __builtin_prefetch(quad_ptr(w, &w->color_blocks, at), 1);
      if (ordered && (w->pending[block_of(at)] & in_block))
         EMU_FN(raster_flush_build)(w);
      const unsigned n = b->num_quads;
      assert(n < EMU_QUADS && b->st == st);
      b->prim[n] = setup[passed->quad[q].triangle];
      b->x[n] = (uint16_t)(tile_x + (at & 255));
      b->y[n] = (uint16_t)(tile_y + (at >> 8 & 255));
      b->block[n] = (uint8_t)block_of(at);
      b->quad[n] = (uint8_t)quad_of(at);
      b->sample[n] = 0;
      b->live |= live << n * 4;
      b->num_quads = n + 1;
      w->pending[block_of(at)] |= in_block;
      if (n + 1 == EMU_QUADS)
         EMU_FN(raster_flush_build)(w);
   }
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
   add_quads(w, st, &passed, setup);
}
