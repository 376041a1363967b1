/* SPDX-License-Identifier: MIT
 *
 * The quads of a block and where its pixels stand: the order x0 y0 x1 y1 x2 y2 of coordinate bits.
 */
#include <string.h>

#include "emulator/pixel/kernels.h"
#include "emulator/pixel/quad_ptrs.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/tiles.h"

/* Sixteen of a kind, for each quad. */
typedef uint16_t quads16 __attribute__((vector_size(32), aligned(2), may_alias));

void
EMU_FN(pixel_quads_of_block)(const struct pixel_thread *t, struct pixel_quads *b,
                             const struct raster_setup *p, unsigned block, uint64_t cov)
{
   static const quads16 quad_x = {0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6},
                        quad_y = {0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6};
   static const uint8_t quad[EMU_QUADS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
   const uint16_t x = (uint16_t)(t->tile_x + block % RASTER_TILE_BLOCKS * 8),
                  y = (uint16_t)(t->tile_y + block / RASTER_TILE_BLOCKS * 8);
   b->st = p->st;
   b->live = cov;
   b->num_quads = EMU_QUADS;
   b->whole_block = true;
   for (unsigned q = 0; q < EMU_QUADS; q++)
      b->prim[q] = p;
   *(quads16 *)b->x = quad_x + x;
   *(quads16 *)b->y = quad_y + y;
   memset(b->block, (int)block, sizeof b->block);
   memcpy(b->quad, quad, sizeof b->quad);
}

void
EMU_FN(pixel_find_quads)(struct quad_ptrs *qp, const struct pixel_thread *t, const struct pixel_quads *b,
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
