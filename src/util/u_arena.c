/* SPDX-License-Identifier: MIT
 *
 * Bump allocator over a list of growing blocks.
 */
#include "util/u_arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct u_arena_block {
   struct u_arena_block *next;
   size_t size_B;
   _Alignas(16) unsigned char data[];
};

#define ARENA_ALIGN_B 16u
#define FIRST_BLOCK_B (16u << 10)
#define LAST_BLOCK_B  (1u << 20)
_Static_assert(FIRST_BLOCK_B <= LAST_BLOCK_B && FIRST_BLOCK_B % ARENA_ALIGN_B == 0,
               "blocks double up to the last size");
_Static_assert(offsetof(struct u_arena_block, data) % ARENA_ALIGN_B == 0, "malloc aligns to as much");

void
u_arena_init(struct u_arena *a)
{
   memset(a, 0, sizeof *a);
}

static void
free_blocks(struct u_arena_block *b)
{
   while (b) {
      struct u_arena_block *next = b->next;
      free(b);
      b = next;
   }
}

void
u_arena_fini(struct u_arena *a)
{
   free_blocks(a->head);
   free_blocks(a->spare);
   memset(a, 0, sizeof *a);
}

void
u_arena_reset(struct u_arena *a)
{
   for (struct u_arena_block *b = a->head; b;) {
      struct u_arena_block *next = b->next;
      b->next = a->spare;
      a->spare = b;
      b = next;
   }
   a->head = NULL;
   a->used_B = 0;
   a->total_B = 0;
   a->out_of_memory = false;
}

/* A block with room for size_B: a spare one or a new one, twice as large as the last up to a limit. */
static struct u_arena_block *
get_block(struct u_arena *a, size_t size_B)
{
   for (struct u_arena_block **p = &a->spare; *p; p = &(*p)->next) {
      struct u_arena_block *b = *p;
      if (b->size_B >= size_B) {
         *p = b->next;
         return b;
      }
   }
   size_t want = a->head ? a->head->size_B * 2 : FIRST_BLOCK_B;
   want = want > LAST_BLOCK_B ? LAST_BLOCK_B : want;
   want = want < size_B ? size_B : want;
   struct u_arena_block *b = malloc(sizeof *b + want);
   if (b)
      b->size_B = want;
   return b;
}

static void *
failed(struct u_arena *a)
{
   a->out_of_memory = true;
   if (a->on_failure)
      longjmp(*a->on_failure, 1);
   return NULL;
}

void *
u_arena_alloc_raw(struct u_arena *a, size_t size_B)
{
   if (size_B > SIZE_MAX / 2)
      return failed(a);
   size_B = (size_B + 15) & ~(size_t)15;
   if (!a->head || a->head->size_B - a->used_B < size_B) {
      struct u_arena_block *b = get_block(a, size_B);
      if (!b)
         return failed(a);
      b->next = a->head;
      a->head = b;
      a->used_B = 0;
      a->total_B += b->size_B;
   }
   void *p = a->head->data + a->used_B;
   assert(a->used_B <= a->head->size_B && size_B <= a->head->size_B - a->used_B);
   assert(((uintptr_t)p & (ARENA_ALIGN_B - 1)) == 0);
   a->used_B += size_B;
   return p;
}

void *
u_arena_alloc(struct u_arena *a, size_t size_B)
{
   void *p = u_arena_alloc_raw(a, size_B);
   return p ? memset(p, 0, size_B) : NULL;
}

char *
u_arena_strndup(struct u_arena *a, const char *s, size_t n)
{
   assert(s && n < SIZE_MAX);
   char *p = u_arena_alloc(a, n + 1);
   if (p)
      memcpy(p, s, n);
   return p;
}

char *
u_arena_strdup(struct u_arena *a, const char *s)
{
   return u_arena_strndup(a, s, strlen(s));
}
