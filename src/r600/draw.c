/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: what surrounds a draw packet.
 */
#include "db/terascale/pm4.h"
#include "r600/r600_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/cso.h"
#include "terascale/draw.h"
#include "terascale/emit.h"
#include "terascale/screen.h"

void
r600_emit_draw(struct ts_context *c, const struct ts_draw *d)
{
   struct ts_cs *cs = &c->cs;
   const bool r6 = c->screen->chip->gen == DB_R600;
   if (r6) {
      /* Hang workaround: drain pixels and touch a CB register before each draw. Culling must not be on for
       * points, lines and rectangles. */
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
      r600_emit_cb_misc(c);
      uint32_t mode = c->rast->su_sc_mode;
      if (d->prim < 4 || d->prim > 6)
         mode = R6_PA_SU_SC_MODE_CNTL_set_CULL_FRONT(mode, 0);
      cs_set_context_reg(cs, R6_PA_SU_SC_MODE_CNTL_OFFSET, mode);
   }
   ts_emit_draw(c, d);
   if (r6)
      cs_event(cs, DB_EVENT_SQ_NON_EVENT, 0);
}
