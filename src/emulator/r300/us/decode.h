/* SPDX-License-Identifier: MIT
 *
 * Fragment shader words to struct us_program. One decoder a generation; what they share is what reads the result.
 */
#ifndef EMULATOR_R300_US_DECODE_H
#define EMULATOR_R300_US_DECODE_H

#include "emulator/r300/us/us.h"

enum { US_R5_INSTS = 512, US_R5_DWORDS = 6 };

/** Decodes instructions \p first to \p last of R500's memory, to which \p offset is added, in US_MAX_INSTS of \p out.
 * NULL: fine; else one clause what is not implemented, and its instruction in *at. */
const char *us_decode_r5(const uint32_t memory[US_R5_INSTS][US_R5_DWORDS], unsigned first, unsigned last,
                         unsigned offset, struct us_program *out, unsigned *at);

#endif
