/* SPDX-License-Identifier: MIT
 *
 * What a vertex shader hands to a fragment shader, seen from both sides: components that are always the same
 * constant, or the same value as another component, need not be interpolated, and what is not read need not
 * be written. Interpolation keeps a constant exactly and treats equal inputs alike (ES 2.0.25 3.5.1), so no
 * picture changes. Both shaders must be in SSA form.
 */
#include "compiler/ir/ir_util.h"

#include <stdlib.h>

struct component {
   uint32_t stores;
   bool always; /* stored once, outside control flow */
   struct ir_src value;
};

/** Input of \p fs that output \p o of \p vs feeds, or -1. */
static int
matching_input(const struct ir_shader *fs, const struct ir_io *o)
{
   if (o->semantic != IR_SEM_GENERIC)
      return -1;
   for (size_t i = 0; i < fs->inputs.count; i++)
      if (fs->inputs.data[i].semantic == IR_SEM_GENERIC && fs->inputs.data[i].sem_index == o->sem_index)
         return (int)i;
   return -1;
}

static void
collect(struct ir_shader *vs, struct component *c)
{
   for (struct ir_node *n = ir_first_node(vs); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_STORE_OUTPUT)
            continue;
         struct component *k = &c[in->index * 4 + in->comp];
         k->stores++;
         k->always = k->stores == 1 && !n->parent;
         k->value = in->src[0];
      }
}

/** The first component, in order of outputs, that holds the same value and is fed to the same kind of input.
 */
static uint32_t
original(const struct ir_shader *vs, const struct ir_shader *fs, const struct component *c, uint32_t at)
{
   const struct ir_io *o = &vs->outputs.data[at / 4];
   if (c[at].value.kind != IR_SRC_SSA)
      return at;
   for (uint32_t i = 0; i < at; i++) {
      const struct ir_io *p = &vs->outputs.data[i / 4];
      if (c[i].always && ir_src_equal(&c[i].value, &c[at].value) && p->flat == o->flat &&
          p->centroid == o->centroid && matching_input(fs, p) >= 0)
         return i;
   }
   return at;
}

/** Rewrites the fragment shader's loads; marks what stays read. */
static bool
rewrite_loads(struct ir_shader *vs, struct ir_shader *fs, const struct component *c, const int *output_of,
              uint8_t *read)
{
   bool progress = false;
   for (struct ir_node *n = ir_first_node(fs); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_LOAD_INPUT)
            continue;
         int o = output_of[in->index];
         uint32_t at = o < 0 ? 0 : (uint32_t)o * 4 + in->comp;
         if (o >= 0 && in->ndst == 1 && c[at].always) {
            uint32_t from = original(vs, fs, c, at);
            if (c[at].value.kind != IR_SRC_SSA) {
               in->op = IR_MOV;
               in->nsrc = 1;
               in->src = u_arena_new(&fs->arena, struct ir_src);
               if (!in->src)
                  return progress;
               in->src[0] = c[at].value;
               progress = true;
               continue;
            }
            if (from != at) {
               in->index = matching_input(fs, &vs->outputs.data[from / 4]);
               in->comp = (uint8_t)(from % 4);
               progress = true;
            }
         }
         read[in->index] |= (uint8_t)(((1u << in->ndst) - 1) << in->comp);
      }
   return progress;
}

static bool
remove_unread(struct ir_shader *vs, const struct ir_shader *fs, const uint8_t *read)
{
   bool progress = false;
   for (struct ir_node *n = ir_first_node(vs); n; n = ir_next_node(n))
      for (size_t i = n->kind == IR_NODE_BLOCK ? n->block->instrs.count : 0; i-- > 0;) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_STORE_OUTPUT || vs->outputs.data[in->index].semantic != IR_SEM_GENERIC)
            continue;
         int input = matching_input(fs, &vs->outputs.data[in->index]);
         if (input < 0 || !(read[input] & 1u << in->comp)) {
            ir_block_remove(n->block, i);
            progress = true;
         }
      }
   return progress;
}

/** Components that are left move down to x, y, ...: two of them are interpolated at the price of one. */
static bool
compact(struct ir_shader *vs, struct ir_shader *fs, const int *output_of, const uint8_t *read)
{
   bool progress = false;
   for (size_t input = 0; input < fs->inputs.count; input++) {
      uint8_t to[4], n = 0;
      for (uint8_t k = 0; k < 4; k++)
         to[k] = read[input] & 1u << k ? n++ : 4;
      if (output_of[input] < 0 || !n || read[input] == (1u << n) - 1)
         continue;
      bool scalar = true;
      for (struct ir_node *b = ir_first_node(fs); b; b = ir_next_node(b))
         for (size_t i = 0; b->kind == IR_NODE_BLOCK && i < b->block->instrs.count; i++) {
            const struct ir_instr *in = b->block->instrs.data[i];
            scalar &= in->op != IR_LOAD_INPUT || (size_t)in->index != input || in->ndst == 1;
         }
      if (!scalar)
         continue;
      for (struct ir_node *b = ir_first_node(fs); b; b = ir_next_node(b))
         for (size_t i = 0; b->kind == IR_NODE_BLOCK && i < b->block->instrs.count; i++) {
            struct ir_instr *in = b->block->instrs.data[i];
            if (in->op == IR_LOAD_INPUT && (size_t)in->index == input)
               in->comp = to[in->comp];
         }
      for (struct ir_node *b = ir_first_node(vs); b; b = ir_next_node(b))
         for (size_t i = 0; b->kind == IR_NODE_BLOCK && i < b->block->instrs.count; i++) {
            struct ir_instr *in = b->block->instrs.data[i];
            if (in->op == IR_STORE_OUTPUT && in->index == output_of[input])
               in->comp = to[in->comp]; /* what is not read has been removed */
         }
      progress = true;
   }
   return progress;
}

bool
ir_opt_varyings(struct ir_shader *vs, struct ir_shader *fs)
{
   bool progress = false;
   struct component *c = calloc(vs->outputs.count * 4 + 1, sizeof *c);
   int *output_of = calloc(fs->inputs.count + 1, sizeof *output_of);
   uint8_t *read = calloc(fs->inputs.count + 1, 1);
   if (!c || !output_of || !read) {
      vs->arena.out_of_memory = true;
   } else {
      for (size_t i = 0; i < fs->inputs.count; i++)
         output_of[i] = -1;
      for (size_t o = 0; o < vs->outputs.count; o++) {
         int i = matching_input(fs, &vs->outputs.data[o]);
         if (i >= 0)
            output_of[i] = (int)o;
      }
      collect(vs, c);
      progress = rewrite_loads(vs, fs, c, output_of, read);
      progress |= remove_unread(vs, fs, read);
      progress |= compact(vs, fs, output_of, read);
   }
   free(c);
   free(output_of);
   free(read);
   return progress;
}

void
ir_run_link_pipeline(struct ir_shader *vs, struct ir_shader *fs, const struct ir_options *opt)
{
   ir_run_pipeline(vs, opt);
   ir_run_pipeline(fs, opt);
   if (opt->no_optimise || vs->arena.out_of_memory || fs->arena.out_of_memory)
      return;
   /* a constant may make inputs of the fragment shader unread, and so values of the vertex shader dead */
   for (unsigned round = 0; round < 3 && ir_opt_varyings(vs, fs); round++) {
      ir_run_pipeline(fs, opt);
      ir_run_pipeline(vs, opt);
   }
   if (!opt->hoist_uniforms)
      return;
   struct ir_shader *both[] = {vs, fs};
   for (unsigned i = 0; i < 2; i++)
      if (ir_opt_uniform_exprs(both[i]))
         ir_opt_dead_code(both[i]);
}
