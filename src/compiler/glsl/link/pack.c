/* SPDX-License-Identifier: MIT
 *
 * Packing of varyings and uniforms into rows of four components. ESSL 1.00 Appendix A.7 gives an algorithm
 * that must succeed; this one is the same in spirit (widest first, tallest first) but takes the tightest hole
 * in any columns instead of prescribed ones, and lets mat2 share rows.
 */
#include "compiler/glsl/link/link.h"

#include <assert.h>
#include <stdlib.h>

#include "util/u_math.h"

static int
wider_first(const void *a, const void *b)
{
   const struct glsl_pack_item *x = *(struct glsl_pack_item *const *)a;
   const struct glsl_pack_item *y = *(struct glsl_pack_item *const *)b;
   if (x->comps != y->comps)
      return x->comps > y->comps ? -1 : 1;
   if (x->rows != y->rows)
      return x->rows > y->rows ? -1 : 1;
   return x < y ? -1 : 1; /* keeps the order of declaration */
}

/** Puts the item into the shortest run of rows where its columns are free. */
static bool
place(uint8_t *grid, uint32_t max_rows, struct glsl_pack_item *item)
{
   assert(item->comps >= 1 && item->comps <= 4 && item->rows);
   uint32_t best = UINT32_MAX;
   for (unsigned col = 0; col + item->comps <= 4; col++) {
      unsigned mask = ((1u << item->comps) - 1) << col;
      for (uint32_t row = 0, run; row < max_rows; row += MAX2(run, 1)) {
         for (run = 0; row + run < max_rows && !(grid[row + run] & mask); run++)
            ;
         if (run < item->rows || run >= best)
            continue;
         best = run;
         item->row = row;
         item->col = (uint8_t)col;
      }
   }
   if (best == UINT32_MAX)
      return false;
   assert(item->col + item->comps <= 4 && item->row + item->rows <= max_rows);
   for (uint32_t i = 0; i < item->rows; i++)
      grid[item->row + i] |= (uint8_t)(((1u << item->comps) - 1) << item->col);
   return true;
}

bool
glsl_pack(struct glsl_mem *tmp, struct glsl_pack_item *items, uint32_t n, uint32_t max_rows)
{
   assert(items || !n);
   uint8_t *grid = glsl_array(tmp, uint8_t, MAX2(max_rows, 1));
   struct glsl_pack_item **order = glsl_array(tmp, struct glsl_pack_item *, MAX2(n, 1));
   for (uint32_t i = 0; i < n; i++)
      order[i] = &items[i];
   qsort(order, n, sizeof *order, wider_first);
   for (uint32_t i = 0; i < n; i++) {
      if (!place(grid, max_rows, order[i]))
         return false;
   }
   return true;
}
