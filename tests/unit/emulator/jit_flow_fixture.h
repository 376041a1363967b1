/* SPDX-License-Identifier: MIT
 *
 * A flow of machine code over a context, built step by step.
 */
#ifndef TESTS_UNIT_EMULATOR_JIT_FLOW_FIXTURE_H
#define TESTS_UNIT_EMULATOR_JIT_FLOW_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

#include "emulator/jit/words.h"

enum { ROWS = 600, LANES = JIT_ROW_B / 4, WORDS = 100, TABLE = 50 };

struct context {
   _Alignas(64) uint32_t row[ROWS][LANES];
   uint64_t word[WORDS];
   uint32_t dword[2];
   uint8_t byte[2];
   const uint32_t *table;
   uint32_t row_B;
   const float *params;
};
#define AT(member) ((uint32_t)offsetof(struct context, member))
#define ROW(n)     ((uint32_t)(n)*JIT_ROW_B)
#define WORD(n)    ((uint32_t)(AT(word) + (n)*8u))

#include "jit_fixture.h"

static struct jit_flow f;

static inline int
row(unsigned n)
{
   return node(b, JIT_ROW, JIT_NONE, JIT_NONE, JIT_NONE, 0, ROW(n));
}
static inline void
store(int v, unsigned n)
{
   node(b, JIT_STORE, v, JIT_NONE, JIT_NONE, 0, ROW(n));
}

static inline void
begin_pass(void)
{
   b->num_nodes = 0;
   b->full = false;
}
static inline void
end_pass(int active)
{
   w_pass(&f, jit_flow_add_pass(&f, b), active);
}

static inline void
begin(void)
{
   jit_flow_init(&f, AT(row_B), AT(params));
}

#endif
