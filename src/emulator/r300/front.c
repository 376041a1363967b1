/* SPDX-License-Identifier: MIT
 *
 * What the blocks say to each other: the error of a submission, when pending bins are drawn.
 */
#include <stdarg.h>
#include <stdio.h>

#include "emulator/r300/gpu.h"
#include "emulator/raster/raster.h"

bool
r300_error(struct emulator *e, const char *fmt, ...)
{
   if (!e->err->reason[0]) {
      va_list ap;
      va_start(ap, fmt);
      vsnprintf(e->err->reason, sizeof e->err->reason, fmt, ap);
      va_end(ap);
   }
   return false;
}

void
r300_flush(struct emulator *e)
{
   raster_flush(e->raster);
   e->bound = NULL;
   e->us_program = NULL;
   e->us_changed = e->dirty = true;
}

void
r300_sync(struct emulator *e, uint64_t address, uint64_t size_B, bool write)
{
   if (e->bound && raster_pending_overlaps(e->raster, address, size_B, write))
      r300_flush(e);
}
