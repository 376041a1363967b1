/* SPDX-License-Identifier: MIT
 *
 * Differential test: random shaders (nested branches and loops, arrays, textures, every operation) run on the
 * IR reference machine as built, and as machine code for chips of all generations, compiled from the IR as
 * built (mutable variables), after the required passes and after all passes. All must agree.
 *
 * TEST_VLIW_SEED and TEST_VLIW_COUNT choose what to run by hand; TEST_VLIW_BUDGET cuts a shader down to so
 * many statements.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "../../random_share.h"
#include "compiler/ir/target.h"
#include "compiler/terascale/passes.h"
#include "util/u_math.h"
#include "vliw_ref.h"

static uint32_t rng_state;

static uint32_t
rnd(uint32_t n)
{
   rng_state = rng_state * 1664525 + 1013904223;
   return (uint32_t)((uint64_t)(rng_state >> 4) * n >> 28);
}

#define POOL 24
struct pool {
   struct ir_src v[POOL];
   unsigned n;
};

struct gen {
   struct ir_builder b;
   struct ir_shader *s;
   struct pool f, i, c; /* floats, ints, conditions */
   struct ir_var *fvar[4], *arr[2];
   unsigned depth, budget, loops;
};

static void
put(struct pool *p, struct ir_src v)
{
   if (p->n < POOL)
      p->v[p->n++] = v;
   else
      p->v[rnd(POOL)] = v;
}

/* All below draws numbers in an order that C fixes, not in a call's arguments: a seed is the same program on every host. */

static struct ir_src
load_uniform(struct gen *g, uint32_t slots, struct ir_src at)
{
   const uint32_t slot = rnd(slots);
   return ir_load_uniform(&g->b, slot, at, rnd(4));
}

static struct ir_src
get_f(struct gen *g)
{
   struct ir_src s;
   static const float consts[] = {0, 1, -1, 0.5f, -0.5f, 2, 0.3f, -7.25f, 3.1f, 100};
   uint32_t r = rnd(10);
   if (r < 2 || !g->f.n)
      s = ir_immf(consts[rnd(10)]);
   else if (r == 2)
      s = load_uniform(g, 60, ir_undef());
   else
      s = g->f.v[rnd(g->f.n)];
   if (rnd(6) == 0 && s.kind == IR_SRC_SSA)
      s = ir_neg(s);
   if (rnd(12) == 0 && s.kind == IR_SRC_SSA)
      s = ir_abs(s);
   return s;
}

static struct ir_src
plain_f(struct gen *g)
{
   struct ir_src s = get_f(g);
   s.neg = s.abs = false;
   return s;
}

static struct ir_src
get_i(struct gen *g)
{
   static const uint32_t odd[] = {0x80000000, 0x7fffffff, 0xffff, 0x10000,
                                  0x12345678, 0xfffffffe, 1,      0x3f800000};
   if (g->i.n && rnd(4))
      return g->i.v[rnd(g->i.n)];
   return rnd(4) ? ir_imm(rnd(9) - 4) : ir_imm(odd[rnd(8)]);
}

static struct ir_src
get_c(struct gen *g)
{
   if (g->c.n && rnd(3))
      return g->c.v[rnd(g->c.n)];
   static const uint8_t ops[] = {IR_FLT, IR_FGE, IR_FEQ, IR_FNE};
   const enum ir_op op = (enum ir_op)ops[rnd(4)];
   const struct ir_src x = get_f(g), y = rnd(3) ? get_f(g) : ir_immf(0);
   struct ir_src r = ir_alu2(&g->b, op, x, y);
   put(&g->c, r);
   return r;
}

/** Of something that varies: to the passes all else has no slope, to the reference every value has one. */
static void
derivative(struct gen *g)
{
   uint32_t i = 0;
   while (i < g->s->inputs.count && g->s->inputs.data[i].semantic == IR_SEM_FACE)
      i++;
   if (i == g->s->inputs.count)
      return;
   struct ir_src v = ir_load_input(&g->b, i, rnd(4));
   v = ir_alu2(&g->b, IR_FADD, v, get_f(g));
   put(&g->f, ir_alu1(&g->b, rnd(2) ? IR_FDDX : IR_FDDY, v));
}

/** Any value made finite: out of it come no NaNs. */
static struct ir_src
tame(struct gen *g, struct ir_src v)
{
   v = ir_alu2(&g->b, IR_FMAX, v, ir_immf(-50.0f));
   return ir_alu2(&g->b, IR_FMIN, v, ir_immf(50.0f));
}

/** What may be infinite of a zero: of a value that is none, or cut afterwards. Rules of floats take infinity * 0 for 0
 * (opt/algebraic_float.c), so no such product may come to be. */
static struct ir_src
with_pole(struct gen *g, enum ir_op op, struct ir_src v)
{
   if (rnd(3))
      return ir_alu1(&g->b, op, ir_alu2(&g->b, IR_FMAX, ir_abs(v), ir_immf(0x1p-10f)));
   return tame(g, ir_alu1(&g->b, op, v));
}

static void
float_op(struct gen *g)
{
   static const uint8_t one[] = {IR_FFLOOR, IR_FCEIL, IR_FTRUNC, IR_FROUND, IR_FFRACT, IR_FRCP, IR_MOV};
   static const uint8_t two[] = {IR_FADD, IR_FMUL, IR_FMIN, IR_FMAX, IR_FADD, IR_FMUL};
   struct ir_src r;
   switch (rnd(10)) {
   case 0: {
      const enum ir_op op = (enum ir_op)one[rnd(7)];
      const struct ir_src x = get_f(g);
      r = op == IR_FRCP ? with_pole(g, op, x) : ir_alu1(&g->b, op, x);
      break;
   }
   case 1:
   case 2:
   case 3: {
      const enum ir_op op = (enum ir_op)two[rnd(6)];
      const struct ir_src x = get_f(g), y = get_f(g);
      r = ir_alu2(&g->b, op, x, y);
      break;
   }
   case 4:
   case 5: {
      const struct ir_src x = get_f(g), y = get_f(g), z = get_f(g);
      r = ir_alu3(&g->b, IR_FMAD, x, y, z);
      break;
   }
   case 6: {
      struct ir_src v[8];
      for (unsigned k = 0; k < 8; k++)
         v[k] = k % 4 < 3 || rnd(2) ? get_f(g) : ir_immf(0);
      struct ir_instr *in = ir_emit(&g->b, IR_FDOT4, 8, 1);
      memcpy(in->src, v, sizeof v);
      r = ir_ssa(in->dst);
      break;
   }
   case 7: {
      static const uint8_t ops[] = {IR_FSQRT, IR_FRSQ, IR_FSIN, IR_FCOS, IR_FEXP2, IR_FLOG2, IR_FSIGN};
      struct ir_src v = tame(g, get_f(g));
      unsigned k = rnd(7);
      if (k < 2 || k == 5)
         v = ir_abs(v);
      r = k == 1 || k == 5 ? with_pole(g, (enum ir_op)ops[k], v) : ir_alu1(&g->b, (enum ir_op)ops[k], v);
      break;
   }
   case 8: {
      const struct ir_src c = get_c(g), x = plain_f(g), y = plain_f(g);
      r = ir_alu3(&g->b, IR_CSEL, c, x, y);
      break;
   }
   default:
      if (rnd(2)) {
         const enum ir_op op = rnd(2) ? IR_I2F : IR_U2F;
         r = ir_alu1(&g->b, op, get_i(g));
      } else {
         r = ir_alu2(&g->b, IR_IAND, get_c(g), ir_immf(1.0f));
      }
      break;
   }
   if (rnd(8) == 0 && r.kind == IR_SRC_SSA) {
      struct ir_instr *last = g->b.cur->instrs.data[g->b.cur->instrs.count - 1];
      if (last->dst == r.bits && (ir_op_infos[last->op].flags & IR_R))
         last->sat = true;
   }
   put(&g->f, r);
}

static void
int_op(struct gen *g)
{
   static const uint8_t two[] = {IR_IADD, IR_ISUB, IR_IMUL, IR_IMIN, IR_IMAX, IR_IAND,
                                 IR_IOR,  IR_IXOR, IR_UMIN, IR_UMAX, IR_UMULH};
   static const uint8_t cmp[] = {IR_ILT, IR_IGE, IR_IEQ, IR_INE, IR_ULT, IR_UGE};
   static const uint8_t shift[] = {IR_ISHL, IR_ISHR, IR_USHR};
   struct ir_src r;
   switch (rnd(9)) {
   case 0: {
      const enum ir_op op = rnd(3) ? IR_F2I : IR_F2U;
      r = ir_alu1(&g->b, op, tame(g, get_f(g)));
      break;
   }
   case 1: {
      const enum ir_op op = (enum ir_op)cmp[rnd(6)];
      const struct ir_src x = get_i(g), y = rnd(2) ? get_i(g) : ir_imm(0);
      put(&g->c, ir_alu2(&g->b, op, x, y));
      return;
   }
   case 2: {
      const enum ir_op op = (enum ir_op)shift[rnd(3)];
      const struct ir_src x = get_i(g), by = ir_imm(rnd(20));
      r = ir_alu2(&g->b, op, x, by);
      break;
   }
   case 3: {
      struct ir_src d = ir_alu2(&g->b, IR_IOR, get_i(g), ir_imm(1));
      r = ir_alu2(&g->b, IR_IDIV, ir_alu2(&g->b, IR_IAND, get_i(g), ir_imm(0xffff)), d);
      break;
   }
   case 4:
      r = rnd(2) ? ir_alu1(&g->b, IR_INEG, get_i(g)) : ir_alu1(&g->b, IR_INOT, get_i(g));
      break;
   case 5: { /* by zero: any value */
      struct ir_src a = get_i(g),
                    d = rnd(4) ? ir_alu2(&g->b, IR_UMAX, get_i(g), ir_imm(1)) : ir_imm(1 + rnd(40));
      r = ir_alu2(&g->b, rnd(2) ? IR_UDIV : IR_UMOD, a, d);
      break;
   }
   case 6: {
      const unsigned block = 1 + rnd(IR_MAX_BLOCKS), slot = rnd(40);
      r = ir_load_block(&g->b, block, slot, ir_undef(), rnd(4));
      break;
   }
   default: {
      const enum ir_op op = (enum ir_op)two[rnd(11)];
      const struct ir_src x = get_i(g), y = get_i(g);
      r = ir_alu2(&g->b, op, x, y);
      break;
   }
   }
   put(&g->i, r);
}

static void
texture(struct gen *g)
{
   const uint8_t op = (uint8_t)rnd(IR_TEX_OPS), target = (uint8_t)rnd(IR_TEX_TARGETS);
   struct ir_tex t = {.op = op, .target = target, .sampler = (uint8_t)rnd(4)};
   const bool cube = ir_tex_is_cube(t.target), shadow = ir_tex_is_shadow(t.target);
   struct ir_src src[10];
   if (t.op == IR_TEX_FETCH && (cube || shadow))
      t.target = IR_TEX_3D;
   if (ir_tex_coords(&t) == 4 && (t.op == IR_TEX_BIAS || t.op == IR_TEX_LOD))
      t.op = IR_TEX_SAMPLE; /* no room for a level */
   for (unsigned k = 0; k < 10; k++)
      src[k] = t.op >= IR_TEX_FETCH ? get_i(g) : plain_f(g);
   for (unsigned k = 0; k < 3 && t.op < IR_TEX_FETCH && !cube; k++)
      t.offset[k] = (int8_t)(rnd(3) ? 0 : (int)rnd(16) - 8);
   const unsigned ns = ir_tex_sources(&t);
   if (cube &&
       t.op < IR_TEX_FETCH) /* the machines compare CUBE's repeated operands bit by bit: no -0 against 0 */
      for (unsigned k = 0; k < 3; k++)
         src[k] = ir_alu2(&g->b, IR_FADD, tame(g, src[k]), ir_immf(0.013f));
   uint32_t d = ir_emit_tex(&g->b, t, src, ns);
   for (unsigned k = 0; k < 4; k++)
      if (rnd(3))
         put(&g->f, ir_ssa(d + k));
}

static void statements(struct gen *g, unsigned n);

static void
branch(struct gen *g)
{
   struct pool f = g->f, i = g->i, c;
   struct ir_src cond = get_c(g);
   c = g->c;
   f = g->f;
   i = g->i;
   struct ir_node *n = ir_push_if(&g->b, cond);
   statements(g, 1 + rnd(5));
   g->f = f;
   g->i = i;
   g->c = c;
   ir_push_else(&g->b, n);
   if (rnd(2))
      statements(g, 1 + rnd(4));
   g->f = f;
   g->i = i;
   g->c = c;
   ir_pop_if(&g->b, n);
}

static void
loop(struct gen *g)
{
   struct ir_var *counter = ir_var_create(g->s, "counter", 1, 1);
   ir_store_var(&g->b, counter, 0, ir_undef(), 0, ir_imm(0));
   struct pool f = g->f, i = g->i, c = g->c;
   struct ir_node *l = ir_push_loop(&g->b);
   struct ir_src v = ir_load_var(&g->b, counter, 0, ir_undef(), 0);
   struct ir_node *n = ir_push_if(&g->b, ir_alu2(&g->b, IR_IGE, v, ir_imm(1 + rnd(4))));
   ir_jump(&g->b, IR_BREAK);
   ir_push_else(&g->b, n);
   ir_pop_if(&g->b, n);
   ir_store_var(&g->b, counter, 0, ir_undef(), 0, ir_alu2(&g->b, IR_IADD, v, ir_imm(1)));
   put(&g->i, v);
   statements(g, 2 + rnd(5));
   if (rnd(2)) {
      n = ir_push_if(&g->b, get_c(g));
      struct pool f2 = g->f, i2 = g->i, c2 = g->c;
      if (rnd(2))
         statements(g, 1);
      g->f = f2;
      g->i = i2;
      g->c = c2;
      ir_jump(&g->b, rnd(3) ? IR_BREAK : IR_CONTINUE);
      ir_push_else(&g->b, n);
      ir_pop_if(&g->b, n);
      statements(g, 1 + rnd(3));
   }
   ir_pop_loop(&g->b, l);
   g->f = f;
   g->i = i;
   g->c = c;
}

static void
variable(struct gen *g)
{
   if (rnd(3)) {
      struct ir_var *v = g->fvar[rnd(4)];
      unsigned comp = rnd(v->ncomp);
      if (rnd(2))
         ir_store_var(&g->b, v, 0, ir_undef(), comp, plain_f(g));
      else
         put(&g->f, ir_load_var(&g->b, v, 0, ir_undef(), comp));
      return;
   }
   struct ir_var *a = g->arr[rnd(2)];
   unsigned comp = rnd(a->ncomp);
   struct ir_src idx = rnd(3) ? ir_alu2(&g->b, IR_IAND, get_i(g), ir_imm(7)) : ir_undef();
   if (rnd(2)) {
      const unsigned element = rnd(a->len);
      ir_store_var(&g->b, a, element, idx, comp, plain_f(g));
   } else {
      put(&g->f, ir_load_var(&g->b, a, rnd(a->len), idx, comp));
   }
}

static void
uniform(struct gen *g)
{
   struct ir_src at = ir_alu2(&g->b, IR_IAND, get_i(g), ir_imm(15));
   if (rnd(2)) {
      put(&g->f, load_uniform(g, 20, at));
   } else {
      const unsigned block = 1 + rnd(IR_MAX_BLOCKS), slot = rnd(20);
      put(&g->f, ir_load_block(&g->b, block, slot, at, rnd(4)));
   }
}

static void
statements(struct gen *g, unsigned n)
{
   g->depth++;
   while (n-- && g->budget) {
      g->budget--;
      uint32_t r = rnd(32);
      if (r < 15)
         float_op(g);
      else if (r < 20)
         int_op(g);
      else if (r < 24)
         variable(g);
      else if (r < 26)
         texture(g);
      else if (r == 26)
         uniform(g);
      else if (r == 27 && g->s->stage == IR_FRAGMENT)
         derivative(g);
      else if (r == 28 && g->s->stage == IR_FRAGMENT && rnd(3) == 0) {
         struct ir_src c = get_c(g);
         ir_emit(&g->b, IR_DISCARD_IF, 1, 0)->src[0] = c;
      } else if (r < 31 && g->depth < 4)
         branch(g);
      else if (g->depth < 4 && g->loops < 4) {
         g->loops++;
         loop(g);
      }
   }
   g->depth--;
}

static void
add_io(struct ir_shader *s, bool out, enum ir_semantic sem, unsigned index)
{
   struct ir_io io = {.name = "x", .semantic = (uint8_t)sem, .sem_index = (uint8_t)index, .ncomp = 4};
   assert_true(out ? u_vec_push(&s->outputs, io) : u_vec_push(&s->inputs, io));
}

static struct ir_shader *
generate(uint32_t seed)
{
   rng_state = seed * 2654435761u + 1;
   rnd(2);
   struct ir_shader *s = ir_shader_create(rnd(2) ? IR_FRAGMENT : IR_VERTEX);
   struct gen g = {.s = s, .budget = 10 + rnd(120)};
   if (getenv("TEST_VLIW_BUDGET"))
      g.budget = (unsigned)atoi(getenv("TEST_VLIW_BUDGET"));
   unsigned nin = 1 + rnd(5), nout = 1 + rnd(4);
   for (unsigned i = 0; i < nin; i++)
      add_io(s, false, IR_SEM_GENERIC, i * 2);
   if (s->stage == IR_VERTEX) {
      add_io(s, true, IR_SEM_POSITION, 0);
      for (unsigned i = 0; i < nout; i++)
         add_io(s, true, IR_SEM_GENERIC, i);
      if (rnd(3) == 0)
         add_io(s, true, IR_SEM_POINT_SIZE, 0);
   } else {
      if (rnd(3) == 0)
         add_io(s, false, IR_SEM_FRAG_COORD, 0);
      if (rnd(3) == 0)
         add_io(s, false, IR_SEM_FACE, 0);
      if (rnd(2))
         add_io(s, true, IR_SEM_COLOR_ALL, 0);
      else
         for (unsigned i = 0; i < nout; i++)
            add_io(s, true, IR_SEM_COLOR, i);
      if (rnd(4) == 0)
         add_io(s, true, IR_SEM_DEPTH, 0);
   }
   s->num_uniform_slots = 64;
   g.b = ir_builder_at_end(s);
   for (unsigned i = 0; i < 4; i++) {
      g.fvar[i] = ir_var_create(s, "v", 1, 1 + rnd(4));
      for (unsigned k = 0; k < g.fvar[i]->ncomp; k++)
         ir_store_var(&g.b, g.fvar[i], 0, ir_undef(), k, ir_immf((float)k + 0.25f));
   }
   for (unsigned i = 0; i < 2; i++) {
      const unsigned len = 2 + rnd(5);
      g.arr[i] = ir_var_create(s, "a", len, 1 + rnd(4));
      for (unsigned e = 0; e < g.arr[i]->len; e++)
         for (unsigned k = 0; k < g.arr[i]->ncomp; k++)
            ir_store_var(&g.b, g.arr[i], e, ir_undef(), k, ir_immf((float)(e * 4 + k)));
   }
   for (unsigned i = 0; i < s->inputs.count; i++) {
      if (s->inputs.data[i].semantic == IR_SEM_FACE) {
         put(&g.c, ir_load_input(&g.b, i, 0));
         continue;
      }
      for (unsigned k = 0; k < 4; k++)
         if (rnd(4))
            put(&g.f, ir_load_input(&g.b, i, k));
   }
   if (s->stage == IR_VERTEX && rnd(2)) {
      struct ir_instr *in = ir_emit(&g.b, IR_LOAD_SYSVAL, 0, 1);
      in->index = (int)rnd(2);
      put(&g.i, ir_ssa(in->dst));
   }
   statements(&g, 1000);
   for (unsigned i = 0; i < s->outputs.count; i++) {
      bool scalar =
         s->outputs.data[i].semantic == IR_SEM_DEPTH || s->outputs.data[i].semantic == IR_SEM_POINT_SIZE;
      for (unsigned k = 0; k < (scalar ? 1 : 4); k++) {
         if (rnd(3) == 0) {
            struct ir_node *n = ir_push_if(&g.b, get_c(&g));
            ir_store_output(&g.b, i, k, plain_f(&g));
            ir_push_else(&g.b, n);
            ir_store_output(&g.b, i, k, ir_immf(1.0f));
            ir_pop_if(&g.b, n);
         } else {
            ir_store_output(&g.b, i, k, rnd(4) ? plain_f(&g) : get_i(&g));
         }
      }
   }
   ir_update_preds(s);
   return s;
}

static unsigned num_spilled, num_flattened;

static bool
same(uint32_t a, uint32_t b)
{
   float x = uif(a), y = uif(b);
   return a == b || x == y || (x != x && y != y);
}

static bool
agree(const struct ir_shader *s, const struct ref_result *want, const struct ref_result *got, char *why,
      size_t n)
{
   if (got->error[0]) {
      snprintf(why, n, "%s", got->error);
      return false;
   }
   if (want->killed != got->killed) {
      snprintf(why, n, "killed %d, expected %d", got->killed, want->killed);
      return false;
   }
   for (unsigned i = 0; i < s->outputs.count && !want->killed; i++)
      for (unsigned k = 0; k < 4; k++)
         if ((want->written[i] & 1u << k) && !same(want->out[i][k], got->out[i][k])) {
            snprintf(why, n, "output %u.%c is 0x%08x (%g), expected 0x%08x (%g)", i, "xyzw"[k],
                     got -> out[i][k], (double)uif(got->out[i][k]), want -> out[i][k],
                     (double)uif(want->out[i][k]));
            return false;
         }
   return true;
}

/** Random shaders with nearly everything in scratch memory. */
static void
spilled(const struct ir_shader *s, const struct ir_shader *raw, const struct ref_env *env,
        const struct ref_result *want, uint32_t seed)
{
   static const uint8_t scalars[] = {0, 4, 9, 16, 40};
   static const uint8_t windows[] = {1, 8, 24, 0};
   struct vliw_key key = {.num_color_targets = 1};
   struct vliw_binary bin;
   struct ref_result got;
   char error[200], why[300];
   if (!vliw_compile_limited(s, env->chip, &key, scalars[seed % ARRAY_SIZE(scalars)],
                             (struct vliw_plan){.window = windows[seed / 16 % ARRAY_SIZE(windows)]}, &bin,
                             error, sizeof error))
      fail_msg("seed %u, %s, spilled: %s", seed / 16, env->chip->base.name, error);
   ref_run_isa(s, &bin, env, &got);
   if (!agree(raw, want, &got, why, sizeof why)) {
      if (getenv("TEST_VLIW_SEED"))
         vliw_disassemble(stdout, env->chip, bin.dw, bin.num_dw);
      fail_msg("seed %u, %s, spilled: %s", seed / 16, env->chip->base.name, why);
   }
   num_spilled += bin.scratch_B != 0;
   vliw_binary_fini(&bin);
}

/** Random shaders with a stack that holds nearly nothing. */
static void
flattened(const struct ir_shader *s, const struct ir_shader *raw, const struct ref_env *env,
          const struct ref_result *want, uint32_t seed)
{
   static const struct ir_nesting levels = {.branch = 1, .loop = 4};
   struct vliw_key key = {.num_color_targets = 1};
   struct vliw_binary bin;
   struct ref_result got;
   char error[200], why[300];
   struct ir_shader *c = ir_shader_clone(s);
   unsigned budget = 6 + seed % 5;
   if (ir_limit_nesting(c, levels, budget)) {
      num_flattened++;
      if (!ir_validate(c, error, sizeof error))
         fail_msg("seed %u flattened: %s", seed / 16, error);
      if (ir_nesting_need(c, levels) > budget)
         fail_msg("seed %u flattened: %u levels of %u", seed / 16, ir_nesting_need(c, levels), budget);
      ref_run_ir(c, env, &got);
      if (!agree(raw, want, &got, why, sizeof why)) {
         if (getenv("TEST_VLIW_SEED")) {
            ir_print(stdout, s);
            ir_print(stdout, c);
         }
         fail_msg("seed %u flattened: %s", seed / 16, why);
      }
      if (!vliw_compile(c, env->chip, &key, &bin, error, sizeof error))
         fail_msg("seed %u, %s, flattened: %s", seed / 16, env->chip->base.name, error);
      ref_run_isa(c, &bin, env, &got);
      if (!agree(raw, want, &got, why, sizeof why))
         fail_msg("seed %u, %s, flattened: %s", seed / 16, env->chip->base.name, why);
      vliw_binary_fini(&bin);
   }
   ir_shader_destroy(c);
}

static void
one_seed(uint32_t seed)
{
   static const char *const chips[] = {"rv770", "cypress", "rv670", "cayman", "r600", "cedar", "rv710"};
   static const struct ir_options required = {.no_optimise = true}, all = {0};
   static struct ref_env env;
   struct ir_shader *raw = generate(seed);
   /* Constants of an invariant shader may not come together (opt/constant_factors.c): every pass keeps every bit. In other
    * fragment shaders they may, with and without the optimiser alike: after the pipeline, the reference is what it made of
    * the shader without the optimiser. */
   raw->invariant = seed % 2;
   struct ir_shader *unoptimised = ir_shader_clone(raw);
   ir_run_pipeline(unoptimised, &ir_target_any, &required);
   const struct ir_shader *meant = raw->stage == IR_FRAGMENT && !raw->invariant ? unoptimised : raw;
   char error[200], why[300];
   if (!ir_validate(raw, error, sizeof error))
      fail_msg("seed %u: generated IR is invalid: %s", seed, error);
   for (unsigned i = 0; i < 1024; i++)
      for (unsigned k = 0; k < 4; k++)
         env.uniforms[i][k] = fui((float)(int)(rnd(2000) - 1000) / 250.0f);
   for (unsigned i = 0; i < 32; i++)
      for (unsigned k = 0; k < 4; k++)
         env.inputs[i][k] = fui((float)(int)(rnd(2000) - 1000) / 250.0f);
   for (unsigned i = 0; i < raw->inputs.count; i++)
      if (raw->inputs.data[i].semantic == IR_SEM_FACE)
         env.inputs[i][0] = rnd(2) ? ~0u : 0;
      else if (raw->inputs.data[i].semantic == IR_SEM_FRAG_COORD)
         env.inputs[i][3] = fui(0.25f * (float)(1u << rnd(4)));
   for (unsigned i = 0; i < IR_MAX_BLOCKS * 64; i++)
      for (unsigned k = 0; k < 4; k++)
         env.blocks[i / 64][i % 64][k] = fui((float)(int)(rnd(2000) - 1000) / 250.0f);
   env.vertex_id = rnd(100);
   env.instance_id = rnd(5);
   for (unsigned form = 0; form < 3; form++) {
      struct ir_shader *s = ir_shader_clone(raw);
      if (form)
         ir_run_pipeline(s, form == 1 ? &ir_target_any : vliw_ir_target(), form == 1 ? &required : &all);
      if (form != 2)
         ir_lower_udiv(s); /* no chip divides unsigned numbers, and what these forms are for has it */
      for (unsigned ch = seed % 2; ch < ARRAY_SIZE(chips); ch += 1 + (form != 2)) {
         struct ref_result want, got;
         struct vliw_binary bin;
         env.chip = terascale_chip_find(chips[ch]);
         /* R600 takes angles in radians, which costs them other bits than a folded sine has (core/elementary.c):
          * there the code is judged by the shader that it is made from; passes, by other chips */
         ref_run_ir(env.chip->gen == DB_R600 ? s : form ? meant : raw, &env, &want);
         if (want.error[0])
            fail_msg("seed %u: %s", seed, want.error);
         ref_run_ir(s, &env, &got);
         if (!agree(raw, &want, &got, why, sizeof why)) {
            if (getenv("TEST_VLIW_SEED")) {
               ir_print(stdout, form ? meant : raw);
               ir_print(stdout, s);
            }
            fail_msg("seed %u: the IR passes (form %u) changed the result: %s", seed, form, why);
         }
         struct vliw_key key = {.num_color_targets = 1};
         static const uint32_t windows[] = {0, 0, 100, 30, 8, 1};
         if (!vliw_compile_once(s, env.chip, &key,
                                (struct vliw_plan){windows[(seed + ch) % ARRAY_SIZE(windows)],
                                                   seed % 3 ? 0 : seed, (enum vliw_dots)(seed / 2 % 4)},
                                &bin, error, sizeof error))
            fail_msg("seed %u, %s, form %u: %s", seed, chips[ch], form, error);
         ref_run_isa(s, &bin, &env, &got);
         if (!agree(raw, &want, &got, why, sizeof why)) {
            if (getenv("TEST_VLIW_SEED")) {
               ir_print(stdout, s);
               vliw_disassemble(stdout, env.chip, bin.dw, bin.num_dw);
            }
            fail_msg("seed %u, %s, form %u: %s", seed, chips[ch], form, why);
         }
         vliw_binary_fini(&bin);
         if (form)
            spilled(s, raw, &env, &want, seed * 16 + ch);
         if (form != 1 && ch < 2)
            flattened(s, raw, &env, &want, seed * 16 + ch);
      }
      ir_shader_destroy(s);
   }
   ir_shader_destroy(unoptimised);
   ir_shader_destroy(raw);
}

static void
random_shaders(void **state)
{
   const char *seed = getenv("TEST_VLIW_SEED"), *count = getenv("TEST_VLIW_COUNT");
   uint32_t first = seed ? (uint32_t)strtoul(seed, NULL, 0) : 1;
   uint32_t n = count ? (uint32_t)strtoul(count, NULL, 0) : seed ? 1 : random_share(300);
   for (uint32_t i = 0; i < n; i++)
      one_seed(first + i);
   assert_true((num_spilled && num_flattened) || seed);
   if (seed)
      print_message("%u programs with scratch memory, %u flattened\n", num_spilled, num_flattened);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(random_shaders)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
