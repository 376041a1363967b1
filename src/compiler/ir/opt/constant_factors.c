/* SPDX-License-Identifier: MIT
 *
 * Constants of products and of sums in fragment shaders come together: (x * c) * d is x * (c d), (x * u) * d with a uniform u
 * is x * (u d), which the CPU computes, and (x + c) + d is x + (c + d). No rule of GLSL says in which order they are
 * applied, but rounding tells, so:
 *
 * Not in vertex shaders, where two that draw in the same place must meet to the bit, and not with an invariant output. Once
 * only, before the optimiser and also without it: what the optimiser finds to be constant plays no part, and a picture
 * without optimisation is the same. Not with numbers so large or small that the order may be meant, as in
 * x + 2^23 - 2^23, or that a product could leave the range of floats.
 */
#include "compiler/ir/opt/constant_factors.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

/** One of the first two operands of \p in, a product, is a product itself: its constant or uniform factor joins a constant
 * or uniform one of \p in, at least one of both a constant. */
static bool
join_factors(const struct factors *f, struct ir_builder *b, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src outer = in->src[k], x = in->src[1 - k];
      const struct ir_instr *m = ir_factors_def(f, &x);
      if (!m || m->op != IR_FMUL || ir_factors_uniform(f, &x))
         continue;
      if (f->uses[x.bits] != 1 && (m->src[0].abs || m->src[1].abs))
         continue; /* multiply-adds take the product itself, but not |y| */
      for (unsigned j = 0; j < 2; j++) {
         const struct ir_src inner = m->src[j];
         float p = 1, q = 1;
         const bool cp = ir_factors_factor(f, &outer, &p), cq = ir_factors_factor(f, &inner, &q);
         if ((!cp && !cq) || !(cp || ir_factors_uniform(f, &outer)) || !(cq || ir_factors_uniform(f, &inner)))
            continue;
         in->src[k] = cp && cq ? ir_immf(p * q) : ir_alu2(b, IR_FMUL, inner, outer);
         in->src[1 - k] = ir_factors_signed_like(m->src[1 - j], &x);
         return true;
      }
   }
   return false;
}

/** (y + c) + d, (a * b + c) + d */
static bool
join_terms(const struct factors *f, struct ir_builder *b, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src x = in->src[1 - k];
      const struct ir_instr *m = ir_factors_def(f, &x);
      float c, d;
      if (!m || (m->op != IR_FADD && m->op != IR_FMAD) || !ir_factors_term(f, &in->src[k], &d))
         continue;
      if (m->op == IR_FMAD && ir_factors_term(f, &m->src[2], &c)) {
         const struct ir_src sum = ir_immf(x.neg ? d - c : d + c);
         return ir_set_op(b->shader, in, IR_FMAD, 3,
                          (struct ir_src[]){ir_factors_signed_like(m->src[0], &x), m->src[1], sum});
      }
      for (unsigned j = 0; m->op == IR_FADD && j < 2; j++)
         if (ir_factors_term(f, &m->src[j], &c)) {
            in->src[k] = ir_immf(x.neg ? d - c : d + c);
            in->src[1 - k] = ir_factors_signed_like(m->src[1 - j], &x);
            return true;
         }
   }
   return false;
}

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   const struct factors *f = data;
   bool progress = false;
   if (in->op == IR_FMUL || in->op == IR_FMAD)
      progress = join_factors(f, b, in);
   else if (in->op == IR_FADD)
      progress = join_terms(f, b, in);
   return ir_factors_join_lines(f, b, in) || progress;
}

static void
note_constant(struct factors *f, const struct ir_instr *in)
{
   uint32_t bits[3];
   if (in->nsrc < 1 || in->nsrc > 3 || in->ndst != 1 || !ir_can_eval((enum ir_op)in->op) ||
       ir_is_elementary((enum ir_op)in->op))
      return;
   for (unsigned k = 0; k < in->nsrc; k++)
      if (!ir_factors_constant(f, &in->src[k], &bits[k]))
         return;
   f->constant[in->dst] = ir_eval_alu((enum ir_op)in->op, in->sat, bits, &f->bits[in->dst]);
}

bool
ir_opt_constant_factors(struct ir_shader *s)
{
   struct factors f = {.s = s};
   if (s->stage != IR_FRAGMENT || s->invariant || !ir_defs_init(&f.d, s))
      return false;
   bool progress = false;
   f.uniform = calloc(f.d.num + 1, sizeof *f.uniform);
   f.uses = calloc(f.d.num + 1, sizeof *f.uses);
   f.reader = calloc(f.d.num + 1, sizeof *f.reader);
   f.rough = calloc(f.d.num + 1, sizeof *f.rough);
   f.constant = calloc(f.d.num + 1, sizeof *f.constant);
   f.bits = calloc(f.d.num + 1, sizeof *f.bits);
   if (!f.uniform || !f.uses || !f.reader || !f.rough || !f.constant || !f.bits) {
      s->arena.out_of_memory = true;
      goto out;
   }
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         bool all = in->op == IR_LOAD_UNIFORM ? !in->indirect : ir_can_eval((enum ir_op)in->op);
         for (unsigned k = 0; k < in->nsrc; k++) {
            if (in->src[k].kind != IR_SRC_SSA)
               continue;
            all &= f.uniform[in->src[k].bits];
            f.uses[in->src[k].bits]++;
            f.reader[in->src[k].bits] = in;
         }
         for (unsigned k = 0; k < in->ndst; k++)
            f.uniform[in->dst + k] = all;
         note_constant(&f, in);
         for (unsigned k = 0; k < in->ndst; k++)
            f.rough[in->dst + k] = ir_makes_rough(s, f.rough, in);
      }
   progress = ir_rewrite_instrs(s, rewrite, &f);
out:
   free(f.uniform);
   free(f.uses);
   free(f.reader);
   free(f.rough);
   free(f.constant);
   free(f.bits);
   ir_defs_fini(&f.d);
   return progress;
}
