/* SPDX-License-Identifier: MIT
 *
 * Copies of operands for operations that no empty group can take: too many constants, or more registers on one channel
 * than there are read cycles. A copy is an operation of the block like others, which fills a unit that is free; operations
 * that read the same value in such trouble share it.
 */
#include "compiler/terascale/sched/sched.h"

#include <assert.h>

#include "util/u_math.h"

#define MAX_SPLITS 12

static bool
same_value(const struct vliw_src *a, const struct vliw_src *b)
{
   return a->kind == b->kind && a->v == b->v && a->chan == b->chan && a->elem == b->elem;
}

/** Has operand \p j been seen among the ones before it? */
static bool
is_repeated(const struct vliw_op *op, unsigned j)
{
   for (unsigned i = 0; i < j; i++)
      if (same_value(&op->src[i], &op->src[j]))
         return true;
   return false;
}

/** Different registers that \p op reads, by channel. */
static void
count_channels(const struct vliw_ctx *c, const struct vliw_op *op, unsigned chans[4])
{
   memset(chans, 0, 4 * sizeof *chans);
   for (unsigned j = 0; j < vliw_op_num_src(op); j++)
      if (op->src[j].kind == VLIW_SRC_REG && !is_repeated(op, j))
         chans[c->regs.data[op->src[j].v].chan & 3]++;
}

/** A copy of what \p src still holds, in a channel with room; NULL if there is none. */
static const struct vliw_copied *
find_copy(const struct vliw_sched *s, const struct vliw_src *src, const unsigned chans[4])
{
   const struct vliw_ctx *c = s->c;
   for (size_t i = 0; i < s->copies.count; i++) {
      const struct vliw_copied *copy = &s->copies.data[i];
      if (same_value(&copy->of, src) && chans[c->regs.data[copy->op->dst[0]].chan & 3] < 3 &&
          (src->kind != VLIW_SRC_REG || copy->writes == c->regs.data[src->v].writes))
         return copy;
   }
   return NULL;
}

/** Among the registers of the fullest channel: one that has a copy, or else the one that is read most often. */
static int
worst_register(const struct vliw_sched *s, const struct vliw_op *op, unsigned full, const unsigned chans[4])
{
   const struct vliw_ctx *c = s->c;
   int best = -1;
   for (unsigned j = 0; j < vliw_op_num_src(op); j++) {
      const struct vliw_src *src = &op->src[j];
      if (src->kind != VLIW_SRC_REG || c->regs.data[src->v].chan != (int8_t)full)
         continue;
      if (find_copy(s, src, chans))
         return (int)j;
      if (best < 0 || c->regs.data[src->v].nleft > c->regs.data[op->src[best].v].nleft)
         best = (int)j;
   }
   return best;
}

/** The operand whose copy helps most; -1 if none would. */
static int
worst_operand(const struct vliw_sched *s, const struct vliw_op *op, const unsigned chans[4])
{
   unsigned consts = 0, lits = 0, full = 0;
   int last_const = -1, last_lit = -1;
   for (unsigned j = 0; j < vliw_op_num_src(op); j++) {
      const struct vliw_src *src = &op->src[j];
      if (is_repeated(op, j))
         continue;
      if (src->kind == VLIW_SRC_KCACHE) {
         consts++;
         last_const = (int)j;
      } else if (src->kind == VLIW_SRC_IMM && vliw_inline_const(src->v) < 0) {
         lits++;
         last_lit = (int)j;
      }
   }
   for (unsigned i = 1; i < 4; i++)
      if (chans[i] > chans[full])
         full = i;
   if (lits > 4)
      return last_lit;
   if (consts > 2)
      return last_const;
   if (chans[full] > 2 || (chans[full] && last_const < 0))
      return worst_register(s, op, full, chans);
   return last_const >= 0 ? last_const : last_lit;
}

/** A MOV that \p op is going to wait for: in no array of the block's, but ready at once. */
static struct vliw_op *
make_copy(struct vliw_sched *s, const struct vliw_op *op, struct vliw_src of, const unsigned chans[4])
{
   struct vliw_ctx *c = s->c;
   unsigned best = 0;
   for (unsigned i = 1; i < 4; i++)
      if (chans[i] < chans[best])
         best = i;
   const uint32_t r = vliw_reg_new(c);
   c->regs.data[r].chan = (int8_t)best;
   struct vliw_op *mov = vliw_copy_new(c, r, of);
   mov->node = u_arena_new(&c->arena, struct vliw_sched_node);
   *mov->node = (struct vliw_sched_node){.index = op->node->index,
                                         .height = op->node->height + 1,
                                         .priority = op->node->priority + 16,
                                         .need = op->node->need,
                                         .pinned = true};
   const uint32_t writes = of.kind == VLIW_SRC_REG ? c->regs.data[of.v].writes : 0;
   const struct vliw_copied copy = {.op = mov, .of = of, .writes = writes};
   if (!u_vec_push(&s->copies, copy) || !u_vec_push(&s->ready, mov))
      vliw_out_of_memory(c);
   if (of.kind == VLIW_SRC_REG)
      c->regs.data[of.v].nleft++;
   s->left++;
   s->alu_left[mov->node->need]++;
   s->wanted += mov->node->need <= s->level;
   return mov;
}

bool
vliw_sched_split(struct vliw_sched *s, struct vliw_op *op)
{
   struct vliw_ctx *c = s->c;
   if (!op->node || op->node->fits)
      return false;
   op->node->fits = vliw_sched_fits_alone(s, op);
   unsigned chans[4];
   count_channels(c, op, chans);
   const int w = op->node->fits || op->node->splits == MAX_SPLITS ? -1 : worst_operand(s, op, chans);
   if (w < 0)
      return false;
   op->node->splits++;
   struct vliw_src of = op->src[w];
   assert(of.kind == VLIW_SRC_REG || of.kind == VLIW_SRC_KCACHE || of.kind == VLIW_SRC_IMM);
   of.neg = of.abs = false;
   const struct vliw_copied *old = find_copy(s, &of, chans);
   struct vliw_op *mov = old ? old->op : make_copy(s, op, of, chans);
   const uint32_t r = mov->dst[0];
   for (unsigned j = 0; j < vliw_op_num_src(op); j++)
      if (same_value(&op->src[j], &of)) {
         if (of.kind == VLIW_SRC_REG && c->regs.data[of.v].nleft)
            c->regs.data[of.v].nleft--;
         op->src[j].kind = VLIW_SRC_REG;
         op->src[j].v = r;
         op->src[j].elem = op->src[j].chan = 0;
         c->regs.data[r].nleft++;
      }
   if (mov->node->done && c->regs.data[r].def_group != s->serial) {
      if (!u_vec_push(&s->ready, op))
         vliw_out_of_memory(c);
   } else {
      if (!u_vec_push(&mov->node->succ, op->node->index << 2 | VLIW_LAT_1))
         vliw_out_of_memory(c);
      op->node->wait[1]++;
   }
   return true;
}
