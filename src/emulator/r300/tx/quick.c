/* SPDX-License-Identifier: MIT
 *
 * Sampling by vectors what most textures are: two dimensions or a cube, a texel of at most 32 bits of unsigned components,
 * usual wrap modes. tx.h defines what a sample is; of integers of 8 bits the weighted sum is exact, and is divided
 * once. Lanes of a wave that take different levels are sampled level by level.
 */
#include "emulator/r300/tx/quick.h"

#include <assert.h>
#include <string.h>

#include "emulator/r300/tx/aligned_vec.h"
#include "emulator/r300/tx/lod.h"
#include "emulator/r300/tx/place_vec.h"
#include "emulator/r300/tx/taps_vec.h"
#include "emulator/r300/tx/unorm_vec.h"
#include "emulator/r300/tx/window_vec.h"
#include "emulator/simd/byte_lanes.h"
#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"

static void
load_places(const struct tx_request *rq, struct places *p)
{
   p->cube = rq->view->setup.dim == TX_CUBE;
   p->s = &rq->coord[0];
   p->t = &rq->coord[1];
   if (!p->cube)
      return;
   memset(p->on_face, 0, sizeof p->on_face);
   memset(&p->layer, 0, sizeof p->layer);
   p->s = &p->on_face[0];
   p->t = &p->on_face[1];
   for (uint64_t lanes = rq->lanes; lanes; lanes &= lanes - 1) {
      const unsigned lane = (unsigned)__builtin_ctzll(lanes);
      const struct tx_place at = tx_place_of(rq, lane);
      p->on_face[0].u[lane] = fui(at.s);
      p->on_face[1].u[lane] = fui(at.t);
      p->layer.u[lane] = at.face; /* times a layer's bytes when the level is known */
   }
}

/* Texels at some offsets, in the low bits of dwords. A level begins at a multiple of four bytes and ends at one. */
ALWAYS_INLINE vi
texels(const struct tx_view *v, const struct tx_level *l, vi at, bool bytes)
{
   if (bytes || v->el_B == 4)
      return v_gather(l->base, at);
   const vi dw = v_gather(l->base, at & ~3);
   return (vi)((vu)dw >> (vu)((at & 3) << 3));
}

ALWAYS_INLINE vf
component(const struct tx_view *v, unsigned c, vi raw)
{
   return v_float((vi)((vu)raw >> v->shift[c]) & (int32_t)((1u << v->bits[c]) - 1));
}

/* \p raw: what the texel has, or a filter's sum; of bytes that has weights of 65536 together. */
ALWAYS_INLINE void
put(const struct tx_view *v, const struct tx_shown *to, unsigned c, unsigned vec, uint64_t lanes, vf raw,
    bool bytes)
{
   const vf value = bytes ? unorm_of_sum(raw) : (vf)(raw / v_splat((float)((1u << v->bits[c]) - 1)));
   *v_at(to->out[c], vec) = v_sel(v_mask(lanes), value, v_of(to->out[c], vec));
}

ALWAYS_INLINE void
point_vec(const struct tx_view *v, const struct tx_level *l, vf s, vf t, vi layer, unsigned vec,
          uint64_t lanes, const struct tx_shown *to)
{
   const vi x = wrap(fall(false, s, l->w), (int32_t)l->w, v->setup.wrap[0]);
   const vi y = wrap(fall(false, t, l->h), (int32_t)l->h, v->setup.wrap[1]);
   const vi raw = texels(v, l, along(&l->axis[0], x) + along(&l->axis[1], y) + layer, false);
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) /* those that there are */
      if (to->comps >> c & 1)
         put(v, to, c, vec, lanes, component(v, c, raw), false);
}

/* Where a lane's face begins. */
ALWAYS_INLINE vi
layer_of(const struct places *p, const struct tx_level *l, unsigned vec)
{
   if (!p->cube)
      return v_splati(0);
   return v_ofi(&p->layer, vec) * (int32_t)l->layer_B;
}

/* The four texels of each lane. */
ALWAYS_INLINE void
square_texels(const struct tx_view *v, const struct tx_level *l, vi x, vi y, vi layer, vi raw[4], bool bytes)
{
   vi col[2], row[2];
   for (int k = 0; k < 2; k++) {
      col[k] = along(&l->axis[0], wrap(x + k, (int32_t)l->w, v->setup.wrap[0])) + layer;
      row[k] = along(&l->axis[1], wrap(y + k, (int32_t)l->h, v->setup.wrap[1]));
   }
   for (unsigned i = 0; i < 4; i++)
      raw[i] = texels(v, l, col[i & 1] + row[i >> 1], bytes);
}

ALWAYS_INLINE void
linear_vec(const struct tx_view *v, const struct tx_level *l, vf s, vf t, vi layer, unsigned vec,
           uint64_t lanes, const struct tx_shown *to)
{
   const vi x = fall(true, s, l->w), y = fall(true, t, l->h);
   const vf fx = v_float(x & 255), fy = v_float(y & 255), gx = 256.0f - fx, gy = 256.0f - fy;
   vi raw[4];
   square_texels(v, l, x >> 8, y >> 8, layer, raw, false);
   const vf w[4] = {gx * gy, fx * gy, gx * fy, fx * fy};
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) /* those that there are */
      if (to->comps >> c & 1) {
         const vf sum = (component(v, c, raw[0]) * w[0] + component(v, c, raw[1]) * w[1]) +
                        (component(v, c, raw[2]) * w[2] + component(v, c, raw[3]) * w[3]);
         put(v, to, c, vec, lanes, sum * (1.0f / 65536), false);
      }
}

/* *near: that the texels may lie in a window, as those of the vectors before did. */
ALWAYS_INLINE void
linear_bytes(const struct tx_view *v, const struct tx_level *l, vf s, vf t, const struct places *p,
             unsigned vec, uint64_t lanes, const struct tx_shown *to, bool *near)
{
   const vi x = fall(true, s, l->w), y = fall(true, t, l->h);
   vi texel[4];
   vf sum[4];
   *near = *near && load_window(v, l, x >> 8, y >> 8, (uint32_t)lanes & (uint32_t)V_ALL_LANES, texel);
   if (!*near)
      square_texels(v, l, x >> 8, y >> 8, layer_of(p, l, vec), texel, true);
   filter_square(texel, x, y, sum);
#pragma GCC unroll 4
   for (unsigned c = 0; c < 4; c++) /* those that are wanted */
      if (to->comps >> c & 1)
         put(v, to, c, vec, lanes, sum[c], true);
}

static void
sample_lanes(const struct tx_view *v, const struct places *p, unsigned level, bool linear, uint64_t lanes,
             const struct tx_shown *to)
{
   const struct tx_level *l = &v->level[level];
   assert(level <= v->last_level);
   if (lanes == ~UINT64_C(0) && sample_aligned(v, p, l, linear, to))
      return;
   bool near = !p->cube;
   for (unsigned vec = 0; vec < EMU_VECS; vec++) {
      const uint64_t here = lanes >> (vec * EMU_VEC_LANES) & V_ALL_LANES;
      if (!here)
         continue;
      const vf s = v_of(p->s, vec), t = v_of(p->t, vec);
      if (linear && v->rows_of_four)
         linear_bytes(v, l, s, t, p, vec, here, to, &near);
      else if (linear)
         linear_vec(v, l, s, t, layer_of(p, l, vec), vec, here, to);
      else
         point_vec(v, l, s, t, layer_of(p, l, vec), vec, here, to);
   }
}

/* ---- levels ---- */

/* What each lane takes: a level, LINEAR with the filter, and how much of the next level. */
enum { LINEAR = 128 };
struct choice {
   _Alignas(64) uint8_t level[EMU_LANES];
   struct emu_row next; /* 0 to 1 */
   uint64_t mixed;      /* lanes that take some of the next */
};

/* The square of the longer difference from a quad's first pixel to its neighbours, of each quad of a vector: tx/sample.c's. */
static inline vf
longer_difference(const struct tx_request *rq, unsigned n)
{
   const float size[3] = {(float)rq->view->level[0].w, (float)rq->view->level[0].h, 0};
   vf length2[2];
   for (unsigned k = 0; k < 2; k++) {
      vf square[3];
      for (unsigned c = 0; c < 3; c++) {
         const vf x = v_of(&rq->coord[c], n), d = (v_quad(x, k + 1) - v_quad(x, 0)) * size[c];
         square[c] = d * d;
      }
      length2[k] = (square[0] + square[1]) + square[2];
   }
   return v_sel(length2[0] > length2[1], length2[0], length2[1]);
}

/* Of each lane; of all four of a quad the same where nothing but differences counts. */
static void
find_lods(const struct tx_request *rq, struct emu_row *lod)
{
   _Alignas(64) float rho2[EMU_QUADS], of_quad[EMU_QUADS];
   if (rq->mode != TX_LOD_IMPLICIT || rq->view->setup.dim == TX_CUBE) {
      tx_level_of_detail(rq, (float *)lod->u);
      return;
   }
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vf longer = longer_difference(rq, n);
      for (unsigned q = 0; q < EMU_VEC_LANES / 4; q++)
         rho2[n * (EMU_VEC_LANES / 4) + q] = longer[q * 4];
   }
   for (unsigned q = 0; q < EMU_QUADS; q++)
      of_quad[q] = tx_rounded_lod(&rq->view->setup, tx_half_log2(rho2[q]));
   for (unsigned q = 0; q < EMU_QUADS; q++)
      *(v4f *)&lod->u[q * 4] = (v4f){of_quad[q], of_quad[q], of_quad[q], of_quad[q]};
}

/* Of lanes that nobody wants, anything. */
static void
choose(const struct tx_request *rq, struct choice *ch)
{
   const struct tx_setup *s = &rq->view->setup;
   const int32_t first = s->first_level, last = (int32_t)rq->view->last_level;
   const vf until = v_splat(tx_magnified_until(s)), lo = v_splat((float)first), hi = v_splat((float)last);
   const vi min_linear = v_splati(s->min >= 2 ? LINEAR : 0), mag_linear = v_splati(s->mag >= 2 ? LINEAR : 0);
   struct emu_row lod;
   memset(&lod, 0, sizeof lod);
   find_lods(rq, &lod);
   ch->mixed = 0;
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vf l = v_of(&lod, n);
      const vi minify = l > until;
      const vf at = v_min(v_max(l, lo), hi);
      vi level = v_splati(first), mixed = v_splati(0);
      vf next = v_splat(0);
      if (s->mip == 1) {
         level = v_seli(minify, v_mini(v_int(at + (0.5f - 1.0f / 256)), v_splati(last)), level);
      } else if (s->mip) {
         const vi fine = v_int(at);
         level = v_seli(minify, fine, level);
         next = (vf)((vi)(at - v_float(fine)) & minify);
         mixed = (next > v_splat(0)) & (level < last);
      }
      level |= v_seli(minify, min_linear, mag_linear);
      for (unsigned i = 0; i < EMU_VEC_LANES; i++)
         ch->level[n * EMU_VEC_LANES + i] = (uint8_t)level[i];
      *v_at(&ch->next, n) = next;
      ch->mixed |= (uint64_t)v_bits(mixed) << n * EMU_VEC_LANES;
   }
   ch->mixed &= rq->lanes;
}

/* Lanes of a set that take the same level with the same filter as its lowest. */
static uint64_t
alike(const struct choice *ch, uint64_t lanes)
{
   const vb one = (vb){0} + ch->level[__builtin_ctzll(lanes)];
   uint64_t same = 0;
   for (unsigned i = 0; i < EMU_LANES; i += EMU_VEC_B)
      same |= v_byte_bits((vb)(*(const vb *)&ch->level[i] == one)) << i;
   return same & lanes;
}

static void
sample_choice(const struct tx_view *v, const struct places *p, const struct choice *ch, unsigned step,
              uint64_t lanes, const struct tx_shown *to)
{
   while (lanes) {
      const unsigned one = (unsigned)__builtin_ctzll(lanes);
      const uint64_t same = alike(ch, lanes);
      sample_lanes(v, p, (ch->level[one] & (LINEAR - 1u)) + step, ch->level[one] & LINEAR, same, to);
      lanes &= ~same;
   }
}

static void
sample_mipmapped(const struct tx_request *rq, const struct places *p, const struct tx_shown *to)
{
   struct choice ch;
   struct emu_row coarse[4];
   choose(rq, &ch);
   sample_choice(rq->view, p, &ch, 0, rq->lanes, to);
   if (!ch.mixed)
      return;
   const struct tx_shown next = {
      {&coarse[0], &coarse[1], &coarse[2], &coarse[3]},
      to->comps, 0
   };
   sample_choice(rq->view, p, &ch, 1, ch.mixed, &next);
   for (unsigned c = 0; c < rq->view->comps; c++)
      for (unsigned vec = 0; vec < EMU_VECS && to->comps >> c & 1; vec++) {
         const vf a = v_of(to->out[c], vec), b = v_of(&coarse[c], vec), f = v_of(&ch.next, vec);
         *v_at(to->out[c], vec) = v_sel(v_mask(ch.mixed >> (vec * EMU_VEC_LANES)), a + (b - a) * f, a);
      }
}

static void
sample_quick(const struct tx_request *rq)
{
   const struct tx_view *v = rq->view;
   struct emu_row out[4];
   struct places p;
   struct tx_shown to = {.comps = 0};
   assert(v->quick && !rq->unscaled);
   load_places(rq, &p);
   /* coordinates may stand where results go, and are needed until the last level */
   const bool apart = !p.cube && tx_needs_lod(v) && rq->coord == rq->out;
   for (unsigned k = 0; k < 4; k++) {
      const unsigned from = v->setup.select[k];
      if (from < v->comps && !to.out[from]) {
         to.out[from] = apart ? &out[k] : &rq->out[k];
         to.comps |= 1u << from;
      }
   }
   if (tx_needs_lod(v))
      sample_mipmapped(rq, &p, &to);
   else
      sample_lanes(v, &p, v->setup.first_level, v->setup.mag >= 2, rq->lanes, &to);
   for (unsigned k = 0; k < 4; k++) {
      const unsigned from = v->setup.select[k];
      if (from < v->comps) {
         if (to.out[from] != &rq->out[k])
            rq->out[k] = *to.out[from];
         continue;
      }
      for (unsigned vec = 0; vec < EMU_VECS; vec++)
         *v_at(&rq->out[k], vec) = v_splat(from == 5 ? 1 : 0);
   }
}

const struct tx_kernels EMU_FN(tx_kernels) = {.sample_quick = sample_quick, .sample_tap = sample_tap};
