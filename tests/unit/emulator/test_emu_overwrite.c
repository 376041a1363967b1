/* SPDX-License-Identifier: MIT
 *
 * Bins forget what is certainly overwritten: a scene drawn in one submission leaves the same memory as with a
 * flush behind every primitive, and fewer pixels are drawn.
 */
#include "emu_sc_fixture.h"
#include "../random_share.h"

enum { W = 200, H = 150, MEMORY_USED_B = DEPTH_AT + (256 << 10) };

static void
random_state(const struct fixture *f, const struct sq_stage_state *ps, struct emu_draw_state *d)
{
   *d = basic_state(f, ps, W, H);
   if (rng() % 4 == 0) {
      d->cb[0].blend_enable = true;
      d->cb[0].color_src = d->cb[0].color_dst = d->cb[0].alpha_src = d->cb[0].alpha_dst = 1;
   }
   if (rng() % 3 == 0)
      d->cb[0].write_mask = (uint8_t)(rng() % 2 ? 0 : 1 + rng() % 14);
   if (rng() % 3 == 0)
      for (unsigned i = 0; i < 2; i++) {
         d->draw.raster.scissor[i] = (int32_t)(rng() % 20);
         d->draw.raster.scissor[i + 2] = (i ? H : W) - (int32_t)(rng() % 20);
      }
   if (rng() % 2) {
      d->db.has_z = true;
      d->db.z_format = EMU_Z_24;
      d->db.z_surf = surface(f, DEPTH_AT, EMU_1D_THIN1, 1, 4, W, H);
      d->db.z_enable = rng() % 4 != 0;
      d->db.z_write = rng() % 2;
      d->db.z_func = rng() % 3 == 0 ? 7 : (uint8_t)(rng() % 8);
   }
   d->db.count_zpass = rng() % 9 == 0;
}

/* A triangle or rectangle, often larger than everything. */
static void
random_prim(struct fixture *f)
{
   const double z = rng_range(0, 1);
   if (rng() % 2) {
      const bool whole = rng() % 3 != 0;
      add_rect(f, whole ? 0 : rng() % 90, whole ? 0 : rng() % 90, whole ? W : 100 + rng() % 100,
               whole ? H : 100 + rng() % 50, z);
      return;
   }
   const struct raster_vertex *v[3];
   const double size = rng() % 3 ? 900 : 90, turn = rng() % 2 ? 1 : -1;
   static const double at[3][2] = {
      {-1, -0.6},
      {1,  -0.6},
      {0,  1   }
   };
   for (unsigned i = 0; i < 3; i++)
      v[i] = vertex(f, W / 2 + size * at[i][0] * turn + rng_range(-30, 30),
                    H / 2 + size * at[i][1] + rng_range(-30, 30), z, 1, NULL, 0);
   add(f, RASTER_PRIM_TRIANGLE, v[0], v[1], v[2]);
}

static uint64_t
draw(struct fixture *f, unsigned seed, bool flush_each, uint64_t *passed)
{
   static const unsigned certain[4] = {1, 1, 1, 0};
   static struct sq_stage_state ps[16];
   memset(f->mem, 0x55, MEMORY_USED_B);
   rng_state = seed;
   const uint64_t pixels = raster_statistics(f->e.raster).pixels, before = raster_zpass_count(f->e.raster);
   for (unsigned i = 0; i < ARRAY_SIZE(ps); i++) {
      ps[i] = (struct sq_stage_state){
         .run = run_constant,
         .color = {(float)i / 16.0f, 0.5f, 1 - (float)i / 16.0f, 0.3f},
         .uniform = rng() % 2,
         .certain_targets = certain[rng() % 4]
      };
      struct emu_draw_state d;
      random_state(f, &ps[i], &d);
      if (needs_flush(f, &d))
         raster_flush(f->e.raster);
      set_state(f, &d);
      for (unsigned n = rng() % 3; n < 3; n++) {
         random_prim(f);
         if (flush_each) {
            raster_flush(f->e.raster);
            set_state(f, &d);
         }
      }
   }
   raster_flush(f->e.raster);
   *passed = raster_zpass_count(f->e.raster) - before;
   return raster_statistics(f->e.raster).pixels - pixels;
}

static void
same_memory(void **state)
{
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 2);
      uint8_t *expected = malloc(MEMORY_USED_B);
      uint64_t all = 0, drawn = 0;
      for (unsigned seed = 1; seed <= random_share(150); seed++) {
         uint64_t passed[2];
         all += draw(&f, seed, true, &passed[0]);
         memcpy(expected, f.mem, MEMORY_USED_B);
         drawn += draw(&f, seed, false, &passed[1]);
         assert_memory_equal(f.mem, expected, MEMORY_USED_B);
         assert_int_equal(passed[0], passed[1]);
      }
      assert_true(drawn < all - all / 10);
      free(expected);
      fixture_fini(&f);
   }
}

static unsigned runs;

static void
run_and_count(struct fake_ctx *c, const struct sq_stage_state *s)
{
   runs++;
   run_constant(c, s);
}

/* Colours that are the same everywhere are computed once for a state, not once a wave; states take turns. */
static void
uniform_shaders_run_once(void **state)
{
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      const struct sq_stage_state ps[2] = {
         {.run = run_and_count, .color = {1 / 255.0f, 0, 0, 0}, .uniform = true},
         {.run = run_and_count, .color = {0, 2 / 255.0f, 0, 0}, .uniform = true},
      };
      runs = 0;
      for (unsigned i = 0; i < 6; i++) {
         struct emu_draw_state d = basic_state(&f, &ps[i / 3], 60, 60); /* one tile */
         d.cb[0].blend_enable = true;
         d.cb[0].color_src = d.cb[0].color_dst = d.cb[0].alpha_src = d.cb[0].alpha_dst = 1;
         set_state(&f, &d);
         add_rect(&f, 0, 0, 60, 60, 0.5);
      }
      raster_flush(f.e.raster);
      assert_int_equal(runs, 2);
      const uint32_t *px = (const uint32_t *)(f.mem + COLOR_AT);
      assert_int_equal(px[0], 0x00000603);
      for (uint32_t i = 0; i < 64 * 64; i++)
         assert_true(px[i] == 0 || px[i] == 0x00000603);
      fixture_fini(&f);
   }
}

/* A shader that may leave a target alone hides nothing; nor does what does not reach into a tile's corner. */
static void
only_what_is_certain(void **state)
{
   struct fixture f;
   bool end;
   fixture_init(&f, "CYPRESS", level_kernels(0, &end), 1);
   const struct {
      unsigned certain;
      double x1;
      bool hides;
   } cases[] = {
      {1, 128, true },
      {0, 128, false},
      {1, 127, false},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct sq_stage_state below = {.run = run_constant},
                                  above = {.run = run_constant, .certain_targets = cases[i].certain};
      struct emu_draw_state a = basic_state(&f, &below, 128, 64), b = basic_state(&f, &above, 128, 64);
      set_state(&f, &a);
      add_rect(&f, 64, 0, 128, 64, 0);
      set_state(&f, &b);
      add_rect(&f, 64, 0, cases[i].x1, 64, 0);
      const uint64_t before = raster_statistics(f.e.raster).pixels;
      raster_flush(f.e.raster);
      const uint64_t second = (uint64_t)(cases[i].x1 - 64) * 64;
      assert_int_equal(raster_statistics(f.e.raster).pixels - before,
                       cases[i].hides ? second : 64 * 64 + second);
   }
   fixture_fini(&f);
}

/* What one primitive does not hide, two hide together: colour and depth cleared one after the other. */
static void
two_hide_together(void **state)
{
   enum { COLOR = 1, DEPTH = 2, PX = 128 * 64 };
   struct fixture f;
   bool end;
   fixture_init(&f, "CYPRESS", level_kernels(0, &end), 1);
   const struct sq_stage_state ps = {.run = run_constant, .certain_targets = 1};
   const struct {
      unsigned writes[5]; /* by each primitive */
      unsigned seen;      /* primitives that are drawn and write colour */
   } cases[] = {
      {{COLOR | DEPTH, COLOR, DEPTH},               1},
      {{COLOR | DEPTH, DEPTH, COLOR},               1},
      {{COLOR | DEPTH, COLOR, COLOR},               2},
      {{COLOR | DEPTH, COLOR, COLOR, DEPTH},        1},
      {{COLOR | DEPTH, COLOR, DEPTH, COLOR, DEPTH}, 1},
      {{COLOR, DEPTH, COLOR | DEPTH},               1},
      {{COLOR, DEPTH, DEPTH},                       1},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      for (unsigned k = 0; k < 5 && cases[i].writes[k]; k++) {
         struct emu_draw_state d = basic_state(&f, &ps, 128, 64);
         d.cb[0].write_mask = cases[i].writes[k] & COLOR ? 15 : 0;
         d.db.has_z = true;
         d.db.z_format = EMU_Z_24;
         d.db.z_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, 4, 128, 64);
         d.db.z_enable = d.db.z_write = (cases[i].writes[k] & DEPTH) != 0;
         d.db.z_func = 7;
         set_state(&f, &d);
         add_rect(&f, 0, 0, 128, 64, 0.25);
      }
      const uint64_t before = raster_statistics(f.e.raster).pixels;
      raster_flush(f.e.raster);
      assert_int_equal(raster_statistics(f.e.raster).pixels - before, cases[i].seen * PX);
   }
   fixture_fini(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_memory),
      cmocka_unit_test(uniform_shaders_run_once),
      cmocka_unit_test(only_what_is_certain),
      cmocka_unit_test(two_hide_together),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
