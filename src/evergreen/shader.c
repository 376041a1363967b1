/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the fragment program, which interpolates itself from barycentrics that the SPI
 * puts into its first GPRs; how a shader engine is addressed.
 */
#include "compiler/terascale/vliw.h"
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/shader/shader.h"
#include "util/u_math.h"

void
eg_encode_fs(struct ts_context *c, struct ts_variant *v)
{
   struct drv_pm4 *p = &v->pm4;
   const struct vliw_binary *b = &v->bin;
   const bool pos = b->position_gpr >= 0, face = b->face_gpr >= 0, fixed = b->fixed_gpr >= 0;
   const bool per_sample = v->key.per_sample;
   bool center = false, centroid = false;
   for (unsigned i = 0; i < b->num_params; i++) {
      centroid |= b->params[i].centroid && !b->params[i].flat;
      center |= !b->params[i].centroid && !b->params[i].flat;
   }
   /* at least one input is interpolated, read or not */
   pm4_set_context_regs(p, EG_SPI_PS_INPUT_CNTL_OFFSET(0), MAX2(b->num_params, 1));
   for (unsigned i = 0; i < b->num_params; i++)
      pm4_dw(p, ts_input_cntl(v, i));
   if (!b->num_params)
      pm4_dw(p, 0);
   pm4_set_context_regs(p, EG_SPI_PS_IN_CONTROL_0_OFFSET, 2);
   pm4_dw(p, EG_SPI_PS_IN_CONTROL_0(.NUM_INTERP = MAX2(b->num_params, 1), .PERSP_GRADIENT_ENA = 1,
                                    .POSITION_ENA = pos, .POSITION_ADDR = pos ? (uint32_t)b->position_gpr : 0,
                                    .POSITION_SAMPLE = per_sample));
   pm4_dw(p,
          EG_SPI_PS_IN_CONTROL_1(.FRONT_FACE_ENA = face, .FRONT_FACE_ADDR = face ? (uint32_t)b->face_gpr : 0,
                                 .FIXED_PT_POSITION_ENA = fixed,
                                 .FIXED_PT_POSITION_ADDR = fixed ? (uint32_t)b->fixed_gpr : 0));
   pm4_set_context_reg(p, EG_SPI_INPUT_Z_OFFSET, EG_SPI_INPUT_Z(.PROVIDE_Z_TO_SPI = pos));
   /* At least one set of barycentrics has to be enabled. */
   pm4_set_context_reg(p, EG_SPI_BARYC_CNTL_OFFSET,
                       EG_SPI_BARYC_CNTL(.PERSP_SAMPLE_ENA = per_sample && (center || !centroid),
                                         .PERSP_CENTER_ENA = !per_sample && (center || !centroid),
                                         .PERSP_CENTROID_ENA = centroid));
   pm4_set_context_regs(p, EG_SQ_PGM_RESOURCES_PS_OFFSET, 3);
   pm4_dw(p, EG_SQ_PGM_RESOURCES_PS(.NUM_GPRS = b->num_gprs, .STACK_SIZE = b->stack_size, .DX10_CLAMP = 1,
                                    .PRIME_CACHE_ON_DRAW = 1));
   pm4_dw(p, EG_SQ_PGM_RESOURCES_2_PS(.SINGLE_ROUND = 0));
   pm4_dw(p, EG_SQ_PGM_EXPORTS_PS(.EXPORT_Z = b->exports_depth || b->exports_stencil,
                                  .EXPORT_COLORS = b->num_color_exports));
   v->shader_mask = b->color_export_mask;
   v->db_shader_control =
      EG_DB_SHADER_CONTROL(.Z_EXPORT_ENABLE = b->exports_depth,
                           .STENCIL_REF_EXPORT_ENABLE = b->exports_stencil, .KILL_ENABLE = b->uses_kill,
                           .Z_ORDER = EG_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z,
                           .DB_SOURCE_FORMAT = EG_DB_SHADER_CONTROL__DB_SOURCE_FORMAT__EXPORT_DB_FULL);
}

uint32_t
eg_engine_index(unsigned engine)
{
   bool all = engine == ~0u;
   return EG_GRBM_GFX_INDEX(.INSTANCE_BROADCAST_WRITES = 1, .SE_BROADCAST_WRITES = all,
                            .SE_INDEX = all ? 0 : engine);
}
