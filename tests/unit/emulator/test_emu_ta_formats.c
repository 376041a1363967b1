/* SPDX-License-Identifier: MIT
 *
 * Texture memory: where levels and texels stand, what every format decodes to, surfaces with samples, and
 * words that point outside of memory.
 */
#include "emu_ta_fixture.h"
#include "emulator/texture/texture.h"
#include "util/u_fpenv.h"

/* ---- layout ---- */

/* Offsets of levels by hand: RGBA8 and luminance, 1D tiled and linear, a cube on both sides of RV770. */
static void
layout(void **state)
{
   static const struct {
      enum db_gen gen;
      struct tex t;
      uint64_t off[4]; /* from the mip address, level 1 on */
      uint64_t slice[4];
   } c[] = {
  /* 64x64: 32 16 8; pitch at least 8, group 256 bytes / (8 * 4) = 8 */
      {DB_R700,
       {.w = 64, .h = 64, .dim = TA_2D, .format = 26, .mode = 2, .levels = 4},
       {0, 4096, 5120},
       {16384, 4096, 1024, 256}     },
      {DB_EVERGREEN,
       {.w = 64, .h = 64, .dim = TA_2D, .format = 26, .mode = 2, .levels = 4},
       {0, 4096, 5120},
       {16384, 4096, 1024, 256}     },
 /* one byte: pitch at least 256 / 8 = 32 */
      {DB_R700,
       {.w = 64, .h = 64, .dim = TA_2D, .format = 1, .mode = 2, .levels = 4},
       {0, 1024, 1024 + 512},
       {4096, 1024, 512, 256}       },
 /* linear: pitch at least 64, no padding of the height */
      {DB_R700,
       {.w = 64, .h = 64, .dim = TA_2D, .format = 26, .mode = 1, .levels = 4},
       {0, 8192, 8192 + 4096},
       {16384, 8192, 4096, 2048}    },
 /* not a power of two: 48x20 -> 24x10 as 32x16, 12x5 as 16x8, 6x2 as 8x8 */
      {DB_EVERGREEN,
       {.w = 48, .h = 20, .dim = TA_2D, .format = 26, .mode = 2, .levels = 4, .pitch = 48},
       {0, 2048, 2560},
       {48 * 24 * 4, 2048, 512, 256}},
 /* cubes: 6 slices on R600, 8 later */
      {DB_R600,
       {.w = 16, .h = 16, .dim = TA_CUBE, .format = 26, .mode = 2, .levels = 2},
       {0},
       {64 * 16 * 4, 256}           },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, c[i].gen, NULL));
      const struct ta_view *v = view(&x, c[i].t, (struct samp){0});
      assert_int_equal(v->num_levels, c[i].t.levels);
      for (unsigned l = 0; l < c[i].t.levels; l++) {
         uint64_t want = l ? EMU_VRAM_BASE + MIP_AT + c[i].off[l - 1] : EMU_VRAM_BASE + TEX_AT;
         if (v->level[l].surf.addr != want)
            fail_msg("case %u level %u at +%llu instead of +%llu", i, l,
                     (unsigned long long)(v->level[l].surf.addr - EMU_VRAM_BASE - MIP_AT),
                     (unsigned long long)(want - EMU_VRAM_BASE - MIP_AT));
         assert_int_equal(v->level[l].slice_B, c[i].slice[l]);
         assert_int_equal(v->level[l].w, MAX2(c[i].t.w >> l, 1));
      }
      tex_rig_fini(&x);
   }
}

/* Every addressing form against the surface equations. */
static void
addresses(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      static const unsigned formats[] = {1, 7, 26, 32, 35};
      for (unsigned mode = 1; mode <= 4; mode++) {
         for (unsigned f = 0; f < ARRAY_SIZE(formats) && mode != 3; f++) {
            for (unsigned type = 0; type < 2; type++) {
               struct tex_rig x;
               assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
               const struct ta_view *v = view(&x,
                                              (struct tex){.w = 200,
                                                           .h = 150,
                                                           .d = 2,
                                                           .dim = TA_2D_ARRAY,
                                                           .format = formats[f],
                                                           .mode = mode,
                                                           .tile_type = type,
                                                           .pitch = 256},
                                              (struct samp){0});
               for (unsigned n = 0; n < 2000; n++) {
                  unsigned px = rnd() % 200, py = rnd() % 150, z = rnd() & 1;
                  assert_int_equal(ta_texel_offset(&v->level[0], px, py, z),
                                   emu_surface_offset(&v->level[0].surf, px, py, z));
               }
               tex_rig_fini(&x);
            }
         }
      }
   }
}

/* ---- formats ---- */

static void
formats(void **state)
{
   static const struct {
      unsigned format, n, num_format, comp;
      bool degamma;
      uint8_t bytes[16];
      float want[4];
   } c[] = {
      {26, 4,  0, 0, false, {255, 128, 0, 51},                                {1, 128 / 255.0f, 0, 0.2f}             },
 /* 8_24F: 1, 0.75 with stencil 0xa5, the smallest, the greatest below 2; 24_8F */
      {18, 4,  0, 0, false, {0, 0, 0xf0, 0},                                  {1, 0, 0, 0}                           },
      {18, 4,  0, 0, false, {0, 0, 0xe8, 0xa5},                               {0.75f, 165, 0, 0}                     },
      {18, 4,  0, 0, false, {1, 0, 0, 0},                                     {0x1p-34f, 0, 0, 0}                    },
      {18, 4,  0, 0, false, {0xff, 0xff, 0x0f, 0},                            {0xfffffp-34f, 0, 0, 0}                },
      {18, 4,  0, 0, false, {0, 0, 0x10, 1},                                  {0x1p-14f, 1, 0, 0}                    },
      {20, 4,  0, 0, false, {0xa5, 0, 0, 0xf0},                               {165, 1, 0, 0}                         },
      {26, 4,  0, 1, false, {127, 0x80, 0x81, 0},                             {1, -1, -1, 0}                         },
      {26, 4,  0, 0, true,  {255, 128, 10, 51},                               {1, 0.215860531f, 0.00303526984f, 0.2f}},
      {1,  1,  0, 0, false, {51},                                             {0.2f, 0, 0, 0}                        },
      {7,  2,  0, 0, false, {255, 51},                                        {1, 0.2f, 0, 0}                        },
      {8,  2,  0, 0, false, {0x1f, 0xfc},                                     {1, 32 / 63.0f, 1, 0}                  }, /* 5_6_5: X is the low field */
      {11, 2,  0, 0, false, {0x3f, 0x0c},                                     {1, 0.2f, 0.8f, 0}                     }, /* 4_4_4_4 */
      {12, 2,  0, 0, false, {0x3f, 0xf8},                                     {1, 1, 0, 1}                           }, /* 5_5_5_1: X is the one bit */
      {10, 2,  0, 0, false, {0x1f, 0x80},                                     {1, 0, 0, 1}                           }, /* 1_5_5_5 */
      {25, 4,  0, 0, false, {0xff, 0x03, 0, 0xc0},                            {1, 0, 0, 1}                           }, /* 2_10_10_10 */
      {5,  2,  0, 0, false, {0xff, 0xff},                                     {1, 0, 0, 0}                           },
      {15, 4,  0, 0, false, {0xff, 0xff, 0x33, 0x33},                         {1, 0.2f, 0, 0}                        },
      {17, 4,  0, 0, false, {0xff, 0xff, 0xff, 0x33},                         {1, 0.2f, 0, 0}                        }, /* 8_24: depth in X */
      {6,  2,  0, 0, false, {0, 0x3c},                                        {1, 0, 0, 0}                           },
      {32, 8,  0, 0, false, {0, 0x3c, 0, 0xc0, 0, 0x38, 0, 0x7c},             {1, -2, 0.5f, INFINITY}                },
      {14, 4,  0, 0, false, {0, 0, 0x20, 0x41},                               {10, 0, 0, 0}                          },
      {35,
       16,     0,
       0,            false,
       {0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, 0, 0, 0x80, 0xc0},
       {1, 2, 3, -4}                                                                                                 },
      {31, 8,  0, 0, false, {0xff, 0xff, 0x33, 0x33, 0, 0, 0xcc, 0xcc},       {1, 0.2f, 0, 0.8f}                     },
 /* 10_11_11F: 1.0 in 11 bits is 15 << 6, in 10 bits 15 << 5 */
      {22, 4,  0, 0, false, {0xc0, 0x03, 0x1e, 0x78},                         {1, 1, 1, 0}                           },
      {34, 16, 2, 0, false, {5},                                              {5, 0, 0, 0}                           },
      {26, 4,  2, 0, false, {7, 9, 255},                                      {7, 9, 255, 0}                         },
   };
   for (unsigned gen = DB_R700; gen <= DB_EVERGREEN; gen++) {
      for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
         struct tex_rig x;
         assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = 16,
                                           .h = 8,
                                           .dim = TA_2D,
                                           .format = c[i].format,
                                           .mode = 2,
                                           .num_format = c[i].num_format,
                                           .comp = c[i].comp,
                                           .degamma = c[i].degamma
         },
                                        (struct samp){.clamp = {2, 2, 2}});
         put_texel(v, 0, 5, 3, 0, c[i].bytes, c[i].n);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(5.5f / 16);
            x.t.u[l] = fui(3.5f / 8);
         }
         sample(&x, TA_LOD_IMPLICIT);
         for (unsigned k = 0; k < 4; k++) {
            float got = F(x.out[k].u[33]);
            if (fabsf(got - c[i].want[k]) > 1e-6f && got != c[i].want[k])
               fail_msg("format %u.%u component %u is %g, not %g", c[i].format, i, k, (double)got,
                        (double)c[i].want[k]);
         }
         tex_rig_fini(&x);
      }
   }
}

/* Without a filter floats are copied: their denormals are not arithmetic's. */
static void
denormals(void **state)
{
   const uint32_t texel[4] = {0x00000001, 0x807fffff, 0x00012345, 0x80000000};
   const struct u_fpenv old = u_fpenv_enter(U_FPENV_FLUSH); /* as emu_submit does */
   for (unsigned gen = DB_R700; gen <= DB_EVERGREEN; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      for (unsigned format = 14; format <= 35; format += 21) { /* 32_FLOAT, 32_32_32_32_FLOAT */
         const unsigned n = format == 14 ? 1 : 4;
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = 16, .h = 8, .dim = TA_2D, .format = format, .mode = 2
         },
                                        (struct samp){.clamp = {2, 2, 2}});
         put_texel(v, 0, 5, 3, 0, (const uint8_t *)texel, 4 * n);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(l & 1 ? 0.1f : 5.5f / 16);
            x.t.u[l] = fui(3.5f / 8);
         }
         uint32_t loaded[4], lane[4];
         sample(&x, TA_LOD_IMPLICIT);
         ta_sample_lane(&x.rq, 34, 0, false, (float *)lane);
         ta_load(v, 5, 3, 0, 0, loaded);
         for (unsigned k = 0; k < n; k++) {
            assert_int_equal(x.out[k].u[34], texel[k]);
            assert_int_equal(lane[k], texel[k]);
            assert_int_equal(loaded[k], texel[k]);
         }
      }
      tex_rig_fini(&x);
   }
   u_fpenv_leave(old);
}

/* Integers come out as they are, whatever the filter; one is the integer 1. */
static void
integers(void **state)
{
   static const struct {
      unsigned format, n, comp;
      uint8_t bytes[16];
      uint32_t want[4];
   } c[] = {
      {1,  1,  0, {200},                                            {200, 0, 0, 1}                         },
      {1,  1,  1, {200},                                            {0xffffffc8, 0, 0, 1}                  },
      {26, 4,  0, {1, 2, 254, 255},                                 {1, 2, 254, 1}                         },
      {13, 4,  0, {0x01, 0x00, 0xa0, 0x7f},                         {0x7fa00001, 0, 0, 1}                  }, /* a NaN's bits */
      {31, 8,  1, {0xfe, 0xff, 3, 0, 0xff, 0x7f, 0, 0},             {0xfffffffe, 3, 0x7fff, 1}             },
      {18, 4,  0, {5, 0, 0xf0, 7},                                  {0xf00005, 7, 0, 1}                    }, /* stencil of 8_24F */
      {28, 8,  0, {1, 0, 128, 63, 0x5a, 7, 8, 9},                   {0x3f800001, 0x5a, 0, 1}               }, /* stencil beside a float */
      {34, 16, 0, {1, 0, 0, 1, 2, 0, 0, 2, 3, 0, 0, 3, 4, 0, 0, 4}, {0x01000001, 0x02000002, 0x03000003, 1}},
   };
   for (unsigned gen = DB_R700; gen <= DB_EVERGREEN; gen++) {
      for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
         struct tex_rig x;
         assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = 16,
                                           .h = 8,
                                           .dim = TA_2D,
                                           .format = c[i].format,
                                           .mode = 2,
                                           .num_format = 1,
                                           .comp = c[i].comp,
                                           .sel = {0, 1, 2, 5}
         },
                                        (struct samp){.clamp = {2, 2, 2}, .mag = 1, .min = 1});
         put_texel(v, 0, 5, 3, 0, c[i].bytes, c[i].n);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(5.6f / 16);
            x.t.u[l] = fui(3.7f / 8);
         }
         sample(&x, TA_LOD_IMPLICIT);
         for (unsigned k = 0; k < 4; k++)
            assert_int_equal(x.out[k].u[33], c[i].want[k]);
         uint32_t loaded[4];
         ta_load(v, 5, 3, 0, 0, loaded);
         assert_memory_equal(loaded, c[i].want, sizeof loaded);
         tex_rig_fini(&x);
      }
   }
}

static void
compressed(void **state)
{
   static const struct {
      unsigned format, n;
      uint8_t bytes[16];
      float want[4][4]; /* texels (0,0) .. (3,0) */
   } c[] = {
  /* red and blue, red > blue: four opaque colours */
      {49,
       8,  {0x00, 0xf8, 0x1f, 0x00, 0xe4},
       {{1, 0, 0, 1}, {0, 0, 1, 1}, {170 / 255.0f, 0, 85 / 255.0f, 1}, {85 / 255.0f, 0, 170 / 255.0f, 1}}},
 /* blue, red: three colours and transparent black */
      {49,
       8,  {0x1f, 0x00, 0x00, 0xf8, 0xe4},
       {{0, 0, 1, 1}, {1, 0, 0, 1}, {127 / 255.0f, 0, 127 / 255.0f, 1}, {0, 0, 0, 0}}                    },
      {50,
       16, {0xf0, 0x3c, 0, 0, 0, 0, 0, 0, 0x1f, 0x00, 0x00, 0xf8, 0x04},
       {{0, 0, 1, 0}, {1, 0, 0, 1}, {0, 0, 1, 0.8f}, {0, 0, 1, 0.2f}}                                    },
 /* alpha ramp 255 .. 0 in eight steps: codes 0 1 2 7 */
      {51,
       16, {255, 0, 0x88, 0x0e, 0, 0, 0, 0, 0x1f, 0x00, 0x00, 0xf8, 0x04},
       {{0, 0, 1, 1}, {1, 0, 0, 0}, {0, 0, 1, 218 / 255.0f}, {0, 0, 1, 36 / 255.0f}}                     },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
      const struct ta_view *v = view(&x,
                                     (struct tex){
                                        .w = 16, .h = 16, .dim = TA_2D, .format = c[i].format, .mode = 2
      },
                                     (struct samp){.clamp = {2, 2, 2}});
      put_texel(v, 0, 1, 2, 0, c[i].bytes, c[i].n); /* block (1,2) */
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.s.u[l] = fui((4.5f + (float)(l & 3)) / 16);
         x.t.u[l] = fui(8.5f / 16);
      }
      sample(&x, TA_LOD_IMPLICIT);
      for (unsigned l = 0; l < 4; l++)
         for (unsigned k = 0; k < 4; k++)
            assert_float_equal(F(x.out[k].u[l]), c[i].want[l][k], 1e-6f);
      tex_rig_fini(&x);
   }
}

/* BC6H and BC7: thousands of random blocks of all modes. The sums are those of texels that were compared one
 * by one with what Mesa's llvmpipe samples from the same blocks, without a difference. */
static void
bptc_blocks(void **state)
{
   static const uint64_t want[3] = {UINT64_C(0xe33d2db27e6fc1bf), UINT64_C(0x2f5008189ee8b535),
                                    UINT64_C(0x77b7cc6eabcc5dc0)};
   seed = 1;
   for (unsigned k = 0; k < 3; k++) {
      uint64_t sum = UINT64_C(0xcbf29ce484222325);
      for (unsigned i = 0; i < 4096; i++) {
         uint8_t b[16];
         for (unsigned j = 0; j < 16; j++)
            b[j] = (uint8_t)rnd();
         if (k == 0) { /* all modes alike often */
            unsigned m = i & 7;
            b[0] = (uint8_t)((b[0] & ~((2u << m) - 1)) | 1u << m);
         }
         for (unsigned e = 0; e < 16; e++) {
            unsigned c[4] = {0};
            uint16_t h[3];
            if (k == 0) {
               texture_bc7_texel(b, e, c);
            } else {
               texture_bc6_texel(b, e, k == 1, h);
               for (unsigned q = 0; q < 3; q++)
                  c[q] = h[q];
            }
            for (unsigned q = 0; q < 4; q++)
               sum = (sum ^ c[q]) * UINT64_C(0x100000001b3);
         }
      }
      if (sum != want[k])
         fail_msg("format %u: %016llx", k, (unsigned long long)sum);
   }
   /* reserved modes are zero */
   const uint8_t reserved6[16] = {19, 255, 255, 255}, reserved7[16] = {0, 255, 255, 255};
   unsigned c[4];
   uint16_t h[3];
   texture_bc7_texel(reserved7, 5, c);
   texture_bc6_texel(reserved6, 5, false, h);
   assert_true(!(c[0] | c[1] | c[2] | c[3] | h[0] | h[1] | h[2]));
}

/* Depth of 24 bits that a shader reads and writes back is what it was: of all numbers, by sampling and by LD.
 */
static void
depth_24(void **state)
{
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct tex_rig x;
      if (!tex_rig_init(&x, DB_EVERGREEN, rig_levels[lv]))
         continue;
      const struct ta_view *v =
         view(&x, (struct tex){.w = 64, .h = 8, .dim = TA_2D, .format = 17, .mode = EMU_1D_THIN1},
              (struct samp){0});
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.s.u[l] = fui(((float)l + 0.5f) / 64);
         x.t.u[l] = fui(0.5f / 8);
      }
      for (uint32_t n = 0; n < 1u << 24; n += 64 * (lv ? 4099 : 257)) {
         for (unsigned l = 0; l < EMU_LANES; l++)
            put_texel(v, 0, l, 0, 0, &(uint32_t){0xaa000000 | ((n + l * 37) & 0xffffff)}, 4);
         sample(&x, TA_LOD_IMPLICIT);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            uint32_t want = (n + l * 37) & 0xffffff, ld[4];
            ta_load(v, (int32_t)l, 0, 0, 0, ld);
            assert_int_equal((uint32_t)((double)F(x.out[0].u[l]) * 16777215.0 + 0.5), want);
            assert_int_equal(ld[0], x.out[0].u[l]);
         }
      }
      tex_rig_fini(&x);
   }
}

/* LD of a surface with samples: the fourth coordinate is the sample. */
static void
samples(void **state)
{
   for (unsigned gen = DB_R600; gen <= DB_CAYMAN; gen++)
      for (unsigned depth = 0; depth < 2; depth++) {
         struct tex_rig x;
         if (!tex_rig_init(&x, gen, rig_levels[0]))
            continue;
         const struct ta_view *v = view(&x,
                                        (struct tex){.w = 64,
                                                     .h = 32,
                                                     .dim = TA_2D_MSAA,
                                                     .format = 26,
                                                     .mode = EMU_2D_THIN1,
                                                     .tile_type = depth && gen < DB_EVERGREEN,
                                                     .levels = 3}, /* LAST_LEVEL: log2 of the samples */
                                        (struct samp){0});
         struct emu_surface surf = v->level[0].surf;
         assert_int_equal(surf.log2_samples, 2);
         assert_int_equal(surf.depth_samples, depth && gen < DB_EVERGREEN);
         uint8_t *mem = emu_mem_ptr(&x.r.e.mem, surf.addr, emu_surface_end(&surf, 0));
         assert_non_null(mem);
         for (unsigned i = 0; i < 4; i++)
            for (unsigned y = 0; y < 32; y++)
               for (unsigned cx = 0; cx < 64; cx++) {
                  surf.sample = (uint8_t)i;
                  const uint8_t texel[4] = {(uint8_t)(cx * 4), (uint8_t)(y * 8), (uint8_t)(i * 60), 255};
                  memcpy(mem + emu_surface_offset(&surf, cx, y, 0), texel, 4);
               }
         for (int i = 0; i < 5; i++)
            for (int y = 0; y < 32; y += 3)
               for (int cx = 0; cx < 64; cx += 5) {
                  uint32_t got[4];
                  ta_load(v, cx, y, 0, i, got);
                  assert_float_equal(F(got[0]), i < 4 ? (float)(cx * 4) / 255 : 0, 1e-6);
                  assert_float_equal(F(got[1]), i < 4 ? (float)(y * 8) / 255 : 0, 1e-6);
                  assert_float_equal(F(got[2]), i < 4 ? (float)(i * 60) / 255 : 0, 1e-6);
               }
         tex_rig_fini(&x);
      }
}

/* ---- hostile words ---- */

static void
outside(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
   memset(x.r.e.mem.base, 0xff, RIG_MEM_B);
   const uint64_t end = EMU_VRAM_BASE + RIG_MEM_B;
   static const struct tex t[] = {
      {.w = 64,    .h = 64,      .dim = TA_2D, .format = 26, .mode = 2,  .base = 0x100},
      {.w = 8192,  .h = 8192,    .dim = TA_2D, .format = 35, .mode = 2 },
      {.w = 64,   .h = 64, .dim = TA_2D, .format = 26,    .mode = 1, .pitch = 8             },
      {.w = 64,   .h = 64, .dim = TA_2D, .format = 63,    .mode = 2          },
      {.w = 16384, .h = 16384, .d = 8192, .dim = TA_3D,    .format = 35,           .mode = 4},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(t) + 1; i++) {
      struct tex tx =
         i < ARRAY_SIZE(t)
            ? t[i]
            : (struct tex){.w = 64, .h = 64, .dim = TA_2D, .format = 26, .mode = 2, .base = end - 256};
      view(&x, tx, (struct samp){.mag = 1, .min = 1});
      for (unsigned l = 0; l < EMU_LANES; l++)
         x.s.u[l] = x.t.u[l] = fui((float)l / 64);
      sample(&x, TA_LOD_IMPLICIT);
      for (unsigned l = 0; l < EMU_LANES; l++)
         assert_float_equal(F(x.out[0].u[l]), 0, 0);
   }
   /* a good first level, mip levels outside */
   view(&x, (struct tex){.w = 64, .h = 64, .dim = TA_2D, .format = 26, .mode = 2, .levels = 3, .mip = end},
        (struct samp){.mip = 1});
   for (unsigned l = 0; l < EMU_LANES; l++)
      x.w.u[l] = fui((float)(l & 1));
   sample(&x, TA_LOD_EXPLICIT);
   assert_float_equal(F(x.out[0].u[0]), 1, 0);
   assert_float_equal(F(x.out[0].u[1]), 0, 0);
   tex_rig_fini(&x);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(layout),    cmocka_unit_test(addresses),  cmocka_unit_test(formats),
      cmocka_unit_test(integers),  cmocka_unit_test(compressed), cmocka_unit_test(bptc_blocks),
      cmocka_unit_test(depth_24),  cmocka_unit_test(samples),    cmocka_unit_test(outside),
      cmocka_unit_test(denormals),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
