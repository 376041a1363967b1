/* SPDX-License-Identifier: MIT
 * What the generated pack macros rest on. A value that does not fit its field is a bug in the caller: debug
 * builds stop there, release builds cut it off. Signed fields are packed from their two's complement cut to
 * width (db_signed) and read back with db_sext. */
#ifndef DB_PACK_H
#define DB_PACK_H

#include <assert.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t
db_fit(uint32_t v, uint32_t max)
{
   assert(v <= max);
   return v & max;
}

/* v as a field of the given width in bits (1..31). */
static inline uint32_t
db_signed(int32_t v, unsigned width)
{
   assert(v >= -(1 << (width - 1)) && v < 1 << (width - 1));
   return (uint32_t)v & ((1u << width) - 1);
}

/* The value of a signed field of the given width in bits (1..32). */
static inline int32_t
db_sext(uint32_t v, unsigned width)
{
   return (int32_t)(v << (32 - width)) >> (32 - width);
}

/* Floats in registers: bits only. */
static inline uint32_t
db_float(float f)
{
   uint32_t u;
   memcpy(&u, &f, 4);
   return u;
}

static inline float
db_as_float(uint32_t u)
{
   float f;
   memcpy(&f, &u, 4);
   return f;
}

#endif
