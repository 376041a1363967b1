/* SPDX-License-Identifier: MIT
 *
 * Rules of shader programs: what 3dbrew ("GPU/Shader Instruction Set") and picasso's manual say hangs the chip, makes it compute wrongly, or acts otherwise than
 * it reads. Only the words are looked at: uniforms, which decide on most branches, are not known here.
 */
#include "isa/pica200/words.h"

#include <string.h>

#include "util/u_math.h"

struct check {
   const struct pica_program *p;
   enum pica_unit_kind kind;
   pica_complain *complain;
   void *data;
   unsigned breaches;
   uint8_t ends[PICA_ISA_WORDS + 256]; /* blocks that end at an address */
   bool loop[PICA_ISA_WORDS];          /* inside of a loop, or of a procedure that may be called in one */
   bool loop_end[PICA_ISA_WORDS + 256];
};

static void
breach(struct check *c, unsigned pc, const char *sentence)
{
   c->breaches++;
   if (c->complain)
      c->complain(c->data, pc, sentence);
}

static bool
is_call(int op)
{
   return op == PICA_OP_CALL || op == PICA_OP_CALLC || op == PICA_OP_CALLU;
}

static bool
is_branch(int op)
{
   return op == PICA_OP_IFC || op == PICA_OP_IFU;
}

static bool
is_jump(int op)
{
   return op == PICA_OP_JMPC || op == PICA_OP_JMPU;
}

/* Two different input registers cannot be read at once. */
static void
check_sources(struct check *c, unsigned pc, const struct pica_instruction *i)
{
   int input = -1;
   for (unsigned k = 0; k < pica_ops[i->op].sources; k++) {
      if (i->src[k].index && i->src[k].reg < 0x20)
         breach(c, pc, "An index has no effect on a register that is no constant.");
      if (i->src[k].reg >= 0x10)
         continue;
      if (input >= 0 && input != i->src[k].reg) {
         breach(c, pc, "Two different input registers in one instruction read wrongly.");
         return;
      }
      input = i->src[k].reg;
   }
}

static void
check_arithmetic(struct check *c, unsigned pc, const struct pica_instruction *i)
{
   check_sources(c, pc, i);
   if (i->op == PICA_OP_CMP) {
      if (i->cmp[0] > 5 || i->cmp[1] > 5)
         breach(c, pc, "No source knows this comparison.");
      return;
   }
   if (i->op != PICA_OP_MOVA) {
      if (c->kind == PICA_UNIT_GEOMETRY && i->dst >= 7 && i->dst < 0x10)
         breach(c, pc, "The geometry unit has the outputs o0 to o6.");
      if (!i->mask)
         breach(c, pc, "The instruction writes no component.");
      return;
   }
   struct pica_instruction before;
   if (pc) {
      pica_decode(c->p->word[pc - 1], c->p->desc, &before);
      if (before.op == PICA_OP_MOVA)
         breach(c, pc, "A MOVA directly behind another one hangs the chip.");
   }
   if (i->mask & 3)
      breach(c, pc, "There is no a0.z and no a0.w.");
}

/* Where blocks are; their lengths. */
static void
find_blocks(struct check *c)
{
   struct pica_instruction i;
   for (unsigned pc = 0; pc < c->p->count; pc++) {
      pica_decode(c->p->word[pc], c->p->desc, &i);
      const unsigned end = i.target + (is_branch(i.op) || is_call(i.op) ? i.num : 1u);
      if (i.op < 0)
         continue;
      if (is_branch(i.op)) {
         if (i.target <= pc + 1)
            breach(c, pc, "A branch has no instruction, or begins behind its end.");
         c->ends[i.target]++;
         if (i.num)
            c->ends[end]++;
      }
      if (i.op == PICA_OP_LOOP) {
         if (i.target <= pc)
            breach(c, pc, "A loop has no instruction, or begins behind its end.");
         c->ends[end]++;
         c->loop_end[end] = true;
         for (unsigned k = pc + 1; k < end && k < PICA_ISA_WORDS; k++)
            c->loop[k] = true;
      }
      if (is_call(i.op)) {
         if (!i.num)
            breach(c, pc, "A procedure has no instruction.");
         if (!c->ends[end])
            c->ends[end] = 1; /* several calls of one procedure */
      }
      if ((is_call(i.op) || is_branch(i.op) || i.op == PICA_OP_LOOP) && end > c->p->count)
         breach(c, pc, "A block ends behind the program.");
      if (is_jump(i.op) && i.target >= c->p->count)
         breach(c, pc, "A jump leaves the program.");
   }
}

/* Procedures can be called from inside of loops. */
static void
mark_called_in_loops(struct check *c)
{
   struct pica_instruction i;
   for (bool more = true; more;) {
      more = false;
      for (unsigned pc = 0; pc < c->p->count; pc++) {
         pica_decode(c->p->word[pc], c->p->desc, &i);
         if (!is_call(i.op) || !c->loop[pc])
            continue;
         for (unsigned k = i.target; k < i.target + i.num && k < PICA_ISA_WORDS; k++) {
            more |= !c->loop[k];
            c->loop[k] = true;
         }
      }
   }
}

static void
check_flow(struct check *c, unsigned pc, const struct pica_instruction *i)
{
   const bool breaks = i->op == PICA_OP_BREAK || i->op == PICA_OP_BREAKC;
   if ((is_jump(i->op) || is_call(i->op)) && c->ends[pc + 1])
      breach(c, pc,
             "A jump or call as the last instruction of a block is not taken, or does not come back there.");
   if (breaks && c->loop_end[pc + 1])
      breach(c, pc, "A break is the last instruction of its loop.");
   if (breaks && !c->loop[pc])
      breach(c, pc, "A break outside of a loop hangs the chip.");
   if (i->op == PICA_OP_LOOP && i->id > 3)
      breach(c, pc, "There are the integers i0 to i3.");
}

static void
check_instruction(struct check *c, unsigned pc)
{
   struct pica_instruction i;
   pica_decode(c->p->word[pc], c->p->desc, &i);
   if (c->ends[pc] > 1)
      breach(c, pc, "Two blocks end at the same place.");
   if (i.op < 0) {
      breach(c, pc, "No source knows this instruction.");
      return;
   }
   if (pica_has_descriptor(i.op))
      check_arithmetic(c, pc, &i);
   else
      check_flow(c, pc, &i);
   const bool geometry = i.op == PICA_OP_EMIT || i.op == PICA_OP_SETEMIT;
   if (geometry && c->kind != PICA_UNIT_GEOMETRY)
      breach(c, pc, "EMIT and SETEMIT are the geometry unit's.");
   if (i.op == PICA_OP_SETEMIT && i.vertex > 2)
      breach(c, pc, "A triangle has the vertices 0 to 2.");
}

static void
check_end(struct check *c)
{
   struct pica_instruction i;
   for (unsigned pc = 0; pc < c->p->count; pc++) {
      pica_decode(c->p->word[pc], c->p->desc, &i);
      if (i.op == PICA_OP_END)
         return;
   }
   breach(c, c->p->count, "The program has no END.");
}

unsigned
pica_validate(const struct pica_program *p, enum pica_unit_kind kind, pica_complain *complain, void *data)
{
   struct check c = {.p = p, .kind = kind, .complain = complain, .data = data};
   if (kind == PICA_UNIT_VERTEX && p->count > PICA_ISA_VS_WORDS)
      breach(&c, PICA_ISA_VS_WORDS, "A vertex shader has at most 512 instructions.");
   if (p->entry >= p->count)
      breach(&c, p->entry, "The entry is not in the program.");
   find_blocks(&c);
   mark_called_in_loops(&c);
   for (unsigned pc = 0; pc < p->count; pc++)
      check_instruction(&c, pc);
   check_end(&c);
   return c.breaches;
}
