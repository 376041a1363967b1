/* SPDX-License-Identifier: MIT
 *
 * RS: interpolates vertices' parameters into the temporaries that a fragment shader starts with.
 */
#ifndef EMULATOR_R300_RS_RS_H
#define EMULATOR_R300_RS_RS_H

#include <assert.h>

#include "emulator/pixel/quads.h"
#include "emulator/pixel/shading.h"
#include "emulator/r300/draw_state.h"
#include "emulator/raster/setup.h"

/** A value that is p0 + i * d1 + j * d2. */
struct rs_plane {
   float p0, d1, d2;
};

/** Component \p from (4 * parameter + component) of a primitive's vertices. */
static inline struct rs_plane
rs_plane_of(const struct r300_draw *d, const struct raster_setup *p, unsigned from)
{
   const bool point = p->kind == RASTER_PRIM_POINT;
   const unsigned place = d->place[from / 4], at = place * 4 + from % 4;
   assert(d->params_read >> (from / 4) & 1 && place < d->draw.raster.num_params);
   if (point || d->draw.raster.flat_params >> place & 1)
      return (struct rs_plane){p->v[point ? 0 : p->provoking]->params[at], 0, 0};
   const float p0 = p->v[0]->params[at];
   return (struct rs_plane){p0, p->v[1]->params[at] - p0, p->v[2]->params[at] - p0};
}

/* Stuffed coordinates of a primitive that has none are 0. */
static inline struct rs_plane
rs_stuffed(const struct r300_draw *d, const struct raster_setup *p, unsigned from)
{
   if (p->kind == RASTER_PRIM_POINT && d->stuffs_points)
      return from == RS_FROM_S ? (struct rs_plane){d->point_s[0], d->point_s[1] - d->point_s[0], 0}
                               : (struct rs_plane){d->point_t[0], 0, d->point_t[1] - d->point_t[0]};
   if (p->kind == RASTER_PRIM_LINE && d->stuffs_lines && from == RS_FROM_S)
      return (struct rs_plane){d->line_s[0], d->line_s[1] - d->line_s[0], 0};
   return (struct rs_plane){0, 0, 0};
}

/** Component \p c of what an instruction writes, which is interpolated. */
static inline struct rs_plane
rs_component(const struct r300_draw *d, const struct raster_setup *p, const struct rs_write *w, unsigned c)
{
   unsigned from = w->from[c];
   switch (from) {
   case RS_FROM_ZERO:
      return (struct rs_plane){0, 0, 0};
   case RS_FROM_ONE:
      return (struct rs_plane){1, 0, 0};
   case RS_FROM_S:
   case RS_FROM_T:
      return rs_stuffed(d, p, from);
   default:
      break;
   }
   if (w->color && d->two_sided && !p->front)
      from += R300_COLORS / 2 * 4;
   return rs_plane_of(d, p, from);
}

/** Is the primitive's place interpolated without a division? */
static inline bool
rs_is_flat(const struct r300_draw *d, const struct raster_setup *p)
{
   return d->affine || p->flags & RASTER_FLAT_W;
}

struct raster;
struct rs_strips;

struct rs_kernels {
   /** Fills temporaries of a wave: value = (p0 + i * (p1 - p0)) + j * (p2 - p0), i and j with perspective. */
   void (*load)(struct us_ctx *us, const struct r300_draw *draw, const struct pixel_quads *quads);
   /** FG: blends the first colour of a wave with fog, by us->fog. rs/fog.c. */
   void (*fog)(struct us_ctx *us, const struct r300_fog *fog);
   /** Component select[c] of a colour becomes component c. */
   void (*select)(const struct emu_row color[4], const uint8_t select[4], struct emu_row out[4]);
   /** pixel_gpu_ops::shade_strip for a draw with r300_draw::lookup: rs/strips.c. */
   unsigned (*shade_strip)(struct rs_strips *strips, const struct raster *raster,
                           const struct r300_draw *draw, const struct pixel_strip *strip,
                           struct pixel_strip_colors *out);
   size_t strips_B; /* what a thread keeps of strips, zeros aligned to 64 bytes; 0: there are none */
};

#endif
