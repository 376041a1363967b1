/* SPDX-License-Identifier: MIT
 *
 * Loops that stay on targets whose loops have one exit and whose branches are selects. Step by step, until nothing is left
 * to do:
 *
 *    if c { A; loop { B } C }   ->   if c { A }   loop { if c { B } else { break } }   if c { C }
 *
 *    loop { A; if c { if d { break } B } E }   ->   loop { run = true; A; ... run = false ...; if run { } else { break } }
 *
 * Rewritten out of SSA form, as variables need no phis.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/lower/jumps.h"

#include <assert.h>

/* ---- what is left to do ---- */

/** An arm that does nothing but leave the loop. */
static bool
is_break(const struct ir_list *l)
{
   return l->first == l->last && l->first->block->instrs.count == 1 &&
          l->first->block->instrs.data[0]->op == IR_BREAK;
}

static bool
is_nothing(const struct ir_list *l)
{
   return l->first == l->last && !l->first->block->instrs.count;
}

bool
ir_is_rolled(const struct ir_node *loop)
{
   unsigned exits = 0;
   for (const struct ir_node *n = loop->body.first; n; n = n->next) {
      if (n->kind != IR_NODE_IF || (!ir_list_jumps(&n->then_list) && !ir_list_jumps(&n->else_list)))
         continue;
      const bool simple = (is_break(&n->then_list) && is_nothing(&n->else_list)) ||
                          (is_break(&n->else_list) && is_nothing(&n->then_list));
      if (!simple || exits++)
         return false;
   }
   return exits == 1 && !ir_list_jump(&loop->body);
}

static struct ir_node *
loop_in(const struct ir_list *l)
{
   struct ir_node *n = l->first;
   while (n && n->kind != IR_NODE_LOOP)
      n = n->next;
   return n;
}

/** An if with a loop in an arm's list; else the outermost loop that is not rolled. */
static struct ir_node *
next_step(struct ir_shader *s)
{
   struct ir_node *loop = NULL;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF && (loop_in(&n->then_list) || loop_in(&n->else_list)))
         return n;
      if (n->kind == IR_NODE_LOOP && !loop && !ir_is_rolled(n))
         loop = n;
   }
   return loop;
}

/* ---- steps ---- */

static bool
adopt(struct ir_list *l, struct ir_node *parent)
{
   for (struct ir_node *n = l->first; n; n = n->next)
      n->parent = parent;
   return l->first != NULL;
}

/** Cuts \p l in front of \p n; what begins with n is the result. */
static struct ir_list
cut(struct ir_list *l, struct ir_node *n)
{
   struct ir_list rest = {n, l->last};
   assert(n->prev);
   l->last = n->prev;
   l->last->next = NULL;
   n->prev = NULL;
   return rest;
}

/** Appends a block and an if on \p flag with \p arm, an empty other arm or one that breaks. NULL: out of memory. */
static struct ir_node *
guarded(struct ir_shader *s, struct ir_list *l, struct ir_node *parent, struct ir_var *flag, bool then,
        struct ir_list arm, bool else_break)
{
   struct ir_node *test = ir_node_new(s, l, parent, IR_NODE_BLOCK);
   struct ir_node *n = ir_node_new(s, l, parent, IR_NODE_IF);
   struct ir_node *other = n ? ir_node_new(s, then ? &n->else_list : &n->then_list, n, IR_NODE_BLOCK) : NULL;
   if (!test || !other)
      return NULL;
   n->cond = ir_get_flag(s, test->block, flag);
   *(then ? &n->then_list : &n->else_list) = arm;
   adopt(&arm, n);
   struct ir_builder at = {.shader = s, .cur = other->block};
   if (else_break)
      ir_jump(&at, IR_BREAK);
   return n;
}

/** The loop in an arm comes out of the if, and what stands behind it into an if of its own. */
static bool
split_if(struct ir_shader *s, struct ir_node *n)
{
   const bool then = loop_in(&n->then_list) != NULL;
   struct ir_list *l = ir_list_of(s, n), *arm = then ? &n->then_list : &n->else_list;
   struct ir_var *flag = ir_var_create(s, "arm", 1, 1);
   struct ir_node *loop = loop_in(arm);
   if (!flag)
      return false;
   struct ir_builder before = {.shader = s, .cur = n->prev->block};
   ir_store_var(&before, flag, 0, ir_undef(), 0, n->cond);
   struct ir_list behind = cut(l, n->next), rest = cut(arm, loop->next);
   cut(arm, loop);
   /* n's arm; the loop, with its body in an if; the rest of the arm */
   struct ir_node *gap = ir_node_new(s, l, n->parent, IR_NODE_BLOCK), *body;
   if (!gap)
      return false;
   loop->prev = gap;
   gap->next = l->last = loop;
   loop->next = NULL;
   loop->parent = n->parent;
   struct ir_list old = loop->body;
   loop->body = (struct ir_list){0};
   body = guarded(s, &loop->body, loop, flag, then, old, true);
   if (!body || !ir_node_new(s, &loop->body, loop, IR_NODE_BLOCK) ||
       !guarded(s, l, n->parent, flag, then, rest, false))
      return false;
   l->last->next = behind.first;
   behind.first->prev = l->last;
   l->last = behind.last;
   return true;
}

/** Each round begins with the flag set. */
static bool
set_in_front(struct ir_shader *s, struct ir_node *loop, struct ir_var *flag)
{
   struct ir_instr *in = ir_instr_create(s, IR_STORE_VAR, 1, 0);
   if (!in)
      return false;
   in->var = flag;
   in->writemask = 1;
   in->src[0] = ir_imm(~0u);
   return ir_block_insert(loop->body.first->block, 0, in);
}

/** Its jumps become flags, and one exit at the end of the body looks at them. */
static bool
join_exits(struct ir_shader *s, struct ir_node *loop)
{
   struct ir_var *run = ir_var_create(s, "run", 1, 1), *go = ir_var_create(s, "go", 1, 1);
   if (!run || !go)
      return false;
   if (!set_in_front(s, loop, run) || !set_in_front(s, loop, go) || !ir_remove_jumps(s, &loop->body, run, go))
      return false;
   struct ir_node *n = ir_node_new(s, &loop->body, loop, IR_NODE_IF);
   struct ir_node *stay = n ? ir_node_new(s, &n->then_list, n, IR_NODE_BLOCK) : NULL;
   struct ir_node *leave = n ? ir_node_new(s, &n->else_list, n, IR_NODE_BLOCK) : NULL;
   if (!stay || !leave || !ir_node_new(s, &loop->body, loop, IR_NODE_BLOCK))
      return false;
   n->cond = ir_get_flag(s, n->prev->block, run);
   struct ir_builder at = {.shader = s, .cur = leave->block};
   ir_jump(&at, IR_BREAK);
   return true;
}

/** A phi's source without a value becomes one: outside of SSA form it is stored then, and ir_forget_round_locals sees that. */
static bool
name_undefined(struct ir_shader *s)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0;
           n->kind == IR_NODE_BLOCK && i < n->block->instrs.count && n->block->instrs.data[i]->op == IR_PHI;
           i++) {
         struct ir_instr *phi = n->block->instrs.data[i];
         for (unsigned k = 0; k < phi->nsrc && k < n->block->preds.count; k++) {
            struct ir_block *from = n->block->preds.data[k];
            struct ir_instr *last = from->instrs.count ? from->instrs.data[from->instrs.count - 1] : NULL;
            struct ir_instr *mov = NULL;
            if (phi->src[k].kind != IR_SRC_UNDEF)
               continue;
            mov = ir_instr_create(s, IR_MOV, 1, 1);
            if (!mov || !ir_block_insert(from, from->instrs.count - (last && ir_is_jump(last)), mov))
               return false;
            mov->src[0] = ir_undef();
            phi->src[k] = ir_ssa(mov->dst);
         }
      }
   return true;
}

bool
ir_roll_loop(struct ir_shader *s)
{
   struct ir_node *n = next_step(s);
   if (!n || s->arena.out_of_memory || !name_undefined(s) || !ir_leave_ssa(s))
      return false;
   for (struct ir_node *i = n; i; i = i->parent)
      if (i->kind == IR_NODE_LOOP && !ir_forget_round_locals(s, i))
         s->arena.out_of_memory = true;
   if (s->arena.out_of_memory || !(n->kind == IR_NODE_IF ? split_if(s, n) : join_exits(s, n)))
      s->arena.out_of_memory = true;
   if (s->arena.out_of_memory)
      return false;
   ir_update_preds(s);
   ir_lower_vars_to_ssa(s);
   return true;
}
