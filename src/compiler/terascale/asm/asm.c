/* SPDX-License-Identifier: MIT
 *
 * Assembler for the disassembler's text (docs/isa-text.md): control flow, directives, lines. One line is one
 * instruction; addresses and counts are explicit, so that a listing assembles to the very bytes it came from.
 */
#include "compiler/terascale/asm/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void
export_operands(struct vliw_as *a, struct vliw_w_cf *w)
{
   static const char *const types[] = {"PIXEL", "POS", "PARAM", "TYPE3"};
   uint32_t v;
   vliw_as_blanks(a);
   if (vliw_as_keyed(a, "T:", 3, &v)) {
      w->type = (uint8_t)v;
   } else {
      unsigned t = 0;
      while (t < 4 && !vliw_as_flag(a, types[t]))
         t++;
      if (t == 4) {
         vliw_as_fail(a, "the kind of export is expected");
         return;
      }
      w->type = (uint8_t)t;
   }
   vliw_as_blanks(a);
   w->array_base = (uint16_t)vliw_as_number(a, 0x1fff);
   vliw_as_expect(a, ",");
   vliw_as_expect(a, "R");
   w->gpr = (uint8_t)vliw_as_number(a, 127);
   w->rel = vliw_as_rel(a);
   w->swiz = w->op == DB_CF_EXPORT || w->op == DB_CF_EXPORT_DONE;
   if (w->swiz) {
      vliw_as_expect(a, ".");
      vliw_as_sel4(a, w->sel);
   }
}

static void
cf_fields(struct vliw_as *a, struct vliw_w_cf *w)
{
   uint32_t v;
   bool clause = w->clause != DB_CLAUSE_NONE;
   for (vliw_as_blanks(a); a->p < a->end && !a->failed; vliw_as_blanks(a)) {
      if (vliw_as_keyed(a, "@", 0xffffffff, &v)) {
         w->addr = v;
      } else if (vliw_as_keyed(a, "CNT:", 128, &v)) {
         if (clause && !v)
            vliw_as_fail(a, "an empty clause");
         w->count = v - clause;
      } else if (vliw_as_keyed(a, "POP:", 7, &v)) {
         w->pop_count = (uint8_t)v;
      } else if (vliw_as_keyed(a, "CONST:", 31, &v)) {
         w->cf_const = (uint8_t)v;
      } else if (vliw_as_keyed(a, "COND:", 3, &v)) {
         w->cond = (uint8_t)v;
      } else if (vliw_as_keyed(a, "CALLS:", 63, &v)) {
         w->call_count = (uint8_t)v;
      } else if (vliw_as_keyed(a, "TABLE:", 7, &v)) {
         w->jumptable = (uint8_t)v;
      } else if (vliw_as_keyed(a, "KC", 1, &v)) {
         vliw_as_expect(a, ":");
         w->kc[v].mode = (uint8_t)vliw_as_number(a, 3);
         vliw_as_expect(a, ":");
         w->kc[v].bank = (uint8_t)vliw_as_number(a, 15);
         vliw_as_expect(a, ":");
         w->kc[v].addr = (uint8_t)vliw_as_number(a, 255);
      } else if (vliw_as_keyed(a, "SIZE:", 0xfff, &v)) {
         w->array_size = (uint16_t)v;
      } else if (vliw_as_keyed(a, "MASK:", 15, &v)) {
         w->comp_mask = (uint8_t)v;
      } else if (vliw_as_keyed(a, "ES:", 3, &v)) {
         w->elem_size = (uint8_t)v;
      } else if (vliw_as_keyed(a, "IDX:", 127, &v)) {
         w->index_gpr = (uint8_t)v;
      } else if (vliw_as_keyed(a, "BURST:", 16, &v)) {
         w->burst = (uint8_t)(v ? v - 1 : 0);
      } else if (vliw_as_flag(a, "ALT")) {
         w->alt_const = true;
      } else if (vliw_as_flag(a, "MARK")) {
         w->mark = true;
      } else if (vliw_as_flag(a, "VPM")) {
         w->vpm = true;
      } else if (vliw_as_flag(a, "WQM")) {
         w->wqm = true;
      } else if (vliw_as_flag(a, "NB")) {
         w->barrier = false;
      } else if (vliw_as_flag(a, "EOP")) {
         w->eop = true;
      } else {
         vliw_as_end_of_line(a);
      }
   }
}

static int
find_cf(enum db_gen gen, const char *name)
{
   for (int i = 0; i < DB_CF_OP_COUNT; i++)
      if (!strcmp(db_cf_info((enum db_cf_op)i)->name, name) && db_cf_info((enum db_cf_op)i)->code[gen] >= 0)
         return i;
   return -1;
}

static void
cf_line(struct vliw_as *a)
{
   vliw_as_close_group(a);
   uint32_t at = vliw_as_number(a, VLIW_AS_MAX_DW) * 2;
   a->at = a->limit = 0;
   if (a->failed)
      return;
   if (at + 2 > a->num_dw) {
      vliw_as_fail(a, "the instruction lies outside .size");
      return;
   }
   if (vliw_as_flag(a, "raw")) {
      for (unsigned i = 0; i < 2; i++) {
         vliw_as_blanks(a);
         a->dw[at + i] = vliw_as_number(a, UINT32_MAX);
      }
      vliw_as_end_of_line(a);
      return;
   }
   char name[40];
   vliw_as_identifier(a, name);
   struct vliw_w_cf w = {.op = find_cf(a->gen, name), .barrier = true};
   if (w.op < 0) {
      vliw_as_fail(a, "%s has no control-flow instruction '%s'", a->chip->base.name, name);
      return;
   }
   w.form = db_cf_info((enum db_cf_op)w.op)->form;
   w.clause = db_cf_info((enum db_cf_op)w.op)->clause;
   if (w.form == DB_CF_FORM_EXPORT)
      export_operands(a, &w);
   cf_fields(a, &w);
   uint32_t max_count = w.form == DB_CF_FORM_ALU ? 127 : a->gen == DB_R600 ? 7 : a->gen == DB_R700 ? 15 : 63;
   uint32_t max_addr = w.form == DB_CF_FORM_ALU ? 0x3fffff : a->gen >= DB_EVERGREEN ? 0xffffff : 0xffffffff;
   if (w.count > max_count || w.addr > max_addr)
      vliw_as_fail(a, "the count or the address does not fit into the instruction");
   if (a->failed)
      return;
   vliw_enc_cf(a->gen, &w, a->dw + at);
   uint64_t first = (uint64_t)w.addr * 2,
            size = ((uint64_t)w.count + 1) * (w.clause == DB_CLAUSE_ALU ? 2 : 4);
   if ((w.clause == DB_CLAUSE_ALU || w.clause == DB_CLAUSE_TEX || w.clause == DB_CLAUSE_VTX) &&
       first + size <= a->num_dw) {
      a->at = (uint32_t)first;
      a->limit = (uint32_t)(first + size);
      a->alu = w.clause == DB_CLAUSE_ALU;
   }
}

static void
size_line(struct vliw_as *a)
{
   vliw_as_blanks(a);
   uint32_t n = vliw_as_number(a, VLIW_AS_MAX_DW);
   vliw_as_end_of_line(a);
   if (a->dw)
      vliw_as_fail(a, "a second .size");
   if (a->failed)
      return;
   a->dw = calloc(n ? n : 1, 4);
   a->num_dw = n;
   if (!a->dw)
      vliw_as_fail(a, "out of memory");
}

static void
data_line(struct vliw_as *a)
{
   vliw_as_close_group(a);
   vliw_as_blanks(a);
   uint32_t i = vliw_as_number(a, VLIW_AS_MAX_DW);
   vliw_as_blanks(a);
   uint32_t v = vliw_as_number(a, UINT32_MAX);
   vliw_as_end_of_line(a);
   if (!a->failed && i >= a->num_dw)
      vliw_as_fail(a, "the data lies outside .size");
   if (!a->failed)
      a->dw[i] = v;
}

/** Is this "x: " behind an optional group number? Then the cursor is moved behind it. */
static bool
unit(struct vliw_as *a)
{
   const char *save = a->p;
   while (a->p < a->end && isdigit((unsigned char)*a->p))
      a->p++;
   vliw_as_blanks(a);
   if (a->end - a->p >= 2 && strchr("xyzwt", *a->p) && a->p[1] == ':') {
      a->p += 2;
      return true;
   }
   a->p = save;
   return false;
}

static void
line(struct vliw_as *a)
{
   const char *start = a->p;
   bool indented = a->p < a->end && (*a->p == ' ' || *a->p == '\t');
   vliw_as_blanks(a);
   if (a->p == a->end || *a->p == '#')
      return;
   if (vliw_as_flag(a, ".size")) {
      size_line(a);
      return;
   }
   if (!a->dw) {
      vliw_as_fail(a, "the text must begin with .size");
      return;
   }
   if (vliw_as_flag(a, ".data")) {
      data_line(a);
   } else if (!indented) {
      a->p = start;
      cf_line(a);
   } else if (a->limit == 0) {
      vliw_as_fail(a, "an instruction outside a clause");
   } else if (a->alu && vliw_as_take(a, "lit.")) {
      unsigned ch = vliw_as_channel(a);
      vliw_as_blanks(a);
      a->lit[ch] = vliw_as_number(a, UINT32_MAX);
      vliw_as_end_of_line(a);
   } else if (a->alu && unit(a)) {
      /* a group number, or a full group, starts a new one */
      struct vliw_w_alu w = {0};
      if (a->group_n)
         vliw_dec_alu(a->gen, a->dw + a->at - 2, &w);
      if (w.last)
         vliw_as_close_group(a);
      vliw_as_alu_line(a);
   } else if (a->alu) {
      vliw_as_fail(a, "an ALU instruction is expected");
   } else {
      vliw_as_fetch_line(a);
   }
}

uint32_t *
vliw_assemble(const char *text, const struct terascale_chip *chip, uint32_t *num_dw, char *error,
              size_t error_B)
{
   struct vliw_as a = {.chip = chip, .gen = chip->gen, .error = error, .error_B = error_B};
   const char *p = text;
   while (*p && !a.failed) {
      a.line++;
      a.p = p;
      a.end = p + strcspn(p, "\n");
      p = *a.end ? a.end + 1 : a.end;
      line(&a);
   }
   if (!a.failed && a.dw)
      vliw_as_close_group(&a);
   if (!a.dw)
      vliw_as_fail(&a, "there is no .size line");
   if (a.failed) {
      free(a.dw);
      return NULL;
   }
   *num_dw = a.num_dw;
   return a.dw;
}
