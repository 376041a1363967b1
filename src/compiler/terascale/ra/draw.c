/* SPDX-License-Identifier: MIT
 *
 * The register file as a picture, for people who look for a register too many: time goes down, a line for
 * each group or fetch, and a GPR has four columns. A component that holds a value has its letter, capital
 * where the value is written; arrays are #.
 */
#include "compiler/terascale/ra/ra.h"

#include <stdio.h>

#include "util/u_math.h"

struct picture {
   char *cells; /* positions times GPRs times 4 */
   int positions, columns;
};

/** Positions of a range are twice those of groups and fetches, plus one for writes. */
static void
draw_ranges(struct picture *p, int column, const vliw_ranges *r, char read, char write)
{
   for (size_t i = 0; i < r->count; i++) {
      for (int pos = r->data[i].start / 2; pos <= r->data[i].end / 2 && pos < p->positions; pos++)
         p->cells[pos * p->columns + column] = read;
      if (r->data[i].start & 1 && r->data[i].start / 2 < p->positions)
         p->cells[r->data[i].start / 2 * p->columns + column] = write;
   }
}

void
vliw_alloc_draw(const struct vliw_ctx *c)
{
   struct picture p = {.positions = c->num_pos, .columns = c->out->num_gprs * 4};
   p.cells = malloc((size_t)MAX2(p.positions * p.columns, 1));
   if (!p.cells)
      return;
   memset(p.cells, '.', (size_t)(p.positions * p.columns));
   for (uint32_t i = 0; i < c->regs.count; i++) {
      const struct vliw_reg *r = &c->regs.data[i];
      if (r->parent == i && vliw_needs_gpr(r))
         draw_ranges(&p, r->gpr * 4 + r->chan, &r->ranges, "xyzw"[r->chan], "XYZW"[r->chan]);
   }
   for (size_t i = 0; i < c->arrays.count; i++)
      for (int e = 0; c->arrays.data[i].ranges.count && e < (int)c->arrays.data[i].len; e++)
         for (int k = 0; k < c->arrays.data[i].ncomp; k++)
            draw_ranges(&p, (c->arrays.data[i].gpr + e) * 4 + k, &c->arrays.data[i].ranges, '#', '#');
   fprintf(stderr, "registers of a shader for %s:\n      ", c->t.chip->base.name);
   for (int g = 0; g < c->out->num_gprs; g++)
      fprintf(stderr, " R%-3d", g);
   for (int pos = 0; pos < p.positions; pos++) {
      fprintf(stderr, "\n%5d ", pos);
      for (int g = 0; g < c->out->num_gprs; g++)
         fprintf(stderr, " %.4s", p.cells + pos * p.columns + g * 4);
   }
   fputc('\n', stderr);
   free(p.cells);
}
