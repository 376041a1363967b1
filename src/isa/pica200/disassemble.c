/* SPDX-License-Identifier: MIT
 *
 * Words to text. Blocks are those that calls, branches and loops name, as long as they lie inside one another; what the text cannot say - a block
 * that overlaps another, bits that no field has, an index where the chip ignores it - is written as .word.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/pica200/words.h"
#include "util/u_math.h"

/* What begins and ends at an address. */
struct outline {
   uint16_t proc_end[PICA_ISA_WORDS + 1]; /* 1 + where the procedure that begins here ends, 0: none begins */
   uint16_t ends[PICA_ISA_WORDS + 1];     /* blocks that end here */
   bool otherwise[PICA_ISA_WORDS + 1];    /* an else part begins here */
   bool label[PICA_ISA_WORDS + 1];
   bool literal[PICA_ISA_WORDS]; /* .word */
};

static bool
is_call(int op)
{
   return op == PICA_OP_CALL || op == PICA_OP_CALLC || op == PICA_OP_CALLU;
}

static void
print_selector(FILE *f, unsigned selector)
{
   if (selector == 0x1b)
      return;
   unsigned last = 3;
   while (last && (selector >> (6 - 2 * last) & 3) == (selector >> (8 - 2 * last) & 3))
      last--;
   fputc('.', f);
   for (unsigned k = 0; k <= last; k++)
      fputc("xyzw"[selector >> (6 - 2 * k) & 3], f);
}

static void
print_mask(FILE *f, unsigned mask)
{
   if (mask == 15)
      return;
   fputc('.', f);
   for (unsigned k = 0; k < 4; k++)
      if (mask & 8u >> k)
         fputc("xyzw"[k], f);
}

static void
print_src(FILE *f, const struct pica_src *s)
{
   static const char *const index[] = {"", "[a0.x]", "[a0.y]", "[aL]"};
   fputs(s->negate ? "-" : "", f);
   if (s->reg < 0x20)
      fprintf(f, "%c%u", s->reg < 0x10 ? 'v' : 'r', s->reg & 15u);
   else
      fprintf(f, "c%u%s", s->reg - 0x20u, index[s->index]);
   print_selector(f, s->selector);
}

static void
print_condition(FILE *f, const struct pica_instruction *i)
{
   const char *x = i->refx ? "cmp.x" : "!cmp.x", *y = i->refy ? "cmp.y" : "!cmp.y";
   if (i->condop < 2)
      fprintf(f, "%s %s %s", x, i->condop ? "&&" : "||", y);
   else
      fputs(i->condop == 2 ? x : y, f);
}

static void
print_arithmetic(FILE *f, const struct pica_instruction *i)
{
   static const char *const compare[] = {"eq", "ne", "lt", "le", "gt", "ge", "true6", "true7"};
   if (i->op == PICA_OP_CMP) {
      print_src(f, &i->src[0]);
      fprintf(f, ", %s, %s, ", compare[i->cmp[0]], compare[i->cmp[1]]);
      print_src(f, &i->src[1]);
      return;
   }
   if (i->op == PICA_OP_MOVA)
      fputs("a0", f);
   else
      fprintf(f, "%c%u", i->dst < 0x10 ? 'o' : 'r', i->dst & 15u);
   print_mask(f, i->mask);
   for (unsigned k = 0; k < pica_ops[i->op].sources; k++) {
      fputs(", ", f);
      print_src(f, &i->src[k]);
   }
}

static const char *
name_of(int op)
{
   switch (op) {
   case PICA_OP_DPHI:
      return "dph";
   case PICA_OP_DSTI:
      return "dst";
   case PICA_OP_SGEI:
      return "sge";
   case PICA_OP_SLTI:
      return "slt";
   case PICA_OP_MADI:
      return "mad";
   case PICA_OP_LOOP:
      return "for";
   default:
      return pica_ops[op].name;
   }
}

/* \p to: format of the name of a call's or jump's target. */
static void
print(FILE *f, const struct pica_instruction *i, const char *call, const char *jump)
{
   const bool operands = pica_ops[i->op].format != PICA_FORMAT_0;
   fprintf(f, "%s%s", name_of(i->op), operands ? " " : "");
   if (pica_has_descriptor(i->op)) {
      print_arithmetic(f, i);
      return;
   }
   switch (i->op) {
   case PICA_OP_CALLC:
   case PICA_OP_JMPC:
   case PICA_OP_BREAKC:
   case PICA_OP_IFC:
      print_condition(f, i);
      break;
   case PICA_OP_CALLU:
   case PICA_OP_IFU:
      fprintf(f, "b%u", i->id);
      break;
   case PICA_OP_JMPU:
      fprintf(f, "%sb%u", i->num & 1 ? "!" : "", i->id);
      break;
   case PICA_OP_LOOP:
      fprintf(f, "i%u", i->id & 3u);
      break;
   case PICA_OP_SETEMIT:
      fprintf(f, "%u%s%s%s", i->vertex, i->primitive || i->winding ? "," : "", i->primitive ? " prim" : "",
              i->winding ? " inv" : "");
      break;
   default:
      break;
   }
   if (is_call(i->op) || i->op == PICA_OP_JMPC || i->op == PICA_OP_JMPU)
      fprintf(f, "%s%s%03x", i->op == PICA_OP_CALL ? "" : ", ", is_call(i->op) ? call : jump, i->target);
}

bool
pica_print_instruction(FILE *f, const struct pica_program *p, unsigned pc)
{
   struct pica_instruction i;
   pica_decode(p->word[pc], p->desc, &i);
   if (i.op < 0) {
      fprintf(f, ".word 0x%08x", p->word[pc]);
      return false;
   }
   print(f, &i, "0x", "0x");
   if (i.op == PICA_OP_IFC || i.op == PICA_OP_IFU || i.op == PICA_OP_LOOP)
      fprintf(f, " ; 0x%03x, %u", i.target, i.num);
   return true;
}

/* Can the text say this word? Its blocks apart. */
static bool
is_sayable(const struct pica_program *p, unsigned pc)
{
   struct pica_instruction i;
   const unsigned desc = pica_decode(p->word[pc], p->desc, &i);
   if (i.op < 0)
      return false;
   if (pica_has_descriptor(i.op)) {
      for (unsigned k = 0; k < pica_ops[i.op].sources; k++)
         if (i.src[k].index && i.src[k].reg < 0x20)
            return false;
      if (i.op == PICA_OP_CMP ? i.cmp[0] > 5 || i.cmp[1] > 5
                              : !i.mask || (i.op == PICA_OP_MOVA && (i.mask & 3 || i.dst)))
         return false;
      /* a form with a register where the other form's constant would be has two encodings; the text means the first */
      const bool inverse = pica_ops[i.op].format == PICA_FORMAT_1I || pica_ops[i.op].format == PICA_FORMAT_5I;
      if (inverse && i.src[pica_wide_source(i.op)].reg < 0x20)
         return false;
      if (pica_ops[i.op].format == PICA_FORMAT_1U && i.src[1].reg)
         return false;
   }
   struct pica_instruction said = i;
   switch (i.op) {
   case PICA_OP_BREAKC:
      said.target = 0;
      said.num = 0;
      break;
   case PICA_OP_JMPC:
      said.num = 0;
      break;
   case PICA_OP_JMPU:
      said.num &= 1;
      break;
   case PICA_OP_LOOP:
      said.num = 0;
      said.id &= 3;
      break;
   default:
      break;
   }
   if (pica_ops[i.op].format == PICA_FORMAT_2 && i.condop > 1)
      *(i.condop == 2 ? &said.refy : &said.refx) = true;
   if (i.op == PICA_OP_CALL) {
      said.condop = 0;
      said.refx = said.refy = false;
   }
   return pica_encode(&said, desc) == p->word[pc];
}

static bool
decode_if_sayable(const struct outline *o, const struct pica_program *p, unsigned pc,
                  struct pica_instruction *i)
{
   pica_decode(p->word[pc], p->desc, i);
   return !o->literal[pc];
}

/* Procedures in order of address, as far as none overlaps one before it. */
static void
find_procedures(struct outline *o, const struct pica_program *p)
{
   uint16_t *end = o->proc_end;
   struct pica_instruction i;
   for (unsigned pc = 0; pc < p->count; pc++)
      if (decode_if_sayable(o, p, pc, &i) && is_call(i.op) && i.num && i.target + i.num <= (int)p->count)
         end[i.target] = (uint16_t)(i.target + i.num + 1);
   unsigned covered = 0;
   for (unsigned at = 0; at < p->count; at++) {
      if (at < covered)
         end[at] = 0;
      else if (end[at])
         covered = end[at] - 1u;
   }
   /* what is left between them */
   for (unsigned at = 0; at < p->count;) {
      unsigned next = at + 1;
      if (end[at]) {
         at = end[at] - 1u;
         continue;
      }
      while (next < p->count && !end[next] && next != p->entry)
         next++;
      end[at] = (uint16_t)(next + 1);
      at = next;
   }
   for (unsigned pc = 0; pc < p->count; pc++)
      if (decode_if_sayable(o, p, pc, &i) && is_call(i.op))
         o->literal[pc] = !i.num || i.target >= p->count || end[i.target] != i.target + i.num + 1;
}

/* Branches and loops inside of what is around them; the others become words. */
static void
find_blocks(struct outline *o, const struct pica_program *p)
{
   unsigned stack[PICA_ISA_WORDS + 1], depth = 0;
   struct pica_instruction i;
   for (unsigned pc = 0; pc < p->count; pc++) {
      while (depth && stack[depth - 1] <= pc)
         depth--;
      if (o->proc_end[pc])
         stack[depth++] = o->proc_end[pc] - 1u;
      if (!decode_if_sayable(o, p, pc, &i))
         continue;
      const unsigned around = stack[depth - 1];
      const bool branch = i.op == PICA_OP_IFC || i.op == PICA_OP_IFU;
      if (!branch && i.op != PICA_OP_LOOP) {
         const bool jump = i.op == PICA_OP_JMPC || i.op == PICA_OP_JMPU;
         if (jump && i.target <= p->count)
            o->label[i.target] = true;
         o->literal[pc] = jump && i.target > p->count;
         continue;
      }
      const unsigned middle = branch ? i.target : i.target + 1u, end = middle + (branch ? i.num : 0);
      if (middle <= pc + (branch ? 0u : 1u) || end > around || depth > 24) {
         o->literal[pc] = true;
         continue;
      }
      o->ends[end]++;
      stack[depth++] = end;
      if (branch && i.num) {
         o->otherwise[middle] = true;
         stack[depth++] = middle;
      }
   }
}

static void
print_program(FILE *f, const struct pica_program *p, const struct outline *o)
{
   struct pica_instruction i;
   for (unsigned pc = 0; pc <= p->count; pc++) {
      if (o->label[pc])
         fprintf(f, "label_%03x:\n", pc);
      for (unsigned n = 0; n < o->ends[pc]; n++)
         fprintf(f, "\t.end\n");
      if (o->otherwise[pc])
         fprintf(f, "\t.else\n");
      for (unsigned at = 0; at < pc; at++)
         if (o->proc_end[at] == pc + 1)
            fprintf(f, ".end\n");
      if (pc == p->count)
         break;
      if (o->proc_end[pc])
         fprintf(f, ".proc proc_%03x\n", pc);
      fputc('\t', f);
      if (decode_if_sayable(o, p, pc, &i))
         print(f, &i, "proc_", "label_");
      else
         fprintf(f, ".word 0x%08x", p->word[pc]);
      fputc('\n', f);
   }
}

/* What words name by number keeps its number. */
static void
print_descriptors(FILE *f, const struct pica_program *p, const struct outline *o)
{
   bool named[PICA_ISA_DESCS] = {false};
   struct pica_instruction i;
   for (unsigned pc = 0; pc < p->count; pc++) {
      const unsigned n = pica_decode(p->word[pc], p->desc, &i);
      if (o->literal[pc] && i.op >= 0 && pica_has_descriptor(i.op))
         named[n] = true;
   }
   for (unsigned n = 0; n < PICA_ISA_DESCS; n++)
      if (named[n])
         fprintf(f, ".desc %u, 0x%08x\n", n, p->desc[n]);
}

void
pica_disassemble(FILE *f, const struct pica_program *p)
{
   struct outline *o = calloc(1, sizeof *o);
   if (!o)
      return;
   for (unsigned pc = 0; pc < p->count; pc++)
      o->literal[pc] = !is_sayable(p, pc);
   if (p->count) {
      find_procedures(o, p);
      find_blocks(o, p);
      if (p->entry < p->count && o->proc_end[p->entry])
         fprintf(f, ".entry proc_%03x\n", p->entry);
      print_descriptors(f, p, o);
      print_program(f, p, o);
   }
   free(o);
}
