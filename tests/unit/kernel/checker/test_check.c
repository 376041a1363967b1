/* SPDX-License-Identifier: MIT
 *
 * Checker and relocation patcher: how each kind of address is patched, what is cut to its buffer, where
 * errors are reported; and that no stream crashes it.
 */
#include "check_fixture.h"

static void
test_patches(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];

   init(&s, "RV770");
   ctx(&s, R6_SQ_PGM_START_VS_OFFSET, 0x10); /* 0 header, 1 offset, 2 value, 3 NOP */
   nop_reloc(&s, 1);
   PACKET(&s, DB_PKT3_SET_CONTEXT_REG, (R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0) - 0x28000) / 4, 1, 2); /* 5.. */
   nop_reloc(&s, 0);
   nop_reloc(&s, 2);
   run_ok(&s, out);
   assert_int_equal(out[2], 0x1ABCD00 + 0x10);
   assert_int_equal(out[7], 0x123400 + 1);
   assert_int_equal(out[8], 0xFF000001 + 2);
   assert_int_equal(out[3], 0xC0001000);

   init(&s, "RV770");
   PACKET(&s, DB_PKT3_SET_RESOURCE, 160 * 7, 0x20, 255, 16 << 8, 0, 0, 0, 3u << 30);
   nop_reloc(&s, 2);
   run_ok(&s, out);
   assert_int_equal(out[2], 0x120);
   assert_int_equal(out[3], 256 - 0x20); /* cut to the buffer, and a byte */
   assert_int_equal(out[4], 16 << 8 | 0xFF);

   init(&s, "RV770");
   r6_texture(&s, 64, 64, 1, 0);
   run_ok(&s, out);
   assert_int_equal(out[4], 0x123400);
   assert_int_equal(out[5], 0x123400);

   init(&s, "RV770");
   target_fits(&s);
   s.n -= 3;
   PACKET(&s, DB_PKT3_DRAW_INDEX, 0x40, 0, 3, 0);
   nop_reloc(&s, 1);
   run_ok(&s, out);
   assert_int_equal(out[s.n - 6], 0xABCD0040);
   assert_int_equal(out[s.n - 5], 1);

   init(&s, "CYPRESS");
   PACKET(&s, DB_PKT3_EVENT_WRITE_EOP, DB_EVENT_BOTTOM_OF_PIPE_TS | 5 << 8, 8, 3u << 29, 0, 0);
   nop_reloc(&s, 2);
   PACKET(&s, DB_PKT3_SURFACE_SYNC, 1 << 23, 4, 1, 10);
   nop_reloc(&s, 1);
   run_ok(&s, out);
   assert_int_equal(out[2], 0x108);
   assert_int_equal(out[3], 3u << 29 | 0xFF);
   assert_int_equal(out[11], 0x1ABCD01);

   init(&s, "CYPRESS");
   PACKET(&s, DB_PKT3_CP_DMA, 0x10, 1u << 31, 0x20, 0, 0x40);
   nop_reloc(&s, 1);
   nop_reloc(&s, 2);
   run_ok(&s, out);
   assert_int_equal(out[1], 0xABCD0010);
   assert_int_equal(out[2], 1u << 31 | 1);
   assert_int_equal(out[3], 0x120);
   assert_int_equal(out[4], 0xFF);

   init(&s, "CAYMAN");
   va_no_nops(&s);
   run_ok(&s, out);
   assert_memory_equal(out, s.dw, s.n * 4);
}

/* Sizes that the kernel rewrites; HTILE is always 8x8. */
static void
test_cuts(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   init(&s, "RV770");
   r6_target(&s, 7, 127, 0, 26); /* linear, 128 rows of 64 in a buffer of 64: passes as it is */
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[11], R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 127));

   init(&s, "RV770");
   s.bo[0].size_B = 64 << 20;
   r6_target(&s, 0, 8195, 2, 26); /* 8 x 65568: never more than 8192 rows */
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[11], R6_CB_COLOR_SIZE(.SLICE_TILE_MAX = 1023));
   assert_int_equal(s.dw[11], R6_CB_COLOR_SIZE(.SLICE_TILE_MAX = 8195));

   init(&s, "RV770");
   r6_target(&s, 7, 60, 2, 26); /* 61 rows of tiles in a line: 56 of them are 1D tiles */
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[11], R6_CB_COLOR_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = 55));

   init(&s, "CYPRESS");
   eg_target(&s, 7, 67, 0, 26);
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[10], 63);
   assert_int_equal(out[9], 7);

   init(&s, "CYPRESS");
   ctx(&s, EG_DB_HTILE_SURFACE_OFFSET, EG_DB_HTILE_SURFACE(.FULL_CACHE = 1));
   run_ok(&s, out);
   assert_int_equal(out[2], EG_DB_HTILE_SURFACE(.FULL_CACHE = 1, .HTILE_WIDTH = 1, .HTILE_HEIGHT = 1));
}

/* Cayman under a kernel without virtual memory: Evergreen's rules, and registers of its own. */
static void
test_cayman_relocs(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   init(&s, "CAYMAN");
   ctx(&s, 0x28804, 0); /* DB_EQAA */
   ctx(&s, EG_SQ_PGM_START_PS_OFFSET, 0);
   nop_reloc(&s, 1);
   assert_true(check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, NULL, &err));
   init(&s, "CAYMAN");
   config(&s, EG_SX_MEMORY_EXPORT_BASE_OFFSET, 0);
   nop_reloc(&s, 1);
   assert_false(check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, NULL, &err));
}

/* With virtual memory CP_DMA may go to the global data share, and to registers not. */
static void
test_cayman_cp_dma(void **state)
{
   (void)state;
   static const struct {
      uint32_t control, command;
      bool ok;
   } c[] = {
      {0,        4,            true },
      {0,        4 | 1u << 27, false},
      {1u << 20, 4 | 1u << 27, true },
      {0,        4 | 1u << 26, false},
      {1u << 29, 4 | 1u << 26, true },
   };
   for (unsigned i = 0; i < sizeof c / sizeof c[0]; i++) {
      struct stream s;
      struct check_error err;
      init(&s, "CAYMAN");
      PACKET(&s, DB_PKT3_CP_DMA, 0x100, c[i].control, 0, 0, c[i].command);
      assert_int_equal(check_stream_va(s.chip, true, s.dw, s.n, s.bo, 3, NULL, &err), c[i].ok);
   }
}

/* Waiting for the scan lines, the one use of a type-0 packet, becomes fillers. */
static void
test_scan_lines(void **state)
{
   (void)state;
   static const uint32_t registers[2][2] = {
      {0x6538, 0x653c},
      {0x6b08, 0x6bb8}
   };
   static const char *const chips[] = {"RV770", "CYPRESS"};
   for (unsigned k = 0; k < 2; k++) {
      struct stream s;
      struct check_error err;
      uint32_t out[512];
      init(&s, chips[k]);
      put(&s, registers[k][0] >> 2);
      put(&s, 10 | 200 << 16);
      PACKET(&s, DB_PKT3_WAIT_REG_MEM, 3, registers[k][1] >> 2, 0, 0, 1 << 12, 10);
      put(&s, 0xC0001000);
      put(&s, CHECK_CRTC_ID); /* no buffer */
      put(&s, 0x80000000);
      if (!check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, out, &err))
         fail_msg("%s", err.text);
      for (unsigned i = 0; i < 9; i++)
         assert_int_equal(out[i], 0x80000000);
      assert_int_equal(s.n, 12);
      for (uint32_t n = 1; n < 11; n++) /* all of it or nothing */
         assert_false(check_stream_va(s.chip, false, s.dw, n, s.bo, 3, out, &err));
      for (uint32_t dw = 0; dw < 11; dw++) {
         static const bool fixed[11] = {
            [0] = true, [2] = true, [3] = true, [4] = true, [7] = true, [9] = true, [10] = true};
         s.dw[dw] ^= 0x11;
         assert_int_equal(check_stream_va(s.chip, false, s.dw, s.n, s.bo, 3, out, &err), !fixed[dw]);
         s.dw[dw] ^= 0x11;
      }
   }
}

/* Without RADEON_CS_KEEP_TILING_FLAGS the buffer's tiling is put in place of, or added to, the stream's. */
static void
test_buffer_tiling(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   uint32_t out[512];
   for (uint32_t tiling = 0; tiling < 3; tiling++) { /* linear, RADEON_TILING_MACRO, _MICRO */
      static const uint32_t modes[] = {0, 4, 2}, depth_modes[] = {2, 4, 2};
      init(&s, "RV770");
      s.bo[1].tiling_flags = tiling;
      ctx(&s, R6_CB_COLOR_INFO_OFFSET(3), 0x68); /* 0 header, 1 offset, 2 value, 3 NOP */
      nop_reloc(&s, 1);
      ctx(&s, R6_DB_DEPTH_INFO_OFFSET, 15u << 15 | 6);
      nop_reloc(&s, 1);
      ctx(&s, R6_DB_DEPTH_INFO_OFFSET, 6); /* 10.. */
      PACKET(&s, DB_PKT3_SET_RESOURCE, 0, 1 | 7 << 8 | 63u << 19, 63 | 26 << 26, 0, 0, 0, 0,
             2u << 30); /* 13.. */
      nop_reloc(&s, 1);
      nop_reloc(&s, 1);
      if (!check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err))
         fail_msg("%s", err.text);
      assert_int_equal(out[2], 0x68 | modes[tiling] << 8);
      assert_int_equal(out[7], 6 | depth_modes[tiling] << 15);
      assert_int_equal(out[12], 6);
      assert_int_equal(out[15], 1 | 7 << 8 | 63u << 19 | modes[tiling] << 3);
      assert_int_equal(out[17], 0x1ABCD00);
   }
   init(&s, "RV770"); /* what is too large in macro tiles is found so */
   s.bo[0].tiling_flags = 1;
   r6_target(&s, 0, 0, 0, 26);
   ctx(&s, R6_CB_COLOR_INFO_OFFSET(0), 26 << 2);
   nop_reloc(&s, 0);
   draw(&s);
   assert_false(check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err));

   init(&s, "CYPRESS"); /* 8 banks */
   s.bo[1].tiling_flags = 1 | 2 << 8 | 4 << 12 | 2 << 16 | 3 << 24;
   s.bo[1].gpu_addr = 0x1AB000000;
   const uint32_t split = 3, banks = 2, bank_w = 1, bank_h = 2, aspect = 1;
   ctx(&s, EG_DB_Z_INFO_OFFSET, 15 << 4 | 3);
   nop_reloc(&s, 1);
   ctx(&s, EG_CB_COLOR_INFO_OFFSET(9), 26 << 2);
   nop_reloc(&s, 1);
   ctx(&s, EG_CB_COLOR_ATTRIB_OFFSET(9), 0x10);
   nop_reloc(&s, 1);
   PACKET(&s, DB_PKT3_SET_RESOURCE, 0, 1 | 31 << 6 | 255u << 18, 255, 0, 0, 0, 0, 0,
          26 | 2u << 30); /* 15.. */
   nop_reloc(&s, 1);
   nop_reloc(&s, 1);
   if (!check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err))
      fail_msg("%s", err.text);
   assert_int_equal(out[2],
                    3 | 4 << 4 | split << 8 | banks << 12 | bank_w << 16 | bank_h << 20 | aspect << 24);
   assert_int_equal(out[7], 26 << 2 | 4 << 8);
   assert_int_equal(out[12], 0x10 | split << 5 | banks << 10 | bank_w << 13 | bank_h << 16 | aspect << 19);
   assert_int_equal(out[18], 255 | 4u << 28);
   assert_int_equal(out[23], split << 29);
   assert_int_equal(out[24], 26 | aspect << 6 | bank_w << 8 | bank_h << 10 | banks << 16 | 2u << 30);

   init(&s, "CYPRESS"); /* from Evergreen on the relocation has to be there */
   ctx(&s, EG_DB_Z_INFO_OFFSET, 3);
   assert_false(check_stream_buffer_tiling(s.chip, s.dw, s.n, s.bo, 3, out, &err));
   assert_true(check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err));
}

/* FRAG and TILE without NOPs become the colour buffer's address. */
static void
test_frag_fallback(void **state)
{
   (void)state;
   struct stream s;
   uint32_t out[512];
   init(&s, "RV670");
   ctx(&s, R6_CB_COLOR_BASE_OFFSET(1), 2);
   nop_reloc(&s, 1);
   ctx(&s, R6_CB_COLOR_FRAG_OFFSET(1), 3);
   ctx(&s, R6_CB_COLOR_TILE_OFFSET(1), 4);
   nop_reloc(&s, 0);
   run_ok(&s, out);
   assert_int_equal(out[7], 0x1ABCD00 + 2);
   assert_int_equal(out[10], 0x123400 + 4);
}

/* An empty stream is none. */
static void
test_empty(void **state)
{
   (void)state;
   static const char *const chips[] = {"RV770", "CYPRESS", "CAYMAN"};
   for (unsigned i = 0; i < 3; i++) {
      struct stream s;
      struct check_error err;
      init(&s, chips[i]);
      assert_false(check_stream(s.chip, s.dw, 0, s.bo, 3, NULL, &err));
      assert_non_null(strstr(err.text, "the stream is empty"));
      assert_false(check_dma_stream(s.chip, false, s.dw, 0, s.bo, 3, NULL, &err));
      assert_non_null(strstr(err.text, "the stream is empty"));
   }
}

static void
test_error_position(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   init(&s, "RV770");
   fillers(&s);
   ctx(&s, R6_VGT_OUT_DEALLOC_CNTL_OFFSET, 16);
   assert_false(check_stream(s.chip, s.dw, s.n, s.bo, 3, NULL, &err));
   assert_int_equal(err.packet, 2);
   assert_int_equal(err.packet_dw, 2);
   assert_int_equal(err.dw, 4);
   assert_int_equal(err.reg, R6_VGT_OUT_DEALLOC_CNTL_OFFSET);
   assert_false(check_stream(s.chip, s.dw, s.n, s.bo, 3, NULL, NULL));
}

/* Random dwords behind plausible headers, on each generation: only verdicts, no crash. */
static void
test_noise(void **state)
{
   (void)state;
   static const char *const chips[] = {"R600", "RV770", "CYPRESS", "CAYMAN"};
   struct stream s;
   uint32_t out[512], x = 12345;
   for (unsigned round = 0; round < 20000; round++) {
      init(&s, chips[round % 4]);
      while (s.n < 64) {
         x = x * 1664525 + 1013904223;
         uint32_t op = 0x10 + (x >> 16) % 0x70, count = 1 + (x >> 8) % 12;
         put(&s, DB_PKT3(op, count));
         for (uint32_t i = 0; i < count; i++) {
            x = x * 1664525 + 1013904223;
            put(&s, i == 0 && op >= 0x68 ? x >> 22 : x);
         }
         nop_reloc(&s, x >> 30);
         nop_reloc(&s, x >> 29 & 3);
      }
      struct check_error err;
      check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patches),        cmocka_unit_test(test_frag_fallback),
      cmocka_unit_test(test_error_position), cmocka_unit_test(test_noise),
      cmocka_unit_test(test_cuts),           cmocka_unit_test(test_cayman_relocs),
      cmocka_unit_test(test_cayman_cp_dma),  cmocka_unit_test(test_buffer_tiling),
      cmocka_unit_test(test_scan_lines),     cmocka_unit_test(test_empty),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
