/* SPDX-License-Identifier: MIT
 *
 * Validator, second part: ALU groups and fetch clauses.
 *
 * Read ports are checked with the swizzles found in the words: a table of 3 cycles x 4 channels says which
 * GPR each port reads (ISA notes, "Register read ports and BANK_SWIZZLE").
 */
#include "isa/terascale/validate_priv.h"

#include <string.h>

#include "util/u_math.h"

enum { VEC_210 = 5 };

struct group {
   struct vliw_w_alu w[5];
   unsigned unit[5];
   unsigned n, lits;
};

struct clause {
   struct vliw_check *c;
   const struct vliw_w_cf *cf;
   unsigned group;      /* number in the clause */
   unsigned prev_units; /* vector units and T (bit 4) whose PV or PS is valid */
   int ar_group;        /* group that loaded AR, -1 = none */
   int rel_write_group; /* last group with a relative write, -2 = none */
   struct group last;   /* the group before; n is 0 at the clause's beginning */
   bool pred;
};

static const char *
name(const struct vliw_w_alu *w)
{
   return db_alu_info((enum db_alu_op)w->op)->name;
}

unsigned
vliw_check_unit(const struct terascale_chip *chip, const struct vliw_w_alu *w, unsigned taken)
{
   const unsigned slots = db_alu_info((enum db_alu_op)w->op)->slots[chip->gen];
   const bool t = slots == DB_SLOT_TRANS || (slots == DB_SLOT_ANY && taken & 1u << w->dst_chan);
   return chip->vliw_width == 5 && t ? 4 : w->dst_chan;
}

/** Assigns units as the hardware does and checks that the group is complete. */
static bool
units(struct clause *k, struct group *g)
{
   struct vliw_check *c = k->c;
   unsigned taken = 0, previous = 0;
   for (unsigned i = 0; i < g->n; i++) {
      const unsigned u = vliw_check_unit(c->chip, &g->w[i], taken);
      if (taken & 1u << u)
         return vliw_check_fail(c, "group %u: two instructions want unit %c", k->group, "xyzwt"[u]);
      if (i && u < previous)
         return vliw_check_fail(c, "group %u: units are out of order", k->group);
      previous = u;
      taken |= 1u << u;
      g->unit[i] = u;
   }
   for (unsigned i = 0; i < g->n; i++) {
      unsigned slots = db_alu_info((enum db_alu_op)g->w[i].op)->slots[c->gen];
      unsigned want = slots == DB_SLOT_4VEC ? 0xf : slots == DB_SLOT_XYZ ? 0x7 : 0, have = 0;
      if (slots == DB_SLOT_2VEC)
         want = g->w[i].op == DB_ALU_INTERP_Z ? 0xc : 0x3;
      if (g->unit[i] == 4)
         continue;
      for (unsigned j = 0; j < g->n; j++)
         if (g->unit[j] < 4 && g->w[j].op == g->w[i].op)
            have |= 1u << g->unit[j];
      if ((have & want) != want)
         return vliw_check_fail(c, "group %u: %s does not fill the units it needs", k->group, name(&g->w[i]));
   }
   return true;
}

static bool
is_const_sel(unsigned sel)
{
   return (sel >= 128 && sel < 192) || (sel >= 248 && sel <= 253) || (sel >= 256 && sel < 320);
}

static bool
operand(struct clause *k, const struct group *g, unsigned i, unsigned j)
{
   struct vliw_check *c = k->c;
   const struct vliw_w_alu *w = &g->w[i];
   unsigned sel = w->sel[j];
   if (sel < 128) {
      if (!w->rel[j])
         return vliw_check_gpr(c, sel, true);
      return true;
   }
   if (w->rel[j])
      return vliw_check_fail(c, "group %u: relative operand %u", k->group, sel);
   if (sel < 192) {
      const struct vliw_w_kcache *kc = &k->cf->kc[(sel - 128) / 32];
      unsigned lines = kc->mode == 1 ? 1 : kc->mode == 2 ? 2 : 0;
      if ((sel - 128) % 32 / 16 >= lines)
         return vliw_check_fail(c, "group %u: a constant outside the locked lines", k->group);
      return true;
   }
   if (sel >= 248 && sel <= 253)
      return true;
   if (sel == 254) {
      if (!(k->prev_units & 1u << w->chan[j]))
         return vliw_check_fail(c, "group %u: PV.%c has no valid value", k->group, "xyzw"[w->chan[j]]);
      return true;
   }
   if (sel == 255) {
      if (!(k->prev_units & 16))
         return vliw_check_fail(c, "group %u: PS has no valid value", k->group);
      return true;
   }
   bool interp = (db_alu_info((enum db_alu_op)w->op)->flags & DB_ALU_INTERP_F) != 0;
   if (sel >= 448 && interp)
      return true;
   return vliw_check_fail(c, "group %u: operand select %u", k->group, sel);
}

static bool
constants(struct clause *k, const struct group *g)
{
   struct vliw_check *c = k->c;
   uint32_t key[16];
   unsigned n = 0, max = c->gen == DB_R600 ? 4 : 2;
   for (unsigned i = 0; i < g->n; i++) {
      unsigned t = 0;
      for (unsigned j = 0; j < g->w[i].nsrc; j++) {
         unsigned sel = g->w[i].sel[j];
         t += is_const_sel(sel);
         if (sel < 128 || sel >= 192)
            continue;
         uint32_t v = sel << 2 | (c->gen == DB_R600 ? g->w[i].chan[j] : g->w[i].chan[j] >> 1);
         unsigned x = 0;
         while (x < n && key[x] != v)
            x++;
         if (x == n)
            key[n++] = v;
      }
      if (g->unit[i] == 4 && t > 2)
         return vliw_check_fail(c, "group %u: T reads %u constants", k->group, t);
   }
   if (n > max)
      return vliw_check_fail(c, "group %u: %u reads of the constant file, %u are possible", k->group, n, max);
   return true;
}

static bool
read_ports(struct clause *k, const struct group *g)
{
   struct vliw_check *c = k->c;
   /* cycle of operands 0, 1, 2 as digits */
   static const uint8_t vec[] = {0012, 0021, 0120, 0102, 0201, 0210}, scl[] = {0210, 0122, 0212, 0221};
   int port[3][4];
   memset(port, -1, sizeof port);
   for (unsigned i = 0; i < g->n; i++) {
      const struct vliw_w_alu *w = &g->w[i];
      bool t = g->unit[i] == 4;
      if (w->bank >= (t ? ARRAY_SIZE(scl) : ARRAY_SIZE(vec)))
         return vliw_check_fail(c, "group %u: bank swizzle %u", k->group, w->bank);
      unsigned consts = 0;
      for (unsigned j = 0; j < w->nsrc; j++)
         consts += is_const_sel(w->sel[j]);
      for (unsigned j = 0; j < w->nsrc; j++) {
         unsigned cycle = (unsigned)(t ? scl : vec)[w->bank] >> (3 * (2 - j)) & 7;
         bool pv = w->sel[j] == 254 || w->sel[j] == 255;
         if (t && (w->sel[j] < 128 || pv) && cycle < consts)
            return vliw_check_fail(c, "group %u: T reads operand %u in cycle %u with %u constants", k->group,
                                   j, cycle, consts);
         if (w->sel[j] >= 128)
            continue;
         if (!t && j == 1 && w->sel[0] == w->sel[1] && w->chan[0] == w->chan[1] && w->rel[0] == w->rel[1])
            continue;
         /* relative reads count as a register of their own */
         int id = w->rel[j] ? 1000 + (int)(i * 4 + j) : w->sel[j];
         int *p = &port[cycle][w->chan[j]];
         if (*p >= 0 && *p != id)
            return vliw_check_fail(c, "group %u: two GPRs on port %c in cycle %u", k->group,
                                   "xyzw"[w->chan[j]], cycle);
         *p = id;
      }
   }
   return true;
}

static bool
modifiers(struct clause *k, const struct vliw_w_alu *w)
{
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)w->op);
   bool mov = w->op == DB_ALU_MOV;
   for (unsigned j = 0; j < w->nsrc; j++)
      if ((w->neg[j] || (j < 2 && w->abs[j])) && (info->flags & DB_ALU_SRC_INT_F) && !mov)
         return vliw_check_fail(k->c, "group %u: %s takes no float modifiers", k->group, info->name);
   if ((w->clamp || w->omod) && (info->flags & DB_ALU_DST_INT_F) && !mov)
      return vliw_check_fail(k->c, "group %u: the result of %s cannot be clamped", k->group, info->name);
   return true;
}

/* Does it read the register that a relative write of the group before counts from? */
static bool
reads_array(const struct clause *k, const struct group *g)
{
   for (unsigned p = 0; p < k->last.n; p++)
      for (unsigned i = 0; k->last.w[p].dst_rel && i < g->n; i++)
         for (unsigned j = 0; j < g->w[i].nsrc; j++)
            if (!g->w[i].rel[j] && g->w[i].sel[j] == k->last.w[p].dst_gpr &&
                g->w[i].chan[j] == k->last.w[p].dst_chan)
               return true;
   return false;
}

/* Does a relative read count from a register that the group before wrote? */
static bool
reaches_written(const struct clause *k, const struct group *g)
{
   for (unsigned p = 0; p < k->last.n; p++)
      for (unsigned i = 0; !k->last.w[p].dst_rel && (k->last.w[p].write || k->last.w[p].op3) && i < g->n; i++)
         for (unsigned j = 0; j < g->w[i].nsrc; j++)
            if (g->w[i].rel[j] && g->w[i].sel[j] == k->last.w[p].dst_gpr &&
                g->w[i].chan[j] == k->last.w[p].dst_chan)
               return true;
   return false;
}

/** AR and the registers it reaches. */
static bool
relative(struct clause *k, const struct group *g)
{
   struct vliw_check *c = k->c;
   bool uses = false, loads = false, writes = false, reads = false;
   for (unsigned i = 0; i < g->n; i++) {
      const struct vliw_w_alu *w = &g->w[i];
      for (unsigned j = 0; j < w->nsrc; j++)
         reads |= w->rel[j];
      writes |= w->dst_rel;
      bool mova = (db_alu_info((enum db_alu_op)w->op)->flags & DB_ALU_MOVA_F) != 0;
      loads |= mova;
      unsigned want =
         c->chip->ar_gpr_index && (w->dst_rel || mova || w->rel[0] || w->rel[1] || w->rel[2]) ? 4 : 0;
      if (c->b->compiled &&
          w->index_mode != want) /* other drivers have mode 0 behind the same MOVA_GPR_INT */
         return vliw_check_fail(c, "group %u: index mode %u", k->group, w->index_mode);
      if (mova && (w->op == DB_ALU_MOVA_GPR_INT) != c->chip->ar_gpr_index)
         return vliw_check_fail(c, "group %u: the chip does not index with %s", k->group, name(w));
   }
   uses = reads || writes;
   const bool direct = reads_array(k, g);
   if (uses &&
       (k->ar_group < 0 || (int)k->group < k->ar_group + (c->b->compiled && c->chip->ar_gpr_index ? 2 : 1)))
      return vliw_check_fail(c, "group %u: relative addressing without AR", k->group);
   if (uses && loads)
      return vliw_check_fail(c, "group %u: AR is used and loaded", k->group);
   /* what was written last is on its way: one group has to pass (R600, RV610 .. RV635, RV770) */
   if ((reads || direct) && c->chip->rel_dst_hazard && k->rel_write_group + 1 == (int)k->group)
      return vliw_check_fail_rule(c, ISA_RELATIVE, "group %u: %s read right behind a relative write",
                                  k->group, reads ? "a relative" : "the array's");
   if (reads && c->chip->rel_dst_hazard && reaches_written(k, g))
      return vliw_check_fail_rule(c, ISA_RELATIVE,
                                  "group %u: a relative read right behind a write to its array", k->group);
   if (loads)
      k->ar_group = (int)k->group;
   if (writes)
      k->rel_write_group = (int)k->group;
   if (loads && c->gen == DB_R600 && !c->chip->ar_gpr_index && !k->cf->alt_const)
      return vliw_check_fail(c, "group %u: MOVA_INT in a clause that does not use waterfall", k->group);
   return true;
}

static void
check_group(struct clause *k, struct group *g, bool last_group)
{
   struct vliw_check *c = k->c;
   unsigned exclusive = 0, valid = 0;
   for (unsigned i = 0; i < g->n; i++) {
      const struct vliw_w_alu *w = &g->w[i];
      const struct db_alu_info *info = db_alu_info((enum db_alu_op)w->op);
      if (!modifiers(k, w))
         return;
      if ((info->flags & DB_ALU_INTERP_F) && w->nsrc == 2 && w->bank != VEC_210) {
         vliw_check_fail_rule(c, ISA_INTERP, "group %u: %s with bank swizzle %u instead of VEC_210", k->group,
                              info->name, w->bank);
         return;
      }
      exclusive += (info->flags & (DB_ALU_PRED_F | DB_ALU_KILL_F)) != 0;
      if (w->update_exec || w->update_pred) {
         if (c->b->compiled && (!(info->flags & DB_ALU_PRED_F) || !last_group)) {
            vliw_check_fail(c, "group %u: the execute mask changes inside a clause", k->group);
            return;
         }
         k->pred = true;
      }
      if ((w->write || info->op3) && !w->dst_rel && !vliw_check_gpr(c, w->dst_gpr, true))
         return;
      if (w->pred_sel && c->b->compiled) {
         vliw_check_fail(c, "group %u: predicated instruction", k->group);
         return;
      }
   }
   if (exclusive > 1) {
      vliw_check_fail(c, "group %u: two predicates or kills", k->group);
      return;
   }
   if (!units(k, g))
      return;
   for (unsigned i = 0; i < g->n; i++)
      for (unsigned j = 0; j < g->w[i].nsrc; j++)
         if (!operand(k, g, i, j))
            return;
   if (!constants(k, g) || !read_ports(k, g) || !relative(k, g))
      return;
   for (unsigned i = 0; i < g->n; i++)
      for (unsigned j = 0; j < i; j++)
         if ((g->w[i].write || g->w[i].op3) && (g->w[j].write || g->w[j].op3) && !g->w[i].dst_rel &&
             !g->w[j].dst_rel && g->w[i].dst_gpr == g->w[j].dst_gpr && g->w[i].dst_chan == g->w[j].dst_chan) {
            vliw_check_fail(c, "group %u: two results for R%u.%c", k->group, g->w[i].dst_gpr,
                            "xyzw"[g->w[i].dst_chan]);
            return;
         }
   for (unsigned i = 0; i < g->n; i++)
      if (!g->w[i].dst_rel && !(db_alu_info((enum db_alu_op)g->w[i].op)->flags & DB_ALU_MOVA_F))
         valid |= 1u << g->unit[i];
   k->prev_units = valid;
   k->last = *g;
}

void
vliw_check_alu_clause(struct vliw_check *c, const struct vliw_w_cf *cf, bool *pred)
{
   struct clause k = {.c = c, .cf = cf, .ar_group = -1, .rel_write_group = -2};
   uint32_t at = cf->addr * 2, end = at + (cf->count + 1) * 2;
   const struct vliw_w_kcache *kc = cf->kc;
   if (kc[0].mode == 3 || kc[1].mode == 3 ||
       (kc[0].mode && kc[1].mode && kc[0].bank == kc[1].bank && kc[0].addr + kc[0].mode > kc[1].addr))
      vliw_check_fail(c, "constant cache windows are not ascending or overlap");
   for (; at < end && !c->failed; k.group++) {
      struct group g = {.n = 0};
      do {
         struct vliw_w_alu *w = &g.w[g.n];
         if (at >= end || g.n == c->chip->vliw_width) {
            vliw_check_fail(c, "group %u has no end or too many instructions", k.group);
            return;
         }
         vliw_dec_alu(c->gen, c->b->dw + at, w);
         if (w->op < 0) {
            vliw_check_fail(c, "group %u: unknown ALU instruction", k.group);
            return;
         }
         uint32_t back[2];
         vliw_enc_alu(c->gen, w, back);
         if (c->b->compiled && (back[0] != c->b->dw[at] || back[1] != c->b->dw[at + 1])) {
            vliw_check_fail(c, "group %u: reserved bits are set", k.group);
            return;
         }
         for (unsigned j = 0; j < w->nsrc; j++)
            if (w->sel[j] == 253)
               g.lits = MAX2(g.lits, w->chan[j] + 1u);
         at += 2;
      } while (!g.w[g.n++].last);
      at += (uint32_t)u_align(g.lits, 2);
      check_group(&k, &g, at == end);
   }
   if (!c->failed && at != end)
      vliw_check_fail(c, "the last group's literals lie outside the clause");
   if (!c->failed && k.ar_group >= 0 && k.ar_group + 1 == (int)k.group)
      vliw_check_fail(c, "AR is loaded by the clause's last group");
   *pred = k.pred;
}

static bool
reads_written(const uint8_t written[128], unsigned gpr, const uint8_t *sel, unsigned n)
{
   for (unsigned k = 0; k < n; k++)
      if (sel[k] < 4 && written[gpr] & 1u << sel[k])
         return true;
   return false;
}

bool
vliw_check_derives(int op)
{
   return op == DB_TEX_SAMPLE || op == DB_TEX_SAMPLE_LB || op == DB_TEX_SAMPLE_C ||
          op == DB_TEX_SAMPLE_C_LB || op == DB_TEX_GET_GRADIENTS_H || op == DB_TEX_GET_GRADIENTS_V;
}

void
vliw_check_fetch_clause(struct vliw_check *c, const struct vliw_w_cf *cf)
{
   uint8_t written[128] = {0};
   unsigned gradients = 0;
   for (uint32_t i = 0; i <= cf->count && !c->failed; i++) {
      const uint32_t *dw = c->b->dw + cf->addr * 2 + i * 4;
      const uint8_t *src_sel, *dst_sel;
      unsigned src, dst, nsrc = 4;
      struct vliw_w_tex t;
      struct vliw_w_vtx v;
      uint32_t back[4] = {0};
      if (cf->clause == DB_CLAUSE_VTX || vliw_tex_is_vtx(c->gen, dw)) {
         vliw_dec_vtx(c->gen, dw, &v);
         if (v.op < 0) {
            vliw_check_fail(c, "fetch %u: unknown instruction", i);
            return;
         }
         vliw_enc_vtx(c->gen, &v, back);
         src = v.src_gpr;
         src_sel = v.src_sel;
         nsrc = v.op == DB_VTX_READ_SCRATCH && !v.indexed ? 0 : 1;
         if (v.op == DB_VTX_READ_SCRATCH) {
            unsigned last =
               v.indexed ? (unsigned)v.array_base + v.array_size : (unsigned)v.array_base + v.burst;
            if (last >= c->b->scratch_B / 16)
               vliw_check_fail(c, "fetch %u: scratch vec4 %u is read, %u are allocated", i, last,
                               c->b->scratch_B / 16);
         }
         dst = v.dst_gpr;
         dst_sel = v.dst_sel;
      } else {
         vliw_dec_tex(c->gen, dw, &t);
         if (t.op < 0) {
            vliw_check_fail(c, "fetch %u: unknown instruction", i);
            return;
         }
         vliw_enc_tex(c->gen, &t, back);
         src = t.src_gpr;
         src_sel = t.src_sel;
         dst = t.dst_gpr;
         dst_sel = t.dst_sel;
         /* what the back end is given decides this, not the back end: strict mode asks about the whole */
         if (c->b->stage == ISA_VERTEX && !c->b->compiled && vliw_check_derives(t.op))
            vliw_check_fail_rule(c, ISA_DERIVATIVES, "fetch %u: derivatives in a vertex shader", i);
         if (t.op == DB_TEX_SET_GRADIENTS_H || t.op == DB_TEX_SET_GRADIENTS_V)
            gradients |= t.op == DB_TEX_SET_GRADIENTS_H ? 1 : 2;
         else if ((t.op == DB_TEX_SAMPLE_G || t.op == DB_TEX_SAMPLE_C_G) && gradients != 3)
            vliw_check_fail(c, "fetch %u: no gradients are set", i);
         else
            gradients = 0;
      }
      if (c->b->compiled && memcmp(back, dw, 16))
         vliw_check_fail(c, "fetch %u: reserved bits are set", i);
      if (reads_written(written, src, src_sel, nsrc))
         vliw_check_fail(c, "fetch %u: reads what the clause fetched before", i);
      for (unsigned k = 0; k < nsrc; k++)
         if (src_sel[k] < 4)
            vliw_check_gpr(c, src, false);
      for (unsigned k = 0; k < 4; k++)
         if (dst_sel[k] != 7) {
            vliw_check_gpr(c, dst, false);
            written[dst & 127] |= (uint8_t)(1u << k);
         }
   }
}
