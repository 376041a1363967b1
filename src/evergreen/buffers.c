/* SPDX-License-Identifier: MIT
 *
 * Evergreen, Northern Islands: vertex and constant buffers.
 */
#include "evergreen/eg_priv.h"

static void
emit_buffer(struct radeon_cs *cs, unsigned slot, struct radeon_bo *bo, uint64_t offset_B, uint32_t size_B,
            uint32_t stride_B)
{
   uint64_t addr = bo->va + offset_B;
   const uint32_t w[8] = {
      EG_SQ_VTX_CONSTANT_WORD0(.VALUE = (uint32_t)addr),
      EG_SQ_VTX_CONSTANT_WORD1(.VALUE = size_B - 1),
      EG_SQ_VTX_CONSTANT_WORD2(.BASE_ADDRESS_HI = (uint32_t)(addr >> 32), .STRIDE = stride_B),
      EG_SQ_VTX_CONSTANT_WORD3(.DST_SEL_X = 0, .DST_SEL_Y = 1, .DST_SEL_Z = 2, .DST_SEL_W = 3),
      0,
      0,
      0,
      EG_SQ_VTX_CONSTANT_WORD7(.TYPE = 3),
   };
   eg_set_resource(cs, slot, w);
   cs_reloc(cs, bo, false);
}

void
eg_emit_vertex_buffers(struct radeon_context *c)
{
   for (unsigned i = 0; i < c->num_vbuf; i++) {
      const struct radeon_vbuf *b = &c->vbuf[i];
      emit_buffer(&c->cs, DB_EG_RESOURCE_FS + i, b->bo, b->offset_B, b->size_B, b->stride_B);
   }
}

static void
emit_const(struct radeon_context *c, unsigned stage, uint32_t size_reg, uint32_t base_reg,
           unsigned first_slot)
{
   struct radeon_cs *cs = &c->cs;
   struct radeon_const k = c->stage[stage].cb;
   if (!k.bo)
      k = (struct radeon_const){c->screen->dummy, 0, 256};
   cs_set_context_reg(cs, size_reg, DIV_ROUND_UP(k.size_B, 256));
   cs_set_context_base(cs, base_reg, k.bo, k.offset_B, false);
   /* The same as buffer 0 of the stage, for dynamic indices. */
   emit_buffer(cs, first_slot + VLIW_UNIFORM_RESOURCE, k.bo, k.offset_B, k.size_B, 16);
}

void
eg_emit_const_vs(struct radeon_context *c)
{
   emit_const(c, PIPE_SHADER_VERTEX, EG_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(0),
              EG_SQ_ALU_CONST_CACHE_VS_OFFSET(0), DB_EG_RESOURCE_VS);
}

void
eg_emit_const_fs(struct radeon_context *c)
{
   emit_const(c, PIPE_SHADER_FRAGMENT, EG_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0),
              EG_SQ_ALU_CONST_CACHE_PS_OFFSET(0), DB_EG_RESOURCE_PS);
}
