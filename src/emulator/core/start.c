/* SPDX-License-Identifier: MIT
 *
 * Memory, threads, levels of vectors and the clock: what emulators of all families have in common at their start.
 */
#include "emulator/core/start.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "util/u_debug.h"
#include "util/u_math.h"

#define VRAM_MIN_B  (UINT64_C(16) << 20)
#define MAX_THREADS 64

bool
emu_memory_open(struct emu_mem *m, const struct emu_config *cfg, uint64_t default_B)
{
   const uint64_t want_B = u_align(cfg->vram_B ? cfg->vram_B : default_B, 4096);
   if (cfg->memory) {
      *m = (struct emu_mem){cfg->memory, cfg->vram_B, false};
      return true;
   }
   for (uint64_t size_B = want_B; size_B >= VRAM_MIN_B || size_B == want_B; size_B /= 2) {
      void *p = mmap(NULL, size_B + EMU_VRAM_SLACK_B, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p != MAP_FAILED) {
         *m = (struct emu_mem){p, size_B, true};
         return true;
      }
   }
   return false;
}

void
emu_memory_close(struct emu_mem *m)
{
   if (m->own)
      munmap(m->base, m->size_B + EMU_VRAM_SLACK_B);
   *m = (struct emu_mem){0};
}

void
emu_memory_discard(const struct emu_mem *m, uint64_t gpu_addr, uint64_t size_B)
{
   uint8_t *p = emu_mem_ptr(m, gpu_addr, size_B);
   if (m->own && p && size_B)
      madvise(p, size_B, MADV_DONTNEED);
}

unsigned
emu_thread_count(const struct emu_config *cfg)
{
   if (cfg->threads)
      return MIN2(cfg->threads, MAX_THREADS);
   const char *s = u_getenv("TERAGL_THREADS");
   long n = s ? strtol(s, NULL, 10) : 0;
   if (n >= 1)
      return (unsigned)MIN2(n, MAX_THREADS);
   if (s)
      u_log("TERAGL_THREADS: '%s' is not a positive number; using all CPUs", s);
   n = sysconf(_SC_NPROCESSORS_ONLN);
   return (unsigned)CLAMP(n, 1, 16);
}

enum emu_jit
emu_jit_mode(void)
{
   static const char *const modes[] = {[EMU_JIT_OFF] = "0", [EMU_JIT_HOT] = "1", [EMU_JIT_ALWAYS] = "always"};
   const char *s = u_getenv("TERAGL_JIT");
   for (unsigned i = 0; s && i < ARRAY_SIZE(modes); i++)
      if (!strcmp(s, modes[i]))
         return (enum emu_jit)i;
   if (s)
      u_log("TERAGL_JIT: '%s' is none of 0, 1 and always", s);
   return EMU_JIT_HOT;
}

#if defined(__x86_64__) || defined(__i386__)
/* What __builtin_cpu_supports() says, whose support in libgcc tells all models apart: 5 KB, and a function that runs at each start.
 * Intel's manual (volume 1, 13 and 14.3): the system saves registers if OSXSAVE is set and XCR0 names them. */
static bool
has_vectors(bool avx512)
{
   enum { OSXSAVE = 1 << 27, AVX = 1 << 28, AVX2 = 1 << 5, F = 1 << 16, DQ = 1 << 17, BW = 1 << 30 };
   const unsigned vl = 1u << 31, saves_avx = 0x06, saves_avx512 = 0xe6;
   unsigned a, b, c, d, saved;
   if (!__get_cpuid(1, &a, &b, &c, &d) || (c & (OSXSAVE | AVX)) != (OSXSAVE | AVX))
      return false;
   __asm__ volatile("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
   if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
      return false;
   const unsigned want = avx512 ? F | DQ | BW | vl : AVX2, want_saved = avx512 ? saves_avx512 : saves_avx;
   return (b & want) == want && (saved & want_saved) == want_saved;
}
#endif

bool
emu_cpu_has_level(const char *name)
{
#if defined(__x86_64__) || defined(__i386__)
   if (!strcmp(name, "avx2") || !strcmp(name, "avx512"))
      return has_vectors(!strcmp(name, "avx512"));
#else
   (void)name;
#endif
   return true;
}

uint64_t
emu_clock_now(uint64_t khz)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * khz * 1000 + (uint64_t)t.tv_nsec * khz / 1000000;
}
