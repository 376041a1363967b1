/* SPDX-License-Identifier: MIT
 *
 * Factors of fragment shaders go into the sums that they multiply, where these have constants to take them: (x a + c) d + e is
 * x (a d) + (c d + e), and (x a + y b) d is x (a d) + y (b d). One operation fewer, and one step.
 *
 * For the reasons of opt/constant_factors.c, and within its limits. Besides:
 * - Not if the sum has another reader, as in y - 2 floor(y / 2): both must speak of the same y.
 * - A term goes through its sum only where what varies is rough, as a varying or a root is. Whole numbers are added
 *   without an error: hash(cell + vec2(1, 0)) has to be what hash(cell) is one cell further, to the bit, or a noise gets seams.
 */
#include "compiler/ir/opt/constant_factors.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

/* Sums of more terms than this are left alone. */
#define MAX_LEVELS 16

bool
ir_makes_rough(const struct ir_shader *s, const bool *rough, const struct ir_instr *in)
{
   switch (in->op) {
   case IR_LOAD_INPUT:
      return s->inputs.data[in->index].semantic == IR_SEM_GENERIC && !s->inputs.data[in->index].flat;
   case IR_TEX:
   case IR_FRCP:
   case IR_FRSQ:
   case IR_FSQRT:
   case IR_FEXP2:
   case IR_FLOG2:
   case IR_FSIN:
   case IR_FCOS:
   case IR_FFRACT:
      return true;
   case IR_MOV:
   case IR_FADD:
   case IR_FMUL:
   case IR_FMAD:
   case IR_FDOT4:
   case IR_FMIN:
   case IR_FMAX:
      for (unsigned k = 0; k < in->nsrc; k++)
         if (in->src[k].kind == IR_SRC_SSA && rough[in->src[k].bits])
            return true;
      return false;
   default:
      return false;
   }
}

static bool
is_rough(const struct factors *f, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA && s->bits < f->d.num && f->rough[s->bits];
}

static bool
is_zero(const struct ir_src *s)
{
   uint32_t bits;
   return ir_is_imm(s, &bits) && !(bits & 0x7fffffff);
}

static bool
is_constant(const struct factors *f, const struct ir_src *s)
{
   uint32_t bits;
   return ir_factors_constant(f, s, &bits);
}

/** A factor within the limits, or of uniforms; MULADD takes no abs modifiers. */
static bool
is_known_factor(const struct factors *f, const struct ir_src *s)
{
   float value;
   return !s->abs && (is_constant(f, s) ? ir_factors_factor(f, s, &value) : ir_factors_uniform(f, s));
}

static bool
is_known_term(const struct factors *f, const struct ir_src *s)
{
   float value;
   return !s->abs && (is_constant(f, s) ? ir_factors_term(f, s, &value) : ir_factors_uniform(f, s));
}

static struct ir_src
product(const struct factors *f, struct ir_builder *b, struct ir_src x, struct ir_src y)
{
   uint32_t p, q;
   if (ir_factors_constant(f, &x, &p) && ir_factors_constant(f, &y, &q))
      return ir_immf(uif(p) * uif(q));
   return ir_alu2(b, IR_FMUL, x, y);
}

static struct ir_src
sum(const struct factors *f, struct ir_builder *b, struct ir_src x, struct ir_src y)
{
   uint32_t p, q;
   if (ir_factors_constant(f, &x, &p) && ir_factors_constant(f, &y, &q))
      return ir_immf(uif(p) + uif(q));
   return ir_alu2(b, IR_FADD, x, y);
}

/** x a + c: a line over what varies, whose a and c are known for a whole draw. */
struct line {
   struct ir_src x, a, c;
};

/** Is \p s a line, and nobody else's? */
static bool
find_line(const struct factors *f, const struct ir_src *s, struct line *l)
{
   const struct ir_instr *m = ir_factors_def(f, s);
   if (!m || (m->op != IR_FADD && m->op != IR_FMAD) || f->uses[s->bits] != 1 || ir_factors_uniform(f, s))
      return false;
   for (unsigned k = 0; k < 2; k++) {
      const bool mad = m->op == IR_FMAD;
      *l = (struct line){m->src[1 - k], mad ? m->src[k] : ir_immf(1), m->src[mad ? 2 : k]};
      const struct ir_instr *p = mad ? NULL : ir_factors_def(f, &l->x);
      for (unsigned j = 0; p && p->op == IR_FMUL && j < 2; j++)
         if (is_known_factor(f, &p->src[j])) {
            l->a = p->src[j];
            l->x = ir_factors_signed_like(p->src[1 - j], &l->x);
            break;
         }
      if (is_known_factor(f, &l->a) && is_known_term(f, &l->c) && !l->x.abs && is_rough(f, &l->x)) {
         l->x = ir_factors_signed_like(l->x, s);
         l->c = ir_factors_signed_like(l->c, s);
         return true;
      }
   }
   return false;
}

/** Will the product \p in be taken in by a sum with something else that varies? Then it costs nothing as it is. */
static bool
becomes_mad(const struct factors *f, const struct ir_instr *in)
{
   const struct ir_instr *r = f->uses[in->dst] == 1 ? f->reader[in->dst] : NULL;
   if (!r || r->op != IR_FADD)
      return false;
   const bool first = r->src[0].kind == IR_SRC_SSA && r->src[0].bits == in->dst;
   return !is_known_term(f, &r->src[first]);
}

/** (x a + c) d, (x a + c) d + e; at least one of two that come together is a constant */
static bool
multiply_line(const struct factors *f, struct ir_builder *b, struct ir_instr *in)
{
   const bool adds = in->op == IR_FMAD;
   if (adds ? !is_known_term(f, &in->src[2]) : becomes_mad(f, in))
      return false;
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src d = in->src[k];
      struct line l;
      if (!is_known_factor(f, &d) || !find_line(f, &in->src[1 - k], &l) ||
          !(is_constant(f, &d) || (is_constant(f, &l.a) && is_constant(f, &l.c))) ||
          (adds && !is_constant(f, &in->src[2]) && !(is_constant(f, &l.c) && is_constant(f, &d))))
         continue;
      const struct ir_src a = product(f, b, l.a, d), c = product(f, b, l.c, d);
      return ir_set_op(b->shader, in, IR_FMAD, 3,
                       (struct ir_src[]){l.x, a, adds ? sum(f, b, c, in->src[2]) : c});
   }
   return false;
}

/** (x a + c) + d with a uniform c or d */
static bool
add_to_line(const struct factors *f, struct ir_builder *b, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src d = in->src[k];
      struct line l;
      uint32_t a;
      if (!is_known_term(f, &d) || !find_line(f, &in->src[1 - k], &l) ||
          (!is_constant(f, &d) && !is_constant(f, &l.c)))
         continue;
      const struct ir_src c = sum(f, b, l.c, d);
      if (ir_factors_constant(f, &l.a, &a) && a == fui(1))
         return ir_set_op(b->shader, in, IR_FADD, 2, (struct ir_src[]){l.x, c});
      return ir_set_op(b->shader, in, IR_FMAD, 3, (struct ir_src[]){l.x, l.a, c});
   }
   return false;
}

/** Has every product in the sum \p s a constant factor, and nobody else a part of it? */
static bool
can_scale(const struct factors *f, const struct ir_src *s, unsigned level)
{
   const struct ir_instr *m = ir_factors_def(f, s);
   float value;
   if (!m || f->uses[s->bits] != 1 || ir_factors_uniform(f, s) || level == MAX_LEVELS)
      return false;
   switch (m->op) {
   case IR_FDOT4:
      for (unsigned k = 0; k < 4; k++)
         if (!ir_factors_factor(f, &m->src[k], &value) && !ir_factors_factor(f, &m->src[k + 4], &value) &&
             !is_zero(&m->src[k]) && !is_zero(&m->src[k + 4]))
            return false;
      return true;
   case IR_FADD:
      return can_scale(f, &m->src[0], level + 1) && can_scale(f, &m->src[1], level + 1);
   case IR_FMUL:
   case IR_FMAD:
      return (ir_factors_factor(f, &m->src[0], &value) || ir_factors_factor(f, &m->src[1], &value)) &&
             (m->op == IR_FMUL || can_scale(f, &m->src[2], level + 1));
   default:
      return false;
   }
}

static void
scale_product(const struct factors *f, struct ir_src *x, struct ir_src *y, float d)
{
   float value;
   if (ir_factors_factor(f, x, &value))
      *x = ir_immf(value * d);
   else if (ir_factors_factor(f, y, &value))
      *y = ir_immf(value * d);
}

/** Multiplies the sum that \p m computes, where it stands. */
static void
scale(const struct factors *f, struct ir_instr *m, float d)
{
   if (m->op == IR_FDOT4)
      for (unsigned k = 0; k < 4; k++)
         scale_product(f, &m->src[k], &m->src[k + 4], d);
   else if (m->op != IR_FADD)
      scale_product(f, &m->src[0], &m->src[1], d);
   for (unsigned k = m->op == IR_FADD ? 0 : 2; m->op != IR_FDOT4 && k < m->nsrc; k++)
      scale(f, f->d.instr[m->src[k].bits], d);
}

/** (x a + y b) d, (x a + y b + z c) d, ... */
static bool
multiply_sum(const struct factors *f, struct ir_builder *b, struct ir_instr *in)
{
   for (unsigned k = 0; k < 2; k++) {
      const struct ir_src x = in->src[1 - k];
      const struct ir_instr *m = ir_factors_def(f, &x);
      float d;
      if (!m || m->op == IR_FMUL || !ir_factors_factor(f, &in->src[k], &d) || becomes_mad(f, in) ||
          !can_scale(f, &x, 0))
         continue;
      scale(f, f->d.instr[x.bits], x.neg ? -d : d);
      return ir_set_op(b->shader, in, (enum ir_op)m->op, m->nsrc, m->src);
   }
   return false;
}

bool
ir_factors_join_lines(const struct factors *f, struct ir_builder *b, struct ir_instr *in)
{
   switch (in->op) {
   case IR_FADD:
      return add_to_line(f, b, in);
   case IR_FMAD:
      return multiply_line(f, b, in);
   case IR_FMUL:
      return multiply_line(f, b, in) || multiply_sum(f, b, in);
   default:
      return false;
   }
}
