/* SPDX-License-Identifier: MIT
 *
 * CB: the format of nearly all targets, four 8-bit normalised components, from exported floats to memory in
 * one pass over registers. The same arithmetic as the general path (pixel/color_pack.c, pixel/blend.c, pixel/color_write.c).
 */
#include <assert.h>
#include <string.h>

#include "emulator/core/wave.h"
#include "emulator/pixel/blend_equation.h"
#include "emulator/pixel/block_order.h"
#include "emulator/pixel/one_color_8888.h"
#include "emulator/pixel/quad_ptrs.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/surface.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/thread.h"
#include "emulator/pixel/whole_8888.h"
#include "emulator/simd/lanes.h"

static struct pixels
fetch_block(const struct pixel_surf *s, const uint8_t *base)
{
   struct pixels p;
   if (s->lane_order) {
      memcpy(&p, base, sizeof p);
   } else if (s->tiles_8x2) {
      p = from_pieces(base, s->off_B);
   } else {
      struct emu_row r;
      for (unsigned i = 0; i < EMU_LANES; i += 2)
         memcpy(&r.u[i], base + s->off_B[i], 8);
      memcpy(&p, &r, sizeof p);
   }
   return p;
}

static void
store_block(const struct pixel_surf *s, uint8_t *base, const struct pixels *p)
{
   if (s->lane_order) {
      memcpy(base, p, sizeof *p);
   } else if (s->tiles_8x2) {
      to_pieces(p, base, s->off_B);
   } else {
      struct emu_row r;
      memcpy(&r, p, sizeof r);
      for (unsigned i = 0; i < EMU_LANES; i += 2)
         memcpy(base + s->off_B[i], &r.u[i], 8);
   }
}

static struct pixels
fetch_quads(const struct quad_ptrs *qp, unsigned num_quads)
{
   struct emu_row r;
   struct pixels p;
   for (unsigned q = 0; q < num_quads; q++) {
      memcpy(&r.u[q * 4], qp->p[q], 8);
      memcpy(&r.u[q * 4 + 2], qp->p[q] + qp->off_B[2], 8);
   }
   for (unsigned i = num_quads * 4; i < EMU_LANES; i++)
      r.u[i] = 0;
   memcpy(&p, &r, sizeof p);
   return p;
}

/* Pixels that stay are written back: no other thread has them, and a branch would be mispredicted. */
static void
store_quads(const struct quad_ptrs *qp, unsigned num_quads, uint64_t live, const struct pixels *pixels)
{
   static const uint64_t keep[4] = {~UINT64_C(0), 0xffffffff00000000, 0x00000000ffffffff, 0};
   struct emu_row r;
   memcpy(&r, pixels, sizeof r);
   for (unsigned q = 0; q < num_quads; q++, live >>= 4) {
      uint8_t *p = qp->p[q];
      for (unsigned row = 0; row < 2; row++, p += qp->off_B[2]) {
         uint64_t old, new, k = keep[live >> (row * 2) & 3];
         memcpy(&old, p, 8);
         memcpy(&new, &r.u[q * 4 + row * 2], 8);
         new = (new & ~k) | (old & k);
         memcpy(p, &new, 8);
      }
   }
}

/* ---- bytes ---- */

#include "emulator/pixel/bytes_8888.h"

/* ---- colours ---- */

ALWAYS_INLINE vi
pack(const vf c[4], const uint8_t pos[4])
{
   vi r = v_splati(0);
   for (unsigned i = 0; i < 4; i++)
      r |= v_int(v_clamp(c[i], 0, 1) * 255.0f + 0.5f) << (int)pos[i];
   return r;
}

static void
opaque(const struct pixel_cb *cb, const struct emu_row color[4], struct pixels *out)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf c[4];
      for (unsigned i = 0; i < 4; i++)
         c[i] = v_of(&color[i], v);
      out->v[v] = pack(c, cb->pos);
   }
}

ALWAYS_INLINE void
blend(struct pixel_equation rgb, struct pixel_equation a, const float k[4], const struct pixel_cb *cb,
      const struct emu_row color[4], const struct pixels *old, struct pixels *out)
{
   bool clamp = cb->cb->blend_clamp;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf s[4], d[4], r[4];
      for (unsigned i = 0; i < 4; i++) {
         s[i] = v_of(&color[i], v);
         if (clamp)
            s[i] = v_clamp(s[i], 0, 1);
         d[i] = v_float((old->v[v] >> (int)cb->pos[i]) & 255) * (1.0f / 255);
      }
      if (cb->cb->dst_alpha_1)
         d[3] = v_splat(1);
      pixel_blend_vector(rgb, a, k, s, d, r);
      out->v[v] = pack(r, cb->pos);
   }
}

/* Pixels after the equation and the mask, from those before. */
ALWAYS_INLINE void
make_pixels(const struct pixel_cb *cb, const struct emu_row color[4], const struct pixels *old,
            struct pixels *out)
{
   if (cb->blend)
      PIXEL_BLEND_DISPATCH(cb->blender, blend, cb->blender.k, cb, color, old, out);
   else
      opaque(cb, color, out);
   for (unsigned v = 0; v < EMU_VECS && !cb->full_mask; v++)
      out->v[v] = v_mergei(v_splati((int32_t)cb->raw_mask[0]), out->v[v], old->v[v]);
}

static void
write_block(const struct pixel_surf *s, const struct pixel_cb *cb, const struct emu_row color[4],
            bool in_range, uint64_t live, uint8_t *base)
{
   const bool part = live != ~UINT64_C(0);
   struct pixels old, new;
   if (write_whole(s, cb, color, in_range, live, base))
      return;
   if (cb->need_dst || part)
      old = fetch_block(s, base);
   make_pixels(cb, color, &old, &new);
   for (unsigned v = 0; v < EMU_VECS && part; v++)
      new.v[v] = v_seli(v_mask(live >> (v * EMU_VEC_LANES)), new.v[v], old.v[v]);
   store_block(s, base, &new);
}

static void
write_quads(struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb, uint64_t live)
{
   struct quad_ptrs qp;
   struct pixels old, new;
   EMU_FN(pixel_find_quads)(&qp, t, b, &b->st->fb->cb[cb->target]);
   if (cb->need_dst)
      old = fetch_quads(&qp, b->num_quads);
   make_pixels(cb, t->out->color[cb->output], &old, &new);
   store_quads(&qp, b->num_quads, live, &new);
}

void
EMU_FN(pixel_write_8888)(struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb,
                         uint64_t live)
{
   const struct pixel_surf *s = &b->st->fb->cb[cb->target];
   if (!b->whole_block) {
      write_quads(t, b, cb, live);
      return;
   }
   uint8_t *base = pixel_block_ptr(s, b->x[0], b->y[0]);
   assert(!t->out->bytes || b->st->takes_bytes);
   if (t->out->bytes) {
      const struct byte_writer w = byte_writer_of(s, cb);
      write_bytes(&w, s, t->out->bytes, live, base);
   } else {
      write_block(s, cb, t->out->color[cb->output], false, live, base);
   }
}

void
EMU_FN(pixel_write_strip_8888)(const struct pixel_surf *s, const struct pixel_cb *cb,
                               const struct pixel_strip_colors *colors, uint32_t x, uint32_t y,
                               unsigned blocks)
{
   struct one_color one;
   if (colors->one && s->contiguous && one_color_of(cb, colors->color[0], &one)) {
      for (; blocks; blocks &= blocks - 1)
         blend_one_color(&one, pixel_block_ptr(s, x + (unsigned)__builtin_ctz(blocks) * 8, y));
      return;
   }
   if (!colors->bytes) {
      for (; blocks; blocks &= blocks - 1) {
         const unsigned k = (unsigned)__builtin_ctz(blocks);
         write_block(s, cb, colors->color[k * colors->step], colors->in_range, ~UINT64_C(0),
                     pixel_block_ptr(s, x + k * 8, y));
      }
      return;
   }
   const struct byte_writer w = byte_writer_of(s, cb);
   for (; blocks; blocks &= blocks - 1) {
      const unsigned k = (unsigned)__builtin_ctz(blocks);
      write_bytes(&w, s, &colors->bytes[k], ~UINT64_C(0), pixel_block_ptr(s, x + k * 8, y));
   }
}
