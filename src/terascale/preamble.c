/* SPDX-License-Identifier: MIT
 *
 * The preamble of a context's streams. What it says is the chip's alone: it is made once, then copied. Its context registers
 * come in the order of their addresses, those side by side in one packet, as who reads streams pays by the packet.
 */
#include <assert.h>
#include <string.h>

#include "db/terascale/db_tables.h"
#include "db/terascale/pm4.h"
#include "terascale/chip_ops.h"
#include "terascale/context.h"
#include "terascale/cs.h"

enum { CONTEXT_DW = (DB_R6_CONTEXT_REG_END - DB_R6_CONTEXT_REG_BASE) / 4 };

/** Writes each context register once, in the order of addresses; other packets keep their order and come first. Returns the new length, which is no greater. */
static unsigned
join_registers(uint32_t *dw, unsigned ndw)
{
   uint32_t value[CONTEXT_DW];
   bool set[CONTEXT_DW + 1] = {false};
   unsigned out = 0;
   for (unsigned at = 0, n; at < ndw; at += n) {
      n = 1 + DB_PKT3_BODY_DW(dw[at]);
      assert(DB_PKT_TYPE(dw[at]) == 3 && n <= ndw - at);
      if (DB_PKT3_OP(dw[at]) != DB_PKT3_SET_CONTEXT_REG) {
         memmove(dw + out, dw + at, n * sizeof *dw);
         out += n;
         continue;
      }
      const uint32_t first = dw[at + 1];
      assert(first + (n - 2) <= CONTEXT_DW);
      memset(set + first, true, n - 2);
      memcpy(value + first, dw + at + 2, (n - 2) * sizeof *dw);
   }
   for (unsigned i = 0, n; i < CONTEXT_DW; i += n + 1) {
      for (n = 0; set[i + n]; n++)
         ;
      if (!n)
         continue;
      dw[out++] = DB_PKT3(DB_PKT3_SET_CONTEXT_REG, n + 1);
      dw[out++] = i;
      memcpy(dw + out, value + i, n * sizeof *dw);
      out += n;
   }
   assert(out <= ndw);
   return out;
}

void
ts_make_preamble(struct ts_context *c)
{
   struct drv_cs *cs = &c->base.cs;
   assert(!cs->ndw);
   c->ops->emit_preamble(c);
   assert(cs->ndw <= TS_CS_PREAMBLE_DW && !cs->list.count);
   cs->ndw = join_registers(cs->dw, cs->ndw);
   c->preamble_ndw = cs->ndw;
   memcpy(c->preamble, cs->dw, cs->ndw * sizeof *cs->dw);
   memcpy(c->preamble_gpr_share, c->gpr_share, sizeof c->gpr_share);
}
