/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: where blend controls go, colour masks and the colour block's mode (CB_COLOR_CONTROL,
 * CB_TARGET_MASK, CB_SHADER_MASK).
 */
#include "r600/r600_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

void
r600_encode_blend(const struct pipe_blend_state *s, struct ts_blend *out)
{
   out->blend_mask = ts_encode_blend(s, 0, out);
}

static uint32_t
control_of(const struct ts_context *c, unsigned i)
{
   return c->blend->control[c->cb[i].res && !(c->cb[i].channels & PIPE_MASK_A)][i];
}

void
r600_emit_blend(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_context_reg(cs, R6_CB_BLEND_CONTROL_OFFSET, control_of(c, 0));
   if (c->screen->chip->one_blend_control)
      return;
   unsigned n = MAX2(c->fb.nr_cbufs, 1);
   uint32_t *const dw = cs_room_context_regs(cs, R6_CB_BLEND0_CONTROL_OFFSET(0), n);
   for (unsigned i = 0; i < n; i++)
      dw[i] = control_of(c, i);
}

/** CB_COLOR_CONTROL.SPECIAL_OP */
static uint32_t
special_op(const struct ts_context *c, uint32_t target_mask)
{
   if (c->resolving)
      return R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX;
   if (!target_mask)
      return R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_DISABLE;
   if (c->expanding) /* also for the CPU */
      return R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_EXPAND_SAMPLES;
   return c->clear_color ? R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_FORCE_CLEAR
                         : R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_NORMAL;
}

void
r600_emit_cb_misc(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   uint32_t target_mask = c->blend->target_mask & c->fb_mask;
   uint32_t blend_mask = c->blend->blend_mask & c->fb_blendable, bound = c->fb_bound;
   if (c->blend->dual_source)
      bound |= 2;
   uint32_t shader_mask = c->fs_var->shader_mask | 0xF; /* output 0 always: the exporter hangs without any */
   if (c->resolving && c->screen->chip->gen == DB_R600) {
      target_mask = shader_mask = 0xFF; /* both targets, and blended with factors of zero */
      blend_mask = 3;
   } else if (c->resolving) {
      target_mask = shader_mask = 0xF;
      bound = 1;
   }
   uint32_t *const masks = cs_room_context_regs(cs, R6_CB_TARGET_MASK_OFFSET, 2);
   masks[0] = target_mask;
   masks[1] = shader_mask;
   cs_set_context_reg(cs, R6_CB_COLOR_CONTROL_OFFSET,
                      R6_CB_COLOR_CONTROL(.SPECIAL_OP = special_op(c, target_mask),
                                          .PER_MRT_BLEND = !c->screen->chip->one_blend_control,
                                          .TARGET_BLEND_ENABLE = blend_mask, .ROP3 = 0xCC));
   if (c->screen->chip->gen == DB_R700)
      cs_set_context_reg(cs, R6_CB_SHADER_CONTROL_OFFSET, bound | 1);
   cs_set_context_reg(cs, R6_DB_ALPHA_TO_MASK_OFFSET, ts_alpha_to_mask(c));
}
