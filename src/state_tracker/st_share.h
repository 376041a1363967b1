/* SPDX-License-Identifier: MIT
 *
 * The share group's life: for st_context.c.
 */
#ifndef ST_SHARE_H
#define ST_SHARE_H

#include "state_tracker/st_context.h"

/** No context has joined yet; NULL: out of memory. */
struct st_share *st_share_create(struct pipe_screen *screen);
/** Frees a group that nobody joined. NULL is fine. */
void st_share_release(struct st_share *s);
/** ctx->share gets one more member. */
void st_share_join(struct st_context *ctx);
/** The last one to leave frees all objects. */
void st_share_leave(struct st_context *ctx);
/** Ends the mappings that were made through this context. */
void st_share_unmap_buffers(struct st_context *ctx);
/** Deletes what other contexts left for this one to delete. */
void st_share_free_zombies(struct st_context *ctx);

#endif
