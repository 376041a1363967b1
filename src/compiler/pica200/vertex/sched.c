/* SPDX-License-Identifier: MIT
 *
 * The scheduler. Instructions wait for nothing that is known, so that only their number counts: the first operation that is ready takes others of its kind with
 * it, as far as they read the same registers, and their results share a register.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>

/* ---- what is ready ---- */

static bool
is_carried(const struct vs_ctx *c, uint32_t value)
{
   return value != VS_NONE && c->values[value].carried;
}

/** Does an operation in front of \p op, in order of the program, have to be issued first because of what several write? */
static bool
must_wait(const struct vs_ctx *c, const struct vs_op *op)
{
   bool carried = is_carried(c, op->dst);
   for (unsigned k = 0; k < op->nsrc; k++)
      carried |= is_carried(c, op->src[k].value);
   for (uint32_t i = c->first; i != VS_NONE && carried; i = c->ops[i].next) {
      const struct vs_op *o = &c->ops[i];
      if (o->seq >= op->seq)
         continue;
      if (is_carried(c, o->dst)) {
         if (o->dst == op->dst)
            return true;
         for (unsigned k = 0; k < op->nsrc; k++)
            if (op->src[k].value == o->dst)
               return true;
      }
      if (is_carried(c, op->dst))
         for (unsigned k = 0; k < o->nsrc; k++)
            if (o->src[k].value == op->dst)
               return true;
   }
   return false;
}

static bool
is_ready(const struct vs_ctx *c, const struct vs_op *op)
{
   for (unsigned k = 0; k < op->nsrc; k++) {
      const struct vs_value *v = op->src[k].value == VS_NONE ? NULL : &c->values[op->src[k].value];
      if (v && (!v->defined || (v->rel != VS_NONE && !c->values[v->rel].defined)))
         return false;
   }
   return !must_wait(c, op);
}

/* ---- packs ---- */

/** Where a value will stand, as far as that is settled; UINT64_MAX: anywhere. */
static uint64_t
home(const struct vs_ctx *c, uint32_t value)
{
   const struct vs_value *v = &c->values[value];
   if (v->placed)
      return v->index;
   return v->group == VS_NONE ? UINT64_MAX : 1ull << 32 | v->group;
}

/** May their results go to one vector? */
static bool
same_target(const struct vs_ctx *c, const struct vs_pack *p, const struct vs_op *op)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   if (op->out != first->out || op->ordered != first->ordered)
      return false;
   if (op->out < 0)
      return home(c, op->dst) == home(c, first->dst);
   for (unsigned i = 0; i < p->n; i++)
      if (c->ops[p->op[i]].out_comp == op->out_comp)
         return false;
   return true;
}

static void
swap(struct vs_op *op)
{
   const struct vs_src t = op->src[0];
   op->src[0] = op->src[1];
   op->src[1] = t;
}

static void
flip(struct vs_op *op)
{
   op->src[0] = pica_vs_negate(op->src[0]);
   op->src[1] = pica_vs_negate(op->src[1]);
}

/** What stands alone gives the same result to several components. */
static bool
is_same(const struct vs_op *a, const struct vs_op *b)
{
   bool same = true;
   for (unsigned k = 0; k < a->nsrc; k++)
      same &= a->src[k].value == b->src[k].value && a->src[k].neg == b->src[k].neg &&
              (a->src[k].value != VS_NONE || a->src[k].imm == b->src[k].imm);
   return same;
}

/** Makes a move what the others are: a product with 1, or a sum with 0. */
static bool
same_code(const struct vs_op *first, struct vs_op *op)
{
   if (op->code == first->code)
      return !pica_vs_stands_alone(op->code) || is_same(first, op);
   if (op->code != VS_OP_MOV || (first->code != VS_OP_MUL && first->code != VS_OP_ADD))
      return false;
   op->code = first->code;
   op->nsrc = 2;
   op->src[1] = pica_vs_number(op->code == VS_OP_MUL ? 1 : 0);
   return true;
}

static bool
try_add(struct vs_ctx *c, struct vs_pack *p, uint32_t i)
{
   struct vs_op *op = &c->ops[i];
   const struct vs_op was = *op;
   if (!same_target(c, p, op) || !is_ready(c, op) || !same_code(&c->ops[p->op[0]], op))
      return false;
   p->op[p->n++] = i;
   const unsigned ways = (pica_vs_is_commutative(op) ? 2 : 1) * (pica_vs_is_product(op->code) ? 2 : 1);
   for (unsigned way = 0; way < ways; way++) {
      if (pica_vs_fits(c, p))
         return true;
      if (pica_vs_is_product(op->code) && !(way & 1))
         flip(op);
      else
         swap(op);
   }
   *op = was;
   p->n--;
   return false;
}

/** How many components at most can the results have? */
static unsigned
room(const struct vs_ctx *c)
{
   for (unsigned n = 4; n > 1; n--)
      if (pica_vs_find_reg(c, n) != VS_NONE)
         return n;
   return 1;
}

static void
fill(struct vs_ctx *c, struct vs_pack *p)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   const unsigned most = first->out < 0 && home(c, first->dst) == UINT64_MAX ? room(c) : 4;
   uint32_t seen = 0;
   for (uint32_t i = first->next; i != VS_NONE && p->n < most && seen < c->window; i = c->ops[i].next, seen++)
      try_add(c, p, i);
   for (uint32_t i = c->first; i != p->op[0] && p->n < most && c->late_stores; i = c->ops[i].next)
      try_add(c, p, i);
}

/** Places for the results; returns the register, VS_NONE for an output. */
static uint32_t
place(struct vs_ctx *c, struct vs_pack *p)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   if (first->out >= 0) {
      for (unsigned i = 0; i < p->n; i++)
         p->comp[i] = c->ops[p->op[i]].out_comp;
      return VS_NONE;
   }
   const bool free_place = !c->values[first->dst].placed;
   const uint32_t reg = free_place ? pica_vs_find_reg(c, p->n) : c->values[first->dst].index;
   if (reg == VS_NONE)
      pica_vs_no_temps(c);
   unsigned comp = 0;
   for (unsigned i = 0; i < p->n; i++) {
      const uint32_t v = c->ops[p->op[i]].dst;
      while (free_place && c->reg_used[reg] >> comp & 1)
         comp++;
      if (free_place)
         pica_vs_place(c, v, reg, comp);
      assert(c->values[v].index == reg);
      p->comp[i] = c->values[v].comp;
   }
   return reg;
}

/* ---- issue ---- */

static void
unlink_op(struct vs_ctx *c, uint32_t op)
{
   uint32_t *link = &c->first;
   while (*link != op)
      link = &c->ops[*link].next;
   *link = c->ops[op].next;
}

/** The address register of a dynamic constant. */
static void
load_address(struct vs_ctx *c, const struct vs_pack *p)
{
   if (p->wide >= p->num_operands || p->operand[p->wide].rel == VS_NONE)
      return;
   const uint32_t rel = p->operand[p->wide].rel;
   if (c->address[0] == rel || c->address[1] == rel)
      return;
   const unsigned n = c->next_address;
   pica_vs_write_address(c, rel, n);
   c->address[n] = rel;
   c->next_address ^= 1;
}

static void
issue(struct vs_ctx *c, struct vs_pack *p)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   load_address(c, p);
   if (first->out < 0)
      pica_vs_reserve_group(c, first->dst);
   for (unsigned i = 0; i < p->n; i++) /* it reads before it writes: results may take its operands' places */
      pica_vs_release(c, &c->ops[p->op[i]]);
   const uint32_t reg = place(c, p);
   pica_vs_write(c, p, first->out, reg);
   for (unsigned i = 0; i < p->n; i++) {
      unlink_op(c, p->op[i]);
      if (c->ops[p->op[i]].dst != VS_NONE)
         c->values[c->ops[p->op[i]].dst].defined = true;
   }
}

/** The first operation that is ready; moves to outputs, which may go with others, last. */
static uint32_t
choose(const struct vs_ctx *c)
{
   uint32_t store = VS_NONE;
   for (uint32_t i = c->first; i != VS_NONE; i = c->ops[i].next) {
      if (!is_ready(c, &c->ops[i]))
         continue;
      if (!c->late_stores || c->ops[i].out < 0 || c->ops[i].code != VS_OP_MOV)
         return i;
      store = store == VS_NONE ? i : store;
   }
   assert(store != VS_NONE);
   return store;
}

static void
issue_part(struct vs_ctx *c)
{
   while (c->first != VS_NONE) {
      const uint32_t i = choose(c);
      struct vs_pack p = {.op = {i}, .n = 1};
      const bool fits = pica_vs_fits(c, &p); /* pica_vs_split_sources and pica_vs_dots saw to it */
      assert(fits);
      (void)fits;
      fill(c, &p);
      pica_vs_fits(c, &p); /* the last try may have failed */
      issue(c, &p);
   }
}

static void
end_part(struct vs_ctx *c)
{
   if (c->fence == VS_NONE)
      return;
   const struct vs_op *op = &c->ops[c->fence];
   if (op->nsrc) {
      struct vs_pack p = {.op = {c->fence}, .n = 1};
      pica_vs_fits(c, &p);
      load_address(c, &p);
   }
   pica_vs_write_fence(c, op);
   pica_vs_release(c, op);
   for (uint32_t i = 0; op->code == VS_OP_ENDLOOP && i < c->loops[op->loop].num_live; i++)
      pica_vs_release_value(c, c->loops[op->loop].live[i]);
}

void
pica_vs_schedule(struct vs_ctx *c)
{
   pica_vs_regs_init(c);
   pica_vs_cut_parts(c);
   while (pica_vs_next_part(c)) {
      issue_part(c);
      end_part(c);
   }
}
