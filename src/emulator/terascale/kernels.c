/* SPDX-License-Identifier: MIT
 *
 * The SIMD levels and what this CPU has of them. Each hot block contributes one table per level; the names
 * come from EMU_FN in emu_simd.h. Levels are ordered from the plainest to the widest.
 */
#include "emulator/simd/levels.h"

#define LEVEL(level)                                                                                         \
   extern const struct sq_kernels sq_kernels_##level;                                                        \
   extern const struct ta_kernels ta_kernels_##level;                                                        \
   extern const struct pa_kernels pa_kernels_##level;                                                        \
   extern const struct sc_kernels sc_kernels_##level;                                                        \
   static const struct emu_kernels kernels_##level = {                                                       \
      .name = #level,                                                                                        \
      .sq = &sq_kernels_##level,                                                                             \
      .pa = &pa_kernels_##level,                                                                             \
      .sc = &sc_kernels_##level,                                                                             \
      .ta = &ta_kernels_##level,                                                                             \
   };

LEVEL(sse2)
#if defined(__x86_64__) || defined(__i386__)
LEVEL(avx2)
LEVEL(avx512)
#endif

static bool
cpu_has(const struct emu_kernels *k)
{
#if defined(__x86_64__) || defined(__i386__)
   __builtin_cpu_init();
   if (k == &kernels_avx2)
      return __builtin_cpu_supports("avx2");
   if (k == &kernels_avx512)
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
   return true;
}

const struct emu_kernels *
emu_kernels_find(const char *name)
{
   static const struct emu_kernels *const levels[] = {
      &kernels_sse2,
#if defined(__x86_64__) || defined(__i386__)
      &kernels_avx2,
      &kernels_avx512,
#endif
   };
   for (unsigned i = ARRAY_SIZE(levels); i-- > 0;) {
      if ((!name || !strcmp(name, levels[i]->name)) && cpu_has(levels[i]))
         return levels[i];
   }
   return NULL;
}
