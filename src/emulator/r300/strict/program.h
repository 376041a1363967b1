/* SPDX-License-Identifier: MIT
 *
 * Rules of R500's pixel shaders: what the texture units and the ALU's pipeline want an instruction to wait for. This emulator executes in
 * order and never feels it. Programs are looked at in the order of addresses, whatever way they go; registers by address are left out.
 */
#ifndef EMULATOR_R300_STRICT_PROGRAM_H
#define EMULATOR_R300_STRICT_PROGRAM_H

#include "emulator/r300/strict/strict.h"
#include "emulator/r300/us/decode.h"

struct r300_program_fault {
   enum r300_rule_id rule; /* R300_RULES: none is broken */
   unsigned at;            /* instruction */
   unsigned reg;           /* temporary, if it is about one */
};

/** The first rule that the program \p p breaks, which was decoded from \p code and what follows there. */
struct r300_program_fault r300_check_program(const struct us_program *p,
                                             const uint32_t (*code)[US_R5_DWORDS]);

#endif
