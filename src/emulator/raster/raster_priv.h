/* SPDX-License-Identifier: MIT
 *
 * The rasteriser from the inside: its bins, its memory and its threads.
 */
#ifndef EMULATOR_RASTER_RASTER_PRIV_H
#define EMULATOR_RASTER_RASTER_PRIV_H

#include <pthread.h>
#include <stdatomic.h>
#include "emulator/core/wave.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "util/u_arena.h"

/** Memory that survives a flush. */
struct raster_page {
   struct raster_page *next;
   _Alignas(64) unsigned char data[RASTER_PAGE_B - 64];
};

struct raster {
   struct pixel_gpu_ops ops;
   void *gpu;
   const struct raster_kernels *kernels;
   struct raster_stats stats;
   unsigned num_threads;
   struct u_arena arena;

   /* memory for primitives, states and chunks */
   struct raster_page *pages, *page;
   size_t page_used_B;
   size_t total_B;

   struct pixel_fb fb[PIXEL_MAX_SAMPLES]; /* [0] stands for all as long as there is no other sample */
   unsigned num_fb;                       /* that hold something */
   uint64_t fb_first, fb_end; /* addresses between which all surfaces of fb[0] lie that are bound */
   struct raster_bound *state, *states;
   int32_t drawn[4]; /* bounds of the states' clips: x0, y0, x1, y1 */
   bool out_of_memory;

   struct raster_bin *bins; /* RASTER_GRID * RASTER_GRID, row-major */
   uint32_t *touched;       /* indices of bins with content */
   uint32_t num_touched;
   uint64_t num_prims;

   struct {
      uint64_t key[8];
      uint64_t last_use;
      uint32_t *off;
   } block_maps[32];
   uint64_t use_clock;

   uint64_t zpass;
   uint8_t stopped;
   bool starved; /* no memory for the first worker: what was to be drawn is lost */

   struct raster_worker **workers; /* [num_threads], created when first needed */
   atomic_uint next_bin;
   void (*job)(struct raster_worker *w); /* what the threads run now */
   void (*parallel_fn)(void *data, void *ctx);
   void *parallel_data;
   pthread_mutex_t lock;
   pthread_cond_t start, done;
   uint64_t generation;
   atomic_uint running; /* threads that have not ended the job, but for the caller's */
   bool quit, threads_started;
   pid_t pid; /* the process that has the threads: a fork leaves them behind */
};

/** Uninitialised, 64-byte aligned, at most a page, valid until raster_flush. NULL (and raster->out_of_memory) if the
 * host has no memory. */
void *raster_alloc(struct raster *raster, size_t size_B);

/** All that raster_alloc() gave is gone; the memory stays. */
void raster_pages_reset(struct raster *raster);
void raster_pages_fini(struct raster *raster);

/** Runs all touched bins on all threads. */
void raster_run_bins(struct raster *raster);
void raster_threads_fini(struct raster *raster);
/** Builds what the back end wants to know of a draw state. */
bool raster_bound_init(struct raster *raster, struct raster_bound *st, const struct raster_draw *ds);
/** Behind the last bin: the next state may bring another framebuffer. */
void raster_unbind_surfaces(struct raster *raster);
bool pixel_fb_conflicts(const struct pixel_fb *fb, const struct raster_draw *ds);
/** May the program of a state, whose targets are set, read them? */
bool raster_reads_targets(const struct raster *raster, const struct raster_bound *st);
/** Fills st->changes and st->overwrites. */
void raster_bound_changes(struct raster *raster, struct raster_bound *st);
/** Before a primitive of \p st, which covers whatever has been drawn in the tile, is added to its bin: drops what
 * will not be seen. */
void raster_bin_forget(struct raster_bin *bin, const struct raster_bound *st);
/** True if a primitive of a state that overwrites something covers whatever has been drawn: at all, in a tile. */
bool raster_covers_drawn(const struct raster *raster, const struct raster_prim *p);
bool raster_covers_tile(const struct raster *raster, const struct raster_prim *p, uint32_t tx, uint32_t ty);

#endif
