/* SPDX-License-Identifier: MIT
 *
 * Packets that read and write memory or wait: MEM_WRITE, EVENT_WRITE*, WAIT_REG_MEM, COPY_DW, CP_DMA,
 * predication. "Evergreen/Northern Islands Acceleration" chapter 9. Everything in
 * front of a packet has happened when it executes: cp_mem() runs pending bins that touch the range. Pipeline
 * statistics are left out.
 */
#include <assert.h>
#include <time.h>

#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regs.h"
#include "emulator/core/memory.h"
#include "emulator/core/perf.h"
#include "emulator/raster/raster.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/front.h"

#define WAIT_LIMIT_NS 200000000 /* nobody but the host can make a wait come true: do not wait for ever */

/** The register that a packet names by its number among all dwords. */
static uint32_t
cp_register(uint32_t dw)
{
   return (dw & 0xffff) * 4;
}

void *
cp_mem(struct front *f, uint64_t addr, uint64_t size_B, bool write, const char *what)
{
   void *p = emu_mem_ptr(&f->e->mem, addr, size_B);
   if (!p) {
      front_error(f, "%s: 0x%llx, %llu bytes, lies outside of memory", what, (unsigned long long)addr,
                  (unsigned long long)size_B);
      return NULL;
   }
   front_sync(f, addr, size_B, write);
   if (write)
      f->dirty |= FRONT_DIRTY_VS | FRONT_DIRTY_PS; /* it may be code or constants */
   return p;
}

CP_HANDLER(cp_mem_write)
{
   assert(n >= 4); /* packet3() asked the table of packets */
   bool dw32 = DB_PKT3_MEM_WRITE_DW1_get_DATA32(body[1]);
   uint64_t addr = cp_address(body[0] & ~3u, DB_PKT3_MEM_WRITE_DW1_get_ADDRESS_HI(body[1]));
   if (DB_PKT3_MEM_WRITE_DW1_get_CNTR_SEL(body[1])) {
      uint64_t clock = front_clock(f->e);
      void *p = cp_mem(f, addr, 8, true, "MEM_WRITE");
      if (p)
         memcpy(p, &clock, 8);
      return p != NULL;
   }
   void *p = cp_mem(f, addr, dw32 ? 4 : 8, true, "MEM_WRITE");
   if (p)
      memcpy(p, body + 2, dw32 ? 4 : 8);
   return p != NULL;
}

/* Each render backend writes its own 64-bit counter, 16 bytes apart; bit 63 says that it is there. Samples
 * are counted as a whole here, so the first backend has them all. */
static bool
write_zpass(struct front *f, uint64_t addr)
{
   assert(f->e->chip->render_backends >= 1);
   unsigned backends = f->e->chip->render_backends;
   uint8_t *p = cp_mem(f, addr, (backends - 1) * 16 + 8, true, "ZPASS_DONE");
   if (!p)
      return false;
   front_flush(f);
   uint64_t count = raster_zpass_count(f->e->raster) | DB_COUNT_VALID;
   memcpy(p, &count, 8);
   count = DB_COUNT_VALID;
   for (unsigned i = 1; i < backends; i++)
      memcpy(p + 16 * i, &count, 8);
   return true;
}

/* For errors; f->events says which there are. */
static const char *
event_name(const struct front *f, unsigned event)
{
   return db_event_name(f->e->chip->gen, event);
}

CP_HANDLER(cp_event_write)
{
   assert(n >= 1);
   unsigned event = DB_PKT3_EVENT_WRITE_DW0_get_EVENT_TYPE(body[0]);
   if (!(f->events >> event & 1))
      return front_error(f, "EVENT_WRITE: event %u does not exist on %s", event, f->e->chip->base.name);
   switch (event) {
   case DB_EVENT_ZPASS_DONE:
      if (n != 3)
         return front_error(f, "EVENT_WRITE of ZPASS_DONE needs an address");
      return write_zpass(f, cp_address(body[1] & ~7u, body[2]));
   case DB_EVENT_SAMPLE_STREAMOUTSTATS: {
      if (n != 3)
         return front_error(f, "EVENT_WRITE of SAMPLE_STREAMOUTSTATS needs an address");
      /* primitives that came, primitives that were written */
      uint64_t stats[2] = {f->strmout_needed | DB_COUNT_VALID, f->strmout_written | DB_COUNT_VALID};
      void *p = cp_mem(f, cp_address(body[1] & ~7u, body[2]), sizeof stats, true, "SAMPLE_STREAMOUTSTATS");
      if (p)
         memcpy(p, stats, sizeof stats);
      return p != NULL;
   }
   /* drivers put their own draws between these two, and count no primitives of them */
   case DB_EVENT_PIPELINESTAT_START:
   case DB_EVENT_PIPELINESTAT_STOP:
      f->strmout_paused = event == DB_EVENT_PIPELINESTAT_STOP;
      return n == 1 || front_error(f, "EVENT_WRITE of %s takes no address", event_name(f, event));
   case DB_EVENT_SAMPLE_PIPELINESTAT:
      return front_error(f, "EVENT_WRITE of %s is not implemented", event_name(f, event));
   case DB_EVENT_SO_VGTSTREAMOUT_FLUSH: /* OFFSET_UPDATE_DONE: nothing is ever under way */
      if (f->e->chip->gen >= DB_EVERGREEN)
         f->e->regs.eg.config.CP_STRMOUT_CNTL |= EG_CP_STRMOUT_CNTL(.OFFSET_UPDATE_DONE = 1);
      else
         f->e->regs.r6.config.CP_STRMOUT_CNTL |= R6_CP_STRMOUT_CNTL(.OFFSET_UPDATE_DONE = 1);
      return true;
   case DB_EVENT_CACHE_FLUSH_TS:
   case DB_EVENT_CACHE_FLUSH_AND_INV_TS_EVENT:
   case DB_EVENT_BOTTOM_OF_PIPE_TS:
      return front_error(f, "%s is for EVENT_WRITE_EOP", event_name(f, event));
   default:
      if (n != 1)
         return front_error(f, "EVENT_WRITE of %s takes no address", event_name(f, event));
      return true;
   }
}

CP_HANDLER(cp_event_write_eop)
{
   assert(n >= 5);
   unsigned event = DB_PKT3_EVENT_WRITE_EOP_DW0_get_EVENT_TYPE(body[0]);
   unsigned sel = DB_PKT3_EVENT_WRITE_EOP_DW2_get_DATA_SEL(body[2]);
   if (!(f->events >> event & 1))
      return front_error(f, "EVENT_WRITE_EOP: event %u does not exist on %s", event, f->e->chip->base.name);
   if (sel == DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_NONE)
      return true;
   unsigned size_B = sel == DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_LOW32 ? 4 : 8;
   uint64_t addr = cp_address(body[1] & ~3u, DB_PKT3_EVENT_WRITE_EOP_DW2_get_ADDRESS_HI(body[2]));
   uint64_t data = body[3] | (uint64_t)body[4] << 32;
   void *p = cp_mem(f, addr, size_B, true, "EVENT_WRITE_EOP");
   if (!p)
      return false;
   front_flush(f); /* end of pipe: everything before it has been drawn */
   switch (sel) {
   case DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_LOW32:
   case DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_64:
      break;
   case DB_PKT3_EVENT_WRITE_EOP_DW2__DATA_SEL__DATA_CLOCK:
      data = front_clock(f->e);
      break;
   default:
      return front_error(f, "EVENT_WRITE_EOP: DATA_SEL %u is not implemented", sel);
   }
   memcpy(p, &data, size_B);
   return true;
}

CP_HANDLER(cp_event_write_eos)
{
   return front_error(f, "EVENT_WRITE_EOS is not implemented");
}

#define FUNCTION(x) DB_PKT3_WAIT_REG_MEM_DW0__FUNCTION__FUNCTION_##x

static bool
compare(unsigned func, uint32_t value, uint32_t ref)
{
   switch (func) {
   case FUNCTION(ALWAYS):
      return true;
   case FUNCTION(LESS):
      return value < ref;
   case FUNCTION(LEQUAL):
      return value <= ref;
   case FUNCTION(EQUAL):
      return value == ref;
   case FUNCTION(NOT_EQUAL):
      return value != ref;
   case FUNCTION(GEQUAL):
      return value >= ref;
   default:
      return value > ref;
   }
}

CP_HANDLER(cp_wait_reg_mem)
{
   assert(n >= 5);
   unsigned func = DB_PKT3_WAIT_REG_MEM_DW0_get_FUNCTION(body[0]);
   uint32_t ref = body[3], mask = body[4];
   if (func > FUNCTION(GREATER))
      return front_error(f, "WAIT_REG_MEM: function 7 is reserved");
   if (!DB_PKT3_WAIT_REG_MEM_DW0_get_MEM_SPACE(body[0])) {
      bool ok;
      uint32_t v = cp_read_reg(f, cp_register(body[1]), &ok);
      if (!ok)
         return front_error(f, "WAIT_REG_MEM: there is no register 0x%05x", cp_register(body[1]));
      /* Nothing runs behind CP's back, so a register does not change by itself. */
      return compare(func, v & mask, ref) ||
             front_error(f, "WAIT_REG_MEM on register 0x%05x would wait for ever", cp_register(body[1]));
   }
   const volatile uint32_t *p = cp_mem(f, cp_address(body[1] & ~3u, body[2]), 4, false, "WAIT_REG_MEM");
   if (!p)
      return false;
   struct timespec pause = {0, 100000};
   for (long waited = 0; !compare(func, *p & mask, ref); waited += pause.tv_nsec) {
      if (waited >= WAIT_LIMIT_NS)
         return front_error(f, "WAIT_REG_MEM: memory stayed 0x%08x, waited for (x & 0x%08x) against 0x%08x",
                            *p, mask, ref);
      nanosleep(&pause, NULL);
   }
   front_forget_marks(f, 0, UINT64_MAX); /* whoever made it come true may have written more */
   f->dirty |= FRONT_DIRTY_VS | FRONT_DIRTY_PS;
   return true;
}

CP_HANDLER(cp_copy_dw)
{
   assert(n >= 5);
   uint32_t value;
   bool ok;
   if (DB_PKT3_COPY_DW_DW0_get_SRC_IS_MEM(body[0])) {
      const void *p = cp_mem(f, cp_address(body[1] & ~3u, body[2]), 4, false, "COPY_DW source");
      if (!p)
         return false;
      memcpy(&value, p, 4);
   } else {
      value = cp_read_reg(f, cp_register(body[1]), &ok);
      if (!ok)
         return front_error(f, "COPY_DW: there is no register 0x%05x", cp_register(body[1]));
   }
   if (DB_PKT3_COPY_DW_DW0_get_DST_IS_MEM(body[0])) {
      void *p = cp_mem(f, cp_address(body[3] & ~3u, body[4]), 4, true, "COPY_DW destination");
      if (p)
         memcpy(p, &value, 4);
      return p != NULL;
   }
   return cp_write_reg(f, cp_register(body[3]), value) ||
          front_error(f, "COPY_DW: there is no register 0x%05x", cp_register(body[3]));
}

static void
fill(uint8_t *dst, uint32_t size_B, uint32_t value)
{
   if (value == (value & 0xff) * 0x01010101u) {
      memset(dst, (int)(value & 0xff), size_B);
      return;
   }
   for (uint32_t i = 0; i < size_B; i += 4)
      memcpy(dst + i, &value, MIN2(4u, size_B - i));
}

CP_HANDLER(cp_dma)
{
   assert(n >= 5);
   uint32_t size_B = DB_PKT3_CP_DMA_DW4_get_BYTE_COUNT(body[4]);
   uint64_t dst_addr = cp_address(body[2], body[3]);
   if (DB_PKT3_CP_DMA_DW4_get_SRC_SWAP(body[4]) || DB_PKT3_CP_DMA_DW4_get_DST_SWAP(body[4]))
      return front_error(f, "CP_DMA with byte swapping is not implemented");
   if (DB_PKT3_CP_DMA_DW4_get_SAS(body[4]) || DB_PKT3_CP_DMA_DW4_get_DAS(body[4]) ||
       DB_PKT3_CP_DMA_DW4_get_SAIC(body[4]) || DB_PKT3_CP_DMA_DW4_get_DAIC(body[4]))
      return front_error(f, "CP_DMA from or to registers is not implemented");
   unsigned src_sel = 0;
   if (f->e->chip->gen >= DB_EVERGREEN) {
      src_sel = DB_PKT3_CP_DMA_DW1_get_SRC_SEL(body[1]);
      if (DB_PKT3_CP_DMA_DW1_get_DST_SEL(body[1]) || src_sel == 1 || src_sel == 3)
         return front_error(f, "CP_DMA with the global data share is not implemented");
   }
   if (!size_B)
      return true;
   uint8_t *dst = cp_mem(f, dst_addr, size_B, true, "CP_DMA destination");
   if (!dst)
      return false;
   if (src_sel == DB_PKT3_CP_DMA_DW1__SRC_SEL__SRC_DATA) {
      const unsigned before = emu_perf_enter(EMU_PERF_COPY);
      fill(dst, size_B, body[0]);
      emu_perf_leave(before);
      return true;
   }
   const uint8_t *src = cp_mem(f, cp_address(body[0], DB_PKT3_CP_DMA_DW1_get_SRC_ADDRESS_HI(body[1])), size_B,
                               false, "CP_DMA source");
   if (src) {
      const unsigned before = emu_perf_enter(EMU_PERF_COPY);
      memmove(dst, src, size_B);
      emu_perf_leave(before);
   }
   return src != NULL;
}

CP_HANDLER(cp_set_predication)
{
   assert(n >= 2);
   unsigned op = DB_PKT3_SET_PREDICATION_DW1_get_PRED_OP(body[1]);
   if (op == DB_PKT3_SET_PREDICATION_DW1__PRED_OP__PRED_OP_CLEAR) {
      f->predicate_false = false;
      f->predicate_sum = false;
      return true;
   }
   if (op != DB_PKT3_SET_PREDICATION_DW1__PRED_OP__PRED_OP_ZPASS)
      return front_error(f, "SET_PREDICATION: operation %u is not implemented", op);
   unsigned backends = f->e->chip->render_backends;
   const uint8_t *p =
      cp_mem(f, cp_address(body[0] & ~15u, DB_PKT3_SET_PREDICATION_DW1_get_START_ADDR_HI(body[1])),
             (uint64_t)backends * 16, false, "SET_PREDICATION");
   if (!p)
      return false;
   bool visible = DB_PKT3_SET_PREDICATION_DW1_get_CONTINUE(body[1]) && f->predicate_sum;
   for (unsigned i = 0; i < backends; i++) {
      uint64_t v[2];
      memcpy(v, p + 16 * i, 16);
      visible |= (v[0] & v[1]) >> 63 && v[0] != v[1];
   }
   f->predicate_sum = visible;
   f->predicate_false = DB_PKT3_SET_PREDICATION_DW1_get_PREDICATION_BOOLEAN(body[1]) ? !visible : visible;
   return true;
}
