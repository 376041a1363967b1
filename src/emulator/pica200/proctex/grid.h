/* SPDX-License-Identifier: MIT
 *
 * Rows of pixels whose values stand in columns or in rows of the screen, as those of upright rectangles do: blocks of 4x4 pixels have four
 * different ones each, so that what is made of one coordinate alone is made of a quarter of the lanes. Only for files that are
 * compiled once per SIMD level.
 */
#ifndef EMULATOR_PICA200_PROCTEX_GRID_H
#define EMULATOR_PICA200_PROCTEX_GRID_H

#include "emulator/pica200/proctex/proctex.h"
#include "emulator/simd/lanes.h"

/** The values of four blocks' columns, or of their rows, by the pixels at a block's edges: numbers 0 1 4 5 and 0 2 8 10. */
ALWAYS_INLINE void
pica_line_of(const struct pica_floats *r, bool columns, struct pica_line *out)
{
#if EMU_VEC_B == 64
   vf two[2];
   for (unsigned n = 0; n < 2; n++) {
      const vf a = v_load(&r->v[32 * n]), b = v_load(&r->v[32 * n + 16]);
      two[n] = columns ? EMU_SHUFFLE(a, b, 0, 1, 4, 5, 16, 17, 20, 21, 0, 1, 4, 5, 16, 17, 20, 21)
                       : EMU_SHUFFLE(a, b, 0, 2, 8, 10, 16, 18, 24, 26, 0, 2, 8, 10, 16, 18, 24, 26);
   }
   *(vf *)out->v = EMU_SHUFFLE(two[0], two[1], 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
#else
   for (unsigned b = 0; b < PICA_BLOCKS; b++) {
      const float *block = &r->v[PICA_BLOCK * b];
      const v4f low = *(const v4f *)block, high = *(const v4f *)&block[columns ? 4 : 8];
      *(v4f *)&out->v[4 * b] =
         columns ? EMU_SHUFFLE(low, high, 0, 1, 4, 5) : EMU_SHUFFLE(low, high, 0, 2, 4, 6);
   }
#endif
}

/** Four floats, anywhere, as often as a vector has them. */
ALWAYS_INLINE vf
pica_fours(const float *p)
{
#if V_X86 && EMU_VEC_B == 64
   return (vf)_mm512_broadcast_f32x4(_mm_loadu_ps(p));
#elif V_X86 && EMU_VEC_B == 32
   return (vf)_mm256_broadcast_ps((const __m128 *)(const void *)p);
#else
   vf four;
   memcpy(&four, p, sizeof four);
   return four;
#endif
}

/** The values of the pixels from number \p i on, a vector of them. */
ALWAYS_INLINE vf
pica_columns(const struct pica_line *l, unsigned i)
{
   const float *at = &l->v[i / 16 * 4];
#if EMU_VEC_B == 64
   const vf q = pica_fours(at);
   return EMU_SHUFFLE(q, q, 0, 1, 0, 1, 6, 7, 6, 7, 8, 9, 8, 9, 14, 15, 14, 15);
#elif EMU_VEC_B == 32
   const vf q = pica_fours(at);
   return EMU_SHUFFLE(q, q, 0, 1, 0, 1, 6, 7, 6, 7);
#else
   const vf q = pica_fours(at + (i >> 1 & 2));
   return EMU_SHUFFLE(q, q, 0, 1, 0, 1);
#endif
}
ALWAYS_INLINE vf
pica_rows(const struct pica_line *l, unsigned i)
{
   const float *at = &l->v[i / 16 * 4];
#if EMU_VEC_B == 64
   const vf q = pica_fours(at);
   return EMU_SHUFFLE(q, q, 0, 0, 1, 1, 4, 4, 5, 5, 10, 10, 11, 11, 14, 14, 15, 15);
#elif EMU_VEC_B == 32
   const vf q = pica_fours(at + (i >> 2 & 2));
   return EMU_SHUFFLE(q, q, 0, 0, 1, 1, 4, 4, 5, 5);
#else
   const vf q = pica_fours(at + (i >> 2 & 2));
   return EMU_SHUFFLE(q, q, 0, 0, 1, 1);
#endif
}
ALWAYS_INLINE vf
pica_spread(const struct pica_line *l, bool columns, unsigned i)
{
   return columns ? pica_columns(l, i) : pica_rows(l, i);
}

/** In each lane the least of the four that it is one of, then of all lanes of a vector. */
ALWAYS_INLINE vi
pica_least_of_four(vi a)
{
#if EMU_VEC_B == 64
   a = v_mini(a, EMU_SHUFFLE(a, a, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
   return v_mini(a, EMU_SHUFFLE(a, a, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
#elif EMU_VEC_B == 32
   a = v_mini(a, EMU_SHUFFLE(a, a, 1, 0, 3, 2, 5, 4, 7, 6));
   return v_mini(a, EMU_SHUFFLE(a, a, 2, 3, 0, 1, 6, 7, 4, 5));
#else
   a = v_mini(a, EMU_SHUFFLE(a, a, 1, 0, 3, 2));
   return v_mini(a, EMU_SHUFFLE(a, a, 2, 3, 0, 1));
#endif
}
ALWAYS_INLINE vi
pica_least_of_fours(vi a)
{
#if EMU_VEC_B == 64
   a = v_mini(a, EMU_SHUFFLE(a, a, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
   return v_mini(a, EMU_SHUFFLE(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
#elif EMU_VEC_B == 32
   return v_mini(a, EMU_SHUFFLE(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
#else
   return a;
#endif
}

#endif
