/* SPDX-License-Identifier: MIT
 *
 * What the scheduler decided, for people who look for a group too many: each group with the units it filled,
 * how high its operations stand above the end of the block, and what stayed behind (TERAGL_DEBUG=sched).
 */
#include "compiler/terascale/sched/sched.h"

#include <stdio.h>

void
vliw_sched_draw_group(const struct vliw_sched *s)
{
   fprintf(stderr, "   group %u:", s->serial);
   for (unsigned i = 0; i < 5; i++) {
      const struct vliw_slot *slot = &s->group.slot[i];
      if (!slot->op)
         continue;
      fprintf(stderr, " %c %s", "xyzwt"[i], db_alu_info((enum db_alu_op)slot->op->op) -> name);
      if (slot->op->node)
         fprintf(stderr, " (%u, height %d)", slot->op->node->index, slot->op->node->height);
   }
   fprintf(stderr, "; ready: %zu now, %zu later, %zu tried in vain\n", s->alu[0].count, s->alu[1].count,
           s->tried.count);
}

void
vliw_sched_draw_block(const struct vliw_sched *s, unsigned rounds)
{
   fprintf(stderr, "block %u for %s: %zu operations, %u rounds of fetches; bound so far %u groups\n",
           s->block->index, s->c->t.chip->base.name, s->block->ops.count, rounds, s->c->min_groups);
}
