/* SPDX-License-Identifier: MIT
 *
 * The interpreter of the shader units: sh.h says over what. Stretches that have machine code (code.h) are called in place of their instructions. Rules of arithmetic and of control flow are those that 3dbrew ("GPU/Shader Instruction Set")
 * says were measured on the chip; where it is silent, docs/pica200.md says what is done here. Each result is one IEEE operation on float32s, then
 * rounded to float24: the order of sums in dot products is x y z w, each product and each sum rounded.
 */
#include <assert.h>
#include <string.h>

#include "db/pica200/pica_tables.h"
#include "emulator/pica200/sh/arith.h"
#include "emulator/pica200/sh/code.h"
#include "emulator/pica200/sh/flow.h"
#include "emulator/pica200/sh/float24.h"
#include "emulator/simd/double.h"

struct run {
   struct sh_ctx *c;
   const struct sh_stage *s;
   struct sh_group *g;
   unsigned vecs; /* that hold a lane */
   struct sh_rounding rounding;
};

/* ---- operands ---- */

struct operand {
   const struct emu_row *row; /* NULL: the same in all lanes */
   vf all;
   vi sign;
};

static int
bounded(int offset)
{
   return offset < -128 || offset > 127 ? 0 : offset;
}

static float
uniform(const struct run *r, unsigned index, int offset, unsigned comp)
{
   const unsigned at = (unsigned)((int)index + bounded(offset)) & 0x7f;
   return at < PICA_UNIFORMS ? r->s->uniform[at][comp] : 1.0f;
}

static void
set_all(struct operand *o, float x)
{
   o->row = NULL;
   o->all = v_splat(x);
}

/* Component \p k of the source as its selector has it. \p scratch: the row that it may use. */
ALWAYS_INLINE struct operand
operand(const struct run *r, const struct sh_source *src, unsigned k, struct emu_row *scratch)
{
   struct operand o;
   const unsigned comp = src->swizzle[k];
   o.sign = v_splati(src->negate ? INT32_MIN : 0);
   o.all = v_splat(0);
   if (src->file == SH_INPUT) {
      o.row = &r->c->input[src->index][comp];
   } else if (src->file == SH_TEMP) {
      o.row = &r->c->temp[src->index][comp];
   } else if (src->relative == 0 || src->relative == 3) {
      set_all(&o, uniform(r, src->index, src->relative ? r->g->al : 0, comp));
   } else {
      const struct emu_row *by = &r->c->address[src->relative - 1];
      for (unsigned l = 0; l < r->vecs * EMU_VEC_LANES; l++)
         scratch->u[l] = fui(uniform(r, src->index, (int32_t)by->u[l], comp));
      o.row = scratch;
   }
   return o;
}

ALWAYS_INLINE vf
value(const struct operand *o, unsigned v)
{
   return (vf)((vi)(o->row ? v_of(o->row, v) : o->all) ^ o->sign);
}

/* All components of all sources of an instruction. At most one source is relative. */
static void
load_operands(const struct run *r, const struct sh_inst *i, struct operand o[3][4])
{
   for (unsigned n = 0; n < i->sources; n++)
      for (unsigned k = 0; k < 4; k++)
         o[n][k] = operand(r, &i->src[n], k, &r->c->scratch[k]);
}

static struct emu_row *
destination(const struct run *r, const struct sh_inst *i)
{
   return i->dst_file == SH_TEMP ? r->c->temp[i->dst_index] : r->c->output[r->c->bank][i->dst_index];
}

ALWAYS_INLINE void
store(const struct run *r, struct emu_row *row, unsigned v, vf x)
{
   const vi m = v_mask(r->g->lanes >> (v * EMU_VEC_LANES));
   *v_at(row, v) = v_sel(m, x, v_of(row, v));
}

/* ---- operations of a component at a time ---- */

typedef vf component_op(const struct run *r, vf a, vf b, vf c);

ALWAYS_INLINE void
each_component(const struct run *r, const struct sh_inst *i, component_op *op)
{
   struct operand o[3][4];
   load_operands(r, i, o);
   for (unsigned n = i->sources; n < 3; n++)
      for (unsigned k = 0; k < 4; k++) {
         o[n][k].sign = v_splati(0);
         set_all(&o[n][k], 0);
      }
   struct emu_row *dst = destination(r, i);
   for (unsigned v = 0; v < r->vecs; v++) {
      vf x[4] = {v_splat(0), v_splat(0), v_splat(0), v_splat(0)};
      for (unsigned k = 0; k < 4; k++)
         if (i->mask >> k & 1)
            x[k] = op(r, value(&o[0][k], v), value(&o[1][k], v), value(&o[2][k], v));
      for (unsigned k = 0; k < 4; k++)
         if (i->mask >> k & 1)
            store(r, &dst[k], v, x[k]);
   }
}

ALWAYS_INLINE vf
op_add(const struct run *r, vf a, vf b, vf c)
{
   (void)c;
   return sum(&r->rounding, a, b);
}
ALWAYS_INLINE vf
op_mul(const struct run *r, vf a, vf b, vf c)
{
   (void)c;
   return product(&r->rounding, a, b);
}
ALWAYS_INLINE vf
op_mad(const struct run *r, vf a, vf b, vf c)
{
   return sum(&r->rounding, product(&r->rounding, a, b), c);
}
ALWAYS_INLINE vf
op_sge(const struct run *r, vf a, vf b, vf c)
{
   (void)r, (void)c;
   return one_where(read24(a) >= read24(b));
}
ALWAYS_INLINE vf
op_slt(const struct run *r, vf a, vf b, vf c)
{
   (void)r, (void)c;
   return one_where(read24(a) < read24(b));
}
ALWAYS_INLINE vf
op_flr(const struct run *r, vf a, vf b, vf c)
{
   (void)b, (void)c;
   return round24(&r->rounding, v_floor(read24(a)));
}
ALWAYS_INLINE vf
op_max(const struct run *r, vf a, vf b, vf c)
{
   (void)c;
   const vf x = v_sel(a > b, a, b);
   const vi minus_inf = (vi)b == v_splati((int32_t)0xff800000);
   return pass(r->s->params->max_takes_minus_inf ? v_sel(minus_inf, b, x) : x);
}
ALWAYS_INLINE vf
op_min(const struct run *r, vf a, vf b, vf c)
{
   (void)r, (void)c;
   return pass(v_sel(a < b, a, b));
}
ALWAYS_INLINE vf
op_mov(const struct run *r, vf a, vf b, vf c)
{
   (void)r, (void)b, (void)c;
   return pass(a);
}

/* ---- operations of whole vectors ---- */

/* One result for all components that are written. */
ALWAYS_INLINE void
store_all(const struct run *r, const struct sh_inst *i, unsigned v, vf x)
{
   struct emu_row *dst = destination(r, i);
   for (unsigned k = 0; k < 4; k++)
      if (i->mask >> k & 1)
         store(r, &dst[k], v, x);
}

ALWAYS_INLINE void
dot(const struct run *r, const struct sh_inst *i, unsigned n, bool homogeneous)
{
   struct operand o[3][4];
   load_operands(r, i, o);
   if (homogeneous) {
      o[0][3].sign = v_splati(0);
      set_all(&o[0][3], 1);
   }
   for (unsigned v = 0; v < r->vecs; v++) {
      vf x = product(&r->rounding, value(&o[0][0], v), value(&o[1][0], v));
      for (unsigned k = 1; k < n; k++)
         x = sum(&r->rounding, x, product(&r->rounding, value(&o[0][k], v), value(&o[1][k], v)));
      store_all(r, i, v, x);
   }
}

/* (1, a.y * b.y, a.z, b.w) */
static void
distance(const struct run *r, const struct sh_inst *i)
{
   struct operand o[3][4];
   load_operands(r, i, o);
   struct emu_row *dst = destination(r, i);
   for (unsigned v = 0; v < r->vecs; v++) {
      const vf x[4] = {v_splat(1), product(&r->rounding, value(&o[0][1], v), value(&o[1][1], v)),
                       pass(value(&o[0][2], v)), pass(value(&o[1][3], v))};
      for (unsigned k = 0; k < 4; k++)
         if (i->mask >> k & 1)
            store(r, &dst[k], v, x[k]);
   }
}

static void
set_flag(const struct run *r, unsigned n, unsigned v, vi m)
{
   const uint64_t in = V_ALL_LANES << (v * EMU_VEC_LANES) & r->g->lanes;
   r->c->flag[n] = (r->c->flag[n] & ~in) | ((uint64_t)v_bits(m) << (v * EMU_VEC_LANES) & in);
}

/* (max(x, 0), clamp(y), 0, max(w, 0)); the flags are x >= 0 and w >= 0. */
static void
light(const struct run *r, const struct sh_inst *i)
{
   struct operand o[3][4];
   load_operands(r, i, o);
   struct emu_row *dst = destination(r, i);
   const vf zero = v_splat(0), high = v_splat(127.99609375f), low = v_splat(-127.99609375f);
   for (unsigned v = 0; v < r->vecs; v++) {
      const vf a = value(&o[0][0], v), b = value(&o[0][1], v), d = value(&o[0][3], v);
      vf y = v_sel(b > low, b, low);
      y = v_sel(y < high, y, high);
      const vf x[4] = {pass(v_sel(a > zero, a, zero)), pass(y), zero, pass(v_sel(d > zero, d, zero))};
      set_flag(r, 0, v, a >= zero);
      set_flag(r, 1, v, d >= zero);
      for (unsigned k = 0; k < 4; k++)
         if (i->mask >> k & 1)
            store(r, &dst[k], v, x[k]);
   }
}

static float
reciprocal(float x)
{
   return 1 / x;
}
/* A function of the first component that the selector names, for all. */
static void
scalar(const struct run *r, const struct sh_inst *i, float (*f)(float))
{
   const struct operand o = operand(r, &i->src[0], 0, &r->c->scratch[0]);
   struct emu_row *out = &r->c->scratch[1];
   for (unsigned v = 0; v < r->vecs; v++)
      *v_at(out, v) = read24(value(&o, v));
   for (uint64_t m = r->g->lanes; m; m &= m - 1) {
      const unsigned l = (unsigned)__builtin_ctzll(m);
      out->u[l] = fui(f(uif(out->u[l])));
   }
   for (unsigned v = 0; v < r->vecs; v++)
      store_all(r, i, v, round24(&r->rounding, v_of(out, v)));
}

/* In doubles, whose result is the exact one but for the last bits, then rounded to a float. */
static void
reciprocal_root(const struct run *r, const struct sh_inst *i)
{
   const struct operand o = operand(r, &i->src[0], 0, &r->c->scratch[0]);
   struct emu_row *out = &r->c->scratch[1];
   for (unsigned v = 0; v < r->vecs; v++)
      *v_at(out, v) = read24(value(&o, v));
   for (unsigned v = 0; v < r->vecs; v++) {
      const vf x = v_of(out, v);
      const uint32_t *at = &out->u[v * EMU_VEC_LANES];
      const vd low = v_splatd(1) / v_sqrtd(v_load_floats(at)),
               high = v_splatd(1) / v_sqrtd(v_load_floats(at + VD_LANES));
      const vf root = v_sel(x < v_splat(0), (vf)v_splati((int32_t)PICA_QUIET_NAN), v_floats(low, high));
      store_all(r, i, v, round24(&r->rounding, root));
   }
}

/* Integers that no offset reaches are as good as any other such. */
static void
move_address(const struct run *r, const struct sh_inst *i)
{
   struct operand o[3][4];
   load_operands(r, i, o);
   for (unsigned v = 0; v < r->vecs; v++)
      for (unsigned k = 0; k < 2; k++) {
         if (!(i->mask >> k & 1))
            continue;
         vf x = read24(value(&o[0][k], v));
         if (r->s->params->mova_rounds)
            x = v_floor(x + v_splat(0.5f));
         const vi there = v_abs(x) < v_splat(65536);
         const vi n = v_int((vf)((vi)x & there)) | (~there & 0x10000);
         const vi nan = is_nan(x);
         store(r, &r->c->address[k], v, (vf)(n & ~nan));
      }
}

ALWAYS_INLINE vi
compares(unsigned how, vf a, vf b)
{
   switch (how) {
   case 0:
      return a == b;
   case 1:
      return a != b;
   case 2:
      return a < b;
   case 3:
      return a <= b;
   case 4:
      return a > b;
   case 5:
      return a >= b;
   default:
      return v_splati(-1);
   }
}

static void
compare(const struct run *r, const struct sh_inst *i)
{
   struct operand o[3][4];
   load_operands(r, i, o);
   for (unsigned v = 0; v < r->vecs; v++)
      for (unsigned k = 0; k < 2; k++)
         set_flag(r, k, v, compares(i->cmp[k], value(&o[0][k], v), value(&o[1][k], v)));
}

/* ---- geometry ---- */

static void
emit(const struct run *r)
{
   if (!r->s->emit) {
      r->c->stop = SH_STOP_EMIT;
      return;
   }
   if (!r->s->emit(r->s->emit_data, r->c))
      r->c->stop = SH_STOP_EMIT;
   r->c->bank ^= 1;
}

static void
set_emit(const struct run *r, const struct sh_inst *i)
{
   if (!r->s->emit)
      r->c->stop = SH_STOP_EMIT;
   r->c->setemit.vertex = i->vertex;
   r->c->setemit.primitive = i->primitive;
   r->c->setemit.winding = i->winding;
}

/* ---- programs ---- */

static void
run_inst(const struct run *r, const struct sh_inst *i)
{
   switch (i->op) {
   case PICA_OP_ADD:
      each_component(r, i, op_add);
      break;
   case PICA_OP_MUL:
      each_component(r, i, op_mul);
      break;
   case PICA_OP_MAD:
   case PICA_OP_MADI:
      each_component(r, i, op_mad);
      break;
   case PICA_OP_SGE:
   case PICA_OP_SGEI:
      each_component(r, i, op_sge);
      break;
   case PICA_OP_SLT:
   case PICA_OP_SLTI:
      each_component(r, i, op_slt);
      break;
   case PICA_OP_FLR:
      each_component(r, i, op_flr);
      break;
   case PICA_OP_MAX:
      each_component(r, i, op_max);
      break;
   case PICA_OP_MIN:
      each_component(r, i, op_min);
      break;
   case PICA_OP_MOV:
      each_component(r, i, op_mov);
      break;
   case PICA_OP_DP3:
      dot(r, i, 3, false);
      break;
   case PICA_OP_DP4:
      dot(r, i, 4, false);
      break;
   case PICA_OP_DPH:
   case PICA_OP_DPHI:
      dot(r, i, 4, true);
      break;
   case PICA_OP_DST:
   case PICA_OP_DSTI:
      distance(r, i);
      break;
   case PICA_OP_LITP:
      light(r, i);
      break;
   case PICA_OP_EX2:
      scalar(r, i, pica_exp2);
      break;
   case PICA_OP_LG2:
      scalar(r, i, pica_log2);
      break;
   case PICA_OP_RCP:
      scalar(r, i, reciprocal);
      break;
   case PICA_OP_RSQ:
      reciprocal_root(r, i);
      break;
   case PICA_OP_MOVA:
      move_address(r, i);
      break;
   case PICA_OP_CMP:
      compare(r, i);
      break;
   case PICA_OP_EMIT:
      emit(r);
      break;
   case PICA_OP_SETEMIT:
      set_emit(r, i);
      break;
   case PICA_OP_NOP:
      break;
   default:
      r->c->stop = SH_STOP_OPCODE;
      break;
   }
}

/* Machine code from g.pc on, if there is any and the limit lets it run to its end. Returns its instructions, 0: there is none. */
ALWAYS_INLINE unsigned
run_stretch(const struct run *r, const struct sh_group *g)
{
   const struct sh_stretch *t = &r->s->code->stretch[g->pc];
   if (!t->count || t->count > r->s->limit - r->c->executed)
      return 0;
   r->c->active = g->lanes;
   r->c->al = g->al;
   t->run[r->c->bank](r->c);
   r->c->executed += t->count;
   return t->count;
}

/* To END, or until the program is stopped. Lanes that go another way become a group of their own. */
static void
run_group(const struct run *of, struct sh_group *groups, unsigned *num_groups)
{
   struct sh_group g = groups[--*num_groups];
   struct run local = *of;
   const struct run *r = &local;
   local.g = &g;
   while (r->c->stop == SH_RUNS) {
      r->c->stop_pc = g.pc;
      if (g.pc >= r->s->program->count) {
         r->c->stop = SH_STOP_LEFT;
         return;
      }
      const unsigned ran = r->s->code ? run_stretch(r, &g) : 0;
      if (ran) {
         g.pc += ran;
         if (g.calls | g.ifs | g.loops)
            sh_leave_blocks(&g, g.pc, false);
         continue;
      }
      const struct sh_inst *i = &r->s->program->inst[g.pc];
      if (r->c->executed++ >= r->s->limit) {
         r->c->stop = SH_STOP_LIMIT;
         return;
      }
      if (i->op == PICA_OP_END)
         return;
      if (i->op < 0 || !pica_ops[i->op].flow) {
         run_inst(r, i);
         const unsigned behind = ++g.pc;
         if (g.calls | g.ifs | g.loops)
            sh_leave_blocks(&g, behind, false);
         continue;
      }
      const uint64_t taken = sh_lanes_that_take(r->c, r->s, i) & g.lanes;
      if (taken && taken != g.lanes) {
         assert(*num_groups < SH_GROUPS);
         struct sh_group *other = &groups[(*num_groups)++];
         *other = g;
         other->lanes &= ~taken;
         sh_go(r->c, r->s, other, i, false);
         g.lanes = taken;
      }
      sh_go(r->c, r->s, &g, i, taken != 0);
   }
}

static void
run(struct sh_ctx *c, const struct sh_stage *s)
{
   assert(s->lanes >= 1 && s->lanes <= EMU_LANES);
   struct sh_group groups[SH_GROUPS];
   struct run r = {.c = c, .s = s, .vecs = (s->lanes + EMU_VEC_LANES - 1) / EMU_VEC_LANES};
   r.rounding.half = s->params->rounding == PICA_ROUND_NEAREST_EVEN ? 0x3f : 0;
   r.rounding.odd = s->params->rounding == PICA_ROUND_NEAREST_EVEN;
   r.rounding.keep = s->params->rounding == PICA_ROUND_NONE ? -1 : ~0x7f;
   unsigned num_groups = 1;
   memset(&groups[0], 0, sizeof groups[0]);
   groups[0].lanes = ~UINT64_C(0) >> (EMU_LANES - s->lanes);
   groups[0].pc = s->entry;
   c->stop = SH_RUNS;
   c->executed = 0;
   c->params = s->uniform[0];
   c->row_B = r.vecs * EMU_VEC_B;
   while (num_groups && c->stop == SH_RUNS)
      run_group(&r, groups, &num_groups);
}

const struct sh_kernels EMU_FN(pica_sh_kernels) = {.vec_B = EMU_VEC_B, .run = run};
