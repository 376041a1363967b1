/* SPDX-License-Identifier: MIT
 *
 * Cayman: what precedes the first draw packet of a stream.
 */
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw.h"
#include "terascale/emit.h"

void
cm_emit_draw(struct ts_context *c, const struct ts_draw *d)
{
   if (c->last_prim == ~0u)
      cs_set_context_reg(&c->cs, CM_IA_MULTI_VGT_PARAM_OFFSET, CM_IA_MULTI_VGT_PARAM(.VALUE = 127));
   ts_emit_draw(c, d);
}
