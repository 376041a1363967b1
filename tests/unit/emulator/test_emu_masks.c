/* SPDX-License-Identifier: MIT
 *
 * Pixels that a primitive covers and that are not drawn: between the dashes of stippled lines, outside of
 * clip rectangles; with one sample and with several.
 */
#include <math.h>

#include "emu_sc_fixture.h"

enum { W = 64, H = 64 };

static void
run_white(struct fake_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned ch = 0; ch < 4; ch++)
      for (unsigned i = 0; i < EMU_LANES; i++)
         c->color[0][ch].u[i] = 0x3f800000;
}

static struct sq_stage_state white = {.run = run_white};

static bool
lit(const uint8_t *mem, const struct emu_draw_state *d, unsigned sample, unsigned x, unsigned y)
{
   struct emu_surface s = d->cb[0].surf;
   s.sample = (uint8_t)sample;
   return mem[COLOR_AT + emu_surface_offset(&s, x, y, 0)];
}

static void
dashes(void **state)
{
   static const struct {
      double x0, y0, x1, y1;
      unsigned repeat, at;
      float width;
   } lines[] = {
      {2.5,  10.5, 60.5, 10.5, 1,  0,  1},
      {60.5, 10.5, 2.5,  10.5, 1,  0,  1},
      {10.5, 2.5,  10.5, 60.5, 3,  5,  1},
      {10.5, 60.5, 12.5, 2.5,  2,  31, 3},
      {2.5,  10.5, 60.5, 40.5, 10, 7,  5},
   };
   for (unsigned ms = 0; ms < 2; ms++) {
      struct fixture f;
      bool end;
      fixture_init(&f, "CYPRESS", level_kernels(0, &end), 1);
      for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
         struct emu_draw_state d = basic_state(&f, &white, W, H);
         d.draw.raster.stipple = true;
         d.draw.raster.stipple_pattern = 0x9a35;
         d.draw.raster.stipple_repeat = (uint16_t)lines[i].repeat;
         if (ms) {
            d.draw.raster.log2_samples = 2;
            static const int16_t pos[4][2] = {
               {-32, -96},
               {96,  -32},
               {-96, 32 },
               {32,  96 }
            };
            memcpy(d.draw.raster.sample_pos, pos, sizeof pos);
            d.cb[0].surf.log2_samples = 2;
            d.cb[0].surf.array_mode = EMU_2D_THIN1;
            d.cb[0].surf.pitch_el = 128;
            d.cb[0].surf.height_el = 128;
            d.cb[0].surf.slice_B = 128 * 128 * 4 * 4;
            d.cb[0].size_B = d.cb[0].surf.slice_B;
         }
         struct emu_draw_state solid = d;
         solid.draw.raster.stipple = false;
         uint8_t *all = malloc(MEM_B);
         for (unsigned pass = 0; pass < 2; pass++) {
            memset(f.mem, 0, MEM_B);
            set_state(&f, pass ? &d : &solid);
            struct raster_prim p = {
               .kind = RASTER_PRIM_LINE, .line_width = lines[i].width, .stipple_at = (uint16_t)lines[i].at};
            p.v[0] = vertex(&f, lines[i].x0, lines[i].y0, 0, 1, NULL, 0);
            p.v[1] = vertex(&f, lines[i].x1, lines[i].y1, 0, 1, NULL, 0);
            raster_add_prim(f.e.raster, &p);
            raster_flush(f.e.raster);
            if (!pass)
               memcpy(all, f.mem, MEM_B);
         }
         double dx = lines[i].x1 - lines[i].x0, dy = lines[i].y1 - lines[i].y0;
         bool steep = fabs(dy) > fabs(dx);
         unsigned on = 0, off = 0;
         for (unsigned s = 0; s < (ms ? 4u : 1u); s++)
            for (unsigned y = 0; y < H; y++)
               for (unsigned x = 0; x < W; x++) {
                  bool covered = lit(all, &d, s, x, y);
                  double u = (steep ? y : x) + 0.5 + (ms ? d.draw.raster.sample_pos[s][steep] / 256.0 : 0);
                  double along = (u - (steep ? lines[i].y0 : lines[i].x0)) * ((steep ? dy : dx) < 0 ? -1 : 1);
                  unsigned n = (unsigned)(along > 0 ? along : 0) + lines[i].at;
                  bool dash = 0x9a35 >> (n / lines[i].repeat % 16) & 1;
                  assert_int_equal(lit(f.mem, &d, s, x, y), covered && dash);
                  on += covered && dash;
                  off += covered && !dash;
               }
         assert_true(on > 10 && off > 10);
         free(all);
      }
      fixture_fini(&f);
   }
}

/* All rules of the sixteen combinations, one rectangle partly outside, one empty. */
static void
clip_rectangles(void **state)
{
   static const int32_t rect[4][4] = {
      {-5, -5, 30, 20},
      {10, 3,  41, 50},
      {20, 11, 21, 64},
      {33, 33, 33, 40},
   };
   static const uint16_t rules[] = {0xffff, 0x0002, 0xaaaa, 0xfffe, 0x0001, 0x9696, 0x00f0, 0x0000};
   for (unsigned ms = 0; ms < 2; ms++) {
      struct fixture f;
      bool end;
      fixture_init(&f, "RV770", level_kernels(0, &end), 1);
      for (unsigned r = 0; r < ARRAY_SIZE(rules); r++) {
         struct emu_draw_state d = basic_state(&f, &white, W, H);
         d.draw.raster.clip_rects_hide = (uint16_t)~rules[r];
         memcpy(d.draw.raster.clip_rect, rect, sizeof rect);
         d.db.mask_export = ms; /* goes the way of samples */
         memset(f.mem, 0, MEM_B);
         set_state(&f, &d);
         add_rect(&f, 0, 0, W, H, 0);
         raster_flush(f.e.raster);
         for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
               unsigned set = 0;
               for (unsigned i = 0; i < 4; i++)
                  set |= (unsigned)(x >= rect[i][0] && y >= rect[i][1] && x < rect[i][2] && y < rect[i][3])
                         << i;
               assert_int_equal(lit(f.mem, &d, 0, (unsigned)x, (unsigned)y), rules[r] >> set & 1);
            }
      }
      fixture_fini(&f);
   }
}

/* A clear that clip rectangles cut does not make the bins forget what was drawn before. */
static void
no_overwrite(void **state)
{
   static struct sq_stage_state black = {.run = run_constant, .uniform = true, .certain_targets = 1};
   struct fixture f;
   bool end;
   fixture_init(&f, "RV770", level_kernels(0, &end), 1);
   struct emu_draw_state d = basic_state(&f, &white, W, H);
   set_state(&f, &d);
   add_rect(&f, 0, 0, W, H, 0);
   struct emu_draw_state clear = basic_state(&f, &black, W, H);
   clear.draw.raster.clip_rects_hide = 0x5555; /* outside of rectangle 0 */
   memcpy(clear.draw.raster.clip_rect[0], (int32_t[]){8, 8, 16, 16}, 16);
   set_state(&f, &clear);
   add_rect(&f, 0, 0, W, H, 0);
   raster_flush(f.e.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++)
         assert_int_equal(lit(f.mem, &d, 0, x, y), !(x >= 8 && x < 16 && y >= 8 && y < 16));
   fixture_fini(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(dashes),
      cmocka_unit_test(clip_rectangles),
      cmocka_unit_test(no_overwrite),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
