/* SPDX-License-Identifier: MIT
 *
 * The operations of a block that nothing holds back any more, for the scheduler: heaps, since a block of many
 * thousand operations may have most of them ready at once.
 *
 * ALU operations come out by vliw_sched_before; fetches in program order, which keeps lifetimes short. With a
 * window (looking ahead costs registers), what lies beyond it waits in a heap of its own.
 */
#include <assert.h>

#include "compiler/terascale/sched/sched.h"

typedef bool (*before_fn)(const struct vliw_op *a, const struct vliw_op *b);

static bool
alu_before(const struct vliw_op *a, const struct vliw_op *b)
{
   if (a->node->priority != b->node->priority)
      return a->node->priority > b->node->priority;
   if (a->node->pinned != b->node->pinned)
      return a->node->pinned; /* who can go anywhere waits */
   return a->node->index < b->node->index;
}

static bool
program_before(const struct vliw_op *a, const struct vliw_op *b)
{
   return a->node->index < b->node->index;
}

static void
sift_down(vliw_op_heap *h, size_t i, before_fn before)
{
   struct vliw_op *op = h->data[i];
   for (size_t k; (k = 2 * i + 1) < h->count; i = k) {
      if (k + 1 < h->count && before(h->data[k + 1], h->data[k]))
         k++;
      if (!before(h->data[k], op))
         break;
      h->data[i] = h->data[k];
   }
   h->data[i] = op;
}

static void
push(struct vliw_sched *s, vliw_op_heap *h, struct vliw_op *op, before_fn before)
{
   if (!u_vec_push(h, op)) {
      vliw_out_of_memory(s->c);
      return;
   }
   size_t i = h->count - 1;
   for (; i && before(op, h->data[(i - 1) / 2]); i = (i - 1) / 2)
      h->data[i] = h->data[(i - 1) / 2];
   h->data[i] = op;
}

static struct vliw_op *
pop(vliw_op_heap *h, before_fn before)
{
   if (!h->count)
      return NULL;
   struct vliw_op *op = h->data[0];
   assert(op->node);
   h->data[0] = h->data[--h->count];
   if (h->count)
      sift_down(h, 0, before);
   return op;
}

static bool
in_window(struct vliw_sched *s, const struct vliw_op *op)
{
   if (!s->c->plan.window)
      return true;
   while (s->first_left < s->block->ops.count && s->nodes[s->first_left].done)
      s->first_left++;
   return op->node->index < s->first_left + s->c->plan.window;
}

void
vliw_ready_put(struct vliw_sched *s, struct vliw_op *op)
{
   if (op->kind != VLIW_OP_ALU) {
      push(s, &s->fetch[op->kind], op, program_before);
      return;
   }
   assert(!op->node->done && !op->node->wait[0] && !op->node->wait[1]);
   op->node->mandatory = op->node->need <= s->level;
   const bool now = op->node->mandatory || (s->c->plan.inputs_first && vliw_op_interpolates(op));
   push(s, &s->alu[!now], op, alu_before);
}

void
vliw_ready_update(struct vliw_sched *s)
{
   for (size_t i = 0; i < s->ready.count; i++) {
      if (in_window(s, s->ready.data[i]))
         vliw_ready_put(s, s->ready.data[i]);
      else
         push(s, &s->far, s->ready.data[i], program_before);
   }
   s->ready.count = 0;
   while (s->far.count && in_window(s, s->far.data[0]))
      vliw_ready_put(s, pop(&s->far, program_before));
}

struct vliw_op *
vliw_ready_next_alu(struct vliw_sched *s)
{
   struct vliw_op *op = pop(&s->alu[0], alu_before);
   return op ? op : pop(&s->alu[1], alu_before);
}

struct vliw_op *
vliw_ready_next_fetch(struct vliw_sched *s, enum vliw_op_kind kind)
{
   vliw_ready_update(s);
   return pop(&s->fetch[kind], program_before);
}

void
vliw_ready_begin(struct vliw_sched *s)
{
   s->alu[0].count = s->alu[1].count = s->far.count = 0;
   for (unsigned k = 0; k <= VLIW_OP_MEM; k++)
      s->fetch[k].count = 0;
   s->level = 0;
   s->wanted = s->alu_left[0];
}

void
vliw_ready_set_level(struct vliw_sched *s, uint32_t level)
{
   assert(level >= s->level);
   if (level == s->level)
      return;
   while (s->level < level)
      s->wanted += s->alu_left[++s->level];
   vliw_op_heap later = s->alu[1];
   s->alu[1] = (vliw_op_heap){0};
   for (size_t i = 0; i < later.count; i++)
      vliw_ready_put(s, later.data[i]);
   u_vec_fini(&later);
}

static void
release(struct vliw_sched *s, struct vliw_op *op, unsigned lat)
{
   for (size_t k = 0; k < op->node->succ.count; k++) {
      if ((op->node->succ.data[k] & 3) != lat)
         continue;
      struct vliw_op *t = s->block->ops.data[op->node->succ.data[k] >> 2];
      assert(t->node->wait[lat ? 1 : 0]);
      t->node->wait[lat ? 1 : 0]--;
      s->lat2_pending -= lat == VLIW_LAT_2;
      if (!t->node->wait[0] && !t->node->wait[1] && !u_vec_push(&s->ready, t))
         vliw_out_of_memory(s->c);
   }
}

void
vliw_sched_done(struct vliw_sched *s, struct vliw_op *op)
{
   struct vliw_ctx *c = s->c;
   for (unsigned j = 0; j < vliw_op_num_src(op); j++)
      if (op->src[j].kind == VLIW_SRC_REG) {
         struct vliw_reg *r = &c->regs.data[op->src[j].v];
         if (r->nleft && --r->nleft == 0 && r->chan >= 0 && s->chan_live[r->chan] > 0)
            s->chan_live[r->chan]--;
      }
   if (!op->node)
      return; /* not an operation of the block */
   assert(!op->node->done && !op->node->wait[0] && !op->node->wait[1]);
   op->node->done = true;
   assert(s->left);
   s->left--;
   if (op->kind == VLIW_OP_ALU) {
      if (op->node->need <= s->level)
         s->wanted--;
      assert(s->alu_left[op->node->need]);
      s->alu_left[op->node->need]--;
   }
   for (size_t k = 0; k < op->node->succ.count; k++)
      s->lat2_pending += (op->node->succ.data[k] & 3) == VLIW_LAT_2;
   if (!u_vec_push(&s->in_group, op))
      vliw_out_of_memory(c);
   release(s, op, VLIW_LAT_0);
}

void
vliw_sched_release(struct vliw_sched *s, bool all)
{
   for (size_t i = 0; i < s->before.count; i++)
      release(s, s->before.data[i], VLIW_LAT_2);
   s->before.count = 0;
   for (size_t i = 0; i < s->in_group.count; i++) {
      release(s, s->in_group.data[i], VLIW_LAT_1);
      if (all)
         release(s, s->in_group.data[i], VLIW_LAT_2);
      else if (!u_vec_push(&s->before, s->in_group.data[i]))
         vliw_out_of_memory(s->c);
   }
   s->in_group.count = 0;
}

void
vliw_ready_fini(struct vliw_sched *s)
{
   u_vec_fini(&s->ready);
   u_vec_fini(&s->alu[0]);
   u_vec_fini(&s->alu[1]);
   for (unsigned k = 0; k <= VLIW_OP_MEM; k++)
      u_vec_fini(&s->fetch[k]);
   u_vec_fini(&s->far);
   u_vec_fini(&s->in_group);
   u_vec_fini(&s->before);
   free(s->alu_left);
   s->alu_left = NULL;
}
