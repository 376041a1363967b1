/* SPDX-License-Identifier: MIT
 *
 * PA: shaded vertices to window coordinates, clip codes and primitives that SC gets: culling, clipping, points,
 * lines, polygon mode.
 */
#ifndef EMULATOR_RASTER_ASSEMBLE_H
#define EMULATOR_RASTER_ASSEMBLE_H

#include <assert.h>

#include "emulator/core/wave.h"
#include "emulator/raster/draw.h"
#include "emulator/raster/prim.h"

struct raster;

/** What raster_face_of() says of a triangle that is seen. */
enum { RASTER_BACK, RASTER_FRONT };

/* raster/vertex.c */
/** Clip codes, 16 bits. */
enum {
   RASTER_CODE_LEFT = 1 << 0, /* beyond the discard band */
   RASTER_CODE_RIGHT = 1 << 1,
   RASTER_CODE_BOTTOM = 1 << 2,
   RASTER_CODE_TOP = 1 << 3,
   RASTER_CODE_NEAR = 1 << 4,
   RASTER_CODE_FAR = 1 << 5,
   RASTER_CODE_DISTANCE0 = 1 << 8, /* eight bits: clip distance i is negative */
   RASTER_CODE_DISTANCES = 0xff00,
   RASTER_CODE_REJECT = RASTER_CODE_LEFT | RASTER_CODE_RIGHT | RASTER_CODE_BOTTOM | RASTER_CODE_TOP |
                        RASTER_CODE_NEAR | RASTER_CODE_FAR | RASTER_CODE_DISTANCES,
   RASTER_CODE_GUARD = 1 << 6, /* beyond the guard band, or w <= 0: must be clipped */
   RASTER_CODE_BAD = 1 << 7,   /* NaN or infinite */
   RASTER_CODE_CLIP = RASTER_CODE_NEAR | RASTER_CODE_FAR | RASTER_CODE_GUARD | RASTER_CODE_DISTANCES
};
/** What decides of a triangle's side and of whether it is seen. */
struct raster_facing {
   bool front_cw, cull_front, cull_back;
   bool by_centres; /* what has no pixel's centre between its least and greatest coordinates is not seen */
};

/** A triangle that is seen: its number, and RASTER_BACK or RASTER_FRONT. */
struct raster_seen {
   uint16_t prim;
   uint8_t how;
   bool in_tile; /* it is known that all its pixels lie in tile (x, y), if anywhere */
   uint8_t x, y;
};

/** Three corners of 16 bits as they follow each other in memory, in one word with what \p shared has behind them. */
static inline uint64_t
raster_corners(uint64_t shared, uint64_t v0, uint64_t v1, uint64_t v2)
{
   assert((v0 | v1 | v2) <= UINT16_MAX);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
   return shared | v0 | v1 << 16 | v2 << 32;
#else
   return shared | v0 << 48 | v1 << 32 | v2 << 16;
#endif
}

/** Kernels of one SIMD level. */
struct raster_vertex_kernels {
   /** Wave of positions (and point sizes, or NULL) to \p n vertices with window coordinates (also as
    * raster_to_fixed gives them) and clip codes. Up to a vector of lanes from the n-th on is read, too.
    * \p out NULL: only these and the codes are wanted. */
   void (*transform_wave)(const struct raster_state *s, const struct emu_row pos[4],
                          const struct emu_row *point_size, unsigned n, struct raster_vertex *out,
                          uint16_t *code, int32_t (*fixed)[2]);
   /** Export rows to n vertices: out[lane * stride + 0..3]. */
   void (*params_wave)(const struct emu_row row[4], unsigned n, float *out, unsigned stride);
   /** Least and greatest of \p n > 0 indices with an offset, modulo 2^32. */
   void (*find_range)(const uint32_t *index, uint32_t n, uint32_t offset, uint32_t *least, uint32_t *most);
   /** raster_corners() of n triangles of indices, to which \p add is added, modulo 2^32; below 2^16 then. */
   void (*pack_corners)(const uint32_t *index, uint32_t n, uint32_t add, uint64_t shared, void *out);
   /** Finds which of \p n triangles raster_face_of() lets through, in their order; corner k of triangle i is vertex
    * v[i * stride + k]. Returns how many; \p out has room for all. */
   uint32_t (*see_triangles)(struct raster_facing f, const int32_t (*fixed)[2], const uint16_t *v,
                             unsigned stride, uint32_t n, struct raster_seen *out);
};

/** What primitives of a draw go through to the bins. */
struct raster_assembly {
   struct raster *raster;
   const struct raster_vertex_kernels *kernels;
   uint32_t stipple_at; /* pixels of the stipple pattern that have gone by */
};

static inline struct raster_facing
raster_facing_of(const struct raster_state *s)
{
   return (struct raster_facing){s->front_cw, s->cull_front, s->cull_back,
                                 s->log2_samples == 0 && s->pix_center_half};
}

/** First pixel whose centre is not left of (above) a coordinate in 1/256 pixel, centres being at 128. */
static inline int32_t
raster_first_pixel(int32_t c)
{
   return (c + 127) >> 8;
}

/** RASTER_BACK or RASTER_FRONT, or -1 if a triangle inside the guard band is culled or covers nothing. Coordinates as
 * raster_to_fixed gives them. */
static inline int
raster_face_of(struct raster_facing f, const int32_t a[2], const int32_t b[2], const int32_t c[2])
{
   const int64_t area = (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(c[0] - a[0]) * (b[1] - a[1]);
   /* FACE 0 is counter-clockwise with rows counted downwards, i.e. negative area: the open driver programs 0
    * for GL's counter-clockwise where it turns y around (windows) and 1 where it does not (framebuffer
    * objects) */
   const bool front = f.front_cw ? area > 0 : area < 0;
   if (area == 0 || (front ? f.cull_front : f.cull_back))
      return -1;
   /* between two columns or rows of pixel centres: the right and lower ends do not count (top-left rule) */
   if (f.by_centres &&
       (raster_first_pixel(MIN2(MIN2(a[0], b[0]), c[0])) ==
           raster_first_pixel(MAX2(MAX2(a[0], b[0]), c[0])) ||
        raster_first_pixel(MIN2(MIN2(a[1], b[1]), c[1])) == raster_first_pixel(MAX2(MAX2(a[1], b[1]), c[1]))))
      return -1;
   return front ? RASTER_FRONT : RASTER_BACK;
}

/* raster/primitive.c; what returns false is out of memory for vertices */
/** Bins a line; it takes its part of the stipple pattern. */
void raster_assemble_clipped_line(struct raster_assembly *a, const struct raster_state *s,
                                  struct raster_prim *line);
/** A point inside of all planes. \p p says all but the size. */
void raster_assemble_point(struct raster_assembly *a, const struct raster_state *s,
                           const struct raster_prim *p);
/** Culls, offsets and bins a triangle inside the guard band. */
bool raster_assemble_triangle(struct raster_assembly *a, const struct raster_state *s,
                              const struct raster_vertex *const v[3], unsigned provoking);
/* raster/polygon.c */
/** A triangle in polygon mode; \p edges as in vgt_prim, with what the vertices' flags leave. */
bool raster_assemble_polygon(struct raster_assembly *a, const struct raster_state *s,
                             const struct raster_vertex *const v[3], const uint16_t code[3],
                             unsigned provoking, unsigned edges);
/* raster/clip.c */
bool raster_clip_triangle(struct raster_assembly *a, const struct raster_state *s,
                          const struct raster_vertex *const v[3], unsigned provoking);
/** A line that is not trivially rejected: clips it if need be. \p p says all but the width. */
bool raster_assemble_line(struct raster_assembly *a, const struct raster_state *s,
                          const struct raster_prim *p, bool clip);
/* raster/assemble.c */
/** The whole way of a primitive; \p kind is RASTER_PRIM_*, \p code the vertices' clip codes, \p edges those of a
 * triangle that polygon mode draws, a bit each. */
bool raster_assemble_prim(struct raster_assembly *a, const struct raster_state *s,
                          const struct raster_vertex *const v[3], const uint16_t code[3], unsigned kind,
                          unsigned provoking, unsigned edges);

#endif
