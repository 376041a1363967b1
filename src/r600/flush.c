/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: waiting and cache maintenance. R6xx must not use the coherency bits of CB and DB in SURFACE_SYNC
 * (hardware bugs): there the flush event does it all.
 */
#include "r600/r600_priv.h"

/** All eight targets and depth: written back and their surfaces made visible to the texture caches. */
static uint32_t
r7_target_bits(uint32_t flags)
{
   uint32_t cntl = 0;
   if (flags & TS_FLUSH_CB)
      cntl |= R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .CB0_DEST_BASE_ENA = 1,
                               .CB1_DEST_BASE_ENA = 1, .CB2_DEST_BASE_ENA = 1, .CB3_DEST_BASE_ENA = 1,
                               .CB4_DEST_BASE_ENA = 1, .CB5_DEST_BASE_ENA = 1, .CB6_DEST_BASE_ENA = 1,
                               .CB7_DEST_BASE_ENA = 1);
   if (flags & TS_FLUSH_DB)
      cntl |= R6_CP_COHER_CNTL(.DB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .DB_DEST_BASE_ENA = 1,
                               .FULL_CACHE_ENA = 1);
   return cntl;
}

void
r600_emit_flush(struct ts_context *c, uint32_t flags)
{
   struct ts_cs *cs = &c->cs;
   const struct db_chip *chip = c->screen->chip;
   const bool r7 = chip->gen == DB_R700, at_end = flags & TS_FLUSH_END;
   const bool targets = flags & (TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_END);
   if (at_end)
      flags |= TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_WAIT_IDLE;
   uint32_t cntl = ts_coher_invalidate(c, flags);
   if (targets && r7)
      cntl |= r7_target_bits(flags);
   if (targets && (chip->family == DB_FAMILY_RV670 || chip->family == DB_FAMILY_RS780 ||
                   chip->family == DB_FAMILY_RS880))
      cntl |= R6_CP_COHER_CNTL(.CB1_DEST_BASE_ENA = 1, .DEST_BASE_0_ENA = 1);

   if (flags & TS_FLUSH_WAIT_PS)
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   if (flags & TS_FLUSH_WAIT_IDLE)
      cs_set_config_reg(cs, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1, .WAIT_CP_DMA_IDLE = 1));
   if (r7 && flags & TS_FLUSH_CB)
      cs_event(cs, DB_EVENT_FLUSH_AND_INV_CB_META, 0);
   if (r7 && flags & TS_FLUSH_DB)
      cs_event(cs, DB_EVENT_FLUSH_AND_INV_DB_META, 0);
   if (targets)
      cs_event(cs, DB_EVENT_CACHE_FLUSH_AND_INV_EVENT, 0);
   if (cntl)
      ts_surface_sync(cs, cntl);
   if (at_end)
      cs_set_context_reg(cs, R6_SX_MISC_OFFSET, 0);
}

void
r600_emit_wait_idle(struct ts_cs *cs)
{
   cs_set_config_reg(cs, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
}
