/* SPDX-License-Identifier: MIT
 *
 * The radeon kernel's checker of R300 to R500: what it changes in a stream, where its errors point, and that noise is taken or
 * refused, never more.
 */
#include "check_r300_fixture.h"

/* Nothing but addresses and tiling changes. */
static void
test_patches(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   struct check_error err;

   init(&s, "RV515");
   REGS(&s, RX_TX_OFFSET_OFFSET(0), 0x40 | RX_TX_OFFSET(.MACRO_TILE = 1, .MICRO_TILE = 1));
   nop(&s, LARGE);
   REGS(&s, RX_ZB_ZPASS_ADDR_OFFSET, 8);
   nop(&s, SMALL);
   REGS(&s, RX_DST_PITCH_OFFSET_OFFSET, RX_DST_PITCH_OFFSET(.OFFSET_1K = 2, .PITCH_64B = 4, .TILE = 1));
   nop(&s, PICTURE);
   REGS(&s, RX_SC_HYPERZ_EN_OFFSET, 0x1d);
   arrays(&s, 3, 4, SMALL);
   assert_true(check(&s, out, &err));
   assert_int_equal(out[1], 0x20000040 | 4 | 8);
   assert_int_equal(out[5], 0x30000008);
   assert_int_equal(out[9], (2 + (0x12340000 >> 10)) | 4 << 22 | 1 << 30);
   assert_int_equal(out[13], 0x1c);
   assert_int_equal(out[17], 0x20000000);
   assert_int_equal(out[18], 0x20000010);
   assert_int_equal(out[20], 0x30000020);
   assert_int_equal(out[16], s.dw[16]);
   assert_true(check(&s, s.dw, &err));
   assert_memory_equal(s.dw, out, s.n * 4);

   init(&s, "R300"); /* tiling from the buffers, whatever the stream says */
   s.how.buffer_tiling = true;
   s.bo[LARGE].tiling_flags = CHECK_TILING_MACRO | CHECK_TILING_MICRO_SQUARE;
   REGS(&s, RX_RB3D_COLORPITCH_OFFSET(1),
        RX_RB3D_COLORPITCH(.COLORPITCH = 32, .COLORMICROTILE = 1, .COLORFORMAT = 6));
   nop(&s, LARGE);
   REGS(&s, RX_TX_OFFSET_OFFSET(15), 0);
   nop(&s, LARGE);
   REGS(&s, RX_ZB_DEPTHPITCH_OFFSET, 64);
   nop(&s, LARGE);
   assert_true(check(&s, out, &err));
   assert_int_equal(
      out[1], RX_RB3D_COLORPITCH(.COLORPITCH = 32, .COLORTILE = 1, .COLORMICROTILE = 2, .COLORFORMAT = 6));
   assert_int_equal(out[5], 0x20000000 | RX_TX_OFFSET(.MACRO_TILE = 1, .MICRO_TILE = 2));
   assert_int_equal(out[9], 64 | RX_ZB_DEPTHPITCH(.DEPTHMACROTILE = 1, .DEPTHMICROTILE = 2));
}

/* An error names packet, dword and register. */
static void
test_places(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   init(&s, "RV515");
   put(&s, R300_PKT2);
   REGS(&s, RX_GB_AA_CONFIG_OFFSET, 0, 1, 2);
   assert_false(check(&s, NULL, &err));
   assert_int_equal(err.packet, 1);
   assert_int_equal(err.packet_dw, 1);
   assert_int_equal(err.dw, 4);
   assert_int_equal(err.reg, 0x4028);
   assert_false(check(&s, NULL, NULL));
   s.n = 0;
   assert_false(check(&s, NULL, &err));
}

/* Noise is refused or taken, never more. */
static void
test_noise(void **state)
{
   (void)state;
   uint32_t seed = 1;
   struct stream s;
   struct check_error err;
   for (unsigned round = 0; round < 20000; round++) {
      init(&s, round & 1 ? "RV530" : "R300");
      for (s.n = 0; s.n < 64;) {
         seed = seed * 1664525 + 1013904223;
         const uint32_t r = seed >> 8;
         if (r % 4 == 0)
            put(&s, R300_PKT0(0x4000 + r / 4 % 0xfff, 1 + r % 3));
         else if (r % 4 == 1)
            put(&s, R300_PKT3(0x28 + r / 4 % 16, 1 + r % 5));
         else if (r % 4 == 2)
            nop(&s, r / 4 % 4);
         else
            put(&s, seed);
      }
      check(&s, NULL, &err);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patches),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_noise),
   };
   return cmocka_run_group_tests_name("check_r300_patches", tests, NULL, NULL);
}
