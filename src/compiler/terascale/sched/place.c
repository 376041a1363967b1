/* SPDX-License-Identifier: MIT
 *
 * One operation into the group that is being filled: which unit it takes, which channel its result gets, and
 * how its operands are read (an operand written by the group before through PV or PS), as long as
 * vliw_group_check and the clause's constant cache agree. Which operation is tried when is sched/sched.c's
 * decision.
 */
#include "compiler/terascale/sched/sched.h"

#include <assert.h>

#include "util/u_math.h"

/** Chooses how each operand of a slot is read and makes sure it has a channel. */
static void
resolve_operands(struct vliw_sched *s, struct vliw_slot *slot)
{
   struct vliw_ctx *c = s->c;
   for (unsigned j = 0; j < slot->op->nsrc; j++) {
      const struct vliw_src *src = &slot->op->src[slot->k * slot->op->nsrc + j];
      slot->fwd[j] = 0;
      if (src->kind != VLIW_SRC_REG)
         continue;
      struct vliw_reg *r = &c->regs.data[src->v];
      if (r->chan < 0)
         r->chan = r->pref >= 0 ? r->pref : 0; /* never written: any channel */
      if (r->def_group + 1 == s->serial)
         slot->fwd[j] = r->def_slot == 4 ? 5 : (uint8_t)(r->def_slot + 1);
   }
}

static void
fill_slot(struct vliw_sched *s, struct vliw_group *g, unsigned i, struct vliw_op *op, unsigned k,
          unsigned chan, bool write)
{
   struct vliw_slot *slot = &g->slot[i];
   assert(i < 5 && k < op->nslots && chan < 4);
   assert(i == 4 || i == chan); /* a vector unit writes its own channel */
   *slot = (struct vliw_slot){.op = op, .k = (uint8_t)k, .chan = (uint8_t)chan, .write = write};
   resolve_operands(s, slot);
}

/** Is the tentative group legal here? If so it becomes the current group. */
static bool
accept(struct vliw_sched *s, struct vliw_group *g)
{
   struct vliw_kc kc[2] = {s->clause->kc[0], s->clause->kc[1]};
   if (!vliw_group_check(s->c, g) || !vliw_kcache_fit(kc, g))
      return false;
   if (s->clause->size + g->size > VLIW_ALU_CLAUSE)
      return false;
   assert(kc[0].mode >= s->clause->kc[0].mode && kc[1].mode >= s->clause->kc[1].mode);
   s->group = *g;
   s->clause->kc[0] = kc[0];
   s->clause->kc[1] = kc[1];
   return true;
}

static uint32_t
dst_reg(const struct vliw_op *op)
{
   return op->dst[0];
}

/** Of operations with operands of their own in four units, the registers that they read by channel, as far as known:
 * a fourth one in a channel would have to be copied. */
static void
count_readers(const struct vliw_sched *s, const struct vliw_op *op, unsigned most[4])
{
   memset(most, 0, 4 * sizeof *most);
   for (size_t i = 0; op->node && i < op->node->succ.count; i++) {
      const struct vliw_op *t = s->block->ops.data[op->node->succ.data[i] >> 2];
      unsigned n[4] = {0};
      if (t->kind != VLIW_OP_ALU || t->nslots == 1)
         continue;
      for (unsigned j = 0; j < vliw_op_num_src(t); j++)
         if (t->src[j].kind == VLIW_SRC_REG && s->c->regs.data[t->src[j].v].chan >= 0)
            n[s->c->regs.data[t->src[j].v].chan]++;
      for (unsigned k = 0; k < 4; k++)
         most[k] = MAX2(most[k], n[k]);
   }
}

/** Vector units worth trying for a result without a fixed channel, best first. */
static unsigned
slot_order(struct vliw_sched *s, const struct vliw_op *op, uint8_t order[4])
{
   struct vliw_ctx *c = s->c;
   uint32_t d = dst_reg(op);
   int pref = d != VLIW_NONE ? c->regs.data[d].pref : -1;
   int score[4];
   unsigned readers[4];
   count_readers(s, op, readers);
   for (unsigned i = 0; i < 4; i++) {
      score[i] = s->chan_live[i] * 4 + (int)i + (readers[i] > 2 ? 2000 : 0);
      if (c->plan.seed)
         score[i] += (int)(vliw_hash((op->node ? op->node->index : VLIW_NONE) * 4 + i, c->plan.seed) % 5);
      if ((int)i == pref)
         score[i] -= 1000;
      order[i] = (uint8_t)i;
   }
   for (unsigned i = 1; i < 4; i++)
      for (unsigned j = i; j > 0 && score[order[j]] < score[order[j - 1]]; j--) {
         uint8_t t = order[j];
         order[j] = order[j - 1];
         order[j - 1] = t;
      }
   return 4;
}

static bool
can_move_to_t(struct vliw_sched *s, const struct vliw_slot *slot)
{
   return s->c->t.num_slots == 5 && slot->op->nslots == 1 &&
          db_alu_info((enum db_alu_op)slot->op->op)->slots[s->c->t.gen] == DB_SLOT_ANY && !slot->op->pred;
}

static bool
place_single(struct vliw_sched *s, struct vliw_op *op, unsigned *slot_out)
{
   struct vliw_ctx *c = s->c;
   enum db_slot kind = (enum db_slot)db_alu_info((enum db_alu_op)op->op)->slots[c->t.gen];
   uint32_t d = dst_reg(op);
   int chan = op->dst_array != VLIW_NONE ? op->dst_comp : d != VLIW_NONE ? c->regs.data[d].chan : -1;
   if (db_alu_info((enum db_alu_op)op->op)->flags & DB_ALU_MOVA_F)
      chan = 0; /* R6xx and R7xx have AR.xyzw, picked by the destination channel; INDEX_MODE 0 reads AR.x */
   bool write = d != VLIW_NONE || op->dst_array != VLIW_NONE;
   uint8_t order[4];
   unsigned n = chan >= 0 ? 1 : slot_order(s, op, order);
   if (chan >= 0)
      order[0] = (uint8_t)chan;

   if (kind == DB_SLOT_ANY || kind == DB_SLOT_VEC) {
      for (unsigned i = 0; i < n; i++) {
         if (s->group.slot[order[i]].op)
            continue;
         struct vliw_group g = s->group;
         fill_slot(s, &g, order[i], op, 0, order[i], write);
         if (accept(s, &g)) {
            *slot_out = order[i];
            return true;
         }
      }
      /* the unit is taken by something that could as well run in T */
      for (unsigned i = 0; i < n; i++) {
         struct vliw_slot *o = &s->group.slot[order[i]];
         if (!o->op || s->group.slot[4].op || !can_move_to_t(s, o))
            continue;
         if (kind == DB_SLOT_ANY && !op->pred)
            break; /* then this one goes to T itself */
         struct vliw_group g = s->group;
         g.slot[4] = *o;
         fill_slot(s, &g, order[i], op, 0, order[i], write);
         if (accept(s, &g)) {
            struct vliw_op *moved = g.slot[4].op;
            if (dst_reg(moved) != VLIW_NONE)
               c->regs.data[dst_reg(moved)].def_slot = 4;
            *slot_out = order[i];
            return true;
         }
      }
   }
   if ((kind == DB_SLOT_ANY || kind == DB_SLOT_TRANS) && c->t.num_slots == 5 && !s->group.slot[4].op &&
       !op->pred) {
      for (unsigned i = 0; i < n; i++) {
         struct vliw_group g = s->group;
         fill_slot(s, &g, 4, op, 0, order[i], write);
         if (accept(s, &g)) {
            *slot_out = 4;
            return true;
         }
      }
   }
   return false;
}

/** If one operation alone stands in the vector units \p units, a bit each, and T can run it, it goes there. */
static struct vliw_op *
make_way(struct vliw_sched *s, struct vliw_group *g, unsigned units)
{
   int at = -1;
   for (unsigned k = 0; k < 4; k++) {
      if (!(units & 1u << k) || !g->slot[k].op)
         continue;
      if (at >= 0)
         return NULL;
      at = (int)k;
   }
   if (at < 0 || g->slot[4].op || !can_move_to_t(s, &g->slot[at]))
      return NULL;
   g->slot[4] = g->slot[at];
   g->slot[at] = (struct vliw_slot){0};
   return g->slot[4].op;
}

/** Operations that take several vector units. \p slot_out is the unit whose PV holds the result. */
static bool
place_wide(struct vliw_sched *s, struct vliw_op *op, unsigned *slot_out)
{
   struct vliw_ctx *c = s->c;
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)op->op);
   bool replicate = op->nslots == 1; /* Cayman's transcendental and multiply operations */
   bool one_result = replicate || (op->nslots == 4 && op->op == DB_ALU_DOT4_IEEE);
   uint32_t d = dst_reg(op);
   int chan = one_result && d != VLIW_NONE ? c->regs.data[d].chan : -1;
   uint8_t order[4];
   unsigned n = chan >= 0 ? 1 : one_result ? slot_order(s, op, order) : 1;
   if (chan >= 0)
      order[0] = (uint8_t)chan;
   for (unsigned i = 0; i < n; i++) {
      unsigned units = replicate && info->slots[c->t.gen] == DB_SLOT_XYZ && order[i] != 3 ? 3 : 4;
      struct vliw_group g = s->group;
      struct vliw_op *moved = make_way(s, &g, ((1u << units) - 1) & ~op->no_slots);
      bool free = true;
      for (unsigned k = 0; k < units; k++) {
         if (op->no_slots & 1u << k)
            continue;
         if (g.slot[k].op)
            free = false;
         bool write = one_result ? k == order[i] && d != VLIW_NONE : op->dst[k] != VLIW_NONE;
         fill_slot(s, &g, k, op, replicate ? 0 : k, k, write);
      }
      if (free && accept(s, &g)) {
         if (moved && dst_reg(moved) != VLIW_NONE)
            c->regs.data[dst_reg(moved)].def_slot = 4;
         *slot_out = order[i];
         return true;
      }
   }
   return false;
}

static bool
is_wide(struct vliw_ctx *c, const struct vliw_op *op)
{
   uint8_t kind = db_alu_info((enum db_alu_op)op->op)->slots[c->t.gen];
   return op->nslots == 4 || kind == DB_SLOT_XYZ || kind == DB_SLOT_4VEC;
}

static void
defined(struct vliw_sched *s, uint32_t reg, unsigned slot, unsigned chan)
{
   struct vliw_reg *r = &s->c->regs.data[reg];
   assert(slot < 5 && chan < 4 && (r->chan < 0 || r->chan == (int)chan));
   r->def_group = s->serial;
   r->writes++;
   r->def_slot = (uint8_t)slot;
   if (r->chan < 0)
      r->chan = (int8_t)chan;
   s->chan_live[r->chan]++;
}

/** A loop-carried value without a defined start is read before it is written: its channel is chosen at the
 * first use. */
static void
bind_undefined(struct vliw_sched *s, const struct vliw_op *op)
{
   for (unsigned j = 0; j < vliw_op_num_src(op); j++) {
      if (op->src[j].kind != VLIW_SRC_REG)
         continue;
      struct vliw_reg *r = &s->c->regs.data[op->src[j].v];
      if (r->chan >= 0)
         continue;
      unsigned best = 0;
      for (unsigned i = 1; i < 4; i++)
         if (s->chan_live[i] < s->chan_live[best])
            best = i;
      r->chan = (int8_t)best;
      s->chan_live[best]++;
   }
}

bool
vliw_sched_place(struct vliw_sched *s, struct vliw_op *op)
{
   struct vliw_ctx *c = s->c;
   bind_undefined(s, op);
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)op->op);
   bool exclusive = (info->flags & (DB_ALU_KILL_F | DB_ALU_PRED_F)) != 0;
   if (exclusive && s->group_kills)
      return false;
   unsigned slot = 0;
   if (is_wide(c, op) ? !place_wide(s, op, &slot) : !place_single(s, op, &slot))
      return false;
   if (op->nslots == 4 && op->op != DB_ALU_DOT4_IEEE) {
      for (unsigned k = 0; k < 4; k++)
         if (op->dst[k] != VLIW_NONE)
            defined(s, op->dst[k], k, k);
   } else if (op->dst[0] != VLIW_NONE) {
      unsigned chan = s->group.slot[slot].chan;
      /* a reduction's sum is in every channel of PV; x is the one every compiler relies on */
      defined(s, op->dst[0], op->op == DB_ALU_DOT4_IEEE ? 0 : slot, chan);
   }
   if (op->dst_array != VLIW_NONE || op->ar != VLIW_NONE)
      s->group_uses_ar |= op->ar != VLIW_NONE;
   s->group_kills |= exclusive;
   if (op->pred)
      s->clause->pred = true;
   s->group_ops++;
   vliw_sched_done(s, op);
   return true;
}

bool
vliw_sched_fits_alone(struct vliw_sched *s, struct vliw_op *op)
{
   const struct vliw_group group = s->group;
   struct vliw_clause empty = {.kind = VLIW_CLAUSE_ALU}, *clause = s->clause;
   unsigned slot;
   memset(&s->group, 0, sizeof s->group);
   s->clause = &empty;
   s->serial += 2;
   const bool fits = is_wide(s->c, op) ? place_wide(s, op, &slot) : place_single(s, op, &slot);
   s->serial -= 2;
   s->clause = clause;
   s->group = group;
   return fits;
}

bool
vliw_sched_place_mova(struct vliw_sched *s, struct vliw_op *op)
{
   struct vliw_ctx *c = s->c;
   if (s->group_uses_ar || s->group_loads_ar || s->clause->size + 32 > VLIW_ALU_CLAUSE)
      return false;
   bool gpr = c->t.mova_gpr;
   struct vliw_op *mova = vliw_op_new(c, VLIW_OP_ALU, gpr ? DB_ALU_MOVA_GPR_INT : DB_ALU_MOVA_INT);
   mova->nsrc = 1;
   mova->src[0] = vliw_src_reg(op->ar);
   mova->side_effect = true;
   unsigned slot;
   if (!place_single(s, mova, &slot))
      return false;
   s->group_ops++;
   s->group_loads_ar = true;
   s->clause->movas = true;
   s->ar = op->ar;
   s->ar_group = s->serial;
   return true;
}

void
vliw_sched_place_nop(struct vliw_sched *s)
{
   struct vliw_op *nop = vliw_op_new(s->c, VLIW_OP_ALU, DB_ALU_NOP);
   struct vliw_group g = s->group;
   fill_slot(s, &g, 0, nop, 0, 0, false);
   accept(s, &g);
}
