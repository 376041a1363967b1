/* SPDX-License-Identifier: MIT
 *
 * SPI: what a wave of pixels starts with, and the door through which the rasteriser has pixels shaded.
 */
#ifndef EMULATOR_TERASCALE_SPI_SPI_H
#define EMULATOR_TERASCALE_SPI_SPI_H

#include "emulator/pixel/shading.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/sq/stage.h"

struct emulator;
struct pixel_quads;
struct raster_bound;
struct raster_setup;
struct spi_strips;
struct ta_strips;

/** A thread's shader context and what SPI keeps for it. */
struct spi_ctx {
   struct sq_ctx *sq;
   struct emu_row *gprs;
   struct sq_wave *wave;
   const struct spi_kernels *kernels;
   struct pixel_outputs out;
   struct emu_row i, j, lin_i, lin_j;
   struct emu_row coord[2], texel[4], bytes;       /* of waves without registers: sq/lookup.h */
   _Alignas(64) float params[EMU_MAX_PARAMS * 12]; /* sq_wave::params of the last wave of one primitive */
   struct emulator *emu;
   /* the draw that the thread shaded last, when that was, and the epoch that its textures' shadows hold in */
   const struct raster_bound *st;
   uint32_t st_epoch, epoch;
   uint32_t params_serial;    /* of the primitive whose they are */
   struct spi_strips *strips; /* spi/strips.c */
};

/** Kernels of one SIMD level. */
struct spi_kernels {
   /** Fills the GPRs and parameters of a wave. */
   void (*load)(struct spi_ctx *c, const struct emu_draw_state *s, const struct pixel_quads *quads);
   /** Fills spi_ctx::coord for a whole block of a draw whose shader is s->lookup. */
   void (*load_lookup)(struct spi_ctx *c, const struct emu_draw_state *s, const struct pixel_quads *quads);
   /** Fills what ta_kernels::sample_columns_and_rows() takes of such a block. False: it has to have all coordinates. */
   bool (*load_columns_and_rows)(struct spi_ctx *c, const struct emu_draw_state *s,
                                 const struct pixel_quads *quads, float at[16], float slack[2]);
   /** Fills the coordinates of strips, whose size is there, of a primitive from pixel (x, y) on, and the slack that
    * ta_kernels::place_strips() takes. False as above. */
   bool (*load_axes)(struct spi_ctx *c, const struct emu_draw_state *s, const struct raster_setup *p,
                     uint32_t x, uint32_t y, struct ta_strips *strips, float slack[2]);
   /** Makes colours of a block's texels, where the lookup is not plain. */
   void (*modulate)(struct spi_ctx *c, const struct emu_draw_state *s, const struct raster_setup *p,
                    uint32_t x, uint32_t y, struct emu_row color[4]);
   /** s of pixels from (x, y) downwards, axis 0, or t of those to the right, axis 1. */
   void (*load_along)(struct spi_ctx *c, const struct emu_draw_state *s, const struct raster_setup *p,
                      uint32_t x, uint32_t y, unsigned axis, float at[EMU_LANES]);
};

/** What a thread keeps of strips; NULL: out of memory. Destroy takes NULL. */
struct spi_strips *spi_strips_create(void);
void spi_strips_destroy(struct spi_strips *s);
/** pixel_gpu_ops::shade_strip for a draw that is a lookup; epoch: of its textures' shadows. */
unsigned spi_shade_strip(struct spi_ctx *c, uint32_t epoch, const struct emu_draw_state *s,
                         const struct pixel_strip *strip, struct pixel_strip_colors *out);

/** GPR rows that load() fills if the program may read them, a bit each. */
void spi_loaded(const struct emu_draw_state *s, uint64_t rows[SQ_LOADED_WORDS]);
/** Fills ps_reads and ps_inputs, by which load() goes. */
void spi_find_reads(struct emu_draw_state *s);
/** Which of \p n rows of GPRs from \p first on, of one register, the program may read, a bit each. */
static inline unsigned
spi_reads_rows(const struct emu_draw_state *s, unsigned first, unsigned n)
{
   const unsigned row = first & (SQ_LOADED_WORDS * 64 - 1);
   return (unsigned)(s->ps_reads[row / 64] >> row % 64) & ((1u << n) - 1);
}
/** The lookup that the draw's pixel shader is, from \p arena. NULL: it is more than that, or there is no memory. */
const struct sq_lookup *spi_lookup(struct u_arena *arena, const struct emu_draw_state *s);

/** For the rasteriser; its gpu is the emulator. */
extern const struct pixel_gpu_ops spi_gpu_ops;

#endif
