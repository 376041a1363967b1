/* SPDX-License-Identifier: MIT
 *
 * The tiling law of surface.h.
 */
#include "emulator/r300/surface.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

enum { MICRO_B = 32, MACRO_B = 2048, MACRO_SIDE = 8 };

/* Sides of a micro tile, and of a row of 32 bytes where there is none. */
static bool
micro_unit(const struct r300_surface *s, uint32_t *w_px, uint32_t *h_px)
{
   static const struct {
      uint8_t w, h;
   } tiled[5] = {
      {8, 4},
      {8, 2},
      {4, 2},
      {2, 2},
      {0, 0}
   };
   const unsigned log2_B = u_log2(s->bytes);
   assert(log2_B < 5);
   *w_px = MICRO_B / s->bytes;
   *h_px = 1;
   if (s->micro == R300_MICRO_TILED) {
      *w_px = tiled[log2_B].w;
      *h_px = tiled[log2_B].h;
   } else if (s->micro == R300_MICRO_SQUARE) {
      *w_px = *h_px = s->bytes == 2 ? 4 : 0;
   }
   return *w_px != 0;
}

bool
r300_surface_unit(const struct r300_surface *s, uint32_t *w_px, uint32_t *h_px)
{
   if (s->micro > R300_MICRO_SQUARE || !micro_unit(s, w_px, h_px))
      return false;
   if (s->macro) {
      *w_px *= MACRO_SIDE;
      *h_px *= MACRO_SIDE;
   }
   return true;
}

/* The number in its macro tile of a micro tile of column u and row v: bits of u and v, lowest first, take turns so that
 * blocks of 8x8 pixels are contiguous, in the orders that the rasteriser is quick with. */
static uint32_t
micro_number(const struct r300_surface *s, uint32_t u, uint32_t v)
{
   static const struct {
      uint8_t u[3], v[3]; /* places of their bits */
   } places[] = {
      {{0, 1, 2}, {3, 4, 5}}, /* rows of 32 bytes */
      {{1, 2, 3}, {0, 4, 5}}, /* 8x4 pixels */
      {{2, 3, 4}, {0, 1, 5}}, /* 8x2 */
      {{0, 3, 4}, {1, 2, 5}}, /* 4x2 */
      {{0, 2, 4}, {1, 3, 5}}, /* 2x2 and 4x4 */
   };
   const unsigned log2_B = u_log2(s->bytes);
   const unsigned i = s->micro == R300_MICRO_LINEAR ? 0 : s->micro == R300_MICRO_SQUARE ? 4 : 1 + log2_B;
   const uint8_t *pu = places[i].u, *pv = places[i].v;
   assert(i < ARRAY_SIZE(places) && u < MACRO_SIDE && v < MACRO_SIDE);
   return (u & 1) << pu[0] | (u >> 1 & 1) << pu[1] | (u >> 2) << pu[2] | (v & 1) << pv[0] |
          (v >> 1 & 1) << pv[1] | (v >> 2) << pv[2];
}

/* Bytes of a row of units of one sample. */
static uint64_t
unit_row_B(const struct r300_surface *s, uint32_t *h_px)
{
   uint32_t w = 1, h = 1;
   r300_surface_unit(s, &w, &h);
   *h_px = s->macro || s->micro != R300_MICRO_LINEAR ? h : 1;
   return (uint64_t)s->pitch_px * *h_px * s->bytes;
}

/* A pixel of a surface with one sample. */
static uint64_t
pixel_offset(const struct r300_surface *s, uint32_t x, uint32_t y)
{
   uint32_t mw = 1, mh = 1;
   if (!s->macro && s->micro == R300_MICRO_LINEAR)
      return ((uint64_t)y * s->pitch_px + x) * s->bytes;
   micro_unit(s, &mw, &mh);
   const uint32_t inside = ((y % mh) * mw + x % mw) * s->bytes;
   if (!s->macro)
      return ((uint64_t)(y / mh) * (s->pitch_px / mw) + x / mw) * MICRO_B + inside;
   const uint32_t tw = mw * MACRO_SIDE, th = mh * MACRO_SIDE;
   return ((uint64_t)(y / th) * (s->pitch_px / tw) + x / tw) * MACRO_B +
          micro_number(s, x % tw / mw, y % th / mh) * MICRO_B + inside;
}

uint64_t
r300_surface_offset(const struct r300_surface *s, uint32_t x, uint32_t y)
{
   if (s->samples <= 1)
      return pixel_offset(s, x, y);
   uint32_t h;
   const uint64_t row_B = unit_row_B(s, &h);
   assert(s->sample < s->samples);
   return (y / h * (uint64_t)s->samples + s->sample) * row_B + pixel_offset(s, x, y % h);
}

uint64_t
r300_surface_size(const struct r300_surface *s)
{
   uint32_t h;
   const uint64_t row_B = unit_row_B(s, &h);
   return DIV_ROUND_UP(s->height_px, h) * row_B * MAX2(s->samples, 1u);
}

void
r300_surface_axis(const struct r300_surface *s, unsigned axis, struct r300_axis *out)
{
   uint32_t unit[2] = {1, 1}, groups = 0;
   r300_surface_unit(s, &unit[0], &unit[1]);
   memset(out, 0, sizeof *out);
   out->top_shift = (uint8_t)u_log2(unit[axis]);
   for (unsigned bit = 0; bit < out->top_shift; bit++) {
      const uint32_t at = 1u << bit;
      const unsigned left = u_log2((uint32_t)pixel_offset(s, axis ? 0 : at, axis ? at : 0)) - bit;
      if (!groups || out->left[groups - 1] != left)
         groups++;
      assert(groups <= ARRAY_SIZE(out->mask));
      out->left[groups - 1] = (uint8_t)left;
      out->mask[groups - 1] |= (int32_t)at;
   }
   out->top_step = (int32_t)pixel_offset(s, axis ? 0 : unit[0], axis ? unit[1] : 0);
}
