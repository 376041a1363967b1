/* SPDX-License-Identifier: MIT
 *
 * Dot products term by term. The engines make one in an instruction if each of its two operands stands in one register; where
 * components of several vectors are computed side by side, what brings them there costs more than the products. Which dot
 * products are like that nobody asks: r300_compile tries.
 */
#include "compiler/r300/code.h"

static bool
is_zero(const struct r300_src *s)
{
   return s->value == R300_NONE && !s->imm;
}

/** The terms that are not 0; returns their number. */
static unsigned
terms_of(const struct r300_op *op, unsigned *term)
{
   unsigned n = 0;
   for (unsigned k = 0; k < 4; k++)
      if (!is_zero(&op->src[k]) && !is_zero(&op->src[4 + k]))
         term[n++] = k;
   return n;
}

static bool
is_square(const struct r300_op *op, const unsigned *term, unsigned n)
{
   for (unsigned k = 0; k < n; k++)
      if (op->src[term[k]].value == R300_NONE || op->src[term[k]].value != op->src[4 + term[k]].value)
         return false;
   return true;
}

/** All terms but the last become operations behind \p prev, of which it is the last one then. */
static void
part(struct r300_ctx *c, uint32_t i, uint32_t *prev)
{
   unsigned term[4];
   const unsigned n = terms_of(&c->ops[i], term);
   struct r300_src sum = {.value = R300_NONE};
   for (unsigned k = 0; k < n; k++) {
      const struct r300_src a = c->ops[i].src[term[k]], b = c->ops[i].src[4 + term[k]];
      uint32_t to = i, value = R300_NONE;
      if (k + 1 < n) {
         value = r300_insert_copy(c, *prev, a);
         *prev = to = c->values[value].def;
      }
      struct r300_op *op = &c->ops[to];
      op->code = k ? R300_OP_MAD : R300_OP_MUL;
      op->nsrc = k ? 3 : 2;
      if (to != i) { /* the last one's sources are still to be read */
         op->part = c->ops[i].part;
         op->depth = c->ops[i].depth;
         op->line = c->ops[i].line;
      }
      op->src[0] = a;
      op->src[1] = b;
      op->src[2] = sum;
      sum = (struct r300_src){.value = value};
   }
}

void
r300_part_dots(struct r300_ctx *c, bool squares)
{
   uint32_t prev = R300_NONE;
   for (uint32_t i = c->first; i != R300_NONE; prev = i, i = c->ops[i].next) {
      unsigned term[4];
      const struct r300_op *op = &c->ops[i];
      const unsigned n = op->code == R300_OP_DP4 ? terms_of(op, term) : 0;
      if (n && (!squares || is_square(op, term, n)))
         part(c, i, &prev);
   }
}
