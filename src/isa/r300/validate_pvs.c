/* SPDX-License-Identifier: MIT
 *
 * Vertex shaders: one input and one constant an instruction, three temporaries only in the form of two clocks, what R300 and
 * R400 lack, and loops.
 */
#include "isa/r300/validate_priv.h"

#include "db/r300/rx_pvs.h"

#define VE(name)      RX_PVS_OP_DST__DST_OPCODE_VE__##name
#define ME(name)      RX_PVS_OP_DST__DST_OPCODE_ME__##name
#define MACRO(name)   RX_PVS_OP_DST__DST_OPCODE_MACRO__##name
#define FILE_OF(name) RX_PVS_SRC__SRC_REG_TYPE__##name
#define DST(w, field) RX_PVS_OP_DST_get_DST_##field(w)
#define SRC(w, field) RX_PVS_SRC_get_SRC_##field(w)

enum { INPUTS = 16, OUTPUTS = 16, LITERAL = 4, RESERVED = 6, UNUSED = 7 };

struct pvs {
   struct check *c;
   const uint32_t *dw;
   bool math, macro, dual;
   uint32_t op;
   unsigned mask;
   bool wrote_address, wrote_position;
};

/** Components of source k that the instruction reads, in the order of lanes. */
static unsigned
lanes_of(const struct pvs *v, unsigned k)
{
   if (v->math)
      return 8;
   if (v->macro)
      return v->mask;
   switch (v->op) {
   case VE(NO_OP):
      return 0;
   case VE(DOT_PRODUCT):
   case VE(DISTANCE_VECTOR):
   case VE(MULTIPLY_CLAMP):
      return 15;
   case VE(PRED_SET_EQ_PUSH):
   case VE(PRED_SET_GT_PUSH):
   case VE(PRED_SET_GTE_PUSH):
   case VE(PRED_SET_NEQ_PUSH):
      return k < 2 ? 8 : 0;
   default:
      return v->mask | (v->op >= VE(COND_WRITE_EQ) && v->op <= VE(COND_WRITE_NEQ) && !k ? 8u : 0);
   }
}

static unsigned
operands_of(const struct pvs *v)
{
   if (v->math)
      return 1;
   if (v->macro)
      return 3;
   switch (v->op) {
   case VE(FRACTION):
   case VE(FLT2FIX_DX):
   case VE(FLT2FIX_DX_RND):
      return 1;
   case VE(MULTIPLY_ADD):
   case VE(MULTIPLYX2_ADD):
   case VE(MULTIPLY_CLAMP):
   case VE(COND_MUX_EQ):
   case VE(COND_MUX_GT):
   case VE(COND_MUX_GTE):
      return 3;
   default:
      return 2;
   }
}

/* ---- sources ---- */

static void
check_source(struct pvs *v, unsigned k)
{
   struct check *c = v->c;
   const uint32_t w = v->dw[1 + k], file = SRC(w, REG_TYPE), index = SRC(w, OFFSET);
   const uint32_t swizzle[4] = {SRC(w, SWIZZLE_X), SRC(w, SWIZZLE_Y), SRC(w, SWIZZLE_Z), SRC(w, SWIZZLE_W)};
   const unsigned lanes = lanes_of(v, k);
   const bool relative = SRC(w, ADDR_MODE_0) || SRC(w, ADDR_MODE_1);
   if (SRC(w, ADDR_MODE_0) && SRC(w, ADDR_MODE_1))
      r300_check_fail(c, "source %u has no way of addressing", k);
   if (SRC(w, ABS_XYZW) && c->chip->gen != R300_GEN_R500)
      r300_check_fail(c, "source %u has a magnitude, which %s does not have", k, c->chip->base.name);
   if (relative && c->p->compiled && (file != FILE_OF(CONSTANT) || !v->wrote_address))
      r300_check_fail(c, "source %u has an address by A0 without need", k);
   for (unsigned i = 0; i < 4; i++) {
      if (!(lanes >> i & 1) || k >= operands_of(v))
         continue;
      if (swizzle[i] == RESERVED || swizzle[i] == UNUSED)
         r300_check_fail(c, "source %u, component %u: there is no swizzle %u", k, i, swizzle[i]);
      if (swizzle[i] >= LITERAL || relative)
         continue;
      if (file == FILE_OF(TEMPORARY))
         r300_check_read(c, index, swizzle[i]);
      else if (file == FILE_OF(INPUT) && (index >= INPUTS || (c->p->compiled && index >= c->p->num_inputs)))
         r300_check_fail(c, "reads input %u", index);
      else if (file == FILE_OF(CONSTANT))
         r300_check_const(c, index);
   }
}

/** The third source word with an operation of its own, of components x and y. */
static void
check_second(struct pvs *v)
{
   struct check *c = v->c;
   const uint32_t w = v->dw[3], index = RX_PVS_SRC_DUAL_MATH_get_SRC_OFFSET(w);
   const uint32_t op = RX_PVS_SRC_DUAL_MATH_get_DST_OPCODE(w) | RX_PVS_SRC_DUAL_MATH_get_DST_OPCODE_MSB(w)
                                                                   << 4;
   const uint32_t swizzle[2] = {RX_PVS_SRC_DUAL_MATH_get_SRC_SWIZZLE_X(w),
                                RX_PVS_SRC_DUAL_MATH_get_SRC_SWIZZLE_Y(w)};
   if (op > ME(PRED_SET_RESTORE))
      r300_check_fail(c, "%u is no opcode of the scalar unit", op);
   for (unsigned i = 0; i < 2; i++) {
      if (swizzle[i] == RESERVED || swizzle[i] == UNUSED)
         r300_check_fail(c, "source 2, component %u: there is no swizzle %u", i, swizzle[i]);
      if (swizzle[i] >= LITERAL || RX_PVS_SRC_DUAL_MATH_get_SRC_ADDR_MODE_0(w) ||
          RX_PVS_SRC_DUAL_MATH_get_SRC_ADDR_MODE_1(w))
         continue;
      if (SRC(w, REG_TYPE) == FILE_OF(TEMPORARY))
         r300_check_read(c, index, swizzle[i]);
      else if (SRC(w, REG_TYPE) == FILE_OF(CONSTANT))
         r300_check_const(c, index);
   }
}

/** Operands that are numbers alone name a register, too, and take its port. */
static void
check_ports(struct pvs *v)
{
   struct check *c = v->c;
   unsigned temps = 0;
   for (unsigned a = 0; a < 3; a++)
      for (unsigned b = 0; b < a; b++) {
         const uint32_t x = v->dw[1 + a], y = v->dw[1 + b], file = SRC(x, REG_TYPE);
         const bool relative = SRC(x, ADDR_MODE_0) || SRC(y, ADDR_MODE_0);
         if (file != SRC(y, REG_TYPE) || (SRC(x, OFFSET) == SRC(y, OFFSET) && !relative))
            continue;
         const bool same = SRC(x, OFFSET) == SRC(y, OFFSET) && SRC(x, ADDR_MODE_0) == SRC(y, ADDR_MODE_0) &&
                           SRC(x, ADDR_SEL) == SRC(y, ADDR_SEL);
         if (file == FILE_OF(TEMPORARY))
            temps++;
         else if (file != FILE_OF(ALT_TEMPORARY) && !same)
            r300_check_fail(c, "reads two %s", file == FILE_OF(INPUT) ? "inputs" : "constants");
      }
   if (temps == 3 && !v->macro && (operands_of(v) == 3 || v->dual))
      r300_check_fail(c, "reads three temporaries in one clock");
   if (v->macro && temps != 3 && c->p->compiled)
      r300_check_fail(c, "takes two clocks without need");
}

/* ---- operation and destination ---- */

static void
check_operation(struct pvs *v)
{
   struct check *c = v->c;
   const bool r500 = c->chip->gen == R300_GEN_R500;
   if (v->macro  ? v->op > MACRO(2CLK_M2X_ADD)
       : v->math ? !v->op || v->op > ME(PRED_SET_RESTORE)
                 : v->op > VE(SET_NOT_EQUAL))
      r300_check_fail(c, "%u is no opcode of the %s unit", v->op,
                      v->macro  ? "macro"
                      : v->math ? "scalar"
                                : "vector");
   const bool later =
      v->macro  ? false
      : v->math ? v->op == ME(SIN) || v->op == ME(COS) || v->op >= ME(PRED_SET_EQ)
                : v->op >= VE(SET_EQUAL) || (v->op >= VE(PRED_SET_EQ_PUSH) && v->op <= VE(PRED_SET_NEQ_PUSH));
   if (later && !r500 && c->p->compiled)
      r300_check_fail(c, "%s does not have this operation", c->chip->base.name);
   if ((DST(v->dw[0], VE_SAT) || DST(v->dw[0], ME_SAT) || DST(v->dw[0], PRED_ENABLE)) && !r500 &&
       c->p->compiled)
      r300_check_fail(c, "%s neither clamps results nor predicates them", c->chip->base.name);
}

static void
check_destination(struct pvs *v)
{
   struct check *c = v->c;
   const uint32_t file = DST(v->dw[0], REG_TYPE), index = DST(v->dw[0], OFFSET);
   const bool address = !v->math && !v->macro && (v->op == VE(FLT2FIX_DX) || v->op == VE(FLT2FIX_DX_RND));
   switch (file) {
   case RX_PVS_OP_DST__DST_REG_TYPE__TEMPORARY:
      r300_check_write(c, index, v->mask);
      break;
   case RX_PVS_OP_DST__DST_REG_TYPE__A0:
      v->wrote_address = true;
      break;
   case RX_PVS_OP_DST__DST_REG_TYPE__OUT:
   case RX_PVS_OP_DST__DST_REG_TYPE__OUT_REPL_X:
      if (index >= OUTPUTS)
         r300_check_fail(c, "writes output %u of %u", index, OUTPUTS);
      v->wrote_position |= !index;
      break;
   case RX_PVS_OP_DST__DST_REG_TYPE__ALT_TEMPORARY:
   case RX_PVS_OP_DST__DST_REG_TYPE__INPUT:
      break;
   default:
      r300_check_fail(c, "%u is no register file", file);
   }
   if (c->p->compiled && address != (file == RX_PVS_OP_DST__DST_REG_TYPE__A0))
      r300_check_fail(c, "A0 and what makes addresses belong together");
   if (c->p->compiled && !v->mask)
      r300_check_fail(c, "writes nothing");
}

static void
check_inst(struct pvs *v)
{
   struct check *c = v->c;
   v->dw = c->p->dw + 4 * c->at;
   v->macro = DST(v->dw[0], MACRO_INST);
   v->math = DST(v->dw[0], MATH_INST) && !v->macro;
   v->dual = DST(v->dw[0], DUAL_MATH_OP);
   v->op = DST(v->dw[0], OPCODE_VE);
   v->mask =
      DST(v->dw[0], WE_X) | DST(v->dw[0], WE_Y) << 1 | DST(v->dw[0], WE_Z) << 2 | DST(v->dw[0], WE_W) << 3;
   check_operation(v);
   if (v->dual && (v->math || v->macro || operands_of(v) == 3))
      r300_check_fail(c, "a second operation beside one that needs its source");
   if (c->failed || (v->op == VE(NO_OP) && !v->math && !v->macro))
      return;
   for (unsigned k = 0; k < (v->dual ? 2u : 3u); k++)
      check_source(v, k);
   if (v->dual)
      check_second(v);
   check_ports(v);
   check_destination(v);
}

/* ---- loops ---- */

static void
check_loops(struct check *c)
{
   const struct r300_program *p = c->p;
   unsigned deepest = 0;
   for (uint32_t i = 0; i < p->num_loops; i++) {
      const struct r300_loop_range *l = &p->loops[i];
      unsigned depth = 1;
      c->at = l->first;
      if (!l->first || l->first > l->last || l->last >= p->num)
         r300_check_fail(c, "a loop from here to %u, of %u instructions", l->last, p->num);
      for (uint32_t k = 0; k < p->num_loops; k++) {
         const struct r300_loop_range *o = &p->loops[k];
         const bool around = o->first <= l->first && l->last <= o->last,
                    within = l->first <= o->first && o->last <= l->last;
         depth += k != i && around;
         if (k != i && !around && !within && l->first <= o->last && o->first <= l->last)
            r300_check_fail(c, "a loop that crosses the one from %u to %u", o->first, o->last);
         if (k != i && o->first == l->first)
            r300_check_fail(c, "two loops begin at once");
      }
      deepest = depth > deepest ? depth : deepest;
   }
   if (deepest > c->chip->pvs_loops)
      r300_check_fail(c, "%u loops in one another; %s has %u", deepest, c->chip->base.name,
                      c->chip->pvs_loops);
}

void
r300_check_pvs(struct check *c)
{
   struct pvs v = {.c = c};
   if (c->p->num > c->chip->pvs_instructions)
      r300_check_fail(c, "the program has %u; %s has %u", c->p->num, c->chip->base.name,
                      c->chip->pvs_instructions);
   if (c->p->compiled && c->p->num_temps > c->chip->pvs_temps)
      r300_check_fail(c, "%u temporaries; %s has %u", c->p->num_temps, c->chip->base.name,
                      c->chip->pvs_temps);
   for (c->at = 0; c->at < c->p->num && !c->failed; c->at++)
      check_inst(&v);
   c->at = c->p->num - 1;
   if (!c->failed && c->p->compiled && !v.wrote_position)
      r300_check_fail(c, "nothing has written the position");
   if (!c->failed)
      check_loops(c);
}
