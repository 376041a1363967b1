/* SPDX-License-Identifier: MIT
 *
 * Texture parameters (ES 2.0.25 3.7.4, 6.1.3) with those of OES_texture_3D, APPLE_texture_max_level,
 * EXT_texture_border_clamp, EXT_texture_filter_anisotropic, EXT_texture_mirror_clamp_to_edge,
 * EXT_texture_sRGB_decode, EXT_texture_storage, EXT_shadow_samplers and OES_EGL_image_external.
 */
#include "api/gles/gl_extensions.h"
#include "api/gles/gl_common.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_image.h"
#include "state_tracker/texture/st_texture.h"

/** Enumerated parameters; NULL for others. */
static GLenum *
enum_field(const struct st_context *ctx, struct st_texture *t, GLenum pname)
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
   case GL_TEXTURE_WRAP_R_OES:
      return ctx->features & ST_HAS_3D ? &t->wrap_r : NULL;
   case GL_TEXTURE_SRGB_DECODE_EXT:
      return ctx->features & ST_HAS_SRGB ? &t->srgb_decode : NULL;
   case GL_TEXTURE_COMPARE_MODE_EXT:
      return gl_has_shadow_samplers(ctx) ? &t->compare_mode : NULL;
   case GL_TEXTURE_COMPARE_FUNC_EXT:
      return gl_has_shadow_samplers(ctx) ? &t->compare_func : NULL;
   default:
      return NULL;
   }
}

static bool
valid_enum(const struct st_context *ctx, const struct st_texture *t, GLenum pname, GLenum value)
{
   const bool external = t->target == GL_TEXTURE_EXTERNAL_OES; /* OES_EGL_image_external 3.7.14 */
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER:
      return value == GL_NEAREST || value == GL_LINEAR ||
             (!external && value >= GL_NEAREST_MIPMAP_NEAREST && value <= GL_LINEAR_MIPMAP_LINEAR);
   case GL_TEXTURE_MAG_FILTER:
      return value == GL_NEAREST || value == GL_LINEAR;
   case GL_TEXTURE_SRGB_DECODE_EXT:
      return value == GL_DECODE_EXT || value == GL_SKIP_DECODE_EXT;
   case GL_TEXTURE_COMPARE_MODE_EXT:
      return value == GL_NONE || value == GL_COMPARE_REF_TO_TEXTURE_EXT;
   case GL_TEXTURE_COMPARE_FUNC_EXT:
      return value >= GL_NEVER && value <= GL_ALWAYS;
   default:
      if (value == GL_CLAMP_TO_EDGE || external)
         return value == GL_CLAMP_TO_EDGE;
      return value == GL_REPEAT || value == GL_MIRRORED_REPEAT || value == GL_MIRROR_CLAMP_TO_EDGE_EXT ||
             (value == GL_CLAMP_TO_BORDER_EXT && ctx->features & ST_HAS_BORDER);
   }
}

_Static_assert(GL_LINEAR_MIPMAP_LINEAR == GL_NEAREST_MIPMAP_NEAREST + 3, "valid_enum takes a range");

/** A parameter with one value, which comes as integer and as float. */
static void
set(struct st_context *ctx, GLenum target, GLenum pname, GLint i, GLfloat f)
{
   static const char call[] = "glTexParameter";
   struct st_texture **slot = gl_bound_texture(ctx, target, call);
   if (!slot)
      return;
   struct st_texture *t = *slot;
   GLenum *field = enum_field(ctx, t, pname);
   if (field && valid_enum(ctx, t, pname, (GLenum)i)) {
      if (*field == (GLenum)i)
         return;
      *field = (GLenum)i;
   } else if (pname == GL_TEXTURE_MAX_LEVEL_APPLE) {
      if (i < 0) {
         st_error(ctx, GL_INVALID_VALUE, "%s: GL_TEXTURE_MAX_LEVEL_APPLE = %d", call, i);
         return;
      }
      t->max_level = i;
   } else if (pname == GL_TEXTURE_MAX_ANISOTROPY_EXT && ctx->features & ST_HAS_ANISOTROPY) {
      if (!(f >= 1.0f)) {
         st_error(ctx, GL_INVALID_VALUE, "%s: GL_TEXTURE_MAX_ANISOTROPY_EXT = %g", call, (double)f);
         return;
      }
      t->max_anisotropy = f;
   } else {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, pname, (unsigned)i);
      return;
   }
   st_texture_changed(ctx, t);
}

/** The border colour, the only parameter of four values. */
static bool
set_border(struct st_context *ctx, GLenum target, GLenum pname, const float c[4])
{
   if (pname != GL_TEXTURE_BORDER_COLOR_EXT || !(ctx->features & ST_HAS_BORDER))
      return false;
   struct st_texture **slot = gl_bound_texture(ctx, target, "glTexParameter");
   if (slot) {
      memcpy((*slot)->border_color, c, sizeof(*slot)->border_color);
      st_texture_changed(ctx, *slot);
   }
   return true;
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
   float c[4] = {0};
   if (pname == GL_TEXTURE_BORDER_COLOR_EXT)
      for (unsigned k = 0; k < 4; k++) { /* ES 3.0.6 equation 2.2 */
         double v = params[k] / 2147483647.0;
         c[k] = (float)(v < -1 ? -1 : v);
      }
   if (!set_border(ctx, target, pname, c))
      set(ctx, target, pname, params[0], (GLfloat)params[0]);
}

void
gl_TexParameterfv(struct st_context *ctx, GLenum target, GLenum pname, const GLfloat *params)
{
   if (pname != GL_TEXTURE_BORDER_COLOR_EXT || !set_border(ctx, target, pname, params))
      set(ctx, target, pname, gl_float_to_int(params[0]), params[0]);
}

/* There are no integer textures: integers of a border colour are taken by their value. */

void
gl_TexParameterIivEXT(struct st_context *ctx, GLenum target, GLenum pname, const GLint *params)
{
   float c[4] = {0};
   if (pname == GL_TEXTURE_BORDER_COLOR_EXT)
      for (unsigned k = 0; k < 4; k++)
         c[k] = (float)params[k];
   if (!set_border(ctx, target, pname, c))
      set(ctx, target, pname, params[0], (GLfloat)params[0]);
}

void
gl_TexParameterIuivEXT(struct st_context *ctx, GLenum target, GLenum pname, const GLuint *params)
{
   float c[4] = {0};
   if (pname == GL_TEXTURE_BORDER_COLOR_EXT)
      for (unsigned k = 0; k < 4; k++)
         c[k] = (float)params[k];
   if (!set_border(ctx, target, pname, c))
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
   const GLenum *field = enum_field(ctx, t, pname);
   if (field) {
      i[0] = (GLint)*field;
   } else if (pname == GL_TEXTURE_MAX_LEVEL_APPLE) {
      i[0] = t->max_level;
   } else if (pname == GL_TEXTURE_IMMUTABLE_FORMAT_EXT) {
      i[0] = t->immutable_levels != 0;
   } else if (pname == GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES) {
      i[0] = t->yuv ? t->yuv->yuv.planes : 1;
   } else if (pname == GL_TEXTURE_MAX_ANISOTROPY_EXT && ctx->features & ST_HAS_ANISOTROPY) {
      f[0] = t->max_anisotropy;
      i[0] = gl_float_to_int(f[0]);
      return 1;
   } else if (pname == GL_TEXTURE_BORDER_COLOR_EXT && ctx->features & ST_HAS_BORDER) {
      memcpy(f, t->border_color, sizeof t->border_color);
      for (unsigned k = 0; k < 4; k++) { /* as colours are (ES 2.0.25 6.1.2) */
         double v = 2147483647.0 * (double)f[k];
         i[k] = v >= 2147483647.0    ? INT32_MAX
                : v <= -2147483648.0 ? INT32_MIN
                                     : (GLint)(v < 0 ? v - 0.5 : v + 0.5);
      }
      return 4;
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
   unsigned n = get(ctx, target, pname, i, f);
   for (unsigned k = 0; k < n; k++)
      params[k] = n == 4 ? gl_float_to_int(f[k]) : i[k];
}

void
gl_GetTexParameterIuivEXT(struct st_context *ctx, GLenum target, GLenum pname, GLuint *params)
{
   GLint i[4];
   float f[4];
   unsigned n = get(ctx, target, pname, i, f);
   for (unsigned k = 0; k < n; k++)
      params[k] = n == 4 ? (f[k] > 0 ? (f[k] < 4294967040.0f ? (GLuint)f[k] : UINT32_MAX) : 0) : (GLuint)i[k];
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
