/* SPDX-License-Identifier: MIT
 *
 * The emulator of R300, R400 and R500 from the inside. Blocks carry AMD's names:
 *
 *   CP       cp          type-0, 2 and 3 packets -> register file, memories behind ports, draws
 *   --       state       register file -> struct r300_draw
 *   VAP      vap, pvs    vertex fetch, vertex shader, primitives
 *   GA, SU, SC raster    viewport, clipping, culling; bins, tiles, coverage (the shared room)
 *   RS       rs          interpolation into the fragment shader's registers
 *   US       us          the fragment shader
 *   TX       tx          texture addressing, filtering, formats
 *   FG, ZB, RB3D pixel   alpha test, depth and stencil, blending, writes (the shared room)
 *
 * A draw is binned; bins are drawn at the end of a submission, when a surface changes, and before what would see them.
 */
#ifndef EMULATOR_R300_GPU_H
#define EMULATOR_R300_GPU_H

#include "db/r300/r300_chips.h"
#include "db/r300/r3_regfile.h"
#include "db/r300/r5_regfile.h"
#include "db/r300/rx_regfile.h"
#include "emulator/core/memory.h"
#include "emulator/r300/codes.h"
#include "emulator/r300/draw_state.h"
#include "emulator/r300/us/decode.h"
#include "emulator/raster/assemble.h"
#include "emulator/raster/worker.h"

/** The hot blocks of one SIMD level. */
struct r300_level {
   const char *name;
   const struct us_kernels *us;
   const struct pvs_kernels *pvs;
   const struct rs_kernels *rs;
   const struct raster_vertex_kernels *vertex;
   const struct raster_kernels *raster;
};

enum {
   PVS_MEMORY = 2048, /* vectors: code, constants, user planes; generations differ in where each begins */
   R300_ARRAYS = 16
};

struct r300_array {
   uint64_t address;
   uint32_t size_dw, stride_dw;
};

struct r300_strict;
struct r300_vap;

/** CMASK's marks of cleared blocks. They are made real by the next draw that looks at them (state/clears.c). */
struct r300_marks {
   uint32_t cleared_dw; /* dwords that say cleared, 0: none */
};

/** ZMASK, and what it stands before: depth as draws see it that look at the marks (state/zmask.c). */
struct r300_zmask {
   uint32_t cleared_dw;    /* of a clear that no draw has looked at, from the first dword on; 0: none */
   bool live;              /* `of` is what `copy` says, memory is stale */
   struct r300_surface of; /* without height */
   uint8_t *copy;
   uint64_t size_B;    /* of the copy */
   uint64_t room_B;    /* that it has, from one clear to the next */
   uint64_t cleared_B; /* marks of the last clear reach so far, maybe beyond the copy */
   uint32_t value;     /* of pixels there */
   uint32_t serial;    /* of the copy, from 1 on: another one with each allocation */
};

/** What tools want to know of the last draw: r300/look.h. */
struct r300_seen {
   struct r300_surface target;
   struct pixel_format format; /* bytes 0: there was no colour target 0 */
   const char *format_name;
   uint32_t w_px;
   uint8_t select[4]; /* as r300_draw.output_select */
   uint16_t units;    /* that are sampled, a bit each */
   struct tx_setup texture[16];
};

struct emulator {
   const struct emu_ops *ops; /* emulator.h wants it first */
   const struct r300_chip *chip;
   bool r500;
   struct emu_mem mem;
   const struct r300_level *level;
   struct raster *raster;
   struct raster_assembly assembly;
   unsigned threads;
   struct emu_error *err; /* of the running submission */

   union {
      uint32_t reg[0x10000 / 4]; /* by offset / 4 */
      struct rx_regfile rx;
      struct r3_regfile r3;
      struct r5_regfile r5;
   };
   uint32_t pvs_memory[PVS_MEMORY][4];
   uint32_t us_code[US_R5_INSTS][US_R5_DWORDS]; /* R500 */
   struct us_r3_memory us_r3;                   /* the others */
   float us_constant[US_CONSTS][4];
   uint32_t pvs_at_dw, us_at_dw; /* where the next dword through a port goes */
   struct r300_array array[R300_ARRAYS];
   unsigned num_arrays;

   struct r300_zmask zmask;
   struct r300_marks cmask;
   bool dirty;                          /* registers were written since `bound` was made */
   const struct r300_draw *bound;       /* in the rasteriser's arena; NULL: none since the last flush */
   const struct us_program *us_program; /* decoded, in the arena */
   uint64_t us_key;                     /* hash of what it was decoded from */
   struct pvs_inst *pvs_inst;           /* [PVS_MAX_INSTS] */
   bool us_changed, pvs_changed;
   struct r300_codes codes, pvs_codes; /* of fragment and of vertex shaders */
   struct pvs_ctx *pvs;
   struct r300_vap *vap;
   uint64_t zpass_from; /* the samples that had passed when ZB_ZPASS_DATA was written */
   uint32_t zpass_base; /* and what was written */
   uint64_t num_draws, num_vertices;
   struct r300_seen seen;
   struct r300_strict *strict; /* NULL: off */
};

/** Sets the error of the submission unless there is one; returns false. */
bool r300_error(struct emulator *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** Draws what is binned, and forgets what lived in the arena. */
void r300_flush(struct emulator *e);
/** Flushes if bins touch the range in a way that reading (or writing) it now would see. */
void r300_sync(struct emulator *e, uint64_t address, uint64_t size_B, bool write);
/** The level \p name, NULL: the best. NULL: there is none. */
const struct r300_level *r300_level_find(const char *name);

/** Brings e->bound up to date. */
bool r300_prepare_state(struct emulator *e);

extern const struct pixel_gpu_ops r300_pixel_ops;

#endif
