/* SPDX-License-Identifier: MIT
 *
 * Random valid GLSL ES 1.00 and 3.00 programs whose result the language fixes to the bit: all floats are multiples
 * of 1/8 that a binary32 holds exactly, floats' divisors are powers of two, indices stay inside, nothing is read
 * before it is written, and at most one call with side effects stands in an expression whose order of evaluation is
 * open. Integers of 3.00 have all their 32 bits, and are never divided by 0, MININT by -1, shifted by more than 31 bits,
 * nor is the remainder of a negative one taken. A seed gives the same text on every host: no two draws of random numbers
 * stand in one list of arguments, whose order C leaves to the compiler.
 */
#ifndef RANDOM_GLSL_H
#define RANDOM_GLSL_H

#include <stdint.h>

/* Kinds of programs. */
#define RANDOM_GLSL_300             1u /* GLSL ES 3.00, else 1.00 */
#define RANDOM_GLSL_VERTEX_TEXTURES 2u /* the vertex shader has lookups, too */
#define RANDOM_GLSL_SMALL                                                                                    \
   4u /* of 1.00: short, without derivatives, all values exact with 17 significant bits */

/** Texts of the two shaders for a seed, of \p kind; malloc'ed, the caller frees both. \p drop names
 * statements (in the order they are made) to leave out, for reducing; NULL = none. Statements made are counted in \p
 * num_statements. */
void random_glsl(uint32_t seed, unsigned kind, const uint8_t *drop, unsigned num_drop, char **vs, char **fs,
                 unsigned *num_statements);

/* What the shaders expect: uniform float uf[4], vec4 uv[4], int ui[4], mat4 um; attribute vec4 pos; and what
 * glsl_random.c and glsl_random_300.c set. */

#endif
