/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: registers that there is one copy of, so that a write changes what is being drawn. Whoever changes
 * one waits for all pixels before ("Evergreen/Northern Islands Acceleration" 9.6, SET_CONFIG_REG; Mesa's r600 sends
 * PS_PARTIAL_FLUSH or waits for an idle pipe before each of these). Rings want VGT_FLUSH besides, as Mesa sends it.
 * Each stream begins behind one of another process that may still be running.
 */
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/terascale/strict/memory_unit.h"

enum use { FREE, IN_USE, RING };

/* By the first and the last register of a run; all generations have the same blocks in the same places. */
static const struct {
   uint16_t first, last;
   uint8_t use; /* enum use */
} runs[] = {
   {R6_PA_SC_AA_SAMPLE_LOCS_2S_OFFSET,      R6_PA_SC_AA_SAMPLE_LOCS_8S_WD1_OFFSET,    IN_USE},
   {R6_SQ_CONFIG_OFFSET,                    EG_SQ_STACK_RESOURCE_MGMT_3_OFFSET,       IN_USE},
   {R6_SQ_ESGS_RING_BASE_OFFSET,            R6_SQ_REDUCE_RING_SIZE_OFFSET,            RING  },
   {R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, EG_SQ_DYN_GPR_LDS_LIMIT_OFFSET,           IN_USE},
   {EG_SQ_LSTMP_RING_BASE_OFFSET,           EG_SQ_HSTMP_RING_SIZE_OFFSET,             RING  },
   {EG_SQ_STATIC_THREAD_MGMT1_OFFSET,       EG_SQ_LDS_RESOURCE_MGMT_OFFSET,           IN_USE},
   {R6_SPI_CONFIG_CNTL_OFFSET,              R6_SPI_CONFIG_CNTL_1_OFFSET,              IN_USE},
   {R6_TA_CNTL_AUX_OFFSET,                  R6_TA_CNTL_AUX_OFFSET,                    IN_USE},
   {R6_VC_ENHANCE_OFFSET,                   R6_VC_ENHANCE_OFFSET,                     IN_USE},
   {R6_DB_DEBUG_OFFSET,                     EG_DB_WATERMARKS_OFFSET,                  IN_USE},
   {EG_TD_PS_BORDER_COLOR_INDEX_OFFSET,     R6_TD_GS_SAMPLER_BORDER_ALPHA_OFFSET(17), IN_USE},
};

static enum use
use_of(uint32_t offset)
{
   for (unsigned i = 0; i < ARRAY_SIZE(runs); i++)
      if (offset >= runs[i].first && offset <= runs[i].last)
         return (enum use)runs[i].use;
   return FREE;
}

void
strict_memory_config(struct front *f, const uint32_t *body, uint32_t n)
{
   const struct strict *s = f->strict;
   const struct strict_memory *u = s->memory;
   const struct front_window *w = &f->win[FRONT_SET_CONFIG];
   const uint32_t size = (w->end - w->base) / 4;
   if (!u->pixels_busy && u->vgt_flushed)
      return;
   for (uint32_t k = 0; k + 1 < n && body[0] + k < size; k++) {
      const uint32_t at = body[0] + k, offset = w->base + 4 * at, value = body[1 + k];
      const enum use use = use_of(offset);
      if (use == FREE || (strict_is_written(s, FRONT_SET_CONFIG, at) && w->store[at] == value))
         continue;
      if (u->pixels_busy)
         strict_report(f, STRICT_M6, offset, value, "changes while pixels are shaded");
      if (use == RING && !u->vgt_flushed)
         strict_report(f, STRICT_M8, offset, value, "changes without VGT_FLUSH");
   }
}
