/* SPDX-License-Identifier: MIT
 *
 * exp2, log2, sine and cosine have the bits that the compiler folds them to (compiler/ir/core/elementary.c): two
 * implementations that share no code. From R700 on; R600 takes radians.
 */
#include "compiler/ir/core/util.h"
#include "emu_sq_text.h"

#include "util/u_math.h"

static const struct {
   const char *name;
   enum ir_op op;
   bool turns;
} functions[] = {
   {"EXP_IEEE", IR_FEXP2,     false},
   {"LOG_IEEE", IR_FLOG2,     false},
   {"SIN",      IR_FSIN_TURN, true },
   {"COS",      IR_FCOS_TURN, true },
};

/** Operands of lane \p l in round \p n: edges first, then all exponents, then what shaders have. */
static uint32_t
operand(unsigned n, unsigned l, bool turns)
{
   static const uint32_t edges[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                                    0x7fc00000, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff, 0x3f3504f3,
                                    0x3f3504f2, 0x43000000, 0xc2fc0000, 0xc3000000, 0x3f000000, 0xbf000000,
                                    0x3e800000, 0xbe800000, 0x00000001, 0x42fe0000};
   static uint32_t seed = 7;
   seed = seed * 1664525u + 1013904223u;
   if (turns)
      return fui((float)(int32_t)seed * 0x1p-32f);
   if (n == 0 && l < ARRAY_SIZE(edges))
      return edges[l];
   if (n < 8)
      return seed;
   return fui((float)(int32_t)seed * 0x1p-24f);
}

static void
one_function(struct rig *r, unsigned f, unsigned n)
{
   char text[400];
   const char *name = functions[f].name;
   uint32_t in[EMU_LANES], want[EMU_LANES];
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_KEEP); /* as the compiler computes */
   for (unsigned l = 0; l < EMU_LANES; l++) {
      in[l] = operand(n, l, functions[f].turns);
      assert_true(ir_eval_alu(functions[f].op, false, &in[l], &want[l]));
   }
   u_fpenv_leave(old);
   for (unsigned l = 0; l < EMU_LANES; l++)
      rig_reg(r, 1, 0)->u[l] = in[l];
   if (r->gen == DB_CAYMAN)
      snprintf(text, sizeof text,
               "ALU\n   x: %s R2.x, R1.x\n   y: %s _R2.y, R1.x\n   z: %s _R2.z, R1.x last\nEND\n", name, name,
               name);
   else
      snprintf(text, sizeof text, "ALU\n   t: %s R2.x, R1.x last\nEND\n", name);
   rig_run_text(r, text);
   for (unsigned l = 0; l < EMU_LANES; l++) {
      uint32_t got = rig_reg(r, 2, 0)->u[l];
      bool nan = (got & 0x7fffffff) > 0x7f800000 && (want[l] & 0x7fffffff) > 0x7f800000;
      if (got != want[l] && !nan)
         fail_msg("%s: %s of 0x%08x is 0x%08x, the compiler folds it to 0x%08x", rig_chips[r->gen], name,
                  in[l], got, want[l]);
   }
}

static void
same_bits_one(struct rig *r)
{
   for (unsigned f = 0; f < ARRAY_SIZE(functions); f++)
      for (unsigned n = 0; n < 16; n++)
         if (r->gen != DB_R600 || !functions[f].turns)
            one_function(r, f, n);
}
static void
same_bits(void **state)
{
   each_engine(same_bits_one);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
