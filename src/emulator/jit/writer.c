/* SPDX-License-Identifier: MIT
 *
 * Which writers this host has. What the CPU itself has is asked when the SIMD level is chosen (simd/).
 */
#include "emulator/jit/writer.h"

#include "emulator/jit/a64/a64.h"
#include "emulator/jit/x64/x64.h"
#include "util/u_math.h"

static const struct jit_writer *const writers[] = {
#if defined(__x86_64__) && !defined(__ILP32__)
   &jit_x64_avx2,
   &jit_x64_avx512,
#elif defined(__aarch64__) && !defined(__ILP32__) && defined(__AARCH64EL__)
   &jit_a64_neon,
#endif
   NULL,
};

const struct jit_writer *
jit_writer_find(unsigned vec_B)
{
   for (unsigned i = 0; writers[i]; i++)
      if (writers[i]->vec_B == vec_B)
         return writers[i];
   return NULL;
}
