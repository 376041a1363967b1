/* SPDX-License-Identifier: MIT
 *
 * Coordinates of textures whose picture is smaller than what is stored: the tail multiplies them on the way out.
 */
#include <assert.h>

#include "compiler/ir/core/util.h"
#include "compiler/pica200/binary.h"

struct scaling {
   struct pica200_fragment *f;
   unsigned units;
};

/** The unit whose coordinate an output is, and which component; -1: none of \p units. */
static int
unit_of(const struct scaling *s, unsigned semantic, unsigned *comp)
{
   static const uint8_t first[PICA200_UNITS] = {PICA200_TC0_U, PICA200_TC1_U, PICA200_TC2_U};
   for (unsigned u = 0; u < PICA200_UNITS; u++) {
      const unsigned from = s->f->unit[u].tc1 ? PICA200_TC1_U : first[u];
      if (s->units >> u & 1 && semantic - from < 2) {
         *comp = semantic - from;
         return (int)u;
      }
   }
   return -1;
}

static bool
scale(struct ir_builder *b, struct ir_instr *in, void *data)
{
   const struct scaling *s = data;
   unsigned comp = 0;
   if (in->op != IR_STORE_OUTPUT)
      return false;
   assert(in->comp == 0); /* outputs have one component */
   const int unit = unit_of(s, b->shader->outputs.data[in->index].sem_index, &comp);
   if (unit < 0)
      return false;
   const struct ir_src factor = ir_load_uniform(b, s->f->num_preamble + (unsigned)unit, ir_undef(), comp);
   in->src[0] = ir_alu2(b, IR_FMUL, in->src[0], factor);
   return true;
}

bool
pica200_scale_coords(struct pica200_fragment *f, unsigned units)
{
   struct scaling s = {f, units};
   if (!f->tail)
      return true;
   f->tail->num_uniform_slots = f->num_preamble + PICA200_UNITS;
   ir_rewrite_instrs(f->tail, scale, &s);
   return !f->tail->arena.out_of_memory;
}
