/* SPDX-License-Identifier: MIT
 *
 * R6xx/R7xx: the state that stands at the start of every stream and that draws do not change.
 */
#include "db/terascale/pm4.h"
#include "r600/r600_priv.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/screen.h"

/** Shares of registers, threads and stack between the stages; config registers, so the pipe is idle here. */
static void
emit_resource_split(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   const struct terascale_chip *chip = c->screen->chip;
   const uint8_t *gpr = chip->gpr_split, *thr = chip->thread_split;
   const uint16_t *stk = chip->stack_split;
   cs_set_config_regs(cs, R6_SQ_CONFIG_OFFSET, 6);
   cs_dw(cs, R6_SQ_CONFIG(.VC_ENABLE = chip->vertex_cache, .ALU_INST_PREFER_VECTOR = 1, .DX10_CLAMP = 1,
                          .PS_PRIO = 0, .VS_PRIO = 1, .GS_PRIO = 2, .ES_PRIO = 3));
   cs_dw(cs, R6_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = gpr[DB_STAGE_PS], .NUM_VS_GPRS = gpr[DB_STAGE_VS],
                                       .NUM_CLAUSE_TEMP_GPRS = chip->clause_temp_gprs));
   cs_dw(cs, R6_SQ_GPR_RESOURCE_MGMT_2(.NUM_GS_GPRS = gpr[DB_STAGE_GS], .NUM_ES_GPRS = gpr[DB_STAGE_ES]));
   cs_dw(cs,
         R6_SQ_THREAD_RESOURCE_MGMT(.NUM_PS_THREADS = thr[DB_STAGE_PS], .NUM_VS_THREADS = thr[DB_STAGE_VS],
                                    .NUM_GS_THREADS = thr[DB_STAGE_GS], .NUM_ES_THREADS = thr[DB_STAGE_ES]));
   cs_dw(cs, R6_SQ_STACK_RESOURCE_MGMT_1(.NUM_PS_STACK_ENTRIES = stk[DB_STAGE_PS],
                                         .NUM_VS_STACK_ENTRIES = stk[DB_STAGE_VS]));
   cs_dw(cs, R6_SQ_STACK_RESOURCE_MGMT_2(.NUM_GS_STACK_ENTRIES = stk[DB_STAGE_GS],
                                         .NUM_ES_STACK_ENTRIES = stk[DB_STAGE_ES]));
   c->gpr_share[PIPE_SHADER_FRAGMENT] = gpr[DB_STAGE_PS];
   c->gpr_share[PIPE_SHADER_VERTEX] = gpr[DB_STAGE_VS];
}

static void
emit_generation_specifics(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_config_reg(cs, R6_VC_ENHANCE_OFFSET, 0);
   if (c->screen->chip->gen == DB_R700) {
      cs_set_config_reg(cs, R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET,
                        R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ(.VS_PC_LIMIT_ENABLE = 1));
      cs_set_config_reg(cs, R6_DB_DEBUG_OFFSET, 0);
      cs_set_config_reg(cs, R6_DB_WATERMARKS_OFFSET,
                        R6_DB_WATERMARKS(.DEPTH_FREE = 4, .DEPTH_FLUSH = 16, .FORCE_SUMMARIZE = 0,
                                         .DEPTH_PENDING_FREE = 4, .DEPTH_CACHELINE_FREE = 4));
      cs_set_context_reg(cs, R6_VGT_ENHANCE_OFFSET, R6_VGT_ENHANCE(.MISC = 1));
      cs_set_context_reg(cs, R6_SPI_THREAD_GROUPING_OFFSET, 0);
      cs_set_context_reg(cs, R6_SX_MISC_OFFSET, 0);
      cs_set_context_reg(cs, R6_SX_SURFACE_SYNC_OFFSET, 0xF);
      cs_set_context_reg(cs, R6_PA_SC_EDGERULE_OFFSET, 0xAAAAAAAA);
   } else {
      cs_set_config_reg(cs, R6_SQ_DYN_GPR_CNTL_PS_FLUSH_REQ_OFFSET, 0);
      cs_set_config_reg(cs, R6_DB_DEBUG_OFFSET, 0x82000000); /* hidden bits that M sets: prevents hangs */
      cs_set_config_reg(cs, R6_DB_WATERMARKS_OFFSET,
                        R6_DB_WATERMARKS(.DEPTH_FREE = 4, .DEPTH_FLUSH = 16, .FORCE_SUMMARIZE = 0,
                                         .DEPTH_PENDING_FREE = 4, .DEPTH_CACHELINE_FREE = 16));
      cs_set_context_reg(cs, R6_SPI_THREAD_GROUPING_OFFSET, R6_SPI_THREAD_GROUPING(.PS_GROUPING = 1));
   }
}

static void
emit_screen_limits(struct drv_cs *cs)
{
   cs_set_context_reg(cs, R6_PA_SC_WINDOW_OFFSET_OFFSET, 0);
   cs_set_context_reg(cs, R6_PA_SC_CLIPRECT_RULE_OFFSET, 0xFFFF);
   cs_set_context_regs(cs, R6_PA_SC_SCREEN_SCISSOR_TL_OFFSET, 2);
   cs_dw(cs, 0);
   cs_dw(cs, R6_PA_SC_SCREEN_SCISSOR_BR(.BR_X = 8192, .BR_Y = 8192));
   cs_set_context_regs(cs, R6_PA_SC_GENERIC_SCISSOR_TL_OFFSET, 2);
   cs_dw(cs, R6_PA_SC_GENERIC_SCISSOR_TL(.WINDOW_OFFSET_DISABLE = 1));
   cs_dw(cs, R6_PA_SC_GENERIC_SCISSOR_BR(.BR_X = 8192, .BR_Y = 8192));
   cs_set_context_reg(cs, R6_PA_SU_VTX_CNTL_OFFSET,
                      R6_PA_SU_VTX_CNTL(.PIX_CENTER = 1, .ROUND_MODE = 2, .QUANT_MODE = 5));
   cs_set_context_reg(cs, R6_PA_CL_VTE_CNTL_OFFSET,
                      R6_PA_CL_VTE_CNTL(.VPORT_X_SCALE_ENA = 1, .VPORT_X_OFFSET_ENA = 1,
                                        .VPORT_Y_SCALE_ENA = 1, .VPORT_Y_OFFSET_ENA = 1,
                                        .VPORT_Z_SCALE_ENA = 1, .VPORT_Z_OFFSET_ENA = 1, .VTX_W0_FMT = 1));
   cs_set_context_reg(cs, R6_PA_CL_NANINF_CNTL_OFFSET, 0);
   cs_set_context_reg(cs, R6_PA_SC_LINE_STIPPLE_OFFSET, 0);
}

void
r600_emit_preamble(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   if (c->screen->chip->gen == DB_R600) {
      cs_packet3(cs, DB_PKT3_START_3D_CMDBUF, 1);
      cs_dw(cs, 0);
   }
   cs_packet3(cs, DB_PKT3_CONTEXT_CONTROL, 2);
   cs_dw(cs, DB_PKT3_CONTEXT_CONTROL_DW0(.DW_ENABLE = 1));
   cs_dw(cs, DB_PKT3_CONTEXT_CONTROL_DW1(.DW_ENABLE = 1));
   cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   cs_event(cs, DB_EVENT_PIPELINESTAT_START, 0);
   emit_resource_split(c);
   emit_generation_specifics(c);
   emit_screen_limits(cs);
   cs_zero_context_regs(cs, R6_SQ_ESGS_RING_ITEMSIZE_OFFSET, R6_SQ_GS_VERT_ITEMSIZE_OFFSET);
   /* Sizes of constant buffers that are never bound: 0 keeps the prefetch away from them. */
   cs_zero_context_regs(cs, R6_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0),
                        R6_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(15));
   cs_zero_context_regs(cs, R6_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(0),
                        R6_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(15));
   cs_zero_context_regs(cs, R6_SQ_ALU_CONST_BUFFER_SIZE_GS_OFFSET(0),
                        R6_SQ_ALU_CONST_BUFFER_SIZE_GS_OFFSET(15));
   cs_zero_context_regs(cs, R6_VGT_OUTPUT_PATH_CNTL_OFFSET, R6_VGT_GS_MODE_OFFSET);
   cs_set_context_reg(cs, R6_VGT_PRIMITIVEID_EN_OFFSET, 0);
   cs_zero_context_regs(cs, R6_VGT_INSTANCE_STEP_RATE_0_OFFSET, R6_VGT_INSTANCE_STEP_RATE_1_OFFSET);
   cs_set_context_regs(cs, R6_VGT_REUSE_OFF_OFFSET, 2);
   cs_dw(cs, R6_VGT_REUSE_OFF(.REUSE_OFF = 1));
   cs_dw(cs, 0); /* VGT_VTX_CNT_EN */
   cs_set_context_reg(cs, R6_VGT_STRMOUT_EN_OFFSET, 0);
   cs_set_context_reg(cs, R6_VGT_STRMOUT_BUFFER_EN_OFFSET, 0);
   cs_set_context_reg(cs, R6_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET, 0);
   cs_set_context_reg(cs, R6_VGT_MULTI_PRIM_IB_RESET_INDX_OFFSET, 0);
   cs_set_context_regs(cs, R6_VGT_MAX_VTX_INDX_OFFSET, 2);
   cs_dw(cs, ~0u);
   cs_dw(cs, 0);
   cs_packet3(cs, DB_PKT3_SET_CTL_CONST, 3);
   cs_dw(cs, (R6_SQ_VTX_BASE_VTX_LOC_OFFSET - DB_R6_CTL_CONST_BASE) / 4);
   cs_dw(cs, 0);
   cs_dw(cs, 0); /* SQ_VTX_START_INST_LOC */
   cs_set_context_reg(cs, R6_DB_STENCIL_CLEAR_OFFSET, 0);
   cs_set_context_reg(cs, R6_DB_DEPTH_CLEAR_OFFSET, 0);
   cs_zero_context_regs(cs, R6_SPI_FOG_CNTL_OFFSET, R6_SPI_FOG_FUNC_BIAS_OFFSET);
   cs_zero_context_regs(cs, R6_DB_SRESULTS_COMPARE_STATE0_OFFSET, R6_DB_PRELOAD_CONTROL_OFFSET);
   cs_set_context_reg(cs, R6_DB_HTILE_SURFACE_OFFSET, 0);
   cs_set_context_reg(cs, R6_PA_SC_MPASS_PS_CNTL_OFFSET, 0);
   cs_set_context_regs(cs, R6_CB_CLRCMP_CONTROL_OFFSET, 4);
   cs_dw(cs, R6_CB_CLRCMP_CONTROL(.CLRCMP_FCN_SEL = 1));
   cs_dw(cs, 0);
   cs_dw(cs, 0xFF);
   cs_dw(cs, ~0u);
   cs_zero_context_regs(cs, R6_SQ_PGM_CF_OFFSET_PS_OFFSET, R6_SQ_PGM_CF_OFFSET_FS_OFFSET);
   cs_set_context_reg(cs, R6_SQ_VTX_SEMANTIC_CLEAR_OFFSET, ~0u);
   cs_set_context_reg(cs, R6_SQ_PGM_RESOURCES_FS_OFFSET, 0);
   cs_set_context_reg(cs, R6_SX_ALPHA_TEST_CONTROL_OFFSET, 0);
   cs_set_context_reg(cs, R6_SX_ALPHA_REF_OFFSET, 0);
   cs_set_context_reg(cs, R6_DB_DEPTH_CONTROL_OFFSET, 0);
   ts_emit_loop_consts(cs, 3, DB_R6_LOOP_CONSTS_PER_STAGE);
}
