/* SPDX-License-Identifier: MIT
 *
 * Encoders for one 4x4 block of each BCn format. Colours are put on the line through their mean along their
 * main direction; BC6H and BC7 use the one mode that has a single line and sixteen steps (mode 3 and mode 6).
 * Good for what an application uploads uncompressed; a texture tool does better.
 */
#include "format/bcn.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

typedef float texel[4];

struct line {
   float a[4], b[4]; /* ends */
};

static float
clamp01(float f)
{
   return f > 0 ? f < 1 ? f : 1 : 0;
}

/** The ends of the segment that covers the texels of \p use (a mask) on their main axis. */
static struct line
fit_line(const texel t[16], unsigned use, unsigned comps)
{
   assert(use <= 0xffff && comps >= 1 && comps <= 4);
   struct line l = {{0}, {0}};
   float mean[4] = {0}, cov[4][4] = {{0}}, axis[4] = {0}, n = 0;
   for (unsigned i = 0; i < 16; i++) {
      if (!(use >> i & 1))
         continue;
      n += 1;
      for (unsigned c = 0; c < comps; c++)
         mean[c] += t[i][c];
   }
   if (n == 0)
      return l;
   for (unsigned c = 0; c < comps; c++)
      mean[c] /= n;
   for (unsigned i = 0; i < 16; i++)
      if (use >> i & 1)
         for (unsigned c = 0; c < comps; c++)
            for (unsigned d = 0; d < comps; d++)
               cov[c][d] += (t[i][c] - mean[c]) * (t[i][d] - mean[d]);
   /* Power iteration from the column of the largest variance. */
   unsigned best = 0;
   for (unsigned c = 1; c < comps; c++)
      if (cov[c][c] > cov[best][best])
         best = c;
   for (unsigned c = 0; c < comps; c++)
      axis[c] = cov[c][best];
   for (unsigned step = 0; step < 8; step++) {
      float next[4] = {0}, largest = 0;
      for (unsigned c = 0; c < comps; c++) {
         for (unsigned d = 0; d < comps; d++)
            next[c] += cov[c][d] * axis[d];
         float m = next[c] < 0 ? -next[c] : next[c];
         largest = m > largest ? m : largest;
      }
      if (!(largest > 0))
         break;
      for (unsigned c = 0; c < comps; c++)
         axis[c] = next[c] / largest;
   }
   float len2 = 0, lo = 0, hi = 0;
   for (unsigned c = 0; c < comps; c++)
      len2 += axis[c] * axis[c];
   for (unsigned i = 0; i < 16 && len2 > 0; i++) {
      if (!(use >> i & 1))
         continue;
      float p = 0;
      for (unsigned c = 0; c < comps; c++)
         p += (t[i][c] - mean[c]) * axis[c];
      p /= len2;
      lo = p < lo ? p : lo;
      hi = p > hi ? p : hi;
   }
   for (unsigned c = 0; c < comps; c++) {
      l.a[c] = mean[c] + axis[c] * lo;
      l.b[c] = mean[c] + axis[c] * hi;
   }
   return l;
}

static float
distance2(const float *a, const float *b, unsigned comps)
{
   float d = 0;
   for (unsigned c = 0; c < comps; c++)
      d += (a[c] - b[c]) * (a[c] - b[c]);
   return d;
}

static unsigned
nearest(const texel *palette, unsigned n, const float *t, unsigned comps)
{
   assert(n && comps <= 4);
   unsigned best = 0;
   float least = distance2(palette[0], t, comps);
   for (unsigned k = 1; k < n; k++) {
      float d = distance2(palette[k], t, comps);
      if (d < least) {
         least = d;
         best = k;
      }
   }
   return best;
}

static uint32_t
quantize(float f, uint32_t max)
{
   return (uint32_t)(clamp01(f) * (float)max + 0.5f);
}

/* ---- BC1 to BC3 colours ---- */

static uint32_t
to_565(const float *c)
{
   return quantize(c[0], 31) << 11 | quantize(c[1], 63) << 5 | quantize(c[2], 31);
}

static void
from_565(uint32_t v, float *c)
{
   assert(v <= 0xffff);
   c[0] = (float)(v >> 11) / 31.0f;
   c[1] = (float)(v >> 5 & 63) / 63.0f;
   c[2] = (float)(v & 31) / 31.0f;
}

static void
put16(uint8_t *b, uint32_t v)
{
   b[0] = (uint8_t)v;
   b[1] = (uint8_t)(v >> 8);
}

static void
encode_color(uint8_t *b, const texel t[16], bool cut_out)
{
   unsigned opaque = 0;
   for (unsigned i = 0; i < 16; i++)
      if (!cut_out || t[i][3] >= 0.5f)
         opaque |= 1u << i;
   struct line l = fit_line(t, opaque, 3);
   uint32_t c0 = to_565(l.b), c1 = to_565(l.a);
   const bool three = opaque != 0xffff; /* the mode with a transparent colour */
   if ((c0 > c1) == three && c0 != c1) {
      uint32_t swap = c0;
      c0 = c1;
      c1 = swap;
   }
   texel palette[4];
   unsigned n = three || c0 == c1 ? 3 : 4;
   from_565(c0, palette[0]);
   from_565(c1, palette[1]);
   for (unsigned c = 0; c < 3; c++) {
      float p = palette[0][c], q = palette[1][c];
      palette[2][c] = n == 3 ? (p + q) * 0.5f : (2 * p + q) / 3.0f;
      palette[3][c] = (p + 2 * q) / 3.0f;
   }
   uint32_t bits = 0;
   for (unsigned i = 0; i < 16; i++)
      bits |= (opaque >> i & 1 ? nearest(palette, n, t[i], 3) : 3) << (2 * i);
   put16(b, c0);
   put16(b + 2, c1);
   put16(b + 4, bits);
   put16(b + 6, bits >> 16);
}

/** One component between two bytes in eight steps: BC4, either half of BC5, alpha of BC3. */
static void
encode_ramp(uint8_t *b, const texel t[16], unsigned comp, bool is_signed)
{
   assert(comp < 4);
   const float scale = is_signed ? 127.0f : 255.0f;
   int v[16], lo = 255, hi = -128;
   for (unsigned i = 0; i < 16; i++) {
      float f = t[i][comp];
      f = f < 1 ? f : 1;
      f = is_signed ? (f > -1 ? f : -1) : (f > 0 ? f : 0);
      v[i] = (int)(f * scale + (f < 0 ? -0.5f : 0.5f));
      lo = MIN2(lo, v[i]);
      hi = MAX2(hi, v[i]);
   }
   uint64_t bits = 0;
   for (unsigned i = 0; i < 16 && hi > lo; i++) {
      /* steps from hi: 0 is index 0, 7 is index 1, those between are one more */
      unsigned step = (unsigned)((14 * (hi - v[i]) + (hi - lo)) / (2 * (hi - lo)));
      uint64_t sel = step == 0 ? 0 : step == 7 ? 1 : step + 1;
      assert(step <= 7);
      bits |= sel << (3 * i);
   }
   b[0] = (uint8_t)hi;
   b[1] = (uint8_t)lo;
   for (unsigned i = 0; i < 6; i++)
      b[2 + i] = (uint8_t)(bits >> (8 * i));
}

static void
encode_alpha4(uint8_t *b, const texel t[16])
{
   for (unsigned i = 0; i < 8; i++)
      b[i] = (uint8_t)(quantize(t[2 * i][3], 15) | quantize(t[2 * i + 1][3], 15) << 4);
}

/* ---- BC6H, BC7 ---- */

static const uint8_t weights4[16] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};

static void
put_bits(uint8_t *b, unsigned *at, uint32_t v, unsigned n)
{
   assert(*at + n <= 128 && (n == 32 || v >> n == 0));
   for (unsigned i = 0; i < n; i++, ++*at)
      b[*at / 8] |= (uint8_t)((v >> i & 1) << (*at % 8));
}

static void
put_indices(uint8_t *b, unsigned *at, const uint8_t index[16])
{
   assert(index[0] < 8); /* the first one's top bit is always 0 */
   put_bits(b, at, index[0], 3);
   for (unsigned i = 1; i < 16; i++)
      put_bits(b, at, index[i], 4);
}

/** Mode 6: seven bits and a shared low bit a component, one subset, four index bits. */
static void
encode_bc7(uint8_t *b, const texel t[16])
{
   texel in[16];
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++)
         in[i][c] = clamp01(t[i][c]) * 255.0f;
   struct line l = fit_line(in, 0xffff, 4);
   uint32_t e[2][4], low[2];
   for (unsigned k = 0; k < 2; k++) {
      const float *want = k ? l.b : l.a;
      float least = 0;
      for (uint32_t p = 0; p < 2; p++) {
         float miss = 0;
         uint32_t q[4];
         for (unsigned c = 0; c < 4; c++) {
            float f = (want[c] - (float)p) * 0.5f + 0.5f;
            q[c] = (uint32_t)CLAMP(f, 0.0f, 127.0f);
            float d = (float)(2 * q[c] + p) - want[c];
            miss += d * d;
         }
         if (p == 0 || miss < least) {
            least = miss;
            low[k] = p;
            memcpy(e[k], q, sizeof q);
         }
      }
   }
   texel palette[16];
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 4; c++) {
         uint32_t p = 2 * e[0][c] + low[0], q = 2 * e[1][c] + low[1];
         palette[i][c] = (float)((p * (64u - weights4[i]) + q * weights4[i] + 32) >> 6);
      }
   uint8_t index[16];
   for (unsigned i = 0; i < 16; i++)
      index[i] = (uint8_t)nearest(palette, 16, in[i], 4);
   const unsigned first = index[0] & 8 ? 1 : 0;
   for (unsigned i = 0; i < 16 && first; i++)
      index[i] = 15 - index[i];
   unsigned at = 0;
   memset(b, 0, 16);
   put_bits(b, &at, 1u << 6, 7);
   for (unsigned c = 0; c < 4; c++) {
      put_bits(b, &at, e[first][c], 7);
      put_bits(b, &at, e[!first][c], 7);
   }
   put_bits(b, &at, low[first], 1);
   put_bits(b, &at, low[!first], 1);
   put_indices(b, &at, index);
}

/** Binary16 as a number that grows with the value it stands for. */
static float
half_order(float f, bool is_signed)
{
   uint32_t h = u_float_to_half(f);
   float m = (float)MIN2(h & 0x7fff, 0x7bffu);
   if (f != f)
      return 0;
   return h & 0x8000 ? (is_signed ? -m : 0) : m;
}

/** What a 10-bit end stands for, in 16-bit units before the final scaling. */
static int32_t
bc6_unquantize(int32_t v, bool is_signed)
{
   assert(is_signed ? v >= -511 && v <= 511 : v >= 0 && v <= 1023);
   if (!is_signed)
      return v == 0 ? 0 : v == 1023 ? 0xffff : ((v << 16) + 0x8000) >> 10;
   int32_t m = v < 0 ? -v : v;
   m = m == 0 ? 0 : m >= 511 ? 0x7fff : ((m << 15) + 0x4000) >> 9;
   return v < 0 ? -m : m;
}

static float
bc6_finish(int32_t v, bool is_signed)
{
   if (!is_signed)
      return (float)((v * 31) >> 6);
   return v < 0 ? -(float)((-v * 31) >> 5) : (float)((v * 31) >> 5);
}

/** Mode 3 (five mode bits 00011): ten bits an end and component, one subset, four index bits. */
static void
encode_bc6(uint8_t *b, const texel t[16], bool is_signed)
{
   texel in[16];
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 3; c++)
         in[i][c] = half_order(t[i][c], is_signed);
   struct line l = fit_line(in, 0xffff, 3);
   const int32_t max = is_signed ? 511 : 1023, min = is_signed ? -511 : 0;
   int32_t e[2][3];
   for (unsigned k = 0; k < 2; k++)
      for (unsigned c = 0; c < 3; c++) {
         float want = k ? l.b[c] : l.a[c];
         int32_t guess = (int32_t)(want / (is_signed ? 62.0f : 31.0f)); /* what one unit is worth */
         float least = 0;
         for (int32_t v = guess - 1; v <= guess + 1; v++) {
            int32_t w = CLAMP(v, min, max);
            float d = bc6_finish(bc6_unquantize(w, is_signed), is_signed) - want;
            d = d < 0 ? -d : d;
            if (v == guess - 1 || d < least) {
               least = d;
               e[k][c] = w;
            }
         }
      }
   texel palette[16];
   for (unsigned i = 0; i < 16; i++)
      for (unsigned c = 0; c < 3; c++) {
         int32_t p = bc6_unquantize(e[0][c], is_signed), q = bc6_unquantize(e[1][c], is_signed);
         palette[i][c] = bc6_finish((p * (64 - weights4[i]) + q * weights4[i] + 32) >> 6, is_signed);
      }
   uint8_t index[16];
   for (unsigned i = 0; i < 16; i++)
      index[i] = (uint8_t)nearest(palette, 16, in[i], 3);
   const unsigned first = index[0] & 8 ? 1 : 0;
   for (unsigned i = 0; i < 16 && first; i++)
      index[i] = 15 - index[i];
   unsigned at = 0;
   memset(b, 0, 16);
   put_bits(b, &at, 3, 5);
   for (unsigned k = 0; k < 2; k++)
      for (unsigned c = 0; c < 3; c++)
         put_bits(b, &at, (uint32_t)e[k == 0 ? first : !first][c] & 1023, 10);
   put_indices(b, &at, index);
}

/* ---- pictures ---- */

static bool
encode_block(enum pipe_format f, uint8_t *b, const texel t[16])
{
   switch (f) {
   case PIPE_FORMAT_DXT1_RGB:
   case PIPE_FORMAT_DXT1_SRGB:
      encode_color(b, t, false);
      return true;
   case PIPE_FORMAT_DXT1_RGBA:
   case PIPE_FORMAT_DXT1_SRGBA:
      encode_color(b, t, true);
      return true;
   case PIPE_FORMAT_DXT3_RGBA:
   case PIPE_FORMAT_DXT3_SRGBA:
      encode_alpha4(b, t);
      encode_color(b + 8, t, false);
      return true;
   case PIPE_FORMAT_DXT5_RGBA:
   case PIPE_FORMAT_DXT5_SRGBA:
      encode_ramp(b, t, 3, false);
      encode_color(b + 8, t, false);
      return true;
   case PIPE_FORMAT_RGTC1_UNORM:
   case PIPE_FORMAT_RGTC1_SNORM:
      encode_ramp(b, t, 0, f == PIPE_FORMAT_RGTC1_SNORM);
      return true;
   case PIPE_FORMAT_RGTC2_UNORM:
   case PIPE_FORMAT_RGTC2_SNORM:
      encode_ramp(b, t, 0, f == PIPE_FORMAT_RGTC2_SNORM);
      encode_ramp(b + 8, t, 1, f == PIPE_FORMAT_RGTC2_SNORM);
      return true;
   case PIPE_FORMAT_BPTC_RGBA_UNORM:
   case PIPE_FORMAT_BPTC_SRGBA:
      encode_bc7(b, t);
      return true;
   case PIPE_FORMAT_BPTC_RGB_FLOAT:
   case PIPE_FORMAT_BPTC_RGB_UFLOAT:
      encode_bc6(b, t, f == PIPE_FORMAT_BPTC_RGB_FLOAT);
      return true;
   default:
      return false;
   }
}

bool
u_bcn_encode(enum pipe_format f, uint8_t *dst, int64_t dst_stride_B, const float (*src)[4],
             unsigned src_stride, unsigned width, unsigned height)
{
   assert(width && height && src_stride >= width);
   const bool small = f == PIPE_FORMAT_DXT1_RGB || f == PIPE_FORMAT_DXT1_RGBA || f == PIPE_FORMAT_DXT1_SRGB ||
                      f == PIPE_FORMAT_DXT1_SRGBA || f == PIPE_FORMAT_RGTC1_UNORM ||
                      f == PIPE_FORMAT_RGTC1_SNORM;
   for (unsigned y = 0; y < height; y += 4) {
      uint8_t *b = dst + (int64_t)(y / 4) * dst_stride_B;
      for (unsigned x = 0; x < width; x += 4, b += small ? 8 : 16) {
         texel t[16];
         for (unsigned i = 0; i < 16; i++) {
            unsigned sx = MIN2(x + i % 4, width - 1), sy = MIN2(y + i / 4, height - 1);
            memcpy(t[i], src[(size_t)sy * src_stride + sx], sizeof t[i]);
         }
         if (!encode_block(f, b, (const texel *)t))
            return false;
      }
   }
   return true;
}
