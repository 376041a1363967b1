/* SPDX-License-Identifier: MIT
 *
 * Multiplications by 2, 4 and 1/2 become the output modifier (ALU_WORD1_OP2.OMOD) of the operation whose
 * result they alone read. Powers of two are exact, so the value stays the same. Reductions are left alone:
 * they have one result and four modifiers.
 */
#include "compiler/terascale/passes.h"

#include <assert.h>

#include "util/u_math.h"

/** OMOD for a factor, 0 = none. */
static uint8_t
omod_of(const struct vliw_src *s)
{
   if (s->kind != VLIW_SRC_IMM || s->neg || s->abs)
      return 0;
   return s->v == 0x40000000 ? 1 : s->v == 0x40800000 ? 2 : s->v == 0x3f000000 ? 3 : 0;
}

static bool
takes_omod(const struct vliw_op *op)
{
   static const uint16_t ops[] = {
      DB_ALU_ADD,        DB_ALU_MUL_IEEE,       DB_ALU_MAX_DX10,  DB_ALU_MIN_DX10, DB_ALU_FRACT,
      DB_ALU_FLOOR,      DB_ALU_TRUNC,          DB_ALU_EXP_IEEE,  DB_ALU_LOG_IEEE, DB_ALU_SIN,
      DB_ALU_RECIP_IEEE, DB_ALU_RECIPSQRT_IEEE, DB_ALU_SQRT_IEEE, DB_ALU_COS,
   };
   if (op->kind != VLIW_OP_ALU || op->nslots != 1 || op->clamp || op->omod || op->pred || op->side_effect)
      return false;
   for (unsigned i = 0; i < ARRAY_SIZE(ops); i++)
      if (op->op == ops[i])
         return true;
   return false;
}

/** The register that \p op multiplies by such a factor, VLIW_NONE = it does not. */
static uint32_t
multiplied(const struct vliw_ctx *c, const struct vliw_op *op, uint8_t *omod)
{
   if (op->kind != VLIW_OP_ALU || op->op != DB_ALU_MUL_IEEE || op->nslots != 1 || op->omod ||
       op->ar != VLIW_NONE || op->dst[0] == VLIW_NONE || c->regs.data[op->dst[0]].is_mutable)
      return VLIW_NONE;
   for (unsigned j = 0; j < 2; j++) {
      const struct vliw_src *s = &op->src[!j];
      *omod = omod_of(&op->src[j]);
      if (*omod && s->kind == VLIW_SRC_REG && !s->neg && !s->abs && !c->regs.data[s->v].is_mutable &&
          c->regs.data[s->v].nreads == 1)
         return s->v;
   }
   return VLIW_NONE;
}

void
vliw_output_modifiers(struct vliw_ctx *c)
{
   struct vliw_op **def = calloc(c->regs.count + 1, sizeof *def); /* in the present block */
   if (!def) {
      vliw_out_of_memory(c);
      return;
   }
   for (size_t bi = 0; bi < c->blocks.count; bi++) {
      struct vliw_block *b = c->blocks.data[bi];
      size_t n = 0;
      for (size_t i = 0; i < b->ops.count; i++) {
         struct vliw_op *op = b->ops.data[i];
         uint8_t omod;
         uint32_t r = multiplied(c, op, &omod);
         struct vliw_op *d = r != VLIW_NONE ? def[r] : NULL;
         if (d && takes_omod(d)) {
            d->omod = omod;
            assert(omod && omod < 4 && i > 0);
            d->clamp = op->clamp;
            d->dst[0] = op->dst[0];
            def[d->dst[0]] = d;
            continue;
         }
         b->ops.data[n++] = op;
         if (op->kind == VLIW_OP_ALU && op->nslots == 1 && op->dst[0] != VLIW_NONE)
            def[op->dst[0]] = op;
      }
      b->ops.count = n;
      for (size_t i = 0; i < n; i++)
         if (b->ops.data[i]->dst[0] != VLIW_NONE)
            def[b->ops.data[i]->dst[0]] = NULL;
   }
   free(def);
}
