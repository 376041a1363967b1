/* SPDX-License-Identifier: MIT
 *
 * The log of a compilation: errors and warnings with their place, each place once, so that one mistake gives one
 * message.
 */
#include <stdarg.h>
#include <stdio.h>

#include "compiler/glsl/context.h"
#include "util/u_math.h"

#define MAX_ERRORS   20
#define MAX_WARNINGS 20

const char *const glsl_ext_names[EXT_COUNT] = {
   [EXT_OES_STANDARD_DERIVATIVES] = "GL_OES_standard_derivatives",
   [EXT_OES_TEXTURE_3D] = "GL_OES_texture_3D",
   [EXT_OES_EGL_IMAGE_EXTERNAL] = "GL_OES_EGL_image_external",
   [EXT_OES_EGL_IMAGE_EXTERNAL_ESSL3] = "GL_OES_EGL_image_external_essl3",
   [EXT_SHADER_TEXTURE_LOD] = "GL_EXT_shader_texture_lod",
   [EXT_FRAG_DEPTH] = "GL_EXT_frag_depth",
   [EXT_DRAW_BUFFERS] = "GL_EXT_draw_buffers",
   [EXT_DRAW_INSTANCED] = "GL_EXT_draw_instanced",
   [EXT_APPLE_CLIP_DISTANCE] = "GL_APPLE_clip_distance",
   [EXT_CLIP_CULL_DISTANCE] = "GL_EXT_clip_cull_distance",
   [EXT_BLEND_FUNC_EXTENDED] = "GL_EXT_blend_func_extended",
   [EXT_BLEND_ADVANCED] = "GL_KHR_blend_equation_advanced",
   [EXT_FB_FETCH] = "GL_EXT_shader_framebuffer_fetch",
   [EXT_FB_FETCH_NON_COHERENT] = "GL_EXT_shader_framebuffer_fetch_non_coherent",
   [EXT_SEPARATE_SHADER_OBJECTS] = "GL_EXT_separate_shader_objects",
   [EXT_SHADER_INTEGER_MIX] = "GL_EXT_shader_integer_mix",
   [EXT_SHADOW_SAMPLERS] = "GL_EXT_shadow_samplers",
};

static void
log_line(struct glsl_ctx *c, const char *kind, struct glsl_loc loc, const char *fmt, va_list ap)
{
   char msg[1500], line[1600];
   vsnprintf(msg, sizeof msg, fmt, ap);
   int n = snprintf(line, sizeof line, "%s: %d:%u:%u: %s\n", kind, loc.string, loc.line, loc.col, msg);
   n = MIN2(n, (int)sizeof line - 1);
   for (int i = 0; i < n; i++)
      glsl_push(&c->mem, &c->log, line[i]);
}

/** One error a place: what follows from a syntax error is mostly found again at the same token. */
static bool
is_news(struct glsl_ctx *c, struct glsl_loc loc)
{
   const struct glsl_loc *last = &c->last_error;
   bool same = c->num_errors && last->string == loc.string && last->line == loc.line && last->col == loc.col;
   c->last_error = loc;
   return !same;
}

void
glsl_error(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
{
   if (c->stop || !is_news(c, loc))
      return;
   va_list ap;
   va_start(ap, fmt);
   log_line(c, "ERROR", loc, fmt, ap);
   va_end(ap);
   if (++c->num_errors == MAX_ERRORS)
      glsl_fatal(c, loc, "too many errors; the rest of the shader is not read");
}

void
glsl_warning(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
{
   if (c->stop || c->num_warnings++ >= MAX_WARNINGS)
      return;
   va_list ap;
   va_start(ap, fmt);
   log_line(c, "WARNING", loc, fmt, ap);
   va_end(ap);
}

void
glsl_fatal(struct glsl_ctx *c, struct glsl_loc loc, const char *fmt, ...)
{
   if (c->stop)
      return;
   va_list ap;
   va_start(ap, fmt);
   log_line(c, "ERROR", loc, fmt, ap);
   va_end(ap);
   c->num_errors++;
   c->stop = true;
}
