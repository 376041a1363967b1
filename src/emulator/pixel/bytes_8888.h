/* SPDX-License-Identifier: MIT
 *
 * CB: pixels that come as four bytes (pixel_outputs::bytes) to targets of four 8-bit normalised components. With operands
 * of n / 255 the usual equations are integers divided by 255 and rounded: for all of them they give what floats give.
 * Bytes 0 and 2 of a pixel are worked on as one vector of 16-bit numbers, bytes 1 and 3 as another. Included by
 * color_8888.c, once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_BYTES_8888_H
#define EMULATOR_PIXEL_BYTES_8888_H

#include "emulator/pixel/target.h"
#include "emulator/simd/bytes.h"
#include "emulator/simd/halves.h"
#include "emulator/simd/lanes.h"

ALWAYS_INLINE vh
every_other_byte(vi pixels, bool odd)
{
   return (vh)pixels >> (odd ? 8 : 0) & 255;
}

/* x / 255 to nearest; x: at most 255 * 255. */
ALWAYS_INLINE vh
divided_by_255(vh x)
{
   x += 128;
   return (x + (x >> 8)) >> 8;
}

ALWAYS_INLINE vh
at_most_255(vh x)
{
   return (x | (vh)(x > 255)) & 255;
}

/* Blends pixels s with d. */
ALWAYS_INLINE vi
blend_pixel_bytes(enum pixel_usual usual, unsigned alpha_bit, const struct byte_order *alpha, vi s, vi d)
{
   const vh a = (vh)in_byte_order(s, alpha), is_alpha = (vh)v_splati((int32_t)(255u << (alpha_bit & 16)));
   vh of_even = a, of_odd = a;
   if (usual == PIXEL_USUAL_ALPHA_OVER) {
      of_even |= alpha_bit & 8 ? (vh){0} : is_alpha;
      of_odd |= alpha_bit & 8 ? is_alpha : (vh){0};
   }
   const vh s0 = every_other_byte(s, false), s1 = every_other_byte(s, true), d0 = every_other_byte(d, false),
            d1 = every_other_byte(d, true);
   vh r0, r1;
   switch (usual) {
   case PIXEL_USUAL_ALPHA:
   case PIXEL_USUAL_ALPHA_OVER:
      r0 = divided_by_255(s0 * of_even + d0 * (255 - a));
      r1 = divided_by_255(s1 * of_odd + d1 * (255 - a));
      break;
   case PIXEL_USUAL_PREMULTIPLIED:
      r0 = at_most_255(s0 + divided_by_255(d0 * (255 - a)));
      r1 = at_most_255(s1 + divided_by_255(d1 * (255 - a)));
      break;
   case PIXEL_USUAL_ADD:
      r0 = at_most_255(s0 + d0);
      r1 = at_most_255(s1 + d1);
      break;
   default:
      assert(usual == PIXEL_USUAL_MODULATE);
      r0 = divided_by_255(s0 * d0);
      r1 = divided_by_255(s1 * d1);
      break;
   }
   return (vi)(r0 | r1 << 8);
}

/* What a target does to bytes, for all blocks of a strip. */
struct byte_writer {
   const struct pixel_cb *cb;
   bool pieces;
   /* from the shader's bytes to the pixel's, and of those alpha to the low halves of both of its halves */
   struct byte_order order, alpha;
};

static inline struct byte_writer
byte_writer_of(const struct pixel_surf *s, const struct pixel_cb *cb)
{
   uint8_t from[4] = {0, 1, 2, 3};
   for (unsigned c = 0; c < 4; c++)
      from[cb->pos[c] / 8 & 3] = (uint8_t)c;
   const uint8_t at = cb->pos[3] / 8, alpha[4] = {at, BYTE_ZERO, at, BYTE_ZERO};
   return (struct byte_writer){cb, !s->lane_order, byte_order(from), byte_order(alpha)};
}

/* What is in a block's memory, two vectors at a time, becomes what \p bytes make of it. usual: how they are blended, NONE:
 * they are not. */
ALWAYS_INLINE void
write_ordered_bytes(const struct byte_writer *w, enum pixel_usual usual, bool pieces, bool masked,
                    const struct emu_row *bytes, uint64_t live, uint8_t *base, const uint32_t off_B[64])
{
   const bool part = live != ~UINT64_C(0), reads = part || masked || usual != PIXEL_USUAL_NONE;
   for (unsigned v = 0; v < EMU_VECS; v += 2) {
      vi old[2] = {v_splati(0), v_splati(0)}, new[2];
      if (reads)
         pair_from_memory(pieces, base, off_B, v, old);
#pragma GCC unroll 2
      for (unsigned k = 0; k < 2; k++) {
         new[k] = in_byte_order(v_ofi(bytes, v + k), &w->order);
         if (usual != PIXEL_USUAL_NONE)
            new[k] = blend_pixel_bytes(usual, w->cb->pos[3], &w->alpha, new[k], old[k]);
         if (masked)
            new[k] = v_mergei(v_splati((int32_t)w->cb->raw_mask[0]), new[k], old[k]);
         if (part)
            new[k] = v_seli(v_mask(live >> ((v + k) * EMU_VEC_LANES)), new[k], old[k]);
      }
      pair_to_memory(pieces, new, base, off_B, v);
   }
}

/* Of all equations. */
static void
write_some_bytes(const struct byte_writer *w, bool pieces, const struct emu_row *bytes, uint64_t live,
                 uint8_t *base, const uint32_t off_B[64])
{
   const enum pixel_usual usual = w->cb->blend ? (enum pixel_usual)w->cb->blender.usual : PIXEL_USUAL_NONE;
   write_ordered_bytes(w, usual, pieces, !w->cb->full_mask, bytes, live, base, off_B);
}

/* A block at \p base. */
static inline void
write_bytes(const struct byte_writer *w, const struct pixel_surf *s, const struct emu_row *bytes,
            uint64_t live, uint8_t *base)
{
   const struct pixel_cb *cb = w->cb;
   const uint32_t *const off_B = s->off_B;
   if (!s->lane_order && !s->tiles_8x2) {
      struct pixels p = fetch_block(s, base);
      write_some_bytes(w, false, bytes, live, (uint8_t *)p.v, NULL);
      store_block(s, base, &p);
   } else if (live != ~UINT64_C(0) || !cb->full_mask) {
      write_some_bytes(w, w->pieces, bytes, live, base, off_B);
   } else if (!cb->blend && w->pieces) {
      write_ordered_bytes(w, PIXEL_USUAL_NONE, true, false, bytes, ~UINT64_C(0), base, off_B);
   } else if (!cb->blend) {
      write_ordered_bytes(w, PIXEL_USUAL_NONE, false, false, bytes, ~UINT64_C(0), base, off_B);
   } else if (cb->blender.usual == PIXEL_USUAL_ALPHA && w->pieces) {
      write_ordered_bytes(w, PIXEL_USUAL_ALPHA, true, false, bytes, ~UINT64_C(0), base, off_B);
   } else if (cb->blender.usual == PIXEL_USUAL_ALPHA) {
      write_ordered_bytes(w, PIXEL_USUAL_ALPHA, false, false, bytes, ~UINT64_C(0), base, off_B);
   } else if (cb->blender.usual == PIXEL_USUAL_PREMULTIPLIED && w->pieces) {
      write_ordered_bytes(w, PIXEL_USUAL_PREMULTIPLIED, true, false, bytes, ~UINT64_C(0), base, off_B);
   } else {
      write_some_bytes(w, w->pieces, bytes, ~UINT64_C(0), base, off_B);
   }
}

#endif
