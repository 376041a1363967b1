/* SPDX-License-Identifier: MIT
 *
 * Memory fill, texture copy and DMA, by the description of the engines. Fills reach FCRAM, too, as no test tells what the chip does there.
 */
#include "emulator/pica200/engines/engines.h"

#include <string.h>

#include "db/pica200/picax_regs.h"

#include "util/u_math.h"

bool
pica_fill(struct pica_gpu *gpu, uint32_t start, uint32_t end, uint32_t value, unsigned width)
{
   if (end < start)
      return pica_error(gpu, PICA_REGS, "a fill from %08x ends before, at %08x", start, end);
   uint32_t bytes = end - start, step = width == 0 ? 2 : width == 2 ? 4 : 3;
   uint8_t *p = pica_mem(gpu, start, bytes);
   if (!p)
      return pica_error(gpu, PICA_REGS, "a fill of %u bytes at %08x is not in memory", bytes, start);
   gpu->back->flush(gpu);
   if (!bytes)
      return true;
   /* what is filled is copied behind itself; the last word may be cut */
   uint32_t filled = MIN2(step, bytes);
   memcpy(p, &value, filled);
   while (filled < bytes) {
      uint32_t n = MIN2(filled, bytes - filled);
      memcpy(p + filled, p, n);
      filled += n;
   }
   return true;
}

bool
pica_dma(struct pica_gpu *gpu, uint32_t from, uint32_t to, uint32_t bytes)
{
   const uint8_t *src = pica_mem(gpu, from, bytes);
   uint8_t *dst = pica_mem(gpu, to, bytes);
   if (!src || !dst)
      return pica_error(gpu, PICA_REGS, "a copy of %u bytes from %08x to %08x is not in memory", bytes, from,
                        to);
   gpu->back->flush(gpu);
   memmove(dst, src, bytes);
   return true;
}

/* One side of a texture copy: lines of bytes, and gaps between them. */
struct lines {
   uint32_t address, line_B, gap_B;
   uint8_t *p;
};

/* Bytes from the first to the last that `size` bytes in lines touch. */
static uint64_t
extent(const struct lines *l, uint32_t size)
{
   if (!l->gap_B)
      return size;
   return size + (uint64_t)((size - 1) / l->line_B) * l->gap_B;
}

static bool
find_lines(struct lines *l, struct pica_gpu *gpu, uint32_t address, uint32_t width16, uint32_t gap16,
           uint32_t size, const char *what)
{
   *l = (struct lines){.address = address, .line_B = width16 * 16, .gap_B = gap16 * 16};
   if (l->gap_B && !l->line_B)
      return pica_error(gpu, PICA_REGS, "a texture copy whose %s has gaps but lines of 0 bytes never ends",
                        what);
   if (!l->gap_B)
      l->line_B = size;
   l->p = pica_mem(gpu, address, extent(l, size));
   if (!l->p)
      return pica_error(gpu, PICA_REGS, "the %s of a texture copy of %u bytes at %08x is not in memory", what,
                        size, address);
   return true;
}

bool
pica_texture_copy(struct pica_gpu *gpu)
{
   const union picax_mmio_regs *io = &gpu->io;
   uint32_t size = PICAX_PPF_COPY_SIZE_get_BYTES(io->PPF_COPY_SIZE) & ~15u;
   struct lines in, out;
   if (!size)
      return pica_error(gpu, PICA_REGS, "a texture copy of less than 16 bytes hangs the engine");
   if (!find_lines(&in, gpu, PICAX_PPF_IN_ADDR_get_ADDR(io->PPF_IN_ADDR) * 8,
                   PICAX_PPF_COPY_IN_get_WIDTH16(io->PPF_COPY_IN),
                   PICAX_PPF_COPY_IN_get_GAP16(io->PPF_COPY_IN), size, "input") ||
       !find_lines(&out, gpu, PICAX_PPF_OUT_ADDR_get_ADDR(io->PPF_OUT_ADDR) * 8,
                   PICAX_PPF_COPY_OUT_get_WIDTH16(io->PPF_COPY_OUT),
                   PICAX_PPF_COPY_OUT_get_GAP16(io->PPF_COPY_OUT), size, "output"))
      return false;
   if ((in.gap_B || out.gap_B) && !PICAX_PPF_FLAGS_get_CROP_LINES(io->PPF_FLAGS))
      return pica_error(gpu, PICA_REGS, "a texture copy with gaps needs bit 2 of PPF_FLAGS");
   gpu->back->flush(gpu);
   uint32_t in_left = in.line_B, out_left = out.line_B;
   for (uint32_t left = size; left;) {
      uint32_t n = MIN2(left, MIN2(in_left, out_left));
      memmove(out.p, in.p, n);
      left -= n;
      in_left -= n;
      out_left -= n;
      in.p += n + (in_left || !left ? 0 : in.gap_B);
      out.p += n + (out_left || !left ? 0 : out.gap_B);
      in_left = in_left ? in_left : in.line_B;
      out_left = out_left ? out_left : out.line_B;
   }
   return true;
}
