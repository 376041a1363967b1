/* SPDX-License-Identifier: MIT
 *
 * The fragment shader's interpreter and decoders: operands, operations, modifiers, predicates, branches and loops of R500,
 * nodes and 24-bit floats of R300, and that no program runs on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "emulator/r300/us/decode.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

extern const struct us_kernels EMU_FIRST_FN(us_kernels);

enum { MAX = 32 };

struct test {
   struct us_program *p;
   struct us_ctx *c;
   struct us_stage stage;
};

static void
init(struct test *t)
{
   memset(t, 0, sizeof *t);
   t->p = calloc(1, sizeof *t->p + US_MAX_INSTS * sizeof t->p->inst[0]);
   t->c = aligned_alloc(64, u_align(sizeof *t->c, 64));
   memset(t->c, 0, sizeof *t->c);
   t->c->lanes = ~UINT64_C(0);
   memset(t->c->loaded, 255, sizeof t->c->loaded);
   t->stage.targets = 15;
   t->stage.program = t->p;
}

static void
fini(struct test *t)
{
   free(t->p);
   free(t->c);
}

static void
run(struct test *t)
{
   EMU_FIRST_FN(us_kernels).run(t->c, &t->stage);
}

static float
lane(const struct emu_row *row, unsigned i)
{
   return uif(row->u[i]);
}

/* Lane i of register 0 red is i. */
static void
count_lanes(struct test *t)
{
   for (unsigned i = 0; i < EMU_LANES; i++)
      t->c->temp[0][0].u[i] = fui((float)i);
}

/* red of register \p dst = op(a, b, c) of the red of registers 0, 1 and 2. */
static void
alu(uint32_t dw[6], unsigned op, unsigned dst)
{
   memset(dw, 0, 24);
   dw[0] = R5_US_CMN_INST(.TYPE = 0, .RGB_WMASK = 1);
   dw[1] = R5_US_ALU_RGB_ADDR(.ADDR0 = 0, .ADDR1 = 1, .ADDR2 = 2);
   dw[3] = R5_US_ALU_RGB_INST(.RGB_SEL_A = 0, .RGB_SEL_B = 1);
   dw[5] = R5_US_ALU_RGBA_INST(.RGB_OP = op, .RGB_ADDRD = dst, .RGB_SEL_C = 2);
}

static void
decode(struct test *t, const uint32_t (*code)[6], unsigned n)
{
   static uint32_t memory[US_R5_INSTS][US_R5_DWORDS];
   unsigned at;
   memcpy(memory, code, n * sizeof *code);
   memset(t->p, 0, sizeof *t->p);
   const char *why = us_decode_r5((const uint32_t(*)[US_R5_DWORDS])memory, 0, n - 1, 0, t->p, &at);
   if (why)
      fail_msg("instruction %u %s", at, why);
   t->p->zero_times = true;
}

static void
operations(void **state)
{
   static const struct {
      unsigned op;
      float a, b, c, result;
   } cases[] = {
      {0, 3,      4,             5,    17   },
      {0, 0,      1e30f * 1e30f, 5,    5    }, /* 0 times infinity is 0 */
      {4, 3,      -4,            0,    -4   },
      {5, 3,      -4,            0,    3    },
      {7, 3,      -4,            0.5f, -4   },
      {7, 3,      -4,            0.6f, 3    },
      {8, 3,      -4,            0,    3    },
      {8, 3,      -4,            -1,   -4   },
      {9, -1.25f, 0,             0,    0.75f},
   };
   struct test t;
   init(&t);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      uint32_t code[1][6];
      alu(code[0], cases[i].op, 3);
      decode(&t, (const uint32_t(*)[6])code, 1);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         t.c->temp[0][0].u[l] = fui(cases[i].a);
         t.c->temp[1][0].u[l] = fui(cases[i].b);
         t.c->temp[2][0].u[l] = fui(cases[i].c);
      }
      run(&t);
      assert_float_equal(lane(&t.c->temp[3][0], 0), cases[i].result, 0);
      assert_float_equal(lane(&t.c->temp[3][0], EMU_LANES - 1), cases[i].result, 0);
   }
   fini(&t);
}

/* Constants, inline constants, pre-subtraction, signs, factors and clamps. */
static void
operands(void **state)
{
   struct test t;
   uint32_t code[1][6];
   init(&t);
   count_lanes(&t);
   t.stage.constant[5][0] = 10;
   alu(code[0], 0, 3);
   code[0][1] = R5_US_ALU_RGB_ADDR(.ADDR0 = 0, .ADDR1 = 5, .ADDR1_CONST = 1, .ADDR2 = 0x80 | 7 << 3 | 4);
   decode(&t, (const uint32_t(*)[6])code, 1);
   run(&t);
   assert_float_equal(lane(&t.c->temp[3][0], 3), 31.5f, 0); /* 3 * 10 + (1 + 4/8) */
   code[0][3] |= R5_US_ALU_RGB_INST(.RGB_MOD_A = 1, .OMOD = 4);
   code[0][0] |= R5_US_CMN_INST(.RGB_CLAMP = 1);
   decode(&t, (const uint32_t(*)[6])code, 1);
   run(&t);
   assert_float_equal(lane(&t.c->temp[3][0], 3), 0, 0);
   assert_float_equal(lane(&t.c->temp[3][0], 0), 0.75f, 0); /* half of 1.5 */
   /* source 1 less source 0, times the inline 1.5, and 1.5 */
   alu(code[0], 0, 3);
   code[0][1] =
      R5_US_ALU_RGB_ADDR(.ADDR0 = 0, .ADDR1 = 5, .ADDR1_CONST = 1, .ADDR2 = 0x80 | 7 << 3 | 4, .SRCP_OP = 1);
   code[0][3] = R5_US_ALU_RGB_INST(.RGB_SEL_A = 3, .RGB_SEL_B = 2);
   decode(&t, (const uint32_t(*)[6])code, 1);
   run(&t);
   assert_float_equal(lane(&t.c->temp[3][0], 4), 10.5f, 0); /* (10 - 4) * 1.5 + 1.5 */
   fini(&t);
}

static void
flow(uint32_t dw[6], uint32_t inst, uint32_t address)
{
   memset(dw, 0, 24);
   dw[0] = R5_US_CMN_INST(.TYPE = 2, .ALU_WAIT = 1);
   dw[2] = inst;
   dw[3] = address;
}

/* if (lane < 2) r1 = 1 else r1 = 2, as Mesa writes it. */
static void
branches(void **state)
{
   struct test t;
   uint32_t code[7][6];
   init(&t);
   count_lanes(&t);
   alu(code[0], 0, 3); /* r0 * 1 - 2, compared with 0: less */
   code[0][1] = R5_US_ALU_RGB_ADDR(.ADDR0 = 0, .ADDR2 = 0x80 | 8 << 3);
   code[0][3] = R5_US_ALU_RGB_INST(.RED_SWIZ_B = 6, .ALU_WMASK = 1);
   code[0][5] = R5_US_ALU_RGBA_INST(.RGB_ADDRD = 3, .RGB_SEL_C = 2, .RGB_MOD_C = 1);
   code[0][0] |= R5_US_CMN_INST(.ALU_RESULT_OP = 1);
   flow(code[1], R5_US_FC_INST(.OP = 0, .JUMP_FUNC = 0x0f, .B_OP0 = 2, .B_OP1 = 2),
        R5_US_FC_ADDR(.JUMP_ADDR = 4));
   alu(code[2], 0, 1);
   code[2][1] = R5_US_ALU_RGB_ADDR(.ADDR0 = 0x80 | 7 << 3);
   code[2][3] = R5_US_ALU_RGB_INST(.RED_SWIZ_B = 6);
   code[2][5] = R5_US_ALU_RGBA_INST(.RGB_ADDRD = 1, .RED_SWIZ_C = 4);
   flow(code[3], R5_US_FC_INST(.OP = 0, .B_ELSE = 1, .B_POP_CNT = 1, .B_OP1 = 1),
        R5_US_FC_ADDR(.JUMP_ADDR = 6));
   memcpy(code[4], code[2], 24);
   code[4][1] = R5_US_ALU_RGB_ADDR(.ADDR0 = 0x80 | 8 << 3);
   flow(code[5], R5_US_FC_INST(.OP = 0, .JUMP_ANY = 1, .B_POP_CNT = 1, .B_OP0 = 1),
        R5_US_FC_ADDR(.JUMP_ADDR = 6));
   memcpy(code[6], code[2], 24); /* everybody again: r4 = 1 */
   code[6][5] = R5_US_ALU_RGBA_INST(.RGB_ADDRD = 4, .RED_SWIZ_C = 4);
   decode(&t, (const uint32_t(*)[6])code, 7);
   run(&t);
   assert_int_equal(t.c->stopped, US_STOP_NONE);
   for (unsigned i = 0; i < EMU_LANES; i++) {
      assert_float_equal(lane(&t.c->temp[1][0], i), i < 2 ? 1 : 2, 0);
      assert_float_equal(lane(&t.c->temp[4][0], i), 1, 0);
   }
   fini(&t);
}

/* r0 += 1 five times, and an endless jump that is stopped. */
static void
loops(void **state)
{
   struct test t;
   uint32_t code[3][6];
   init(&t);
   count_lanes(&t);
   t.stage.integers[3] = 5;
   flow(code[0], R5_US_FC_INST(.OP = 1), R5_US_FC_ADDR(.INT_ADDR = 3, .JUMP_ADDR = 2));
   alu(code[1], 0, 0);
   code[1][3] = R5_US_ALU_RGB_INST(.RED_SWIZ_B = 6);
   code[1][5] = R5_US_ALU_RGBA_INST(.RGB_ADDRD = 0, .RED_SWIZ_C = 6);
   flow(code[2], R5_US_FC_INST(.OP = 2, .JUMP_FUNC = 0xff, .JUMP_ANY = 1), R5_US_FC_ADDR(.JUMP_ADDR = 1));
   decode(&t, (const uint32_t(*)[6])code, 3);
   run(&t);
   assert_int_equal(t.c->stopped, US_STOP_NONE);
   for (unsigned i = 0; i < EMU_LANES; i++)
      assert_float_equal(lane(&t.c->temp[0][0], i), (float)i + 5, 0);
   flow(code[2], R5_US_FC_INST(.OP = 0, .JUMP_FUNC = 0xff), R5_US_FC_ADDR(.JUMP_ADDR = 1));
   decode(&t, (const uint32_t(*)[6])code, 3);
   run(&t);
   assert_int_equal(t.c->stopped, US_STOP_BUDGET);
   flow(code[0], R5_US_FC_INST(.OP = 2), 0); /* the end of a loop that nobody is in */
   decode(&t, (const uint32_t(*)[6])code, 1);
   run(&t);
   assert_int_equal(t.c->stopped, US_STOP_STACK);
   fini(&t);
}

/* A loop of no rounds inside of one of five, and alone; the address of each is its own end, as drivers write it. */
static void
loops_without_rounds(void **state)
{
   struct test t;
   uint32_t code[5][6];
   init(&t);
   count_lanes(&t);
   t.stage.integers[3] = 5;
   flow(code[0], R5_US_FC_INST(.OP = 1), R5_US_FC_ADDR(.INT_ADDR = 3, .JUMP_ADDR = 4));
   alu(code[1], 0, 0);
   code[1][3] = R5_US_ALU_RGB_INST(.RED_SWIZ_B = 6);
   code[1][5] = R5_US_ALU_RGBA_INST(.RGB_ADDRD = 0, .RED_SWIZ_C = 6);
   flow(code[2], R5_US_FC_INST(.OP = 1), R5_US_FC_ADDR(.INT_ADDR = 4, .JUMP_ADDR = 3));
   flow(code[3], R5_US_FC_INST(.OP = 2, .JUMP_FUNC = 0xff, .JUMP_ANY = 1), R5_US_FC_ADDR(.JUMP_ADDR = 3));
   flow(code[4], R5_US_FC_INST(.OP = 2, .JUMP_FUNC = 0xff, .JUMP_ANY = 1), R5_US_FC_ADDR(.JUMP_ADDR = 1));
   for (unsigned alone = 0; alone < 2; alone++) {
      count_lanes(&t);
      t.stage.integers[3] = alone ? 0 : 5;
      decode(&t, (const uint32_t(*)[6])code, 5);
      run(&t);
      assert_int_equal(t.c->stopped, US_STOP_NONE);
      for (unsigned i = 0; i < EMU_LANES; i++)
         assert_float_equal(lane(&t.c->temp[0][0], i), (float)i + (alone ? 0 : 5), 0);
   }
   fini(&t);
}

/* One node of one slot: r0.rgb * c0 + 0, its result in 24 bits; and what does not exist is refused. */
static void
r300_slot(void **state)
{
   static struct us_r3_memory m;
   struct us_r3_setup setup = {
      .code_addr = {0, 0, 0, R3_US_CODE_ADDR(.RGBA_OUT = 1)}
   };
   struct test t;
   unsigned at;
   init(&t);
   count_lanes(&t);
   t.stage.constant[0][0] = 1.0f / 3;
   m.rgb_addr[0] =
      R3_US_ALU_RGB_ADDR(.ADDR0 = 0, .ADDR1 = 0, .ADDR1_CONST = 1, .ADDRD = 2, .WMASK = 1, .OMASK = 7);
   m.rgb_inst[0] = R3_US_ALU_RGB_INST(.RGB_SEL_A = 0, .RGB_SEL_B = 4, .RGB_SEL_C = 20);
   assert_null(us_decode_r3(&m, &setup, t.p, &at));
   assert_true(t.p->float24);
   run(&t);
   /* one third of 3, of a third that was rounded to nearest in 24 bits of mantissa: 1; of 5, cut to 16 bits */
   assert_float_equal(lane(&t.c->temp[2][0], 3), 1, 0);
   assert_int_equal(t.c->temp[2][0].u[5], fui(5 * (1.0f / 3)) & ~127u);
   assert_int_equal(t.c->color[0][0].u[5], t.c->temp[2][0].u[5]);
   m.rgb_inst[0] = R3_US_ALU_RGB_INST(.RGB_OP = 15);
   memset(t.p, 0, sizeof *t.p);
   assert_non_null(us_decode_r3(&m, &setup, t.p, &at));
   fini(&t);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations),
      cmocka_unit_test(operands),
      cmocka_unit_test(branches),
      cmocka_unit_test(loops),
      cmocka_unit_test(loops_without_rounds),
      cmocka_unit_test(r300_slot),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
