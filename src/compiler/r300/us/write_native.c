/* SPDX-License-Identifier: MIT
 *
 * The four words of an ALU instruction of R300's and R400's pixel shader, and the word of a lookup ("R5xx
 * Acceleration", US_ALU_RGB_ADDR and following).
 */
#include "compiler/r300/us/native.h"
#include "compiler/r300/us/us.h"
#include "db/r300/r3_regs.h"

#define RGB_OP(name)   R3_US_ALU_RGB_INST__RGB_OP__##name
#define ALPHA_OP(name) R3_US_ALU_ALPHA_INST__ALPHA_OP__##name

static const uint8_t rgb_op[] = {
   [R300_OP_MIN] = RGB_OP(MIN), [R300_OP_MAX] = RGB_OP(MAX), [R300_OP_FRC] = RGB_OP(FRC),
   [R300_OP_CMP] = RGB_OP(CMP), [R300_OP_CND] = RGB_OP(CND),
};
static const uint8_t alpha_op[] = {
   [R300_OP_MIN] = ALPHA_OP(MIN), [R300_OP_MAX] = ALPHA_OP(MAX), [R300_OP_FRC] = ALPHA_OP(FRC),
   [R300_OP_CMP] = ALPHA_OP(CMP), [R300_OP_CND] = ALPHA_OP(CND), [R300_OP_RCP] = ALPHA_OP(RCP),
   [R300_OP_RSQ] = ALPHA_OP(RSQ), [R300_OP_EX2] = ALPHA_OP(EX2), [R300_OP_LG2] = ALPHA_OP(LN2),
};

/* Selections of operands; of the colour unit's the first that an order has, of source 0, and the step to the next. */
static const struct {
   uint8_t first, step;
} patterns[NATIVE_NONE] = {
   [NATIVE_RGB] = {0,  4},
     [NATIVE_RRR] = {1,  4},
     [NATIVE_GGG] = {2,  4},
     [NATIVE_BBB] = {3,  4},
   [NATIVE_AAA] = {12, 1},
     [NATIVE_GBR] = {23, 1},
     [NATIVE_BRG] = {26, 1},
     [NATIVE_ABG] = {29, 1},
};
enum {
   RGB_PRESUB = 15,
   RGB_ZERO = 20,
   RGB_ONE = 21,
   RGB_HALF = 22
}; /* of the pre-subtraction: RGB, RRR, ... AAA */
enum { ALPHA_OF_RGB = 0, ALPHA_OF_ALPHA = 9, ALPHA_PRESUB = 12, ALPHA_ZERO = 16 };

/** Components of a constant become an order: numbers by lane stand in order, a single one is for all lanes. */
static void
settle(struct r300_ctx *c, struct us_instr *in, struct us_operand *o, const struct us_unit *u, bool dot)
{
   if (!o->num_numbers)
      return;
   if (o->ordered) {
      uint32_t bits[3] = {0}, mask = 0;
      for (unsigned i = 0; i < o->num_numbers; i++) {
         unsigned lane = dot ? i : u->lane[i];
         bits[lane] = o->number[i];
         mask |= 1u << lane;
      }
      in->rgb_key[o->slot] = in->alpha_key[o->slot] = US_KEY_CONST | r300_const_in_order(c, bits, mask);
      o->pattern = NATIVE_RGB;
      return;
   }
   uint8_t comp;
   in->rgb_key[o->slot] = in->alpha_key[o->slot] = US_KEY_CONST | r300_const_numbers(c, o->number, 1, &comp);
   o->pattern = (uint8_t)(NATIVE_RRR + comp);
   o->swizzle[0] = comp;
}

static uint32_t
rgb_select(const struct us_unit *u, unsigned k)
{
   if (k >= u->num_operands)
      return RGB_ZERO;
   const struct us_operand *o = &u->operand[k];
   if (o->pattern == NATIVE_NONE)
      return o->swizzle[0] == 4 ? RGB_ZERO : o->swizzle[0] == 5 ? RGB_HALF : RGB_ONE;
   if (o->presub)
      return RGB_PRESUB + o->pattern;
   return patterns[o->pattern].first + (uint32_t)patterns[o->pattern].step * o->slot;
}

static uint32_t
alpha_select(const struct us_unit *u, unsigned k)
{
   if (k >= u->num_operands)
      return ALPHA_ZERO;
   const struct us_operand *o = &u->operand[k];
   if (o->swizzle[0] >= 4)
      return ALPHA_ZERO + (o->swizzle[0] == 4 ? 0u : o->swizzle[0] == 5 ? 2u : 1u);
   if (o->presub)
      return ALPHA_PRESUB + (uint32_t)o->swizzle[0];
   return o->swizzle[0] == 3 ? (uint32_t)ALPHA_OF_ALPHA + o->slot
                             : (uint32_t)ALPHA_OF_RGB + 3u * o->slot + o->swizzle[0];
}

static uint32_t
modifier(const struct us_unit *u, unsigned k)
{
   return k < u->num_operands ? (uint32_t)u->operand[k].neg | (uint32_t)u->operand[k].abs << 1 : 0;
}

static bool
is_const(uint32_t key)
{
   return (key & US_KEY_FILES) == US_KEY_CONST;
}

static uint32_t
srcp_op(unsigned presub)
{
   return presub ? presub - R300_PRESUB_1_MINUS_2A : 0;
}

/** Of a temporary of R400's upper half. */
static uint32_t
upper_bit(uint32_t key)
{
   return (key & US_KEY_FILES) == US_KEY_TEMP ? key >> 5 & 1 : 0;
}

static uint32_t
rgb_code(const struct r300_ctx *c, const struct us_instr *in)
{
   if (in->dot)
      return in->dot4 ? RGB_OP(DP4) : in->dot2 ? RGB_OP(D2A) : RGB_OP(DP3);
   if (!in->rgb.n || us_is_mad(c->ops[in->rgb.op[0]].code))
      return RGB_OP(MAD);
   return rgb_op[c->ops[in->rgb.op[0]].code];
}

static uint32_t
alpha_code(const struct r300_ctx *c, const struct us_instr *in, const struct us_results *r)
{
   if (in->dot4 || in->dot_alpha || (in->dot && r->alpha.out && !in->alpha.n))
      return ALPHA_OP(DP);
   if (!in->alpha.n || us_is_mad(c->ops[in->alpha.op[0]].code))
      return ALPHA_OP(MAD);
   return alpha_op[c->ops[in->alpha.op[0]].code];
}

void
us_write_native(struct r300_ctx *c, struct us_instr *in)
{
   const uint32_t *r = in->rgb_key, *a = in->alpha_key;
   us_settle_pool(c, in);
   for (unsigned k = 0; k < in->rgb.num_operands; k++)
      settle(c, in, &in->rgb.operand[k], &in->rgb, in->dot);
   for (unsigned k = 0; k < in->alpha.num_operands; k++)
      settle(c, in, &in->alpha.operand[k], &in->alpha, false);
   const struct us_results results = us_results_of(c, in);
   const struct us_result rgb = results.rgb, alpha = results.alpha;
   if (us_wants_empty_slot(c, in)) { /* of the last node, too: that costs no more than a slot */
      c->out->dw[c->out->num_dw - 2] = R3_US_ALU_RGB_INST_set_NOP(c->out->dw[c->out->num_dw - 2], 1);
      c->out->num_empty++;
   }
   us_note_results(c, &results);
   const uint32_t dw[4] = {
      R3_US_ALU_RGB_ADDR(.ADDR0 = r[0] & 31, .ADDR0_CONST = is_const(r[0]), .ADDR1 = r[1] & 31,
                         .ADDR1_CONST = is_const(r[1]), .ADDR2 = r[2] & 31, .ADDR2_CONST = is_const(r[2]),
                         .ADDRD = rgb.reg & 31, .WMASK = rgb.write, .OMASK = rgb.out, .TARGET = rgb.target),
      R3_US_ALU_ALPHA_ADDR(.ADDR0 = a[0] & 31, .ADDR0_CONST = is_const(a[0]), .ADDR1 = a[1] & 31,
                           .ADDR1_CONST = is_const(a[1]), .ADDR2 = a[2] & 31, .ADDR2_CONST = is_const(a[2]),
                           .ADDRD = alpha.reg & 31, .WMASK = alpha.write >> 3, .OMASK = alpha.out >> 3,
                           .TARGET = alpha.target, .OMASK_W = alpha.depth),
      R3_US_ALU_RGB_INST(.RGB_SEL_A = rgb_select(&in->rgb, 0), .RGB_MOD_A = modifier(&in->rgb, 0),
                         .RGB_SEL_B = rgb_select(&in->rgb, 1), .RGB_MOD_B = modifier(&in->rgb, 1),
                         .RGB_SEL_C = rgb_select(&in->rgb, 2), .RGB_MOD_C = modifier(&in->rgb, 2),
                         .RGB_OP = results.replicate ? RGB_OP(SOP_REPL_ALPHA) : rgb_code(c, in),
                         .OMOD = rgb.omod, .RGB_CLAMP = rgb.sat, .SRCP_OP = srcp_op(in->presub[0])),
      R3_US_ALU_ALPHA_INST(.ALPHA_SEL_A = alpha_select(&in->alpha, 0), .ALPHA_MOD_A = modifier(&in->alpha, 0),
                           .ALPHA_SEL_B = alpha_select(&in->alpha, 1), .ALPHA_MOD_B = modifier(&in->alpha, 1),
                           .ALPHA_SEL_C = alpha_select(&in->alpha, 2), .ALPHA_MOD_C = modifier(&in->alpha, 2),
                           .ALPHA_OP = alpha_code(c, in, &results), .OMOD = alpha.omod,
                           .ALPHA_CLAMP = alpha.sat, .SRCP_OP = srcp_op(in->presub[1])),
   };
   r300_append(c, dw, 4);
   c->ext_dw[c->out->num_alu++] =
      R3_US_ALU_EXT_ADDR(.RGB_ADDR0_MSB = upper_bit(r[0]), .RGB_ADDR1_MSB = upper_bit(r[1]),
                         .RGB_ADDR2_MSB = upper_bit(r[2]), .RGB_ADDRD_MSB = rgb.reg >> 5 & 1,
                         .ALPHA_ADDR0_MSB = upper_bit(a[0]), .ALPHA_ADDR1_MSB = upper_bit(a[1]),
                         .ALPHA_ADDR2_MSB = upper_bit(a[2]), .ALPHA_ADDRD_MSB = alpha.reg >> 5 & 1);
}

void
us_write_tex_native(struct r300_ctx *c, const struct r300_op *op)
{
   uint32_t src = R300_NONE;
   for (unsigned k = 0; k < op->nsrc; k++)
      if (op->src[k].value != R300_NONE)
         src = c->values[op->src[k].value].index;
   const bool kil = op->code == R300_OP_KIL;
   if (!kil && op->tex.op == IR_TEX_LOD)
      r300_fail(c, "lookups with explicit level of detail are not implemented for %s", c->chip->base.name);
   const uint32_t dst = kil ? 0 : c->values[op->dst[0]].index;
   c->tex_dw[c->out->num_tex++] =
      R3_US_TEX_INST(.SRC_ADDR = src & 31, .DST_ADDR = dst & 31, .SRC_ADDR_EXT = src >> 5 & 1,
                     .DST_ADDR_EXT = dst >> 5 & 1, .TEX_ID = kil ? 0 : op->tex.sampler,
                     .INST = kil                         ? R3_US_TEX_INST__INST__TEXKILL
                             : op->tex.op == IR_TEX_BIAS ? R3_US_TEX_INST__INST__LODBIAS
                                                         : R3_US_TEX_INST__INST__LD);
}
