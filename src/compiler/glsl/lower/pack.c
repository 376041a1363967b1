/* SPDX-License-Identifier: MIT
 *
 * Packing functions (ESSL 3.00 8.4) by integer operations, which all chips have; halves are built by hand, because
 * float operations flush what is small (ES 3.0.6 2.1.2 has 16-bit floats with denormals).
 */
#include "compiler/glsl/lower/lower.h"

#include "util/u_math.h"

#define S struct ir_src

static S
op2(struct glsl_lower *l, enum ir_op op, S a, S b)
{
   return ir_alu2(&l->b, op, a, b);
}

static S
clamp(struct glsl_lower *l, S x, float lo, float hi)
{
   return op2(l, IR_FMIN, op2(l, IR_FMAX, x, ir_immf(lo)), ir_immf(hi));
}

/** round(x * scale) as an integer */
static S
to_fixed(struct glsl_lower *l, S x, float scale)
{
   return ir_alu1(&l->b, IR_F2I, ir_alu1(&l->b, IR_FROUND, op2(l, IR_FMUL, x, ir_immf(scale))));
}

/** A float as a half in the lower 16 bits: to nearest even, infinity from 65520 on. */
static S
to_half(struct glsl_lower *l, S x)
{
   S sign = op2(l, IR_IAND, op2(l, IR_USHR, x, ir_imm(16)), ir_imm(0x8000));
   S a = op2(l, IR_IAND, x, ir_imm(0x7fffffff));
   S odd = op2(l, IR_IAND, op2(l, IR_USHR, a, ir_imm(13)), ir_imm(1));
   S normal = op2(l, IR_IADD, op2(l, IR_IADD, a, odd), ir_imm(0xfffu - 0x38000000u));
   normal = op2(l, IR_USHR, normal, ir_imm(13));
   S small = to_fixed(l, a, 0x1p24f);
   S h = ir_alu3(&l->b, IR_CSEL, op2(l, IR_ILT, a, ir_imm(0x38800000)), small, normal);
   h = ir_alu3(&l->b, IR_CSEL, op2(l, IR_IGE, a, ir_imm(0x477ff000)), ir_imm(0x7c00), h);
   h = ir_alu3(&l->b, IR_CSEL, op2(l, IR_ILT, ir_imm(0x7f800000), a), ir_imm(0x7e00), h);
   return op2(l, IR_IOR, h, sign);
}

/** The half in the lower 16 bits of \p h, above which are zeros, as a float. */
static S
from_half(struct glsl_lower *l, S h)
{
   S sign = op2(l, IR_ISHL, op2(l, IR_IAND, h, ir_imm(0x8000)), ir_imm(16));
   S a = op2(l, IR_IAND, h, ir_imm(0x7fff));
   S bits = op2(l, IR_ISHL, a, ir_imm(13));
   S normal = op2(l, IR_IADD, bits, ir_imm(0x38000000));
   S special = op2(l, IR_IOR, bits, ir_imm(0x7f800000));
   S small = op2(l, IR_FMUL, ir_alu1(&l->b, IR_U2F, a), ir_immf(0x1p-24f));
   S f = ir_alu3(&l->b, IR_CSEL, op2(l, IR_ILT, a, ir_imm(0x400)), small, normal);
   f = ir_alu3(&l->b, IR_CSEL, op2(l, IR_IGE, a, ir_imm(0x7c00)), special, f);
   return op2(l, IR_IOR, f, sign);
}

static S
pack_one(struct glsl_lower *l, enum glsl_bop op, S x)
{
   if (op == BOP_PACK_HALF)
      return to_half(l, x);
   if (op == BOP_PACK_SNORM)
      return op2(l, IR_IAND, to_fixed(l, clamp(l, x, -1, 1), 32767), ir_imm(0xffff));
   return to_fixed(l, clamp(l, x, 0, 1), 65535);
}

static S
unpack_one(struct glsl_lower *l, enum glsl_bop op, S p, unsigned i)
{
   S low = op2(l, IR_IAND, p, ir_imm(0xffff)), high = op2(l, IR_USHR, p, ir_imm(16));
   if (op == BOP_UNPACK_HALF)
      return from_half(l, i ? high : low);
   if (op == BOP_UNPACK_UNORM)
      return op2(l, IR_FMUL, ir_alu1(&l->b, IR_U2F, i ? high : low), ir_immf(1.0f / 65535));
   S s = op2(l, IR_ISHR, i ? p : op2(l, IR_ISHL, p, ir_imm(16)), ir_imm(16));
   return op2(l, IR_FMAX, op2(l, IR_FMUL, ir_alu1(&l->b, IR_I2F, s), ir_immf(1.0f / 32767)), ir_immf(-1));
}

bool
glsl_lower_pack(struct glsl_lower *l, enum glsl_bop op, const S *arg, S *out)
{
   switch (op) {
   case BOP_PACK_SNORM:
   case BOP_PACK_UNORM:
   case BOP_PACK_HALF: {
      S low = pack_one(l, op, arg[0]), high = pack_one(l, op, arg[1]);
      out[0] = op2(l, IR_IOR, low, op2(l, IR_ISHL, high, ir_imm(16)));
      return true;
   }
   case BOP_UNPACK_SNORM:
   case BOP_UNPACK_UNORM:
   case BOP_UNPACK_HALF:
      for (unsigned i = 0; i < 2; i++)
         out[i] = unpack_one(l, op, arg[0], i);
      return true;
   default:
      return false;
   }
}
