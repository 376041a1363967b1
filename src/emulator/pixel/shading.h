/* SPDX-License-Identifier: MIT
 *
 * Where colours come from, and where surfaces stand: the seam between the parts that serve any GPU and one GPU.
 * All pointers that are void here are the front end's own and are handed back as they came.
 */
#ifndef EMULATOR_PIXEL_SHADING_H
#define EMULATOR_PIXEL_SHADING_H

#include "emulator/core/wave.h"
#include "emulator/pixel/surface.h"

struct pixel_quads;
struct raster_bound;
struct raster_setup;

/** Blocks side by side in a tile, in pixels that one primitive covers. */
struct pixel_strip {
   const struct raster_bound *st;
   const struct raster_setup *prim;
   uint32_t tile_x, tile_y; /* in pixels */
   uint8_t column, row;     /* of the first block in the tile */
   uint8_t blocks;          /* that are wanted, a bit each from the first one on */
};

enum { PIXEL_STRIP_BLOCKS = 8 };

/** What is in place of pixel_outputs for each block of a strip. */
struct pixel_strip_colors {
   uint32_t color_mask; /* the target that has a colour */
   /* by block: as pixel_outputs::bytes, or NULL; else four rows, of block n those at n * step */
   const struct emu_row *bytes;
   const struct emu_row (*color)[4];
   unsigned step;
   bool in_range; /* which are numbers from 0 to 1 */
   bool one;      /* they are the same for all pixels of all blocks */
};

/** What a wave of 64 pixels leaves behind; rows by channel. */
struct pixel_outputs {
   uint64_t killed;     /* lanes that were killed */
   uint32_t color_mask; /* bit per target that has a colour */
   bool z_done;         /* z was written */
   /* 0, or why the shader was stopped, in the front end's numbers; the greatest is reported */
   uint8_t stopped;
   const struct emu_row *const *color; /* [PIXEL_MAX_TARGETS]: four rows of each */
   const struct emu_row *z;            /* [3]: depth, stencil, mask of samples */
   /* All colours of color_mask as a pixel of four bytes, n for n / 255, R in the lowest, in place of rows; NULL: they are
    * in rows. Only for whole blocks of a draw with raster_bound::takes_bytes. */
   const struct emu_row *bytes;
};

struct pixel_gpu_ops {
   /** A thread's context; NULL: out of memory. Destroy takes NULL. */
   void *(*ctx_create)(void *gpu);
   void (*ctx_destroy)(void *ctx);
   /** Bins are about to be drawn: until they are, memory stays as it is but for their targets. NULL: it need not be told. */
   void (*begin)(void *gpu);
   /** Runs the program for the quads of a wave. quads NULL: a program that gives all pixels the same, for all lanes.
    * The result stays until the context runs again. */
   const struct pixel_outputs *(*shade)(void *ctx, const void *program, const void *inputs,
                                        const struct pixel_quads *quads);
   /** Runs the program for whole blocks of a strip whose pixels are all the same but for colours: none is killed or has a depth. Returns
    * the blocks that it did, a bit each; others have to be shaded by waves. The result stays until the context does the next
    * strip, and leaves that of shade() alone. NULL: it does none. */
   unsigned (*shade_strip)(void *ctx, const void *program, const void *inputs,
                           const struct pixel_strip *strip, struct pixel_strip_colors *out);
   /** True if it is worth to ask shade_strip() for a draw. */
   bool (*has_strips)(const void *inputs);
   /** True if every pixel gets the same from the program. NULL: none is known to be so. */
   bool (*is_uniform)(const void *program);
   /** From how many covered quads of a block on a wave of their own, which has all 16, takes less time than their part of
    * a wave of quads of several primitives; 16: never. NULL: never. */
   unsigned (*quads_worth_wave)(const void *inputs);
   /** Colour targets (a bit each) that the program certainly writes for every pixel it runs for. NULL: none. */
   unsigned (*certain_targets)(const void *program);
   /** Calls fn for every range of memory that the program may read. NULL: it reads none. */
   void (*for_each_range)(const void *program, void (*fn)(void *data, uint64_t addr, uint64_t size_B),
                          void *data);
   /** Fills *out, which is zeros, for one sample of a surface: base, first, size_B, width_px, height_px, log2_bytes,
    * offset_B, layout, and either off_B (has_table) or what split needs; steps of blocks or a map where they help.
    * False: nothing can be drawn there. */
   bool (*locate)(void *gpu, const struct pixel_surface *surface, unsigned sample, struct pixel_surf *out);
};

#endif
