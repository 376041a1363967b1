/* SPDX-License-Identifier: MIT
 *
 * What glsl_random.c and glsl_random_300.c share: a context of OpenGL ES 3.0 must be current for all of it.
 */
#ifndef GLSL_RANDOM_H
#define GLSL_RANDOM_H

#include <GLES3/gl3.h>
#include <stdbool.h>
#include <stdint.h>

#define SIZE 16 /* pixels of a side */

extern bool es3_words; /* es3_draw() prints what it hashes */

/** Makes textures and a framebuffer with three targets, which stay bound. */
void es3_open(void);
/** Says which outputs of the vertex shader are captured. */
void es3_before_link(GLuint program);
/** Draws with the current program, whose attributes and uniforms outside of blocks are set; gives the hash of the targets
 * and of what was captured. */
uint64_t es3_draw(GLuint program);

#endif
