/* SPDX-License-Identifier: MIT
 *
 * DB: the stencil test of the 64 pixels of a block whose stencils are 64 bytes in lane order. For files that are compiled once per
 * SIMD level.
 */
#ifndef EMULATOR_PIXEL_STENCIL_BYTES_H
#define EMULATOR_PIXEL_STENCIL_BYTES_H

#include "emulator/pixel/pipeline.h"
#include "emulator/simd/byte_lanes.h"

ALWAYS_INLINE vb
stencil_op_bytes(unsigned op, vb s, uint8_t ref)
{
   switch (op) {
   case PIXEL_ZERO:
      return s ^ s;
   case PIXEL_REPLACE:
      return ref | (s ^ s);
   case PIXEL_INCREMENT:
      return s + 1 + (vb)(s == 255);
   case PIXEL_DECREMENT:
      return s - 1 - (vb)(s == 0);
   case PIXEL_INVERT:
      return ~s;
   case PIXEL_INCREMENT_WRAP:
      return s + 1;
   case PIXEL_DECREMENT_WRAP:
      return s - 1;
   default:
      return s;
   }
}

/** Tests the covered pixels, and changes their stencils as \p f says. \p near: the pixels that pass the depth test.
 * \return those of \p cov that pass the stencil test. */
ALWAYS_INLINE uint64_t
stencil_bytes(const struct pixel_stencil_face *f, uint64_t cov, uint64_t near, uint8_t stencil[64])
{
   uint64_t pass = 0;
   for (unsigned i = 0; i < 64; i += EMU_VEC_B) {
      vb s;
      memcpy(&s, stencil + i, sizeof s);
      const vb read = s & f->mask, ref = (uint8_t)(f->ref & f->mask) | (s ^ s);
      vb ok = ~(s ^ s);
      const unsigned func = f->func & 7;
      if (func != PIXEL_ALWAYS)
         ok = ((vb)(ref < read) & (uint8_t) - (func & 1)) |
              ((vb)(ref == read) & (uint8_t) - (func >> 1 & 1)) |
              ((vb)(ref > read) & (uint8_t) - (func >> 2 & 1));
      vb after = stencil_op_bytes(f->zpass, s, f->ref);
      if (f->zfail != f->zpass && near != ~UINT64_C(0))
         after = v_byte_merge(v_byte_mask(near >> i), after, stencil_op_bytes(f->zfail, s, f->ref));
      if (f->fail != f->zpass || f->fail != f->zfail)
         after = v_byte_merge(ok, after, stencil_op_bytes(f->fail, s, f->ref));
      after = v_byte_merge(v_byte_mask(cov >> i) & f->writemask, after, s);
      memcpy(stencil + i, &after, sizeof after);
      pass |= v_byte_bits(ok) << i;
   }
   return pass & cov;
}

#endif
