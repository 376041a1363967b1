/* SPDX-License-Identifier: MIT
 *
 * Copies from depth and stencil to colour target 0 (DB_RENDER_CONTROL, DEPTH_COPY and STENCIL_COPY): drivers
 * read depth through such copies where the texture unit or the CPU can't read the buffer itself. The colour
 * format has the bits of the depth format, so bits are moved as they are.
 */
#include <string.h>

#include <assert.h>

#include "emulator/pixel/surface.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "util/u_math.h"

void
pixel_depth_copy(const struct pixel_thread *t, const struct raster_bound *st, unsigned block, uint64_t cov)
{
   const struct pixel_pipeline *px = &st->ds->pixel;
   const struct pixel_surf *z = &st->fb->z, *s = &st->fb->s, *to = &st->fb->cb[0];
   uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8, y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   const uint8_t *zp = z->valid ? pixel_block_ptr(z, x, y) : NULL, *sp = NULL;
   if (px->stencil_place == PIXEL_STENCIL_APART && s->valid)
      sp = pixel_block_ptr(s, x, y);
   uint8_t *out = pixel_block_ptr(to, x, y);
   const bool bits24 = px->depth_format == PIXEL_Z_24 || px->depth_format == PIXEL_Z_24F;
   const uint64_t z_bits = px->depth_format == PIXEL_Z_16 ? 0xffff : bits24 ? 0xffffff : 0xffffffff;
   assert(!zp || z->log2_bytes <= 2);
   for (; cov; cov &= cov - 1) {
      unsigned i = (unsigned)__builtin_ctzll(cov);
      uint64_t pixel = 0, raw = 0, stencil = 0;
      memcpy(&pixel, out + to->off_B[i], MIN2(1u << to->log2_bytes, 8u));
      if (zp)
         memcpy(&raw, zp + z->off_B[i], 1u << z->log2_bytes);
      stencil = raw >> 24;
      if (sp)
         stencil = sp[s->off_B[i]];
      if (px->copy_z && zp)
         pixel = (pixel & ~(z_bits << px->copy_z_shift)) | (raw & z_bits) << px->copy_z_shift;
      if (px->copy_s)
         pixel = (pixel & ~(UINT64_C(0xff) << px->copy_s_shift)) | (stencil & 0xff) << px->copy_s_shift;
      memcpy(out + to->off_B[i], &pixel, MIN2(1u << to->log2_bytes, 8u));
   }
}
