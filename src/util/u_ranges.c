/* SPDX-License-Identifier: MIT
 * First fit over a sorted list of free ranges. */
#include "util/u_ranges.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

struct ws_free_range {
   uint64_t start_B, size_B;
   struct ws_free_range *next; /* ascending, never touching */
};

bool
u_ranges_init(struct u_ranges *r, uint64_t start_B, uint64_t size_B)
{
   assert(size_B && start_B <= UINT64_MAX - size_B);
   pthread_mutex_init(&r->lock, NULL);
   r->free_list = malloc(sizeof *r->free_list);
   if (!r->free_list)
      return false;
   *r->free_list = (struct ws_free_range){start_B, size_B, NULL};
   return true;
}

void
u_ranges_fini(struct u_ranges *r)
{
   while (r->free_list) {
      struct ws_free_range *f = r->free_list;
      r->free_list = f->next;
      free(f);
   }
   pthread_mutex_destroy(&r->lock);
}

/* Takes [at, +size) out of *p, which holds it. */
static bool
cut(struct ws_free_range **p, uint64_t at, uint64_t size_B)
{
   struct ws_free_range *f = *p;
   assert(size_B && at >= f->start_B && at - f->start_B <= f->size_B &&
          size_B <= f->size_B - (at - f->start_B));
   uint64_t before = at - f->start_B, behind = f->size_B - before - size_B;
   if (before && behind) {
      struct ws_free_range *tail = malloc(sizeof *tail);
      if (!tail)
         return false;
      *tail = (struct ws_free_range){at + size_B, behind, f->next};
      f->size_B = before;
      f->next = tail;
   } else if (before) {
      f->size_B = before;
   } else if (behind) {
      f->start_B += size_B;
      f->size_B = behind;
   } else {
      *p = f->next;
      free(f);
   }
   return true;
}

bool
u_ranges_alloc(struct u_ranges *r, uint64_t size_B, uint64_t align_B, uint64_t *at_B)
{
   assert(size_B && u_is_pow2(align_B));
   bool ok = false;
   pthread_mutex_lock(&r->lock);
   for (struct ws_free_range **p = &r->free_list; *p; p = &(*p)->next) {
      uint64_t at = u_align((*p)->start_B, align_B), lost = at - (*p)->start_B;
      if (lost > (*p)->size_B || (*p)->size_B - lost < size_B)
         continue;
      ok = cut(p, at, size_B);
      *at_B = at;
      break;
   }
   pthread_mutex_unlock(&r->lock);
   return ok;
}

static void
put_back(struct u_ranges *r, uint64_t at_B, uint64_t size_B)
{
   struct ws_free_range *before = NULL, *after = r->free_list;
   while (after && after->start_B < at_B) {
      before = after;
      after = after->next;
   }
   assert(!before || before->start_B + before->size_B <= at_B); /* no part of it was free */
   assert(!after || at_B + size_B <= after->start_B);
   if (before && before->start_B + before->size_B == at_B) {
      before->size_B += size_B;
      if (after && before->start_B + before->size_B == after->start_B) {
         before->size_B += after->size_B;
         before->next = after->next;
         free(after);
      }
   } else if (after && at_B + size_B == after->start_B) {
      after->start_B = at_B;
      after->size_B += size_B;
   } else {
      struct ws_free_range *f = malloc(sizeof *f);
      if (!f)
         return;
      *f = (struct ws_free_range){at_B, size_B, after};
      *(before ? &before->next : &r->free_list) = f;
   }
}

void
u_ranges_free(struct u_ranges *r, uint64_t at_B, uint64_t size_B)
{
   assert(size_B && at_B <= UINT64_MAX - size_B);
   pthread_mutex_lock(&r->lock);
   put_back(r, at_B, size_B);
   pthread_mutex_unlock(&r->lock);
}
