/* SPDX-License-Identifier: MIT
 *
 * Command lists: packets to registers, jumps, the end. 3dbrew, "GPU/Internal Registers" and "GPU/GPU Commands". A list that the chip would hang at is refused:
 * one whose size is not a multiple of 16 bytes, one without FINALIZE, one that jumps out of memory, one that never ends.
 */
#include <string.h>

#include "db/pica200/pica_words.h"
#include "emulator/pica200/pica_gpu.h"
#include "util/u_fpenv.h"

enum {
   UNIT_B = 8,  /* of addresses and sizes in registers; packets are aligned to it */
   ALIGN_B = 16 /* of sizes */
};

struct list {
   const uint8_t *words;
   uint32_t address, bytes;
   uint32_t at_B;
};

static uint32_t
word_at(const struct list *l, uint32_t at_B)
{
   uint32_t w;
   memcpy(&w, l->words + at_B, 4);
   return w;
}

/* False: there is no such memory. The place of the error is the list's that names it. */
static bool
open_list(struct pica_gpu *gpu, struct list *l, uint32_t address, uint32_t bytes, uint32_t reg)
{
   if (bytes % ALIGN_B)
      return pica_error(gpu, reg, "A list of %u bytes: sizes are multiples of %u bytes.", bytes, ALIGN_B);
   if (address % UNIT_B)
      return pica_error(gpu, reg, "A list at 0x%08x: addresses are multiples of %u bytes.", address, UNIT_B);
   const uint8_t *words = pica_mem(gpu, address, bytes);
   if (!words)
      return pica_error(gpu, reg, "A list of %u bytes at 0x%08x is not in VRAM or FCRAM.", bytes, address);
   *l = (struct list){.words = words, .address = address, .bytes = bytes};
   return true;
}

/* FINALIZE ends the run where the interrupt stops it. */
static bool
finalizes(struct pica_gpu *gpu, uint32_t value)
{
   for (unsigned i = 0; i < 4; i++)
      if ((value >> (8 * i) & 0xff) == (gpu->r.IRQ_COMPARE >> (8 * i) & 0xff))
         gpu->interrupted = true;
   return gpu->interrupted && PICA_IRQ_AUTOSTOP_get_AUTOSTOP(gpu->r.IRQ_AUTOSTOP);
}

static bool
jump(struct pica_gpu *gpu, struct list *l, unsigned channel)
{
   const uint32_t address = PICA_CMDBUF_ADDR_get_ADDR(gpu->r.CMDBUF_ADDR[channel]) * UNIT_B;
   const uint32_t bytes = PICA_CMDBUF_SIZE_get_SIZE(gpu->r.CMDBUF_SIZE[channel]) * UNIT_B;
   return open_list(gpu, l, address, bytes, PICA_ID_AT(CMDBUF_JUMP, channel));
}

enum step { STEP_NEXT, STEP_END, STEP_ERROR };

static enum step
write_parameter(struct pica_gpu *gpu, unsigned reg, uint32_t value, unsigned mask)
{
   if (!pica_write_register(gpu, reg, value, mask))
      return STEP_ERROR;
   if (reg == PICA_ID(FINALIZE))
      return finalizes(gpu, value) ? STEP_END : STEP_NEXT;
   return STEP_NEXT;
}

static enum step
run_packet(struct pica_gpu *gpu, struct list *l)
{
   const uint32_t begin = l->at_B, header = word_at(l, begin + 4);
   const unsigned id = PICAW_CMD_HEADER_get_ID(header), mask = PICAW_CMD_HEADER_get_MASK(header);
   const unsigned extra = PICAW_CMD_HEADER_get_EXTRA(header);
   const bool consecutive = PICAW_CMD_HEADER_get_CONSECUTIVE(header);
   if (begin + 8 + 4 * extra > l->bytes) {
      pica_error(gpu, id, "The packet has %u further parameters, but the list ends before them.", extra);
      return STEP_ERROR;
   }
   l->at_B += (8 + 4 * extra + 7) & ~7u;
   for (unsigned i = 0; i <= extra; i++) {
      const uint32_t value = word_at(l, i ? begin + 4 + 4 * i : begin);
      const unsigned reg = id + (consecutive ? i : 0);
      if (reg == PICA_ID_AT(CMDBUF_JUMP, 0) || reg == PICA_ID_AT(CMDBUF_JUMP, 1)) {
         gpu->reg[reg] = value;
         return jump(gpu, l, reg - PICA_ID_AT(CMDBUF_JUMP, 0)) ? STEP_NEXT : STEP_ERROR;
      }
      const enum step step = write_parameter(gpu, reg, value, mask);
      if (step != STEP_NEXT)
         return step;
   }
   return STEP_NEXT;
}

static bool
run_lists(struct pica_gpu *gpu, uint32_t address, uint32_t bytes)
{
   struct list l;
   if (!open_list(gpu, &l, address, bytes, PICA_REGS)) {
      gpu->error.address = address;
      return false;
   }
   for (unsigned n = 0; l.at_B < l.bytes; n++) {
      const uint32_t base = l.address, at_B = l.at_B;
      enum step step;
      if (n < gpu->limits.packets) {
         gpu->num_packets++;
         step = run_packet(gpu, &l);
      } else {
         pica_error(gpu, PICA_REGS, "The lists have more than %u packets and do not end.",
                    gpu->limits.packets);
         step = STEP_ERROR;
      }
      if (step == STEP_END)
         return true;
      if (step == STEP_ERROR) {
         gpu->error.address = base + at_B;
         gpu->error.offset_B = at_B;
         return false;
      }
   }
   if (gpu->interrupted)
      return true;
   gpu->error.address = l.address + l.bytes;
   gpu->error.offset_B = l.bytes;
   return pica_error(gpu, PICA_REGS,
                     "The list ends without a write to FINALIZE, so the chip never tells that it is done.");
}

bool
pica_write(struct pica_gpu *gpu, unsigned reg, uint32_t value, unsigned mask)
{
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   memset(&gpu->error, 0, sizeof gpu->error);
   gpu->work_left = gpu->limits.work;
   const bool done = pica_write_register(gpu, reg, value, mask);
   u_fpenv_leave(old);
   return done;
}

bool
pica_submit(struct pica_gpu *gpu, uint32_t address, uint32_t bytes)
{
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH);
   memset(&gpu->error, 0, sizeof gpu->error);
   gpu->interrupted = false;
   gpu->work_left = gpu->limits.work;
   const bool done = run_lists(gpu, address, bytes);
   gpu->back->flush(gpu);
   u_fpenv_leave(old);
   return done;
}
