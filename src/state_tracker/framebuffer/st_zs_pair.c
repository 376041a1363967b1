/* SPDX-License-Identifier: MIT
 *
 * A depth renderbuffer and a stencil renderbuffer of their own in one framebuffer. The chips up to R7xx have
 * one surface for both, so the pair gets a new one, and each of the two renderbuffers moves its plane into
 * it. Who else still holds an old surface keeps the plane that is its own: the one that moved away is read by
 * nobody any more. The move goes through the CPU; it happens when a framebuffer is used whose two
 * renderbuffers do not share a surface yet.
 */
#include <assert.h>

#include "format/format.h"
#include "state_tracker/st_context.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"

enum { DEPTH_MASK = 0x00ffffff };

static bool
depth_alone(const struct st_renderbuffer *r)
{
   return r->internal_format == GL_DEPTH_COMPONENT16 || r->internal_format == GL_DEPTH_COMPONENT24_OES;
}

bool
st_zs_can_pair(const struct st_context *ctx, const struct st_renderbuffer *depth,
               const struct st_renderbuffer *stencil)
{
   struct pipe_screen *s = ctx->screen;
   /* EGLImages share the storage itself, which a pair gives up. */
   if (depth->foreign || depth->shared || stencil->foreign || stencil->shared)
      return false;
   return depth_alone(depth) && stencil->internal_format == GL_STENCIL_INDEX8 && !depth->samples &&
          !stencil->samples &&
          s->is_format_supported(s, PIPE_FORMAT_Z24_UNORM_S8_UINT, PIPE_TEXTURE_2D, 0,
                                 PIPE_BIND_DEPTH_STENCIL);
}

/** Row of any depth format -> the low 24 bits of \p to. */
static bool
depth_row(unsigned format, const uint8_t *from, uint32_t *to, uint32_t width)
{
   switch (format) {
   case PIPE_FORMAT_Z16_UNORM:
      for (uint32_t x = 0; x < width; x++) {
         const uint64_t z = (uint64_t)from[2 * x] | (uint64_t)from[2 * x + 1] << 8;
         to[x] = (to[x] & ~(uint32_t)DEPTH_MASK) | (uint32_t)((z * DEPTH_MASK + 32767) / 65535);
      }
      return true;
   case PIPE_FORMAT_Z24X8_UNORM:
   case PIPE_FORMAT_Z24_UNORM_S8_UINT:
      for (uint32_t x = 0; x < width; x++)
         to[x] = (to[x] & ~(uint32_t)DEPTH_MASK) | (((const uint32_t *)from)[x] & DEPTH_MASK);
      return true;
   }
   return false;
}

/** Row of any stencil format -> the high 8 bits of \p to. */
static bool
stencil_row(unsigned format, const uint8_t *from, uint32_t *to, uint32_t width)
{
   switch (format) {
   case PIPE_FORMAT_S8_UINT:
      for (uint32_t x = 0; x < width; x++)
         to[x] = (to[x] & DEPTH_MASK) | (uint32_t)from[x] << 24;
      return true;
   case PIPE_FORMAT_Z24_UNORM_S8_UINT:
      for (uint32_t x = 0; x < width; x++)
         to[x] = (to[x] & DEPTH_MASK) | (((const uint32_t *)from)[x] & ~(uint32_t)DEPTH_MASK);
      return true;
   }
   return false;
}

static bool
move_plane(struct st_context *ctx, struct pipe_resource *to, struct pipe_resource *from,
           bool (*row)(unsigned, const uint8_t *, uint32_t *, uint32_t))
{
   struct pipe_context *p = ctx->pipe;
   const struct pipe_box box = {0, 0, 0, (int32_t)to->width0, (int32_t)to->height0, 1};
   struct pipe_transfer *ts, *td;
   bool ok = false;
   const uint8_t *src = p->texture_map(p, from, 0, PIPE_MAP_READ, &box, &ts);
   if (!src)
      return false;
   uint8_t *dst = p->texture_map(p, to, 0, PIPE_MAP_READ | PIPE_MAP_WRITE, &box, &td);
   if (dst) {
      ok = true;
      for (uint32_t y = 0; y < to->height0 && ok; y++)
         ok = row(from->format, src + (size_t)y * ts->stride_B,
                  (uint32_t *)(void *)(dst + (size_t)y * td->stride_B), to->width0);
      p->texture_unmap(p, td);
   }
   p->texture_unmap(p, ts);
   return ok;
}

bool
st_zs_pair(struct st_context *ctx, struct st_renderbuffer *depth, struct st_renderbuffer *stencil)
{
   assert(depth != stencil && st_zs_can_pair(ctx, depth, stencil));
   if (depth->res == stencil->res)
      return true;
   const struct pipe_resource templ = {
      .target = PIPE_TEXTURE_2D,
      .format = PIPE_FORMAT_Z24_UNORM_S8_UINT,
      .bind = PIPE_BIND_DEPTH_STENCIL,
      .usage = PIPE_USAGE_DEFAULT,
      .width0 = depth->width,
      .height0 = depth->height,
      .depth0 = 1,
      .array_size = 1,
   };
   struct pipe_resource *both = ctx->screen->resource_create(ctx->screen, &templ);
   if (!both)
      return false;
   if (!move_plane(ctx, both, depth->res, depth_row) || !move_plane(ctx, both, stencil->res, stencil_row)) {
      pipe_resource_unref(both);
      return false;
   }
   pipe_resource_unref(depth->res);
   pipe_resource_unref(stencil->res);
   depth->res = stencil->res = both;
   pipe_resource_ref(both);
   ctx->share->tex_stamp++; /* whoever drew to the old ones looks again */
   return true;
}
