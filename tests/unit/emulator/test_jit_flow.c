/* SPDX-License-Identifier: MIT
 *
 * Control flow of machine code: functions in the IR of flow.h, run by every writer of this host whose vectors the
 * CPU has, against the same in C. Arithmetic of words, more of them than there are registers; branches in
 * branches and loops that each lane leaves at its own time; calls; gathers whose lanes are off or whose indices
 * are too large.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/jit/mem.h"
#include "emulator/jit/nodes.h"
#include "emulator/jit/writer.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/sq/sq.h"
#include "jit_flow_fixture.h"
#include "util/u_fpenv.h"

static uint32_t seed;
static uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed ^ seed >> 15) * 0x9e3779b1u;
}
static uint64_t
rnd64(void)
{
   return (uint64_t)rnd() << 32 | rnd();
}

static void
bits(int mask, unsigned n)
{
   node(b, JIT_BITS, mask, JIT_NONE, JIT_NONE, 0, WORD(n));
}

/** Compiles the flow, runs it and forgets it. */
static void
run(const struct jit_writer *w)
{
   struct jit_code code = {0};
   struct jit_pool pool = {0};
   const char *fault = jit_flow_fault(&f);
   if (fault)
      fail_msg("%s", fault);
   const uint32_t at = w->flow(&f, &code, &pool);
   jit_flow_fini(&f);
   assert_int_not_equal(at, UINT32_MAX);
   w->patch(&code, jit_code_put_pool(&code, &pool, w->fill));
   assert_false(code.failed);
   void *p = jit_mem_create(code.bytes, code.size);
   if (!p)
      skip(); /* the system allows no executable memory */
   c->row_B = JIT_ROW_B;
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   ((jit_fn)(uintptr_t)((char *)p + at))(c);
   u_fpenv_leave(old);
   jit_mem_destroy(p, code.size);
   jit_code_fini(&code);
}

/* ---- words ---- */

static uint64_t
computed(enum jit_flow_op op, uint64_t x, uint64_t y)
{
   switch (op) {
   case JIT_W_AND:
      return x & y;
   case JIT_W_ANDNOT:
      return x & ~y;
   case JIT_W_OR:
      return x | y;
   case JIT_W_ADD:
      return x + y;
   case JIT_W_SUB:
      return x - y;
   default:
      abort();
   }
}

static bool
holds(enum jit_how how, uint64_t x, uint64_t y)
{
   return how == JIT_IF_EQ ? x == y : how == JIT_IF_NE ? x != y : how == JIT_IF_LE ? x <= y : x > y;
}

static uint64_t
some_word(void)
{
   static const uint64_t special[] = {
      0, 1, UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, UINT32_MAX, UINT64_C(1) << 32, 255};
   return rnd() % 2 ? special[rnd() % ARRAY_SIZE(special)] : rnd64();
}

static int64_t
some_immediate(void)
{
   static const int32_t special[] = {0, 1, -1, INT32_MAX, INT32_MIN, 4095, 4096, 127, -128};
   return rnd() % 2 ? special[rnd() % ARRAY_SIZE(special)] : (int32_t)rnd();
}

/* Random straight code on as many words as \p n: with most of them in the frame, too. Each operand may be the
 * result, too. */
static void
check_words(const struct jit_writer *w, unsigned n)
{
   uint64_t want[JIT_MAX_WORDS];
   begin();
   for (unsigned i = 0; i < n; i++) {
      want[i] = some_word();
      const int v = jit_word(&f);
      if (i % 2) {
         c->word[i] = want[i];
         w_load(&f, v, JIT_NONE, WORD(i), 8);
      } else {
         w_imm(&f, v, (int64_t)want[i]);
      }
   }
   for (unsigned k = 0; k < 300; k++) {
      const enum jit_flow_op op = JIT_W_AND + rnd() % (JIT_W_SUB - JIT_W_AND + 1);
      const int d = (int)(rnd() % n), x = (int)(rnd() % n), y = (int)(rnd() % n);
      const int64_t v = some_immediate();
      if (rnd() % 8 == 0) {
         w_op(&f, JIT_W_MOVE, d, x, JIT_NONE);
         want[d] = want[x];
      } else if (rnd() % 2) {
         w_op(&f, op, d, x, y);
         want[d] = computed(op, want[x], want[y]);
      } else {
         w_op_imm(&f, op, d, x, v);
         want[d] = computed(op, want[x], (uint64_t)v);
      }
   }
   for (unsigned i = 0; i < n; i++)
      w_store(&f, JIT_NONE, WORD(i), 8, (int)i);
   w_return(&f);
   run(w);
   for (unsigned i = 0; i < n; i++)
      assert_true(c->word[i] == want[i]);
}

static void
words(const struct jit_writer *w)
{
   for (seed = 1; seed < 30; seed++) {
      check_words(w, 2);
      check_words(w, 7);
      check_words(w, 30);
   }
}

static void
conditions(const struct jit_writer *w)
{
   seed = 5;
   for (unsigned round = 0; round < 200; round++) {
      const enum jit_how how = round % JIT_IF_COUNT;
      const uint64_t x = some_word();
      const bool by_imm = rnd() % 2;
      const int64_t v = some_immediate();
      const uint64_t y = by_imm ? (uint64_t)v : rnd() % 2 ? x : some_word();
      begin();
      const int a = jit_word(&f), z = jit_word(&f), r = jit_word(&f);
      const uint32_t yes = jit_label(&f);
      w_imm(&f, a, (int64_t)x);
      w_imm(&f, z, (int64_t)y);
      w_imm(&f, r, 1);
      jit_flow_put(&f, (struct jit_inst){.op = JIT_W_BRANCH,
                                         .how = (uint8_t)how,
                                         .dst = JIT_NONE,
                                         .a = (int16_t)a,
                                         .b = (int16_t)(by_imm ? JIT_NONE : z),
                                         .arg = yes,
                                         .imm = v});
      w_imm(&f, r, 0);
      w_to(&f, JIT_W_LABEL, yes);
      w_store(&f, JIT_NONE, WORD(0), 8, r);
      w_return(&f);
      run(w);
      assert_int_equal(c->word[0], holds(how, x, y));
   }
}

/* Each size, in the context and behind an address; what stands beside stays. */
static void
memory(const struct jit_writer *w)
{
   uint64_t there[4] = {0, UINT64_C(0x8877665544332211), 0, 0};
   c->word[0] = (uintptr_t)there;
   c->word[99] = UINT64_C(0xfedcba9876543210);
   c->dword[0] = 0x89abcdef;
   c->dword[1] = 0x11111111;
   c->byte[0] = 0xf0;
   c->byte[1] = 0x22;
   begin();
   const int p = jit_word(&f), v = jit_word(&f);
   w_load(&f, p, JIT_NONE, WORD(0), 8);
   w_load(&f, v, p, 8, 8);
   w_store(&f, JIT_NONE, WORD(1), 8, v);
   w_load(&f, v, p, 8, 4);
   w_store(&f, JIT_NONE, WORD(2), 8, v);
   w_load(&f, v, p, 9, 1);
   w_store(&f, JIT_NONE, WORD(3), 8, v);
   w_load(&f, v, JIT_NONE, AT(dword[0]), 4);
   w_store(&f, JIT_NONE, WORD(4), 8, v);
   w_load(&f, v, JIT_NONE, AT(byte[0]), 1);
   w_store(&f, JIT_NONE, WORD(5), 8, v);
   w_load(&f, v, JIT_NONE, WORD(99), 8);
   w_store(&f, JIT_NONE, AT(dword[0]), 4, v);
   w_store(&f, JIT_NONE, AT(byte[0]), 1, v);
   w_store(&f, p, 20, 4, v);
   w_store(&f, p, 25, 1, v);
   w_return(&f);
   run(w);
   assert_true(c->word[1] == UINT64_C(0x8877665544332211));
   assert_true(c->word[2] == 0x44332211 && c->word[3] == 0x22);
   assert_true(c->word[4] == 0x89abcdef && c->word[5] == 0xf0);
   assert_true(c->dword[0] == 0x76543210 && c->dword[1] == 0x11111111);
   assert_true(c->byte[0] == 0x10 && c->byte[1] == 0x22);
   assert_true(there[0] == 0 && there[2] == UINT64_C(0x7654321000000000) && there[3] == 0x1000);
}

/* ---- calls ---- */

static uint64_t called;

/* Changes all registers that a function may change: vectors and general ones hold sums of what it gets. */
static uint64_t
callee(struct context *k, const uint32_t *pointer, uint64_t x, uint64_t y)
{
   volatile float sum[64];
   for (unsigned i = 0; i < 64; i++)
      sum[i] = (float)i * 0.5f + (float)(x & 255);
   for (unsigned i = 1; i < 64; i++)
      sum[i] += sum[i - 1] * sum[63 - i];
   assert_ptr_equal(k, c);
   assert_ptr_equal(pointer, &seed);
   assert_int_equal((uintptr_t)__builtin_frame_address(0) & 15, 0); /* the ABI's alignment of the stack */
   called++;
   return x * 3 + y;
}

static void
no_result(struct context *k)
{
   called += 100;
   k->word[90]++;
}

/* Words that live over calls and passes, more than survive in registers, and results. */
static void
calls(const struct jit_writer *w)
{
   enum { N = 20 };
   int v[N];
   called = 0;
   c->word[90] = 0;
   begin();
   for (unsigned i = 0; i < N; i++) {
      v[i] = jit_word(&f);
      w_imm(&f, v[i], (int64_t)(i * UINT64_C(0x0101010101010101)));
   }
   const int lanes = jit_word(&f);
   w_imm(&f, lanes, -1);
   for (unsigned i = 0; i < N; i++) {
      w_call(&f, v[i], (jit_callee)callee, &seed, v[i], v[(i + 1) % N]);
      begin_pass();
      store(two(b, JIT_IADD, row(0), imm(b, i)), 0);
      end_pass(i % 2 ? lanes : JIT_NONE);
      w_call(&f, JIT_NONE, (jit_callee)no_result, NULL, JIT_NONE, JIT_NONE);
   }
   for (unsigned i = 0; i < N; i++)
      w_store(&f, JIT_NONE, WORD(i), 8, v[i]);
   w_return(&f);
   for (unsigned l = 0; l < LANES; l++)
      c->row[0][l] = l;
   run(w);
   uint64_t want[N];
   for (unsigned i = 0; i < N; i++)
      want[i] = i * UINT64_C(0x0101010101010101);
   for (unsigned i = 0; i < N; i++)
      want[i] = want[i] * 3 + want[(i + 1) % N];
   for (unsigned i = 0; i < N; i++)
      assert_true(c->word[i] == want[i]);
   for (unsigned l = 0; l < LANES; l++)
      assert_int_equal(c->row[0][l], l + N * (N - 1) / 2);
   assert_int_equal(called, 101 * N);
   assert_int_equal(c->word[90], N);
}

/* ---- loops and branches over lanes ---- */

static uint32_t
collatz(uint32_t x)
{
   uint32_t n = 0;
   while (x > 1) {
      x = x & 1 ? 3 * x + 1 : x / 2;
      n++;
   }
   return n;
}

/* Steps of 3x + 1 until 1, each lane its own number of times; the odd and the even lanes of each round take
 * another branch, which is left out where no lane takes it. Lanes that were not active never change. */
static void
divergent_loop(const struct jit_writer *w)
{
   static const uint64_t starts[] = {UINT64_MAX, 1, UINT64_C(0x8000000000000000),
                                     UINT64_C(0x0f0f00ff12345678), 0};
   for (unsigned k = 0; k < ARRAY_SIZE(starts); k++) {
      begin();
      const int active = jit_word(&f), odd = jit_word(&f), even = jit_word(&f), rounds = jit_word(&f);
      const uint32_t loop = jit_label(&f), out = jit_label(&f), no_odd = jit_label(&f),
                     no_even = jit_label(&f);
      w_imm(&f, active, (int64_t)starts[k]);
      w_imm(&f, rounds, 0);
      w_to(&f, JIT_W_LABEL, loop);
      begin_pass();
      const int x = row(0);
      bits(two(b, JIT_IGT, x, imm(b, 1)), 0);
      bits(two(b, JIT_IEQ, two(b, JIT_AND, x, imm(b, 1)), imm(b, 1)), 1);
      end_pass(active);
      w_load(&f, odd, JIT_NONE, WORD(0), 8);
      w_op(&f, JIT_W_AND, active, active, odd);
      w_branch(&f, active, JIT_IF_EQ, 0, out);
      w_op_imm(&f, JIT_W_ADD, rounds, rounds, 1);
      w_load(&f, odd, JIT_NONE, WORD(1), 8);
      w_op(&f, JIT_W_ANDNOT, even, active, odd);
      w_op(&f, JIT_W_AND, odd, odd, active);
      w_branch(&f, odd, JIT_IF_EQ, 0, no_odd);
      begin_pass();
      store(two(b, JIT_IADD, two(b, JIT_IMUL, row(0), imm(b, 3)), imm(b, 1)), 0);
      end_pass(odd);
      w_to(&f, JIT_W_LABEL, no_odd);
      w_branch(&f, even, JIT_IF_EQ, 0, no_even);
      begin_pass();
      store(one(b, JIT_SHR, row(0), 1), 0);
      end_pass(even);
      w_to(&f, JIT_W_LABEL, no_even);
      begin_pass();
      store(two(b, JIT_IADD, row(1), imm(b, 1)), 1);
      end_pass(active);
      w_to(&f, JIT_W_JUMP, loop);
      w_to(&f, JIT_W_LABEL, out);
      w_store(&f, JIT_NONE, WORD(2), 8, rounds);
      w_return(&f);
      uint64_t most = 0;
      for (unsigned l = 0; l < LANES; l++) {
         c->row[0][l] = l + 1;
         c->row[1][l] = 0;
      }
      run(w);
      for (unsigned l = 0; l < LANES; l++) {
         const bool on = starts[k] >> l & 1;
         assert_int_equal(c->row[0][l], on ? 1 : l + 1);
         assert_int_equal(c->row[1][l], on ? collatz(l + 1) : 0);
         most = MAX2(most, on ? collatz(l + 1) : 0);
      }
      assert_int_equal(c->word[2], most);
   }
}

/* A loop in a loop, with words that live around both and words of the inner one only. */
static void
nested_loops(const struct jit_writer *w)
{
   begin();
   int around[12];
   for (unsigned i = 0; i < ARRAY_SIZE(around); i++) {
      around[i] = jit_word(&f);
      w_imm(&f, around[i], i);
   }
   const int i = jit_word(&f), k = jit_word(&f), sum = jit_word(&f);
   const uint32_t outer = jit_label(&f), inner = jit_label(&f);
   w_imm(&f, sum, 0);
   w_imm(&f, i, 0);
   w_to(&f, JIT_W_LABEL, outer);
   w_imm(&f, k, 0);
   w_to(&f, JIT_W_LABEL, inner);
   w_op(&f, JIT_W_ADD, sum, sum, i);
   w_op(&f, JIT_W_ADD, sum, sum, around[3]);
   w_op_imm(&f, JIT_W_ADD, k, k, 1);
   w_call(&f, JIT_NONE, (jit_callee)no_result, NULL, JIT_NONE, JIT_NONE);
   jit_flow_put(&f, (struct jit_inst){.op = JIT_W_BRANCH,
                                      .how = JIT_IF_LE,
                                      .dst = JIT_NONE,
                                      .a = (int16_t)k,
                                      .b = (int16_t)i,
                                      .arg = inner});
   w_op(&f, JIT_W_ADD, sum, sum, around[11]);
   w_op_imm(&f, JIT_W_ADD, i, i, 1);
   w_branch(&f, i, JIT_IF_LE, 9, outer);
   for (unsigned n = 0; n < ARRAY_SIZE(around); n++)
      w_op(&f, JIT_W_ADD, sum, sum, around[n]);
   w_store(&f, JIT_NONE, WORD(0), 8, sum);
   w_return(&f);
   c->word[90] = 0;
   run(w);
   uint64_t want = 0;
   for (unsigned x = 0; x < 10; x++)
      want += (x + 1) * (x + 3) + 11;
   assert_int_equal(c->word[0], want + 66);
   assert_int_equal(c->word[90], 55);
}

/* ---- gathers ---- */

/* From a table behind a pointer with bounds that the context says, and from other rows of the lane. */
static void
gathers(const struct jit_writer *w)
{
   uint32_t *table = malloc(TABLE * sizeof *table); /* exact, so that tools see what lies outside */
   assert_non_null(table);
   seed = 9;
   for (unsigned i = 0; i < TABLE; i++)
      table[i] = rnd();
   for (unsigned round = 0; round < 8; round++) {
      c->dword[1] = round ? TABLE - round : 0;
      c->table = round ? table : NULL;
      for (unsigned l = 0; l < LANES; l++) {
         c->row[0][l] = rnd() % 4 ? rnd() % (TABLE + 4) : rnd();
         c->row[1][l] = rnd() % 12;
         c->row[2][l] = l;
         c->row[3][l] = rnd() % 2;
         for (unsigned r = 500; r < 510; r++)
            c->row[r][l] = r * 1000 + l;
         c->row[20][l] = c->row[21][l] = c->row[22][l] = 0x5a5a5a5a;
      }
      begin();
      const int active = jit_word(&f);
      const uint64_t lanes = round % 2 ? UINT64_MAX : rnd64();
      w_imm(&f, active, (int64_t)lanes);
      begin_pass();
      const int size = node(b, JIT_SPLAT, JIT_NONE, JIT_NONE, JIT_NONE, 0, AT(dword[1]));
      const int idx = row(0), at = row(1), on = two(b, JIT_IEQ, row(3), imm(b, 1));
      const int m = two(b, JIT_MAND, ugt(b, size, idx), on);
      const int x = gather(b, idx, ugt(b, size, idx), true, AT(table)),
                y = gather(b, idx, m, true, AT(table));
      const int z = gather(b, two(b, JIT_IADD, two(b, JIT_IMUL, at, imm(b, LANES)), row(2)),
                           ugt(b, imm(b, 10), at), false, ROW(500));
      store(two(b, JIT_XOR, x, idx), 20);
      store(two(b, JIT_IADD, y, z), 21);
      store(z, 22);
      end_pass(round % 2 ? JIT_NONE : active);
      w_return(&f);
      run(w);
      for (unsigned l = 0; l < LANES; l++) {
         const uint32_t i = c->row[0][l], r = c->row[1][l];
         const uint32_t want_x = i < c->dword[1] ? table[i] : 0, want_y = c->row[3][l] ? want_x : 0;
         const uint32_t want_z = r < 10 ? (500 + r) * 1000 + l : 0;
         const bool changes = lanes >> l & 1;
         assert_int_equal(c->row[20][l], changes ? want_x ^ i : 0x5a5a5a5a);
         assert_int_equal(c->row[21][l], changes ? want_y + want_z : 0x5a5a5a5a);
         assert_int_equal(c->row[22][l], changes ? want_z : 0x5a5a5a5a);
      }
   }
   free(table);
}

/* Many gathers and masks at once: each has registers of its own, and those that nothing needs give them back. */
static void
gather_pressure(const struct jit_writer *w)
{
   enum { N = 40 };
   int v[N];
   for (unsigned l = 0; l < LANES; l++)
      for (unsigned r = 0; r < N; r++)
         c->row[r][l] = (r * 7 + l) % 64;
   begin();
   begin_pass();
   for (unsigned i = 0; i < N; i++) {
      const int x = row(i);
      v[i] = gather(b, x, two(b, JIT_IGT, imm(b, 32 + i % 30), x), false, ROW(3));
   }
   int sum = imm(b, 0);
   for (unsigned i = 0; i < N; i++)
      sum = two(b, JIT_IADD, sum, two(b, JIT_IMUL, v[N - 1 - i], imm(b, i + 1)));
   store(sum, 100);
   end_pass(JIT_NONE);
   w_return(&f);
   run(w);
   for (unsigned l = 0; l < LANES; l++) {
      uint32_t want = 0;
      for (unsigned i = 0; i < N; i++) {
         const uint32_t x = c->row[N - 1 - i][l];
         want += (x < 32 + (N - 1 - i) % 30 ? c->row[3][x] : 0) * (i + 1);
      }
      assert_int_equal(c->row[100][l], want);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(words),          TEST(conditions),   TEST(memory),  TEST(calls),
      TEST(divergent_loop), TEST(nested_loops), TEST(gathers), TEST(gather_pressure),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
