/* SPDX-License-Identifier: MIT
 *
 * Shader objects (ES 2.0.25 2.10.1, 2.10.2, 6.1.8). A shader that is marked for deletion lives as long as a
 * program holds it.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/st_precision.h"

/** Errors for a name that is not a shader or not a program: INVALID_OPERATION if it is the other kind, else
 * INVALID_VALUE. */
static void *
lookup(struct st_context *ctx, GLuint name, enum st_shader_kind kind, const char *call)
{
   struct st_shader *s = st_names_object(&ctx->share->programs, name);
   if (s && s->kind == kind)
      return s;
   st_error(ctx, s ? GL_INVALID_OPERATION : GL_INVALID_VALUE, "%s: %u is not the name of a %s", call, name,
            kind == ST_SHADER ? "shader" : "program");
   return NULL;
}

struct st_shader *
gl_lookup_shader(struct st_context *ctx, GLuint name, const char *call)
{
   return lookup(ctx, name, ST_SHADER, call);
}

struct st_program *
gl_lookup_program(struct st_context *ctx, GLuint name, const char *call)
{
   return lookup(ctx, name, ST_PROGRAM, call);
}

GLuint
gl_CreateShader(struct st_context *ctx, GLenum type)
{
   if (type != GL_VERTEX_SHADER && type != GL_FRAGMENT_SHADER) {
      st_error(ctx, GL_INVALID_ENUM, "glCreateShader(0x%x)", type);
      return 0;
   }
   GLuint name;
   if (!st_names_gen(&ctx->share->programs, 1, &name)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "glCreateShader");
      return 0;
   }
   struct st_shader *s = st_shader_create(name, type);
   if (!s) {
      st_names_remove(&ctx->share->programs, name);
      st_error(ctx, GL_OUT_OF_MEMORY, "glCreateShader");
      return 0;
   }
   st_names_put(&ctx->share->programs, name, s);
   return name;
}

void
gl_DeleteShader(struct st_context *ctx, GLuint shader)
{
   if (!shader)
      return;
   struct st_shader *s = gl_lookup_shader(ctx, shader, "glDeleteShader");
   if (!s || s->delete_pending)
      return;
   s->delete_pending = true;
   st_shader_unref(ctx, s);
}

GLboolean
gl_IsShader(struct st_context *ctx, GLuint shader)
{
   const struct st_shader *s = st_names_object(&ctx->share->programs, shader);
   return s && s->kind == ST_SHADER;
}

/** Length of string i without NULs at its end, which programs count whose strings are arrays: OpenGL ES 2.0 section 2.10.1
 * wants lengths without them, other drivers take them. */
static size_t
source_length(const GLchar *const *string, const GLint *length, GLsizei i)
{
   if (!length || length[i] < 0)
      return strlen(string[i]);
   size_t n = (size_t)length[i];
   while (n && !string[i][n - 1])
      n--;
   return n;
}

void
gl_ShaderSource(struct st_context *ctx, GLuint shader, GLsizei count, const GLchar *const *string,
                const GLint *length)
{
   struct st_shader *s = gl_lookup_shader(ctx, shader, "glShaderSource");
   if (!s)
      return;
   if (count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glShaderSource(count = %d)", count);
      return;
   }
   size_t total_B = 0;
   for (GLsizei i = 0; i < count; i++) {
      if (!string || !string[i]) {
         st_error(ctx, GL_INVALID_OPERATION, "glShaderSource: string %d is null", i);
         return;
      }
      total_B += source_length(string, length, i);
   }
   char *text = malloc(total_B + 1), *end = text;
   if (!text) {
      st_error(ctx, GL_OUT_OF_MEMORY, "glShaderSource");
      return;
   }
   for (GLsizei i = 0; i < count; i++) {
      const size_t n = source_length(string, length, i);
      memcpy(end, string[i], n);
      end += n;
   }
   assert(end == text + total_B);
   *end = '\0';
   if (s->ok && !s->pending_source) { /* what was compiled */
      s->pending_source = s->source;
      s->pending_source_B = s->source_B;
   } else {
      free(s->source);
   }
   s->source = text;
   s->source_B = total_B;
}

void
gl_CompileShader(struct st_context *ctx, GLuint shader)
{
   struct st_shader *s = gl_lookup_shader(ctx, shader, "glCompileShader");
   if (!s)
      return;
   if (!st_shader_compile(ctx, s))
      st_error(ctx, GL_OUT_OF_MEMORY, "glCompileShader");
}

void
gl_MaxShaderCompilerThreadsKHR(struct st_context *ctx, GLuint count)
{
   ctx->max_compiler_threads = count;
}

void
gl_GetShaderiv(struct st_context *ctx, GLuint shader, GLenum pname, GLint *params)
{
   const struct st_shader *s = gl_lookup_shader(ctx, shader, "glGetShaderiv");
   if (!s)
      return;
   switch (pname) {
   case GL_SHADER_TYPE:
      *params = (GLint)s->type;
      break;
   case GL_DELETE_STATUS:
      *params = s->delete_pending;
      break;
   case GL_COMPILE_STATUS:
      *params = s->ok;
      break;
   case GL_COMPLETION_STATUS_KHR: /* compiling is done when glCompileShader returns */
      *params = GL_TRUE;
      break;
   case GL_INFO_LOG_LENGTH: {
      size_t n = strlen(st_shader_log(s));
      *params = n ? (GLint)n + 1 : 0;
      break;
   }
   case GL_SHADER_SOURCE_LENGTH:
      *params = s->source ? (GLint)s->source_B + 1 : 0;
      break;
   default:
      st_error(ctx, GL_INVALID_ENUM, "glGetShaderiv(0x%x)", pname);
   }
}

void
gl_copy_string(GLsizei room_B, GLsizei *length, GLchar *out, const char *text, size_t n)
{
   assert(text || !n);
   if (room_B > 0 && out) {
      n = MIN2(n, (size_t)room_B - 1);
      memcpy(out, text, n);
      out[n] = '\0';
   } else {
      n = 0;
   }
   if (length)
      *length = (GLsizei)n;
}

void
gl_GetShaderInfoLog(struct st_context *ctx, GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *infoLog)
{
   const struct st_shader *s = gl_lookup_shader(ctx, shader, "glGetShaderInfoLog");
   if (!s)
      return;
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glGetShaderInfoLog(bufSize = %d)", bufSize);
      return;
   }
   gl_copy_string(bufSize, length, infoLog, st_shader_log(s), strlen(st_shader_log(s)));
}

void
gl_GetShaderSource(struct st_context *ctx, GLuint shader, GLsizei bufSize, GLsizei *length, GLchar *source)
{
   const struct st_shader *s = gl_lookup_shader(ctx, shader, "glGetShaderSource");
   if (!s)
      return;
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glGetShaderSource(bufSize = %d)", bufSize);
      return;
   }
   gl_copy_string(bufSize, length, source, s->source ? s->source : "", s->source ? s->source_B : 0);
}

void
gl_GetShaderPrecisionFormat(struct st_context *ctx, GLenum shadertype, GLenum precisiontype, GLint *range,
                            GLint *precision)
{
   if (shadertype != GL_VERTEX_SHADER && shadertype != GL_FRAGMENT_SHADER) {
      st_error(ctx, GL_INVALID_ENUM, "glGetShaderPrecisionFormat(0x%x)", shadertype);
      return;
   }
   switch (precisiontype) {
   case GL_LOW_FLOAT:
   case GL_MEDIUM_FLOAT:
   case GL_HIGH_FLOAT:
   case GL_LOW_INT:
   case GL_MEDIUM_INT:
   case GL_HIGH_INT:
      st_precision_format(ctx, shadertype == GL_VERTEX_SHADER, precisiontype, range, precision);
      break;
   default:
      st_error(ctx, GL_INVALID_ENUM, "glGetShaderPrecisionFormat(0x%x)", precisiontype);
   }
}

void
gl_ReleaseShaderCompiler(struct st_context *ctx)
{
   /* The compiler holds nothing between two calls. */
}

void
gl_ShaderBinary(struct st_context *ctx, GLsizei count, const GLuint *shaders, GLenum binaryFormat,
                const void *binary, GLsizei length)
{
   if (count < 0 || length < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glShaderBinary(count = %d, length = %d)", count, length);
      return;
   }
   for (GLsizei i = 0; i < count; i++)
      if (!gl_lookup_shader(ctx, shaders[i], "glShaderBinary"))
         return;
   st_error(ctx, GL_INVALID_ENUM, "glShaderBinary(0x%x): there is no binary format", binaryFormat);
}
