/* SPDX-License-Identifier: MIT
 *
 * What writing a register does beside storing it. 3dbrew, "GPU/Internal Registers".
 */
#include "emulator/pica200/cp/ports.h"
#include "emulator/pica200/pica_gpu.h"
#include "emulator/pica200/va/va.h"

enum { FRAGMENT_END = 0x200, UNITS_BEGIN = PICA_ID(GSH_BOOLUNIFORM), UNITS_END = 0x2de };

static uint32_t
widen(unsigned mask)
{
   uint32_t m = 0;
   for (unsigned i = 0; i < 4; i++)
      m |= mask >> i & 1 ? 0xffu << (8 * i) : 0;
   return m;
}

bool
pica_write_register(struct pica_gpu *gpu, unsigned reg, uint32_t value, unsigned mask)
{
   if (reg >= PICA_REGS)
      return pica_error(gpu, reg, "There is no register 0x%x: the last one is 0x%x.", reg, PICA_REGS - 1);
   const uint32_t m = widen(mask), old = gpu->reg[reg], stored = (old & ~m) | (value & m);
   gpu->reg[reg] = stored;
   if (reg < PICA_ID(FIXEDATTRIB_DATA0) || reg > PICA_ID(FIXEDATTRIB_DATA2))
      gpu->va->prepared = false;
   if (reg >= UNITS_BEGIN && reg < UNITS_END) {
      /* uniforms obey the mask, ports take whole words */
      const bool plain = reg <= PICA_ID_AT(GSH_INTUNIFORM, 3) ||
                         (reg >= PICA_ID(VSH_BOOLUNIFORM) && reg <= PICA_ID_AT(VSH_INTUNIFORM, 3));
      pica_write_unit(gpu, reg, plain ? stored : value);
      return true;
   }
   if (reg < FRAGMENT_END) {
      if (reg == PICA_ID(FRAMEBUFFER_FLUSH) || reg == PICA_ID(FRAMEBUFFER_INVALIDATE))
         gpu->back->flush(gpu);
      else if (!pica_write_table(gpu, reg, value) && stored != old)
         gpu->state_changed = true;
      return true;
   }
   return pica_va_write(gpu, reg, value);
}
