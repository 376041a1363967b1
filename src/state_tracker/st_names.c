/* SPDX-License-Identifier: MIT
 *
 * Names of GL objects. Applications of ES 2.0 may bind names that Gen never returned (ES 2.0.25 2.9), so
 * names are arbitrary 32-bit numbers: a hash table, not an array.
 */
#include <assert.h>
#include <stdlib.h>

#include "state_tracker/st_names.h"
#include "util/u_math.h"

char st_reserved_;

#define MIN_CAPACITY 32

static inline uint32_t
slot_of(const struct st_names *t, GLuint name)
{
   assert(u_is_pow2(t->capacity) && t->capacity >= MIN_CAPACITY);
   return name * 2654435761u >> (32 - u_log2(t->capacity));
}

void
st_names_fini(struct st_names *t)
{
   free(t->keys);
   free(t->values);
   *t = (struct st_names){0};
}

void *
st_names_get(const struct st_names *t, GLuint name)
{
   if (!t->capacity || !name)
      return NULL;
   for (uint32_t i = slot_of(t, name); t->keys[i]; i = (i + 1) & (t->capacity - 1))
      if (t->keys[i] == name)
         return t->values[i];
   return NULL;
}

static bool
grow(struct st_names *t)
{
   struct st_names bigger = {.capacity = t->capacity ? t->capacity * 2 : MIN_CAPACITY, .next = t->next};
   bigger.keys = calloc(bigger.capacity, sizeof *bigger.keys);
   bigger.values = calloc(bigger.capacity, sizeof *bigger.values);
   if (!bigger.keys || !bigger.values) {
      free(bigger.keys);
      free(bigger.values);
      return false;
   }
   for (uint32_t i = 0; i < t->capacity; i++)
      if (t->keys[i])
         st_names_put(&bigger, t->keys[i], t->values[i]);
   free(t->keys);
   free(t->values);
   *t = bigger;
   return true;
}

bool
st_names_put(struct st_names *t, GLuint name, void *value)
{
   assert(name && value);
   assert(t->count <= t->capacity);
   if (t->count + 1 > t->capacity / 4 * 3 && !grow(t))
      return false;
   uint32_t i = slot_of(t, name);
   for (; t->keys[i]; i = (i + 1) & (t->capacity - 1)) {
      if (t->keys[i] == name) {
         t->values[i] = value;
         return true;
      }
   }
   t->keys[i] = name;
   t->values[i] = value;
   t->count++;
   return true;
}

void
st_names_remove(struct st_names *t, GLuint name)
{
   if (!t->capacity || !name)
      return;
   uint32_t mask = t->capacity - 1, i = slot_of(t, name);
   while (t->keys[i] != name) {
      if (!t->keys[i])
         return;
      i = (i + 1) & mask;
   }
   /* Close the gap: move back entries whose own slot is not between the gap and them. */
   for (uint32_t j = (i + 1) & mask; t->keys[j]; j = (j + 1) & mask) {
      uint32_t home = slot_of(t, t->keys[j]);
      if (((j - home) & mask) >= ((j - i) & mask)) {
         t->keys[i] = t->keys[j];
         t->values[i] = t->values[j];
         i = j;
      }
   }
   t->keys[i] = 0;
   assert(t->count > 0);
   t->values[i] = NULL;
   t->count--;
}

bool
st_names_gen(struct st_names *t, GLsizei n, GLuint *names)
{
   assert(n >= 0);
   for (GLsizei i = 0; i < n; i++) {
      do
         t->next++;
      while (!t->next || st_names_get(t, t->next));
      if (!st_names_put(t, t->next, ST_RESERVED)) {
         while (i-- > 0)
            st_names_remove(t, names[i]);
         return false;
      }
      names[i] = t->next;
   }
   return true;
}
