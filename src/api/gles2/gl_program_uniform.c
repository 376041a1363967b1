/* SPDX-License-Identifier: MIT
 *
 * glProgramUniform*EXT (EXT_separate_shader_objects, 2.10.4): glUniform* for a named program.
 */
#include "api/gles2/gl_common.h"
#include "api/gles2/gl_program.h"

void
gl_ProgramUniform1fEXT(struct st_context *ctx, GLuint program, GLint location, GLfloat v0)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform1fEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, 1, 1, (GLfloat[]){v0}, "glProgramUniform1fEXT");
}

void
gl_ProgramUniform2fEXT(struct st_context *ctx, GLuint program, GLint location, GLfloat v0, GLfloat v1)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform2fEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, 1, 2, (GLfloat[]){v0, v1}, "glProgramUniform2fEXT");
}

void
gl_ProgramUniform3fEXT(struct st_context *ctx, GLuint program, GLint location, GLfloat v0, GLfloat v1,
                       GLfloat v2)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform3fEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, 1, 3, (GLfloat[]){v0, v1, v2}, "glProgramUniform3fEXT");
}

void
gl_ProgramUniform4fEXT(struct st_context *ctx, GLuint program, GLint location, GLfloat v0, GLfloat v1,
                       GLfloat v2, GLfloat v3)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform4fEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, 1, 4, (GLfloat[]){v0, v1, v2, v3}, "glProgramUniform4fEXT");
}

void
gl_ProgramUniform1iEXT(struct st_context *ctx, GLuint program, GLint location, GLint v0)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform1iEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, 1, 1, (GLint[]){v0}, "glProgramUniform1iEXT");
}

void
gl_ProgramUniform2iEXT(struct st_context *ctx, GLuint program, GLint location, GLint v0, GLint v1)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform2iEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, 1, 2, (GLint[]){v0, v1}, "glProgramUniform2iEXT");
}

void
gl_ProgramUniform3iEXT(struct st_context *ctx, GLuint program, GLint location, GLint v0, GLint v1, GLint v2)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform3iEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, 1, 3, (GLint[]){v0, v1, v2}, "glProgramUniform3iEXT");
}

void
gl_ProgramUniform4iEXT(struct st_context *ctx, GLuint program, GLint location, GLint v0, GLint v1, GLint v2,
                       GLint v3)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform4iEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, 1, 4, (GLint[]){v0, v1, v2, v3}, "glProgramUniform4iEXT");
}

void
gl_ProgramUniform1fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform1fvEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, count, 1, value, "glProgramUniform1fvEXT");
}

void
gl_ProgramUniform2fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform2fvEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, count, 2, value, "glProgramUniform2fvEXT");
}

void
gl_ProgramUniform3fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform3fvEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, count, 3, value, "glProgramUniform3fvEXT");
}

void
gl_ProgramUniform4fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform4fvEXT");
   if (p)
      gl_set_uniform_f(ctx, p, location, count, 4, value, "glProgramUniform4fvEXT");
}

void
gl_ProgramUniform1ivEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLint *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform1ivEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, count, 1, value, "glProgramUniform1ivEXT");
}

void
gl_ProgramUniform2ivEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLint *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform2ivEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, count, 2, value, "glProgramUniform2ivEXT");
}

void
gl_ProgramUniform3ivEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLint *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform3ivEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, count, 3, value, "glProgramUniform3ivEXT");
}

void
gl_ProgramUniform4ivEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                        const GLint *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniform4ivEXT");
   if (p)
      gl_set_uniform_i(ctx, p, location, count, 4, value, "glProgramUniform4ivEXT");
}

void
gl_ProgramUniformMatrix2fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                              GLboolean transpose, const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniformMatrix2fvEXT");
   if (p)
      gl_set_uniform_matrix(ctx, p, location, count, transpose, 2, value, "glProgramUniformMatrix2fvEXT");
}

void
gl_ProgramUniformMatrix3fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                              GLboolean transpose, const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniformMatrix3fvEXT");
   if (p)
      gl_set_uniform_matrix(ctx, p, location, count, transpose, 3, value, "glProgramUniformMatrix3fvEXT");
}

void
gl_ProgramUniformMatrix4fvEXT(struct st_context *ctx, GLuint program, GLint location, GLsizei count,
                              GLboolean transpose, const GLfloat *value)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glProgramUniformMatrix4fvEXT");
   if (p)
      gl_set_uniform_matrix(ctx, p, location, count, transpose, 4, value, "glProgramUniformMatrix4fvEXT");
}
