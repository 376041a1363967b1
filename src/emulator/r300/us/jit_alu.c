/* SPDX-License-Identifier: MIT
 *
 * From a decoded arithmetic instruction to nodes of a pass (emulator/jit/ir.h): the operations of us/exec.c in their order, so that
 * every bit is the interpreter's.
 */
#include "emulator/jit/functions.h"
#include "emulator/r300/us/decode.h"
#include "emulator/r300/us/jit_build.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#define ROW(member) (offsetof(struct us_ctx, member) / JIT_ROW_B)

static int
operand(struct us_build *w, const struct us_operand *o, const int presub[4])
{
   struct jit_block *b = &w->w.block;
   int v = JIT_NONE;
   switch ((enum us_kind)o->kind) {
   case US_TEMP:
      v = r300_passes_read(&w->w, us_temp_row(o->index, o->comp));
      break;
   case US_CONST:
      v = node(b, JIT_PARAM, JIT_NONE, JIT_NONE, JIT_NONE, 0, (o->index % US_CONSTS * 4u + o->comp) * 4);
      break;
   case US_LITERAL:
      v = num(b, o->value);
      break;
   case US_PRESUB:
      v = presub[o->comp];
      break;
   }
   if (o->mod & 2)
      v = v_abs(b, v);
   return o->mod & 1 ? two(b, JIT_XOR, v, imm(b, BITS_SIGN)) : v;
}

static bool
is_number(const struct us_operand *o, float value)
{
   return o->kind == US_LITERAL && o->value == value && !o->mod;
}

/* A number that is not 0. */
static bool
is_some(const struct us_operand *o)
{
   return o->kind == US_LITERAL && o->value != 0;
}

static bool
is_zero(const struct us_operand *o)
{
   return o->kind == US_LITERAL && o->value == 0;
}

/* A literal zero with a minus, which added to what arithmetic has made leaves it alone. */
static bool
is_minus_zero(const struct us_operand *o)
{
   return o->kind == US_LITERAL && o->value == 0 && !signbit(o->value) && o->mod & 1;
}

/* x * y of operands \p a and \p b. Short floats are finite, so that 0 times anything is a zero, and cut() leaves no zero's sign. */
static int
product(struct us_build *w, const struct us_operand *a, const struct us_operand *b, int x, int y)
{
   struct jit_block *n = &w->w.block;
   const bool zero_wins = w->p->zero_times && !w->p->float24;
   if (is_number(b, 1) || is_number(a, 1)) { /* without denormals, and -0 if 0 wins */
      const int one_of = is_number(b, 1) ? x : y;
      return zero_wins ? two(n, JIT_ADD, one_of, num(n, 0)) : two(n, JIT_MUL, x, y);
   }
   const int p = two(n, JIT_MUL, x, y);
   if (!zero_wins || (is_some(a) && is_some(b)))
      return p;
   const int some_x = is_some(a) ? JIT_NONE : cmp(n, JIT_NE, x, num(n, 0)),
             some_y = is_some(b) ? JIT_NONE : cmp(n, JIT_NE, y, num(n, 0));
   if (some_x != JIT_NONE && some_y != JIT_NONE)
      return keep(n, two(n, JIT_MAND, some_x, some_y), p);
   return keep(n, some_x != JIT_NONE ? some_x : some_y, p);
}

/* x * y + z of operands of a component. */
static int
product_and_sum(struct us_build *w, const struct us_operand *a, const struct us_operand *b,
                const struct us_operand *c, const int presub[4])
{
   struct jit_block *n = &w->w.block;
   const bool cuts = w->p->float24; /* that leaves neither denormals nor -0 */
   const bool adds_zero = cuts ? is_zero(c) : is_number(c, 0);
   if (is_minus_zero(c) && !cuts)
      return product(w, a, b, operand(w, a, presub), operand(w, b, presub));
   if (is_number(b, 1) || is_number(a, 1)) {
      /* what is added takes denormals away; it takes a zero's sign away unless it is one itself or may be */
      const int x = operand(w, is_number(b, 1) ? a : b, presub);
      const bool as_it_is = adds_zero || is_some(c) || !w->p->zero_times || cuts;
      if (cuts && adds_zero)
         return x;
      return two(n, JIT_ADD, as_it_is ? x : two(n, JIT_ADD, x, num(n, 0)),
                 adds_zero ? num(n, 0) : operand(w, c, presub));
   }
   const int x = operand(w, a, presub), y = operand(w, b, presub);
   if (cuts && adds_zero)
      return two(n, JIT_MUL, x, y);
   const bool no_sign = adds_zero && (is_some(a) || is_some(b));
   return two(n, JIT_ADD, no_sign ? two(n, JIT_MUL, x, y) : product(w, a, b, x, y), operand(w, c, presub));
}

static void
put_presub(struct us_build *w, const struct us_alu *a, int presub[4])
{
   struct jit_block *b = &w->w.block;
   unsigned read = 0;
   for (unsigned k = 0; k < 4; k++) {
      const struct us_operand *const of[] = {&a->a[k], &a->b[k], &a->c[k]};
      for (unsigned n = 0; n < ARRAY_SIZE(of); n++)
         read |= of[n]->kind == US_PRESUB ? 1u << of[n]->comp : 0;
   }
   for (unsigned k = 0; k < 4; k++) {
      if (!(read >> k & 1))
         continue;
      const int x = operand(w, &a->pre[0][k], NULL);
      const unsigned op = a->pre_op[k == 3];
      if (op == 0)
         presub[k] = two(b, JIT_SUB, num(b, 1), two(b, JIT_ADD, x, x));
      else if (op == 3)
         presub[k] = two(b, JIT_SUB, num(b, 1), x);
      else
         presub[k] = two(b, op == 1 ? JIT_SUB : JIT_ADD, operand(w, &a->pre[1][k], NULL), x);
   }
}

static int
dot(struct us_build *w, const struct us_alu *a, const int presub[4])
{
   const unsigned terms = a->op[0] == US_DP4 ? 4 : a->op[0] == US_D2A ? 2 : 3;
   int sum = JIT_NONE;
   for (unsigned k = 0; k < terms; k++) {
      const int p =
         product(w, &a->a[k], &a->b[k], operand(w, &a->a[k], presub), operand(w, &a->b[k], presub));
      sum = k ? two(&w->w.block, JIT_ADD, sum, p) : p;
   }
   return terms == 2 ? two(&w->w.block, JIT_ADD, sum, operand(w, &a->c[2], presub)) : sum;
}

/* Of CND and CMP by a number: the operand that the result is. NULL: lanes differ. */
static const struct us_operand *
chosen(const struct us_alu *a, unsigned k)
{
   const struct us_operand *z = &a->c[k];
   const enum us_op op = a->op[k == 3];
   if ((op != US_CND && op != US_CMP) || z->kind != US_LITERAL)
      return NULL;
   const float size = z->mod & 2 ? fabsf(z->value) : z->value, v = z->mod & 1 ? -size : size;
   return (op == US_CND ? v > 0.5f : v >= 0) ? &a->a[k] : &a->b[k];
}

static int
component(struct us_build *w, const struct us_alu *a, unsigned k, const int presub[4])
{
   struct jit_block *b = &w->w.block;
   const enum us_op op = a->op[k == 3];
   if (op == US_MAD)
      return product_and_sum(w, &a->a[k], &a->b[k], &a->c[k], presub);
   if (chosen(a, k))
      return operand(w, chosen(a, k), presub);
   const int x = operand(w, &a->a[k], presub);
   if (op == US_RCP)
      return two(b, JIT_DIV, num(b, 1), x);
   if (op == US_RSQ)
      return two(b, JIT_DIV, num(b, 1), one(b, JIT_SQRT, x, 0));
   if (op == US_EX2)
      return jit_exp2(b, x);
   if (op == US_LN2)
      return jit_log2(b, x, BITS_INF | BITS_SIGN);
   if (op == US_SIN || op == US_COS)
      return op == US_SIN ? jit_sin_turns(b, x) : jit_cos_turns(b, x);
   if (op == US_FRC)
      return two(b, JIT_SUB, x, one(b, JIT_ROUND, x, JIT_FLOOR));
   const int y = operand(w, &a->b[k], presub);
   if (op == US_MIN || op == US_MAX)
      return two(b, op == US_MIN ? JIT_MIN : JIT_MAX, x, y);
   const int z = operand(w, &a->c[k], presub);
   assert(op == US_CND || op == US_CMP);
   return sel(b, op == US_CND ? cmp(b, JIT_GT, z, num(b, 0.5f)) : cmp(b, JIT_GE, z, num(b, 0)), x, y);
}

/* A short float, and no -0. */
static bool
is_short(const struct us_operand *o)
{
   return (o->kind == US_TEMP && !(o->mod & 1)) ||
          (o->kind == US_LITERAL && (!(o->mod & 1) || o->value != 0));
}

/* Results of short floats that need no cut, FRC but for the mantissa's length: of numbers that are 0 or at least 2^-62 it is such a
 * number below 1. */
enum cutting { CUT_ALL, CUT_MANTISSA, CUT_NOTHING };
static enum cutting
cutting_of(const struct us_alu *a, unsigned k)
{
   const struct us_operand *x = &a->a[k], *y = &a->b[k], *z = &a->c[k];
   switch ((enum us_op)a->op[k == 3]) {
   case US_FRC:
      return x->kind == US_TEMP ? CUT_MANTISSA : CUT_ALL;
   case US_MAD: /* moves */
      return is_zero(z) && ((is_number(y, 1) && is_short(x)) || (is_number(x, 1) && is_short(y)))
                ? CUT_NOTHING
                : CUT_ALL;
   case US_MIN:
   case US_MAX:
      return is_short(x) && is_short(y) ? CUT_NOTHING : CUT_ALL;
   case US_CND:
   case US_CMP:
      if (chosen(a, k))
         return is_short(chosen(a, k)) ? CUT_NOTHING : CUT_ALL;
      return is_short(x) && is_short(y) ? CUT_NOTHING : CUT_ALL;
   default:
      return CUT_ALL;
   }
}

static int
finish(struct us_build *w, const struct us_alu *a, unsigned k, int v)
{
   static const float factors[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f, 1};
   struct jit_block *b = &w->w.block;
   const unsigned unit = k == 3, omod = a->omod[unit];
   if (omod && omod != 7)
      v = two(b, JIT_MUL, v, num(b, factors[omod & 7]));
   const enum cutting how = !w->p->float24 ? CUT_NOTHING : omod && omod != 7 ? CUT_ALL : cutting_of(a, k);
   const bool clamps = a->clamp[unit] && omod != 7;
   if (how == CUT_ALL)
      return clamps ? us_cut_and_clamp(b, v) : us_cut(b, v);
   if (how == CUT_MANTISSA)
      v = two(b, JIT_AND, v, imm(b, 0x7fffff80));
   return clamps ? two(b, JIT_MIN, two(b, JIT_MAX, v, num(b, 0)), num(b, 1)) : v;
}

static bool
is_dot(enum us_op op)
{
   return op == US_DP3 || op == US_DP4 || op == US_D2A;
}

/* May the instruction leave alone lanes of a pass, or change others? */
bool
us_has_own_lanes(const struct us_inst *i)
{
   return i->pred_sel[0] || i->pred_sel[1] || i->write_inactive;
}

/* Operations that have a form in passes; what a unit makes that nobody wants does not count. */
bool
us_can_build(const struct us_inst *i, bool straight)
{
   const struct us_alu *a = &i->alu;
   if (i->type != US_ALU || us_has_own_lanes(i) || a->predicates || (!straight && us_is_relative(i)))
      return false;
   for (unsigned unit = 0; unit < 2; unit++) {
      const enum us_op op = a->op[unit];
      if (op == US_MDH || op == US_MDV)
         return false;
   }
   return true;
}

/* compare() of us/exec.c: of all lanes, whatever the pass changes. */
static void
put_result(struct us_build *w, const struct us_alu *a, int v)
{
   static const uint8_t how[4] = {
      [US_IF_EQUAL] = JIT_EQ, [US_IF_LESS] = JIT_LT, [US_IF_GEQUAL] = JIT_GE, [US_IF_NOTEQUAL] = JIT_NE};
   struct jit_block *b = &w->w.block;
   node(b, JIT_BITS, cmp(b, how[a->result_if & 3], v, num(b, 0)), JIT_NONE, JIT_NONE, 0,
        offsetof(struct us_ctx, alu_result));
   w->w.has_bits = true;
}

void
us_build_alu(struct us_build *w, const struct us_alu *a)
{
   unsigned need = a->write | a->output | (a->depth ? 8u : 0);
   int presub[4], r[4], sum = JIT_NONE;
   if (a->sets_result && !w->p->straight)
      need |= 1u << a->result_comp;
   const bool replicates = a->op[0] == US_SOP && need & 7;
   if (a->presub)
      put_presub(w, a, presub);
   if (is_dot(a->op[0]))
      sum = dot(w, a, presub);
   for (unsigned n = 0; n < 4; n++) {
      const unsigned k = (n + 3) % 4; /* alpha first: the colour unit may take what it makes */
      if (!(need >> k & 1) && !(k == 3 && replicates))
         continue;
      const enum us_op op = a->op[k == 3];
      r[k] = is_dot(op) || op == US_DP ? sum : op == US_SOP ? r[3] : component(w, a, k, presub);
   }
   for (unsigned k = 0; k < 4; k++)
      if (need >> k & 1)
         r[k] = finish(w, a, k, r[k]);
   for (unsigned k = 0; k < 4; k++) {
      if (a->write >> k & 1)
         r300_passes_write(&w->w, us_temp_row(a->dst[k == 3], k), r[k]);
      if (a->output >> k & 1)
         r300_passes_write(&w->w, (unsigned)ROW(color) + (a->target[k == 3] & 3u) * 4 + k, r[k]);
   }
   if (a->depth)
      r300_passes_write(&w->w, ROW(z), r[3]);
   if (a->sets_result && !w->p->straight)
      put_result(w, a, r[a->result_comp]);
}
