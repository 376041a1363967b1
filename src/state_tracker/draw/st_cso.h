/* SPDX-License-Identifier: MIT
 *
 * Cache of the pipe context's constant state objects, found by the bytes of their description.
 */
#ifndef ST_CSO_H
#define ST_CSO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pipe/p_context.h"

enum st_cso_kind {
   ST_CSO_BLEND,
   ST_CSO_DSA,
   ST_CSO_RASTERIZER,
   ST_CSO_SAMPLER,
   ST_CSO_VERTEX_ELEMENTS,
   ST_CSO_KINDS,
};

struct st_cso_entry;

struct st_cso_cache {
   struct pipe_context *pipe;
   struct st_cso_table {
      struct st_cso_entry **slots; /* open addressing */
      uint32_t capacity, count;
      uint32_t emptied;               /* so often: objects that were found before are gone */
      struct st_cso_entry *recent[2]; /* found last, the last first: programs go back and forth between two */
   } tables[ST_CSO_KINDS];
   void *bound[ST_CSO_KINDS]; /* not for samplers */
};

/** An empty cache of state objects that are made by \p pipe. */
void st_cso_init(struct st_cso_cache *c, struct pipe_context *pipe);
/** Unbinds and deletes all objects. */
void st_cso_fini(struct st_cso_cache *c);

/** The object for a description of \p key_B bytes (no padding holes: the caller zeroes it). NULL: out of
 * memory. Vertex elements: the key is an array of struct pipe_vertex_element. It stays until another of its kind is
 * asked for; samplers stay until st_cso_make_room(). */
void *st_cso_get(struct st_cso_cache *c, enum st_cso_kind kind, const void *key, size_t key_B);
/** Lets all objects of a kind go, and binds none, if there are too many. Samplers: to be called before those of a draw
 * are asked for, all of which are then bound anew. */
void st_cso_make_room(struct st_cso_cache *c, enum st_cso_kind kind);
/** st_cso_get and bind, if it is not bound already. False: out of memory. */
bool st_cso_bind(struct st_cso_cache *c, enum st_cso_kind kind, const void *key, size_t key_B);
/** Binds an object of st_cso_get, if it is not bound already. */
void st_cso_bind_object(struct st_cso_cache *c, enum st_cso_kind kind, void *object);

#endif
