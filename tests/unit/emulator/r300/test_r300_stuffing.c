/* SPDX-License-Identifier: MIT
 *
 * Coordinates that GA makes (GB_ENABLE): along a line from GA_LINE_S0 to GA_LINE_S1, across a point; and the dither of
 * colours that are stored in few bits.
 */
#include "r300_fixture.h"

static void
line(struct fix *f, float x0, float x1, float y)
{
   const float v[2][8] = {
      {x0, y, 0, 1, 0.5f, 0.5f, 0.5f, 1},
      {x1, y, 0, 1, 0.5f, 0.5f, 0.5f, 1},
   };
   fix_draw(f, RX_VAP_VF_CNTL__PRIM_TYPE__LINE_LIST, v, 2);
}

/* S grows along the line whichever way it goes, T is 0. */
static void
lines_have_a_coordinate(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   fix_reg(&f, RX_GA_LINE_CNTL_OFFSET, RX_GA_LINE_CNTL(.WIDTH = 6));
   fix_reg(&f, RX_GB_ENABLE_OFFSET, RX_GB_ENABLE(.LINE_STUFF_ENABLE = 1, .TEX0_SOURCE = 1));
   fix_reg(&f, RX_GA_LINE_S0_OFFSET, fui(0.25f));
   fix_reg(&f, RX_GA_LINE_S1_OFFSET, fui(0.75f));
   line(&f, 0, FIX_W, 10.5f);
   line(&f, FIX_W, 0, 20.5f);
   fix_run(&f);
   for (unsigned x = 1; x < FIX_W - 1; x++) {
      const double s = 0.25 + 0.5 * (x + 0.5) / FIX_W;
      assert_in_range(fix_pixel(&f, x, 10) & 255, (uint32_t)(255 * s), (uint32_t)(255 * s + 1));
      assert_in_range(fix_pixel(&f, x, 20) & 255, (uint32_t)(255 * (1 - s)), (uint32_t)(255 * (1 - s) + 1));
      assert_int_equal(fix_pixel(&f, x, 10) >> 8 & 255, 0);
   }
   emu_destroy(f.e);
}

/* Where only lines have coordinates, a point has none, and the other way round. */
static void
kinds_are_told_apart(void **state)
{
   for (unsigned points = 0; points < 2; points++) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      fix_state(&f);
      fix_reg(&f, RX_GA_LINE_CNTL_OFFSET, RX_GA_LINE_CNTL(.WIDTH = 6));
      fix_reg(&f, RX_GB_ENABLE_OFFSET,
              RX_GB_ENABLE(.POINT_STUFF_ENABLE = points, .LINE_STUFF_ENABLE = !points, .TEX0_SOURCE = 1));
      const uint32_t ones[] = {RX_GA_LINE_S0_OFFSET,  RX_GA_LINE_S1_OFFSET,  RX_GA_POINT_S0_OFFSET,
                               RX_GA_POINT_S1_OFFSET, RX_GA_POINT_T0_OFFSET, RX_GA_POINT_T1_OFFSET};
      for (unsigned i = 0; i < ARRAY_SIZE(ones); i++)
         fix_reg(&f, ones[i], fui(1));
      fix_fill(&f, 0, 0, 0, 0, 0);
      line(&f, 0, FIX_W, 10.5f);
      fix_run(&f);
      assert_int_equal(fix_pixel(&f, 30, 30) & 0xffff, points ? 0xffff : 0);
      assert_int_equal(fix_pixel(&f, 30, 10) & 0xffff, points ? 0 : 0xff);
      emu_destroy(f.e);
   }
}

static unsigned
pixel_565(const struct fix *f, unsigned x, unsigned y)
{
   uint16_t v;
   memcpy(&v, f->memory + (y * FIX_W + x) * 2, 2);
   return v;
}

/* In a target of 5, 6 and 5 bits: the mean of 4x4 pixels is the colour to a sixteenth of a step, no pixel is a step away, and
 * what has a code is that code everywhere. */
static void
dither(void **state)
{
   const float red = 10.3f / 31, green = 40.7f / 63, blue = 7.0f / 31;
   struct fix f;
   fix_open(&f, "rv515", 2, NULL);
   fix_state(&f);
   fix_reg(
      &f, RX_RB3D_COLORPITCH_OFFSET(0),
      RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__RGB565));
   fix_reg(&f, RX_US_OUT_FMT_OFFSET(0), RX_US_OUT_FMT(.C0_SEL = 3, .C1_SEL = 2, .C2_SEL = 1, .C3_SEL = 0));
   fix_reg(&f, RX_RB3D_DITHER_CTL_OFFSET,
           RX_RB3D_DITHER_CTL(.DITHER_MODE = RX_RB3D_DITHER_CTL__DITHER_MODE__LUT_DITHER));
   fix_fill(&f, 0, red, green, blue, 1);
   fix_run(&f);
   unsigned sum_r = 0, sum_g = 0;
   for (unsigned y = 8; y < 12; y++)
      for (unsigned x = 12; x < 16; x++) {
         const unsigned p = pixel_565(&f, x, y);
         sum_r += p >> 11;
         sum_g += p >> 5 & 63;
         assert_in_range(p >> 11, 10, 11);
         assert_in_range(p >> 5 & 63, 40, 41);
         assert_int_equal(p & 31, 7);
         assert_int_equal(p, pixel_565(&f, x + 4, y + 8)); /* the pattern repeats */
      }
   assert_in_range(sum_r, 16 * 10 + 4, 16 * 10 + 6);
   assert_in_range(sum_g, 16 * 40 + 10, 16 * 40 + 12);
   fix_reg(&f, RX_RB3D_DITHER_CTL_OFFSET,
           RX_RB3D_DITHER_CTL(.DITHER_MODE = RX_RB3D_DITHER_CTL__DITHER_MODE__ROUND));
   fix_fill(&f, 0, red, green, blue, 1);
   fix_run(&f);
   for (unsigned x = 0; x < 8; x++)
      assert_int_equal(pixel_565(&f, x, 3), 10 << 11 | 41 << 5 | 7);
   emu_destroy(f.e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_have_a_coordinate),
      cmocka_unit_test(kinds_are_told_apart),
      cmocka_unit_test(dither),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
