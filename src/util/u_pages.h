/* SPDX-License-Identifier: MIT
 *
 * Large zeroed blocks of which perhaps little is used: pages as the kernel gives them, so that only what is touched costs
 * memory and time. malloc's may be used ones, which would have to be cleared.
 */
#ifndef U_PAGES_H
#define U_PAGES_H

#include <stddef.h>
#include <sys/mman.h>

/** \p size bytes (above 0) of zeros at the start of a page; NULL: no memory. u_pages_free() gives them back. */
static inline void *
u_pages_alloc(size_t size)
{
   void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   return p == MAP_FAILED ? NULL : p;
}

/** Of the same \p size; \p p may be NULL. */
static inline void
u_pages_free(void *p, size_t size)
{
   if (p)
      munmap(p, size);
}

#endif
