/* SPDX-License-Identifier: MIT
 *
 * Strips of blocks whose shader is one lookup, of rectangles seen from the front: coordinates are made of columns and rows of
 * pixels of a primitive in a tile, once for all of its blocks there. Where rounding could take a pixel elsewhere than its column and
 * row, the pixels of that column or row are looked at one by one. Levels without lookup() have no strips.
 */
#include "emulator/r300/rs/strips.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/core/perf.h"
#include "emulator/r300/tx/strips_vec.h"
#include "emulator/raster/along_vec.h"
#include "emulator/raster/apart.h"
#include "emulator/raster/raster.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/simd/bytes.h"

#if HAVE_LOOKUP
enum { WORTH_IT = 4 }; /* blocks in whose bounds there are fewer go by waves */

_Static_assert((int)STRIP_BLOCKS == (int)RASTER_TILE_BLOCKS && (int)STRIP_BLOCKS == (int)PIXEL_STRIP_BLOCKS,
               "a strip is at most a row of a tile's blocks");

/* ---- coordinates ---- */

static void
plane_of(const struct r300_draw *d, const struct raster_setup *p, const struct r300_left *l, float q[3])
{
   const struct rs_plane plane = rs_component(d, p, l->write, l->comp);
   q[0] = plane.p0;
   q[1] = plane.d1;
   q[2] = plane.d2;
}

/* s of the first row's pixels and t of the first column's, of a rectangle whose first pixel is (x, y). */
static void
load_axes(struct strip_places *o, const struct r300_draw *d, const struct raster_setup *p, uint32_t x,
          uint32_t y)
{
   const unsigned width = o->axis[0].blocks * 8, height = o->axis[1].blocks * 8;
   const struct reach i = reach_of(&p->lin1, x, y, width, height),
                      j = reach_of(&p->lin2, x, y, width, height);
   for (unsigned n = 0; n < 2; n++) {
      struct strip_axis *a = &o->axis[n];
      float q[3];
      plane_of(d, p, &d->lookup.coord[n], q);
      for (unsigned k = 0; k < a->blocks; k += 2)
         channel_along(p, q, n ? x : x + k * 8, n ? y + k * 8 : y, n, a->at[k], a->at[k + 1]);
      a->slack = n ? slack_of(q, p->lin1.dx, p->lin2.dx, width, i, j)
                   : slack_of(q, p->lin1.dy, p->lin2.dy, height, i, j);
   }
}

/* Pixels of columns and rows that may fall elsewhere. */
static void
look_closely(struct rs_strips *o, const struct r300_draw *d, const struct raster_setup *p, uint32_t x,
             uint32_t y, const uint64_t open[2])
{
   _Alignas(64) float at[EMU_LANES];
   for (unsigned axis = 0; axis < 2; axis++)
      for (uint64_t m = open[axis]; m; m &= m - 1) {
         const unsigned entry = (unsigned)__builtin_ctzll(m);
         const bool down = axis == 0;
         float q[3];
         plane_of(d, p, &d->lookup.coord[axis], q);
         for (unsigned k = 0; k < EMU_LANES; k += 16)
            channel_along(p, q, down ? x + entry : x + k, down ? y + k : y + entry, down, &at[k], &at[k + 8]);
         const uint64_t apart = pixels_apart(&o->places, axis, entry, at);
         raster_mark_apart(o->apart, axis, entry, apart);
      }
}

/* Where n / 255 may stand for what short floats make of it: it is rounded to the same byte, and nothing else happens to it. */
static bool
are_bytes(const struct r300_draw *d, const struct raster_bound *st, bool narrow)
{
   return st->takes_bytes && d->lookup.plain && !(narrow && st->cb[0].blend);
}

static bool
place(struct rs_strips *o, const struct raster *raster, const struct r300_draw *d,
      const struct pixel_strip *strip)
{
   const struct raster_setup *p = strip->prim;
   const int32_t tx = (int32_t)strip->tile_x, ty = (int32_t)strip->tile_y, x0 = MAX2(p->x0 - tx, 0) & ~7,
                 y0 = MAX2(p->y0 - ty, 0) & ~7, x1 = MIN2(p->x1 - tx, RASTER_TILE_PX),
                 y1 = MIN2(p->y1 - ty, RASTER_TILE_PX);
   const uint32_t x = (uint32_t)(tx + x0), y = (uint32_t)(ty + y0);
   struct strip_places *places = &o->places;
   uint64_t open[2];
   assert(x0 < x1 && y0 < y1);
   o->column = (uint8_t)(x0 / 8);
   o->row = (uint8_t)(y0 / 8);
   places->view = d->lookup.view;
   places->narrow = d->us.program->float24;
   places->axis[0].blocks = (unsigned)(x1 - x0 + 7) / 8;
   places->axis[1].blocks = (unsigned)(y1 - y0 + 7) / 8;
   /* what a draw reads of its own target is left to waves at each level */
   if (places->axis[0].blocks * places->axis[1].blocks < WORTH_IT || !rs_is_flat(d, p) ||
       strip->st->num_cb != 1 || strip->st->cb[0].output != d->lookup.target || strip->st->reads_targets)
      return false;
   load_axes(places, d, p, x, y);
   if (!choose_level(places) || !place_strips(places, open))
      return false;
   o->bytes = !places->linear && are_bytes(d, strip->st, places->narrow);
   memset(o->apart, 0, sizeof o->apart);
   look_closely(o, d, p, x, y, open);
   return true;
}

/* ---- colours ---- */

/* What texels are multiplied with. */
struct factor {
   bool none, same;
   vf p0, d1, d2;
};

static struct factor
factor_of(const struct r300_draw *d, const struct raster_setup *p, const struct r300_channel *c)
{
   struct factor f = {.none = c->factor == R300_TIMES_ONE, .same = true, .p0 = v_splat(c->number)};
   if (c->factor != R300_TIMES_LEFT)
      return f;
   const struct rs_plane plane = rs_component(d, p, c->left.write, c->left.comp);
   f.same = !(plane.d1 != 0 || plane.d2 != 0);
   f.p0 = v_splat(plane.p0);
   f.d1 = v_splat(plane.d1);
   f.d2 = v_splat(plane.d2);
   return f;
}

/* What a register holds of a texel: cut() of numbers from 0 to 1 that are 0 or more than 2^-25. */
static inline vf
texel_in_register(bool narrow, vf x)
{
   return narrow ? (vf)((vi)x & (int32_t)0xffffff80) : x;
}

/* Component k of the colour, from its texel, by the arithmetic of us/exec.c. */
static void
make_channel(const struct r300_draw *d, const struct r300_channel *c, const struct factor *f,
             const struct emu_row *texel, const struct emu_row ij[2], struct emu_row *out)
{
   const struct us_program *us = d->us.program;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf r =
         texel ? texel_in_register(us->float24, v_of(texel, v)) : v_splat(c->texel == TX_SELECT_ONE ? 1 : 0);
      if (!f->none) {
         vf by = f->same ? f->p0 : (vf)((f->p0 + v_of(&ij[0], v) * f->d1) + v_of(&ij[1], v) * f->d2);
         if (c->factor == R300_TIMES_LEFT)
            by = in_register(us->float24, by);
         r = in_register(us->float24, product(us, r, by) + v_splat(0));
      }
      *v_at(out, v) = c->clamp ? v_clamp(r, 0, 1) : r;
   }
}

static void
make_colors(struct rs_strips *o, const struct r300_draw *d, const struct raster_setup *p, uint32_t x,
            uint32_t y, const struct emu_row texel[4], struct emu_row out[4])
{
   struct factor f[4];
   bool varies = false;
   for (unsigned k = 0; k < 4; k++) {
      f[k] = factor_of(d, p, &d->lookup.out[k]);
      varies |= !f[k].same;
   }
   if (varies) {
      plane_row_block(&p->lin1, x, y, &o->ij[0]);
      plane_row_block(&p->lin2, x, y, &o->ij[1]);
   }
   for (unsigned k = 0; k < 4; k++) {
      const struct r300_channel *c = &d->lookup.out[k];
      make_channel(d, c, &f[k], c->texel < 4 ? &texel[c->texel] : NULL, o->ij, &out[k]);
   }
}

/* Where the components of a block's texels go: those that are the colour's to it. */
static struct tx_shown
targets_of(const struct r300_draw *d, struct emu_row texel[4], struct emu_row out[4])
{
   struct tx_shown to = {.comps = 0};
   for (unsigned k = 0; k < 4; k++) {
      const unsigned from = d->lookup.out[k].texel;
      if (from < 4 && !to.out[from]) {
         to.out[from] = d->lookup.plain ? &out[k] : &texel[from];
         to.comps |= 1u << from;
      }
   }
   return to;
}

/* Colours of a block that are its texels, some of which are there already. */
static void
complete_plain(const struct rs_strips *o, const struct r300_draw *d, const struct tx_shown *to,
               struct emu_row out[4])
{
   for (unsigned k = 0; k < 4; k++) {
      const unsigned from = d->lookup.out[k].texel;
      if (from >= 4) {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&out[k], v) = v_splat(from == TX_SELECT_ONE ? 1 : 0);
      } else if (to->out[from] != &out[k] || o->places.narrow) {
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&out[k], v) = texel_in_register(o->places.narrow, v_of(to->out[from], v));
      }
   }
}

static void
shade_block(struct rs_strips *o, const struct r300_draw *d, const struct pixel_strip *strip, unsigned column,
            unsigned row, const struct byte_order *order)
{
   struct emu_row texel[4], *out = o->color[column];
   if (o->bytes) {
      vi bytes[EMU_VECS];
      strip_block_texels(&o->places, column, row, bytes);
      for (unsigned n = 0; n < EMU_VECS; n++)
         *v_ati(&o->out_bytes[column], n) = in_byte_order(bytes[n], order);
      return;
   }
   const struct tx_shown to = targets_of(d, texel, out);
   sample_strip_block(&o->places, column, row, &to);
   if (d->lookup.plain)
      complete_plain(o, d, &to, out);
   else
      make_colors(o, d, strip->prim, strip->tile_x + (o->column + column) * 8u,
                  strip->tile_y + strip->row * 8u, texel, out);
}

unsigned
EMU_FN(rs_shade_strip)(struct rs_strips *o, const struct raster *raster, const struct r300_draw *d,
                       const struct pixel_strip *strip, struct pixel_strip_colors *out)
{
   uint8_t from[4];
   if (o->serial != strip->prim->serial) {
      const unsigned before = emu_perf_enter(EMU_PERF_INTERPOLATION);
      o->serial = strip->prim->serial;
      o->usable = place(o, raster, d, strip);
      emu_perf_leave(before);
   }
   if (!o->usable)
      return 0;
   assert(strip->column >= o->column && strip->row >= o->row);
   const unsigned first = strip->column - o->column, row = strip->row - o->row,
                  mask = (unsigned)strip->blocks << first & ~o->apart[row];
   assert(row < o->places.axis[1].blocks && !(mask >> o->places.axis[0].blocks));
   for (unsigned k = 0; k < 4; k++)
      from[k] = d->lookup.out[k].texel;
   const struct byte_order order = byte_order(from);
   for (unsigned m = mask; m; m &= m - 1)
      shade_block(o, d, strip, (unsigned)__builtin_ctz(m), row, &order);
   out->color_mask = 1u << d->lookup.target;
   out->bytes = o->bytes ? &o->out_bytes[first] : NULL;
   out->color = (const struct emu_row(*)[4]) & o->color[first];
   out->step = 1;
   out->in_range = d->lookup.in_range;
   return mask >> first;
}
#else
unsigned
EMU_FN(rs_shade_strip)(struct rs_strips *o, const struct raster *raster, const struct r300_draw *d,
                       const struct pixel_strip *strip, struct pixel_strip_colors *out)
{
   return 0;
}
#endif
