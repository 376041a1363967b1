/* SPDX-License-Identifier: MIT
 *
 * exp2, log2, sine and cosine of constants, by polynomials in binary32 that IEEE operations evaluate in a fixed order:
 * the same bits on every host. No chip's own results are published; these are the values that the emulator's chips
 * give from R700 on (R600 reduces angles in radians), so that there an expression keeps its bits when it is folded. The
 * error is near 2^-22.
 */
#include "compiler/ir/core/util.h"

#include <assert.h>

#include "util/u_math.h"

/** floor for any float without libm: values from 2^23 on are integers already. */
float
ir_floorf(float x)
{
   if (!(x > -8388608.0f && x < 8388608.0f))
      return x;
   float t = (float)(int32_t)x;
   if (t > x)
      t -= 1.0f;
   return t == 0.0f ? uif(fui(x) & 0x80000000) : t;
}

float
ir_roundf(float x)
{
   if (!(x > -8388608.0f && x < 8388608.0f))
      return x;
   float lo = ir_floorf(x), d = x - lo;
   float r = d > 0.5f || (d == 0.5f && ((int32_t)lo & 1)) ? lo + 1.0f : lo;
   return r == 0.0f ? uif(fui(x) & 0x80000000) : r;
}

/** c[0] + c[1] x + ... + c[n-1] x^(n-1) */
static float
horner(float x, const float *c, unsigned n)
{
   float p = c[n - 1];
   for (unsigned i = n - 1; i--;)
      p = p * x + c[i];
   return p;
}

/** 2^n for -126 <= n <= 127. */
static float
power_of_two(int n)
{
   assert(n >= -126 && n <= 127);
   return uif((uint32_t)(n + 127) << 23);
}

float
ir_exp2f(float x)
{
   static const float c[] = {
      1.0f,           6.931472029e-1f, 2.402264791e-1f, 5.550332471e-2f, 9.618437357e-3f, 1.339887440e-3f,
      1.535336188e-4f};
   if (x != x)
      return x;
   x = CLAMP(x, -151.0f, 129.0f); /* results are 0 and infinity from there on */
   float n = ir_roundf(x);
   int half = ((int)n + 512) / 2 - 256; /* toward minus infinity */
   return horner(x - n, c, ARRAY_SIZE(c)) * power_of_two(half) * power_of_two((int)n - half);
}

float
ir_log2f(float x)
{
   /* 2/ln 2 atanh s = s (c0 + c1 s^2 + ...) */
   static const float c[] = {2.88539008f, 9.61796694e-1f, 5.77078016e-1f, 4.12198583e-1f, 3.20598898e-1f};
   if (x < 0)
      return uif(0x7fc00000);
   if (x == 0)
      return uif(0xff800000);
   if (!(x < uif(0x7f800000)))
      return x; /* infinity, NaN */
   uint32_t bits = fui(x);
   int32_t above = (int32_t)(bits - 0x3f3504f3u); /* x = 2^e m, m in [sqrt(1/2), sqrt(2)) */
   int32_t e = above >= 0 ? above >> 23 : -((-above + 0x7fffff) >> 23);
   float m = uif(bits - ((uint32_t)e << 23));
   float s = (m - 1.0f) / (m + 1.0f);
   return (float)e + s * horner(s * s, c, ARRAY_SIZE(c));
}

/** sin(2 pi r), |r| <= 1/4 */
static float
sin_quarter(float r)
{
   static const float c[] = {6.2831853072f,   -4.1341702240e1f, 8.1605249277e1f, -7.6705859753e1f,
                             4.2058693945e1f, -1.5094642577e1f, 3.8199525848e0f};
   return horner(r * r, c, ARRAY_SIZE(c)) * r;
}

float
ir_sin_turnf(float x)
{
   float r = x - ir_roundf(x); /* of an infinity NaN */
   if (r > 0.25f)
      r = 0.5f - r;
   else if (r < -0.25f)
      r = -0.5f - r;
   return sin_quarter(r);
}

float
ir_cos_turnf(float x)
{
   float r = x - ir_roundf(x);
   return sin_quarter(0.25f - (r < 0 ? -r : r));
}
