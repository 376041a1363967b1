/* SPDX-License-Identifier: MIT
 *
 * The rasteriser to its front end: states and primitives go in, bins of screen tiles are executed later.
 */
#ifndef EMULATOR_RASTER_RASTER_H
#define EMULATOR_RASTER_RASTER_H

#include <stdbool.h>
#include <stdint.h>
#include "emulator/pixel/shading.h"
#include "emulator/raster/draw.h"
#include "emulator/raster/prim.h"
#include "util/u_arena.h"

struct raster;
struct raster_bound;
struct raster_kernels;
/** What a rasteriser stands on. */
struct raster_config {
   const struct pixel_gpu_ops *ops;
   void *gpu; /* for ops */
   const struct raster_kernels *kernels;
   unsigned threads; /* how many render, the caller included */
};
/** NULL: out of memory. Destroy: NULL is fine. */
struct raster *raster_create(const struct raster_config *config);
void raster_destroy(struct raster *raster);
/** Arena for draw states, vertices and parameters; reset by raster_flush. */
struct u_arena *raster_arena(struct raster *raster);
/** True if pending bins have to be executed before primitives with \p next can be binned (another
 * framebuffer). The front calls raster_flush then. Its program is not looked at; it may live anywhere.
 */
bool raster_needs_flush(const struct raster *raster, const struct raster_draw *next);
/** Announces the state of the following primitives, which lives in raster_arena. Never flushes: only the front
 * does, through raster_flush, so that it knows when the arena is gone. */
void raster_set_state(struct raster *raster, const struct raster_draw *ds);
/** Bins a primitive; everything it points to lives in raster_arena. */
void raster_add_prim(struct raster *raster, const struct raster_prim *p);
/** Adds a triangle that raster_face_of() lets through, or a rectangle, whose vertices are inside of the guard band and at
 * \p fixed, in 1/256 pixel. */
void raster_add_triangle(struct raster *raster, const struct raster_prim *p, const int32_t *const fixed[3]);
/** Adds such a triangle whose pixels are known to lie in tile (\p tx, \p ty), if anywhere. False: it has to be
 * looked at by raster_add_triangle(), and nothing was added. */
bool raster_add_in_tile(struct raster *raster, const struct raster_triangle *t, uint32_t tx, uint32_t ty);
/** Should raster_add_pair() be asked about triangles of the current state? */
bool raster_joins_pairs(const struct raster *raster);
/** Adds two such triangles, one behind the other, as one rectangle. False: they are none whose pixels all get the same,
 * and nothing was added. */
bool raster_add_pair(struct raster *raster, const struct raster_prim *a, const int32_t *const fixed_a[3],
                     const struct raster_prim *b, const int32_t *const fixed_b[3]);
/** A colour as it is in memory in the target's format; up to four dwords. */
void raster_pack_color(const struct raster *raster, const struct pixel_target *target, const float color[4],
                       uint32_t raw[4]);
/** True if bins or arena are so full that the front should call raster_flush between draws or batches of
 * vertices. */
bool raster_is_full(const struct raster *raster);
/** True if pending bins write (or, if \p write, also read) anything in the range. */
bool raster_pending_overlaps(const struct raster *raster, uint64_t addr, uint64_t size_B, bool write);
/** Calls \p fn once on each thread, the caller's included, with a shader context of that thread's own, and
 * returns when all calls have. The calls share out the work among themselves. */
void raster_parallel(struct raster *raster, void (*fn)(void *data, void *ctx), void *data);
/** Executes all bins on all threads. Draw states and vertices stay, but none is set any more. */
void raster_execute(struct raster *raster);
/** Draws all that is binned, then resets the arena: draw states become invalid. */
void raster_flush(struct raster *raster);
/** What has been drawn since creation; of what bins hold, nothing yet. */
struct raster_stats {
   uint64_t prims, waves, quads, pixels;
};
struct raster_stats raster_statistics(const struct raster *raster);
/** Samples that passed depth and stencil since creation, for ZPASS_DONE; call raster_flush first. */
uint64_t raster_zpass_count(const struct raster *raster);
/** Why the pixel shader of a wave was stopped since the last call, in its own numbers, 0: none was; the largest of
 * several, so that threads do not matter. */
unsigned raster_take_stopped(struct raster *raster);
/** Was drawing lost since the last call because there was no memory for the rendering thread? */
bool raster_take_starved(struct raster *raster);

#endif
