/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: modes of the scan converter, guard band, scissor, sample mask.
 */
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/state/cso.h"

void
eg_encode_rast(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out)
{
   struct drv_pm4 *p = &out->pm4;
   ts_encode_setup(c, s, out);
   pm4_set_context_reg(p, EG_PA_SC_MODE_CNTL_0_OFFSET,
                       EG_PA_SC_MODE_CNTL_0(.VPORT_SCISSOR_ENABLE = 1, .MSAA_ENABLE = s->multisample));
   out->sc_mode_reg = EG_PA_SC_MODE_CNTL_1_OFFSET;
   for (unsigned i = 0; i < 2; i++)
      out->sc_mode[i] =
         EG_PA_SC_MODE_CNTL_1(.PS_ITER_SAMPLE = i, .FORCE_EOV_CNTDWN_ENABLE = 1, .FORCE_EOV_REZ_ENABLE = 1);
   ts_encode_point_sprite(s, p);
}

void
eg_emit_viewport(struct ts_context *c)
{
   ts_emit_viewport(c, EG_PA_CL_GB_VERT_CLIP_ADJ_OFFSET);
}

void
cm_emit_viewport(struct ts_context *c)
{
   ts_emit_viewport(c, CM_PA_CL_GB_VERT_CLIP_ADJ_OFFSET);
}

/* A bug of the hardware, as Mesa knows it: an edge at 0 hides nothing unless the other is behind it. */
static void
avoid_zero(struct pipe_scissor_state *r)
{
   if (r->maxx == 0)
      r->minx = 1;
   if (r->maxy == 0)
      r->miny = 1;
}

static bool
ends_at_one(const struct pipe_scissor_state *r)
{
   return r->maxx == 1 && r->maxy == 1;
}

void
eg_emit_scissor(struct ts_context *c)
{
   struct pipe_scissor_state r = ts_scissor_rect(c),
                             window = {0, 0, (uint16_t)c->fb.width, (uint16_t)c->fb.height};
   /* Cayman draws nothing through a scissor of 1x1 at the origin. Mesa draws 2x1; two scissors, each of two pixels, have
    * the one pixel in common. */
   if (c->screen->chip->gen == DB_CAYMAN && (ends_at_one(&r) || ends_at_one(&window))) {
      r.maxx = ends_at_one(&r) ? 2 : r.maxx;
      window = (struct pipe_scissor_state){0, 0, 1, 2};
   }
   avoid_zero(&r);
   avoid_zero(&window);
   cs_set_context_regs(&c->base.cs, EG_PA_SC_WINDOW_SCISSOR_TL_OFFSET, 2);
   cs_dw(&c->base.cs,
         EG_PA_SC_WINDOW_SCISSOR_TL(.TL_X = window.minx, .TL_Y = window.miny, .WINDOW_OFFSET_DISABLE = 1));
   cs_dw(&c->base.cs, EG_PA_SC_WINDOW_SCISSOR_BR(.BR_X = window.maxx, .BR_Y = window.maxy));
   cs_set_context_regs(&c->base.cs, EG_PA_SC_VPORT_SCISSOR_TL_OFFSET(0), 2);
   cs_dw(&c->base.cs, EG_PA_SC_VPORT_SCISSOR_TL(.TL_X = r.minx, .TL_Y = r.miny, .WINDOW_OFFSET_DISABLE = 1));
   cs_dw(&c->base.cs, EG_PA_SC_VPORT_SCISSOR_BR(.BR_X = r.maxx, .BR_Y = r.maxy));
}

void
eg_emit_sample_mask(struct ts_context *c)
{
   cs_set_context_reg(&c->base.cs, EG_PA_SC_AA_MASK_OFFSET, ts_sample_mask(c) * 0x01010101u);
}

void
cm_emit_sample_mask(struct ts_context *c)
{
   cs_set_context_regs(&c->base.cs, CM_PA_SC_AA_MASK_X0Y0_X1Y0_OFFSET, 2);
   for (unsigned y = 0; y < 2; y++)
      cs_dw(&c->base.cs, ts_sample_mask(c) * 0x01010101u); /* 16 bits a pixel */
}
