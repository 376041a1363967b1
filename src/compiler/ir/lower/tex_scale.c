/* SPDX-License-Identifier: MIT
 *
 * Lookups in three-dimensional textures that lie in storage of other sizes, powers of two: coordinates are scaled to the part
 * that has texels and kept half a texel within its edges, as GL_CLAMP_TO_EDGE has it (ES 2.0.25 3.7.6).
 */
#include "compiler/ir/core/util.h"

static struct ir_instr *
insert(struct ir_shader *s, struct ir_block *b, size_t *at, enum ir_op op, unsigned nsrc, uint32_t line)
{
   struct ir_instr *in = ir_instr_create(s, op, nsrc, 1);
   if (!in || !ir_block_insert(b, *at, in)) {
      s->arena.out_of_memory = true;
      return NULL;
   }
   in->line = line;
   ++*at;
   return in;
}

static struct ir_src
uniform(struct ir_shader *s, struct ir_block *b, size_t *at, uint32_t slot, unsigned comp, uint32_t line)
{
   struct ir_instr *in = insert(s, b, at, IR_LOAD_UNIFORM, 0, line);
   if (!in)
      return ir_undef();
   in->index = (int32_t)slot;
   in->comp = (uint8_t)comp;
   return ir_ssa(in->dst);
}

static struct ir_src
alu(struct ir_shader *s, struct ir_block *b, size_t *at, enum ir_op op, struct ir_src s0, struct ir_src s1,
    uint32_t line)
{
   struct ir_instr *in = insert(s, b, at, op, 2, line);
   if (!in)
      return ir_undef();
   in->src[0] = s0;
   in->src[1] = s1;
   return ir_ssa(in->dst);
}

/** \p at is left at the lookup, before which what it needs is inserted. */
static void
lower(struct ir_shader *s, struct ir_block *b, size_t *at, uint32_t slot)
{
   struct ir_instr *tex = b->instrs.data[*at];
   for (unsigned k = 0; k < 3; k++) {
      const struct ir_src scale = uniform(s, b, at, slot, k, tex->line),
                          low = uniform(s, b, at, slot + 1, k, tex->line);
      const struct ir_src scaled = alu(s, b, at, IR_FMUL, tex->src[k], scale, tex->line),
                          high = alu(s, b, at, IR_FADD, scale, ir_neg(low), tex->line);
      const struct ir_src above = alu(s, b, at, IR_FMAX, scaled, low, tex->line);
      tex->src[k] = alu(s, b, at, IR_FMIN, above, high, tex->line);
   }
}

bool
ir_lower_tex_scale(struct ir_shader *s, uint32_t samplers)
{
   const uint32_t first = s->num_uniform_slots;
   bool progress = false;
   s->num_uniform_slots += 2 * (uint32_t)__builtin_popcount(samplers);
   for (struct ir_node *node = ir_first_node(s); node; node = ir_next_node(node)) {
      struct ir_block *b = node->kind == IR_NODE_BLOCK ? node->block : NULL;
      for (size_t i = 0; b && i < b->instrs.count && !s->arena.out_of_memory; i++) {
         const struct ir_instr *in = b->instrs.data[i];
         const uint32_t bit = in->op == IR_TEX ? 1u << in->tex.sampler : 0;
         if (in->op != IR_TEX || in->tex.target != IR_TEX_3D || !(samplers & bit))
            continue;
         progress = true;
         lower(s, b, &i, first + 2 * (uint32_t)__builtin_popcount(samplers & (bit - 1)));
      }
   }
   return progress;
}
