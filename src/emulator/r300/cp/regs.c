/* SPDX-License-Identifier: MIT
 *
 * Register writes, and what a few registers do when they are written: ports into the memories of the two shader engines,
 * the counter of samples that passed.
 */
#include <stdio.h>
#include <string.h>

#include "db/r300/r300_tables.h"
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_regs.h"
#include "emulator/r300/cp/cp.h"
#include "emulator/r300/strict/strict.h"
#include "emulator/raster/raster.h"
#include "util/u_math.h"

static void
write_pvs_memory(struct emulator *e, uint32_t value)
{
   if (e->pvs_at_dw < PVS_MEMORY * 4)
      e->pvs_memory[e->pvs_at_dw / 4][e->pvs_at_dw % 4] = value;
   e->pvs_at_dw++;
   e->pvs_changed = true;
}

static void
write_us_memory(struct emulator *e, uint32_t value)
{
   const uint32_t index = e->r5.mmio.GA_US_VECTOR_INDEX;
   const unsigned first = R5_GA_US_VECTOR_INDEX_get_INDEX(index);
   if (R5_GA_US_VECTOR_INDEX_get_TYPE(index) == R5_GA_US_VECTOR_INDEX__TYPE__CONSTANT) {
      const unsigned at = first * 4 + e->us_at_dw;
      float f = uif(value);
      if (R5_GA_US_VECTOR_INDEX_get_CLAMP(index))
         f = f > -1 ? MIN2(f, 1.0f) : -1;
      if (at < US_CONSTS * 4)
         e->us_constant[at / 4][at % 4] = f;
   } else {
      const unsigned at = first * US_R5_DWORDS + e->us_at_dw;
      if (at < US_R5_INSTS * US_R5_DWORDS)
         e->us_code[at / US_R5_DWORDS][at % US_R5_DWORDS] = value;
      e->us_changed = true;
   }
   e->us_at_dw++;
}

/* R300 and R400: windows into the memories, on R400 with the bank that US_CODE_BANK names. */
static void
write_us_window(struct emulator *e, uint32_t offset, uint32_t value)
{
   struct us_r3_memory *m = &e->us_r3;
   const struct {
      uint32_t offset, *memory, size;
   } windows[] = {
      {R3_US_TEX_INST_OFFSET(0),       m->tex,        US_R3_TEX_BANK},
      {R3_US_ALU_RGB_ADDR_OFFSET(0),   m->rgb_addr,   US_R3_ALU_BANK},
      {R3_US_ALU_ALPHA_ADDR_OFFSET(0), m->alpha_addr, US_R3_ALU_BANK},
      {R3_US_ALU_RGB_INST_OFFSET(0),   m->rgb_inst,   US_R3_ALU_BANK},
      {R3_US_ALU_ALPHA_INST_OFFSET(0), m->alpha_inst, US_R3_ALU_BANK},
      {R3_US_ALU_EXT_ADDR_OFFSET(0),   m->ext,        US_R3_ALU_BANK},
   };
   const uint32_t bank = e->reg[R3_US_CODE_BANK_OFFSET / 4];
   const bool banked = e->chip->gen == R300_GEN_R400 && R3_US_CODE_BANK_get_R390_MODE_ENABLE(bank);
   for (unsigned i = 0; i < ARRAY_SIZE(windows); i++) {
      const uint32_t at = (offset - windows[i].offset) / 4;
      const uint32_t to = at + (banked ? R3_US_CODE_BANK_get_BANK(bank) * windows[i].size : 0);
      if (offset >= windows[i].offset && at < windows[i].size && to < US_R3_INSTS)
         windows[i].memory[to] = value;
   }
   e->us_changed |= offset >= R3_US_CONFIG_OFFSET && offset < R3_US_ALU_EXT_ADDR_OFFSET(US_R3_ALU_BANK);
}

/* The count goes to the pipes that SU_REG_DEST selects: all samples are counted in the first, none in the others. */
static bool
store_zpass(struct emulator *e, uint32_t address)
{
   const bool rv530 = e->r500 && e->chip->z_pipes > 1;
   const uint32_t pipes = rv530 ? e->r5.mmio.FG_ZBREG_DEST : e->rx.mmio.SU_REG_DEST;
   r300_sync(e, address, 4, true);
   r300_flush(e);
   uint8_t *p = emu_mem_ptr(&e->mem, address, 4);
   if (!p)
      return r300_error(e, "ZB_ZPASS_ADDR: 0x%08x lies outside of memory", address);
   const uint32_t count = e->zpass_base + (uint32_t)(raster_zpass_count(e->raster) - e->zpass_from);
   const uint32_t value = pipes & 1 ? count : e->zpass_base;
   memcpy(p, &value, 4);
   return true;
}

static void
start_zpass(struct emulator *e, uint32_t value)
{
   r300_flush(e);
   e->zpass_from = raster_zpass_count(e->raster);
   e->zpass_base = value;
}

bool
r300_cp_write_reg(struct emulator *e, uint32_t offset, uint32_t value)
{
   if (offset / 4 >= ARRAY_SIZE(e->reg))
      return r300_error(e, "there is no register 0x%04x", offset);
   if (e->strict && !r300_strict_write(e, offset, value))
      return false;
   if (e->reg[offset / 4] != value)
      e->dirty = true;
   e->reg[offset / 4] = value;
   switch (offset) {
   case RX_VAP_PVS_VECTOR_INDX_REG_OFFSET:
      e->pvs_at_dw = value * 4;
      return true;
   case RX_VAP_PVS_VECTOR_DATA_REG_OFFSET:
   case RX_VAP_PVS_VECTOR_DATA_REG_128_OFFSET:
      e->dirty = true;
      write_pvs_memory(e, value);
      return true;
   case RX_VAP_PVS_CODE_CNTL_0_OFFSET:
      e->pvs_changed = true;
      return true;
   case RX_DST_HEIGHT_WIDTH_OFFSET:
      return r300_cp_gui_rectangle(e, RX_DST_HEIGHT_WIDTH_get_WIDTH(value),
                                   RX_DST_HEIGHT_WIDTH_get_HEIGHT(value));
   case RX_DST_WIDTH_HEIGHT_OFFSET:
      return r300_cp_gui_rectangle(e, RX_DST_WIDTH_HEIGHT_get_WIDTH(value),
                                   RX_DST_WIDTH_HEIGHT_get_HEIGHT(value));
   case RX_DST_LINE_END_OFFSET:
      return r300_error(e, "DST_LINE_END: lines of the 2D engine are not implemented");
   case RX_ZB_ZPASS_DATA_OFFSET:
      start_zpass(e, value);
      return true;
   case RX_ZB_ZPASS_ADDR_OFFSET:
      return store_zpass(e, value);
   default:
      break;
   }
   if (!e->r500) {
      write_us_window(e, offset, value);
      return true;
   }
   switch (offset) {
   case R5_GA_US_VECTOR_INDEX_OFFSET:
      e->us_at_dw = 0;
      return true;
   case R5_GA_US_VECTOR_DATA_OFFSET:
      e->dirty = true;
      write_us_memory(e, value);
      return true;
   case R5_US_CODE_ADDR_OFFSET:
   case R5_US_CODE_OFFSET_OFFSET:
   case R5_US_CONFIG_OFFSET:
      e->us_changed = true;
      return true;
   default:
      return true;
   }
}
