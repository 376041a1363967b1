/* SPDX-License-Identifier: MIT
 *
 * Disassembler. The text is described in docs/isa-text.md; vliw_assemble reads it back. Words that do not
 * decode, or whose text would not encode to the same bits, are printed raw. Every address is checked against
 * the program's size before it is read.
 */
#include "isa/terascale/words.h"
#include "compiler/terascale/vliw.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

struct dis {
   FILE *f;
   const struct terascale_chip *chip;
   enum db_gen gen;
   const uint32_t *dw;
   uint32_t num_dw;
};

static const char comp_name[8] = {'x', 'y', 'z', 'w', '0', '1', '?', '_'};

static void
print_sel4(FILE *f, const uint8_t sel[4])
{
   for (unsigned i = 0; i < 4; i++)
      fputc(comp_name[sel[i] & 7], f);
}

static const char *
rel(bool r)
{
   return r ? "[AR]" : "";
}

static void
alu_src(struct dis *d, const struct vliw_w_alu *w, unsigned j, const uint32_t *lit)
{
   FILE *f = d->f;
   unsigned sel = w->sel[j], ch = w->chan[j];
   bool abs = j < 2 && w->abs[j];
   static const struct {
      uint16_t sel;
      const char *name;
   } named[] = {
      {248, "0"  },
      {249, "1.0"},
      {250, "1"  },
      {251, "-1i"},
      {252, "0.5"}
   };
   const char *name = NULL;
   for (unsigned i = 0; i < ARRAY_SIZE(named); i++)
      if (named[i].sel == sel && ch == 0)
         name = named[i].name;
   fprintf(f, " %s%s", w->neg[j] ? "-" : "", abs ? "|" : "");
   if (sel < 128)
      fprintf(f, "R%u%s.%c", sel, rel(w->rel[j]), comp_name[ch]);
   else if (sel < 192)
      fprintf(f, "KC%u[%u]%s.%c", (sel - 128) / 32, (sel - 128) % 32, rel(w->rel[j]), comp_name[ch]);
   else if (name)
      fprintf(f, "%s%s", name, rel(w->rel[j]));
   else if (sel == 253 && lit)
      fprintf(f, "0x%08x(%g).%c%s", lit[ch], (double)uif(lit[ch]), comp_name[ch], rel(w->rel[j]));
   else if (sel == 254)
      fprintf(f, "PV%s.%c", rel(w->rel[j]), comp_name[ch]);
   else if (sel == 255)
      fprintf(f, "PS%s.%c", rel(w->rel[j]), comp_name[ch]);
   else if (d->gen <= DB_R700 && sel >= 256)
      fprintf(f, "C%u%s.%c", sel - 256, rel(w->rel[j]), comp_name[ch]);
   else if (sel >= 256 && sel < 320)
      fprintf(f, "KC%u[%u]%s.%c", 2 + (sel - 256) / 32, (sel - 256) % 32, rel(w->rel[j]), comp_name[ch]);
   else if (sel >= 448)
      fprintf(f, "Param%u%s.%c", sel - 448, rel(w->rel[j]), comp_name[ch]);
   else
      fprintf(f, "S%u%s.%c", sel, rel(w->rel[j]), comp_name[ch]);
   if (abs)
      fputc('|', f);
}

/** Do the decoded fields hold all bits of the words? */
static bool
alu_is_exact(struct dis *d, const struct vliw_w_alu *w, const uint32_t dw[2])
{
   if (w->op < 0)
      return false;
   uint32_t back[2];
   vliw_enc_alu(d->gen, w, back);
   return back[0] == dw[0] && back[1] == dw[1];
}

static void
alu_instr(struct dis *d, const uint32_t dw[2], unsigned unit, const uint32_t *lit)
{
   FILE *f = d->f;
   static const char *const vec[] = {"VEC_012", "VEC_021", "VEC_120", "VEC_102", "VEC_201", "VEC_210"};
   static const char *const scl[] = {"SCL_210", "SCL_122", "SCL_212", "SCL_221"};
   static const char *const omod[] = {"", "*2", "*4", "/2"};
   struct vliw_w_alu w;
   vliw_dec_alu(d->gen, dw, &w);
   fprintf(f, "%c: ", "xyzwt"[unit]);
   if (!alu_is_exact(d, &w, dw)) {
      fprintf(f, "raw 0x%08x 0x%08x\n", dw[0], dw[1]);
      return;
   }
   const struct db_alu_info *info = db_alu_info((enum db_alu_op)w.op);
   fprintf(f, "%s%s%s %s", info->name, omod[w.omod], w.clamp ? "_sat" : "", w.write ? "" : "_");
   fprintf(f, "R%u%s.%c", w.dst_gpr, rel(w.dst_rel), comp_name[w.dst_chan]);
   /* operands that the operation does not read are shown only if they are not zero */
   unsigned n = w.nsrc;
   for (unsigned j = n; j < (w.op3 ? 3u : 2u); j++)
      if (w.sel[j] || w.chan[j] || w.rel[j] || w.neg[j] || w.abs[j & 1])
         n = j + 1;
   for (unsigned j = 0; j < n; j++) {
      fputc(',', f);
      alu_src(d, &w, j, j < w.nsrc ? lit : NULL);
   }
   if (w.update_exec)
      fprintf(f, " EXEC");
   if (w.update_pred)
      fprintf(f, " PRED");
   if (w.pred_sel)
      fprintf(f, " PSEL_%u", w.pred_sel);
   if (w.index_mode)
      fprintf(f, " IDX_%u", w.index_mode);
   if (w.fog_merge)
      fprintf(f, " FOG");
   if (unit == 4 ? w.bank < 4 : w.bank < 6) {
      if (w.bank)
         fprintf(f, " %s", unit == 4 ? scl[w.bank] : vec[w.bank]);
   } else {
      fprintf(f, " BANK_%u", w.bank);
   }
   fprintf(f, w.last ? " last\n" : "\n");
}

/** Which unit an instruction runs in, given the units taken so far (ISA notes, "Groups, literals"). */
static unsigned
unit_of(struct dis *d, const struct vliw_w_alu *w, unsigned taken)
{
   unsigned slots = w->op >= 0 ? db_alu_info((enum db_alu_op)w->op)->slots[d->gen] : DB_SLOT_ANY;
   if (d->chip->vliw_width == 4)
      return w->dst_chan;
   if (slots == DB_SLOT_TRANS || (slots == DB_SLOT_ANY && taken & 1u << w->dst_chan))
      return 4;
   return w->dst_chan;
}

/** Prints the clause's groups; returns where it stopped, short of the end if literals are cut off. */
static uint32_t
alu_clause(struct dis *d, uint32_t at, uint32_t n)
{
   uint32_t end = at + 2 * n;
   for (unsigned group = 0; at < end; group++) {
      uint32_t count = 0, lits = 0;
      bool last = false;
      unsigned used = 0;
      while (!last && at + 2 * count < end) {
         struct vliw_w_alu w;
         vliw_dec_alu(d->gen, d->dw + at + 2 * count, &w);
         bool exact = alu_is_exact(d, &w, d->dw + at + 2 * count);
         for (unsigned j = 0; j < w.nsrc; j++)
            if (w.sel[j] == 253) {
               lits = MAX2(lits, w.chan[j] + 1u);
               used |= (unsigned)exact << w.chan[j]; /* the operand shows the value */
            }
         last = w.last;
         count++;
      }
      uint32_t lit_at = at + 2 * count;
      lits = (uint32_t)u_align(lits, 2);
      bool have = lit_at + lits <= end;
      unsigned taken = 0;
      for (uint32_t i = 0; i < count; i++) {
         struct vliw_w_alu w;
         vliw_dec_alu(d->gen, d->dw + at + 2 * i, &w);
         unsigned u = unit_of(d, &w, taken);
         taken |= 1u << u;
         if (i)
            fprintf(d->f, "          ");
         else
            fprintf(d->f, "   %5u  ", group);
         alu_instr(d, d->dw + at + 2 * i, u, have ? d->dw + lit_at : NULL);
      }
      at = lit_at;
      if (!have)
         break;
      for (uint32_t i = 0; i < lits; i++)
         if (!(used & 1u << i) && d->dw[at + i])
            fprintf(d->f, "          lit.%c 0x%08x\n", comp_name[i], d->dw[at + i]);
      at += lits;
   }
   return at;
}

static void
tex_instr(struct dis *d, const uint32_t dw[4])
{
   FILE *f = d->f;
   struct vliw_w_tex w;
   vliw_dec_tex(d->gen, dw, &w);
   uint32_t back[4] = {0};
   if (w.op >= 0)
      vliw_enc_tex(d->gen, &w, back);
   if (w.op < 0 || memcmp(back, dw, 16)) {
      fprintf(f, "          raw 0x%08x 0x%08x 0x%08x 0x%08x\n", dw[0], dw[1], dw[2], dw[3]);
      return;
   }
   fprintf(f, "          %s R%u%s.", db_tex_info((enum db_tex_op)w.op)->name, w.dst_gpr, rel(w.dst_rel));
   print_sel4(f, w.dst_sel);
   fprintf(f, ", R%u%s.", w.src_gpr, rel(w.src_rel));
   print_sel4(f, w.src_sel);
   fprintf(f, ", t%u, s%u", w.resource, w.sampler);
   if (!(w.norm[0] && w.norm[1] && w.norm[2] && w.norm[3]))
      fprintf(f, " CT:%c%c%c%c", "UN"[w.norm[0]], "UN"[w.norm[1]], "UN"[w.norm[2]], "UN"[w.norm[3]]);
   if (w.lod_bias)
      fprintf(f, " LB:%u", w.lod_bias);
   for (unsigned i = 0; i < 3; i++)
      if (w.offset[i])
         fprintf(f, " O%c:%u", "XYZ"[i], w.offset[i]);
   if (w.resource_index)
      fprintf(f, " RIM:%u", w.resource_index);
   if (w.sampler_index)
      fprintf(f, " SIM:%u", w.sampler_index);
   fprintf(f, "%s%s%s\n", w.whole_quad ? " FWQ" : "", w.alt_const ? " ALT" : "", w.bc_frac ? " BCF" : "");
}

static void
vtx_instr(struct dis *d, const uint32_t dw[4])
{
   FILE *f = d->f;
   struct vliw_w_vtx w;
   vliw_dec_vtx(d->gen, dw, &w);
   uint32_t back[4] = {0};
   if (w.op >= 0)
      vliw_enc_vtx(d->gen, &w, back);
   if (w.op < 0 || memcmp(back, dw, 16)) {
      fprintf(f, "          raw 0x%08x 0x%08x 0x%08x 0x%08x\n", dw[0], dw[1], dw[2], dw[3]);
      return;
   }
   fprintf(f, "          %s R%u%s.", db_vtx_info((enum db_vtx_op)w.op)->name, w.dst_gpr, rel(w.dst_rel));
   print_sel4(f, w.dst_sel);
   fprintf(f, ", R%u%s.%c", w.src_gpr, rel(w.src_rel), comp_name[w.src_sel[0]]);
   if (w.src_sel[1])
      fputc(comp_name[w.src_sel[1]], f);
   if (w.op == DB_VTX_READ_SCRATCH) {
      fprintf(f, ", %u SIZE:%u ES:%u FMT:%u NUM:%u COMP:%u SRF:%u", w.array_base, w.array_size, w.elem_size,
              w.data_format, w.num_format, w.comp_signed, w.srf_mode);
      if (w.burst)
         fprintf(f, " BURST:%u", w.burst + 1);
      if (w.endian)
         fprintf(f, " ENDIAN:%u", w.endian);
      fprintf(f, "%s%s%s\n", w.indexed ? " INDEXED" : "", w.uncached ? " UNCACHED" : "",
              w.whole_quad ? " FWQ" : "");
      return;
   }
   fprintf(f, ", b%u +%u FT:%u FMT:%u NUM:%u COMP:%u SRF:%u", w.buffer, w.offset, w.fetch_type, w.data_format,
           w.num_format, w.comp_signed, w.srf_mode);
   if (w.mega || w.mega_count)
      fprintf(f, " MEGA:%u:%u", w.mega, w.mega_count);
   if (w.endian)
      fprintf(f, " ENDIAN:%u", w.endian);
   if (w.buffer_index)
      fprintf(f, " BIM:%u", w.buffer_index);
   if (w.structured)
      fprintf(f, " STRUCT:%u", w.structured);
   fprintf(f, "%s%s%s%s%s%s\n", w.use_const ? " UCF" : "", w.whole_quad ? " FWQ" : "",
           w.no_stride ? " NOSTRIDE" : "", w.alt_const ? " ALT" : "", w.lds_req ? " LDS" : "",
           w.coalesced ? " COAL" : "");
}

static void
fetch_clause(struct dis *d, uint32_t at, uint32_t n, bool vtx)
{
   for (uint32_t i = 0; i < n; i++, at += 4) {
      if (vtx || vliw_tex_is_vtx(d->gen, d->dw + at))
         vtx_instr(d, d->dw + at);
      else
         tex_instr(d, d->dw + at);
   }
}

static void
cf_instr(struct dis *d, const struct vliw_w_cf *w)
{
   FILE *f = d->f;
   static const char *const types[] = {"PIXEL", "POS", "PARAM", "TYPE3"};
   fprintf(f, "%s", db_cf_info((enum db_cf_op)w->op)->name);
   switch ((enum db_cf_form)w->form) {
   case DB_CF_FORM_CF:
      if (w->addr)
         fprintf(f, " @%u", w->addr);
      if (w->count || w->clause != DB_CLAUSE_NONE)
         fprintf(f, " CNT:%u", w->count + (w->clause != DB_CLAUSE_NONE));
      if (w->pop_count)
         fprintf(f, " POP:%u", w->pop_count);
      if (w->cf_const)
         fprintf(f, " CONST:%u", w->cf_const);
      if (w->cond)
         fprintf(f, " COND:%u", w->cond);
      if (w->call_count)
         fprintf(f, " CALLS:%u", w->call_count);
      if (w->jumptable)
         fprintf(f, " TABLE:%u", w->jumptable);
      break;
   case DB_CF_FORM_ALU:
      fprintf(f, " @%u CNT:%u", w->addr, w->count + (w->clause != DB_CLAUSE_NONE));
      for (unsigned i = 0; i < 2; i++)
         if (w->kc[i].mode || w->kc[i].bank || w->kc[i].addr)
            fprintf(f, " KC%u:%u:%u:%u", i, w->kc[i].mode, w->kc[i].bank, w->kc[i].addr);
      break;
   case DB_CF_FORM_EXPORT:
      if (w->swiz)
         fprintf(f, " %s", types[w->type]);
      else
         fprintf(f, " T:%u", w->type);
      fprintf(f, " %u, R%u%s", w->array_base, w->gpr, rel(w->rel));
      if (w->swiz) {
         fputc('.', f);
         print_sel4(f, w->sel);
      } else {
         fprintf(f, " SIZE:%u MASK:%u", w->array_size, w->comp_mask);
      }
      fprintf(f, " ES:%u", w->elem_size);
      if (w->index_gpr)
         fprintf(f, " IDX:%u", w->index_gpr);
      if (w->burst)
         fprintf(f, " BURST:%u", w->burst + 1);
      break;
   }
   fprintf(f, "%s%s%s%s%s%s\n", w->alt_const ? " ALT" : "", w->mark ? " MARK" : "", w->vpm ? " VPM" : "",
           w->wqm ? " WQM" : "", w->barrier ? "" : " NB", w->eop ? " EOP" : "");
}

/** The clause's extent in dwords if it lies inside the program. */
static bool
clause_extent(struct dis *d, const struct vliw_w_cf *w, uint32_t *at, uint32_t *n)
{
   if (w->clause != DB_CLAUSE_ALU && w->clause != DB_CLAUSE_TEX && w->clause != DB_CLAUSE_VTX)
      return false;
   uint64_t first = (uint64_t)w->addr * 2,
            size = ((uint64_t)w->count + 1) * (w->clause == DB_CLAUSE_ALU ? 2 : 4);
   if (first + size > d->num_dw)
      return false;
   *at = (uint32_t)first;
   *n = (uint32_t)size;
   return true;
}

void
vliw_disassemble(FILE *f, const struct terascale_chip *chip, const uint32_t *dw, uint32_t num_dw)
{
   struct dis d = {.f = f, .chip = chip, .gen = chip->gen, .dw = dw, .num_dw = num_dw};
   bool *seen = calloc(num_dw + 1, sizeof *seen);
   if (!seen)
      return;
   fprintf(f, ".size %u\n", num_dw);
   uint32_t first_clause = num_dw, far = 0;
   for (uint32_t i = 0; i + 2 <= num_dw && i < first_clause; i += 2) {
      struct vliw_w_cf w;
      vliw_dec_cf(d.gen, dw + i, &w);
      uint32_t back[2] = {0}, at, n;
      if (w.op >= 0)
         vliw_enc_cf(d.gen, &w, back);
      seen[i] = seen[i + 1] = true;
      fprintf(f, "%04u ", i / 2);
      bool exact = w.op >= 0 && !memcmp(back, dw + i, 8);
      if (!exact) {
         fprintf(f, "raw 0x%08x 0x%08x\n", dw[i], dw[i + 1]);
      } else {
         cf_instr(&d, &w);
      }
      if (exact && clause_extent(&d, &w, &at, &n)) {
         if (at > i)
            first_clause = MIN2(first_clause, at);
         uint32_t stop = at + n;
         if (w.clause == DB_CLAUSE_ALU)
            stop = alu_clause(&d, at, n / 2);
         else
            fetch_clause(&d, at, n / 4, w.clause == DB_CLAUSE_VTX);
         for (uint32_t k = at; k < stop; k++)
            seen[k] = true;
      } else if (w.op >= 0 && w.form == DB_CF_FORM_CF && w.addr < num_dw / 2) {
         far = MAX2(far, w.addr * 2);
      }
      bool end = w.op >= 0 && (w.eop || w.op == DB_CF_CF_END || w.op == DB_CF_RET);
      if (end && far <= i)
         break;
   }
   for (uint32_t i = 0; i < num_dw; i++)
      if (!seen[i] && dw[i])
         fprintf(f, ".data %u 0x%08x\n", i, dw[i]);
   free(seen);
}
