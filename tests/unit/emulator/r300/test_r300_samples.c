/* SPDX-License-Identifier: MIT
 *
 * Antialiasing: which samples are covered, their means by a resolve, the mask of SC_SCREENDOOR, alpha to mask; fast clears.
 */
#include "r300_fixture.h"

enum { RESOLVED_AT = FIX_COLOR_AT + 0x60000, AA_MODES = 4 };

static const unsigned numbers[AA_MODES] = {2, 3, 4, 6}; /* by NUM_AA_SUBSAMPLES */

/* x, y in 1/12 pixel from the corner: an open driver's positions but for three samples */
/* clang-format off */
static const uint8_t positions[AA_MODES][6][2] = {
   {{3, 9}, {9, 3}},
   {{2, 6}, {6, 10}, {10, 2}},
   {{4, 4}, {8, 8}, {2, 10}, {10, 2}},
   {{3, 1}, {7, 3}, {11, 5}, {1, 7}, {5, 9}, {9, 10}},
};
/* clang-format on */

static void
samples_state(struct fix *f, unsigned mode)
{
   const uint8_t(*p)[2] = positions[mode];
   fix_state(f);
   fix_reg(f, RX_GB_AA_CONFIG_OFFSET, RX_GB_AA_CONFIG(.AA_ENABLE = 1, .NUM_AA_SUBSAMPLES = mode));
   fix_reg(f, RX_GB_MSPOS0_OFFSET,
           RX_GB_MSPOS0(.MS_X0 = p[0][0], .MS_Y0 = p[0][1], .MS_X1 = p[1][0], .MS_Y1 = p[1][1],
                        .MS_X2 = p[2][0], .MS_Y2 = p[2][1]));
   fix_reg(f, RX_GB_MSPOS1_OFFSET,
           RX_GB_MSPOS1(.MS_X3 = p[3][0], .MS_Y3 = p[3][1], .MS_X4 = p[4][0], .MS_Y4 = p[4][1],
                        .MS_X5 = p[5][0], .MS_Y5 = p[5][1]));
}

/* The target's samples become pixels of rows at RESOLVED_AT. */
static void
resolve(struct fix *f)
{
   fix_reg(f, RX_RB3D_AARESOLVE_OFFSET_OFFSET, RESOLVED_AT);
   fix_reg(f, RX_RB3D_AARESOLVE_PITCH_OFFSET, RX_RB3D_AARESOLVE_PITCH(.AARESOLVE_PITCH = FIX_W / 2));
   fix_reg(f, RX_RB3D_AARESOLVE_CTL_OFFSET, RX_RB3D_AARESOLVE_CTL(.AARESOLVE_MODE = 1, .AARESOLVE_ALPHA = 1));
   fix_reg(f, RX_SC_SCREENDOOR_OFFSET, 0xffffff);
   fix_fill(f, 0, 0.3f, 0.3f, 0.3f, 0.3f);
   fix_reg(f, RX_RB3D_AARESOLVE_CTL_OFFSET, 0);
}

static unsigned
resolved_red(const struct fix *f, unsigned x, unsigned y)
{
   return fix_dword(f, RESOLVED_AT + (y * FIX_W + x) * 4) & 255;
}

/* A white rectangle whose edges run through pixels: a pixel's red is the part of its samples that lie inside. */
static void
means_of_covered_samples(void **state)
{
   for (unsigned mode = 0; mode < AA_MODES; mode++) {
      for (unsigned edge = 1; edge < 12; edge += 2) { /* 1/12 pixel, between the positions */
         struct fix f;
         const float at = 20 + ((float)edge + 0.5f) / 12;
         const float v[3][8] = {
            {at - 200, 10,  0, 1, 1, 1, 1, 1},
            {at,       10,  0, 1, 1, 1, 1, 1},
            {at,       210, 0, 1, 1, 1, 1, 1},
         };
         unsigned inside = 0;
         fix_open(&f, "rv515", 1, NULL);
         samples_state(&f, mode);
         fix_fill(&f, 0, 0, 0, 0, 0);
         fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3);
         resolve(&f);
         fix_run(&f);
         for (unsigned s = 0; s < numbers[mode]; s++)
            inside += positions[mode][s][0] <= edge;
         const float mean = 255.0f * (float)inside / (float)numbers[mode];
         assert_int_equal(resolved_red(&f, 20, 20), (unsigned)(mean + 0.5f));
         assert_int_equal(resolved_red(&f, 19, 20), 255);
         assert_int_equal(resolved_red(&f, 21, 20), 0);
         emu_destroy(f.e);
      }
   }
}

/* Bits of SC_SCREENDOOR choose samples, six for each pixel of a quad; none set hides a pixel without samples, too. */
static void
the_door_hides(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   samples_state(&f, 3);
   fix_fill(&f, 0, 0, 0, 0, 0);
   fix_reg(&f, RX_SC_SCREENDOOR_OFFSET, 1 | 3 << 6 | 7 << 12 | 63 << 18);
   fix_fill(&f, 0, 1, 1, 1, 1);
   resolve(&f);
   fix_run(&f);
   const unsigned open[4] = {1, 2, 3, 6};
   for (unsigned p = 0; p < 4; p++)
      assert_int_equal(resolved_red(&f, 30 + p % 2, 30 + p / 2), (open[p] * 255 + 3) / 6);
   fix_reg(&f, RX_GB_AA_CONFIG_OFFSET, 0);
   fix_reg(&f, RX_SC_SCREENDOOR_OFFSET, 0xffffff);
   fix_fill(&f, 0, 0, 0, 0, 0);
   fix_reg(&f, RX_SC_SCREENDOOR_OFFSET, 63 << 6);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 30, 30), 0);
   assert_int_equal(fix_pixel(&f, 31, 30), ~0u);
   emu_destroy(f.e);
}

/* Alpha to mask: of four samples as many are written as alpha has quarters. */
static void
alpha_chooses_samples(void **state)
{
   for (unsigned quarters = 0; quarters <= 4; quarters++) {
      struct fix f;
      fix_open(&f, "rv515", 1, NULL);
      samples_state(&f, 2);
      fix_fill(&f, 0, 0, 0, 0, 0);
      fix_reg(&f, RX_FG_ALPHA_FUNC_OFFSET, RX_FG_ALPHA_FUNC(.AM_EN = 1));
      fix_fill(&f, 0, 1, 1, 1, (float)quarters / 4);
      fix_reg(&f, RX_FG_ALPHA_FUNC_OFFSET, 0);
      resolve(&f);
      fix_run(&f);
      assert_int_equal(resolved_red(&f, 5, 7), (quarters * 255 + 2) / 4);
      emu_destroy(f.e);
   }
}

/* Depth has samples, too: what lies behind is hidden sample by sample. */
static void
depth_of_samples(void **state)
{
   struct fix f;
   const float v[3][8] = {
      {-180,  10,  0.25f, 1, 1, 1, 1, 1},
      {20.5f, 10,  0.25f, 1, 1, 1, 1, 1},
      {20.5f, 210, 0.25f, 1, 1, 1, 1, 1},
   };
   fix_open(&f, "rv515", 1, NULL);
   samples_state(&f, 2);
   fix_reg(&f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(&f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_COLOR_AT + 0x20000);
   fix_reg(&f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4));
   fix_reg(&f, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1));
   fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS);
   fix_fill(&f, 1, 0, 0, 0, 0);
   fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__LESS);
   fix_draw(&f, RX_VAP_VF_CNTL__PRIM_TYPE__TRIANGLE_LIST, v, 3); /* half of the samples of column 20 */
   fix_fill(&f, 0.5f, 0.2f, 0.2f, 0.2f, 1);                      /* the others, and all to the right */
   fix_reg(&f, RX_ZB_CNTL_OFFSET, 0);
   resolve(&f);
   fix_run(&f);
   assert_int_equal(resolved_red(&f, 19, 20), 255);
   assert_int_equal(resolved_red(&f, 20, 20), (255 + 51) / 2);
   assert_int_equal(resolved_red(&f, 21, 20), 51);
   emu_destroy(f.e);
}

/* A target of 16 bits has macro tiles of 64x16 pixels: 64x16 of them in two samples take 4 KiB and no more. */
static void
small_pixels(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   samples_state(&f, 0);
   fix_reg(
      &f, RX_RB3D_COLORPITCH_OFFSET(0),
      RX_RB3D_COLORPITCH(.COLORPITCH = FIX_W / 2, .COLORFORMAT = RX_RB3D_COLORPITCH__COLORFORMAT__RGB565));
   fix_reg(&f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = 15));
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_run(&f);
   for (uint32_t at = 0; at < 8192; at += 4)
      assert_int_equal(fix_dword(&f, FIX_COLOR_AT + at), at < 4096 ? ~0u : 0);
   emu_destroy(f.e);
}

/* ---- ZMASK ---- */

static void
depth_state(struct fix *f, const char *chip)
{
   fix_open(f, chip, 1, NULL);
   fix_state(f);
   fix_reg(f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_DEPTH_AT);
   fix_reg(f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4));
   fix_reg(f, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1));
   fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__LESS);
}

static void
clear_zmask(struct fix *f, uint32_t value, uint32_t dwords)
{
   fix_reg(f, RX_ZB_DEPTHCLEARVALUE_OFFSET, value);
   fix_emit(f, R300_PKT3(R300_PKT3_3D_CLEAR_ZMASK, 3));
   fix_emit(f, 0);
   fix_emit(f, dwords);
   fix_emit(f, 0);
}

static void
look(struct fix *f)
{
   fix_reg(f, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.FAST_FILL = 1, .RD_COMP_ENABLE = 1, .WR_COMP_ENABLE = 1));
}

/* The pass of an open driver: no test, but writes. */
static void
expand(struct fix *f)
{
   fix_reg(f, RX_ZB_BW_CNTL_OFFSET, RX_ZB_BW_CNTL(.FAST_FILL = 1, .RD_COMP_ENABLE = 1));
   fix_reg(f, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.ZWRITEENABLE = 1));
   fix_reg(f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 0);
   fix_fill(f, 0, 0, 0, 0, 0);
   fix_reg(f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, 15);
   fix_reg(f, RX_ZB_CNTL_OFFSET, RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1));
   fix_reg(f, RX_ZB_BW_CNTL_OFFSET, 0);
}

static uint32_t
depth_at(const struct fix *f, unsigned y)
{
   return fix_dword(f, FIX_DEPTH_AT + y * FIX_W * 4);
}

/* Blocks that are marked as cleared have the register's depth for draws that look at the marks, and for no other; memory has
 * what these draws wrote when a pass has expanded it, not before. */
static void
fast_depth_clears(void **state)
{
   struct fix f;
   depth_state(&f, "rv515");
   clear_zmask(&f, 0x80000012, FIX_W / 16 * 2); /* 32 rows of 16x16 pixels a dword */
   fix_fill(&f, 0.25f, 1, 1, 1, 1);             /* does not look: depth is 0 in memory */
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 5), 0);
   look(&f);
   fix_fill(&f, 0.25f, 1, 1, 1, 1);
   fix_run(&f);
   fix_fill(&f, 0.75f, 0, 1, 1, 1); /* behind it */
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 31), ~0u);
   assert_int_equal(fix_pixel(&f, 5, 32), 0);
   assert_int_equal(depth_at(&f, 31), 0);
   fix_reg(&f, RX_ZB_BW_CNTL_OFFSET, 0);
   fix_fill(&f, 0.125f, 0, 0, 0, 0); /* not in front of what is in memory */
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 31), ~0u);
   expand(&f);
   fix_run(&f);
   assert_int_equal(depth_at(&f, 31), 0x40000012);
   assert_int_equal(depth_at(&f, 32), 0);
   fix_fill(&f, 0.125f, 0, 0, 0, 0);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 31), 0);
   emu_destroy(f.e);
}

/* Draws that see less of the surface than was cleared, then all of it; and what no draw touched is expanded, too. */
static void
clears_reach_beyond_draws(void **state)
{
   struct fix f;
   depth_state(&f, "rv515");
   clear_zmask(&f, 0xc0000000, FIX_W / 16 * 3);
   look(&f);
   fix_reg(&f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = 7));
   fix_fill(&f, 0.5f, 1, 1, 1, 1);
   fix_reg(&f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = FIX_H - 1));
   fix_fill(&f, 0.625f, 0, 0, 0, 1);
   fix_reg(&f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = 7));
   fix_fill(&f, 0.25f, 1, 1, 1, 1);
   fix_reg(&f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = FIX_H - 1));
   expand(&f);
   fix_run(&f);
   assert_int_equal(depth_at(&f, 7), 0x40000000);
   assert_int_equal(depth_at(&f, 8), 0xa0000000 - 0x100);
   assert_int_equal(depth_at(&f, 47), 0xa0000000 - 0x100);
   assert_int_equal(depth_at(&f, 48), 0);
   clear_zmask(&f, 0x12345678, FIX_W / 16); /* fewer rows; the copy begins with what was expanded */
   look(&f);
   fix_reg(&f, RX_ZB_ZSTENCILCNTL_OFFSET, RX_ZB_ZSTENCILCNTL__ZFUNC__NEVER);
   fix_fill(&f, 0, 0, 0, 0, 0);
   expand(&f);
   fix_run(&f);
   assert_int_equal(depth_at(&f, 15), 0x12345678);
   assert_int_equal(depth_at(&f, 16), 0xa0000000 - 0x100);
   emu_destroy(f.e);
}

/* The marks are of one surface: another one that is drawn to with a clear takes them. */
static void
marks_are_of_one_surface(void **state)
{
   enum { OTHER_AT = FIX_TEXTURE_AT };
   struct fix f;
   depth_state(&f, "rv515");
   look(&f);
   clear_zmask(&f, 0xffffff00, FIX_W / 4);
   fix_fill(&f, 0.5f, 1, 1, 1, 1);
   fix_reg(&f, RX_ZB_DEPTHOFFSET_OFFSET, OTHER_AT);
   fix_fill(&f, 0.25f, 0, 0, 0, 0); /* there is nothing in front of 0 */
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 5), ~0u);
   clear_zmask(&f, 0xffffff00, FIX_W / 4);
   fix_fill(&f, 0.25f, 0, 0, 0, 0);
   expand(&f);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 5), 0);
   assert_int_equal(fix_dword(&f, OTHER_AT), 0x40000000);
   assert_int_equal(depth_at(&f, 0), 0);
   emu_destroy(f.e);
}

/* Blocks of 8x8 pixels; parts that do not begin the memory are refused. */
static void
large_blocks(void **state)
{
   struct fix f;
   depth_state(&f, "rv530");
   fix_reg(&f, RX_GB_Z_PEQ_CONFIG_OFFSET, RX_GB_Z_PEQ_CONFIG(.Z_PEQ_SIZE = 1));
   clear_zmask(&f, 0xffffff00, FIX_W / 32);
   look(&f);
   fix_fill(&f, 0.5f, 1, 1, 1, 1);
   fix_run(&f);
   assert_int_equal(fix_pixel(&f, 5, 31), ~0u);
   assert_int_equal(fix_pixel(&f, 5, 32), 0);
   fix_emit(&f, R300_PKT3(R300_PKT3_3D_CLEAR_ZMASK, 3));
   fix_emit(&f, 4);
   fix_emit(&f, 4);
   fix_emit(&f, 0);
   fix_must_stop(&f, "3D_CLEAR_ZMASK");
   emu_destroy(f.e);
}

/* CMASK: all samples of the buffer are cleared. */
static void
fast_color_clears(void **state)
{
   struct fix f;
   fix_open(&f, "rv530", 1, NULL);
   samples_state(&f, 3);
   fix_reg(&f, RX_RB3D_CCTL_OFFSET, RX_RB3D_CCTL(.AA_COMPRESSION_ENABLE = 1, .CMASK_ENABLE = 1));
   fix_reg(&f, RX_RB3D_COLOR_CLEAR_VALUE_OFFSET, 0x11223344);
   fix_emit(&f, R300_PKT3(R300_PKT3_3D_CLEAR_CMASK, 3));
   fix_emit(&f, 0);
   fix_emit(&f, 64);
   fix_emit(&f, 0);
   resolve(&f);
   fix_run(&f);
   assert_int_equal(fix_dword(&f, RESOLVED_AT), 0x11223344);
   assert_int_equal(fix_dword(&f, RESOLVED_AT + (FIX_H * FIX_W - 1) * 4), 0x11223344);
   emu_destroy(f.e);
}

/* A resolve of what has no samples, and one with a gamma, stop by name. */
static void
refusals(void **state)
{
   struct fix f;
   fix_open(&f, "rv515", 1, NULL);
   fix_state(&f);
   resolve(&f);
   fix_must_stop(&f, "RB3D_AARESOLVE_CTL: there are no samples");
   samples_state(&f, 1);
   fix_reg(&f, RX_RB3D_AARESOLVE_CTL_OFFSET,
           RX_RB3D_AARESOLVE_CTL(.AARESOLVE_MODE = 1, .AARESOLVE_GAMMA = 1, .AARESOLVE_ALPHA = 1));
   fix_fill(&f, 0, 0, 0, 0, 0);
   fix_must_stop(&f, "RB3D_AARESOLVE_CTL: a gamma");
   emu_destroy(f.e);
}

/* Draws to colour or depth alone, to depth as the marks say and as memory has it, to depth's memory as colour; clears, expanding passes. */
static void
any_step(struct fix *f, uint32_t *seed)
{
   uint32_t r[6];
   for (unsigned i = 0; i < ARRAY_SIZE(r); i++) {
      *seed = *seed * 1664525u + 1013904223u;
      r[i] = *seed >> 8;
   }
   const float z = (float)(r[1] % 256) / 256, red = (float)(r[2] % 256) / 255;
   const uint32_t rows = 8 * (1 + r[3] % (FIX_H / 8));
   fix_reg(f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = 7 + r[4] % (FIX_W - 7), .YS1 = rows - 1));
   fix_reg(f, RX_ZB_CNTL_OFFSET, r[0] % 8 < 2 ? 0 : RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1));
   fix_reg(f, RX_RB3D_COLOROFFSET_OFFSET(0), r[0] % 8 == 1 ? FIX_DEPTH_AT : FIX_COLOR_AT);
   fix_reg(f, RX_RB3D_COLOR_CHANNEL_MASK_OFFSET, r[2] % 3 ? 15 : 0);
   fix_reg(f, RX_ZB_BW_CNTL_OFFSET, 0);
   if (r[0] % 8 == 2) {
      fix_reg(f, RX_SC_SCISSOR1_OFFSET, RX_SC_SCISSOR1(.XS1 = FIX_W - 1, .YS1 = FIX_H - 1));
      expand(f);
   } else if (r[0] % 8 <= 4 && r[0] % 8 > 2) {
      clear_zmask(f, r[5] << 8, FIX_W / 16 * (1 + r[3] % 4));
   } else {
      if (r[0] % 8 > 5)
         look(f);
      fix_fill(f, z, red, 1 - red, red, 1);
   }
}

static void
steps_in_one_stream(void **state)
{
   for (unsigned round = 0; round < 60; round++) {
      struct fix apart, f;
      uint32_t seed[2] = {round * 7919, round * 7919};
      depth_state(&apart, "rv515");
      depth_state(&f, "rv515");
      for (unsigned i = 0; i < 24; i++) {
         any_step(&apart, &seed[0]);
         fix_run(&apart);
         any_step(&f, &seed[1]);
      }
      fix_run(&f);
      for (uint32_t at = FIX_COLOR_AT; at < FIX_TEXTURE_AT; at += 4)
         if (fix_dword(&f, at) != fix_dword(&apart, at))
            fail_msg("round %u, address %x: %08x, apart %08x", round, at, fix_dword(&f, at),
                     fix_dword(&apart, at));
      emu_destroy(apart.e);
      emu_destroy(f.e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(means_of_covered_samples),
      cmocka_unit_test(the_door_hides),
      cmocka_unit_test(alpha_chooses_samples),
      cmocka_unit_test(depth_of_samples),
      cmocka_unit_test(small_pixels),
      cmocka_unit_test(fast_depth_clears),
      cmocka_unit_test(clears_reach_beyond_draws),
      cmocka_unit_test(marks_are_of_one_surface),
      cmocka_unit_test(steps_in_one_stream),
      cmocka_unit_test(large_blocks),
      cmocka_unit_test(fast_color_clears),
      cmocka_unit_test(refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
