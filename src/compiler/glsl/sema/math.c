/* SPDX-License-Identifier: MIT
 *
 * Elementary functions for the folding of constant expressions. They are written out in plain double
 * arithmetic, because a folded constant reaches pixels and the C library's functions differ from machine to
 * machine. Errors are near 1e-15 relative, so that the result rounded to binary32 is almost always the
 * nearest. Sines of arguments beyond 2^40 have no correct digits in a shader's precision and are returned as
 * 0 (cosines as 1).
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "compiler/glsl/sema/math.h"

#define LN2  0.69314718055994530942
#define PI_2 1.57079632679489661923
#define INF  __builtin_inf()

static double
scale2(double x, int n)
{
   while (n > 1000) {
      x *= 0x1p1000;
      n -= 1000;
   }
   while (n < -1000) {
      x *= 0x1p-1000;
      n += 1000;
   }
   uint64_t bits = (uint64_t)(n + 1023) << 52;
   assert(n >= -1000 && n <= 1000);
   double s;
   memcpy(&s, &bits, 8);
   return x * s;
}

static double
nearest(double x)
{
   assert(x > -0x1p62 && x < 0x1p62);
   return (double)(int64_t)(x + (x < 0 ? -0.5 : 0.5));
}

double
glsl_exp2(double x)
{
   if (x != x)
      return x;
   if (x > 1100)
      return INF;
   if (x < -1100)
      return 0;
   double n = nearest(x), t = (x - n) * LN2, sum = 1;
   for (int k = 16; k >= 1; k--)
      sum = 1 + sum * t / k;
   return scale2(sum, (int)n);
}

double
glsl_log2(double x)
{
   if (x != x || x < 0)
      return __builtin_nan("");
   if (x == 0)
      return -INF;
   if (x == INF)
      return x;
   uint64_t bits;
   memcpy(&bits, &x, 8);
   int e = (int)(bits >> 52) - 1023;
   bits = (bits & ((1ull << 52) - 1)) | 1023ull << 52;
   double m;
   memcpy(&m, &bits, 8);
   if (m > 1.4142135623730951) {
      m *= 0.5;
      e++;
   }
   double s = (m - 1) / (m + 1), s2 = s * s, sum = 0;
   for (int k = 25; k >= 1; k -= 2)
      sum = sum * s2 + 1.0 / k;
   return e + 2 * s * sum / LN2;
}

/** x - k pi/2 with k mod 4 in *quadrant. False if x is too large. */
static bool
reduce(double x, double *r, int *quadrant)
{
   /* pi/2 in three parts; the first two have zeros at their ends, so that the products are exact. */
   const double p1 = 1.57079632673412561417, p2 = 6.07710050630396597660e-11, p3 = 2.02226624879595063154e-21;
   if (!(x < 0x1p40 && x > -0x1p40))
      return false;
   double k = nearest(x / PI_2);
   *r = ((x - k * p1) - k * p2) - k * p3;
   *quadrant = (int)((int64_t)k & 3);
   assert(*r > -1 && *r < 1); /* the polynomials are good to pi/4 and a little */
   return true;
}

static double
sin_poly(double x)
{
   double x2 = x * x, sum = 1;
   for (int k = 18; k >= 2; k -= 2)
      sum = 1 - sum * x2 / (k * (k + 1));
   return x * sum;
}

static double
cos_poly(double x)
{
   double x2 = x * x, sum = 1;
   for (int k = 19; k >= 1; k -= 2)
      sum = 1 - sum * x2 / (k * (k + 1));
   return sum;
}

double
glsl_sin(double x)
{
   double r;
   int q;
   if (!reduce(x, &r, &q))
      return 0;
   double v = q & 1 ? cos_poly(r) : sin_poly(r);
   return q & 2 ? -v : v;
}

double
glsl_cos(double x)
{
   double r;
   int q;
   if (!reduce(x, &r, &q))
      return 1;
   double v = q & 1 ? -sin_poly(r) : cos_poly(r);
   return q & 2 ? -v : v;
}

double
glsl_atan(double x)
{
   if (x > 1)
      return PI_2 - glsl_atan(1 / x);
   if (x < -1)
      return -PI_2 - glsl_atan(1 / x);
   for (int i = 0; i < 3; i++) /* atan x = 2 atan(x / (1 + sqrt(1 + x^2))) */
      x /= 1 + __builtin_sqrt(1 + x * x);
   double x2 = x * x, sum = 0;
   for (int k = 21; k >= 1; k -= 2)
      sum = 1.0 / k - sum * x2;
   return 8 * x * sum;
}
