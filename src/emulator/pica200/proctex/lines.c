/* SPDX-License-Identifier: MIT
 *
 * What the noise makes of a coordinate that stands in columns or rows of a tile. Lines are kept: in an upright rectangle tiles above each other have the same columns, tiles beside each other the same
 * rows.
 */
#include "emulator/pica200/proctex/grid.h"
#include "emulator/pica200/proctex/noise.h"

void
EMU_FN(pica_proctex_find_lines)(const struct pica_proctex *p, unsigned axis, struct pica_noise_lines *out)
{
   vi first = v_splati(INT32_MAX), last = first /* negative */, wide = v_splati(0);
   for (unsigned i = 0; i < PICA_GRID_LANES; i += EMU_VEC_LANES) {
      const struct pica_cells cell = pica_cells_of(p, axis, v_load(&out->tame.v[i]));
      const vi least = pica_least_of_four(cell.number), most = pica_least_of_four(-cell.number);
      *(vi *)&out->number.v[i] = cell.number;
      *(vf *)&out->in.v[i] = cell.in;
      *(vf *)&out->weight.v[i] = pica_map_fraction(&p->noise_map, cell.in);
      *(vi *)&out->least.v[i] = least;
      wide |= least + most < -2;
      first = v_mini(first, least);
      last = v_mini(last, most);
   }
   first = pica_least_of_fours(first);
   out->first = first[0];
   out->few = !v_bits(wide);
   out->one = !v_bits(first + pica_least_of_fours(last) < -2);
}

static const _Alignas(64) float columns[PICA_GRID_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
static const _Alignas(64) float rows[PICA_GRID_LANES] = {0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7};

const struct pica_noise_lines *
EMU_FN(pica_proctex_line)(const struct pica_proctex *p, struct pica_kept_lines *kept, unsigned axis,
                          int32_t slot, float base, float step, float w)
{
   struct pica_kept_line *k = slot < 0 ? &kept->row : &kept->column[slot % PICA_KEPT_COLUMNS];
   const uint64_t place = (uint64_t)fui(base) << 32 | fui(step), size = (uint64_t)fui(w) << 32 | (axis + 1);
   if (k->key[0] == place && k->key[1] == size)
      return &k->lines;
   const float *places = slot < 0 ? rows : columns;
   for (unsigned i = 0; i < PICA_GRID_LANES; i += EMU_VEC_LANES)
      *(vf *)&k->lines.tame.v[i] =
         pica_tame((v_splat(base) + v_splat(step) * v_load(&places[i])) * v_splat(w));
   EMU_FN(pica_proctex_find_lines)(p, axis, &k->lines);
   k->key[0] = place;
   k->key[1] = size;
   return &k->lines;
}
