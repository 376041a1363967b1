/* SPDX-License-Identifier: MIT
 *
 * TeraScale's back end behind target/compiler.h: what teragl-compile prints about its code.
 */
#include "compiler/terascale/vliw.h"
#include "target/compiler.h"

static const char *const stages[] = {[IR_VERTEX] = "vs", [IR_FRAGMENT] = "ps"};

static void
print_figures(FILE *f, const char *name, const struct terascale_chip *chip, enum ir_stage stage,
              const struct vliw_binary *b)
{
   fprintf(f, "%s,%s,%s,%u,%u,%u,%u,%u,%u,%u,%u\n", name, chip->base.name, stages[stage], b->num_alu_groups,
           b->num_alu_instrs, b->num_gprs, b->stack_size, b->num_cf_instrs, b->num_tex_instrs,
           b->num_vtx_instrs, b->num_dw);
}

static void
print_interface(FILE *f, const struct terascale_chip *chip, enum ir_stage stage, const struct vliw_binary *b)
{
   fprintf(
      f,
      "%s %s: %u ALU groups (at least %u), %u ALU instructions, %u texture fetches, %u vertex fetches, %u CF "
      "instructions, %u GPRs, stack %u, %u dwords\n",
      chip->base.lname, stages[stage], b->num_alu_groups, b->min_alu_groups, b->num_alu_instrs,
      b->num_tex_instrs, b->num_vtx_instrs, b->num_cf_instrs, b->num_gprs, b->stack_size, b->num_dw);
   for (unsigned i = 0; stage == IR_VERTEX && i < 16; i++)
      if (b->attrib_gpr[i])
         fprintf(f, "attribute %u in R%u\n", i, b->attrib_gpr[i]);
   for (unsigned i = 0; i < b->num_params; i++)
      fprintf(f, "param %u: semantic %u index %u mask 0x%x\n", i, b->params[i].semantic,
              b->params[i].sem_index, b->params[i].mask);
}

static bool
report_code(FILE *f, const char *name, const struct ir_shader *s, const struct db_chip *base,
            enum target_report what, char *error, size_t error_B)
{
   const struct terascale_chip *chip = terascale_chip(base);
   const struct vliw_key key = {.num_color_targets = 1};
   struct vliw_binary b;
   if (!vliw_compile(s, chip, &key, &b, error, error_B))
      return false;
   if (what == TARGET_REPORT_FIGURES)
      print_figures(f, name, chip, s->stage, &b);
   else
      print_interface(f, chip, s->stage, &b);
   if (what == TARGET_REPORT_CODE)
      vliw_disassemble(f, chip, b.dw, b.num_dw);
   vliw_binary_fini(&b);
   return true;
}

static const struct ir_target *
ir_target(const struct db_chip *chip)
{
   (void)chip;
   return vliw_ir_target();
}

static const char *const *
kinds(const struct db_chip *chip)
{
   static const char *const all[] = {"program", NULL}; /* control flow, to which the clauses belong */
   (void)chip;
   return all;
}

static void
disassemble(FILE *f, const struct db_chip *chip, unsigned kind, const uint32_t *dw, uint32_t num_dw)
{
   (void)kind;
   vliw_disassemble(f, terascale_chip(chip), dw, num_dw);
}

static uint32_t *
assemble(const char *text, const struct db_chip *chip, unsigned kind, uint32_t *num_dw, char *error,
         size_t error_B)
{
   (void)kind;
   return vliw_assemble(text, terascale_chip(chip), num_dw, error, error_B);
}

const struct target_compiler target_terascale_compiler = {ir_target, report_code, kinds, disassemble,
                                                          assemble};
