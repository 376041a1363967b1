/* SPDX-License-Identifier: MIT
 *
 * What one instruction can read: each operand one register with any order of its components, negated as a whole or not; one operand a constant, which is the first
 * or, where the opcode has another form, another one; all inputs the same.
 */
#include "compiler/pica200/vertex/code.h"

static bool
add_number(struct vs_pack *p, uint32_t bits)
{
   for (unsigned i = 0; i < p->num_numbers; i++)
      if (p->number[i] == bits)
         return true;
   if (p->num_numbers == 4)
      return false;
   p->number[p->num_numbers++] = bits;
   return true;
}

static bool
add_source(const struct vs_ctx *c, struct vs_pack *p, struct vs_operand *o, const struct vs_src *s)
{
   if (s->value == VS_NONE) {
      o->numbers = true;
      return !o->reads && add_number(p, s->imm);
   }
   const struct vs_value *v = &c->values[s->value];
   if (o->numbers ||
       (o->reads && (o->file != v->file || o->index != v->index || o->rel != v->rel || o->neg != s->neg)))
      return false;
   *o = (struct vs_operand){.reads = true, .neg = s->neg, .file = v->file, .index = v->index, .rel = v->rel};
   return true;
}

/** At most one constant, which the instruction has a place for; at most one input. */
static bool
ports(const struct vs_ctx *c, struct vs_pack *p)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   unsigned input = 3;
   p->wide = p->num_operands;
   for (unsigned k = 0; k < p->num_operands; k++) {
      const struct vs_operand *o = &p->operand[k];
      if (o->numbers || (o->reads && o->file == VS_FILE_CONST)) {
         if (p->wide != p->num_operands)
            return false;
         p->wide = k;
      }
      if (o->reads && o->file == VS_FILE_INPUT) {
         if (input < 3 && p->operand[input].index != o->index)
            return false;
         input = k;
      }
   }
   return p->wide != 1 || !first->ordered;
}

bool
pica_vs_fits(const struct vs_ctx *c, struct vs_pack *p)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   const bool dot = pica_vs_is_dot(first->code);
   p->num_numbers = 0;
   p->num_operands = dot ? 2 : first->nsrc;
   for (unsigned k = 0; k < p->num_operands; k++) {
      p->operand[k] = (struct vs_operand){.rel = VS_NONE};
      const unsigned terms = dot ? pica_vs_dot_terms(first, k) : p->n;
      for (unsigned i = 0; i < terms; i++) {
         const struct vs_op *op = &c->ops[p->op[dot ? 0 : i]];
         if (!add_source(c, p, &p->operand[k], &op->src[dot ? 4 * k + i : k]))
            return false;
      }
   }
   return ports(c, p);
}
