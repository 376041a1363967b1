/* SPDX-License-Identifier: MIT
 *
 * Instruction words of PVS to struct pvs_inst. Left out, and refused: the clamped powers and MULTIPLY_CLAMP of fixed functions; as
 * the second, scalar operation of an instruction what sets predicates, and light coefficients, which have three operands.
 */
#include "emulator/r300/pvs/pvs.h"
#include "util/u_math.h"

#include <string.h>

#include "db/r300/rx_pvs.h"

#define DST(dw, field) RX_PVS_OP_DST_get_DST_##field(dw)
#define SRC(dw, field) RX_PVS_SRC_get_SRC_##field(dw)
#define ME(name)       RX_PVS_OP_DST__DST_OPCODE_ME__##name
#define VE(name)       RX_PVS_OP_DST__DST_OPCODE_VE__##name

static void
decode_source(uint32_t dw, struct pvs_source *s)
{
   s->file = (uint8_t)SRC(dw, REG_TYPE);
   s->index = (uint8_t)SRC(dw, OFFSET);
   s->swizzle[0] = (uint8_t)SRC(dw, SWIZZLE_X);
   s->swizzle[1] = (uint8_t)SRC(dw, SWIZZLE_Y);
   s->swizzle[2] = (uint8_t)SRC(dw, SWIZZLE_Z);
   s->swizzle[3] = (uint8_t)SRC(dw, SWIZZLE_W);
   s->negate = (uint8_t)(SRC(dw, MODIFIER_X) | SRC(dw, MODIFIER_Y) << 1 | SRC(dw, MODIFIER_Z) << 2 |
                         SRC(dw, MODIFIER_W) << 3);
   s->absolute = SRC(dw, ABS_XYZW);
   s->address = (uint8_t)(SRC(dw, ADDR_MODE_0) | SRC(dw, ADDR_MODE_1) << 1);
   s->a0 = (uint8_t)SRC(dw, ADDR_SEL);
}

/* The third source word of an instruction with a second operation. */
static void
decode_dual(uint32_t dw, struct pvs_inst *i)
{
   struct pvs_source *s = &i->src[2];
   s->file = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_SRC_REG_TYPE(dw);
   s->index = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_SRC_OFFSET(dw);
   s->swizzle[0] = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_SRC_SWIZZLE_X(dw);
   s->swizzle[1] = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_SRC_SWIZZLE_Y(dw);
   s->swizzle[2] = s->swizzle[3] = RX_PVS_SRC__SRC_SWIZZLE_X__FORCE_0;
   s->negate = (uint8_t)(RX_PVS_SRC_DUAL_MATH_get_SRC_MODIFIER_X(dw) |
                         RX_PVS_SRC_DUAL_MATH_get_SRC_MODIFIER_Y(dw) << 1);
   s->absolute = RX_PVS_SRC_DUAL_MATH_get_SRC_ABS_XYZW(dw);
   s->address = (uint8_t)(RX_PVS_SRC_DUAL_MATH_get_SRC_ADDR_MODE_0(dw) |
                          RX_PVS_SRC_DUAL_MATH_get_SRC_ADDR_MODE_1(dw) << 1);
   s->a0 = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_SRC_ADDR_SEL(dw);
   i->dual_op =
      (uint8_t)(RX_PVS_SRC_DUAL_MATH_get_DST_OPCODE(dw) | RX_PVS_SRC_DUAL_MATH_get_DST_OPCODE_MSB(dw) << 4);
   i->dual = i->dual_op != ME(NO_OP);
   i->dual_index = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_DUAL_MATH_DST_OFFSET(dw);
   i->dual_comp = (uint8_t)RX_PVS_SRC_DUAL_MATH_get_DST_WE_SEL(dw);
}

static bool
has_scalar(unsigned op)
{
   return op && op <= ME(PRED_SET_RESTORE) &&
          !(op >= ME(POWER_FUNC_FF_CLAMP_B) && op <= ME(POWER_FUNC_FF_CLAMP_01));
}

static const char *
check_dual(const struct pvs_inst *i)
{
   const bool third = i->op == VE(MULTIPLY_ADD) || i->op == VE(MULTIPLYX2_ADD) ||
                      (i->op >= VE(COND_MUX_EQ) && i->op <= VE(COND_MUX_GTE));
   if (i->unit != PVS_VECTOR || third)
      return "is two operations in one of which the first needs all sources, which does not exist";
   if (!has_scalar(i->dual_op) || i->dual_op >= ME(PRED_SET_EQ) || i->dual_op == ME(LIGHT_COEFF_DX))
      return "has a second operation that is not implemented";
   return NULL;
}

static const char *
check(const struct pvs_inst *i)
{
   if (i->unit == PVS_VECTOR && (i->op > VE(SET_NOT_EQUAL) || i->op == VE(MULTIPLY_CLAMP)))
      return "has a vector opcode that is not implemented";
   if (i->unit == PVS_MATH && !has_scalar(i->op))
      return "has a scalar opcode that is not implemented";
   if (i->unit == PVS_MACRO && i->op > 1)
      return "has a macro opcode that is not implemented";
   if (i->dst_file > PVS_DST_INPUT)
      return "writes to a register file that does not exist";
   return i->dual ? check_dual(i) : NULL;
}

const char *
pvs_decode(const uint32_t dw[4], struct pvs_inst *out)
{
   memset(out, 0, sizeof *out);
   out->unit = DST(dw[0], MACRO_INST) ? PVS_MACRO : DST(dw[0], MATH_INST) ? PVS_MATH : PVS_VECTOR;
   out->op = (uint8_t)DST(dw[0], OPCODE_VE);
   out->dst_file = (uint8_t)DST(dw[0], REG_TYPE);
   out->dst_index = (uint8_t)DST(dw[0], OFFSET);
   out->dst_address = (uint8_t)(DST(dw[0], ADDR_MODE_0) | DST(dw[0], ADDR_MODE_1) << 1);
   out->dst_a0 = (uint8_t)DST(dw[0], ADDR_SEL);
   out->write =
      (uint8_t)(DST(dw[0], WE_X) | DST(dw[0], WE_Y) << 1 | DST(dw[0], WE_Z) << 2 | DST(dw[0], WE_W) << 3);
   out->saturate = out->unit == PVS_MATH ? DST(dw[0], ME_SAT) : DST(dw[0], VE_SAT);
   out->predicated = DST(dw[0], PRED_ENABLE);
   out->predicate_is = DST(dw[0], PRED_SENSE);
   for (unsigned s = 0; s < 3; s++)
      decode_source(dw[1 + s], &out->src[s]);
   if (DST(dw[0], DUAL_MATH_OP))
      decode_dual(dw[3], out);
   out->dual_saturate = out->dual && DST(dw[0], ME_SAT);
   return check(out);
}

static void
count_register(struct pvs_stage *s, bool temp, bool alt, unsigned index, bool relative)
{
   if (temp)
      s->num_temps = (uint8_t)MAX2(s->num_temps, relative ? PVS_TEMPS : MIN2(index + 1, PVS_TEMPS));
   if (alt)
      s->num_alt = PVS_ALT_TEMPS;
}

void
pvs_find_registers(struct pvs_stage *s)
{
   s->num_temps = s->num_alt = 0;
   s->writes_inputs = false;
   s->outputs = 0;
   for (unsigned n = s->first; n <= s->last; n++) {
      const struct pvs_inst *i = &s->inst[n];
      for (unsigned k = 0; k < 3; k++)
         count_register(s, i->src[k].file == PVS_TEMP, i->src[k].file == PVS_ALT, i->src[k].index,
                        i->src[k].address != PVS_ABSOLUTE);
      count_register(s, i->dst_file == PVS_DST_TEMP, i->dst_file == PVS_DST_ALT, i->dst_index,
                     i->dst_address != PVS_ABSOLUTE);
      count_register(s, false, i->dual, i->dual_index, false);
      s->writes_inputs |= i->dst_file == PVS_DST_INPUT;
      if (i->dst_file == PVS_DST_OUT || i->dst_file == PVS_DST_OUT_REPL_X)
         s->outputs |= (uint16_t)(i->dst_address != PVS_ABSOLUTE ? ~0u : 1u << (i->dst_index % PVS_OUTPUTS));
   }
}

const char *
pvs_stop_text(enum pvs_stop stop)
{
   static const char *const texts[] = {
      [PVS_STOP_NONE] = "ended",
      [PVS_STOP_BUDGET] = "ran too long and was stopped",
      [PVS_STOP_LEFT] = "left its instructions",
      [PVS_STOP_STACK] = "nested too many loops, or one of no rounds",
   };
   return texts[stop];
}
