/* SPDX-License-Identifier: MIT
 *
 * Instruction words of PVS to struct pvs_inst. Left out, and refused: the form with a second, scalar operation in the third
 * source word, and the clamped powers and MULTIPLY_CLAMP of fixed functions.
 */
#include "emulator/r300/pvs/pvs.h"
#include "util/u_math.h"

#include <string.h>

#include "db/r300/rx_pvs.h"

#define DST(dw, field) RX_PVS_OP_DST_get_DST_##field(dw)
#define SRC(dw, field) RX_PVS_SRC_get_SRC_##field(dw)

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

static const char *
check(const struct pvs_inst *i)
{
   if (i->unit == PVS_VECTOR && (i->op > RX_PVS_OP_DST__DST_OPCODE_VE__SET_NOT_EQUAL ||
                                 i->op == RX_PVS_OP_DST__DST_OPCODE_VE__MULTIPLY_CLAMP))
      return "has a vector opcode that is not implemented";
   if (i->unit == PVS_MATH && (!i->op || i->op > RX_PVS_OP_DST__DST_OPCODE_ME__PRED_SET_RESTORE ||
                               (i->op >= RX_PVS_OP_DST__DST_OPCODE_ME__POWER_FUNC_FF_CLAMP_B &&
                                i->op <= RX_PVS_OP_DST__DST_OPCODE_ME__POWER_FUNC_FF_CLAMP_01)))
      return "has a scalar opcode that is not implemented";
   if (i->unit == PVS_MACRO && i->op > 1)
      return "has a macro opcode that is not implemented";
   if (i->dst_file > PVS_DST_INPUT)
      return "writes to a register file that does not exist";
   return NULL;
}

const char *
pvs_decode(const uint32_t dw[4], struct pvs_inst *out)
{
   memset(out, 0, sizeof *out);
   if (DST(dw[0], DUAL_MATH_OP))
      return "is two operations in one, which is not implemented";
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
