/* SPDX-License-Identifier: MIT
 *
 * The procedural texture on a row of fragments, in the eight steps of its description. Coordinates are cut to +-2^20 first, which no table
 * can tell, so that every whole part is an integer.
 */
#include "emulator/pica200/proctex/proctex.h"

#include <math.h>
#include <string.h>

#include "emulator/pica200/log2.h"
#include "emulator/pica200/proctex/noise.h"

typedef struct pica_floats row;

/* A step of a row: for each vector that has a pixel. Steps are loops of their own, so that the vectors' chains of operations overlap. */
#define EACH_VECTOR(live)                                                                                    \
   for (unsigned i = 0; i < PICA_LANES; i += EMU_VEC_LANES)                                                  \
      if ((live) >> i & V_ALL_LANES)

ALWAYS_INLINE vf
at(const row *r, unsigned i)
{
   return v_load(&r->v[i]);
}
ALWAYS_INLINE void
put(row *r, unsigned i, vf x)
{
   *(vf *)&r->v[i] = x;
}

/* What the whole part of the other coordinate adds. */
ALWAYS_INLINE vf
shift_of(unsigned mode, unsigned clamp, vf other)
{
   return v_float((v_int(other) + (int32_t)(mode == 2)) >> 1 & 1) * v_splat(clamp == 3 ? 1 : 0.5f);
}

ALWAYS_INLINE vf
clamp_of(unsigned mode, vf a)
{
   const vi whole = v_int(a);
   const vf fraction = a - v_float(whole);
   switch (mode) {
   case 0:
      return v_sel(a > v_splat(1), v_splat(0), a);
   case 2:
      return fraction;
   case 3:
      return v_sel(whole << 31 >> 31, v_splat(1) - fraction, fraction);
   case 4:
      return v_sel(a > v_splat(0.5f), v_splat(1), v_splat(0));
   default:
      return v_min(a, v_splat(1));
   }
}

/* At most 1. */
ALWAYS_INLINE vf
function_of(unsigned function, vf u, vf v)
{
   const vf half = v_splat(0.5f);
   vf x;
   switch (function) {
   case 0:
      x = u;
      break;
   case 1:
      x = u * u;
      break;
   case 2:
      x = v;
      break;
   case 3:
      x = v * v;
      break;
   case 4:
      x = (u + v) * half;
      break;
   case 5:
      x = (u * u + v * v) * half;
      break;
   case 6:
      x = v_sqrt(u * u + v * v);
      break;
   case 7:
      x = v_min(u, v);
      break;
   case 8:
      x = v_max(u, v);
      break;
   case 9:
      x = ((u + v) * half + v_sqrt(u * u + v * v)) * half;
      break;
   default:
      x = v_splat(0);
   }
   return v_min(x, v_splat(1));
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
   const vf place = x * v_float(v_maxi(last - 1, v_splati(0)));
   const vi whole = v_int(place + v_splat(p->linear ? 0 : 0.5f));
   vf entry[2];
   if (!p->mips && p->width <= 16) {
      entry[0] = (vf)v_of_sixteen(p->level_color, whole);
      entry[1] = (vf)v_of_sixteen(p->level_diff, whole);
#if V_TABLES_OF_128
   } else if (!p->mips && p->width <= PICA_PROCTEX_MAP) {
      v_of_128((const void *const[2]){p->level_color, p->level_diff}, whole, (vi *)entry);
#endif
   } else {
      v_gather_two(p->color, ((first + whole) & 255) * (int32_t)sizeof p->color[0], entry);
   }
   const vi color = (vi)entry[0], diff = (vi)entry[1];
   for (unsigned c = 0; c < 4; c++)
      out[c] = v_float((vi)((vu)color >> (8 * c)) & 255);
   if (!p->linear)
      return;
   /* a difference counts in 2, and stands in the highest byte: 2^-23 of that is exact */
   const vf fraction = (place - v_float(whole)) * v_splat(0x1p-23f);
   for (unsigned c = 0; c < 4; c++)
      out[c] += fraction * v_float((vi)((vu)diff << (24 - 8 * c)) & (int32_t)0xff000000);
}

/* x cut off to 0..255. */
ALWAYS_INLINE void
store_channel(struct pica_channel *to, unsigned i, vf x)
{
   v_store_halves(&to->v[i], v_int(v_min(v_max(x, v_splat(0)), v_splat(255))));
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

/* Where pixels are among the cells of noise, and which these are. */
struct cells {
   row column, row, x, y; /* the first two are integers */
   struct pica_corners corners;
};

static void
find_cells(const struct pica_proctex *p, uint64_t live, const row *u, const row *v, struct cells *c)
{
   vi least[2] = {v_splati(INT32_MAX), v_splati(INT32_MAX)}, most[2] = {v_splati(0), v_splati(0)};
   EACH_VECTOR(live)
   {
      const struct pica_cells cell = pica_cells_of(p, pica_tame(at(u, i)), pica_tame(at(v, i)));
      put(&c->column, i, (vf)cell.column);
      put(&c->row, i, (vf)cell.row);
      put(&c->x, i, cell.x);
      put(&c->y, i, cell.y);
      least[0] = v_mini(least[0], cell.column);
      most[0] = v_maxi(most[0], cell.column);
      least[1] = v_mini(least[1], cell.row);
      most[1] = v_maxi(most[1], cell.row);
   }
   int32_t from[2], to[2];
   for (unsigned k = 0; k < 2; k++) {
      from[k] = v_least(least[k]);
      to[k] = -v_least(-most[k]);
   }
   pica_find_corners(&c->corners, from, to);
}

/* Where the noise moves coordinates, in units of its amplitudes. */
static void
find_noise(const struct pica_proctex *p, uint64_t live, const row *u, const row *v, row *restrict out)
{
   struct cells c;
   row wx, wy;
   find_cells(p, live, u, v, &c);
   EACH_VECTOR(live)
   {
      put(&wx, i, pica_map_fraction(&p->noise_map, at(&c.x, i)));
      put(&wy, i, pica_map_fraction(&p->noise_map, at(&c.y, i)));
   }
   EACH_VECTOR(live)
   {
      const struct pica_cells cell = {(vi)at(&c.column, i), (vi)at(&c.row, i), at(&c.x, i), at(&c.y, i)};
      put(out, i, pica_noise(&c.corners, &cell, at(&wx, i), at(&wy, i)));
   }
}

/* What the functions make of the bent coordinates. */
static void
find_values(const struct pica_proctex *p, uint64_t live, const row *u_in, const row *v_in, row *restrict rgb,
            row *restrict alpha)
{
   row noise;
   if (p->noise)
      find_noise(p, live, u_in, v_in, &noise);
   EACH_VECTOR(live)
   {
      const vf u0 = pica_tame(at(u_in, i)), v0 = pica_tame(at(v_in, i));
      vf u = u0, v = v0;
      if (p->noise) {
         const vf n = at(&noise, i);
         u = pica_tame(u + n * v_splat(p->amplitude[0]));
         v = pica_tame(v + n * v_splat(p->amplitude[1]));
      }
      if (p->shift[0] == 1 || p->shift[0] == 2)
         u += shift_of(p->shift[0], p->clamp[0], v0);
      if (p->shift[1] == 1 || p->shift[1] == 2)
         v += shift_of(p->shift[1], p->clamp[1], u0);
      u = clamp_of(p->clamp[0], u);
      v = clamp_of(p->clamp[1], v);
      put(rgb, i, function_of(p->rgb_function, u, v));
      if (p->separate_alpha)
         put(alpha, i, function_of(p->a_function, u, v));
   }
}

void
EMU_FN(pica_proctex_run)(const struct pica_proctex *p, const struct pica_floats *u,
                         const struct pica_floats *v, uint64_t live, struct pica_color *out)
{
   row lod, x, alpha;
   if (p->mips)
      lod_row(p, u, v, &lod);
   if (live != UINT64_MAX)
      memset(out, 0, sizeof *out);
   find_values(p, live, u, v, &x, &alpha);
   EACH_VECTOR(live)
   put(&x, i, v_min(v_max(pica_map_value(&p->rgb_map, at(&x, i)), v_splat(0)), v_splat(1)));
   EACH_VECTOR(live)
   {
      vf c[4];
      color(p, at(&x, i), p->mips ? at(&lod, i) : v_splat(0), c);
      for (unsigned k = 0; k < 4; k++)
         store_channel(&out->c[k], i, c[k]);
   }
   if (!p->separate_alpha)
      return;
   EACH_VECTOR(live)
   store_channel(&out->c[3], i, pica_map_value(&p->a_map, at(&alpha, i)) * v_splat(255));
}
