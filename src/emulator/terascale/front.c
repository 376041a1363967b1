/* SPDX-License-Identifier: MIT
 *
 * What the blocks in front of SC say to each other: the error of a submission, when pending bins are drawn, the clock.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "emulator/core/start.h"
#include "emulator/emulator.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"

bool
front_error(struct front *f, const char *fmt, ...)
{
   if (!f->err->reason[0]) {
      va_list ap;
      va_start(ap, fmt);
      vsnprintf(f->err->reason, sizeof f->err->reason, fmt, ap);
      va_end(ap);
   }
   return false;
}

void
front_execute(struct front *f)
{
   assert(f->bound);
   front_forget_drawn_marks(f);
   raster_execute(f->e->raster);
}

void
front_flush(struct front *f)
{
   front_forget_drawn_marks(f);
   raster_flush(f->e->raster);
   f->bound = NULL;
   f->vs = f->draft.ps = NULL;
   f->dirty |= FRONT_DIRTY_VS | FRONT_DIRTY_PS;
}

void
front_sync(struct front *f, uint64_t addr, uint64_t size_B, bool write)
{
   if (f->bound && raster_pending_overlaps(f->e->raster, addr, size_B, write))
      front_flush(f);
   if (write)
      front_forget_marks(f, addr, size_B);
}

uint64_t
front_clock(struct emulator *e)
{
   return emu_clock_now(e->chip->base.clock_khz);
}
