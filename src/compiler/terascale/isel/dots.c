/* SPDX-License-Identifier: MIT
 *
 * Dot products: DOT4 takes all four vector units at once, a chain of MUL and MULADD as many units as there are products,
 * one after another. Both give the same bits. The chain is the better choice where units are short, DOT4 where a result
 * is waited for.
 */
#include "compiler/terascale/isel/isel.h"

#include <assert.h>

#include "util/u_math.h"

static bool
is_zero(const struct vliw_src *a)
{
   return a->kind == VLIW_SRC_IMM && !(a->v & 0x7fffffff);
}

/** How many groups a block would fill at least by its operations, and by its longest chain of operations. */
struct bounds {
   uint32_t units, depth;
};

static struct bounds
bounds_of(const struct vliw_isel *s, const struct ir_block *b)
{
   struct bounds r = {0};
   for (size_t i = 0; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      if (!in->ndst)
         continue;
      const bool alu = ir_op_infos[in->op].ndst == 1 && in->op != IR_PHI && in->op != IR_MOV;
      const bool angle = in->op == IR_FSIN || in->op == IR_FCOS;
      uint32_t level = 0;
      for (unsigned k = 0; k < in->nsrc; k++)
         if (in->src[k].kind == IR_SRC_SSA && s->value_block[in->src[k].bits] == b)
            level = MAX2(level, s->level[in->src[k].bits]);
      level += alu ? (angle ? 2 : 1) : 0;
      r.units += alu ? (in->op == IR_FDOT4 ? 4 : angle ? 2 : 1) : 0;
      r.depth = MAX2(r.depth, level);
      for (unsigned k = 0; k < in->ndst; k++) {
         s->value_block[in->dst + k] = b;
         s->level[in->dst + k] = level;
      }
   }
   return r;
}

void
vliw_isel_choose_dots(struct vliw_isel *s, const struct ir_block *b)
{
   const enum vliw_dots plan = s->c->plan.dots;
   if (plan != VLIW_DOTS_BY_BLOCK) {
      s->dots = plan == VLIW_DOTS_WHOLE ? 0 : plan == VLIW_DOTS_CHAIN_2 ? 2 : 3;
   } else if (s->level) {
      const unsigned width = s->c->t.num_slots;
      const struct bounds r = bounds_of(s, b);
      s->dots = r.units <= width * r.depth ? 0 : width == 4 ? 3 : 2;
   }
}

/** The pairs of a dot product that are not zero by a constant, those that are added first first; their number. */
static unsigned
live_pairs(const struct vliw_src *src, unsigned *pairs)
{
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++)
      if (!is_zero(&src[k]) && !is_zero(&src[4 + k]))
         pairs[n++] = k;
   if (n == 3 && pairs[1] > 1) { /* a + (c + d) */
      unsigned alone = pairs[0];
      pairs[0] = pairs[1];
      pairs[1] = pairs[2];
      pairs[2] = alone;
   }
   return n;
}

struct vliw_op *
vliw_isel_dot(struct vliw_isel *s, const struct vliw_src *src)
{
   struct vliw_ctx *c = s->c;
   unsigned pairs[4], n = live_pairs(src, pairs);
   bool split = n >= 2 && n <= s->dots;
   c->out->has_short_dots |= n == 2 || n == 3;
   for (unsigned k = 1; k < n && split; k++) /* MULADD takes no abs modifiers */
      split = !src[pairs[k]].abs && !src[4 + pairs[k]].abs;
   if (split) {
      struct vliw_src sum = vliw_alu2(s, DB_ALU_MUL_IEEE, src[pairs[0]], src[4 + pairs[0]]);
      struct vliw_op *op = NULL;
      for (unsigned k = 1; k < n; k++) {
         op = vliw_isel_op(s, DB_ALU_MULADD_IEEE, 3,
                           (struct vliw_src[]){src[pairs[k]], src[4 + pairs[k]], sum});
         sum = vliw_src_reg(op->dst[0]);
      }
      return op;
   }
   struct vliw_op *op = vliw_op_new(c, VLIW_OP_ALU, DB_ALU_DOT4_IEEE);
   op->nslots = 4;
   op->nsrc = 2;
   for (unsigned k = 0; k < 4; k++) {
      op->src[2 * k] = src[k];
      op->src[2 * k + 1] = src[4 + k];
   }
   op->dst[0] = vliw_reg_new(c);
   vliw_op_append(c, s->cur, op);
   return op;
}
