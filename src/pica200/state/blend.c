/* SPDX-License-Identifier: MIT
 *
 * Blending. Opaque formats need nothing of their own: their alpha is stored as 1.
 */
#include <assert.h>

#include "db/pica200/pica_regs.h"
#include "pica200/cso.h"
#include "util/u_math.h"

#define FACTOR(x) PICA_BLEND_FUNC__RGB_SRC__##x

/* Factors by pipe_blendfactor, the same for all four fields; the chip has no second source. */
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
   [PIPE_BLENDFACTOR_CONST_COLOR] = FACTOR(CONST_COLOR),
   [PIPE_BLENDFACTOR_INV_CONST_COLOR] = FACTOR(ONE_MINUS_CONST_COLOR),
   [PIPE_BLENDFACTOR_CONST_ALPHA] = FACTOR(CONST_ALPHA),
   [PIPE_BLENDFACTOR_INV_CONST_ALPHA] = FACTOR(ONE_MINUS_CONST_ALPHA),
};

static const uint8_t equations[] = {
   [PIPE_BLEND_ADD] = PICA_BLEND_FUNC__RGB_EQ__ADD,
   [PIPE_BLEND_SUBTRACT] = PICA_BLEND_FUNC__RGB_EQ__SUBTRACT,
   [PIPE_BLEND_REVERSE_SUBTRACT] = PICA_BLEND_FUNC__RGB_EQ__REVERSE_SUBTRACT,
   [PIPE_BLEND_MIN] = PICA_BLEND_FUNC__RGB_EQ__MIN,
   [PIPE_BLEND_MAX] = PICA_BLEND_FUNC__RGB_EQ__MAX,
};

/** One of the two equations. */
struct equation {
   uint8_t func, src, dst;
};

static struct equation
encode(uint8_t func, uint8_t src, uint8_t dst)
{
   assert(func < ARRAY_SIZE(equations) && src < ARRAY_SIZE(factors) && dst < ARRAY_SIZE(factors));
   if (func == PIPE_BLEND_MIN || func == PIPE_BLEND_MAX) /* GL's have no factors, the chip's do */
      return (struct equation){equations[func], FACTOR(ONE), FACTOR(ONE)};
   return (struct equation){equations[func], factors[src], factors[dst]};
}

static bool
is_of_source_alpha(uint8_t f)
{
   return f == PIPE_BLENDFACTOR_SRC_ALPHA || f == PIPE_BLENDFACTOR_INV_SRC_ALPHA ||
          f == PIPE_BLENDFACTOR_SRC_ALPHA_SATURATE;
}

void
pica200_encode_blend(const struct pipe_blend_state *s, struct pica200_blend *out)
{
   const struct pipe_rt_blend_state *rt = &s->rt[0];
   *out = (struct pica200_blend){.colormask = rt->colormask, .blends = rt->blend_enable};
   if (!rt->blend_enable)
      return;
   const struct equation rgb = encode(rt->rgb_func, rt->rgb_src_factor, rt->rgb_dst_factor);
   const struct equation a = encode(rt->alpha_func, rt->alpha_src_factor, rt->alpha_dst_factor);
   out->reads_source_alpha = is_of_source_alpha(rt->rgb_src_factor) || is_of_source_alpha(rt->rgb_dst_factor);
   out->func = PICA_BLEND_FUNC(.RGB_EQ = rgb.func, .A_EQ = a.func, .RGB_SRC = rgb.src, .RGB_DST = rgb.dst,
                               .A_SRC = a.src, .A_DST = a.dst);
}
