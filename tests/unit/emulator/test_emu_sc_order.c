/* SPDX-License-Identifier: MIT
 *
 * What a tile does with pixels besides covering them: clears and fills, hazards between draws, copies out of
 * the depth buffer, tests before and after the shader, alpha test, depth bounds, depth in floats.
 */
#include "emu_sc_fixture.h"

/* Shaders that export the same for all lanes take a short cut that gives the same picture. */
static void
fill(void **state)
{
   static const struct sq_stage_state slow = {
      .run = run_constant, .color = {0.1f, 0.4f, 0.6f, 1}
   };
   static const struct sq_stage_state quick = {
      .run = run_constant, .color = {0.1f, 0.4f, 0.6f, 1},
           .uniform = true
   };
   static const struct sq_stage_state quick2 = {
      .run = run_constant, .color = {0.9f, 0.3f, 0.2f, 1},
           .uniform = true
   };
   static const struct {
      uint8_t format, bytes;
   } fmt[] = {
      {26, 4 },
      {8,  2 },
      {1,  1 },
      {32, 8 },
      {35, 16}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "CYPRESS", k, 1);
      uint8_t *first = malloc(1 << 20);
      for (unsigned i = 0; i < ARRAY_SIZE(fmt) * 6; i++) {
         static const uint8_t modes[] = {EMU_LINEAR_ALIGNED, EMU_1D_THIN1, EMU_2D_THIN1};
         for (unsigned pass = 0; pass < 2; pass++) {
            struct emu_draw_state d = basic_state(&f, pass ? &quick : &slow, 150, 150);
            d.cb[0].surf = surface(&f, COLOR_AT, modes[i / 2 % 3], i & 1, fmt[i / 6].bytes, 150, 150);
            d.cb[0].format = fmt[i / 6].format;
            memset(f.mem, 0x33, 1 << 20);
            set_state(&f, &d);
            add_rect(&f, 3, 5, 140.5, 133, 0);
            add(&f, RASTER_PRIM_TRIANGLE, vertex(&f, 0, 0, 0, 1, NULL, 0), vertex(&f, 149, 40, 0, 1, NULL, 0),
                vertex(&f, 30, 149, 0, 1, NULL, 0));
            d.ps = &quick2; /* over what may still be on its way */
            set_state(&f, &d);
            add_rect(&f, 40, 50, 81, 93, 0);
            raster_flush(f.e.raster);
            if (pass == 0)
               memcpy(first, f.mem, 1 << 20);
            else
               assert_memory_equal(first, f.mem, 1 << 20);
         }
      }
      free(first);
      fixture_fini(&f);
   }
}

/* ---- bookkeeping ---- */

static void
hazards(void **state)
{
   struct fixture f;
   bool end;
   fixture_init(&f, "RV770", level_kernels(0, &end), 1);
   struct emu_draw_state d = basic_state(&f, &count_ps, 64, 64), other = d;
   other.cb[0].surf.addr += 1 << 20;
   assert_false(needs_flush(&f, &other));
   assert_false(raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE, MEM_B, true));
   set_state(&f, &d);
   assert_true(needs_flush(&f, &other)); /* a state alone, all of whose primitives may have been culled */
   add_rect(&f, 0, 0, 10, 10, 0);
   assert_true(needs_flush(&f, &other));
   assert_false(needs_flush(&f, &d));
   assert_true(raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE + 100, 4, false));
   assert_true(raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE + 64 * 64 * 4 - 1, 4, false));
   assert_false(raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE + 64 * 64 * 4, 4, true));
   assert_false(raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE + (3 << 20), 4, false));
   assert_true(
      raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE + (3 << 20), 4, true)); /* the shader reads it */
   raster_flush(f.e.raster);
   assert_false(raster_pending_overlaps(f.e.raster, EMU_VRAM_BASE, MEM_B, true));
   assert_false(needs_flush(&f, &other));
   fixture_fini(&f);
}

/* Copies from DB: the bits of depth and stencil, of what is covered, in the layout that the colour format
 * has. */
static void
copies_from_depth(void **state)
{
   static const struct {
      const char *chip;
      uint8_t format;
      bool z, s;
      uint32_t want; /* of depth 0x123456 and stencil 0x9a, over 0xffffffff */
   } cases[] = {
      {"RV770",   17, true,  true,  0x9a123456},
      {"RV770",   17, true,  false, 0xff123456},
      {"RV770",   19, true,  true,  0x1234569a},
      {"RV770",   18, true,  true,  0x9a123456},
      {"RV770",   20, true,  true,  0x1234569a},
      {"CYPRESS", 17, true,  true,  0x9a123456},
      {"CYPRESS", 17, false, true,  0x9affffff},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct fixture f;
      bool end;
      fixture_init(&f, cases[i].chip, level_kernels(0, &end), 1);
      struct emu_draw_state d = basic_state(&f, &count_ps, 64, 64);
      bool apart = f.e.chip->gen >= DB_EVERGREEN;
      d.cb[0].format = cases[i].format;
      d.db.has_z = d.db.has_s = true;
      d.db.s_separate = apart;
      d.db.z_format = EMU_Z_24;
      d.db.z_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, 4, 64, 64);
      d.db.s_surf = surface(&f, STENCIL_AT, EMU_1D_THIN1, 1, 1, 64, 64);
      d.db.copy_z = cases[i].z;
      d.db.copy_s = cases[i].s;
      memset(f.mem + COLOR_AT, 0xff, 64 * 64 * 4);
      for (unsigned k = 0; k < 64 * 64; k++) {
         uint32_t v = 0x123456 | (apart ? 0x77u : 0x9au) << 24;
         memcpy(f.mem + DEPTH_AT + 4 * k, &v, 4);
         f.mem[STENCIL_AT + k] = 0x9a;
      }
      set_state(&f, &d);
      add_rect(&f, 3, 5, 60, 33, 0);
      raster_flush(f.e.raster);
      for (unsigned y = 0; y < 64; y++)
         for (unsigned x = 0; x < 64; x++)
            assert_int_equal(pixel(&f, &d.cb[0].surf, x, y),
                             x >= 3 && x < 60 && y >= 5 && y < 33 ? cases[i].want : 0xffffffff);
      fixture_fini(&f);
   }
}

/* Exports a depth of 0.25. */
static void
run_export_depth(struct fake_ctx *c, const struct sq_stage_state *s)
{
   run_constant(c, s);
   for (unsigned i = 0; i < EMU_LANES; i++)
      c->z[0].u[i] = fui(0.25f);
   c->out.z_done = true;
}

/* A wave with few pixels waits for more; what comes next to those pixels must see them done. */
static void
early_work_waits_for_late(void **state)
{
   static const struct sq_stage_state late_ps = {
      .run = run_export_depth, .color = {1, 0, 0, 1}
   };
   for (unsigned copy = 0; copy < 2; copy++) {
      FOR_EACH_LEVEL(k)
      {
         struct fixture f;
         fixture_init(&f, "CYPRESS", k, 1);
         struct emu_draw_state d = basic_state(&f, &late_ps, 64, 64);
         d.db.has_z = d.db.z_enable = d.db.z_write = d.db.z_export = true;
         d.db.z_func = 7;
         d.db.z_format = EMU_Z_32F;
         d.db.z_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, 4, 64, 64);
         d.cb_disable = true;
         set_state(&f, &d);
         add_rect(&f, 8, 8, 9, 9, 0.75f);
         struct emu_draw_state next = d;
         next.ps = &count_ps;
         next.db.z_export = false;
         next.cb_disable = false;
         if (copy) {
            next.cb[0].format = 14; /* COLOR_32_FLOAT */
            next.db.copy_z = true;
            next.db.z_enable = false;
         } else {
            next.db.z_func = 4; /* greater: fails against the cleared 0, not against 0.25 */
         }
         set_state(&f, &next);
         add_rect(&f, 8, 8, 9, 9, 0.125f);
         raster_flush(f.e.raster);
         uint32_t z = pixel(&f, &next.db.z_surf, 8, 8), colour = pixel(&f, &next.cb[0].surf, 8, 8);
         assert_int_equal(z, fui(0.25f));
         assert_int_equal(colour, copy ? fui(0.25f) : 0);
         fixture_fini(&f);
      }
   }
}

/* Exports its column's number of eighths as alpha. */
static void
run_column_alpha(struct fake_ctx *c, const struct sq_stage_state *s)
{
   static const float x[4] = {0, 1, 0, 1};
   run_constant(c, s);
   for (unsigned i = 0; i < EMU_LANES; i++)
      c->color[0][3].u[i] = fui((x[i & 3] + 2 * (float)(i / 4 % 2) + 4 * (float)(i / 16 % 2)) / 8);
}

/* Alphas that come with 16 bits are equal to a reference that was cut to 16. */
static void
alpha_test_half(void **state)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 0.4f}
   };
   for (unsigned half = 0; half < 2; half++) {
      struct fixture f;
      bool end;
      fixture_init(&f, "CYPRESS", level_kernels(0, &end), 1);
      struct emu_draw_state d = basic_state(&f, &ps, 64, 64);
      d.alpha_test = true;
      d.alpha_func = 2;
      d.alpha_ref = uif(fui(0.4f) & ~0x1fffu);
      d.cb[0].half_export = half;
      set_state(&f, &d);
      add_rect(&f, 0, 0, 64, 64, 0);
      raster_flush(f.e.raster);
      assert_int_equal(pixel(&f, &d.cb[0].surf, 5, 5) != 0, half);
      fixture_fini(&f);
   }
}

static void
alpha_test(void **state)
{
   static const struct sq_stage_state ps = {
      .run = run_column_alpha, .color = {1, 1, 1, 1}
   };
   for (unsigned func = 0; func < 8; func++) {
      FOR_EACH_LEVEL(k)
      {
         struct fixture f;
         fixture_init(&f, "RV770", k, 1);
         struct emu_draw_state d = basic_state(&f, &ps, 64, 64);
         d.alpha_test = true;
         d.alpha_func = (uint8_t)func;
         d.alpha_ref = 3 / 8.0f;
         d.db.has_z = d.db.z_enable = d.db.z_write = true;
         d.db.z_func = 7;
         d.db.z_format = EMU_Z_32F;
         d.db.z_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, 4, 64, 64);
         set_state(&f, &d);
         add_rect(&f, 0, 0, 64, 64, 0.5f);
         raster_flush(f.e.raster);
         for (unsigned x = 0; x < 64; x++) {
            unsigned a = x % 8;
            bool pass = func >> (a < 3 ? 0 : a == 3 ? 1 : 2) & 1;
            assert_int_equal(pixel(&f, &d.cb[0].surf, x, 9) != 0, pass);
            assert_int_equal(pixel(&f, &d.db.z_surf, x, 9), pass ? fui(0.5f) : 0);
         }
         fixture_fini(&f);
      }
   }
}

/* Surfaces that leave memory are not drawn to, the rest of the draw stands; nothing is written outside. */
static void
bounds(void **state)
{
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "CYPRESS", k, 1);
      for (unsigned i = 0; i < 400; i++) {
         rng_state = i * 977 + 1;
         struct emu_draw_state d = basic_state(&f, &count_ps, 256, 256);
         uint64_t at = MEM_B - (rng() % 64 << 12);
         d.cb[0].surf = surface(&f, at, rng() % 5, rng() & 1, 4, 64 + rng() % 200, 64 + rng() % 200);
         d.cb[0].surf.height_el -= rng() % 60;
         d.cb[0].surf.slice_B = rng() % 100000;
         d.cb[0].slice = rng() % 3;
         d.draw.raster.scissor[2] = d.draw.raster.scissor[3] = 16384;
         set_state(&f, &d);
         add_rect(&f, -10, -10, 5000, 5000, 0);
         raster_flush(f.e.raster); /* the sanitizer watches */
         assert_false(raster_is_full(f.e.raster));
      }
      fixture_fini(&f);
   }
}

/* Depth as floats of 24 bits with stencil above it, and of 32 bits with stencil in the dword beside it; what
 * is not theirs stays. clear_z: whatever is drawn has the clear's depth. */
static void
float_depths(void **state)
{
   static const struct {
      double z;
      uint32_t float24;
   } cases[] = {
      {0,                    0       },
      {0x1p-20,              0x004000},
      {0x1p-34,              0x000001},
      {0x1p-14,              0x100000},
      {0.5,                  0xe00000},
      {0.75,                 0xe80000},
      {0.75 + 0x1p-23,       0xe80000}, /* the mantissa has 20 bits */
      {0.75 + 0x1p-22 * 1.5, 0xe80001},
      {1,                    0xf00000},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases) * 4; i++) {
      bool pair = i & 1, clear = i & 2;
      double z = cases[i / 4].z;
      struct fixture f;
      bool end;
      fixture_init(&f, "RV770", level_kernels(0, &end), 1);
      struct emu_draw_state d = basic_state(&f, &count_ps, 64, 64);
      d.db.has_z = d.db.has_s = d.db.z_enable = d.db.z_write = d.db.stencil_enable = true;
      d.db.z_func = 7;
      d.db.face[0] = d.db.face[1] = (struct emu_stencil_face){7, 2, 2, 2, 0x5a, 0xff, 0xff};
      d.db.s_in_pair = d.db.s_separate = pair;
      d.db.z_format = pair ? EMU_Z_32F : EMU_Z_24F;
      d.db.z_surf = d.db.s_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, pair ? 8 : 4, 64, 64);
      d.db.clear_z = clear;
      d.db.z_clear = (float)z;
      memset(f.mem + DEPTH_AT, 0xcc, 64 * 64 * 8);
      set_state(&f, &d);
      add_rect(&f, 3, 5, 60, 33, clear ? 0.375 : z);
      raster_flush(f.e.raster);
      for (unsigned y = 0; y < 64; y++)
         for (unsigned x = 0; x < 64; x++) {
            bool in = x >= 3 && x < 60 && y >= 5 && y < 33;
            uint32_t got[2] = {0, 0};
            memcpy(got, f.mem + DEPTH_AT + emu_surface_offset(&d.db.z_surf, x, y, 0), pair ? 8 : 4);
            if (pair) {
               assert_int_equal(got[0], in ? fui((float)z) : 0xcccccccc);
               assert_int_equal(got[1], in ? 0xcccccc5a : 0xcccccccc);
            } else {
               assert_int_equal(got[0], in ? 0x5a000000 | cases[i / 4].float24 : 0xcccccccc);
            }
         }
      /* the test reads what was written: nothing is nearer than itself */
      d.db.z_func = 1;
      d.db.face[0].zpass = d.db.face[1].zpass = 0;
      memset(f.mem + COLOR_AT, 0, 64 * 64 * 4);
      set_state(&f, &d);
      add_rect(&f, 3, 5, 60, 33, clear ? 0.375 : z);
      raster_flush(f.e.raster);
      assert_int_equal(pixel(&f, &d.cb[0].surf, 20, 20), 0);
      fixture_fini(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fill),
      cmocka_unit_test(hazards),
      cmocka_unit_test(copies_from_depth),
      cmocka_unit_test(early_work_waits_for_late),
      cmocka_unit_test(alpha_test_half),
      cmocka_unit_test(alpha_test),
      cmocka_unit_test(bounds),
      cmocka_unit_test(float_depths),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
