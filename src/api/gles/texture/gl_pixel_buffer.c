/* SPDX-License-Identifier: MIT
 *
 * Where pixels of an image call are: in client memory, or in a buffer object (NV_pixel_buffer_object). What
 * the CPU reads or writes there is mapped for the call: reading back waits for the GPU.
 */
#include "api/gles/gl_common.h"

#include <assert.h>
#include "api/gles/texture/gl_pixel_buffer.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"

uint64_t
gl_pixels_B(const struct gl_pixel_layout *l, unsigned pixel_B)
{
   if (l->width <= 0 || l->height <= 0 || l->depth <= 0)
      return 0;
   assert(u_is_pow2((uint64_t)l->alignment) && l->row_length >= 0 && l->skip_rows >= 0 &&
          l->skip_pixels >= 0 && l->image_height >= 0 && l->skip_images >= 0);
   const uint64_t row = (uint64_t)(l->row_length ? l->row_length : l->width);
   const uint64_t stride_B = u_align(row * pixel_B, (uint64_t)l->alignment);
   const uint64_t image = (uint64_t)(l->image_height ? l->image_height : l->height);
   const uint64_t rows =
      image * ((uint64_t)l->skip_images + (uint64_t)l->depth - 1) + (uint64_t)l->height - 1;
   uint64_t all_B;
   if (__builtin_mul_overflow(rows + (uint64_t)l->skip_rows, stride_B, &all_B) ||
       __builtin_add_overflow(all_B, ((uint64_t)l->skip_pixels + (uint64_t)l->width) * pixel_B, &all_B))
      return UINT64_MAX;
   return all_B;
}

struct gl_pixel_layout
gl_pack_layout(const struct st_context *ctx, GLsizei width, GLsizei height)
{
   return (struct gl_pixel_layout){
      .alignment = ctx->pack_alignment,
      .row_length = ctx->pack_row_length,
      .skip_rows = ctx->pack_skip_rows,
      .skip_pixels = ctx->pack_skip_pixels,
      .width = width,
      .height = height,
      .depth = 1,
   };
}

/** Bytes of what an offset must be a multiple of. */
static unsigned
datum_B(GLenum type)
{
   switch (type) {
   case GL_UNSIGNED_BYTE:
   case GL_BYTE:
      return 1;
   case GL_FLOAT:
   case GL_INT:
   case GL_UNSIGNED_INT:
   case GL_UNSIGNED_INT_10F_11F_11F_REV:
   case GL_UNSIGNED_INT_5_9_9_9_REV:
   case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
   case GL_UNSIGNED_INT_24_8_OES:
   case GL_UNSIGNED_INT_2_10_10_10_REV_EXT:
      return 4;
   default:
      return 2;
   }
}

/** Maps what a call needs of a buffer. */
static bool
begin(struct st_context *ctx, struct st_buffer *b, uintptr_t offset_B, uint64_t need_B, GLenum type,
      uint32_t usage, void **out, const char *call)
{
   *out = NULL;
   const bool beyond = need_B && (offset_B > b->size_B || need_B > b->size_B - offset_B);
   if (b->map || offset_B % datum_B(type) || beyond) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %llu bytes at offset %llu of a pixel buffer of %u%s", call,
               (unsigned long long)need_B, (unsigned long long)offset_B, b->size_B,
               b->map ? " that is mapped" : "");
      return false;
   }
   if (!need_B)
      return true;
   assert(b->res && offset_B <= UINT32_MAX && need_B <= UINT32_MAX);
   *out = ctx->pipe->buffer_map(ctx->pipe, b->res, (uint32_t)offset_B, (uint32_t)need_B, usage);
   if (*out)
      return true;
   st_error(ctx, GL_OUT_OF_MEMORY, "%s: pixel buffer", call);
   return false;
}

bool
gl_unpack_begin(struct st_context *ctx, const void **pixels, uint64_t need_B, GLenum type, const char *call)
{
   struct st_buffer *b = ctx->unpack_buffer;
   void *p;
   if (!b)
      return true;
   if (!begin(ctx, b, (uintptr_t)*pixels, need_B, type, PIPE_MAP_READ, &p, call))
      return false;
   *pixels = p;
   return true;
}

void
gl_unpack_end(struct st_context *ctx, const void *pixels)
{
   if (ctx->unpack_buffer && pixels)
      ctx->pipe->buffer_unmap(ctx->pipe, ctx->unpack_buffer->res);
}

bool
gl_pack_begin(struct st_context *ctx, void **pixels, uint64_t need_B, GLenum type, const char *call)
{
   struct st_buffer *b = ctx->pack_buffer;
   void *p;
   if (!b)
      return true;
   if (!begin(ctx, b, (uintptr_t)*pixels, need_B, type, PIPE_MAP_READ | PIPE_MAP_WRITE, &p, call))
      return false;
   b->num_ranges = 0; /* indices may change */
   b->orphaned = false;
   *pixels = p;
   return true;
}

void
gl_pack_end(struct st_context *ctx, const void *pixels)
{
   if (ctx->pack_buffer && pixels)
      ctx->pipe->buffer_unmap(ctx->pipe, ctx->pack_buffer->res);
}
