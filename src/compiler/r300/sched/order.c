/* SPDX-License-Identifier: MIT
 *
 * The order in which operations are looked at: the program's, or what has the longest way to the end first.
 */
#include "compiler/r300/code.h"

uint32_t *
r300_heights(struct r300_ctx *c)
{
   uint32_t n = 0, *order = u_arena_array(&c->arena, uint32_t, c->num_ops + 1),
            *height = u_arena_array(&c->arena, uint32_t, c->num_ops + 1);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      order[n++] = i;
      height[i] = 0;
   }
   for (uint32_t k = n; k-- > 0;) {
      const struct r300_op *op = &c->ops[order[k]];
      const uint32_t h = height[order[k]];
      for (unsigned s = 0; s <= op->nsrc; s++) {
         const uint32_t value = s < op->nsrc ? op->src[s].value : op->rel;
         const uint32_t def = value == R300_NONE ? R300_NONE : c->values[value].def;
         if (def != R300_NONE && height[def] <= h)
            height[def] = h + 1;
      }
   }
   return height;
}

void
r300_sort_by_height(struct r300_ctx *c)
{
   const uint32_t *height = r300_heights(c);
   uint32_t n = 0, highest = 0, *order = u_arena_array(&c->arena, uint32_t, c->num_ops + 1);
   for (uint32_t i = c->first; i != R300_NONE; i = c->ops[i].next) {
      order[n++] = i;
      highest = height[i] > highest ? height[i] : highest;
   }
   /* one list a height, each in order of the program */
   uint32_t *first = u_arena_array(&c->arena, uint32_t, highest + 2);
   for (uint32_t h = 0; h <= highest; h++)
      first[h] = R300_NONE;
   for (uint32_t k = n; k-- > 0;) {
      c->ops[order[k]].next = first[height[order[k]]];
      first[height[order[k]]] = order[k];
   }
   uint32_t *link = &c->first;
   for (uint32_t h = highest + 1; h-- > 0;) {
      *link = first[h];
      while (*link != R300_NONE) {
         c->last = *link;
         link = &c->ops[*link].next;
      }
   }
}
