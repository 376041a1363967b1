/* SPDX-License-Identifier: MIT
 *
 * Operations made fewer, and made such that one instruction can do each: it reads one constant, and that by one of its operands, and one input.
 */
#include "compiler/pica200/vertex/code.h"

#include <string.h>

static uint32_t *
order_of(struct vs_ctx *c, uint32_t *n)
{
   uint32_t *order = u_arena_array(&c->arena, uint32_t, c->num_ops + 1);
   *n = 0;
   for (uint32_t i = c->first; i != VS_NONE; i = c->ops[i].next)
      order[(*n)++] = i;
   return order;
}

static void
count(struct vs_ctx *c, const struct vs_op *op, uint32_t by)
{
   for (unsigned k = 0; k < op->nsrc; k++) {
      const uint32_t v = op->src[k].value;
      if (v == VS_NONE)
         continue;
      c->values[v].uses += by;
      if (c->values[v].rel != VS_NONE)
         c->values[c->values[v].rel].uses += by;
   }
}

void
pica_vs_count_uses(struct vs_ctx *c)
{
   for (uint32_t v = 0; v < c->num_values; v++)
      c->values[v].uses = 0;
   for (uint32_t i = c->first; i != VS_NONE; i = c->ops[i].next)
      count(c, &c->ops[i], 1);
}

void
pica_vs_remove_dead(struct vs_ctx *c)
{
   pica_vs_count_uses(c);
   uint32_t n, *order = order_of(c, &n);
   c->first = c->last = VS_NONE;
   for (uint32_t k = n; k-- > 0;) {
      struct vs_op *op = &c->ops[order[k]];
      if (!pica_vs_is_fence(op->code) && op->out < 0 && (op->dst == VS_NONE || !c->values[op->dst].uses)) {
         count(c, op, UINT32_MAX);
         continue;
      }
      op->next = c->first;
      c->first = order[k];
      c->last = c->last == VS_NONE ? order[k] : c->last;
   }
}

/* ---- results where they are wanted ---- */

/** The operation that makes what a move moves, if nobody else reads or writes that. */
static struct vs_op *
only_source(struct vs_ctx *c, const struct vs_op *op)
{
   const struct vs_src *s = &op->src[0];
   if (op->code != VS_OP_MOV || op->nsrc != 1 || s->value == VS_NONE || s->neg)
      return NULL;
   const struct vs_value *v = &c->values[s->value];
   return v->def == VS_NONE || v->carried || v->uses != 1 ? NULL : &c->ops[v->def];
}

static void
drop(struct vs_op *op)
{
   op->nsrc = 0;
   op->out = -1;
   op->dst = VS_NONE;
}

static bool
touches(const struct vs_op *op, uint32_t value)
{
   bool does = op->dst == value;
   for (unsigned k = 0; k < op->nsrc; k++)
      does |= op->src[k].value == value;
   return does;
}

/** A phi is written by who makes what it reads, if nothing in between looks at what it was. */
static void
write_directly(struct vs_ctx *c, uint32_t i)
{
   struct vs_op *op = &c->ops[i], *def = only_source(c, op);
   if (!def || def->part != op->part || def->nest != op->nest || def->dst == VS_NONE)
      return;
   for (uint32_t k = def->next; k != i; k = c->ops[k].next)
      if (k == VS_NONE || touches(&c->ops[k], op->dst))
         return;
   def->dst = op->dst;
   if (c->values[op->dst].def == i)
      c->values[op->dst].def = (uint32_t)(def - c->ops);
   drop(op);
}

/** An output is written once, where every run comes by: in no branch and no loop. */
static void
store_directly(struct vs_ctx *c, uint32_t i, uint32_t prev)
{
   struct vs_op *op = &c->ops[i], *def = only_source(c, op);
   if (def && !def->nest && def->dst != VS_NONE) {
      def->out = op->out;
      def->out_comp = op->out_comp;
      def->dst = VS_NONE;
      drop(op);
      return;
   }
   const uint32_t v = op->src[0].value;
   if (op->code != VS_OP_MOV || v == VS_NONE || c->values[v].def == VS_NONE || c->values[v].carried ||
       prev == VS_NONE)
      return;
   def = &c->ops[c->values[v].def];
   if (def->nest || def->part == op->part)
      return;
   c->ops[prev].next = op->next; /* as soon as it is there: its register may be free then */
   if (c->last == i)
      c->last = prev;
   op->next = def->next;
   op->part = def->part;
   def->next = i;
}

/** Results that only outputs want are made for each component: that takes the instruction which a move would. */
static void
repeat_for_outputs(struct vs_ctx *c, const uint32_t *order, uint32_t n)
{
   uint32_t *stores =
      u_arena_array(&c->arena, uint32_t, c->num_values + 1); /* by value: outputs that want it */
   for (uint32_t k = 0; k < n; k++) {
      const struct vs_op *op = &c->ops[order[k]];
      if (op->out >= 0 && op->code == VS_OP_MOV && op->src[0].value != VS_NONE && !op->src[0].neg)
         stores[op->src[0].value]++;
   }
   for (uint32_t k = 0; k < n; k++) {
      struct vs_op *op = &c->ops[order[k]];
      const uint32_t v = op->src[0].value;
      if (op->out < 0 || op->code != VS_OP_MOV || v == VS_NONE || op->src[0].neg || stores[v] < 2)
         continue;
      const struct vs_value *value = &c->values[v];
      const struct vs_op *def = value->def == VS_NONE ? NULL : &c->ops[value->def];
      if (!def || value->carried || def->nest || def->part != op->part || def->dst != v ||
          stores[v] != value->uses)
         continue;
      const struct vs_op was = *op;
      *op = *def;
      op->next = was.next;
      op->dst = VS_NONE;
      op->out = was.out;
      op->out_comp = was.out_comp;
   }
}

void
pica_vs_direct(struct vs_ctx *c)
{
   pica_vs_remove_dead(c);
   uint32_t n, *order = order_of(c, &n);
   if (c->late_stores)
      repeat_for_outputs(c, order, n);
   pica_vs_count_uses(c);
   for (uint32_t k = 0, prev = VS_NONE; k < n; k++) {
      struct vs_op *op = &c->ops[order[k]];
      if (op->out >= 0)
         store_directly(c, order[k], prev);
      else if (op->dst != VS_NONE && c->values[op->dst].carried)
         write_directly(c, order[k]);
      if (prev == VS_NONE || c->ops[prev].next == order[k])
         prev = order[k];
   }
   pica_vs_remove_dead(c);
}

/* ---- ports ---- */

static bool
is_const(const struct vs_ctx *c, const struct vs_src *s)
{
   return s->value == VS_NONE || (c->values[s->value].placed && c->values[s->value].file == VS_FILE_CONST);
}

static bool
is_input(const struct vs_ctx *c, const struct vs_src *s)
{
   return s->value != VS_NONE && c->values[s->value].placed && c->values[s->value].file == VS_FILE_INPUT;
}

/** Where a copy of it is noted; NULL: nowhere. */
static uint32_t *
copy_of(struct vs_ctx *c, const struct vs_src *s)
{
   if (s->value != VS_NONE)
      return &c->values[s->value].copy;
   for (uint32_t i = 0; i < c->num_number_copies; i++)
      if (c->number_copy[i].imm == s->imm)
         return &c->number_copy[i].value;
   if (c->num_number_copies == VS_NUMBER_COPIES)
      return NULL;
   c->number_copy[c->num_number_copies] = (struct vs_src){.value = VS_NONE, .imm = s->imm};
   return &c->number_copy[c->num_number_copies++].value;
}

static bool
may_reuse(const struct vs_ctx *c, uint32_t copy, const struct vs_op *by)
{
   const struct vs_op *def = &c->ops[c->values[copy].def];
   return def->part == by->part || (c->share_copies && !def->nest);
}

/** Operand \p k of operation \p i becomes a copy of what it reads. */
static void
use_copy(struct vs_ctx *c, uint32_t i, unsigned k, uint32_t *prev)
{
   const struct vs_src s = c->ops[i].src[k], plain = {.value = s.value, .imm = s.imm};
   const uint32_t *noted = copy_of(c, &s);
   uint32_t copy = noted ? *noted : VS_NONE;
   if (copy == VS_NONE || !may_reuse(c, copy, &c->ops[i])) {
      copy = pica_vs_insert_copy(c, prev, plain, i); /* values may move */
      uint32_t *note = copy_of(c, &s);
      if (note)
         *note = copy;
   }
   c->ops[i].src[k] = (struct vs_src){.value = copy, .neg = s.neg};
}

/** Two constants: a product and a sum of their own rather than a copy that lives for long. */
static bool
part_mad(struct vs_ctx *c, uint32_t i, uint32_t *prev)
{
   const struct vs_op op = c->ops[i];
   if (op.code != VS_OP_MAD || c->share_copies || !is_const(c, &op.src[2]) ||
       (is_const(c, &op.src[0]) && is_const(c, &op.src[1])))
      return false;
   const uint32_t t = pica_vs_insert_copy(c, prev, op.src[0], i);
   struct vs_op *mul = &c->ops[c->values[t].def];
   mul->code = VS_OP_MUL;
   mul->nsrc = 2;
   mul->src[1] = op.src[1];
   struct vs_op *sum = &c->ops[i];
   sum->code = VS_OP_ADD;
   sum->nsrc = 2;
   sum->src[0] = (struct vs_src){.value = t};
   sum->src[1] = op.src[2];
   return true;
}

/** True: an operand of the operation was copied. */
static bool
split(struct vs_ctx *c, uint32_t i, uint32_t *prev)
{
   unsigned constant = 8, input = 8;
   const struct vs_op op = c->ops[i];
   if (op.ordered && is_const(c, &op.src[1])) {
      use_copy(c, i, 1, prev);
      return true;
   }
   for (unsigned k = 0; k < op.nsrc; k++) {
      const bool second_const = is_const(c, &op.src[k]) && constant < 8;
      const bool second_input = is_input(c, &op.src[k]) && input < 8 &&
                                c->values[op.src[k].value].index != c->values[op.src[input].value].index;
      if (second_const && part_mad(c, i, prev))
         return true;
      if (second_const || second_input) {
         const unsigned first = second_const ? constant : input;
         const uint32_t *noted = copy_of(c, &op.src[first]);
         const bool known = noted && *noted != VS_NONE && may_reuse(c, *noted, &op);
         use_copy(c, i, known ? first : k, prev);
         return true;
      }
      constant = is_const(c, &op.src[k]) ? k : constant;
      input = is_input(c, &op.src[k]) ? k : input;
   }
   return false;
}

void
pica_vs_split_sources(struct vs_ctx *c)
{
   uint32_t prev = VS_NONE;
   for (uint32_t i = c->first; i != VS_NONE; prev = i, i = c->ops[i].next)
      if (!pica_vs_is_dot(c->ops[i].code))
         while (split(c, i, &prev))
            ;
}
