/* SPDX-License-Identifier: MIT
 *
 * Framebuffers of the window system: the resources behind an EGL surface. Single-sampled colour that EGL
 * presents or reads, colour with samples that is resolved into it, and depth/stencil.
 */
#include <assert.h>
#include <stdlib.h>

#include "format/format.h"
#include "state_tracker/st_api.h"
#include "state_tracker/st_context.h"
#include "state_tracker/framebuffer/st_framebuffer.h"

static struct pipe_resource *
create(struct pipe_screen *screen, enum pipe_format format, uint32_t width, uint32_t height, unsigned samples,
       uint32_t bind)
{
   if (!screen->is_format_supported(screen, format, PIPE_TEXTURE_2D, samples, bind))
      return NULL;
   struct pipe_resource templ = {
      .target = PIPE_TEXTURE_2D,
      .nr_samples = (uint8_t)samples,
      .usage = PIPE_USAGE_DEFAULT,
      .format = (uint16_t)format,
      .bind = bind,
      .width0 = width,
      .height0 = height,
      .depth0 = 1,
      .array_size = 1,
   };
   return screen->resource_create(screen, &templ);
}

struct resources {
   struct pipe_resource *color, *color_ms, *zs;
};

static void
release(struct resources *r)
{
   pipe_resource_unref(r->color);
   pipe_resource_unref(r->color_ms);
   pipe_resource_unref(r->zs);
}

static bool
allocate(struct pipe_screen *screen, const struct st_framebuffer_desc *d, struct resources *r)
{
   *r = (struct resources){0};
   unsigned samples = d->samples > 1 ? d->samples : 0;
   r->color = create(screen, d->color_format, d->width, d->height, 0,
                     PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW | d->color_bind);
   bool ok = r->color != NULL;
   if (ok && samples) {
      r->color_ms = create(screen, d->color_format, d->width, d->height, samples, PIPE_BIND_RENDER_TARGET);
      ok = r->color_ms != NULL;
   }
   if (ok && d->zs_format != PIPE_FORMAT_NONE) {
      enum pipe_format f = d->zs_format;
      if (!screen->is_format_supported(screen, f, PIPE_TEXTURE_2D, samples, PIPE_BIND_DEPTH_STENCIL))
         f = PIPE_FORMAT_Z24_UNORM_S8_UINT; /* holds everything that the others hold */
      r->zs = create(screen, f, d->width, d->height, samples, PIPE_BIND_DEPTH_STENCIL);
      ok = r->zs != NULL;
   }
   if (!ok)
      release(r);
   return ok;
}

struct st_framebuffer *
st_framebuffer_create(struct pipe_screen *screen, const struct st_framebuffer_desc *desc)
{
   assert(desc->width && desc->height);
   struct resources r;
   if (!desc->width || !desc->height || !allocate(screen, desc, &r))
      return NULL;
   struct st_framebuffer *fb = malloc(sizeof *fb);
   if (!fb) {
      release(&r);
      return NULL;
   }
   *fb = (struct st_framebuffer){.refcount = 1,
                                 .screen = screen,
                                 .desc = *desc,
                                 .color = r.color,
                                 .color_ms = r.color_ms,
                                 .zs = r.zs,
                                 .stamp = 1};
   return fb;
}

struct st_framebuffer *
st_framebuffer_ref(struct st_framebuffer *fb)
{
   if (fb)
      __atomic_fetch_add(&fb->refcount, 1, __ATOMIC_RELAXED);
   return fb;
}

void
st_framebuffer_destroy(struct st_framebuffer *fb)
{
   if (!fb || __atomic_sub_fetch(&fb->refcount, 1, __ATOMIC_ACQ_REL))
      return;
   struct resources r = {fb->color, fb->color_ms, fb->zs};
   release(&r);
   free(fb);
}

bool
st_framebuffer_resize(struct st_framebuffer *fb, uint32_t width, uint32_t height)
{
   assert(width && height);
   if (width == fb->desc.width && height == fb->desc.height)
      return true;
   struct st_framebuffer_desc desc = fb->desc;
   desc.width = width;
   desc.height = height;
   struct resources fresh, old = {fb->color, fb->color_ms, fb->zs};
   if (!width || !height || !allocate(fb->screen, &desc, &fresh))
      return false;
   release(&old);
   fb->color = fresh.color;
   fb->color_ms = fresh.color_ms;
   fb->zs = fresh.zs;
   fb->desc = desc;
   fb->stamp++;
   return true;
}

const struct st_framebuffer_desc *
st_framebuffer_get_desc(const struct st_framebuffer *fb)
{
   return &fb->desc;
}

struct pipe_resource *
st_framebuffer_color(struct st_framebuffer *fb)
{
   return fb->color;
}

void
st_framebuffer_resolve(struct st_context *ctx, struct st_framebuffer *fb)
{
   if (!fb->color_ms)
      return;
   struct pipe_box box = {0, 0, 0, (int32_t)fb->desc.width, (int32_t)fb->desc.height, 1};
   struct pipe_blit_info blit = {
      .dst = {fb->color,    (uint16_t)fb->desc.color_format, 0, box},
      .src = {fb->color_ms, (uint16_t)fb->desc.color_format, 0, box},
      .mask = PIPE_BLIT_COLOR,
   };
   ctx->pipe->blit(ctx->pipe, &blit);
}
