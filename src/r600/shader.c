/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the fragment program. Interpolation is fixed function and fills its GPRs.
 */
#include "compiler/terascale/vliw.h"
#include "r600/r600_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"

void
r600_encode_fs(struct ts_context *c, struct ts_variant *v)
{
   struct drv_pm4 *p = &v->pm4;
   const struct vliw_binary *b = &v->bin;
   const bool pos = b->position_gpr >= 0, face = b->face_gpr >= 0, fixed = b->fixed_gpr >= 0;
   const bool per_sample = v->key.per_sample;
   if (b->num_params) {
      pm4_set_context_regs(p, R6_SPI_PS_INPUT_CNTL_OFFSET(0), b->num_params);
      for (unsigned i = 0; i < b->num_params; i++)
         pm4_dw(p, ts_input_cntl(v, i));
   }
   pm4_set_context_regs(p, R6_SPI_PS_IN_CONTROL_0_OFFSET, 2);
   pm4_dw(p, R6_SPI_PS_IN_CONTROL_0(.NUM_INTERP = b->num_params, .PERSP_GRADIENT_ENA = 1, .POSITION_ENA = pos,
                                    .POSITION_ADDR = pos ? (uint32_t)b->position_gpr : 0,
                                    .BARYC_SAMPLE_CNTL = pos, .POSITION_SAMPLE = per_sample));
   pm4_dw(p,
          R6_SPI_PS_IN_CONTROL_1(.FRONT_FACE_ENA = face, .FRONT_FACE_ADDR = face ? (uint32_t)b->face_gpr : 0,
                                 .FIXED_PT_POSITION_ENA = fixed,
                                 .FIXED_PT_POSITION_ADDR = fixed ? (uint32_t)b->fixed_gpr : 0));
   pm4_set_context_reg(p, R6_SPI_INPUT_Z_OFFSET, R6_SPI_INPUT_Z(.PROVIDE_Z_TO_SPI = pos));
   pm4_set_context_regs(p, R6_SQ_PGM_RESOURCES_PS_OFFSET, 2);
   pm4_dw(p, R6_SQ_PGM_RESOURCES_PS(.NUM_GPRS = b->num_gprs, .STACK_SIZE = b->stack_size, .DX10_CLAMP = 1,
                                    .UNCACHED_FIRST_INST = c->screen->chip->family == DB_FAMILY_R600));
   pm4_dw(p, R6_SQ_PGM_EXPORTS_PS(.EXPORT_Z = b->exports_depth || b->exports_stencil,
                                  .EXPORT_COLORS = b->num_color_exports));
   v->shader_mask = b->color_export_mask;
   v->db_shader_control =
      R6_DB_SHADER_CONTROL(.Z_EXPORT_ENABLE = b->exports_depth,
                           .STENCIL_REF_EXPORT_ENABLE = b->exports_stencil, .KILL_ENABLE = b->uses_kill,
                           .Z_ORDER = R6_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z);
}
