/* SPDX-License-Identifier: MIT
 *
 * malloc and its kin, wrapped by the linker (meson.build): each asks allow_allocation(), which the test
 * defines, and counts what is not freed.
 */
#ifndef FAULTS_WRAPPED_H
#define FAULTS_WRAPPED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/types.h>

/** Does this allocation get memory? */
static bool allow_allocation(void);

static long live_allocations; /* allocated and not freed */

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__real_aligned_alloc(size_t align, size_t n);
void *__real_mmap(void *addr, size_t n, int prot, int flags, int fd, off_t offset);
void __real_free(void *p);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t n);
char *__wrap_strdup(const char *text);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t n);
void *__wrap_aligned_alloc(size_t align, size_t n);
void *__wrap_mmap(void *addr, size_t n, int prot, int flags, int fd, off_t offset);
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

void *
__wrap_aligned_alloc(size_t align, size_t n)
{
   void *p = allow_allocation() ? __real_aligned_alloc(align, n) : NULL;
   live_allocations += p != NULL;
   return p;
}

char *
__wrap_strdup(const char *text)
{
   char *p = allow_allocation() ? __real_strdup(text) : NULL;
   live_allocations += p != NULL;
   return p;
}

void *
__wrap_mmap(void *addr, size_t n, int prot, int flags, int fd, off_t offset)
{
   /* Pages over an existing mapping are no allocation of the library's: the range would be lost. */
   return (flags & MAP_FIXED) || allow_allocation() ? __real_mmap(addr, n, prot, flags, fd, offset)
                                                    : MAP_FAILED;
}

void
__wrap_free(void *p)
{
   live_allocations -= p != NULL;
   __real_free(p);
}

#endif
