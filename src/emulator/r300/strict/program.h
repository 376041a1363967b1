/* SPDX-License-Identifier: MIT
 *
 * Rules of shaders for strict mode: what the texture units and the ALU's pipeline want an instruction to wait for, which this
 * emulator, executing in order, never feels; and words that mean nothing.
 */
#ifndef EMULATOR_R300_STRICT_PROGRAM_H
#define EMULATOR_R300_STRICT_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r300/validate.h"

struct emulator;
struct r300_draw;

/** Programs that were looked at, by hash. */
struct r300_programs {
   uint64_t hash[256];
};

struct r300_program_fault {
   enum r300_isa_rule rule;
   bool vertex; /* it is the vertex shader's, else the pixel shader's */
   char text[160];
};

/** Do the programs of a draw that were not looked at before keep all rules? If not, the first fault in *f. */
bool r300_check_programs(struct emulator *e, const struct r300_draw *d, struct r300_programs *seen,
                         struct r300_program_fault *f);

#endif
