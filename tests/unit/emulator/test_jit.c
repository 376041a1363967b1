/* SPDX-License-Identifier: MIT
 *
 * The room of machine code by itself: small programs in its IR, run by every writer of this host whose vectors
 * the CPU has, against what ir.h says in plain C. Nothing of a GPU is here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "emulator/jit/mem.h"
#include "emulator/jit/nodes.h"
#include "emulator/jit/writer.h"
#include "emulator/simd/levels.h"
#include "emulator/terascale/sq/sq.h"
#include "util/u_fpenv.h"

enum { ROWS = 600, LANES = JIT_ROW_B / 4, UNTOUCHED = 0x5a5a5a5a };

/* Rows so many that some are far from the context's start; then constants. */
struct context {
   _Alignas(64) uint32_t row[ROWS][LANES];
   uint32_t constant[2][JIT_CONST_B / 4];
   uint64_t word;
   uint32_t row_B;
   const float *params;
};
#define ROW(n)      ((uint32_t)(n)*JIT_ROW_B)
#define CONSTANT(n) ((uint32_t)(offsetof(struct context, constant) + (n)*JIT_CONST_B))
#define WORD        ((uint32_t)offsetof(struct context, word))

#include "jit_fixture.h"

static float params[16];

static const uint32_t specials[] = {
   0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
   0x3effffff, 0x3f000000, 0xbf000000, 0x3f7fffff, 0x3f800000, 0xbf800000, 0x3fc00000, 0xbfc00000,
   0x40200000, 0xc0200000, 0x4b000001, 0xcb000001, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001,
   0x4f800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x0000001f,
   0x00000020, 0x00000021, 0x000000ff, 0x00000100, 0x7fffffff, 0xffffffff, 0x12345678, 0xfffffff0,
};

static int
leaf(enum jit_op op, uint32_t arg)
{
   return node(b, op, JIT_NONE, JIT_NONE, JIT_NONE, 0, arg);
}

static void
store(int v, unsigned row)
{
   node(b, JIT_STORE, v, JIT_NONE, JIT_NONE, 0, ROW(row));
}

static void
begin(void)
{
   b->num_nodes = 0;
   b->full = false;
}

/** Compiles the block as a function's one pass and runs it. */
static void
run(const struct jit_writer *w, bool masked, uint32_t row_B, uint64_t active)
{
   struct jit_code code = {0};
   struct jit_pool pool = {0};
   struct jit_flow f;
   jit_flow_init(&f, offsetof(struct context, row_B), offsetof(struct context, params));
   const int lanes = jit_word(&f);
   w_imm(&f, lanes, (int64_t)active);
   w_pass(&f, jit_flow_add_pass(&f, b), masked ? lanes : JIT_NONE);
   w_return(&f);
   assert_null(jit_flow_fault(&f));
   const uint32_t at = w->flow(&f, &code, &pool);
   jit_flow_fini(&f);
   assert_int_not_equal(at, UINT32_MAX);
   w->patch(&code, jit_code_put_pool(&code, &pool, w->fill));
   assert_false(code.failed);
   void *p = jit_mem_create(code.bytes, code.size);
   if (!p)
      skip(); /* the system allows no executable memory */
   c->row_B = row_B;
   c->params = params;
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   ((jit_fn)(uintptr_t)((char *)p + at))(c);
   u_fpenv_leave(old);
   jit_mem_destroy(p, code.size);
   jit_code_fini(&code);
}

/* ---- what ir.h says ---- */

static uint32_t
flushed(uint32_t x)
{
   return x & 0x7f800000 ? x : x & 0x80000000;
}

static bool
is_nan(uint32_t x)
{
   return (x & 0x7fffffff) > 0x7f800000;
}

static bool
compared(enum jit_cmp how, float x, float y)
{
   switch (how) {
   case JIT_EQ:
      return x == y;
   case JIT_LT:
      return x < y;
   case JIT_LE:
      return x <= y;
   case JIT_NE:
      return x != y;
   case JIT_GE:
      return x >= y;
   case JIT_GT:
      return x > y;
   case JIT_CMP_COUNT:
      break;
   }
   abort();
}

/* To an integer by its definition; from 2^23 on all floats are. */
static float
rounded(enum jit_round how, float x)
{
   if (!(x > -8388608.0f && x < 8388608.0f))
      return x;
   int32_t i = (int32_t)x;
   const float rest = x - (float)i;
   if (how == JIT_FLOOR)
      i -= rest < 0;
   else if (how == JIT_CEIL)
      i += rest > 0;
   else if (how == JIT_NEAREST && (rest > 0.5f || (rest == 0.5f && i & 1)))
      i++;
   else if (how == JIT_NEAREST && (rest < -0.5f || (rest == -0.5f && i & 1)))
      i--;
   return uif((fui((float)i) & 0x7fffffff) | (fui(x) & 0x80000000)); /* zeros keep their sign */
}

static uint32_t
shifted(enum jit_op op, uint32_t x, uint32_t n)
{
   if (op == JIT_SHL || op == JIT_SHLV)
      return n > 31 ? 0 : x << n;
   if (op == JIT_SHR || op == JIT_SHRV)
      return n > 31 ? 0 : x >> n;
   return (uint32_t)((int32_t)x >> MIN2(n, 31u));
}

static uint32_t
expected(enum jit_op op, unsigned how, uint32_t x, uint32_t y)
{
   const float fx = uif(x), fy = uif(y);
   switch (op) {
   case JIT_ADD:
      return fui(fx + fy);
   case JIT_SUB:
      return fui(fx - fy);
   case JIT_MUL:
      return fui(fx * fy);
   case JIT_DIV:
      return fui(fx / fy);
   case JIT_MIN:
      return flushed(fx < fy ? x : y);
   case JIT_MAX:
      return flushed(fx > fy ? x : y);
   case JIT_AND:
      return x & y;
   case JIT_OR:
      return x | y;
   case JIT_XOR:
      return x ^ y;
   case JIT_IADD:
      return x + y;
   case JIT_ISUB:
      return x - y;
   case JIT_IMUL:
      return x * y;
   case JIT_IMIN:
      return (int32_t)x < (int32_t)y ? x : y;
   case JIT_IMAX:
      return (int32_t)x > (int32_t)y ? x : y;
   case JIT_UMIN:
      return MIN2(x, y);
   case JIT_UMAX:
      return MAX2(x, y);
   case JIT_SHLV:
   case JIT_SHRV:
   case JIT_SARV:
      return shifted(op, x, y);
   case JIT_SHL:
   case JIT_SHR:
   case JIT_SAR:
      return shifted(op, x, how);
   case JIT_SQRT:
      return fui(__builtin_sqrtf(fx));
   case JIT_CVTT:
      return fx >= -2147483648.0f && fx < 2147483648.0f ? (uint32_t)(int32_t)fx : 0x80000000;
   case JIT_FLOAT:
      return fui((float)(int32_t)x);
   case JIT_ROUND:
      return fui(rounded((enum jit_round)how, fx));
   case JIT_CMP:
      return compared((enum jit_cmp)how, fx, fy) ? UINT32_MAX : 0;
   case JIT_IEQ:
      return x == y ? UINT32_MAX : 0;
   case JIT_IGT:
      return (int32_t)x > (int32_t)y ? UINT32_MAX : 0;
   default:
      abort();
   }
}

/* Results that may be any NaN. */
static bool
is_float_op(enum jit_op op)
{
   return (op >= JIT_ADD && op <= JIT_MAX) || op == JIT_SQRT || op == JIT_ROUND;
}

/* ---- tests ---- */

/* The operation on all pairs of special values. */
static void
check_op(const struct jit_writer *w, enum jit_op op, unsigned how)
{
   const bool unary = op >= JIT_SQRT && op <= JIT_SAR;
   begin();
   const int x = leaf(JIT_ROW, ROW(0)), y = leaf(JIT_ROW, ROW(ROWS - 1));
   const int r = node(b, op, x, unary ? JIT_NONE : y, JIT_NONE, how, 0);
   store(jit_is_mask(op) ? maskv(b, r) : r, 1);
   for (unsigned first = 0; first < ARRAY_SIZE(specials) * ARRAY_SIZE(specials); first += LANES) {
      for (unsigned l = 0; l < LANES; l++) {
         c->row[0][l] = specials[(first + l) / ARRAY_SIZE(specials) % ARRAY_SIZE(specials)];
         c->row[ROWS - 1][l] = specials[(first + l) % ARRAY_SIZE(specials)];
      }
      run(w, false, JIT_ROW_B, 0);
      const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
      for (unsigned l = 0; l < LANES; l++) {
         const uint32_t want = expected(op, how, c->row[0][l], c->row[ROWS - 1][l]), got = c->row[1][l];
         if (got != want && !(is_float_op(op) && is_nan(want) && is_nan(got)))
            fail_msg("%u bytes, op %u.%u of %08x and %08x: %08x, not %08x", w->vec_B, op, how, c->row[0][l],
                     c->row[ROWS - 1][l], got, want);
      }
      u_fpenv_leave(old);
   }
}

static void
operations(const struct jit_writer *w)
{
   for (unsigned op = JIT_ADD; op <= JIT_IGT; op++) {
      const unsigned ways = op == JIT_CMP                    ? JIT_CMP_COUNT
                            : op == JIT_ROUND                ? JIT_ROUND_COUNT
                            : op >= JIT_SHL && op <= JIT_SAR ? 32
                                                             : 1;
      for (unsigned how = 0; how < ways && op != JIT_QUAD; how++) /* quads() is that one's */
         check_op(w, (enum jit_op)op, how);
   }
}

/* Leaves of every kind, and what is chosen by a mask that is a combination of two. */
static void
choices(const struct jit_writer *w)
{
   begin();
   const int x = leaf(JIT_ROW, ROW(0)), k = leaf(JIT_CONST, CONSTANT(1)), p = leaf(JIT_PARAM, 3 * 4);
   const int low = two(b, JIT_IGT, k, x), odd = two(b, JIT_IEQ, two(b, JIT_AND, x, imm(b, 1)), imm(b, 1));
   store(sel(b, two(b, JIT_MAND, low, odd), p, x), 1);
   store(keep(b, two(b, JIT_MOR, low, odd), p), 2);
   store(sel(b, odd, x, x), 3);
   for (unsigned l = 0; l < LANES; l++)
      c->row[0][l] = l;
   for (unsigned i = 0; i < JIT_CONST_B / 4; i++)
      c->constant[1][i] = 21;
   params[3] = 0.75f;
   run(w, false, JIT_ROW_B, 0);
   for (unsigned l = 0; l < LANES; l++) {
      assert_int_equal(c->row[1][l], l < 21 && l & 1 ? fui(0.75f) : l);
      assert_int_equal(c->row[2][l], l < 21 || l & 1 ? fui(0.75f) : 0);
      assert_int_equal(c->row[3][l], l);
   }
}

/* An operation of two operands where a combination of masks holds, 0 elsewhere: of a value that nothing else needs, and of one that is
 * stored, too. */
static void
check_kept(const struct jit_writer *w, enum jit_op op)
{
   begin();
   const int x = leaf(JIT_ROW, ROW(0)), y = leaf(JIT_ROW, ROW(1)), zero = num(b, 0);
   const int some = two(b, JIT_MAND, cmp(b, JIT_NE, x, zero), cmp(b, JIT_LT, y, x));
   const int odd = two(b, JIT_MAND, two(b, JIT_IGT, x, y), two(b, JIT_MOR, some, two(b, JIT_IEQ, x, y)));
   const int both = two(b, op, y, x);
   store(keep(b, some, two(b, op, x, y)), 2);
   store(keep(b, odd, both), 3);
   store(both, 4);
   store(maskv(b, odd), 5);
   for (unsigned first = 0; first < ARRAY_SIZE(specials) * ARRAY_SIZE(specials); first += LANES) {
      for (unsigned l = 0; l < LANES; l++) {
         c->row[0][l] = specials[(first + l) / ARRAY_SIZE(specials) % ARRAY_SIZE(specials)];
         c->row[1][l] = specials[(first + l) % ARRAY_SIZE(specials)];
      }
      run(w, false, JIT_ROW_B, 0);
      const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
      for (unsigned l = 0; l < LANES; l++) {
         const uint32_t i = c->row[0][l], j = c->row[1][l];
         const bool is_some = uif(i) != 0 && uif(j)<uif(i), is_odd = (int32_t)i>(int32_t) j && is_some;
         const uint32_t there = expected(op, 0, i, j), other = expected(op, 0, j, i);
         const uint32_t want[] = {is_some ? there : 0, is_odd ? other : 0, other, is_odd ? UINT32_MAX : 0};
         for (unsigned k = 0; k < ARRAY_SIZE(want); k++)
            if (c->row[2 + k][l] != want[k] &&
                !(is_float_op(op) && is_nan(want[k]) && is_nan(c->row[2 + k][l])))
               fail_msg("%u bytes, op %u of %08x and %08x: value %u is %08x, not %08x", w->vec_B, op, i, j, k,
                        c->row[2 + k][l], want[k]);
      }
      u_fpenv_leave(old);
   }
}

static void
kept_values(const struct jit_writer *w)
{
   for (unsigned op = JIT_ADD; op <= JIT_SARV; op++)
      check_kept(w, (enum jit_op)op);
}

/* What is there already is not made again; what may have changed, masks and blocks that are begun anew are. */
static void
numbering(const struct jit_writer *w)
{
   for (unsigned round = 0; round < 2; round++) {
      begin();
      const int x = leaf(JIT_ROW, ROW(0)), y = leaf(JIT_ROW, ROW(1));
      const int sum = two(b, JIT_ADD, x, y), less = cmp(b, JIT_LT, x, y);
      assert_int_equal(two(b, JIT_ADD, x, y), sum);
      assert_int_not_equal(two(b, JIT_ADD, y, x), sum);
      assert_int_not_equal(two(b, JIT_SUB, x, y), sum);
      assert_int_not_equal(cmp(b, JIT_LT, x, y), less);
      assert_int_equal(keep(b, cmp(b, JIT_LT, x, y), sum), keep(b, less, sum));
      assert_int_not_equal(keep(b, cmp(b, JIT_LE, x, y), sum), keep(b, less, sum));
      assert_int_not_equal(keep(b, cmp(b, JIT_LT, y, x), sum), keep(b, less, sum));
      assert_int_equal(one(b, JIT_SHL, x, 3), one(b, JIT_SHL, x, 3));
      assert_int_not_equal(one(b, JIT_SHL, x, 3), one(b, JIT_SHL, x, 4));
      assert_int_equal(leaf(JIT_PARAM, 4), leaf(JIT_PARAM, 4));
      assert_int_not_equal(leaf(JIT_PARAM, 4), leaf(JIT_PARAM, 8));
      assert_int_equal(two(b, JIT_AND, imm(b, 0xff0), imm(b, 0x0ff)), imm(b, 0x0f0));
      assert_int_equal(two(b, JIT_OR, imm(b, 0xff0), imm(b, 0x00f)), imm(b, 0xfff));
      assert_int_equal(two(b, JIT_XOR, imm(b, 0xff0), imm(b, 0x0ff)), imm(b, 0xf0f));
      store(sum, 0);
      assert_int_not_equal(leaf(JIT_ROW, ROW(0)), x);
   }
   begin(); /* other values have the numbers of the ones before */
   const int y = leaf(JIT_ROW, ROW(1)), x = leaf(JIT_ROW, ROW(0));
   store(two(b, JIT_SUB, x, y), 2);
   store(two(b, JIT_SUB, y, x), 3);
   for (unsigned l = 0; l < LANES; l++) {
      c->row[0][l] = fui((float)l);
      c->row[1][l] = fui(100);
   }
   run(w, false, JIT_ROW_B, 0);
   for (unsigned l = 0; l < LANES; l++) {
      assert_int_equal(c->row[2][l], fui((float)l - 100));
      assert_int_equal(c->row[3][l], fui(100 - (float)l));
   }
}

/* Each lane of a quad for all four, from a row and from a value that is computed. */
static void
quads(const struct jit_writer *w)
{
   for (unsigned how = 0; how < 4; how++) {
      begin();
      const int x = leaf(JIT_ROW, ROW(0));
      store(one(b, JIT_QUAD, x, how), 1);
      store(one(b, JIT_QUAD, two(b, JIT_IADD, x, imm(b, 100)), how), 2);
      store(x, 3);
      for (unsigned l = 0; l < LANES; l++)
         c->row[0][l] = l * 3;
      run(w, false, JIT_ROW_B, 0);
      for (unsigned l = 0; l < LANES; l++) {
         const uint32_t want = (l / 4 * 4 + how) * 3;
         assert_int_equal(c->row[1][l], want);
         assert_int_equal(c->row[2][l], want + 100);
         assert_int_equal(c->row[3][l], l * 3);
      }
   }
}

/* Only active lanes of the rows' first bytes change. */
static void
masked_stores(const struct jit_writer *w)
{
   static const uint64_t masks[] = {0, 1, UINT64_C(1) << 63, UINT64_C(0x123456789abcdef0), UINT64_MAX};
   for (unsigned m = 0; m < ARRAY_SIZE(masks); m++) {
      for (uint32_t row_B = w->vec_B; row_B <= JIT_ROW_B; row_B += w->vec_B) {
         begin();
         store(two(b, JIT_IADD, leaf(JIT_ROW, ROW(0)), imm(b, 7)), 300);
         for (unsigned l = 0; l < LANES; l++) {
            c->row[0][l] = l;
            c->row[300][l] = UNTOUCHED;
         }
         run(w, true, row_B, masks[m]);
         for (unsigned l = 0; l < LANES; l++)
            assert_int_equal(c->row[300][l], l * 4 < row_B && masks[m] >> l & 1 ? l + 7 : UNTOUCHED);
      }
   }
}

static void
bits(const struct jit_writer *w)
{
   static const uint64_t patterns[] = {0, UINT64_MAX, UINT64_C(0xfedcba9876543210),
                                       UINT64_C(0x8000000000000001)};
   for (unsigned p = 0; p < ARRAY_SIZE(patterns); p++) {
      begin();
      node(b, JIT_BITS, two(b, JIT_IEQ, leaf(JIT_ROW, ROW(0)), imm(b, 1)), JIT_NONE, JIT_NONE, 0, WORD);
      for (unsigned l = 0; l < LANES; l++)
         c->row[0][l] = patterns[p] >> l & 1;
      c->word = ~patterns[p];
      run(w, false, JIT_ROW_B, 0);
      assert_true(c->word == patterns[p]);
   }
}

/* More values live than any host has registers; then all rows change places, with and without masks. */
static void
pressure(const struct jit_writer *w)
{
   enum { N = 80 };
   int v[N];
   for (unsigned masked = 0; masked < 2; masked++) {
      begin();
      for (unsigned i = 0; i < N; i++)
         v[i] = two(b, JIT_IMUL, leaf(JIT_ROW, ROW(i)), imm(b, 2 * i + 1));
      int sum = v[0];
      for (unsigned i = 1; i < N; i++)
         sum = two(b, JIT_IADD, sum, v[i]);
      for (unsigned i = 0; i < N; i++)
         store(two(b, JIT_XOR, v[N - 1 - i], sum), i);
      for (unsigned i = 0; i < N; i++)
         for (unsigned l = 0; l < LANES; l++)
            c->row[i][l] = i * 1000 + l;
      run(w, masked, JIT_ROW_B, UINT64_MAX);
      for (unsigned l = 0; l < LANES; l++) {
         uint32_t total = 0;
         for (unsigned i = 0; i < N; i++)
            total += (i * 1000 + l) * (2 * i + 1);
         for (unsigned i = 0; i < N; i++)
            assert_int_equal(c->row[i][l], ((N - 1 - i) * 1000 + l) * (2 * (N - 1 - i) + 1) ^ total);
      }
   }
}

/* Two rows change places: the old value of a row that is stored to is still needed. */
static void
exchange(const struct jit_writer *w)
{
   begin();
   const int x = leaf(JIT_ROW, ROW(0)), y = leaf(JIT_ROW, ROW(1));
   store(y, 0);
   store(x, 1);
   for (unsigned l = 0; l < LANES; l++) {
      c->row[0][l] = l;
      c->row[1][l] = 100 + l;
   }
   run(w, false, JIT_ROW_B, 0);
   for (unsigned l = 0; l < LANES; l++) {
      assert_int_equal(c->row[0][l], 100 + l);
      assert_int_equal(c->row[1][l], l);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      TEST(operations),    TEST(choices), TEST(kept_values), TEST(numbering), TEST(quads),
      TEST(masked_stores), TEST(bits),    TEST(pressure),    TEST(exchange),
   };
   return cmocka_run_group_tests(tests, setup, teardown);
}
