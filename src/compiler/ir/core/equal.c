/* SPDX-License-Identifier: MIT
 *
 * When two instructions compute the same.
 */
#include "compiler/ir/core/util.h"

#include <string.h>

static uint32_t
mix(uint32_t h, uint32_t v)
{
   h = (h ^ v) * 0x9e3779b1u;
   return h ^ h >> 15;
}

uint32_t
ir_instr_hash(const struct ir_instr *in)
{
   uint32_t h = mix(in->op * 64u + in->nsrc, (uint32_t)in->index);
   h = mix(h, in->comp | in->sat << 3 | in->ndst << 4 | in->tex.sampler << 8 | in->tex.op << 16 |
                 in->tex.target << 20 | (uint32_t)in->buffer << 24);
   for (unsigned k = 0; k < in->nsrc; k++)
      h = mix(h, in->src[k].bits * 4 + in->src[k].kind + (in->src[k].neg ? 0x40000000u : 0) +
                    (in->src[k].abs ? 0x20000000u : 0));
   return h;
}

bool
ir_instr_equal(const struct ir_instr *a, const struct ir_instr *b)
{
   if (a->op != b->op || a->nsrc != b->nsrc || a->ndst != b->ndst || a->sat != b->sat || a->comp != b->comp ||
       a->index != b->index || a->indirect != b->indirect || a->buffer != b->buffer ||
       memcmp(&a->tex, &b->tex, sizeof a->tex))
      return false;
   for (unsigned k = 0; k < a->nsrc; k++)
      if (!ir_src_equal(&a->src[k], &b->src[k]))
         return false;
   return true;
}

static uint64_t
src_key(const struct ir_src *s)
{
   return (uint64_t)s->kind << 40 | (uint64_t)s->bits << 4 | (unsigned)s->neg << 1 | (unsigned)s->abs;
}

void
ir_order_operands(struct ir_instr *in)
{
   if (!(ir_op_infos[in->op].flags & IR_C) || src_key(&in->src[0]) <= src_key(&in->src[1]))
      return;
   struct ir_src t = in->src[0];
   in->src[0] = in->src[1];
   in->src[1] = t;
}

bool
ir_is_shareable(const struct ir_instr *in)
{
   return in->ndst && in->op != IR_PHI && in->op != IR_LOAD_VAR && !(ir_op_infos[in->op].flags & IR_S);
}
