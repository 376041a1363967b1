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
#include "emulator/simd/lanes.h"

typedef uint16_t vh __attribute__((vector_size(EMU_VEC_B), may_alias));

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

/* \p a: the source's alpha; \p of_source: what the source is multiplied with. */
ALWAYS_INLINE vh
blend_bytes(enum pixel_usual usual, vh s, vh d, vh a, vh of_source)
{
   switch (usual) {
   case PIXEL_USUAL_ALPHA:
   case PIXEL_USUAL_ALPHA_OVER:
      return divided_by_255(s * of_source + d * (255 - a));
   case PIXEL_USUAL_PREMULTIPLIED:
      return at_most_255(s + divided_by_255(d * (255 - a)));
   case PIXEL_USUAL_ADD:
      return at_most_255(s + d);
   default:
      return divided_by_255(s * d);
   }
}

/* Pixels s blended with d. \p alpha: the lowest bit of that byte. */
ALWAYS_INLINE vi
blend_pixel_bytes(enum pixel_usual usual, unsigned alpha, vi s, vi d)
{
   const vi low = (vi)((vu)s >> (int)alpha) & 255;
   const vh a = (vh)(low | low << 16), is_alpha = (vh)v_splati((int32_t)(255u << (alpha & 16)));
   vh r[2];
#pragma GCC unroll 2
   for (unsigned odd = 0; odd < 2; odd++) {
      vh of_source = a;
      if (usual == PIXEL_USUAL_ALPHA_OVER && odd == (alpha >> 3 & 1))
         of_source |= is_alpha;
      r[odd] = blend_bytes(usual, every_other_byte(s, odd), every_other_byte(d, odd), a, of_source);
   }
   return (vi)(r[0] | r[1] << 8);
}

/* What is in a block's memory, two vectors at a time, becomes what \p bytes make of it. */
ALWAYS_INLINE void
write_block_of_bytes(bool blend, enum pixel_usual usual, bool display, const struct pixel_cb *cb,
                     const struct byte_order *order, const struct emu_row *bytes, uint64_t live, vi *m)
{
   const bool part = live != ~UINT64_C(0), reads = part || cb->need_dst;
   for (unsigned v = 0; v < EMU_VECS; v += 2) {
      vi old[2] = {v_splati(0), v_splati(0)}, new[2];
      if (reads)
         pair_from_memory(display, m, v, old);
#pragma GCC unroll 2
      for (unsigned k = 0; k < 2; k++) {
         new[k] = in_byte_order(v_ofi(bytes, v + k), order);
         if (blend)
            new[k] = blend_pixel_bytes(usual, cb->pos[3], new[k], old[k]);
         if (!cb->full_mask)
            new[k] = v_mergei(v_splati((int32_t)cb->raw_mask[0]), new[k], old[k]);
         if (part)
            new[k] = v_seli(v_mask(live >> ((v + k) * EMU_VEC_LANES)), new[k], old[k]);
      }
      pair_to_memory(display, new, m, v);
   }
}

static void
write_ordered_bytes(const struct pixel_cb *cb, bool display, const struct byte_order *order,
                    const struct emu_row *bytes, uint64_t live, vi *m)
{
   if (!cb->blend) {
      write_block_of_bytes(false, PIXEL_USUAL_NONE, display, cb, order, bytes, live, m);
      return;
   }
   switch ((enum pixel_usual)cb->blender.usual) {
   case PIXEL_USUAL_ALPHA:
      write_block_of_bytes(true, PIXEL_USUAL_ALPHA, display, cb, order, bytes, live, m);
      break;
   case PIXEL_USUAL_PREMULTIPLIED:
      write_block_of_bytes(true, PIXEL_USUAL_PREMULTIPLIED, display, cb, order, bytes, live, m);
      break;
   case PIXEL_USUAL_ALPHA_OVER:
      write_block_of_bytes(true, PIXEL_USUAL_ALPHA_OVER, display, cb, order, bytes, live, m);
      break;
   case PIXEL_USUAL_ADD:
      write_block_of_bytes(true, PIXEL_USUAL_ADD, display, cb, order, bytes, live, m);
      break;
   default:
      assert(cb->blender.usual == PIXEL_USUAL_MODULATE);
      write_block_of_bytes(true, PIXEL_USUAL_MODULATE, display, cb, order, bytes, live, m);
      break;
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
