/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: what surrounds a draw packet, stream-out.
 */
#include "db/terascale/pm4.h"
#include "driver/bo.h"
#include "r600/r600_priv.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/state/cso.h"

/* Hang workarounds of R6xx: drain pixels and touch a CB register before each draw. Culling must not be on for points, lines
 * and rectangles. */
static __attribute__((noinline)) void
emit_draw_r6(struct ts_context *c, const struct ts_draw *d)
{
   struct drv_cs *cs = &c->base.cs;
   const unsigned family = c->screen->chip->family;
   cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   r600_emit_cb_misc(c);
   uint32_t mode = c->rast->su_sc_mode;
   if (d->prim < 4 || d->prim > 6)
      mode = R6_PA_SU_SC_MODE_CNTL_set_CULL_FRONT(mode, 0);
   cs_set_context_reg(cs, R6_PA_SU_SC_MODE_CNTL_OFFSET, mode);
   ts_emit_draw(c, d);
   if (c->so.on && (family == DB_FAMILY_R600 || family == DB_FAMILY_RV610 || family == DB_FAMILY_RV630 ||
                    family == DB_FAMILY_RV635)) /* stream-out says too early that it is done (Mesa) */
      c->ops->emit_wait_idle(cs);
   cs_event(cs, DB_EVENT_SQ_NON_EVENT, 0);
}

void
r600_emit_draw(struct ts_context *c, const struct ts_draw *d)
{
   if (c->screen->chip->gen == DB_R600)
      emit_draw_r6(c, d);
   else
      ts_emit_draw(c, d);
}

/** R7xx, RS780 and RS880 hang without (Mesa). */
void
r600_emit_stream_base(struct ts_context *c, unsigned i, struct drv_bo *bo)
{
   struct drv_cs *cs = &c->base.cs;
   const struct terascale_chip *chip = c->screen->chip;
   if (chip->gen != DB_R700 && chip->kind != DB_CHIP_IGP)
      return;
   cs_packet3(cs, DB_PKT3_STRMOUT_BASE_UPDATE, 2);
   cs_dw(cs, i);
   cs_dw(cs, (uint32_t)(bo->va >> 8));
   cs_reloc(cs, bo, true);
}

void
r600_emit_streamout(struct ts_context *c, uint32_t buffers)
{
   const struct terascale_chip *chip = c->screen->chip;
   if (buffers && chip->gen == DB_R600 && chip->surface_base_update) {
      cs_packet3(&c->base.cs, DB_PKT3_SURFACE_BASE_UPDATE, 1);
      cs_dw(&c->base.cs, DB_PKT3_SURFACE_BASE_UPDATE_DW0(.STRMOUT = buffers));
   }
   cs_set_context_reg(&c->base.cs, R6_VGT_STRMOUT_BUFFER_EN_OFFSET,
                      R6_VGT_STRMOUT_BUFFER_EN(.BUFFER_0_EN = buffers & 1, .BUFFER_1_EN = buffers >> 1 & 1,
                                               .BUFFER_2_EN = buffers >> 2 & 1,
                                               .BUFFER_3_EN = buffers >> 3 & 1));
   cs_set_context_reg(&c->base.cs, R6_VGT_STRMOUT_EN_OFFSET, R6_VGT_STRMOUT_EN(.STREAMOUT = buffers != 0));
}
