/* SPDX-License-Identifier: MIT
 *
 * Programs in the stream: the vertex stage, shares of registers, scratch. Vertex parameters and fragment
 * inputs meet by a semantic id each. The fragment stage, which each generation feeds in its own way, is
 * encoded by shader.c of their folders.
 */
#include "compiler/ir/ir.h"

#include <assert.h>
#include "compiler/terascale/vliw.h"
#include "db/terascale/ts_regs.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "terascale/shader/scratch.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

/** Semantic id that ties a VS parameter to an FS input: never 0. */
static uint8_t
semantic_id(const struct vliw_param *p)
{
   assert(p->semantic != IR_SEM_GENERIC || p->sem_index < 0x7f || p->sem_index == UINT8_MAX);
   return (uint8_t)(p->semantic == IR_SEM_GENERIC ? p->sem_index + 1 : 0x80 + p->semantic);
}

void
ts_encode_vs(struct ts_context *c, struct ts_variant *v)
{
   struct drv_pm4 *p = &v->pm4;
   const struct vliw_binary *b = &v->bin;
   uint8_t ids[40] = {0};
   _Static_assert(ARRAY_SIZE(b->params) <= ARRAY_SIZE(ids), "ten registers of four");
   for (unsigned i = 0; i < b->num_params; i++)
      ids[i] = semantic_id(&b->params[i]);
   pm4_set_context_regs(p, c->ops->reg.vs_out_id, 10);
   for (unsigned i = 0; i < 10; i++)
      pm4_dw(p, TS_SPI_VS_OUT_ID(.SEMANTIC_0 = ids[4 * i], .SEMANTIC_1 = ids[4 * i + 1],
                                 .SEMANTIC_2 = ids[4 * i + 2], .SEMANTIC_3 = ids[4 * i + 3]));
   pm4_set_context_reg(p, TS_SPI_VS_OUT_CONFIG_OFFSET,
                       TS_SPI_VS_OUT_CONFIG(.VS_EXPORT_COUNT = MAX2(b->num_params, 1) - 1));
   pm4_set_context_reg(
      p, c->ops->stage[PIPE_SHADER_VERTEX].resources,
      TS_SQ_PGM_RESOURCES_VS(.NUM_GPRS = b->num_gprs, .STACK_SIZE = MAX2(b->stack_size, 1), .DX10_CLAMP = 1));
   if (b->exports_point_size)
      v->vs_out_cntl = TS_PA_CL_VS_OUT_CNTL(.VS_OUT_MISC_VEC_ENA = 1, .USE_VTX_POINT_SIZE = 1);
}

uint32_t
ts_input_cntl(const struct ts_variant *v, unsigned i)
{
   const struct vliw_param *in = &v->bin.params[i];
   if (in->semantic == IR_SEM_FRAG_COORD || in->semantic == IR_SEM_FACE)
      return TS_SPI_PS_INPUT_CNTL(.FLAT_SHADE = 1);
   return TS_SPI_PS_INPUT_CNTL(.SEMANTIC = semantic_id(in), .FLAT_SHADE = in->flat,
                               .SEL_CENTROID = in->centroid,
                               .SEL_SAMPLE = v->key.per_sample && !in->flat && !in->centroid,
                               .PT_SPRITE_TEX = in->semantic == IR_SEM_POINT_COORD);
}

/** A stage may not use more registers than its share. Shares are config state: the pipe has to drain before
 * they move. */
static void
fit_gprs(struct ts_context *c)
{
   const struct terascale_chip *chip = c->screen->chip;
   uint32_t vs = c->vs_var->bin.num_gprs, ps = c->fs_var->bin.num_gprs;
   if (ps <= c->gpr_share[PIPE_SHADER_FRAGMENT] && vs <= c->gpr_share[PIPE_SHADER_VERTEX])
      return; /* always on Cayman, where every stage has all there are */
   const uint32_t total = chip->max_gprs - 2u * chip->clause_temp_gprs;
   vs = MAX2(vs, chip->gpr_split[DB_STAGE_VS]);
   if (vs + ps > total)
      vs = c->vs_var->bin.num_gprs;
   ps = MIN2(total - vs, 255);
   assert(vs >= c->vs_var->bin.num_gprs && ps >= c->fs_var->bin.num_gprs); /* max_gprs of the compiler */
   c->gpr_share[PIPE_SHADER_FRAGMENT] = ps;
   c->gpr_share[PIPE_SHADER_VERTEX] = vs;
   struct drv_cs *cs = &c->base.cs;
   c->ops->emit_wait_idle(cs);
   cs_set_config_regs(cs, TS_SQ_GPR_RESOURCE_MGMT_1_OFFSET, c->ops->gpr_mgmt_regs);
   cs_dw(cs, TS_SQ_GPR_RESOURCE_MGMT_1(.NUM_PS_GPRS = ps, .NUM_VS_GPRS = vs,
                                       .NUM_CLAUSE_TEMP_GPRS = chip->clause_temp_gprs));
   for (unsigned i = 1; i < c->ops->gpr_mgmt_regs; i++)
      cs_dw(cs, 0); /* no geometry and tessellation stages */
}

static void
emit_program(struct ts_context *c, enum pipe_shader_type stage, const struct ts_variant *v)
{
   const struct ts_stage_regs *r = &c->ops->stage[stage];
   fit_gprs(c);
   cs_set_context_base(&c->base.cs, r->start, v->bo, v->offset_B, false);
   cs_pm4(&c->base.cs, &v->pm4);
   ts_scratch_emit(c, stage, v->bin.scratch_B, r);
}

/** PA_CL_VS_OUT_CNTL of distances: which are exported, which of them clip, which cull. */
static uint32_t
distance_cntl(uint8_t exported, uint8_t clip, uint8_t cull)
{
   return TS_PA_CL_VS_OUT_CNTL(.VS_OUT_CCDIST0_VEC_ENA = (exported & 15) != 0,
                               .VS_OUT_CCDIST1_VEC_ENA = exported >> 4 != 0, .CLIP_DIST_ENA_0 = clip & 1,
                               .CLIP_DIST_ENA_1 = clip >> 1 & 1, .CLIP_DIST_ENA_2 = clip >> 2 & 1,
                               .CLIP_DIST_ENA_3 = clip >> 3 & 1, .CLIP_DIST_ENA_4 = clip >> 4 & 1,
                               .CLIP_DIST_ENA_5 = clip >> 5 & 1, .CLIP_DIST_ENA_6 = clip >> 6 & 1,
                               .CLIP_DIST_ENA_7 = clip >> 7 & 1, .CULL_DIST_ENA_0 = cull & 1,
                               .CULL_DIST_ENA_1 = cull >> 1 & 1, .CULL_DIST_ENA_2 = cull >> 2 & 1,
                               .CULL_DIST_ENA_3 = cull >> 3 & 1, .CULL_DIST_ENA_4 = cull >> 4 & 1,
                               .CULL_DIST_ENA_5 = cull >> 5 & 1, .CULL_DIST_ENA_6 = cull >> 6 & 1,
                               .CULL_DIST_ENA_7 = cull >> 7 & 1);
}

void
ts_emit_vs(struct ts_context *c)
{
   const struct ts_variant *v = c->vs_var;
   emit_program(c, PIPE_SHADER_VERTEX, v);
   uint32_t cntl = c->rast->s.point_size_per_vertex ? v->vs_out_cntl : 0;
   if (__builtin_expect(v->bin.clip_dist_mask, 0))
      cntl |=
         distance_cntl(v->bin.clip_dist_mask,
                       v->bin.clip_dist_mask & c->rast->s.clip_distances & (uint8_t)~v->bin.cull_dist_mask,
                       v->bin.cull_dist_mask);
   cs_set_context_reg(&c->base.cs, TS_PA_CL_VS_OUT_CNTL_OFFSET, cntl);
}

void
ts_emit_fs(struct ts_context *c)
{
   emit_program(c, PIPE_SHADER_FRAGMENT, c->fs_var);
}

void
ts_emit_fetch(struct ts_context *c)
{
   cs_set_context_base(&c->base.cs, c->ops->reg.fetch_start, c->fetch->bo, c->fetch->offset_B, false);
}
