/* SPDX-License-Identifier: MIT
 *
 * ASTC blocks made by hand: a weight grid, contracted colours, void extents, what the LDR profile refuses,
 * cut edges; and random bytes. piglit has pictures in every block size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "format/astc.h"
#include "util/u_math.h"

struct block {
   uint8_t b[16];
};

static void
put(struct block *k, unsigned at, unsigned n, unsigned v)
{
   for (unsigned i = 0; i < n; i++)
      k->b[(at + i) / 8] |= (uint8_t)((v >> i & 1) << ((at + i) % 8));
}

/** One partition, a grid of 4 x 4 weights of two bits, endpoint mode 8, 9, ... with bytes as values. */
static struct block
simple(unsigned mode, const uint8_t *values, unsigned n)
{
   struct block k = {{0}};
   put(&k, 0, 11, 2 | 2 << 5);
   put(&k, 13, 4, mode);
   for (unsigned i = 0; i < n; i++)
      put(&k, 17 + 8 * i, 8, values[i]);
   for (unsigned i = 0; i < 16; i++) { /* upside down */
      put(&k, 127 - 2 * i, 1, i & 1);
      put(&k, 126 - 2 * i, 1, i >> 1 & 1);
   }
   return k;
}

static void
decode(const struct block *k, unsigned w, unsigned h, bool srgb, uint8_t out[12][12][4])
{
   memset(out, 0x77, 12 * 12 * 4);
   u_astc_decode(&out[0][0][0], 12 * 4, k->b, w, h, w, h, srgb);
}

static void
grid(void **state)
{
   static const uint8_t values[6] = {0, 255, 10, 20, 100, 40}, step[4] = {0, 84, 171, 255};
   const struct block k = simple(8, values, 6);
   uint8_t out[12][12][4];
   decode(&k, 4, 4, false, out);
   for (unsigned i = 0; i < 16; i++) {
      const uint8_t *t = out[i / 4][i % 4];
      assert_int_equal(t[0], step[i % 4]);
      assert_true(t[1] >= 10 && t[1] <= 20 && t[2] >= 40 && t[2] <= 100);
      assert_int_equal(t[3], 255);
   }
   assert_int_equal(out[0][0][1], 10);
   assert_int_equal(out[0][3][1], 20);
   assert_int_equal(out[0][0][2], 100);
   assert_int_equal(out[0][3][2], 40);
   assert_int_equal(out[0][4][0], 0x77);
   assert_int_equal(out[4][0][0], 0x77);

   /* the second endpoint is darker: the two change places and lose their blue from the others */
   static const uint8_t swapped[6] = {200, 100, 80, 60, 50, 20};
   const struct block c = simple(8, swapped, 6);
   decode(&c, 4, 4, false, out);
   assert_int_equal(out[0][0][0], 60); /* (100 + 20) / 2 */
   assert_int_equal(out[0][0][1], 40); /* (60 + 20) / 2 */
   assert_int_equal(out[0][0][2], 20);
   assert_int_equal(out[0][3][0], 125); /* (200 + 50) / 2 */
   assert_int_equal(out[0][3][1], 65);
   assert_int_equal(out[0][3][2], 50);
}

static void
modes(void **state)
{
   static const struct {
      unsigned mode, n;
      uint8_t v[8], e0[4], e1[4];
   } cases[] = {
      {0,  2, {10, 200},                    {10, 10, 10, 255},       {200, 200, 200, 255}   },
      {1,  2, {0x80, 0x45},                 {0x60, 0x60, 0x60, 255}, {0x65, 0x65, 0x65, 255}},
      {4,  4, {10, 200, 30, 40},            {10, 10, 10, 30},        {200, 200, 200, 40}    },
      {5,  4, {20, 4, 40, 0x7c},            {10, 10, 10, 20},        {12, 12, 12, 18}       },
      {6,  4, {100, 200, 50, 128},          {50, 100, 25, 255},      {100, 200, 50, 255}    },
      {9,  6, {20, 4, 40, 4, 60, 4},        {10, 20, 30, 255},       {12, 22, 32, 255}      },
      {10, 6, {100, 200, 50, 128, 7, 9},    {50, 100, 25, 7},        {100, 200, 50, 9}      },
      {12, 8, {1, 11, 2, 12, 3, 13, 4, 14}, {1, 2, 3, 4},            {11, 12, 13, 14}       },
      {13, 8, {20, 4, 40, 4, 60, 4, 80, 4}, {10, 20, 30, 40},        {12, 22, 32, 42}       },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct block k = simple(cases[i].mode, cases[i].v, cases[i].n);
      uint8_t out[12][12][4];
      decode(&k, 4, 4, i & 1, out);
      if (memcmp(out[0][0], cases[i].e0, 4) || memcmp(out[1][3], cases[i].e1, 4))
         fail_msg("endpoint mode %u: %u %u %u %u, %u %u %u %u", cases[i].mode, out[0][0][0], out[0][0][1],
                  out[0][0][2], out[0][0][3], out[1][3][0], out[1][3][1], out[1][3][2], out[1][3][3]);
   }
}

static void
errors(void **state)
{
   static const uint8_t magenta[4] = {255, 0, 255, 255}, values[6] = {0};
   struct block bad[8];
   memset(bad, 0, sizeof bad);
   unsigned n = 0;
   n++;                       /* all zero: a reserved block mode */
   put(&bad[n], 0, 9, 0x1fc); /* void extent with its reserved bits zero */
   put(&bad[n++], 12, 32, 0xffffffff);
   put(&bad[n++], 0, 12, 0xffc); /* HDR void extent */
   put(&bad[n], 0, 12, 0xdfc);   /* void extent whose extents are empty */
   put(&bad[n++], 12, 13, 5);
   for (unsigned hdr = 0; hdr < 3; hdr++)
      bad[n++] = simple((const uint8_t[]){2, 3, 14}[hdr], values, 6);
   put(&bad[n], 0, 11, 2 | 3 << 5 | 1 << 10); /* more weights than the block has texels: 4 x 5 */
   n++;
   assert_int_equal(n, ARRAY_SIZE(bad));
   for (unsigned i = 0; i < n; i++) {
      uint8_t out[12][12][4];
      decode(&bad[i], 4, 4, false, out);
      if (memcmp(out[0][0], magenta, 4) || memcmp(out[3][3], magenta, 4))
         fail_msg("block %u is %u %u %u %u", i, out[0][0][0], out[0][0][1], out[0][0][2], out[0][0][3]);
   }
   /* a good one */
   struct block v = {{0}};
   put(&v, 0, 12, 0xdfc);
   put(&v, 12, 13, 0x1fff);
   put(&v, 25, 13, 0x1fff);
   put(&v, 38, 13, 0x1fff);
   put(&v, 51, 13, 0x1fff);
   for (unsigned c = 0; c < 4; c++)
      put(&v, 64 + 16 * c, 16, 0x1234 * (c + 1));
   uint8_t out[12][12][4];
   decode(&v, 12, 10, false, out);
   for (unsigned c = 0; c < 4; c++)
      assert_int_equal(out[9][11][c], 0x1234 * (c + 1) >> 8);
}

/** Any bytes decode without touching what is outside the picture, whole or cut. */
static void
random_bytes(void **state)
{
   static const uint8_t sizes[][2] = {
      {4,  4 },
      {5,  4 },
      {5,  5 },
      {6,  5 },
      {6,  6 },
      {8,  5 },
      {8,  6 },
      {8,  8 },
      {10, 5 },
      {10, 6 },
      {10, 8 },
      {10, 10},
      {12, 10},
      {12, 12}
   };
   uint32_t seed = 1;
   for (unsigned run = 0; run < 4000; run++) {
      const uint8_t *size = sizes[run % ARRAY_SIZE(sizes)];
      const unsigned w = 1 + run % 23, h = 1 + run % 17;
      const unsigned n = DIV_ROUND_UP(w, size[0]) * DIV_ROUND_UP(h, size[1]);
      uint8_t *src = malloc((size_t)n * 16), *dst = malloc((size_t)w * h * 4); /* sanitizers see the ends */
      for (unsigned i = 0; i < n * 16; i++)
         src[i] = (uint8_t)((seed = seed * 1664525 + 1013904223) >> 24);
      u_astc_decode(dst, (int64_t)w * 4, src, size[0], size[1], w, h, run & 1);
      free(src);
      free(dst);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(grid),
      cmocka_unit_test(modes),
      cmocka_unit_test(errors),
      cmocka_unit_test(random_bytes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
