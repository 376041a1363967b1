/* SPDX-License-Identifier: MIT
 *
 * What the rasteriser's hot files call of each other. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_RASTER_KERNELS_H
#define EMULATOR_RASTER_KERNELS_H

#include "emulator/raster/assemble.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/small.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/levels.h"

/** Finds what p may cover and its edges; false if it is nothing. */
bool EMU_FN(raster_setup_prim)(const struct raster_bound *st, const struct raster_prim *p,
                               struct raster_setup *out);
/** The corners of a line that setup left in lx0 .. ly1; false if it is nothing. */
bool EMU_FN(raster_setup_ms_line)(struct raster_setup *o);
/** Computes what most primitives that are never seen do not need: planes of depth and linear barycentrics,
 * and of perspective ones. */
void EMU_FN(raster_setup_planes)(struct raster_setup *p);
void EMU_FN(raster_setup_perspective)(struct raster_setup *p);
/** Looks at n triangles of one state without samples, at most a vector's lanes, in the tile at (tile_x, tile_y). */
void EMU_FN(raster_find_small)(const struct raster_bound *st, const struct raster_triangle *t, unsigned n,
                               uint32_t tile_x, uint32_t tile_y, struct raster_small *out);
/** As raster_setup_prim() for triangle i of these, which is small and covers something; edges and bounds are left out. */
void EMU_FN(raster_setup_small)(const struct raster_bound *st, const struct raster_triangle *t,
                                const struct raster_small *s, unsigned i, struct raster_setup *out);
/** Planes of the triangles that raster_find_small() found, of a state with raster_bound::small. */
void EMU_FN(raster_plane_small)(const struct raster_bound *st, const struct raster_small *s,
                                struct raster_small_planes *out);
/** Draws those of these that have a bit in \p lanes, small ones that cover something, in the worker's tile. */
void EMU_FN(raster_draw_small)(struct raster_worker *w, const struct raster_bound *st,
                               const struct raster_triangle *t, const struct raster_small *s,
                               const struct raster_small_planes *planes, uint32_t lanes);
/** A primitive of a state with samples in the worker's tile. */
void EMU_FN(raster_draw_ms)(struct raster_worker *w, struct raster_setup *p);
/** Pixels of a block that a primitive covers. */
void EMU_FN(raster_draw_block)(struct raster_worker *w, struct raster_setup *p, unsigned block, uint64_t cov);
/** Pixels of \p rows rows of \p n blocks, the first one \p block, that all get the same and passed everything before. */
void EMU_FN(raster_fill)(struct raster_worker *w, const struct raster_bound *st, unsigned block, unsigned n,
                         unsigned rows, uint64_t cov);
/** Pixels of a block that passed everything before the shader, of a state without samples. */
void EMU_FN(raster_shade_block)(struct raster_worker *w, struct raster_setup *p, unsigned block,
                                uint64_t cov);
/** Has w->px.out hold what a shader that gives all pixels the same leaves. False: it was stopped in this tile. */
bool EMU_FN(raster_shade_uniform)(struct raster_worker *w, const struct raster_draw *ds);
/** All pixels of \p rows rows of \p n blocks, the first one \p block, if the primitive gives them all one colour, one depth
 * or both whatever is there, as a clear does. False: it is none of these, and nothing was done. */
bool EMU_FN(raster_fill_blocks)(struct raster_worker *w, struct raster_setup *p, unsigned block, unsigned n,
                                unsigned rows);
/** All pixels of \p n blocks side by side. */
void EMU_FN(raster_draw_strip)(struct raster_worker *w, struct raster_setup *p, unsigned block, unsigned n);
/** Runs the wave that is put together, if there is one. */
void EMU_FN(raster_flush_build)(struct raster_worker *w);
/** Pixels of a block that a primitive covers, by sample; changes \p cov. */
void EMU_FN(raster_draw_block_ms)(struct raster_worker *w, struct raster_setup *p, unsigned block,
                                  uint64_t cov[PIXEL_MAX_SAMPLES]);

/** raster_vertex_kernels::find_range */
void EMU_FN(raster_find_range)(const uint32_t *index, uint32_t n, uint32_t offset, uint32_t *least,
                               uint32_t *most);
/** raster_vertex_kernels::pack_corners */
void EMU_FN(raster_pack_corners)(const uint32_t *index, uint32_t n, uint32_t add, uint64_t shared, void *out);
/** raster_vertex_kernels::see_triangles */
uint32_t EMU_FN(raster_see_triangles)(struct raster_facing f, const int32_t (*fixed)[2], const uint16_t *v,
                                      unsigned stride, uint32_t n, struct raster_seen *out);

#endif
