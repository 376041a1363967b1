/* SPDX-License-Identifier: MIT
 * Command lists: packets, masks, ports, jumps, ends; what is refused, with its place, register and reason. */
#include "tests/unit/emulator/pica200/pica_fixture.h"

static void
test_packets(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   const uint32_t four[] = {0x11223344, 2, 3, 4};
   fix_packet(&f, 0x100, 15, false, four, 1);
   fix_packet(&f, 0x100, 5, false, (uint32_t[]){0xaabbccdd}, 1); /* bytes 0 and 2 */
   fix_packet(&f, 0x140, 15, true, four, 4);
   fix_packet(&f, 0x150, 15, false, four, 4); /* all to one */
   fix_packet(&f, 0x160, 0, true, four, 2);
   fix_packet(&f, 0x16a, 15, true, four, 3);
   fix_run(&f);
   assert_int_equal(f.gpu->reg[0x100], 0x11bb33dd);
   assert_int_equal(f.gpu->reg[0x140], 0x11223344);
   assert_int_equal(f.gpu->reg[0x143], 4);
   assert_int_equal(f.gpu->reg[0x150], 4);
   assert_int_equal(f.gpu->reg[0x151], 0);
   assert_int_equal(f.gpu->reg[0x160], 0);
   assert_int_equal(f.gpu->reg[0x16c], 3);
   assert_int_equal(f.gpu->num_packets, 7);
   assert_true(f.gpu->interrupted);
   assert_int_equal(fix_seen.flushes, 1);
   fix_close(&f);
}

static void
test_uniforms(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   FIX_SET(&f, VSH_COM_MODE, 1);
   /* fixed attribute (1,1,1,1) and the words of 3dbrew's example */
   const uint32_t ones[] = {5, 0x3F00003F, 0x00003F00, 0x003F0000};
   fix_packet(&f, PICA_ID(VSH_FLOATUNIFORM_CONFIG), 15, true, ones, 4);
   uint32_t w[3];
   fix_pack24(w, (float[]){1, -2, 3.5f, 0.25f});
   fix_fifo(&f, PICA_ID_AT(VSH_FLOATUNIFORM_DATA, 3), w, 3); /* the index counts on */
   /* float32: w z y x, whose mantissas are cut */
   const uint32_t whole[] = {0x80000007, fui(4), fui(3), fui(2), 0x3f8000ff};
   fix_packet(&f, PICA_ID(GSH_FLOATUNIFORM_CONFIG), 15, true, whole, 5);
   /* half a vector is forgotten when the index is written */
   fix_packet(&f, PICA_ID(VSH_FLOATUNIFORM_CONFIG), 15, true, (uint32_t[]){1, 0xffffffff, 0xffffffff}, 3);
   fix_packet(&f, PICA_ID(VSH_FLOATUNIFORM_CONFIG), 15, true,
              (uint32_t[]){95, ones[1], ones[2], ones[3], ones[1], ones[2], ones[3]}, 7);
   FIX_SET(&f, VSH_BOOLUNIFORM, 0x7fff8001);
   fix_set(&f, PICA_ID_AT(VSH_INTUNIFORM, 2), 0x00030201);
   fix_run(&f);
   const struct pica_unit *vs = &f.gpu->vs;
   for (unsigned k = 0; k < 4; k++) {
      assert_true(vs->uniform[5][k] == 1);
      assert_true(vs->uniform[95][k] == 1);
      assert_true(vs->uniform[0][k] == 0 && vs->uniform[1][k] == 0);
   }
   assert_true(vs->uniform[6][0] == 1 && vs->uniform[6][1] == -2 && vs->uniform[6][2] == 3.5f &&
               vs->uniform[6][3] == 0.25f);
   const struct pica_unit *gs = &f.gpu->gs;
   assert_int_equal(fui(gs->uniform[7][0]), 0x3f800080);
   assert_true(gs->uniform[7][1] == 2 && gs->uniform[7][2] == 3 && gs->uniform[7][3] == 4);
   assert_int_equal(vs->booleans, 0x8001);
   assert_int_equal(vs->integer[2][2], 3);
   assert_int_equal(gs->booleans, 0);
   /* all units alike */
   FIX_SET(&f, VSH_COM_MODE, 0);
   FIX_SET(&f, VSH_BOOLUNIFORM, 2);
   fix_run(&f);
   assert_int_equal(f.gpu->gs.booleans, 2);
   fix_close(&f);
}

static void
test_tables(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   FIX_SET(&f, LIGHTING_LUT_INDEX, 16 << 8 | 254);
   fix_fifo(&f, PICA_ID_AT(LIGHTING_LUT_DATA, 0), (uint32_t[]){1, 2, 3}, 3);
   FIX_SET(&f, LIGHTING_LUT_INDEX, 31 << 8); /* there is no such table */
   fix_fifo(&f, PICA_ID_AT(LIGHTING_LUT_DATA, 0), (uint32_t[]){9}, 1);
   FIX_SET(&f, FOG_LUT_INDEX, 127);
   fix_fifo(&f, PICA_ID_AT(FOG_LUT_DATA, 7), (uint32_t[]){4, 5}, 2);
   FIX_SET(&f, PROCTEX_LUT, 4 << 8 | 255);
   fix_fifo(&f, PICA_ID_AT(PROCTEX_LUT_DATA, 0), (uint32_t[]){6}, 1);
   FIX_SET(&f, PROCTEX_LUT, 2 << 8 | 127);
   fix_fifo(&f, PICA_ID_AT(PROCTEX_LUT_DATA, 0), (uint32_t[]){7}, 1);
   FIX_SET(&f, GAS_LUT_INDEX, 15);
   FIX_SET(&f, GAS_LUT_DATA, 8);
   fix_run(&f);
   const struct pica_tables *t = &f.gpu->tables;
   assert_int_equal(t->light[16][254], 1);
   assert_int_equal(t->light[16][255], 2);
   assert_int_equal(t->light[16][0], 3);
   assert_int_equal(t->fog[127], 4);
   assert_int_equal(t->fog[0], 5);
   assert_int_equal(t->proctex_color[255], 6);
   assert_int_equal(t->proctex_rgb[127], 7);
   assert_int_equal(t->gas[15], 8);
   assert_true(f.gpu->state_changed);
   fix_close(&f);
}

/* A list that is called and comes back by the other channel, as 3dbrew tells it. */
static void
test_jumps(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   const uint32_t called = FIX_LIST_AT + 0x8000, back = FIX_LIST_AT + 0xc000;
   FIX_SET(&f, LIGHTING_AMBIENT, 7);
   fix_set(&f, PICA_ID_AT(CMDBUF_JUMP, 1), 1);
   FIX_SET(&f, BLEND_COLOR, 1); /* not reached */
   const uint32_t called_B = fix_end_at(&f, called, false);
   FIX_SET(&f, LOGIC_OP, 3);
   const uint32_t back_B = fix_end_at(&f, back, true);
   fix_set(&f, PICA_ID_AT(CMDBUF_SIZE, 0), called_B / 8);
   fix_set(&f, PICA_ID_AT(CMDBUF_ADDR, 0), called / 8);
   fix_set(&f, PICA_ID_AT(CMDBUF_SIZE, 1), back_B / 8);
   fix_set(&f, PICA_ID_AT(CMDBUF_ADDR, 1), back / 8);
   fix_set(&f, PICA_ID_AT(CMDBUF_JUMP, 0), 1);
   FIX_SET(&f, BLEND_COLOR, 2); /* not reached */
   fix_run(&f);
   assert_int_equal(f.gpu->r.LIGHTING_AMBIENT, 7);
   assert_int_equal(f.gpu->r.LOGIC_OP, 3);
   assert_int_equal(f.gpu->r.BLEND_COLOR, 0);
   /* a list that jumps to itself */
   f.gpu->limits.packets = 5000;
   fix_set(&f, PICA_ID_AT(CMDBUF_SIZE, 0), 4);
   fix_set(&f, PICA_ID_AT(CMDBUF_ADDR, 0), FIX_LIST_AT / 8 + 2);
   fix_set(&f, PICA_ID_AT(CMDBUF_JUMP, 0), 1);
   fix_refused(&f, 0, PICA_REGS, "The lists have more than 5000 packets and do not end.");
   fix_close(&f);
}

static void
test_end(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   /* autostop: nothing behind FINALIZE */
   FIX_SET(&f, FINALIZE, 0x12345678);
   FIX_SET(&f, BLEND_COLOR, 1);
   fix_run(&f);
   assert_int_equal(f.gpu->r.BLEND_COLOR, 0);
   /* one equal byte is enough, none is not */
   FIX_SET(&f, FINALIZE, 0x00340000);
   FIX_SET(&f, BLEND_COLOR, 2);
   fix_run(&f);
   assert_int_equal(f.gpu->r.BLEND_COLOR, 0);
   FIX_SET(&f, FINALIZE, 0x34127856);
   FIX_SET(&f, BLEND_COLOR, 3);
   fix_run(&f);
   assert_int_equal(f.gpu->r.BLEND_COLOR, 3);
   FIX_SET(&f, IRQ_AUTOSTOP, 0);
   FIX_SET(&f, FINALIZE, 0x12345678);
   FIX_SET(&f, BLEND_COLOR, 4);
   fix_run(&f);
   assert_int_equal(f.gpu->r.BLEND_COLOR, 4);
   fix_close(&f);
}

static void
test_refused(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   FIX_SET(&f, BLEND_COLOR, 5);
   fix_set(&f, 0x300, 0);
   fix_refused(&f, 8, 0x300, "There is no register 0x300: the last one is 0x2ff.");
   assert_int_equal(f.gpu->r.BLEND_COLOR, 5); /* what came before stays done */
   fix_packet(&f, 0x2fe, 15, true, (uint32_t[]){1, 2, 3}, 3);
   fix_refused(&f, 0, 0x300, "There is no register 0x300: the last one is 0x2ff.");
   /* the packet's parameters go beyond the list */
   FIX_SET(&f, BLEND_COLOR, 6);
   fix_word(&f, 0);
   fix_word(&f, PICAW_CMD_HEADER(.ID = 0x41, .MASK = 15, .EXTRA = 255));
   fix_refused(&f, 8, 0x41, "The packet has 255 further parameters, but the list ends before them.");
   fix_set(&f, PICA_ID_AT(CMDBUF_SIZE, 1), 3);
   fix_set(&f, PICA_ID_AT(CMDBUF_JUMP, 1), 0);
   fix_refused(&f, 8, PICA_ID_AT(CMDBUF_JUMP, 1), "A list of 24 bytes: sizes are multiples of 16 bytes.");
   fix_set(&f, PICA_ID_AT(CMDBUF_SIZE, 1), 4);
   fix_set(&f, PICA_ID_AT(CMDBUF_ADDR, 1), (PICA_FCRAM_BASE + FIX_FCRAM_B) / 8 - 2);
   fix_set(&f, PICA_ID_AT(CMDBUF_JUMP, 1), 0);
   fix_refused(&f, 16, PICA_ID_AT(CMDBUF_JUMP, 1),
               "A list of 32 bytes at 0x200ffff0 is not in VRAM or FCRAM.");
   FIX_SET(&f, BLEND_COLOR, 1);
   const uint32_t bytes = fix_end_at(&f, FIX_LIST_AT, false);
   assert_false(pica_submit(f.gpu, FIX_LIST_AT, bytes));
   assert_string_equal(f.gpu->error.reason,
                       "The list ends without a write to FINALIZE, so the chip never tells that it is done.");
   assert_false(pica_submit(f.gpu, FIX_LIST_AT, 8));
   assert_string_equal(f.gpu->error.reason, "A list of 8 bytes: sizes are multiples of 16 bytes.");
   assert_false(pica_submit(f.gpu, FIX_LIST_AT + 4, 16));
   assert_string_equal(f.gpu->error.reason, "A list at 0x20001004: addresses are multiples of 8 bytes.");
   assert_false(pica_submit(f.gpu, 0x1234560, 16));
   assert_string_equal(f.gpu->error.reason, "A list of 16 bytes at 0x01234560 is not in VRAM or FCRAM.");
   fix_close(&f);
}

static void
test_memory(void **state)
{
   (void)state;
   struct fix f;
   fix_open(&f);
   struct pica_gpu *g = f.gpu;
   assert_ptr_equal(pica_mem(g, PICA_VRAM_BASE, 1), g->vram);
   assert_ptr_equal(pica_mem(g, PICA_VRAM_BASE, PICA_VRAM_SIZE_B), g->vram);
   assert_null(pica_mem(g, PICA_VRAM_BASE, PICA_VRAM_SIZE_B + 1));
   assert_null(pica_mem(g, PICA_VRAM_BASE - 1, 2));
   assert_null(pica_mem(g, PICA_VRAM_BASE + PICA_VRAM_SIZE_B, 1));
   assert_ptr_equal(pica_mem(g, PICA_FCRAM_BASE + FIX_FCRAM_B - 4, 4), g->fcram + FIX_FCRAM_B - 4);
   assert_null(pica_mem(g, PICA_FCRAM_BASE + FIX_FCRAM_B - 4, 5));
   assert_null(pica_mem(g, UINT32_MAX, 1));
   assert_null(pica_mem(g, PICA_FCRAM_BASE, UINT64_MAX));
   assert_null(pica_gpu_create(PICA_FCRAM_MAX_B + 1, &fix_back, NULL));
   fix_close(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_packets), cmocka_unit_test(test_uniforms), cmocka_unit_test(test_tables),
      cmocka_unit_test(test_jumps),   cmocka_unit_test(test_end),      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_memory),
   };
   return cmocka_run_group_tests_name("pica_list", tests, NULL, NULL);
}
