/* SPDX-License-Identifier: MIT
 *
 * Polygon offset: ES 2.0.25 section 3.5.2 with the registers of the R6xx/R7xx 3D Register Reference Guide,
 * PA_SU_POLY_OFFSET_*: the scale counts slopes per 1/16 pixel, units are multiples of the depth buffer's
 * resolution (POLY_OFFSET_NEG_NUM_DB_BITS), for float depth relative to the largest depth's exponent.
 */
#include <assert.h>
#include <string.h>

#include "util/u_math.h"

#ifndef EMULATOR_RASTER_OFFSET_H
#define EMULATOR_RASTER_OFFSET_H

/* The floor of log2 of a positive double, by its exponent. */
static inline int
raster_exponent(double v)
{
   assert(v > 0);
   uint64_t u;
   memcpy(&u, &v, 8);
   return (int)(u >> 52 & 0x7ff) - 1023;
}

static inline double
raster_exp2_int(int e)
{
   assert(e > -1023 && e < 1024); /* no denormals, no infinity */
   uint64_t u = (uint64_t)(e + 1023) << 52;
   double v;
   memcpy(&v, &u, 8);
   return v;
}

/** What to add to depth. \p dx, \p dy: slopes per pixel; \p z_max: the largest depth of a vertex. */
static inline double
raster_polygon_offset(const struct raster_state *ds, bool front, double dx, double dy, double z_max)
{
   double mx = dx < 0 ? -dx : dx, my = dy < 0 ? -dy : dy;
   double m = mx > my ? mx : my;
   double unit = raster_exp2_int(ds->offset_db_bits);
   if (ds->offset_float && z_max > 0)
      unit = raster_exp2_int(CLAMP(raster_exponent(z_max) + ds->offset_db_bits, -1000, 1000));
   double o = m * (ds->offset_scale[!front] / 16.0) + ds->offset_units[!front] * unit;
   double clamp = ds->offset_clamp;
   if (clamp > 0 && o > clamp)
      o = clamp;
   if (clamp < 0 && o < clamp)
      o = clamp;
   return o;
}

#endif
