/* SPDX-License-Identifier: MIT
 *
 * Bools become 0.0 and 1.0, for targets whose comparisons answer so (SLT, SGE, ... of shader assembly). With them
 * "and" is a product, "or" the larger one, "not" the difference from 1. What reads a condition (CSEL, IF,
 * DISCARD_IF) asks for not zero in either form, of constants too, which are 0.0 and 1.0 as well: all bits set are no
 * number, and a comparison with zero says no of it. Where ints are floats as well it runs behind lower/ints.c.
 */
#include "compiler/ir/core/types.h"

#include <assert.h>
#include "compiler/ir/core/util.h"

struct bools {
   struct ir_shader *s;
   struct ir_types t;
};

static void
imm_to_float(struct ir_src *s)
{
   if (s->kind == IR_SRC_IMM)
      *s = ir_immf(s->bits ? 1.0f : 0.0f);
}

static void
imms_to_float(struct ir_instr *in, unsigned first, unsigned end)
{
   assert(first <= end && end <= in->nsrc);
   for (unsigned k = first; k < end; k++)
      imm_to_float(&in->src[k]);
}

static void
lower_logic(struct ir_shader *s, struct ir_instr *in, enum ir_op op)
{
   imms_to_float(in, 0, in->nsrc);
   if (op == IR_FADD) { /* not x = 1 - x */
      ir_set_op(s, in, IR_FADD, 2, (struct ir_src[]){ir_immf(1.0f), ir_neg(in->src[0])});
      return;
   }
   in->op = (uint8_t)op;
}

/** A bool that selects a number that is no bool. */
static bool
lower_mask(struct ir_shader *s, struct ir_instr *in)
{
   unsigned k = in->src[0].kind == IR_SRC_IMM ? 0 : 1;
   struct ir_src v = in->src[1 - k], yes = in->src[k];
   if (yes.kind != IR_SRC_IMM)
      return false;
   return ir_set_op(s, in, IR_CSEL, 3, (struct ir_src[]){v, yes, ir_imm(0)});
}

static void
lower_store(const struct bools *x, struct ir_instr *in)
{
   unsigned n = 0;
   for (unsigned k = 0; k < in->var->ncomp; k++)
      if (in->writemask >> k & 1) {
         if (ir_type_of_var(&x->t, in->var, k) == IR_TYPE_BOOL)
            imms_to_float(in, n, n + 1);
         n++;
      }
}

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   (void)b;
   static const struct {
      uint8_t compare, logic;
   } as[IR_OP_COUNT] = {
      [IR_FLT] = {IR_FSLT, 0      },
        [IR_FGE] = {IR_FSGE, 0      },
        [IR_FEQ] = {IR_FSEQ, 0      },
        [IR_FNE] = {IR_FSNE, 0      },
      [IR_IEQ] = {0,       IR_FSEQ},
        [IR_INE] = {0,       IR_FSNE},
        [IR_IAND] = {0,       IR_FMUL},
        [IR_IOR] = {0,       IR_FMAX},
      [IR_IXOR] = {0,       IR_FSNE},
        [IR_INOT] = {0,       IR_FADD},
   };
   const struct bools *x = data;
   const enum ir_op op = (enum ir_op)in->op;
   if (as[op].compare) {
      in->op = as[op].compare;
      return true;
   }
   if (as[op].logic) {
      bool equal = op == IR_IEQ || op == IR_INE;
      enum ir_type type = equal ? ir_type_compared(&x->t, in) : ir_type_of(&x->t, in->dst);
      if (op == IR_IAND && type != IR_TYPE_BOOL)
         return lower_mask(x->s, in);
      if (type != IR_TYPE_BOOL)
         return false;
      lower_logic(x->s, in, (enum ir_op)as[op].logic);
      return true;
   }
   if ((op == IR_MOV || op == IR_PHI || op == IR_CSEL) && ir_type_of(&x->t, in->dst) == IR_TYPE_BOOL)
      imms_to_float(in, op == IR_CSEL, in->nsrc);
   if (op == IR_CSEL || op == IR_DISCARD_IF)
      imm_to_float(&in->src[0]);
   if (op == IR_STORE_VAR)
      lower_store(x, in);
   return false;
}

bool
ir_lower_bools(struct ir_shader *s)
{
   struct bools x = {.s = s};
   if (s->float_bools || !ir_types_init(&x.t, s))
      return false;
   ir_rewrite_instrs(s, rewrite, &x);
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      if (n->kind == IR_NODE_IF)
         imm_to_float(&n->cond);
   ir_types_fini(&x.t);
   s->float_bools = true;
   return true;
}
