/* SPDX-License-Identifier: MIT
 *
 * glReadPixels (ES 2.0.25 4.3.1): a rectangle of a surface to client memory. Formats and errors are the
 * caller's.
 */
#include <assert.h>

#include "format/format.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/texture/st_pixels.h"
#include "state_tracker/framebuffer/st_readpixels.h"
#include "util/u_math.h"

/** The format as what its GL name says: stored alpha of a format without alpha reads as one. */
static enum pipe_format
read_format(const struct st_surface_info *s)
{
   const enum pipe_format f = st_linear_format(s->color.format);
   bool opaque = st_opaque(s->color_internal_format);
   if (opaque && f == PIPE_FORMAT_R8G8B8A8_UNORM)
      return PIPE_FORMAT_R8G8B8X8_UNORM;
   if (opaque && f == PIPE_FORMAT_B8G8R8A8_UNORM)
      return PIPE_FORMAT_B8G8R8X8_UNORM;
   return f;
}

bool
st_read_pixels(struct st_context *ctx, const struct st_surface_info *s, int x, int y, int width, int height,
               const struct st_pixels *dst)
{
   assert(st_pixel_type(dst->format, dst->type) && width >= 0 && height >= 0);
   assert(s->color.texture);
   int64_t x0 = MAX2((int64_t)x, 0), y0 = MAX2((int64_t)y, 0);
   int64_t x1 = MIN2((int64_t)x + width, (int64_t)s->width),
           y1 = MIN2((int64_t)y + height, (int64_t)s->height);
   if (x0 >= x1 || y0 >= y1)
      return true;
   const struct st_pixel_type *type = st_pixel_type(dst->format, dst->type);
   uint8_t *out = (uint8_t *)dst->data + (y0 - y) * dst->stride_B + (x0 - x) * type->size_B;
   struct pipe_box box = {(int32_t)x0,        (int32_t)y0,        s->color.layer,
                          (int32_t)(x1 - x0), (int32_t)(y1 - y0), 1};
   struct pipe_resource *src = s->color.texture, *resolved = NULL;
   unsigned level = s->color.level;
   if (s->samples > 1) {
      resolved = st_resolve_color(ctx, s, box.x, box.y, box.width, box.height);
      if (!resolved)
         return false;
      src = resolved;
      level = 0;
      box.z = 0;
   }
   struct pipe_transfer *t;
   const void *rows = ctx->pipe->texture_map(ctx->pipe, src, level, PIPE_MAP_READ, &box, &t);
   if (rows) {
      u_format_convert(type->pipe_format, out, dst->stride_B, read_format(s), rows, t->stride_B,
                       (unsigned)box.width, (unsigned)box.height);
      ctx->pipe->texture_unmap(ctx->pipe, t);
   }
   pipe_resource_unref(resolved);
   return rows != NULL;
}
