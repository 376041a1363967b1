/* SPDX-License-Identifier: MIT
 *
 * One instruction of the vertex engine while it is put together: up to four operations of one kind, a component each; and a
 * scalar one in place of the third operand.
 */
#ifndef COMPILER_R300_PVS_PVS_H
#define COMPILER_R300_PVS_PVS_H

#include "compiler/r300/code.h"

/** What one operand of all operations together reads: one register, or numbers, besides 0 and 1. */
struct pvs_operand {
   bool reads, numbers, rel, abs;
   uint8_t file;
   uint16_t index;
};

struct pvs_pack {
   uint32_t op[4];
   unsigned n;
   uint8_t comp[4];               /* that the result of op[i] goes to */
   uint32_t second;               /* the scalar operation besides; R300_NONE */
   struct pvs_operand operand[3]; /* the last one may be the second operation's */
   unsigned num_operands;
   uint32_t number[4]; /* of all operands */
   unsigned num_numbers;
};

/** Can the operations of the pack be one instruction? Fills the operands. */
bool pvs_fits(const struct r300_ctx *c, struct pvs_pack *p);
/** Writes the instruction, whose results have their places. \p out: the output vector, or -1 and temporary \p reg. */
void pvs_write(struct r300_ctx *c, const struct pvs_pack *p, int out, uint32_t reg);
/** Loads the address register with a value. */
void pvs_write_address(struct r300_ctx *c, uint32_t value);

#endif
