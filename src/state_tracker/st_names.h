/* SPDX-License-Identifier: MIT
 *
 * Map from GL names to objects (ES 2.0.25 appendix C): one for each kind of object that has names.
 */
#ifndef ST_NAMES_H
#define ST_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include <GLES2/gl2.h>

/** Map from names to objects: open addressing, linear probing. A name that Gen made but nobody bound maps to
 * ST_RESERVED. */
struct st_names {
   GLuint *keys; /* 0 = free */
   void **values;
   uint32_t capacity, count; /* capacity: power of two or 0 */
   GLuint next;              /* where to look for a fresh name */
};
extern char st_reserved_;
#define ST_RESERVED ((void *)&st_reserved_)

/** Frees the table, not the objects. */
void st_names_fini(struct st_names *t);
/** The object, ST_RESERVED, or NULL for a name that is not in use. */
void *st_names_get(const struct st_names *t, GLuint name);
/** The object; NULL also for reserved names. */
static inline void *
st_names_object(const struct st_names *t, GLuint name)
{
   void *p = name ? st_names_get(t, name) : NULL;
   return p == ST_RESERVED ? NULL : p;
}
/** Sets or replaces; false: out of memory. */
bool st_names_put(struct st_names *t, GLuint name, void *value);
void st_names_remove(struct st_names *t, GLuint name);
/** Reserves \p n fresh names; false: out of memory (none reserved). */
bool st_names_gen(struct st_names *t, GLsizei n, GLuint *names);

#endif
