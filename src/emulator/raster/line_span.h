/* SPDX-License-Identifier: MIT
 *
 * Columns of pixels (rows, for steep lines) that a line covers: the diamond-exit rule of ES 2.0.25 3.4.1,
 * exact in 1/256 pixel. SC draws them, PA counts them for the stipple pattern.
 */

#ifndef EMULATOR_RASTER_LINE_SPAN_H
#define EMULATOR_RASTER_LINE_SPAN_H

#include <assert.h>

#include "emulator/raster/draw.h"

struct raster_line_span {
   bool y_major;
   int32_t dir;         /* 1 or -1: from first to last */
   int32_t first, last; /* along the major axis; none if (last - first) * dir < 0 */
};

static inline int32_t
raster_line_abs(int32_t v)
{
   return v < 0 ? -v : v;
}

/* Is (x, y) inside the diamond of radius 1/2 around the centre of its pixel? */
static inline bool
raster_line_in_diamond(int32_t x, int32_t y)
{
   return raster_line_abs((x & 255) - 128) + raster_line_abs((y & 255) - 128) < 128;
}

/** Ends in 1/256 pixel, pixel centres at 128. \p last_pixel: a line that ends inside a diamond has that pixel, too. */
static inline struct raster_line_span
raster_line_columns(int32_t x0, int32_t y0, int32_t x1, int32_t y1, bool last_pixel)
{
   struct raster_line_span s = {.y_major = raster_line_abs(y1 - y0) > raster_line_abs(x1 - x0)};
   int32_t u0 = s.y_major ? y0 : x0, u1 = s.y_major ? y1 : x1;
   s.dir = u1 >= u0 ? 1 : -1;
   s.first = u0 >> 8;
   s.last = u1 >> 8;
   /* start beyond the middle of its column: only a start inside the diamond still leaves it */
   if (((u0 & 255) - 128) * s.dir > 0 && !raster_line_in_diamond(x0, y0))
      s.first += s.dir;
   /* the end belongs to the line only if its diamond has been left */
   const bool ends_inside = raster_line_in_diamond(x1, y1);
   if (ends_inside ? !last_pixel : ((u1 & 255) - 128) * s.dir <= 0)
      s.last -= s.dir;
   return s;
}

/** Does a stippled line draw the pixel that is the n-th of the pattern? */
static inline bool
raster_line_drawn(const struct raster_state *s, uint32_t n)
{
   assert(s->stipple_repeat);
   return s->stipple_pattern >> (n / s->stipple_repeat & 15) & 1;
}

#endif
