/* SPDX-License-Identifier: MIT
 *
 * The SIMD levels: each hot block contributes one table per level, by EMU_FN in simd/levels.h.
 */
#include <string.h>

#include "emulator/core/start.h"
#include "emulator/r300/gpu.h"
#include "emulator/r300/rs/rs.h"
#include "emulator/simd/levels.h"
#include "util/u_math.h"

#define LEVEL(level)                                                                                         \
   extern const struct us_kernels us_kernels_##level;                                                        \
   extern const struct pvs_kernels pvs_kernels_##level;                                                      \
   extern const struct rs_kernels rs_kernels_##level;                                                        \
   extern const struct raster_vertex_kernels raster_vertex_kernels_##level;                                  \
   extern const struct raster_kernels raster_kernels_##level;                                                \
   static const struct r300_level level_##level = {                                                          \
      .name = #level,                                                                                        \
      .us = &us_kernels_##level,                                                                             \
      .pvs = &pvs_kernels_##level,                                                                           \
      .rs = &rs_kernels_##level,                                                                             \
      .vertex = &raster_vertex_kernels_##level,                                                              \
      .raster = &raster_kernels_##level,                                                                     \
   };

EMU_LEVELS(LEVEL)

#define ADDRESS(level) &level_##level,
static const struct r300_level *const levels[] = {EMU_LEVELS(ADDRESS)};

const struct r300_level *
r300_level_find(const char *name)
{
   for (unsigned i = ARRAY_SIZE(levels); i-- > 0;)
      if ((!name || !strcmp(name, levels[i]->name)) && emu_cpu_has_level(levels[i]->name))
         return levels[i];
   return NULL;
}
