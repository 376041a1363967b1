/* SPDX-License-Identifier: MIT
 *
 * Control flow that is nested deeper than the chip's branch stack. An if or loop that is too deep inside
 * becomes one loop over its blocks with a variable that says which comes next:
 *
 *    loop { if (next == 0) { block 0; next = ... }  if (next == 1) { block 1; next = ... }  ...
 *           if (next is behind the last) break }
 *
 * which is two deep whatever it was made from. Blocks keep their order, so a pass over them follows control
 * as long as it goes forward. Slow, but right; no shader that people write gets here.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

struct limit {
   struct ir_shader *s;
   struct ir_nesting cost;
   unsigned budget;
   /* the region being rewritten */
   uint32_t *state; /* by block number */
   U_VEC(struct ir_node *) blocks;
   struct ir_var *next;
   uint32_t num_states;
   bool breaks, continues; /* jumps that leave the region */
   bool oom;
};

static unsigned needed_by_list(const struct limit *l, const struct ir_list *list);

/** What the inside of an if or loop takes. Each list is asked once: twice would be exponential in the depth.
 */
static unsigned
needed_inside(const struct limit *l, const struct ir_node *n)
{
   if (n->kind == IR_NODE_LOOP)
      return needed_by_list(l, &n->body);
   unsigned by_then = needed_by_list(l, &n->then_list), by_else = needed_by_list(l, &n->else_list);
   return MAX2(by_then, by_else);
}

static unsigned
needed_by_list(const struct limit *l, const struct ir_list *list)
{
   unsigned most = 0;
   for (const struct ir_node *n = list->first; n; n = n->next) {
      if (n->kind == IR_NODE_BLOCK)
         continue;
      unsigned need = (n->kind == IR_NODE_IF ? l->cost.branch : l->cost.loop) + needed_inside(l, n);
      most = MAX2(most, need);
   }
   return most;
}

unsigned
ir_nesting_need(const struct ir_shader *s, struct ir_nesting cost)
{
   struct limit l = {.cost = cost};
   return needed_by_list(&l, &s->body);
}

/* ---- one region ---- */

static void
number_blocks(struct limit *l, struct ir_list *list)
{
   for (struct ir_node *n = list->first; n && !l->oom; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         number_blocks(l, &n->then_list);
         number_blocks(l, &n->else_list);
      } else if (n->kind == IR_NODE_LOOP) {
         number_blocks(l, &n->body);
      } else {
         assert(n->block->id < l->s->num_blocks);
         l->state[n->block->id] = l->num_states++;
         if (!u_vec_push(&l->blocks, n))
            l->oom = true;
      }
   }
}

static struct ir_src
entry(const struct limit *l, const struct ir_list *list)
{
   return ir_imm(l->state[list->first->block->id]);
}

/** Appends `next = csel(cond, a, b)` or, without a condition, `next = a`. */
static void
go_to(struct limit *l, struct ir_block *b, const struct ir_src *cond, struct ir_src a, struct ir_src c)
{
   assert(l->next);
   struct ir_src v = a;
   if (cond) {
      struct ir_instr *sel = ir_instr_create(l->s, IR_CSEL, 3, 1);
      if (!sel || !u_vec_push(&b->instrs, sel)) {
         l->oom = true;
         return;
      }
      sel->src[0] = *cond;
      sel->src[1] = a;
      sel->src[2] = c;
      v = ir_ssa(sel->dst);
   }
   struct ir_instr *st = ir_instr_create(l->s, IR_STORE_VAR, 1, 0);
   if (!st || !u_vec_push(&b->instrs, st)) {
      l->oom = true;
      return;
   }
   st->var = l->next;
   st->writemask = 1;
   st->src[0] = v;
}

/** Control flow becomes stores to `next`. Behind the list comes state \p then; its jumps lead to the others.
 */
static void
link_list(struct limit *l, struct ir_list *list, uint32_t then, uint32_t on_break, uint32_t on_continue)
{
   for (struct ir_node *n = list->first; n && !l->oom; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         uint32_t after = l->state[n->next->block->id];
         link_list(l, &n->then_list, after, on_break, on_continue);
         link_list(l, &n->else_list, after, on_break, on_continue);
         continue;
      }
      if (n->kind == IR_NODE_LOOP) {
         uint32_t head = entry(l, &n->body).bits, after = l->state[n->next->block->id];
         link_list(l, &n->body, head, after, head);
         continue;
      }
      struct ir_block *b = n->block;
      const struct ir_instr *last = b->instrs.count ? b->instrs.data[b->instrs.count - 1] : NULL;
      if (last && ir_is_jump(last)) {
         uint32_t to = last->op == IR_BREAK ? on_break : on_continue;
         l->breaks |= to == l->num_states + 1;
         l->continues |= to == l->num_states + 2;
         b->instrs.count--;
         go_to(l, b, NULL, ir_imm(to), ir_undef());
      } else if (!n->next) {
         go_to(l, b, NULL, ir_imm(then), ir_undef());
      } else if (n->next->kind == IR_NODE_IF) {
         go_to(l, b, &n->next->cond, entry(l, &n->next->then_list), entry(l, &n->next->else_list));
      } else {
         go_to(l, b, NULL, entry(l, &n->next->body), ir_undef());
      }
   }
}

/** A condition `next <op> k`, computed at the end of \p b. */
static struct ir_src
test(struct limit *l, struct ir_block *b, enum ir_op op, uint32_t k)
{
   struct ir_instr *load = ir_instr_create(l->s, IR_LOAD_VAR, 0, 1);
   struct ir_instr *cmp = ir_instr_create(l->s, op, 2, 1);
   if (!load || !cmp || !u_vec_push(&b->instrs, load) || !u_vec_push(&b->instrs, cmp)) {
      l->oom = true;
      return ir_imm(0);
   }
   load->var = l->next;
   cmp->src[0] = ir_ssa(load->dst);
   cmp->src[1] = ir_imm(k);
   return ir_ssa(cmp->dst);
}

/** Appends `if (next <op> k) { what }` and an empty block. `what` may be NULL: then a jump. */
static void
append_if(struct limit *l, struct ir_list *list, struct ir_node *parent, enum ir_op op, uint32_t k,
          struct ir_node *what, enum ir_op jump)
{
   struct ir_src cond = test(l, list->last->block, op, k);
   struct ir_node *n = ir_node_new(l->s, list, parent, IR_NODE_IF);
   if (!n || !ir_node_new(l->s, &n->else_list, n, IR_NODE_BLOCK) ||
       !ir_node_new(l->s, list, parent, IR_NODE_BLOCK)) {
      l->oom = true;
      return;
   }
   n->cond = cond;
   if (what) {
      what->prev = what->next = NULL;
      what->parent = n;
      n->then_list.first = n->then_list.last = what;
      return;
   }
   struct ir_node *b = ir_node_new(l->s, &n->then_list, n, IR_NODE_BLOCK);
   struct ir_instr *in = ir_instr_create(l->s, jump, 0, 0);
   if (!b || !in || !u_vec_push(&b->block->instrs, in))
      l->oom = true;
}

/** A block of nothing but `next = constant` is passed by: who goes there goes on at once. */
static void
thread_jumps(struct limit *l)
{
   uint32_t *to = malloc((l->num_states + 3) * sizeof *to);
   if (!to) {
      l->oom = true;
      return;
   }
   for (uint32_t i = 0; i < l->num_states + 3; i++)
      to[i] = i;
   for (uint32_t i = 0; i < l->num_states; i++) {
      const struct ir_block *b = l->blocks.data[i]->block;
      if (b->instrs.count == 1 && b->instrs.data[0]->op == IR_STORE_VAR &&
          b->instrs.data[0]->var == l->next && b->instrs.data[0]->src[0].kind == IR_SRC_IMM)
         to[i] = b->instrs.data[0]->src[0].bits;
   }
   for (uint32_t i = l->num_states; i-- > 0;) { /* a ring of empty blocks never ends: it stays as it is */
      unsigned guard = 0;
      while (to[i] < l->num_states && to[to[i]] != to[i] && to[i] != i && guard++ < 64)
         to[i] = to[to[i]];
   }
   for (uint32_t i = 0; i < l->num_states; i++) {
      struct ir_block *b = l->blocks.data[i]->block;
      size_t n = b->instrs.count;
      struct ir_instr *st = b->instrs.data[n - 1];
      assert(st->op == IR_STORE_VAR && st->var == l->next);
      if (st->src[0].kind == IR_SRC_IMM)
         st->src[0].bits = to[st->src[0].bits];
      else
         for (unsigned k = 1; k < 3; k++)
            b->instrs.data[n - 2]->src[k].bits = to[b->instrs.data[n - 2]->src[k].bits];
   }
   free(to);
}

static void
flatten(struct limit *l, struct ir_list *list, struct ir_node *n)
{
   struct ir_node *after = n->next;
   assert(n->kind != IR_NODE_BLOCK && after && after->kind == IR_NODE_BLOCK);
   ir_update_preds(l->s); /* numbers the blocks */
   l->state = calloc(l->s->num_blocks + 1, sizeof *l->state);
   l->next = ir_var_create(l->s, "next block", 1, 1);
   if (!l->state || !l->next) {
      l->oom = true;
      return;
   }
   l->blocks.count = 0;
   l->num_states = 0;
   l->breaks = l->continues = false;
   if (n->kind == IR_NODE_IF) {
      number_blocks(l, &n->then_list);
      number_blocks(l, &n->else_list);
      go_to(l, n->prev->block, &n->cond, entry(l, &n->then_list), entry(l, &n->else_list));
   } else {
      number_blocks(l, &n->body);
      go_to(l, n->prev->block, NULL, entry(l, &n->body), ir_undef());
   }
   uint32_t end = l->num_states;
   if (n->kind == IR_NODE_IF) {
      link_list(l, &n->then_list, end, end + 1, end + 2);
      link_list(l, &n->else_list, end, end + 1, end + 2);
   } else {
      uint32_t head = entry(l, &n->body).bits;
      link_list(l, &n->body, head, end, head);
   }
   if (!l->oom)
      thread_jumps(l);
   n->kind = IR_NODE_LOOP;
   n->body = (struct ir_list){0};
   n->then_list = n->else_list = (struct ir_list){0};
   n->cond = ir_undef();
   if (!ir_node_new(l->s, &n->body, n, IR_NODE_BLOCK))
      l->oom = true;
   for (uint32_t i = 0; i < end && !l->oom; i++)
      append_if(l, &n->body, n, IR_IEQ, i, l->blocks.data[i], IR_MOV);
   if (!l->oom)
      append_if(l, &n->body, n, IR_IGE, end, NULL, IR_BREAK);
   /* the rest of the list moves behind the tests for jumps that leave the region */
   if ((l->breaks || l->continues) && !l->oom) {
      struct ir_list tail = {after, list->last};
      list->last = n;
      n->next = NULL;
      if (!ir_node_new(l->s, list, n->parent, IR_NODE_BLOCK))
         l->oom = true;
      if (l->breaks && !l->oom)
         append_if(l, list, n->parent, IR_IEQ, end + 1, NULL, IR_BREAK);
      if (l->continues && !l->oom)
         append_if(l, list, n->parent, IR_IEQ, end + 2, NULL, IR_CONTINUE);
      if (!l->oom) {
         struct ir_block *joint = list->last->block;
         for (size_t i = 0; i < after->block->instrs.count && !l->oom; i++)
            if (!u_vec_push(&joint->instrs, after->block->instrs.data[i]))
               l->oom = true;
         after->block->instrs.count = 0;
         list->last->next = after->next;
         if (after->next) {
            after->next->prev = list->last;
            list->last = tail.last;
         }
      }
   }
   free(l->state);
   l->state = NULL;
}

/** Rewrites what does not fit below \p used. */
static void
run_list(struct limit *l, struct ir_list *list, unsigned used)
{
   for (struct ir_node *n = list->first; n && !l->oom; n = n->next) {
      if (n->kind == IR_NODE_BLOCK)
         continue;
      unsigned here = n->kind == IR_NODE_IF ? l->cost.branch : l->cost.loop;
      unsigned inside = needed_inside(l, n);
      if (used + here + inside <= l->budget)
         continue;
      /* as deep inside as the loop over the blocks still finds room: two levels, and one more for a jump */
      if (used + here + l->cost.loop + l->cost.branch > l->budget) {
         if (inside)
            flatten(l, list, n);
      } else if (n->kind == IR_NODE_IF) {
         run_list(l, &n->then_list, used + here);
         run_list(l, &n->else_list, used + here);
      } else {
         run_list(l, &n->body, used + here);
      }
   }
}

bool
ir_limit_nesting(struct ir_shader *s, struct ir_nesting cost, unsigned budget)
{
   assert(budget >= cost.loop + 2 * cost.branch);
   struct limit l = {.s = s, .cost = cost, .budget = budget};
   if (needed_by_list(&l, &s->body) <= budget || !ir_leave_ssa(s))
      return false;
   run_list(&l, &s->body, 0);
   u_vec_fini(&l.blocks);
   if (l.oom) {
      s->arena.out_of_memory = true;
      return false;
   }
   ir_update_preds(s);
   ir_lower_vars_to_ssa(s);
   ir_opt_copy_propagate(s);
   ir_opt_dead_code(s);
   assert(s->arena.out_of_memory || ir_nesting_need(s, cost) <= budget);
   return true;
}
