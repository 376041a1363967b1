/* SPDX-License-Identifier: MIT
 *
 * What one thread needs to draw tiles.
 */
#ifndef EMULATOR_RASTER_WORKER_H
#define EMULATOR_RASTER_WORKER_H

#include <pthread.h>
#include "emulator/core/wave.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/shading.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/thread.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"

/** What a bin refers to; set up by the thread that draws the tile. */
struct raster_ref {
   const struct raster_bound *st;
   struct raster_prim prim;
};

/** Consecutive primitives of a tile. */
struct raster_chunk {
   struct raster_chunk *next;
   const struct raster_bound *st; /* of triangles; NULL: refs, each with its own */
   uint32_t count, room;
   union { /* as many as there is room for */
      const struct raster_ref *ref[124];
      struct raster_triangle triangle[31];
   };
};
enum {
   RASTER_CHUNK_REFS = 60,
   /* a state's first chunk of triangles in a tile, and those behind it */
   RASTER_CHUNK_FIRST = 5,
   RASTER_CHUNK_TRIANGLES = 31,
   /* refs that a chunk of triangles takes in place of each */
   RASTER_REFS_A_TRIANGLE = sizeof(struct raster_triangle) / sizeof(void *)
};
struct raster_bin {
   struct raster_chunk *head, *tail;
   uint16_t x, y;    /* in tiles */
   uint16_t changes; /* by all its primitives */
   uint16_t run;     /* primitives at the end of the tail that hide what they change, one after the other */
};

/* ---- workers ---- */

/* Primitives that quads in a wave can refer to, small triangles that are set up together, and a spare. */
enum {
   RASTER_SMALL_MAX = 16 /* lanes of the widest vector */,
   RASTER_PRIM_RING = EMU_QUADS + RASTER_SMALL_MAX + 2
};

/* Where the blocks of the tile stand in a surface, as far as somebody wanted to know; NULL: nobody. */
struct raster_tile_blocks {
   const struct pixel_surf *of; /* NULL: none of the tile is known */
   uint8_t *block[RASTER_BLOCKS];
};

struct raster_worker {
   struct raster *raster;
   void *ctx; /* the front end's, of this thread */
   struct pixel_thread px;

   struct pixel_quads build, direct;
   struct raster_setup ring[RASTER_PRIM_RING];
   unsigned ring_at;
   bool ring_used;                  /* ring[ring_at] is referred to by build */
   uint32_t prim_serial;            /* of the last primitive */
   uint64_t pending[RASTER_BLOCKS]; /* live pixels in build */
   const void *uniform_program;     /* uniform shader whose results the wave still holds, or NULL */

   struct raster_tile_blocks depth_blocks, color_blocks; /* raster/small_draw.c's */
   uint64_t line_mask[RASTER_BLOCKS];
   /* counters, merged by raster_flush */
   uint64_t zpass, waves, quads, pixels;
   uint8_t stopped; /* why a wave was stopped since the last raster_execute, 0: none; the largest */
   /* program of which a wave of this tile was stopped: others of the tile do not run, so that a stream ends; NULL: none */
   const void *hung;
   pthread_t thread;
   unsigned index;
};

/** Where the next primitive of the tile is set up. */
static inline struct raster_setup *
raster_next_setup(struct raster_worker *w)
{
   if (w->ring_used) {
      w->ring_at = w->ring_at + 1 < RASTER_PRIM_RING ? w->ring_at + 1 : 0;
      w->ring_used = false;
   }
   struct raster_setup *p = &w->ring[w->ring_at];
   p->serial = ++w->prim_serial;
   return p;
}

/** Kernels of one SIMD level. */
struct raster_kernels {
   /** Draws all primitives of a bin. */
   void (*run_tile)(struct raster_worker *w, const struct raster_bin *bin);
   /** raster_pack_color */
   void (*pack_color)(const struct pixel_cb *cb, const float color[4], uint32_t raw[4]);
};

#endif
