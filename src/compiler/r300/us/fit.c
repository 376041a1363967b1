/* SPDX-License-Identifier: MIT
 *
 * What one instruction of R500's pixel shader can read (R300's: fit_native.c): three sources, each of a register for r, g, b
 * and of one for alpha. An operand takes one source and has one sign; it chooses components, 0, 0.5 or 1 for each of
 * its operations.
 */
#include "compiler/r300/us/us.h"

#include <assert.h>

#include <string.h>

#define HALF 0x3f000000u
#define ONE  0x3f800000u

/** The seven bits of a float that has three bits of mantissa and an exponent from -6 to 8. */
static bool
inline_code(uint32_t bits, uint32_t *code)
{
   int e = (int)(bits >> 23) - 127 + 7;
   *code = (uint32_t)e << 3 | (bits >> 20 & 7);
   return !(bits >> 31) && !(bits & 0xfffff) && e >= 1 && e <= 15;
}

static bool
add_number(struct us_operand *o, const struct r300_src *s, unsigned i)
{
   const bool opposite = s->neg != o->neg;
   if (!s->imm || (!opposite && (s->imm == HALF || s->imm == ONE))) {
      o->swizzle[i] = !s->imm ? 4 : s->imm == HALF ? 5 : 6;
      return true;
   }
   if (opposite && o->abs)
      return false;
   uint32_t bits = s->imm | (uint32_t)opposite << 31;
   unsigned k = 0;
   while (k < o->num_numbers && o->number[k] != bits)
      k++;
   if (k == o->num_numbers)
      o->number[o->num_numbers++] = bits;
   o->swizzle[i] = (uint8_t)(US_NUMBER | k);
   return true;
}

/** Numbers come from an address or from a constant of their own. */
static bool
place_numbers(struct us_operand *o, unsigned n, uint32_t id)
{
   uint32_t code;
   if (!o->num_numbers)
      return true;
   if (o->num_numbers == 1 && inline_code(o->number[0], &code) && (!o->alpha || !o->rgb)) {
      const bool alpha = !o->alpha;
      *(alpha ? &o->alpha : &o->rgb) = US_KEY_INLINE | code;
      for (unsigned i = 0; i < n; i++)
         if (o->swizzle[i] & US_NUMBER)
            o->swizzle[i] = alpha ? 3 : 0;
      o->num_numbers = 0;
      return true;
   }
   if (o->rgb || o->alpha)
      return false;
   o->rgb = o->alpha = US_KEY_NUMBERS | id;
   return true;
}

static bool
fill_operand(const struct r300_ctx *c, const struct r300_src *s, unsigned n, uint32_t id,
             struct us_operand *o)
{
   memset(o, 0, sizeof *o);
   if (!us_common_sign(s, n, o))
      return false;
   for (unsigned i = 0; i < n; i++) {
      if (s[i].value != R300_NONE ? !us_add_value(c, &s[i], o, i) : !add_number(o, &s[i], i))
         return false;
   }
   if (o->presub && o->num_numbers) /* it is all that the operand has */
      return false;
   return place_numbers(o, n, id);
}

static bool
fill_unit(const struct r300_ctx *c, struct us_unit *u, uint32_t first_id)
{
   u->num_operands = 0;
   if (!u->n)
      return true;
   const struct r300_op *first = &c->ops[u->op[0]];
   u->num_operands = us_is_mad(first->code) ? 3 : first->nsrc;
   assert(u->num_operands <= 3);
   for (unsigned k = 0; k < u->num_operands; k++) {
      struct r300_src s[3];
      for (unsigned i = 0; i < u->n; i++)
         s[i] = us_source(&c->ops[u->op[i]], k);
      if (!fill_operand(c, s, u->n, first_id + k, &u->operand[k]))
         return false;
   }
   return true;
}

/** Three terms in the colour unit, the fourth in the alpha unit. */
static bool
fill_dot(const struct r300_ctx *c, struct us_instr *in)
{
   const struct r300_op *op = &c->ops[in->rgb.op[0]];
   in->rgb.num_operands = 2;
   in->alpha.num_operands = in->dot4 ? 2 : in->alpha.num_operands;
   for (unsigned k = 0; k < 2; k++) {
      if (!fill_operand(c, &op->src[4 * k], 3, k, &in->rgb.operand[k]))
         return false;
      if (in->dot4 && !fill_operand(c, &op->src[4 * k + 3], 1, 3 + k, &in->alpha.operand[k]))
         return false;
   }
   return true;
}

bool
us_fits_r500(const struct r300_ctx *c, struct us_instr *in)
{
   if (!fill_unit(c, &in->alpha, 3) || !(in->dot ? fill_dot(c, in) : fill_unit(c, &in->rgb, 0)))
      return false;
   return us_assign_sources(in);
}
