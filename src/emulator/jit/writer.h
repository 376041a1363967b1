/* SPDX-License-Identifier: MIT
 *
 * The door of this room: machine code from blocks, on hosts that have a writer. x64/ writes for x86-64 with
 * AVX2 and AVX-512, a64/ for AArch64 with NEON.
 */
#ifndef EMULATOR_JIT_WRITER_H
#define EMULATOR_JIT_WRITER_H

#include "emulator/jit/code.h"

/** A compiled block. Works on the first \p row_B bytes of the rows of \p context (whole vectors, not 0). \p
 * active: lanes whose rows change, for code that is masked. \p params: where JIT_PARAM reads. */
typedef void (*jit_fn)(void *context, uint32_t row_B, uint64_t active, const float *params);

struct jit_writer {
   unsigned vec_B;
   /** Appends a jit_fn of the block to \p c. \p masked: rows change only in active lanes. Returns its offset
    * in the code, UINT32_MAX if there is no memory or the block cannot be compiled. */
   uint32_t (*block)(struct jit_block *b, struct jit_code *c, struct jit_pool *pool, bool masked);
   /** Makes the code's displacements lead to the pool at \p start. */
   void (*patch)(struct jit_code *c, uint32_t start);
   uint8_t fill; /* between code and pool; running into it stops */
};

/** The writer of this host for vectors of \p vec_B bytes, NULL if there is none. */
const struct jit_writer *jit_writer_find(unsigned vec_B);

#endif
