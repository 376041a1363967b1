/* SPDX-License-Identifier: MIT
 *
 * Parameters that textures and sampler objects share; see gl_sampler_params.c.
 */
#ifndef API_GLES_GL_SAMPLER_PARAMS_H
#define API_GLES_GL_SAMPLER_PARAMS_H

#include <stdbool.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

struct st_context;
struct st_sampler_params;
union pipe_color;

enum gl_param_result {
   GL_PARAM_NONE,  /* it is no parameter of these, or not in this context: nothing was raised */
   GL_PARAM_ERROR, /* raised */
   GL_PARAM_SAME,
   GL_PARAM_CHANGED,
};

/** A parameter with one value, as integer and as float; \p external: of an external texture
 * (OES_EGL_image_external 3.7.14). */
enum gl_param_result gl_set_sampler_param(struct st_context *ctx, struct st_sampler_params *p, bool external,
                                          GLenum pname, GLint i, GLfloat f, const char *call);
/** Is it GL_TEXTURE_BORDER_COLOR_EXT, the only parameter of four values, and does the context have it? */
bool gl_is_border_color(const struct st_context *ctx, GLenum pname);
/** The border colour of integers as glTexParameteriv and glSamplerParameteriv take them. */
union pipe_color gl_border_from_ints(const GLint *params);
/** How many values a parameter has, in \p f and (exactly) in \p i; 0: it is none of these, nothing was raised. */
unsigned gl_get_sampler_param(const struct st_context *ctx, const struct st_sampler_params *p, GLenum pname,
                              GLint i[4], float f[4]);

#endif
