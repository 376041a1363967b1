/* SPDX-License-Identifier: MIT
 *
 * Vertices behind the viewport transform and the primitives made of them.
 */
#ifndef EMULATOR_RASTER_PRIM_H
#define EMULATOR_RASTER_PRIM_H

#include <stdbool.h>
#include <stdint.h>

/** A post-VS vertex. */
struct raster_vertex {
   float clip[4];       /* clip-space position as exported */
   float x, y, z, rw;   /* window position (PA): pixels (see raster_to_fixed), depth 0..1, 1/w_clip */
   float point_size;    /* pixels; PA_SU_POINT_SIZE if the VS exports none */
   const float *params; /* VS parameter exports: [param][4]; lives until raster_flush */
};

/** Window coordinates are snapped by PA to at most 1/256 pixel and lie within +-RASTER_MAX_COORD, so this is
 * exact. */
#define RASTER_SUBPIXEL_BITS 8
#define RASTER_MAX_COORD     32768.0f
static inline int32_t
raster_to_fixed(float window)
{
   return (int32_t)(window * (float)(1 << RASTER_SUBPIXEL_BITS));
}

/** A window-space primitive that SC rasterises. Lines and points arrive as what they cover (see kind). */
struct raster_prim {
   uint8_t kind;      /* RASTER_PRIM_* */
   bool front;        /* facing, for two-sided stencil and the face register */
   uint8_t provoking; /* 0..2: vertex whose parameters flat inputs take */
   const struct raster_vertex *v[3];
   float half_w, half_h; /* points: half size in pixels */
   float line_width;     /* lines: pixels */
   uint16_t stipple_at;  /* stippled lines: pixels of the pattern that lie before this line's first */
   double z_offset;      /* lines and points: polygon offset, of the polygon if they are one's */
};
enum {
   RASTER_PRIM_TRIANGLE,
   RASTER_PRIM_LINE,
   RASTER_PRIM_POINT,
   RASTER_PRIM_RECT /* v0,v1,v2 of a rect list; axis-aligned */
};

/** Copies corners that were stored one by one just now: a load of two of them at once would wait for these stores. */
static inline void
raster_copy_corners(const struct raster_vertex *to[3], const struct raster_vertex *const from[3])
{
   for (unsigned i = 0; i < 3; i++)
      to[i] = *(const struct raster_vertex *const volatile *)&from[i];
}

/** A triangle as it stands in each of its tiles, without the memory of its own that others have. */
struct raster_triangle {
   const struct raster_vertex *v[3];
   bool front;
   uint8_t provoking;
};

#endif
