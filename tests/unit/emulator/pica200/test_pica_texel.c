/* SPDX-License-Identifier: MIT
 *
 * PICA200's texel formats and tiling: expectations are written out from the description of the formats; ETC1 is compared with the
 * decoder of src/format, which reads the blocks of the extension's specification.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/pica200/tiling.h"
#include "emulator/pica200/tx/texel.h"
#include "format/etc.h"
#include "util/u_math.h"

#define RGBA(r, g, b, a) ((uint32_t)(r) | (uint32_t)(g) << 8 | (uint32_t)(b) << 16 | (uint32_t)(a) << 24)

static void
plain_formats(void **state)
{
   static const struct {
      enum pica_texel_format format;
      uint8_t bytes[16];
      uint32_t number, texel;
   } cases[] = {
      {PICA_TEXEL_RGBA8,  {0, 0, 0, 0, 0x44, 0x33, 0x22, 0x11}, 1, RGBA(0x11, 0x22, 0x33, 0x44)},
      {PICA_TEXEL_RGB8,   {0, 0, 0, 0x33, 0x22, 0x11},          1, RGBA(0x11, 0x22, 0x33, 255) },
 /* 10101 00111 11000 1 */
      {PICA_TEXEL_RGB5A1, {0, 0, 0xf1, 0xa9},                   1, RGBA(0xad, 0x39, 0xc6, 255) },
      {PICA_TEXEL_RGB5A1, {0xf0, 0xa9},                         0, RGBA(0xad, 0x39, 0xc6, 0)   },
 /* 10101 100111 00011 */
      {PICA_TEXEL_RGB565, {0xe3, 0xac},                         0, RGBA(0xad, 0x9e, 0x18, 255) },
      {PICA_TEXEL_RGBA4,  {0x34, 0x12},                         0, RGBA(0x11, 0x22, 0x33, 0x44)},
      {PICA_TEXEL_LA8,    {0x80, 0x40},                         0, RGBA(0x40, 0x40, 0x40, 0x80)},
      {PICA_TEXEL_HILO8,  {0x22, 0x11},                         0, RGBA(0x11, 0x22, 0,    255) },
      {PICA_TEXEL_L8,     {0, 0x9a},                            1, RGBA(0x9a, 0x9a, 0x9a, 255) },
      {PICA_TEXEL_A8,     {0, 0x9a},                            1, RGBA(0,    0,    0,    0x9a)},
      {PICA_TEXEL_LA4,    {0x5c},                               0, RGBA(0x55, 0x55, 0x55, 0xcc)},
      {PICA_TEXEL_L4,     {0x5c},                               0, RGBA(0xcc, 0xcc, 0xcc, 255) },
      {PICA_TEXEL_L4,     {0x5c},                               1, RGBA(0x55, 0x55, 0x55, 255) },
      {PICA_TEXEL_A4,     {0, 0x5c},                            2, RGBA(0,    0,    0,    0xcc)},
      {PICA_TEXEL_A4,     {0, 0x5c},                            3, RGBA(0,    0,    0,    0x55)},
   };
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
      assert_int_equal(pica_texel_fetches[cases[i].format](cases[i].bytes, cases[i].number), cases[i].texel);
}

static void
order(void **state)
{
   (void)state;
   /* x0 y0 x1 y1 x2 y2: the first eight, by hand */
   static const uint8_t first[8][2] = {
      {0, 0},
      {1, 0},
      {0, 1},
      {1, 1},
      {2, 0},
      {3, 0},
      {2, 1},
      {3, 1}
   };
   for (uint32_t i = 0; i < 8; i++)
      assert_int_equal(pica_morton(first[i][0], first[i][1]), i);
   assert_int_equal(pica_morton(4, 0), 16);
   assert_int_equal(pica_morton(0, 4), 32);
   for (uint32_t i = 0; i < 64; i++)
      assert_int_equal(pica_morton(pica_morton_x(i), pica_morton_y(i)), i);
   assert_int_equal(pica_tiled(24, 8, 0), 64);
   assert_int_equal(pica_tiled(24, 0, 8), 192);
   assert_int_equal(pica_tiled(24, 17, 9), (3 + 2) * 64 + 3);
}

/* Random blocks, each of 4x4 texels, as the extension has them and with their bytes reversed. */
static void
etc1(void **state)
{
   (void)state;
   srand(1);
   unsigned differential = 0, flipped = 0;
   for (unsigned n = 0; n < 2000; n++) {
      uint8_t usual[8], with_alpha[16], out[64];
      for (unsigned i = 0; i < 8; i++) {
         usual[i] = (uint8_t)(rand() >> 7);
         with_alpha[i] = (uint8_t)(rand() >> 7);
      }
      for (unsigned i = 0; i < 8; i++)
         with_alpha[8 + i] = usual[7 - i];
      bool valid = true; /* what overflows in ETC1's differential mode has no meaning there */
      for (unsigned c = 0; c < 3 && (usual[3] & 2); c++) {
         int v = (usual[c] >> 3) + ((usual[c] & 7) ^ 4) - 4;
         valid &= v >= 0 && v < 32;
      }
      if (!valid)
         continue;
      differential += usual[3] >> 1 & 1;
      flipped += usual[3] & 1;
      u_etc_decode(U_ETC1_RGB, out, 16, usual, 4, 4);
      for (unsigned y = 0; y < 4; y++)
         for (unsigned x = 0; x < 4; x++) {
            const uint8_t *p = out + y * 16 + x * 4;
            unsigned number = pica_morton(x, y), bit = 4 * (x * 4 + y);
            assert_int_equal(pica_texel_fetches[PICA_TEXEL_ETC1](with_alpha + 8, number),
                             RGBA(p[0], p[1], p[2], 255));
            unsigned a = with_alpha[bit / 8] >> bit % 8 & 15;
            assert_int_equal(pica_texel_fetches[PICA_TEXEL_ETC1A4](with_alpha, number),
                             RGBA(p[0], p[1], p[2], a * 17));
         }
   }
   assert_true(differential > 100 && flipped > 100);
   /* blocks of a tile: (0, 0) (4, 0) (0, 4) (4, 4), the third by its colour: red 0xf, table 0, all indices 0 */
   uint8_t tile[32] = {0};
   tile[16 + 7] = 0xff;
   assert_int_equal(pica_texel_fetches[PICA_TEXEL_ETC1](tile, pica_morton(3, 4)), RGBA(255, 2, 2, 255));
   assert_int_equal(pica_texel_fetches[PICA_TEXEL_ETC1](tile, pica_morton(4, 3)), RGBA(2, 2, 2, 255));
}

static void
sizes(void **state)
{
   (void)state;
   static const uint8_t bits[PICA_TEXEL_FORMATS] = {32, 24, 16, 16, 16, 16, 16, 8, 8, 8, 4, 4, 4, 8};
   for (unsigned i = 0; i < PICA_TEXEL_FORMATS; i++) {
      assert_int_equal(pica_texel_bits[i], bits[i]);
      /* the last texel of a tile reads no byte behind it: valgrind and the sanitizer would see */
      uint8_t *tile = calloc(1, bits[i] * 8);
      assert_non_null(tile);
      pica_texel_fetches[i](tile, 63);
      free(tile);
   }
}

/* A tile at once is its texels one by one. */
static void
whole_tiles(void **state)
{
   (void)state;
   srand(1);
   for (unsigned n = 0; n < 200 * PICA_TEXEL_FORMATS; n++) {
      const unsigned format = n % PICA_TEXEL_FORMATS;
      uint8_t tile[256];
      uint32_t texel[64];
      for (unsigned i = 0; i < sizeof tile; i++)
         tile[i] = (uint8_t)(rand() >> 7);
      pica_texel_tile(format, tile, texel);
      for (uint32_t i = 0; i < 64; i++)
         assert_int_equal(texel[i], pica_texel_fetches[format](tile, i));
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_formats), cmocka_unit_test(order), cmocka_unit_test(whole_tiles),
      cmocka_unit_test(etc1),          cmocka_unit_test(sizes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
