/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: waiting and cache maintenance. R6xx must not use the coherency bits of CB and DB in SURFACE_SYNC
 * (hardware bugs): there the flush event does it all, and since nothing waits for the event's end, the pipe has
 * to be idle before it.
 */
#include "db/terascale/pm4.h"
#include "r600/r600_priv.h"
#include "terascale/atoms.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"

static void
wait_until_idle(struct drv_cs *cs)
{
   cs_set_config_reg(cs, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1, .WAIT_CP_DMA_IDLE = 1));
}

void
r600_emit_flush(struct ts_context *c, uint32_t flags)
{
   const struct terascale_chip *chip = c->screen->chip;
   struct ts_flush_words w = {.wait_idle = wait_until_idle};
   if (chip->gen == DB_R700) { /* all eight targets and depth */
      w.meta = true;
      w.coher_color = R6_CP_COHER_CNTL(.CB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .CB0_DEST_BASE_ENA = 1,
                                       .CB1_DEST_BASE_ENA = 1, .CB2_DEST_BASE_ENA = 1, .CB3_DEST_BASE_ENA = 1,
                                       .CB4_DEST_BASE_ENA = 1, .CB5_DEST_BASE_ENA = 1, .CB6_DEST_BASE_ENA = 1,
                                       .CB7_DEST_BASE_ENA = 1);
      w.coher_depth = R6_CP_COHER_CNTL(.DB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .DB_DEST_BASE_ENA = 1,
                                       .FULL_CACHE_ENA = 1);
   }
   if (chip->gen == DB_R700)
      w.coher_streamout =
         R6_CP_COHER_CNTL(.SMX_ACTION_ENA = 1, .SO0_DEST_BASE_ENA = 1, .SO1_DEST_BASE_ENA = 1,
                          .SO2_DEST_BASE_ENA = 1, .SO3_DEST_BASE_ENA = 1);
   if (chip->family == DB_FAMILY_RV670 || chip->family == DB_FAMILY_RS780 || chip->family == DB_FAMILY_RS880)
      w.coher_any = R6_CP_COHER_CNTL(.CB1_DEST_BASE_ENA = 1, .DEST_BASE_0_ENA = 1);
   w.coher_streamout |= w.coher_any;
   if (chip->gen == DB_R600 && flags & (TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_STREAMOUT))
      flags |= TS_FLUSH_WAIT_IDLE;
   ts_emit_flush(c, flags, &w);
}

void
r600_emit_wait_idle(struct drv_cs *cs)
{
   cs_set_config_reg(cs, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
}
