/* SPDX-License-Identifier: MIT
 *
 * The share group's life: for st_context.c.
 */
#ifndef ST_SHARE_H
#define ST_SHARE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "pipe/p_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/texture/st_texture.h"

struct st_buffer;
struct st_context;
struct st_exec;

struct st_share {
   pthread_mutex_t lock;
   int refcount;
   bool shared; /* ever more than one context: lock */
   struct pipe_screen *screen;
   struct st_names buffers, textures, renderbuffers, programs, samplers, syncs;
   struct st_texture *all_textures;
   struct st_exec *all_execs;
   struct st_buffer *mapped; /* named or not any more */
   struct st_context *contexts;
   uint64_t tex_stamp;     /* grows when a texture's or renderbuffer's storage or completeness changes */
   uint64_t buffer_stamp;  /* ... when a buffer's storage is replaced, or a block's binding */
   uint64_t program_stamp; /* ... when a program is linked */
   uint64_t next_stamp;    /* source of unique stamps */
   /* 1 x 1 (0,0,0,1), of floats and of integers; made on first use */
   struct pipe_resource *black[2][ST_TEX_TARGETS];
};

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
