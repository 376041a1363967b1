/* SPDX-License-Identifier: MIT
 * Registers of SET_CONFIG_REG and SET_CONTEXT_REG: free, forbidden, or with a rule of their own, as
 * db/terascale/kernel-registers.xml says. Addresses take one relocation each; what places a surface or a stream-out
 * buffer is remembered for the next draw. After r600_cs_check_reg and evergreen_cs_handle_reg; the values before
 * the first write after r600_cs_track_init and evergreen_cs_track_init. */
#include <string.h>

#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "kernel/radeon/checker/rules.h"

static void
init_reg(struct checker *c, uint32_t offset, uint32_t value)
{
   assert(offset >= CTX_BASE && (offset - CTX_BASE) / 4 < CTX_DW);
   c->ctx[(offset - CTX_BASE) / 4] = value;
}

static void
init_r6(struct checker *c)
{
   init_reg(c, R6_CB_TARGET_MASK_OFFSET, 0xffffffff);
   init_reg(c, R6_DB_DEPTH_CONTROL_OFFSET, 0xffffffff);
   /* the largest format, with HTILE */
   init_reg(
      c, R6_DB_DEPTH_INFO_OFFSET,
      R6_DB_DEPTH_INFO(.FORMAT = R6_DB_DEPTH_INFO__FORMAT__DEPTH_X24_8_32_FLOAT, .TILE_SURFACE_ENABLE = 1));
   init_reg(c, R6_DB_DEPTH_VIEW_OFFSET, 0xffffc000);
   init_reg(c, R6_DB_DEPTH_SIZE_OFFSET, 0xffffffff);
   for (unsigned i = 0; i < 8; i++) {
      init_reg(c, R6_CB_COLOR_VIEW_OFFSET(i), 0xffffffff);
      init_reg(c, R6_CB_COLOR_MASK_OFFSET(i), 0xffffffff);
   }
   c->log2_samples = 4;
   c->constants_window = true;
}

static void
init_eg(struct checker *c)
{
   init_reg(c, EG_CB_TARGET_MASK_OFFSET, 0xffffffff);
   init_reg(c, EG_DB_DEPTH_CONTROL_OFFSET, 0xffffffff);
   init_reg(c, EG_DB_Z_INFO_OFFSET, 0xffffffff);
   init_reg(c, EG_DB_STENCIL_INFO_OFFSET, 0xffffffff);
   init_reg(c, EG_DB_DEPTH_VIEW_OFFSET, 0xffffc000);
   init_reg(c, EG_DB_DEPTH_SIZE_OFFSET, 0xffffffff);
   init_reg(c, EG_DB_DEPTH_SLICE_OFFSET, 0xffffffff);
   for (unsigned i = 0; i < 8; i++) {
      init_reg(c, EG_CB_COLOR_VIEW_OFFSET(i), 0xffffffff);
      init_reg(c, EG_CB_COLOR_SLICE_OFFSET(i), 0x0fffffff);
   }
}

/* The kernel starts every stream from "everything is enabled, large and nowhere", so that a stream has to say
 * what it draws to. */
void
check_regs_init(struct checker *c)
{
   memset(c->ctx, 0, sizeof c->ctx);
   _Static_assert(NO_BO == -1, "all bits");
   memset(c->ctx_bo, 0xff, sizeof c->ctx_bo);
   if (check_is_r6(c))
      init_r6(c);
   else
      init_eg(c);
   c->colors_new = c->depth_new = c->strmout_new = true;
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

static const struct check_reloc *
take_reg_address(struct checker *c, uint32_t offset, uint32_t dw)
{
   c->reg = offset;
   return check_take_address_256(c, dw, NULL);
}

/* An address that the next draw asks for again. */
static bool
keep_reg_address(struct checker *c, uint32_t i, uint32_t dw)
{
   const struct check_reloc *r = take_reg_address(c, CTX_BASE + 4 * i, dw);
   if (!r)
      return false;
   c->ctx_bo[i] = (int32_t)(r - c->relocs);
   return true;
}

/* The colour buffer of an element of one of R6xx's and R7xx's arrays. */
static unsigned
r6_target_of(uint32_t offset)
{
   return offset % 0x20 / 4;
}

/* Where CMASK and FMASK stand counts while the colour buffer uses them. */
static bool
r6_is_compressed(const struct checker *c, uint32_t offset)
{
   return R6_CB_COLOR_INFO_get_TILE_MODE(ctx_get(c, R6_CB_COLOR_INFO_OFFSET(r6_target_of(offset))));
}

/* CMASK and FMASK of R6xx, R7xx. Without a NOP they are where the colour buffer is, whatever the stream says:
 * what the kernel does for drivers from before these registers. */
static bool
take_address_or_base(struct checker *c, uint32_t offset, uint32_t dw)
{
   uint32_t i = (offset - CTX_BASE) / 4,
            base_i = (R6_CB_COLOR_BASE_OFFSET(r6_target_of(offset)) - CTX_BASE) / 4;
   c->colors_new |= r6_is_compressed(c, offset);
   if (check_has_reloc_next(c))
      return keep_reg_address(c, i, dw);
   const struct check_reloc *r = ctx_reloc(c, CTX_BASE + 4 * base_i);
   uint32_t base = r ? c->ctx[base_i] + (uint32_t)(r->gpu_addr >> 8) : 0;
   if (!base)
      return fail_reg(c, offset, dw, "has no relocation and its colour buffer has none either");
   patch(c, dw, base);
   c->ctx[i] = c->ctx[base_i];
   c->ctx_bo[i] = c->ctx_bo[base_i];
   return true;
}

/* Registers whose value goes into a check, without an address. Even the same value asks for the check: its
 * rewrites of the stream have to be made again, and what it reads beside may have changed unnoticed. */
static void
keep_value(struct checker *c, enum db_kernel_rule rule, uint32_t offset, uint32_t dw)
{
   switch (rule) {
   case DB_KERNEL_TARGET_SIZE:
      assert(check_target_of_size(c, offset) < TARGETS);
      c->size_dw[check_target_of_size(c, offset)] = dw;
      c->colors_new = true;
      return;
   case DB_KERNEL_DEPTH_SIZE:
      c->depth_size_dw = dw;
      c->depth_new = true;
      return;
   case DB_KERNEL_SAMPLES: /* not looked at again for depth, as in the kernel */
      c->log2_samples = R6_PA_SC_AA_CONFIG_get_MSAA_NUM_SAMPLES(c->dw[dw]);
      c->colors_new = true;
      return;
   case DB_KERNEL_TARGET_MASK:
      c->colors_new |= r6_is_compressed(c, offset);
      return;
   case DB_KERNEL_TARGET:
      c->colors_new = true;
      return;
   case DB_KERNEL_DEPTH:
      c->depth_new = true;
      return;
   case DB_KERNEL_HTILE_SURFACE: /* the kernel knows 8x8 tiles only */
      patch(c, dw, c->dw[dw] | R6_DB_HTILE_SURFACE(.HTILE_WIDTH = 1, .HTILE_HEIGHT = 1));
      c->depth_new = true;
      return;
   default:
      assert(rule == DB_KERNEL_STRMOUT);
      c->strmout_new = true;
      return;
   }
}

/* Dword i of the window, value at stream position dw: of a register that has a rule. */
static __attribute__((noinline)) bool
check_context_reg(struct checker *c, uint32_t i, uint32_t dw)
{
   assert(i < CTX_DW && dw < c->ndw && c->ctx[i] == c->dw[dw]);
   uint32_t offset = CTX_BASE + 4 * i;
   enum db_kernel_rule rule = (enum db_kernel_rule)c->context_rules[i];
   enum check_tiled tiled = c->buffer_tiling ? check_tiled_reg(c, offset) : CHECK_TILED_NONE;
   if (tiled)
      return check_tile_reg(c, offset, tiled, dw, &c->ctx[i]);
   switch (rule) {
   case DB_KERNEL_FREE:
   case DB_KERNEL_ANY:
      return true;
   case DB_KERNEL_ADDRESS:
      return take_reg_address(c, offset, dw) != NULL;
   case DB_KERNEL_TARGET_ADDRESS:
      c->colors_new = true;
      return keep_reg_address(c, i, dw);
   case DB_KERNEL_DEPTH_ADDRESS:
      c->depth_new = true;
      return keep_reg_address(c, i, dw);
   case DB_KERNEL_STRMOUT_ADDRESS:
      c->strmout_new = true;
      return keep_reg_address(c, i, dw);
   case DB_KERNEL_TARGET_ADDRESS_OR_BASE:
      return take_address_or_base(c, offset, dw);
   case DB_KERNEL_MARK:
      c->reg = offset;
      c->colors_new = true;
      return check_take_reloc(c, NULL) != NULL;
   case DB_KERNEL_REFUSED:
      return fail_reg(c, offset, dw, "may not be written by a user's stream");
   default:
      keep_value(c, rule, offset, dw);
      return true;
   }
}

bool
check_window(struct checker *c)
{
   const struct db_window *w = db_window(c->chip->gen, DB_PKT3_OP(c->dw[c->at]));
   if (!w)
      return true;
   uint64_t first = w->base + 4ull * c->dw[c->body], end = first + 4ull * (c->body_dw - 1);
   /* The kernel's end of the boolean window on R6xx and R7xx is far beyond the last constant. */
   uint32_t limit = w->op == DB_PKT3_SET_BOOL_CONST && check_is_r6(c) ? 0x40000 : w->end;
   if (c->dw[c->body] > 0xffff || first >= limit || end > limit)
      return check_fail(c, c->body, "writes 0x%05llX..0x%05llX, outside of the window 0x%05X..0x%05X",
                        (unsigned long long)first, (unsigned long long)end, w->base, limit);
   return true;
}

/* A run of registers that stays inside of a window of that many dwords; if not, check_window() says so. */
static bool
in_window(struct checker *c, uint32_t first, uint32_t window_dw)
{
   const uint32_t n = c->body_dw - 1;
   return (first < window_dw && n <= window_dw - first) || check_window(c);
}

bool
check_context_regs(struct checker *c)
{
   const uint32_t first = c->dw[c->body], n = c->body_dw - 1;
   if (!in_window(c, first, CTX_DW))
      return false;
   const uint32_t from = c->body + 1;
   const uint32_t *value = c->dw + from;
   const uint8_t *rules = c->context_rules + first;
   uint32_t *ctx = c->ctx + first;
   const bool tiling = c->buffer_tiling;
   for (uint32_t k = 0; k < n; k++) {
      const bool free = rules[k] == DB_KERNEL_FREE || rules[k] == DB_KERNEL_ANY;
      ctx[k] = value[k];
      if ((!free || tiling) && !check_context_reg(c, first + k, from + k))
         return false;
   }
   return true;
}

static bool
check_config_reg(struct checker *c, uint32_t i, uint32_t dw)
{
   assert(i < (DB_R6_CONFIG_REG_END - DB_R6_CONFIG_REG_BASE) / 4 && dw < c->ndw);
   uint32_t offset = DB_R6_CONFIG_REG_BASE + 4 * i;
   switch ((enum db_kernel_rule)c->config_rules[i]) {
   case DB_KERNEL_FREE:
   case DB_KERNEL_ANY:
      return true;
   case DB_KERNEL_ADDRESS:
   case DB_KERNEL_ADDRESS_NOT_VA:
      return take_reg_address(c, offset, dw) != NULL;
   case DB_KERNEL_CONSTANTS_MODE:
      c->constants_window = R6_SQ_CONFIG_get_DX9_CONSTS(c->dw[dw]);
      return true;
   default:
      return fail_reg(c, offset, dw, "may not be written by a user's stream");
   }
}

bool
check_config_regs(struct checker *c)
{
   const uint32_t first = c->dw[c->body], n = c->body_dw - 1;
   if (!in_window(c, first, (DB_R6_CONFIG_REG_END - DB_R6_CONFIG_REG_BASE) / 4))
      return false;
   for (uint32_t k = 0; k < n; k++)
      if (!check_config_reg(c, first + k, c->body + 1 + k))
         return false;
   return true;
}

/* evergreen_vm_reg_valid */
bool
check_config_reg_va(const struct checker *c, uint32_t offset)
{
   if (offset < DB_EG_CONFIG_REG_BASE || offset >= DB_EG_CONFIG_REG_END)
      return false;
   uint8_t rule = c->config_rules[(offset - DB_EG_CONFIG_REG_BASE) / 4];
   return rule != DB_KERNEL_REFUSED && rule != DB_KERNEL_ADDRESS_NOT_VA;
}
