/* SPDX-License-Identifier: MIT
 *
 * The four words of an instruction of the vertex engine ("R5xx Acceleration", vertex shader chapter).
 */
#include "compiler/r300/pvs/pvs.h"
#include "db/r300/rx_pvs.h"

#define VE(name) RX_PVS_OP_DST__DST_OPCODE_VE__##name
#define ME(name) RX_PVS_OP_DST__DST_OPCODE_ME__##name

enum { ZERO = RX_PVS_SRC__SRC_SWIZZLE_X__FORCE_0, ONE = RX_PVS_SRC__SRC_SWIZZLE_X__FORCE_1 };

static const uint8_t opcode[] = {
   [R300_OP_MOV] = VE(ADD),
   [R300_OP_ADD] = VE(ADD),
   [R300_OP_MUL] = VE(MULTIPLY),
   [R300_OP_MAD] = VE(MULTIPLY_ADD),
   [R300_OP_MIN] = VE(MINIMUM),
   [R300_OP_MAX] = VE(MAXIMUM),
   [R300_OP_FRC] = VE(FRACTION),
   [R300_OP_DP4] = VE(DOT_PRODUCT),
   [R300_OP_SGE] = VE(SET_GREATER_THAN_EQUAL),
   [R300_OP_SLT] = VE(SET_LESS_THAN),
   [R300_OP_SEQ] = VE(SET_EQUAL),
   [R300_OP_SNE] = VE(SET_NOT_EQUAL),
   [R300_OP_RCP] = ME(RECIP_DX),
   [R300_OP_RSQ] = ME(RECIP_SQRT_DX),
   [R300_OP_EX2] = ME(EXP_BASE2_FULL_DX),
   [R300_OP_LG2] = ME(LOG_BASE2_FULL_DX),
   [R300_OP_SIN] = ME(SIN),
   [R300_OP_COS] = ME(COS),
};

static const uint8_t reg_type[] = {
   [R300_FILE_TEMP] = RX_PVS_SRC__SRC_REG_TYPE__TEMPORARY,
   [R300_FILE_INPUT] = RX_PVS_SRC__SRC_REG_TYPE__INPUT,
   [R300_FILE_CONST] = RX_PVS_SRC__SRC_REG_TYPE__CONSTANT,
   [R300_FILE_ALT] = RX_PVS_SRC__SRC_REG_TYPE__ALT_TEMPORARY,
};

struct source {
   uint32_t file, index;
   bool rel, abs;
   uint8_t swizzle[4];
   bool neg[4];
};

static uint32_t
source_word(const struct source *s)
{
   return RX_PVS_SRC(.SRC_REG_TYPE = reg_type[s->file], .SRC_OFFSET = s->index, .SRC_ABS_XYZW = s->abs,
                     .SRC_ADDR_MODE_0 = s->rel, .SRC_SWIZZLE_X = s->swizzle[0],
                     .SRC_SWIZZLE_Y = s->swizzle[1], .SRC_SWIZZLE_Z = s->swizzle[2],
                     .SRC_SWIZZLE_W = s->swizzle[3], .SRC_MODIFIER_X = s->neg[0], .SRC_MODIFIER_Y = s->neg[1],
                     .SRC_MODIFIER_Z = s->neg[2], .SRC_MODIFIER_W = s->neg[3]);
}

static uint8_t
component(const struct r300_ctx *c, const struct pvs_pack *p, const struct r300_src *s,
          const uint8_t *number_comp)
{
   if (r300_is_literal(s))
      return s->imm ? ONE : ZERO;
   if (s->value != R300_NONE)
      return c->values[s->value].comp;
   unsigned i = 0;
   while (p->number[i] != s->imm)
      i++;
   return number_comp[i];
}

/** The register that operands without one of their own name, too: it takes no other port. */
static void
common_register(const struct pvs_pack *p, uint32_t numbers, struct source *s)
{
   s->file = R300_FILE_TEMP;
   s->index = 0;
   for (unsigned k = 0; k < 3; k++)
      if (p->operand[k].reads || p->operand[k].numbers) {
         s->file = p->operand[k].reads ? p->operand[k].file : R300_FILE_CONST;
         s->index = p->operand[k].reads ? p->operand[k].index : numbers;
         s->rel = p->operand[k].rel;
         return;
      }
}

static void
read_operand(const struct r300_ctx *c, const struct pvs_pack *p, unsigned k, const uint8_t *number_comp,
             struct source *s)
{
   const struct r300_op *first = &c->ops[p->op[0]];
   const bool dot = first->code == R300_OP_DP4, scalar = r300_is_scalar(first->code);
   for (unsigned i = 0; i < (dot || scalar ? 4 : p->n); i++) {
      const struct r300_op *op = &c->ops[p->op[dot || scalar ? 0 : i]];
      unsigned lane = dot || scalar ? i : p->comp[i];
      if (op->rel != R300_NONE) {
         s->swizzle[lane] = op->slot_comp;
         continue;
      }
      const struct r300_src *src = &op->src[dot ? 4 * k + i : k];
      s->swizzle[lane] = component(c, p, src, number_comp);
      s->neg[lane] = src->neg;
   }
}

static bool
three_temporaries(const struct source *s)
{
   for (unsigned k = 0; k < 3; k++)
      if (s[k].file != R300_FILE_TEMP || s[k].index == s[(k + 1) % 3].index)
         return false;
   return true;
}

/** The third word of an instruction with a second operation, whose result has its place. */
static uint32_t
second_word(const struct r300_ctx *c, const struct r300_op *op, const struct source *s)
{
   const uint32_t code = opcode[op->code];
   return RX_PVS_SRC_DUAL_MATH(.SRC_REG_TYPE = reg_type[s->file], .SRC_OFFSET = s->index,
                               .SRC_ABS_XYZW = s->abs, .SRC_SWIZZLE_X = s->swizzle[0],
                               .SRC_SWIZZLE_Y = s->swizzle[0], .SRC_MODIFIER_X = s->neg[0],
                               .SRC_MODIFIER_Y = s->neg[0], .DST_OPCODE = code & 15,
                               .DST_OPCODE_MSB = code >> 4,
                               .DUAL_MATH_DST_OFFSET = c->values[op->dst[0]].index,
                               .DST_WE_SEL = c->values[op->dst[0]].comp);
}

static void
append(struct r300_ctx *c, uint32_t op, const struct source *s, const struct r300_op *second)
{
   uint32_t dw[4] = {op, source_word(&s[0]), source_word(&s[1]),
                     second ? second_word(c, second, &s[2]) : source_word(&s[2])};
   for (unsigned k = 0; k < 3; k++)
      if (s[k].file == R300_FILE_INPUT)
         c->out->last_input = c->out->num_dw / 4;
   r300_append(c, dw, 4);
}

void
pvs_write(struct r300_ctx *c, const struct pvs_pack *p, int out, uint32_t reg)
{
   const struct r300_op *first = &c->ops[p->op[0]],
                        *second = p->second == R300_NONE ? NULL : &c->ops[p->second];
   const bool math = r300_is_scalar(first->code);
   uint8_t number_comp[4];
   uint32_t numbers = p->num_numbers ? r300_const_numbers(c, p->number, p->num_numbers, number_comp) : 0;
   struct source s[3];
   unsigned mask = 0;
   for (unsigned i = 0; i < p->n; i++)
      mask |= 1u << p->comp[i];
   for (unsigned k = 0; k < 3; k++) {
      s[k] = (struct source){
         .swizzle = {ZERO, ZERO, ZERO, ZERO}
      };
      common_register(p, numbers, &s[k]);
      if (k >= p->num_operands && (k < 2 || !second))
         continue;
      const struct pvs_operand *o = &p->operand[k];
      if (o->reads || o->numbers) {
         s[k].file = o->reads ? o->file : R300_FILE_CONST;
         s[k].index = o->reads ? o->index : numbers;
         s[k].abs = o->abs;
      }
      if (k < p->num_operands) {
         read_operand(c, p, k, number_comp, &s[k]);
      } else {
         s[k].swizzle[0] = component(c, p, &second->src[0], number_comp);
         s[k].neg[0] = second->src[0].neg;
      }
   }
   if (math)
      s[1] = s[2] = s[0];
   if (out == 0)
      c->out->last_position = c->out->num_dw / 4;
   const bool macro = first->code == R300_OP_MAD && three_temporaries(s);
   uint32_t code = macro ? RX_PVS_OP_DST__DST_OPCODE_MACRO__2CLK_MADD : opcode[first->code];
   append(c,
          RX_PVS_OP_DST(.DST_OPCODE_VE = code, .DST_MATH_INST = math, .DST_MACRO_INST = macro,
                        .DST_REG_TYPE = out >= 0 ? RX_PVS_OP_DST__DST_REG_TYPE__OUT
                                                 : RX_PVS_OP_DST__DST_REG_TYPE__TEMPORARY,
                        .DST_OFFSET = out >= 0 ? (uint32_t)out : reg, .DST_WE_X = mask & 1,
                        .DST_WE_Y = mask >> 1 & 1, .DST_WE_Z = mask >> 2 & 1, .DST_WE_W = mask >> 3,
                        .DST_VE_SAT = first->sat && !math,
                        .DST_ME_SAT = (math && first->sat) || (second && second->sat),
                        .DST_DUAL_MATH_OP = second != NULL),
          s, second);
}

void
pvs_write_address(struct r300_ctx *c, uint32_t value)
{
   const struct r300_value *v = &c->values[value];
   struct source s[3];
   for (unsigned k = 0; k < 3; k++) {
      s[k] = (struct source){
         .file = v->file, .index = v->index, .swizzle = {ZERO, ZERO, ZERO, ZERO}
      };
      if (!k)
         s[k].swizzle[0] = v->comp;
   }
   append(c,
          RX_PVS_OP_DST(.DST_OPCODE_VE = VE(FLT2FIX_DX), .DST_REG_TYPE = RX_PVS_OP_DST__DST_REG_TYPE__A0,
                        .DST_WE_X = 1),
          s, NULL);
}
