/* SPDX-License-Identifier: MIT
 *
 * Keeps struct r300_draw up to date: made anew when a register was written since, in the rasteriser's arena.
 */
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "emulator/raster/raster.h"
#include "util/u_arena.h"

static void
sync_textures(struct emulator *e, const struct r300_draw *d)
{
   for (unsigned i = 0; i < sizeof d->us.view / sizeof *d->us.view; i++) {
      const struct tx_view *v = d->us.view[i];
      if (v && raster_pending_overlaps(e->raster, v->setup.address, v->range_B, false))
         raster_execute(e->raster);
   }
}

/* Two surfaces may be one memory: what is binned for other ones is drawn first. */
static void
sync_surfaces(struct emulator *e, const struct r300_draw *last, const struct r300_draw *d)
{
   if (last && (last->clears_cbzb || d->clears_cbzb ||
                memcmp(&last->draw.surfaces, &d->draw.surfaces, sizeof d->draw.surfaces) != 0))
      raster_execute(e->raster);
}

bool
r300_prepare_state(struct emulator *e)
{
   if (e->bound && !e->dirty)
      return true;
   struct r300_draw *d = u_arena_new(raster_arena(e->raster), struct r300_draw);
   if (!d)
      return r300_error(e, "out of memory for a draw's state");
   const struct r300_draw *last = e->bound;
   if (!derive_raster(e, d) || !derive_vertex(e, d) || !derive_fragment(e, d) ||
       !derive_interpolation(e, d) || !derive_pixel(e, d) || !derive_textures(e, d))
      return false;
   sync_surfaces(e, last, d);
   sync_textures(e, d);
   e->bound = d;
   e->dirty = false;
   return true;
}
