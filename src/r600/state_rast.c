/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: modes of the scan converter, guard band, scissor, sample mask.
 */
#include "r600/r600_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/state/cso.h"

void
r600_encode_rast(struct ts_context *c, const struct pipe_rasterizer_state *s, struct ts_rast *out)
{
   struct drv_pm4 *p = &out->pm4;
   const bool r7 = c->screen->chip->gen == DB_R700;
   ts_encode_setup(c, s, out);
   out->sc_mode_reg = R6_PA_SC_MODE_CNTL_OFFSET;
   /* RV770: tiles that are covered as a whole go wrong where HTILE meets shading for each sample (Mesa). */
   const bool rv770 = c->screen->chip->family == DB_FAMILY_RV770;
   for (unsigned i = 0; i < 2; i++)
      out->sc_mode[i] = R6_PA_SC_MODE_CNTL(.PS_ITER_SAMPLE = i, .TILE_COVER_DISABLE = i && rv770,
                                           .FORCE_EOV_CNTDWN_ENABLE = 1, .WALK_ALIGN8_PRIM_FITS_ST = !r7,
                                           .FORCE_EOV_REZ_ENABLE = r7, .R700_ZMM_LINE_OFFSET = r7,
                                           .R700_VPORT_SCISSOR_ENABLE = r7, .MSAA_ENABLE = s->multisample);
   if (!r7) /* R6xx cannot kill in the clipper: a multi-pass shader that never gets another pass drops all */
      pm4_set_context_reg(p, R6_SX_MISC_OFFSET, R6_SX_MISC(.MULTIPASS = s->rasterizer_discard));
   ts_encode_point_sprite(s, p);
}

void
r600_emit_viewport(struct ts_context *c)
{
   ts_emit_viewport(c, R6_PA_CL_GB_VERT_CLIP_ADJ_OFFSET);
}

void
r600_emit_scissor(struct ts_context *c)
{
   struct pipe_scissor_state r = ts_scissor_rect(c);
   /* What the last of several passes would draw has been tested for depth before. */
   if (c->screen->chip->gen == DB_R600 && c->rast->s.rasterizer_discard)
      r = (struct pipe_scissor_state){0};
   cs_set_context_regs(&c->base.cs, R6_PA_SC_VPORT_SCISSOR_TL_OFFSET(0), 2);
   cs_dw(&c->base.cs, R6_PA_SC_VPORT_SCISSOR_TL(.TL_X = r.minx, .TL_Y = r.miny, .WINDOW_OFFSET_DISABLE = 1));
   cs_dw(&c->base.cs, R6_PA_SC_VPORT_SCISSOR_BR(.BR_X = r.maxx, .BR_Y = r.maxy));
}

void
r600_emit_sample_mask(struct ts_context *c)
{
   cs_set_context_reg(&c->base.cs, R6_PA_SC_AA_MASK_OFFSET, ts_sample_mask(c) * 0x01010101u);
}
