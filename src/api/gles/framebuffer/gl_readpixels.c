/* SPDX-License-Identifier: MIT
 *
 * Reading back (ES 2.0.25 4.3.1, ES 3.0.6 4.3.2; EXT_read_format_bgra, NV_pack_subimage, ANGLE_pack_reverse_row_order,
 * NV_read_depth, NV_read_stencil, NV_read_depth_stencil).
 */
#include "api/gles/gl_common.h"

#include <assert.h>
#include "api/gles/state/gl_extensions.h"
#include "api/gles/texture/gl_pixel_buffer.h"
#include "format/format.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_readpixels.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_pixels.h"
#include "util/u_math.h"

/** The client's format whose pixels are closest to those of a surface. */
static enum pipe_format
client_format(const struct st_surface_info *s)
{
   const bool opaque = st_opaque(s->color_internal_format);
   const enum pipe_format f = st_linear_format(s->color.format);
   switch (f) {
   case PIPE_FORMAT_R8G8B8A8_UNORM:
      return opaque ? PIPE_FORMAT_R8G8B8_UNORM : f;
   case PIPE_FORMAT_R8G8B8X8_UNORM:
      return PIPE_FORMAT_R8G8B8_UNORM;
   case PIPE_FORMAT_R16G16B16A16_FLOAT:
      return opaque ? PIPE_FORMAT_R16G16B16_FLOAT : f;
   case PIPE_FORMAT_R16G16B16X16_FLOAT:
      return PIPE_FORMAT_R16G16B16_FLOAT;
   case PIPE_FORMAT_B8G8R8X8_UNORM:
      return PIPE_FORMAT_B8G8R8A8_UNORM;
   case PIPE_FORMAT_B10G10R10A2_UNORM:
   case PIPE_FORMAT_B10G10R10X2_UNORM:
      return PIPE_FORMAT_R10G10B10A2_UNORM;
   default:
      return f;
   }
}

void
gl_read_format(const struct st_context *ctx, const struct st_surface_info *s, GLenum *format, GLenum *type)
{
   const struct st_pixel_type *own = st_pixel_type_of(ctx, client_format(s));
   const bool integers = u_format_is_int(s->color.format), is_signed = u_format_is_sint(s->color.format);
   *format = own ? own->format : integers ? GL_RGBA_INTEGER : GL_RGBA;
   *type = own ? own->type : is_signed ? GL_INT : integers ? GL_UNSIGNED_INT : GL_UNSIGNED_BYTE;
   if (*type == GL_HALF_FLOAT_OES && ctx->version >= 30)
      *type = GL_HALF_FLOAT;
}

static bool
is_format(GLenum f)
{
   return f == GL_ALPHA || f == GL_RGB || f == GL_RGBA || f == GL_LUMINANCE || f == GL_LUMINANCE_ALPHA ||
          f == GL_BGRA_EXT || f == GL_DEPTH_COMPONENT || f == GL_RED_EXT || f == GL_RG_EXT;
}

static bool
is_type(GLenum t)
{
   return t == GL_UNSIGNED_BYTE || t == GL_UNSIGNED_SHORT_5_6_5 || t == GL_UNSIGNED_SHORT_4_4_4_4 ||
          t == GL_UNSIGNED_SHORT_5_5_5_1 || t == GL_UNSIGNED_SHORT || t == GL_UNSIGNED_INT || t == GL_FLOAT ||
          t == GL_HALF_FLOAT_OES || t == GL_UNSIGNED_INT_2_10_10_10_REV_EXT;
}

unsigned
gl_read_pixel_B(GLenum format, GLenum type)
{
   const unsigned zs_B = st_zs_pixel_B(format, type);
   return zs_B ? zs_B : st_pixel_B(format, type);
}

/** Where glReadPixels writes to, by glPixelStore's parameters (NV_pack_subimage, ANGLE_pack_reverse_row_order). */
static struct st_pixels
packed_pixels(const struct st_context *ctx, GLenum format, GLenum type, GLsizei width, GLsizei height,
              void *pixels)
{
   const unsigned pixel_B = gl_read_pixel_B(format, type);
   assert(pixel_B && width > 0 && height > 0 && u_is_pow2((uint64_t)ctx->pack_alignment));
   const int64_t row = ctx->pack_row_length ? ctx->pack_row_length : width;
   const int64_t stride_B = (int64_t)u_align((uint64_t)row * pixel_B, (uint64_t)ctx->pack_alignment);
   uint8_t *start =
      (uint8_t *)pixels + ctx->pack_skip_rows * stride_B + (int64_t)ctx->pack_skip_pixels * pixel_B;
   return (struct st_pixels){
      .format = format,
      .type = type,
      .data = ctx->pack_reverse ? start + (height - 1) * stride_B : start,
      .stride_B = ctx->pack_reverse ? -stride_B : stride_B,
   };
}

/** EXT_render_snorm: signed surfaces can be had as RGBA of signed numbers of their size, and not in unsigned bytes. */
static bool
is_signed_pair(enum pipe_format f, GLenum format, GLenum type)
{
   const struct u_format_desc *d = u_format_desc(f);
   return format == GL_RGBA && d->ch[0].type == U_SNORM && type == (d->ch[0].bits == 8 ? GL_BYTE : GL_SHORT);
}

/** EXT_texture_norm16, "Reading Pixels": such surfaces can be had as RGBA of 16 bits, too. */
static bool
is_norm16(enum pipe_format f)
{
   return f == PIPE_FORMAT_R16_UNORM || f == PIPE_FORMAT_R16G16_UNORM || f == PIPE_FORMAT_R16G16B16A16_UNORM;
}

static bool
is_zs_format(const struct st_context *ctx, GLenum f)
{
   return (f == GL_DEPTH_COMPONENT || f == GL_STENCIL_INDEX_OES ||
           (f == GL_DEPTH_STENCIL_OES && gl_has_packed_depth_stencil(ctx))) &&
          gl_can_read_zs(ctx);
}

/** A type that some depth or stencil buffer of this context is read as? Floats are OpenGL ES 3.0's. */
static bool
is_zs_pair(const struct st_context *ctx, GLenum format, GLenum type)
{
   return st_zs_pixel_B(format, type) &&
          (ctx->version >= 30 || (type != GL_FLOAT && type != GL_FLOAT_32_UNSIGNED_INT_24_8_REV)) &&
          (type != GL_UNSIGNED_INT_24_8_OES || gl_has_packed_depth_stencil(ctx));
}

/** Reads colour, or depth and stencil; the errors of both are the caller's. */
static void
read_rectangle(struct st_context *ctx, const struct st_surface_info *s, GLint x, GLint y, GLsizei width,
               GLsizei height, GLenum format, GLenum type, void *pixels, const char *call)
{
   const struct gl_pixel_layout layout = gl_pack_layout(ctx, width, height);
   if (!gl_pack_begin(ctx, &pixels, gl_pixels_B(&layout, gl_read_pixel_B(format, type)), type, call) ||
       !width || !height || !pixels)
      return;
   const struct st_pixels dst = packed_pixels(ctx, format, type, width, height, pixels);
   if (!(is_zs_format(ctx, format) ? st_read_zs : st_read_pixels)(ctx, s, x, y, width, height, &dst))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   gl_pack_end(ctx, pixels);
}

/** NV_read_depth, NV_read_stencil, NV_read_depth_stencil. */
static void
read_zs(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
        void *pixels, const char *call)
{
   struct st_surface_info s;
   if (!is_zs_pair(ctx, format, type)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   if (width < 0 || height < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", call, width, height);
      return;
   }
   if (!gl_check_read_framebuffer(ctx, call, &s))
      return;
   const struct st_fbo *f = ctx->fbo_read;
   const struct st_renderbuffer *rb =
      f ? f->att[format == GL_STENCIL_INDEX_OES ? ST_ATTACH_STENCIL : ST_ATTACH_DEPTH].rb : NULL;
   if (rb && rb->samples > 1 && !rb->implicit_resolve) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer object has samples", call);
      return;
   }
   if (!st_zs_pair_suits(&s, format, type)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(format = 0x%x, type = 0x%x): not of this framebuffer", call,
               format, type);
      return;
   }
   read_rectangle(ctx, &s, x, y, width, height, format, type, pixels, call);
}

void
gl_ReadPixels(struct st_context *ctx, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format,
              GLenum type, void *pixels)
{
   static const char call[] = "glReadPixels";
   struct st_surface_info s;
   GLenum own_format, own_type;
   if (is_zs_format(ctx, format)) {
      read_zs(ctx, x, y, width, height, format, type, pixels, call);
      return;
   }
   const bool known = ctx->version >= 30
                         ? st_known_pixel_format(ctx, format) && st_known_pixel_type(ctx, type)
                         : is_format(format) && is_type(type);
   if (!known) {
      st_error(ctx, GL_INVALID_ENUM, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   if (width < 0 || height < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d", call, width, height);
      return;
   }
   if (!gl_check_read_framebuffer(ctx, call, &s))
      return;
   if (!s.color.texture) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no colour buffer", call);
      return;
   }
   gl_read_format(ctx, &s, &own_format, &own_type);
   const enum pipe_format from = (enum pipe_format)s.color.format;
   const bool integers = u_format_is_int(from), floats = st_is_float(from);
   /* Fixed-point numbers without sign can be had in bytes, floats as floats; in OpenGL ES 2.0 floats in bytes, too
    * (EXT_color_buffer_float, EXT_color_buffer_half_float). */
   const bool in_bytes =
      !integers && !((floats || u_format_desc(from)->ch[0].type == U_SNORM) && ctx->version >= 30);
   const bool ok = (type == GL_FLOAT && format == GL_RGBA && floats) ||
                   (type == GL_UNSIGNED_BYTE && (format == GL_RGBA || format == GL_BGRA_EXT) && in_bytes) ||
                   (format == GL_RGBA_INTEGER && integers &&
                    type == (u_format_is_sint(from) ? GL_INT : GL_UNSIGNED_INT)) ||
                   (format == GL_RGBA && type == GL_UNSIGNED_INT_2_10_10_10_REV &&
                    from == PIPE_FORMAT_R10G10B10A2_UNORM) ||
                   (format == GL_RGBA && type == GL_UNSIGNED_SHORT && is_norm16(from)) ||
                   is_signed_pair(from, format, type) || (format == own_format && type == own_type);
   if (!ok) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(format = 0x%x, type = 0x%x)", call, format, type);
      return;
   }
   read_rectangle(ctx, &s, x, y, width, height, format, type, pixels, call);
}
