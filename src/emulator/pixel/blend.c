/* SPDX-License-Identifier: MIT
 *
 * CB: blending of rows of floats, for formats that have no path of their own.
 */
#include "emulator/pixel/blend_equation.h"

ALWAYS_INLINE void
blend_rows(struct cb_equation rgb, struct cb_equation a, const float k[4], struct emu_row src[4],
           const struct emu_row dst[4])
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf s[4], d[4], r[4];
      for (unsigned c = 0; c < 4; c++) {
         s[c] = *row_f(&src[c], v);
         d[c] = *row_f((struct emu_row *)&dst[c], v);
      }
      cb_blend_vector(rgb, a, k, s, d, r);
      for (unsigned c = 0; c < 4; c++)
         *row_f(&src[c], v) = r[c];
   }
}

void
EMU_FN(cb_blend)(const struct sc_state *st, const struct sc_cb *cb, struct emu_row src[4],
                 const struct emu_row dst[4])
{
   struct cb_blender b = cb_blender_of(st, cb->cb);
   CB_DISPATCH(b, blend_rows, b.k, src, dst);
}

/* ---- a second source (dual-source blending): the rare case needs no variants --------------------------- */

ALWAYS_INLINE vf
factor(unsigned f, unsigned c, const vf s[4], const vf s1[4], const vf d[4], const float k[4])
{
   switch (f) {
   case CB_SRC1_COLOR:
      return s1[c];
   case CB_INV_SRC1_COLOR:
      return splat_f(1) - s1[c];
   case CB_SRC1_ALPHA:
      return s1[3];
   case CB_INV_SRC1_ALPHA:
      return splat_f(1) - s1[3];
   default:
      return cb_factor(f, c, s, d, k);
   }
}

void
EMU_FN(cb_blend_dual)(const struct sc_state *st, const struct sc_cb *cb, struct emu_row src[4],
                      const struct emu_row src1[4], const struct emu_row dst[4])
{
   struct cb_blender b = cb_blender_of(st, cb->cb);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf s[4], s1[4], d[4];
      for (unsigned c = 0; c < 4; c++) {
         s[c] = *row_f(&src[c], v);
         s1[c] = *row_f((struct emu_row *)&src1[c], v);
         d[c] = *row_f((struct emu_row *)&dst[c], v);
      }
      for (unsigned c = 0; c < 4; c++) {
         const struct cb_equation *e = c < 3 ? &b.rgb : &b.a;
         *row_f(&src[c], v) = cb_combine(e->func, s[c], factor(e->src, c, s, s1, d, b.k), d[c],
                                         factor(e->dst, c, s, s1, d, b.k));
      }
   }
}
