/* SPDX-License-Identifier: MIT
 *
 * Expressions of uniforms and constants have one value for a whole draw: they move into the shader's
 * preamble, which the CPU runs when uniforms change, and become further constants. The CPU computes them by
 * ir_eval_alu, with the hardware's arithmetic, so that an expression has the same bits whether it moved or
 * not; what ir_eval_alu leaves to the GPU (exp2, log2, sin, cos) stays there, with what depends on it.
 *
 * Only values that something else reads become constants. Nothing that moves can trap or have effects, so it
 * may be computed even where the shader would have branched around it.
 */
#include "compiler/ir/ir_util.h"

#include <stdlib.h>
#include <string.h>

#define NO_NUMBER UINT32_MAX

enum { VARIES, LEAF, COMPUTED }; /* what a value is */

struct hoist {
   struct ir_shader *s;
   struct ir_defs d;
   uint8_t *kind;
   uint32_t *number; /* value in the preamble */
   U_VEC(struct ir_instr *) instrs;
   U_VEC(uint32_t) results;
   bool oom;
};

static bool
is_uniform(const struct hoist *h, const struct ir_src *s)
{
   return s->kind != IR_SRC_SSA || h->kind[s->bits] != VARIES;
}

static uint8_t
kind_of(const struct hoist *h, const struct ir_instr *in)
{
   if (in->op == IR_LOAD_UNIFORM)
      return in->indirect ? VARIES : LEAF;
   if (!ir_can_eval((enum ir_op)in->op))
      return VARIES;
   for (unsigned k = 0; k < in->nsrc; k++)
      if (!is_uniform(h, &in->src[k]))
         return VARIES;
   return COMPUTED;
}

static void
classify(struct hoist *h)
{
   for (struct ir_node *n = ir_first_node(h->s); n; n = ir_next_node(n))
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         uint8_t kind = kind_of(h, in);
         for (unsigned k = 0; k < in->ndst; k++)
            h->kind[in->dst + k] = kind;
      }
}

/** Instructions that value \p v needs and that are not in the preamble yet; more than \p max stop the count.
 */
static unsigned
count_new(const struct hoist *h, uint32_t v, unsigned max)
{
   if (h->number[v] != NO_NUMBER)
      return 0;
   const struct ir_instr *in = h->d.instr[v];
   unsigned n = 1;
   for (unsigned k = 0; k < in->nsrc && n <= max; k++)
      if (in->src[k].kind == IR_SRC_SSA)
         n += count_new(h, in->src[k].bits, max - n);
   return n;
}

/** Copies the instruction that defines \p v, after those it needs. */
static uint32_t
add(struct hoist *h, uint32_t v)
{
   if (h->number[v] != NO_NUMBER || h->oom)
      return h->number[v];
   const struct ir_instr *in = h->d.instr[v];
   struct ir_instr *c = u_arena_new(&h->s->arena, struct ir_instr);
   struct ir_src *src = u_arena_array(&h->s->arena, struct ir_src, in->nsrc + 1u);
   if (!c || !src) {
      h->oom = true;
      return 0;
   }
   *c = *in;
   c->src = src;
   for (unsigned k = 0; k < in->nsrc; k++) {
      src[k] = in->src[k];
      if (src[k].kind == IR_SRC_SSA)
         src[k].bits = add(h, src[k].bits);
   }
   if (in->op == IR_LOAD_UNIFORM)
      c->comp = (uint8_t)(in->comp + (v - in->dst));
   c->ndst = 1;
   c->dst = (uint32_t)h->instrs.count;
   h->number[v] = c->dst;
   h->oom |= !u_vec_push(&h->instrs, c);
   return c->dst;
}

/** Something that stays on the GPU reads \p s: the instruction behind it becomes a load of a new constant. */
static void
root(struct hoist *h, const struct ir_src *s)
{
   if (s->kind != IR_SRC_SSA || h->kind[s->bits] != COMPUTED || h->oom)
      return;
   struct ir_instr *in = h->d.instr[s->bits];
   size_t room = IR_PREAMBLE_INSTRS - h->instrs.count;
   if (h->results.count == IR_PREAMBLE_RESULTS || count_new(h, s->bits, (unsigned)room) > room)
      return;
   uint32_t number = add(h, s->bits);
   uint32_t at = (uint32_t)h->results.count;
   if (h->oom || !u_vec_push(&h->results, number)) {
      h->oom = true;
      return;
   }
   in->op = IR_LOAD_UNIFORM;
   in->sat = false;
   in->nsrc = 0;
   in->index = (int32_t)(h->s->num_uniform_slots + at / 4);
   in->comp = (uint8_t)(at % 4);
   h->kind[s->bits] = LEAF;
}

static void
find_roots(struct hoist *h)
{
   for (struct ir_node *n = ir_first_node(h->s); n; n = ir_next_node(n)) {
      if (n->kind == IR_NODE_IF)
         root(h, &n->cond);
      for (size_t i = 0; n->kind == IR_NODE_BLOCK && i < n->block->instrs.count; i++) {
         const struct ir_instr *in = n->block->instrs.data[i];
         if (in->ndst && h->kind[in->dst] != VARIES)
            continue;
         for (unsigned k = 0; k < in->nsrc; k++)
            root(h, &in->src[k]);
      }
   }
}

bool
ir_opt_uniform_exprs(struct ir_shader *s)
{
   struct hoist h = {.s = s};
   bool progress = false;
   if (s->preamble.num_results || !ir_defs_init(&h.d, s))
      return false;
   h.kind = calloc(s->num_values + 1, 1);
   h.number = malloc((s->num_values + 1) * sizeof *h.number);
   if (!h.kind || !h.number) {
      h.oom = true;
      goto out;
   }
   memset(h.number, 0xff, (s->num_values + 1) * sizeof *h.number);
   classify(&h);
   find_roots(&h);
   if (h.oom || !h.results.count)
      goto out;
   struct ir_preamble *p = &s->preamble;
   p->instrs = u_arena_array(&s->arena, struct ir_instr *, h.instrs.count);
   p->results = u_arena_array(&s->arena, uint32_t, h.results.count);
   if (!p->instrs || !p->results)
      goto out;
   memcpy(p->instrs, h.instrs.data, h.instrs.count * sizeof *p->instrs);
   memcpy(p->results, h.results.data, h.results.count * sizeof *p->results);
   p->num_instrs = (uint32_t)h.instrs.count;
   p->num_results = (uint32_t)h.results.count;
   p->first_slot = s->num_uniform_slots;
   s->num_uniform_slots += (p->num_results + 3) / 4;
   progress = true;
out:
   if (h.oom)
      s->arena.out_of_memory = true;
   free(h.kind);
   free(h.number);
   u_vec_fini(&h.instrs);
   u_vec_fini(&h.results);
   ir_defs_fini(&h.d);
   return progress;
}
