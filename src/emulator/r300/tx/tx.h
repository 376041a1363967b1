/* SPDX-License-Identifier: MIT
 *
 * TX: texture views (a unit's registers decoded) and sampling.
 *
 * How a sample is defined, since the documents say little: a coordinate times the level's size; nearest takes the
 * floor; linear rounds half a texel less to 1/256 and weighs with 8-bit fractions; a filtered component is
 * ((t00*w00 + t10*w10) + (t01*w01 + t11*w11)) / 65536 of normalised components in binary32; slices and levels are mixed as
 * a + (b - a) * f. The level of detail is that of OpenGL ES 2.0.25 section 3.7.7 with the longer of the quad's two
 * differences, rounded to 1/256. The hardware's own are unknown (weights of at least 6 bits were measured).
 */
#ifndef EMULATOR_R300_TX_TX_H
#define EMULATOR_R300_TX_TX_H

#include <stdbool.h>
#include <stdint.h>

#include "emulator/core/memory.h"
#include "emulator/core/wave.h"
#include "emulator/r300/surface.h"

enum { TX_MAX_LEVELS = 13 };
/** In place of a component in tx_setup::select. */
enum { TX_SELECT_ZERO = 4, TX_SELECT_ONE = 5 };
enum tx_dim { TX_2D, TX_3D, TX_CUBE };

/** Wrap modes, the hardware's numbers. */
enum tx_wrap {
   TX_REPEAT,
   TX_MIRROR,
   TX_CLAMP_EDGE,
   TX_MIRROR_ONCE_EDGE,
   TX_CLAMP_HALF_BORDER,
   TX_MIRROR_ONCE_HALF_BORDER,
   TX_CLAMP_BORDER,
   TX_MIRROR_ONCE_BORDER
};

/** How the bits of a texel become components. */
enum tx_kind {
   TX_KIND_NONE, /* not supported */
   TX_KIND_PACKED,
   TX_KIND_WORDS, /* 16 bits a component */
   TX_KIND_HALVES,
   TX_KIND_FLOATS,
   TX_KIND_YUV, /* two texels a dword, which share U and V */
   TX_KIND_DXT1,
   TX_KIND_DXT3,
   TX_KIND_DXT5,
   TX_KIND_ATI1N,
   TX_KIND_ATI2N
};

struct tx_level {
   const uint8_t *base;
   uint32_t w, h, d; /* texels; 6 faces of cubes */
   uint64_t layer_B;
   struct r300_surface surf;
   struct r300_axis axis[2]; /* of views that are quick */
};

/** What a unit's registers say, in numbers of this file; made by tx_describe(). */
struct tx_setup {
   uint8_t format; /* TXFORMAT, 32 more with TXFORMAT_MSB */
   uint8_t dim, num_levels, first_level, log2_depth;
   uint32_t w, h;     /* of level 0, texels */
   uint32_t pitch_px; /* 0: as wide */
   uint64_t address;
   bool macro, rv350_tiling, wide_rows, dxt_swizzle, gamma, yuv_to_rgb;
   uint8_t micro, signs, select[4];        /* R, G, B, A: component, 4 zero, 5 one */
   uint8_t wrap[3], mag, min, mip, volume; /* filters: 0 none, 1 point, 2 linear */
   int16_t lod_bias;                       /* 1/32 */
   uint32_t border;
};

struct tx_view {
   struct tx_setup asked, setup; /* the second with a first level that there is */
   uint8_t kind, comps, block;   /* enum tx_kind, components, texels of a block's side */
   uint8_t el_B, bits[4], shift[4];
   bool is_signed[4];
   bool decodes[4]; /* components that the sRGB curve makes linear */
   float border[4];
   unsigned last_level;
   bool quick; /* tx/quick.c samples it, but not where coordinates are texels */
   /* and its texels are four bytes, one a component; four from a multiple of four on stand side by side */
   bool rows_of_four;
   bool taps; /* and all lookups take one level of two dimensions with one filter: tx/taps_vec.h */
   uint16_t piece_B[16],
      row_B[16]; /* of such: offsets in a unit of that level's tiling, of each fourth column and of rows */
   struct tx_level level[TX_MAX_LEVELS];
   uint64_t range_B; /* from setup.address on */
};

enum tx_lod_mode { TX_LOD_IMPLICIT, TX_LOD_BIAS, TX_LOD_EXPLICIT, TX_LOD_GRAD };

/** One sampling instruction for a wave. */
struct tx_request {
   const struct tx_view *view;
   const struct emu_row *coord;     /* [4]: s, t, r and what the mode wants */
   const struct emu_row (*grad)[3]; /* TX_LOD_GRAD: along x, along y */
   uint8_t mode;                    /* enum tx_lod_mode */
   bool unscaled;                   /* coordinates are texels */
   uint64_t lanes;                  /* that want a result */
   struct emu_row *out;             /* [4] R, G, B, A */
};

/** Makes a view. NULL: fine; else one sentence why it can't be sampled. */
const char *tx_describe(const struct emu_mem *mem, const struct tx_setup *setup, struct tx_view *v);
/** Components of a texel, before the swizzle. */
void tx_texel(const struct tx_view *v, const struct tx_level *l, uint32_t x, uint32_t y, uint32_t z,
              float out[4]);
void tx_sample(const struct tx_request *rq);
/** The level of detail of each lane that is wanted, with all biases, as tx_sample() takes it; clamped to no level yet. */
void tx_level_of_detail(const struct tx_request *rq, float lod[EMU_LANES]);
/** Where a cube map is looked at: s and t on the face. */
struct tx_place {
   float s, t, r;
   unsigned face;
};
struct tx_place tx_place_of(const struct tx_request *rq, unsigned lane);
/** How far a level of detail may go before the other filter and mipmaps count: ES 2.0.25 3.7.8. */
float tx_magnified_until(const struct tx_setup *s);
/** Is a level of detail needed to sample this? */
bool tx_needs_lod(const struct tx_view *v);

#endif
