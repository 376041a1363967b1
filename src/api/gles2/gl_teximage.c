/* SPDX-License-Identifier: MIT
 *
 * Texture images from client memory and from the framebuffer (ES 2.0.25 3.7.1 to 3.7.3) and from
 * compressed blocks. Which formats exist is st_format.c's business.
 */
#include "api/gles2/gl_common.h"

#include "state_tracker/st_format.h"
#include "state_tracker/st_pixels.h"
#include "util/u_format.h"

struct target {
   struct st_texture *texture;
   unsigned face;
   GLint max_size;
};

/** The texture and face that an image target names. */
static bool
find_target(struct st_context *ctx, GLenum target, struct target *t, const char *call)
{
   const struct st_unit *u = &ctx->units[ctx->active_unit];
   if (target == GL_TEXTURE_2D) {
      *t = (struct target){u->tex[ST_TEX_2D], 0, ctx->limits.max_texture_size};
      return true;
   }
   if (target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
      *t = (struct target){u->tex[ST_TEX_CUBE], target - GL_TEXTURE_CUBE_MAP_POSITIVE_X,
                           ctx->limits.max_cube_size};
      return true;
   }
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return false;
}

/** The checks that TexImage2D and CopyTexImage2D have in common. */
static bool
check_size(struct st_context *ctx, const struct target *t, GLenum target, GLint level, GLsizei width,
           GLsizei height, GLint border, const char *call)
{
   if (level < 0 || level > (GLint)u_log2((uint32_t)t->max_size)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(level = %d)", call, level);
      return false;
   }
   GLint max = t->max_size >> level;
   if (width < 0 || height < 0 || width > max || height > max) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d at level %d", call, width, height, level);
      return false;
   }
   if (target != GL_TEXTURE_2D && width != height) {
      st_error(ctx, GL_INVALID_VALUE, "%s: cube face of %d x %d", call, width, height);
      return false;
   }
   if (level && !gl_has_npot(ctx) &&
       ((width && !u_is_pow2((uint32_t)width)) || (height && !u_is_pow2((uint32_t)height)))) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d at level %d", call, width, height, level);
      return false;
   }
   if (border) {
      st_error(ctx, GL_INVALID_VALUE, "%s(border = %d)", call, border);
      return false;
   }
   return true;
}

/** Client memory as the unpack parameters describe it. */
static struct st_pixels
unpack(const struct st_context *ctx, GLenum format, GLenum type, GLsizei width, const void *pixels)
{
   unsigned pixel_B = st_pixel_B(format, type);
   int64_t row = ctx->unpack_row_length ? ctx->unpack_row_length : width;
   int64_t stride_B = (int64_t)u_align((uint64_t)row * pixel_B, (uint64_t)ctx->unpack_alignment);
   const uint8_t *start =
      (const uint8_t *)pixels + ctx->unpack_skip_rows * stride_B + (int64_t)ctx->unpack_skip_pixels * pixel_B;
   return (struct st_pixels){format, type, (void *)start, stride_B, 0};
}

void
gl_TexImage2D(struct st_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width,
              GLsizei height, GLint border, GLenum format, GLenum type, const void *pixels)
{
   static const char call[] = "glTexImage2D";
   struct target t;
   if (!find_target(ctx, target, &t, call))
      return;
   if (!st_known_pixel_format(ctx, format) || !st_known_pixel_type(ctx, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   if (!st_known_internal_format(ctx, (GLenum)internalformat)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(internalformat = 0x%x)", call, (unsigned)internalformat);
      return;
   }
   if (!check_size(ctx, &t, target, level, width, height, border, call))
      return;
   bool depth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL_OES;
   enum pipe_format storage = (depth && target != GL_TEXTURE_2D) || !st_pixel_B(format, type)
                                 ? PIPE_FORMAT_NONE
                                 : st_texture_format(ctx, (GLenum)internalformat, format, type);
   if (storage == PIPE_FORMAT_NONE) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: internalformat 0x%x with format 0x%x, type 0x%x", call,
               (unsigned)internalformat, format, type);
      return;
   }
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height, 1,
                            (GLenum)internalformat, type, storage);
   if (ok && pixels && width && height) {
      struct st_pixels src = unpack(ctx, format, type, width, pixels);
      const struct st_region all = {0, 0, 0, (uint32_t)width, (uint32_t)height, 1};
      ok = st_image_upload(ctx, t.texture, t.face, (unsigned)level, &all, &src);
   }
   if (!ok)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d", call, width, height);
}

/** The checks of the SubImage calls; the image in *img. */
static bool
check_region(struct st_context *ctx, const struct target *t, GLint level, GLint x, GLint y, GLsizei width,
             GLsizei height, const struct st_image **img, const char *call)
{
   if (level < 0 || level > (GLint)u_log2((uint32_t)t->max_size)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(level = %d)", call, level);
      return false;
   }
   if (x < 0 || y < 0 || width < 0 || height < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(%d, %d, %d, %d)", call, x, y, width, height);
      return false;
   }
   *img = st_texture_image(t->texture, t->face, (unsigned)level);
   if (!(*img)->res) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: level %d is not defined", call, level);
      return false;
   }
   if ((uint32_t)x + (uint32_t)width > (*img)->width || (uint32_t)y + (uint32_t)height > (*img)->height) {
      st_error(ctx, GL_INVALID_VALUE, "%s: region %d,%d %dx%d of %ux%u", call, x, y, width, height,
               (*img)->width, (*img)->height);
      return false;
   }
   return true;
}

/** Parts of compressed images begin and end at blocks or at the image's edge (EXT_texture_compression_s3tc
 * and the others in the same words). */
static bool
whole_blocks(const struct st_image *img, GLint x, GLint y, GLsizei width, GLsizei height)
{
   return x % 4 == 0 && y % 4 == 0 && (width % 4 == 0 || (uint32_t)(x + width) == img->width) &&
          (height % 4 == 0 || (uint32_t)(y + height) == img->height);
}

/** May these client pixels be written into this image? */
static bool
client_format_fits(struct st_context *ctx, const struct st_image *img, GLenum format, GLenum type)
{
   if (!st_pixel_B(format, type))
      return false;
   const struct st_compressed_format *c = st_compressed_format(ctx, img->internal_format);
   if (c)
      return st_texture_format(ctx, img->internal_format, format, type) != PIPE_FORMAT_NONE;
   return st_base_format(img->internal_format) == format;
}

void
gl_TexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                 GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   static const char call[] = "glTexSubImage2D";
   struct target t;
   const struct st_image *img;
   if (!find_target(ctx, target, &t, call))
      return;
   if (!st_known_pixel_format(ctx, format) || !st_known_pixel_type(ctx, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   if (!check_region(ctx, &t, level, xoffset, yoffset, width, height, &img, call))
      return;
   if (!client_format_fits(ctx, img, format, type)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: format 0x%x, type 0x%x for an image of 0x%x", call, format,
               type, img->internal_format);
      return;
   }
   if (u_format_desc(img->format)->compressed && !whole_blocks(img, xoffset, yoffset, width, height)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %d,%d %dx%d are no whole blocks", call, xoffset, yoffset,
               width, height);
      return;
   }
   if (!pixels || !width || !height)
      return;
   struct st_pixels src = unpack(ctx, format, type, width, pixels);
   const struct st_region r = {(uint32_t)xoffset, (uint32_t)yoffset, 0, (uint32_t)width, (uint32_t)height, 1};
   if (!st_image_upload(ctx, t.texture, t.face, (unsigned)level, &r, &src))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

/** Has the framebuffer the components that an image of this format needs (ES 2.0.25 table 3.9)? */
static bool
has_components(const struct st_surface_info *s, GLenum format)
{
   GLenum base = st_base_format(format), from = st_base_format(s->color_internal_format);
   unsigned need = st_base_components(base), has = st_base_components(from);
   return s->color.texture && need && !(need & ~has);
}

/** What CopyTexImage makes (ES 2.0.25 3.7.2, EXT_texture_rg, OES_required_internalformat): *type is what a
 * TexImage with the same internal format would be given. */
static bool
copied_format(struct st_context *ctx, const struct st_surface_info *s, GLenum internal, GLenum *type,
              enum pipe_format *storage)
{
   GLenum base = st_base_format(internal);
   *type = st_is_float(s->color.format) && internal == base ? GL_HALF_FLOAT_OES : GL_UNSIGNED_BYTE;
   *storage = st_texture_format(ctx, internal, base, *type);
   if (*storage == PIPE_FORMAT_NONE)
      *storage = st_texture_format(ctx, internal, base, *type = GL_UNSIGNED_BYTE);
   if (*storage == PIPE_FORMAT_NONE)
      *storage = st_storage_format(ctx, internal, type);
   return *storage != PIPE_FORMAT_NONE;
}

static bool
copyable(struct st_context *ctx, GLenum internal)
{
   GLenum base = st_base_format(internal);
   return st_known_internal_format(ctx, internal) && !st_compressed_format(ctx, internal) &&
          (base == GL_ALPHA || base == GL_LUMINANCE || base == GL_LUMINANCE_ALPHA || base == GL_RGB ||
           base == GL_RGBA || base == GL_RED_EXT || base == GL_RG_EXT);
}

void
gl_CopyTexImage2D(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                  GLsizei width, GLsizei height, GLint border)
{
   static const char call[] = "glCopyTexImage2D";
   struct target t;
   struct st_surface_info s;
   if (!find_target(ctx, target, &t, call))
      return;
   if (!copyable(ctx, internalformat)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(internalformat = 0x%x)", call, internalformat);
      return;
   }
   if (!check_size(ctx, &t, target, level, width, height, border, call) ||
       !gl_check_read_framebuffer(ctx, call, &s))
      return;
   if (!has_components(&s, internalformat)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer lacks components of 0x%x", call,
               internalformat);
      return;
   }
   enum pipe_format storage;
   GLenum type;
   if (!copied_format(ctx, &s, internalformat, &type, &storage)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(internalformat = 0x%x)", call, internalformat);
      return;
   }
   /* The image that is read may be the one that is replaced: a reference keeps it for the copy. */
   struct pipe_resource *hold = pipe_resource_ref(s.color.texture);
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height, 1,
                            internalformat, type, storage);
   if (ok && width && height)
      ok = st_image_copy(ctx, t.texture, t.face, (unsigned)level, 0, 0, 0, &s, x, y, width, height);
   pipe_resource_unref(hold);
   if (!ok)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

void
gl_CopyTexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                     GLint x, GLint y, GLsizei width, GLsizei height)
{
   static const char call[] = "glCopyTexSubImage2D";
   struct target t;
   struct st_surface_info s;
   const struct st_image *img;
   if (!find_target(ctx, target, &t, call) ||
       !check_region(ctx, &t, level, xoffset, yoffset, width, height, &img, call) ||
       !gl_check_read_framebuffer(ctx, call, &s))
      return;
   if (u_format_desc(img->format)->compressed || st_compressed_format(ctx, img->internal_format) ||
       !has_components(&s, img->internal_format)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer lacks components of 0x%x", call,
               img->internal_format);
      return;
   }
   if (width && height &&
       !st_image_copy(ctx, t.texture, t.face, (unsigned)level, xoffset, yoffset, 0, &s, x, y, width, height))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

/* ---- compressed images --------------------------------------------------------------------------------- */

/** Bytes of an image or part of one. */
static int64_t
blocks_B(const struct st_compressed_format *c, GLsizei width, GLsizei height)
{
   return (int64_t)DIV_ROUND_UP((int64_t)width, 4) * DIV_ROUND_UP((int64_t)height, 4) * c->block_B;
}

void
gl_CompressedTexImage2D(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat,
                        GLsizei width, GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
   static const char call[] = "glCompressedTexImage2D";
   struct target t;
   if (!find_target(ctx, target, &t, call))
      return;
   const struct st_compressed_format *c = st_compressed_format(ctx, internalformat);
   if (!c) {
      st_error(ctx, GL_INVALID_ENUM, "%s(internalformat = 0x%x)", call, internalformat);
      return;
   }
   if (!check_size(ctx, &t, target, level, width, height, border, call))
      return;
   if (imageSize != blocks_B(c, width, height)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(imageSize = %d): %d x %d", call, imageSize, width, height);
      return;
   }
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height, 1,
                            internalformat, 0, c->format);
   const struct st_region all = {0, 0, 0, (uint32_t)width, (uint32_t)height, 1};
   if (ok && data && width && height)
      ok = st_image_upload_blocks(ctx, t.texture, t.face, (unsigned)level, &all, data);
   if (!ok)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d", call, width, height);
}

void
gl_CompressedTexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   static const char call[] = "glCompressedTexSubImage2D";
   struct target t;
   const struct st_image *img;
   if (!find_target(ctx, target, &t, call))
      return;
   const struct st_compressed_format *c = st_compressed_format(ctx, format);
   if (!c) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x)", call, format);
      return;
   }
   if (!check_region(ctx, &t, level, xoffset, yoffset, width, height, &img, call))
      return;
   if (imageSize != blocks_B(c, width, height)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(imageSize = %d): %d x %d", call, imageSize, width, height);
      return;
   }
   if (!c->sub_image || img->internal_format != format ||
       !whole_blocks(img, xoffset, yoffset, width, height)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: 0x%x at %d,%d %dx%d of an image of 0x%x", call, format,
               xoffset, yoffset, width, height, img->internal_format);
      return;
   }
   const struct st_region r = {(uint32_t)xoffset, (uint32_t)yoffset, 0, (uint32_t)width, (uint32_t)height, 1};
   if (data && width && height && !st_image_upload_blocks(ctx, t.texture, t.face, (unsigned)level, &r, data))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}
