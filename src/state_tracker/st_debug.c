/* SPDX-License-Identifier: MIT
 *
 * Debug output (KHR_debug 5.5). A context that never asks for it has no state here: one null pointer. Each
 * group has a filter of its own that starts as a copy of the one below. Messages are delivered in the thread
 * and during the call that causes them, so synchronous output is all there is.
 */
#include <assert.h>

#include "state_tracker/st_context.h"
#include "state_tracker/st_debug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/u_math.h"
#include "util/u_vec.h"

static const GLenum sources[] = {
   GL_DEBUG_SOURCE_API_KHR,         GL_DEBUG_SOURCE_WINDOW_SYSTEM_KHR, GL_DEBUG_SOURCE_SHADER_COMPILER_KHR,
   GL_DEBUG_SOURCE_THIRD_PARTY_KHR, GL_DEBUG_SOURCE_APPLICATION_KHR,   GL_DEBUG_SOURCE_OTHER_KHR};
static const GLenum types[] = {
   GL_DEBUG_TYPE_ERROR_KHR,       GL_DEBUG_TYPE_DEPRECATED_BEHAVIOR_KHR, GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR_KHR,
   GL_DEBUG_TYPE_PORTABILITY_KHR, GL_DEBUG_TYPE_PERFORMANCE_KHR,         GL_DEBUG_TYPE_OTHER_KHR,
   GL_DEBUG_TYPE_MARKER_KHR,      GL_DEBUG_TYPE_PUSH_GROUP_KHR,          GL_DEBUG_TYPE_POP_GROUP_KHR};
static const GLenum severities[] = {GL_DEBUG_SEVERITY_HIGH_KHR, GL_DEBUG_SEVERITY_MEDIUM_KHR,
                                    GL_DEBUG_SEVERITY_LOW_KHR, GL_DEBUG_SEVERITY_NOTIFICATION_KHR};

#define ALL_SEVERITIES 15

static unsigned
index_of(const GLenum *list, unsigned n, GLenum e)
{
   unsigned i = 0;
   while (i + 1 < n && list[i] != e)
      i++;
   return i;
}
#define INDEX(list, e) index_of(list, ARRAY_SIZE(list), e)

/** A message that was switched by its number. */
struct named {
   uint8_t source, type, on; /* on: bit per severity */
   GLuint id;
};

struct group {
   uint8_t on[ARRAY_SIZE(sources)][ARRAY_SIZE(types)]; /* bit per severity */
   U_VEC(struct named) named;
   /* what opened it; not of the default group */
   GLenum source;
   GLuint id;
   char *text;
};

struct st_debug {
   bool output, synchronous;
   GLDEBUGPROCKHR callback;
   const void *user;
   struct group group[ST_DEBUG_MAX_GROUPS];
   unsigned depth; /* >= 1 */
   struct st_debug_message log[ST_DEBUG_MAX_LOGGED];
   unsigned first, logged;
};

struct st_debug *
st_debug_get(struct st_context *ctx)
{
   if (ctx->debug)
      return ctx->debug;
   struct st_debug *d = calloc(1, sizeof *d);
   if (!d)
      return NULL;
   d->depth = 1;
   d->output = ctx->attribs.debug;
   memset(d->group[0].on, ALL_SEVERITIES & ~(1 << INDEX(severities, GL_DEBUG_SEVERITY_LOW_KHR)),
          sizeof d->group[0].on);
   return ctx->debug = d;
}

static void
group_fini(struct group *g)
{
   u_vec_fini(&g->named);
   free(g->text);
   *g = (struct group){0};
}

void
st_debug_destroy(struct st_debug *d)
{
   if (!d)
      return;
   for (unsigned i = 0; i < d->depth; i++)
      group_fini(&d->group[i]);
   for (unsigned i = 0; i < d->logged; i++)
      free(d->log[(d->first + i) % ST_DEBUG_MAX_LOGGED].text);
   free(d);
}

bool
st_debug_enabled(const struct st_context *ctx)
{
   return __builtin_expect(ctx->debug != NULL, 0) && ctx->debug->output;
}

void
st_debug_enable(struct st_context *ctx, bool on)
{
   struct st_debug *d = st_debug_get(ctx);
   if (d)
      d->output = on;
}

void
st_debug_set_synchronous(struct st_context *ctx, bool on)
{
   struct st_debug *d = st_debug_get(ctx);
   if (d)
      d->synchronous = on;
}

bool
st_debug_synchronous(const struct st_context *ctx)
{
   return ctx->debug && ctx->debug->synchronous;
}

void
st_debug_set_callback(struct st_context *ctx, GLDEBUGPROCKHR callback, const void *user)
{
   struct st_debug *d = st_debug_get(ctx);
   if (!d)
      return;
   d->callback = callback;
   d->user = user;
}

void
st_debug_get_callback(const struct st_context *ctx, GLDEBUGPROCKHR *callback, const void **user)
{
   *callback = ctx->debug ? ctx->debug->callback : NULL;
   *user = ctx->debug ? ctx->debug->user : NULL;
}

/* ---- messages ------------------------------------------------------------------------------------------ */

static bool
passes(const struct group *g, unsigned source, unsigned type, GLuint id, unsigned severity)
{
   for (size_t i = 0; i < g->named.count; i++) {
      const struct named *n = &g->named.data[i];
      if (n->id == id && n->source == source && n->type == type)
         return n->on >> severity & 1;
   }
   return g->on[source][type] >> severity & 1;
}

void
st_debug_message(struct st_context *ctx, GLenum source, GLenum type, GLuint id, GLenum severity,
                 const char *text)
{
   if (!st_debug_enabled(ctx))
      return;
   struct st_debug *d = ctx->debug;
   if (!passes(&d->group[d->depth - 1], INDEX(sources, source), INDEX(types, type), id,
               INDEX(severities, severity)))
      return;
   char cut[ST_DEBUG_MAX_MESSAGE_B];
   if (strlen(text) >= sizeof cut) {
      memcpy(cut, text, sizeof cut - 1);
      cut[sizeof cut - 1] = '\0';
      text = cut;
   }
   if (d->callback) {
      /* The callback may call GL, whose calls enter the group and leave it by themselves. This one has to be in it afterwards: with
       * the lock if it has it, which is recursive, or if another context has joined meanwhile. */
      const bool in_call = ctx->in_call, locked = ctx->locked;
      ctx->locked = false;
      d->callback(source, type, id, severity, (GLsizei)strlen(text), text, d->user);
      if (locked)
         ctx->locked = true;
      else if (in_call)
         st_enter(ctx);
      return;
   }
   if (d->logged == ST_DEBUG_MAX_LOGGED)
      return; /* the newest ones are lost */
   char *copy = strdup(text);
   if (!copy)
      return;
   d->log[(d->first + d->logged++) % ST_DEBUG_MAX_LOGGED] =
      (struct st_debug_message){source, type, severity, id, copy};
}

GLuint
st_debug_id(const char *fmt)
{
   uint32_t h = 2166136261u;
   for (; *fmt; fmt++)
      h = (h ^ (uint8_t)*fmt) * 16777619u;
   return h;
}

void
st_debug_performance(void *context, const char *fmt, ...)
{
   struct st_context *ctx = context;
   if (!st_debug_enabled(ctx))
      return;
   char text[ST_DEBUG_MAX_MESSAGE_B];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(text, sizeof text, fmt, ap);
   va_end(ap);
   st_debug_message(ctx, GL_DEBUG_SOURCE_API_KHR, GL_DEBUG_TYPE_PERFORMANCE_KHR, st_debug_id(fmt),
                    GL_DEBUG_SEVERITY_MEDIUM_KHR, text);
}

unsigned
st_debug_num_logged(const struct st_context *ctx)
{
   return ctx->debug ? ctx->debug->logged : 0;
}

const struct st_debug_message *
st_debug_oldest(const struct st_context *ctx)
{
   return st_debug_num_logged(ctx) ? &ctx->debug->log[ctx->debug->first] : NULL;
}

void
st_debug_drop_oldest(struct st_context *ctx)
{
   assert(ctx->debug && ctx->debug->logged);
   struct st_debug *d = ctx->debug;
   free(d->log[d->first].text);
   d->first = (d->first + 1) % ST_DEBUG_MAX_LOGGED;
   d->logged--;
}

/* ---- filters ------------------------------------------------------------------------------------------- */

static void
set_bits(uint8_t *on, uint8_t bits, bool value)
{
   *on = value ? *on | bits : *on & (uint8_t)~bits;
}

void
st_debug_control(struct st_context *ctx, GLenum source, GLenum type, GLenum severity, bool on)
{
   struct st_debug *d = st_debug_get(ctx);
   if (!d)
      return;
   struct group *g = &d->group[d->depth - 1];
   uint8_t bits = severity == GL_DONT_CARE ? ALL_SEVERITIES : (uint8_t)(1 << INDEX(severities, severity));
   for (unsigned s = 0; s < ARRAY_SIZE(sources); s++)
      for (unsigned t = 0; t < ARRAY_SIZE(types); t++)
         if ((source == GL_DONT_CARE || source == sources[s]) && (type == GL_DONT_CARE || type == types[t]))
            set_bits(&g->on[s][t], bits, on);
   for (size_t i = 0; i < g->named.count; i++) {
      struct named *n = &g->named.data[i];
      if ((source == GL_DONT_CARE || source == sources[n->source]) &&
          (type == GL_DONT_CARE || type == types[n->type]))
         set_bits(&n->on, bits, on);
   }
}

bool
st_debug_control_id(struct st_context *ctx, GLenum source, GLenum type, GLuint id, bool on)
{
   struct st_debug *d = st_debug_get(ctx);
   if (!d)
      return false;
   struct group *g = &d->group[d->depth - 1];
   struct named fresh = {(uint8_t)INDEX(sources, source), (uint8_t)INDEX(types, type),
                         on ? ALL_SEVERITIES : 0, id};
   for (size_t i = 0; i < g->named.count; i++) {
      struct named *n = &g->named.data[i];
      if (n->id == id && n->source == fresh.source && n->type == fresh.type) {
         n->on = fresh.on;
         return true;
      }
   }
   return u_vec_push(&g->named, fresh);
}

/* ---- groups -------------------------------------------------------------------------------------------- */

unsigned
st_debug_group_depth(const struct st_context *ctx)
{
   return ctx->debug ? ctx->debug->depth : 1;
}

bool
st_debug_push_group(struct st_context *ctx, GLenum source, GLuint id, const char *text)
{
   assert(st_debug_group_depth(ctx) < ST_DEBUG_MAX_GROUPS);
   struct st_debug *d = st_debug_get(ctx);
   if (!d)
      return false;
   struct group *below = &d->group[d->depth - 1], *g = &d->group[d->depth];
   st_debug_message(ctx, source, GL_DEBUG_TYPE_PUSH_GROUP_KHR, id, GL_DEBUG_SEVERITY_NOTIFICATION_KHR, text);
   *g = (struct group){.source = source, .id = id, .text = strdup(text)};
   memcpy(g->on, below->on, sizeof g->on);
   bool ok = g->text != NULL;
   for (size_t i = 0; i < below->named.count && ok; i++)
      ok = u_vec_push(&g->named, below->named.data[i]);
   if (!ok) {
      group_fini(g);
      return false;
   }
   d->depth++;
   return true;
}

void
st_debug_pop_group(struct st_context *ctx)
{
   assert(ctx->debug && ctx->debug->depth > 1);
   struct st_debug *d = ctx->debug;
   struct group g = d->group[--d->depth];
   d->group[d->depth] = (struct group){0};
   st_debug_message(ctx, g.source, GL_DEBUG_TYPE_POP_GROUP_KHR, g.id, GL_DEBUG_SEVERITY_NOTIFICATION_KHR,
                    g.text);
   group_fini(&g);
}
