/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA ring: linear copies, fills and fences on the engine that the radeon kernel driver
 * calls r600_dma/evergreen_dma. Header: command 31:28, tiled 23 (sub-command 23:20 from Evergreen on), size
 * in dwords 15:0 (19:0 from Evergreen on). Tiled copies are left out.
 */
#include "emulator/emu_front.h"

enum { DMA_COPY = 3, DMA_FILL = 13, DMA_NOP = 15 };

static bool
command(struct front *f, const uint32_t *dw, uint32_t room_dw, uint32_t *used_dw)
{
   bool eg = f->e->chip->gen >= DB_EVERGREEN;
   unsigned cmd = dw[0] >> 28;
   uint64_t size_B = (uint64_t)(dw[0] & (eg ? 0xfffff : 0xffff)) * 4;
   unsigned need = cmd == DMA_COPY ? 5 : cmd == DMA_FILL ? 4 : 1;
   *used_dw = need;
   if (need > room_dw)
      return front_error(f, "DMA command %u is cut off after %u dwords", cmd, room_dw);
   switch (cmd) {
   case DMA_NOP:
      return true;
   case DMA_COPY: {
      unsigned sub = eg ? dw[0] >> 20 & 0xff : dw[0] >> 23 & 1;
      if (eg && sub == 0x40)
         size_B /= 4; /* byte copy */
      else if (sub)
         return front_error(f, "DMA copy 0x%02x is not implemented", sub);
      uint64_t dst = dw[1] | (uint64_t)(dw[3] & 0xff) << 32, src = dw[2] | (uint64_t)(dw[4] & 0xff) << 32;
      void *d = cp_mem(f, dst, size_B, true, "DMA copy destination");
      const void *s = d ? cp_mem(f, src, size_B, false, "DMA copy source") : NULL;
      if (s)
         memmove(d, s, size_B);
      return s != NULL;
   }
   case DMA_FILL: {
      uint8_t *d = cp_mem(f, dw[1] | (uint64_t)(dw[3] >> 16 & 0xff) << 32, size_B, true, "DMA fill");
      for (uint64_t i = 0; d && i < size_B; i += 4)
         memcpy(d + i, &dw[2], 4);
      return d != NULL;
   }
   default:
      return front_error(f, "DMA command %u is not implemented", cmd);
   }
}

bool
cp_run_dma(struct front *f, const uint32_t *dw, uint32_t ndw)
{
   uint32_t used;
   for (uint32_t at = 0; at < ndw; at += used) {
      if (!command(f, dw + at, ndw - at, &used)) {
         f->err->dword = at;
         f->err->packet = dw[at];
         return false;
      }
   }
   return true;
}
