/* SPDX-License-Identifier: MIT
 *
 * The emulator's command processor: packets and their errors with offsets, memory packets, predication,
 * register windows, when state is derived again, and that no stream at all ends the program.
 */
#include "emu_front_fixture.h"

static void
memory_packets(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      uint64_t size;
      uint8_t *vram = emu_vram(e, &size);
      uint32_t v[4];
      assert_int_equal(size, 16 << 20);
      begin(&s, e);
      uint32_t lo = (uint32_t)EMU_VRAM_BASE;
      dw(&s, DB_PKT2);
      dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
      dw(&s, lo + 16);
      dw(&s, 1 << 18);
      dw(&s, 0x11223344);
      dw(&s, 0x55667788);
      dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
      dw(&s, lo + 32);
      dw(&s, 0);
      dw(&s, 0xaabbccdd);
      dw(&s, 0x99887766);
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE_EOP, 5));
      dw(&s, DB_EVENT_CACHE_FLUSH_AND_INV_TS_EVENT | 5 << 8);
      dw(&s, lo + 64);
      dw(&s, 1u << 29 | 2 << 24);
      dw(&s, 4711);
      dw(&s, 4712);
      dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE_EOP, 5));
      dw(&s, DB_EVENT_BOTTOM_OF_PIPE_TS | 5 << 8);
      dw(&s, lo + 72);
      dw(&s, 3u << 29);
      dw(&s, 0);
      dw(&s, 0);
      /* copy what was just written 4 KiB further */
      dw(&s, DB_PKT3(DB_PKT3_CP_DMA, 5));
      dw(&s, lo + 16);
      dw(&s, 1u << 31);
      dw(&s, lo + 4096);
      dw(&s, 0);
      dw(&s, 32);
      dw(&s, DB_PKT3(DB_PKT3_WAIT_REG_MEM, 6));
      dw(&s, 3 | 1 << 4);
      dw(&s, lo + 64);
      dw(&s, 0);
      dw(&s, 0x67);
      dw(&s, 0xff);
      dw(&s, 10);
      /* memory to register to memory */
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 1);
      dw(&s, lo + 16);
      dw(&s, 0);
      dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
      dw(&s, 0);
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 2);
      dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
      dw(&s, 0);
      dw(&s, lo + 20);
      dw(&s, 0);
      submit_ok(&s);
      memcpy(v, vram + 16, 8);
      assert_int_equal(v[0], 0x11223344);
      assert_int_equal(v[1], 0x11223344);
      memcpy(v, vram + 32, 8);
      assert_int_equal(v[0], 0xaabbccdd);
      assert_int_equal(v[1], 0x99887766);
      memcpy(v, vram + 64, 16);
      assert_int_equal(v[0], 4711);
      assert_int_equal(v[1], 0);
      assert_true(v[2] || v[3]);
      memcpy(v, vram + 4096, 16);
      assert_int_equal(v[0], 0x11223344);
      memcpy(v, vram + 4096 + 16, 8);
      assert_int_equal(v[0], 0xaabbccdd);
      emu_destroy(e);
   }
}

static void
zpass_counters(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      uint64_t size, v[2];
      uint8_t *vram = emu_vram(e, &size);
      begin(&s, e);
      for (unsigned i = 0; i < 2; i++) {
         dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 3));
         dw(&s, DB_EVENT_ZPASS_DONE | 1 << 8);
         dw(&s, (uint32_t)EMU_VRAM_BASE + 256 + 8 * i);
         dw(&s, 0);
      }
      submit_ok(&s);
      memcpy(v, vram + 256, 16);
      assert_true(v[0] == (77 | UINT64_C(1) << 63) && v[1] == v[0]);
      for (unsigned i = 1; i < e->chip->render_backends; i++) {
         memcpy(v, vram + 256 + 16 * i, 16);
         assert_true(v[0] == UINT64_C(1) << 63 && v[1] == v[0]);
      }
      memcpy(v, vram + 256 + 16 * e->chip->render_backends, 16);
      assert_true(v[0] == 0 && v[1] == 0);
      emu_destroy(e);
   }
}

static void
fill(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   begin(&s, e);
   dw(&s, DB_PKT3(DB_PKT3_CP_DMA, 5));
   dw(&s, 0x01020304);
   dw(&s, 2u << 29);
   dw(&s, (uint32_t)EMU_VRAM_BASE + 8);
   dw(&s, 0);
   dw(&s, 12);
   submit_ok(&s);
   static const uint8_t want[24] = {[8] = 4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 2, 1};
   assert_memory_equal(vram, want, sizeof want);
   emu_destroy(e);
}

static void
errors(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   begin(&s, e);
   dw(&s, DB_PKT2);
   dw(&s, 0x00001234);
   submit_fails(&s, 1, "type-0");
   dw(&s, 0x40000000);
   submit_fails(&s, 0, "type-1");
   dw(&s, DB_PKT2);
   dw(&s, DB_PKT3(0x05, 1));
   dw(&s, 0);
   submit_fails(&s, 1, "opcode 0x05");
   dw(&s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 3));
   dw(&s, 0);
   submit_fails(&s, 0, "2 dwords behind");
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 3));
   dw(&s, 0);
   dw(&s, 0);
   dw(&s, 0);
   submit_fails(&s, 0, "3 dwords instead of 4");
   dw(&s, DB_PKT3(DB_PKT3_INDIRECT_BUFFER, 3));
   dw(&s, 0);
   dw(&s, 0);
   dw(&s, 0);
   submit_fails(&s, 0, "not allowed");
   dw(&s, DB_PKT3(DB_PKT3_MODE_CONTROL, 1)); /* Evergreen's */
   dw(&s, 1);
   submit_fails(&s, 0, "does not exist on RV770");
   dw(&s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 3));
   dw(&s, 0x3ff);
   dw(&s, 0);
   dw(&s, 0);
   submit_fails(&s, 0, "leaves its window");
   dw(&s, DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 2));
   dw(&s, 0xffffffff);
   dw(&s, 0);
   submit_fails(&s, 0, "leaves its window");
   reg(&s, R6_CB_BLEND_RED_OFFSET, 1);
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(&s, (uint32_t)EMU_VRAM_BASE + (16 << 20) - 4);
   dw(&s, 0);
   dw(&s, 1);
   dw(&s, 1);
   submit_fails(&s, 3, "outside of memory");
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(&s, 16); /* below memory */
   dw(&s, 1 << 18);
   dw(&s, 1);
   dw(&s, 1);
   submit_fails(&s, 0, "outside of memory");
   dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(&s, 63);
   submit_fails(&s, 0, "event 63");
   dw(&s, DB_PKT3(DB_PKT3_EVENT_WRITE, 1));
   dw(&s, DB_EVENT_ZPASS_DONE | 1 << 8);
   submit_fails(&s, 0, "needs an address");
   dw(&s, DB_PKT3(DB_PKT3_WAIT_REG_MEM, 6));
   dw(&s, 3);
   dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
   dw(&s, 0);
   dw(&s, 2);
   dw(&s, 0xff);
   dw(&s, 10);
   submit_fails(&s, 0, "for ever");
   /* after all that it still works */
   dw(&s, DB_PKT3(DB_PKT3_NOP, 3));
   dw(&s, 1);
   dw(&s, 2);
   dw(&s, 3);
   submit_ok(&s);
   submit_ok(&s); /* empty */
   emu_destroy(e);
}

static void
draw_errors(void **state)
{
   static const uint16_t index[4] = {0, 1, 2, 3};
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   begin(&s, e);
   basic_state(&s);
   submit_ok(&s);
   draw_auto(&s, 12, 3); /* adjacency */
   submit_fails(&s, 3, "VGT_PRIMITIVE_TYPE 12");
   draw_auto(&s, 4, 0xffffffff);
   submit_fails(&s, 3, "too long");
   draw_immd(&s, 4, index, 4);
   s.dw[4] = 5; /* count beyond the data */
   submit_fails(&s, 3, "carries only 2 dwords");
   draw_auto(&s, 4, 3);
   s.dw[5] = 0;
   submit_fails(&s, 3, "SOURCE_SELECT");
   dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(&s, 0);
   dw(&s, 0);
   dw(&s, 3);
   dw(&s, 0);
   submit_fails(&s, 0, "index buffer 0x0");
   reg(&s, EG_CB_COLOR_BASE_OFFSET(0), (uint32_t)((EMU_VRAM_BASE + (16 << 20) - 256) >> 8));
   draw_auto(&s, 4, 3);
   submit_fails(&s, 6, "colour buffer 0");
   reg(&s, EG_CB_COLOR_BASE_OFFSET(0), (uint32_t)(TARGET_ADDR >> 8));
   reg(&s, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 49, .ARRAY_MODE = 1));
   draw_auto(&s, 4, 3);
   submit_fails(&s, 9, "not a colour format");
   assert_int_equal(rec.num_prims, 0);
   emu_destroy(e);
}

static void
state_reuse(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   rec.pos = circle;
   rec.num_pos = 16;
   begin(&s, e);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   draw_auto(&s, 4, 3);
   reg(&s, R6_CB_BLEND_RED_OFFSET, 0); /* the value it has */
   draw_auto(&s, 6, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.states, 1);
   assert_int_equal(rec.stages[SQ_VS], 1);
   assert_int_equal(rec.stages[SQ_PS], 1);
   assert_int_equal(rec.num_prims, 3);

   /* constants of each stage, of which SC sees the pixel shader's, then a fixed-function register */
   basic_state(&s);
   draw_auto(&s, 4, 3);
   reg(&s, R6_SQ_ALU_CONST_CACHE_VS_OFFSET(0), 5);
   draw_auto(&s, 4, 3);
   reg(&s, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0), 7);
   draw_auto(&s, 4, 3);
   reg(&s, R6_CB_BLEND_RED_OFFSET, 0x3f800000);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.states, 1 + 3);
   assert_int_equal(rec.stages[SQ_VS], 1 + 2);
   assert_int_equal(rec.stages[SQ_PS], 1 + 2);

   /* words of a resource that the vertex shader reads, and of one that it does not */
   enum { WORDS = 7 };
   rec.unused_slot = DB_R6_RESOURCE_VS + 1;
   basic_state(&s);
   draw_auto(&s, 4, 3);
   for (uint32_t slot = DB_R6_RESOURCE_VS; slot <= rec.unused_slot; slot++) {
      dw(&s, DB_PKT3(DB_PKT3_SET_RESOURCE, 1 + WORDS));
      dw(&s, slot * WORDS);
      for (uint32_t i = 0; i < WORDS; i++)
         dw(&s, 0x1234);
      draw_auto(&s, 4, 3);
   }
   submit_ok(&s);
   assert_int_equal(rec.stages[SQ_VS], 1 + 2 + 2);
   assert_int_equal(rec.stages[SQ_PS], 1 + 2 + 1);
   rec.unused_slot = 0;

   /* another target flushes, and so does reading what is being drawn */
   unsigned flushes = the_sc.flushes;
   basic_state(&s);
   draw_auto(&s, 4, 3);
   reg(&s, R6_CB_COLOR_BASE_OFFSET(0), (uint32_t)(TARGET_ADDR >> 8) + 0x100);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.flushes, flushes + 2);
   flushes = the_sc.flushes;
   basic_state(&s);
   draw_auto(&s, 4, 3);
   dw(&s, DB_PKT3(DB_PKT3_MEM_WRITE, 4));
   dw(&s, (uint32_t)TARGET_ADDR);
   dw(&s, 0);
   dw(&s, 1);
   dw(&s, 1);
   submit_ok(&s);
   assert_int_equal(the_sc.flushes, flushes + 2);
   rec.read_addr = TARGET_ADDR;
   rec.read_B = 16;
   flushes = the_sc.flushes;
   draw_auto(&s, 4, 3);
   reg(&s, R6_SQ_ALU_CONST_CACHE_PS_OFFSET(0), 6);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(the_sc.flushes, flushes + 2);
   emu_destroy(e);
}

static void
predication(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size, v[2] = {UINT64_C(1) << 63, UINT64_C(1) << 63};
   uint8_t *vram = emu_vram(e, &size);
   rec.pos = circle;
   rec.num_pos = 16;
   for (unsigned visible = 0; visible < 2; visible++) {
      v[1] += visible;
      memcpy(vram + 0x40, v, 16);
      rec.num_prims = 0;
      begin(&s, e);
      basic_state(&s);
      dw(&s, DB_PKT3(DB_PKT3_SET_PREDICATION, 2));
      dw(&s, (uint32_t)EMU_VRAM_BASE + 0x40);
      dw(&s, 1 << 16 | 1 << 8);
      draw_auto(&s, 4, 3);
      s.dw[s.n - 3] |= DB_PKT3_PREDICATE;
      draw_auto(&s, 4, 3);
      dw(&s, DB_PKT3(DB_PKT3_SET_PREDICATION, 2));
      dw(&s, 0);
      dw(&s, 0);
      draw_auto(&s, 4, 3);
      s.dw[s.n - 3] |= DB_PKT3_PREDICATE;
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 2 + visible);
   }
   emu_destroy(e);
}

static void
border_colours(void **state)
{
   struct stream s;
   struct emulator *e = new_emulator("RV770");
   begin(&s, e);
   reg(&s, R6_TD_PS_SAMPLER_BORDER_GREEN_OFFSET(3), 7);
   reg(&s, R6_TD_VS_SAMPLER_BORDER_ALPHA_OFFSET(17), 8);
   submit_ok(&s);
   assert_int_equal(e->regs.border[0][3][1], 7);
   assert_int_equal(e->regs.border[1][17][3], 8);
   emu_destroy(e);
   e = new_emulator("CYPRESS");
   begin(&s, e);
   for (uint32_t i = 0; i < 3; i++) {
      dw(&s, DB_PKT3(DB_PKT3_SET_CONFIG_REG, 6));
      dw(&s, (EG_TD_VS_BORDER_COLOR_INDEX_OFFSET - 0x8000) / 4);
      dw(&s, 4 + i);
      for (uint32_t k = 0; k < 4; k++)
         dw(&s, 10 * i + k);
   }
   submit_ok(&s);
   for (uint32_t i = 0; i < 3; i++)
      for (uint32_t k = 0; k < 4; k++)
         assert_int_equal(e->regs.border[1][4 + i][k], 10 * i + k);
   emu_destroy(e);
}

/* Any stream at all: random dwords with a bias to packets neither crash nor hang, and come to the same verdicts: how
 * far each stream got, and the sentence that stopped it. */
static void
random_streams(void **state)
{
   static const uint64_t want[] = {UINT64_C(0x7c661929d7e5a507), UINT64_C(0x79b2052c2310dc91),
                                   UINT64_C(0x96f3f2c599d144c8), UINT64_C(0x3e8f73c79f67d7ee)};
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      uint64_t seed = 0x9e3779b97f4a7c15, digest = UINT64_C(0xcbf29ce484222325);
      struct emulator *e = new_emulator(chips[c]);
      for (unsigned t = 0; t < 3000; t++) {
         struct stream s;
         s.n = 0;
         s.e = e;
         for (unsigned i = 0; i < 64; i++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            uint32_t r = (uint32_t)(seed >> 32);
            if (seed % 3 == 0) {
               static const uint8_t ops[] = {0x10, 0x20, 0x26, 0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x2f, 0x34, 0x35,
                                             0x3b, 0x3d, 0x41, 0x46, 0x47, 0x68, 0x69, 0x6d, 0x6e, 0x6f};
               dw(&s, DB_PKT3(ops[r % sizeof ops], 1 + (r >> 8) % 6) | (r >> 31));
            } else {
               dw(&s, seed % 5 == 0 ? r : seed % 2 ? (uint32_t)EMU_VRAM_BASE + r % 4096 : r % 1024);
            }
         }
         rec.num_prims = 0;
         submit(&s);
         digest = (digest ^ s.err.dword) * UINT64_C(0x100000001b3);
         for (const char *p = s.err.reason; *p; p++)
            digest = (digest ^ (uint8_t)*p) * UINT64_C(0x100000001b3);
      }
      if (digest != want[c])
         fail_msg("%s: the digest of the verdicts is 0x%016llx", chips[c], (unsigned long long)digest);
      emu_destroy(e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_packets), cmocka_unit_test(zpass_counters), cmocka_unit_test(fill),
      cmocka_unit_test(errors),         cmocka_unit_test(draw_errors),    cmocka_unit_test(predication),
      cmocka_unit_test(border_colours), cmocka_unit_test(state_reuse),    cmocka_unit_test(random_streams),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
