/* SPDX-License-Identifier: MIT
 *
 * Dynamic elements become chains of selects, for targets that cannot index their registers or constants: a load
 * reads every element that the index can name and selects one; a store writes all of them, with what was there
 * where the index names another. An index outside of the array is undefined; here it reads the first element and
 * writes none.
 *
 * How far an index of a uniform reaches is seen in its arithmetic: the front end keeps it inside of the array by
 * IMIN. Without that the chain reaches the end of the constants.
 */
#include <assert.h>

#include "compiler/ir/core/types.h"
#include "compiler/ir/core/util.h"
#include "compiler/ir/target.h"
#include "util/u_math.h"

struct indirect {
   struct ir_shader *s;
   struct ir_defs d;
   bool vars, uniforms;
};

enum { REACH_MAX = 1024 };

/** What an index can be: any of some numbers below REACH_MAX, or whatever the array has. */
struct reach {
   bool anywhere;
   uint64_t set[REACH_MAX / 64];
};

static bool
reaches(const struct reach *r, uint32_t k)
{
   return r->anywhere || (k < REACH_MAX && r->set[k / 64] >> k % 64 & 1);
}

static void
add(struct reach *r, uint32_t k)
{
   if (k < REACH_MAX)
      r->set[k / 64] |= UINT64_C(1) << k % 64;
   else
      r->anywhere = true;
}

/** UINT32_MAX: anywhere. */
static uint32_t
greatest(const struct reach *r)
{
   uint32_t max = UINT32_MAX;
   if (!r->anywhere)
      for (max = REACH_MAX - 1; max && !reaches(r, max);)
         max--;
   return max;
}

static void
add_up_to(struct reach *r, uint32_t max)
{
   for (uint32_t k = 0; k <= max && !r->anywhere; k++)
      add(r, k);
}

static void
add_products(struct reach *r, const struct reach *a, uint32_t factor)
{
   for (uint32_t k = 0; k < REACH_MAX; k++)
      if (reaches(a, k))
         add(r, k && factor > REACH_MAX ? REACH_MAX : k * factor);
}

static void
add_sums(struct reach *r, const struct reach *a, const struct reach *b)
{
   r->anywhere |= greatest(a) + greatest(b) >= REACH_MAX;
   for (uint32_t i = 0; i < REACH_MAX && !r->anywhere; i++)
      for (uint32_t w = 0; reaches(a, i) && w + i / 64 < REACH_MAX / 64; w++) {
         const uint32_t at = w + i / 64;
         r->set[at] |= b->set[w] << i % 64 | (w && i % 64 ? b->set[w - 1] >> (64 - i % 64) : 0);
      }
}

/** Adds to \p r what \p s can be. */
static void
find_reach(const struct indirect *x, const struct ir_src *s, unsigned depth, struct reach *r)
{
   if (s->kind == IR_SRC_IMM) {
      add(r, s->bits);
      return;
   }
   const struct ir_instr *in = s->kind == IR_SRC_SSA && s->bits < x->d.num ? x->d.instr[s->bits] : NULL;
   struct reach a = {0}, b = {0};
   if (!in || depth > 8 || in->nsrc != 2) {
      r->anywhere = true;
      return;
   }
   find_reach(x, &in->src[0], depth + 1, &a);
   find_reach(x, &in->src[1], depth + 1, &b);
   const uint32_t factor = in->src[1].bits; /* if it is immediate */
   switch (in->op) {
   case IR_IMIN:
      add_up_to(r, MIN2(greatest(&a), greatest(&b)));
      break;
   case IR_IMAX:
      add_up_to(r, MAX2(greatest(&a), greatest(&b)));
      break;
   case IR_IMUL:
   case IR_ISHL:
      r->anywhere |= in->src[1].kind != IR_SRC_IMM || a.anywhere;
      if (!r->anywhere)
         add_products(r, &a, in->op == IR_ISHL ? 1u << MIN2(factor, 12) : factor);
      break;
   case IR_IADD:
      r->anywhere |= a.anywhere || b.anywhere;
      if (!r->anywhere)
         add_sums(r, &a, &b);
      break;
   default:
      r->anywhere = true;
   }
}

/** What a slot of uniforms holds. */
static enum ir_type
kind_of_slot(const struct ir_shader *s, uint32_t slot)
{
   for (size_t i = 0; i < s->int_uniforms.count; i++) {
      const struct ir_int_uniforms *u = &s->int_uniforms.data[i];
      if (slot - u->slot < u->count)
         return u->are_bools ? IR_TYPE_BOOL : IR_TYPE_INT;
   }
   return IR_TYPE_FLOAT;
}

static struct ir_src
is_element(struct ir_builder *b, struct ir_src dyn, uint32_t k)
{
   assert(!b->shader->float_ints);
   return ir_alu2(b, IR_IEQ, dyn, ir_imm(k));
}

static struct ir_src
load_element(struct ir_builder *b, const struct ir_instr *in, uint32_t elem, unsigned comp)
{
   return in->op == IR_LOAD_VAR ? ir_load_var(b, in->var, elem, ir_undef(), comp)
                                : ir_load_uniform(b, elem, ir_undef(), comp);
}

/** Elements of a load from its constant part on, of which there are \p num. The instruction has one result. An array of structures
 * has slots of other members between its own, perhaps of another kind. */
static void
lower_load(struct ir_builder *b, struct ir_instr *in, const struct reach *r, uint32_t num)
{
   assert(in->ndst == 1 && in->nsrc == 1);
   const uint32_t first = (uint32_t)in->index;
   struct ir_src dyn = in->src[0], v = load_element(b, in, first, in->comp);
   for (uint32_t k = 1; k < num; k++) {
      if (!reaches(r, k) ||
          (in->op == IR_LOAD_UNIFORM && kind_of_slot(b->shader, first + k) != kind_of_slot(b->shader, first)))
         continue;
      const struct ir_src e = load_element(b, in, first + k, in->comp);
      v = ir_alu3(b, IR_CSEL, is_element(b, dyn, k), e, v);
   }
   in->indirect = false;
   in->var = NULL;
   ir_make_mov(in, v);
}

/** One instruction a component stays simple: loads of several become several. */
static void
split_load(struct ir_builder *b, struct ir_instr *in, const struct reach *r, uint32_t num)
{
   for (unsigned k = 1; k < in->ndst; k++) {
      struct ir_instr *one = ir_instr_create(b->shader, (enum ir_op)in->op, 1, 0);
      if (!one)
         return;
      uint32_t dst = in->dst + k;
      *one = (struct ir_instr){.op = in->op,
                               .ndst = 1,
                               .nsrc = 1,
                               .comp = (uint8_t)(in->comp + k),
                               .dst = dst,
                               .index = in->index,
                               .var = in->var,
                               .src = one->src,
                               .line = in->line};
      one->src[0] = in->src[0];
      lower_load(b, one, r, num);
      if (!u_vec_push(&b->cur->instrs, one))
         b->shader->arena.out_of_memory = true;
   }
   in->ndst = 1;
   lower_load(b, in, r, num);
}

/** Stores to every element but the last, which the instruction itself becomes. */
static void
lower_store(struct ir_builder *b, struct ir_instr *in)
{
   assert(in->indirect && (uint32_t)in->index < in->var->len);
   struct ir_src dyn = in->src[in->nsrc - 1];
   for (uint32_t e = (uint32_t)in->index; e < in->var->len; e++) {
      struct ir_src here = is_element(b, dyn, e - (uint32_t)in->index);
      unsigned n = 0;
      struct ir_src v[4];
      for (unsigned k = 0; k < in->var->ncomp; k++)
         if (in->writemask >> k & 1) {
            v[n] = ir_alu3(b, IR_CSEL, here, in->src[n], ir_load_var(b, in->var, e, ir_undef(), k));
            n++;
         }
      if (e + 1 < in->var->len) {
         struct ir_instr *st = ir_emit(b, IR_STORE_VAR, n, 0);
         for (unsigned k = 0; st && k < n; k++)
            st->src[k] = v[k];
         if (st) {
            st->var = in->var;
            st->index = (int32_t)e;
            st->writemask = in->writemask;
         }
         continue;
      }
      for (unsigned k = 0; k < n; k++)
         in->src[k] = v[k];
      in->nsrc = (uint16_t)n;
   }
   in->index = (int32_t)in->var->len - 1;
   in->indirect = false;
}

static bool
rewrite(struct ir_builder *b, struct ir_instr *in, void *data)
{
   const struct indirect *x = data;
   if (!in->indirect || (in->op == IR_LOAD_UNIFORM ? !x->uniforms : !x->vars))
      return false;
   if (in->op == IR_STORE_VAR) {
      if ((uint32_t)in->index < in->var->len)
         lower_store(b, in);
      return true;
   }
   uint32_t end = in->op == IR_LOAD_VAR ? in->var->len : b->shader->num_uniform_slots;
   struct reach r = {0};
   find_reach(x, &in->src[0], 0, &r);
   split_load(b, in, &r, end - MIN2((uint32_t)in->index, end - 1));
   return true;
}

bool
ir_lower_indirect(struct ir_shader *s)
{
   const struct ir_target_stage *t = &s->target->stage[s->stage];
   struct indirect x = {.s = s, .vars = !t->indirect_vars, .uniforms = !t->indirect_uniforms};
   if ((!x.vars && !x.uniforms) || !ir_defs_init(&x.d, s))
      return false;
   bool progress = ir_rewrite_instrs(s, rewrite, &x);
   ir_defs_fini(&x.d);
   return progress;
}
