/* SPDX-License-Identifier: MIT
 *
 * Texture images from client memory and from the framebuffer (ES 2.0.25 3.7.1 to 3.7.3), with
 * EXT_unpack_subimage, EXT_texture_format_BGRA8888, OES_depth_texture and OES_packed_depth_stencil. There is
 * no compressed format yet.
 */
#include "api/gles2/gl_common.h"

#include "state_tracker/st_pixels.h"

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
      *t = (struct target){u->tex_2d, 0, ctx->limits.max_texture_size};
      return true;
   }
   if (target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
      *t = (struct target){u->tex_cube, target - GL_TEXTURE_CUBE_MAP_POSITIVE_X, ctx->limits.max_cube_size};
      return true;
   }
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return false;
}

static bool
known_format(struct st_context *ctx, GLenum f)
{
   switch (f) {
   case GL_ALPHA:
   case GL_LUMINANCE:
   case GL_LUMINANCE_ALPHA:
   case GL_RGB:
   case GL_RGBA:
      return true;
   case GL_BGRA_EXT:
      return gl_has_bgra(ctx);
   case GL_DEPTH_COMPONENT:
      return gl_has_depth_texture(ctx);
   case GL_DEPTH_STENCIL_OES:
      return gl_has_depth_texture(ctx) && gl_has_packed_depth_stencil(ctx);
   default:
      return false;
   }
}

/** Formats that exist, but that no client format can match (GL_BGRA8_EXT is matched by GL_BGRA_EXT). */
static bool
sized_format(GLenum f)
{
   return f == GL_RGBA4 || f == GL_RGB5_A1 || f == GL_RGB565 || f == GL_RGB8_OES || f == GL_RGBA8_OES ||
          f == GL_DEPTH_COMPONENT16 || f == GL_DEPTH_COMPONENT24_OES || f == GL_DEPTH24_STENCIL8_OES ||
          f == GL_BGRA8_EXT;
}

static bool
known_type(struct st_context *ctx, GLenum t)
{
   switch (t) {
   case GL_UNSIGNED_BYTE:
   case GL_UNSIGNED_SHORT_5_6_5:
   case GL_UNSIGNED_SHORT_4_4_4_4:
   case GL_UNSIGNED_SHORT_5_5_5_1:
      return true;
   case GL_UNSIGNED_SHORT:
   case GL_UNSIGNED_INT:
      return gl_has_depth_texture(ctx);
   case GL_UNSIGNED_INT_24_8_OES:
      return gl_has_depth_texture(ctx) && gl_has_packed_depth_stencil(ctx);
   default:
      return false;
   }
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
   return (struct st_pixels){format, type, (void *)start, stride_B};
}

void
gl_TexImage2D(struct st_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width,
              GLsizei height, GLint border, GLenum format, GLenum type, const void *pixels)
{
   static const char call[] = "glTexImage2D";
   struct target t;
   if (!find_target(ctx, target, &t, call))
      return;
   if (!known_format(ctx, format) || !known_type(ctx, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   if (!known_format(ctx, (GLenum)internalformat) && !sized_format((GLenum)internalformat)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(internalformat = 0x%x)", call, (unsigned)internalformat);
      return;
   }
   if (!check_size(ctx, &t, target, level, width, height, border, call))
      return;
   if ((GLenum)internalformat != format && !(internalformat == GL_BGRA8_EXT && format == GL_BGRA_EXT)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: internalformat 0x%x is not format 0x%x", call,
               (unsigned)internalformat, format);
      return;
   }
   bool depth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL_OES;
   enum pipe_format storage =
      depth && target != GL_TEXTURE_2D ? PIPE_FORMAT_NONE : st_texture_format(ctx, format, type);
   if (storage == PIPE_FORMAT_NONE) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: format 0x%x with type 0x%x", call, format, type);
      return;
   }
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height,
                            format, type, storage);
   if (ok && pixels && width && height) {
      struct st_pixels src = unpack(ctx, format, type, width, pixels);
      ok = st_image_upload(ctx, t.texture, t.face, (unsigned)level, 0, 0, (uint32_t)width, (uint32_t)height,
                           &src);
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

void
gl_TexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                 GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   static const char call[] = "glTexSubImage2D";
   struct target t;
   const struct st_image *img;
   if (!find_target(ctx, target, &t, call))
      return;
   if (!known_format(ctx, format) || !known_type(ctx, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   if (!check_region(ctx, &t, level, xoffset, yoffset, width, height, &img, call))
      return;
   if (img->internal_format != format || !st_pixel_B(format, type)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: format 0x%x, type 0x%x for an image of 0x%x", call, format,
               type, img->internal_format);
      return;
   }
   if (!pixels || !width || !height)
      return;
   struct st_pixels src = unpack(ctx, format, type, width, pixels);
   if (!st_image_upload(ctx, t.texture, t.face, (unsigned)level, (uint32_t)xoffset, (uint32_t)yoffset,
                        (uint32_t)width, (uint32_t)height, &src))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

/** Has the framebuffer the components that an image of this format needs (ES 2.0.25 table 3.9)? */
static bool
has_components(const struct st_surface_info *s, GLenum format)
{
   if (!s->color.texture)
      return false;
   switch (format) {
   case GL_LUMINANCE:
   case GL_RGB:
      return true;
   case GL_ALPHA:
   case GL_LUMINANCE_ALPHA:
   case GL_RGBA:
   case GL_BGRA_EXT:
      return s->color_internal_format != GL_RGB && s->color_internal_format != GL_RGB565 &&
             s->color_internal_format != GL_RGB8_OES;
   default:
      return false;
   }
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
   if (internalformat != GL_ALPHA && internalformat != GL_LUMINANCE && internalformat != GL_LUMINANCE_ALPHA &&
       internalformat != GL_RGB && internalformat != GL_RGBA) {
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
   enum pipe_format storage = st_texture_format(ctx, internalformat, GL_UNSIGNED_BYTE);
   /* The image that is read may be the one that is replaced: a reference keeps it for the copy. */
   struct pipe_resource *hold = pipe_resource_ref(s.color.texture);
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height,
                            internalformat, GL_UNSIGNED_BYTE, storage);
   if (ok && width && height)
      ok = st_image_copy(ctx, t.texture, t.face, (unsigned)level, 0, 0, &s, x, y, width, height);
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
   if (!has_components(&s, img->internal_format)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer lacks components of 0x%x", call,
               img->internal_format);
      return;
   }
   if (width && height &&
       !st_image_copy(ctx, t.texture, t.face, (unsigned)level, xoffset, yoffset, &s, x, y, width, height))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

/* ---- compressed images: no format is supported yet ----------------------------------------------------- */

void
gl_CompressedTexImage2D(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat,
                        GLsizei width, GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
   struct target t;
   if (find_target(ctx, target, &t, "glCompressedTexImage2D"))
      st_error(ctx, GL_INVALID_ENUM, "glCompressedTexImage2D(internalformat = 0x%x)", internalformat);
}

void
gl_CompressedTexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   struct target t;
   if (find_target(ctx, target, &t, "glCompressedTexSubImage2D"))
      st_error(ctx, GL_INVALID_ENUM, "glCompressedTexSubImage2D(format = 0x%x)", format);
}
