/* SPDX-License-Identifier: MIT
 *
 * Coordinates of whole blocks whose shader is one lookup (sq/lookup.h): of all pixels, or, where they change along one axis
 * each but for rounding, of a row and a column. Included by spi.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_SPI_LOOKUP_VEC_H
#define EMULATOR_TERASCALE_SPI_LOOKUP_VEC_H

#include "emulator/raster/along_vec.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/setup.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/draw_state.h"
#include "emulator/terascale/spi/spi.h"
#include "emulator/terascale/sq/lookup.h"
#include "emulator/terascale/ta/strips.h"

/* P0, P1 - P0 and P2 - P0 of one channel. */
struct channel {
   float q[3];
};
static inline struct channel
channel_of(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p, unsigned input,
           unsigned chan)
{
   const float *at = params_of_block(w, ds, p) + input * 12 + chan;
   return (struct channel){
      {at[0], at[4], at[8]}
   };
}

/* As interpolate() and INTERP_XY make it. */
static inline void
channel_of_block(const float p[3], bool in_shader, const struct emu_row *i, const struct emu_row *j,
                 struct emu_row *out)
{
   const vf p0 = v_splat(p[0]), d1 = v_splat(p[1]), d2 = v_splat(p[2]);
   const bool same = !in_shader && p[1] == 0 && p[2] == 0;
   for (unsigned v = 0; v < EMU_VECS; v++)
      *v_at(out, v) = same ? p0 : (vf)((p0 + v_of(i, v) * d1) + v_of(j, v) * d2);
}

static bool
is_linear(const struct emu_draw_state *ds, unsigned input)
{
   return ds->interp_in_shader ? ds->baryc_enable >> 3 : ds->ps_in[input].linear;
}

static void
load_lookup(struct spi_ctx *w, const struct emu_draw_state *ds, const struct pixel_quads *b)
{
   const struct sq_lookup *l = ds->lookup;
   const struct channel s = channel_of(w, ds, b->prim[0], l->input[0], l->chan[0]),
                        t = channel_of(w, ds, b->prim[0], l->input[1], l->chan[1]);
   struct emu_row *i = &w->i, *j = &w->j;
   assert(b->whole_block && !b->st->ms);
   barycentrics_of_block(b->prim[0], b->x[0], b->y[0], is_linear(ds, l->input[0]), i, j);
   channel_of_block(s.q, ds->interp_in_shader, i, j, &w->coord[0]);
   if (is_linear(ds, l->input[1]) != is_linear(ds, l->input[0]))
      barycentrics_of_block(b->prim[0], b->x[0], b->y[0], is_linear(ds, l->input[1]), i, j);
   channel_of_block(t.q, ds->interp_in_shader, i, j, &w->coord[1]);
}

/* ---- coordinates of columns and rows ---- */

/* s of the first row's pixels and t of the first column's, as load_lookup() makes them. False: I and J are divided. */
static bool
load_columns_and_rows(struct spi_ctx *w, const struct emu_draw_state *ds, const struct pixel_quads *b,
                      float at[16], float slack[2])
{
   static const _Alignas(64) double column[16] = {0, 1, 2, 3, 4, 5, 6, 7},
                                    row[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7};
   const struct sq_lookup *l = ds->lookup;
   const struct raster_setup *p = b->prim[0];
   const bool linear = is_linear(ds, l->input[0]);
   assert(b->whole_block && !b->st->ms);
   if (is_linear(ds, l->input[1]) != linear || !(linear || p->flags & RASTER_FLAT_W))
      return false;
   const struct channel of_s = channel_of(w, ds, p, l->input[0], l->chan[0]),
                        of_t = channel_of(w, ds, p, l->input[1], l->chan[1]);
   const float *s = of_s.q, *t = of_t.q;
   const double x = b->x[0], y = b->y[0];
   for (unsigned k = 0; k < 16; k += EMU_VEC_LANES) {
      const vd x0 = *(const vd *)&column[k] + x, x1 = *(const vd *)&column[k + VD_LANES] + x,
               y0 = *(const vd *)&row[k] + y, y1 = *(const vd *)&row[k + VD_LANES] + y;
      const vf i = v_floats(plane_at(&p->lin1, x0, y0), plane_at(&p->lin1, x1, y1)),
               j = v_floats(plane_at(&p->lin2, x0, y0), plane_at(&p->lin2, x1, y1));
      const vi is_s = v_mask(0xff >> k);
      const vf p0 = v_sel(is_s, v_splat(s[0]), v_splat(t[0])), d1 = v_sel(is_s, v_splat(s[1]), v_splat(t[1])),
               d2 = v_sel(is_s, v_splat(s[2]), v_splat(t[2]));
      *(vf *)&at[k] = (p0 + i * d1) + j * d2;
   }
   const struct reach i = reach_of(&p->lin1, x, y, 8, 8), j = reach_of(&p->lin2, x, y, 8, 8);
   slack[0] = slack_of(s, p->lin1.dy, p->lin2.dy, 8, i, j);
   slack[1] = slack_of(t, p->lin1.dx, p->lin2.dx, 8, i, j);
   return true;
}

/* ---- strips ---- */

/* A factor of a lookup's channels: a number, or a plane with I and J. */
struct factor {
   bool none, zero_wins, same;
   vf p0, d1, d2;
};

static struct factor
factor_of(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p,
          const struct sq_channel *c)
{
   struct factor f = {.none = c->factor == SQ_TIMES_ONE, .zero_wins = c->zero_wins, .same = true};
   if (c->factor == SQ_TIMES_CONSTANT)
      f.p0 = v_splat(sq_stage_constant(ds->ps, c->constant));
   if (c->factor != SQ_TIMES_INPUT)
      return f;
   const struct channel by = channel_of(w, ds, p, c->input, c->chan);
   f.p0 = v_splat(by.q[0]);
   f.d1 = v_splat(by.q[1]);
   f.d2 = v_splat(by.q[2]);
   f.same = !ds->interp_in_shader && by.q[1] == 0 && by.q[2] == 0;
   return f;
}

/* Texels of a block become its colours. */
static void
modulate(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p, uint32_t x,
         uint32_t y, struct emu_row color[4])
{
   const struct sq_lookup *l = ds->lookup;
   struct factor f[4];
   bool varies = false;
   for (unsigned k = 0; k < 4; k++) {
      f[k] = factor_of(w, ds, p, &l->out[k]);
      varies |= !f[k].same;
   }
   if (varies)
      barycentrics_of_block(p, x, y, is_linear(ds, l->input[0]), &w->i, &w->j);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf texel[SQ_NO_TEXEL];
      for (unsigned c = 0; c < SQ_NO_TEXEL; c++)
         texel[c] = v_of(&color[c], v);
#pragma GCC unroll 4
      for (unsigned k = 0; k < 4; k++) {
         vf r = texel[l->out[k].texel & 3];
         if (!f[k].none) {
            const vf by =
               f[k].same ? f[k].p0 : (vf)((f[k].p0 + v_of(&w->i, v) * f[k].d1) + v_of(&w->j, v) * f[k].d2);
            if (l->out[k].texel == SQ_NO_TEXEL)
               r = by;
            else
               r = f[k].zero_wins ? v_mul0(r, by) : (vf)(r * by);
         }
         *v_at(&color[k], v) = r;
      }
   }
}

/* s (axis 0) or t. */
static struct channel
channel_of_axis(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p,
                unsigned axis)
{
   const struct sq_lookup *l = ds->lookup;
   return channel_of(w, ds, p, l->input[axis], l->chan[axis]);
}

/* s of the first row's pixels and t of the first column's for a rectangle whose first pixel is (x, y). */
static bool
load_axes(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p, uint32_t x,
          uint32_t y, struct ta_strips *strips, float slack[2])
{
   const struct sq_lookup *l = ds->lookup;
   const bool linear = is_linear(ds, l->input[0]);
   const unsigned width = strips->columns * 8, height = strips->rows * 8;
   if (is_linear(ds, l->input[1]) != linear || !(linear || p->flags & RASTER_FLAT_W))
      return false;
   const struct channel of_s = channel_of_axis(w, ds, p, 0), of_t = channel_of_axis(w, ds, p, 1);
   const float *s = of_s.q, *t = of_t.q;
   struct texture_axis *const column = strips->place[0].x, *const row = strips->place[0].y;
   for (unsigned k = 0; k < strips->columns; k += 2)
      channel_along(p, s, x + k * 8, y, false, column[k].at, column[k + 1].at);
   for (unsigned k = 0; k < strips->rows; k += 2)
      channel_along(p, t, x, y + k * 8, true, row[k].at, row[k + 1].at);
   const struct reach i = reach_of(&p->lin1, x, y, width, height),
                      j = reach_of(&p->lin2, x, y, width, height);
   slack[0] = slack_of(s, p->lin1.dy, p->lin2.dy, height, i, j);
   slack[1] = slack_of(t, p->lin1.dx, p->lin2.dx, width, i, j);
   return true;
}

/* Of all pixels of a column s, of a row t. */
static void
load_along(struct spi_ctx *w, const struct emu_draw_state *ds, const struct raster_setup *p, uint32_t x,
           uint32_t y, unsigned axis, float at[EMU_LANES])
{
   const struct channel q = channel_of_axis(w, ds, p, axis);
   const bool down = axis == 0;
   for (unsigned k = 0; k < EMU_LANES; k += 16)
      channel_along(p, q.q, down ? x : x + k, down ? y + k : y, down, &at[k], &at[k + 8]);
}

#endif
