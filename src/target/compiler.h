/* SPDX-License-Identifier: MIT
 *
 * A family's compiler back end, as the tools use it. (Drivers know their own.)
 */
#ifndef TARGET_COMPILER_H
#define TARGET_COMPILER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct db_chip;
struct ir_shader;
struct ir_target;

enum target_report {
   TARGET_REPORT_INTERFACE, /* what the driver must know about the code */
   TARGET_REPORT_CODE,      /* and the code */
   TARGET_REPORT_FIGURES,   /* one line of comma-separated figures, behind \p name */
};

struct target_compiler {
   /** What the optimiser must know of the machine: an object that lives as long as the program. */
   const struct ir_target *(*ir_target)(const struct db_chip *chip);
   /** Compiles an optimised shader and prints \p what about it to \p f. False and one sentence in \p error if
    * it exceeds what the chip can do. */
   bool (*report)(FILE *f, const char *name, const struct ir_shader *s, const struct db_chip *chip,
                  enum target_report what, char *error, size_t error_B);
   /** Names of the kinds of machine code that the chip has, NULL behind the last: a kind is a number below. */
   const char *const *(*kinds)(const struct db_chip *chip);
   /** A program as text. Never reads outside of its dwords. */
   void (*disassemble)(FILE *f, const struct db_chip *chip, unsigned kind, const uint32_t *dw,
                       uint32_t num_dw);
   /** The disassembler's text as malloc'ed dwords; NULL and one sentence with line number on error. */
   uint32_t *(*assemble)(const char *text, const struct db_chip *chip, unsigned kind, uint32_t *num_dw,
                         char *error, size_t error_B);
};

const struct target_compiler *target_compiler(const struct db_chip *chip);

extern const struct target_compiler target_terascale_compiler, target_r300_compiler, target_pica200_compiler;

#endif
