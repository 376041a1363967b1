/* SPDX-License-Identifier: MIT
 *
 * What opt/constant_factors.c and opt/constant_lines.c ask of operands: is it a constant, within the limits, of uniforms, computed
 * by what?
 */
#include "compiler/ir/opt/constant_factors.h"

#include <math.h>

#include "util/u_math.h"

/* Factors between 1 / LIMIT and LIMIT, terms up to LIMIT. */
#define LIMIT 0x1p12f

bool
ir_factors_constant(const struct factors *f, const struct ir_src *s, uint32_t *bits)
{
   struct ir_src x = *s;
   if (x.kind == IR_SRC_SSA && x.bits < f->d.num && f->constant[x.bits]) {
      x.kind = IR_SRC_IMM;
      x.bits = f->bits[s->bits];
   }
   return ir_is_imm(&x, bits);
}

bool
ir_factors_factor(const struct factors *f, const struct ir_src *s, float *value)
{
   uint32_t bits;
   if (!ir_factors_constant(f, s, &bits))
      return false;
   *value = uif(bits);
   return fabsf(*value) >= 1 / LIMIT && fabsf(*value) <= LIMIT;
}

bool
ir_factors_term(const struct factors *f, const struct ir_src *s, float *value)
{
   uint32_t bits;
   if (!ir_factors_constant(f, s, &bits))
      return false;
   *value = uif(bits);
   return fabsf(*value) <= LIMIT;
}

bool
ir_factors_uniform(const struct factors *f, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA && (s->bits >= f->d.num || f->uniform[s->bits]);
}

const struct ir_instr *
ir_factors_def(const struct factors *f, const struct ir_src *s)
{
   const struct ir_instr *d =
      s->kind == IR_SRC_SSA && s->bits < f->d.num && !s->abs ? f->d.instr[s->bits] : NULL;
   return d && !d->sat ? d : NULL;
}
