/* SPDX-License-Identifier: MIT
 *
 * A value of glGet* on its way to the application, before it is converted to the type that was asked for.
 */
#ifndef API_GLES_GL_GET_H
#define API_GLES_GL_GET_H

#include <stdbool.h>

#include "api/gles/gl_common.h"

enum gl_kind {
   GL_KIND_BOOL,
   GL_KIND_INT,   /* also enums and names */
   GL_KIND_MASK,  /* GLuint, whose bits are those of an integer */
   GL_KIND_COUNT, /* GLuint, of which an integer is the nearest (ES 3.0.6 6.1.2) */
   GL_KIND_FLOAT,
   GL_KIND_UNIT, /* float in [0,1] that maps to the full range of integers */
};

struct gl_value {
   enum gl_kind kind;
   unsigned n;
   union {
      GLint i[GL_MAX_GET_VALUES];
      float f[GL_MAX_GET_VALUES];
   };
};

/** State that is no field of the context. False: an unknown name. */
bool gl_get_computed(struct st_context *ctx, GLenum pname, struct gl_value *v);

/** State that OpenGL ES 3.0 adds. False: an unknown name, or a context of 2.0. */
bool gl_get_gles3(struct st_context *ctx, GLenum pname, struct gl_value *v);

#endif
