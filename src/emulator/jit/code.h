/* SPDX-License-Identifier: MIT
 *
 * Machine code while it is written: bytes that grow, and the constants that will follow them.
 */
#ifndef EMULATOR_JIT_CODE_H
#define EMULATOR_JIT_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emulator/jit/ir.h"

enum { JIT_POOL_MAX = 256 };

/** Constants that follow the code, JIT_CONST_B each: the lanes' own bits (1, 2, 4, ...), then bits[] in all
 * lanes. */
struct jit_pool {
   uint32_t bits[JIT_POOL_MAX], num;
};

struct jit_code {
   uint8_t *bytes; /* malloc'd */
   uint32_t size, cap;
   bool failed; /* out of memory */
   struct jit_fixup {
      uint32_t at, end; /* where the displacement is, what it counts from */
   } * fixups;          /* displacements from the start of the pool */
   uint32_t num_fixups, cap_fixups;
};

/** \p n bytes as they are. */
void jit_code_put(struct jit_code *c, const void *bytes, unsigned n);
/** The displacement at \p at counts from the start of the pool until jit_writer.patch makes it count from \p
 * end. */
void jit_code_fixup(struct jit_code *c, uint32_t at, uint32_t end);
/** Appends the pool behind \p fill bytes up to a boundary of JIT_CONST_B. Returns where it starts. */
uint32_t jit_code_put_pool(struct jit_code *c, const struct jit_pool *pool, uint8_t fill);
void jit_code_fini(struct jit_code *c);

/** Offset in the pool of a constant that has \p bits in all lanes; UINT32_MAX: the pool is full. */
uint32_t jit_pool_offset(struct jit_pool *pool, uint32_t bits);
/** Offset in the pool of the lanes' own bits. */
#define JIT_POOL_LANE_BITS 0u

#endif
