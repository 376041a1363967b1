/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: programs and the interpolator between them. Vertex parameters and fragment inputs meet by a
 * semantic id each; interpolation is fixed function and fills the fragment shader's GPRs.
 */
#include "r600/r600_priv.h"

void
r600_encode_vs(struct radeon_context *c, struct radeon_variant *v)
{
   struct radeon_pm4 *p = &v->pm4;
   const struct vliw_binary *b = &v->bin;
   uint8_t ids[40] = {0};
   for (unsigned i = 0; i < b->num_params; i++)
      ids[i] = radeon_semantic_id(&b->params[i]);
   pm4_set_context_regs(p, R6_SPI_VS_OUT_ID_OFFSET(0), 10);
   for (unsigned i = 0; i < 10; i++)
      pm4_dw(p, R6_SPI_VS_OUT_ID(.SEMANTIC_0 = ids[4 * i], .SEMANTIC_1 = ids[4 * i + 1],
                                 .SEMANTIC_2 = ids[4 * i + 2], .SEMANTIC_3 = ids[4 * i + 3]));
   pm4_set_context_reg(p, R6_SPI_VS_OUT_CONFIG_OFFSET,
                       R6_SPI_VS_OUT_CONFIG(.VS_EXPORT_COUNT = MAX2(b->num_params, 1) - 1));
   pm4_set_context_reg(
      p, R6_SQ_PGM_RESOURCES_VS_OFFSET,
      R6_SQ_PGM_RESOURCES_VS(.NUM_GPRS = b->num_gprs, .STACK_SIZE = MAX2(b->stack_size, 1), .DX10_CLAMP = 1));
   if (b->exports_point_size)
      v->vs_out_cntl = R6_PA_CL_VS_OUT_CNTL(.VS_OUT_MISC_VEC_ENA = 1, .USE_VTX_POINT_SIZE = 1);
}

static uint32_t
input_cntl(const struct vliw_param *in)
{
   if (in->semantic == IR_SEM_FRAG_COORD)
      return R6_SPI_PS_INPUT_CNTL(.FLAT_SHADE = 1);
   if (in->semantic == IR_SEM_FACE)
      return R6_SPI_PS_INPUT_CNTL(.FLAT_SHADE = 1);
   return R6_SPI_PS_INPUT_CNTL(.SEMANTIC = radeon_semantic_id(in), .FLAT_SHADE = in->flat,
                               .SEL_CENTROID = in->centroid,
                               .PT_SPRITE_TEX = in->semantic == IR_SEM_POINT_COORD);
}

void
r600_encode_fs(struct radeon_context *c, struct radeon_variant *v)
{
   struct radeon_pm4 *p = &v->pm4;
   const struct vliw_binary *b = &v->bin;
   const bool pos = b->position_gpr >= 0, face = b->face_gpr >= 0;
   if (b->num_params) {
      pm4_set_context_regs(p, R6_SPI_PS_INPUT_CNTL_OFFSET(0), b->num_params);
      for (unsigned i = 0; i < b->num_params; i++)
         pm4_dw(p, input_cntl(&b->params[i]));
   }
   pm4_set_context_regs(p, R6_SPI_PS_IN_CONTROL_0_OFFSET, 2);
   pm4_dw(p, R6_SPI_PS_IN_CONTROL_0(.NUM_INTERP = b->num_params, .PERSP_GRADIENT_ENA = 1, .POSITION_ENA = pos,
                                    .POSITION_ADDR = pos ? (uint32_t)b->position_gpr : 0,
                                    .BARYC_SAMPLE_CNTL = pos));
   pm4_dw(
      p, R6_SPI_PS_IN_CONTROL_1(.FRONT_FACE_ENA = face, .FRONT_FACE_ADDR = face ? (uint32_t)b->face_gpr : 0));
   pm4_set_context_reg(p, R6_SPI_INPUT_Z_OFFSET, R6_SPI_INPUT_Z(.PROVIDE_Z_TO_SPI = pos));
   pm4_set_context_regs(p, R6_SQ_PGM_RESOURCES_PS_OFFSET, 2);
   pm4_dw(p, R6_SQ_PGM_RESOURCES_PS(.NUM_GPRS = b->num_gprs, .STACK_SIZE = b->stack_size, .DX10_CLAMP = 1,
                                    .UNCACHED_FIRST_INST = c->screen->chip->family == DB_FAMILY_R600));
   /* At least one colour export, even if it is masked. */
   unsigned colors = MAX2(b->num_color_exports, b->exports_depth ? 0 : 1);
   pm4_dw(p, R6_SQ_PGM_EXPORTS_PS(.EXPORT_Z = b->exports_depth, .EXPORT_COLORS = colors));
   v->shader_mask = b->color_export_mask;
   v->db_shader_control =
      R6_DB_SHADER_CONTROL(.Z_EXPORT_ENABLE = b->exports_depth, .KILL_ENABLE = b->uses_kill,
                           .Z_ORDER = R6_DB_SHADER_CONTROL__Z_ORDER__EARLY_Z_THEN_LATE_Z);
}

/** A stage may not use more registers than its share. Shares are config state: the pipe has to drain before
 * they move. */
static void
fit_gprs(struct radeon_context *c)
{
   const struct db_chip *chip = c->screen->chip;
   uint32_t vs = c->vs_var->bin.num_gprs, ps = c->fs_var->bin.num_gprs;
   if (ps <= c->chip_state[R600_STATE_PS_GPRS] && vs <= c->chip_state[R600_STATE_VS_GPRS])
      return;
   const uint32_t total = chip->max_gprs - 2u * chip->clause_temp_gprs;
   vs = MAX2(vs, chip->gpr_split[DB_STAGE_VS]);
   if (vs + ps > total)
      vs = c->vs_var->bin.num_gprs;
   ps = MIN2(total - vs, 255);
   c->chip_state[R600_STATE_PS_GPRS] = ps;
   c->chip_state[R600_STATE_VS_GPRS] = vs;
   struct radeon_cs *cs = &c->cs;
   cs_set_config_reg(cs, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
   cs_set_config_regs(cs, R6_SQ_GPR_RESOURCE_MGMT_1_OFFSET, 2);
   cs_dw(cs, R6_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = ps, .NUM_VS_GPRS = vs,
                                       .NUM_CLAUSE_TEMP_GPRS = chip->clause_temp_gprs));
   cs_dw(cs, 0); /* no geometry stages */
}

static const struct radeon_scratch_regs vs_scratch = {.base = R6_SQ_VSTMP_RING_BASE_OFFSET,
                                                      .size = R6_SQ_VSTMP_RING_SIZE_OFFSET,
                                                      .item_size = R6_SQ_VSTMP_RING_ITEMSIZE_OFFSET};
static const struct radeon_scratch_regs ps_scratch = {.base = R6_SQ_PSTMP_RING_BASE_OFFSET,
                                                      .size = R6_SQ_PSTMP_RING_SIZE_OFFSET,
                                                      .item_size = R6_SQ_PSTMP_RING_ITEMSIZE_OFFSET};

static void
scratch(struct radeon_context *c, enum pipe_shader_type stage, uint32_t item_B,
        const struct radeon_scratch_regs *regs)
{
   if (!item_B)
      return;
   cs_set_config_reg(&c->cs, R6_WAIT_UNTIL_OFFSET, R6_WAIT_UNTIL(.WAIT_3D_IDLE = 1));
   radeon_scratch_emit(c, stage, item_B, regs);
}

/** PA_CL_VS_OUT_CNTL of clip distances: which are exported, and which of them are on. */
static uint32_t
clip_cntl(uint8_t exported, uint8_t on)
{
   uint8_t m = exported & on;
   return R6_PA_CL_VS_OUT_CNTL(.VS_OUT_CCDIST0_VEC_ENA = (exported & 15) != 0,
                               .VS_OUT_CCDIST1_VEC_ENA = exported >> 4 != 0, .CLIP_DIST_ENA_0 = m & 1,
                               .CLIP_DIST_ENA_1 = m >> 1 & 1, .CLIP_DIST_ENA_2 = m >> 2 & 1,
                               .CLIP_DIST_ENA_3 = m >> 3 & 1, .CLIP_DIST_ENA_4 = m >> 4 & 1,
                               .CLIP_DIST_ENA_5 = m >> 5 & 1, .CLIP_DIST_ENA_6 = m >> 6 & 1,
                               .CLIP_DIST_ENA_7 = m >> 7 & 1);
}

void
r600_emit_vs(struct radeon_context *c)
{
   const struct radeon_variant *v = c->vs_var;
   fit_gprs(c);
   cs_set_context_base(&c->cs, R6_SQ_PGM_START_VS_OFFSET, v->bo, v->offset_B, false);
   cs_pm4(&c->cs, &v->pm4);
   scratch(c, PIPE_SHADER_VERTEX, v->bin.scratch_B, &vs_scratch);
   uint32_t cntl = c->rast->s.point_size_per_vertex ? v->vs_out_cntl : 0;
   if (__builtin_expect(v->bin.clip_dist_mask, 0))
      cntl |= clip_cntl(v->bin.clip_dist_mask, c->rast->s.clip_distances);
   cs_set_context_reg(&c->cs, R6_PA_CL_VS_OUT_CNTL_OFFSET, cntl);
}

void
r600_emit_fs(struct radeon_context *c)
{
   const struct radeon_variant *v = c->fs_var;
   fit_gprs(c);
   cs_set_context_base(&c->cs, R6_SQ_PGM_START_PS_OFFSET, v->bo, v->offset_B, false);
   cs_pm4(&c->cs, &v->pm4);
   scratch(c, PIPE_SHADER_FRAGMENT, v->bin.scratch_B, &ps_scratch);
}

void
r600_emit_fetch(struct radeon_context *c)
{
   cs_set_context_base(&c->cs, R6_SQ_PGM_START_FS_OFFSET, c->fetch->bo, c->fetch->offset_B, false);
}
