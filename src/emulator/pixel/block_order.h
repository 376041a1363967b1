/* SPDX-License-Identifier: MIT
 *
 * Blocks of 32-bit pixels whose order in memory is pixel_surf::display_order or tiles_4x2. Only for files compiled per SIMD level.
 */
#ifndef EMULATOR_PIXEL_BLOCK_ORDER_H
#define EMULATOR_PIXEL_BLOCK_ORDER_H

#include "emulator/core/wave.h"
#include "emulator/simd/lanes.h"

/** A dword of each pixel of a block. */
struct pixels {
   vi v[EMU_VECS]; /* in lane order */
};

/** A block in the order of displayable tiles, x0 x1 y0 x2 y1 y2, to lane order x0 y0 x1 y1 x2 y2. */
ALWAYS_INLINE struct pixels
from_display(const vi *m)
{
   struct pixels p;
#pragma GCC unroll 16
   for (unsigned v = 0; v < EMU_VECS; v++) {
#if EMU_VEC_B == 64
      /* v: x2 y2; m: y1 y2 */
      unsigned y2 = v & 2;
      p.v[v] =
         v & 1 ? EMU_SHUFFLE(m[y2], m[y2 | 1], 8, 9, 12, 13, 10, 11, 14, 15, 24, 25, 28, 29, 26, 27, 30, 31)
               : EMU_SHUFFLE(m[y2], m[y2 | 1], 0, 1, 4, 5, 2, 3, 6, 7, 16, 17, 20, 21, 18, 19, 22, 23);
#elif EMU_VEC_B == 32
      /* v: y1 x2 y2; m: x2 y1 y2 */
      unsigned at = (v >> 1 & 1) | (v & 1) << 1 | (v & 4);
      p.v[v] = EMU_SHUFFLE(m[at], m[at], 0, 1, 4, 5, 2, 3, 6, 7);
#else
      /* v: x1 y1 x2 y2; m: y0 x2 y1 y2 */
      unsigned at = (v >> 1 & 2) | (v & 2) << 1 | (v & 8);
      p.v[v] = v & 1 ? EMU_SHUFFLE(m[at], m[at | 1], 2, 3, 6, 7) : EMU_SHUFFLE(m[at], m[at | 1], 0, 1, 4, 5);
#endif
   }
   return p;
}

/** And back. */
ALWAYS_INLINE void
to_display(const struct pixels *p, vi *m)
{
#pragma GCC unroll 16
   for (unsigned i = 0; i < EMU_VECS; i++) {
#if EMU_VEC_B == 64
      unsigned y2 = i & 2;
      m[i] = i & 1
                ? EMU_SHUFFLE(p->v[y2], p->v[y2 | 1], 8, 9, 12, 13, 10, 11, 14, 15, 24, 25, 28, 29, 26, 27,
                              30, 31)
                : EMU_SHUFFLE(p->v[y2], p->v[y2 | 1], 0, 1, 4, 5, 2, 3, 6, 7, 16, 17, 20, 21, 18, 19, 22, 23);
#elif EMU_VEC_B == 32
      unsigned at = (i >> 1 & 1) | (i & 1) << 1 | (i & 4);
      m[i] = EMU_SHUFFLE(p->v[at], p->v[at], 0, 1, 4, 5, 2, 3, 6, 7);
#else
      unsigned at = (i >> 1 & 2) | (i & 2) << 1 | (i & 8);
      m[i] = i & 1 ? EMU_SHUFFLE(p->v[at], p->v[at | 1], 2, 3, 6, 7)
                   : EMU_SHUFFLE(p->v[at], p->v[at | 1], 0, 1, 4, 5);
#endif
   }
}

/** Vectors v and v + 1 of a block in lane order, v even, from memory in the order of displayable tiles or in lane order. */
ALWAYS_INLINE void
pair_from_memory(bool display, const vi *m, unsigned v, vi p[2])
{
   if (!display) {
      p[0] = m[v];
      p[1] = m[v + 1];
      return;
   }
#if EMU_VEC_B == 64
   p[0] = EMU_SHUFFLE(m[v], m[v + 1], 0, 1, 4, 5, 2, 3, 6, 7, 16, 17, 20, 21, 18, 19, 22, 23);
   p[1] = EMU_SHUFFLE(m[v], m[v + 1], 8, 9, 12, 13, 10, 11, 14, 15, 24, 25, 28, 29, 26, 27, 30, 31);
#elif EMU_VEC_B == 32
   const unsigned at = (v >> 1 & 1) | (v & 4);
   p[0] = EMU_SHUFFLE(m[at], m[at], 0, 1, 4, 5, 2, 3, 6, 7);
   p[1] = EMU_SHUFFLE(m[at | 2], m[at | 2], 0, 1, 4, 5, 2, 3, 6, 7);
#else
   const unsigned at = (v >> 1 & 2) | (v & 2) << 1 | (v & 8);
   p[0] = EMU_SHUFFLE(m[at], m[at | 1], 0, 1, 4, 5);
   p[1] = EMU_SHUFFLE(m[at], m[at | 1], 2, 3, 6, 7);
#endif
}

/** And back. */
ALWAYS_INLINE void
pair_to_memory(bool display, const vi p[2], vi *m, unsigned v)
{
   if (!display) {
      m[v] = p[0];
      m[v + 1] = p[1];
      return;
   }
#if EMU_VEC_B == 64
   m[v] = EMU_SHUFFLE(p[0], p[1], 0, 1, 4, 5, 2, 3, 6, 7, 16, 17, 20, 21, 18, 19, 22, 23);
   m[v + 1] = EMU_SHUFFLE(p[0], p[1], 8, 9, 12, 13, 10, 11, 14, 15, 24, 25, 28, 29, 26, 27, 30, 31);
#elif EMU_VEC_B == 32
   const unsigned at = (v >> 1 & 1) | (v & 4);
   m[at] = EMU_SHUFFLE(p[0], p[0], 0, 1, 4, 5, 2, 3, 6, 7);
   m[at | 2] = EMU_SHUFFLE(p[1], p[1], 0, 1, 4, 5, 2, 3, 6, 7);
#else
   const unsigned at = (v >> 1 & 2) | (v & 2) << 1 | (v & 8);
   m[at] = EMU_SHUFFLE(p[0], p[1], 0, 1, 4, 5);
   m[at | 1] = EMU_SHUFFLE(p[0], p[1], 2, 3, 6, 7);
#endif
}

/** Eight pixels, whose address may be any. */
typedef int64_t pixels_4x2 __attribute__((vector_size(32), aligned(1), may_alias));

#if EMU_VEC_B >= 32
/** Vector v of a block whose surface has tiles_4x2: pieces in rows to lane order, in which the second pair is below the first. */
ALWAYS_INLINE vi
vec_from_tiles_4x2(const uint8_t *base, const uint32_t off_B[64], unsigned v)
{
   const uint32_t *const off = &off_B[v * EMU_VEC_LANES];
   const pixels_4x2 m = *(const pixels_4x2 *)(base + off[0]);
#if EMU_VEC_B == 64
   const __m512i both = _mm512_inserti64x4(_mm512_castsi256_si512((__m256i)m),
                                           (__m256i) * (const pixels_4x2 *)(base + off[8]), 1);
   return (vi)_mm512_permutex_epi64(both, 0xd8);
#else
   return (vi)EMU_SHUFFLE(m, m, 0, 2, 1, 3);
#endif
}

/** And back. */
ALWAYS_INLINE void
vec_to_tiles_4x2(vi x, uint8_t *base, const uint32_t off_B[64], unsigned v)
{
   const uint32_t *const off = &off_B[v * EMU_VEC_LANES];
#if EMU_VEC_B == 64
   const __m512i m = _mm512_permutex_epi64((__m512i)x, 0xd8);
   *(pixels_4x2 *)(base + off[0]) = (pixels_4x2)_mm512_castsi512_si256(m);
   *(pixels_4x2 *)(base + off[8]) = (pixels_4x2)_mm512_extracti64x4_epi64(m, 1);
#else
   const pixels_4x2 m = (pixels_4x2)x;
   *(pixels_4x2 *)(base + off[0]) = EMU_SHUFFLE(m, m, 0, 2, 1, 3);
#endif
}
#endif

/** All of such a block. */
ALWAYS_INLINE void
from_tiles_4x2(const uint8_t *base, const uint32_t off_B[64], struct emu_row *out)
{
#if EMU_VEC_B >= 32
   for (unsigned v = 0; v < EMU_VECS; v++)
      *(vi *)&out->u[v * EMU_VEC_LANES] = vec_from_tiles_4x2(base, off_B, v);
#else
   for (unsigned i = 0; i < EMU_LANES; i += 8) {
      const pixels_4x2 m = *(const pixels_4x2 *)(base + off_B[i]);
      *(pixels_4x2 *)&out->u[i] = EMU_SHUFFLE(m, m, 0, 2, 1, 3);
   }
#endif
}

/** And back. */
ALWAYS_INLINE void
to_tiles_4x2(const struct emu_row *in, uint8_t *base, const uint32_t off_B[64])
{
   for (unsigned i = 0; i < EMU_LANES; i += 8) {
      const pixels_4x2 p = *(const pixels_4x2 *)&in->u[i];
      *(pixels_4x2 *)(base + off_B[i]) = EMU_SHUFFLE(p, p, 0, 2, 1, 3);
   }
}

#endif
