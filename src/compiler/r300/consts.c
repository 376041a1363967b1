/* SPDX-License-Identifier: MIT
 *
 * The constants of a shader: the uniforms that it reads, numbers that no swizzle has, what the driver knows.
 */
#include "compiler/r300/code.h"

static uint32_t
max_constants(const struct r300_ctx *c)
{
   return c->ir->stage == IR_VERTEX ? c->chip->pvs_constants : c->chip->us_constants;
}

void
r300_check_constants(struct r300_ctx *c)
{
   if (c->out->num_consts > max_constants(c))
      r300_fail(c, "%u vectors of constants in the %s shader; %s has %u", c->out->num_consts,
                c->ir->stage == IR_VERTEX ? "vertex" : "fragment", c->chip->base.name, max_constants(c));
}

static uint32_t
append(struct r300_ctx *c, enum r300_const_kind kind, uint32_t slot)
{
   struct r300_binary *b = c->out;
   if (b->num_consts == R300_MAX_CONSTS) /* fewer may be too many: r300_check_constants */
      r300_fail(c, "more than %u vectors of constants; %s has %u", R300_MAX_CONSTS, c->chip->base.name,
                max_constants(c));
   b->consts[b->num_consts] = (struct r300_const){.kind = (uint8_t)kind, .slot = (uint16_t)slot};
   return b->num_consts++;
}

uint32_t
r300_const_index(struct r300_ctx *c, enum r300_const_kind kind, uint32_t slot)
{
   for (uint32_t i = 0; i < c->out->num_consts; i++)
      if (c->out->consts[i].kind == kind && c->out->consts[i].slot == slot)
         return i;
   return append(c, kind, slot);
}

/** The component that has a number, or else the first free one; 4: neither. */
static unsigned
component_for(const struct r300_const *k, uint32_t bits)
{
   unsigned at = 4;
   for (unsigned i = 0; i < 4; i++) {
      if (!(k->slot >> i & 1))
         at = at == 4 ? i : at;
      else if (k->value[i] == bits)
         return i;
   }
   return at;
}

/** Puts the numbers into a vector as far as it has room; returns how many it then lacks. */
static unsigned
fit(struct r300_const *k, const uint32_t *bits, unsigned n, uint8_t *comp)
{
   unsigned lacks = 0;
   for (unsigned i = 0; i < n; i++) {
      const unsigned at = component_for(k, bits[i]);
      if (at == 4) {
         lacks++;
         continue;
      }
      k->value[at] = bits[i];
      k->slot |= (uint16_t)(1u << at);
      comp[i] = (uint8_t)at;
   }
   return lacks;
}

uint32_t
r300_const_numbers(struct r300_ctx *c, const uint32_t *bits, unsigned n, uint8_t *comp)
{
   struct r300_binary *b = c->out;
   for (uint32_t i = 0; i < b->num_consts; i++) {
      struct r300_const k = b->consts[i];
      if (k.kind == R300_CONST_IMMEDIATE && !fit(&k, bits, n, comp)) {
         b->consts[i] = k;
         return i;
      }
   }
   uint32_t i = append(c, R300_CONST_IMMEDIATE, 0);
   fit(&b->consts[i], bits, n, comp);
   return i;
}

uint32_t
r300_const_in_order(struct r300_ctx *c, const uint32_t *bits, uint32_t mask)
{
   struct r300_binary *b = c->out;
   uint32_t i = 0;
   for (; i < b->num_consts; i++) {
      const struct r300_const *k = &b->consts[i];
      bool same = k->kind == R300_CONST_IMMEDIATE;
      for (unsigned n = 0; n < 3; n++)
         same &= !(mask >> n & 1) || !(k->slot >> n & 1) || k->value[n] == bits[n];
      if (same)
         break;
   }
   if (i == b->num_consts)
      append(c, R300_CONST_IMMEDIATE, 0);
   for (unsigned n = 0; n < 3; n++)
      if (mask >> n & 1) {
         b->consts[i].value[n] = bits[n];
         b->consts[i].slot |= (uint16_t)(1u << n);
      }
   return i;
}
