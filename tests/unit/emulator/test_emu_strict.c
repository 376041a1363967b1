/* SPDX-License-Identifier: MIT
 *
 * Strict hardware: what its modes do with a stream that breaks a rule, and registers that no stream may rely on.
 */
#include "emu_strict_fixture.h"
#include "emulator/terascale/public.h"

static void
modes(void **state)
{
   static const char *const names[] = {"report", "fail", "act"};
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      for (unsigned m = 0; m < ARRAY_SIZE(names); m++) {
         struct emulator *e = new_strict_emulator(chips[c], names[m]);
         struct stream s;
         begin(&s, e);
         rec.pos = circle;
         rec.num_pos = 16;
         whole_state(&s);
         draw_auto(&s, 4, 3);
         whole_end(&s);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, 1);
         assert_int_equal(count(e, STRICT_S2), 0);
         whole_state(&s);
         reg(&s, e->chip->gen >= DB_EVERGREEN ? EG_SQ_PGM_EXPORTS_PS_OFFSET : R6_SQ_PGM_EXPORTS_PS_OFFSET, 0);
         draw_auto(&s, 4, 3);
         const uint32_t at = s.n - 3;
         if (m == 1)
            submit_fails(&s, at, "rule S2, draw 1: SQ_PGM_EXPORTS_PS 0x00000000");
         else
            submit_ok(&s);
         assert_int_equal(count(e, STRICT_S2), 1);
         assert_int_equal(rec.num_prims, m == 1 ? 1 : 2);
         /* the next stream is a new one */
         whole_state(&s);
         draw_auto(&s, 4, 3);
         whole_end(&s);
         submit_ok(&s);
         emu_destroy(e);
      }
   }
}

static void
names(void **state)
{
   struct emu_config cfg = {.chip = &terascale_chip_find("CYPRESS")->base,
                            .ops = &terascale_emulator,
                            .vram_B = 16 << 20,
                            .strict = "soft"};
   char error[200] = "";
   assert_null(emu_create(&cfg, error, sizeof error));
   assert_non_null(strstr(error, "'soft' is none of report, fail and act"));
}

/* Nothing survives from one stream to the next; what COPY_DW writes is written. */
static void
unwritten(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_strict_emulator(chips[c], "report");
      struct stream s;
      begin(&s, e);
      rec.pos = circle;
      rec.num_pos = 16;
      whole_state(&s);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(count(e, STRICT_R1), 0);
      basic_state(&s);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      const uint64_t without = count(e, STRICT_R1);
      assert_true(without > 0);
      basic_state(&s);
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5)); /* from memory to a register that this state does not have */
      dw(&s, 1);
      dw(&s, (uint32_t)EMU_VRAM_BASE);
      dw(&s, 0);
      dw(&s, R6_PA_SC_SCREEN_SCISSOR_TL_OFFSET / 4);
      dw(&s, 0);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(count(e, STRICT_R1), 2 * without - 1);
      emu_destroy(e);
   }
}

/* Mode act: another value in every stream. */
static void
poison(void **state)
{
   struct emulator *e = new_strict_emulator("RV770", "act");
   struct stream s;
   uint64_t size;
   uint32_t got[3];
   begin(&s, e);
   for (unsigned i = 0; i < 3; i++) {
      dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
      dw(&s, 2);
      dw(&s, R6_CB_BLEND_RED_OFFSET / 4);
      dw(&s, 0);
      dw(&s, (uint32_t)EMU_VRAM_BASE + 4 * i);
      dw(&s, 0);
      submit_ok(&s);
   }
   memcpy(got, emu_vram(e, &size), sizeof got);
   assert_true(got[0] != got[1] && got[1] != got[2] && got[0] != got[2]);
   emu_destroy(e);
}

/* A sampler of the pixel shader that shows its border, as registers have it. */
static uint32_t
border_sampler(const struct emulator *e, unsigned clamp, unsigned type)
{
   return e->chip->gen >= DB_EVERGREEN ? EG_SQ_TEX_SAMPLER_WORD0(.CLAMP_Y = clamp, .BORDER_COLOR_TYPE = type)
                                       : R6_SQ_TEX_SAMPLER_WORD0(.CLAMP_Y = clamp, .BORDER_COLOR_TYPE = type);
}

/* The first \p channels of the border colour of sampler \p sampler. */
static void
border_color(struct stream *s, unsigned sampler, unsigned channels)
{
   const bool eg = s->e->chip->gen >= DB_EVERGREEN;
   if (eg)
      reg(s, EG_TD_PS_BORDER_COLOR_INDEX_OFFSET, sampler);
   for (unsigned i = 0; i < channels; i++)
      reg(s, (eg ? EG_TD_PS_BORDER_COLOR_RED_OFFSET : R6_TD_PS_SAMPLER_BORDER_RED_OFFSET(sampler)) + 4 * i,
          0);
}

/* A border colour is a register like others, of one sampler, though Evergreen's samplers have one door. */
static void
borders(void **state)
{
   enum { SAMPLER = 2, REGISTER = 3, OF_BORDER = 6, OF_EDGE = 2 };
   static const struct {
      unsigned clamp, type, sampler, channels;
      bool found;
   } rows[] = {
      {OF_BORDER, REGISTER, SAMPLER,     4, false},
      {OF_BORDER, REGISTER, SAMPLER,     0, true },
      {OF_BORDER, REGISTER, SAMPLER,     3, true },
      {OF_BORDER, REGISTER, SAMPLER + 1, 4, true },
      {OF_EDGE,   REGISTER, SAMPLER,     0, false},
      {OF_BORDER, 1,        SAMPLER,     0, false},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_strict_emulator(chips[c], "report");
      struct stream s;
      begin(&s, e);
      rec.pos = circle;
      rec.num_pos = 16;
      rec.uses[0] = (struct sq_use){SQ_USE_SAMPLER, SAMPLER * 3, 3};
      rec.num_uses = 1;
      for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
         const uint64_t before = count(e, STRICT_R2);
         whole_state(&s);
         dw(&s, DB_PKT3(DB_PKT3_SET_SAMPLER, 4));
         dw(&s, SAMPLER * 3);
         dw(&s, border_sampler(e, rows[i].clamp, rows[i].type));
         dw(&s, 0);
         dw(&s, 0);
         border_color(&s, rows[i].sampler, rows[i].channels);
         draw_auto(&s, 4, 3);
         whole_end(&s);
         submit_ok(&s);
         assert_int_equal(count(e, STRICT_R2) - before, rows[i].found);
      }
      rec.num_uses = 0;
      emu_destroy(e);
   }
}

/* DB_EQAA is nothing to this emulator; a Cayman draws by it. */
static void
live(void **state)
{
   struct emulator *e = new_strict_emulator("CAYMAN", "report");
   struct stream s;
   begin(&s, e);
   rec.pos = circle;
   rec.num_pos = 16;
   whole_state(&s);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(count(e, STRICT_R3), 0);
   live_registers(&s);
   basic_state(&s);
   reg(&s, CM_DB_EQAA_OFFSET, 0);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   const uint64_t without = count(e, STRICT_R3);
   live_registers(&s);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(count(e, STRICT_R3), 2 * without + 1);
   emu_destroy(e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(modes),  cmocka_unit_test(names),   cmocka_unit_test(unwritten),
      cmocka_unit_test(poison), cmocka_unit_test(borders), cmocka_unit_test(live),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
