/* SPDX-License-Identifier: MIT
 *
 * The library's interface (include/teragl/emulator.h): names, sizes, errors, checked and run streams. It uses
 * the public header only, as another project would.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <teragl/emulator.h>

#define PKT3(op, body_dw) (3u << 30 | ((body_dw)-1) << 16 | (op) << 8)

enum { NOP = 0x10, CP_DMA = 0x41, MEM_WRITE = 0x3D, SET_CONTEXT_REG = 0x69 };

static struct teragl_emu *
on(const char *chip)
{
   char error[300] = "";
   struct teragl_emu *gpu = teragl_emu_create(chip, 8 << 20, 1, error, sizeof error);
   if (!gpu)
      fail_msg("%s", error);
   return gpu;
}

static void
test_chips(void **state)
{
   unsigned n = 0;
   for (; teragl_emu_chip(n); n++) {
      uint64_t address, size;
      struct teragl_emu *gpu = on(teragl_emu_chip(n));
      assert_non_null(teragl_emu_memory(gpu, &address, &size));
      assert_int_equal(size, 8 << 20);
      assert_int_equal(address % 4096, 0);
      teragl_emu_destroy(gpu);
   }
   assert_int_equal(n, 48);
   assert_null(teragl_emu_chip(1000));
   char error[300];
   assert_null(teragl_emu_create("radeon", 0, 0, error, sizeof error));
   assert_non_null(strstr(error, "there is no chip 'radeon'; the chips are r600"));
   assert_null(teragl_emu_create(NULL, 0, 0, error, sizeof error));
   teragl_emu_destroy(NULL);
}

static void
test_memory(void **state)
{
   struct teragl_emu *gpu = on("rv770");
   uint64_t address, size;
   uint8_t *p = teragl_emu_memory(gpu, &address, &size);
   p[0] = p[4096] = p[size - 1] = 7;
   teragl_emu_discard(gpu, address + 4096, 4096);
   assert_int_equal(p[0], 7);
   assert_int_equal(p[4096], 0);
   teragl_emu_discard(gpu, address, size + 4096); /* more than there is: nothing happens */
   teragl_emu_discard(gpu, address - 4096, 4096);
   teragl_emu_discard(gpu, address + 1, 4096);
   assert_int_equal(p[0], 7);
   assert_int_equal(p[size - 1], 7);
   teragl_emu_destroy(gpu);
}

/* A stream as an application sends it, with relocations; checked, then run. */
static void
test_check_and_run(void **state)
{
   struct teragl_emu *gpu = on("cypress");
   struct teragl_emu_error error;
   uint64_t address, size;
   uint8_t *p = teragl_emu_memory(gpu, &address, &size);
   const struct teragl_emu_buffer buffers[2] = {
      {address + 0x10000, 4096},
      {address + 0x20000, 4096}
   };
   const uint32_t stream[] = {PKT3(MEM_WRITE, 4),
                              8,
                              0,
                              0x11223344,
                              0x55667788,
                              PKT3(NOP, 1),
                              0, /* into buffer 0 */
                              PKT3(CP_DMA, 5),
                              8,
                              0,
                              16,
                              0,
                              8,
                              PKT3(NOP, 1),
                              0,
                              PKT3(NOP, 1),
                              4};
   enum { N = sizeof stream / 4 };
   uint32_t out[N];
   if (!teragl_emu_check(gpu, TERAGL_EMU_RING_GFX, false, stream, N, buffers, 2, out, &error))
      fail_msg("%s", error.reason);
   if (!teragl_emu_submit(gpu, TERAGL_EMU_RING_GFX, out, N, &error))
      fail_msg("%s", error.reason);
   const uint32_t want[2] = {0x11223344, 0x55667788};
   assert_memory_equal(p + 0x10008, want, 8);
   assert_memory_equal(p + 0x20010, want, 8);
   /* the copy leaves its buffer */
   memcpy(out, stream, sizeof stream);
   out[12] = 4096;
   assert_false(teragl_emu_check(gpu, TERAGL_EMU_RING_GFX, false, out, N, buffers, 2, out, &error));
   assert_int_equal(error.dword, 7);
   assert_int_equal(error.packet, PKT3(CP_DMA, 5));
   assert_non_null(strstr(error.reason, "CP_DMA"));
   assert_false(teragl_emu_check(gpu, TERAGL_EMU_RING_GFX, true, stream, N, buffers, 2, out, &error));
   assert_non_null(strstr(error.reason, "CYPRESS has no virtual memory"));
   char text[300];
   teragl_emu_stats(gpu, text, sizeof text);
   assert_true(text[0]);
   uint64_t then = teragl_emu_clock(gpu);
   assert_true(teragl_emu_clock(gpu) >= then);
   teragl_emu_destroy(gpu);
}

static void
test_refusals(void **state)
{
   struct teragl_emu *gpu = on("rv770");
   struct teragl_emu_error error;
   const uint32_t forbidden[] = {PKT3(SET_CONTEXT_REG, 2), 0x2FF, 0};
   assert_false(teragl_emu_check(gpu, TERAGL_EMU_RING_GFX, false, forbidden, 3, NULL, 0, NULL, &error));
   assert_int_equal(error.reg, 0x28000 + 4 * 0x2FF);
   assert_false(teragl_emu_check(gpu, TERAGL_EMU_RING_GFX, false, forbidden, 3, NULL, 0, NULL, NULL));
   const uint32_t cut[] = {PKT3(SET_CONTEXT_REG, 9), 0};
   assert_false(teragl_emu_submit(gpu, TERAGL_EMU_RING_GFX, cut, 2, &error));
   assert_int_equal(error.dword, 0);
   assert_true(error.reason[0]);
   const uint32_t unknown_copy[] = {7u << 28};
   assert_false(teragl_emu_submit(gpu, TERAGL_EMU_RING_DMA, unknown_copy, 1, &error));
   assert_false(teragl_emu_check(gpu, TERAGL_EMU_RING_DMA, false, unknown_copy, 1, NULL, 0, NULL, &error));
   assert_true(teragl_emu_submit(gpu, TERAGL_EMU_RING_GFX, NULL, 0, &error)); /* ready for the next */
   teragl_emu_destroy(gpu);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_chips),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_check_and_run),
      cmocka_unit_test(test_refusals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
