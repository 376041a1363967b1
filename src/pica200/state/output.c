/* SPDX-License-Identifier: MIT
 *
 * The output merger's registers: what blending, tests and masks are together for the framebuffer that is bound.
 */
#include "pica200/context.h"
#include "pica200/cso.h"
#include "pica200/number.h"
#include "pica200/resource.h"
#include "pica200/shader.h"

static const struct pica200_format *
color_format(const struct pica200_context *c)
{
   const struct pipe_surface *s = &c->fb.cbufs[0];
   return c->fb.nr_cbufs && s->texture ? pica200_resource(s->texture)->format : NULL;
}

static unsigned
color_mask(const struct pica200_context *c)
{
   const struct pica200_format *f = color_format(c);
   if (!f)
      return 0;
   return f->opaque ? c->blend->colormask & ~(unsigned)PIPE_MASK_A : c->blend->colormask;
}

bool
pica200_alpha_is_unused(const struct pica200_context *c)
{
   const struct pica200_format *f = color_format(c);
   const bool written = f && f->has_alpha && c->blend->colormask & PIPE_MASK_A;
   return !written && !(c->blend->blends && c->blend->reads_source_alpha);
}

/* What fragments do with depth and stencil. */
static void
emit_depth(struct pica200_context *c, unsigned mask)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_dsa *d = c->dsa;
   const struct pipe_resource *zs = c->fb.zsbuf.texture;
   const unsigned back = c->pass == PICA200_BACK_FACES;
   const struct pica200_stencil *s = &d->side[back];
   const bool has_stencil = zs && zs->format == PIPE_FORMAT_Z24_UNORM_S8_UINT;
   const bool stencil = has_stencil && s->on, test = zs && d->depth_test, write = zs && d->depth_write;
   const uint32_t stencil_test =
      stencil ? PICA_STENCIL_TEST_set_REF(s->test, c->base.stencil_ref.ref[back]) : 0;
   CS_SET(cs, STENCIL_TEST, stencil_test);
   CS_SET(cs, STENCIL_OP, s->op);
   CS_SET(cs, DEPTH_COLOR_MASK,
          PICA_DEPTH_COLOR_MASK(.DEPTH_TEST = test, .DEPTH_FUNC = d->depth_func, .WRITE_R = mask & 1,
                                .WRITE_G = mask >> 1 & 1, .WRITE_B = mask >> 2 & 1, .WRITE_A = mask >> 3 & 1,
                                .WRITE_DEPTH = write));
   CS_SET(cs, DEPTHBUFFER_READ, PICA_DEPTHBUFFER_READ(.STENCIL = stencil, .DEPTH = test));
   CS_SET(cs, DEPTHBUFFER_WRITE, PICA_DEPTHBUFFER_WRITE(.STENCIL = stencil && s->writes, .DEPTH = write));
}

void
pica200_emit_output(struct pica200_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct pica200_blend *b = c->blend;
   const float *k = c->base.blend_color.color;
   const unsigned mask = color_mask(c);
   const bool reads = b->blends || (mask != PIPE_MASK_RGBA && mask);
   CS_SET(cs, COLOR_OPERATION,
          PICA_COLOR_OPERATION(.FRAGOP_MODE = PICA_COLOR_OPERATION__FRAGOP_MODE__GL, .BLEND_MODE = b->blends,
                               .E4 = 0xE4));
   CS_SET(cs, BLEND_FUNC, b->func);
   CS_SET(cs, LOGIC_OP, PICA_LOGIC_OP(.OP = PICA_LOGIC_OP__OP__COPY));
   CS_SET(cs, BLEND_COLOR,
          PICA_BLEND_COLOR(.RED = pica200_byte(k[0]), .GREEN = pica200_byte(k[1]), .BLUE = pica200_byte(k[2]),
                           .ALPHA = pica200_byte(k[3])));
   CS_SET(cs, FRAGOP_ALPHA_TEST, pica200_alpha_test(c));
   emit_depth(c, mask);
   CS_SET(cs, COLORBUFFER_READ, PICA_COLORBUFFER_READ(.ALLOW = reads ? 15 : 0));
   CS_SET(cs, COLORBUFFER_WRITE, PICA_COLORBUFFER_WRITE(.ALLOW = mask ? 15 : 0));
}
