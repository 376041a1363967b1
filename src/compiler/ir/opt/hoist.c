/* SPDX-License-Identifier: MIT
 *
 * What two branches compute, neither of which dominates the other, is computed once, in front of the if (or loop) where
 * their ways part: "if a { x y } else { if b { x z } }" becomes "x; if a { y } else { if b { z } }". So is what an arm
 * computes and the code behind its if again. Only pure instructions; textures and derivatives only if every way to the
 * second place goes by one of both, so that nothing is fetched that nobody asked for. A way that needs none of it may
 * compute it in vain: the code never grows.
 *
 * One walk in program order: operands move before those that read them.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>

#define MAX_IN_VAIN 8 /* equal ones that are looked at for one instruction */

struct entry {
   struct ir_instr *in;
   struct ir_node *node; /* the block that holds it now */
   uint32_t next;        /* 1 + index of the next entry of the bucket */
};

struct hoist {
   struct ir_shader *s;
   struct ir_defs d;       /* d.node: kept up to date */
   uint32_t *list, *depth; /* by block id: a number of its list, how deeply that is nested */
   uint32_t num_lists;
   U_VEC(struct entry) entries;
   uint32_t *buckets; /* 1 + index */
   uint32_t mask;
   struct ir_src *map;
   bool progress, oom;
};

static void
number_lists(struct hoist *h, const struct ir_list *l, uint32_t depth)
{
   const uint32_t id = h->num_lists++;
   for (const struct ir_node *n = l->first; n; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         number_lists(h, &n->then_list, depth + 1);
         number_lists(h, &n->else_list, depth + 1);
      } else if (n->kind == IR_NODE_LOOP) {
         number_lists(h, &n->body, depth + 1);
      } else {
         h->list[n->block->id] = id;
         h->depth[n->block->id] = depth;
      }
   }
}

/** A block in the same list. */
static uint32_t
block_beside(const struct ir_node *n)
{
   return (n->kind == IR_NODE_BLOCK ? n : n->prev)->block->id;
}

/** The nodes around \p x and \p y in the innermost list that holds both; equal where that is an if. */
static void
meet(const struct hoist *h, struct ir_node **x, struct ir_node **y)
{
   for (;;) {
      const uint32_t a = block_beside(*x), b = block_beside(*y);
      if (h->list[a] == h->list[b])
         return;
      const uint32_t da = h->depth[a], db = h->depth[b];
      if (da >= db)
         *x = (*x)->parent;
      if (db >= da)
         *y = (*y)->parent;
      assert(*x && *y); /* the shader's body holds all */
   }
}

/** Does block \p def come before the end of block \p dest on every way there? \p dest is a block around, or before,
 * something that \p def dominates. */
static bool
is_available(const struct hoist *h, const struct ir_node *def, const struct ir_node *dest)
{
   const uint32_t depth = h->depth[def->block->id];
   while (h->depth[block_beside(dest)] > depth)
      dest = dest->parent;
   return h->list[block_beside(dest)] == h->list[def->block->id];
}

/** Is what stands in both places, below \p x and \p y of one list, asked for on every way to \p b? */
static bool
on_every_way(const struct ir_node *a, const struct ir_node *b, const struct ir_node *x,
             const struct ir_node *y)
{
   return x == y ? a->parent == x && b->parent == y : b == y;
}

/** Moves the instruction of \p e so that it serves block \p at, too; false: it may not. */
static bool
serve(struct hoist *h, struct entry *e, struct ir_node *at)
{
   struct ir_node *x = e->node, *y = at;
   meet(h, &x, &y);
   const bool lanes = ir_op_infos[e->in->op].flags & IR_D;
   if (x->kind == IR_NODE_BLOCK)
      return !lanes || x == y || h->list[x->block->id] == h->list[at->block->id];
   if (lanes && (x->kind != IR_NODE_IF || !on_every_way(e->node, at, x, y)))
      return false;
   struct ir_node *dest = x->prev;
   for (unsigned k = 0; k < e->in->nsrc; k++)
      if (e->in->src[k].kind == IR_SRC_SSA &&
          (!h->d.node[e->in->src[k].bits] || !is_available(h, h->d.node[e->in->src[k].bits], dest)))
         return false;
   struct ir_block *from = e->node->block;
   size_t i = 0;
   while (from->instrs.data[i] != e->in)
      i++;
   if (!u_vec_push(&dest->block->instrs, e->in)) {
      h->oom = true;
      return false;
   }
   ir_block_remove(from, i);
   e->node = dest;
   for (unsigned k = 0; k < e->in->ndst; k++)
      h->d.node[e->in->dst + k] = dest;
   return true;
}

static void
rewrite(const struct hoist *h, struct ir_instr *in)
{
   for (unsigned k = 0; k < in->nsrc; k++)
      if (in->src[k].kind == IR_SRC_SSA)
         in->src[k].bits = h->map[in->src[k].bits].bits;
   ir_order_operands(in);
}

/** False: an earlier one takes its place. */
static bool
keep(struct hoist *h, struct ir_instr *in, struct ir_node *node)
{
   rewrite(h, in);
   if (!ir_is_shareable(in))
      return true;
   const uint32_t b = ir_instr_hash(in) & h->mask;
   unsigned in_vain = 0;
   for (uint32_t e = h->buckets[b]; e && in_vain < MAX_IN_VAIN; e = h->entries.data[e - 1].next) {
      struct entry *x = &h->entries.data[e - 1];
      if (!ir_instr_equal(x->in, in))
         continue;
      if (!serve(h, x, node)) {
         in_vain++;
         continue;
      }
      for (unsigned k = 0; k < in->ndst; k++)
         h->map[in->dst + k] = ir_ssa(x->in->dst + k);
      h->progress = true;
      return false;
   }
   const struct entry e = {in, node, h->buckets[b]};
   h->oom |= !u_vec_push(&h->entries, e);
   h->buckets[b] = (uint32_t)h->entries.count;
   return true;
}

static void
walk(struct hoist *h)
{
   for (struct ir_node *n = ir_first_node(h->s); n && !h->oom; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF && n->cond.kind == IR_SRC_SSA)
         n->cond.bits = h->map[n->cond.bits].bits;
      if (n->kind != IR_NODE_BLOCK)
         continue;
      struct ir_block *b = n->block;
      size_t kept = 0;
      const size_t count = b->instrs.count;
      for (size_t i = 0; i < count; i++) {
         struct ir_instr *in = b->instrs.data[i];
         if (h->oom || keep(h, in, n))
            b->instrs.data[kept++] = in;
      }
      b->instrs.count = kept;
   }
}

bool
ir_opt_hoist(struct ir_shader *s)
{
   struct hoist h = {.s = s, .mask = 1023};
   if (!s->body.first || s->body.first == s->body.last)
      return false; /* no branch, no loop */
   if (!ir_defs_init(&h.d, s))
      return false;
   while (h.mask < s->num_values && h.mask < (1u << 20))
      h.mask = h.mask * 2 + 1;
   ir_update_preds(s); /* numbers the blocks */
   h.list = calloc(s->num_blocks + 1, sizeof *h.list);
   h.depth = calloc(s->num_blocks + 1, sizeof *h.depth);
   h.buckets = calloc((size_t)h.mask + 1, sizeof *h.buckets);
   h.map = malloc((s->num_values + 1) * sizeof *h.map);
   if (h.list && h.depth && h.buckets && h.map) {
      for (uint32_t v = 0; v < s->num_values; v++)
         h.map[v] = ir_ssa(v);
      number_lists(&h, &s->body, 0);
      walk(&h);
      if (h.progress)
         ir_replace_values(s, h.map, s->num_values); /* of phis in loops */
   } else {
      h.oom = true;
   }
   if (h.oom)
      s->arena.out_of_memory = true;
   free(h.list);
   free(h.depth);
   free(h.buckets);
   free(h.map);
   u_vec_fini(&h.entries);
   ir_defs_fini(&h.d);
   return h.progress;
}
