/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: what the depth block wants to know about queries and shaders.
 */
#include "evergreen/eg_priv.h"
#include "terascale/blit/fast_clear.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "util/u_math.h"

void
eg_emit_db_misc(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const bool count = c->num_occlusion_active && !c->in_blit;
   const bool hiz = c->zs.res && ts_fast_used(c, c->zs.res), expand = c->expanding && hiz;
   cs_set_context_regs(cs, EG_DB_RENDER_CONTROL_OFFSET, 2);
   cs_dw(cs,
         EG_DB_RENDER_CONTROL(.DEPTH_CLEAR_ENABLE = c->clear_depth, .STENCIL_CLEAR_ENABLE = c->clear_stencil,
                              .STENCIL_COMPRESS_DISABLE = expand, .DEPTH_COMPRESS_DISABLE = expand));
   /* Cayman is told how many samples it counts; earlier chips count all. */
   const unsigned rate = count && c->screen->chip->gen == DB_CAYMAN ? u_log2(MAX2(c->fb.samples, 1)) : 0;
   cs_dw(cs, CM_DB_COUNT_CONTROL(.ZPASS_INCREMENT_DISABLE = !count, .PERFECT_ZPASS_COUNTS = count,
                                 .SAMPLE_RATE = rate));
   cs_set_context_reg(
      cs, EG_DB_RENDER_OVERRIDE_OFFSET,
      EG_DB_RENDER_OVERRIDE(.FORCE_HIZ_ENABLE = hiz ? EG_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE__FORCE_OFF
                                                    : EG_DB_RENDER_OVERRIDE__FORCE_HIZ_ENABLE__FORCE_DISABLE,
                            .FORCE_HIS_ENABLE0 = EG_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE0__FORCE_DISABLE,
                            .FORCE_HIS_ENABLE1 = EG_DB_RENDER_OVERRIDE__FORCE_HIS_ENABLE1__FORCE_DISABLE,
                            .NOOP_CULL_DISABLE = count || expand, .DISABLE_PIXEL_RATE_TILES = expand));
   uint32_t shader = c->fs_var->db_shader_control;
   if (ts_dual_export(c)) {
      shader = EG_DB_SHADER_CONTROL_set_DUAL_EXPORT_ENABLE(shader, 1);
      shader = EG_DB_SHADER_CONTROL_set_DB_SOURCE_FORMAT(
         shader, EG_DB_SHADER_CONTROL__DB_SOURCE_FORMAT__EXPORT_DB_TWO);
   }
   if (c->cb[0].is_int)
      shader = EG_DB_SHADER_CONTROL_set_ALPHA_TO_MASK_DISABLE(shader, 1);
   cs_set_context_reg(cs, EG_DB_SHADER_CONTROL_OFFSET, shader);
}
