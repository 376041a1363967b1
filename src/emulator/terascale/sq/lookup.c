/* SPDX-License-Identifier: MIT
 *
 * Is a pixel shader one plain lookup? Its program is followed with names in place of numbers: a row holds I, J, a channel
 * of an input, or something else. Anything unknown on the way, and it is not; no is always a safe answer.
 */
#include "emulator/terascale/sq/lookup.h"

#include <string.h>

#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/sq.h"

/* What a row holds: an input's channel is INPUT + 4 * input + channel. */
enum { UNKNOWN, IS_I, IS_J, INPUT };

struct names {
   uint8_t of[SQ_ROWS];
};
_Static_assert(INPUT + 4 * EMU_MAX_PARAMS <= UINT8_MAX, "a name is a byte");

static uint32_t
row_of(uint32_t off)
{
   const uint32_t row = off / (uint32_t)sizeof(struct emu_row);
   return row < SQ_ROWS ? row : 0; /* the first is unused */
}

static uint8_t
name_at(const struct names *n, uint32_t off)
{
   return off & 1 ? UNKNOWN : n->of[row_of(off)];
}

static bool
follow_uop(const struct sq_kernels *k, const struct sq_uop *u, struct names *n)
{
   const uint8_t a = name_at(n, u->src[0]), b = name_at(n, u->src[1]);
   if (u->kind != SQ_U_VALUE || u->pred_sel || u->clamp || u->omod != 1.0f || u->mod[0] || u->mod[1] ||
       !row_of(u->dst))
      return false;
   if (u->fn == k->special[SQ_S_INTERP] && a == IS_I && b == IS_J && u->arg[0] < EMU_MAX_PARAMS)
      n->of[row_of(u->dst)] = (uint8_t)(INPUT + 4 * u->arg[0] + (u->arg[1] & 3));
   else if (u->fn == k->special[SQ_S_MODIFY] || u->fn == k->plain[DB_ALU_MOV])
      n->of[row_of(u->dst)] = a;
   else
      return false;
   return true;
}

static bool
follow_fetch(const struct sq_stage_state *s, const struct sq_fetch *f, const struct names *n,
             struct sq_lookup *out)
{
   static const uint8_t xyzw[4] = {0, 1, 2, 3};
   if (f->is_vtx || f->op != DB_TEX_SAMPLE || f->src_rel || f->dst_rel || f->resource_index_mode ||
       f->sampler_index_mode || f->src_gpr >= SQ_GPRS || f->dst_gpr >= SQ_GPRS ||
       memcmp(f->dst_sel, xyzw, sizeof xyzw))
      return false;
   for (unsigned i = 0; i < 2; i++) {
      const uint8_t name = f->src_sel[i] < 4 ? name_at(n, sq_gpr_off(f->src_gpr, f->src_sel[i])) : UNKNOWN;
      if (name < INPUT)
         return false;
      out->input[i] = (uint8_t)((name - INPUT) / 4);
      out->chan[i] = (uint8_t)((name - INPUT) % 4);
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
is_export_of(const struct sq_export *x, unsigned gpr)
{
   return x->type == SQ_X_PIXEL && !x->rel && !x->indexed && x->burst == 1 && x->gpr == gpr &&
          x->array_base < EMU_MAX_CB && x->sel[0] == 0 && x->sel[1] == 1 && x->sel[2] == 2 && x->sel[3] == 3;
}

bool
sq_stage_is_lookup(const struct sq_stage_state *s, const uint8_t *input_gpr, unsigned num_inputs,
                   struct sq_lookup *out)
{
   const struct sq_program *p = s->main.prog;
   const struct sq_fetch *fetch = NULL;
   bool exported = false;
   struct names names = {{UNKNOWN}};
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
         if (!step->simple || step->alu != SQ_ALU_PLAIN || fetch)
            return false;
         for (uint32_t i = 0; i < step->count; i++)
            if (!follow_uop(s->emu->kernels->sq, &p->uops[step->first + i], &names))
               return false;
      } else if (step->kind == SQ_CF_FETCH && !fetch && step->count == 1) {
         fetch = &p->fetches[step->first];
         if (!follow_fetch(s, fetch, &names, out))
            return false;
      } else if (step->kind == SQ_CF_EXPORT && fetch && !exported) {
         exported = is_export_of(&p->exports[step->first], fetch->dst_gpr);
         out->target = (uint8_t)p->exports[step->first].array_base;
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
