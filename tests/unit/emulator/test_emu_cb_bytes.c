/* SPDX-License-Identifier: MIT
 *
 * Colours that come as bytes: blended as integers they leave what rows of floats leave, for all sources, destinations and
 * alphas, by each of the usual equations, at all SIMD levels.
 */
#include "emu_sc_fixture.h"

#include "emulator/raster/raster.h"
#include "../random_share.h"

enum { W = 64, H = 344, TARGET_B = W * 384 * 4, THIRD = 86 };
_Static_assert(W *H == THIRD * 256, "a pixel for each destination and a third of all sources");

static unsigned alpha; /* of all pixels */
static bool as_bytes;
static struct emu_row bytes;

/* R0 holds the position, whose number is a source and a destination; the three colours are thirds of all sources. */
static uint32_t
source(unsigned n)
{
   const uint32_t s = n >> 8;
   return s | MIN2(s + THIRD, 255) << 8 | MIN2(s + 2 * THIRD, 255) << 16 | alpha << 24;
}

static void
run_source(struct fake_ctx *c, const struct sq_stage_state *s)
{
   c->out.bytes = as_bytes ? &bytes : NULL;
   for (unsigned i = 0; i < EMU_LANES; i++) {
      bytes.u[i] = source((uint32_t)uif(c->gpr[1].u[i]) * W + (uint32_t)uif(c->gpr[0].u[i]));
      for (unsigned ch = 0; ch < 4; ch++)
         c->color[0][ch].u[i] = fui(as_bytes ? -7.0f : (float)(bytes.u[i] >> 8 * ch & 255) * (1.0f / 255));
   }
}

static const struct sq_stage_state ps = {.run = run_source};

static void
draw(struct fixture *f, const struct emu_draw_state *d)
{
   const struct emu_surface *s = &d->cb[0].surf;
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++)
         memset(f->mem + emu_surface_offset(s, x, y, 0), (int)((y * W + x) & 255), 4);
   set_state(f, d);
   assert_true(f->e.raster->state->takes_bytes);
   add_rect(f, 0, 0, W, H, 0);
   raster_flush(f->e.raster);
}

static void
all_numbers(void **state)
{
   static const uint8_t equations[][4] = {
      {4, 5, 4, 5},
      {1, 5, 1, 5},
      {4, 5, 1, 5},
      {1, 1, 1, 1},
      {8, 0, 8, 0}
   };
   static uint8_t want[TARGET_B];
   const unsigned step = 256 / random_share(256);
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      struct emu_draw_state d = basic_state(&f, &ps, W, H);
      d.pos_gpr = 0;
      d.baryc_enable = 0;
      d.cb[0].blend_enable = true;
      for (unsigned e = 0; e < ARRAY_SIZE(equations); e++) {
         d.cb[0].comp_swap = (uint8_t)(e & 3);
         d.cb[0].color_src = equations[e][0];
         d.cb[0].color_dst = equations[e][1];
         d.cb[0].alpha_src = equations[e][2];
         d.cb[0].alpha_dst = equations[e][3];
         for (alpha = 0; alpha < 256; alpha += step) {
            as_bytes = false;
            draw(&f, &d);
            memcpy(want, f.mem, sizeof want);
            as_bytes = true;
            draw(&f, &d);
            assert_memory_equal(f.mem, want, sizeof want);
         }
      }
      fixture_fini(&f);
   }
}

/* Not where other equations, formats or tests want numbers. */
static void
who_takes_them(void **state)
{
   bool end;
   struct fixture f;
   fixture_init(&f, "RV770", level_kernels(0, &end), 1);
   const struct emu_draw_state plain = basic_state(&f, &ps, W, H);
   struct emu_draw_state other[5] = {plain, plain, plain, plain, plain};
   other[0].cb[0].format = 8;
   other[0].cb[0].surf.bytes_per_el = 2;
   other[1].cb[0].blend_enable = true;
   other[1].cb[0].color_src = 1;
   other[2].alpha_test = true;
   other[3].db.alpha_to_mask = true;
   other[4].cb[0].blend_enable = other[4].cb[0].force_alpha_1 = true;
   other[4].cb[0].color_src = other[4].cb[0].alpha_src = 4;
   other[4].cb[0].color_dst = other[4].cb[0].alpha_dst = 5;
   set_state(&f, &plain);
   assert_true(f.e.raster->state->takes_bytes);
   for (unsigned i = 0; i < ARRAY_SIZE(other); i++) {
      set_state(&f, &other[i]);
      if (f.e.raster->state->takes_bytes)
         fail_msg("state %u takes bytes", i);
   }
   raster_flush(f.e.raster);
   fixture_fini(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(all_numbers), cmocka_unit_test(who_takes_them)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
