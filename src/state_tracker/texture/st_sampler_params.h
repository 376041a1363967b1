/* SPDX-License-Identifier: MIT
 *
 * What sampler objects and textures have in common: how texels are looked up and filtered (ES 3.0.6 tables 6.10
 * and 6.12). A unit's sampler object, if there is one, takes the place of its textures' own.
 */
#ifndef ST_SAMPLER_PARAMS_H
#define ST_SAMPLER_PARAMS_H

#include <stdbool.h>

#include <GLES3/gl3.h>
#include <GLES2/gl2ext.h>

#include "pipe/p_state.h"

struct st_sampler_params {
   GLenum min_filter, mag_filter, wrap_s, wrap_t, wrap_r;
   GLenum compare_mode, compare_func;
   GLenum srgb_decode; /* GL_DECODE_EXT or GL_SKIP_DECODE_EXT */
   float min_lod, max_lod;
   float max_anisotropy;          /* >= 1 */
   union pipe_color border_color; /* integers after gl*ParameterI*v, else floats */
};

/** As objects have them at first. */
static const struct st_sampler_params st_default_sampler_params = {
   .min_filter = GL_NEAREST_MIPMAP_LINEAR,
   .mag_filter = GL_LINEAR,
   .wrap_s = GL_REPEAT,
   .wrap_t = GL_REPEAT,
   .wrap_r = GL_REPEAT,
   .compare_mode = GL_NONE,
   .compare_func = GL_LEQUAL,
   .srgb_decode = GL_DECODE_EXT,
   .min_lod = -1000.0f,
   .max_lod = 1000.0f,
   .max_anisotropy = 1.0f,
};

/** Parameters that a texture without a border is sampled with, and the state object that they give. */
struct st_sampler_object {
   struct st_sampler_params of;
   bool is_3d;
   uint32_t emptied; /* st_cso_table's when it was found */
   void *object;     /* NULL: none yet */
};

/** A sampler object; of the share group. */
struct st_sampler {
   int refcount;
   GLuint name;
   char *label;
   struct st_sampler_params params;
};

/** With one reference. NULL: out of memory. Unref: NULL is fine. */
struct st_sampler *st_sampler_create(GLuint name);
void st_sampler_unref(struct st_sampler *s);

/** Does the minifying filter look at several levels? */
static inline bool
st_mipmapped(const struct st_sampler_params *p)
{
   return p->min_filter != GL_NEAREST && p->min_filter != GL_LINEAR;
}

#endif
