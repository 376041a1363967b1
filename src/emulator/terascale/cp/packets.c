/* SPDX-License-Identifier: MIT
 *
 * The command processor's main loop: splits a stream into packets, checks each against the packet table and
 * hands its body to a handler. "Evergreen/Northern Islands Acceleration" chapter 9; opcode numbers of
 * R6xx/R7xx from the radeon kernel driver. Packets that order caches and engines do nothing here: the
 * emulator executes in order and finds hazards by address. Packets that the kernel refuses from user space
 * are refused.
 */

#include <assert.h>

#include "db/terascale/db_tables.h"
#include "db/terascale/pm4.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/regs.h"
#include "emulator/terascale/strict/strict.h"

typedef bool (*handler)(struct front *, const uint32_t *, uint32_t);

/* Ordering of caches, engines or contexts that this GPU does not have. */
static CP_HANDLER(cp_nothing)
{
   return true;
}

static CP_HANDLER(cp_clear_state)
{
   memset(&f->e->regs.ts.ctx, 0, sizeof f->e->regs.ts.ctx);
   if (f->strict)
      strict_clear_state(f);
   f->dirty = FRONT_DIRTY_ALL;
   return true;
}

/* One opcode: R6xx's START_3D_CMDBUF orders engines, DRAW_INDIRECT of later chips draws. */
_Static_assert(DB_PKT3_START_3D_CMDBUF == DB_PKT3_DRAW_INDIRECT, "one handler");
static CP_HANDLER(cp_start_3d_or_draw_indirect)
{
   if (f->e->chip->gen == DB_R600)
      return true;
   return front_error(f, "indirect draws are not implemented");
}

#define SET(name, set)                                                                                       \
   static CP_HANDLER(name)                                                                                   \
   {                                                                                                         \
      return cp_set_regs(f, set, body, n);                                                                   \
   }
SET(cp_set_config, FRONT_SET_CONFIG)
SET(cp_set_context, FRONT_SET_CONTEXT)
SET(cp_set_alu_const, FRONT_SET_ALU_CONST)
SET(cp_set_bool_const, FRONT_SET_BOOL_CONST)
SET(cp_set_loop_const, FRONT_SET_LOOP_CONST)
SET(cp_set_resource, FRONT_SET_RESOURCE)
SET(cp_set_sampler, FRONT_SET_SAMPLER)
SET(cp_set_ctl_const, FRONT_SET_CTL_CONST)

static const handler handlers[DB_PKT3_COUNT] = {
   [DB_PKT3_NOP] = cp_nothing,
   [DB_PKT3_CLEAR_STATE] = cp_clear_state,
   [DB_PKT3_INDEX_BUFFER_SIZE] = cp_index_buffer_size,
   [DB_PKT3_MODE_CONTROL] = cp_nothing,
   [DB_PKT3_SET_PREDICATION] = cp_set_predication,
   [DB_PKT3_START_3D_CMDBUF] = cp_start_3d_or_draw_indirect,
   [DB_PKT3_INDEX_BASE] = cp_index_base,
   [DB_PKT3_DRAW_INDEX_2] = cp_draw_index_2,
   [DB_PKT3_CONTEXT_CONTROL] = cp_nothing,
   [DB_PKT3_DRAW_INDEX_OFFSET] = cp_draw_index_immd_be_or_offset,
   [DB_PKT3_INDEX_TYPE] = cp_index_type,
   [DB_PKT3_DRAW_INDEX] = cp_draw_index,
   [DB_PKT3_DRAW_INDEX_AUTO] = cp_draw_index_auto,
   [DB_PKT3_DRAW_INDEX_IMMD] = cp_draw_index_immd,
   [DB_PKT3_NUM_INSTANCES] = cp_num_instances,
   [DB_PKT3_STRMOUT_BUFFER_UPDATE] = cp_strmout_buffer_update,
   [DB_PKT3_STRMOUT_BASE_UPDATE] = cp_strmout_base_update,
   [DB_PKT3_DRAW_INDEX_OFFSET_2] = cp_draw_index_offset_2,
   [DB_PKT3_COPY_DW] = cp_copy_dw,
   [DB_PKT3_WAIT_REG_MEM] = cp_wait_reg_mem,
   [DB_PKT3_MEM_WRITE] = cp_mem_write,
   [DB_PKT3_CP_DMA] = cp_dma,
   [DB_PKT3_PFP_SYNC_ME] = cp_nothing,
   [DB_PKT3_SURFACE_SYNC] = cp_nothing,
   [DB_PKT3_EVENT_WRITE] = cp_event_write,
   [DB_PKT3_EVENT_WRITE_EOP] = cp_event_write_eop,
   [DB_PKT3_EVENT_WRITE_EOS] = cp_event_write_eos,
   [DB_PKT3_SET_CONFIG_REG] = cp_set_config,
   [DB_PKT3_SET_CONTEXT_REG] = cp_set_context,
   [DB_PKT3_SET_ALU_CONST] = cp_set_alu_const,
   [DB_PKT3_SET_BOOL_CONST] = cp_set_bool_const,
   [DB_PKT3_SET_LOOP_CONST] = cp_set_loop_const,
   [DB_PKT3_SET_RESOURCE] = cp_set_resource,
   [DB_PKT3_SET_SAMPLER] = cp_set_sampler,
   [DB_PKT3_SET_CTL_CONST] = cp_set_ctl_const,
   [DB_PKT3_SURFACE_BASE_UPDATE] = cp_nothing,
};

static bool
is_dispatch(unsigned op)
{
   return op == DB_PKT3_DISPATCH_DIRECT || op == DB_PKT3_DISPATCH_INDIRECT;
}

static bool
sets_state(unsigned op)
{
   return op == DB_PKT3_SET_CONTEXT_REG || op == DB_PKT3_SET_RESOURCE || op == DB_PKT3_SET_SAMPLER ||
          op == DB_PKT3_SET_LOOP_CONST || op == DB_PKT3_SET_BOOL_CONST || op == DB_PKT3_SET_APPEND_CNT;
}

static bool
packet3(struct front *f, const uint32_t *dw, uint32_t room_dw)
{
   uint32_t header = dw[0];
   unsigned op = DB_PKT3_OP(header);
   uint32_t n = DB_PKT3_BODY_DW(header);
   const struct db_packet *p = db_packet(f->e->chip->gen, op);
   if (!p)
      return front_error(f, "opcode 0x%02x does not exist on %s", op, f->e->chip->base.name);
   if (n >= room_dw)
      return front_error(f, "%s with %u dwords ends %u dwords behind the stream", p->name, n,
                         n + 1 - room_dw);
   if (n < p->min_dw || (p->max_dw && n > p->max_dw))
      return front_error(f, "%s has %u dwords instead of %u%s", p->name, n,
                         n < p->min_dw ? p->min_dw : p->max_dw, p->min_dw == p->max_dw ? "" : " (limit)");
   if (!p->user_va)
      return front_error(f, "%s is not allowed in a stream from user space", p->name);
   if (header & DB_PKT3_COMPUTE) {
      if (is_dispatch(op))
         return front_error(f, "%s: compute is not implemented", p->name);
      if (sets_state(op))
         return true; /* of the compute shader: graphics have registers of their own */
   }
   if ((header & DB_PKT3_PREDICATE) && f->predicate_false)
      return true;
   assert(op < DB_PKT3_COUNT); /* there is such a packet */
   const handler h = handlers[op];
   if (!h)
      return front_error(f, "%s is not implemented", p->name);
   assert(n >= p->min_dw && n < room_dw);
   if (f->strict)
      return strict_packet(f, op, dw + 1, n) && h(f, dw + 1, n) && !strict_stopped(f);
   return h(f, dw + 1, n);
}

bool
cp_run(struct front *f, const uint32_t *dw, uint32_t ndw)
{
   for (uint32_t at = 0; at < ndw;) {
      if (!f->strict && (at = cp_run_context(f, dw, at, ndw)) == ndw)
         break;
      uint32_t header = dw[at];
      bool ok = true;
      uint32_t next = at + 1;
      switch (DB_PKT_TYPE(header)) {
      case 2:
         break;
      case 3:
         ok = packet3(f, dw + at, ndw - at);
         next = at + 1 + DB_PKT3_BODY_DW(header);
         break;
      default:
         ok = front_error(f, "type-%u packets are not allowed", DB_PKT_TYPE(header));
      }
      if (!ok) {
         f->err->dword = at;
         f->err->packet = header;
         assert(f->err->reason[0]); /* whoever fails says why */
         return false;
      }
      at = next;
   }
   return true;
}
