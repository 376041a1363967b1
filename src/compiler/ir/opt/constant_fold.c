/* SPDX-License-Identifier: MIT
 *
 * ALU instructions whose operands are all constants become MOVs of the result; dynamic indices that are
 * constants become static ones. Those out of range are undefined in GLSL (ES 1.00 §5.7): they are clamped to
 * the last element.
 */
#include "compiler/ir/core/util.h"

#include <stdlib.h>

#include "util/u_math.h"

/** A constant index, in the form that the shader has ints in. */
static int64_t
element(const struct ir_shader *s, uint32_t bits)
{
   if (!s->float_ints)
      return (int32_t)bits;
   const float f = uif(bits), most = 1 << 20; /* more elements than anything has */
   return f != f ? 0 : (int64_t)CLAMP(f, -most, most);
}

static bool
fold_index(const struct ir_shader *s, struct ir_instr *in)
{
   uint32_t v;
   if (!in->indirect || !ir_is_imm(&in->src[in->nsrc - 1], &v))
      return false;
   const int64_t len = in->var                   ? (int64_t)in->var->len
                       : in->op == IR_LOAD_BLOCK ? 4096
                                                 : (int64_t)s->num_uniform_slots;
   in->index = (int32_t)CLAMP(in->index + element(s, v), 0, len - 1);
   in->indirect = false;
   in->nsrc--;
   return true;
}

struct fold {
   struct ir_shader *s;
   bool *known; /* per value: a constant, which is in bits */
   uint32_t *bits;
   bool progress;
};

/** An operand whose value was folded already: chains of operations fold in one walk. */
static void
use_constant(struct fold *f, struct ir_src *s)
{
   if (s->kind != IR_SRC_SSA || !f->known[s->bits])
      return;
   s->bits = f->bits[s->bits];
   s->kind = IR_SRC_IMM;
   f->progress = true;
}

static void
fold_instr(struct fold *f, struct ir_instr *in)
{
   const struct ir_op_info *info = &ir_op_infos[in->op];
   uint32_t bits[3], r;
   for (unsigned i = 0; i < in->nsrc; i++)
      use_constant(f, &in->src[i]);
   f->progress |= fold_index(f->s, in);
   if (info->nsrc < 1 || info->nsrc > 3 || info->ndst != 1 || in->op == IR_TEX)
      return;
   const bool plain = in->op == IR_MOV && !in->sat && !in->src[0].neg && !in->src[0].abs;
   unsigned k;
   for (k = 0; k < in->nsrc && ir_is_imm(&in->src[k], &bits[k]); k++)
      ;
   if (k < in->nsrc || !ir_eval_alu((enum ir_op)in->op, in->sat, bits, &r))
      return;
   f->known[in->dst] = true;
   f->bits[in->dst] = r;
   if (plain)
      return;
   in->op = IR_MOV;
   in->nsrc = 1;
   in->sat = false;
   in->src[0] = ir_imm(r);
   f->progress = true;
}

bool
ir_opt_constant_fold(struct ir_shader *s)
{
   struct fold f = {.s = s};
   f.known = calloc(s->num_values + 1, sizeof *f.known);
   f.bits = malloc((s->num_values + 1) * sizeof *f.bits);
   if (f.known && f.bits) {
      for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
         if (n->kind == IR_NODE_IF)
            use_constant(&f, &n->cond);
         for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
            fold_instr(&f, n->block->instrs.data[i]);
      }
   } else {
      s->arena.out_of_memory = true;
   }
   free(f.known);
   free(f.bits);
   return f.progress;
}
