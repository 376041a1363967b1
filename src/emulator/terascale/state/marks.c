/* SPDX-License-Identifier: MIT
 *
 * What is known of the marks of fast clears. They are read at the first draw (state/cmask.c) and then known to be gone
 * until something writes there: the CPU, so each stream begins without knowledge, or CP, DMA, stream-out and pixels,
 * which all say where (front_sync(), front_flush()).
 */
#include <assert.h>

#include "emulator/raster/raster.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"

bool
front_is_unmarked(const struct front *f, uint64_t addr, uint32_t blocks)
{
   for (unsigned i = 0; i < f->num_unmarked; i++)
      if (f->unmarked[i].addr == addr && f->unmarked[i].blocks == blocks)
         return true;
   return false;
}

bool
front_remember_unmarked(struct front *f, uint64_t addr, uint32_t blocks)
{
   assert(f->num_unmarked <= FRONT_MAX_UNMARKED && !front_is_unmarked(f, addr, blocks));
   if (f->num_unmarked == FRONT_MAX_UNMARKED)
      f->num_unmarked = 0;
   f->unmarked[f->num_unmarked++] = (struct front_unmarked){addr, blocks};
   return true;
}

/* One half byte a block. */
static uint64_t
mark_bytes(uint32_t blocks)
{
   return ((uint64_t)blocks + 1) / 2;
}

/* The next draw has to look again, even if no register changes. */
static void
forget(struct front *f, unsigned i)
{
   assert(i < f->num_unmarked);
   f->unmarked[i] = f->unmarked[--f->num_unmarked];
   f->rebind = true;
}

void
front_forget_marks(struct front *f, uint64_t addr, uint64_t size_B)
{
   for (unsigned i = f->num_unmarked; i-- > 0;) {
      const struct front_unmarked *u = &f->unmarked[i];
      if (addr < u->addr + mark_bytes(u->blocks) && u->addr < addr + size_B)
         forget(f, i);
   }
}

void
front_forget_drawn_marks(struct front *f)
{
   for (unsigned i = f->num_unmarked; i-- > 0;) {
      const struct front_unmarked *u = &f->unmarked[i];
      if (raster_pending_overlaps(f->e->raster, u->addr, mark_bytes(u->blocks), false))
         forget(f, i);
   }
}
