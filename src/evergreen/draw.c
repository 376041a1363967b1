/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: stream-out; Cayman: what precedes the first draw packet of a stream.
 */
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/emit.h"

static void
emit_multi_vgt(struct ts_context *c)
{
   cs_set_context_reg(&c->base.cs, CM_IA_MULTI_VGT_PARAM_OFFSET,
                      CM_IA_MULTI_VGT_PARAM(.PRIMGROUP_SIZE = 127, .PARTIAL_VS_WAVE_ON = c->so.on != 0));
}

void
cm_emit_draw(struct ts_context *c, const struct ts_draw *d)
{
   if (c->last_prim == ~0u)
      emit_multi_vgt(c);
   ts_emit_draw(c, d);
}

void
eg_emit_streamout(struct ts_context *c, uint32_t buffers)
{
   const uint32_t on = buffers != 0;
   cs_set_context_reg(&c->base.cs, EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET,
                      EG_VGT_STRMOUT_BUFFER_CONFIG(.STREAM_0_BUFFER_EN = buffers));
   cs_set_context_reg(&c->base.cs, EG_VGT_STRMOUT_CONFIG_OFFSET,
                      EG_VGT_STRMOUT_CONFIG(.STREAMOUT_0_EN = on, .STREAMOUT_1_EN = on, .STREAMOUT_2_EN = on,
                                            .STREAMOUT_3_EN = on));
}

void
cm_emit_streamout(struct ts_context *c, uint32_t buffers)
{
   eg_emit_streamout(c, buffers);
   emit_multi_vgt(c);
}
