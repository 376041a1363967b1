/* SPDX-License-Identifier: MIT
 *
 * Bounds the number of scalars that live at once: a linear scan over their lifetimes picks what goes to a
 * variable in scratch memory. A value that is cheap to compute from constants and uniforms is computed again
 * before its uses instead.
 *
 * A spilled value is stored once, behind its definition, and loaded before its uses; uses close to each other
 * share a load. A spilled phi becomes stores at the ends of the predecessors. If some phi of the block reads
 * a spilled phi of the same block, these stores go to slots of their own, which the block copies: otherwise
 * one store could overwrite what another edge copy still reads.
 *
 * Lifetimes come from one value after the other, up from its uses: time and memory follow their length, not
 * blocks times values.
 *
 * Values that are no registers in the back end are left alone: uniforms with constant addresses and inputs.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

#define RECENT    12 /* values whose last load or definition in the block is still used */
#define REACH     24 /* instructions */
#define NEVER     UINT32_MAX
#define NO_SLOT   UINT32_MAX
#define MAX_DEPTH 6

struct interval {
   uint32_t value, start, end;
   uint32_t cost; /* uses, those in loops weigh more */
};

struct recent {
   uint32_t value, temp, at;
};

struct spill {
   struct ir_shader *s;
   struct ir_defs d;
   uint32_t limit;
   uint32_t *block_end;          /* position behind a block, by its id */
   uint32_t *start, *end, *cost; /* by value */
   bool *spilled, *remat;
   uint32_t *slot, *in_slot; /* scalar in the variable */
   uint32_t num_slots;
   uint32_t num; /* values before the pass */
   struct ir_var *var;
   U_VEC(struct ir_instr *) out; /* the block being rewritten */
   struct recent recent[RECENT];
   bool oom;
};

static bool
needs_register(const struct ir_instr *in)
{
   switch (in->op) {
   case IR_LOAD_INPUT:
   case IR_LOAD_SYSVAL:
      return false;
   case IR_LOAD_UNIFORM:
   case IR_LOAD_BLOCK:
      return in->indirect;
   default:
      return true;
   }
}

static bool
is_cheap(const struct spill *sp, const struct ir_instr *in)
{
   if (in->op == IR_PHI || in->var || in->ndst != 1 || ir_op_infos[in->op].flags & (IR_S | IR_D) ||
       in->op == IR_LOAD_UNIFORM || in->op == IR_LOAD_BLOCK || !needs_register(in) || in->nsrc > 3)
      return false;
   for (unsigned k = 0; k < in->nsrc; k++) {
      if (in->src[k].kind != IR_SRC_SSA)
         continue;
      const struct ir_instr *def = sp->d.instr[in->src[k].bits];
      if (!def || def->op != IR_LOAD_UNIFORM || def->indirect)
         return false;
   }
   return true;
}

/* ---- lifetimes */

static uint32_t
weight(const struct ir_node *n)
{
   uint32_t w = 1;
   unsigned depth = 0;
   for (const struct ir_node *l = ir_loop_of(n); l && depth < MAX_DEPTH; l = ir_loop_of(l), depth++)
      w *= 8;
   return w;
}

static void
used(struct spill *sp, const struct ir_src *src, uint32_t pos, uint32_t w)
{
   if (src->kind != IR_SRC_SSA)
      return;
   sp->end[src->bits] = MAX2(sp->end[src->bits], pos);
   sp->cost[src->bits] += w;
}

static void
intervals(struct spill *sp)
{
   uint32_t pos = 0;
   for (struct ir_node *n = ir_first_node(sp->s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         used(sp, &n->cond, pos, weight(n));
      if (n->kind != IR_NODE_BLOCK)
         continue;
      uint32_t w = weight(n);
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_PHI)
            pos++;
         for (unsigned k = 0; in->op != IR_PHI && k < in->nsrc; k++)
            used(sp, &in->src[k], pos, w);
         for (unsigned k = 0; k < in->ndst; k++) {
            sp->start[in->dst + k] = pos;
            sp->end[in->dst + k] = MAX2(sp->end[in->dst + k], pos);
            sp->cost[in->dst + k] += w;
         }
      }
      pos++;
      sp->block_end[n->block->id] = pos;
   }
}

/** A value that is read in a block, or, by a phi, behind it. */
struct use {
   const struct ir_block *block;
   bool behind;
   uint32_t next; /* of the same value: 1 + number, 0 = none */
};

typedef U_VEC(struct use) use_list;

static void
add_use(struct spill *sp, use_list *uses, uint32_t *first, const struct ir_src *src, const struct ir_block *b,
        bool behind)
{
   if (src->kind != IR_SRC_SSA)
      return;
   const struct ir_node *def = sp->d.node[src->bits];
   if (!behind && def && def->block == b)
      return; /* never outside of its block by this */
   struct use u = {b, behind, first[src->bits]};
   if (u_vec_push(uses, u))
      first[src->bits] = (uint32_t)uses->count;
   else
      sp->oom = true;
}

static void
collect_uses(struct spill *sp, use_list *uses, uint32_t *first)
{
   for (struct ir_node *n = ir_first_node(sp->s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         add_use(sp, uses, first, &n->cond, n->prev->block, false);
      if (n->kind != IR_NODE_BLOCK)
         continue;
      for (size_t i = 0; i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         bool phi = in->op == IR_PHI;
         for (unsigned k = 0; k < in->nsrc && (!phi || k < n->block->preds.count); k++)
            add_use(sp, uses, first, &in->src[k], phi ? n->block->preds.data[k] : n->block, phi);
      }
   }
}

typedef U_VEC(const struct ir_block *) block_list;

/** \p v lives at the end of \p b. */
static void
lives_behind(struct spill *sp, block_list *work, uint32_t *seen, uint32_t v, const struct ir_block *b)
{
   if (seen[b->id] == v + 1)
      return;
   seen[b->id] = v + 1;
   sp->end[v] = MAX2(sp->end[v], sp->block_end[b->id]);
   const struct ir_node *def = sp->d.node[v];
   if ((!def || def->block != b) && !u_vec_push(work, b))
      sp->oom = true;
}

/** Stretches the intervals over the blocks at whose end the value lives, one value after the other: up from
 * its uses to its definition. */
static bool
extend_over_blocks(struct spill *sp)
{
   use_list uses = {0};
   block_list work = {0};
   uint32_t *first = calloc(sp->num + 1, sizeof *first);
   uint32_t *seen = calloc(sp->s->num_blocks + 1, sizeof *seen);
   bool ok = first && seen;
   if (ok)
      collect_uses(sp, &uses, first);
   for (uint32_t v = 0; ok && v < sp->num && !sp->oom; v++) {
      for (uint32_t i = first[v]; i; i = uses.data[i - 1].next) {
         const struct use *u = &uses.data[i - 1];
         if (u->behind)
            lives_behind(sp, &work, seen, v, u->block);
         else
            for (size_t p = 0; p < u->block->preds.count; p++)
               lives_behind(sp, &work, seen, v, u->block->preds.data[p]);
      }
      while (work.count) {
         const struct ir_block *b = work.data[--work.count];
         for (size_t p = 0; p < b->preds.count; p++)
            lives_behind(sp, &work, seen, v, b->preds.data[p]);
      }
   }
   free(first);
   free(seen);
   u_vec_fini(&uses);
   u_vec_fini(&work);
   return ok && !sp->oom;
}

static int
by_start(const void *pa, const void *pb)
{
   const struct interval *a = pa, *b = pb;
   if (a->start != b->start)
      return a->start < b->start ? -1 : 1;
   return a->value < b->value ? -1 : a->value > b->value;
}

/** Linear scan: whenever more than the limit live, the longest and least used one goes. */
static bool
choose(struct spill *sp)
{
   U_VEC(struct interval) all = {0};
   struct interval *active = calloc(sp->limit + 2, sizeof *active);
   bool any = false;
   if (!active)
      sp->oom = true;
   for (uint32_t v = 0; v < sp->num && !sp->oom; v++) {
      const struct ir_instr *def = sp->d.instr[v];
      if (!def || !needs_register(def))
         continue;
      struct interval x = {v, sp->start[v], sp->end[v], MAX2(sp->cost[v], 1u)};
      if (!u_vec_push(&all, x))
         sp->oom = true;
   }
   if (all.count && !sp->oom)
      qsort(all.data, all.count, sizeof *all.data, by_start);
   uint32_t n = 0;
   for (size_t i = 0; i < all.count && !sp->oom; i++) {
      uint32_t k = 0;
      for (uint32_t j = 0; j < n; j++)
         if (active[j].end > all.data[i].start)
            active[k++] = active[j];
      n = k;
      active[n++] = all.data[i];
      assert(n <= sp->limit + 1);
      if (n <= sp->limit)
         continue;
      uint32_t best = 0;
      uint64_t best_score = 0;
      for (uint32_t j = 0; j < n; j++) {
         assert(active[j].end >= all.data[i].start && active[j].cost);
         uint64_t score = ((uint64_t)(active[j].end - all.data[i].start) << 16) / active[j].cost;
         if (score > best_score) {
            best_score = score;
            best = j;
         }
      }
      if (!best_score)
         best = n - 1;
      sp->spilled[active[best].value] = any = true;
      active[best] = active[--n];
   }
   u_vec_fini(&all);
   free(active);
   return any;
}

/* ---- rewriting */

static void
emit(struct spill *sp, struct ir_instr *in)
{
   if (!in || !u_vec_push(&sp->out, in))
      sp->oom = true;
}

static struct ir_instr *
load_new(struct spill *sp, uint32_t slot, uint32_t line)
{
   assert(sp->var && slot < sp->num_slots);
   struct ir_instr *in = ir_instr_create(sp->s, IR_LOAD_VAR, 0, 1);
   if (in) {
      in->var = sp->var;
      in->index = (int32_t)(slot / 4);
      in->comp = (uint8_t)(slot % 4);
      in->line = line;
   }
   return in;
}

static struct ir_instr *
store_new(struct spill *sp, uint32_t slot, struct ir_src src, uint32_t line)
{
   assert(sp->var && slot < sp->num_slots);
   struct ir_instr *in = ir_instr_create(sp->s, IR_STORE_VAR, 1, 0);
   if (in) {
      in->var = sp->var;
      in->index = (int32_t)(slot / 4);
      in->writemask = (uint8_t)(1u << slot % 4);
      in->src[0] = src;
      in->line = line;
   }
   return in;
}

static uint32_t
new_slot(struct spill *sp, uint32_t *slot)
{
   if (*slot == NO_SLOT)
      *slot = sp->num_slots++;
   return *slot;
}

/** The instruction that brings a spilled value back. */
static struct ir_instr *
reload(struct spill *sp, uint32_t v, uint32_t line)
{
   const struct ir_instr *def = sp->d.instr[v];
   if (!sp->remat[v])
      return load_new(sp, new_slot(sp, &sp->slot[v]), line);
   struct ir_instr *in = ir_instr_create(sp->s, (enum ir_op)def->op, def->nsrc, 1);
   if (!in)
      return NULL;
   uint32_t dst = in->dst;
   struct ir_src *src = in->src;
   *in = *def;
   in->dst = dst;
   in->src = src;
   memcpy(src, def->src, def->nsrc * sizeof *src);
   return in;
}

static void
remember(struct spill *sp, uint32_t value, uint32_t temp, uint32_t at)
{
   struct recent *old = &sp->recent[0];
   for (unsigned i = 0; i < RECENT; i++) {
      struct recent *r = &sp->recent[i];
      if (r->value == value || r->value == NEVER) {
         old = r;
         break;
      }
      if (r->at < old->at)
         old = r;
   }
   *old = (struct recent){value, temp, at};
}

static void
forget(struct spill *sp)
{
   for (unsigned i = 0; i < RECENT; i++)
      sp->recent[i] = (struct recent){.value = NEVER};
}

static void
use_spilled(struct spill *sp, struct ir_src *src, uint32_t at, uint32_t line)
{
   if (src->kind != IR_SRC_SSA || src->bits >= sp->num || !sp->spilled[src->bits])
      return;
   uint32_t v = src->bits;
   for (unsigned i = 0; i < RECENT; i++) {
      struct recent *r = &sp->recent[i];
      if (r->value == v && at - r->at <= REACH) {
         src->bits = r->temp;
         return;
      }
   }
   struct ir_instr *in = reload(sp, v, line);
   emit(sp, in);
   if (!in)
      return;
   src->bits = in->dst;
   remember(sp, v, in->dst, at);
}

static void
store_results(struct spill *sp, const struct ir_instr *in, uint32_t at)
{
   for (unsigned k = 0; k < in->ndst; k++) {
      uint32_t v = in->dst + k;
      if (v >= sp->num || !sp->spilled[v])
         continue;
      if (!sp->remat[v])
         emit(sp, store_new(sp, new_slot(sp, &sp->slot[v]), ir_ssa(v), in->line));
      remember(sp, v, v, at);
   }
}

static bool
is_spilled(const struct spill *sp, const struct ir_src *src)
{
   return src->kind == IR_SRC_SSA && src->bits < sp->num && sp->spilled[src->bits];
}

/** Does a phi of the block read another spilled phi of the block? */
static bool
needs_copies(const struct spill *sp, const struct ir_block *b)
{
   for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++) {
      const struct ir_instr *phi = b->instrs.data[i];
      for (unsigned k = 0; k < phi->nsrc; k++) {
         if (!is_spilled(sp, &phi->src[k]) || phi->src[k].bits == phi->dst)
            continue;
         const struct ir_instr *def = sp->d.instr[phi->src[k].bits];
         for (size_t j = 0; j < b->instrs.count && b->instrs.data[j]->op == IR_PHI; j++)
            if (b->instrs.data[j] == def)
               return true;
      }
   }
   return false;
}

/** Loads and stores at the ends of the predecessors; returns the copies' instructions through in_slot. */
static void
rewrite_edges(struct spill *sp, struct ir_block *b)
{
   bool copies = needs_copies(sp, b);
   for (size_t p = 0; p < b->preds.count; p++) {
      struct ir_block *from = b->preds.data[p];
      size_t at = from->instrs.count;
      if (at && ir_is_jump(from->instrs.data[at - 1]))
         at--;
      for (size_t i = 0; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++) {
         struct ir_instr *phi = b->instrs.data[i];
         if (p >= phi->nsrc)
            continue;
         struct ir_src *src = &phi->src[p];
         bool mem = sp->spilled[phi->dst];
         if (src->kind == IR_SRC_UNDEF ||
             (mem && !copies && src->kind == IR_SRC_SSA && src->bits == phi->dst))
            continue;
         struct ir_src value = *src;
         if (is_spilled(sp, src)) {
            struct ir_instr *in = reload(sp, src->bits, phi->line);
            if (!ir_block_insert(from, at++, in)) {
               sp->oom = true;
               return;
            }
            value.bits = in->dst;
         }
         if (!mem) {
            *src = value;
            continue;
         }
         uint32_t slot = new_slot(sp, copies ? &sp->in_slot[phi->dst] : &sp->slot[phi->dst]);
         if (!ir_block_insert(from, at++, store_new(sp, slot, value, phi->line))) {
            sp->oom = true;
            return;
         }
      }
   }
}

static void
rewrite_block(struct spill *sp, struct ir_node *n)
{
   struct ir_block *b = n->block;
   sp->out.count = 0;
   forget(sp);
   size_t i = 0;
   for (; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++)
      emit(sp, b->instrs.data[i]);
   for (; i < b->instrs.count; i++) {
      struct ir_instr *in = b->instrs.data[i];
      if (ir_is_jump(in) && n->next && n->next->kind == IR_NODE_IF)
         break;
      for (unsigned k = 0; k < in->nsrc; k++)
         use_spilled(sp, &in->src[k], (uint32_t)i, in->line);
      if (in->ndst == 1 && in->dst < sp->num && sp->spilled[in->dst] && sp->remat[in->dst])
         continue; /* computed where it is used */
      emit(sp, in);
      store_results(sp, in, (uint32_t)i);
   }
   for (; i < b->instrs.count; i++)
      emit(sp, b->instrs.data[i]);
   if (n->next && n->next->kind == IR_NODE_IF)
      use_spilled(sp, &n->next->cond, (uint32_t)i, 0);
   if (sp->oom || !u_vec_reserve(&b->instrs, sp->out.count)) {
      sp->oom = true;
      return;
   }
   if (sp->out.count)
      memcpy(b->instrs.data, sp->out.data, sp->out.count * sizeof *sp->out.data);
   b->instrs.count = sp->out.count;
}

/** Spilled phis disappear; what arrives in slots of its own is copied. */
static void
remove_phis(struct spill *sp, struct ir_block *b)
{
   sp->out.count = 0;
   size_t i = 0;
   for (; i < b->instrs.count && b->instrs.data[i]->op == IR_PHI; i++)
      if (!sp->spilled[b->instrs.data[i]->dst])
         emit(sp, b->instrs.data[i]);
   for (size_t j = 0; j < i; j++) {
      uint32_t v = b->instrs.data[j]->dst, line = b->instrs.data[j]->line;
      if (!sp->spilled[v] || sp->in_slot[v] == NO_SLOT)
         continue;
      struct ir_instr *in = load_new(sp, sp->in_slot[v], line);
      emit(sp, in);
      if (in)
         emit(sp, store_new(sp, new_slot(sp, &sp->slot[v]), ir_ssa(in->dst), line));
   }
   for (; i < b->instrs.count; i++)
      emit(sp, b->instrs.data[i]);
   if (sp->oom || !u_vec_reserve(&b->instrs, sp->out.count)) {
      sp->oom = true;
      return;
   }
   if (sp->out.count)
      memcpy(b->instrs.data, sp->out.data, sp->out.count * sizeof *sp->out.data);
   b->instrs.count = sp->out.count;
}

static void
rewrite(struct spill *sp)
{
   for (struct ir_node *n = ir_first_node(sp->s); n && !sp->oom; n = ir_next_node(n))
      if (n->kind == IR_NODE_BLOCK)
         rewrite_block(sp, n);
   for (struct ir_node *n = ir_first_node(sp->s); n && !sp->oom; n = ir_next_node(n))
      if (n->kind == IR_NODE_BLOCK)
         rewrite_edges(sp, n->block);
   for (struct ir_node *n = ir_first_node(sp->s); n && !sp->oom; n = ir_next_node(n))
      if (n->kind == IR_NODE_BLOCK)
         remove_phis(sp, n->block);
   sp->var->len = MAX2(DIV_ROUND_UP(sp->num_slots, 4u), 1u);
}

bool
ir_spill(struct ir_shader *s, uint32_t limit)
{
   assert(limit);
   ir_update_preds(s);
   struct spill sp = {.s = s, .limit = limit, .num = s->num_values};
   if (!ir_defs_init(&sp.d, s))
      return false;
   bool any = false;
   sp.start = u_arena_array(&s->arena, uint32_t, sp.num + 1);
   sp.end = u_arena_array(&s->arena, uint32_t, sp.num + 1);
   sp.cost = u_arena_array(&s->arena, uint32_t, sp.num + 1);
   sp.spilled = u_arena_array(&s->arena, bool, sp.num + 1);
   sp.remat = u_arena_array(&s->arena, bool, sp.num + 1);
   sp.slot = u_arena_array(&s->arena, uint32_t, sp.num + 1);
   sp.in_slot = u_arena_array(&s->arena, uint32_t, sp.num + 1);
   sp.block_end = u_arena_array(&s->arena, uint32_t, s->num_blocks + 1);
   if (s->arena.out_of_memory)
      goto oom;
   for (uint32_t v = 0; v < sp.num; v++) {
      sp.slot[v] = sp.in_slot[v] = NO_SLOT;
      sp.remat[v] = sp.d.instr[v] && is_cheap(&sp, sp.d.instr[v]);
   }
   intervals(&sp);
   if (!extend_over_blocks(&sp))
      goto oom;
   any = choose(&sp);
   if (any && !sp.oom) {
      sp.var = ir_var_create(s, "spilled", 1, 4);
      if (!sp.var)
         goto oom;
      sp.var->scratch = true;
      rewrite(&sp);
   }
   if (!sp.oom)
      goto out;
oom:
   s->arena.out_of_memory = true;
out:
   u_vec_fini(&sp.out);
   ir_defs_fini(&sp.d);
   return any;
}
