/* SPDX-License-Identifier: MIT
 *
 * The program as a whole: operand descriptors, of which instructions share those that have what they look at, constants, words, and the limits.
 */
#include "compiler/pica200/vertex/code.h"

#include "db/pica200/pica_isa.h"

/** Those of MADs are there already: only the first ones are within their reach. */
static void
number_descs(struct vs_ctx *c)
{
   for (uint32_t k = 0; k < c->num_code; k++) {
      struct vs_instr *in = &c->code[k];
      if (pica_has_descriptor(in->i.op) && in->i.op != PICA_OP_MAD && in->i.op != PICA_OP_MADI)
         pica_vs_find_desc(c->desc, &c->num_descs, VS_MAX_INSTRS, &in->i, &in->desc);
   }
}

static void
check_limits(struct vs_ctx *c)
{
   if (c->measure && c->max_reg > VS_TEMPS)
      pica_vs_fail(c, "the vertex shader needs %u temporaries; the chip has room for %u", c->max_reg,
                   VS_TEMPS);
   if (c->num_code > PICA_ISA_VS_WORDS)
      pica_vs_fail(c, "the vertex shader has %u instructions; the chip has room for %u", c->num_code,
                   PICA_ISA_VS_WORDS);
   if (c->num_consts > PICA200_CONSTS)
      pica_vs_fail(c, "the vertex shader has %u vectors of constants; the chip has room for %u",
                   c->num_consts, PICA200_CONSTS);
   if (c->num_descs > PICA_ISA_DESCS)
      pica_vs_fail(c, "the vertex shader needs %u operand descriptors; the chip has room for %u",
                   c->num_descs, PICA_ISA_DESCS);
   if (c->long_else)
      pica_vs_fail(c, "an else part of more than %u instructions", VS_LONGEST_ELSE); /* with jumps then */
   if (c->measure) { /* enough of them, but not of components side by side */
      c->num_regs = VS_TEMPS;
      pica_vs_no_temps(c);
   }
}

void
pica_vs_finish(struct vs_ctx *c)
{
   struct pica200_vertex *o = c->out;
   struct pica_program *p = &o->code;
   pica_vs_append(c, PICA_OP_END);
   number_descs(c);
   check_limits(c);
   for (uint32_t k = 0; k < c->num_code; k++)
      p->word[k] = pica_encode(&c->code[k].i, c->code[k].desc);
   p->count = o->num_instrs = c->num_code;
   p->num_descs = c->num_descs;
   for (unsigned k = 0; k < p->num_descs; k++)
      p->desc[k] = c->desc[k].bits;
   for (uint32_t k = 0; k < c->num_consts; k++)
      o->consts[k] = c->consts[k];
   o->num_consts = c->num_consts;
   o->num_temps = c->max_reg;
   if (c->num_loops) { /* until their exits are taken */
      o->integers[0][0] = 255;
      o->integers[0][2] = 1;
      o->num_integers = 1;
   }
}
