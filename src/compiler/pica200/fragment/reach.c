/* SPDX-License-Identifier: MIT
 *
 * How many stages a goal takes at least, by itself: one channel, whatever the others and the buffer need. It keeps the search away from
 * what it cannot have.
 */
#include "compiler/pica200/fragment/split.h"

#include <string.h>

/** Do the operands of a split need no more than \p stages stages before it? */
static bool
operands_reach(struct pf_reach *r, const struct pf_split *s, unsigned stages)
{
   uint32_t deep[3];
   unsigned n = 0;
   for (unsigned k = 0; k < s->num; k++) {
      const uint32_t g = s->goal[k][0];
      bool known = g == PF_NONE || pf_leaf_of(r->m, g).kind != PF_LEAF_NONE;
      for (unsigned i = 0; i < n; i++)
         known |= deep[i] == g;
      if (!known)
         deep[n++] = g;
   }
   if (n > 2)
      return false;
   bool reach[2], early[2]; /* the one that waits in the buffer is two stages behind */
   for (unsigned i = 0; i < n; i++) {
      const uint32_t inverse = pf_goal_inverse(r->m, deep[i]);
      reach[i] =
         stages && (pf_reach(r, deep[i], stages) || (inverse != PF_NONE && pf_reach(r, inverse, stages)));
      early[i] =
         n == 2 && stages > 1 &&
         (pf_reach(r, deep[i], stages - 1) || (inverse != PF_NONE && pf_reach(r, inverse, stages - 1)));
      if (!reach[i])
         return false;
   }
   return n < 2 || early[0] || early[1];
}

bool
pf_reach(struct pf_reach *r, uint32_t goal, unsigned stages)
{
   if (goal == PF_NONE || pf_leaf_of(r->m, goal).kind != PF_LEAF_NONE)
      return true;
   while (r->table.count <= goal) {
      if (!u_vec_reserve(&r->table, goal + 4096)) {
         r->m->polys.full = true;
         return false;
      }
      memset(r->table.data + r->table.count, 0, r->table.capacity - r->table.count);
      r->table.count = r->table.capacity;
   }
   const uint8_t known = r->table.data[goal];
   if ((known & 15) && (known & 15) <= stages)
      return true;
   if (known >> 4 >= stages || !stages)
      return false;
   if (!r->budget || r->m->polys.full)
      return false;
   r->budget--;
   struct pf_splits splits = {0};
   pf_split(r->m, &goal, PF_ALPHA, &splits);
   bool yes = false;
   for (size_t i = 0; i < splits.list.count && !yes; i++)
      yes = operands_reach(r, &splits.list.data[i], stages - 1);
   u_vec_fini(&splits.list);
   if (yes)
      r->table.data[goal] = (uint8_t)((r->table.data[goal] & 0xf0) | stages);
   else if (r->budget)
      r->table.data[goal] = (uint8_t)((r->table.data[goal] & 15) | stages << 4);
   return yes;
}
