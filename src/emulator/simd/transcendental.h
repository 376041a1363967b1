/* SPDX-License-Identifier: MIT
 *
 * Powers of two, sine and cosine of vectors of floats by polynomials in a fixed order, good to about 2^-22: the same
 * bits at every level. simd/mask.h says how things are named; v_log2 stands in simd/lanes.h.
 */
#ifndef EMULATOR_SIMD_TRANSCENDENTAL_H
#define EMULATOR_SIMD_TRANSCENDENTAL_H

#include "emulator/simd/lanes.h"

/** 2^x; 0 below 2^-126, infinity from 2^128 on; NaN stays. */
static inline vf
v_exp2(vf x)
{
   vf xc = v_min(v_max(x, v_splat(-151.0f)), v_splat(129.0f)); /* NaN becomes -151 and is put back below */
   vf n = v_rndne(xc);
   vf f = xc - n;
   vf p = v_splat(1.535336188e-4f);
   p = p * f + v_splat(1.339887440e-3f);
   p = p * f + v_splat(9.618437357e-3f);
   p = p * f + v_splat(5.550332471e-2f);
   p = p * f + v_splat(2.402264791e-1f);
   p = p * f + v_splat(6.931472029e-1f);
   p = p * f + v_splat(1.0f);
   vi ni = v_cvtt(n);
   vi n1 = ni >> 1, n2 = ni - n1;
   vf r = p * (vf)((n1 + 127) << 23) * (vf)((n2 + 127) << 23);
   return v_sel(x == x, r, x);
}

/* sin(2 pi r), |r| <= 1/4 */
static inline vf
v_sin_quarter(vf r)
{
   vf z = r * r;
   vf p = v_splat(3.8199525848e0f);       /* (2pi)^13/13! */
   p = p * z + v_splat(-1.5094642577e1f); /* -(2pi)^11/11! */
   p = p * z + v_splat(4.2058693945e1f);  /* (2pi)^9/9! */
   p = p * z + v_splat(-7.6705859753e1f); /* -(2pi)^7/7! */
   p = p * z + v_splat(8.1605249277e1f);  /* (2pi)^5/5! */
   p = p * z + v_splat(-4.1341702240e1f); /* -(2pi)^3/3! */
   p = p * z + v_splat(6.2831853072f);
   return p * r;
}
/** The sine of x turns. */
static inline vf
v_sin_turns(vf x)
{
   vf r = x - v_rndne(x); /* infinities become NaN */
   vf fold = (vf)((vi)v_splat(0.5f) | ((vi)r & INT32_MIN)) - r;
   return v_sin_quarter(v_sel(v_abs(r) > v_splat(0.25f), fold, r));
}
/** The cosine of x turns. */
static inline vf
v_cos_turns(vf x)
{
   vf r = x - v_rndne(x);
   return v_sin_quarter(v_splat(0.25f) - v_abs(r));
}

#endif
