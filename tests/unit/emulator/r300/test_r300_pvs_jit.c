/* SPDX-License-Identifier: MIT
 *
 * Vertex shaders as machine code against the interpreter of the same level: random programs of all operations, predicates and
 * constants by address among them, with and without loops, jumps and calls. Outputs of the vertices that count must be equal to the bit, but
 * for which NaN a NaN is, and so must be why a program is stopped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/r300/rx_pvs.h"
#include "emulator/core/start.h"
#include "emulator/r300/pvs/jit.h"
#include "emulator/simd/levels.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"
#include "../../random_share.h"

enum { PROGRAMS = 2000, FLOW_PROGRAMS = 800, INSTS = 14, REGISTERS = 4, CONSTANTS = 8 };

#define KERNELS(level) extern const struct pvs_kernels pvs_kernels_##level;
EMU_LEVELS(KERNELS)
#define ROW(level) {#level, &pvs_kernels_##level},
static const struct {
   const char *name;
   const struct pvs_kernels *pvs;
} levels[] = {EMU_LEVELS(ROW)};

static uint32_t seed = 1;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static uint32_t
source_word(void)
{
   const unsigned file = below(4); /* temporary, input, constant, another temporary */
   return RX_PVS_SRC(.SRC_REG_TYPE = file,
                     .SRC_OFFSET = file == PVS_CONST ? below(CONSTANTS) : below(REGISTERS),
                     .SRC_SWIZZLE_X = below(6), .SRC_SWIZZLE_Y = below(6), .SRC_SWIZZLE_Z = below(6),
                     .SRC_SWIZZLE_W = below(6), .SRC_MODIFIER_X = below(2), .SRC_MODIFIER_Y = below(2),
                     .SRC_MODIFIER_Z = below(2), .SRC_MODIFIER_W = below(2), .SRC_ABS_XYZW = below(4) == 0,
                     .SRC_ADDR_MODE_0 = file == PVS_CONST && below(4) == 0, .SRC_ADDR_SEL = below(4));
}

static void
any_inst(uint32_t dw[4])
{
   const bool math = below(4) == 0, macro = !math && below(8) == 0;
   const unsigned last_vector = RX_PVS_OP_DST__DST_OPCODE_VE__SET_NOT_EQUAL,
                  last_math = RX_PVS_OP_DST__DST_OPCODE_ME__PRED_SET_RESTORE;
   const unsigned op = macro ? below(2) : math ? 1 + below(last_math) : below(last_vector + 1);
   const unsigned file = below(3) ? PVS_DST_TEMP : below(6);
   dw[0] = RX_PVS_OP_DST(.DST_OPCODE_VE = op, .DST_MATH_INST = math, .DST_MACRO_INST = macro,
                         .DST_REG_TYPE = file, .DST_OFFSET = below(REGISTERS), .DST_WE_X = below(2),
                         .DST_WE_Y = below(2), .DST_WE_Z = below(2), .DST_WE_W = below(2),
                         .DST_VE_SAT = below(4) == 0, .DST_ME_SAT = below(4) == 0,
                         .DST_PRED_ENABLE = below(8) == 0, .DST_PRED_SENSE = below(2));
   for (unsigned s = 1; s < 4; s++)
      dw[s] = source_word();
   if (!math && !macro && below(6) == 0) {
      const unsigned dual = 1 + below(RX_PVS_OP_DST__DST_OPCODE_ME__PRED_SET_EQ - 1);
      dw[0] |= RX_PVS_OP_DST(.DST_DUAL_MATH_OP = 1);
      dw[3] &= ~RX_PVS_SRC_DUAL_MATH(.DST_OPCODE_MSB = 1, .DST_OPCODE = 15);
      dw[3] |= RX_PVS_SRC_DUAL_MATH(.DST_OPCODE_MSB = dual >> 4, .DST_OPCODE = dual & 15);
   }
}

struct fixture {
   struct pvs_ctx *c;
   struct emu_row input[PVS_INPUTS][4];
   struct pvs_inst inst[INSTS];
   struct pvs_stage stage;
   float constant[CONSTANTS][4];
};

/* What registers hold before must not count: \p junk. */
static void
run(struct fixture *f, const struct pvs_kernels *k, unsigned vertices, uint8_t junk)
{
   memset(f->c, junk, sizeof *f->c);
   memcpy(f->c->input, f->input, sizeof f->input);
   f->c->written = 0xffff;
   f->c->num_vertices = vertices;
   k->run(f->c, &f->stage);
}

static bool
same(uint32_t a, uint32_t b)
{
   return a == b || ((a & 0x7fffffff) > 0x7f800000 && (b & 0x7fffffff) > 0x7f800000);
}

/* 1: the program had code. */
static unsigned
compare(struct fixture *f, const char *level, const struct pvs_kernels *k, unsigned number)
{
   static struct emu_row out[PVS_OUTPUTS][4];
   const unsigned vertices = 1 + below(EMU_LANES);
   f->stage.code = NULL;
   run(f, k, vertices, 0);
   memcpy(out, f->c->output, sizeof out);
   const enum pvs_stop stopped = f->c->stopped;
   assert_true(f->stage.num_slots || stopped == PVS_STOP_NONE);
   struct r300_jit *j = pvs_jit_create(&f->stage, k);
   if (!j) {
      assert_int_equal(k->vec_B, 16); /* x86's plainest level has no writer */
      return 0;
   }
   f->stage.code = j->run;
   run(f, k, vertices, 0x3c);
   if (f->c->stopped != stopped)
      fail_msg("%s, program %u: stopped for reason %d, interpreted %d", level, number, f->c->stopped,
               stopped);
   if (stopped != PVS_STOP_NONE) {
      r300_jit_destroy(j);
      return 1;
   }
   for (unsigned r = 0; r < PVS_OUTPUTS * 4; r++)
      for (unsigned l = 0; l < vertices; l++) {
         const uint32_t is = f->c->output[r / 4][r % 4].u[l], was = out[r / 4][r % 4].u[l];
         if (!same(is, was))
            fail_msg("%s, program %u: component %u of output %u, vertex %u is 0x%08x, interpreted 0x%08x",
                     level, number, r % 4, r / 4, l, is, was);
      }
   r300_jit_destroy(j);
   return 1;
}

static void
any_numbers(struct fixture *f)
{
   static const float numbers[] = {0, -0.0f, 1, -1, 0.5f, 2.25f, -3.5f, 1e20f, -1e-20f, 1e30f, 0.3333f, 100};
   for (unsigned r = 0; r < REGISTERS * 4; r++)
      for (unsigned l = 0; l < EMU_LANES; l++)
         f->input[r / 4][r % 4].u[l] = below(8)
                                          ? fui(numbers[below(ARRAY_SIZE(numbers))] + (float)below(16) / 16)
                                          : below(1 << 16) << 16 | below(1 << 16);
   for (unsigned i = 0; i < CONSTANTS * 4; i++)
      f->constant[i / 4][i % 4] = (float)((int)below(64) - 32) / 8;
}

/* Slots of flow control, most of them inside of the program. Jumps backwards run until they are stopped. */
static void
any_slots(struct pvs_stage *s, unsigned insts)
{
   s->num_slots = (uint8_t)(1 + below(4));
   for (unsigned i = 0; i < s->num_slots; i++) {
      struct pvs_slot *slot = &s->slot[i];
      const unsigned at = below(insts), to = at + 1 + below(insts - at);
      *slot = (struct pvs_slot){.op = (uint8_t)(PVS_FLOW_JUMP + below(3)),
                                .at = (uint16_t)(s->first + at),
                                .last = (uint16_t)(s->first + to),
                                .back = (uint16_t)(s->first + at + 1),
                                .loop_init = (uint8_t)below(4),
                                .loop_step = (int8_t)below(3),
                                .loop_inherit = below(2)};
      slot->count_or_jump = (uint16_t)(slot->op == PVS_FLOW_LOOP ? below(5) : s->first + to);
      if (slot->op == PVS_FLOW_CALL)
         slot->last = (uint16_t)(slot->count_or_jump + below(3));
      if (below(150) == 0)
         slot->count_or_jump = (uint16_t)below(insts + 4);
      if (below(30) == 0)
         slot->back = (uint16_t)below(insts + 4);
   }
}

static void
compare_programs(unsigned programs, bool flow)
{
   static struct fixture f;
   memset(&f, 0, sizeof f);
   unsigned with_code = 0;
   f.c = aligned_alloc(64, u_align(sizeof *f.c, 64));
   f.stage.inst = f.inst;
   f.stage.constant = (const float(*)[4])f.constant;
   f.stage.num_constants = CONSTANTS;
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   for (unsigned n = 0; n < programs; n++) {
      const unsigned insts = 1 + below(INSTS);
      bool decoded = true;
      for (unsigned i = 0; i < insts; i++) {
         uint32_t dw[4];
         any_inst(dw);
         decoded &= !pvs_decode(dw, &f.inst[i]);
      }
      f.stage.first = (uint16_t)(flow && insts > 1 ? below(2) : 0);
      f.stage.last = (uint16_t)(insts - 1);
      if (flow)
         any_slots(&f.stage, insts - f.stage.first);
      if (!decoded) /* an operation that is not implemented */
         continue;
      pvs_find_registers(&f.stage);
      assert_true(pvs_jit_suits(&f.stage));
      any_numbers(&f);
      for (unsigned i = 0; i < ARRAY_SIZE(levels); i++)
         if (emu_cpu_has_level(levels[i].name))
            with_code += compare(&f, levels[i].name, levels[i].pvs, n);
   }
   u_fpenv_leave(env);
   assert_true(with_code > programs / 4 || ARRAY_SIZE(levels) == 1);
   free(f.c);
}

static void
random_programs(void **state)
{
   compare_programs(random_share(PROGRAMS), false);
}

static void
random_flow(void **state)
{
   compare_programs(random_share(FLOW_PROGRAMS), true);
}

/* Programs of one code: loops that differ in their rounds alone, which are the draw's. */
static void
what_keys_say(void **state)
{
   struct pvs_stage s = {.num_slots = 1,
                         .last = 5,
                         .slot = {{.op = PVS_FLOW_LOOP, .at = 1, .last = 3, .back = 2, .count_or_jump = 4}}};
   const uint64_t key = pvs_jit_key(&s, 7);
   s.slot[0].count_or_jump = 9;
   s.slot[0].loop_init = 3;
   assert_true(pvs_jit_key(&s, 7) == key);
   s.slot[0].last = 4;
   assert_true(pvs_jit_key(&s, 7) != key);
   s.slot[0].last = 3;
   assert_true(pvs_jit_key(&s, 8) != key);
   s.slot[0].op = PVS_FLOW_CALL;
   const uint64_t call = pvs_jit_key(&s, 7);
   s.slot[0].count_or_jump = 4;
   assert_true(pvs_jit_key(&s, 7) != call);
   s.num_slots = 0;
   assert_true(pvs_jit_key(&s, 7) == 7);
}

/* Results by address and constants that a draw does not have stay with the interpreter. */
static void
what_has_no_code(void **state)
{
   struct pvs_inst inst = {
      .dst_file = PVS_DST_TEMP, .src[0] = {.file = PVS_CONST, .index = 3}
   };
   struct pvs_stage s = {.inst = &inst, .num_constants = 4};
   assert_true(pvs_jit_suits(&s));
   s.num_constants = 3;
   assert_false(pvs_jit_suits(&s));
   s.num_constants = 4;
   inst.dst_address = PVS_BY_A0;
   assert_false(pvs_jit_suits(&s));
   inst.dst_address = PVS_ABSOLUTE;
   inst.src[1] = (struct pvs_source){.file = PVS_TEMP, .address = PVS_BY_A0};
   assert_false(pvs_jit_suits(&s));
   inst.src[1].file = PVS_CONST;
   assert_true(pvs_jit_suits(&s));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs), cmocka_unit_test(random_flow),
                                      cmocka_unit_test(what_keys_say), cmocka_unit_test(what_has_no_code)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
