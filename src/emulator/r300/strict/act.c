/* SPDX-License-Identifier: MIT */
#include "emulator/r300/strict/act.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/r300/gpu.h"
#include "emulator/raster/raster.h"

enum { MAX_COPIES = 16 };

struct copy {
   uint64_t first, size_B;
   uint8_t *old; /* NULL: the entry is free */
   uint8_t *now; /* while old bytes are served */
   unsigned why;
};

struct r300_act {
   struct copy copy[MAX_COPIES];
};

struct r300_act *
r300_act_create(void)
{
   return calloc(1, sizeof(struct r300_act));
}

void
r300_act_drop(struct r300_act *a, unsigned why)
{
   for (unsigned i = 0; i < MAX_COPIES; i++) {
      struct copy *c = &a->copy[i];
      c->why &= ~why;
      if (!c->why) {
         free(c->old);
         c->old = NULL;
      }
   }
}

void
r300_act_destroy(struct r300_act *a)
{
   if (a)
      r300_act_drop(a, ~0u);
   free(a);
}

/* The copy of a range that has this one in it, else a free entry; NULL: there is none. */
static struct copy *
find(struct r300_act *a, uint64_t first, uint64_t size_B)
{
   struct copy *unused = NULL;
   for (unsigned i = 0; i < MAX_COPIES; i++) {
      struct copy *c = &a->copy[i];
      if (c->old && c->first <= first && first + size_B <= c->first + c->size_B)
         return c;
      if (!c->old)
         unused = c;
   }
   return unused;
}

void
r300_act_keep(struct emulator *e, struct r300_act *a, uint64_t first, uint64_t size_B, unsigned why)
{
   struct copy *c = find(a, first, size_B);
   const uint8_t *memory = emu_mem_ptr(&e->mem, first, size_B);
   if (!c || !memory)
      return;
   if (!c->old) {
      c->old = malloc(size_B);
      if (!c->old)
         return;
      raster_execute(e->raster);
      memcpy(c->old, memory, size_B);
      c->first = first;
      c->size_B = size_B;
   }
   c->why |= why;
}

void
r300_act_serve(struct emulator *e, struct r300_act *a, uint64_t first, uint64_t size_B)
{
   for (unsigned i = 0; i < MAX_COPIES; i++) {
      struct copy *c = &a->copy[i];
      if (!c->old || c->now || c->first >= first + size_B || first >= c->first + c->size_B)
         continue;
      c->now = malloc(c->size_B);
      if (!c->now)
         continue;
      raster_execute(e->raster);
      uint8_t *memory = emu_mem_ptr(&e->mem, c->first, c->size_B);
      memcpy(c->now, memory, c->size_B);
      memcpy(memory, c->old, c->size_B);
   }
}

void
r300_act_restore(struct emulator *e, struct r300_act *a)
{
   for (unsigned i = 0; i < MAX_COPIES; i++) {
      struct copy *c = &a->copy[i];
      if (!c->now)
         continue;
      raster_execute(e->raster);
      uint8_t *memory = emu_mem_ptr(&e->mem, c->first, c->size_B);
      for (uint64_t at = 0; at < c->size_B; at++)
         if (memory[at] == c->old[at])
            memory[at] = c->now[at];
      free(c->now);
      c->now = NULL;
   }
}
