/* SPDX-License-Identifier: MIT
 *
 * Functions as nodes: those of simd/transcendental.h and v_log2 of simd/lanes.h, step by step, so that every bit is theirs.
 */
#include "emulator/jit/functions.h"

#include "emulator/jit/nodes.h"

static int
poly(struct jit_block *b, int x, const float *k, unsigned n)
{
   int p = num(b, k[0]);
   for (unsigned i = 1; i < n; i++)
      p = two(b, JIT_ADD, two(b, JIT_MUL, p, x), num(b, k[i]));
   return p;
}

int
jit_exp2(struct jit_block *b, int x)
{
   static const float k[] = {1.535336188e-4f,
                             1.339887440e-3f,
                             9.618437357e-3f,
                             5.550332471e-2f,
                             2.402264791e-1f,
                             6.931472029e-1f,
                             1.0f};
   const int xc = two(b, JIT_MIN, two(b, JIT_MAX, x, num(b, -151.0f)), num(b, 129.0f));
   const int n = one(b, JIT_ROUND, xc, JIT_NEAREST);
   const int p = poly(b, two(b, JIT_SUB, xc, n), k, ARRAY_SIZE(k));
   const int ni = one(b, JIT_CVTT, n, 0), n1 = one(b, JIT_SAR, ni, 1), n2 = two(b, JIT_ISUB, ni, n1);
   const int f1 = one(b, JIT_SHL, two(b, JIT_IADD, n1, imm(b, 127)), 23);
   const int f2 = one(b, JIT_SHL, two(b, JIT_IADD, n2, imm(b, 127)), 23);
   return sel(b, cmp(b, JIT_EQ, x, x), two(b, JIT_MUL, two(b, JIT_MUL, p, f1), f2), x);
}

int
jit_log2(struct jit_block *b, int x, uint32_t at_zero)
{
   static const float k[] = {3.20598898e-1f, 4.12198583e-1f, 5.77078016e-1f, 9.61796694e-1f, 2.88539008f};
   const int e = one(b, JIT_SAR, two(b, JIT_ISUB, x, imm(b, 0x3f3504f3u)), 23);
   const int m = two(b, JIT_ISUB, x, one(b, JIT_SHL, e, 23));
   const int s = two(b, JIT_DIV, two(b, JIT_SUB, m, num(b, 1.0f)), two(b, JIT_ADD, m, num(b, 1.0f)));
   const int p = poly(b, two(b, JIT_MUL, s, s), k, ARRAY_SIZE(k));
   int r = two(b, JIT_ADD, one(b, JIT_FLOAT, e, 0), two(b, JIT_MUL, s, p));
   r = sel(b, cmp(b, JIT_LT, x, imm(b, BITS_INF)), r, x);
   r = sel(b, cmp(b, JIT_EQ, x, num(b, 0)), imm(b, at_zero), r);
   return sel(b, cmp(b, JIT_LT, x, num(b, 0)), imm(b, 0x7fc00000), r);
}

static int
sin_quarter(struct jit_block *b, int r)
{
   static const float k[] = {3.8199525848e0f, -1.5094642577e1f, 4.2058693945e1f, -7.6705859753e1f,
                             8.1605249277e1f, -4.1341702240e1f, 6.2831853072f};
   return two(b, JIT_MUL, poly(b, two(b, JIT_MUL, r, r), k, ARRAY_SIZE(k)), r);
}

int
jit_sin_turns(struct jit_block *b, int x)
{
   const int r = two(b, JIT_SUB, x, one(b, JIT_ROUND, x, JIT_NEAREST));
   const int fold = two(b, JIT_SUB, two(b, JIT_OR, num(b, 0.5f), sign(b, r)), r);
   return sin_quarter(b, sel(b, cmp(b, JIT_GT, v_abs(b, r), num(b, 0.25f)), fold, r));
}

int
jit_cos_turns(struct jit_block *b, int x)
{
   const int r = two(b, JIT_SUB, x, one(b, JIT_ROUND, x, JIT_NEAREST));
   return sin_quarter(b, two(b, JIT_SUB, num(b, 0.25f), v_abs(b, r)));
}
