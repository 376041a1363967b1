/* SPDX-License-Identifier: MIT
 *
 * Program pipelines and separable programs (EXT_separate_shader_objects): objects, stages, validation,
 * queries. Pipelines belong to their context.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/gles/draw/gl_feedback.h"
#include "api/gles/gl_common.h"
#include "api/gles/program/gl_program.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_pipeline.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

void
gl_GenProgramPipelinesEXT(struct st_context *ctx, GLsizei n, GLuint *pipelines)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenProgramPipelinesEXT(n = %d)", n);
   else if (!st_names_gen(&ctx->pipelines, n, pipelines))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenProgramPipelinesEXT");
}

void
gl_DeleteProgramPipelinesEXT(struct st_context *ctx, GLsizei n, const GLuint *pipelines)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteProgramPipelinesEXT(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_pipeline *pl = st_names_object(&ctx->pipelines, pipelines[i]);
      st_names_remove(&ctx->pipelines, pipelines[i]);
      if (pl && pl == ctx->pipeline) {
         ctx->pipeline = NULL;
         st_program_changed(ctx);
      }
      st_pipeline_destroy(ctx, pl);
   }
}

GLboolean
gl_IsProgramPipelineEXT(struct st_context *ctx, GLuint pipeline)
{
   return st_names_object(&ctx->pipelines, pipeline) != NULL;
}

/** The object of a generated name, made at its first use; NULL and an error if it cannot be. */
static struct st_pipeline *
lookup(struct st_context *ctx, GLuint name, const char *call)
{
   struct st_pipeline *pl = name ? st_names_get(&ctx->pipelines, name) : NULL;
   if (pl != ST_RESERVED) {
      if (!pl)
         st_error(ctx, GL_INVALID_OPERATION, "%s: %u is not the name of a program pipeline", call, name);
      return pl;
   }
   pl = st_pipeline_create(name);
   if (pl)
      st_names_put(&ctx->pipelines, name, pl); /* the name is there: this needs no memory */
   else
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
   return pl;
}

/* While transform feedback captures, what is drawn with may not change (ARB_transform_feedback2). */

void
gl_BindProgramPipelineEXT(struct st_context *ctx, GLuint pipeline)
{
   static const char call[] = "glBindProgramPipelineEXT";
   if (gl_is_capturing(ctx)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(%u): transform feedback is active", call, pipeline);
      return;
   }
   struct st_pipeline *pl = pipeline ? lookup(ctx, pipeline, call) : NULL;
   if (pipeline && !pl)
      return;
   ctx->pipeline = pl;
   st_program_changed(ctx);
}

/** Lets a binding point of a pipeline hold \p p, or nothing. */
static void
assign(struct st_context *ctx, struct st_program **where, struct st_program *p)
{
   assert(where && (!p || p->link_status));
   if (p)
      p->refcount++;
   st_program_unref(ctx, *where);
   *where = p;
}

void
gl_UseProgramStagesEXT(struct st_context *ctx, GLuint pipeline, GLbitfield stages, GLuint program)
{
   static const char call[] = "glUseProgramStagesEXT";
   const GLbitfield known = GL_VERTEX_SHADER_BIT_EXT | GL_FRAGMENT_SHADER_BIT_EXT;
   struct st_pipeline *pl = lookup(ctx, pipeline, call);
   if (!pl)
      return;
   if (stages != GL_ALL_SHADER_BITS_EXT && (stages & ~known)) {
      st_error(ctx, GL_INVALID_VALUE, "%s(stages = 0x%x)", call, stages);
      return;
   }
   if (pl == ctx->pipeline && gl_is_capturing(ctx)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(%u): transform feedback is active", call, pipeline);
      return;
   }
   struct st_program *p = NULL;
   if (program) {
      p = gl_lookup_program(ctx, program, call);
      if (!p)
         return;
      if (!p->link_status || !p->exec->separable) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked%s", call, program,
                  p->link_status ? " with GL_PROGRAM_SEPARABLE_EXT" : "");
         return;
      }
   }
   for (unsigned st = 0; st < PIPE_SHADER_TYPES; st++)
      if (stages & (st == PIPE_SHADER_VERTEX ? GL_VERTEX_SHADER_BIT_EXT : GL_FRAGMENT_SHADER_BIT_EXT))
         assign(ctx, &pl->stage[st], p && p->exec->stages & 1u << st ? p : NULL);
   st_program_changed(ctx);
}

void
gl_ActiveShaderProgramEXT(struct st_context *ctx, GLuint pipeline, GLuint program)
{
   static const char call[] = "glActiveShaderProgramEXT";
   struct st_pipeline *pl = lookup(ctx, pipeline, call);
   if (!pl)
      return;
   struct st_program *p = program ? gl_lookup_program(ctx, program, call) : NULL;
   if (program && !p)
      return;
   if (p && !p->link_status) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: program %u is not linked", call, program);
      return;
   }
   assign(ctx, &pl->active, p);
}

void
gl_ProgramParameteriEXT(struct st_context *ctx, GLuint program, GLenum pname, GLint value)
{
   static const char call[] = "glProgramParameteriEXT";
   struct st_program *p = gl_lookup_program(ctx, program, call);
   if (!p)
      return;
   const bool hint = pname == GL_PROGRAM_BINARY_RETRIEVABLE_HINT && ctx->version >= 30;
   if (pname != GL_PROGRAM_SEPARABLE_EXT && !hint)
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
   else if (value != GL_TRUE && value != GL_FALSE)
      st_error(ctx, GL_INVALID_VALUE, "%s(0x%x, %d)", call, pname, value);
   else if (hint)
      p->retrievable = value;
   else
      p->separable = value;
}

/** Appends the shader's log to the program's. */
static void
append_log(struct st_program *p, const char *text)
{
   const size_t a = p->log ? strlen(p->log) : 0, b = strlen(text);
   char *log = b ? malloc(a + b + 1) : NULL;
   if (!log)
      return;
   memcpy(log, p->log ? p->log : "", a);
   memcpy(log + a, text, b + 1);
   free(p->log);
   p->log = log;
}

GLuint
gl_CreateShaderProgramvEXT(struct st_context *ctx, GLenum type, GLsizei count, const GLchar **strings)
{
   if (count < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glCreateShaderProgramvEXT(count = %d)", count);
      return 0;
   }
   const GLuint shader = gl_CreateShader(ctx, type);
   if (!shader)
      return 0;
   gl_ShaderSource(ctx, shader, count, strings, NULL);
   gl_CompileShader(ctx, shader);
   const GLuint program = gl_CreateProgram(ctx);
   if (program) {
      struct st_shader *s = st_names_object(&ctx->share->programs, shader);
      struct st_program *p = st_names_object(&ctx->share->programs, program);
      assert(s && s->kind == ST_SHADER && p && p->kind == ST_PROGRAM);
      p->separable = true;
      if (s->ok) {
         gl_AttachShader(ctx, program, shader);
         gl_LinkProgram(ctx, program);
         gl_DetachShader(ctx, program, shader);
      }
      append_log(p, st_shader_log(s));
   }
   gl_DeleteShader(ctx, shader);
   return program;
}

void
gl_ValidateProgramPipelineEXT(struct st_context *ctx, GLuint pipeline)
{
   struct st_pipeline *pl = lookup(ctx, pipeline, "glValidateProgramPipelineEXT");
   if (!pl)
      return;
   const char *problem;
   struct st_exec *e = st_pipeline_exec(ctx, pl, &problem);
   if (e && e->is_pair)
      st_exec_sync_parts(e);
   if (!e && !problem)
      problem = "a stage has no program";
   else if (e && st_exec_samplers_conflict(e, (unsigned)ctx->limits.max_units))
      problem = "samplers of different types use one texture unit";
   pl->validate_status = !problem;
   free(pl->log);
   pl->log = problem ? strdup(problem) : NULL;
}

/* ---- queries ------------------------------------------------------------------------------------------- */

static GLint
name_of(const struct st_program *p)
{
   return p ? (GLint)p->name : 0;
}

void
gl_GetProgramPipelineivEXT(struct st_context *ctx, GLuint pipeline, GLenum pname, GLint *params)
{
   static const char call[] = "glGetProgramPipelineivEXT";
   const struct st_pipeline *pl = lookup(ctx, pipeline, call);
   if (!pl)
      return;
   switch (pname) {
   case GL_ACTIVE_PROGRAM_EXT:
      *params = name_of(pl->active);
      break;
   case GL_VERTEX_SHADER:
      *params = name_of(pl->stage[PIPE_SHADER_VERTEX]);
      break;
   case GL_FRAGMENT_SHADER:
      *params = name_of(pl->stage[PIPE_SHADER_FRAGMENT]);
      break;
   case GL_VALIDATE_STATUS:
      *params = pl->validate_status;
      break;
   case GL_INFO_LOG_LENGTH:
      *params = pl->log && *pl->log ? (GLint)strlen(pl->log) + 1 : 0;
      break;
   default:
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
   }
}

void
gl_GetProgramPipelineInfoLogEXT(struct st_context *ctx, GLuint pipeline, GLsizei bufSize, GLsizei *length,
                                GLchar *infoLog)
{
   static const char call[] = "glGetProgramPipelineInfoLogEXT";
   const struct st_pipeline *pl = lookup(ctx, pipeline, call);
   if (!pl)
      return;
   if (bufSize < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(bufSize = %d)", call, bufSize);
      return;
   }
   const char *text = pl->log ? pl->log : "";
   gl_copy_string(bufSize, length, infoLog, text, strlen(text));
}
