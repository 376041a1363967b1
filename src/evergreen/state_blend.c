/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: where blend controls go, colour masks and the colour block's mode
 * (CB_COLOR_CONTROL, CB_TARGET_MASK, CB_SHADER_MASK).
 */
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

void
eg_encode_blend(const struct pipe_blend_state *s, struct ts_blend *out)
{
   ts_encode_blend(s, EG_CB_BLEND_CONTROL(.ENABLE = 1), out);
}

void
eg_emit_blend(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   unsigned n = MAX2(c->fb.nr_cbufs, 1);
   uint32_t *const dw = cs_room_context_regs(cs, EG_CB_BLEND_CONTROL_OFFSET(0), n);
   for (unsigned i = 0; i < n; i++) {
      const struct ts_target *t = &c->cb[i];
      dw[i] = t->blendable ? c->blend->control[!(t->channels & PIPE_MASK_A)][i] : 0;
   }
}

/** CB_COLOR_CONTROL.MODE */
static uint32_t
mode(const struct ts_context *c, uint32_t target_mask)
{
   if (c->resolving)
      return EG_CB_COLOR_CONTROL__MODE__CB_RESOLVE;
   if (!target_mask)
      return EG_CB_COLOR_CONTROL__MODE__CB_DISABLE;
   if (c->expanding) /* samples are compressed while they have fast clears */
      return c->fb.samples > 1 ? EG_CB_COLOR_CONTROL__MODE__CB_DECOMPRESS
                               : EG_CB_COLOR_CONTROL__MODE__CB_ELIMINATE_FAST_CLEAR;
   return EG_CB_COLOR_CONTROL__MODE__CB_NORMAL;
}

void
eg_emit_cb_misc(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   uint32_t target_mask = c->blend->target_mask & c->fb_mask & (c->resolving ? 0xF : ~0u);
   uint32_t *const masks = cs_room_context_regs(cs, EG_CB_TARGET_MASK_OFFSET, 2);
   masks[0] = target_mask;
   /* fields set = colours exported (Evergreen guide, 8.1.1) */
   masks[1] = c->resolving ? 0xF : c->fs_var->shader_mask;
   cs_set_context_reg(cs, EG_CB_COLOR_CONTROL_OFFSET,
                      EG_CB_COLOR_CONTROL(.MODE = mode(c, target_mask), .ROP3 = 0xCC));
   cs_set_context_reg(cs, EG_DB_ALPHA_TO_MASK_OFFSET, ts_alpha_to_mask(c));
}
