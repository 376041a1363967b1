/* SPDX-License-Identifier: MIT
 *
 * Arithmetic of the shader units over vectors: one IEEE operation, then float24 (float24.h). 3dbrew, "GPU/Shader Instruction Set", section on floats.
 */
#ifndef EMULATOR_PICA200_ARITH_H
#define EMULATOR_PICA200_ARITH_H

#include "emulator/pica200/sh/float24.h"
#include "emulator/simd/lanes.h"

/** How results lose their last 7 bits: what is added, what is added to odd ones, what is kept. */
struct sh_rounding {
   int32_t half, odd, keep;
};

ALWAYS_INLINE vi
is_nan(vf a)
{
   return a != a;
}
ALWAYS_INLINE vf
one_where(vi m)
{
   return (vf)(m & (vi)v_splat(1));
}
/* As arithmetic reads it: neither subnormals nor a sign of zero. */
ALWAYS_INLINE vf
read24(vf a)
{
   const vi tiny = ((vi)a & 0x7fffffff) < v_splati((int32_t)PICA_F24_MIN_BITS);
   return (vf)((vi)a & ~tiny);
}
/* As registers keep a result: pica_round24() of float24.h. */
ALWAYS_INLINE vf
round24(const struct sh_rounding *r, vf x)
{
   const vi u = (vi)x, sign = u & INT32_MIN;
   vi a = u & 0x7fffffff;
   const vi nan = a > v_splati(0x7f800000);
   a &= ~nan; /* nothing beyond infinity is added to */
   a = (a + r->half + ((a >> 7) & r->odd)) & r->keep;
   const vi zero = a < v_splati((int32_t)PICA_F24_MIN_BITS);
   const vi large = a >= v_splati((int32_t)PICA_F24_LIMIT_BITS);
   a = v_seli(large, v_splati(0x7f800000), a) | sign;
   a = a & ~zero;
   return (vf)v_seli(nan, v_splati((int32_t)PICA_QUIET_NAN), a);
}
/* What passes unchanged but for the sign of zero. */
ALWAYS_INLINE vf
pass(vf a)
{
   return (vf)((vi)a & ~(vi)(((vi)a & 0x7fffffff) == v_splati(0)));
}
/* The products of infinity and 0 are 0. */
ALWAYS_INLINE vf
product(const struct sh_rounding *r, vf a, vf b)
{
   const vf x = read24(a), y = read24(b);
   const vi zero = ((x == v_splat(0)) | (y == v_splat(0))) & ~(is_nan(x) | is_nan(y));
   return round24(r, (vf)((vi)(x * y) & ~zero));
}
ALWAYS_INLINE vf
sum(const struct sh_rounding *r, vf a, vf b)
{
   return round24(r, read24(a) + read24(b));
}

#endif
