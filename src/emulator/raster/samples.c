/* SPDX-License-Identifier: MIT
 *
 * Coverage of samples: which of a pixel's samples lie inside of a primitive. Positions are in 1/256 pixel from
 * the pixel's centre, as edges are, which stay exact; what covers what is
 * decided by the same rules as at pixel centres. Lines are areas here: the rectangle of ES 2.0.25 3.4.4, or,
 * without PERPENDICULAR_ENDCAP_ENA, a parallelogram with ends along the minor axis (R6xx/R7xx guide,
 * PA_SC_LINE_CNTL, EXPAND_LINE_WIDTH). Left out: positions that differ between the pixels of a quad.
 */
#include <assert.h>

#include "emulator/pixel/kernels.h"
#include "emulator/raster/edge.h"
#include "emulator/raster/kernels.h"
#include "emulator/raster/line_span.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/prim.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/raster/worker.h"
#include "emulator/simd/mask.h"
#include "util/u_math.h"

/* Part of the tile that the primitive may touch, relative to it. */
struct part {
   int32_t x0, y0, x1, y1;
};

static struct part
part_of(const struct raster_worker *w, const struct raster_setup *p)
{
   int32_t tx = (int32_t)w->px.tile_x, ty = (int32_t)w->px.tile_y;
   return (struct part){MAX2(p->x0 - tx, 0), MAX2(p->y0 - ty, 0), MIN2(p->x1 - tx, RASTER_TILE_PX),
                        MIN2(p->y1 - ty, RASTER_TILE_PX)};
}

static void
finish_block(struct raster_worker *w, struct raster_setup *p, int32_t bx, int32_t by,
             uint64_t cov[PIXEL_MAX_SAMPLES])
{
   const struct raster_bound *st = p->st;
   uint64_t any = 0;
   assert(st->samples && st->num_samples <= PIXEL_MAX_SAMPLES && bx >= 0 && by >= 0 && bx < RASTER_TILE_PX &&
          by < RASTER_TILE_PX);
   for (unsigned s = 0; s < st->num_samples; s++) {
      cov[s] &= st->samples[s].aa_mask;
      any |= cov[s];
   }
   if (any)
      EMU_FN(raster_draw_block_ms)(w, p, (unsigned)(by / 8 * RASTER_TILE_BLOCKS + bx / 8), cov);
}

/* Takes the samples that the stipple pattern leaves out of a line: those are at its distance along the major
 * axis from the line's start. */
static void
stipple(const struct raster_worker *w, const struct raster_setup *p, int32_t bx, int32_t by,
        uint64_t cov[PIXEL_MAX_SAMPLES])
{
   const struct raster_bound *st = p->st;
   int32_t dx = p->lx1 - p->lx0, dy = p->ly1 - p->ly0;
   bool y_major = raster_line_abs(dy) > raster_line_abs(dx);
   int32_t dir = (y_major ? dy : dx) < 0 ? -1 : 1;
   for (unsigned s = 0; s < st->num_samples; s++) {
      for (uint64_t m = cov[s]; m; m &= m - 1) {
         unsigned lane = (unsigned)__builtin_ctzll(m);
         int32_t x = (int32_t)w->px.tile_x + bx + (int32_t)EMU_FN(raster_lane_x)[lane];
         int32_t y = (int32_t)w->px.tile_y + by + (int32_t)EMU_FN(raster_lane_y)[lane];
         int32_t u = (y_major ? y : x) * 256 + 128 + st->ds->raster.sample_pos[s][y_major];
         int32_t along = (u - (y_major ? p->ly0 : p->lx0)) * dir;
         if (!raster_line_drawn(&st->ds->raster, p->stipple_at + (uint32_t)(MAX2(along, 0) >> 8)))
            cov[s] &= ~(UINT64_C(1) << lane);
      }
   }
}

/* First pixel whose sample is at or behind a coordinate; pos in 1/256 pixel from the centre. */
static int32_t
first_sample(int32_t c, int pos)
{
   return (c + 127 - pos) >> 8;
}

static void
draw_rect(struct raster_worker *w, struct raster_setup *p)
{
   const struct raster_bound *st = p->st;
   struct part t = part_of(w, p);
   struct part in[PIXEL_MAX_SAMPLES];
   for (unsigned s = 0; s < st->num_samples; s++) {
      const int16_t *pos = st->ds->raster.sample_pos[s];
      int32_t tx = (int32_t)w->px.tile_x, ty = (int32_t)w->px.tile_y;
      in[s].x0 = MAX2(first_sample(p->lx0, pos[0]) - tx, t.x0);
      in[s].y0 = MAX2(first_sample(p->ly0, pos[1]) - ty, t.y0);
      in[s].x1 = MIN2(first_sample(p->lx1, pos[0]) - tx, t.x1);
      in[s].y1 = MIN2(first_sample(p->ly1, pos[1]) - ty, t.y1);
   }
   for (int32_t by = t.y0 & ~7; by < t.y1; by += 8)
      for (int32_t bx = t.x0 & ~7; bx < t.x1; bx += 8) {
         uint64_t cov[PIXEL_MAX_SAMPLES];
         for (unsigned s = 0; s < st->num_samples; s++)
            cov[s] = in[s].x0 < in[s].x1 && in[s].y0 < in[s].y1
                        ? raster_rect_mask(in[s].x0 - bx, in[s].y0 - by, in[s].x1 - bx, in[s].y1 - by)
                        : 0;
         finish_block(w, p, bx, by, cov);
      }
}

static void
draw_polygon(struct raster_worker *w, struct raster_setup *p)
{
   const struct raster_bound *st = p->st;
   unsigned n = p->num_edges;
   assert(n == 3 || n == 4);
   struct part t = part_of(w, p);
   int32_t tx = (int32_t)w->px.tile_x, ty = (int32_t)w->px.tile_y;
   /* edges at the first block's samples */
   int64_t first[PIXEL_MAX_SAMPLES][4], lo[4], hi[4];
   for (unsigned i = 0; i < n; i++) {
      int64_t a = p->a[i], b = p->b[i];
      lo[i] = 7 * ((a < 0 ? a : 0) + (b < 0 ? b : 0));
      hi[i] = 7 * ((a > 0 ? a : 0) + (b > 0 ? b : 0));
      for (unsigned s = 0; s < st->num_samples; s++) {
         const int16_t *pos = st->ds->raster.sample_pos[s];
         int64_t c = (p->c_fine[i] + (a * pos[0] + b * pos[1])) >> 8;
         first[s][i] = c + a * (tx + (t.x0 & ~7)) + b * (ty + (t.y0 & ~7));
      }
   }
   for (int32_t by = t.y0 & ~7; by < t.y1; by += 8)
      for (int32_t bx = t.x0 & ~7; bx < t.x1; bx += 8) {
         uint64_t inside = ~UINT64_C(0), cov[PIXEL_MAX_SAMPLES];
         if (bx < t.x0 || by < t.y0 || bx + 8 > t.x1 || by + 8 > t.y1)
            inside = raster_rect_mask(t.x0 - bx, t.y0 - by, t.x1 - bx, t.y1 - by);
         for (unsigned s = 0; s < st->num_samples; s++) {
            cov[s] = inside;
            for (unsigned i = 0; i < n && cov[s]; i++) {
               int64_t e =
                  first[s][i] + (int64_t)p->a[i] * (bx - (t.x0 & ~7)) + (int64_t)p->b[i] * (by - (t.y0 & ~7));
               if (e + hi[i] < 0)
                  cov[s] = 0;
               else if (e + lo[i] < 0)
                  cov[s] &= edge_mask((int32_t)e, p->a[i], p->b[i]);
            }
         }
         if (p->kind == RASTER_PRIM_LINE && st->ds->raster.stipple)
            stipple(w, p, bx, by, cov);
         finish_block(w, p, bx, by, cov);
      }
}

void
EMU_FN(raster_draw_ms)(struct raster_worker *w, struct raster_setup *p)
{
   if (p->num_edges)
      draw_polygon(w, p);
   else
      draw_rect(w, p);
}
