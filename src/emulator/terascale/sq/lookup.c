/* SPDX-License-Identifier: MIT
 *
 * Is a pixel shader one lookup? Its program is followed with names in place of numbers: a row holds I, J, a channel of an
 * input, a component of the texel, a product of these or a constant, or something else. Anything unknown on the way, and it is
 * not; no is always a safe answer.
 */
#include "emulator/terascale/sq/lookup.h"

#include <string.h>

#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/sq.h"

/* What a row holds: an input's channel is INPUT + 4 * input + channel, DERIVED + n: names::derived[n]. */
enum { UNKNOWN, IS_I, IS_J, INPUT, DERIVED = INPUT + 4 * EMU_MAX_PARAMS, MAX_DERIVED = 24 };

struct names {
   uint8_t of[SQ_ROWS];
   struct sq_channel derived[MAX_DERIVED];
   unsigned num_derived;
   const struct sq_program *prog;
};
_Static_assert(DERIVED + MAX_DERIVED - 1 <= UINT8_MAX, "a name is a byte");

static uint32_t
row_of(uint32_t off)
{
   const uint32_t row = off / (uint32_t)sizeof(struct emu_row);
   return row < SQ_ROWS ? row : 0; /* the first is unused */
}

static uint8_t
new_name(struct names *n, struct sq_channel c)
{
   if (n->num_derived == MAX_DERIVED)
      return UNKNOWN;
   n->derived[n->num_derived] = c;
   return (uint8_t)(DERIVED + n->num_derived++);
}

/* A constant gets a name when it is first used. */
static uint8_t
name_at(struct names *n, uint32_t off)
{
   if (!(off & 1))
      return n->of[row_of(off)];
   const uint32_t i = ((off & ~1u) - n->prog->const_base) / SQ_CONST_B;
   return new_name(
      n, (struct sq_channel){.texel = SQ_NO_TEXEL, .factor = SQ_TIMES_CONSTANT, .constant = (uint16_t)i});
}

/* What a name stands for. False: it is neither of the texel nor a number to multiply that with. */
static bool
channel_of(const struct names *n, uint8_t name, struct sq_channel *out)
{
   if (name >= DERIVED)
      *out = n->derived[name - DERIVED];
   else if (name >= INPUT)
      *out = (struct sq_channel){.texel = SQ_NO_TEXEL,
                                 .factor = SQ_TIMES_INPUT,
                                 .input = (uint8_t)((name - INPUT) / 4),
                                 .chan = (uint8_t)((name - INPUT) % 4)};
   return name >= INPUT;
}

/* A component of the texel times something else. */
static uint8_t
product(struct names *n, uint8_t a, uint8_t b, bool zero_wins)
{
   struct sq_channel x, y;
   if (!channel_of(n, a, &x) || !channel_of(n, b, &y))
      return UNKNOWN;
   const struct sq_channel texel = x.texel != SQ_NO_TEXEL ? x : y;
   struct sq_channel r = x.texel != SQ_NO_TEXEL ? y : x;
   if (texel.texel == SQ_NO_TEXEL || texel.factor != SQ_TIMES_ONE || r.texel != SQ_NO_TEXEL)
      return UNKNOWN;
   r.texel = texel.texel;
   r.zero_wins = zero_wins;
   return new_name(n, r);
}

static bool
follow_uop(const struct sq_kernels *k, const struct sq_uop *u, struct names *n)
{
   if (u->kind != SQ_U_VALUE || u->pred_sel || u->clamp || u->omod != 1.0f || u->mod[0] || u->mod[1] ||
       !row_of(u->dst))
      return false;
   const uint8_t a = name_at(n, u->src[0]);
   uint8_t r = UNKNOWN;
   if (u->fn == k->special[SQ_S_INTERP] && u->arg[0] < EMU_MAX_PARAMS) {
      if (a == IS_I && name_at(n, u->src[1]) == IS_J)
         r = (uint8_t)(INPUT + 4 * u->arg[0] + (u->arg[1] & 3));
   } else if (u->fn == k->special[SQ_S_MODIFY] || u->fn == k->plain[DB_ALU_MOV]) {
      r = a;
   } else if (u->fn == k->plain[DB_ALU_MUL_IEEE] || u->fn == k->plain[DB_ALU_MUL]) {
      r = product(n, a, name_at(n, u->src[1]), u->fn == k->plain[DB_ALU_MUL]);
   } else {
      return false;
   }
   n->of[row_of(u->dst)] = r;
   return true;
}

static bool
follow_fetch(const struct sq_stage_state *s, const struct sq_fetch *f, struct names *n, struct sq_lookup *out)
{
   if (f->is_vtx || f->op != DB_TEX_SAMPLE || f->src_rel || f->dst_rel || f->resource_index_mode ||
       f->sampler_index_mode || f->src_gpr >= SQ_GPRS || f->dst_gpr >= SQ_GPRS)
      return false;
   for (unsigned i = 0; i < 2; i++) {
      const uint8_t name = f->src_sel[i] < 4 ? name_at(n, sq_gpr_off(f->src_gpr, f->src_sel[i])) : UNKNOWN;
      if (name < INPUT || name >= DERIVED)
         return false;
      out->input[i] = (uint8_t)((name - INPUT) / 4);
      out->chan[i] = (uint8_t)((name - INPUT) % 4);
   }
   for (unsigned c = 0; c < 4; c++) {
      if (f->dst_sel[c] == 7) /* stays */
         continue;
      if (f->dst_sel[c] >= 4)
         return false;
      n->of[row_of(sq_gpr_off(f->dst_gpr, c))] =
         new_name(n, (struct sq_channel){.texel = f->dst_sel[c], .factor = SQ_TIMES_ONE});
   }
   const struct ta_view *v = s->main.tex[f->view];
   out->request = (struct ta_request){
      .view = v,
      .lod_mode = TA_LOD_IMPLICIT,
      .coord_norm = f->coord_norm,
      .lod_bias = f->lod_bias,
      .offset = {(float)f->offset[0] * 0.5f, (float)f->offset[1] * 0.5f, (float)f->offset[2] * 0.5f},
   };
   return v->fast && v->dim == TA_2D && !v->log2_aniso && ta_is_plain(&out->request) &&
          ta_is_unmoved(&out->request);
}

static bool
follow_export(const struct sq_export *x, struct names *n, struct sq_lookup *out)
{
   if (x->type != SQ_X_PIXEL || x->rel || x->indexed || x->burst != 1 || x->array_base >= EMU_MAX_CB ||
       x->gpr >= SQ_GPRS)
      return false;
   out->target = (uint8_t)x->array_base;
   out->plain = true;
   for (unsigned k = 0; k < 4; k++) {
      if (x->sel[k] >= 4 || !channel_of(n, name_at(n, sq_gpr_off(x->gpr, x->sel[k])), &out->out[k]))
         return false;
      out->plain &= out->out[k].texel == k && out->out[k].factor == SQ_TIMES_ONE;
   }
   return true;
}

float
sq_stage_constant(const struct sq_stage_state *s, unsigned constant)
{
   const unsigned mod = s->main.prog->consts[constant].mod;
   uint32_t v = *s->main.consts[constant];
   v = mod & SQ_MOD_ABS ? v & 0x7fffffffu : v;
   return uif(mod & SQ_MOD_NEG ? v ^ 0x80000000u : v);
}

bool
sq_stage_is_lookup(const struct sq_stage_state *s, const uint8_t *input_gpr, unsigned num_inputs,
                   struct sq_lookup *out)
{
   const struct sq_program *p = s->main.prog;
   const struct sq_fetch *fetch = NULL;
   bool exported = false;
   struct names names = {.of = {UNKNOWN}, .prog = p};
   if (s->stage != SQ_PS || p->num_fetches != 1 || p->num_exports != 1 || p->kills || p->calls_fs)
      return false;
   for (unsigned i = 0; input_gpr && i < num_inputs; i++)
      for (unsigned c = 0; c < 4; c++)
         names.of[row_of(sq_gpr_off(input_gpr[i] & (SQ_GPRS - 1), c))] = (uint8_t)(INPUT + 4 * i + c);
   if (!input_gpr) {
      names.of[row_of(sq_gpr_off(0, 0))] = IS_I;
      names.of[row_of(sq_gpr_off(0, 1))] = IS_J;
   }
   for (uint32_t pc = 0; pc < p->num_steps; pc++) {
      const struct sq_step *step = &p->steps[pc];
      if (step->next != pc + 1 || step->cond != SQ_COND_ACTIVE)
         return false;
      if (step->kind == SQ_CF_ALU) {
         if (!step->simple || step->alu != SQ_ALU_PLAIN || exported)
            return false;
         for (uint32_t i = 0; i < step->count; i++)
            if (!follow_uop(s->emu->kernels->sq, &p->uops[step->first + i], &names))
               return false;
      } else if (step->kind == SQ_CF_FETCH && !fetch && step->count == 1) {
         fetch = &p->fetches[step->first];
         if (!follow_fetch(s, fetch, &names, out))
            return false;
      } else if (step->kind == SQ_CF_EXPORT && fetch && !exported) {
         exported = follow_export(&p->exports[step->first], &names, out);
         if (!exported)
            return false;
      } else if (step->kind != SQ_CF_NOP && step->kind != SQ_CF_END) {
         return false;
      }
      if (step->end)
         return exported;
   }
   return exported;
}
