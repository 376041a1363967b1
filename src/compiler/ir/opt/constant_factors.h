/* SPDX-License-Identifier: MIT
 *
 * What the files that bring constants of fragment shaders together share: opt/constant_factors.c makes the tables and joins
 * factors with factors and terms with terms, opt/constant_lines.c joins factors with sums, opt/constant_known.c answers both.
 */
#ifndef COMPILER_IR_OPT_CONSTANT_FACTORS_H
#define COMPILER_IR_OPT_CONSTANT_FACTORS_H

#include "compiler/ir/core/util.h"

struct factors {
   const struct ir_shader *s;
   struct ir_defs d;
   /* By value: made of uniforms and constants. What the pass makes itself lies behind and is, too. */
   bool *uniform;
   uint32_t *uses;                 /* by value, in the text */
   const struct ir_instr **reader; /* by value: the last one in the text */
   /* By value: comes out of something that has no exact values, as whole numbers are */
   bool *rough;
   /* By value: what the text makes of constants alone, as in size * 0.5. Nothing that a chip may round otherwise. */
   bool *constant;
   uint32_t *bits;
};

/** Is \p s a constant? Its bits. */
bool ir_factors_constant(const struct factors *f, const struct ir_src *s, uint32_t *bits);
/** A constant that may be a factor, or a term, that is joined. */
bool ir_factors_factor(const struct factors *f, const struct ir_src *s, float *value);
bool ir_factors_term(const struct factors *f, const struct ir_src *s, float *value);
/** Made of uniforms and constants. */
bool ir_factors_uniform(const struct factors *f, const struct ir_src *s);
/** What computes \p s, if that rounds as a plain operation does; NULL: nothing of the text, or it does not. */
const struct ir_instr *ir_factors_def(const struct factors *f, const struct ir_src *s);
/** \p x with the sign of \p s */
static inline struct ir_src
ir_factors_signed_like(struct ir_src x, const struct ir_src *s)
{
   return s->neg ? ir_neg(x) : x;
}

/** Do the results of \p in come out of something that has no exact values, as whole numbers are? \p rough says it of all values
 * before. In opt/constant_lines.c, as the next. */
bool ir_makes_rough(const struct ir_shader *s, const bool *rough, const struct ir_instr *in);
/** Joins the factor of a product with what it multiplies. True: \p in is another operation now. */
bool ir_factors_join_lines(const struct factors *f, struct ir_builder *b, struct ir_instr *in);

#endif
