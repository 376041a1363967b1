/* SPDX-License-Identifier: MIT
 *
 * List scheduling: the operations of a block become clauses of groups and fetches; channels become final.
 *
 * The block alternates between ALU phases and fetch rounds. Phase k must schedule what the fetches of round k
 * need; everything else fills free slots, so that few clauses and few groups come out. A group takes ready
 * operations in order of their height in the dependence graph as long as one fits (sched/place.c).
 *
 * AR is loaded on demand: MOVA is no operation of the block but a means to make one ready, because its value
 * dies with the clause. An operation that no empty group can take gets operands copied first (sched/split.c).
 */
#include "compiler/terascale/sched/sched.h"

#include <assert.h>

#include "util/u_debug.h"
#include "util/u_math.h"

static void
push_group(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   assert(s->clause->size + s->group.size <= VLIW_ALU_CLAUSE);
   if (u_debug(U_DEBUG_SCHED))
      vliw_sched_draw_group(s);
   if (!u_vec_push(&s->clause->groups, s->group))
      vliw_out_of_memory(c);
   s->clause->size += s->group.size;
   memset(&s->group, 0, sizeof s->group);
   s->group_ops = 0;
   s->group_uses_ar = s->group_loads_ar = false;
   s->serial++;
   vliw_sched_release(s, false);
}

/** A clause must not end with a load of AR: what was to use it goes into the next clause. */
static void
drop_last_mova(struct vliw_sched *s)
{
   struct vliw_clause *cl = s->clause;
   if (!cl->groups.count || s->ar == VLIW_NONE || s->ar_group + 1 != s->serial)
      return;
   struct vliw_group *g = &cl->groups.data[cl->groups.count - 1];
   unsigned others = 0;
   for (unsigned i = 0; i < 5; i++) {
      if (!g->slot[i].op)
         continue;
      if (!(db_alu_info((enum db_alu_op)g->slot[i].op->op)->flags & DB_ALU_MOVA_F)) {
         others++;
         continue;
      }
      struct vliw_op *nop = vliw_op_new(s->c, VLIW_OP_ALU, DB_ALU_NOP);
      g->slot[i] = (struct vliw_slot){.op = nop, .chan = g->slot[i].chan};
   }
   if (!others) {
      cl->size -= g->size;
      cl->groups.count--;
   }
}

static void
end_clause(struct vliw_sched *s)
{
   if (!s->clause)
      return;
   drop_last_mova(s);
   if (!s->clause->groups.count)
      s->block->clauses.count--; /* opened and not used */
   s->clause = NULL;
   s->ar = VLIW_NONE;
   s->serial += 2; /* nothing is forwarded across a clause boundary */
   vliw_sched_release(s, true);
}

static void
begin_clause(struct vliw_sched *s)
{
   s->clause = vliw_clause_new(s->c, VLIW_CLAUSE_ALU);
   if (!u_vec_push(&s->block->clauses, s->clause))
      vliw_out_of_memory(s->c);
}

/** Does an operation that is tried or ready wait for what is in AR? */
static bool
ar_wanted(const struct vliw_sched *s)
{
   if (s->ar == VLIW_NONE)
      return false;
   for (size_t i = 0; i < s->tried.count; i++)
      if (s->tried.data[i]->ar == s->ar)
         return true;
   for (unsigned h = 0; h < 2; h++)
      for (size_t i = 0; i < s->alu[h].count; i++)
         if (s->alu[h].data[i]->ar == s->ar)
            return true;
   return false;
}

/* Operations that are tried in vain before a group is left as it is. */
#define MAX_FAILURES 48

/** Fills the current group; false if nothing could be placed. */
static bool
fill_group(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   bool again = true;
   while (again && s->group_ops < c->t.num_slots) {
      again = false;
      vliw_ready_update(s);
      s->tried.count = 0;
      struct vliw_op *op;
      while (s->tried.count < MAX_FAILURES && s->group_ops < c->t.num_slots &&
             (op = vliw_ready_next_alu(s))) {
         bool placed = false;
         if (op->ar != VLIW_NONE && (s->ar != op->ar || s->serial < s->ar_group + c->t.mova_gap)) {
            if (s->ar != op->ar && (op->node->mandatory || c->plan.window) && !ar_wanted(s))
               vliw_sched_place_mova(s, op);
         } else if (op->ar == VLIW_NONE || !s->group_loads_ar) {
            placed = vliw_sched_place(s, op);
            if (!placed && vliw_sched_split(s, op)) {
               again = true; /* the copy may join */
               continue;
            }
         }
         again |= placed; /* what waits for this one with latency 0 may join */
         if (!placed && !u_vec_push(&s->tried, op))
            vliw_out_of_memory(c);
      }
      for (size_t i = 0; i < s->tried.count; i++)
         vliw_ready_put(s, s->tried.data[i]);
   }
   return s->group_ops != 0;
}

static bool
alu_wanted(struct vliw_sched *s)
{
   if (!s->c->plan.window)
      return s->wanted != 0;
   vliw_ready_update(s);
   return s->lat2_pending || s->alu[0].count || s->alu[1].count;
}

/** The ready operation that comes first in the program, apart from those that only a load of AR would help
 * and that need not run yet. \p waits_ar: one only waits for time to pass behind such a load. */
static struct vliw_op *
first_ready(struct vliw_sched *s, bool *waits_ar)
{
   struct vliw_ctx *c = s->c;
   struct vliw_op *first = NULL;
   *waits_ar = false;
   vliw_ready_update(s);
   for (unsigned h = 0; h < 2; h++)
      for (size_t i = 0; i < s->alu[h].count; i++) {
         struct vliw_op *op = s->alu[h].data[i];
         *waits_ar |= op->ar != VLIW_NONE && s->ar == op->ar && s->serial < s->ar_group + c->t.mova_gap;
         bool later = op->ar != VLIW_NONE && s->ar != op->ar && !op->node->mandatory && !c->plan.window;
         if (!later && (!first || op->node->index < first->node->index))
            first = op;
      }
   return first;
}

static void
alu_phase(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   while (!c->failed && alu_wanted(s)) {
      if (s->clause && s->clause->size + 8 > VLIW_ALU_CLAUSE)
         end_clause(s);
      if (!s->clause)
         begin_clause(s);
      s->group_kills = false;
      if (fill_group(s)) {
         push_group(s);
         continue;
      }
      bool waits_ar;
      struct vliw_op *first = first_ready(s, &waits_ar);
      if (waits_ar || (!first && s->lat2_pending)) {
         vliw_sched_place_nop(s); /* only time is missing */
         push_group(s);
      } else if (!first) {
         vliw_fail(c, "internal: the scheduler found no operation to run");
      } else if (s->clause->groups.count) {
         end_clause(s);
      } else {
         vliw_fail(c, "internal: operation '%s' fits no group", db_alu_info((enum db_alu_op)first->op)->name);
      }
   }
   end_clause(s);
}

/** Fetch instructions that one operation becomes. */
static unsigned
fetch_cost(const struct vliw_op *op)
{
   return vliw_has_gradients(op) ? 3 : 1;
}

static void
fetch_round(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   static const uint8_t clause_of[] = {
      [VLIW_OP_TEX] = VLIW_CLAUSE_TEX, [VLIW_OP_VTX] = VLIW_CLAUSE_VTX, [VLIW_OP_MEM] = VLIW_CLAUSE_MEM};
   _Static_assert(ARRAY_SIZE(clause_of) == VLIW_OP_MEM + 1, "one for each kind of operation");
   for (unsigned kind = VLIW_OP_TEX; kind <= VLIW_OP_MEM; kind++) {
      struct vliw_clause *cl = NULL;
      struct vliw_op *op;
      unsigned size = 0;
      while (!c->failed && (op = vliw_ready_next_fetch(s, (enum vliw_op_kind)kind))) {
         if (!cl || kind == VLIW_OP_MEM || size + fetch_cost(op) > c->t.max_fetch) {
            cl = vliw_clause_new(c, (enum vliw_clause_kind)clause_of[kind]);
            if (!u_vec_push(&s->block->clauses, cl))
               vliw_out_of_memory(c);
            size = 0;
         }
         size += fetch_cost(op);
         assert(size <= c->t.max_fetch && (kind != VLIW_OP_MEM || !cl->fetches.count));
         if (!u_vec_push(&cl->fetches, op))
            vliw_out_of_memory(c);
         for (unsigned k = 0; k < 4; k++) {
            if (op->dst[k] == VLIW_NONE)
               continue;
            struct vliw_reg *r = &c->regs.data[op->dst[k]];
            if (r->chan < 0)
               r->chan = (int8_t)k;
            r->def_group = VLIW_NO_GROUP;
            r->writes++;
            s->chan_live[r->chan]++;
         }
         vliw_sched_done(s, op);
      }
   }
   vliw_sched_release(s, true);
}

static void
schedule_block(struct vliw_sched *s, struct vliw_block *b)
{
   struct vliw_ctx *c = s->c;
   s->block = b;
   unsigned levels = vliw_sched_graph(s);
   if (u_debug(U_DEBUG_SCHED))
      vliw_sched_draw_block(s, levels);
   uint32_t before = s->left + 1;
   for (uint32_t level = 0; s->left && s->left != before && !c->failed; level++) {
      before = s->left;
      vliw_ready_set_level(s, MIN2(level, levels));
      alu_phase(s);
      fetch_round(s);
   }
   if (s->left && !c->failed)
      vliw_fail(c, "internal: an operation was not scheduled");
   vliw_sched_graph_fini(s);
}

/** Registers that are only ever read through PV and PS need no GPR. */
static void
find_forwarded(struct vliw_ctx *c)
{
   for (size_t i = 0; i < c->regs.count; i++)
      c->regs.data[i].no_write = true;
   for (size_t b = 0; b < c->blocks.count; b++) {
      for (size_t k = 0; k < c->blocks.data[b]->clauses.count; k++) {
         const struct vliw_clause *cl = c->blocks.data[b]->clauses.data[k];
         for (size_t g = 0; g < cl->groups.count; g++)
            for (unsigned i = 0; i < 5; i++) {
               const struct vliw_slot *s = &cl->groups.data[g].slot[i];
               for (unsigned j = 0; s->op && j < s->op->nsrc; j++) {
                  const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
                  if (src->kind == VLIW_SRC_REG && !s->fwd[j])
                     c->regs.data[src->v].no_write = false;
               }
            }
         for (size_t f = 0; f < cl->fetches.count; f++) {
            const struct vliw_op *op = cl->fetches.data[f];
            for (unsigned j = 0; j < vliw_op_num_src(op); j++)
               if (op->src[j].kind == VLIW_SRC_REG)
                  c->regs.data[op->src[j].v].no_write = false;
            for (unsigned j = 0; j < 4; j++)
               if (op->dst[j] != VLIW_NONE)
                  c->regs.data[op->dst[j]].no_write = false;
         }
      }
   }
   for (size_t i = 0; i < c->exports.count; i++)
      for (unsigned j = 0; j < 4; j++)
         if (c->exports.data[i].src[j].kind == VLIW_SRC_REG)
            c->regs.data[c->exports.data[i].src[j].v].no_write = false;
}

void
vliw_schedule(struct vliw_ctx *c)
{
   struct vliw_sched s = {.c = c, .serial = 2, .ar = VLIW_NONE};
   jmp_buf out_of_memory;
   if (setjmp(out_of_memory))
      goto out;
   c->arena.on_failure = &out_of_memory;
   vliw_sched_graph_init(&s);
   vliw_count_reads(c);
   for (size_t i = 0; i < c->regs.count; i++) {
      c->regs.data[i].nleft = c->regs.data[i].nreads;
      c->regs.data[i].def_group = VLIW_NO_GROUP;
   }
   for (size_t i = 0; i < c->nodes.count && !c->failed; i++)
      if (c->nodes.data[i].kind == VLIW_NODE_BLOCK)
         schedule_block(&s, c->blocks.data[c->nodes.data[i].block]);
   if (c->failed)
      goto out;
   /* what is exported without ever being written */
   for (size_t i = 0; i < c->exports.count; i++)
      for (unsigned j = 0; j < 4; j++)
         if (c->exports.data[i].src[j].kind == VLIW_SRC_REG) {
            struct vliw_reg *r = &c->regs.data[c->exports.data[i].src[j].v];
            if (r->chan < 0)
               r->chan = r->pref >= 0 ? r->pref : (int8_t)j;
         }
   find_forwarded(c);
out:
   c->arena.on_failure = NULL;
   vliw_sched_graph_fini(&s);
   u_vec_fini(&s.copies);
   free(s.state);
   u_vec_fini(&s.tried);
   u_vec_fini(&s.touched);
   vliw_ready_fini(&s);
}
