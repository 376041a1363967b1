/* SPDX-License-Identifier: MIT
 *
 * One colour of the shader for several targets (CB_COLOR_CONTROL.MULTIWRITE_ENABLE of R6xx and R7xx): as Mesa's r600
 * clears attachments behind the first there.
 */
#include "emu_sc_fixture.h"

enum { W = 64, H = 64, SECOND_AT = COLOR_AT + (1 << 20), THIRD_AT = COLOR_AT + (2 << 20) };

static struct sq_stage_state colored = {
   .run = run_constant, .color = {1, 0, 0.2f, 1}
};

static uint32_t
pixel_at(const struct fixture *f, uint64_t at, unsigned x, unsigned y)
{
   const struct emu_surface s = surface(f, at, EMU_1D_THIN1, 0, 4, W, H);
   return pixel(f, &s, x, y);
}

/* Three targets, of which two are written, over what a first rectangle left in all of them. */
static void
draw(struct fixture *f, struct sq_stage_state *ps, bool multiwrite)
{
   struct emu_draw_state d = basic_state(f, ps, W, H);
   d.cb[1] = d.cb[2] = d.cb[0];
   d.cb[1].surf.addr = EMU_VRAM_BASE + SECOND_AT;
   d.cb[2].surf.addr = EMU_VRAM_BASE + THIRD_AT;
   d.cb[0].enabled = false;
   d.cb[0].write_mask = 0;
   d.num_cb = 3;
   d.cb_multiwrite = multiwrite;
   memset(f->mem, 0x55, MEM_B);
   set_state(f, &d);
   add_rect(f, 0, 0, W, H - 8, 0);
   add_rect(f, 0, 0, 3, H, 0);
   raster_flush(f->e.raster);
}

static void
check(struct fixture *f, struct sq_stage_state *ps)
{
   draw(f, ps, true);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         const uint32_t want = y < H - 8 || x < 3 ? 0xff3300ff : 0x55555555;
         assert_int_equal(pixel_at(f, COLOR_AT, x, y), 0x55555555);
         assert_int_equal(pixel_at(f, SECOND_AT, x, y), want);
         assert_int_equal(pixel_at(f, THIRD_AT, x, y), want);
      }
   draw(f, ps, false); /* the shader has no colour for them */
   assert_int_equal(pixel_at(f, SECOND_AT, 0, 0), 0x55555555);
   assert_int_equal(pixel_at(f, THIRD_AT, 0, 0), 0x55555555);
}

static void
multiwrite(void **state)
{
   FOR_EACH_LEVEL(k)
   for (unsigned uniform = 0; uniform < 2; uniform++) {
      struct fixture f;
      fixture_init(&f, "RV670", k, 1 + uniform);
      colored.uniform = uniform;
      colored.certain_targets = uniform;
      check(&f, &colored);
      fixture_fini(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(multiwrite)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
