/* SPDX-License-Identifier: MIT
 *
 * Where the pixels of a wave are on a surface. Only for files that are compiled once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_QUAD_PTRS_H
#define EMULATOR_PIXEL_QUAD_PTRS_H

#include "emulator/core/wave.h"
#include "emulator/pixel/surface.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/raster/tiles.h"
#include "emulator/simd/mask.h"

/** Addresses of the quads of a wave on a surface, and of the four pixels in each. */
struct quad_ptrs {
   uint8_t *p[EMU_QUADS];
   uint32_t off_B[4];
};
ALWAYS_INLINE void
quad_ptrs_init(struct quad_ptrs *qp, const struct pixel_thread *t, const struct pixel_quads *b,
               const struct pixel_surf *s)
{
   for (unsigned i = 0; i < 4; i++)
      qp->off_B[i] = s->off_B[i];
   if (s->block_dx_B && !s->block_off &&
       !s->split) { /* no branch: nobody can foresee which quads share a block */
      uint8_t *const first = s->base + s->slice_off_B;
      for (unsigned q = 0; q < b->num_quads; q++)
         qp->p[q] = first + (b->x[q] >> 3) * s->block_dx_B + (b->y[q] >> 3) * s->block_dy_B +
                    s->off_B[b->quad[q] * 4];
      return;
   }
   unsigned block = ~0u;
   uint8_t *base = NULL;
   if (s->split && b->whole_block) { /* the quads of a part follow each other */
      const unsigned part = (1u << (s->log2_part_B - s->log2_quad_B)) - 1;
      for (unsigned q = 0; q < EMU_QUADS; q++) {
         if (!(q & part))
            base = pixel_quad_ptr(s, b->x[q], b->y[q]);
         qp->p[q] = base + ((q & part) << s->log2_quad_B);
      }
      return;
   }
   for (unsigned q = 0; q < b->num_quads; q++) {
      if (b->block[q] != block) {
         block = b->block[q];
         if (!s->split)
            base = pixel_block_ptr(s, t->tile_x + block % RASTER_TILE_BLOCKS * 8,
                                   t->tile_y + block / RASTER_TILE_BLOCKS * 8);
      }
      if (s->split) {
         qp->p[q] = pixel_quad_ptr(s, b->x[q], b->y[q]);
         continue;
      }
      qp->p[q] = base + s->off_B[b->quad[q] * 4];
   }
}

#endif
