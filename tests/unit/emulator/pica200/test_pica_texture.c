/* SPDX-License-Identifier: MIT
 *
 * Texture units through the rasteriser: wrap modes, rows from the bottom up, filters, levels, cube maps, projections, shadow maps. The
 * expected texel is computed by the test from its own coordinates.
 */
#include <math.h>

#include "emulator/pica200/tx/surface.h"
#include "pica_pixel_fixture.h"
#include "../../random_share.h"

enum { S = 8 }; /* the target is 8x8: one tile */

/* Texel (x, y) of an L8 picture, y up: 16 * y + x of 8x8. */
static void
put_l8(struct pica_gpu *gpu, uint32_t at, uint32_t w, uint32_t h, unsigned factor)
{
   for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++)
         *(pica_mem(gpu, TEXTURE_AT + at, 1) + pica_tiled(w, x, h - 1 - y)) = (uint8_t)(factor * y + x);
}

/* A GPU whose pixels show texture unit 0. */
static struct pica_gpu *
texture_gpu(unsigned format, uint32_t w, uint32_t h, uint32_t param)
{
   struct pica_gpu *gpu = pixel_gpu(S, S);
   gpu->reg[PICA_ID_AT(TEXENV_SOURCE, 0)] = 0x00030003;
   SET(gpu, TEXUNIT_CONFIG, PICA_TEXUNIT_CONFIG(.TEX0_ENABLE = 1));
   SET(gpu, TEXUNIT0_DIM, w << 16 | h);
   SET(gpu, TEXUNIT0_PARAM, param);
   SET(gpu, TEXUNIT0_ADDR1, TEXTURE_AT / 8);
   SET(gpu, TEXUNIT0_TYPE, format);
   SET(gpu, TEXUNIT0_BORDER_COLOR, 0x44332211);
   return gpu;
}

/* Draws with u, v, w linear over the target: value at its lower left corner and steps over all of it. */
static void
draw_coords(struct pica_gpu *gpu, const float at[3], const float dx[3], const float dy[3])
{
   struct pica_vertex v[3] = {vertex_at(-1, -1, -0.5f, 1), vertex_at(3, -1, -0.5f, 1),
                              vertex_at(-1, 3, -0.5f, 1)};
   for (unsigned i = 0; i < 3; i++)
      for (unsigned k = 0; k < 3; k++) {
         float value = at[k] + (i == 1 ? 2 * dx[k] : i == 2 ? 2 * dy[k] : 0);
         if (k < 2)
            v[i].texcoord0[k] = value;
         else
            v[i].texcoord0_w = value;
      }
   draw(gpu, v);
}

static uint32_t
red_at(const struct pica_gpu *gpu, uint32_t x, uint32_t y)
{
   return pixel_of(gpu, COLOR_AT, S, S, x, y) >> 24;
}

static int
wrap(unsigned mode, int x)
{
   int repeated = ((x % 8) + 8) % 8, mirrored = ((x % 16) + 16) % 16;
   switch (mode) {
   case 0:
      return x < 0 ? 0 : x > 7 ? 7 : x;
   case 1:
      return x < 0 || x > 7 ? -1 : x;
   case 3:
      return mirrored < 8 ? mirrored : 15 - mirrored;
   case 4:
      return x > 7 ? 7 : repeated;
   case 5:
      return x > 7 ? -1 : repeated;
   default:
      return repeated;
   }
}

static void
wraps(void **state)
{
   (void)state;
   for (unsigned mode = 0; mode < 8; mode++)
      for (unsigned t = 0; t < 2; t++) {
         struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 8, 8, mode << (t ? 8 : 12) | 2u << (t ? 12 : 8));
         put_l8(gpu, 0, 8, 8, 16);
         for (int tile = -3; tile < 4; tile++) {
            const float at[3] = {t ? 0 : (float)tile, t ? (float)tile : 0}, dx[3] = {1}, dy[3] = {0, 1};
            draw_coords(gpu, at, dx, dy);
            for (int y = 0; y < S; y++)
               for (int x = 0; x < S; x++) {
                  int s = wrap(t ? 2 : mode, x + (t ? 0 : 8 * tile)),
                      r = wrap(t ? mode : 2, y + (t ? 8 * tile : 0));
                  uint32_t color = pixel_of(gpu, COLOR_AT, S, S, (uint32_t)x, (uint32_t)y);
                  if (s < 0 || r < 0)
                     assert_int_equal(color, 0x11223344);
                  else
                     assert_int_equal(color >> 24, 16 * r + s);
               }
         }
         pica_gpu_destroy(gpu);
      }
}

/* Magnified four times: weights of 1/8, 3/8, 5/8, 7/8; two levels of it. */
static void
linear(void **state)
{
   (void)state;
   struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 8, 8, 6);
   put_l8(gpu, 0, 8, 8, 16);
   const float at[3] = {0.25f, 0.375f}, dx[3] = {0.25f}, dy[3] = {0, 0.25f};
   for (unsigned l = 0; pica_level_at(l); l++) {
      pica_pixels_set_level(gpu, pica_level_at(l));
      memset(gpu->vram, 0, 256);
      draw_coords(gpu, at, dx, dy);
      for (uint32_t y = 0; y < S; y++)
         for (uint32_t x = 0; x < S; x++) {
            double s = 2 + (x + 0.5) / 4 - 0.5, t = 3 + (y + 0.5) / 4 - 0.5;
            assert_int_equal(red_at(gpu, x, y), (int)(16 * t + s + 0.5));
         }
   }
   pica_gpu_destroy(gpu);
}

/* Border texel by texel, or as a whole. */
static void
borders(void **state)
{
   (void)state;
   for (unsigned whole = 0; whole < 2; whole++) {
      struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 8, 8, 6 | 1 << 12 | 2 << 8);
      pica_pixels_params(gpu)->border_whole = (uint8_t)whole;
      memset(gpu->fcram, 0x91, 64);
      const float at[3] = {-0.125f, 0.5f}, dx[3] = {0.25f}, dy[3] = {0};
      draw_coords(gpu, at, dx, dy);
      for (uint32_t x = 0; x < S; x++) {
         double s = -1 + (x + 0.5) / 4 - 0.5; /* of texels -1, the border, and 0 */
         double expected = s < -1 ? 0x11 : s > 0 ? 0x91 : 0x11 + 0x80 * (s + 1);
         if (whole)
            expected = s + 0.5 < 0 ? 0x11 : 0x91;
         assert_int_equal(red_at(gpu, x, 3), (int)(expected + 0.5));
      }
      pica_gpu_destroy(gpu);
   }
}

/* Levels of 32, 16, 8 and 8 texels behind each other, each of one colour. */
static void
levels(void **state)
{
   (void)state;
   for (unsigned mip_linear = 0; mip_linear < 2; mip_linear++) {
      struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 32, 32, 2u << 8 | 2u << 12 | mip_linear << 24);
      memset(gpu->fcram, 10, 1024);
      memset(gpu->fcram + 1024, 50, 256);
      memset(gpu->fcram + 1280, 90, 64);
      memset(gpu->fcram + 1344, 130, 64);
      static const struct {
         float texels; /* a pixel */
         int bias, min, max;
         double level;
      } cases[] = {
         {1,    0,    0, 3, 0   },
         {0.5f, 0,    0, 3, 0   },
         {2,    0,    0, 3, 1   },
         {4,    0,    0, 3, 2   },
         {16,   0,    0, 3, 3   },
         {4,    0,    0, 1, 1   },
         {1,    0,    2, 3, 2   },
         {2,    256,  0, 3, 2   },
         {4,    -512, 0, 3, 0   },
         {2,    128,  0, 3, 1.5 },
         {2,    64,   0, 3, 1.25},
         {1,    192,  0, 3, 0.75},
      };
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++)
         for (unsigned along = 0; along < 2; along++) {
            SET(gpu, TEXUNIT0_LOD,
                ((uint32_t)cases[i].bias & 0x1fff) | (uint32_t)cases[i].max << 16 |
                   (uint32_t)cases[i].min << 24);
            float step = cases[i].texels / 32 * S;
            const float at[3] = {0}, dx[3] = {along ? 0 : step, along ? step : 0}, dy[3] = {0};
            draw_coords(gpu, at, dx, dy);
            double level = mip_linear ? cases[i].level : (int)(cases[i].level + 0.5);
            double red = 10 + 40 * level;
            assert_true(red_at(gpu, 3, 3) + 1.0 >= red && red_at(gpu, 3, 3) - 1.0 <= red);
         }
      pica_gpu_destroy(gpu);
   }
}

/* A face a colour; directions on all six, and the texel within one. */
static void
cubes(void **state)
{
   (void)state;
   struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 8, 8, 1u << 28);
   for (unsigned f = 0; f < 6; f++) {
      memset(gpu->fcram + 64 * f, (int)(20 * f + 20), 64);
      if (f)
         gpu->reg[PICA_ID_AT(TEXUNIT0_FACE_ADDR, f + 1)] =
            PICA_TEXUNIT0_FACE_ADDR_get_ADDR((TEXTURE_AT + 64 * f) / 8);
   }
   static const float direction[6][3] = {
      {2,    0.5f,  0.25f},
      {-2,   0.5f,  0.25f},
      {0.5f, 2,     0.25f},
      {0.5f, -2,    0.25f},
      {0.5f, 0.25f, 2    },
      {0.5f, 0.25f, -2   }
   };
   const float none[3] = {0};
   for (unsigned f = 0; f < 6; f++) {
      draw_coords(gpu, direction[f], none, none);
      assert_int_equal(red_at(gpu, 2, 5), 20 * f + 20);
   }
   /* ((sc / |ma| + 1) / 2, (tc / |ma| + 1) / 2) of OpenGL's table, counted from the first row of memory */
   static const float texel[6][2] = {
      {-0.125f, -0.25f },
      {0.125f,  -0.25f },
      {0.25f,   0.125f },
      {0.25f,   -0.125f},
      {0.25f,   -0.125f},
      {-0.25f,  -0.125f}
   };
   for (unsigned f = 0; f < 6; f++) {
      put_l8(gpu, 64 * f, 8, 8, 16);
      draw_coords(gpu, direction[f], none, none);
      int s = (int)((texel[f][0] + 1) * 4), t = (int)((texel[f][1] + 1) * 4);
      assert_int_equal(red_at(gpu, 2, 5), 16 * t + s);
   }
   pica_gpu_destroy(gpu);
}

static void
projections(void **state)
{
   (void)state;
   struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 8, 8, 3u << 28);
   put_l8(gpu, 0, 8, 8, 16);
   const float at[3] = {2, 3, 4}, none[3] = {0}, zero[3] = {1, 1, 0};
   draw_coords(gpu, at, none, none); /* 0.5, 0.75 */
   assert_int_equal(red_at(gpu, 2, 5), 16 * 6 + 4);
   draw_coords(gpu, zero, none, none); /* infinite: some texel, no crash */
   pica_gpu_destroy(gpu);
}

/* Stored depth 0x400000 and light 100 + x in columns 0 to 3, 0xc00000 in the others. */
static void
shadows(void **state)
{
   (void)state;
   for (unsigned filtered = 0; filtered < 2; filtered++) {
      struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_RGBA8, 8, 8, 2u << 28);
      pica_pixels_params(gpu)->shadow_filter = (uint8_t)filtered;
      for (uint32_t y = 0; y < 8; y++)
         for (uint32_t x = 0; x < 8; x++) {
            uint8_t *p = gpu->fcram + 4 * pica_tiled(8, x, y);
            p[0] = x < 4 ? 0x40 : 0xc0;
            p[3] = (uint8_t)(100 + x);
         }
      SET(gpu, TEXUNIT0_SHADOW, 1); /* no division */
      const float at[3] = {0, 0, 0.5f}, dx[3] = {1}, dy[3] = {0, 1};
      draw_coords(gpu, at, dx, dy);
      for (uint32_t x = 0; x < S; x++)
         assert_int_equal(red_at(gpu, x, 4), x < 4 ? 0 : 100 + x);
      SET(gpu, TEXUNIT0_SHADOW, 1 | 0x200000 << 1); /* bias of 0x400000 */
      draw_coords(gpu, at, dx, dy);
      for (uint32_t x = 0; x < S; x++)
         assert_int_equal(red_at(gpu, x, 4), 100 + x);
      const float outside[3] = {2, 0, 0.5f};
      draw_coords(gpu, outside, dx, dy);
      assert_int_equal(red_at(gpu, 5, 4), 255);
      SET(gpu, TEXUNIT0_SHADOW, 0); /* u / w, v / w */
      const float divided[3] = {0.35f, 0.25f, 0.5f}, none[3] = {0};
      draw_coords(gpu, divided, none, none); /* column 5.6: 5 and 6 with weights of 0.9 and 0.1 */
      assert_int_equal(red_at(gpu, 5, 4), 105);
      pica_gpu_destroy(gpu);
   }
}

/* Light at a texel of a random map of 16x16; outside all of it. */
static unsigned
light_at(const struct pica_gpu *gpu, int x, int y, uint32_t z)
{
   if (x < 0 || y < 0 || x > 15 || y > 15)
      return 255;
   const uint8_t *p = gpu->fcram + 4 * pica_tiled(16, (uint32_t)x, (uint32_t)(15 - y));
   const uint32_t depth = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
   return depth >= z ? p[3] : 0;
}

/* Four texels, compared and weighed, in one tile, in four, and over the edge. */
static void
shadow_footprints(void **state)
{
   (void)state;
   struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_RGBA8, 16, 16, 2u << 28);
   uint32_t seed = 1;
   for (unsigned i = 0; i < 4 * 16 * 16; i++) {
      seed = seed * 1103515245 + 12345;
      gpu->fcram[i] = (uint8_t)(seed >> 16);
   }
   SET(gpu, TEXUNIT0_SHADOW, 1);
   for (int n = 0; n < 32; n++) {
      const float at[3] = {(float)n / 64 - 0.25f, 0.25f - (float)n / 32, 0.5f}, dx[3] = {1.25f},
                  dy[3] = {0, 1.5f};
      draw_coords(gpu, at, dx, dy);
      for (int y = 0; y < S; y++)
         for (int x = 0; x < S; x++) {
            const float s = 16 * (at[0] + 1.25f * ((float)x + 0.5f) / S) - 0.5f,
                        t = 16 * (at[1] + 1.5f * ((float)y + 0.5f) / S) - 0.5f;
            const int i = (int)floorf(s), k = (int)floorf(t);
            const unsigned wx = (unsigned)((s - (float)i) * 256), wy = (unsigned)((t - (float)k) * 256);
            const unsigned top =
               light_at(gpu, i, k, 8388607) * (256 - wx) + light_at(gpu, i + 1, k, 8388607) * wx;
            const unsigned bottom =
               light_at(gpu, i, k + 1, 8388607) * (256 - wx) + light_at(gpu, i + 1, k + 1, 8388607) * wx;
            assert_int_equal(red_at(gpu, (uint32_t)x, (uint32_t)y),
                             (top * (256 - wy) + bottom * wy + 0x8000) >> 16);
         }
   }
   pica_gpu_destroy(gpu);
}

static void
constants(void **state)
{
   (void)state;
   struct pica_gpu *gpu = texture_gpu(PICA_TEXEL_L8, 8, 8, 0);
   const float none[3] = {0};
   SET(gpu, TEXUNIT0_ADDR1, 0);
   draw_coords(gpu, none, none, none);
   assert_int_equal(pixel_of(gpu, COLOR_AT, S, S, 1, 1), 0x000000ff);
   SET(gpu, TEXUNIT_CONFIG, 0);
   draw_coords(gpu, none, none, none);
   assert_int_equal(pixel_of(gpu, COLOR_AT, S, S, 1, 1), 0);
   pica_gpu_destroy(gpu);
}

/* Unit 2 may take the coordinates of unit 1. */
static void
coordinate_sets(void **state)
{
   (void)state;
   for (unsigned set = 0; set < 2; set++) {
      struct pica_gpu *gpu = pixel_gpu(S, S);
      gpu->reg[PICA_ID_AT(TEXENV_SOURCE, 0)] = 0x00050005;
      SET(gpu, TEXUNIT_CONFIG, PICA_TEXUNIT_CONFIG(.TEX2_ENABLE = 1, .TEX2_COORD = set));
      gpu->r.TEXUNIT[1].DIM = 8 << 16 | 8;
      gpu->r.TEXUNIT[1].ADDR = TEXTURE_AT / 8;
      gpu->r.TEXUNIT[1].TYPE = PICA_TEXEL_L8;
      put_l8(gpu, 0, 8, 8, 16);
      struct pica_vertex v[3] = {vertex_at(-1, -1, -0.5f, 1), vertex_at(3, -1, -0.5f, 1),
                                 vertex_at(-1, 3, -0.5f, 1)};
      for (unsigned i = 0; i < 3; i++) {
         v[i].texcoord1[0] = v[i].texcoord1[1] = 0.3f;
         v[i].texcoord2[0] = v[i].texcoord2[1] = 0.8f;
      }
      draw(gpu, v);
      assert_int_equal(red_at(gpu, 0, 0), set ? 16 * 2 + 2 : 16 * 6 + 6);
      pica_gpu_destroy(gpu);
   }
}

static uint32_t
next_random(uint32_t *seed)
{
   *seed = *seed * 1103515245 + 12345;
   return *seed >> 8 & 0xffff;
}

static float
random_coordinate(uint32_t *seed, float scale)
{
   static const float odd[8] = {0, 1, -1, 3e9f, -3e9f, INFINITY, -INFINITY, NAN};
   const uint32_t n = next_random(seed);
   return n % 64 < 8 ? odd[n % 8] : scale * ((float)next_random(seed) / 32768 - 1);
}

/* Vectors sample as lanes do, with all formats, wrap modes, filters, levels, cubes and projections, wherever coordinates are. */
static void
quick_as_lanes(void **state)
{
   enum { BYTES = 4 * 64 * 64 * 2 };
   (void)state;
   uint32_t seed = 1;
   for (unsigned round = 0; round < random_share(2000); round++) {
      static const uint32_t types[3] = {PICA_TEXTURE_2D, PICA_TEXTURE_PROJECTION, PICA_TEXTURE_CUBE};
      static const uint8_t modes[4] = {PICA_WRAP_EDGE, PICA_WRAP_REPEAT, PICA_WRAP_MIRROR,
                                       PICA_WRAP_EDGE_REPEAT};
      const uint32_t r = next_random(&seed), w = 8u << r % 4, h = 8u << (r >> 2) % 4;
      struct pica_gpu *gpu =
         texture_gpu(round % PICA_TEXEL_FORMATS, w, h,
                     modes[r >> 4 & 3] << 12 | modes[r >> 6 & 3] << 8 | (r >> 8 & 3) << 1 |
                        (r >> 10 & 1) << 24 | types[round / 16 % 3] << 28);
      for (unsigned f = 1; f < 6; f++) /* faces overlap */
         gpu->reg[PICA_ID_AT(TEXUNIT0_FACE_ADDR, f + 1)] =
            PICA_TEXUNIT0_FACE_ADDR_get_ADDR((TEXTURE_AT + 128 * f) / 8);
      uint8_t *bytes = pica_mem(gpu, TEXTURE_AT, BYTES);
      assert_non_null(bytes);
      for (uint32_t i = 0; i < BYTES; i++)
         bytes[i] = (uint8_t)next_random(&seed);
      SET(gpu, TEXUNIT0_LOD,
          PICA_TEXUNIT0_LOD(.MAX_LEVEL = r >> 12 & 3, .MIN_LEVEL = r >> 14 & 1,
                            .BIAS = next_random(&seed) & 0x1fff));
      struct pica_texture t, slow;
      static struct pica_tile_cache cache;
      const struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
      assert_true(pica_texture_decode(&t, gpu, 0, &params));
      assert_true(t.quick);
      slow = t;
      slow.quick = false;
      memset(&cache, 0, sizeof cache);
      assert_true(pica_surface_reserve(&cache.surface, &t));
      struct pica_floats uv[2], q;
      const float scale = 4.0f / (float)(1 << next_random(&seed) % 8);
      for (unsigned i = 0; i < PICA_LANES; i++) {
         uv[0].v[i] = random_coordinate(&seed, scale);
         uv[1].v[i] = random_coordinate(&seed, scale);
         q.v[i] = random_coordinate(&seed, 2);
      }
      if (round % 4 == 2) /* middles of texels and of two, where weights are 0 and where mirrors turn */
         for (unsigned i = 0; i < PICA_LANES; i++) {
            uv[0].v[i] = ((float)(next_random(&seed) % (8 * w)) - (float)(4 * w)) / (float)(2 * w);
            uv[1].v[i] = ((float)(next_random(&seed) % (8 * h)) - (float)(4 * h)) / (float)(2 * h);
         }
      if (round % 4 == 3) /* all quads alike */
         for (unsigned i = 0; i < PICA_LANES; i++) {
            uv[0].v[i] = scale * (float)i / 8;
            uv[1].v[i] = 0.3f - scale * (float)(i / 2) / 8;
            q.v[i] = 2;
         }
      const uint64_t live =
         round % 2 ? UINT64_MAX : (uint64_t)next_random(&seed) << 40 | next_random(&seed) << 9 | 1;
      struct pica_color expected, got;
      pica_level_at(0)->texture(&slow, &cache, uv, &q, live, &expected);
      for (unsigned l = 0; pica_level_at(l); l++) {
         pica_level_at(l)->texture(&t, &cache, uv, &q, live, &got);
         for (unsigned c = 0; c < 4; c++)
            for (unsigned i = 0; i < PICA_LANES; i++)
               if (live >> i & 1)
                  assert_int_equal(got.c[c].v[i], expected.c[c].v[i]);
      }
      pica_surface_free(&cache.surface);
      pica_gpu_destroy(gpu);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(wraps),          cmocka_unit_test(linear),
      cmocka_unit_test(borders),        cmocka_unit_test(levels),
      cmocka_unit_test(cubes),          cmocka_unit_test(projections),
      cmocka_unit_test(shadows),        cmocka_unit_test(shadow_footprints),
      cmocka_unit_test(constants),      cmocka_unit_test(coordinate_sets),
      cmocka_unit_test(quick_as_lanes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
