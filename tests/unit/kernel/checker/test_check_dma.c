/* SPDX-License-Identifier: MIT
 * Streams of the asynchronous DMA ring: addresses get the buffers of the list in order, what does not fit is
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/radeon/checker/check.h"

static const struct check_reloc bos[] = {
   {.gpu_addr = 0x123400000, .size_B = 4096 },
   {.gpu_addr = 0x200000,    .size_B = 65536},
   {.gpu_addr = 0x300000,    .size_B = 256  },
};

static bool
check(const char *chip, bool va, const uint32_t *dw, uint32_t n, uint32_t *out, struct check_error *err)
{
   return check_dma_stream(terascale_chip_find(chip), va, dw, n, bos, 3, out, err);
}

static void
patched(void **state)
{
   /* source comes first in the list, destination first in the command */
   static const struct {
      const char *chip;
      uint32_t n, dw[9], want[9];
   } cases[] = {
      {"CYPRESS", 5, {3u << 28 | 16, 8, 4, 0, 0},                                {3u << 28 | 16, 0x200008, 0x23400004, 0, 1}},
      {"CYPRESS",
       5,            {3u << 28 | 0x40u << 20 | 7, 9, 5, 0, 0},
       {3u << 28 | 0x40u << 20 | 7, 0x200009, 0x23400005, 0, 1}                                                             },
      {"RV770",   5, {3u << 28 | 16, 8, 4, 0, 0},                                {3u << 28 | 16, 0x200008, 0x23400004, 0, 1}},
      {"CAYMAN",  4, {13u << 28 | 16, 4, 77, 0},                                 {13u << 28 | 16, 0x23400004, 77, 1 << 16}  },
      {"CYPRESS", 5, {2u << 28 | 2, 4, 0, 77, 78},                               {2u << 28 | 2, 0x23400004, 1, 77, 78}      },
      {"CYPRESS",
       9,            {3u << 28 | 8u << 20 | 16, 2, 0, 0, 0, 0, 0, 12, 0},
       {3u << 28 | 8u << 20 | 16, 0x2002, 0, 0, 0, 0, 0, 0x2340000c, 1}                                                     },
      {"CYPRESS",
       9,            {3u << 28 | 8u << 20 | 16, 2, 1u << 31, 0, 0, 0, 0, 12, 0},
       {3u << 28 | 8u << 20 | 16, 0x1234002, 1u << 31, 0, 0, 0, 0, 0x20000c, 0}                                             },
      {"RV770",
       7,            {3u << 28 | 1 << 23 | 16, 2, 0, 0, 0, 12, 0},
       {3u << 28 | 1 << 23 | 16, 0x2002, 0, 0, 0, 0x2340000c, 1}                                                            },
      {"RV770",   4, {13u << 28 | 16, 4, 77, 0},                                 {13u << 28 | 16, 0x23400004, 77, 1 << 16}  },
      {"RV770",
       7,            {2u << 28 | 1u << 23 | 2, 2, 0, 0, 0, 77, 78},
       {2u << 28 | 1u << 23 | 2, 0x1234002, 0, 0, 0, 77, 78}                                                                },
      {"CYPRESS",
       9,            {2u << 28 | 8u << 20 | 2, 2, 0, 0, 0, 0, 0, 77, 78},
       {2u << 28 | 8u << 20 | 2, 0x1234002, 0, 0, 0, 0, 0, 77, 78}                                                          },
      {"CYPRESS",
       7,            {3u << 28 | 0x44u << 20 | 1, 8, 12, 4, 0, 0, 0},
       {3u << 28 | 0x44u << 20 | 1, 0x200008, 0x30000c, 0x23400004, 0, 0, 1}                                                },
      {"CAYMAN",
       9,            {3u << 28 | 0x41u << 20, 8, 0, 0, 4},
       {3u << 28 | 0x41u << 20, 0x23400008, 1, 0, 0x200004}                                                                 },
      {"RV770",   1, {15u << 28},                                                {15u << 28}                                },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      uint32_t out[9];
      struct check_error err;
      if (!check(cases[i].chip, false, cases[i].dw, cases[i].n, out, &err))
         fail_msg("case %u: %s", i, err.text);
      for (unsigned k = 0; k < cases[i].n; k++)
         assert_int_equal(out[k], cases[i].want[k]);
      if (!strcmp(cases[i].chip, "CAYMAN") && !check(cases[i].chip, true, cases[i].dw, cases[i].n, out, &err))
         fail_msg("case %u: %s", i, err.text);
      if (!strcmp(cases[i].chip, "CAYMAN"))
         assert_memory_equal(out, cases[i].dw, cases[i].n * 4);
   }
}

static void
refused(void **state)
{
   static const struct {
      const char *chip, *text;
      uint32_t n, dw[12];
   } cases[] = {
      {"CYPRESS", "source",             5,  {3u << 28 | 1024, 0, 4, 0, 0}                               }, /* 4 bytes beyond */
      {"CYPRESS", "destination",        5,  {3u << 28 | 16, 65536 - 60, 0, 0, 0}                        },
      {"CYPRESS", "destination",        5,  {3u << 28 | 16, 0, 0, 1, 0}                                 },
      {"CYPRESS", "destination",        4,  {13u << 28 | 1025, 0, 0, 0}                                 },
      {"CYPRESS", "ends after",         4,  {3u << 28 | 16, 0, 0, 0}                                    },
      {"CYPRESS", "ends after",         3,  {2u << 28 | 1, 0, 0}                                        },
      {"RV670",   "are not for RV670",  1,  {15u << 28}                                                 },
      {"RV770",   "ends after 6",       6,  {2u << 28 | 1u << 23 | 2, 0, 0, 0, 0, 0}                    },
      {"CYPRESS", "ends after 8",       8,  {2u << 28 | 8u << 20 | 2, 0}                                },
      {"RV770",   "destination",        7,  {2u << 28 | 1u << 23 | 2, 16, 0}                            },
      {"CYPRESS", "destination",        9,  {2u << 28 | 8u << 20 | 2, 16, 0}                            },
      {"CYPRESS", "source",             9,  {3u << 28 | 8u << 20 | 1, 16, 1u << 31}                     },
      {"CYPRESS", "destination",        9,  {3u << 28 | 8u << 20 | 1, 256, 0}                           },
      {"RV770",   "source",             7,  {3u << 28 | 1u << 23 | 1, 16, 1u << 31}                     },
      {"CYPRESS", "not for CYPRESS",    9,  {3u << 28 | 0x41u << 20, 0}                                 },
      {"CYPRESS", "from tiles",         10, {3u << 28 | 0x4Bu << 20, 0, 1u << 31}                       },
      {"CYPRESS", "second destination", 7,  {3u << 28 | 0x44u << 20 | 65, 0}                            },
      {"CYPRESS", "unknown",            1,  {7u << 28}                                                  },
      {"CYPRESS", "unknown",            5,  {3u << 28 | 0x55u << 20, 0, 0, 0, 0}                        },
      {"CYPRESS", "taken",              12, {13u << 28, 0, 0, 0, 13u << 28, 0, 0, 0, 13u << 28, 0, 0, 0}},
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      struct check_error err;
      uint32_t dw[16];
      memcpy(dw, cases[i].dw, sizeof cases[i].dw);
      uint32_t n = cases[i].n;
      if (n == 12) { /* a fourth buffer */
         memcpy(dw + 12, dw, 16);
         n = 16;
      }
      assert_false(check(cases[i].chip, false, dw, n, NULL, &err));
      if (!strstr(err.text, cases[i].text))
         fail_msg("case %u: '%s' says nothing of '%s'", i, err.text, cases[i].text);
      assert_false(check(cases[i].chip, false, dw, n, NULL, NULL));
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(patched), cmocka_unit_test(refused)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
