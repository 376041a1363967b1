/* SPDX-License-Identifier: MIT
 * A decoder of LZMA for small tables: shortness before speed. */
#include "db/db_lzma.h"

#include <assert.h>
#include <stdbool.h>

enum {
   NUM_STATES = 12,
   LITERAL_STATES = 7, /* states below: the last thing was a literal */
   PROB_BITS = 11,
   ADAPT_BITS = 5,
   LEN_STATES = 4, /* lengths 2, 3, 4 and above tell apart how distances are spread */
   FIRST_FAR_SLOT = 14,
   ALIGN_BITS = 4,
};

typedef uint16_t prob; /* that the next bit is 0, of 1 << PROB_BITS */

struct lengths {
   prob is_longer, is_longest, low[8], mid[8], high[256];
};

struct lzma {
   const uint8_t *in, *end;
   uint32_t range, code;
   struct probs {
      prob is_match[NUM_STATES], is_rep[NUM_STATES], is_rep1[NUM_STATES], is_rep2[NUM_STATES],
         is_rep3[NUM_STATES], is_long_rep[NUM_STATES];
      prob literal[0x300], slot[LEN_STATES][64], near[FIRST_FAR_SLOT][32], align[1 << ALIGN_BITS];
      struct lengths len, rep_len;
   } p;
};

static uint8_t
next_byte(struct lzma *z)
{
   assert(z->in < z->end);
   return *z->in++;
}

static unsigned
bit(struct lzma *z, prob *p)
{
   const uint32_t bound = (z->range >> PROB_BITS) * *p;
   const bool one = z->code >= bound;
   if (one) {
      z->range -= bound;
      z->code -= bound;
      *p = (prob)(*p - (*p >> ADAPT_BITS));
   } else {
      z->range = bound;
      *p = (prob)(*p + (((1 << PROB_BITS) - *p) >> ADAPT_BITS));
   }
   if (z->range < 1u << 24) {
      z->range <<= 8;
      z->code = z->code << 8 | next_byte(z);
   }
   return one;
}

/* Bits that are as often 0 as 1, the highest first. */
static uint32_t
plain_bits(struct lzma *z, unsigned n)
{
   uint32_t v = 0;
   while (n--) {
      z->range >>= 1;
      const bool one = z->code >= z->range;
      if (one)
         z->code -= z->range;
      if (z->range < 1u << 24) {
         z->range <<= 8;
         z->code = z->code << 8 | next_byte(z);
      }
      v = v << 1 | one;
   }
   return v;
}

/* The highest bit first. */
static uint32_t
tree(struct lzma *z, prob *p, unsigned n)
{
   uint32_t m = 1;
   for (unsigned i = 0; i < n; i++)
      m = m << 1 | bit(z, &p[m]);
   return m - (1u << n);
}

/* The lowest bit first. */
static uint32_t
reverse_tree(struct lzma *z, prob *p, unsigned n)
{
   uint32_t m = 1, v = 0;
   for (unsigned i = 0; i < n; i++) {
      const uint32_t b = bit(z, &p[m]);
      m = m << 1 | b;
      v |= b << i;
   }
   return v;
}

static uint32_t
length(struct lzma *z, struct lengths *l)
{
   if (!bit(z, &l->is_longer))
      return 2 + tree(z, l->low, 3);
   if (!bit(z, &l->is_longest))
      return 10 + tree(z, l->mid, 3);
   return 18 + tree(z, l->high, 8);
}

/* match: the byte at the last distance, if the last thing was not a literal; its bits foretell this one's as long as they agree. */
static uint8_t
literal(struct lzma *z, bool after_match, unsigned match)
{
   unsigned m = 1;
   while (after_match && m < 0x100) {
      const unsigned expected = match >> 7 & 1;
      match <<= 1;
      const unsigned b = bit(z, &z->p.literal[((1 + expected) << 8) + m]);
      m = m << 1 | b;
      after_match = b == expected;
   }
   while (m < 0x100)
      m = m << 1 | bit(z, &z->p.literal[m]);
   return (uint8_t)m;
}

static uint32_t
distance(struct lzma *z, uint32_t len)
{
   const uint32_t slot = tree(z, z->p.slot[len - 2 < LEN_STATES ? len - 2 : LEN_STATES - 1], 6);
   if (slot < 4)
      return slot;
   const unsigned low_bits = (slot >> 1) - 1;
   const uint32_t high = (2 | (slot & 1)) << low_bits;
   if (slot < FIRST_FAR_SLOT)
      return high + reverse_tree(z, z->p.near[slot], low_bits);
   const uint32_t mid = plain_bits(z, low_bits - ALIGN_BITS) << ALIGN_BITS;
   return high + mid + reverse_tree(z, z->p.align, ALIGN_BITS);
}

/* Puts a distance first; those before place \p was move up. */
static void
use_distance(uint32_t rep[4], unsigned was, uint32_t d)
{
   for (unsigned i = was; i > 0; i--)
      rep[i] = rep[i - 1];
   rep[0] = d;
}

/* Makes the distance that is repeated the first; false: for a single byte. */
static bool
repeat(struct lzma *z, unsigned state, uint32_t rep[4])
{
   if (!bit(z, &z->p.is_rep1[state]))
      return bit(z, &z->p.is_long_rep[state]);
   const unsigned was = !bit(z, &z->p.is_rep2[state]) ? 1 : !bit(z, &z->p.is_rep3[state]) ? 2 : 3;
   use_distance(rep, was, rep[was]);
   return true;
}

void
db_lzma_unpack(const uint8_t *in, size_t in_B, uint8_t *out, size_t out_B)
{
   struct lzma z = {.in = in, .end = in + in_B, .range = UINT32_MAX};
   prob *p = (prob *)&z.p;
   for (size_t i = 0; i < sizeof z.p / sizeof *p; i++)
      p[i] = 1 << (PROB_BITS - 1);
   for (unsigned i = 0; i < 5; i++)
      z.code = z.code << 8 | next_byte(&z);

   uint32_t rep[4] = {0}; /* the last distances, less 1 */
   unsigned state = 0;
   for (size_t at = 0; at < out_B;) {
      if (!bit(&z, &z.p.is_match[state])) {
         const bool after_match = state >= LITERAL_STATES;
         out[at] = literal(&z, after_match, after_match ? out[at - rep[0] - 1] : 0);
         at++;
         state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
         continue;
      }
      const bool after_literal = state < LITERAL_STATES;
      uint32_t len = 1;
      if (!bit(&z, &z.p.is_rep[state])) {
         len = length(&z, &z.p.len);
         use_distance(rep, 3, distance(&z, len));
         state = after_literal ? 7 : 10;
      } else if (repeat(&z, state, rep)) {
         len = length(&z, &z.p.rep_len);
         state = after_literal ? 8 : 11;
      } else {
         state = after_literal ? 9 : 11;
      }
      assert(rep[0] < at && len <= out_B - at);
      for (const size_t end = at + len; at < end; at++)
         out[at] = out[at - rep[0] - 1];
   }
}
