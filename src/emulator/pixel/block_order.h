/* SPDX-License-Identifier: MIT
 *
 * Blocks of 32-bit pixels that memory has in pieces: pixel_surf::tiles_8x2. Only for files compiled per SIMD level.
 */
#ifndef EMULATOR_PIXEL_BLOCK_ORDER_H
#define EMULATOR_PIXEL_BLOCK_ORDER_H

#include "emulator/core/wave.h"
#include "emulator/simd/lanes.h"

/** A dword of each pixel of a block. */
struct pixels {
   vi v[EMU_VECS]; /* in lane order */
};

/** A vector of memory, whose address may be any. */
typedef int32_t pixels_any __attribute__((vector_size(EMU_VEC_B), aligned(1), may_alias));

/** Where vector i stands of a block that memory has in pieces of 8x2 pixels, by its first pixel: their order is x0 x1 y0 x2 y1 y2. */
ALWAYS_INLINE uint32_t
piece_B(const uint32_t off_B[64], unsigned i)
{
#if EMU_VEC_B == 64
   return off_B[(i & 1) << 3 | (i & 2) << 4];
#elif EMU_VEC_B == 32
   return off_B[(i & 1) << 4 | (i & 2) << 2 | (i & 4) << 3];
#else
   return off_B[(i & 1) << 1 | (i & 2) << 3 | (i & 4) << 1 | (i & 8) << 2];
#endif
}

/** Vectors v and v + 1 of a block in lane order, v even, from memory in such pieces or in lane order. */
ALWAYS_INLINE void
pair_from_memory(bool pieces, const uint8_t *base, const uint32_t off_B[64], unsigned v, vi p[2])
{
   if (!pieces) {
      p[0] = ((const vi *)base)[v];
      p[1] = ((const vi *)base)[v + 1];
      return;
   }
#define PIECE(i) ((vi) * (const pixels_any *)(base + piece_B(off_B, i)))
#if EMU_VEC_B == 64
   const vi m[2] = {PIECE(v), PIECE(v + 1)};
   p[0] = EMU_SHUFFLE(m[0], m[1], 0, 1, 4, 5, 2, 3, 6, 7, 16, 17, 20, 21, 18, 19, 22, 23);
   p[1] = EMU_SHUFFLE(m[0], m[1], 8, 9, 12, 13, 10, 11, 14, 15, 24, 25, 28, 29, 26, 27, 30, 31);
#elif EMU_VEC_B == 32
   const unsigned at = (v >> 1 & 1) | (v & 4);
   const vi m[2] = {PIECE(at), PIECE(at | 2)};
   p[0] = EMU_SHUFFLE(m[0], m[0], 0, 1, 4, 5, 2, 3, 6, 7);
   p[1] = EMU_SHUFFLE(m[1], m[1], 0, 1, 4, 5, 2, 3, 6, 7);
#else
   const unsigned at = (v >> 1 & 2) | (v & 2) << 1 | (v & 8);
   const vi m[2] = {PIECE(at), PIECE(at | 1)};
   p[0] = EMU_SHUFFLE(m[0], m[1], 0, 1, 4, 5);
   p[1] = EMU_SHUFFLE(m[0], m[1], 2, 3, 6, 7);
#endif
#undef PIECE
}

/** And back. */
ALWAYS_INLINE void
pair_to_memory(bool pieces, const vi p[2], uint8_t *base, const uint32_t off_B[64], unsigned v)
{
   if (!pieces) {
      ((vi *)base)[v] = p[0];
      ((vi *)base)[v + 1] = p[1];
      return;
   }
#define PIECE(i) (*(pixels_any *)(base + piece_B(off_B, i)))
#if EMU_VEC_B == 64
   PIECE(v) = (pixels_any)EMU_SHUFFLE(p[0], p[1], 0, 1, 4, 5, 2, 3, 6, 7, 16, 17, 20, 21, 18, 19, 22, 23);
   PIECE(v + 1) =
      (pixels_any)EMU_SHUFFLE(p[0], p[1], 8, 9, 12, 13, 10, 11, 14, 15, 24, 25, 28, 29, 26, 27, 30, 31);
#elif EMU_VEC_B == 32
   const unsigned at = (v >> 1 & 1) | (v & 4);
   PIECE(at) = (pixels_any)EMU_SHUFFLE(p[0], p[0], 0, 1, 4, 5, 2, 3, 6, 7);
   PIECE(at | 2) = (pixels_any)EMU_SHUFFLE(p[1], p[1], 0, 1, 4, 5, 2, 3, 6, 7);
#else
   const unsigned at = (v >> 1 & 2) | (v & 2) << 1 | (v & 8);
   PIECE(at) = (pixels_any)EMU_SHUFFLE(p[0], p[1], 0, 1, 4, 5);
   PIECE(at | 1) = (pixels_any)EMU_SHUFFLE(p[0], p[1], 2, 3, 6, 7);
#endif
#undef PIECE
}

/** All of a block in pieces. */
static __attribute__((unused)) struct pixels
from_pieces(const uint8_t *base, const uint32_t off_B[64])
{
   struct pixels p;
   for (unsigned v = 0; v < EMU_VECS; v += 2)
      pair_from_memory(true, base, off_B, v, &p.v[v]);
   return p;
}

/** And back. */
static __attribute__((unused)) void
to_pieces(const struct pixels *p, uint8_t *base, const uint32_t off_B[64])
{
   for (unsigned v = 0; v < EMU_VECS; v += 2)
      pair_to_memory(true, &p->v[v], base, off_B, v);
}

#endif
