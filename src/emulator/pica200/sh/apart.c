/* SPDX-License-Identifier: MIT
 *
 * Is a run of a geometry shader the same whatever ran before it? The unit keeps its registers between the runs of a draw, so that a run may read
 * what another has left. Programs whose way uniforms alone decide are followed instruction by instruction: what has the run written itself by then?
 */
#include "db/pica200/pica_tables.h"
#include "emulator/pica200/sh/code.h"
#include "emulator/pica200/sh/flow.h"

enum { LONGEST = 2048 }; /* instructions that are followed */

/* Components that the run has written. */
struct written {
   uint64_t temp, output[2]; /* bit 4 * register + component */
   unsigned address;         /* a0.x, a0.y */
   unsigned bank, emits;
   bool setemit;
};

static bool
knows_sources(const struct written *w, const struct sh_inst *i)
{
   const unsigned reads = pica_ops[i->op].reads, read = reads ? reads : i->mask;
   for (unsigned n = 0; n < i->sources; n++) {
      const struct sh_source *s = &i->src[n];
      if ((s->relative == 1 || s->relative == 2) && !(w->address >> (s->relative - 1) & 1))
         return false;
      for (unsigned k = 0; s->file == SH_TEMP && k < 4; k++)
         if (read >> k & 1 && !(w->temp >> (4 * s->index + s->swizzle[k]) & 1))
            return false;
   }
   return true;
}

static void
write_result(struct written *w, const struct sh_inst *i)
{
   const uint64_t bits = (uint64_t)(i->mask & 15) << (4 * (i->dst_index & 15));
   if (i->op == PICA_OP_MOVA)
      w->address |= i->mask & 3;
   else if (i->dst_file == SH_TEMP)
      w->temp |= bits;
   else if (i->dst_file == SH_OUTPUT)
      w->output[w->bank] |= bits;
}

static bool
follow_emit(struct written *w, const struct sh_inst *i, uint64_t outputs)
{
   if (i->op == PICA_OP_SETEMIT) {
      w->setemit = true;
      return true;
   }
   if (!w->setemit || (outputs & ~w->output[w->bank]) || ++w->emits > SH_MAX_EMITS)
      return false;
   w->bank ^= 1;
   return true;
}

bool
sh_runs_apart(struct sh_ctx *c, const struct sh_stage *s, uint64_t outputs)
{
   struct sh_group g = {.lanes = 1, .pc = s->entry};
   struct written w = {0};
   c->stop = SH_RUNS;
   for (unsigned n = 0; n < LONGEST && g.pc < s->program->count; n++) {
      const struct sh_inst *i = &s->program->inst[g.pc];
      if (i->op == PICA_OP_END)
         return true;
      if (i->op < 0)
         return false;
      if (pica_ops[i->op].flow) {
         if (i->op == PICA_OP_JMPC || i->op == PICA_OP_CALLC || i->op == PICA_OP_IFC ||
             i->op == PICA_OP_BREAKC)
            return false; /* values decide */
         sh_go(c, s, &g, i, sh_lanes_that_take(c, s, i) & 1);
         if (c->stop != SH_RUNS)
            return false;
         continue;
      }
      if (i->op == PICA_OP_EMIT || i->op == PICA_OP_SETEMIT) {
         if (!follow_emit(&w, i, outputs))
            return false;
      } else if (!knows_sources(&w, i)) {
         return false;
      } else {
         write_result(&w, i);
      }
      sh_leave_blocks(&g, ++g.pc, false);
   }
   return false;
}
