/* SPDX-License-Identifier: MIT
 *
 * From decoded instructions to passes (emulator/jit/ir.h): the operations of us/exec.c in their order, so that every bit is
 * the interpreter's.
 */
#include "emulator/r300/us/jit.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/jit/nodes.h"
#include "emulator/jit/writer.h"
#include "emulator/r300/passes.h"

struct build {
   struct r300_passes w; /* first: r300_passes_builder gets it */
   const struct us_program *p;
   const struct us_kernels *kernels;
   /* of programs with flow control */
   int budget, pc, next; /* words: instructions that are left; what a flow instruction is given and gives */
   uint32_t out;
   uint32_t label[US_MAX_INSTS],
      slow[US_MAX_INSTS];     /* of an instruction; of the way on without machine code */
   bool begins[US_MAX_INSTS]; /* something may lead to the instruction, or it is the first */
};

#define ROW(member) (offsetof(struct us_ctx, member) / JIT_ROW_B)

static unsigned
temp_row(unsigned reg, unsigned comp)
{
   return (reg % US_TEMPS) * 4 + comp; /* temporaries are the first rows */
}

/* ---- who reads what ---- */

static void
note_read(struct build *w, unsigned reg, unsigned comp, unsigned n)
{
   w->w.last_read[temp_row(reg, comp & 3)] = (uint16_t)(n + 1);
}

static void
note_reads(struct build *w, unsigned n)
{
   const struct us_inst *i = &w->p->inst[n];
   if (i->type == US_TEX) {
      for (unsigned c = 0; c < 4; c++) {
         note_read(w, i->tex.src, i->tex.coord[c], n);
         for (unsigned g = 0; g < 2; g++)
            note_read(w, i->tex.grad_reg[g], i->tex.grad[g][c], n);
      }
      return;
   }
   const struct us_operand *const groups[] = {i->alu.a,      i->alu.b,      i->alu.c,
                                              i->alu.pre[0], i->alu.pre[1], i->alu.near};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned c = 0; c < 4; c++)
         if (groups[g][c].kind == US_TEMP)
            note_read(w, groups[g][c].index, groups[g][c].comp, n);
}

/* ---- one instruction ---- */

static int
operand(struct build *w, const struct us_operand *o, const int presub[4])
{
   struct jit_block *b = &w->w.block;
   int v = JIT_NONE;
   switch ((enum us_kind)o->kind) {
   case US_TEMP:
      v = r300_passes_read(&w->w, temp_row(o->index, o->comp));
      break;
   case US_CONST:
      v = node(b, JIT_PARAM, JIT_NONE, JIT_NONE, JIT_NONE, 0, (o->index % US_CONSTS * 4u + o->comp) * 4);
      break;
   case US_LITERAL:
      v = num(b, o->value);
      break;
   case US_PRESUB:
      v = presub[o->comp];
      break;
   }
   if (o->mod & 2)
      v = v_abs(b, v);
   return o->mod & 1 ? two(b, JIT_XOR, v, imm(b, BITS_SIGN)) : v;
}

static int
product(struct build *w, int x, int y)
{
   struct jit_block *b = &w->w.block;
   const int p = two(b, JIT_MUL, x, y);
   if (!w->p->zero_times)
      return p;
   return keep(b, cmp(b, JIT_NE, y, num(b, 0)), keep(b, cmp(b, JIT_NE, x, num(b, 0)), p));
}

static void
put_presub(struct build *w, const struct us_alu *a, int presub[4])
{
   struct jit_block *b = &w->w.block;
   for (unsigned k = 0; k < 4; k++) {
      const int x = operand(w, &a->pre[0][k], NULL);
      const unsigned op = a->pre_op[k == 3];
      if (op == 0)
         presub[k] = two(b, JIT_SUB, num(b, 1), two(b, JIT_ADD, x, x));
      else if (op == 3)
         presub[k] = two(b, JIT_SUB, num(b, 1), x);
      else
         presub[k] = two(b, op == 1 ? JIT_SUB : JIT_ADD, operand(w, &a->pre[1][k], NULL), x);
   }
}

static int
dot(struct build *w, const struct us_alu *a, const int presub[4])
{
   const unsigned terms = a->op[0] == US_DP4 ? 4 : a->op[0] == US_D2A ? 2 : 3;
   int sum = product(w, operand(w, &a->a[0], presub), operand(w, &a->b[0], presub));
   for (unsigned k = 1; k < terms; k++)
      sum = two(&w->w.block, JIT_ADD, sum,
                product(w, operand(w, &a->a[k], presub), operand(w, &a->b[k], presub)));
   return terms == 2 ? two(&w->w.block, JIT_ADD, sum, operand(w, &a->c[2], presub)) : sum;
}

static int
component(struct build *w, const struct us_alu *a, unsigned k, const int presub[4])
{
   struct jit_block *b = &w->w.block;
   const enum us_op op = a->op[k == 3];
   const int x = operand(w, &a->a[k], presub);
   if (op == US_RCP)
      return two(b, JIT_DIV, num(b, 1), x);
   if (op == US_RSQ)
      return two(b, JIT_DIV, num(b, 1), one(b, JIT_SQRT, x, 0));
   const int y = operand(w, &a->b[k], presub), z = operand(w, &a->c[k], presub);
   switch (op) {
   case US_MAD:
      return two(b, JIT_ADD, product(w, x, y), z);
   case US_MIN:
      return two(b, JIT_MIN, x, y);
   case US_MAX:
      return two(b, JIT_MAX, x, y);
   case US_CND:
      return sel(b, cmp(b, JIT_GT, z, num(b, 0.5f)), x, y);
   case US_CMP:
      return sel(b, cmp(b, JIT_GE, z, num(b, 0)), x, y);
   default:
      assert(op == US_FRC);
      return two(b, JIT_SUB, x, one(b, JIT_ROUND, x, JIT_FLOOR));
   }
}

/* Toward zero to 16 bits of mantissa: cut() of us/exec.c. */
static int
cut(struct build *w, int v)
{
   struct jit_block *b = &w->w.block;
   const int bits = two(b, JIT_AND, v, imm(b, 0x7fffff80));
   const int r = two(b, JIT_IMIN, imm(b, 0x5fffff80), bits);
   return keep(b, two(b, JIT_IGT, r, imm(b, (65u << 23) - 1)), two(b, JIT_OR, r, sign(b, v)));
}

static int
finish(struct build *w, const struct us_alu *a, unsigned k, int v)
{
   static const float factors[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f, 1};
   struct jit_block *b = &w->w.block;
   const unsigned unit = k == 3, omod = a->omod[unit];
   if (omod && omod != 7)
      v = two(b, JIT_MUL, v, num(b, factors[omod & 7]));
   if (w->p->float24)
      v = cut(w, v);
   if (a->clamp[unit] && omod != 7)
      v = two(b, JIT_MIN, two(b, JIT_MAX, v, num(b, 0)), num(b, 1));
   return v;
}

static bool
is_dot(enum us_op op)
{
   return op == US_DP3 || op == US_DP4 || op == US_D2A;
}

static bool
is_relative(const struct us_alu *a)
{
   const struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1]};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned k = 0; k < 4; k++)
         if (groups[g][k].relative)
            return true;
   return a->dst_relative[0] || a->dst_relative[1];
}

/* May the instruction leave alone lanes of a pass, or change others? */
static bool
has_own_lanes(const struct us_inst *i)
{
   return i->pred_sel[0] || i->pred_sel[1] || i->write_inactive;
}

/* Operations that have a form in passes; what a unit makes that nobody wants does not count. */
static bool
can_build(const struct us_inst *i, bool straight)
{
   const struct us_alu *a = &i->alu;
   if (i->type != US_ALU || has_own_lanes(i) || a->predicates ||
       (!straight && (a->sets_result || is_relative(a))))
      return false;
   for (unsigned unit = 0; unit < 2; unit++) {
      const enum us_op op = a->op[unit];
      if (op == US_MDH || op == US_MDV || op == US_EX2 || op == US_LN2 || op == US_SIN || op == US_COS)
         return false;
   }
   return true;
}

static void
build_alu(struct build *w, const struct us_alu *a)
{
   unsigned need = a->write | a->output | (a->depth ? 8u : 0);
   int presub[4], r[4], sum = JIT_NONE;
   const bool replicates = a->op[0] == US_SOP && need & 7;
   if (a->presub)
      put_presub(w, a, presub);
   if (is_dot(a->op[0]))
      sum = dot(w, a, presub);
   for (unsigned n = 0; n < 4; n++) {
      const unsigned k = (n + 3) % 4; /* alpha first: the colour unit may take what it makes */
      if (!(need >> k & 1) && !(k == 3 && replicates))
         continue;
      const enum us_op op = a->op[k == 3];
      r[k] = is_dot(op) || op == US_DP ? sum : op == US_SOP ? r[3] : component(w, a, k, presub);
   }
   for (unsigned k = 0; k < 4; k++)
      if (need >> k & 1)
         r[k] = finish(w, a, k, r[k]);
   for (unsigned k = 0; k < 4; k++) {
      if (a->write >> k & 1)
         r300_passes_write(&w->w, temp_row(a->dst[k == 3], k), r[k]);
      if (a->output >> k & 1)
         r300_passes_write(&w->w, (unsigned)ROW(color) + (a->target[k == 3] & 3u) * 4 + k, r[k]);
   }
   if (a->depth)
      r300_passes_write(&w->w, ROW(z), r[3]);
}

/* ---- the program ---- */

/* A call that leaves lanes alone needs what was in its registers. */
static void
note_kept(struct build *w, unsigned n)
{
   const struct us_inst *i = &w->p->inst[n];
   for (unsigned k = 0; k < 4; k++)
      if (has_own_lanes(i))
         note_read(w, i->type == US_TEX ? i->tex.dst : i->alu.dst[k == 3], k, n);
}

static bool
put_inst(struct build *w, unsigned n)
{
   struct r300_passes *passes = &w->w;
   const struct us_inst *i = &w->p->inst[n];
   if (can_build(i, w->p->straight)) {
      build_alu(w, &i->alu);
      return passes->block.num_nodes <= R300_PASS_NODES || r300_passes_end(passes, n + 1);
   }
   if (!r300_passes_end(passes, n))
      return false;
   w_call(&passes->flow, JIT_NONE, (jit_callee)w->kernels->call, i, JIT_NONE, JIT_NONE);
   return true;
}

static bool
build_straight(struct build *w)
{
   const struct us_program *p = w->p;
   for (unsigned row = 0; row < US_TEMPS * 4; row++)
      w->w.last_read[row] = 0;
   for (unsigned n = p->first; n <= p->last; n++) {
      note_reads(w, n);
      note_kept(w, n);
   }
   for (unsigned n = p->first; n <= p->last; n++)
      if (!put_inst(w, n))
         return false;
   return r300_passes_end(&w->w, p->last + 1u);
}

/* ---- flow control: us/flow.c decides, and passes work on the lanes that it leaves active ---- */

static uint64_t
flow_step(struct us_ctx *c, const struct us_flow *f, uint64_t pc)
{
   return us_flow_step(c, f, (unsigned)pc);
}

/* Where a flow instruction may lead, but for what is behind it: BREAK's way to ENDLOOP is the one before its target. */
static unsigned
targets_of(const struct us_program *p, const struct us_flow *f, unsigned target[2])
{
   unsigned n = 0;
   for (unsigned back = 0; back < 2; back++) {
      const int at = (int)f->target - (int)back;
      const bool breaks = f->op == US_BREAKLOOP || f->op == US_BREAKREP;
      if ((!back || breaks) && at >= p->first && at <= p->last)
         target[n++] = (unsigned)at;
   }
   return n;
}

/* False: a subroutine, whose return may lead anywhere. */
static bool
find_targets(struct build *w)
{
   const struct us_program *p = w->p;
   w->begins[p->first] = true;
   for (unsigned n = p->first; n <= p->last; n++) {
      unsigned target[2];
      if (p->inst[n].type != US_FLOW)
         continue;
      if (p->inst[n].flow.address)
         return false;
      if (n < p->last)
         w->begins[n + 1] = true;
      for (unsigned k = targets_of(p, &p->inst[n].flow, target); k-- > 0;)
         w->begins[target[k]] = true;
   }
   for (unsigned n = p->first; n <= p->last; n++)
      if (w->begins[n]) {
         w->label[n] = jit_label(&w->w.flow);
         w->slow[n] = jit_label(&w->w.flow);
      }
   w->out = jit_label(&w->w.flow);
   return true;
}

/* Instructions from number \p n on that run one behind the other. */
static unsigned
stretch(const struct build *w, unsigned n)
{
   unsigned k = 1;
   while (n + k <= w->p->last && !w->begins[n + k])
      k++;
   return k;
}

static void
begin_stretch(struct build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const unsigned k = stretch(w, n);
   w_to(f, JIT_W_LABEL, w->label[n]);
   w_branch(f, w->budget, JIT_IF_LE, k - 1, w->slow[n]);
   w_op_imm(f, JIT_W_SUB, w->budget, w->budget, k);
}

static void
put_flow(struct build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const struct us_flow *i = &w->p->inst[n].flow;
   unsigned target[2];
   w_imm(f, w->pc, n);
   w_call(f, w->next, (jit_callee)flow_step, i, w->pc, JIT_NONE);
   w_load(f, w->w.active, JIT_NONE, offsetof(struct us_ctx, active), 8);
   for (unsigned k = targets_of(w->p, i, target); k-- > 0;)
      w_branch(f, w->next, JIT_IF_EQ, target[k], w->label[target[k]]);
   w_branch(f, w->next, JIT_IF_NE, n + 1, w->out); /* stopped, or at the end */
}

/* The budget does not last for a stretch. */
static void
put_slow_ways(struct build *w)
{
   struct jit_flow *f = &w->w.flow;
   for (unsigned n = w->p->first; n <= w->p->last; n++) {
      if (!w->begins[n])
         continue;
      w_to(f, JIT_W_LABEL, w->slow[n]);
      w_imm(f, w->pc, n);
      w_call(f, JIT_NONE, (jit_callee)w->kernels->resume, NULL, w->pc, w->budget);
      w_return(f);
   }
}

static bool
build_flow(struct build *w)
{
   const struct us_program *p = w->p;
   struct jit_flow *f = &w->w.flow;
   if (!find_targets(w))
      return false;
   w->w.active = jit_word(f);
   w->budget = jit_word(f);
   w->pc = jit_word(f);
   w->next = jit_word(f);
   w_load(f, w->w.active, JIT_NONE, offsetof(struct us_ctx, active), 8);
   w_imm(f, w->budget, US_BUDGET);
   for (unsigned n = p->first; n <= p->last; n++) {
      if (w->begins[n]) {
         if (!r300_passes_end(&w->w, n))
            return false;
         begin_stretch(w, n);
      }
      if (p->inst[n].type != US_FLOW) {
         if (!put_inst(w, n))
            return false;
      } else {
         if (!r300_passes_end(&w->w, n))
            return false;
         put_flow(w, n);
      }
   }
   if (!r300_passes_end(&w->w, p->last + 1u))
      return false;
   w_to(f, JIT_W_LABEL, w->out);
   w_return(f);
   put_slow_ways(w);
   return true;
}

static bool
build_program(struct r300_passes *passes)
{
   struct build *w = (struct build *)passes;
   if (!w->p->straight)
      return build_flow(w) && !passes->flow.failed;
   if (!build_straight(w))
      return false;
   w_return(&passes->flow);
   return !passes->flow.failed;
}

/* ---- code ---- */

static struct us_program *
copy_program(const struct us_program *p)
{
   const size_t size_B = sizeof *p + (p->last + 1u) * sizeof p->inst[0];
   struct us_program *copy = malloc(size_B);
   if (copy)
      memcpy(copy, p, size_B);
   return copy;
}

struct r300_jit *
us_jit_create(const void *program, const void *kernels)
{
   _Static_assert(offsetof(struct us_ctx, temp) == 0 && sizeof(struct emu_row) == JIT_ROW_B &&
                     offsetof(struct us_ctx, ij) / JIT_ROW_B < JIT_ROWS,
                  "passes name rows by their number in the context");
   const struct us_program *p = program;
   const struct us_kernels *k = kernels;
   if (!jit_writer_find(k->vec_B))
      return NULL;
   struct build *w = calloc(1, sizeof *w);
   struct us_program *copy = copy_program(p);
   if (w) {
      w->p = copy;
      w->kernels = k;
   }
   return r300_passes_compile(w ? &w->w : NULL, copy, build_program, offsetof(struct us_ctx, row_B),
                              offsetof(struct us_ctx, params), k->vec_B);
}
