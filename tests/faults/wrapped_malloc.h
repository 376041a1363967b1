/* SPDX-License-Identifier: MIT
 *
 * malloc and its kin, wrapped by the linker (meson.build): each asks allow_allocation(), which the test
 * defines, and counts what is not freed. wrapped.h has the rest.
 */
#ifndef FAULTS_WRAPPED_MALLOC_H
#define FAULTS_WRAPPED_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

/** Does this allocation get memory? */
static bool allow_allocation(void);

static long live_allocations; /* allocated and not freed */

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t n);
void __wrap_free(void *p);

void *
__wrap_malloc(size_t n)
{
   void *p = allow_allocation() ? __real_malloc(n) : NULL;
   live_allocations += p != NULL;
   return p;
}

void *
__wrap_calloc(size_t n, size_t size)
{
   void *p = allow_allocation() ? __real_calloc(n, size) : NULL;
   live_allocations += p != NULL;
   return p;
}

void *
__wrap_realloc(void *old, size_t n)
{
   void *p = allow_allocation() ? __real_realloc(old, n) : NULL;
   live_allocations += p && !old;
   return p;
}

void
__wrap_free(void *p)
{
   live_allocations -= p != NULL;
   __real_free(p);
}

#endif
