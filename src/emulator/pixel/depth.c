/* SPDX-License-Identifier: MIT
 *
 * DB: depth and stencil tests of 64 pixels at a time, of a block before the shader or of a wave after it.
 * Depth is computed in double precision from the primitive's plane, clamped to the viewport's range and
 * quantised to the buffer's format by rounding to nearest. R6xx/R7xx guide, DB_DEPTH_CONTROL,
 * DB_STENCILREFMASK. A sample's depth is that of its position. Left out: hierarchical depth and stencil, compression.
 */
#include <string.h>

#include "emulator/core/wave.h"
#include "emulator/pixel/block_order.h"
#include "emulator/pixel/depth_in_place.h"
#include "emulator/pixel/depth_tiles.h"
#include "emulator/pixel/fill_vec.h"
#include "emulator/pixel/kernels.h"
#include "emulator/pixel/quad_ptrs.h"
#include "emulator/pixel/stencil_bytes.h"
#include "emulator/pixel/surface.h"
#include "emulator/raster/plane.h"
#include "emulator/raster/setup.h"
#include "emulator/raster/state.h"
#include "emulator/raster/tiles.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/double.h"
#include "emulator/simd/lanes.h"
#include "util/u_math.h"

/* ---- the test ---- */

enum zkind { Z_OFF, Z_UNORM, Z_FLOAT };

ALWAYS_INLINE vi
compare_i(unsigned func, vi a, vi b)
{
   vi lt = v_splati(-(int32_t)(func & 1)), eq = v_splati(-(int32_t)(func >> 1 & 1)),
      gt = v_splati(-(int32_t)(func >> 2 & 1));
   return ((a < b) & lt) | ((a == b) & eq) | ((a > b) & gt);
}

ALWAYS_INLINE vi
compare_f(unsigned func, vf a, vf b)
{
   if (func == 7)
      return v_splati(-1);
   vi lt = v_splati(-(int32_t)(func & 1)), eq = v_splati(-(int32_t)(func >> 1 & 1)),
      gt = v_splati(-(int32_t)(func >> 2 & 1));
   vi unordered = (a != a) | (b != b);
   vi ne = (func & 5) == 5 ? unordered : v_splati(0);
   return ((a < b) & lt) | ((a == b) & eq) | ((a > b) & gt) | ne;
}

ALWAYS_INLINE vi
stencil_op(unsigned op, vi s, vi ref)
{
   switch (op) {
   case PIXEL_ZERO:
      return v_splati(0);
   case PIXEL_REPLACE:
      return ref;
   case PIXEL_INCREMENT:
      return v_seli(s == 255, s, s + 1);
   case PIXEL_DECREMENT:
      return v_seli(s == 0, s, s - 1);
   case PIXEL_INVERT:
      return ~s & 255;
   case PIXEL_INCREMENT_WRAP:
      return (s + 1) & 255;
   case PIXEL_DECREMENT_WRAP:
      return (s - 1) & 255;
   default:
      return s;
   }
}

/* zo holds what the buffer holds: for Z_UNORM the depth in the low bits, all of the word is kept; so holds
 * the stencil. Both are updated in covered lanes. Inlined with a constant kind, and func for the usual ones.
 */
ALWAYS_INLINE uint64_t
test_rows(const struct pixel_pipeline *db, const struct pixel_stencil_face *f, const struct emu_row *ref_row,
          uint64_t cov, const struct emu_row *zf, struct emu_row *zo, struct emu_row *so, enum zkind zkind,
          unsigned z_func, bool z_write, bool stencil)
{
   uint64_t pass = 0;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      uint64_t bits = cov >> (v * EMU_VEC_LANES) & V_ALL_LANES;
      if (!bits)
         continue;
      vi live = v_mask(cov >> (v * EMU_VEC_LANES)), zpass = v_splati(-1), ok = live;
      vi old = zkind != Z_OFF ? v_ofi(zo, v) : v_splati(0);
      vi new = zkind != Z_OFF ? v_ofi(zf, v) : v_splati(0);
      if (zkind == Z_UNORM)
         zpass = compare_i(z_func, new, old & 0xffffff);
      else if (zkind == Z_FLOAT)
         zpass = compare_f(z_func, (vf) new, (vf)old);
      if (stencil) {
         vi s = v_ofi(so, v);
         vi ref = v_splati(f->ref);
         if (ref_row)
            ref = v_ofi(ref_row, v) & 255;
         vi after = stencil_op(f->zpass, s, ref);
         if (zkind != Z_OFF && f->zfail != f->zpass)
            after = v_seli(zpass, after, stencil_op(f->zfail, s, ref));
         if ((f->func & 7) != PIXEL_ALWAYS) {
            const vi spass = compare_i(f->func & 7, ref & f->mask, s & f->mask);
            after = v_seli(spass, after, stencil_op(f->fail, s, ref));
            ok &= spass;
         }
         *v_ati(so, v) = v_mergei(live & f->writemask, after, s);
      }
      ok &= zpass;
      if (z_write && zkind == Z_UNORM)
         *v_ati(zo, v) = v_mergei(ok & 0xffffff, new, old);
      else if (z_write && zkind == Z_FLOAT)
         *v_ati(zo, v) = v_seli(ok, new, old);
      pass |= (uint64_t)v_bits(ok) << (v * EMU_VEC_LANES);
   }
   return pass;
}

/* Depth alone. */
static uint64_t
test_depth(const struct raster_bound *st, uint64_t cov, const struct emu_row *zf, struct emu_row *zo)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   unsigned func = db->z_func & 7;
   if (st->z_scale == 0)
      return test_rows(db, NULL, NULL, cov, zf, zo, NULL, Z_FLOAT, func, db->z_write, false);
   if (!db->z_write)
      return test_rows(db, NULL, NULL, cov, zf, zo, NULL, Z_UNORM, func, false, false);
   switch (func) {
   case 1:
      return test_rows(db, NULL, NULL, cov, zf, zo, NULL, Z_UNORM, 1, true, false);
   case 3:
      return test_rows(db, NULL, NULL, cov, zf, zo, NULL, Z_UNORM, 3, true, false);
   case 7:
      return test_rows(db, NULL, NULL, cov, zf, zo, NULL, Z_UNORM, 7, true, false);
   default:
      return test_rows(db, NULL, NULL, cov, zf, zo, NULL, Z_UNORM, func, true, false);
   }
}

/* Picks the variant, and does both faces where a wave has both. */
static uint64_t
test_all(const struct raster_bound *st, uint64_t front, const struct emu_row *ref, uint64_t cov,
         const struct emu_row *zf, struct emu_row *zo, struct emu_row *so)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   if (st->two_faces && (cov & front) && (cov & ~front)) {
      uint64_t pass = test_all(st, ~UINT64_C(0), ref, cov & front, zf, zo, so);
      return pass | test_all(st, 0, ref, cov & ~front, zf, zo, so);
   }
   const struct pixel_stencil_face *f = &db->face[!(cov & front)];
   if (!st->stencil)
      return st->z_test ? test_depth(st, cov, zf, zo) : cov;
   unsigned func = db->z_enable ? db->z_func & 7 : 7;
   bool write = db->z_enable && db->z_write;
   if (!st->z_test)
      return test_rows(db, f, ref, cov, zf, zo, so, Z_OFF, 7, false, true);
   if (st->z_scale == 0)
      return test_rows(db, f, ref, cov, zf, zo, so, Z_FLOAT, func, write, true);
   return test_rows(db, f, ref, cov, zf, zo, so, Z_UNORM, func, write, true);
}

/* As test_all, of pixels of one face; \p stencil is the buffer's own bytes. */
static uint64_t
test_in_bytes(const struct raster_bound *st, const struct pixel_stencil_face *f, uint64_t cov,
              const struct emu_row *zf, struct emu_row *zo, uint8_t *stencil)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   if (!st->z_test)
      return stencil_bytes(f, cov, ~UINT64_C(0), stencil);
   const unsigned func = db->z_enable ? db->z_func & 7 : PIXEL_ALWAYS;
   const enum zkind kind = st->z_scale == 0 ? Z_FLOAT : Z_UNORM;
   const uint64_t near = test_rows(db, NULL, NULL, cov, zf, zo, NULL, kind, func, false, false),
                  pass = stencil_bytes(f, cov, near, stencil) & near;
   if (db->z_enable && db->z_write)
      test_rows(db, NULL, NULL, pass, zf, zo, NULL, kind, PIXEL_ALWAYS, true, false);
   return pass;
}

/* ---- fragment depth ---- */

/* The nearest float of 4 bits of exponent and 20 of mantissa. */
static uint32_t
to_float24(double z)
{
   if (z < 1.0 / (1 << 14))
      return (uint32_t)(z * (1 << 20) * (1 << 14) + 0.5);
   return (fui((float)z) - ((127 - 15) << 23) + 4) >> 3;
}

ALWAYS_INLINE void
store_depth_vd(const struct raster_bound *st, struct emu_row *out, unsigned v, vd z)
{
   z = v_clampd(z, st->z_lo, st->z_hi);
   if (st->z_float24)
      for (unsigned i = 0; i < VD_LANES; i++)
         out->u[v * VD_LANES + i] = to_float24(z[i]);
   else if (st->z_scale > 0)
      v_store_ints(&out->u[v * VD_LANES], z * st->z_scale + 0.5);
   else
      v_store_floats(&out->u[v * VD_LANES], z);
}

/* Do all pixels of a primitive have the same depth? */
static bool
is_level(const struct raster_bound *st, const struct raster_setup *p)
{
   return st->ds->pixel.clear_z || (p->z.dx == 0 && p->z.dy == 0);
}

/* That depth. */
ALWAYS_INLINE int32_t
depth_of_level(const struct raster_bound *st, const struct raster_setup *p)
{
   struct emu_row depth;
   store_depth_vd(st, &depth, 0, v_splatd(st->ds->pixel.clear_z ? st->ds->constants.z_clear : p->z.c));
   return (int32_t)depth.u[0];
}

/* Depth of the pixels of a block; at least of those in cov. */
static void
block_depth(const struct raster_bound *st, const struct raster_setup *p, uint32_t px, uint32_t py,
            uint64_t cov, struct emu_row *out)
{
   double x = px + st->sample_x, y = py + st->sample_y;
   if (is_level(st, p)) {
      const int32_t same = depth_of_level(st, p);
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_ati(out, v) = v_splati(same);
      return;
   }
   bool clamp = !(st->z_scale > 0 && p->flags & RASTER_Z_IN_RANGE) || st->z_float24;
   if (cov != ~UINT64_C(0)) {
      for (unsigned v = 0; v < VD_VECS; v++, cov >>= VD_LANES) {
         if (!(cov & ((1u << VD_LANES) - 1)))
            continue;
         vd z = plane_at(&p->z, lane_x(v) + x, lane_y(v) + y);
         if (clamp)
            store_depth_vd(st, out, v, z);
         else
            v_store_ints(&out->u[v * VD_LANES], z * st->z_scale + 0.5);
      }
      return;
   }
   vd z[VD_VECS];
   plane_at_block(&p->z, x, y, z);
   for (unsigned v = 0; v < VD_VECS; v++) {
      if (clamp)
         store_depth_vd(st, out, v, z[v]);
      else
         v_store_ints(&out->u[v * VD_LANES], z[v] * st->z_scale + 0.5);
   }
}

static void
wave_depth(const struct raster_bound *st, const struct pixel_quads *b, struct emu_row *out)
{
   if (b->whole_block) {
      block_depth(st, b->prim[0], b->x[0], b->y[0], b->live, out);
      return;
   }
   _Alignas(64) double z[EMU_LANES];
   if (st->ds->pixel.clear_z) {
      for (unsigned v = 0; v < VD_VECS; v++)
         store_depth_vd(st, out, v, v_splatd(st->ds->constants.z_clear));
      return;
   }
   for (unsigned q = 0; q < EMU_QUADS; q++)
      if (q < b->num_quads)
         plane_doubles_quad(&b->prim[q]->z, b->x[q] + st->sample_x, b->y[q] + st->sample_y, &z[q * 4]);
      else
         memset(&z[q * 4], 0, 4 * sizeof z[0]);
   for (unsigned v = 0; v < VD_VECS; v++)
      store_depth_vd(st, out, v, *(vd *)&z[v * VD_LANES]);
}

static void
exported_depth(const struct raster_bound *st, const struct emu_row *z, struct emu_row *out)
{
   for (unsigned v = 0; v < VD_VECS; v++)
      store_depth_vd(st, out, v, v_load_floats(&z->u[v * VD_LANES]));
}

/* ---- blocks ---- */

static uint32_t
load(const uint8_t *p, unsigned log2_bytes)
{
   uint16_t h;
   uint32_t d;
   switch (log2_bytes) {
   case 0:
      return *p;
   case 1:
      memcpy(&h, p, 2);
      return h;
   default:
      memcpy(&d, p, 4);
      return d;
   }
}

static void
store(uint8_t *p, unsigned log2_bytes, uint32_t v)
{
   uint16_t h = (uint16_t)v;
   switch (log2_bytes) {
   case 0:
      *p = (uint8_t)v;
      break;
   case 1:
      memcpy(p, &h, 2);
      break;
   default:
      memcpy(p, &v, 4);
      break;
   }
}

/* First pixels of the pairs that have a covered one. The other's depth is written back as it was loaded. */
static uint64_t
pairs_of(uint64_t cov)
{
   return (cov | cov >> 1) & 0x5555555555555555;
}

/* \p inside: all of the block's pixels are the surface's. */
static void
load_block(const struct pixel_surf *s, const uint8_t *base, uint64_t cov, bool inside, struct emu_row *out)
{
   if (s->lane_order && s->log2_bytes == 0) {
      for (unsigned i = 0; i < EMU_LANES; i++)
         out->u[i] = base[i];
   } else if (s->lane_order && s->log2_bytes == 1) {
      const uint16_t *h = (const uint16_t *)base;
      for (unsigned i = 0; i < EMU_LANES; i++)
         out->u[i] = h[i];
   } else if (s->tiles_8x2 && (inside || s->contiguous)) {
      const struct pixels p = from_pieces(base, s->off_B);
      memcpy(out, &p, sizeof p);
   } else if (s->pairs && s->log2_bytes == 2) {
      for (uint64_t m = pairs_of(cov); m; m &= m - 1) {
         const unsigned i = (unsigned)__builtin_ctzll(m);
         memcpy(&out->u[i], base + s->off_B[i], 8);
      }
   } else {
      for (; cov; cov &= cov - 1) {
         unsigned i = (unsigned)__builtin_ctzll(cov);
         out->u[i] = load(base + s->off_B[i], s->log2_bytes);
      }
   }
}

static void
store_block(const struct pixel_surf *s, uint8_t *base, uint64_t cov, bool inside, const struct emu_row *in)
{
   if (s->lane_order && s->log2_bytes == 0) { /* lanes that are not covered hold what was loaded */
      for (unsigned i = 0; i < EMU_LANES; i++)
         base[i] = (uint8_t)in->u[i];
   } else if (s->lane_order && s->log2_bytes == 1) {
      uint16_t *h = (uint16_t *)base;
      for (unsigned i = 0; i < EMU_LANES; i++)
         h[i] = (uint16_t)in->u[i];
   } else if (s->tiles_8x2 && (inside || s->contiguous)) {
      struct pixels p;
      memcpy(&p, in, sizeof p);
      to_pieces(&p, base, s->off_B);
   } else if (s->pairs && s->log2_bytes == 2) {
      for (uint64_t m = pairs_of(cov); m; m &= m - 1) {
         const unsigned i = (unsigned)__builtin_ctzll(m);
         memcpy(base + s->off_B[i], &in->u[i], 8);
      }
   } else {
      for (; cov; cov &= cov - 1) {
         unsigned i = (unsigned)__builtin_ctzll(cov);
         store(base + s->off_B[i], s->log2_bytes, in->u[i]);
      }
   }
}

/* \p low: stencil is at the bottom of the words. */
static void
split_stencil(const struct emu_row *z, bool low, struct emu_row *s)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vi word = v_ofi(z, v), top = (vi)((vu)word >> 24), bottom = word & 255;
      *v_ati(s, v) = low ? bottom : top;
   }
}

static void
join_stencil(struct emu_row *z, bool low, const struct emu_row *s)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vi word = v_ofi(z, v), stencil = v_ofi(s, v);
      const vi bottom = (word & ~255) | stencil, top = (word & 0xffffff) | stencil << 24;
      *v_ati(z, v) = low ? bottom : top;
   }
}

/* Words with depth on top to words with stencil on top, and back; left: bits that they turn. */
static void
turn_words(struct emu_row *z, int left)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vu x = (vu)v_ofi(z, v);
      *v_ati(z, v) = (vi)(x << left | x >> (32 - left));
   }
}
enum { STENCIL_ON_TOP = 24, DEPTH_ON_TOP = 8 };

/* ---- waves ---- */

static void
load_wave(const struct pixel_surf *s, const struct quad_ptrs *qp, unsigned num_quads, uint64_t live,
          struct emu_row *out)
{
   if (s->log2_bytes == 2 && s->lane_order) {
      for (unsigned q = 0; q < num_quads; q++)
         memcpy(&out->u[q * 4], qp->p[q], 16);
      return;
   }
   if (s->log2_bytes == 2 && s->split) { /* whole quads are there */
      for (unsigned i = 0; i < num_quads * 4; i++)
         memcpy(&out->u[i], qp->p[i / 4] + qp->off_B[i % 4], 4);
      return;
   }
   for (; live; live &= live - 1) {
      unsigned i = (unsigned)__builtin_ctzll(live);
      out->u[i] = load(qp->p[i / 4] + qp->off_B[i % 4], s->log2_bytes);
   }
}

static void
store_wave(const struct pixel_surf *s, const struct quad_ptrs *qp, uint64_t live, const struct emu_row *in)
{
   if (s->log2_bytes == 2 && s->lane_order) {
      for (unsigned q = 0; live; q++, live >>= 4) {
         if ((live & 15) == 15) {
            memcpy(qp->p[q], &in->u[q * 4], 16);
            continue;
         }
         for (unsigned i = 0; i < 4; i++)
            if (live >> i & 1)
               memcpy(qp->p[q] + i * 4, &in->u[q * 4 + i], 4);
      }
      return;
   }
   if (s->log2_bytes == 2 && live == ~UINT64_C(0)) {
      for (unsigned i = 0; i < EMU_LANES; i++)
         memcpy(qp->p[i / 4] + qp->off_B[i % 4], &in->u[i], 4);
      return;
   }
   for (; live; live &= live - 1) {
      unsigned i = (unsigned)__builtin_ctzll(live);
      store(qp->p[i / 4] + qp->off_B[i % 4], s->log2_bytes, in->u[i]);
   }
}

/* DB on the quads of a wave; exported: the shader's depth and stencil count. */
static uint64_t
test_quads(struct pixel_thread *t, const struct pixel_quads *b, uint64_t live, bool exported)
{
   const struct raster_bound *st = b->st;
   const struct pixel_pipeline *db = &st->ds->pixel;
   const struct pixel_outputs *wave = t->out; /* NULL before any wave has run; read only if exported */
   bool packed = st->stencil && db->stencil_place == PIXEL_STENCIL_PACKED;
   bool need_z = st->z_test || packed;
   const bool turned = st->z_test && db->depth_high, low = packed && db->depth_high && !turned;
   struct quad_ptrs zq, sq;
   if (need_z) {
      EMU_FN(pixel_find_quads)(&zq, t, b, &st->fb->z);
      load_wave(&st->fb->z, &zq, b->num_quads, live, &t->z_old);
      if (turned)
         turn_words(&t->z_old, STENCIL_ON_TOP);
   }
   if (packed) {
      split_stencil(&t->z_old, low, &t->s_old);
   } else if (st->stencil) {
      EMU_FN(pixel_find_quads)(&sq, t, b, &st->fb->s);
      load_wave(&st->fb->s, &sq, b->num_quads, live, &t->s_old);
   }
   if (st->z_test) {
      if (db->z_export && exported)
         exported_depth(st, &wave->z[0], &t->z_frag);
      else
         wave_depth(st, b, &t->z_frag);
   }
   uint64_t front = 0;
   for (unsigned q = 0; q < b->num_quads; q++)
      front |= b->prim[q]->front ? UINT64_C(15) << q * 4 : 0;
   const struct emu_row *ref = db->stencil_export && exported ? &wave->z[1] : NULL;
   uint64_t pass = test_all(st, front, ref, live, &t->z_frag, &t->z_old, &t->s_old);
   if (packed)
      join_stencil(&t->z_old, low, &t->s_old);
   else if (st->stencil)
      store_wave(&st->fb->s, &sq, live, &t->s_old);
   if (turned)
      turn_words(&t->z_old, DEPTH_ON_TOP);
   if (need_z && (packed || db->z_write))
      store_wave(&st->fb->z, &zq, live, &t->z_old);
   return pass;
}

uint64_t
EMU_FN(pixel_depth_wave)(struct pixel_thread *t, const struct pixel_quads *b, uint64_t live)
{
   return b->st->db_test ? test_quads(t, b, live, t->out->z_done) : live;
}

/* Words of depth and stencil that are replaced without a look at what is there, as in a clear of both. */
static bool
replaces_words(const struct raster_bound *st, const struct pixel_stencil_face *f, uint64_t cov)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   return cov == ~UINT64_C(0) && st->stencil && db->stencil_place == PIXEL_STENCIL_PACKED && st->z_test &&
          db->z_enable && db->z_write && db->z_func == PIXEL_ALWAYS && (f->func & 7) == PIXEL_ALWAYS &&
          f->zpass == PIXEL_REPLACE && f->writemask == 255;
}

static void
put_words(const struct emu_row *z, uint32_t stencil, bool depth_high, struct emu_row *out)
{
   const vi s = v_splati((int32_t)((stencil & 255) << (depth_high ? 0 : 24)));
   for (unsigned v = 0; v < EMU_VECS; v++)
      *v_ati(out, v) = v_ofi(z, v) << (depth_high ? 8 : 0) | s;
}

/* Is depth the same for all pixels of a primitive, and an integer below the words' top bytes, and is there nothing else to
 * test? */
static bool
has_one_depth(const struct raster_bound *st, const struct raster_setup *p)
{
   return st->z_test && !st->stencil && st->z_scale > 0 && !st->z_float24 && is_level(st, p);
}

/* Tests such a primitive's pixels in a block whose words stand in lane order. */
static uint64_t
test_one_depth(const struct raster_bound *st, const struct raster_setup *p, uint64_t cov, vi *words)
{
   const struct pixel_pipeline *db = &st->ds->pixel;
   const unsigned func = db->z_func & 7;
   uint64_t pass = 0;
   const vi new = v_splati(depth_of_level(st, p));
   for (unsigned v = 0; v < EMU_VECS; v++)
      pass |= (uint64_t)v_bits(compare_i(func, new, words[v] & 0xffffff)) << (v * EMU_VEC_LANES);
   pass &= cov;
   for (unsigned v = 0; v < EMU_VECS && db->z_write && pass; v++)
      words[v] = v_mergei(v_mask(pass >> (v * EMU_VEC_LANES)) & 0xffffff, new, words[v]);
   return pass;
}

uint64_t
EMU_FN(pixel_depth_block)(struct pixel_thread *t, const struct raster_bound *st, const struct raster_setup *p,
                          unsigned block, uint64_t cov)
{
   if (st->fb->z.split || st->fb->s.split) {
      struct pixel_quads b;
      EMU_FN(pixel_quads_of_block)(t, &b, p, block, cov);
      b.st = st;
      return test_quads(t, &b, cov, false);
   }
   const struct pixel_pipeline *db = &st->ds->pixel;
   uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8, y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   bool packed = st->stencil && db->stencil_place == PIXEL_STENCIL_PACKED;
   const bool stencil_in_bytes = st->stencil && !packed && st->fb->s.lane_order && st->fb->s.log2_bytes == 0;
   bool need_z = st->z_test || packed;
   const bool turned = st->z_test && db->depth_high, low = packed && db->depth_high && !turned;
   struct emu_row *zo = &t->z_old, *so = &t->s_old;
   uint8_t *zp = NULL, *sp = NULL;
   bool in_place = false;
   const bool z_inside = x + 8 <= st->fb->z.width_px && y + 8 <= st->fb->z.height_px,
              s_inside = x + 8 <= st->fb->s.width_px && y + 8 <= st->fb->s.height_px;
   if (need_z) {
      zp = pixel_block_ptr(&st->fb->z, x, y);
      in_place = st->fb->z.lane_order && st->fb->z.log2_bytes == 2 && !db->depth_high;
      if (in_place && !st->z_blind && has_one_depth(st, p))
         return test_one_depth(st, p, cov, (vi *)zp);
      if (in_place && is_plane_test(st))
         return test_plane_in_place(st, p, x + st->sample_x, y + st->sample_y, cov, (vi *)zp);
      if (z_inside && is_top_in_tiles(st))
         return test_top_in_tiles(st, p, x + st->sample_x, y + st->sample_y, cov, zp);
   }
   if (st->z_test)
      block_depth(st, p, x, y, cov, &t->z_frag);
   if (need_z) {
      if (in_place && st->z_blind && cov == ~UINT64_C(0)) { /* as in a clear */
         memcpy(zp, t->z_frag.u, sizeof t->z_frag.u);
         return cov;
      }
      if (replaces_words(st, &db->face[!p->front], cov)) {
         put_words(&t->z_frag, db->face[!p->front].ref, db->depth_high, zo);
         store_block(&st->fb->z, zp, cov, z_inside, zo);
         return cov;
      }
      if (in_place)
         zo = (struct emu_row *)zp;
      else
         load_block(&st->fb->z, zp, cov, z_inside, zo);
      if (turned)
         turn_words(zo, STENCIL_ON_TOP);
   }
   if (packed) {
      split_stencil(zo, low, so);
   } else if (st->stencil) {
      sp = pixel_block_ptr(&st->fb->s, x, y);
      if (!stencil_in_bytes)
         load_block(&st->fb->s, sp, cov, s_inside, so);
   }
   uint64_t pass;
   if (stencil_in_bytes)
      pass = test_in_bytes(st, &db->face[!p->front], cov, &t->z_frag, zo, sp);
   else
      pass = test_all(st, p->front ? ~UINT64_C(0) : 0, NULL, cov, &t->z_frag, zo, so);
   if (packed)
      join_stencil(zo, low, so);
   else if (st->stencil && !stencil_in_bytes)
      store_block(&st->fb->s, sp, cov, s_inside, so);
   if (turned)
      turn_words(zo, DEPTH_ON_TOP);
   if (need_z && !in_place && (packed || db->z_write))
      store_block(&st->fb->z, zp, cov, z_inside, zo);
   return pass;
}

bool
EMU_FN(pixel_depth_fill)(const struct pixel_thread *t, const struct raster_bound *st,
                         const struct raster_setup *p, unsigned block, unsigned n, unsigned rows)
{
   const struct pixel_surf *z = &st->fb->z;
   const struct pixel_stencil_face *f = &st->ds->pixel.face[!p->front];
   const uint32_t x = t->tile_x + block % RASTER_TILE_BLOCKS * 8,
                  y = t->tile_y + block / RASTER_TILE_BLOCKS * 8;
   if (is_filled_in_tiles(st) && is_level(st, p) && (!st->stencil || replaces_words(st, f, ~UINT64_C(0))))
      return fill_tiles(z, x, y, n, rows, st->stencil ? 0 : 255,
                        (uint32_t)depth_of_level(st, p) << 8 | (st->stencil ? f->ref & 255u : 0));
   if (!st->z_blind || z->split || !z->lane_order || z->log2_bytes != 2 || st->ds->pixel.depth_high ||
       !is_level(st, p))
      return false;
   fill_words(z, x, y, n, rows, v_splati(depth_of_level(st, p)));
   return true;
}
