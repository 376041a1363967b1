/* SPDX-License-Identifier: MIT
 *
 * The stipple pattern of lines: which pixel of it each line begins with, by the way it is reset.
 */
#include "emu_front_fixture.h"

static void
stippled(struct stream *s, unsigned repeat, unsigned reset)
{
   bool eg = s->e->chip->gen >= DB_EVERGREEN;
   if (eg)
      reg(s, EG_PA_SC_MODE_CNTL_0_OFFSET, EG_PA_SC_MODE_CNTL_0(.LINE_STIPPLE_ENABLE = 1));
   else
      reg(s, R6_PA_SC_MODE_CNTL_OFFSET, R6_PA_SC_MODE_CNTL(.LINE_STIPPLE_ENABLE = 1));
   reg(s, R6_PA_SC_LINE_STIPPLE_OFFSET,
       R6_PA_SC_LINE_STIPPLE(.LINE_PATTERN = 0x1234, .REPEAT_COUNT = repeat - 1, .AUTO_RESET_CNTL = reset));
}

/* Pixels in a 64 x 64 window to clip coordinates. */
static const float path[5][4] = {
   {(4.5f - 32) / 32,  (32 - 8.5f) / 32,  0, 1},
   {(14.5f - 32) / 32, (32 - 8.5f) / 32,  0, 1}, /* 10 columns */
   {(17.5f - 32) / 32, (32 - 30.5f) / 32, 0, 1}, /* 22 rows */
   {(3.5f - 32) / 32,  (32 - 33.5f) / 32, 0, 1}, /* 14 columns */
   {(3.5f - 32) / 32,  (32 - 38.5f) / 32, 0, 1}, /* 5 rows */
};

static void
strips_and_lists(void **state)
{
   static const struct {
      uint8_t type, count;
      uint16_t repeat;
      uint8_t reset, n;
      uint16_t at[4];
   } cases[] = {
      {3, 5, 1,   2, 4, {0, 10, 0, 14} }, /* strip: 16 pixels are a pattern */
      {3, 5, 2,   2, 4, {0, 10, 0, 14} },
      {3, 5, 3,   2, 4, {0, 10, 32, 46}},
      {3, 5, 256, 2, 4, {0, 10, 32, 46}},
      {3, 5, 3,   1, 4, {0, 0, 0, 0}   },
      {2, 4, 3,   1, 2, {0, 0}         },
      {2, 4, 3,   2, 2, {0, 10}        },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      rec.pos = path;
      rec.num_pos = 5;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         begin(&s, e);
         basic_state(&s);
         stippled(&s, cases[t].repeat, cases[t].reset);
         for (unsigned again = 0; again < 2; again++) { /* each packet anew */
            rec.num_prims = 0;
            draw_auto(&s, cases[t].type, cases[t].count);
            submit_ok(&s);
            assert_int_equal(rec.num_prims, cases[t].n);
            for (unsigned i = 0; i < cases[t].n; i++)
               assert_int_equal(rec.prim[i].p.stipple_at % (16 * cases[t].repeat),
                                cases[t].at[i] % (16 * cases[t].repeat));
         }
      }
      emu_destroy(e);
   }
}

/* Without a reset the pattern goes on over packets; the register says where. */
static void
goes_on(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      rec.pos = path;
      rec.num_pos = 5;
      begin(&s, e);
      basic_state(&s);
      stippled(&s, 3, 0);
      reg(&s, R6_PA_SC_LINE_STIPPLE_STATE_OFFSET,
          R6_PA_SC_LINE_STIPPLE_STATE(.CURRENT_PTR = 2, .CURRENT_COUNT = 1));
      draw_auto(&s, 2, 2);
      draw_auto(&s, 2, 2);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 2);
      assert_int_equal(rec.prim[0].p.stipple_at, 7);
      assert_int_equal(rec.prim[1].p.stipple_at, 17);
      uint32_t end = e->regs.ts.config.PA_SC_LINE_STIPPLE_STATE;
      assert_int_equal(R6_PA_SC_LINE_STIPPLE_STATE_get_CURRENT_PTR(end), 27 / 3);
      assert_int_equal(R6_PA_SC_LINE_STIPPLE_STATE_get_CURRENT_COUNT(end), 27 % 3);
      emu_destroy(e);
   }
}

/* The outline of a polygon is one line, the next polygon's begins anew. */
static void
outlines(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   static const float corners[6][4] = {
      {(4.5f - 32) / 32,  (32 - 4.5f) / 32,  0, 1},
      {(4.5f - 32) / 32,  (32 - 14.5f) / 32, 0, 1},
      {(34.5f - 32) / 32, (32 - 14.5f) / 32, 0, 1},
      {(4.5f - 32) / 32,  (32 - 4.5f) / 32,  0, 1},
      {(4.5f - 32) / 32,  (32 - 14.5f) / 32, 0, 1},
      {(34.5f - 32) / 32, (32 - 14.5f) / 32, 0, 1},
   };
   static const uint16_t at[6] = {0, 10, 40, 0, 10, 40};
   rec.pos = corners;
   rec.num_pos = 6;
   begin(&s, e);
   basic_state(&s);
   stippled(&s, 16, 1);
   reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
       EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .POLYMODE_FRONT_PTYPE = 1, .POLYMODE_BACK_PTYPE = 1,
                             .PROVOKING_VTX_LAST = 1));
   draw_auto(&s, 4, 6);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 6);
   for (unsigned i = 0; i < 6; i++)
      assert_int_equal(rec.prim[i].p.stipple_at, at[i]);
   emu_destroy(e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(strips_and_lists),
      cmocka_unit_test(goes_on),
      cmocka_unit_test(outlines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
