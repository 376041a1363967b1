/* SPDX-License-Identifier: MIT
 *
 * Streams that fuzz_r300 makes up.
 */
#ifndef TESTS_EMULATOR_FUZZ_R300_H
#define TESTS_EMULATOR_FUZZ_R300_H

#include <stdbool.h>
#include <stdint.h>

#include "db/r300/r300_chips.h"

enum { FUZZ_MEMORY_B = 1 << 20, FUZZ_MAX_DW = 8192 };

struct fuzz_stream {
   const struct r300_chip *chip;
   bool r500;
   bool owns_hyperz, owns_cmask; /* what the kernel has lent to who sends it */
   uint32_t dw[FUZZ_MAX_DW], n;
};

/** Input \p number. *checked: addresses are offsets in one buffer of FUZZ_MEMORY_B, for the kernel's rules; else of the
 * emulator's memory. */
void fuzz_r300_stream(struct fuzz_stream *s, uint64_t number, bool *checked);

#endif
