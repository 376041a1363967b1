/* SPDX-License-Identifier: MIT
 *
 * The quads of a block and where its pixels stand: the order x0 y0 x1 y1 x2 y2 of coordinate bits.
 */
#include "emulator/pixel/kernels.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/tiles.h"

/* Where the quads of a block are. */
static const uint8_t quad_x[EMU_QUADS] = {0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6};
static const uint8_t quad_y[EMU_QUADS] = {0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6};

void
EMU_FN(pixel_quads_of_block)(const struct pixel_thread *t, struct pixel_quads *b,
                             const struct raster_setup *p, unsigned block, uint64_t cov)
{
   b->st = p->st;
   b->live = cov;
   b->num_quads = EMU_QUADS;
   b->whole_block = true;
   uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8, y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   for (unsigned q = 0; q < EMU_QUADS; q++) {
      b->prim[q] = p;
      b->block[q] = (uint8_t)block;
      b->quad[q] = (uint8_t)q;
      b->x[q] = (uint16_t)(x + quad_x[q]);
      b->y[q] = (uint16_t)(y + quad_y[q]);
   }
}
