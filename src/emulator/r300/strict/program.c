/* SPDX-License-Identifier: MIT */
#include "emulator/r300/strict/program.h"

#include <string.h>

#include "db/r300/r5_regs.h"
#include "util/u_math.h"

/* Components of temporaries. */
struct set {
   uint8_t comps[US_TEMPS];
};

static void
add_operand(struct set *s, const struct us_operand *o)
{
   if (o->kind == US_TEMP && !o->relative)
      s->comps[o->index % US_TEMPS] |= (uint8_t)(1u << o->comp);
}

/* What the pre-subtraction of a component takes. */
static void
add_presub(struct set *s, const struct us_alu *a, unsigned k)
{
   const unsigned op = a->pre_op[k == 3];
   add_operand(s, &a->pre[0][k]);
   if (op == 1 || op == 2)
      add_operand(s, &a->pre[1][k]);
}

/* \p early: operands of the pre-subtraction and of derivatives, which are wanted a slot earlier; NULL: nobody asks. */
static void
add(struct set *s, struct set *early, const struct us_alu *a, const struct us_operand *o)
{
   if (o->kind != US_PRESUB) {
      add_operand(s, o);
      return;
   }
   add_presub(s, a, o->comp);
   if (early)
      add_presub(early, a, o->comp);
}

static unsigned
operands(enum us_op op)
{
   switch (op) {
   case US_MAD:
   case US_CND:
   case US_CMP:
      return 3;
   case US_MIN:
   case US_MAX:
      return 2;
   case US_SOP:
   case US_DP:
      return 0; /* the other unit's */
   default:
      return 1;
   }
}

static void
add_dot(struct set *s, struct set *early, const struct us_alu *a)
{
   const unsigned terms = a->op[0] == US_DP4 ? 4 : a->op[0] == US_D2A ? 2 : 3;
   for (unsigned k = 0; k < terms; k++) {
      add(s, early, a, &a->a[k]);
      add(s, early, a, &a->b[k]);
   }
   if (a->op[0] == US_D2A)
      add(s, early, a, &a->c[2]);
}

static void
alu_reads(const struct us_alu *a, struct set *s, struct set *early)
{
   const bool dot = a->op[0] == US_DP3 || a->op[0] == US_DP4 || a->op[0] == US_D2A;
   unsigned need = a->write | a->output | a->predicates | (a->depth ? 8u : 0) |
                   (a->sets_result ? 1u << a->result_comp : 0);
   if (a->op[0] == US_SOP && need & 7)
      need |= 8;
   if (dot && (need & 7 || (need & 8 && a->op[1] == US_DP)))
      add_dot(s, early, a);
   for (unsigned k = 0; k < 4; k++) {
      const enum us_op op = a->op[k == 3];
      if (!(need >> k & 1) || (k < 3 && dot))
         continue;
      if (op == US_MDH || op == US_MDV) {
         add_operand(s, &a->near[k]);
         add_operand(early, &a->near[k]);
         add(s, early, a, &a->b[k]);
         continue;
      }
      const struct us_operand *const from[3] = {&a->a[k], &a->b[k], &a->c[k]};
      for (unsigned i = 0; i < operands(op); i++)
         add(s, early, a, from[i]);
   }
}

static void
tex_reads(const struct us_tex *t, struct set *s)
{
   for (unsigned c = 0; c < 4 && !t->src_relative; c++)
      s->comps[t->src % US_TEMPS] |= (uint8_t)(1u << (t->coord[c] & 3));
   for (unsigned g = 0; g < 2 && t->op == US_TEX_GRAD; g++)
      for (unsigned c = 0; c < 3 && !t->grad_relative[g]; c++)
         s->comps[t->grad_reg[g] % US_TEMPS] |= (uint8_t)(1u << (t->grad[g][c] & 3));
}

static void
add_alu_writes(struct set *s, const struct us_alu *a)
{
   for (unsigned unit = 0; unit < 2; unit++)
      if (!a->dst_relative[unit])
         s->comps[a->dst[unit] % US_TEMPS] |= (uint8_t)(a->write & (unit ? 8 : 7));
}

/* A register of which both sets have a component; -1: there is none. */
static int
common(const struct set *x, const struct set *y)
{
   for (unsigned r = 0; r < US_TEMPS; r++)
      if (x->comps[r] & y->comps[r])
         return (int)r;
   return -1;
}

struct state {
   struct set untold, told; /* lookups that nobody waited for: without the semaphore, and with it */
   struct set alu;          /* what the instruction before has written without a NOP behind it */
};

/* -1: the instruction at \p n touches nothing that is on its way. */
static int
check_lookups(struct state *st, const struct us_inst *i, const struct set *touched, const uint32_t *dw)
{
   if (R5_US_CMN_INST_get_TEX_SEM_WAIT(dw[0]))
      memset(&st->told, 0, sizeof st->told);
   const int reg = common(&st->untold, touched), other = common(&st->told, touched);
   if (i->type == US_TEX && i->tex.op != US_TEX_NOP && i->tex.op != US_TEX_KIL && !i->tex.dst_relative)
      st->untold.comps[i->tex.dst % US_TEMPS] |= i->tex.write;
   if (i->type == US_TEX && R5_US_TEX_INST_get_TEX_SEM_ACQUIRE(dw[1])) {
      for (unsigned r = 0; r < US_TEMPS; r++)
         st->told.comps[r] |= st->untold.comps[r];
      memset(&st->untold, 0, sizeof st->untold);
   }
   return reg >= 0 ? reg : other;
}

static struct r300_program_fault
check(struct state *st, const struct us_program *p, unsigned n, const uint32_t *dw)
{
   const struct us_inst *i = &p->inst[n];
   struct set touched = {{0}}, early = {{0}};
   const bool out = R5_US_CMN_INST_get_TYPE(dw[0]) == R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT;
   if (i->type == US_ALU) {
      alu_reads(&i->alu, &touched, &early);
   } else if (i->type == US_TEX && i->tex.op != US_TEX_NOP) {
      tex_reads(&i->tex, &touched);
   }
   const int soon = common(&st->alu, &early);
   memset(&st->alu, 0, sizeof st->alu);
   if (i->type == US_ALU) {
      add_alu_writes(&touched, &i->alu);
      if (!R5_US_CMN_INST_get_NOP(dw[0]))
         add_alu_writes(&st->alu, &i->alu);
   }
   const int on_the_way = check_lookups(st, i, &touched, dw);
   if (on_the_way >= 0)
      return (struct r300_program_fault){R300_RULE_RU1, n, (unsigned)on_the_way};
   if (soon >= 0)
      return (struct r300_program_fault){R300_RULE_RU2, n, (unsigned)soon};
   if (n == p->last && !(out && R5_US_CMN_INST_get_TEX_SEM_WAIT(dw[0])))
      return (struct r300_program_fault){R300_RULE_RU3, n, 0};
   return (struct r300_program_fault){R300_RULES, 0, 0};
}

struct r300_program_fault
r300_check_program(const struct us_program *p, const uint32_t (*code)[US_R5_DWORDS])
{
   struct r300_program_fault f = {R300_RULES, 0, 0};
   struct state st;
   memset(&st, 0, sizeof st);
   for (unsigned n = p->first; n <= p->last && f.rule == R300_RULES; n++)
      f = check(&st, p, n, code[n - p->first]);
   return f;
}
