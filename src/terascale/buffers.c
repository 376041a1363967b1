/* SPDX-License-Identifier: MIT
 *
 * Vertex and constant buffers, and how any resource gets into the stream. Resource words of a buffer are made
 * by buffers.c of the generations.
 */
#include "compiler/terascale/vliw.h"
#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/emit.h"
#include "terascale/screen.h"
#include "util/u_math.h"

void
ts_set_resource(struct ts_context *c, unsigned slot, const uint32_t *words)
{
   const unsigned n = c->ops->resource_dw;
   cs_packet3(&c->cs, DB_PKT3_SET_RESOURCE, 1 + n);
   cs_dw(&c->cs, slot * n);
   cs_array(&c->cs, words, n);
}

/** One buffer a packet: the kernel's checker patches only the first of several. */
static void
emit_buffer(struct ts_context *c, unsigned slot, const struct ts_vbuf *b)
{
   uint32_t w[8];
   c->ops->encode_buffer(b->bo->va + b->offset_B, b->size_B, b->stride_B, w);
   ts_set_resource(c, slot, w);
   cs_reloc(&c->cs, b->bo, false);
}

void
ts_emit_vertex_buffers(struct ts_context *c)
{
   for (unsigned i = 0; i < c->num_vbuf; i++)
      emit_buffer(c, c->ops->vertex_slot + i, &c->vbuf[i]);
}

static void
emit_const(struct ts_context *c, enum pipe_shader_type stage, uint32_t size_reg, uint32_t base_reg)
{
   struct ts_cs *cs = &c->cs;
   struct ts_const k = c->stage[stage].cb;
   if (!k.bo)
      k = (struct ts_const){c->screen->dummy, 0, 256};
   cs_set_context_reg(cs, size_reg, DIV_ROUND_UP(k.size_B, 256));
   cs_set_context_base(cs, base_reg, k.bo, k.offset_B, false);
   /* The same as buffer 0 of the stage, for dynamic indices. */
   emit_buffer(c, c->ops->stage[stage].resource_slot + VLIW_UNIFORM_RESOURCE,
               &(struct ts_vbuf){k.bo, k.offset_B, k.size_B, 16});
}

void
ts_emit_const_vs(struct ts_context *c)
{
   emit_const(c, PIPE_SHADER_VERTEX, TS_SQ_ALU_CONST_BUFFER_SIZE_VS_OFFSET(0),
              TS_SQ_ALU_CONST_CACHE_VS_OFFSET(0));
}

void
ts_emit_const_fs(struct ts_context *c)
{
   emit_const(c, PIPE_SHADER_FRAGMENT, TS_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(0),
              TS_SQ_ALU_CONST_CACHE_PS_OFFSET(0));
}
