/* SPDX-License-Identifier: MIT
 *
 * Stream-out by VGT (R6xx/R7xx 3D register reference, VGT_STRMOUT_*; the order of packets is that of Mesa's r600). A
 * buffer's base is aligned to 256 bytes, so the place where a target begins is a start value of what is filled, which
 * the GPU keeps in registers while it is on and in memory while it is off.
 */
#include "terascale/state/streamout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "db/terascale/pm4.h"
#include "db/terascale/ts_regs.h"
#include "driver/bo.h"
#include "pipe/p_context.h"
#include "terascale/atoms.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"
#include "terascale/resource/resource.h"
#include "terascale/screen.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"
#include "winsys/winsys.h"

#define WAIT_POLL 4 /* WAIT_REG_MEM looks again after this many times 16 clocks */

/* ---- packets ---- */

/** Waits until VGT is done with what is filled. */
static void
flush_vgt(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   cs_set_config_reg(cs, c->ops->reg.strmout_cntl, 0);
   cs_event(cs, DB_EVENT_SO_VGTSTREAMOUT_FLUSH, 0);
   cs_packet3(cs, DB_PKT3_WAIT_REG_MEM, 6);
   cs_dw(cs, DB_PKT3_WAIT_REG_MEM_DW0(.FUNCTION = DB_PKT3_WAIT_REG_MEM_DW0__FUNCTION__FUNCTION_EQUAL));
   cs_dw(cs, c->ops->reg.strmout_cntl / 4);
   cs_dw(cs, 0);
   cs_dw(cs, TS_CP_STRMOUT_CNTL(.OFFSET_UPDATE_DONE = 1)); /* the value, */
   cs_dw(cs, TS_CP_STRMOUT_CNTL(.OFFSET_UPDATE_DONE = 1)); /* of these bits */
   cs_dw(cs, WAIT_POLL);
}

/** STRMOUT_BUFFER_UPDATE of buffer \p i with two addresses, or a number in place of the second. */
static void
buffer_update(struct ts_context *c, uint32_t dw0, uint64_t to, uint64_t from)
{
   struct drv_cs *cs = &c->base.cs;
   cs_packet3(cs, DB_PKT3_STRMOUT_BUFFER_UPDATE, 5);
   cs_dw(cs, dw0);
   cs_dw(cs, (uint32_t)to);
   cs_dw(cs, (uint32_t)(to >> 32));
   cs_dw(cs, (uint32_t)from);
   cs_dw(cs, (uint32_t)(from >> 32));
}

static void
begin_buffer(struct ts_context *c, unsigned i)
{
   struct drv_cs *cs = &c->base.cs;
   const struct ts_stream_target *t = c->so.target[i];
   struct drv_bo *bo = c->so.bo[i];
   cs_set_context_regs(cs, TS_VGT_STRMOUT_BUFFER_SIZE_OFFSET(i), 3);
   cs_dw(cs, (t->base.offset_B + t->base.size_B) / 4);
   cs_dw(cs, TS_VGT_STRMOUT_VTX_STRIDE(.STRIDE = c->so.stride_dw[i]));
   cs_dw(cs, (uint32_t)(bo->va >> 8));
   cs_reloc(cs, bo, true);
   if (c->ops->emit_stream_base)
      c->ops->emit_stream_base(c, i, bo);
   if (!t->begun) {
      buffer_update(c,
                    DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0(
                          .BUFFER_SELECT = i,
                          .SOURCE_SELECT = DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0__SOURCE_SELECT__SOURCE_PACKET),
                    0, t->base.offset_B / 4);
      return;
   }
   buffer_update(
      c,
      DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0(.BUFFER_SELECT = i,
                                        .SOURCE_SELECT =
                                           DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0__SOURCE_SELECT__SOURCE_MEMORY),
      0, t->filled->va);
   cs_reloc(cs, t->filled, false);
}

static void
begin(struct ts_context *c, uint8_t buffers)
{
   struct ts_streamout *so = &c->so;
   so->on = buffers;
   flush_vgt(c);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      if (!(buffers >> i & 1))
         continue;
      struct ts_resource *r = ts_resource(so->target[i]->base.buffer);
      drv_bo_assign(&so->bo[i], r->bo);
      so->stride_dw[i] = c->vs->stream_stride_dw[i];
      __atomic_store_n(&r->streamed, true, __ATOMIC_RELEASE);
      begin_buffer(c, i);
   }
   __atomic_store_n(&c->screen->any_streamed, true, __ATOMIC_RELEASE);
   c->ops->emit_streamout(c, buffers);
}

void
ts_streamout_end(struct ts_context *c)
{
   struct ts_streamout *so = &c->so;
   if (!so->on)
      return;
   flush_vgt(c);
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      if (!(so->on >> i & 1))
         continue;
      struct ts_stream_target *t = so->target[i];
      buffer_update(
         c,
         DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0(.BUFFER_SELECT = i, .UPDATE_MEMORY = 1,
                                           .SOURCE_SELECT =
                                              DB_PKT3_STRMOUT_BUFFER_UPDATE_DW0__SOURCE_SELECT__SOURCE_NONE),
         t->filled->va, 0);
      cs_reloc(&c->base.cs, t->filled, true);
      t->begun = true;
      /* else counters of later draws still count */
      cs_set_context_reg(&c->base.cs, TS_VGT_STRMOUT_BUFFER_SIZE_OFFSET(i), 0);
      drv_bo_assign(&so->bo[i], NULL);
   }
   so->on = 0;
   c->ops->emit_streamout(c, 0);
   c->flush |= TS_FLUSH_STREAMOUT | TS_FLUSH_INV_TEX | TS_FLUSH_INV_VERTEX | TS_FLUSH_INV_CONST;
}

/* ---- what draws want ---- */

static uint8_t
wanted(const struct ts_context *c)
{
   uint8_t buffers = 0;
   if (c->in_blit)
      return 0;
   for (unsigned i = 0; i < c->so.count; i++)
      if (c->so.target[i] && c->vs->stream_stride_dw[i])
         buffers |= (uint8_t)(1u << i);
   return buffers;
}

void
ts_streamout_leave(struct ts_context *c)
{
   const uint8_t buffers = wanted(c);
   bool same = buffers == c->so.on;
   for (unsigned i = 0; i < c->so.count && same; i++)
      same = !(buffers >> i & 1) || c->so.stride_dw[i] == c->vs->stream_stride_dw[i];
   if (!same)
      ts_streamout_end(c);
}

void
ts_streamout_enter(struct ts_context *c)
{
   const uint8_t buffers = wanted(c);
   if (buffers && !c->so.on)
      begin(c, buffers);
   assert(c->so.on == buffers);
}

void
ts_streamout_moved(struct ts_context *c)
{
   for (unsigned i = 0; i < c->so.count; i++)
      if (c->so.on >> i & 1 && ts_resource(c->so.target[i]->base.buffer)->bo != c->so.bo[i]) {
         ts_streamout_end(c);
         return;
      }
}

/* ---- buffers that the GPU wrote, and the CPU is about to look at ---- */

static void
sync(struct ts_context *c, struct pipe_resource *r)
{
   if (r && __atomic_load_n(&ts_resource(r)->streamed, __ATOMIC_ACQUIRE))
      drv_bo_sync(&c->base, ts_resource(r)->bo, false);
}

void
ts_streamout_sync_draw(struct ts_context *c, const struct pipe_draw_info *info)
{
   /* what ts_prepare_indices, ts_prepare_vertices and ts_draw_split may read */
   if (info->index_size_B && !info->index_user)
      sync(c, info->index_buffer);
   for (unsigned i = 0; i < c->base.num_vb && (c->vb_unaligned || c->velems->unaligned || c->first_instance);
        i++)
      sync(c, c->base.vb[i].buffer);
}

/* ---- functions of pipe_context ---- */

static struct pipe_stream_output_target *
create_stream_output_target(struct pipe_context *pc, struct pipe_resource *buffer, uint32_t offset_B,
                            uint32_t size_B)
{
   struct ts_context *c = ts_context(pc);
   struct ts_stream_target *t = calloc(1, sizeof *t);
   if (!t)
      return NULL;
   assert(offset_B % 4 == 0 && size_B % 4 == 0);
   t->filled = drv_bo_create(&c->screen->bos, 4096, 4096, WS_DOMAIN_GTT);
   if (!t->filled) {
      free(t);
      return NULL;
   }
   memset(t->filled->map, 0, 4);
   t->base.buffer = pipe_resource_ref(buffer);
   t->base.offset_B = offset_B;
   t->base.size_B = size_B;
   return &t->base;
}

static void
set_stream_output_targets(struct pipe_context *pc, unsigned n, struct pipe_stream_output_target **t,
                          bool append)
{
   struct ts_context *c = ts_context(pc);
   assert(n <= PIPE_MAX_SO_BUFFERS);
   if (c->so.on) /* it is in the stream, where there is room to end it */
      ts_streamout_end(c);
   c->so.count = n;
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++) {
      c->so.target[i] = i < n ? (struct ts_stream_target *)t[i] : NULL;
      if (c->so.target[i] && !append)
         c->so.target[i]->begun = false;
   }
}

static void
stream_output_target_destroy(struct pipe_context *pc, struct pipe_stream_output_target *base)
{
   struct ts_context *c = ts_context(pc);
   struct ts_stream_target *t = (struct ts_stream_target *)base;
   if (!t)
      return;
   for (unsigned i = 0; i < c->so.count; i++)
      if (c->so.target[i] == t) {
         ts_streamout_end(c);
         c->so.target[i] = NULL;
      }
   pipe_resource_unref(t->base.buffer);
   drv_bo_unref(t->filled);
   free(t);
}

void
ts_streamout_release(struct ts_context *c)
{
   for (unsigned i = 0; i < PIPE_MAX_SO_BUFFERS; i++)
      drv_bo_assign(&c->so.bo[i], NULL);
   c->so.count = 0;
}

void
ts_init_streamout_functions(struct ts_context *c)
{
   c->base.base.create_stream_output_target = create_stream_output_target;
   c->base.base.stream_output_target_destroy = stream_output_target_destroy;
   c->base.base.set_stream_output_targets = set_stream_output_targets;
}
