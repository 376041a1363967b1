/* SPDX-License-Identifier: MIT
 *
 * Strips of blocks (ta/strips.h) by the arithmetic of ta/aligned_vec.h. Included by ta/sample.c, once per SIMD level.
 */
#ifndef EMULATOR_TERASCALE_TA_STRIPS_VEC_H
#define EMULATOR_TERASCALE_TA_STRIPS_VEC_H

#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/level_vec.h"
#include "emulator/terascale/ta/lod_vec.h"
#include "emulator/terascale/ta/strips.h"

/* ---- levels ---- */

/* Level of detail of quads whose derivatives have this squared length, moved by more than what a logarithm errs. */
static inline float
lod_of(const struct ta_request *rq, double rho2, float move)
{
   vi m;
   const vf raw = log2_rho(v_splat((float)rho2)) + v_splat(rq->view->lod_bias + rq->lod_bias + move);
   return clamp_lod(rq->view, raw, &m)[0];
}

/* The squares of the least and the greatest derivative along an axis, in texels of the base level. False: there is something
 * that is no number. */
static bool
derivatives(const struct texture_axis *a, unsigned blocks, float size, float slack, double square[2])
{
   double least = 1e30, most = 0;
   bool finite = true;
   for (unsigned i = 0; i < blocks; i++)
      for (unsigned k = 0; k < 8; k += 2) {
         const double d = (double)a[i].at[k + 1] - (double)a[i].at[k], length = d < 0 ? -d : d;
         finite &= length < 1e30;
         least = MIN2(least, length);
         most = MAX2(most, length);
      }
   least = MAX2(least - 2.0 * slack, 0) * size * (1 - 1e-6);
   most = (most + 2.0 * slack) * size * (1 + 1e-6);
   square[0] = least * least;
   square[1] = most * most;
   return finite;
}

/* Which levels all pixels are on, and how they are mixed. False: not all on the same ones. */
static bool
choose_levels(struct ta_strips *p, const float slack[2])
{
   const struct ta_view *v = p->rq.view;
   double x[2], y[2];
   p->part = 0;
   p->num_places = 1;
   p->place[0].level = 0;
   if (!v->needs_lod)
      return true;
   if (v->min_linear != v->mag_linear || !v->mip || v->num_levels < 2 || p->rq.lod_mode != TA_LOD_IMPLICIT)
      return false;
   if (!derivatives(p->place[0].x, p->columns, v->level[0].fw, slack[0], x) ||
       !derivatives(p->place[0].y, p->rows, v->level[0].fh, slack[1], y))
      return false;
   /* along the other axis coordinates differ by their slack at most */
   const double ax = 2.0 * slack[0] * v->level[0].fw, ay = 2.0 * slack[1] * v->level[0].fh;
   const float lo = lod_of(&p->rq, MAX2(x[0], y[0]), -1e-5f),
               hi = lod_of(&p->rq, MAX2(x[1] + ay * ay, y[1] + ax * ax) * (1 + 1e-6), 1e-5f);
   if (!(lo == hi))
      return false;
   vf part;
   const vi level = level_and_part(v, v_splat(lo), v_splati(lo > 0 ? -1 : 0), &part);
   p->place[0].level = (unsigned)level[0];
   p->part = part[0];
   if (p->part > 0) {
      p->num_places = 2;
      p->place[1].level = MIN2((unsigned)level[0] + 1, v->num_levels - 1u);
   }
   return true;
}

/* ---- places ---- */

static void
place_axis(struct texture_axis *a, struct axis_rule r, unsigned blocks, bool linear, float slack,
           uint64_t *open)
{
   for (unsigned i = 0; i < blocks; i += 2) /* of an odd one's neighbour nobody hears */
      place_two(&a[i], r, &a[i + 1], r, linear);
   for (unsigned i = 0; i < blocks; i++)
      *open |= (uint64_t)may_fall_apart(&a[i], r, slack, linear) << 8 * i;
}

static void
place_level(const struct ta_strips *p, struct ta_places *o, const float slack[2], uint64_t open[2])
{
   const struct ta_view *v = p->rq.view;
   place_axis(o->x, axis_rule(v, o->level, false), p->columns, p->linear, slack[0], &open[0]);
   place_axis(o->y, axis_rule(v, o->level, true), p->rows, p->linear, slack[1], &open[1]);
   for (unsigned i = 0; i < p->columns; i++) {
      locate_columns(v, &o->x[i]);
#if HAVE_LOOKUP
      o->row[i].fits = v->row_of_four && place_row(v, o->level, &o->x[i], p->linear, &o->row[i]);
#endif
   }
   for (unsigned i = 0; i < p->rows; i++) {
      locate_rows(v, o->level, &o->y[i]);
#if HAVE_LOOKUP
      if (p->linear)
         want_rows(v, o->level, &o->y[i], &o->want[i]);
#endif
   }
}

/* Sums of four texels with weights, times the scale: integers below 2^24, so that nothing but the product is rounded. What
 * two levels are mixed to lies between them. */
static bool
is_in_range(const struct ta_view *v)
{
   bool is = v->kind == TA_PACKED && !v->srgb;
   for (unsigned c = 0; c < v->ncomp; c++)
      is &= !v->is_signed[c] && v->bits[c] <= 8 && v->scale[c] * (float)((1u << v->bits[c]) - 1) <= 1.0f;
   return is;
}

static bool
place_strips(struct ta_strips *p, bool bytes, const float slack[2], uint64_t open[2])
{
   const struct ta_view *v = p->rq.view;
   assert(v->fast && v->dim == TA_2D && ta_is_plain(&p->rq) && ta_is_unmoved(&p->rq) &&
          p->rq.row_B == sizeof(struct emu_row) && p->columns <= TA_STRIP_BLOCKS &&
          p->rows <= TA_STRIP_BLOCKS);
   /* else the rectangle is turned, its texels are too small for floats, or there is something that is no number */
   if (!(slack[0] * v->level[0].fw <= 1.0f / 256 && slack[1] * v->level[0].fh <= 1.0f / 256))
      return false;
   if (v->shadow && p->rq.epoch &&
       !v->bytes) /* without one blocks of texels are sampled, and counted, by themselves */
      v = p->rq.view = ta_shadow_view(v, p->rq.epoch, v->block_shift ? 1 : p->columns * p->rows);
   if (v->block_shift || ta_is_int(v) || !choose_levels(p, slack))
      return false;
   p->linear = v->mag_linear;
   p->in_range = is_in_range(v);
   p->bytes = bytes && v->nearest_bytes && v->bytes;
   open[0] = open[1] = 0;
   for (unsigned i = 1; i < p->num_places; i++) {
      for (unsigned k = 0; k < p->columns; k++)
         memcpy(p->place[i].x[k].at, p->place[0].x[k].at, sizeof p->place[0].x[k].at);
      for (unsigned k = 0; k < p->rows; k++)
         memcpy(p->place[i].y[k].at, p->place[0].y[k].at, sizeof p->place[0].y[k].at);
   }
   for (unsigned i = 0; i < p->num_places; i++)
      place_level(p, &p->place[i], slack, open);
   return true;
}

static uint64_t
strips_fall_apart(const struct ta_strips *p, bool y, unsigned entry, const float at[EMU_LANES])
{
   uint64_t apart = 0;
   for (unsigned i = 0; i < p->num_places; i++) {
      const struct ta_places *o = &p->place[i];
      const struct axis_rule r = axis_rule(p->rq.view, o->level, y);
      const vi there = v_splati((y ? o->y : o->x)[entry / 8].fall[entry % 8]);
      for (unsigned n = 0; n < EMU_VECS; n++) {
         const vi f = fall(r.mode, p->linear, v_load(&at[n * EMU_VEC_LANES]), v_splat(r.size));
         apart |= (uint64_t)v_bits(f != there) << n * EMU_VEC_LANES;
      }
   }
   return apart;
}

/* ---- samples ---- */

static void
sample_strip_block(const struct ta_request *rq, const struct ta_places *o, bool linear, unsigned column,
                   unsigned row)
{
#if HAVE_LOOKUP
   if (o->row[column].fits && linear) {
      filter_rows(rq, &o->row[column], &o->y[row], &o->want[row]);
      return;
   }
   if (o->row[column].fits) {
      sample_nearest_rows(rq, &o->row[column], &o->y[row]);
      return;
   }
   if (linear && has_float_rows(rq->view)) {
      filter_float_rows(rq, o->level, &o->x[column], &o->y[row], &o->want[row]);
      return;
   }
#endif
   sample_located(rq, o->level, linear, &o->x[column], &o->y[row]);
}

static void
strip_block_bytes(const struct ta_strips *p, unsigned column, unsigned row, const struct byte_order *order,
                  struct emu_row *out)
{
   const struct ta_places *o = &p->place[0];
   vi texel[EMU_VECS];
#if HAVE_LOOKUP
   if (o->row[column].fits)
      nearest_rows(p->rq.view->fast_base + o->row[column].base_B, &o->row[column], &o->y[row], texel);
   else
#endif
      gather_placed(p->rq.view, &o->x[column], &o->y[row], texel);
   for (unsigned n = 0; n < EMU_VECS; n++)
      *v_ati(out, n) = in_byte_order(texel[n], order);
}

static void
mix_strip_block(struct ta_request *rq, const struct ta_strips *p, unsigned column, unsigned row)
{
   struct emu_row next[4], *const here = rq->out;
   sample_strip_block(rq, &p->place[0], p->linear, column, row);
   rq->out = next;
   sample_strip_block(rq, &p->place[1], p->linear, column, row);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned n = 0; n < EMU_VECS; n++)
         *v_at(&here[c], n) = mix_levels(rq->view, v_of(&here[c], n), v_of(&next[c], n), v_splat(p->part));
}

static void
sample_strip(struct ta_strips *p, unsigned row, unsigned mask, struct emu_row *bytes,
             struct emu_row (*colors)[4])
{
   const struct ta_view *v = p->rq.view;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(&p->rq)) : 0;
   const struct byte_order order = byte_order(v->dst_sel);
   const bool may_be_nan = v->kind == TA_HALVES || v->kind == TA_FLOATS || v->kind == TA_F11;
   assert(row < p->rows && !(mask >> p->columns));
   for (; mask; mask &= mask - 1) {
      const unsigned column = (unsigned)__builtin_ctz(mask);
      if (p->bytes) {
         strip_block_bytes(p, column, row, &order, &bytes[column]);
         continue;
      }
      p->rq.out = colors[column];
      if (p->num_places > 1)
         mix_strip_block(&p->rq, p, column, row);
      else
         sample_strip_block(&p->rq, &p->place[0], p->linear, column, row);
      if (may_be_nan) {
         p->rq.out = colors[column];
         one_nan(&p->rq);
      }
   }
   emu_perf_leave(before);
}

#endif
