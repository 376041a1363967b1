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

/* Pixels s blended with d: a switch a vector costs less than a loop for each equation. */
static inline vi
blend_pixel_bytes(const struct pixel_cb *cb, vi s, vi d)
{
   const enum pixel_usual usual = (enum pixel_usual)cb->blender.usual;
   const unsigned alpha = cb->pos[3]; /* the lowest bit of that byte */
   const vi low = (vi)((vu)s >> (int)alpha) & 255;
   const vh a = (vh)(low | low << 16), is_alpha = (vh)v_splati((int32_t)(255u << (alpha & 16)));
   vh of_even = a, of_odd = a;
   if (usual == PIXEL_USUAL_ALPHA_OVER) {
      of_even |= alpha & 8 ? (vh){0} : is_alpha;
      of_odd |= alpha & 8 ? is_alpha : (vh){0};
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

/* What is in a block's memory, two vectors at a time, becomes what \p bytes make of it. */
static void
write_ordered_bytes(const struct pixel_cb *cb, bool display, const struct byte_order *order,
                    const struct emu_row *bytes, uint64_t live, vi *m)
{
   const bool part = live != ~UINT64_C(0), reads = part || cb->need_dst;
   for (unsigned v = 0; v < EMU_VECS; v += 2) {
      vi old[2] = {v_splati(0), v_splati(0)}, new[2];
      if (reads)
         pair_from_memory(display, m, v, old);
#pragma GCC unroll 2
      for (unsigned k = 0; k < 2; k++) {
         new[k] = in_byte_order(v_ofi(bytes, v + k), order);
         if (cb->blend)
            new[k] = blend_pixel_bytes(cb, new[k], old[k]);
         if (!cb->full_mask)
            new[k] = v_mergei(v_splati((int32_t)cb->raw_mask[0]), new[k], old[k]);
         if (part)
            new[k] = v_seli(v_mask(live >> ((v + k) * EMU_VEC_LANES)), new[k], old[k]);
      }
      pair_to_memory(display, new, m, v);
   }
}

/* A whole block. */
static void
write_bytes(const struct pixel_surf *s, const struct pixel_cb *cb, const struct emu_row *bytes, uint64_t live,
            uint8_t *base)
{
   struct pixels p;
   uint8_t from[4] = {0, 1, 2, 3};
   for (unsigned c = 0; c < 4; c++)
      from[cb->pos[c] / 8 & 3] = (uint8_t)c;
   const struct byte_order order = byte_order(from);
   if (s->lane_order || s->display_order) {
      write_ordered_bytes(cb, s->display_order, &order, bytes, live, (vi *)base);
      return;
   }
   p = fetch_block(s, base);
   write_ordered_bytes(cb, false, &order, bytes, live, p.v);
   store_block(s, base, &p);
}

#endif
