/* SPDX-License-Identifier: MIT
 *
 * Whole blocks side by side: where the front end shades them together, they go from there to CB without waves.
 */
#include <assert.h>

#include "emulator/core/perf.h"
#include "emulator/pixel/kernels.h"
#include "emulator/raster/kernels.h"
#include "emulator/raster/raster_priv.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "util/u_math.h"

/* Waves that wait for more quads, with pixels of these blocks or of another draw, come first. */
static void
flush_for(struct raster_worker *w, const struct raster_bound *st, unsigned block, unsigned n, unsigned rows)
{
   uint64_t pending = w->build.st != st;
   if (!w->build.num_quads)
      return;
   for (unsigned r = 0; r < rows; r++)
      for (unsigned k = 0; k < n; k++)
         pending |= w->pending[block + r * RASTER_TILE_BLOCKS + k];
   if (pending)
      EMU_FN(raster_flush_build)(w);
}

/* Blocks of which everything is left after depth; others are shaded at once. */
static unsigned
test_depth(struct raster_worker *w, struct raster_setup *p, unsigned block, unsigned n)
{
   const struct raster_bound *st = p->st;
   unsigned whole = 0;
   for (unsigned k = 0; k < n; k++) {
      uint64_t cov = ~UINT64_C(0);
      if (st->db_test) {
         const unsigned before = emu_perf_enter(EMU_PERF_DEPTH);
         cov = EMU_FN(pixel_depth_block)(&w->px, st, p, block + k, cov);
         emu_perf_leave(before);
      }
      w->zpass += st->count ? (uint64_t)__builtin_popcountll(cov) : 0;
      if (cov == ~UINT64_C(0))
         whole |= 1u << k;
      else if (cov)
         EMU_FN(raster_shade_block)(w, p, block + k, cov);
   }
   return whole;
}

/* Colours that are the same for all pixels. */
static unsigned
uniform_colors(struct raster_worker *w, const struct pixel_strip *strip, struct pixel_strip_colors *colors)
{
   const struct raster_bound *st = strip->st;
   if (!EMU_FN(raster_shade_uniform)(w, st->ds) || w->px.out->killed)
      return 0;
   assert(st->num_cb == 1 && !w->px.out->bytes);
   *colors = (struct pixel_strip_colors){
      .color_mask = w->px.out->color_mask,
      .color = (const struct emu_row(*)[4])w->px.out->color[st->cb[0].output],
      .one = true,
   };
   return strip->blocks;
}

static unsigned
shade_strip(struct raster_worker *w, const struct pixel_strip *strip, struct pixel_strip_colors *colors)
{
   const struct raster_draw *ds = strip->st->ds;
   const unsigned before = emu_perf_enter(EMU_PERF_PIXEL_SHADER),
                  done = strip->st->uniform
                            ? uniform_colors(w, strip, colors)
                            : w->raster->ops.shade_strip(w->ctx, ds->program, ds->inputs, strip, colors);
   emu_perf_leave(before);
   assert(!(done & ~strip->blocks));
   return done;
}

bool
EMU_FN(raster_fill_blocks)(struct raster_worker *w, struct raster_setup *p, unsigned block, unsigned n,
                           unsigned rows)
{
   const struct raster_bound *st = p->st;
   if ((st->shade && !st->fill) || !st->early || st->resolve || st->copy || st->ms ||
       st->ds->raster.clip_rects_hide)
      return false;
   flush_for(w, st, block, n, rows);
   if (!(p->flags & RASTER_HAS_PLANES))
      EMU_FN(raster_setup_planes)(p);
   if (st->db_test) {
      const unsigned before = emu_perf_enter(EMU_PERF_DEPTH);
      const bool done = EMU_FN(pixel_depth_fill)(&w->px, st, p, block, n, rows);
      emu_perf_leave(before);
      if (!done)
         return false;
   }
   w->zpass += st->count ? (uint64_t)n * rows * EMU_LANES : 0;
   if (st->fill)
      EMU_FN(raster_fill)(w, st, block, n, rows, ~UINT64_C(0));
   return true;
}

void
EMU_FN(raster_draw_strip)(struct raster_worker *w, struct raster_setup *p, unsigned block, unsigned n)
{
   const struct raster_bound *st = p->st;
   assert(n && block % RASTER_TILE_BLOCKS + n <= RASTER_TILE_BLOCKS);
   flush_for(w, st, block, n, 1);
   if (!(p->flags & RASTER_HAS_PLANES))
      EMU_FN(raster_setup_planes)(p);
   if (!st->strips) {
      const bool filled = EMU_FN(raster_fill_blocks)(w, p, block, n, 1);
      for (unsigned k = 0; k < n && !filled; k++)
         EMU_FN(raster_draw_block)(w, p, block + k, ~UINT64_C(0));
      return;
   }
   struct pixel_strip_colors colors = {.one = false}; /* that is for shade_strip() here to say */
   const struct pixel_strip strip = {.st = st,
                                     .prim = p,
                                     .tile_x = w->px.tile_x,
                                     .tile_y = w->px.tile_y,
                                     .column = (uint8_t)(block % RASTER_TILE_BLOCKS),
                                     .row = (uint8_t)(block / RASTER_TILE_BLOCKS),
                                     .blocks = (uint8_t)test_depth(w, p, block, n)};
   if (!strip.blocks)
      return;
   if (!(p->flags & RASTER_HAS_PERSP))
      EMU_FN(raster_setup_perspective)(p);
   const unsigned done = shade_strip(w, &strip, &colors), num = (unsigned)__builtin_popcount(done);
   w->waves += num;
   w->quads += num * EMU_QUADS;
   w->pixels += num * EMU_LANES;
   if (done) {
      const unsigned before = emu_perf_enter(EMU_PERF_COLOR);
      EMU_FN(pixel_color_strip)
      (st, &colors, w->px.tile_x + strip.column * 8u, w->px.tile_y + strip.row * 8u, done);
      emu_perf_leave(before);
   }
   for (unsigned m = strip.blocks & ~done; m; m &= m - 1)
      EMU_FN(raster_shade_block)(w, p, block + (unsigned)__builtin_ctz(m), ~UINT64_C(0));
}
