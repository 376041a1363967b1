/* SPDX-License-Identifier: MIT
 *
 * Copies from depth and stencil to colour target 0 (DB_RENDER_CONTROL, DEPTH_COPY and STENCIL_COPY): drivers
 * read depth through such copies where the texture unit or the CPU can't read the buffer itself. The colour
 * format has the bits of the depth format, so bits are moved as they are.
 */
#include "emulator/raster/sc_internal.h"

enum { COLOR_8_24 = 17, COLOR_8_24_FLOAT, COLOR_24_8, COLOR_24_8_FLOAT, COLOR_X24_8_32_FLOAT = 28 };

/* Where the two stand in a pixel of a colour format. */
struct place {
   uint8_t z_shift, s_shift; /* bits; stencil at 32 and above is in the second dword */
};

static struct place
place_of(unsigned format)
{
   switch (format) {
   case COLOR_8_24:
   case COLOR_8_24_FLOAT:
      return (struct place){0, 24};
   case COLOR_24_8:
   case COLOR_24_8_FLOAT:
      return (struct place){8, 0};
   case COLOR_X24_8_32_FLOAT:
      return (struct place){0, 32};
   default:
      return (struct place){0, 0};
   }
}

void
db_copy(const struct sc_worker *w, const struct sc_state *st, unsigned block, uint64_t cov)
{
   const struct emu_db_state *db = &st->ds->db;
   const struct sc_surf *z = &st->fb->z, *s = &st->fb->s, *to = &st->fb->cb[0];
   uint32_t x = w->tile_x + block % SC_TILE_BLOCKS * 8, y = w->tile_y + block / SC_TILE_BLOCKS * 8;
   const uint8_t *zp = z->valid ? sc_block_ptr(z, x, y) : NULL, *sp = NULL;
   if (db->s_separate && s->valid)
      sp = sc_block_ptr(s, x, y);
   uint8_t *out = sc_block_ptr(to, x, y);
   struct place at = place_of(st->ds->cb[0].format);
   uint64_t z_bits = db->z_format == EMU_Z_16                                ? 0xffff
                     : db->z_format == EMU_Z_24 || db->z_format == EMU_Z_24F ? 0xffffff
                                                                             : 0xffffffff;
   for (; cov; cov &= cov - 1) {
      unsigned i = (unsigned)__builtin_ctzll(cov);
      uint64_t pixel = 0, raw = 0, stencil = 0;
      memcpy(&pixel, out + to->off_B[i], MIN2(1u << to->log2_bytes, 8u));
      if (zp)
         memcpy(&raw, zp + z->off_B[i], 1u << z->log2_bytes);
      stencil = z->log2_bytes == 3 ? raw >> 32 : raw >> 24;
      if (sp)
         stencil = sp[s->off_B[i]];
      if (db->copy_z && zp)
         pixel = (pixel & ~(z_bits << at.z_shift)) | (raw & z_bits) << at.z_shift;
      if (db->copy_s)
         pixel = (pixel & ~(UINT64_C(0xff) << at.s_shift)) | (stencil & 0xff) << at.s_shift;
      memcpy(out + to->off_B[i], &pixel, MIN2(1u << to->log2_bytes, 8u));
   }
}
