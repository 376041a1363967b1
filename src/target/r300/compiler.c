/* SPDX-License-Identifier: MIT
 *
 * R300's to R500's back ends behind target/compiler.h: what teragl-compile prints about their code.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "compiler/r300/binary.h"
#include "isa/r300/validate.h"
#include "target/compiler.h"

static const char *const kind_names[] = {
   [R300_CODE_PVS] = "pvs", [R300_CODE_US] = "us", [R300_CODE_ALU] = "alu", [R300_CODE_TEX] = "tex", NULL};

static const struct ir_target *
ir_target(const struct db_chip *chip)
{
   return r300_ir_target(r300_chip(chip));
}

static const char *const *
kinds(const struct db_chip *chip)
{
   (void)chip;
   return kind_names;
}

static void
print_figures(FILE *f, const char *name, const struct r300_chip *chip, enum ir_stage stage,
              const struct r300_binary *b)
{
   fprintf(f, "%s,%s,%s,%u,%u,%u,0,0,%u,0,%u\n", name, chip->base.name, stage == IR_VERTEX ? "vs" : "ps",
           b->num_instrs, b->num_alu, b->num_temps, b->num_tex, b->num_dw);
}

static void
print_vectors(FILE *f, const char *what, const struct r300_vector *v, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      fprintf(f, "%s %u: semantic %u index %u mask 0x%x\n", what, v[i].index, v[i].semantic, v[i].sem_index,
              v[i].mask);
}

static void
print_interface(FILE *f, const struct r300_chip *chip, enum ir_stage stage, const struct r300_binary *b)
{
   static const char *const consts[] = {[R300_CONST_VIEWPORT_SCALE] = "viewport scale",
                                        [R300_CONST_VIEWPORT_OFFSET] = "viewport offset",
                                        [R300_CONST_INSTANCE] = "number of the instance"};
   fprintf(f, "%s %s: %u instructions, %u ALU, %u texture, %u temporaries, %u constants, %u dwords\n",
           chip->base.lname, stage == IR_VERTEX ? "vs" : "ps", b->num_instrs, b->num_alu, b->num_tex,
           b->num_temps, b->num_consts, b->num_dw);
   print_vectors(f, "input", b->inputs, b->num_inputs);
   print_vectors(f, "output", b->outputs, b->num_outputs);
   for (uint32_t i = 0; i < b->num_consts; i++) {
      const struct r300_const *k = &b->consts[i];
      if (k->kind == R300_CONST_UNIFORM)
         fprintf(f, "constant %u: uniform %u\n", i, k->slot);
      else if (k->kind == R300_CONST_IMMEDIATE)
         fprintf(f, "constant %u: %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", i, k->value[0],
                 k->value[1], k->value[2], k->value[3]);
      else
         fprintf(f, "constant %u: %s\n", i, consts[k->kind]);
   }
}

static bool
report(FILE *f, const char *name, const struct ir_shader *s, const struct db_chip *base,
       enum target_report what, char *error, size_t error_B)
{
   const struct r300_chip *chip = r300_chip(base);
   const struct r300_key key = {.num_color_targets = 1};
   struct r300_binary b;
   if (!r300_compile(s, chip, &key, &b, error, error_B))
      return false;
   if (what == TARGET_REPORT_FIGURES)
      print_figures(f, name, chip, s->stage, &b);
   else
      print_interface(f, chip, s->stage, &b);
   const bool split = s->stage == IR_FRAGMENT && chip->gen != R300_GEN_R500;
   if (what == TARGET_REPORT_CODE && split) {
      r300_disassemble(f, chip->gen, R300_CODE_ALU, b.dw, 4 * (size_t)b.num_alu);
      r300_disassemble(f, chip->gen, R300_CODE_TEX, b.dw + 4 * (size_t)b.num_alu, b.num_tex);
   } else if (what == TARGET_REPORT_CODE) {
      r300_disassemble(f, chip->gen, s->stage == IR_VERTEX ? R300_CODE_PVS : R300_CODE_US, b.dw, b.num_dw);
   }
   r300_binary_fini(&b);
   return true;
}

/** Arithmetic and lookups of R300 and R400 are a program together with the registers of their nodes only: no rule is asked. */
static bool
keeps_rules(const struct db_chip *chip, enum r300_code code, const uint32_t *dw, size_t ndw, char *why,
            size_t why_B)
{
   const struct r300_program p = {.code = code, .dw = dw, .num = (uint32_t)(ndw / r300_instruction_dw(code))};
   enum r300_isa_rule rule;
   return (code != R300_CODE_PVS && code != R300_CODE_US) || !p.num ||
          r300_validate(&p, r300_chip(chip), &rule, why, why_B);
}

static void
disassemble(FILE *f, const struct db_chip *chip, unsigned kind, const uint32_t *dw, uint32_t num_dw)
{
   const enum r300_code code = (enum r300_code)kind;
   char why[200];
   r300_disassemble(f, r300_chip(chip)->gen, code, dw, num_dw);
   if (!keeps_rules(chip, code, dw, num_dw, why, sizeof why))
      fprintf(f, "# breaks a rule of %s: %s\n", chip->name, why);
}

static uint32_t *
assemble(const char *text, const struct db_chip *chip, unsigned kind, uint32_t *num_dw, char *error,
         size_t error_B)
{
   size_t n = 0;
   uint32_t *dw = r300_assemble(text, r300_chip(chip)->gen, (enum r300_code)kind, &n, error, error_B);
   char why[200];
   if (dw && !keeps_rules(chip, (enum r300_code)kind, dw, n, why, sizeof why)) {
      snprintf(error, error_B, "it breaks a rule of %s: %s", chip->name, why);
      free(dw);
      dw = NULL;
   }
   *num_dw = dw ? (uint32_t)n : 0;
   return dw;
}

const struct target_compiler target_r300_compiler = {ir_target, report, kinds, disassemble, assemble};
