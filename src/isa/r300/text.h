/* SPDX-License-Identifier: MIT
 *
 * Shader programs of R300 to R500 as text and back. A line is one word: its name, then its fields that are not zero, by the names
 * of the database (a bit alone, FIELD=NAME, FIELD=number), then BITS=number for bits that no field has. "#" begins a comment: the
 * disassembler writes one before each instruction. Text and words say the same, to the bit.
 */
#ifndef ISA_R300_TEXT_H
#define ISA_R300_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "db/r300/r300_gen.h"

/** What dwords are instructions of. */
enum r300_code {
   R300_CODE_PVS, /* vertex shaders: 4 dwords */
   R300_CODE_US,  /* R500's pixel shaders, as GA_US_VECTOR_DATA takes them: 6 dwords */
   R300_CODE_ALU, /* R300's and R400's arithmetic: US_ALU_RGB_ADDR, _ALPHA_ADDR, _RGB_INST, _ALPHA_INST */
   R300_CODE_TEX, /* R300's and R400's texture instructions: 1 dword */
   R300_CODE_COUNT
};

/** Dwords of an instruction. */
unsigned r300_instruction_dw(enum r300_code code);

/** Prints \p ndw dwords; a last instruction that is not whole is said in a comment, its dwords are left out. Never reads outside of \p dw. */
void r300_disassemble(FILE *f, enum r300_gen gen, enum r300_code code, const uint32_t *dw, size_t ndw);

/** The dwords of a text as malloc'ed memory; NULL and one sentence with line number in \p error. Every instruction has to be whole and its
 * words in their order. */
uint32_t *r300_assemble(const char *text, enum r300_gen gen, enum r300_code code, size_t *ndw, char *error,
                        size_t error_B);

#endif
