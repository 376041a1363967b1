/* SPDX-License-Identifier: MIT
 *
 * glGetFramebufferAttachmentParameteriv (ES 2.0.25 6.1.3, ES 3.0.6 6.1.13) and glGetInternalformativ.
 */
#include "api/gles/gl_common.h"

#include <assert.h>

#include "api/gles/framebuffer/gl_framebuffer.h"
#include "format/format.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_texture.h"

/** The name by which an image was defined, and its storage; of depth and stencil side by side this one's own. */
struct image {
   GLenum internal_format;
   enum pipe_format format;
};

static GLint
component_bits(const struct image *i, GLenum pname)
{
   _Static_assert(GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE == GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE + 5,
                  "counted up");
   const GLenum base = st_base_format(i->internal_format);
   const unsigned c = pname - GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE;
   if (c == 4)
      return base == GL_STENCIL_INDEX8 ? 0 : (GLint)u_format_depth_bits(i->format);
   if (c == 5)
      return base == GL_STENCIL_INDEX8 || base == GL_DEPTH_STENCIL ? (GLint)u_format_stencil_bits(i->format)
                                                                   : 0;
   return c == 3 && st_opaque(i->internal_format) ? 0 : (GLint)u_format_bits(i->format, c);
}

/** What the numbers of an image are; \p stencil: of a stencil attachment. */
static GLint
component_type(const struct image *i, bool stencil)
{
   const struct u_format_desc *d = u_format_desc(i->format);
   if (i->format == PIPE_FORMAT_NONE) /* an image that is not specified yet */
      return GL_NONE;
   if (stencil)
      return GL_UNSIGNED_INT; /* as Mesa has it; the specification names GL_INDEX, which OpenGL ES lacks */
   if (d->depth)
      return d->ch[0].type == U_FLOAT ? GL_FLOAT : GL_UNSIGNED_NORMALIZED;
   return u_format_is_sint(i->format)  ? GL_INT
          : u_format_is_int(i->format) ? GL_UNSIGNED_INT
          : st_is_float(i->format)     ? GL_FLOAT
          : d->ch[0].type == U_SNORM   ? GL_SIGNED_NORMALIZED
                                       : GL_UNSIGNED_NORMALIZED;
}

/** Parameters of any image. False: it is none of them in this context. */
static bool
get_of_image(const struct st_context *ctx, const struct image *i, bool stencil, GLenum pname, GLint *params)
{
   const bool es3 = ctx->version >= 30;
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE && (es3 || ctx->features & ST_HAS_RENDER_HALF)) {
      *params = component_type(i, stencil);
      return true;
   }
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING && (es3 || ctx->features & ST_HAS_SRGB)) {
      *params = u_format_desc(i->format)->srgb ? GL_SRGB : GL_LINEAR;
      return true;
   }
   if (!es3 || pname < GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE || pname > GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE)
      return false;
   *params = component_bits(i, pname);
   return true;
}

/** Parameters of attached textures. */
static bool
get_of_texture(const struct st_context *ctx, const struct st_attachment *a, GLenum pname, GLint *params)
{
   const GLenum target = a->tex->target;
   const bool layered = target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY;
   switch (pname) {
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL:
      *params = a->level;
      return true;
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER: /* and OES_texture_3D's zoffset */
      *params = layered ? a->face : 0;
      return ctx->version >= 30 || ctx->features & ST_HAS_3D;
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
      *params = target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + a->face : 0;
      return true;
   case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_SAMPLES_EXT:
      *params = a->samples;
      return ctx->limits.max_samples != 0;
   default:
      return false;
   }
}

_Static_assert(GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER == GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_3D_ZOFFSET_OES,
               "one name");

/** The window's framebuffer has no objects, but images (ES 3.0.6 6.1.13). */
static void
get_of_window(struct st_context *ctx, GLenum target, GLenum attachment, GLenum pname, GLint *params,
              const char *call)
{
   if (ctx->version < 30) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no framebuffer object is bound", call);
      return;
   }
   const struct st_framebuffer *fb = target == GL_READ_FRAMEBUFFER ? ctx->win_read : ctx->win_draw;
   if (attachment != GL_BACK && attachment != GL_DEPTH && attachment != GL_STENCIL) {
      const bool point = attachment - GL_COLOR_ATTACHMENT0 < 32 || attachment == GL_DEPTH_ATTACHMENT ||
                         attachment == GL_STENCIL_ATTACHMENT || attachment == GL_DEPTH_STENCIL_ATTACHMENT;
      st_error(ctx, point ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s(attachment = 0x%x) of the window",
               call, attachment);
      return;
   }
   const struct u_format_desc *zs = u_format_desc(fb ? fb->desc.zs_format : PIPE_FORMAT_NONE);
   const bool there = fb && (attachment == GL_BACK || (attachment == GL_DEPTH ? zs->depth : zs->stencil));
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
      *params = there ? GL_FRAMEBUFFER_DEFAULT : GL_NONE;
      return;
   }
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && !there) {
      *params = 0;
      return;
   }
   const bool known =
      pname >= GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING && pname <= GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE;
   if (!there || !known) {
      st_error(ctx, !there && known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return;
   }
   const GLenum zs_name = zs->depth && zs->stencil ? GL_DEPTH24_STENCIL8
                          : zs->depth              ? GL_DEPTH_COMPONENT24
                                                   : GL_STENCIL_INDEX8;
   const struct image i =
      attachment == GL_BACK
         ? (struct image){u_format_has_alpha(fb->desc.color_format) ? GL_RGBA : GL_RGB, fb->desc.color_format}
         : (struct image){zs_name, fb->desc.zs_format};
   get_of_image(ctx, &i, attachment == GL_STENCIL, pname, params);
}

/** Nothing is attached: ES 2.0.25 and 3.0.6 differ in what may be asked. */
static void
get_of_nothing(struct st_context *ctx, GLenum pname, GLint *params, const char *call)
{
   const bool es3 = ctx->version >= 30;
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && es3) {
      *params = 0;
      return;
   }
   const bool known =
      (pname >= GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING &&
       pname <= GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE) ||
      (pname >= GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && pname <= GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
   st_error(ctx, es3 && known ? GL_INVALID_OPERATION : GL_INVALID_ENUM, "%s(0x%x): nothing is attached", call,
            pname);
}

/** The attachment that an enum names; NULL: the error is raised. */
static const struct st_attachment *
find_attachment(struct st_context *ctx, const struct st_fbo *f, GLenum attachment, GLenum pname,
                bool *stencil, const char *call)
{
   bool point[ST_ATTACHMENTS];
   if (!gl_attachment_points(ctx, attachment, point, call))
      return NULL;
   const struct st_attachment *z = &f->att[ST_ATTACH_DEPTH], *s = &f->att[ST_ATTACH_STENCIL];
   if (point[ST_ATTACH_DEPTH] && point[ST_ATTACH_STENCIL] &&
       (z->rb != s->rb || z->tex != s->tex || pname == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: depth and stencil differ", call);
      return NULL;
   }
   unsigned i = 0;
   while (!point[i])
      i++;
   *stencil = i == ST_ATTACH_STENCIL;
   return &f->att[i];
}

void
gl_GetFramebufferAttachmentParameteriv(struct st_context *ctx, GLenum target, GLenum attachment, GLenum pname,
                                       GLint *params)
{
   static const char call[] = "glGetFramebufferAttachmentParameteriv";
   struct st_fbo **bound = gl_framebuffer_binding(ctx, target);
   bool point[ST_ATTACHMENTS], stencil;
   if (!bound) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   if (!*bound) {
      if (ctx->version >= 30 || gl_attachment_points(ctx, attachment, point, call))
         get_of_window(ctx, target, attachment, pname, params, call);
      return;
   }
   const struct st_attachment *a = find_attachment(ctx, *bound, attachment, pname, &stencil, call);
   if (!a)
      return;
   assert((a->type == GL_NONE) == (!a->rb && !a->tex));
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
      *params = (GLint)a->type;
      return;
   }
   if (a->type == GL_NONE) {
      get_of_nothing(ctx, pname, params, call);
      return;
   }
   if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
      *params = (GLint)(a->rb ? a->rb->name : a->tex->name);
      return;
   }
   const unsigned face =
      a->tex && a->tex->target == GL_TEXTURE_CUBE_MAP ? a->face : 0; /* else it is the layer */
   const struct st_image *t = a->tex ? st_texture_image(a->tex, face, a->level) : NULL;
   const struct image i = a->rb ? (struct image){a->rb->internal_format, (enum pipe_format)a->rb->format}
                                : (struct image){t->internal_format, (enum pipe_format)t->format};
   if (!get_of_image(ctx, &i, stencil, pname, params) &&
       !(a->type == GL_TEXTURE && get_of_texture(ctx, a, pname, params)))
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
}

/* ---- internal formats ---------------------------------------------------------------------------------- */

void
gl_GetInternalformativ(struct st_context *ctx, GLenum target, GLenum internalformat, GLenum pname,
                       GLsizei bufSize, GLint *params)
{
   static const char call[] = "glGetInternalformativ";
   unsigned samples = 0;
   const bool unsized =
      internalformat == GL_RGB || internalformat == GL_RGBA; /* ES 3.0.6 6.1.15: color-renderable as well */
   const GLenum internal = internalformat == GL_RGB ? GL_RGB8 : unsized ? GL_RGBA8 : internalformat;
   if (target != GL_RENDERBUFFER || (pname != GL_SAMPLES && pname != GL_NUM_SAMPLE_COUNTS) ||
       gl_renderbuffer_format(ctx, internal, &samples) == PIPE_FORMAT_NONE) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x, 0x%x)", call, target, internalformat, pname);
      return;
   }
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   GLint counts[8], n = 0; /* descending */
   for (unsigned want = (unsigned)ctx->limits.max_samples; want > 1; want--) {
      unsigned found = want;
      if (gl_renderbuffer_format(ctx, internal, &found) != PIPE_FORMAT_NONE && found == want)
         counts[n++] = (GLint)found;
   }
   assert(n <= 8);
   if (pname == GL_NUM_SAMPLE_COUNTS && bufSize)
      params[0] = n;
   for (GLint i = 0; pname == GL_SAMPLES && i < MIN2(n, bufSize); i++)
      params[i] = counts[i];
}
