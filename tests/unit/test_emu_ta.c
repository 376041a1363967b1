/* SPDX-License-Identifier: MIT
 *
 * Textures: where levels stand, what every format decodes to, wrap modes and filters against a reference in
 * binary64, level of detail, cube maps, vector path against lane path bit for bit, words that point outside
 * of memory, coordinates that are no numbers.
 */
#include "db/db_formats.h"
#include <math.h>

#include "db/cm_regs.h"
#include "emu_sq_fixture.h"
#include "emulator/ta.h"

#define F(x) uif(x)

enum { TEX_AT = 0x100000, MIP_AT = 0x300000, SLOTS = 64 };

struct tex {
   unsigned w, h, d, dim, format, mode, tile_type, levels, num_format, pitch;
   unsigned comp; /* FORMAT_COMP of all components */
   bool degamma;
   uint8_t sel[4];
   uint64_t base, mip;
};

struct samp {
   unsigned clamp[3], mag, min, mip, compare, border;
   float min_lod, max_lod, bias;
   bool faces_apart; /* DISABLE_CUBE_WRAP */
};

struct tex_rig {
   struct rig r;
   struct ta_view *table[SLOTS];
   struct ta_request rq;
   struct emu_row s, t, q, w, ref, gh[3], gv[3], out[4];
};

static bool
tex_rig_init(struct tex_rig *x, enum db_gen gen, const char *level)
{
   memset(x, 0, sizeof *x);
   if (!rig_init(&x->r, gen, level))
      return false;
   x->rq = (struct ta_request){.s = &x->s,
                               .t = &x->t,
                               .r = &x->q,
                               .lod = &x->w,
                               .grad_h = x->gh,
                               .grad_v = x->gv,
                               .coord_norm = 7,
                               .lanes = UINT64_MAX,
                               .row_B = 256,
                               .out = x->out};
   return true;
}

static void
tex_rig_fini(struct tex_rig *x)
{
   for (unsigned i = 0; i < SLOTS; i++)
      for (struct ta_view *v = x->table[i], *n; v; v = n) {
         n = v->hash_next;
         ta_view_destroy(v);
      }
   rig_fini(&x->r);
}

static const struct ta_view *
view(struct tex_rig *x, struct tex t, struct samp s)
{
   uint32_t w[8] = {0}, sw[3] = {0};
   static const uint32_t border[4] = {0x3f000000, 0x3e800000, 0x3f400000, 0x3f800000};
   uint64_t base = t.base ? t.base : EMU_VRAM_BASE + TEX_AT, mip = t.mip ? t.mip : EMU_VRAM_BASE + MIP_AT;
   unsigned pitch = t.pitch ? t.pitch
                            : (unsigned)u_align(t.w, t.mode == EMU_LINEAR_ALIGNED ? 64
                                                     : t.mode == EMU_2D_THIN1     ? 256
                                                                                  : 64);
   if (!(t.sel[0] | t.sel[1] | t.sel[2] | t.sel[3]))
      memcpy(t.sel, (uint8_t[]){0, 1, 2, 3}, 4);
   if (x->r.gen < DB_EVERGREEN) {
      w[0] = R6_SQ_TEX_RESOURCE_WORD0(.DIM = t.dim, .TILE_MODE = t.mode, .TILE_TYPE = t.tile_type,
                                      .PITCH = pitch / 8 - 1, .TEX_WIDTH = t.w - 1);
      w[1] = R6_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = t.h - 1, .TEX_DEPTH = t.d ? t.d - 1 : 0,
                                      .DATA_FORMAT = t.format);
      w[6] = R6_SQ_TEX_RESOURCE_WORD6(.TYPE = 2);
      sw[0] = R6_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = s.clamp[0], .CLAMP_Y = s.clamp[1], .CLAMP_Z = s.clamp[2],
                                      .XY_MAG_FILTER = s.mag, .XY_MIN_FILTER = s.min, .MIP_FILTER = s.mip,
                                      .BORDER_COLOR_TYPE = s.border, .DEPTH_COMPARE_FUNCTION = s.compare);
      sw[1] = R6_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = (uint32_t)(s.min_lod * 64),
                                      .MAX_LOD = (uint32_t)((s.max_lod ? s.max_lod : 15) * 64),
                                      .LOD_BIAS = (uint32_t)(int32_t)(s.bias * 64) & 0xfff);
      x->r.e.regs.config[(R6_TA_CNTL_AUX_OFFSET - 0x8000) / 4] =
         R6_TA_CNTL_AUX(.DISABLE_CUBE_WRAP = s.faces_apart);
   } else {
      w[0] = EG_SQ_TEX_RESOURCE_WORD0(.DIM = t.dim, .NON_DISP_TILING_ORDER = t.tile_type,
                                      .PITCH = pitch / 8 - 1, .TEX_WIDTH = t.w - 1);
      if (x->r.gen == DB_CAYMAN)
         w[0] = CM_SQ_TEX_RESOURCE_WORD0(.DIM = t.dim, .NON_DISP_TILING_ORDER = t.tile_type,
                                         .PITCH = pitch / 8 - 1, .TEX_WIDTH = t.w - 1);
      w[1] = EG_SQ_TEX_RESOURCE_WORD1(.TEX_HEIGHT = t.h - 1, .TEX_DEPTH = t.d ? t.d - 1 : 0,
                                      .ARRAY_MODE = t.mode);
      w[6] = EG_SQ_TEX_RESOURCE_WORD6(.TILE_SPLIT = 4);
      w[7] = EG_SQ_TEX_RESOURCE_WORD7(.DATA_FORMAT = t.format, .MACRO_TILE_ASPECT = 0, .BANK_WIDTH = 0,
                                      .BANK_HEIGHT = 1, .NUM_BANKS = 2, .TYPE = 2);
      sw[0] = EG_SQ_TEX_SAMPLER_WORD0(.CLAMP_X = s.clamp[0], .CLAMP_Y = s.clamp[1], .CLAMP_Z = s.clamp[2],
                                      .XY_MAG_FILTER = s.mag, .XY_MIN_FILTER = s.min, .MIP_FILTER = s.mip,
                                      .BORDER_COLOR_TYPE = s.border, .DEPTH_COMPARE_FUNCTION = s.compare);
      sw[1] = EG_SQ_TEX_SAMPLER_WORD1(.MIN_LOD = (uint32_t)(s.min_lod * 256),
                                      .MAX_LOD = (uint32_t)((s.max_lod ? s.max_lod : 15) * 256));
      sw[2] = EG_SQ_TEX_SAMPLER_WORD2(.LOD_BIAS = (uint32_t)(int32_t)(s.bias * 256) & 0x3fff,
                                      .DISABLE_CUBE_WRAP = s.faces_apart);
   }
   w[2] = (uint32_t)(base >> 8);
   w[3] = (uint32_t)(mip >> 8);
   w[4] = R6_SQ_TEX_RESOURCE_WORD4(.FORMAT_COMP_X = t.comp, .FORMAT_COMP_Y = t.comp, .FORMAT_COMP_Z = t.comp,
                                   .FORMAT_COMP_W = t.comp, .NUM_FORMAT_ALL = t.num_format,
                                   .FORCE_DEGAMMA = t.degamma, .DST_SEL_X = t.sel[0], .DST_SEL_Y = t.sel[1],
                                   .DST_SEL_Z = t.sel[2], .DST_SEL_W = t.sel[3]);
   w[5] = R6_SQ_TEX_RESOURCE_WORD5(.LAST_LEVEL = t.levels ? t.levels - 1 : 0,
                                   .LAST_ARRAY = t.dim == TA_CUBE       ? 5
                                                 : t.dim == TA_2D_ARRAY ? t.d - 1
                                                                        : 0);
   const struct ta_view *v = ta_view_find(&x->r.e, x->table, SLOTS, w, sw, border);
   assert_non_null(v);
   assert_ptr_equal(v, ta_view_find(&x->r.e, x->table, SLOTS, w, sw, border));
   x->rq.view = v;
   return v;
}

static void
put_texel(const struct ta_view *v, unsigned level, unsigned x, unsigned y, unsigned z, const void *bytes,
          unsigned n)
{
   const struct ta_level *l = &v->level[level];
   memcpy((uint8_t *)l->base + emu_surface_offset(&l->surf, x, y, z), bytes, n);
}

static void
sample(struct tex_rig *x, unsigned mode)
{
   x->rq.lod_mode = (uint8_t)mode;
   x->r.e.kernels->ta->sample(&x->rq);
}

static uint32_t seed = 5;
static uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return seed >> 8 ^ seed << 13;
}

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

/* Border colours are not swizzled with the texels. */
static void
swizzled_border(void **state)
{
   for (unsigned gen = DB_R700; gen <= DB_EVERGREEN; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      view(&x,
           (struct tex){
              .w = 16, .h = 8, .dim = TA_2D, .format = 26, .mode = 2, .sel = {2, 1, 0, 3}
      },
           (struct samp){.clamp = {6, 6, 6}, .border = 3});
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.s.u[l] = fui(-0.5f);
         x.t.u[l] = fui(0.5f);
      }
      sample(&x, TA_LOD_IMPLICIT);
      assert_true(F(x.out[0].u[3]) == 0.5f && F(x.out[1].u[3]) == 0.25f && F(x.out[2].u[3]) == 0.75f &&
                  F(x.out[3].u[3]) == 1.0f);
      tex_rig_fini(&x);
   }
}

/* A coordinate that is clamped to the far edge is the last texel's where nothing is filtered. */
static void
half_border_nearest(void **state)
{
   for (unsigned mode = 0; mode < 2; mode++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
      unsigned clamp = mode ? TA_MIRROR_ONCE_HALF_BORDER : TA_CLAMP_HALF_BORDER;
      const struct ta_view *v =
         view(&x,
              (struct tex){
                 .w = 16, .h = 8, .dim = TA_2D, .format = 1, .mode = 2, .sel = {0, 0, 0, 0}
      },
              (struct samp){.clamp = {clamp, clamp, clamp}, .border = 3});
      put_texel(v, 0, 15, 3, 0, "\xff", 1);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.s.u[l] = fui(mode && l & 1 ? -1.75f : 1.75f);
         x.t.u[l] = fui(3.5f / 8);
      }
      sample(&x, TA_LOD_IMPLICIT);
      assert_true(F(x.out[0].u[2]) == 1);
      assert_true(F(x.out[0].u[3]) == 1);
      tex_rig_fini(&x);
   }
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

/* ---- filters and wrap modes ---- */

static int
ref_wrap(unsigned mode, int i, int n)
{
   switch (mode) {
   case TA_WRAP:
      return ((i % n) + n) % n;
   case TA_MIRROR:
      i = ((i % (2 * n)) + 2 * n) % (2 * n);
      return i < n ? i : 2 * n - 1 - i;
   case TA_CLAMP_EDGE:
      return i < 0 ? 0 : i >= n ? n - 1 : i;
   default:
      return i < 0 || i >= n ? -1 : i;
   }
}

static const double border_half = 0.5;

static double
ref_sample(const uint8_t *img, int w, int h, const unsigned clamp[2], double s, double t, bool linear)
{
   double u = s * w, v = t * h;
   if (!linear) {
      int i = ref_wrap(clamp[0], (int)floor(u), w), j = ref_wrap(clamp[1], (int)floor(v), h);
      return i < 0 || j < 0 ? border_half : img[j * w + i] / 255.0;
   }
   u -= 0.5;
   v -= 0.5;
   double fu = u - floor(u), fv = v - floor(v), sum = 0;
   for (int k = 0; k < 4; k++) {
      int i = ref_wrap(clamp[0], (int)floor(u) + (k & 1), w),
          j = ref_wrap(clamp[1], (int)floor(v) + (k >> 1), h);
      double texel = i < 0 || j < 0 ? border_half : img[j * w + i] / 255.0;
      sum += texel * (k & 1 ? fu : 1 - fu) * (k >> 1 ? fv : 1 - fv);
   }
   return sum;
}

static void
wrap_and_filter(void **state)
{
   static const unsigned modes[] = {TA_WRAP, TA_MIRROR, TA_CLAMP_EDGE, TA_CLAMP_BORDER};
   static const struct {
      unsigned w, h, mode;
   } sizes[] = {
      {16, 8,  2},
      {13, 7,  2},
      {1,  1,  2},
      {64, 3,  1},
      {32, 32, 4}
   };
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      for (unsigned z = 0; z < ARRAY_SIZE(sizes); z++) {
         struct tex_rig x;
         if (!tex_rig_init(&x, DB_R700, rig_levels[lv]))
            continue;
         unsigned w = sizes[z].w, h = sizes[z].h;
         uint8_t img[64 * 32];
         for (unsigned i = 0; i < w * h; i++)
            img[i] = (uint8_t)rnd();
         for (unsigned c = 0; c < ARRAY_SIZE(modes) * ARRAY_SIZE(modes) * 2; c++) {
            unsigned clamp[2] = {modes[c & 3], modes[c >> 2 & 3]};
            bool linear = c >> 4;
            const struct ta_view *v = view(
               &x,
               (struct tex){
                  .w = w, .h = h, .dim = TA_2D, .format = 1, .mode = sizes[z].mode
            },
               (struct samp){.clamp = {clamp[0], clamp[1], 2}, .mag = linear, .min = linear, .border = 3});
            for (unsigned i = 0; i < w * h; i++)
               put_texel(v, 0, i % w, i / w, 0, &img[i], 1);
            float s[EMU_LANES], t[EMU_LANES];
            for (unsigned l = 0; l < EMU_LANES; l++) {
               /* away from the edges of texels, where nearest is a matter of rounding */
               s[l] =
                  ((float)(int)(rnd() % (w * 4)) - (float)w * 1.5f + 0.1f + (float)(rnd() % 200) / 256.0f) /
                  (float)w;
               t[l] =
                  ((float)(int)(rnd() % (h * 4)) - (float)h * 1.5f + 0.1f + (float)(rnd() % 200) / 256.0f) /
                  (float)h;
               x.s.u[l] = fui(s[l]);
               x.t.u[l] = fui(t[l]);
            }
            sample(&x, TA_LOD_ZERO);
            for (unsigned l = 0; l < EMU_LANES; l++) {
               double want = ref_sample(img, (int)w, (int)h, clamp, (double)s[l], (double)t[l], linear),
                      got = (double)F(x.out[0].u[l]);
               if (fabs(got - want) > (linear ? 1.0 / 128 : 1e-6))
                  fail_msg("%s %ux%u modes %u %u %s at %g %g: %g, not %g", rig_levels[lv], w, h, clamp[0],
                           clamp[1], linear ? "linear" : "nearest", (double)s[l], (double)t[l], got, want);
            }
         }
         tex_rig_fini(&x);
      }
   }
}

/* Halfway between texels is their mean, exactly. */
static void
midpoint(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_R700, NULL));
   const struct ta_view *v = view(&x,
                                  (struct tex){
                                     .w = 2, .h = 2, .dim = TA_2D, .format = 26, .mode = 2
   },
                                  (struct samp){.clamp = {2, 2, 2}, .mag = 1, .min = 1});
   static const uint8_t img[4][4] = {
      {0,   0,   0, 255},
      {255, 0,   0, 255},
      {0,   255, 0, 255},
      {255, 255, 0, 255}
   };
   for (unsigned i = 0; i < 4; i++)
      put_texel(v, 0, i & 1, i >> 1, 0, img[i], 4);
   for (unsigned l = 0; l < EMU_LANES; l++)
      x.s.u[l] = x.t.u[l] = fui(0.5f);
   sample(&x, TA_LOD_IMPLICIT);
   assert_float_equal(F(x.out[0].u[1]), 0.5f, 0);
   assert_float_equal(F(x.out[1].u[1]), 0.5f, 0);
   assert_float_equal(F(x.out[2].u[1]), 0.0f, 0);
   assert_float_equal(F(x.out[3].u[1]), 1.0f, 0);
   tex_rig_fini(&x);
}

/* ---- level of detail ---- */

/* A texture whose level n is filled with n / 8. */
static const struct ta_view *
level_texture(struct tex_rig *x, unsigned size, unsigned levels, struct samp s)
{
   const struct ta_view *v =
      view(x, (struct tex){.w = size, .h = size, .dim = TA_2D, .format = 14, .mode = 2, .levels = levels}, s);
   for (unsigned l = 0; l < levels; l++) {
      float f = (float)l / 8;
      for (unsigned i = 0; i < v->level[l].w * v->level[l].h; i++)
         put_texel(v, l, i % v->level[l].w, i / v->level[l].w, 0, &f, 4);
   }
   return v;
}

static void
derivative(struct tex_rig *x, float dx, float dy)
{
   for (unsigned l = 0; l < EMU_LANES; l++) {
      x->s.u[l] = fui(0.5f + (l & 1 ? dx : 0));
      x->t.u[l] = fui(0.5f + (l & 2 ? dy : 0));
   }
}

static void
level_of_detail(void **state)
{
   for (unsigned gen = DB_R700; gen <= DB_EVERGREEN; gen++) {
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
         struct tex_rig x;
         if (!tex_rig_init(&x, (enum db_gen)gen, rig_levels[lv]))
            continue;
         const struct samp tri = {
            .clamp = {2, 2, 2},
              .mag = 1, .min = 1, .mip = 2
         };
         level_texture(&x, 64, 7, tri);
         static const struct {
            float dx, dy, level; /* derivatives in texels */
         } c[] = {
            {1,          1,     0   },
            {0.25f,      0.25f, 0   },
            {2,          1,     1   },
            {1,          2,     1   },
            {4,          4,     2   },
            {2.8284271f, 1,     1.5f},
            {64,         0,     6   },
            {4096,       0,     6   },
            {0,          0,     0   }
         };
         for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
            derivative(&x, c[i].dx / 64, c[i].dy / 64);
            sample(&x, TA_LOD_IMPLICIT);
            for (unsigned l = 0; l < EMU_LANES; l++)
               assert_float_equal(F(x.out[0].u[l]), c[i].level / 8, 1.0f / 1024);
         }
         /* bias, explicit levels, limits */
         derivative(&x, 2 / 64.0f, 0);
         for (unsigned l = 0; l < EMU_LANES; l++)
            x.w.u[l] = fui((float)l / 16);
         sample(&x, TA_LOD_BIAS);
         for (unsigned l = 0; l < EMU_LANES; l++)
            assert_float_equal(F(x.out[0].u[l]), (1 + (float)l / 16) / 8, 1.0f / 1024);
         sample(&x, TA_LOD_EXPLICIT);
         for (unsigned l = 0; l < EMU_LANES; l++)
            assert_float_equal(F(x.out[0].u[l]), (float)l / 16 / 8, 1.0f / 1024);
         struct samp s = tri;
         s.min_lod = 1.25f;
         s.max_lod = 2.5f;
         s.bias = 0.5f;
         level_texture(&x, 64, 7, s);
         sample(&x, TA_LOD_EXPLICIT);
         for (unsigned l = 0; l < EMU_LANES; l++)
            assert_float_equal(F(x.out[0].u[l]), CLAMP((float)l / 16 + 0.5f, 1.25f, 2.5f) / 8, 1.0f / 1024);
         /* nearest level */
         s = tri;
         s.mip = 1;
         level_texture(&x, 64, 7, s);
         sample(&x, TA_LOD_EXPLICIT);
         for (unsigned l = 0; l < EMU_LANES; l++)
            assert_float_equal(F(x.out[0].u[l]), (float)((l + 8) / 16) / 8, 0);
         /* gradients given by the program */
         level_texture(&x, 64, 7, tri);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.gh[0].u[l] = fui(8 / 64.0f);
            x.gv[1].u[l] = fui((float)(l + 1) / 64.0f);
         }
         sample(&x, TA_LOD_GRAD);
         for (unsigned l = 0; l < EMU_LANES; l++)
            assert_float_equal(F(x.out[0].u[l]), log2f(fmaxf(8, (float)(l + 1))) / 8, 1.0f / 1024);
         tex_rig_fini(&x);
      }
   }
}

/* MAX_LOD 0 keeps to level 0 without turning minification into magnification. */
static void
minification(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
   const struct ta_view *v =
      view(&x,
           (struct tex){
              .w = 2, .h = 1, .dim = TA_2D, .format = 1, .mode = 2
   },
           (struct samp){.clamp = {2, 2, 2}, .mag = 1, .min = 0, .max_lod = 1 / 256.0f});
   put_texel(v, 0, 0, 0, 0, "\0", 1);
   put_texel(v, 0, 1, 0, 0, "\377", 1);
   for (unsigned l = 0; l < EMU_LANES; l++)
      x.s.u[l] = fui(0.45f + (l & 1 ? 4.0f : 0));
   sample(&x, TA_LOD_IMPLICIT);
   assert_float_equal(F(x.out[0].u[0]), 0, 0);
   for (unsigned l = 0; l < EMU_LANES; l++)
      x.s.u[l] = fui(0.45f);
   sample(&x, TA_LOD_IMPLICIT);
   assert_float_equal(F(x.out[0].u[0]), 0.4f, 1.0f / 128);
   tex_rig_fini(&x);
}

/* ES 2.0.25 3.7.8: where the smoother filter is the magnification's, it is used up to a level of one half. */
static void
filter_crossover(void **state)
{
   static const struct {
      unsigned mag, min, mip;
      float until;
   } cases[] = {
      {1, 0, 1, 0.5f},
      {1, 0, 2, 0.5f},
      {1, 0, 0, 0   },
      {0, 1, 1, 0   },
      {0, 1, 2, 0   },
   };
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
         struct tex_rig x;
         assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = 2, .h = 1, .dim = TA_2D, .format = 1, .mode = 2
         },
                                        (struct samp){.clamp = {2, 2, 2},
                                                      .mag = cases[i].mag,
                                                      .min = cases[i].min,
                                                      .mip = cases[i].mip,
                                                      .max_lod = 4});
         put_texel(v, 0, 0, 0, 0, "\0", 1);
         put_texel(v, 0, 1, 0, 0, "\377", 1);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(0.45f);
            x.w.u[l] = fui((float)l / 32 - 1.0f);
         }
         sample(&x, TA_LOD_EXPLICIT);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            bool linear = (float)l / 32 - 1.0f <= cases[i].until ? cases[i].mag : cases[i].min;
            assert_float_equal(F(x.out[0].u[l]), linear ? 0.4f : 0, 1.0f / 128);
         }
         tex_rig_fini(&x);
      }
   }
}

/* ---- cubes, 3D ---- */

static void
cube_faces(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      const struct ta_view *v = view(&x,
                                     (struct tex){
                                        .w = 16, .h = 16, .dim = TA_CUBE, .format = 1, .mode = 2
      },
                                     (struct samp){.clamp = {2, 2, 2}});
      assert_true(v->fast);
      for (unsigned f = 0; f < 6; f++) {
         uint8_t a = (uint8_t)(10 * f), b = (uint8_t)(10 * f + 5);
         put_texel(v, 0, 3, 5, f, &a, 1);
         put_texel(v, 0, 15, 15, f, &b, 1);
      }
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.q.u[l] = fui((float)(l % 6));
         x.s.u[l] = fui(l & 32 ? 2.0f : 1 + 3.5f / 16);
         x.t.u[l] = fui(l & 32 ? 2.0f : 1 + 5.5f / 16);
      }
      sample(&x, TA_LOD_ZERO);
      for (unsigned l = 0; l < EMU_LANES; l++)
         assert_float_equal(F(x.out[0].u[l]), (float)(l % 6 * 10 + (l & 32 ? 5 : 0)) / 255, 1e-6f);
      tex_rig_fini(&x);
   }
}

/* At the edge of a face that stands alone the sampler's wrap mode finds the neighbour, as in 2D. */
static void
cube_faces_apart(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      for (unsigned k = 0; k < 4; k++) {
         bool apart = k & 1, repeat = k & 2;
         struct tex_rig x;
         assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
         const struct ta_view *v =
            view(&x,
                 (struct tex){
                    .w = 4, .h = 4, .dim = TA_CUBE, .format = 1, .mode = 2
         },
                 (struct samp){.clamp = {repeat ? 0 : 2, 2, 2}, .mag = 1, .min = 1, .faces_apart = apart});
         for (unsigned f = 0; f < 6; f++) {
            for (unsigned y = 0; y < 4; y++) {
               put_texel(v, 0, 0, y, f, "\0", 1);
               put_texel(v, 0, 3, y, f, "\377", 1);
            }
         }
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui(1.0f);
            x.t.u[l] = fui(1.5f);
            x.q.u[l] = fui((float)(l % 6));
         }
         sample(&x, TA_LOD_ZERO);
         for (unsigned l = 0; l < EMU_LANES; l++)
            if (apart)
               assert_float_equal(F(x.out[0].u[l]), repeat ? 0.5f : 0, 1e-6f);
         tex_rig_fini(&x);
      }
   }
}

/* Centre of a texel on a cube with corners at +-n, by table 3.21 of OpenGL ES 2.0.25 turned around. */
static void
texel_centre(unsigned face, int n, int x, int y, int p[3])
{
   int s = 2 * x + 1 - n, t = 2 * y + 1 - n;
   const int at[6][3] = {
      {n,  -t, -s},
      {-n, -t, s },
      {s,  n,  t },
      {s,  -n, -t},
      {s,  -t, n },
      {-s, -t, -n}
   };
   memcpy(p, at[face], sizeof at[face]);
}

/* The texel beyond an edge is the one that touches it there. */
static void
cube_neighbours(void **state)
{
   enum { N = 4 };
   for (unsigned face = 0; face < 6; face++) {
      for (int edge = 0; edge < 4; edge++) {
         for (int i = 0; i < N; i++) {
            int x0 = edge < 2 ? edge * (N - 1) : i, y0 = edge < 2 ? i : (edge - 2) * (N - 1), a[3], b[3],
                d2 = 0;
            int32_t x = edge < 2 ? (edge ? N : -1) : i, y = edge < 2 ? i : (edge == 3 ? N : -1);
            int to = ta_cube_texel(face, N, &x, &y);
            assert_in_range(to, 0, 5);
            assert_true((unsigned)to != face && x >= 0 && x < N && y >= 0 && y < N);
            texel_centre(face, N, x0, y0, a);
            texel_centre((unsigned)to, N, x, y, b);
            for (unsigned k = 0; k < 3; k++)
               d2 += (a[k] - b[k]) * (a[k] - b[k]);
            assert_int_equal(d2, 2);
         }
      }
      int32_t x = -1, y = N;
      assert_int_equal(ta_cube_texel(face, N, &x, &y), -1);
   }
}

/* Filtering over an edge sees what is there, and the mean of three texels at a corner. */
static void
cube_faces_joined(void **state)
{
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, (enum db_gen)gen, NULL));
      const struct ta_view *v = view(&x, (struct tex){.w = 4, .h = 4, .dim = TA_CUBE, .format = 1, .mode = 2},
                                     (struct samp){.mag = 1, .min = 1});
      static const uint8_t face_value[6] = {0, 60, 120, 180, 240, 30};
      for (unsigned i = 0; i < 6 * 16; i++)
         put_texel(v, 0, i % 4, i / 4 % 4, i / 16, &face_value[i / 16], 1);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.q.u[l] = fui(0); /* +x: -z to the right, +y above */
         x.s.u[l] = fui(2.0f);
         x.t.u[l] = fui(l & 1 ? 1.0f : 1.5f);
      }
      sample(&x, TA_LOD_ZERO);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         float want = l & 1 ? (0 + 30 + 120) / 3.0f : (0 + 30) / 2.0f;
         assert_float_equal(F(x.out[0].u[l]), want / 255, 1e-5f);
      }
      tex_rig_fini(&x);
   }
}

static void
volume(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
   const struct ta_view *v = view(&x,
                                  (struct tex){
                                     .w = 8, .h = 8, .d = 4, .dim = TA_3D, .format = 1, .mode = 2
   },
                                  (struct samp){.clamp = {2, 2, 2}, .mag = 1, .min = 1});
   for (unsigned z = 0; z < 4; z++) {
      for (unsigned i = 0; i < 64; i++) {
         uint8_t b = (uint8_t)(z * 60);
         put_texel(v, 0, i & 7, i >> 3, z, &b, 1);
      }
   }
   for (unsigned l = 0; l < EMU_LANES; l++) {
      x.s.u[l] = x.t.u[l] = fui(0.3f);
      x.q.u[l] = fui((float)l / 64);
   }
   sample(&x, TA_LOD_ZERO);
   for (unsigned l = 0; l < EMU_LANES; l++)
      assert_float_equal(F(x.out[0].u[l]), CLAMP((float)l / 16 - 0.5f, 0, 3) * 60 / 255, 1.0f / 256);
   tex_rig_fini(&x);
}

/* ---- vector path = lane path ---- */

static bool
is_nan(uint32_t u)
{
   return (u & 0x7fffffff) > 0x7f800000;
}

static void
paths_agree(void **state)
{
   /* the last ones are halves, floats, 16-bit words and blocks */
   static const unsigned fmts[] = {1,  7,          8,          10,         11,         12,        25,
                                   26, 6,          16,         32,         14,         30,        35,
                                   31, DB_FMT_BC1, DB_FMT_BC2, DB_FMT_BC3, DB_FMT_BC4, DB_FMT_BC5};
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct tex_rig x;
      if (!tex_rig_init(&x, DB_R700, rig_levels[lv]))
         continue;
      for (unsigned i = TEX_AT; i < TEX_AT + 0x400000; i++)
         x.r.e.mem.base[i] = (uint8_t)rnd();
      for (unsigned n = 0; n < 600; n++) {
         bool cube = rnd() % 4 == 0;
         unsigned w = 1 + rnd() % 70, h = cube ? w : 1 + rnd() % 70;
         struct samp s = {
            .clamp = {rnd() % 3, rnd() % 3, 2},
            .mag = rnd() & 1,
            .min = rnd() & 1,
            .mip = rnd() % 3,
            .bias = (float)(int)(rnd() % 5) - 2,
            .faces_apart = rnd() & 1
         };
         const unsigned format = fmts[rnd() % ARRAY_SIZE(fmts)];
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = w,
                                           .h = h,
                                           .dim = cube ? TA_CUBE : TA_2D,
                                           .format = format,
                                           .comp = format >= DB_FMT_BC4 && n & 4,
                                           .mode = 1 + (rnd() & 1),
                                           .tile_type = rnd() & 1,
                                           .levels = 1 + rnd() % (u_log2(MAX2(w, h)) + 1),
                                           .sel = {2, 1, 0, n & 1 ? 5 : 3}
         },
                                        s);
         assert_int_equal(v->fast, !cube || s.faces_apart || !(s.mag || s.min));
         for (unsigned l = 0; l < EMU_LANES; l++) {
            float scale = (float)(1 << rnd() % 6) / 8;
            x.s.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 500 * scale + (cube ? 1 : 0));
            x.t.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 500 * scale + (cube ? 1 : 0));
            x.q.u[l] = fui((float)(rnd() % 6));
            x.w.u[l] = fui((float)(rnd() % 1000) / 150);
            if (rnd() % 37 == 0)
               x.s.u[l] = rnd() & 1 ? 0x7fc00000 : rnd() & 1 ? 0x7f800000 : 0xff800000;
            if (rnd() % 37 == 0)
               x.t.u[l] = rnd() << 7;
         }
         unsigned mode = rnd() % 4;
         x.rq.lanes = n & 2 ? UINT64_MAX : (uint64_t)rnd() << 32 | rnd();
         sample(&x, mode);
         struct emu_row vec[4];
         memcpy(vec, x.out, sizeof vec);
         struct ta_view slow = *v;
         slow.fast = false;
         x.rq.view = &slow;
         sample(&x, mode);
         for (unsigned l = 0; l < EMU_LANES; l++)
            for (unsigned k = 0; k < 4; k++)
               if (x.rq.lanes >> l & 1 && vec[k].u[l] != x.out[k].u[l] &&
                   !(is_nan(vec[k].u[l]) && is_nan(x.out[k].u[l]))) /* random floats: any NaN will do */
                  fail_msg("%s case %u lane %u component %u: %08x by vectors, %08x by lanes", rig_levels[lv],
                           n, l, k, vec[k].u[l], x.out[k].u[l]);
         x.rq.lanes = UINT64_MAX;
      }
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
               ta_bc7_texel(b, e, c);
            } else {
               ta_bc6_texel(b, e, k == 1, h);
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
   ta_bc7_texel(reserved7, 5, c);
   ta_bc6_texel(reserved6, 5, false, h);
   assert_true(!(c[0] | c[1] | c[2] | c[3] | h[0] | h[1] | h[2]));
}

/* Where the samples of anisotropic filtering lie and how many there are, against single samples; the same
 * bits for every SIMD level and path. */
static void
anisotropy(void **state)
{
   struct emu_row first[40][4];
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct tex_rig x;
      if (!tex_rig_init(&x, DB_R700, rig_levels[lv]))
         continue;
      seed = 77;
      for (unsigned i = TEX_AT; i < TEX_AT + 0x10000; i++)
         x.r.e.mem.base[i] = (uint8_t)rnd();
      for (unsigned n = 0; n < ARRAY_SIZE(first); n++) {
         const float w = 64, h = 32;
         struct samp s = {
            .clamp = {n % 3, n / 3 % 3, 2},
              .mag = n & 1, .min = n & 1
         };
         struct ta_view v =
            *view(&x,
                  (struct tex){
                     .w = 64, .h = 32, .dim = TA_2D, .format = n % 5 == 4 ? 32 : 26, .mode = 2, .levels = 1},
                  s);
         v.log2_aniso = (uint8_t)(n % 5);
         v.fast = v.fast && n & 2;
         for (unsigned q = 0; q < EMU_LANES; q += 4) {
            float at[2] = {(float)(rnd() % 1000) / 300, (float)(rnd() % 1000) / 300}, d[4];
            for (unsigned k = 0; k < 4; k++)
               d[k] = (float)(int)(rnd() % 201 - 100) / (float)(1 << rnd() % 12);
            if (rnd() % 19 == 0)
               d[2] = d[3] = 0; /* one derivative is nothing */
            if (rnd() % 23 == 0)
               d[0] = uif(0x7fc00000);
            for (unsigned l = 0; l < 4; l++) {
               x.s.u[q + l] = fui(at[0] + (l & 1 ? d[0] : 0) + (l & 2 ? d[2] : 0));
               x.t.u[q + l] = fui(at[1] + (l & 1 ? d[1] : 0) + (l & 2 ? d[3] : 0));
            }
         }
         x.rq.view = &v;
         x.rq.lanes = n & 4 ? UINT64_MAX : (uint64_t)rnd() << 32 | rnd();
         sample(&x, TA_LOD_IMPLICIT);
         struct emu_row got[4];
         memcpy(got, x.out, sizeof got);
         if (lv == 0)
            memcpy(first[n], x.out, sizeof got);
         struct ta_view plain = v;
         plain.log2_aniso = 0;
         struct emu_row s0 = x.s, t0 = x.t, one[4];
         x.rq.view = &plain;
         x.rq.out = one;
         memset(&x.w, 0, sizeof x.w);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            if (!(x.rq.lanes >> l & 1))
               continue;
            const unsigned q = l & ~3u;
            float sx = uif(s0.u[q + 1]) - uif(s0.u[q]), tx = uif(t0.u[q + 1]) - uif(t0.u[q]);
            float sy = uif(s0.u[q + 2]) - uif(s0.u[q]), ty = uif(t0.u[q + 2]) - uif(t0.u[q]);
            float x2 = sx * w * (sx * w) + tx * h * (tx * h), y2 = sy * w * (sy * w) + ty * h * (ty * h);
            bool along_x = x2 > y2;
            float most2 = along_x ? x2 : y2, least2 = along_x ? y2 : x2;
            float ratio = sqrtf(most2 / least2);
            unsigned limit = 1u << v.log2_aniso, count = 1;
            if (most2 > 1)
               count = ratio < (float)limit ? (unsigned)ceilf(ratio) : limit;
            float sum[4] = {0, 0, 0, 0};
            for (unsigned k = 1; k <= count; k++) {
               float at = (float)k / (float)(count + 1) - 0.5f;
               x.s.u[l] = fui(uif(s0.u[l]) + (along_x ? sx : sy) * at);
               x.t.u[l] = fui(uif(t0.u[l]) + (along_x ? tx : ty) * at);
               sample(&x, TA_LOD_EXPLICIT);
               for (unsigned c = 0; c < 4; c++)
                  sum[c] += uif(one[c].u[l]);
            }
            for (unsigned c = 0; c < 4; c++) {
               uint32_t want = fui(sum[c] / (float)count);
               if (got[c].u[l] != want && !(uif(want) != uif(want)))
                  fail_msg("%s case %u lane %u component %u: %08x, not %08x (%u samples)", rig_levels[lv], n,
                           l, c, got[c].u[l], want, count);
               assert_int_equal(got[c].u[l], first[n][c].u[l]);
               if (uif(want) != uif(want))
                  assert_int_equal(got[c].u[l], 0x7fc00000);
            }
         }
         x.rq.out = x.out;
         x.rq.lanes = UINT64_MAX;
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
         if (!tex_rig_init(&x, gen, "sse2"))
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

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(layout),           cmocka_unit_test(addresses),
      cmocka_unit_test(formats),          cmocka_unit_test(integers),
      cmocka_unit_test(swizzled_border),  cmocka_unit_test(half_border_nearest),
      cmocka_unit_test(compressed),       cmocka_unit_test(wrap_and_filter),
      cmocka_unit_test(midpoint),         cmocka_unit_test(level_of_detail),
      cmocka_unit_test(minification),     cmocka_unit_test(cube_faces),
      cmocka_unit_test(filter_crossover), cmocka_unit_test(cube_faces_apart),
      cmocka_unit_test(cube_neighbours),  cmocka_unit_test(cube_faces_joined),
      cmocka_unit_test(volume),           cmocka_unit_test(paths_agree),
      cmocka_unit_test(outside),          cmocka_unit_test(anisotropy),
      cmocka_unit_test(bptc_blocks),      cmocka_unit_test(samples),
      cmocka_unit_test(depth_24),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
