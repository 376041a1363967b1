/* SPDX-License-Identifier: MIT
 *
 * PICA200's back end behind target/compiler.h: what teragl-compile prints about vertex programs and fragment stages. Machine code as dwords is a
 * program's instructions, then its operand descriptors; how many these are says the last dword.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/ir/ir.h"
#include "compiler/pica200/binary.h"
#include "db/db_chip.h"
#include "target/compiler.h"

static const char *const kind_names[] = {"vs", NULL};

static const struct ir_target *
ir_target(const struct db_chip *chip)
{
   (void)chip;
   return pica200_ir_target();
}

static const char *const *
kinds(const struct db_chip *chip)
{
   (void)chip;
   return kind_names;
}

/* ---- reports ---- */

static void
print_consts(FILE *f, const struct pica200_vertex *v)
{
   static const char *const names[] = {[PICA200_CONST_UNIFORM] = "uniform",
                                       [PICA200_CONST_PREAMBLE] = "result of the fragment half",
                                       [PICA200_CONST_SCALE] = "scale of attribute"};
   for (unsigned i = 0; i < v->num_consts; i++) {
      const struct pica200_const *k = &v->consts[i];
      if (k->kind == PICA200_CONST_IMMEDIATE)
         fprintf(f, "constant %u: %g %g %g %g\n", i, (double)k->value[0], (double)k->value[1],
                 (double)k->value[2], (double)k->value[3]);
      else
         fprintf(f, "constant %u: %s %u\n", i, names[k->kind], k->slot);
   }
}

static bool
report_vertex(FILE *f, const char *name, const struct ir_shader *s, const struct db_chip *chip,
              enum target_report what, char *error, size_t error_B)
{
   static const struct pica200_vertex_key key;
   struct pica200_fragment plain = {.tail = pica200_plain_tail(s)};
   struct pica200_vertex *v = malloc(sizeof *v);
   bool ok = false;
   if (plain.tail && v)
      ok = pica200_compile_vs(s, &plain, &key, v, error, error_B);
   else
      snprintf(error, error_B, "out of memory");
   if (ok && what == TARGET_REPORT_FIGURES) {
      fprintf(f, "%s,%s,vs,%u,%u,%u,0,0,0,0,%u\n", name, chip->name, v->num_instrs, v->num_instrs,
              v->num_temps, v->code.count);
   } else if (ok) {
      fprintf(f, "%s vs: %u instructions, %u descriptors, %u temporaries, %u constants\n", chip->lname,
              v->num_instrs, v->code.num_descs, v->num_temps, v->num_consts);
      for (unsigned i = 0; i < v->num_attribs; i++)
         fprintf(f, "input %u: attribute %u\n", i, v->attribs[i]);
      print_consts(f, v);
      if (what == TARGET_REPORT_CODE)
         pica_disassemble(f, &v->code);
   }
   free(v);
   ir_shader_destroy(plain.tail);
   return ok;
}

static bool
report_fragment(FILE *f, const char *name, const struct ir_shader *s, const struct db_chip *chip,
                enum target_report what, char *error, size_t error_B)
{
   static const struct pica200_fragment_key key = {.front_facing = true};
   struct pica200_fragment p;
   if (!pica200_map(s, &key, &p, error, error_B))
      return false;
   unsigned units = 0;
   for (unsigned u = 0; u < PICA200_UNITS; u++)
      units += p.unit[u].used;
   if (what == TARGET_REPORT_FIGURES) {
      fprintf(f, "%s,%s,ps,%u,%u,0,0,0,%u,0,0\n", name, chip->name, p.num_stages, p.num_stages, units);
   } else {
      fprintf(f, "%s ps: %u stages, %u texture units, %u constants of the CPU's\n", chip->lname, p.num_stages,
              units, p.num_preamble);
      if (what == TARGET_REPORT_CODE)
         pica200_print_fragment(f, &p);
   }
   pica200_fragment_fini(&p);
   return true;
}

static bool
report(FILE *f, const char *name, const struct ir_shader *s, const struct db_chip *chip,
       enum target_report what, char *error, size_t error_B)
{
   return s->stage == IR_VERTEX ? report_vertex(f, name, s, chip, what, error, error_B)
                                : report_fragment(f, name, s, chip, what, error, error_B);
}

/* ---- machine code ---- */

static void
disassemble(FILE *f, const struct db_chip *chip, unsigned kind, const uint32_t *dw, uint32_t num_dw)
{
   (void)chip;
   (void)kind;
   struct pica_program *p = calloc(1, sizeof *p);
   const uint32_t descs = num_dw ? dw[num_dw - 1] : 0;
   if (!p)
      return;
   if (!num_dw || descs > PICA_ISA_DESCS || descs + 1 > num_dw || num_dw - 1 - descs > PICA_ISA_WORDS) {
      fprintf(f, "# no program: the last dword is the number of operand descriptors before it\n");
   } else {
      p->count = num_dw - 1 - descs;
      p->num_descs = descs;
      memcpy(p->word, dw, p->count * sizeof *dw);
      memcpy(p->desc, dw + p->count, descs * sizeof *dw);
      pica_disassemble(f, p);
   }
   free(p);
}

static uint32_t *
assemble(const char *text, const struct db_chip *chip, unsigned kind, uint32_t *num_dw, char *error,
         size_t error_B)
{
   (void)chip;
   (void)kind;
   struct pica_program *p = calloc(1, sizeof *p);
   uint32_t *dw = NULL;
   *num_dw = 0;
   if (!p)
      snprintf(error, error_B, "out of memory");
   else if (pica_assemble(text, p, error, error_B))
      dw = malloc((p->count + (size_t)p->num_descs + 1) * sizeof *dw);
   if (dw) {
      memcpy(dw, p->word, p->count * sizeof *dw);
      memcpy(dw + p->count, p->desc, p->num_descs * sizeof *dw);
      dw[p->count + p->num_descs] = p->num_descs;
      *num_dw = p->count + p->num_descs + 1;
   }
   free(p);
   return dw;
}

const struct target_compiler target_pica200_compiler = {ir_target, report, kinds, disassemble, assemble};
