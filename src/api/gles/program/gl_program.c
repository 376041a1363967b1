/* SPDX-License-Identifier: MIT
 *
 * Program objects (ES 2.0.25 2.10.3, 2.10.4, 6.1.8): attachment, linking, use, validation, active attributes.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/draw/gl_feedback.h"
#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/draw/st_validate.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

GLuint
gl_CreateProgram(struct st_context *ctx)
{
   GLuint name;
   if (!st_names_gen(&ctx->share->programs, 1, &name)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "glCreateProgram");
      return 0;
   }
   struct st_program *p = st_program_create(name);
   if (!p) {
      st_names_remove(&ctx->share->programs, name);
      st_error(ctx, GL_OUT_OF_MEMORY, "glCreateProgram");
      return 0;
   }
   st_names_put(&ctx->share->programs, name, p);
   return name;
}

void
gl_DeleteProgram(struct st_context *ctx, GLuint program)
{
   if (!program)
      return;
   struct st_program *p = gl_lookup_program(ctx, program, "glDeleteProgram");
   if (!p || p->delete_pending)
      return;
   p->delete_pending = true;
   st_program_unref(ctx, p);
}

GLboolean
gl_IsProgram(struct st_context *ctx, GLuint program)
{
   const struct st_program *p = st_names_object(&ctx->share->programs, program);
   return p && p->kind == ST_PROGRAM;
}

void
gl_AttachShader(struct st_context *ctx, GLuint program, GLuint shader)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glAttachShader");
   struct st_shader *s = p ? gl_lookup_shader(ctx, shader, "glAttachShader") : NULL;
   if (!s)
      return;
   for (size_t i = 0; i < p->shaders.count; i++) {
      if (p->shaders.data[i]->type == s->type) {
         st_error(ctx, GL_INVALID_OPERATION, "glAttachShader: program %u has shader %u of that type", program,
                  p->shaders.data[i]->name);
         return;
      }
   }
   if (!u_vec_push(&p->shaders, s)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "glAttachShader");
      return;
   }
   s->refcount++;
}

void
gl_DetachShader(struct st_context *ctx, GLuint program, GLuint shader)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glDetachShader");
   struct st_shader *s = p ? gl_lookup_shader(ctx, shader, "glDetachShader") : NULL;
   if (!s)
      return;
   for (size_t i = 0; i < p->shaders.count; i++) {
      if (p->shaders.data[i] != s)
         continue;
      memmove(&p->shaders.data[i], &p->shaders.data[i + 1],
              (p->shaders.count - i - 1) * sizeof p->shaders.data[0]);
      p->shaders.count--;
      st_shader_unref(ctx, s);
      return;
   }
   st_error(ctx, GL_INVALID_OPERATION, "glDetachShader: shader %u is not attached to program %u", shader,
            program);
}

void
gl_GetAttachedShaders(struct st_context *ctx, GLuint program, GLsizei maxCount, GLsizei *count,
                      GLuint *shaders)
{
   const struct st_program *p = gl_lookup_program(ctx, program, "glGetAttachedShaders");
   if (!p)
      return;
   if (maxCount < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glGetAttachedShaders(maxCount = %d)", maxCount);
      return;
   }
   GLsizei n = MIN2(maxCount, (GLsizei)p->shaders.count);
   for (GLsizei i = 0; i < n && shaders; i++)
      shaders[i] = p->shaders.data[i]->name;
   if (count)
      *count = n;
}

void
gl_BindAttribLocation(struct st_context *ctx, GLuint program, GLuint index, const GLchar *name)
{
   static const char call[] = "glBindAttribLocation";
   struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   if (index >= (GLuint)ctx->limits.max_attribs) {
      st_error(ctx, GL_INVALID_VALUE, "%s(index = %u)", call, index);
      return;
   }
   if (!strncmp(name, "gl_", 3)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(\"%s\")", call, name);
      return;
   }
   for (size_t i = 0; i < p->bindings.count; i++) {
      if (!strcmp(p->bindings.data[i].name, name)) {
         p->bindings.data[i].location = (int32_t)index;
         return;
      }
   }
   struct glsl_attrib_binding b = {strdup(name), (int32_t)index};
   if (!b.name || !u_vec_push(&p->bindings, b)) {
      free((char *)b.name);
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   }
}

void
gl_LinkProgram(struct st_context *ctx, GLuint program)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glLinkProgram");
   if (p && p->captured_by)
      st_error(ctx, GL_INVALID_OPERATION, "glLinkProgram: transform feedback is active with program %u",
               program);
   else if (p && !st_program_link(ctx, p))
      st_error(ctx, GL_OUT_OF_MEMORY, "glLinkProgram");
}

void
gl_UseProgram(struct st_context *ctx, GLuint program)
{
   struct st_program *p = NULL;
   if (gl_is_capturing(ctx)) {
      st_error(ctx, GL_INVALID_OPERATION, "glUseProgram(%u): transform feedback is active", program);
      return;
   }
   if (program) {
      p = gl_lookup_program(ctx, program, "glUseProgram");
      if (!p)
         return;
      if (!p->link_status) {
         st_error(ctx, GL_INVALID_OPERATION, "glUseProgram: program %u is not linked", program);
         return;
      }
   }
   if (p != ctx->program) {
      if (p)
         p->refcount++;
      st_program_unref(ctx, ctx->program);
      ctx->program = p;
      st_program_changed(ctx);
   }
   st_refresh_program(ctx);
}

/** The conditions under which a program cannot run in the present state; NULL if it can. */
static const char *
problem_of(const struct st_context *ctx, const struct st_program *p)
{
   if (!p->link_status)
      return "the program is not linked";
   if (st_exec_samplers_conflict(p->exec, (unsigned)ctx->limits.max_units))
      return "samplers of different types use one texture unit";
   return NULL;
}

void
gl_ValidateProgram(struct st_context *ctx, GLuint program)
{
   struct st_program *p = gl_lookup_program(ctx, program, "glValidateProgram");
   if (!p)
      return;
   const char *problem = problem_of(ctx, p);
   p->validate_status = !problem;
   free(p->log);
   p->log = problem ? strdup(problem) : NULL;
}

/* ---- queries ------------------------------------------------------------------------------------------- */

void
gl_GetProgramiv(struct st_context *ctx, GLuint program, GLenum pname, GLint *params)
{
   const struct st_program *p = gl_lookup_program(ctx, program, "glGetProgramiv");
   if (!p)
      return;
   const struct glsl_program *g = p->link_status ? p->exec->glsl : NULL;
   size_t longest = 0;
   switch (pname) {
   case GL_DELETE_STATUS:
      *params = p->delete_pending;
      break;
   case GL_LINK_STATUS:
      *params = p->link_status;
      break;
   case GL_VALIDATE_STATUS:
      *params = p->validate_status;
      break;
   case GL_COMPLETION_STATUS_KHR: /* linking is done when glLinkProgram returns */
      *params = GL_TRUE;
      break;
   case GL_INFO_LOG_LENGTH:
      *params = p->log && *p->log ? (GLint)strlen(p->log) + 1 : 0;
      break;
   case GL_PROGRAM_BINARY_LENGTH_OES: {
      size_t size_B = 0;
      if (p->link_status)
         free(st_program_get_binary(ctx, p, &size_B));
      *params = (GLint)size_B;
      break;
   }
   case GL_PROGRAM_SEPARABLE_EXT:
      *params = p->separable;
      break;
   case GL_ATTACHED_SHADERS:
      *params = (GLint)p->shaders.count;
      break;
   case GL_ACTIVE_ATTRIBUTES:
      *params = g ? (GLint)g->num_attributes : 0;
      break;
   case GL_ACTIVE_UNIFORMS:
      *params = g ? (GLint)g->num_uniforms : 0;
      break;
   case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH:
      for (unsigned i = 0; g && i < g->num_attributes; i++)
         longest = MAX2(longest, strlen(g->attributes[i].name) + 1);
      *params = (GLint)longest;
      break;
   case GL_ACTIVE_UNIFORM_MAX_LENGTH:
      for (unsigned i = 0; g && i < g->num_uniforms; i++)
         longest = MAX2(longest, strlen(g->uniforms[i].name) + 1);
      *params = (GLint)longest;
      break;
   default:
      if (ctx->version < 30 || !gl_get_program_interface(p, pname, params))
         st_error(ctx, GL_INVALID_ENUM, "glGetProgramiv(0x%x)", pname);
   }
}

void
gl_GetProgramInfoLog(struct st_context *ctx, GLuint program, GLsizei bufSize, GLsizei *length,
                     GLchar *infoLog)
{
   const struct st_program *p = gl_lookup_program(ctx, program, "glGetProgramInfoLog");
   if (!p)
      return;
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glGetProgramInfoLog(bufSize = %d)", bufSize);
      return;
   }
   const char *text = p->log ? p->log : "";
   gl_copy_string(bufSize, length, infoLog, text, strlen(text));
}

void
gl_GetActiveAttrib(struct st_context *ctx, GLuint program, GLuint index, GLsizei bufSize, GLsizei *length,
                   GLint *size, GLenum *type, GLchar *name)
{
   static const char call[] = "glGetActiveAttrib";
   const struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   const struct glsl_program *g = p->link_status ? p->exec->glsl : NULL;
   if (bufSize < 0 || !g || index >= g->num_attributes) {
      st_error(ctx, GL_INVALID_VALUE, "%s(index = %u, bufSize = %d)", call, index, bufSize);
      return;
   }
   const struct glsl_attribute *a = &g->attributes[index];
   gl_copy_string(bufSize, length, name, a->name, strlen(a->name));
   *size = 1;
   *type = gl_type_of(a->base, a->rows, a->cols);
}

GLint
gl_GetAttribLocation(struct st_context *ctx, GLuint program, const GLchar *name)
{
   const struct st_program *p = gl_lookup_program(ctx, program, "glGetAttribLocation");
   if (!p)
      return -1;
   if (!p->link_status) {
      st_error(ctx, GL_INVALID_OPERATION, "glGetAttribLocation: program %u is not linked", program);
      return -1;
   }
   const struct glsl_program *g = p->exec->glsl;
   for (unsigned i = 0; i < g->num_attributes; i++)
      if (!strcmp(g->attributes[i].name, name))
         return g->attributes[i].location;
   return -1;
}
