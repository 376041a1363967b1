/* SPDX-License-Identifier: MIT
 *
 * Memory for machine code that is never writable and executable at the same address.
 */
#ifndef EMULATOR_JIT_MEM_H
#define EMULATOR_JIT_MEM_H

#include <stddef.h>

/** A read-only, executable copy of \p size_B bytes at a page's start. NULL: the system allows none. */
void *jit_mem_create(const void *code, size_t size_B);
/** \p size_B as it was created with; NULL is fine. */
void jit_mem_destroy(void *code, size_t size_B);

#endif
