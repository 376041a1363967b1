/* SPDX-License-Identifier: MIT
 *
 * Sync objects (APPLE_sync, as in OpenGL ES 3.0 section 5.2), shared by the contexts of a group.
 */
#ifndef ST_SYNC_H
#define ST_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>

struct pipe_fence;
struct st_context;

struct st_sync {
   GLuint name;              /* GLsync is this number */
   struct pipe_fence *fence; /* NULL: signaled */
   char *label;
};

/** Takes over the reference to \p fence (NULL: all has been executed), even if it fails. NULL: out of memory. */
struct st_sync *st_sync_create(struct st_context *ctx, struct pipe_fence *fence);
/** NULL for what is no sync object. */
struct st_sync *st_sync_get(const struct st_context *ctx, const void *handle);
/** The handle that the application gets. */
void *st_sync_handle(const struct st_sync *s);
/** Whether all commands before it have been executed, at the latest after \p timeout_ns. Others may delete it meanwhile, unless that
 * is 0. */
bool st_sync_wait(struct st_context *ctx, struct st_sync *s, uint64_t timeout_ns);
/** The name and the object go. */
void st_sync_destroy(struct st_context *ctx, struct st_sync *s);

#endif
