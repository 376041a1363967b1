/* SPDX-License-Identifier: MIT
 *
 * One instruction of R500's pixel shader while it is put together: up to three operations of one kind in the colour
 * unit, whose results are components r, g, b of one register, and one in the alpha unit.
 */
#ifndef COMPILER_R300_US_US_H
#define COMPILER_R300_US_US_H

#include "compiler/r300/code.h"

/** What an address of one of the three sources names; 0: nothing yet. */
enum us_key {
   US_KEY_NONE,
   US_KEY_TEMP = 1 << 16,
   US_KEY_CONST = 2 << 16,
   US_KEY_INLINE = 3 << 16,  /* a small float in the address itself */
   US_KEY_NUMBERS = 4 << 16, /* a constant that is not chosen yet, of operand `index` */
   US_KEY_FILES = 7 << 16,
};

#define US_NUMBER 0x80 /* a swizzle: component of the number with this index */

struct us_operand {
   uint32_t rgb, alpha; /* keys: where r, g, b come from, and where a */
   uint8_t swizzle[3];  /* of each operation: 0..3 component, 4 zero, 5 half, 6 one, or US_NUMBER */
   bool neg, abs;
   uint8_t slot; /* source 0..2 */
   uint32_t number[3];
   unsigned num_numbers;
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
   uint32_t rgb_key[3], alpha_key[3];
};

/** Can the operations be one instruction? Fills operands and sources. */
bool us_fits(const struct r300_ctx *c, struct us_instr *in);
/** A dot product whose fourth term is zero. */
bool us_is_dot3(const struct r300_op *op);
/** The sum of a product that moves, sums and products are, too. */
static inline bool
us_is_mad(unsigned code)
{
   return code <= R300_OP_MAD;
}

/** Writes the six words of an instruction whose results have their places. */
void us_write(struct r300_ctx *c, struct us_instr *in);
/** ... of derivatives, the colour unit's of register \p from[0] and the alpha unit's of \p from[1]. */
void us_write_derivative(struct r300_ctx *c, struct us_instr *in, const uint32_t *from);
void us_write_tex(struct r300_ctx *c, const struct r300_op *op);
/** The last instruction writes to a target and waits for all lookups. */
void us_write_end(struct r300_ctx *c);

#endif
