/* SPDX-License-Identifier: MIT
 *
 * Fast clears of colour: a driver fills CMASK, four bits for each 8x8 block, with zeros in place of the
 * surface, and blocks that are so marked have the colour of CB_COLOR*_CLEAR_WORD* (R6xx, R7xx: of
 * CB_CLEAR_*). Here a marked block gets its colour before the first draw to the surface and loses its mark,
 * so that nothing behind this file knows of CMASK, and the pass that eliminates fast clears before a texture
 * is read (CB_COLOR_CONTROL mode 2) finds nothing left to do. If all blocks are marked, a rectangle that
 * fills is put in front of the draw: all threads share it, and it makes bins forget what they had. Otherwise
 * it is done at once.
 *
 * Nor is colour with samples ever compressed: each sample stands in its own place, which is the state that
 * CMASK calls expanded, in which the fragment pointers of FMASK name sample i for sample i. The passes that
 * decompress have nothing to do, and a shader that loads fragment pointers (LDFPTR) gets the identity.
 *
 * In which order CMASK has its blocks is not public. Software only ever fills it as a whole; here it is row
 * by row.
 *
 * Marks are read at the first draw and then known to be gone until something writes there: state/marks.c.
 */
#include <assert.h>

#include "emulator/core/memory.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/state/describe.h"
#include "emulator/terascale/surface.h"
#include "util/u_arena.h"

enum { CLEARED = 0, EXPANDED = 15, MAX_PX = 16384 };

static void
fill_block(const struct emu_surface *s, uint8_t *base, const uint32_t table[64], uint64_t at,
           const uint32_t color[4])
{
   assert(s->bytes_per_el <= 16);
   for (unsigned i = 0; i < 64; i++)
      memcpy(base + at + table[i], color, s->bytes_per_el);
}

/* Is any of n blocks marked? A nibble of zeros borrows from the bit above it. */
static bool
any_cleared(const uint8_t *mask, uint32_t n)
{
   uint64_t zeros = 0;
   uint32_t i = 0;
   for (; i + 16 <= n; i += 16) {
      uint64_t v;
      memcpy(&v, mask + i / 2, 8);
      zeros |= (v - UINT64_C(0x1111111111111111)) & ~v;
   }
   bool found = zeros & UINT64_C(0x8888888888888888);
   for (; i < n; i++)
      found |= (mask[i / 2] >> i % 2 * 4 & 15) == CLEARED;
   return found;
}

static bool
all_cleared(const uint8_t *mask, uint32_t n)
{
   uint8_t bits = 0;
   for (uint32_t i = 0; i < n / 2; i++)
      bits |= mask[i];
   return !bits && (n % 2 == 0 || (mask[n / 2] & 15) == CLEARED);
}

/* Gives marked blocks of one sample their colour. */
static bool
fill_sample(struct front *f, const struct emu_cb_state *cb, unsigned sample, const uint8_t *mask,
            uint8_t *base, uint32_t blocks)
{
   struct emu_surface s = cb->surf;
   assert(sample < 1u << s.log2_samples && s.pitch_el % 8 == 0 &&
          blocks <= s.pitch_el / 8 * (s.height_el / 8));
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

/* A rectangle over all of target i and nothing else. */
static bool
fill_by_drawing(struct front *f, unsigned i)
{
   assert(i < EMU_MAX_CB && f->draft.cb[i].enabled);
   struct raster *raster = f->e->raster;
   struct emu_draw_state *s = u_arena_alloc_raw(raster_arena(raster), sizeof *s);
   struct raster_vertex *v = u_arena_array(raster_arena(raster), struct raster_vertex, 3);
   if (!s || !v)
      return front_error(f, "out of memory for a fast clear");
   *s = f->draft;
   const float w = (float)s->cb[i].surf.pitch_el, h = (float)s->cb[i].surf.height_el;
   s->ps = NULL;
   memset(&s->db, 0, sizeof s->db);
   memset(s->draw.raster.aa_off, 0, sizeof s->draw.raster.aa_off);
   s->draw.raster.log2_samples = s->cb[i].surf.log2_samples; /* of a resolve's destination: others */
   s->cb_special = EMU_CB_CLEAR;
   s->cb_disable = s->alpha_test = s->draw.raster.iterate_samples = false;
   s->rop3 = 0xcc;
   s->num_cb = (uint8_t)(i + 1);
   for (unsigned k = 0; k < EMU_MAX_CB; k++)
      s->cb[k].enabled = k == i;
   s->cb[i].write_mask = 15;
   s->cb[i].blend_enable = false;
   s->draw.raster.scissor[0] = s->draw.raster.scissor[1] = 0;
   s->draw.raster.scissor[2] = (int32_t)s->cb[i].surf.pitch_el;
   s->draw.raster.scissor[3] = (int32_t)s->cb[i].surf.height_el;
   memset(v, 0, 3 * sizeof *v);
   v[1].x = w;
   v[2].y = h;
   const struct raster_prim p = {
      .kind = RASTER_PRIM_RECT, .front = true, .v = {&v[0], &v[1], &v[2]}
   };
   state_describe_draw(s);
   raster_set_state(raster, &s->draw);
   raster_add_prim(raster, &p);
   f->bound = s;
   return true;
}

static bool
expand(struct front *f, const struct emu_cb_state *cb, unsigned i)
{
   const struct emu_surface *s = &cb->surf;
   uint64_t mask_B = cb->cmask_slice_B, mask_at = cb->cmask_addr + cb->slice * mask_B;
   uint32_t blocks = (uint32_t)MIN2((uint64_t)(s->pitch_el / 8) * (s->height_el / 8), mask_B * 2);
   front_sync(f, mask_at, mask_B, false);
   if (front_is_unmarked(f, mask_at, blocks))
      return true;
   uint8_t *mask = emu_mem_ptr(&f->e->mem, mask_at, mask_B);
   uint8_t *base = emu_mem_ptr(&f->e->mem, s->addr, cb->size_B);
   if (!mask || !base)
      return front_error(f, "CB_COLOR%u_CMASK: 0x%llx, %llu bytes, lies outside of memory", i,
                         (unsigned long long)cb->cmask_addr, (unsigned long long)mask_B);
   if (!any_cleared(mask, blocks))
      return front_remember_unmarked(f, mask_at, blocks);
   uint32_t table[64];
   if (all_cleared(mask, blocks) && blocks == s->pitch_el / 8 * (s->height_el / 8) && s->pitch_el <= MAX_PX &&
       s->height_el <= MAX_PX && emu_surface_tile_table(s, table)) {
      memset(mask, EXPANDED * 0x11, (blocks + 1) / 2);
      return front_remember_unmarked(f, mask_at, blocks) && fill_by_drawing(f, i);
   }
   front_sync(f, s->addr, cb->size_B, true);
   for (unsigned sample = 0; sample < 1u << s->log2_samples; sample++)
      if (!fill_sample(f, cb, sample, mask, base, blocks))
         return false;
   for (uint32_t b = 0; b < blocks; b++)
      if ((mask[b / 2] >> b % 2 * 4 & 15) == CLEARED)
         mask[b / 2] |= (uint8_t)(EXPANDED << b % 2 * 4);
   return front_remember_unmarked(f, mask_at, blocks);
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
