/* SPDX-License-Identifier: MIT
 *
 * Strict hardware for R300 to R500: a whole stream is silent, and each rule is broken by what is left out or comes too
 * early. Mode fail, so that the stream says which rule it was; mode act by pictures.
 */
#include "r300_fixture.h"

static void
open_strict(struct fix *f, const char *mode)
{
   char error[200] = "";
   uint64_t size;
   memset(f, 0, sizeof *f);
   f->e = emu_create(&(struct emu_config){.chip = &r300_chip_find("rv515")->base,
                                          .ops = &r300_emulator,
                                          .vram_B = FIX_MEMORY_B,
                                          .threads = 1,
                                          .strict = mode},
                     error, sizeof error);
   if (!f->e)
      fail_msg("%s", error);
   f->memory = emu_vram(f->e, &size);
}

/* All that a draw goes by and fix_state() leaves to the values at start. */
static void
whole_state(struct fix *f, uint32_t without)
{
   static const uint32_t rest[] = {
      RX_GB_AA_CONFIG_OFFSET,       RX_GB_ENABLE_OFFSET,
      RX_SU_CULL_MODE_OFFSET,       RX_SU_POLY_OFFSET_ENABLE_OFFSET,
      RX_SU_DEPTH_OFFSET_OFFSET,    RX_GA_POLY_MODE_OFFSET,
      RX_VAP_CNTL_OFFSET,           RX_VAP_CNTL_STATUS_OFFSET,
      RX_RS_COUNT_OFFSET,           RX_TX_ENABLE_OFFSET,
      RX_FG_ALPHA_FUNC_OFFSET,      RX_FG_FOG_BLEND_OFFSET,
      RX_FG_DEPTH_SRC_OFFSET,       RX_ZB_CNTL_OFFSET,
      RX_ZB_BW_CNTL_OFFSET,         RX_RB3D_CCTL_OFFSET,
      RX_RB3D_BLENDCNTL_OFFSET,     RX_RB3D_ROPCNTL_OFFSET,
      RX_RB3D_AARESOLVE_CTL_OFFSET, RX_RB3D_DITHER_CTL_OFFSET,
      RX_VAP_PVS_CONST_CNTL_OFFSET,
   };
   fix_state(f);
   fix_reg(f, RX_VAP_VSM_VTX_ASSM_OFFSET, RX_VAP_VSM_VTX_ASSM(.POS = 1, .TEX_0 = 1));
   for (unsigned i = 0; i < ARRAY_SIZE(rest); i++)
      if (rest[i] != without)
         fix_reg(f, rest[i], 0);
}

static void
flush(struct fix *f)
{
   fix_reg(f, RX_RB3D_DSTCACHE_CTLSTAT_OFFSET, 10);
   fix_reg(f, RX_ZB_ZCACHE_CTLSTAT_OFFSET, 3);
}

/* Register 0 is what unit 0 has at the coordinates in register 0. */
static void
sample_program(struct fix *f)
{
   uint32_t code[2][6] = {{0}};
   code[0][0] =
      R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX, .RGB_WMASK = 7, .ALPHA_WMASK = 1);
   code[0][1] = R5_US_TEX_INST(.INST = 1, .TEX_SEM_ACQUIRE = 1);
   code[0][2] = R5_US_TEX_ADDR(.SRC_T_SWIZ = 1, .SRC_R_SWIZ = 2, .SRC_Q_SWIZ = 3, .DST_G_SWIZ = 1,
                               .DST_B_SWIZ = 2, .DST_A_SWIZ = 3);
   fix_us_show(code[1], 0);
   fix_fragment_shader(f, (const uint32_t(*)[6])code, 2);
   fix_reg(f, RX_TX_ENABLE_OFFSET, 1);
   fix_reg(f, RX_TX_FILTER0_OFFSET(0), RX_TX_FILTER0(.MAG_FILTER = 1, .MIN_FILTER = 1));
   fix_reg(f, RX_TX_FORMAT0_OFFSET(0), RX_TX_FORMAT0(.TXWIDTH = 7, .TXHEIGHT = 7));
   fix_reg(f, RX_TX_FORMAT1_OFFSET(0), RX_TX_FORMAT1(.TXFORMAT = 12));
   fix_reg(f, RX_TX_OFFSET_OFFSET(0), FIX_COLOR_AT);
}

/* Draws, and samples what was drawn into another target; \p flushes, \p tags: as a driver owes it. */
static void
draw_and_sample(struct fix *f, bool flushes, bool tags)
{
   whole_state(f, 0);
   fix_fill(f, 0, 1, 1, 1, 1);
   if (flushes)
      flush(f);
   fix_reg(f, RX_RB3D_COLOROFFSET_OFFSET(0), FIX_COLOR_AT + 0x20000);
   if (!flushes)
      return;
   sample_program(f);
   if (tags)
      fix_reg(f, RX_TX_INVALTAGS_OFFSET, 0);
   fix_fill(f, 0, 0, 0, 0, 0);
}

static void
caches(void **state)
{
   struct fix f;
   open_strict(&f, "fail");
   draw_and_sample(&f, true, true);
   fix_run(&f);
   draw_and_sample(&f, true, false);
   fix_must_stop(&f, "rule RT1");
   draw_and_sample(&f, false, false);
   fix_must_stop(&f, "rule RS1");
   /* the target is sampled while it is drawn to */
   whole_state(&f, 0);
   fix_fill(&f, 0, 1, 1, 1, 1);
   sample_program(&f);
   fix_reg(&f, RX_TX_INVALTAGS_OFFSET, 0);
   fix_fill(&f, 0, 0, 0, 0, 0);
   fix_must_stop(&f, "rule RT2");
   emu_destroy(f.e);
}

static void
registers(void **state)
{
   static const uint32_t missing[] = {RX_ZB_CNTL_OFFSET, RX_RB3D_BLENDCNTL_OFFSET, RX_TX_ENABLE_OFFSET,
                                      RX_VAP_PVS_CONST_CNTL_OFFSET};
   struct fix f;
   open_strict(&f, "fail");
   for (unsigned i = 0; i < ARRAY_SIZE(missing); i++) {
      whole_state(&f, missing[i]);
      fix_fill(&f, 0, 1, 1, 1, 1);
      fix_must_stop(&f, "rule RR1");
      whole_state(&f, 0);
      fix_fill(&f, 0, 1, 1, 1, 1);
      fix_run(&f);
   }
   whole_state(&f, 0);
   fix_reg(&f, RX_VAP_VSM_VTX_ASSM_OFFSET, RX_VAP_VSM_VTX_ASSM(.POS = 1, .TEX_0 = 1, .TEX_1 = 1));
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_must_stop(&f, "rule RS2");
   whole_state(&f, 0);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_vertex_shader(&f);
   fix_must_stop(&f, "rule RS3");
   whole_state(&f, 0);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_reg(&f, RX_VAP_PVS_STATE_FLUSH_REG_OFFSET, 0);
   fix_vertex_shader(&f);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_run(&f);
   emu_destroy(f.e);
}

/* A lookup into register 1; a presubtraction or a copy of it into register 2; register 2 is shown. */
static void
lookup_program(struct fix *f, bool acquires, bool waits, bool presub, bool nop, bool end_waits)
{
   uint32_t code[4][6] = {{0}};
   whole_state(f, 0);
   sample_program(f); /* the unit */
   code[0][0] =
      R5_US_CMN_INST(.TYPE = R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX, .RGB_WMASK = 7, .ALPHA_WMASK = 1);
   code[0][1] = R5_US_TEX_INST(.INST = 1, .TEX_SEM_ACQUIRE = acquires);
   code[0][2] = R5_US_TEX_ADDR(.SRC_T_SWIZ = 1, .SRC_R_SWIZ = 2, .SRC_Q_SWIZ = 3, .DST_ADDR = 1,
                               .DST_G_SWIZ = 1, .DST_B_SWIZ = 2, .DST_A_SWIZ = 3);
   for (unsigned i = 1; i < 3; i++) {
      fix_us_show(code[i], i);
      code[i][0] =
         R5_US_CMN_INST(.TEX_SEM_WAIT = waits, .RGB_WMASK = 7, .ALPHA_WMASK = 1, .NOP = nop && i == 1);
      code[i][4] |= R5_US_ALU_ALPHA_INST(.ALPHA_ADDRD = i + 1);
      code[i][5] |= R5_US_ALU_RGBA_INST(.RGB_ADDRD = i + 1);
   }
   if (presub) /* 1 - source 0, of red */
      code[2][3] |= R5_US_ALU_RGB_INST(.RGB_SEL_A = 3);
   fix_us_show(code[3], 3);
   code[3][0] = R5_US_CMN_INST_set_TEX_SEM_WAIT(code[3][0], end_waits);
   fix_fragment_shader(f, (const uint32_t(*)[6])code, 4);
   flush(f);
   fix_reg(f, RX_TX_INVALTAGS_OFFSET, 0);
   fix_reg(f, RX_RB3D_COLOROFFSET_OFFSET(0), FIX_COLOR_AT + 0x20000);
   fix_fill(f, 0, 1, 1, 1, 1);
}

static void
programs(void **state)
{
   struct fix f;
   uint32_t code[1][6];
   open_strict(&f, "fail");
   lookup_program(&f, true, true, true, true, true);
   fix_run(&f);
   lookup_program(&f, true, true, false, false, true); /* nothing is wanted early */
   fix_run(&f);
   lookup_program(&f, true, false, true, true, true);
   fix_must_stop(&f, "rule RU1");
   lookup_program(&f, false, true, true, true, true);
   fix_must_stop(&f, "rule RU1");
   lookup_program(&f, true, true, true, false, true);
   fix_must_stop(&f, "rule RU2");
   lookup_program(&f, true, true, true, true, false);
   fix_must_stop(&f, "rule RU3");
   whole_state(&f, 0);
   fix_us_show(code[0], 0);
   code[0][3] = R5_US_ALU_RGB_INST_set_OMOD(code[0][3], 7);
   fix_fragment_shader(&f, (const uint32_t(*)[6])code, 1);
   fix_fill(&f, 0, 1, 1, 1, 1);
   fix_must_stop(&f, "rule RU4");
   emu_destroy(f.e);
}

/* Mode act: what was not flushed is sampled as it was before; what a draw writes itself stays. */
static void
old_bytes(void **state)
{
   for (unsigned flushes = 0; flushes < 2; flushes++) {
      struct fix f;
      open_strict(&f, "act");
      whole_state(&f, 0);
      fix_fill(&f, 0, 1, 1, 1, 1);
      if (flushes)
         flush(&f);
      fix_reg(&f, RX_RB3D_COLOROFFSET_OFFSET(0), FIX_COLOR_AT + 0x20000);
      sample_program(&f);
      fix_reg(&f, RX_TX_INVALTAGS_OFFSET, 0);
      fix_fill(&f, 0, 0, 0, 0, 0);
      fix_run(&f);
      assert_int_equal(fix_dword(&f, FIX_COLOR_AT + 0x20000), flushes ? ~0u : 0);
      assert_int_equal(fix_pixel(&f, 0, 0), ~0u);
      emu_destroy(f.e);
   }
}

/* Mode act: registers that a stream has not written are garbage, another one each time; those that it has are what it says. */
static void
garbage(void **state)
{
   struct fix f;
   unsigned wrong = 0;
   open_strict(&f, "act");
   for (unsigned i = 0; i < 32; i++) {
      memset(f.memory, 0, FIX_W * FIX_H * 4);
      whole_state(&f, i % 2 ? RX_FG_ALPHA_FUNC_OFFSET : 0);
      fix_fill(&f, 0, 1, 1, 1, 1);
      const bool ran = emu_submit(f.e, f.dw, f.n, &f.err);
      f.n = 0;
      if (i % 2)
         wrong += !ran || fix_pixel(&f, 5, 5) != ~0u;
      else
         assert_true(ran && fix_pixel(&f, 5, 5) == ~0u);
   }
   assert_in_range(wrong, 1, 15);
   emu_destroy(f.e);
}

static void
modes(void **state)
{
   char error[200] = "";
   assert_null(emu_create(&(struct emu_config){.chip = &r300_chip_find("rv515")->base,
                                               .ops = &r300_emulator,
                                               .vram_B = FIX_MEMORY_B,
                                               .strict = "perform"},
                          error, sizeof error));
   assert_non_null(strstr(error, "there are report, fail, act"));
}

/* What one of HiZ's draws, or one before it, does wrong. */
enum hiz_fault {
   HIZ_FINE,
   HIZ_NOT_CLEARED,
   HIZ_OTHER_TEST,
   HIZ_ALWAYS,
   HIZ_STENCIL,
   HIZ_WRITTEN_PAST,
   HIZ_WRITTEN_NEARER
};

static void
hiz_draws(struct fix *f, enum hiz_fault fault)
{
   const uint32_t on = RX_ZB_BW_CNTL(.HIZ_ENABLE = 1);
   open_strict(f, "fail");
   whole_state(f, 0);
   fix_reg(f, RX_ZB_FORMAT_OFFSET, RX_ZB_FORMAT__DEPTHFORMAT__Z24_INT_S8_LSBS);
   fix_reg(f, RX_ZB_DEPTHOFFSET_OFFSET, FIX_DEPTH_AT);
   fix_reg(f, RX_ZB_DEPTHPITCH_OFFSET, RX_ZB_DEPTHPITCH(.DEPTHPITCH = FIX_W / 4));
   fix_reg(f, RX_ZB_STENCILREFMASK_OFFSET, 0);
   if (fault != HIZ_NOT_CLEARED) {
      fix_emit(f, R300_PKT3(R300_PKT3_3D_CLEAR_HIZ, 3));
      fix_emit(f, 0);
      fix_emit(f, 64);
      fix_emit(f, ~0u);
   }
   fix_reg(f, RX_SC_HYPERZ_EN_OFFSET, RX_SC_HYPERZ_EN(.HZ_EN = 1));
   fix_reg(f, RX_ZB_CNTL_OFFSET,
           RX_ZB_CNTL(.Z_ENABLE = 1, .ZWRITEENABLE = 1, .STENCIL_ENABLE = fault == HIZ_STENCIL));
   if (fault == HIZ_WRITTEN_PAST || fault == HIZ_WRITTEN_NEARER) {
      fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET,
              fault == HIZ_WRITTEN_PAST ? RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS
                                        : RX_ZB_ZSTENCILCNTL__ZFUNC__LESS);
      fix_fill(f, 0.5f, 1, 1, 1, 1);
   }
   fix_reg(f, RX_ZB_BW_CNTL_OFFSET, on);
   fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET,
           fault == HIZ_ALWAYS ? RX_ZB_ZSTENCILCNTL__ZFUNC__ALWAYS
                               : RX_ZB_ZSTENCILCNTL(.ZFUNC = 1, .STENCILZFAIL = fault == HIZ_STENCIL));
   fix_fill(f, 0.25f, 1, 1, 1, 1);
   fix_reg(f, RX_ZB_ZSTENCILCNTL_OFFSET,
           fault == HIZ_OTHER_TEST ? RX_ZB_ZSTENCILCNTL__ZFUNC__GREATER : RX_ZB_ZSTENCILCNTL__ZFUNC__LESS);
   fix_fill(f, 0.125f, 1, 1, 1, 1);
   flush(f);
}

static void
bounds(void **state)
{
   for (enum hiz_fault fault = HIZ_FINE; fault <= HIZ_WRITTEN_NEARER; fault++) {
      struct fix f;
      hiz_draws(&f, fault);
      if (fault == HIZ_FINE || fault == HIZ_WRITTEN_NEARER)
         fix_run(&f);
      else
         fix_must_stop(&f, "rule RT4");
      emu_destroy(f.e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(caches),    cmocka_unit_test(registers), cmocka_unit_test(programs),
      cmocka_unit_test(old_bytes), cmocka_unit_test(garbage),   cmocka_unit_test(modes),
      cmocka_unit_test(bounds),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
