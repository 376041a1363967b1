/* SPDX-License-Identifier: MIT
 *
 * What the kernel makes of a packet's body: which bits beside an address survive, what is dropped.
 */
#include "check_fixture.h"

/* The body's dwords behind the patch, for a packet whose NOPs name buffer 1. */
struct patch_case {
   const char *name, *chip;
   uint32_t op, n, nops;
   uint32_t body[6], want[6];
};

static const struct patch_case patches[] = {
   {"MEM_WRITE loses its flags",
    "CYPRESS",                                            DB_PKT3_MEM_WRITE,
    4,                                                                                1,
    {8, 7u << 16, 1, 2},
    {0xABCD0008, 1, 1, 2}                                                                                                                          },
   {"SET_BASE loses its offset",               "CYPRESS", DB_PKT3_SET_BASE,        3, 1, {1, 0x100, 0},           {1, 0xABCD0000, 1}               },
   {"EVENT_WRITE loses low and high bits",
    "RV770",                                              DB_PKT3_EVENT_WRITE,
    3,                                                                                1,
    {DB_EVENT_ZPASS_DONE | 1 << 8, 0x17, 0xff00},
    {DB_EVENT_ZPASS_DONE | 1 << 8, 0xABCD0010, 1}                                                                                                  },
   {"EVENT_WRITE_EOS keeps high bits",
    "CYPRESS",                                            DB_PKT3_EVENT_WRITE_EOS,
    4,                                                                                1,
    {6 << 8, 0x13, 1u << 29, 0},
    {6 << 8, 0xABCD0010, 1u << 29 | 1, 0}                                                                                                          },
   {"WAIT_REG_MEM keeps two low bits of four",
    "RV770",                                              DB_PKT3_WAIT_REG_MEM,
    6,                                                                                1,
    {3 | 1 << 4, 0x1f, 0x100, 0, 0, 4},
    {3 | 1 << 4, 0xABCD0013, 1, 0, 0, 4}                                                                                                           },
   {"WAIT_REG_MEM of Evergreen",
    "CYPRESS",                                            DB_PKT3_WAIT_REG_MEM,
    6,                                                                                1,
    {3 | 1 << 4, 0x1f, 0x100, 0, 0, 4},
    {3 | 1 << 4, 0xABCD001f, 1, 0, 0, 4}                                                                                                           },
   {"SET_PREDICATION",                         "RV770",   DB_PKT3_SET_PREDICATION, 2, 1, {0x1f, 1 << 16},         {0xABCD0010, 1 << 16 | 1}        },
   {"SET_APPEND_CNT",
    "CYPRESS",                                            DB_PKT3_SET_APPEND_CNT,
    3,                                                                                1,
    {(0x758u / 4) << 16 | 3, 0x12, 0x300},
    {(0x758u / 4) << 16 | 3, 0xABCD0012, 1}                                                                                                        },
   {"COPY_DW",                                 "RV770",   DB_PKT3_COPY_DW,         5, 2, {3, 6, 0x100, 9, 0x100}, {3, 0xABCD0006, 1, 0xABCD0009, 1}},
   {"CP_DMA keeps the source's flags",
    "RV770",                                              DB_PKT3_CP_DMA,
    5,                                                                                2,
    {0x10, 1u << 31, 0x20, 0x100, 4},
    {0xABCD0010, 1u << 31 | 1, 0xABCD0020, 1, 4}                                                                                                   },
   {"CP_DMA from the GDS",
    "CYPRESS",                                            DB_PKT3_CP_DMA,
    5,                                                                                1,
    {0, 1u << 29, 0x20, 0, 4 | 1u << 26},
    {0, 1u << 29, 0xABCD0020, 1, 4 | 1u << 26}                                                                                                     },
   {"CP_DMA to the GDS",
    "CYPRESS",                                            DB_PKT3_CP_DMA,
    5,                                                                                1,
    {0x10, 1u << 20, 0, 0, 4 | 1u << 27},
    {0xABCD0010, 1u << 20 | 1, 0, 0, 4 | 1u << 27}                                                                                                 },
};

static void
bodies(void **state)
{
   (void)state;
   for (unsigned i = 0; i < sizeof patches / sizeof *patches; i++) {
      const struct patch_case *p = &patches[i];
      struct stream s;
      uint32_t out[512];
      init(&s, p->chip);
      put_packet(&s, p->op, p->n, p->body);
      for (uint32_t k = 0; k < p->nops; k++)
         nop_reloc(&s, 1);
      run_ok(&s, out);
      for (uint32_t k = 0; k < p->n; k++)
         if (out[1 + k] != p->want[k])
            fail_msg("%s: dword %u is 0x%08x, not 0x%08x", p->name, k, out[1 + k], p->want[k]);
   }
}

/* A relocation is a NOP of any length, with anything in its header's low bits. */
static void
relocations(void **state)
{
   (void)state;
   static const uint32_t headers[] = {0xC0001000, 0xC0001002, 0xC00010ff, 0xC0021000};
   for (unsigned i = 0; i < sizeof headers / sizeof *headers; i++) {
      struct stream s;
      uint32_t out[512];
      init(&s, "CYPRESS");
      ctx(&s, EG_SQ_PGM_START_LS_OFFSET, 1);
      put(&s, headers[i]);
      put(&s, 4);
      for (uint32_t k = DB_PKT3_BODY_DW(headers[i]); k > 1; k--)
         put(&s, 0xffffffff);
      put(&s, 0x80000000);
      run_ok(&s, out);
      assert_int_equal(out[2], 0x1ABCD01);
      struct check_error err;
      if (DB_PKT3_BODY_DW(headers[i]) > 1) /* cut off */
         assert_false(check_stream(s.chip, s.dw, s.n - 2, s.bo, 3, out, &err));
   }
}

/* A depth buffer whose size says "all that fits". */
static void
depth_of_any_size(void **state)
{
   (void)state;
   struct stream s;
   struct check_error err;
   uint32_t out[512];
   init(&s, "RV770");
   ctx(&s, R6_DB_DEPTH_CONTROL_OFFSET, R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1));
   ctx(&s, R6_DB_DEPTH_SIZE_OFFSET, 0xfffffc07); /* 3.. */
   ctx(&s, R6_DB_DEPTH_INFO_OFFSET, R6_DB_DEPTH_INFO(.FORMAT = 3, .ARRAY_MODE = 2));
   ctx(&s, R6_DB_DEPTH_BASE_OFFSET, 16);
   nop_reloc(&s, 0);
   draw(&s);
   run_ok(&s, out);
   assert_int_equal(out[5],
                    R6_DB_DEPTH_SIZE(.PITCH_TILE_MAX = 7, .SLICE_TILE_MAX = (16384 - 4096) / 256 - 1));
   s.dw[11] = 64; /* behind the buffer */
   assert_false(check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err));
   s.dw[11] = 16;
   s.dw[8] |= R6_DB_DEPTH_INFO(.TILE_SURFACE_ENABLE = 1);
   assert_false(check_stream(s.chip, s.dw, s.n, s.bo, 3, out, &err));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(bodies), cmocka_unit_test(relocations),
                                      cmocka_unit_test(depth_of_any_size)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
