/* SPDX-License-Identifier: MIT */
#include "emulator/r300/passes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/jit/nodes.h"

int
r300_passes_read(struct r300_passes *w, unsigned row)
{
   assert(row < JIT_ROWS);
   if (w->value[row] == JIT_NONE)
      w->value[row] = (int16_t)node(&w->block, JIT_ROW, JIT_NONE, JIT_NONE, JIT_NONE, 0, row * JIT_ROW_B);
   return w->value[row];
}

void
r300_passes_write(struct r300_passes *w, unsigned row, int node)
{
   assert(row < JIT_ROWS);
   w->value[row] = (int16_t)node;
   w->written[row] = true;
}

static void
begin(struct r300_passes *w)
{
   w->block.num_nodes = 0;
   w->block.full = false;
   memset(w->value, 0xff, sizeof w->value); /* JIT_NONE */
   memset(w->written, 0, sizeof w->written);
   w->has_bits = false;
}

bool
r300_passes_end(struct r300_passes *w, unsigned next)
{
   bool any = w->has_bits;
   for (unsigned row = 0; row < JIT_ROWS; row++) {
      if (!w->written[row] || w->last_read[row] <= next)
         continue;
      node(&w->block, JIT_STORE, w->value[row], JIT_NONE, JIT_NONE, 0, row * JIT_ROW_B);
      any = true;
   }
   if (w->block.full)
      return false;
   if (any)
      w_pass(&w->flow, jit_flow_add_pass(&w->flow, &w->block), w->active);
   begin(w);
   return true;
}

struct r300_jit *
r300_passes_compile(struct r300_passes *w, void *program, r300_passes_builder build, uint32_t row_B_at,
                    uint32_t params_at, unsigned vec_B)
{
   struct r300_jit *j = NULL;
   if (w && program) {
      jit_flow_init(&w->flow, row_B_at, params_at);
      begin(w);
      w->active = JIT_NONE;
      memset(w->last_read, 0xff, sizeof w->last_read); /* R300_READ_LATER */
      if (build(w)) {
         j = r300_jit_create(&w->flow, vec_B, program);
         program = NULL;
      }
      jit_flow_fini(&w->flow);
   }
   free(program);
   free(w);
   return j;
}
