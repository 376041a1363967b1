/* SPDX-License-Identifier: MIT
 *
 * CB: takes the colours that a wave exported to the surfaces: fetch what is there if needed, blend, pack,
 * raster operation, write mask, store. R6xx/R7xx guide, CB_COLOR_CONTROL and CB_TARGET_MASK.
 */
#include "emulator/cb_simd.h"

static void
fetch(const struct sc_surf *s, const struct quad_ptrs *qp, const struct sc_build *b, struct emu_row raw[4])
{
   unsigned bytes = 1u << s->log2_bytes;
   for (unsigned i = 0; i < b->num_quads * 4; i++) {
      const uint8_t *p = qp->p[i / 4] + qp->off_B[i % 4];
      uint32_t d[4] = {0, 0, 0, 0};
      memcpy(d, p, bytes);
      for (unsigned k = 0; k < 4; k++)
         raw[k].u[i] = d[k];
   }
}

ALWAYS_INLINE void
store_pixel(uint8_t *p, unsigned log2_bytes, const uint32_t raw[4])
{
   switch (log2_bytes) {
   case 0:
      memcpy(p, raw, 1);
      break;
   case 1:
      memcpy(p, raw, 2);
      break;
   case 2:
      memcpy(p, raw, 4);
      break;
   case 3:
      memcpy(p, raw, 8);
      break;
   default:
      memcpy(p, raw, 16);
      break;
   }
}

static void
store_any(const struct sc_surf *s, const struct quad_ptrs *qp, uint64_t live, const struct emu_row raw[4])
{
   for (; live; live &= live - 1) {
      unsigned i = (unsigned)__builtin_ctzll(live);
      uint32_t d[4] = {raw[0].u[i], raw[1].u[i], raw[2].u[i], raw[3].u[i]};
      store_pixel(qp->p[i / 4] + qp->off_B[i % 4], s->log2_bytes, d);
   }
}

/* ROP3 codes in use name a function of source and destination only: bit 2 * S + D of its low half. */
static void
raster_op(unsigned rop3, unsigned dwords, struct emu_row raw[4], const struct emu_row old[4])
{
   for (unsigned k = 0; k < dwords; k++)
      for (unsigned v = 0; v < EMU_VECS; v++) {
         vi s = *row_i(&raw[k], v), d = *row_i((struct emu_row *)&old[k], v), r = splat_i(0);
         if (rop3 & 1)
            r |= ~s & ~d;
         if (rop3 & 2)
            r |= ~s & d;
         if (rop3 & 4)
            r |= s & ~d;
         if (rop3 & 8)
            r |= s & d;
         *row_i(&raw[k], v) = r;
      }
}

static void
merge_masked(const struct sc_cb *cb, unsigned dwords, struct emu_row raw[4], const struct emu_row old[4])
{
   for (unsigned k = 0; k < dwords; k++) {
      vi m = splat_i((int32_t)cb->raw_mask[k]);
      for (unsigned v = 0; v < EMU_VECS; v++)
         *row_i(&raw[k], v) = select_i(m, *row_i(&raw[k], v), *row_i((struct emu_row *)&old[k], v));
   }
}

static void
clamp_source(struct emu_row out[4], const struct emu_row in[4], bool clamp, float lo)
{
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++) {
         vf x = *row_f((struct emu_row *)&in[c], v);
         *row_f(&out[c], v) = clamp ? clamp_f(x, lo, 1) : x;
      }
}

static void
write_target(struct sc_worker *w, const struct sc_build *b, const struct sc_cb *cb, uint64_t live)
{
   const struct sc_state *st = b->st;
   const struct sc_surf *s = &st->fb->cb[cb->target];
   const struct emu_row *color = w->wave->color[cb->target];
   struct quad_ptrs qp;
   quad_ptrs_init(&qp, w, b, s);
   unsigned dwords = s->log2_bytes > 2 ? 1u << (s->log2_bytes - 2) : 1;
   if (cb->need_dst)
      fetch(s, &qp, b, w->dst_raw);
   if (cb->blend) {
      bool snorm = cb->cb->number_type == 1 && !cb->fmt->is_float;
      clamp_source(w->color, color, cb->cb->blend_clamp, snorm ? -1 : 0);
      EMU_FN(cb_unpack)(cb, w->dst_raw, w->dst);
      if (cb->dual) {
         static const struct emu_row none[4];
         const struct emu_row *second = w->wave->color_mask & 2 ? w->wave->color[1] : none;
         clamp_source(w->color1, second, cb->cb->blend_clamp, snorm ? -1 : 0);
         EMU_FN(cb_blend_dual)(st, cb, w->color, w->color1, w->dst);
      } else {
         EMU_FN(cb_blend)(st, cb, w->color, w->dst);
      }
      color = w->color;
   }
   EMU_FN(cb_pack)(cb, color, w->raw);
   if (cb->rop)
      raster_op(st->ds->rop3, dwords, w->raw, w->dst_raw);
   if (!cb->full_mask)
      merge_masked(cb, dwords, w->raw, w->dst_raw);
   store_any(s, &qp, live, w->raw);
}

void
EMU_FN(cb_wave)(struct sc_worker *w, const struct sc_build *b, uint64_t live)
{
   for (unsigned i = 0; i < b->st->num_cb; i++) {
      const struct sc_cb *cb = &b->st->cb[i];
      if (!(w->wave->color_mask >> cb->target & 1))
         continue;
      if (cb->path == CB_PATH_8888)
         EMU_FN(cb_write_8888)(w, b, cb, live);
      else
         write_target(w, b, cb, live);
   }
}

static void
prepare_fill(struct sc_worker *w, const struct sc_state *st)
{
   w->fill_st = st;
   w->waves++;
   w->wave->exec = ~UINT64_C(0);
   w->sc->ops.run(w->ctx, st->ds->ps);
   w->timeout |= w->wave->timeout;
   w->fill_mask = w->wave->color_mask;
   for (unsigned i = 0; i < st->num_cb; i++)
      if (w->fill_mask >> st->cb[i].target & 1)
         EMU_FN(cb_pack)(&st->cb[i], w->wave->color[st->cb[i].target], w->fill_raw[i]);
}

void
EMU_FN(cb_fill)(struct sc_worker *w, const struct sc_state *st, unsigned block, uint64_t cov)
{
   if (w->fill_st != st->whole)
      prepare_fill(w, st->whole);
   uint32_t x = w->tile_x + block % SC_TILE_BLOCKS * 8, y = w->tile_y + block / SC_TILE_BLOCKS * 8;
   for (unsigned i = 0; i < st->num_cb; i++) {
      if (!(w->fill_mask >> st->cb[i].target & 1))
         continue;
      const struct sc_surf *s = &st->fb->cb[st->cb[i].target];
      uint8_t *base = sc_block_ptr(s, x, y);
      if (cov == ~UINT64_C(0) && s->contiguous && s->log2_bytes == 2) {
         memcpy(base, w->fill_raw[i][0].u, sizeof w->fill_raw[i][0].u);
         continue;
      }
      uint32_t raw[4] = {w->fill_raw[i][0].u[0], w->fill_raw[i][1].u[0], w->fill_raw[i][2].u[0],
                         w->fill_raw[i][3].u[0]};
      for (uint64_t m = cov; m; m &= m - 1)
         store_pixel(base + s->off_B[__builtin_ctzll(m)], s->log2_bytes, raw);
   }
}

/* ---- resolve: CB_COLOR_CONTROL, SPECIAL_RESOLVE_BOX, later CB_RESOLVE
 * ------------------------------------------ */

static void
load_pixels(const struct sc_surf *s, const uint8_t *base, uint64_t cov, struct emu_row raw[4])
{
   for (; cov; cov &= cov - 1) {
      unsigned i = (unsigned)__builtin_ctzll(cov);
      uint32_t d[4] = {0, 0, 0, 0};
      memcpy(d, base + s->off_B[i], 1u << s->log2_bytes);
      for (unsigned k = 0; k < 4; k++)
         raw[k].u[i] = d[k];
   }
}

void
EMU_FN(cb_resolve)(struct sc_worker *w, const struct sc_state *st, unsigned block, uint64_t cov)
{
   const struct sc_cb *from = &st->cb[0], *to = &st->cb[1];
   uint32_t x = w->tile_x + block % SC_TILE_BLOCKS * 8, y = w->tile_y + block / SC_TILE_BLOCKS * 8;
   memset(w->dst_raw, 0, sizeof w->dst_raw);
   memset(w->color, 0, sizeof w->color);
   for (unsigned s = 0; s < st->num_samples; s++) {
      const struct sc_surf *surf = &st->samples[s].fb->cb[from->target];
      load_pixels(surf, sc_block_ptr(surf, x, y), cov, w->dst_raw);
      EMU_FN(cb_unpack)(from, w->dst_raw, w->dst);
      for (unsigned c = 0; c < 4; c++)
         for (unsigned v = 0; v < EMU_VECS; v++)
            *row_f(&w->color[c], v) += *row_f(&w->dst[c], v);
   }
   float scale = 1.0f / st->num_samples; /* a power of two */
   for (unsigned c = 0; c < 4; c++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *row_f(&w->color[c], v) *= scale;
   EMU_FN(cb_pack)(to, w->color, w->raw);
   const struct sc_surf *surf = &st->fb->cb[to->target];
   uint8_t *base = sc_block_ptr(surf, x, y);
   for (uint64_t m = cov; m; m &= m - 1) {
      unsigned i = (unsigned)__builtin_ctzll(m);
      uint32_t d[4] = {w->raw[0].u[i], w->raw[1].u[i], w->raw[2].u[i], w->raw[3].u[i]};
      store_pixel(base + surf->off_B[i], surf->log2_bytes, d);
   }
}
