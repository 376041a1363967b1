/* SPDX-License-Identifier: MIT
 *
 * Flows and blocks of machine code that no host has to run: those that are built wrongly, of which each fault is named,
 * what is printed of a flow, and where words are kept.
 */
#include <stdio.h>
#include <string.h>

#include "jit_flow_fixture.h"

static uint64_t
callee(struct context *k, const uint32_t *pointer, uint64_t x, uint64_t y)
{
   return x + y;
}

static void
no_result(struct context *k)
{
}

/* ---- faults ---- */

static void
expect_flow(const char *text)
{
   const char *fault = jit_flow_fault(&f);
   assert_non_null(fault);
   assert_string_equal(fault, text);
   jit_flow_fini(&f);
}

static void
wrong_flows(void **state)
{
   begin();
   expect_flow("runs out of its end");
   begin();
   w_imm(&f, 0, 1);
   w_return(&f);
   expect_flow("no such word");
   begin();
   w_store(&f, JIT_NONE, WORD(0), 8, jit_word(&f));
   w_return(&f);
   expect_flow("a word is read before it has a value");
   begin();
   w_to(&f, JIT_W_JUMP, jit_label(&f));
   expect_flow("a label is missing or twice there");
   begin();
   w_to(&f, JIT_W_LABEL, jit_label(&f));
   w_to(&f, JIT_W_LABEL, 0);
   w_return(&f);
   expect_flow("a label is missing or twice there");
   begin();
   w_to(&f, JIT_W_JUMP, 3);
   expect_flow("no such label");
   begin();
   w_pass(&f, 0, JIT_NONE);
   w_return(&f);
   expect_flow("no such pass");
   begin();
   w_call(&f, JIT_NONE, NULL, NULL, JIT_NONE, JIT_NONE);
   w_return(&f);
   expect_flow("call of nothing");
   begin();
   w_load(&f, jit_word(&f), JIT_NONE, WORD(0) + 4, 8);
   w_return(&f);
   expect_flow("offset not aligned or too far");
   begin();
   w_load(&f, jit_word(&f), JIT_NONE, WORD(0), 2);
   w_return(&f);
   expect_flow("no such size");
   begin();
   w_imm(&f, jit_word(&f), 0);
   w_op_imm(&f, JIT_W_ADD, 0, 0, INT64_C(1) << 31);
   w_return(&f);
   expect_flow("immediate too large");
   /* a word that only one of two ways writes */
   begin();
   const int a = jit_word(&f), v = jit_word(&f);
   const uint32_t past = jit_label(&f);
   w_imm(&f, a, 0);
   w_branch(&f, a, JIT_IF_EQ, 0, past);
   w_imm(&f, v, 0);
   w_to(&f, JIT_W_LABEL, past);
   w_store(&f, JIT_NONE, WORD(0), 8, v);
   w_return(&f);
   expect_flow("a word is read before it has a value");
}

static void
wrong_blocks(void **state)
{
   begin_pass();
   store(two(b, JIT_ADD, imm(b, 0), imm(b, 0)), 0);
   assert_null(jit_block_fault(b));
   begin_pass();
   node(b, JIT_STORE, 0, JIT_NONE, JIT_NONE, 0, ROW(0));
   assert_string_equal(jit_block_fault(b), "an operand that is not there yet");
   begin_pass();
   two(b, JIT_ADD, imm(b, 0), JIT_NONE);
   assert_string_equal(jit_block_fault(b), "an operand too few or too many");
   begin_pass();
   const int x = imm(b, 0);
   maskv(b, x);
   assert_string_equal(jit_block_fault(b), "a mask for a vector, or a vector for a mask");
   begin_pass();
   const int z = imm(b, 0);
   gather(b, z, z, false, 0);
   assert_string_equal(jit_block_fault(b), "a mask for a vector, or a vector for a mask");
   begin_pass();
   store(imm(b, 0), 0);
   one(b, JIT_SQRT, 1, 0);
   assert_string_equal(jit_block_fault(b), "an operand without value");
   begin_pass();
   one(b, JIT_SHL, imm(b, 1), 32);
   assert_string_equal(jit_block_fault(b), "shift too far");
   begin_pass();
   node(b, JIT_ROW, JIT_NONE, JIT_NONE, JIT_NONE, 0, 12);
   assert_string_equal(jit_block_fault(b), "no such row");
}

/* ---- the printer ---- */

static char text[4096];
static void
add_line(void *data, const char *line)
{
   strcat(strcat(text, line), "\n");
}

static void
printing(void **state)
{
   begin();
   const int a = jit_word(&f);
   const uint32_t out = jit_label(&f);
   w_load(&f, a, JIT_NONE, 64, 8);
   w_branch(&f, a, JIT_IF_EQ, 0, out);
   begin_pass();
   const int x = row(1);
   store(gather(b, x, two(b, JIT_IGT, imm(b, 7), x), true, 16), 2);
   end_pass(a);
   w_op_imm(&f, JIT_W_AND, a, a, -2);
   w_call(&f, a, (jit_callee)callee, NULL, a, a);
   w_to(&f, JIT_W_LABEL, out);
   w_return(&f);
   text[0] = 0;
   jit_flow_print(&f, add_line, NULL);
   jit_flow_fini(&f);
   assert_string_equal(text, "   w0 = load [0x40] 8 bytes\n"
                             "   branch w0 == 0 L0\n"
                             "   pass w0 0\n"
                             "      %0 = row 0x100\n"
                             "      %1 = imm 0x7\n"
                             "      %2 = igt %1 %0\n"
                             "      %3 = gather %0 %2 .1 0x10\n"
                             "      %4 = store %3 0x200\n"
                             "   w0 = and w0 -2\n"
                             "   w0 = call w0 w0\n"
                             "L0:\n"
                             "   return\n");
}

/* ---- where words are kept ---- */

/* Words that are live at the same time never share a place, and none that lives over a call is in a register
 * that is lost there. */
static void
placing(void **state)
{
   enum { KEPT = 0x30, LOST = 0x3 };
   begin();
   int v[8];
   for (unsigned i = 0; i < 8; i++) {
      v[i] = jit_word(&f);
      w_imm(&f, v[i], i);
   }
   w_call(&f, JIT_NONE, (jit_callee)no_result, NULL, JIT_NONE, JIT_NONE);
   const int after = jit_word(&f);
   w_imm(&f, after, 1);
   for (unsigned i = 0; i < 8; i++)
      w_op(&f, JIT_W_ADD, after, after, v[i]);
   w_store(&f, JIT_NONE, WORD(0), 8, after);
   w_return(&f);
   struct jit_words w;
   assert_true(jit_words_place(&w, &f, KEPT, LOST));
   unsigned kept = 0;
   for (unsigned i = 0; i < 8; i++) {
      kept += w.at[v[i]].reg != JIT_NO_WORD_REG;
      assert_true(w.at[v[i]].reg == JIT_NO_WORD_REG || KEPT >> w.at[v[i]].reg & 1);
      for (unsigned k = 0; k < i; k++)
         assert_true(w.at[v[i]].reg == JIT_NO_WORD_REG
                        ? w.at[v[k]].reg != JIT_NO_WORD_REG || w.at[v[k]].slot != w.at[v[i]].slot
                        : w.at[v[k]].reg != w.at[v[i]].reg);
   }
   assert_int_equal(kept, 2);
   assert_int_equal(w.num_slots, 6);
   assert_true(w.at[after].reg != JIT_NO_WORD_REG && LOST >> w.at[after].reg & 1);
   jit_flow_fini(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_flows),
      cmocka_unit_test(wrong_blocks),
      cmocka_unit_test(printing),
      cmocka_unit_test(placing),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
