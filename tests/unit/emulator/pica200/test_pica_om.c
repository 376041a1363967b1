/* SPDX-License-Identifier: MIT
 *
 * The output merger against formulas written out pixel by pixel from the description of the pipeline: random states, all formats, every SIMD
 * level. Pixels that are not live keep their bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "emulator/pica200/kernels.h"
#include "util/u_math.h"

static uint32_t
random32(void)
{
   return (uint32_t)(rand() >> 7 & 0xffff) << 16 | (uint32_t)(rand() >> 7 & 0xffff);
}

static bool
compares(unsigned func, unsigned a, unsigned b)
{
   const bool results[8] = {false, true, a == b, a != b, a<b, a <= b, a> b, a >= b};
   return results[func];
}

static unsigned
stencil_op(unsigned op, unsigned s, unsigned ref)
{
   const unsigned results[8] = {
      s, 0, ref, s < 255 ? s + 1 : s, s ? s - 1 : s, ~s & 255, (s + 1) & 255, (s - 1) & 255};
   return results[op];
}

static void
random_color(struct pica_color *c)
{
   for (unsigned k = 0; k < 4; k++)
      for (unsigned i = 0; i < 64; i++)
         c->c[k].v[i] = (uint16_t)(i < 4 ? i % 2 * 255 : random32() & 255);
}

static uint64_t
random_live(void)
{
   return (uint64_t)random32() << 32 | random32();
}

static void
alpha(void **state)
{
   (void)state;
   srand(3);
   for (unsigned func = 0; func < 8; func++) {
      struct pica_om om = {.alpha_func = (uint8_t)func, .alpha_ref = 100};
      struct pica_color color;
      random_color(&color);
      const struct pica_channels channels = pica_channels_of(&color);
      color.c[3].v[9] = 100;
      uint64_t live = random_live() | 512, expected = 0;
      for (unsigned i = 0; i < 64; i++)
         if ((live >> i & 1) && compares(func, color.c[3].v[i], 100))
            expected |= UINT64_C(1) << i;
      for (unsigned l = 0; pica_level_at(l); l++) {
         uint64_t left = live;
         pica_level_at(l)->om_alpha(&om, &channels, &left);
         assert_true(left == expected);
      }
   }
}

/* Depth of pixel i in buffer steps, as a float that is this many steps. */
static void
depth_stencil(void **state)
{
   (void)state;
   srand(4);
   for (unsigned n = 0; n < 2000; n++) {
      unsigned format = n % 3 == 0 ? PICA_DEPTH_D16 : n % 3 == 1 ? PICA_DEPTH_D24 : PICA_DEPTH_D24S8;
      unsigned most = format == PICA_DEPTH_D16 ? 0xffff : 0xffffff, bytes = pica_depth_bytes[format];
      struct pica_om om = {
         .depth_format = (uint8_t)format,
         .depth_func = random32() & 7,
         .depth_write = random32() & 1,
         .stencil = format == PICA_DEPTH_D24S8 && (random32() & 1),
         .stencil_func = random32() & 7,
         .stencil_ref = random32() & 255,
         .stencil_compare_mask = random32() & 1 ? 255 : 0x33,
         .stencil_write_mask = random32() & 1 ? 255 : random32() & 255,
         .stencil_fail = random32() & 7,
         .stencil_zfail = random32() & 7,
         .stencil_zpass = random32() & 7,
         .reads_ds = true,
         .writes_ds = true,
      };
      _Alignas(64) uint8_t before[256], after[256], expected[256];
      struct pica_floats depth;
      for (unsigned i = 0; i < 256; i++)
         before[i] = (uint8_t)random32();
      for (unsigned i = 0; i < 64; i++) {
         depth.v[i] = (float)(random32() & 0xffff) / 65535.0f;
         if (i % 5 == 0) { /* equal depths */
            uint32_t z = (uint32_t)(depth.v[i] * (float)most);
            memcpy(before + i * bytes, &z, bytes == 2 ? 2 : 3);
         }
         if (i % 7 == 0 && format == PICA_DEPTH_D24S8)
            before[4 * i + 3] = i % 2 ? 255 : i % 4 ? 0 : om.stencil_ref;
      }
      memcpy(expected, before, 256);
      uint64_t live = random_live(), passes = 0;
      for (unsigned i = 0; i < 64; i++) {
         uint32_t stored = 0, z = (uint32_t)(depth.v[i] * (float)most);
         memcpy(&stored, before + i * bytes, bytes);
         unsigned s = stored >> 24, op = om.stencil_zpass;
         stored &= most;
         if (!(live >> i & 1))
            continue;
         bool pass = true;
         if (om.stencil && !compares(om.stencil_func, om.stencil_ref & om.stencil_compare_mask,
                                     s & om.stencil_compare_mask)) {
            pass = false;
            op = om.stencil_fail;
         } else if (!compares(om.depth_func, z, stored)) {
            pass = false;
            op = om.stencil_zfail;
         }
         passes |= (uint64_t)pass << i;
         if (pass && om.depth_write)
            memcpy(expected + i * bytes, &z, bytes == 2 ? 2 : 3);
         if (om.stencil) {
            unsigned m = om.stencil_write_mask;
            expected[4 * i + 3] = (uint8_t)((s & ~m) | (stencil_op(op, s, om.stencil_ref) & m));
         }
      }
      for (unsigned l = 0; pica_level_at(l); l++) {
         memcpy(after, before, 256);
         assert_true(pica_level_at(l)->om_depth(&om, after, &depth, live) == passes);
         assert_memory_equal(after, expected, 256);
      }
   }
}

/* A pixel's channels from its bytes. */
static void
decode(unsigned format, const uint8_t *p, int out[4])
{
   unsigned h = p[0] | p[1] << 8, five[3] = {h >> 11, h >> 6 & 31, h >> 1 & 31};
   if (format == PICA_COLOR_RGB565)
      five[2] = h & 31;
   for (unsigned c = 0; c < 4; c++)
      switch (format) {
      case PICA_COLOR_RGBA8:
         out[c] = p[3 - c];
         break;
      case PICA_COLOR_RGB8:
         out[c] = c < 3 ? p[2 - c] : 255;
         break;
      case PICA_COLOR_RGBA4:
         out[c] = (int)(h >> (12 - 4 * c) & 15) * 17;
         break;
      default:
         out[c] = c < 3 ? (int)(five[c] << 3 | five[c] >> 2) : 255;
         break;
      }
   if (format == PICA_COLOR_RGB565)
      out[1] = (int)((h >> 5 & 63) << 2 | (h >> 9 & 3));
   if (format == PICA_COLOR_RGB5A1)
      out[3] = h & 1 ? 255 : 0;
}

static void
encode(unsigned format, const int c[4], uint8_t *p)
{
   unsigned h;
   switch (format) {
   case PICA_COLOR_RGBA8:
      for (unsigned i = 0; i < 4; i++)
         p[i] = (uint8_t)c[3 - i];
      return;
   case PICA_COLOR_RGB8:
      for (unsigned i = 0; i < 3; i++)
         p[i] = (uint8_t)c[2 - i];
      return;
   case PICA_COLOR_RGB5A1:
      h = (unsigned)(c[0] >> 3 << 11 | c[1] >> 3 << 6 | c[2] >> 3 << 1 | c[3] >> 7);
      break;
   case PICA_COLOR_RGB565:
      h = (unsigned)(c[0] >> 3 << 11 | c[1] >> 2 << 5 | c[2] >> 3);
      break;
   default:
      h = (unsigned)(c[0] >> 4 << 12 | c[1] >> 4 << 8 | c[2] >> 4 << 4 | c[3] >> 4);
   }
   p[0] = (uint8_t)h;
   p[1] = (uint8_t)(h >> 8);
}

static int
factor(const struct pica_om *om, unsigned f, unsigned c, const int s[4], const int d[4])
{
   int sat = s[3] < 255 - d[3] ? s[3] : 255 - d[3];
   const int factors[15] = {0,
                            255,
                            s[c],
                            255 - s[c],
                            d[c],
                            255 - d[c],
                            s[3],
                            255 - s[3],
                            d[3],
                            255 - d[3],
                            om->constant[c],
                            255 - om->constant[c],
                            om->constant[3],
                            255 - om->constant[3],
                            c == 3 ? 255 : sat};
   return factors[f];
}

static int
blend(const struct pica_om *om, unsigned c, const int s[4], const int d[4])
{
   int a = s[c] * factor(om, om->src[c == 3], c, s, d), b = d[c] * factor(om, om->dst[c == 3], c, s, d), r;
   switch (om->equation[c == 3]) {
   case PICA_BLEND_SUBTRACT:
      r = a - b;
      break;
   case PICA_BLEND_REVERSE:
      r = b - a;
      break;
   case PICA_BLEND_MIN:
      r = om->params.blend_minmax_factors ? MIN2(a, b) : MIN2(s[c], d[c]) * 255;
      break;
   case PICA_BLEND_MAX:
      r = om->params.blend_minmax_factors ? MAX2(a, b) : MAX2(s[c], d[c]) * 255;
      break;
   default:
      r = a + b;
   }
   return (CLAMP(r, 0, 65025) + om->params.blend_bias) / 255;
}

static int
logic(unsigned op, int s, int d)
{
   const int results[16] = {0,        s & d, s & ~d,   s,     255,      ~s,     d,      ~d,
                            ~(s & d), s | d, ~(s | d), s ^ d, ~(s ^ d), ~s & d, s | ~d, ~s | d};
   return results[op] & 255;
}

static void
colors(void **state)
{
   (void)state;
   srand(5);
   for (unsigned n = 0; n < 3000; n++) {
      unsigned format = n % PICA_COLOR_FORMATS, bytes = pica_color_bytes[format];
      struct pica_om om = {
         .color_format = (uint8_t)format,
         .write_mask = (uint8_t)(random32() & 1 ? 15 : random32() & 15),
         .blends = random32() & 3,
         .logic_op = random32() & 15,
         .reads_color = true,
         .params = PICA_PARAMS_DEFAULT,
      };
      om.params.blend_minmax_factors = random32() & 1;
      om.params.blend_bias = (uint8_t[]){0, 127, 254}[random32() % 3];
      for (unsigned i = 0; i < 2; i++) {
         om.equation[i] = (uint8_t)(random32() % 6);
         om.src[i] = (uint8_t)(random32() % 15);
         om.dst[i] = (uint8_t)(random32() % 15);
         if (n % 8 == 0) { /* adds to what is there */
            static const uint8_t of_source[] = {PICA_FACTOR_ZERO,      PICA_FACTOR_ONE,
                                                PICA_FACTOR_SRC,       PICA_FACTOR_INV_SRC,
                                                PICA_FACTOR_SRC_ALPHA, PICA_FACTOR_INV_SRC_ALPHA};
            om.equation[i] = PICA_BLEND_ADD;
            om.src[i] = of_source[random32() % ARRAY_SIZE(of_source)];
            om.dst[i] = PICA_FACTOR_ONE;
         }
      }
      for (unsigned i = 0; i < 4; i++)
         om.constant[i] = (uint8_t)random32();
      if (n % 7 == 0 && n % 8)
         om.reads_color = false; /* what the state's maker says when the result is the fragment's colour */
      _Alignas(64) uint8_t before[256], after[256], expected[256];
      struct pica_color color;
      random_color(&color);
      struct pica_channels channels = pica_channels_of(&color);
      for (unsigned c = 1; c < 4; c++) /* channels may be one */
         if (random32() % 3 == 0) {
            channels.c[c] = channels.c[c - 1];
            color.c[c] = color.c[c - 1];
         }
      for (unsigned i = 0; i < 256; i++)
         before[i] = (uint8_t)random32();
      memcpy(expected, before, 256);
      uint64_t live = random_live();
      for (unsigned i = 0; i < 64; i++) {
         int s[4], d[4], r[4];
         if (!(live >> i & 1))
            continue;
         decode(format, before + i * bytes, d);
         for (unsigned c = 0; c < 4; c++)
            s[c] = color.c[c].v[i];
         for (unsigned c = 0; c < 4; c++) {
            r[c] = !om.reads_color ? s[c] : om.blends ? blend(&om, c, s, d) : logic(om.logic_op, s[c], d[c]);
            if (!(om.write_mask >> c & 1))
               r[c] = d[c];
         }
         encode(format, r, expected + i * bytes);
      }
      for (unsigned l = 0; pica_level_at(l); l++) {
         memcpy(after, before, 256);
         pica_level_at(l)->om_color(&om, after, &channels, live);
         assert_memory_equal(after, expected, 256);
      }
   }
}

static void
shadow(void **state)
{
   (void)state;
   _Alignas(64) uint8_t tile[256];
   static const uint8_t expected[16] = {0x3f, 0xff, 0xff, 200, 0x80, 0, 0, 100,
                                        0x80, 0,    0,    200, 0x80, 0, 0, 170};
   struct pica_om om = {.shadow_constant = 1, .shadow_linear = 1};
   struct pica_floats depth = {{0}};
   struct pica_color color = {0};
   const struct pica_channels channels = pica_channels_of(&color);
   for (unsigned i = 0; i < 64; i++) { /* stored: depth 0x800000, light 200 */
      tile[4 * i] = 0x80;
      tile[4 * i + 1] = tile[4 * i + 2] = 0;
      tile[4 * i + 3] = 200;
   }
   depth.v[0] = 0.25f;                        /* nearer, no light: its depth */
   depth.v[1] = 0.25f, color.c[1].v[1] = 150; /* nearer: 150 / (1 + 0.5) */
   depth.v[2] = 0.75f;                        /* farther */
   depth.v[3] = 0.25f, color.c[1].v[3] = 255; /* 170 */
   for (unsigned l = 0; pica_level_at(l); l++) {
      uint8_t t[256];
      memcpy(t, tile, 256);
      pica_level_at(l)->om_shadow(&om, t, &depth, &channels, 15);
      assert_memory_equal(t, expected, 16);
      assert_memory_equal(t + 16, tile + 16, 240);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(alpha),
      cmocka_unit_test(depth_stencil),
      cmocka_unit_test(colors),
      cmocka_unit_test(shadow),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
