/* SPDX-License-Identifier: MIT
 *
 * Fragment lighting against a model in doubles, written from the description of the equations pixel by pixel: random lights, configurations,
 * inputs, bump and shadow maps, at every SIMD level. Tables are straight lines, so that a rounding cannot cross a step; then results
 * agree within one of 255.
 */
#include <math.h>

#include "db/pica200/pica_regs.h"
#include "pica_pixel_fixture.h"

static uint32_t
random32(void)
{
   return (uint32_t)(rand() >> 7 & 0xffff) << 16 | (uint32_t)(rand() >> 7 & 0xffff);
}

static float
random_unit(void)
{
   return (float)(random32() & 0xffff) / 65535.0f;
}

static uint32_t
half_bits(float f)
{
   uint32_t b = fui(f);
   return fabsf(f) < 1e-4f ? 0 : b >> 31 << 15 | ((b >> 23 & 255) - 127 + 15) << 10 | (b >> 13 & 0x3ff);
}

static double
half_value(uint32_t h)
{
   return h & 0x7c00 ? (h >> 15 ? -1 : 1) * ldexp(1 + (h & 0x3ff) / 1024.0, (int)(h >> 10 & 31) - 15) : 0;
}

/* float20: 1.7.12 */
static double
float20_value(uint32_t f)
{
   return f & 0x7f000 ? (f >> 19 & 1 ? -1 : 1) * ldexp(1 + (f & 0xfff) / 4096.0, (int)(f >> 12 & 127) - 63)
                      : 0;
}

static uint32_t
float20_bits(float f)
{
   uint32_t b = fui(f);
   return b >> 31 << 19 | ((b >> 23 & 255) - 127 + 63) << 12 | (b >> 11 & 0xfff);
}

/* A table's line: value of entry 0 and step, in 1/4095. */
static double
line(bool is_signed, double x)
{
   return is_signed ? (2000 + 14 * 128 * x) / 4095 : (100 + 14 * 256 * x) / 4095;
}

static void
make_tables(struct pica_light_lut luts[PICA_LIGHT_TABLES], bool is_signed)
{
   for (unsigned t = 0; t < PICA_LIGHT_TABLES; t++) {
      uint32_t words[PICA_LIGHT_ENTRIES];
      bool by_sign = is_signed && t < PICA_TABLE_DA;
      for (int i = 0; i < PICA_LIGHT_ENTRIES; i++) {
         int at = by_sign ? (int8_t)i : i;
         words[i] = (uint32_t)((by_sign ? 2000 : 100) + 14 * at) | 7 << 12;
      }
      pica_light_lut_decode(&luts[t], words);
   }
}

typedef double vec[3];

static double
dot(const vec a, const vec b)
{
   return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
unit(const vec a, vec out)
{
   double len = sqrt(dot(a, a));
   for (unsigned i = 0; i < 3; i++)
      out[i] = len > 0 ? a[i] / len : 0;
}

/* By the matrix of a unit quaternion. */
static void
turn(const double q[4], const vec a, vec out)
{
   double x = q[0], y = q[1], z = q[2], w = q[3];
   out[0] = (1 - 2 * (y * y + z * z)) * a[0] + 2 * (x * y - w * z) * a[1] + 2 * (x * z + w * y) * a[2];
   out[1] = 2 * (x * y + w * z) * a[0] + (1 - 2 * (x * x + z * z)) * a[1] + 2 * (y * z - w * x) * a[2];
   out[2] = 2 * (x * z - w * y) * a[0] + 2 * (y * z + w * x) * a[1] + (1 - 2 * (x * x + y * y)) * a[2];
}

struct scene {
   union pica_mmio_regs r;
   bool is_signed;
   double q[4];
   vec view;
   double tex[4]; /* of the unit for bump and shadow, 0..255 */
};

struct light_dots {
   double of[8];
   bool two_sided;
};

static double
table(const struct scene *s, const struct light_dots *d, unsigned shift)
{
   static const double scales[8] = {1, 2, 4, 8, 1, 1, 0.25, 0.5};
   double x = d->of[s->r.LIGHTING_LUTINPUT_SELECT >> shift & 7];
   if (!s->is_signed)
      x = d->two_sided ? fabs(x) : x > 0 ? x : 0;
   return line(s->is_signed, x) * scales[s->r.LIGHTING_LUTINPUT_SCALE >> shift & 7];
}

/* Red, green, blue of a light's colour register. */
static double
channel(uint32_t word, unsigned c)
{
   return (word >> (20 - 10 * c) & 255) / 255.0;
}

/* Tables by configuration: D0 1, D1 2, SP 4, FR 8, RR 16, RG and RB 32. */
static const uint8_t has_tables[9] = {21, 28, 19, 11, 55, 61, 31, 0, 63};

static void
frame_of(const struct scene *s, vec n, vec t)
{
   unsigned mode = s->r.LIGHTING_CONFIG0 >> 28 & 3;
   vec map, n0 = {0, 0, 1}, t0 = {1, 0, 0};
   for (unsigned i = 0; i < 3; i++)
      map[i] = s->tex[i] / 127.5 - 1;
   if (mode == 1) {
      memcpy(n0, map, sizeof n0);
      if (!(s->r.LIGHTING_CONFIG0 >> 30 & 1))
         n0[2] = sqrt(fmax(0, 1 - map[0] * map[0] - map[1] * map[1]));
   } else if (mode == 2) {
      memcpy(t0, map, sizeof t0);
   }
   turn(s->q, n0, n);
   turn(s->q, t0, t);
}

static void
expect(const struct scene *s, double out[2][4])
{
   uint32_t c0 = s->r.LIGHTING_CONFIG0, c1 = s->r.LIGHTING_CONFIG1, config = c0 >> 4 & 15,
            has = has_tables[config];
   unsigned count = (s->r.LIGHTING_NUM_LIGHTS & 7) + 1;
   double shadow[4];
   vec n, t, v;
   frame_of(s, n, t);
   unit(s->view, v);
   for (unsigned c = 0; c < 4; c++) {
      shadow[c] = s->tex[c] / 255;
      if (c0 >> 18 & 1)
         shadow[c] = 1 - shadow[c];
      out[0][c] = c < 3 ? channel(s->r.LIGHTING_AMBIENT, c) : 1;
      out[1][c] = c < 3 ? 0 : 1;
   }
   for (unsigned i = 0; i < count; i++) {
      unsigned id = s->r.LIGHTING_LIGHT_PERMUTATION >> 4 * i & 7;
      uint32_t cfg = s->r.LIGHT[id].CONFIG, xy = s->r.LIGHT[id].XY;
      vec p = {half_value(xy & 0xffff), half_value(xy >> 16), half_value(s->r.LIGHT[id].Z)}, l, h, hn, sp;
      for (unsigned k = 0; k < 3 && !(cfg & 1); k++)
         p[k] += s->view[k];
      double distance = sqrt(dot(p, p)), h2, ln, d, g;
      unit(p, l);
      for (unsigned k = 0; k < 3; k++)
         h[k] = v[k] + l[k];
      unit(h, hn);
      h2 = dot(h, h);
      ln = dot(l, n);
      for (unsigned k = 0; k < 3; k++) {
         uint32_t bits = k == 2 ? s->r.LIGHT[id].SPOTDIR_Z : s->r.LIGHT[id].SPOTDIR_XY >> 16 * k;
         sp[k] = (double)((int)((bits & 0x1fff) ^ 0x1000) - 0x1000) / 2047;
      }
      vec projected;
      for (unsigned k = 0; k < 3; k++)
         projected[k] = hn[k] - n[k] * dot(n, hn);
      struct light_dots dots = {
         {dot(n, hn), dot(v, hn), dot(n, v), ln, dot(l, sp), config == 8 ? dot(projected, t) : 0},
         cfg >> 1 & 1
      };
      d = dots.two_sided ? fabs(ln) : fmax(ln, 0);
      g = h2 > 0 ? fmin(d / h2, 1) : 0;
      double scale = float20_value(s->r.LIGHT[id].ATTENUATION_SCALE);
      double bias = float20_value(s->r.LIGHT[id].ATTENUATION_BIAS);
      double a = c1 >> (24 + id) & 1 ? 1 : line(false, fmin(fmax(distance * scale + bias, 0), 1));
      if ((has & 4) && !(c1 >> (8 + id) & 1))
         a *= table(s, &dots, 8);
      double d0 = (has & 1) && !(c1 >> 16 & 1) ? table(s, &dots, 0) : 1;
      double d1 = (has & 2) && !(c1 >> 17 & 1) ? table(s, &dots, 4) : 1;
      double rr = (has & 16) && !(c1 >> 22 & 1) ? table(s, &dots, 24) : 1;
      double refl[3] = {rr, (has & 32) && !(c1 >> 21 & 1) ? table(s, &dots, 20) : rr,
                        (has & 32) && !(c1 >> 20 & 1) ? table(s, &dots, 16) : rr};
      bool shadows = (c0 & 1) && !(c1 >> id & 1);
      double highlight = (c0 >> 27 & 1) && d <= 0 ? 0 : 1;
      for (unsigned c = 0; c < 3; c++) {
         double s1 = shadows && (c0 >> 16 & 1) ? shadow[c] : 1,
                s2 = shadows && (c0 >> 17 & 1) ? shadow[c] : 1;
         out[0][c] += (channel(s->r.LIGHT[id].DIFFUSE, c) * d * s1 + channel(s->r.LIGHT[id].AMBIENT, c)) * a;
         out[1][c] += (channel(s->r.LIGHT[id].SPECULAR0, c) * d0 * (cfg >> 2 & 1 ? g : 1) +
                       channel(s->r.LIGHT[id].SPECULAR1, c) * d1 * refl[c] * (cfg >> 3 & 1 ? g : 1)) *
                      highlight * a * s2;
      }
      for (unsigned k = 0; k < 2 && i + 1 == count; k++)
         if (c0 >> (2 + k) & 1) {
            out[k][3] = (has & 8) && !(c1 >> 19 & 1) ? table(s, &dots, 12) : 1;
            if ((c0 & 1) && (c0 >> 19 & 1))
               out[k][3] *= shadow[3];
         }
   }
}

static void
random_scene(struct scene *s, unsigned n)
{
   static const uint8_t configs[8] = {0, 1, 2, 3, 4, 5, 6, 8}, scales[6] = {0, 1, 2, 3, 6, 7};
   memset(s, 0, sizeof *s);
   s->is_signed = n & 1;
   s->r.LIGHTING_LUTINPUT_ABS = s->is_signed ? 0x02222222 : 0;
   s->r.LIGHTING_NUM_LIGHTS = random32() % 3;
   for (unsigned i = 0; i < 8; i++)
      s->r.LIGHTING_LIGHT_PERMUTATION |= ((i + n) & 7) << 4 * i;
   s->r.LIGHTING_CONFIG0 =
      (uint32_t)configs[n / 2 % 8] << 4 | (random32() & 0x480f000d) | (random32() % 3) << 28 | 1u << 31;
   s->r.LIGHTING_CONFIG1 = random32() & random32();
   s->r.LIGHTING_AMBIENT = random32() & 0x03f0fc3f;
   for (unsigned i = 0; i < 7; i++) {
      s->r.LIGHTING_LUTINPUT_SELECT |= (random32() % 6) << 4 * i;
      s->r.LIGHTING_LUTINPUT_SCALE |= (uint32_t)scales[random32() % 6] << 4 * i;
   }
   for (unsigned i = 0; i < 8; i++) {
      s->r.LIGHT[i].SPECULAR0 = random32() & 0x0ff3fcff;
      s->r.LIGHT[i].SPECULAR1 = random32() & 0x0ff3fcff;
      s->r.LIGHT[i].DIFFUSE = random32() & 0x0ff3fcff;
      s->r.LIGHT[i].AMBIENT = random32() & 0x03f0fc3f;
      s->r.LIGHT[i].XY = half_bits(random_unit() * 4 - 2) | half_bits(random_unit() * 4 - 2) << 16;
      s->r.LIGHT[i].Z = half_bits(random_unit() * 4 - 2);
      s->r.LIGHT[i].SPOTDIR_XY = (random32() % 1100) | (random32() % 1100) << 16;
      s->r.LIGHT[i].SPOTDIR_Z = 0x1fff - random32() % 1100;
      s->r.LIGHT[i].CONFIG = random32() & 15;
      s->r.LIGHT[i].ATTENUATION_SCALE = float20_bits(random_unit() * 0.3f + 0.01f);
      s->r.LIGHT[i].ATTENUATION_BIAS = float20_bits(random_unit() * 0.3f + 0.01f);
   }
}

static void
equations(void **state)
{
   (void)state;
   srand(8);
   static struct pica_light_lut luts[2][PICA_LIGHT_TABLES];
   make_tables(luts[0], false);
   make_tables(luts[1], true);
   unsigned between = 0, total = 0;
   for (unsigned n = 0; n < 400; n++) {
      struct scene s;
      struct pica_floats q[4], view[3];
      struct pica_color tex, got[2];
      double expected[64][2][4];
      random_scene(&s, n);
      for (unsigned i = 0; i < 64; i++) {
         double len = 0;
         for (unsigned k = 0; k < 4; k++) {
            q[k].v[i] = random_unit() * 2 - 1;
            tex.c[k].v[i] = random32() & 255;
            s.tex[k] = tex.c[k].v[i];
            len += (double)q[k].v[i] * q[k].v[i];
         }
         for (unsigned k = 0; k < 4; k++)
            s.q[k] = q[k].v[i] / sqrt(len);
         for (unsigned k = 0; k < 3; k++)
            s.view[k] = view[k].v[i] = random_unit() * 4 - 2;
         expect(&s, expected[i]);
      }
      struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
      struct pica_lighting l;
      pica_light_decode(&l, &s.r, luts[s.is_signed], &params);
      const struct pica_color *units[4] = {&tex, &tex, &tex, &tex};
      struct pica_color first[2];
      for (unsigned level = 0; pica_level_at(level); level++) {
         pica_level_at(level)->light(&l, q, view, units, UINT64_MAX, &got[0], &got[1]);
         for (unsigned i = 0; i < 64 * 8; i++) {
            unsigned lane = i / 8, k = i / 4 % 2, c = i % 4;
            double e = fmin(fmax(expected[lane][k][c], 0), 1) * 255, g = got[k].c[c].v[lane];
            assert_true(g <= e + 0.05 &&
                        g >= e - 1.05); /* cut off; a table's values and differences are rounded */
            between += e > 5 && e < 250;
            total++;
         }
         if (!level)
            memcpy(first, got, sizeof first);
         assert_memory_equal(got, first, sizeof first);
      }
   }
   assert_true(between > total / 8);
}

/* What the bits of LIGHTING_CONFIG1 name is red 22, green 21, blue 20; the parameter exchanges red and blue. */
static void
reflection_bits(void **state)
{
   (void)state;
   for (unsigned exchanged = 0; exchanged < 2; exchanged++) {
      union pica_mmio_regs r;
      struct pica_lighting l;
      struct pica_pixel_params params = PICA_PARAMS_DEFAULT;
      params.light_red_is_bit20 = (uint8_t)exchanged;
      memset(&r, 0, sizeof r);
      r.LIGHTING_CONFIG0 = 8 << 4;
      r.LIGHTING_CONFIG1 = 1 << 20;
      pica_light_decode(&l, &r, NULL, &params);
      assert_int_equal(l.reflect[0].on, !exchanged);
      assert_true(l.reflect[1].on);
      assert_int_equal(l.reflect[2].on, exchanged);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(equations),
      cmocka_unit_test(reflection_bits),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
