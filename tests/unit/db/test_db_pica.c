/* SPDX-License-Identifier: MIT
 * PICA200's generated tables and packs. Golden words are written out from the documents' bit positions, not from db. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "db/pica200/pica_regfile.h"
#include "db/pica200/pica_regs.h"
#include "db/pica200/pica_tables.h"
#include "db/pica200/pica_words.h"
#include "db/pica200/picax_regfile.h"
#include "db/pica200/picax_regs.h"
#include "tests/unit/db/db_roundtrip.h"

static void
test_roundtrip(void **state)
{
   (void)state;
   roundtrip_all();
   assert_int_equal(roundtrip_fields_seen, roundtrip_fields);
   assert_true(roundtrip_fields_seen > 550);
   /* every register of every list but the aliases of FIFOs counts once, those count eight times */
   assert_int_equal(roundtrip_offsets_seen, 378 + 9 * 7);
}

static void
test_golden_registers(void **state)
{
   (void)state;
   assert_int_equal(PICA_ID(FINALIZE), 0x010);
   assert_int_equal(PICA_ID_AT(SH_OUTMAP_O, 6), 0x056);
   assert_int_equal(PICA_ID_AT(TEXENV_SCALE, 3), 0x0DC);
   assert_int_equal(PICA_ID_AT(TEXENV4_SOURCE, 5), 0x0F8);
   assert_int_equal(PICA_ID(TEXUNIT0_TYPE), 0x08E);
   assert_int_equal(PICA_ID_AT(TEXUNIT_TYPE, 2), 0x09E);
   assert_int_equal(PICA_ID_AT(LIGHT_CONFIG, 7), 0x1B9);
   assert_int_equal(PICA_ID_AT(ATTRIBBUFFER_CONFIG2, 11), 0x226);
   assert_int_equal(PICA_ID_AT(VSH_FLOATUNIFORM_DATA, 7), 0x2C8);
   assert_int_equal(PICAX_PSC_CONTROL_OFFSET(1), 0x2C);
   assert_int_equal(PICAX_PPF_FLAGS_OFFSET, 0xC10);
   /* what citro3d writes for a source alpha blend and for a depth test LESS with all writes */
   assert_int_equal(PICA_BLEND_FUNC(.RGB_SRC = 6, .RGB_DST = 7, .A_SRC = 6, .A_DST = 7), 0x76760000);
   assert_int_equal(PICA_DEPTH_COLOR_MASK(.DEPTH_TEST = 1,
                                          .DEPTH_FUNC = PICA_DEPTH_COLOR_MASK__DEPTH_FUNC__LESS, .WRITE_R = 1,
                                          .WRITE_G = 1, .WRITE_B = 1, .WRITE_A = 1, .WRITE_DEPTH = 1),
                    0x1F41);
   /* the two orders of 16-bit formats really differ */
   assert_int_equal(PICA_COLORBUFFER_FORMAT__FORMAT__RGB565, 3);
   assert_int_equal(PICAX_PPF_FLAGS__OUT_FORMAT__RGB565, 2);
}

static void
test_golden_words(void **state)
{
   (void)state;
   /* a packet of one word to VIEWPORT_WIDTH with all bytes; a run of 4 from SH_OUTMAP_TOTAL */
   assert_int_equal(PICAW_CMD_HEADER(.ID = 0x41, .MASK = 15), 0x000F0041);
   assert_int_equal(PICAW_CMD_HEADER(.ID = 0x4F, .MASK = 15, .EXTRA = 3, .CONSECUTIVE = 1), 0x803F004F);
   /* mov o0, v0 with descriptor 0; dp4 o2, c1, r3; mad r1, v0, c95[a0.x], r2 with descriptor 5 */
   assert_int_equal(PICAW_SH_1(.OP = 0x13), 0x4C000000);
   assert_int_equal(PICAW_SH_1(.OP = 2, .DST = 2, .SRC1 = 0x21, .SRC2 = 0x13, .DESC = 0), 0x08421980);
   assert_int_equal(
      PICAW_SH_5(.OP = 7, .DST = 0x11, .IDX = 1, .SRC1 = 0, .SRC2 = 0x7F, .SRC3 = 0x12, .DESC = 5),
      0xF141FE45);
   /* all components, sources in order */
   assert_int_equal(PICAW_SH_DESC(.MASK = 15, .SEL1 = 0x1B, .SEL2 = 0x1B, .SEL3 = 0x1B), 0x0D86C36F);
}

static void
test_regfile(void **state)
{
   (void)state;
   static union pica_mmio_regs regs;
   static union picax_mmio_regs io;
   regs.raw[0x04E] = 1;
   assert_int_equal(regs.DEPTHMAP_OFFSET, 1);
   regs.raw[0x0FC] = 2;
   assert_int_equal(regs.TEXENV4[1].SCALE, 2);
   regs.raw[0x1B9] = 3;
   assert_int_equal(regs.LIGHT[7].CONFIG, 3);
   regs.raw[0x226] = 4;
   assert_int_equal(regs.ATTRIBBUFFER[11].CONFIG2, 4);
   io.raw[0xC18 / 4] = 5;
   assert_int_equal(io.PPF_START, 5);
   assert_int_equal(sizeof regs, PICA_REGS * 4);
}

static void
test_ops(void **state)
{
   (void)state;
   assert_int_equal(PICA_OP_COUNT, 39);
   assert_int_equal(pica_op_of_code[0x13], PICA_OP_MOV);
   assert_int_equal(pica_op_of_code[0x2F], PICA_OP_CMP);
   assert_int_equal(pica_op_of_code[0x37], PICA_OP_MADI);
   assert_int_equal(pica_op_of_code[0x38], PICA_OP_MAD);
   assert_int_equal(pica_op_of_code[0x10], -1);
   assert_string_equal(pica_ops[PICA_OP_SETEMIT].name, "setemit");
   assert_int_equal(pica_ops[PICA_OP_SETEMIT].format, PICA_FORMAT_4);
   for (unsigned op = 0; op < PICA_OP_COUNT; op++)
      for (unsigned i = 0; i < pica_ops[op].codes; i++)
         assert_int_equal(pica_op_of_code[pica_ops[op].code + i], op);
}

static void
test_formats(void **state)
{
   (void)state;
   assert_string_equal(pica_texture_format(13)->name, "ETC1A4");
   assert_null(pica_texture_format(14));
   assert_true(pica_texture_format(9)->luminance);
   assert_int_equal(pica_color_format(3)->widths[1], 6);
   assert_null(pica_color_format(5));
   assert_null(pica_depth_format(1));
   assert_int_equal(pica_depth_format(3)->widths[1], 8);
   assert_int_equal(pica_transfer_format(3)->widths[3], 1);
   assert_null(pica_transfer_format(7));
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_roundtrip),    cmocka_unit_test(test_golden_registers),
      cmocka_unit_test(test_golden_words), cmocka_unit_test(test_regfile),
      cmocka_unit_test(test_ops),          cmocka_unit_test(test_formats),
   };
   return cmocka_run_group_tests_name("db_pica", tests, NULL, NULL);
}
