/* SPDX-License-Identifier: MIT
 *
 * What is found out of a decoded program, whichever decoder made it.
 */
#include <string.h>

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

/* Constants up to the last that an instruction names without the loop register. */
static unsigned
constants_of(const struct us_alu *a)
{
   const struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1]};
   unsigned n = 0;
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned k = 0; k < 4; k++)
         if (groups[g][k].kind == US_CONST && !groups[g][k].relative)
            n = MAX2(n, groups[g][k].index % US_CONSTS + 1u);
   return n;
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
   p->num_constants = (uint16_t)MAX2(p->num_constants, constants_of(&i->alu));
   p->writes_depth |= i->alu.depth;
   p->targets |= (uint8_t)((i->alu.output & 7 ? 1u << i->alu.target[0] : 0) |
                           (i->alu.output & 8 ? 1u << i->alu.target[1] : 0));
}

/* ---- what is read, or left, before anything has written it ---- */

struct known {
   uint8_t temp[US_TEMPS], color[US_TARGETS]; /* components that are written */
};

static void
read_comps(struct us_program *p, const struct known *k, unsigned reg, unsigned comps)
{
   p->unset_temp[reg % US_TEMPS] |= (uint8_t)(comps & ~k->temp[reg % US_TEMPS]);
}

static void
follow_tex(struct us_program *p, struct known *k, const struct us_tex *t, bool predicated)
{
   for (unsigned c = 0; c < 4; c++)
      read_comps(p, k, t->src, 1u << (t->coord[c] & 3));
   for (unsigned g = 0; g < 2 && t->op == US_TEX_GRAD; g++)
      for (unsigned c = 0; c < 3; c++)
         read_comps(p, k, t->grad_reg[g], 1u << (t->grad[g][c] & 3));
   if (!predicated && t->op != US_TEX_NOP && t->op != US_TEX_KIL)
      k->temp[t->dst % US_TEMPS] |= t->write;
}

static void
follow_alu(struct us_program *p, struct known *k, const struct us_inst *i)
{
   const struct us_alu *a = &i->alu;
   const struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1], a->near};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned c = 0; c < 4; c++)
         if (groups[g][c].kind == US_TEMP && (g < 3 || a->presub || a->op[0] >= US_MDH || a->op[1] >= US_MDH))
            read_comps(p, k, groups[g][c].index, 1u << groups[g][c].comp);
   for (unsigned c = 0; c < 4; c++) {
      const unsigned unit = c == 3, bit = 1u << c;
      if (i->pred_sel[unit])
         continue;
      k->temp[a->dst[unit] % US_TEMPS] |= (uint8_t)(a->write & bit);
      k->color[a->target[unit] & 3] |= (uint8_t)(a->output & bit);
   }
}

bool
us_is_relative(const struct us_inst *i)
{
   if (i->type == US_TEX)
      return i->tex.src_relative || i->tex.dst_relative || i->tex.grad_relative[0] || i->tex.grad_relative[1];
   const struct us_operand *const groups[] = {i->alu.a, i->alu.b, i->alu.c, i->alu.pre[0], i->alu.pre[1]};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned c = 0; c < 4; c++)
         if (groups[g][c].relative)
            return true;
   return i->alu.dst_relative[0] || i->alu.dst_relative[1];
}

static bool
reads_register(const struct us_alu *a, unsigned reg)
{
   const struct us_operand *const groups[] = {a->a, a->b, a->c, a->pre[0], a->pre[1], a->near};
   for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
      for (unsigned c = 0; c < 4; c++)
         if (groups[g][c].kind == US_TEMP && groups[g][c].index == reg)
            return true;
   return false;
}

/* In a straight program all lanes are written: what an instruction does not read itself need not be kept apart. */
static void
find_direct(struct us_inst *i)
{
   struct us_alu *a = &i->alu;
   for (unsigned c = 0; c < 4; c++) {
      const unsigned unit = c == 3, bit = 1u << c;
      const bool elsewhere = (a->output | a->predicates) & bit ||
                             (unit && (a->depth || a->op[0] == US_SOP)) ||
                             (a->sets_result && a->result_comp == c);
      if (a->write & bit && !i->pred_sel[unit] && !elsewhere && !reads_register(a, a->dst[unit]))
         a->direct |= (uint8_t)bit;
   }
}

/* Of a straight program, behind follow_tex and follow_alu: what the rasteriser leaves in registers counts as not written. */
static bool
is_uniform(const struct us_program *p)
{
   for (unsigned n = p->first; n <= p->last; n++) {
      const struct us_inst *i = &p->inst[n];
      if (i->type == US_TEX && i->tex.op != US_TEX_NOP)
         return false;
   }
   for (unsigned r = 0; r < p->num_temps; r++)
      if (p->unset_temp[r])
         return false;
   return true;
}

/* A lookup of 64 texels beside an operation on 64 lanes; how often a loop is taken to run. */
static void
find_cost(struct us_program *p)
{
   enum { LOOKUP_COST = 24, LOOP_RUNS = 4 };
   bool loops = false;
   p->cost = 0;
   for (unsigned n = p->first; n <= p->last; n++) {
      const struct us_inst *i = &p->inst[n];
      loops |= i->type == US_FLOW && (i->flow.op == US_LOOP || i->flow.op == US_REP);
      p->cost += i->type == US_TEX ? LOOKUP_COST : i->type == US_ALU;
   }
   p->cost *= loops ? LOOP_RUNS : 1;
}

/* Which level a lookup is on does not matter to tx/taps_vec.h. */
static bool
may_be_tap(const struct us_inst *i)
{
   const struct us_tex *t = &i->tex;
   return i->type == US_TEX && (t->op == US_TEX_LD || t->op == US_TEX_BIAS || t->op == US_TEX_LOD) &&
          !t->unscaled && !i->pred_sel[0] && !i->pred_sel[1] && !us_is_relative(i);
}

/* Where there is one lookup of a texture alone, nothing is shared. */
static void
find_taps(struct us_program *p)
{
   unsigned lookups[16] = {0};
   for (unsigned n = p->first; n <= p->last; n++)
      if (may_be_tap(&p->inst[n]))
         lookups[p->inst[n].tex.unit & 15]++;
   for (unsigned n = p->first; n <= p->last; n++)
      if (may_be_tap(&p->inst[n]))
         p->inst[n].tex.tap = lookups[p->inst[n].tex.unit & 15] > 1;
}

void
us_find_unset(struct us_program *p)
{
   struct known k = {{0}, {0}};
   bool relative = false, begins = true;
   p->straight = true;
   for (unsigned n = p->first; n <= p->last; n++) {
      relative |= p->inst[n].type != US_FLOW && us_is_relative(&p->inst[n]);
      p->straight &= p->inst[n].type != US_FLOW && !relative;
   }
   find_cost(p);
   find_taps(p);
   if (relative) { /* anything may be read */
      memset(p->unset_temp, 15, p->num_temps);
      memset(p->unset_color, 15, sizeof p->unset_color);
      return;
   }
   /* what is written before the first branch is there whatever the way; behind it anything may come before anything */
   for (unsigned n = p->first; n <= p->last; n++) {
      const struct us_inst *i = &p->inst[n];
      struct known later = k;
      begins &= i->type != US_FLOW;
      if (i->type == US_TEX)
         follow_tex(p, begins ? &k : &later, &i->tex, i->pred_sel[0] || i->pred_sel[1]);
      else if (i->type == US_ALU)
         follow_alu(p, begins ? &k : &later, i);
      if (i->type == US_ALU && p->straight)
         find_direct(&p->inst[n]);
   }
   for (unsigned t = 0; t < US_TARGETS; t++)
      p->unset_color[t] = (uint8_t)(15 & ~k.color[t]);
   p->uniform = p->straight && is_uniform(p);
   if (p->straight)
      us_find_lookup(p, &p->lookup);
}
