/* SPDX-License-Identifier: MIT
 *
 * Primitives of the emulator on their way to the screen: window positions, facing and culling,
 * points, polygon modes, rectangles and what they clear at once.
 */
#include "emu_front_fixture.h"

#include "emulator/core/start.h"

static void
window_positions(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      float pos[3][4] = {
         {-2,     2,      0,    2},
         {1,      -1,     0.5f, 1},
         {0.001f, 0.001f, -4,   4}
      };
      rec.pos = pos;
      rec.num_pos = 3;
      begin(&s, e);
      basic_state(&s);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      const struct raster_vertex *v = rec.prim[0].v;
      assert_true(v[0].x == 0 && v[0].y == 0 && v[0].z == 0.5f && v[0].rw == 0.5f);
      assert_true(v[1].x == 64 && v[1].y == 64 && v[1].z == 0.75f && v[1].rw == 1);
      /* 32 + 0.008 and 32 - 0.008 towards minus infinity on a grid of 1/256 */
      assert_true(v[2].x == 32 + 2 / 256.0f && v[2].y == 32 - 3 / 256.0f && v[2].z == 0);
      assert_int_equal(raster_to_fixed(v[2].x), 32 * 256 + 2);
      emu_destroy(e);
   }
}

/* PA_SU_VTX_CNTL.ROUND_MODE: positions in halves of a grid step (1/256), and where each mode puts them. */
static void
rounding(void **state)
{
   static const struct {
      int halves, to[4]; /* truncated, rounded, to even, to odd; in steps */
   } cases[] = {
      {1,  {0, 1, 0, 1}    },
      {3,  {1, 2, 2, 1}    },
      {-1, {-1, 0, 0, -1}  },
      {-3, {-2, -1, -2, -1}},
      {4,  {2, 2, 2, 2}    },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
         for (unsigned mode = 0; mode < 4; mode++) {
            struct emulator *e = new_emulator(chips[c]);
            struct stream s;
            float pos[3][4] = {
               {(float)cases[i].halves / 512 / 32, 0,     0, 1},
               {0.5f,                              0.5f,  0, 1},
               {0.5f,                              -0.5f, 0, 1}
            };
            rec.pos = pos;
            rec.num_pos = 3;
            rec.num_prims = 0;
            begin(&s, e);
            basic_state(&s);
            reg(&s, e->chip->gen == DB_CAYMAN ? CM_PA_SU_VTX_CNTL_OFFSET : R6_PA_SU_VTX_CNTL_OFFSET,
                R6_PA_SU_VTX_CNTL(.PIX_CENTER = 1, .ROUND_MODE = mode, .QUANT_MODE = 5));
            draw_auto(&s, 4, 3);
            submit_ok(&s);
            assert_int_equal(rec.num_prims, 1);
            assert_int_equal(raster_to_fixed(rec.prim[0].v[0].x), 32 * 256 + cases[i].to[mode]);
            emu_destroy(e);
         }
}

static void
facing(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   rec.pos = circle; /* counter-clockwise in GL; the viewport turns y around as for a window */
   rec.num_pos = 16;
   static const struct {
      bool cw, cull_front, cull_back;
      int front; /* -1: culled */
   } cases[] = {
      {false, false, false, 1 },
      {true,  false, false, 0 },
      {false, true,  false, -1},
      {false, false, true,  1 },
      {true,  false, true,  -1},
      {true,  true,  false, 0 },
      {false, true,  true,  -1},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      begin(&s, e);
      basic_state(&s);
      reg(&s, EG_PA_SU_SC_MODE_CNTL_OFFSET,
          EG_PA_SU_SC_MODE_CNTL(.FACE = cases[i].cw, .CULL_FRONT = cases[i].cull_front,
                                .CULL_BACK = cases[i].cull_back));
      rec.num_prims = 0;
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, cases[i].front >= 0);
      if (rec.num_prims)
         assert_int_equal(rec.prim[0].p.front, cases[i].front);
   }
   /* between pixel centres: nothing; a hair wider on the left: the centre is in; on the right it is not */
   for (unsigned i = 0; i < 3; i++) {
      static const float x[3][2] = {
         {10.6f, 11.4f},
         {10.5f, 11.4f},
         {10.6f, 11.5f}
      };
      float tri[3][4];
      for (unsigned k = 0; k < 3; k++)
         memcpy(tri[k], (float[4]){(x[i][k == 2] - 32) / 32, k == 1 ? 0.5f : -0.5f, 0, 1}, 16);
      rec.pos = tri;
      rec.num_prims = 0;
      begin(&s, e);
      basic_state(&s);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, i == 1);
   }
   /* no area */
   float flat[3][4] = {
      {0,     0,     0, 1},
      {0.5f,  0.5f,  0, 1},
      {0.25f, 0.25f, 0, 1}
   };
   rec.pos = flat;
   rec.num_prims = 0;
   begin(&s, e);
   basic_state(&s);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 0);
   emu_destroy(e);
}

/* Zero is a semantic like the others (X's radeon driver numbers from there), and matches nothing but zero. */
static void
semantic_zero(void **state)
{
   float pos[3][4] = {
      {-0.5f, -0.5f, 0, 1},
      {0.5f,  -0.5f, 0, 1},
      {-0.5f, 0.5f,  0, 1}
   };
   for (unsigned k = 0; k < 4; k++) {
      bool eg = k & 1, same = k & 2;
      struct emulator *e = new_emulator(eg ? "CYPRESS" : "RV770");
      struct stream s;
      rec.pos = pos;
      rec.num_pos = 3;
      rec.num_prims = 0;
      begin(&s, e);
      basic_state(&s);
      reg(&s, eg ? EG_SPI_VS_OUT_ID_OFFSET(0) : R6_SPI_VS_OUT_ID_OFFSET(0), same ? 0 : 9);
      reg(&s, eg ? EG_SPI_PS_INPUT_CNTL_OFFSET(0) : R6_SPI_PS_INPUT_CNTL_OFFSET(0), 0);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      assert_int_equal(rec.prim[0].input, same ? 0 : -1);
      emu_destroy(e);
   }
}

static void
points(void **state)
{
   struct emulator *e = new_emulator("RV770");
   struct stream s;
   float pos[4][4] = {
      {0,     0, 0,    1},
      {1.01f, 0, 0,    1},
      {0,     0, 0,    1},
      {0,     0, 1.5f, 1}
   };
   rec.pos = pos;
   rec.num_pos = 4;
   begin(&s, e);
   basic_state(&s);
   draw_auto(&s, 1, 4);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2); /* centres outside of the clip volume are not drawn */
   assert_true(rec.prim[0].p.half_w == 1 && rec.prim[0].p.half_h == 0.5f);
   rec.num_prims = 0;
   rec.sizes = true;
   reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
       R6_PA_CL_VS_OUT_CNTL(.USE_VTX_POINT_SIZE = 1, .VS_OUT_MISC_VEC_ENA = 1));
   draw_auto(&s, 1, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 2);
   assert_true(rec.prim[0].p.half_w == 0.5f && rec.prim[0].p.half_h == 0.5f); /* 0 clamped to the minimum */
   assert_true(rec.prim[1].p.half_w == 3 && rec.prim[1].p.half_h == 3);
   emu_destroy(e);
}

static void
polygon_mode(void **state)
{
   static const struct {
      uint8_t type, count, ptype; /* of front faces; back faces are triangles */
      uint8_t no_edge, n;
      uint8_t v[8][2]; /* lines: from, to */
   } cases[] = {
      {4,    3, 1, 0, 3, {{0, 1}, {1, 2}, {2, 0}}                },
      {4,    3, 0, 0, 3, {{0}, {1}, {2}}                         },
      {4,    3, 1, 2, 2, {{0, 1}, {2, 0}}                        },
      {4,    3, 0, 5, 1, {{1}}                                   },
      {0x13, 4, 1, 0, 4, {{0, 1}, {3, 0}, {1, 2}, {2, 3}}        },
      {0x13, 4, 0, 0, 4, {{0}, {3}, {1}, {2}}                    },
      {0x15, 5, 1, 0, 5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}},
      {0x15, 3, 1, 0, 3, {{0, 1}, {1, 2}, {2, 0}}                },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      rec.pos = circle;
      rec.num_pos = 16;
      rec.sizes = true;
      for (unsigned t = 0; t < ARRAY_SIZE(cases); t++) {
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_CL_VS_OUT_CNTL_OFFSET,
             R6_PA_CL_VS_OUT_CNTL(.USE_VTX_EDGE_FLAG = 1, .VS_OUT_MISC_VEC_ENA = 1));
         rec.no_edge = cases[t].no_edge;
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .POLYMODE_FRONT_PTYPE = cases[t].ptype,
                                   .POLYMODE_BACK_PTYPE = 2, .PROVOKING_VTX_LAST = 1));
         rec.num_prims = 0;
         draw_auto(&s, cases[t].type, cases[t].count);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, cases[t].n);
         for (unsigned i = 0; i < cases[t].n; i++) {
            const struct recorded *r = &rec.prim[i];
            assert_int_equal(r->p.kind, cases[t].ptype ? RASTER_PRIM_LINE : RASTER_PRIM_POINT);
            assert_true(r->p.front);
            assert_int_equal((int)r->params[0][0], cases[t].v[i][0]);
            if (cases[t].ptype)
               assert_int_equal((int)r->params[1][0], cases[t].v[i][1]);
         }
         /* from behind it is a triangle, or nothing */
         begin(&s, e);
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .FACE = 1, .POLYMODE_FRONT_PTYPE = cases[t].ptype,
                                   .POLYMODE_BACK_PTYPE = 2, .PROVOKING_VTX_LAST = 1));
         rec.num_prims = 0;
         draw_auto(&s, 4, 3);
         submit_ok(&s);
         assert_true(rec.num_prims == 1 && rec.prim[0].p.kind == RASTER_PRIM_TRIANGLE &&
                     !rec.prim[0].p.front);
      }
      emu_destroy(e);
   }
}

/* Lines of a polygon lie as deep as the polygon with its offset does. */
static void
polygon_mode_offset(void **state)
{
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   float pos[3][4] = {
      {-0.5f, -0.5f, 0,    1},
      {0.5f,  -0.5f, 0.5f, 1},
      {-0.5f, 0.5f,  0,    1}
   };
   rec.pos = pos;
   rec.num_pos = 3;
   begin(&s, e);
   basic_state(&s);
   reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
       EG_PA_SU_SC_MODE_CNTL(.POLY_MODE = 1, .POLYMODE_FRONT_PTYPE = 1, .POLYMODE_BACK_PTYPE = 1,
                             .POLY_OFFSET_FRONT_ENABLE = 1, .PROVOKING_VTX_LAST = 1));
   reg(&s, EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET, fui(2 * 16.0f));
   reg(&s, EG_PA_SU_POLY_OFFSET_FRONT_OFFSET_OFFSET, fui(4));
   reg(&s, EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, (uint8_t)-10);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, 3);
   double want = 2 * (0.25 / 32) + 4.0 / 1024;
   for (unsigned i = 0; i < 3; i++)
      assert_true(rec.prim[i].p.z_offset > want - 1e-9 && rec.prim[i].p.z_offset < want + 1e-9);
   emu_destroy(e);
}

/* POLY_OFFSET_PARA_ENABLE alone decides about points and lines; they move as a front face of their slope does. */
static void
para_offset(void **state)
{
   static const float pos[2][4] = {
      {-0.5f, -0.5f,  0,    1},
      {0.5f,  -0.25f, 0.5f, 1}
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned i = 0; i < 4; i++) {
         struct emulator *e = new_emulator(chips[c]);
         const bool r6 = e->chip->gen <= DB_R700, line = i & 1, para = i & 2;
         struct stream s;
         rec.pos = pos;
         rec.num_pos = 2;
         rec.num_prims = 0;
         begin(&s, e);
         basic_state(&s);
         reg(&s, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             EG_PA_SU_SC_MODE_CNTL(.POLY_OFFSET_FRONT_ENABLE = !para, .POLY_OFFSET_BACK_ENABLE = !para,
                                   .POLY_OFFSET_PARA_ENABLE = para, .PROVOKING_VTX_LAST = 1));
         reg(&s, r6 ? R6_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET : EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET,
             fui(2 * 16.0f));
         reg(&s, r6 ? R6_PA_SU_POLY_OFFSET_FRONT_OFFSET_OFFSET : EG_PA_SU_POLY_OFFSET_FRONT_OFFSET_OFFSET,
             fui(4));
         reg(&s, r6 ? R6_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET : EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET,
             (uint8_t)-10);
         draw_auto(&s, line ? 2 : 1, line ? 2 : 1);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, 1);
         const double want = para ? (line ? 2 * (0.25 / 32) : 0) + 4.0 / 1024 : 0;
         assert_true(rec.prim[0].p.z_offset > want - 1e-9 && rec.prim[0].p.z_offset < want + 1e-9);
         emu_destroy(e);
      }
}

/* LAST_PIXEL counts where the diamond test is on; before Evergreen there is no such test. */
static void
last_pixel(void **state)
{
   static const float pos[2][4] = {
      {-0.5f, -0.5f,  0, 1},
      {0.5f,  -0.25f, 0, 1}
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned i = 0; i < 4; i++) {
         struct emulator *e = new_emulator(chips[c]);
         struct stream s;
         rec.pos = pos;
         rec.num_pos = 2;
         rec.num_prims = 0;
         begin(&s, e);
         basic_state(&s);
         reg(&s, e->chip->gen == DB_CAYMAN ? CM_PA_SC_LINE_CNTL_OFFSET : EG_PA_SC_LINE_CNTL_OFFSET,
             EG_PA_SC_LINE_CNTL(.LAST_PIXEL = i & 1, .DX10_DIAMOND_TEST_ENA = i >> 1));
         draw_auto(&s, 2, 2);
         submit_ok(&s);
         assert_int_equal(rec.num_prims, 1);
         assert_int_equal(rec.prim[0].last_pixel, e->chip->gen >= DB_EVERGREEN && i == 3);
         emu_destroy(e);
      }
}

/* Drivers draw rectangles in window coordinates, which are far outside of the clip volume. */
static void
rectangles_are_not_clipped(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct emulator *e = new_emulator(chips[c]);
      struct stream s;
      float pos[3][4] = {
         {3,  5,  0.25f, 1},
         {50, 5,  0.25f, 1},
         {3,  40, 0.25f, 1}
      };
      rec.pos = pos;
      rec.num_pos = 3;
      begin(&s, e);
      basic_state(&s);
      const float vport[6] = {1, 0, 1, 0, 1, 0};
      for (unsigned i = 0; i < 6; i++)
         reg(&s, R6_PA_CL_VPORT_XSCALE_OFFSET(0) + 4 * i, fui(vport[i]));
      draw_auto(&s, 4, 3); /* a triangle is, before and after */
      draw_auto(&s, 17, 3);
      draw_auto(&s, 4, 3);
      submit_ok(&s);
      assert_int_equal(rec.num_prims, 1);
      assert_int_equal(rec.prim[0].p.kind, RASTER_PRIM_RECT);
      assert_true(rec.prim[0].v[1].x == 50 && rec.prim[0].v[2].y == 40 && rec.prim[0].v[0].z == 0.25f);
      emu_destroy(e);
   }
}

/* A block that CMASK calls cleared gets the colour before the first draw, once, and nothing else does. */
static void
fast_clears(void **state)
{
   enum { CMASK = 0x200000 };
   struct emulator *e = new_emulator("CYPRESS");
   struct stream s;
   uint64_t size;
   uint8_t *vram = emu_vram(e, &size);
   uint32_t *target = (uint32_t *)(vram + (TARGET_ADDR - EMU_VRAM_BASE)), other = 0x55555555;
   begin(&s, e);
   basic_state(&s);
   reg(&s, EG_CB_COLOR_INFO_OFFSET(0), EG_CB_COLOR_INFO(.FORMAT = 26, .ARRAY_MODE = 2, .FAST_CLEAR = 1));
   reg(&s, EG_CB_COLOR_CMASK_OFFSET(0), (uint32_t)(EMU_VRAM_BASE + CMASK) >> 8);
   reg(&s, EG_CB_COLOR_CMASK_SLICE_OFFSET(0), 0);
   reg(&s, EG_CB_COLOR_CLEAR_WORD0_OFFSET(0), 0x11223344);
   memset(target, 0x55, 64 * 64 * 4);
   memset(vram + CMASK, 0xff, 128);
   vram[CMASK + 1] = 0xf0; /* block 2 */
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   for (unsigned i = 0; i < 64 * 64; i++)
      assert_int_equal(target[i], i / 64 == 2 ? 0x11223344 : other);
   assert_int_equal(vram[CMASK + 1], 0xff);
   /* The GPU clears again: a copy to CMASK counts for the next draw; so does a pass that only eliminates. */
   const unsigned before = rec.num_prims;
   reg(&s, EG_CB_COLOR_CONTROL_OFFSET, EG_CB_COLOR_CONTROL(.MODE = 2, .ROP3 = 0xcc));
   draw_auto(&s, 4, 3);
   dw(&s, DB_PKT3(DB_PKT3_CP_DMA, 5));
   dw(&s, 0);
   dw(&s, 2u << 29);
   dw(&s, (uint32_t)(EMU_VRAM_BASE + CMASK));
   dw(&s, 0);
   dw(&s, 128);
   draw_auto(&s, 4, 3);
   submit_ok(&s);
   assert_int_equal(rec.num_prims, before + 1); /* a rectangle that fills */
   const struct recorded *fill = &rec.prim[before];
   assert_int_equal(fill->p.kind, RASTER_PRIM_RECT);
   assert_true(fill->v[1].x == 64 && fill->v[2].y == 64 && fill->v[0].x == 0 && fill->v[0].y == 0);
   for (unsigned i = 0; i < 32; i++)
      assert_int_equal(vram[CMASK + i], 0xff);
   emu_destroy(e);
}

#define DECLARE(level) extern const struct raster_vertex_kernels raster_vertex_kernels_##level;
EMU_LEVELS(DECLARE)

/* Vectors of triangles against each by itself: tiny ones, ones with edges on centres, large ones. */
static void
many_faces(void **state)
{
   enum { VERTS = 512, PRIMS = 2003, STRIDE = 5 };
   static const struct {
      const char *name;
      const struct raster_vertex_kernels *k;
   } levels[] = {
#define LEVEL(level) {#level, &raster_vertex_kernels_##level},
      EMU_LEVELS(LEVEL)};
   static int32_t fixed[VERTS][2];
   static uint16_t corner[PRIMS * STRIDE];
   static struct raster_seen seen[PRIMS];
   uint32_t random = 7, found = 0, in_tile = 0;
   for (unsigned round = 0; round < 24; round++) {
      for (unsigned i = 0; i < VERTS * 2; i++) {
         static const uint32_t extents[] = {300, 1 << 12, 1 << 15, 1 << 24};
         random = random * 1664525u + 1013904223u;
         const uint32_t extent = extents[(round / 2 + (i % 97 == 0)) % 4];
         fixed[i / 2][i & 1] = (int32_t)((random >> 8) % extent) - (int32_t)extent / 2;
         if (round & 1)
            fixed[i / 2][i & 1] &= ~127;
      }
      for (unsigned i = 0; i < PRIMS * STRIDE; i++) {
         random = random * 1664525u + 1013904223u;
         corner[i] = (uint16_t)((random >> 8) % VERTS);
      }
      for (unsigned how = 0; how < 16; how++) {
         const struct raster_facing f = {
            .front_cw = how & 1, .cull_front = how & 2, .cull_back = how & 4, .by_centres = how & 8};
         for (unsigned l = 0; l < ARRAY_SIZE(levels); l++) {
            if (!emu_cpu_has_level(levels[l].name))
               continue;
            const uint32_t num = levels[l].k->see_triangles(f, fixed, corner, STRIDE, PRIMS, seen);
            uint32_t at = 0;
            for (unsigned i = 0; i < PRIMS; i++) {
               const uint16_t *v = corner + i * STRIDE;
               const int want = raster_face_of(f, fixed[v[0]], fixed[v[1]], fixed[v[2]]);
               if (want < 0)
                  continue;
               assert_true(at < num);
               assert_int_equal(seen[at].prim, i);
               assert_int_equal(seen[at].how, want);
               if (seen[at].in_tile) {
                  assert_true(f.by_centres);
                  for (unsigned k = 0; k < 3; k++) { /* what is half a pixel beyond covers nothing there */
                     const int32_t *p = fixed[v[k]], tile = 64 * 256;
                     assert_in_range(p[0] + 128, seen[at].x * tile, (seen[at].x + 1) * tile + 256);
                     assert_in_range(p[1] + 128, seen[at].y * tile, (seen[at].y + 1) * tile + 256);
                  }
                  in_tile++;
               }
               at++;
            }
            assert_int_equal(at, num);
            found += num;
         }
      }
   }
   assert_true(found > 10000 && in_tile > 1000);
}

/* Ranges of indices, also where the offset takes some of them beyond 2^32. */
static void
ranges(void **state)
{
   uint32_t index[70], random = 3;
   for (unsigned round = 0; round < 2000; round++) {
      const uint32_t n = 1 + round % ARRAY_SIZE(index);
      random = random * 1664525u + 1013904223u;
      const uint32_t offset = round % 3 ? random : 0, mask = round % 5 ? UINT32_MAX : 0xfff;
      uint32_t least = UINT32_MAX, most = 0;
      for (unsigned i = 0; i < n; i++) {
         random = random * 1664525u + 1013904223u;
         index[i] = random & mask;
         least = MIN2(least, index[i] + offset);
         most = MAX2(most, index[i] + offset);
      }
#define CHECK_LEVEL(level)                                                                                   \
   if (emu_cpu_has_level(#level)) {                                                                          \
      uint32_t lo, hi;                                                                                       \
      raster_vertex_kernels_##level.find_range(index, n, offset, &lo, &hi);                                  \
      assert_int_equal(lo, least);                                                                           \
      assert_int_equal(hi, most);                                                                            \
   }
      EMU_LEVELS(CHECK_LEVEL)
#undef CHECK_LEVEL
   }
}

/* Any number of triangles, at all levels, and nothing behind the last one. */
static void
corners(void **state)
{
   const uint64_t behind = UINT64_C(0x5a5a5a5a5a5a5a5a);
   uint32_t index[3 * 70], random = 7;
   for (unsigned n = 1; n <= ARRAY_SIZE(index) / 3; n++) {
      random = random * 1664525u + 1013904223u;
      const uint32_t add = random;
      uint64_t shared, want[ARRAY_SIZE(index) / 3];
      memcpy(&shared, (uint16_t[]){0, 0, 0, 0x7a1c}, sizeof shared);
      for (unsigned i = 0; i < n * 3; i++) {
         random = random * 1664525u + 1013904223u;
         index[i] = (random >> 16) - add;
      }
      for (unsigned i = 0; i < n; i++) {
         const uint16_t words[4] = {(uint16_t)(index[i * 3] + add), (uint16_t)(index[i * 3 + 1] + add),
                                    (uint16_t)(index[i * 3 + 2] + add), 0x7a1c};
         memcpy(&want[i], words, sizeof words);
      }
#define CHECK_LEVEL(level)                                                                                   \
   if (emu_cpu_has_level(#level)) {                                                                          \
      uint64_t out[ARRAY_SIZE(want) + 1];                                                                    \
      out[n] = behind;                                                                                       \
      raster_vertex_kernels_##level.pack_corners(index, n, add, shared, out);                                \
      assert_memory_equal(out, want, n * sizeof want[0]);                                                    \
      assert_true(out[n] == behind);                                                                         \
   }
      EMU_LEVELS(CHECK_LEVEL)
#undef CHECK_LEVEL
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(window_positions),
      cmocka_unit_test(rounding),
      cmocka_unit_test(ranges),
      cmocka_unit_test(corners),
      cmocka_unit_test(facing),
      cmocka_unit_test(semantic_zero),
      cmocka_unit_test(points),
      cmocka_unit_test(polygon_mode),
      cmocka_unit_test(polygon_mode_offset),
      cmocka_unit_test(para_offset),
      cmocka_unit_test(last_pixel),
      cmocka_unit_test(rectangles_are_not_clipped),
      cmocka_unit_test(fast_clears),
      cmocka_unit_test(many_faces),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
