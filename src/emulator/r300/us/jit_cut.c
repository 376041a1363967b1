/* SPDX-License-Identifier: MIT
 *
 * The cut of a result to R300's short floats (cut() of us/exec.c), by what is known of the number: one within the range needs no
 * largest number, one that is not negative no sign, one that is at least the smallest no zero.
 */
#include "emulator/r300/us/jit_build.h"

#include <assert.h>
#include <math.h>

enum { DEEP = 8 };

static const uint32_t largest = 0x5fffff80, smallest = 65u << 23, kept = 0x7fffff80;

/* Numbers from lo to hi; both infinite: anything, NaN, too. */
struct range {
   double lo, hi;
};

static const struct range anything = {-INFINITY, INFINITY};

static bool
is_finite(struct range r)
{
   return r.lo > -INFINITY && r.hi < INFINITY;
}

static bool
is_anything(struct range r)
{
   return r.lo == -INFINITY && r.hi == INFINITY;
}

/* As wide as results of floats may be that lie there before they are rounded; denormals become zeros. */
static struct range
rounded(double lo, double hi)
{
   const double up = 1 + 0x1p-22, least = 0x1p-120;
   struct range r = {lo < 0 ? lo * up : lo / up, hi < 0 ? hi / up : hi * up};
   r.lo = r.lo > 0 && r.lo < least ? 0 : r.lo;
   r.hi = r.hi < 0 && r.hi > -least ? 0 : r.hi;
   return r.lo > -0x1p126 && r.hi < 0x1p126 ? r : anything;
}

static const struct jit_node *
operand(const struct jit_block *b, const struct jit_node *n, unsigned s)
{
   return &b->nodes[n->src[s]];
}

static struct range
range_of_product(struct range x, struct range y, bool square)
{
   const double p[4] = {x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi};
   double lo = p[0], hi = p[0];
   for (unsigned i = 1; i < 4; i++) {
      lo = MIN2(lo, p[i]);
      hi = MAX2(hi, p[i]);
   }
   return rounded(square ? MAX2(lo, 0) : lo, hi);
}

/* KEEP: of what us_cut() makes a short float, however deep it lies, without a sign if no OR gives it one. */
static struct range
range_of_kept(const struct jit_block *b, const struct jit_node *n, struct range x)
{
   const struct jit_node *test = operand(b, n, 0), *value = operand(b, n, 1);
   if (test->op == JIT_IGT && operand(b, test, 1)->op == JIT_IMM &&
       operand(b, test, 1)->arg == smallest - 1) {
      assert(value->op != JIT_IMIN || operand(b, value, 0)->op == JIT_IMM); /* as cut() has it */
      const double most = value->op == JIT_IMIN ? uif(operand(b, value, 0)->arg) : uif(largest);
      const bool has_sign = value->op != JIT_IMIN;
      x.lo = MAX2(x.lo, has_sign ? -most : 0);
      x.hi = MIN2(x.hi, most);
   }
   return is_anything(x) ? x : (struct range){MIN2(x.lo, 0), MAX2(x.hi, 0)};
}

/* Bits that AND takes away make a number no larger; by less than one part of 2^15 if they are of the mantissa's end. */
static struct range
range_of_masked(struct range x, uint32_t mask)
{
   const double part = (mask & kept) == kept ? 1 - 0x1p-15 : 0;
   if (!is_finite(x))
      return anything;
   struct range r = {x.lo > 0 ? x.lo * part : x.lo, x.hi < 0 ? x.hi * part : x.hi};
   if (!(mask >> 31))
      r = x.lo >= 0 ? r : x.hi <= 0 ? (struct range){-r.hi, -r.lo} : (struct range){0, MAX2(-r.lo, r.hi)};
   return r;
}

static struct range
range_of(const struct jit_block *b, int at, unsigned deep)
{
   const struct jit_node *n = &b->nodes[at];
   const double most = uif(largest);
   if (n->op == JIT_IMM)
      return isfinite(uif(n->arg)) ? (struct range){uif(n->arg), uif(n->arg)} : anything;
   if (n->op == JIT_ROW || n->op == JIT_PARAM) /* short floats themselves */
      return (struct range){-most, most};
   if (!deep || jit_is_leaf(n->op))
      return n->op == JIT_KEEP ? range_of_kept(b, n, anything) : anything;
   const struct range x = n->op == JIT_KEEP || n->op == JIT_SEL ? anything : range_of(b, n->src[0], deep - 1),
                      y = n->src[1] != JIT_NONE ? range_of(b, n->src[1], deep - 1) : anything;
   const bool finite = is_finite(x) && is_finite(y);
   switch ((enum jit_op)n->op) {
   case JIT_ADD:
      return finite ? rounded(x.lo + y.lo, x.hi + y.hi) : anything;
   case JIT_SUB:
      if (is_finite(x) && operand(b, n, 1)->op == JIT_ROUND && operand(b, n, 1)->imm == JIT_FLOOR &&
          operand(b, n, 1)->src[0] == n->src[0])
         return (struct range){0, 1};
      return finite ? rounded(x.lo - y.hi, x.hi - y.lo) : anything;
   case JIT_MUL:
      return finite ? range_of_product(x, y, n->src[0] == n->src[1]) : anything;
   case JIT_MIN:
      return is_finite(y) ? (struct range){MIN2(x.lo, y.lo), MIN2(x.hi, y.hi)} : anything;
   case JIT_MAX:
      return is_finite(y) ? (struct range){MAX2(x.lo, y.lo), MAX2(x.hi, y.hi)} : anything;
   case JIT_AND:
      if (operand(b, n, 1)->op == JIT_IMM)
         return range_of_masked(x, operand(b, n, 1)->arg);
      return anything;
   case JIT_XOR:
      if (operand(b, n, 1)->op == JIT_IMM && operand(b, n, 1)->arg == BITS_SIGN)
         return (struct range){-x.hi, -x.lo};
      return anything;
   case JIT_KEEP:
      return range_of_kept(b, n, y);
   case JIT_SEL: {
      const struct range z = range_of(b, n->src[2], deep - 1);
      return is_finite(y) && is_finite(z) ? (struct range){MIN2(y.lo, z.lo), MAX2(y.hi, z.hi)} : anything;
   }
   default:
      return anything;
   }
}

/* \p r: where \p v is. */
static int
cut(struct jit_block *b, int v, struct range r)
{
   const bool positive = r.lo >= 0, fits = r.lo > -0x1p64 && r.hi < 0x1p64,
              some = r.lo >= uif(smallest) || r.hi <= -uif(smallest);
   const int bits = two(b, JIT_AND, v, imm(b, kept)), least = imm(b, smallest - 1);
   if (fits) {
      const int exact = positive ? bits : two(b, JIT_AND, v, imm(b, kept | BITS_SIGN));
      return some ? exact : keep(b, two(b, JIT_IGT, positive ? v : bits, least), exact);
   }
   const int most = two(b, JIT_IMIN, imm(b, largest), bits);
   return keep(b, two(b, JIT_IGT, bits, least), positive ? most : two(b, JIT_OR, most, sign(b, v)));
}

int
us_cut(struct jit_block *b, int v)
{
   return cut(b, v, range_of(b, v, DEEP));
}

int
us_cut_input(struct jit_block *b, int v)
{
   return cut(b, v, anything);
}

/* Negative numbers, -NaN among them, are less than the smallest as integers are. */
int
us_cut_and_clamp(struct jit_block *b, int v)
{
   const int bits = two(b, JIT_AND, v, imm(b, kept | BITS_SIGN));
   return keep(b, two(b, JIT_IGT, bits, imm(b, smallest - 1)), two(b, JIT_IMIN, num(b, 1), bits));
}
