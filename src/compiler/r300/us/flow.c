/* SPDX-License-Identifier: MIT
 *
 * Flow control of R500's pixel shader: LOOP, BREAKLOOP, ENDLOOP ("R5xx Acceleration", US_FC_INST and US_FC_ADDR). Before the
 * BREAKLOOP an instruction without result compares; it and the others wait for lookups that run, because what they touch may
 * follow in another order.
 */
#include "compiler/r300/loops.h"
#include "compiler/r300/us/us.h"
#include "db/r300/r5_regs.h"

#include <string.h>

#define FC(name) R5_US_FC_INST__OP__US_FC_OP_##name

/** Which answers jump: bit result << 2 | predicate << 1 | boolean. */
enum { NEVER = 0, IF_RESULT = 0xf0, ALWAYS = 0xff };

static uint32_t
here(const struct r300_ctx *c)
{
   return c->out->num_dw / 6;
}

static void
write_flow(struct r300_ctx *c, uint32_t op, uint32_t func, bool any, uint32_t target)
{
   const uint32_t dw[6] = {
      R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_FC, .TEX_SEM_WAIT = 1, .ALU_WAIT = 1),
      0,
      R5_US_FC_INST(.OP = op, .JUMP_FUNC = func, .JUMP_ANY = any, .IGNORE_UNCOVERED = op != FC(BREAKLOOP)),
      R5_US_FC_ADDR(.INT_ADDR = 0, .JUMP_ADDR = target),
   };
   r300_append(c, dw, 6);
   us_note_results(c, NULL);
   memset(c->in_flight, 0, sizeof c->in_flight);
   c->in_lookups = false;
}

/** The target of a jump that was written before its place was known. */
static void
land(struct r300_ctx *c, uint32_t jump, uint32_t target)
{
   uint32_t *word = &c->out->dw[6 * jump + 3];
   *word = R5_US_FC_ADDR_set_JUMP_ADDR(*word, target);
}

/** The number goes through the alpha unit, and the comparison with 0 becomes the ALU's result. */
static void
write_test(struct r300_ctx *c, const struct r300_op *op)
{
   const uint32_t number = (uint32_t)(op - c->ops);
   struct us_instr in = {
      .alpha = {.op = {number}, .n = 1, .lane = {3}}
   };
   c->ops[number].code = R300_OP_MOV;
   if (!us_fits(c, &in))
      r300_fail(c, "internal: a condition that cannot be read (line %u)", op->line);
   us_write(c, &in);
   uint32_t *dw = &c->out->dw[c->out->num_dw - 6];
   dw[0] = R5_US_CMN_INST_set_ALPHA_WMASK(dw[0], 0);
   dw[0] = R5_US_CMN_INST_set_ALU_RESULT_SEL(dw[0], R5_US_CMN_INST__ALU_RESULT_SEL__ALPHA);
   dw[0] = R5_US_CMN_INST_set_ALU_RESULT_OP(dw[0], op->test);
   dw[3] = R5_US_ALU_RGB_INST_set_ALU_WMASK(dw[3], 1);
}

void
us_write_fence(struct r300_ctx *c, const struct r300_op *op)
{
   struct r300_loop *l = &c->loops[op->slot];
   if (op->code == R300_OP_LOOP) {
      write_flow(c, FC(LOOP), NEVER, false, 0);
      l->first = here(c);
      c->out->flow_control = true;
   } else if (op->code == R300_OP_BREAK) {
      write_test(c, op);
      l->exit = here(c);
      write_flow(c, FC(BREAKLOOP), IF_RESULT, false, 0);
   } else if (op->code == R300_OP_ENDLOOP) {
      const uint32_t at = here(c), least = at + 2; /* and what follows a loop */
      if (least > c->chip->us_alu)
         r300_fail(c, "%u instructions in the fragment shader; %s has %u", least, c->chip->base.name,
                   c->chip->us_alu);
      write_flow(c, FC(ENDLOOP), ALWAYS, true, l->first);
      land(c, l->first - 1, at);
      land(c, l->exit, at + 1);
   }
}
