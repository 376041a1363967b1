/* SPDX-License-Identifier: MIT
 *
 * Sub-allocation of buffers that are written front to back.
 */
#include "driver/upload.h"

#include <assert.h>

#include "util/u_math.h"

void
drv_upload_init(struct drv_upload *u, struct drv_bo_pool *pool, enum ws_domain domain, uint32_t chunk_B)
{
   assert(chunk_B);
   *u = (struct drv_upload){.pool = pool, .domain = domain, .chunk_B = chunk_B};
}

void
drv_upload_fini(struct drv_upload *u)
{
   drv_bo_unref(u->bo);
   u->bo = NULL;
}

bool
drv_upload_alloc(struct drv_upload *u, uint32_t size_B, uint32_t align_B, uint32_t *offset_B)
{
   assert(u_is_pow2(align_B) && align_B <= 4096);
   uint32_t at = (uint32_t)u_align(u->used_B, align_B);
   if (!u->bo || at + (uint64_t)size_B > u->bo->size_B) {
      struct drv_bo *bo = drv_bo_create(u->pool, MAX2(u->chunk_B, size_B), 4096, u->domain);
      if (!bo)
         return false;
      drv_bo_unref(u->bo);
      u->bo = bo;
      at = 0;
   }
   u->used_B = at + size_B;
   *offset_B = at;
   return true;
}
