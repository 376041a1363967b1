/* SPDX-License-Identifier: MIT
 *
 * Runs a fragment shader over the 64 lanes of a wave: us.h says by which arithmetic. Waits, semaphores and hints of the
 * instruction words have no effect here, since everything happens in order.
 */
#include <assert.h>
#include <string.h>

#include "emulator/r300/tx/quick.h"
#include "emulator/r300/us/arith_vec.h"
#include "emulator/r300/us/us.h"
#include "emulator/simd/lanes.h"
#include "emulator/simd/transcendental.h"

extern const struct tx_kernels EMU_FN(tx_kernels);

/* Where a component is read: rows of registers vector by vector, constants as one vector again and again. */
struct reader {
   const char *at;
   uint32_t step_B;
   int32_t and_bits, xor_bits;
};

static inline vf
read_vec(const struct reader *r, unsigned v)
{
   const vi x = *(const vi *)(r->at + v * r->step_B);
   return (vf)((x & r->and_bits) ^ r->xor_bits);
}

static struct reader
reader_of(struct us_ctx *c, const struct us_operand *o)
{
   struct reader r = {
      .step_B = EMU_VEC_B, .and_bits = o->mod & 2 ? INT32_MAX : -1, .xor_bits = o->mod & 1 ? INT32_MIN : 0};
   const unsigned index = o->index + (o->relative ? c->aL : 0);
   assert(o->comp < 4);
   if (o->kind == US_TEMP) {
      r.at = (const char *)&c->temp[index % US_TEMPS][o->comp];
   } else if (o->kind == US_PRESUB) {
      r.at = (const char *)&c->presub[o->comp];
   } else {
      const float f = o->kind == US_LITERAL ? o->value : c->stage->constant[index % US_CONSTS][o->comp];
      assert(c->num_broadcast < sizeof c->broadcast / sizeof *c->broadcast);
      struct emu_row *row = &c->broadcast[c->num_broadcast++];
      *v_at(row, 0) = v_splat(f);
      r.at = (const char *)row;
      r.step_B = 0;
   }
   return r;
}

static inline void
cut_row(struct emu_row *row)
{
#pragma GCC unroll 4
   for (unsigned v = 0; v < EMU_VECS; v++)
      *v_at(row, v) = cut(v_of(row, v));
}

static inline vf
log2_of(vf x)
{
   const vf inf = (vf)v_splati(0x7f800000);
   vf r = v_log2(x);
   r = v_sel(x < inf, r, x);
   r = v_sel(x == v_splat(0), -inf, r);
   return v_sel(x < v_splat(0), (vf)v_splati(0x7fc00000), r);
}

static inline vf
alpha_scalar(enum us_op op, vf x)
{
   switch (op) {
   case US_EX2:
      return v_exp2(x);
   case US_LN2:
      return log2_of(x);
   case US_RCP:
      return v_splat(1.0f) / x;
   case US_RSQ:
      return v_splat(1.0f) / v_sqrt(x);
   case US_SIN:
      return v_sin_turns(x);
   default:
      return v_cos_turns(x);
   }
}

static void
run_presub(struct us_ctx *c, const struct us_alu *a)
{
   for (unsigned k = 0; k < 4; k++) {
      const struct reader s0 = reader_of(c, &a->pre[0][k]), s1 = reader_of(c, &a->pre[1][k]);
      const unsigned op = a->pre_op[k == 3];
      for (unsigned v = 0; v < EMU_VECS; v++) {
         const vf x = read_vec(&s0, v), y = read_vec(&s1, v);
         *v_at(&c->presub[k], v) = op == 0   ? v_splat(1.0f) - (x + x)
                                   : op == 1 ? y - x
                                   : op == 2 ? y + x
                                             : v_splat(1.0f) - x;
      }
   }
   c->num_broadcast = 0;
}

/* The colour unit's dot product: three terms, four, or two and a sum. */
static void
run_dot(struct us_ctx *c, const struct us_alu *a)
{
   const struct us_program *p = c->stage->program;
   const unsigned terms = a->op[0] == US_DP4 ? 4 : a->op[0] == US_D2A ? 2 : 3;
   struct reader x[4], y[4], z = {0};
   for (unsigned k = 0; k < terms; k++) {
      x[k] = reader_of(c, &a->a[k]);
      y[k] = reader_of(c, &a->b[k]);
   }
   if (terms == 2)
      z = reader_of(c, &a->c[2]);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf sum = product(p, read_vec(&x[0], v), read_vec(&y[0], v));
      for (unsigned k = 1; k < terms; k++)
         sum += product(p, read_vec(&x[k], v), read_vec(&y[k], v));
      if (terms == 2)
         sum += read_vec(&z, v);
      *v_at(&c->dot, v) = sum;
   }
   c->num_broadcast = 0;
}

/* Where the result of a component is made. */
static struct emu_row *
result_of(struct us_ctx *c, const struct us_alu *a, unsigned k)
{
   return a->direct >> k & 1 ? &c->temp[a->dst[k == 3] % US_TEMPS][k] : &c->result[k];
}

/* MDH, MDV: A and C are the same component of source 0 in two pixels of the quad, with the operands' signs. */
static void
run_derivative(struct us_ctx *c, const struct us_alu *a, unsigned k, bool vertical)
{
   struct us_operand from = a->near[k];
   from.mod = a->a[k].mod;
   const struct reader x = reader_of(c, &from), y = reader_of(c, &a->b[k]);
   from.mod = a->c[k].mod;
   const struct reader z = reader_of(c, &from);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf other = v_quad(read_vec(&z, v), vertical ? 2 : 1);
      *v_at(result_of(c, a, k), v) =
         product(c->stage->program, v_quad(read_vec(&x, v), 0), read_vec(&y, v)) + other;
   }
}

/* The result of one component, before its modifiers. */
static void
run_component(struct us_ctx *c, const struct us_alu *a, unsigned k)
{
   const struct us_program *p = c->stage->program;
   const enum us_op op = a->op[k == 3];
   struct emu_row *out = result_of(c, a, k);
   c->num_broadcast = 0;
   if (op == US_MDH || op == US_MDV) {
      run_derivative(c, a, k, op == US_MDV);
      return;
   }
   if (op == US_DP3 || op == US_DP4 || op == US_D2A || op == US_DP || op == US_SOP) {
      *out = op == US_SOP ? c->result[3] : c->dot;
      return;
   }
   const struct reader x = reader_of(c, &a->a[k]);
   if (op >= US_EX2) {
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(out, v) = alpha_scalar(op, read_vec(&x, v));
      return;
   }
   const struct reader y = reader_of(c, &a->b[k]), z = reader_of(c, &a->c[k]);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf s = read_vec(&x, v), t = read_vec(&y, v), u = read_vec(&z, v);
      vf r;
      switch (op) {
      case US_MAD:
         r = product(p, s, t) + u;
         break;
      case US_MIN:
         r = v_min(s, t);
         break;
      case US_MAX:
         r = v_max(s, t);
         break;
      case US_CND:
         r = v_sel(u > v_splat(0.5f), s, t);
         break;
      case US_CMP:
         r = v_sel(u >= v_splat(0), s, t);
         break;
      default:
         r = s - v_floor(s);
         break;
      }
      *v_at(out, v) = r;
   }
}

/* Factor, clamp and the width of a result. */
static void
finish_component(struct us_ctx *c, const struct us_alu *a, unsigned k)
{
   static const float factors[8] = {1, 2, 4, 8, 0.5f, 0.25f, 0.125f, 1};
   const unsigned unit = k == 3, omod = a->omod[unit];
   const bool clamp = a->clamp[unit] && omod != 7, narrow = c->stage->program->float24;
   if (!narrow && !clamp && (omod == 0 || omod == 7))
      return;
   const vf factor = v_splat(factors[omod & 7]);
   struct emu_row *row = result_of(c, a, k);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      vf r = v_of(row, v);
      if (omod && omod != 7)
         r *= factor;
      if (narrow)
         r = cut(r);
      if (clamp)
         r = v_clamp(r, 0, 1);
      *v_at(row, v) = r;
   }
}

/* Lanes whose component compares so with zero. */
static uint64_t
compare(const struct emu_row *row, enum us_condition how)
{
   uint64_t lanes = 0;
   const vf zero = v_splat(0);
   for (unsigned v = 0; v < EMU_VECS; v++) {
      const vf x = v_of(row, v);
      const vi m = how == US_IF_EQUAL    ? x == zero
                   : how == US_IF_LESS   ? x < zero
                   : how == US_IF_GEQUAL ? x >= zero
                                         : x != zero;
      lanes |= (uint64_t)v_bits(m) << (v * EMU_VEC_LANES);
   }
   return lanes;
}

/* Lanes that an instruction writes component k of. */
static uint64_t
written(const struct us_ctx *c, const struct us_inst *i, unsigned k)
{
   const unsigned unit = k == 3, sel = i->pred_sel[unit];
   const uint64_t lanes = i->write_inactive ? c->lanes : c->active;
   if (!sel)
      return lanes;
   const uint64_t bits = c->predicate[sel == 1 ? k : (sel - 2) & 3];
   return lanes & (i->pred_inv[unit] ? ~bits : bits);
}

static void
store(struct emu_row *to, const struct emu_row *from, uint64_t lanes)
{
   if (lanes == ~UINT64_C(0)) {
      *to = *from;
      return;
   }
   for (unsigned v = 0; v < EMU_VECS; v++, lanes = EMU_VEC_LANES < 64 ? lanes >> EMU_VEC_LANES : 0)
      *v_ati(to, v) = v_seli(v_mask(lanes), v_ofi(from, v), v_ofi(to, v));
}

static void
run_alu(struct us_ctx *c, const struct us_inst *i)
{
   const struct us_alu *a = &i->alu;
   unsigned need = a->write | a->output | a->predicates;
   if (a->depth)
      need |= 8;
   if (a->sets_result)
      need |= 1u << a->result_comp;
   c->num_broadcast = 0;
   if (a->presub)
      run_presub(c, a);
   if (a->op[0] == US_DP3 || a->op[0] == US_DP4 || a->op[0] == US_D2A)
      run_dot(c, a);
   if (need & 8 || (need & 7 && a->op[0] == US_SOP))
      run_component(c, a, 3);
   for (unsigned k = 0; k < 3; k++)
      if (need >> k & 1)
         run_component(c, a, k);
   for (unsigned k = 0; k < 4; k++)
      if (need >> k & 1)
         finish_component(c, a, k);
   for (unsigned k = 0; k < 4; k++) {
      if (!(need >> k & 1) || a->direct >> k & 1)
         continue;
      const unsigned unit = k == 3;
      const uint64_t lanes = written(c, i, k);
      const unsigned reg = (a->dst[unit] + (a->dst_relative[unit] ? c->aL : 0)) % US_TEMPS;
      if (a->write >> k & 1)
         store(&c->temp[reg][k], &c->result[k], lanes);
      if (a->output >> k & 1)
         store(&c->color[a->target[unit] & 3][k], &c->result[k], lanes);
      if (a->predicates >> k & 1) {
         const uint64_t holds = compare(&c->result[k], (enum us_condition)a->predicate_if[unit]);
         c->predicate[k] = (c->predicate[k] & ~lanes) | (holds & lanes);
      }
   }
   if (a->depth)
      store(&c->z[0], &c->result[3], written(c, i, 3));
   if (a->sets_result)
      c->alu_result = compare(&c->result[a->result_comp], (enum us_condition)a->result_if);
}

static void
load_coords(struct us_ctx *c, unsigned reg, bool relative, const uint8_t swizzle[4], struct emu_row *out,
            unsigned n)
{
   const unsigned r = (reg + (relative ? c->aL : 0)) % US_TEMPS;
   for (unsigned k = 0; k < n; k++)
      out[k] = c->temp[r][swizzle[k] & 3];
}

static void
kill_negative(struct us_ctx *c, const struct us_inst *i)
{
   for (unsigned k = 0; k < 4; k++)
      c->killed |= compare(&c->coord[k], US_IF_LESS) & written(c, i, k);
}

static bool
is_in_order(const uint8_t swizzle[4])
{
   return swizzle[0] == 0 && swizzle[1] == 1 && swizzle[2] == 2 && swizzle[3] == 3;
}

/* A lookup of many, by tx/taps_vec.h. False: it is none. */
static bool
run_tap(struct us_ctx *c, const struct us_inst *i, const struct tx_view *view)
{
   const struct us_tex *t = &i->tex;
   const struct emu_row *const src = c->temp[t->src % US_TEMPS];
   struct emu_row *const to = c->temp[t->dst % US_TEMPS];
   struct tx_shown shown = {.dropped = c->stage->program->float24 ? 0x7f : 0};
   if (c->no_taps || written(c, i, 0) != ~UINT64_C(0))
      return false;
   for (unsigned k = 0; k < 4; k++) {
      const unsigned from = view->setup.select[t->result[k] & 3];
      if (t->write >> k & 1 && from < 4 && !shown.out[from]) {
         shown.out[from] = &to[k];
         shown.comps |= 1u << from;
      }
   }
   c->no_taps =
      !EMU_FN(tx_kernels).sample_tap(&c->taps, view, &src[t->coord[0] & 3], &src[t->coord[1] & 3], &shown);
   for (unsigned k = 0; k < 4 && !c->no_taps; k++) {
      const unsigned from = view->setup.select[t->result[k] & 3];
      if (!(t->write >> k & 1) || (from < 4 && shown.out[from] == &to[k]))
         continue;
      for (unsigned v = 0; v < EMU_VECS; v++)
         *v_at(&to[k], v) = from < 4 ? v_of(shown.out[from], v) : v_splat(from == TX_SELECT_ONE ? 1 : 0);
   }
   return !c->no_taps;
}

static void
run_tex(struct us_ctx *c, const struct us_inst *i)
{
   static const uint8_t modes[] = {[US_TEX_LD] = TX_LOD_IMPLICIT,
                                   [US_TEX_PROJ] = TX_LOD_IMPLICIT,
                                   [US_TEX_BIAS] = TX_LOD_BIAS,
                                   [US_TEX_LOD] = TX_LOD_EXPLICIT,
                                   [US_TEX_GRAD] = TX_LOD_GRAD};
   const struct us_tex *t = &i->tex;
   const struct tx_view *view = c->stage->view[t->unit & 15];
   const bool quick = view && view->quick && !t->unscaled;
   const unsigned reg = (t->dst + (t->dst_relative ? c->aL : 0)) % US_TEMPS;
   struct emu_row *const to = c->temp[reg];
   const struct emu_row *coord = c->coord;
   if (t->op == US_TEX_NOP || (t->tap && view && view->taps && run_tap(c, i, view)))
      return;
   if (t->op == US_TEX_LD && is_in_order(t->coord)) /* it is read before anything is written */
      coord = c->temp[(t->src + (t->src_relative ? c->aL : 0)) % US_TEMPS];
   else
      load_coords(c, t->src, t->src_relative, t->coord, c->coord, 4);
   if (t->op == US_TEX_KIL) {
      kill_negative(c, i);
      return;
   }
   if (t->op == US_TEX_PROJ)
      for (unsigned k = 0; k < 3; k++)
         for (unsigned v = 0; v < EMU_VECS; v++)
            *v_at(&c->coord[k], v) = v_of(&c->coord[k], v) / v_of(&c->coord[3], v);
   for (unsigned g = 0; g < 2 && t->op == US_TEX_GRAD; g++)
      load_coords(c, t->grad_reg[g], t->grad_relative[g], t->grad[g], c->grad[g], 3);
   /* the register itself, where that is all */
   const bool whole = quick && t->write == 15 && is_in_order(t->result) && written(c, i, 0) == c->lanes &&
                      written(c, i, 3) == c->lanes &&
                      i->pred_sel[0] != 1; /* lanes beyond these are nobody's */
   struct emu_row *const out = whole ? to : c->result;
   if (view) {
      const struct tx_request rq = {.view = view,
                                    .coord = coord,
                                    .grad = (const struct emu_row(*)[3])c->grad,
                                    .mode = modes[t->op],
                                    .unscaled = t->unscaled,
                                    .lanes = c->lanes,
                                    .out = out};
      if (quick)
         EMU_FN(tx_kernels).sample_quick(&rq);
      else
         tx_sample(&rq);
   } else {
      memset(c->result, 0, sizeof c->result);
   }
   for (unsigned k = 0; k < 4 && c->stage->program->float24; k++)
      cut_row(&out[k]);
   for (unsigned k = 0; k < 4 && !whole; k++)
      if (t->write >> k & 1)
         store(&to[k], &c->result[t->result[k] & 3], written(c, i, k));
}

/* What the rasteriser left in registers that somebody reads, as they hold it. */
static void
cut_registers(struct us_ctx *c, const struct us_program *p)
{
   for (unsigned word = 0; word < US_TEMPS / 64; word++)
      for (uint64_t m = c->loaded[word]; m; m &= m - 1) {
         const unsigned r = word * 64 + (unsigned)__builtin_ctzll(m);
         for (unsigned k = 0; k < 4; k++)
            if (p->unset_temp[r] >> k & 1)
               cut_row(&c->temp[r][k]);
      }
}

/* From instruction \p pc on, with \p left of the budget. */
static void
interpret(struct us_ctx *c, const struct us_program *p, unsigned pc, unsigned left)
{
   while (pc >= p->first && pc <= p->last && !c->stopped) {
      const struct us_inst *i = &p->inst[pc];
      const unsigned cost = us_cost(i);
      if (left < cost) {
         c->stopped = US_STOP_BUDGET;
         break;
      }
      left -= cost;
      if (i->type == US_FLOW) {
         pc = us_flow_step(c, &i->flow, pc);
         continue;
      }
      if (i->type == US_ALU)
         run_alu(c, i);
      else
         run_tex(c, i);
      pc++;
   }
}

static void
run(struct us_ctx *c, const struct us_stage *stage)
{
   const struct us_program *p = stage->program;
   assert(p->first <= p->last && p->last < US_MAX_INSTS);
   c->stage = stage;
   c->active = c->lanes;
   c->killed = c->alu_result = 0;
   c->num_loops = c->num_calls = c->aL = 0;
   c->stopped = US_STOP_NONE;
   c->no_taps = false;
   texture_taps_init(&c->taps);
   c->z_done = p->writes_depth;
   if (p->writes_depth)
      memset(&c->z[0], 0, sizeof c->z[0]);
   memset(c->predicate, 0, sizeof c->predicate);
   memset(c->inactive, 0, sizeof c->inactive);
   for (unsigned t = 0; t < US_TARGETS; t++)
      for (unsigned k = 0; k < 4; k++)
         if (stage->targets >> t & p->unset_color[t] >> k & 1)
            memset(&c->color[t][k], 0, sizeof c->color[t][k]);
   const r300_code code = stage->code ? stage->code : p->code;
   if (p->float24 && !(code && p->straight)) /* that does it where it reads them */
      cut_registers(c, p);
   if (code) {
      c->params = &stage->constant[0][0];
      c->row_B = sizeof c->temp[0][0];
      code(c);
      return;
   }
   interpret(c, p, p->first, US_BUDGET);
}

static void
call(struct us_ctx *c, const struct us_inst *i)
{
   if (i->type == US_ALU)
      run_alu(c, i);
   else
      run_tex(c, i);
}

static void
resume(struct us_ctx *c, const void *unused, uint64_t pc, uint64_t left)
{
   (void)unused;
   interpret(c, c->stage->program, (unsigned)pc, (unsigned)left);
}

const struct us_kernels EMU_FN(us_kernels) = {.vec_B = EMU_VEC_B, .call = call, .resume = resume, .run = run};
