/* SPDX-License-Identifier: MIT
 *
 * Resources: which storage a buffer or texture gets. It is whole tiles at first (units want more: resource/resize.c). VRAM has 6 MiB, which are
 * for what is drawn to: textures are in FCRAM until they are (state/framebuffer.c).
 *
 * Left out: sharing with other processes and devices. The console's memories cannot be mapped anew.
 */
#include "pica200/resource.h"

#include <stdlib.h>
#include <string.h>

#include "pica200/screen.h"
#include "util/u_math.h"

enum {
   TILE = 8,
   ALIGN_B = 4096,
   CUBE_ALIGN_B = 32 << 20, /* the high bits of addresses that faces share begin here */
};

static uint32_t
alignment(const struct pica200_resource *r)
{
   if (r->base.target != PIPE_TEXTURE_CUBE)
      return ALIGN_B;
   return (uint32_t)CLAMP(u_next_pow2((uint32_t)r->size_B), (uint32_t)ALIGN_B, (uint32_t)CUBE_ALIGN_B);
}

static void
clear_storage(const struct pica200_resource *r, struct drv_bo *bo)
{
   memset(bo->map, 0, bo->size_B);
   for (uint64_t i = 0; r->format && r->format->opaque && i < r->size_B; i += 4)
      bo->map[i] = 0xff; /* alpha */
}

bool
pica200_resource_alloc(struct pica200_screen *s, struct pica200_resource *r, enum ws_domain domain)
{
   struct drv_bo *bo = drv_bo_create(&s->bos, r->size_B, alignment(r), domain);
   if (!bo)
      return false;
   clear_storage(r, bo);
   if (r->bo)
      __atomic_fetch_add(&s->storage_serial, 1, __ATOMIC_RELAXED);
   drv_bo_unref(r->bo);
   r->bo = bo;
   return true;
}

static void
resource_destroy(struct pipe_screen *ps, struct pipe_resource *pr)
{
   struct pica200_resource *r = pica200_resource(pr);
   (void)ps;
   drv_bo_unref(r->bo);
   free(r);
}

static bool
init_texture(struct pica200_screen *s, struct pica200_resource *r)
{
   const struct pipe_resource *t = &r->base;
   const uint32_t max = t->target == PIPE_TEXTURE_CUBE ? PICA200_MAX_CUBE_SIZE : PICA200_MAX_SIZE;
   r->format = pica200_format((enum pipe_format)t->format);
   if (!pica200_is_format_supported(&s->base, (enum pipe_format)t->format,
                                    (enum pipe_texture_target)t->target, t->nr_samples, t->bind) ||
       t->width0 > max || t->height0 > max || t->depth0 > 1)
      return false;
   pica200_layout(r, (uint32_t)u_align(t->width0, TILE), (uint32_t)u_align(t->height0, TILE));
   return true;
}

static struct pipe_resource *
resource_create(struct pipe_screen *ps, const struct pipe_resource *templ)
{
   struct pica200_screen *s = pica200_screen(ps);
   struct pica200_resource *r = calloc(1, sizeof *r);
   if (!r)
      return NULL;
   r->base = *templ;
   r->base.refcount = 1;
   r->base.screen = ps;
   bool ok = true;
   if (templ->target == PIPE_BUFFER)
      r->size_B = u_align(templ->width0, 4) + 16; /* fetches reach a little behind the last vertex */
   else
      ok = init_texture(s, r);
   const bool target = templ->target != PIPE_BUFFER && !(templ->bind & PIPE_BIND_SAMPLER_VIEW);
   if (ok && ((target && pica200_resource_alloc(s, r, WS_DOMAIN_VRAM)) ||
              pica200_resource_alloc(s, r, WS_DOMAIN_GTT)))
      return &r->base;
   resource_destroy(ps, &r->base);
   return NULL;
}

void
pica200_screen_init_resources(struct pica200_screen *s)
{
   s->base.resource_create = resource_create;
   s->base.resource_destroy = resource_destroy;
}
