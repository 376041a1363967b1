/* SPDX-License-Identifier: MIT
 *
 * EXT_occlusion_query_boolean and EXT_disjoint_timer_query. Query objects belong to their context. One of the
 * two occlusion targets, one time and the primitives that transform feedback writes can be measured at once. The clock never stops or jumps, so no result is
 * ever disjoint.
 */
#include <assert.h>
#include <stdlib.h>

#include "api/gles/gl_common.h"
#include "state_tracker/draw/st_query.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"

static bool
is_occlusion(GLenum target)
{
   return target == GL_ANY_SAMPLES_PASSED_EXT || target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE_EXT;
}

/** Where the active query of a target stands; NULL and an error for what is no target. */
static struct st_query **
active_slot(struct st_context *ctx, GLenum target, const char *call)
{
   if (is_occlusion(target) && gl_has_occlusion_query(ctx))
      return &ctx->active_query[0];
   if (target == GL_TIME_ELAPSED_EXT && gl_has_timer_query(ctx))
      return &ctx->active_query[1];
   if (target == GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN && ctx->version >= 30)
      return &ctx->active_query[2];
   st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
   return NULL;
}

void
gl_GenQueriesEXT(struct st_context *ctx, GLsizei n, GLuint *ids)
{
   if (n < 0)
      st_error(ctx, GL_INVALID_VALUE, "glGenQueriesEXT(n = %d)", n);
   else if (!st_names_gen(&ctx->queries, n, ids))
      st_error(ctx, GL_OUT_OF_MEMORY, "glGenQueriesEXT");
}

void
gl_DeleteQueriesEXT(struct st_context *ctx, GLsizei n, const GLuint *ids)
{
   if (n < 0) {
      st_error(ctx, GL_INVALID_VALUE, "glDeleteQueriesEXT(n = %d)", n);
      return;
   }
   for (GLsizei i = 0; i < n; i++) {
      struct st_query *q = st_names_object(&ctx->queries, ids[i]);
      st_names_remove(&ctx->queries, ids[i]);
      if (q)
         st_query_unref(ctx, q); /* an active one ends first */
   }
}

GLboolean
gl_IsQueryEXT(struct st_context *ctx, GLuint id)
{
   return st_names_object(&ctx->queries, id) != NULL;
}

/** The object of a generated name, made at its first use for \p target; NULL and an error if it cannot be. */
static struct st_query *
object_for(struct st_context *ctx, GLuint id, GLenum target, const char *call)
{
   struct st_query *q = id ? st_names_get(&ctx->queries, id) : NULL;
   if (!q) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(id = %u): not a generated name", call, id);
      return NULL;
   }
   assert(q == ST_RESERVED || (q->name == id && q->q && q->refcount > 0));
   if (q != ST_RESERVED) {
      if (q->target == target && !q->active)
         return q;
      st_error(ctx, GL_INVALID_OPERATION, "%s(id = %u): the query %s", call, id,
               q->active ? "is active" : "has another target");
      return NULL;
   }
   enum pipe_query_type type = is_occlusion(target)            ? PIPE_QUERY_OCCLUSION_PREDICATE
                               : target == GL_TIME_ELAPSED_EXT ? PIPE_QUERY_TIME_ELAPSED
                               : target == GL_TIMESTAMP_EXT    ? PIPE_QUERY_TIMESTAMP
                                                               : PIPE_QUERY_PRIMITIVES_EMITTED;
   q = calloc(1, sizeof *q);
   if (q)
      *q = (struct st_query){.refcount = 1, .name = id, .target = target};
   if (!q || !(q->q = ctx->pipe->create_query(ctx->pipe, type))) {
      free(q);
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return NULL;
   }
   st_names_put(&ctx->queries, id, q); /* the name is there: this needs no memory */
   return q;
}

void
gl_BeginQueryEXT(struct st_context *ctx, GLenum target, GLuint id)
{
   static const char call[] = "glBeginQueryEXT";
   struct st_query **slot = active_slot(ctx, target, call);
   if (!slot)
      return;
   if (*slot) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: query %u is active", call, (*slot)->name);
      return;
   }
   struct st_query *q = object_for(ctx, id, target, call);
   if (!q)
      return;
   if (!ctx->pipe->begin_query(ctx->pipe, q->q)) {
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return;
   }
   q->active = true;
   q->refcount++;
   *slot = q;
}

void
gl_EndQueryEXT(struct st_context *ctx, GLenum target)
{
   static const char call[] = "glEndQueryEXT";
   struct st_query **slot = active_slot(ctx, target, call);
   if (!slot)
      return;
   struct st_query *q = *slot;
   assert(!q || q->active);
   if (!q || q->target != target) {
      st_error(ctx, GL_INVALID_OPERATION, "%s: no query of that target is active", call);
      return;
   }
   ctx->pipe->end_query(ctx->pipe, q->q);
   q->active = false;
   *slot = NULL;
   st_query_unref(ctx, q);
}

void
gl_QueryCounterEXT(struct st_context *ctx, GLuint id, GLenum target)
{
   static const char call[] = "glQueryCounterEXT";
   if (target != GL_TIMESTAMP_EXT || !gl_has_timer_query(ctx)) {
      st_error(ctx, GL_INVALID_ENUM, "%s(target = 0x%x)", call, target);
      return;
   }
   struct st_query *q = object_for(ctx, id, target, call);
   if (q)
      ctx->pipe->end_query(ctx->pipe, q->q);
}

void
gl_GetQueryivEXT(struct st_context *ctx, GLenum target, GLenum pname, GLint *params)
{
   static const char call[] = "glGetQueryivEXT";
   bool timer = gl_has_timer_query(ctx);
   if (target == GL_TIMESTAMP_EXT && timer && pname == GL_QUERY_COUNTER_BITS_EXT) {
      *params = 64;
      return;
   }
   if (target == GL_TIMESTAMP_EXT && timer && pname == GL_CURRENT_QUERY_EXT) {
      *params = 0;
      return;
   }
   struct st_query **slot = active_slot(ctx, target, call);
   if (!slot)
      return;
   if (pname == GL_CURRENT_QUERY_EXT)
      *params = *slot && (*slot)->target == target ? (GLint)(*slot)->name : 0;
   else if (pname == GL_QUERY_COUNTER_BITS_EXT && timer)
      *params = is_occlusion(target) ? 1 : 64;
   else
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
}

/** False and an error if there is nothing to tell. */
static bool
result(struct st_context *ctx, GLuint id, GLenum pname, uint64_t *value, const char *call)
{
   if (ctx->lost) { /* who polls must come to an end (KHR_robustness, 2.6) */
      st_error(ctx, GL_CONTEXT_LOST_KHR, "%s: the GPU was reset", call);
      *value = GL_TRUE;
      return pname == GL_QUERY_RESULT_AVAILABLE_EXT;
   }
   struct st_query *q = st_names_object(&ctx->queries, id);
   if (!q || q->active) {
      st_error(ctx, GL_INVALID_OPERATION, "%s(id = %u): %s", call, id,
               q ? "the query is active" : "no query");
      return false;
   }
   if (pname != GL_QUERY_RESULT_EXT && pname != GL_QUERY_RESULT_AVAILABLE_EXT) {
      st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
      return false;
   }
   bool wait = pname == GL_QUERY_RESULT_EXT, done = ctx->pipe->get_query_result(ctx->pipe, q->q, wait, value);
   if (!done)
      st_check_reset(ctx);
   if (!wait)
      *value = done;
   return true;
}

void
gl_GetQueryObjectuivEXT(struct st_context *ctx, GLuint id, GLenum pname, GLuint *params)
{
   uint64_t v;
   if (result(ctx, id, pname, &v, "glGetQueryObjectuivEXT"))
      *params = (GLuint)MIN2(v, UINT32_MAX);
}

void
gl_GetQueryObjectivEXT(struct st_context *ctx, GLuint id, GLenum pname, GLint *params)
{
   uint64_t v;
   if (result(ctx, id, pname, &v, "glGetQueryObjectivEXT"))
      *params = (GLint)MIN2(v, INT32_MAX);
}

void
gl_GetQueryObjectui64vEXT(struct st_context *ctx, GLuint id, GLenum pname, GLuint64 *params)
{
   uint64_t v;
   if (result(ctx, id, pname, &v, "glGetQueryObjectui64vEXT"))
      *params = v;
}

void
gl_GetQueryObjecti64vEXT(struct st_context *ctx, GLuint id, GLenum pname, GLint64 *params)
{
   uint64_t v;
   if (result(ctx, id, pname, &v, "glGetQueryObjecti64vEXT"))
      *params = (GLint64)MIN2(v, INT64_MAX);
}

static void
get_integer64(struct st_context *ctx, GLenum pname, GLint64 *data, const char *call)
{
   uint64_t ns;
   if (pname == GL_TIMESTAMP_EXT && gl_has_timer_query(ctx)) {
      if (st_timestamp(ctx, &ns))
         *data = (GLint64)ns;
      else
         st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return;
   }
   gl_get_integers64(ctx, pname, data);
}

void
gl_GetInteger64vEXT(struct st_context *ctx, GLenum pname, GLint64 *data)
{
   get_integer64(ctx, pname, data, "glGetInteger64vEXT");
}

void
gl_GetInteger64vAPPLE(struct st_context *ctx, GLenum pname, GLint64 *params)
{
   get_integer64(ctx, pname, params, "glGetInteger64vAPPLE");
}
