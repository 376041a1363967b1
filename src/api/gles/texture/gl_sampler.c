/* SPDX-License-Identifier: MIT
 *
 * Sampler objects (ES 3.0.6 3.8.2, 6.1.5). Generated names are objects at once: whatever takes a name, glIsSampler too,
 * makes one of it.
 */
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/texture/gl_sampler_params.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/texture/st_sampler_params.h"

void
gl_GenSamplers(struct st_context *ctx, GLsizei count, GLuint *samplers)
{
   static const char call[] = "glGenSamplers";
   struct st_names *names = &ctx->share->samplers;
   if (count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(count = %d)", call, count);
      return;
   }
   if (!st_names_gen(names, count, samplers)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return;
   }
   for (GLsizei i = 0; i < count; i++) {
      struct st_sampler *s = st_sampler_create(samplers[i]);
      if (s) {
         st_names_put(names, samplers[i], s); /* the name is there: this needs no memory */
         continue;
      }
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      for (GLsizei k = 0; k < count; k++) {
         st_sampler_unref(st_names_object(names, samplers[k]));
         st_names_remove(names, samplers[k]);
      }
      return;
   }
}

static void
bind(struct st_context *ctx, unsigned unit, struct st_sampler *s)
{
   if (ctx->units[unit].sampler == s)
      return;
   if (s)
      s->refcount++;
   st_sampler_unref(ctx->units[unit].sampler);
   ctx->units[unit].sampler = s;
   ctx->dirty |= ST_NEW_TEXTURES;
}

void
gl_DeleteSamplers(struct st_context *ctx, GLsizei count, const GLuint *samplers)
{
   if (count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteSamplers(count = %d)", count);
      return;
   }
   for (GLsizei i = 0; i < count; i++) {
      struct st_sampler *s = st_names_object(&ctx->share->samplers, samplers[i]);
      st_names_remove(&ctx->share->samplers, samplers[i]);
      for (unsigned unit = 0; s && unit < (unsigned)ctx->limits.max_units; unit++)
         if (ctx->units[unit].sampler == s)
            bind(ctx, unit, NULL);
      st_sampler_unref(s);
   }
}

GLboolean
gl_IsSampler(struct st_context *ctx, GLuint sampler)
{
   return st_names_object(&ctx->share->samplers, sampler) != NULL;
}

/** NULL and an error for what is no sampler. */
static struct st_sampler *
lookup(struct st_context *ctx, GLuint name, const char *call)
{
   struct st_sampler *s = st_names_object(&ctx->share->samplers, name);
   if (!s)
      st_error(ctx, GL_INVALID_OPERATION, "%s(sampler = %u): not a generated name", call, name);
   return s;
}

void
gl_BindSampler(struct st_context *ctx, GLuint unit, GLuint sampler)
{
   static const char call[] = "glBindSampler";
   if (unit >= (GLuint)ctx->limits.max_units) {
      st_error(ctx, GL_INVALID_VALUE, "%s(unit = %u)", call, unit);
      return;
   }
   struct st_sampler *s = sampler ? lookup(ctx, sampler, call) : NULL;
   if (s || !sampler)
      bind(ctx, unit, s);
}

/* ---- parameters ---------------------------------------------------------------------------------------- */

/** Other contexts that use it notice by the stamp. */
static void
changed(struct st_context *ctx)
{
   ctx->dirty |= ST_NEW_TEXTURES;
   ctx->share->tex_stamp++;
}

/** A parameter with one value, which comes as integer and as float. */
static void
set(struct st_context *ctx, GLuint sampler, GLenum pname, GLint i, GLfloat f, const char *call)
{
   struct st_sampler *s = lookup(ctx, sampler, call);
   if (!s)
      return;
   switch (gl_set_sampler_param(ctx, &s->params, false, pname, i, f, call)) {
   case GL_PARAM_NONE:
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      break;
   case GL_PARAM_CHANGED:
      changed(ctx);
      break;
   case GL_PARAM_ERROR:
   case GL_PARAM_SAME:
      break;
   }
}

static void
set_border(struct st_context *ctx, GLuint sampler, union pipe_color color, const char *call)
{
   struct st_sampler *s = lookup(ctx, sampler, call);
   if (!s || !memcmp(&s->params.border_color, &color, sizeof color))
      return;
   s->params.border_color = color;
   changed(ctx);
}

void
gl_SamplerParameteri(struct st_context *ctx, GLuint sampler, GLenum pname, GLint param)
{
   set(ctx, sampler, pname, param, (GLfloat)param, "glSamplerParameteri");
}

void
gl_SamplerParameterf(struct st_context *ctx, GLuint sampler, GLenum pname, GLfloat param)
{
   set(ctx, sampler, pname, gl_float_to_int(param), param, "glSamplerParameterf");
}

void
gl_SamplerParameteriv(struct st_context *ctx, GLuint sampler, GLenum pname, const GLint *param)
{
   static const char call[] = "glSamplerParameteriv";
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, sampler, gl_border_from_ints(param), call);
   else
      set(ctx, sampler, pname, param[0], (GLfloat)param[0], call);
}

void
gl_SamplerParameterfv(struct st_context *ctx, GLuint sampler, GLenum pname, const GLfloat *param)
{
   static const char call[] = "glSamplerParameterfv";
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, sampler,
                 (union pipe_color){
                    .f = {param[0], param[1], param[2], param[3]}
      },
                 call);
   else
      set(ctx, sampler, pname, gl_float_to_int(param[0]), param[0], call);
}

void
gl_SamplerParameterIivEXT(struct st_context *ctx, GLuint sampler, GLenum pname, const GLint *param)
{
   static const char call[] = "glSamplerParameterIiv";
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, sampler,
                 (union pipe_color){
                    .i = {param[0], param[1], param[2], param[3]}
      },
                 call);
   else
      set(ctx, sampler, pname, param[0], (GLfloat)param[0], call);
}

void
gl_SamplerParameterIuivEXT(struct st_context *ctx, GLuint sampler, GLenum pname, const GLuint *param)
{
   static const char call[] = "glSamplerParameterIuiv";
   if (gl_is_border_color(ctx, pname))
      set_border(ctx, sampler,
                 (union pipe_color){
                    .ui = {param[0], param[1], param[2], param[3]}
      },
                 call);
   else
      set(ctx, sampler, pname, (GLint)param[0], (GLfloat)param[0], call);
}

void
gl_SamplerParameterIivOES(struct st_context *ctx, GLuint sampler, GLenum pname, const GLint *param)
{
   gl_SamplerParameterIivEXT(ctx, sampler, pname, param);
}

void
gl_SamplerParameterIuivOES(struct st_context *ctx, GLuint sampler, GLenum pname, const GLuint *param)
{
   gl_SamplerParameterIuivEXT(ctx, sampler, pname, param);
}

/** How many values a parameter has, in \p f and (exactly) in \p i; 0: the error is raised. */
static unsigned
get(struct st_context *ctx, GLuint sampler, GLenum pname, GLint i[4], float f[4], const char *call)
{
   const struct st_sampler *s = lookup(ctx, sampler, call);
   const unsigned n = s ? gl_get_sampler_param(ctx, &s->params, pname, i, f) : 0;
   if (s && !n)
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
   return n;
}

void
gl_GetSamplerParameteriv(struct st_context *ctx, GLuint sampler, GLenum pname, GLint *params)
{
   GLint i[4];
   float f[4];
   const unsigned n = get(ctx, sampler, pname, i, f, "glGetSamplerParameteriv");
   for (unsigned k = 0; k < n; k++)
      params[k] = i[k];
}

void
gl_GetSamplerParameterfv(struct st_context *ctx, GLuint sampler, GLenum pname, GLfloat *params)
{
   GLint i[4];
   float f[4];
   const unsigned n = get(ctx, sampler, pname, i, f, "glGetSamplerParameterfv");
   for (unsigned k = 0; k < n; k++)
      params[k] = f[k];
}

void
gl_GetSamplerParameterIivEXT(struct st_context *ctx, GLuint sampler, GLenum pname, GLint *params)
{
   GLint i[4];
   float f[4];
   const unsigned n = get(ctx, sampler, pname, i, f, "glGetSamplerParameterIiv");
   memcpy(params, n == 4 ? (const void *)f : i,
          n * sizeof *params); /* integers of a border colour, as they are */
}

void
gl_GetSamplerParameterIuivEXT(struct st_context *ctx, GLuint sampler, GLenum pname, GLuint *params)
{
   gl_GetSamplerParameterIivEXT(ctx, sampler, pname, (GLint *)params);
}

void
gl_GetSamplerParameterIivOES(struct st_context *ctx, GLuint sampler, GLenum pname, GLint *params)
{
   gl_GetSamplerParameterIivEXT(ctx, sampler, pname, params);
}

void
gl_GetSamplerParameterIuivOES(struct st_context *ctx, GLuint sampler, GLenum pname, GLuint *params)
{
   gl_GetSamplerParameterIuivEXT(ctx, sampler, pname, params);
}
