/* SPDX-License-Identifier: MIT
 *
 * Texels of uncompressed formats for a vector of lanes: from memory to components before normalisation, as
 * ta_texel() of ta/generic.c defines them. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_TEXEL_VEC_H
#define EMULATOR_TERASCALE_TA_TEXEL_VEC_H

#include <assert.h>

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/small_float.h"
#include "emulator/terascale/ta/ta.h"

/* Component \p c of the texel at \p off, whose first dword is \p raw. */
static inline vf
unpack(const struct ta_view *v, unsigned c, vi off, vi raw)
{
   assert(v->kind == TA_PACKED || v->kind == TA_WORDS16 || v->kind == TA_HALVES || v->kind == TA_FLOATS);
   if (v->kind == TA_PACKED) {
      const int32_t mask = (int32_t)((UINT64_C(1) << v->bits[c]) - 1);
      return v_float((vi)((vu)raw >> v->shift[c]) & mask);
   }
   const unsigned dw = v->kind == TA_FLOATS ? c : c / 2;
   if (dw)
      raw = v_gather(v->fast_base, off + (int32_t)(4 * dw));
   if (v->kind == TA_FLOATS)
      return (vf)raw;
   vi word = (c & 1 ? (vi)((vu)raw >> 16) : raw) & 0xffff;
   return v->kind == TA_HALVES ? v_from_half(word) : v_float(word);
}

/* ta_scaled */
static inline vf
scaled(const struct ta_view *v, unsigned c, vf x)
{
   vf r = x * v_splat(v->scale[c]);
   if (v->scale_low[c] != 0)
      r += x * v_splat(v->scale_low[c]);
   return r;
}

/* Bits 8c to 8c + 7. */
static inline vf
byte(vi raw, unsigned c)
{
   const vi shifted = (vi)((vu)raw >> (int)(8 * c));
   if (c == 3)
      return v_float(shifted);
   return v_float(shifted & 255);
}

#endif
