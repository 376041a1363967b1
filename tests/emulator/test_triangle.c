/* SPDX-License-Identifier: MIT
 *
 * The whole emulated GPU with streams and shaders written by hand for RV770 and CYPRESS: a vertex shader that
 * fetches position and colour through a fetch shader, a pixel shader that returns the interpolated colour.
 * Coverage is compared with edge functions computed here, colours with exact barycentrics; and the picture
 * must not depend on threads or SIMD level.
 */
#include "gpu.h"

/* Twice the signed area on the grid of 1/256 pixel, rows downwards. */
static int64_t
edge(const int64_t a[2], const int64_t b[2], const int64_t p[2])
{
   return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* Is a pixel centre on edge a-b of a triangle with positive area inside by the top-left rule? */
static bool
owns_edge(const int64_t a[2], const int64_t b[2])
{
   bool top = a[1] == b[1] && b[0] > a[0];
   bool left = b[1] < a[1];
   return top || left;
}

static void
triangle(void **state)
{
   static const struct vertex v[3] = {
      {{-0.9f, -0.8f, 0, 1},  {1, 0, 0, 1}   },
      {{0.85f, -0.35f, 0, 1}, {0, 1, 0, 0.5f}},
      {{-0.25f, 0.95f, 0, 1}, {0, 0, 1, 0}   },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 2, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      draw(&g, 4, 0, 3);
      submit(&g);
      int64_t p[3][2];
      for (unsigned i = 0; i < 3; i++) {
         p[i][0] = __builtin_llrintf((v[i].pos[0] * (W / 2.0f) + W / 2.0f) * 256);
         p[i][1] = __builtin_llrintf((v[i].pos[1] * (-H / 2.0f) + H / 2.0f) * 256);
      }
      /* counter-clockwise in GL is negative here: turn it around */
      unsigned o[3] = {0, 2, 1};
      int64_t area = edge(p[o[0]], p[o[1]], p[o[2]]);
      assert_true(area > 0);
      unsigned covered = 0;
      for (unsigned y = 0; y < H; y++) {
         for (unsigned x = 0; x < W; x++) {
            const int64_t at[2] = {x * 256 + 128, y * 256 + 128};
            bool in = true;
            double b[3];
            for (unsigned i = 0; i < 3; i++) {
               const int64_t *a0 = p[o[(i + 1) % 3]], *a1 = p[o[(i + 2) % 3]];
               int64_t e = edge(a0, a1, at);
               in = in && (e > 0 || (e == 0 && owns_edge(a0, a1)));
               b[o[i]] = (double)e / (double)area;
            }
            const uint8_t *got = pixel(&g, x, y);
            if (!in) {
               static const uint8_t untouched[4] = {0x55, 0x55, 0x55, 0x55};
               if (memcmp(got, untouched, 4))
                  fail_msg("%s: pixel %u,%u is outside and was drawn", chips[c], x, y);
               continue;
            }
            covered++;
            for (unsigned k = 0; k < 4; k++) {
               double want = 0;
               for (unsigned i = 0; i < 3; i++)
                  want += b[i] * v[i].colour[k];
               if (got[k] < want * 255 - 0.51 || got[k] > want * 255 + 0.51)
                  fail_msg("%s: pixel %u,%u channel %u is %u instead of %f", chips[c], x, y, k, got[k],
                           want * 255);
            }
         }
      }
      assert_true(covered > 5000);
      emu_destroy(g.e);
   }
}

/* A nearer triangle drawn first hides a later one; clears in between work through memory. */
static void
depth(void **state)
{
   static const struct vertex v[6] = {
      {{-1, -1, 0, 1},     {1, 0, 0, 1}},
      {{1, -1, 0, 1},      {1, 0, 0, 1}},
      {{-1, 1, 0, 1},      {1, 0, 0, 1}},
      {{-1, -1, -0.5f, 1}, {0, 1, 0, 1}}, /* nearer on the left, farther on the right */
      {{1, -1, 0.5f, 1},   {0, 1, 0, 1}},
      {{-1, 1, -0.5f, 1},  {0, 1, 0, 1}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      depth_test(&g, true);
      draw(&g, 4, 0, 6);
      submit(&g);
      static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255};
      assert_memory_equal(pixel(&g, 20, H - 5), green, 4);
      assert_memory_equal(pixel(&g, W / 2 - 3, H - 5), green, 4);
      assert_memory_equal(pixel(&g, W / 2 + 3, H - 5), red, 4);
      assert_memory_equal(pixel(&g, W - 20, H - 3), red, 4);
      emu_destroy(g.e);
   }
}

/* Coplanar triangles: the offset alone decides, with the slope's share where it is set. */
static void
polygon_offset(void **state)
{
   static const struct vertex v[6] = {
      {{-1, -1, -0.5f, 1}, {1, 0, 0, 1}},
      {{1, -1, 0.5f, 1},   {1, 0, 0, 1}},
      {{-1, 1, -0.5f, 1},  {1, 0, 0, 1}},
      {{-1, -1, -0.5f, 1}, {0, 1, 0, 1}},
      {{1, -1, 0.5f, 1},   {0, 1, 0, 1}},
      {{-1, 1, -0.5f, 1},  {0, 1, 0, 1}},
   };
   static const struct {
      float factor, units;
      bool visible;
   } cases[] = {
      {0,     0,      false},
      {0,     -4,     true },
      {0,     4,      false},
      {-1,    0,      true },
      {1,     -4,     false},
      {-0.1f, 1000,   true }, /* slope 0.5 / 200 a pixel, 1000 steps of 2^-24 */
      {0.1f,  -1000,  false},
      {0.1f,  -10000, true },
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         struct gpu g;
         start(&g, chips[c], 1, NULL);
         memcpy(g.vram + VB_AT, v, sizeof v);
         depth_test(&g, true);
         draw(&g, 4, 0, 3);
         reg(&g, R6_PA_SU_SC_MODE_CNTL_OFFSET,
             R6_PA_SU_SC_MODE_CNTL(.PROVOKING_VTX_LAST = 1, .POLY_OFFSET_FRONT_ENABLE = 1,
                                   .POLY_OFFSET_BACK_ENABLE = 1));
         reg2(&g, R6_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET, EG_PA_SU_POLY_OFFSET_DB_FMT_CNTL_OFFSET,
              (uint8_t)-24);
         for (unsigned k = 0; k < 4; k++)
            reg2(&g, R6_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET + 4 * k,
                 EG_PA_SU_POLY_OFFSET_FRONT_SCALE_OFFSET + 4 * k,
                 fui(k & 1 ? cases[i].units : cases[i].factor * 16));
         draw(&g, 4, 3, 3);
         submit(&g);
         static const uint8_t red[4] = {255, 0, 0, 255}, green[4] = {0, 255, 0, 255};
         assert_memory_equal(pixel(&g, 20, H - 15), cases[i].visible ? green : red, 4);
         emu_destroy(g.e);
      }
   }
}

/* The rectangle list, in window coordinates and without the viewport, as drivers clear and copy. */
static void
rectangle(void **state)
{
   static const struct vertex v[3] = {
      {{10, 20, 0, 1}, {0, 0, 1, 1}},
      {{10, 70, 0, 1}, {0, 0, 1, 1}},
      {{90, 70, 0, 1}, {0, 0, 1, 1}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      reg(&g, R6_PA_CL_VTE_CNTL_OFFSET, R6_PA_CL_VTE_CNTL(.VTX_XY_FMT = 1, .VTX_Z_FMT = 1));
      reg(&g, R6_PA_CL_CLIP_CNTL_OFFSET, R6_PA_CL_CLIP_CNTL(.CLIP_DISABLE = 1));
      draw(&g, 0x11, 0, 3);
      submit(&g);
      for (unsigned y = 0; y < H; y++) {
         for (unsigned x = 0; x < W; x++) {
            static const uint8_t blue[4] = {0, 0, 255, 255}, untouched[4] = {0x55, 0x55, 0x55, 0x55};
            bool in = x >= 10 && x < 90 && y >= 20 && y < 70;
            assert_memory_equal(pixel(&g, x, y), in ? blue : untouched, 4);
         }
      }
      emu_destroy(g.e);
   }
}

/* A point is a square of its size around its centre, or nothing if the centre is outside. */
static void
point(void **state)
{
   static const struct vertex v[2] = {
      {{0, 0, 0, 1},     {1, 1, 1, 1}},
      {{1.01f, 0, 0, 1}, {1, 1, 1, 1}},
   };
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      struct gpu g;
      start(&g, chips[c], 1, NULL);
      memcpy(g.vram + VB_AT, v, sizeof v);
      reg(&g, R6_PA_SU_POINT_SIZE_OFFSET, R6_PA_SU_POINT_SIZE(.WIDTH = 10 * 8, .HEIGHT = 6 * 8));
      draw(&g, 1, 0, 2);
      submit(&g);
      for (unsigned y = 0; y < H; y++) {
         for (unsigned x = 0; x < W; x++) {
            static const uint8_t white[4] = {255, 255, 255, 255}, untouched[4] = {0x55, 0x55, 0x55, 0x55};
            bool in = x >= W / 2 - 5 && x < W / 2 + 5 && y >= H / 2 - 3 && y < H / 2 + 3;
            assert_memory_equal(pixel(&g, x, y), in ? white : untouched, 4);
         }
      }
      emu_destroy(g.e);
   }
}

static uint64_t
hash(const uint8_t *p, size_t n)
{
   uint64_t h = 0xcbf29ce484222325;
   for (size_t i = 0; i < n; i++)
      h = (h ^ p[i]) * 0x100000001b3;
   return h;
}

/* Many triangles of all sizes, some behind the eye or beyond the guard band. index_B 0: counted indices; 2 or
 * 4: an index buffer and vertices in another order. */
static uint64_t
scene(const char *chip, unsigned threads, const char *simd, unsigned index_B)
{
   enum { N = 3600 };
   struct gpu g;
   start(&g, chip, threads, simd);
   struct vertex *v = (struct vertex *)(g.vram + VB_AT);
   uint32_t seed = 1;
   for (uint32_t i = 0; i < N; i++) {
      float r[8];
      for (unsigned k = 0; k < 8; k++) {
         seed = seed * 1664525 + 1013904223;
         r[k] = (float)(seed >> 8) / (1 << 24);
      }
      uint32_t at = index_B ? (i * 7 + 5) % N : i;
      if (index_B)
         memcpy(g.vram + IB_AT + i * index_B, &at, index_B);
      float size = i < 60 ? 40 : i < 300 ? 2.5f : 0.3f;
      float cx = (float)(i / 3) * 0.37f, cy = (float)(i / 3) * 0.23f;
      cx -= (float)(int)cx;
      cy -= (float)(int)cy;
      v[at].pos[0] = (cx - 0.5f) * 2 + (r[0] - 0.5f) * size;
      v[at].pos[1] = (cy - 0.5f) * 2 + (r[1] - 0.5f) * size;
      v[at].pos[2] = (r[2] - 0.5f) * 2.2f;
      v[at].pos[3] = i < 60 ? r[3] * 2 - 0.3f : 0.5f + r[3];
      memcpy(v[at].colour, r + 4, 16);
   }
   depth_test(&g, true);
   if (index_B) {
      reg(&g, R6_VGT_PRIMITIVE_TYPE_OFFSET, 4);
      dw(&g, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
      dw(&g, index_B == 4);
      dw(&g, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
      dw(&g, GPU(IB_AT));
      dw(&g, 0);
      dw(&g, N);
      dw(&g, 0);
   } else {
      draw(&g, 4, 0, N);
   }
   submit(&g);
   uint64_t h = hash(g.vram + CB_AT, PITCH * H * 4) ^ hash(g.vram + DB_AT, DEPTH_PITCH * DEPTH_H * 4);
   emu_destroy(g.e);
   return h;
}

static void
same_picture_everywhere(void **state)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      uint64_t want = scene(chips[c], 1, emu_level_name(0), 0);
      assert_true(scene(chips[c], 2, NULL, 2) == want);
      assert_true(scene(chips[c], 2, NULL, 4) == want);
      for (unsigned l = 0; emu_level_name(l); l++) {
         if (!emu_kernels_find(emu_level_name(l)))
            continue; /* this CPU does not have it */
         static const uint8_t threads[] = {1, 2, 7};
         for (unsigned t = 0; t < ARRAY_SIZE(threads); t++)
            assert_true(scene(chips[c], threads[t], emu_level_name(l), 0) == want);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(triangle),  cmocka_unit_test(depth), cmocka_unit_test(polygon_offset),
      cmocka_unit_test(rectangle), cmocka_unit_test(point), cmocka_unit_test(same_picture_everywhere),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
