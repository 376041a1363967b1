/* SPDX-License-Identifier: MIT
 *
 * The door of this room: machine code from flows, on hosts that have a writer. x64/ writes for x86-64 with
 * AVX2 and AVX-512, a64/ for AArch64 with NEON.
 */
#ifndef EMULATOR_JIT_WRITER_H
#define EMULATOR_JIT_WRITER_H

#include "emulator/jit/code.h"
#include "emulator/jit/flow.h"

/** A compiled flow. \p context: what the flow's and its blocks' offsets count from. */
typedef void (*jit_fn)(void *context);

struct jit_writer {
   unsigned vec_B;
   /** Appends a jit_fn of the flow to \p c. Returns its offset in the code, UINT32_MAX if there is no memory or
    * the flow cannot be compiled. */
   uint32_t (*flow)(const struct jit_flow *f, struct jit_code *c, struct jit_pool *pool);
   /** Makes the code's displacements lead to the pool at \p start. */
   void (*patch)(struct jit_code *c, uint32_t start);
   uint8_t fill; /* between code and pool; running into it stops */
};

/** The writer of this host for vectors of \p vec_B bytes, NULL if there is none. */
const struct jit_writer *jit_writer_find(unsigned vec_B);

#endif
