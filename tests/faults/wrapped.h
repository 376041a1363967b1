/* SPDX-License-Identifier: MIT
 *
 * Everything that allocates, wrapped by the linker (meson.build): wrapped_malloc.h, aligned memory, texts and pages.
 */
#ifndef FAULTS_WRAPPED_H
#define FAULTS_WRAPPED_H

#include <sys/mman.h>
#include <sys/types.h>

#include "wrapped_malloc.h"

void *__real_aligned_alloc(size_t align, size_t n);
void *__real_mmap(void *addr, size_t n, int prot, int flags, int fd, off_t offset);
char *__real_strdup(const char *text);
char *__wrap_strdup(const char *text);
void *__wrap_aligned_alloc(size_t align, size_t n);
void *__wrap_mmap(void *addr, size_t n, int prot, int flags, int fd, off_t offset);

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

#endif
