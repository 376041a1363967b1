/* SPDX-License-Identifier: MIT
 *
 * Fast clears of colour: a driver fills CMASK, four bits for each 8x8 block, with zeros in place of the
 * surface, and blocks that are so marked have the colour of CB_COLOR*_CLEAR_WORD*. Here a marked block gets
 * its colour before the first draw to the surface and loses its mark, so that nothing behind this file knows
 * of CMASK, and the pass that eliminates fast clears before a texture is read (CB_COLOR_CONTROL mode 2) finds
 * nothing left to do.
 *
 * Nor is colour with samples ever compressed: each sample stands in its own place, which is the state that
 * CMASK calls expanded, in which the fragment pointers of FMASK name sample i for sample i. The passes that
 * decompress have nothing to do, and a shader that loads fragment pointers (LDFPTR) gets the identity.
 *
 * In which order CMASK has its blocks is not public. Software only ever fills it as a whole; here it is row
 * by row.
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

/* Is any of n blocks marked? A nibble of zeros borrows from the bit above it. */
static bool
any_cleared(const uint8_t *mask, uint32_t n)
{
   uint32_t i = 0;
   for (; i + 16 <= n; i += 16) {
      uint64_t v;
      memcpy(&v, mask + i / 2, 8);
      if ((v - UINT64_C(0x1111111111111111)) & ~v & UINT64_C(0x8888888888888888))
         return true;
   }
   for (; i < n; i++)
      if ((mask[i / 2] >> i % 2 * 4 & 15) == CLEARED)
         return true;
   return false;
}

/* Gives marked blocks of one sample their colour. */
static bool
fill_sample(struct front *f, const struct emu_cb_state *cb, unsigned sample, const uint8_t *mask,
            uint8_t *base, uint32_t blocks)
{
   struct emu_surface s = cb->surf;
   uint32_t w = s.pitch_el / 8, table[64];
   s.sample = (uint8_t)sample;
   if (!emu_surface_tile_table(&s, table))
      return front_error(f, "a fast clear of split tiles is not implemented");
   for (uint32_t b = 0; b < blocks; b++)
      if ((mask[b / 2] >> b % 2 * 4 & 15) == CLEARED)
         fill_block(&s, base, table, emu_surface_offset(&s, b % w * 8, b / w * 8, cb->slice),
                    cb->clear_color);
   return true;
}

static bool
expand(struct front *f, const struct emu_cb_state *cb, unsigned i)
{
   const struct emu_surface *s = &cb->surf;
   uint64_t mask_B = cb->cmask_slice_B, end_B = emu_surface_end(s, cb->slice);
   uint64_t mask_at = cb->cmask_addr + cb->slice * mask_B;
   uint8_t *mask = emu_mem_ptr(&f->e->mem, mask_at, mask_B);
   uint8_t *base = emu_mem_ptr(&f->e->mem, s->addr, end_B);
   uint32_t blocks = (uint32_t)MIN2((uint64_t)(s->pitch_el / 8) * (s->height_el / 8), mask_B * 2);
   if (!mask || !base)
      return front_error(f, "CB_COLOR%u_CMASK: 0x%llx, %llu bytes, lies outside of memory", i,
                         (unsigned long long)cb->cmask_addr, (unsigned long long)mask_B);
   front_sync(f, mask_at, mask_B, false);
   if (!any_cleared(mask, blocks))
      return true;
   front_sync(f, s->addr, end_B, true);
   for (unsigned sample = 0; sample < 1u << s->log2_samples; sample++)
      if (!fill_sample(f, cb, sample, mask, base, blocks))
         return false;
   for (uint32_t b = 0; b < blocks; b++)
      if ((mask[b / 2] >> b % 2 * 4 & 15) == CLEARED)
         mask[b / 2] |= (uint8_t)(EXPANDED << b % 2 * 4);
   return true;
}

bool
front_expand_clears(struct front *f)
{
   for (unsigned i = 0; i < f->draft.num_cb; i++) {
      const struct emu_cb_state *cb = &f->draft.cb[i];
      if (cb->enabled && cb->fast_clear && !expand(f, cb, i))
         return false;
   }
   return true;
}
