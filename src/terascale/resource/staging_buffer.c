/* SPDX-License-Identifier: MIT
 *
 * Buffer objects on boards whose VRAM the CPU reads slowly. The GPU never writes them; one that the CPU reads once
 * (indices or vertices that must be converted, a part that is rewritten while the rest is in use, a map) will be read
 * again, and lies in GTT from then on.
 */
#include <assert.h>
#include <string.h>

#include "terascale/resource/staging.h"
#include "util/u_math.h"

void
ts_staging_move_buffer(struct ts_screen *s, struct ts_resource *r)
{
   assert(r->base.target == PIPE_BUFFER);
   if (!ts_staging_wanted(s, r) || r->bo->shared)
      return;
   struct drv_bo *bo = drv_bo_create(&s->bos, r->size_B, 4096, WS_DOMAIN_GTT);
   if (!bo)
      return;
   memcpy(bo->map, r->bo->map, r->size_B);
   drv_bo_unref(r->bo);
   r->bo = bo;
   r->base.usage = PIPE_USAGE_STAGING; /* later storage is to lie there, too */
   __atomic_fetch_add(&s->storage_serial, 1, __ATOMIC_RELAXED);
}
