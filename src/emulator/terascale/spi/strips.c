/* SPDX-License-Identifier: MIT
 *
 * Strips of blocks whose shader is one lookup, of rectangles seen from the front: coordinates are made of columns and rows
 * of pixels of a primitive in a tile, once for all of its blocks there. Where rounding could take a pixel elsewhere than its
 * column and row, the pixels of that column or row are looked at one by one.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/core/perf.h"
#include "emulator/raster/apart.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/emulator_priv.h"
#include "emulator/terascale/kernels.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/lookup.h"
#include "emulator/terascale/ta/strips.h"

enum { WORTH_IT = 4 }; /* blocks in whose bounds there are fewer go by waves */

struct spi_strips {
   struct ta_strips ta;
   uint32_t serial;     /* of the primitive in its tile that is placed, 0: none */
   bool usable;         /* or it goes by waves */
   uint8_t column, row; /* of the first block in the tile */
   /* by row: blocks whose pixels do not all fall where their column and row do */
   uint8_t apart[TA_STRIP_BLOCKS];
   struct emu_row bytes[TA_STRIP_BLOCKS], color[TA_STRIP_BLOCKS][4];
};
_Static_assert((int)TA_STRIP_BLOCKS == (int)RASTER_TILE_BLOCKS &&
                  (int)TA_STRIP_BLOCKS == (int)PIXEL_STRIP_BLOCKS,
               "a strip is at most a row of a tile's blocks");

struct spi_strips *
spi_strips_create(void)
{
   struct spi_strips *s = aligned_alloc(64, u_align(sizeof *s, 64));
   if (s)
      memset(s, 0, sizeof *s);
   return s;
}

void
spi_strips_destroy(struct spi_strips *s)
{
   free(s);
}

/* Pixels of columns and rows that may fall elsewhere. */
static void
look_closely(struct spi_ctx *c, const struct emu_draw_state *s, const struct raster_setup *p, uint32_t x,
             uint32_t y, const uint64_t open[2])
{
   const struct ta_kernels *ta = c->emu->kernels->ta;
   struct spi_strips *o = c->strips;
   _Alignas(64) float at[EMU_LANES];
   memset(o->apart, 0, sizeof o->apart);
   for (unsigned axis = 0; axis < 2; axis++)
      for (uint64_t m = open[axis]; m; m &= m - 1) {
         const unsigned entry = (unsigned)__builtin_ctzll(m);
         c->kernels->load_along(c, s, p, axis ? x : x + entry, axis ? y + entry : y, axis, at);
         const uint64_t apart = ta->strips_fall_apart(&o->ta, axis, entry, at);
         raster_mark_apart(o->apart, axis, entry, apart);
      }
}

static bool
place(struct spi_ctx *c, uint32_t epoch, const struct emu_draw_state *s, const struct pixel_strip *strip)
{
   struct spi_strips *o = c->strips;
   const struct raster_setup *p = strip->prim;
   const int32_t tx = (int32_t)strip->tile_x, ty = (int32_t)strip->tile_y, x0 = MAX2(p->x0 - tx, 0) & ~7,
                 y0 = MAX2(p->y0 - ty, 0) & ~7, x1 = MIN2(p->x1 - tx, RASTER_TILE_PX),
                 y1 = MIN2(p->y1 - ty, RASTER_TILE_PX);
   const uint32_t x = (uint32_t)(tx + x0), y = (uint32_t)(ty + y0);
   float slack[2];
   uint64_t open[2];
   assert(x0 < x1 && y0 < y1);
   o->column = (uint8_t)(x0 / 8);
   o->row = (uint8_t)(y0 / 8);
   o->ta.columns = (uint8_t)((x1 - x0 + 7) / 8);
   o->ta.rows = (uint8_t)((y1 - y0 + 7) / 8);
   if (o->ta.columns * o->ta.rows < WORTH_IT)
      return false;
   o->ta.rq = s->lookup->request;
   o->ta.rq.lanes = ~UINT64_C(0);
   o->ta.rq.row_B = sizeof(struct emu_row);
   o->ta.rq.epoch = epoch;
   if (!c->kernels->load_axes(c, s, p, x, y, &o->ta, slack) ||
       !c->emu->kernels->ta->place_strips(&o->ta, strip->st->takes_bytes && s->lookup->plain, slack, open))
      return false;
   look_closely(c, s, p, x, y, open);
   return true;
}

unsigned
spi_shade_strip(struct spi_ctx *c, uint32_t epoch, const struct emu_draw_state *s,
                const struct pixel_strip *strip, struct pixel_strip_colors *out)
{
   struct spi_strips *o = c->strips;
   if (o->serial != strip->prim->serial) {
      const unsigned before = emu_perf_enter(EMU_PERF_INTERPOLATION);
      o->serial = strip->prim->serial;
      o->usable = place(c, epoch, s, strip);
      emu_perf_leave(before);
   }
   if (!o->usable)
      return 0;
   assert(strip->column >= o->column && strip->row >= o->row);
   const unsigned first = strip->column - o->column, row = strip->row - o->row,
                  mask = (unsigned)strip->blocks << first & ~o->apart[row];
   c->emu->kernels->ta->sample_strip(&o->ta, row, mask, o->bytes, o->color);
   for (unsigned m = s->lookup->plain ? 0 : mask; m; m &= m - 1) {
      const unsigned k = (unsigned)__builtin_ctz(m);
      c->kernels->modulate(c, s, strip->prim, strip->tile_x + (o->column + k) * 8u,
                           strip->tile_y + strip->row * 8u, o->color[k]);
   }
   out->color_mask = 1u << s->lookup->target;
   out->bytes = o->ta.bytes ? &o->bytes[first] : NULL;
   out->color = (const struct emu_row(*)[4]) & o->color[first];
   out->step = 1;
   out->in_range = o->ta.in_range && s->lookup->plain;
   return mask >> first;
}
