/* SPDX-License-Identifier: MIT
 *
 * From decoded instructions to passes (emulator/jit/ir.h) and calls: which values live, what becomes a pass, and the flow between
 * them. What an arithmetic instruction computes is us/jit_alu.c's.
 */
#include "emulator/r300/us/jit.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/jit/writer.h"
#include "emulator/r300/us/decode.h"
#include "emulator/r300/us/jit_build.h"

/* ---- who reads what ---- */

static void
note_read(struct us_build *w, unsigned reg, unsigned comp, unsigned n)
{
   w->w.last_read[us_temp_row(reg, comp & 3)] = (uint16_t)(n + 1);
}

static void
note_reads(struct us_build *w, unsigned n)
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

/* ---- the program ---- */

/* A call that leaves lanes alone needs what was in its registers. */
static void
note_kept(struct us_build *w, unsigned n)
{
   const struct us_inst *i = &w->p->inst[n];
   for (unsigned k = 0; k < 4; k++)
      if (us_has_own_lanes(i))
         note_read(w, i->type == US_TEX ? i->tex.dst : i->alu.dst[k == 3], k, n);
}

static bool
put_inst(struct us_build *w, unsigned n)
{
   struct r300_passes *passes = &w->w;
   const struct us_inst *i = &w->p->inst[n];
   if (us_can_build(i, w->p->straight)) {
      /* what a branch goes by is made for inactive lanes, too, of what their registers really hold */
      if (!w->p->straight && i->alu.sets_result && !r300_passes_end(passes, n))
         return false;
      us_build_alu(w, &i->alu);
      return passes->block.num_nodes <= R300_PASS_NODES || r300_passes_end(passes, n + 1);
   }
   if (!r300_passes_end(passes, n))
      return false;
   w_call(&passes->flow, JIT_NONE, (jit_callee)w->kernels->call, i, JIT_NONE, JIT_NONE);
   return true;
}

/* cut_registers() of us/exec.c: registers that the rasteriser does not fill are zeros. */
static void
cut_inputs(struct us_build *w)
{
   for (unsigned reg = 0; reg < US_TEMPS; reg++)
      for (unsigned k = 0; k < 4; k++) {
         const unsigned row = us_temp_row(reg, k);
         if (w->p->unset_temp[reg] >> k & 1 && w->w.last_read[row])
            r300_passes_write(&w->w, row, us_cut_input(&w->w.block, r300_passes_read(&w->w, row)));
      }
}

static bool
build_straight(struct us_build *w)
{
   const struct us_program *p = w->p;
   for (unsigned row = 0; row < US_TEMPS * 4; row++)
      w->w.last_read[row] = 0;
   for (unsigned n = p->first; n <= p->last; n++) {
      note_reads(w, n);
      note_kept(w, n);
   }
   if (p->float24)
      cut_inputs(w);
   for (unsigned n = p->first; n <= p->last; n++)
      if (!put_inst(w, n))
         return false;
   return r300_passes_end(&w->w, p->last + 1u);
}

/* ---- flow control: us/jit_loops.c's, or us/flow.c decides; passes work on the lanes that it leaves active ---- */

static uint64_t
flow_step(struct us_ctx *c, const struct us_flow *f, uint64_t pc)
{
   return us_flow_step(c, f, (unsigned)pc);
}

/* Where the flow instruction at \p pc may lead, but for what is behind it: BREAK's way to ENDLOOP is the one before its target. */
static unsigned
targets_of(const struct us_program *p, unsigned pc, unsigned target[2])
{
   const struct us_flow *f = &p->inst[pc].flow;
   const bool breaks = f->op == US_BREAKLOOP || f->op == US_BREAKREP,
              enters = f->op == US_LOOP || f->op == US_REP;
   unsigned n = 0;
   for (unsigned back = 0; back < 2; back++) {
      const int at = enters ? (int)us_past_loop(p, pc) : (int)f->target - (int)back;
      if ((!back || breaks) && at >= p->first && at <= p->last)
         target[n++] = (unsigned)at;
   }
   return n;
}

/* False: a subroutine, whose return may lead anywhere. */
static bool
find_targets(struct us_build *w)
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
      for (unsigned k = targets_of(p, n, target); k-- > 0;)
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

/* What the instructions from number \p n on cost that run one behind the other. */
static unsigned
stretch_cost(const struct us_build *w, unsigned n)
{
   unsigned cost = us_cost(&w->p->inst[n]);
   while (++n <= w->p->last && !w->begins[n])
      cost += us_cost(&w->p->inst[n]);
   return cost;
}

static void
begin_stretch(struct us_build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const unsigned cost = stretch_cost(w, n);
   w_to(f, JIT_W_LABEL, w->label[n]);
   w_branch(f, w->budget, JIT_IF_LE, cost - 1, w->slow[n]);
   w_op_imm(f, JIT_W_SUB, w->budget, w->budget, cost);
}

static void
put_flow(struct us_build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const struct us_flow *i = &w->p->inst[n].flow;
   unsigned target[2];
   if (us_build_flow(w, n))
      return;
   w_imm(f, w->pc, n);
   w_call(f, w->next, (jit_callee)flow_step, i, w->pc, JIT_NONE);
   w_load(f, w->w.active, JIT_NONE, offsetof(struct us_ctx, active), 8);
   for (unsigned k = targets_of(w->p, n, target); k-- > 0;)
      w_branch(f, w->next, JIT_IF_EQ, target[k], w->label[target[k]]);
   w_branch(f, w->next, JIT_IF_NE, n + 1, w->out); /* stopped, or at the end */
}

/* The budget does not last for a stretch. */
static void
put_slow_ways(struct us_build *w)
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

/* ---- which rows stretches leave to others ---- */

/* A stretch finds a row if it reads that before its passes have written it. */
static void
note_found(struct us_build *w, const bool known[US_TEMPS * 4], const struct us_alu *a)
{
   const struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1]};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned c = 0; c < 4; c++) {
         const unsigned row = us_temp_row(groups[g][c].index, groups[g][c].comp & 3);
         if (groups[g][c].kind == US_TEMP && !known[row])
            w->live[row] = true;
      }
}

/* What calls read, and what branches go by, counts in inactive lanes, too. */
static void
note_all_lanes(struct us_build *w, unsigned n)
{
   uint16_t *last = w->w.last_read;
   memset(last, 0, sizeof w->live / sizeof *w->live * sizeof *last);
   note_reads(w, n);
   note_kept(w, n);
   for (unsigned row = 0; row < US_TEMPS * 4; row++)
      w->live[row] |= last[row] != 0 || us_is_relative(&w->p->inst[n]);
}

static void
find_live(struct us_build *w)
{
   bool known[US_TEMPS * 4] = {false};
   for (unsigned n = w->p->first; n <= w->p->last; n++) {
      const struct us_inst *i = &w->p->inst[n];
      if (w->begins[n])
         memset(known, 0, sizeof known);
      if (i->type == US_FLOW)
         continue;
      if (!us_can_build(i, false) || i->alu.sets_result) {
         note_all_lanes(w, n);
         continue;
      }
      note_found(w, known, &i->alu);
      for (unsigned c = 0; c < 4; c++)
         if (i->alu.write >> c & 1)
            known[us_temp_row(i->alu.dst[c == 3], c)] = true;
   }
}

/* Of rows that no stretch finds the last one to read them is in the same one. */
static void
note_stretch(struct us_build *w, unsigned n)
{
   uint16_t *last = w->w.last_read;
   memset(last, 0, sizeof w->live / sizeof *w->live * sizeof *last);
   do {
      if (w->p->inst[n].type != US_FLOW)
         note_reads(w, n);
   } while (++n <= w->p->last && !w->begins[n]);
   for (unsigned row = 0; row < US_TEMPS * 4; row++)
      if (w->live[row])
         last[row] = R300_READ_LATER;
}

static bool
build_flow(struct us_build *w)
{
   const struct us_program *p = w->p;
   struct jit_flow *f = &w->w.flow;
   if (!find_targets(w))
      return false;
   find_live(w);
   w->w.active = jit_word(f);
   w->budget = jit_word(f);
   w->pc = jit_word(f);
   w->next = jit_word(f);
   w->wish = jit_word(f);
   w->nested = us_find_loops(w);
   w_load(f, w->w.active, JIT_NONE, offsetof(struct us_ctx, active), 8);
   w_imm(f, w->budget, US_BUDGET);
   for (unsigned n = p->first; n <= p->last; n++) {
      if (w->begins[n]) {
         if (!r300_passes_end(&w->w, n))
            return false;
         begin_stretch(w, n);
         note_stretch(w, n);
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
   struct us_build *w = (struct us_build *)passes;
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

static struct r300_jit *
create(struct us_program *copy, const struct us_kernels *k)
{
   _Static_assert(offsetof(struct us_ctx, temp) == 0 && sizeof(struct emu_row) == JIT_ROW_B &&
                     offsetof(struct us_ctx, ij) / JIT_ROW_B < JIT_ROWS,
                  "passes name rows by their number in the context");
   struct us_build *w = calloc(1, sizeof *w);
   if (w) {
      w->p = copy;
      w->kernels = k;
   }
   return r300_passes_compile(w ? &w->w : NULL, copy, build_program, offsetof(struct us_ctx, row_B),
                              offsetof(struct us_ctx, params), k->vec_B);
}

struct r300_jit *
us_jit_create(const void *program, const void *kernels)
{
   const struct us_kernels *k = kernels;
   return jit_writer_find(k->vec_B) ? create(copy_program(program), k) : NULL;
}

/* A constant becomes a number. -0 and what is no number, or flushed, mean other things as numbers than they do in registers. */
static void
fix_operand(struct us_operand *o, const struct us_stage *s)
{
   if (o->kind != US_CONST || o->relative)
      return;
   const float v = s->constant[o->index % US_CONSTS][o->comp];
   if (fui(v) && !isnormal(v))
      return;
   o->kind = US_LITERAL;
   o->value = v;
}

struct r300_jit *
us_jit_create_fixed(const void *stage, const void *kernels)
{
   const struct us_stage *s = stage;
   const struct us_kernels *k = kernels;
   struct us_program *copy = jit_writer_find(k->vec_B) ? copy_program(s->program) : NULL;
   if (!copy)
      return NULL;
   for (unsigned n = copy->first; n <= copy->last; n++) {
      if (copy->inst[n].type != US_ALU)
         continue;
      struct us_alu *a = &copy->inst[n].alu;
      struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1]};
      for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
         for (unsigned c = 0; c < 4; c++)
            fix_operand(&groups[g][c], s);
   }
   return create(copy, k);
}
