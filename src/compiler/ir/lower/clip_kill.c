/* SPDX-License-Identifier: MIT
 *
 * Clip distances of chips that clip against planes alone: distances are varyings, and a pixel for which one is below zero is
 * discarded. A primitive is cut where its interpolated distance is zero (APPLE_clip_distance), so that pixels whose centres are in
 * the part that is left stay. Left out: samples of such a pixel that are in another part.
 */
#include <assert.h>

#include "compiler/ir/core/util.h"

static bool
add_input(struct ir_shader *s, unsigned sem_index)
{
   const struct ir_io io = {
      .name = "gl_ClipDistance", .semantic = IR_SEM_GENERIC, .sem_index = (uint8_t)sem_index, .ncomp = 4};
   return u_vec_push(&s->inputs, io);
}

static struct ir_instr *
insert(struct ir_shader *s, struct ir_block *b, size_t *at, enum ir_op op, unsigned nsrc, unsigned ndst)
{
   struct ir_instr *in = ir_instr_create(s, op, nsrc, ndst);
   if (!in || !ir_block_insert(b, *at, in)) {
      s->arena.out_of_memory = true;
      return NULL;
   }
   ++*at;
   return in;
}

/** The first block of the body, where a discard may stand before everything else. */
static struct ir_block *
first_block(struct ir_shader *s)
{
   struct ir_node *n = ir_first_node(s);
   assert(n && n->kind == IR_NODE_BLOCK); /* a body begins with one */
   return n->block;
}

bool
ir_lower_clip_kill(struct ir_shader *s, unsigned mask, unsigned sem_index)
{
   if (!mask)
      return false;
   const size_t first = s->inputs.count;
   const unsigned vectors = mask >> 4 ? 2 : 1;
   struct ir_block *b = first_block(s);
   struct ir_src least = ir_undef();
   size_t at = 0;
   for (unsigned k = 0; k < vectors; k++)
      if (!add_input(s, sem_index + k))
         s->arena.out_of_memory = true;
   for (unsigned left = mask; left && !s->arena.out_of_memory; left &= left - 1) {
      const unsigned n = (unsigned)__builtin_ctz(left);
      struct ir_instr *in = insert(s, b, &at, IR_LOAD_INPUT, 0, 1);
      if (!in)
         return false;
      in->index = (int32_t)(first + n / 4);
      in->comp = (uint8_t)(n % 4);
      const struct ir_src distance = ir_ssa(in->dst);
      if (least.kind == IR_SRC_UNDEF) {
         least = distance;
         continue;
      }
      in = insert(s, b, &at, IR_FMIN, 2, 1);
      if (!in)
         return false;
      in->src[0] = least;
      in->src[1] = distance;
      least = ir_ssa(in->dst);
   }
   struct ir_instr *below = insert(s, b, &at, s->float_bools ? IR_FSLT : IR_FLT, 2, 1),
                   *kill = insert(s, b, &at, IR_DISCARD_IF, 1, 0);
   if (!below || !kill)
      return false;
   below->src[0] = least;
   below->src[1] = ir_immf(0);
   kill->src[0] = ir_ssa(below->dst);
   s->uses_discard = true;
   return true;
}
