/* SPDX-License-Identifier: MIT
 *
 * Pixel formats: the table's sums, every value of the small formats through float and ubyte and back,
 * rounding, and the converter's short cuts against its general path.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/format.h"
#include "util/u_math.h"

static void
table_is_consistent(void **state)
{
   for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++) {
      const struct u_format_desc *d = u_format_desc(f);
      assert_non_null(d->name);
      assert_true(d->block_B > 0);
      if (d->compressed)
         continue;
      unsigned bits = 0;
      for (unsigned c = 0; c < d->channels; c++) {
         assert_true(d->ch[c].bits > 0);
         assert_int_equal(d->ch[c].shift / 32, (d->ch[c].shift + d->ch[c].bits - 1u) / 32);
         bits += d->ch[c].bits;
      }
      if (f != PIPE_FORMAT_Z24X8_UNORM && f != PIPE_FORMAT_Z32_FLOAT_S8X24_UINT &&
          f != PIPE_FORMAT_R9G9B9E5_FLOAT)
         assert_int_equal(bits, d->block_B * 8);
      for (unsigned c = 0; c < 4; c++)
         assert_true(d->swizzle[c] >= PIPE_SWIZZLE_0 || d->swizzle[c] < d->channels);
   }
   assert_int_equal(u_format_bits(PIPE_FORMAT_B5G6R5_UNORM, 1), 6);
   assert_int_equal(u_format_bits(PIPE_FORMAT_R8G8B8X8_UNORM, 3), 0);
   assert_int_equal(u_format_bits(PIPE_FORMAT_A1B5G5R5_UNORM, 3), 1);
   assert_int_equal(u_format_depth_bits(PIPE_FORMAT_Z24X8_UNORM), 24);
   assert_int_equal(u_format_stencil_bits(PIPE_FORMAT_Z24_UNORM_S8_UINT), 8);
}

/** Shared exponents, ES 3.0.6 3.8.3.2, by hand; and each word of one mantissa whose top bit is set. */
static void
rgb9e5(void **state)
{
   const struct {
      float in[4];
      uint32_t word;
      float out[4];
   } rows[] = {
      {{1, 0.5f, 0.25f, 0},         16u << 27 | 64u << 18 | 128u << 9 | 256u, {1, 0.5f, 0.25f, 1}        },
      {{-1, 1e9f, NAN, 1},          31u << 27 | 511u << 9,                    {0, 65408, 0, 1}           },
      {{0, 0, 0, 1},                0,                                        {0, 0, 0, 1}               },
      {{1.0f / (1 << 24), 0, 0, 1}, 1,                                        {1.0f / (1 << 24), 0, 0, 1}},
      {{511.9f / 512, 0, 0, 1},     16u << 27 | 256u,                         {1, 0, 0, 1}               },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      uint32_t word = ~0u;
      float out[1][4];
      u_format_pack_float(PIPE_FORMAT_R9G9B9E5_FLOAT, &word, &rows[i].in, 1);
      assert_int_equal(word, rows[i].word);
      u_format_unpack_float(PIPE_FORMAT_R9G9B9E5_FLOAT, out, &word, 1);
      assert_memory_equal(out[0], rows[i].out, 16);
   }
   for (uint32_t word = 0; word < 32u << 9; word++) {
      const uint32_t bits = word >> 9 << 27 | (word & 511);
      if (!(bits & 256))
         continue;
      uint32_t back = 0;
      float v[1][4];
      u_format_unpack_float(PIPE_FORMAT_R9G9B9E5_FLOAT, v, &bits, 1);
      u_format_pack_float(PIPE_FORMAT_R9G9B9E5_FLOAT, &back, (const float(*)[4])v, 1);
      assert_int_equal(back, bits);
   }
}

/** Every pattern of every format of at most 16 bits survives both ways. */
static void
small_formats_round_trip(void **state)
{
   unsigned tried = 0;
   for (unsigned f = 1; f < PIPE_FORMAT_COUNT; f++) {
      const struct u_format_desc *d = u_format_desc(f);
      if (d->compressed || d->block_B > 2 || d->depth || d->stencil)
         continue;
      bool narrow = true, number = true;
      for (unsigned c = 0; c < d->channels; c++) {
         narrow &= d->ch[c].type == U_UNORM && d->ch[c].bits <= 8;
         number &= d->ch[c].type != U_FLOAT;
      }
      for (uint32_t bits = 0; bits < 1u << (8 * d->block_B); bits++) {
         float v[1][4];
         uint8_t b[1][4];
         uint32_t back = 0;
         u_format_unpack_float(f, v, &bits, 1);
         if (v[0][0] != v[0][0] || v[0][1] != v[0][1] || v[0][2] != v[0][2] || v[0][3] != v[0][3])
            continue;
         u_format_pack_float(f, &back, (const float(*)[4])v, 1);
         if (back != bits)
            fail_msg("%s: 0x%x becomes 0x%x", d->name, bits, back);
         if (!narrow)
            continue;
         u_format_unpack_ubyte(f, b, &bits, 1);
         for (unsigned c = 0; c < 4; c++)
            assert_int_equal(b[0][c], (int)(v[0][c] * 255.0f + 0.5f));
         u_format_pack_ubyte(f, &back, (const uint8_t(*)[4])b, 1);
         assert_int_equal(back, bits);
      }
      tried++;
   }
   assert_true(tried > 20);
}

/** The nearest value is chosen: no pattern is nearer to a sample than the packed one. */
static void
packing_rounds_to_nearest(void **state)
{
   static const enum pipe_format formats[] = {PIPE_FORMAT_B5G6R5_UNORM, PIPE_FORMAT_A4B4G4R4_UNORM,
                                              PIPE_FORMAT_A1B5G5R5_UNORM, PIPE_FORMAT_R8_SNORM};
   for (unsigned k = 0; k < ARRAY_SIZE(formats); k++) {
      const struct u_format_desc *d = u_format_desc(formats[k]);
      for (int i = -300; i <= 600; i++) {
         float x = (float)i / 300.0f,
               in[1][4] =
                  {
                     {x, x, x, x}
         },
               out[1][4];
         uint32_t bits = 0;
         u_format_pack_float(formats[k], &bits, (const float(*)[4])in, 1);
         u_format_unpack_float(formats[k], out, &bits, 1);
         float lo = d->ch[0].type == U_SNORM ? -1 : 0, want = x < lo ? lo : x > 1 ? 1 : x;
         for (unsigned c = 0; c < d->channels; c++) {
            unsigned channel_bits = d->ch[d->swizzle[c]].bits;
            float step = 1.0f / (float)((1u << channel_bits) - 1);
            if (d->ch[0].type == U_SNORM)
               step *= 2;
            assert_true(out[0][c] - want <= step / 2 + 1e-6f && want - out[0][c] <= step / 2 + 1e-6f);
         }
      }
   }
   /* ES 2.0.25 2.1.2: (2c + 1) / 255, no zero */
   const int8_t bytes[4] = {-128, -1, 0, 127};
   float v[1][4];
   u_format_unpack_float(PIPE_FORMAT_R8G8B8A8_SNORM, v, bytes, 1);
   assert_true(v[0][0] == -1.0f && v[0][3] == 1.0f);
   assert_float_equal(v[0][1], -1.0 / 255, 1e-7);
   assert_float_equal(v[0][2], 1.0 / 255, 1e-7);
   const float nan4[1][4] = {
      {0.0f / 0.0f * 1.0f, 2, -1, 0.5f}
   };
   uint8_t b[4];
   u_format_pack_float(PIPE_FORMAT_R8G8B8A8_UNORM, b, nan4, 1);
   assert_true(b[0] == 0 && b[1] == 255 && b[2] == 0 && b[3] == 128);
}

static void
small_floats(void **state)
{
   for (uint32_t r = 0; r < 0x7c0; r++) { /* all finite 11-bit values, and 10-bit ones in blue */
      uint32_t bits = r | r << 11 | (r >> 1) << 22, back;
      float v[1][4];
      u_format_unpack_float(PIPE_FORMAT_R11G11B10_FLOAT, v, &bits, 1);
      u_format_pack_float(PIPE_FORMAT_R11G11B10_FLOAT, &back, (const float(*)[4])v, 1);
      assert_int_equal(back, bits);
   }
   const float v[1][4] = {
      {-1, 1e9f, 1, 1}
   };
   uint32_t bits;
   u_format_pack_float(PIPE_FORMAT_R11G11B10_FLOAT, &bits, v, 1);
   assert_int_equal(bits & 0x7ff, 0);
   assert_int_equal(bits >> 11 & 0x7ff, 0x7bf);
   assert_int_equal(bits >> 22, 0x1e0);
   /* rounded once: just above the middle of two neighbours, nearer to it than halves lie; finite stays finite */
   const float once[2][4] = {
      {1 + 0x1p-7f + 0x1p-12f, 3.2e38f,  1 + 0x1p-6f + 0x1p-12f, 1},
      {0x1p-21f + 0x1p-26f,    INFINITY, 0x1p-14f - 0x1p-21f,    1},
   };
   uint32_t two[2];
   u_format_pack_float(PIPE_FORMAT_R11G11B10_FLOAT, two, once, 2);
   assert_int_equal(two[0], 0x3c1 | 0x7bfu << 11 | 0x1e1u << 22);
   assert_int_equal(two[1], 0x001 | 0x7c0u << 11 | 0x020u << 22);
}

static void
depth_and_stencil(void **state)
{
   const uint32_t word = 0xa5ffffffu;
   float v[1][4];
   u_format_unpack_float(PIPE_FORMAT_Z24_UNORM_S8_UINT, v, &word, 1);
   assert_true(v[0][0] == 1.0f && v[0][1] == (float)0xa5);
   uint32_t back;
   u_format_pack_float(PIPE_FORMAT_Z24_UNORM_S8_UINT, &back, (const float(*)[4])v, 1);
   assert_int_equal(back, word);
}

/** The short cuts give what unpacking to float and packing again gives. */
static void
conversions_agree(void **state)
{
   static const enum pipe_format formats[] = {
      PIPE_FORMAT_R8G8B8A8_UNORM,    PIPE_FORMAT_R8G8B8X8_UNORM, PIPE_FORMAT_B8G8R8A8_UNORM,
      PIPE_FORMAT_B8G8R8X8_UNORM,    PIPE_FORMAT_R8G8B8_UNORM,   PIPE_FORMAT_B5G6R5_UNORM,
      PIPE_FORMAT_A4B4G4R4_UNORM,    PIPE_FORMAT_A1B5G5R5_UNORM, PIPE_FORMAT_L8_UNORM,
      PIPE_FORMAT_A8_UNORM,          PIPE_FORMAT_L8A8_UNORM,     PIPE_FORMAT_R16G16B16A16_FLOAT,
      PIPE_FORMAT_R10G10B10A2_UNORM,
   };
   enum { W = 131, H = 3 };
   static uint8_t src[W * H * 8], a[W * H * 8], b[W * H * 8];
   for (unsigned i = 0; i < sizeof src; i++)
      src[i] = (uint8_t)(i * 2654435761u >> 24);
   for (unsigned s = 0; s < ARRAY_SIZE(formats); s++) {
      for (unsigned d = 0; d < ARRAY_SIZE(formats); d++) {
         unsigned sb = u_format_block_B(formats[s]), db = u_format_block_B(formats[d]);
         if (formats[s] == PIPE_FORMAT_R16G16B16A16_FLOAT) /* finite ones */
            for (unsigned i = 0; i < sizeof src / 2; i++)
               src[2 * i + 1] &= 0x3b;
         memset(a, 0, sizeof a);
         memset(b, 0, sizeof b);
         /* upside down, too */
         u_format_convert(formats[d], a + (H - 1) * W * db, -(int64_t)(W * db), formats[s], src, W * sb, W,
                          H);
         for (unsigned y = 0; y < H; y++) {
            float v[W][4];
            u_format_unpack_float(formats[s], v, src + y * W * sb, W);
            u_format_pack_float(formats[d], b + (H - 1 - y) * W * db, (const float(*)[4])v, W);
         }
         for (unsigned i = 0; i < W * H; i++) {
            float va[1][4], vb[1][4]; /* bits that mean nothing may differ */
            u_format_unpack_float(formats[d], va, a + i * db, 1);
            u_format_unpack_float(formats[d], vb, b + i * db, 1);
            if (memcmp(va, vb, sizeof va))
               fail_msg("%s to %s, pixel %u", u_format_desc(formats[s])->name,
                        u_format_desc(formats[d])->name, i);
         }
      }
   }
}

/** Integers of any size keep their value, those that do not fit end at the limit, and missing alpha is 1. */
static void
integers_are_exact(void **state)
{
   static const int32_t from[2][2] = {
      {INT32_MIN, INT32_MAX},
      {-129,      16777217 }
   };
   int32_t rgba[2][4];
   int8_t bytes[2][2];
   u_format_convert(PIPE_FORMAT_R32G32B32A32_SINT, rgba, 16, PIPE_FORMAT_R32G32_SINT, from, 8, 1, 2);
   for (unsigned y = 0; y < 2; y++) {
      assert_int_equal(rgba[y][0], from[y][0]);
      assert_int_equal(rgba[y][1], from[y][1]);
      assert_int_equal(rgba[y][2], 0);
      assert_int_equal(rgba[y][3], 1);
   }
   u_format_convert(PIPE_FORMAT_R8G8_SINT, bytes, 2, PIPE_FORMAT_R32G32_SINT, from, 8, 1, 2);
   assert_int_equal(bytes[0][0], -128);
   assert_int_equal(bytes[1][0], -128);
   assert_int_equal(bytes[1][1], 127);
   static const uint32_t packed = 0xffffffff, wide[4] = {70000, 255, 256, 9};
   uint32_t out[4];
   uint16_t shorts[4];
   u_format_convert(PIPE_FORMAT_R32G32B32A32_UINT, out, 16, PIPE_FORMAT_R10G10B10A2_UINT, &packed, 4, 1, 1);
   assert_int_equal(out[0], 1023);
   assert_int_equal(out[3], 3);
   u_format_convert(PIPE_FORMAT_R16G16B16A16_UINT, shorts, 8, PIPE_FORMAT_R32G32B32A32_UINT, wide, 16, 1, 1);
   assert_int_equal(shorts[0], 65535);
   assert_int_equal(shorts[2], 256);
   assert_true(u_format_is_int(PIPE_FORMAT_R10G10B10A2_UINT) && u_format_is_sint(PIPE_FORMAT_R8_SINT));
   assert_false(u_format_is_int(PIPE_FORMAT_S8_UINT) || u_format_is_int(PIPE_FORMAT_R8_USCALED));
}

/* Many pixels at once are those one by one, whatever their number and address. */
static void
bytes_in_bulk(void **state)
{
   static const enum pipe_format formats[] = {PIPE_FORMAT_R8G8B8A8_UNORM, PIPE_FORMAT_R8G8B8X8_UNORM,
                                              PIPE_FORMAT_B8G8R8A8_UNORM, PIPE_FORMAT_B8G8R8X8_UNORM};
   uint8_t src[4 * 40 + 3], one[4], many[40][4];
   uint32_t seed = 1;
   for (unsigned i = 0; i < sizeof src; i++) {
      seed = seed * 1664525u + 1013904223u;
      src[i] = (uint8_t)(seed >> 24);
   }
   for (unsigned f = 0; f < sizeof formats / sizeof formats[0]; f++)
      for (unsigned n = 0; n <= 40; n++) {
         const uint8_t *from = src + n % 4;
         memset(many, 0x5a, sizeof many);
         u_format_unpack_ubyte(formats[f], many, from, n);
         for (unsigned i = 0; i < n; i++) {
            const bool blue_first = f >= 2, opaque = f & 1;
            const uint8_t *p = from + (size_t)i * 4;
            u_format_unpack_ubyte(formats[f], (uint8_t(*)[4])one, p, 1);
            assert_memory_equal(many[i], one, 4);
            assert_int_equal(one[0], p[blue_first ? 2 : 0]);
            assert_int_equal(one[1], p[1]);
            assert_int_equal(one[2], p[blue_first ? 0 : 2]);
            assert_int_equal(one[3], opaque ? 255 : p[3]);
         }
         for (unsigned i = n; i < 40; i++)
            assert_int_equal(many[i][0], 0x5a);
      }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_is_consistent),
      cmocka_unit_test(rgb9e5),
      cmocka_unit_test(small_formats_round_trip),
      cmocka_unit_test(packing_rounds_to_nearest),
      cmocka_unit_test(small_floats),
      cmocka_unit_test(depth_and_stencil),
      cmocka_unit_test(conversions_agree),
      cmocka_unit_test(integers_are_exact),
      cmocka_unit_test(bytes_in_bulk),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
