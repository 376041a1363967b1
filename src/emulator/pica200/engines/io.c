/* SPDX-License-Identifier: MIT
 *
 * The memory-mapped registers. Engines work at once, so that nobody sees them busy; interrupts are left to who owns the GPU.
 */
#include "db/pica200/picax_regs.h"
#include "emulator/pica200/engines/engines.h"

enum { GPU_FROM_B = PICA_GPU_BASE - PICA_IO_BASE };

#define REG(name) (PICAX_##name##_OFFSET / 4)

static bool
run_fill(struct pica_gpu *gpu, unsigned n)
{
   uint32_t control = gpu->io.PSC[n].CONTROL;
   if (!PICAX_PSC_CONTROL_get_START(control))
      return true;
   bool ok = pica_fill(gpu, PICAX_PSC_START_get_ADDR(gpu->io.PSC[n].START) * 8,
                       PICAX_PSC_END_get_ADDR(gpu->io.PSC[n].END) * 8,
                       PICAX_PSC_VALUE_get_VALUE(gpu->io.PSC[n].VALUE), PICAX_PSC_CONTROL_get_WIDTH(control));
   control = PICAX_PSC_CONTROL_set_START(control, 0);
   gpu->io.PSC[n].CONTROL = PICAX_PSC_CONTROL_set_FINISHED(control, ok);
   return ok;
}

static bool
run_transfer(struct pica_gpu *gpu)
{
   if (!PICAX_PPF_START_get_START(gpu->io.PPF_START))
      return true;
   bool ok = PICAX_PPF_FLAGS_get_TEXTURE_COPY(gpu->io.PPF_FLAGS) ? pica_texture_copy(gpu)
                                                                 : pica_display_transfer(gpu);
   gpu->io.PPF_START = PICAX_PPF_START_set_FINISHED(PICAX_PPF_START_set_START(gpu->io.PPF_START, 0), ok);
   return ok;
}

bool
pica_io_write(struct pica_gpu *gpu, uint32_t offset_B, uint32_t value)
{
   uint32_t n = offset_B / 4;
   if (offset_B % 4)
      return pica_error(gpu, PICA_REGS, "a register at offset %x: they stand at multiples of 4", offset_B);
   if (n >= REG(P3D_SIZE) && n <= REG(P3D_START)) {
      gpu->io.raw[n] = value;
      if (n != REG(P3D_START) || !PICAX_P3D_START_get_START(value))
         return true;
      return pica_submit(gpu, PICAX_P3D_ADDR_get_ADDR(gpu->io.P3D_ADDR) * 8,
                         PICAX_P3D_SIZE_get_SIZE(gpu->io.P3D_SIZE) * 8);
   }
   if (offset_B >= GPU_FROM_B) {
      uint32_t reg = (offset_B - GPU_FROM_B) / 4;
      return reg < PICA_REGS ? pica_write(gpu, reg, value, 15)
                             : pica_error(gpu, PICA_REGS, "there is no register at offset %x", offset_B);
   }
   gpu->io.raw[n] = value;
   if (n == PICAX_PSC_CONTROL_OFFSET(0) / 4)
      return run_fill(gpu, 0);
   if (n == PICAX_PSC_CONTROL_OFFSET(1) / 4)
      return run_fill(gpu, 1);
   return n == REG(PPF_START) ? run_transfer(gpu) : true;
}

uint32_t
pica_io_read(const struct pica_gpu *gpu, uint32_t offset_B)
{
   uint32_t n = offset_B / 4;
   if (n >= REG(P3D_SIZE) && n <= REG(P3D_START))
      return gpu->io.raw[n];
   if (offset_B >= GPU_FROM_B) {
      uint32_t reg = (offset_B - GPU_FROM_B) / 4;
      return reg < PICA_REGS ? gpu->reg[reg] : 0;
   }
   return gpu->io.raw[n];
}
