/* SPDX-License-Identifier: MIT
 *
 * The emulator from the inside: what its blocks tell each other. Blocks carry AMD's names:
 *
 *   CP     terascale/cp        packets -> register file, draws, events
 *   --     terascale/state     register file -> struct emu_draw_state, per generation
 *   VGT    terascale/vgt       indices, vertex reuse, VS waves, primitive order
 *   SQ     terascale/sq        decoding and executing shaders, vertex fetch, exports
 *   TA     terascale/ta        texture addressing, filtering, formats
 *   SPI    terascale/spi       barycentrics, interpolation, what a PS wave starts with
 *   --     terascale/surface.c addresses inside tiled surfaces, shared by TA, DB, CB
 *   PA, SC raster              clipping, viewport, culling; bins, tiles, coverage, waves, worker threads
 *   DB, CB pixel               depth and stencil; blending, formats, colour writes
 *
 * Life of a draw: CP finds a draw packet -> emu_draw_state is built (or reused if no register it depends on
 * changed) -> VGT runs the VS over unique vertices in waves of 64 lanes -> PA makes window-space primitives
 * -> SC bins them to screen tiles. Bins are executed by all worker threads at raster_flush(): each tile is
 * rasterised, shaded, tested and blended in the order of the primitives, so the picture does not depend on
 * the number of threads. raster_flush happens at the end of a submission, when the framebuffer changes, when bins
 * are full, before any packet that reads or writes memory which pending bins may write or read (hazards are
 * tracked by address range, not by trusting sync packets).
 *
 * Hot files are compiled once per SIMD level (sse2, avx2, avx512, or neon) from the same C with GCC vector types;
 * simd/levels.h says how. Arithmetic is IEEE binary32 with denormals flushed (util/u_fpenv.h, entered
 * while the emulator runs).
 */
#ifndef EMULATOR_TERASCALE_EMULATOR_PRIV_H
#define EMULATOR_TERASCALE_EMULATOR_PRIV_H

#include "emulator/core/memory.h"
#include "emulator/core/start.h"
#include "emulator/emulator.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/regs.h"

struct emu_kernels;
struct raster;
struct sq_ctx;

struct emu_stats {
   uint64_t draws, vertices, vs_waves, texels; /* beside raster_stats */
};

/** When shaders become machine code. */

struct emulator {
   const struct emu_ops *ops; /* emulator.h wants it first */
   const struct terascale_chip *chip;
   struct emu_mem mem;
   struct emu_regs regs;
   struct raster *raster;
   struct sq_ctx *vs_ctx; /* of the thread that runs VGT */
   void *sq_cache;        /* decoded programs, owned by SQ */
   const struct emu_kernels *kernels;
   unsigned threads;
   enum emu_jit jit;
   bool shadows;         /* of textures may be made (ta/shadow.h) */
   uint32_t epoch;       /* of them, not 0: since memory changed last */
   uint32_t gpr_garbage; /* what a wave's GPRs begin with; 0 but in strict hardware's mode act */
   struct emu_stats stats;
   void *front; /* CP/VGT/PA private */
};

#endif
