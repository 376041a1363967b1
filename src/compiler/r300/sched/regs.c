/* SPDX-License-Identifier: MIT
 *
 * Which components of the temporaries hold what, while instructions are written in order; and which operations are
 * ready for the next one.
 */
#include "compiler/r300/flow.h"

#include <assert.h>

static bool
reads_quad(const struct r300_op *op)
{
   return op->code == R300_OP_TEX || r300_is_derivative(op->code);
}

uint32_t
r300_max_temps(const struct r300_ctx *c)
{
   return c->ir->stage == IR_VERTEX ? c->chip->pvs_temps : c->chip->us_temps;
}

void
r300_sched_init(struct r300_ctx *c)
{
   r300_count_uses(c);
   c->alt_used = 0;
   const bool vertex = c->ir->stage == IR_VERTEX;
   c->num_regs = c->measure ? sizeof c->reg_used : r300_max_temps(c);
   if (r300_is_native(c) && c->num_regs > 32 && !c->wide && !c->measure)
      c->num_regs = 32; /* R400's others want a fifth word an instruction */
   for (uint32_t v = 0; v < c->num_values; v++) {
      const struct r300_value *o = &c->values[v];
      if (o->def != R300_NONE || o->file != R300_FILE_TEMP || !o->uses)
         continue;
      if (o->index >= c->num_regs)
         r300_no_temps(c);
      c->reg_used[o->index] |= (uint8_t)(1u << o->comp);
   }
   if (!vertex) /* the rasteriser writes whole registers */
      c->max_reg = c->out->num_inputs;
}

bool
r300_ready(const struct r300_ctx *c, const struct r300_op *op)
{
   for (unsigned k = 0; k < op->nsrc; k++)
      if (op->src[k].value != R300_NONE && !c->values[op->src[k].value].defined)
         return false;
   if (op->rel != R300_NONE && !c->values[op->rel].defined)
      return false;
   /* a killed pixel still helps its neighbours this way; a target is written when all is decided */
   if (r300_is_native(c)) /* lookups and kills are in order there: us/nodes.c */
      return op->out < 0 || c->node + 1 == c->num_nodes;
   if (op->code == R300_OP_KIL)
      return !c->quad_left;
   return c->ir->stage == IR_VERTEX || op->out < 0 || !c->kil_left;
}

void
r300_issue(struct r300_ctx *c, uint32_t op)
{
   uint32_t *link = &c->first;
   while (*link != op)
      link = &c->ops[*link].next;
   *link = c->ops[op].next;
   c->quad_left -= reads_quad(&c->ops[op]);
   c->kil_left -= c->ops[op].code == R300_OP_KIL;
   for (unsigned k = 0; k < 4; k++) {
      uint32_t v = c->ops[op].dst[k];
      if (v == R300_NONE)
         continue;
      c->values[v].defined = true;
      if (!c->values[v].uses && c->values[v].placed) /* a component of a lookup that nobody wants */
         c->reg_used[c->values[v].index] &= (uint8_t) ~(1u << c->values[v].comp);
   }
}

void
r300_release_value(struct r300_ctx *c, uint32_t value)
{
   if (value == R300_NONE)
      return;
   struct r300_value *v = &c->values[value];
   assert(v->uses && v->placed);
   if (--v->uses)
      return;
   if (v->file == R300_FILE_TEMP)
      c->reg_used[v->index] &= (uint8_t) ~(1u << v->comp);
   else if (v->file == R300_FILE_ALT)
      c->alt_used &= (uint8_t) ~(1u << v->comp);
}

void
r300_release(struct r300_ctx *c, const struct r300_op *op)
{
   for (unsigned k = 0; k < op->nsrc; k++)
      r300_release_value(c, op->src[k].value);
   r300_release_value(c, op->rel);
}

uint32_t
r300_find_reg(const struct r300_ctx *c, unsigned mask, unsigned n)
{
   uint32_t best = R300_NONE;
   unsigned least = 5;
   for (uint32_t r = 0; r < c->num_regs; r++) {
      unsigned free = (unsigned)__builtin_popcount(~(unsigned)c->reg_used[r] & mask);
      if (free >= n && free < least) {
         best = r;
         least = free;
      }
   }
   return best;
}

void
r300_place(struct r300_ctx *c, uint32_t value, uint32_t reg, unsigned comp)
{
   struct r300_value *v = &c->values[value];
   assert(!v->placed && reg < c->num_regs && !(c->reg_used[reg] >> comp & 1));
   v->file = R300_FILE_TEMP;
   v->index = (uint16_t)reg;
   v->comp = (uint8_t)comp;
   v->placed = true;
   c->reg_used[reg] |= (uint8_t)(1u << comp);
   if (reg >= c->max_reg)
      c->max_reg = reg + 1;
}

static void
reserve_fixed(struct r300_ctx *c, struct r300_group *g)
{
   unsigned mask = 0;
   for (unsigned k = 0; k < g->n; k++)
      mask |= 1u << g->comp[k];
   const uint32_t reg = r300_find_reg(c, mask, g->n);
   if (reg == R300_NONE)
      r300_no_temps(c);
   for (unsigned k = 0; k < g->n; k++)
      r300_place(c, g->member[k], reg, g->comp[k]);
   g->reserved = true;
}

void
r300_reserve_group(struct r300_ctx *c, uint32_t value)
{
   if (value == R300_NONE || c->values[value].group == R300_NONE ||
       c->groups[c->values[value].group].reserved)
      return;
   struct r300_group *g = &c->groups[c->values[value].group];
   if (g->fixed) {
      reserve_fixed(c, g);
      return;
   }
   const bool lanes = c->ir->stage == IR_FRAGMENT;
   unsigned alpha = 0;
   for (unsigned k = 0; k < g->n && lanes; k++)
      alpha |= r300_is_scalar(c->ops[c->values[g->member[k]].def].code);
   uint32_t reg = R300_NONE;
   for (uint32_t r = 0; r < c->num_regs && reg == R300_NONE; r++) {
      unsigned free = ~(unsigned)c->reg_used[r] & 15;
      if ((unsigned)__builtin_popcount(free) >= g->n && (!alpha || free & 8))
         reg = r;
   }
   if (reg == R300_NONE)
      r300_no_temps(c);
   for (unsigned k = 0; k < g->n; k++) {
      bool scalar = lanes && r300_is_scalar(c->ops[c->values[g->member[k]].def].code);
      unsigned comp = scalar ? 3 : 0;
      while (!scalar && ((c->reg_used[reg] >> comp & 1) || (comp == 3 && alpha)))
         comp++;
      if (comp >
          3) /* the one for the alpha unit was kept although the others do not suffice: it has n with it */
         r300_no_temps(c);
      r300_place(c, g->member[k], reg, comp);
   }
   g->reserved = true;
}

void
r300_no_temps(struct r300_ctx *c)
{
   c->short_of_temps = true;
   r300_fail(c, "more than %u temporaries; %s has %u", c->num_regs, c->chip->base.name, r300_max_temps(c));
}
