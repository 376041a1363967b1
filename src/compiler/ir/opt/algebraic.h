/* SPDX-License-Identifier: MIT
 *
 * What the files of local rules share: opt/algebraic.c applies them. Each file tells, by opcode, the rules that make
 * an instruction simpler; of an opcode's rules the first that applies is the only one.
 */
#ifndef COMPILER_IR_OPT_ALGEBRAIC_H
#define COMPILER_IR_OPT_ALGEBRAIC_H

#include <assert.h>

#include "compiler/ir/core/util.h"

#define ONE       0x3f800000u
#define MINUS_ONE 0xbf800000u

struct ir_rules {
   struct ir_shader *s;
   struct ir_defs d;
   uint32_t *uses;
   bool *uniform; /* value is made of uniforms and constants */
};

/** True: it has changed the instruction, or memory has ended and the shader's arena says so. */
typedef bool (*ir_rule)(struct ir_rules *, struct ir_instr *);
/* A file's rules of an opcode, up to a NULL; NULL: there are none. */
const ir_rule *ir_rules_float(enum ir_op op);
const ir_rule *ir_rules_int(enum ir_op op);
const ir_rule *ir_rules_select(enum ir_op op);
/* A case of these functions. */
#define IR_RULES(op, ...)                                                                                    \
   case op: {                                                                                                \
      static const ir_rule rules[] = {__VA_ARGS__, NULL};                                                    \
      return rules;                                                                                          \
   }

/** In opt/algebraic_select.c: c & k, which is c ? k : 0. The condition, and k in \p yes; NULL if \p s is none. */
const struct ir_src *ir_rule_masked_constant(const struct ir_rules *r, const struct ir_src *s, uint32_t *yes);

static inline bool
ir_rule_imm_is(const struct ir_src *s, uint32_t v)
{
   uint32_t b = 0;
   return ir_is_imm(s, &b) && b == v;
}

static inline bool
ir_rule_imm_is_zero_f(const struct ir_src *s)
{
   uint32_t b = 0;
   return ir_is_imm(s, &b) && !(b & 0x7fffffff);
}

static inline bool
ir_rule_to_mov(struct ir_instr *in, struct ir_src v)
{
   ir_make_mov(in, v);
   return true;
}

static inline struct ir_instr *
ir_rule_def_of(const struct ir_rules *r, const struct ir_src *s)
{
   return s->kind == IR_SRC_SSA ? r->d.instr[s->bits] : NULL;
}

static inline void
ir_rule_swap01(struct ir_instr *in)
{
   assert(in->nsrc >= 2);
   struct ir_src t = in->src[0];
   in->src[0] = in->src[1];
   in->src[1] = t;
}

#endif
