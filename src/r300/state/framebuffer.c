/* SPDX-License-Identifier: MIT
 *
 * Targets: where they are, and what the pixel shader's colours become for them.
 */
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "r300/blit.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/format.h"
#include "r300/resource.h"
#include "util/u_math.h"

#define NUM_OUT_FMT 4 /* US_OUT_FMT registers, on all chips */

static void
emit_color(struct r300_context *c, unsigned i)
{
   const struct pipe_surface *s = &c->fb.cbufs[i];
   const struct r300_resource *r = r300_resource(s->texture);
   const struct r300_cb_format *f = r300_cb_format(c->chip, s->format);
   const struct r300_level *l = &r->level[s->level];
   /* Surfaces with samples are tiled one way; here is what a resolve writes. */
   const struct r300_resource *tiled = c->resolve_to ? c->resolve_to : r;
   assert(f);
   cs_reg_reloc(&c->base.cs, RX_RB3D_COLOROFFSET_OFFSET(i), r300_resource_offset(r, s->level, s->layer),
                r->bo, true);
   cs_reg_reloc(
      &c->base.cs, RX_RB3D_COLORPITCH_OFFSET(i),
      RX_RB3D_COLORPITCH(.COLORPITCH = l->pitch_px / 2,
                         .COLORTILE = tiled->level[c->resolve_to ? c->resolve_level : s->level].macro,
                         .COLORMICROTILE = tiled->micro, .COLORFORMAT = f->color_format),
      r->bo, true);
}

static void
emit_depth(struct r300_context *c)
{
   const struct pipe_surface *s = &c->fb.zsbuf;
   const struct r300_resource *r = r300_resource(s->texture);
   const struct r300_level *l = &r->level[s->level];
   const int format = r300_zb_format(c->chip, s->format);
   assert(format >= 0);
   cs_reg(&c->base.cs, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT(.DEPTHFORMAT = (uint32_t)format));
   cs_reg_reloc(&c->base.cs, RX_ZB_DEPTHOFFSET_OFFSET, r300_resource_offset(r, s->level, s->layer), r->bo,
                true);
   cs_reg_reloc(
      &c->base.cs, RX_ZB_DEPTHPITCH_OFFSET,
      RX_ZB_DEPTHPITCH(.DEPTHPITCH = l->pitch_px / 4, .DEPTHMACROTILE = l->macro, .DEPTHMICROTILE = r->micro),
      r->bo, true);
}

/** ZB at the lower half of the colour target. */
static void
emit_lower_half(struct r300_context *c)
{
   const struct pipe_surface *s = &c->fb.cbufs[0];
   const struct r300_resource *r = r300_resource(s->texture);
   const struct r300_level *l = &r->level[s->level];
   const uint32_t offset_B =
      r300_resource_offset(r, s->level, s->layer) + c->lower_half.row * l->pitch_px * r->block_B;
   assert(l->macro && offset_B % 2048 == 0);
   cs_reg(&c->base.cs, RX_ZB_FORMAT_OFFSET,
          RX_ZB_FORMAT(.DEPTHFORMAT = r->block_B == 4 ? RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS
                                                      : RX_ZB_FORMAT__DEPTHFORMAT__Z16_INT));
   cs_reg_reloc(&c->base.cs, RX_ZB_DEPTHOFFSET_OFFSET, offset_B, r->bo, true);
   cs_reg_reloc(
      &c->base.cs, RX_ZB_DEPTHPITCH_OFFSET,
      RX_ZB_DEPTHPITCH(.DEPTHPITCH = l->pitch_px / 4, .DEPTHMACROTILE = l->macro, .DEPTHMICROTILE = r->micro),
      r->bo, true);
}

/** NUM_AA_SUBSAMPLES by samples. */
static uint32_t
aa_config(unsigned samples)
{
   static const uint8_t code[7] = {[2] = RX_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__2_SUBSAMPLES,
                                   [4] = RX_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__4_SUBSAMPLES,
                                   [6] = RX_GB_AA_CONFIG__NUM_AA_SUBSAMPLES__6_SUBSAMPLES};
   if (samples <= 1)
      return 0;
   assert(samples < ARRAY_SIZE(code));
   return RX_GB_AA_CONFIG(.AA_ENABLE = 1, .NUM_AA_SUBSAMPLES = code[samples]);
}

void
r300_emit_fb(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   /* What follows is not pipelined. */
   r300_emit_flush(c, R300_FLUSH_TARGETS);
   cs_reg(cs, RX_GB_AA_CONFIG_OFFSET, aa_config(c->fb.samples));
   r300_emit_resolve(c);
   /* NUM_MULTIWRITES would copy the first colour. */
   cs_reg(cs, RX_RB3D_CCTL_OFFSET,
          RX_RB3D_CCTL(.INDEPENDENT_COLOR_CHANNEL_MASK_ENABLE = c->fb.nr_cbufs > 1,
                       .INDEPENDENT_COLORFORMAT_ENABLE = r300_is_r500(c->screen)));
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
      if (c->fb.cbufs[i].texture)
         emit_color(c, i);
   if (c->fb.zsbuf.texture)
      emit_depth(c);
   else if (c->lower_half.row)
      emit_lower_half(c);
}

/* Positions of samples in 1/12 pixel: x and y of six. What a pixel has fewer of repeats the last. */
static const uint8_t one_sample[12] = {6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};
static const uint8_t two_samples[12] = {3, 9, 9, 3, 9, 3, 9, 3, 9, 3, 9, 3};
static const uint8_t four_samples[12] = {4, 4, 8, 8, 2, 10, 10, 2, 10, 2, 10, 2};
static const uint8_t six_samples[12] = {3, 1, 7, 3, 11, 5, 1, 7, 5, 9, 9, 10};

/** The least x (\p axis 0) or y (1); the registers have 8 as 7. */
static uint32_t
least(const uint8_t p[12], unsigned axis)
{
   uint32_t m = 15;
   for (unsigned i = axis; i < 12; i += 2)
      m = MIN2(m, p[i]);
   return m >= 8 ? 7 : m;
}

static void
sample_positions(struct drv_cs *cs, unsigned samples)
{
   const uint8_t *p = samples >= 6   ? six_samples
                      : samples >= 4 ? four_samples
                      : samples >= 2 ? two_samples
                                     : one_sample;
   cs_regs(cs, RX_GB_MSPOS0_OFFSET, 2);
   cs_dw(cs, RX_GB_MSPOS0(.MS_X0 = p[0], .MS_Y0 = p[1], .MS_X1 = p[2], .MS_Y1 = p[3], .MS_X2 = p[4],
                          .MS_Y2 = p[5], .MSBD0_Y = least(p, 1), .MSBD0_X = least(p, 0)));
   cs_dw(cs, RX_GB_MSPOS1(.MS_X3 = p[6], .MS_Y3 = p[7], .MS_X4 = p[8], .MS_Y4 = p[9], .MS_X5 = p[10],
                          .MS_Y5 = p[11], .MSBD1 = MIN2(least(p, 0), least(p, 1))));
}

void
r300_emit_fb_pipelined(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_regs(cs, RX_US_OUT_FMT_OFFSET(0), NUM_OUT_FMT);
   for (unsigned i = 0; i < NUM_OUT_FMT; i++)
      cs_dw(cs, c->fb.cbufs[i].texture ? r300_us_out_fmt(r300_cb_format(c->chip, c->fb.cbufs[i].format))
                                       : RX_US_OUT_FMT(.OUT_FMT = RX_US_OUT_FMT__OUT_FMT__UNUSED));
   sample_positions(cs, c->fb.samples);
}
