/* SPDX-License-Identifier: MIT
 *
 * Draw packets and the index state before them. Indices come from memory (DRAW_INDEX*), from the packet
 * (DRAW_INDEX_IMMD) or are counted (DRAW_INDEX_AUTO); what lies behind the end of an index buffer reads as 0.
 */

#include "db/terascale/eg_regs.h"

#include <assert.h>
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/core/memory.h"
#include "emulator/core/perf.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/strict/strict.h"

/* A draw of more vertices than this is refused: hardware would be reset by its driver long before. */
#define MAX_VERTICES (UINT64_C(1) << 28)

CP_HANDLER(cp_index_base)
{
   assert(n >= 2); /* packet3() asked the table of packets */
   f->index_base = cp_address(body[0] & ~1u, body[1]);
   return true;
}

CP_HANDLER(cp_index_buffer_size)
{
   assert(n >= 1);
   f->index_buffer_size = body[0];
   return true;
}

CP_HANDLER(cp_index_type)
{
   assert(n >= 1);
   f->index_type = TS_VGT_DMA_INDEX_TYPE_get_INDEX_TYPE(body[0]);
   f->index_swap = TS_VGT_DMA_INDEX_TYPE_get_SWAP_MODE(body[0]);
   return f->index_type <= 1 || front_error(f, "INDEX_TYPE %u does not exist", f->index_type);
}

CP_HANDLER(cp_num_instances)
{
   assert(n >= 1);
   f->num_instances = body[0] ? body[0] : 1;
   return true;
}

/* Stages before the vertex shader. */
static bool
more_stages(const struct front *f)
{
   const struct emu_regs *r = &f->e->regs;
   if (f->e->chip->gen < DB_EVERGREEN)
      return R6_VGT_GS_MODE_get_MODE(r->r6.ctx.VGT_GS_MODE);
   const uint32_t en = r->eg.ctx.VGT_SHADER_STAGES_EN;
   return EG_VGT_SHADER_STAGES_EN_get_LS_EN(en) || EG_VGT_SHADER_STAGES_EN_get_HS_EN(en) ||
          EG_VGT_SHADER_STAGES_EN_get_ES_EN(en) || EG_VGT_SHADER_STAGES_EN_get_GS_EN(en);
}

/* Fills what all draws share and draws. */
static bool
draw(struct front *f, struct front_draw *d, uint32_t initiator, unsigned source)
{
   assert(d->idx == FRONT_IDX_AUTO || d->indices || !d->room_B);
   const struct emu_regs *r = &f->e->regs;
   if (TS_VGT_DRAW_INITIATOR_get_SOURCE_SELECT(initiator) != source)
      return front_error(f, "draw initiator 0x%08x: SOURCE_SELECT does not fit the packet", initiator);
   if (TS_VGT_DRAW_INITIATOR_get_MAJOR_MODE(initiator))
      return front_error(f, "draw initiator 0x%08x: MAJOR_MODE 1 is not implemented", initiator);
   if (more_stages(f))
      return front_error(f, "geometry and tessellation shaders are not implemented");
   if (TS_VGT_DRAW_INITIATOR_get_USE_OPAQUE(initiator))
      d->count = vgt_strmout_opaque_count(f);
   d->prim_type = TS_VGT_PRIMITIVE_TYPE_get_PRIM_TYPE(r->ts.config.VGT_PRIMITIVE_TYPE);
   d->instances = f->num_instances;
   d->index_offset = f->e->chip->gen >= DB_EVERGREEN ? r->eg.ctx.VGT_INDX_OFFSET : r->r6.ctx.VGT_IND_OFFSET;
   d->min_index = r->ts.ctx.VGT_MIN_VTX_INDX;
   d->max_index = r->ts.ctx.VGT_MAX_VTX_INDX;
   d->reset_en = TS_VGT_MULTI_PRIM_IB_RESET_EN_get_RESET_EN(r->ts.ctx.VGT_MULTI_PRIM_IB_RESET_EN);
   d->reset_index = r->ts.ctx.VGT_MULTI_PRIM_IB_RESET_INDX;
   if ((uint64_t)d->count * d->instances > MAX_VERTICES)
      return front_error(f, "a draw of %u x %u vertices is too long", d->count, d->instances);
   f->e->stats.draws++;
   emu_perf_note(EMU_PERF_DRAWS, 1);
   if (!d->count)
      return true;
   /* rectangle lists are not clipped: drivers give window coordinates */
   bool rectangles = d->prim_type == TS_VGT_PRIMITIVE_TYPE__PRIM_TYPE__DI_PT_RECTLIST;
   if (rectangles != f->rectangles)
      f->dirty |= FRONT_DIRTY_FIXED;
   f->rectangles = rectangles;
   if (f->strict)
      strict_draw_begin(f);
   if (!vgt_strmout_begin(f) || !front_prepare_state(f))
      return false;
   if (f->strict) {
      strict_draw(f, d);
      if (strict_stopped(f) || (!f->bound && !front_prepare_state(f)))
         return false;
   }
   const unsigned before = emu_perf_enter(EMU_PERF_INDICES);
   const bool drawn = (f->bound->draw.raster.rasterizer_kill && !f->strmout.counting) || vgt_draw(f, d);
   emu_perf_leave(before);
   if (f->strict)
      strict_drawn(f);
   return drawn;
}

static bool
draw_from_memory(struct front *f, uint64_t addr, uint32_t max_count, uint32_t count, uint32_t initiator)
{
   struct front_draw d = {
      .count = count, .idx = f->index_type ? FRONT_IDX_32 : FRONT_IDX_16, .swap = (uint8_t)f->index_swap};
   uint64_t index_B = f->index_type ? 4 : 2;
   uint64_t size_B = index_B * MIN2(count, max_count);
   uint64_t room_B = emu_mem_room(&f->e->mem, addr);
   if (!room_B && count)
      return front_error(f, "index buffer 0x%llx lies outside of memory", (unsigned long long)addr);
   d.room_B = MIN2(size_B, room_B);
   d.indices = d.room_B ? emu_mem_ptr(&f->e->mem, addr, d.room_B) : NULL;
   front_sync(f, addr, d.room_B, false);
   return draw(f, &d, initiator, TS_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_DMA);
}

CP_HANDLER(cp_draw_index)
{
   assert(n >= 4);
   return draw_from_memory(f, cp_address(body[0] & ~1u, body[1]), UINT32_MAX, body[2], body[3]);
}

CP_HANDLER(cp_draw_index_2)
{
   assert(n >= 5);
   return draw_from_memory(f, cp_address(body[1] & ~1u, body[2]), body[0], body[3], body[4]);
}

static bool
draw_at(struct front *f, uint32_t max_count, uint32_t first, uint32_t count, uint32_t initiator)
{
   uint32_t left = first < max_count ? max_count - first : 0;
   return draw_from_memory(f, f->index_base + (uint64_t)first * (f->index_type ? 4 : 2), left, count,
                           initiator);
}

CP_HANDLER(cp_draw_index_offset_2)
{
   assert(n >= 4);
   return draw_at(f, body[0], body[1], body[2], body[3]);
}

CP_HANDLER(cp_draw_index_immd_be_or_offset)
{
   if (f->e->chip->gen >= DB_EVERGREEN)
      return draw_at(f, f->index_buffer_size, body[0], body[1], body[2]);
   return front_error(f, "DRAW_INDEX_IMMD_BE is not implemented");
}

CP_HANDLER(cp_draw_index_auto)
{
   assert(n >= 2);
   struct front_draw d = {.count = body[0], .idx = FRONT_IDX_AUTO};
   return draw(f, &d, body[1], TS_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_AUTO_INDEX);
}

CP_HANDLER(cp_draw_index_immd)
{
   assert(n >= 2);
   struct front_draw d = {
      .count = body[0], .idx = f->index_type ? FRONT_IDX_32 : FRONT_IDX_16, .swap = (uint8_t)f->index_swap};
   d.indices = (const uint8_t *)(body + 2);
   d.room_B = (uint64_t)(n - 2) * 4;
   if ((uint64_t)d.count * (f->index_type ? 4 : 2) > d.room_B)
      return front_error(f, "DRAW_INDEX_IMMD of %u indices carries only %u dwords", d.count, n - 2);
   return draw(f, &d, body[1], TS_VGT_DRAW_INITIATOR__SOURCE_SELECT__DI_SRC_SEL_IMMEDIATE);
}
