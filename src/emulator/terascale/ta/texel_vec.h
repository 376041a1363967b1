/* SPDX-License-Identifier: MIT
 *
 * Texels of uncompressed formats for a vector of lanes: from memory to components before normalisation, as
 * ta_texel() of ta/generic.c defines them, alone and filtered. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_TEXEL_VEC_H
#define EMULATOR_TERASCALE_TA_TEXEL_VEC_H

#include <assert.h>

#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/small_float.h"
#include "emulator/terascale/ta/ta.h"
#include "format/srgb.h"

/* format_srgb_linear[], for integers of up to 255. */
static inline vf
linear_of_srgb(vi x)
{
   return (vf)v_gather(format_srgb_linear, x << 2);
}

/* int_component() of ta/generic.c; the bits stand in the low ones. */
static inline vf
integer_component(const struct ta_view *v, unsigned c, vi bits)
{
   const int n = v->bits[c];
   if (!v->is_signed[c])
      return v_float(bits);
   const vi i = bits << (32 - n) >> (32 - n);
   return v_float(v_maxi(i, v_splati(n > 1 ? 1 - (int32_t)(1u << (n - 1)) : -1)));
}

static inline vf
unpack_packed(const struct ta_view *v, unsigned c, vi raw)
{
   const vi bits = (vi)((vu)raw >> v->shift[c]) & (int32_t)((UINT64_C(1) << v->bits[c]) - 1);
   if (v->kind == TA_F11)
      return v_from_half(bits << (15 - v->bits[c]));
   return v->srgb && c < 3 ? linear_of_srgb(bits) : integer_component(v, c, bits);
}

/* Component \p c of the texel at \p off, whose first dword is \p raw. */
static inline vf
unpack(const struct ta_view *v, unsigned c, vi off, vi raw)
{
   if (v->kind == TA_PACKED || v->kind == TA_F11)
      return unpack_packed(v, c, raw);
   if (v->kind == TA_SHAREDEXP) /* 2^(e - 15 - 9) */
      return v_float((vi)((vu)raw >> (int)(9 * c)) & 511) * (vf)((vi)(((vu)raw >> 27) + (127 - 24)) << 23);
   assert(v->kind == TA_WORDS16 || v->kind == TA_HALVES || v->kind == TA_FLOATS);
   const unsigned dw = v->kind == TA_FLOATS ? c : c / 2;
   if (dw)
      raw = v_gather(v->fast_base, off + (int32_t)(4 * dw));
   if (v->kind == TA_FLOATS)
      return (vf)raw;
   const vi word = (c & 1 ? (vi)((vu)raw >> 16) : raw) & 0xffff;
   return v->kind == TA_HALVES ? v_from_half(word) : integer_component(v, c, word);
}

/* ta_scaled */
static inline vf
scaled(const struct ta_view *v, unsigned c, vf x)
{
   if (v->kind == TA_FLOATS)
      return x;
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

#define OUT(row) (*(vf *)((char *)(row) + i))

/* Components of a filtered texel from the four around it. */
static inline vf
weigh(const struct ta_view *v, unsigned c, vi linear, vf t00, vf t10, vf t01, vf t11, const vf w[4])
{
   vf sum = (t00 * w[0] + t10 * w[1]) + (t01 * w[2] + t11 * w[3]);
   sum = scaled(v, c, sum * v_splat(1.0f / 65536.0f));
   if (v->kind != TA_PACKED && !v->block_shift) /* no weight is nothing for an infinite neighbour */
      sum = v_sel(linear, sum, scaled(v, c, t00));
   return sum;
}

enum texels { TEXELS, BLOCKS, BYTES, COMPARED, INTEGERS };

/* Integers, which stay integers: load_component() of ta/generic.c. */
static inline void
load_integers(const struct ta_view *v, vi off, vf out[4])
{
   assert(ta_is_int(v));
   for (unsigned c = 0; c < v->ncomp; c++) {
      if (!(v->used & 1u << c))
         continue;
      const unsigned dw = v->kind == TA_PACKED ? 0 : v->kind == TA_WORDS16 ? c / 2 : c;
      const int shift = v->kind == TA_PACKED    ? v->shift[c]
                        : v->kind == TA_WORDS16 ? 16 * (int)(c & 1)
                                                : 0,
                up = 32 - v->bits[c];
      const vi left = v_gather(v->fast_base, off + (int32_t)(4 * dw)) << (up - shift);
      out[c] = (vf)(v->is_signed[c] ? (vi)(left >> up) : (vi)((vu)left >> up));
   }
}

/* Texels at offsets from fast_base, normalised. */
static inline __attribute__((always_inline)) void
load_texels(const struct ta_view *v, vi off, enum texels how, vf out[4])
{
   const vi raw = v_gather(v->fast_base, off);
   if (how == BYTES) {
#pragma GCC unroll 4
      for (unsigned c = 0; c < 4; c++)
         out[c] = byte(raw, c) * v_splat(v->scale[c]);
      return;
   }
   for (unsigned c = 0; c < v->ncomp; c++)
      if (v->used & 1u << c)
         out[c] = scaled(v, c, unpack(v, c, off, raw));
}

/* Four texels at offsets from fast_base, each with its weight, normalised; not those of blocks. */
static inline __attribute__((always_inline)) void
filter_texels(const struct ta_view *v, vi o00, vi o10, vi o01, vi o11, vi linear, const vf weight[4],
              enum texels how, vf out[4])
{
   if (how != BYTES && v->kind == TA_FLOATS && v->ncomp == 4) {
      vf q00[4], q10[4], q01[4], q11[4];
      v_gather_four(v->fast_base, o00, q00);
      v_gather_four(v->fast_base, o10, q10);
      v_gather_four(v->fast_base, o01, q01);
      v_gather_four(v->fast_base, o11, q11);
      for (unsigned c = 0; c < 4; c++)
         if (v->used & 1u << c)
            out[c] = weigh(v, c, linear, q00[c], q10[c], q01[c], q11[c], weight);
      return;
   }
   const vi t00 = v_gather(v->fast_base, o00), t10 = v_gather(v->fast_base, o10);
   const vi t01 = v_gather(v->fast_base, o01), t11 = v_gather(v->fast_base, o11);
   if (how == BYTES) {
#pragma GCC unroll 4
      for (unsigned c = 0; c < 4; c++) {
         const vf sum = (byte(t00, c) * weight[0] + byte(t10, c) * weight[1]) +
                        (byte(t01, c) * weight[2] + byte(t11, c) * weight[3]);
         out[c] = sum * v_splat(v->scale[c] * (1.0f / 65536.0f));
      }
      return;
   }
   for (unsigned c = 0; c < v->ncomp; c++)
      if (v->used & 1u << c)
         out[c] = weigh(v, c, linear, unpack(v, c, o00, t00), unpack(v, c, o10, t10), unpack(v, c, o01, t01),
                        unpack(v, c, o11, t11), weight);
}

/* What DST_SEL makes of a vector's components, to byte i of the rows. */
static inline void
store(const struct ta_request *rq, uint32_t i, const vf c[4])
{
   if (rq->view->in_order) {
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++)
         OUT(&rq->out[k]) = c[k];
      return;
   }
   const vf one = (vf)v_splati((int32_t)ta_one(rq->view));
   for (unsigned k = 0; k < 4; k++) {
      unsigned sel = rq->view->dst_sel[k];
      OUT(&rq->out[k]) = sel < 4 ? c[sel] : sel == 5 ? one : v_splat(0);
   }
}

/* Stores the components of all of a wave's texels, of four bytes each. */
static void
put_texels(const struct ta_request *rq, const vi texel[EMU_VECS])
{
   const struct ta_view *v = rq->view;
   for (unsigned n = 0; n < EMU_VECS; n++) {
      vf c[4];
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++)
         c[k] = byte(texel[n], k) * v_splat(v->scale[k]);
      store(rq, n * EMU_VEC_B, c);
   }
}

#endif
