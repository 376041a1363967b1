/* SPDX-License-Identifier: MIT
 *
 * The pixels of a block that a primitive covers: tests depth early where allowed, packs quads into waves and runs them
 * through SPI, SQ, DB and CB.
 *
 * Quads of consecutive primitives of a draw share waves, so that meshes of small triangles fill all lanes.
 * Where the order of pixels matters (blending, late depth) a pixel is never twice in a wave: the wave is run
 * first.
 */
#include <string.h>

#include <assert.h>

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

/* Samples that the alpha of a pixel lets through, of all pixels with sample s: those below alpha times their
 * number, with a dither of quarters (R6xx/R7xx guide, DB_ALPHA_TO_MASK). */
static uint64_t
alpha_mask(const struct raster_worker *w, const struct raster_bound *st, unsigned s)
{
   const uint8_t *offset = st->ds->pixel.alpha_offset;
   uint64_t m = 0;
   for (unsigned i = 0; i < EMU_LANES; i++) {
      float alpha = uif(w->px.out->color[0][3].u[i]);
      float covered = alpha > 0 ? MIN2(alpha, 1.0f) * (float)st->num_samples : 0;
      m |= (uint64_t)((unsigned)(covered + (float)offset[i & 3] * 0.25f) > s) << i;
   }
   return m;
}

/* An alpha with the precision that the test compares in: of a half, or of steps from 0 to 1. */
static float
tested_alpha(const struct pixel_pipeline *px, float a)
{
   if (px->alpha_half)
      return u_half_to_float(u_float_to_half(a));
   if (!px->alpha_steps)
      return a;
   const float clamped = a > 0 ? MIN2(a, 1.0f) : 0;
   return (float)(unsigned)(clamped * px->alpha_steps + 0.5f) / px->alpha_steps;
}

/* Pixels whose alpha passes (R6xx/R7xx guide, SX_ALPHA_TEST_CONTROL; OpenGL 2.1 section 4.1.4). */
static uint64_t
alpha_test(const struct raster_worker *w, const struct raster_draw *ds)
{
   const struct pixel_pipeline *px = &ds->pixel;
   const float ref = tested_alpha(px, ds->constants.alpha_ref);
   if (!(w->px.out->color_mask & 1))
      return ~UINT64_C(0);
   uint64_t m = 0;
   for (unsigned i = 0; i < EMU_LANES; i++) {
      /* drivers cut the reference to the precision that the alpha comes with */
      float a = uif(w->px.out->color[0][3].u[i] & (px->target[0].short_alpha ? ~0x1fffu : ~0u));
      a = tested_alpha(px, a);
      bool pass = px->alpha_func == PIXEL_ALWAYS || (px->alpha_func & PIXEL_LESS && a < ref) ||
                  (px->alpha_func & PIXEL_EQUAL && a == ref) || (px->alpha_func & PIXEL_GREATER && a > ref);
      m |= (uint64_t)pass << i;
   }
   return m;
}

/* The other blocks, and whose time it is. */

static inline uint64_t
depth_block(struct raster_worker *w, const struct raster_bound *st, const struct raster_setup *p,
            unsigned block, uint64_t cov)
{
   const unsigned before = emu_perf_enter(EMU_PERF_DEPTH);
   cov = EMU_FN(pixel_depth_block)(&w->px, st, p, block, cov);
   emu_perf_leave(before);
   return cov;
}

static inline uint64_t
depth_wave(struct raster_worker *w, const struct pixel_quads *b, uint64_t live)
{
   const unsigned before = emu_perf_enter(EMU_PERF_DEPTH);
   live = EMU_FN(pixel_depth_wave)(&w->px, b, live);
   emu_perf_leave(before);
   return live;
}

static inline void
color_wave(struct raster_worker *w, const struct pixel_quads *b, uint64_t live)
{
   const unsigned before = emu_perf_enter(EMU_PERF_COLOR);
   EMU_FN(pixel_color_wave)(&w->px, b, live);
   emu_perf_leave(before);
}

/* \p b: NULL where all pixels are the same. */
static inline void
shade(struct raster_worker *w, const struct raster_draw *ds, const struct pixel_quads *b)
{
   const unsigned before = emu_perf_enter(EMU_PERF_PIXEL_SHADER);
   w->px.out = w->raster->ops.shade(w->ctx, ds->program, ds->inputs, b);
   emu_perf_leave(before);
   w->stopped = MAX2(w->stopped, w->px.out->stopped);
}

bool
EMU_FN(raster_shade_uniform)(struct raster_worker *w, const struct raster_draw *ds)
{
   if (ds->program == w->hung)
      return false;
   if (w->uniform_program != ds->program) {
      w->uniform_program = ds->program;
      shade(w, ds, NULL);
      if (w->px.out->stopped)
         w->hung = ds->program;
   }
   return true;
}

/* After the shader: what is left of each sample goes through DB and CB. */
static void
finish_samples(struct raster_worker *w, const struct pixel_quads *b, uint64_t live)
{
   const struct raster_bound *st = b->st;
   const struct pixel_pipeline *db = &st->ds->pixel;
   bool alpha = db->alpha_to_mask && (w->px.out->color_mask & 1);
   struct pixel_quads one = *b;
   for (unsigned s = 0; s < st->num_samples; s++) {
      uint64_t m = b->sample_live[s] & live;
      if (alpha)
         m &= alpha_mask(w, st, s);
      if (db->mask_export && w->px.out->z_done)
         for (unsigned i = 0; i < EMU_LANES; i++)
            m &= ~((uint64_t)(~w->px.out->z[2].u[i] >> s & 1) << i);
      one.st = &st->samples[s];
      one.live = m;
      if (m && !st->early) {
         m = depth_wave(w, &one, m);
         w->zpass += st->count ? (uint64_t)__builtin_popcountll(m) : 0;
      }
      w->pixels += (uint64_t)__builtin_popcountll(m);
      if (m)
         color_wave(w, &one, m);
   }
}

/* Bit q * 4 for every quad with a pixel in the mask. */
static inline uint64_t
quads_of(uint64_t m)
{
   m |= m >> 1;
   m |= m >> 2;
   return m & 0x1111111111111111;
}

static void
run_wave(struct raster_worker *w, const struct pixel_quads *b)
{
   assert(b->num_quads && b->num_quads <= EMU_QUADS && b->live);
   const struct raster_bound *st = b->st;
   const struct raster_draw *ds = st->ds;
   if (ds->program == w->hung)
      return;
   w->waves++;
   w->quads += b->whole_block ? (unsigned)__builtin_popcountll(quads_of(b->live)) : b->num_quads;
   if (st->uniform) {
      EMU_FN(raster_shade_uniform)(w, ds);
   } else {
      w->uniform_program = NULL;
      shade(w, ds, b);
   }
   if (w->px.out->stopped)
      w->hung = ds->program;
   uint64_t live = b->live & ~w->px.out->killed;
   if (ds->pixel.alpha_test && live)
      live &= alpha_test(w, ds);
   if (!live)
      return;
   if (st->ms) {
      finish_samples(w, b, live);
      return;
   }
   if (!st->early) {
      live = depth_wave(w, b, live);
      w->zpass += st->count ? (uint64_t)__builtin_popcountll(live) : 0;
      if (!live)
         return;
   }
   w->pixels += (uint64_t)__builtin_popcountll(live);
   color_wave(w, b, live);
}

void
EMU_FN(raster_flush_build)(struct raster_worker *w)
{
   struct pixel_quads *b = &w->build;
   if (!b->num_quads)
      return;
   run_wave(w, b);
   for (unsigned q = 0; q < b->num_quads; q++)
      w->pending[b->block[q]] = 0;
   b->num_quads = 0;
   b->live = 0;
}

/* Where the quads of a block are. */
static const uint8_t quad_x[EMU_QUADS] = {0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6};
static const uint8_t quad_y[EMU_QUADS] = {0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6};

/* Coverage by sample of the pixels that a wave gets: what is left of it, what the primitive covers, and, where the
 * shader runs for each sample, which one. */
struct by_sample {
   const uint64_t *live, *covered;
   unsigned number;
};

static void
clear_build_samples(struct pixel_quads *b)
{
   memset(b->sample_live, 0, sizeof b->sample_live);
   memset(b->covered, 0, sizeof b->covered);
}

/* A wave of one block, all or most of whose quads have something to draw. */
ALWAYS_INLINE void
shade_block(struct raster_worker *w, const struct raster_setup *p, unsigned block, uint64_t cov,
            const struct by_sample *by)
{
   struct pixel_quads *b = &w->direct;
   assert(block < RASTER_BLOCKS);
   if (w->pending[block] & cov)
      EMU_FN(raster_flush_build)(w);
   EMU_FN(pixel_quads_of_block)(&w->px, b, p, block, cov);
   if (by) {
      memcpy(b->sample_live, by->live, sizeof b->sample_live);
      memcpy(b->covered, by->covered, sizeof b->covered);
      memset(b->sample, (int)by->number, sizeof b->sample);
   }
   run_wave(w, b);
}

/* Adds quads of a block, one bit each at its first pixel, to the wave that is put together. */
ALWAYS_INLINE void
add_quads(struct raster_worker *w, const struct raster_setup *p, unsigned block, uint64_t cov, uint64_t quads,
          const struct by_sample *by)
{
   struct pixel_quads *b = &w->build;
   uint32_t x = w->px.tile_x + block % RASTER_TILE_BLOCKS * 8,
            y = w->px.tile_y + block / RASTER_TILE_BLOCKS * 8;
   b->st = p->st;
   w->ring_used = true;
   assert(p >= w->ring && p < w->ring + RASTER_PRIM_RING && block < RASTER_BLOCKS &&
          (!b->num_quads || b->st == p->st));
   for (; quads; quads &= quads - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(quads), q = lane / 4;
      if (by && !b->num_quads)
         clear_build_samples(b);
      unsigned n = b->num_quads++;
      assert(n < EMU_QUADS);
      uint64_t live = cov >> lane & 15;
      b->prim[n] = p;
      b->x[n] = (uint16_t)(x + quad_x[q]);
      b->y[n] = (uint16_t)(y + quad_y[q]);
      b->block[n] = (uint8_t)block;
      b->quad[n] = (uint8_t)q;
      b->sample[n] = by ? (uint8_t)by->number : 0;
      b->live |= live << n * 4;
      for (unsigned s = 0; by && s < p->st->num_samples; s++) {
         b->sample_live[s] |= (by->live[s] >> lane & 15) << n * 4;
         b->covered[s] |= (by->covered[s] >> lane & 15) << n * 4;
      }
      w->pending[block] |= live << lane;
      if (b->num_quads == EMU_QUADS)
         EMU_FN(raster_flush_build)(w);
   }
}

static inline bool
is_worth_wave(const struct raster_worker *w, const struct raster_bound *st, unsigned block, uint64_t quads)
{
   const int32_t x = (int32_t)(w->px.tile_x + block % RASTER_TILE_BLOCKS * 8),
                 y = (int32_t)(w->px.tile_y + block / RASTER_TILE_BLOCKS * 8);
   return __builtin_popcountll(quads) >= st->own_wave && x + 8 <= st->whole_end[0] &&
          y + 8 <= st->whole_end[1];
}

/* Pixels of a block that passed everything before the shader; by: NULL without samples. */
ALWAYS_INLINE void
shade_pixels(struct raster_worker *w, const struct raster_setup *p, unsigned block, uint64_t cov,
             const struct by_sample *by)
{
   uint64_t quads = quads_of(cov);
   if (w->build.num_quads && w->build.st != p->st)
      EMU_FN(raster_flush_build)(w);
   if (quads == 0x1111111111111111 || is_worth_wave(w, p->st, block, quads)) {
      shade_block(w, p, block, cov, by);
      return;
   }
   if (p->st->ordered && (w->pending[block] & cov))
      EMU_FN(raster_flush_build)(w);
   add_quads(w, p, block, cov, quads, by);
}

/* Whatever the next draw does with these pixels before its shader (early tests, copies, fills) comes after
 * what an earlier one still has waiting there. */
static inline void
wait_for_others(struct raster_worker *w, const struct raster_bound *st, unsigned block, uint64_t cov)
{
   if (w->build.num_quads && w->build.st != st && (w->pending[block] & cov))
      EMU_FN(raster_flush_build)(w);
}

/* Pixels of a block that the clip rectangles show. */
static uint64_t
clip_rects(const struct raster_worker *w, const struct raster_draw *ds, unsigned block)
{
   int32_t x = (int32_t)(w->px.tile_x + block % RASTER_TILE_BLOCKS * 8);
   int32_t y = (int32_t)(w->px.tile_y + block / RASTER_TILE_BLOCKS * 8);
   uint64_t inside[4], hidden = 0;
   for (unsigned i = 0; i < 4; i++) {
      const int32_t *r = ds->raster.clip_rect[i];
      inside[i] = r[0] < r[2] && r[1] < r[3] ? raster_rect_mask(r[0] - x, r[1] - y, r[2] - x, r[3] - y) : 0;
   }
   for (unsigned set = 0; set < 16; set++) {
      uint64_t m = ds->raster.clip_rects_hide >> set & 1 ? ~UINT64_C(0) : 0;
      for (unsigned i = 0; i < 4; i++)
         m &= set >> i & 1 ? inside[i] : ~inside[i];
      hidden |= m;
   }
   return ~hidden;
}

/* The first block of such a draw that a thread meets asks for the colours. */
void
EMU_FN(raster_fill)(struct raster_worker *w, const struct raster_bound *st, unsigned block, unsigned n,
                    unsigned rows, uint64_t cov)
{
   const struct raster_bound *whole = st->whole;
   const unsigned before = emu_perf_enter(EMU_PERF_FILL);
   if (w->px.fill_st != whole) {
      if (!whole->clears) {
         w->waves++;
         w->uniform_program = NULL;
         shade(w, whole->ds, NULL);
      }
      EMU_FN(pixel_prepare_fill)(&w->px, whole);
   }
   w->pixels += (uint64_t)__builtin_popcountll(cov) * n * rows;
   EMU_FN(pixel_fill)(&w->px, st, block, n, rows, cov);
   emu_perf_leave(before);
}

void
EMU_FN(raster_shade_block)(struct raster_worker *w, struct raster_setup *p, unsigned block, uint64_t cov)
{
   if (!(p->flags & RASTER_HAS_PERSP))
      EMU_FN(raster_setup_perspective)(p);
   shade_pixels(w, p, block, cov, NULL);
}

void
EMU_FN(raster_draw_block)(struct raster_worker *w, struct raster_setup *p, unsigned block, uint64_t cov)
{
   const struct raster_bound *st = p->st;
   if (st->ds->raster.clip_rects_hide) {
      cov &= clip_rects(w, st->ds, block);
      if (!cov)
         return;
   }
   wait_for_others(w, st, block, cov);
   if (!(p->flags & RASTER_HAS_PLANES))
      EMU_FN(raster_setup_planes)(p);
   if (st->early) {
      if (st->db_test) {
         cov = depth_block(w, st, p, block, cov);
         if (!cov)
            return;
      }
      w->zpass += st->count ? (uint64_t)__builtin_popcountll(cov) : 0;
   }
   if (st->copy) {
      const unsigned before = emu_perf_enter(EMU_PERF_COPY);
      pixel_depth_copy(&w->px, st, block, cov);
      emu_perf_leave(before);
   } else if (st->fill) {
      EMU_FN(raster_fill)(w, st, block, 1, 1, cov);
   } else if (st->shade) {
      EMU_FN(raster_shade_block)(w, p, block, cov);
   }
}

void
EMU_FN(raster_draw_block_ms)(struct raster_worker *w, struct raster_setup *p, unsigned block,
                             uint64_t cov[PIXEL_MAX_SAMPLES])
{
   const struct raster_bound *st = p->st;
   uint64_t any = 0, covered[PIXEL_MAX_SAMPLES];
   uint64_t shown = st->ds->raster.clip_rects_hide ? clip_rects(w, st->ds, block) : ~UINT64_C(0);
   for (unsigned s = 0; s < st->num_samples; s++)
      any |= cov[s] &= shown;
   if (!any)
      return;
   wait_for_others(w, st, block, any);
   any = 0;
   if (!(p->flags & RASTER_HAS_PLANES))
      EMU_FN(raster_setup_planes)(p);
   memcpy(covered, cov, sizeof covered);
   for (unsigned s = 0; s < st->num_samples; s++) {
      if (st->early && st->db_test && cov[s])
         cov[s] = depth_block(w, &st->samples[s], p, block, cov[s]);
      if (st->early && st->count)
         w->zpass += (uint64_t)__builtin_popcountll(cov[s]);
      any |= cov[s];
   }
   if (!any)
      return;
   if (st->copy) {
      const unsigned before = emu_perf_enter(EMU_PERF_COPY);
      pixel_depth_copy_samples(&w->px, st, block, cov);
      emu_perf_leave(before);
   } else if (st->fill || st->resolve) {
      if (st->resolve) {
         const unsigned before = emu_perf_enter(EMU_PERF_COPY);
         EMU_FN(pixel_resolve)(&w->px, st, block, any);
         emu_perf_leave(before);
         return;
      }
      for (unsigned s = 0; s < st->num_samples; s++)
         EMU_FN(raster_fill)(w, &st->samples[s], block, 1, 1, cov[s]);
   } else if (st->shade) {
      if (!(p->flags & RASTER_HAS_PERSP))
         EMU_FN(raster_setup_perspective)(p);
      if (!st->iterate) {
         shade_pixels(w, p, block, any, &(struct by_sample){cov, covered, 0});
         return;
      }
      for (unsigned s = 0; s < st->num_samples; s++) {
         uint64_t one[PIXEL_MAX_SAMPLES] = {0};
         one[s] = cov[s];
         if (cov[s])
            shade_pixels(w, p, block, cov[s], &(struct by_sample){one, covered, s});
      }
   }
}
