/* SPDX-License-Identifier: MIT
 *
 * What follows selection: operations that nobody reads go, results go straight to outputs, and the vertex engine's
 * operations read one constant and one input at most.
 */
#include "compiler/r300/flow.h"

#include <string.h>

void
r300_count_uses(struct r300_ctx *c)
{
   for (uint32_t v = 0; v < c->num_values; v++)
      c->values[v].uses = 0;
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      const struct r300_op *op = &c->ops[i];
      for (unsigned k = 0; k < op->nsrc; k++)
         if (op->src[k].value != R300_NONE)
            c->values[op->src[k].value].uses++;
      if (op->rel != R300_NONE)
         c->values[op->rel].uses++;
   }
}

static bool
is_dead(const struct r300_ctx *c, const struct r300_op *op)
{
   if (op->out >= 0 || op->also_out || op->code == R300_OP_KIL || r300_is_fence(op->code))
      return false;
   for (unsigned k = 0; k < 4; k++)
      if (op->dst[k] != R300_NONE && c->values[op->dst[k]].uses)
         return false;
   return true;
}

static void
unuse(struct r300_ctx *c, const struct r300_op *op)
{
   for (unsigned k = 0; k < op->nsrc; k++)
      if (op->src[k].value != R300_NONE)
         c->values[op->src[k].value].uses--;
   if (op->rel != R300_NONE)
      c->values[op->rel].uses--;
}

/** Takes dead operations out; backwards, so that those that they alone read die with them. */
void
r300_remove_dead(struct r300_ctx *c)
{
   uint32_t n = 0, *order = u_arena_array(&c->arena, uint32_t, c->num_ops + 1);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
      order[n++] = i;
   c->first = R300_NONE;
   for (uint32_t k = n; k-- > 0;) {
      struct r300_op *op = &c->ops[order[k]];
      if (is_dead(c, op)) {
         unuse(c, op);
         continue;
      }
      if (c->first == R300_NONE)
         c->last = order[k];
      op->next = c->first;
      c->first = order[k];
   }
}

/** The exponent of a power of two that results may be multiplied by. */
static bool
factor_of(const struct r300_src *s, int *exponent)
{
   const int e = (int)(s->imm >> 23) - 127;
   *exponent = e;
   return s->value == R300_NONE && !(s->imm & 0x7fffff) && e >= -3 && e <= 3;
}

/** A product of a value that nobody else reads with a factor goes: the operation that makes the value multiplies it. */
static void
fold_factor(struct r300_ctx *c, uint32_t i)
{
   struct r300_op *op = &c->ops[i];
   int exponent;
   if (op->code != R300_OP_MUL || op->sat || op->omod)
      return;
   const unsigned k = factor_of(&op->src[0], &exponent) ? 1 : 0;
   if (!factor_of(&op->src[1 - k], &exponent))
      return;
   const struct r300_src s = op->src[k];
   const bool neg = s.neg != op->src[1 - k].neg;
   const uint32_t def = s.value == R300_NONE || s.abs ? R300_NONE : c->values[s.value].def;
   if (def == R300_NONE || c->values[s.value].uses != 1)
      return;
   struct r300_op *d = &c->ops[def];
   const int sum = d->omod + exponent;
   const bool exact = d->code <= R300_OP_MAD || d->code == R300_OP_DP4 || r300_is_scalar(d->code);
   if (d->part != op->part || d->sat || d->rel != R300_NONE || !exact || sum < -3 || sum > 3 ||
       (neg && !r300_can_flip(d)))
      return;
   if (neg)
      r300_flip(d);
   d->omod = (int8_t)sum;
   d->dst[0] = op->dst[0];
   c->values[op->dst[0]].def = def;
   op->dst[0] = R300_NONE; /* dead */
   op->nsrc = 0;
}

void
r300_fold_factors(struct r300_ctx *c)
{
   r300_count_uses(c);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next)
      fold_factor(c, i);
   r300_count_uses(c);
   r300_remove_dead(c);
}

/** The store of a value that the pixel shader keeps as well repeats its operation: it takes the lane that a move would,
 * and has its operands before that has the value. */
static void
repeat(struct r300_ctx *c, struct r300_op *store, const struct r300_op *def)
{
   const struct r300_op was = *store;
   if (c->ir->stage != IR_FRAGMENT || r300_is_scalar(def->code) || def->code == R300_OP_DP4)
      return;
   *store = *def;
   store->next = was.next;
   store->out = was.out;
   store->out_comp = was.out_comp;
   store->dst[0] = R300_NONE;
   c->values[was.src[0].value].uses--;
   for (unsigned k = 0; k < store->nsrc; k++)
      if (store->src[k].value != R300_NONE)
         c->values[store->src[k].value].uses++;
}

/** May results go to targets when they are made? Not if a kill or a node has to come first. */
static bool
stores_early(const struct r300_ctx *c)
{
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      const struct r300_op *op = &c->ops[i];
      if (op->code == R300_OP_KIL)
         return false;
      for (unsigned k = 0; op->code == R300_OP_TEX && r300_is_native(c) && k < op->nsrc; k++)
         if (op->src[k].value != R300_NONE && c->values[op->src[k].value].def != R300_NONE)
            return false;
   }
   return c->ir->stage == IR_FRAGMENT;
}

/** A scalar's or dot product's result goes to all lanes at once. */
static bool
broadcast(struct r300_ctx *c, struct r300_op *store, struct r300_op *def)
{
   const bool scalar = r300_is_scalar(def->code);
   if ((!scalar && def->code != R300_OP_DP4) || def->sat || def->omod || def->out >= 0 ||
       store->out == R300_OUT_DEPTH || (def->also_out && def->also_target != store->out))
      return false;
   def->also_out |= (uint8_t)(1u << store->out_comp);
   def->also_target = (uint8_t)store->out;
   c->values[store->src[0].value].uses--;
   store->out = -1; /* dead */
   store->nsrc = 0;
   return true;
}

void
r300_direct_outputs(struct r300_ctx *c)
{
   r300_count_uses(c);
   r300_remove_dead(c);
   const bool early = stores_early(c);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      struct r300_op *op = &c->ops[i];
      const struct r300_src *s = &op->src[0];
      if (op->out < 0 || op->code != R300_OP_MOV || op->nsrc != 1 || op->sat || s->value == R300_NONE ||
          s->neg || s->abs)
         continue;
      const struct r300_value *v = &c->values[s->value];
      struct r300_op *def = v->def == R300_NONE ? NULL : &c->ops[v->def];
      if (!def || r300_stands_alone(def->code) || def->part != op->part)
         continue;
      if (early && broadcast(c, op, def))
         continue;
      if (v->uses != 1) {
         repeat(c, op, def);
         continue;
      }
      if (c->ir->stage == IR_FRAGMENT && op->out_comp < 3 && r300_is_scalar(def->code))
         continue; /* only the alpha unit computes that */
      def->out = op->out;
      def->out_comp = op->out_comp;
      def->dst[0] = R300_NONE;
      op->out = -1; /* dead */
   }
   r300_remove_dead(c);
}

void
r300_combine_kills(struct r300_ctx *c)
{
   uint32_t prev = R300_NONE, before = R300_NONE; /* the kill before, and what stands in front of it */
   for (uint32_t i = c->first, last = R300_NONE; i != R300_NONE; last = i, i = c->ops[i].next) {
      struct r300_op *op = &c->ops[i];
      if (op->code != R300_OP_KIL)
         continue;
      if (prev != R300_NONE && c->ops[prev].nsrc < 4) { /* which goes */
         for (unsigned k = 0; k < c->ops[prev].nsrc; k++)
            op->src[op->nsrc++] = c->ops[prev].src[k];
         if (before == R300_NONE)
            c->first = c->ops[prev].next;
         else
            c->ops[before].next = c->ops[prev].next;
         last = last == prev ? before : last;
      }
      prev = i;
      before = last;
   }
   for (uint32_t i = c->first; i != R300_NONE && r300_is_native(c); i = c->ops[i].next)
      while (c->ops[i].code == R300_OP_KIL && c->ops[i].nsrc < 4) /* all four components count */
         c->ops[i].src[c->ops[i].nsrc++] = c->ops[i].src[0];
}

/* ---- the vertex engine's ports ---- */

#define PORT_NONE    UINT32_MAX
#define PORT_NUMBERS (UINT32_MAX - 1) /* numbers share a constant if they are no more than four */

static uint32_t
const_port(const struct r300_ctx *c, const struct r300_src *s)
{
   if (s->value == R300_NONE)
      return r300_is_literal(s) ? PORT_NONE : PORT_NUMBERS;
   const struct r300_value *v = &c->values[s->value];
   return v->def == R300_NONE && v->file == R300_FILE_CONST ? v->index : PORT_NONE;
}

static uint32_t
input_port(const struct r300_ctx *c, const struct r300_src *s)
{
   const struct r300_value *v = s->value == R300_NONE ? NULL : &c->values[s->value];
   return v && v->def == R300_NONE && v->file == R300_FILE_INPUT ? v->index : PORT_NONE;
}

static void
use_copy(struct r300_ctx *c, uint32_t *prev, struct r300_src *s, uint32_t by)
{
   const struct r300_src plain = {.value = s->value, .imm = s->imm};
   uint32_t *known = NULL;
   if (s->value != R300_NONE) {
      known = &c->values[s->value].copy;
   } else {
      for (unsigned i = 0; i < c->num_number_copies && !known; i++)
         if (c->number_copies[i].imm == s->imm)
            known = &c->number_copies[i].value;
      if (!known && c->num_number_copies < R300_NUMBER_COPIES) {
         c->number_copies[c->num_number_copies] = (struct r300_src){.value = R300_NONE, .imm = s->imm};
         known = &c->number_copies[c->num_number_copies++].value;
      }
   }
   uint32_t copy = known ? *known : R300_NONE;
   if (copy == R300_NONE || !r300_may_reuse(c, c->values[copy].def, &c->ops[by])) {
      copy = r300_insert_copy(c, *prev, plain); /* values may have moved */
      *prev = *prev == R300_NONE ? c->first : c->ops[*prev].next;
      if (s->value != R300_NONE)
         c->values[s->value].copy = copy;
      else if (known)
         *known = copy;
   }
   s->value = copy;
   s->imm = 0;
}

/** Two different ones among the operands: the second is copied, or the first if it has a copy already. */
static bool
split(struct r300_ctx *c, uint32_t i, uint32_t *prev,
      uint32_t (*port)(const struct r300_ctx *, const struct r300_src *))
{
   struct r300_op op = c->ops[i];
   unsigned first = 8;
   for (unsigned k = 0; k < op.nsrc; k++) {
      if (port(c, &op.src[k]) == PORT_NONE)
         continue;
      if (first == 8) {
         first = k;
      } else if (port(c, &op.src[k]) != port(c, &op.src[first])) {
         bool copied = op.src[first].value != R300_NONE && c->values[op.src[first].value].copy != R300_NONE;
         unsigned which = copied ? first : k;
         struct r300_src s = op.src[which];
         use_copy(c, prev, &s, i);
         c->ops[i].src[which] = s;
         return true;
      }
   }
   return false;
}

void
r300_split_sources(struct r300_ctx *c)
{
   uint32_t prev = R300_NONE;
   for (uint32_t i = c->first; i != R300_NONE; prev = i, i = c->ops[i].next)
      if (c->ops[i].code != R300_OP_DP4)
         while (split(c, i, &prev, const_port) || split(c, i, &prev, input_port))
            ;
}
