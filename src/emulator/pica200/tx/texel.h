/* SPDX-License-Identifier: MIT
 *
 * Texels of PICA200's 14 texture formats.
 */
#ifndef EMULATOR_PICA200_TX_TEXEL_H
#define EMULATOR_PICA200_TX_TEXEL_H

#include <stdint.h>

enum pica_texel_format {
   PICA_TEXEL_RGBA8,
   PICA_TEXEL_RGB8,
   PICA_TEXEL_RGB5A1,
   PICA_TEXEL_RGB565,
   PICA_TEXEL_RGBA4,
   PICA_TEXEL_LA8,
   PICA_TEXEL_HILO8,
   PICA_TEXEL_L8,
   PICA_TEXEL_A8,
   PICA_TEXEL_LA4,
   PICA_TEXEL_L4,
   PICA_TEXEL_A4,
   PICA_TEXEL_ETC1,
   PICA_TEXEL_ETC1A4,
   PICA_TEXEL_FORMATS
};

/** A texel by its number (pica_tiled()) in a level that begins at \p level: red in the lowest byte, alpha in the highest. Reads
 * bytes of the tile that has it, none beyond. */
typedef uint32_t (*pica_texel_fetch)(const uint8_t *level, uint32_t number);

/** All 64 texels of a tile, by their numbers in it. */
void pica_texel_tile(unsigned format, const uint8_t *tile, uint32_t out[64]);

/** By pica_texel_format. */
extern const pica_texel_fetch pica_texel_fetches[PICA_TEXEL_FORMATS];
extern const uint8_t pica_texel_bits[PICA_TEXEL_FORMATS];

#endif
