/* SPDX-License-Identifier: MIT
 *
 * Transform feedback (ES 3.0.6 2.14): objects, and capturing with them.
 */
#include <assert.h>

#include "api/gles/draw/gl_feedback.h"
#include "api/gles/gl_common.h"
#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/draw/st_feedback.h"
#include "state_tracker/program/st_exec.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

void
gl_GenTransformFeedbacks(struct st_context *ctx, GLsizei n, GLuint *ids)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenTransformFeedbacks(n = %d)", n);
   else if (!st_names_gen(&ctx->feedbacks, n, ids))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenTransformFeedbacks");
}

static void
bind(struct st_context *ctx, struct st_feedback *f)
{
   f->refcount++;
   st_feedback_unref(ctx, ctx->feedback);
   ctx->feedback = f;
}

void
gl_DeleteTransformFeedbacks(struct st_context *ctx, GLsizei n, const GLuint *ids)
{
   static const char call[] = "glDeleteTransformFeedbacks";
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "%s(n = %d)", call, n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      const struct st_feedback *f = st_names_object(&ctx->feedbacks, ids[i]);
      if (f && f->active) {
         st_error(ctx, GL_INVALID_OPERATION, "%s: %u is active", call, ids[i]);
         return;
      }
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_feedback *f = st_names_object(&ctx->feedbacks, ids[i]);
      st_names_remove(&ctx->feedbacks, ids[i]);
      if (!f)
         continue;
      if (f == ctx->feedback)
         bind(ctx, ctx->default_feedback);
      st_feedback_unref(ctx, f);
   }
}

GLboolean
gl_IsTransformFeedback(struct st_context *ctx, GLuint id)
{
   return st_names_object(&ctx->feedbacks, id) != NULL;
}

void
gl_BindTransformFeedback(struct st_context *ctx, GLenum target, GLuint id)
{
   static const char call[] = "glBindTransformFeedback";
   if (target != GL_TRANSFORM_FEEDBACK) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   struct st_feedback *f = id ? st_names_get(&ctx->feedbacks, id) : ctx->default_feedback;
   if (!f || gl_is_capturing(ctx)) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(%u): %s", call, id,
               f ? "transform feedback is active" : "not a generated name");
      return;
   }
   if (f == ST_RESERVED) {
      f = st_feedback_create(id);
      if (!f) {
         st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
         return;
      }
      st_names_put(&ctx->feedbacks, id, f); /* the name is there: this needs no memory */
   }
   bind(ctx, f);
}

/** Why the current program cannot be captured from; NULL if it can. */
static const char *
obstacle(const struct st_context *ctx)
{
   const struct st_program *p = st_feedback_source(ctx);
   if (!p || !p->exec || !p->link_status)
      return "no program is in use";
   const struct glsl_program *g = p->exec->glsl;
   if (!g->num_feedback)
      return "the program captures no varyings";
   const unsigned n = g->feedback_separate ? g->num_feedback : 1;
   for (unsigned i = 0; i < n; i++) {
      const struct st_buffer *b = ctx->feedback->buffers[i].buffer;
      if (!b)
         return "a buffer that is needed is not bound";
      if (b->map)
         return "a buffer is mapped";
   }
   return NULL;
}

void
gl_BeginTransformFeedback(struct st_context *ctx, GLenum primitiveMode)
{
   static const char call[] = "glBeginTransformFeedback";
   if (primitiveMode != GL_POINTS && primitiveMode != GL_LINES && primitiveMode != GL_TRIANGLES) {
      st_error(ctx, GL_INVALID_ENUM, "%s(primitiveMode = 0x%x)", call, primitiveMode);
      return;
   }
   const char *problem = ctx->feedback->active ? "it is active already" : obstacle(ctx);
   if (problem)
      st_error(ctx, GL_INVALID_OPERATION, "%s: %s", call, problem);
   else if (!st_feedback_begin(ctx, ctx->feedback, primitiveMode))
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
}

void
gl_EndTransformFeedback(struct st_context *ctx)
{
   if (ctx->feedback->active)
      st_feedback_end(ctx, ctx->feedback);
   else
      st_error(ctx, GL_INVALID_OPERATION, "glEndTransformFeedback: it is not active");
}

void
gl_PauseTransformFeedback(struct st_context *ctx)
{
   if (gl_is_capturing(ctx))
      st_feedback_pause(ctx, ctx->feedback);
   else
      st_error(ctx, GL_INVALID_OPERATION, "glPauseTransformFeedback: it is not active, or paused");
}

void
gl_ResumeTransformFeedback(struct st_context *ctx)
{
   static const char call[] = "glResumeTransformFeedback";
   struct st_feedback *f = ctx->feedback;
   if (!f->active || !f->paused)
      st_error(ctx, GL_INVALID_OPERATION, "%s: it is not paused", call);
   else if (f->program != st_feedback_source(ctx))
      st_error(ctx, GL_INVALID_OPERATION, "%s: it began with another program", call);
   else
      st_feedback_resume(ctx, f);
}

bool
gl_check_feedback(struct st_context *ctx, GLenum mode, uint32_t count, uint32_t instances, const char *call)
{
   struct st_feedback *f = ctx->feedback;
   assert(gl_is_capturing(ctx));
   if (mode != f->mode) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(mode = 0x%x): transform feedback captures 0x%x", call, mode,
               f->mode);
      return false;
   }
   for (unsigned i = 0; i < f->num_targets; i++)
      if (f->buffers[i].buffer && f->buffers[i].buffer->map) { /* ES 3.0.6 2.9.3 */
         st_error(ctx, GL_INVALID_OPERATION, "%s: a buffer that transform feedback writes to is mapped",
                  call);
         return false;
      }
   const uint64_t vertices = st_feedback_vertices(mode, count, instances);
   if (vertices > f->room) {
      st_error(ctx, GL_INVALID_OPERATION,
               "%s: %llu vertices do not fit into the transform feedback's buffers", call,
               (unsigned long long)vertices);
      return false;
   }
   f->room -= vertices;
   return true;
}
