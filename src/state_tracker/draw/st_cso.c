/* SPDX-License-Identifier: MIT
 *
 * Hash tables of constant state objects. Tables only grow; one that holds more than MAX_ENTRIES objects is
 * emptied so that programs which animate, say, the polygon offset do not grow without bound. Samplers, several of
 * which are found before they are bound, are let go only by st_cso_make_room().
 */
#include <assert.h>

#include "state_tracker/draw/st_cso.h"

#include <stdlib.h>
#include <string.h>

#include "util/u_disk_cache.h"
#include "util/u_math.h"

#define MIN_CAPACITY 32
#define MAX_ENTRIES  4096

struct st_cso_entry {
   uint32_t hash;
   uint32_t key_B;
   void *object;
   uint8_t key[];
};

static void *
create(struct pipe_context *p, enum st_cso_kind kind, const void *key, size_t key_B)
{
   switch (kind) {
   case ST_CSO_BLEND:
      return p->create_blend_state(p, key);
   case ST_CSO_DSA:
      return p->create_dsa_state(p, key);
   case ST_CSO_RASTERIZER:
      return p->create_rasterizer_state(p, key);
   case ST_CSO_SAMPLER:
      return p->create_sampler_state(p, key);
   case ST_CSO_VERTEX_ELEMENTS:
      return p->create_vertex_elements_state(p, (unsigned)(key_B / sizeof(struct pipe_vertex_element)), key);
   case ST_CSO_KINDS:
      break;
   }
   return NULL;
}

static void
bind(struct pipe_context *p, enum st_cso_kind kind, void *object)
{
   switch (kind) {
   case ST_CSO_BLEND:
      p->bind_blend_state(p, object);
      break;
   case ST_CSO_DSA:
      p->bind_dsa_state(p, object);
      break;
   case ST_CSO_RASTERIZER:
      p->bind_rasterizer_state(p, object);
      break;
   case ST_CSO_VERTEX_ELEMENTS:
      p->bind_vertex_elements_state(p, object);
      break;
   case ST_CSO_SAMPLER:
   case ST_CSO_KINDS:
      break;
   }
}

static void delete (struct pipe_context *p, enum st_cso_kind kind, void *object)
{
   switch (kind) {
   case ST_CSO_BLEND:
      p->delete_blend_state(p, object);
      break;
   case ST_CSO_DSA:
      p->delete_dsa_state(p, object);
      break;
   case ST_CSO_RASTERIZER:
      p->delete_rasterizer_state(p, object);
      break;
   case ST_CSO_SAMPLER:
      p->delete_sampler_state(p, object);
      break;
   case ST_CSO_VERTEX_ELEMENTS:
      p->delete_vertex_elements_state(p, object);
      break;
   case ST_CSO_KINDS:
      break;
   }
}

static void
unbind(struct st_cso_cache *c, enum st_cso_kind kind)
{
   if (kind == ST_CSO_SAMPLER) {
      c->pipe->bind_sampler_states(c->pipe, PIPE_SHADER_VERTEX, 0, NULL);
      c->pipe->bind_sampler_states(c->pipe, PIPE_SHADER_FRAGMENT, 0, NULL);
   } else if (c->bound[kind]) {
      bind(c->pipe, kind, NULL);
      c->bound[kind] = NULL;
   }
}

static void
empty(struct st_cso_cache *c, enum st_cso_kind kind)
{
   struct st_cso_table *t = &c->tables[kind];
   if (!t->count)
      return;
   unbind(c, kind);
   for (uint32_t i = 0; i < t->capacity; i++) {
      if (t->slots[i]) {
         delete (c->pipe, kind, t->slots[i]->object);
         free(t->slots[i]);
         t->slots[i] = NULL;
      }
   }
   t->count = 0;
   t->emptied++;
   memset(t->recent, 0, sizeof t->recent);
}

void
st_cso_init(struct st_cso_cache *c, struct pipe_context *pipe)
{
   *c = (struct st_cso_cache){.pipe = pipe};
}

void
st_cso_fini(struct st_cso_cache *c)
{
   for (unsigned k = 0; k < ST_CSO_KINDS; k++) {
      empty(c, k);
      free(c->tables[k].slots);
      c->tables[k].slots = NULL;
      c->tables[k].capacity = 0;
   }
}

static bool
grow(struct st_cso_table *t)
{
   uint32_t capacity = t->capacity ? t->capacity * 2 : MIN_CAPACITY;
   struct st_cso_entry **slots = calloc(capacity, sizeof *slots);
   if (!slots)
      return false;
   for (uint32_t i = 0; i < t->capacity; i++) {
      if (!t->slots[i])
         continue;
      uint32_t j = t->slots[i]->hash & (capacity - 1);
      while (slots[j])
         j = (j + 1) & (capacity - 1);
      slots[j] = t->slots[i];
   }
   free(t->slots);
   t->slots = slots;
   t->capacity = capacity;
   return true;
}

static bool
is_of(const struct st_cso_entry *e, const void *key, size_t key_B)
{
   return e && e->key_B == key_B && !memcmp(e->key, key, key_B);
}

static void *
found(struct st_cso_table *t, struct st_cso_entry *e)
{
   if (t->recent[0] != e) {
      t->recent[1] = t->recent[0];
      t->recent[0] = e;
   }
   return e->object;
}

void *
st_cso_get(struct st_cso_cache *c, enum st_cso_kind kind, const void *key, size_t key_B)
{
   assert(kind < ST_CSO_KINDS && key);
   struct st_cso_table *t = &c->tables[kind];
   for (unsigned i = 0; i < ARRAY_SIZE(t->recent); i++)
      if (is_of(t->recent[i], key, key_B))
         return found(t, t->recent[i]);
   const uint32_t h = (uint32_t)u_hash64(key, key_B);
   if (t->capacity) {
      for (uint32_t i = h & (t->capacity - 1); t->slots[i]; i = (i + 1) & (t->capacity - 1)) {
         struct st_cso_entry *e = t->slots[i];
         if (e->hash == h && is_of(e, key, key_B))
            return found(t, e);
      }
   }
   if (t->count >= MAX_ENTRIES && kind != ST_CSO_SAMPLER)
      empty(c, kind);
   if (t->count + 1 > t->capacity / 2 && !grow(t))
      return NULL;
   struct st_cso_entry *e = malloc(sizeof *e + key_B);
   if (!e)
      return NULL;
   e->object = create(c->pipe, kind, key, key_B);
   if (!e->object) {
      free(e);
      return NULL;
   }
   e->hash = h;
   e->key_B = (uint32_t)key_B;
   memcpy(e->key, key, key_B);
   uint32_t i = h & (t->capacity - 1);
   while (t->slots[i])
      i = (i + 1) & (t->capacity - 1);
   t->slots[i] = e;
   t->count++;
   return found(t, e);
}

void
st_cso_make_room(struct st_cso_cache *c, enum st_cso_kind kind)
{
   if (c->tables[kind].count >= MAX_ENTRIES)
      empty(c, kind);
}

void
st_cso_bind_object(struct st_cso_cache *c, enum st_cso_kind kind, void *object)
{
   assert(kind != ST_CSO_SAMPLER && object);
   if (c->bound[kind] == object)
      return;
   bind(c->pipe, kind, object);
   c->bound[kind] = object;
}

bool
st_cso_bind(struct st_cso_cache *c, enum st_cso_kind kind, const void *key, size_t key_B)
{
   void *object = st_cso_get(c, kind, key, key_B);
   if (object)
      st_cso_bind_object(c, kind, object);
   return object != NULL;
}
