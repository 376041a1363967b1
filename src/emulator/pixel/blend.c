/* SPDX-License-Identifier: MIT
 *
 * CB: blending of rows of floats, for formats that have no path of their own.
 */
#include "emulator/core/wave.h"
#include "emulator/pixel/blend_equation.h"
#include "emulator/pixel/target.h"
#include "emulator/raster/state.h"
#include "emulator/simd/lanes.h"

ALWAYS_INLINE void
blend_rows(struct pixel_equation rgb, struct pixel_equation a, const float k[4], struct emu_row src[4],
           const struct emu_row dst[4])
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf s[4], d[4], r[4];
      for (unsigned c = 0; c < 4; c++) {
         s[c] = v_of(&src[c], v);
         d[c] = v_of(&dst[c], v);
      }
      pixel_blend_vector(rgb, a, k, s, d, r);
      for (unsigned c = 0; c < 4; c++)
         *v_at(&src[c], v) = r[c];
   }
}

void
EMU_FN(pixel_blend)(const struct pixel_cb *cb, struct emu_row src[4], const struct emu_row dst[4])
{
   PIXEL_BLEND_DISPATCH(cb->blender, blend_rows, cb->blender.k, src, dst);
}

/* ---- a second source (dual-source blending): the rare case needs no variants --------------------------- */

ALWAYS_INLINE vf
factor(unsigned f, unsigned c, const vf s[4], const vf s1[4], const vf d[4], const float k[4])
{
   switch (f) {
   case PIXEL_FACTOR_SRC1_COLOR:
      return s1[c];
   case PIXEL_FACTOR_INV_SRC1_COLOR:
      return v_splat(1) - s1[c];
   case PIXEL_FACTOR_SRC1_ALPHA:
      return s1[3];
   case PIXEL_FACTOR_INV_SRC1_ALPHA:
      return v_splat(1) - s1[3];
   default:
      return pixel_factor_vector(f, c, s, d, k);
   }
}

void
EMU_FN(pixel_blend_dual)(const struct pixel_cb *cb, struct emu_row src[4], const struct emu_row src1[4],
                         const struct emu_row dst[4])
{
   const struct pixel_blender *b = &cb->blender;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf s[4], s1[4], d[4];
      for (unsigned c = 0; c < 4; c++) {
         s[c] = v_of(&src[c], v);
         s1[c] = v_of(&src1[c], v);
         d[c] = v_of(&dst[c], v);
      }
      for (unsigned c = 0; c < 4; c++) {
         const struct pixel_equation *e = c < 3 ? &b->rgb : &b->a;
         *v_at(&src[c], v) = pixel_combine(e->func, s[c], factor(e->src, c, s, s1, d, b->k), d[c],
                                           factor(e->dst, c, s, s1, d, b->k));
      }
   }
}
