/* SPDX-License-Identifier: MIT
 *
 * EXT_multisampled_render_to_texture: a texture attached with samples is drawn to through a surface that
 * nobody sees. It is filled from the texture before the first draw and resolved into it before anybody looks:
 * when another framebuffer or attachment is bound, when its pixels are read, when the texture is changed, at
 * a flush.
 */
#include <assert.h>

#include "state_tracker/st_context.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "util/u_math.h"

unsigned
st_round_samples(struct st_context *ctx, enum pipe_format format, uint32_t bind, unsigned samples)
{
   struct pipe_screen *s = ctx->screen;
   for (unsigned n = MAX2(samples, 2); n <= (unsigned)ctx->limits.max_samples; n++)
      if (s->is_format_supported(s, format, PIPE_TEXTURE_2D, n, bind))
         return n;
   return 0;
}

static bool
has_hidden(const struct st_attachment *a)
{
   return a->type == GL_TEXTURE && a->samples > 1;
}

static void
copy(struct st_context *ctx, const struct pipe_surface *from, const struct pipe_surface *to)
{
   assert((from->texture->nr_samples > 1) != (to->texture->nr_samples > 1));
   const struct pipe_resource *ms = from->texture->nr_samples > 1 ? from->texture : to->texture;
   struct pipe_blit_info blit = {
      .dst = {to->texture,
              to->format,
              to->level,
              {0, 0, to->layer, (int32_t)ms->width0, (int32_t)ms->height0, 1}  },
      .src = {from->texture,
              from->format,
              from->level,
              {0, 0, from->layer, (int32_t)ms->width0, (int32_t)ms->height0, 1}},
      .mask = PIPE_BLIT_COLOR,
   };
   ctx->pipe->blit(ctx->pipe, &blit);
}

static bool
fits(const struct st_attachment *a, const struct pipe_surface *s, uint32_t width, uint32_t height)
{
   return a->ms && a->ms->format == s->format && a->ms->width0 == width && a->ms->height0 == height &&
          a->ms->nr_samples == a->samples;
}

bool
st_ms_begin(struct st_context *ctx, struct pipe_framebuffer_state *fb)
{
   assert(ctx->fbo && fb->nr_cbufs <= PIPE_MAX_COLOR_BUFS);
   for (unsigned i = 0; i < fb->nr_cbufs; i++) {
      struct st_attachment *a = &ctx->fbo->att[st_attach_color(i)];
      struct pipe_surface *s = &fb->cbufs[i];
      if (!s->texture || !has_hidden(a))
         continue;
      if (!fits(a, s, ctx->draw_info.width, ctx->draw_info.height)) {
         const struct pipe_resource templ = {
            .target = PIPE_TEXTURE_2D,
            .nr_samples = a->samples,
            .usage = PIPE_USAGE_DEFAULT,
            .format = s->format,
            .bind = PIPE_BIND_RENDER_TARGET,
            .width0 = ctx->draw_info.width,
            .height0 = ctx->draw_info.height,
            .depth0 = 1,
            .array_size = 1,
         };
         pipe_resource_unref(a->ms);
         a->ms_current = false;
         a->ms = ctx->screen->resource_create(ctx->screen, &templ);
         if (!a->ms)
            return false;
      }
      const struct pipe_surface hidden = {a->ms, s->format, 0, 0};
      if (!a->ms_current)
         copy(ctx, s, &hidden);
      a->ms_current = ctx->ms_pending = true;
      *s = hidden;
   }
   return true;
}

void
st_ms_end(struct st_context *ctx)
{
   if (!ctx->ms_pending)
      return;
   ctx->ms_pending = false;
   ctx->dirty |= ST_NEW_FB;
   for (unsigned i = 0; ctx->fbo && i < PIPE_MAX_COLOR_BUFS; i++) {
      struct st_attachment *a = &ctx->fbo->att[st_attach_color(i)];
      if (!a->ms_current)
         continue;
      a->ms_current = false;
      struct st_attached_image to;
      if (!st_attached_image(a, &to) || !fits(a, &to.surface, to.width, to.height))
         continue; /* the texture has been replaced */
      const struct pipe_surface hidden = {a->ms, to.surface.format, 0, 0};
      copy(ctx, &hidden, &to.surface);
   }
}

struct pipe_resource *
st_resolve_color(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width, int height)
{
   assert(s->samples > 1 && s->color.texture);
   assert(x >= 0 && y >= 0 && width > 0 && height > 0);
   assert((uint32_t)(x + width) <= s->width && (uint32_t)(y + height) <= s->height);
   struct pipe_resource templ = {
      .target = PIPE_TEXTURE_2D,
      .format = s->color.format,
      .bind = PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW,
      .usage = PIPE_USAGE_DEFAULT,
      .width0 = s->width,
      .height0 = s->height,
      .depth0 = 1,
      .array_size = 1,
   };
   struct pipe_resource *r = ctx->screen->resource_create(ctx->screen, &templ);
   if (!r)
      return NULL;
   const struct pipe_box dst = {x, y, 0, width, height, 1}, src = {x, y, s->color.layer, width, height, 1};
   struct pipe_blit_info blit = {
      .dst = {r,                s->color.format, 0,              dst},
      .src = {s->color.texture, s->color.format, s->color.level, src},
      .mask = PIPE_BLIT_COLOR,
   };
   ctx->pipe->blit(ctx->pipe, &blit);
   return r;
}
