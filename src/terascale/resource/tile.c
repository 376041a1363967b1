/* SPDX-License-Identifier: MIT
 *
 * Copies between linear memory and tiled surfaces by the CPU. In every pixel order some neighbours in x stay
 * neighbours in memory (16 bytes of them in the displayable orders), so each micro tile is a handful of
 * constant-size moves. Macro-tiled levels use the same moves with the tile's address from
 * ts_surface_address.
 */
#include <assert.h>
#include <string.h>

#include "terascale/resource/surface.h"
#include "util/u_math.h"

/** One micro tile, or the part of it from (x0, y0) to (x1, y1). run: pixels contiguous in x. */
static inline __attribute__((always_inline)) void
copy_tile(uint8_t *tile, uint8_t *linear, uint32_t stride_B, const uint8_t *lut, unsigned x0, unsigned y0,
          unsigned x1, unsigned y1, unsigned block_B, unsigned run, bool upload)
{
   for (unsigned y = y0; y < y1; y++, linear += stride_B) {
      uint8_t *l = linear;
      unsigned x = x0;
      while (x < x1) {
         uint8_t *e = tile + (size_t)lut[y * 8 + x] * block_B;
         if (!(x & (run - 1)) && x + run <= x1) {
            if (upload)
               memcpy(e, l, (size_t)run * block_B);
            else
               memcpy(l, e, (size_t)run * block_B);
            x += run;
            l += run * block_B;
         } else {
            if (upload)
               memcpy(e, l, block_B);
            else
               memcpy(l, e, block_B);
            x++;
            l += block_B;
         }
      }
   }
}

typedef void (*tile_fn)(uint8_t *tile, uint8_t *linear, uint32_t stride_B, const uint8_t *lut, unsigned x0,
                        unsigned y0, unsigned x1, unsigned y1);

#define TILE_FN(b, run, dir, up)                                                                             \
   static void tile_##b##_##run##_##dir(uint8_t *tile, uint8_t *linear, uint32_t stride_B,                   \
                                        const uint8_t *lut, unsigned x0, unsigned y0, unsigned x1,           \
                                        unsigned y1)                                                         \
   {                                                                                                         \
      copy_tile(tile, linear, stride_B, lut, x0, y0, x1, y1, b, run, up);                                    \
   }
#define TILE_FNS(b, run)                                                                                     \
   TILE_FN(b, run, up, true)                                                                                 \
   TILE_FN(b, run, down, false)
TILE_FNS(1, 8)
TILE_FNS(2, 8)
TILE_FNS(4, 4)
TILE_FNS(8, 2)
TILE_FNS(16, 1)
TILE_FNS(1, 2)
TILE_FNS(2, 2)
TILE_FNS(4, 2)
TILE_FNS(16, 2)

/* [non_displayable][log2 bytes][upload] */
static const tile_fn tile_fns[2][5][2] = {
   {{tile_1_8_down, tile_1_8_up},
    {tile_2_8_down, tile_2_8_up},
    {tile_4_4_down, tile_4_4_up},
    {tile_8_2_down, tile_8_2_up},
    {tile_16_1_down, tile_16_1_up}},
   {{tile_1_2_down, tile_1_2_up},
    {tile_2_2_down, tile_2_2_up},
    {tile_4_2_down, tile_4_2_up},
    {tile_8_2_down, tile_8_2_up},
    {tile_16_2_down, tile_16_2_up}},
};

static void
copy_rect(const struct ts_tiling *t, const struct ts_surface *s, uint8_t *base, unsigned level,
          uint32_t slice, uint32_t x0, uint32_t y0, uint32_t w, uint32_t h, uint8_t *linear,
          uint32_t stride_B, bool upload)
{
   const struct ts_level *l = &s->level[level];
   const unsigned b = s->block_B;
   assert(level <= s->last_level && x0 + w <= l->pitch_bl && y0 + h <= l->height_bl);
   if (l->mode == TS_LINEAR_ALIGNED) {
      uint8_t *row = base + ts_surface_address(t, s, level, x0, y0, slice, 0);
      for (uint32_t y = 0; y < h; y++, row += (size_t)l->pitch_bl * b, linear += stride_B) {
         if (upload)
            memcpy(row, linear, (size_t)w * b);
         else
            memcpy(linear, row, (size_t)w * b);
      }
      return;
   }
   uint8_t lut[64]; /* of what the rectangle has in any tile: of one pixel, one */
   for (uint32_t y = y0; y < y0 + MIN2(h, 8u); y++)
      for (uint32_t x = x0; x < x0 + MIN2(w, 8u); x++)
         lut[(y & 7) * 8 + (x & 7)] = (uint8_t)ts_micro_tile_index(s->non_displayable, b, x & 7, y & 7);
   tile_fn fn = tile_fns[s->non_displayable][u_log2(b)][upload];
   const bool micro = l->mode == TS_1D_TILED_THIN1;
   for (uint32_t y = y0 & ~7u; y < y0 + h; y += 8) {
      unsigned ya = MAX2(y, y0) - y, yb = MIN2(y + 8, y0 + h) - y;
      uint8_t *row = linear + (size_t)(y + ya - y0) * stride_B;
      uint32_t x = x0 & ~7u;
      uint8_t *tile = base + ts_surface_address(t, s, level, x, y, slice, 0);
      for (; x < x0 + w; x += 8, tile += 64 * b) {
         unsigned xa = MAX2(x, x0) - x, xb = MIN2(x + 8, x0 + w) - x;
         if (!micro) {
            /* A tile may straddle pipe interleave groups only when it is larger than one. */
            if (64u * b > t->group_B) {
               for (unsigned yy = ya; yy < yb; yy++)
                  for (unsigned xx = xa; xx < xb; xx++) {
                     uint8_t *e = base + ts_surface_address(t, s, level, x + xx, y + yy, slice, 0);
                     uint8_t *p = row + (size_t)(yy - ya) * stride_B + (size_t)(x + xx - x0) * b;
                     if (upload)
                        memcpy(e, p, b);
                     else
                        memcpy(p, e, b);
                  }
               continue;
            }
            tile = base + ts_surface_address(t, s, level, x, y, slice, 0);
         }
         fn(tile, row + (size_t)(x + xa - x0) * b, stride_B, lut, xa, ya, xb, yb);
      }
   }
}

void
ts_surface_upload(const struct ts_tiling *t, const struct ts_surface *s, void *base, unsigned level,
                  uint32_t slice, uint32_t x_bl, uint32_t y_bl, uint32_t w_bl, uint32_t h_bl,
                  const void *linear, uint32_t stride_B)
{
   /* copy_rect reads only from linear when it uploads. */
   copy_rect(t, s, base, level, slice, x_bl, y_bl, w_bl, h_bl, (uint8_t *)(uintptr_t)linear, stride_B, true);
}

void
ts_surface_download(const struct ts_tiling *t, const struct ts_surface *s, const void *base, unsigned level,
                    uint32_t slice, uint32_t x_bl, uint32_t y_bl, uint32_t w_bl, uint32_t h_bl, void *linear,
                    uint32_t stride_B)
{
   copy_rect(t, s, (uint8_t *)(uintptr_t)base, level, slice, x_bl, y_bl, w_bl, h_bl, linear, stride_B, false);
}
