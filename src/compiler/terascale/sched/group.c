/* SPDX-License-Identifier: MIT
 *
 * What one ALU group may contain: literals, constant-file ports, the T unit's restrictions, register read
 * ports with a search for bank swizzles, kcache windows. The rules are those of the ISA notes "Literals",
 * "Register read ports and BANK_SWIZZLE" and "KCACHE". They depend on channels and register identity, not on
 * GPR numbers.
 */
#include "compiler/terascale/sched/sched.h"

#include <assert.h>

#include "util/u_math.h"

/* cycle in which operand 0, 1, 2 is read */
static const uint8_t vec_cycle[6][3] = {
   {0, 1, 2},
   {0, 2, 1},
   {1, 2, 0},
   {1, 0, 2},
   {2, 0, 1},
   {2, 1, 0}
};
static const uint8_t scl_cycle[4][3] = {
   {2, 1, 0},
   {1, 2, 2},
   {2, 1, 2},
   {2, 2, 1}
};
#define VEC_210 5

struct ports {
   uint32_t reg[3][4]; /* cycle, channel: who is read; VLIW_NONE = free */
};

/** Operand as the read ports see it: an identity and a channel, or nothing. */
static bool
gpr_operand(struct vliw_ctx *c, const struct vliw_slot *s, unsigned j, uint32_t *id, unsigned *chan)
{
   if (s->fwd[j])
      return false;
   const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
   if (src->kind == VLIW_SRC_REG) {
      const struct vliw_reg *r = &c->regs.data[src->v];
      *chan = r->chan >= 0 ? (unsigned)r->chan : 0;
      /* the members of a vec are one GPR */
      *id = r->vec != VLIW_NONE ? 0x40000000u | r->vec : src->v;
      assert(src->v < 0x40000000u && (r->vec == VLIW_NONE || r->vec < 0x40000000u));
      return true;
   }
   if (src->kind == VLIW_SRC_ARRAY) {
      *chan = src->chan;
      assert(src->chan < 4 && src->v < 1u << 18 && src->elem < 1u << 12 &&
             (s->op->ar == VLIW_NONE || s->op->node));
      /* relative operands count as different from everything, even from one another */
      *id = s->op->ar != VLIW_NONE ? 0xc0000000u | (s->op->node->index << 2) | j
                                   : 0x80000000u | src->v << 12 | src->elem;
      return true;
   }
   return false;
}

static bool
reserve(struct ports *p, unsigned cycle, unsigned chan, uint32_t id)
{
   assert(cycle < 3 && chan < 4 && id != VLIW_NONE);
   uint32_t *r = &p->reg[cycle][chan];
   if (*r != VLIW_NONE && *r != id)
      return false;
   *r = id;
   return true;
}

/** A slot's operands as the read ports see them. */
struct slot_reads {
   uint32_t id[3];
   unsigned chan[3];
   bool gpr[3], fwd[3];
   unsigned nsrc, consts, gprs;
   bool trans;
};

static void
read_slot(struct vliw_ctx *c, const struct vliw_slot *s, bool trans, struct slot_reads *r)
{
   assert(s->op->nsrc <= 3);
   *r = (struct slot_reads){.nsrc = s->op->nsrc, .trans = trans};
   for (unsigned j = 0; j < r->nsrc; j++) {
      r->gpr[j] = gpr_operand(c, s, j, &r->id[j], &r->chan[j]);
      r->fwd[j] = s->fwd[j] != 0;
      r->gprs += r->gpr[j];
      const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
      r->consts += src->kind == VLIW_SRC_KCACHE || src->kind == VLIW_SRC_IMM;
   }
}

static bool
reserve_slot(struct ports *p, const struct slot_reads *r, unsigned bank)
{
   assert(bank < (r->trans ? ARRAY_SIZE(scl_cycle) : ARRAY_SIZE(vec_cycle)));
   for (unsigned j = 0; j < r->nsrc; j++) {
      unsigned cycle = r->trans ? scl_cycle[bank][j] : vec_cycle[bank][j];
      if (r->trans && (r->gpr[j] || r->fwd[j]) && cycle < r->consts)
         return false;
      if (!r->gpr[j])
         continue;
      if (!r->trans && j == 1 && r->gpr[0] && r->id[0] == r->id[1] && r->chan[0] == r->chan[1])
         continue;
      if (!reserve(p, cycle, r->chan[j], r->id[j]))
         return false;
   }
   return true;
}

/** A channel has three read ports in all: most of what cannot work is told by counting. */
static bool
too_many_reads(const struct slot_reads *r, const uint8_t *order, unsigned n)
{
   uint32_t seen[4][3];
   unsigned count[4] = {0};
   for (unsigned i = 0; i < n; i++) {
      const struct slot_reads *s = &r[order[i]];
      for (unsigned j = 0; j < s->nsrc; j++) {
         if (!s->gpr[j])
            continue;
         unsigned ch = s->chan[j] & 3, k = 0;
         while (k < count[ch] && seen[ch][k] != s->id[j])
            k++;
         if (k == 3)
            return true;
         if (k == count[ch])
            seen[ch][count[ch]++] = s->id[j];
      }
   }
   return false;
}

static bool
forced_bank(const struct vliw_op *op)
{
   return op->nslots == 4 && op->nsrc == 2 && vliw_op_interpolates(op);
}

static bool
search(struct vliw_group *g, const struct slot_reads *r, const uint8_t *order, unsigned n, unsigned i,
       const struct ports *p)
{
   if (i == n)
      return true;
   struct vliw_slot *s = &g->slot[order[i]];
   bool trans = order[i] == 4;
   unsigned first = forced_bank(s->op) ? VEC_210 : 0;
   unsigned last = forced_bank(s->op) ? VEC_210 : trans ? 3 : 5;
   for (unsigned b = first; b <= last; b++) {
      struct ports q = *p;
      if (!reserve_slot(&q, &r[order[i]], b))
         continue;
      s->bank = (uint8_t)b;
      if (search(g, r, order, n, i + 1, &q))
         return true;
      if (!r[order[i]].gprs)
         return false; /* the swizzle changes nothing */
   }
   return false;
}

static bool
bank_swizzles(struct vliw_ctx *c, struct vliw_group *g)
{
   struct ports p;
   memset(&p, 0xff, sizeof p);
   struct slot_reads r[5];
   uint8_t order[5];
   unsigned n = 0;
   for (unsigned i = 0; i < 5; i++)
      if (g->slot[i].op)
         read_slot(c, &g->slot[i], i == 4, &r[i]);
   /* the most constrained first: forced swizzles, then by number of GPR operands */
   for (int want = 4; want >= 0; want--)
      for (unsigned i = 0; i < 5; i++) {
         if (!g->slot[i].op)
            continue;
         int rank = forced_bank(g->slot[i].op) ? 4 : (int)r[i].gprs;
         if (rank == want)
            order[n++] = (uint8_t)i;
      }
   assert(n <= ARRAY_SIZE(order));
   return !too_many_reads(r, order, n) && search(g, r, order, n, 0, &p);
}

static bool
literals(struct vliw_group *g)
{
   g->nlit = 0;
   for (unsigned i = 0; i < 5; i++) {
      const struct vliw_slot *s = &g->slot[i];
      if (!s->op)
         continue;
      for (unsigned j = 0; j < s->op->nsrc; j++) {
         const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
         if (src->kind != VLIW_SRC_IMM || vliw_inline_const(src->v) >= 0)
            continue;
         unsigned n = 0;
         while (n < g->nlit && g->lit[n] != src->v)
            n++;
         if (n == 4)
            return false;
         g->lit[n] = src->v;
         g->nlit = (uint8_t)MAX2(g->nlit, n + 1);
      }
   }
   return true;
}

static bool
const_ports(struct vliw_ctx *c, const struct vliw_group *g)
{
   uint32_t seen[8];
   assert(c->t.const_ports <= ARRAY_SIZE(seen));
   unsigned n = 0;
   for (unsigned i = 0; i < 5; i++) {
      const struct vliw_slot *s = &g->slot[i];
      if (!s->op)
         continue;
      unsigned t_consts = 0;
      for (unsigned j = 0; j < s->op->nsrc; j++) {
         const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
         t_consts += src->kind == VLIW_SRC_KCACHE || src->kind == VLIW_SRC_IMM;
         if (src->kind != VLIW_SRC_KCACHE)
            continue;
         uint32_t key = src->v << 2 | (c->t.const_pairs ? src->chan >> 1 : src->chan);
         unsigned k = 0;
         while (k < n && seen[k] != key)
            k++;
         if (k < n)
            continue;
         if (n == c->t.const_ports)
            return false;
         seen[n++] = key;
      }
      if (i == 4 && t_consts > 2)
         return false;
   }
   return true;
}

bool
vliw_group_check(struct vliw_ctx *c, struct vliw_group *g)
{
   unsigned n = 0;
   for (unsigned i = 0; i < 5; i++)
      n += g->slot[i].op != NULL;
   /* a decoder puts an operation that T and vector units share into the vector unit of its channel if that
    * is free: T then needs the channel's unit to be taken */
   const struct vliw_slot *t = &g->slot[4];
   if (t->op && db_alu_info((enum db_alu_op)t->op->op)->slots[c->t.gen] != DB_SLOT_TRANS &&
       !g->slot[t->chan].op)
      return false;
   if (!literals(g) || !const_ports(c, g) || !bank_swizzles(c, g))
      return false;
   assert(n <= c->t.num_slots && g->nlit <= 4);
   g->size = (uint8_t)(n + (g->nlit + 1u) / 2);
   return true;
}

static bool
fit_line(struct vliw_kc kc[2], unsigned line)
{
   for (unsigned i = 0; i < 2; i++)
      if (kc[i].mode && line >= kc[i].line && line < kc[i].line + kc[i].mode)
         return true;
   for (unsigned i = 0; i < 2; i++) {
      if (kc[i].mode != 1 || line / VLIW_KC_LINES != kc[i].line / VLIW_KC_LINES)
         continue;
      if (line == kc[i].line + 1u) {
         kc[i].mode = 2;
         return true;
      }
      if (line + 1u == kc[i].line) {
         kc[i].mode = 2;
         kc[i].line = (uint16_t)line;
         return true;
      }
   }
   for (unsigned i = 0; i < 2; i++)
      if (!kc[i].mode) {
         kc[i] = (struct vliw_kc){.mode = 1, .line = (uint16_t)line};
         return true;
      }
   return false;
}

bool
vliw_kcache_fit(struct vliw_kc kc[2], const struct vliw_group *g)
{
   struct vliw_kc w[2] = {kc[0], kc[1]};
   assert(kc[0].mode <= 2 && kc[1].mode <= 2);
   for (unsigned i = 0; i < 5; i++) {
      const struct vliw_slot *s = &g->slot[i];
      if (!s->op)
         continue;
      for (unsigned j = 0; j < s->op->nsrc; j++) {
         const struct vliw_src *src = &s->op->src[s->k * s->op->nsrc + j];
         if (src->kind == VLIW_SRC_KCACHE && !fit_line(w, src->v / 16))
            return false;
      }
   }
   kc[0] = w[0];
   kc[1] = w[1];
   return true;
}
