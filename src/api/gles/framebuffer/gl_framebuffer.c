/* SPDX-License-Identifier: MIT
 *
 * Renderbuffers and framebuffer objects (ES 2.0.25 4.4, 6.1.3), with OES_rgb8_rgba8, OES_depth24,
 * OES_packed_depth_stencil and OES_fbo_render_mipmap; ES 3.0.6 4.4. What is attached is asked in gl_attachment.c.
 */
#include <assert.h>
#include <string.h>

#include "api/gles/framebuffer/gl_framebuffer.h"
#include "api/gles/gl_common.h"
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_texture.h"

#include "format/format.h"

/* ---- renderbuffers ------------------------------------------------------------------------------------- */

void
gl_GenRenderbuffers(struct st_context *ctx, GLsizei n, GLuint *renderbuffers)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenRenderbuffers(n = %d)", n);
   else if (!st_names_gen(&ctx->share->renderbuffers, n, renderbuffers))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenRenderbuffers");
}

void
gl_BindRenderbuffer(struct st_context *ctx, GLenum target, GLuint renderbuffer)
{
   if (target != GL_RENDERBUFFER) {
      st_error(ctx, GL_INVALID_ENUM, "glBindRenderbuffer(target = 0x%x)", target);
      return;
   }
   struct st_renderbuffer *r = st_names_object(&ctx->share->renderbuffers, renderbuffer);
   if (renderbuffer && !r) {
      r = st_renderbuffer_create(renderbuffer);
      if (!r || !st_names_put(&ctx->share->renderbuffers, renderbuffer, r)) {
         st_renderbuffer_unref(r);
         st_error(ctx, GL_OUT_OF_MEMORY, "glBindRenderbuffer");
         return;
      }
   }
   if (r)
      r->refcount++;
   st_renderbuffer_unref(ctx->renderbuffer);
   ctx->renderbuffer = r;
}

void
gl_DeleteRenderbuffers(struct st_context *ctx, GLsizei n, const GLuint *renderbuffers)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteRenderbuffers(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_renderbuffer *r = st_names_object(&ctx->share->renderbuffers, renderbuffers[i]);
      st_names_remove(&ctx->share->renderbuffers, renderbuffers[i]);
      if (!r)
         continue;
      r->named = false;
      if (ctx->renderbuffer == r) {
         st_renderbuffer_unref(r);
         ctx->renderbuffer = NULL;
      }
      st_fbo_forget_renderbuffer(ctx, r);
      st_renderbuffer_unref(r);
   }
}

GLboolean
gl_IsRenderbuffer(struct st_context *ctx, GLuint renderbuffer)
{
   return st_names_object(&ctx->share->renderbuffers, renderbuffer) != NULL;
}

#define HAS_FEATURES(name, bits)                                                                             \
   static bool name(const struct st_context *ctx)                                                            \
   {                                                                                                         \
      return !((bits) & ~ctx->features);                                                                     \
   }
HAS_FEATURES(has_rg, ST_HAS_RG)
HAS_FEATURES(has_srgb, ST_HAS_SRGB)
HAS_FEATURES(has_half, ST_HAS_RENDER_HALF)
HAS_FEATURES(has_half_rg, ST_HAS_RENDER_HALF | ST_HAS_RG)
HAS_FEATURES(has_norm16, ST_HAS_NORM16)
HAS_FEATURES(has_snorm, ST_HAS_GLES3 | ST_HAS_RENDER_SNORM)
HAS_FEATURES(has_snorm16, ST_HAS_GLES3 | ST_HAS_RENDER_SNORM | ST_HAS_NORM16)
HAS_FEATURES(has_es3, ST_HAS_GLES3)
HAS_FEATURES(has_float, ST_HAS_GLES3 | ST_HAS_RENDER_FLOAT)

_Static_assert(GL_TEXTURE_CUBE_MAP_NEGATIVE_Z == GL_TEXTURE_CUBE_MAP_POSITIVE_X + 5, "faces are counted up");

static const struct {
   GLenum internal_format;
   bool (*condition)(const struct st_context *ctx);
   uint16_t candidates[3]; /* best first */
} storage[] = {
   {GL_RGBA4,                 NULL,                        {PIPE_FORMAT_A4B4G4R4_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM}                          },
   {GL_RGB5_A1,               NULL,                        {PIPE_FORMAT_A1B5G5R5_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM}                          },
   {GL_RGB565,                NULL,                        {PIPE_FORMAT_B5G6R5_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM}},
   {GL_RGB8_OES,              NULL,                        {PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_R8G8B8A8_UNORM}                          },
   {GL_RGBA8_OES,             NULL,                        {PIPE_FORMAT_R8G8B8A8_UNORM}                                                      },
   {GL_BGRA_EXT,              gl_has_bgra,                 {PIPE_FORMAT_B8G8R8A8_UNORM}                                                      },
   {GL_BGRA8_EXT,             gl_has_bgra,                 {PIPE_FORMAT_B8G8R8A8_UNORM}                                                      },
   {GL_R8_EXT,                has_rg,                      {PIPE_FORMAT_R8_UNORM}                                                            },
   {GL_RG8_EXT,               has_rg,                      {PIPE_FORMAT_R8G8_UNORM}                                                          },
   {GL_SRGB8_ALPHA8_EXT,      has_srgb,                    {PIPE_FORMAT_R8G8B8A8_SRGB}                                                       },
   {GL_RGBA16F_EXT,           has_half,                    {PIPE_FORMAT_R16G16B16A16_FLOAT}                                                  },
   {GL_RGB16F_EXT,            has_half,                    {PIPE_FORMAT_R16G16B16X16_FLOAT, PIPE_FORMAT_R16G16B16A16_FLOAT}                  },
   {GL_RG16F_EXT,             has_half_rg,                 {PIPE_FORMAT_R16G16_FLOAT}                                                        },
   {GL_R16F_EXT,              has_half_rg,                 {PIPE_FORMAT_R16_FLOAT}                                                           },
   {GL_R16_EXT,               has_norm16,                  {PIPE_FORMAT_R16_UNORM}                                                           },
   {GL_RG16_EXT,              has_norm16,                  {PIPE_FORMAT_R16G16_UNORM}                                                        },
   {GL_RGBA16_EXT,            has_norm16,                  {PIPE_FORMAT_R16G16B16A16_UNORM}                                                  },
   {GL_R8_SNORM,              has_snorm,                   {PIPE_FORMAT_R8_SNORM}                                                            },
   {GL_RG8_SNORM,             has_snorm,                   {PIPE_FORMAT_R8G8_SNORM}                                                          },
   {GL_RGBA8_SNORM,           has_snorm,                   {PIPE_FORMAT_R8G8B8A8_SNORM}                                                      },
   {GL_R16_SNORM_EXT,         has_snorm16,                 {PIPE_FORMAT_R16_SNORM}                                                           },
   {GL_RG16_SNORM_EXT,        has_snorm16,                 {PIPE_FORMAT_R16G16_SNORM}                                                        },
   {GL_RGBA16_SNORM_EXT,      has_snorm16,                 {PIPE_FORMAT_R16G16B16A16_SNORM}                                                  },
   {GL_R32F,                  has_float,                   {PIPE_FORMAT_R32_FLOAT}                                                           },
   {GL_RG32F,                 has_float,                   {PIPE_FORMAT_R32G32_FLOAT}                                                        },
   {GL_RGBA32F,               has_float,                   {PIPE_FORMAT_R32G32B32A32_FLOAT}                                                  },
   {GL_R11F_G11F_B10F,        has_float,                   {PIPE_FORMAT_R11G11B10_FLOAT, PIPE_FORMAT_R16G16B16X16_FLOAT}                     },
   {GL_RGB10_A2,              has_es3,                     {PIPE_FORMAT_R10G10B10A2_UNORM}                                                   },
   {GL_RGB10_A2UI,            has_es3,                     {PIPE_FORMAT_R10G10B10A2_UINT}                                                    },
   {GL_R8UI,                  has_es3,                     {PIPE_FORMAT_R8_UINT}                                                             },
   {GL_R8I,                   has_es3,                     {PIPE_FORMAT_R8_SINT}                                                             },
   {GL_R16UI,                 has_es3,                     {PIPE_FORMAT_R16_UINT}                                                            },
   {GL_R16I,                  has_es3,                     {PIPE_FORMAT_R16_SINT}                                                            },
   {GL_R32UI,                 has_es3,                     {PIPE_FORMAT_R32_UINT}                                                            },
   {GL_R32I,                  has_es3,                     {PIPE_FORMAT_R32_SINT}                                                            },
   {GL_RG8UI,                 has_es3,                     {PIPE_FORMAT_R8G8_UINT}                                                           },
   {GL_RG8I,                  has_es3,                     {PIPE_FORMAT_R8G8_SINT}                                                           },
   {GL_RG16UI,                has_es3,                     {PIPE_FORMAT_R16G16_UINT}                                                         },
   {GL_RG16I,                 has_es3,                     {PIPE_FORMAT_R16G16_SINT}                                                         },
   {GL_RG32UI,                has_es3,                     {PIPE_FORMAT_R32G32_UINT}                                                         },
   {GL_RG32I,                 has_es3,                     {PIPE_FORMAT_R32G32_SINT}                                                         },
   {GL_RGBA8UI,               has_es3,                     {PIPE_FORMAT_R8G8B8A8_UINT}                                                       },
   {GL_RGBA8I,                has_es3,                     {PIPE_FORMAT_R8G8B8A8_SINT}                                                       },
   {GL_RGBA16UI,              has_es3,                     {PIPE_FORMAT_R16G16B16A16_UINT}                                                   },
   {GL_RGBA16I,               has_es3,                     {PIPE_FORMAT_R16G16B16A16_SINT}                                                   },
   {GL_RGBA32UI,              has_es3,                     {PIPE_FORMAT_R32G32B32A32_UINT}                                                   },
   {GL_RGBA32I,               has_es3,                     {PIPE_FORMAT_R32G32B32A32_SINT}                                                   },
   {GL_DEPTH_COMPONENT32F,    has_es3,                     {PIPE_FORMAT_Z32_FLOAT}                                                           },
   {GL_DEPTH32F_STENCIL8,     has_es3,                     {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT}                                                },
   {GL_DEPTH_COMPONENT16,
    NULL,                                                  {PIPE_FORMAT_Z16_UNORM, PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT}   },
   {GL_DEPTH_COMPONENT24_OES, gl_has_depth24,              {PIPE_FORMAT_Z24X8_UNORM, PIPE_FORMAT_Z24_UNORM_S8_UINT}                          },
   {GL_STENCIL_INDEX8,        NULL,                        {PIPE_FORMAT_S8_UINT, PIPE_FORMAT_Z24_UNORM_S8_UINT}                              },
   {GL_DEPTH24_STENCIL8_OES,  gl_has_packed_depth_stencil, {PIPE_FORMAT_Z24_UNORM_S8_UINT}                                                   },
};

enum pipe_format
gl_renderbuffer_format(struct st_context *ctx, GLenum internal_format, unsigned *samples)
{
   struct pipe_screen *s = ctx->screen;
   for (unsigned i = 0; i < ARRAY_SIZE(storage); i++) {
      if (storage[i].internal_format != internal_format ||
          (storage[i].condition && !storage[i].condition(ctx)))
         continue;
      for (unsigned k = 0; k < ARRAY_SIZE(storage[i].candidates) && storage[i].candidates[k]; k++) {
         enum pipe_format f = storage[i].candidates[k];
         const struct u_format_desc *d = u_format_desc(f);
         if (*samples && u_format_is_int(f)) /* ES 3.0.6 4.4.2.1, 6.1.15: integers have no samples */
            continue;
         uint32_t bind = d->depth || d->stencil ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_RENDER_TARGET;
         unsigned n = *samples ? st_round_samples(ctx, f, bind, *samples) : 0;
         if ((*samples && !n) || !s->is_format_supported(s, f, PIPE_TEXTURE_2D, n, bind))
            continue;
         *samples = n;
         return f;
      }
   }
   return PIPE_FORMAT_NONE;
}

void
gl_renderbuffer_storage(struct st_context *ctx, const char *call, GLenum target, GLsizei samples,
                        GLenum internalformat, GLsizei width, GLsizei height, bool implicit_resolve)
{
   unsigned n = 0;
   enum pipe_format f = gl_renderbuffer_format(ctx, internalformat, &n);
   if (target != GL_RENDERBUFFER || f == PIPE_FORMAT_NONE) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, target, internalformat);
      return;
   }
   const bool es3 = ctx->version >= 30;
   if (width < 0 || height < 0 || width > ctx->limits.max_renderbuffer_size ||
       height > ctx->limits.max_renderbuffer_size || samples < 0 ||
       (!es3 && samples > ctx->limits.max_samples)) {
      st_error(ctx, GL_INVALID_VALUE, "%s: %d x %d, %d samples", call, width, height, samples);
      return;
   }
   if (!ctx->renderbuffer) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", call);
      return;
   }
   n = (unsigned)samples;
   if (n)
      f = gl_renderbuffer_format(ctx, internalformat, &n);
   if (f == PIPE_FORMAT_NONE && es3) { /* ES 3.0.6 4.4.2.1: more than this format has */
      st_error(ctx, GL_INVALID_OPERATION, "%s: %d samples of 0x%x", call, samples, internalformat);
      return;
   }
   if (f == PIPE_FORMAT_NONE || !st_renderbuffer_storage(ctx, ctx->renderbuffer, internalformat, f,
                                                         (uint32_t)width, (uint32_t)height, n)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "%s: %d x %d, %d samples", call, width, height, samples);
      return;
   }
   ctx->renderbuffer->implicit_resolve = implicit_resolve;
}

void
gl_RenderbufferStorage(struct st_context *ctx, GLenum target, GLenum internalformat, GLsizei width,
                       GLsizei height)
{
   gl_renderbuffer_storage(ctx, "glRenderbufferStorage", target, 0, internalformat, width, height, true);
}

void
gl_GetRenderbufferParameteriv(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char call[] = "glGetRenderbufferParameteriv";
   if (target != GL_RENDERBUFFER) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   const struct st_renderbuffer *r = ctx->renderbuffer;
   bool size = pname >= GL_RENDERBUFFER_RED_SIZE && pname <= GL_RENDERBUFFER_STENCIL_SIZE;
   if (!size && pname != GL_RENDERBUFFER_WIDTH && pname != GL_RENDERBUFFER_HEIGHT &&
       pname != GL_RENDERBUFFER_INTERNAL_FORMAT &&
       (pname != GL_RENDERBUFFER_SAMPLES_ANGLE || !ctx->limits.max_samples)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return;
   }
   if (!r) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", call);
      return;
   }
   _Static_assert(GL_RENDERBUFFER_ALPHA_SIZE == GL_RENDERBUFFER_RED_SIZE + 3 &&
                     GL_RENDERBUFFER_DEPTH_SIZE == GL_RENDERBUFFER_ALPHA_SIZE + 1 &&
                     GL_RENDERBUFFER_STENCIL_SIZE == GL_RENDERBUFFER_DEPTH_SIZE + 1,
                  "sizes are counted up, and components as u_format_bits counts them");
   bool opaque = st_base_format(r->internal_format) == GL_RGB;
   switch (pname) {
   case GL_RENDERBUFFER_WIDTH:
      *params = (GLint)r->width;
      break;
   case GL_RENDERBUFFER_HEIGHT:
      *params = (GLint)r->height;
      break;
   case GL_RENDERBUFFER_INTERNAL_FORMAT:
      *params = (GLint)r->internal_format;
      break;
   case GL_RENDERBUFFER_SAMPLES_ANGLE:
      *params = r->samples;
      break;
   case GL_RENDERBUFFER_DEPTH_SIZE:
      *params = r->internal_format == GL_STENCIL_INDEX8 ? 0 : (GLint)u_format_depth_bits(r->format);
      break;
   case GL_RENDERBUFFER_STENCIL_SIZE:
      *params =
         r->internal_format == GL_STENCIL_INDEX8 || st_base_format(r->internal_format) == GL_DEPTH_STENCIL_OES
            ? (GLint)u_format_stencil_bits(r->format)
            : 0;
      break;
   case GL_RENDERBUFFER_ALPHA_SIZE:
      *params = opaque ? 0 : (GLint)u_format_bits(r->format, 3);
      break;
   default:
      *params = (GLint)u_format_bits(r->format, pname - GL_RENDERBUFFER_RED_SIZE);
   }
}

/* ---- framebuffer objects ------------------------------------------------------------------------------- */

void
gl_GenFramebuffers(struct st_context *ctx, GLsizei n, GLuint *framebuffers)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenFramebuffers(n = %d)", n);
   else if (!st_names_gen(&ctx->fbos, n, framebuffers))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenFramebuffers");
}

struct st_fbo **
gl_framebuffer_binding(struct st_context *ctx, GLenum target)
{
   switch (target) {
   case GL_FRAMEBUFFER:
   case GL_DRAW_FRAMEBUFFER_ANGLE:
      return &ctx->fbo;
   case GL_READ_FRAMEBUFFER_ANGLE:
      return &ctx->fbo_read;
   }
   return NULL;
}

static void
bind_framebuffer(struct st_context *ctx, struct st_fbo **point, struct st_fbo *f)
{
   assert(point == &ctx->fbo || point == &ctx->fbo_read);
   assert(!*point || (*point)->refcount > 0);
   if (f == *point)
      return;
   if (point == &ctx->fbo) {
      st_ms_end(ctx);
      ctx->dirty |= ST_NEW_FB;
   }
   if (f)
      f->refcount++;
   st_fbo_unref(ctx, *point);
   *point = f;
}

void
gl_BindFramebuffer(struct st_context *ctx, GLenum target, GLuint framebuffer)
{
   struct st_fbo **point = gl_framebuffer_binding(ctx, target);
   if (!point) {
      st_error(ctx, GL_INVALID_ENUM, "glBindFramebuffer(target = 0x%x)", target);
      return;
   }
   struct st_fbo *f = st_names_object(&ctx->fbos, framebuffer);
   if (framebuffer && !f) {
      f = st_fbo_create(framebuffer);
      if (!f || !st_names_put(&ctx->fbos, framebuffer, f)) {
         st_fbo_unref(ctx, f);
         st_error(ctx, GL_OUT_OF_MEMORY, "glBindFramebuffer");
         return;
      }
   }
   bind_framebuffer(ctx, point, f);
   if (target == GL_FRAMEBUFFER)
      bind_framebuffer(ctx, &ctx->fbo_read, f);
}

void
gl_DeleteFramebuffers(struct st_context *ctx, GLsizei n, const GLuint *framebuffers)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteFramebuffers(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_fbo *f = st_names_object(&ctx->fbos, framebuffers[i]);
      st_names_remove(&ctx->fbos, framebuffers[i]);
      if (!f)
         continue;
      if (ctx->fbo == f)
         bind_framebuffer(ctx, &ctx->fbo, NULL);
      if (ctx->fbo_read == f)
         bind_framebuffer(ctx, &ctx->fbo_read, NULL);
      st_fbo_unref(ctx, f);
   }
}

GLboolean
gl_IsFramebuffer(struct st_context *ctx, GLuint framebuffer)
{
   return st_names_object(&ctx->fbos, framebuffer) != NULL;
}

GLenum
gl_CheckFramebufferStatus(struct st_context *ctx, GLenum target)
{
   struct st_fbo **point = gl_framebuffer_binding(ctx, target);
   if (!point) {
      st_error(ctx, GL_INVALID_ENUM, "glCheckFramebufferStatus(0x%x)", target);
      return 0;
   }
   if (*point)
      return st_fbo_status(ctx, *point);
   if (point == &ctx->fbo)
      return st_draw_surface(ctx)->status;
   struct st_surface_info info;
   st_read_surface(ctx, &info);
   return info.status;
}

bool
gl_check_draw_framebuffer(struct st_context *ctx, const char *call)
{
   GLenum status = st_draw_surface(ctx)->status;
   if (__builtin_expect(status == GL_FRAMEBUFFER_COMPLETE, true))
      return true;
   st_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: framebuffer status 0x%x", call, status);
   return false;
}

bool
gl_check_read_framebuffer(struct st_context *ctx, const char *call, struct st_surface_info *info)
{
   st_read_surface(ctx, info);
   if (info->status != GL_FRAMEBUFFER_COMPLETE) {
      st_error(ctx, GL_INVALID_FRAMEBUFFER_OPERATION, "%s: framebuffer status 0x%x", call, info->status);
      return false;
   }
   /* ANGLE_framebuffer_multisample: objects with samples have to be blitted first */
   const unsigned color = ctx->fbo_read ? ctx->fbo_read->read_buffer : ST_NO_BUFFER;
   const struct st_renderbuffer *rb =
      color != ST_NO_BUFFER ? ctx->fbo_read->att[st_attach_color(color)].rb : NULL;
   if (info->samples > 1 && rb && !rb->implicit_resolve) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: the framebuffer object has samples", call);
      return false;
   }
   return true;
}

/** Is it GL_COLOR_ATTACHMENT0, or a further one of EXT_draw_buffers? */
static bool
is_color_attachment(const struct st_context *ctx, GLenum attachment)
{
   return attachment >= GL_COLOR_ATTACHMENT0 &&
          attachment < GL_COLOR_ATTACHMENT0 + (GLenum)ctx->limits.max_draw_buffers;
}

bool
gl_attachment_points(struct st_context *ctx, GLenum attachment, bool point[ST_ATTACHMENTS], const char *call)
{
   const bool es3 = ctx->version >= 30, both = es3 && attachment == GL_DEPTH_STENCIL_ATTACHMENT;
   memset(point, 0, ST_ATTACHMENTS * sizeof *point);
   point[ST_ATTACH_DEPTH] = attachment == GL_DEPTH_ATTACHMENT || both;
   point[ST_ATTACH_STENCIL] = attachment == GL_STENCIL_ATTACHMENT || both;
   if (is_color_attachment(ctx, attachment))
      point[st_attach_color(attachment - GL_COLOR_ATTACHMENT0)] = true;
   for (unsigned i = 0; i < ST_ATTACHMENTS; i++)
      if (point[i])
         return true;
   const bool missing =
      es3 && attachment - GL_COLOR_ATTACHMENT0 < 32; /* ES 3.0.6 4.4.2.4: a name without an attachment */
   st_error(ctx, missing ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s(attachment = 0x%x)", call, attachment);
   return false;
}

static void
attach(struct st_context *ctx, struct st_fbo *f, const bool point[ST_ATTACHMENTS], struct st_renderbuffer *rb,
       struct st_texture *tex, unsigned face, unsigned level)
{
   assert(!(rb && tex) && level < ST_MAX_LEVELS);
   for (unsigned i = 0; i < ST_ATTACHMENTS; i++)
      if (point[i])
         st_fbo_attach(ctx, f, i, rb, tex, face, level);
}

void
gl_FramebufferRenderbuffer(struct st_context *ctx, GLenum target, GLenum attachment,
                           GLenum renderbuffertarget, GLuint renderbuffer)
{
   static const char call[] = "glFramebufferRenderbuffer";
   bool point[ST_ATTACHMENTS];
   struct st_fbo **bound = gl_framebuffer_binding(ctx, target);
   if (!bound || renderbuffertarget != GL_RENDERBUFFER) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, target, renderbuffertarget);
      return;
   }
   if (!gl_attachment_points(ctx, attachment, point, call))
      return;
   if (!*bound) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer object is bound", call);
      return;
   }
   struct st_renderbuffer *r = st_names_object(&ctx->share->renderbuffers, renderbuffer);
   if (renderbuffer && !r) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: there is no renderbuffer %u", call, renderbuffer);
      return;
   }
   attach(ctx, *bound, point, r, NULL, 0, 0);
}

void
gl_framebuffer_texture(struct st_context *ctx, const char *call, GLenum target, GLenum attachment,
                       GLenum textarget, GLuint texture, GLint level, unsigned samples)
{
   assert(samples <= UINT8_MAX);
   bool point[ST_ATTACHMENTS];
   struct st_fbo **bound = gl_framebuffer_binding(ctx, target);
   bool cube = textarget >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && textarget <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z;
   if (!bound || (texture && !cube && textarget != GL_TEXTURE_2D)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, target, textarget);
      return;
   }
   if (!gl_attachment_points(ctx, attachment, point, call))
      return;
   if (!*bound) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer object is bound", call);
      return;
   }
   struct st_texture *t = st_names_object(&ctx->share->textures, texture);
   if (texture) {
      GLint max = cube ? ctx->limits.max_cube_size : ctx->limits.max_texture_size;
      if (!t || t->target != (cube ? GL_TEXTURE_CUBE_MAP : GL_TEXTURE_2D)) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: texture %u %s", call, texture,
                  t ? "has another target" : "does not exist");
         return;
      }
      if (level < 0 || level > (GLint)u_log2((uint32_t)max)) {
         st_error(ctx, GL_INVALID_VALUE, "%s(level = %d)", call, level);
         return;
      }
      /* EXT_texture_compression_s3tc, 4.4.3 */
      const struct st_image *img =
         st_texture_image(t, cube ? textarget - GL_TEXTURE_CUBE_MAP_POSITIVE_X : 0, (unsigned)level);
      if (img->res && st_compressed_format(ctx, img->internal_format)) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: level %d is compressed", call, level);
         return;
      }
   }
   attach(ctx, *bound, point, NULL, t, cube ? textarget - GL_TEXTURE_CUBE_MAP_POSITIVE_X : 0,
          t ? (unsigned)level : 0);
   for (unsigned i = 0; t && samples && i < ST_ATTACHMENTS; i++)
      if (point[i])
         (*bound)->att[i].samples = (uint8_t)samples;
}

void
gl_FramebufferTexture2D(struct st_context *ctx, GLenum target, GLenum attachment, GLenum textarget,
                        GLuint texture, GLint level)
{
   gl_framebuffer_texture(ctx, "glFramebufferTexture2D", target, attachment, textarget, texture, level, 0);
}

/* Targets that some version of GL attaches, but not as a layer of a 3D texture: they are a wrong combination
 * with it (INVALID_OPERATION), other values are no target (INVALID_ENUM); Khronos' conformance suite,
 * texture_3d.framebuffer_texture.negative. */
static bool
other_texture_target(GLenum textarget)
{
   return textarget == GL_TEXTURE_2D || textarget == GL_TEXTURE_2D_MULTISAMPLE ||
          (textarget >= GL_TEXTURE_CUBE_MAP_POSITIVE_X && textarget <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z);
}

void
gl_FramebufferTexture3DOES(struct st_context *ctx, GLenum target, GLenum attachment, GLenum textarget,
                           GLuint texture, GLint level, GLint zoffset)
{
   static const char call[] = "glFramebufferTexture3DOES";
   bool point[ST_ATTACHMENTS];
   struct st_fbo **bound = gl_framebuffer_binding(ctx, target);
   if (!bound || !(ctx->features & ST_HAS_3D) ||
       (texture && textarget != GL_TEXTURE_3D_OES && !other_texture_target(textarget))) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, target, textarget);
      return;
   }
   if (!gl_attachment_points(ctx, attachment, point, call))
      return;
   struct st_texture *t = st_names_object(&ctx->share->textures, texture);
   if (!*bound || (texture && (!t || t->target != GL_TEXTURE_3D_OES || textarget != GL_TEXTURE_3D_OES))) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %s", call,
               *bound ? "no such 3D texture" : "no framebuffer object is bound");
      return;
   }
   const GLint max = ctx->limits.max_3d_size;
   if (t && (level < 0 || level > (GLint)u_log2((uint32_t)max) || zoffset < 0 || zoffset >= max)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(level = %d, zoffset = %d)", call, level, zoffset);
      return;
   }
   attach(ctx, *bound, point, NULL, t, t ? (unsigned)zoffset : 0, t ? (unsigned)level : 0);
}

void
gl_FramebufferTextureLayer(struct st_context *ctx, GLenum target, GLenum attachment, GLuint texture,
                           GLint level, GLint layer)
{
   static const char call[] = "glFramebufferTextureLayer";
   bool point[ST_ATTACHMENTS];
   struct st_fbo **bound = gl_framebuffer_binding(ctx, target);
   if (!bound) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   if (!gl_attachment_points(ctx, attachment, point, call))
      return;
   struct st_texture *t = st_names_object(&ctx->share->textures, texture);
   const bool volume = t && t->target == GL_TEXTURE_3D;
   if (!*bound || (texture && !volume && (!t || t->target != GL_TEXTURE_2D_ARRAY))) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: %s", call,
               *bound ? "no such texture with layers" : "no framebuffer object is bound");
      return;
   }
   const GLint max = volume ? ctx->limits.max_3d_size : ctx->limits.max_texture_size;
   const GLint layers = volume ? ctx->limits.max_3d_size : ctx->limits.max_array_layers;
   if (t && (level < 0 || level > (GLint)u_log2((uint32_t)max) || layer < 0 || layer >= layers)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(level = %d, layer = %d)", call, level, layer);
      return;
   }
   attach(ctx, *bound, point, NULL, t, t ? (unsigned)layer : 0, t ? (unsigned)level : 0);
}
