/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: waiting and cache maintenance.
 */
#include "db/terascale/pm4.h"
#include "driver/bo.h"
#include "evergreen/eg_priv.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/surface.h"
#include "util/u_math.h"

static void
wait_until_idle(struct drv_cs *cs)
{
   cs_set_config_reg(cs, EG_WAIT_UNTIL_OFFSET, EG_WAIT_UNTIL(.WAIT_3D_IDLE = 1, .WAIT_CP_DMA_IDLE = 1));
}

static void
wait_for_pixels(struct drv_cs *cs)
{
   cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
}

/** All targets and depth: written back and their surfaces made visible to the texture caches. */
static void
emit_flush(struct ts_context *c, uint32_t flags, void (*wait_idle)(struct drv_cs *cs))
{
   const struct ts_flush_words w = {
      .coher_color = EG_CP_COHER_CNTL(.CB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .CB0_DEST_BASE_ENA = 1,
                                      .CB1_DEST_BASE_ENA = 1, .CB2_DEST_BASE_ENA = 1, .CB3_DEST_BASE_ENA = 1,
                                      .CB4_DEST_BASE_ENA = 1, .CB5_DEST_BASE_ENA = 1, .CB6_DEST_BASE_ENA = 1,
                                      .CB7_DEST_BASE_ENA = 1, .CB8_DEST_BASE_ENA = 1, .CB9_DEST_BASE_ENA = 1,
                                      .CB10_DEST_BASE_ENA = 1, .CB11_DEST_BASE_ENA = 1),
      .coher_depth = EG_CP_COHER_CNTL(.DB_ACTION_ENA = 1, .SMX_ACTION_ENA = 1, .DB_DEST_BASE_ENA = 1,
                                      .FULL_CACHE_ENA = 1),
      .coher_streamout = EG_CP_COHER_CNTL(.SMX_ACTION_ENA = 1, .SO0_DEST_BASE_ENA = 1, .SO1_DEST_BASE_ENA = 1,
                                          .SO2_DEST_BASE_ENA = 1, .SO3_DEST_BASE_ENA = 1),
      .meta = true,
      .wait_idle = wait_idle,
   };
   ts_emit_flush(c, flags, &w);
}

void
eg_emit_flush(struct ts_context *c, uint32_t flags)
{
   emit_flush(c, flags, wait_until_idle);
}

void
cm_emit_flush(struct ts_context *c, uint32_t flags)
{
   emit_flush(c, flags, wait_for_pixels);
}

/** CP DMA from a constant, after all that drew. */
void
eg_emit_fill(struct ts_context *c, struct drv_bo *bo, uint64_t size_B, uint32_t value)
{
   enum { MAX_B = (1 << 21) - 8 };
   struct drv_cs *cs = &c->base.cs;
   c->ops->emit_flush(c, TS_FLUSH_WAIT_PS | TS_FLUSH_WAIT_IDLE | TS_FLUSH_CB);
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
eg_emit_wait_idle(struct drv_cs *cs)
{
   cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   cs_set_config_reg(cs, EG_WAIT_UNTIL_OFFSET, EG_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
}
