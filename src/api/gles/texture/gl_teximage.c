/* SPDX-License-Identifier: MIT
 *
 * Texture images from client memory, from the framebuffer and from compressed blocks (ES 2.0.25 3.7.1 to
 * 3.7.3, OES_texture_3D). The 2D calls and the 3D ones are the same but for the third dimension. Which
 * formats exist is st_format.c's business.
 */
#include "api/gles/gl_common.h"

#include <assert.h>

#include "api/gles/texture/gl_pixel_buffer.h"
#include "format/format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_pixels.h"
#include "state_tracker/texture/st_teximage.h"
#include "state_tracker/texture/st_texture.h"

struct target {
   struct st_texture *texture;
   unsigned face;
   GLint max_size, max_depth; /* of level 0; 1: it has two dimensions */
   bool cube, volume, array;  /* volume: GL_TEXTURE_3D */
};

/** The texture and face that an image target names; \p three: of the 3D calls. */
static bool
find_target(struct st_context *ctx, GLenum target, bool three, struct target *t, const char *call)
{
   const struct st_unit *u = &ctx->units[ctx->active_unit];
   const struct st_limits *l = &ctx->limits;
   assert(u->tex[ST_TEX_2D] && u->tex[ST_TEX_CUBE] && u->tex[ST_TEX_3D]); /* at least the default ones */
   if (!three && target == GL_TEXTURE_2D) {
      *t = (struct target){u->tex[ST_TEX_2D], .max_size = l->max_texture_size, .max_depth = 1};
      return true;
   }
   if (!three && target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
      *t = (struct target){u->tex[ST_TEX_CUBE], target - GL_TEXTURE_CUBE_MAP_POSITIVE_X, l->max_cube_size, 1,
                           .cube = true};
      return true;
   }
   if (three && target == GL_TEXTURE_3D_OES && ctx->features & ST_HAS_3D) {
      *t = (struct target){u->tex[ST_TEX_3D], 0, l->max_3d_size, l->max_3d_size, .volume = true};
      return true;
   }
   if (three && target == GL_TEXTURE_2D_ARRAY && ctx->version >= 30) {
      *t =
         (struct target){u->tex[ST_TEX_2D_ARRAY], 0, l->max_texture_size, l->max_array_layers, .array = true};
      return true;
   }
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return false;
}

struct size {
   GLsizei w, h, d;
};

/** The checks that calls which define an image have in common. */
static bool
check_size(struct st_context *ctx, const struct target *t, GLint level, struct size s, GLint border,
           const char *call)
{
   if (level < 0 || level > (GLint)u_log2((uint32_t)t->max_size)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(level = %d)", call, level);
      return false;
   }
   const GLint max = t->max_size >> level, max_depth = t->volume ? max : t->max_depth;
   if (s.w < 0 || s.h < 0 || s.d < 0 || s.w > max || s.h > max || s.d > max_depth) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d at level %d", call, s.w, s.h, s.d, level);
      return false;
   }
   if (t->cube && s.w != s.h) {
      st_error(ctx, GL_INVALID_VALUE, "%s: cube face of %d x %d", call, s.w, s.h);
      return false;
   }
   if (level && !gl_has_npot(ctx) &&
       ((s.w && !u_is_pow2((uint32_t)s.w)) || (s.h && !u_is_pow2((uint32_t)s.h)) ||
        (s.d && !u_is_pow2((uint32_t)s.d)))) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d at level %d", call, s.w, s.h, level);
      return false;
   }
   if (border) {
      st_error(ctx, GL_INVALID_VALUE, "%s(border = %d)", call, border);
      return false;
   }
   return true;
}

/** EXT_texture_storage: the images of an immutable texture cannot be defined again. */
static bool
check_mutable(struct st_context *ctx, const struct target *t, const char *call)
{
   if (!t->texture->immutable_levels)
      return true;
   st_error(ctx, GL_INVALID_OPERATION, "%s: the texture is immutable", call);
   return false;
}

/** Client memory as the unpack parameters describe it; \p three: those of three dimensions have a say. */
static struct st_pixels
unpack(const struct st_context *ctx, GLenum format, GLenum type, struct size s, bool three,
       const void *pixels)
{
   unsigned pixel_B = st_pixel_B(format, type);
   assert(pixel_B && pixels && u_is_pow2((uint64_t)ctx->unpack_alignment));
   int64_t row = ctx->unpack_row_length ? ctx->unpack_row_length : s.w;
   int64_t stride_B = (int64_t)u_align((uint64_t)row * pixel_B, (uint64_t)ctx->unpack_alignment);
   const int64_t image_B = stride_B * (three && ctx->unpack_image_height ? ctx->unpack_image_height : s.h);
   const uint8_t *start =
      (const uint8_t *)pixels + ctx->unpack_skip_rows * stride_B + (int64_t)ctx->unpack_skip_pixels * pixel_B;
   if (three)
      start += ctx->unpack_skip_images * image_B;
   return (struct st_pixels){format, type, (void *)start, stride_B, image_B};
}

/** Bytes of client memory (or of the pixel unpack buffer) that an image takes. */
static uint64_t
unpacked_B(const struct st_context *ctx, GLenum format, GLenum type, struct size s, bool three)
{
   const struct gl_pixel_layout l = {
      .alignment = ctx->unpack_alignment,
      .row_length = ctx->unpack_row_length,
      .skip_rows = ctx->unpack_skip_rows,
      .skip_pixels = ctx->unpack_skip_pixels,
      .image_height = three ? ctx->unpack_image_height : 0,
      .skip_images = three ? ctx->unpack_skip_images : 0,
      .width = s.w,
      .height = s.h,
      .depth = s.d,
   };
   return gl_pixels_B(&l, st_pixel_B(format, type));
}

static struct st_region
region(GLint x, GLint y, GLint z, struct size s)
{
   assert(x >= 0 && y >= 0 && z >= 0 && s.w >= 0 && s.h >= 0 && s.d >= 0);
   return (struct st_region){(uint32_t)x,   (uint32_t)y,   (uint32_t)z,
                             (uint32_t)s.w, (uint32_t)s.h, (uint32_t)s.d};
}

static bool
empty(struct size s)
{
   return !s.w || !s.h || !s.d;
}

/* ---- from client memory -------------------------------------------------------------------------------- */

static bool
check_client_format(struct st_context *ctx, GLenum format, GLenum type, const char *call)
{
   if (st_known_pixel_format(ctx, format) && st_known_pixel_type(ctx, type))
      return true;
   st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
   return false;
}

static void
tex_image(struct st_context *ctx, const struct target *t, GLint level, GLenum internal, struct size s,
          GLint border, GLenum format, GLenum type, const void *pixels, const char *call)
{
   if (!check_client_format(ctx, format, type, call))
      return;
   if (!st_known_internal_format(ctx, internal)) {
      const struct st_compressed_format *c = st_compressed_format(ctx, internal);
      /* ASTC matches no client format */
      st_error(ctx, c && c->astc_w ? GL_INVALID_OPERATION : GL_INVALID_VALUE, "%s(internalformat = 0x%x)",
               call, internal);
      return;
   }
   if (!check_size(ctx, t, level, s, border, call) || !check_mutable(ctx, t, call))
      return;
   const bool depth = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL_OES,
              three = t->volume || t->array;
   const bool refused = (depth && t->volume) || (depth && t->cube && !(ctx->features & ST_HAS_DEPTH_CUBE)) ||
                        (t->volume && st_compressed_format(ctx, internal)) || !st_pixel_B(format, type);
   enum pipe_format storage = refused ? PIPE_FORMAT_NONE : st_texture_format(ctx, internal, format, type);
   if (storage == PIPE_FORMAT_NONE) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: internalformat 0x%x with format 0x%x, type 0x%x", call,
               internal, format, type);
      return;
   }
   if (!gl_unpack_begin(ctx, &pixels, unpacked_B(ctx, format, type, s, three), type, call))
      return;
   bool ok = st_image_alloc(ctx, t->texture, t->face, (unsigned)level, (uint32_t)s.w, (uint32_t)s.h,
                            (uint32_t)s.d, internal, type, storage);
   if (ok && pixels && !empty(s)) {
      struct st_pixels src = unpack(ctx, format, type, s, three, pixels);
      const struct st_region all = region(0, 0, 0, s);
      ok = st_image_upload(ctx, t->texture, t->face, (unsigned)level, &all, &src);
   }
   gl_unpack_end(ctx, pixels);
   if (!ok)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d x %d", call, s.w, s.h, s.d);
}

void
gl_TexImage2D(struct st_context *ctx, GLenum target, GLint level, GLint internalformat, GLsizei width,
              GLsizei height, GLint border, GLenum format, GLenum type, const void *pixels)
{
   struct target t;
   if (find_target(ctx, target, false, &t, "glTexImage2D"))
      tex_image(ctx, &t, level, (GLenum)internalformat, (struct size){width, height, 1}, border, format, type,
                pixels, "glTexImage2D");
}

void
gl_TexImage3DOES(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat, GLsizei width,
                 GLsizei height, GLsizei depth, GLint border, GLenum format, GLenum type, const void *pixels)
{
   struct target t;
   if (find_target(ctx, target, true, &t, "glTexImage3DOES"))
      tex_image(ctx, &t, level, internalformat, (struct size){width, height, depth}, border, format, type,
                pixels, "glTexImage3DOES");
}

/** The checks of the SubImage calls; the image in *img. */
static bool
check_region(struct st_context *ctx, const struct target *t, GLint level, GLint x, GLint y, GLint z,
             struct size s, const struct st_image **img, const char *call)
{
   if (level < 0 || level > (GLint)u_log2((uint32_t)t->max_size)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(level = %d)", call, level);
      return false;
   }
   if (x < 0 || y < 0 || z < 0 || s.w < 0 || s.h < 0 || s.d < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d at %d, %d, %d", call, s.w, s.h, s.d, x, y, z);
      return false;
   }
   *img = st_texture_image(t->texture, t->face, (unsigned)level);
   if (!(*img)->res) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: level %d is not defined", call, level);
      return false;
   }
   if ((uint32_t)x + (uint32_t)s.w > (*img)->width || (uint32_t)y + (uint32_t)s.h > (*img)->height ||
       (uint32_t)z + (uint32_t)s.d > (*img)->depth) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d x %d at %d, %d, %d of %u x %u x %u", call, s.w, s.h, s.d,
               x, y, z, (*img)->width, (*img)->height, (*img)->depth);
      return false;
   }
   return true;
}

/** Parts of compressed images begin and end at blocks or at the image's edge (EXT_texture_compression_s3tc
 * and the others in the same words). */
static bool
whole_blocks(const struct st_compressed_format *c, const struct st_image *img, GLint x, GLint y,
             GLsizei width, GLsizei height)
{
   const int w = (int)st_block_w(c), h = (int)st_block_h(c);
   assert(w > 0 && h > 0);
   return x % w == 0 && y % h == 0 && (width % w == 0 || (uint32_t)(x + width) == img->width) &&
          (height % h == 0 || (uint32_t)(y + height) == img->height);
}

/** May these client pixels be written into this image? */
static bool
client_format_fits(struct st_context *ctx, const struct st_image *img, GLenum format, GLenum type)
{
   if (!st_has_pixel_type(ctx, format, type))
      return false;
   if (st_compressed_format(ctx, img->internal_format))
      return st_texture_format(ctx, img->internal_format, format, type) != PIPE_FORMAT_NONE;
   /* An EGLImage of pixels with a byte that nobody reads is GL_RGB, but X servers write all four (glamor, depth 24). */
   if (img->foreign && img->internal_format == GL_RGB && format == GL_RGBA && type == GL_UNSIGNED_BYTE)
      return img->format == PIPE_FORMAT_B8G8R8X8_UNORM || img->format == PIPE_FORMAT_R8G8B8X8_UNORM;
   if (ctx->version >= 30)
      return st_takes_pixels(ctx, img->internal_format, format, type);
   return st_base_format(img->internal_format) == format;
}

static void
tex_sub_image(struct st_context *ctx, const struct target *t, GLint level, GLint x, GLint y, GLint z,
              struct size s, GLenum format, GLenum type, const void *pixels, const char *call)
{
   const struct st_image *img;
   if (!check_client_format(ctx, format, type, call) || !check_region(ctx, t, level, x, y, z, s, &img, call))
      return;
   if (!client_format_fits(ctx, img, format, type)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: format 0x%x, type 0x%x for an image of 0x%x", call, format,
               type, img->internal_format);
      return;
   }
   const struct st_compressed_format *c = st_compressed_format(ctx, img->internal_format);
   if (c && !c->decoded && !whole_blocks(c, img, x, y, s.w, s.h)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %d,%d %dx%d are no whole blocks", call, x, y, s.w, s.h);
      return;
   }
   const bool three = t->volume || t->array;
   if (!gl_unpack_begin(ctx, &pixels, unpacked_B(ctx, format, type, s, three), type, call))
      return;
   if (!pixels || empty(s))
      return;
   struct st_pixels src = unpack(ctx, format, type, s, three, pixels);
   const struct st_region r = region(x, y, z, s);
   if (!st_image_upload(ctx, t->texture, t->face, (unsigned)level, &r, &src))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   gl_unpack_end(ctx, pixels);
}

void
gl_TexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                 GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels)
{
   struct target t;
   if (find_target(ctx, target, false, &t, "glTexSubImage2D"))
      tex_sub_image(ctx, &t, level, xoffset, yoffset, 0, (struct size){width, height, 1}, format, type,
                    pixels, "glTexSubImage2D");
}

void
gl_TexSubImage3DOES(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                    GLint zoffset, GLsizei width, GLsizei height, GLsizei depth, GLenum format, GLenum type,
                    const void *pixels)
{
   struct target t;
   if (find_target(ctx, target, true, &t, "glTexSubImage3DOES"))
      tex_sub_image(ctx, &t, level, xoffset, yoffset, zoffset, (struct size){width, height, depth}, format,
                    type, pixels, "glTexSubImage3DOES");
}

/* ---- from the framebuffer ------------------------------------------------------------------------------ */

/** Has the framebuffer the components that an image of this format needs (ES 2.0.25 table 3.9)? */
static bool
has_components(const struct st_surface_info *s, GLenum format)
{
   GLenum base = st_base_format(format), from = st_base_format(s->color_internal_format);
   assert(base); /* the callers know the format */
   unsigned need = st_base_components(base), has = st_base_components(from);
   return s->color.texture && need && !(need & ~has);
}

/** Numbers that cannot become each other by a copy: integers of each sign, floats, fixed-point numbers with and without sign. */
static unsigned
number_kind(enum pipe_format f)
{
   const struct u_format_desc *d = u_format_desc(f);
   const bool is_snorm = d->channels && d->ch[0].type == U_SNORM;
   return u_format_is_sint(f) ? 4 : u_format_is_int(f) ? 3 : st_is_float(f) ? 2 : is_snorm;
}

/** Is the image that is read encoded along the sRGB curve, whatever GL_FRAMEBUFFER_SRGB_EXT says of writing to it? */
static bool
reads_srgb(const struct st_surface_info *s)
{
   return u_format_desc(s->color.format)->srgb || u_format_desc(s->color.texture->format)->srgb;
}

/** May such pixels be copied to an image that is stored as \p to (ES 3.0.6 3.8.5, tables 3.15 to 3.17)? \p defines: the
 * image is made for it. OpenGL ES 2.0 has no such rules: all its colours are fixed-point numbers. */
static bool
can_copy(struct st_context *ctx, const struct st_surface_info *s, GLenum internal, enum pipe_format to,
         bool defines)
{
   const enum pipe_format from = (enum pipe_format)s->color.format;
   const bool sized = st_base_format(internal) != internal;
   if (ctx->version < 30)
      return true;
   if (number_kind(from) != number_kind(to) || to == PIPE_FORMAT_R9G9B9E5_FLOAT)
      return false;
   if (!defines)
      return true;
   /* Names without a size stand for fixed-point numbers of up to 8 bits alone. */
   if (reads_srgb(s) != u_format_desc(to)->srgb ||
       (!sized && (number_kind(from) || s->color_internal_format == GL_RGB10_A2)))
      return false;
   for (unsigned c = 0; c < 4 && sized; c++) {
      const unsigned a = u_format_bits(from, c), b = u_format_bits(to, c);
      if (a && b && a != b)
         return false;
   }
   return true;
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
           base == GL_RGBA || base == GL_RED_EXT || base == GL_RG_EXT ||
           (ctx->version >= 30 && base != GL_DEPTH_COMPONENT && base != GL_DEPTH_STENCIL_OES));
}

void
gl_CopyTexImage2D(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat, GLint x, GLint y,
                  GLsizei width, GLsizei height, GLint border)
{
   static const char call[] = "glCopyTexImage2D";
   struct target t;
   struct st_surface_info s;
   if (!find_target(ctx, target, false, &t, call))
      return;
   if (!copyable(ctx, internalformat)) {
      const struct st_compressed_format *c = st_compressed_format(ctx, internalformat);
      st_error(ctx, c && c->astc_w ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s(internalformat = 0x%x)",
               call, internalformat);
      return;
   }
   if (!check_size(ctx, &t, level, (struct size){width, height, 1}, border, call) ||
       !check_mutable(ctx, &t, call) || !gl_check_read_framebuffer(ctx, call, &s))
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
   if (!can_copy(ctx, &s, internalformat, storage, true)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: a framebuffer of 0x%x to an image of 0x%x", call,
               s.color_internal_format, internalformat);
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

static void
copy_tex_sub_image(struct st_context *ctx, const struct target *t, GLint level, GLint xoffset, GLint yoffset,
                   GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height, const char *call)
{
   struct st_surface_info s;
   const struct st_image *img;
   if (!check_region(ctx, t, level, xoffset, yoffset, zoffset, (struct size){width, height, 1}, &img, call) ||
       !gl_check_read_framebuffer(ctx, call, &s))
      return;
   if (st_compressed_format(ctx, img->internal_format) || !has_components(&s, img->internal_format) ||
       !can_copy(ctx, &s, img->internal_format, img->format, false)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer cannot become 0x%x", call,
               img->internal_format);
      return;
   }
   if (width && height &&
       !st_image_copy(ctx, t->texture, t->face, (unsigned)level, xoffset, yoffset, zoffset, &s, x, y, width,
                      height))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

void
gl_CopyTexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                     GLint x, GLint y, GLsizei width, GLsizei height)
{
   struct target t;
   if (find_target(ctx, target, false, &t, "glCopyTexSubImage2D"))
      copy_tex_sub_image(ctx, &t, level, xoffset, yoffset, 0, x, y, width, height, "glCopyTexSubImage2D");
}

void
gl_CopyTexSubImage3DOES(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                        GLint zoffset, GLint x, GLint y, GLsizei width, GLsizei height)
{
   struct target t;
   if (find_target(ctx, target, true, &t, "glCopyTexSubImage3DOES"))
      copy_tex_sub_image(ctx, &t, level, xoffset, yoffset, zoffset, x, y, width, height,
                         "glCopyTexSubImage3DOES");
}

/* ---- compressed images --------------------------------------------------------------------------------- */

/** Bytes of an image or part of one. */
static int64_t
blocks_B(const struct st_compressed_format *c, GLsizei width, GLsizei height)
{
   assert(width >= 0 && height >= 0 && c->block_B);
   return DIV_ROUND_UP((int64_t)width, (int64_t)st_block_w(c)) *
          DIV_ROUND_UP((int64_t)height, (int64_t)st_block_h(c)) * c->block_B;
}

void
gl_CompressedTexImage2D(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat,
                        GLsizei width, GLsizei height, GLint border, GLsizei imageSize, const void *data)
{
   static const char call[] = "glCompressedTexImage2D";
   const struct size s = {width, height, 1};
   struct target t;
   if (!find_target(ctx, target, false, &t, call))
      return;
   const struct st_compressed_format *c = st_compressed_format(ctx, internalformat);
   if (!c) {
      st_error(ctx, GL_INVALID_ENUM, "%s(internalformat = 0x%x)", call, internalformat);
      return;
   }
   if (!check_size(ctx, &t, level, s, border, call) || !check_mutable(ctx, &t, call))
      return;
   if (imageSize != blocks_B(c, width, height)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(imageSize = %d): %d x %d", call, imageSize, width, height);
      return;
   }
   if (!gl_unpack_begin(ctx, &data, (uint64_t)imageSize, GL_UNSIGNED_BYTE, call))
      return;
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height, 1,
                            internalformat, 0, c->format);
   const struct st_region all = region(0, 0, 0, s);
   if (ok && data && !empty(s))
      ok = st_image_upload_blocks(ctx, t.texture, t.face, (unsigned)level, &all, data);
   gl_unpack_end(ctx, data);
   if (!ok)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d", call, width, height);
}

void
gl_CompressedTexSubImage2D(struct st_context *ctx, GLenum target, GLint level, GLint xoffset, GLint yoffset,
                           GLsizei width, GLsizei height, GLenum format, GLsizei imageSize, const void *data)
{
   static const char call[] = "glCompressedTexSubImage2D";
   const struct size s = {width, height, 1};
   struct target t;
   const struct st_image *img;
   if (!find_target(ctx, target, false, &t, call))
      return;
   const struct st_compressed_format *c = st_compressed_format(ctx, format);
   if (!c) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x)", call, format);
      return;
   }
   if (!check_region(ctx, &t, level, xoffset, yoffset, 0, s, &img, call))
      return;
   if (imageSize != blocks_B(c, width, height)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(imageSize = %d): %d x %d", call, imageSize, width, height);
      return;
   }
   if (!c->sub_image || img->internal_format != format ||
       !whole_blocks(c, img, xoffset, yoffset, width, height)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: 0x%x at %d,%d %dx%d of an image of 0x%x", call, format,
               xoffset, yoffset, width, height, img->internal_format);
      return;
   }
   const struct st_region r = region(xoffset, yoffset, 0, s);
   if (!gl_unpack_begin(ctx, &data, (uint64_t)imageSize, GL_UNSIGNED_BYTE, call))
      return;
   if (data && !empty(s) && !st_image_upload_blocks(ctx, t.texture, t.face, (unsigned)level, &r, data))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   gl_unpack_end(ctx, data);
}

/** The compressed format of a name, for a target of three dimensions; NULL: the error is raised. All have arrays, ASTC alone
 * has 3D textures: a slice after the other of its 2D blocks (KHR_texture_compression_astc_sliced_3d). */
static const struct st_compressed_format *
format_of_volume(struct st_context *ctx, const struct target *t, GLenum internal, const char *call)
{
   const struct st_compressed_format *c = st_compressed_format(ctx, internal);
   if (c && (c->astc_w || t->array))
      return c;
   const bool known = c && ctx->version >= 30; /* then the combination is wrong: ES 3.0.6 3.8.6 */
   st_error(ctx, known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s(internalformat = 0x%x)", call, internal);
   return NULL;
}

void
gl_CompressedTexImage3DOES(struct st_context *ctx, GLenum target, GLint level, GLenum internalformat,
                           GLsizei width, GLsizei height, GLsizei depth, GLint border, GLsizei imageSize,
                           const void *data)
{
   static const char call[] = "glCompressedTexImage3DOES";
   const struct size s = {width, height, depth};
   struct target t;
   if (!find_target(ctx, target, true, &t, call))
      return;
   const struct st_compressed_format *c = format_of_volume(ctx, &t, internalformat, call);
   if (!c)
      return;
   if (!check_size(ctx, &t, level, s, border, call) || !check_mutable(ctx, &t, call))
      return;
   if (imageSize != blocks_B(c, width, height) * depth) {
      st_error(ctx, GL_INVALID_VALUE, "%s(imageSize = %d): %d x %d x %d", call, imageSize, width, height,
               depth);
      return;
   }
   if (!gl_unpack_begin(ctx, &data, (uint64_t)imageSize, GL_UNSIGNED_BYTE, call))
      return;
   bool ok = st_image_alloc(ctx, t.texture, t.face, (unsigned)level, (uint32_t)width, (uint32_t)height,
                            (uint32_t)depth, internalformat, 0, c->format);
   const struct st_region all = region(0, 0, 0, s);
   if (ok && data && !empty(s))
      ok = st_image_upload_blocks(ctx, t.texture, t.face, (unsigned)level, &all, data);
   gl_unpack_end(ctx, data);
   if (!ok)
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d x %d", call, width, height, depth);
}

void
gl_CompressedTexSubImage3DOES(struct st_context *ctx, GLenum target, GLint level, GLint xoffset,
                              GLint yoffset, GLint zoffset, GLsizei width, GLsizei height, GLsizei depth,
                              GLenum format, GLsizei imageSize, const void *data)
{
   static const char call[] = "glCompressedTexSubImage3DOES";
   const struct size s = {width, height, depth};
   struct target t;
   const struct st_image *img;
   if (!find_target(ctx, target, true, &t, call))
      return;
   const struct st_compressed_format *c = format_of_volume(ctx, &t, format, call);
   if (!c)
      return;
   if (!check_region(ctx, &t, level, xoffset, yoffset, zoffset, s, &img, call))
      return;
   if (imageSize != blocks_B(c, width, height) * depth) {
      st_error(ctx, GL_INVALID_VALUE, "%s(imageSize = %d): %d x %d x %d", call, imageSize, width, height,
               depth);
      return;
   }
   if (img->internal_format != format || !whole_blocks(c, img, xoffset, yoffset, width, height)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: 0x%x at %d,%d %dx%d of an image of 0x%x", call, format,
               xoffset, yoffset, width, height, img->internal_format);
      return;
   }
   const struct st_region r = region(xoffset, yoffset, zoffset, s);
   if (!gl_unpack_begin(ctx, &data, (uint64_t)imageSize, GL_UNSIGNED_BYTE, call))
      return;
   if (data && !empty(s) && !st_image_upload_blocks(ctx, t.texture, t.face, (unsigned)level, &r, data))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   gl_unpack_end(ctx, data);
}
