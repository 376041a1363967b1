/* SPDX-License-Identifier: MIT
 *
 * Arrays that hold constants and are indexed dynamically: each component is stored at most once, a constant, before
 * anything is loaded. They need no registers and no code that fills them: ir_opt_uniform_exprs lays them into constant
 * slots.
 */
#include "compiler/ir/opt/tables.h"

#include "compiler/ir/target.h"

#include <stdlib.h>
#define MAX_LEN 48 /* elements */

/** A variable. */
struct look {
   struct ir_node *parent; /* the loop whose body holds all stores, NULL = the shader's */
   bool *stored;           /* per component; NULL: nobody indexes the variable dynamically */
   uint32_t stores;
   bool refused, loaded;
};

/** Are instructions of the list of \p parent (a loop's body, or the shader's if NULL) on every way to \p n behind them? */
static bool
is_below(const struct ir_node *parent, const struct ir_node *n)
{
   for (const struct ir_node *p = n->parent;; p = p->parent) {
      if (p == parent)
         return true;
      if (!p)
         return false;
   }
}

/** False: the variable is no table. */
static bool
store(struct look *k, struct ir_table *t, const struct ir_instr *in, struct ir_node *n)
{
   const bool plain_list = !n->parent || n->parent->kind == IR_NODE_LOOP;
   if (in->indirect || k->loaded || !plain_list || (k->stores && k->parent != n->parent))
      return false;
   k->parent = n->parent;
   k->stores++;
   for (unsigned c = 0, at = 0; c < 4; c++) {
      if (!(in->writemask & 1u << c))
         continue;
      const struct ir_src *s = &in->src[at++];
      const size_t i = (size_t)in->index * 4 + c;
      if (k->stored[i] || s->kind != IR_SRC_IMM || s->neg || s->abs)
         return false;
      k->stored[i] = true;
      t->bits[i] = s->bits;
   }
   return true;
}

/** Makes room for the variables that are loaded from by a dynamic index; their number. */
static unsigned
find_indexed(struct ir_shader *s, struct look *looks, struct ir_table *tables)
{
   unsigned found = 0;
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_LOAD_VAR || !in->indirect || in->var->len > MAX_LEN || looks[in->var->id].stored)
            continue;
         tables[in->var->id].bits = u_arena_array(&s->arena, uint32_t, in->var->len * 4);
         looks[in->var->id].stored = u_arena_array(&s->arena, bool, in->var->len * 4);
         found += tables[in->var->id].bits && looks[in->var->id].stored;
      }
   return s->arena.out_of_memory ? 0 : found;
}

static void
look_at(struct ir_shader *s, struct look *looks, struct ir_table *tables)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if ((in->op != IR_LOAD_VAR && in->op != IR_STORE_VAR) || !looks[in->var->id].stored)
            continue;
         struct look *k = &looks[in->var->id];
         if (in->op == IR_STORE_VAR) {
            k->refused |= !store(k, &tables[in->var->id], in, n);
         } else {
            k->loaded = true;
            k->refused |= !k->stores || !is_below(k->parent, n);
         }
      }
}

struct ir_table *
ir_find_tables(struct ir_shader *s)
{
   const size_t n = s->vars.count;
   bool any = false;
   if (!n || !s->target->stage[s->stage].indirect_uniforms)
      return NULL;
   struct ir_table *t = u_arena_array(&s->arena, struct ir_table, n);
   struct look *looks = calloc(n, sizeof *looks);
   if (!looks)
      s->arena.out_of_memory = true;
   if (t && looks && find_indexed(s, looks, t)) {
      look_at(s, looks, t);
      for (size_t v = 0; v < n; v++) {
         t[v].len = looks[v].stored && !looks[v].refused ? s->vars.data[v]->len : 0;
         any |= t[v].len;
      }
   }
   free(looks);
   return any ? t : NULL;
}

void
ir_use_tables(struct ir_shader *s, const struct ir_table *t)
{
   for (struct ir_node *n = ir_first_node(s); n; n = ir_next_node(n)) {
      size_t kept = 0;
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         const bool access = in->op == IR_LOAD_VAR || in->op == IR_STORE_VAR;
         if (!access || !t[in->var->id].placed) {
            n->block->instrs.data[kept++] = in;
            continue;
         }
         if (in->op == IR_STORE_VAR)
            continue;
         in->op = IR_LOAD_UNIFORM;
         in->index += (int32_t)t[in->var->id].slot;
         in->var = NULL;
         n->block->instrs.data[kept++] = in;
      }
      if (n->kind == IR_NODE_BLOCK)
         n->block->instrs.count = kept;
   }
}
