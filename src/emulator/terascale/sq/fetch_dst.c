/* SPDX-License-Identifier: MIT
 *
 * Where a fetch's result goes: R6xx/R7xx guide, SQ_VTX_WORD1_GPR and SQ_TEX_WORD1, DST_GPR and DST_SEL.
 */
#include "emulator/terascale/sq/ops.h"

void
EMU_FN(sq_write_dst)(struct sq_ctx *c, const struct sq_fetch *f, const struct emu_row src[4], uint32_t one)
{
   unsigned reg = f->dst_gpr + (f->dst_rel ? c->al_row.u[0] : 0);
   if (reg >= SQ_GPRS)
      return;
   bool full = !(c->live & ~c->active);
   for (unsigned ch = 0; ch < 4; ch++) {
      unsigned sel = f->dst_sel[ch];
      if (sel == 7)
         continue;
      struct emu_row *dst = &c->gpr[reg * 4 + ch];
      const struct emu_row *from = &c->merge;
      if (sel < 4)
         from = &src[sel];
      else
         sq_fill(&c->merge, sel == 5 ? one : 0);
      if (full && c->row_B == sizeof *dst)
         *dst = *from;
      else if (full)
         memcpy(dst, from, c->row_B);
      else
         sq_merge(dst, from, c->active, c->row_B);
   }
}
