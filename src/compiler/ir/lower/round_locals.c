/* SPDX-License-Identifier: MIT
 *
 * Variables that no round of a loop hands on to the next: every load in the body stands behind a store of the same round, and
 * whoever leaves the loop has stored in that round what is loaded behind it. When jumps become guards this cannot be seen any
 * more, and the variable would become a value that the loop carries. So each round begins with a store of no value.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/lower/jumps.h"

#include <stdlib.h>
#include <string.h>

struct walk {
   uint32_t num;     /* variables */
   uint8_t *exposed; /* loaded before it was stored in the round */
   bool failed;
};

static uint8_t *
copy_of(struct walk *w, const uint8_t *set)
{
   uint8_t *c = malloc(w->num + 1);
   w->failed |= !c;
   if (c)
      memcpy(c, set, w->num);
   return c;
}

static void
intersect(struct walk *w, uint8_t *a, const uint8_t *b)
{
   for (uint32_t v = 0; v < w->num; v++)
      a[v] &= b[v];
}

static bool walk_list(struct walk *w, const struct ir_list *l, uint8_t *stored, uint8_t *at_break);

/** False: its end is not reached. */
static bool
walk_block(struct walk *w, const struct ir_block *b, uint8_t *stored, uint8_t *at_break)
{
   for (size_t i = 0; i < b->instrs.count; i++) {
      const struct ir_instr *in = b->instrs.data[i];
      if (in->op == IR_LOAD_VAR)
         w->exposed[in->var->id] |= !stored[in->var->id];
      else if (in->op == IR_STORE_VAR)
         stored[in->var->id] = 1;
      else if (in->op == IR_BREAK)
         intersect(w, at_break, stored);
      if (ir_is_jump(in))
         return false;
   }
   return true;
}

static bool
walk_if(struct walk *w, const struct ir_node *n, uint8_t *stored, uint8_t *at_break)
{
   uint8_t *other = copy_of(w, stored);
   if (!other)
      return false;
   const bool then = walk_list(w, &n->then_list, stored, at_break),
              otherwise = walk_list(w, &n->else_list, other, at_break);
   if (then && otherwise)
      intersect(w, stored, other);
   else if (otherwise)
      memcpy(stored, other, w->num);
   free(other);
   return then || otherwise;
}

/** What was stored behind a loop is what was at each of its exits. */
static bool
walk_loop(struct walk *w, const struct ir_node *n, uint8_t *stored)
{
   uint8_t *exits = copy_of(w, stored);
   if (!exits)
      return false;
   memset(exits, 1, w->num);
   walk_list(w, &n->body, stored, exits);
   memcpy(stored, exits, w->num);
   free(exits);
   return true;
}

static bool
walk_list(struct walk *w, const struct ir_list *l, uint8_t *stored, uint8_t *at_break)
{
   bool end = true;
   for (const struct ir_node *n = l->first; n && end && !w->failed; n = n->next)
      end = n->kind == IR_NODE_BLOCK ? walk_block(w, n->block, stored, at_break)
            : n->kind == IR_NODE_IF  ? walk_if(w, n, stored, at_break)
                                     : walk_loop(w, n, stored);
   return end;
}

/** Counts loads of variables in the list. */
static void
count_loads(const struct ir_list *l, uint32_t *loads)
{
   for (const struct ir_node *n = l->first; n; n = n->next) {
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->op == IR_LOAD_VAR)
            loads[n->block->instrs.data[i]->var->id]++;
      if (n->kind == IR_NODE_IF) {
         count_loads(&n->then_list, loads);
         count_loads(&n->else_list, loads);
      } else if (n->kind == IR_NODE_LOOP) {
         count_loads(&n->body, loads);
      }
   }
}

static bool
store_nothing(struct ir_shader *s, struct ir_block *b, struct ir_var *v)
{
   struct ir_instr *in = ir_instr_create(s, IR_STORE_VAR, 1, 0);
   if (!in)
      return false;
   in->var = v;
   in->writemask = 1;
   in->src[0] = ir_undef();
   return ir_block_insert(b, 0, in);
}

bool
ir_forget_round_locals(struct ir_shader *s, struct ir_node *loop)
{
   const uint32_t num = (uint32_t)s->vars.count;
   struct walk w = {.num = num, .exposed = calloc(num + 1, 1)};
   uint8_t *stored = calloc(num + 1, 1), *exits = malloc(num + 1);
   uint32_t *all = calloc(num + 1, sizeof *all), *inside = calloc(num + 1, sizeof *inside);
   bool ok = w.exposed && stored && exits && all && inside;
   if (ok) {
      memset(exits, 1, num);
      walk_list(&w, &loop->body, stored, exits);
      count_loads(&s->body, all);
      count_loads(&loop->body, inside);
      ok = !w.failed;
   }
   for (uint32_t v = 0; ok && v < num; v++) {
      struct ir_var *var = s->vars.data[v];
      const bool local = !w.exposed[v] && (all[v] == inside[v] || exits[v]);
      if (local && all[v] && var->len == 1 && var->ncomp == 1)
         ok = store_nothing(s, loop->body.first->block, var);
   }
   free(w.exposed);
   free(stored);
   free(exits);
   free(all);
   free(inside);
   return ok;
}
