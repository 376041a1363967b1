/* SPDX-License-Identifier: MIT
 *
 * Clipping in the emulator: the view volume, user clip planes, clip distances and the vectors they come in.
 */
#include "emu_front_fixture.h"

static double
window_area(const struct recorded *r)
{
   double x1 = (double)r->v[1].x - r->v[0].x, y1 = (double)r->v[1].y - r->v[0].y;
   double x2 = (double)r->v[2].x - r->v[0].x, y2 = (double)r->v[2].y - r->v[0].y;
   return (x1 * y2 - x2 * y1) / 2;
}

static void
clipping(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   float pos[3][4];
   rec.pos = pos;
   rec.num_pos = 3;
   begin(&s, e);

   /* half of the triangle lies in front of the near plane */
   memcpy(pos,
          (float[3][4]){
             {-0.5f, -0.5f, 0,  1},
             {0.5f,  -0.5f, 0,  1},
             {-0.5f, 0.5f,  -2, 1}
   },
          sizeof pos);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   double area = window_area(&rec.prim[0]) + window_area(&rec.prim[1]);
   assert_true(area > -32 * 32 / 2 * 0.76 && area < -32 * 32 / 2 * 0.74); /* three quarters of it */
   for (unsigned i = 0; i < 2; i++) {
      for (unsigned k = 0; k < 3; k++) {
         const struct raster_vertex *v = &rec.prim[i].v[k];
         assert_true(v->z >= 0 && v->z <= 1);
         /* params[2] = 10 * index: linear over the original triangle, where index is 0, 1, 2 at the corners
          */
         double b1 = (v->x - 16) / 32, b2 = (48 - v->y) / 32;
         double want = 10 * b1 + 20 * b2;
         assert_true(rec.prim[i].params[k][2] > want - 0.2 && rec.prim[i].params[k][2] < want + 0.2);
      }
   }

   /* beyond the screen but inside the guard band: untouched; beyond that: cut, same side */
   rec.num_prims = 0;
   memcpy(pos,
          (float[3][4]){
             {-0.5f, -0.5f, 0, 1},
             {3.5f,  -0.5f, 0, 1},
             {-0.5f, 0.5f,  0, 1}
   },
          sizeof pos);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 1);
   assert_true(rec.prim[0].v[1].x == 32 + 3.5f * 32);
   rec.num_prims = 0;
   pos[1][0] = 1000;
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   for (unsigned i = 0; i < 6; i++)
      assert_true(rec.prim[i / 3].v[i % 3].x <= 32 + 4 * 32 + 1 / 256.0f);

   /* wholly outside of one plane */
   rec.num_prims = 0;
   memcpy(pos,
          (float[3][4]){
             {1.5f, 0,     0, 1},
             {2,    0.5f,  0, 1},
             {2,    -0.5f, 0, 1}
   },
          sizeof pos);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 0);

   /* behind the eye, degenerate, not numbers: nothing happens, nothing breaks */
   static const float bad[][3][4] = {
      {{0, 0, 0, -1}, {1, 0, 0, -1}, {0, 1, 0, -1}},
      {{0, 0, 0, 0},  {0, 0, 0, 0},  {0, 0, 0, 0} },
      {{0, 0, 0, 0},  {1, 0, 0, 1},  {0, 1, 0, 0} },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      memcpy(pos, bad[i], sizeof pos);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      for (unsigned k = 0; k < rec.num_prims * 3; k++)
         assert_true(rec.prim[k / 3].v[k % 3].x - rec.prim[k / 3].v[k % 3].x == 0);
   }
   rec.num_prims = 0;
   static const uint32_t odd[] = {0x7fc00000, 0x7f800000, 0xff800000};
   for (unsigned i = 0; i < 12 * ARRAY_SIZE(odd); i++) {
      memcpy(pos,
             (float[3][4]){
                {-0.5f, -0.5f, 0, 1},
                {0.5f,  -0.5f, 0, 1},
                {-0.5f, 0.5f,  0, 1}
      },
             sizeof pos);
      pos[i % 3][i / 3 % 4] = uif(odd[i / 12]);
      draw_auto(&s, 4, 3);
      draw_auto(&s, 2, 2);
      submit_ok(&s);
   }
   for (unsigned k = 0; k < rec.num_prims; k++)
      assert_int_equal(rec.prim[k].p.kind, RASTER_PRIM_LINE); /* those of untouched vertices */

   /* a line through the near plane ends on it */
   rec.num_prims = 0;
   memcpy(pos,
          (float[2][4]){
             {-0.5f, 0, -3, 1},
             {0.5f,  0, 1,  1}
   },
          32);
   draw_auto(&s, 2, 2);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 1);
   assert_true(rec.prim[0].v[0].x == 32 && rec.prim[0].v[0].z == 0 && rec.prim[0].v[1].x == 48);
   assert_true(rec.prim[0].params[0][2] == 5 && rec.prim[0].p.line_width == 2);
   emu_destroy(e);
}

static void
flat_inputs_survive_clipping(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   float pos[3][4] = {
      {-0.5f, -0.5f, 0,  1},
      {0.5f,  -0.5f, 0,  1},
      {-0.5f, 0.5f,  -2, 1}
   };
   rec.pos = pos;
   rec.num_pos = 3;
   begin(&s, e);
   basic_state(&s);
   reg(&s, EG_SPI_INTERP_CONTROL_0_OFFSET, EG_SPI_INTERP_CONTROL_0(.FLAT_SHADE_ENA = 1));
   reg(&s, EG_SPI_PS_INPUT_CNTL_OFFSET(0), EG_SPI_PS_INPUT_CNTL(.SEMANTIC = 9, .FLAT_SHADE = 1));
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   for (unsigned i = 0; i < 2; i++)
      assert_true(rec.prim[i].params[rec.prim[i].p.provoking][0] == 2);
   emu_destroy(e);
}

/* What PA_CL_VS_OUT_CNTL names follows the position without gaps. */
static void
position_vectors(void **state)
{
   static const struct {
      bool sizes;
      uint8_t vec; /* bit 0, 1: VS_OUT_CCDIST0, 1 */
      uint8_t ena;
      float cut; /* index at which the distance that clips is 0; 0: none clips */
   } cases[] = {
      {false, 1, 0x01, 1},
      {false, 1, 0x02, 2},
      {false, 2, 0x10, 1},
      {false, 3, 0x20, 6},
      {true,  1, 0x01, 1},
      {true,  3, 0x02, 2},
      {true,  3, 0x10, 5},
      {true,  2, 0x20, 2},
      {true,  2, 0x01, 0},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      float pos[8][4] = {{0}};
      for (unsigned i = 0; i < 8; i++) {
         pos[i][0] = -0.5f + 0.1f * (float)i;
         pos[i][3] = 1;
      }
      rec.pos = pos;
      rec.num_pos = 8;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         rec.sizes = cases[t].sizes;
         rec.vecs = (cases[t].vec & 1) + (cases[t].vec >> 1);
         rec.num_prims = 0;
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
             R6_PA_CL_VS_OUT_CNTL(.USE_VTX_POINT_SIZE = rec.sizes, .VS_OUT_MISC_VEC_ENA = rec.sizes,
                                  .VS_OUT_CCDIST0_VEC_ENA = cases[t].vec & 1,
                                  .VS_OUT_CCDIST1_VEC_ENA = cases[t].vec >> 1) |
                cases[t].ena);
         draw_auto(&s, 1, 8);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, cases[t].cut ? (unsigned)cases[t].cut + 1 : 8);
      }
      rec.vecs = 0;
      emu_destroy(e);
   }
}

static void
user_clip_planes(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      bool eg = e->chip->gen >= DB_EVERGREEN;
      struct stream s;
      float pos[3][4] = {
         {-1, -1, 0, 2},
         {1,  -1, 0, 2},
         {-1, 1,  0, 2}
      };
      rec.pos = pos;
      rec.num_pos = 3;
      begin(&s, e);
      basic_state(&s);
      /* plane 1 keeps x >= 0: a quarter of the triangle; plane 4, everything, would keep nothing */
      const float x_positive[4] = {1, 0, 0, 0}, nothing[4] = {0, 0, 0, -1};
      uint32_t at = eg ? EG_PA_CL_UCP_X_OFFSET(0) : R6_PA_CL_UCP_X_OFFSET(0);
      for (unsigned k = 0; k < 4; k++) {
         reg(&s, at + 16 + 4 * k, fui(x_positive[k]));
         reg(&s, at + 64 + 4 * k, fui(nothing[k]));
      }
      reg(&s, R6_PA_CL_CLIP_CNTL_OFFSET, 1 << 1);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      double area = 0;
      for (unsigned i = 0; i < rec.num_prims; i++) {
         area += window_area(&rec.prim[i]);
         for (unsigned k = 0; k < 3; k++)
            assert_true(rec.prim[i].v[k].x >= 32);
      }
      assert_true(area > -128.5 && area < -127.5);
      rec.num_prims = 0;
      reg(&s, R6_PA_CL_CLIP_CNTL_OFFSET, 1 << 1 | 1 << 4);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 0);
      /* CLIP_DISABLE */
      reg(&s, R6_PA_CL_CLIP_CNTL_OFFSET, 1 << 1 | 1 << 4 | 1 << 16);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      emu_destroy(e);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(clipping),
      cmocka_unit_test(flat_inputs_survive_clipping),
      cmocka_unit_test(position_vectors),
      cmocka_unit_test(user_clip_planes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
