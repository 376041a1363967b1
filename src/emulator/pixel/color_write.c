/* SPDX-License-Identifier: MIT
 *
 * CB: takes the colours that a wave exported to the surfaces: fetch what is there if needed, blend, pack,
 * raster operation, write mask, store. R6xx/R7xx guide, CB_COLOR_CONTROL and CB_TARGET_MASK.
 */
#include <assert.h>
#include <string.h>

#include "emulator/core/perf.h"
#include "emulator/core/wave.h"
#include "emulator/pixel/block_order.h"
#include "emulator/pixel/color_simd.h"
#include "emulator/pixel/fill_vec.h"
#include "emulator/pixel/kernels.h"
#include "emulator/pixel/quad_ptrs.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

/* Calls fn(log2 of a pixel's bytes, ...), which is inlined with a constant for each size that there is. */
#define BY_SIZE(s, fn, ...)                                                                                  \
   switch ((s)->log2_bytes) {                                                                                \
   case 0:                                                                                                   \
      fn(0, __VA_ARGS__);                                                                                    \
      break;                                                                                                 \
   case 1:                                                                                                   \
      fn(1, __VA_ARGS__);                                                                                    \
      break;                                                                                                 \
   case 2:                                                                                                   \
      fn(2, __VA_ARGS__);                                                                                    \
      break;                                                                                                 \
   case 3:                                                                                                   \
      fn(3, __VA_ARGS__);                                                                                    \
      break;                                                                                                 \
   default:                                                                                                  \
      fn(4, __VA_ARGS__);                                                                                    \
      break;                                                                                                 \
   }

/* Pixels between memory and rows of dwords. */
ALWAYS_INLINE void
load_pixel(const uint8_t *p, unsigned log2_bytes, struct emu_row raw[4], unsigned i)
{
   if (log2_bytes == 0) {
      raw[0].u[i] = *p;
   } else if (log2_bytes == 1) {
      uint16_t v;
      memcpy(&v, p, 2);
      raw[0].u[i] = v;
   } else {
      for (unsigned k = 0; k < 1u << (log2_bytes - 2); k++)
         memcpy(&raw[k].u[i], p + 4 * k, 4);
   }
}

ALWAYS_INLINE void
store_pixel(uint8_t *p, unsigned log2_bytes, const struct emu_row raw[4], unsigned i)
{
   if (log2_bytes <= 2)
      memcpy(p, &raw[0].u[i], (size_t)1 << log2_bytes); /* the low bytes */
   else
      for (unsigned k = 0; k < 1u << (log2_bytes - 2); k++)
         memcpy(p + 4 * k, &raw[k].u[i], 4);
}

ALWAYS_INLINE void
fetch_quads(unsigned log2_bytes, const struct quad_ptrs *qp, unsigned num_quads, struct emu_row raw[4])
{
   for (unsigned q = 0; q < num_quads; q++)
      for (unsigned i = 0; i < 4; i++)
         load_pixel(qp->p[q] + qp->off_B[i], log2_bytes, raw, q * 4 + i);
}

ALWAYS_INLINE void
store_quads(unsigned log2_bytes, const struct quad_ptrs *qp, unsigned num_quads, uint64_t live,
            const struct emu_row raw[4])
{
   for (unsigned q = 0; q < num_quads; q++)
      for (unsigned i = 0; i < 4; i++)
         if (live >> (q * 4 + i) & 1)
            store_pixel(qp->p[q] + qp->off_B[i], log2_bytes, raw, q * 4 + i);
}

/* The pixels of a mask in a block. */
ALWAYS_INLINE void
store_block_sized(unsigned log2_bytes, const struct pixel_surf *s, uint8_t *base, uint64_t live,
                  const struct emu_row raw[4])
{
   for (; live; live &= live - 1) {
      const unsigned i = (unsigned)__builtin_ctzll(live);
      store_pixel(base + s->off_B[i], log2_bytes, raw, i);
   }
}

static void
store_block(const struct pixel_surf *s, uint8_t *base, uint64_t live,
            const struct emu_row raw[4]){BY_SIZE(s, store_block_sized, s, base, live, raw)}

/* Exchanges the bits whose numbers differ in two bits of them: mask has those to go up by shift. */
ALWAYS_INLINE uint64_t exchange_bits(uint64_t m, uint64_t mask, unsigned shift)
{
   const uint64_t t = (m >> shift ^ m) & mask;
   return m ^ t ^ t << shift;
}

/* A mask in lane order, x0 y0 x1 y1 x2 y2, to that of display_order, x0 x1 y0 x2 y1 y2. */
ALWAYS_INLINE uint64_t
mask_to_display(uint64_t m)
{
   return exchange_bits(exchange_bits(m, 0x0c0c0c0c0c0c0c0c, 2), 0x0000ff000000ff00, 8);
}

/* One colour for some pixels of a contiguous block of 32-bit pixels, in the order of memory. What stays is written back:
 * no other thread has it. */
static void
fill_dwords(uint8_t *base, uint64_t cov, vi color)
{
   vi *m = (vi *)base;
   for (unsigned v = 0; v < EMU_VECS; v++)
      m[v] = v_seli(v_mask(cov >> (v * EMU_VEC_LANES)), color, m[v]);
}

/* Bit 2 * S + D of op is the result. */
static void
apply_logic_op(unsigned op, unsigned dwords, struct emu_row raw[4], const struct emu_row old[4])
{
   for (unsigned k = 0; k < dwords; k++)
      for (unsigned v = 0; v < EMU_VECS; v++) {
         vi s = v_ofi(&raw[k], v), d = v_ofi(&old[k], v), r = v_splati(0);
         if (op & 1)
            r |= ~s & ~d;
         if (op & 2)
            r |= ~s & d;
         if (op & 4)
            r |= s & ~d;
         if (op & 8)
            r |= s & d;
         *v_ati(&raw[k], v) = r;
      }
}

static void
merge_masked(const struct pixel_cb *cb, unsigned dwords, struct emu_row raw[4], const struct emu_row old[4])
{
   for (unsigned k = 0; k < dwords; k++) {
      vi m = v_splati((int32_t)cb->raw_mask[k]);
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_ati(&raw[k], v) = v_mergei(m, v_ofi(&raw[k], v), v_ofi(&old[k], v));
   }
}

static void
clamp_source(struct emu_row out[4], const struct emu_row in[4], bool clamp, float lo)
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++) {
         vf x = v_of(&in[c], v);
         *v_at(&out[c], v) = clamp ? v_clamp(x, lo, 1) : x;
      }
}

/* Ordered dither: a component moves by less than half a step, by Bayer's pattern, before it is rounded to nearest, so that
 * what has a code of its own keeps it. */
static void
dither(const struct pixel_quads *b, const struct pixel_cb *cb, struct emu_row color[4])
{
   static const uint8_t pattern[4][4] = {
      {0,  8,  2,  10},
      {12, 4,  14, 6 },
      {3,  11, 1,  9 },
      {15, 7,  13, 5 }
   };
   for (unsigned k = 0; k < cb->fmt->comps; k++) {
      const unsigned c = cb->fmt->channel[k];
      if (!(cb->cb->dither >> c & 1))
         continue;
      const float step = 1.0f / (float)((1u << cb->fmt->bits[k]) - 1);
      for (unsigned i = 0; i < b->num_quads * 4; i++) {
         const unsigned x = b->x[i / 4] + (i & 1), y = b->y[i / 4] + (i >> 1 & 1);
         const float move = (float)(2 * pattern[y & 3][x & 3] - 15) / 32;
         color[c].u[i] = fui(uif(color[c].u[i]) + move * step);
      }
   }
}

/* TERAGL_DEBUG=perf: why a target is not written in registers (choose_path()). */
static const char *
why_generic(const struct pixel_cb *cb)
{
   return cb->rop          ? "a raster operation"
          : cb->dual       ? "blending with a second source"
          : cb->cb->dither ? "dither"
                           : "the target's format or layout";
}

static void
write_target(struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb, uint64_t live)
{
   const struct raster_bound *st = b->st;
   const struct pixel_surf *s = &st->fb->cb[cb->target];
   const struct emu_row *color = t->out->color[cb->output];
   struct quad_ptrs qp;
   emu_perf_slow("a wave's colours, by way of memory", why_generic(cb));
   EMU_FN(pixel_find_quads)(&qp, t, b, s);
   unsigned dwords = s->log2_bytes > 2 ? 1u << (s->log2_bytes - 2) : 1;
   if (cb->need_dst) {
      BY_SIZE(s, fetch_quads, &qp, b->num_quads, t->dst_raw)
   }
   if (cb->blend) {
      bool snorm = cb->fmt->number == PIXEL_SNORM;
      clamp_source(t->color, color, cb->cb->blend_clamp, snorm ? -1 : 0);
      EMU_FN(pixel_unpack)(cb, t->dst_raw, t->dst);
      if (cb->dual) {
         if (t->out->color_mask & 2)
            clamp_source(t->color1, t->out->color[1], cb->cb->blend_clamp, snorm ? -1 : 0);
         else
            memset(t->color1, 0, 4 * sizeof *t->color1);
         EMU_FN(pixel_blend_dual)(cb, t->color, t->color1, t->dst);
      } else {
         EMU_FN(pixel_blend)(cb, t->color, t->dst);
      }
      color = t->color;
   }
   if (cb->cb->dither) {
      if (color != t->color)
         clamp_source(t->color, color, true, 0);
      dither(b, cb, t->color);
      color = t->color;
   }
   EMU_FN(pixel_pack)(cb, color, t->raw);
   if (cb->rop)
      apply_logic_op(st->ds->pixel.logic_op, dwords, t->raw, t->dst_raw);
   if (!cb->full_mask)
      merge_masked(cb, dwords, t->raw, t->dst_raw);
   BY_SIZE(s, store_quads, &qp, b->num_quads, live, t->raw)
}

void
EMU_FN(pixel_color_wave)(struct pixel_thread *t, const struct pixel_quads *b, uint64_t live)
{
   for (unsigned i = 0; i < b->st->num_cb; i++) {
      const struct pixel_cb *cb = &b->st->cb[i];
      if (!(t->out->color_mask >> cb->output & 1))
         continue;
      if (cb->path == PIXEL_PATH_8888)
         EMU_FN(pixel_write_8888)(t, b, cb, live);
      else if (cb->path != PIXEL_PATH_GENERIC)
         EMU_FN(pixel_write_small)(t, b, cb, live);
      else
         write_target(t, b, cb, live);
   }
}

void
EMU_FN(pixel_color_strip)(const struct raster_bound *st, const struct pixel_strip_colors *colors, uint32_t x,
                          uint32_t y, unsigned blocks)
{
   for (unsigned i = 0; i < st->num_cb; i++) {
      const struct pixel_cb *cb = &st->cb[i];
      const struct pixel_surf *s = &st->fb->cb[cb->target];
      if (!(colors->color_mask >> cb->output & 1))
         continue;
      assert(cb->path != PIXEL_PATH_GENERIC);
      if (cb->path == PIXEL_PATH_8888)
         EMU_FN(pixel_write_strip_8888)(s, cb, colors, x, y, blocks);
      else
         EMU_FN(pixel_write_strip_small)(s, cb, colors, x, y, blocks);
   }
}

void
EMU_FN(pixel_prepare_fill)(struct pixel_thread *t, const struct raster_bound *st)
{
   t->fill_st = st;
   t->fill_mask = st->clears ? ~0u : t->out->color_mask;
   for (unsigned i = 0; i < st->num_cb; i++) {
      const unsigned output = st->cb[i].output;
      const uint32_t *clear = st->ds->constants.clear_color[st->cb[i].target];
      for (unsigned d = 0; d < 4 && st->clears; d++)
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_ati(&t->fill_raw[i][d], v) = v_splati((int32_t)clear[d]);
      if (!st->clears && (t->fill_mask >> output & 1))
         EMU_FN(pixel_pack)(&st->cb[i], t->out->color[output], t->fill_raw[i]);
   }
}

/* A block of a target, from a row that has the same in all lanes. */
ALWAYS_INLINE void
fill_block(const struct pixel_surf *s, uint8_t *base, uint64_t cov, const struct emu_row *raw)
{
   const vi all = v_ofi(&raw[0], 0);
   if (cov == ~UINT64_C(0) && s->tiles_8x2) {
      struct pixels p;
      memcpy(&p, &raw[0], sizeof p);
      to_pieces(&p, base, s->off_B);
   } else if (s->log2_bytes == 2 && (s->lane_order || s->display_order)) {
      fill_dwords(base, s->display_order ? mask_to_display(cov) : cov, all);
   } else {
      store_block(s, base, cov, raw);
   }
}

void
EMU_FN(pixel_fill)(struct pixel_thread *t, const struct raster_bound *st, unsigned block, unsigned n,
                   unsigned rows, uint64_t cov)
{
   assert(t->fill_st == st->whole && n && block % RASTER_TILE_BLOCKS + n <= RASTER_TILE_BLOCKS);
   assert(rows && block / RASTER_TILE_BLOCKS + rows <= RASTER_TILE_BLOCKS);
   if (st->ds->pixel.mode == PIXEL_MODE_CLEAR_BLOCKS && cov != ~UINT64_C(0))
      return;
   const uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8,
                  y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   for (unsigned i = 0; i < st->num_cb; i++) {
      const struct pixel_surf *s = &st->fb->cb[st->cb[i].target];
      if (!(t->fill_mask >> st->cb[i].output & 1))
         continue;
      if (cov == ~UINT64_C(0) && s->contiguous && s->log2_bytes == 2) {
         fill_words(s, x, y, n, rows, v_ofi(&t->fill_raw[i][0], 0));
         continue;
      }
      for (unsigned r = 0; r < rows; r++)
         for (unsigned k = 0; k < n; k++)
            fill_block(s, pixel_block_ptr(s, x + k * 8, y + r * 8), cov, t->fill_raw[i]);
   }
}

void
EMU_FN(pixel_pack_color)(const struct pixel_cb *cb, const float color[4], uint32_t raw[4])
{
   struct emu_row in[4], out[4];
   memset(out, 0, sizeof out);
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&in[c], v) = v_splat(color[c]);
   EMU_FN(pixel_pack)(cb, in, out);
   for (unsigned d = 0; d < 4; d++)
      raw[d] = out[d].u[0];
}

/* ---- resolve: CB_COLOR_CONTROL, SPECIAL_RESOLVE_BOX, later CB_RESOLVE ---- */

/* All pixels of a block, or those of a mask. */
ALWAYS_INLINE void
load_block(unsigned log2_bytes, const struct pixel_surf *s, const uint8_t *base, uint64_t cov,
           struct emu_row raw[4])
{
   if (s->contiguous) {
      for (unsigned i = 0; i < EMU_LANES; i++)
         load_pixel(base + s->off_B[i], log2_bytes, raw, i);
      return;
   }
   for (; cov; cov &= cov - 1) {
      const unsigned i = (unsigned)__builtin_ctzll(cov);
      load_pixel(base + s->off_B[i], log2_bytes, raw, i);
   }
}

void
EMU_FN(pixel_resolve)(struct pixel_thread *t, const struct raster_bound *st, unsigned block, uint64_t cov)
{
   const struct pixel_cb *from = &st->cb[0], *to = &st->cb[1];
   uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8, y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   memset(t->dst_raw, 0, sizeof t->dst_raw);
   memset(t->color, 0, sizeof t->color);
   for (unsigned s = 0; s < st->num_samples; s++) {
      const struct pixel_surf *surf = &st->samples[s].fb->cb[from->target];
      const uint8_t *at = pixel_block_ptr(surf, x, y);
      BY_SIZE(surf, load_block, surf, at, cov, t->dst_raw)
      EMU_FN(pixel_unpack)(from, t->dst_raw, t->dst);
      for (unsigned c = 0; c < 4; c++)
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&t->color[c], v) += v_of(&t->dst[c], v);
   }
   float scale = 1.0f / st->num_samples;
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&t->color[c], v) *= scale;
   EMU_FN(pixel_pack)(to, t->color, t->raw);
   const struct pixel_surf *surf = &st->fb->cb[to->target];
   uint8_t *base = pixel_block_ptr(surf, x, y);
   store_block(surf, base, cov, t->raw);
}
