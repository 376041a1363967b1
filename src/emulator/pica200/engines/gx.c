/* SPDX-License-Identifier: MIT
 *
 * The GPU queue's six commands, by the description of GSP's shared memory. Caches need no flush here. The accumulated density of gas (word 3
 * of a command list) is left alone: no source tells how it is made.
 */
#include "emulator/pica200/engines/gx.h"

#include "db/pica200/picax_regs.h"
#include "emulator/pica200/engines/engines.h"

enum gx_command { GX_DMA, GX_LIST, GX_FILL, GX_TRANSFER, GX_COPY, GX_FLUSH };

/* Where the system maps memory for programs. */
static const struct {
   uint32_t from, bytes, to;
} maps[] = {
   {0x14000000, 0x08000000, PICA_FCRAM_BASE},
   {0x30000000, 0x10000000, PICA_FCRAM_BASE},
   {0x1f000000, 0x00600000, PICA_VRAM_BASE },
};

uint32_t
pica_physical(uint32_t address)
{
   for (unsigned i = 0; i < sizeof maps / sizeof maps[0]; i++)
      if (address - maps[i].from < maps[i].bytes)
         return maps[i].to + (address - maps[i].from);
   return address;
}

static bool
run_fills(struct pica_gpu *gpu, const uint32_t w[8])
{
   for (unsigned n = 0; n < 2; n++) {
      uint32_t start = w[1 + 3 * n], control = w[7] >> 16 * n & 0xffff;
      if (!start)
         continue;
      /* the end may be the first address behind a memory, which is in none */
      uint32_t end = pica_physical(start) + (w[3 + 3 * n] - start);
      if (!pica_io_write(gpu, PICAX_PSC_START_OFFSET(n), pica_physical(start) / 8) ||
          !pica_io_write(gpu, PICAX_PSC_END_OFFSET(n), end / 8) ||
          !pica_io_write(gpu, PICAX_PSC_VALUE_OFFSET(n), w[2 + 3 * n]) ||
          !pica_io_write(gpu, PICAX_PSC_CONTROL_OFFSET(n), PICAX_PSC_CONTROL_set_START(control, 1)))
         return false;
   }
   return true;
}

static bool
run_transfer(struct pica_gpu *gpu, const uint32_t w[8], bool copies)
{
   uint32_t flags = copies ? PICAX_PPF_FLAGS_set_TEXTURE_COPY(w[6], 1) : w[5];
   return pica_io_write(gpu, PICAX_PPF_IN_ADDR_OFFSET, pica_physical(w[1]) / 8) &&
          pica_io_write(gpu, PICAX_PPF_OUT_ADDR_OFFSET, pica_physical(w[2]) / 8) &&
          pica_io_write(gpu, copies ? PICAX_PPF_COPY_SIZE_OFFSET : PICAX_PPF_IN_SIZE_OFFSET, w[3]) &&
          pica_io_write(gpu, copies ? PICAX_PPF_COPY_IN_OFFSET : PICAX_PPF_OUT_SIZE_OFFSET, w[4]) &&
          (!copies || pica_io_write(gpu, PICAX_PPF_COPY_OUT_OFFSET, w[5])) &&
          pica_io_write(gpu, PICAX_PPF_FLAGS_OFFSET, flags) && pica_io_write(gpu, PICAX_PPF_START_OFFSET, 1);
}

bool
pica_gx(struct pica_gpu *gpu, const uint32_t w[8])
{
   switch (w[0] & 0xff) {
   case GX_DMA:
      return pica_dma(gpu, pica_physical(w[1]), pica_physical(w[2]), w[3]);
   case GX_LIST:
      return pica_submit(gpu, pica_physical(w[1]), w[2]);
   case GX_FILL:
      return run_fills(gpu, w);
   case GX_TRANSFER:
      return run_transfer(gpu, w, false);
   case GX_COPY:
      return run_transfer(gpu, w, true);
   case GX_FLUSH:
      return true;
   default:
      return pica_error(gpu, PICA_REGS, "the GPU queue has no command %u", w[0] & 0xff);
   }
}
