/* SPDX-License-Identifier: MIT
 *
 * Texels of BC6H and BC7 blocks (Evergreen and later). Khronos Data Format Specification, "BPTC Compressed
 * Texture Image Formats"; reserved modes read as zero.
 */
#include "emulator/texture/texture.h"

#include <assert.h>

#include <string.h>

#include "format/bptc_tables.h"
#include "util/u_math.h"

/* clang-format off */
static const uint8_t weights[3][16] = {
   {0, 21, 43, 64},
   {0, 9, 18, 27, 37, 46, 55, 64},
   {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64},
};
/* clang-format on */

static uint32_t
bits_at(const uint8_t b[16], unsigned at, unsigned n)
{
   assert(n <= 32 && at + n <= 128);
   uint32_t v = 0;
   for (unsigned i = 0; i < n; i++, at++)
      v |= (uint32_t)(b[at / 8] >> (at % 8) & 1) << i;
   return v;
}

static unsigned
subset_of(unsigned subsets, unsigned partition, unsigned texel)
{
   assert(subsets >= 1 && subsets <= 3 && texel < 16 && partition < 64);
   if (subsets == 1)
      return 0;
   return subsets == 2 ? partition2[partition] >> texel & 1 : partition3[partition] >> (2 * texel) & 3;
}

/** The index of a texel in a list that starts at bit \p at with \p n bits each; those of the anchors are one bit
 * shorter. */
static unsigned
index_of(const uint8_t b[16], unsigned at, unsigned n, unsigned subsets, unsigned partition, unsigned texel)
{
   const unsigned anchor[3] = {0,
                               subsets == 3   ? anchor3_2[partition]
                               : subsets == 2 ? anchor2[partition]
                                              : 16,
                               subsets == 3 ? anchor3_3[partition] : 16};
   unsigned before = 0, bits = n;
   for (unsigned s = 0; s < subsets; s++) {
      before += anchor[s] < texel;
      bits -= anchor[s] == texel;
   }
   return bits_at(b, at + texel * n - before, bits);
}

/* ---- BC7 ---- */

/* clang-format off */
static const struct bc7_mode {
   uint8_t subsets, partition_bits, rotation_bits, selection_bit, color_bits, alpha_bits;
   uint8_t end_p, shared_p, index_bits, index2_bits;
} bc7_modes[8] = {
   {3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
   {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
   {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
   {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
   {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
   {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
   {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
   {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};
/* clang-format on */

/** \p n bits as the top of a byte, repeated below. */
static uint32_t
to_byte(uint32_t v, unsigned n)
{
   assert(n && n <= 8 && v < 1u << n);
   v <<= 8 - n;
   return v | v >> n;
}

static uint32_t
mix(uint32_t a, uint32_t d, unsigned index, unsigned bits)
{
   assert(bits >= 2 && bits <= 4 && index < 1u << bits);
   const uint32_t w = weights[bits - 2][index];
   return ((64 - w) * a + w * d + 32) >> 6;
}

void
texture_bc7_texel(const uint8_t b[16], unsigned texel, unsigned out[4])
{
   memset(out, 0, 4 * sizeof *out);
   if (!b[0])
      return;
   const unsigned number = (unsigned)__builtin_ctz(b[0]);
   _Static_assert(ARRAY_SIZE(bc7_modes) == 8, "one for each bit of the first byte");
   const struct bc7_mode *m = &bc7_modes[number];
   unsigned at = number + 1;
   const unsigned partition = bits_at(b, at, m->partition_bits);
   at += m->partition_bits;
   const unsigned rotation = bits_at(b, at, m->rotation_bits);
   at += m->rotation_bits;
   const unsigned selection = bits_at(b, at, m->selection_bit);
   at += m->selection_bit;
   const unsigned ends = 2u * m->subsets, subset = subset_of(m->subsets, partition, texel);
   const unsigned alpha_at = at + 3 * ends * m->color_bits, p_at = alpha_at + ends * m->alpha_bits;
   uint32_t end[2][4];
   for (unsigned k = 0; k < 2; k++) {
      const unsigned e = 2 * subset + k;
      for (unsigned c = 0; c < 4; c++) {
         unsigned n = c < 3 ? m->color_bits : m->alpha_bits;
         if (!n) {
            end[k][c] = 255;
            continue;
         }
         uint32_t v = bits_at(b, c < 3 ? at + (c * ends + e) * n : alpha_at + e * n, n);
         if (m->end_p || m->shared_p) {
            v = v << 1 | bits_at(b, p_at + (m->end_p ? e : subset), 1);
            n++;
         }
         end[k][c] = to_byte(v, n);
      }
   }
   const unsigned index_at = p_at + (m->end_p ? ends : m->shared_p ? m->subsets : 0u);
   unsigned color = index_of(b, index_at, m->index_bits, m->subsets, partition, texel), alpha = color;
   unsigned color_bits = m->index_bits, alpha_bits = color_bits;
   if (m->index2_bits) {
      const unsigned second =
         index_of(b, index_at + 16u * m->index_bits - m->subsets, m->index2_bits, 1, 0, texel);
      if (selection) {
         color = second;
         color_bits = m->index2_bits;
      } else {
         alpha = second;
         alpha_bits = m->index2_bits;
      }
   }
   for (unsigned c = 0; c < 3; c++)
      out[c] = mix(end[0][c], end[1][c], color, color_bits);
   out[3] = mix(end[0][3], end[1][3], alpha, alpha_bits);
   if (rotation) {
      unsigned v = out[3];
      out[3] = out[rotation - 1];
      out[rotation - 1] = v;
   }
}

/* ---- BC6H ---- */

static int32_t
sign_extend(int32_t v, unsigned bits)
{
   assert(bits && bits <= 16);
   return (int32_t)((uint32_t)v << (32 - bits)) >> (32 - bits);
}

static int32_t
unquantize(int32_t v, unsigned bits, bool is_signed)
{
   if (!is_signed) {
      if (bits >= 15 || v == 0)
         return v;
      return v == (1 << bits) - 1 ? 0xffff : ((v << 15) + 0x4000) >> (bits - 1);
   }
   if (bits >= 16)
      return v;
   int32_t m = v < 0 ? -v : v;
   if (m)
      m = m >= (1 << (bits - 1)) - 1 ? 0x7fff : ((m << 15) + 0x4000) >> (bits - 1);
   return v < 0 ? -m : m;
}

void
texture_bc6_texel(const uint8_t b[16], unsigned texel, bool is_signed, uint16_t half[3])
{
   const unsigned number = (b[0] & 3) < 2 ? b[0] & 3 : b[0] & 31;
   const struct bc6_mode *m = NULL;
   memset(half, 0, 3 * sizeof *half);
   for (unsigned i = 0; i < ARRAY_SIZE(bc6_modes); i++)
      if (bc6_modes[i].number == number)
         m = &bc6_modes[i];
   if (!m)
      return;
   int32_t value[12] = {0};
   for (unsigned i = 0; i < m->num_runs; i++) {
      const struct bc6_run *r = &bc6_runs[m->first_run + i];
      assert(r->value < ARRAY_SIZE(value));
      for (unsigned k = 0; k < r->count; k++)
         value[r->value] |= (int32_t)bits_at(b, r->at + k, 1) << (r->bit + r->step * (int)k);
   }
   const unsigned partition = m->subsets == 2 ? bits_at(b, 77, 5) : 0;
   const unsigned subset = subset_of(m->subsets, partition, texel);
   const unsigned index_bits = m->subsets == 2 ? 3 : 4;
   const unsigned index = index_of(b, m->subsets == 2 ? 82 : 65, index_bits, m->subsets, partition, texel);
   const int32_t w = weights[index_bits - 2][index];
   for (unsigned c = 0; c < 3; c++) {
      int32_t *v = value + 4 * c;
      if (is_signed)
         v[0] = sign_extend(v[0], m->end_bits);
      for (unsigned e = 1; e < 2u * m->subsets; e++) {
         if (m->delta[c])
            v[e] = (v[0] + sign_extend(v[e], m->delta[c])) & ((1 << m->end_bits) - 1);
         if (is_signed)
            v[e] = sign_extend(v[e], m->end_bits);
      }
      const int32_t p = unquantize(v[2 * subset], m->end_bits, is_signed),
                    q = unquantize(v[2 * subset + 1], m->end_bits, is_signed);
      const int32_t i = (p * (64 - w) + q * w + 32) >> 6;
      half[c] = (uint16_t)(!is_signed ? (i * 31) >> 6 : i < 0 ? ((-i * 31) >> 5) | 0x8000 : (i * 31) >> 5);
   }
}
