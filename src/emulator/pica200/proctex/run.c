/* SPDX-License-Identifier: MIT
 *
 * The procedural texture on a row of fragments, in the eight steps of its description. Coordinates are cut to +-2^20 first, which no table
 * can tell, so that every whole part is an integer.
 */
#include "emulator/pica200/proctex/proctex.h"

#include <math.h>
#include <string.h>

#include "emulator/pica200/log2.h"
#include "emulator/pica200/proctex/grid.h"
#include "emulator/pica200/proctex/noise.h"
#include "emulator/simd/halves.h"

typedef struct pica_floats row;

/* A step of a row: for each vector that has a pixel. Steps are loops of their own, so that the vectors' chains of operations overlap. */
#define EACH_VECTOR(live)                                                                                    \
   _Pragma("GCC unroll 1") for (unsigned i = 0; i < PICA_LANES;                                              \
                                i += EMU_VEC_LANES) if ((live) >> i & V_ALL_LANES)

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
   switch (mode) {
   case 0:
      return v_sel(a > v_splat(1), v_splat(0), a);
   case 2:
      return a - v_float(whole);
   case 3: /* how far it is to the next even number */
      return v_abs(a - v_float(whole + (whole & 1)));
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

/* What a lookup finds in a level of the table: bytes, their differences, and how much of those. */
struct entry {
   vi color, diff;
   vf fraction;
};

/* At place `x` (0..1); \p mips: there are levels. */
ALWAYS_INLINE struct entry
find_entry(const struct pica_proctex *p, bool mips, vi level, vf x)
{
   vi last = v_splati(p->width), first = v_splati(p->offset[0]);
   if (mips) {
      last = last >> level;
      first = v_gather(p->offset, level * (int32_t)sizeof p->offset[0]);
   }
   const vf place = x * v_float(v_maxi(last - 1, v_splati(0)));
   const vi whole = v_int(place + v_splat(p->linear ? 0 : 0.5f));
   vf entry[2];
   if (!mips && p->width <= 16) {
      entry[0] = (vf)v_of_sixteen(p->level_color, whole);
      entry[1] = (vf)v_of_sixteen(p->level_diff, whole);
#if V_TABLES_OF_128
   } else if (!mips && p->width <= 64) {
      v_of_64((const void *const[2]){p->level_color, p->level_diff}, whole, (vi *)entry);
   } else if (!mips && p->width <= PICA_PROCTEX_MAP) {
      v_of_128((const void *const[2]){p->level_color, p->level_diff}, whole, (vi *)entry);
#endif
   } else {
      v_gather_two(p->color, ((first + whole) & 255) * (int32_t)sizeof p->color[0], entry);
   }
   /* a difference counts in 2, and stands in the highest byte: 2^-23 of that is exact */
   return (struct entry){(vi)entry[0], (vi)entry[1], (place - v_float(whole)) * v_splat(0x1p-23f)};
}

ALWAYS_INLINE vf
channel_of(const struct pica_proctex *p, const struct entry *e, unsigned c)
{
   vf x = v_float((vi)((vu)e->color >> (8 * c)) & 255);
   if (p->linear)
      x += e->fraction * v_float((vi)((vu)e->diff << (24 - 8 * c)) & (int32_t)0xff000000);
   return x;
}

/* x cut off to 0..255. */
ALWAYS_INLINE vi
byte_of(vf x)
{
   return v_int(v_min(v_max(x, v_splat(0)), v_splat(255)));
}

/* Entries of the two levels that a pixel is between. */
struct entries {
   struct entry of[2];
   vf between;
};

static __attribute__((noinline)) void
find_between(const struct pica_proctex *p, vf place, vf lod, struct entries *e)
{
   const vf level = lod + v_splat(p->mip_linear ? 0 : 0.5f);
   const vi k = v_int(level) & (PICA_PROCTEX_LEVELS - 1);
   e->of[0] = find_entry(p, true, k, place);
   if (p->mip_linear)
      e->of[1] = find_entry(p, true, v_mini(k + 1, v_splati(PICA_PROCTEX_LEVELS - 1)), place);
   e->between = level - v_float(k);
}

/* \p lod is looked at if there are levels. */
ALWAYS_INLINE struct entries
find_entries(const struct pica_proctex *p, const row *place, const row *lod, unsigned i)
{
   struct entries e = {0};
   if (p->mips)
      find_between(p, at(place, i), at(lod, i), &e);
   else
      e.of[0] = find_entry(p, false, v_splati(0), at(place, i));
   return e;
}

/* 0..255 */
ALWAYS_INLINE vi
color_of(const struct pica_proctex *p, const struct entries *e, unsigned c)
{
   vf x = channel_of(p, &e->of[0], c);
   if (p->mip_linear)
      x += (channel_of(p, &e->of[1], c) - x) * e->between;
   return p->color_within ? v_int(x) : byte_of(x);
}

/* Vectors go to memory in pairs. */
#define EACH_PAIR _Pragma("GCC unroll 1") for (unsigned i = 0; i < PICA_LANES; i += 2 * EMU_VEC_LANES)

/* The channels that differ. \p lod is looked at if there are levels. */
static void
color_row(const struct pica_proctex *p, const row *x, const row *lod, struct pica_color *to)
{
   EACH_PAIR
   {
      const unsigned j = i + EMU_VEC_LANES;
      const struct entries a = find_entries(p, x, lod, i), b = find_entries(p, x, lod, j);
      for (unsigned c = 0; c < 4; c++)
         if (p->computed >> c & 1)
            v_store_two_halves(&to->c[c].v[i], color_of(p, &a, c), color_of(p, &b, c));
   }
   for (unsigned left = p->copies; left; left &= left - 1) {
      const unsigned c = (unsigned)__builtin_ctz(left);
      to->c[c] = to->c[p->as[c]];
   }
}

static void
fill_constants(const struct pica_proctex *p, struct pica_color *out)
{
   for (unsigned c = 0; c < 4; c++)
      if (p->constants >> c & 1)
         EACH_PAIR
   v_store_two_halves(&out->c[c].v[i], v_splati(p->constant[c]), v_splati(p->constant[c]));
}

/* Is \p r what its columns, or its rows, say where there are pixels? */
ALWAYS_INLINE bool
is_line(const row *r, const struct pica_line *l, bool columns, uint64_t live)
{
   vi other = v_splati(0);
   EACH_VECTOR(live)
   other |= (vi)at(r, i) ^ (vi)pica_spread(l, columns, i);
   return !v_bits(other != 0);
}

/* The slopes at the corners of three cells by three, four rows of four, from those of cell (\p column, \p row), the
 * same in all lanes, on. */
static __attribute__((noinline)) void
find_corners(vi column, vi row, float slopes[16])
{
   static const _Alignas(64) int32_t step[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
   for (unsigned i = 0; i < 16; i += EMU_VEC_LANES) {
      const vi n = v_loadi(&step[i]);
      const struct pica_hash hash = pica_hash_column((n & 3) + column);
      *(vf *)&slopes[i] = pica_slope(&hash, pica_hash1((n >> 2) + row));
   }
}

/* Slopes at corners of three cells by three, from \p column and \p row on; they last until others are asked for. */
static const float *
corners_of(struct pica_noise_corners *kept, int32_t column, int32_t row)
{
   const uint32_t x = (uint32_t)column % PICA_CORNERS, y = (uint32_t)row % PICA_CORNERS;
   const uint64_t cell = (uint64_t)(uint32_t)row << 32 | ((uint32_t)column + 1);
   if (kept->cell[y][x] != cell) {
      kept->cell[y][x] = cell;
      find_corners(v_splati(column), v_splati(row), kept->slope[y][x]);
   }
   return kept->slope[y][x];
}

/* Lines of coordinates as tame_coordinates() makes all of them. */
static __attribute__((noinline)) void
tame_line(struct pica_line *l, uint64_t live)
{
   const unsigned first = (unsigned)__builtin_ctzll(live) / PICA_BLOCK;
   for (unsigned b = 0; b < PICA_BLOCKS; b++)
      if (!(live >> PICA_BLOCK * b & 0xffff))
         memcpy(&l->v[4 * b], &l->v[4 * first], 4 * sizeof l->v[0]);
   for (unsigned i = 0; i < PICA_GRID_LANES; i += EMU_VEC_LANES)
      *(vf *)&l->v[i] = pica_tame(v_load(&l->v[i]));
}

/* The lines of coordinates in rows. \p known: it is known that they have some. */
ALWAYS_INLINE bool
lines_of(const struct pica_proctex *p, uint64_t live, bool upright, bool known, const row uv[2],
         struct pica_noise_lines out[2])
{
   for (unsigned k = 0; k < 2; k++) {
      pica_line_of(&uv[k], upright != k, &out[k].tame);
      if (!known && !is_line(&uv[k], &out[k].tame, upright != k, live))
         return false;
   }
   for (unsigned k = 0; k < 2; k++) {
      tame_line(&out[k].tame, live);
      EMU_FN(pica_proctex_find_lines)(p, k, &out[k]);
   }
   return true;
}

/* The noise of pixels whose one coordinate stands in columns, the other in rows: what is made of one alone is made of 16 lanes. \p uv gets the
 * coordinates. False: a block has many cells. */
ALWAYS_INLINE bool
find_grid_noise(struct pica_noise_corners *corners, uint64_t live, bool upright,
                const struct pica_noise_lines *x, const struct pica_noise_lines *y, row uv[2],
                row *restrict out)
{
   _Alignas(64) float room[PICA_BLOCKS][16];
   const float *slopes[PICA_BLOCKS];
   int32_t first[PICA_BLOCKS]; /* number of the cell at the start of slopes, modulo 16 */
   const bool few = x->few && y->few, one = x->one && y->one;
   for (unsigned b = 0; b < PICA_BLOCKS && few; b++) {
      const int32_t column = one ? x->first : (int32_t)fui(x->least.v[4 * b]);
      const int32_t line = one ? y->first : (int32_t)fui(y->least.v[4 * b]);
      first[b] = column + 4 * line;
      if (one)
         slopes[b] = b ? slopes[0] : corners_of(corners, column, line);
      else
         slopes[b] = memcpy(room[b], corners_of(corners, column, line), sizeof room[b]);
   }
   EACH_VECTOR(live)
   {
      put(&uv[0], i, pica_spread(&x->tame, upright, i));
      put(&uv[1], i, pica_spread(&y->tame, !upright, i));
      if (!few)
         continue;
      vf slope[4];
      const vi number = ((vi)pica_spread(&y->number, !upright, i) << 2) +
                        (vi)pica_spread(&x->number, upright, i) - first[i / PICA_BLOCK];
      pica_slopes_of(slopes[i / PICA_BLOCK], number, slope);
      put(out, i,
          pica_noise(slope, pica_spread(&x->in, upright, i) + pica_spread(&y->in, !upright, i),
                     pica_spread(&x->weight, upright, i), pica_spread(&y->weight, !upright, i)));
   }
   return few;
}

/* Slopes of few cells, for all blocks or for each. */
struct tables {
   _Alignas(64) float room[PICA_BLOCKS][16];
   const float *slopes[PICA_BLOCKS];
   int32_t first[PICA_BLOCKS][2]; /* column and row */
};

/* First and last cell of lanes \p from to \p to. */
static void
find_bounds(uint64_t live, const row number[2], unsigned from, unsigned to, int32_t first[2], int32_t last[2])
{
   for (unsigned k = 0; k < 2; k++) {
      vi least = v_splati(INT32_MAX), most = v_splati(0);
      for (unsigned i = from; i < to; i += EMU_VEC_LANES)
         if (live >> i & V_ALL_LANES) {
            least = v_mini(least, (vi)at(&number[k], i));
            most = v_maxi(most, (vi)at(&number[k], i));
         }
      first[k] = v_least(least);
      last[k] = -v_least(-most);
   }
}

/* False: a block has many cells. */
static bool
find_tables(struct pica_noise_corners *corners, uint64_t live, const row number[2], struct tables *t)
{
   int32_t last[2];
   find_bounds(live, number, 0, PICA_LANES, t->first[0], last);
   const bool one = last[0] - t->first[0][0] <= 2 && last[1] - t->first[0][1] <= 2;
   for (unsigned b = 0; b < PICA_BLOCKS; b++) {
      if (one && b) {
         memcpy(t->first[b], t->first[0], sizeof t->first[b]);
         t->slopes[b] = t->slopes[0];
         continue;
      }
      if (!one) {
         if (!(live >> PICA_BLOCK * b & 0xffff))
            continue;
         find_bounds(live, number, PICA_BLOCK * b, PICA_BLOCK * (b + 1), t->first[b], last);
         if (last[0] - t->first[b][0] > 2 || last[1] - t->first[b][1] > 2)
            return false;
      }
      t->slopes[b] =
         memcpy(t->room[b], corners_of(corners, t->first[b][0], t->first[b][1]), sizeof t->room[b]);
   }
   return true;
}

/* Where the noise moves coordinates, in units of its amplitudes. */
static void
find_noise(const struct pica_proctex *p, struct pica_noise_corners *corners, uint64_t live, const row uv[2],
           row *restrict out)
{
   row number[2], in[2], weight[2]; /* of cells: integers; places in them */
   struct tables t;
   for (unsigned k = 0; k < 2; k++) {
      EACH_VECTOR(live)
      {
         const struct pica_cells cell = pica_cells_of(p, k, at(&uv[k], i));
         put(&number[k], i, (vf)cell.number);
         put(&in[k], i, cell.in);
      }
      EACH_VECTOR(live)
      put(&weight[k], i, pica_map_fraction(&p->noise_map, at(&in[k], i)));
   }
   const bool few = find_tables(corners, live, number, &t);
   EACH_VECTOR(live)
   {
      const vi column = (vi)at(&number[0], i), line = (vi)at(&number[1], i);
      const unsigned b = i / PICA_BLOCK;
      vf slope[4];
      if (few)
         pica_slopes_of(t.slopes[b], (line - t.first[b][1]) * 4 + (column - t.first[b][0]), slope);
      else
         pica_find_slopes(column, line, slope);
      put(out, i, pica_noise(slope, at(&in[0], i) + at(&in[1], i), at(&weight[0], i), at(&weight[1], i)));
   }
}

/* Coordinates that tables can tell; blocks without a pixel in \p live repeat one that has some. */
static void
tame_coordinates(const row from[2], uint64_t live, row uv[2])
{
   const unsigned first = (unsigned)__builtin_ctzll(live) / PICA_BLOCK;
   for (unsigned b = 0; b < PICA_BLOCKS; b++) {
      const unsigned block = PICA_BLOCK * (live >> PICA_BLOCK * b & 0xffff ? b : first);
      for (unsigned i = 0; i < PICA_BLOCK; i += EMU_VEC_LANES)
         for (unsigned k = 0; k < 2; k++)
            put(&uv[k], PICA_BLOCK * b + i, pica_tame(at(&from[k], block + i)));
   }
}

/* What the maps make of the functions of the bent coordinates: places in the table of colours, and alpha of 0..255. */
static void
find_values(const struct pica_proctex *p, struct pica_noise_corners *corners, uint64_t live,
            const row given[2], enum pica_lines lines, const struct pica_noise_lines *const line[2],
            row *restrict place, row *restrict alpha)
{
   row noise, uv[2];
   bool tame = line, found = false;
   if (p->noise) {
      struct pica_noise_lines room[2];
      const float *u = &given[0].v[(unsigned)__builtin_ctzll(live) / PICA_BLOCK * PICA_BLOCK];
      const bool known = lines != PICA_LINES_UNKNOWN;
      /* does u stand in columns? */
      const bool upright = known ? lines == PICA_LINES_UPRIGHT : u[0] == u[2];
      const struct pica_noise_lines *x = line ? line[0] : &room[0], *y = line ? line[1] : &room[1];
      if (!line)
         tame = upright ? lines_of(p, live, true, known, given, room)
                        : lines_of(p, live, false, known, given, room);
      if (tame)
         found = upright ? find_grid_noise(corners, live, true, x, y, uv, &noise)
                         : find_grid_noise(corners, live, false, x, y, uv, &noise);
   }
   if (!tame)
      tame_coordinates(given, live, uv);
   if (p->noise && !found)
      find_noise(p, corners, live, uv, &noise);
   EACH_VECTOR(live)
   {
      const vf u0 = at(&uv[0], i), v0 = at(&uv[1], i);
      vf u = u0, v = v0;
      if (p->noise) {
         const vf n = at(&noise, i), most = v_splat(1048576);
         u = v_min(v_abs(u + n * v_splat(p->amplitude[0])), most);
         v = v_min(v_abs(v + n * v_splat(p->amplitude[1])), most);
      }
      if (p->shift[0] == 1 || p->shift[0] == 2)
         u += shift_of(p->shift[0], p->clamp[0], v0);
      if (p->shift[1] == 1 || p->shift[1] == 2)
         v += shift_of(p->shift[1], p->clamp[1], u0);
      u = clamp_of(p->clamp[0], u);
      v = clamp_of(p->clamp[1], v);
      const vf x = pica_map_unit(&p->rgb_map, function_of(p->rgb_function, u, v));
      put(place, i, p->map_within ? x : v_min(v_max(x, v_splat(0)), v_splat(1)));
      if (p->separate_alpha)
         put(alpha, i, pica_map_unit(&p->a_map, function_of(p->a_function, u, v)) * v_splat(255));
   }
}

void
EMU_FN(pica_proctex_run)(const struct pica_proctex *p, struct pica_noise_corners *corners,
                         const struct pica_floats uv[2], enum pica_lines lines,
                         const struct pica_noise_lines *const line[2], uint64_t live, struct pica_color *out)
{
   row lod, x, alpha;
   if (!live)
      return;
   if (live != UINT64_MAX) { /* in vectors without a pixel, too, there shall be numbers */
      memset(&x, 0, sizeof x);
      memset(&alpha, 0, sizeof alpha);
   }
   if (p->mips)
      lod_row(p, &uv[0], &uv[1], &lod);
   find_values(p, corners, live, uv, lines, line, &x, &alpha);
   color_row(p, &x, &lod, out);
   fill_constants(p, out);
   if (!p->separate_alpha)
      return;
   EACH_PAIR
   {
      v_store_two_halves(&out->c[3].v[i], byte_of(at(&alpha, i)), byte_of(at(&alpha, i + EMU_VEC_LANES)));
   }
}
