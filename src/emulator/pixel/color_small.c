/* SPDX-License-Identifier: MIT
 *
 * CB: targets of 16-bit normalised pixels (565, 4444, 5551) and of four halves, from exported floats to memory in one
 * pass over registers. The same arithmetic as the general path (pixel/color_pack.c, pixel/blend.c, pixel/color_write.c).
 */
#include <string.h>

#include "emulator/core/wave.h"
#include "emulator/pixel/blend_equation.h"
#include "emulator/pixel/code.h"
#include "emulator/pixel/quad_ptrs.h"
#include "emulator/pixel/quads.h"
#include "emulator/pixel/surface.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/thread.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/small_float.h"

/* The pixels of a wave in lane order, of 2 or 8 bytes. */
struct small_pixels {
   _Alignas(64) uint8_t b[EMU_LANES * 8];
};

/* ---- to and from memory ---- */

typedef uint32_t v4u __attribute__((vector_size(16), aligned(1), may_alias));

/* Rows of eight 16-bit pixels to lane order: of two rows pairs take turns. */
ALWAYS_INLINE void
from_rows(const struct pixel_surf *s, const uint8_t *base, struct small_pixels *p)
{
   for (unsigned y = 0; y < 8; y += 2) {
      const unsigned at = pixel_lane(0, y);
      const v4u upper = *(const v4u *)(base + s->off_B[at]), lower = *(const v4u *)(base + s->off_B[at | 2]);
      *(v4u *)(p->b + (size_t)at * 2) = EMU_SHUFFLE(upper, lower, 0, 4, 1, 5);
      *(v4u *)(p->b + (size_t)(at | 16) * 2) = EMU_SHUFFLE(upper, lower, 2, 6, 3, 7);
   }
}
ALWAYS_INLINE void
to_rows(const struct pixel_surf *s, uint8_t *base, const struct small_pixels *p)
{
   for (unsigned y = 0; y < 8; y += 2) {
      const unsigned at = pixel_lane(0, y);
      const v4u left = *(const v4u *)(p->b + (size_t)at * 2),
                right = *(const v4u *)(p->b + (size_t)(at | 16) * 2);
      *(v4u *)(base + s->off_B[at]) = EMU_SHUFFLE(left, right, 0, 2, 4, 6);
      *(v4u *)(base + s->off_B[at | 2]) = EMU_SHUFFLE(left, right, 1, 3, 5, 7);
   }
}

ALWAYS_INLINE void
fetch_block(unsigned bytes, const struct pixel_surf *s, const uint8_t *base, struct small_pixels *p)
{
   if (s->eights)
      for (unsigned i = 0; i < EMU_LANES; i += 8)
         memcpy(p->b + (size_t)i * bytes, base + s->off_B[i], (size_t)8 * bytes);
   else if (bytes == 2 && s->rows)
      from_rows(s, base, p);
   else
      for (unsigned i = 0; i < EMU_LANES; i += 2)
         memcpy(p->b + (size_t)i * bytes, base + s->off_B[i], (size_t)2 * bytes);
}

ALWAYS_INLINE void
store_block(unsigned bytes, const struct pixel_surf *s, uint8_t *base, const struct small_pixels *p)
{
   if (s->eights)
      for (unsigned i = 0; i < EMU_LANES; i += 8)
         memcpy(base + s->off_B[i], p->b + (size_t)i * bytes, (size_t)8 * bytes);
   else if (bytes == 2 && s->rows)
      to_rows(s, base, p);
   else
      for (unsigned i = 0; i < EMU_LANES; i += 2)
         memcpy(base + s->off_B[i], p->b + (size_t)i * bytes, (size_t)2 * bytes);
}

/* What a wave of several blocks has; the lanes behind it become zeros. */
ALWAYS_INLINE void
fetch_quads(unsigned bytes, const struct quad_ptrs *qp, unsigned num_quads, struct small_pixels *p)
{
   uint8_t *out = p->b;
   for (unsigned q = 0; q < num_quads; q++, out += (size_t)4 * bytes) {
      memcpy(out, qp->p[q], (size_t)2 * bytes);
      memcpy(out + (size_t)2 * bytes, qp->p[q] + qp->off_B[2], (size_t)2 * bytes);
   }
   memset(out, 0, (size_t)(EMU_QUADS - num_quads) * 4 * bytes);
}

/* One pixel, or what is in its place: a branch would be mispredicted, and no other thread has it. */
ALWAYS_INLINE void
store_pixel_if(unsigned bytes, bool live, uint8_t *to, const uint8_t *from)
{
   const uint8_t *p = live ? from : to;
   uint64_t wide;
   uint16_t narrow;
   if (bytes == 8) {
      memcpy(&wide, p, 8);
      memcpy(to, &wide, 8);
   } else {
      memcpy(&narrow, p, 2);
      memcpy(to, &narrow, 2);
   }
}

/* What stays is read once more: a wave may have a quad twice, with other pixels for each of two primitives. */
ALWAYS_INLINE void
store_quads(unsigned bytes, const struct quad_ptrs *qp, unsigned num_quads, uint64_t live,
            const struct small_pixels *p)
{
   const uint8_t *in = p->b;
   for (unsigned q = 0; q < num_quads; q++, live >>= 4, in += (size_t)4 * bytes) {
      uint8_t *upper = qp->p[q], *lower = upper + qp->off_B[2];
      store_pixel_if(bytes, live & 1, upper, in);
      store_pixel_if(bytes, live & 2, upper + bytes, in + bytes);
      store_pixel_if(bytes, live & 4, lower, in + (size_t)2 * bytes);
      store_pixel_if(bytes, live & 8, lower + bytes, in + (size_t)3 * bytes);
   }
}

/* ---- vectors of pixels ---- */

typedef uint16_t vh __attribute__((vector_size(EMU_VEC_B / 2), may_alias));

#if EMU_VEC_B == 64
#define EVEN_DWORDS(a, b) EMU_SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define ODD_DWORDS(a, b)  EMU_SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#define LOW_PAIRS(a, b)   EMU_SHUFFLE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_PAIRS(a, b)  EMU_SHUFFLE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#elif EMU_VEC_B == 32
#define EVEN_DWORDS(a, b) EMU_SHUFFLE(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define ODD_DWORDS(a, b)  EMU_SHUFFLE(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#define LOW_PAIRS(a, b)   EMU_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_PAIRS(a, b)  EMU_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#else
#define EVEN_DWORDS(a, b) EMU_SHUFFLE(a, b, 0, 2, 4, 6)
#define ODD_DWORDS(a, b)  EMU_SHUFFLE(a, b, 1, 3, 5, 7)
#define LOW_PAIRS(a, b)   EMU_SHUFFLE(a, b, 0, 4, 1, 5)
#define HIGH_PAIRS(a, b)  EMU_SHUFFLE(a, b, 2, 6, 3, 7)
#endif

/* The dwords of a vector of pixels: one with 16 bits, two with halves. */
ALWAYS_INLINE void
load_pixels(unsigned bytes, const struct small_pixels *p, unsigned v, vi raw[2])
{
   const uint8_t *at = p->b + (size_t)v * EMU_VEC_LANES * bytes;
   if (bytes == 2) {
      raw[0] = __builtin_convertvector(*(const vh *)at, vi);
      return;
   }
   const vi a = *(const vi *)at, b = *(const vi *)(at + EMU_VEC_B);
   raw[0] = EVEN_DWORDS(a, b);
   raw[1] = ODD_DWORDS(a, b);
}
ALWAYS_INLINE void
store_pixels(unsigned bytes, struct small_pixels *p, unsigned v, const vi raw[2])
{
   uint8_t *at = p->b + (size_t)v * EMU_VEC_LANES * bytes;
   if (bytes == 2) {
      *(vh *)at = __builtin_convertvector(raw[0], vh);
      return;
   }
   *(vi *)at = LOW_PAIRS(raw[0], raw[1]);
   *(vi *)(at + EMU_VEC_B) = HIGH_PAIRS(raw[0], raw[1]);
}

ALWAYS_INLINE void
unpack(unsigned bytes, const struct pixel_cb *cb, const vi raw[2], vf d[4])
{
   for (unsigned i = 0; i < 4; i++) {
      if (bytes == 8)
         d[i] = v_from_half((vi)((vu)raw[i / 2] >> (i & 1 ? 16 : 0)) & 0xffff);
      else if (cb->max[i])
         d[i] = v_float(raw[0] >> (int)cb->pos[i] & cb->max[i]) * (1.0f / (float)cb->max[i]);
      else
         d[i] = v_splat(i == 3 ? 1 : 0);
   }
   if (cb->cb->dst_alpha_1)
      d[3] = v_splat(1);
}

ALWAYS_INLINE void
pack(unsigned bytes, const struct pixel_cb *cb, const vf c[4], vi raw[2])
{
   raw[0] = raw[1] = v_splati(0);
   for (unsigned i = 0; i < 4; i++) {
      if (bytes == 8)
         raw[i / 2] |= pixel_half_code(c[i]) << (i & 1 ? 16 : 0);
      else if (cb->max[i])
         raw[0] |= pixel_nearest_code(v_clamp(c[i], 0, 1), cb->max[i]) << (int)cb->pos[i];
   }
}

/* ---- waves ---- */

/* Pixels before and after; those that are not live stay. */
ALWAYS_INLINE void
write_pixels(struct pixel_equation rgb, struct pixel_equation a, unsigned bytes, bool blend,
             const struct pixel_cb *cb, const struct emu_row color[4], uint64_t live, struct small_pixels *p)
{
   const bool clamp = blend && cb->cb->blend_clamp, masked = !cb->full_mask, part = live != ~UINT64_C(0);
   const bool reads = blend || masked || part;
   for (unsigned v = 0; v < EMU_VECS; v++, live >>= EMU_VEC_LANES) {
      vf s[4], d[4], r[4];
      vi old[2] = {v_splati(0), v_splati(0)}, new[2];
      for (unsigned i = 0; i < 4; i++) {
         s[i] = v_of(&color[i], v);
         if (clamp)
            s[i] = v_clamp(s[i], 0, 1);
      }
      if (reads)
         load_pixels(bytes, p, v, old);
      if (blend) {
         unpack(bytes, cb, old, d);
         pixel_blend_vector(rgb, a, cb->blender.k, s, d, r);
      }
      pack(bytes, cb, blend ? r : s, new);
      for (unsigned k = 0; k < bytes / 4 + bytes % 4 / 2; k++) {
         if (masked)
            new[k] = v_mergei(v_splati((int32_t)cb->raw_mask[k]), new[k], old[k]);
         if (part)
            new[k] = v_seli(v_mask(live), new[k], old[k]);
      }
      store_pixels(bytes, p, v, new);
   }
}

ALWAYS_INLINE void
make_pixels(unsigned bytes, const struct pixel_cb *cb, const struct emu_row color[4], uint64_t live,
            struct small_pixels *p)
{
   if (cb->blend) {
      PIXEL_BLEND_DISPATCH(cb->blender, write_pixels, bytes, true, cb, color, live, p);
   } else {
      const struct pixel_equation none = {0};
      write_pixels(none, none, bytes, false, cb, color, live, p);
   }
}

ALWAYS_INLINE void
write_block(unsigned bytes, const struct pixel_surf *s, const struct pixel_cb *cb,
            const struct emu_row color[4], uint64_t live, uint8_t *base)
{
   struct small_pixels p;
   if (cb->need_dst || live != ~UINT64_C(0))
      fetch_block(bytes, s, base, &p);
   make_pixels(bytes, cb, color, live, &p);
   store_block(bytes, s, base, &p);
}

ALWAYS_INLINE void
write_quads(unsigned bytes, struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb,
            uint64_t live)
{
   struct quad_ptrs qp;
   struct small_pixels p;
   EMU_FN(pixel_find_quads)(&qp, t, b, &b->st->fb->cb[cb->target]);
   fetch_quads(bytes, &qp, b->num_quads, &p);
   make_pixels(bytes, cb, t->out->color[cb->output], live, &p);
   store_quads(bytes, &qp, b->num_quads, live, &p);
}

static void
write_any_block(const struct pixel_surf *s, const struct pixel_cb *cb, const struct emu_row color[4],
                uint64_t live, uint8_t *base)
{
   if (cb->path == PIXEL_PATH_HALVES)
      write_block(8, s, cb, color, live, base);
   else
      write_block(2, s, cb, color, live, base);
}

void
EMU_FN(pixel_write_small)(struct pixel_thread *t, const struct pixel_quads *b, const struct pixel_cb *cb,
                          uint64_t live)
{
   const struct pixel_surf *s = &b->st->fb->cb[cb->target];
   if (b->whole_block)
      write_any_block(s, cb, t->out->color[cb->output], live, pixel_block_ptr(s, b->x[0], b->y[0]));
   else if (cb->path == PIXEL_PATH_HALVES)
      write_quads(8, t, b, cb, live);
   else
      write_quads(2, t, b, cb, live);
}

void
EMU_FN(pixel_write_strip_small)(const struct pixel_surf *s, const struct pixel_cb *cb,
                                const struct pixel_strip_colors *colors, uint32_t x, uint32_t y,
                                unsigned blocks)
{
   for (; blocks; blocks &= blocks - 1) {
      const unsigned k = (unsigned)__builtin_ctz(blocks);
      write_any_block(s, cb, colors->color[k * colors->step], ~UINT64_C(0), pixel_block_ptr(s, x + k * 8, y));
   }
}
