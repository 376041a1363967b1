/* SPDX-License-Identifier: MIT
 *
 * Triangles of a list as words: three corners of 16 bits, and what all of the list share.
 */
#include <assert.h>
#include <string.h>

#include "emulator/raster/kernels.h"
#include "emulator/simd/lanes.h"

#if V_X86 && EMU_VEC_B == 64
/* Numbers 0 and 2 of each three of 24 that follow each other. */
static inline vu
first_and_third(const uint32_t *p)
{
   vu a, b;
   memcpy(&a, p, sizeof a);
   memcpy(&b, p + 8, sizeof b);
   return EMU_SHUFFLE(a, b, 0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 25, 26, 28, 29, 31);
}
#endif

void
EMU_FN(raster_pack_corners)(const uint32_t *index, uint32_t n, uint32_t add, uint64_t shared, void *out)
{
   uint8_t *to = out;
   uint32_t i = 0;
#if V_X86 && EMU_VEC_B == 64
   /* eight a round: v0 and v2 in halves of a word, then v1 in the same way from one index further on */
   typedef uint64_t vw __attribute__((vector_size(64)));
   const vu more = (vu)v_splati((int32_t)add);
   for (; n - i > 8; i += 8, index += 24, to += 64) {
      const vw v02 = (vw)(first_and_third(index) + more), v1 = (vw)(first_and_third(index + 1) + more);
      const vw words = v02 | (v1 & 0xffff) << 16 | shared;
      memcpy(to, &words, sizeof words);
   }
#endif
   for (; i < n; i++, index += 3, to += 8) {
      const uint64_t word = raster_corners(shared, index[0] + add, index[1] + add, index[2] + add);
      memcpy(to, &word, sizeof word);
   }
}
