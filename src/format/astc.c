/* SPDX-License-Identifier: MIT
 *
 * ASTC, LDR profile, 2D blocks (Khronos Data Format Specification, "ASTC Compressed Texture Image Formats";
 * its section titles are the headings here). A block is decoded to bytes: the eight most significant bits of
 * the specification's 16-bit results. HDR endpoints and HDR void extents are errors in this profile.
 */
#include "format/astc.h"

#include <assert.h>
#include <string.h>

#include "util/u_math.h"

#define MAX_WEIGHTS 64
#define MAX_VALUES  18

static const uint8_t magenta[4] = {255, 0, 255, 255};
_Static_assert(MAX_VALUES <= MAX_WEIGHTS, "read_block reads both into one array");

/* ---- bits ---------------------------------------------------------------------------------------------- */

struct bits {
   uint64_t lo, hi;
};

/** \p n <= 16 bits from bit \p at; what lies behind the end of the block reads as zero. */
static unsigned
get(const struct bits *b, unsigned at, unsigned n)
{
   assert(n <= 16);
   uint64_t v = at >= 128 ? 0 : at >= 64 ? b->hi >> (at - 64) : b->lo >> at | (at ? b->hi << (64 - at) : 0);
   return (unsigned)(v & ((1u << n) - 1));
}

static uint64_t
reverse64(uint64_t v)
{
   uint64_t r = 0;
   for (unsigned i = 0; i < 64; i++)
      r |= (v >> i & 1) << (63 - i);
   return r;
}

/* ---- integer sequence encoding ------------------------------------------------------------------------- */

/** How numbers of a range are made of bits and of a trit or a quint. */
struct range {
   uint16_t levels;
   uint8_t bits;
   bool trit, quint;
};
static const struct range ranges[] = {
   {2,   1, false, false},
   {3,   0, true,  false},
   {4,   2, false, false},
   {5,   0, false, true },
   {6,   1, true,  false},
   {8,   3, false, false},
   {10,  1, false, true },
   {12,  2, true,  false},
   {16,  4, false, false},
   {20,  2, false, true },
   {24,  3, true,  false},
   {32,  5, false, false},
   {40,  3, false, true },
   {48,  4, true,  false},
   {64,  6, false, false},
   {80,  4, false, true },
   {96,  5, true,  false},
   {128, 7, false, false},
   {160, 5, false, true },
   {192, 6, true,  false},
   {256, 8, false, false},
};

static unsigned
sequence_bits(const struct range *r, unsigned n)
{
   assert(!(r->trit && r->quint));
   return n * r->bits + (r->trit ? (8 * n + 4) / 5 : 0) + (r->quint ? (7 * n + 2) / 3 : 0);
}

static void
trits_of(unsigned t, uint8_t out[5])
{
   assert(t <= 0xff);
   unsigned c;
   if ((t >> 2 & 7) == 7) {
      c = (t >> 5 & 7) << 2 | (t & 3);
      out[3] = out[4] = 2;
   } else {
      c = t & 31;
      const bool two = (t >> 5 & 3) == 3;
      out[4] = two ? 2 : (uint8_t)(t >> 7 & 1);
      out[3] = two ? (uint8_t)(t >> 7 & 1) : (uint8_t)(t >> 5 & 3);
   }
   if ((c & 3) == 3) {
      out[2] = 2;
      out[1] = (uint8_t)(c >> 4 & 1);
      out[0] = (uint8_t)((c >> 3 & 1) << 1 | (c >> 2 & 1 & ~(c >> 3)));
   } else if ((c >> 2 & 3) == 3) {
      out[2] = out[1] = 2;
      out[0] = (uint8_t)(c & 3);
   } else {
      out[2] = (uint8_t)(c >> 4 & 1);
      out[1] = (uint8_t)(c >> 2 & 3);
      out[0] = (uint8_t)((c >> 1 & 1) << 1 | (c & 1 & ~(c >> 1)));
   }
}

static void
quints_of(unsigned q, uint8_t out[3])
{
   assert(q <= 0x7f);
   unsigned c;
   if ((q >> 1 & 3) == 3 && (q >> 5 & 3) == 0) {
      const unsigned inverse = ~q & 1;
      out[2] = (uint8_t)((q & 1) << 2 | (q >> 4 & inverse) << 1 | (q >> 3 & inverse));
      out[1] = out[0] = 4;
      return;
   }
   if ((q >> 1 & 3) == 3) {
      out[2] = 4;
      c = (q >> 3 & 3) << 3 | (~(q >> 5) & 3) << 1 | (q & 1);
   } else {
      out[2] = (uint8_t)(q >> 5 & 3);
      c = q & 31;
   }
   const bool four = (c & 7) == 5;
   out[1] = four ? 4 : (uint8_t)(c >> 3 & 3);
   out[0] = four ? (uint8_t)(c >> 3 & 3) : (uint8_t)(c & 7);
}

/** A number: its bits, and its trit or quint in the byte above. */
static void
read_sequence(const struct bits *b, unsigned at, const struct range *r, unsigned n, uint16_t *out)
{
   static const uint8_t trit_bits[5] = {2, 2, 1, 2, 1}, quint_bits[3] = {3, 2, 2};
   const unsigned end = at + sequence_bits(r, n), group = r->trit ? 5 : r->quint ? 3 : 1;
   const uint8_t *extra = r->trit ? trit_bits : quint_bits;
   assert(r >= ranges && r < ranges + ARRAY_SIZE(ranges) && n <= MAX_WEIGHTS);
   for (unsigned i = 0; i < n; i += group) {
      unsigned packed = 0, shift = 0;
      uint8_t digit[5] = {0};
      for (unsigned k = 0; k < group; k++) {
         uint16_t v = (uint16_t)get(b, at, r->bits);
         at += r->bits;
         if (i + k < n)
            out[i + k] = v;
         if (group == 1)
            continue;
         /* a group that is cut short has zeros behind its end */
         const unsigned room = at < end ? MIN2(end - at, extra[k]) : 0;
         packed |= get(b, at, room) << shift;
         shift += extra[k];
         at += extra[k];
      }
      if (r->trit)
         trits_of(packed, digit);
      else if (r->quint)
         quints_of(packed, digit);
      for (unsigned k = 0; k < group && i + k < n; k++)
         out[i + k] |= (uint16_t)(digit[k] << 8);
   }
}

/* ---- unquantization ------------------------------------------------------------------------------------ */

/** \p bits bits repeated to \p to bits. */
static unsigned
replicate(unsigned v, unsigned bits, unsigned to)
{
   assert(to <= 8 && (bits || !v));
   unsigned out = 0;
   for (int at = (int)to - (int)bits; at > -(int)bits; at -= (int)bits)
      out |= at >= 0 ? v << at : v >> -at;
   return out & ((1u << to) - 1);
}

static unsigned
unquantise_color(const struct range *r, unsigned number)
{
   static const uint8_t trit_c[7] = {0, 204, 93, 44, 22, 11, 5}, quint_c[6] = {0, 113, 54, 26, 13, 6};
   const unsigned m = number & 255, d = number >> 8, x = m >> 1;
   if (!r->trit && !r->quint)
      return replicate(m, r->bits, 8);
   const unsigned a = m & 1 ? 0x1ff : 0;
   assert(r->bits < (r->trit ? ARRAY_SIZE(trit_c) : ARRAY_SIZE(quint_c)) && m < 1u << r->bits);
   assert(d < (r->trit ? 3u : 5u));
   unsigned b = 0;
   if (r->trit) {
      switch (r->bits) {
      case 2:
         b = x << 8 | x << 4 | x << 2 | x << 1;
         break;
      case 3:
         b = x << 7 | x << 2 | x;
         break;
      case 4:
         b = x << 6 | x;
         break;
      case 5:
         b = x << 5 | x >> 2;
         break;
      case 6:
         b = x << 4 | x >> 4;
         break;
      }
   } else {
      switch (r->bits) {
      case 2:
         b = x << 8 | x << 3 | x << 2;
         break;
      case 3:
         b = x << 7 | x << 1 | x >> 1;
         break;
      case 4:
         b = x << 6 | x >> 1;
         break;
      case 5:
         b = x << 5 | x >> 3;
         break;
      }
   }
   const unsigned t = (d * (r->trit ? trit_c[r->bits] : quint_c[r->bits]) + b) ^ a;
   return (a & 0x80) | (t >> 2 & 0x7f);
}

static unsigned
unquantise_weight(const struct range *r, unsigned number)
{
   assert(number >> 8 < (r->trit ? 3u : r->quint ? 5u : 1u) && (number & 255) < 1u << r->bits);
   static const uint8_t three[3] = {0, 32, 63}, five[5] = {0, 16, 32, 47, 63};
   const unsigned m = number & 255, d = number >> 8, x = m >> 1;
   unsigned w;
   if (!r->trit && !r->quint) {
      w = replicate(m, r->bits, 6);
   } else if (!r->bits) {
      w = r->trit ? three[d] : five[d];
   } else {
      const unsigned a = m & 1 ? 0x7f : 0;
      unsigned b = 0, c;
      if (r->trit) {
         c = r->bits == 1 ? 50 : r->bits == 2 ? 23 : 11;
         b = r->bits == 2 ? x << 6 | x << 2 | x : r->bits == 3 ? x << 5 | x : 0;
      } else {
         c = r->bits == 1 ? 28 : 13;
         b = r->bits == 2 ? x << 6 | x << 1 : 0;
      }
      const unsigned t = (d * c + b) ^ a;
      w = (a & 0x20) | (t >> 2 & 0x1f);
   }
   return w > 32 ? w + 1 : w;
}

/* ---- block mode ---------------------------------------------------------------------------------------- */

struct mode {
   unsigned w, h; /* of the weight grid */
   bool dual;
   const struct range *range;
};

static bool
decode_mode(unsigned m, struct mode *out)
{
   assert(m < 1u << 11);
   unsigned r, a = m >> 5 & 3, b = m >> 7 & 3;
   bool high = m >> 9 & 1;
   out->dual = m >> 10 & 1;
   if (m & 3) {
      r = (m >> 4 & 1) | (m & 3) << 1;
      switch (m >> 2 & 3) {
      case 0:
         out->w = b + 4;
         out->h = a + 2;
         break;
      case 1:
         out->w = b + 8;
         out->h = a + 2;
         break;
      case 2:
         out->w = a + 2;
         out->h = b + 8;
         break;
      default:
         out->w = b & 2 ? (b & 1) + 2 : a + 2;
         out->h = b & 2 ? a + 2 : (b & 1) + 6;
      }
   } else {
      r = (m >> 4 & 1) | (m >> 2 & 3) << 1;
      switch (b) {
      case 0:
         out->w = 12;
         out->h = a + 2;
         break;
      case 1:
         out->w = a + 2;
         out->h = 12;
         break;
      case 2:
         out->w = a + 6;
         out->h = (m >> 9 & 3) + 6;
         out->dual = high = false;
         break;
      default:
         if (a > 1)
            return false;
         out->w = a ? 10 : 6;
         out->h = a ? 6 : 10;
      }
   }
   if (r < 2)
      return false;
   static const uint8_t level[2][6] = {
      {0, 1, 2, 3, 4,  5 },
      {6, 7, 8, 9, 10, 11}
   };
   out->range = &ranges[level[high][r - 2]];
   assert(out->w >= 2 && out->w <= 12 && out->h >= 2 && out->h <= 12);
   return true;
}

/* ---- partition pattern --------------------------------------------------------------------------------- */

static uint32_t
hash52(uint32_t p)
{
   p ^= p >> 15;
   p -= p << 17;
   p += p << 7;
   p += p << 4;
   p ^= p >> 5;
   p += p << 16;
   p ^= p >> 7;
   p ^= p >> 3;
   p ^= p << 6;
   p ^= p >> 17;
   return p;
}

static unsigned
partition_of(uint32_t seed, unsigned x, unsigned y, unsigned count, bool small)
{
   assert(count >= 1 && count <= 4);
   if (count == 1)
      return 0;
   if (small) {
      x <<= 1;
      y <<= 1;
   }
   seed += (count - 1) * 1024;
   const uint32_t rnum = hash52(seed);
   unsigned s[8];
   for (unsigned i = 0; i < 8; i++) {
      s[i] = rnum >> (4 * i) & 15;
      s[i] *= s[i];
   }
   const unsigned three = count == 3 ? 6 : 5;
   const unsigned sh1 = seed & 1 ? (seed & 2 ? 4 : 5) : three, sh2 = seed & 1 ? three : (seed & 2 ? 4 : 5);
   for (unsigned i = 0; i < 8; i++)
      s[i] >>= i & 1 ? sh2 : sh1;
   const unsigned a = (s[0] * x + s[1] * y + (rnum >> 14)) & 63,
                  b = (s[2] * x + s[3] * y + (rnum >> 10)) & 63,
                  c = count < 3 ? 0 : (s[4] * x + s[5] * y + (rnum >> 6)) & 63,
                  d = count < 4 ? 0 : (s[6] * x + s[7] * y + (rnum >> 2)) & 63;
   if (a >= b && a >= c && a >= d)
      return 0;
   if (b >= c && b >= d)
      return 1;
   return c >= d ? 2 : 3;
}

/* ---- endpoint decoding --------------------------------------------------------------------------------- */

struct ends {
   uint8_t e[2][4];
   bool hdr;
};

static uint8_t
clamp8(int v)
{
   return (uint8_t)CLAMP(v, 0, 255);
}

static void
set(uint8_t out[4], int r, int g, int b, int a)
{
   out[0] = clamp8(r);
   out[1] = clamp8(g);
   out[2] = clamp8(b);
   out[3] = clamp8(a);
}

static void
set_contracted(uint8_t out[4], int r, int g, int b, int a)
{
   set(out, (r + b) >> 1, (g + b) >> 1, b, a);
}

/** Moves the upper bit of an offset to its base and sign-extends the rest. */
static void
transfer(int *offset, int *base)
{
   *base = *base >> 1 | (*offset & 0x80);
   *offset = *offset >> 1 & 0x3f;
   if (*offset & 0x20)
      *offset -= 0x40;
}

static void
decode_ends(unsigned mode, const uint8_t *n, struct ends *out)
{
   assert(mode < 16);
   int v[8];
   for (unsigned i = 0; i < 8; i++)
      v[i] = i < 2 * (mode >> 2) + 2 ? n[i] : 0;
   uint8_t *e0 = out->e[0], *e1 = out->e[1];
   out->hdr = false;
   switch (mode) {
   case 0: /* luminance */
      set(e0, v[0], v[0], v[0], 255);
      set(e1, v[1], v[1], v[1], 255);
      break;
   case 1: { /* luminance, base and offset */
      const int l0 = v[0] >> 2 | (v[1] & 0xc0), l1 = l0 + (v[1] & 0x3f);
      set(e0, l0, l0, l0, 255);
      set(e1, l1, l1, l1, 255);
      break;
   }
   case 4: /* luminance and alpha */
      set(e0, v[0], v[0], v[0], v[2]);
      set(e1, v[1], v[1], v[1], v[3]);
      break;
   case 5: /* the same, base and offset */
      transfer(&v[1], &v[0]);
      transfer(&v[3], &v[2]);
      set(e0, v[0], v[0], v[0], v[2]);
      set(e1, v[0] + v[1], v[0] + v[1], v[0] + v[1], v[2] + v[3]);
      break;
   case 6:  /* RGB, base and scale */
   case 10: /* and two alphas */
      set(e0, v[0] * v[3] >> 8, v[1] * v[3] >> 8, v[2] * v[3] >> 8, mode == 10 ? v[4] : 255);
      set(e1, v[0], v[1], v[2], mode == 10 ? v[5] : 255);
      break;
   case 8:  /* RGB */
   case 12: /* RGBA */
      if (mode == 8)
         v[6] = v[7] = 255;
      if (v[1] + v[3] + v[5] >= v[0] + v[2] + v[4]) {
         set(e0, v[0], v[2], v[4], v[6]);
         set(e1, v[1], v[3], v[5], v[7]);
      } else {
         set_contracted(e0, v[1], v[3], v[5], v[7]);
         set_contracted(e1, v[0], v[2], v[4], v[6]);
      }
      break;
   case 9:  /* RGB, base and offset */
   case 13: /* RGBA, base and offset */
      for (unsigned i = 0; i < (mode == 13 ? 8u : 6u); i += 2)
         transfer(&v[i + 1], &v[i]);
      if (mode == 9) {
         v[6] = 255;
         v[7] = 0;
      }
      if (v[1] + v[3] + v[5] >= 0) {
         set(e0, v[0], v[2], v[4], v[6]);
         set(e1, v[0] + v[1], v[2] + v[3], v[4] + v[5], v[6] + v[7]);
      } else {
         set_contracted(e0, v[0] + v[1], v[2] + v[3], v[4] + v[5], v[6] + v[7]);
         set_contracted(e1, v[0], v[2], v[4], v[6]);
      }
      break;
   default:
      out->hdr = true;
   }
}

/* ---- a block ------------------------------------------------------------------------------------------- */

/** What stands in a block that is no void extent. */
struct block {
   struct mode mode;
   unsigned parts, seed, plane2; /* plane2: the component with weights of its own, 4: none */
   struct ends ends[4];
   uint8_t weights[2][MAX_WEIGHTS];
};

/** The endpoint modes of the partitions; *at moves behind them, *top before their part below the weights. */
static void
read_end_modes(const struct bits *b, unsigned parts, unsigned *at, unsigned *top, unsigned modes[4])
{
   assert(parts >= 1 && parts <= 4);
   if (parts == 1) {
      modes[0] = get(b, 13, 4);
      *at = 17;
      return;
   }
   const unsigned field = get(b, 23, 6), class = field & 3;
   *at = 29;
   unsigned v = field >> 2;
   if (class) {
      const unsigned extra = 3 * parts - 4;
      *top -= extra;
      v |= get(b, *top, extra) << 4;
   }
   for (unsigned i = 0; i < parts; i++)
      modes[i] = class ? (class - 1 + (v >> i & 1)) << 2 | (v >> (parts + 2 * i) & 3) : v;
}

/** False: the block is an error. */
static bool
read_block(const struct bits *b, unsigned block_w, unsigned block_h, struct block *out)
{
   struct mode *m = &out->mode;
   if (!decode_mode(get(b, 0, 11), m) || m->w > block_w || m->h > block_h)
      return false;
   const unsigned planes = m->dual ? 2 : 1, num_weights = m->w * m->h * planes;
   const unsigned weight_bits = sequence_bits(m->range, num_weights);
   out->parts = get(b, 11, 2) + 1;
   out->seed = get(b, 13, 10);
   if (num_weights > MAX_WEIGHTS || weight_bits < 24 || weight_bits > 96 || (m->dual && out->parts == 4))
      return false;

   unsigned at, top = 128 - weight_bits, modes[4], num_values = 0;
   read_end_modes(b, out->parts, &at, &top, modes);
   out->plane2 = 4;
   if (m->dual) {
      top -= 2;
      out->plane2 = get(b, top, 2);
   }
   for (unsigned i = 0; i < out->parts; i++)
      num_values += 2 * (modes[i] >> 2) + 2;
   if (num_values > MAX_VALUES || top < at || top - at < (13 * num_values + 4) / 5)
      return false;
   unsigned q = ARRAY_SIZE(ranges) - 1;
   while (q && sequence_bits(&ranges[q], num_values) > top - at)
      q--;
   assert(ranges[q].levels >= 6); /* as 13/5 bits a value are there */
   uint16_t numbers[MAX_WEIGHTS];
   uint8_t values[MAX_VALUES];
   read_sequence(b, at, &ranges[q], num_values, numbers);
   for (unsigned i = 0; i < num_values; i++)
      values[i] = (uint8_t)unquantise_color(&ranges[q], numbers[i]);
   for (unsigned i = 0, v = 0; i < out->parts; v += 2 * (modes[i++] >> 2) + 2)
      decode_ends(modes[i], values + v, &out->ends[i]);

   const struct bits back = {reverse64(b->hi), reverse64(b->lo)}; /* weights grow downwards */
   read_sequence(&back, 0, m->range, num_weights, numbers);
   memset(out->weights, 0, sizeof out->weights);
   for (unsigned i = 0; i < num_weights; i++)
      out->weights[i % planes][i / planes] = (uint8_t)unquantise_weight(m->range, numbers[i]);
   return true;
}

/** Weight infill: the weight of a texel from those of the grid. */
static unsigned
weight_at(const struct block *k, unsigned plane, unsigned s, unsigned t, unsigned block_w, unsigned block_h)
{
   const unsigned w = k->mode.w, h = k->mode.h;
   const unsigned gs = ((1024 + block_w / 2) / (block_w - 1) * s * (w - 1) + 32) >> 6;
   const unsigned gt = ((1024 + block_h / 2) / (block_h - 1) * t * (h - 1) + 32) >> 6;
   const unsigned fs = gs & 15, ft = gt & 15, v0 = (gs >> 4) + (gt >> 4) * w;
   assert(s < block_w && t < block_h && v0 < w * h);
   const unsigned w11 = (fs * ft + 8) >> 4, w10 = ft - w11, w01 = fs - w11, w00 = 16 - fs - ft + w11;
   const uint8_t *p = k->weights[plane];
   /* neighbours beyond the grid count nothing */
   unsigned sum = p[v0] * w00 + 8;
   sum += w01 ? p[v0 + 1] * w01 : 0;
   sum += w10 ? p[v0 + w] * w10 : 0;
   sum += w11 ? p[v0 + w + 1] * w11 : 0;
   assert(sum >> 4 <= 64);
   return sum >> 4;
}

static void
color_at(const struct block *k, unsigned x, unsigned y, unsigned block_w, unsigned block_h, bool srgb,
         uint8_t out[4])
{
   assert(k->parts >= 1 && k->parts <= 4 && (k->plane2 == 4) == !k->mode.dual);
   const struct ends *e = &k->ends[partition_of(k->seed, x, y, k->parts, block_w * block_h < 31)];
   if (e->hdr) {
      memcpy(out, magenta, 4);
      return;
   }
   const unsigned w0 = weight_at(k, 0, x, y, block_w, block_h);
   const unsigned w1 = k->mode.dual ? weight_at(k, 1, x, y, block_w, block_h) : w0;
   for (unsigned c = 0; c < 4; c++) {
      const unsigned w = c == k->plane2 ? w1 : w0;
      unsigned c0 = e->e[0][c], c1 = e->e[1][c];
      c0 = c0 << 8 | (srgb ? 0x80 : c0);
      c1 = c1 << 8 | (srgb ? 0x80 : c1);
      out[c] = (uint8_t)((c0 * (64 - w) + c1 * w + 32) / 64 >> 8);
   }
}

/** Void extent: one colour. False: an error. */
static bool
void_extent(const struct bits *b, uint8_t color[4])
{
   if (get(b, 9, 1) || get(b, 10, 2) != 3) /* HDR; reserved */
      return false;
   unsigned c[4];
   bool none = true;
   for (unsigned i = 0; i < 4; i++) {
      c[i] = get(b, 12 + 13 * i, 13);
      none &= c[i] == 0x1fff;
      color[i] = (uint8_t)(get(b, 64 + 16 * i, 16) >> 8);
   }
   return none || (c[0] < c[1] && c[2] < c[3]);
}

void
u_astc_decode(uint8_t *dst, int64_t dst_stride_B, const uint8_t *src, unsigned block_w, unsigned block_h,
              unsigned width, unsigned height, bool srgb)
{
   assert(block_w >= 4 && block_w <= 12 && block_h >= 4 && block_h <= 12);
   for (unsigned y0 = 0; y0 < height; y0 += block_h) {
      for (unsigned x0 = 0; x0 < width; x0 += block_w, src += 16) {
         struct bits b;
         struct block k;
         uint8_t color[4];
         memcpy(&b.lo, src, 8);
         memcpy(&b.hi, src + 8, 8);
         const bool one = get(&b, 0, 9) == 0x1fc;
         const bool good = one ? void_extent(&b, color) : read_block(&b, block_w, block_h, &k);
         for (unsigned y = 0; y < block_h && y0 + y < height; y++) {
            uint8_t *row = dst + (int64_t)(y0 + y) * dst_stride_B + (size_t)x0 * 4;
            for (unsigned x = 0; x < block_w && x0 + x < width; x++) {
               if (good && !one)
                  color_at(&k, x, y, block_w, block_h, srgb, row + x * 4);
               else
                  memcpy(row + x * 4, good ? color : magenta, 4);
            }
         }
      }
   }
}
