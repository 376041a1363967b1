/* SPDX-License-Identifier: MIT
 *
 * The driver's screen: one GPU, shared by all of its contexts. Its functions and the caches in it are thread safe.
 */
#ifndef TERASCALE_SCREEN_H
#define TERASCALE_SCREEN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/terascale/db_chips.h"
#include "driver/bo.h"
#include "pipe/p_screen.h"
#include "terascale/resource/surface.h"
#include "winsys/winsys.h"

struct chip_ops;

struct ts_screen {
   struct pipe_screen base;
   struct winsys *ws;
   const struct terascale_chip *chip;
   const struct chip_ops *ops;
   struct ts_tiling tiling;
   char renderer[64];
   struct drv_bo_pool bos;
   /* each draw asks for these two */
   bool any_streamed;         /* atomic; stream-out has written some buffer */
   uint32_t storage_serial;   /* counts resources that got new storage: contexts compare */
   struct drv_bo *dummy;      /* zeros but for w = 1.0 at its start: stands in for what is not bound */
   uint32_t num_contexts;     /* atomic */
   pthread_mutex_t fast_lock; /* guards changes of ts_fast::owner */
   bool staging;              /* transfers go through GTT: terascale/resource/staging.c */
   bool fast_color, fast_depth, fast_stencil;
   uint64_t fast_min_samples; /* smaller surfaces are drawn over */
   uint64_t stream_bos_B; /* a stream whose buffers are larger than this is submitted before the next draw */
};

/** The screen of a pipe_screen that ts_screen_create made. */
static inline struct ts_screen *
ts_screen(struct pipe_screen *s)
{
   return (struct ts_screen *)s;
}

/** Fills the screen's resource functions. */
void ts_screen_init_resources(struct ts_screen *s);
/** Fills the functions that share storage, where the winsys can. */
void ts_screen_init_sharing(struct ts_screen *s);

#endif
