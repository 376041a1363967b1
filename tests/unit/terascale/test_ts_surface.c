/* SPDX-License-Identifier: MIT
 *
 * Layout and tiling: every block of every level has a place of its own inside the surface, levels and slices
 * do not overlap, alignments are the documented ones, and uploads come back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "terascale/resource/surface.h"
#include "util/u_math.h"

static const struct ts_tiling r6 = {256, 2, 4, 0, 6, false}, r7 = {256, 8, 8, 0, 8, false},
                              eg = {256, 8, 8, 2048, 8, true}, eg512 = {512, 4, 16, 1024, 8, true};
static const struct ts_tiling *const tilings[] = {&r6, &r7, &eg, &eg512};
static const uint8_t modes[] = {TS_LINEAR_ALIGNED, TS_1D_TILED_THIN1, TS_2D_TILED_THIN1};

static struct ts_surface
surface(uint32_t w, uint32_t h, uint8_t block_B, uint8_t mode)
{
   return (struct ts_surface){.width = w,
                              .height = h,
                              .depth = 1,
                              .layers = 1,
                              .samples = 1,
                              .blk_w = 1,
                              .blk_h = 1,
                              .block_B = block_B,
                              .mode = mode};
}

/** Marks the bytes of each block; fails on a second mark or beyond the end. */
static void
check_bijective(const struct ts_tiling *t, const struct ts_surface *s, uint32_t slices)
{
   uint8_t *used = calloc(1, s->size_B);
   for (unsigned l = 0; l <= s->last_level; l++) {
      uint32_t n = s->depth > 1 ? s->level[l].depth : slices;
      for (uint32_t z = 0; z < n; z++)
         for (uint32_t y = 0; y < s->level[l].height_bl; y++)
            for (uint32_t x = 0; x < s->level[l].pitch_bl; x++) {
               uint64_t a = ts_surface_address(t, s, l, x, y, z, 0);
               assert_true(a + s->block_B <= s->size_B);
               assert_int_equal(a % s->block_B, 0);
               assert_int_equal(used[a], 0);
               memset(used + a, 1, s->block_B);
            }
   }
   free(used);
}

static void
test_every_block_its_place(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(tilings); k++)
      for (unsigned m = 0; m < ARRAY_SIZE(modes); m++)
         for (uint8_t b = 1; b <= 16; b *= 2)
            for (unsigned nd = 0; nd < 2; nd++) {
               struct ts_surface s = surface(75, 41, b, modes[m]);
               s.non_displayable = nd;
               s.last_level = 6;
               assert_true(ts_surface_init(tilings[k], &s));
               check_bijective(tilings[k], &s, 1);
            }
}

static void
test_cubes_and_volumes(void **state)
{
   for (unsigned k = 0; k < ARRAY_SIZE(tilings); k++)
      for (unsigned m = 0; m < ARRAY_SIZE(modes); m++) {
         struct ts_surface cube = surface(32, 32, 4, modes[m]), vol = surface(20, 12, 2, modes[m]);
         cube.cube = true;
         cube.layers = 6;
         cube.last_level = 5;
         assert_true(ts_surface_init(tilings[k], &cube));
         check_bijective(tilings[k], &cube, 6);
         /* Room for eight faces from RV770 on. */
         assert_true(cube.level[1].offset_B >= cube.level[0].slice_B * tilings[k]->cube_slices);
         vol.depth = 5;
         vol.last_level = 4;
         assert_true(ts_surface_init(tilings[k], &vol));
         check_bijective(tilings[k], &vol, 5);
      }
}

static void
test_alignments(void **state)
{
   static const struct {
      const struct ts_tiling *t;
      uint8_t mode, block_B;
      uint32_t pitch, height;
   } rows[] = {
      {&r7,    TS_LINEAR_ALIGNED, 1,  256, 41},
      {&r7,    TS_LINEAR_ALIGNED, 4,  128, 41},
      {&r7,    TS_LINEAR_ALIGNED, 16, 128, 41},
      {&r7,    TS_1D_TILED_THIN1, 1,  96,  48},
      {&r7,    TS_1D_TILED_THIN1, 2,  80,  48},
      {&r7,    TS_1D_TILED_THIN1, 4,  80,  48},
      {&eg512, TS_1D_TILED_THIN1, 1,  128, 48},
      {&r7,    TS_2D_TILED_THIN1, 4,  80,  48},
      {&r6,    TS_2D_TILED_THIN1, 1,  96,  48},
      {&r6,    TS_2D_TILED_THIN1, 4,  96,  48},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      struct ts_surface s = surface(75, 41, rows[i].block_B, rows[i].mode);
      assert_true(ts_surface_init(rows[i].t, &s));
      assert_int_equal(s.level[0].pitch_bl, rows[i].pitch);
      assert_int_equal(s.level[0].height_bl, rows[i].height);
   }
   /* Small levels of a macro-tiled surface are micro-tiled; levels above 0 are powers of two. */
   struct ts_surface s = surface(300, 200, 4, TS_2D_TILED_THIN1);
   s.last_level = 8;
   assert_true(ts_surface_init(&r7, &s));
   assert_int_equal(s.level[0].mode, TS_2D_TILED_THIN1);
   assert_int_equal(s.level[1].mode, TS_2D_TILED_THIN1);
   assert_int_equal(s.level[1].pitch_bl, 256);
   assert_int_equal(s.level[1].height_bl, 128);
   assert_int_equal(s.level[3].mode, TS_1D_TILED_THIN1);
   assert_int_equal(s.level[8].width, 1);
   assert_int_equal(s.level[8].mode, TS_1D_TILED_THIN1);
}

static void
test_micro_tiles(void **state)
{
   /* Corners and single steps of the documented orders. */
   static const struct {
      bool nd;
      uint8_t block_B, x, y, index;
   } rows[] = {
      {true,  4,  1, 0, 1 },
      {true,  4,  0, 1, 2 },
      {true,  4,  2, 0, 4 },
      {true,  4,  0, 2, 8 },
      {false, 1,  4, 0, 4 },
      {false, 1,  0, 1, 16},
      {false, 1,  0, 2, 8 },
      {false, 2,  0, 1, 8 },
      {false, 4,  0, 1, 4 },
      {false, 4,  4, 0, 8 },
      {false, 8,  0, 1, 2 },
      {false, 16, 0, 1, 1 },
      {false, 16, 1, 0, 2 },
      {false, 4,  7, 7, 63},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
      assert_int_equal(ts_micro_tile_index(rows[i].nd, rows[i].block_B, rows[i].x, rows[i].y), rows[i].index);
}

static void
test_upload_download(void **state)
{
   static const uint32_t rects[][4] = {
      {0,  0,  75, 41},
      {3,  5,  20, 9 },
      {8,  8,  8,  8 },
      {1,  0,  1,  41},
      {7,  7,  2,  2 },
      {74, 40, 1,  1 },
      {4,  2,  61, 33}
   };
   for (unsigned k = 0; k < ARRAY_SIZE(tilings); k++)
      for (unsigned m = 0; m < ARRAY_SIZE(modes); m++)
         for (uint8_t b = 1; b <= 16; b *= 2)
            for (unsigned nd = 0; nd < 2; nd++) {
               struct ts_surface s = surface(75, 41, b, modes[m]);
               s.non_displayable = nd;
               assert_true(ts_surface_init(tilings[k], &s));
               uint8_t *mem = malloc(s.size_B), *in = malloc(75 * 41 * 16), *out = malloc(75 * 41 * 16);
               for (unsigned i = 0; i < 75 * 41 * 16; i++)
                  in[i] = (uint8_t)(i * 7 + i / 251);
               for (unsigned r = 0; r < ARRAY_SIZE(rects); r++) {
                  const uint32_t *q = rects[r];
                  uint32_t stride = q[2] * b + (r & 1) * 3;
                  memset(mem, 0xEE, s.size_B);
                  ts_surface_upload(tilings[k], &s, mem, 0, 0, q[0], q[1], q[2], q[3], in, stride);
                  /* Each block stands where the address function says, and nothing else was written. */
                  uint64_t touched = 0;
                  for (uint32_t y = 0; y < q[3]; y++)
                     for (uint32_t x = 0; x < q[2]; x++) {
                        uint64_t a = ts_surface_address(tilings[k], &s, 0, q[0] + x, q[1] + y, 0, 0);
                        assert_memory_equal(mem + a, in + y * stride + x * b, b);
                        memset(mem + a, 0xEE, b);
                        touched++;
                     }
                  assert_int_equal(touched, (uint64_t)q[2] * q[3]);
                  for (uint64_t i = 0; i < s.size_B; i++)
                     if (mem[i] != 0xEE)
                        fail_msg("byte %u is stray", (unsigned)i);
                  ts_surface_upload(tilings[k], &s, mem, 0, 0, q[0], q[1], q[2], q[3], in, stride);
                  memset(out, 0, 75 * 41 * 16);
                  ts_surface_download(tilings[k], &s, mem, 0, 0, q[0], q[1], q[2], q[3], out, stride);
                  for (uint32_t y = 0; y < q[3]; y++)
                     assert_memory_equal(out + y * stride, in + y * stride, q[2] * b);
               }
               free(mem);
               free(in);
               free(out);
            }
}

static void
test_bad_sizes(void **state)
{
   struct ts_surface s = surface(0, 4, 4, TS_1D_TILED_THIN1);
   assert_false(ts_surface_init(&r7, &s));
   s = surface(4, 20000, 4, TS_1D_TILED_THIN1);
   assert_false(ts_surface_init(&r7, &s));
   s = surface(4, 4, 4, TS_1D_TILED_THIN1);
   s.last_level = TS_MAX_LEVELS;
   assert_false(ts_surface_init(&r7, &s));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_block_its_place),
      cmocka_unit_test(test_cubes_and_volumes),
      cmocka_unit_test(test_alignments),
      cmocka_unit_test(test_micro_tiles),
      cmocka_unit_test(test_upload_download),
      cmocka_unit_test(test_bad_sizes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
