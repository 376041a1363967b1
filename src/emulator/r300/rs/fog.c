/* SPDX-License-Identifier: MIT
 *
 * Fog. GA makes a value of what GB_SELECT names, scales and moves it (GA_FOG_SCALE, GA_FOG_OFFSET); FG makes the amount
 * of fog of it (FG_FOG_BLEND) and blends the colour with it. AMD's guide names the registers and the functions and
 * gives no formula. The formulas here are those with which the scales of Mesa's driver before Gallium (1 / (end - start),
 * 0.0933 and 0.3 times the density) are OpenGL's fog (inferred).
 */
#include "emulator/r300/rs/fog.h"

#include <string.h>

#include "db/r300/rx_regs.h"
#include "emulator/raster/plane.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/transcendental.h"

static v4f
source_quad(const struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b, unsigned k)
{
   const struct raster_setup *p = b->prim[k];
   _Alignas(16) uint32_t row[4];
   v4f v;
   if (d->fog.from < R300_COLORS) {
      const struct rs_plane a = rs_plane_of(d, p, d->fog.from * 4 + 3);
      return (a.p0 + *(const v4f *)&us->ij[0].u[k * 4] * a.d1) + *(const v4f *)&us->ij[1].u[k * 4] * a.d2;
   }
   if (d->fog.from == R300_FOG_W) {
      if (rs_is_flat(d, p)) {
         const float w = d->affine ? 1 : 1 / p->v[0]->rw;
         return (v4f){w, w, w, w};
      }
      plane_row_quad(&p->den, b->x[k], b->y[k], row);
      memcpy(&v, row, sizeof v);
      return 1.0f / v;
   }
   plane_row_quad(&p->z, b->x[k], b->y[k], row);
   memcpy(&v, row, sizeof v);
   return v;
}

void
EMU_FN(rs_fog_value)(struct us_ctx *us, const struct r300_draw *d, const struct pixel_quads *b)
{
   for (unsigned k = 0; k < b->num_quads; k++)
      *(v4f *)&us->fog.u[k * 4] = source_quad(us, d, b, k) * d->fog.scale + d->fog.offset;
}

/* How much of a pixel is fog. */
static vf
amount(const struct r300_fog *f, vf value)
{
   const float log2_e = 1.442695f;
   switch (f->fn) {
   case RX_FG_FOG_BLEND__FN__LINEAR:
      return v_clamp(value, 0, 1);
   case RX_FG_FOG_BLEND__FN__EXP:
      return v_clamp(1.0f - v_exp2(value * (-log2_e / 0.0933f)), 0, 1);
   case RX_FG_FOG_BLEND__FN__EXP2:
      return v_clamp(1.0f - v_exp2(value * value * (-log2_e / (0.3f * 0.3f))), 0, 1);
   default:
      return v_splat(f->factor);
   }
}

void
EMU_FN(rs_fog_blend)(struct us_ctx *us, const struct r300_fog *f)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf fog = amount(f, v_of(&us->fog, v));
      for (unsigned c = 0; c < 3; c++) {
         const vf color = v_of(&us->color[0][c], v);
         *v_at(&us->color[0][c], v) = color + (v_splat(f->color[c]) - color) * fog;
      }
   }
}
