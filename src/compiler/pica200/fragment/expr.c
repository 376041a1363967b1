/* SPDX-License-Identifier: MIT
 *
 * The IR of a fragment shader as polynomials (poly.h). What depends on uniforms alone stays what it is when it is more than a short
 * sum of products: an unknown that the CPU will compute. What no stage computes becomes an unknown with a reason, which only matters
 * if the colour depends on it.
 */
#include "compiler/pica200/fragment/pf.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/ir/core/util.h"
#include "util/u_math.h"

#define MAX_UNIFORM_TERMS 12

static uint32_t
bad(struct pf *m, const struct ir_instr *in, const char *reason)
{
   m->polys.too_large = false;
   return pf_bad(m, reason, in->line);
}

static const char *
reason_of(const struct ir_instr *in)
{
   switch ((enum ir_op)in->op) {
   case IR_FDDX:
   case IR_FDDY:
      return "a derivative: the chip does not show differences between fragments";
   case IR_FFLOOR:
   case IR_FCEIL:
   case IR_FTRUNC:
   case IR_FROUND:
   case IR_FFRACT:
      return "rounding of a value that differs by fragment: no stage computes it";
   case IR_FSQRT:
   case IR_FRSQ:
      return "a square root of a value that differs by fragment: no stage computes it";
   case IR_FRCP:
      return "a division by a value that differs by fragment: no stage computes it";
   case IR_FEXP2:
   case IR_FLOG2:
      return "an exponential, logarithm or power of a value that differs by fragment: no stage computes it";
   case IR_FSIN:
   case IR_FCOS:
   case IR_FSIN_TURN:
   case IR_FCOS_TURN:
      return "a sine or cosine of a value that differs by fragment: no stage computes it";
   case IR_LOAD_UNIFORM:
   case IR_LOAD_BLOCK:
   case IR_LOAD_VAR:
      return "an index that differs by fragment";
   case IR_PHI:
      return "a branch or loop that differs by fragment";
   default:
      return "an operation on integers or bits: stages compute fractions alone";
   }
}

/* ---- operands ---- */

/** One load of a uniform has the number of the first of the same place. */
static uint32_t
load_uniform(struct pf *m, const struct ir_instr *in, unsigned k)
{
   struct pf_atom a = {.lo = -PF_INFINITE, .hi = PF_INFINITE, .line = in->line};
   for (uint32_t v = 0; v < in->dst; v++) {
      const struct ir_instr *d = m->def[v];
      if (d && d->op == in->op && d->buffer == in->buffer && !d->indirect && d->index == in->index &&
          d->comp + (v - d->dst) == in->comp + k)
         return m->value[v];
   }
   for (size_t i = 0; i < m->s->int_uniforms.count && in->op == IR_LOAD_UNIFORM; i++) {
      const struct ir_int_uniforms *u = &m->s->int_uniforms.data[i];
      if (u->are_bools && (uint32_t)in->index >= u->slot && (uint32_t)in->index - u->slot < u->count) {
         a.boolean = true;
         a.lo = 0;
         a.hi = 1;
      }
   }
   return pf_unknown_uniform(m, in->dst + k, a);
}

/** The absolute value of what depends on uniforms alone. */
static uint32_t
uniform_size(struct pf *m, uint32_t value, uint32_t poly)
{
   const double lo = pf_at(&m->polys, poly)->lo, hi = pf_at(&m->polys, poly)->hi;
   if (lo >= 0 && !pf_is_assumed(&m->polys, poly))
      return poly;
   struct pf_atom a = {.kind = PF_ATOM_UNIFORM, .comp = 1, .value = value, .hi = MAX2(-lo, hi)};
   return pf_of_atom(&m->polys, pf_atom(&m->polys, a));
}

static uint32_t
operand(struct pf *m, const struct ir_instr *in, unsigned k)
{
   struct pf_polys *p = &m->polys;
   const struct ir_src *s = &in->src[k];
   uint32_t v = s->kind == IR_SRC_SSA ? m->value[s->bits]
                                      : pf_number(p, s->kind == IR_SRC_IMM ? (double)uif(s->bits) : 0);
   double n;
   if (s->abs && pf_is_number(p, v, &n)) {
      v = pf_number(p, n < 0 ? -n : n);
   } else if (s->abs && pf_at(p, v)->uniform) {
      v = uniform_size(m, s->bits, v);
   } else if (s->abs) {
      const uint32_t negative = pf_pos(m, pf_mad(p, -1, v, pf_number(p, 0)), in->line);
      v = pf_add(p, pf_pos(m, v, in->line), negative);
   }
   return s->neg ? pf_mad(p, -1, v, pf_number(p, 0)) : v;
}

static void
set_boolean(struct pf *m, uint32_t a)
{
   if (!m->polys.full && !m->polys.too_large)
      m->polys.polys.data[a].boolean = true;
}

static bool
is_zero(const struct pf *m, uint32_t a)
{
   return !pf_at(&m->polys, a)->num_terms;
}

static uint32_t
inverse(struct pf *m, uint32_t a)
{
   return pf_sub(&m->polys, pf_number(&m->polys, 1), a);
}

/** "not" of a truth value */
static uint32_t
logical_not(struct pf *m, uint32_t a)
{
   uint32_t v = inverse(m, a);
   if (pf_at(&m->polys, a)->boolean)
      set_boolean(m, v);
   return v;
}

static uint32_t
equal(struct pf *m, uint32_t a, uint32_t b, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   double n;
   if (pf_at(p, b)->boolean && pf_is_number(p, a, &n)) {
      uint32_t t = a;
      a = b;
      b = t;
   }
   if (pf_at(p, a)->boolean && pf_is_number(p, b, &n))
      return n == 1 ? a : n == 0 ? logical_not(m, a) : pf_number(p, 0);
   if (pf_at(p, a)->boolean && pf_at(p, b)->boolean) { /* 1 - a - b + 2 a b */
      uint32_t same = pf_table_same(m, a, b);
      if (same == PF_NONE) {
         const uint32_t one = pf_number(p, 1), twice = pf_mad(p, 2, a, pf_number(p, 0)),
                        more = pf_mul(p, b, pf_sub(p, twice, one));
         same = pf_add(p, inverse(m, a), more);
      }
      set_boolean(m, same);
      return same;
   }
   const uint32_t d = pf_sub(p, a, b), by_case = pf_case_equal(m, d, line);
   if (by_case != PF_NONE)
      return by_case;
   const uint32_t by_table = pf_table_equal(m, d, line);
   if (by_table != PF_NONE)
      return by_table;
   const uint32_t below = pf_gt(m, pf_mad(p, -1, d, pf_number(p, 0)), line);
   uint32_t v = pf_sub(p, inverse(m, pf_gt(m, d, line)), below);
   set_boolean(m, v);
   return v;
}

static uint32_t
product(struct pf *m, uint32_t x, uint32_t y)
{
   struct pf_polys *p = &m->polys;
   const uint32_t v = pf_mul(p, x, y);
   if (!p->too_large && pf_at(p, x)->num_terms && pf_at(p, y)->num_terms)
      pf_write_down(p, v, x, y, PF_NONE);
   if (pf_at(p, x)->boolean && pf_at(p, y)->boolean)
      set_boolean(m, v);
   return v;
}

static uint32_t
product_sum(struct pf *m, uint32_t x, uint32_t y, uint32_t z)
{
   struct pf_polys *p = &m->polys;
   const uint32_t xy = product(m, x, y), v = pf_add(p, xy, z);
   if (!p->too_large)
      pf_write_down(p, v, x, y, z);
   return v;
}

/** Of a dot product of two directions nobody expects more than 1, though it could be. */
static uint32_t
dot(struct pf *m, const uint32_t *src)
{
   struct pf_polys *p = &m->polys;
   uint32_t v = pf_number(p, 0);
   bool directions = !m->key->strict;
   for (unsigned k = 0; k < 4; k++) {
      const struct pf_poly *x = pf_at(p, src[k]), *y = pf_at(p, src[4 + k]);
      directions &= x->lo >= -1 && x->hi <= 1 && y->lo >= -1 && y->hi <= 1;
      v = pf_add(p, v, pf_mul(p, src[k], src[4 + k]));
   }
   directions &= is_zero(m, src[3]) || is_zero(m, src[7]);
   if (directions && !p->too_large && !pf_at(p, v)->uniform) {
      m->directions |= pf_at(p, v)->lo < -1 || pf_at(p, v)->hi > 1;
      pf_know(p, v, -1, 1);
   }
   return v;
}

/** The one of two that a minimum or maximum is written around: min(a, b) = a - max(a - b, 0) = b - max(b - a, 0). */
static bool
exchange(const struct pf *m, uint32_t a, uint32_t b)
{
   const struct pf_poly *x = pf_at(&m->polys, a), *y = pf_at(&m->polys, b);
   return x->uniform != y->uniform ? y->uniform : y->num_terms < x->num_terms;
}

static uint32_t
lesser(struct pf *m, uint32_t a, uint32_t b, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const struct pf_poly x = *pf_at(p, a), y = *pf_at(p, b);
   if (x.boolean && y.boolean)
      return product(m, a, b);
   const bool other = exchange(m, a, b);
   const uint32_t least = other ? b : a, most = other ? a : b;
   const uint32_t v = pf_sub(p, least, pf_pos(m, pf_sub(p, least, most), line));
   if (!p->too_large && !p->full)
      pf_know(p, v, MIN2(x.lo, y.lo), MIN2(x.hi, y.hi));
   return v;
}

static uint32_t
greater(struct pf *m, uint32_t a, uint32_t b, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   const struct pf_poly x = *pf_at(p, a), y = *pf_at(p, b);
   if (x.boolean && y.boolean) {
      const uint32_t not_b = logical_not(m, b);
      return logical_not(m, product(m, logical_not(m, a), not_b));
   }
   const bool other = exchange(m, a, b);
   const uint32_t first = other ? b : a, second = other ? a : b;
   const uint32_t v = pf_add(p, first, pf_pos(m, pf_sub(p, second, first), line));
   if (!p->too_large && !p->full)
      pf_know(p, v, MAX2(x.lo, y.lo), MAX2(x.hi, y.hi));
   return v;
}

/** x^n written as exp2(n log2 x); PF_NONE if it is not that. */
static uint32_t
power(struct pf *m, const struct ir_instr *in)
{
   const struct ir_src *s = &in->src[0];
   const struct ir_instr *mul = s->kind == IR_SRC_SSA && !s->abs && !s->neg ? m->def[s->bits] : NULL;
   if (!mul || mul->op != IR_FMUL || mul->sat)
      return PF_NONE;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src *l = &mul->src[k], *n = &mul->src[1 - k];
      const struct ir_instr *log = l->kind == IR_SRC_SSA && !l->abs && !l->neg ? m->def[l->bits] : NULL;
      if (!log || log->op != IR_FLOG2 || log->sat || n->kind != IR_SRC_IMM)
         continue;
      const float e = uif(n->bits);
      uint32_t x = operand(m, log, 0);
      for (unsigned q = 2; q <= 8; q *= 2)
         if (e == (float)q) {
            for (unsigned i = 1; i < q; i *= 2)
               x = product(m, x, x);
            return x;
         }
      if (e == 1 || e == 3)
         return e == 1 ? x : product(m, product(m, x, x), x);
   }
   return PF_NONE;
}

/** What has a reason of its own already. */
static bool
is_bad(const struct pf_polys *p, uint32_t a)
{
   uint16_t atom;
   return pf_is_atom(p, a, &atom) && p->atoms.data[atom].kind == PF_ATOM_BAD;
}

/** Is it a whole number for every fragment: of rounded ones and truth values? */
static bool
is_integer(const struct pf_polys *p, uint32_t a)
{
   const struct pf_poly *x = pf_at(p, a);
   for (unsigned k = 0; k < x->num_terms; k++)
      if (x->term[k].factor < -1e9 || x->term[k].factor > 1e9 ||
          x->term[k].factor != (double)(int64_t)x->term[k].factor)
         return false;
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         const struct pf_atom *o = &p->atoms.data[x->term[k].atom[i]];
         if (o->kind != PF_ATOM_ROUND && !o->boolean)
            return false;
      }
   return true;
}

static uint32_t
select_value(struct pf *m, const struct ir_instr *in, const uint32_t *src)
{
   struct pf_polys *p = &m->polys;
   uint32_t c = src[0];
   if (is_bad(p, c))
      return c;
   if (!pf_at(p, c)->boolean)
      return bad(m, in, "a condition that is no comparison");
   const bool logical = pf_at(p, src[1])->boolean && pf_at(p, src[2])->boolean;
   const double lo = MIN2(pf_at(p, src[1])->lo, pf_at(p, src[2])->lo),
                hi = MAX2(pf_at(p, src[1])->hi, pf_at(p, src[2])->hi);
   const uint32_t v = product_sum(m, c, pf_sub(p, src[1], src[2]), src[2]);
   if (logical)
      set_boolean(m, v);
   if (!p->too_large && !p->full)
      pf_know(p, v, lo, hi);
   return v;
}

/** An operation of which some operand differs by fragment. */
static uint32_t
varying_value(struct pf *m, const struct ir_instr *in, const uint32_t *src)
{
   struct pf_polys *p = &m->polys;
   const uint32_t minus = in->nsrc > 1 ? pf_sub(p, src[0], src[1]) : 0, zero = pf_number(p, 0);
   uint32_t v;
   switch ((enum ir_op)in->op) {
   case IR_MOV:
      return src[0];
   case IR_FADD:
      v = pf_add(p, src[0], src[1]);
      if (p->too_large)
         return v;
      pf_write_down(p, v, src[0], pf_number(p, 1), src[1]);
      if (pf_at(p, inverse(m, v))->boolean) /* "not" */
         set_boolean(m, v);
      return v;
   case IR_FMUL:
      return product(m, src[0], src[1]);
   case IR_FMAD:
   case IR_FFMA:
      return product_sum(m, src[0], src[1], src[2]);
   case IR_FDOT4:
      return dot(m, src);
   case IR_FMIN:
      return lesser(m, src[0], src[1], in->line);
   case IR_FMAX:
      return greater(m, src[0], src[1], in->line);
   case IR_FSIGN:
      v = pf_gt(m, pf_mad(p, -1, src[0], zero), in->line);
      return pf_sub(p, pf_gt(m, src[0], in->line), v);
   case IR_FSLT:
      v = pf_gt(m, pf_mad(p, -1, minus, zero), in->line);
      break;
   case IR_FSGE:
      v = pf_ge(m, minus, in->line);
      break;
   case IR_FSEQ:
      return equal(m, src[0], src[1], in->line);
   case IR_FSNE:
      return logical_not(m, equal(m, src[0], src[1], in->line));
   case IR_CSEL:
      return select_value(m, in, src);
   case IR_FRCP:
   case IR_FRSQ: {
      struct pf_atom a = {
         .kind = in->op == IR_FRCP ? PF_ATOM_RCP : PF_ATOM_RSQ, .value = src[0], .line = in->line};
      return pf_of_atom(p, pf_atom(p, a));
   }
   case IR_FCEIL:
   case IR_FTRUNC:
   case IR_FROUND:
      return is_integer(p, src[0]) ? src[0] : bad(m, in, reason_of(in));
   case IR_FFLOOR: {
      if (is_integer(p, src[0]))
         return src[0];
      struct pf_atom a = {.kind = PF_ATOM_ROUND, .value = src[0], .line = in->line};
      return m->tables && pf_at(p, src[0])->affine ? pf_of_atom(p, pf_atom(p, a)) : bad(m, in, reason_of(in));
   }
   case IR_FEXP2:
      v = power(m, in);
      return v == PF_NONE ? bad(m, in, reason_of(in)) : v;
   default:
      return bad(m, in, reason_of(in));
   }
   set_boolean(m, v); /* of comparisons */
   return v;
}

/* ---- instructions ---- */

static uint32_t
read_input(struct pf *m, const struct ir_instr *in, unsigned k)
{
   struct pf_polys *p = &m->polys;
   const struct ir_io *io = &m->s->inputs.data[in->index];
   struct pf_atom a = {.kind = PF_ATOM_VARYING,
                       .comp = (uint8_t)(in->comp + k),
                       .value = (uint32_t)in->index,
                       .line = in->line};
   switch ((enum ir_semantic)io->semantic) {
   case IR_SEM_GENERIC:
   case IR_SEM_POINT_COORD:
      a.lo = m->key->strict && io->semantic == IR_SEM_GENERIC ? -PF_INFINITE : 0;
      a.hi = m->key->strict && io->semantic == IR_SEM_GENERIC ? PF_INFINITE : 1;
      return pf_of_atom(p, pf_atom(p, a));
   case IR_SEM_FACE:
      return pf_number(p, m->key->front_facing);
   case IR_SEM_FRAG_COORD:
      if (a.comp > 1)
         return bad(m, in, "gl_FragCoord.z or w: no stage reads depth");
      a.kind = PF_ATOM_WINDOW;
      return pf_of_atom(p, pf_atom(p, a));
   default:
      return bad(m, in, "what the framebuffer holds: no stage reads it");
   }
}

static void
read_sample(struct pf *m, const struct ir_instr *in)
{
   struct pf_sample s = {
      .tex = in->tex, .line = in->line, .level = PF_NONE, .unit = -1, .coord = {PF_NONE, PF_NONE, PF_NONE}
   };
   const unsigned n = ir_tex_coords(&in->tex);
   unsigned at = 0;
   for (unsigned k = 0; k < n && k < 3; k++)
      s.coord[k] = operand(m, in, k);
   if ((in->tex.op == IR_TEX_BIAS || in->tex.op == IR_TEX_LOD) && in->nsrc > n)
      s.level = operand(m, in, n);
   while (at < m->num_samples &&
          (memcmp(&m->sample[at].tex, &s.tex, sizeof s.tex) ||
           memcmp(m->sample[at].coord, s.coord, sizeof s.coord) || m->sample[at].level != s.level))
      at++;
   if (at == PF_MAX_SAMPLES) {
      for (unsigned k = 0; k < 4; k++)
         m->value[in->dst + k] = bad(m, in, "more lookups than the chip's three texture units give");
      return;
   }
   if (at == m->num_samples)
      m->sample[m->num_samples++] = s;
   for (unsigned k = 0; k < 4; k++) {
      struct pf_atom a = {.kind = PF_ATOM_SAMPLE, .comp = (uint8_t)k, .value = at, .line = in->line};
      m->value[in->dst + k] = pf_of_atom(&m->polys, pf_atom(&m->polys, a));
   }
}

static bool
all_uniform(const struct pf *m, const struct ir_instr *in, const uint32_t *src)
{
   for (unsigned k = 0; k < in->nsrc; k++)
      if (!pf_at(&m->polys, src[k])->uniform)
         return false;
   return true;
}

/** A result of floats. */
static void
read_alu(struct pf *m, const struct ir_instr *in)
{
   struct pf_polys *p = &m->polys;
   uint32_t src[8] = {0};
   for (unsigned k = 0; k < in->nsrc; k++)
      src[k] = operand(m, in, k);
   double n;
   if (in->op == IR_CSEL && pf_is_number(p, src[0], &n)) {
      m->value[in->dst] = n != 0 ? src[1] : src[2];
      return;
   }
   const bool uniform = all_uniform(m, in, src);
   const bool sum =
      in->op == IR_FADD || in->op == IR_FMUL || in->op == IR_FMAD || in->op == IR_FDOT4 || in->op == IR_MOV;
   uint32_t v = 0;
   if (!uniform || (sum && !in->sat)) {
      v = varying_value(m, in, src);
      if (p->too_large && !uniform) {
         p->too_large = false;
         for (unsigned k = 0; k < in->nsrc; k++)
            src[k] = pf_pack(m, src[k]);
         v = varying_value(m, in, src);
      }
      if (!p->too_large && pf_at(p, v)->boolean && pf_at(p, v)->num_terms > MAX_UNIFORM_TERMS) {
         const uint32_t packed = pf_case_pack(m, v);
         v = packed != PF_NONE ? packed : v;
      }
      if (in->sat)
         v = pf_sat(m, v, in->line);
   }
   if (uniform && (!sum || in->sat || p->too_large || pf_at(p, v)->num_terms > MAX_UNIFORM_TERMS)) {
      struct pf_atom a = {.line = in->line};
      p->too_large = false;
      pf_bound_uniform(m, in, &a, src);
      v = pf_unknown_uniform(m, in->dst, a);
   }
   if (p->too_large)
      v = bad(m, in, "the expression has more products than six stages compute");
   m->value[in->dst] = v;
}

static void
discard(struct pf *m, const struct ir_instr *in)
{
   struct pf_polys *p = &m->polys;
   uint32_t c = in->op == IR_DISCARD ? pf_number(p, 1) : operand(m, in, 0);
   if (!is_bad(p, c) && !pf_at(p, c)->boolean)
      c = bad(m, in, "a condition that is no comparison");
   const bool first = is_zero(m, m->discard);
   if (first) {
      m->discard = c;
   } else {
      const uint32_t stays = logical_not(m, c);
      m->discard = logical_not(m, product(m, logical_not(m, m->discard), stays));
   }
   m->discard_line = in->line;
   if (p->too_large)
      m->discard = bad(m, in, "the conditions of discard have more products than six stages compute");
   else
      set_boolean(m, m->discard);
}

static bool
store(struct pf *m, const struct ir_instr *in)
{
   const struct ir_io *io = &m->s->outputs.data[in->index];
   if (io->semantic == IR_SEM_DEPTH)
      return pf_refuse(m, in->line, "gl_FragDepth: no stage writes depth");
   if ((io->semantic != IR_SEM_COLOR && io->semantic != IR_SEM_COLOR_ALL) || io->sem_index)
      return pf_refuse(m, in->line, "%s: the chip has one colour to write",
                       io->name ? io->name : "a second output");
   m->out[in->comp & 3] = operand(m, in, 0);
   m->out_src[in->comp & 3] = in->src[0];
   m->out_line[in->comp & 3] = in->line;
   return true;
}

/** What a pass made has no line: it stands where the last of its operands does. */
static uint32_t
line_of(const struct pf *m, const struct ir_instr *in)
{
   uint32_t line = in->line;
   for (unsigned k = 0; k < in->nsrc && !in->line; k++)
      if (in->src[k].kind == IR_SRC_SSA)
         line = MAX2(line, m->line[in->src[k].bits]);
   return line;
}

static bool
read_values(struct pf *m, const struct ir_instr *in)
{
   switch ((enum ir_op)in->op) {
   case IR_STORE_OUTPUT:
      return store(m, in);
   case IR_DISCARD:
   case IR_DISCARD_IF:
      discard(m, in);
      return true;
   case IR_TEX:
      read_sample(m, in);
      return true;
   case IR_LOAD_INPUT:
      for (unsigned k = 0; k < in->ndst; k++)
         m->value[in->dst + k] = read_input(m, in, k);
      return true;
   case IR_LOAD_UNIFORM:
      for (unsigned k = 0; k < in->ndst; k++)
         m->value[in->dst + k] = in->indirect ? bad(m, in, reason_of(in)) : load_uniform(m, in, k);
      return true;
   default:
      break;
   }
   if (in->op == IR_MOV || (in->ndst == 1 && in->nsrc <= 8 && ir_can_eval((enum ir_op)in->op)))
      read_alu(m, in);
   else
      for (unsigned k = 0; k < in->ndst; k++)
         m->value[in->dst + k] = bad(m, in, reason_of(in));
   return true;
}

static bool
read_instr(struct pf *m, const struct ir_instr *in)
{
   struct ir_instr at = *in;
   at.line = line_of(m, in);
   for (unsigned k = 0; k < in->ndst; k++) {
      m->def[in->dst + k] = in;
      m->line[in->dst + k] = at.line;
   }
   return read_values(m, &at);
}

bool
pf_read(struct pf *m)
{
   const struct ir_shader *s = m->s;
   m->discard = pf_number(&m->polys, 0);
   for (unsigned c = 0; c < 4; c++)
      m->out[c] = PF_NONE;
   for (const struct ir_node *n = s->body.first; n; n = n->next) {
      if (n->kind != IR_NODE_BLOCK)
         return pf_refuse(m, 0, "a branch or loop that differs by fragment: stages run one behind the other");
      for (size_t i = 0; i < n->block->instrs.count; i++)
         if (!read_instr(m, n->block->instrs.data[i]))
            return false;
   }
   return true;
}

bool
pf_check(struct pf *m, uint32_t poly)
{
   const struct pf_poly *x = pf_at(&m->polys, poly);
   for (unsigned k = 0; k < x->num_terms; k++)
      for (unsigned i = 0; i < PF_MAX_DEGREE && x->term[k].atom[i] != PF_NO_ATOM; i++) {
         struct pf_atom *a = &m->polys.atoms.data[x->term[k].atom[i]];
         if (a->checked)
            continue;
         a->checked = true;
         struct ir_instr as = {.op = a->kind == PF_ATOM_RCP   ? IR_FRCP
                                     : a->kind == PF_ATOM_RSQ ? IR_FRSQ
                                                              : IR_FFLOOR};
         if (a->kind == PF_ATOM_BAD)
            return pf_refuse(m, a->line, "%s", m->reasons.data[a->value]);
         if (a->kind == PF_ATOM_RCP || a->kind == PF_ATOM_RSQ || a->kind == PF_ATOM_ROUND)
            return pf_refuse(m, a->line, "%s", reason_of(&as));
         if (a->kind == PF_ATOM_WINDOW)
            return pf_refuse(m, a->line, "gl_FragCoord: it can be a coordinate of a texture only");
         if ((a->kind == PF_ATOM_POS || a->kind == PF_ATOM_GT) && !pf_check(m, a->value))
            return false;
         if (a->kind == PF_ATOM_SAMPLE)
            m->sample[a->value].used = true;
      }
   return true;
}
