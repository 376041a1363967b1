/* SPDX-License-Identifier: MIT
 *
 * Quotients and remainders as ir_lower_udiv computes them, against the host's: all pairs of numbers around powers
 * of two, and many others. The float reciprocal may be three units of its last place off, as those of chips are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "compiler/ir/core/util.h"
#include "util/u_math.h"

/** The steps of the pass on constants; the reciprocal is \p ulp units off. */
static uint32_t
run_lowered(const struct ir_shader *s, uint32_t n, uint32_t d, int ulp)
{
   static uint32_t v[64];
   uint32_t result = 0;
   const struct ir_block *b = s->body.first->block;
   for (size_t i = 0; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      uint32_t src[3] = {0};
      for (unsigned k = 0; k < in->nsrc; k++)
         src[k] = in->src[k].kind == IR_SRC_SSA ? v[in->src[k].bits] : in->src[k].bits;
      if (in->op == IR_LOAD_INPUT)
         v[in->dst] = in->comp ? d : n;
      else if (in->op == IR_STORE_OUTPUT)
         result = src[0];
      else
         assert_true(ir_eval_alu((enum ir_op)in->op, in->sat, src, &v[in->dst]));
      if (in->op == IR_FRCP)
         v[in->dst] += (uint32_t)ulp;
   }
   return result;
}

static struct ir_shader *
lowered(enum ir_op op)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_io in = {.name = "v", .ncomp = 4}, out = {.name = "c", .semantic = IR_SEM_COLOR, .ncomp = 4};
   assert_true(u_vec_push(&s->inputs, in) && u_vec_push(&s->outputs, out));
   struct ir_builder b = ir_builder_at_end(s);
   struct ir_src n = ir_load_input(&b, 0, 0), d = ir_load_input(&b, 0, 1);
   ir_store_output(&b, 0, 0, ir_alu2(&b, op, n, d));
   assert_true(ir_lower_udiv(s));
   assert_true(s->num_values <= 64);
   return s;
}

static struct ir_shader *quotient, *remainder_;

static void
check(uint32_t n, uint32_t d)
{
   for (int ulp = -3; ulp <= 3; ulp++) {
      if (run_lowered(quotient, n, d, ulp) != n / d || run_lowered(remainder_, n, d, ulp) != n % d)
         fail_msg("%u / %u with %d ulp: %u, remainder %u", n, d, ulp, run_lowered(quotient, n, d, ulp),
                  run_lowered(remainder_, n, d, ulp));
   }
}

static void
test_udiv(void **state)
{
   quotient = lowered(IR_UDIV);
   remainder_ = lowered(IR_UMOD);
   uint32_t edge[200], num = 0, x = 1;
   for (unsigned bit = 0; bit < 32; bit++)
      for (int k = -2; k <= 2; k++)
         edge[num++] = (1u << bit) + (uint32_t)k;
   for (unsigned i = 0; i < num; i++)
      for (unsigned k = 0; k < num; k++)
         if (edge[k])
            check(edge[i], edge[k]);
   for (unsigned i = 0; i < 200000; i++) {
      x = x * 1664525 + 1013904223;
      const uint32_t n = x ^ x >> 15;
      x = x * 1664525 + 1013904223;
      const uint32_t d = (x ^ x >> 13) >> (x >> 27);
      check(n, MAX2(d, 1));
   }
   ir_shader_destroy(quotient);
   ir_shader_destroy(remainder_);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_udiv)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
