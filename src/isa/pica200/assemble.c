/* SPDX-License-Identifier: MIT
 *
 * Text to words. Descriptors are shared between instructions whose used bits agree; those of MAD, which can name 32 only, are found first. Of
 * picasso's language this leaves out what makes no code: uniforms by name, constants, inputs and outputs by semantic.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "isa/pica200/parse.h"
#include "util/u_math.h"

enum {
   LINE_MAX_B = 1024,
   BLOCKS = 32,
   PLACES = 256, /* procedures and labels */
};

enum block_kind { BLOCK_PROC, BLOCK_IF, BLOCK_ELSE, BLOCK_FOR };

struct block {
   enum block_kind kind;
   unsigned begin; /* address of the instruction that opens it; of a procedure its first */
   unsigned place; /* of a procedure */
};

struct place {
   char name[PICA_NAME_MAX];
   unsigned at, length;
   bool known, procedure;
};

struct assembler {
   struct pica_parser parser;
   struct pica_instruction inst[PICA_ISA_WORDS];
   uint32_t literal[PICA_ISA_WORDS]; /* of .word */
   bool is_literal[PICA_ISA_WORDS];
   uint16_t place_of[PICA_ISA_WORDS]; /* 1 + the place that is its target, 0: none */
   unsigned line_of[PICA_ISA_WORDS];
   unsigned count;
   struct block block[BLOCKS];
   unsigned num_blocks;
   struct place place[PLACES];
   unsigned num_places;
   char entry[PICA_NAME_MAX];
   uint32_t care[PICA_ISA_DESCS];
   bool used[PICA_ISA_DESCS];      /* descriptors that are taken */
   uint32_t fixed[PICA_ISA_DESCS]; /* of .desc */
};

static bool
find_place(struct assembler *a, const char *name, unsigned *which)
{
   for (unsigned i = 0; i < a->num_places; i++)
      if (!strcmp(a->place[i].name, name)) {
         *which = i;
         return true;
      }
   if (a->num_places == PLACES)
      return pica_parse_error(&a->parser, "There are more than %u procedures and labels.", (unsigned)PLACES);
   struct place *p = &a->place[a->num_places];
   memset(p, 0, sizeof *p);
   memcpy(p->name, name, sizeof p->name);
   *which = a->num_places++;
   return true;
}

static bool
define_place(struct assembler *a, const char *name, bool procedure, unsigned *which)
{
   if (!find_place(a, name, which))
      return false;
   struct place *p = &a->place[*which];
   if (p->known)
      return pica_parse_error(&a->parser, "%s is defined twice.", name);
   p->known = true;
   p->procedure = procedure;
   p->at = a->count;
   return true;
}

static bool
add(struct assembler *a, const struct pica_instruction *i)
{
   if (a->count == PICA_ISA_WORDS)
      return pica_parse_error(&a->parser, "A program has at most %u instructions.", (unsigned)PICA_ISA_WORDS);
   a->line_of[a->count] = a->parser.line;
   a->inst[a->count++] = *i;
   return true;
}

/* ---- operands ---- */

static bool
want_dst(struct assembler *a, struct pica_instruction *i)
{
   struct pica_parser *p = &a->parser;
   struct pica_operand o;
   if (!pica_want_operand(p, &o))
      return false;
   if (o.negate || o.index || (o.file != 'o' && o.file != 'r'))
      return pica_parse_error(p, "Results go to o and r registers.");
   i->dst = (uint8_t)((o.file == 'r' ? 0x10 : 0) + o.number);
   i->mask = o.num_swizzle ? 0 : 15;
   for (unsigned k = 0; k < o.num_swizzle; k++)
      i->mask |= 8 >> o.swizzle[k];
   return true;
}

static bool
want_src(struct assembler *a, struct pica_src *s)
{
   struct pica_parser *p = &a->parser;
   struct pica_operand o;
   if (!pica_want_operand(p, &o))
      return false;
   if (o.file != 'v' && o.file != 'r' && o.file != 'c')
      return pica_parse_error(p, "Sources are v, r and c registers.");
   s->reg = (uint8_t)(o.number + (o.file == 'v' ? 0 : o.file == 'r' ? 0x10 : 0x20));
   s->index = o.index;
   s->negate = o.negate;
   s->selector = 0;
   for (unsigned k = 0; k < 4; k++) {
      const unsigned c = !o.num_swizzle ? k : o.swizzle[k < o.num_swizzle ? k : o.num_swizzle - 1u];
      s->selector |= (uint8_t)(c << (6 - 2 * k));
   }
   return true;
}

/* The form whose wide source is where the constant is. */
static bool
choose_form(struct assembler *a, struct pica_instruction *i)
{
   static const struct {
      int op, inverse;
   } forms[] = {
      {PICA_OP_DPH, PICA_OP_DPHI},
      {PICA_OP_DST, PICA_OP_DSTI},
      {PICA_OP_SGE, PICA_OP_SGEI},
      {PICA_OP_SLT, PICA_OP_SLTI},
      {PICA_OP_MAD, PICA_OP_MADI}
   };
   const unsigned sources = pica_ops[i->op].sources;
   const char *name = pica_ops[i->op].name;
   const unsigned last = sources - 1;
   for (unsigned k = 0; k < ARRAY_SIZE(forms); k++)
      if (i->op == forms[k].op && i->src[last].reg >= 0x20)
         i->op = forms[k].inverse;
   for (unsigned k = 0; k < sources; k++)
      if (i->src[k].reg >= 0x20 && k != pica_wide_source(i->op))
         return pica_parse_error(&a->parser, "Source %u of %s cannot be a constant here.", k + 1, name);
   return true;
}

static bool
want_address_register(struct assembler *a, struct pica_instruction *i)
{
   struct pica_operand o;
   if (!pica_want_operand(&a->parser, &o))
      return false;
   for (unsigned k = 0; k < o.num_swizzle; k++)
      i->mask |= 8 >> o.swizzle[k];
   if (o.file != 'a' || o.number || !i->mask || i->mask & 3)
      return pica_parse_error(&a->parser, "MOVA writes a0.x, a0.y or a0.xy.");
   return true;
}

static bool
want_compare(struct assembler *a, uint8_t *how)
{
   static const char names[6][3] = {"eq", "ne", "lt", "le", "gt", "ge"};
   char name[PICA_NAME_MAX];
   if (pica_take_name(&a->parser, name))
      for (unsigned k = 0; k < 6; k++)
         if (!strcmp(names[k], name)) {
            *how = (uint8_t)k;
            return true;
         }
   return pica_parse_error(&a->parser, "Comparisons are eq, ne, lt, le, gt and ge.");
}

static bool
want_flag(struct assembler *a, struct pica_instruction *i, unsigned *which)
{
   struct pica_parser *p = &a->parser;
   char name[PICA_NAME_MAX];
   const bool not = pica_take(p, '!');
   if (!pica_take_name(p, name) || strcmp(name, "cmp") || p->at[0] != '.' ||
       (p->at[1] != 'x' && p->at[1] != 'y'))
      return pica_parse_error(p, "A condition is of cmp.x and cmp.y.");
   *which = p->at[1] == 'y';
   p->at += 2;
   *(*which ? &i->refy : &i->refx) = !not ;
   return true;
}

/* "cmp.x", "!cmp.x && cmp.y", "cmp.y | !cmp.x" */
static bool
want_condition(struct assembler *a, struct pica_instruction *i)
{
   struct pica_parser *p = &a->parser;
   unsigned first = 0, second = 0;
   if (!want_flag(a, i, &first))
      return false;
   const bool both = pica_take(p, '&'), either = !both && pica_take(p, '|');
   if (!both && !either) {
      i->condop = first ? 3 : 2;
      *(first ? &i->refx : &i->refy) = true; /* does not count; as picasso has it */
      return true;
   }
   (void)pica_take(p, both ? '&' : '|');
   if (!want_flag(a, i, &second))
      return false;
   i->condop = both;
   return first != second || pica_parse_error(p, "Both flags are the same.");
}

static bool
want_uniform(struct assembler *a, char file, uint8_t *id)
{
   struct pica_operand o;
   if (!pica_want_operand(&a->parser, &o))
      return false;
   *id = (uint8_t)o.number;
   return (o.file == file && !o.negate) ||
          pica_parse_error(&a->parser, "There has to be a register %c here.", file);
}

static bool
want_target(struct assembler *a)
{
   char name[PICA_NAME_MAX];
   unsigned which = 0;
   if (!pica_take_name(&a->parser, name))
      return pica_parse_error(&a->parser, "There has to be the name of a procedure or label here.");
   if (!find_place(a, name, &which))
      return false;
   if (a->count < PICA_ISA_WORDS)
      a->place_of[a->count] = (uint16_t)(which + 1);
   return true;
}

static bool
want_emit_flags(struct assembler *a, struct pica_instruction *i)
{
   struct pica_parser *p = &a->parser;
   uint32_t n;
   char name[PICA_NAME_MAX];
   if (!pica_want_number(p, 3, &n))
      return false;
   i->vertex = (uint8_t)n;
   if (!pica_take(p, ','))
      return true;
   while (pica_take_name(p, name)) {
      if (!strcmp(name, "prim") || !strcmp(name, "primitive"))
         i->primitive = true;
      else if (!strcmp(name, "inv") || !strcmp(name, "invert"))
         i->winding = true;
      else
         return pica_parse_error(p, "SETEMIT has prim and inv, not %s.", name);
   }
   return true;
}

/* ---- blocks ---- */

static bool
open_block(struct assembler *a, enum block_kind kind, unsigned begin, unsigned place)
{
   if (a->num_blocks == BLOCKS)
      return pica_parse_error(&a->parser, "Blocks are nested deeper than %u.", (unsigned)BLOCKS);
   a->block[a->num_blocks++] = (struct block){kind, begin, place};
   return true;
}

static bool
length_of(struct assembler *a, unsigned begin, uint8_t *num)
{
   const unsigned length = a->count - begin;
   *num = (uint8_t)length;
   return length < 256 || pica_parse_error(&a->parser, "The block has more than 255 instructions.");
}

static bool
close_block(struct assembler *a)
{
   if (!a->num_blocks)
      return pica_parse_error(&a->parser, "There is no block to end.");
   const struct block *b = &a->block[--a->num_blocks];
   struct pica_instruction *i = &a->inst[b->begin];
   switch (b->kind) {
   case BLOCK_PROC:
      a->place[b->place].length = a->count - b->begin;
      return true;
   case BLOCK_IF:
      i->target = (uint16_t)a->count;
      return true;
   case BLOCK_ELSE:
      return length_of(a, i->target, &i->num);
   default:
      i->target = (uint16_t)(a->count - 1);
      return a->count - 1 != b->begin || pica_parse_error(&a->parser, "A loop has at least one instruction.");
   }
}

static bool
begin_else(struct assembler *a)
{
   struct block *b = a->num_blocks ? &a->block[a->num_blocks - 1] : NULL;
   if (!b || b->kind != BLOCK_IF)
      return pica_parse_error(&a->parser, ".else is not in an ifc or ifu.");
   b->kind = BLOCK_ELSE;
   a->inst[b->begin].target = (uint16_t)a->count;
   return true;
}

/* ---- lines ---- */

static bool
want_alias(struct assembler *a)
{
   struct pica_parser *p = &a->parser;
   if (p->num_aliases == PICA_ALIASES)
      return pica_parse_error(p, "There are more than %u aliases.", (unsigned)PICA_ALIASES);
   struct pica_alias *alias = &p->alias[p->num_aliases];
   if (!pica_take_name(p, alias->name))
      return pica_parse_error(p, "There has to be a name here.");
   if (!pica_want_operand(p, &alias->is))
      return false;
   p->num_aliases++;
   return true;
}

static bool
want_word(struct assembler *a)
{
   const struct pica_instruction none = {.op = -1};
   uint32_t word;
   if (!pica_want_number(&a->parser, UINT32_MAX, &word) || !add(a, &none))
      return false;
   a->literal[a->count - 1] = word;
   a->is_literal[a->count - 1] = true;
   return true;
}

static bool
want_desc(struct assembler *a)
{
   uint32_t n, value;
   if (!pica_want_number(&a->parser, PICA_ISA_DESCS - 1, &n) || !pica_want(&a->parser, ',') ||
       !pica_want_number(&a->parser, UINT32_MAX, &value))
      return false;
   a->used[n] = true;
   a->fixed[n] = value;
   return true;
}

static bool
directive(struct assembler *a, const char *name)
{
   char what[PICA_NAME_MAX];
   unsigned place = 0;
   if (!strcmp(name, ".end"))
      return close_block(a);
   if (!strcmp(name, ".else"))
      return begin_else(a);
   if (!strcmp(name, ".alias"))
      return want_alias(a);
   if (!strcmp(name, ".word"))
      return want_word(a);
   if (!strcmp(name, ".desc"))
      return want_desc(a);
   if (strcmp(name, ".proc") && strcmp(name, ".entry"))
      return pica_parse_error(&a->parser, "%s is not known here.", name);
   if (!pica_take_name(&a->parser, what))
      return pica_parse_error(&a->parser, "There has to be a name here.");
   if (!strcmp(name, ".entry")) {
      memcpy(a->entry, what, sizeof a->entry);
      return true;
   }
   return define_place(a, what, true, &place) && open_block(a, BLOCK_PROC, a->count, place);
}

static int
op_by_name(const char *name)
{
   if (!strcasecmp(name, "for"))
      return PICA_OP_LOOP;
   for (int op = 0; op < PICA_OP_COUNT; op++)
      if (!strcasecmp(pica_ops[op].name, name))
         return op;
   return -1;
}

static bool
arithmetic(struct assembler *a, struct pica_instruction *i)
{
   struct pica_parser *p = &a->parser;
   const unsigned sources = pica_ops[i->op].sources;
   if (i->op == PICA_OP_CMP)
      return want_src(a, &i->src[0]) && pica_want(p, ',') && want_compare(a, &i->cmp[0]) &&
             pica_want(p, ',') && want_compare(a, &i->cmp[1]) && pica_want(p, ',') &&
             want_src(a, &i->src[1]) && choose_form(a, i) && add(a, i);
   if (!(i->op == PICA_OP_MOVA ? want_address_register(a, i) : want_dst(a, i)))
      return false;
   for (unsigned k = 0; k < sources; k++)
      if (!pica_want(p, ',') || !want_src(a, &i->src[k]))
         return false;
   return choose_form(a, i) && add(a, i);
}

static bool
instruction(struct assembler *a, const char *name)
{
   struct pica_parser *p = &a->parser;
   struct pica_instruction i = {.op = op_by_name(name)};
   if (i.op < 0)
      return pica_parse_error(p, "There is no instruction %s.", name);
   if (pica_ops[i.op].sources)
      return arithmetic(a, &i);
   switch (i.op) {
   case PICA_OP_BREAKC:
      return want_condition(a, &i) && add(a, &i);
   case PICA_OP_CALL:
      return want_target(a) && add(a, &i);
   case PICA_OP_CALLC:
   case PICA_OP_JMPC:
      return want_condition(a, &i) && pica_want(p, ',') && want_target(a) && add(a, &i);
   case PICA_OP_JMPU:
      i.num = pica_take(p, '!');
      return want_uniform(a, 'b', &i.id) && pica_want(p, ',') && want_target(a) && add(a, &i);
   case PICA_OP_CALLU:
      return want_uniform(a, 'b', &i.id) && pica_want(p, ',') && want_target(a) && add(a, &i);
   case PICA_OP_IFC:
      return want_condition(a, &i) && add(a, &i) && open_block(a, BLOCK_IF, a->count - 1, 0);
   case PICA_OP_IFU:
      return want_uniform(a, 'b', &i.id) && add(a, &i) && open_block(a, BLOCK_IF, a->count - 1, 0);
   case PICA_OP_LOOP:
      return want_uniform(a, 'i', &i.id) && add(a, &i) && open_block(a, BLOCK_FOR, a->count - 1, 0);
   case PICA_OP_SETEMIT:
      return want_emit_flags(a, &i) && add(a, &i);
   default:
      return add(a, &i);
   }
}

/* Labels, then a directive or an instruction. */
static bool
line(struct assembler *a, char *text)
{
   char name[PICA_NAME_MAX];
   unsigned place = 0;
   char *comment = strchr(text, ';');
   if (comment)
      *comment = 0;
   a->parser.at = text;
   while (pica_take_name(&a->parser, name)) {
      if (pica_take(&a->parser, ':')) {
         if (!define_place(a, name, false, &place))
            return false;
         continue;
      }
      return (name[0] == '.' ? directive(a, name) : instruction(a, name)) && pica_want_end(&a->parser);
   }
   return pica_want_end(&a->parser);
}

static bool
resolve(struct assembler *a)
{
   for (unsigned pc = 0; pc < a->count; pc++) {
      if (!a->place_of[pc])
         continue;
      const struct place *to = &a->place[a->place_of[pc] - 1];
      struct pica_instruction *i = &a->inst[pc];
      const bool call = i->op == PICA_OP_CALL || i->op == PICA_OP_CALLC || i->op == PICA_OP_CALLU;
      a->parser.line = a->line_of[pc];
      if (!to->known)
         return pica_parse_error(&a->parser, "%s is not defined.", to->name);
      if (call && (!to->procedure || to->length > 255))
         return pica_parse_error(&a->parser, "%s is no procedure of at most 255 instructions.", to->name);
      if (to->at >= PICA_ISA_WORDS)
         return pica_parse_error(&a->parser, "%s is behind the end of program memory.", to->name);
      i->target = (uint16_t)to->at;
      if (call)
         i->num = (uint8_t)to->length;
   }
   return true;
}

/* The first descriptor below the limit that agrees, or that is free. */
static bool
find_descriptor(struct assembler *a, struct pica_program *out, const struct pica_instruction *i,
                unsigned limit, unsigned *n)
{
   const uint32_t care = pica_descriptor_care(i), value = pica_descriptor(i) & care;
   unsigned at = 0;
   while (at < limit && !(a->used[at] && !((out->desc[at] ^ value) & care & a->care[at])))
      at++;
   if (at == limit)
      for (at = 0; at < limit && a->used[at];)
         at++;
   if (at == limit)
      return pica_parse_error(&a->parser, "The program needs more than %u operand descriptors.", limit);
   a->used[at] = true;
   out->desc[at] |= value;
   a->care[at] |= care;
   out->num_descs = MAX2(out->num_descs, at + 1);
   *n = at;
   return true;
}

static void
place_fixed_descriptors(struct assembler *a, struct pica_program *out)
{
   for (unsigned n = 0; n < PICA_ISA_DESCS; n++)
      if (a->used[n]) {
         out->desc[n] = a->fixed[n];
         a->care[n] = UINT32_MAX;
         out->num_descs = n + 1;
      }
}

static bool
encode(struct assembler *a, struct pica_program *out)
{
   place_fixed_descriptors(a, out);
   for (unsigned pass = 0; pass < 2; pass++)
      for (unsigned pc = 0; pc < a->count; pc++) {
         const struct pica_instruction *i = &a->inst[pc];
         const bool mad = i->op == PICA_OP_MAD || i->op == PICA_OP_MADI;
         unsigned n = 0;
         a->parser.line = a->line_of[pc];
         if (mad != (pass == 0))
            continue;
         if (a->is_literal[pc]) {
            out->word[pc] = a->literal[pc];
            continue;
         }
         if (pica_has_descriptor(i->op) &&
             !find_descriptor(a, out, i, mad ? PICA_ISA_SHORT_DESCS : PICA_ISA_DESCS, &n))
            return false;
         out->word[pc] = pica_encode(i, n);
      }
   out->count = a->count;
   return true;
}

static bool
find_entry(struct assembler *a, struct pica_program *out)
{
   for (unsigned i = 0; i < a->num_places; i++)
      if (a->place[i].procedure && !strcmp(a->place[i].name, a->entry)) {
         out->entry = a->place[i].at;
         return true;
      }
   return !strcmp(a->entry, "main") ||
          pica_parse_error(&a->parser, "The entry %s is no procedure.", a->entry);
}

static bool
lines(struct assembler *a, const char *text)
{
   char buffer[LINE_MAX_B];
   while (*text) {
      const size_t n = strcspn(text, "\n");
      a->parser.line++;
      if (n >= sizeof buffer)
         return pica_parse_error(&a->parser, "The line has more than %u characters.", LINE_MAX_B - 1u);
      memcpy(buffer, text, n);
      buffer[n] = 0;
      if (!line(a, buffer))
         return false;
      text += n + (text[n] == '\n');
   }
   return !a->num_blocks || pica_parse_error(&a->parser, "A block is not ended.");
}

bool
pica_assemble(const char *text, struct pica_program *out, char *error, size_t error_size)
{
   struct assembler *a = calloc(1, sizeof *a);
   memset(out, 0, sizeof *out);
   if (!a) {
      snprintf(error, error_size, "no memory");
      return false;
   }
   a->parser.error = error;
   a->parser.error_size = error_size;
   strcpy(a->entry, "main");
   const bool done = lines(a, text) && resolve(a) && encode(a, out) && find_entry(a, out);
   free(a);
   return done;
}
