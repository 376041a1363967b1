/* SPDX-License-Identifier: MIT
 *
 * Buffer objects: reference counted, mapped for as long as they live, with a cache behind them.
 */
#ifndef TERASCALE_BO_H
#define TERASCALE_BO_H

#include <stdbool.h>
#include <stdint.h>

#include "winsys/winsys.h"

struct ts_screen;

#define TS_BO_BUCKETS 64

/** A winsys buffer with its mapping; kept for reuse when the last reference goes. */
struct ts_bo {
   int32_t refcount;
   uint32_t id; /* hashes into a stream's relocation list */
   struct ts_screen *screen;
   struct ws_bo *ws;
   uint8_t *map; /* persistent */
   uint64_t size_B;
   uint64_t va; /* 0 without virtual memory: the stream then carries offsets */
   uint32_t align_B;
   uint8_t domain;
   uint8_t bucket;
   bool shared;        /* with another process or device: not for the reuse cache */
   struct ts_bo *next; /* in the reuse cache */
};

/** \p align_B: power of two. Contents undefined. NULL: out of memory. */
struct ts_bo *ts_bo_create(struct ts_screen *s, uint64_t size_B, uint32_t align_B, enum ws_domain domain);
void ts_bo_free_(struct ts_bo *bo);
void ts_bo_cache_fini(struct ts_screen *s);

static inline struct ts_bo *
ts_bo_ref(struct ts_bo *bo)
{
   __atomic_fetch_add(&bo->refcount, 1, __ATOMIC_RELAXED);
   return bo;
}

static inline void
ts_bo_unref(struct ts_bo *bo)
{
   if (bo && __atomic_sub_fetch(&bo->refcount, 1, __ATOMIC_ACQ_REL) == 0)
      ts_bo_free_(bo);
}

/** Points *dst at \p bo; costs nothing when it already does. */
static inline void
ts_bo_assign(struct ts_bo **dst, struct ts_bo *bo)
{
   if (*dst == bo)
      return;
   struct ts_bo *old = *dst;
   *dst = bo ? ts_bo_ref(bo) : NULL;
   ts_bo_unref(old);
}

/** Linear suballocator for data that is written once and read by the next draws. */
struct ts_upload {
   struct ts_bo *bo;
   uint32_t offset_B, default_B;
};

#endif
