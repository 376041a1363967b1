/* SPDX-License-Identifier: MIT
 *
 * Bump allocator: many small objects with one lifetime (one compile, one draw). Not thread safe.
 */
#ifndef U_ARENA_H
#define U_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdbool.h>

struct u_arena_block;

struct u_arena {
   struct u_arena_block *head;
   struct u_arena_block *spare; /* kept by reset */
   size_t used_B;               /* in the head block */
   size_t total_B;              /* of the blocks in use */
   bool out_of_memory;          /* an allocation failed since init; sticky */
   jmp_buf *on_failure;         /* not NULL: an allocation that fails jumps there instead of returning NULL */
};

/** An empty arena; the first allocation gets the first block. */
void u_arena_init(struct u_arena *a);
/** Frees everything that was allocated; the arena may be used again. */
void u_arena_fini(struct u_arena *a);
/** Forgets all objects but keeps the blocks for reuse. */
void u_arena_reset(struct u_arena *a);

/** Zeroed memory, 16-byte aligned. NULL and \c out_of_memory set when the host has none. */
void *u_arena_alloc(struct u_arena *a, size_t size_B);
/** u_arena_alloc() with undefined contents. */
void *u_arena_alloc_raw(struct u_arena *a, size_t size_B);
/** Copy of \p n bytes of \p s with a terminating NUL. */
char *u_arena_strndup(struct u_arena *a, const char *s, size_t n);
char *u_arena_strdup(struct u_arena *a, const char *s);

#define u_arena_new(a, type)      ((type *)u_arena_alloc((a), sizeof(type)))
#define u_arena_array(a, type, n) ((type *)u_arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
