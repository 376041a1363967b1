/* SPDX-License-Identifier: MIT
 *
 * Blocks as the unit has them, and the NOPs that their rules ask for (picasso's manual; isa/pica200/validate.c): no block is empty, no two end at one place, no loop
 * ends with its exit.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>

#include "db/pica200/pica_isa.h"

static uint32_t
here(struct vs_ctx *c)
{
   return c->num_code;
}

/** The place behind the last instruction, where a block may end that began behind instruction \p begin. */
static uint32_t
end_here(struct vs_ctx *c, uint32_t begin)
{
   const bool exits = c->num_code && c->code[c->num_code - 1].i.op == PICA_OP_BREAKC;
   if (here(c) == begin + 1 || c->block_ends[here(c)] || exits)
      pica_vs_append(c, PICA_OP_NOP);
   c->block_ends[here(c)] = 1;
   return here(c);
}

static void
take_branch(struct vs_ctx *c, const struct vs_op *op, int code)
{
   pica_vs_write_compare(c, op);
   struct pica_instruction *i = pica_vs_append(c, code);
   i->condop = 2; /* the first flag alone */
   i->refx = !op->unless;
}

static void
open_block(struct vs_ctx *c)
{
   assert(c->num_open < VS_MAX_NEST);
   c->open[c->num_open++] = here(c) - 1;
}

void
pica_vs_write_fence(struct vs_ctx *c, const struct vs_op *op)
{
   struct pica_instruction *i = c->num_open ? &c->code[c->open[c->num_open - 1]].i : NULL;
   switch (op->code) {
   case VS_OP_IF:
      take_branch(c, op, PICA_OP_IFC);
      open_block(c);
      break;
   case VS_OP_ELSE:
      i->target = (uint16_t)end_here(c, c->open[c->num_open - 1]);
      break;
   case VS_OP_ENDIF:
      c->num_open--;
      if (here(c) == i->target)
         break;
      i->num = (uint8_t)(end_here(c, i->target - 1u) - i->target);
      if (here(c) - i->target > VS_LONGEST_ELSE)
         pica_vs_fail(c, "the vertex shader has %u instructions in an else part; the chip has room for %u",
                      here(c) - i->target, VS_LONGEST_ELSE);
      break;
   case VS_OP_LOOP:
      pica_vs_append(c, PICA_OP_LOOP);
      open_block(c);
      break;
   case VS_OP_BREAK:
      take_branch(c, op, PICA_OP_BREAKC);
      break;
   default:
      assert(op->code == VS_OP_ENDLOOP);
      c->num_open--;
      i->target = (uint16_t)(end_here(c, c->open[c->num_open]) - 1);
      break;
   }
}
