/* SPDX-License-Identifier: MIT
 *
 * From decoded vertex instructions to passes (emulator/jit/ir.h): the operations of pvs/exec.c in their order, so that every
 * bit is the interpreter's. Temporaries begin as zeros without being cleared in memory.
 */
#include "emulator/r300/pvs/jit.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "db/r300/rx_pvs.h"
#include "emulator/jit/nodes.h"
#include "emulator/jit/writer.h"
#include "emulator/r300/passes.h"
#include "util/u_disk_cache.h"

enum { TEMP_ROWS = PVS_TEMPS * 4 };

#define VE(name)    RX_PVS_OP_DST__DST_OPCODE_VE__##name
#define ME(name)    RX_PVS_OP_DST__DST_OPCODE_ME__##name
#define ROW(member) (offsetof(struct pvs_ctx, member) / JIT_ROW_B)

/* A slot of flow control without what a draw may change; instructions count from the program's first. */
struct place {
   int op, at, last, back, target;
};

/* A copy of the instructions that run; calls lead to them. */
struct program {
   unsigned n, first;
   uint16_t outputs;
   unsigned num_places;
   struct place place[PVS_SLOTS];
   struct pvs_inst inst[];
};

struct build {
   struct r300_passes w; /* first: r300_passes_builder gets it */
   const struct program *p;
   const struct pvs_kernels *kernels;
   bool set[TEMP_ROWS]; /* temporaries that memory or a node has; the others are 0 */
   /* of programs with flow control */
   int budget, pc, next; /* words: instructions that are left; what a step is given and gives */
   uint32_t out;
   uint32_t label[PVS_MAX_INSTS],
      slow[PVS_MAX_INSTS];      /* of an instruction; of the way on without machine code */
   bool begins[PVS_MAX_INSTS];  /* something may lead to the instruction, or it is the first */
   bool decides[PVS_MAX_INSTS]; /* behind it flow control acts, or the program ends */
};

/* The first of the four rows of a vector; -1: there is none. */
static int
rows_of(unsigned file, unsigned index)
{
   switch (file) {
   case PVS_TEMP:
      return index < PVS_TEMPS ? (int)(ROW(temp) + index * 4) : -1;
   case PVS_INPUT:
      return index < PVS_INPUTS ? (int)(ROW(input) + index * 4) : -1;
   case PVS_ALT:
      return index < PVS_ALT_TEMPS ? (int)(ROW(alt) + index * 4) : -1;
   default:
      return -1;
   }
}

static int
dst_rows(const struct pvs_inst *i)
{
   switch ((enum pvs_dst)i->dst_file) {
   case PVS_DST_TEMP:
      return rows_of(PVS_TEMP, i->dst_index);
   case PVS_DST_INPUT:
      return rows_of(PVS_INPUT, i->dst_index);
   case PVS_DST_ALT:
      return rows_of(PVS_ALT, i->dst_index);
   case PVS_DST_OUT:
   case PVS_DST_OUT_REPL_X:
      return i->dst_index < PVS_OUTPUTS ? (int)(ROW(output) + i->dst_index * 4) : -1;
   default:
      return -1;
   }
}

/* Number of a temporary's row; -1: it is no temporary's. */
static int
temp_of(int row)
{
   const int first = (int)ROW(temp);
   return row >= first && row < first + TEMP_ROWS ? row - first : -1;
}

/* ---- which instructions have a form in passes ---- */

static bool
is_pass_vector(unsigned op)
{
   return op != VE(NO_OP) && op != VE(FLT2FIX_DX) && op != VE(FLT2FIX_DX_RND) &&
          !(op >= VE(PRED_SET_EQ_PUSH) && op <= VE(PRED_SET_NEQ_PUSH)) &&
          !(op >= VE(COND_WRITE_EQ) && op <= VE(COND_WRITE_NEQ));
}

static bool
is_pass_math(unsigned op)
{
   return op == ME(RECIP_DX) || op == ME(RECIP_FF) || op == ME(RECIP_IEEE) || op == ME(RECIP_SQRT_DX) ||
          op == ME(RECIP_SQRT_FF) || op == ME(RECIP_SQRT_IEEE) || op == ME(MULTIPLY);
}

static bool
is_pass(const struct pvs_inst *i)
{
   if (i->predicated || i->dst_file == PVS_DST_A0 || (i->dual && !is_pass_math(i->dual_op)))
      return false;
   for (unsigned k = 0; k < 3; k++)
      if (i->src[k].address != PVS_ABSOLUTE)
         return false;
   return i->unit == PVS_MACRO || (i->unit == PVS_MATH ? is_pass_math(i->op) : is_pass_vector(i->op));
}

/* ---- one instruction ---- */

static int
read_row(struct build *w, int row)
{
   const int t = temp_of(row);
   if (t >= 0 && !w->set[t])
      return num(&w->w.block, 0);
   return r300_passes_read(&w->w, (unsigned)row);
}

static void
write_row(struct build *w, int row, int v)
{
   const int t = temp_of(row);
   r300_passes_write(&w->w, (unsigned)row, v);
   if (t >= 0)
      w->set[t] = true;
}

static int
source(struct build *w, const struct pvs_source *s, unsigned k)
{
   struct jit_block *b = &w->w.block;
   const unsigned sel = s->swizzle[k];
   const int row = rows_of(s->file, s->index);
   int v;
   if (sel >= 4)
      v = num(b, sel == 5 ? 1 : 0);
   else if (s->file == PVS_CONST)
      v = node(b, JIT_PARAM, JIT_NONE, JIT_NONE, JIT_NONE, 0, (s->index * 4u + sel) * 4);
   else
      v = row >= 0 ? read_row(w, row + (int)sel) : num(b, 0);
   if (s->absolute)
      v = v_abs(b, v);
   return s->negate >> k & 1 ? two(b, JIT_XOR, v, imm(b, BITS_SIGN)) : v;
}

/* 0 times anything is 0. */
static int
product(struct jit_block *b, int x, int y)
{
   const int zero = num(b, 0), p = two(b, JIT_MUL, x, y);
   return keep(b, two(b, JIT_MAND, cmp(b, JIT_NE, x, zero), cmp(b, JIT_NE, y, zero)), p);
}

static int
condition(struct jit_block *b, unsigned which, int x) /* EQ, GT, GTE, NEQ */
{
   static const uint8_t how[4] = {JIT_EQ, JIT_GT, JIT_GE, JIT_NE};
   return cmp(b, how[which & 3], x, num(b, 0));
}

static int
one_where(struct jit_block *b, enum jit_cmp how, int x, int y)
{
   return keep(b, cmp(b, how, x, y), num(b, 1));
}

static int
vector_op(struct jit_block *b, unsigned op, int x, int y, int z)
{
   switch (op) {
   case VE(MULTIPLY):
      return product(b, x, y);
   case VE(ADD):
      return two(b, JIT_ADD, x, y);
   case VE(MULTIPLY_ADD):
      return two(b, JIT_ADD, product(b, x, y), z);
   case VE(MULTIPLYX2_ADD):
      return two(b, JIT_ADD, product(b, two(b, JIT_ADD, x, x), y), z);
   case VE(FRACTION):
      return two(b, JIT_SUB, x, one(b, JIT_ROUND, x, JIT_FLOOR));
   case VE(MAXIMUM):
      return two(b, JIT_MAX, x, y);
   case VE(MINIMUM):
      return two(b, JIT_MIN, x, y);
   case VE(SET_GREATER_THAN_EQUAL):
      return one_where(b, JIT_GE, x, y);
   case VE(SET_LESS_THAN):
      return one_where(b, JIT_LT, x, y);
   case VE(SET_GREATER_THAN):
      return one_where(b, JIT_GT, x, y);
   case VE(SET_EQUAL):
      return one_where(b, JIT_EQ, x, y);
   case VE(SET_NOT_EQUAL):
      return one_where(b, JIT_NE, x, y);
   case VE(COND_MUX_EQ):
   case VE(COND_MUX_GT):
   case VE(COND_MUX_GTE):
      return sel(b, condition(b, op - VE(COND_MUX_EQ), x), y, z);
   default:
      return num(b, 0);
   }
}

static int
dot(struct build *w, const struct pvs_inst *i)
{
   struct jit_block *b = &w->w.block;
   int sum = JIT_NONE;
   for (unsigned k = 0; k < 4; k++) {
      const int p = product(b, source(w, &i->src[0], k), source(w, &i->src[1], k));
      sum = k ? two(b, JIT_ADD, sum, p) : p;
   }
   return sum;
}

/* The largest number in place of an infinity; with the sign of x, JIT_NONE: without. */
static int
finite(struct jit_block *b, int r, int x)
{
   const int largest = imm(b, BITS_FMAX);
   return sel(b, cmp(b, JIT_EQ, v_abs(b, r), imm(b, BITS_INF)),
              x == JIT_NONE ? largest : two(b, JIT_OR, largest, sign(b, x)), r);
}

static int
math_op(struct jit_block *b, unsigned op, int x, int y)
{
   const int one_ = num(b, 1), zero = num(b, 0);
   switch (op) {
   case ME(RECIP_DX):
      return finite(b, two(b, JIT_DIV, one_, x), x);
   case ME(RECIP_FF):
      return keep(b, cmp(b, JIT_NE, x, zero), two(b, JIT_DIV, one_, x));
   case ME(RECIP_IEEE):
      return two(b, JIT_DIV, one_, x);
   case ME(RECIP_SQRT_DX):
      return finite(b, two(b, JIT_DIV, one_, one(b, JIT_SQRT, v_abs(b, x), 0)), JIT_NONE);
   case ME(RECIP_SQRT_FF):
      return keep(b, cmp(b, JIT_NE, x, zero), two(b, JIT_DIV, one_, one(b, JIT_SQRT, v_abs(b, x), 0)));
   case ME(RECIP_SQRT_IEEE):
      return two(b, JIT_DIV, one_, one(b, JIT_SQRT, x, 0));
   default:
      assert(op == ME(MULTIPLY));
      return product(b, x, y);
   }
}

static int
component(struct build *w, const struct pvs_inst *i, unsigned k)
{
   struct jit_block *b = &w->w.block;
   if (i->unit == PVS_VECTOR && i->op == VE(DISTANCE_VECTOR))
      return k == 0   ? num(b, 1)
             : k == 1 ? product(b, source(w, &i->src[0], 1), source(w, &i->src[1], 1))
             : k == 2 ? source(w, &i->src[0], 2)
                      : source(w, &i->src[1], 3);
   const unsigned op = i->unit == PVS_VECTOR ? i->op : i->op ? VE(MULTIPLYX2_ADD) : VE(MULTIPLY_ADD);
   return vector_op(b, op, source(w, &i->src[0], k), source(w, &i->src[1], k), source(w, &i->src[2], k));
}

static int
saturated(struct jit_block *b, int x)
{
   return two(b, JIT_MIN, two(b, JIT_MAX, x, num(b, 0)), num(b, 1));
}

static void
build_inst(struct build *w, const struct pvs_inst *i)
{
   struct jit_block *b = &w->w.block;
   const bool is_dot = i->unit == PVS_VECTOR && i->op == VE(DOT_PRODUCT);
   const bool first_alone = i->dst_file == PVS_DST_OUT_REPL_X;
   const int to = dst_rows(i);
   int same = JIT_NONE, r[4], second = JIT_NONE;
   if (i->dual)
      second = math_op(b, i->dual_op, source(w, &i->src[2], 0), source(w, &i->src[2], 1));
   if (is_dot)
      same = dot(w, i);
   else if (i->unit == PVS_MATH) /* of the w components */
      same = math_op(b, i->op, source(w, &i->src[0], 3), source(w, &i->src[1], 3));
   else if (first_alone)
      same = component(w, i, 0);
   for (unsigned k = 0; k < 4; k++) {
      if (!(i->write >> k & 1))
         continue;
      r[k] = same != JIT_NONE ? same : component(w, i, k);
      if (i->saturate)
         r[k] = saturated(b, r[k]);
   }
   for (unsigned k = 0; k < 4 && to >= 0; k++)
      if (i->write >> k & 1)
         write_row(w, to + (int)k, r[k]);
   if (i->dual)
      write_row(w, rows_of(PVS_ALT, i->dual_index) + i->dual_comp,
                i->dual_saturate ? saturated(b, second) : second);
}

/* ---- the program ---- */

static void
note_reads(struct build *w, unsigned n)
{
   const struct pvs_inst *i = &w->p->inst[n];
   uint16_t *first = w->w.last_read + ROW(temp);
   for (unsigned s = 0; s < 3; s++)
      for (unsigned k = 0; k < 4; k++) {
         const int t = temp_of(rows_of(i->src[s].file, i->src[s].index));
         if (t >= 0 && i->src[s].swizzle[k] < 4)
            first[t + i->src[s].swizzle[k]] = (uint16_t)(n + 1);
      }
   const int t = temp_of(dst_rows(i));
   for (unsigned k = 0; k < 4 && t >= 0 && !is_pass(i); k++)
      first[t + (int)k] = (uint16_t)(n + 1); /* a call may leave lanes alone */
}

/* An instruction of the interpreter's: memory has what it reads, and what it leaves alone. */
static bool
put_call(struct build *w, unsigned n)
{
   for (int t = 0; t < TEMP_ROWS; t++)
      if (!w->set[t] && w->w.last_read[(int)ROW(temp) + t] > n)
         write_row(w, (int)ROW(temp) + t, num(&w->w.block, 0));
   if (!r300_passes_end(&w->w, n))
      return false;
   w_call(&w->w.flow, JIT_NONE, (jit_callee)w->kernels->call, &w->p->inst[n], JIT_NONE, JIT_NONE);
   return true;
}

static void
clear_outputs(struct build *w) /* components that nothing writes are 0 */
{
   for (int k = 0; k < PVS_OUTPUTS * 4; k++)
      if (w->p->outputs >> (k / 4) & 1)
         write_row(w, (int)ROW(output) + k, num(&w->w.block, 0));
}

/* Instruction number \p n, unless it does nothing. */
static bool
put_inst(struct build *w, unsigned n)
{
   const struct pvs_inst *i = &w->p->inst[n];
   if (i->unit == PVS_VECTOR && i->op == VE(NO_OP) && !i->dual)
      return true;
   if (!is_pass(i))
      return put_call(w, n);
   build_inst(w, i);
   return w->w.block.num_nodes <= R300_PASS_NODES || r300_passes_end(&w->w, n + 1);
}

/* ---- flow control: pvs/exec.c decides where instructions lead that slots name ---- */

static bool
is_inside(const struct program *p, int n)
{
   return n >= 0 && n < (int)p->n;
}

static void
find_places(struct build *w)
{
   const struct program *p = w->p;
   w->begins[0] = w->decides[p->n - 1] = true;
   for (unsigned i = 0; i < p->num_places; i++) {
      const struct place *s = &p->place[i];
      if (is_inside(p, s->at))
         w->decides[s->at] = true;
      if (s->op != PVS_FLOW_JUMP && is_inside(p, s->last))
         w->decides[s->last] = true;
      if (is_inside(p, s->target))
         w->begins[s->target] = true;
      if (is_inside(p, s->back))
         w->begins[s->back] = true;
   }
   for (unsigned n = 0; n + 1 < p->n; n++)
      w->begins[n + 1] |= w->decides[n];
   for (unsigned n = 0; n < p->n; n++)
      if (w->begins[n]) {
         w->label[n] = jit_label(&w->w.flow);
         w->slow[n] = jit_label(&w->w.flow);
      }
   w->out = jit_label(&w->w.flow);
}

/* Counts what is done until something else may begin. */
static void
begin_stretch(struct build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   unsigned cost = 1;
   while (n + cost < w->p->n && !w->begins[n + cost])
      cost++;
   w_to(f, JIT_W_LABEL, w->label[n]);
   w_branch(f, w->budget, JIT_IF_LE, cost - 1, w->slow[n]);
   w_op_imm(f, JIT_W_SUB, w->budget, w->budget, cost);
}

static void
put_step(struct build *w, unsigned n)
{
   struct jit_flow *f = &w->w.flow;
   const struct program *p = w->p;
   w_imm(f, w->pc, p->first + n);
   w_call(f, w->next, (jit_callee)w->kernels->step, NULL, w->pc, JIT_NONE);
   for (unsigned to = 0; to < p->n; to++) {
      bool leads = false;
      for (unsigned i = 0; i < p->num_places; i++)
         leads |= p->place[i].target == (int)to || p->place[i].back == (int)to;
      if (leads)
         w_branch(f, w->next, JIT_IF_EQ, p->first + to, w->label[to]);
   }
   w_branch(f, w->next, JIT_IF_NE, p->first + n + 1, w->out); /* stopped, or at the end */
}

/* The budget does not last for a stretch. */
static void
put_slow_ways(struct build *w)
{
   struct jit_flow *f = &w->w.flow;
   for (unsigned n = 0; n < w->p->n; n++) {
      if (!w->begins[n])
         continue;
      w_to(f, JIT_W_LABEL, w->slow[n]);
      w_imm(f, w->pc, w->p->first + n);
      w_call(f, JIT_NONE, (jit_callee)w->kernels->resume, NULL, w->pc, w->budget);
      w_return(f);
   }
}

static bool
build_flow(struct build *w)
{
   struct jit_flow *f = &w->w.flow;
   find_places(w);
   w->budget = jit_word(f);
   w->pc = jit_word(f);
   w->next = jit_word(f);
   memset(w->set, true, sizeof w->set); /* memory has zeros */
   clear_outputs(w);
   if (!r300_passes_end(&w->w, 0))
      return false;
   w_imm(f, w->budget, PVS_BUDGET);
   for (unsigned n = 0; n < w->p->n; n++) {
      if (w->begins[n]) {
         if (!r300_passes_end(&w->w, n))
            return false;
         begin_stretch(w, n);
      }
      if (!put_inst(w, n))
         return false;
      if (w->decides[n]) {
         if (!r300_passes_end(&w->w, n + 1))
            return false;
         put_step(w, n);
      }
   }
   w_to(f, JIT_W_LABEL, w->out);
   w_return(f);
   put_slow_ways(w);
   return !f->failed;
}

static bool
build_program(struct r300_passes *passes)
{
   struct build *w = (struct build *)passes;
   const struct program *p = w->p;
   if (p->num_places)
      return build_flow(w);
   for (unsigned t = 0; t < TEMP_ROWS; t++)
      passes->last_read[ROW(temp) + t] = 0;
   for (unsigned n = 0; n < p->n; n++)
      note_reads(w, n);
   clear_outputs(w);
   for (unsigned n = 0; n < p->n; n++)
      if (!put_inst(w, n))
         return false;
   if (!r300_passes_end(passes, p->n))
      return false;
   w_return(&passes->flow);
   return !passes->flow.failed;
}

/* ---- code ---- */

bool
pvs_jit_suits(const struct pvs_stage *s)
{
   for (unsigned n = s->first; n <= s->last; n++) {
      const struct pvs_inst *i = &s->inst[n];
      if (i->dst_address != PVS_ABSOLUTE)
         return false;
      for (unsigned k = 0; k < 3; k++) {
         const struct pvs_source *src = &i->src[k];
         if (src->address == PVS_ABSOLUTE ? src->file == PVS_CONST && src->index >= s->num_constants
                                          : src->file != PVS_CONST)
            return false;
      }
   }
   return true;
}

static struct place
place_of(const struct pvs_stage *s, unsigned i)
{
   const struct pvs_slot *slot = &s->slot[i];
   const int first = s->first;
   const bool is_loop = slot->op == PVS_FLOW_LOOP;
   return (struct place){.op = slot->op,
                         .at = slot->at - first,
                         .last = slot->last - first,
                         .back = slot->op == PVS_FLOW_JUMP ? -1 : slot->back - first,
                         .target = is_loop ? -1 : slot->count_or_jump - first};
}

uint64_t
pvs_jit_key(const struct pvs_stage *s, uint64_t of_words)
{
   struct {
      uint64_t of_words;
      struct place place[PVS_SLOTS];
      uint64_t first;
   } key;
   if (!s->num_slots)
      return of_words;
   memset(&key, 0, sizeof key);
   key.of_words = of_words;
   key.first = s->first; /* steps are told of it */
   for (unsigned i = 0; i < s->num_slots; i++)
      key.place[i] = place_of(s, i);
   return u_hash64(&key, sizeof key);
}

static struct program *
copy_program(const struct pvs_stage *s)
{
   const unsigned n = s->last - s->first + 1u;
   struct program *p = malloc(sizeof *p + n * sizeof p->inst[0]);
   if (!p)
      return NULL;
   p->n = n;
   p->first = s->first;
   p->num_places = s->num_slots;
   for (unsigned i = 0; i < s->num_slots; i++)
      p->place[i] = place_of(s, i);
   p->outputs = s->outputs;
   memcpy(p->inst, s->inst + s->first, n * sizeof p->inst[0]);
   return p;
}

struct r300_jit *
pvs_jit_create(const void *stage, const void *kernels)
{
   _Static_assert(offsetof(struct pvs_ctx, input) == 0 && sizeof(struct emu_row) == JIT_ROW_B &&
                     offsetof(struct pvs_ctx, source) / JIT_ROW_B < JIT_ROWS,
                  "passes name rows by their number in the context");
   const struct pvs_stage *s = stage;
   const struct pvs_kernels *k = kernels;
   if (!pvs_jit_suits(s) || !jit_writer_find(k->vec_B))
      return NULL;
   struct build *w = calloc(1, sizeof *w);
   struct program *copy = copy_program(s);
   if (w) {
      w->p = copy;
      w->kernels = k;
   }
   return r300_passes_compile(w ? &w->w : NULL, copy, build_program, offsetof(struct pvs_ctx, row_B),
                              offsetof(struct pvs_ctx, params), k->vec_B);
}
