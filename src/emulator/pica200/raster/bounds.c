/* SPDX-License-Identifier: MIT
 *
 * Bounds of triangles and of rectangles, in whole pixels.
 */
#include "emulator/pica200/raster/draw.h"
#include "util/u_math.h"

/* Bits of a tile's pixels in columns x0..x1 and rows y0..y1, counted from the tile's first. */
static uint64_t
box_bits(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
   /* pixels from a column on, from a row on */
   static const uint64_t column[9] = {UINT64_MAX,         0xfffffafafffffafa, 0xfffff0f0fffff0f0,
                                      0xffffa0a0ffffa0a0, 0xffff0000ffff0000, 0xfafa0000fafa0000,
                                      0xf0f00000f0f00000, 0xa0a00000a0a00000, 0};
   static const uint64_t row[9] = {UINT64_MAX,         0xffffffffffccffcc, 0xffffffffff00ff00,
                                   0xffffffffcc00cc00, 0xffffffff00000000, 0xffccffcc00000000,
                                   0xff00ff0000000000, 0xcc00cc0000000000, 0};
   return column[CLAMP(x0, 0, 8)] & ~column[CLAMP(x1, -1, 7) + 1] & row[CLAMP(y0, 0, 8)] &
          ~row[CLAMP(y1, -1, 7) + 1];
}

uint64_t
pica_bounded(const struct pica_draw *d, const struct pica_triangle *t, int32_t x, int32_t y)
{
   uint64_t bits = box_bits(t->first[0] - x, t->first[1] - y, t->last[0] - x, t->last[1] - y);
   if (d->excludes)
      bits &= ~box_bits(d->exclude_first[0] - x, d->exclude_first[1] - y, d->exclude_last[0] - x,
                        d->exclude_last[1] - y);
   return bits;
}

bool
pica_make_rectangle(const struct pica_draw *d, const struct pica_batch *b, unsigned n,
                    struct pica_triangle *t)
{
   const int32_t half = 1 << d->subpixel_bits >> 1;
   int32_t least[2], most[2];
   unsigned missing[2] = {15, 15}; /* corners: 0 left below, 1 right below, 2 and 3 above them */
   for (unsigned k = 0; k < 2; k++) {
      const int32_t(*at)[PICA_BATCH] = k ? b->y : b->x;
      least[k] = MIN2(MIN2(at[0][n], at[1][n]), at[2][n]);
      most[k] = MAX2(MAX2(at[0][n], at[1][n]), at[2][n]);
   }
   for (unsigned m = 0; m < 2; m++)
      for (unsigned i = 0; i < 3; i++) {
         const int32_t x = b->x[i][n + m], y = b->y[i][n + m];
         if ((x != least[0] && x != most[0]) || (y != least[1] && y != most[1]))
            return false;
         missing[m] &= ~(1u << ((x == most[0]) + 2 * (y == most[1])));
      }
   if ((missing[0] | missing[1]) != 9 && (missing[0] | missing[1]) != 6)
      return false;
   t->last[0] = MIN2(t->last[0], (most[0] - 1 - half) >> d->subpixel_bits);
   t->first[1] = MAX2(t->first[1], d->height - 1 - ((most[1] - 1 - half) >> d->subpixel_bits));
   return true;
}
