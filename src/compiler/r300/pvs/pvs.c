/* SPDX-License-Identifier: MIT
 *
 * The vertex engine's scheduler. Instructions take one slot each and wait for nothing, so that only their number
 * counts: the first operation that is ready takes others of its kind with it, as far as they read the same
 * registers, and their results share a register. A scalar one goes besides, to another temporary of which one is used, so that
 * what reads two such results may read them together.
 */
#include "compiler/r300/flow.h"
#include "compiler/r300/pvs/pvs.h"

#include <assert.h>

/** May their results go to one vector? */
static bool
same_target(const struct r300_ctx *c, const struct pvs_pack *p, const struct r300_op *op)
{
   const struct r300_op *first = &c->ops[p->op[0]];
   if (op->code != first->code || op->sat != first->sat || op->out != first->out ||
       (op->rel == R300_NONE) != (first->rel == R300_NONE))
      return false;
   for (unsigned i = 0; i < p->n && op->out >= 0; i++)
      if (c->ops[p->op[i]].out_comp == op->out_comp)
         return false;
   if (op->out >= 0)
      return true;
   const struct r300_value *a = &c->values[first->dst[0]], *b = &c->values[op->dst[0]];
   if (a->group != R300_NONE || b->group != R300_NONE)
      return a->group == b->group;
   return true;
}

static bool
try_add(struct r300_ctx *c, struct pvs_pack *p, uint32_t i)
{
   if (!same_target(c, p, &c->ops[i]) || !r300_ready(c, &c->ops[i]))
      return false;
   p->op[p->n++] = i;
   if (pvs_fits(c, p))
      return true;
   if (r300_is_commutative(c->ops[i].code)) {
      r300_swap(&c->ops[i]);
      if (pvs_fits(c, p))
         return true;
      r300_swap(&c->ops[i]);
   }
   p->n--;
   return false;
}

/** How many components at most can the results have? */
static unsigned
room(const struct r300_ctx *c)
{
   for (unsigned n = 4; n > 1; n--)
      if (r300_find_reg(c, 15, n) != R300_NONE)
         return n;
   return 1;
}

static void
fill(struct r300_ctx *c, struct pvs_pack *p)
{
   const struct r300_op *first = &c->ops[p->op[0]];
   const bool free_place = first->out < 0 && c->values[first->dst[0]].group == R300_NONE;
   unsigned most = free_place ? room(c) : 4;
   if (r300_is_scalar(first->code) || first->code == R300_OP_DP4)
      most = 1;
   uint32_t seen = 0;
   for (uint32_t i = first->next; i != R300_NONE && p->n < most && seen < c->window;
        i = c->ops[i].next, seen++)
      try_add(c, p, i);
}

/** May it be the second operation of an instruction? Its result must not want to stand beside others. */
static bool
may_be_second(const struct r300_ctx *c, const struct r300_op *op)
{
   const struct r300_value *v = op->dst[0] == R300_NONE ? NULL : &c->values[op->dst[0]];
   return r300_is_scalar(op->code) && op->out < 0 && op->rel == R300_NONE && v && v->group == R300_NONE &&
          v->uses && !v->carried && !c->num_loops && c->alt_used != 15;
}

static bool
add_second(struct r300_ctx *c, struct pvs_pack *p, uint32_t i)
{
   p->second = i;
   if (pvs_fits(c, p))
      return true;
   p->second = R300_NONE;
   pvs_fits(c, p);
   return false;
}

/** A scalar operation beside others. */
static void
find_second(struct r300_ctx *c, struct pvs_pack *p)
{
   uint32_t seen = 0;
   for (uint32_t i = c->first; i != R300_NONE && seen < c->window; i = c->ops[i].next, seen++)
      if (may_be_second(c, &c->ops[i]) && r300_ready(c, &c->ops[i]) && add_second(c, p, i))
         return;
}

/** Others beside a scalar operation, with which the pack begins. */
static void
find_first(struct r300_ctx *c, struct pvs_pack *p)
{
   uint32_t seen = 0;
   if (!may_be_second(c, &c->ops[p->op[0]]))
      return;
   for (uint32_t i = c->first; i != R300_NONE && seen < c->window; i = c->ops[i].next, seen++) {
      struct pvs_pack with = {.op = {i}, .n = 1, .second = R300_NONE};
      if (!r300_is_scalar(c->ops[i].code) && r300_ready(c, &c->ops[i]) && add_second(c, &with, p->op[0])) {
         *p = with;
         return;
      }
   }
}

/** A place for the result of the second operation. */
static void
place_second(struct r300_ctx *c, uint32_t value)
{
   struct r300_value *v = &c->values[value];
   unsigned comp = 0;
   while (c->alt_used >> comp & 1)
      comp++;
   assert(comp < 4 && !v->placed);
   v->file = R300_FILE_ALT;
   v->index = 0;
   v->comp = (uint8_t)comp;
   v->placed = true;
   c->alt_used |= (uint8_t)(1u << comp);
}

/** Registers for the results; returns the register, R300_NONE for an output. */
static uint32_t
place(struct r300_ctx *c, struct pvs_pack *p)
{
   const struct r300_op *first = &c->ops[p->op[0]];
   if (first->out >= 0) {
      for (unsigned i = 0; i < p->n; i++)
         p->comp[i] = c->ops[p->op[i]].out_comp;
      return R300_NONE;
   }
   const bool grouped = c->values[first->dst[0]].group != R300_NONE;
   uint32_t reg = grouped ? c->values[first->dst[0]].index : r300_find_reg(c, 15, p->n);
   if (reg == R300_NONE)
      r300_no_temps(c);
   unsigned comp = 0;
   for (unsigned i = 0; i < p->n; i++) {
      uint32_t v = c->ops[p->op[i]].dst[0];
      while (!grouped && c->reg_used[reg] >> comp & 1)
         comp++;
      if (!grouped)
         r300_place(c, v, reg, comp);
      assert(c->values[v].index == reg);
      p->comp[i] = c->values[v].comp;
   }
   return reg;
}

static void
issue(struct r300_ctx *c, struct pvs_pack *p)
{
   const struct r300_op *first = &c->ops[p->op[0]];
   if (first->rel != R300_NONE && c->address != first->rel) {
      pvs_write_address(c, first->rel);
      c->address = first->rel;
   }
   if (first->out < 0)
      r300_reserve_group(c, first->dst[0]);
   for (unsigned i = 0; i < p->n; i++) /* it reads before it writes: results may take its operands' places */
      r300_release(c, &c->ops[p->op[i]]);
   if (p->second != R300_NONE)
      r300_release(c, &c->ops[p->second]);
   uint32_t reg = place(c, p);
   if (p->second != R300_NONE)
      place_second(c, c->ops[p->second].dst[0]);
   pvs_write(c, p, first->out, reg);
   if (p->second != R300_NONE)
      r300_issue(c, p->second);
   for (unsigned i = 0; i < p->n; i++)
      r300_issue(c, p->op[i]);
}

static void
issue_part(struct r300_ctx *c)
{
   while (c->first != R300_NONE) {
      uint32_t i = c->first;
      while (i != R300_NONE && !r300_ready(c, &c->ops[i]))
         i = c->ops[i].next;
      assert(i != R300_NONE);
      struct pvs_pack p = {.op = {i}, .n = 1, .second = R300_NONE};
      bool fits = pvs_fits(c, &p); /* r300_split_sources and r300_make_groups saw to it */
      assert(fits);
      (void)fits;
      if (r300_is_scalar(c->ops[i].code))
         find_first(c, &p);
      fill(c, &p);
      pvs_fits(c, &p); /* the last try may have failed */
      if (p.second == R300_NONE && !r300_is_scalar(c->ops[i].code))
         find_second(c, &p);
      issue(c, &p);
   }
}

/** Loops are no instructions: which they are says the binary. */
static void
cut(struct r300_ctx *c, const struct r300_op *fence)
{
   struct r300_binary *b = c->out;
   const uint32_t n = b->num_dw / 4;
   struct r300_loop *l = &c->loops[fence->slot];
   if (fence->code == R300_OP_LOOP)
      l->first = n;
   if (fence->code != R300_OP_ENDLOOP)
      return;
   assert(l->first && n > l->first); /* what it carries is written in front of it, and at its end */
   b->loops[b->num_loops++] = (struct r300_pvs_loop){.first = (uint16_t)l->first, .last = (uint16_t)(n - 1)};
   if (b->last_input >= l->first) /* it is read in every round */
      b->last_input = n - 1;
}

void
r300_pvs(struct r300_ctx *c)
{
   r300_split_sources(c);
   r300_make_groups(c);
   r300_group_carried(c);
   r300_sched_init(c);
   r300_cut_parts(c);
   while (r300_next_part(c)) {
      issue_part(c);
      const struct r300_op *fence = r300_end_part(c);
      if (fence)
         cut(c, fence);
   }
   c->out->num_instrs = c->out->num_alu = c->out->num_dw / 4;
   if (c->out->num_instrs > c->chip->pvs_instructions)
      r300_fail(c, "%u instructions in the vertex shader; %s has %u", c->out->num_instrs, c->chip->base.name,
                c->chip->pvs_instructions);
}
