/* SPDX-License-Identifier: MIT
 *
 * Small integer and bit helpers that every room may use. Pure functions, no state.
 */
#ifndef U_MATH_H
#define U_MATH_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(a)      (sizeof(a) / sizeof((a)[0]))
#define MIN2(a, b)         ((a) < (b) ? (a) : (b))
#define MAX2(a, b)         ((a) > (b) ? (a) : (b))
#define CLAMP(v, lo, hi)   ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
#define DIV_ROUND_UP(a, b) (((a) + (b)-1) / (b))

/** The 32 bits of a float. */
static inline uint32_t
fui(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}

/** The float whose bits are \p u. */
static inline float
uif(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

/** \p v rounded up to a multiple of \p a, which must be a power of two. */
static inline uint64_t
u_align(uint64_t v, uint64_t a)
{
   assert(a && !(a & (a - 1)) && v <= UINT64_MAX - (a - 1));
   return (v + a - 1) & ~(a - 1);
}

/** \p v rounded up to a multiple of any \p a > 0. */
static inline uint64_t
u_align_npot(uint64_t v, uint64_t a)
{
   assert(a);
   return (v + a - 1) / a * a;
}

static inline bool
u_is_pow2(uint64_t v)
{
   return v && !(v & (v - 1));
}

/** floor(log2(v)); 0 for v == 0. */
static inline unsigned
u_log2(uint32_t v)
{
   return v ? 31u - (unsigned)__builtin_clz(v) : 0;
}

/** The smallest power of two >= v; 1 for v == 0. */
static inline uint32_t
u_next_pow2(uint32_t v)
{
   assert(v <= UINT32_C(1) << 31); /* the next one has no 32 bits */
   return v <= 1 ? 1 : 1u << (32 - __builtin_clz(v - 1));
}

/** Size of mip level \p level of a dimension whose level 0 has \p size texels. */
static inline uint32_t
u_minify(uint32_t size, unsigned level)
{
   uint32_t s = level < 32 ? size >> level : 0;
   return s ? s : 1;
}

/** IEEE binary32 <-> binary16, round to nearest even, overflow to infinity. Defined in u_half.c. */
uint16_t u_float_to_half(float f);
float u_half_to_float(uint16_t h);

#endif
