/* SPDX-License-Identifier: MIT */
/** \file guarded_memory.h  Memory of a GPU under test. */
#ifndef GUARDED_MEMORY_H
#define GUARDED_MEMORY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <cmocka.h>

enum { GUARD_B = 1 << 16 }; /* at least a page of any host */

/**
 * \p size_B bytes of zeros (a multiple of GUARD_B) between two ranges that nobody may touch. Pages that a test does not use cost nothing,
 * where filling them took most of the time of tests that make a GPU for every case.
 */
static inline uint8_t *
guarded_memory(size_t size_B)
{
   uint8_t *p =
      mmap(NULL, size_B + 2 * (size_t)GUARD_B, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   assert_ptr_not_equal(p, MAP_FAILED);
   assert_int_equal(mprotect(p + GUARD_B, size_B, PROT_READ | PROT_WRITE), 0);
   return p + GUARD_B;
}

/** \p memory is what guarded_memory() gave for \p size_B. */
static inline void
guarded_memory_free(uint8_t *memory, size_t size_B)
{
   munmap(memory - GUARD_B, size_B + 2 * (size_t)GUARD_B);
}

#endif
