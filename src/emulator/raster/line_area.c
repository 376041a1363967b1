/* SPDX-License-Identifier: MIT
 *
 * Lines with samples are areas: the rectangle of ES 2.0.25 3.4.4, or, without PERPENDICULAR_ENDCAP_ENA, a parallelogram
 * with ends along the minor axis (R6xx/R7xx guide, PA_SC_LINE_CNTL, EXPAND_LINE_WIDTH).
 */
#include <assert.h>

#include "emulator/raster/kernels.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/simd/mask.h"
#include "util/u_math.h"

static double
square_root(double v)
{
#if defined(__SSE2__)
   __m128d x = _mm_set_sd(v);
   return _mm_cvtsd_f64(_mm_sqrt_sd(x, x));
#else
   return __builtin_sqrt(v); /* correctly rounded by IEEE 754, whoever computes it */
#endif
}

static int32_t
to_nearest(double v)
{
   return (int32_t)(v + (65536 * 256 + 0.5)) - 65536 * 256;
}

bool
EMU_FN(raster_setup_ms_line)(struct raster_setup *o)
{
   double x0 = o->lx0, y0 = o->ly0, dx = o->lx1 - x0, dy = o->ly1 - y0;
   assert(o->st->ms);
   double ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy, len = square_root(dx * dx + dy * dy);
   double major = ax >= ay ? ax : ay, half = o->width * 0.5, nx, ny;
   const struct raster_draw *ds = o->st->ds;
   if (ds->raster.line_perpendicular_ends) {
      if (!ds->raster.line_expand)
         half *= major / len;
      nx = -dy / len * half;
      ny = dx / len * half;
   } else {
      if (ds->raster.line_expand)
         half *= len / major;
      nx = ax >= ay ? 0 : dy < 0 ? half : -half;
      ny = ax >= ay ? (dx < 0 ? -half : half) : 0;
   }
   /* around the area so that the inside is where edges are positive */
   double ex = x0 + dx, ey = y0 + dy;
   int32_t v[4][2] = {
      {to_nearest(x0 + nx), to_nearest(y0 + ny)},
      {to_nearest(x0 - nx), to_nearest(y0 - ny)},
      {to_nearest(ex - nx), to_nearest(ey - ny)},
      {to_nearest(ex + nx), to_nearest(ey + ny)},
   };
   int32_t box[4] = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
   for (unsigned i = 0; i < 4; i++) {
      const int32_t *j = v[i], *k = v[(i + 1) & 3];
      int32_t a = j[1] - k[1], b = k[0] - j[0];
      int64_t c = (int64_t)a * (128 - j[0]) + (int64_t)b * (128 - j[1]);
      bool inclusive = a > 0 || (a == 0 && b > 0);
      o->a[i] = a;
      o->b[i] = b;
      o->c_fine[i] = c - !inclusive;
      for (unsigned k2 = 0; k2 < 2; k2++) {
         box[k2] = MIN2(box[k2], j[k2]);
         box[2 + k2] = MAX2(box[2 + k2], j[k2]);
      }
   }
   o->num_edges = 4;
   const int32_t *clip = o->st->clip;
   o->x0 = MAX2(box[0] >> 8, clip[0]);
   o->y0 = MAX2(box[1] >> 8, clip[1]);
   o->x1 = MIN2((box[2] >> 8) + 1, clip[2]);
   o->y1 = MIN2((box[3] >> 8) + 1, clip[3]);
   return o->x0 < o->x1 && o->y0 < o->y1;
}
