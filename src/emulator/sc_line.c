/* SPDX-License-Identifier: MIT
 *
 * Which pixels a line covers: ES 2.0.25 3.4.1, the diamond-exit rule, and 3.4.2 for wide lines, which
 * replicate each pixel along the minor axis. Exact in 1/256 pixel. Left out: stipple and antialiasing.
 */
#include "emulator/sc_internal.h"

static int32_t
absolute(int32_t v)
{
   return v < 0 ? -v : v;
}

/* Is (x, y) inside the diamond of radius 1/2 around the centre of its pixel? */
static bool
in_diamond(int32_t x, int32_t y)
{
   return absolute((x & 255) - 128) + absolute((y & 255) - 128) < 128;
}

static int64_t
floor_div(int64_t a, int64_t b)
{
   int64_t q = a / b;
   return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}

uint64_t
sc_line_cover(const struct sc_prim *p, uint32_t tile_x, uint32_t tile_y, uint64_t mask[SC_BLOCKS])
{
   uint64_t blocks = 0;
   int32_t dx = p->lx1 - p->lx0, dy = p->ly1 - p->ly0;
   bool y_major = absolute(dy) > absolute(dx);
   /* u: major axis, v: minor axis */
   int32_t u0 = y_major ? p->ly0 : p->lx0, v0 = y_major ? p->lx0 : p->ly0;
   int32_t u1 = y_major ? p->ly1 : p->lx1, v1 = y_major ? p->lx1 : p->ly1;
   int32_t tile_u = (int32_t)(y_major ? tile_y : tile_x), tile_v = (int32_t)(y_major ? tile_x : tile_y);
   int32_t u_min = y_major ? p->y0 : p->x0, u_max = y_major ? p->y1 : p->x1;
   int32_t v_min = y_major ? p->x0 : p->y0, v_max = y_major ? p->x1 : p->y1;
   u_min = MAX2(u_min, tile_u);
   u_max = MIN2(u_max, tile_u + SC_TILE_PX);
   v_min = MAX2(v_min, tile_v);
   v_max = MIN2(v_max, tile_v + SC_TILE_PX);

   /* columns in the direction of the line, first to last */
   int32_t dir = u1 >= u0 ? 1 : -1;
   int32_t first = u0 >> 8, last = u1 >> 8;
   /* start beyond the middle of its column: only a start inside the diamond still leaves it */
   int32_t start_off = ((u0 & 255) - 128) * dir;
   if (start_off > 0 && !in_diamond(u0, v0))
      first += dir;
   /* the end belongs to the line only if its diamond has been left */
   int32_t end_off = ((u1 & 255) - 128) * dir;
   if (end_off <= 0 || in_diamond(u1, v1))
      last -= dir;
   if ((last - first) * dir < 0)
      return 0;
   int32_t lo = MAX2(MIN2(first, last), u_min), hi = MIN2(MAX2(first, last), u_max - 1);

   int64_t du = (int64_t)u1 - u0, dv = (int64_t)v1 - v0;
   for (int32_t u = lo; u <= hi; u++) {
      /* v at the middle of the column, times du */
      int64_t num =
         (int64_t)v0 * du + ((int64_t)u * 256 + 128 - u0) * dv - (int64_t)(p->width - 1) * 128 * du;
      int32_t v = (int32_t)(floor_div(num, du) >> 8);
      int32_t from = MAX2(v, v_min), to = MIN2(v + p->width, v_max);
      for (int32_t i = from; i < to; i++) {
         unsigned x = (unsigned)((y_major ? i : u) - (int32_t)tile_x);
         unsigned y = (unsigned)((y_major ? u : i) - (int32_t)tile_y);
         unsigned block = (y >> 3) * SC_TILE_BLOCKS + (x >> 3);
         mask[block] |= UINT64_C(1) << sc_lane(x & 7, y & 7);
         blocks |= UINT64_C(1) << block;
      }
   }
   return blocks;
}
