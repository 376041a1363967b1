/* SPDX-License-Identifier: MIT
 *
 * Samples: where they stand in memory, which of them primitives of each kind cover against a brute-force
 * reference, masks and alpha to coverage; in the layouts of R7xx (whole micro tiles) and Evergreen (split
 * ones).
 */
#include "emu_ms_fixture.h"
#include "../random_share.h"

#include "db/terascale/db_format_numbers.h"

static void
test_layout(void **state)
{
   (void)state;
   const unsigned step = 100 / random_share(100);
   unsigned kinds = 0;
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned log2 = 1; log2 < 4; log2++)
         for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
            for (unsigned depth = 0; depth < (bytes <= 4 ? 2 : 1); depth++) {
               if (kinds++ % step)
                  continue;
               struct fixture f = {.e.chip = terascale_chip_find(chips[c])};
               struct emu_surface s = ms_surface(&f, 0, depth, bytes, log2, 64, 64);
               uint64_t end = emu_surface_end(&s, 0);
               uint8_t *seen = calloc(end, 1);
               for (unsigned i = 0; i < 1u << log2; i++) {
                  struct emu_surface from = s;
                  uint64_t shift;
                  uint32_t table[64];
                  s.sample = (uint8_t)i;
                  from.sample = (uint8_t)emu_surface_first_sample(&s, &shift);
                  bool has_table = emu_surface_tile_table(&s, table);
                  for (unsigned y = 0; y < s.height_el; y++)
                     for (unsigned x = 0; x < s.pitch_el; x++) {
                        uint64_t o = emu_surface_offset(&s, x, y, 0);
                        if (o + bytes > end || seen[o] || o != emu_surface_offset(&from, x, y, 0) + shift)
                           fail();
                        memset(seen + o, 1, bytes);
                        if (has_table)
                           assert_int_equal(o, emu_surface_offset(&s, x & ~7u, y & ~7u, 0) +
                                                  table[(y & 7) * 8 + (x & 7)]);
                     }
               }
               free(seen);
            }
}

/* The memory of ms_state()'s target. */
static void
clear_color(struct fixture *f, unsigned log2)
{
   const struct emu_surface s = ms_surface(f, COLOR_AT, false, 4, log2, W, H);
   memset(f->mem + COLOR_AT, 0, s.slice_B);
}

static void
triangles(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   for (unsigned n = 0; n < 12; n++) {
      clear_color(f, log2);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      set_state(f, &d);
      int32_t v[3][2];
      const struct raster_vertex *p[3];
      unsigned size = n < 4 ? 400 : n < 8 ? 6 * 256 : 100 * 256; /* smaller than a pixel, small, large */
      unsigned x = rnd(80 * 256), y = rnd(60 * 256);
      for (unsigned i = 0; i < 3; i++) {
         v[i][0] = (int32_t)(x + rnd(size)) - (size > 2000 ? 2560 : 0);
         v[i][1] = (int32_t)(y + rnd(size)) - (size > 2000 ? 2560 : 0);
         if (n % 3 == 0) { /* edges that meet samples exactly */
            v[i][0] &= ~15;
            v[i][1] &= ~15;
         }
         p[i] = vertex(f, v[i][0] / 256.0, v[i][1] / 256.0, 0, 1, NULL, 0);
      }
      add(f, RASTER_PRIM_TRIANGLE, p[0], p[1], p[2]);
      raster_flush(f->e.raster);
      for (unsigned py = 0; py < H; py++)
         for (unsigned px = 0; px < W; px++)
            for (unsigned s = 0; s < 1u << log2; s++) {
               int32_t sx = (int32_t)px * 256 + 128 + 16 * locs[log2][s][0],
                       sy = (int32_t)py * 256 + 128 + 16 * locs[log2][s][1];
               uint32_t want = inside(v, 3, sx, sy) ? ~0u : 0;
               if (sample(f, &d.cb[0].surf, px, py, s) != want)
                  fail_msg("triangle %u, %u samples: pixel %u,%u sample %u is not 0x%x", n, 1u << log2, px,
                           py, s, want);
            }
   }
}

static void
test_triangles(void **state)
{
   (void)state;
   everywhere(triangles);
}

/* Points and rectangles are areas; without MSAA_ENABLE all samples are where the centre is. */
static void
rectangles(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1},
           .uniform = true
   };
   for (unsigned n = 0; n < 4; n++) {
      clear_color(f, log2);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      bool msaa = n < 3;
      if (!msaa)
         memset(d.draw.raster.sample_pos, 0, sizeof d.draw.raster.sample_pos);
      set_state(f, &d);
      int32_t x0 = 5 * 256 + 13 + (int32_t)n * 16, y0 = 7 * 256 + 128, x1 = 70 * 256 + 99, y1 = 33 * 256 + 40;
      if (n == 1) {
         x1 = x0 + 31 * 256;
         y1 = y0 + 31 * 256;
         struct raster_prim p = {.kind = RASTER_PRIM_POINT, .front = true, .half_w = 15.5f, .half_h = 15.5f};
         p.v[0] = p.v[1] = p.v[2] =
            vertex(f, (x0 + 15.5 * 256) / 256.0, (y0 + 15.5 * 256) / 256.0, 0, 1, NULL, 0);
         raster_add_prim(f->e.raster, &p);
      } else {
         add_rect(f, x0 / 256.0, y0 / 256.0, x1 / 256.0, y1 / 256.0, 0);
      }
      raster_flush(f->e.raster);
      for (unsigned py = 0; py < H; py++)
         for (unsigned px = 0; px < W; px++)
            for (unsigned s = 0; s < 1u << log2; s++) {
               int32_t sx = (int32_t)px * 256 + 128 + (msaa ? 16 * locs[log2][s][0] : 0),
                       sy = (int32_t)py * 256 + 128 + (msaa ? 16 * locs[log2][s][1] : 0);
               bool in = sx >= x0 && sx < x1 && sy >= y0 && sy < y1;
               assert_int_equal(sample(f, &d.cb[0].surf, px, py, s), in ? ~0u : 0);
            }
   }
}

static void
test_rectangles(void **state)
{
   (void)state;
   everywhere(rectangles);
}

/* An area that no rounding of corners can blur: lines along an axis, and the number of samples of a slanted
 * one. */
static void
lines(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   for (unsigned ends = 0; ends < 2; ends++) {
      clear_color(f, log2);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      d.draw.raster.line_expand = true;
      d.draw.raster.line_perpendicular_ends = ends;
      set_state(f, &d);
      struct raster_prim p = {.kind = RASTER_PRIM_LINE, .front = true, .line_width = 3};
      p.v[0] = vertex(f, 10, 20, 0, 1, NULL, 0);
      p.v[1] = p.v[2] = vertex(f, 40, 20, 0, 1, NULL, 0);
      raster_add_prim(f->e.raster, &p);
      p.v[0] = vertex(f, 10, 40, 0, 1, NULL, 0);
      p.v[1] = p.v[2] = vertex(f, 50, 70, 0, 1, NULL, 0);
      p.line_width = 4;
      raster_add_prim(f->e.raster, &p);
      raster_flush(f->e.raster);
      unsigned slanted = 0, outside = 0;
      for (unsigned py = 0; py < H; py++)
         for (unsigned px = 0; px < W; px++)
            for (unsigned s = 0; s < 1u << log2; s++) {
               double x = px + 0.5 + locs[log2][s][0] / 16.0, y = py + 0.5 + locs[log2][s][1] / 16.0;
               bool on = sample(f, &d.cb[0].surf, px, py, s) != 0;
               if (py < 36) {
                  assert_int_equal(on, x >= 10 && x < 40 && y >= 18.5 && y < 21.5);
                  continue;
               }
               slanted += on;
               double along = ((x - 10) * 4 + (y - 40) * 3) / 5, across = ((x - 10) * -3 + (y - 40) * 4) / 5;
               outside +=
                  on && (across < -2.02 || across > 2.02 || (ends && (along < -0.02 || along > 50.02)));
            }
      assert_int_equal(outside, 0);
      double area = 50 * 4 * (1 << log2);
      assert_true(slanted > area * 0.97 && slanted < area * 1.03);
   }
}

static void
test_lines(void **state)
{
   (void)state;
   everywhere(lines);
}

static void
masks(struct fixture *f, unsigned log2)
{
   unsigned ns = 1u << log2;
   for (unsigned uniform = 0; uniform < 2; uniform++) {
      const struct sq_stage_state ps = {
         .run = run_constant, .color = {1, 1, 1, 1},
              .uniform = uniform
      };
      clear_color(f, log2);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      d.draw.raster.aa_off[0] = 1;
      d.draw.raster.aa_off[1] = 2;
      d.draw.raster.aa_off[2] = 0xfd;
      set_state(f, &d);
      add_rect(f, 0, 0, W, H, 0);
      raster_flush(f->e.raster);
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++)
            for (unsigned s = 0; s < ns; s++)
               assert_int_equal(sample(f, &d.cb[0].surf, x, y, s),
                                d.draw.raster.aa_off[(y & 1) * 2 + (x & 1)] >> s & 1 ? 0 : ~0u);
   }
   /* alpha to coverage, without and with dither; depth follows it */
   for (unsigned n = 0; n <= 16; n++) {
      float alpha = (float)n / 16;
      const struct sq_stage_state ps = {
         .run = run_constant, .color = {0, 1, 0, alpha},
              .uniform = true
      };
      memset(f->mem, 0, MEM_B);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      with_depth(f, &d, EMU_Z_24);
      d.db.z_func = 7;
      d.db.alpha_to_mask = true;
      for (unsigned i = 0; i < 4; i++)
         d.db.alpha_offset[i] = (uint8_t)(n & 1 ? 2 : i);
      set_state(f, &d);
      add_rect(f, 0, 0, W, H, 1);
      raster_flush(f->e.raster);
      for (unsigned y = 0; y < H; y += 3)
         for (unsigned x = 0; x < W; x += 5)
            for (unsigned s = 0; s < ns; s++) {
               unsigned covered =
                  (unsigned)(alpha * (float)ns + (float)d.db.alpha_offset[(y & 1) * 2 + (x & 1)] / 4);
               bool on = s < covered;
               assert_int_equal(sample(f, &d.cb[0].surf, x, y, s) >> 8 & 0xff, on ? 0xff : 0);
               assert_int_equal(sample(f, &d.db.z_surf, x, y, s), on ? 0xffffff : 0);
            }
   }
}

static void
test_masks(void **state)
{
   (void)state;
   everywhere(masks);
}

/* One sample a pixel can be masked off, too. */
static void
test_mask_single(void **state)
{
   (void)state;
   bool end;
   struct fixture f;
   fixture_init(&f, "RV770", level_kernels(0, &end), 1);
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   struct emu_draw_state d = basic_state(&f, &ps, W, H);
   d.draw.raster.aa_off[1] = 1;
   set_state(&f, &d);
   add_rect(&f, 0, 0, W, H, 0);
   raster_flush(f.e.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++)
         assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), (x & 1) && !(y & 1) ? 0 : ~0u);
   fixture_fini(&f);
}

/* A draw to depth alone and one with samples but without depth are no conflict: the depth of the first stays bound. */
static void
behind_depth(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   clear_color(f, log2);
   struct emu_draw_state d = ms_state(f, &ps, 0);
   with_depth(f, &d, EMU_Z_16);
   d.cb[0].enabled = false;
   set_state(f, &d);
   add_rect(f, 0, 0, W, H, 0);
   d = ms_state(f, &ps, log2);
   if (needs_flush(f, &d))
      raster_flush(f->e.raster);
   set_state(f, &d);
   add_rect(f, 0, 0, W, H, 0);
   raster_flush(f->e.raster);
   for (unsigned s = 0; s < 1u << log2; s++)
      assert_int_equal(sample(f, &d.cb[0].surf, W - 1, H - 1, s), ~0u);
}

/* Depth of more samples than the rasteriser has, which Cayman can be told: sample 0 is tested and written, the others
 * stay. */
static void
more_depth_samples(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   clear_color(f, log2);
   struct emu_draw_state d = ms_state(f, &ps, 0);
   with_depth(f, &d, EMU_Z_32F);
   d.db.z_func = 7;
   d.db.z_surf = ms_surface(f, DEPTH_AT, true, 4, log2, W, H);
   set_state(f, &d);
   add_rect(f, 0, 0, W, H, 0.5f);
   raster_flush(f->e.raster);
   for (unsigned s = 0; s < 1u << log2; s++)
      for (unsigned x = 0; x < W; x += 13)
         assert_int_equal(sample(f, &d.db.z_surf, x, H - 1, s), s ? 0 : 0x3f000000);
   assert_int_equal(sample(f, &d.cb[0].surf, W - 1, H - 1, 0), ~0u);
}

static void
test_more_depth_samples(void **state)
{
   (void)state;
   everywhere(more_depth_samples);
}

static void
test_behind_depth(void **state)
{
   (void)state;
   everywhere(behind_depth);
}

/* Depth and stencil as colour: one value a pixel, of the sample that the registers name, to all that are drawn. */
static void
depth_copies(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {.run = run_constant};
   const unsigned ns = 1u << log2;
   for (unsigned i = DEPTH_AT; i < MEM_B; i += 4) /* copies leave it as it is */
      memcpy(f->mem + i, &(uint32_t){rng() * 2u}, 4);
   for (unsigned n = 0; n < 2 * ns; n++) {
      const bool lit = n >= ns;
      clear_color(f, log2);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      with_depth(f, &d, EMU_Z_24);
      d.db.z_enable = d.db.z_write = false;
      d.db.copy_z = d.db.copy_s = d.db.has_s = true;
      d.db.copy_lit = lit;
      d.db.copy_sample = (uint8_t)(n % ns);
      d.cb[0].format = DB_FMT_8_24;
      d.draw.raster.aa_off[1] = (uint8_t)(1u << n % ns); /* odd pixels of even rows */
      d.draw.raster.aa_off[2] = 0xff;
      set_state(f, &d);
      add_rect(f, 0, 0, W, H, 0);
      raster_flush(f->e.raster);
      for (unsigned y = 0; y < H; y += 3)
         for (unsigned x = 0; x < W; x += 5)
            for (unsigned s = 0; s < ns; s++) {
               const unsigned off = d.draw.raster.aa_off[(y & 1) * 2 + (x & 1)];
               const unsigned from = lit && off >> n % ns & 1 ? (n + 1) % ns : n % ns;
               const uint32_t got = sample(f, &d.cb[0].surf, x, y, s),
                              want = off >> s & 1 ? 0 : sample(f, &d.db.z_surf, x, y, from);
               if (got != want)
                  fail_msg("generation %d, %u samples, case %u: sample %u of pixel %u, %u is %08x, not %08x",
                           (int)f->e.chip->gen, ns, n, s, x, y, got, want);
            }
   }
}

static void
test_depth_copies(void **state)
{
   (void)state;
   everywhere(depth_copies);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_depth_copies),
      cmocka_unit_test(test_layout),
      cmocka_unit_test(test_triangles),
      cmocka_unit_test(test_rectangles),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_masks),
      cmocka_unit_test(test_mask_single),
      cmocka_unit_test(test_behind_depth),
      cmocka_unit_test(test_more_depth_samples),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
