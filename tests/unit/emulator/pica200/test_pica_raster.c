/* SPDX-License-Identifier: MIT
 *
 * Triangles to pixels: coverage on the 12.4 grid and a finer one against edge functions written out for each pixel, culling, scissor, perspective,
 * the depth map, what is refused, and the same picture at every SIMD level.
 */
#include <math.h>

#include "emulator/pica200/va/va.h"
#include "pica_pixel_fixture.h"

enum { W = 40, H = 24 };

static float
random_unit(void)
{
   return (float)(rand() >> 7 & 0xffff) / 65535.0f;
}

static int
subpixels(float clip, float half, int pixel)
{
   float s = (clip + 1) * half * (float)pixel;
   return (int)(s + 0.5f); /* all are positive */
}

static long
area(const int a[2], const int b[2], const int c[2])
{
   return (long)(b[0] - a[0]) * (c[1] - a[1]) - (long)(b[1] - a[1]) * (c[0] - a[0]);
}

/* Is the centre of (x, y) inside the counter-clockwise triangle p? Right and upper edges lose. */
static bool
inside(int p[3][2], int x, int y, int pixel)
{
   int c[2] = {pixel * x + pixel / 2, pixel * y + pixel / 2};
   for (unsigned i = 0; i < 3; i++) {
      const int *a = p[i], *b = p[(i + 1) % 3];
      bool right = b[1] > a[1], upper = a[1] == b[1] && b[0] < a[0];
      long e = area(a, b, c);
      if (e < 0 || (e == 0 && (right || upper)))
         return false;
   }
   return true;
}

/* \p pixel: sub-pixels in one direction */
static void
coverage_of(unsigned finer, int pixel)
{
   srand(6);
   unsigned total = 0;
   struct pica_gpu *gpu = pixel_gpu(W, H);
   pica_pixels_params(gpu)->position_finer = (uint8_t)finer;
   for (unsigned n = 0; n < 500; n++) {
      struct pica_vertex v[3];
      int p[3][2];
      for (unsigned i = 0; i < 3; i++) {
         float x = random_unit() * 2 - 1, y = random_unit() * 2 - 1;
         if (n % 2) { /* on the grid of half pixels: ties */
            x = (float)(rand() % (2 * W + 1)) / W - 1;
            y = (float)(rand() % (2 * H + 1)) / H - 1;
         }
         v[i] = vertex_at(x, y, -0.5f, 1);
         p[i][0] = subpixels(x, W / 2.0f, pixel);
         p[i][1] = subpixels(y, H / 2.0f, pixel);
      }
      if (area(p[0], p[1], p[2]) < 0)
         for (unsigned k = 0; k < 2; k++) {
            int t = p[1][k];
            p[1][k] = p[2][k];
            p[2][k] = t;
         }
      bool any = area(p[0], p[1], p[2]);
      const struct pica_level *level = pica_level_at(n % 3) ? pica_level_at(n % 3) : pica_level_at(0);
      pica_pixels_set_level(gpu, level);
      memset(gpu->vram, 0, 4 * W * H);
      draw(gpu, v);
      for (int y = 0; y < H; y++)
         for (int x = 0; x < W; x++) {
            bool lit = pixel_of(gpu, COLOR_AT, W, H, (uint32_t)x, (uint32_t)y) != 0;
            assert_int_equal(lit, any && inside(p, x, y, pixel));
            total += lit;
         }
   }
   assert_true(total > 10000);
   assert_true(pica_pixels_shaded(gpu) == total);
   pica_gpu_destroy(gpu);
}

static void
coverage(void **state)
{
   (void)state;
   coverage_of(0, 16);
   coverage_of(3, 128);
}

static unsigned
count_lit(const struct pica_gpu *gpu)
{
   unsigned n = 0;
   for (uint32_t y = 0; y < H; y++)
      for (uint32_t x = 0; x < W; x++)
         n += pixel_of(gpu, COLOR_AT, W, H, x, y) != 0;
   return n;
}

/* A triangle that covers everything, counter-clockwise. */
static void
cover(struct pica_vertex v[3])
{
   v[0] = vertex_at(-1, -1, -0.5f, 1);
   v[1] = vertex_at(3, -1, -0.5f, 1);
   v[2] = vertex_at(-1, 3, -0.5f, 1);
}

static void
culling_and_scissor(void **state)
{
   (void)state;
   struct pica_gpu *gpu = pixel_gpu(W, H);
   static const unsigned expected[4][2] = {
      {W * H, W * H},
      {0,     W * H},
      {W * H, 0    },
      {W * H, W * H}
   };
   for (unsigned mode = 0; mode < 4; mode++)
      for (unsigned clockwise = 0; clockwise < 2; clockwise++) {
         struct pica_vertex v[3];
         cover(v);
         struct pica_vertex swap = v[1];
         v[1] = v[1 + clockwise];
         v[2] = clockwise ? swap : v[2];
         memset(gpu->vram, 0, 4 * W * H);
         SET(gpu, FACECULLING_CONFIG, mode);
         draw(gpu, v);
         assert_int_equal(count_lit(gpu), expected[mode][clockwise]);
      }
   SET(gpu, FACECULLING_CONFIG, 0);
   SET(gpu, SCISSORTEST_POS, PICA_SCISSORTEST_POS(.X1 = 3, .Y1 = 9));
   SET(gpu, SCISSORTEST_DIM, PICA_SCISSORTEST_DIM(.X2 = 21, .Y2 = 12));
   for (unsigned mode = 0; mode < 4; mode++) {
      struct pica_vertex v[3];
      cover(v);
      memset(gpu->vram, 0, 4 * W * H);
      SET(gpu, SCISSORTEST_MODE, mode);
      draw(gpu, v);
      for (uint32_t y = 0; y < H; y++)
         for (uint32_t x = 0; x < W; x++) {
            bool in = x >= 3 && x <= 21 && y >= 9 && y <= 12, lit = pixel_of(gpu, COLOR_AT, W, H, x, y) != 0;
            assert_int_equal(lit, mode == 1 ? !in : mode == 3 ? in : true);
         }
   }
   pica_gpu_destroy(gpu);
}

/* Red runs from 0 to 1 with w from 1 to 4 along x: (x / 4) / (x / 4 + 1 - x) there. Depth is linear in z / w. */
static void
perspective(void **state)
{
   (void)state;
   struct pica_gpu *gpu = pixel_gpu(64, 8);
   struct pica_vertex v[3] = {vertex_at(-1, -1, 0, 1), vertex_at(12, -4, -4, 4), vertex_at(-1, 3, 0, 1)};
   v[0].color[0] = v[2].color[0] = 0; /* at x = -1; 1 at x = 3: twice the target */
   draw(gpu, v);
   for (uint32_t x = 0; x < 64; x++) {
      double b = (x + 0.5) / 128, red = (b / 4) / (b / 4 + 1 - b) * 255, z = b * 16777215;
      uint32_t color = pixel_of(gpu, COLOR_AT, 64, 8, x, 0), depth = pixel_of(gpu, DEPTH_AT, 64, 8, x, 0);
      assert_true((color >> 24) + 0.51 > red && (color >> 24) - 0.51 < red);
      assert_true(depth + 8.0 > z && depth - 8.0 < z);
   }
   /* W buffer: the same times w */
   SET(gpu, DEPTHMAP_ENABLE, 0);
   SET(gpu, DEPTHMAP_SCALE, float24_bits(-0.25f));
   draw(gpu, v);
   for (uint32_t x = 0; x < 64; x++) {
      double b = (x + 0.5) / 128, w = 1 / (b / 4 + 1 - b), z = b * w / 4 * 16777215;
      uint32_t depth = pixel_of(gpu, DEPTH_AT, 64, 8, x, 0);
      assert_true(depth + 16.0 > z && depth - 16.0 < z);
   }
   pica_gpu_destroy(gpu);
}

static void
refusals(void **state)
{
   (void)state;
   struct pica_vertex v[3];
   cover(v);
   static const struct {
      uint32_t reg, value;
   } bad[] = {
      {PICA_ID(COLORBUFFER_LOC),     (PICA_VRAM_BASE + PICA_VRAM_SIZE_B - 8) / 8},
      {PICA_ID(COLORBUFFER_LOC),     0                                          },
      {PICA_ID(DEPTHBUFFER_LOC),     0x0fffffff                                 },
      {PICA_ID(COLORBUFFER_FORMAT),  0x00070002                                 },
      {PICA_ID(DEPTHBUFFER_FORMAT),  1                                          },
      {PICA_ID(FRAMEBUFFER_BLOCK32), 1                                          },
      {PICA_ID(TEXUNIT0_DIM),        0x00400041                                 },
      {PICA_ID(TEXUNIT0_TYPE),       14                                         },
      {PICA_ID(TEXUNIT0_ADDR1),      (PICA_FCRAM_BASE + (1 << 20) - 16) / 8     },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      struct pica_gpu *gpu = pixel_gpu(W, H);
      SET(gpu, TEXUNIT_CONFIG, 1);
      SET(gpu, TEXUNIT0_DIM, 0x00400040);
      SET(gpu, TEXUNIT0_ADDR1, TEXTURE_AT / 8);
      gpu->reg[PICA_ID_AT(TEXENV_SOURCE, 0)] = 0x00030003;
      assert_true(gpu->back->triangle(gpu, v));
      gpu->reg[bad[i].reg] = bad[i].value;
      gpu->state_changed = true;
      assert_false(gpu->back->triangle(gpu, v));
      assert_true(gpu->error.set && gpu->error.reason[0]);
      assert_int_equal(gpu->error.reg, bad[i].reg);
      pica_gpu_destroy(gpu);
   }
}

/* Positions that are no numbers or far away neither crash nor draw outside; every level agrees. */
static void
wild(void **state)
{
   (void)state;
   static const uint32_t wild_bits[] = {0x7f800000, 0xff800000, 0x7fc00000, 0,
                                        0x80000000, 0x7f7fffff, 0x00800000, 0x4b000000};
   uint8_t first[4 * W * H];
   for (unsigned l = 0; pica_level_at(l); l++) {
      srand(7);
      struct pica_gpu *gpu = pixel_gpu(W, H);
      pica_pixels_set_level(gpu, pica_level_at(l));
      memset(gpu->vram, 0, 4 * W * H + 64);
      memset(gpu->vram + 4 * W * H, 0xa5, 64);
      SET(gpu, DEPTH_COLOR_MASK, 0x1f41);
      for (unsigned n = 0; n < 300; n++) {
         struct pica_vertex v[3];
         float *f = &v[0].position[0];
         for (unsigned i = 0; i < 3 * PICA_VERTEX_FLOATS; i++)
            f[i] = rand() % 4 ? random_unit() * 4 - 2
                              : uif(wild_bits[(unsigned)rand() / 128 % ARRAY_SIZE(wild_bits)]);
         assert_true(gpu->back->triangle(gpu, v));
      }
      gpu->back->flush(gpu);
      for (unsigned i = 0; i < 64; i++)
         assert_int_equal(gpu->vram[4 * W * H + i], 0xa5);
      if (!l)
         memcpy(first, gpu->vram, sizeof first);
      assert_memory_equal(gpu->vram, first, sizeof first);
      pica_gpu_destroy(gpu);
   }
}

enum kind { MIXES, DEPTHS, TEXTURE, KINDS };

/* Many small triangles over one another, with or without a stop behind each. */
static void
draw_crowd(struct pica_gpu *gpu, enum kind kind, bool alone)
{
   srand(11);
   memset(gpu->vram, 0, 4 * W * H);
   memset(pica_mem(gpu, DEPTH_AT, 4 * W * H), 0, 4 * W * H);
   SET(gpu, BLEND_FUNC, kind == DEPTHS ? 0x01010000 : 0x76760000); /* replaces; mixes by alpha */
   if (kind == DEPTHS)
      SET(gpu, DEPTH_COLOR_MASK, 0x1f61); /* GEQUAL */
   if (kind == TEXTURE) {
      uint8_t *texel = pica_mem(gpu, TEXTURE_AT, 2 * 4 * 64 * 64);
      for (unsigned i = 0; i < 2 * 4 * 64 * 64; i++)
         texel[i] = (uint8_t)(rand() >> 8);
      gpu->reg[PICA_ID_AT(TEXENV_SOURCE, 0)] = 0x00030003;
      SET(gpu, TEXUNIT_CONFIG, PICA_TEXUNIT_CONFIG(.TEX0_ENABLE = 1));
      SET(gpu, TEXUNIT0_DIM, 64 << 16 | 64);
      SET(gpu, TEXUNIT0_PARAM, PICA_TEXUNIT0_PARAM(.MAG_FILTER = 1, .MIN_FILTER = 1, .MIP_FILTER = 1));
      SET(gpu, TEXUNIT0_LOD, PICA_TEXUNIT0_LOD(.MAX_LEVEL = 3));
      SET(gpu, TEXUNIT0_ADDR1, TEXTURE_AT / 8);
   }
   for (unsigned n = 0; n < 500; n++) {
      const float size = n % 8 ? 0.4f : 2, x = random_unit() * 2 - 1.2f, y = random_unit() * 2 - 1.2f,
                  z = -random_unit();
      struct pica_vertex v[3];
      for (unsigned i = 0; i < 3; i++) {
         v[i] = vertex_at(x + size * random_unit(), y + size * random_unit(), z, 1);
         for (unsigned c = 0; c < 4; c++)
            v[i].color[c] = random_unit() / 4;
         v[i].texcoord0[0] = 4 * random_unit();
         v[i].texcoord0[1] = 4 * random_unit();
      }
      assert_true(gpu->back->triangle(gpu, v));
      if (alone)
         gpu->back->flush(gpu);
   }
   gpu->back->flush(gpu);
}

/* Small triangles are shaded together; the picture is that of one behind the other. */
static void
crowds(void **state)
{
   (void)state;
   uint8_t alone[4 * W * H];
   for (unsigned kind = 0; kind < KINDS; kind++) {
      struct pica_gpu *gpu = pixel_gpu(W, H);
      draw_crowd(gpu, kind, true);
      const uint64_t pixels = pica_pixels_shaded(gpu);
      memcpy(alone, gpu->vram, sizeof alone);
      assert_true(pixels > W * H);
      for (unsigned l = 0; pica_level_at(l); l++) {
         pica_pixels_set_level(gpu, pica_level_at(l));
         draw_crowd(gpu, kind, false);
         assert_memory_equal(gpu->vram, alone, sizeof alone);
         assert_int_equal(pica_pixels_shaded(gpu), (l + 2) * pixels);
      }
      pica_gpu_destroy(gpu);
   }
}

/* Upright rectangles of two triangles, some of which overlap or have other planes, with or without a stop behind each triangle. */
static void
draw_rectangles(struct pica_gpu *gpu, bool alone)
{
   srand(13);
   memset(gpu->vram, 0, 4 * W * H);
   for (unsigned n = 0; n < 300; n++) {
      float left = random_unit() * 2 - 1.2f, bottom = random_unit() * 2 - 1.2f,
            width = random_unit() * (n % 4 ? 0.5f : 2), height = random_unit() * (n % 4 ? 0.5f : 2),
            w = n % 2 ? 1 : 0.5f + random_unit();
      if (n % 3 == 1) { /* sides through centres of pixels */
         left = (2 * floorf(left * W / 2) + 1) / W;
         bottom = (2 * floorf(bottom * H / 2) + 1) / H;
         width = 2 * floorf(width * W / 2) / W;
         height = 2 * floorf(height * H / 2) / H;
      }
      struct pica_vertex corner[4], two[2][3];
      for (unsigned i = 0; i < 4; i++) {
         corner[i] =
            vertex_at((left + (i & 1 ? width : 0)) * w, (bottom + (i & 2 ? height : 0)) * w, -0.5f, w);
         for (unsigned c = 0; c < 4; c++) /* a sum of what columns and rows say, or anything */
            corner[i].color[c] = n % 5 ? (float)(1 + (i & 1) * c + (i >> 1)) / 8 : random_unit() / 2;
      }
      if (n % 7 == 3) /* one triangle twice */
         memcpy(two,
                (struct pica_vertex[6]){corner[0], corner[1], corner[3], corner[0], corner[1], corner[3]},
                sizeof two);
      else if (n % 7 == 5) /* two that share half of each */
         memcpy(two,
                (struct pica_vertex[6]){corner[0], corner[1], corner[3], corner[0], corner[1], corner[2]},
                sizeof two);
      else
         memcpy(two,
                (struct pica_vertex[6]){corner[0], corner[1], corner[3], corner[3], corner[2], corner[0]},
                sizeof two);
      for (unsigned i = 0; n % 7 == 6 && i < 3; i++) /* planes with the same steps */
         two[1][i].color[n % 4] += 0.25f;
      for (unsigned k = 0; k < 2; k++) {
         assert_true(gpu->back->triangle(gpu, two[k]));
         if (alone)
            gpu->back->flush(gpu);
      }
   }
   gpu->back->flush(gpu);
}

/* Two triangles that are drawn together are what they are one behind the other. */
static void
rectangles(void **state)
{
   (void)state;
   uint8_t alone[4 * W * H];
   struct pica_gpu *gpu = pixel_gpu(W, H);
   SET(gpu, BLEND_FUNC, 0x76760000); /* mixes by alpha */
   SET(gpu, SCISSORTEST_MODE, 1);    /* but for some pixels */
   SET(gpu, SCISSORTEST_POS, 9 << 16 | 5);
   SET(gpu, SCISSORTEST_DIM, 14 << 16 | 11);
   draw_rectangles(gpu, true);
   const uint64_t pixels = pica_pixels_shaded(gpu);
   memcpy(alone, gpu->vram, sizeof alone);
   assert_true(pixels > W * H);
   for (unsigned l = 0; pica_level_at(l); l++) {
      pica_pixels_set_level(gpu, pica_level_at(l));
      draw_rectangles(gpu, false);
      assert_memory_equal(gpu->vram, alone, sizeof alone);
      assert_int_equal(pica_pixels_shaded(gpu), (l + 2) * pixels);
   }
   pica_gpu_destroy(gpu);
}

/* TERAGL_SIMD chooses the level of both halves, the caller's choice goes before it; a name that is no level is refused. */
static void
level_of_gpu(void **state)
{
   (void)state;
   for (unsigned l = 0; pica_level_at(l); l++) {
      setenv("TERAGL_SIMD", pica_level_at(l)->name, 1);
      struct pica_gpu *gpu = pixel_gpu(W, H);
      assert_ptr_equal(pica_pixels_level(gpu), pica_level_at(l));
      assert_ptr_equal(gpu->va->kernels, sh_kernels_find(pica_level_at(l)->name));
      pica_gpu_destroy(gpu);
   }
   assert_null(pica_gpu_create(1 << 20, &pica_back_pixels, "none"));
   setenv("TERAGL_SIMD", "none", 1);
   assert_null(pica_gpu_create(1 << 20, &pica_back_pixels, NULL));
   for (unsigned l = 0; pica_level_at(l); l++) {
      struct pica_gpu *gpu = pica_gpu_create(1 << 20, &pica_back_pixels, pica_level_at(l)->name);
      assert_non_null(gpu);
      assert_ptr_equal(pica_pixels_level(gpu), pica_level_at(l));
      assert_ptr_equal(gpu->va->kernels, sh_kernels_find(pica_level_at(l)->name));
      pica_gpu_destroy(gpu);
   }
   unsetenv("TERAGL_SIMD");
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(coverage),    cmocka_unit_test(culling_and_scissor),
      cmocka_unit_test(perspective), cmocka_unit_test(refusals),
      cmocka_unit_test(wild),        cmocka_unit_test(level_of_gpu),
      cmocka_unit_test(crowds),      cmocka_unit_test(rectangles),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
