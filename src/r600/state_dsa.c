/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: depth and stencil tests and what the depth block wants to know about queries and shaders.
 */
#include "r600/r600_priv.h"

void
r600_encode_dsa(const struct pipe_depth_stencil_alpha_state *s, struct radeon_dsa *out)
{
   const struct pipe_stencil_state *f = &s->stencil[0], *b = &s->stencil[1];
   uint32_t z = R6_DB_DEPTH_CONTROL(.Z_ENABLE = s->depth_enabled,
                                    .Z_WRITE_ENABLE = s->depth_enabled && s->depth_writemask,
                                    .ZFUNC = s->depth_enabled ? s->depth_func : 0);
   uint32_t st = 0;
   if (f->enabled) {
      st = R6_DB_DEPTH_CONTROL(.STENCIL_ENABLE = 1, .STENCILFUNC = f->func, .STENCILFAIL = f->fail_op,
                               .STENCILZPASS = f->zpass_op, .STENCILZFAIL = f->zfail_op);
      if (b->enabled)
         st |=
            R6_DB_DEPTH_CONTROL(.BACKFACE_ENABLE = 1, .STENCILFUNC_BF = b->func, .STENCILFAIL_BF = b->fail_op,
                                .STENCILZPASS_BF = b->zpass_op, .STENCILZFAIL_BF = b->zfail_op);
   }
   out->depth_control = z | st;
   out->no_depth_mask = ~z;
   out->no_stencil_mask = ~st;
}

/** Without such a buffer a test always passes: it is switched off. */
void
r600_emit_dsa(struct radeon_context *c)
{
   uint32_t v = c->dsa->depth_control;
   unsigned can = c->zs.res ? c->zs.res->fmt->can : 0;
   if (!(can & RADEON_CAN_DEPTH))
      v &= c->dsa->no_depth_mask;
   if (!(can & RADEON_CAN_STENCIL))
      v &= c->dsa->no_stencil_mask;
   cs_set_context_reg(&c->cs, R6_DB_DEPTH_CONTROL_OFFSET, v);
}

void
r600_emit_stencil_ref(struct radeon_context *c)
{
   const struct radeon_dsa *d = c->dsa;
   cs_set_context_regs(&c->cs, R6_DB_STENCILREFMASK_OFFSET, 2);
   cs_dw(&c->cs, R6_DB_STENCILREFMASK(.STENCILREF = c->stencil_ref.ref[0], .STENCILMASK = d->valuemask[0],
                                      .STENCILWRITEMASK = d->writemask[0]));
   cs_dw(&c->cs,
         R6_DB_STENCILREFMASK_BF(.STENCILREF_BF = c->stencil_ref.ref[1], .STENCILMASK_BF = d->valuemask[1],
                                 .STENCILWRITEMASK_BF = d->writemask[1]));
}

void
r600_emit_db_misc(struct radeon_context *c)
{
   struct radeon_cs *cs = &c->cs;
   const bool count = c->num_occlusion_active && !c->in_blit, r7 = c->screen->chip->gen == DB_R700;
   cs_set_context_regs(cs, R6_DB_RENDER_CONTROL_OFFSET, 2);
   cs_dw(cs,
         R6_DB_RENDER_CONTROL(.ZPASS_INCREMENT_DISABLE = !count, .R700_PERFECT_ZPASS_COUNTS = count && r7));
   /* No hierarchical buffer is ever bound. */
   cs_dw(cs,
         R6_DB_RENDER_OVERRIDE(.FORCE_HIZ_ENABLE = R6_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE__FORCE_DISABLE,
                               .FORCE_HIS_ENABLE0 = R6_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE0__FORCE_DISABLE,
                               .FORCE_HIS_ENABLE1 = R6_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE1__FORCE_DISABLE,
                               .NOOP_CULL_DISABLE = count));
   cs_set_context_reg(
      cs, R6_DB_SHADER_CONTROL_OFFSET,
      R6_DB_SHADER_CONTROL_set_DUAL_EXPORT_ENABLE(c->fs_var->db_shader_control, radeon_dual_export(c)));
}
