/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: waiting and cache maintenance.
 */
#include "evergreen/eg_priv.h"

/** All targets and depth: written back and their surfaces made visible to the texture caches. */
static uint32_t
target_bits(uint32_t flags)
{
   uint32_t cntl = 0;
   if (flags & TS_FLUSH_CB)
      cntl |= EG_CP_COHER_CNTL(.CB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .CB0_DEST_BASE_ENA = 1,
                               .CB1_DEST_BASE_ENA = 1, .CB2_DEST_BASE_ENA = 1, .CB3_DEST_BASE_ENA = 1,
                               .CB4_DEST_BASE_ENA = 1, .CB5_DEST_BASE_ENA = 1, .CB6_DEST_BASE_ENA = 1,
                               .CB7_DEST_BASE_ENA = 1, .CB8_DEST_BASE_ENA = 1, .CB9_DEST_BASE_ENA = 1,
                               .CB10_DEST_BASE_ENA = 1, .CB11_DEST_BASE_ENA = 1);
   if (flags & TS_FLUSH_DB)
      cntl |= EG_CP_COHER_CNTL(.DB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .DB_DEST_BASE_ENA = 1,
                               .FULL_CACHE_ENA = 1);
   return cntl;
}

void
eg_emit_flush(struct ts_context *c, uint32_t flags)
{
   struct ts_cs *cs = &c->cs;
   const bool at_end = flags & TS_FLUSH_END;
   const bool targets = flags & (TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_END);
   if (at_end)
      flags |= TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_WAIT_IDLE;
   uint32_t cntl = ts_coher_invalidate(c, flags);
   if (targets)
      cntl |= target_bits(flags);
   if (flags & TS_FLUSH_WAIT_PS)
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   if (flags & TS_FLUSH_WAIT_IDLE && eg_is_cayman(c))
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   else if (flags & TS_FLUSH_WAIT_IDLE)
      cs_set_config_reg(cs, EG_WAIT_UNTIL_OFFSET, EG_WAIT_UNTIL(.WAIT_3D_IDLE = 1, .WAIT_CP_DMA_IDLE = 1));
   if (flags & TS_FLUSH_CB)
      cs_event(cs, DB_EVENT_FLUSH_AND_INV_CB_META, 0);
   if (flags & TS_FLUSH_DB)
      cs_event(cs, DB_EVENT_FLUSH_AND_INV_DB_META, 0);
   if (targets)
      cs_event(cs, DB_EVENT_CACHE_FLUSH_AND_INV_EVENT, 0);
   if (cntl)
      ts_surface_sync(cs, cntl);
   if (at_end)
      cs_set_context_reg(cs, EG_SX_MISC_OFFSET, 0);
}

/** CP DMA from a constant, after all that drew. */
void
eg_emit_fill(struct ts_context *c, struct ts_bo *bo, uint64_t size_B, uint32_t value)
{
   enum { MAX_B = (1 << 21) - 8 };
   struct ts_cs *cs = &c->cs;
   eg_emit_flush(c, TS_FLUSH_WAIT_PS | TS_FLUSH_WAIT_IDLE | TS_FLUSH_CB);
   for (uint64_t at = 0; at < size_B; at += MAX_B) {
      const uint32_t n = (uint32_t)MIN2(size_B - at, MAX_B);
      const uint64_t addr = bo->va + at;
      cs_packet3(cs, DB_PKT3_CP_DMA, 5);
      cs_dw(cs, value);
      cs_dw(cs, DB_PKT3_CP_DMA_DW1(.SRC_SEL = DB_PKT3_CP_DMA_DW1__SRC_SEL__SRC_DATA,
                                   .CP_SYNC = at + n == size_B));
      cs_dw(cs, (uint32_t)addr);
      cs_dw(cs, DB_PKT3_CP_DMA_DW3(.DST_ADDRESS_HI = (uint32_t)(addr >> 32)));
      cs_dw(cs, DB_PKT3_CP_DMA_DW4(.BYTE_COUNT = n));
      cs_reloc(cs, bo, true);
   }
}

void
eg_emit_wait_idle(struct ts_cs *cs)
{
   cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   cs_set_config_reg(cs, EG_WAIT_UNTIL_OFFSET, EG_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
}
