/* SPDX-License-Identifier: MIT
 *
 * From a decoded arithmetic instruction to nodes of a pass (emulator/jit/ir.h): the operations of us/exec.c in their order, so that
 * every bit is the interpreter's.
 */
#include "emulator/r300/us/jit_build.h"

#include <assert.h>
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

static int
product(struct us_build *w, int x, int y)
{
   struct jit_block *b = &w->w.block;
   const int p = two(b, JIT_MUL, x, y);
   if (!w->p->zero_times)
      return p;
   return keep(b, cmp(b, JIT_NE, y, num(b, 0)), keep(b, cmp(b, JIT_NE, x, num(b, 0)), p));
}

static void
put_presub(struct us_build *w, const struct us_alu *a, int presub[4])
{
   struct jit_block *b = &w->w.block;
   for (unsigned k = 0; k < 4; k++) {
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
   int sum = product(w, operand(w, &a->a[0], presub), operand(w, &a->b[0], presub));
   for (unsigned k = 1; k < terms; k++)
      sum = two(&w->w.block, JIT_ADD, sum,
                product(w, operand(w, &a->a[k], presub), operand(w, &a->b[k], presub)));
   return terms == 2 ? two(&w->w.block, JIT_ADD, sum, operand(w, &a->c[2], presub)) : sum;
}

static int
component(struct us_build *w, const struct us_alu *a, unsigned k, const int presub[4])
{
   struct jit_block *b = &w->w.block;
   const enum us_op op = a->op[k == 3];
   const int x = operand(w, &a->a[k], presub);
   if (op == US_RCP)
      return two(b, JIT_DIV, num(b, 1), x);
   if (op == US_RSQ)
      return two(b, JIT_DIV, num(b, 1), one(b, JIT_SQRT, x, 0));
   const int y = operand(w, &a->b[k], presub), z = operand(w, &a->c[k], presub);
   switch (op) {
   case US_MAD:
      return two(b, JIT_ADD, product(w, x, y), z);
   case US_MIN:
      return two(b, JIT_MIN, x, y);
   case US_MAX:
      return two(b, JIT_MAX, x, y);
   case US_CND:
      return sel(b, cmp(b, JIT_GT, z, num(b, 0.5f)), x, y);
   case US_CMP:
      return sel(b, cmp(b, JIT_GE, z, num(b, 0)), x, y);
   default:
      assert(op == US_FRC);
      return two(b, JIT_SUB, x, one(b, JIT_ROUND, x, JIT_FLOOR));
   }
}

/* Toward zero to 16 bits of mantissa: cut() of us/exec.c. */
static int
cut(struct us_build *w, int v)
{
   struct jit_block *b = &w->w.block;
   const int bits = two(b, JIT_AND, v, imm(b, 0x7fffff80));
   const int r = two(b, JIT_IMIN, imm(b, 0x5fffff80), bits);
   return keep(b, two(b, JIT_IGT, r, imm(b, (65u << 23) - 1)), two(b, JIT_OR, r, sign(b, v)));
}

static int
finish(struct us_build *w, const struct us_alu *a, unsigned k, int v)
{
   static const float factors[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f, 1};
   struct jit_block *b = &w->w.block;
   const unsigned unit = k == 3, omod = a->omod[unit];
   if (omod && omod != 7)
      v = two(b, JIT_MUL, v, num(b, factors[omod & 7]));
   if (w->p->float24)
      v = cut(w, v);
   if (a->clamp[unit] && omod != 7)
      v = two(b, JIT_MIN, two(b, JIT_MAX, v, num(b, 0)), num(b, 1));
   return v;
}

static bool
is_dot(enum us_op op)
{
   return op == US_DP3 || op == US_DP4 || op == US_D2A;
}

static bool
is_relative(const struct us_alu *a)
{
   const struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1]};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned k = 0; k < 4; k++)
         if (groups[g][k].relative)
            return true;
   return a->dst_relative[0] || a->dst_relative[1];
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
   if (i->type != US_ALU || us_has_own_lanes(i) || a->predicates ||
       (!straight && (a->sets_result || is_relative(a))))
      return false;
   for (unsigned unit = 0; unit < 2; unit++) {
      const enum us_op op = a->op[unit];
      if (op == US_MDH || op == US_MDV || op == US_EX2 || op == US_LN2 || op == US_SIN || op == US_COS)
         return false;
   }
   return true;
}

void
us_build_alu(struct us_build *w, const struct us_alu *a)
{
   unsigned need = a->write | a->output | (a->depth ? 8u : 0);
   int presub[4], r[4], sum = JIT_NONE;
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
}
