/* SPDX-License-Identifier: MIT
 *
 * Texture units 0 to 2: coordinates, levels of detail, filters, cube maps, projections and shadow maps.
 */
#ifndef EMULATOR_PICA200_TX_TEXTURE_H
#define EMULATOR_PICA200_TX_TEXTURE_H

#include "emulator/pica200/pixel_params.h"
#include "emulator/pica200/rows.h"
#include "emulator/pica200/tx/texel.h"
#include "emulator/simd/levels.h"

struct pica_gpu;

enum { PICA_TEXTURES = 3, PICA_TEXTURE_LEVELS = 16, PICA_TEXTURE_MIN = 8, PICA_TEXTURE_MAX = 1024 };

/** Of unit 0, as TEXUNIT0_PARAM.TYPE has it; the others are always 2D. */
enum pica_texture_type {
   PICA_TEXTURE_2D,
   PICA_TEXTURE_CUBE,
   PICA_TEXTURE_SHADOW,
   PICA_TEXTURE_PROJECTION,
   PICA_TEXTURE_SHADOW_CUBE,
   PICA_TEXTURE_OFF
};

/** As TEXUNIT_PARAM has them; 6 and 7 repeat, too. */
enum pica_wrap {
   PICA_WRAP_EDGE,
   PICA_WRAP_BORDER,
   PICA_WRAP_REPEAT,
   PICA_WRAP_MIRROR,
   PICA_WRAP_EDGE_REPEAT,
   PICA_WRAP_BORDER_REPEAT
};

/** Registers as the unit uses them, made once a draw. */
struct pica_texture {
   bool constant;           /* every sample is constant_color: the unit is off, or has no address */
   uint32_t constant_color; /* red in the lowest byte, alpha in the highest */
   uint8_t type, format;
   uint8_t wrap[2]; /* s, t */
   bool mag_linear, min_linear, mip_linear;
   bool needs_lod;
   bool quick; /* pica_texture_quick() samples it */
   bool ortho; /* of shadow maps */
   bool filters_shadow, border_whole, lod_divided;
   uint8_t filter_bits;
   uint32_t z_bias; /* of 2^24 */
   float lod_bias, min_lod, max_lod;
   uint32_t border;
   uint32_t size[2];       /* of level 0: width, height */
   const uint8_t *face[6]; /* level 0 of each; +X -X +Y -Y +Z -Z; all but the first only for cubes */
   uint32_t level_B[PICA_TEXTURE_LEVELS]; /* offsets of levels from there */
   uint32_t address, bytes;               /* of the first face, all levels */
   /* of a face in struct pica_surface, and where its levels begin */
   uint32_t face_texels, face_tiles, level_texel[PICA_TEXTURE_LEVELS], level_tile[PICA_TEXTURE_LEVELS];
};

/** Makes \p t of unit \p unit. False: gpu->error says which register names what is no texture in memory. */
bool pica_texture_decode(struct pica_texture *t, struct pica_gpu *gpu, unsigned unit,
                         const struct pica_pixel_params *params);

/** Width (0) or height (1) of level \p k. */
static inline uint32_t
pica_texture_size(const struct pica_texture *t, unsigned axis, unsigned k)
{
   uint32_t size = t->size[axis] >> k;
   return size < PICA_TEXTURE_MIN ? PICA_TEXTURE_MIN : size;
}

/** Coordinates are cut to this many texels, so that they are integers: behind it floats have no fraction worth a filter. */
#define PICA_MOST_TEXELS 4194304.0f

enum { PICA_CACHE_TILES = 256 };

/** A texel and the one above it, in the next higher row of t: red in the lowest byte, alpha in the highest. */
struct pica_texels {
   uint32_t low, high;
};

/** Decoded levels of quick textures (tx/surface.h). Zeros: empty. */
struct pica_surface {
   struct pica_texels *texel;
   uint32_t *stamp; /* of tiles: those that equal `now` are decoded */
   uint32_t num_texels, num_tiles, now;
   uint16_t decoded[6][PICA_TEXTURE_LEVELS]; /* tiles of a face's level, at least so many */
};

/** Tiles of one unit that are decoded, a thread's. Zeros: empty. */
struct pica_tile_cache {
   struct pica_surface surface;
   const uint8_t *tile[PICA_CACHE_TILES];
   uint32_t texel[PICA_CACHE_TILES][PICA_LANES];
};

#ifdef EMU_SIMD
/** Samples at \p uv, two rows, and \p w for the lanes of \p live; the others' coordinates count for their quads' level. */
void EMU_FN(pica_texture_run)(const struct pica_texture *t, struct pica_tile_cache *cache,
                              const struct pica_floats uv[2], const struct pica_floats *w, uint64_t live,
                              struct pica_color *out);
/** pica_texture_run() for a texture with \p t->quick; the surface has room for it. */
void EMU_FN(pica_texture_quick)(const struct pica_texture *t, struct pica_surface *surface,
                                const struct pica_floats uv[2], const struct pica_floats *w, uint64_t live,
                                struct pica_color *out);
#endif

#endif
