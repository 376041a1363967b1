/* SPDX-License-Identifier: MIT
 *
 * CB: blending of rows of floats, for formats that have no path of their own.
 */
#include "emulator/cb_equation.h"

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
