/* SPDX-License-Identifier: MIT
 *
 * What the specifications of textures say for any GPU: texels of BPTC blocks, and how the faces of a cube join.
 */
#ifndef EMULATOR_TEXTURE_TEXTURE_H
#define EMULATOR_TEXTURE_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

/** The texel at (x, y) of a face of n x n texels, x and y at most one beyond its edges: its face, and *x, *y
 * in that. -1: beyond a corner of the cube, where there is none. Faces as OpenGL ES numbers them (0 = +x). */
int texture_cube_texel(unsigned face, int32_t n, int32_t *x, int32_t *y);

/** Texel 0..15 of a block: bytes; bits of binary16. */
void texture_bc7_texel(const uint8_t b[16], unsigned texel, unsigned out[4]);
void texture_bc6_texel(const uint8_t b[16], unsigned texel, bool is_signed, uint16_t half[3]);

#endif
