/* SPDX-License-Identifier: MIT
 *
 * Packs as instructions.
 */
#include "compiler/pica200/vertex/code.h"

#include <assert.h>

#include "db/pica200/pica_isa.h"

static const uint8_t opcode[] = {
   [VS_OP_MOV] = PICA_OP_MOV, [VS_OP_ADD] = PICA_OP_ADD, [VS_OP_MUL] = PICA_OP_MUL, [VS_OP_MAD] = PICA_OP_MAD,
   [VS_OP_MIN] = PICA_OP_MIN, [VS_OP_MAX] = PICA_OP_MAX, [VS_OP_FLR] = PICA_OP_FLR, [VS_OP_SGE] = PICA_OP_SGE,
   [VS_OP_SLT] = PICA_OP_SLT, [VS_OP_DP3] = PICA_OP_DP3, [VS_OP_DP4] = PICA_OP_DP4, [VS_OP_DPH] = PICA_OP_DPH,
   [VS_OP_RCP] = PICA_OP_RCP, [VS_OP_RSQ] = PICA_OP_RSQ, [VS_OP_EX2] = PICA_OP_EX2, [VS_OP_LG2] = PICA_OP_LG2,
};

struct pica_instruction *
pica_vs_append(struct vs_ctx *c, int op)
{
   if (c->num_code == VS_MAX_INSTRS)
      pica_vs_fail(c, "the vertex shader has more than %u instructions; the chip has room for %u",
                   VS_MAX_INSTRS, PICA_ISA_VS_WORDS);
   struct vs_instr *i = &c->code[c->num_code++];
   *i = (struct vs_instr){.i = {.op = op}};
   return &i->i;
}

/* ---- operands ---- */

static unsigned
shift_of(unsigned lane)
{
   return 6 - 2 * lane;
}

static void
set_lane(struct pica_src *s, unsigned lane, unsigned comp)
{
   s->selector = (uint8_t)((s->selector & ~(3u << shift_of(lane))) | comp << shift_of(lane));
}

static unsigned
component(const struct vs_ctx *c, const struct vs_pack *p, const struct vs_src *s, const uint8_t *number_comp)
{
   if (s->value != VS_NONE)
      return c->values[s->value].comp;
   unsigned i = 0;
   while (p->number[i] != s->imm)
      i++;
   return number_comp[i];
}

static uint8_t
register_number(unsigned file, unsigned index)
{
   return (uint8_t)(index + (file == VS_FILE_INPUT ? 0 : file == VS_FILE_TEMP ? 0x10 : 0x20));
}

static void
set_register(const struct vs_ctx *c, const struct vs_pack *p, unsigned k, uint32_t numbers,
             struct pica_src *s)
{
   const struct vs_operand *o = &p->operand[k];
   const uint32_t index = o->numbers ? numbers : o->index;
   const bool constant = o->numbers || o->file == VS_FILE_CONST;
   s->reg = register_number(constant ? VS_FILE_CONST : o->file, index < PICA200_CONSTS ? index : 0);
   s->negate = o->neg;
   if (o->rel != VS_NONE)
      s->index = c->address[0] == o->rel ? 1 : 2;
}

/** Operand \p k: the register, and which component each result reads. */
static void
set_operand(struct vs_ctx *c, const struct vs_pack *p, unsigned k, uint32_t numbers,
            const uint8_t *number_comp, struct pica_src *s)
{
   const struct vs_op *first = &c->ops[p->op[0]];
   set_register(c, p, k, numbers, s);
   if (pica_vs_is_dot(first->code)) {
      for (unsigned i = 0; i < pica_vs_dot_terms(first, k); i++)
         set_lane(s, i, component(c, p, &first->src[4 * k + i], number_comp));
      return;
   }
   if (pica_vs_stands_alone(first->code)) { /* functions read the first, comparisons the first two */
      for (unsigned lane = 0; lane < 4; lane++)
         set_lane(s, lane, component(c, p, &first->src[k], number_comp));
      return;
   }
   for (unsigned i = 0; i < p->n; i++)
      set_lane(s, p->comp[i], component(c, p, &c->ops[p->op[i]].src[k], number_comp));
}

static void
exchange(struct pica_instruction *i, unsigned a, unsigned b)
{
   const struct pica_src t = i->src[a];
   i->src[a] = i->src[b];
   i->src[b] = t;
}

static bool
is_wide(const struct pica_src *s)
{
   return s->reg >= 0x20;
}

/** The constant, if there is one, comes to where the instruction can have it; or another form of the opcode has it there. */
static void
settle_ports(struct pica_instruction *i)
{
   switch (i->op) {
   case PICA_OP_ADD:
   case PICA_OP_MUL:
   case PICA_OP_MIN:
   case PICA_OP_MAX:
   case PICA_OP_DP3:
   case PICA_OP_DP4:
      if (is_wide(&i->src[1]))
         exchange(i, 0, 1);
      break;
   case PICA_OP_SGE:
   case PICA_OP_SLT:
   case PICA_OP_DPH:
      if (is_wide(&i->src[1]))
         i->op = i->op == PICA_OP_SGE ? PICA_OP_SGEI : i->op == PICA_OP_SLT ? PICA_OP_SLTI : PICA_OP_DPHI;
      break;
   case PICA_OP_MAD:
      if (is_wide(&i->src[0]))
         exchange(i, 0, 1);
      if (is_wide(&i->src[2]))
         i->op = PICA_OP_MADI;
      break;
   case PICA_OP_CMP: {
      static const uint8_t turned[] = {[VS_EQ] = VS_EQ, [VS_NE] = VS_NE, [VS_LT] = VS_GT,
                                       [VS_LE] = VS_GE, [VS_GT] = VS_LT, [VS_GE] = VS_LE};
      if (is_wide(&i->src[1])) {
         exchange(i, 0, 1);
         i->cmp[0] = i->cmp[1] = turned[i->cmp[0]];
      }
      break;
   }
   default:
      break;
   }
}

static void
set_operands(struct vs_ctx *c, const struct vs_pack *p, struct pica_instruction *i)
{
   uint8_t number_comp[4];
   const uint32_t numbers =
      p->num_numbers ? pica_vs_const_numbers(c, p->number, p->num_numbers, number_comp) : 0;
   for (unsigned k = 0; k < p->num_operands; k++)
      set_operand(c, p, k, numbers, number_comp, &i->src[k]);
   settle_ports(i);
}

/* ---- instructions ---- */

/** Components of an output that nobody takes are written with the first of the others, whatever to. */
static void
widen(struct vs_ctx *c, struct pica_instruction *i, int out)
{
   unsigned from = 0;
   while (!(i->mask >> (3 - from) & 1))
      from++;
   for (unsigned k = 0; k < 4 && !c->written[out]; k++) {
      if (c->out->outmap[out][k] != PICA200_UNUSED || (i->mask >> (3 - k) & 1))
         continue;
      i->mask |= (uint8_t)(8u >> k);
      if (i->op >= PICA_OP_DP3 && i->op <= PICA_OP_DPH)
         continue;
      for (unsigned s = 0; s < 3; s++)
         set_lane(&i->src[s], k, i->src[s].selector >> shift_of(from) & 3);
   }
   c->written[out] |= i->mask;
}

/** A temporary that holds nothing and is not read by the third source. */
static uint32_t
scratch(struct vs_ctx *c, const struct pica_instruction *mad)
{
   for (uint32_t r = 0; r < c->num_regs; r++)
      if (!c->reg_used[r] && mad->src[2].reg != r + 0x10) {
         c->max_reg = r >= c->max_reg ? r + 1 : c->max_reg;
         return r + 0x10;
      }
   pica_vs_no_temps(c);
}

/** A product and a sum of their own, where no descriptor is left that has both. */
static void
part_mad(struct vs_ctx *c, const struct pica_instruction *mad)
{
   const bool in_place = mad->dst >= 0x10 && mad->src[2].reg != mad->dst;
   const uint8_t between = (uint8_t)(in_place ? mad->dst : scratch(c, mad));
   struct pica_instruction *i = pica_vs_append(c, PICA_OP_MUL);
   i->dst = between;
   i->mask = mad->mask;
   i->src[0] = mad->src[0];
   i->src[1] = mad->src[1];
   settle_ports(i);
   i = pica_vs_append(c, PICA_OP_ADD);
   i->dst = mad->dst;
   i->mask = mad->mask;
   i->src[0] = (struct pica_src){.reg = between, .selector = 0x1b};
   i->src[1] = mad->src[2];
   settle_ports(i);
}

void
pica_vs_write(struct vs_ctx *c, const struct vs_pack *p, int out, uint32_t reg)
{
   struct pica_instruction *i = pica_vs_append(c, opcode[c->ops[p->op[0]].code]);
   i->dst = (uint8_t)(out >= 0 ? (uint32_t)out : reg + 0x10);
   for (unsigned k = 0; k < p->n; k++)
      i->mask |= (uint8_t)(8u >> p->comp[k]);
   set_operands(c, p, i);
   if (out >= 0)
      widen(c, i, out);
   if (i->op != PICA_OP_MAD && i->op != PICA_OP_MADI)
      return;
   if (!pica_vs_find_desc(c->desc, &c->num_descs, PICA_ISA_SHORT_DESCS, i, &c->code[c->num_code - 1].desc)) {
      const struct pica_instruction mad = *i;
      c->num_code--;
      part_mad(c, &mad);
   }
}

void
pica_vs_write_address(struct vs_ctx *c, uint32_t value, unsigned n)
{
   const struct vs_value *v = &c->values[value];
   if (c->num_code && c->code[c->num_code - 1].i.op == PICA_OP_MOVA) /* two in a row hang the chip */
      pica_vs_append(c, PICA_OP_NOP);
   struct pica_instruction *i = pica_vs_append(c, PICA_OP_MOVA);
   i->mask = (uint8_t)(8u >> n);
   i->src[0].reg = register_number(v->file, v->index);
   set_lane(&i->src[0], n, v->comp);
}

void
pica_vs_write_compare(struct vs_ctx *c, const struct vs_op *op)
{
   struct vs_pack p = {.op = {(uint32_t)(op - c->ops)}, .n = 1};
   const bool fits = pica_vs_fits(c, &p);
   assert(fits);
   (void)fits;
   struct pica_instruction *i = pica_vs_append(c, PICA_OP_CMP);
   i->cmp[0] = i->cmp[1] = op->cmp;
   set_operands(c, &p, i);
}
