/* SPDX-License-Identifier: MIT
 *
 * Texture objects: names, binding, mipmap generation, EGLImages (ES 2.0.25 3.7). Images are in gl_teximage.c,
 * parameters in gl_texparam.c.
 */
#include "api/gles/gl_common.h"

#include <assert.h>
#include "state_tracker/framebuffer/st_framebuffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_teximage.h"
#include "state_tracker/texture/st_texture.h"

#include "format/format.h"

void
gl_ActiveTexture(struct st_context *ctx, GLenum texture)
{
   if (texture < GL_TEXTURE0 || texture >= GL_TEXTURE0 + (GLenum)ctx->limits.max_units)
      st_error(ctx, GL_INVALID_ENUM, "glActiveTexture(0x%x)", texture);
   else
      ctx->active_unit = texture - GL_TEXTURE0;
}

void
gl_GenTextures(struct st_context *ctx, GLsizei n, GLuint *textures)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenTextures(n = %d)", n);
   else if (!st_names_gen(&ctx->share->textures, n, textures))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenTextures");
}

/** Which of a unit's bindings a texture target names; ST_TEX_TARGETS for none. */
static enum st_tex
tex_target(const struct st_context *ctx, GLenum target)
{
   switch (target) {
   case GL_TEXTURE_2D:
      return ST_TEX_2D;
   case GL_TEXTURE_CUBE_MAP:
      return ST_TEX_CUBE;
   case GL_TEXTURE_3D_OES:
      return ctx->features & ST_HAS_3D ? ST_TEX_3D : ST_TEX_TARGETS;
   case GL_TEXTURE_EXTERNAL_OES:
      return ST_TEX_EXTERNAL;
   case GL_TEXTURE_2D_ARRAY:
      return ctx->version >= 30 ? ST_TEX_2D_ARRAY : ST_TEX_TARGETS;
   default:
      return ST_TEX_TARGETS;
   }
}

struct st_texture **
gl_bound_texture(struct st_context *ctx, GLenum target, const char *call)
{
   enum st_tex k = tex_target(ctx, target);
   assert(ctx->active_unit < (unsigned)ctx->limits.max_units);
   if (k != ST_TEX_TARGETS)
      return &ctx->units[ctx->active_unit].tex[k];
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return NULL;
}

static void
bind(struct st_context *ctx, struct st_texture **slot, struct st_texture *t)
{
   assert(t && *slot && t->refcount > 0 && t->target == (*slot)->target);
   if (*slot == t)
      return;
   t->refcount++;
   st_texture_unref(ctx, *slot);
   *slot = t;
   ctx->dirty |= ST_NEW_TEXTURES;
}

void
gl_BindTexture(struct st_context *ctx, GLenum target, GLuint texture)
{
   struct st_texture **slot = gl_bound_texture(ctx, target, "glBindTexture");
   if (!slot)
      return;
   if (!texture) {
      bind(ctx, slot, ctx->default_tex[tex_target(ctx, target)]);
      return;
   }
   struct st_texture *t = st_names_object(&ctx->share->textures, texture);
   if (!t) {
      t = st_texture_create(ctx, texture);
      if (!t || !st_texture_set_target(t, target) || !st_names_put(&ctx->share->textures, texture, t)) {
         st_texture_unref(ctx, t);
         st_error(ctx, GL_OUT_OF_MEMORY, "glBindTexture");
         return;
      }
   }
   if (t->target != target) {
      st_error(ctx, GL_INVALID_OPERATION, "glBindTexture: texture %u has another target", texture);
      return;
   }
   bind(ctx, slot, t);
}

void
gl_DeleteTextures(struct st_context *ctx, GLsizei n, const GLuint *textures)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteTextures(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_texture *t = st_names_object(&ctx->share->textures, textures[i]);
      st_names_remove(&ctx->share->textures, textures[i]);
      if (!t)
         continue;
      t->named = false;
      for (int u = 0; u < ctx->limits.max_units; u++)
         for (unsigned k = 0; k < ST_TEX_TARGETS; k++)
            if (ctx->units[u].tex[k] == t)
               bind(ctx, &ctx->units[u].tex[k], ctx->default_tex[k]);
      st_fbo_forget_texture(ctx, t);
      st_texture_unref(ctx, t);
   }
}

GLboolean
gl_IsTexture(struct st_context *ctx, GLuint texture)
{
   return st_names_object(&ctx->share->textures, texture) != NULL;
}

/* ---- mipmaps ------------------------------------------------------------------------------------------- */

static bool
is_cube_base(const struct st_texture *t)
{
   assert(t->target == GL_TEXTURE_CUBE_MAP);
   const unsigned level = st_texture_base_level(t);
   const struct st_image *base = st_texture_image(t, 0, level);
   for (unsigned face = 0; face < 6; face++) {
      const struct st_image *i = st_texture_image(t, face, level);
      if (!i->res || i->width != base->width || i->height != base->width ||
          i->internal_format != base->internal_format || i->format != base->format)
         return false;
   }
   return true;
}

void
gl_GenerateMipmap(struct st_context *ctx, GLenum target)
{
   if (target == GL_TEXTURE_EXTERNAL_OES) {
      st_error(ctx, GL_INVALID_ENUM, "glGenerateMipmap: external textures have one level");
      return;
   }
   struct st_texture **slot = gl_bound_texture(ctx, target, "glGenerateMipmap");
   if (!slot)
      return;
   struct st_texture *t = *slot;
   const struct st_image *base = st_texture_image(t, 0, st_texture_base_level(t));
   if (target == GL_TEXTURE_CUBE_MAP && !is_cube_base(t)) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: not cube complete");
      return;
   }
   if (!base->res) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: the base level is not defined");
      return;
   }
   const struct u_format_desc *d = u_format_desc(base->format);
   if (ctx->version >= 30 ? !st_can_generate_mipmap(ctx, base->internal_format, base->format)
                          : d->compressed || d->depth || d->stencil || d->srgb ||
                               st_compressed_format(ctx, base->internal_format)) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: not for %s", d->name);
      return;
   }
   if (!gl_has_npot(ctx) &&
       (!u_is_pow2(base->width) || !u_is_pow2(base->height) || !u_is_pow2(base->depth))) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: %u x %u", base->width, base->height);
      return;
   }
   if (!st_generate_mipmap(ctx, t))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenerateMipmap");
}

/* ---- EGLImages (OES_EGL_image, OES_EGL_image_external) ------------------------------------------------- */

void
gl_EGLImageTargetTexture2DOES(struct st_context *ctx, GLenum target, GLeglImageOES image)
{
   static const char call[] = "glEGLImageTargetTexture2DOES";
   if (target != GL_TEXTURE_2D && target != GL_TEXTURE_EXTERNAL_OES) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   struct st_egl_image *i = st_image_ref(image);
   if (!i)
      st_error(ctx, GL_INVALID_VALUE, "%s: %p is no image", call, image);
   else if (i->screen != ctx->screen || (*gl_bound_texture(ctx, target, call))->immutable_levels)
      st_error(ctx, GL_INVALID_OPERATION, "%s: the image is of another display or the texture is immutable",
               call);
   else if (i->yuv.planes && target != GL_TEXTURE_EXTERNAL_OES)
      st_error(ctx, GL_INVALID_OPERATION, "%s: images of luma and chroma are external textures alone", call);
   else
      st_texture_set_image(ctx, *gl_bound_texture(ctx, target, call), i);
   st_image_unref(i);
}

void
gl_EGLImageTargetRenderbufferStorageOES(struct st_context *ctx, GLenum target, GLeglImageOES image)
{
   static const char call[] = "glEGLImageTargetRenderbufferStorageOES";
   if (target != GL_RENDERBUFFER) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   struct st_egl_image *i = st_image_ref(image);
   if (!i)
      st_error(ctx, GL_INVALID_VALUE, "%s: %p is no image", call, image);
   else if (!ctx->renderbuffer)
      st_error(ctx, GL_INVALID_OPERATION, "%s: no renderbuffer is bound", call);
   else if (i->screen != ctx->screen || i->yuv.planes ||
            !(i->res->bind & (PIPE_BIND_RENDER_TARGET | PIPE_BIND_DEPTH_STENCIL)))
      st_error(ctx, GL_INVALID_OPERATION, "%s: nothing can be rendered to the image", call);
   else
      st_renderbuffer_set_image(ctx, ctx->renderbuffer, i);
   st_image_unref(i);
}
