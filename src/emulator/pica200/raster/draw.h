/* SPDX-License-Identifier: MIT
 *
 * What is made of a triangle, decoded from the registers once a draw: viewport, coverage, shading, merging.
 */
#ifndef EMULATOR_PICA200_RASTER_DRAW_H
#define EMULATOR_PICA200_RASTER_DRAW_H

#include "emulator/pica200/fog/fog.h"
#include "emulator/pica200/light/light.h"
#include "emulator/pica200/om/om.h"
#include "emulator/pica200/pica_vertex.h"
#include "emulator/pica200/proctex/proctex.h"
#include "emulator/pica200/texenv/texenv.h"
#include "emulator/pica200/tx/texture.h"

struct pica_gpu;

enum { PICA_UNITS = 4 };

/** Where in struct pica_vertex, as floats. */
enum pica_attribute {
   PICA_AT_X,
   PICA_AT_Y,
   PICA_AT_Z,
   PICA_AT_W,
   PICA_AT_QUATERNION = 4,
   PICA_AT_COLOR = 8,
   PICA_AT_TEXCOORD0 = 12,
   PICA_AT_TEXCOORD1 = 14,
   PICA_AT_TEXCOORD0_W = 16,
   PICA_AT_VIEW = 18,
   PICA_AT_TEXCOORD2 = 22
};

enum pica_culling { PICA_CULL_NONE, PICA_CULL_CCW, PICA_CULL_CW };

struct pica_draw {
   /* vertices */
   float half_size[2], corner[2]; /* of the viewport, pixels; y up */
   uint8_t culling;               /* what is dropped */
   uint8_t subpixel_bits;         /* of positions behind the point */
   /* coverage: columns, and rows as memory has them; the last are inclusive, none if last < first */
   int32_t first[2], last[2];
   bool excludes; /* pixels of the box below are dropped */
   int32_t exclude_first[2], exclude_last[2];
   int32_t height; /* row r shows y = height - 1 - r */
   /* depth */
   float depth_scale, depth_offset;
   bool w_buffer;
   bool has_depth; /* somebody wants it */
   /* the target; NULL: not touched */
   uint8_t *color, *depth;
   uint32_t tiles_per_row;
   /* shading */
   uint32_t attributes;             /* of vertices that are interpolated, a bit each */
   uint32_t units;                  /* textures that are sampled, a bit each */
   uint8_t unit_coords[PICA_UNITS]; /* attribute where a unit's u and v stand */
   bool lights, has_fog, nothing;   /* nothing: the draw writes no byte */
   bool by_lines;                   /* unit 3 alone reads its coordinates, and takes lines of them */
   bool quads;                      /* a pixel's neighbours choose levels of a texture */
   bool feedback;                   /* a texture lies in the target, or its two buffers in one another */
   struct pica_texture texture[PICA_TEXTURES];
   bool proctex_on;
   struct pica_proctex proctex;
   struct pica_lighting lighting;
   struct pica_texenv texenv;
   struct pica_fog fog;
   struct pica_om om;
};

/** Pixels of up to four blocks, which differ, on their way from triangles to memory. */
struct pica_fragments {
   struct pica_floats value[PICA_VERTEX_FLOATS]; /* by attribute, those of struct pica_draw's */
   struct pica_floats depth;                     /* 0..1 */
   uint64_t live;
   enum pica_lines lines; /* of the coordinates of unit 3 */
   bool has_line;         /* of a tile: they are here instead of in value: */
   const struct pica_noise_lines *line[2];
   uint32_t block[PICA_BLOCKS]; /* numbers in the target */
   unsigned blocks;
   bool whole; /* a tile: four blocks from the first one on, which alone has a number */
};

/** What one thread has. */
struct pica_raster_thread {
   struct pica_tile_cache cache[PICA_TEXTURES];
   struct pica_noise_corners noise;
   struct pica_kept_lines lines;
   struct pica_fragments waiting; /* of small triangles and edges, until there are four blocks */
   struct pica_fragments tile;    /* one that is whole */
   uint64_t num_pixels;           /* that were shaded */
};

enum { PICA_CHUNK = 8, PICA_CHUNKS = PICA_VERTEX_FLOATS / PICA_CHUNK };

/** Edge functions and planes of a triangle. An edge function is in square sub-pixels, 0 and above inside. A plane is an attribute divided by w,
 * Z: z / w, W: 1 / w; planes of a chunk of attributes are there if one of them is wanted. */
struct pica_triangle {
   int64_t edge[3];                /* at pixel (0, 0) of memory */
   int32_t edge_dx[3], edge_dy[3]; /* steps of a pixel */
   int32_t first[2], last[2];      /* columns and rows */
   bool flat;                      /* w is the same all over: */
   float w;
   enum pica_lines lines;                      /* of the coordinates of unit 3 */
   _Alignas(64) double at[PICA_VERTEX_FLOATS]; /* at pixel (0, 0) of memory, then steps of a pixel */
   _Alignas(64) double dx[PICA_VERTEX_FLOATS];
   _Alignas(64) double dy[PICA_VERTEX_FLOATS];
   _Alignas(64) float step_x[PICA_VERTEX_FLOATS]; /* the same steps */
   _Alignas(64) float step_y[PICA_VERTEX_FLOATS];
};

/** Makes \p d of the registers. False: gpu->error says which register forbids the draw. */
bool pica_draw_decode(struct pica_draw *d, struct pica_gpu *gpu, const struct pica_light_lut *luts,
                      const struct pica_pixel_params *params);
/** The merger's part of it, without the target. */
void pica_om_decode(struct pica_om *om, const union pica_mmio_regs *r,
                    const struct pica_pixel_params *params);

enum { PICA_BATCH = 16 };

/** Triangles on their way to struct pica_triangle, a lane each. The second and the third corner are exchanged where turned says so. */
struct pica_batch {
   _Alignas(64) int32_t x[3][PICA_BATCH]; /* sub-pixels, y up */
   _Alignas(64) int32_t y[3][PICA_BATCH];
   _Alignas(64) float rw[3][PICA_BATCH];    /* 1 / w */
   _Alignas(64) double area[PICA_BATCH];    /* twice that, square sub-pixels */
   _Alignas(64) int32_t turned[PICA_BATCH]; /* 1 or 0 */
   _Alignas(64) int32_t live[PICA_BATCH];   /* 0: culled, outside, or without area */
   _Alignas(64) int32_t first[2][PICA_BATCH];
   _Alignas(64) int32_t last[2][PICA_BATCH];
   _Alignas(64) double edge[3][PICA_BATCH];
   _Alignas(64) int32_t edge_dx[3][PICA_BATCH];
   _Alignas(64) int32_t edge_dy[3][PICA_BATCH];
   _Alignas(
      64) double weight[3]
                       [PICA_BATCH]; /* of a corner's attributes, at pixel (0, 0) of memory, and its steps */
   _Alignas(64) double weight_dx[3][PICA_BATCH];
   _Alignas(64) double weight_dy[3][PICA_BATCH];
};

/** Pixels of the tile at (\p x, \p y) that stand within the triangle's bounds. */
uint64_t pica_bounded(const struct pica_draw *d, const struct pica_triangle *t, int32_t x, int32_t y);
/** Are triangle \p n and the one behind it, of one box, the halves of an upright rectangle? Then \p t has its bounds: pixels on its right and
 * upper side do not belong to it. */
bool pica_make_rectangle(const struct pica_draw *d, const struct pica_batch *b, unsigned n,
                         struct pica_triangle *t);

#ifdef EMU_SIMD
/** Of \p count triangles, at most PICA_BATCH; the other lanes are not live. */
void EMU_FN(pica_batch_setup)(struct pica_batch *b, const struct pica_draw *d,
                              const struct pica_vertex (*v)[3], unsigned count);
/** Of lane \p n, which is live, whose vertices are \p v. */
void EMU_FN(pica_triangle_setup)(struct pica_triangle *t, const struct pica_draw *d,
                                 const struct pica_batch *b, unsigned n, const struct pica_vertex v[3]);
/** Draws \p count triangles, but for pixels that wait for others. */
void EMU_FN(pica_raster_run)(struct pica_raster_thread *thread, const struct pica_draw *d,
                             const struct pica_vertex (*v)[3], unsigned count);
/** Draws what waits. The draw is the one of the triangles before. */
void EMU_FN(pica_raster_flush)(struct pica_raster_thread *thread, const struct pica_draw *d);
/** Shades and merges fragments; \p f is empty then. */
void EMU_FN(pica_fragments_run)(struct pica_raster_thread *thread, const struct pica_draw *d,
                                struct pica_fragments *f);
#endif

#endif
