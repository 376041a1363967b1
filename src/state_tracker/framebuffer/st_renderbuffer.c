/* SPDX-License-Identifier: MIT
 *
 * Renderbuffers (ES 2.0.25 4.4.3).
 */
#include <assert.h>
#include <stdlib.h>

#include "format/format.h"
#include "state_tracker/st_context.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"

struct st_renderbuffer *
st_renderbuffer_create(GLuint name)
{
   struct st_renderbuffer *r = calloc(1, sizeof *r);
   if (r)
      *r = (struct st_renderbuffer){.refcount = 1, .name = name, .named = true, .internal_format = GL_RGBA4};
   return r;
}

void
st_renderbuffer_unref(struct st_renderbuffer *r)
{
   assert(!r || r->refcount > 0);
   if (!r || --r->refcount)
      return;
   pipe_resource_unref(r->res);
   free(r->label);
   free(r);
}

bool
st_renderbuffer_storage(struct st_context *ctx, struct st_renderbuffer *r, GLenum internal_format,
                        enum pipe_format format, uint32_t width, uint32_t height, unsigned samples)
{
   assert(samples != 1);
   struct pipe_resource *res = NULL;
   const struct u_format_desc *d = u_format_desc(format);
   if (width && height) {
      struct pipe_resource templ = {
         .target = PIPE_TEXTURE_2D,
         .format = (uint16_t)format,
         .nr_samples = (uint8_t)samples,
         .bind = d->depth || d->stencil ? PIPE_BIND_DEPTH_STENCIL
                 : samples              ? PIPE_BIND_RENDER_TARGET
                                        : PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW,
         .usage = PIPE_USAGE_DEFAULT,
         .width0 = width,
         .height0 = height,
         .depth0 = 1,
         .array_size = 1,
      };
      res = ctx->screen->resource_create(ctx->screen, &templ);
      if (!res)
         return false;
   }
   pipe_resource_unref(r->res);
   r->res = res;
   r->level = 0;
   r->layer = 0;
   r->foreign = r->shared = false;
   r->internal_format = internal_format;
   r->format = (uint16_t)format;
   r->width = width;
   r->height = height;
   r->samples = (uint8_t)samples;
   ctx->share->tex_stamp++;
   return true;
}
