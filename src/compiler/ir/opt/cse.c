/* SPDX-License-Identifier: MIT
 *
 * Common subexpressions: a pure instruction that equals an earlier one which dominates it is replaced by it.
 * Dominance follows the tree: what a block computed is known to the blocks behind it in its list and in all
 * lists below; what an arm or loop body computed is forgotten when its list ends. A hash table with an undo
 * log does this in one walk.
 *
 * Left alone: side effects, phis, loads of variables (they change). Derivatives and fetches of textures, which depend on
 * the neighbouring lanes, are taken from an earlier one like others: where it stands at least the same lanes run, with the
 * same operands, and in an arm that not all of them take such a slope is undefined anyway (ESSL 1.00 8.7 and 8.8).
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>

struct entry {
   struct ir_instr *in;
   uint32_t next; /* 1 + index of the next entry of the bucket */
   uint32_t bucket;
};

struct cse {
   struct ir_shader *s;
   U_VEC(struct entry) entries;
   uint32_t *buckets; /* 1 + index */
   uint32_t mask;
   struct ir_src *map;
   bool progress, oom;
};

static void
rewrite(struct cse *c, struct ir_src *s)
{
   assert(s->kind != IR_SRC_SSA || c->map[s->bits].kind == IR_SRC_SSA);
   if (s->kind != IR_SRC_SSA || c->map[s->bits].bits == s->bits)
      return;
   s->bits = c->map[s->bits].bits;
}

static void
cse_list(struct cse *c, struct ir_list *list)
{
   size_t mark = c->entries.count;
   for (struct ir_node *n = list->first; n && !c->oom; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         rewrite(c, &n->cond);
         cse_list(c, &n->then_list);
         cse_list(c, &n->else_list);
         continue;
      }
      if (n->kind == IR_NODE_LOOP) {
         cse_list(c, &n->body);
         continue;
      }
      size_t keep = 0;
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned k = 0; k < in->nsrc; k++)
            rewrite(c, &in->src[k]);
         ir_order_operands(in);
         const struct ir_instr *found = NULL;
         uint32_t b = 0;
         if (ir_is_shareable(in)) {
            b = ir_instr_hash(in) & c->mask;
            for (uint32_t e = c->buckets[b]; e && !found; e = c->entries.data[e - 1].next) {
               const struct entry *x = &c->entries.data[e - 1];
               if (ir_instr_equal(x->in, in))
                  found = x->in;
            }
         }
         if (found) {
            for (unsigned k = 0; k < in->ndst; k++)
               c->map[in->dst + k] = ir_ssa(found->dst + k);
            c->progress = true;
            continue;
         }
         n->block->instrs.data[keep++] = in;
         if (ir_is_shareable(in)) {
            struct entry e = {in, c->buckets[b], b};
            if (!u_vec_push(&c->entries, e)) {
               c->oom = true;
               return;
            }
            c->buckets[b] = (uint32_t)c->entries.count;
         }
      }
      n->block->instrs.count = keep;
   }
   while (c->entries.count > mark) {
      const struct entry *e = &c->entries.data[--c->entries.count];
      assert(c->buckets[e->bucket] == c->entries.count + 1); /* the last one in is the first of its bucket */
      c->buckets[e->bucket] = e->next;
   }
}

bool
ir_opt_cse(struct ir_shader *s)
{
   struct cse c = {.s = s, .mask = 1023};
   while (c.mask < s->num_values && c.mask < (1u << 20))
      c.mask = c.mask * 2 + 1;
   assert(!(c.mask & (c.mask + 1))); /* the number of buckets is a power of two */
   c.buckets = calloc((size_t)c.mask + 1, sizeof *c.buckets);
   c.map = malloc((s->num_values + 1) * sizeof *c.map);
   if (!c.buckets || !c.map) {
      c.oom = true;
   } else {
      for (uint32_t v = 0; v < s->num_values; v++)
         c.map[v] = ir_ssa(v);
      cse_list(&c, &s->body);
      if (c.progress) /* header phis name values that were seen after them */
         ir_replace_values(s, c.map, s->num_values);
   }
   if (c.oom)
      s->arena.out_of_memory = true;
   free(c.buckets);
   free(c.map);
   u_vec_fini(&c.entries);
   return c.progress;
}
