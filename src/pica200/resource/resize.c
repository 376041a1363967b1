/* SPDX-License-Identifier: MIT
 *
 * Another storage for a texture: one that is sampled needs sizes that are powers of two, a depth buffer that of the colour buffer which it meets.
 * Who is neither yet has no more than whole tiles, as VRAM is small.
 */
#include <stdlib.h>

#include "pica200/context.h"
#include "pica200/resource.h"
#include "util/u_math.h"

/** All pictures as rows, one behind the other, or back. */
static void
copy_all(struct pica200_resource *r, uint8_t *rows, bool to_rows)
{
   for (unsigned layer = 0; layer < r->base.array_size; layer++)
      for (unsigned k = 0; k <= r->base.last_level; k++) {
         const struct pipe_box all = {
            0, 0, 0, (int32_t)pica200_level_width(r, k), (int32_t)pica200_level_height(r, k), 1};
         const uint32_t stride_B = (uint32_t)all.width * r->format->texel_B;
         uint8_t *texels = r->bo->map + pica200_level_offset(r, k, layer);
         if (to_rows)
            pica200_detile(r, k, texels, &all, rows, stride_B);
         else
            pica200_tile(r, k, texels, &all, rows, stride_B);
         rows += (size_t)stride_B * (uint32_t)all.height;
      }
}

static size_t
size_of_all(const struct pica200_resource *r)
{
   size_t texels = 0;
   for (unsigned k = 0; k <= r->base.last_level; k++)
      texels += (size_t)pica200_level_width(r, k) * pica200_level_height(r, k);
   return texels * r->format->texel_B * r->base.array_size;
}

bool
pica200_resize(struct pica200_context *c, struct pica200_resource *r, uint32_t width, uint32_t height)
{
   const enum ws_domain domain = (enum ws_domain)r->bo->domain;
   struct pica200_resource old = *r;
   uint8_t *rows = NULL;
   drv_bo_sync(&c->base, r->bo, true);
   if (pica200_is_magnified(r))
      pica200_unpad(r);
   if (r->written && !(rows = malloc(size_of_all(r)))) {
      c->base.oom = true;
      return false;
   }
   if (rows) {
      copy_all(r, rows, true);
      pica200_tell(c,
                   "a texture or depth buffer of %ux%u gets another storage: it is sampled, or meets another "
                   "colour buffer",
                   r->base.width0, r->base.height0);
   }
   pica200_layout(r, width, height);
   const bool ok = pica200_resource_alloc(c->screen, r, domain) ||
                   (domain == WS_DOMAIN_VRAM && pica200_resource_alloc(c->screen, r, WS_DOMAIN_GTT));
   if (ok && rows) {
      copy_all(r, rows, false);
   } else if (!ok) {
      old.base.refcount = r->base.refcount;
      *r = old;
      c->base.oom = true;
   }
   free(rows);
   return ok;
}
