/* SPDX-License-Identifier: MIT
 *
 * Fast clears of colour: a driver fills CMASK, four bits for each 8x8 block, with zeros in place of the
 * surface, and blocks that are so marked have the colour of CB_COLOR*_CLEAR_WORD*. Here a marked block gets
 * its colour before the first draw to the surface and loses its mark, so that nothing behind this file knows
 * of CMASK, and the pass that eliminates fast clears before a texture is read (CB_COLOR_CONTROL mode 2) finds
 * nothing left to do.
 *
 * In which order CMASK has its blocks is not public. Software only ever fills it as a whole; here it is row
 * by row. Left out: the states that have to do with FMASK.
 */
#include "emulator/emu_front.h"

enum { CLEARED = 0, EXPANDED = 15 };

static void
fill_block(const struct emu_surface *s, uint8_t *base, const uint32_t table[64], uint64_t at,
           const uint32_t color[2])
{
   uint8_t pixel[16];
   for (unsigned i = 0; i < 16; i += 4)
      memcpy(pixel + i, &color[i / 4 & 1], 4);
   for (unsigned i = 0; i < 64; i++)
      memcpy(base + at + table[i], pixel, s->bytes_per_el);
}

static bool
expand(struct front *f, const struct emu_cb_state *cb, unsigned i)
{
   const struct emu_surface *s = &cb->surf;
   uint32_t w = s->pitch_el / 8, blocks = w * (s->height_el / 8), table[64];
   uint64_t mask_B = (uint64_t)cb->cmask_slice_B, end_B = emu_surface_end(s, cb->slice);
   uint8_t *mask = emu_mem_ptr(&f->e->mem, cb->cmask_addr + cb->slice * mask_B, mask_B);
   uint8_t *base = emu_mem_ptr(&f->e->mem, s->addr, end_B);
   if (!mask || !base)
      return front_error(f, "CB_COLOR%u_CMASK: 0x%llx, %llu bytes, lies outside of memory", i,
                         (unsigned long long)cb->cmask_addr, (unsigned long long)mask_B);
   if (!emu_surface_tile_table(s, table))
      return front_error(f, "CB_COLOR%u_CMASK: a fast clear of split tiles is not implemented", i);
   bool synced = false;
   blocks = (uint32_t)MIN2(blocks, mask_B * 2);
   for (uint32_t b = 0; b < blocks; b++) {
      if ((mask[b / 2] >> b % 2 * 4 & 15) != CLEARED)
         continue;
      if (!synced)
         front_sync(f, s->addr, end_B, true);
      synced = true;
      fill_block(s, base, table, emu_surface_offset(s, b % w * 8, b / w * 8, cb->slice), cb->clear_color);
      mask[b / 2] |= (uint8_t)(EXPANDED << b % 2 * 4);
   }
   return true;
}

bool
front_expand_clears(struct front *f)
{
   for (unsigned i = 0; i < f->draft.num_cb; i++) {
      const struct emu_cb_state *cb = &f->draft.cb[i];
      if (cb->enabled && cb->fast_clear && cb->surf.log2_samples == 0 && !expand(f, cb, i))
         return false;
   }
   return true;
}
