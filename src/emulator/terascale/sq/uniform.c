/* SPDX-License-Identifier: MIT
 *
 * Does a program export the same for every lane, whatever the wave starts with? Clears and fills do. Only
 * straight programs of plain arithmetic on constants are recognised; no is always a safe answer.
 */
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/sq/sq.h"

enum { MAX_UOPS = 64 };

static bool
is_written(const struct sq_rows *w, uint32_t off)
{
   return sq_rows_has(w, off / (uint32_t)sizeof(struct emu_row));
}

static bool
is_special(const struct sq_kernels *k, sq_uop_fn fn)
{
   for (unsigned i = 0; i < SQ_S_COUNT; i++)
      if (i != SQ_S_MODIFY && k->special[i] == fn)
         return true;
   return false;
}

static bool
uop_is_uniform(const struct sq_kernels *k, const struct sq_uop *u, struct sq_rows *w)
{
   if (u->kind != SQ_U_VALUE || u->pred_sel || is_special(k, u->fn))
      return false;
   for (unsigned i = 0; i < ARRAY_SIZE(u->src); i++)
      if (u->src[i] && !(u->src[i] & 1) && !is_written(w, u->src[i]))
         return false;
   uint32_t row = u->dst / (uint32_t)sizeof(struct emu_row);
   if (row >= SQ_ROWS)
      return false;
   sq_rows_add(w, row);
   return true;
}

static bool
export_is_uniform(const struct sq_export *x, const struct sq_rows *w)
{
   if (x->type != SQ_X_PIXEL || x->rel || x->indexed)
      return false;
   for (unsigned n = 0; n < x->burst; n++) {
      if (x->array_base + n >= EMU_MAX_CB)
         return false;
      for (unsigned ch = 0; ch < 4; ch++)
         if (x->sel[ch] < 4 && !is_written(w, sq_gpr_off(x->gpr + n, x->sel[ch])))
            return false;
   }
   return true;
}

bool
sq_stage_is_uniform(const struct sq_stage_state *s)
{
   if (!s || s->stage != SQ_PS || !s->main.prog || s->main.prog->num_uops > MAX_UOPS)
      return false;
   const struct sq_program *p = s->main.prog;
   struct sq_rows w = {{0}};
   for (uint32_t pc = 0; pc < p->num_steps; pc++) {
      const struct sq_step *step = &p->steps[pc];
      if (step->next != pc + 1)
         return false;
      switch (step->kind) {
      case SQ_CF_NOP:
      case SQ_CF_END:
         break;
      case SQ_CF_ALU:
         if (!step->simple || step->alu != SQ_ALU_PLAIN)
            return false;
         for (uint32_t i = 0; i < step->count; i++)
            if (!uop_is_uniform(s->emu->kernels->sq, &p->uops[step->first + i], &w))
               return false;
         break;
      case SQ_CF_EXPORT:
         if (!export_is_uniform(&p->exports[step->first], &w))
            return false;
         break;
      default:
         return false;
      }
      if (step->end)
         return true;
   }
   return true;
}
