/* SPDX-License-Identifier: MIT
 *
 * Growable arrays: `U_VEC(int) v = {0}; u_vec_push(&v, 3); v.data[v.count - 1]; u_vec_fini(&v);`
 * On allocation failure push evaluates to false and the array is unchanged.
 */
#ifndef U_VEC_H
#define U_VEC_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define U_VEC(type)                                                                                          \
   struct {                                                                                                  \
      type *data;                                                                                            \
      size_t count;                                                                                          \
      size_t capacity;                                                                                       \
   }

static inline bool
u_vec_grow_(void **data, size_t *capacity, size_t want, size_t elem_B)
{
   assert(elem_B && !*data == !*capacity);
   if (want <= *capacity)
      return true;
   size_t cap = *capacity ? *capacity * 2 : 16;
   if (cap < want)
      cap = want;
   void *p = cap <= SIZE_MAX / elem_B ? realloc(*data, cap * elem_B) : NULL;
   if (!p)
      return false;
   *data = p;
   *capacity = cap;
   return true;
}

#define u_vec_reserve(v, n) u_vec_grow_((void **)&(v)->data, &(v)->capacity, (n), sizeof *(v)->data)
#define u_vec_push(v, x)    (u_vec_reserve((v), (v)->count + 1) && ((v)->data[(v)->count++] = (x), true))
#define u_vec_fini(v)       (free((v)->data), (v)->data = NULL, (v)->count = (v)->capacity = 0)

#endif
