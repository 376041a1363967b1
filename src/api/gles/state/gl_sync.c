/* SPDX-License-Identifier: MIT
 *
 * APPLE_sync: fences that the application may wait for; the commands and errors of OpenGL ES 3.0 section 5.2.
 */
#include "api/gles/gl_common.h"
#include "state_tracker/st_api.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_sync.h"

/** The object; NULL and an error for what is none. */
static struct st_sync *
lookup(struct st_context *ctx, GLsync sync, const char *call)
{
   struct st_sync *s = st_sync_get(ctx, sync);
   if (!s)
      st_error(ctx, GL_INVALID_VALUE, "%s: %p is no sync object", call, (void *)sync);
   return s;
}

GLsync
gl_FenceSyncAPPLE(struct st_context *ctx, GLenum condition, GLbitfield flags)
{
   static const char call[] = "glFenceSyncAPPLE";
   if (condition != GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE) {
      st_error(ctx, GL_INVALID_ENUM, "%s(condition = 0x%x)", call, condition);
      return NULL;
   }
   if (flags) {
      st_error(ctx, GL_INVALID_VALUE, "%s(flags = 0x%x)", call, flags);
      return NULL;
   }
   struct pipe_fence *fence = NULL;
   st_flush_in_call(ctx, &fence);
   struct st_sync *s = st_sync_create(ctx, fence);
   if (!s) {
      st_error(ctx, GL_OUT_OF_MEMORY, "%s", call);
      return NULL;
   }
   return st_sync_handle(s);
}

GLboolean
gl_IsSyncAPPLE(struct st_context *ctx, GLsync sync)
{
   return st_sync_get(ctx, sync) != NULL;
}

void
gl_DeleteSyncAPPLE(struct st_context *ctx, GLsync sync)
{
   struct st_sync *s = sync ? lookup(ctx, sync, "glDeleteSyncAPPLE") : NULL;
   if (s)
      st_sync_destroy(ctx, s);
}

GLenum
gl_ClientWaitSyncAPPLE(struct st_context *ctx, GLsync sync, GLbitfield flags, GLuint64 timeout)
{
   static const char call[] = "glClientWaitSyncAPPLE";
   struct st_sync *s = lookup(ctx, sync, call);
   if (!s)
      return GL_WAIT_FAILED_APPLE;
   if (flags & ~(GLbitfield)GL_SYNC_FLUSH_COMMANDS_BIT_APPLE) {
      st_error(ctx, GL_INVALID_VALUE, "%s(flags = 0x%x)", call, flags);
      return GL_WAIT_FAILED_APPLE;
   }
   if (st_sync_wait(ctx, s, 0))
      return GL_ALREADY_SIGNALED_APPLE;
   /* its commands were submitted when it was made: there is nothing to flush */
   const bool done = timeout && st_sync_wait(ctx, s, timeout);
   st_check_reset(ctx);
   return done ? GL_CONDITION_SATISFIED_APPLE : GL_TIMEOUT_EXPIRED_APPLE;
}

void
gl_WaitSyncAPPLE(struct st_context *ctx, GLsync sync, GLbitfield flags, GLuint64 timeout)
{
   static const char call[] = "glWaitSyncAPPLE";
   if (!lookup(ctx, sync, call))
      return;
   if (flags)
      st_error(ctx, GL_INVALID_VALUE, "%s(flags = 0x%x)", call, flags);
   else if (timeout != GL_TIMEOUT_IGNORED_APPLE)
      st_error(ctx, GL_INVALID_VALUE, "%s(timeout = %llu)", call, (unsigned long long)timeout);
   /* else: what is submitted later runs later */
}

void
gl_GetSyncivAPPLE(struct st_context *ctx, GLsync sync, GLenum pname, GLsizei count, GLsizei *length,
                  GLint *values)
{
   static const char call[] = "glGetSyncivAPPLE";
   GLint value;
   if (ctx->lost && pname == GL_SYNC_STATUS_APPLE) { /* who polls must come to an end (KHR_robustness, 2.6) */
      st_error(ctx, GL_CONTEXT_LOST_KHR, "%s: the GPU was reset", call);
      value = GL_SIGNALED_APPLE;
   } else if (ctx->lost) {
      st_error(ctx, GL_CONTEXT_LOST_KHR, "%s: the GPU was reset", call);
      return;
   } else {
      struct st_sync *s = lookup(ctx, sync, call);
      if (!s)
         return;
      if (count < 0) {
         st_error(ctx, GL_INVALID_VALUE, "%s(count = %d)", call, count);
         return;
      }
      switch (pname) {
      case GL_OBJECT_TYPE_APPLE:
         value = GL_SYNC_FENCE_APPLE;
         break;
      case GL_SYNC_STATUS_APPLE:
         value = st_sync_wait(ctx, s, 0) ? GL_SIGNALED_APPLE : GL_UNSIGNALED_APPLE;
         break;
      case GL_SYNC_CONDITION_APPLE:
         value = GL_SYNC_GPU_COMMANDS_COMPLETE_APPLE;
         break;
      case GL_SYNC_FLAGS_APPLE:
         value = 0;
         break;
      default:
         st_error(ctx, GL_INVALID_ENUM, "%s(0x%x)", call, pname);
         return;
      }
   }
   const bool room = count > 0 && values;
   if (room)
      *values = value;
   if (length)
      *length = room;
}
