/* SPDX-License-Identifier: MIT
 *
 * Fast clears of colour. The chips mark blocks of colours with samples (CMASK) as cleared on the chip, and what looks at a
 * block with these marks gets the value of a register. Here the pixels get that value in memory, as soon as a draw comes that
 * looks at the marks: RB3D_CCTL.CMASK_ENABLE. What reads memory past the marks before that sees what was there, as on the
 * chips. Compression of colours is not seen by anybody and is left out. Which dword of CMASK stands for which pixels is not
 * known: a clear of it is one of the whole buffer.
 */
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "emulator/raster/raster.h"
#include "util/u_math.h"

/* Fills all samples with \p value, a pixel's bytes. */
static void
fill(const struct emulator *e, struct r300_surface s, const void *value)
{
   const uint64_t size_B = r300_surface_size(&s);
   uint8_t *p = emu_mem_ptr(&e->mem, s.address, size_B);
   for (uint64_t at = 0; p && at < size_B; at += s.bytes)
      memcpy(p + at, value, s.bytes);
}

static void
clear_color(struct emulator *e, const struct r300_draw *d)
{
   const struct pixel_surface *c = &d->draw.surfaces.color[0];
   if (!c->bytes || !RX(RB3D_CCTL, CMASK_ENABLE))
      return;
   struct r300_surface s;
   memcpy(&s, c->layout, sizeof s);
   uint32_t value[4] = {e->rx.mmio.RB3D_COLOR_CLEAR_VALUE};
   if (e->r500 && s.bytes == 8) {
      value[0] = e->r5.mmio.RB3D_COLOR_CLEAR_VALUE_GB;
      value[1] = e->r5.mmio.RB3D_COLOR_CLEAR_VALUE_AR;
   }
   raster_execute(e->raster);
   fill(e, s, value);
   e->cmask.cleared_dw = 0;
}

void
r300_apply_clears(struct emulator *e, const struct r300_draw *d)
{
   if (e->cmask.cleared_dw)
      clear_color(e, d);
}
