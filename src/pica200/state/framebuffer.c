/* SPDX-License-Identifier: MIT
 *
 * Targets. Colour and depth have one size register, so a depth buffer takes the storage of the colour buffer's size that it meets; and
 * what is drawn to moves to VRAM, where the public drivers have it, as long as there is room.
 */
#include <string.h>

#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/resource.h"
#include "util/u_math.h"

/** Storage in VRAM for a texture that is drawn to the first time; where it does not fit it stays. */
static void
move_to_vram(struct pica200_context *c, struct pica200_resource *r)
{
   if (r->bo->domain == WS_DOMAIN_VRAM)
      return;
   drv_bo_sync(&c->base, r->bo, false);
   struct drv_bo *old = drv_bo_ref(r->bo);
   if (pica200_resource_alloc(c->screen, r, WS_DOMAIN_VRAM))
      memcpy(r->bo->map, old->map, r->size_B);
   drv_bo_unref(old);
}

/** Makes the depth buffer's storage as large as the colour buffer's. */
static bool
match_depth(struct pica200_context *c, struct pica200_resource *zs)
{
   const struct pica200_level *l = &zs->level[0];
   if (l->width == c->fb_width && l->height == c->fb_height)
      return true;
   if (zs->base.width0 > c->fb_width || zs->base.height0 > c->fb_height) {
      pica200_refuse(c, "a depth buffer of %ux%u pixels with a colour buffer of %ux%u", zs->base.width0,
                     zs->base.height0, c->fb_width, c->fb_height);
      return false;
   }
   return pica200_resize(c, zs, c->fb_width, c->fb_height);
}

bool
pica200_prepare_targets(struct pica200_context *c)
{
   const struct pipe_surface *cb = &c->fb.cbufs[0], *zb = &c->fb.zsbuf;
   struct pica200_resource *color = c->fb.nr_cbufs && cb->texture ? pica200_resource(cb->texture) : NULL;
   struct pica200_resource *zs = zb->texture ? pica200_resource(zb->texture) : NULL;
   if (!color && !zs)
      return false;
   const struct pica200_resource *first = color ? color : zs;
   const struct pica200_level *l = &first->level[color ? cb->level : zb->level];
   if (l->width > PICA200_MAX_SIZE || l->height > PICA200_MAX_SIZE) {
      pica200_refuse(c, "a target of %ux%u pixels; the chip has %u", l->width, l->height, PICA200_MAX_SIZE);
      return false;
   }
   c->fb_width = l->width;
   c->fb_height = l->height;
   if (zs && !match_depth(c, zs))
      return false;
   if (color) {
      move_to_vram(c, color);
      if (pica200_is_magnified(color)) {
         drv_bo_sync(&c->base, color->bo, true);
         pica200_unpad(color);
      }
      color->padding_valid = false;
      color->written = true;
   }
   if (zs)
      zs->written = true;
   return true;
}

static uint32_t
place(struct pica200_context *c, const struct pipe_surface *s)
{
   const struct pica200_resource *r = pica200_resource(s->texture);
   (void)drv_bo_list_use(&c->base.cs.list, r->bo, true);
   return (uint32_t)(r->bo->va + pica200_level_offset(r, s->level, s->layer)) / 8;
}

void
pica200_emit_fb(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pipe_surface *cb = &c->fb.cbufs[0], *zb = &c->fb.zsbuf;
   const uint32_t w = c->fb_width, h = c->fb_height - 1;
   if (c->drew) {
      CS_SET(cs, FRAMEBUFFER_FLUSH, PICA_FRAMEBUFFER_FLUSH(.FLUSH = 1));
      c->drew = false;
   }
   CS_SET(cs, FRAMEBUFFER_INVALIDATE, PICA_FRAMEBUFFER_INVALIDATE(.INVALIDATE = 1));
   CS_SET(cs, FRAMEBUFFER_DIM, PICA_FRAMEBUFFER_DIM(.WIDTH = w, .HEIGHT_M1 = h, .NO_FLIP = 1));
   CS_SET(cs, RENDERBUF_DIM, PICA_RENDERBUF_DIM(.WIDTH = w, .HEIGHT_M1 = h, .ONE = 1));
   if (c->fb.nr_cbufs && cb->texture) {
      const struct pica200_format *f = pica200_resource(cb->texture)->format;
      CS_SET(cs, COLORBUFFER_LOC, PICA_COLORBUFFER_LOC(.ADDR = place(c, cb)));
      CS_SET(cs, COLORBUFFER_FORMAT,
             PICA_COLORBUFFER_FORMAT(.PIXEL_SIZE = f->texel_B == 4 ? PICA_COLORBUFFER_FORMAT__PIXEL_SIZE__B32
                                                                   : PICA_COLORBUFFER_FORMAT__PIXEL_SIZE__B16,
                                     .FORMAT = f->color));
   }
   if (zb->texture) {
      CS_SET(cs, DEPTHBUFFER_LOC, PICA_DEPTHBUFFER_LOC(.ADDR = place(c, zb)));
      CS_SET(cs, DEPTHBUFFER_FORMAT,
             PICA_DEPTHBUFFER_FORMAT(.FORMAT = pica200_resource(zb->texture)->format->depth));
   }
}
