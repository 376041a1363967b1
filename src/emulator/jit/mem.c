/* SPDX-License-Identifier: MIT
 *
 * Executable memory. First an anonymous mapping that is written and then made executable; where a security
 * policy refuses that (SELinux's execmem), a file in memory that is mapped executable and written through its
 * descriptor.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "emulator/jit/mem.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *
by_protection(const void *code, size_t size_B)
{
   void *p = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (p == MAP_FAILED)
      return NULL;
   memcpy(p, code, size_B);
   /* instructions are fetched past the data cache on AArch64 */
   __builtin___clear_cache(p, (char *)p + size_B);
   if (!mprotect(p, size_B, PROT_READ | PROT_EXEC))
      return p;
   munmap(p, size_B);
   return NULL;
}

static void *
by_file(const void *code, size_t size_B)
{
   const int fd = memfd_create("teragl-shader", MFD_CLOEXEC);
   if (fd < 0)
      return NULL;
   const char *from = code;
   size_t done = 0;
   while (done < size_B) {
      const ssize_t n = write(fd, from + done, size_B - done);
      if (n <= 0)
         break;
      done += (size_t)n;
   }
   void *p = done == size_B ? mmap(NULL, size_B, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) : MAP_FAILED;
   close(fd);
   if (p == MAP_FAILED)
      return NULL;
   __builtin___clear_cache(p, (char *)p + size_B);
   return p;
}

void *
jit_mem_create(const void *code, size_t size_B)
{
   void *p = by_protection(code, size_B);
   return p ? p : by_file(code, size_B);
}

void
jit_mem_destroy(void *code, size_t size_B)
{
   if (code)
      munmap(code, size_B);
}
