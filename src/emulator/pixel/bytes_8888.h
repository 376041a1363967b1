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

/* Blends a block's pixels \p s, in the target's order of bytes, with what is there. \p alpha: that byte's bits. */
ALWAYS_INLINE void
blend_all_bytes(enum pixel_usual usual, unsigned alpha, const struct pixels *s, const struct pixels *d,
                struct pixels *out)
{
   const vh is_alpha = (vh)v_splati((int32_t)(255u << (alpha & 16)));
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vi low = (vi)((vu)s->v[v] >> (int)alpha) & 255;
      const vh a = (vh)(low | low << 16);
      vh r[2];
      for (unsigned odd = 0; odd < 2; odd++) {
         const bool over = usual == PIXEL_USUAL_ALPHA_OVER && odd == (alpha >> 3 & 1);
         r[odd] = blend_bytes(usual, every_other_byte(s->v[v], odd), every_other_byte(d->v[v], odd), a,
                              over ? (vh)(a | is_alpha) : a);
      }
      out->v[v] = (vi)(r[0] | r[1] << 8);
   }
}

static void
blend_pixels_of_bytes(const struct pixel_cb *cb, const struct pixels *s, const struct pixels *d,
                      struct pixels *out)
{
   const unsigned alpha = cb->pos[3];
   switch ((enum pixel_usual)cb->blender.usual) {
   case PIXEL_USUAL_ALPHA:
      blend_all_bytes(PIXEL_USUAL_ALPHA, alpha, s, d, out);
      break;
   case PIXEL_USUAL_PREMULTIPLIED:
      blend_all_bytes(PIXEL_USUAL_PREMULTIPLIED, alpha, s, d, out);
      break;
   case PIXEL_USUAL_ALPHA_OVER:
      blend_all_bytes(PIXEL_USUAL_ALPHA_OVER, alpha, s, d, out);
      break;
   case PIXEL_USUAL_ADD:
      blend_all_bytes(PIXEL_USUAL_ADD, alpha, s, d, out);
      break;
   default:
      assert(cb->blender.usual == PIXEL_USUAL_MODULATE);
      blend_all_bytes(PIXEL_USUAL_MODULATE, alpha, s, d, out);
      break;
   }
}

/* A whole block. */
static void
write_bytes(const struct pixel_surf *s, const struct pixel_cb *cb, const struct emu_row *bytes, uint64_t live,
            uint8_t *base)
{
   const bool part = live != ~UINT64_C(0);
   struct pixels old, new;
   uint8_t from[4] = {0, 1, 2, 3};
   for (unsigned c = 0; c < 4; c++)
      from[cb->pos[c] / 8 & 3] = (uint8_t)c;
   const struct byte_order order = byte_order(from);
   for (unsigned v = 0; v < EMU_VECS; v++)
      new.v[v] = in_byte_order(v_ofi(bytes, v), &order);
   if (cb->need_dst || part)
      old = fetch_block(s, base);
   if (cb->blend)
      blend_pixels_of_bytes(cb, &new, &old, &new);
   for (unsigned v = 0; v < EMU_VECS && !cb->full_mask; v++)
      new.v[v] = v_mergei(v_splati((int32_t)cb->raw_mask[0]), new.v[v], old.v[v]);
   for (unsigned v = 0; v < EMU_VECS && part; v++)
      new.v[v] = v_seli(v_mask(live >> (v * EMU_VEC_LANES)), new.v[v], old.v[v]);
   store_block(s, base, &new);
}

#endif
