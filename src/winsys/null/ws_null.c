/* SPDX-License-Identifier: MIT
 *
 * A winsys that runs nothing: buffers are plain memory, submissions vanish, fences have always passed. For
 * shader statistics and for the driver's own cost. It does not check streams either.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "winsys/winsys.h"
#include "winsys/ws_done.h"
#include "winsys/ws_info.h"

#define VA_START 0x800000ull /* the kernel keeps what is below */

struct null_bo {
   atomic_uint refs;
   uint64_t va;
   void *data;
};

struct null_ws {
   struct winsys base;
   _Atomic uint64_t next_va;
};

static struct null_bo *
null_bo(struct ws_bo *bo)
{
   return (struct null_bo *)bo;
}

static void
destroy(struct winsys *ws)
{
   free(ws);
}

static struct ws_bo *
bo_create(struct winsys *ws, uint64_t size_B, uint32_t align_B, enum ws_domain domain)
{
   struct null_ws *n = (struct null_ws *)ws;
   uint64_t span = (size_B + align_B - 1) / align_B * align_B;
   struct null_bo *bo = calloc(1, sizeof *bo);
   if (!bo || size_B > SIZE_MAX)
      goto fail;
   bo->data = calloc(1, size_B ? (size_t)size_B : 1);
   if (!bo->data)
      goto fail;
   atomic_init(&bo->refs, 1);
   if (ws->info.has_va) {
      uint64_t at = atomic_fetch_add(&n->next_va, span + align_B);
      bo->va = (at + align_B - 1) / align_B * align_B;
   }
   return (struct ws_bo *)bo;
fail:
   free(bo);
   return NULL;
}

static void
bo_ref(struct winsys *ws, struct ws_bo *bo)
{
   atomic_fetch_add(&null_bo(bo)->refs, 1);
}

static void
bo_unref(struct winsys *ws, struct ws_bo *bo)
{
   if (!bo || atomic_fetch_sub(&null_bo(bo)->refs, 1) > 1)
      return;
   free(null_bo(bo)->data);
   free(bo);
}

static void *
bo_map(struct winsys *ws, struct ws_bo *bo)
{
   return null_bo(bo)->data;
}

static uint64_t
bo_va(struct winsys *ws, struct ws_bo *bo)
{
   return null_bo(bo)->va;
}

static void
bo_set_tiling(struct winsys *ws, struct ws_bo *bo, uint32_t flags, uint32_t pitch_B)
{
}

static bool
cs_submit(struct winsys *ws, enum ws_ring ring, const uint32_t *dw, uint32_t ndw,
          const struct ws_reloc *relocs, uint32_t num_relocs, struct ws_fence **fence)
{
   if (fence)
      *fence = ws_done_fence();
   return true;
}

static bool
lend_hyperz(struct winsys *ws, bool want)
{
   return want;
}

static uint32_t
reset_count(struct winsys *ws, enum ws_blame *blame)
{
   *blame = WS_BLAME_NOBODY;
   return 0;
}

struct winsys *
ws_null_create(const struct db_chip *chip)
{
   struct null_ws *n = calloc(1, sizeof *n);
   if (!n)
      return NULL;
   atomic_init(&n->next_va, VA_START);
   n->base = (struct winsys){.destroy = destroy,
                             .bo_create = bo_create,
                             .bo_ref = bo_ref,
                             .bo_unref = bo_unref,
                             .bo_map = bo_map,
                             .bo_va = bo_va,
                             .bo_set_tiling = bo_set_tiling,
                             .bo_wait = ws_done_bo_wait,
                             .cs_submit = cs_submit,
                             .fence_wait = ws_done_fence_wait,
                             .fence_ref = ws_done_fence_ref,
                             .fence_unref = ws_done_fence_unref,
                             .reset_count = reset_count,
                             .lend_hyperz = lend_hyperz};
   ws_info_of_chip(&n->base.info, chip);
   return &n->base;
}
