/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: what precedes the first draw packet of a stream.
 */
#include "evergreen/eg_priv.h"

void
eg_emit_draw(struct ts_context *c, const struct ts_draw *d)
{
   if (eg_is_cayman(c) && c->last_prim == ~0u)
      cs_set_context_reg(&c->cs, CM_IA_MULTI_VGT_PARAM_OFFSET, CM_IA_MULTI_VGT_PARAM(.VALUE = 127));
   ts_emit_draw(c, d);
}
