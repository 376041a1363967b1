/* SPDX-License-Identifier: MIT
 *
 * What the CPU computes for a draw: ir_opt_uniform_exprs and ir_preamble_run. On textual IR, and on random
 * expressions, where the shader with its preamble must give the bits of the shader without.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "ir_eval.h"
#include "util/u_math.h"

static char *
text_of(const struct ir_shader *s)
{
   char *text = NULL;
   size_t n;
   FILE *f = open_memstream(&text, &n);
   ir_print(f, s);
   fclose(f);
   return text;
}

static struct ir_shader *
parse(const char *text)
{
   char error[200] = "";
   struct ir_shader *s = ir_parse(text, error, sizeof error);
   if (!s || !ir_validate(s, error, sizeof error))
      fail_msg("%s\n%s", error, text);
   return s;
}

static void
expect(const struct ir_shader *s, const char *text)
{
   char error[200] = "";
   if (!ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   struct ir_shader *want = parse(text);
   char *a = text_of(s), *b = text_of(want);
   assert_string_equal(a, b);
   free(a);
   free(b);
   ir_shader_destroy(want);
}

static void
optimise_and_expect(bool (*pass)(struct ir_shader *), const char *before, const char *after)
{
   struct ir_shader *s = parse(before);
   assert_true(pass(s));
   ir_opt_copy_propagate(s);
   ir_opt_dead_code(s);
   expect(s, after);
   struct ir_shader *clone = ir_shader_clone(s), *again = ir_shader_clone(clone); /* values are renumbered */
   assert_int_equal(clone->preamble.num_instrs, s->preamble.num_instrs);
   char *a = text_of(clone), *b = text_of(again);
   assert_string_equal(a, b);
   free(a);
   free(b);
   ir_shader_destroy(clone);
   ir_shader_destroy(again);
   ir_shader_destroy(s);
}

#define HEAD  "shader fs\nuniforms 2\ninput 0 generic 0 comps 4 \"v\"\noutput 0 color 0 comps 4 \"c\"\n"
#define HEAD3 "shader fs\nuniforms 3\ninput 0 generic 0 comps 4 \"v\"\noutput 0 color 0 comps 4 \"c\"\n"

/** The longest uniform expressions move; sin stays, and what hangs on it. */
static void
moves(void **state)
{
   optimise_and_expect(ir_opt_uniform_exprs,
                       HEAD "{\n"
                            "  %0 = load_uniform 0.x\n"
                            "  %1 = load_uniform 1.y\n"
                            "  %2 = fmul %0, -%1\n"
                            "  %3.sat = frcp %2\n"
                            "  %4 = fddx %2\n"
                            "  %5 = fadd %4, %3\n"
                            "  %6 = load_input 0.x\n"
                            "  %7 = fmul %6, %0\n"
                            "  store_output 0.x %5\n"
                            "  store_output 0.y %7\n"
                            "}\n",
                       HEAD3 "preamble 2 {\n"
                             "  %0 = load_uniform 0.x\n"
                             "  %1 = load_uniform 1.y\n"
                             "  %2 = fmul %0, -%1\n"
                             "  %3.sat = frcp %2\n"
                             "} %2, %3\n"
                             "{\n"
                             "  %0 = load_uniform 0.x\n"
                             "  %2 = load_uniform 2.x\n"
                             "  %3 = load_uniform 2.y\n"
                             "  %4 = fddx %2\n"
                             "  %5 = fadd %4, %3\n"
                             "  %6 = load_input 0.x\n"
                             "  %7 = fmul %6, %0\n"
                             "  store_output 0.x %5\n"
                             "  store_output 0.y %7\n"
                             "}\n");
}

/** Constants that one value is multiplied with stand together. */
static void
lies_together(void **state)
{
   struct ir_shader *s = parse(HEAD "{\n"
                                    "  %0 = load_uniform 0.x\n"
                                    "  %1 = load_uniform 1.x\n"
                                    "  %2 = fadd %0, %1\n"
                                    "  %3 = fmul %0, %1\n"
                                    "  %4 = fmin %0, %1\n"
                                    "  %5 = fmax %0, %1\n"
                                    "  %6 = load_input 0.x\n"
                                    "  %7 = load_input 0.y\n"
                                    "  %8 = fmul %6, %2\n"
                                    "  %9 = fmul %7, %3\n"
                                    "  %10 = fmul %6, %4\n"
                                    "  %11 = fmul %7, %5\n"
                                    "  store_output 0.x %8\n"
                                    "  store_output 0.y %9\n"
                                    "  store_output 0.z %10\n"
                                    "  store_output 0.w %11\n"
                                    "}\n");
   assert_true(ir_opt_uniform_exprs(s));
   ir_opt_dead_code(s);
   assert_int_equal(s->preamble.num_results, 4);
   assert_int_equal(s->num_uniform_slots, 3);
   uint32_t slots[3][4] = {{0}};
   slots[0][0] = fui(5);
   slots[1][0] = fui(7);
   ir_preamble_run(s, slots);
   assert_true(slots[2][0] == fui(12) && slots[2][1] == fui(5)); /* with input x */
   assert_true(slots[2][2] == fui(35) && slots[2][3] == fui(7)); /* with input y */
   ir_shader_destroy(s);
}

/** The rows of a matrix that is stored in columns: copies that one group can read, used by both products. */
static void
gathers_rows(void **state)
{
   struct ir_shader *s = parse("shader fs\nuniforms 4\ninput 0 generic 0 comps 4 \"v\"\n"
                               "output 0 color 0 comps 4 \"c\"\n{\n"
                               "  %0 = load_uniform 0.y\n"
                               "  %1 = load_uniform 1.y\n"
                               "  %2 = load_uniform 2.y\n"
                               "  %3 = load_uniform 3.y\n"
                               "  %4 = load_input 0.x\n"
                               "  %5 = load_input 0.y\n"
                               "  %6 = fdot4 %0, %1, -%2, %3, %4, %5, %4, 0x3f800000\n"
                               "  %7 = fdot4 %5, %5, %4, 0x3f800000, %0, %1, %2, %3\n"
                               "  %8 = fdot4 %0, %1, 0x00000000, 0x00000000, %4, %5, %4, %5\n"
                               "  store_output 0.x %6\n"
                               "  store_output 0.y %7\n"
                               "  store_output 0.z %8\n"
                               "}\n");
   assert_true(ir_opt_uniform_exprs(s));
   ir_opt_dead_code(s);
   char error[200] = "";
   assert_true(ir_validate(s, error, sizeof error));
   assert_int_equal(s->preamble.num_results, 4);
   uint32_t slots[5][4] = {{0}};
   for (unsigned i = 0; i < 4; i++)
      slots[i][1] = 10 + i;
   ir_preamble_run(s, slots);
   for (unsigned i = 0; i < 4; i++)
      assert_int_equal(slots[4][i], 10 + i);
   unsigned copies = 0, uniforms = 0;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         copies += in->op == IR_LOAD_UNIFORM && in->index == 4;
         uniforms += in->op == IR_LOAD_UNIFORM && in->index < 4; /* of the third product: two slots are few */
      }
   assert_int_equal(copies, 4);
   assert_int_equal(uniforms, 2);
   ir_shader_destroy(s);
}

static void
rules(void **state)
{
   /* a root of a square */
   optimise_and_expect(ir_opt_algebraic,
                       HEAD
                       "{\n  %0 = load_input 0.x\n  %1 = fmul %0, -%0\n  %2 = fmul %0, %0\n"
                       "  %3 = fsqrt %2\n  %4 = fsqrt %1\n  %5 = fadd %3, %4\n  store_output 0.x %5\n}\n",
                       HEAD "{\n  %0 = load_input 0.x\n  %1 = fmul %0, -%0\n  %4 = fsqrt %1\n"
                            "  %5 = fadd |%0|, %4\n  store_output 0.x %5\n}\n");
   /* arithmetic on a choice of constants is a choice of results */
   optimise_and_expect(ir_opt_algebraic,
                       HEAD "{\n  %0 = load_input 0.x\n  %1 = flt %0, 0x3f800000\n"
                            "  %2 = csel %1, 0x40000000, 0x3f000000\n  %3 = fmul %2, 0x40400000\n"
                            "  store_output 0.x %3\n}\n",
                       HEAD "{\n  %0 = load_input 0.x\n  %1 = flt %0, 0x3f800000\n"
                            "  %3 = csel %1, 0x40c00000, 0x3fc00000\n  store_output 0.x %3\n}\n");
   /* of two conditions the later one is looked at last */
   optimise_and_expect(
      ir_opt_algebraic,
      HEAD "{\n  %0 = load_input 0.x\n  %1 = fmul %0, %0\n  %2 = flt %1, %0\n  %3 = flt %0, 0x3f800000\n"
           "  %4 = iand %2, %3\n  %5 = csel %4, 0x40000000, 0x3f000000\n  store_output 0.x %5\n}\n",
      HEAD "{\n  %0 = load_input 0.x\n  %1 = fmul %0, %0\n  %2 = flt %1, %0\n  %3 = flt %0, 0x3f800000\n"
           "  %4 = csel %3, 0x40000000, 0x3f000000\n  %5 = csel %2, %4, 0x3f000000\n"
           "  store_output 0.x %5\n}\n");
}

static uint32_t random_state = 1;

static uint32_t
rnd(uint32_t n)
{
   random_state = random_state * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)(random_state >> 4) * n >> 28);
}

enum { FLOATS, INTS, BOOLS };

struct pool {
   struct ir_src v[80];
   unsigned n;
};

static struct ir_src
pick(const struct pool *p)
{
   return p->v[rnd(2) ? rnd(p->n) : p->n - 1 - rnd(MIN2(p->n, 6))];
}

/** Sixteen outputs, each fed by a chain of operations on uniforms and, mostly, one input. */
static struct ir_shader *
random_shader(void)
{
   static const struct {
      uint8_t op, result, operands;
   } ops[] = {
      {IR_FADD,   FLOATS, FLOATS},
      {IR_FMUL,   FLOATS, FLOATS},
      {IR_FMAD,   FLOATS, FLOATS},
      {IR_FMIN,   FLOATS, FLOATS},
      {IR_FMAX,   FLOATS, FLOATS},
      {IR_FDOT4,  FLOATS, FLOATS},
      {IR_FFLOOR, FLOATS, FLOATS},
      {IR_FCEIL,  FLOATS, FLOATS},
      {IR_FTRUNC, FLOATS, FLOATS},
      {IR_FFRACT, FLOATS, FLOATS},
      {IR_FSIGN,  FLOATS, FLOATS},
      {IR_FRCP,   FLOATS, FLOATS},
      {IR_FSQRT,  FLOATS, FLOATS},
      {IR_MOV,    FLOATS, FLOATS},
      {IR_I2F,    FLOATS, INTS  },
      {IR_F2I,    INTS,   FLOATS},
      {IR_IADD,   INTS,   INTS  },
      {IR_ISUB,   INTS,   INTS  },
      {IR_IMAX,   INTS,   INTS  },
      {IR_FLT,    BOOLS,  FLOATS},
      {IR_FGE,    BOOLS,  FLOATS},
      {IR_INE,    BOOLS,  INTS  },
      {IR_IAND,   BOOLS,  BOOLS },
      {IR_CSEL,   FLOATS, FLOATS},
   };
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_io in = {.name = "v", .ncomp = 4}, out = {.name = "c", .semantic = IR_SEM_COLOR, .ncomp = 4};
   assert_true(u_vec_push(&s->inputs, in));
   for (unsigned i = 0; i < 4; i++) {
      out.sem_index = (uint8_t)i;
      assert_true(u_vec_push(&s->outputs, out));
   }
   s->num_uniform_slots = 3;
   struct ir_builder b = ir_builder_at_end(s);
   struct pool pool[3] = {0};
   for (unsigned i = 0; i < 12; i++)
      pool[FLOATS].v[pool[FLOATS].n++] = ir_load_uniform(&b, i / 4, ir_undef(), i % 4);
   pool[FLOATS].v[pool[FLOATS].n++] = ir_load_input(&b, 0, rnd(4));
   pool[INTS].v[pool[INTS].n++] = ir_imm(3);
   pool[BOOLS].v[pool[BOOLS].n++] = ir_imm(~0u);
   for (unsigned made = 0; made < 60; made++) {
      unsigned o = rnd(ARRAY_SIZE(ops));
      enum ir_op op = (enum ir_op)ops[o].op;
      struct ir_instr *i = ir_emit(&b, op, (unsigned)ir_op_infos[op].nsrc, 1);
      for (unsigned k = 0; k < i->nsrc; k++) {
         i->src[k] = pick(&pool[op == IR_CSEL && k == 0 ? BOOLS : ops[o].operands]);
         if (ops[o].operands != FLOATS || op == IR_CSEL)
            continue;
         if (!rnd(8))
            i->src[k] = ir_immf((float)rnd(9) - 4);
         if (i->src[k].kind == IR_SRC_SSA) {
            i->src[k].neg = !rnd(5);
            i->src[k].abs = !rnd(7);
         }
      }
      i->sat = (ir_op_infos[op].flags & IR_R) && !rnd(8);
      struct pool *to = &pool[ops[o].result];
      to->v[to->n++] = ir_ssa(i->dst);
   }
   for (unsigned o = 0; o < 16; o++)
      ir_store_output(&b, o / 4, o % 4, pick(&pool[o % 8 ? FLOATS : rnd(3)]));
   ir_update_preds(s);
   return s;
}

/** A NaN may be another NaN. */
static bool
same(uint32_t a, uint32_t b)
{
   return a == b || (uif(a) != uif(a) && uif(b) != uif(b));
}

static void
random_expressions(void **state)
{
   unsigned moved = 0;
   for (unsigned round = 0; round < 3000; round++) {
      random_state = round + 1;
      struct ir_shader *s = random_shader(), *h = ir_shader_clone(s);
      char error[200] = "";
      assert_true(ir_validate(s, error, sizeof error));
      moved += ir_opt_uniform_exprs(h);
      ir_opt_dead_code(h);
      if (!ir_validate(h, error, sizeof error))
         fail_msg("round %u: %s", round, error);
      struct ir_eval a = {0}, b;
      for (unsigned i = 0; i < 12; i++)
         a.uniforms[i / 4][i % 4] = fui(((float)rnd(2000) - 1000) / (float)(1 + rnd(50)));
      for (unsigned i = 0; i < 4; i++)
         a.inputs[0][i] = fui((float)rnd(100) / 8);
      b = a;
      fesetround(FE_UPWARD); /* what the application does to its thread is of no consequence */
      ir_preamble_run(h, b.uniforms);
      assert_int_equal(fegetround(), FE_UPWARD);
      fesetround(FE_TONEAREST);
      assert_true(ir_eval_run(s, &a) && ir_eval_run(h, &b));
      for (unsigned i = 0; i < 16; i++)
         if (!same(a.outputs[i / 4][i % 4], b.outputs[i / 4][i % 4])) {
            ir_print(stderr, s);
            ir_print(stderr, h);
            fail_msg("round %u, output %u: 0x%08x without, 0x%08x with the preamble", round, i,
                     a.outputs[i / 4][i % 4], b.outputs[i / 4][i % 4]);
         }
      ir_shader_destroy(s);
      ir_shader_destroy(h);
   }
   assert_true(moved > 2000);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves), cmocka_unit_test(lies_together),      cmocka_unit_test(gathers_rows),
      cmocka_unit_test(rules), cmocka_unit_test(random_expressions),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
