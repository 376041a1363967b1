/* SPDX-License-Identifier: MIT
 *
 * Texel decoding, by the table of formats in the description of PICA200's texture units: components from the word's highest bits down,
 * fewer bits widened by repeating them. ETC1 blocks are those of GL_OES_compressed_ETC1_RGB8_texture with their eight bytes
 * reversed; ETC1A4 has eight bytes of alpha before each. But for the table of steps this is a reading of
 * its own: src/format decodes whole images for the driver.
 */
#include "emulator/pica200/tx/texel.h"

#include <string.h>

#include "format/etc.h"
#include "util/u_math.h"

static uint32_t
rgba(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
   return r | g << 8 | b << 16 | a << 24;
}

static uint32_t
half_word(const uint8_t *level, uint32_t number)
{
   return level[2 * (size_t)number] | (uint32_t)level[2 * (size_t)number + 1] << 8;
}

static uint32_t
widen5(uint32_t v)
{
   return v << 3 | v >> 2;
}

static uint32_t
nibble(const uint8_t *level, uint32_t number)
{
   return (level[number >> 1] >> (number & 1) * 4 & 15) * 17;
}

static uint32_t
fetch_rgba8(const uint8_t *level, uint32_t number)
{
   uint32_t v;
   memcpy(&v, level + 4 * (size_t)number, 4);
   return __builtin_bswap32(v);
}

static uint32_t
fetch_rgb8(const uint8_t *level, uint32_t number)
{
   const uint8_t *p = level + 3 * (size_t)number;
   return rgba(p[2], p[1], p[0], 255);
}

static uint32_t
fetch_rgb5a1(const uint8_t *level, uint32_t number)
{
   uint32_t v = half_word(level, number);
   return rgba(widen5(v >> 11), widen5(v >> 6 & 31), widen5(v >> 1 & 31), (v & 1) * 255);
}

static uint32_t
fetch_rgb565(const uint8_t *level, uint32_t number)
{
   uint32_t v = half_word(level, number), g = v >> 5 & 63;
   return rgba(widen5(v >> 11), g << 2 | g >> 4, widen5(v & 31), 255);
}

static uint32_t
fetch_rgba4(const uint8_t *level, uint32_t number)
{
   uint32_t v = half_word(level, number);
   return rgba((v >> 12) * 17, (v >> 8 & 15) * 17, (v >> 4 & 15) * 17, (v & 15) * 17);
}

static uint32_t
fetch_la8(const uint8_t *level, uint32_t number)
{
   uint32_t v = half_word(level, number), l = v >> 8;
   return rgba(l, l, l, v & 255);
}

static uint32_t
fetch_hilo8(const uint8_t *level, uint32_t number)
{
   uint32_t v = half_word(level, number);
   return rgba(v >> 8, v & 255, 0, 255);
}

static uint32_t
fetch_l8(const uint8_t *level, uint32_t number)
{
   uint32_t l = level[number];
   return rgba(l, l, l, 255);
}

static uint32_t
fetch_a8(const uint8_t *level, uint32_t number)
{
   return (uint32_t)level[number] << 24;
}

static uint32_t
fetch_la4(const uint8_t *level, uint32_t number)
{
   uint32_t l = (level[number] >> 4) * 17u;
   return rgba(l, l, l, (level[number] & 15) * 17u);
}

static uint32_t
fetch_l4(const uint8_t *level, uint32_t number)
{
   uint32_t l = nibble(level, number);
   return rgba(l, l, l, 255);
}

static uint32_t
fetch_a4(const uint8_t *level, uint32_t number)
{
   return nibble(level, number) << 24;
}

/* A channel of the base colour of sub-block `second`: at are the lowest bits of the individual colours (first, second). */
static inline __attribute__((always_inline)) int
etc1_base(uint64_t block, bool differential, unsigned second, unsigned high_bit)
{
   if (!differential) {
      unsigned v = (unsigned)(block >> (high_bit - 3 - 4 * second)) & 15;
      return (int)(v * 17);
   }
   unsigned v = (unsigned)(block >> (high_bit - 4)) & 31;
   if (second) {
      unsigned delta = (unsigned)(block >> (high_bit - 7)) & 7;
      v = (v + (delta ^ 4) - 4) & 31;
   }
   return (int)widen5(v);
}

/* The colour of a sub-block with one of its four modifiers: bit 0 the large one, bit 1 negative. */
static uint32_t
etc1_color(uint64_t block, unsigned second, unsigned which)
{
   const bool differential = block >> 33 & 1;
   int modifier = u_etc1_modifiers[block >> (second ? 34 : 37) & 7][which & 1];
   if (which & 2)
      modifier = -modifier;
   uint32_t out = 255u << 24;
   for (unsigned c = 0; c < 3; c++) {
      int v = etc1_base(block, differential, second, 63 - 8 * c) + modifier;
      out |= (uint32_t)CLAMP(v, 0, 255) << 8 * c;
   }
   return out;
}

static unsigned
etc1_which(uint64_t block, unsigned bit)
{
   return (unsigned)((block >> bit & 1) | (block >> (16 + bit) & 1) << 1);
}

/* Does a texel stand in the second sub-block? */
static bool
etc1_second(uint64_t block, unsigned x, unsigned y)
{
   return (block >> 32 & 1 ? y : x) >= 2;
}

static uint32_t
etc1_texel(uint64_t block, unsigned x, unsigned y)
{
   return etc1_color(block, etc1_second(block, x, y), etc1_which(block, x * 4 + y));
}

/* Column and row of a texel in its block of 4x4, sixteen numbers each. */
static unsigned
in_block_x(uint32_t number)
{
   return (number & 1) | (number >> 1 & 2);
}
static unsigned
in_block_y(uint32_t number)
{
   return (number >> 1 & 1) | (number >> 2 & 2);
}

static uint32_t
fetch_etc1(const uint8_t *level, uint32_t number)
{
   uint64_t block;
   memcpy(&block, level + 8 * (size_t)(number >> 4), 8);
   return etc1_texel(block, in_block_x(number), in_block_y(number));
}

static uint32_t
fetch_etc1a4(const uint8_t *level, uint32_t number)
{
   uint64_t alpha, block;
   memcpy(&alpha, level + 16 * (size_t)(number >> 4), 8);
   memcpy(&block, level + 16 * (size_t)(number >> 4) + 8, 8);
   unsigned x = in_block_x(number), y = in_block_y(number);
   uint32_t a = (uint32_t)(alpha >> 4 * (x * 4 + y) & 15) * 17;
   return (etc1_texel(block, x, y) & 0xffffff) | a << 24;
}

const pica_texel_fetch pica_texel_fetches[PICA_TEXEL_FORMATS] = {
   [PICA_TEXEL_RGBA8] = fetch_rgba8,   [PICA_TEXEL_RGB8] = fetch_rgb8,     [PICA_TEXEL_RGB5A1] = fetch_rgb5a1,
   [PICA_TEXEL_RGB565] = fetch_rgb565, [PICA_TEXEL_RGBA4] = fetch_rgba4,   [PICA_TEXEL_LA8] = fetch_la8,
   [PICA_TEXEL_HILO8] = fetch_hilo8,   [PICA_TEXEL_L8] = fetch_l8,         [PICA_TEXEL_A8] = fetch_a8,
   [PICA_TEXEL_LA4] = fetch_la4,       [PICA_TEXEL_L4] = fetch_l4,         [PICA_TEXEL_A4] = fetch_a4,
   [PICA_TEXEL_ETC1] = fetch_etc1,     [PICA_TEXEL_ETC1A4] = fetch_etc1a4,
};

const uint8_t pica_texel_bits[PICA_TEXEL_FORMATS] = {32, 24, 16, 16, 16, 16, 16, 8, 8, 8, 4, 4, 4, 8};

typedef int16_t channels __attribute__((vector_size(16))); /* red, green, blue, alpha of two colours */
typedef uint8_t bytes __attribute__((vector_size(8)));

/* A block's eight colours, by sub-block and index; alpha is 0. */
static void
etc1_palette(uint64_t block, uint32_t color[8])
{
   const bool differential = block >> 33 & 1;
   for (unsigned s = 0; s < 2; s++) {
      const uint8_t *m = u_etc1_modifiers[block >> (s ? 34 : 37) & 7];
      const int16_t r = (int16_t)etc1_base(block, differential, s, 63),
                    g = (int16_t)etc1_base(block, differential, s, 55),
                    b = (int16_t)etc1_base(block, differential, s, 47);
      const channels base = {r, g, b, 0, r, g, b, 0};
      const channels step = {m[0], m[0], m[0], 0, m[1], m[1], m[1], 0};
      for (unsigned i = 0; i < 2; i++) {
         channels v = i ? base - step : base + step;
         v &= v > 0;
         v = (v & (v < 256)) | ((v > 255) & 255);
         const bytes out = __builtin_convertvector(v, bytes);
         memcpy(&color[4 * s + 2 * i], &out, sizeof out);
      }
   }
}

/* Bits 0 to 3, in a byte each. */
#define SPREAD(n)   ((n)&1) | ((n) >> 1 & 1) << 8 | ((n) >> 2 & 1) << 16 | ((uint32_t)(n) >> 3) << 24
#define SPREAD_4(n) SPREAD(n), SPREAD((n) + 1), SPREAD((n) + 2), SPREAD((n) + 3)
static const uint32_t spread[16] = {SPREAD_4(0), SPREAD_4(4), SPREAD_4(8), SPREAD_4(12)};

/* Texels of a block in Morton order: a column of four at a time, whose indices stand together in both planes. */
static void
block_etc1(uint64_t block, uint64_t alpha, uint32_t out[16])
{
   uint32_t color[8];
   etc1_palette(block, color);
   for (unsigned x = 0; x < 4; x++) {
      const uint32_t second = block >> 32 & 1 ? 0x04040000 : x < 2 ? 0 : 0x04040404;
      const uint32_t index = spread[block >> 4 * x & 15] | spread[block >> (16 + 4 * x) & 15] << 1 | second;
      uint32_t *to = out + (x & 1) + (x & 2) * 2;
      const uint32_t a = (uint32_t)(alpha >> 16 * x & 0xffff);
      to[0] = color[index & 7] | (a & 15) * 0x11000000u;
      to[2] = color[index >> 8 & 7] | (a >> 4 & 15) * 0x11000000u;
      to[8] = color[index >> 16 & 7] | (a >> 8 & 15) * 0x11000000u;
      to[10] = color[index >> 24] | (a >> 12) * 0x11000000u;
   }
}

static void
tile_etc1(const uint8_t *tile, bool has_alpha, uint32_t out[64])
{
   for (unsigned b = 0; b < 4; b++) {
      uint64_t alpha = UINT64_MAX, block;
      if (has_alpha)
         memcpy(&alpha, tile + 16 * b, 8);
      memcpy(&block, tile + (has_alpha ? 16 * b + 8 : 8 * b), 8);
      block_etc1(block, alpha, out + 16 * b);
   }
}

void
pica_texel_tile(unsigned format, const uint8_t *tile, uint32_t out[64])
{
   switch (format) {
   case PICA_TEXEL_RGBA8:
      for (uint32_t i = 0; i < 64; i++)
         out[i] = fetch_rgba8(tile, i);
      break;
   case PICA_TEXEL_ETC1:
   case PICA_TEXEL_ETC1A4:
      tile_etc1(tile, format == PICA_TEXEL_ETC1A4, out);
      break;
   default:
      for (uint32_t i = 0; i < 64; i++)
         out[i] = pica_texel_fetches[format](tile, i);
      break;
   }
}
