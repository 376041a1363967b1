/* SPDX-License-Identifier: MIT
 *
 * Shader programs of R300 to R500 as text. The golden words of vertex shaders and of R500's pixel shaders are what Mesa's r300
 * made of a textured triangle on the virtual radeon.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r300/text.h"

static char *
print(enum r300_gen gen, enum r300_code code, const uint32_t *dw, size_t ndw)
{
   char *text = NULL;
   size_t size = 0;
   FILE *f = open_memstream(&text, &size);
   r300_disassemble(f, gen, code, dw, ndw);
   fclose(f);
   return text;
}

static void
reads(enum r300_gen gen, enum r300_code code, const uint32_t *dw, size_t ndw, const char *expect)
{
   char error[200] = "";
   size_t n = 0;
   char *text = print(gen, code, dw, ndw);
   assert_string_equal(text, expect);
   uint32_t *back = r300_assemble(text, gen, code, &n, error, sizeof error);
   if (!back)
      fail_msg("%s", error);
   assert_int_equal(n, ndw);
   assert_memory_equal(back, dw, 4 * ndw);
   free(back);
   free(text);
}

static void
test_golden(void **state)
{
   (void)state;
   /* out[0] = in[0]: an addition of nothing */
   reads(R300_GEN_R500, R300_CODE_PVS, (uint32_t[]){0x00f00203, 0x00d10001, 0x01248001, 0x01248001}, 4,
         "# 0 PVS\n"
         "   PVS_OP_DST DST_OPCODE_VE=ADD DST_REG_TYPE=OUT DST_WE_X DST_WE_Y DST_WE_Z DST_WE_W\n"
         "   PVS_SRC SRC_REG_TYPE=INPUT SRC_SWIZZLE_Y=Y SRC_SWIZZLE_Z=Z SRC_SWIZZLE_W=W\n"
         "   PVS_SRC SRC_REG_TYPE=INPUT SRC_SWIZZLE_X=FORCE_0 SRC_SWIZZLE_Y=FORCE_0 SRC_SWIZZLE_Z=FORCE_0 "
         "SRC_SWIZZLE_W=FORCE_0\n"
         "   PVS_SRC SRC_REG_TYPE=INPUT SRC_SWIZZLE_X=FORCE_0 SRC_SWIZZLE_Y=FORCE_0 SRC_SWIZZLE_Z=FORCE_0 "
         "SRC_SWIZZLE_W=FORCE_0\n");
   /* a scalar operation has its own names for the same bits */
   reads(R300_GEN_R300, R300_CODE_PVS, (uint32_t[]){0x00100046, 0, 0, 0}, 4,
         "# 0 PVS\n"
         "   PVS_OP_DST DST_OPCODE_ME=RECIP_DX DST_MATH_INST DST_WE_X\n   PVS_SRC\n   PVS_SRC\n   PVS_SRC\n");
   /* temp[0] = texture 0 at temp[0].xy, then output 0 = temp[0] * 1 + 0 */
   reads(R300_GEN_R500, R300_CODE_US,
         (uint32_t[]){0x00007807, 0x02400000, 0xe400f400, 0, 0, 0, 0x00078005, 0x08020000, 0x08020000,
                      0x00db0220, 0x00c0c000, 0x20490000},
         12,
         "# 0 TEX\n"
         "   US_CMN_INST TYPE=US_INST_TYPE_TEX TEX_SEM_WAIT=WAIT_SEMAPHORE RGB_WMASK=RGB ALPHA_WMASK=A\n"
         "   US_TEX_INST INST=LD TEX_SEM_ACQUIRE=HOLD_UNTIL_WRITTEN\n"
         "   US_TEX_ADDR SRC_T_SWIZ=G SRC_R_SWIZ=A SRC_Q_SWIZ=A DST_G_SWIZ=G DST_B_SWIZ=B DST_A_SWIZ=A\n"
         "   US_TEX_ADDR_DXDY\n   US_ALU_ALPHA_INST\n   US_ALU_RGBA_INST\n"
         "# 1 OUT\n"
         "   US_CMN_INST TYPE=US_INST_TYPE_OUT TEX_SEM_WAIT=WAIT_SEMAPHORE RGB_OMASK=RGB ALPHA_OMASK=A\n"
         "   US_ALU_RGB_ADDR ADDR1=128 ADDR2=128\n   US_ALU_ALPHA_ADDR ADDR1=128 ADDR2=128\n"
         "   US_ALU_RGB_INST GREEN_SWIZ_A=GREEN BLUE_SWIZ_A=BLUE RED_SWIZ_B=ONE GREEN_SWIZ_B=ONE "
         "BLUE_SWIZ_B=ONE\n"
         "   US_ALU_ALPHA_INST ALPHA_SWIZ_A=ALPHA ALPHA_SWIZ_B=ONE\n"
         "   US_ALU_RGBA_INST RED_SWIZ_C=ZERO GREEN_SWIZ_C=ZERO BLUE_SWIZ_C=ZERO ALPHA_SWIZ_C=ZERO\n");
   /* an R300 lookup, and the same with R400's bits */
   reads(R300_GEN_R300, R300_CODE_TEX, (uint32_t[]){0x00008000}, 1, "# 0 TEX\n   US_TEX_INST INST=LD\n");
   reads(R300_GEN_R300, R300_CODE_TEX, (uint32_t[]){0x00088041}, 1,
         "# 0 TEX\n   US_TEX_INST SRC_ADDR=1 DST_ADDR=1 INST=LD BITS=0x80000\n");
   reads(R300_GEN_R400, R300_CODE_TEX, (uint32_t[]){0x00088041}, 1,
         "# 0 TEX\n   US_TEX_INST SRC_ADDR=1 DST_ADDR=1 INST=LD SRC_ADDR_EXT\n");
}

/* Every word of any bits comes back. */
static void
test_round_trip(void **state)
{
   (void)state;
   static const struct {
      enum r300_gen gen;
      enum r300_code code;
   } kinds[] = {
      {R300_GEN_R300, R300_CODE_PVS},
      {R300_GEN_R500, R300_CODE_PVS},
      {R300_GEN_R500, R300_CODE_US },
      {R300_GEN_R300, R300_CODE_ALU},
      {R300_GEN_R400, R300_CODE_ALU},
      {R300_GEN_R300, R300_CODE_TEX},
      {R300_GEN_R400, R300_CODE_TEX},
   };
   uint32_t seed = 7;
   for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      const unsigned n = 20 * r300_instruction_dw(kinds[k].code);
      for (unsigned round = 0; round < 100; round++) {
         uint32_t dw[20 * 6];
         char error[200] = "";
         size_t back_dw = 0;
         for (unsigned i = 0; i < n; i++) {
            dw[i] = (seed = seed * 1664525 + 1013904223) >> 16;
            dw[i] |= (seed = seed * 1664525 + 1013904223) & 0xffff0000;
         }
         char *text = print(kinds[k].gen, kinds[k].code, dw, n);
         uint32_t *back = r300_assemble(text, kinds[k].gen, kinds[k].code, &back_dw, error, sizeof error);
         if (!back)
            fail_msg("kind %u: %s\n%s", k, error, text);
         assert_int_equal(back_dw, n);
         assert_memory_equal(back, dw, 4 * n);
         free(back);
         free(text);
      }
   }
}

static void
test_cut(void **state)
{
   (void)state;
   char *text = print(R300_GEN_R500, R300_CODE_PVS, (uint32_t[]){0, 0, 0}, 3);
   assert_string_equal(text, "# an instruction of 4 dwords is cut off after 3\n");
   free(text);
}

static void
test_errors(void **state)
{
   (void)state;
   static const struct {
      const char *text, *error;
   } cases[] = {
      {"US_TEX_INST INST=LD\nUS_TEX INST=LD\n", "line 2: US_TEX_INST expected instead of 'US_TEX'"         },
      {"US_TEX_INST TEX=1",                     "line 1: the word has no field 'TEX'"                      },
      {"US_TEX_INST TEX_ID",                    "line 1: a value is missing behind 'TEX_ID'"               },
      {"US_TEX_INST TEX_ID=16",                 "line 1: the field has no room for '16'"                   },
      {"US_TEX_INST INST=LOAD",                 "line 1: neither a number nor a name of this field: 'LOAD'"},
      {"US_TEX_INST INST=",                     "line 1: neither a number nor a name of this field: ''"    },
      {"US_TEX_INST TEX_ID=0x1g",               "line 1: no number: '0x1g'"                                },
      {"US_TEX_INST TEX_ID=1 TEX_ID=1",         "line 1: these bits are already set: 'TEX_ID=1'"           },
      {"US_TEX_INST SRC_ADDR_EXT=1",            "line 1: the word has no field 'SRC_ADDR_EXT'"             },
   };
   for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
      char error[200] = "";
      size_t n = 1;
      assert_null(r300_assemble(cases[i].text, R300_GEN_R300, R300_CODE_TEX, &n, error, sizeof error));
      assert_string_equal(error, cases[i].error);
      assert_int_equal(n, 0);
   }
   char error[200] = "";
   size_t n;
   assert_null(r300_assemble("PVS_OP_DST\nPVS_SRC\n", R300_GEN_R300, R300_CODE_PVS, &n, error, sizeof error));
   assert_string_equal(error, "line 3: the last instruction is not whole");
   uint32_t *nothing =
      r300_assemble("# nothing\n\n   # here\n", R300_GEN_R300, R300_CODE_PVS, &n, error, sizeof error);
   assert_non_null(nothing);
   assert_int_equal(n, 0);
   free(nothing);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden),
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_errors),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
