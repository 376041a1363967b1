/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: blending and colour masks (CB_BLEND*_CONTROL, CB_COLOR_CONTROL, CB_TARGET_MASK, CB_SHADER_MASK).
 */
#include "r600/r600_priv.h"

static const uint8_t comb_fcn[] = {
   [PIPE_BLEND_ADD] = R6_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_DST_PLUS_SRC,
   [PIPE_BLEND_SUBTRACT] = R6_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_SRC_MINUS_DST,
   [PIPE_BLEND_REVERSE_SUBTRACT] = R6_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_DST_MINUS_SRC,
   [PIPE_BLEND_MIN] = R6_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_MIN_DST_SRC,
   [PIPE_BLEND_MAX] = R6_CB_BLEND_CONTROL__COLOR_COMB_FCN__COMB_MAX_DST_SRC,
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
   return R6_CB_BLEND_CONTROL(.COLOR_SRCBLEND = cs, .COLOR_DESTBLEND = cd,
                              .COLOR_COMB_FCN = comb_fcn[rt->rgb_func], .ALPHA_SRCBLEND = as,
                              .ALPHA_DESTBLEND = ad, .ALPHA_COMB_FCN = comb_fcn[rt->alpha_func],
                              .SEPARATE_ALPHA_BLEND = cs != as || cd != ad || rt->rgb_func != rt->alpha_func);
}

void
r600_encode_blend(struct radeon_context *c, const struct pipe_blend_state *s, struct radeon_blend *out)
{
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      const struct pipe_rt_blend_state *rt = &s->rt[s->independent_blend_enable ? i : 0];
      out->target_mask |= (uint32_t)(rt->colormask & 15) << (4 * i);
      if (!rt->blend_enable)
         continue;
      out->blend_mask |= 1u << i;
      out->dual_source |= i == 0 && radeon_reads_second_color(rt);
      for (unsigned k = 0; k < 2; k++)
         out->control[k][i] = blend_control(rt, k);
   }
   out->alpha_to_mask = s->alpha_to_coverage;
}

static uint32_t
control_of(const struct radeon_context *c, unsigned i)
{
   return c->blend->control[c->cb[i].res && !(c->cb[i].channels & PIPE_MASK_A)][i];
}

void
r600_emit_blend(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   cs_set_context_reg(cs, R6_CB_BLEND_CONTROL_OFFSET, control_of(c, 0));
   if (c->screen->chip->family == DB_FAMILY_R600)
      return; /* one blend control for all targets */
   unsigned n = MAX2(c->fb.nr_cbufs, 1);
   cs_set_context_regs(cs, R6_CB_BLEND0_CONTROL_OFFSET(0), n);
   for (unsigned i = 0; i < n; i++)
      cs_dw(cs, control_of(c, i));
}

void
r600_emit_blend_color(struct radeon_context *c)
{
   cs_set_context_regs(&c->cs, R6_CB_BLEND_RED_OFFSET, 4);
   for (unsigned i = 0; i < 4; i++)
      cs_dw(&c->cs, fui(c->blend_color.color[i]));
}

void
r600_emit_cb_misc(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   uint32_t target_mask = c->blend->target_mask & c->fb_mask, blend_mask = c->blend->blend_mask, bound = 0;
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++) {
      bound |= (uint32_t)(c->cb[i].res != NULL) << i;
      if (!c->cb[i].blendable)
         blend_mask &= ~(1u << i);
   }
   if (c->blend->dual_source)
      bound |= 2;
   cs_set_context_regs(cs, R6_CB_TARGET_MASK_OFFSET, 2);
   cs_dw(cs, target_mask);
   cs_dw(cs, c->fs_var->shader_mask | 0xF); /* output 0 always: the exporter hangs without any */
   cs_set_context_reg(
      cs, R6_CB_COLOR_CONTROL_OFFSET,
      R6_CB_COLOR_CONTROL(.SPECIAL_OP = c->resolving  ? R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_RESOLVE_BOX
                                        : target_mask ? R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_NORMAL
                                                      : R6_CB_COLOR_CONTROL__SPECIAL_OP__SPECIAL_DISABLE,
                          .PER_MRT_BLEND = c->screen->chip->family != DB_FAMILY_R600,
                          .TARGET_BLEND_ENABLE = blend_mask, .ROP3 = 0xCC));
   if (c->screen->chip->gen == DB_R700)
      cs_set_context_reg(cs, R6_CB_SHADER_CONTROL_OFFSET, bound | 1);
   cs_set_context_reg(
      cs, R6_DB_ALPHA_TO_MASK_OFFSET,
      R6_DB_ALPHA_TO_MASK(.ALPHA_TO_MASK_ENABLE = c->blend->alpha_to_mask && c->fb.samples > 1,
                          .ALPHA_TO_MASK_OFFSET0 = 2, .ALPHA_TO_MASK_OFFSET1 = 2, .ALPHA_TO_MASK_OFFSET2 = 2,
                          .ALPHA_TO_MASK_OFFSET3 = 2));
}
