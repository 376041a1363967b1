/* SPDX-License-Identifier: MIT
 *
 * Pictures for teragl-replay's page.
 */
#include "replay_picture.h"

#include <assert.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"

struct bytes {
   uint8_t *data;
   size_t n, room;
};

static void
collect_png(png_structp png, png_bytep data, size_t n)
{
   struct bytes *b = png_get_io_ptr(png);
   if (b->n + n > b->room) {
      size_t room = (b->n + n) * 2;
      uint8_t *grown = realloc(b->data, room);
      if (!grown)
         png_error(png, "out of memory");
      b->data = grown;
      b->room = room;
   }
   memcpy(b->data + b->n, data, n);
   b->n += n;
}

static void
flush_nothing(png_structp png)
{
}

static bool
encode_png(const uint32_t *rgba, uint32_t w, uint32_t h, struct bytes *out)
{
   png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
   png_infop info = png ? png_create_info_struct(png) : NULL;
   bool ok = false;
   if (!info || setjmp(png_jmpbuf(png)))
      goto out;
   png_set_write_fn(png, out, collect_png, flush_nothing);
   png_set_IHDR(png, info, w, h, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                PNG_FILTER_TYPE_DEFAULT);
   png_write_info(png, info);
   for (uint32_t y = 0; y < h; y++)
      png_write_row(png, (png_const_bytep)(rgba + (size_t)y * w));
   png_write_end(png, NULL);
   ok = true;
out:
   png_destroy_write_struct(&png, &info);
   return ok;
}

static char *
base64(const struct bytes *b, size_t *length)
{
   static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
   char *text = malloc((b->n + 2) / 3 * 4 + 1), *end = text;
   if (!text)
      return NULL;
   for (size_t i = 0; i < b->n; i += 3) {
      uint32_t v = 0;
      for (size_t k = 0; k < 3; k++)
         v = v << 8 | (i + k < b->n ? b->data[i + k] : 0);
      for (unsigned k = 0; k < 4; k++)
         *end++ = i + k <= b->n ? digit[v >> (18 - 6 * k) & 63] : '=';
   }
   *end = '\0';
   *length = (size_t)(end - text);
   return text;
}

char *
picture_encode(const uint32_t *rgba, uint32_t w, uint32_t h, size_t *length)
{
   struct bytes png = {0};
   char *text = encode_png(rgba, w, h, &png) ? base64(&png, length) : NULL;
   free(png.data);
   return text;
}

uint32_t
picture_divisor(uint32_t w, uint32_t h, uint32_t most_px)
{
   return MAX2(DIV_ROUND_UP(MAX2(w, h), most_px), 1);
}

void
picture_shrink(const uint32_t *rgba, uint32_t w, uint32_t h, uint32_t divisor, uint32_t *out)
{
   const uint32_t sw = picture_shrunk(w, divisor), sh = picture_shrunk(h, divisor);
   const uint32_t bw = MIN2(divisor, w), bh = MIN2(divisor, h), n = bw * bh;
   for (uint32_t y = 0; y < sh; y++)
      for (uint32_t x = 0; x < sw; x++) {
         uint64_t sum[4] = {0};
         uint32_t mean = 0;
         for (uint32_t i = 0; i < n; i++) {
            const uint32_t v = rgba[(size_t)(y * bh + i / bw) * w + x * bw + i % bw];
            for (unsigned k = 0; k < 4; k++)
               sum[k] += v >> 8 * k & 255;
         }
         for (unsigned k = 0; k < 4; k++)
            mean |= (uint32_t)(sum[k] / n) << 8 * k;
         out[(size_t)y * sw + x] = mean;
      }
}

struct picture_change
picture_compare(const uint32_t *before, const uint32_t *after, uint32_t w, uint32_t h, uint32_t divisor,
                uint32_t *marks)
{
   const uint32_t sw = picture_shrunk(w, divisor), sh = picture_shrunk(h, divisor);
   struct picture_change c = {.x0 = w, .y0 = h};
   if (marks)
      memset(marks, 0, (size_t)sw * sh * 4);
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
         if (before[(size_t)y * w + x] == after[(size_t)y * w + x])
            continue;
         c.pixels++;
         c.x0 = MIN2(c.x0, x);
         c.y0 = MIN2(c.y0, y);
         c.x1 = MAX2(c.x1, x + 1);
         c.y1 = MAX2(c.y1, y + 1);
         if (marks)
            marks[(size_t)MIN2(y / divisor, sh - 1) * sw + MIN2(x / divisor, sw - 1)] = 0xff2030ff;
      }
   return c.pixels ? c : (struct picture_change){0};
}
