/* SPDX-License-Identifier: MIT
 *
 * Which pixels a line covers: ES 2.0.25 3.4.1, the diamond-exit rule, and 3.4.2 for wide lines, which
 * replicate each pixel along the minor axis, and OpenGL 2.1 section 3.4.2 for stipple. Exact in 1/256 pixel.
 * Left out: antialiasing.
 */
#include "emulator/pixel/surface.h"

#include <assert.h>
#include "emulator/raster/line_span.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/tiles.h"
#include "util/u_math.h"

static int64_t
floor_div(int64_t a, int64_t b)
{
   assert(b);
   int64_t q = a / b;
   return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}

uint64_t
raster_line_cover(const struct raster_setup *p, uint32_t tile_x, uint32_t tile_y,
                  uint64_t mask[RASTER_BLOCKS])
{
   uint64_t blocks = 0;
   const struct raster_draw *ds = p->st->ds;
   assert(p->kind == RASTER_PRIM_LINE && !p->st->ms && p->width >= 1);
   const struct raster_line_span span =
      raster_line_columns(p->lx0, p->ly0, p->lx1, p->ly1, ds->raster.line_last_pixel);
   bool y_major = span.y_major;
   /* u: major axis, v: minor axis */
   int32_t u0 = y_major ? p->ly0 : p->lx0, v0 = y_major ? p->lx0 : p->ly0;
   int32_t u1 = y_major ? p->ly1 : p->lx1, v1 = y_major ? p->lx1 : p->ly1;
   int32_t tile_u = (int32_t)(y_major ? tile_y : tile_x), tile_v = (int32_t)(y_major ? tile_x : tile_y);
   int32_t u_min = y_major ? p->y0 : p->x0, u_max = y_major ? p->y1 : p->x1;
   int32_t v_min = y_major ? p->x0 : p->y0, v_max = y_major ? p->x1 : p->y1;
   u_min = MAX2(u_min, tile_u);
   u_max = MIN2(u_max, tile_u + RASTER_TILE_PX);
   v_min = MAX2(v_min, tile_v);
   v_max = MIN2(v_max, tile_v + RASTER_TILE_PX);

   if ((span.last - span.first) * span.dir < 0)
      return 0;
   int32_t lo = MAX2(MIN2(span.first, span.last), u_min), hi = MIN2(MAX2(span.first, span.last), u_max - 1);

   int64_t du = (int64_t)u1 - u0, dv = (int64_t)v1 - v0;
   for (int32_t u = lo; u <= hi; u++) {
      if (ds->raster.stipple &&
          !raster_line_drawn(&ds->raster, p->stipple_at + (uint32_t)((u - span.first) * span.dir)))
         continue;
      /* v at the middle of the column, times du */
      int64_t num =
         (int64_t)v0 * du + ((int64_t)u * 256 + 128 - u0) * dv - (int64_t)(p->width - 1) * 128 * du;
      int32_t v = (int32_t)(floor_div(num, du) >> 8);
      int32_t from = MAX2(v, v_min), to = MIN2(v + p->width, v_max);
      for (int32_t i = from; i < to; i++) {
         unsigned x = (unsigned)((y_major ? i : u) - (int32_t)tile_x);
         unsigned y = (unsigned)((y_major ? u : i) - (int32_t)tile_y);
         assert(x < RASTER_TILE_PX && y < RASTER_TILE_PX);
         unsigned block = (y >> 3) * RASTER_TILE_BLOCKS + (x >> 3);
         mask[block] |= UINT64_C(1) << pixel_lane(x & 7, y & 7);
         blocks |= UINT64_C(1) << block;
      }
   }
   return blocks;
}
