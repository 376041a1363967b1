/* SPDX-License-Identifier: MIT
 *
 * The procedural texture, step by step, against values written out from its description; every SIMD level.
 */
#include <math.h>

#include "db/pica200/pica_regs.h"
#include "emulator/pica200/tiling.h"
#include "pica_pixel_fixture.h"

/* Tables: maps hand their argument on, the colour of entry i is (i, 255 - i, 7, i / 2), differences in halves. */
static uint32_t map[PICA_PROCTEX_MAP], wave[PICA_PROCTEX_MAP], color[PICA_PROCTEX_COLORS],
   diff[PICA_PROCTEX_COLORS];

static const struct pica_proctex_tables tables = {
   .noise = wave, .rgb = map, .alpha = map, .color = color, .diff = diff};

static void
make_tables(void)
{
   for (uint32_t i = 0; i < PICA_PROCTEX_MAP; i++) {
      map[i] = i * 32 | (i == 127 ? 31u : 32u) << 12;
      wave[i] = map[i];
   }
   for (uint32_t i = 0; i < PICA_PROCTEX_COLORS; i++) {
      color[i] = i | (255 - i) << 8 | 7 << 16 | (i / 2) << 24;
      diff[i] = 0x00000100; /* green: + 2 up to the next */
   }
}

static struct pica_noise_corners corners; /* of all runs */

/* Runs lanes 0 to 3 of each quad with u, v as given, no derivatives. Red of lane 0 at the plainest level; all levels agree. */
static struct pica_color
run(const union pica_mmio_regs *r, const float u[64], const float v[64])
{
   struct pica_proctex p;
   struct pica_color first = {0};
   struct pica_floats uv[2];
   memcpy(uv[0].v, u, sizeof uv[0].v);
   memcpy(uv[1].v, v, sizeof uv[1].v);
   pica_proctex_decode(&p, r, &tables);
   for (unsigned l = 0; pica_level_at(l); l++) {
      struct pica_color out;
      pica_level_at(l)->proctex(&p, &corners, uv, PICA_LINES_UNKNOWN, NULL, UINT64_MAX, &out);
      if (!l)
         first = out;
      assert_memory_equal(&out, &first, sizeof out);
   }
   return first;
}

/* A table of 129 entries: place x of the map is entry 128 x. */
static union pica_mmio_regs
base_regs(void)
{
   union pica_mmio_regs r;
   memset(&r, 0, sizeof r);
   r.TEXUNIT3_PROCTEX4 = PICA_TEXUNIT3_PROCTEX4(.WIDTH = 129);
   r.TEXUNIT3_PROCTEX5 = 0xe0c08000;
   return r;
}

static double
clamped(unsigned mode, double x)
{
   switch (mode) {
   case 0:
      return x > 1 ? 0 : x;
   case 1:
      return fmin(x, 1);
   case 2:
      return x - floor(x);
   case 3:
      return (int)x % 2 ? 1 - (x - floor(x)) : x - floor(x);
   default:
      return x > 0.5 ? 1 : 0;
   }
}

static double
shifted(unsigned shift, unsigned clamp, double other)
{
   double k = clamp == 3 ? 1 : 0.5;
   return shift == 1 ? k * ((int)other / 2 % 2) : shift == 2 ? k * (((int)other + 1) / 2 % 2) : 0;
}

static double
combined(unsigned f, double u, double v)
{
   double root = sqrt(u * u + v * v);
   const double values[10] = {u,
                              u * u,
                              v,
                              v * v,
                              (u + v) / 2,
                              (u * u + v * v) / 2,
                              fmin(root, 1),
                              fmin(u, v),
                              fmax(u, v),
                              fmin(((u + v) / 2 + root) / 2, 1)};
   return values[f];
}

/* All clamps, shifts and functions on a grid whose values no step can be near. */
static void
functions(void **state)
{
   (void)state;
   make_tables();
   for (unsigned clamp = 0; clamp < 5; clamp++)
      for (unsigned shift = 0; shift < 3; shift++)
         for (unsigned function = 0; function < 10; function++) {
            union pica_mmio_regs r = base_regs();
            unsigned other = (clamp + 2) % 5;
            r.TEXUNIT3_PROCTEX0 =
               PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = clamp, .CLAMP_V = other, .MAP_RGB = function, .MAP_ALPHA = 2,
                                      .SEPARATE_ALPHA = 1, .SHIFT_U = shift, .SHIFT_V = 2 - shift);
            float u[64], v[64];
            for (unsigned i = 0; i < 64; i++) {
               u[i] = (float)((int)(i % 8) - 3) * 0.61f + 0.037f;
               v[i] = (float)((int)(i / 8) - 3) * 0.53f + 0.041f;
            }
            struct pica_color out = run(&r, u, v);
            for (unsigned i = 0; i < 64; i++) {
               double au = fabs((double)u[i]), av = fabs((double)v[i]);
               double su = shifted(shift, clamp, av), sv = shifted(2 - shift, other, au);
               double cu = clamped(clamp, au + su), cv = clamped(other, av + sv);
               double at = combined(function, cu, cv) * 128 * (4096 / 4095.0);
               assert_true(fabs(out.c[0].v[i] - at) <= 0.51 + 1 / 128.0);
               assert_true(out.c[3].v[i] <= cv * 255.1 + 0.01 && out.c[3].v[i] >= cv * 255 - 1.01);
            }
         }
}

/* Nearest takes the next entry, linear goes on by twice the difference; offsets of levels. */
static void
color_table(void **state)
{
   (void)state;
   make_tables();
   float u[64], v[64] = {0};
   for (unsigned i = 0; i < 64; i++)
      u[i] = (float)(i / 4) / 16 + 0.4f / 128;
   for (unsigned filter = 0; filter < 2; filter++) {
      union pica_mmio_regs r = base_regs();
      r.TEXUNIT3_PROCTEX0 = PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 1);
      r.TEXUNIT3_PROCTEX4 = PICA_TEXUNIT3_PROCTEX4(.WIDTH = 129, .MIN_FILTER = filter);
      r.TEXUNIT3_PROCTEX5 = 0xe0c08064;
      struct pica_color out = run(&r, u, v);
      for (unsigned i = 0; i < 64; i++) {
         unsigned entry = 100 + i / 4 * 8;
         assert_int_equal(out.c[0].v[i], entry & 255);
         /* green: 255 - i, and 0.4 of 2, cut off */
         assert_int_equal(out.c[1].v[i], 255 - (entry & 255));
         assert_int_equal(out.c[2].v[i], 7);
      }
   }
   /* with 0.6: the next entry, or 1.2 more */
   for (unsigned i = 0; i < 64; i++)
      u[i] = (float)(i / 4) / 16 + 0.6f / 128;
   for (unsigned filter = 0; filter < 2; filter++) {
      union pica_mmio_regs r = base_regs();
      r.TEXUNIT3_PROCTEX0 = PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 1);
      r.TEXUNIT3_PROCTEX4 = PICA_TEXUNIT3_PROCTEX4(.WIDTH = 129, .MIN_FILTER = filter);
      struct pica_color out = run(&r, u, v);
      for (unsigned i = 0; i < 64; i++) {
         assert_int_equal(out.c[0].v[i], i / 4 * 8 + !filter);
         assert_int_equal(out.c[1].v[i], MIN2(255, 255 - (int)(i / 4 * 8) + (filter ? 1 : -1)));
      }
   }
}

/* Derivatives of 2^k texels choose level k; the offset of a level is the entry seen at 0. */
static void
levels(void **state)
{
   (void)state;
   make_tables();
   union pica_mmio_regs r = base_regs();
   uint32_t one = 0x3c00; /* 1.0 as float16 */
   r.TEXUNIT3_PROCTEX0 = PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 4, .MAP_RGB = 0, .LOD_BIAS_LOW = one & 255);
   r.TEXUNIT3_PROCTEX4 =
      PICA_TEXUNIT3_PROCTEX4(.WIDTH = 128, .MIN_FILTER = 2, .MAX_LOD = 7, .LOD_BIAS_HIGH = one >> 8);
   static const uint8_t offsets[8] = {0, 0x80, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe};
   for (unsigned k = 0; k < 10; k++) {
      float u[64], v[64] = {0};
      for (unsigned i = 0; i < 64; i++)
         u[i] = (i & 1) ? ldexpf(1, (int)k) / 128 : 0;
      struct pica_color out = run(&r, u, v);
      assert_int_equal(out.c[0].v[0], offsets[k < 7 ? k : 7]);
   }
   /* between levels 1 and 2, half way in logarithms */
   r.TEXUNIT3_PROCTEX4 =
      PICA_TEXUNIT3_PROCTEX4(.WIDTH = 128, .MIN_FILTER = 4, .MAX_LOD = 7, .LOD_BIAS_HIGH = one >> 8);
   float u[64], v[64] = {0};
   for (unsigned i = 0; i < 64; i++)
      u[i] = (i & 1) ? 2 * sqrtf(2) / 128 : 0;
   assert_int_equal(run(&r, u, v).c[0].v[0], (0x80 + 0xc0) / 2);
}

/* Noise of amplitude 0 changes nothing; else it is that of gradients at the corners, here at a corner: 0. */
static void
noise(void **state)
{
   (void)state;
   make_tables();
   union pica_mmio_regs r = base_regs();
   r.TEXUNIT3_PROCTEX0 = PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 1, .CLAMP_V = 1, .NOISE_ENABLE = 1);
   r.TEXUNIT3_PROCTEX1 = PICA_TEXUNIT3_PROCTEX1(.NOISE_AMPL_U = 4095);
   r.TEXUNIT3_PROCTEX3 = PICA_TEXUNIT3_PROCTEX3(.NOISE_FREQ_U = 0x3c00, .NOISE_FREQ_V = 0x3c00);
   float u[64], v[64];
   for (unsigned i = 0; i < 64; i++) {
      u[i] = i < 32 ? 0 : 0.5f / 9;
      v[i] = i < 32 ? 0 : 0.25f / 9;
   }
   struct pica_color out = run(&r, u, v);
   assert_int_equal(out.c[0].v[0], 0);
   /* In cell (0, 0) at (1/2, 1/4): h(0) = 6, h(1) = 9; the four gradients' hashes by hand:
    * R(0,0): b = (6+10+6)&15 ^ T2[6] = 6^4 = 2; R(1,0): a = 9: b = (6+4, ^6 = 12, +10+9)&15 ^ T2[9] = 15^13 = 2;
    * R(0,1): b = (9+10+6)&15 ^ 4 = 13; R(1,1): b = (9+4, ^6 = 11, +19)&15 ^ 13 = 3. Values b 2/15 - 1. */
   double g[4] = {2 * 2 / 15.0 - 1, 2 * 2 / 15.0 - 1, 13 * 2 / 15.0 - 1, 3 * 2 / 15.0 - 1}, sum = 0.75;
   double low = (g[0] * sum + g[1] * (sum - 1)) / 2, high = (g[2] * (sum - 1) + g[3] * (sum - 2)) / 2;
   double n = low * 0.75 + high * 0.25, place = fabs(0.5 / 9 + n);
   assert_true(fabs(out.c[0].v[40] - place * 128) <= 0.6);
   r.TEXUNIT3_PROCTEX1 = 0;
   assert_int_equal(run(&r, u, v).c[0].v[40], 7);
}

/* ---- noise again, one number after the other ---- */

static float
tame(float x)
{
   x = fabsf(x);
   return x < 1048576 ? x : x >= 1048576 ? 1048576 : 0;
}

static unsigned
hash1(uint32_t v)
{
   static const uint8_t table[16] = {0, 4, 10, 8, 4, 9, 7, 12, 5, 15, 13, 14, 11, 15, 2, 11};
   return ((v % 9 + 2) * 3 & 15) ^ table[v / 9 & 15];
}

static float
slope(uint32_t x, uint32_t y)
{
   static const uint8_t table[16] = {10, 2, 15, 8, 0, 7, 4, 5, 5, 13, 2, 6, 13, 9, 3, 14};
   unsigned a = hash1(x), b = hash1(y);
   b += (a & 3) == 1 ? 4 : 0;
   b ^= (a & 1) * 6;
   b = ((b + 10 + a) & 15) ^ table[a];
   return (float)b * 2 / 15 - 1;
}

static float
wave_at(float x)
{
   unsigned i = (unsigned)(x * 128);
   return (float)(wave[i] & 0xfff) / 4095.0f + (x * 128 - (float)i) * ((float)(wave[i] >> 12) / 4095.0f);
}

static float
noise_at(float fu, float fv, float pu, float pv, float u, float v)
{
   float x = tame(9 * fu * fabsf(u + pu)), y = tame(9 * fv * fabsf(v + pv));
   uint32_t xi = (uint32_t)x, yi = (uint32_t)y;
   float fx = x - (float)xi, fy = y - (float)yi, sum = fx + fy, wx = wave_at(fx), wy = wave_at(fy);
   float g0 = slope(xi, yi) * sum, g1 = slope(xi + 1, yi) * (sum - 1);
   float g2 = slope(xi, yi + 1) * (sum - 1), g3 = slope(xi + 1, yi + 1) * (sum - 2);
   float low = g0 * (1 - wx) + g1 * wx, high = g2 * (1 - wx) + g3 * wx;
   return low * (1 - wy) + high * wy;
}

/* Cells near and far; lanes that nobody looks at change nothing of the others. */
static void
noise_everywhere(void **state)
{
   (void)state;
   make_tables();
   static const struct {
      uint32_t bits;
      float value;
   } frequency[4] = {
      {0x3800, 0.5f },
      {0x4500, 5    },
      {0x6400, 1024 },
      {0x7bff, 65504}
   };
   uint32_t seed = 1;
   unsigned colors = 0;
   for (unsigned n = 0; n < 200; n++) {
      union pica_mmio_regs r = base_regs();
      struct pica_proctex p;
      struct pica_floats uv[2];
      struct pica_color out, part;
      const unsigned f = n % 4, g = n / 4 % 4;
      r.TEXUNIT3_PROCTEX0 = PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 3, .CLAMP_V = 1, .NOISE_ENABLE = 1);
      r.TEXUNIT3_PROCTEX1 = PICA_TEXUNIT3_PROCTEX1(.NOISE_AMPL_U = 4095, .NOISE_PHASE_U = 0x3400);
      r.TEXUNIT3_PROCTEX2 = PICA_TEXUNIT3_PROCTEX2(.NOISE_PHASE_V = 0x3000);
      r.TEXUNIT3_PROCTEX3 =
         PICA_TEXUNIT3_PROCTEX3(.NOISE_FREQ_U = frequency[f].bits, .NOISE_FREQ_V = frequency[g].bits);
      for (unsigned i = 0; i < 64; i++) {
         seed = seed * 1103515245 + 12345;
         uv[0].v[i] = (float)(seed >> 8 & 0xffff) / (n & 16 ? 512.0f : 16384.0f);
         seed = seed * 1103515245 + 12345;
         uv[1].v[i] = (float)(seed >> 8 & 0xffff) / (n & 32 ? 512.0f : 16384.0f);
      }
      for (unsigned i = 0; n % 5 == 4 && i < 64;
           i++) { /* blocks of few cells, a power of two of them apart */
         const float cell = 1 / (9 * frequency[f].value);
         uv[0].v[i] = cell * ((float)(i / 16 * PICA_CORNERS) + uv[0].v[i] / (n & 16 ? 128.0f : 4.0f));
         uv[1].v[i] /= 9 * frequency[g].value * (n & 32 ? 128.0f : 4.0f);
      }
      pica_proctex_decode(&p, &r, &tables);
      for (unsigned l = 0; pica_level_at(l); l++) {
         pica_level_at(l)->proctex(&p, &corners, uv, PICA_LINES_UNKNOWN, NULL, UINT64_MAX, &out);
         for (unsigned i = 0; i < 64; i++) {
            float x = tame(uv[0].v[i] + noise_at(frequency[f].value, frequency[g].value, 0.25f, 0.125f,
                                                 uv[0].v[i], uv[1].v[i]));
            float whole = floorf(x), place = (unsigned)whole & 1 ? 1 - (x - whole) : x - whole;
            unsigned k = place < 127 / 128.0f ? (unsigned)(place * 128) : 127;
            float at = (float)(map[k] & 0xfff) / 4095.0f +
                       (place * 128 - (float)k) * ((float)(map[k] >> 12) / 4095.0f);
            unsigned entry = (unsigned)(at * 128 + 0.5f);
            assert_int_equal(out.c[0].v[i], color[entry] & 255);
            colors |= 1u << (entry / 8);
         }
         pica_level_at(l)->proctex(&p, &corners, uv, PICA_LINES_UNKNOWN, NULL, UINT64_C(0x00f0000000010000),
                                   &part);
         assert_int_equal(part.c[1].v[16], out.c[1].v[16]);
         for (unsigned i = 52; i < 56; i++)
            assert_int_equal(part.c[0].v[i], out.c[0].v[i]);
      }
   }
   assert_true((colors & 0xffff) == 0xffff);
}

static uint32_t
next(uint32_t *seed)
{
   *seed = *seed * 1103515245 + 12345;
   return *seed >> 8 & 0xffff;
}

/* Coordinates of one number a column and one a row, of the tile or of each block, or the other way round, and nearly so. Returns what is known
 * of them. */
static enum pica_lines
make_grid(uint32_t *seed, struct pica_floats uv[2])
{
   const bool blocks = next(seed) & 1, upright = next(seed) & 1;
   float line[2][4][8];
   for (unsigned k = 0; k < 2; k++)
      for (unsigned b = 0; b < 4; b++) {
         const float from = (float)next(seed) / 4096 - 8,
                     step = ((float)next(seed) / 32768 - 1) / (next(seed) & 1 ? 64 : 8);
         for (unsigned i = 0; i < 8; i++)
            line[k][b][i] = from + step * (float)i;
      }
   for (uint32_t i = 0; i < 64; i++) {
      const unsigned b = blocks ? i / 16 : 0, x = pica_morton_x(i), y = pica_morton_y(i);
      uv[0].v[i] = line[0][b][upright ? x : y];
      uv[1].v[i] = line[1][b][upright ? y : x];
   }
   if (next(seed) & 3)
      return upright ? PICA_LINES_UPRIGHT : PICA_LINES_TURNED;
   uv[next(seed) & 1].v[next(seed) & 63] += 0.015625f;
   return PICA_LINES_UNKNOWN;
}

/* Pixels in columns and rows are what they are in any order, whichever of them live, and whether it is known that they stand so. */
static void
grids(void **state)
{
   (void)state;
   static const uint32_t frequency[4] = {0x3800, 0x4500, 0x4c00, 0x6400};
   uint32_t seed = 1;
   make_tables();
   for (uint32_t i = 0; i < PICA_PROCTEX_MAP; i++)
      wave[i] = i * i / 4 | (2 * i + 1) / 4 << 12;
   for (unsigned n = 0; n < 2000; n++) {
      union pica_mmio_regs r = base_regs();
      struct pica_proctex p;
      struct pica_floats uv[2], mixed[2];
      struct pica_color out, known, other;
      uint8_t from[64];
      r.TEXUNIT3_PROCTEX0 =
         PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = n % 5, .CLAMP_V = n % 3, .MAP_RGB = n % 10, .NOISE_ENABLE = 1);
      r.TEXUNIT3_PROCTEX1 = PICA_TEXUNIT3_PROCTEX1(.NOISE_AMPL_U = 3000, .NOISE_PHASE_U = 0x3400);
      r.TEXUNIT3_PROCTEX2 = PICA_TEXUNIT3_PROCTEX2(.NOISE_AMPL_V = 1500, .NOISE_PHASE_V = 0xb000);
      r.TEXUNIT3_PROCTEX3 = PICA_TEXUNIT3_PROCTEX3(.NOISE_FREQ_U = frequency[next(&seed) % 4],
                                                   .NOISE_FREQ_V = frequency[next(&seed) % 4]);
      r.TEXUNIT3_PROCTEX4 |= PICA_TEXUNIT3_PROCTEX4(.MIN_FILTER = 1);
      const enum pica_lines lines = make_grid(&seed, uv);
      for (unsigned i = 0; i < 64; i++)
         from[i] = (uint8_t)i;
      for (unsigned i = 63; i; i--) {
         const unsigned k = next(&seed) % (i + 1);
         const uint8_t was = from[i];
         from[i] = from[k];
         from[k] = was;
      }
      for (unsigned i = 0; i < 64; i++)
         for (unsigned k = 0; k < 2; k++)
            mixed[k].v[i] = uv[k].v[from[i]];
      uint64_t live =
         (uint64_t)next(&seed) << 48 | (uint64_t)next(&seed) << 32 | next(&seed) << 16 | next(&seed);
      live = n % 4 ? live | 1 : UINT64_MAX;
      live &= n % 3 ? UINT64_MAX : ~(UINT64_C(0xffff) << 16 * (n % 3 + 1));
      pica_proctex_decode(&p, &r, &tables);
      for (unsigned l = 0; pica_level_at(l); l++) {
         pica_level_at(l)->proctex(&p, &corners, uv, PICA_LINES_UNKNOWN, NULL, live, &out);
         pica_level_at(l)->proctex(&p, &corners, uv, lines, NULL, live, &known);
         pica_level_at(l)->proctex(&p, &corners, mixed, PICA_LINES_UNKNOWN, NULL, UINT64_MAX, &other);
         for (unsigned i = 0; i < 64; i++)
            for (unsigned c = 0; c < 4; c++)
               if (live >> from[i] & 1) {
                  assert_int_equal(out.c[c].v[from[i]], other.c[c].v[i]);
                  assert_int_equal(known.c[c].v[from[i]], other.c[c].v[i]);
               }
      }
   }
}

/* Lines that are made of a tile's planes, kept from tile to tile, are those of its pixels. */
static void
kept_lines(void **state)
{
   (void)state;
   static const float wild[8] = {0, -0.0f, 1e30f, -1e30f, 1e-40f, INFINITY, NAN, 4e6f};
   static struct pica_kept_lines kept[4];
   static const struct pica_floats nothing[2];
   uint32_t seed = 5;
   make_tables();
   for (uint32_t i = 0; i < PICA_PROCTEX_MAP; i++)
      wave[i] = i * i / 4 | (2 * i + 1) / 4 << 12;
   union pica_mmio_regs r = base_regs();
   struct pica_proctex p;
   r.TEXUNIT3_PROCTEX0 = PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 3, .CLAMP_V = 2, .MAP_RGB = 6, .NOISE_ENABLE = 1);
   r.TEXUNIT3_PROCTEX1 = PICA_TEXUNIT3_PROCTEX1(.NOISE_AMPL_U = 3000, .NOISE_PHASE_U = 0x3400);
   r.TEXUNIT3_PROCTEX2 = PICA_TEXUNIT3_PROCTEX2(.NOISE_AMPL_V = 1500, .NOISE_PHASE_V = 0xb000);
   r.TEXUNIT3_PROCTEX3 = PICA_TEXUNIT3_PROCTEX3(.NOISE_FREQ_U = 0x3800, .NOISE_FREQ_V = 0x4500);
   r.TEXUNIT3_PROCTEX4 |= PICA_TEXUNIT3_PROCTEX4(.MIN_FILTER = 1);
   pica_proctex_decode(&p, &r, &tables);
   float base[2] = {0, 0}, step[2] = {0, 0}, w = 1;
   for (unsigned n = 0; n < 4000; n++) {
      const unsigned upright = next(&seed) & 1, column = next(&seed) % 24;
      struct pica_floats uv[2];
      struct pica_color out, by_line;
      for (unsigned k = 0; k < 2; k++)
         if (next(&seed) % 3) { /* else as it was */
            base[k] = (float)next(&seed) / 4096 - 8;
            step[k] = ((float)next(&seed) / 32768 - 1) / (next(&seed) & 1 ? 64 : 4);
            w = next(&seed) & 1 ? 1 : (float)next(&seed) / 16384;
            if (!(next(&seed) & 7))
               *(next(&seed) & 1 ? &base[k] : &step[k]) = wild[next(&seed) & 7];
         }
      for (uint32_t i = 0; i < 64; i++) {
         const float x = (float)pica_morton_x(i), y = (float)pica_morton_y(i);
         uv[0].v[i] = (base[0] + step[0] * (upright ? x : y)) * w;
         uv[1].v[i] = (base[1] + step[1] * (upright ? y : x)) * w;
      }
      const uint64_t live = n % 3 ? UINT64_MAX : UINT64_C(0x8000400020001);
      for (unsigned l = 0; pica_level_at(l); l++) {
         const struct pica_level *level = pica_level_at(l);
         const struct pica_noise_lines *line[2];
         for (unsigned k = 0; k < 2; k++)
            line[k] =
               level->proctex_line(&p, &kept[l], k, upright != k ? (int32_t)column : -1, base[k], step[k], w);
         level->proctex(&p, &corners, uv, PICA_LINES_UNKNOWN, NULL, live, &out);
         level->proctex(&p, &corners, nothing, upright ? PICA_LINES_UPRIGHT : PICA_LINES_TURNED, line, live,
                        &by_line);
         for (unsigned i = 0; i < 64; i++)
            for (unsigned c = 0; c < 4; c++)
               if (live >> i & 1)
                  assert_int_equal(out.c[c].v[i], by_line.c[c].v[i]);
      }
   }
}

/* A channel by one level of the table, whose entries and differences begin there, for x of 0..1. */
static unsigned
channel_at(const union pica_mmio_regs *r, const uint32_t *entries, const uint32_t *diffs, unsigned shift,
           float x)
{
   const unsigned k = x < 127 / 128.0f ? (unsigned)(x * 128) : 127;
   float at = (float)(map[k] & 0xfff) / 4095.0f + (x * 128 - (float)k) * ((float)(map[k] >> 12) / 4095.0f);
   at = at < 1 ? at : 1;
   const bool linear = PICA_TEXUNIT3_PROCTEX4_get_MIN_FILTER(r->TEXUNIT3_PROCTEX4) & 1;
   const float place = at * (float)(PICA_TEXUNIT3_PROCTEX4_get_WIDTH(r->TEXUNIT3_PROCTEX4) - 1);
   const unsigned whole = (unsigned)(place + (linear ? 0 : 0.5f));
   float v = (float)(entries[whole] >> shift & 255);
   if (linear)
      v += (place - (float)whole) * 0x1p-23f * (float)(int32_t)((diffs[whole] >> shift & 255) << 24);
   return (unsigned)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* Channels that are as another one, constant, or never beyond 0..255 are what they are beside channels that are not. */
static void
plain_channels(void **state)
{
   (void)state;
   static const uint16_t widths[6] = {1, 2, 16, 64, 129, 255};
   static uint32_t own[2][2 * PICA_PROCTEX_COLORS], wide[2][PICA_PROCTEX_COLORS];
   const struct pica_proctex_tables plain = {
      .noise = wave, .rgb = map, .alpha = map, .color = own[0], .diff = own[1]};
   const struct pica_proctex_tables random = {
      .noise = wave, .rgb = map, .alpha = map, .color = wide[0], .diff = wide[1]};
   struct pica_floats uv[2];
   uint32_t seed = 1;
   make_tables();
   for (unsigned i = 0; i < 64; i++)
      uv[0].v[i] = uv[1].v[i] = (float)i / 63;
   for (unsigned n = 0; n < 1500; n++) {
      const unsigned width = widths[n % 6], offset = n % 7 * 32, small = n / 6 % 2;
      for (unsigned i = 0; i < PICA_PROCTEX_COLORS; i++) {
         /* how a channel comes about: 0 its own, 1 as red, 2 constant, 3 and 4 nearly so; anything where no lookup comes to */
         const bool met = ((i - offset) & 255) < width || n % 5 == 0;
         const uint32_t red = small ? 64 + next(&seed) % 64 : next(&seed) & 255;
         const uint32_t step = small ? next(&seed) & 15 : next(&seed) & 255;
         own[0][i] = red;
         own[1][i] = step;
         for (unsigned c = 1; c < 4; c++) {
            const unsigned kind = met ? n / (c == 1 ? 12 : c == 2 ? 60 : 300) % 5 : 0;
            const uint32_t value = kind % 2 ? red : kind ? 77 + c : next(&seed) & 255;
            own[0][i] |= value << 8 * c;
            own[1][i] |= (kind == 1 ? step : kind == 2 ? 0 : next(&seed) & 255) << 8 * c;
         }
      }
      for (unsigned k = 0; k < 2; k++) /* again, for those that go over the end */
         memcpy(own[k] + PICA_PROCTEX_COLORS, own[k], PICA_PROCTEX_COLORS * sizeof own[k][0]);
      union pica_mmio_regs r = base_regs();
      r.TEXUNIT3_PROCTEX0 =
         PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = 1, .CLAMP_V = 1, .MAP_ALPHA = 2, .SEPARATE_ALPHA = n % 11 == 0);
      r.TEXUNIT3_PROCTEX4 =
         PICA_TEXUNIT3_PROCTEX4(.WIDTH = width, .MIN_FILTER = n % 5 ? n & 1 : n % 6, .MAX_LOD = 3);
      r.TEXUNIT3_PROCTEX5 = 0xe0c08000 | offset;
      for (unsigned c = 0; c < 4; c++) {
         struct pica_proctex p, q;
         /* the channel beside three others, one of which leaves 0..255 */
         for (unsigned i = 0; i < PICA_PROCTEX_COLORS; i++)
            for (unsigned k = 0; k < 2; k++)
               wide[k][i] = (own[k][i] & 255u << 8 * c) | (i * 0x9e3779b9u & ~(255u << 8 * c)) |
                            (k ? 0x7f7f7f7fu & ~(255u << 8 * c) : 0);
         pica_proctex_decode(&p, &r, &plain);
         pica_proctex_decode(&q, &r, &random);
         for (unsigned l = 0; pica_level_at(l); l++) {
            struct pica_color out, other;
            pica_level_at(l)->proctex(&p, &corners, uv, PICA_LINES_UNKNOWN, NULL, UINT64_MAX, &out);
            pica_level_at(l)->proctex(&q, &corners, uv, PICA_LINES_UNKNOWN, NULL, UINT64_MAX, &other);
            assert_memory_equal(&out.c[c], &other.c[c], sizeof out.c[c]);
            for (unsigned i = 0; n % 5 && n % 11 && i < 64; i++)
               assert_int_equal(out.c[c].v[i],
                                channel_at(&r, own[0] + offset, own[1] + offset, 8 * c, uv[0].v[i]));
         }
      }
   }
}

/* What is no number or too large gives some colour. */
static void
wild(void **state)
{
   (void)state;
   make_tables();
   static const uint32_t bits[] = {0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x80000000, 1};
   for (unsigned mode = 0; mode < 8; mode++) {
      union pica_mmio_regs r;
      memset(&r, 0, sizeof r);
      r.TEXUNIT3_PROCTEX0 =
         PICA_TEXUNIT3_PROCTEX0(.CLAMP_U = mode, .CLAMP_V = mode, .MAP_RGB = mode * 2, .NOISE_ENABLE = 1,
                                .SHIFT_U = mode & 3, .SHIFT_V = mode & 3, .LOD_BIAS_LOW = 255);
      r.TEXUNIT3_PROCTEX1 = r.TEXUNIT3_PROCTEX2 = r.TEXUNIT3_PROCTEX3 = 0x7fff7fff;
      r.TEXUNIT3_PROCTEX4 = PICA_TEXUNIT3_PROCTEX4(.WIDTH = mode ? 255 : 0, .MIN_FILTER = mode, .MAX_LOD = 15,
                                                   .LOD_BIAS_HIGH = 0x7b);
      float u[64], v[64];
      for (unsigned i = 0; i < 64; i++) {
         u[i] = uif(bits[i % ARRAY_SIZE(bits)]);
         v[i] = uif(bits[i / 8 % ARRAY_SIZE(bits)]);
      }
      run(&r, u, v);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions), cmocka_unit_test(color_table),      cmocka_unit_test(levels),
      cmocka_unit_test(noise),     cmocka_unit_test(noise_everywhere), cmocka_unit_test(wild),
      cmocka_unit_test(grids),     cmocka_unit_test(plain_channels),   cmocka_unit_test(kept_lines),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
