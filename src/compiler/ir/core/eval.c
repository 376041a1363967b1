/* SPDX-License-Identifier: MIT
 *
 * Operations on constants, with the hardware's arithmetic: IEEE binary32, round to nearest even, denormals
 * flushed. Functions whose value would depend on the host's libm (exp2, log2, sin, cos) are left to the GPU.
 */
#include "compiler/ir/core/util.h"

#include "util/u_math.h"

static float
flush(float f)
{
   uint32_t u = fui(f);
   return (u & 0x7f800000) ? f : uif(u & 0x80000000);
}

/** floor for any float without libm: values from 2^23 on are integers already. */
static float
floor_f(float f)
{
   if (!(f > -8388608.0f && f < 8388608.0f))
      return f;
   float t = (float)(int32_t)f;
   if (t > f)
      t -= 1.0f;
   return t == 0.0f ? uif(fui(f) & 0x80000000) : t;
}

static float
round_even_f(float f)
{
   if (!(f > -8388608.0f && f < 8388608.0f))
      return f;
   float lo = floor_f(f), d = f - lo;
   float r = d > 0.5f || (d == 0.5f && ((int32_t)lo & 1)) ? lo + 1.0f : lo;
   return r == 0.0f ? uif(fui(f) & 0x80000000) : r;
}

bool
ir_can_eval(enum ir_op op)
{
   static const uint32_t zeros[8];
   uint32_t r;
   return ir_op_infos[op].ndst == 1 && ir_op_infos[op].nsrc > 0 && !(ir_op_infos[op].flags & (IR_S | IR_D)) &&
          op != IR_STORE_OUTPUT && ir_eval_alu(op, false, zeros, &r);
}

bool
ir_eval_alu(enum ir_op op, bool sat, const uint32_t *s, uint32_t *result)
{
   float a = flush(uif(s[0])), b = 0, c = 0, r = 0;
   int32_t x = (int32_t)s[0], y = 0;
   unsigned nsrc = ir_op_infos[op].nsrc < 0 ? 0 : (unsigned)ir_op_infos[op].nsrc;
   if (nsrc > 1) {
      b = flush(uif(s[1]));
      y = (int32_t)s[1];
   }
   if (nsrc > 2)
      c = flush(uif(s[2]));
   uint32_t v = 0;
   bool is_float = (ir_op_infos[op].flags & IR_R) != 0;
   switch (op) {
   case IR_MOV:
      if (!sat) {
         *result = s[0];
         return true;
      }
      r = a;
      break;
   case IR_CSEL:
      v = s[0] ? s[1] : s[2];
      break;
   case IR_FADD:
      r = a + b;
      break;
   case IR_FMUL:
      r = a * b;
      break;
   case IR_FMAD: {
      float p = flush(a * b);
      r = p + c;
      break;
   }
   case IR_FMIN:
      r = a < b || b != b ? a : b;
      break;
   case IR_FMAX:
      r = a > b || b != b ? a : b;
      break;
   case IR_FDOT4: { /* in the order of the hardware's reduction */
      float p[4];
      for (unsigned k = 0; k < 4; k++)
         p[k] = flush(flush(uif(s[k])) * flush(uif(s[4 + k])));
      r = flush(p[0] + p[1]) + flush(p[2] + p[3]);
      break;
   }
   case IR_FFLOOR:
      r = floor_f(a);
      break;
   case IR_FCEIL:
      r = -floor_f(-a);
      break;
   case IR_FTRUNC:
      r = a < 0 ? -floor_f(-a) : floor_f(a);
      break;
   case IR_FROUND:
      r = round_even_f(a);
      break;
   case IR_FFRACT:
      r = a - floor_f(a);
      break;
   case IR_FRCP:
      r = 1.0f / a;
      break;
   case IR_FSQRT:
      r = __builtin_sqrtf(a);
      break;
   case IR_FRSQ:
      r = 1.0f / __builtin_sqrtf(a);
      break;
   case IR_FSIGN:
      r = a > 0 ? 1.0f : a < 0 ? -1.0f : 0.0f;
      break;
   case IR_FLT:
      v = a < b ? ~0u : 0;
      break;
   case IR_FGE:
      v = a >= b ? ~0u : 0;
      break;
   case IR_FEQ:
      v = a == b ? ~0u : 0;
      break;
   case IR_FNE:
      v = a != b ? ~0u : 0;
      break;
   case IR_IADD:
      v = (uint32_t)x + (uint32_t)y;
      break;
   case IR_ISUB:
      v = (uint32_t)x - (uint32_t)y;
      break;
   case IR_IMUL:
      v = (uint32_t)x * (uint32_t)y;
      break;
   case IR_IDIV:
      v = y == 0 ? 0 : y == -1 ? -(uint32_t)x : (uint32_t)(x / y);
      break;
   case IR_INEG:
      v = -(uint32_t)x;
      break;
   case IR_IMIN:
      v = (uint32_t)MIN2(x, y);
      break;
   case IR_IMAX:
      v = (uint32_t)MAX2(x, y);
      break;
   case IR_IAND:
      v = s[0] & s[1];
      break;
   case IR_IOR:
      v = s[0] | s[1];
      break;
   case IR_IXOR:
      v = s[0] ^ s[1];
      break;
   case IR_INOT:
      v = ~s[0];
      break;
   case IR_ISHL:
      v = s[1] > 31 ? 0 : s[0] << s[1];
      break;
   case IR_ISHR:
      v = (uint32_t)(x >> (s[1] > 31 ? 31 : s[1]));
      break;
   case IR_USHR:
      v = s[1] > 31 ? 0 : s[0] >> s[1];
      break;
   case IR_ILT:
      v = x < y ? ~0u : 0;
      break;
   case IR_IGE:
      v = x >= y ? ~0u : 0;
      break;
   case IR_IEQ:
      v = s[0] == s[1] ? ~0u : 0;
      break;
   case IR_INE:
      v = s[0] != s[1] ? ~0u : 0;
      break;
   case IR_F2I:
      v = a != a               ? 0
          : a >= 2147483648.0f ? 0x7fffffff
          : a < -2147483648.0f ? 0x80000000
                               : (uint32_t)(int32_t)a;
      break;
   case IR_I2F:
      r = (float)x;
      break;
   default:
      return false;
   }
   if (is_float) {
      r = flush(r);
      if (sat)
         r = r >= 1.0f ? 1.0f : r > 0.0f ? r : 0.0f; /* NaN becomes 0, as with DX10_CLAMP */
      v = fui(r);
      if (r != r)
         v = 0x7fc00000;
   }
   *result = v;
   return true;
}
