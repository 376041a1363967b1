/* SPDX-License-Identifier: MIT
 *
 * Runs a vertex shader over 64 vertices: pvs.h says by which arithmetic and after what.
 */
#include <assert.h>
#include <string.h>

#include "db/r300/rx_pvs.h"
#include "emulator/r300/pvs/pvs.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/transcendental.h"
#include "util/u_math.h"

#define VE(name) RX_PVS_OP_DST__DST_OPCODE_VE__##name
#define ME(name) RX_PVS_OP_DST__DST_OPCODE_ME__##name

static vf
largest(void)
{
   return (vf)v_splati(0x7f7fffff);
}
static vf
infinity(void)
{
   return (vf)v_splati(0x7f800000);
}

/* ---- sources ---- */

/* A component of a vector of a file; NULL: there is no such vector, or it is a constant. */
static const struct emu_row *
file_row(const struct pvs_ctx *c, unsigned file, int32_t index, unsigned comp)
{
   switch (file) {
   case PVS_TEMP:
      return index >= 0 && index < PVS_TEMPS ? &c->temp[index][comp] : NULL;
   case PVS_INPUT:
      return index >= 0 && index < PVS_INPUTS ? &c->input[index][comp] : NULL;
   case PVS_ALT:
      return index >= 0 && index < PVS_ALT_TEMPS ? &c->alt[index][comp] : NULL;
   default:
      return NULL;
   }
}

static float
constant_of(const struct pvs_stage *s, const struct pvs_source *src, int32_t index, unsigned comp)
{
   const bool there = src->file == PVS_CONST && index >= 0 && index < (int32_t)s->num_constants;
   return there ? s->constant[index][comp] : 0;
}

static void
load_component(const struct pvs_ctx *c, const struct pvs_stage *s, const struct pvs_source *src,
               unsigned comp, struct emu_row *out)
{
   const int32_t base = src->index + (src->address == PVS_BY_LOOP ? c->loop_index : 0);
   if (src->address == PVS_BY_A0) {
      for (unsigned i = 0; i < EMU_LANES; i++) {
         const int32_t index = base + c->a0[src->a0][i];
         const struct emu_row *row = file_row(c, src->file, index, comp);
         out->u[i] = row ? row->u[i] : fui(constant_of(s, src, index, comp));
      }
      return;
   }
   const struct emu_row *row = file_row(c, src->file, base, comp);
   const vf k = v_splat(constant_of(s, src, base, comp));
   for (unsigned v = 0; v < EMU_VECS; v++)
      *v_at(out, v) = row ? v_of(row, v) : k;
}

static void
load_source(struct pvs_ctx *c, const struct pvs_stage *s, const struct pvs_source *src, struct emu_row out[4])
{
   for (unsigned k = 0; k < 4; k++) {
      const unsigned sel = src->swizzle[k];
      if (sel >= 4)
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&out[k], v) = v_splat(sel == 5 ? 1 : 0);
      else
         load_component(c, s, src, sel, &out[k]);
      const bool negate = src->negate >> k & 1;
      if (!src->absolute && !negate)
         continue;
      for (unsigned v = 0; v < EMU_VECS; v++) {
         vf x = v_of(&out[k], v);
         x = src->absolute ? v_abs(x) : x;
         *v_at(&out[k], v) = negate ? (vf)((vi)x ^ INT32_MIN) : x;
      }
   }
}

/* ---- operations ---- */

static vi
condition(unsigned which, vf x) /* EQ, GT, GTE, NEQ */
{
   const vf zero = v_splat(0);
   return which == 0 ? x == zero : which == 1 ? x > zero : which == 2 ? x >= zero : x != zero;
}

static vf
one_where(vi m)
{
   return (vf)(m & (vi)v_splat(1));
}

/* Of one component; dot products and scalars are elsewhere. */
static vf
vector_op(unsigned op, vf a, vf b, vf c)
{
   switch (op) {
   case VE(MULTIPLY):
      return v_mul0(a, b);
   case VE(ADD):
      return a + b;
   case VE(MULTIPLY_ADD):
      return v_mul0(a, b) + c;
   case VE(FRACTION):
      return a - v_floor(a);
   case VE(MAXIMUM):
      return v_max(a, b);
   case VE(MINIMUM):
      return v_min(a, b);
   case VE(SET_GREATER_THAN_EQUAL):
      return one_where(a >= b);
   case VE(SET_LESS_THAN):
      return one_where(a < b);
   case VE(MULTIPLYX2_ADD):
      return v_mul0(a + a, b) + c;
   case VE(FLT2FIX_DX):
      return v_floor(a);
   case VE(FLT2FIX_DX_RND):
      return v_floor(a + v_splat(0.5f));
   case VE(COND_MUX_EQ):
   case VE(COND_MUX_GT):
   case VE(COND_MUX_GTE):
      return v_sel(condition(op - VE(COND_MUX_EQ), a), b, c);
   case VE(SET_GREATER_THAN):
      return one_where(a > b);
   case VE(SET_EQUAL):
      return one_where(a == b);
   case VE(SET_NOT_EQUAL):
      return one_where(a != b);
   default:
      return v_splat(0);
   }
}

static void
run_dot(struct pvs_ctx *c)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf sum = v_mul0(v_of(&c->source[0][0], v), v_of(&c->source[1][0], v));
      for (unsigned k = 1; k < 4; k++)
         sum += v_mul0(v_of(&c->source[0][k], v), v_of(&c->source[1][k], v));
      for (unsigned k = 0; k < 4; k++)
         *v_at(&c->result[k], v) = sum;
   }
}

/* (1, y * y, z, w): what light distances are made of. */
static void
run_distance(struct pvs_ctx *c)
{
   for (unsigned v = 0; v < EMU_VECS; v++) {
      *v_at(&c->result[0], v) = v_splat(1);
      *v_at(&c->result[1], v) = v_mul0(v_of(&c->source[0][1], v), v_of(&c->source[1][1], v));
      *v_at(&c->result[2], v) = v_of(&c->source[0][2], v);
      *v_at(&c->result[3], v) = v_of(&c->source[1][3], v);
   }
}

/* PRED_SET_*_PUSH: source 0 w is the counter of inactive levels, source 1 w the condition. */
static void
run_push(struct pvs_ctx *c, unsigned which, uint64_t *predicate)
{
   *predicate = 0;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf counter = v_of(&c->source[0][3], v);
      const vi holds = (counter == v_splat(0)) & condition(which, v_of(&c->source[1][3], v));
      *predicate |= (uint64_t)v_bits(holds) << (v * EMU_VEC_LANES);
      for (unsigned k = 0; k < 4; k++)
         *v_at(&c->result[k], v) = v_sel(holds, v_splat(0), counter + v_splat(1));
   }
}

static void
run_vector(struct pvs_ctx *c, const struct pvs_inst *i, uint64_t *predicate)
{
   if (i->unit == PVS_VECTOR && i->op == VE(DOT_PRODUCT)) {
      run_dot(c);
      return;
   }
   if (i->unit == PVS_VECTOR && i->op == VE(DISTANCE_VECTOR)) {
      run_distance(c);
      return;
   }
   if (i->unit == PVS_VECTOR && i->op >= VE(PRED_SET_EQ_PUSH) && i->op <= VE(PRED_SET_NEQ_PUSH)) {
      run_push(c, i->op - VE(PRED_SET_EQ_PUSH), predicate);
      return;
   }
   const unsigned op = i->unit == PVS_VECTOR ? i->op : i->op ? VE(MULTIPLYX2_ADD) : VE(MULTIPLY_ADD);
   for (unsigned k = 0; k < 4; k++)
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&c->result[k], v) =
            vector_op(op, v_of(&c->source[0][k], v), v_of(&c->source[1][k], v), v_of(&c->source[2][k], v));
}

static vf
finite(vf r, vf x)
{
   return v_sel(v_abs(r) == infinity(), (vf)((vi)largest() | ((vi)x & INT32_MIN)), r);
}

static vf
log2_abs(vf x)
{
   x = v_abs(x);
   vf r = v_log2(x);
   r = v_sel(x < infinity(), r, x);
   return v_sel(x == v_splat(0), -largest(), r);
}

/* |base| to the exponent, with the base's sign; 0 of a base of 0. */
static vf
power(vf base, vf exponent)
{
   const vf r = v_exp2(v_mul0(log2_abs(base), exponent));
   return v_sel(base == v_splat(0), v_splat(0), (vf)((vi)r | ((vi)base & INT32_MIN)));
}

/* Scalars: of the w components. */
static vf
math_op(unsigned op, vf a, vf b, vf c)
{
   const vf turns = v_splat(0.15915494f); /* of a radian */
   switch (op) {
   case ME(RECIP_DX):
      return finite(v_splat(1) / a, a);
   case ME(RECIP_FF):
      return v_sel(a == v_splat(0), v_splat(0), v_splat(1) / a);
   case ME(RECIP_IEEE):
      return v_splat(1) / a;
   case ME(RECIP_SQRT_DX):
      return finite(v_splat(1) / v_sqrt(v_abs(a)), v_splat(0));
   case ME(RECIP_SQRT_FF):
      return v_sel(a == v_splat(0), v_splat(0), v_splat(1) / v_sqrt(v_abs(a)));
   case ME(RECIP_SQRT_IEEE):
      return v_splat(1) / v_sqrt(a);
   case ME(MULTIPLY):
      return v_mul0(a, b);
   case ME(EXP_BASE2_FULL_DX):
      return finite(v_exp2(a), v_splat(0));
   case ME(EXP_BASEE_FF):
      return finite(v_exp2(a * v_splat(1.44269504f)), v_splat(0));
   case ME(LOG_BASE2_FULL_DX):
      return log2_abs(a);
   case ME(LOG_BASE2_IEEE):
      return v_sel(a == v_splat(0), -infinity(), log2_abs(a));
   case ME(POWER_FUNC_FF):
      return power(a, c);
   case ME(SIN):
      return v_sin_turns(a * turns);
   case ME(COS):
      return v_cos_turns(a * turns);
   default:
      return v_splat(0);
   }
}

/* EXP_BASE2_DX, LOG_BASE2_DX, LIGHT_COEFF_DX have a result for each component. */
static void
math_vector(unsigned op, vf a, vf b, vf c, vf r[4])
{
   r[0] = r[3] = v_splat(1);
   if (op == ME(EXP_BASE2_DX)) {
      const vf whole = v_floor(a);
      r[0] = finite(v_exp2(whole), v_splat(0));
      r[1] = v_sel(a > v_splat(128), v_splat(0), a - whole);
      r[2] = finite(v_exp2(a), v_splat(0));
   } else if (op == ME(LOG_BASE2_DX)) {
      const vi bits = (vi)v_abs(a), zero = a == v_splat(0);
      r[0] = v_sel(zero, -largest(), v_float((bits >> 23) - 127));
      r[1] = v_sel(zero, v_splat(1), (vf)((bits & 0x7fffff) | 0x3f800000));
      r[2] = log2_abs(a);
   } else {
      const vf lit = power(v_max(a, v_splat(0)), v_clamp(c, -128, 128));
      r[1] = v_max(b, v_splat(0));
      r[2] = v_sel(b > v_splat(0), lit, v_splat(0));
   }
}

/* PRED_SET_*: the counter of inactive levels; the predicate bit is whether it is 0. */
static vf
math_predicate(unsigned op, vf x)
{
   const vf zero = v_splat(0), one = v_splat(1);
   switch (op) {
   case ME(PRED_SET_CLR):
      return largest();
   case ME(PRED_SET_INV):
      return v_sel(x == one, zero, v_sel(x == zero, one, x));
   case ME(PRED_SET_POP):
      return v_sel(x <= one, zero, x - one);
   case ME(PRED_SET_RESTORE):
      return x;
   default:
      return v_sel(condition(op - ME(PRED_SET_EQ), x), zero, one);
   }
}

static void
run_math(struct pvs_ctx *c, const struct pvs_inst *i, uint64_t *predicate)
{
   const bool sets = i->op >= ME(PRED_SET_EQ) && i->op <= ME(PRED_SET_RESTORE);
   const bool vector = i->op == ME(EXP_BASE2_DX) || i->op == ME(LOG_BASE2_DX) || i->op == ME(LIGHT_COEFF_DX);
   if (sets)
      *predicate = 0;
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf a = v_of(&c->source[0][3], v), b = v_of(&c->source[1][3], v), d = v_of(&c->source[2][3], v);
      vf r[4];
      if (vector)
         math_vector(i->op, a, b, d, r);
      else
         r[0] = r[1] = r[2] = r[3] = sets ? math_predicate(i->op, a) : math_op(i->op, a, b, d);
      if (sets)
         *predicate |= (uint64_t)v_bits(r[3] == v_splat(0)) << (v * EMU_VEC_LANES);
      for (unsigned k = 0; k < 4; k++)
         *v_at(&c->result[k], v) = r[k];
   }
}

/* The second operation of an instruction, before the first one has written anything. */
static void
run_dual(struct pvs_ctx *c, const struct pvs_inst *i)
{
   const bool vector = i->dual_op == ME(EXP_BASE2_DX) || i->dual_op == ME(LOG_BASE2_DX);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf a = v_of(&c->source[2][0], v), b = v_of(&c->source[2][1], v);
      vf r[4];
      if (vector)
         math_vector(i->dual_op, a, b, b, r);
      else
         r[i->dual_comp] = math_op(i->dual_op, a, b, b);
      *v_at(&c->dual, v) = i->dual_saturate ? v_clamp(r[i->dual_comp], 0, 1) : r[i->dual_comp];
   }
}

/* ---- destinations ---- */

static struct emu_row *
dst_row(struct pvs_ctx *c, const struct pvs_inst *i, int32_t index, unsigned comp)
{
   if (index < 0)
      return NULL;
   switch ((enum pvs_dst)i->dst_file) {
   case PVS_DST_TEMP:
      return index < PVS_TEMPS ? &c->temp[index][comp] : NULL;
   case PVS_DST_OUT:
   case PVS_DST_OUT_REPL_X:
      return index < PVS_OUTPUTS ? &c->output[index][comp] : NULL;
   case PVS_DST_ALT:
      return index < PVS_ALT_TEMPS ? &c->alt[index][comp] : NULL;
   case PVS_DST_INPUT:
      return index < PVS_INPUTS ? &c->input[index][comp] : NULL;
   default:
      return NULL;
   }
}

static int32_t
address_of(float x)
{
   return x >= -65536 && x <= 65536 ? (int32_t)x : 0;
}

static void
store_by_lane(struct pvs_ctx *c, const struct pvs_inst *i, unsigned k, const struct emu_row *from,
              uint64_t lanes)
{
   for (unsigned l = 0; l < EMU_LANES; l++) {
      if (!(lanes >> l & 1))
         continue;
      if (i->dst_file == PVS_DST_A0) {
         c->a0[k][l] = address_of(uif(from->u[l]));
         continue;
      }
      struct emu_row *to = dst_row(c, i, i->dst_index + c->a0[i->dst_a0][l], k);
      if (to)
         to->u[l] = from->u[l];
   }
}

static void
store_result(struct pvs_ctx *c, const struct pvs_inst *i, uint64_t lanes)
{
   const int32_t base = i->dst_index + (i->dst_address == PVS_BY_LOOP ? c->loop_index : 0);
   for (unsigned k = 0; k < 4; k++) {
      struct emu_row *from = &c->result[k];
      if (!(i->write >> k & 1))
         continue;
      if (i->dst_file == PVS_DST_OUT_REPL_X)
         *from = c->result[0];
      for (unsigned v = 0; i->saturate && v < EMU_VECS; v++)
         *v_at(from, v) = v_clamp(v_of(from, v), 0, 1);
      if (i->dst_file == PVS_DST_A0 || i->dst_address == PVS_BY_A0) {
         store_by_lane(c, i, k, from, lanes);
         continue;
      }
      struct emu_row *to = dst_row(c, i, base, k);
      for (unsigned v = 0; to && v < EMU_VECS; v++)
         *v_at(to, v) = v_sel(v_mask(lanes >> (v * EMU_VEC_LANES)), v_of(from, v), v_of(to, v));
   }
}

static void
store_dual(struct pvs_ctx *c, const struct pvs_inst *i, uint64_t lanes)
{
   struct emu_row *to = &c->alt[i->dual_index][i->dual_comp];
   for (unsigned v = 0; v < EMU_VECS; v++)
      *v_at(to, v) = v_sel(v_mask(lanes >> (v * EMU_VEC_LANES)), v_of(&c->dual, v), v_of(to, v));
}

static void
run_inst(struct pvs_ctx *c, const struct pvs_stage *s, const struct pvs_inst *i)
{
   uint64_t predicate = c->predicate, lanes = ~UINT64_C(0);
   const bool idle = i->unit == PVS_VECTOR && i->op == VE(NO_OP);
   if (idle && !i->dual)
      return;
   for (unsigned k = 0; k < 3; k++)
      load_source(c, s, &i->src[k], c->source[k]);
   if (i->dual)
      run_dual(c, i);
   if (i->predicated)
      lanes = i->predicate_is ? c->predicate : ~c->predicate;
   const uint64_t dual_lanes = lanes;
   if (i->unit == PVS_MATH)
      run_math(c, i, &predicate);
   else
      run_vector(c, i, &predicate);
   if (i->unit == PVS_VECTOR && i->op >= VE(COND_WRITE_EQ) && i->op <= VE(COND_WRITE_NEQ)) {
      uint64_t holds = 0; /* of w: one condition for all components */
      for (unsigned v = 0; v < EMU_VECS; v++)
         holds |= (uint64_t)v_bits(condition(i->op - VE(COND_WRITE_EQ), v_of(&c->source[0][3], v)))
                  << (v * EMU_VEC_LANES);
      memcpy(c->result, c->source[1], sizeof c->result);
      lanes &= holds;
   }
   if (!idle)
      store_result(c, i, lanes);
   if (i->dual)
      store_dual(c, i, dual_lanes);
   c->predicate = predicate;
}

/* ---- flow ---- */

/* Where a slot that acts at pc leads. */
static unsigned
take_slot(struct pvs_ctx *c, const struct pvs_slot *slot, unsigned pc)
{
   const bool call = slot->op == PVS_FLOW_CALL;
   if (slot->op == PVS_FLOW_JUMP)
      return slot->count_or_jump;
   if (c->depth == PVS_SLOTS || (!call && !slot->count_or_jump)) {
      c->stopped = PVS_STOP_STACK;
      return pc;
   }
   c->stack[c->depth].call = call;
   c->stack[c->depth].last = slot->last;
   c->stack[c->depth].back = slot->back;
   c->stack[c->depth].left = call ? 1 : slot->count_or_jump;
   c->stack[c->depth].index = c->loop_index;
   c->stack[c->depth].step = slot->loop_step;
   c->stack[c->depth].round = 0;
   c->depth++;
   if (!call && !slot->loop_inherit)
      c->loop_index = slot->loop_init;
   return call ? slot->count_or_jump : slot->back;
}

/* Is all that a program may change what it was a round before? Then the rounds that are left would change nothing, either. Looked
 * at behind the rounds 2, 4, 8, ...; inputs and outputs, which nothing reads back or which are written before, do not count. */
static bool
is_settled(struct pvs_ctx *c, const struct pvs_stage *s, unsigned depth)
{
   const uint16_t round = ++c->stack[depth].round;
   if (depth >= PVS_SAVED_LOOPS || s->num_temps > PVS_SAVED_TEMPS || s->writes_inputs || c->stack[depth].step)
      return false;
   struct pvs_saved *saved = &c->saved[depth];
   const size_t temps_B = s->num_temps * sizeof c->temp[0], alt_B = s->num_alt * sizeof c->alt[0];
   const bool look = round > 1 && !(round & (round - 1)), save = !((round + 1) & round);
   if (look && saved->predicate == c->predicate && !memcmp(saved->temp, c->temp, temps_B) &&
       !memcmp(saved->alt, c->alt, alt_B) && !memcmp(saved->a0, c->a0, sizeof c->a0))
      return true;
   if (save) {
      saved->predicate = c->predicate;
      memcpy(saved->temp, c->temp, temps_B);
      memcpy(saved->alt, c->alt, alt_B);
      memcpy(saved->a0, c->a0, sizeof c->a0);
   }
   return false;
}

/* Behind the instruction at pc: a slot that acts there, then loops and calls that end there. */
static unsigned
next_inst(struct pvs_ctx *c, const struct pvs_stage *s, unsigned pc)
{
   for (unsigned i = 0; i < s->num_slots; i++)
      if (s->slot[i].at == pc)
         return take_slot(c, &s->slot[i], pc);
   while (c->depth && c->stack[c->depth - 1].last == pc) {
      const unsigned top = c->depth - 1;
      const uint16_t back = c->stack[top].back;
      if (!c->stack[top].call && --c->stack[top].left && !is_settled(c, s, top)) {
         c->loop_index += c->stack[top].step;
         return back;
      }
      c->depth--;
      if (c->stack[top].call)
         return back;
      c->loop_index = c->stack[top].index;
   }
   return pc + 1;
}

static uint64_t
step(struct pvs_ctx *c, const void *unused, uint64_t pc)
{
   const struct pvs_stage *s = c->stage;
   if (pc == s->last && !(c->depth && c->stack[c->depth - 1].last == pc))
      return PVS_ENDED;
   const unsigned next = next_inst(c, s, (unsigned)pc);
   if (c->stopped || (next == s->last + 1u && !c->depth))
      return PVS_ENDED;
   if (next >= s->first && next <= s->last)
      return next;
   c->stopped = PVS_STOP_LEFT;
   return PVS_ENDED;
}

static void
resume(struct pvs_ctx *c, const void *unused, uint64_t pc, uint64_t left)
{
   const struct pvs_stage *s = c->stage;
   for (; pc != PVS_ENDED && left; left--) {
      run_inst(c, s, &s->inst[pc]);
      pc = step(c, NULL, pc);
   }
   if (pc != PVS_ENDED)
      c->stopped = PVS_STOP_BUDGET;
}

static void
run(struct pvs_ctx *c, const struct pvs_stage *s)
{
   assert(s->first < PVS_MAX_INSTS && s->last < PVS_MAX_INSTS);
   const unsigned stale = s->code ? c->written & ~s->outputs : s->outputs | c->written;
   for (unsigned i = 0; i < PVS_OUTPUTS; i++)
      if (stale >> i & 1)
         memset(c->output[i], 0, sizeof c->output[i]);
   c->written = s->outputs;
   memset(c->alt, 0, s->num_alt * sizeof c->alt[0]);
   memset(c->a0, 0, sizeof c->a0);
   c->loop_index = 0;
   c->predicate = 0;
   c->depth = 0;
   c->stopped = PVS_STOP_NONE;
   if (!s->code || s->num_slots)
      memset(c->temp, 0, s->num_temps * sizeof c->temp[0]);
   c->stage = s;
   if (s->code) {
      c->params = &s->constant[0][0];
      c->row_B = (uint32_t)u_align(c->num_vertices * 4, EMU_VEC_B);
      s->code(c);
      return;
   }
   resume(c, NULL, s->first, PVS_BUDGET);
}

static void
call(struct pvs_ctx *c, const struct pvs_inst *i)
{
   run_inst(c, c->stage, i);
}

const struct pvs_kernels EMU_FN(pvs_kernels) = {
   .vec_B = EMU_VEC_B, .call = call, .step = step, .resume = resume, .run = run};
