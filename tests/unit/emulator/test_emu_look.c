/* SPDX-License-Identifier: MIT
 *
 * What tools see of a colour target: every kind of format and component order as RGBA of 8 bits, the target's
 * size, and that nothing outside of memory is read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "db/terascale/ts_regs.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/look.h"
#include "util/u_math.h"
#include "emulator/terascale/public.h"

static struct emulator *
new_emulator(void)
{
   char error[200];
   struct emulator *e = emu_create(&(struct emu_config){.chip = &terascale_chip_find("CYPRESS")->base,
                                                        .ops = &terascale_emulator,
                                                        .vram_B = 1 << 20,
                                                        .threads = 1},
                                   error, sizeof error);
   if (!e)
      fail_msg("%s", error);
   return e;
}

static void
set_target(struct emulator *e, unsigned format, unsigned number_type, unsigned swap, unsigned bytes)
{
   emu_front(e)->draft.cb[0] = (struct emu_cb_state){
      .enabled = true,
      .format = (uint8_t)format,
      .number_type = (uint8_t)number_type,
      .comp_swap = (uint8_t)swap,
      .surf = {.chip = e->chip,
               .addr = EMU_VRAM_BASE + 4096,
               .array_mode = EMU_LINEAR_ALIGNED,
               .bytes_per_el = (uint8_t)bytes,
               .pitch_el = 64,
               .height_el = 16,
               .slice_B = 64 * 16 * bytes},
   };
}

static void
formats(void **state)
{
   static const struct {
      unsigned format, number_type, swap, bytes;
      uint8_t texel[16];
      uint32_t want; /* 0xAABBGGRR */
   } cases[] = {
  /* clang-format off */
      {26, 0, 0, 4, {0x11, 0x22, 0x33, 0x44}, 0x44332211},
      {26, 0, 1, 4, {0x11, 0x22, 0x33, 0x44}, 0x44112233}, /* BGRA */
      {26, 0, 2, 4, {0x11, 0x22, 0x33, 0x44}, 0x11223344}, /* ABGR */
      {26, 0, 3, 4, {0x11, 0x22, 0x33, 0x44}, 0x11443322}, /* ARGB */
      {26, 1, 0, 4, {0x7f, 0x80, 0x40, 0x00}, 0x008100ff}, /* signed: below zero is zero */
      {26, 4, 0, 4, {1, 2, 3, 4}, 0x04030201},
      {1, 0, 0, 1, {0x80}, 0xff000080},
      {1, 0, 3, 1, {0x80}, 0x80000000}, /* alpha */
      {8, 0, 0, 2, {0x1f, 0x00}, 0xff0000ff}, /* 5_6_5: the low bits are red, or with SWAP_STD_REV blue */
      {8, 0, 2, 2, {0x1f, 0x00}, 0xffff0000},
      {8, 0, 0, 2, {0xe0, 0x07}, 0xff00ff00},
      {10, 0, 0, 2, {0x00, 0x80}, 0xff000000}, /* 1_5_5_5 */
      {25, 0, 0, 4, {0xff, 0x03, 0x00, 0xc0}, 0xff0000ff}, /* 2_10_10_10 */
      {14, 7, 0, 4, {0, 0, 0, 0x3f}, 0xff000080}, /* 0.5 */
      {14, 7, 0, 4, {0, 0, 0xc0, 0x7f}, 0xff000000}, /* NaN */
      {32, 7, 0, 8, {0x00, 0x3c, 0x00, 0x38, 0x00, 0xbc, 0x00, 0x40}, 0xff0080ff}, /* 1, 0.5, -1, 2 */
      {35, 7, 0, 16, {0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0}, 0x00ff00ff},
      {22, 7, 0, 4, {0xc0, 0x03, 0x00, 0x78}, 0xffff00ff}, /* 10_11_11_FLOAT: 1, 0, 1 */
  /* clang-format on */
   };
   struct emulator *e = new_emulator();
   uint64_t size_B;
   uint8_t *memory = emu_vram(e, &size_B);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      uint32_t rgba[3 * 2];
      set_target(e, cases[i].format, cases[i].number_type, cases[i].swap, cases[i].bytes);
      memset(memory, 0, 8192 + 4096);
      memcpy(memory + 4096 + (64 + 2) * cases[i].bytes, cases[i].texel, cases[i].bytes); /* (2, 1) */
      emu_look_pixels(e, 0, 3, 2, rgba);
      if (rgba[3 + 2] != cases[i].want)
         fail_msg("case %u: %08x, expected %08x", i, rgba[5], cases[i].want);
   }
   emu_destroy(e);
}

static void
sizes(void **state)
{
   struct emulator *e = new_emulator();
   struct emu_target t;
   assert_false(emu_look_target(e, 0, &t));
   assert_false(emu_look_target(e, 8, &t));
   set_target(e, 26, 0, 0, 4);
   union ts_ctx_regs *regs = &e->regs.ts.ctx;
   regs->PA_SC_SCREEN_SCISSOR_BR = 50 | 12 << 16;
   regs->PA_SC_WINDOW_SCISSOR_BR = 40 | 100 << 16;
   assert_true(emu_look_target(e, 0, &t));
   assert_true(t.w_px == 40 && t.h_px == 12 && t.format == 26 && t.samples == 1);
   assert_true(t.address == EMU_VRAM_BASE + 4096);
   regs->PA_SC_WINDOW_SCISSOR_BR = 8192 | 8192 << 16;
   regs->PA_SC_SCREEN_SCISSOR_BR = 8192 | 8192 << 16;
   assert_true(emu_look_target(e, 0, &t));
   assert_true(t.w_px == 64 && t.h_px == 16);
   /* no colour format, and a surface outside of memory */
   set_target(e, 63, 0, 0, 4);
   assert_false(emu_look_target(e, 0, &t));
   set_target(e, 26, 0, 0, 4);
   emu_front(e)->draft.cb[0].surf.addr = EMU_VRAM_BASE + (1 << 20) - 8;
   uint32_t rgba[4] = {1, 1, 1, 1};
   emu_look_pixels(e, 0, 4, 1, rgba);
   assert_true(rgba[2] == 0 && rgba[3] == 0);
   emu_destroy(e);
}

static void
programs(void **state)
{
   struct emulator *e = new_emulator();
   uint32_t n = 7;
   for (unsigned which = EMU_LOOK_PS; which <= EMU_LOOK_FS; which++)
      assert_null(emu_look_program(e, (enum emu_look_program)which, &n));
   emu_destroy(e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats),
      cmocka_unit_test(sizes),
      cmocka_unit_test(programs),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
