/* SPDX-License-Identifier: MIT
 *
 * A program under construction: what is read of its memory, what is appended to it, and why it is refused.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emulator/terascale/sq/decode/decode.h"

enum { MAX_UOPS = 1 << 18, MAX_FETCHES = 1 << 14 };

bool
sq_fail(struct sq_decoder *d, const char *fmt, ...)
{
   if (d->failed)
      return false;
   d->failed = true;
   if (d->err) {
      va_list ap;
      va_start(ap, fmt);
      int n = snprintf(d->err->reason, sizeof(d->err->reason), "shader: CF %u: ", d->cf_addr);
      vsnprintf(d->err->reason + n, sizeof(d->err->reason) - (size_t)n, fmt, ap);
      va_end(ap);
   }
   return false;
}

void *
sq_grow(struct sq_decoder *d, void *array, uint32_t *cap, uint32_t need, size_t el_B)
{
   if (need <= *cap)
      return array;
   uint32_t n = MAX2(need, *cap * 2);
   n = MAX2(n, 16);
   void *a = realloc(array, n * el_B);
   if (!a) {
      sq_fail(d, "out of memory");
      return NULL;
   }
   *cap = n;
   return a;
}

const uint32_t *
sq_read(struct sq_decoder *d, uint64_t off_B, uint32_t size_B)
{
   if (off_B > d->room_B || size_B > d->room_B - off_B) {
      sq_fail(d, "address %llu runs out of GPU memory", (unsigned long long)off_B / 8);
      return NULL;
   }
   struct sq_program *p = d->p;
   void *b = sq_grow(d, p->bytes, &d->cap_bytes, p->num_bytes + size_B, 1);
   void *x = b ? sq_grow(d, p->extents, &d->cap_extents, p->num_extents + 1, sizeof(*p->extents)) : NULL;
   if (b)
      p->bytes = b;
   if (!x)
      return NULL;
   p->extents = x;
   struct sq_extent *last = p->num_extents ? &p->extents[p->num_extents - 1] : NULL;
   if (last && last->off_B + last->size_B == off_B)
      last->size_B += size_B;
   else
      p->extents[p->num_extents++] = (struct sq_extent){(uint32_t)off_B, size_B};
   memcpy(p->bytes + p->num_bytes, d->mem + off_B, size_B);
   p->num_bytes += size_B;
   return (const uint32_t *)(p->bytes + p->num_bytes - size_B);
}

struct sq_uop *
sq_add_uop(struct sq_decoder *d)
{
   struct sq_program *p = d->p;
   if (p->num_uops >= MAX_UOPS) {
      sq_fail(d, "more than %u operations", MAX_UOPS);
      return NULL;
   }
   void *a = sq_grow(d, p->uops, &d->cap_uops, p->num_uops + 1, sizeof(*p->uops));
   if (!a)
      return NULL;
   p->uops = a;
   struct sq_uop *u = &p->uops[p->num_uops++];
   *u = (struct sq_uop){.omod = 1.0f};
   return u;
}

struct sq_fetch *
sq_add_fetch(struct sq_decoder *d)
{
   struct sq_program *p = d->p;
   if (p->num_fetches >= MAX_FETCHES) {
      sq_fail(d, "more than %u fetches", MAX_FETCHES);
      return NULL;
   }
   void *a = sq_grow(d, p->fetches, &d->cap_fetches, p->num_fetches + 1, sizeof(*p->fetches));
   if (!a)
      return NULL;
   p->fetches = a;
   struct sq_fetch *f = &p->fetches[p->num_fetches++];
   *f = (struct sq_fetch){0};
   return f;
}

uint32_t
sq_const_operand(struct sq_decoder *d, struct sq_const_ref ref)
{
   struct sq_program *p = d->p;
   uint32_t i;
   for (i = 0; i < p->num_consts; i++) {
      const struct sq_const_ref *q = &p->consts[i];
      if (q->kind == ref.kind && q->value == ref.value && q->dw == ref.dw && q->mod == ref.mod)
         break;
   }
   if (i == p->num_consts) {
      if (i >= (d->is_fs ? SQ_MAX_FS_CONSTS : SQ_MAX_CONSTS)) {
         sq_fail(d, "more than %u distinct constants", i);
         return 1;
      }
      void *a = sq_grow(d, p->consts, &d->cap_consts, i + 1, sizeof(*p->consts));
      if (!a)
         return 1;
      p->consts = a;
      p->consts[p->num_consts++] = ref;
   }
   return (p->const_base + i * SQ_CONST_B) | 1;
}
