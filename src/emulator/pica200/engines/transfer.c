/* SPDX-License-Identifier: MIT
 *
 * The display transfer: tiled to linear, linear to tiled or tiled to tiled, with a change of format, a flip and a box filter. Fewer bits are cut
 * off, more are made by repeating, as measured. What hangs the chip or no source describes is refused: conversions
 * that never end, rows that would be skewed, blocks of 32x32 pixels, filters of linear pictures.
 */
#include "emulator/pica200/engines/engines.h"

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

static uint8_t *
pixel_at(const struct side *s, uint32_t x, uint32_t y)
{
   uint32_t number = s->tiled ? pica_tiled(s->width, x, y) : y * s->width + x;
   return s->p + (size_t)number * bytes_of[s->format];
}

static void
load(const struct side *s, uint32_t x, uint32_t y, uint32_t c[4])
{
   const uint8_t *p = pixel_at(s, x, y);
   uint32_t h = p[0] | (uint32_t)p[1] << 8;
   c[3] = 255;
   switch (s->format) {
   case RGBA8:
      for (unsigned i = 0; i < 4; i++)
         c[i] = p[3 - i];
      break;
   case RGB8:
      for (unsigned i = 0; i < 3; i++)
         c[i] = p[2 - i];
      break;
   case RGB565:
      c[0] = h >> 11 << 3 | h >> 13;
      c[1] = (h >> 5 & 63) << 2 | (h >> 9 & 3);
      c[2] = (h & 31) << 3 | (h >> 2 & 7);
      break;
   case RGB5A1:
      c[0] = h >> 11 << 3 | h >> 13;
      c[1] = (h >> 6 & 31) << 3 | (h >> 8 & 7);
      c[2] = (h >> 1 & 31) << 3 | (h >> 3 & 7);
      c[3] = (h & 1) * 255;
      break;
   default:
      for (unsigned i = 0; i < 4; i++)
         c[i] = (h >> (12 - 4 * i) & 15) * 17;
   }
}

static void
store(const struct side *s, uint32_t x, uint32_t y, const uint32_t c[4])
{
   uint8_t *p = pixel_at(s, x, y);
   uint32_t h;
   switch (s->format) {
   case RGBA8:
      for (unsigned i = 0; i < 4; i++)
         p[i] = (uint8_t)c[3 - i];
      return;
   case RGB8:
      for (unsigned i = 0; i < 3; i++)
         p[i] = (uint8_t)c[2 - i];
      return;
   case RGB565:
      h = c[0] >> 3 << 11 | c[1] >> 2 << 5 | c[2] >> 3;
      break;
   case RGB5A1:
      h = c[0] >> 3 << 11 | c[1] >> 3 << 6 | c[2] >> 3 << 1 | c[3] >> 7;
      break;
   default:
      h = c[0] >> 4 << 12 | c[1] >> 4 << 8 | c[2] >> 4 << 4 | c[3] >> 4;
   }
   p[0] = (uint8_t)h;
   p[1] = (uint8_t)(h >> 8);
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

/* The mean of the pixels that become one. */
static void
load_filtered(const struct side *in, uint32_t x, uint32_t y, uint32_t nx, uint32_t ny, uint32_t c[4])
{
   uint32_t sum[4] = {0};
   for (uint32_t k = 0; k < nx * ny; k++) {
      load(in, x * nx + k % nx, y * ny + k / nx, c);
      for (unsigned i = 0; i < 4; i++)
         sum[i] += c[i];
   }
   for (unsigned i = 0; i < 4; i++)
      c[i] = sum[i] / (nx * ny);
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
   for (uint32_t y = 0; y < out.height; y++)
      for (uint32_t x = 0; x < out.width; x++) {
         uint32_t c[4];
         load_filtered(&in, x, y, nx, ny, c);
         store(&out, x, flips ? out.height - 1 - y : y, c);
      }
   return true;
}

bool
pica_read_pixels(struct pica_gpu *gpu, uint32_t address, unsigned format, bool tiled, uint32_t width,
                 uint32_t height, uint32_t *rgba)
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
      for (uint32_t x = 0; x < width; x++) {
         uint32_t c[4];
         load(&in, x, y, c);
         rgba[(size_t)y * width + x] = c[0] | c[1] << 8 | c[2] << 16 | c[3] << 24;
      }
   return true;
}
