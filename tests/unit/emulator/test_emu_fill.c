/* SPDX-License-Identifier: MIT
 *
 * Rectangles and triangles of one colour, as clears are: whole blocks side by side get the same pixels, depth and counters
 * as block by block, whatever the depth test and the order of words in memory.
 */
#include "emu_sc_fixture.h"

#include <string.h>

#include "emulator/raster/raster.h"

enum { W = 200, H = 150, N = 6, ROUNDS = 64, SURFACE_B = 256 * 192 * 4 };

static const struct sq_stage_state fill_ps = {
   .run = run_constant, .color = {0.25f, 0.5f, 0.75f, 1},
        .uniform = true
};

static struct emu_draw_state
state_of(struct fixture *f, unsigned round)
{
   struct emu_draw_state d = basic_state(f, &fill_ps, W, H);
   d.db.has_z = round % 5 != 4;
   d.db.z_format = round % 8 == 7 ? EMU_Z_32F : EMU_Z_24;
   d.db.z_surf = surface(f, DEPTH_AT, EMU_1D_THIN1, round % 3 != 2, 4, W, H);
   d.db.z_enable = true;
   d.db.z_write = round % 7 != 6;
   d.db.z_func = round & 1 ? 7 : (uint8_t)(round / 2 % 8);
   d.db.clear_z = round % 9 == 8;
   d.db.z_clear = 0.375f;
   d.db.count_zpass = round % 4 == 1;
   d.cb[0].write_mask = round % 11 == 10 ? 0 : 15;
   return d;
}

static void
draw_some(struct fixture *f)
{
   for (unsigned n = 0; n < N; n++) {
      const double x0 = rng_range(-20, W), y0 = rng_range(-20, H), x1 = x0 + rng_range(5, W),
                   y1 = y0 + rng_range(5, H), z = rng_range(0, 1), slope = n % 3 == 2 ? 0.3 : 0;
      if (n % 2)
         add(f, RASTER_PRIM_TRIANGLE, vertex(f, x0, y0, z, 1, NULL, 0), vertex(f, x1, y0, z, 1, NULL, 0),
             vertex(f, x0, y1, z + slope, 1, NULL, 0));
      else
         add_rect(f, x0, y0, x1, y1, z);
   }
}

/* Returns how many pixels passed. */
static uint64_t
draw_round(struct fixture *f, unsigned round, bool block_by_block)
{
   struct emu_draw_state d = state_of(f, round);
   const uint64_t before = raster_zpass_count(f->e.raster);
   rng_state = round * 131 + 7;
   for (uint32_t i = 0; i < SURFACE_B / 4; i++) {
      const uint32_t word = i * 2654435761u;
      memcpy(f->mem + COLOR_AT + i * 4, &word, 4);
      memcpy(f->mem + DEPTH_AT + i * 4, &word, 4);
   }
   if (block_by_block) { /* a rule that hides nothing: what is inside of an empty rectangle */
      d.draw.raster.clip_rects_hide = 0xaaaa;
      memset(d.draw.raster.clip_rect, 0, sizeof d.draw.raster.clip_rect);
   }
   set_state(f, &d);
   draw_some(f);
   raster_flush(f->e.raster);
   return raster_zpass_count(f->e.raster) - before;
}

static void
same_as_block_by_block(void **state)
{
   static uint8_t want[2][SURFACE_B];
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "CYPRESS", k, 1);
      for (unsigned round = 0; round < ROUNDS; round++) {
         const uint64_t passed = draw_round(&f, round, true);
         memcpy(want[0], f.mem + COLOR_AT, SURFACE_B);
         memcpy(want[1], f.mem + DEPTH_AT, SURFACE_B);
         assert_int_equal(draw_round(&f, round, false), passed);
         assert_memory_equal(f.mem + COLOR_AT, want[0], SURFACE_B);
         assert_memory_equal(f.mem + DEPTH_AT, want[1], SURFACE_B);
      }
      fixture_fini(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_block_by_block)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
