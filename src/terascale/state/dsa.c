/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil tests. What else the depth block wants to know is in state_dsa.c of the generations.
 */
#include "db/terascale/ts_regs.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

void
ts_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct ts_dsa *out)
{
   const struct pipe_stencil_state *f = &s->stencil[0], *b = &s->stencil[1];
   uint32_t z = TS_DB_DEPTH_CONTROL(.Z_ENABLE = s->depth_enabled,
                                    .Z_WRITE_ENABLE = s->depth_enabled && s->depth_writemask,
                                    .ZFUNC = s->depth_enabled ? s->depth_func : 0);
   uint32_t st = 0;
   if (f->enabled) {
      st = TS_DB_DEPTH_CONTROL(.STENCIL_ENABLE = 1, .STENCILFUNC = f->func, .STENCILFAIL = f->fail_op,
                               .STENCILZPASS = f->zpass_op, .STENCILZFAIL = f->zfail_op);
      if (b->enabled)
         st |=
            TS_DB_DEPTH_CONTROL(.BACKFACE_ENABLE = 1, .STENCILFUNC_BF = b->func, .STENCILFAIL_BF = b->fail_op,
                                .STENCILZPASS_BF = b->zpass_op, .STENCILZFAIL_BF = b->zfail_op);
   }
   out->depth_control = z | st;
   out->no_depth_mask = ~z;
   out->no_stencil_mask = ~st;
}

/** Without such a buffer a test always passes: it is switched off. */
void
ts_emit_dsa(struct ts_context *c)
{
   uint32_t v = c->dsa->depth_control;
   unsigned can = c->zs.res ? c->zs.res->fmt->can : 0;
   if (!(can & TS_CAN_DEPTH))
      v &= c->dsa->no_depth_mask;
   if (!(can & TS_CAN_STENCIL))
      v &= c->dsa->no_stencil_mask;
   cs_set_context_reg(&c->base.cs, TS_DB_DEPTH_CONTROL_OFFSET, v);
}

void
ts_emit_stencil_ref(struct ts_context *c)
{
   const struct ts_dsa *d = c->dsa;
   cs_set_context_regs(&c->base.cs, TS_DB_STENCILREFMASK_OFFSET, 2);
   cs_dw(&c->base.cs,
         TS_DB_STENCILREFMASK(.STENCILREF = c->base.stencil_ref.ref[0], .STENCILMASK = d->valuemask[0],
                              .STENCILWRITEMASK = d->writemask[0]));
   cs_dw(&c->base.cs,
         TS_DB_STENCILREFMASK_BF(.STENCILREF_BF = c->base.stencil_ref.ref[1],
                                 .STENCILMASK_BF = d->valuemask[1], .STENCILWRITEMASK_BF = d->writemask[1]));
}

void
ts_emit_htile(struct ts_context *c, const struct ts_fast *f, uint32_t surface_reg, uint32_t surface)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_context_base(cs, TS_DB_HTILE_DATA_BASE_OFFSET, f->bo, 0, true);
   cs_set_context_reg(cs, surface_reg, surface);
   cs_set_context_regs(cs, TS_DB_STENCIL_CLEAR_OFFSET, 2);
   cs_dw(cs, TS_DB_STENCIL_CLEAR(.CLEAR = f->stencil));
   cs_dw(cs, fui(f->depth)); /* DB_DEPTH_CLEAR */
}

bool
ts_dual_export(const struct ts_context *c)
{
   if (c->fs_var->bin.exports_depth || c->fs_var->bin.exports_stencil)
      return false;
   bool any = false;
   for (unsigned i = 0; i < c->fb.nr_cbufs; i++) {
      if (c->cb[i].res && !c->cb[i].export_16)
         return false;
      any |= c->cb[i].res != NULL;
   }
   return any;
}
