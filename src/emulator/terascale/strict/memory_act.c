/* SPDX-License-Identifier: MIT
 *
 * Strict hardware, mode act: a draw that reads what is not there yet, or out of a cache that is older than memory, sees
 * the old bytes, so that the picture shows what a card may show. A range is copied when a client begins to write it;
 * for a draw that breaks the rule pending bins are drawn, the copy takes the range's place, and behind the draw what
 * belongs there comes back, but for what the draw itself wrote. Left out: what the CPU wrote between streams, whose
 * ranges nobody tells.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/core/memory.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/strict/memory_unit.h"

uint8_t *
strict_memory_keep(void *front, struct memory_range at)
{
   struct front *f = front;
   const uint64_t size_B = at.end - at.addr;
   const void *now = emu_mem_ptr(&f->e->mem, at.addr, size_B);
   uint8_t *copy = now ? malloc(size_B) : NULL;
   if (!copy)
      return NULL;
   if (f->bound && raster_pending_overlaps(f->e->raster, at.addr, size_B, false))
      front_flush(f); /* whoever draws binds the draw anew */
   memcpy(copy, now, size_B);
   return copy;
}

void
strict_memory_serve(struct strict_memory *u, const struct memory_written *written)
{
   if (!written->before || u->num_served == MEMORY_MAX_SERVED)
      return;
   for (unsigned i = 0; i < u->num_served; i++)
      if (memory_overlap(u->served[i].at, written->at))
         return;
   const uint64_t size_B = written->at.end - written->at.addr;
   uint8_t *old = malloc(size_B); /* the model may drop its copy any time */
   if (!old)
      return;
   memcpy(old, written->before, size_B);
   u->served[u->num_served++] = (struct memory_served){.at = written->at, .old = old};
}

static bool
swap_in(struct front *f, struct memory_served *v)
{
   const uint64_t size_B = v->at.end - v->at.addr;
   uint8_t *mem = emu_mem_ptr(&f->e->mem, v->at.addr, size_B);
   assert(mem); /* keep() had it */
   v->now = malloc(size_B);
   if (!v->now)
      return front_error(f, "out of memory for what a stale cache holds");
   memcpy(v->now, mem, size_B);
   memcpy(mem, v->old, size_B);
   return true;
}

bool
strict_memory_act(struct front *f)
{
   struct strict_memory *u = f->strict->memory;
   if (u->num_served)
      front_flush(f);
   for (unsigned i = 0; i < u->num_served; i++)
      if (!swap_in(f, &u->served[i]))
         return false;
   return true;
}

void
strict_memory_drawn(struct front *f)
{
   struct strict_memory *u = f->strict->memory;
   if (!u->num_served)
      return;
   front_flush(f);
   for (unsigned i = 0; i < u->num_served; i++) {
      struct memory_served *v = &u->served[i];
      const uint64_t size_B = v->at.end - v->at.addr;
      uint8_t *mem = emu_mem_ptr(&f->e->mem, v->at.addr, size_B);
      for (uint64_t k = 0; v->now && k < size_B; k++)
         if (mem[k] == v->old[k])
            mem[k] = v->now[k];
      free(v->now);
      free(v->old);
   }
   u->num_served = 0;
   front_forget_marks(f, 0, UINT64_MAX);
}
