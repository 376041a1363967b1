/* SPDX-License-Identifier: MIT
 *
 * CB: colours to raw pixels and back, for every colour format and number type (R6xx/R7xx guide,
 * CB_COLOR0_INFO). Normalised numbers are rounded to nearest, floats as IEEE does with denormals kept in 16
 * bits. Left out: dithering and ROUND_TRUNCATE.
 */
#include "emulator/core/wave.h"
#include "emulator/pixel/code.h"
#include "emulator/pixel/color_simd.h"
#include "emulator/pixel/target.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/small_float.h"
#include "format/srgb.h"
#include "util/u_math.h"

/* ---- sRGB ---- */

/* The code whose linear value is nearest in sRGB space: thresholds halfway between neighbouring codes. */
static uint32_t
srgb_encode(float x)
{
   unsigned lo = 0;
   for (unsigned step = 128; step; step >>= 1) {
      unsigned mid = lo + step;
      if (mid <= 255 && x >= format_srgb_threshold[mid])
         lo = mid;
   }
   return lo;
}

/* ---- components ---- */

ALWAYS_INLINE vi
pack_component(vf x, unsigned bits, enum pixel_number n)
{
   uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
   vi u = (vi)x;
   switch (n) {
   case PIXEL_UNORM:
   case PIXEL_SRGB:
      if (bits == 32) /* not a colour format of the hardware; kept total */
         return u;
      if (bits <= 6)
         return pixel_nearest_code(v_clamp(x, 0, 1), (float)mask);
      return v_int(v_clamp(x, 0, 1) * (float)mask + 0.5f);
   case PIXEL_SNORM: {
      vf s = v_clamp(x, -1, 1) * (float)(mask >> 1);
      s += v_sel(s < 0, v_splat(-0.5f), v_splat(0.5f));
      return v_int(s) & (int32_t)mask;
   }
   case PIXEL_USCALED:
      return v_int(v_clamp(x, 0, bits >= 31 ? 2147483520.0f : (float)mask));
   case PIXEL_SSCALED:
      return v_int(v_clamp(x, -(float)(mask / 2 + 1), bits >= 31 ? 2147483520.0f : (float)(mask / 2))) &
             (int32_t)mask;
   case PIXEL_UINT: { /* the export is an integer */
      if (bits == 32)
         return u;
      vi big = ((vu)u > mask);
      return v_seli(big, v_splati((int32_t)mask), u);
   }
   case PIXEL_SINT: {
      if (bits == 32)
         return u;
      int32_t hi = (int32_t)(mask >> 1), lo = -hi - 1;
      u = v_seli(u > hi, v_splati(hi), u);
      u = v_seli(u < lo, v_splati(lo), u);
      return u & (int32_t)mask;
   }
   case PIXEL_FLOAT:
      if (bits == 16)
         return pixel_half_code(x);
      u = pixel_one_nan(u);
      break;
   }
   if (bits == 11 || bits == 10) {
      vi negative = (u < 0) & ((u & 0x7fffffff) <= 0x7f800000); /* NaN stays NaN */
      return v_to_ufloat(u & ~negative, bits - 5);
   }
   return u;
}

ALWAYS_INLINE vf
unpack_component(vi r, unsigned bits, enum pixel_number n)
{
   uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
   int sh = 32 - (int)bits;
   switch (n) {
   case PIXEL_UNORM:
   case PIXEL_SRGB:
      if (bits == 32)
         return (vf)r;
      return v_float(r) * (1.0f / (float)mask);
   case PIXEL_SNORM: {
      vf s = v_float((r << sh) >> sh) * (1.0f / (float)(mask >> 1));
      return v_max(s, v_splat(-1));
   }
   case PIXEL_USCALED:
      return v_float(r);
   case PIXEL_SSCALED:
      return v_float((r << sh) >> sh);
   case PIXEL_SINT:
      return (vf)((r << sh) >> sh);
   case PIXEL_UINT:
      return (vf)r;
   case PIXEL_FLOAT:
      break;
   }
   if (bits == 16)
      return v_from_half(r);
   if (bits == 11 || bits == 10)
      return (vf)v_from_ufloat(r, bits - 5);
   return (vf)r;
}

/* ---- pixels ---- */

static void
encode_srgb(struct emu_row *out, const struct emu_row *in, unsigned at)
{
   for (unsigned i = 0; i < EMU_LANES; i++)
      out->u[i] |= srgb_encode(uif(in->u[i])) << at;
}

void
EMU_FN(pixel_pack)(const struct pixel_cb *cb, const struct emu_row color[4], struct emu_row raw[4])
{
   const struct pixel_format *f = cb->fmt;
   enum pixel_number n = f->number;
   unsigned bit = 0, dwords = f->bytes > 4 ? f->bytes / 4u : 1;
   for (unsigned d = 0; d < dwords; d++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_ati(&raw[d], v) = v_splati(0);
   for (unsigned c = 0; c < f->comps; c++) {
      unsigned channel = f->channel[c], bits = f->bits[c];
      const struct emu_row *in = &color[channel];
      struct emu_row *out = &raw[bit / 32];
      unsigned at = bit % 32;
      if (n == PIXEL_SRGB && channel < 3 && bits == 8) {
         encode_srgb(out, in, at);
      } else {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_ati(out, v) |= pack_component(v_of(in, v), bits, n) << (int)at;
      }
      bit += bits;
   }
}

void
EMU_FN(pixel_unpack)(const struct pixel_cb *cb, const struct emu_row raw[4], struct emu_row color[4])
{
   const struct pixel_format *f = cb->fmt;
   enum pixel_number n = f->number;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&color[c], v) = v_splat(c == 3 ? 1 : 0);
   unsigned bit = 0;
   for (unsigned c = 0; c < f->comps; c++) {
      unsigned channel = f->channel[c], bits = f->bits[c];
      const struct emu_row *in = &raw[bit / 32];
      struct emu_row *out = &color[channel];
      unsigned at = bit % 32;
      uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
      if (n == PIXEL_SRGB && channel < 3 && bits == 8) {
         for (unsigned i = 0; i < EMU_LANES; i++)
            out->u[i] = fui(format_srgb_linear[in->u[i] >> at & 255]);
      } else {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(out, v) = unpack_component((vi)((vu)v_ofi(in, v) >> (int)at) & (int32_t)mask, bits, n);
      }
      bit += bits;
   }
   if (cb->cb->alpha_of)
      color[3] = color[cb->cb->alpha_of - 1];
   if (cb->cb->dst_alpha_1)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&color[3], v) = v_splat(1);
}
