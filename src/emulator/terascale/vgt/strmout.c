/* SPDX-License-Identifier: MIT
 *
 * Stream-out (transform feedback): VGT writes what the vertex shader gave to MEM_STREAM to memory, the
 * vertices of one primitive after the other, strips and fans as separate primitives. A primitive that does
 * not fit into every buffer is only counted. R6xx/R7xx 3D Register Reference Guide, VGT_STRMOUT_*; sizes,
 * strides and offsets are in dwords.
 *
 * Dwords that the shader does not give keep what memory holds. Drivers of R6xx and R7xx also fill and copy
 * memory with it. Left out: more than one stream.
 */
#include <assert.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "db/terascale/ts_regs.h"
#include "emulator/core/memory.h"
#include "emulator/raster/prim.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/sq/stage.h"

static uint32_t *
filled_of(struct front *f, unsigned i)
{
   assert(i < VGT_STREAMS);
   return &f->e->regs.ts.config.VGT_STRMOUT_BUFFER_FILLED_SIZE[i];
}

/* Whether stream 0 is switched on, and its buffers that are. */
static bool
switched_on(const struct front *f, uint32_t *buffers)
{
   const struct emu_regs *r = &f->e->regs;
   bool on;
   if (f->e->chip->gen >= DB_EVERGREEN) {
      on = EG_VGT_STRMOUT_CONFIG_get_STREAMOUT_0_EN(r->eg.ctx.VGT_STRMOUT_CONFIG);
      *buffers = EG_VGT_STRMOUT_BUFFER_CONFIG_get_STREAM_0_BUFFER_EN(r->eg.ctx.VGT_STRMOUT_BUFFER_CONFIG);
   } else {
      on = R6_VGT_STRMOUT_EN_get_STREAMOUT(r->r6.ctx.VGT_STRMOUT_EN);
      *buffers = r->r6.ctx.VGT_STRMOUT_BUFFER_EN & 15; /* BUFFER_0_EN is bit 0 */
   }
   if (!on)
      *buffers = 0;
   return on;
}

uint32_t
vgt_strmout_opaque_count(const struct front *f)
{
   const union ts_ctx_regs *r = &f->e->regs.ts.ctx;
   const uint32_t offset = r->VGT_STRMOUT_DRAW_OPAQUE_OFFSET,
                  stride = r->VGT_STRMOUT_DRAW_OPAQUE_VERTEX_STRIDE;
   const uint32_t filled = r->VGT_STRMOUT_DRAW_OPAQUE_BUFFER_FILLED_SIZE;
   return stride && filled > offset ? (filled - offset) / stride : 0;
}

bool
vgt_strmout_begin(struct front *f)
{
   const union ts_ctx_regs *r = &f->e->regs.ts.ctx;
   struct vgt_strmout *so = &f->strmout;
   uint32_t on;
   memset(so, 0, sizeof *so);
   so->counting = switched_on(f, &on);
   for (unsigned i = 0; i < VGT_STREAMS; i++) {
      if (!(on >> i & 1))
         continue;
      so->buffer[i].size_dw = r->TS_VGT_STRMOUT_BUFFER_SIZE_AT(i);
      so->buffer[i].stride_dw = TS_VGT_STRMOUT_VTX_STRIDE_get_STRIDE(r->TS_VGT_STRMOUT_VTX_STRIDE_AT(i));
      so->buffer[i].addr = (uint64_t)r->TS_VGT_STRMOUT_BUFFER_BASE_AT(i) << 8;
      so->buffer[i].first_dw = so->vertex_dw;
      so->buffer[i].enabled = true;
      so->vertex_dw += so->buffer[i].stride_dw;
      if (!cp_mem(f, so->buffer[i].addr, (uint64_t)so->buffer[i].size_dw * 4, true, "stream-out buffer"))
         return false;
   }
   so->enabled = so->vertex_dw > 0;
   assert(so->vertex_dw <= VGT_STREAM_DW);
   return true;
}

void
vgt_strmout_collect(const struct vgt_strmout *so, struct vgt_batch *b, const struct sq_wave *wave,
                    uint32_t first, uint32_t n)
{
   uint32_t *out = b->streamed + (size_t)first * so->vertex_dw;
   memset(out, 0, (size_t)n * so->vertex_dw * 4);
   for (uint32_t k = 0; k < wave->num_stream; k++) {
      const struct sq_stream_write *w = &wave->stream[k];
      assert(w->buffer < VGT_STREAMS);
      for (unsigned c = 0; c < 4; c++) {
         uint32_t at = w->base_dw + c;
         if (!(w->comp_mask >> c & 1) || at >= so->buffer[w->buffer].stride_dw)
            continue;
         at += so->buffer[w->buffer].first_dw;
         assert(at < so->vertex_dw && at < VGT_STREAM_DW);
         b->stream_mask[at / 32] |= 1u << at % 32;
         for (uint32_t v = 0; v < n; v++) {
            if (w->lanes >> v & 1)
               out[(size_t)v * so->vertex_dw + at] = w->rows[c].u[v];
         }
      }
   }
}

void
vgt_strmout_write(struct front *f, const struct vgt_batch *b)
{
   static const uint8_t vertices[] = {
      [RASTER_PRIM_TRIANGLE] = 3, [RASTER_PRIM_LINE] = 2, [RASTER_PRIM_POINT] = 1, [RASTER_PRIM_RECT] = 3};
   const struct vgt_strmout *so = &f->strmout;
   f->dirty |= FRONT_DIRTY_VS | FRONT_DIRTY_PS; /* what is written may be code or constants */
   for (unsigned i = 0; i < VGT_STREAMS; i++)
      if (so->buffer[i].enabled) /* cp_mem() was before the state of the draw looked at marks */
         front_forget_marks(f, so->buffer[i].addr, (uint64_t)so->buffer[i].size_dw * 4);
   for (uint32_t p = 0; p < b->num_prims; p++) {
      const struct vgt_prim *prim = &b->prim[p];
      assert(prim->kind < ARRAY_SIZE(vertices));
      uint32_t n = vertices[prim->kind];
      bool fits = true;
      for (unsigned i = 0; i < VGT_STREAMS; i++)
         fits &= !so->buffer[i].enabled ||
                 *filled_of(f, i) + (uint64_t)n * so->buffer[i].stride_dw <= so->buffer[i].size_dw;
      if (!f->strmout_paused) {
         f->strmout_needed++;
         f->strmout_written += fits;
      }
      for (unsigned i = 0; fits && i < VGT_STREAMS; i++) {
         uint32_t stride_dw = so->buffer[i].stride_dw, *filled = filled_of(f, i);
         if (!so->buffer[i].enabled)
            continue;
         uint8_t *to =
            emu_mem_ptr(&f->e->mem, so->buffer[i].addr + *filled * UINT64_C(4), (uint64_t)n * stride_dw * 4);
         for (uint32_t k = 0; to && k < n; k++)
            for (uint32_t d = 0, at = so->buffer[i].first_dw; d < stride_dw; d++, at++)
               if (b->stream_mask[at / 32] >> at % 32 & 1)
                  memcpy(to + ((size_t)k * stride_dw + d) * 4,
                         b->streamed + (size_t)prim->v[k] * so->vertex_dw + at, 4);
         *filled += n * stride_dw;
      }
   }
}

/* R7xx: the base once more in a packet; the register has it, too. */
CP_HANDLER(cp_strmout_base_update)
{
   assert(n >= 1);
   if (body[0] >= VGT_STREAMS)
      return front_error(f, "STRMOUT_BASE_UPDATE: there is no stream-out buffer %u", body[0]);
   return true;
}

CP_HANDLER(cp_strmout_buffer_update)
{
   assert(n >= 5);
   unsigned i = DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0_get_BUFFER_SELECT(body[0]);
   uint32_t *filled = filled_of(f, i);
   if (DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0_get_UPDATE_MEMORY(body[0])) {
      void *p =
         cp_mem(f, (body[1] & ~3u) | (uint64_t)(body[2] & 0xff) << 32, 4, true, "STRMOUT_BUFFER_UPDATE");
      if (!p)
         return false;
      memcpy(p, filled, 4);
   }
   switch (DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0_get_SOURCE_SELECT(body[0])) {
   case DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0__SOURCE_SELECT__SOURCE_PACKET:
      *filled = body[3];
      break;
   case DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0__SOURCE_SELECT__SOURCE_MEMORY: {
      const void *p =
         cp_mem(f, (body[3] & ~3u) | (uint64_t)(body[4] & 0xff) << 32, 4, false, "STRMOUT_BUFFER_UPDATE");
      if (!p)
         return false;
      memcpy(filled, p, 4);
      break;
   }
   default:
      break;
   }
   return true;
}
