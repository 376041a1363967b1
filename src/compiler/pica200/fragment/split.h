/* SPDX-License-Identifier: MIT
 *
 * What one stage can compute. A goal is a value that a stage has to leave behind: a polynomial, and whether it matters that the stage
 * clamps it (below 0, above 1). A split says how a stage's formula makes a goal of other goals.
 */
#ifndef COMPILER_PICA200_SPLIT_H
#define COMPILER_PICA200_SPLIT_H

#include "compiler/pica200/fragment/pf.h"
#include "db/pica200/pica_regs.h"

#define PF_LOW  1 /* below 0 it may as well be 0 */
#define PF_HIGH 2 /* above 1 it may as well be 1 */

/** A goal: 4 times the number of a polynomial, plus flags; flags only where the bounds need them. */
static inline uint32_t
pf_goal_poly(uint32_t goal)
{
   return goal >> 2;
}

/** \p poly as a goal; positive parts and the like are clamps of what is within. PF_NONE: it does not fit 0 to 1. */
uint32_t pf_goal(struct pf *m, uint32_t poly, unsigned flags);
/** 1 less the goal. */
uint32_t pf_goal_inverse(struct pf *m, uint32_t goal);

enum pf_leaf_kind { PF_LEAF_NONE, PF_LEAF_SAMPLE, PF_LEAF_CONSTANT, PF_LEAF_PRIMARY };

/** What needs no stage. */
struct pf_leaf {
   uint8_t kind;
   uint8_t sample, comp;
   bool invert;
};
struct pf_leaf pf_leaf_of(struct pf *m, uint32_t goal);

/** Formulas, by TEXENV_COMBINER's numbers. */
enum pf_func {
   PF_REPLACE = PICA_TEXENV_COMBINER__RGB_FUNC__REPLACE,
   PF_MODULATE = PICA_TEXENV_COMBINER__RGB_FUNC__MODULATE,
   PF_ADD = PICA_TEXENV_COMBINER__RGB_FUNC__ADD,
   PF_ADD_SIGNED = PICA_TEXENV_COMBINER__RGB_FUNC__ADD_SIGNED,
   PF_INTERPOLATE = PICA_TEXENV_COMBINER__RGB_FUNC__INTERPOLATE,
   PF_SUBTRACT = PICA_TEXENV_COMBINER__RGB_FUNC__SUBTRACT,
   PF_DOT3_RGB = PICA_TEXENV_COMBINER__RGB_FUNC__DOT3_RGB,
   PF_DOT3_RGBA = PICA_TEXENV_COMBINER__RGB_FUNC__DOT3_RGBA,
   PF_MULTIPLY_ADD = PICA_TEXENV_COMBINER__RGB_FUNC__MULTIPLY_ADD,
   PF_ADD_MULTIPLY = PICA_TEXENV_COMBINER__RGB_FUNC__ADD_MULTIPLY,
};

enum { PF_RGB = 3, PF_ALPHA = 1 }; /* channels of a split */

struct pf_split {
   uint8_t func;  /* enum pf_func */
   uint8_t scale; /* 0, 1, 2: times 1, 2, 4 */
   uint8_t num;
   uint32_t goal[3][3]; /* by operand and channel; PF_NONE: nobody cares */
};

struct pf_splits {
   U_VEC(struct pf_split) list;
};

/** Every way that is known to make \p goal (of \p channels, some may be PF_NONE) in one stage. */
void pf_split(struct pf *m, const uint32_t *goal, unsigned channels, struct pf_splits *out);

/** Can \p stages stages compute it at all? */
struct pf_reach {
   struct pf *m;
   U_VEC(uint8_t) table; /* by goal: low half: known to do, high half: known not to do */
   unsigned budget;
};
bool pf_reach(struct pf_reach *r, uint32_t goal, unsigned stages);

#endif
