/* SPDX-License-Identifier: MIT
 *
 * What one instruction of the vertex engine can read: each of three operands one register with any order of its
 * components, each negated or not; all of them together one constant and one input. The third one may be a second operation's.
 */
#include "compiler/r300/pvs/pvs.h"

static bool
add_number(struct pvs_pack *p, uint32_t bits)
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
add_source(const struct r300_ctx *c, struct pvs_pack *p, struct pvs_operand *o, const struct r300_src *s)
{
   if (r300_is_literal(s))
      return true;
   if (s->value == R300_NONE) {
      o->numbers = true;
      return !o->reads && add_number(p, s->imm);
   }
   const struct r300_value *v = &c->values[s->value];
   if (o->numbers || (o->reads && (o->file != v->file || o->index != v->index || o->abs != s->abs)))
      return false;
   *o = (struct pvs_operand){.reads = true, .abs = s->abs, .file = v->file, .index = v->index};
   return true;
}

static bool
one_of(const struct pvs_pack *p, unsigned file)
{
   unsigned n = 0;
   uint32_t index = 0;
   for (unsigned k = 0; k < 3; k++) {
      const struct pvs_operand *o = &p->operand[k];
      if (!o->reads || o->file != file)
         continue;
      if (n++ && o->index != index)
         return false;
      index = o->index;
   }
   return file != R300_FILE_CONST || !n || !p->num_numbers;
}

/* Whether the form of two clocks, which reads them, has a second operation is in no document. */
static bool
reads_three_temporaries(const struct pvs_pack *p)
{
   for (unsigned k = 0; k < 3; k++) {
      const struct pvs_operand *a = &p->operand[k], *b = &p->operand[(k + 1) % 3];
      if (!a->reads || a->file != R300_FILE_TEMP || (b->reads && b->file == a->file && b->index == a->index))
         return false;
   }
   return true;
}

bool
pvs_fits(const struct r300_ctx *c, struct pvs_pack *p)
{
   const struct r300_op *first = &c->ops[p->op[0]];
   p->num_numbers = 0;
   for (unsigned k = 0; k < 3; k++)
      p->operand[k] = (struct pvs_operand){.reads = false};
   if (first->rel != R300_NONE) {
      p->operand[0] = (struct pvs_operand){
         .reads = true, .rel = true, .file = R300_FILE_CONST, .index = (uint16_t)first->slot};
      p->num_operands = 1;
      for (unsigned i = 1; i < p->n; i++)
         if (c->ops[p->op[i]].rel != first->rel || c->ops[p->op[i]].slot != first->slot)
            return false;
      return p->second == R300_NONE;
   }
   const bool dot = first->code == R300_OP_DP4;
   p->num_operands = dot ? 2 : first->nsrc;
   for (unsigned k = 0; k < p->num_operands; k++) {
      for (unsigned i = 0; i < (dot ? 4 : p->n); i++) {
         const struct r300_op *op = &c->ops[p->op[dot ? 0 : i]];
         if (op->rel != R300_NONE || !add_source(c, p, &p->operand[k], &op->src[dot ? 4 * k + i : k]))
            return false;
      }
   }
   if (p->second != R300_NONE &&
       (p->num_operands > 2 || !add_source(c, p, &p->operand[2], &c->ops[p->second].src[0]) ||
        reads_three_temporaries(p)))
      return false;
   return one_of(p, R300_FILE_CONST) && one_of(p, R300_FILE_INPUT);
}
