/* SPDX-License-Identifier: MIT
 *
 * Texture parameters (ES 2.0.25 3.7.4, 6.1.3) and ES 3.0.6 3.8.7, with those of APPLE_texture_max_level,
 * EXT_texture_storage and OES_EGL_image_external, and the border colour. Those that sampler objects have as well
 * are in gl_sampler_params.c.
 */
#include "api/gles/gl_common.h"
#include "api/gles/state/gl_extensions.h"
#include "api/gles/texture/gl_sampler_params.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_texture.h"

static GLenum *
swizzle_field(const struct st_context *ctx, struct st_texture *t, GLenum pname)
{
   _Static_assert(GL_TEXTURE_SWIZZLE_A == GL_TEXTURE_SWIZZLE_R + 3, "counted up");
   return ctx->version >= 30 && pname >= GL_TEXTURE_SWIZZLE_R && pname <= GL_TEXTURE_SWIZZLE_A
             ? &t->swizzle[pname - GL_TEXTURE_SWIZZLE_R]
             : NULL;
}

static bool
is_swizzle(GLenum v)
{
   _Static_assert(GL_ALPHA == GL_RED + 3, "red, green, blue, alpha");
   return (v >= GL_RED && v <= GL_ALPHA) || v == GL_ZERO || v == GL_ONE;
}

static GLint *
level_field(const struct st_context *ctx, struct st_texture *t, GLenum pname)
{
   return pname == GL_TEXTURE_MAX_LEVEL                          ? &t->max_level
          : pname == GL_TEXTURE_BASE_LEVEL && ctx->version >= 30 ? &t->base_level
                                                                 : NULL;
}

/** A parameter with one value, which comes as integer and as float. */
static void
set(struct st_context *ctx, GLenum target, GLenum pname, GLint i, GLfloat f)
{
   static const char call[] = "glTexParameter";
   struct st_texture **slot = gl_bound_texture(ctx, target, call);
   if (!slot)
      return;
   struct st_texture *t = *slot;
   const bool external = t->target == GL_TEXTURE_EXTERNAL_OES;
   const enum gl_param_result shared = gl_set_sampler_param(ctx, &t->sampler, external, pname, i, f, call);
   if (shared == GL_PARAM_ERROR || shared == GL_PARAM_SAME)
      return;
   if (shared == GL_PARAM_NONE) {
      GLenum *const swizzle = swizzle_field(ctx, t, pname);
      GLint *const level = level_field(ctx, t, pname);
      if (swizzle ? !is_swizzle((GLenum)i) : !level) {
         st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, pname, (unsigned)i);
         return;
      }
      if (level && i < 0) {
         st_error(ctx, GL_INVALID_VALUE, "%s(0x%x, %d)", call, pname, i);
         return;
      }
      if (level && pname == GL_TEXTURE_BASE_LEVEL && i && external) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: external textures have one level", call);
         return;
      }
      if (swizzle)
         *swizzle = (GLenum)i;
      else
         *level = i;
   }
   st_texture_changed(ctx, t);
}

/** The border colour, the only parameter of four values. */
static void
set_border(struct st_context *ctx, GLenum target, union pipe_color c)
{
   struct st_texture **slot = gl_bound_texture(ctx, target, "glTexParameter");
   if (!slot)
      return;
   (*slot)->sampler.border_color = c;
   st_texture_changed(ctx, *slot);
}

void
gl_TexParameteri(struct st_context *ctx, GLenum target, GLenum pname, GLint param)
{
   set(ctx, target, pname, param, (GLfloat)param);
}

void
gl_TexParameterf(struct st_context *ctx, GLenum target, GLenum pname, GLfloat param)
{
   set(ctx, target, pname, gl_float_to_int(param), param);
}

void
gl_TexParameteriv(struct st_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, target, gl_border_from_ints(params));
   else
      set(ctx, target, pname, params[0], (GLfloat)params[0]);
}

void
gl_TexParameterfv(struct st_context *ctx, GLenum target, GLenum pname, const GLfloat *params)
{
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, target,
                 (union pipe_color){
                    .f = {params[0], params[1], params[2], params[3]}
      });
   else
      set(ctx, target, pname, gl_float_to_int(params[0]), params[0]);
}

void
gl_TexParameterIivEXT(struct st_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, target,
                 (union pipe_color){
                    .i = {params[0], params[1], params[2], params[3]}
      });
   else
      set(ctx, target, pname, params[0], (GLfloat)params[0]);
}

void
gl_TexParameterIuivEXT(struct st_context *ctx, GLenum target, GLenum pname, const GLuint *params)
{
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, target,
                 (union pipe_color){
                    .ui = {params[0], params[1], params[2], params[3]}
      });
   else
      set(ctx, target, pname, (GLint)params[0], (GLfloat)params[0]);
}

/* ---- queries ------------------------------------------------------------------------------------------- */

/** How many values a parameter has, in \p f and (exactly) in \p i; 0: unknown, the error is raised. */
static unsigned
get(struct st_context *ctx, GLenum target, GLenum pname, GLint i[4], float f[4])
{
   static const char call[] = "glGetTexParameter";
   struct st_texture **slot = gl_bound_texture(ctx, target, call);
   if (!slot)
      return 0;
   struct st_texture *t = *slot;
   const unsigned shared = gl_get_sampler_param(ctx, &t->sampler, pname, i, f);
   if (shared)
      return shared;
   const GLenum *const swizzle = swizzle_field(ctx, t, pname);
   const GLint *const level = level_field(ctx, t, pname);
   if (swizzle) {
      i[0] = (GLint)*swizzle;
   } else if (level) {
      i[0] = *level;
   } else if (pname == GL_TEXTURE_IMMUTABLE_LEVELS && ctx->version >= 30) {
      i[0] = t->immutable_levels;
   } else if (pname == GL_TEXTURE_IMMUTABLE_FORMAT_EXT) {
      i[0] = t->immutable_levels != 0;
   } else if (pname == GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES) {
      i[0] = t->yuv ? t->yuv->yuv.planes : 1;
   } else {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return 0;
   }
   f[0] = (float)i[0];
   return 1;
}

void
gl_GetTexParameteriv(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   GLint i[4];
   float f[4];
   unsigned n = get(ctx, target, pname, i, f);
   for (unsigned k = 0; k < n; k++)
      params[k] = i[k];
}

void
gl_GetTexParameterfv(struct st_context *ctx, GLenum target, GLenum pname, GLfloat *params)
{
   GLint i[4];
   float f[4];
   unsigned n = get(ctx, target, pname, i, f);
   for (unsigned k = 0; k < n; k++)
      params[k] = f[k];
}

void
gl_GetTexParameterIivEXT(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   GLint i[4];
   float f[4];
   const unsigned n = get(ctx, target, pname, i, f);
   memcpy(params, n == 4 ? (const void *)f : i,
          n * sizeof *params); /* integers of a border colour, as they are */
}

void
gl_GetTexParameterIuivEXT(struct st_context *ctx, GLenum target, GLenum pname, GLuint *params)
{
   gl_GetTexParameterIivEXT(ctx, target, pname, (GLint *)params);
}

void
gl_TexParameterIivOES(struct st_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   gl_TexParameterIivEXT(ctx, target, pname, params);
}

void
gl_TexParameterIuivOES(struct st_context *ctx, GLenum target, GLenum pname, const GLuint *params)
{
   gl_TexParameterIuivEXT(ctx, target, pname, params);
}

void
gl_GetTexParameterIivOES(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   gl_GetTexParameterIivEXT(ctx, target, pname, params);
}

void
gl_GetTexParameterIuivOES(struct st_context *ctx, GLenum target, GLenum pname, GLuint *params)
{
   gl_GetTexParameterIuivEXT(ctx, target, pname, params);
}
