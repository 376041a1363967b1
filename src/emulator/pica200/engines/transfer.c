/* SPDX-License-Identifier: MIT
 *
 * The display transfer: tiled to linear, linear to tiled or tiled to tiled, with a change of format, a flip and a box filter. Fewer bits are cut
 * off, more are made by repeating, as measured. What hangs the chip or no source describes is refused: conversions
 * that never end, rows that would be skewed, blocks of 32x32 pixels, filters of linear pictures.
 */
#include "emulator/pica200/engines/engines.h"

#include <assert.h>
#include <string.h>

#include "db/pica200/picax_regs.h"

#include "emulator/pica200/raster/back.h"
#include "emulator/pica200/tiling.h"
#include "util/u_math.h"

/* As PPF_FLAGS numbers formats. */
enum { RGBA8, RGB8, RGB565, RGB5A1, RGBA4, FORMATS };
static const uint8_t bytes_of[FORMATS] = {4, 3, 2, 2, 2};

struct side {
   uint8_t *p;
   unsigned format;
   uint32_t width, height; /* as pixels stand in memory */
   bool tiled;
};

/* Pixels that are on their way at once: eight tiles of a tiled row. */
enum { CHUNK = 64 };

#define INLINE static inline __attribute__((always_inline))

INLINE uint32_t
word_at(const uint8_t *p, unsigned bytes)
{
   uint32_t word = p[0] | (uint32_t)p[1] << 8;
   if (bytes == 3)
      word |= (uint32_t)p[2] << 16;
   if (bytes == 4)
      memcpy(&word, p, 4);
   return word;
}

/* Rows of tiled pictures begin at a tile, and are whole tiles. */
INLINE void
read_words(const uint8_t *restrict p, unsigned bytes, bool tiled, unsigned n, uint32_t *restrict word)
{
   if (!tiled)
      for (unsigned i = 0; i < n; i++)
         word[i] = word_at(p + i * bytes, bytes);
   for (unsigned i = 0; tiled && i < n; i += 8, p += 64 * bytes) {
#pragma GCC unroll 8
      for (unsigned k = 0; k < 8; k++)
         word[i + k] = word_at(p + pica_morton(k, 0) * bytes, bytes);
   }
}

INLINE void
put_bytes(uint8_t *p, unsigned bytes, uint32_t word)
{
   if (bytes == 4)
      memcpy(p, &word, 4);
   for (unsigned b = 0; bytes < 4 && b < bytes; b++)
      p[b] = (uint8_t)(word >> 8 * b);
}

INLINE void
write_words(uint8_t *restrict p, unsigned bytes, bool tiled, unsigned n, const uint32_t *restrict word)
{
   unsigned i = 0;
   for (; tiled && i < n; i += 8, p += 64 * bytes) {
#pragma GCC unroll 8
      for (unsigned k = 0; k < 8; k++)
         put_bytes(p + pica_morton(k, 0) * bytes, bytes, word[i + k]);
   }
   for (; bytes == 3 && i + 4 <= n; i += 4) { /* four pixels are three words */
      const uint32_t *w = word + i;
      put_bytes(p + 3 * i, 4, w[0] | w[1] << 24);
      put_bytes(p + 3 * i + 4, 4, w[1] >> 8 | w[2] << 16);
      put_bytes(p + 3 * i + 8, 4, w[2] >> 16 | w[3] << 8);
   }
   for (; i < n; i++)
      put_bytes(p + i * bytes, bytes, word[i]);
}

/* A loop for each size and order. */
#define EACH_KIND(s, use)                                                                                    \
   switch (bytes_of[(s)->format] * 2 + (s)->tiled) {                                                         \
   case 4:                                                                                                   \
      use(2, false);                                                                                         \
      break;                                                                                                 \
   case 5:                                                                                                   \
      use(2, true);                                                                                          \
      break;                                                                                                 \
   case 6:                                                                                                   \
      use(3, false);                                                                                         \
      break;                                                                                                 \
   case 7:                                                                                                   \
      use(3, true);                                                                                          \
      break;                                                                                                 \
   case 8:                                                                                                   \
      use(4, false);                                                                                         \
      break;                                                                                                 \
   default:                                                                                                  \
      use(4, true);                                                                                          \
   }

static uint8_t *
pixel_at(const struct side *s, uint32_t x, uint32_t y)
{
   const size_t number = s->tiled ? pica_tiled(s->width, x, y) : (size_t)y * s->width + x;
   return s->p + number * bytes_of[s->format];
}

/* Pixels are converted four at a time: rows have room for four. */
typedef uint32_t words __attribute__((vector_size(16), may_alias, aligned(4)));

/* Bits from \p low up, a channel of \p bits, widened to 8 by repeating it; an only one fills them. */
INLINE words
widened(words word, unsigned low, unsigned bits)
{
   const words v = word >> low & ((1u << bits) - 1);
   return bits == 1 ? v * 255 : v << (8 - bits) | v >> (2 * bits - 8);
}

INLINE words
rgba(words r, words g, words b, words a)
{
   return r | g << 8 | b << 16 | a << 24;
}

INLINE words
swapped(words w)
{
   return rgba(w >> 24, w >> 16 & 255, w >> 8 & 255, w);
}

static void
clear_rest(uint32_t *c, unsigned n)
{
   for (; n % 4; n++)
      c[n] = 0;
}

/* \p n pixels of row y from column x on, red in the lowest byte; \p c: a multiple of four. */
static void
load(const struct side *s, uint32_t x, uint32_t y, unsigned n, uint32_t *restrict c)
{
   const uint8_t *p = pixel_at(s, x, y);
#define READ(bytes, tiled) read_words(p, bytes, tiled, n, c)
   EACH_KIND(s, READ)
#undef READ
   clear_rest(c, n);
   const words opaque = {255, 255, 255, 255};
#define EACH(expression)                                                                                     \
   for (unsigned i = 0; i < n; i += 4) {                                                                     \
      const words w = *(const words *)&c[i];                                                                 \
      *(words *)&c[i] = (expression);                                                                        \
   }                                                                                                         \
   break
   switch (s->format) {
   case RGBA8:
      EACH(swapped(w));
   case RGB8:
      EACH(rgba(w >> 16, w >> 8 & 255, w & 255, opaque));
   case RGB565:
      EACH(rgba(widened(w, 11, 5), widened(w, 5, 6), widened(w, 0, 5), opaque));
   case RGB5A1:
      EACH(rgba(widened(w, 11, 5), widened(w, 6, 5), widened(w, 1, 5), widened(w, 0, 1)));
   default:
      EACH(rgba(widened(w, 12, 4), widened(w, 8, 4), widened(w, 4, 4), widened(w, 0, 4)));
   }
}

static void
store(const struct side *s, uint32_t x, uint32_t y, unsigned n, uint32_t *restrict c)
{
   switch (s->format) {
   case RGBA8:
      EACH(swapped(w));
   case RGB8:
      EACH((w & 255) << 16 | (w & 0xff00) | (w >> 16 & 255));
   case RGB565:
      EACH((w >> 3 & 31) << 11 | (w >> 10 & 63) << 5 | (w >> 19 & 31));
   case RGB5A1:
      EACH((w >> 3 & 31) << 11 | (w >> 11 & 31) << 6 | (w >> 19 & 31) << 1 | w >> 31);
   default:
      EACH((w >> 4 & 15) << 12 | (w >> 12 & 15) << 8 | (w >> 20 & 15) << 4 | w >> 28);
   }
#undef EACH
   uint8_t *p = pixel_at(s, x, y);
#define WRITE(bytes, tiled) write_words(p, bytes, tiled, n, c)
   EACH_KIND(s, WRITE)
#undef WRITE
}

/* The usual transfer, to the screen: \p n pixels, whole tiles of a tiled row of RGBA8, as RGB8, which is all but the lowest byte. */
static void
screen_row(uint8_t *to, const uint8_t *from, unsigned n)
{
   _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pixels follow each other in a word");
   assert(n % 8 == 0); /* check() has seen to it */
   for (unsigned i = 0; i < n; i += 8, from += 4 * 64, to += 3 * 8) {
      uint64_t pixels[4]; /* two each, in 48 bits */
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++) {
         uint64_t two;
         memcpy(&two, from + 4 * pica_morton(2 * k, 0), sizeof two);
         pixels[k] = (two >> 8 & 0xffffff) | two >> 40 << 24;
      }
      const uint64_t words[3] = {pixels[0] | pixels[1] << 48, pixels[1] >> 16 | pixels[2] << 32,
                                 pixels[2] >> 32 | pixels[3] << 16};
      memcpy(to, words, sizeof words);
   }
}

/* Pairs of formats whose transfer ends on the chip. */
static bool
supported(unsigned in, unsigned out)
{
   return in == RGBA8 || in == out || (bytes_of[in] == 2 && bytes_of[out] == 2);
}

static bool
check(struct pica_gpu *gpu, const struct side *in, const struct side *out, uint32_t flags)
{
   unsigned scale = PICAX_PPF_FLAGS_get_SCALE(flags);
   uint32_t halves_x = scale != 0, halves_y = scale == 2;
   if (in->format >= FORMATS || out->format >= FORMATS)
      return pica_error(gpu, PICA_REGS, "a display transfer from format %u to %u: there are five", in->format,
                        out->format);
   if (!supported(in->format, out->format) && !pica_pixels_params(gpu)->transfer_any)
      return pica_error(gpu, PICA_REGS, "a display transfer from format %u to %u never ends on the chip",
                        in->format, out->format);
   if (PICAX_PPF_FLAGS_get_BLOCK32(flags))
      return pica_error(gpu, PICA_REGS, "the order of 32x32 blocks is not known");
   if (scale == 3 || (scale && !in->tiled))
      return pica_error(gpu, PICA_REGS, "a display transfer with filter %u of a %s picture", scale,
                        in->tiled ? "tiled" : "linear");
   if (!in->width || !in->height || !out->width || !out->height || (out->width << halves_x) > in->width ||
       (out->height << halves_y) > in->height)
      return pica_error(gpu, PICA_REGS, "a display transfer from %u x %u to %u x %u pixels", in->width,
                        in->height, out->width, out->height);
   if (((in->tiled || out->tiled) && (in->width % 8 || out->width % 8)) || (in->tiled && in->height % 8) ||
       (out->tiled && out->height % 8))
      return pica_error(gpu, PICA_REGS, "tiled pictures of %u x %u and %u x %u pixels: 8 is no divisor",
                        in->width, in->height, out->width, out->height);
   if ((out->width << halves_x) != in->width &&
       (!PICAX_PPF_FLAGS_get_CROP_LINES(flags) || PICAX_PPF_FLAGS_get_FLIP_VERT(flags)))
      return pica_error(gpu, PICA_REGS,
                        "a transfer to a narrower picture skews it without CROP or with a flip");
   return true;
}

/* Means of the pixels that become one, \p n of them. */
static void
load_filtered(const struct side *in, uint32_t x, uint32_t y, uint32_t nx, uint32_t ny, unsigned n,
              uint32_t *restrict c)
{
   uint32_t row[2][2 * CHUNK];
   if (nx * ny == 1) {
      load(in, x, y, n, c);
      return;
   }
   for (uint32_t k = 0; k < ny; k++)
      load(in, x * nx, y * ny + k, n * nx, row[k]);
   clear_rest(c, n);
   for (unsigned i = 0; i < n; i++) {
      c[i] = 0;
      for (unsigned shift = 0; shift < 32; shift += 8) {
         uint32_t sum = 0;
         for (uint32_t k = 0; k < nx * ny; k++)
            sum += row[k / nx][i * nx + k % nx] >> shift & 255;
         c[i] |= sum / (nx * ny) << shift;
      }
   }
}

bool
pica_display_transfer(struct pica_gpu *gpu)
{
   const union picax_mmio_regs *io = &gpu->io;
   uint32_t flags = io->PPF_FLAGS;
   bool to_tiled = PICAX_PPF_FLAGS_get_LINEAR_TO_TILED(flags),
        keeps = PICAX_PPF_FLAGS_get_NO_CONVERT_TILING(flags);
   unsigned scale = PICAX_PPF_FLAGS_get_SCALE(flags);
   uint32_t nx = scale ? 2 : 1, ny = scale == 2 ? 2 : 1;
   struct side in = {.format = PICAX_PPF_FLAGS_get_IN_FORMAT(flags),
                     .width = PICAX_PPF_IN_SIZE_get_WIDTH(io->PPF_IN_SIZE),
                     .height = PICAX_PPF_IN_SIZE_get_HEIGHT(io->PPF_IN_SIZE),
                     .tiled = !to_tiled};
   struct side out = {.format = PICAX_PPF_FLAGS_get_OUT_FORMAT(flags),
                      .width = PICAX_PPF_OUT_SIZE_get_WIDTH(io->PPF_OUT_SIZE) / nx,
                      .height = PICAX_PPF_OUT_SIZE_get_HEIGHT(io->PPF_OUT_SIZE) / ny,
                      .tiled = to_tiled != keeps};
   if (!check(gpu, &in, &out, flags))
      return false;
   uint32_t in_at = PICAX_PPF_IN_ADDR_get_ADDR(io->PPF_IN_ADDR) * 8;
   uint32_t out_at = PICAX_PPF_OUT_ADDR_get_ADDR(io->PPF_OUT_ADDR) * 8;
   in.p = pica_mem(gpu, in_at, (uint64_t)in.width * in.height * bytes_of[in.format]);
   out.p = pica_mem(gpu, out_at, (uint64_t)out.width * out.height * bytes_of[out.format]);
   if (!in.p || !out.p)
      return pica_error(gpu, PICA_REGS,
                        "the %s of a display transfer at %08x, %u x %u pixels, is not in memory",
                        in.p ? "output" : "input", in.p ? out_at : in_at, in.p ? out.width : in.width,
                        in.p ? out.height : in.height);
   gpu->back->flush(gpu);
   bool flips = PICAX_PPF_FLAGS_get_FLIP_VERT(flags);
   const bool to_screen = in.format == RGBA8 && in.tiled && out.format == RGB8 && !out.tiled && !scale;
   for (uint32_t y = 0; y < out.height; y++) {
      const uint32_t to = flips ? out.height - 1 - y : y;
      if (to_screen) { /* widths are multiples of 8 */
         screen_row(pixel_at(&out, 0, to), pixel_at(&in, 0, y), out.width);
         continue;
      }
      for (uint32_t x = 0; x < out.width; x += CHUNK) {
         const unsigned n = MIN2(out.width - x, (uint32_t)CHUNK);
         uint32_t c[CHUNK];
         load_filtered(&in, x, y, nx, ny, n, c);
         store(&out, x, to, n, c);
      }
   }
   return true;
}

bool
pica_read_pixels(struct pica_gpu *gpu, uint32_t address, unsigned format, bool tiled, uint32_t width,
                 uint32_t height, uint32_t *to)
{
   struct side in = {.format = format, .width = width, .height = height, .tiled = tiled};
   if (format >= FORMATS)
      return pica_error(gpu, PICA_REGS, "pixels of format %u: there are five", format);
   if (tiled && (width % 8 || height % 8))
      return pica_error(gpu, PICA_REGS, "a tiled picture of %u x %u pixels: 8 is no divisor", width, height);
   if (width > UINT16_MAX || height > UINT16_MAX ||
       !(in.p = pica_mem(gpu, address, (uint64_t)width * height * bytes_of[format])))
      return pica_error(gpu, PICA_REGS, "a picture of %u x %u pixels at %08x is not in memory", width, height,
                        address);
   gpu->back->flush(gpu);
   for (uint32_t y = 0; y < height; y++)
      for (uint32_t x = 0; x < width; x += CHUNK) {
         const unsigned n = MIN2(width - x, (uint32_t)CHUNK);
         uint32_t c[CHUNK];
         load(&in, x, y, n, c);
         memcpy(to + (size_t)y * width + x, c, n * sizeof *c);
      }
   return true;
}
