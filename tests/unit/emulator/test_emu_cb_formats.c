/* SPDX-License-Identifier: MIT
 *
 * CB against scalar references written from the specification: every colour format, write masks, raster operations.
 */
#include "emu_pixel_fixture.h"

#include <math.h>

static const struct {
   uint8_t format, number, bytes;
} renderable[] = {
   {1,  0, 1 },
   {5,  0, 2 },
   {6,  7, 2 },
   {7,  0, 2 },
   {8,  0, 2 },
   {10, 0, 2 },
   {11, 0, 2 },
   {12, 0, 2 },
   {14, 7, 4 },
   {15, 0, 4 },
   {16, 7, 4 },
   {22, 7, 4 },
   {25, 0, 4 },
   {26, 0, 4 },
   {26, 6, 4 },
   {26, 1, 4 },
   {30, 7, 8 },
   {31, 0, 8 },
   {32, 7, 8 },
   {35, 7, 16},
   {7,  1, 2 },
   {31, 1, 8 },
};

static double
srgb_of(double l)
{
   return l <= 0.0031308 ? 12.92 * l : 1.055 * pow(l, 1 / 2.4) - 0.055;
}

/* Value of component bits, exactly. */
static double
decode(uint32_t v, unsigned bits, unsigned number)
{
   if (number == 7 && bits == 32)
      return (double)uif(v);
   if (number == 7 && bits == 16)
      return (double)u_half_to_float((uint16_t)v);
   if (number == 7) { /* 11 and 10 bits: halves without sign, cut */
      return (double)u_half_to_float((uint16_t)(v << (15 - bits)));
   }
   double max = pow(2, bits) - 1;
   if (number == 1) {
      int32_t s = (int32_t)(v << (32 - bits)) >> (32 - bits);
      return fmax(s / floor(max / 2), -1);
   }
   return v / max;
}

/* How far from the exact value the nearest code may be. */
static double
tolerance(double want, unsigned bits, unsigned number)
{
   if (number == 7) {
      unsigned m = bits == 32 ? 23 : bits == 16 ? 10 : bits - 5;
      int e;
      frexp(want, &e);
      e = e < -13 && bits < 32 ? -13 : e;
      return ldexp(0.5 + 1e-6, e - 1 - (int)m);
   }
   double max = pow(2, bits) - 1;
   return (0.5 + (bits > 12 ? 0.01 : 1e-4)) / (number == 1 ? floor(max / 2) : max);
}

static void
formats(void **state)
{
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      for (unsigned i = 0; i < ARRAY_SIZE(renderable); i++)
         for (unsigned swap = 0; swap < 4; swap++)
            for (unsigned range = 0; range < 3; range++) {
               struct sq_stage_state ps = {
                  .run = run_random, .color = {0, 1, 0, 0}
               };
               ps.color[0] = range == 0 ? 0 : range == 1 ? -2 : 0;
               ps.color[1] = range == 0 ? 1 : range == 1 ? 3 : 2e-5f;
               struct emu_draw_state d = random_state(&f, &ps);
               struct emu_cb_state *cb = &d.cb[0];
               cb->surf = surface(&f, COLOR_AT, EMU_1D_THIN1, i & 1, renderable[i].bytes, W, H);
               cb->format = renderable[i].format;
               cb->number_type = renderable[i].number;
               cb->comp_swap = (uint8_t)swap;
               cb->blend_clamp = cb->number_type != 7;
               memset(f.mem, 0xa5, cb->surf.slice_B);
               set_state(&f, &d);
               add_rect(&f, 0, 0, W, H, 0);
               raster_flush(f.e.raster);
               const struct color_format *fmt = &color_formats[cb->format];
               for (unsigned y = 0; y < H; y += 3)
                  for (unsigned x = 0; x < W; x++) {
                     float s[4];
                     random_color(&ps, x, y, s);
                     uint32_t raw[4] = {0};
                     memcpy(raw, f.mem + emu_surface_offset(&cb->surf, x, y, 0), cb->surf.bytes_per_el);
                     unsigned bit = 0;
                     for (unsigned c = 0; c < fmt->comps; c++) {
                        unsigned ch = color_swaps[fmt->comps - 1][swap][c], bits = fmt->bits[c];
                        uint32_t v = raw[bit / 32] >> bit % 32;
                        v &= bits == 32 ? ~0u : (1u << bits) - 1;
                        bit += bits;
                        double want = s[ch];
                        if (renderable[i].number == 7) {
                           if (bits < 16 && want < 0)
                              want = 0;
                        } else if (renderable[i].number == 1) {
                           want = fmin(fmax(want, -1), 1);
                        } else {
                           want = clamp01(want);
                        }
                        if (renderable[i].number == 6 && ch < 3)
                           want = srgb_of(want);
                        double got = decode(v, bits, renderable[i].number == 6 ? 0 : renderable[i].number);
                        assert_true(fabs(got - want) <= tolerance(want, bits, renderable[i].number));
                     }
                  }
               /* what is there comes back: dst * 1 + src * 0 changes nothing */
               uint8_t *copy = malloc(cb->surf.slice_B);
               memcpy(copy, f.mem, cb->surf.slice_B);
               cb->blend_enable = true;
               cb->color_dst = cb->alpha_dst = 1;
               set_state(&f, &d);
               add_rect(&f, 0, 0, W, H, 0);
               raster_flush(f.e.raster);
               assert_memory_equal(copy, f.mem, cb->surf.slice_B);
               free(copy);
            }
      fixture_fini(&f);
   }
}

/** Few bits: the nearest code exactly, also for the two floats around the middle between two codes. */
static void
narrow_rounding(void **state)
{
   static const uint8_t narrow[] = {8, 10, 11}; /* 5_6_5, 1_5_5_5, 4_4_4_4 */
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      for (unsigned i = 0; i < ARRAY_SIZE(narrow); i++) {
         const struct color_format *fmt = &color_formats[narrow[i]];
         unsigned bit = 0;
         for (unsigned c = 0; c < fmt->comps; bit += fmt->bits[c++]) {
            unsigned max = (1u << fmt->bits[c]) - 1;
            for (unsigned code = 0; code < 2 * max; code++) {
               double middle = (code / 2 + 0.5) / max;
               float x = (float)middle;
               if ((double)x < middle)
                  x = nextafterf(x, 2);
               if (code & 1)
                  x = nextafterf(x, 0);
               struct sq_stage_state ps = {
                  .run = run_random, .color = {x, x, 0, 0}
               };
               struct emu_draw_state d = random_state(&f, &ps);
               struct emu_cb_state *cb = &d.cb[0];
               cb->surf = surface(&f, COLOR_AT, EMU_LINEAR_ALIGNED, false, fmt->bytes, W, H);
               cb->format = narrow[i];
               cb->blend_clamp = true;
               set_state(&f, &d);
               add_rect(&f, 0, 0, 1, 1, 0);
               raster_flush(f.e.raster);
               uint16_t raw;
               memcpy(&raw, f.mem + emu_surface_offset(&cb->surf, 0, 0, 0), sizeof raw);
               unsigned want = (unsigned)floor((double)x * max + 0.5);
               if ((raw >> bit & max) != want)
                  fail_msg("format %u, component %u: %.9g is %u, not %u", narrow[i], c, (double)x,
                           raw >> bit & max, want);
            }
         }
      }
      fixture_fini(&f);
   }
}

static void
raster_ops(void **state)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {0x35 / 255.0f, 0, 1, 0xca / 255.0f}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      for (unsigned rop = 0; rop < 16; rop++) {
         struct emu_draw_state d = basic_state(&f, &ps, W, H);
         d.rop3 = (uint8_t)(rop * 0x11);
         const uint32_t s = 0xcaff0035, old = 0x12345678;
         for (unsigned i = 0; i < W * H; i++)
            poke(&f, &d.cb[0].surf, i % W, i / W, old);
         set_state(&f, &d);
         add_rect(&f, 0, 0, 9, 9, 0);
         raster_flush(f.e.raster);
         uint32_t want = 0;
         for (unsigned b = 0; b < 32; b++)
            want |= (rop >> ((s >> b & 1) * 2 + (old >> b & 1)) & 1) << b;
         assert_int_equal(pixel(&f, &d.cb[0].surf, 8, 8), want);
         assert_int_equal(pixel(&f, &d.cb[0].surf, 9, 8), old);
      }
      fixture_fini(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(formats),
      cmocka_unit_test(narrow_rounding),
      cmocka_unit_test(raster_ops),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
