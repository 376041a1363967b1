/* SPDX-License-Identifier: MIT
 *
 * ALU clauses to micro-ops. A group of up to five instructions reads all its operands before it writes; here
 * its instructions are put in an order in which that happens by itself, or through temporary rows where there
 * is none. What an instruction does: AMD's R600-family ISA manuals. Its words are read by decode/group.c,
 * its operands found by decode/operand.c.
 */
#include "emulator/terascale/sq/decode/alu.h"

/* ---- instructions ---- */

/* Result modifiers of an instruction. */
static void
result_mods(const struct sq_clause *c, const struct sq_alu_word *w, struct sq_uop *u)
{
   static const float omod[4] = {1.0f, 2.0f, 4.0f, 0.5f};
   u->omod = omod[w->omod];
   u->clamp = w->clamp ? (c->d->key & SQ_KEY_DX10_CLAMP ? 2 : 1) : 0;
}

static bool
has_mods(const struct sq_uop *u, unsigned nsrc)
{
   bool any = u->clamp || u->omod != 1.0f;
   for (unsigned i = 0; i < nsrc; i++)
      any |= u->mod[i] != 0;
   return any;
}

/* Picks the function of an opcode; where it has no form with modifiers they get micro-ops of their own. */
static void
bind_op(struct sq_clause *c, int op, struct sq_uop *u, unsigned nsrc)
{
   const struct sq_kernels *k = c->d->k;
   u->op = (uint8_t)op;
   if (!k->plain[op] && !k->mod[op]) {
      sq_fail(c->d, "ALU opcode %s is not emulated", sq_alu_name(op));
      return;
   }
   if (!has_mods(u, nsrc) && k->plain[op]) {
      u->fn = k->plain[op];
      return;
   }
   if (k->mod[op]) {
      u->fn = k->mod[op];
      return;
   }
   for (unsigned i = 0; i < nsrc; i++) {
      if (u->mod[i]) {
         uint32_t t = sq_new_tmp(c);
         sq_emit(c, &(struct sq_uop){.fn = k->special[SQ_S_MODIFY],
                                     .dst = t,
                                     .src = {u->src[i]},
                                     .mod = {u->mod[i]},
                                     .omod = 1.0f});
         u->src[i] = t;
         u->mod[i] = 0;
      }
   }
   u->fn = k->plain[op];
   if (u->clamp || u->omod != 1.0f) {
      uint32_t t = sq_new_tmp(c);
      c->post[c->num_post++] = (struct sq_uop){.fn = k->special[SQ_S_MODIFY],
                                               .dst = u->dst,
                                               .src = {t},
                                               .omod = u->omod,
                                               .clamp = u->clamp,
                                               .pred_sel = u->pred_sel};
      u->dst = t;
      u->omod = 1.0f;
      u->clamp = 0;
   }
}

/* Where an instruction's result goes: its register, or a temporary that stands for PV/PS or is scattered. */
static uint32_t
result_row(struct sq_clause *c, const struct sq_alu_word *w, unsigned unit)
{
   uint32_t pv_row = sq_tmp_off(SQ_TMP_PV + c->parity * 5 + unit);
   if (!w->write_mask) {
      c->next_pv[unit] = pv_row;
      return pv_row;
   }
   if (w->dst_rel) {
      c->next_pv[unit] = pv_row;
      c->d->p->num_gprs = SQ_GPRS;
      c->post[c->num_post++] = (struct sq_uop){
         .fn = c->d->k->special[SQ_S_REL_STORE],
         .kind = SQ_U_EFFECT,
         .src = {sq_alu_index_row(c, w->index_mode), pv_row},
         .arg = {w->dst_gpr,                  w->dst_chan                      },
         .omod = 1.0f,
         .pred_sel = w->pred_sel
      };
      return pv_row;
   }
   c->d->p->num_gprs = MAX2(c->d->p->num_gprs, w->dst_gpr + 1u);
   return c->next_pv[unit] = sq_gpr_off(w->dst_gpr, w->dst_chan);
}

static void
add_main(struct sq_clause *c, const struct sq_uop *u)
{
   c->main[c->num_main++] = *u;
}

/* DOT4 and MAX4: one result from four slots, seen by all of them. */
static void
reduce(struct sq_clause *c, const struct sq_group *g, const unsigned idx[4])
{
   const struct sq_alu_word *first = &g->in[idx[0]], *res = NULL;
   unsigned nsrc = db_alu_info((enum db_alu_op)first->op)->nsrc;
   struct sq_uop u = {.omod = 1.0f};
   for (unsigned ch = 0; ch < 4; ch++) {
      const struct sq_alu_word *w = &g->in[idx[ch]];
      for (unsigned s = 0; s < nsrc; s++)
         u.src[ch * nsrc + s] = sq_alu_operand(c, g, w, s, &u.mod[ch * nsrc + s]);
      if (w->write_mask && !res)
         res = w;
   }
   if (!res)
      res = first;
   u.pred_sel = res->pred_sel;
   result_mods(c, res, &u);
   u.dst = result_row(c, res, res->dst_chan);
   uint32_t row = c->next_pv[res->dst_chan];
   bind_op(c, first->op, &u, 4 * nsrc);
   add_main(c, &u);
   for (unsigned ch = 0; ch < 4; ch++) {
      const struct sq_alu_word *w = &g->in[idx[ch]];
      if (w != res && w->write_mask) {
         c->post[c->num_post++] = (struct sq_uop){.fn = c->d->k->plain[DB_ALU_MOV],
                                                  .op = DB_ALU_MOV,
                                                  .dst = result_row(c, w, ch),
                                                  .src = {row},
                                                  .omod = 1.0f,
                                                  .pred_sel = w->pred_sel};
      }
      c->next_pv[ch] = row;
   }
}

/* src0 = z, z, x, y and src1 = y, x, z, z in slots x, y, z, w; results t, s, major axis, face. */
static void
cube(struct sq_clause *c, const struct sq_group *g, const unsigned idx[4], unsigned wanted)
{
   static const enum sq_special part[4] = {SQ_S_CUBE_T, SQ_S_CUBE_S, SQ_S_CUBE_MA, SQ_S_CUBE_FACE};
   struct sq_uop v = {.omod = 1.0f};
   v.src[0] = sq_alu_operand(c, g, &g->in[idx[2]], 0, &v.mod[0]);
   v.src[1] = sq_alu_operand(c, g, &g->in[idx[0]], 1, &v.mod[1]);
   v.src[2] = sq_alu_operand(c, g, &g->in[idx[0]], 0, &v.mod[2]);
   for (unsigned ch = 0; ch < 4; ch++) {
      const struct sq_alu_word *w = &g->in[idx[ch]];
      if (!w->write_mask && !(wanted & 1u << ch))
         continue;
      struct sq_uop u = v;
      u.fn = c->d->k->special[part[ch]];
      u.op = DB_ALU_CUBE;
      u.pred_sel = w->pred_sel;
      result_mods(c, w, &u);
      u.dst = result_row(c, w, ch);
      add_main(c, &u);
   }
}

static void
interpolate(struct sq_clause *c, const struct sq_group *g, const struct sq_alu_word *w, unsigned unit)
{
   struct sq_uop u = {.omod = 1.0f, .pred_sel = w->pred_sel, .op = (uint8_t)w->op};
   bool load =
      w->op == DB_ALU_INTERP_LOAD_P0 || w->op == DB_ALU_INTERP_LOAD_P10 || w->op == DB_ALU_INTERP_LOAD_P20;
   unsigned p = load ? 0 : 1;
   if (w->src[p].sel < 448) {
      sq_fail(c->d, "%s does not name a parameter", sq_alu_name(w->op));
      return;
   }
   u.arg[0] = w->src[p].sel - 448u;
   u.arg[1] = w->src[p].chan;
   if (u.arg[0] >= EMU_MAX_PARAMS) {
      sq_fail(c->d, "parameter %u", u.arg[0]);
      return;
   }
   c->d->p->inputs |= 1u << u.arg[0];
   result_mods(c, w, &u);
   if (load) {
      u.arg[1] |= (w->op == DB_ALU_INTERP_LOAD_P10 ? 1u : w->op == DB_ALU_INTERP_LOAD_P20 ? 2u : 0u) << 2;
      u.fn = c->d->k->special[SQ_S_INTERP_P];
   } else {
      /* J comes in slots x and z, I in y and w; the partner slot of the pair has the other one */
      u.arg[1] = unit;
      unsigned pair = unit & 2;
      bool have_i = false, have_j = false;
      for (unsigned i = 0; i < g->n; i++) {
         if (g->in[i].op != w->op)
            continue;
         if (g->unit[i] == (pair | 1)) {
            u.src[0] = sq_alu_operand(c, g, &g->in[i], 0, &u.mod[0]);
            have_i = true;
         } else if (g->unit[i] == pair) {
            u.src[1] = sq_alu_operand(c, g, &g->in[i], 0, &u.mod[1]);
            have_j = true;
         }
      }
      if (!have_i || !have_j) {
         sq_fail(c->d, "%s needs both slots of its pair", sq_alu_name(w->op));
         return;
      }
      u.fn = c->d->k->special[SQ_S_INTERP];
   }
   u.dst = result_row(c, w, unit);
   add_main(c, &u);
}

static void
set_predicate(struct sq_clause *c, const struct sq_group *g, const struct sq_alu_word *w, struct sq_uop *u,
              unsigned nsrc)
{
   for (unsigned s = 0; s < nsrc; s++)
      u->src[s] = sq_alu_operand(c, g, w, s, &u->mod[s]);
   u->kind = SQ_U_EFFECT;
   bind_op(c, w->op, u, nsrc);
   add_main(c, u);
   uint32_t what = (w->update_pred ? 1u : 0u) | (w->update_exec ? 2u : 0u);
   if (what)
      c->post[c->num_post++] = (struct sq_uop){
         .fn = c->d->k->special[SQ_S_COMMIT],
         .kind = SQ_U_EFFECT,
         .arg = {what, w->exec_op},
         .omod = 1.0f,
         .pred_sel = w->pred_sel
      };
}

static void
set_address(struct sq_clause *c, const struct sq_group *g, const struct sq_alu_word *w, unsigned unit)
{
   struct sq_uop u = {.omod = 1.0f, .pred_sel = w->pred_sel};
   u.src[0] = sq_alu_operand(c, g, w, 0, &u.mod[0]);
   if (c->d->gen == DB_CAYMAN && w->mova_dst >= 2) {
      u.fn = c->d->k->special[SQ_S_SET_CF_IDX];
      u.kind = SQ_U_EFFECT;
      u.arg[0] = w->mova_dst - 2u;
      add_main(c, &u);
      return;
   }
   unsigned ar = c->d->gen >= DB_EVERGREEN || w->op == DB_ALU_MOVA_GPR_INT ? 0 : w->dst_chan;
   u.dst = SQ_OFF(ar[0]) + ar * (uint32_t)sizeof(struct emu_row);
   bind_op(c, w->op, &u, 1);
   add_main(c, &u);
   c->next_pv[unit] = u.dst;
}

static void
instruction(struct sq_clause *c, const struct sq_group *g, unsigned i, unsigned wanted)
{
   const struct sq_alu_word *w = &g->in[i];
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)w->op);
   unsigned unit = g->unit[i];
   struct sq_decoder *d = c->d;
   bool effect = info->flags & (DB_ALU_PRED_F | DB_ALU_KILL_F | DB_ALU_MOVA_F);

   if (w->pred_sel == 1) {
      sq_fail(d, "reserved predicate select");
      return;
   }
   if (w->op == DB_ALU_NOP || w->op == DB_ALU_GROUP_BARRIER)
      return;
   if (w->op == DB_ALU_SET_CF_IDX0 || w->op == DB_ALU_SET_CF_IDX1) {
      add_main(c, &(struct sq_uop){.fn = d->k->special[SQ_S_SET_CF_IDX],
                                   .kind = SQ_U_EFFECT,
                                   .src = {SQ_OFF(ar[0])},
                                   .arg = {w->op == DB_ALU_SET_CF_IDX1},
                                   .omod = 1.0f});
      return;
   }
   if (!effect && !w->write_mask && !(wanted & 1u << unit))
      return;
   if (info->flags & DB_ALU_INTERP_F) {
      interpolate(c, g, w, unit);
      return;
   }
   if (info->flags & DB_ALU_MOVA_F) {
      set_address(c, g, w, unit);
      return;
   }
   struct sq_uop u = {.omod = 1.0f, .pred_sel = w->pred_sel};
   result_mods(c, w, &u);
   u.dst = result_row(c, w, unit);
   if (info->flags & DB_ALU_PRED_F) {
      set_predicate(c, g, w, &u, info->nsrc);
      return;
   }
   if (info->flags & DB_ALU_KILL_F) {
      u.kind = SQ_U_EFFECT;
      d->p->kills = true;
   }
   for (unsigned s = 0; s < info->nsrc; s++)
      u.src[s] = sq_alu_operand(c, g, w, s, &u.mod[s]);
   if (w->op == DB_ALU_SIN || w->op == DB_ALU_COS) /* radians on R600, revolutions later */
      u.arg[0] = d->gen == DB_R600 ? 0x3e22f983u : 0x3f800000u;
   bind_op(c, w->op, &u, info->nsrc);
   add_main(c, &u);
}

/* ---- order ---- */

static bool
reads_row(const struct sq_uop *u, uint32_t row)
{
   for (unsigned s = 0; s < ARRAY_SIZE(u->src); s++) {
      if (u->src[s] == row)
         return true;
   }
   return false;
}

/* Emits the group's operations so that none writes a row that a later one reads. */
static void
schedule(struct sq_clause *c)
{
   bool done[ARRAY_SIZE(c->main)] = {false};
   struct sq_uop copies[8];
   unsigned num_copies = 0;
   for (unsigned left = c->num_main; left; left--) {
      unsigned pick = c->num_main, any = c->num_main;
      for (unsigned i = 0; i < c->num_main && pick == c->num_main; i++) {
         if (done[i])
            continue;
         bool clash = false;
         for (unsigned j = 0; j < c->num_main && !clash; j++)
            clash = !done[j] && j != i && c->main[i].dst && reads_row(&c->main[j], c->main[i].dst);
         if (!clash)
            pick = i;
         else if (any == c->num_main)
            any = i;
      }
      if (pick == c->num_main) {
         pick = any;
         uint32_t t = sq_new_tmp(c);
         copies[num_copies++] = (struct sq_uop){.fn = c->d->k->plain[DB_ALU_MOV],
                                                .op = DB_ALU_MOV,
                                                .dst = c->main[pick].dst,
                                                .src = {t},
                                                .omod = 1.0f,
                                                .pred_sel = c->main[pick].pred_sel};
         c->main[pick].dst = t;
      }
      done[pick] = true;
      sq_emit(c, &c->main[pick]);
   }
   for (unsigned i = 0; i < num_copies; i++)
      sq_emit(c, &copies[i]);
   /* a predicate takes effect when everything else of the group is done */
   for (unsigned pass = 0; pass < 2; pass++) {
      for (unsigned i = 0; i < c->num_post; i++) {
         if ((c->post[i].fn == c->d->k->special[SQ_S_COMMIT]) == (pass == 1))
            sq_emit(c, &c->post[i]);
      }
   }
}

static bool
decode_group(struct sq_clause *c, const struct sq_group *g, unsigned wanted)
{
   struct sq_decoder *d = c->d;
   c->num_main = c->num_post = 0;
   c->tmp = SQ_TMP_GROUP;
   memset(c->next_pv, 0, sizeof(c->next_pv));
   bool reduced[5] = {false};
   bool mova_gpr = false;
   for (unsigned i = 0; i < g->n && !d->failed; i++) {
      const struct sq_alu_word *w = &g->in[i];
      mova_gpr |= w->op == DB_ALU_MOVA_GPR_INT;
      if (reduced[i])
         continue;
      if (!(db_alu_info((enum db_alu_op)w->op)->flags & DB_ALU_REDUCTION_F)) {
         instruction(c, g, i, wanted);
         continue;
      }
      unsigned idx[4] = {0}, have = 0;
      for (unsigned j = i; j < g->n; j++) {
         if (g->in[j].op == w->op && g->unit[j] < 4) {
            idx[g->unit[j]] = j;
            have |= 1u << g->unit[j];
            reduced[j] = true;
         }
      }
      if (have != 15)
         return sq_fail(d, "%s does not fill the four vector units", sq_alu_name(w->op));
      if (w->op == DB_ALU_CUBE)
         cube(c, g, idx, wanted);
      else
         reduce(c, g, idx);
   }
   if (d->failed)
      return false;
   schedule(c);
   memcpy(c->pv, c->next_pv, sizeof(c->pv));
   c->parity ^= 1;
   c->had_mova_gpr |= mova_gpr;
   return !d->failed;
}

bool
sq_decode_alu_clause(struct sq_decoder *d, const struct sq_cf_word *cf, struct sq_step *step)
{
   struct sq_group groups[SQ_MAX_GROUPS];
   int n = sq_read_groups(d, cf, groups);
   if (n < 0)
      return false;
   struct sq_clause c = {.d = d, .cf = cf, .simple = true};
   step->first = d->p->num_uops;
   for (int i = 0; i < n; i++) {
      if (!decode_group(&c, &groups[i], i + 1 < n ? groups[i + 1].pv_read : 0))
         return false;
   }
   step->count = d->p->num_uops - step->first;
   step->simple = c.simple;
   return true;
}
