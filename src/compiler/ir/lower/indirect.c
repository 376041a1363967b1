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
#include "compiler/ir/core/util.h"

#include <assert.h>
#include "compiler/ir/target.h"
#include "util/u_math.h"

struct indirect {
   struct ir_shader *s;
   struct ir_defs d;
   bool vars, uniforms;
};

/** What an index can be: multiples of step up to max. */
struct reach {
   uint32_t max, step;
};

#define ANYWHERE ((struct reach){UINT32_MAX, 1})

static struct reach
reach_of(const struct indirect *x, const struct ir_src *s, unsigned depth)
{
   if (s->kind == IR_SRC_IMM)
      return (struct reach){(int32_t)s->bits < 0 ? 0 : s->bits, s->bits ? s->bits : UINT32_MAX};
   const struct ir_instr *in = s->kind == IR_SRC_SSA && s->bits < x->d.num ? x->d.instr[s->bits] : NULL;
   if (!in || depth > 8 || in->nsrc != 2)
      return ANYWHERE;
   struct reach a = reach_of(x, &in->src[0], depth + 1), b = reach_of(x, &in->src[1], depth + 1);
   const bool imm = in->src[1].kind == IR_SRC_IMM;
   switch (in->op) {
   case IR_IMIN:
      return (struct reach){MIN2(a.max, b.max), 1};
   case IR_IMAX:
      return (struct reach){MAX2(a.max, b.max), 1};
   case IR_IMUL:
   case IR_ISHL:
      if (!imm || a.max == UINT32_MAX || b.max > 4096)
         return ANYWHERE;
      b.max = in->op == IR_ISHL ? 1u << MIN2(b.max, 12) : b.max;
      return (uint64_t)a.max * b.max > 65536 ? ANYWHERE : (struct reach){a.max * b.max, MAX2(b.max, 1)};
   case IR_IADD:
      if (a.max > 65536 || b.max > 65536)
         return ANYWHERE;
      return (struct reach){a.max + b.max, a.step == b.step ? a.step : 1};
   default:
      return ANYWHERE;
   }
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

/** Elements of a load, of \p num from its constant part on. The instruction has one result. */
static void
lower_load(struct ir_builder *b, struct ir_instr *in, struct reach r)
{
   assert(in->ndst == 1 && in->nsrc == 1 && r.step);
   struct ir_src dyn = in->src[0], v = load_element(b, in, (uint32_t)in->index, in->comp);
   for (uint32_t k = r.step; k <= r.max; k += r.step) {
      struct ir_src e = load_element(b, in, (uint32_t)in->index + k, in->comp);
      v = ir_alu3(b, IR_CSEL, is_element(b, dyn, k), e, v);
      if (k > UINT32_MAX - r.step)
         break;
   }
   in->indirect = false;
   in->var = NULL;
   ir_make_mov(in, v);
}

/** One instruction a component stays simple: loads of several become several. */
static void
split_load(struct ir_builder *b, struct ir_instr *in, struct reach r)
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
      lower_load(b, one, r);
      if (!u_vec_push(&b->cur->instrs, one))
         b->shader->arena.out_of_memory = true;
   }
   in->ndst = 1;
   lower_load(b, in, r);
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
   struct reach r = reach_of(x, &in->src[0], 0);
   r.max = MIN2(r.max, end - 1 - MIN2((uint32_t)in->index, end - 1));
   split_load(b, in, r);
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
