/* SPDX-License-Identifier: MIT
 *
 * Bounds of what a draw may write: a surface must lie inside of memory, and pixels outside of a bound surface
 * are scissored away. On hardware they would land in somebody else's memory; the radeon kernel driver's
 * stream checker refuses such streams.
 */
#include "db/terascale/db_formats.h"
#include "emulator/core/memory.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/surface.h"

static bool
check(struct front *f, struct emu_draw_state *s, const struct emu_surface *surf, uint32_t slice,
      uint64_t *size_B, const char *what)
{
   if (surf->array_mode > EMU_2D_THIN1)
      return front_error(f, "%s: array mode %u is not implemented", what, surf->array_mode);
   if (surf->log2_samples && surf->array_mode != EMU_2D_THIN1)
      return front_error(f, "%s: only 2D tiled surfaces can have samples", what);
   if (!surf->height_el)
      return front_error(f, "%s: a slice is smaller than a row", what);
   *size_B = emu_surface_end(surf, slice);
   if (!emu_mem_ptr(&f->e->mem, surf->addr, *size_B))
      return front_error(f, "%s: %u x %u at 0x%llx does not lie inside of memory", what, surf->pitch_el,
                         surf->height_el, (unsigned long long)surf->addr);
   s->draw.raster.scissor[2] = MIN2(s->draw.raster.scissor[2], (int32_t)surf->pitch_el);
   s->draw.raster.scissor[3] = MIN2(s->draw.raster.scissor[3], (int32_t)surf->height_el);
   return true;
}

bool
front_check_surfaces(struct front *f, struct emu_draw_state *s)
{
   for (unsigned i = 0; i < s->num_cb; i++) {
      char what[] = "colour buffer 0";
      _Static_assert(EMU_MAX_CB <= 10, "a digit names each");
      what[sizeof what - 2] = (char)('0' + i);
      struct emu_cb_state *cb = &s->cb[i];
      if (cb->enabled && !check(f, s, &cb->surf, cb->slice, &cb->size_B, what))
         return false;
   }
   struct emu_db_state *db = &s->db;
   bool copy = db->copy_z || db->copy_s;
   if (db->has_z && (db->z_enable || copy) &&
       !check(f, s, &db->z_surf, db->slice, &db->z_size_B, "depth buffer"))
      return false;
   if (db->has_s && (db->stencil_enable || copy) && db->s_separate &&
       !check(f, s, &db->s_surf, db->slice, &db->s_size_B, "stencil buffer"))
      return false;
   if (db->stencil_enable && !db->s_separate && !db->z_enable &&
       !check(f, s, &db->z_surf, db->slice, &db->z_size_B, "depth buffer"))
      return false;
   return true;
}

unsigned
front_color_format_B(unsigned format)
{
   const struct db_format *d = db_format(format);
   return d && d->color ? d->bytes_per_el : 0;
}
