/* SPDX-License-Identifier: MIT
 *
 * What is found out of a decoded program, whichever decoder made it.
 */
#include "emulator/r300/us/decode.h"
#include "util/u_math.h"

/* Registers that an instruction names, and one more. */
static unsigned
registers_of(const struct us_inst *i)
{
   unsigned n = 0;
   if (i->type == US_TEX) {
      n = MAX2(MAX2(i->tex.src, i->tex.dst), MAX2(i->tex.grad_reg[0], i->tex.grad_reg[1])) + 1u;
      return i->tex.src_relative || i->tex.dst_relative ? US_TEMPS : n;
   }
   if (i->type != US_ALU)
      return 0;
   const struct us_operand *const groups[] = {i->alu.a, i->alu.b, i->alu.c, i->alu.pre[0], i->alu.pre[1]};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned k = 0; k < 4; k++)
         if (groups[g][k].kind == US_TEMP)
            n = MAX2(n, groups[g][k].relative ? US_TEMPS : groups[g][k].index + 1u);
   n = MAX2(n, MAX2(i->alu.dst[0], i->alu.dst[1]) + 1u);
   return i->alu.dst_relative[0] || i->alu.dst_relative[1] ? US_TEMPS : n;
}

void
us_note(struct us_program *p, const struct us_inst *i)
{
   p->num_temps = (uint8_t)MAX2(p->num_temps, registers_of(i));
   if (i->type == US_TEX && i->tex.op == US_TEX_KIL)
      p->kills = true;
   else if (i->type == US_TEX && i->tex.op != US_TEX_NOP)
      p->units |= (uint16_t)(1u << i->tex.unit);
   if (i->type != US_ALU)
      return;
   p->writes_depth |= i->alu.depth;
   p->targets |= (uint8_t)((i->alu.output & 7 ? 1u << i->alu.target[0] : 0) |
                           (i->alu.output & 8 ? 1u << i->alu.target[1] : 0));
}
