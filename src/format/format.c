/* SPDX-License-Identifier: MIT
 *
 * A generic pixel converter with short cuts for the common pairs. Normalised conversions follow ES 2.0.25 2.1.2:
 * c / (2^b - 1). Block compression is left to the decoders that need it.
 */
#include "format/format.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

/* ---- channels ------------------------------------------------------------------------------------------ */

static inline uint32_t
max_of(unsigned bits)
{
   return bits >= 32 ? UINT32_MAX : (1u << bits) - 1;
}

/** The raw bits of a channel; no channel crosses a 32-bit word. */
static inline uint32_t
get_bits(const uint8_t *px, const struct u_channel *c, unsigned block_B)
{
   assert(c->bits && c->bits <= 32 && (c->shift & 31) + c->bits <= 32 &&
          (c->shift + c->bits + 7u) / 8 <= block_B);
   uint32_t word = 0;
   unsigned base_B = c->shift / 32 * 4;
   memcpy(&word, px + base_B, MIN2(4, block_B - base_B));
   return word >> (c->shift & 31) & max_of(c->bits);
}

static inline void
put_bits(uint8_t *px, const struct u_channel *c, unsigned block_B, uint32_t v)
{
   uint32_t word = 0;
   unsigned base_B = c->shift / 32 * 4, n = MIN2(4, block_B - base_B);
   assert(v <= max_of(c->bits) && (c->shift & 31) + c->bits <= 32 && base_B < block_B);
   memcpy(&word, px + base_B, n);
   word |= v << (c->shift & 31);
   memcpy(px + base_B, &word, n);
}

static inline int32_t
sign_extend(uint32_t v, unsigned bits)
{
   assert(bits && v <= max_of(bits));
   return bits >= 32 ? (int32_t)v : (int32_t)(v << (32 - bits)) >> (32 - bits);
}

/** Unsigned small floats: 5 exponent bits, bits - 5 of mantissa. */
static float
small_float(uint32_t v, unsigned bits)
{
   unsigned m = bits - 5;
   assert(bits == 10 || bits == 11);
   return u_half_to_float((uint16_t)(v << (10 - m)));
}

static float
channel_to_float(uint32_t v, const struct u_channel *c)
{
   switch ((enum u_channel_type)c->type) {
   case U_VOID:
      return 0;
   case U_UNORM:
      return (float)((double)v / max_of(c->bits));
   case U_SNORM: {
      /* ES 2.0.25 2.1.2 / table 2.7: (2c + 1) / (2^b - 1) */
      return (float)((2.0 * sign_extend(v, c->bits) + 1) / max_of(c->bits));
   }
   case U_USCALED:
   case U_UINT:
      return (float)v;
   case U_SSCALED:
   case U_SINT:
      return (float)sign_extend(v, c->bits);
   case U_RGB9E5:
      break; /* not a channel by itself: rgb9e5_to_float */
   case U_FLOAT:
      return c->bits == 32 ? uif(v) : c->bits == 16 ? u_half_to_float((uint16_t)v) : small_float(v, c->bits);
   case U_FIXED:
      return (float)((double)(int32_t)v / 65536.0);
   }
   return 0;
}

/** Nearest integer, ties to even; |v| < 2^52. */
static inline double
round_even(double v)
{
   assert(v > -4503599627370496.0 && v < 4503599627370496.0);
   const double magic = 6755399441055744.0; /* 1.5 * 2^52 */
   volatile double t = v + magic;
   return t - magic;
}

/** Round to nearest even; finite numbers stay finite (EXT_packed_float 2.1.A). */
static uint32_t
to_small_float(float f, unsigned bits)
{
   const unsigned m = bits - 5;
   const uint32_t inf = 0x1fu << m, u = fui(f);
   assert(bits == 10 || bits == 11);
   if (f != f)
      return inf | 1;
   if (!(f > 0))
      return 0;
   if (u == 0x7f800000)
      return inf;
   if (u < 113u << 23) /* below 2^-14 steps are equal */
      return (uint32_t)round_even((double)f * (double)(1u << (14 + m)));
   const unsigned drop = 23 - m;
   return MIN2(((u + (1u << (drop - 1)) - 1 + (u >> drop & 1)) >> drop) - (112u << m), inf - 1);
}

static uint32_t
float_to_channel(float f, const struct u_channel *c)
{
   uint32_t max = max_of(c->bits);
   double half = max / 2;
   switch ((enum u_channel_type)c->type) {
   case U_VOID:
      return 0;
   case U_UNORM:
      return !(f > 0) ? 0 : f >= 1 ? max : (uint32_t)round_even((double)f * max);
   case U_SNORM: {
      double v = f != f ? 0 : ((double)f * max - 1) / 2;
      return (uint32_t)(int32_t)round_even(CLAMP(v, -half - 1, half)) & max;
   }
   case U_USCALED:
   case U_UINT:
      return !(f > 0) ? 0 : f >= (float)max ? max : (uint32_t)f;
   case U_RGB9E5:
      break;
   case U_SSCALED:
   case U_SINT:
      return f != f ? 0 : (uint32_t)(int32_t)CLAMP((double)f, -half - 1, half) & max;
   case U_FLOAT:
      return c->bits == 32 ? fui(f) : c->bits == 16 ? u_float_to_half(f) : to_small_float(f, c->bits);
   case U_FIXED:
      return f != f ? 0
                    : (uint32_t)(int32_t)round_even(CLAMP((double)f * 65536.0, -2147483648.0, 2147483647.0));
   }
   return 0;
}

static uint8_t
float_to_ubyte(float f)
{
   return !(f > 0) ? 0 : f >= 1 ? 255 : (uint8_t)round_even((double)f * 255);
}

/* Shared exponents, ES 3.0.6 3.8.3.2: mantissas of 9 bits, exponent of 5 with bias 15. */

static void
rgb9e5_to_float(const uint8_t *px, float out[4])
{
   uint32_t v;
   memcpy(&v, px, 4);
   const float scale = uif((127 + (v >> 27) - 15 - 9) << 23);
   for (unsigned c = 0; c < 3; c++)
      out[c] = (float)(v >> 9 * c & 511) * scale;
   out[3] = 1;
}

static void
float_to_rgb9e5(const float in[4], uint8_t *px)
{
   float rgb[3], max = 0;
   for (unsigned c = 0; c < 3; c++) {
      rgb[c] = !(in[c] > 0) ? 0 : MIN2(in[c], 65408.0f); /* 511 / 512 * 2^16 */
      max = MAX2(max, rgb[c]);
   }
   const int floor_log2 = (int)(fui(max) >> 23) - 127;
   int exp = MAX2(floor_log2, -16) + 16;
   if ((uint32_t)(max * uif((uint32_t)(127 + 24 - exp) << 23) + 0.5f) == 512)
      exp++;
   assert(exp >= 0 && exp <= 31);
   const float scale = uif((uint32_t)(127 + 24 - exp) << 23);
   uint32_t v = (uint32_t)exp << 27;
   for (unsigned c = 0; c < 3; c++)
      v |= (uint32_t)(rgb[c] * scale + 0.5f) << 9 * c;
   memcpy(px, &v, 4);
}

/* ---- rows ---------------------------------------------------------------------------------------------- */

void
u_format_unpack_float(enum pipe_format f, float (*dst)[4], const void *src, unsigned n)
{
   assert((dst && src) || !n);
   const struct u_format_desc *d = u_format_desc(f);
   const uint8_t *px = src;
   if (f == PIPE_FORMAT_R9G9B9E5_FLOAT) {
      for (unsigned i = 0; i < n; i++)
         rgb9e5_to_float(px + (size_t)i * 4, dst[i]);
      return;
   }
   for (unsigned i = 0; i < n; i++, px += d->block_B) {
      float v[6] = {0, 0, 0, 0, 0, 1};
      for (unsigned c = 0; c < d->channels; c++)
         v[c] = channel_to_float(get_bits(px, &d->ch[c], d->block_B), &d->ch[c]);
      for (unsigned c = 0; c < 4; c++)
         dst[i][c] = v[d->swizzle[c]];
   }
}

/** For each channel the component of RGBA that it stores; -1 = none. */
static void
channel_sources(const struct u_format_desc *d, int source[4])
{
   for (unsigned k = 0; k < 4; k++) {
      source[k] = -1;
      for (unsigned c = 0; c < 4 && source[k] < 0; c++)
         if (d->swizzle[c] == k)
            source[k] = (int)c;
   }
}

void
u_format_pack_float(enum pipe_format f, void *dst, const float (*src)[4], unsigned n)
{
   assert((dst && src) || !n);
   const struct u_format_desc *d = u_format_desc(f);
   uint8_t *px = dst;
   if (f == PIPE_FORMAT_R9G9B9E5_FLOAT) {
      for (unsigned i = 0; i < n; i++)
         float_to_rgb9e5(src[i], px + (size_t)i * 4);
      return;
   }
   int source[4];
   channel_sources(d, source);
   for (unsigned i = 0; i < n; i++, px += d->block_B) {
      memset(px, 0, d->block_B);
      for (unsigned k = 0; k < d->channels; k++)
         if (source[k] >= 0)
            put_bits(px, &d->ch[k], d->block_B, float_to_channel(src[i][source[k]], &d->ch[k]));
   }
}

/* Four pixels of four bytes, at any address. */
typedef uint32_t px_words __attribute__((vector_size(16), aligned(1), may_alias));

/* R, G, B, A from bytes in this order, or with R and B exchanged. */
static void
unpack_8888(bool exchange, bool opaque, uint8_t (*dst)[4], const uint8_t *px, unsigned n)
{
   const uint8_t a = opaque ? 255 : 0;
   const uint32_t alpha = opaque ? 0xff000000u : 0;
   unsigned i = 0;
   for (; i + 4 <= n; i += 4) {
      px_words v = *(const px_words *)(px + (size_t)i * 4);
      if (exchange)
         v = (v & 0xff00ff00u) | ((v << 16 | v >> 16) & 0x00ff00ffu);
      *(px_words *)dst[i] = v | alpha;
   }
   for (; i < n; i++) {
      const uint8_t *p = px + (size_t)i * 4;
      const uint8_t out[4] = {p[exchange ? 2 : 0], p[1], p[exchange ? 0 : 2], p[3] | a};
      memcpy(dst[i], out, 4);
   }
}

void
u_format_unpack_ubyte(enum pipe_format f, uint8_t (*dst)[4], const void *src, unsigned n)
{
   assert((dst && src) || !n);
   const struct u_format_desc *d = u_format_desc(f);
   const uint8_t *px = src;
   if (f == PIPE_FORMAT_R8G8B8A8_UNORM) {
      memcpy(dst, src, (size_t)n * 4);
      return;
   }
   if (f == PIPE_FORMAT_R9G9B9E5_FLOAT) {
      for (unsigned i = 0; i < n; i++) {
         float v[4];
         rgb9e5_to_float(px + (size_t)i * 4, v);
         for (unsigned c = 0; c < 4; c++)
            dst[i][c] = float_to_ubyte(v[c]);
      }
      return;
   }
   if (f == PIPE_FORMAT_R8G8B8X8_UNORM || f == PIPE_FORMAT_B8G8R8A8_UNORM ||
       f == PIPE_FORMAT_B8G8R8X8_UNORM) {
      unpack_8888(d->swizzle[0] == 2, d->swizzle[3] == PIPE_SWIZZLE_1, dst, px, n);
      return;
   }
   if (d->block_B == 4 && d->array && d->channels == 4 && d->ch[0].type == U_UNORM) {
      unsigned r = d->swizzle[0], b = d->swizzle[2];
      uint8_t a = d->swizzle[3] == PIPE_SWIZZLE_1 ? 255 : 0;
      for (unsigned i = 0; i < n; i++, px += 4) {
         uint8_t p[4] = {px[r], px[1], px[b], (uint8_t)(px[3] | a)};
         memcpy(dst[i], p, 4);
      }
      return;
   }
   for (unsigned i = 0; i < n; i++, px += d->block_B) {
      uint8_t v[6] = {0, 0, 0, 0, 0, 255};
      for (unsigned c = 0; c < d->channels; c++) {
         const struct u_channel *ch = &d->ch[c];
         uint32_t bits = get_bits(px, ch, d->block_B);
         if (ch->type == U_UNORM && ch->bits <= 16)
            v[c] = (uint8_t)((bits * 255 + max_of(ch->bits) / 2) / max_of(ch->bits));
         else if (ch->type == U_UINT)
            v[c] = (uint8_t)MIN2(bits, 255);
         else
            v[c] = float_to_ubyte(channel_to_float(bits, ch));
      }
      for (unsigned c = 0; c < 4; c++)
         dst[i][c] = v[d->swizzle[c]];
   }
}

void
u_format_pack_ubyte(enum pipe_format f, void *dst, const uint8_t (*src)[4], unsigned n)
{
   assert((dst && src) || !n);
   const struct u_format_desc *d = u_format_desc(f);
   uint8_t *px = dst;
   if (f == PIPE_FORMAT_R8G8B8A8_UNORM) {
      memcpy(dst, src, (size_t)n * 4);
      return;
   }
   if (f == PIPE_FORMAT_R9G9B9E5_FLOAT) {
      for (unsigned i = 0; i < n; i++) {
         float v[4];
         for (unsigned c = 0; c < 4; c++)
            v[c] = (float)src[i][c] / 255.0f;
         float_to_rgb9e5(v, px + (size_t)i * 4);
      }
      return;
   }
   int source[4];
   channel_sources(d, source);
   for (unsigned i = 0; i < n; i++, px += d->block_B) {
      memset(px, 0, d->block_B);
      for (unsigned k = 0; k < d->channels; k++) {
         if (source[k] < 0)
            continue;
         const struct u_channel *ch = &d->ch[k];
         uint8_t s = src[i][source[k]];
         uint32_t bits;
         if (ch->type == U_UNORM && ch->bits <= 16)
            bits = (s * max_of(ch->bits) + 127) / 255;
         else if (ch->type == U_UINT)
            bits = s;
         else
            bits = float_to_channel((float)s / 255.0f, ch);
         put_bits(px, ch, d->block_B, bits);
      }
   }
}

void
u_format_unpack_int(enum pipe_format f, uint32_t (*dst)[4], const void *src, unsigned n)
{
   assert(((dst && src) || !n) && u_format_is_int(f));
   const struct u_format_desc *d = u_format_desc(f);
   const uint8_t *px = src;
   for (unsigned i = 0; i < n; i++, px += d->block_B) {
      uint32_t v[6] = {0, 0, 0, 0, 0, 1};
      for (unsigned c = 0; c < d->channels; c++) {
         const uint32_t bits = get_bits(px, &d->ch[c], d->block_B);
         v[c] = d->ch[c].type == U_SINT ? (uint32_t)sign_extend(bits, d->ch[c].bits) : bits;
      }
      for (unsigned c = 0; c < 4; c++)
         dst[i][c] = v[d->swizzle[c]];
   }
}

void
u_format_pack_int(enum pipe_format f, void *dst, const uint32_t (*src)[4], unsigned n)
{
   assert(((dst && src) || !n) && u_format_is_int(f));
   const struct u_format_desc *d = u_format_desc(f);
   uint8_t *px = dst;
   int source[4];
   channel_sources(d, source);
   for (unsigned i = 0; i < n; i++, px += d->block_B) {
      memset(px, 0, d->block_B);
      for (unsigned k = 0; k < d->channels; k++) {
         const uint32_t max = max_of(d->ch[k].bits);
         if (source[k] < 0)
            continue;
         uint32_t v = src[i][source[k]];
         if (d->ch[k].type == U_SINT)
            v = (uint32_t)CLAMP((int64_t)(int32_t)v, -(int64_t)(max / 2) - 1, (int64_t)(max / 2)) & max;
         else
            v = MIN2(v, max);
         put_bits(px, &d->ch[k], d->block_B, v);
      }
   }
}

/* ---- rectangles ---------------------------------------------------------------------------------------- */

/** May a row of \p s be copied bit by bit to become a row of \p d? */
static bool
same_bits(enum pipe_format d, enum pipe_format s)
{
   return d == s || (d == PIPE_FORMAT_R8G8B8X8_UNORM && s == PIPE_FORMAT_R8G8B8A8_UNORM) ||
          (d == PIPE_FORMAT_B8G8R8X8_UNORM && s == PIPE_FORMAT_B8G8R8A8_UNORM);
}

static bool
fits_ubyte(const struct u_format_desc *d)
{
   for (unsigned c = 0; c < d->channels; c++)
      if (d->ch[c].bits > 8 || (d->ch[c].type != U_UNORM && d->ch[c].type != U_VOID))
         return false;
   return true;
}

void
u_format_convert(enum pipe_format dst_format, void *dst, int64_t dst_stride_B, enum pipe_format src_format,
                 const void *src, int64_t src_stride_B, unsigned width, unsigned height)
{
   const struct u_format_desc *dd = u_format_desc(dst_format), *sd = u_format_desc(src_format);
   if (dd->compressed || sd->compressed)
      return;
   bool copy = same_bits(dst_format, src_format);
   assert(dd->block_B && sd->block_B && (!copy || dd->block_B == sd->block_B));
   const bool ubyte = fits_ubyte(dd) && fits_ubyte(sd), integers = u_format_is_int(src_format);
   assert(integers == u_format_is_int(dst_format) &&
          u_format_is_sint(src_format) == u_format_is_sint(dst_format));
   for (unsigned y = 0; y < height; y++) {
      uint8_t *d = (uint8_t *)dst + (int64_t)y * dst_stride_B;
      const uint8_t *s = (const uint8_t *)src + (int64_t)y * src_stride_B;
      if (copy) {
         memcpy(d, s, (size_t)width * dd->block_B);
         continue;
      }
      if (src_format == PIPE_FORMAT_R8G8B8_UNORM &&
          (dst_format == PIPE_FORMAT_R8G8B8X8_UNORM || dst_format == PIPE_FORMAT_R8G8B8A8_UNORM)) {
         for (unsigned x = 0; x < width; x++) {
            uint8_t p[4] = {s[3 * x], s[3 * x + 1], s[3 * x + 2], 255};
            memcpy(d + (size_t)4 * x, p, 4);
         }
         continue;
      }
      for (unsigned x = 0; x < width; x += 64) {
         unsigned n = MIN2(64, width - x);
         const uint8_t *sp = s + (size_t)x * sd->block_B;
         uint8_t *dp = d + (size_t)x * dd->block_B;
         if (integers) {
            uint32_t rgba[64][4];
            u_format_unpack_int(src_format, rgba, sp, n);
            u_format_pack_int(dst_format, dp, (const uint32_t(*)[4])rgba, n);
         } else if (ubyte) {
            uint8_t rgba[64][4];
            u_format_unpack_ubyte(src_format, rgba, sp, n);
            u_format_pack_ubyte(dst_format, dp, (const uint8_t(*)[4])rgba, n);
         } else {
            float rgba[64][4];
            u_format_unpack_float(src_format, rgba, sp, n);
            u_format_pack_float(dst_format, dp, (const float(*)[4])rgba, n);
         }
      }
   }
}
