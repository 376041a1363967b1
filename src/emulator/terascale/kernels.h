/* SPDX-License-Identifier: MIT
 *
 * The hot blocks of one SIMD level, as the emulator calls them.
 */
#ifndef EMULATOR_TERASCALE_KERNELS_H
#define EMULATOR_TERASCALE_KERNELS_H

#include "emulator/raster/assemble.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/levels.h"

struct emu_kernels {
   const char *name;
   const struct sq_kernels *sq;
   const struct ta_kernels *ta;
   const struct raster_vertex_kernels *vertex;
   const struct spi_kernels *spi;
   const struct raster_kernels *raster; /* rasterisation, DB and CB of a wave */
};

/** "sse2", "avx2", "avx512" or "neon"; NULL = the best this CPU has. NULL result: unknown name or not on this
 * CPU. */
const struct emu_kernels *emu_kernels_find(const char *name);
/** Name of level \p i of this host, NULL behind the last. The CPU may lack it. */
const char *emu_level_name(unsigned i);

#endif
