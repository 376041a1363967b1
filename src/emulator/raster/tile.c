/* SPDX-License-Identifier: MIT
 *
 * Draws one tile: walks its primitives, finds the covered pixels of each block, tests depth early where
 * allowed, packs quads into waves and runs them through SPI, SQ, DB and CB.
 *
 * Quads of consecutive primitives of a draw share waves, so that meshes of small triangles fill all lanes.
 * Where the order of pixels matters (blending, late depth) a pixel is never twice in a wave: the wave is run
 * first.
 */
#include "emulator/simd/sc_simd.h"

_Alignas(64) const double EMU_FN(sc_lane_x)[EMU_LANES] = {
   0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7,
   0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 4, 5, 4, 5, 6, 7, 6, 7,
};
_Alignas(64) const double EMU_FN(sc_lane_y)[EMU_LANES] = {
   0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3,
   4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7, 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7,
};

/* ---- waves ---- */

/* Samples that the alpha of a pixel lets through, of all pixels with sample s: those below alpha times their
 * number, with a dither of quarters (R6xx/R7xx guide, DB_ALPHA_TO_MASK). */
static uint64_t
alpha_mask(const struct sc_worker *w, const struct sc_state *st, unsigned s)
{
   const uint8_t *offset = st->ds->db.alpha_offset;
   uint64_t m = 0;
   for (unsigned i = 0; i < EMU_LANES; i++) {
      float alpha = uif(w->wave->color[0][3].u[i]);
      float covered = alpha > 0 ? MIN2(alpha, 1.0f) * (float)st->num_samples : 0;
      m |= (uint64_t)((unsigned)(covered + (float)offset[i & 3] * 0.25f) > s) << i;
   }
   return m;
}

/* Pixels whose alpha passes (R6xx/R7xx guide, SX_ALPHA_TEST_CONTROL; OpenGL 2.1 section 4.1.4). */
static uint64_t
alpha_test(const struct sc_worker *w, const struct emu_draw_state *ds)
{
   if (!(w->wave->color_mask & 1))
      return ~UINT64_C(0);
   uint64_t m = 0;
   for (unsigned i = 0; i < EMU_LANES; i++) {
      /* drivers cut the reference to the precision that the alpha comes with */
      float a = uif(w->wave->color[0][3].u[i] & (ds->cb[0].half_export ? ~0x1fffu : ~0u));
      bool pass = ds->alpha_func == 7 || (ds->alpha_func & 1 && a < ds->alpha_ref) ||
                  (ds->alpha_func & 2 && a == ds->alpha_ref) || (ds->alpha_func & 4 && a > ds->alpha_ref);
      m |= (uint64_t)pass << i;
   }
   return m;
}

/* After the shader: what is left of each sample goes through DB and CB. */
static void
finish_samples(struct sc_worker *w, const struct sc_build *b, uint64_t live)
{
   const struct sc_state *st = b->st;
   const struct emu_db_state *db = &st->ds->db;
   bool alpha = db->alpha_to_mask && (w->wave->color_mask & 1);
   struct sc_build one = *b;
   for (unsigned s = 0; s < st->num_samples; s++) {
      uint64_t m = b->sample_live[s] & live;
      if (alpha)
         m &= alpha_mask(w, st, s);
      if (db->mask_export && w->wave->z_done)
         for (unsigned i = 0; i < EMU_LANES; i++)
            m &= ~((uint64_t)(~w->wave->z[2].u[i] >> s & 1) << i);
      one.st = &st->samples[s];
      one.live = m;
      if (m && !st->early) {
         m = EMU_FN(db_wave)(w, &one, m);
         w->zpass += st->count ? (uint64_t)__builtin_popcountll(m) : 0;
      }
      w->pixels += (uint64_t)__builtin_popcountll(m);
      if (m)
         EMU_FN(cb_wave)(w, &one, m);
   }
}

static void
run_wave(struct sc_worker *w, const struct sc_build *b)
{
   const struct sc_state *st = b->st;
   w->waves++;
   w->quads += b->num_quads;
   if (!st->uniform || w->uniform_ps != st->ds->ps) {
      w->uniform_ps = st->uniform ? st->ds->ps : NULL;
      if (!st->uniform)
         EMU_FN(spi_load)(w, b);
      w->wave->exec =
         st->uniform || b->num_quads == EMU_QUADS ? ~UINT64_C(0) : (UINT64_C(1) << b->num_quads * 4) - 1;
      w->sc->ops.run(w->ctx, st->ds->ps);
      w->timeout |= w->wave->timeout;
   }
   uint64_t live = b->live & ~w->wave->killed;
   if (st->ds->alpha_test && live)
      live &= alpha_test(w, st->ds);
   if (!live)
      return;
   if (st->ms) {
      finish_samples(w, b, live);
      return;
   }
   if (!st->early) {
      live = EMU_FN(db_wave)(w, b, live);
      w->zpass += st->count ? (uint64_t)__builtin_popcountll(live) : 0;
      if (!live)
         return;
   }
   w->pixels += (uint64_t)__builtin_popcountll(live);
   EMU_FN(cb_wave)(w, b, live);
}

static void
flush_build(struct sc_worker *w)
{
   struct sc_build *b = &w->build;
   if (!b->num_quads)
      return;
   run_wave(w, b);
   for (unsigned q = 0; q < b->num_quads; q++)
      w->pending[b->block[q]] = 0;
   b->num_quads = 0;
   b->live = 0;
}

/* Where the quads of a block are. */
static const uint8_t quad_x[EMU_QUADS] = {0, 2, 0, 2, 4, 6, 4, 6, 0, 2, 0, 2, 4, 6, 4, 6};
static const uint8_t quad_y[EMU_QUADS] = {0, 0, 2, 2, 0, 0, 2, 2, 4, 4, 6, 6, 4, 4, 6, 6};

void
EMU_FN(sc_block_build)(const struct sc_worker *w, struct sc_build *b, const struct sc_prim *p, unsigned block,
                       uint64_t cov)
{
   b->st = p->st;
   b->live = cov;
   b->num_quads = EMU_QUADS;
   b->whole_block = true;
   uint32_t x = w->tile_x + block % SC_TILE_BLOCKS * 8, y = w->tile_y + block / SC_TILE_BLOCKS * 8;
   for (unsigned q = 0; q < EMU_QUADS; q++) {
      b->prim[q] = p;
      b->block[q] = (uint8_t)block;
      b->quad[q] = (uint8_t)q;
      b->x[q] = (uint16_t)(x + quad_x[q]);
      b->y[q] = (uint16_t)(y + quad_y[q]);
   }
}

/* Bit q * 4 for every quad with a pixel in the mask. */
static inline uint64_t
quads_of(uint64_t m)
{
   m |= m >> 1;
   m |= m >> 2;
   return m & 0x1111111111111111;
}

/* Pixels of a block that passed everything before the shader; samples: NULL or the same by sample, with what
 * the primitive covers; number: of the only sample, if the shader runs for each. */
ALWAYS_INLINE void
emit(struct sc_worker *w, const struct sc_prim *p, unsigned block, uint64_t cov, const uint64_t *samples,
     const uint64_t *covered, unsigned number)
{
   struct sc_build *b = &w->build;
   uint64_t quads = quads_of(cov);
   if (b->num_quads && b->st != p->st)
      flush_build(w);
   if (quads == 0x1111111111111111) {
      if (w->pending[block] & cov)
         flush_build(w);
      EMU_FN(sc_block_build)(w, &w->direct, p, block, cov);
      if (samples) {
         memcpy(w->direct.sample_live, samples, sizeof w->direct.sample_live);
         memset(w->direct.sample, (int)number, sizeof w->direct.sample);
         if (p->st->ds->face_gpr >= 0)
            memcpy(w->direct.covered, covered, sizeof w->direct.covered);
      }
      run_wave(w, &w->direct);
      return;
   }
   if (p->st->ordered && (w->pending[block] & cov))
      flush_build(w);
   if (samples && !b->num_quads) {
      memset(b->sample_live, 0, sizeof b->sample_live);
      memset(b->covered, 0, sizeof b->covered);
   }
   b->st = p->st;
   w->ring_used = true;
   uint32_t x = w->tile_x + block % SC_TILE_BLOCKS * 8, y = w->tile_y + block / SC_TILE_BLOCKS * 8;
   for (; quads; quads &= quads - 1) {
      unsigned lane = (unsigned)__builtin_ctzll(quads), q = lane / 4, n = b->num_quads++;
      uint64_t live = cov >> lane & 15;
      b->prim[n] = p;
      b->x[n] = (uint16_t)(x + quad_x[q]);
      b->y[n] = (uint16_t)(y + quad_y[q]);
      b->block[n] = (uint8_t)block;
      b->quad[n] = (uint8_t)q;
      b->sample[n] = (uint8_t)number;
      b->live |= live << n * 4;
      if (samples)
         for (unsigned s = 0; s < p->st->num_samples; s++) {
            b->sample_live[s] |= (samples[s] >> lane & 15) << n * 4;
            b->covered[s] |= (covered[s] >> lane & 15) << n * 4;
         }
      w->pending[block] |= live << lane;
      if (b->num_quads == EMU_QUADS) {
         flush_build(w);
         if (samples) {
            memset(b->sample_live, 0, sizeof b->sample_live);
            memset(b->covered, 0, sizeof b->covered);
         }
      }
   }
}

/* Whatever the next draw does with these pixels before its shader (early tests, copies, fills) comes after
 * what an earlier one still has waiting there. */
static inline void
wait_for_others(struct sc_worker *w, const struct sc_state *st, unsigned block, uint64_t cov)
{
   if (w->build.num_quads && w->build.st != st && (w->pending[block] & cov))
      flush_build(w);
}

/* Pixels of a block that the clip rectangles show. */
static uint64_t
clip_rects(const struct sc_worker *w, const struct emu_draw_state *ds, unsigned block)
{
   int32_t x = (int32_t)(w->tile_x + block % SC_TILE_BLOCKS * 8);
   int32_t y = (int32_t)(w->tile_y + block / SC_TILE_BLOCKS * 8);
   uint64_t inside[4], hidden = 0;
   for (unsigned i = 0; i < 4; i++) {
      const int32_t *r = ds->clip_rect[i];
      inside[i] = r[0] < r[2] && r[1] < r[3] ? sc_rect_mask(r[0] - x, r[1] - y, r[2] - x, r[3] - y) : 0;
   }
   for (unsigned set = 0; set < 16; set++) {
      uint64_t m = ds->clip_rects_hide >> set & 1 ? ~UINT64_C(0) : 0;
      for (unsigned i = 0; i < 4; i++)
         m &= set >> i & 1 ? inside[i] : ~inside[i];
      hidden |= m;
   }
   return ~hidden;
}

static void
draw_block(struct sc_worker *w, struct sc_prim *p, unsigned block, uint64_t cov)
{
   const struct sc_state *st = p->st;
   if (st->ds->clip_rects_hide) {
      cov &= clip_rects(w, st->ds, block);
      if (!cov)
         return;
   }
   wait_for_others(w, st, block, cov);
   if (!(p->flags & SC_HAS_PLANES))
      EMU_FN(sc_planes)(p);
   if (st->early) {
      if (st->db_test) {
         cov = EMU_FN(db_block)(w, st, p, block, cov);
         if (!cov)
            return;
      }
      w->zpass += st->count ? (uint64_t)__builtin_popcountll(cov) : 0;
   }
   if (st->copy) {
      db_copy(w, st, block, cov);
   } else if (st->fill) {
      w->pixels += (uint64_t)__builtin_popcountll(cov);
      EMU_FN(cb_fill)(w, st, block, cov);
   } else if (st->shade) {
      if (!(p->flags & SC_HAS_PERSP))
         EMU_FN(sc_perspective)(p);
      emit(w, p, block, cov, NULL, NULL, 0);
   }
}

void
EMU_FN(sc_draw_block_ms)(struct sc_worker *w, struct sc_prim *p, unsigned block,
                         uint64_t cov[EMU_MAX_SAMPLES])
{
   const struct sc_state *st = p->st;
   uint64_t any = 0, covered[EMU_MAX_SAMPLES];
   uint64_t shown = st->ds->clip_rects_hide ? clip_rects(w, st->ds, block) : ~UINT64_C(0);
   for (unsigned s = 0; s < st->num_samples; s++)
      any |= cov[s] &= shown;
   if (!any)
      return;
   wait_for_others(w, st, block, any);
   any = 0;
   if (!(p->flags & SC_HAS_PLANES))
      EMU_FN(sc_planes)(p);
   memcpy(covered, cov, sizeof covered);
   for (unsigned s = 0; s < st->num_samples; s++) {
      if (st->early && st->db_test && cov[s])
         cov[s] = EMU_FN(db_block)(w, &st->samples[s], p, block, cov[s]);
      if (st->early && st->count)
         w->zpass += (uint64_t)__builtin_popcountll(cov[s]);
      any |= cov[s];
   }
   if (!any)
      return;
   if (st->copy) {
      for (unsigned s = 0; s < st->num_samples; s++)
         db_copy(w, &st->samples[s], block, cov[s]);
   } else if (st->fill || st->resolve) {
      if (st->resolve) {
         EMU_FN(cb_resolve)(w, st, block, any);
         return;
      }
      for (unsigned s = 0; s < st->num_samples; s++) {
         w->pixels += (uint64_t)__builtin_popcountll(cov[s]);
         EMU_FN(cb_fill)(w, &st->samples[s], block, cov[s]);
      }
   } else if (st->shade) {
      if (!(p->flags & SC_HAS_PERSP))
         EMU_FN(sc_perspective)(p);
      if (!st->iterate) {
         emit(w, p, block, any, cov, covered, 0);
         return;
      }
      for (unsigned s = 0; s < st->num_samples; s++) {
         uint64_t one[EMU_MAX_SAMPLES] = {0};
         one[s] = cov[s];
         if (cov[s])
            emit(w, p, block, cov[s], one, covered, s);
      }
   }
}

/* ---- coverage ---- */

static void
draw_rect(struct sc_worker *w, struct sc_prim *p)
{
   int32_t tx = (int32_t)w->tile_x, ty = (int32_t)w->tile_y;
   int32_t x0 = MAX2(p->x0 - tx, 0), x1 = MIN2(p->x1 - tx, SC_TILE_PX);
   int32_t y0 = MAX2(p->y0 - ty, 0), y1 = MIN2(p->y1 - ty, SC_TILE_PX);
   for (int32_t by = y0 & ~7; by < y1; by += 8)
      for (int32_t bx = x0 & ~7; bx < x1; bx += 8) {
         uint64_t cov = ~UINT64_C(0);
         if (bx < x0 || by < y0 || bx + 8 > x1 || by + 8 > y1)
            cov = sc_rect_mask(x0 - bx, y0 - by, x1 - bx, y1 - by);
         draw_block(w, p, (unsigned)(by / 8 * SC_TILE_BLOCKS + bx / 8), cov);
      }
}

static void
draw_triangle(struct sc_worker *w, struct sc_prim *p)
{
   int32_t tx = (int32_t)w->tile_x, ty = (int32_t)w->tile_y;
   int32_t x0 = MAX2(p->x0 - tx, 0), x1 = MIN2(p->x1 - tx, SC_TILE_PX);
   int32_t y0 = MAX2(p->y0 - ty, 0), y1 = MIN2(p->y1 - ty, SC_TILE_PX);
   int32_t bx0 = x0 & ~7, by0 = y0 & ~7;
   /* of each edge: least and greatest change inside a block, value at the first block of a row */
   int64_t lo[3], hi[3], row[3];
   bool all_in = true;
   for (unsigned i = 0; i < 3; i++) {
      int64_t a = p->a[i], b = p->b[i];
      lo[i] = 7 * ((a < 0 ? a : 0) + (b < 0 ? b : 0));
      hi[i] = 7 * ((a > 0 ? a : 0) + (b > 0 ? b : 0));
      row[i] = p->c[i] + a * (tx + bx0) + b * (ty + by0);
      int64_t least = row[i] + (a < 0 ? a * (x1 - 1 - bx0) : 0) + (b < 0 ? b * (y1 - 1 - by0) : 0);
      all_in &= least >= 0;
   }
   if (all_in) {
      draw_rect(w, p);
      return;
   }
   for (int32_t by = by0; by < y1; by += 8) {
      int64_t e[3] = {row[0], row[1], row[2]};
      for (int32_t bx = bx0; bx < x1; bx += 8) {
         if (((e[0] + hi[0]) | (e[1] + hi[1]) | (e[2] + hi[2])) >= 0) {
            uint64_t cov = ~UINT64_C(0);
            if (bx < x0 || by < y0 || bx + 8 > x1 || by + 8 > y1)
               cov = sc_rect_mask(x0 - bx, y0 - by, x1 - bx, y1 - by);
            for (unsigned i = 0; i < 3; i++)
               if (e[i] + lo[i] < 0)
                  cov &= edge_mask((int32_t)e[i], p->a[i], p->b[i]);
            if (cov)
               draw_block(w, p, (unsigned)(by / 8 * SC_TILE_BLOCKS + bx / 8), cov);
         }
         for (unsigned i = 0; i < 3; i++)
            e[i] += (int64_t)p->a[i] * 8;
      }
      for (unsigned i = 0; i < 3; i++)
         row[i] += (int64_t)p->b[i] * 8;
   }
}

static void
draw_line(struct sc_worker *w, struct sc_prim *p)
{
   uint64_t blocks = sc_line_cover(p, w->tile_x, w->tile_y, w->line_mask);
   for (; blocks; blocks &= blocks - 1) {
      unsigned block = (unsigned)__builtin_ctzll(blocks);
      uint64_t cov = w->line_mask[block];
      w->line_mask[block] = 0;
      draw_block(w, p, block, cov);
   }
}

static void
run_tile(struct sc_worker *w, const struct sc_bin *bin)
{
   static void (*const draw[])(struct sc_worker *, struct sc_prim *) = {
      [EMU_PRIM_TRIANGLE] = draw_triangle,
      [EMU_PRIM_LINE] = draw_line,
      [EMU_PRIM_POINT] = draw_rect,
      [EMU_PRIM_RECT] = draw_rect,
   };
   w->tile_x = (uint32_t)bin->x * SC_TILE_PX;
   w->tile_y = (uint32_t)bin->y * SC_TILE_PX;
   for (const struct sc_chunk *c = bin->head; c; c = c->next)
      for (uint32_t i = 0; i < c->count; i++) {
         if (w->ring_used) {
            w->ring_at = (w->ring_at + 1) % SC_PRIM_RING;
            w->ring_used = false;
         }
         struct sc_prim *p = &w->ring[w->ring_at];
         w->prim_serial++;
         if (EMU_FN(sc_setup)(c->ref[i]->st, &c->ref[i]->prim, p))
            (p->st->ms ? EMU_FN(sc_draw_ms) : draw[p->kind])(w, p);
      }
   flush_build(w);
}

const struct sc_kernels EMU_FN(sc_kernels) = {
   .run_tile = run_tile,
   .pack_color = EMU_FN(cb_pack_color),
};
