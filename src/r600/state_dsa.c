/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: what the depth block wants to know about queries and shaders.
 */
#include "r600/r600_priv.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/resource/format.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"

void
r600_emit_db_misc(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const bool count = c->num_occlusion_active && !c->in_blit, r7 = c->screen->chip->gen == DB_R700;
   const bool htile = c->zs.res && ts_fast_used(c, c->zs.res), expand = c->expanding && htile;
   const bool rv770_8x = c->screen->chip->family == DB_FAMILY_RV770 && c->fb.samples == 8;
   const bool copy = c->copying_depth, copy_stencil = copy && c->zs.res->fmt->can & TS_CAN_STENCIL;
   const bool hiz = htile && !(c->per_sample && !r7) && /* R6xx locks up with both */
                    !(copy && c->screen->chip->depth_expand_tests);
   cs_set_context_regs(cs, R6_DB_RENDER_CONTROL_OFFSET, 2);
   cs_dw(cs,
         R6_DB_RENDER_CONTROL(.DEPTH_CLEAR_ENABLE = c->clear_depth, .STENCIL_CLEAR_ENABLE = c->clear_stencil,
                              .DEPTH_COPY = copy, .STENCIL_COPY = copy_stencil,
                              /* with samples: number COPY_SAMPLE, 0, whatever is covered */
                              .COPY_CENTROID = copy && c->fb.samples <= 1, .STENCIL_COMPRESS_DISABLE = expand,
                              .DEPTH_COMPRESS_DISABLE = expand, .ZPASS_INCREMENT_DISABLE = !count,
                              .R700_PERFECT_ZPASS_COUNTS = count && r7));
   cs_dw(
      cs,
      R6_DB_RENDER_OVERRIDE(.FORCE_HIZ_ENABLE = hiz ? R6_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE__FORCE_OFF
                                                    : R6_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE__FORCE_DISABLE,
                            .FORCE_HIS_ENABLE0 = R6_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE0__FORCE_DISABLE,
                            .FORCE_HIS_ENABLE1 = R6_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE1__FORCE_DISABLE,
                            .NOOP_CULL_DISABLE = count || expand || (copy && !r7),
                            .MAX_TILES_IN_DTT = rv770_8x ? 6 : 0)); /* else it hangs (Mesa) */
   cs_set_context_reg(
      cs, R6_DB_SHADER_CONTROL_OFFSET,
      R6_DB_SHADER_CONTROL_set_DUAL_EXPORT_ENABLE(c->fs_var->db_shader_control, ts_dual_export(c)));
}
