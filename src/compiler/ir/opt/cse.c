/* SPDX-License-Identifier: MIT
 *
 * Common subexpressions: a pure instruction that equals an earlier one which dominates it is replaced by it.
 * Dominance follows the tree: what a block computed is known to the blocks behind it in its list and in all
 * lists below; what an arm or loop body computed is forgotten when its list ends. A hash table with an undo
 * log does this in one walk.
 *
 * Left alone: side effects, phis, loads of variables (they change), instructions that depend on the active
 * lanes (derivatives, textures) when control flow lies between.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
   struct ir_instr *in;
   uint32_t next; /* 1 + index of the next entry of the bucket */
   uint32_t bucket;
   const struct ir_node *list_owner; /* node whose list holds the instruction */
   const struct ir_node *first;      /* first node of that list: tells then from else */
};

struct cse {
   struct ir_shader *s;
   U_VEC(struct entry) entries;
   uint32_t *buckets; /* 1 + index */
   uint32_t mask;
   struct ir_src *map;
   bool progress, oom;
};

static bool
is_candidate(const struct ir_instr *in)
{
   return in->ndst && in->op != IR_PHI && in->op != IR_LOAD_VAR && !(ir_op_infos[in->op].flags & IR_S);
}

static uint32_t
mix(uint32_t h, uint32_t v)
{
   h = (h ^ v) * 0x9e3779b1u;
   return h ^ h >> 15;
}

static uint32_t
hash(const struct ir_instr *in)
{
   uint32_t h = mix(in->op * 64u + in->nsrc, (uint32_t)in->index);
   h = mix(h, in->comp | in->sat << 3 | in->ndst << 4 | in->tex.sampler << 8 | in->tex.op << 16 |
                 in->tex.target << 20);
   for (unsigned k = 0; k < in->nsrc; k++)
      h = mix(h, in->src[k].bits * 4 + in->src[k].kind + (in->src[k].neg ? 0x40000000u : 0) +
                    (in->src[k].abs ? 0x20000000u : 0));
   return h;
}

static bool
equal(const struct ir_instr *a, const struct ir_instr *b)
{
   if (a->op != b->op || a->nsrc != b->nsrc || a->ndst != b->ndst || a->sat != b->sat || a->comp != b->comp ||
       a->index != b->index || a->indirect != b->indirect || memcmp(&a->tex, &b->tex, sizeof a->tex))
      return false;
   for (unsigned k = 0; k < a->nsrc; k++)
      if (!ir_src_equal(&a->src[k], &b->src[k]))
         return false;
   return true;
}

static uint64_t
src_key(const struct ir_src *s)
{
   return (uint64_t)s->kind << 40 | (uint64_t)s->bits << 4 | (unsigned)s->neg << 1 | (unsigned)s->abs;
}

static void
rewrite(struct cse *c, struct ir_src *s)
{
   assert(s->kind != IR_SRC_SSA || c->map[s->bits].kind == IR_SRC_SSA);
   if (s->kind != IR_SRC_SSA || c->map[s->bits].bits == s->bits)
      return;
   s->bits = c->map[s->bits].bits;
}

static void
cse_list(struct cse *c, struct ir_list *list, const struct ir_node *owner)
{
   size_t mark = c->entries.count;
   for (struct ir_node *n = list->first; n && !c->oom; n = n->next) {
      if (n->kind == IR_NODE_IF) {
         rewrite(c, &n->cond);
         cse_list(c, &n->then_list, n);
         cse_list(c, &n->else_list, n);
         continue;
      }
      if (n->kind == IR_NODE_LOOP) {
         cse_list(c, &n->body, n);
         continue;
      }
      size_t keep = 0;
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         for (unsigned k = 0; k < in->nsrc; k++)
            rewrite(c, &in->src[k]);
         if ((ir_op_infos[in->op].flags & IR_C) && src_key(&in->src[0]) > src_key(&in->src[1])) {
            struct ir_src t = in->src[0];
            in->src[0] = in->src[1];
            in->src[1] = t;
         }
         const struct ir_instr *found = NULL;
         uint32_t b = 0;
         if (is_candidate(in)) {
            b = hash(in) & c->mask;
            for (uint32_t e = c->buckets[b]; e && !found; e = c->entries.data[e - 1].next) {
               const struct entry *x = &c->entries.data[e - 1];
               if (equal(x->in, in) && (!(ir_op_infos[in->op].flags & IR_D) || x->first == list->first))
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
         if (is_candidate(in)) {
            struct entry e = {in, c->buckets[b], b, owner, list->first};
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
      cse_list(&c, &s->body, NULL);
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
