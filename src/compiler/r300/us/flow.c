/* SPDX-License-Identifier: MIT
 *
 * Flow control of R500's pixel shader: LOOP, BREAKLOOP, ENDLOOP, JUMP ("R5xx Acceleration", US_FC_INST and US_FC_ADDR). Before
 * what asks an instruction without result compares; all wait for lookups that run, because what they touch may follow in
 * another order.
 *
 * A branch is a JUMP in front of its first arm, one between the arms and one behind them, which count in each pixel how many
 * branches have taken it out; a thread goes around an arm that no pixel of it takes. The words are those of Mesa's r300.
 */
#include "compiler/r300/flow.h"
#include "compiler/r300/us/us.h"
#include "db/r300/r5_regs.h"

#include <string.h>

#define FC(name) R5_US_FC_INST__OP__US_FC_OP_##name

/** Which answers jump: bit result << 2 | predicate << 1 | boolean. */
enum { NEVER = 0, UNLESS_RESULT = 0x0f, IF_RESULT = 0xf0, ALWAYS = 0xff };

/** Without US_FC_CTRL's FULL_FC_EN branches may stand in one another this deep. */
#define DEEPEST_SHORT 3

static uint32_t
here(const struct r300_ctx *c)
{
   return c->out->num_dw / 6;
}

/** \p inst: US_FC_INST. */
static void
write_flow(struct r300_ctx *c, uint32_t inst, uint32_t target)
{
   const uint32_t dw[6] = {
      R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_FC, .TEX_SEM_WAIT = 1, .ALU_WAIT = 1),
      0,
      inst,
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

/** The result of the last instruction's alpha unit, or of the colour unit's red, is compared with 0, too. */
static void
compare_last(struct r300_ctx *c, bool alpha, uint32_t test)
{
   uint32_t *dw = &c->out->dw[c->out->num_dw - 6];
   dw[0] = R5_US_CMN_INST_set_ALU_RESULT_SEL(dw[0], alpha ? R5_US_CMN_INST__ALU_RESULT_SEL__ALPHA
                                                          : R5_US_CMN_INST__ALU_RESULT_SEL__RED);
   dw[0] = R5_US_CMN_INST_set_ALU_RESULT_OP(dw[0], test);
   dw[3] = R5_US_ALU_RGB_INST_set_ALU_WMASK(dw[3], 1);
}

/** Does the last instruction make the number, where it can be compared? Nothing leads in between. */
static bool
is_made_last(const struct r300_ctx *c, const struct r300_src *s)
{
   if (c->out->num_dw < 6 || s->value == R300_NONE || s->neg || s->abs)
      return false;
   const uint32_t *dw = &c->out->dw[c->out->num_dw - 6];
   const struct r300_value *v = &c->values[s->value];
   if (R5_US_CMN_INST_get_TYPE(dw[0]) != R5_US_CMN_INST__TYPE__US_INST_TYPE_ALU ||
       v->file != R300_FILE_TEMP || !v->placed || R5_US_ALU_RGB_INST_get_ALU_WMASK(dw[3]))
      return false;
   return v->comp == 3 ? R5_US_CMN_INST_get_ALPHA_WMASK(dw[0]) &&
                            R5_US_ALU_ALPHA_INST_get_ALPHA_ADDRD(dw[4]) == v->index
          : v->comp == 0
             ? R5_US_CMN_INST_get_RGB_WMASK(dw[0]) & 1 && R5_US_ALU_RGBA_INST_get_RGB_ADDRD(dw[5]) == v->index
             : false;
}

/** The comparison of a number with 0 becomes the ALU's result; it goes through the alpha unit if the last instruction has not just made it. */
static void
write_test(struct r300_ctx *c, const struct r300_op *op)
{
   const uint32_t number = (uint32_t)(op - c->ops);
   struct us_instr in = {
      .alpha = {.op = {number}, .n = 1, .lane = {3}}
   };
   if (is_made_last(c, &op->src[0])) {
      compare_last(c, c->values[op->src[0].value].comp == 3, op->test);
      return;
   }
   c->ops[number].code = R300_OP_MOV;
   if (!us_fits(c, &in))
      r300_fail(c, "internal: a condition that cannot be read (line %u)", op->line);
   us_write(c, &in);
   uint32_t *dw = &c->out->dw[c->out->num_dw - 6];
   dw[0] = R5_US_CMN_INST_set_ALPHA_WMASK(dw[0], 0);
   compare_last(c, true, op->test);
}

/** A limit of the chip: what stands there and \p more instructions behind it fit. */
static void
check_room(struct r300_ctx *c, uint32_t more)
{
   const uint32_t least = here(c) + more;
   if (least > c->chip->us_alu)
      r300_fail(c, "%u instructions in the fragment shader; %s has %u", least, c->chip->base.name,
                c->chip->us_alu);
}

static void
write_loop(struct r300_ctx *c, const struct r300_op *op)
{
   struct r300_loop *l = &c->loops[op->slot];
   if (op->code == R300_OP_LOOP) {
      write_flow(c, R5_US_FC_INST(.OP = FC(LOOP), .JUMP_FUNC = NEVER, .IGNORE_UNCOVERED = 1), 0);
      l->first = here(c);
      c->out->flow_control = true;
   } else if (op->code == R300_OP_BREAK) {
      write_test(c, op);
      l->exit = here(c);
      write_flow(c, R5_US_FC_INST(.OP = FC(BREAKLOOP), .JUMP_FUNC = IF_RESULT), 0);
   } else if (op->code == R300_OP_ENDLOOP) {
      const uint32_t at = here(c);
      check_room(c, 2); /* and what follows a loop */
      write_flow(c,
                 R5_US_FC_INST(.OP = FC(ENDLOOP), .JUMP_FUNC = ALWAYS, .JUMP_ANY = 1, .IGNORE_UNCOVERED = 1),
                 l->first);
      land(c, l->first - 1, at);
      land(c, l->exit, at + 1);
   }
}

#define COUNT(name) R5_US_FC_INST__B_OP0__US_FC_B_OP_##name
#define GONE(name)  R5_US_FC_INST__B_OP1__US_FC_B_OP_##name

static void
write_branch(struct r300_ctx *c, const struct r300_op *op)
{
   struct r300_branch *b = &c->branches[op->slot];
   if (op->code == R300_OP_IF) {
      write_test(c, op);
      b->jump = here(c);
      write_flow(c,
                 R5_US_FC_INST(.OP = FC(JUMP), .JUMP_FUNC = UNLESS_RESULT, .B_OP0 = COUNT(INCR),
                               .B_OP1 = b->has_else ? GONE(INCR) : GONE(NONE), .IGNORE_UNCOVERED = 1),
                 0);
      if (++c->open_branches > DEEPEST_SHORT)
         c->out->flow_control = true;
      return;
   }
   check_room(c, 2);
   land(c, b->jump, here(c) + 1);
   if (op->code == R300_OP_ELSE) {
      b->jump = here(c);
      write_flow(c,
                 R5_US_FC_INST(.OP = FC(JUMP), .JUMP_FUNC = NEVER, .B_ELSE = 1, .B_POP_CNT = 1,
                               .B_OP0 = COUNT(NONE), .B_OP1 = GONE(DECR)),
                 0);
   } else {
      write_flow(c,
                 R5_US_FC_INST(.OP = FC(JUMP), .JUMP_FUNC = NEVER, .JUMP_ANY = 1, .B_POP_CNT = 1,
                               .B_OP0 = COUNT(DECR), .B_OP1 = GONE(NONE)),
                 here(c) + 1);
      c->open_branches--;
   }
}

void
us_write_fence(struct r300_ctx *c, const struct r300_op *op)
{
   if (op->code == R300_OP_IF || op->code == R300_OP_ELSE || op->code == R300_OP_ENDIF)
      write_branch(c, op);
   else
      write_loop(c, op);
}
