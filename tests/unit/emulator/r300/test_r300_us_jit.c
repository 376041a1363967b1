/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders as machine code against the interpreter of the same level: random programs of R500's words, straight ones and
 * such with branches, loops and predicates, with and without R300's short floats. Colours must be equal to the bit, but for which NaN a NaN is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <inttypes.h>
#include <math.h>

#include "db/r300/r5_regs.h"
#include "emulator/core/start.h"
#include "emulator/r300/us/decode.h"
#include "emulator/r300/us/jit.h"
#include "emulator/r300/us/jit_build.h"
#include "emulator/simd/levels.h"
#include "util/u_fpenv.h"
#include "util/u_math.h"
#include "../../random_share.h"

enum { PROGRAMS = 400, INSTS = 12 };

#define KERNELS(level) extern const struct us_kernels us_kernels_##level;
EMU_LEVELS(KERNELS)
#define ROW(level) {#level, &us_kernels_##level},
static const struct {
   const char *name;
   const struct us_kernels *us;
} levels[] = {EMU_LEVELS(ROW)};

static uint32_t seed = 1;

static uint32_t
below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static uint32_t
bits(void)
{
   return below(1 << 16) << 16 | below(1 << 16);
}

static void
any_inst(uint32_t dw[US_R5_DWORDS], bool last)
{
   static const uint8_t rgb[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 0, 8};
   static const uint8_t alpha[] = {0, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 0};
   const unsigned op = rgb[below(ARRAY_SIZE(rgb))];
   const bool dots = op >= 1 && op <= 3;
   dw[0] =
      R5_US_CMN_INST(.TYPE = last, .RGB_WMASK = below(8), .ALPHA_WMASK = below(2), .RGB_OMASK = last ? 7 : 0,
                     .ALPHA_OMASK = last, .RGB_CLAMP = below(3) == 0, .ALPHA_CLAMP = below(3) == 0);
   for (unsigned i = 1; i < 3; i++) /* registers, constants, numbers in the word */
      dw[i] = (bits() & 0xc0000000) | (below(8) | below(2) << 8) | (below(8) | below(2) << 8) << 10 |
              (below(4) ? below(8) : 0x80 | below(128)) << 20;
   dw[3] = bits() & 0x00ffffff;
   dw[4] = R5_US_ALU_ALPHA_INST(.ALPHA_OP = dots && below(2) ? 1 : alpha[below(ARRAY_SIZE(alpha))],
                                .ALPHA_ADDRD = below(8), .ALPHA_SEL_A = below(4), .ALPHA_SWIZ_A = below(7),
                                .ALPHA_MOD_A = below(4), .ALPHA_SEL_B = below(4), .ALPHA_SWIZ_B = below(7),
                                .ALPHA_MOD_B = below(4), .OMOD = below(8));
   dw[5] =
      R5_US_ALU_RGBA_INST(.RGB_OP = op, .RGB_ADDRD = below(8), .RGB_SEL_C = below(4), .RED_SWIZ_C = below(7),
                          .GREEN_SWIZ_C = below(7), .BLUE_SWIZ_C = below(7), .RGB_MOD_C = below(4),
                          .ALPHA_SEL_C = below(4), .ALPHA_SWIZ_C = below(7), .ALPHA_MOD_C = below(4));
}

/* An instruction that also makes predicates and what branches go by, or has its own lanes. */
static void
any_inst_of_flow(uint32_t dw[US_R5_DWORDS])
{
   any_inst(dw, false);
   if (below(3) == 0)
      dw[3] |= R5_US_ALU_RGB_INST(.ALU_WMASK = 1, .TARGET = below(4));
   dw[0] |=
      R5_US_CMN_INST(.ALU_RESULT_SEL = below(2), .ALU_RESULT_OP = below(4), .WRITE_INACTIVE = below(8) == 0);
   if (below(4) == 0)
      dw[0] |= R5_US_CMN_INST(.RGB_OMASK = below(8), .ALPHA_OMASK = below(2));
   if (below(12) == 0) /* by the loop register */
      dw[1] |= R5_US_ALU_RGB_ADDR(.ADDR0_REL = 1, .ADDR1_REL = below(2));
   if (below(4) == 0)
      dw[0] |= R5_US_CMN_INST(.RGB_PRED_SEL = below(6), .RGB_PRED_INV = below(2), .ALPHA_PRED_SEL = below(6));
}

/* \p plain: as drivers write loops: nothing is counted, what was compared decides. */
static void
flow_inst(uint32_t dw[US_R5_DWORDS], unsigned op, unsigned target, bool plain)
{
   static const uint8_t funcs[] = {0x0f, 0xf0, 0xff, 0x00};
   memset(dw, 0, US_R5_DWORDS * sizeof *dw);
   dw[0] = R5_US_CMN_INST__TYPE__US_INST_TYPE_FC;
   if (plain) {
      const uint8_t func = op == US_ENDLOOP && below(4) ? 0xff : funcs[below(ARRAY_SIZE(funcs))];
      dw[2] = R5_US_FC_INST(.OP = op, .JUMP_ANY = below(2), .JUMP_FUNC = func);
      dw[3] = R5_US_FC_ADDR(.INT_ADDR = below(32), .JUMP_ADDR = target);
      return;
   }
   dw[2] = R5_US_FC_INST(.OP = op, .B_ELSE = below(6) == 0, .JUMP_ANY = below(2), .B_POP_CNT = below(3),
                         .B_OP0 = below(3), .B_OP1 = below(3), .JUMP_FUNC = below(256));
   dw[3] = R5_US_FC_ADDR(.BOOL_ADDR = below(32), .INT_ADDR = below(32), .JUMP_ADDR = target);
}

/* Jumps lead forward, loops lie in one another: all of them end. Returns the number of instructions, the last not yet there. */
static unsigned
any_flow(uint32_t memory[US_R5_INSTS][US_R5_DWORDS], unsigned at, unsigned end, bool in_loop,
         unsigned loop_end, bool plain)
{
   while (at < end) {
      const unsigned left = end - at, kind = below(plain ? 5 : 8);
      if (kind == 0 && left > 6) {
         const unsigned last = at + 3 + below(left - 4);
         flow_inst(memory[at], US_LOOP, last + below(2), plain); /* as drivers write it, or behind the end */
         any_flow(memory, at + 1, last, true, last, plain);
         flow_inst(memory[last], US_ENDLOOP, at + 1, plain);
         at = last + 1;
      } else if (kind <= 2) {
         flow_inst(memory[at], US_JUMP, at + 1 + below(plain ? MIN2(left, 3) : left), plain);
         at++;
      } else if (kind == 3 && in_loop) {
         const bool breaks = below(2);
         flow_inst(memory[at], breaks ? US_BREAKLOOP : US_CONTINUE, loop_end + breaks, plain);
         at++;
      } else {
         any_inst_of_flow(memory[at++]);
      }
   }
   return at;
}

/* Render target \p to = the register. */
static void
show(uint32_t dw[US_R5_DWORDS], unsigned to, unsigned reg)
{
   dw[0] = R5_US_CMN_INST(.TYPE = 1, .RGB_OMASK = 7, .ALPHA_OMASK = 1);
   dw[1] = R5_US_ALU_RGB_ADDR(.ADDR0 = reg);
   dw[2] = R5_US_ALU_ALPHA_ADDR(.ADDR0 = reg);
   dw[3] = R5_US_ALU_RGB_INST(.RED_SWIZ_A = 0, .GREEN_SWIZ_A = 1, .BLUE_SWIZ_A = 2, .RED_SWIZ_B = 6,
                              .GREEN_SWIZ_B = 6, .BLUE_SWIZ_B = 6, .TARGET = to);
   dw[4] = R5_US_ALU_ALPHA_INST(.ALPHA_SWIZ_A = 3, .ALPHA_SWIZ_B = 6, .TARGET = to);
   dw[5] = R5_US_ALU_RGBA_INST(.RED_SWIZ_C = 4, .GREEN_SWIZ_C = 4, .BLUE_SWIZ_C = 4, .ALPHA_SWIZ_C = 4);
}

static void
any_registers(struct us_ctx *c)
{
   static const float numbers[] = {0, -0.0f, 1, -1, 0.5f, 2.25f, -3.5f, 1e20f, -1e-20f, 1e30f, 0.3333f, 100};
   for (unsigned r = 0; r < 8; r++)
      for (unsigned k = 0; k < 4; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            c->temp[r][k].u[l] =
               below(8) ? fui(numbers[below(ARRAY_SIZE(numbers))] + (float)below(16) / 16) : bits();
}

static bool
same(uint32_t a, uint32_t b)
{
   return a == b || ((a & 0x7fffffff) > 0x7f800000 && (b & 0x7fffffff) > 0x7f800000);
}

struct fixture {
   struct us_program *p;
   struct us_ctx *c, *before;
   struct us_stage stage;
   uint32_t memory[US_R5_INSTS][US_R5_DWORDS];
};

static void
compare(struct fixture *f, const char *level, const struct us_kernels *k, unsigned number)
{
   static struct emu_row colors[US_TARGETS][4];
   f->stage.code = NULL;
   memcpy(f->c, f->before, sizeof *f->c);
   k->run(f->c, &f->stage);
   memcpy(colors, f->c->color, sizeof colors);
   const uint64_t result = f->c->alu_result;
   const enum us_stop stopped = f->c->stopped;
   for (unsigned fixed = 0; fixed < 2; fixed++) {
      struct r300_jit *j = fixed ? us_jit_create_fixed(&f->stage, k) : us_jit_create(f->p, k);
      if (!j) {
         assert_int_equal(k->vec_B, 16); /* x86's plainest level has no writer */
         return;
      }
      f->stage.code = j->run;
      memcpy(f->c, f->before, sizeof *f->c);
      k->run(f->c, &f->stage);
      for (unsigned c = 0; c < 4 * US_TARGETS; c++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            if (!same(colors[c / 4][c % 4].u[l], f->c->color[c / 4][c % 4].u[l]))
               fail_msg(
                  "%s, program %u%s: component %u of target %u in lane %u is 0x%08x, interpreted 0x%08x",
                  level, number, fixed ? " for its constants" : "", c % 4, c / 4, l,
                  f->c->color[c / 4][c % 4].u[l], colors[c / 4][c % 4].u[l]);
      if (!f->p->straight && f->c->alu_result != result)
         fail_msg("%s, program %u: branches go by %016" PRIx64 ", interpreted by %016" PRIx64, level, number,
                  f->c->alu_result, result);
      assert_int_equal(f->c->stopped, stopped);
      f->stage.code = NULL;
      r300_jit_destroy(j);
   }
}

static void
open_fixture(struct fixture *f)
{
   memset(f, 0, sizeof *f);
   f->stage.targets = (1 << US_TARGETS) - 1;
   f->p = calloc(1, sizeof *f->p + US_MAX_INSTS * sizeof f->p->inst[0]);
   f->c = aligned_alloc(64, u_align(sizeof *f->c, 64));
   f->before = aligned_alloc(64, u_align(sizeof *f->c, 64));
   memset(f->before, 0, sizeof *f->before);
   f->before->lanes = ~UINT64_C(0);
   memset(f->before->loaded, 255, sizeof f->before->loaded);
   f->stage.program = f->p;
   for (unsigned i = 0; i < US_CONSTS; i++)
      for (unsigned k = 0; k < 4; k++)
         f->stage.constant[i][k] = below(8) ? (float)((int)below(64) - 32) / 8 : (float)((int)below(4) - 2);
   for (unsigned i = 0; i < 32; i++) /* rounds, where aL begins, its step */
      f->stage.integers[i] = below(4) | below(4) << 8 | below(3) << 16;
   f->stage.booleans = bits();
}

static void
close_fixture(struct fixture *f)
{
   free(f->p);
   free(f->c);
   free(f->before);
}

/* False: the decoder does not take it, as an alpha that wants a dot product which is not made. */
static bool
decode(struct fixture *f, unsigned insts)
{
   static const float odd[] = {-0.0f, 1e-40f, -1e-40f, INFINITY, -INFINITY, NAN, 1, 0, -1, 3e38f};
   unsigned at;
   memset(f->p, 0, sizeof *f->p);
   if (us_decode_r5((const uint32_t(*)[US_R5_DWORDS])f->memory, 0, insts - 1, 0, f->p, &at))
      return false;
   f->p->zero_times = below(2);
   f->p->float24 = below(2);
   for (unsigned i = 0; i < 8; i++) /* what no short float is, for the others */
      f->stage.constant[i][3] = f->p->float24 ? (float)(i / 2) / 2 : odd[below(ARRAY_SIZE(odd))];
   return true;
}

static void
compare_levels(struct fixture *f, unsigned number)
{
   any_registers(f->before);
   for (unsigned i = 0; i < ARRAY_SIZE(levels); i++)
      if (emu_cpu_has_level(levels[i].name))
         compare(f, levels[i].name, levels[i].us, number);
}

static void
random_programs(void **state)
{
   struct fixture f;
   open_fixture(&f);
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   for (unsigned n = 0; n < random_share(PROGRAMS); n++) {
      const unsigned insts = 1 + below(INSTS);
      for (unsigned i = 0; i < insts; i++)
         any_inst(f.memory[i], i == insts - 1);
      if (!decode(&f, insts))
         continue;
      assert_true(f.p->straight);
      compare_levels(&f, n);
   }
   u_fpenv_leave(env);
   close_fixture(&f);
}

/* Do the program's loops lie in one another, so that they need no calls? */
static bool
is_nested(const struct us_program *p)
{
   struct us_build *w = calloc(1, sizeof *w);
   assert_non_null(w);
   w->p = p;
   const bool nested = us_find_loops(w);
   free(w);
   return nested;
}

static void
random_flows(void **state)
{
   struct fixture f;
   unsigned taken = 0, nested = 0;
   open_fixture(&f);
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   for (unsigned n = 0; n < 3 * PROGRAMS; n++) {
      const bool plain = n % 3;
      unsigned insts = any_flow(f.memory, 0, 4 + below(28), false, 0, plain);
      for (unsigned t = 0; t < US_TARGETS; t++)
         show(f.memory[insts++], t, 2 * t + below(2));
      if (!decode(&f, insts))
         continue;
      taken += !f.p->straight;
      nested += plain && !f.p->straight && is_nested(f.p);
      compare_levels(&f, n);
   }
   assert_true(taken > PROGRAMS / 2 && nested > PROGRAMS / 4);
   u_fpenv_leave(env);
   close_fixture(&f);
}

/* A loop that does not end within the budget stops where the interpreter stops. */
static void
budgets(void **state)
{
   struct fixture f;
   open_fixture(&f);
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   for (unsigned length = 1; length < 5; length++) {
      for (unsigned i = 0; i < length; i++) {
         any_inst(f.memory[i], false);
         f.memory[i][4] &= ~R5_US_ALU_ALPHA_INST(.ALPHA_OP = 15); /* MAD: no dot product that is not made */
      }
      memset(f.memory[length], 0, sizeof f.memory[0]);
      f.memory[length][0] = R5_US_CMN_INST__TYPE__US_INST_TYPE_FC;
      f.memory[length][2] = R5_US_FC_INST(.JUMP_FUNC = 255); /* back to the first, always */
      any_inst(f.memory[length + 1], true);
      f.memory[length + 1][4] &= ~R5_US_ALU_ALPHA_INST(.ALPHA_OP = 15);
      assert_true(decode(&f, length + 2));
      compare_levels(&f, length);
      assert_int_equal(f.c->stopped, US_STOP_BUDGET);
   }
   u_fpenv_leave(env);
   close_fixture(&f);
}

/* Register to = register from, component red. */
static void
move_red(uint32_t dw[US_R5_DWORDS], unsigned to, unsigned from)
{
   memset(dw, 0, US_R5_DWORDS * sizeof *dw);
   dw[0] = R5_US_CMN_INST(.RGB_WMASK = 1);
   dw[1] = R5_US_ALU_RGB_ADDR(.ADDR0 = from);
   dw[3] = R5_US_ALU_RGB_INST(.RED_SWIZ_B = 6);
   dw[5] = R5_US_ALU_RGBA_INST(.RGB_ADDRD = to, .RED_SWIZ_C = 4);
}

/* What branches go by is made for inactive lanes, too, of what their registers hold: not of what active lanes have written just now. */
static void
results_of_inactive_lanes(void **state)
{
   struct fixture f;
   open_fixture(&f);
   const struct u_fpenv env = u_fpenv_enter(U_FPENV_FLUSH);
   for (unsigned n = 0; n < 8; n++) {
      move_red(f.memory[0], 7, 1);
      f.memory[0][0] |= R5_US_CMN_INST(.ALU_RESULT_OP = US_IF_LESS);
      f.memory[0][3] |= R5_US_ALU_RGB_INST(.ALU_WMASK = 1);
      memset(f.memory[1], 0, sizeof f.memory[1]);
      f.memory[1][0] = R5_US_CMN_INST__TYPE__US_INST_TYPE_FC; /* lanes whose register 1 is negative wait */
      f.memory[1][2] = R5_US_FC_INST(.B_OP0 = 2, .JUMP_FUNC = 0xf0);
      f.memory[1][3] = R5_US_FC_ADDR(.JUMP_ADDR = 4);
      move_red(f.memory[2], 0, 2);
      move_red(f.memory[3], 6, 0);
      f.memory[3][0] |= R5_US_CMN_INST(.ALU_RESULT_OP = US_IF_GEQUAL);
      f.memory[3][3] |= R5_US_ALU_RGB_INST(.ALU_WMASK = 1);
      any_inst(f.memory[4], true);
      f.memory[4][4] &= ~R5_US_ALU_ALPHA_INST(.ALPHA_OP = 15);
      assert_true(decode(&f, 5));
      compare_levels(&f, n);
   }
   u_fpenv_leave(env);
   close_fixture(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_programs),
      cmocka_unit_test(random_flows),
      cmocka_unit_test(budgets),
      cmocka_unit_test(results_of_inactive_lanes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
