/* SPDX-License-Identifier: MIT
 *
 * Signs, so that operations on vectors stay alike: an operand of several lanes has one sign. Signs of factors come
 * together at the first factor, and a value that is read negated everywhere is computed so.
 */
#include "compiler/r300/code.h"

/** The sign of a product stands at its first factor. */
static void
move_sign(struct r300_src *a, struct r300_src *b)
{
   a->neg ^= b->neg;
   b->neg = false;
   if (a->value == R300_NONE && !a->imm)
      a->neg = false;
}

static void
unite(struct r300_op *op)
{
   if (op->code == R300_OP_MUL || op->code == R300_OP_MAD)
      move_sign(&op->src[0], &op->src[1]);
   for (unsigned k = 0; op->code == R300_OP_DP4 && k < 4; k++)
      move_sign(&op->src[k], &op->src[4 + k]);
}

bool
r300_can_flip(const struct r300_op *op)
{
   return !op->sat && op->rel == R300_NONE && (op->code <= R300_OP_MAD || op->code == R300_OP_DP4);
}

void
r300_flip(struct r300_op *op)
{
   const bool product = op->code == R300_OP_MUL || op->code == R300_OP_MAD, dot = op->code == R300_OP_DP4;
   for (unsigned k = 0; k < op->nsrc; k++) {
      if ((product && k == 1) || (dot && k >= 4))
         continue;
      op->src[k].neg ^= op->src[k].value != R300_NONE || op->src[k].imm;
   }
}

/** Reads of the values: as they are, and negated; those of a magnitude are neither. */
static void
count_signs(const struct r300_ctx *c, uint32_t *plain, uint32_t *negated)
{
   for (uint32_t v = 0; v < c->num_values; v++)
      plain[v] = negated[v] = 0;
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      const struct r300_op *op = &c->ops[i];
      if (op->rel != R300_NONE)
         plain[op->rel]++;
      for (unsigned k = 0; k < op->nsrc; k++)
         if (op->src[k].value != R300_NONE && !op->src[k].abs)
            (op->src[k].neg ? negated : plain)[op->src[k].value]++;
   }
}

void
r300_unite_signs(struct r300_ctx *c)
{
   uint32_t *plain = u_arena_array(&c->arena, uint32_t, c->num_values + 1),
            *negated = u_arena_array(&c->arena, uint32_t, c->num_values + 1);
   for (unsigned round = 0; round < 4; round++) { /* a flip may make another pay; few do */
      for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
         unite(&c->ops[i]);
      count_signs(c, plain, negated);
      for (uint32_t v = 0; v < c->num_values; v++) {
         plain[v] = !plain[v] && negated[v] && c->values[v].def != R300_NONE && !c->values[v].carried &&
                    r300_can_flip(&c->ops[c->values[v].def]); /* from here on: it is flipped */
         if (plain[v])
            r300_flip(&c->ops[c->values[v].def]);
      }
      for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
         for (unsigned k = 0; k < c->ops[i].nsrc; k++) {
            struct r300_src *s = &c->ops[i].src[k];
            if (s->value != R300_NONE && plain[s->value])
               s->neg ^= !s->abs; /* one that was flipped itself may read it plainly by now */
         }
   }
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
      unite(&c->ops[i]);
}
