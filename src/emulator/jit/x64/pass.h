/* SPDX-License-Identifier: MIT
 *
 * The loop of a pass inside of a function for x86-64.
 */
#ifndef EMULATOR_JIT_X64_PASS_H
#define EMULATOR_JIT_X64_PASS_H

#include "emulator/jit/code.h"

enum { X64_SLOT_B = 64 /* of what the pass keeps at rsp */ };

/** Appends block \p b as a loop over the vectors of its rows, 512 bits each if \p wide. Takes its operands from
 * rdi, esi, rdx and rcx, see pass.c, and changes rax, rdx, r8, r9 and all vectors. Raises \p *num_slots to what
 * it needs at rsp. False: it cannot be compiled, or there is no memory. */
bool x64_put_pass(struct jit_code *c, struct jit_pool *pool, struct jit_block *b, bool wide, bool masked,
                  uint32_t *num_slots);

#endif
