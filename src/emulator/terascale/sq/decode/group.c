/* SPDX-License-Identifier: MIT
 *
 * The words of an ALU clause as groups of instructions: where a group ends, its literals, and which unit each
 * instruction runs in. Word layouts: R6xx/R7xx 3D Register Reference Guide, SQ_ALU_WORD*; units as in AMD's
 * R600-family ISA manuals, instruction groups.
 */
#include "emulator/terascale/sq/decode/alu.h"

static bool
assign_units(struct sq_decoder *d, struct sq_group *g)
{
   bool cayman = d->gen == DB_CAYMAN;
   unsigned used = 0;
   for (unsigned i = 0; i < g->n; i++) {
      const struct sq_alu_word *w = &g->in[i];
      unsigned slot = db_alu_info((enum db_alu_op)w->op)->slots[d->gen];
      unsigned unit = w->dst_chan;
      if (slot == DB_SLOT_TRANS && !cayman)
         unit = SQ_UNIT_T;
      else if (slot == DB_SLOT_ANY && !cayman) {
         bool prefer_t = i == g->n - 1u && i > 0 && !(d->key & SQ_KEY_PREFER_VECTOR);
         if (used & 1u << unit || (prefer_t && !(used & 1u << SQ_UNIT_T)))
            unit = SQ_UNIT_T;
      }
      if (used & 1u << unit)
         return sq_fail(d, "two instructions of a group need the same unit (%s)", sq_alu_name(w->op));
      used |= 1u << unit;
      g->unit[i] = (uint8_t)unit;
   }
   return true;
}

int
sq_read_groups(struct sq_decoder *d, const struct sq_cf_word *cf, struct sq_group *groups)
{
   const uint32_t *dw = sq_read(d, (uint64_t)cf->addr * 8, cf->count * 8u);
   if (!dw)
      return -1;
   unsigned pos = 0, n = 0;
   unsigned width = d->gen == DB_CAYMAN ? 4 : 5;
   while (pos < cf->count) {
      struct sq_group *g = &groups[n++];
      *g = (struct sq_group){0};
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
               g->pv_read |= 1 << SQ_UNIT_T;
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
