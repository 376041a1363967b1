/* SPDX-License-Identifier: MIT
 *
 * The draw packets, what the GPU writes to memory for queries, and cache maintenance by SURFACE_SYNC.
 */
#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "driver/bo.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/draw/draw.h"
#include "terascale/emit.h"
#include "terascale/resource/surface.h"
#include "terascale/screen.h"
#include "util/u_math.h"

void
ts_emit_draw(struct ts_context *c, const struct ts_draw *d)
{
   struct drv_cs *cs = &c->base.cs;
   if (c->last_index_bias != d->index_bias) {
      cs_set_context_reg(cs, c->ops->reg.index_offset, d->index_bias);
      c->last_index_bias = d->index_bias;
   }
   if (__builtin_expect(c->last_vertex_base != d->vertex_base, 0)) {
      _Static_assert(DB_R6_CTL_CONST_BASE == DB_EG_CTL_CONST_BASE, "one packet for all generations");
      cs_packet3(cs, DB_PKT3_SET_CTL_CONST, 2);
      cs_dw(cs, (TS_SQ_VTX_BASE_VTX_LOC_OFFSET - DB_R6_CTL_CONST_BASE) / 4);
      cs_dw(cs, d->vertex_base);
      c->last_vertex_base = d->vertex_base;
   }
   if (c->last_restart != d->restart) {
      cs_set_context_reg(cs, TS_VGT_MULTI_PRIM_IB_RESET_EN_OFFSET,
                         TS_VGT_MULTI_PRIM_IB_RESET_EN(.RESET_EN = d->restart >= 0));
      if (d->restart >= 0)
         cs_set_context_reg(cs, TS_VGT_MULTI_PRIM_IB_RESET_INDX_OFFSET, (uint32_t)d->restart);
      c->last_restart = d->restart;
   }
   if (c->last_prim != d->prim) {
      cs_set_config_reg(cs, TS_VGT_PRIMITIVE_TYPE_OFFSET, TS_VGT_PRIMITIVE_TYPE(.PRIM_TYPE = d->prim));
      c->last_prim = d->prim;
   }
   if (c->last_instances != d->instances) {
      cs_packet3(cs, DB_PKT3_NUM_INSTANCES, 1);
      cs_dw(cs, d->instances);
      c->last_instances = d->instances;
   }
   if (d->index_size_B) {
      if (c->last_index_type != d->index_size_B) {
         cs_packet3(cs, DB_PKT3_INDEX_TYPE, 1);
         cs_dw(cs, TS_VGT_DMA_INDEX_TYPE(.INDEX_TYPE = d->index_size_B == 4));
         c->last_index_type = d->index_size_B;
      }
      uint64_t addr = d->index_bo->va + d->index_offset_B;
      uint32_t *const dw = cs_room(cs, 5);
      dw[0] = DB_PKT3(DB_PKT3_DRAW_INDEX, 4);
      dw[1] = (uint32_t)addr;
      dw[2] = DB_PKT3_DRAW_INDEX_DW1(.ADDRESS_HI = (uint32_t)(addr >> 32));
      dw[3] = d->count;
      dw[4] = TS_VGT_DRAW_INITIATOR(.SOURCE_SELECT = 0);
      cs_reloc(cs, d->index_bo, false);
   } else {
      uint32_t *const dw = cs_room(cs, 3);
      dw[0] = DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2);
      dw[1] = d->count;
      dw[2] = TS_VGT_DRAW_INITIATOR(.SOURCE_SELECT = 2);
   }
}

/** An event that writes to bo + offset. */
static void
emit_event_write(struct ts_context *c, enum db_event event, unsigned index, struct drv_bo *bo,
                 uint32_t offset_B)
{
   struct drv_cs *cs = &c->base.cs;
   uint64_t addr = bo->va + offset_B;
   cs_packet3(cs, DB_PKT3_EVENT_WRITE, 3);
   cs_dw(cs, DB_PKT3_EVENT_WRITE_DW0(.EVENT_TYPE = event, .EVENT_INDEX = index));
   cs_dw(cs, (uint32_t)addr);
   cs_dw(cs, DB_PKT3_EVENT_WRITE_DW2(.ADDRESS_HI = (uint32_t)(addr >> 32)));
   cs_reloc(cs, bo, true);
}

void
ts_emit_zpass(struct ts_context *c, struct drv_bo *bo, uint32_t offset_B)
{
   emit_event_write(c, DB_EVENT_ZPASS_DONE, 1, bo, offset_B);
}

void
ts_emit_stream_stats(struct ts_context *c, struct drv_bo *bo, uint32_t offset_B)
{
   emit_event_write(c, DB_EVENT_SAMPLE_STREAMOUTSTATS, 3, bo, offset_B);
}

void
ts_emit_timestamp(struct ts_context *c, struct drv_bo *bo, uint32_t offset_B)
{
   struct drv_cs *cs = &c->base.cs;
   uint64_t addr = bo->va + offset_B;
   cs_packet3(cs, DB_PKT3_EVENT_WRITE_EOP, 5);
   cs_dw(cs, DB_PKT3_EVENT_WRITE_EOP_DW0(.EVENT_TYPE = DB_EVENT_BOTTOM_OF_PIPE_TS, .EVENT_INDEX = 5));
   cs_dw(cs, (uint32_t)addr);
   cs_dw(cs, DB_PKT3_EVENT_WRITE_EOP_DW2(.ADDRESS_HI = (uint32_t)(addr >> 32), .DATA_SEL = 3));
   cs_dw(cs, 0);
   cs_dw(cs, 0);
   cs_reloc(cs, bo, true);
}

uint32_t
ts_coher_invalidate(const struct ts_context *c, uint32_t flags)
{
   const bool vertex_cache = c->screen->chip->vertex_cache; /* else vertices come through the texture cache */
   const bool vertices = flags & (TS_FLUSH_INV_VERTEX | TS_FLUSH_INV_CONST);
   return TS_CP_COHER_CNTL(.TC_ACTION_ENA = flags & TS_FLUSH_INV_TEX || (vertices && !vertex_cache),
                           .VC_ACTION_ENA = vertices && vertex_cache,
                           .SH_ACTION_ENA = (flags & TS_FLUSH_INV_CONST) != 0);
}

void
ts_surface_sync(struct drv_cs *cs, uint32_t cntl)
{
   cs_packet3(cs, DB_PKT3_SURFACE_SYNC, 4);
   cs_dw(cs, cntl);
   cs_dw(cs, ~0u);
   cs_dw(cs, 0);
   cs_dw(cs, TS_SYNC_POLL);
}

void
ts_emit_flush(struct ts_context *c, uint32_t flags, const struct ts_flush_words *w)
{
   struct drv_cs *cs = &c->base.cs;
   const bool at_end = flags & TS_FLUSH_END;
   if (at_end)
      flags |= TS_FLUSH_CB | TS_FLUSH_DB | TS_FLUSH_WAIT_IDLE;
   const bool color = flags & TS_FLUSH_CB, depth = flags & TS_FLUSH_DB, streamed = flags & TS_FLUSH_STREAMOUT;
   uint32_t coher = ts_coher_invalidate(c, flags);
   coher |= (color ? w->coher_color : 0) | (depth ? w->coher_depth : 0) | (color || depth ? w->coher_any : 0);
   coher |= streamed ? w->coher_streamout : 0;
   if (flags & TS_FLUSH_WAIT_PS)
      cs_event(cs, DB_EVENT_PS_PARTIAL_FLUSH, 4);
   if (flags & TS_FLUSH_WAIT_IDLE)
      w->wait_idle(cs);
   if (color && w->meta)
      cs_event(cs, DB_EVENT_FLUSH_AND_INV_CB_META, 0);
   if (depth && w->meta)
      cs_event(cs, DB_EVENT_FLUSH_AND_INV_DB_META, 0);
   if (color || depth || streamed)
      cs_event(cs, DB_EVENT_CACHE_FLUSH_AND_INV_EVENT, 0);
   if (coher)
      ts_surface_sync(cs, coher);
   if (at_end)
      cs_set_context_reg(cs, TS_SX_MISC_OFFSET, 0);
}

void
ts_emit_loop_consts(struct drv_cs *cs, unsigned stages, unsigned per_stage)
{
   for (unsigned i = 0; i < stages; i++) {
      cs_packet3(cs, DB_PKT3_SET_LOOP_CONST, 2);
      cs_dw(cs, i * per_stage);
      cs_dw(cs, TS_SQ_LOOP_CONST(.COUNT = 0xFFF, .INIT = 0, .INC = 1));
   }
}

void
ts_emit_samples(struct ts_context *c)
{
   const unsigned samples = MAX2(c->fb.samples, 1);
   if (c->stream_samples == samples)
      return;
   c->stream_samples = samples;
   c->ops->emit_samples(c, u_log2(samples));
}
