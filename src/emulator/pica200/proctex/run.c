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
static void
shift_row(unsigned mode, unsigned clamp, uint64_t live, const row *restrict other, row *restrict out)
{
   const vf by = v_splat(clamp == 3 ? 1 : 0.5f);
   const int32_t more = mode == 2;
   EACH_VECTOR(live)
   put(out, i, v_float((v_int(at(other, i)) + more) >> 1 & 1) * by);
}

static void
add_row(uint64_t live, row *restrict x, const row *restrict y)
{
   EACH_VECTOR(live)
   put(x, i, at(x, i) + at(y, i));
}

static void
clamp_row(unsigned mode, uint64_t live, row *x)
{
#define EACH(expression)                                                                                     \
   EACH_VECTOR(live)                                                                                         \
   {                                                                                                         \
      const vf a = at(x, i);                                                                                 \
      put(x, i, expression);                                                                                 \
   }                                                                                                         \
   break
   switch (mode) {
   case 0:
      EACH(v_sel(a > v_splat(1), v_splat(0), a));
   case 2:
      EACH(a - v_float(v_int(a)));
   case 3:
      EACH_VECTOR(live)
      {
         const vi whole = v_int(at(x, i));
         const vf fraction = at(x, i) - v_float(whole);
         put(x, i, v_sel(whole << 31 >> 31, v_splat(1) - fraction, fraction));
      }
      break;
   case 4:
      EACH(v_sel(a > v_splat(0.5f), v_splat(1), v_splat(0)));
   default:
      EACH(v_min(a, v_splat(1)));
   }
#undef EACH
}

/* At most 1. */
static void
function_row(unsigned function, uint64_t live, const row *restrict u_row, const row *restrict v_row,
             row *restrict out)
{
   const vf half = v_splat(0.5f);
#define EACH(expression)                                                                                     \
   EACH_VECTOR(live)                                                                                         \
   {                                                                                                         \
      const vf u = at(u_row, i), v = at(v_row, i);                                                           \
      (void)u, (void)v;                                                                                      \
      put(out, i, v_min(expression, v_splat(1)));                                                            \
   }                                                                                                         \
   break
   switch (function) {
   case 0:
      EACH(u);
   case 1:
      EACH(u * u);
   case 2:
      EACH(v);
   case 3:
      EACH(v * v);
   case 4:
      EACH((u + v) * half);
   case 5:
      EACH((u * u + v * v) * half);
   case 6:
      EACH(v_sqrt(u * u + v * v));
   case 7:
      EACH(v_min(u, v));
   case 8:
      EACH(v_max(u, v));
   case 9:
      EACH(((u + v) * half + v_sqrt(u * u + v * v)) * half);
   default:
      EACH(v_splat(0));
   }
#undef EACH
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
   for (unsigned c = 0; c < 4; c++) {
      out[c] = v_float((color >> (int)(8 * c)) & 255);
      if (p->linear)
         out[c] += (place - v_float(whole)) * v_float((diff << (int)(24 - 8 * c) >> 24) * 2);
   }
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
      const struct pica_cells cell = pica_cells_of(p, at(u, i), at(v, i));
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

/* Moves coordinates by the noise. */
static void
add_noise(const struct pica_proctex *p, uint64_t live, row *u, row *v)
{
   struct cells c;
   row wx, wy;
   find_cells(p, live, u, v, &c);
   EACH_VECTOR(live)
   put(&wx, i, pica_map_fraction(&p->noise_map, at(&c.x, i)));
   EACH_VECTOR(live)
   put(&wy, i, pica_map_fraction(&p->noise_map, at(&c.y, i)));
   EACH_VECTOR(live)
   {
      const struct pica_cells cell = {(vi)at(&c.column, i), (vi)at(&c.row, i), at(&c.x, i), at(&c.y, i)};
      const vf n = pica_noise(&c.corners, &cell, at(&wx, i), at(&wy, i));
      put(u, i, pica_tame(at(u, i) + n * v_splat(p->amplitude[0])));
      put(v, i, pica_tame(at(v, i) + n * v_splat(p->amplitude[1])));
   }
}

/* Coordinates as functions take them. */
static void
bend(const struct pica_proctex *p, uint64_t live, row *u, row *v)
{
   const bool shifts[2] = {p->shift[0] == 1 || p->shift[0] == 2, p->shift[1] == 1 || p->shift[1] == 2};
   row by[2];
   EACH_VECTOR(live)
   {
      put(u, i, pica_tame(at(u, i)));
      put(v, i, pica_tame(at(v, i)));
   }
   if (shifts[0])
      shift_row(p->shift[0], p->clamp[0], live, v, &by[0]);
   if (shifts[1])
      shift_row(p->shift[1], p->clamp[1], live, u, &by[1]);
   if (p->noise)
      add_noise(p, live, u, v);
   if (shifts[0])
      add_row(live, u, &by[0]);
   if (shifts[1])
      add_row(live, v, &by[1]);
   clamp_row(p->clamp[0], live, u);
   clamp_row(p->clamp[1], live, v);
}

void
EMU_FN(pica_proctex_run)(const struct pica_proctex *p, const struct pica_floats *u_in,
                         const struct pica_floats *v_in, uint64_t live, struct pica_color *out)
{
   row lod, u = *u_in, v = *v_in, x;
   if (p->mips)
      lod_row(p, u_in, v_in, &lod);
   if (live != UINT64_MAX)
      memset(out, 0, sizeof *out);
   bend(p, live, &u, &v);
   function_row(p->rgb_function, live, &u, &v, &x);
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
   function_row(p->a_function, live, &u, &v, &x);
   EACH_VECTOR(live)
   store_channel(&out->c[3], i, pica_map_value(&p->a_map, at(&x, i)) * v_splat(255));
}
