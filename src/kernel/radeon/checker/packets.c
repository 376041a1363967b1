/* SPDX-License-Identifier: MIT
 * What a packet of a user's stream may do: addresses take a relocation and stay inside of its buffer, registers
 * have rules of their own, some packets are not for some chips. Packet bodies: "Evergreen/Northern Islands
 * Acceleration" chapter 9; what is refused, and what of a body survives: the radeon kernel's r600_packet3_check
 * and evergreen_packet3_check. */
#include <inttypes.h>

#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/eg_regs.h"
#include "kernel/radeon/checker/rules.h"

static uint32_t
body(const struct checker *c, uint32_t i)
{
   assert(i < c->body_dw);
   return c->dw[c->body + i];
}

/* An address of two body dwords, low then high[7:0]. Which bits beside the address survive the kernel's patch
 * differs from packet to packet. */
struct address {
   const char *what;
   uint8_t lo;        /* body dword */
   uint8_t flag_bits; /* low bits that are no part of the address */
   uint8_t kept_bits; /* those of them that stay */
   bool keeps_high;   /* bits 31:8 of the high dword stay */
   uint32_t access_B; /* bytes from there on that have to be in the buffer */
};

/* Stricter than the kernel, which does not look at the bounds of indices, events, polled addresses, predicates
 * and append counts. */
static bool
take_address(struct checker *c, struct address a)
{
   uint32_t at = c->body + a.lo;
   assert(a.lo + 1u < c->body_dw); /* lengths have been checked */
   const struct check_reloc *r = check_take_reloc(c, a.what);
   if (!r)
      return false;
   uint64_t offset = (c->dw[at] & ~(uint32_t)a.flag_bits) | (uint64_t)(c->dw[at + 1] & 0xff) << 32;
   if (offset > r->size_B || a.access_B > r->size_B - offset)
      return check_fail(c, at, "%s: %u bytes at byte %llu do not fit in a buffer of %llu bytes", a.what,
                        a.access_B, (unsigned long long)offset, (unsigned long long)r->size_B);
   uint64_t addr = r->gpu_addr + offset;
   patch(c, at, (uint32_t)addr | (c->dw[at] & a.kept_bits));
   patch(c, at + 1, (a.keeps_high ? c->dw[at + 1] & 0xffffff00u : 0) | ((uint32_t)(addr >> 32) & 0xff));
   return true;
}

static bool
check_set_resource(struct checker *c)
{
   return check_window(c) && check_resources(c);
}

static bool
check_samplers(struct checker *c)
{
   if ((c->body_dw - 1) % 3)
      return check_fail(c, c->body, "writes %u dwords, but samplers have 3", c->body_dw - 1);
   return check_window(c);
}

/* Constants of the register file have a window; those of constant buffers have none. */
static bool
check_alu_constants(struct checker *c)
{
   return !c->constants_window || check_window(c);
}

static bool
check_copied_register(struct checker *c, uint32_t i)
{
   uint32_t reg = body(c, i) << 2;
   char name[64];
   if (db_kernel_reg_free(c->chip->gen, reg))
      return true;
   db_reg_full_name(c->chip->gen, reg, name, sizeof name);
   c->reg = reg;
   return check_fail(c, c->body + i, "may not touch register %s", name);
}

/* SRC_SEL and DST_SEL; R6xx and R7xx know memory alone. */
enum { FROM_MEMORY, FROM_GDS, FROM_DATA };

static uint32_t
cp_dma_source(const struct checker *c)
{
   return check_is_r6(c) ? FROM_MEMORY : DB_PKT3_CP_DMA_DW1_get_SRC_SEL(body(c, 1));
}

static uint32_t
cp_dma_destination(const struct checker *c)
{
   return check_is_r6(c) ? FROM_MEMORY : DB_PKT3_CP_DMA_DW1_get_DST_SEL(body(c, 1));
}

bool
check_cp_dma_size(struct checker *c)
{
   uint32_t command = body(c, 4), size = DB_PKT3_CP_DMA_DW4_get_BYTE_COUNT(command);
   bool memory = !cp_dma_source(c) && !cp_dma_destination(c) && !DB_PKT3_CP_DMA_DW4_get_SAS(command) &&
                 !DB_PKT3_CP_DMA_DW4_get_DAS(command);
   if (!memory && size % 4)
      return check_fail(c, c->body + 4, "moves %u bytes, no multiple of 4", size);
   return true;
}

/* One side of a copy: sel where to, as_register the bit that says "a register", or "the GDS" if sel says so, too;
 * fixed: the address stays, which is for registers. */
static bool
check_cp_dma_side(struct checker *c, struct address a, uint32_t sel, bool as_register, bool fixed)
{
   if (as_register)
      return sel == FROM_GDS || check_fail(c, c->body + 4, "copies from or to registers");
   if (fixed)
      return check_fail(c, c->body + 4, "keeps an address of memory fixed, which is for registers only");
   if (sel == FROM_MEMORY)
      return take_address(c, a);
   if (sel == FROM_DATA && a.lo == 0)
      return true;
   return check_fail(c, c->body + 1, "%s is nothing that can be copied", a.what);
}

static bool
check_cp_dma(struct checker *c)
{
   uint32_t command = body(c, 4), size = DB_PKT3_CP_DMA_DW4_get_BYTE_COUNT(command);
   if (!check_is_r6(c) && !check_cp_dma_size(c))
      return false;
   const struct address src = {"the copy's source", .lo = 0, .keeps_high = true, .access_B = size},
                        dst = {"the copy's destination", .lo = 2, .access_B = size};
   return check_cp_dma_side(c, src, cp_dma_source(c), DB_PKT3_CP_DMA_DW4_get_SAS(command),
                            DB_PKT3_CP_DMA_DW4_get_SAIC(command)) &&
          check_cp_dma_side(c, dst, cp_dma_destination(c), DB_PKT3_CP_DMA_DW4_get_DAS(command),
                            DB_PKT3_CP_DMA_DW4_get_DAIC(command));
}

static bool
check_strmout_buffer_update(struct checker *c)
{
   uint32_t control = body(c, 0);
   if ((control & 1) &&
       !take_address(c, (struct address){"the filled size's destination", .lo = 1, .access_B = 4}))
      return false;
   return (control >> 1 & 3) != 2 ||
          take_address(c, (struct address){"the buffer offset's source", .lo = 3, .access_B = 4});
}

static bool
check_copy_dw(struct checker *c)
{
   bool src_mem = body(c, 0) & 1, dst_mem = body(c, 0) & 2;
   if (src_mem ? !take_address(c, (struct address){"the copy's source", .lo = 1, .access_B = 4})
               : !check_copied_register(c, 1))
      return false;
   return dst_mem ? take_address(c, (struct address){"the copy's destination", .lo = 3, .access_B = 4})
                  : check_copied_register(c, 3);
}

/* The kernel drops the offset. */
static bool
check_set_base(struct checker *c)
{
   if (body(c, 0) != 1)
      return check_fail(c, c->body, "sets base %u, but only 1 is legal", body(c, 0));
   const struct check_reloc *r = check_take_reloc(c, "the indirect buffer");
   if (!r)
      return false;
   c->indirect_B = r->size_B;
   patch(c, c->body + 1, (uint32_t)r->gpu_addr);
   patch(c, c->body + 2, (uint32_t)(r->gpu_addr >> 32) & 0xff);
   return true;
}

static bool
check_indirect_args(struct checker *c, uint32_t args_B)
{
   uint64_t end = (uint64_t)body(c, 0) + args_B;
   if (end > c->indirect_B)
      return check_fail(c, c->body, "arguments end at byte %llu of SET_BASE's buffer of %llu bytes",
                        (unsigned long long)end, (unsigned long long)c->indirect_B);
   return check_draw(c);
}

static bool
check_wait_reg_mem(struct checker *c)
{
   uint32_t control = body(c, 0);
   if (DB_PKT3_WAIT_REG_MEM_DW0_get_MEM_SPACE(control))
      return take_address(c, (struct address){"the polled address", .lo = 1,
                                              .flag_bits = check_is_r6(c) ? 15 : 3, .kept_bits = 3,
                                              .access_B = 4});
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
   return !op || take_address(c, (struct address){"the predicate", .flag_bits = 15, .keeps_high = true});
}

static bool
check_surface_base_update(struct checker *c)
{
   if (!c->chip->surface_base_update)
      return check_fail(c, c->at, "is not for %s", c->chip->base.name);
   return true;
}

bool
check_append_register(struct checker *c)
{
   enum { COUNTS = 12 };
   uint32_t reg = DB_PKT3_SET_APPEND_CNT_DW0_get_REG(body(c, 0)),
            first = (EG_GDS_APPEND_COUNT_0_OFFSET - CTX_BASE) / 4;
   if (reg < first || reg >= first + COUNTS)
      return check_fail(c, c->body, "register 0x%05X is no append count", CTX_BASE + 4 * reg);
   return true;
}

static bool
check_append_cnt(struct checker *c)
{
   if (!check_append_register(c))
      return false;
   if (DB_PKT3_SET_APPEND_CNT_DW0_get_SRC_SEL(body(c, 0)) != DB_PKT3_SET_APPEND_CNT_DW0__SRC_SEL__SRC_SEL_MEM)
      return check_fail(c, c->body, "takes its count from elsewhere than memory");
   return take_address(
      c, (struct address){"the append count", .lo = 1, .flag_bits = 3, .kept_bits = 3, .access_B = 4});
}

static bool
refuse_on_r6(struct checker *c)
{
   return check_fail(c, c->at, "is not for R6xx and R7xx");
}

static bool
check_draw_index(struct checker *c)
{
   return take_address(c, (struct address){"the index buffer", .lo = 0}) && check_draw(c);
}

static bool
check_draw_index_2(struct checker *c)
{
   return take_address(c, (struct address){"the index buffer", .lo = 1}) && check_draw(c);
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
   return c->body_dw == 1 ||
          take_address(c, (struct address){"the event's address", .lo = 1, .flag_bits = 7, .access_B = 8});
}

static bool
check_event_write_end(struct checker *c)
{
   return take_address(
      c, (struct address){"the event's address", .lo = 1, .flag_bits = 3, .keeps_high = true, .access_B = 4});
}

static bool
check_mem_write(struct checker *c)
{
   if (body(c, 0) & 7)
      return check_fail(c, c->body, "address 0x%08" PRIX32 " is not aligned to 8 bytes", body(c, 0));
   return take_address(c, (struct address){"the written address", .lo = 0, .access_B = 8});
}

/* Packets whose meaning needs a look, by opcode: on R6xx and R7xx, and from Evergreen on. Lengths come from the
 * packet table; a packet without a rule may say what it likes. */
static const struct rule {
   bool (*r6)(struct checker *c), (*eg)(struct checker *c);
} rules[DB_PKT3_COUNT] = {
#define BOTH(f)                                                                                              \
   {                                                                                                         \
      f, f                                                                                                   \
   }
   [DB_PKT3_SET_ALU_CONST] = {check_alu_constants, NULL               },
   [DB_PKT3_SET_CONFIG_REG] = BOTH(check_config_regs),
   [DB_PKT3_SET_CONTEXT_REG] = BOTH(check_context_regs),
   [DB_PKT3_SET_BOOL_CONST] = BOTH(check_window),
   [DB_PKT3_SET_LOOP_CONST] = BOTH(check_window),
   [DB_PKT3_SET_RESOURCE] = BOTH(check_set_resource),
   [DB_PKT3_SET_SAMPLER] = BOTH(check_samplers),
   [DB_PKT3_SET_CTL_CONST] = BOTH(check_window),
   [DB_PKT3_DRAW_INDEX] = BOTH(check_draw_index),
   [DB_PKT3_DRAW_INDEX_2] = {refuse_on_r6,        check_draw_index_2 },
   [DB_PKT3_DRAW_INDEX_AUTO] = BOTH(check_draw),
   [DB_PKT3_DRAW_INDEX_IMMD] = BOTH(check_draw),
   [DB_PKT3_DRAW_INDEX_OFFSET] = BOTH(check_draw), /* R6xx, R7xx: DRAW_INDEX_IMMD_BE */
   [DB_PKT3_DRAW_INDEX_OFFSET_2] = {refuse_on_r6,        check_draw         },
   [DB_PKT3_DRAW_INDEX_MULTI_AUTO] = {refuse_on_r6,        check_draw         },
   [DB_PKT3_DRAW_INDIRECT] = {NULL,                check_draw_indirect}, /* R6xx: START_3D_CMDBUF */
   [DB_PKT3_DRAW_INDEX_INDIRECT] = BOTH(check_draw_index_indirect),
   [DB_PKT3_DISPATCH_DIRECT] = BOTH(check_draw),
   [DB_PKT3_DISPATCH_INDIRECT] = BOTH(check_dispatch_indirect),
   [DB_PKT3_INDEX_BASE] = {refuse_on_r6,        check_draw_index   },
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
   [DB_PKT3_PFP_SYNC_ME] = {refuse_on_r6,        NULL               },
#undef BOTH
};

bool
check_packet3(struct checker *c, enum db_pkt3 op)
{
   assert((unsigned)op < DB_PKT3_COUNT);
   bool (*rule)(struct checker *) = check_is_r6(c) ? rules[op].r6 : rules[op].eg;
   return !rule || rule(c);
}
