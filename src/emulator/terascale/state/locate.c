/* SPDX-License-Identifier: MIT
 *
 * Where the pixels of a surface stand that a draw may write, checked against memory: pixel_gpu_ops::locate by the
 * tiling laws of surface.c.
 */
#include <assert.h>
#include <string.h>

#include "emulator/pixel/surface.h"
#include "emulator/terascale/state/describe.h"
#include "emulator/terascale/state/layout.h"
#include "util/u_math.h"

enum { MAX_PX = 16384, MAX_SLICE = 8192, MAX_PIXEL_B = 16 };

static uint64_t
offset_B(const struct pixel_surf *s, uint32_t x_px, uint32_t y_px)
{
   struct state_layout l;
   memcpy(&l, s->layout, sizeof l);
   return emu_surface_offset(&l.surf, x_px, y_px, l.slice);
}

/* Samples of pixels are neighbours and the tile is split: whole quads have to be in a part. */
static bool
split_quads(struct pixel_surf *s, const struct emu_surface *surf)
{
   uint32_t pixel_B = (uint32_t)surf->bytes_per_el << surf->log2_samples;
   assert(pixel_B);
   if (!surf->depth_samples || !surf->tile_type || 4 * pixel_B > surf->tile_split_B)
      return false;
   s->split = true;
   uint32_t part_B = MAX2(MIN2(surf->tile_split_B, surf->chip->group_bytes), 4 * pixel_B);
   s->log2_quad_B = (uint8_t)u_log2(4 * pixel_B);
   s->log2_part_B = (uint8_t)u_log2(part_B);
   s->log2_parts = (uint8_t)(u_log2(64 * pixel_B) - s->log2_part_B);
   for (unsigned i = 0; i < 4; i++)
      s->off_B[i] = i * pixel_B;
   return true;
}

/* Depth or stencil of elements that hold both. */
static void
take_part(struct pixel_surf *s, unsigned part)
{
   if (part == STATE_WHOLE || s->log2_bytes != 3)
      return;
   s->base += part == STATE_PAIR_STENCIL ? 4 : 0;
   s->log2_bytes = part == STATE_PAIR_STENCIL ? 0 : 2;
   s->aligned = false;
}

static bool
in_range(const struct emu_surface *s, uint32_t slice)
{
   return s->pitch_el && s->height_el && s->pitch_el <= MAX_PX && s->height_el <= MAX_PX &&
          slice <= MAX_SLICE && u_is_pow2(s->bytes_per_el) && s->bytes_per_el <= MAX_PIXEL_B;
}

bool
state_locate_surface(const struct emu_mem *mem, const struct pixel_surface *surface, unsigned sample,
                     struct pixel_surf *s)
{
   struct state_layout l;
   memcpy(&l, surface->layout, sizeof l);
   struct emu_surface *surf = &l.surf;
   assert(sample < 1u << surf->log2_samples);
   uint64_t shift_B;
   surf->sample = (uint8_t)sample;
   surf->sample = (uint8_t)emu_surface_first_sample(surf, &shift_B);
   if (!in_range(surf, l.slice))
      return false;
   s->width_px = surf->pitch_el;
   s->height_px = surf->height_el;
   struct emu_surface read = *surf;
   if (surf->array_mode < EMU_1D_THIN1)
      read.height_el = (uint32_t)u_align(surf->height_el, 2); /* whole quads are read */
   uint64_t end = emu_surface_end(&read, l.slice);
   s->base = end >> 40 ? NULL : emu_mem_ptr(mem, surf->addr, end);
   if (!s->base)
      return false;
   s->base += shift_B;
   s->first = surf->addr;
   s->size_B = end;
   s->log2_bytes = (uint8_t)u_log2(surf->bytes_per_el);
   s->offset_B = offset_B;
   memcpy(s->layout, &l, sizeof l);
   uint32_t table[64];
   s->has_table = emu_surface_tile_table(surf, table);
   if (!s->has_table && !split_quads(s, surf))
      return false;
   for (unsigned i = 0; s->has_table && i < 64; i++)
      s->off_B[pixel_lane(i & 7, i >> 3)] = table[i];
   s->aligned = ((uintptr_t)s->base | surf->slice_B) % 64 == 0;
   if (surf->array_mode == EMU_2D_THIN1) {
      struct state_layout key = l;
      _Static_assert(sizeof key <= sizeof s->map_key && sizeof l <= sizeof s->layout,
                     "pixel_surf has room for it");
      key.surf.addr = 0;
      key.part = STATE_WHOLE;
      s->map = true;
      memcpy(s->map_key, &key, sizeof key);
   } else {
      s->slice_off_B = emu_surface_offset(surf, 0, 0, l.slice);
      s->block_dx_B = emu_surface_offset(surf, 8, 0, 0);
      s->block_dy_B = emu_surface_offset(surf, 0, 8, 0);
      assert(s->block_dx_B);
   }
   take_part(s, l.part);
   return true;
}
