/* SPDX-License-Identifier: MIT
 *
 * ALU clauses to micro-ops. A group of up to five instructions reads all its operands before it writes; here
 * its instructions are put in an order in which that happens by itself, or through temporary rows where there
 * is none. PV and PS become the rows where the previous group left its results, literals and constant buffer
 * entries become broadcast constants with their modifiers folded in. Word layouts: R6xx/R7xx 3D Register
 * Reference Guide, SQ_ALU_WORD*; semantics as in AMD's R600-family ISA manuals.
 */
#include "emulator/sq_decode.h"

enum {
   UNIT_T = 4,
   MAX_GROUPS = 128,
   TMP_PV = 0,     /* two sets of five, by parity of the group */
   TMP_GROUP = 10, /* private to the group */
   NO_ROW = 0,     /* no row has this offset */
};

struct group {
   struct sq_alu_word in[5];
   uint8_t unit[5];
   uint8_t n;
   uint8_t pv_read; /* units of the previous group whose results this group reads */
   uint32_t literal[4];
};

struct clause {
   struct sq_decoder *d;
   const struct sq_cf_word *cf;
   uint32_t pv[5], next_pv[5]; /* rows of the previous group's results, and of this one's */
   bool had_mova_gpr;
   unsigned parity, tmp;
   struct sq_uop main[32], post[32];
   unsigned num_main, num_post;
   bool simple;
};

static uint32_t
tmp_off(unsigned i)
{
   return SQ_OFF(tmp) + i * (uint32_t)sizeof(struct emu_row);
}

static uint32_t
new_tmp(struct clause *c)
{
   if (c->tmp >= SQ_TMP_ROWS) {
      sq_fail(c->d, "a group needs too many temporary registers");
      return tmp_off(0);
   }
   return tmp_off(c->tmp++);
}

static const char *
alu_name(int op)
{
   return db_alu_info((enum db_alu_op)op)->name;
}

/* ---- groups ---- */

static bool
assign_units(struct sq_decoder *d, struct group *g)
{
   bool cayman = d->gen == DB_CAYMAN;
   unsigned used = 0;
   for (unsigned i = 0; i < g->n; i++) {
      const struct sq_alu_word *w = &g->in[i];
      unsigned slot = db_alu_info((enum db_alu_op)w->op)->slots[d->gen];
      unsigned unit = w->dst_chan;
      if (slot == DB_SLOT_TRANS && !cayman)
         unit = UNIT_T;
      else if (slot == DB_SLOT_ANY && !cayman) {
         bool prefer_t = i == g->n - 1u && i > 0 && !(d->key & SQ_KEY_PREFER_VECTOR);
         if (used & 1u << unit || (prefer_t && !(used & 1u << UNIT_T)))
            unit = UNIT_T;
      }
      if (used & 1u << unit)
         return sq_fail(d, "two instructions of a group need the same unit (%s)", alu_name(w->op));
      used |= 1u << unit;
      g->unit[i] = (uint8_t)unit;
   }
   return true;
}

/* Splits the clause's slots into groups. */
static int
read_groups(struct sq_decoder *d, const struct sq_cf_word *cf, struct group *groups)
{
   const uint32_t *dw = sq_read(d, (uint64_t)cf->addr * 8, cf->count * 8u);
   if (!dw)
      return -1;
   unsigned pos = 0, n = 0;
   unsigned width = d->gen == DB_CAYMAN ? 4 : 5;
   while (pos < cf->count) {
      struct group *g = &groups[n++];
      *g = (struct group){0};
      unsigned literals = 0;
      bool last = false;
      while (!last) {
         if (pos >= cf->count) {
            sq_fail(d, "an instruction group runs over the end of its clause");
            return -1;
         }
         if (g->n >= width) {
            sq_fail(d, "a group of more than %u instructions", width);
            return -1;
         }
         struct sq_alu_word *w = &g->in[g->n];
         sq_read_alu(d->gen, dw + pos * 2, w);
         if (w->op < 0) {
            sq_fail(d, "unknown ALU opcode %s 0x%x", w->op3 ? "OP3" : "OP2", w->code);
            return -1;
         }
         pos++;
         g->n++;
         last = w->last;
         unsigned nsrc = db_alu_info((enum db_alu_op)w->op)->nsrc;
         for (unsigned s = 0; s < nsrc; s++) {
            if (w->src[s].sel == 253)
               literals = MAX2(literals, w->src[s].chan + 1u);
            if (w->src[s].sel == 254)
               g->pv_read |= (uint8_t)(1 << w->src[s].chan);
            if (w->src[s].sel == 255)
               g->pv_read |= 1 << UNIT_T;
         }
      }
      if (pos + (literals + 1) / 2 > cf->count) {
         sq_fail(d, "literals run over the end of their clause");
         return -1;
      }
      memcpy(g->literal, dw + pos * 2, (literals + 1) / 2 * 8);
      pos += (literals + 1) / 2;
      if (!assign_units(d, g))
         return -1;
   }
   return (int)n;
}

/* ---- operands ---- */

static struct sq_uop *
emit(struct clause *c, const struct sq_uop *u)
{
   struct sq_uop *o = sq_add_uop(c->d);
   if (o) {
      *o = *u;
      if (u->kind != SQ_U_VALUE || u->pred_sel)
         c->simple = false;
   }
   return o;
}

static void
emit_special(struct clause *c, enum sq_special s, uint32_t dst, uint32_t src0, uint32_t src1, uint32_t arg0,
             uint32_t arg1)
{
   emit(c, &(struct sq_uop){
              .fn = c->d->k->special[s],
              .dst = dst,
              .src = {src0, src1},
              .arg = {arg0, arg1},
              .omod = 1.0f,
              .kind = SQ_U_VALUE
   });
}

static uint32_t
literal(struct clause *c, uint32_t bits, unsigned mod)
{
   if (mod & SQ_MOD_ABS)
      bits &= 0x7fffffffu;
   if (mod & SQ_MOD_NEG)
      bits ^= 0x80000000u;
   return sq_const_operand(c->d, (struct sq_const_ref){.kind = SQ_C_LITERAL, .value = bits});
}

/* The row with the index of a relative operand. */
static uint32_t
index_row(struct clause *c, unsigned mode)
{
   if (mode == 4)
      return c->had_mova_gpr ? SQ_OFF(ar[0]) : SQ_OFF(al_row);
   if (mode < 4)
      return SQ_OFF(ar[0]) + mode * (uint32_t)sizeof(struct emu_row);
   sq_fail(c->d, "index mode %u is not emulated", mode);
   return SQ_OFF(ar[0]);
}

static const struct {
   uint16_t sel;
   uint32_t bits;
} inline_consts[] = {
   {244, 0x00000000}, /* 1.0 as double, low */
   {245, 0x3ff00000},
   {246, 0x00000000}, /* 0.5 as double, low */
   {247, 0x3fe00000},
   {248, 0x00000000},
   {249, 0x3f800000},
   {250, 0x00000001},
   {251, 0xffffffff},
   {252, 0x3f000000},
};

static uint32_t
kcache_operand(struct clause *c, const struct sq_alu_word *w, unsigned s, unsigned set, unsigned idx,
               unsigned mod, uint8_t *mod_left)
{
   struct sq_decoder *d = c->d;
   unsigned mode = c->cf->kcache[set].mode;
   if (mode == 0 || mode == 3) {
      sq_fail(d,
              mode ? "kcache lines locked by the loop index are not emulated"
                   : "a constant of kcache set %u, which is not locked",
              set);
      return 1;
   }
   if (c->cf->kcache[set].index_mode) {
      sq_fail(d, "indexed constant buffers are not emulated");
      return 1;
   }
   unsigned bank = c->cf->kcache[set].bank;
   uint32_t dw = (c->cf->kcache[set].addr * 16u + idx) * 4 + w->src[s].chan;
   d->p->kcache_banks |= (uint16_t)(1 << bank);
   if (w->src[s].rel) {
      d->p->krel_banks |= (uint16_t)(1 << bank);
      uint32_t t = new_tmp(c);
      emit_special(c, SQ_S_KREL_LOAD, t, index_row(c, w->index_mode), 0, bank, dw);
      *mod_left = (uint8_t)mod;
      return t;
   }
   if (idx / 16 >= mode) {
      sq_fail(d, "a constant outside of the locked lines of kcache set %u", set);
      return 1;
   }
   return sq_const_operand(
      d, (struct sq_const_ref){.kind = SQ_C_KCACHE, .value = bank, .dw = dw, .mod = (uint8_t)mod});
}

/* Operand s of an instruction; modifiers that are not folded are left in *mod_left. Loads of relative
 * operands are emitted at once, before anything of the group writes. */
static uint32_t
operand(struct clause *c, const struct group *g, const struct sq_alu_word *w, unsigned s, uint8_t *mod_left)
{
   struct sq_decoder *d = c->d;
   unsigned sel = w->src[s].sel, chan = w->src[s].chan;
   unsigned mod = (w->src[s].abs ? SQ_MOD_ABS : 0u) | (w->src[s].neg ? SQ_MOD_NEG : 0u);
   bool eg = d->gen >= DB_EVERGREEN;
   *mod_left = 0;

   if (sel < SQ_GPRS) {
      *mod_left = (uint8_t)mod;
      if (w->src[s].rel) {
         uint32_t t = new_tmp(c);
         emit_special(c, SQ_S_REL_LOAD, t, index_row(c, w->index_mode), 0, sel, chan);
         d->p->num_gprs = SQ_GPRS;
         return t;
      }
      d->p->num_gprs = MAX2(d->p->num_gprs, sel + 1);
      return sq_gpr_off(sel, chan);
   }
   if (sel < 160)
      return kcache_operand(c, w, s, 0, sel - 128, mod, mod_left);
   if (sel < 192)
      return kcache_operand(c, w, s, 1, sel - 160, mod, mod_left);
   if (eg && sel >= 256 && sel < 288)
      return kcache_operand(c, w, s, 2, sel - 256, mod, mod_left);
   if (eg && sel >= 288 && sel < 320)
      return kcache_operand(c, w, s, 3, sel - 288, mod, mod_left);
   if (!eg && sel >= 256) {
      if (w->src[s].rel) {
         sq_fail(d, "relative reads of the constant file are not emulated");
         return 1;
      }
      return sq_const_operand(
         d, (struct sq_const_ref){.kind = SQ_C_FILE, .value = sel - 256, .dw = chan, .mod = (uint8_t)mod});
   }
   if (sel == 253)
      return literal(c, g->literal[chan], mod);
   if (sel == 254 || sel == 255) {
      unsigned unit = sel == 254 ? chan : UNIT_T;
      *mod_left = (uint8_t)mod;
      if (c->pv[unit] == NO_ROW) {
         sq_fail(d, "%s.%c has no value here", sel == 254 ? "PV" : "PS", "xyzwt"[unit]);
         return 1;
      }
      return c->pv[unit];
   }
   for (unsigned i = 0; i < ARRAY_SIZE(inline_consts); i++) {
      if (inline_consts[i].sel == sel)
         return literal(c, inline_consts[i].bits, mod);
   }
   sq_fail(d, "ALU source %u is not emulated", sel);
   return 1;
}

/* ---- instructions ---- */

/* Result modifiers of an instruction. */
static void
result_mods(const struct clause *c, const struct sq_alu_word *w, struct sq_uop *u)
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
bind_op(struct clause *c, int op, struct sq_uop *u, unsigned nsrc)
{
   const struct sq_kernels *k = c->d->k;
   u->op = (uint8_t)op;
   if (!k->plain[op] && !k->mod[op]) {
      sq_fail(c->d, "ALU opcode %s is not emulated", alu_name(op));
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
         uint32_t t = new_tmp(c);
         emit(c, &(struct sq_uop){.fn = k->special[SQ_S_MODIFY],
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
      uint32_t t = new_tmp(c);
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
result_row(struct clause *c, const struct sq_alu_word *w, unsigned unit)
{
   uint32_t pv_row = tmp_off(TMP_PV + c->parity * 5 + unit);
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
         .src = {index_row(c, w->index_mode), pv_row},
         .arg = {w->dst_gpr,           w->dst_chan               },
         .omod = 1.0f,
         .pred_sel = w->pred_sel
      };
      return pv_row;
   }
   c->d->p->num_gprs = MAX2(c->d->p->num_gprs, w->dst_gpr + 1u);
   return c->next_pv[unit] = sq_gpr_off(w->dst_gpr, w->dst_chan);
}

static void
add_main(struct clause *c, const struct sq_uop *u)
{
   c->main[c->num_main++] = *u;
}

/* DOT4 and MAX4: one result from four slots, seen by all of them. */
static void
reduce(struct clause *c, const struct group *g, const unsigned idx[4])
{
   const struct sq_alu_word *first = &g->in[idx[0]], *res = NULL;
   unsigned nsrc = db_alu_info((enum db_alu_op)first->op)->nsrc;
   struct sq_uop u = {.omod = 1.0f};
   for (unsigned ch = 0; ch < 4; ch++) {
      const struct sq_alu_word *w = &g->in[idx[ch]];
      for (unsigned s = 0; s < nsrc; s++)
         u.src[ch * nsrc + s] = operand(c, g, w, s, &u.mod[ch * nsrc + s]);
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
cube(struct clause *c, const struct group *g, const unsigned idx[4], unsigned wanted)
{
   static const enum sq_special part[4] = {SQ_S_CUBE_T, SQ_S_CUBE_S, SQ_S_CUBE_MA, SQ_S_CUBE_FACE};
   struct sq_uop v = {.omod = 1.0f};
   v.src[0] = operand(c, g, &g->in[idx[2]], 0, &v.mod[0]);
   v.src[1] = operand(c, g, &g->in[idx[0]], 1, &v.mod[1]);
   v.src[2] = operand(c, g, &g->in[idx[0]], 0, &v.mod[2]);
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
interpolate(struct clause *c, const struct group *g, const struct sq_alu_word *w, unsigned unit)
{
   struct sq_uop u = {.omod = 1.0f, .pred_sel = w->pred_sel, .op = (uint8_t)w->op};
   bool load =
      w->op == DB_ALU_INTERP_LOAD_P0 || w->op == DB_ALU_INTERP_LOAD_P10 || w->op == DB_ALU_INTERP_LOAD_P20;
   unsigned p = load ? 0 : 1;
   if (w->src[p].sel < 448) {
      sq_fail(c->d, "%s does not name a parameter", alu_name(w->op));
      return;
   }
   u.arg[0] = w->src[p].sel - 448u;
   u.arg[1] = w->src[p].chan;
   if (u.arg[0] >= EMU_MAX_PARAMS) {
      sq_fail(c->d, "parameter %u", u.arg[0]);
      return;
   }
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
            u.src[0] = operand(c, g, &g->in[i], 0, &u.mod[0]);
            have_i = true;
         } else if (g->unit[i] == pair) {
            u.src[1] = operand(c, g, &g->in[i], 0, &u.mod[1]);
            have_j = true;
         }
      }
      if (!have_i || !have_j) {
         sq_fail(c->d, "%s needs both slots of its pair", alu_name(w->op));
         return;
      }
      u.fn = c->d->k->special[SQ_S_INTERP];
   }
   u.dst = result_row(c, w, unit);
   add_main(c, &u);
}

static void
set_predicate(struct clause *c, const struct group *g, const struct sq_alu_word *w, struct sq_uop *u,
              unsigned nsrc)
{
   for (unsigned s = 0; s < nsrc; s++)
      u->src[s] = operand(c, g, w, s, &u->mod[s]);
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
set_address(struct clause *c, const struct group *g, const struct sq_alu_word *w, unsigned unit)
{
   struct sq_uop u = {.omod = 1.0f, .pred_sel = w->pred_sel};
   u.src[0] = operand(c, g, w, 0, &u.mod[0]);
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
instruction(struct clause *c, const struct group *g, unsigned i, unsigned wanted)
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
      u.src[s] = operand(c, g, w, s, &u.mod[s]);
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
schedule(struct clause *c)
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
         uint32_t t = new_tmp(c);
         copies[num_copies++] = (struct sq_uop){.fn = c->d->k->plain[DB_ALU_MOV],
                                                .op = DB_ALU_MOV,
                                                .dst = c->main[pick].dst,
                                                .src = {t},
                                                .omod = 1.0f,
                                                .pred_sel = c->main[pick].pred_sel};
         c->main[pick].dst = t;
      }
      done[pick] = true;
      emit(c, &c->main[pick]);
   }
   for (unsigned i = 0; i < num_copies; i++)
      emit(c, &copies[i]);
   /* a predicate takes effect when everything else of the group is done */
   for (unsigned pass = 0; pass < 2; pass++) {
      for (unsigned i = 0; i < c->num_post; i++) {
         if ((c->post[i].fn == c->d->k->special[SQ_S_COMMIT]) == (pass == 1))
            emit(c, &c->post[i]);
      }
   }
}

static bool
decode_group(struct clause *c, const struct group *g, unsigned wanted)
{
   struct sq_decoder *d = c->d;
   c->num_main = c->num_post = 0;
   c->tmp = TMP_GROUP;
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
         return sq_fail(d, "%s does not fill the four vector units", alu_name(w->op));
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
   struct group groups[MAX_GROUPS];
   int n = read_groups(d, cf, groups);
   if (n < 0)
      return false;
   struct clause c = {.d = d, .cf = cf, .simple = true};
   step->first = d->p->num_uops;
   for (int i = 0; i < n; i++) {
      if (!decode_group(&c, &groups[i], i + 1 < n ? groups[i + 1].pv_read : 0))
         return false;
   }
   step->count = d->p->num_uops - step->first;
   step->simple = c.simple;
   return true;
}
