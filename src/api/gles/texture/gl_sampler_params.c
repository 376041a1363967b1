/* SPDX-License-Identifier: MIT
 *
 * Parameters that textures and sampler objects share (ES 3.0.6 3.8.2, 3.8.7), with those of
 * EXT_texture_border_clamp, EXT_texture_filter_anisotropic, EXT_texture_mirror_clamp_to_edge,
 * EXT_texture_sRGB_decode and EXT_shadow_samplers.
 */
#include "api/gles/gl_common.h"
#include "api/gles/texture/gl_sampler_params.h"
#include "state_tracker/st_context.h"
#include "state_tracker/texture/st_format.h"
#include "state_tracker/texture/st_sampler_params.h"

/** Enumerated parameters; NULL for others. */
static GLenum *
enum_field(const struct st_context *ctx, struct st_sampler_params *p, GLenum pname)
{
   const bool compares = gl_has_shadow_samplers(ctx) || ctx->features & ST_HAS_GLES3;
   switch (pname) {
   case GL_TEXTURE_MIN_FILTER:
      return &p->min_filter;
   case GL_TEXTURE_MAG_FILTER:
      return &p->mag_filter;
   case GL_TEXTURE_WRAP_S:
      return &p->wrap_s;
   case GL_TEXTURE_WRAP_T:
      return &p->wrap_t;
   case GL_TEXTURE_WRAP_R_OES:
      return ctx->features & ST_HAS_3D ? &p->wrap_r : NULL;
   case GL_TEXTURE_SRGB_DECODE_EXT:
      return ctx->features & ST_HAS_SRGB ? &p->srgb_decode : NULL;
   case GL_TEXTURE_COMPARE_MODE_EXT:
      return compares ? &p->compare_mode : NULL;
   case GL_TEXTURE_COMPARE_FUNC_EXT:
      return compares ? &p->compare_func : NULL;
   default:
      return NULL;
   }
}

/** Parameters that are floats; NULL for others. */
static float *
float_field(const struct st_context *ctx, struct st_sampler_params *p, GLenum pname)
{
   switch (pname) {
   case GL_TEXTURE_MIN_LOD:
      return ctx->features & ST_HAS_GLES3 ? &p->min_lod : NULL;
   case GL_TEXTURE_MAX_LOD:
      return ctx->features & ST_HAS_GLES3 ? &p->max_lod : NULL;
   case GL_TEXTURE_MAX_ANISOTROPY_EXT:
      return ctx->features & ST_HAS_ANISOTROPY ? &p->max_anisotropy : NULL;
   default:
      return NULL;
   }
}

static bool
valid_enum(const struct st_context *ctx, bool external, GLenum pname, GLenum value)
{
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

enum gl_param_result
gl_set_sampler_param(struct st_context *ctx, struct st_sampler_params *p, bool external, GLenum pname,
                     GLint i, GLfloat f, const char *call)
{
   GLenum *const e = enum_field(ctx, p, pname);
   float *const number = float_field(ctx, p, pname);
   if (e && valid_enum(ctx, external, pname, (GLenum)i)) {
      if (*e == (GLenum)i)
         return GL_PARAM_SAME;
      *e = (GLenum)i;
      return GL_PARAM_CHANGED;
   }
   if (e) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x, 0x%x)", call, pname, (unsigned)i);
      return GL_PARAM_ERROR;
   }
   if (!number)
      return GL_PARAM_NONE;
   if (pname == GL_TEXTURE_MAX_ANISOTROPY_EXT && !(f >= 1.0f)) {
      st_error(ctx, GL_INVALID_VALUE, "%s: GL_TEXTURE_MAX_ANISOTROPY_EXT = %g", call, (double)f);
      return GL_PARAM_ERROR;
   }
   *number = f;
   return GL_PARAM_CHANGED;
}

bool
gl_is_border_color(const struct st_context *ctx, GLenum pname)
{
   return pname == GL_TEXTURE_BORDER_COLOR_EXT && ctx->features & ST_HAS_BORDER;
}

union pipe_color
gl_border_from_ints(const GLint *params)
{
   union pipe_color c;
   for (unsigned k = 0; k < 4; k++) { /* ES 3.0.6 equation 2.2 */
      const double v = params[k] / 2147483647.0;
      c.f[k] = (float)(v < -1 ? -1 : v);
   }
   return c;
}

unsigned
gl_get_sampler_param(const struct st_context *ctx, const struct st_sampler_params *p, GLenum pname,
                     GLint i[4], float f[4])
{
   struct st_sampler_params copy = *p;
   const GLenum *const e = enum_field(ctx, &copy, pname);
   const float *const number = float_field(ctx, &copy, pname);
   if (e) {
      i[0] = (GLint)*e;
      f[0] = (float)i[0];
      return 1;
   }
   if (number) {
      f[0] = *number;
      i[0] = gl_float_to_int(f[0]);
      return 1;
   }
   if (!gl_is_border_color(ctx, pname))
      return 0;
   memcpy(f, p->border_color.f, sizeof p->border_color.f);
   for (unsigned k = 0; k < 4; k++) /* as colours are (ES 2.0.25 6.1.2) */
      i[k] = gl_unit_to_int(f[k]);
   return 4;
}
