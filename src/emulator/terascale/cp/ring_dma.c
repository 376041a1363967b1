/* SPDX-License-Identifier: MIT
 *
 * The asynchronous DMA ring: copies, fills, writes and fences on the engine that the radeon kernel driver
 * calls r600_dma/evergreen_dma. A tiled copy moves whole rows between a linear range and a tiled
 * surface. Layouts are those that the kernel's parsers know. Left out: partial, broadcast and tiled-to-tiled
 * copies, tiled writes.
 */
#include "emulator/core/memory.h"
#include "emulator/terascale/emulator_priv.h"
#include "db/terascale/pm4.h"
#include "emulator/terascale/front.h"
#include "emulator/terascale/surface.h"

/* Commands are the same on all generations; R6xx's flag "tiled" becomes the sub-command. */
#define CMD(x) DB_DMA_EG_HEADER__CMD__##x
#define SUB(x) DB_DMA_EG_HEADER__SUB_CMD__##x

static bool
copy_linear(struct front *f, const uint32_t *dw, uint64_t size_B)
{
   bool packed = f->e->chip->gen == DB_R600; /* both high parts in one dword */
   uint64_t dst = cp_address(dw[1], dw[3]), src = cp_address(dw[2], packed ? dw[3] >> 16 : dw[4]);
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
   c->s.chip = f->e->chip;
   c->s.addr = (uint64_t)dw[1] << 8;
   c->s.num_banks = f->e->chip->num_banks;
   c->s.bank_width = c->s.bank_height = c->s.macro_aspect = 1;
   c->s.tile_split_B = 4096;
}

static void
tiled_r6(struct front *f, const uint32_t *dw, struct tiled_copy *c)
{
   tiled_common(f, dw, c);
   c->detile = DB_DMA_R6_TILED_DW2_get_DETILE(dw[2]);
   c->s.array_mode = DB_DMA_R6_TILED_DW2_get_ARRAY_MODE(dw[2]);
   c->s.bytes_per_el = (uint8_t)(1u << DB_DMA_R6_TILED_DW2_get_ELEMENT_LOG2_B(dw[2]));
   c->s.pitch_el = (DB_DMA_R6_TILED_DW2_get_PITCH_TILE_MAX(dw[2]) + 1) * 8;
   c->s.height_el = DB_DMA_R6_TILED_DW2_get_HEIGHT_MAX(dw[2]) + 1;
   c->s.slice_B = ((uint64_t)DB_DMA_R6_TILED_DW3_get_SLICE_TILE_MAX(dw[3]) + 1) * 64 * c->s.bytes_per_el;
   c->z = DB_DMA_R6_TILED_DW3_get_Z(dw[3]);
   c->x = DB_DMA_R6_TILED_DW4_get_X(dw[4]);
   c->y = DB_DMA_R6_TILED_DW4_get_Y(dw[4]);
   c->linear = cp_address(dw[5], dw[6]);
}

static void
tiled_eg(struct front *f, const uint32_t *dw, struct tiled_copy *c)
{
   tiled_common(f, dw, c);
   c->detile = DB_DMA_EG_TILED_DW2_get_DETILE(dw[2]);
   c->s.array_mode = DB_DMA_EG_TILED_DW2_get_ARRAY_MODE(dw[2]);
   c->s.bytes_per_el = (uint8_t)(1u << DB_DMA_EG_TILED_DW2_get_ELEMENT_LOG2_B(dw[2]));
   c->s.bank_height = (uint8_t)(1u << DB_DMA_EG_TILED_DW2_get_BANK_HEIGHT(dw[2]));
   c->s.bank_width = (uint8_t)(1u << DB_DMA_EG_TILED_DW2_get_BANK_WIDTH(dw[2]));
   c->s.macro_aspect = (uint8_t)(1u << DB_DMA_EG_TILED_DW2_get_MACRO_TILE_ASPECT(dw[2]));
   c->s.pitch_el = (DB_DMA_EG_TILED_DW3_get_PITCH_TILE_MAX(dw[3]) + 1) * 8;
   c->s.height_el = DB_DMA_EG_TILED_DW3_get_HEIGHT_MAX(dw[3]) + 1;
   c->s.slice_B = ((uint64_t)DB_DMA_EG_TILED_DW4_get_SLICE_TILE_MAX(dw[4]) + 1) * 64 * c->s.bytes_per_el;
   c->x = DB_DMA_EG_TILED_DW5_get_X(dw[5]);
   c->z = DB_DMA_EG_TILED_DW5_get_Z(dw[5]);
   c->y = DB_DMA_EG_TILED_DW6_get_Y(dw[6]);
   c->s.tile_split_B = 64u << DB_DMA_EG_TILED_DW6_get_TILE_SPLIT(dw[6]);
   c->s.num_banks = (uint8_t)(2u << DB_DMA_EG_TILED_DW6_get_NUM_BANKS(dw[6]));
   c->s.tile_type = DB_DMA_EG_TILED_DW6_get_TILE_TYPE(dw[6]);
   c->linear = cp_address(dw[7], dw[8]);
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
   uint8_t *d = cp_mem(f, cp_address(dw[1], dw[3] >> 16), size_B, true, "DMA fill");
   for (uint64_t i = 0; d && i < size_B; i += 4)
      memcpy(d + i, &dw[2], 4);
   return d != NULL;
}

static bool
write_data(struct front *f, const uint32_t *dw, uint64_t size_B)
{
   void *d = cp_mem(f, cp_address(dw[1], dw[2]), size_B, true, "DMA write");
   if (d)
      memcpy(d, dw + 3, size_B);
   return d != NULL;
}

static bool
command(struct front *f, const uint32_t *dw, uint32_t room_dw, uint32_t *used_dw)
{
   bool eg = f->e->chip->gen >= DB_EVERGREEN;
   const unsigned cmd = DB_DMA_EG_HEADER_get_CMD(dw[0]);
   const unsigned sub = eg                                  ? DB_DMA_EG_HEADER_get_SUB_CMD(dw[0])
                        : DB_DMA_R6_HEADER_get_TILED(dw[0]) ? SUB(TILED)
                                                            : SUB(LINEAR);
   const uint32_t count = eg ? DB_DMA_EG_HEADER_get_COUNT(dw[0]) : DB_DMA_R6_HEADER_get_COUNT(dw[0]);
   const uint64_t size_B = cmd == CMD(COPY) && sub == SUB(BYTES) ? count : (uint64_t)count * 4;
   switch (cmd) {
   case CMD(NOP):
      *used_dw = 1;
      break;
   case CMD(COPY):
      *used_dw = sub == SUB(TILED) ? (eg ? 9 : 7) : f->e->chip->gen == DB_R600 ? 4 : 5;
      if (sub != SUB(LINEAR) && sub != SUB(TILED) && sub != SUB(BYTES))
         return front_error(f, "DMA copy 0x%02x is not implemented", sub);
      break;
   case CMD(FILL):
      *used_dw = 4;
      break;
   case CMD(WRITE):
      *used_dw = 3 + count;
      if (sub != SUB(LINEAR))
         return front_error(f, "DMA write 0x%02x is not implemented", sub);
      break;
   default:
      return front_error(f, "DMA command %u is not implemented", cmd);
   }
   if (*used_dw > room_dw)
      return front_error(f, "DMA command %u is cut off after %u dwords", cmd, room_dw);
   switch (cmd) {
   case CMD(COPY):
      return sub == SUB(TILED) ? copy_tiled(f, dw, size_B) : copy_linear(f, dw, size_B);
   case CMD(FILL):
      return fill(f, dw, size_B);
   case CMD(WRITE):
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
