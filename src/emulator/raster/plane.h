/* SPDX-License-Identifier: MIT
 *
 * Planes at the pixels of a block or a quad, in one order of operations: see struct raster_plane. Only for files that
 * are compiled once per SIMD level.
 */
#ifndef EMULATOR_RASTER_PLANE_H
#define EMULATOR_RASTER_PLANE_H

#include "emulator/core/wave.h"
#include "emulator/raster/setup.h"
#include "emulator/simd/double.h"

/** Coordinates of a block's pixels in lane order. */
extern const double EMU_FN(raster_lane_x)[EMU_LANES], EMU_FN(raster_lane_y)[EMU_LANES];

ALWAYS_INLINE vd
lane_x(unsigned v)
{
   return *(const vd *)&EMU_FN(raster_lane_x)[v * VD_LANES];
}
ALWAYS_INLINE vd
lane_y(unsigned v)
{
   return *(const vd *)&EMU_FN(raster_lane_y)[v * VD_LANES];
}
ALWAYS_INLINE vd
plane_at(const struct raster_plane *p, vd x, vd y)
{
   return (p->c + p->dy * y) + p->dx * x;
}
/** The plane at all pixels of the block at (x, y): vector v of the result is lanes v * VD_LANES... Terms that
 * vectors share are computed once; every pixel gets the same operations as plane_at(). */
ALWAYS_INLINE void
plane_at_block(const struct raster_plane *p, double bx, double by, vd out[VD_VECS])
{
   /* pixel bits x0 y0 x1 y1 x2 y2; those below the vector's width are inside of it, the others choose v */
   enum { X1 = VD_LANES < 8 ? 1 : 0, Y0 = VD_LANES < 4 ? 1 : 0 };
   vd tx[4], ty[8];
#pragma GCC unroll 8
   for (unsigned i = 0; i < (X1 ? 4 : 2); i++) {
      unsigned lane = X1 ? (i & 1) << 2 | (i & 2) << 3 : i << 4;
      tx[i] = p->dx * (lane_x(lane / VD_LANES) + bx);
   }
#pragma GCC unroll 8
   for (unsigned i = 0; i < (Y0 ? 8 : 4); i++) {
      unsigned lane = Y0 ? (i & 1) << 1 | (i & 2) << 2 | (i & 4) << 3 : (i & 1) << 3 | (i & 2) << 4;
      ty[i] = p->c + p->dy * (lane_y(lane / VD_LANES) + by);
   }
#pragma GCC unroll 32
   for (unsigned v = 0; v < VD_VECS; v++) {
      unsigned lane = v * VD_LANES;
      unsigned xi = X1 ? (lane >> 2 & 1) | (lane >> 3 & 2) : lane >> 4 & 1;
      unsigned yi =
         Y0 ? (lane >> 1 & 1) | (lane >> 2 & 2) | (lane >> 3 & 4) : (lane >> 3 & 1) | (lane >> 4 & 2);
      out[v] = ty[yi] + tx[xi];
   }
}
ALWAYS_INLINE void
plane_row_block(const struct raster_plane *p, uint32_t x, uint32_t y, struct emu_row *out)
{
   vd r[VD_VECS];
   plane_at_block(p, x, y, r);
#pragma GCC unroll 16
   for (unsigned v = 0; v < EMU_VECS;
        v++) /* in whole vectors: halves could not be forwarded to who reads those */
      *(vf *)&out->u[v * EMU_VEC_LANES] = v_floats(r[2 * v], r[2 * v + 1]);
}
/** The plane at the four pixels of a quad. */
ALWAYS_INLINE void
plane_row_quad(const struct raster_plane *p, unsigned x, unsigned y, uint32_t out[4])
{
#if V_HAVE_4D
   v4d vx = (double)x + (v4d){0, 1, 0, 1}, vy = (double)y + (v4d){0, 0, 1, 1};
   v4d r = (p->c + p->dy * vy) + p->dx * vx;
   _mm_store_ps((float *)out, _mm256_cvtpd_ps((__m256d)r));
#else
   vd vx = (double)x + (vd){0, 1};
   vd tx = p->dx * vx;
   v_store_floats(out, v_splatd(p->c + p->dy * (double)y) + tx);
   v_store_floats(out + 2, v_splatd(p->c + p->dy * (double)(y + 1)) + tx);
#endif
}
ALWAYS_INLINE void
plane_doubles_quad(const struct raster_plane *p, double x, double y, double out[4])
{
   for (unsigned i = 0; i < 4; i++)
      out[i] = (p->c + p->dy * (y + i / 2)) + p->dx * (x + i % 2);
}

#endif
