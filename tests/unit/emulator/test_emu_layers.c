/* SPDX-License-Identifier: MIT
 *
 * What vertices choose beside their position: slices of the targets and viewports; and primitives that cull
 * distances take away.
 */
#include "emu_front_fixture.h"

static void
view(struct stream *s, unsigned first, unsigned last)
{
   bool eg = s->e->chip->gen >= DB_EVERGREEN;
   reg(s, eg ? EG_CB_COLOR_VIEW_OFFSET(0) : R6_CB_COLOR_VIEW_OFFSET(0),
       R6_CB_COLOR_VIEW(.SLICE_START = first, .SLICE_MAX = last));
}

static const float small[12][4] = {
   {0,    0,    0, 1},
   {0.5f, 0,    0, 1},
   {0,    0.5f, 0, 1},
   {0,    0,    0, 1},
   {0.5f, 0,    0, 1},
   {0,    0.5f, 0, 1},
   {0,    0,    0, 1},
   {0.5f, 0,    0, 1},
   {0,    0.5f, 0, 1},
   {0,    0,    0, 1},
   {0.5f, 0,    0, 1},
   {0,    0.5f, 0, 1},
};

/* Four triangles for layers 2, 0, 2 and 9, which the view has not got. */
static void
layers(void **state)
{
   static const uint8_t chosen[12][2] = {{2}, {1}, {1}, {0}, {3}, {3}, {2}, {0}, {0}, {9}, {0}, {0}};
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      rec.pos = small;
      rec.num_pos = 12;
      rec.sizes = true;
      rec.chosen = chosen;
      begin(&s, e);
      basic_state(&s);
      view(&s, 1, 4);
      reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET, EG_PA_SU_SC_MODE_CNTL(.PROVOKING_VTX_LAST = 0));
      reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
          R6_PA_CL_VS_OUT_CNTL(.USE_VTX_RENDER_TARGET_INDX = 1, .VS_OUT_MISC_VEC_ENA = 1));
      draw_auto(&s, 4, 12);
      submit_ok(&s);
      static const struct {
         uint32_t slice, first;
      } want[] = {
         {1,          3},
         {3,          0},
         {3,          6},
         {UINT32_MAX, 9},
      };
      assert_int_equal(rec.num_prims, ARRAY_SIZE(want));
      for (unsigned i = 0; i < ARRAY_SIZE(want); i++) {
         assert_int_equal(rec.prim[i].slice, want[i].slice);
         assert_int_equal((unsigned)rec.prim[i].params[0][0], want[i].first);
      }
      assert_true(the_sc.executions >= 3); /* a slice is done before the next */
      /* and off again */
      rec.num_prims = 0;
      reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET, R6_PA_CL_VS_OUT_CNTL(.VS_OUT_MISC_VEC_ENA = 1));
      draw_auto(&s, 4, 12);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 4);
      for (unsigned i = 0; i < 4; i++)
         assert_int_equal(rec.prim[i].slice, 1);
      emu_destroy(e);
   }
}

/* The provoking vertex chooses transform, depth range and scissor. */
static void
viewports(void **state)
{
   static const uint8_t chosen[12][2] = {
      {0, 15},
      {0, 15},
      {0, 15},
      {0, 0 },
      {0, 0 },
      {0, 0 },
      {0, 3 },
      {0, 3 },
      {0, 3 },
      {0, 3 },
      {0, 15},
      {0, 15}
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      bool eg = e->chip->gen >= DB_EVERGREEN;
      rec.pos = small;
      rec.num_pos = 12;
      rec.sizes = true;
      rec.chosen = chosen;
      begin(&s, e);
      basic_state(&s);
      if (eg)
         reg(&s, EG_PA_SC_MODE_CNTL_0_OFFSET, EG_PA_SC_MODE_CNTL_0(.VPORT_SCISSOR_ENABLE = 1));
      else
         reg(&s, R6_PA_SC_MODE_CNTL_OFFSET, R6_PA_SC_MODE_CNTL(.R700_VPORT_SCISSOR_ENABLE = 1));
      for (unsigned v = 0; v < 16; v++) {
         const float vport[6] = {32, (float)v, -32, 32, 0.5f, 0.5f};
         for (unsigned i = 0; i < 6; i++)
            reg(&s, R6_PA_CL_VPORT_XSCALE_OFFSET(v) + 4 * i, fui(vport[i]));
         reg(&s, R6_PA_SC_VPORT_SCISSOR_TL_OFFSET(v), 0);
         reg(&s, R6_PA_SC_VPORT_SCISSOR_BR_OFFSET(v), R6_PA_SC_VPORT_SCISSOR_BR(.BR_X = 40 + v, .BR_Y = 64));
         reg(&s, R6_PA_SC_VPORT_ZMAX_OFFSET(v), fui((float)v));
      }
      reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET, EG_PA_SU_SC_MODE_CNTL(.PROVOKING_VTX_LAST = 0));
      reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
          R6_PA_CL_VS_OUT_CNTL(.USE_VTX_VIEWPORT_INDX = 1, .VS_OUT_MISC_VEC_ENA = 1));
      draw_auto(&s, 4, 9);
      submit_ok(&s);
      static const unsigned want[] = {15, 0, 3};
      assert_int_equal(rec.num_prims, 3);
      for (unsigned i = 0; i < 3; i++) {
         assert_true(rec.prim[i].v[0].x == (float)want[i]);
         assert_int_equal(rec.prim[i].scissor_x1, 40 + (int)want[i]);
         assert_true(rec.prim[i].z_max == (float)want[i]);
         assert_int_equal(rec.prim[i].slice, 0);
      }
      emu_destroy(e);
   }
}

/* A primitive disappears if all its vertices are outside of one and the same distance; it is never cut. */
static void
cull_distances(void **state)
{
   /* rec.vecs: distances k + 1 - index */
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      rec.pos = small;
      rec.num_pos = 12;
      rec.vecs = 2;
      begin(&s, e);
      basic_state(&s);
      reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
          R6_PA_CL_VS_OUT_CNTL(.VS_OUT_CCDIST0_VEC_ENA = 1, .VS_OUT_CCDIST1_VEC_ENA = 1, .CULL_DIST_ENA_1 = 1,
                               .CULL_DIST_ENA_6 = 1));
      draw_auto(&s, 4, 12);
      submit_ok(&s);
      /* distance 1 is negative from index 3 on, distance 6 from index 8 on */
      assert_int_equal(rec.num_prims, 1);
      assert_true(rec.prim[0].params[0][0] == 0);
      rec.num_prims = 0;
      reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
          R6_PA_CL_VS_OUT_CNTL(.VS_OUT_CCDIST0_VEC_ENA = 1, .VS_OUT_CCDIST1_VEC_ENA = 1,
                               .CULL_DIST_ENA_6 = 1));
      draw_auto(&s, 4, 12);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 3);
      for (unsigned i = 0; i < 3; i++)
         assert_int_equal((unsigned)rec.prim[i].params[0][0], 3 * i);
      emu_destroy(e);
   }
}

/* What is not there is refused, not drawn without. */
static void
geometry_shaders(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      bool eg = e->chip->gen >= DB_EVERGREEN;
      begin(&s, e);
      basic_state(&s);
      reg(&s, eg ? EG_VGT_SHADER_STAGES_EN_OFFSET : R6_VGT_GS_MODE_OFFSET,
          eg ? EG_VGT_SHADER_STAGES_EN(.ES_EN = 2, .GS_EN = 1, .VS_EN = 2) : R6_VGT_GS_MODE(.MODE = 3));
      submit_ok(&s);
      begin(&s, e);
      reg(&s, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
      uint32_t at = s.n;
      dw(&s, DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2));
      dw(&s, 3);
      dw(&s, 2);
      submit_fails(&s, at, "geometry");
      assert_int_equal(rec.num_prims, 0);
      emu_destroy(e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(layers),
      cmocka_unit_test(viewports),
      cmocka_unit_test(cull_distances),
      cmocka_unit_test(geometry_shaders),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
