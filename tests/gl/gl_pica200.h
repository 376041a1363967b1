/* SPDX-License-Identifier: MIT
 *
 * What the tests of PICA200 through GL share: colours, and a program that paints one.
 */
#ifndef TESTS_GL_PICA200_H
#define TESTS_GL_PICA200_H

#define GL_CHIPS "pica200"
#include "gl_chip.h"

#define GREEN rgba(0, 255, 0, 255)
#define RED   rgba(255, 0, 0, 255)
#define BLUE  rgba(0, 0, 255, 255)
#define BLACK rgba(0, 0, 0, 255)

static inline GLuint
colour(float r, float g, float b)
{
   GLuint p = gl_program_with(VS_POS, FS_COLOR);
   glUniform4f(glGetUniformLocation(p, "c"), r, g, b, 1);
   return p;
}

#define RUN(name)                                                                                            \
   static void test_##name(void **state)                                                                     \
   {                                                                                                         \
      ON_EVERY_CHIP(name##_on)                                                                               \
   }

#endif
