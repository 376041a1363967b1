/* SPDX-License-Identifier: MIT
 *
 * Programs of PICA200's shader units as words and as text. The text is that of picasso, the assembler that homebrew uses (its Manual.md), in what
 * concerns code: instructions, .proc, .else, .end, .entry, .alias, labels. In addition `.word 0x...` is an
 * instruction that the text cannot say, `.desc N, 0x...` an operand descriptor that such a word names.
 */
#ifndef ISA_PICA200_ISA_H
#define ISA_PICA200_ISA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
   PICA_ISA_WORDS = 4096,
   PICA_ISA_DESCS = 128,
   PICA_ISA_SHORT_DESCS = 32, /* that MAD can name */
   PICA_ISA_VS_WORDS = 512,
};

struct pica_program {
   uint32_t word[PICA_ISA_WORDS];
   unsigned count;
   uint32_t desc[PICA_ISA_DESCS];
   unsigned num_descs;
   unsigned entry; /* address */
};

/** Assembles \p text as it stands, without NOPs of the assembler's own. False: \p error, of \p error_size bytes, has a line number and a
 * sentence. */
bool pica_assemble(const char *text, struct pica_program *out, char *error, size_t error_size);

/** Prints a program so that pica_assemble() makes the same instructions of it; descriptors may get other numbers. */
void pica_disassemble(FILE *f, const struct pica_program *p);

/** Prints the instruction at \p pc without its block structure: targets are addresses. Returns false if it is no known one. */
bool pica_print_instruction(FILE *f, const struct pica_program *p, unsigned pc);

enum pica_unit_kind { PICA_UNIT_VERTEX, PICA_UNIT_GEOMETRY };

/** Called for each breach of a rule, with a sentence. */
typedef void pica_complain(void *data, unsigned pc, const char *sentence);
/** Rules of programs that are known to hang or to compute wrongly on the chip (3dbrew; picasso's manual). Returns the number of breaches. */
unsigned pica_validate(const struct pica_program *p, enum pica_unit_kind kind, pica_complain *complain,
                       void *data);

#endif
