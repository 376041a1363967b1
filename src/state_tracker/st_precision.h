/* SPDX-License-Identifier: MIT
 *
 * What glGetShaderPrecisionFormat tells of the GPU (ES 2.0.25 6.1.8).
 */
#ifndef ST_PRECISION_H
#define ST_PRECISION_H

#include <stdbool.h>

#include <GLES2/gl2.h>

struct st_context;

/** Of a vertex or fragment shader's floats or ints, whose precisions are all computed with one format: the logarithms of
 * its smallest and its largest number, and how many bits their mantissas have (ints: 0). All zero: there is no such precision.
 * \p type: GL_LOW_FLOAT to GL_HIGH_INT. */
void st_precision_format(const struct st_context *ctx, bool vertex, GLenum type, GLint range[2],
                         GLint *precision);

#endif
