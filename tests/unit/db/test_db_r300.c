/* SPDX-License-Identifier: MIT
 * The family's generated tables and packs. Golden words are written out from the documents' bit positions, not from db. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/r300/r300_chips.h"
#include "db/r300/r300_formats.h"
#include "db/r300/r300_kernel_regs.h"
#include "db/r300/r300_pm4.h"
#include "db/r300/r300_print.h"
#include "db/r300/r300_tables.h"
#include "db/r300/r3_regfile.h"
#include "db/r300/r3_regs.h"
#include "db/r300/r5_regfile.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_pvs.h"
#include "db/r300/rx_regfile.h"
#include "db/r300/rx_regs.h"
#include "tests/unit/db/db_roundtrip.h"

static void
test_roundtrip(void **state)
{
   (void)state;
   roundtrip_all();
   assert_int_equal(roundtrip_fields_seen, roundtrip_fields);
   assert_true(roundtrip_fields_seen > 2000);
   assert_true(roundtrip_offsets_seen > 1200);
}

static void
test_golden_registers(void **state)
{
   (void)state;
   assert_int_equal(RX_VAP_VF_CNTL_OFFSET, 0x2084);
   assert_int_equal(RX_TX_OFFSET_OFFSET(15), 0x457C);
   assert_int_equal(R3_RS_IP_OFFSET(7), 0x432C);
   assert_int_equal(R5_RS_IP_OFFSET(0), 0x4074);
   assert_int_equal(R5_RS_INST_OFFSET(0), 0x4320);
   assert_int_equal(R3_US_ALU_CONST_A_OFFSET(31), 0x4DFC);
   assert_int_equal(RX_VAP_VTX_AOS_ADDR1_OFFSET(7), 0x2120);
   /* three embedded triangles: 3 vertices, list of triangles */
   assert_int_equal(RX_VAP_VF_CNTL(.PRIM_TYPE = 4, .PRIM_WALK = 3, .NUM_VERTICES = 3), 0x00030034);
   /* the two orders of comparisons really differ */
   assert_int_equal(R5_ZB_ZSTENCILCNTL__ZFUNC__GEQUAL, 4);
   assert_int_equal(R5_FG_ALPHA_FUNC__AF_FUNC__AF_GREATER, 4);
   assert_int_equal(R5_US_CMN_INST(.TYPE = 3, .TEX_SEM_WAIT = 1, .RGB_WMASK = 7, .ALPHA_WMASK = 1), 0x7807);
}

/* A vertex shader of one instruction: MUL of constant 0 and input 0. */
static void
test_golden_pvs(void **state)
{
   (void)state;
   assert_int_equal(RX_PVS_OP_DST(.DST_OPCODE_VE = RX_PVS_OP_DST__DST_OPCODE_VE__MULTIPLY, .DST_REG_TYPE = 2,
                                  .DST_WE_X = 1, .DST_WE_Y = 1, .DST_WE_Z = 1, .DST_WE_W = 1),
                    0x00F00202);
   assert_int_equal(RX_PVS_SRC(.SRC_REG_TYPE = 1, .SRC_OFFSET = 3, .SRC_SWIZZLE_Y = 1, .SRC_SWIZZLE_Z = 2,
                               .SRC_SWIZZLE_W = 3),
                    0x00D10061);
}

static void
test_packets(void **state)
{
   (void)state;
   assert_int_equal(R300_PKT0(0x43E0, 2), 0x000110F8);
   assert_int_equal(R300_PKT0_OFFSET(0x000110F8), 0x43E0);
   assert_int_equal(R300_PKT_BODY_DW(0x000110F8), 2);
   assert_int_equal(R300_PKT3(R300_PKT3_NOP, 1), 0xC0001000);
   assert_int_equal(R300_PKT3(R300_PKT3_INDX_BUFFER, 3), 0xC0023300);
   assert_int_equal(R300_PKT3_INDX_BUFFER_DW0(.REG_DW = 0x810, .ONE_REG_WR = 1), 0x80000810);
   assert_string_equal(r300_packet(R300_GEN_R300, 0x35)->name, "3D_DRAW_IMMD_2");
   assert_null(r300_packet(R300_GEN_R300, 0x23));
   assert_non_null(r300_packet(R300_GEN_R500, 0x23));
   assert_null(r300_packet(R300_GEN_R500, 0x7F));
}

/* The register file has registers where the type-0 packet puts them. */
static void
test_regfile(void **state)
{
   (void)state;
   static union r5_mmio_regs r5;
   static union r3_mmio_regs r3;
   r5.raw[R5_TX_FORMAT1_OFFSET(9) / 4] = 1;
   assert_int_equal(r5.R5_TX_FORMAT1_AT(9), 1);
   r3.raw[R3_US_ALU_CONST_B_OFFSET(30) / 4] = 2;
   assert_int_equal(r3.R3_US_ALU_CONST_B_AT(30), 2);
   r3.raw[0x4E04 / 4] = 3;
   assert_int_equal(r3.RB3D_BLENDCNTL, 3);
   assert_int_equal(sizeof r5, 0x8000);
   assert_int_equal(sizeof(union rx_mmio_regs), 0x8000);
}

static void
test_tables(void **state)
{
   (void)state;
   const struct db_reg *reg = db_table_reg_by_name(r300_regs(R300_GEN_R400), R300_GEN_R400, "US_CODE_BANK");
   assert_non_null(reg);
   assert_null(db_table_reg_by_name(r300_regs(R300_GEN_R300), R300_GEN_R300, "US_CODE_BANK"));
   unsigned i = 0;
   reg = db_table_reg_at(r300_regs(R300_GEN_R500), R300_GEN_R500, 0x40B0, 0, &i);
   assert_string_equal(db_reg_base_name(r300_regs(R300_GEN_R500), reg), "RS_IP");
   assert_int_equal(i, 15);
   assert_null(db_table_reg_at(r300_regs(R300_GEN_R300), R300_GEN_R300, 0x40B0, 0, NULL));
}

static void
test_chips(void **state)
{
   (void)state;
   unsigned n = 0, ids = 0, no_tcl = 0;
   const struct r300_chip *c;
   for (; (c = r300_chip_by_index(n)); n++) {
      assert_ptr_equal(r300_chip(&c->base), c);
      assert_ptr_equal(r300_chip_find(c->base.lname), c);
      assert_int_equal(c->tcl, c->pvs_instructions > 0);
      assert_int_equal(c->safe_list == R300_SAFE_RV515, c->gen == R300_GEN_R500);
      no_tcl += !c->tcl;
      for (const uint16_t *p = c->base.pci_ids; *p; p++, ids++)
         assert_ptr_equal(r300_chip_by_pci_id(*p), c);
   }
   assert_int_equal(n, 23);
   assert_int_equal(ids, 205);
   assert_int_equal(no_tcl, 6);
   assert_null(r300_chip_by_pci_id(0x9400));
   assert_null(r300_chip_find("cypress"));
   assert_int_equal(r300_chip_find("rv515")->us_constants, 256);
   assert_string_equal(r300_chip_find("RV370")->kernel_family, "RV380");
   assert_int_equal(r300_chip_find("R300")->one_pipe_id, 0x4144);
}

/* As many registers as the kernel's lists have, each of which the database knows. */
static void
test_kernel_lists(void **state)
{
   (void)state;
   static const struct {
      enum r300_safe_list list;
      enum r300_gen gen;
      unsigned count;
   } lists[] = {
      {R300_SAFE_R300,  R300_GEN_R300, 713},
      {R300_SAFE_R420,  R300_GEN_R400, 779},
      {R300_SAFE_RS600, R300_GEN_R400, 779},
      {R300_SAFE_RV515, R300_GEN_R500, 495},
   };
   for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++) {
      unsigned n = 0;
      for (uint32_t o = 0; o < 0x10000; o += 4) {
         if (!r300_kernel_reg_free(r300_kernel_free_regs(lists[i].list), o))
            continue;
         n++;
         const bool none = lists[i].list == R300_SAFE_RV515 && o >= 0x4C80 && o <= 0x4DFC;
         if (none == (db_table_reg_at(r300_regs(lists[i].gen), lists[i].gen, o, 0, NULL) != NULL))
            fail_msg("list %u: register 0x%05x", i, o);
      }
      assert_int_equal(n, lists[i].count);
   }
   assert_false(r300_kernel_reg_free(r300_kernel_free_regs(R300_SAFE_RV515),
                                     0x4E28)); /* RB3D_COLOROFFSET0 wants a relocation */
   assert_false(r300_kernel_reg_free(r300_kernel_free_regs(R300_SAFE_R300),
                                     0x4018)); /* GB_TILE_CONFIG is the kernel's */
   assert_true(r300_kernel_reg_free(r300_kernel_free_regs(R300_SAFE_R420), 0x46B8)); /* US_CODE_BANK */
   assert_false(r300_kernel_reg_free(r300_kernel_free_regs(R300_SAFE_R300), 0x46B8));
}

static void
test_formats(void **state)
{
   (void)state;
   for (unsigned n = 0; n < 64; n++)
      for (unsigned kind = 0; kind < 4; kind++) {
         const struct r300_format *f = kind == 0   ? r300_texture_format(R300_GEN_R500, n, false)
                                       : kind == 1 ? r300_texture_format(R300_GEN_R500, n, true)
                                       : kind == 2 ? r300_color_format(R300_GEN_R500, n)
                                                   : r300_depth_format(n);
         unsigned bits = 0;
         for (unsigned i = 0; f && i < 4; i++)
            bits += f->bits[i];
         if (f && f->ncomp && (bits > 8u * f->bytes || bits <= 4u * f->bytes))
            fail_msg("format %s has %u bits in %u bytes", f->name, bits, f->bytes);
         assert_true(!f || f->ncomp || f->block_w > 1);
      }
   assert_int_equal(r300_texture_format(R300_GEN_R300, 12, false)->bytes, 4);
   assert_int_equal(r300_texture_format(R300_GEN_R300, 15, false)->block_h, 4);
   assert_null(r300_texture_format(R300_GEN_R300, 31, false)); /* ATI2N is R400's */
   assert_non_null(r300_texture_format(R300_GEN_R400, 31, false));
   assert_null(r300_texture_format(R300_GEN_R400, 6, true));
   assert_string_equal(r300_texture_format(R300_GEN_R500, 6, true)->name, "24_8");
   assert_true(r300_texture_format(R300_GEN_R500, 24, false)->is_float);
   assert_false(r300_texture_format(R300_GEN_R500, 30, false)->is_float);
   assert_null(r300_color_format(R300_GEN_R400, 5));
   assert_null(r300_color_format(R300_GEN_R500, 8));
   assert_int_equal(r300_color_format(R300_GEN_R500, 10)->bytes, 8);
   assert_int_equal(r300_depth_format(2)->bits[1], 24);
   assert_null(r300_depth_format(3));
}

static void
printed(const uint32_t *dw, size_t n, bool whole, const char *expect)
{
   char *text = NULL;
   size_t size = 0;
   FILE *f = open_memstream(&text, &size);
   assert_int_equal(r300_print_packets(f, R300_GEN_R500, dw, n, NULL), whole);
   fclose(f);
   assert_string_equal(text, expect);
   free(text);
}

static void
test_print(void **state)
{
   (void)state;
   static const uint32_t stream[] = {0x00011382, 0x00000000, 0x00000001, 0x80000000, 0x00018882, 1,
                                     2,          0xC0003400, 0x00030024, 0xC0032F00, 0x00000001, 0x00000404,
                                     0x00001000, 0,          0xC0001000, 8};
   printed(stream, sizeof stream / 4, true,
           "     0: 2 registers\n"
           "      RB3D_ABLENDCNTL = 0x00000000\n"
           "         COMB_FCN = 0 ADD_CLAMP\n"
           "      RB3D_COLOR_CHANNEL_MASK = 0x00000001\n"
           "         BLUE_MASK = 1 ENABLE\n"
           "     3: filler\n"
           "     4: 2 dwords to VAP_PVS_VECTOR_DATA_REG_128\n"
           "      0x00000001\n"
           "      0x00000002\n"
           "     7: 3D_DRAW_VBUF_2\n"
           "      VF_CNTL = 0x00030024\n"
           "         PRIM_TYPE = 4 TRIANGLE_LIST\n"
           "         PRIM_WALK = 2 VERTEX_LIST\n"
           "         NUM_VERTICES = 3\n"
           "     9: 3D_LOAD_VBPNTR\n"
           "      VAP_VTX_NUM_ARRAYS = 0x00000001\n"
           "         VTX_NUM_ARRAYS = 1\n"
           "      VAP_VTX_AOS_ATTR_0 = 0x00000404\n"
           "         VTX_AOS_COUNT0 = 4\n"
           "         VTX_AOS_STRIDE0 = 4\n"
           "      VAP_VTX_AOS_ADDR0_0 = 0x00001000\n"
           "         VTX_AOS_ADDR0 = 1024\n"
           "      VAP_VTX_AOS_ADDR1_0 = 0x00000000\n"
           "    14: NOP\n"
           "      DATA[0] = 0x00000008\n");
   printed(stream, 1, false,
           "     0: the stream ends inside this packet: it needs 2 body dwords, 0 are left\n");
   printed((uint32_t[]){1u << 30}, 1, false, "     0: 0x40000000 is not a packet header\n");
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_roundtrip),  cmocka_unit_test(test_golden_registers),
      cmocka_unit_test(test_golden_pvs), cmocka_unit_test(test_packets),
      cmocka_unit_test(test_regfile),    cmocka_unit_test(test_tables),
      cmocka_unit_test(test_chips),      cmocka_unit_test(test_kernel_lists),
      cmocka_unit_test(test_formats),    cmocka_unit_test(test_print),
   };
   return cmocka_run_group_tests_name("db_r300", tests, NULL, NULL);
}
