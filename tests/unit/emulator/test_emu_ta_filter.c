/* SPDX-License-Identifier: MIT
 *
 * Sampling: wrap modes, borders and filters against a reference in binary64, level of detail, anisotropy, and
 * the vector path against the lane path bit for bit, coordinates that are no numbers included.
 */
#include "emu_ta_fixture.h"

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
            assert_float_equal(F(x.out[0].u[l]), (float)((l + 7) / 16) / 8, 0); /* halfway: the lower */
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

/* The filter is chosen by what MAX_LOD leaves of the level of detail: at 0 nothing is minified. */
static void
minification_up_to(float max_lod, float minified)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
   const struct ta_view *v = view(&x,
                                  (struct tex){
                                     .w = 2, .h = 1, .dim = TA_2D, .format = 1, .mode = 2
   },
                                  (struct samp){.clamp = {2, 2, 2}, .mag = 1, .min = 0, .max_lod = max_lod});
   put_texel(v, 0, 0, 0, 0, "\0", 1);
   put_texel(v, 0, 1, 0, 0, "\377", 1);
   for (unsigned l = 0; l < EMU_LANES; l++)
      x.s.u[l] = fui(0.45f + (l & 1 ? 4.0f : 0));
   sample(&x, TA_LOD_IMPLICIT);
   assert_float_equal(F(x.out[0].u[0]), minified, 1.0f / 128);
   for (unsigned l = 0; l < EMU_LANES; l++)
      x.s.u[l] = fui(0.45f);
   sample(&x, TA_LOD_IMPLICIT);
   assert_float_equal(F(x.out[0].u[0]), 0.4f, 1.0f / 128);
   tex_rig_fini(&x);
}

static void
minification(void **state)
{
   minification_up_to(1 / 1024.0f, 0.4f); /* 0 in the register */
   minification_up_to(1 / 256.0f, 0);
   minification_up_to(4, 0);
}

/* Whichever filter is the smoother one, the magnification's ends above level 0 (docs/inferred.md). */
static void
filter_crossover(void **state)
{
   static const struct {
      unsigned mag, min, mip;
   } cases[] = {
      {1, 0, 1},
      {1, 0, 2},
      {1, 0, 0},
      {0, 1, 1},
      {0, 1, 2},
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
            bool linear = (float)l / 32 - 1.0f <= 0 ? cases[i].mag : cases[i].min;
            assert_float_equal(F(x.out[0].u[l]), linear ? 0.4f : 0, 1.0f / 128);
         }
         tex_rig_fini(&x);
      }
   }
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
         memset(x.rq.offset, 0, sizeof x.rq.offset);
      }
      tex_rig_fini(&x);
   }
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
   /* the last ones are halves, small floats, floats, 16-bit words and blocks */
   static const unsigned fmts[] = {
      1,  7,  8,  10, 11, 12, 25, 26, 15, 6,  16,         32,         22,         24,         43,
      14, 30, 35, 31, 5,  17, 26, 13, 29, 34, DB_FMT_BC1, DB_FMT_BC2, DB_FMT_BC3, DB_FMT_BC4, DB_FMT_BC5};
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct tex_rig x;
      if (!tex_rig_init(&x, DB_R700, rig_levels[lv]))
         continue;
      for (unsigned i = TEX_AT; i < TEX_AT + 0x400000; i++)
         x.r.e.mem.base[i] = (uint8_t)rnd();
      for (unsigned n = 0; n < 2000; n++) {
         /* a rectangle seen from the front, whose columns and rows are placed once for a wave */
         const bool aligned = n % 4 == 3;
         /* whose texels are about as large as pixels, so that rows of them are loaded */
         const bool rows = aligned && n & 16;
         bool cube = !rows && rnd() % 4 == 0, volume = !rows && !cube && rnd() % 4 == 0;
         unsigned w = 1 + rnd() % 70, h = cube ? w : 1 + rnd() % 70;
         struct samp s = {
            .clamp = {rnd() % 3, rnd() % 3, rnd() % 3},
            .mag = rnd() & 1,
            .min = rnd() & 1,
            .z = rnd() % 3,
            .mip = rnd() % 3,
            .bias = (float)(int)(rnd() % 5) - 2,
            .faces_apart = rnd() & 1
         };
         if (aligned) {
            s.mag |= rows && n & 32;
            s.min = s.mag;
            if (n & 64)
               s.mip = 0;
         }
         const unsigned format = rows ? 26 : fmts[rnd() % ARRAY_SIZE(fmts)];
         /* of 32 bits there are no others */
         const bool integers =
            format == 13 || format == 29 || format == 34 ||
            (!rows && n % 5 == 0 && !db_format(format)->is_float && db_format(format)->block_w == 1);
         const struct ta_view *v = view(&x,
                                        (struct tex){
                                           .w = w,
                                           .h = h,
                                           .d = volume ? 1 + rnd() % 9 : 1,
                                           .dim = cube     ? TA_CUBE
                                                  : volume ? TA_3D
                                                           : TA_2D,
                                           .format = format,
                                           .comp = n >> 2 & 1,
                                           .num_format = integers,
                                           .degamma = n >> 7 & 1,
                                           .mode = 1 + (rnd() & 1),
                                           .tile_type = rnd() & 1,
                                           .levels = 1 + rnd() % (u_log2(MAX2(w, h)) + 1),
                                           .sel = {2, 1, 0, n & 1 ? 5 : 3}
         },
                                        s);
         assert_true(v->fast);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            float scale = (float)(1 << rnd() % 6) / 8;
            x.s.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 500 * scale + (cube ? 1 : 0));
            x.t.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 500 * scale + (cube ? 1 : 0));
            x.q.u[l] = fui(cube ? (float)(rnd() % 6) : (float)(int)(rnd() % 2001 - 1000) / 700);
            x.w.u[l] = fui((float)(rnd() % 1000) / 150);
            if (rnd() % 37 == 0)
               x.s.u[l] = rnd() & 1 ? 0x7fc00000 : rnd() & 1 ? 0x7f800000 : 0xff800000;
            if (rnd() % 37 == 0)
               x.t.u[l] = rnd() << 7;
         }
         const float step_x = (float)(rnd() % 64) / 32 / (float)w,
                     step_y = (float)(rnd() % 64) / 32 / (float)h;
         const float s0 = uif(x.s.u[0]), t0 = uif(x.t.u[0]);
         for (unsigned l = 0; l < EMU_LANES && rows; l++) {
            x.s.u[l] = fui(s0 + (float)((l & 1) | (l >> 1 & 2) | (l >> 2 & 4)) * step_x);
            x.t.u[l] = fui(t0 + (float)((l >> 1 & 1) | (l >> 2 & 2) | (l >> 3 & 4)) * step_y);
         }
         for (unsigned l = 0; l < EMU_LANES && aligned; l++) {
            enum { X_BITS = 1 | 4 | 16, Y_BITS = 2 | 8 | 32 };
            x.s.u[l] = x.s.u[l & X_BITS];
            x.t.u[l] = x.t.u[l & Y_BITS];
         }
         if (aligned && rnd() % 8 == 0) /* but for one pixel */
            x.s.u[rnd() % EMU_LANES] = fui(0.25f);
         for (unsigned l = 0; l < EMU_LANES && aligned && n & 8; l++) { /* but for what rounding leaves */
            x.s.u[l] ^= rnd() & 1;
            x.t.u[l] ^= rnd() & 1;
         }
         unsigned mode = rnd() % 4;
         for (unsigned c = 0; c < 3; c++)
            x.rq.offset[c] = n & 256 ? (float)(int)(rnd() % 32 - 16) * 0.5f : 0;
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
         memset(x.rq.offset, 0, sizeof x.rq.offset);
      }
      tex_rig_fini(&x);
   }
}

/* GET_LOD: what was computed, and what sampling makes of it. */
static void
queried_lod(void **state)
{
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
   view(&x,
        (struct tex){
           .w = 64, .h = 64, .dim = TA_2D, .format = 1, .mode = 2, .levels = 4
   },
        (struct samp){.clamp = {2, 2, 2}, .mip = 2, .max_lod = 2, .min_lod = 0.5f, .bias = 0.25f});
   static const struct {
      float step, computed, used;
   } c[] = {
      {2.0f / 64,  1.25f,  1.25f},
      {16.0f / 64, 4.25f,  2    },
      {0.5f / 64,  -0.75f, 0.5f },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.s.u[l] = fui(c[i].step * (float)(l & 1));
         x.t.u[l] = fui(c[i].step * (float)(l >> 1 & 1));
      }
      x.r.e.kernels->ta->lod(&x.rq, x.out);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         assert_float_equal(F(x.out[0].u[l]), c[i].computed, 1.0f / 512);
         assert_float_equal(F(x.out[1].u[l]), c[i].used, 1.0f / 512);
      }
   }
   tex_rig_fini(&x);
}

/* What depth is compared with is clamped where depth is a normalised number, not where it is a float (ES 3.0.6, 3.8.16). */
static void
references(void **state)
{
   static const struct {
      unsigned format; /* 32_FLOAT, 16 */
      float texel, ref, want;
   } rows[] = {
      {14, 1.0f, 1.5f,  0},
      {14, 0.0f, -0.5f, 0},
      {14, 1.5f, 1.5f,  1},
      {14, 0.5f, 0.5f,  1},
      {5,  1.0f, 1.5f,  1},
      {5,  0.0f, -0.5f, 1},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
      struct tex_rig x;
      assert_true(tex_rig_init(&x, DB_EVERGREEN, NULL));
      const struct ta_view *v = view(&x,
                                     (struct tex){
                                        .w = 8, .h = 8, .dim = TA_2D, .format = rows[i].format, .mode = 2
      },
                                     (struct samp){.clamp = {2, 2, 2}, .compare = 2 /* equal */});
      const uint16_t norm = (uint16_t)(rows[i].texel * 65535.0f);
      put_texel(v, 0, 4, 4, 0, rows[i].format == 5 ? (const void *)&norm : &rows[i].texel,
                rows[i].format == 5 ? 2 : 4);
      for (unsigned l = 0; l < EMU_LANES; l++) {
         x.s.u[l] = x.t.u[l] = fui(0.5625f);
         x.ref.u[l] = fui(rows[i].ref);
      }
      x.rq.ref = &x.ref;
      sample(&x, TA_LOD_ZERO);
      if (F(x.out[0].u[0]) != rows[i].want)
         fail_msg("format %u: %g compared with %g is %g", rows[i].format, (double)rows[i].texel,
                  (double)rows[i].ref, (double)F(x.out[0].u[0]));
      tex_rig_fini(&x);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(swizzled_border),  cmocka_unit_test(half_border_nearest),
      cmocka_unit_test(wrap_and_filter),  cmocka_unit_test(midpoint),
      cmocka_unit_test(level_of_detail),  cmocka_unit_test(minification),
      cmocka_unit_test(filter_crossover), cmocka_unit_test(anisotropy),
      cmocka_unit_test(paths_agree),      cmocka_unit_test(queried_lod),
      cmocka_unit_test(references),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
