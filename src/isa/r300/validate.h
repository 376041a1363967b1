/* SPDX-License-Identifier: MIT
 *
 * The chips' rules for shader programs, read from the words again: opcodes and bits that exist, registers and constants that
 * are there, read ports, the texture semaphore, slots that stay empty before a pre-subtraction or derivative, jump targets and
 * nesting, nodes. Below the compiler, which asks about what it made, and the emulator's strict mode, which asks about what
 * anybody made; the emulator runs programs by decoders of its own.
 */
#ifndef ISA_R300_VALIDATE_H
#define ISA_R300_VALIDATE_H

#include <stdbool.h>

#include "isa/r300/text.h"

struct r300_chip;

/** A loop of a vertex shader: its first and last instruction. */
struct r300_loop_range {
   uint32_t first, last;
};

/** A program as the chip gets it. */
struct r300_program {
   enum r300_code code; /* PVS; US: R500's pixel shader; ALU: that of R300 and R400, with its lookups */
   const uint32_t *dw;  /* r300_instruction_dw(code) each ... */
   uint32_t num;        /* ... so many instructions */
   const uint32_t *tex; /* ALU: US_TEX_INST */
   uint32_t num_tex;
   const uint32_t *ext_addr;                /* ALU: US_ALU_EXT_ADDR of each instruction; NULL: none counts */
   uint32_t config, code_addr[4], code_ext; /* ALU: the registers of these names */
   bool extended;                           /* ALU: R400's upper bits count */
   const struct r300_loop_range *loops;     /* PVS */
   uint32_t num_loops;
   /** Made by this house's compiler: what it never does is a failure, too, such as reading what nobody wrote, and there are
    * so many temporaries, constants and inputs, which stand in the first temporaries of a pixel shader. */
   bool compiled;
   uint32_t num_temps, num_consts, num_inputs;
};

/** What a broken rule is about. */
enum r300_isa_rule {
   R300_ISA_FORM,   /* anything but what follows */
   R300_ISA_LOOKUP, /* R500: what lookups that run read and write, and the semaphore */
   R300_ISA_SLOT,   /* empty slots before pre-subtractions and derivatives */
   R300_ISA_END     /* R500: how a program ends */
};

/** False, *rule and one sentence with the place in \p error if a rule is broken. Never reads outside. */
bool r300_validate(const struct r300_program *p, const struct r300_chip *chip, enum r300_isa_rule *rule,
                   char *error, size_t error_B);

#endif
