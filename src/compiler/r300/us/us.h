/* SPDX-License-Identifier: MIT
 *
 * One instruction of the pixel shader while it is put together: up to three operations of one kind in the colour unit,
 * whose results are components r, g, b of one register, and one in the alpha unit. R500 chooses components of operands
 * freely; R300 and R400 ("native" below) know a few orders (us/native.h).
 */
#ifndef COMPILER_R300_US_US_H
#define COMPILER_R300_US_US_H

#include "compiler/r300/code.h"

/** What an address of one of the three sources names; 0: nothing yet. */
enum us_key {
   US_KEY_NONE,
   US_KEY_TEMP = 1 << 16,
   US_KEY_CONST = 2 << 16,
   US_KEY_INLINE = 3 << 16,             /* a small float in the address itself */
   US_KEY_NUMBERS = 4 << 16,            /* a constant that is not chosen yet, of operand `index` ... */
   US_KEY_POOL = US_KEY_NUMBERS | 0xff, /* ... or of all operands together */
   US_KEY_FILES = 7 << 16,
};

#define US_NUMBER 0x80 /* a swizzle: component of the number with this index */

struct us_operand {
   uint32_t rgb, alpha;     /* keys: where r, g, b come from, and where a */
   uint8_t presub;          /* enum r300_presub: of these, which are source 0, and ... */
   uint32_t rgb_b, alpha_b; /* ... of these, source 1 */
   uint8_t swizzle[3];      /* of each operation: 0..3 component, 4 zero, 5 half, 6 one, or US_NUMBER */
   bool neg, abs;
   uint8_t slot; /* source 0..2 */
   uint32_t number[3];
   unsigned num_numbers;
   /* native, of the colour unit: enum native_pattern, or NATIVE_NONE for 0, 1 or 0.5; the numbers in order of lanes */
   uint8_t pattern;
   bool ordered;
};

struct us_unit {
   uint32_t op[3];
   unsigned n;
   uint8_t lane[3]; /* 3: alpha */
   struct us_operand operand[3];
   unsigned num_operands;
   uint32_t reg; /* that results go to; R300_NONE: to an output */
};

struct us_instr {
   struct us_unit rgb, alpha;
   bool dot;       /* the colour unit makes a dot product ... */
   bool dot4;      /* ... with a fourth term, which the alpha unit's operands are */
   bool dot_alpha; /* the alpha unit takes the result */
   bool dot2;      /* native: it has two terms */
   uint32_t rgb_key[3], alpha_key[3];
   uint8_t presub[2]; /* enum r300_presub: of r, g, b, and of alpha */
   uint32_t pool[4];  /* numbers of all operands; none if they are more than four */
   unsigned num_pool;
};

/* parts of us_fits, which both forms share */
struct r300_src us_source(const struct r300_op *op, unsigned k);
bool us_common_sign(const struct r300_src *s, unsigned n, struct us_operand *o);
/** Operand of operation \p i; false: it stands elsewhere than the others. */
bool us_add_value(const struct r300_ctx *c, const struct r300_src *s, struct us_operand *o, unsigned i);
bool us_assign_sources(struct us_instr *in);
/** Chooses the constant of the numbers that operands share; \p native: and the order that an operand has of it. */
void us_settle_pool(struct r300_ctx *c, struct us_instr *in);
bool us_fits_r500(const struct r300_ctx *c, struct us_instr *in);
bool us_fits_native(const struct r300_ctx *c, struct us_instr *in);
/** Can the operations be one instruction? Fills operands and sources; native: and the colour unit's lanes. */
static inline bool
us_fits(const struct r300_ctx *c, struct us_instr *in)
{
   return r300_is_native(c) ? us_fits_native(c, in) : us_fits_r500(c, in);
}

/** The component that an operation's result must be; -1: any. */
static inline int
us_forced_lane(const struct r300_ctx *c, const struct r300_op *op)
{
   if (op->out >= 0)
      return op->out_comp;
   return c->values[op->dst[0]].placed ? c->values[op->dst[0]].comp : -1;
}
/** Writes the instruction that begins with an operation that is ready. */
void us_issue_alu(struct r300_ctx *c, uint32_t i);
/** Writes a lookup or kill. */
void us_issue_tex(struct r300_ctx *c, uint32_t i);
/** The sum of a product that moves, sums and products are, too. */
static inline bool
us_is_mad(unsigned code)
{
   return code <= R300_OP_MAD;
}

/** What a unit's result goes to: masks of components, the registers. */
struct us_result {
   uint32_t write, out, reg, target;
   uint32_t omod;
   bool sat, depth;
};
struct us_results {
   struct us_result rgb, alpha;
   bool replicate; /* the colour unit takes the alpha unit's */
};
struct us_results us_results_of(const struct r300_ctx *c, const struct us_instr *in);
/** Does the pre-subtraction read what the instruction before writes? Then a slot stays empty between them ("R5xx
 * Acceleration", NOP). */
bool us_wants_empty_slot(const struct r300_ctx *c, const struct us_instr *in);
/** These are the results of the instruction that is written now; NULL: of none. */
void us_note_results(struct r300_ctx *c, const struct us_results *r);

/** Writes the words of an instruction whose results have their places: six of R500, four of the others. */
void us_write(struct r300_ctx *c, struct us_instr *in);
void us_write_native(struct r300_ctx *c, struct us_instr *in);
/** ... of derivatives, the colour unit's of register \p from[0] and the alpha unit's of \p from[1]. */
void us_write_derivative(struct r300_ctx *c, struct us_instr *in, const uint32_t *from);
void us_write_tex(struct r300_ctx *c, const struct r300_op *op);
void us_write_tex_native(struct r300_ctx *c, const struct r300_op *op);
/** The last instruction writes to a target and waits for all lookups. */
void us_write_end(struct r300_ctx *c);

#endif
