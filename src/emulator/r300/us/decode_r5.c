/* SPDX-License-Identifier: MIT
 *
 * R500's fragment shader words: R5xx register chapter, US_CMN_INST and its neighbours; db/r300/registers-r500.xml has
 * their fields. Left out, and refused: predicates of flow control, jumps to global addresses with an offset.
 */
#include <string.h>

#include "db/r300/r5_regs.h"
#include "emulator/r300/us/decode.h"

#define CMN(field)   R5_US_CMN_INST_get_##field(dw[0])
#define RGB(field)   R5_US_ALU_RGB_INST_get_##field(dw[3])
#define ALPHA(field) R5_US_ALU_ALPHA_INST_get_##field(dw[4])
#define RGBA(field)  R5_US_ALU_RGBA_INST_get_##field(dw[5])

enum { SELECT_PRESUB = 3, SWIZZLE_ALPHA = 3, INLINE = 0x80 };

/* Three sources that one of the two address words names. */
struct source {
   uint8_t address;
   bool constant, relative;
};
#define SOURCE(word, dw, n)                                                                                  \
   {                                                                                                         \
      (uint8_t) R5_US_ALU_##word##_ADDR_get_ADDR##n(dw), R5_US_ALU_##word##_ADDR_get_ADDR##n##_CONST(dw),    \
         R5_US_ALU_##word##_ADDR_get_ADDR##n##_REL(dw)                                                       \
   }

struct sources {
   struct source rgb[3], alpha[3];
};

/* 4 bits of exponent, bias 7, and 3 of mantissa, without a sign; 0 exponents are denormal. */
static float
inline_constant(unsigned code)
{
   const unsigned e = code >> 3 & 15, m = code & 7;
   return e ? (float)(8 + m) * (float)(1u << e) / 1024.0f : (float)m / 512.0f;
}

static struct us_operand
from_source(const struct source *s, unsigned comp)
{
   struct us_operand o = {.comp = (uint8_t)comp, .relative = s->relative, .index = s->address};
   if (s->constant) {
      o.kind = US_CONST;
   } else if (s->address & INLINE) {
      o.kind = US_LITERAL;
      o.relative = false;
      o.value = inline_constant(s->address & 0x7f);
   } else {
      o.kind = US_TEMP;
   }
   return o;
}

static struct us_operand
operand(const struct sources *s, unsigned select, unsigned swizzle, unsigned mod)
{
   static const float values[8] = {[4] = 0, [5] = 0.5f, [6] = 1};
   struct us_operand o = {.kind = US_LITERAL, .value = values[swizzle & 7]};
   if (swizzle <= SWIZZLE_ALPHA && select == SELECT_PRESUB)
      o = (struct us_operand){.kind = US_PRESUB, .comp = (uint8_t)swizzle};
   else if (swizzle <= SWIZZLE_ALPHA)
      o = from_source(swizzle == SWIZZLE_ALPHA ? &s->alpha[select] : &s->rgb[select], swizzle);
   o.mod = (uint8_t)mod;
   return o;
}

static void
decode_operands(const uint32_t dw[US_R5_DWORDS], const struct sources *s, struct us_alu *a)
{
   const uint8_t swz_a[4] = {(uint8_t)RGB(RED_SWIZ_A), (uint8_t)RGB(GREEN_SWIZ_A), (uint8_t)RGB(BLUE_SWIZ_A),
                             (uint8_t)ALPHA(ALPHA_SWIZ_A)};
   const uint8_t swz_b[4] = {(uint8_t)RGB(RED_SWIZ_B), (uint8_t)RGB(GREEN_SWIZ_B), (uint8_t)RGB(BLUE_SWIZ_B),
                             (uint8_t)ALPHA(ALPHA_SWIZ_B)};
   const uint8_t swz_c[4] = {(uint8_t)RGBA(RED_SWIZ_C), (uint8_t)RGBA(GREEN_SWIZ_C),
                             (uint8_t)RGBA(BLUE_SWIZ_C), (uint8_t)RGBA(ALPHA_SWIZ_C)};
   for (unsigned k = 0; k < 4; k++) {
      const bool alpha = k == 3;
      a->a[k] = operand(s, alpha ? ALPHA(ALPHA_SEL_A) : RGB(RGB_SEL_A), swz_a[k],
                        alpha ? ALPHA(ALPHA_MOD_A) : RGB(RGB_MOD_A));
      a->b[k] = operand(s, alpha ? ALPHA(ALPHA_SEL_B) : RGB(RGB_SEL_B), swz_b[k],
                        alpha ? ALPHA(ALPHA_MOD_B) : RGB(RGB_MOD_B));
      a->c[k] = operand(s, alpha ? RGBA(ALPHA_SEL_C) : RGBA(RGB_SEL_C), swz_c[k],
                        alpha ? RGBA(ALPHA_MOD_C) : RGBA(RGB_MOD_C));
      a->presub |= a->a[k].kind == US_PRESUB || a->b[k].kind == US_PRESUB || a->c[k].kind == US_PRESUB;
      a->pre[0][k] = from_source(alpha ? &s->alpha[0] : &s->rgb[0], k);
      a->pre[1][k] = from_source(alpha ? &s->alpha[1] : &s->rgb[1], k);
      a->near[k] = a->pre[0][k];
   }
}

static const char *
decode_ops(const uint32_t dw[US_R5_DWORDS], struct us_alu *a)
{
   enum { NOT = 255 };
   static const uint8_t rgb[16] = {US_MAD, US_DP3, US_DP4, US_D2A, US_MIN, US_MAX, NOT, US_CND,
                                   US_CMP, US_FRC, US_SOP, US_MDH, US_MDV, NOT,    NOT, NOT};
   static const uint8_t alpha[16] = {US_MAD, US_DP,  US_MIN, US_MAX, NOT,    US_CND, US_CMP, US_FRC,
                                     US_EX2, US_LN2, US_RCP, US_RSQ, US_SIN, US_COS, US_MDH, US_MDV};
   a->op[0] = rgb[RGBA(RGB_OP) & 15];
   a->op[1] = alpha[ALPHA(ALPHA_OP) & 15];
   if (a->op[0] == NOT || a->op[1] == NOT)
      return "has a reserved opcode";
   if (a->op[1] == US_DP && a->op[0] != US_DP3 && a->op[0] != US_DP4 && a->op[0] != US_D2A)
      return "takes a dot product that its colour half does not make";
   return NULL;
}

static const char *
decode_alu(const uint32_t dw[US_R5_DWORDS], struct us_alu *a)
{
   const struct sources s = {
      {SOURCE(RGB,   dw[1], 0), SOURCE(RGB,   dw[1], 1), SOURCE(RGB,   dw[1], 2)},
      {SOURCE(ALPHA, dw[2], 0), SOURCE(ALPHA, dw[2], 1), SOURCE(ALPHA, dw[2], 2)}
   };
   const bool out = CMN(TYPE) == R5_US_CMN_INST__TYPE__US_INST_TYPE_OUT;
   const uint8_t masks = (uint8_t)(CMN(RGB_OMASK) | CMN(ALPHA_OMASK) << 3);
   decode_operands(dw, &s, a);
   a->pre_op[0] = (uint8_t)R5_US_ALU_RGB_ADDR_get_SRCP_OP(dw[1]);
   a->pre_op[1] = (uint8_t)R5_US_ALU_ALPHA_ADDR_get_SRCP_OP(dw[2]);
   a->omod[0] = (uint8_t)RGB(OMOD);
   a->omod[1] = (uint8_t)ALPHA(OMOD);
   a->clamp[0] = CMN(RGB_CLAMP);
   a->clamp[1] = CMN(ALPHA_CLAMP);
   a->dst[0] = (uint8_t)RGBA(RGB_ADDRD);
   a->dst[1] = (uint8_t)ALPHA(ALPHA_ADDRD);
   a->dst_relative[0] = RGBA(RGB_ADDRD_REL);
   a->dst_relative[1] = ALPHA(ALPHA_ADDRD_REL);
   a->write = (uint8_t)(CMN(RGB_WMASK) | CMN(ALPHA_WMASK) << 3);
   a->output = out ? masks : 0;
   a->predicates = out ? 0 : masks;
   a->target[0] = a->predicate_if[0] = (uint8_t)RGB(TARGET);
   a->target[1] = a->predicate_if[1] = (uint8_t)ALPHA(TARGET);
   a->depth = ALPHA(W_OMASK);
   a->sets_result = RGB(ALU_WMASK);
   a->result_comp = CMN(ALU_RESULT_SEL) ? 3 : 0;
   a->result_if = (uint8_t)CMN(ALU_RESULT_OP);
   return decode_ops(dw, a);
}

static const char *
decode_tex(const uint32_t dw[US_R5_DWORDS], struct us_tex *t)
{
   const uint32_t address = dw[2], grad = dw[3];
   t->op = (uint8_t)R5_US_TEX_INST_get_INST(dw[1]);
   t->unit = (uint8_t)R5_US_TEX_INST_get_TEX_ID(dw[1]);
   t->unscaled = R5_US_TEX_INST_get_UNSCALED(dw[1]);
   t->src = (uint8_t)R5_US_TEX_ADDR_get_SRC_ADDR(address);
   t->src_relative = R5_US_TEX_ADDR_get_SRC_ADDR_REL(address);
   t->coord[0] = (uint8_t)R5_US_TEX_ADDR_get_SRC_S_SWIZ(address);
   t->coord[1] = (uint8_t)R5_US_TEX_ADDR_get_SRC_T_SWIZ(address);
   t->coord[2] = (uint8_t)R5_US_TEX_ADDR_get_SRC_R_SWIZ(address);
   t->coord[3] = (uint8_t)R5_US_TEX_ADDR_get_SRC_Q_SWIZ(address);
   t->dst = (uint8_t)R5_US_TEX_ADDR_get_DST_ADDR(address);
   t->dst_relative = R5_US_TEX_ADDR_get_DST_ADDR_REL(address);
   t->result[0] = (uint8_t)R5_US_TEX_ADDR_get_DST_R_SWIZ(address);
   t->result[1] = (uint8_t)R5_US_TEX_ADDR_get_DST_G_SWIZ(address);
   t->result[2] = (uint8_t)R5_US_TEX_ADDR_get_DST_B_SWIZ(address);
   t->result[3] = (uint8_t)R5_US_TEX_ADDR_get_DST_A_SWIZ(address);
   t->write = (uint8_t)(CMN(RGB_WMASK) | CMN(ALPHA_WMASK) << 3);
   t->grad_reg[0] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DX_ADDR(grad);
   t->grad_reg[1] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DY_ADDR(grad);
   t->grad_relative[0] = R5_US_TEX_ADDR_DXDY_get_DX_ADDR_REL(grad);
   t->grad_relative[1] = R5_US_TEX_ADDR_DXDY_get_DY_ADDR_REL(grad);
   t->grad[0][0] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DX_S_SWIZ(grad);
   t->grad[0][1] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DX_T_SWIZ(grad);
   t->grad[0][2] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DX_R_SWIZ(grad);
   t->grad[1][0] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DY_S_SWIZ(grad);
   t->grad[1][1] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DY_T_SWIZ(grad);
   t->grad[1][2] = (uint8_t)R5_US_TEX_ADDR_DXDY_get_DY_R_SWIZ(grad);
   return t->op > US_TEX_GRAD ? "has a reserved texture operation" : NULL;
}

static const char *
decode_flow(const uint32_t dw[US_R5_DWORDS], unsigned offset, struct us_flow *f)
{
   const uint32_t inst = dw[2], address = dw[3];
   f->op = (uint8_t)R5_US_FC_INST_get_OP(inst);
   f->with_else = R5_US_FC_INST_get_B_ELSE(inst);
   f->jump_any = R5_US_FC_INST_get_JUMP_ANY(inst);
   f->address = (uint8_t)R5_US_FC_INST_get_A_OP(inst);
   f->func = (uint8_t)R5_US_FC_INST_get_JUMP_FUNC(inst);
   f->pops = (uint8_t)R5_US_FC_INST_get_B_POP_CNT(inst);
   f->on_stay = (uint8_t)R5_US_FC_INST_get_B_OP0(inst);
   f->on_jump = (uint8_t)R5_US_FC_INST_get_B_OP1(inst);
   f->boolean = (uint8_t)R5_US_FC_ADDR_get_BOOL_ADDR(address);
   f->integer = (uint8_t)R5_US_FC_ADDR_get_INT_ADDR(address);
   f->target = (uint16_t)R5_US_FC_ADDR_get_JUMP_ADDR(address);
   if (CMN(RGB_PRED_SEL))
      return "predicates flow control, which is not implemented";
   if (R5_US_FC_ADDR_get_JUMP_GLOBAL(address) && offset)
      return "jumps to a global address, which is not implemented with US_CODE_OFFSET";
   return NULL;
}

static const char *
decode_inst(const uint32_t dw[US_R5_DWORDS], unsigned offset, struct us_inst *i)
{
   i->pred_sel[0] = (uint8_t)CMN(RGB_PRED_SEL);
   i->pred_sel[1] = (uint8_t)CMN(ALPHA_PRED_SEL);
   i->pred_inv[0] = CMN(RGB_PRED_INV);
   i->pred_inv[1] = CMN(ALPHA_PRED_INV);
   i->write_inactive = CMN(WRITE_INACTIVE);
   switch (CMN(TYPE)) {
   case R5_US_CMN_INST__TYPE__US_INST_TYPE_FC:
      i->type = US_FLOW;
      return decode_flow(dw, offset, &i->flow);
   case R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX:
      i->type = US_TEX;
      return decode_tex(dw, &i->tex);
   default:
      i->type = US_ALU;
      return decode_alu(dw, &i->alu);
   }
}

const char *
us_decode_r5(const uint32_t memory[US_R5_INSTS][US_R5_DWORDS], unsigned first, unsigned last, unsigned offset,
             struct us_program *p, unsigned *at)
{
   *at = first;
   if (first > last || last + offset >= US_R5_INSTS)
      return "ends before it begins, or outside of memory";
   p->first = (uint16_t)first;
   p->last = (uint16_t)last;
   for (; *at <= last; (*at)++) {
      struct us_inst *i = &p->inst[*at];
      memset(i, 0, sizeof *i);
      const char *why = decode_inst(memory[*at + offset], offset, i);
      if (why)
         return why;
      us_note(p, i);
   }
   us_find_unset(p);
   return NULL;
}
