/* SPDX-License-Identifier: MIT
 * What a packet of a user's stream may do: addresses take a relocation and stay inside of its buffer, registers
 * have rules of their own, some packets are not for some chips. Packet bodies: "Evergreen/Northern Islands
 * Acceleration" chapter 9; what is refused: the radeon kernel's r600_packet3_check and
 * evergreen_packet3_check. */
#include <inttypes.h>

#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "kernel/radeon/checker/rules.h"

/* An address of two body dwords, low then high[7:0]; clear_lo: low bits that are flags or reserved, kept as
 * they are. */
static bool
packet_address(struct checker *c, uint32_t lo, uint32_t clear_lo, uint64_t access_B, const char *what)
{
   uint32_t at = c->body + lo;
   assert(lo + 1 < c->body_dw); /* lengths have been checked */
   const struct check_reloc *r = check_take_reloc(c, what);
   if (!r)
      return false;
   uint64_t offset = (c->dw[at] & ~clear_lo) | (uint64_t)(c->dw[at + 1] & 0xff) << 32;
   if (offset > r->size_B || access_B > r->size_B - offset)
      return check_fail(c, at, "%s: %llu bytes at byte %llu do not fit in a buffer of %llu bytes", what,
                        (unsigned long long)access_B, (unsigned long long)offset,
                        (unsigned long long)r->size_B);
   uint64_t addr = r->gpu_addr + offset;
   patch(c, at, (uint32_t)addr | (c->dw[at] & clear_lo));
   patch(c, at + 1, (c->dw[at + 1] & 0xffffff00u) | ((uint32_t)(addr >> 32) & 0xff));
   return true;
}

static uint32_t
body(const struct checker *c, uint32_t i)
{
   assert(i < c->body_dw);
   return c->dw[c->body + i];
}

static bool
check_set_reg(struct checker *c)
{
   const struct db_window *w = db_window(c->chip->gen, DB_PKT3_OP(c->dw[c->at]));
   assert(w && c->body_dw);
   uint64_t first = w->base + 4ull * body(c, 0), last = first + 4ull * (c->body_dw - 1);
   /* The kernel's end of the boolean window on R6xx and R7xx is far beyond the last constant. */
   uint32_t end = w->op == DB_PKT3_SET_BOOL_CONST && check_is_r6(c) ? 0x40000 : w->end;
   if (body(c, 0) > 0xffff || last > end)
      return check_fail(c, c->body, "writes 0x%05llX..0x%05llX, outside of the window 0x%05X..0x%05X",
                        (unsigned long long)first, (unsigned long long)last, w->base, end);
   if (w->op == DB_PKT3_SET_RESOURCE)
      return check_resources(c);
   if (w->op == DB_PKT3_SET_SAMPLER && (c->body_dw - 1) % 3)
      return check_fail(c, c->body, "writes %u dwords, but samplers have 3", c->body_dw - 1);
   bool context = w->op == DB_PKT3_SET_CONTEXT_REG;
   if (context || w->op == DB_PKT3_SET_CONFIG_REG) {
      for (uint32_t i = 1, reg = body(c, 0); i < c->body_dw; i++, reg++) {
         if (!(context ? check_context_reg(c, reg, c->body + i) : check_config_reg(c, reg, c->body + i)))
            return false;
      }
   }
   return true;
}

bool
check_copied_register(struct checker *c, uint32_t i)
{
   uint32_t reg = body(c, i) << 2;
   char name[64];
   if (body(c, i) < 0x10000 && db_kernel_reg_free(c->chip->gen, reg))
      return true;
   if (c->va && body(c, i) < 0x10000 && reg >= CTX_BASE) /* context registers are a process' own */
      return true;
   db_reg_full_name(c->chip->gen, reg, name, sizeof name);
   c->reg = reg;
   return check_fail(c, c->body + i, "may not touch register %s", name);
}

static bool
check_cp_dma(struct checker *c)
{
   uint32_t control = body(c, 1), command = body(c, 4);
   uint32_t size = DB_PKT3_CP_DMA_DW4_get_BYTE_COUNT(command);
   bool eg = !check_is_r6(c);
   uint32_t src_sel = eg ? DB_PKT3_CP_DMA_DW1_get_SRC_SEL(control) : 0;
   uint32_t dst_sel = eg ? DB_PKT3_CP_DMA_DW1_get_DST_SEL(control) : 0;
   if (DB_PKT3_CP_DMA_DW4_get_SAS(command) || DB_PKT3_CP_DMA_DW4_get_DAS(command))
      return check_fail(c, c->body + 4, "copies from or to registers");
   if (DB_PKT3_CP_DMA_DW4_get_SAIC(command) || DB_PKT3_CP_DMA_DW4_get_DAIC(command))
      return check_fail(c, c->body + 4, "keeps an address of memory fixed, which is for registers only");
   if (src_sel == DB_PKT3_CP_DMA_DW1__SRC_SEL__SRC_GDS || src_sel > 2 || dst_sel)
      return check_fail(c, c->body + 1, "copies from or to the global data share");
   if (src_sel && size % 4)
      return check_fail(c, c->body + 4, "fills %u bytes, no multiple of 4", size);
   if (!src_sel && !packet_address(c, 0, 0, size, "the copy's source"))
      return false;
   return packet_address(c, 2, 0, size, "the copy's destination");
}

static bool
check_strmout_buffer_update(struct checker *c)
{
   uint32_t control = body(c, 0);
   if ((control & 1) && !packet_address(c, 1, 3, 4, "the filled size's destination"))
      return false;
   if ((control >> 1 & 3) == 2 && !packet_address(c, 3, 3, 4, "the buffer offset's source"))
      return false;
   return true;
}

static bool
check_copy_dw(struct checker *c)
{
   bool src_mem = body(c, 0) & 1, dst_mem = body(c, 0) & 2;
   if (src_mem ? !packet_address(c, 1, 3, 4, "the copy's source") : !check_copied_register(c, 1))
      return false;
   return dst_mem ? packet_address(c, 3, 3, 4, "the copy's destination") : check_copied_register(c, 3);
}

static bool
check_set_base(struct checker *c)
{
   if (body(c, 0) != 1)
      return check_fail(c, c->body, "sets base %u, but only 1 is legal", body(c, 0));
   c->indirect_offset_B = body(c, 1) | (uint64_t)(body(c, 2) & 0xff) << 32;
   uint32_t nop = c->next;
   if (!packet_address(c, 1, 0, 0, "the indirect buffer"))
      return false;
   c->indirect_bo = (int32_t)(c->dw[nop + 1] / 4);
   return true;
}

static bool
check_indirect_args(struct checker *c, uint32_t args_B)
{
   if (c->indirect_bo == NO_BO)
      return check_fail(c, c->at, "draws without a SET_BASE before");
   uint64_t end = c->indirect_offset_B + body(c, 0) + args_B;
   if (end > c->relocs[c->indirect_bo].size_B)
      return check_fail(c, c->body, "arguments end at byte %llu of a buffer of %llu bytes",
                        (unsigned long long)end, (unsigned long long)c->relocs[c->indirect_bo].size_B);
   return check_draw(c);
}

static bool
check_wait_reg_mem(struct checker *c)
{
   uint32_t control = body(c, 0);
   if (DB_PKT3_WAIT_REG_MEM_DW0_get_MEM_SPACE(control))
      return packet_address(c, 1, 3, 4, "the polled address");
   if (DB_PKT3_WAIT_REG_MEM_DW0_get_ENGINE_PFP(control))
      return check_fail(c, c->body, "the PFP cannot wait for a register");
   return true;
}

static bool
check_predication(struct checker *c)
{
   uint32_t op = DB_PKT3_SET_PREDICATION_DW1_get_PRED_OP(body(c, 1));
   if (op > 2)
      return check_fail(c, c->body + 1, "predication operation %u does not exist", op);
   return !op || packet_address(c, 0, 15, 0, "the predicate");
}

static bool
check_surface_base_update(struct checker *c)
{
   if (!c->chip->surface_base_update)
      return check_fail(c, c->at, "is not for %s", c->chip->base.name);
   return true;
}

static bool
check_append_cnt(struct checker *c)
{
   if (body(c, 0) & 3)
      return check_fail(c, c->body, "takes its count from elsewhere than memory");
   return packet_address(c, 1, 3, 4, "the append count");
}

static bool
refuse_on_r6(struct checker *c)
{
   return check_fail(c, c->at, "is not for R6xx and R7xx");
}

static bool
check_draw_index(struct checker *c)
{
   return packet_address(c, 0, 0, 0, "the index buffer") && check_draw(c);
}

static bool
check_draw_index_2(struct checker *c)
{
   return packet_address(c, 1, 0, 0, "the index buffer") && check_draw(c);
}

static bool
check_index_base(struct checker *c)
{
   return packet_address(c, 0, 0, 0, "the index buffer");
}

static bool
check_draw_indirect(struct checker *c)
{
   return check_indirect_args(c, 16);
}

static bool
check_draw_index_indirect(struct checker *c)
{
   return check_indirect_args(c, 20);
}

static bool
check_dispatch_indirect(struct checker *c)
{
   const struct check_reloc *r = check_take_reloc(c, "the dispatch arguments");
   if (!r)
      return false;
   patch(c, c->body, body(c, 0) + (uint32_t)r->gpu_addr);
   return check_draw(c);
}

static bool
check_surface_sync(struct checker *c)
{
   if (body(c, 1) == 0xffffffff && body(c, 2) == 0) /* all of the memory */
      return true;
   return check_take_address_256(c, c->body + 2, "the synchronised range") != NULL;
}

static bool
check_event_write(struct checker *c)
{
   if (c->body_dw == 2)
      return check_fail(c, c->at, "has 2 body dwords instead of 1 or 3");
   return c->body_dw == 1 || packet_address(c, 1, 7, 8, "the event's address");
}

static bool
check_event_write_end(struct checker *c)
{
   return packet_address(c, 1, 3, 4, "the event's address");
}

static bool
check_mem_write(struct checker *c)
{
   if (body(c, 0) & 7)
      return check_fail(c, c->body, "address 0x%08" PRIX32 " is not aligned to 8 bytes", body(c, 0));
   return packet_address(c, 0, 0, 8, "the written address");
}

/* Packets whose meaning needs a look, by opcode: on R6xx and R7xx, and from Evergreen on. Lengths come from the
 * packet table; a packet without a rule may say what it likes. */
static const struct rule {
   bool (*r6)(struct checker *c), (*eg)(struct checker *c);
} rules[256] = {
#define BOTH(f)                                                                                              \
   {                                                                                                         \
      f, f                                                                                                   \
   }
   [DB_PKT3_SET_ALU_CONST] = {check_set_reg, NULL               },
   [DB_PKT3_SET_CONFIG_REG] = BOTH(check_set_reg),
   [DB_PKT3_SET_CONTEXT_REG] = BOTH(check_set_reg),
   [DB_PKT3_SET_BOOL_CONST] = BOTH(check_set_reg),
   [DB_PKT3_SET_LOOP_CONST] = BOTH(check_set_reg),
   [DB_PKT3_SET_RESOURCE] = BOTH(check_set_reg),
   [DB_PKT3_SET_SAMPLER] = BOTH(check_set_reg),
   [DB_PKT3_SET_CTL_CONST] = BOTH(check_set_reg),
   [DB_PKT3_DRAW_INDEX] = BOTH(check_draw_index),
   [DB_PKT3_DRAW_INDEX_2] = {refuse_on_r6,  check_draw_index_2 },
   [DB_PKT3_DRAW_INDEX_AUTO] = BOTH(check_draw),
   [DB_PKT3_DRAW_INDEX_IMMD] = BOTH(check_draw),
   [DB_PKT3_DRAW_INDEX_OFFSET] = BOTH(check_draw), /* R6xx, R7xx: DRAW_INDEX_IMMD_BE */
   [DB_PKT3_DRAW_INDEX_OFFSET_2] = {refuse_on_r6,  check_draw         },
   [DB_PKT3_DRAW_INDEX_MULTI_AUTO] = {refuse_on_r6,  check_draw         },
   [DB_PKT3_DRAW_INDIRECT] = {NULL,          check_draw_indirect}, /* R6xx: START_3D_CMDBUF */
   [DB_PKT3_DRAW_INDEX_INDIRECT] = BOTH(check_draw_index_indirect),
   [DB_PKT3_DISPATCH_DIRECT] = BOTH(check_draw),
   [DB_PKT3_DISPATCH_INDIRECT] = BOTH(check_dispatch_indirect),
   [DB_PKT3_INDEX_BASE] = {refuse_on_r6,  check_index_base   },
   [DB_PKT3_SET_BASE] = BOTH(check_set_base),
   [DB_PKT3_SET_PREDICATION] = BOTH(check_predication),
   [DB_PKT3_WAIT_REG_MEM] = BOTH(check_wait_reg_mem),
   [DB_PKT3_CP_DMA] = BOTH(check_cp_dma),
   [DB_PKT3_SURFACE_SYNC] = BOTH(check_surface_sync),
   [DB_PKT3_EVENT_WRITE] = BOTH(check_event_write),
   [DB_PKT3_EVENT_WRITE_EOP] = BOTH(check_event_write_end),
   [DB_PKT3_EVENT_WRITE_EOS] = BOTH(check_event_write_end),
   [DB_PKT3_MEM_WRITE] = BOTH(check_mem_write),
   [DB_PKT3_COPY_DW] = BOTH(check_copy_dw),
   [DB_PKT3_STRMOUT_BUFFER_UPDATE] = BOTH(check_strmout_buffer_update),
   [DB_PKT3_STRMOUT_BASE_UPDATE] = BOTH(check_strmout_base_update),
   [DB_PKT3_SURFACE_BASE_UPDATE] = BOTH(check_surface_base_update),
   [DB_PKT3_SET_APPEND_CNT] = BOTH(check_append_cnt),
   [DB_PKT3_PFP_SYNC_ME] = {refuse_on_r6,  NULL               },
#undef BOTH
};

bool
check_packet3(struct checker *c, enum db_pkt3 op)
{
   assert((unsigned)op < sizeof rules / sizeof *rules);
   bool (*rule)(struct checker *) = check_is_r6(c) ? rules[op].r6 : rules[op].eg;
   return !rule || rule(c);
}
