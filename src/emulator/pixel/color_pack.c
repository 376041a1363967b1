/* SPDX-License-Identifier: MIT
 *
 * CB: colours to raw pixels and back, for every colour format and number type (R6xx/R7xx guide,
 * CB_COLOR0_INFO). Normalised numbers are rounded to nearest, floats as IEEE does with denormals kept in 16
 * bits. Left out: dithering and ROUND_TRUNCATE.
 */
#include "emulator/core/wave.h"
#include "emulator/pixel/color_simd.h"
#include "emulator/pixel/target.h"
#include "emulator/simd/levels.h"
#include "format/srgb.h"
#include "util/u_math.h"

/* ---- small floats ---- */

/* Unsigned float with 5 bits of exponent (bias 15) and m of mantissa, rounded to nearest even. */
ALWAYS_INLINE vi
pack_ufloat(vi u, unsigned m)
{
   unsigned shift = 23 - m;
   vi max = splat_i(
      (int32_t)((31u << 23) + ((127u - 15u) << 23))); /* first value that becomes infinity's exponent */
   vi abs = u & 0x7fffffff;
   vi nan = abs > 0x7f800000;
   vi tie = (abs >> (int)shift) & 1;
   vi normal = (abs - (int32_t)((127u - 15u) << 23) + ((1 << (shift - 1)) - 1) + tie) >> (int)shift;
   /* below 2^-14: let the adder align the mantissa */
   float magic = uif((uint32_t)(127 - 15 + shift + 1) << 23);
   vi small = (vi)((vf)abs + splat_f(magic)) - (int32_t)fui(magic);
   vi r = select_i(abs < (int32_t)((127u - 14u) << 23), small, normal);
   r = select_i(abs >= max, splat_i(31 << m), r);
   r = select_i(r > (31 << m), splat_i(31 << m), r);
   return select_i(nan, splat_i((31 << m) | 1 << (m - 1)), r);
}

ALWAYS_INLINE vi
unpack_ufloat(vi h, unsigned m)
{
   unsigned shift = 23 - m;
   vi exp = (h >> (int)m) & 31;
   vi normal = (h << (int)shift) + (int32_t)((127u - 15u) << 23);
   vi special = (h << (int)shift) + (int32_t)((255u - 31u) << 23);
   /* denormals by conversion, so that no denormal single is ever an operand */
   vf scale = splat_f(uif((uint32_t)(127 - 14 - (int)m) << 23));
   vi small = (vi)(__builtin_convertvector(h & ((1 << m) - 1), vf) * scale);
   return select_i(exp == 0, small, select_i(exp == 31, special, normal));
}

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

/* x * max to the nearest integer, halves up, as if nothing were rounded before. Steps of few bits are wide,
 * and errors in their middles grow when blends repeat. x: 0 to 1; max: below 2^12. */
ALWAYS_INLINE vi
nearest_code(vf x, float max)
{
   vi r = __builtin_convertvector(x * max + 0.5f, vi);
   vf hi = (vf)((vi)x & ~0xfff), lo = x - hi; /* products with halves of the digits are exact */
   vf above = (hi * max - (__builtin_convertvector(r, vf) - 0.5f)) + lo * max;
   return r + (above < 0); /* a comparison that holds is -1 */
}

/* The NaN that operations without one among their operands make is negative on x86 and positive on AArch64;
 * in memory it is positive. */
ALWAYS_INLINE vi
one_nan(vi u)
{
   return u & ~(vi)((vu)(u == splat_i((int32_t)0xffc00000u)) & 0x80000000u);
}

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
         return nearest_code(clamp_f(x, 0, 1), (float)mask);
      return __builtin_convertvector(clamp_f(x, 0, 1) * (float)mask + 0.5f, vi);
   case PIXEL_SNORM: {
      vf s = clamp_f(x, -1, 1) * (float)(mask >> 1);
      s += select_f(s < 0, splat_f(-0.5f), splat_f(0.5f));
      return __builtin_convertvector(s, vi) & (int32_t)mask;
   }
   case PIXEL_USCALED:
      return __builtin_convertvector(clamp_f(x, 0, bits >= 31 ? 2147483520.0f : (float)mask), vi);
   case PIXEL_SSCALED:
      return __builtin_convertvector(
                clamp_f(x, -(float)(mask / 2 + 1), bits >= 31 ? 2147483520.0f : (float)(mask / 2)), vi) &
             (int32_t)mask;
   case PIXEL_UINT: { /* the export is an integer */
      if (bits == 32)
         return u;
      vi big = ((vu)u > mask);
      return select_i(big, splat_i((int32_t)mask), u);
   }
   case PIXEL_SINT: {
      if (bits == 32)
         return u;
      int32_t hi = (int32_t)(mask >> 1), lo = -hi - 1;
      u = select_i(u > hi, splat_i(hi), u);
      u = select_i(u < lo, splat_i(lo), u);
      return u & (int32_t)mask;
   }
   case PIXEL_FLOAT:
      u = one_nan(u);
      break;
   }
   if (bits == 16)
      return pack_ufloat(u, 10) | ((vi)((vu)u >> 16) & 0x8000);
   if (bits == 11 || bits == 10) {
      vi negative = (u < 0) & ((u & 0x7fffffff) <= 0x7f800000); /* NaN stays NaN */
      return pack_ufloat(u & ~negative, bits - 5);
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
      return __builtin_convertvector(r, vf) * (1.0f / (float)mask);
   case PIXEL_SNORM: {
      vf s = __builtin_convertvector((r << sh) >> sh, vf) * (1.0f / (float)(mask >> 1));
      return max_f(s, splat_f(-1));
   }
   case PIXEL_USCALED:
      return __builtin_convertvector(r, vf);
   case PIXEL_SSCALED:
      return __builtin_convertvector((r << sh) >> sh, vf);
   case PIXEL_SINT:
      return (vf)((r << sh) >> sh);
   case PIXEL_UINT:
      return (vf)r;
   case PIXEL_FLOAT:
      break;
   }
   if (bits == 16)
      return (vf)(unpack_ufloat(r & 0x7fff, 10) | (r & 0x8000) << 16);
   if (bits == 11 || bits == 10)
      return (vf)unpack_ufloat(r, bits - 5);
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
         *row_i(&raw[d], v) = splat_i(0);
   for (unsigned c = 0; c < f->comps; c++) {
      unsigned channel = f->channel[c], bits = f->bits[c];
      struct emu_row *in = (struct emu_row *)&color[channel], *out = &raw[bit / 32];
      unsigned at = bit % 32;
      if (n == PIXEL_SRGB && channel < 3 && bits == 8) {
         encode_srgb(out, in, at);
      } else {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *row_i(out, v) |= pack_component(*row_f(in, v), bits, n) << (int)at;
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
         *row_f(&color[c], v) = splat_f(c == 3 ? 1 : 0);
   unsigned bit = 0;
   for (unsigned c = 0; c < f->comps; c++) {
      unsigned channel = f->channel[c], bits = f->bits[c];
      struct emu_row *in = (struct emu_row *)&raw[bit / 32], *out = &color[channel];
      unsigned at = bit % 32;
      uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
      if (n == PIXEL_SRGB && channel < 3 && bits == 8) {
         for (unsigned i = 0; i < EMU_LANES; i++)
            out->u[i] = fui(format_srgb_linear[in->u[i] >> at & 255]);
      } else {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *row_f(out, v) = unpack_component((vi)(*(vu *)row_i(in, v) >> (int)at) & (int32_t)mask, bits, n);
      }
      bit += bits;
   }
   if (cb->cb->dst_alpha_1)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *row_f(&color[3], v) = splat_f(1);
}
