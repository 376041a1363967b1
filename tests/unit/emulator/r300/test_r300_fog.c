/* SPDX-License-Identifier: MIT
 *
 * Fog: the sources that GB_SELECT names, FG_FOG_BLEND's functions, the value as a texture coordinate. What is expected is
 * OpenGL's fog (1.5, 3.10) of the distance, with the scales that the older open driver writes for it.
 */
#include <math.h>

#include "r300_fixture.h"

static const float fog_color[3] = {0, 1, 0.5f};

static void
fog_state(struct fix *f, unsigned from, unsigned fn, float scale, float offset)
{
   fix_reg(f, RX_GB_SELECT_OFFSET, RX_GB_SELECT(.FOG_SELECT = from));
   fix_reg(f, RX_GA_FOG_SCALE_OFFSET, fui(scale));
   fix_reg(f, RX_GA_FOG_OFFSET_OFFSET, fui(offset));
   fix_reg(f, RX_FG_FOG_COLOR_R_OFFSET, (uint32_t)(fog_color[0] * 1023));
   fix_reg(f, RX_FG_FOG_COLOR_G_OFFSET, (uint32_t)(fog_color[1] * 1023));
   fix_reg(f, RX_FG_FOG_COLOR_B_OFFSET, (uint32_t)(fog_color[2] * 1023 + 0.5f));
   fix_reg(f, RX_FG_FOG_BLEND_OFFSET, RX_FG_FOG_BLEND(.ENABLE = 1, .FN = fn));
}

/* A pixel whose colour was red with an alpha of 0.2, and of which \p amount is fog. */
static void
assert_fogged(uint32_t pixel, double amount)
{
   static const float red[3] = {1, 0, 0};
   for (unsigned c = 0; c < 3; c++) {
      const double want = 255 * (red[c] * (1 - amount) + fog_color[c] * amount);
      const int got = (int)(pixel >> (8 * c) & 255);
      if (fabs(got - want) > 0.76) /* half a step of 8 bits, and one of ten bits in the fog's colour */
         fail_msg("component %u of %08x is not %f (%f of fog)", c, pixel, want, amount);
   }
   assert_int_equal(pixel >> 24, 51);
}

/* A triangle over the whole target whose depth is x / 128; W is 1 at the left and 2 at two widths. */
static void
draw_slope(struct fix *f, bool deep)
{
   const float w = deep ? 0.5f : 1;
   const float v[3][8] = {
      {0,         0,         0, 1, 1, 0, 0, 0.2f},
      {2 * FIX_W, 0,         1, w, 1, 0, 0, 0.2f},
      {0,         2 * FIX_H, 0, 1, 1, 0, 0, 0.2f},
   };
   fix_draw(f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
}

static void
goes_by_depth(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fog_state(&f, RX_GB_SELECT__FOG_SELECT__SELECT_Z, RX_FG_FOG_BLEND__FN__LINEAR, 4, -0.5f);
   draw_slope(&f, false);
   fix_run(&f);
   for (unsigned x = 0; x < FIX_W; x++)
      assert_fogged(fix_pixel(&f, x, 9), CLAMP((x + 0.5) / 128 * 4 - 0.5, 0.0, 1.0));
   emu_destroy(f.e);
}

/* 1/w is linear on the screen, the distance w is not. */
static void
goes_by_w(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 2, NULL);
   fix_state(&f);
   fog_state(&f, RX_GB_SELECT__FOG_SELECT__SELECT_1, RX_FG_FOG_BLEND__FN__LINEAR, 2, -2);
   draw_slope(&f, true);
   fix_run(&f);
   for (unsigned x = 0; x < FIX_W; x++)
      assert_fogged(fix_pixel(&f, x, 30), 2 / (1 - (x + 0.5) / 256) - 2);
   emu_destroy(f.e);
}

static void
has_functions(void **state)
{
   const double density = 3;
   for (unsigned squared = 0; squared < 2; squared++) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      fix_state(&f);
      fog_state(&f, RX_GB_SELECT__FOG_SELECT__SELECT_Z,
                squared ? RX_FG_FOG_BLEND__FN__EXP2 : RX_FG_FOG_BLEND__FN__EXP,
                (squared ? 0.3f : 0.0933f) * (float)density, 0);
      draw_slope(&f, false);
      fix_run(&f);
      for (unsigned x = 0; x < FIX_W; x++) {
         const double d = density * (x + 0.5) / 128;
         assert_fogged(fix_pixel(&f, x, 1), 1 - exp(squared ? -d * d : -d));
      }
      emu_destroy(f.e);
   }
}

/* Though the program gives all pixels the same. */
static void
has_a_constant(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fog_state(&f, 0, RX_FG_FOG_BLEND__FN__CONSTANT, 0, 0);
   fix_reg(&f, RX_FG_FOG_FACTOR_OFFSET, 256);
   fix_fill(&f, 0, 1, 0, 0, 0.2f);
   fix_run(&f);
   assert_fogged(fix_pixel(&f, 40, 2), 256 / 1023.0);
   emu_destroy(f.e);
}

/* The alpha of the first colour, which the vertex shader's second output then is. */
static void
goes_by_a_colour(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fog_state(&f, RX_GB_SELECT__FOG_SELECT__SELECT_C0A, RX_FG_FOG_BLEND__FN__LINEAR, 1, 0.25f);
   fix_reg(&f, RX_VAP_OUT_VTX_FMT_0_OFFSET,
           RX_VAP_OUT_VTX_FMT_0(.VTX_POS_PRESENT = 1, .VTX_COLOR_0_PRESENT = 1));
   fix_reg(&f, RX_VAP_OUT_VTX_FMT_1_OFFSET, 0);
   fix_reg(&f, R5_RS_INST_OFFSET(0), R5_RS_INST(.COL_CN = R5_RS_INST__COL_CN__WRITE));
   fix_fill(&f, 0, 1, 0, 0, 0.2f);
   fix_run(&f);
   assert_fogged(fix_pixel(&f, 5, 50), 0.45);
   emu_destroy(f.e);
}

static void
is_stuffed(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fog_state(&f, RX_GB_SELECT__FOG_SELECT__SELECT_Z, 0, 1, 0);
   fix_reg(&f, RX_FG_FOG_BLEND_OFFSET, 0);
   fix_reg(&f, RX_GB_SELECT_OFFSET,
           RX_GB_SELECT(.FOG_SELECT = RX_GB_SELECT__FOG_SELECT__SELECT_Z, .FOG_STUFF_ENABLE = 1,
                        .FOG_STUFF_TEX = 0, .FOG_STUFF_COMP = 1));
   draw_slope(&f, false);
   fix_run(&f);
   for (unsigned x = 0; x < FIX_W; x++) {
      const uint32_t p = fix_pixel(&f, x, 63);
      assert_int_equal(p & 0xffff00ff, 0x330000ff);
      assert_int_equal(p >> 8 & 255, (uint32_t)(255 * (x + 0.5) / 128 + 0.5));
   }
   emu_destroy(f.e);
}

static void
refusals(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fog_state(&f, 6, 0, 1, 0);
   fix_fill(&f, 0, 1, 0, 0, 1);
   fix_must_stop(&f, "GB_SELECT: there is no source 6 of fog");
   emu_destroy(f.e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(goes_by_depth),    cmocka_unit_test(goes_by_w),  cmocka_unit_test(has_functions),
      cmocka_unit_test(has_a_constant),   cmocka_unit_test(is_stuffed), cmocka_unit_test(refusals),
      cmocka_unit_test(goes_by_a_colour),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
