/* SPDX-License-Identifier: MIT
 *
 * Scratch memory for shaders whose values do not fit into registers. A stage's ring holds an item for every
 * lane that may be under way; each shader engine has a ring of its own. Base and size are config state: the
 * pipe drains before they move. The ring only grows and stays with the context.
 */
#include "db/terascale/pm4.h"
#include "driver/bo.h"

#include <assert.h>
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/screen.h"
#include "terascale/shader/scratch.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

bool
ts_scratch_prepare(struct ts_context *c, enum pipe_shader_type stage, uint32_t item_B)
{
   struct ts_scratch *s = &c->scratch[stage];
   if (!item_B)
      return true;
   const struct terascale_chip *chip = c->screen->chip;
   uint64_t per_engine_B = (uint64_t)item_B * chip->wave_size * chip->max_threads;
   assert(item_B % 16 == 0 && per_engine_B);
   per_engine_B = u_align(per_engine_B, 4096);
   if (!s->bo || per_engine_B > s->per_engine_B) {
      struct drv_bo *bo =
         drv_bo_create(&c->screen->bos, per_engine_B * chip->shader_engines, 4096, WS_DOMAIN_VRAM);
      if (!bo)
         return false;
      drv_bo_unref(s->bo);
      s->bo = bo;
      s->per_engine_B = per_engine_B;
   }
   return true;
}

/** Nothing that draws looks at the rings: the pipe is idle, and so is what feeds it (Mesa). */
static void
settle(struct ts_context *c)
{
   c->ops->emit_wait_idle(&c->base.cs);
   cs_event(&c->base.cs, DB_EVENT_VGT_FLUSH, 0);
}

void
ts_scratch_emit(struct ts_context *c, enum pipe_shader_type stage, uint32_t item_B,
                const struct ts_stage_regs *r)
{
   struct ts_scratch *s = &c->scratch[stage];
   struct drv_cs *cs = &c->base.cs;
   if (!item_B || !s->bo)
      return;
   settle(c);
   cs_set_context_reg(cs, r->ring_item_size, item_B / 4);
   assert((uint64_t)item_B * c->screen->chip->wave_size * c->screen->chip->max_threads <= s->per_engine_B);
   unsigned engines = c->screen->chip->shader_engines;
   for (unsigned e = 0; e < engines; e++) {
      if (engines > 1)
         cs_set_config_reg(cs, c->ops->reg.engine_index, c->ops->engine_index(e));
      cs_set_config_reg(cs, r->ring_base, (uint32_t)((s->bo->va + e * s->per_engine_B) >> 8));
      cs_reloc(cs, s->bo, true);
      cs_set_config_reg(cs, r->ring_size, (uint32_t)(s->per_engine_B >> 8));
   }
   if (engines > 1)
      cs_set_config_reg(cs, c->ops->reg.engine_index, c->ops->engine_index(~0u));
   settle(c);
}
