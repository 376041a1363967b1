/* SPDX-License-Identifier: MIT
 *
 * Control flow of the shader units by the rules of 3dbrew's "GPU/Shader Instruction Set": three stacks, which lose their oldest entry when they are full, and
 * which are looked at behind every instruction. What aL holds behind a loop in a loop is not known; here the inner one's last value.
 */
#include <string.h>

#include "emulator/pica200/sh/flow.h"

/* A stack that is full loses its oldest entry. Returns where the new one goes. */
static unsigned
push(void *stack, size_t entry_B, uint8_t *depth, unsigned limit)
{
   if (*depth == limit) {
      memmove(stack, (char *)stack + entry_B, entry_B * (limit - 1));
      return limit - 1;
   }
   return (*depth)++;
}

/* Where the group goes if the instruction's condition is what \p taken says, before the ends of blocks are looked at. */
static void
take(const struct sh_stage *s, struct sh_group *g, const struct sh_inst *i, bool taken, bool *breaks)
{
   const unsigned next = g->pc + 1;
   unsigned n;
   g->pc = next;
   switch (i->op) {
   case PICA_OP_JMPC:
   case PICA_OP_JMPU:
      g->pc = taken ? i->target : next;
      break;
   case PICA_OP_CALL:
   case PICA_OP_CALLC:
   case PICA_OP_CALLU:
      if (!taken)
         break;
      n = push(g->call, sizeof g->call[0], &g->calls, SH_CALL_DEPTH);
      g->call[n].end = (uint16_t)((i->target + i->num));
      g->call[n].back = (uint16_t)next;
      g->pc = i->target;
      break;
   case PICA_OP_IFC:
   case PICA_OP_IFU:
      if (!taken) {
         g->pc = i->target;
         break;
      }
      n = push(g->branch, sizeof g->branch[0], &g->ifs, SH_IF_DEPTH);
      g->branch[n].otherwise = i->target;
      g->branch[n].end = (uint16_t)((i->target + i->num));
      break;
   case PICA_OP_LOOP:
      n = push(g->loop, sizeof g->loop[0], &g->loops, SH_LOOP_DEPTH);
      g->loop[n].entry = (uint16_t)next;
      g->loop[n].end = (uint16_t)((i->target + 1));
      g->loop[n].left = s->integer[i->id & 3][0];
      g->loop[n].step = s->integer[i->id & 3][2];
      g->al = s->integer[i->id & 3][1];
      break;
   default: /* BREAK, BREAKC */
      *breaks = taken;
      break;
   }
}

void
sh_leave_blocks(struct sh_group *g, unsigned behind, bool breaks)
{
   unsigned at = behind;
   for (unsigned n = 0; n < SH_CALL_DEPTH && g->calls && g->call[g->calls - 1].end == at; n++) {
      g->calls--;
      if (n == SH_CALL_DEPTH - 1)
         break; /* the fourth does not come back: as measured on the chip */
      g->pc = at = g->call[g->calls].back;
   }
   if (g->ifs && g->branch[g->ifs - 1].otherwise == behind)
      g->pc = g->branch[--g->ifs].end;
   if (g->loops && (breaks || g->loop[g->loops - 1].end == behind)) {
      const unsigned top = g->loops - 1u;
      g->al += g->loop[top].step;
      if (!breaks && g->loop[top].left) {
         g->loop[top].left--;
         g->pc = g->loop[top].entry;
      } else {
         g->pc = g->loop[top].end;
         g->loops--;
      }
   }
}

uint64_t
sh_lanes_that_take(const struct sh_ctx *c, const struct sh_stage *s, const struct sh_inst *i)
{
   const uint64_t x = i->refx ? c->flag[0] : ~c->flag[0], y = i->refy ? c->flag[1] : ~c->flag[1];
   const bool boolean = s->booleans >> i->id & 1;
   switch (i->op) {
   case PICA_OP_JMPC:
   case PICA_OP_CALLC:
   case PICA_OP_IFC:
   case PICA_OP_BREAKC:
      return i->condop == 0 ? x | y : i->condop == 1 ? x & y : i->condop == 2 ? x : y;
   case PICA_OP_JMPU:
      return boolean != (i->num & 1) ? ~UINT64_C(0) : 0;
   case PICA_OP_CALLU:
   case PICA_OP_IFU:
      return boolean ? ~UINT64_C(0) : 0;
   default:
      return ~UINT64_C(0);
   }
}

void
sh_go(struct sh_ctx *c, const struct sh_stage *s, struct sh_group *g, const struct sh_inst *i, bool taken)
{
   const unsigned behind = g->pc + 1;
   bool breaks = false;
   take(s, g, i, taken, &breaks);
   if (breaks && !g->loops)
      c->stop = SH_STOP_BREAK;
   sh_leave_blocks(g, behind, breaks);
}
