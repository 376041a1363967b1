/* SPDX-License-Identifier: MIT
 *
 * The procedural texture on a row of fragments, in the eight steps of its description. Coordinates are cut to +-2^20 first, which no table
 * can tell, so that every whole part is an integer.
 */
#include "emulator/pica200/proctex/proctex.h"

#include <math.h>

#include "emulator/pica200/log2.h"
#include "emulator/pica200/proctex/noise.h"

typedef struct pica_floats row;

/* What the whole part of the other coordinate adds. */
ALWAYS_INLINE vf
shift(unsigned mode, unsigned clamp, vf other)
{
   if (mode != 1 && mode != 2)
      return v_splat(0);
   const vi odd = (v_int(other) + (mode == 2)) >> 1 & 1;
   return v_float(odd) * v_splat(clamp == 3 ? 1 : 0.5f);
}

ALWAYS_INLINE vf
clamp(unsigned mode, vf x)
{
   const vi whole = v_int(x);
   const vf fraction = x - v_float(whole);
   switch (mode) {
   case 0:
      return v_sel(x > v_splat(1), v_splat(0), x);
   case 2:
      return fraction;
   case 3:
      return v_sel((whole & 1) != v_splati(0), v_splat(1) - fraction, fraction);
   case 4:
      return v_sel(x > v_splat(0.5f), v_splat(1), v_splat(0));
   default:
      return v_min(x, v_splat(1));
   }
}

ALWAYS_INLINE vf
function_of(unsigned function, vf u, vf v)
{
   const vf half = v_splat(0.5f);
   switch (function) {
   case 0:
      return u;
   case 1:
      return u * u;
   case 2:
      return v;
   case 3:
      return v * v;
   case 4:
      return (u + v) * half;
   case 5:
      return (u * u + v * v) * half;
   case 6:
      return v_sqrt(u * u + v * v);
   case 7:
      return v_min(u, v);
   case 8:
      return v_max(u, v);
   case 9:
      return ((u + v) * half + v_sqrt(u * u + v * v)) * half;
   default:
      return v_splat(0);
   }
}

static void
lod_row(const struct pica_proctex *p, const row *restrict u, const row *restrict v, row *restrict out)
{
   float scale = fabsf((float)p->width * p->bias);
   for (unsigned q = 0; q < PICA_LANES; q += 4) {
      float ux = fabsf(u->v[q + 1] - u->v[q]), uy = fabsf(u->v[q + 2] - u->v[q]);
      float vx = fabsf(v->v[q + 1] - v->v[q]), vy = fabsf(v->v[q + 2] - v->v[q]);
      float size = scale * ((ux > uy ? ux : uy) + (vx > vy ? vx : vy));
      float lod = size > 0 && size < 1e30f ? pica_log2(size) : 0;
      lod = lod > p->min_lod ? lod : p->min_lod;
      lod = lod < p->max_lod ? lod : p->max_lod;
      for (unsigned i = 0; i < 4; i++)
         out->v[q + i] = lod;
   }
}

/* All channels at place `x` (0..1) of a level of the table. */
ALWAYS_INLINE void
table_color(const struct pica_proctex *p, vi level, vf x, vf out[4])
{
   vi last = v_splati(p->width), first = v_splati(p->offset[0]);
   if (p->mips) {
      last = last >> level;
      first = v_gather(p->offset, level * (int32_t)sizeof p->offset[0]);
   }
   const vf at = x * v_float(v_maxi(last - 1, v_splati(0)));
   const vi whole = v_int(at + v_splat(p->linear ? 0 : 0.5f));
   vf entry[2];
   v_gather_two(p->color, ((first + whole) & 255) * (int32_t)sizeof p->color[0], entry);
   const vi color = (vi)entry[0], diff = (vi)entry[1];
   for (unsigned c = 0; c < 4; c++) {
      out[c] = v_float((color >> (int)(8 * c)) & 255);
      if (p->linear)
         out[c] += (at - v_float(whole)) * v_float((diff << (int)(24 - 8 * c) >> 24) * 2);
   }
}

/* x cut off to 0..255. */
ALWAYS_INLINE void
store_channel(struct pica_channel *to, unsigned vec, vf x)
{
   v_store_halves(&to->v[vec * EMU_VEC_LANES], v_int(v_min(v_max(x, v_splat(0)), v_splat(255))));
}

ALWAYS_INLINE void
color(const struct pica_proctex *p, vf place, vf lod, vf out[4])
{
   const vf level = lod + v_splat(p->mip_linear ? 0 : 0.5f);
   const vi k = v_int(level) & (PICA_PROCTEX_LEVELS - 1);
   table_color(p, k, place, out);
   if (!p->mip_linear)
      return;
   vf next[4];
   table_color(p, v_mini(k + 1, v_splati(PICA_PROCTEX_LEVELS - 1)), place, next);
   for (unsigned c = 0; c < 4; c++)
      out[c] += (next[c] - out[c]) * (level - v_float(k));
}

void
EMU_FN(pica_proctex_run)(const struct pica_proctex *p, const struct pica_floats *u_in,
                         const struct pica_floats *v_in, uint64_t live, struct pica_color *out)
{
   row lod;
   if (p->mips)
      lod_row(p, u_in, v_in, &lod);
   for (unsigned i = 0; i < EMU_VECS; i++) {
      if (!(live >> i * EMU_VEC_LANES & V_ALL_LANES)) {
         for (unsigned k = 0; k < 4; k++)
            store_channel(&out->c[k], i, v_splat(0));
         continue;
      }
      vf u = pica_tame(v_load(&u_in->v[i * EMU_VEC_LANES])),
         v = pica_tame(v_load(&v_in->v[i * EMU_VEC_LANES]));
      const vf shift_u = shift(p->shift[0], p->clamp[0], v), shift_v = shift(p->shift[1], p->clamp[1], u);
      if (p->noise) {
         const vf n = pica_noise(p, u, v);
         u = pica_tame(u + n * v_splat(p->amplitude[0]));
         v = pica_tame(v + n * v_splat(p->amplitude[1]));
      }
      u = clamp(p->clamp[0], u + shift_u);
      v = clamp(p->clamp[1], v + shift_v);
      vf place = pica_map_value(&p->rgb_map, v_min(function_of(p->rgb_function, u, v), v_splat(1)));
      place = v_min(v_max(place, v_splat(0)), v_splat(1));
      vf c[4];
      color(p, place, p->mips ? v_load(&lod.v[i * EMU_VEC_LANES]) : v_splat(0), c);
      for (unsigned k = 0; k < 4; k++)
         store_channel(&out->c[k], i, c[k]);
      if (!p->separate_alpha)
         continue;
      place = pica_map_value(&p->a_map, v_min(function_of(p->a_function, u, v), v_splat(1)));
      store_channel(&out->c[3], i, place * v_splat(255));
   }
}
