/* SPDX-License-Identifier: MIT
 * Which words an instruction has: what assembler and disassembler share. */
#ifndef ISA_R300_WORDS_H
#define ISA_R300_WORDS_H

#include "db/db_reg.h"
#include "isa/r300/text.h"

#define R300_MAX_INSTRUCTION_DW 6

struct r300_word {
   const char *name;
   struct db_fields fields;
};

/** How word i of an instruction that begins with \p first (and, for i of 2 and more, goes on) is read. Some readings of R500's
 * words depend on the instruction's type. i: below r300_instruction_dw(). */
struct r300_word r300_word(enum r300_gen gen, enum r300_code code, uint32_t first, unsigned i);

/** Whether a field is how this word is read: opcodes of a vertex shader's units share their bits. */
bool r300_field_counts(const struct r300_word *word, const struct db_field *field, uint32_t v);

#endif
