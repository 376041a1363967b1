/* SPDX-License-Identifier: MIT
 *
 * CB: whole blocks of four 8-bit normalised components that are blended with one colour: of the usual equations a number by
 * which the destination is multiplied and one that is added are left for each byte, whatever the order of pixels. The same
 * arithmetic as pixel_blend_vector() and the packing behind it. Included by color_8888.c, once per SIMD level.
 */
#ifndef EMULATOR_PIXEL_ONE_COLOR_8888_H
#define EMULATOR_PIXEL_ONE_COLOR_8888_H

#include "emulator/pixel/surface.h"
#include "emulator/pixel/target.h"
#include "emulator/pixel/whole_8888.h"
#include "emulator/simd/lanes.h"

/* Of bytes 0 to 3 of a pixel. */
struct one_color {
   vf kept[4], added[4];
};

/* A sum that is this much above 1 is 255 when it has been multiplied by 255 and rounded. */
#define ABOVE_ONE (1.0f + 1.0f / 1024)

/* False: an equation that needs more, or a sum that has to be clamped. */
static bool
one_color_of(const struct pixel_cb *cb, const struct emu_row color[4], struct one_color *o)
{
   vf s[4];
   if (!cb->blend || !cb->full_mask || cb->cb->dst_alpha_1 || !cb->cb->blend_clamp)
      return false;
   for (unsigned c = 0; c < 4; c++)
      s[c] = v_clamp(v_of(&color[c], 0), 0, 1);
   bool in_range = true;
   for (unsigned c = 0; c < 4; c++) {
      vf kept, added;
      switch ((enum pixel_usual)cb->blender.usual) {
      case PIXEL_USUAL_ALPHA:
         kept = v_splat(1) - s[3];
         added = s[c] * s[3];
         break;
      case PIXEL_USUAL_PREMULTIPLIED:
         kept = v_splat(1) - s[3];
         added = s[c];
         break;
      case PIXEL_USUAL_ALPHA_OVER:
         kept = v_splat(1) - s[3];
         added = c == 3 ? s[3] : (vf)(s[c] * s[3]);
         break;
      case PIXEL_USUAL_ADD:
         kept = v_splat(1);
         added = s[c];
         break;
      case PIXEL_USUAL_MODULATE:
         kept = s[c];
         added = v_splat(0);
         break;
      default:
         return false;
      }
      in_range &= kept[0] + added[0] <= ABOVE_ONE;
      o->kept[cb->pos[c] / 8] = kept;
      o->added[cb->pos[c] / 8] = added;
   }
   return in_range;
}

static void
blend_one_color(const struct one_color *o, uint8_t *base)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vi *const p = (vi *)(base + (size_t)v * EMU_VEC_B);
      const vi old = *p;
      vi new = v_splati(0);
#pragma GCC unroll 4
      for (unsigned i = 0; i < 4; i++) {
         const vf d = pixel_byte(old, i) * (1.0f / 255);
         const vf r = o->added[i] + d * o->kept[i];
         new |= v_int(r * 255.0f + 0.5f) << (int)(8 * i);
      }
      *p = new;
   }
}

#endif
