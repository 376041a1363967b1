/* SPDX-License-Identifier: MIT
 *
 * The vectors' ways of sampling, of all SIMD levels, against the one that takes lane by lane, over formats, tilings, wrap modes,
 * filters and levels chosen by a generator; blocks seen from the front against the same lanes in two waves that are none; turned
 * blocks at all levels, whole and in part; offsets made of two coordinates' parts against the tiling law.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/core/start.h"
#include "emulator/pixel/surface.h"
#include "emulator/r300/tx/quick.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

#define KERNELS(level) extern const struct tx_kernels tx_kernels_##level;
EMU_LEVELS(KERNELS)
#define ROW(level) {#level, &tx_kernels_##level},
static const struct {
   const char *name;
   const struct tx_kernels *tx;
} levels[] = {EMU_LEVELS(ROW)};

enum { MEMORY_B = 1 << 18, ROUNDS = 3000 };

static uint32_t seed = 1;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static uint8_t *
any_memory(void)
{
   uint8_t *memory = aligned_alloc(64, MEMORY_B);
   assert_non_null(memory);
   for (unsigned i = 0; i < MEMORY_B; i++)
      memory[i] = (uint8_t)below(256);
   return memory;
}

/* What is drawn by lot: sizes are powers of two where something repeats, as the chips want it. */
static struct tx_setup
any_setup(void)
{
   static const uint8_t formats[] = {0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 32 + 2, 32 + 3, 32 + 6};
   static const uint8_t wraps[] = {TX_REPEAT, TX_MIRROR, TX_CLAMP_EDGE};
   struct tx_setup s = {.format = formats[below(ARRAY_SIZE(formats))],
                        .dim = below(3) ? TX_2D : TX_CUBE,
                        .address = EMU_VRAM_BASE,
                        .macro = below(2),
                        .micro = (uint8_t)below(2),
                        .rv350_tiling = below(2),
                        .mag = (uint8_t)(1 + below(2)),
                        .min = (uint8_t)(1 + below(2)),
                        .mip = (uint8_t)below(3),
                        .lod_bias = (int16_t)((int)below(96) - 48)};
   if (s.format == 32 + 6) { /* depth, where it is not filtered */
      s.min = s.mag = 1;
      s.mip &= 1;
   }
   const bool odd = s.dim == TX_2D && below(4) == 0;
   s.w = odd ? 1 + below(70) : 1u << below(7);
   s.h = s.dim == TX_CUBE ? s.w : odd ? 1 + below(70) : 1u << below(7);
   s.num_levels = (uint8_t)(odd ? 1 : 1 + below(u_log2(MAX2(s.w, s.h)) + 1));
   s.first_level = (uint8_t)below(s.num_levels);
   for (unsigned i = 0; i < 3; i++)
      s.wrap[i] = odd ? TX_CLAMP_EDGE : wraps[below(ARRAY_SIZE(wraps))];
   for (unsigned i = 0; i < 4; i++)
      s.select[i] = (uint8_t)below(6);
   return s;
}

static void
any_coords(struct emu_row coord[4], uint32_t w)
{
   const float step = (float)(1 + below(40)) / (float)(8 * w), s0 = (float)below(1000) / 250 - 2;
   for (unsigned l = 0; l < EMU_LANES; l++) {
      coord[0].u[l] = fui(s0 + step * (float)(l & 7));
      coord[1].u[l] = fui(0.3f - step * (float)(l >> 3));
      coord[2].u[l] = fui((float)below(100) / 50 - 1);
      coord[3].u[l] = fui((float)below(64) / 16 - 1);
   }
   if (below(8) == 0) /* nothing sensible */
      coord[below(2)].u[below(EMU_LANES)] = below(2) ? 0x7fc00000 : 0x7f800000;
}

static void
same_samples(void **state)
{
   uint8_t *memory = any_memory();
   const struct emu_mem mem = {memory, MEMORY_B};
   struct emu_row coord[4], slow[4], quick[4];
   unsigned taken = 0;
   for (unsigned round = 0; round < ROUNDS; round++) {
      const struct tx_setup s = any_setup();
      struct tx_view v;
      if (tx_describe(&mem, &s, &v)) /* a tiling that does not exist */
         continue;
      assert_true(v.quick);
      taken++;
      any_coords(coord, s.w);
      struct tx_request rq = {.view = &v,
                              .coord = coord,
                              .mode = (uint8_t)below(3),
                              .lanes = below(2) ? ~UINT64_C(0) : UINT64_C(0xff0ff),
                              .out = slow};
      tx_sample(&rq);
      rq.out = quick;
      levels[0].tx->sample_quick(&rq);
      for (unsigned l = 0; l < EMU_LANES; l++)
         for (unsigned k = 0; k < 4 && rq.lanes >> l & 1; k++)
            if (!(uif(slow[k].u[l]) - uif(quick[k].u[l]) < 1e-6f &&
                  uif(quick[k].u[l]) - uif(slow[k].u[l]) < 1e-6f))
               fail_msg("round %u, lane %u, component %u: %g, lane by lane %g (format %u, %ux%u)", round, l,
                        k, (double)uif(quick[k].u[l]), (double)uif(slow[k].u[l]), s.format, s.w, s.h);
   }
   assert_true(taken > ROUNDS / 2);
   free(memory);
}

/* A rectangle seen from the front: a block's pixels, whose coordinates are nearly those of its column and row. */
static void
front_coords(struct emu_row coord[4], const struct tx_setup *s)
{
   const float ds = (float)(1 + below(40)) / (float)(16 * s->w) * (below(2) ? 1 : -1),
               dt = (float)(1 + below(40)) / (float)(16 * s->h) * (below(2) ? 1 : -1),
               s0 = (float)below(1000) / 250 - 2, t0 = (float)below(1000) / 250 - 2,
               bend = below(3) ? 0 : 1e-7f * (float)below(1000);
   memset(coord, 0, 4 * sizeof *coord);
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         const unsigned lane = pixel_lane(x, y);
         coord[0].u[lane] = fui(s0 + ds * (float)x + bend * (float)y);
         coord[1].u[lane] = fui(t0 + dt * (float)y + bend * (float)x);
      }
}

static void
same_from_the_front(void **state)
{
   uint8_t *memory = any_memory();
   const struct emu_mem mem = {memory, MEMORY_B};
   struct emu_row coord[4], parts[4], whole[4];
   unsigned taken = 0;
   for (unsigned round = 0; round < ROUNDS; round++) {
      struct tx_setup s = any_setup();
      struct tx_view v;
      if (below(2))
         s.format = 12; /* four bytes */
      s.dim = TX_2D;
      if (tx_describe(&mem, &s, &v))
         continue;
      assert_true(v.quick);
      taken += v.rows_of_four;
      front_coords(coord, &s);
      struct tx_request rq = {.view = &v, .coord = coord, .mode = TX_LOD_IMPLICIT, .out = parts};
      for (unsigned n = 0; n < ARRAY_SIZE(levels); n++) {
         if (!emu_cpu_has_level(levels[n].name))
            continue;
         struct emu_row half[4];
         rq.out = parts;
         rq.lanes = UINT32_MAX;
         levels[0].tx->sample_quick(&rq);
         rq.out = half;
         rq.lanes = ~rq.lanes;
         levels[0].tx->sample_quick(&rq);
         for (unsigned k = 0; k < 4; k++)
            memcpy(&parts[k].u[32], &half[k].u[32], 32 * sizeof half[k].u[0]);
         rq.out = whole;
         rq.lanes = ~UINT64_C(0);
         if (below(2)) { /* the coordinates' own registers */
            memcpy(whole, coord, sizeof whole);
            rq.coord = whole;
         }
         levels[n].tx->sample_quick(&rq);
         rq.coord = coord;
         for (unsigned l = 0; l < EMU_LANES; l++)
            for (unsigned k = 0; k < 4; k++)
               if (parts[k].u[l] != whole[k].u[l])
                  fail_msg("%s, round %u, lane %u, component %u: %g, in parts %g (format %u, %ux%u)",
                           levels[n].name, round, l, k, (double)uif(whole[k].u[l]),
                           (double)uif(parts[k].u[l]), s.format, s.w, s.h);
      }
   }
   assert_true(taken > ROUNDS / 4);
   free(memory);
}

/* A turned rectangle: texels of neighbours lie near each other, or a few texels apart. */
static void
turned_coords(struct emu_row coord[4], const struct tx_setup *s)
{
   const unsigned level = s->first_level;
   const float w = (float)MAX2(s->w >> level, 1u), h = (float)MAX2(s->h >> level, 1u),
               scale = below(4) ? 1.0f / 16 : 1.0f / 4, s0 = (float)below(1000) / 500 - 0.5f,
               t0 = (float)below(1000) / 500 - 0.5f;
   float d[4];
   for (unsigned i = 0; i < 4; i++)
      d[i] = ((float)below(32) - 15.5f) * scale / (i < 2 ? w : h);
   memset(coord, 0, 4 * sizeof *coord);
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         const unsigned lane = pixel_lane(x, y);
         coord[0].u[lane] = fui(s0 + d[0] * (float)x + d[1] * (float)y);
         coord[1].u[lane] = fui(t0 + d[2] * (float)x + d[3] * (float)y);
      }
   if (below(16) == 0) /* nothing sensible */
      coord[below(2)].u[below(EMU_LANES)] = below(2) ? 0x7fc00000 : 0x7f800000;
}

static void
same_turned(void **state)
{
   uint8_t *memory = any_memory();
   const struct emu_mem mem = {memory, MEMORY_B};
   struct emu_row coord[4], first[4], other[4];
   unsigned taken = 0;
   for (unsigned round = 0; round < 3 * ROUNDS; round++) {
      struct tx_setup s = any_setup();
      struct tx_view v;
      s.format = 12; /* four bytes */
      s.dim = TX_2D;
      if (tx_describe(&mem, &s, &v))
         continue;
      assert_true(v.rows_of_four);
      taken++;
      turned_coords(coord, &s);
      struct tx_request rq = {
         .view = &v, .coord = coord, .mode = TX_LOD_IMPLICIT, .lanes = ~UINT64_C(0), .out = first};
      for (unsigned quad = 0; quad < EMU_LANES / 4 && round % 3 == 0; quad++)
         rq.lanes &= ~((uint64_t)(below(3) == 0 ? 15 : 0) << 4 * quad);
      tx_sample(&rq);
      memcpy(other, first, sizeof other);
      for (unsigned n = 0; n < ARRAY_SIZE(levels); n++) {
         if (!emu_cpu_has_level(levels[n].name))
            continue;
         rq.out = other;
         levels[n].tx->sample_quick(&rq);
         for (unsigned l = 0; l < EMU_LANES; l++)
            for (unsigned k = 0; k < 4 && rq.lanes >> l & 1; k++)
               if (n ? first[k].u[l] != other[k].u[l]
                     : fabsf(uif(first[k].u[l]) - uif(other[k].u[l])) > 1e-6f)
                  fail_msg("%s, round %u, lane %u, component %u: %.9g, expected %.9g (%ux%u)", levels[n].name,
                           round, l, k, (double)uif(other[k].u[l]), (double)uif(first[k].u[l]), s.w, s.h);
         if (n == 0) /* the others have its bits */
            memcpy(first, other, sizeof first);
      }
   }
   assert_true(taken > ROUNDS);
   free(memory);
}

static int32_t
part(const struct r300_axis *a, uint32_t x)
{
   int32_t at = (int32_t)(x >> a->top_shift) * a->top_step;
   for (unsigned g = 0; g < ARRAY_SIZE(a->mask); g++)
      at += ((int32_t)x & a->mask[g]) << a->left[g];
   return at;
}

static void
offsets_are_sums(void **state)
{
   for (unsigned log2_B = 0; log2_B < 5; log2_B++)
      for (unsigned macro = 0; macro < 2; macro++)
         for (uint8_t micro = 0; micro < 3; micro++) {
            struct r300_surface s = {.bytes = (uint8_t)(1 << log2_B), .macro = macro, .micro = micro};
            struct r300_axis axis[2];
            uint32_t w, h;
            if (!r300_surface_unit(&s, &w, &h))
               continue;
            s.pitch_px = 3 * w;
            s.height_px = 3 * h;
            r300_surface_axis(&s, 0, &axis[0]);
            r300_surface_axis(&s, 1, &axis[1]);
            for (uint32_t y = 0; y < s.height_px; y++)
               for (uint32_t x = 0; x < s.pitch_px; x++)
                  assert_int_equal(part(&axis[0], x) + part(&axis[1], y), r300_surface_offset(&s, x, y));
         }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_samples),
      cmocka_unit_test(same_from_the_front),
      cmocka_unit_test(same_turned),
      cmocka_unit_test(offsets_are_sums),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
