/* SPDX-License-Identifier: MIT
 *
 * surface.c: every array mode is a bijection from elements to memory that stays inside emu_surface_end, quads
 * have constant steps, tables agree with single offsets, and known addresses come out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/terascale/surface.h"
#include "util/u_math.h"

static const char *const chips[] = {"RV610", "RV670",   "RV730",   "RV770",
                                    "CEDAR", "REDWOOD", "CYPRESS", "CAYMAN"};

static void
set_sizes(struct emu_surface *s, uint32_t w, uint32_t h, uint32_t slices)
{
   uint32_t pa = 8, ha = 8;
   bool eg = s->chip->gen >= DB_EVERGREEN;
   if (s->array_mode == EMU_2D_THIN1 && eg) {
      pa = 8 * s->bank_width * s->chip->tile_pipes * s->macro_aspect;
      ha = 8 * s->bank_height * s->num_banks / s->macro_aspect;
   } else if (s->array_mode == EMU_2D_THIN1) {
      uint32_t by_group = s->chip->group_bytes * s->chip->num_banks / (8 * s->bytes_per_el);
      pa = MAX2(8 * s->chip->num_banks, by_group);
      ha = 8 * s->chip->tile_pipes;
   }
   s->pitch_el = (uint32_t)u_align(w, pa);
   s->height_el = (uint32_t)u_align(h, ha);
   s->slice_B = (uint64_t)s->pitch_el * s->height_el * s->bytes_per_el;
   (void)slices;
}

static void
check_bijective(const struct emu_surface *s, uint32_t slices)
{
   uint64_t end = emu_surface_end(s, slices - 1);
   uint64_t exact = s->slice_B * slices;
   assert_true(end >= exact);
   uint8_t *seen = calloc(end, 1);
   assert_non_null(seen);
   uint32_t table[64];
   bool has_table = emu_surface_tile_table(s, table);
   for (uint32_t z = 0; z < slices; z++)
      for (uint32_t y = 0; y < s->height_el; y++)
         for (uint32_t x = 0; x < s->pitch_el; x++) {
            uint64_t o = emu_surface_offset(s, x, y, z);
            assert_true(o + s->bytes_per_el <= end);
            assert_int_equal(o % s->bytes_per_el, 0);
            for (uint32_t b = 0; b < s->bytes_per_el; b++) {
               assert_int_equal(seen[o + b], 0);
               seen[o + b] = 1;
            }
            if (has_table)
               assert_int_equal(o, emu_surface_offset(s, x & ~7u, y & ~7u, z) + table[(y & 7) * 8 + (x & 7)]);
         }
   /* aligned surfaces have no holes */
   if (end == exact)
      for (uint64_t i = 0; i < end; i++)
         assert_int_equal(seen[i], 1);
   free(seen);
}

static void
bijective(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      const struct terascale_chip *chip = terascale_chip_find(chips[c]);
      assert_non_null(chip);
      static const uint8_t modes[] = {EMU_LINEAR_GENERAL, EMU_LINEAR_ALIGNED, EMU_1D_THIN1, EMU_2D_THIN1};
      for (unsigned m = 0; m < ARRAY_SIZE(modes); m++)
         for (unsigned type = 0; type < 2; type++)
            for (unsigned bytes = 1; bytes <= 16; bytes *= 2) {
               struct emu_surface s = {
                  .chip = chip,
                  .array_mode = modes[m],
                  .tile_type = (uint8_t)type,
                  .bytes_per_el = (uint8_t)bytes,
                  .bank_width = 1,
                  .bank_height = bytes <= 1   ? 4
                                 : bytes <= 4 ? 2
                                              : 1,
                  .macro_aspect = 1,
                  .num_banks = chip->gen >= DB_EVERGREEN ? 8 : 0,
                  .tile_split_B = 1024,
               };
               set_sizes(&s, 70, 40, 3);
               check_bijective(&s, 3);
            }
   }
}

/* All combinations of Evergreen's macro tile parameters, with splits. */
static void
evergreen_parameters(void **state)
{
   const struct terascale_chip *chip = terascale_chip_find("REDWOOD");
   for (unsigned banks = 4; banks <= 16; banks *= 2)
      for (unsigned bw = 1; bw <= 4; bw *= 2)
         for (unsigned bh = 1; bh <= 4; bh *= 2)
            for (unsigned aspect = 1; aspect <= 4; aspect *= 2)
               for (unsigned split = 128; split <= 1024; split *= 8) {
                  struct emu_surface s = {
                     .chip = chip,
                     .array_mode = EMU_2D_THIN1,
                     .tile_type = 1,
                     .bytes_per_el = 4,
                     .bank_width = (uint8_t)bw,
                     .bank_height = (uint8_t)bh,
                     .macro_aspect = (uint8_t)aspect,
                     .num_banks = (uint8_t)banks,
                     .tile_split_B = split,
                  };
                  set_sizes(&s, 64, 64, 2);
                  check_bijective(&s, 2);
               }
}

/* Addresses worked out by hand from the equations. */
static void
known(void **state)
{
   struct emu_surface s = {
      .chip = terascale_chip_find("RV770"), .array_mode = EMU_1D_THIN1, .bytes_per_el = 4};
   s.pitch_el = 64;
   s.height_el = 64;
   s.slice_B = 64 * 64 * 4;
   /* displayable 32 bpp: x0 x1 y0 x2 y1 y2 */
   assert_int_equal(emu_surface_offset(&s, 1, 0, 0), 4);
   assert_int_equal(emu_surface_offset(&s, 2, 0, 0), 8);
   assert_int_equal(emu_surface_offset(&s, 0, 1, 0), 16);
   assert_int_equal(emu_surface_offset(&s, 4, 0, 0), 32);
   assert_int_equal(emu_surface_offset(&s, 0, 2, 0), 64);
   assert_int_equal(emu_surface_offset(&s, 0, 4, 0), 128);
   assert_int_equal(emu_surface_offset(&s, 8, 0, 0), 256);
   assert_int_equal(emu_surface_offset(&s, 0, 8, 0), 8 * 256);
   assert_int_equal(emu_surface_offset(&s, 9, 17, 1), 64 * 64 * 4 + (2 * 8 + 1) * 256 + 4 + 16);
   s.tile_type = 1; /* x0 y0 x1 y1 x2 y2 */
   assert_int_equal(emu_surface_offset(&s, 0, 1, 0), 8);
   assert_int_equal(emu_surface_offset(&s, 2, 0, 0), 16);
   assert_int_equal(emu_surface_offset(&s, 7, 7, 0), 63 * 4);
   s.array_mode = EMU_LINEAR_ALIGNED;
   assert_int_equal(emu_surface_offset(&s, 3, 5, 0), (5 * 64 + 3) * 4);
}

/* Registers that no driver writes: nothing divides by zero and nothing leaves the announced range. */
static void
hostile(void **state)
{
   srand(1);
   for (unsigned i = 0; i < 2000; i++) {
      struct emu_surface s = {
         .chip = terascale_chip_find(chips[(unsigned)rand() % ARRAY_SIZE(chips)]),
         .array_mode = (uint8_t)(rand() % 16),
         .tile_type = (uint8_t)(rand() & 1),
         .bytes_per_el = (uint8_t)(1 << rand() % 5),
         .bank_width = (uint8_t)(rand() % 10),
         .bank_height = (uint8_t)(rand() % 10),
         .macro_aspect = (uint8_t)(rand() % 10),
         .num_banks = (uint8_t)(rand() % 20),
         .tile_split_B = (uint32_t)(64 << rand() % 7),
         .pitch_el = 1 + (uint32_t)rand() % 200,
         .height_el = 1 + (uint32_t)rand() % 200,
         .slice_B = (uint64_t)(rand() % 100000),
      };
      uint32_t slice = (uint32_t)rand() % 4;
      uint64_t end = emu_surface_end(&s, slice);
      for (unsigned k = 0; k < 50; k++) {
         uint32_t x = (uint32_t)rand() % s.pitch_el, y = (uint32_t)rand() % s.height_el;
         assert_true(emu_surface_offset(&s, x, y, slice) + s.bytes_per_el <= end);
      }
      assert_true(emu_surface_offset(&s, s.pitch_el - 1, s.height_el - 1, slice) + s.bytes_per_el <= end);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(bijective),
      cmocka_unit_test(evergreen_parameters),
      cmocka_unit_test(known),
      cmocka_unit_test(hostile),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
