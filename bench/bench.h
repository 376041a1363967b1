/* SPDX-License-Identifier: MIT
 *
 * What the measuring programs share: a sentence and an end where the driver fails, shaders.
 */
#ifndef BENCH_H
#define BENCH_H

#include <GLES2/gl2.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static inline void
die(const char *what)
{
   fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
   exit(1);
}

static inline GLuint
compile(GLenum stage, const char *text)
{
   const GLuint shader = glCreateShader(stage);
   GLint ok = 0;
   glShaderSource(shader, 1, &text, NULL);
   glCompileShader(shader);
   glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
   if (!ok)
      die("a shader does not compile");
   return shader;
}

/** A program whose attribute "at" is number 0. */
static inline GLuint
link_program(const char *vs, const char *fs)
{
   const GLuint program = glCreateProgram();
   GLint ok = 0;
   glAttachShader(program, compile(GL_VERTEX_SHADER, vs));
   glAttachShader(program, compile(GL_FRAGMENT_SHADER, fs));
   glBindAttribLocation(program, 0, "at");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &ok);
   if (!ok)
      die("a program does not link");
   return program;
}

#endif
