/* SPDX-License-Identifier: MIT
 *
 * Share groups (ES 2.0.25 appendix C). A group with one context takes no lock; from the second one on every
 * GL call holds the group's mutex.
 */
#include <assert.h>

#include "state_tracker/draw/st_buffer.h"
#include "state_tracker/st_context.h"
#include "state_tracker/st_names.h"
#include "state_tracker/program/st_program.h"
#include "state_tracker/framebuffer/st_renderbuffer.h"
#include "state_tracker/st_share.h"
#include "state_tracker/st_sync.h"
#include "state_tracker/texture/st_texture.h"

#include <linux/membarrier.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct st_share *
st_share_create(struct pipe_screen *screen)
{
   struct st_share *s = calloc(1, sizeof *s);
   if (!s)
      return NULL;
   /* Recursive: a debug callback may call GL. */
   pthread_mutexattr_t attr;
   pthread_mutexattr_init(&attr);
   pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
   pthread_mutex_init(&s->lock, &attr);
   pthread_mutexattr_destroy(&attr);
   s->screen = screen;
   s->tex_stamp = s->buffer_stamp = s->program_stamp = 1;
   return s;
}

/** Makes every running thread of the process pass a full memory barrier. */
static void
barrier_everywhere(void)
{
   if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0)
      return;
   syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
   if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
      syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

/** The first context of a group runs without the lock, maybe in another thread and in the middle of a call.
 * Once `shared` is set and all threads have passed a barrier, a call of it either sees `shared` and locks, or
 * has set in_call before the barrier: then its end is waited for. */
static void
wait_for_unlocked_call(const struct st_context *first)
{
   barrier_everywhere();
   while (first != st_tls_context && __atomic_load_n(&first->in_call, __ATOMIC_ACQUIRE))
      sched_yield();
}

void
st_share_join(struct st_context *ctx)
{
   assert(ctx->share && !ctx->share_next);
   struct st_share *s = ctx->share;
   pthread_mutex_lock(&s->lock);
   if (s->refcount++ && !s->shared) {
      __atomic_store_n(&s->shared, true, __ATOMIC_SEQ_CST);
      if (s->contexts)
         wait_for_unlocked_call(s->contexts);
   }
   ctx->share_next = s->contexts;
   s->contexts = ctx;
   pthread_mutex_unlock(&s->lock);
}

void
st_share_unmap_buffers(struct st_context *ctx)
{
   struct st_buffer *next;
   for (struct st_buffer *b = ctx->share->mapped; b; b = next) {
      next = b->map_next;
      if (b->map_pipe == ctx->pipe)
         st_buffer_unmap(b);
   }
}

/** Calls \p release for every object; it may remove names. */
static void
release_all(struct st_context *ctx, struct st_names *t, void (*release)(struct st_context *ctx, void *object))
{
   struct st_names old = *t;
   *t = (struct st_names){0};
   for (uint32_t i = 0; i < old.capacity; i++)
      if (old.keys[i] && old.values[i] != ST_RESERVED)
         release(ctx, old.values[i]);
   st_names_fini(&old);
   st_names_fini(t);
}

static void
release_buffer(struct st_context *ctx, void *b)
{
   st_buffer_unref(b);
}

static void
release_texture(struct st_context *ctx, void *t)
{
   st_texture_unref(ctx, t);
}

static void
release_renderbuffer(struct st_context *ctx, void *r)
{
   st_renderbuffer_unref(r);
}

static void
release_sampler(struct st_context *ctx, void *s)
{
   st_sampler_unref(s);
}

static void
release_sync(struct st_context *ctx, void *s)
{
   st_sync_destroy(ctx, s);
}

/** Programs go first and let go their shaders; a shader that only its name keeps goes after them. */
static void
release_programs(struct st_context *ctx)
{
   struct st_names t = ctx->share->programs;
   ctx->share->programs = (struct st_names){0};
   for (unsigned pass = 0; pass < 3; pass++) {
      for (uint32_t i = 0; i < t.capacity; i++) {
         if (!t.keys[i] || t.values[i] == ST_RESERVED)
            continue;
         struct st_shader *s = t.values[i];
         bool shader = s->kind == ST_SHADER;
         if (pass == 0 && shader) {
            s->refcount += 1 - !s->delete_pending; /* the walk's reference instead of the name's */
         } else if (pass == 1 && !shader) {
            struct st_program *p = t.values[i];
            t.values[i] = ST_RESERVED;
            st_program_unref(ctx, p); /* no context uses it any more: the name is what keeps it */
         } else if (pass == 2 && shader) {
            st_shader_unref(ctx, s);
         }
      }
   }
   st_names_fini(&t);
   st_names_fini(&ctx->share->programs);
}

void
st_share_leave(struct st_context *ctx)
{
   assert(ctx->share->refcount > 0);
   struct st_share *s = ctx->share;
   pthread_mutex_lock(&s->lock);
   for (struct st_context **p = &s->contexts; *p; p = &(*p)->share_next) {
      if (*p == ctx) {
         *p = ctx->share_next;
         break;
      }
   }
   bool last = --s->refcount == 0;
   pthread_mutex_unlock(&s->lock);
   if (!last)
      return;
   release_all(ctx, &s->buffers, release_buffer);
   release_all(ctx, &s->textures, release_texture);
   release_all(ctx, &s->renderbuffers, release_renderbuffer);
   release_all(ctx, &s->samplers, release_sampler);
   release_all(ctx, &s->syncs, release_sync);
   release_programs(ctx);
   for (unsigned i = 0; i < ST_TEX_TARGETS; i++)
      for (unsigned k = 0; k < 2; k++)
         pipe_resource_unref(s->black[k][i]);
   st_share_release(s);
   ctx->share = NULL;
}

void
st_share_release(struct st_share *s)
{
   assert(!s || s->refcount == 0);
   if (!s)
      return;
   pthread_mutex_destroy(&s->lock);
   free(s);
}
