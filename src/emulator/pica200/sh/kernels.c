/* SPDX-License-Identifier: MIT
 *
 * The SIMD levels of the shader units' interpreter (simd/levels.h).
 */
#include <string.h>

#include "emulator/core/start.h"
#include "emulator/pica200/sh/sh.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

#define DECLARE(level) extern const struct sh_kernels pica_sh_kernels_##level;
EMU_LEVELS(DECLARE)

#define ROW(level) {#level, &pica_sh_kernels_##level},
static const struct {
   const char *name;
   const struct sh_kernels *kernels;
} levels[] = {EMU_LEVELS(ROW)};

const struct sh_kernels *
sh_kernels_find(const char *level)
{
   for (unsigned i = ARRAY_SIZE(levels); i-- > 0;)
      if ((!level || !strcmp(level, levels[i].name)) && emu_cpu_has_level(levels[i].name))
         return levels[i].kernels;
   return NULL;
}
