/* SPDX-License-Identifier: MIT
 *
 * ETC2 and EAC against a second reading of the Khronos Data Format Specification: written by texel where the
 * decoder goes by block, from the bytes, with the tables as the specification prints them. Random blocks of each
 * mode, all alpha and 11-bit blocks' base values, multipliers and tables; edges cut.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/etc.h"
#include "util/u_math.h"

static uint32_t seed = 1;

static uint8_t
random_byte(void)
{
   seed = seed * 1664525 + 1013904223;
   return (uint8_t)(seed >> 24);
}

static int
clamp(int v, int lo, int hi)
{
   return v < lo ? lo : v > hi ? hi : v;
}

enum mode { INDIVIDUAL, DIFFERENTIAL, T, H, PLANAR, MODES };

/** The third column and the fourth of "Intensity modifier sets", pixel index 00, 01, 10, 11. */
static const int intensity[8][4] = {
   {2,  8,   -2,  -8  },
   {5,  17,  -5,  -17 },
   {9,  29,  -9,  -29 },
   {13, 42,  -13, -42 },
   {18, 60,  -18, -60 },
   {24, 80,  -24, -80 },
   {33, 106, -33, -106},
   {47, 183, -47, -183}
};
static const int distance[8] = {3, 6, 11, 16, 23, 32, 41, 64};

static enum mode
mode_of(const uint8_t *b, bool punch)
{
   if (!punch && !(b[3] & 2))
      return INDIVIDUAL;
   static const int delta[8] = {0, 1, 2, 3, -4, -3, -2, -1};
   for (int c = 0; c < 3; c++) {
      const int v = (b[c] >> 3) + delta[b[c] & 7];
      if (v < 0 || v > 31)
         return c == 0 ? T : c == 1 ? H : PLANAR;
   }
   return DIFFERENTIAL;
}

static int
pixel_index(const uint8_t *b, int x, int y)
{
   const int n = 4 * x + y; /* a, b, c ... of the specification's figure */
   const int msb = b[n < 8 ? 5 : 4] >> (n & 7) & 1, lsb = b[n < 8 ? 7 : 6] >> (n & 7) & 1;
   return msb * 2 + lsb;
}

static int
ext4(int v)
{
   return v << 4 | v;
}

static int
ext5(int v)
{
   return v << 3 | v >> 2;
}

static int
ext6(int v)
{
   return v << 2 | v >> 4;
}

static int
ext7(int v)
{
   return v << 1 | v >> 6;
}

static void
planar_texel(const uint8_t *b, int x, int y, int rgb[3])
{
   const int ro = ext6(b[0] >> 1 & 63), go = ext7((b[0] & 1) << 6 | (b[1] >> 1 & 63)),
             bo = ext6((b[1] & 1) << 5 | (b[2] >> 3 & 3) << 3 | (b[2] & 3) << 1 | b[3] >> 7);
   const int rh = ext6((b[3] >> 2 & 31) << 1 | (b[3] & 1)), gh = ext7(b[4] >> 1),
             bh = ext6((b[4] & 1) << 5 | b[5] >> 3);
   const int rv = ext6((b[5] & 7) << 3 | b[6] >> 5), gv = ext7((b[6] & 31) << 2 | b[7] >> 6),
             bv = ext6(b[7] & 63);
   rgb[0] = (x * (rh - ro) + y * (rv - ro) + 4 * ro + 2) >> 2;
   rgb[1] = (x * (gh - go) + y * (gv - go) + 4 * go + 2) >> 2;
   rgb[2] = (x * (bh - bo) + y * (bv - bo) + 4 * bo + 2) >> 2;
}

static void
th_texel(const uint8_t *b, bool is_h, int index, int rgb[3])
{
   int c1[3], c2[3], d;
   if (is_h) {
      const int r1 = b[0] >> 3 & 15, g1 = (b[0] & 7) << 1 | (b[1] >> 4 & 1),
                b1 = (b[1] & 8) | (b[1] & 3) << 1 | b[2] >> 7;
      const int r2 = b[2] >> 3 & 15, g2 = (b[2] & 7) << 1 | b[3] >> 7, b2 = b[3] >> 3 & 15;
      const int v1 = r1 << 8 | g1 << 4 | b1, v2 = r2 << 8 | g2 << 4 | b2;
      d = distance[(b[3] & 4) | (b[3] & 1) << 1 | (v1 >= v2)];
      memcpy(c1, (int[3]){ext4(r1), ext4(g1), ext4(b1)}, sizeof c1);
      memcpy(c2, (int[3]){ext4(r2), ext4(g2), ext4(b2)}, sizeof c2);
   } else {
      d = distance[(b[3] >> 2 & 3) << 1 | (b[3] & 1)];
      memcpy(c1, (int[3]){ext4((b[0] >> 3 & 3) << 2 | (b[0] & 3)), ext4(b[1] >> 4), ext4(b[1] & 15)},
             sizeof c1);
      memcpy(c2, (int[3]){ext4(b[2] >> 4), ext4(b[2] & 15), ext4(b[3] >> 4)}, sizeof c2);
   }
   for (int c = 0; c < 3; c++) {
      const int h[4] = {c1[c] + d, c1[c] - d, c2[c] + d, c2[c] - d},
                t[4] = {c1[c], c2[c] + d, c2[c], c2[c] - d};
      rgb[c] = is_h ? h[index] : t[index];
   }
}

/** Red, green, blue, alpha of one texel. */
static void
read_color(const uint8_t *b, bool punch, int x, int y, uint8_t out[4])
{
   const enum mode m = mode_of(b, punch);
   const bool opaque = !punch || b[3] & 2, second = b[3] & 1 ? y >= 2 : x >= 2;
   const int index = pixel_index(b, x, y);
   int rgb[3];
   if (m == PLANAR) {
      planar_texel(b, x, y, rgb);
   } else if (!opaque && index == 2) {
      memset(out, 0, 4);
      return;
   } else if (m == T || m == H) {
      th_texel(b, m == H, index, rgb);
   } else {
      const int table = second ? b[3] >> 2 & 7 : b[3] >> 5;
      const int add = !opaque && index == 0 ? 0 : intensity[table][index];
      for (int c = 0; c < 3; c++) {
         static const int delta[8] = {0, 1, 2, 3, -4, -3, -2, -1};
         const int base = m == INDIVIDUAL ? ext4(second ? b[c] & 15 : b[c] >> 4)
                                          : ext5((b[c] >> 3) + (second ? delta[b[c] & 7] : 0));
         rgb[c] = base + add;
      }
   }
   for (int c = 0; c < 3; c++)
      out[c] = (uint8_t)clamp(rgb[c], 0, 255);
   out[3] = 255;
}

/** "Intensity modifier sets for the alpha component", as printed. */
static const int eac_sets[16][8] = {
   {-3, -6, -9,  -15, 2, 5, 8, 14},
   {-3, -7, -10, -13, 2, 6, 9, 12},
   {-2, -5, -8,  -13, 1, 4, 7, 12},
   {-2, -4, -6,  -13, 1, 3, 5, 12},
   {-3, -6, -8,  -12, 2, 5, 7, 11},
   {-3, -7, -9,  -11, 2, 6, 8, 10},
   {-4, -7, -8,  -11, 3, 6, 7, 10},
   {-3, -5, -8,  -11, 2, 4, 7, 10},
   {-2, -6, -8,  -10, 1, 5, 7, 9 },
   {-2, -5, -8,  -10, 1, 4, 7, 9 },
   {-2, -4, -8,  -10, 1, 3, 7, 9 },
   {-2, -5, -7,  -10, 1, 4, 6, 9 },
   {-3, -4, -7,  -10, 2, 3, 6, 9 },
   {-1, -2, -3,  -10, 0, 1, 2, 9 },
   {-4, -6, -8,  -9,  3, 5, 7, 8 },
   {-3, -5, -7,  -9,  2, 4, 6, 8 }
};

static int
eac_set(const uint8_t *b, int x, int y)
{
   uint64_t all = 0;
   for (int i = 2; i < 8; i++)
      all = all << 8 | b[i];
   return eac_sets[b[1] & 15][all >> (45 - 3 * (4 * x + y)) & 7];
}

static int
read_11(const uint8_t *b, bool is_signed, int x, int y)
{
   const int multiplier = b[1] >> 4, step = eac_set(b, x, y) * (multiplier ? 8 * multiplier : 1);
   if (!is_signed) {
      const int v = clamp(b[0] * 8 + 4 + step, 0, 2047);
      return v * 32 + v / 64;
   }
   const int base = (int8_t)b[0] == -128 ? -127 : (int8_t)b[0];
   const int v = clamp(base * 8 + step, -1023, 1023);
   return v < 0 ? -(-v * 32 + -v / 32) : v * 32 + v / 32;
}

static void
check_color(const uint8_t *b, enum u_etc kind)
{
   uint8_t out[4][4][4], want[4];
   u_etc_decode(kind, &out[0][0][0], 16, b, 4, 4);
   const uint8_t *color = kind == U_ETC2_RGBA ? b + 8 : b;
   for (int y = 0; y < 4; y++)
      for (int x = 0; x < 4; x++) {
         read_color(color, kind == U_ETC2_RGB_A1, x, y, want);
         if (kind == U_ETC2_RGBA)
            want[3] = (uint8_t)clamp(b[0] + eac_set(b, x, y) * (b[1] >> 4), 0, 255);
         assert_memory_equal(out[y][x], want, 4);
      }
}

static void
modes(void **state)
{
   for (enum u_etc kind = U_ETC2_RGB; kind <= U_ETC2_RGBA; kind++) {
      unsigned seen[MODES] = {0}, clear = 0;
      for (unsigned i = 0; i < 40000; i++) {
         uint8_t b[16];
         for (unsigned k = 0; k < 16; k++)
            b[k] = random_byte();
         const uint8_t *color = kind == U_ETC2_RGBA ? b + 8 : b;
         seen[mode_of(color, kind == U_ETC2_RGB_A1)]++;
         clear += !(color[3] & 2);
         check_color(b, kind);
      }
      for (unsigned m = INDIVIDUAL; m < MODES; m++)
         if (m != INDIVIDUAL || kind != U_ETC2_RGB_A1)
            assert_true(seen[m] > 1000);
      assert_true(clear > 1000);
   }
}

/** ETC1 is ETC2 without the modes that its colours cannot have. */
static void
etc1(void **state)
{
   unsigned same = 0;
   for (unsigned i = 0; i < 20000; i++) {
      uint8_t b[8], one[64], two[64];
      for (unsigned k = 0; k < 8; k++)
         b[k] = random_byte();
      if (mode_of(b, false) > DIFFERENTIAL)
         continue;
      u_etc_decode(U_ETC1_RGB, one, 16, b, 4, 4);
      u_etc_decode(U_ETC2_RGB, two, 16, b, 4, 4);
      assert_memory_equal(one, two, 64);
      same++;
   }
   assert_true(same > 10000);
}

static void
eac(void **state)
{
   for (unsigned base = 0; base < 256; base++)
      for (unsigned how = 0; how < 256; how++) { /* multiplier and table */
         uint8_t b[16] = {(uint8_t)base, (uint8_t)how};
         for (unsigned k = 2; k < 16; k++)
            b[k] = random_byte();
         for (int is_signed = 0; is_signed < 2; is_signed++) {
            int16_t one[4][4], two[4][4][2];
            u_etc_decode(is_signed ? U_EAC_R11_SNORM : U_EAC_R11, (uint8_t *)one, 8, b, 4, 4);
            u_etc_decode(is_signed ? U_EAC_RG11_SNORM : U_EAC_RG11, (uint8_t *)two, 16, b, 4, 4);
            for (int i = 0; i < 16; i++) {
               const int x = i % 4, y = i / 4;
               assert_int_equal(one[y][x], (int16_t)read_11(b, is_signed, x, y));
               assert_int_equal(two[y][x][0], (int16_t)read_11(b, is_signed, x, y));
               assert_int_equal(two[y][x][1], (int16_t)read_11(b + 8, is_signed, x, y));
            }
         }
      }
}

static void
cut(void **state)
{
   uint8_t blocks[4 * 8], whole[8][8][4], part[8][8][4];
   for (unsigned k = 0; k < sizeof blocks; k++)
      blocks[k] = random_byte();
   u_etc_decode(U_ETC2_RGB, &whole[0][0][0], 32, blocks, 8, 8);
   memset(part, 0x55, sizeof part);
   u_etc_decode(U_ETC2_RGB, &part[0][0][0], 32, blocks, 5, 6);
   for (unsigned y = 0; y < 8; y++)
      for (unsigned x = 0; x < 8; x++) {
         static const uint8_t untouched[4] = {0x55, 0x55, 0x55, 0x55};
         assert_memory_equal(part[y][x], x < 5 && y < 6 ? whole[y][x] : untouched, 4);
      }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(modes),
      cmocka_unit_test(etc1),
      cmocka_unit_test(eac),
      cmocka_unit_test(cut),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
