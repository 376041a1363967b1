/* SPDX-License-Identifier: MIT
 *
 * Golden programs of another compiler (tests/golden/isa): each must decode to the facts in its file, and its
 * listing must assemble back to the same words.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/terascale/vliw.h"
#include "isa/terascale/words.h"
#include "util/u_math.h"

struct facts {
   FILE *f;
   const struct terascale_chip *chip;
   enum db_gen gen;
   const uint32_t *dw;
   uint32_t n;
   struct vliw_w_kcache ext[2];
   bool has_ext;
};

static const char comp[] = "xyzw01?_";

static void
src(struct facts *s, const struct vliw_w_alu *w, unsigned j, const uint32_t *lit)
{
   unsigned sel = w->sel[j];
   char c = comp[w->chan[j]];
   fprintf(s->f, " %s%s", w->neg[j] ? "-" : "", w->abs[j & 1] && j < 2 ? "|" : "");
   if (sel < 128 && w->rel[j])
      fprintf(s->f, "R[%u+AR].%c", sel, c);
   else if (sel < 128)
      fprintf(s->f, "R%u.%c", sel, c);
   else if (sel < 192)
      fprintf(s->f, "KC%u[%u].%c", (sel - 128) / 32, (sel - 128) % 32, c);
   else if (sel >= 256 && sel < 320)
      fprintf(s->f, "KC%u[%u].%c", 2 + (sel - 256) / 32, (sel - 256) % 32, c);
   else if (sel == 253)
      fprintf(s->f, "0x%08X", lit[w->chan[j]]);
   else if (sel == 254)
      fprintf(s->f, "PV.%c", c);
   else if (sel == 255)
      fprintf(s->f, "PS");
   else if (sel >= 448)
      fprintf(s->f, "Param%u", sel - 448);
   else
      fprintf(s->f, "%s",
              sel == 248   ? "0"
              : sel == 249 ? "1.0"
              : sel == 250 ? "1"
              : sel == 251 ? "-1"
                           : "0.5");
   if (j < 2 && w->abs[j])
      fputc('|', s->f);
}

static void
alu_clause(struct facts *s, uint32_t at, uint32_t n)
{
   static const char *const omod[] = {"", "*2", "*4", "/2"};
   uint32_t end = at + 2 * n;
   while (at < end) {
      struct vliw_w_alu w[5];
      unsigned count = 0, lits = 0, taken = 0;
      do {
         assert_true(count < 5);
         vliw_dec_alu(s->gen, s->dw + at + 2 * count, &w[count]);
         for (unsigned j = 0; j < w[count].nsrc; j++)
            if (w[count].sel[j] == 253)
               lits = MAX2(lits, w[count].chan[j] + 1u);
      } while (!w[count++].last);
      for (unsigned i = 0; i < count; i++) {
         assert_true(w[i].op >= 0);
         const struct db_alu_info *info = db_alu_info((enum db_alu_op)w[i].op);
         unsigned slots = info->slots[s->gen], u = w[i].dst_chan;
         if (s->chip->vliw_width == 5 &&
             (slots == DB_SLOT_TRANS || (slots == DB_SLOT_ANY && taken & 1u << u)))
            u = 4;
         taken |= 1u << u;
         fprintf(s->f, "alu %u %c %s%s%s%s%s", at + 2 * i, "xyzwt"[u], info -> name, omod[w[i].omod],
                 w[i].clamp ? "_sat" : "", w[i].update_exec ? " M" : "", w[i].update_pred ? " P" : "");
         if (s->gen == DB_CAYMAN && info->flags & DB_ALU_MOVA_F)
            fprintf(s->f, " AR");
         else if (!w[i].write)
            fprintf(s->f, " _.%c", comp[w[i].dst_chan]);
         else if (w[i].dst_rel)
            fprintf(s->f, " R[%u+AR].%c", w[i].dst_gpr, comp[w[i].dst_chan]);
         else
            fprintf(s->f, " R%u.%c", w[i].dst_gpr, comp[w[i].dst_chan]);
         for (unsigned j = 0; j < w[i].nsrc; j++)
            src(s, &w[i], j, s->dw + at + 2 * count);
         if (w[i].bank)
            fprintf(s->f, " BS:%u", w[i].bank);
         fputc('\n', s->f);
      }
      at += 2 * count + (uint32_t)u_align(lits, 2);
   }
   assert_int_equal(at, end);
}

static void
print4(FILE *f, const uint8_t sel[4])
{
   for (unsigned i = 0; i < 4; i++)
      fputc(comp[sel[i]], f);
}

static void
fetch_clause(struct facts *s, uint32_t at, uint32_t n, bool vtx)
{
   for (uint32_t i = 0; i < n; i++, at += 4) {
      if (vtx || vliw_tex_is_vtx(s->gen, s->dw + at)) {
         struct vliw_w_vtx v;
         vliw_dec_vtx(s->gen, s->dw + at, &v);
         assert_true(v.op >= 0);
         fprintf(s->f, "vtx %u %s R%u.", at, db_vtx_info((enum db_vtx_op)v.op)->name, v.dst_gpr);
         print4(s->f, v.dst_sel);
         fprintf(s->f, " R%u.%c RID:%u", v.src_gpr, comp[v.src_sel[0]], v.buffer);
         if (v.mega_count)
            fprintf(s->f, " MFC:%u", v.mega_count);
         fprintf(s->f, " UCF:%u FMT(DTA:%u NUM:%u COMP:%u MODE:%u)\n", v.use_const, v.data_format,
                 v.num_format, v.comp_signed, v.srf_mode);
         assert_int_equal(v.fetch_type, 2);
         continue;
      }
      struct vliw_w_tex t;
      vliw_dec_tex(s->gen, s->dw + at, &t);
      assert_true(t.op >= 0);
      fprintf(s->f, "tex %u %s R%u.", at, db_tex_info((enum db_tex_op)t.op)->name, t.dst_gpr);
      print4(s->f, t.dst_sel);
      fprintf(s->f, " R%u.", t.src_gpr);
      print4(s->f, t.src_sel);
      fprintf(s->f, " RID:%u SID:%u CT:%c%c%c%c\n", t.resource, t.sampler, "UN"[t.norm[0]], "UN"[t.norm[1]],
              "UN"[t.norm[2]], "UN"[t.norm[3]]);
   }
}

static void
kcache(struct facts *s, unsigned set, const struct vliw_w_kcache *kc)
{
   if (kc->mode)
      fprintf(s->f, " KC%u[CB%u:%u-%u]", set, kc->bank, kc->addr * 16, (kc->addr + kc->mode) * 16);
}

static void
cf_instr(struct facts *s, uint32_t at, const struct vliw_w_cf *w)
{
   static const char *const types[] = {"PIXEL", "POS", "PARAM", "?"};
   FILE *f = s->f;
   fprintf(f, "cf %u %s", at, db_cf_info((enum db_cf_op)w->op)->name);
   if (w->op == DB_CF_ALU_EXT) {
      memcpy(s->ext, w->kc, sizeof s->ext);
      s->has_ext = true;
      fputc('\n', f);
      return;
   }
   switch ((enum db_cf_form)w->form) {
   case DB_CF_FORM_ALU:
      fprintf(f, " %u @%u", w->count + 1, w->addr * 2);
      for (unsigned i = 0; i < 2; i++)
         kcache(s, i, &w->kc[i]);
      for (unsigned i = 0; i < 2 && s->has_ext; i++)
         kcache(s, 2 + i, &s->ext[i]);
      s->has_ext = false;
      break;
   case DB_CF_FORM_CF:
      if (w->clause != DB_CLAUSE_NONE)
         fprintf(f, " %u", w->count + 1);
      fprintf(f, " @%u", w->addr * 2);
      if (w->pop_count)
         fprintf(f, " POP:%u", w->pop_count);
      break;
   case DB_CF_FORM_EXPORT:
      fprintf(f, " %s %u", types[w->type], w->array_base);
      if (w->burst)
         fprintf(f, "-%u R%u-%u.", w->array_base + w->burst, w->gpr, w->gpr + w->burst);
      else
         fprintf(f, " R%u.", w->gpr);
      print4(f, w->sel);
      fprintf(f, " ES:%u", w->elem_size);
      break;
   }
   fprintf(f, w->eop ? " EOP\n" : "\n");
}

static char *
decode(const struct terascale_chip *chip, const uint32_t *dw, uint32_t n)
{
   char *text = NULL;
   size_t size;
   struct facts s = {.f = open_memstream(&text, &size), .chip = chip, .gen = chip->gen, .dw = dw, .n = n};
   assert_non_null(s.f);
   for (uint32_t i = 0; i + 2 <= n; i += 2) {
      struct vliw_w_cf w;
      vliw_dec_cf(s.gen, dw + i, &w);
      assert_true(w.op >= 0);
      cf_instr(&s, i, &w);
      if (w.clause == DB_CLAUSE_ALU)
         alu_clause(&s, w.addr * 2, w.count + 1);
      else if (w.clause != DB_CLAUSE_NONE)
         fetch_clause(&s, w.addr * 2, w.count + 1, w.clause == DB_CLAUSE_VTX);
      if (w.eop || w.op == DB_CF_CF_END)
         break;
   }
   fclose(s.f);
   return text;
}

static void
check_file(const char *path)
{
   FILE *f = fopen(path, "r");
   assert_non_null(f);
   char name[32];
   uint32_t size, got_n;
   assert_int_equal(fscanf(f, "chip %31s size %u", name, &size), 2);
   const struct terascale_chip *chip = terascale_chip_find(name);
   assert_non_null(chip);
   assert_true(size > 0 && size < 100000);
   uint32_t *dw = calloc(size, 4);
   for (uint32_t i = 0; i < size; i++)
      assert_int_equal(fscanf(f, "%x", &dw[i]), 1);
   assert_int_equal(fscanf(f, " facts "), 0);
   char *facts = decode(chip, dw, size), *p = facts, want[300];
   unsigned lines = 0;
   while (fgets(want, sizeof want, f)) {
      size_t len = strlen(want);
      if (strncmp(p, want, len))
         fail_msg("%s: decoded '%.*s', expected '%.*s'", path, (int)strcspn(p, "\n"), p, (int)len - 1, want);
      p += len;
      lines++;
   }
   assert_true(lines > 2);
   assert_string_equal(p, "");
   fclose(f);
   free(facts);

   char *text = NULL, error[200] = "";
   size_t text_B;
   f = open_memstream(&text, &text_B);
   vliw_disassemble(f, chip, dw, size);
   fclose(f);
   if (strstr(text, "raw"))
      fail_msg("%s: the listing has raw words:\n%s", path, text);
   uint32_t *again = vliw_assemble(text, chip, &got_n, error, sizeof error);
   if (!again)
      fail_msg("%s: %s", path, error);
   assert_int_equal(got_n, size);
   for (uint32_t i = 0; i < size; i++)
      if (again[i] != dw[i])
         fail_msg("%s: dword %u assembles to 0x%08x, expected 0x%08x", path, i, again[i], dw[i]);
   free(again);
   free(text);
   free(dw);
}

static void
golden(void **state)
{
   const char *folder = getenv("GOLDEN_ISA");
   assert_non_null(folder);
   DIR *d = opendir(folder);
   assert_non_null(d);
   unsigned n = 0;
   struct dirent *e;
   while ((e = readdir(d))) {
      size_t len = strlen(e->d_name);
      if (len < 4 || strcmp(e->d_name + len - 4, ".txt"))
         continue;
      char path[4096];
      snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
      check_file(path);
      n++;
   }
   closedir(d);
   assert_true(n >= 40);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(golden)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
