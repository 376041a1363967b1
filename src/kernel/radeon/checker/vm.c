/* SPDX-License-Identifier: MIT
 * The light check of streams with virtual memory: addresses are the process's own, so that only registers
 * that concern everybody are looked at. After the radeon kernel's evergreen_vm_packet3_check. */
#include <stdio.h>

#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "kernel/radeon/checker/rules.h"

static uint32_t
body(const struct checker *c, uint32_t i)
{
   assert(i < c->body_dw);
   return c->dw[c->body + i];
}

bool
check_vm_only(enum db_pkt3 op)
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
refuse_alu_const(struct checker *c)
{
   return check_fail(c, c->at, "is refused with virtual memory");
}

static bool
check_config_regs(struct checker *c)
{
   const struct db_window *w = db_window(c->chip->gen, DB_PKT3_SET_CONFIG_REG);
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
}

static bool
check_copy_dw(struct checker *c)
{
   return ((body(c, 0) & 1) || check_copied_register(c, 1)) &&
          ((body(c, 0) & 2) || check_copied_register(c, 3));
}

static bool
check_cond_write(struct checker *c)
{
   return ((body(c, 0) & 0x10) || check_copied_register(c, 1)) &&
          ((body(c, 0) & 0x100) || check_copied_register(c, 5));
}

/* Beside the global data share SAS and DAS say which part of it. */
static bool
check_cp_dma(struct checker *c)
{
   if ((DB_PKT3_CP_DMA_DW4_get_SAS(body(c, 4)) && !DB_PKT3_CP_DMA_DW1_get_SRC_SEL(body(c, 1))) ||
       (DB_PKT3_CP_DMA_DW4_get_DAS(body(c, 4)) && !DB_PKT3_CP_DMA_DW1_get_DST_SEL(body(c, 1))))
      return check_fail(c, c->body + 4, "copies from or to registers");
   return true;
}

static bool
check_window(struct checker *c)
{
   const struct db_window *w = db_window(c->chip->gen, DB_PKT3_OP(c->dw[c->at]));
   if (w && (body(c, 0) > 0xffff || w->base + 4ull * (body(c, 0) + c->body_dw - 1) > w->end))
      return check_fail(c, c->body, "writes outside of its window 0x%05X..0x%05X", w->base, w->end);
   return true;
}

/* By opcode; what is not here must only stay inside of its window if it has one. */
static bool (*const rules[256])(struct checker *c) = {
   [DB_PKT3_SET_ALU_CONST] = refuse_alu_const,
   [DB_PKT3_SET_CONFIG_REG] = check_config_regs,
   [DB_PKT3_COPY_DW] = check_copy_dw,
   [DB_PKT3_COND_WRITE] = check_cond_write,
   [DB_PKT3_CP_DMA] = check_cp_dma,
};

bool
check_packet3_vm(struct checker *c, enum db_pkt3 op)
{
   assert((unsigned)op < sizeof rules / sizeof *rules);
   return (rules[op] ? rules[op] : check_window)(c);
}
