/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA ring: copies, fills, writes and fences on the engine that the radeon kernel driver
 * calls r600_dma/evergreen_dma. Header: command 31:28, tiled 23 (sub-command 27:20 from Evergreen on), size
 * in dwords 15:0 (19:0 from Evergreen on). A tiled copy moves whole rows between a linear range and a tiled
 * surface. Layouts are those that the kernel's parsers know. Left out: partial, broadcast and tiled-to-tiled
 * copies, tiled writes.
 */
#include "emulator/emu_front.h"

enum { DMA_WRITE = 2, DMA_COPY = 3, DMA_FILL = 13, DMA_NOP = 15 };
enum { LINEAR = 0x00, TILED = 0x08, BYTES = 0x40 };

static uint64_t
address(uint32_t lo, uint32_t hi)
{
   return lo | (uint64_t)(hi & 0xff) << 32;
}

static bool
copy_linear(struct front *f, const uint32_t *dw, uint64_t size_B)
{
   bool packed = f->e->chip->gen == DB_R600; /* both high parts in one dword */
   uint64_t dst = address(dw[1], dw[3]), src = address(dw[2], packed ? dw[3] >> 16 : dw[4]);
   void *d = cp_mem(f, dst, size_B, true, "DMA copy destination");
   const void *s = d ? cp_mem(f, src, size_B, false, "DMA copy source") : NULL;
   if (s)
      memmove(d, s, size_B);
   return s != NULL;
}

/* The surface of a tiled copy and where in it the copy starts. */
struct tiled_copy {
   struct emu_surface s;
   uint32_t x, y, z;
   uint64_t linear;
   bool detile;
};

static void
tiled_common(struct front *f, const uint32_t *dw, struct tiled_copy *c)
{
   c->detile = dw[2] >> 31;
   c->s.chip = f->e->chip;
   c->s.addr = (uint64_t)dw[1] << 8;
   c->s.array_mode = dw[2] >> 27 & 0xf;
   c->s.bytes_per_el = (uint8_t)(1u << (dw[2] >> 24 & 7));
   c->s.num_banks = f->e->chip->num_banks;
   c->s.bank_width = c->s.bank_height = c->s.macro_aspect = 1;
   c->s.tile_split_B = 4096;
}

static void
tiled_r6(struct front *f, const uint32_t *dw, struct tiled_copy *c)
{
   tiled_common(f, dw, c);
   c->s.pitch_el = ((dw[2] & 0x3ff) + 1) * 8;
   c->s.height_el = (dw[2] >> 10 & 0x3fff) + 1;
   c->s.slice_B = ((uint64_t)(dw[3] >> 12) + 1) * 64 * c->s.bytes_per_el;
   c->z = dw[3] & 0xfff;
   c->x = dw[4] >> 3 & 0x3fff;
   c->y = dw[4] >> 17;
   c->linear = address(dw[5], dw[6]);
}

static void
tiled_eg(struct front *f, const uint32_t *dw, struct tiled_copy *c)
{
   tiled_common(f, dw, c);
   c->s.bank_height = (uint8_t)(1u << (dw[2] >> 21 & 3));
   c->s.bank_width = (uint8_t)(1u << (dw[2] >> 18 & 3));
   c->s.macro_aspect = (uint8_t)(1u << (dw[2] >> 16 & 3));
   c->s.pitch_el = ((dw[3] & 0x7ff) + 1) * 8;
   c->s.height_el = (dw[3] >> 16 & 0x3fff) + 1;
   c->s.slice_B = ((uint64_t)(dw[4] & 0x3fffff) + 1) * 64 * c->s.bytes_per_el;
   c->x = dw[5] & 0x3fff;
   c->z = dw[5] >> 18 & 0x1fff;
   c->y = dw[6] & 0x3fff;
   c->s.tile_split_B = 64u << (dw[6] >> 21 & 7);
   c->s.num_banks = (uint8_t)(2u << (dw[6] >> 25 & 3));
   c->s.tile_type = dw[6] >> 28 & 1;
   c->linear = address(dw[7], dw[8]);
}

static bool
copy_tiled(struct front *f, const uint32_t *dw, uint64_t size_B)
{
   struct tiled_copy c = {0};
   if (f->e->chip->gen >= DB_EVERGREEN)
      tiled_eg(f, dw, &c);
   else
      tiled_r6(f, dw, &c);
   if (c.s.bytes_per_el > 16 || (c.s.array_mode != EMU_1D_THIN1 && c.s.array_mode != EMU_2D_THIN1))
      return front_error(f,
                         "DMA copy of a surface of array mode %u with %u bytes an element is not implemented",
                         c.s.array_mode, c.s.bytes_per_el);
   uint64_t row_B = (uint64_t)c.s.pitch_el * c.s.bytes_per_el, end_B;
   uint32_t rows = (uint32_t)((size_B + row_B - 1) / row_B);
   c.s.height_el = MAX2(c.s.height_el, c.y + rows);
   end_B = emu_surface_end(&c.s, c.z);
   /* The last rows of a macro tile may be missing in the buffer: each element is checked below, the range
    * only where it exists. */
   uint64_t room_B = emu_mem_room(&f->e->mem, c.s.addr);
   uint8_t *linear = cp_mem(f, c.linear, size_B, c.detile, "DMA copy's linear side");
   uint8_t *tiled =
      linear ? cp_mem(f, c.s.addr, MIN2(end_B, room_B), !c.detile, "DMA copy's tiled side") : NULL;
   if (!tiled)
      return false;
   uint32_t bpe = c.s.bytes_per_el, x = c.x, y = c.y;
   for (uint64_t at = 0; at + bpe <= size_B; at += bpe) {
      uint64_t off = emu_surface_offset(&c.s, x, y, c.z);
      if (off + bpe > room_B)
         return front_error(f, "DMA copy's tiled side reaches byte %llu, outside of memory",
                            (unsigned long long)off);
      if (c.detile)
         memcpy(linear + at, tiled + off, bpe);
      else
         memcpy(tiled + off, linear + at, bpe);
      if (++x == c.s.pitch_el) {
         x = 0;
         y++;
      }
   }
   return true;
}

static bool
fill(struct front *f, const uint32_t *dw, uint64_t size_B)
{
   uint8_t *d = cp_mem(f, address(dw[1], dw[3] >> 16), size_B, true, "DMA fill");
   for (uint64_t i = 0; d && i < size_B; i += 4)
      memcpy(d + i, &dw[2], 4);
   return d != NULL;
}

static bool
write_data(struct front *f, const uint32_t *dw, uint64_t size_B)
{
   void *d = cp_mem(f, address(dw[1], dw[2]), size_B, true, "DMA write");
   if (d)
      memcpy(d, dw + 3, size_B);
   return d != NULL;
}

static bool
command(struct front *f, const uint32_t *dw, uint32_t room_dw, uint32_t *used_dw)
{
   bool eg = f->e->chip->gen >= DB_EVERGREEN;
   unsigned cmd = dw[0] >> 28, sub = eg ? dw[0] >> 20 & 0xff : (dw[0] >> 23 & 1 ? TILED : LINEAR);
   uint32_t count = dw[0] & (eg ? 0xfffff : 0xffff);
   uint64_t size_B = sub == BYTES ? count : (uint64_t)count * 4;
   switch (cmd) {
   case DMA_NOP:
      *used_dw = 1;
      break;
   case DMA_COPY:
      *used_dw = sub == TILED ? (eg ? 9 : 7) : f->e->chip->gen == DB_R600 ? 4 : 5;
      if (sub != LINEAR && sub != TILED && sub != BYTES)
         return front_error(f, "DMA copy 0x%02x is not implemented", sub);
      break;
   case DMA_FILL:
      *used_dw = 4;
      break;
   case DMA_WRITE:
      *used_dw = 3 + count;
      if (sub != LINEAR)
         return front_error(f, "DMA write 0x%02x is not implemented", sub);
      break;
   default:
      return front_error(f, "DMA command %u is not implemented", cmd);
   }
   if (*used_dw > room_dw)
      return front_error(f, "DMA command %u is cut off after %u dwords", cmd, room_dw);
   switch (cmd) {
   case DMA_COPY:
      return sub == TILED ? copy_tiled(f, dw, size_B) : copy_linear(f, dw, size_B);
   case DMA_FILL:
      return fill(f, dw, size_B);
   case DMA_WRITE:
      return write_data(f, dw, size_B);
   default:
      return true;
   }
}

bool
cp_run_dma(struct front *f, const uint32_t *dw, uint32_t ndw)
{
   uint32_t used = 1;
   for (uint32_t at = 0; at < ndw; at += used) {
      if (!command(f, dw + at, ndw - at, &used)) {
         f->err->dword = at;
         f->err->packet = dw[at];
         return false;
      }
   }
   return true;
}
