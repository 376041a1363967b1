/* SPDX-License-Identifier: MIT
 *
 * Literals to values (ESSL 1.00 4.1.3, 4.1.4). Floats are rounded to nearest even from the exact decimal
 * value, by integer arithmetic only: strtof would obey the application's locale.
 */

#include "compiler/glsl/pp/lex.h"
#include "util/u_math.h"

bool
glsl_parse_int(const char *s, size_t n, uint32_t *value)
{
   unsigned base = 10;
   size_t i = 0;
   if (n > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
      base = 16;
      i = 2;
   } else if (n > 1 && s[0] == '0') {
      base = 8;
      i = 1;
   }
   uint64_t v = 0;
   for (; i < n; i++) {
      unsigned d = s[i] >= '0' && s[i] <= '9'   ? (unsigned)(s[i] - '0')
                   : s[i] >= 'a' && s[i] <= 'f' ? (unsigned)(s[i] - 'a') + 10
                   : s[i] >= 'A' && s[i] <= 'F' ? (unsigned)(s[i] - 'A') + 10
                                                : 99;
      if (d >= base)
         return false;
      v = v * base + d;
      if (v > UINT32_MAX)
         return false;
   }
   *value = (uint32_t)v;
   return n > 0;
}

/* Little-endian big integers, large enough for 19 digits times 10^60 or shifted left by 256 bits. */
#define BIG_WORDS 16

static void
big_mul(uint32_t *w, uint32_t f)
{
   uint64_t carry = 0;
   for (unsigned i = 0; i < BIG_WORDS; i++) {
      carry += (uint64_t)w[i] * f;
      w[i] = (uint32_t)carry;
      carry >>= 32;
   }
}

/** Divides in place and returns the remainder. */
static uint32_t
big_div(uint32_t *w, uint32_t f)
{
   uint64_t rem = 0;
   for (unsigned i = BIG_WORDS; i--;) {
      rem = rem << 32 | w[i];
      w[i] = (uint32_t)(rem / f);
      rem %= f;
   }
   return (uint32_t)rem;
}

static bool
big_bit(const uint32_t *w, int bit)
{
   return bit >= 0 && (w[bit / 32] >> (bit % 32) & 1);
}

/** w * 2^exp2, with nonzero bits below it if sticky, rounded to binary32 (denormals kept). */
static float
big_round(const uint32_t *w, int exp2, bool sticky)
{
   int top = BIG_WORDS * 32 - 1;
   while (top >= 0 && !big_bit(w, top))
      top--;
   if (top < 0)
      return 0.0f;
   int e = top + exp2; /* exponent of the leading bit */
   if (e > 127)
      return uif(0x7f800000);
   int lsb = top - 23; /* bit of w that becomes the last bit of the mantissa */
   if (e < -126)
      lsb += -126 - e;
   if (lsb > top + 1)
      return 0.0f;
   uint32_t mant = 0;
   for (int b = top; b >= lsb; b--)
      mant = mant << 1 | big_bit(w, b);
   for (int b = 0; b < lsb - 1; b++)
      sticky |= big_bit(w, b);
   if (big_bit(w, lsb - 1) && (sticky || (mant & 1)))
      mant++;
   /* mant may have become 2^24: the addition carries into the exponent as it should. */
   uint32_t bits = e < -126 ? mant : ((uint32_t)(e + 127) << 23) + (mant - (1u << 23));
   return uif(bits);
}

/** digits * 10^exp10 for powers of ten that fit into a word, which is nearly every literal: one division of 64 bits leaves
 * at least 29 of the quotient. False: it is none of these. */
static bool
short_decimal(uint64_t digits, int exp10, bool sticky, float *value)
{
   static const uint32_t powers[] = {1,      10,      100,      1000,      10000,
                                     100000, 1000000, 10000000, 100000000, 1000000000};
   if (!digits || exp10 > 0 || -exp10 >= (int)ARRAY_SIZE(powers))
      return false;
   const uint32_t power = powers[-exp10];
   int exp2 = 0;
   for (; !(digits >> 63); exp2--)
      digits <<= 1;
   uint64_t q = digits / power;
   sticky |= digits % power != 0;
   for (; q >> 32; exp2++) {
      sticky |= q & 1;
      q >>= 1;
   }
   int top = 31;
   while (!(q >> top))
      top--;
   const int drop = top - 23; /* at least 5 */
   uint32_t mant = (uint32_t)q >> drop;
   const uint32_t rest = (uint32_t)q & ((1u << drop) - 1), half = 1u << (drop - 1);
   mant += rest > half || (rest == half && (sticky || (mant & 1)));
   /* between 10^-9 and 2^64: no denormal, no infinity; mant may have become 2^24 */
   *value = uif(((uint32_t)(top + exp2 + 127) << 23) + (mant - (1u << 23)));
   return true;
}

static float
decimal_to_float(uint64_t digits, int exp10, bool sticky)
{
   float value;
   if (short_decimal(digits, exp10, sticky, &value))
      return value;
   if (!digits || exp10 < -80)
      return 0.0f;
   if (exp10 > 40)
      return uif(0x7f800000);
   uint32_t w[BIG_WORDS] = {0};
   int shift = exp10 < 0 ? 9 : 0; /* words: leaves more than 24 bits of quotient for any 10^-80 */
   w[shift] = (uint32_t)digits;
   w[shift + 1] = (uint32_t)(digits >> 32);
   for (; exp10 > 0; exp10--)
      big_mul(w, 10);
   for (; exp10 < 0; exp10++)
      sticky |= big_div(w, 10) != 0;
   return big_round(w, -32 * shift, sticky);
}

bool
glsl_parse_float(const char *s, size_t n, float *value)
{
   uint64_t digits = 0;
   int exp10 = 0;
   bool sticky = false, any = false, point = false, exponent = false;
   size_t i = 0;
   for (; i < n; i++) {
      if (s[i] == '.' && !point) {
         point = true;
      } else if (s[i] >= '0' && s[i] <= '9') {
         any = true;
         if (digits < UINT64_MAX / 10 - 1) {
            digits = digits * 10 + (uint64_t)(s[i] - '0');
            exp10 -= point && exp10 > -100000;
         } else {
            sticky |= s[i] != '0';
            exp10 += !point && exp10 < 100000;
         }
      } else {
         break;
      }
   }
   if (!any)
      return false;
   if (i < n && (s[i] == 'e' || s[i] == 'E')) {
      exponent = true;
      bool neg = false;
      int e = 0;
      i++;
      if (i < n && (s[i] == '+' || s[i] == '-'))
         neg = s[i++] == '-';
      if (i == n)
         return false;
      for (; i < n && s[i] >= '0' && s[i] <= '9'; i++)
         e = e < 100000 ? e * 10 + (s[i] - '0') : e;
      exp10 += neg ? -e : e;
   }
   if (i != n || (!point && !exponent))
      return false;
   /* Leading zeros behind the point leave digits at 0 but count down exp10, which is right; many trailing
    * zeros can push a representable number out of range, so trade them for the exponent. */
   while (digits && digits % 10 == 0 && exp10 < 0) {
      digits /= 10;
      exp10++;
   }
   *value = decimal_to_float(digits, exp10, sticky);
   return true;
}
