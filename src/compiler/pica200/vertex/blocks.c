/* SPDX-License-Identifier: MIT
 *
 * Blocks as the unit has them, and the NOPs that their rules ask for (picasso's manual; isa/pica200/validate.c): no block is empty, no two end at one
 * place, no loop ends with its exit, and no jump leads to where a block ends. The unit remembers eight branches: what is deeper in
 * them, or has a longer else part than IFC can count, is made of jumps, which it does not remember.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>

#include "db/pica200/pica_isa.h"

enum { ENDS = 1, JUMPED_TO = 2 };

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
   if (here(c) == begin + 1 || c->place[here(c)] || exits)
      pica_vs_append(c, PICA_OP_NOP);
   c->place[here(c)] |= ENDS;
   return here(c);
}

static uint32_t
jump_here(struct vs_ctx *c)
{
   c->place[here(c)] |= JUMPED_TO;
   return here(c);
}

static void
take_branch(struct vs_ctx *c, const struct vs_op *op, int code)
{
   const bool inverse = op->unless != (code == PICA_OP_JMPC); /* which leads to the else part */
   pica_vs_write_compare(c, op);
   struct pica_instruction *i = pica_vs_append(c, code);
   i->condop = 2; /* the first flag alone */
   i->refx = !inverse;
   i->refy = true; /* as picasso has it */
}

static void
begin_if(struct vs_ctx *c, const struct vs_op *op)
{
   unsigned remembered = 0;
   for (uint32_t k = 0; k < c->num_open; k++)
      remembered += c->code[c->open[k]].i.op == PICA_OP_IFC;
   take_branch(c, op, c->jumps || remembered == VS_IF_DEPTH ? PICA_OP_JMPC : PICA_OP_IFC);
}

static void
begin_else(struct vs_ctx *c, uint32_t begin)
{
   if (c->code[begin].i.op == PICA_OP_IFC) {
      const uint32_t end = end_here(c, begin);
      c->code[begin].i.target = (uint16_t)end;
      return;
   }
   struct pica_instruction *over = pica_vs_append(c, PICA_OP_JMPU);
   over->id = 15; /* which is false */
   over->num = 1;
   c->code[begin].i.target = (uint16_t)jump_here(c);
}

static void
end_if(struct vs_ctx *c, uint32_t begin)
{
   struct pica_instruction *i = &c->code[begin].i;
   if (i->op == PICA_OP_IFC) {
      if (here(c) == i->target)
         return;
      const uint32_t length = end_here(c, i->target - 1u) - i->target;
      c->long_else |= length > VS_LONGEST_ELSE;
      i->num = (uint8_t)(c->long_else ? 0 : length);
      return;
   }
   if (here(c) == i->target) { /* nothing to jump over */
      c->place[here(c)] = 0;
      c->num_code--;
      i->target = (uint16_t)jump_here(c);
   } else {
      c->code[i->target - 1u].i.target = (uint16_t)jump_here(c);
   }
}

static void
end_loop(struct vs_ctx *c, uint32_t begin)
{
   const uint32_t end = end_here(c, begin);
   c->code[begin].i.target = (uint16_t)(end - 1);
}

void
pica_vs_write_fence(struct vs_ctx *c, const struct vs_op *op)
{
   const uint32_t begin = c->num_open ? c->open[c->num_open - 1] : 0;
   switch (op->code) {
   case VS_OP_IF:
      begin_if(c, op);
      break;
   case VS_OP_ELSE:
      begin_else(c, begin);
      break;
   case VS_OP_ENDIF:
      end_if(c, begin);
      break;
   case VS_OP_LOOP:
      pica_vs_append(c, PICA_OP_LOOP);
      break;
   case VS_OP_BREAK:
      take_branch(c, op, PICA_OP_BREAKC);
      break;
   default:
      assert(op->code == VS_OP_ENDLOOP);
      end_loop(c, begin);
      break;
   }
   if (op->code == VS_OP_IF || op->code == VS_OP_LOOP) {
      assert(c->num_open < VS_MAX_NEST);
      c->open[c->num_open++] = here(c) - 1;
   }
   c->num_open -= op->code == VS_OP_ENDIF || op->code == VS_OP_ENDLOOP;
}
