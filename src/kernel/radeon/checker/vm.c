/* SPDX-License-Identifier: MIT
 * The light check of streams with virtual memory: addresses are the process's own, so that only registers
 * that concern everybody are looked at. After the radeon kernel's evergreen_ib_parse and
 * evergreen_vm_packet3_check.
 *
 * Stricter than the kernel: packets have the lengths that they have without virtual memory, and SET_* stay inside
 * of their windows. */
#include <stdio.h>

#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "kernel/radeon/checker/rules.h"

static uint32_t
body(const struct checker *c, uint32_t i)
{
   assert(i < c->body_dw);
   return c->dw[c->body + i];
}

static bool
refuse(struct checker *c)
{
   return check_fail(c, c->at, "is refused with virtual memory");
}

/* Context registers are a process's own. */
static bool
check_register(struct checker *c, uint32_t i, uint32_t reg)
{
   char name[64];
   if (reg >= CTX_BASE || check_config_reg_va(c, reg))
      return true;
   c->reg = reg;
   db_reg_full_name(c->chip->gen, reg, name, sizeof name);
   return check_fail(c, c->body + i, "%s may not be written by a user's stream", name);
}

static bool
check_config_regs_va(struct checker *c)
{
   if (!check_window(c))
      return false;
   for (uint32_t i = 1; i < c->body_dw; i++) {
      if (!check_register(c, i, DB_EG_CONFIG_REG_BASE + 4 * (body(c, 0) + i - 1)))
         return false;
   }
   return true;
}

/* Here and in COND_WRITE the kernel takes the bit that says "to memory" for "to a register". */
static bool
check_copy_dw(struct checker *c)
{
   return !(body(c, 0) & 2) || check_register(c, 3, body(c, 3) << 2);
}

static bool
check_cond_write(struct checker *c)
{
   return !(body(c, 0) & 0x100) || check_register(c, 5, body(c, 5) << 2);
}

/* Registers of one side of a copy: as many as the count says, though it counts bytes; or one. From the first
 * context register on all may be written, up to the end of the 32-bit offsets, behind which the kernel meets 0. */
static bool
check_cp_dma_registers(struct checker *c, uint32_t i, uint32_t first, bool one)
{
   uint32_t n = one ? 1 : DB_PKT3_CP_DMA_DW4_get_BYTE_COUNT(body(c, 4));
   if (n && first + 4ull * (n - 1) > UINT32_MAX)
      return check_register(c, i, 0);
   for (uint32_t k = 0; k < n && first + 4 * k < CTX_BASE; k++) {
      if (!check_register(c, i, first + 4 * k))
         return false;
   }
   return true;
}

static bool
check_cp_dma(struct checker *c)
{
   uint32_t control = body(c, 1), command = body(c, 4);
   if (!check_cp_dma_size(c))
      return false;
   if (DB_PKT3_CP_DMA_DW4_get_SAS(command) && !DB_PKT3_CP_DMA_DW1_get_SRC_SEL(control) &&
       !check_cp_dma_registers(c, 0, body(c, 0) << 2, DB_PKT3_CP_DMA_DW4_get_SAIC(command)))
      return false;
   return !DB_PKT3_CP_DMA_DW4_get_DAS(command) || DB_PKT3_CP_DMA_DW1_get_DST_SEL(control) ||
          check_cp_dma_registers(c, 2, body(c, 2), DB_PKT3_CP_DMA_DW4_get_DAIC(command));
}

static bool
check_set_base(struct checker *c)
{
   return body(c, 0) == 1 || check_fail(c, c->body, "sets base %u, but only 1 is legal", body(c, 0));
}

/* By opcode; what is not here must only stay inside of its window if it has one. */
static bool (*const rules[DB_PKT3_COUNT])(struct checker *c) = {
   [DB_PKT3_SET_BASE] = check_set_base,
   [DB_PKT3_SET_ALU_CONST] = refuse,
   [DB_PKT3_SET_CONFIG_REG] = check_config_regs_va,
   [DB_PKT3_SET_APPEND_CNT] = check_append_register,
   [DB_PKT3_COPY_DW] = check_copy_dw,
   [DB_PKT3_COND_WRITE] = check_cond_write,
   [DB_PKT3_CP_DMA] = check_cp_dma,
};

bool
check_packet3_vm(struct checker *c, enum db_pkt3 op)
{
   assert((unsigned)op < DB_PKT3_COUNT);
   return (rules[op] ? rules[op] : check_window)(c);
}
