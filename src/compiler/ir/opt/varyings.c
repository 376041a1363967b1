/* SPDX-License-Identifier: MIT
 *
 * What a vertex shader hands to a fragment shader, seen from both sides: components that are always the same
 * constant, or the same value as another component, need not be interpolated, and what is not read need not
 * be written. Interpolation keeps a constant exactly and treats equal inputs alike (ES 2.0.25 3.5.1), so no
 * picture changes. What transform feedback captures is written all the same. Both shaders must be in SSA form.
 */
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"

#include <assert.h>
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
         assert(in->index >= 0 && (size_t)in->index < vs->outputs.count && in->comp < 4);
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
   assert(c[at].always && at / 4 < vs->outputs.count);
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

/** Does a target that reads vectors gain by a component that goes? Only if all of them are constants. */
static bool
pays(const struct ir_shader *fs, const struct component *c, int output)
{
   bool all = true;
   for (unsigned k = 0; k < 4; k++) {
      const struct component *o = &c[output * 4 + (int)k];
      all &= !o->stores || (o->always && o->value.kind != IR_SRC_SSA);
   }
   return all || !fs->target->max_inputs;
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
         if (o >= 0 && in->ndst == 1 && c[at].always && pays(fs, c, o)) {
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
         assert(in->comp + in->ndst <= 4);
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
         if (vs->outputs.data[in->index].captured)
            continue;
         if (input < 0 || !(read[input] & 1u << in->comp)) {
            ir_block_remove(n->block, i);
            progress = true;
         }
      }
   return progress;
}

/** Where a component of an input goes: input * 4 + component. */
struct move {
   uint16_t to;
};

static unsigned
num_bits(uint8_t mask)
{
   return (unsigned)__builtin_popcount(mask);
}

/** Components that are left move down to x, y, ... of their own input. */
static void
compact(const struct ir_shader *fs, const int *output_of, const uint8_t *read, struct move *move)
{
   for (size_t input = 0; input < fs->inputs.count; input++) {
      unsigned n = 0;
      for (unsigned k = 0; k < 4 && output_of[input] >= 0; k++)
         if (read[input] & 1u << k)
            move[input * 4 + k].to = (uint16_t)(input * 4 + n++);
   }
}

/** Gives the next \p n components to components \p from.. of an input. */
static void
take(struct move *move, size_t input, const unsigned *from, unsigned n, const size_t *room, unsigned *next)
{
   assert(n <= 4);
   for (unsigned i = 0; i < n; i++, ++*next)
      move[input * 4 + from[i]].to = (uint16_t)(room[*next / 4] * 4 + *next % 4);
}

/** What is read of each input, the larger first, goes to the first vector that has room for all of it. */
static bool
pack_whole(const struct ir_shader *fs, const int *output_of, const uint8_t *read, struct move *move,
           const size_t *room, unsigned inputs)
{
   uint8_t used[32] = {0};
   unsigned vectors = inputs;
   for (size_t i = 0; i < fs->inputs.count; i++)
      vectors += output_of[i] < 0 && fs->inputs.data[i].semantic != IR_SEM_FACE;
   if (vectors <= fs->target->max_inputs || inputs > sizeof used)
      return false;
   for (unsigned n = 4; n; n--)
      for (unsigned r = 0; r < inputs; r++) {
         unsigned to = 0, next = 0;
         if (num_bits(read[room[r]]) != n)
            continue;
         while (used[to] + n > 4)
            to++;
         for (unsigned k = 0; k < 4; k++)
            if (read[room[r]] & 1u << k)
               move[room[r] * 4 + k].to = (uint16_t)(room[to] * 4 + used[to] + next++);
         used[to] = (uint8_t)(used[to] + n);
      }
   return true;
}

/** Components of all inputs close ranks, if that makes fewer pairs: two are interpolated at the price of one.
 * Pairs stay pairs, as texture coordinates want it; directions of three components are left in peace. */
static bool
pack(struct ir_shader *fs, const int *output_of, const uint8_t *read, struct move *move, size_t *room)
{
   unsigned pairs = 0, total = 0, inputs = 0, next = 0;
   const struct ir_io *first = NULL;
   for (size_t i = 0; i < fs->inputs.count; i++) {
      if (output_of[i] < 0 || !read[i])
         continue;
      const struct ir_io *io = &fs->inputs.data[i];
      if (first && (io->flat != first->flat || io->centroid != first->centroid))
         return false;
      first = io;
      room[inputs++] = i;
      pairs += (num_bits(read[i]) + 1) / 2;
      total += num_bits(read[i]);
   }
   if (fs->target->max_inputs)
      return pack_whole(fs, output_of, read, move, room, inputs);
   if ((total + 1) / 2 == pairs)
      return false;
   for (struct ir_node *n = ir_first_node(fs); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->op == IR_TEX && (in->tex.target == IR_TEX_CUBE || in->tex.target == IR_TEX_3D))
            return false;
      }
   for (unsigned singles = 0; singles < 2; singles++)
      for (unsigned r = 0; r < inputs; r++) {
         unsigned comps[4], n = 0, even;
         for (unsigned k = 0; k < 4; k++)
            if (read[room[r]] & 1u << k)
               comps[n++] = k;
         even = n & ~1u;
         if (singles)
            take(move, room[r], comps + even, n - even, room, &next);
         else
            take(move, room[r], comps, even, room, &next);
      }
   return true;
}

/** Each component goes to a place of its own; both shaders follow. */
static bool
apply(struct ir_shader *vs, struct ir_shader *fs, const int *output_of, const struct move *move)
{
   bool progress = false;
   for (struct ir_node *n = ir_first_node(fs); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_LOAD_INPUT || output_of[in->index] < 0)
            continue;
         uint32_t at = (uint32_t)in->index * 4 + in->comp, to = move[at].to;
         progress |= to != at;
         in->index = (int32_t)(to / 4);
         in->comp = to % 4;
      }
   for (struct ir_node *n = ir_first_node(vs); n && progress; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         struct ir_instr *in = n->block->instrs.data[i];
         if (in->op != IR_STORE_OUTPUT)
            continue;
         int input = matching_input(fs, &vs->outputs.data[in->index]);
         if (input < 0 || output_of[input] < 0)
            continue; /* what is read of the others has been found above, the rest removed */
         uint32_t to = move[(uint32_t)input * 4 + in->comp].to;
         assert(output_of[to / 4] >= 0);
         in->index = output_of[to / 4];
         in->comp = to % 4;
      }
   for (size_t i = 0; i < fs->inputs.count && progress; i++)
      if (output_of[i] >= 0)
         fs->inputs.data[i].ncomp = vs->outputs.data[output_of[i]].ncomp = 4;
   return progress;
}

static bool
rearrange(struct ir_shader *vs, struct ir_shader *fs, const int *output_of, const uint8_t *read)
{
   for (struct ir_node *n = ir_first_node(fs); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++)
         if (n->block->instrs.data[i]->op == IR_LOAD_INPUT && n->block->instrs.data[i]->ndst != 1)
            return false;
   struct move *move = calloc(fs->inputs.count * 4 + 1, sizeof *move);
   size_t *room = calloc(fs->inputs.count + 1, sizeof *room);
   bool progress = false;
   if (!move || !room) {
      fs->arena.out_of_memory = true;
   } else {
      if (!pack(fs, output_of, read, move, room))
         compact(fs, output_of, read, move);
      progress = apply(vs, fs, output_of, move);
   }
   free(move);
   free(room);
   return progress;
}

bool
ir_opt_varyings(struct ir_shader *vs, struct ir_shader *fs)
{
   assert(vs->stage == IR_VERTEX && fs->stage == IR_FRAGMENT);
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
      for (size_t i = 0; i < fs->inputs.count; i++) /* what is captured stays where it is */
         if (output_of[i] >= 0 && vs->outputs.data[output_of[i]].captured)
            output_of[i] = -1;
      progress |= rearrange(vs, fs, output_of, read);
   }
   free(c);
   free(output_of);
   free(read);
   return progress;
}
