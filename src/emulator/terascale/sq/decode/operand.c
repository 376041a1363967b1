/* SPDX-License-Identifier: MIT
 *
 * Operands of ALU instructions to rows of the shader core. PV and PS are the rows where the previous group
 * left its results; literals and constants, of the constant file and of locked lines, are broadcast with
 * their modifiers folded in; relative ones go through loads of their own. Numbers of sources: R6xx/R7xx 3D
 * Register Reference Guide, SQ_ALU_SRC*.
 */
#include "emulator/terascale/sq/decode/alu.h"

uint32_t
sq_new_tmp(struct sq_clause *c)
{
   if (c->tmp >= SQ_TMP_ROWS) {
      sq_fail(c->d, "a group needs too many temporary registers");
      return sq_tmp_off(0);
   }
   return sq_tmp_off(c->tmp++);
}

struct sq_uop *
sq_emit(struct sq_clause *c, const struct sq_uop *u)
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
emit_special(struct sq_clause *c, enum sq_special s, uint32_t dst, uint32_t src0, uint32_t src1,
             uint32_t arg0, uint32_t arg1)
{
   sq_emit(c, &(struct sq_uop){
                 .fn = c->d->k->special[s],
                 .dst = dst,
                 .src = {src0, src1},
                 .arg = {arg0, arg1},
                 .omod = 1.0f,
                 .kind = SQ_U_VALUE
   });
}

static uint32_t
literal(struct sq_clause *c, uint32_t bits, unsigned mod)
{
   if (mod & SQ_MOD_ABS)
      bits &= 0x7fffffffu;
   if (mod & SQ_MOD_NEG)
      bits ^= 0x80000000u;
   return sq_const_operand(c->d, (struct sq_const_ref){.kind = SQ_C_LITERAL, .value = bits});
}

uint32_t
sq_alu_index_row(struct sq_clause *c, unsigned mode)
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
kcache_operand(struct sq_clause *c, const struct sq_alu_word *w, unsigned s, unsigned set, unsigned idx,
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
   bool ps = (d->key >> 2 & 3) == SQ_PS;
   if (c->cf->alt_const && !ps) {
      sq_fail(d, "ALT_CONST of other than pixel shaders is not emulated");
      return 1;
   }
   /* X's radeon driver gives the vertex shader's constants to both */
   unsigned bank = c->cf->kcache[set].bank + (c->cf->alt_const ? 16u : 0);
   uint32_t dw = (c->cf->kcache[set].addr * 16u + idx) * 4 + w->src[s].chan;
   d->p->kcache_banks |= 1u << bank;
   if (w->src[s].rel) {
      d->p->krel_banks |= 1u << bank;
      uint32_t t = sq_new_tmp(c);
      emit_special(c, SQ_S_KREL_LOAD, t, sq_alu_index_row(c, w->index_mode), 0, bank, dw);
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

uint32_t
sq_alu_operand(struct sq_clause *c, const struct sq_group *g, const struct sq_alu_word *w, unsigned s,
               uint8_t *mod_left)
{
   struct sq_decoder *d = c->d;
   unsigned sel = w->src[s].sel, chan = w->src[s].chan;
   unsigned mod = (w->src[s].abs ? SQ_MOD_ABS : 0u) | (w->src[s].neg ? SQ_MOD_NEG : 0u);
   bool eg = d->gen >= DB_EVERGREEN;
   *mod_left = 0;

   if (sel < SQ_GPRS) {
      *mod_left = (uint8_t)mod;
      if (w->src[s].rel) {
         uint32_t t = sq_new_tmp(c);
         emit_special(c, SQ_S_REL_LOAD, t, sq_alu_index_row(c, w->index_mode), 0, sel, chan);
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
      unsigned unit = sel == 254 ? chan : SQ_UNIT_T;
      *mod_left = (uint8_t)mod;
      if (c->pv[unit] == SQ_NO_ROW) {
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
