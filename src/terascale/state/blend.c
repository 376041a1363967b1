/* SPDX-License-Identifier: MIT
 *
 * Blend factors and functions (CB_BLEND_CONTROL), blend colour, alpha to coverage. Masks and the mode of the
 * colour block are in state_blend.c of the generations.
 */
#include "db/terascale/ts_regs.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

static const uint8_t comb_fcn[] = {
   [PIPE_BLEND_ADD] = TS_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_DST_PLUS_SRC,
   [PIPE_BLEND_SUBTRACT] = TS_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_SRC_MINUS_DST,
   [PIPE_BLEND_REVERSE_SUBTRACT] = TS_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_DST_MINUS_SRC,
   [PIPE_BLEND_MIN] = TS_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_MIN_DST_SRC,
   [PIPE_BLEND_MAX] = TS_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_MAX_DST_SRC,
};

/* CB_BLEND_CONTROL.COLOR_SRCBLEND by pipe_blendfactor. */
static const uint8_t factors[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 19, 20, 15, 16, 17, 18};

static uint8_t
factor(unsigned f, unsigned func, bool no_alpha)
{
   if (func == PIPE_BLEND_MIN || func == PIPE_BLEND_MAX)
      f = PIPE_BLENDFACTOR_ONE; /* they ignore factors */
   if (no_alpha && f == PIPE_BLENDFACTOR_DST_ALPHA)
      f = PIPE_BLENDFACTOR_ONE;
   if (no_alpha && (f == PIPE_BLENDFACTOR_INV_DST_ALPHA || f == PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE))
      f = PIPE_BLENDFACTOR_ZERO;
   return factors[f];
}

static uint32_t
blend_control(const struct pipe_rt_blend_state *rt, bool no_alpha)
{
   unsigned cs = factor(rt->rgb_src_factor, rt->rgb_func, no_alpha);
   unsigned cd = factor(rt->rgb_dst_factor, rt->rgb_func, no_alpha);
   unsigned as = factor(rt->alpha_src_factor, rt->alpha_func, no_alpha);
   unsigned ad = factor(rt->alpha_dst_factor, rt->alpha_func, no_alpha);
   return TS_CB_BLEND_CONTROL(.COLOR_SRCBLEND = cs, .COLOR_DESTBLEND = cd,
                              .COLOR_COMB_FCN = comb_fcn[rt->rgb_func], .ALPHA_SRCBLEND = as,
                              .ALPHA_DESTBLEND = ad, .ALPHA_COMB_FCN = comb_fcn[rt->alpha_func],
                              .SEPARATE_ALPHA_BLEND = cs != as || cd != ad || rt->rgb_func != rt->alpha_func);
}

/** Does blending use a second source colour? */
static bool
reads_second_color(const struct pipe_rt_blend_state *rt)
{
   const uint8_t f[4] = {rt->rgb_src_factor, rt->rgb_dst_factor, rt->alpha_src_factor, rt->alpha_dst_factor};
   for (unsigned i = 0; i < 4; i++)
      if (f[i] >= PIPE_BLENDFACTOR_SRC1_COLOR && f[i] <= PIPE_BLENDFACTOR_INV_SRC1_ALPHA)
         return true;
   return false;
}

uint32_t
ts_encode_blend(const struct pipe_blend_state *s, uint32_t enable, struct ts_blend *out)
{
   uint32_t blends = 0;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      const struct pipe_rt_blend_state *rt = &s->rt[s->independent_blend_enable ? i : 0];
      out->target_mask |= (uint32_t)(rt->colormask & 15) << (4 * i);
      if (!rt->blend_enable)
         continue;
      blends |= 1u << i;
      out->dual_source |= i == 0 && reads_second_color(rt);
      for (unsigned k = 0; k < 2; k++)
         out->control[k][i] = enable | blend_control(rt, k);
   }
   out->alpha_to_mask = s->alpha_to_coverage;
   return blends;
}

void
ts_emit_blend_color(struct ts_context *c)
{
   cs_set_context_regs(&c->base.cs, TS_CB_BLEND_RED_OFFSET, 4);
   for (unsigned i = 0; i < 4; i++)
      cs_dw(&c->base.cs, fui(c->base.blend_color.color[i]));
}

uint32_t
ts_alpha_to_mask(const struct ts_context *c)
{
   return TS_DB_ALPHA_TO_MASK(.ALPHA_TO_MASK_ENABLE =
                                 c->blend->alpha_to_mask && c->fb.samples > 1 && !c->cb[0].is_int,
                              .ALPHA_TO_MASK_OFFSET0 = 2, .ALPHA_TO_MASK_OFFSET1 = 2,
                              .ALPHA_TO_MASK_OFFSET2 = 2, .ALPHA_TO_MASK_OFFSET3 = 2);
}
