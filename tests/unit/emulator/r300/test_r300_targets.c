/* SPDX-License-Identifier: MIT
 *
 * Targets of one and two components: which of the shader's they store, and what blending takes for the destination's alpha and
 * the constant (docs/inferred.md: blending of I8 and UV88).
 */
#include "r300_fixture.h"

enum { ZERO = 32, ONE = 33, DST_ALPHA = 40, CONSTANT_COLOR = 43 }; /* RB3D_BLENDCNTL.SRCBLEND, GL's factors */

static void
open_target(struct fix *f, unsigned format, uint32_t out_fmt)
{
   fix_open(f, "rv515", 1, NULL);
   fix_state(f);
   fix_reg(f, RX_RB3D_COLORPITCH_OFFSET(0),
           RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORFORMAT = format));
   fix_reg(f, RX_US_OUT_FMT_OFFSET(0), out_fmt);
}

static void
blend(struct fix *f, unsigned src, unsigned dst)
{
   fix_reg(f, RX_RB3D_BLENDCNTL_OFFSET,
           RX_RB3D_BLENDCNTL(.ALPHA_BLEND_ENABLE = 1, .READ_ENABLE = 1, .SRCBLEND = src, .DESTBLEND = dst));
}

static void
constant(struct fix *f, float r, float g, float b, float a)
{
   fix_reg(
      f, R5_RB3D_CONSTANT_COLOR_AR_OFFSET,
      R5_RB3D_CONSTANT_COLOR_AR(.RED = (uint32_t)(r * 1023 + 0.5f), .ALPHA = (uint32_t)(a * 1023 + 0.5f)));
   fix_reg(
      f, R5_RB3D_CONSTANT_COLOR_GB_OFFSET,
      R5_RB3D_CONSTANT_COLOR_GB(.GREEN = (uint32_t)(g * 1023 + 0.5f), .BLUE = (uint32_t)(b * 1023 + 0.5f)));
}

static uint32_t
first_bytes(const struct fix *f, unsigned n)
{
   uint32_t dw = 0;
   memcpy(&dw, f->memory, n);
   return dw;
}

/* As X's radeon driver draws to pictures of alpha alone: what C2_SEL selects is stored, the others are alpha, too. */
static void
i8(void **state)
{
   const uint32_t alpha = RX_US_OUT_FMT(.C0_SEL = 0, .C1_SEL = 0, .C2_SEL = 0, .C3_SEL = 0);
   const uint32_t red = RX_US_OUT_FMT(.C0_SEL = 0, .C1_SEL = 0, .C2_SEL = 1, .C3_SEL = 0);
   const struct {
      unsigned src, dst;
      uint32_t out, expect;
   } rows[] = {
      {ONE,            ZERO,           alpha, 128}, /* 0.5 */
      {ONE,            ZERO,           red,   64 }, /* 0.25 */
      {DST_ALPHA,      ZERO,           alpha, 102}, /* 0.8 * 0.5 */
      {DST_ALPHA,      ZERO,           red,   51 }, /* 0.8 * 0.25 */
      {ZERO,           DST_ALPHA,      alpha, 163}, /* 0.8 * 0.8 */
      {CONSTANT_COLOR, ZERO,           alpha, 26 }, /* 0.2 * 0.5: the constant's green */
      {ZERO,           CONSTANT_COLOR, alpha, 41 }, /* 0.2 * 0.8 */
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      struct fix f;
      open_target(&f, RX_RB3D_COLORPITCH__COLORFORMAT__I8, rows[i].out);
      constant(&f, 1, 0.2f, 1, 0.6f);
      fix_fill(&f, 0, 0.8f, 0, 0, 0.8f);
      blend(&f, rows[i].src, rows[i].dst);
      fix_fill(&f, 0, 0.25f, 1, 1, 0.5f);
      fix_run(&f);
      if (first_bytes(&f, 1) != rows[i].expect)
         fail_msg("row %u: %u", i, first_bytes(&f, 1));
      emu_destroy(f.e);
   }
}

/* As Mesa's r300 draws luminance with alpha: the lower byte is C2_SEL's, with the constant's red, the upper one C0_SEL's, with
 * its blue, and the destination's alpha. */
static void
uv88(void **state)
{
   const uint32_t red_alpha = RX_US_OUT_FMT(.C0_SEL = 0, .C1_SEL = 0, .C2_SEL = 1, .C3_SEL = 0);
   const struct {
      unsigned src, dst;
      uint32_t expect;
   } rows[] = {
      {ONE,            ZERO,      0x8040}, /* 0.25, 0.5 */
      {DST_ALPHA,      ZERO,      0x4d26}, /* 0.6 * 0.25, 0.6 * 0.5 */
      {ZERO,           DST_ALPHA, 0x5c7a}, /* 0.6 * 0.8, 0.6 * 0.6 */
      {CONSTANT_COLOR, ZERO,      0x3320}, /* 0.5 * 0.25, 0.4 * 0.5 */
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      struct fix f;
      open_target(&f, RX_RB3D_COLORPITCH__COLORFORMAT__UV88, red_alpha);
      constant(&f, 0.5f, 1, 0.4f, 1);
      fix_fill(&f, 0, 0.8f, 0, 0, 0.6f);
      blend(&f, rows[i].src, rows[i].dst);
      fix_fill(&f, 0, 0.25f, 1, 1, 0.5f);
      fix_run(&f);
      if (first_bytes(&f, 2) != rows[i].expect)
         fail_msg("row %u: %04x", i, first_bytes(&f, 2));
      emu_destroy(f.e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(i8),
      cmocka_unit_test(uv88),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
