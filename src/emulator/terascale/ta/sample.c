/* SPDX-License-Identifier: MIT
 *
 * Sampling for a whole wave: level of detail from the quads' derivatives, then either the vector path
 * (integers, normalised formats of up to 16 bits a component, floats and BC1 to BC5, linear or 1D tiled)
 * or lane by lane through ta/generic.c. Both give the same bits; ta.h defines them.
 */
#include "emulator/simd/bytes.h"
#include "emulator/simd/gather.h"
#include "emulator/simd/lanes.h"
#include "emulator/terascale/ta/aligned_vec.h"
#include "emulator/terascale/ta/coord_vec.h"
#include "emulator/terascale/ta/float_rows_vec.h"
#include "emulator/terascale/ta/joined_vec.h"
#include "emulator/terascale/ta/level_vec.h"
#include "emulator/terascale/ta/load_vec.h"
#include "emulator/terascale/ta/lod_vec.h"
#include "emulator/terascale/ta/rows_vec.h"
#include "emulator/terascale/ta/scattered_vec.h"
#include "emulator/terascale/ta/shadow.h"
#include "emulator/terascale/ta/ta.h"
#include "emulator/terascale/ta/taps_vec.h"
#include "emulator/terascale/ta/texel_vec.h"
#include "emulator/terascale/ta/volume_vec.h"

/* ---- rectangles seen from the front ---- */

static inline __attribute__((always_inline)) void
sample_axes(const struct ta_request *rq, unsigned level, const struct texture_axis *x,
            const struct texture_axis *y, bool linear, enum texels how)
{
   const struct ta_view *v = rq->view;
   const vi base = v_splati(v->lv_off[level]), all = v_splati(-1);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const uint32_t i = n * EMU_VEC_B;
      vf out[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      const vi ox0 = base + spread(x->o0, n, false), oy0 = spread(y->o0, n, true);
      if (!linear) {
         load_texels(v, ox0 + oy0, how, out);
      } else {
         const vi ox1 = base + spread(x->o1, n, false), oy1 = spread(y->o1, n, true);
         const vf wx0 = (vf)spread(x->w0, n, false), wx1 = (vf)spread(x->w1, n, false);
         const vf wy0 = (vf)spread(y->w0, n, true), wy1 = (vf)spread(y->w1, n, true);
         const vf weight[4] = {wx0 * wy0, wx1 * wy0, wx0 * wy1, wx1 * wy1};
         filter_texels(v, ox0 + oy0, ox1 + oy0, ox0 + oy1, ox1 + oy1, all, weight, how, out);
      }
      store(rq, i, out);
   }
}

/* Of a wave whose columns and rows have places and offsets. */
static void
sample_located(const struct ta_request *rq, unsigned level, bool linear, const struct texture_axis *x,
               const struct texture_axis *y)
{
   const struct ta_view *v = rq->view;
   if (v->bytes && linear)
      sample_axes(rq, level, x, y, true, BYTES);
   else if (v->bytes)
      sample_axes(rq, level, x, y, false, BYTES);
   else if (linear)
      sample_axes(rq, level, x, y, true, TEXELS);
   else
      sample_axes(rq, level, x, y, false, TEXELS);
}

/* Of a wave whose columns and rows have places. */
static void
sample_placed(const struct ta_request *rq, unsigned level, bool linear, struct axes *a)
{
   const struct ta_view *v = rq->view;
   locate_rows(v, level, &a->y);
   if (v->row_of_four && sample_rows(rq, level, a, linear))
      return;
   locate_columns(v, &a->x);
   if (!linear || !filter_float_axes(rq, level, a))
      sample_located(rq, level, linear, &a->x, &a->y);
}

/* Columns and rows are placed once for all of the wave. False: it is no such wave. */
static bool
sample_aligned(const struct ta_request *rq, unsigned level, bool linear)
{
   struct axes a;
   first_of_lanes(rq->s, rq->t, a.x.at, a.y.at);
   place_axes(rq->view, level, linear, &a);
   if (!all_fall_there(rq, level, &a, linear))
      return false;
   sample_placed(rq, level, linear, &a);
   return true;
}

/* An aligned wave of a texture with levels. All pixels have to be on the same one. */
static bool
sample_aligned_mips(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct emu_row lod, minify, part, here[4], next[4];
   vi first = v_splati(0), differ = first, any = first;
   wave_lod(rq, &lod, &minify);
   for (unsigned n = 0; n < EMU_VECS; n++) {
      const vi level = level_and_part(v, v_of(&lod, n), v_ofi(&minify, n), v_at(&part, n));
      first = n ? first : v_splati(level[0]);
      differ |= level ^ first;
      any |= v_of(&part, n) > v_splat(0);
   }
   if (v_bits(differ != 0))
      return false;
   const unsigned level = (unsigned)first[0];
   if (!v_bits(any))
      return sample_aligned(rq, level, v->mag_linear);
   struct ta_request apart = *rq; /* coordinates are needed twice */
   apart.out = here;
   if (!sample_aligned(&apart, level, v->mag_linear))
      return false;
   apart.out = next;
   if (!sample_aligned(&apart, MIN2(level + 1, v->num_levels - 1u), v->mag_linear))
      return false;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned n = 0; n < EMU_VECS; n++)
         *v_at(&rq->out[c], n) = mix_levels(v, v_of(&here[c], n), v_of(&next[c], n), v_of(&part, n));
   return true;
}

static bool
sample_whole(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   if (rq->row_B != EMU_LANES * 4 || v->dim != TA_2D || v->block_shift || ta_is_int(v) ||
       !ta_is_unmoved(rq) || !seems_aligned(rq))
      return false;
   if (!v->needs_lod)
      return sample_aligned(rq, 0, v->mag_linear);
   return v->min_linear == v->mag_linear && v->mip && v->num_levels > 1 && sample_aligned_mips(rq);
}

/* ---- */

static void
sample_scattered(const struct ta_request *rq)
{
   if (rq->view->dim == TA_3D)
      sample_volume(rq);
   else if (rq->view->filters_join)
      sample_joined_faces(rq);
   else
      sample_vectors(rq);
}

/* A copy of the request takes longer than many a lookup: its stores are no older than it. */
static __attribute__((noinline)) void
sample_shadow(const struct ta_request *rq)
{
   struct ta_request of = *rq;
   of.view = ta_shadow_view(rq->view, rq->epoch, 1);
   if (rq->view->bytes || !sample_whole(&of))
      sample_scattered(&of);
}

static void
sample_fast(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const bool shadow = v->shadow && rq->epoch && !rq->ref;
   if ((!shadow || v->bytes) && !rq->ref && sample_whole(rq)) /* rows of bytes need no shadow */
      return;
   if (shadow)
      sample_shadow(rq);
   else
      sample_scattered(rq);
}

/* ---- */

static void
sample_lanes(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   struct emu_row lod;
   uint64_t minify = 0;
   memset(&lod, 0, sizeof(lod));
   for (uint32_t i = 0; v->needs_lod && i < rq->row_B; i += EMU_VEC_B) {
      vi m;
      OUT(&lod) = clamped_lod(rq, i, &m);
      minify |= (uint64_t)v_bits(m) << (i / 4);
   }
   for (uint64_t m = rq->lanes; m; m &= m - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(m);
      float c[4];
      ta_sample_lane(rq, lane, uif(lod.u[lane]), minify >> lane & 1, c);
      for (unsigned k = 0; k < 4; k++)
         rq->out[k].u[lane] = fui(ta_select(v, c, v->dst_sel[k]));
   }
}

static void
sample_plain(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   if (v->fast && ta_is_plain(rq))
      sample_fast(rq);
   else
      sample_lanes(rq);
}

/* ---- anisotropy ---- */

/* Samples for squared lengths of the derivatives in texels. */
static unsigned
aniso_samples(float most2, float least2, unsigned limit)
{
   if (!(most2 > 1.0f))
      return 1;
   float ratio2 = most2 / least2; /* infinite for 0 */
   if (!(ratio2 < (float)(limit * limit)))
      return limit;
   float ratio = __builtin_sqrtf(ratio2);
   unsigned n = (unsigned)ratio;
   return n < ratio ? n + 1 : n;
}

static void
sample_aniso(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const unsigned limit = 1u << v->log2_aniso;
   const bool grad = rq->lod_mode == TA_LOD_GRAD || rq->lod_mode == TA_LOD_GRAD_BIAS;
   const bool bias = rq->lod_mode == TA_LOD_BIAS || rq->lod_mode == TA_LOD_GRAD_BIAS;
   const vf fw = v_splat(v->level[0].fw), fh = v_splat(v->level[0].fh);
   struct emu_row ds, dt, lod, n, s, t, out[4], sum[4];
   unsigned most = 1;
   uint64_t more[17] = {0}; /* lanes with at least that many samples */
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      vf dsx, dsy, dtx, dty;
      if (grad) {
         dsx = v_load(AT(&rq->grad_h[0]));
         dtx = v_load(AT(&rq->grad_h[1]));
         dsy = v_load(AT(&rq->grad_v[0]));
         dty = v_load(AT(&rq->grad_v[1]));
      } else {
         vf a = v_load(AT(rq->s)), b = v_load(AT(rq->t));
         dsx = v_quad(a, 1) - v_quad(a, 0);
         dsy = v_quad(a, 2) - v_quad(a, 0);
         dtx = v_quad(b, 1) - v_quad(b, 0);
         dty = v_quad(b, 2) - v_quad(b, 0);
      }
      vf ux = dsx * fw, vx = dtx * fh, uy = dsy * fw, vy = dty * fh;
      vf x2 = ux * ux + vx * vx, y2 = uy * uy + vy * vy;
      vi along_x = x2 > y2;
      vf most2 = v_sel(along_x, x2, y2), least2 = v_sel(along_x, y2, x2), count;
      for (unsigned k = 0; k < EMU_VEC_LANES; k++) {
         const unsigned lane = i / 4 + k;
         unsigned c = aniso_samples(most2[k], least2[k], limit);
         count[k] = (float)c;
         if (!(rq->lanes >> lane & 1))
            continue;
         most = c > most ? c : most;
         for (unsigned j = 1; j <= c; j++)
            more[j] |= UINT64_C(1) << lane;
      }
      const vf tiny = (vf)v_splati(0x00800000), huge = (vf)v_splati(0x7f7fffff);
      vf l = v_log2(v_min(v_max(most2 / (count * count), tiny), huge)) * v_splat(0.5f);
      if (bias)
         l = l + v_load(AT(rq->lod));
      OUT(&lod) = l;
      OUT(&ds) = v_sel(along_x, dsx, dsy);
      OUT(&dt) = v_sel(along_x, dtx, dty);
      OUT(&n) = count;
      for (unsigned c = 0; c < 4; c++)
         OUT(&sum[c]) = v_splat(0);
   }
   struct ta_request one = *rq;
   one.s = &s;
   one.t = &t;
   one.lod = &lod;
   one.lod_mode = TA_LOD_EXPLICIT;
   one.out = out;
   memset(out, 0, sizeof(out));
   for (unsigned k = 1; k <= most; k++) {
      for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
         vf at = v_splat((float)k) / (v_load(AT(&n)) + v_splat(1.0f)) - v_splat(0.5f);
         OUT(&s) = v_load(AT(rq->s)) + v_load(AT(&ds)) * at;
         OUT(&t) = v_load(AT(rq->t)) + v_load(AT(&dt)) * at;
      }
      one.lanes = more[k];
      sample_plain(&one);
      for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
         vi mine = v_mask((uint32_t)(more[k] >> (i / 4)));
         for (unsigned c = 0; c < 4; c++)
            OUT(&sum[c]) = v_sel(mine, v_load(AT(&sum[c])) + v_load(AT(&out[c])), v_load(AT(&sum[c])));
      }
   }
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B)
      for (unsigned c = 0; c < 4; c++)
         OUT(&rq->out[c]) = v_load(AT(&sum[c])) / v_load(AT(&n));
}

/* A sum of two NaNs has the bits of either, as the C compiler orders the operands: here all NaNs are the
 * same. */
static void
one_nan(const struct ta_request *rq)
{
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B)
      for (unsigned c = 0; c < 4; c++) {
         vf x = v_load(AT(&rq->out[c]));
         OUT(&rq->out[c]) = v_sel(x == x, x, (vf)v_splati(0x7fc00000));
      }
}

/* Cayman has D3D's order of texels, Evergreen another one: Mesa's r600 sorts them (sfn_instr_tex.cpp). */
static void
gather(const struct ta_request *rq, bool cayman)
{
   static const uint8_t order[2][4] = {
      {2, 0, 1, 3},
      {0, 1, 2, 3}
   };
   for (uint64_t m = rq->lanes; m; m &= m - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(m);
      uint32_t texel[4];
      ta_gather_lane(rq, lane, texel);
      for (unsigned k = 0; k < 4; k++)
         rq->out[k].u[lane] = texel[order[cayman][k]];
   }
}

static void
sample(const struct ta_request *rq)
{
   const struct ta_view *v = rq->view;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(rq)) : 0;
   if (rq->gather) {
      gather(rq, v->level[0].surf.chip->gen == DB_CAYMAN);
      emu_perf_leave(before);
      return;
   }
   if (v->log2_aniso && v->dim == TA_2D && !v->force_unnormalized && (rq->coord_norm & 3) == 3 &&
       rq->lod_mode != TA_LOD_ZERO && rq->lod_mode != TA_LOD_EXPLICIT)
      sample_aniso(rq);
   else
      sample_plain(rq);
   if (v->kind == TA_HALVES || v->kind == TA_FLOATS || v->kind == TA_F11 || v->kind == TA_BC6)
      one_nan(rq);
   emu_perf_leave(before);
}

/* ---- results that are bytes ---- */

static void
gather_placed(const struct ta_view *v, const struct texture_axis *x, const struct texture_axis *y,
              vi texel[EMU_VECS])
{
   const vi base = v_splati(v->lv_off[0]);
   for (unsigned n = 0; n < EMU_VECS; n++)
      texel[n] = v_gather(v->fast_base, base + spread(x->o0, n, false) + spread(y->o0, n, true));
}

/* Of a wave whose columns and rows have places. */
static void
placed_texels(const struct ta_view *v, struct axes *a, vi texel[EMU_VECS])
{
   locate_rows(v, 0, &a->y);
   if (v->row_of_four && nearest_texels(v, a, texel))
      return;
   locate_columns(v, &a->x);
   gather_placed(v, &a->x, &a->y, texel);
}

static void
store_texels(const struct ta_view *v, const vi texel[EMU_VECS], struct emu_row *out)
{
   const struct byte_order order = byte_order(v->dst_sel);
   for (unsigned n = 0; n < EMU_VECS; n++)
      *v_ati(out, n) = in_byte_order(texel[n], &order);
}

static bool
sample_to_bytes(const struct ta_request *rq, struct emu_row *out)
{
   struct ta_request of = *rq;
   vi texel[EMU_VECS];
   assert(rq->view->fast && rq->view->dim == TA_2D && ta_is_plain(rq) && ta_is_unmoved(rq) &&
          rq->row_B == sizeof *out);
   if (!rq->view->nearest_bytes)
      return false;
   if (rq->view->shadow && rq->epoch && !rq->view->bytes)
      of.view = ta_shadow_view(rq->view, rq->epoch, 1);
   if (!of.view->bytes)
      return false;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(rq)) : 0;
   gather_texels(&of, texel);
   store_texels(of.view, texel, out);
   emu_perf_leave(before);
   return true;
}

static enum ta_answer
sample_columns_and_rows(const struct ta_request *rq, const float at[16], const float slack[2],
                        struct emu_row *bytes)
{
   struct ta_request of = *rq;
   struct axes a;
   vi texel[EMU_VECS];
   const bool linear = rq->view->mag_linear;
   assert(rq->view->fast && rq->view->dim == TA_2D && ta_is_plain(rq) && ta_is_unmoved(rq) &&
          rq->row_B == sizeof *bytes);
   if (rq->view->shadow && rq->epoch && !rq->view->bytes)
      of.view = ta_shadow_view(rq->view, rq->epoch, 1);
   const struct ta_view *v = of.view;
   if (v->needs_lod || v->block_shift || ta_is_int(v))
      return TA_NO_ANSWER;
   const unsigned before = emu_perf_is_on() ? emu_perf_enter(ta_account(rq)) : 0;
   enum ta_answer answer = TA_NO_ANSWER;
   memcpy(a.x.at, at, sizeof a.x.at);
   memcpy(a.y.at, at + 8, sizeof a.y.at);
   place_axes(v, 0, linear, &a);
   if (all_within_fall_there(v, &a, slack, linear)) {
      if (bytes && v->nearest_bytes && v->bytes) {
         placed_texels(v, &a, texel);
         store_texels(v, texel, bytes);
         answer = TA_BYTES;
      } else {
         sample_placed(&of, 0, linear, &a);
         answer = TA_ROWS;
      }
   }
   if (answer == TA_ROWS && (v->kind == TA_HALVES || v->kind == TA_FLOATS || v->kind == TA_F11))
      one_nan(&of);
   emu_perf_leave(before);
   return answer;
}

#include "emulator/terascale/ta/strips_vec.h"

static void
lod(const struct ta_request *rq, struct emu_row *out)
{
   for (uint32_t i = 0; i < rq->row_B; i += EMU_VEC_B) {
      vi m;
      OUT(&out[0]) = raw_lod(rq, i);
      OUT(&out[1]) = clamped_lod(rq, i, &m);
   }
}

extern const struct ta_kernels EMU_FN(ta_kernels);
const struct ta_kernels EMU_FN(ta_kernels) = {
   .sample = sample,
   .sample_tap = sample_tap,
   .sample_bytes = sample_to_bytes,
   .sample_columns_and_rows = sample_columns_and_rows,
   .place_strips = place_strips,
   .strips_fall_apart = strips_fall_apart,
   .sample_strip = sample_strip,
   .load = load,
   .lod = lod,
};
