/* SPDX-License-Identifier: MIT
 *
 * Buffer objects with a reuse cache. Sizes are rounded to four steps a power of two; a freed buffer waits in
 * its bucket and is taken again when it is idle, which spares the winsys an allocation and the host the
 * clearing of pages.
 */
#include <pthread.h>
#include <stdlib.h>

#include "terascale/bo.h"
#include "terascale/screen.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define CACHE_LIMIT_B  (UINT64_C(96) << 20)
#define CACHE_MAX_BO_B (UINT64_C(32) << 20) /* bigger ones go back at once */

/** Rounds up to 2^n * (4..7) / 4 and numbers the step. */
static uint64_t
bucket_size(uint64_t size_B, uint8_t *bucket)
{
   if (size_B < 4096)
      size_B = 4096;
   unsigned n = 63u - (unsigned)__builtin_clzll(size_B);
   uint64_t step = UINT64_C(1) << (n - 2);
   uint64_t rounded = u_align(size_B, step);
   n = 63u - (unsigned)__builtin_clzll(rounded);
   unsigned quarter = (unsigned)(rounded >> (n - 2)) & 3;
   unsigned b = (n - 12) * 4 + quarter;
   *bucket = (uint8_t)MIN2(b, TS_BO_BUCKETS - 1);
   return rounded;
}

static void
destroy(struct ts_bo *bo)
{
   struct winsys *ws = bo->screen->ws;
   ws->bo_unref(ws, bo->ws);
   free(bo);
}

static struct ts_bo *
take_cached(struct ts_screen *s, unsigned bucket, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct ts_bo *found = NULL;
   pthread_mutex_lock(&s->bo_lock);
   for (struct ts_bo **p = &s->bo_cache[bucket]; *p; p = &(*p)->next) {
      struct ts_bo *bo = *p;
      if (bo->size_B == size_B && bo->align_B >= align_B && bo->domain == domain &&
          s->ws->bo_wait(s->ws, bo->ws, 0, true)) {
         *p = bo->next;
         s->bo_cached_B -= bo->size_B;
         found = bo;
         break;
      }
   }
   pthread_mutex_unlock(&s->bo_lock);
   return found;
}

struct ts_bo *
ts_bo_create(struct ts_screen *s, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   uint8_t bucket;
   size_B = bucket_size(size_B, &bucket);
   align_B = MAX2(align_B, 4096);
   struct ts_bo *bo = take_cached(s, bucket, size_B, align_B, domain);
   if (bo) {
      bo->refcount = 1;
      bo->next = NULL;
      return bo;
   }
   bo = calloc(1, sizeof *bo);
   if (!bo)
      return NULL;
   bo->ws = s->ws->bo_create(s->ws, size_B, align_B, domain);
   if (!bo->ws) {
      ts_bo_cache_fini(s); /* what waits there may be what is missing */
      bo->ws = s->ws->bo_create(s->ws, size_B, align_B, domain);
   }
   if (!bo->ws) {
      free(bo);
      return NULL;
   }
   bo->refcount = 1;
   bo->screen = s;
   bo->size_B = size_B;
   bo->domain = (uint8_t)domain;
   bo->align_B = align_B;
   bo->bucket = bucket;
   bo->id = __atomic_fetch_add(&s->next_bo_id, 1, __ATOMIC_RELAXED);
   bo->va = s->ws->bo_va(s->ws, bo->ws);
   bo->map = s->ws->bo_map(s->ws, bo->ws);
   if (!bo->map) {
      destroy(bo);
      return NULL;
   }
   return bo;
}

void
ts_bo_free_(struct ts_bo *bo)
{
   struct ts_screen *s = bo->screen;
   if (bo->shared || bo->size_B > CACHE_MAX_BO_B) {
      destroy(bo);
      return;
   }
   pthread_mutex_lock(&s->bo_lock);
   bool keep = s->bo_cached_B + bo->size_B <= CACHE_LIMIT_B;
   if (keep) {
      bo->next = s->bo_cache[bo->bucket];
      s->bo_cache[bo->bucket] = bo;
      s->bo_cached_B += bo->size_B;
   }
   pthread_mutex_unlock(&s->bo_lock);
   if (!keep)
      destroy(bo);
}

void
ts_bo_cache_fini(struct ts_screen *s)
{
   pthread_mutex_lock(&s->bo_lock);
   for (unsigned i = 0; i < TS_BO_BUCKETS; i++) {
      while (s->bo_cache[i]) {
         struct ts_bo *bo = s->bo_cache[i];
         s->bo_cache[i] = bo->next;
         destroy(bo);
      }
   }
   s->bo_cached_B = 0;
   pthread_mutex_unlock(&s->bo_lock);
}
