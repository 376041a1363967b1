/* SPDX-License-Identifier: MIT
 *
 * What one instruction of R300's and R400's pixel shader can read: three registers for r, g, b and three for alpha.
 * An operand of the colour unit reads one register in one of a few orders (native.h), or one number for all lanes, so
 * that the lanes of its operations depend on where their operands stand.
 */
#include "compiler/r300/us/native.h"
#include "compiler/r300/us/us.h"

#include <string.h>

#define HALF 0x3f000000u
#define ONE  0x3f800000u

/* Different numbers for lanes want a constant in their order; the last ones are kept for those that share. */
#define SPARE_CONSTANTS 8

/** Numbers alone: 0, 0.5 and 1 if all are the same, else components of a constant. */
static bool
fill_numbers(const struct r300_src *s, unsigned n, uint32_t id, struct us_operand *o)
{
   bool same = true;
   for (unsigned i = 0; i < n; i++) {
      o->number[i] = s[i].imm | (uint32_t)(s[i].imm && s[i].neg != o->neg) << 31;
      same &= o->number[i] == o->number[0];
   }
   o->pattern = NATIVE_NONE;
   if (same && (!o->number[0] || o->number[0] == HALF || o->number[0] == ONE)) {
      o->swizzle[0] = !o->number[0] ? 4 : o->number[0] == HALF ? 5 : 6;
      return true;
   }
   o->rgb = o->alpha = US_KEY_NUMBERS | id;
   o->num_numbers = same ? 1 : n;
   o->ordered = !same;
   return true;
}

/** An operand of operations in lanes \p lane. */
static bool
fill_operand(const struct r300_ctx *c, const struct r300_src *s, const uint8_t *lane, unsigned n, uint32_t id,
             struct us_operand *o)
{
   unsigned at[4] = {0}, mask = 0, values = 0;
   memset(o, 0, sizeof *o);
   if (!us_common_sign(s, n, o))
      return false;
   for (unsigned i = 0; i < n; i++)
      values += s[i].value != R300_NONE;
   if (!values)
      return fill_numbers(s, n, id, o);
   for (unsigned i = 0; i < n; i++) {
      if (s[i].value == R300_NONE || !us_add_value(c, &s[i], o, i))
         return false;
      at[lane[i] & 3] = o->swizzle[i];
      mask |= 1u << (lane[i] & 3);
   }
   o->pattern = lane[0] == 3 ? NATIVE_NONE : (uint8_t)native_pattern(at, mask);
   return lane[0] == 3 || (o->presub ? o->pattern <= NATIVE_AAA : o->pattern != NATIVE_NONE);
}

static bool
fill_unit(const struct r300_ctx *c, struct us_unit *u, uint32_t first_id)
{
   const struct r300_op *first = &c->ops[u->op[0]];
   u->num_operands = us_is_mad(first->code) ? 3 : first->nsrc;
   for (unsigned k = 0; k < u->num_operands; k++) {
      struct r300_src s[3];
      for (unsigned i = 0; i < u->n; i++)
         s[i] = us_source(&c->ops[u->op[i]], k);
      if (!fill_operand(c, s, u->lane, u->n, first_id + k, &u->operand[k]))
         return false;
      if (u->operand[k].ordered && c->out->num_consts + SPARE_CONSTANTS > c->chip->us_constants)
         return false;
   }
   return true;
}

/** Is there a register for results in these lanes? */
static bool
has_room(const struct r300_ctx *c, const struct us_unit *u)
{
   const struct r300_op *first = &c->ops[u->op[0]];
   unsigned mask = 0;
   if (first->out >= 0 || c->values[first->dst[0]].group != R300_NONE)
      return true;
   for (unsigned i = 0; i < u->n; i++)
      mask |= 1u << u->lane[i];
   return r300_find_reg(c, mask, u->n) != R300_NONE;
}

/** The lane that an operation's first operand stands in, which is the natural one for its result. */
static unsigned
natural_lane(const struct r300_ctx *c, const struct r300_op *op, unsigned i)
{
   for (unsigned k = 0; k < op->nsrc; k++)
      if (op->src[k].value != R300_NONE && c->values[op->src[k].value].comp < 3)
         return c->values[op->src[k].value].comp;
   return i;
}

/** Lanes for operations \p i and the following; \p taken: those of the others. */
static bool
choose_lanes(const struct r300_ctx *c, struct us_unit *u, unsigned i, unsigned taken)
{
   if (i == u->n || i == sizeof u->lane) /* which is the most that there may be */
      return fill_unit(c, u, 0) && has_room(c, u);
   const struct r300_op *op = &c->ops[u->op[i]];
   const int forced = us_forced_lane(c, op);
   const unsigned natural = natural_lane(c, op, i);
   for (unsigned k = 0; k < 3; k++) {
      unsigned lane = (natural + k) % 3;
      if ((forced >= 0 && (unsigned)forced != lane) || taken >> lane & 1)
         continue;
      u->lane[i] = (uint8_t)lane;
      if (choose_lanes(c, u, i + 1, taken | 1u << lane))
         return true;
   }
   return false;
}

static bool
fill_dot(const struct r300_ctx *c, struct us_instr *in)
{
   static const uint8_t lanes[] = {0, 1, 2}, alpha = 3;
   const struct r300_op *op = &c->ops[in->rgb.op[0]];
   in->rgb.num_operands = 2;
   in->alpha.num_operands = in->dot4 ? 2 : in->alpha.num_operands;
   for (unsigned k = 0; k < 2; k++) {
      if (!fill_operand(c, &op->src[4 * k], lanes, in->dot2 ? 2 : 3, k, &in->rgb.operand[k]))
         return false;
      if (in->dot4 && !fill_operand(c, &op->src[4 * k + 3], &alpha, 1, 3 + k, &in->alpha.operand[k]))
         return false;
   }
   return true;
}

bool
us_fits_native(const struct r300_ctx *c, struct us_instr *in)
{
   in->alpha.num_operands = 0;
   in->alpha.lane[0] = 3;
   if (in->alpha.n && !fill_unit(c, &in->alpha, 3))
      return false;
   if (in->dot ? !fill_dot(c, in) : in->rgb.n && !choose_lanes(c, &in->rgb, 0, 0))
      return false;
   if (!in->rgb.n)
      in->rgb.num_operands = 0;
   return us_assign_sources(in);
}
