/* SPDX-License-Identifier: MIT
 *
 * ETC1, ETC2 and EAC, a block at a time. Blocks are big endian; their texels are numbered down the columns.
 */
#include "format/etc.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

typedef uint8_t texel[4];

const uint8_t u_etc1_modifiers[8][2] = {
   {2,  8  },
   {5,  17 },
   {9,  29 },
   {13, 42 },
   {18, 60 },
   {24, 80 },
   {33, 106},
   {47, 183}
};

static uint8_t
clamp_byte(int v)
{
   return (uint8_t)CLAMP(v, 0, 255);
}

/** \p n bits, the highest of which is bit \p top of the block. */
static int
bits(uint64_t block, unsigned top, unsigned n)
{
   assert(top < 64 && n && n <= top + 1);
   return (int)(block >> (top + 1 - n) & ((1u << n) - 1));
}

/** The index of a texel, 0 to 3: one bit of each half of the low word. */
static unsigned
index_of(uint64_t block, unsigned x, unsigned y)
{
   const unsigned i = x * 4 + y;
   return (unsigned)(block >> (16 + i) & 1) << 1 | (unsigned)(block >> i & 1);
}

/* ---- colours ------------------------------------------------------------------------------------------- */

/** Four colours, one for each index; of blocks that are not opaque, index 2 is transparent black. */
static void
paint(uint64_t block, const int colors[4][3], bool opaque, texel out[16])
{
   for (unsigned x = 0; x < 4; x++)
      for (unsigned y = 0; y < 4; y++) {
         uint8_t *t = out[y * 4 + x];
         const unsigned i = index_of(block, x, y);
         if (!opaque && i == 2) {
            memset(t, 0, 4);
            continue;
         }
         for (unsigned c = 0; c < 3; c++)
            t[c] = clamp_byte(colors[i][c]);
         t[3] = 255;
      }
}

/** Two halves with a colour each, to which an index adds grey. */
static void
paint_halves(uint64_t block, const int base[2][3], bool opaque, texel out[16])
{
   const bool flip = bits(block, 32, 1);
   texel half[2][16];
   for (unsigned h = 0; h < 2; h++) {
      const uint8_t *m = u_etc1_modifiers[bits(block, h ? 36 : 39, 3)];
      int colors[4][3];
      for (unsigned c = 0; c < 3; c++) {
         colors[0][c] = base[h][c] + (opaque ? m[0] : 0);
         colors[1][c] = base[h][c] + m[1];
         colors[2][c] = base[h][c] - m[0];
         colors[3][c] = base[h][c] - m[1];
      }
      paint(block, colors, opaque, half[h]);
   }
   for (unsigned i = 0; i < 16; i++)
      memcpy(out[i], half[(flip ? i / 4 : i % 4) >= 2][i], 4);
}

/** Two colours of four bits a component. */
static void
individual(uint64_t block, texel out[16])
{
   int base[2][3];
   for (unsigned c = 0; c < 3; c++) {
      base[0][c] = bits(block, 63 - 8 * c, 4) * 17;
      base[1][c] = bits(block, 59 - 8 * c, 4) * 17;
   }
   paint_halves(block, base, true, out);
}

/** A colour of five bits a component, and what is to be added for the other one: 3 bits with sign. */
static int
second_color(uint64_t block, unsigned c)
{
   return bits(block, 63 - 8 * c, 5) + (bits(block, 58 - 8 * c, 3) ^ 4) - 4;
}

static void
differential(uint64_t block, bool opaque, texel out[16])
{
   int base[2][3];
   for (unsigned c = 0; c < 3; c++) {
      const int v = bits(block, 63 - 8 * c, 5), w = second_color(block, c) & 31;
      base[0][c] = v << 3 | v >> 2;
      base[1][c] = w << 3 | w >> 2;
   }
   paint_halves(block, base, opaque, out);
}

static const uint8_t distances[8] = {3, 6, 11, 16, 23, 32, 41, 64};

/** One colour alone, and a second one with a lighter and a darker neighbour. */
static void
t_mode(uint64_t block, bool opaque, texel out[16])
{
   const int first[3] = {bits(block, 60, 2) << 2 | bits(block, 57, 2), bits(block, 55, 4),
                         bits(block, 51, 4)};
   const int d = distances[bits(block, 35, 2) << 1 | bits(block, 32, 1)];
   int colors[4][3];
   for (unsigned c = 0; c < 3; c++) {
      const int second = bits(block, 47 - 4 * c, 4) * 17;
      colors[0][c] = first[c] * 17;
      colors[1][c] = second + d;
      colors[2][c] = second;
      colors[3][c] = second - d;
   }
   paint(block, colors, opaque, out);
}

/** Two colours, each as a lighter and a darker one. Their order is a bit of the distance. */
static void
h_mode(uint64_t block, bool opaque, texel out[16])
{
   const int first[3] = {bits(block, 62, 4), bits(block, 58, 3) << 1 | bits(block, 52, 1),
                         bits(block, 51, 1) << 3 | bits(block, 49, 3)};
   int second[3], colors[4][3], order = 0;
   for (unsigned c = 0; c < 3; c++)
      second[c] = bits(block, 46 - 4 * c, 4);
   for (unsigned c = 0; c < 3 && !order; c++)
      order = first[c] - second[c];
   const int d = distances[bits(block, 34, 1) << 2 | bits(block, 32, 1) << 1 | (order >= 0)];
   for (unsigned c = 0; c < 3; c++) {
      colors[0][c] = first[c] * 17 + d;
      colors[1][c] = first[c] * 17 - d;
      colors[2][c] = second[c] * 17 + d;
      colors[3][c] = second[c] * 17 - d;
   }
   paint(block, colors, opaque, out);
}

/** Colours at the origin, to the right of the block and below it. */
static void
planar(uint64_t block, texel out[16])
{
   const int six[6] = {bits(block, 62, 6),
                       bits(block, 48, 1) << 5 | bits(block, 44, 2) << 3 | bits(block, 41, 3),
                       bits(block, 38, 5) << 1 | bits(block, 32, 1),
                       bits(block, 24, 6),
                       bits(block, 18, 6),
                       bits(block, 5, 6)};
   const int seven[3] = {bits(block, 56, 1) << 6 | bits(block, 54, 6), bits(block, 31, 7),
                         bits(block, 12, 7)};
   int at[3][3]; /* of each place: red, green, blue */
   for (unsigned k = 0; k < 3; k++) {
      at[k][0] = six[2 * k] << 2 | six[2 * k] >> 4;
      at[k][1] = seven[k] << 1 | seven[k] >> 6;
      at[k][2] = six[2 * k + 1] << 2 | six[2 * k + 1] >> 4;
   }
   for (int y = 0; y < 4; y++)
      for (int x = 0; x < 4; x++) {
         uint8_t *t = out[y * 4 + x];
         for (unsigned c = 0; c < 3; c++) {
            const int sum = x * (at[1][c] - at[0][c]) + y * (at[2][c] - at[0][c]) + 4 * at[0][c] + 2;
            t[c] = sum < 0 ? 0 : clamp_byte(sum >> 2);
         }
         t[3] = 255;
      }
}

/** The component whose second colour does not exist says which of the modes beyond ETC1 it is. */
static void
etc2_block(uint64_t block, bool punch_through, texel out[16])
{
   const bool bit = bits(block, 33, 1), opaque = bit || !punch_through;
   if (!bit && !punch_through) {
      individual(block, out);
      return;
   }
   unsigned c = 0;
   while (c < 3 && second_color(block, c) >= 0 && second_color(block, c) < 32)
      c++;
   if (c == 0)
      t_mode(block, opaque, out);
   else if (c == 1)
      h_mode(block, opaque, out);
   else if (c == 2)
      planar(block, out);
   else
      differential(block, opaque, out);
}

/* ---- one component ------------------------------------------------------------------------------------- */

static int
eac_modifier(uint64_t block, unsigned x, unsigned y)
{
   /* for the indices 0 to 3; 4 to 7 are their complements */
   static const uint8_t modifier[16][4] = {
      {3, 6, 9,  15},
      {3, 7, 10, 13},
      {2, 5, 8,  13},
      {2, 4, 6,  13},
      {3, 6, 8,  12},
      {3, 7, 9,  11},
      {4, 7, 8,  11},
      {3, 5, 8,  11},
      {2, 6, 8,  10},
      {2, 5, 8,  10},
      {2, 4, 8,  10},
      {2, 5, 7,  10},
      {3, 4, 7,  10},
      {1, 2, 3,  10},
      {4, 6, 8,  9 },
      {3, 5, 7,  9 }
   };
   const int index = bits(block, 47 - 3 * (x * 4 + y), 3), m = modifier[bits(block, 51, 4)][index & 3];
   return index & 4 ? m - 1 : -m;
}

/** Alpha of 8 bits. */
static void
eac_alpha(uint64_t block, texel out[16])
{
   for (unsigned i = 0; i < 16; i++)
      out[i][3] = clamp_byte(bits(block, 63, 8) + eac_modifier(block, i % 4, i / 4) * bits(block, 55, 4));
}

/** A component of 11 bits, widened to 16 by repeating its high bits. */
static uint16_t
eac_11(uint64_t block, bool is_signed, unsigned x, unsigned y)
{
   const int multiplier = bits(block, 55, 4),
             m = eac_modifier(block, x, y) * (multiplier ? multiplier * 8 : 1);
   if (!is_signed) {
      const int v = bits(block, 63, 8) * 8 + 4 + m, clamped = CLAMP(v, 0, 2047);
      return (uint16_t)(clamped << 5 | clamped >> 6);
   }
   const int base = (bits(block, 63, 8) ^ 128) - 128, v = MAX2(base, -127) * 8 + m;
   const int size = MIN2(v < 0 ? -v : v, 1023), wide = size << 5 | size >> 5;
   return (uint16_t)(v < 0 ? -wide : wide);
}

/* ---- rectangles ---------------------------------------------------------------------------------------- */

static uint64_t
read_block(const uint8_t *b)
{
   uint64_t v = 0;
   for (unsigned i = 0; i < 8; i++)
      v = v << 8 | b[i];
   return v;
}

/** One block to texels of four bytes (two in the first half of which are meant for one component). Bytes read. */
static unsigned
decode_block(enum u_etc kind, const uint8_t *src, texel out[16])
{
   const uint64_t block = read_block(src);
   switch (kind) {
   case U_ETC1_RGB:
      if (bits(block, 33, 1))
         differential(block, true, out);
      else
         individual(block, out);
      return 8;
   case U_ETC2_RGB:
   case U_ETC2_RGB_A1:
      etc2_block(block, kind == U_ETC2_RGB_A1, out);
      return 8;
   case U_ETC2_RGBA:
      etc2_block(read_block(src + 8), false, out);
      eac_alpha(block, out);
      return 16;
   default:
      break;
   }
   const bool two = kind == U_EAC_RG11 || kind == U_EAC_RG11_SNORM;
   const bool is_signed = kind == U_EAC_R11_SNORM || kind == U_EAC_RG11_SNORM;
   for (unsigned i = 0; i < 16; i++) {
      const uint16_t v[2] = {eac_11(block, is_signed, i % 4, i / 4),
                             two ? eac_11(read_block(src + 8), is_signed, i % 4, i / 4) : (uint16_t)0};
      memcpy(out[i], v, 4);
   }
   return two ? 16 : 8;
}

void
u_etc_decode(enum u_etc kind, uint8_t *dst, int64_t dst_stride_B, const uint8_t *src, unsigned width,
             unsigned height)
{
   assert(kind > U_ETC_NONE && kind <= U_EAC_RG11_SNORM);
   const size_t texel_B = kind == U_EAC_R11 || kind == U_EAC_R11_SNORM ? 2 : 4;
   for (unsigned y = 0; y < height; y += 4)
      for (unsigned x = 0; x < width; x += 4) {
         texel t[16];
         src += decode_block(kind, src, t);
         for (unsigned i = 0; i < 16; i++)
            if (x + i % 4 < width && y + i / 4 < height)
               memcpy(dst + (int64_t)(y + i / 4) * dst_stride_B + (size_t)(x + i % 4) * texel_B, t[i],
                      texel_B);
      }
}
