/* SPDX-License-Identifier: MIT
 * The generated tables, packs and printers. Golden words are written out from the documents' bit positions,
 * not from db. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/terascale/cm_regfile.h"
#include "db/terascale/cm_regs.h"
#include "db/terascale/db_chips.h"
#include "db/terascale/db_formats.h"
#include "db/terascale/db_kernel_regs.h"
#include "db/terascale/db_print.h"
#include "db/terascale/db_readers.h"
#include "db/terascale/db_tables.h"
#include "db/terascale/eg_regfile.h"
#include "db/terascale/eg_regs.h"
#include "db/terascale/isa.h"
#include "db/terascale/pm4.h"
#include "db/terascale/r6_regfile.h"
#include "db/terascale/r6_regs.h"
#include "tests/unit/db/db_roundtrip.h"

static void
test_roundtrip(void **state)
{
   (void)state;
   roundtrip_all();
   assert_int_equal(roundtrip_fields_seen, roundtrip_fields);
   assert_true(roundtrip_fields_seen > 4000);
   assert_true(roundtrip_offsets_seen > 1200);
}

/* R6xx/R7xx 3D Register Reference Guide; Evergreen headers of xf86-video-ati. */
static void
test_golden_registers(void **state)
{
   (void)state;
   assert_int_equal(R6_CB_COLOR_INFO_OFFSET(0), 0x280A0);
   assert_int_equal(R6_CB_COLOR_INFO_OFFSET(7), 0x280BC);
   assert_int_equal(R6_CB_COLOR_INFO(.FORMAT = R6_COLOR_8_8_8_8, .ARRAY_MODE = 4), 26 << 2 | 4 << 8);
   assert_int_equal(R6_DB_DEPTH_CONTROL(.Z_ENABLE = 1, .Z_WRITE_ENABLE = 1, .ZFUNC = 3), 0x36);
   assert_int_equal(R6_CB_TARGET_MASK_OFFSET, 0x28238);
   assert_int_equal(R6_PA_CL_VPORT_XSCALE_OFFSET(1), 0x28454);
   assert_int_equal(R6_PA_CL_VPORT_XSCALE(.VALUE = db_float(2.0f)), 0x40000000);
   assert_int_equal(R6_SQ_TEX_RESOURCE_WORD0_OFFSET(1), 0x3801C);
   assert_int_equal(R6_SQ_TEX_SAMPLER_WORD2_OFFSET(2), 0x3C020);
   assert_int_equal(R6_SPI_PS_INPUT_CNTL_OFFSET(31), 0x286C0);
   assert_int_equal(EG_CB_COLOR_BASE_OFFSET(7), 0x28E04);
   assert_int_equal(EG_CB_COLOR_BASE_OFFSET(8), 0x28E40);
   assert_int_equal(EG_CB_COLOR_DIM_OFFSET(11), 0x28EAC);
   assert_int_equal(EG_CB_COLOR_INFO(.FORMAT = EG_COLOR_8_8_8_8, .ARRAY_MODE = 2), 26 << 2 | 2 << 8);
   assert_int_equal(EG_SQ_TEX_RESOURCE_WORD7_OFFSET(1), 0x3003C);
   assert_int_equal(EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = 26, .TYPE = 2), 0x8000001A);
   assert_int_equal(CM_PA_SC_AA_CONFIG_OFFSET, 0x28BE0);
   assert_int_equal(CM_SQ_VTX_CONSTANT_WORD2(.STRIDE = 0x801), 0x801 << 8);
   assert_int_equal(db_sext(db_signed(-3, 7), 7), -3);
}

/* Bit positions of the instruction words: the guide's chapters 4 and 5; Evergreen headers. */
static void
test_golden_words(void **state)
{
   (void)state;
   /* MOV R1.x, R2.y; last */
   assert_int_equal(R7_SQ_ALU_WORD0(.SRC0_SEL = 2, .SRC0_CHAN = 1, .LAST = 1), 0x80000402);
   assert_int_equal(R7_SQ_ALU_WORD1_OP2(.ALU_INST = 0x19, .DST_GPR = 1, .WRITE_MASK = 1), 0x00200C90);
   assert_int_equal(R6_SQ_ALU_WORD1_OP2(.ALU_INST = 0x19, .DST_GPR = 1, .WRITE_MASK = 1), 0x00201910);
   assert_int_equal(EG_SQ_ALU_WORD1_OP3(.SRC2_SEL = 3, .ALU_INST = 0x14, .DST_GPR = 1), 0x00228003);
   assert_int_equal(EG_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ(.SEL_X = 0, .SEL_Y = 1, .SEL_Z = 2, .SEL_W = 3,
                                                     .CF_INST = 0x54, .BARRIER = 1, .END_OF_PROGRAM = 1),
                    0x95200688);
   assert_int_equal(R7_SQ_CF_ALLOC_EXPORT_WORD1_SWIZ(.SEL_Y = 1, .SEL_Z = 2, .SEL_W = 3, .CF_INST = 0x28,
                                                     .BARRIER = 1, .END_OF_PROGRAM = 1),
                    0x94200688);
   assert_int_equal(EG_SQ_CF_ALU_WORD1(.COUNT = 3, .CF_INST = 8, .BARRIER = 1), 0xA00C0000);
   assert_int_equal(EG_SQ_CF_ALU_WORD1_get_COUNT(0xA00C0000), 3);
   assert_int_equal(
      R7_SQ_VTX_WORD1_GPR(.DST_GPR = 1, .DST_SEL_Y = 1, .DST_SEL_Z = 2, .DST_SEL_W = 3, .DATA_FORMAT = 35),
      35 << 22 | 3 << 18 | 2 << 15 | 1 << 12 | 1);
   assert_int_equal(R7_SQ_CF_WORD1(.COUNT = 7, .COUNT_3 = 1, .CF_INST = 1), 7 << 10 | 1 << 19 | 1 << 23);
}

static void
test_opcodes(void **state)
{
   (void)state;
   assert_int_equal(db_alu_info(DB_ALU_DOT4)->code[DB_R600], 0x50);
   assert_int_equal(db_alu_info(DB_ALU_DOT4)->code[DB_EVERGREEN], 0xBE);
   assert_int_equal(db_alu_info(DB_ALU_RECIP_IEEE)->slots[DB_R700], DB_SLOT_TRANS);
   assert_int_equal(db_alu_info(DB_ALU_RECIP_IEEE)->slots[DB_CAYMAN], DB_SLOT_XYZ);
   assert_int_equal(db_alu_info(DB_ALU_MULADD)->nsrc, 3);
   assert_true(db_alu_info(DB_ALU_PRED_SETNE_INT)->flags & DB_ALU_PRED_F);
   assert_true(db_alu_info(DB_ALU_PRED_SETNE_INT)->flags & DB_ALU_SRC_INT_F);
   assert_false(db_alu_info(DB_ALU_PRED_SETNE_INT)->flags & DB_ALU_DST_INT_F);
   assert_int_equal(db_alu_decode(DB_R700, true, 0x10), DB_ALU_MULADD);
   assert_int_equal(db_alu_decode(DB_EVERGREEN, true, 0x14), DB_ALU_MULADD);
   assert_int_equal(db_alu_decode(DB_R700, false, 0x1000), -1);
   assert_int_equal(db_cf_decode(DB_R700, false, 0x28), DB_CF_EXPORT_DONE);
   assert_int_equal(db_cf_decode(DB_EVERGREEN, false, 0x54), DB_CF_EXPORT_DONE);
   assert_int_equal(db_cf_decode(DB_CAYMAN, false, 0x20), DB_CF_CF_END);
   assert_int_equal(db_cf_decode(DB_CAYMAN, false, 0x02), -1);
   assert_int_equal(db_cf_decode(DB_R600, true, 9), DB_CF_ALU_PUSH_BEFORE);
   assert_int_equal(db_tex_decode(DB_EVERGREEN, 7, 1), DB_TEX_GET_GRADIENTS_H_FINE);
   assert_int_equal(db_tex_decode(DB_R700, 0x10, 0), DB_TEX_SAMPLE);
   assert_int_equal(db_vtx_decode(DB_R600, 0, 0), DB_VTX_VFETCH);
   /* decoding inverts encoding wherever there is a code */
   for (int g = 0; g < DB_GEN_COUNT; g++) {
      for (int op = 0; op < DB_ALU_OP_COUNT; op++) {
         const struct db_alu_info *i = db_alu_info(op);
         assert_int_equal(i->code[g] < 0, i->slots[g] == DB_SLOT_NONE);
         if (i->code[g] >= 0)
            assert_int_equal(db_alu_decode(g, i->op3, (unsigned)i->code[g]), op);
      }
      for (int op = 0; op < DB_CF_OP_COUNT; op++) {
         const struct db_cf_info *i = db_cf_info(op);
         if (i->code[g] >= 0)
            assert_int_equal(db_cf_decode(g, i->form == DB_CF_FORM_ALU, (unsigned)i->code[g]), op);
      }
      for (int op = 0; op < DB_TEX_OP_COUNT; op++) {
         const struct db_fetch_info *i = db_tex_info(op);
         if (i->inst[g] >= 0)
            assert_int_equal(db_tex_decode(g, (unsigned)i->inst[g], i->inst_mod[g]), op);
      }
      for (int op = 0; op < DB_VTX_OP_COUNT; op++) {
         const struct db_fetch_info *i = db_vtx_info(op);
         if (i->inst[g] >= 0)
            assert_int_equal(db_vtx_decode(g, (unsigned)i->inst[g], i->inst_mod[g]), op);
      }
   }
}

static void
test_chips(void **state)
{
   (void)state;
   const struct terascale_chip *c = terascale_chip_find("rv770");
   assert_non_null(c);
   assert_ptr_equal(c, terascale_chip_find("RV770"));
   assert_int_equal(c->gen, DB_R700);
   assert_int_equal(c->simds, 10);
   assert_int_equal(c->wave_size, 64);
   assert_int_equal(c->vliw_width, 5);
   assert_int_equal(c->tiling_config, 3 << 1 | 1 << 4); /* 8 pipes, 8 banks, 256 bytes */
   assert_int_equal(terascale_chip_find("CAYMAN")->vliw_width, 4);
   assert_true(terascale_chip_find("CAYMAN")->base.virtual_memory);
   assert_null(terascale_chip_find("rv780"));
   assert_null(terascale_chip_find(NULL));
   unsigned n = 0;
   while (terascale_chip_by_index(n)) {
      c = terascale_chip_by_index(n);
      assert_int_equal(c->family, n);
      for (const uint16_t *id = c->base.pci_ids; *id; id++) /* no id twice */
         assert_ptr_equal(terascale_chip_by_pci_id(*id), c);
      assert_true(c->simds && c->render_backends && c->tile_pipes && c->num_banks && c->group_bytes >= 256);
      assert_true(c->gen >= DB_CAYMAN || c->gpr_split[DB_STAGE_PS]);
      unsigned gprs = 2u * c->clause_temp_gprs;
      for (unsigned s = 0; s < DB_STAGE_COUNT; s++)
         gprs += c->gpr_split[s];
      assert_true(gprs <= c->max_gprs);
      n++;
   }
   assert_int_equal(n, DB_FAMILY_COUNT);
   assert_int_equal(n, 25);
}

static void
test_formats(void **state)
{
   (void)state;
   const struct db_format *f = db_format(8);
   assert_string_equal(f->name, "5_6_5");
   assert_int_equal(f->bytes_per_el, 2);
   assert_int_equal(f->bits[1], 6);
   assert_null(db_format(0));
   assert_null(db_format(63));
   assert_null(db_format(64));
   assert_int_equal(db_format(DB_FMT_BC1)->block_w, 4);
   for (unsigned i = 0; i < DB_FMT_COUNT; i++) {
      f = db_format(i);
      if (!f || f->block_w > 1 || i == DB_FMT_X24_8_32F || i == DB_FMT_32_AS_8 || i == DB_FMT_32_AS_8_8)
         continue;
      unsigned bits = 0;
      for (unsigned k = 0; k < 4; k++)
         bits += f->bits[k];
      assert_int_equal(bits, 8u * f->bytes_per_el);
      assert_int_equal(f->ncomp == 4, f->bits[3] != 0);
   }
}

static void
test_packets(void **state)
{
   (void)state;
   assert_int_equal(DB_PKT3(DB_PKT3_NOP, 1), 0xC0001000);
   assert_int_equal(DB_PKT3(DB_PKT3_DRAW_INDEX, 4), 0xC0032B00);
   assert_int_equal(DB_PKT3_BODY_DW(0xC0032B00), 4);
   assert_string_equal(db_packet(DB_R600, 0x24)->name, "START_3D_CMDBUF");
   assert_null(db_packet(DB_R700, 0x24));
   assert_string_equal(db_packet(DB_EVERGREEN, 0x24)->name, "DRAW_INDIRECT");
   assert_int_equal(db_window(DB_R700, DB_PKT3_SET_RESOURCE)->base, 0x38000);
   assert_int_equal(db_window(DB_CAYMAN, DB_PKT3_SET_RESOURCE)->base, 0x30000);
   assert_null(db_window(DB_CAYMAN, DB_PKT3_SET_ALU_CONST));
   assert_string_equal(db_event_name(DB_EVERGREEN, 7), "CS_PARTIAL_FLUSH");
   assert_string_equal(db_event_name(DB_R700, 7), "VIZQUERY_START");
   assert_null(db_event_name(DB_R700, 63));
   assert_true(db_kernel_reg_free(DB_R700, R6_PA_CL_VTE_CNTL_OFFSET));
   assert_false(db_kernel_reg_free(DB_R700, R6_CB_COLOR_BASE_OFFSET(0)));
   assert_false(db_kernel_reg_free(DB_R700, 0xfffffffc));
}

static void
test_regfile(void **state)
{
   (void)state;
   struct eg_regfile *eg = calloc(1, sizeof *eg);
   struct r6_regfile *r6 = calloc(1, sizeof *r6);
   assert_non_null(eg);
   assert_non_null(r6);
   eg->ctx.raw[(EG_CB_COLOR_INFO_OFFSET(5) - DB_EG_CONTEXT_REG_BASE) / 4] = 7;
   assert_int_equal(eg->ctx.CB_COLOR[5].INFO, 7);
   eg->ctx.raw[(EG_CB_COLOR_ATTRIB_OFFSET(10) - DB_EG_CONTEXT_REG_BASE) / 4] = 8;
   assert_int_equal(eg->ctx.CB_COLOR8[2].ATTRIB, 8);
   r6->ctx.raw[(R6_PA_CL_VPORT_ZSCALE_OFFSET(15) - DB_R6_CONTEXT_REG_BASE) / 4] = 9;
   assert_int_equal(r6->ctx.PA_CL_VPORT[15].ZSCALE, 9);
   r6->config.raw[(R6_TD_PS_SAMPLER_BORDER_BLUE_OFFSET(17) - DB_R6_CONFIG_REG_BASE) / 4] = 10;
   assert_int_equal(r6->config.TD_PS_SAMPLER_BORDER[17].BLUE, 10);
   assert_int_equal(sizeof r6->resource, 0x4000);
   assert_int_equal(sizeof((struct cm_regfile *)0)->sampler, 0x600);
   free(eg);
   free(r6);
}

static char *
printed(bool *ok, enum db_gen gen, const uint32_t *dw, size_t n)
{
   char *text = NULL;
   size_t size = 0;
   FILE *f = open_memstream(&text, &size);
   *ok = db_print_packets(f, gen, dw, n);
   fclose(f);
   return text;
}

static void
test_print(void **state)
{
   (void)state;
   bool ok;
   const uint32_t a[] = {DB_PKT3(DB_PKT3_SET_CONTEXT_REG, 2),
                         (R6_CB_COLOR_INFO_OFFSET(3) - 0x28000) / 4,
                         26 << 2 | 2 << 8,
                         0x80000000,
                         DB_PKT3(DB_PKT3_EVENT_WRITE, 1),
                         DB_EVENT_PS_PARTIAL_FLUSH | 4 << 8,
                         DB_PKT3(DB_PKT3_SET_RESOURCE, 8),
                         160 * 7,
                         0x1000,
                         0xff,
                         16 << 8,
                         0,
                         0,
                         0,
                         3u << 30};
   char *t = printed(&ok, DB_R700, a, sizeof a / 4);
   assert_true(ok);
   assert_non_null(strstr(t, "0: SET_CONTEXT_REG\n      CB_COLOR3_INFO = 0x00000268\n"));
   assert_non_null(strstr(t, "FORMAT = 26 COLOR_8_8_8_8"));
   assert_non_null(strstr(t, "3: filler"));
   assert_non_null(strstr(t, "EVENT_TYPE = 16 PS_PARTIAL_FLUSH"));
   assert_non_null(strstr(t, "slot 160 (buffer)"));
   assert_non_null(strstr(t, "SQ_VTX_CONSTANT_WORD0_160 = 0x00001000"));
   assert_non_null(strstr(t, "STRIDE = 16"));
   free(t);
   t = printed(&ok, DB_R700, a, sizeof a / 4 - 1);
   assert_false(ok);
   assert_non_null(strstr(t, "the stream ends inside this packet: it needs 8 body dwords, 7 are left\n"));
   free(t);
   const uint32_t junk[] = {0x40000000};
   t = printed(&ok, DB_CAYMAN, junk, 1);
   assert_false(ok);
   assert_non_null(strstr(t, "is not a packet header"));
   free(t);
}

static enum db_reader
reader_of(enum db_gen gen, uint32_t offset)
{
   enum db_reader reader = DB_READER_UNKNOWN;
   for (unsigned i = 0; i < db_readers[gen].count && db_readers[gen].runs[i].first <= offset / 4; i++)
      reader = db_readers[gen].runs[i].reader;
   return reader;
}

/* Every register of both windows has a reader, the one that its name begins with; what is none has none. */
static void
test_readers(void **state)
{
   (void)state;
   unsigned seen = 0;
   for (enum db_gen gen = 0; gen < DB_GEN_COUNT; gen++) {
      for (uint32_t offset = 0x8000; offset < 0x29100; offset += 4) {
         const struct db_reg *reg = db_reg_at(gen, offset, 0, NULL);
         const enum db_reader reader = reader_of(gen, offset);
         if (!reg || (offset >= 0xAC00 && offset < 0x28000) || offset >= 0x29000) {
            assert_int_equal(reader, DB_READER_UNKNOWN);
            continue;
         }
         seen++;
         const char *name = db_reg_base_name(db_regs(gen), reg);
         assert_int_equal(reader == DB_READER_VGT, !strncmp(name, "VGT_", 4));
         assert_int_equal(reader > DB_READER_VGT, !strncmp(name, "SQ_", 3));
      }
   }
   assert_true(seen > 1500);
   assert_int_equal(reader_of(DB_R600, R6_SQ_PGM_START_PS_OFFSET), DB_READER_PS);
   assert_int_equal(reader_of(DB_R700, R6_SQ_PGM_START_FS_OFFSET), DB_READER_VS);
   assert_int_equal(reader_of(DB_R700, R6_SQ_PGM_START_GS_OFFSET), DB_READER_OTHER_STAGE);
   assert_int_equal(reader_of(DB_R700, R6_SQ_VTX_SEMANTIC_OFFSET(31)), DB_READER_VS);
   assert_int_equal(reader_of(DB_EVERGREEN, EG_SQ_ALU_CONST_CACHE_VS_OFFSET(0)), DB_READER_VS_CONST);
   assert_int_equal(reader_of(DB_EVERGREEN, EG_SQ_ALU_CONST_BUFFER_SIZE_PS_OFFSET(15)), DB_READER_PS_CONST);
   assert_int_equal(reader_of(DB_CAYMAN, CM_SQ_ALU_CONST_CACHE_HS_OFFSET(0)), DB_READER_OTHER_STAGE);
   assert_int_equal(reader_of(DB_CAYMAN, CM_DB_DEPTH_CONTROL_OFFSET), DB_READER_FIXED);
}

/* Any dwords: terminates, stays inside. */
static void
test_print_noise(void **state)
{
   (void)state;
   uint32_t x = 99;
   FILE *f = fopen("/dev/null", "w");
   assert_non_null(f);
   for (unsigned round = 0; round < 400; round++) {
      size_t n = 1 + round % 40;
      uint32_t *dw = malloc(n * 4);
      for (size_t i = 0; i < n; i++) {
         x = x * 1664525 + 1013904223;
         dw[i] = i % 3 ? x : 0xC0000000 | (x >> 28) << 16 | (x >> 8 & 0xff) << 8;
      }
      db_print_packets(f, round % DB_GEN_COUNT, dw, n);
      for (size_t i = 0; i < n; i++)
         db_print_reg(f, round % DB_GEN_COUNT, dw[i] & 0x3ffff, dw[i]);
      free(dw);
   }
   fclose(f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_roundtrip),    cmocka_unit_test(test_golden_registers),
      cmocka_unit_test(test_golden_words), cmocka_unit_test(test_opcodes),
      cmocka_unit_test(test_chips),        cmocka_unit_test(test_formats),
      cmocka_unit_test(test_packets),      cmocka_unit_test(test_regfile),
      cmocka_unit_test(test_print),        cmocka_unit_test(test_print_noise),
      cmocka_unit_test(test_readers),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
