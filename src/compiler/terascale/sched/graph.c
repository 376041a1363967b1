/* SPDX-License-Identifier: MIT
 *
 * Dependences between the operations of a block, for the scheduler.
 *
 * Latency 0: may share a group (a read and a later write of one register: all reads of a group come first).
 * Latency 1: a later group, or another clause if a fetch takes part. Latency 2: a group between, for the
 * chips that need a gap after a relative write.
 */
#include "compiler/terascale/sched/sched.h"

#include <assert.h>

#include "util/u_math.h"

#define BEFORE_ALL (1 << 24) /* a priority above any other */

struct reader {
   uint32_t op;
   struct reader *next;
};

struct vliw_sched_state {
   uint32_t def;           /* last writer + 1 */
   bool touched;           /* by the present block */
   struct reader *readers; /* since then */
};

static void
edge(struct vliw_sched *s, uint32_t from, uint32_t to, unsigned lat)
{
   if (from == to)
      return;
   assert(from < to && to < s->num_nodes); /* operations depend on earlier ones */
   struct vliw_op *a = s->block->ops.data[from], *b = s->block->ops.data[to];
   if (!u_vec_push(&a->node->succ, to << 2 | lat))
      vliw_out_of_memory(s->c);
   assert(lat <= VLIW_LAT_2 && to < UINT32_MAX >> 2);
   b->node->wait[lat ? 1 : 0]++;
}

/** The entry of one thing that is read or written, to be forgotten behind the block. */
static struct vliw_sched_state *
state_of(struct vliw_sched *s, uint32_t id)
{
   assert(id < s->num_regs + 4 * (s->c->arrays.count + s->c->num_mem_objects));
   struct vliw_sched_state *st = &s->state[id];
   if (!st->touched && !u_vec_push(&s->touched, id))
      vliw_out_of_memory(s->c);
   st->touched = true;
   return st;
}

static void
reads(struct vliw_sched *s, uint32_t id, uint32_t i, unsigned lat)
{
   struct vliw_sched_state *st = state_of(s, id);
   if (st->def)
      edge(s, st->def - 1, i, lat);
   struct reader *r = u_arena_new(&s->c->arena, struct reader);
   r->op = i;
   r->next = st->readers;
   st->readers = r;
}

static void
writes(struct vliw_sched *s, uint32_t id, uint32_t i)
{
   struct vliw_sched_state *st = state_of(s, id);
   if (st->def)
      edge(s, st->def - 1, i, VLIW_LAT_1);
   for (struct reader *r = st->readers; r; r = r->next) {
      const struct vliw_op *a = s->block->ops.data[r->op], *b = s->block->ops.data[i];
      /* an ALU operation cannot share the fetch's clause anyway; two fetches keep their order inside it */
      edge(s, r->op, i, a->kind != b->kind ? VLIW_LAT_1 : VLIW_LAT_0);
   }
   st->readers = NULL;
   st->def = i + 1;
}

static uint32_t
array_id(const struct vliw_sched *s, uint32_t array, unsigned comp)
{
   assert(array < s->c->arrays.count && comp < 4);
   return s->num_regs + array * 4 + comp;
}

static uint32_t
mem_id(const struct vliw_sched *s, uint32_t object, unsigned comp)
{
   assert(object <= s->c->num_mem_objects && comp < 4);
   return s->num_regs + (uint32_t)s->c->arrays.count * 4 + object * 4 + comp;
}

void
vliw_sched_graph_init(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   s->num_regs = (uint32_t)c->regs.count; /* those that the scheduler adds for copies are in no graph */
   s->state = calloc(mem_id(s, c->num_mem_objects, 0) + 1, sizeof *s->state);
   if (!s->state)
      vliw_out_of_memory(c);
}

static void
dependences(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   struct vliw_block *b = s->block;
   for (uint32_t i = 0; i < b->ops.count; i++) {
      struct vliw_op *op = b->ops.data[i];
      for (unsigned j = 0; j < vliw_op_num_src(op); j++) {
         if (op->src[j].kind == VLIW_SRC_REG)
            reads(s, op->src[j].v, i, VLIW_LAT_1);
         else if (op->src[j].kind == VLIW_SRC_ARRAY)
            reads(s, array_id(s, op->src[j].v, op->src[j].chan), i,
                  c->t.rel_write_gap ? VLIW_LAT_2 : VLIW_LAT_1);
      }
      if (op->ar != VLIW_NONE)
         reads(s, op->ar, i, VLIW_LAT_1);
      for (unsigned k = 0; k < vliw_op_num_dst(op); k++)
         if (op->dst[k] != VLIW_NONE)
            writes(s, op->dst[k], i);
      if (op->dst_array != VLIW_NONE)
         writes(s, array_id(s, op->dst_array, op->dst_comp), i);
      for (unsigned k = 0; op->mem_object != VLIW_NONE && k < 4; k++)
         if (op->mem_mask & 1u << k) {
            if (op->mem_write)
               writes(s, mem_id(s, op->mem_object, k), i);
            else
               reads(s, mem_id(s, op->mem_object, k), i, VLIW_LAT_1);
         }
      if (op->pred) /* changes the mask for whoever follows: comes last, in a group of its own */
         for (uint32_t k = 0; k < i; k++)
            edge(s, k, i, VLIW_LAT_1);
   }
   for (size_t i = 0; i < s->touched.count; i++)
      s->state[s->touched.data[i]] = (struct vliw_sched_state){0};
   s->touched.count = 0;
}

/** Constants that the block reads, as the read ports count them. */
static uint32_t
count_constants(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   const struct vliw_block *b = s->block;
   uint32_t seen[64], n = 0;
   for (size_t i = 0; i < b->ops.count; i++) {
      const struct vliw_op *op = b->ops.data[i];
      for (unsigned j = 0; op->kind == VLIW_OP_ALU && j < vliw_op_num_src(op); j++) {
         if (op->src[j].kind != VLIW_SRC_KCACHE)
            continue;
         uint32_t key = op->src[j].v << 2 | (c->t.const_pairs ? op->src[j].chan >> 1 : op->src[j].chan);
         uint32_t k = 0;
         while (k < n && seen[k] != key)
            k++;
         if (k == n && n < ARRAY_SIZE(seen)) /* beyond that other bounds are near enough */
            seen[n++] = key;
      }
   }
   return n;
}

/** No schedule of the block has fewer groups than its longest chain has ALU operations, nor than its
 * operations take slots, or T alone, nor than its constants take read ports. */
static void
note_bound(struct vliw_sched *s)
{
   struct vliw_ctx *c = s->c;
   const struct vliw_block *b = s->block;
   uint32_t longest = 0, slots = 0, trans = 0;
   for (size_t i = b->ops.count; i-- > 0;) {
      struct vliw_op *op = b->ops.data[i];
      op->node->chain = 0;
      for (size_t k = 0; k < op->node->succ.count; k++) {
         uint32_t t = s->nodes[op->node->succ.data[k] >> 2].chain;
         /* what may share a group does not lengthen a chain */
         bool shares = (op->node->succ.data[k] & 3) == VLIW_LAT_0;
         op->node->chain = MAX2(op->node->chain, shares && t ? t - 1 : t);
      }
      op->node->chain += op->kind == VLIW_OP_ALU;
      longest = MAX2(longest, op->node->chain);
      if (op->kind == VLIW_OP_ALU) {
         slots += op->no_slots ? 2u : op->nslots;
         trans += db_alu_info((enum db_alu_op)op->op)->slots[c->t.gen] == DB_SLOT_TRANS;
      }
   }
   uint32_t groups = MAX2(MAX2(longest, trans), DIV_ROUND_UP(slots, c->t.num_slots));
   c->min_groups += MAX2(groups, DIV_ROUND_UP(count_constants(s), c->t.const_ports));
}

void
vliw_sched_graph_fini(struct vliw_sched *s)
{
   for (uint32_t i = 0; i < s->num_nodes; i++) {
      u_vec_fini(&s->nodes[i].succ);
      s->block->ops.data[i]->node = NULL;
   }
   for (size_t i = 0; i < s->copies.count; i++) {
      u_vec_fini(&s->copies.data[i].op->node->succ);
      s->copies.data[i].op->node = NULL;
   }
   s->copies.count = 0;
   free(s->nodes);
   s->nodes = NULL;
   s->num_nodes = 0;
}

unsigned
vliw_sched_graph(struct vliw_sched *s)
{
   struct vliw_block *b = s->block;
   uint32_t n = (uint32_t)b->ops.count;
   unsigned levels = 0;
   s->nodes = calloc(MAX2(n, 1), sizeof *s->nodes);
   if (!s->nodes) {
      vliw_out_of_memory(s->c);
      return 0;
   }
   s->num_nodes = n;
   for (uint32_t i = 0; i < n; i++) {
      struct vliw_op *op = b->ops.data[i];
      op->node = &s->nodes[i];
      op->node->index = i;
      op->node->height = 1;
      op->node->need = UINT32_MAX;
      op->node->pinned =
         op->kind == VLIW_OP_ALU && op->dst[0] != VLIW_NONE && s->c->regs.data[op->dst[0]].chan >= 0;
   }
   dependences(s);
   bool any_fetch = false;
   for (uint32_t i = 0; i < n; i++) {
      struct vliw_op *op = b->ops.data[i];
      for (size_t k = 0; k < op->node->succ.count; k++) {
         struct vliw_op *t = b->ops.data[op->node->succ.data[k] >> 2];
         bool same_round =
            op->kind != VLIW_OP_ALU && t->kind == op->kind && (op->node->succ.data[k] & 3) == VLIW_LAT_0;
         uint32_t l = op->node->flevel + (op->kind != VLIW_OP_ALU && !same_round);
         t->node->flevel = MAX2(t->node->flevel, l);
      }
      if (op->kind != VLIW_OP_ALU) {
         any_fetch = true;
         levels = MAX2(levels, op->node->flevel + 1u);
      }
   }
   if (!any_fetch)
      levels = 0;
   uint32_t inputs = 0;
   for (uint32_t i = n; i-- > 0;) {
      struct vliw_op *op = b->ops.data[i];
      uint32_t need = levels;
      for (size_t k = 0; k < op->node->succ.count; k++) {
         const struct vliw_op *t = b->ops.data[op->node->succ.data[k] >> 2];
         op->node->height = MAX2(op->node->height, t->node->height + (int)(op->node->succ.data[k] & 3));
         uint32_t tn = t->kind == VLIW_OP_ALU ? t->node->need : t->node->flevel;
         need = MIN2(need, tn);
      }
      op->node->need = need;
      /* among equals any order will do: other seeds try other ones, every second one also among almost equals
       */
      op->node->priority = op->node->height * 16;
      if (s->c->plan.seed)
         op->node->priority += (int)(vliw_hash(i, s->c->plan.seed) % (s->c->plan.seed & 1 ? 15 : 30));
      if (vliw_op_interpolates(op)) {
         s->c->out->has_inputs |= ++inputs > 1;
         op->node->priority += s->c->plan.inputs_first ? BEFORE_ALL : 0;
      }
   }
   note_bound(s);
   free(s->alu_left);
   s->alu_left = calloc(levels + 1, sizeof *s->alu_left);
   if (!s->alu_left) {
      vliw_out_of_memory(s->c);
      return 0;
   }
   for (uint32_t i = 0; i < n; i++)
      if (b->ops.data[i]->kind == VLIW_OP_ALU)
         s->alu_left[s->nodes[i].need]++;
   vliw_ready_begin(s);
   s->ready.count = 0;
   s->first_left = 0;
   s->left = n;
   s->in_group.count = s->before.count = 0;
   for (uint32_t i = 0; i < n; i++) {
      struct vliw_op *op = b->ops.data[i];
      if (!op->node->wait[0] && !op->node->wait[1] && !u_vec_push(&s->ready, op))
         vliw_out_of_memory(s->c);
   }
   return levels;
}
