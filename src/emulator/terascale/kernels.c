/* SPDX-License-Identifier: MIT
 *
 * The SIMD levels and what this CPU has of them. Each hot block contributes one table per level; the names
 * come from EMU_FN in simd/levels.h. Levels are ordered from the plainest to the widest.
 */
#include "emulator/terascale/kernels.h"
#include "emulator/core/start.h"
#include "emulator/raster/assemble.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/levels.h"

#define LEVEL(level)                                                                                         \
   extern const struct sq_kernels sq_kernels_##level;                                                        \
   extern const struct ta_kernels ta_kernels_##level;                                                        \
   extern const struct raster_vertex_kernels raster_vertex_kernels_##level;                                  \
   extern const struct spi_kernels spi_kernels_##level;                                                      \
   extern const struct raster_kernels raster_kernels_##level;                                                \
   static const struct emu_kernels kernels_##level = {                                                       \
      .name = #level,                                                                                        \
      .sq = &sq_kernels_##level,                                                                             \
      .vertex = &raster_vertex_kernels_##level,                                                              \
      .raster = &raster_kernels_##level,                                                                     \
      .spi = &spi_kernels_##level,                                                                           \
      .ta = &ta_kernels_##level,                                                                             \
   };

EMU_LEVELS(LEVEL)

#define ADDRESS(level) &kernels_##level,
static const struct emu_kernels *const levels[] = {EMU_LEVELS(ADDRESS)};

const struct emu_kernels *
emu_kernels_find(const char *name)
{
   for (unsigned i = ARRAY_SIZE(levels); i-- > 0;) {
      if ((!name || !strcmp(name, levels[i]->name)) && emu_cpu_has_level(levels[i]->name))
         return levels[i];
   }
   return NULL;
}

const char *
emu_level_name(unsigned i)
{
   return i < ARRAY_SIZE(levels) ? levels[i]->name : NULL;
}
