/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: the state that stands at the start of every stream and that draws do not
 * change.
 */
#include "db/terascale/pm4.h"
#include "evergreen/eg_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/screen.h"
#include "util/u_math.h"

/** What Cayman has elsewhere or otherwise. */
struct moved {
   uint32_t vtx_cntl; /* PA_SU_VTX_CNTL */
   float min_tess_level;
   void (*emit_resources)(struct ts_context *c);
};

/** Shares of registers, threads and stack between the stages; config registers, so the pipe is idle here.
 * Static: ES 2 has two stages, and a shader that needs more than its share moves them (fit_gprs). */
static void
emit_resource_split(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct terascale_chip *chip = c->screen->chip;
   const uint8_t *gpr = chip->gpr_split, *thr = chip->thread_split;
   const uint16_t *stk = chip->stack_split;
   cs_set_config_regs(cs, EG_SQ_CONFIG_OFFSET, 4);
   cs_dw(cs, EG_SQ_CONFIG(.VC_ENABLE = chip->vertex_cache, .EXPORT_SRC_C = 1, .PS_PRIO = 0, .VS_PRIO = 1,
                          .GS_PRIO = 2, .ES_PRIO = 3, .HS_PRIO = 3, .LS_PRIO = 3, .CS_PRIO = 0));
   cs_dw(cs, EG_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = gpr[DB_STAGE_PS], .NUM_VS_GPRS = gpr[DB_STAGE_VS],
                                       .NUM_CLAUSE_TEMP_GPRS = chip->clause_temp_gprs));
   cs_dw(cs, EG_SQ_GPR_RESOURCE_MGMT_2(.NUM_GS_GPRS = gpr[DB_STAGE_GS], .NUM_ES_GPRS = gpr[DB_STAGE_ES]));
   cs_dw(cs, EG_SQ_GPR_RESOURCE_MGMT_3(.NUM_HS_GPRS = gpr[DB_STAGE_HS], .NUM_LS_GPRS = gpr[DB_STAGE_LS]));
   cs_set_config_regs(cs, EG_SQ_GLOBAL_GPR_RESOURCE_MGMT_1_OFFSET, 2);
   cs_dw(cs, 0);
   cs_dw(cs, 0);
   cs_set_config_regs(cs, EG_SQ_THREAD_RESOURCE_MGMT_OFFSET, 5);
   cs_dw(cs,
         EG_SQ_THREAD_RESOURCE_MGMT(.NUM_PS_THREADS = thr[DB_STAGE_PS], .NUM_VS_THREADS = thr[DB_STAGE_VS],
                                    .NUM_GS_THREADS = thr[DB_STAGE_GS], .NUM_ES_THREADS = thr[DB_STAGE_ES]));
   cs_dw(cs, EG_SQ_THREAD_RESOURCE_MGMT_2(.NUM_HS_THREADS = thr[DB_STAGE_HS],
                                          .NUM_LS_THREADS = thr[DB_STAGE_LS]));
   cs_dw(cs, EG_SQ_STACK_RESOURCE_MGMT_1(.NUM_PS_STACK_ENTRIES = stk[DB_STAGE_PS],
                                         .NUM_VS_STACK_ENTRIES = stk[DB_STAGE_VS]));
   cs_dw(cs, EG_SQ_STACK_RESOURCE_MGMT_2(.NUM_GS_STACK_ENTRIES = stk[DB_STAGE_GS],
                                         .NUM_ES_STACK_ENTRIES = stk[DB_STAGE_ES]));
   cs_dw(cs, EG_SQ_STACK_RESOURCE_MGMT_3(.NUM_HS_STACK_ENTRIES = stk[DB_STAGE_HS],
                                         .NUM_LS_STACK_ENTRIES = stk[DB_STAGE_LS]));
   cs_set_config_reg(cs, EG_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, 0);
   cs_set_config_reg(cs, EG_SQ_LDS_RESOURCE_MGMT_OFFSET,
                     EG_SQ_LDS_RESOURCE_MGMT(.NUM_PS_LDS = 0x1000, .NUM_LS_LDS = 0x1000));
   c->gpr_share[PIPE_SHADER_FRAGMENT] = gpr[DB_STAGE_PS];
   c->gpr_share[PIPE_SHADER_VERTEX] = gpr[DB_STAGE_VS];
}

/** Cayman shares registers out at run time. */
static void
emit_cayman_resources(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_config_regs(cs, CM_SQ_CONFIG_OFFSET, 2);
   cs_dw(cs, CM_SQ_CONFIG(.EXPORT_SRC_C = 1));
   cs_dw(cs, CM_SQ_GPR_RESOURCE_MGMT_1(.NUM_CLAUSE_TEMP_GPRS = c->screen->chip->clause_temp_gprs));
   cs_set_config_regs(cs, CM_SQ_GLOBAL_GPR_RESOURCE_MGMT_1_OFFSET, 2);
   cs_dw(cs, 0);
   cs_dw(cs, 0);
   cs_set_config_reg(cs, CM_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, 1u << 8);
   cs_set_context_regs(cs, CM_PA_SC_CENTROID_PRIORITY_0_OFFSET, 2);
   cs_dw(cs, 0x76543210);
   cs_dw(cs, 0xFEDCBA98);
   cs_set_context_reg(cs, CM_GDS_ADDR_SIZE_OFFSET, 0x3FFF);
   c->gpr_share[PIPE_SHADER_FRAGMENT] = c->gpr_share[PIPE_SHADER_VERTEX] = 255;
}

static void
emit_screen_limits(struct ts_context *c, const struct moved *m)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_context_reg(cs, EG_PA_SC_WINDOW_OFFSET_OFFSET, 0);
   cs_set_context_reg(cs, EG_PA_SC_CLIPRECT_RULE_OFFSET, 0xFFFF);
   cs_set_context_reg(cs, EG_PA_SC_EDGERULE_OFFSET, 0xAAAAAAAA);
   cs_set_context_reg(cs, EG_PA_SU_HARDWARE_SCREEN_OFFSET_OFFSET, 0);
   cs_set_context_regs(cs, EG_PA_SC_SCREEN_SCISSOR_TL_OFFSET, 2);
   cs_dw(cs, 0);
   cs_dw(cs, EG_PA_SC_SCREEN_SCISSOR_BR(.BR_X = 16384, .BR_Y = 16384));
   cs_set_context_regs(cs, EG_PA_SC_GENERIC_SCISSOR_TL_OFFSET, 2);
   cs_dw(cs, EG_PA_SC_GENERIC_SCISSOR_TL(.WINDOW_OFFSET_DISABLE = 1));
   cs_dw(cs, EG_PA_SC_GENERIC_SCISSOR_BR(.BR_X = 16384, .BR_Y = 16384));
   cs_set_context_reg(cs, m->vtx_cntl, EG_PA_SU_VTX_CNTL(.PIX_CENTER = 1, .ROUND_MODE = 2, .QUANT_MODE = 5));
   cs_set_context_reg(cs, EG_PA_CL_VTE_CNTL_OFFSET,
                      EG_PA_CL_VTE_CNTL(.VPORT_X_SCALE_ENA = 1, .VPORT_X_OFFSET_ENA = 1,
                                        .VPORT_Y_SCALE_ENA = 1, .VPORT_Y_OFFSET_ENA = 1,
                                        .VPORT_Z_SCALE_ENA = 1, .VPORT_Z_OFFSET_ENA = 1, .VTX_W0_FMT = 1));
   cs_set_context_reg(cs, EG_PA_CL_NANINF_CNTL_OFFSET, 0);
   cs_set_context_reg(cs, EG_PA_SC_LINE_STIPPLE_OFFSET, 0);
}

/** VGT: no tessellation, no geometry shader, no stream-out. */
static void
emit_vgt(struct ts_context *c, const struct moved *m)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_context_regs(cs, EG_VGT_OUTPUT_PATH_CNTL_OFFSET, 13);
   cs_dw(cs, 0);
   cs_dw(cs, 0);
   cs_dw(cs, fui(64.0f));             /* VGT_HOS_MAX_TESS_LEVEL */
   cs_dw(cs, fui(m->min_tess_level)); /* VGT_HOS_MIN_TESS_LEVEL */
   cs_dw(cs, EG_VGT_HOS_REUSE_DEPTH(.REUSE_DEPTH = 16));
   for (unsigned i = 5; i < 13; i++)
      cs_dw(cs, 0);
   cs_set_context_reg(cs, EG_VGT_PRIMITIVEID_EN_OFFSET, 0);
   cs_zero_context_regs(cs, EG_VGT_INSTANCE_STEP_RATE_0_OFFSET, EG_VGT_INSTANCE_STEP_RATE_1_OFFSET);
   cs_set_context_regs(cs, EG_VGT_REUSE_OFF_OFFSET, 2);
   cs_dw(cs, 0);
   cs_dw(cs, 0); /* VGT_VTX_CNT_EN */
   cs_set_context_reg(cs, EG_VGT_STRMOUT_CONFIG_OFFSET, 0);
   cs_set_context_reg(cs, EG_VGT_STRMOUT_BUFFER_CONFIG_OFFSET, 0);
   cs_set_context_reg(cs, EG_VGT_SHADER_STAGES_EN_OFFSET, 0);
   cs_set_context_reg(cs, EG_VGT_TF_PARAM_OFFSET, 0);
   cs_set_context_reg(cs, EG_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET, 0);
   cs_set_context_reg(cs, EG_VGT_MULTI_PRIM_IB_RESET_INDX_OFFSET, 0);
   cs_set_context_regs(cs, EG_VGT_MAX_VTX_INDX_OFFSET, 2);
   cs_dw(cs, ~0u);
   cs_dw(cs, 0);
   cs_packet3(cs, DB_PKT3_SET_CTL_CONST, 3);
   cs_dw(cs, (EG_SQ_VTX_BASE_VTX_LOC_OFFSET - DB_EG_CTL_CONST_BASE) / 4);
   cs_dw(cs, 0);
   cs_dw(cs, 0); /* SQ_VTX_START_INST_LOC */
}

/** SQ and SPI: rounding to nearest even everywhere, nothing bound, nothing allotted. */
static void
emit_shader_defaults(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   static const uint32_t resources_2[] = {
      EG_SQ_PGM_RESOURCES_2_PS_OFFSET, EG_SQ_PGM_RESOURCES_2_VS_OFFSET, EG_SQ_PGM_RESOURCES_2_GS_OFFSET,
      EG_SQ_PGM_RESOURCES_2_ES_OFFSET, EG_SQ_PGM_RESOURCES_2_HS_OFFSET, EG_SQ_PGM_RESOURCES_2_LS_OFFSET,
   };
   for (unsigned i = 0; i < ARRAY_SIZE(resources_2); i++)
      cs_set_context_reg(cs, resources_2[i], EG_SQ_PGM_RESOURCES_2_PS(.SINGLE_ROUND = 0));
   cs_set_context_reg(cs, EG_SQ_PGM_RESOURCES_FS_OFFSET, 0);
   cs_zero_context_regs(cs, EG_SQ_ESGS_RING_ITEMSIZE_OFFSET, EG_SQ_ESGS_RING_ITEMSIZE_OFFSET + 5 * 4);
   cs_zero_context_regs(cs, EG_SQ_GS_VERT_ITEMSIZE_OFFSET, EG_SQ_GS_VERT_ITEMSIZE_OFFSET + 3 * 4);
   /* Sizes of constant buffers that are never bound: 0 keeps the prefetch away from them. */
   cs_zero_context_regs(cs, EG_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0),
                        EG_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(15));
   cs_zero_context_regs(cs, EG_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(0),
                        EG_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(15));
   cs_zero_context_regs(cs, EG_SQ_ALU_CONST_BUFFER_SIZE_GS_OFFSET(0),
                        EG_SQ_ALU_CONST_BUFFER_SIZE_GS_OFFSET(15));
   cs_zero_context_regs(cs, EG_SQ_ALU_CONST_BUFFER_SIZE_HS_OFFSET(0),
                        EG_SQ_ALU_CONST_BUFFER_SIZE_HS_OFFSET(15));
   cs_zero_context_regs(cs, EG_SQ_ALU_CONST_BUFFER_SIZE_LS_OFFSET(0),
                        EG_SQ_ALU_CONST_BUFFER_SIZE_LS_OFFSET(15));
   cs_set_context_reg(cs, EG_SQ_VTX_SEMANTIC_CLEAR_OFFSET, ~0u);
   cs_set_context_reg(cs, EG_SPI_FOG_CNTL_OFFSET, 0);
   cs_set_context_reg(cs, EG_SPI_THREAD_GROUPING_OFFSET, 0);
   cs_zero_context_regs(cs, EG_SPI_PS_IN_CONTROL_2_OFFSET, EG_SPI_COMPUTE_INPUT_CNTL_OFFSET);
   cs_zero_context_regs(cs, EG_SQ_LDS_ALLOC_OFFSET, EG_SQ_LDS_ALLOC_PS_OFFSET);
   ts_emit_loop_consts(cs, 5, DB_EG_LOOP_CONSTS_PER_STAGE);
}

static void
emit_preamble(struct ts_context *c, const struct moved *m)
{
   struct drv_cs *cs = &c->base.cs;
   cs_packet3(cs, DB_PKT3_CONTEXT_CONTROL, 2);
   cs_dw(cs, DB_PKT3_CONTEXT_CONTROL_DW0(.DW_ENABLE = 1));
   cs_dw(cs, DB_PKT3_CONTEXT_CONTROL_DW1(.DW_ENABLE = 1));
   cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   cs_event(cs, DB_EVENT_PIPELINESTAT_START, 0);
   m->emit_resources(c);
   cs_set_config_regs(cs, EG_SQ_STATIC_THREAD_MGMT1_OFFSET, 3);
   cs_dw(cs, ~0u);
   cs_dw(cs, ~0u);
   cs_dw(cs, 0xFFFFFFFE); /* LS and HS must not run on one of the SIMDs (Mesa) */
   cs_set_config_reg(cs, EG_SPI_CONFIG_CNTL_OFFSET, 0);
   cs_set_config_reg(cs, EG_SPI_CONFIG_CNTL_1_OFFSET, EG_SPI_CONFIG_CNTL_1(.VTX_DONE_DELAY = 4));
   cs_set_config_reg(cs, EG_PA_CL_ENHANCE_OFFSET,
                     EG_PA_CL_ENHANCE(.CLIP_VTX_REORDER_ENA = 1, .NUM_CLIP_SEQ = 3));
   emit_screen_limits(c, m);
   emit_vgt(c, m);
   emit_shader_defaults(c);
   cs_set_context_reg(cs, EG_DB_STENCIL_CLEAR_OFFSET, 0);
   cs_set_context_reg(cs, EG_DB_DEPTH_CLEAR_OFFSET, 0);
   cs_zero_context_regs(cs, EG_DB_SRESULTS_COMPARE_STATE0_OFFSET, EG_DB_PRELOAD_CONTROL_OFFSET);
   cs_set_context_reg(cs, EG_DB_RENDER_OVERRIDE2_OFFSET, 0);
   cs_set_context_reg(cs, EG_DB_HTILE_SURFACE_OFFSET, 0);
   cs_set_context_reg(cs, EG_DB_DEPTH_CONTROL_OFFSET, 0);
   cs_set_context_reg(cs, EG_SX_MISC_OFFSET, 0);
   cs_set_context_reg(cs, EG_SX_SURFACE_SYNC_OFFSET, 0xF);
   cs_set_context_reg(cs, EG_SX_ALPHA_TEST_CONTROL_OFFSET, 0);
   cs_set_context_reg(cs, EG_SX_ALPHA_REF_OFFSET, 0);
}

void
eg_emit_preamble(struct ts_context *c)
{
   static const struct moved m = {
      .vtx_cntl = EG_PA_SU_VTX_CNTL_OFFSET,
      .min_tess_level = 1.0f,
      .emit_resources = emit_resource_split,
   };
   emit_preamble(c, &m);
}

void
cm_emit_preamble(struct ts_context *c)
{
   static const struct moved m = {
      .vtx_cntl = CM_PA_SU_VTX_CNTL_OFFSET,
      .min_tess_level = 0.0f,
      .emit_resources = emit_cayman_resources,
   };
   emit_preamble(c, &m);
}
