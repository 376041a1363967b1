/* SPDX-License-Identifier: MIT
 *
 * The pipeline on small shaders built by hand: what must come out is a constant, so the expected value is
 * arithmetic, not a listing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "compiler/ir/ir.h"
#include "ir_targets.h"
#include "util/u_math.h"

static const struct ir_options options;

static struct ir_shader *
shader(struct ir_builder *b)
{
   struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
   struct ir_io out = {.name = "gl_FragColor", .semantic = IR_SEM_COLOR_ALL, .ncomp = 4};
   struct ir_io in = {.name = "v", .semantic = IR_SEM_GENERIC, .ncomp = 4};
   u_vec_push(&s->outputs, out);
   u_vec_push(&s->inputs, in);
   *b = ir_builder_at_end(s);
   return s;
}

static void
optimise(struct ir_shader *s)
{
   char error[200] = "";
   ir_update_preds(s);
   if (!ir_validate(s, error, sizeof error))
      fail_msg("before: %s", error);
   ir_run_pipeline(s, &ir_test_no_idiv, &options);
   if (!ir_validate(s, error, sizeof error))
      fail_msg("after: %s", error);
}

/** Everything must have folded into one store of a constant. */
static void
expect_constant(struct ir_shader *s, uint32_t value)
{
   optimise(s);
   if (s->body.first != s->body.last || s->body.first->block->instrs.count != 1)
      ir_print(stderr, s);
   assert_ptr_equal(s->body.first, s->body.last);
   assert_int_equal(s->body.first->block->instrs.count, 1);
   const struct ir_instr *in = s->body.first->block->instrs.data[0];
   assert_int_equal(in->op, IR_STORE_OUTPUT);
   assert_int_equal(in->src[0].kind, IR_SRC_IMM);
   assert_int_equal(in->src[0].bits, value);
   ir_shader_destroy(s);
}

#define LOAD(v)     ir_load_var(&b, v, 0, ir_undef(), 0)
#define STORE(v, x) ir_store_var(&b, v, 0, ir_undef(), 0, x)

static void
counted_loop_unrolls(void **state)
{
   struct ir_builder b;
   struct ir_shader *s = shader(&b);
   struct ir_var *i = ir_var_create(s, "i", 1, 1), *sum = ir_var_create(s, "sum", 1, 1);
   STORE(i, ir_imm(0));
   STORE(sum, ir_imm(0));
   struct ir_node *loop = ir_push_loop(&b);
   struct ir_node *test = ir_push_if(&b, ir_alu2(&b, IR_ILT, LOAD(i), ir_imm(10)));
   ir_push_else(&b, test);
   ir_jump(&b, IR_BREAK);
   ir_pop_if(&b, test);
   /* odd numbers only, to have control flow inside */
   struct ir_node *odd =
      ir_push_if(&b, ir_alu2(&b, IR_INE, ir_alu2(&b, IR_IAND, LOAD(i), ir_imm(1)), ir_imm(0)));
   STORE(sum, ir_alu2(&b, IR_IADD, LOAD(sum), LOAD(i)));
   ir_pop_if(&b, odd);
   STORE(i, ir_alu2(&b, IR_IADD, LOAD(i), ir_imm(1)));
   ir_pop_loop(&b, loop);
   ir_store_output(&b, 0, 0, LOAD(sum));
   expect_constant(s, 1 + 3 + 5 + 7 + 9);
}

static void
nested_loops_and_array(void **state)
{
   struct ir_builder b;
   struct ir_shader *s = shader(&b);
   struct ir_var *a = ir_var_create(s, "a", 4, 1), *i = ir_var_create(s, "i", 1, 1),
                 *sum = ir_var_create(s, "sum", 1, 1);
   STORE(i, ir_imm(0));
   struct ir_node *fill = ir_push_loop(&b);
   struct ir_node *t = ir_push_if(&b, ir_alu2(&b, IR_IGE, LOAD(i), ir_imm(4)));
   ir_jump(&b, IR_BREAK);
   ir_pop_if(&b, t);
   ir_store_var(&b, a, 0, LOAD(i), 0, ir_alu2(&b, IR_IMUL, LOAD(i), ir_imm(7)));
   STORE(i, ir_alu2(&b, IR_IADD, LOAD(i), ir_imm(1)));
   ir_pop_loop(&b, fill);
   STORE(sum,
         ir_alu2(&b, IR_ISUB, ir_load_var(&b, a, 3, ir_undef(), 0), ir_load_var(&b, a, 1, ir_undef(), 0)));
   ir_store_output(&b, 0, 0, LOAD(sum));
   expect_constant(s, 14);
}

static void
early_return_becomes_if(void **state)
{
   struct ir_builder b;
   struct ir_shader *s = shader(&b);
   struct ir_var *r = ir_var_create(s, "return value", 1, 1);
   struct ir_node *body = ir_push_loop(&b);
   struct ir_src x = ir_load_input(&b, 0, 0);
   struct ir_node *c = ir_push_if(&b, ir_alu2(&b, IR_FLT, x, ir_immf(0.5f)));
   STORE(r, ir_immf(1.0f));
   ir_jump(&b, IR_BREAK);
   ir_pop_if(&b, c);
   STORE(r, ir_immf(2.0f));
   ir_jump(&b, IR_BREAK);
   ir_pop_loop(&b, body);
   ir_store_output(&b, 0, 0, LOAD(r));
   optimise(s);
   /* load, compare, select, store: no control flow is left */
   assert_ptr_equal(s->body.first, s->body.last);
   assert_int_equal(s->body.first->block->instrs.count, 4);
   assert_int_equal(s->body.first->block->instrs.data[2]->op, IR_CSEL);
   ir_shader_destroy(s);
}

static void
unbounded_loop_stays(void **state)
{
   struct ir_builder b;
   struct ir_shader *s = shader(&b);
   struct ir_var *x = ir_var_create(s, "x", 1, 1);
   STORE(x, ir_load_input(&b, 0, 0));
   struct ir_node *loop = ir_push_loop(&b);
   struct ir_node *c = ir_push_if(&b, ir_alu2(&b, IR_FLT, LOAD(x), ir_immf(1.0f)));
   ir_push_else(&b, c);
   ir_jump(&b, IR_BREAK);
   ir_pop_if(&b, c);
   struct ir_node *skip = ir_push_if(&b, ir_alu2(&b, IR_FGE, LOAD(x), ir_immf(0.25f)));
   STORE(x, ir_alu2(&b, IR_FADD, LOAD(x), ir_immf(0.5f)));
   ir_jump(&b, IR_CONTINUE);
   ir_pop_if(&b, skip);
   STORE(x, ir_alu2(&b, IR_FMUL, LOAD(x), ir_immf(2.0f)));
   ir_pop_loop(&b, loop);
   ir_store_output(&b, 0, 0, LOAD(x));
   optimise(s);
   assert_int_equal(s->body.first->next->kind, IR_NODE_LOOP);
   const struct ir_block *head = s->body.first->next->body.first->block;
   assert_int_equal(head->instrs.data[0]->op, IR_PHI);
   assert_int_equal(head->instrs.data[0]->nsrc, 3); /* entry, continue, end */
   struct ir_shader *copy = ir_shader_clone(s);
   char error[200] = "";
   if (!ir_validate(copy, error, sizeof error))
      fail_msg("clone: %s", error);
   ir_shader_destroy(copy);
   ir_shader_destroy(s);
}

static void
integer_division(void **state)
{
   static const int32_t cases[][2] = {
      {7,        2       },
      {-7,       2       },
      {7,        -2      },
      {-7,       -2      },
      {65535,    3       },
      {0,        5       },
      {9999999,  3       },
      {16777215, 16777215}
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      struct ir_builder b;
      struct ir_shader *s = shader(&b);
      ir_store_output(&b, 0, 0,
                      ir_alu2(&b, IR_IDIV, ir_imm((uint32_t)cases[i][0]), ir_imm((uint32_t)cases[i][1])));
      expect_constant(s, (uint32_t)(cases[i][0] / cases[i][1]));
   }
}

static void
saturate_and_mad(void **state)
{
   struct ir_builder b;
   struct ir_shader *s = shader(&b);
   struct ir_src x = ir_load_input(&b, 0, 0), y = ir_load_input(&b, 0, 1), z = ir_load_input(&b, 0, 2);
   struct ir_src v = ir_alu2(&b, IR_FADD, ir_alu2(&b, IR_FMUL, x, y), ir_neg(z));
   v = ir_alu2(&b, IR_FMIN, ir_alu2(&b, IR_FMAX, v, ir_immf(0)), ir_immf(1));
   ir_store_output(&b, 0, 0, v);
   optimise(s);
   const struct ir_block *k = s->body.first->block;
   assert_int_equal(k->instrs.count, 5); /* three loads, one MAD, one store */
   assert_int_equal(k->instrs.data[3]->op, IR_FMAD);
   assert_true(k->instrs.data[3]->sat);
   ir_shader_destroy(s);
}

static char *
print(const struct ir_shader *s)
{
   char *text = NULL;
   size_t n = 0;
   FILE *f = open_memstream(&text, &n);
   ir_print(f, s);
   fclose(f);
   return text;
}

static const char every_form[] = "shader fs\n"
                                 "uniforms 12\n"
                                 "input 0 generic 3 comps 4 flat centroid \"v_color\"\n"
                                 "input 1 face 0 comps 1 \"gl_FrontFacing\"\n"
                                 "output 0 color_all 0 comps 4 \"gl_FragColor\"\n"
                                 "var 0 len 8 comps 2 \"a[]\"\n"
                                 "{\n"
                                 "  %0:%3 = load_input 0.x\n"
                                 "  %4 = load_uniform 3.y [%0]\n"
                                 "  %5.sat = fmad -|%0|, 0x3f800000, -%1   # 1\n"
                                 "  store_var v0 2 mask 0x3 %5, undef [%2]\n"
                                 "  %6 = load_input 1.x\n"
                                 "  if %6 {\n"
                                 "    discard_if %6\n"
                                 "    %7 = load_var v0 1.y\n"
                                 "  } else {\n"
                                 "  }\n"
                                 "  %8 = phi %7, 0x00000000\n"
                                 "  loop {\n"
                                 "    %9 = phi %8, %10\n"
                                 "    %10 = fadd %9, 0x40000000   # 2\n"
                                 "    %11 = flt 0x42c80000, %10   # 100\n"
                                 "    if %11 {\n"
                                 "      break\n"
                                 "    } else {\n"
                                 "    }\n"
                                 "  }\n"
                                 "  %12 = phi %10\n"
                                 "  %13:%16 = tex bias 2d s5 %12, %8, %5\n"
                                 "  store_output 0.w %16\n"
                                 "}\n";

/** Lookups in each kind of texture: some names begin as others are. */
static void
targets_round_trip(void **state)
{
   for (unsigned target = 0; target < IR_TEX_TARGETS; target++) {
      struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
      struct ir_builder b = ir_builder_at_end(s);
      const struct ir_tex tex = {.op = IR_TEX_SAMPLE, .target = (uint8_t)target, .sampler = 7};
      const struct ir_src src[4] = {ir_immf(1), ir_immf(2), ir_immf(3), ir_immf(4)};
      ir_emit_tex(&b, tex, src, ir_tex_coords(&tex));
      char error[200], *text = print(s);
      struct ir_shader *again = ir_parse(text, error, sizeof error);
      if (!again)
         fail_msg("%s: %s", text, error);
      char *second = print(again);
      assert_string_equal(second, text);
      free(second);
      free(text);
      ir_shader_destroy(again);
      ir_shader_destroy(s);
   }
}

static void
text_round_trip(void **state)
{
   char error[200] = "";
   struct ir_shader *s = ir_parse(every_form, error, sizeof error);
   if (!s || !ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   char *text = print(s);
   assert_string_equal(text, every_form);
   free(text);
   ir_run_pipeline(s, &ir_test_no_idiv, &options);
   if (!ir_validate(s, error, sizeof error))
      fail_msg("optimised: %s", error);
   text = print(s);
   struct ir_shader *again = ir_parse(text, error, sizeof error);
   if (!again)
      fail_msg("%s in\n%s", error, text);
   char *text2 = print(again);
   assert_string_equal(text, text2);
   free(text);
   free(text2);
   ir_shader_destroy(s);
   ir_shader_destroy(again);
}

/** Each kind of input and output has a name that is read back. */
static void
every_semantic(void **state)
{
   for (unsigned sem = IR_SEM_GENERIC; sem <= IR_SEM_STENCIL; sem++) {
      char error[200] = "";
      struct ir_shader *s = ir_shader_create(IR_FRAGMENT);
      struct ir_io io = {.name = "x", .semantic = (uint8_t)sem, .sem_index = 1, .ncomp = 4};
      assert_true(u_vec_push(&s->inputs, io));
      char *text = print(s);
      struct ir_shader *again = ir_parse(text, error, sizeof error);
      if (!again)
         fail_msg("%s in\n%s", error, text);
      assert_int_equal(again->inputs.data[0].semantic, sem);
      assert_int_equal(again->inputs.data[0].sem_index, 1);
      free(text);
      ir_shader_destroy(s);
      ir_shader_destroy(again);
   }
}

/** Every prefix and every single-character change of a good text: an error with a line, or a shader that
 * validates or not, but never a crash. */
static void
broken_text(void **state)
{
   char error[200], text[sizeof every_form];
   unsigned refused = 0;
   for (size_t n = 0; n < sizeof every_form - 3; n++) {
      memcpy(text, every_form, n);
      text[n] = 0;
      assert_null(ir_parse(text, error, sizeof error));
      assert_memory_equal(error, "line ", 5);
   }
   uint32_t random = 1;
   for (unsigned i = 0; i < 20000; i++) {
      memcpy(text, every_form, sizeof text);
      for (unsigned k = 0; k <= i % 3; k++) {
         random = random * 1664525 + 1013904223;
         text[(random >> 8) % (sizeof text - 1)] = (char)(32 + (random >> 24) % 95);
      }
      struct ir_shader *s = ir_parse(text, error, sizeof error);
      if (s && ir_validate(s, error, sizeof error)) {
         ir_run_pipeline(s, &ir_test_no_idiv, &options);
         if (!ir_validate(s, error, sizeof error))
            fail_msg("a good shader is broken by the pipeline: %s in\n%s", error, text);
      }
      refused += !s;
      ir_shader_destroy(s);
   }
   assert_true(refused > 10000);
}

/** What every trip computes alike leaves the loops; what hangs on a phi, may not run, or has effects stays.
 */
static void
invariants_leave_loops(void **state)
{
#define INVARIANT_HEAD                                                                                       \
   "shader fs\nuniforms 2\ninput 0 generic 0 comps 4 \"v\"\noutput 0 color 0 comps 4 \"c\"\n"
   char error[200] = "";
   struct ir_shader *s = ir_parse(INVARIANT_HEAD "{\n"
                                                 "  %0 = load_input 0.x\n"
                                                 "  loop {\n"
                                                 "    %1 = phi %0, %9\n"
                                                 "    %2 = load_uniform 0.x\n"
                                                 "    loop {\n"
                                                 "      %3 = phi %1, %7\n"
                                                 "      %4 = fmul %0, %2\n"
                                                 "      %5 = fmul %1, %2\n"
                                                 "      %6 = fadd %4, %5\n"
                                                 "      %7 = fadd %3, %6\n"
                                                 "      %8 = flt %7, %4\n"
                                                 "      if %8 {\n"
                                                 "        break\n"
                                                 "      } else {\n"
                                                 "        %13 = fmul %0, %0\n"
                                                 "        discard_if %13\n"
                                                 "      }\n"
                                                 "    }\n"
                                                 "    %9 = phi %7\n"
                                                 "    %10 = flt %9, 0x42c80000\n"
                                                 "    if %10 {\n"
                                                 "      break\n"
                                                 "    } else {\n"
                                                 "    }\n"
                                                 "  }\n"
                                                 "  %11 = phi %9\n"
                                                 "  store_output 0.x %11\n"
                                                 "}\n",
                                  error, sizeof error);
   if (!s || !ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   assert_true(ir_opt_loop_invariant(s));
   if (!ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   char *text = print(s);
   static const char *const want = "  %0 = load_input 0.x\n"
                                   "  %2 = load_uniform 0.x\n"
                                   "  %4 = fmul %0, %2\n"
                                   "  loop {\n"
                                   "    %1 = phi %0, %9\n"
                                   "    %5 = fmul %1, %2\n"
                                   "    %6 = fadd %4, %5\n"
                                   "    loop {\n"
                                   "      %3 = phi %1, %7\n"
                                   "      %7 = fadd %3, %6\n"
                                   "      %8 = flt %7, %4\n"
                                   "      if %8 {\n"
                                   "        break\n"
                                   "      } else {\n"
                                   "        %13 = fmul %0, %0\n";
   if (!strstr(text, want))
      fail_msg("%s", text);
   assert_false(ir_opt_loop_invariant(s));
   free(text);
   ir_shader_destroy(s);
}

/** ir_lower_one_trip_loops on SSA form: \p want stands in the result, or nothing happens (NULL). */
static void
one_trip(const char *body, const char *want)
{
   char error[200] = "", text[2000];
   snprintf(text, sizeof text,
            "shader fs\ninput 0 generic 0 comps 4 \"v\"\noutput 0 color 0 comps 4 \"c\"\n{\n  %%0 = "
            "load_input 0.x\n%s}\n",
            body);
   struct ir_shader *s = ir_parse(text, error, sizeof error);
   if (!s || !ir_validate(s, error, sizeof error))
      fail_msg("%s\n%s", error, text);
   assert_int_equal(ir_lower_one_trip_loops(s), want != NULL);
   if (!ir_validate(s, error, sizeof error))
      fail_msg("%s", error);
   char *got = print(s);
   if (want && !strstr(got, want))
      fail_msg("%s", got);
   free(got);
   ir_shader_destroy(s);
}

static void
one_trip_loops_in_ssa_form(void **state)
{
   /* the head's phi has no back edge, the phi behind has one exit */
   one_trip("  %1 = fadd %0, %0\n"
            "  loop {\n"
            "    %2 = phi %1\n"
            "    %3 = fmul %2, %2\n"
            "    break\n"
            "  }\n"
            "  %4 = phi %3\n"
            "  store_output 0.x %4\n",
            "  %1 = fadd %0, %0\n"
            "  %2 = mov %1\n"
            "  %3 = fmul %2, %2\n"
            "  %4 = mov %3\n"
            "  store_output 0.x %4\n");
   /* what stands behind the if begins with a phi of the arm that goes on */
   one_trip("  loop {\n"
            "    %2 = phi %0\n"
            "    %3 = flt %2, 0x00000000\n"
            "    if %3 {\n"
            "      break\n"
            "    } else {\n"
            "      %4 = fadd %2, %2\n"
            "    }\n"
            "    %5 = phi %4\n"
            "    discard_if %5\n"
            "    break\n"
            "  }\n"
            "  store_output 0.x %0\n",
            "  if %3 {\n"
            "  } else {\n"
            "    %4 = fadd %2, %2\n"
            "    %5 = mov %4\n"
            "    discard_if %5\n"
            "  }\n"
            "  store_output 0.x %0\n");
   /* two exits that the phi behind tells apart */
   one_trip("  loop {\n"
            "    %3 = flt %0, 0x00000000\n"
            "    if %3 {\n"
            "      break\n"
            "    } else {\n"
            "    }\n"
            "    break\n"
            "  }\n"
            "  %5 = phi 0x00000000, %0\n"
            "  store_output 0.x %5\n",
            NULL);
}

/* if (x < a) continue; else { if (x < b) x *= 2; else { both arms break } } use of x: no phi stands between
 * the product and its use, because no other way leads there. */
static void
value_of_the_only_arm(void **state)
{
   for (unsigned swapped = 0; swapped < 2; swapped++) {
      struct ir_builder b;
      struct ir_shader *s = shader(&b);
      struct ir_var *x = ir_var_create(s, "x", 1, 1), *n = ir_var_create(s, "n", 1, 1);
      STORE(x, ir_load_input(&b, 0, 0));
      struct ir_node *loop = ir_push_loop(&b);
      STORE(n, ir_alu2(&b, IR_FADD, LOAD(x), ir_load_input(&b, 0, 1)));
      struct ir_node *outer = ir_push_if(&b, ir_alu2(&b, IR_FLT, LOAD(x), ir_immf(-1.0f)));
      if (!swapped) {
         ir_jump(&b, IR_CONTINUE);
         ir_push_else(&b, outer);
      }
      struct ir_node *inner = ir_push_if(&b, ir_alu2(&b, IR_FLT, LOAD(x), ir_immf(8.0f)));
      STORE(x, ir_alu2(&b, IR_FMUL, LOAD(x), LOAD(n)));
      ir_push_else(&b, inner);
      struct ir_node *both = ir_push_if(&b, ir_alu2(&b, IR_FLT, LOAD(x), ir_immf(9.0f)));
      STORE(x, ir_immf(3.0f));
      ir_jump(&b, IR_BREAK);
      ir_push_else(&b, both);
      STORE(x, ir_immf(5.0f));
      ir_jump(&b, IR_BREAK);
      ir_pop_if(&b, both);
      ir_pop_if(&b, inner);
      if (swapped) {
         ir_push_else(&b, outer);
         ir_jump(&b, IR_CONTINUE);
      }
      ir_pop_if(&b, outer);
      STORE(x, ir_alu2(&b, IR_FADD, LOAD(x), LOAD(n)));
      ir_pop_loop(&b, loop);
      ir_store_output(&b, 0, 0, LOAD(x));
      optimise(s);
      ir_shader_destroy(s);
   }
}

/* By hand: a value may leave the arm of an if that goes on, not the arm that jumps. */
static void
dominance_behind_a_jump(void **state)
{
   static const char text[] =
      "shader fs\noutput 0 color_all 0 comps 4 \"c\"\n"
      "input 0 generic 0 comps 4 \"v\"\n"
      "{\n  %%0 = load_input 0.x\n  %%1 = flt %%0, 0x3f800000\n"
      "  loop {\n    if %%1 {\n      %%2 = fadd %%0, %%0\n      break\n    } else {\n"
      "      %%3 = fmul %%0, %%0\n    }\n    store_output 0.x %%%u\n    break\n  }\n}\n";
   for (unsigned v = 2; v < 4; v++) {
      char t[600], error[200] = "";
      snprintf(t, sizeof t, text, v);
      struct ir_shader *s = ir_parse(t, error, sizeof error);
      if (!s)
         fail_msg("%s", error);
      assert_int_equal(ir_validate(s, error, sizeof error), v == 3);
      ir_shader_destroy(s);
   }
}

/* A dynamic element belongs to loads of variables and uniforms and to stores of variables, and loads have no
 * other source. */
static void
dynamic_elements(void **state)
{
   static const struct {
      const char *line;
      bool good;
   } cases[] = {
      {"%1 = load_uniform 1.x [%0]",        true },
      {"%1 = load_uniform 1.x",             true },
      {"%1 = load_var v0 1.x [%0]",         true },
      {"store_var v0 1 mask 0x1 %0 [%0]",   true },
      {"%1 = load_uniform 1.x %0",          false},
      {"%1 = load_uniform 1.x %0, %0 [%0]", false},
      {"%1 = load_var v0 1.x %0",           false},
      {"%1 = load_var v0 1.x %0 [%0]",      false},
      {"%1 = load_input 0.x [%0]",          false},
      {"%1 = fmul %0 [%0]",                 false},
      {"%1 = fmul %0, %0 [%0]",             false},
      {"%1 = mov [%0]",                     false},
      {"store_var v0 1 mask 0x1 [%0]",      false},
      {"store_output 0.x [%0]",             false},
      {"discard_if [%0]",                   false},
   };
   for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
      char t[600], error[200] = "";
      snprintf(t, sizeof t,
               "shader fs\nuniforms 4\ninput 0 generic 0 comps 4 \"v\"\noutput 0 color_all 0 comps 4 \"c\"\n"
               "var 0 len 2 comps 4 \"a\"\n{\n  %%0 = load_input 0.x\n  %s\n}\n",
               cases[i].line);
      struct ir_shader *s = ir_parse(t, error, sizeof error);
      if ((s && ir_validate(s, error, sizeof error)) != cases[i].good)
         fail_msg("%s: %s", cases[i].line, cases[i].good ? error : "taken");
      ir_shader_destroy(s);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(counted_loop_unrolls),    cmocka_unit_test(nested_loops_and_array),
      cmocka_unit_test(early_return_becomes_if), cmocka_unit_test(unbounded_loop_stays),
      cmocka_unit_test(integer_division),        cmocka_unit_test(saturate_and_mad),
      cmocka_unit_test(targets_round_trip),      cmocka_unit_test(text_round_trip),
      cmocka_unit_test(every_semantic),          cmocka_unit_test(broken_text),
      cmocka_unit_test(invariants_leave_loops),  cmocka_unit_test(one_trip_loops_in_ssa_form),
      cmocka_unit_test(value_of_the_only_arm),   cmocka_unit_test(dominance_behind_a_jump),
      cmocka_unit_test(dynamic_elements),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
