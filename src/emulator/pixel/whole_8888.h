/* SPDX-License-Identifier: MIT
 *
 * CB: whole blocks of four 8-bit normalised components in lane order or in pieces of 8x2 pixels, by the usual equations that are the same
 * for colours and alpha: two vectors at a time go from memory through registers back to memory. The bytes of a pixel are
 * worked on in the order that memory has them, and a component that cannot leave 0 to 1 by more than rounding is not
 * clamped to it again: times 255 and half of one more it is below 256. Included by color_8888.c, once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_WHOLE_8888_H
#define EMULATOR_PIXEL_WHOLE_8888_H

#include "emulator/pixel/blend_equation.h"
#include "emulator/pixel/block_order.h"
#include "emulator/pixel/target.h"
#include "emulator/simd/lanes.h"

/* What bytes 0 to 3 of pixels are made of: rows of the shader's colour, and which of them is alpha's. */
struct byte_rows {
   const struct emu_row *row[4], *alpha;
};

static inline struct byte_rows
byte_rows_of(const struct pixel_cb *cb, const struct emu_row color[4])
{
   struct byte_rows b = {.alpha = &color[3]};
   for (unsigned c = 0; c < 4; c++)
      b.row[cb->pos[c] / 8] = &color[c];
   return b;
}

/* Byte i of pixels as a number. */
ALWAYS_INLINE vf
pixel_byte(vi raw, unsigned i)
{
#if V_X86 && EMU_VEC_B == 64
   if (i == 1 || i == 2)
      return v_float((vi)_mm512_shuffle_epi8(
         (__m512i)raw, _mm512_set4_epi32((int)(0x8080800cu + i), (int)(0x80808008u + i),
                                         (int)(0x80808004u + i), (int)(0x80808000u + i))));
#elif V_X86 && EMU_VEC_B == 32
   if (i == 1 || i == 2)
      return v_float((vi)_mm256_shuffle_epi8(
         (__m256i)raw,
         _mm256_set_epi32((int)(0x8080800cu + i), (int)(0x80808008u + i), (int)(0x80808004u + i),
                          (int)(0x80808000u + i), (int)(0x8080800cu + i), (int)(0x80808008u + i),
                          (int)(0x80808004u + i), (int)(0x80808000u + i))));
#endif
   const vi down = (vi)((vu)raw >> (int)(8 * i));
   if (i == 3)
      return v_float(down);
   return v_float(down & 255);
}

/* Can a component leave 0 to 1 by more than rounding? Both of its operands are in there. */
ALWAYS_INLINE bool
may_exceed(struct pixel_equation e)
{
   return e.src == PIXEL_FACTOR_ONE;
}

/* \p in_range: it is a number from 0 to 1. */
ALWAYS_INLINE vf
component(bool in_range, vf x)
{
   return in_range ? x : v_clamp(x, 0, 1);
}

ALWAYS_INLINE vi
blend_pixels(struct pixel_equation e, bool in_range, const struct byte_rows *b, unsigned v, vi old)
{
   vf s[4], d[4], r;
   vi new = v_splati(0);
   s[3] = component(in_range, v_of(b->alpha, v));
#pragma GCC unroll 4
   for (unsigned i = 0; i < 4; i++) {
      s[0] = component(in_range, v_of(b->row[i], v));
      d[0] = pixel_byte(old, i) * (1.0f / 255);
      r = pixel_combine(e.func, s[0], pixel_factor_vector(e.src, 0, s, d, NULL), d[0],
                        pixel_factor_vector(e.dst, 0, s, d, NULL));
      if (may_exceed(e))
         r = v_min(r, v_splat(1));
      new |= v_int(r * 255.0f + 0.5f) << (int)(8 * i);
   }
   return new;
}

ALWAYS_INLINE vi
pack_pixels(bool in_range, const struct byte_rows *b, unsigned v)
{
   vi new = v_splati(0);
#pragma GCC unroll 4
   for (unsigned i = 0; i < 4; i++)
      new |= v_int(component(in_range, v_of(b->row[i], v)) * 255.0f + 0.5f) << (int)(8 * i);
   return new;
}

/* What becomes of a block's pixels, two vectors at a time; alpha's equation is the colours'. */
ALWAYS_INLINE void
whole_block(struct pixel_equation e, bool blend, bool pieces, bool in_range, const struct byte_rows *b,
            uint64_t live, uint8_t *base, const uint32_t off_B[64])
{
   const bool part = live != ~UINT64_C(0);
   for (unsigned v = 0; v < EMU_VECS; v += 2) {
      vi old[2] = {v_splati(0), v_splati(0)}, new[2];
      if (blend || part)
         pair_from_memory(pieces, base, off_B, v, old);
#pragma GCC unroll 2
      for (unsigned k = 0; k < 2; k++) {
         new[k] = blend ? blend_pixels(e, in_range, b, v + k, old[k]) : pack_pixels(in_range, b, v + k);
         if (part)
            new[k] = v_seli(v_mask(live >> ((v + k) * EMU_VEC_LANES)), new[k], old[k]);
      }
      pair_to_memory(pieces, new, base, off_B, v);
   }
}

ALWAYS_INLINE void
blend_block(enum pixel_usual usual, bool pieces, bool in_range, const struct byte_rows *b, uint64_t live,
            uint8_t *base, const uint32_t off_B[64])
{
   const struct pixel_equation alpha = {PIXEL_ADD, PIXEL_FACTOR_SRC_ALPHA, PIXEL_FACTOR_INV_SRC_ALPHA},
                               premul = {PIXEL_ADD, PIXEL_FACTOR_ONE, PIXEL_FACTOR_INV_SRC_ALPHA},
                               add = {PIXEL_ADD, PIXEL_FACTOR_ONE, PIXEL_FACTOR_ONE},
                               modulate = {PIXEL_ADD, PIXEL_FACTOR_DST_COLOR, PIXEL_FACTOR_ZERO};
   if (usual == PIXEL_USUAL_ALPHA)
      whole_block(alpha, true, pieces, in_range, b, live, base, off_B);
   else if (usual == PIXEL_USUAL_PREMULTIPLIED)
      whole_block(premul, true, pieces, in_range, b, live, base, off_B);
   else if (usual == PIXEL_USUAL_ADD)
      whole_block(add, true, pieces, in_range, b, live, base, off_B);
   else
      whole_block(modulate, true, pieces, in_range, b, live, base, off_B);
}

/* False: not such a target. in_range: all colours are numbers from 0 to 1. */
static bool
write_whole(const struct pixel_surf *s, const struct pixel_cb *cb, const struct emu_row color[4],
            bool in_range, uint64_t live, uint8_t *base)
{
   const struct pixel_equation none = {0};
   const enum pixel_usual usual = cb->blender.usual;
   if (!cb->full_mask || !(s->lane_order || s->tiles_8x2) ||
       (cb->blend && (usual == PIXEL_USUAL_NONE || usual == PIXEL_USUAL_ALPHA_OVER || cb->cb->dst_alpha_1 ||
                      !cb->cb->blend_clamp)))
      return false;
   const struct byte_rows b = byte_rows_of(cb, color);
   const bool pieces = !s->lane_order;
   const uint32_t *const off_B = s->off_B;
   if (in_range && live == ~UINT64_C(0) && pieces) {
      if (cb->blend)
         blend_block(usual, true, true, &b, ~UINT64_C(0), base, off_B);
      else
         whole_block(none, false, true, true, &b, ~UINT64_C(0), base, off_B);
   } else if (!cb->blend && pieces) {
      whole_block(none, false, true, false, &b, live, base, off_B);
   } else if (!cb->blend) {
      whole_block(none, false, false, false, &b, live, base, off_B);
   } else if (pieces) {
      blend_block(usual, true, false, &b, live, base, off_B);
   } else {
      blend_block(usual, false, false, &b, live, base, off_B);
   }
   return true;
}

#endif
