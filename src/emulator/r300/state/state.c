/* SPDX-License-Identifier: MIT
 *
 * Keeps struct r300_draw up to date: made anew when a register was written since, in the rasteriser's arena.
 */
#include <string.h>

#include "emulator/r300/state/derive.h"
#include "emulator/raster/raster.h"
#include "util/u_arena.h"
#include "util/u_math.h"

static void
sync_textures(struct emulator *e, const struct r300_draw *d)
{
   for (unsigned i = 0; i < sizeof d->us.view / sizeof *d->us.view; i++) {
      const struct tx_view *v = d->us.view[i];
      if (v && raster_pending_overlaps(e->raster, v->setup.address, v->range_B, false))
         raster_execute(e->raster);
   }
}

/* Can the surface join those that are bound, of which \p was has its place? Not if something takes that, or uses its memory. */
static bool
can_join(const struct emulator *e, const struct pixel_surface *was, const struct pixel_surface *is)
{
   struct r300_surface s;
   if (!is->bytes || !memcmp(was, is, sizeof *is))
      return true;
   memcpy(&s, is->layout, sizeof s);
   return !was->bytes && !raster_pending_overlaps(e->raster, s.address, r300_surface_size(&s), true);
}

/* Two surfaces may be one memory: what is binned for other ones is drawn first. */
static void
sync_surfaces(struct emulator *e, const struct r300_draw *last, const struct r300_draw *d)
{
   if (!last)
      return;
   const struct pixel_surfaces *was = &last->draw.surfaces, *is = &d->draw.surfaces;
   bool joins = !last->clears_cbzb && !d->clears_cbzb && can_join(e, &was->depth, &is->depth) &&
                can_join(e, &was->stencil, &is->stencil);
   for (unsigned i = 0; i < ARRAY_SIZE(is->color); i++)
      joins = joins && can_join(e, &was->color[i], &is->color[i]);
   if (!joins)
      raster_execute(e->raster);
}

/* For tools that ask when the draw's state is gone. */
static void
note_seen(struct emulator *e, const struct r300_draw *d)
{
   struct r300_seen *seen = &e->seen;
   const struct pixel_target *t = &d->draw.pixel.target[0];
   memset(&seen->format, 0, sizeof seen->format);
   if (t->enabled) {
      memcpy(&seen->target, d->draw.surfaces.color[0].layout, sizeof seen->target);
      seen->format = t->format;
      seen->format_name = d->format_name;
      seen->w_px = MIN2(seen->target.pitch_px, (uint32_t)MAX2(d->draw.raster.scissor[2], 0));
      memcpy(seen->select, d->output_select[0], sizeof seen->select);
   }
   seen->units = 0;
   for (unsigned i = 0; i < ARRAY_SIZE(seen->texture); i++) {
      if (!d->us.view[i])
         continue;
      seen->units |= (uint16_t)(1u << i);
      seen->texture[i] = d->us.view[i]->asked;
   }
}

/* Vertices have the parameters that are read, and one at least: raster's are without gaps. */
static void
place_params(struct r300_draw *d)
{
   struct raster_state *r = &d->draw.raster;
   const uint32_t flat = r->flat_params;
   unsigned num = 0;
   r->flat_params = 0;
   for (unsigned i = 0; i < R300_PARAMS; i++)
      if (d->params_read >> i & 1) {
         r->flat_params |= (flat >> i & 1) << num;
         d->place[i] = (uint8_t)num++;
      }
   r->num_params = (uint8_t)MAX2(num, 1u);
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
       !derive_interpolation(e, d) || !derive_fog(e, d))
      return false;
   place_params(d);
   derive_planes(d);
   if (!derive_pixel(e, d) || !derive_textures(e, d))
      return false;
   derive_lookup(d);
   if (!r300_apply_zmask(e, d))
      return false;
   sync_surfaces(e, last, d);
   sync_textures(e, d);
   r300_apply_clears(e, d);
   note_seen(e, d);
   e->bound = d;
   e->dirty = false;
   return true;
}
