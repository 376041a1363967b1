/* SPDX-License-Identifier: MIT
 *
 * A driver's buffers: the winsys' ones, reference counted, mapped for as long as they live, with a pool behind
 * them that keeps those which nobody needs any more. Thread safe.
 */
#ifndef DRIVER_BO_H
#define DRIVER_BO_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "winsys/winsys.h"

#define DRV_BO_BUCKETS 64

struct drv_bo;

/** All buffers of a screen. */
struct drv_bo_pool {
   struct winsys *ws;
   uint32_t next_id; /* atomic */
   pthread_mutex_t lock;
   struct drv_bo *idle[DRV_BO_BUCKETS]; /* waiting for reuse, newest first */
   uint64_t idle_B;
};

struct drv_bo {
   int32_t refcount;
   uint32_t id; /* hashes into a submission's list */
   struct drv_bo_pool *pool;
   struct ws_bo *ws;
   uint8_t *map; /* persistent */
   uint64_t size_B;
   uint64_t va; /* 0 without virtual memory */
   uint32_t align_B;
   uint8_t domain; /* enum ws_domain */
   uint8_t bucket;
   bool shared;         /* with another process or device: never reused */
   struct drv_bo *next; /* in the pool */
};

/** An empty pool on \p ws, which must outlive it. */
void drv_bo_pool_init(struct drv_bo_pool *pool, struct winsys *ws);
/** No buffer may be referenced any more. */
void drv_bo_pool_fini(struct drv_bo_pool *pool);

/** At least \p size_B bytes at a multiple of \p align_B, a power of two. Contents undefined. NULL: out of memory,
 * also after all that waited in the pool was given back. */
struct drv_bo *drv_bo_create(struct drv_bo_pool *pool, uint64_t size_B, uint32_t align_B,
                             enum ws_domain domain);
/** The buffer behind a dma-buf, which the caller keeps; the winsys can import. NULL and errno on failure. */
struct drv_bo *drv_bo_import(struct drv_bo_pool *pool, int fd);
/** A dma-buf of it, which the caller closes; the winsys can export. -1 and errno on failure. */
int drv_bo_export(struct drv_bo *bo);
/** For drv_bo_unref: the last reference is gone. */
void drv_bo_release(struct drv_bo *bo);

static inline struct drv_bo *
drv_bo_ref(struct drv_bo *bo)
{
   __atomic_fetch_add(&bo->refcount, 1, __ATOMIC_RELAXED);
   return bo;
}

/** NULL is fine. */
static inline void
drv_bo_unref(struct drv_bo *bo)
{
   if (bo && __atomic_sub_fetch(&bo->refcount, 1, __ATOMIC_ACQ_REL) == 0)
      drv_bo_release(bo);
}

/** Points *dst at \p bo; costs nothing when it already does. */
static inline void
drv_bo_assign(struct drv_bo **dst, struct drv_bo *bo)
{
   if (*dst == bo)
      return;
   struct drv_bo *old = *dst;
   *dst = bo ? drv_bo_ref(bo) : NULL;
   drv_bo_unref(old);
}

#endif
