/* SPDX-License-Identifier: MIT
 *
 * Passes (emulator/jit/ir.h) from a shader's instructions: rows of the context live in nodes, and the end of a pass stores those that
 * something behind it reads. What an instruction becomes is the engine's to say: pvs/jit.c, us/jit.c.
 */
#ifndef EMULATOR_R300_PASSES_H
#define EMULATOR_R300_PASSES_H

#include "emulator/jit/flow.h"
#include "emulator/r300/codes.h"

enum {
   R300_PASS_NODES = JIT_MAX_NODES - 512, /* above these the pass should end: an instruction has room */
   R300_READ_LATER = UINT16_MAX /* r300_passes::last_read of rows that count when the program has ended */
};

struct r300_passes {
   struct jit_block block;
   struct jit_flow flow;
   int16_t value[JIT_ROWS]; /* node of a row now, JIT_NONE: what memory has */
   bool written[JIT_ROWS];
   int active;                   /* word of the lanes that passes change rows in; JIT_NONE: all */
   bool has_bits;                /* the open pass makes words of lanes' bits */
   uint16_t last_read[JIT_ROWS]; /* number of the last instruction that reads it, and one */
};

/** Node of row number \p row. */
int r300_passes_read(struct r300_passes *w, unsigned row);
void r300_passes_write(struct r300_passes *w, unsigned row, int node);
/** Ends the pass and begins another one. Instructions before number \p next are done. False: it has too many nodes. */
bool r300_passes_end(struct r300_passes *w, unsigned next);

/** A program's instructions to w->flow, in a pass that is empty and with all rows R300_READ_LATER. False: it can't be. */
typedef bool (*r300_passes_builder)(struct r300_passes *w);

/** Machine code of what \p build makes, for vectors of \p vec_B bytes; \p row_B_at and \p params_at as jit_flow_init() wants them. NULL: there is
 * none. Takes \p w, which is calloc'ed, and \p program, to which calls lead; either may be NULL: out of memory. */
struct r300_jit *r300_passes_compile(struct r300_passes *w, void *program, r300_passes_builder build,
                                     uint32_t row_B_at, uint32_t params_at, unsigned vec_B);

#endif
