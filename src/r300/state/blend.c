/* SPDX-License-Identifier: MIT
 *
 * Blending and colour masks. What a chip does is the same for all targets; components go by their place in the target.
 */
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "r300/context.h"
#include "r300/emit.h"
#include "r300/format.h"
#include "util/u_math.h"

#define FACTOR(x) RX_RB3D_BLENDCNTL__SRCBLEND__GL_##x

/* SRCBLEND and DESTBLEND by pipe_blendfactor; no chip has a second source. */
static const uint8_t factors[] = {
   [PIPE_BLENDFACTOR_ZERO] = FACTOR(ZERO),
   [PIPE_BLENDFACTOR_ONE] = FACTOR(ONE),
   [PIPE_BLENDFACTOR_SRC_COLOR] = FACTOR(SRC_COLOR),
   [PIPE_BLENDFACTOR_INV_SRC_COLOR] = FACTOR(ONE_MINUS_SRC_COLOR),
   [PIPE_BLENDFACTOR_SRC_ALPHA] = FACTOR(SRC_ALPHA),
   [PIPE_BLENDFACTOR_INV_SRC_ALPHA] = FACTOR(ONE_MINUS_SRC_ALPHA),
   [PIPE_BLENDFACTOR_DST_ALPHA] = FACTOR(DST_ALPHA),
   [PIPE_BLENDFACTOR_INV_DST_ALPHA] = FACTOR(ONE_MINUS_DST_ALPHA),
   [PIPE_BLENDFACTOR_DST_COLOR] = FACTOR(DST_COLOR),
   [PIPE_BLENDFACTOR_INV_DST_COLOR] = FACTOR(ONE_MINUS_DST_COLOR),
   [PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE] = FACTOR(SRC_ALPHA_SATURATE),
   [PIPE_BLENDFACTOR_CONST_COLOR] = FACTOR(CONSTANT_COLOR),
   [PIPE_BLENDFACTOR_INV_CONST_COLOR] = FACTOR(ONE_MINUS_CONSTANT_COLOR),
   [PIPE_BLENDFACTOR_CONST_ALPHA] = FACTOR(CONSTANT_ALPHA),
   [PIPE_BLENDFACTOR_INV_CONST_ALPHA] = FACTOR(ONE_MINUS_CONSTANT_ALPHA),
};

#define FUNCTION(x) RX_RB3D_BLENDCNTL__COMB_FCN__##x

static const uint8_t functions[] = {
   [PIPE_BLEND_ADD] = FUNCTION(ADD_CLAMP),
   [PIPE_BLEND_SUBTRACT] = FUNCTION(SUB_CLAMP),
   [PIPE_BLEND_REVERSE_SUBTRACT] = FUNCTION(RSUB_CLAMP),
   [PIPE_BLEND_MIN] = FUNCTION(MIN),
   [PIPE_BLEND_MAX] = FUNCTION(MAX),
};

/** One of the two equations. */
struct equation {
   uint8_t func, src, dst;
};

static uint8_t
factor(uint8_t f, bool for_color, enum r300_dst_alpha dst)
{
   assert(f < ARRAY_SIZE(factors));
   if (dst == R300_DST_HAS_ALPHA)
      return factors[f];
   switch (f) {
   case PIPE_BLENDFACTOR_DST_ALPHA:
      return FACTOR(ONE);
   case PIPE_BLENDFACTOR_INV_DST_ALPHA:
      return FACTOR(ZERO);
   case PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE:
      return for_color ? FACTOR(ZERO) : FACTOR(ONE);
   default:
      return factors[f];
   }
}

static struct equation
encode(uint8_t func, uint8_t src, uint8_t dst, bool for_color, enum r300_dst_alpha alpha)
{
   if (func == PIPE_BLEND_MIN || func == PIPE_BLEND_MAX) /* factors count nothing in GL */
      return (struct equation){functions[func], FACTOR(ONE), FACTOR(ONE)};
   return (struct equation){functions[func], factor(src, for_color, alpha), factor(dst, for_color, alpha)};
}

void
r300_encode_blend(const struct pipe_blend_state *s, struct r300_blend *out)
{
   const struct pipe_rt_blend_state *rt = &s->rt[0];
   for (unsigned i = 0; i < PIPE_MAX_COLOR_BUFS; i++)
      out->colormask |= (uint32_t)s->rt[s->independent_blend_enable ? i : 0].colormask << (4 * i);
   out->dither = s->dither;
   out->alpha_to_coverage = s->alpha_to_coverage;
   for (unsigned i = 0; i < R300_DST_ALPHAS && rt->blend_enable; i++) {
      const struct equation rgb = encode(rt->rgb_func, rt->rgb_src_factor, rt->rgb_dst_factor, true, i);
      const struct equation a = encode(rt->alpha_func, rt->alpha_src_factor, rt->alpha_dst_factor, false, i);
      out->control[i] =
         RX_RB3D_BLENDCNTL(.ALPHA_BLEND_ENABLE = 1, .SEPARATE_ALPHA_ENABLE = 1, .READ_ENABLE = 1,
                           .COMB_FCN = rgb.func, .SRCBLEND = rgb.src, .DESTBLEND = rgb.dst);
      out->alpha_control[i] = RX_RB3D_ABLENDCNTL(.COMB_FCN = a.func, .SRCBLEND = a.src, .DESTBLEND = a.dst);
   }
}

static const struct r300_cb_format *
target_format(const struct r300_context *c, unsigned i)
{
   return c->fb.cbufs[i].texture ? r300_cb_format(c->chip, c->fb.cbufs[i].format) : NULL;
}

/** Of the first target that there is: all have one way of blending. */
static enum pipe_format
first_format(const struct r300_context *c)
{
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++)
      if (c->fb.cbufs[i].texture)
         return c->fb.cbufs[i].format;
   return PIPE_FORMAT_NONE;
}

/** RB3D_COLOR_CHANNEL_MASK: four bits a target. */
static uint32_t
channel_mask(const struct r300_context *c)
{
   uint32_t mask = 0;
   for (unsigned i = 0; i < c->fb.nr_cbufs && i < c->chip->targets; i++) {
      const struct r300_cb_format *f = target_format(c, i);
      for (unsigned k = 0; f && k < 4; k++)
         if (c->blend->colormask >> (4 * i + k) & 1)
            mask |= (uint32_t)f->mask_of[k] << (4 * i);
   }
   return mask;
}

/** Blending of the framebuffer that is bound, as packets. */
static void
make_packets(const struct r300_context *c, uint32_t dw[R300_BLEND_DW])
{
   const enum pipe_format format = first_format(c);
   const struct r300_cb_format *f = r300_cb_format(c->chip, format);
   const enum r300_dst_alpha alpha = f && !f->has_alpha ? R300_DST_NO_ALPHA : R300_DST_HAS_ALPHA;
   const bool blends = r300_cb_blends(c->chip, format);
   dw[0] = R300_PKT0(RX_RB3D_BLENDCNTL_OFFSET, 3);
   dw[1] = blends ? c->blend->control[alpha] : 0;
   dw[2] = blends ? c->blend->alpha_control[alpha] : 0;
   dw[3] = channel_mask(c);
   dw[4] = R300_PKT0(RX_RB3D_DITHER_CTL_OFFSET, 1);
   dw[5] = 0;
   dw[6] = R300_PKT0(RX_FG_ALPHA_FUNC_OFFSET, 1);
   dw[7] = RX_FG_ALPHA_FUNC(.AM_EN = c->blend->alpha_to_coverage && c->fb.samples > 1);
}

void
r300_emit_blend(struct r300_context *c)
{
   struct r300_blend *b = c->blend;
   if (b->fb_serial != c->fb_serial) {
      make_packets(c, b->dw);
      b->fb_serial = c->fb_serial;
   }
   cs_array(&c->base.cs, b->dw, R300_BLEND_DW);
}

/** A component of the constant as a fraction of \p max. */
static uint32_t
fixed(float v, uint32_t max)
{
   return (uint32_t)(CLAMP(v, 0.0f, 1.0f) * (float)max + 0.5f);
}

void
r300_emit_blend_color(struct r300_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct r300_cb_format *f = r300_cb_format(c->chip, first_format(c));
   float v[4]; /* by the buffer's R, G, B, A */
   for (unsigned i = 0; i < 4; i++)
      v[i] = c->base.blend_color.color[f ? f->stores[i] : i];
   if (!r300_is_r500(c->screen)) {
      cs_reg(cs, R3_RB3D_CONSTANT_COLOR_OFFSET,
             R3_RB3D_CONSTANT_COLOR(.RED = fixed(v[0], 255), .GREEN = fixed(v[1], 255),
                                    .BLUE = fixed(v[2], 255), .ALPHA = fixed(v[3], 255)));
      return;
   }
   uint32_t w[4];
   for (unsigned i = 0; i < 4; i++)
      w[i] = f && f->fp16 ? u_float_to_half(v[i]) : fixed(v[i], 1023);
   cs_regs(cs, R5_RB3D_CONSTANT_COLOR_AR_OFFSET, 2);
   cs_dw(cs, R5_RB3D_CONSTANT_COLOR_AR(.RED = w[0], .ALPHA = w[3]));
   cs_dw(cs, R5_RB3D_CONSTANT_COLOR_GB(.GREEN = w[1], .BLUE = w[2]));
}
