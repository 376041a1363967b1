/* SPDX-License-Identifier: MIT
 *
 * Programs that have machine code, remembered by what they were decoded from.
 */
#ifndef EMULATOR_R300_US_CODES_H
#define EMULATOR_R300_US_CODES_H

#include "emulator/core/start.h"
#include "emulator/r300/us/jit.h"

enum { US_CODES = 256 };

struct us_codes {
   enum emu_jit mode;
   unsigned n;
   struct us_code_entry {
      uint64_t key;
      unsigned uses;
      bool tried;
      struct us_jit *jit; /* NULL: interpreted */
   } entry[US_CODES];
};

/** The program's code, if it has any; programs that were asked for a few times get one. \p key: hash of what the program was
 * decoded from. When the table is full it begins anew: whoever runs code must be done, so \p is_full is asked first. */
us_code us_codes_find(struct us_codes *c, uint64_t key, const struct us_program *p,
                      const struct us_kernels *kernels);
bool us_codes_is_full(const struct us_codes *c);
void us_codes_clear(struct us_codes *c);

#endif
