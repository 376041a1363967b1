/* SPDX-License-Identifier: MIT
 *
 * Layout of textures and render targets in memory, as the hardware derives it: array modes, alignments, mip
 * chains and the address of each block. Pure functions of the chip's tiling parameters; no GPU object here.
 *
 * A block is one texel, or 4x4 texels of a compressed format.
 */
#ifndef TERASCALE_RESOURCE_SURFACE_H
#define TERASCALE_RESOURCE_SURFACE_H

#include <stdbool.h>
#include <stdint.h>

/** Values of the hardware's ARRAY_MODE / TILE_MODE fields. */
enum ts_array_mode {
   TS_LINEAR_ALIGNED = 1,
   TS_1D_TILED_THIN1 = 2,
   TS_2D_TILED_THIN1 = 4,
};

#define TS_MAX_LEVELS 15

/** What of the chip the layout depends on. */
struct ts_tiling {
   uint32_t group_B;     /* pipe interleave: 256 or 512 */
   uint32_t pipes;       /* 1, 2, 4, 8 */
   uint32_t banks;       /* 4, 8, 16 */
   uint32_t row_B;       /* DRAM row: upper bound of the tile split (Evergreen and later) */
   uint32_t cube_slices; /* layers that a cube level occupies: 6 on R6xx, 8 later */
   bool macro_params;    /* bank width, height and macro aspect exist (Evergreen and later) */
};

struct ts_level {
   uint64_t offset_B;
   uint64_t slice_B;              /* distance of layers or depth slices */
   uint32_t width, height, depth; /* texels, not padded */
   uint32_t pitch_bl, height_bl;  /* padded, in blocks */
   uint8_t mode;                  /* enum ts_array_mode */
};

struct ts_surface {
   /* request */
   uint32_t width, height, depth; /* texels of level 0 */
   uint32_t layers;               /* array size, 6 for cubes */
   uint8_t last_level;
   uint8_t samples;      /* >= 1 */
   uint8_t blk_w, blk_h; /* texels a block */
   uint8_t block_B;      /* 1, 2, 4, 8 or 16 */
   uint8_t mode;         /* wanted mode of level 0 */
   bool cube;
   bool depth_samples;   /* the samples of a pixel are neighbours: depth and stencil */
   bool non_displayable; /* tile type 1: always for depth and stencil */
   bool fmask;           /* macro-tiled however small, rows of 128 and more (before Evergreen) */
   bool share_pitch;   /* depth with a stencil plane: the pitch of level 0 must suit one byte a block, too */
   bool scanout_align; /* a display controller may read it */
   /* result */
   uint8_t bank_w, bank_h, macro_aspect; /* 1, 2, 4, 8 */
   uint32_t tile_split_B;
   uint32_t align_B;
   uint64_t size_B;
   struct ts_level level[TS_MAX_LEVELS];
};

/** Fills the result part. False if a size is zero or beyond what the fields can hold. */
bool ts_surface_init(const struct ts_tiling *t, struct ts_surface *s);

/** Byte offset, from the start of the surface, of block (x, y) of \p slice in \p level; sample \p sample. The
 * coordinates must lie inside the padded level. */
uint64_t ts_surface_address(const struct ts_tiling *t, const struct ts_surface *s, unsigned level,
                            uint32_t x_bl, uint32_t y_bl, uint32_t slice, unsigned sample);

/** Element index (0..63) of pixel (x & 7, y & 7) inside a micro tile. */
unsigned ts_micro_tile_index(bool non_displayable, unsigned block_B, unsigned x, unsigned y);

/** Copies a rectangle of blocks between linear memory and the surface. \p base is the mapping of the surface,
 * \p linear the first block of the rectangle, rows \p stride_B apart. Single sampled surfaces only. */
void ts_surface_upload(const struct ts_tiling *t, const struct ts_surface *s, void *base, unsigned level,
                       uint32_t slice, uint32_t x_bl, uint32_t y_bl, uint32_t w_bl, uint32_t h_bl,
                       const void *linear, uint32_t stride_B);
void ts_surface_download(const struct ts_tiling *t, const struct ts_surface *s, const void *base,
                         unsigned level, uint32_t slice, uint32_t x_bl, uint32_t y_bl, uint32_t w_bl,
                         uint32_t h_bl, void *linear, uint32_t stride_B);

#endif
