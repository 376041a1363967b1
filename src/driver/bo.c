/* SPDX-License-Identifier: MIT
 *
 * Buffers with a pool for reuse. Sizes are rounded to four steps a power of two; a freed buffer waits in its
 * bucket and is taken again when it is idle, which spares the winsys an allocation and the host the clearing of
 * pages.
 */
#include "driver/bo.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

#define PAGE_B       4096u
#define POOL_LIMIT_B (UINT64_C(96) << 20)
#define KEEP_MAX_B   (UINT64_C(32) << 20) /* bigger ones go back at once */

void
drv_bo_pool_init(struct drv_bo_pool *pool, struct winsys *ws)
{
   *pool = (struct drv_bo_pool){.ws = ws};
   pthread_mutex_init(&pool->lock, NULL);
}

/** Rounds up to 2^n * (4..7) / 4 and numbers the step. */
static uint64_t
bucket_size(uint64_t size_B, uint8_t *bucket)
{
   if (size_B < PAGE_B)
      size_B = PAGE_B;
   unsigned n = 63u - (unsigned)__builtin_clzll(size_B);
   uint64_t step = UINT64_C(1) << (n - 2);
   uint64_t rounded = u_align(size_B, step);
   n = 63u - (unsigned)__builtin_clzll(rounded);
   unsigned quarter = (unsigned)(rounded >> (n - 2)) & 3;
   unsigned b = (n - 12) * 4 + quarter;
   *bucket = (uint8_t)MIN2(b, DRV_BO_BUCKETS - 1);
   return rounded;
}

static void
destroy_bo(struct drv_bo *bo)
{
   struct winsys *ws = bo->pool->ws;
   ws->bo_unref(ws, bo->ws);
   free(bo);
}

static struct drv_bo *
take_idle(struct drv_bo_pool *pool, unsigned bucket, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct drv_bo *found = NULL;
   pthread_mutex_lock(&pool->lock);
   for (struct drv_bo **p = &pool->idle[bucket]; *p; p = &(*p)->next) {
      struct drv_bo *bo = *p;
      if (bo->size_B == size_B && bo->align_B >= align_B && bo->domain == domain &&
          pool->ws->bo_wait(pool->ws, bo->ws, 0, true)) {
         *p = bo->next;
         assert(pool->idle_B >= bo->size_B);
         pool->idle_B -= bo->size_B;
         found = bo;
         break;
      }
   }
   pthread_mutex_unlock(&pool->lock);
   return found;
}

/** Gives all that waits back to the winsys. */
static void
empty_pool(struct drv_bo_pool *pool)
{
   pthread_mutex_lock(&pool->lock);
   for (unsigned i = 0; i < DRV_BO_BUCKETS; i++) {
      while (pool->idle[i]) {
         struct drv_bo *bo = pool->idle[i];
         pool->idle[i] = bo->next;
         destroy_bo(bo);
      }
   }
   pool->idle_B = 0;
   pthread_mutex_unlock(&pool->lock);
}

void
drv_bo_pool_fini(struct drv_bo_pool *pool)
{
   empty_pool(pool);
   pthread_mutex_destroy(&pool->lock);
}

/** A buffer around \p wbo, which is taken over. NULL: out of memory. */
static struct drv_bo *
wrap(struct drv_bo_pool *pool, struct ws_bo *wbo, const struct drv_bo *templ)
{
   struct winsys *ws = pool->ws;
   struct drv_bo *bo = malloc(sizeof *bo);
   void *map = bo ? ws->bo_map(ws, wbo) : NULL;
   if (!map) {
      ws->bo_unref(ws, wbo);
      free(bo);
      return NULL;
   }
   *bo = *templ;
   bo->refcount = 1;
   bo->id = __atomic_fetch_add(&pool->next_id, 1, __ATOMIC_RELAXED);
   bo->pool = pool;
   bo->ws = wbo;
   bo->va = ws->bo_va(ws, wbo);
   bo->map = map;
   return bo;
}

struct drv_bo *
drv_bo_create(struct drv_bo_pool *pool, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   assert(u_is_pow2(align_B));
   uint8_t bucket;
   size_B = bucket_size(size_B, &bucket);
   align_B = MAX2(align_B, PAGE_B);
   struct drv_bo *bo = take_idle(pool, bucket, size_B, align_B, domain);
   if (bo) {
      assert(bo->refcount == 0 && !bo->shared);
      bo->refcount = 1;
      bo->next = NULL;
      return bo;
   }
   struct winsys *ws = pool->ws;
   struct ws_bo *wbo = ws->bo_create(ws, size_B, align_B, domain);
   if (!wbo) {
      empty_pool(pool); /* what waits there may be what is missing */
      wbo = ws->bo_create(ws, size_B, align_B, domain);
   }
   const struct drv_bo templ = {
      .size_B = size_B, .align_B = align_B, .domain = (uint8_t)domain, .bucket = bucket};
   return wbo ? wrap(pool, wbo, &templ) : NULL;
}

struct drv_bo *
drv_bo_import(struct drv_bo_pool *pool, int fd)
{
   struct drv_bo templ = {.align_B = PAGE_B, .domain = WS_DOMAIN_GTT, .shared = true};
   struct ws_bo *wbo = pool->ws->bo_import(pool->ws, fd, &templ.size_B);
   return wbo ? wrap(pool, wbo, &templ) : NULL;
}

int
drv_bo_export(struct drv_bo *bo)
{
   int fd = bo->pool->ws->bo_export(bo->pool->ws, bo->ws);
   if (fd >= 0)
      bo->shared = true; /* never again anybody else's */
   return fd;
}

void
drv_bo_release(struct drv_bo *bo)
{
   struct drv_bo_pool *pool = bo->pool;
   assert(bo->refcount == 0);
   if (bo->shared || bo->size_B > KEEP_MAX_B) {
      destroy_bo(bo);
      return;
   }
   pthread_mutex_lock(&pool->lock);
   bool keep = pool->idle_B + bo->size_B <= POOL_LIMIT_B;
   if (keep) {
      bo->next = pool->idle[bo->bucket];
      pool->idle[bo->bucket] = bo;
      pool->idle_B += bo->size_B;
   }
   pthread_mutex_unlock(&pool->lock);
   if (!keep)
      destroy_bo(bo);
}
