/* SPDX-License-Identifier: MIT
 * Registers of SET_CONFIG_REG and SET_CONTEXT_REG: free, forbidden, or with a rule of their own, as
 * db/terascale/kernel-registers.xml says. Addresses take one relocation each; what places a surface or a stream-out
 * buffer is remembered for the next draw. */
#include "kernel/radeon/checker/rules.h"

#include <string.h>

#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"

/* The kernel starts every stream from "everything is enabled and nothing is known", so that a stream has to
 * say what it draws to. */
void
check_regs_init(struct checker *c)
{
   memset(c->ctx, 0, sizeof c->ctx);
   for (unsigned i = 0; i < CTX_DW; i++)
      c->ctx_bo[i] = NO_BO;
   bool r6 = check_is_r6(c);
#define SET(offset, v) c->ctx[((offset)-CTX_BASE) / 4] = (v)
   SET(r6 ? R6_CB_TARGET_MASK_OFFSET : EG_CB_TARGET_MASK_OFFSET, 0xffffffff);
   SET(r6 ? R6_CB_SHADER_MASK_OFFSET : EG_CB_SHADER_MASK_OFFSET, 0xffffffff);
   SET(r6 ? R6_DB_DEPTH_CONTROL_OFFSET : EG_DB_DEPTH_CONTROL_OFFSET, 0xffffffff);
   if (r6) {
      SET(R6_DB_DEPTH_INFO_OFFSET, 7); /* the largest format */
      SET(R6_DB_DEPTH_SIZE_OFFSET, 0xffffffff);
   } else {
      SET(EG_DB_Z_INFO_OFFSET, 0xffffffff);
      SET(EG_DB_STENCIL_INFO_OFFSET, 0xffffffff);
      SET(EG_DB_DEPTH_SIZE_OFFSET, 0xffffffff);
      SET(EG_DB_DEPTH_SLICE_OFFSET, 0xffffffff);
   }
#undef SET
   c->surfaces_new = c->strmout_new = true;
   c->context_rules = db_kernel_context_rules(c->chip->gen);
   c->config_rules = db_kernel_config_rules(c->chip->gen);
}

static bool
fail_reg(struct checker *c, uint32_t offset, uint32_t dw, const char *what)
{
   char name[64];
   db_reg_full_name(c->chip->gen, offset, name, sizeof name);
   c->reg = offset;
   return check_fail(c, dw, "%s %s", name, what);
}

/* The register's own buffer; NULL after an error. */
static const struct check_reloc *
take_reg_address(struct checker *c, uint32_t offset, uint32_t dw)
{
   c->reg = offset;
   return check_take_address_256(c, dw, NULL);
}

/* CMASK and FMASK of R6xx, R7xx. Without a NOP the colour buffer's own buffer serves: what the kernel does
 * for drivers from before these registers. */
static bool
take_address_or_base(struct checker *c, uint32_t offset, uint32_t dw)
{
   uint32_t i = (offset - CTX_BASE) / 4;
   const struct check_reloc *r;
   if (check_has_reloc_next(c)) {
      r = take_reg_address(c, offset, dw);
   } else {
      r = ctx_reloc(c, R6_CB_COLOR_BASE_OFFSET(offset % 0x20 / 4));
      if (!r)
         return fail_reg(c, offset, dw, "has no relocation and its colour buffer has none either");
      patch(c, dw, c->dw[dw] + (uint32_t)(r->gpu_addr >> 8));
   }
   c->ctx_bo[i] = r ? (int32_t)(r - c->relocs) : NO_BO;
   return r != NULL;
}

bool
check_context_reg(struct checker *c, uint32_t i, uint32_t dw)
{
   assert(i < CTX_DW && dw < c->ndw);
   uint32_t offset = CTX_BASE + 4 * i, old = c->ctx[i];
   const struct check_reloc *r;
   c->ctx[i] = c->dw[dw];
   enum check_tiled tiled = c->buffer_tiling ? check_tiled_reg(c, offset) : CHECK_TILED_NONE;
   if (tiled) {
      c->surfaces_new = true;
      return check_tile_reg(c, offset, tiled, dw, &c->ctx[i]);
   }
   switch ((enum db_kernel_rule)c->context_rules[i]) {
   case DB_KERNEL_FREE:
      return true;
   case DB_KERNEL_TARGET_SIZE:
      assert(check_target_of_size(c, offset) < TARGETS);
      c->size_dw[check_target_of_size(c, offset)] = dw;
      c->surfaces_new = true; /* even the same value: a cut has to be made again */
      return true;
   case DB_KERNEL_TARGET:
      c->surfaces_new |= old != c->dw[dw];
      return true;
   case DB_KERNEL_HTILE_SURFACE: /* the kernel knows 8x8 tiles only */
      c->surfaces_new |= old != c->dw[dw];
      patch(c, dw, c->dw[dw] | R6_DB_HTILE_SURFACE(.HTILE_WIDTH = 1, .HTILE_HEIGHT = 1));
      return true;
   case DB_KERNEL_STRMOUT:
      c->strmout_new = true;
      return true;
   case DB_KERNEL_ADDRESS:
      return take_reg_address(c, offset, dw) != NULL;
   case DB_KERNEL_STRMOUT_ADDRESS:
   case DB_KERNEL_TARGET_ADDRESS:
      r = take_reg_address(c, offset, dw);
      c->ctx_bo[i] = r ? (int32_t)(r - c->relocs) : NO_BO;
      c->surfaces_new = c->strmout_new = true;
      return r != NULL;
   case DB_KERNEL_TARGET_ADDRESS_OR_BASE:
      c->surfaces_new = true;
      return take_address_or_base(c, offset, dw);
   case DB_KERNEL_MARK:
      c->reg = offset;
      c->surfaces_new |= old != c->dw[dw];
      return check_take_reloc(c, NULL) != NULL;
   case DB_KERNEL_REFUSED:
      break;
   }
   return fail_reg(c, offset, dw, "may not be written by a user's stream");
}

bool
check_config_reg(struct checker *c, uint32_t i, uint32_t dw)
{
   assert(i < (DB_R6_CONFIG_REG_END - DB_R6_CONFIG_REG_BASE) / 4 && dw < c->ndw);
   uint32_t offset = DB_R6_CONFIG_REG_BASE + 4 * i;
   switch (c->config_rules[i]) {
   case DB_KERNEL_FREE:
      return true;
   case DB_KERNEL_ADDRESS:
      return take_reg_address(c, offset, dw) != NULL;
   default:
      return fail_reg(c, offset, dw, "may not be written by a user's stream");
   }
}
