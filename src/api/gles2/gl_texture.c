/* SPDX-License-Identifier: MIT
 *
 * Texture objects: names, binding, parameters, mipmap generation (ES 2.0.25 3.7). Images are in
 * gl_teximage.c.
 */
#include "api/gles2/gl_common.h"
#include "state_tracker/st_format.h"

#include "util/u_format.h"

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

/** ST_TEX_TARGETS for a target that this context does not know. */
static enum st_tex
tex_of(const struct st_context *ctx, GLenum target)
{
   return target == GL_TEXTURE_2D ? ST_TEX_2D : target == GL_TEXTURE_CUBE_MAP ? ST_TEX_CUBE : ST_TEX_TARGETS;
}

static struct st_texture **
binding(struct st_context *ctx, GLenum target, const char *call)
{
   enum st_tex k = tex_of(ctx, target);
   if (k != ST_TEX_TARGETS)
      return &ctx->units[ctx->active_unit].tex[k];
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return NULL;
}

static void
bind(struct st_context *ctx, struct st_texture **slot, struct st_texture *t)
{
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
   struct st_texture **slot = binding(ctx, target, "glBindTexture");
   if (!slot)
      return;
   if (!texture) {
      bind(ctx, slot, ctx->default_tex[tex_of(ctx, target)]);
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

/* ---- parameters ---------------------------------------------------------------------------------------- */

static GLenum *
parameter(struct st_texture *t, GLenum pname)
{
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER:
      return &t->min_filter;
   case GL_TEXTURE_MAG_FILTER:
      return &t->mag_filter;
   case GL_TEXTURE_WRAP_S:
      return &t->wrap_s;
   case GL_TEXTURE_WRAP_T:
      return &t->wrap_t;
   default:
      return NULL;
   }
}

static bool
valid_parameter(GLenum pname, GLenum value)
{
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER:
      return value == GL_NEAREST || value == GL_LINEAR ||
             (value >= GL_NEAREST_MIPMAP_NEAREST && value <= GL_LINEAR_MIPMAP_LINEAR);
   case GL_TEXTURE_MAG_FILTER:
      return value == GL_NEAREST || value == GL_LINEAR;
   default:
      return value == GL_REPEAT || value == GL_CLAMP_TO_EDGE || value == GL_MIRRORED_REPEAT;
   }
}

void
gl_TexParameteri(struct st_context *ctx, GLenum target, GLenum pname, GLint param)
{
   struct st_texture **slot = binding(ctx, target, "glTexParameter");
   if (!slot)
      return;
   GLenum *field = parameter(*slot, pname);
   if (!field || !valid_parameter(pname, (GLenum)param)) {
      st_error(ctx, GL_INVALID_ENUM, "glTexParameter(0x%x, 0x%x)", pname, (unsigned)param);
      return;
   }
   if (*field == (GLenum)param)
      return;
   *field = (GLenum)param;
   st_texture_changed(ctx, *slot);
}

void
gl_TexParameterf(struct st_context *ctx, GLenum target, GLenum pname, GLfloat param)
{
   gl_TexParameteri(ctx, target, pname, gl_float_to_int(param));
}

void
gl_TexParameteriv(struct st_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   gl_TexParameteri(ctx, target, pname, params[0]);
}

void
gl_TexParameterfv(struct st_context *ctx, GLenum target, GLenum pname, const GLfloat *params)
{
   gl_TexParameteri(ctx, target, pname, gl_float_to_int(params[0]));
}

void
gl_GetTexParameteriv(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   struct st_texture **slot = binding(ctx, target, "glGetTexParameter");
   if (!slot)
      return;
   const GLenum *field = parameter(*slot, pname);
   if (field)
      *params = (GLint)*field;
   else
      st_error(ctx, GL_INVALID_ENUM, "glGetTexParameter(0x%x)", pname);
}

void
gl_GetTexParameterfv(struct st_context *ctx, GLenum target, GLenum pname, GLfloat *params)
{
   struct st_texture **slot = binding(ctx, target, "glGetTexParameter");
   if (!slot)
      return;
   const GLenum *field = parameter(*slot, pname);
   if (field)
      *params = (GLfloat)*field;
   else
      st_error(ctx, GL_INVALID_ENUM, "glGetTexParameter(0x%x)", pname);
}

/* ---- mipmaps ------------------------------------------------------------------------------------------- */

static bool
is_cube_base(const struct st_texture *t)
{
   const struct st_image *base = st_texture_image(t, 0, 0);
   for (unsigned face = 0; face < 6; face++) {
      const struct st_image *i = st_texture_image(t, face, 0);
      if (!i->res || i->width != base->width || i->height != base->width ||
          i->internal_format != base->internal_format || i->format != base->format)
         return false;
   }
   return true;
}

void
gl_GenerateMipmap(struct st_context *ctx, GLenum target)
{
   struct st_texture **slot = binding(ctx, target, "glGenerateMipmap");
   if (!slot)
      return;
   struct st_texture *t = *slot;
   const struct st_image *base = st_texture_image(t, 0, 0);
   if (target == GL_TEXTURE_CUBE_MAP && !is_cube_base(t)) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: not cube complete");
      return;
   }
   if (!base->res) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: level 0 is not defined");
      return;
   }
   const struct u_format_desc *d = u_format_desc(base->format);
   if (d->compressed || d->depth || d->stencil || d->srgb ||
       st_compressed_format(ctx, base->internal_format)) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: not for %s", d->name);
      return;
   }
   if (!gl_has_npot(ctx) && (!u_is_pow2(base->width) || !u_is_pow2(base->height))) {
      st_error(ctx, GL_INVALID_OPERATION, "glGenerateMipmap: %u x %u", base->width, base->height);
      return;
   }
   if (!st_generate_mipmap(ctx, t))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenerateMipmap");
}
