/* SPDX-License-Identifier: MIT
 * Walks a stream packet by packet: lengths, windows, which packets a user may send, relocations of packets
 * that carry addresses. Packet bodies: "Evergreen/Northern Islands Acceleration" chapter 9; what is refused:
 * the radeon kernel's r600_packet3_check, evergreen_packet3_check and evergreen_vm_packet3_check. */
#include "kernel/radeon/checker/check_internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "db/terascale/eg_regs.h"
#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/pm4.h"

bool
check_fail(struct checker *c, uint32_t dw, const char *format, ...)
{
   if (!c->err)
      return false;
   *c->err = (struct check_error){.packet = c->packet, .packet_dw = c->at, .dw = dw, .reg = c->reg};
   const struct db_packet *p = c->at < c->ndw && DB_PKT_TYPE(c->dw[c->at]) == 3
                                  ? db_packet(c->chip->gen, DB_PKT3_OP(c->dw[c->at]))
                                  : NULL;
   int n = snprintf(c->err->text, sizeof c->err->text, "packet %u (%s) at dword %u: ", c->packet,
                    p ? p->name : "?", c->at);
   va_list args;
   va_start(args, format);
   n += vsnprintf(c->err->text + n, sizeof c->err->text - (size_t)n, format, args);
   va_end(args);
   char name[64];
   if (c->reg && n < (int)sizeof c->err->text) {
      db_reg_full_name(c->chip->gen, c->reg, name, sizeof name);
      if (!strstr(c->err->text, name))
         snprintf(c->err->text + n, sizeof c->err->text - (size_t)n, " (%s)", name);
   }
   return false;
}

/* Names are looked up only for those who need them. */
static const struct check_reloc *
no_reloc(struct checker *c, uint32_t dw, const char *what, const char *problem, uint32_t value)
{
   char name[64];
   if (!what)
      db_reg_full_name(c->chip->gen, c->reg, name, sizeof name);
   check_fail(c, dw, problem, what ? what : name, value, c->nrelocs);
   return NULL;
}

const struct check_reloc *
check_take_reloc(struct checker *c, const char *what)
{
   if (c->next >= c->ndw || c->ndw - c->next < 2 || c->dw[c->next] != RELOC_NOP)
      return no_reloc(c, c->next, what, "%s needs a relocation NOP at dword %u, and there is none", c->next);
   uint32_t k = c->dw[c->next + 1];
   if (k % 4 || k / 4 >= c->nrelocs)
      return no_reloc(c, c->next + 1, what, "%s: relocation %u is not in the list of %u buffers", k);
   c->next += 2;
   return &c->relocs[k / 4];
}

/* An address of two body dwords, low then high[7:0]; clear_lo: low bits that are flags or reserved, kept as
 * they are. */
static bool
packet_address(struct checker *c, uint32_t lo, uint32_t clear_lo, uint64_t access_B, const char *what)
{
   uint32_t at = c->body + lo;
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
   return c->dw[c->body + i];
}

static bool
check_set_reg(struct checker *c)
{
   const struct db_window *w = db_window(c->chip->gen, DB_PKT3_OP(c->dw[c->at]));
   uint64_t first = w->base + 4ull * body(c, 0), last = first + 4ull * (c->body_dw - 1);
   /* The kernel's end of the boolean window on R6xx and R7xx is far beyond the last constant. */
   uint32_t end = w->op == DB_PKT3_SET_BOOL_CONST && c->chip->gen <= DB_R700 ? 0x40000 : w->end;
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

static bool
copy_register(struct checker *c, uint32_t i)
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
   bool eg = c->chip->gen >= DB_EVERGREEN;
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
   if (src_mem ? !packet_address(c, 1, 3, 4, "the copy's source") : !copy_register(c, 1))
      return false;
   return dst_mem ? packet_address(c, 3, 3, 4, "the copy's destination") : copy_register(c, 3);
}

static bool
check_base_256(struct checker *c, uint32_t i, const char *what)
{
   const struct check_reloc *r = check_take_reloc(c, what);
   if (!r)
      return false;
   patch(c, c->body + i, body(c, i) + (uint32_t)(r->gpu_addr >> 8));
   return true;
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
check_indirect_draw(struct checker *c, uint32_t args_B)
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
      return check_fail(c, c->at, "is not for %s", c->chip->name);
   return true;
}

static bool
check_append_cnt(struct checker *c)
{
   if (body(c, 0) & 3)
      return check_fail(c, c->body, "takes its count from elsewhere than memory");
   return packet_address(c, 1, 3, 4, "the append count");
}

/* Packets whose meaning needs a look; lengths come from the packet table. */
static bool
check_packet3(struct checker *c, enum db_pkt3 op)
{
   bool r6 = c->chip->gen <= DB_R700;
   switch ((int)op) {
   case DB_PKT3_SET_ALU_CONST:
      return r6 ? check_set_reg(c) : true;
   case DB_PKT3_SET_CONFIG_REG:
   case DB_PKT3_SET_CONTEXT_REG:
   case DB_PKT3_SET_BOOL_CONST:
   case DB_PKT3_SET_LOOP_CONST:
   case DB_PKT3_SET_RESOURCE:
   case DB_PKT3_SET_SAMPLER:
   case DB_PKT3_SET_CTL_CONST:
      return check_set_reg(c);
   case DB_PKT3_DRAW_INDEX:
      return packet_address(c, 0, 0, 0, "the index buffer") && check_draw(c);
   case DB_PKT3_DRAW_INDEX_2:
      if (r6)
         return check_fail(c, c->at, "is not for R6xx and R7xx");
      return packet_address(c, 1, 0, 0, "the index buffer") && check_draw(c);
   case DB_PKT3_DRAW_INDEX_AUTO:
   case DB_PKT3_DRAW_INDEX_IMMD:
   case DB_PKT3_DRAW_INDEX_OFFSET: /* R6xx, R7xx: DRAW_INDEX_IMMD_BE */
   case DB_PKT3_DISPATCH_DIRECT:
      return check_draw(c);
   case DB_PKT3_DRAW_INDEX_OFFSET_2:
   case DB_PKT3_DRAW_INDEX_MULTI_AUTO:
      return r6 ? check_fail(c, c->at, "is not for R6xx and R7xx") : check_draw(c);
   case DB_PKT3_INDEX_BASE:
      if (r6)
         return check_fail(c, c->at, "is not for R6xx and R7xx");
      return packet_address(c, 0, 0, 0, "the index buffer");
   case DB_PKT3_SET_BASE:
      return check_set_base(c);
   case DB_PKT3_DRAW_INDIRECT: /* R6xx: START_3D_CMDBUF */
      return r6 ? true : check_indirect_draw(c, 16);
   case DB_PKT3_DRAW_INDEX_INDIRECT:
      return check_indirect_draw(c, 20);
   case DB_PKT3_DISPATCH_INDIRECT: {
      const struct check_reloc *r = check_take_reloc(c, "the dispatch arguments");
      if (!r)
         return false;
      patch(c, c->body, body(c, 0) + (uint32_t)r->gpu_addr);
      return check_draw(c);
   }
   case DB_PKT3_SET_PREDICATION:
      return check_predication(c);
   case DB_PKT3_WAIT_REG_MEM:
      return check_wait_reg_mem(c);
   case DB_PKT3_CP_DMA:
      return check_cp_dma(c);
   case DB_PKT3_SURFACE_SYNC:
      return (body(c, 1) == 0xffffffff && body(c, 2) == 0) || check_base_256(c, 2, "the synchronised range");
   case DB_PKT3_EVENT_WRITE:
      if (c->body_dw == 2)
         return check_fail(c, c->at, "has 2 body dwords instead of 1 or 3");
      return c->body_dw == 1 || packet_address(c, 1, 7, 8, "the event's address");
   case DB_PKT3_EVENT_WRITE_EOP:
   case DB_PKT3_EVENT_WRITE_EOS:
      return packet_address(c, 1, 3, 4, "the event's address");
   case DB_PKT3_MEM_WRITE:
      if (body(c, 0) & 7)
         return check_fail(c, c->body, "address 0x%08" PRIX32 " is not aligned to 8 bytes", body(c, 0));
      return packet_address(c, 0, 0, 8, "the written address");
   case DB_PKT3_COPY_DW:
      return check_copy_dw(c);
   case DB_PKT3_STRMOUT_BUFFER_UPDATE:
      return check_strmout_buffer_update(c);
   case DB_PKT3_STRMOUT_BASE_UPDATE:
      return check_strmout_base_update(c);
   case DB_PKT3_SURFACE_BASE_UPDATE:
      return check_surface_base_update(c);
   case DB_PKT3_SET_APPEND_CNT:
      return check_append_cnt(c);
   case DB_PKT3_PFP_SYNC_ME:
      return r6 ? check_fail(c, c->at, "is not for R6xx and R7xx") : true;
   default:
      return true;
   }
}

/* Packets with addresses that the kernel takes with virtual memory although it refuses them otherwise. */
static bool
vm_only(enum db_pkt3 op)
{
   return op == DB_PKT3_COND_EXEC || op == DB_PKT3_PRED_EXEC || op == DB_PKT3_MPEG_INDEX ||
          op == DB_PKT3_COND_WRITE;
}

/* Config registers with addresses that the kernel patches without virtual memory and lets pass with it. */
static bool
vm_ring_register(const struct checker *c, uint32_t reg)
{
   return reg >= EG_SQ_ESGS_RING_BASE_OFFSET && reg <= EG_SQ_HSTMP_RING_SIZE_OFFSET &&
          c->config_rules[(reg - DB_EG_CONFIG_REG_BASE) / 4] == DB_KERNEL_ADDRESS;
}

static bool
check_packet3_vm(struct checker *c, enum db_pkt3 op)
{
   const struct db_window *w = db_window(c->chip->gen, op);
   switch ((int)op) {
   case DB_PKT3_SET_ALU_CONST:
      return check_fail(c, c->at, "is refused with virtual memory");
   case DB_PKT3_SET_CONFIG_REG:
      for (uint32_t i = 1; i < c->body_dw; i++) {
         uint32_t reg = w->base + 4 * (body(c, 0) + i - 1);
         char name[64];
         if (body(c, 0) <= 0xffff && reg < w->end &&
             (db_kernel_reg_free(c->chip->gen, reg) || vm_ring_register(c, reg)))
            continue;
         c->reg = reg;
         db_reg_full_name(c->chip->gen, reg, name, sizeof name);
         return check_fail(c, c->body + i, "%s may not be written by a user's stream", name);
      }
      return true;
   case DB_PKT3_COPY_DW:
      return ((body(c, 0) & 1) || copy_register(c, 1)) && ((body(c, 0) & 2) || copy_register(c, 3));
   case DB_PKT3_COND_WRITE:
      return ((body(c, 0) & 0x10) || copy_register(c, 1)) && ((body(c, 0) & 0x100) || copy_register(c, 5));
   case DB_PKT3_CP_DMA:
      /* beside the global data share SAS and DAS say which part of it */
      if ((DB_PKT3_CP_DMA_DW4_get_SAS(body(c, 4)) && !DB_PKT3_CP_DMA_DW1_get_SRC_SEL(body(c, 1))) ||
          (DB_PKT3_CP_DMA_DW4_get_DAS(body(c, 4)) && !DB_PKT3_CP_DMA_DW1_get_DST_SEL(body(c, 1))))
         return check_fail(c, c->body + 4, "copies from or to registers");
      return true;
   default:
      if (w && (body(c, 0) > 0xffff || w->base + 4ull * (body(c, 0) + c->body_dw - 1) > w->end))
         return check_fail(c, c->body, "writes outside of its window 0x%05X..0x%05X", w->base, w->end);
      return true;
   }
}

/* X drivers wait for the scan line to leave what they draw: a type-0 write of the lines, WAIT_REG_MEM for
 * them, a NOP with the CRTC. The kernel takes this form alone, and where the CRTC is off it puts fillers in
 * its place; so it is here, where nothing scans out. */
static bool
check_vline(struct checker *c)
{
   enum { WAIT_DW = 7, NOP_DW = 2 };
   bool r6 = c->chip->gen <= DB_R700;
   uint32_t lines = r6 ? 0x6538 : 0x6b08, status = r6 ? 0x653c : 0x6bb8; /* D1MODE_VLINE_START_END, _STATUS */
   uint32_t h = c->dw[c->at], wait = c->at + 2;
   if ((h & 0xffff) << 2 != lines || h >> 16)
      return check_fail(c, c->at, "0x%08" PRIX32 " is a type-0 packet; only one to VLINE_START_END is legal",
                        h);
   if (c->ndw - c->at < 2 + WAIT_DW + NOP_DW || c->dw[wait] != DB_PKT3(DB_PKT3_WAIT_REG_MEM, WAIT_DW - 1) ||
       c->dw[wait + WAIT_DW] != RELOC_NOP)
      return check_fail(c, c->at, "scan lines are written without a WAIT_REG_MEM and a NOP behind");
   uint32_t control = c->dw[wait + 1];
   if ((control & 0x117) != 3 || c->dw[wait + 2] << 2 != status || c->dw[wait + 5] != 1u << 12)
      return check_fail(c, wait, "WAIT_REG_MEM waits for something else than the scan lines");
   for (uint32_t i = 0; i < 2 + WAIT_DW; i++)
      patch(c, c->at + i, 2u << 30);
   c->next = wait + WAIT_DW + NOP_DW;
   return true;
}

static bool
check_packet(struct checker *c)
{
   uint32_t h = c->dw[c->at];
   c->reg = 0;
   if (DB_PKT_TYPE(h) == 2) {
      c->next = c->at + 1;
      return true;
   }
   if (DB_PKT_TYPE(h) == 0 && !c->va)
      return check_vline(c);
   if (DB_PKT_TYPE(h) != 3)
      return check_fail(c, c->at, "0x%08" PRIX32 " is a type-%u packet; only types 2 and 3 are legal", h,
                        DB_PKT_TYPE(h));
   c->body = c->at + 1;
   c->body_dw = DB_PKT3_BODY_DW(h);
   if (c->body_dw > c->ndw - c->body)
      return check_fail(c, c->at, "needs %u body dwords, but the stream ends after %u", c->body_dw,
                        c->ndw - c->body);
   c->next = c->body + c->body_dw;
   enum db_pkt3 op = DB_PKT3_OP(h);
   const struct db_packet *p = db_packet(c->chip->gen, op);
   if (!p)
      return check_fail(c, c->at, "opcode 0x%02X is no packet of %s", op, c->chip->name);
   if (!p->user && !(c->va && vm_only(op)))
      return check_fail(c, c->at, "%s is not for users' streams", p->name);
   if (c->body_dw < p->min_dw || c->body_dw > p->max_dw)
      return check_fail(c, c->at, "%s has %u body dwords instead of %u%s", p->name, c->body_dw, p->min_dw,
                        p->max_dw > p->min_dw ? " or more" : "");
   return c->va ? check_packet3_vm(c, op) : check_packet3(c, op);
}

static bool
check_packets(struct checker *c)
{
   c->indirect_bo = NO_BO;
   check_regs_init(c);
   if (c->out && c->out != c->dw)
      memcpy(c->out, c->dw, (size_t)c->ndw * 4);
   for (c->at = 0; c->at < c->ndw; c->at = c->next, c->packet++) {
      if (!check_packet(c))
         return false;
   }
   return true;
}

static bool
run(struct checker c, const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
    struct check_error *err)
{
   c.relocs = relocs;
   c.nrelocs = nrelocs;
   c.out = out_dw;
   c.err = err;
   return check_packets(&c);
}

bool
check_stream(const struct db_chip *chip, const uint32_t *dw, uint32_t ndw, const struct check_reloc *relocs,
             uint32_t nrelocs, uint32_t *out_dw, struct check_error *err)
{
   return check_stream_va(chip, chip->virtual_memory, dw, ndw, relocs, nrelocs, out_dw, err);
}

bool
check_stream_va(const struct db_chip *chip, bool va, const uint32_t *dw, uint32_t ndw,
                const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw, struct check_error *err)
{
   return run((struct checker){.chip = chip, .va = va, .dw = dw, .ndw = ndw}, relocs, nrelocs, out_dw, err);
}

bool
check_stream_buffer_tiling(const struct db_chip *chip, const uint32_t *dw, uint32_t ndw,
                           const struct check_reloc *relocs, uint32_t nrelocs, uint32_t *out_dw,
                           struct check_error *err)
{
   return run((struct checker){.chip = chip, .buffer_tiling = true, .dw = dw, .ndw = ndw}, relocs, nrelocs,
              out_dw, err);
}
