/* SPDX-License-Identifier: MIT
 *
 * Registers that change between two draws, and change back: each draw has the state that its registers say, and what is
 * back where it was is not derived again.
 */
#include "emu_front_fixture.h"

static void
z_max(struct stream *s, float v)
{
   reg(s, R6_PA_SC_VPORT_ZMAX_OFFSET(0), fui(v));
}

static void
draw(struct stream *s)
{
   draw_auto(s, 4, 3);
}

static void
start(struct stream *s, const char *chip)
{
   begin(s, new_emulator(chip));
   rec.pos = circle;
   rec.num_pos = 16;
   basic_state(s);
   draw(s);
   submit_ok(s);
   assert_int_equal(rec.num_prims, 1);
   assert_true(rec.prim[0].z_max == 1);
}

static void
check_last(struct stream *s, float want)
{
   draw(s);
   submit_ok(s);
   assert_true(rec.num_prims && rec.prim[rec.num_prims - 1].z_max == want);
}

/* Within a stream and at the next one's beginning. */
static void
test_back(void **state)
{
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      struct stream s;
      start(&s, chips[i]);
      draw(&s);
      z_max(&s, 0.5f);
      z_max(&s, 0.25f);
      z_max(&s, 1);
      const unsigned before = the_sc.states;
      check_last(&s, 1);
      assert_int_equal(the_sc.states, before + 1); /* of the first draw */
      z_max(&s, 0.5f);
      z_max(&s, 1);
      check_last(&s, 1);
      emu_destroy(s.e);
   }
}

/* What was drawn with between counts, not what was there before that. */
static void
test_drawn_between(void **state)
{
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      struct stream s;
      start(&s, chips[i]);
      z_max(&s, 0.5f);
      check_last(&s, 0.5f);
      z_max(&s, 1);
      check_last(&s, 1);
      z_max(&s, 0.5f);
      draw(&s);
      z_max(&s, 1);
      draw(&s);
      z_max(&s, 0.5f);
      check_last(&s, 0.5f);
      assert_true(rec.prim[rec.num_prims - 2].z_max == 1 && rec.prim[rec.num_prims - 3].z_max == 0.5f);
      emu_destroy(s.e);
   }
}

/* One register is back, another is not; more of them change than are remembered. */
static void
test_some_back(void **state)
{
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      struct stream s;
      start(&s, chips[i]);
      for (unsigned n = 0; n < 2 * FRONT_MAX_CHANGES; n++) {
         for (unsigned k = 0; k < n; k++) {
            reg(&s, R6_PA_CL_VPORT_XSCALE_OFFSET(0), fui(16 + (float)k));
            reg(&s, R6_PA_CL_VPORT_XSCALE_OFFSET(0), fui(32));
         }
         const float want = n & 1 ? 0.75f : 1;
         z_max(&s, want);
         check_last(&s, want);
      }
      emu_destroy(s.e);
   }
}

/* A state that is refused is not the one before. */
static void
test_refused_between(void **state)
{
   (void)state;
   for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
      struct stream s;
      start(&s, chips[i]);
      const bool eg = s.e->chip->gen >= DB_EVERGREEN;
      const uint32_t base = eg ? EG_CB_COLOR_BASE_OFFSET(0) : R6_CB_COLOR_BASE_OFFSET(0);
      z_max(&s, 0.5f);
      reg(&s, base, 0xffffff00);
      draw(&s);
      assert_false(submit(&s));
      s.n = 0;
      z_max(&s, 1);
      reg(&s, base, (uint32_t)(TARGET_ADDR >> 8));
      check_last(&s, 1);
      emu_destroy(s.e);
   }
}

/* COPY_DW and packets that clear all change registers, too. */
static void
test_other_writers(void **state)
{
   (void)state;
   struct stream s;
   start(&s, "CYPRESS");
   const float half = 0.5f;
   uint64_t size;
   memcpy((uint8_t *)emu_vram(s.e, &size) + 0x210000, &half, 4);
   dw(&s, DB_PKT3(DB_PKT3_COPY_DW, 5));
   dw(&s, 1);
   dw(&s, (uint32_t)EMU_VRAM_BASE + 0x210000);
   dw(&s, 0);
   dw(&s, R6_PA_SC_VPORT_ZMAX_OFFSET(0) / 4);
   dw(&s, 0);
   check_last(&s, 0.5f);
   z_max(&s, 1);
   check_last(&s, 1);
   emu_destroy(s.e);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_back),          cmocka_unit_test(test_drawn_between),
      cmocka_unit_test(test_some_back),     cmocka_unit_test(test_refused_between),
      cmocka_unit_test(test_other_writers),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
