/* SPDX-License-Identifier: MIT
 *
 * Depth and stencil of each sample, centroids, shaders that run for each sample, and the resolve; on all SIMD
 * levels.
 */
#include "emu_ms_fixture.h"

static uint32_t
quantised(double z, unsigned format)
{
   double max = format == EMU_Z_16 ? 65535.0 : 16777215.0;
   return (uint32_t)(z * max + 0.5);
}

/* Two slanted rectangles that intersect: of each sample the nearer one is seen. */
static void
depth(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state red =
                                         {
                                            .run = run_constant, .color = {1, 0, 0, 1}
   },
                                      green = {.run = run_constant, .color = {0, 1, 0, 1}};
   for (unsigned n = 0; n < 4; n++) {
      unsigned format = n & 1 ? EMU_Z_16 : EMU_Z_24;
      bool late = n & 2;
      memset(f->mem, 0, MEM_B);
      for (unsigned pass = 0; pass < 3; pass++) {
         struct emu_draw_state d = ms_state(f, pass == 1 ? &red : &green, log2);
         with_depth(f, &d, format);
         d.db.kill_enable = late;
         d.db.z_func = pass == 0 ? 7 : 1;
         set_state(f, &d);
         if (pass == 0)
            add_rect(f, 0, 0, W, H, 1);
         else if (pass == 1)
            add(f, RASTER_PRIM_RECT, vertex(f, 0, 0, 0, 1, NULL, 0), vertex(f, W, 0, 0.75, 1, NULL, 0),
                vertex(f, 0, H, 0.125, 1, NULL, 0));
         else
            add(f, RASTER_PRIM_RECT, vertex(f, 0, 0, 0.5, 1, NULL, 0), vertex(f, W, 0, 0.25, 1, NULL, 0),
                vertex(f, 0, H, 0.5, 1, NULL, 0));
         if (needs_flush(f, &d))
            raster_flush(f->e.raster);
      }
      struct emu_draw_state d = ms_state(f, &red, log2);
      with_depth(f, &d, format);
      raster_flush(f->e.raster);
      unsigned mixed = 0;
      for (unsigned py = 0; py < H; py++)
         for (unsigned px = 0; px < W; px++) {
            unsigned reds = 0;
            for (unsigned s = 0; s < 1u << log2; s++) {
               double x = px + 0.5 + locs[log2][s][0] / 16.0, y = py + 0.5 + locs[log2][s][1] / 16.0;
               double za = 0.75 * x / W + 0.125 * y / H, zb = 0.5 - 0.25 * x / W;
               uint32_t qa = quantised(za, format), qb = quantised(zb, format);
               uint32_t z = sample(f, &d.db.z_surf, px, py, s) & 0xffffff;
               uint32_t color = sample(f, &d.cb[0].surf, px, py, s);
               reds += color == 0xff0000ff;
               if ((qa > qb ? qa - qb : qb - qa) <= 1)
                  continue; /* the last bit of the plane */
               uint32_t want = MIN2(qa, qb);
               assert_in_range(z, want - 1, want + 1);
               assert_int_equal(color, qa < qb ? 0xff0000ff : 0xff00ff00);
            }
            mixed += reds && reds < 1u << log2;
         }
      assert_true(mixed > 10);
   }
}

static void
test_depth(void **state)
{
   (void)state;
   everywhere(depth);
}

/* A triangle marks samples in the stencil, a second draw sees only them. */
static void
stencil(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state white = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   for (unsigned separate = 0; separate < 2; separate++) {
      memset(f->mem, 0, MEM_B);
      struct emu_draw_state d = ms_state(f, &white, log2);
      with_depth(f, &d, EMU_Z_24);
      d.db.z_enable = d.db.z_write = false;
      d.db.has_s = d.db.stencil_enable = true;
      d.db.s_separate = separate;
      d.db.s_surf = ms_surface(f, STENCIL_AT, true, 1, log2, W, H);
      d.cb[0].write_mask = 0;
      d.db.face[0] =
         (struct emu_stencil_face){.func = 7, .zpass = 2, .ref = 0xa5, .mask = 0xff, .writemask = 0xff};
      d.db.face[1] = d.db.face[0];
      set_state(f, &d);
      static const int32_t v[3][2] = {
         {3 * 256,  5 * 256 },
         {80 * 256, 20 * 256},
         {30 * 256, 75 * 256}
      };
      const struct raster_vertex *p[3];
      for (unsigned i = 0; i < 3; i++)
         p[i] = vertex(f, v[i][0] / 256, v[i][1] / 256, 0, 1, NULL, 0);
      add(f, RASTER_PRIM_TRIANGLE, p[0], p[1], p[2]);
      d.cb[0].write_mask = 15;
      d.db.face[0].func = d.db.face[1].func = 2;
      d.db.face[0].zpass = d.db.face[1].zpass = 0;
      set_state(f, &d);
      add_rect(f, 0, 0, W, H, 0);
      raster_flush(f->e.raster);
      for (unsigned py = 0; py < H; py++)
         for (unsigned px = 0; px < W; px++)
            for (unsigned s = 0; s < 1u << log2; s++) {
               bool in = inside(v, 3, (int32_t)px * 256 + 128 + 16 * locs[log2][s][0],
                                (int32_t)py * 256 + 128 + 16 * locs[log2][s][1]);
               uint32_t st =
                  separate ? sample(f, &d.db.s_surf, px, py, s) : sample(f, &d.db.z_surf, px, py, s) >> 24;
               assert_int_equal(st, in ? 0xa5 : 0);
               assert_int_equal(sample(f, &d.cb[0].surf, px, py, s), in ? ~0u : 0);
            }
   }
}

static void
test_stencil(void **state)
{
   (void)state;
   everywhere(stencil);
}

/* I and J of the centroid set as colour. */
static void
run_copy_second_pair(struct fake_ctx *c, const struct sq_stage_state *s)
{
   memcpy(c->color[0][0].u, c->gpr[2].u, sizeof c->gpr[2].u);
   memcpy(c->color[0][1].u, c->gpr[3].u, sizeof c->gpr[3].u);
   for (unsigned i = 0; i < EMU_LANES; i++)
      c->color[0][2].u[i] = c->color[0][3].u[i] = fui(1);
}

static void
test_centroid(void **state)
{
   (void)state;
   bool end = false;
   for (unsigned level = 0; !end; level++) {
      const struct emu_kernels *k = level_kernels(level, &end);
      if (!k)
         continue;
      struct fixture f;
      fixture_init(&f, "CYPRESS", k, 1);
      static const struct sq_stage_state ps = {.run = run_copy_second_pair};
      struct emu_draw_state d = ms_state(&f, &ps, 2);
      d.baryc_enable = 2 | 4; /* centre, centroid */
      set_state(&f, &d);
      /* I grows by 1 over 64 pixels in x, J in y */
      add(&f, RASTER_PRIM_TRIANGLE, vertex(&f, 0, 0, 0, 1, NULL, 0), vertex(&f, 64, 0, 0, 1, NULL, 0),
          vertex(&f, 0, 64, 0, 1, NULL, 0));
      raster_flush(f.e.raster);
      unsigned moved = 0;
      for (unsigned y = 0; y < 64; y++)
         for (unsigned x = 0; x + y < 65 && x < 64; x++) {
            bool on[4];
            unsigned n = 0;
            for (unsigned s = 0; s < 4; s++)
               n += on[s] = sample(&f, &d.cb[0].surf, x, y, s) != 0;
            if (!n)
               continue;
            int cx = 0, cy = 0, best = 1000;
            for (unsigned s = 0; s < 4 && n < 4; s++) {
               int dist = locs[2][s][0] * locs[2][s][0] + locs[2][s][1] * locs[2][s][1];
               if (on[s] && dist < best) {
                  best = dist;
                  cx = locs[2][s][0];
                  cy = locs[2][s][1];
               }
            }
            moved += n < 4;
            for (unsigned s = 0; s < 4; s++) {
               uint32_t c = sample(&f, &d.cb[0].surf, x, y, s);
               if (!on[s])
                  continue;
               double i = (x + 0.5 + cx / 16.0) / 64, j = (y + 0.5 + cy / 16.0) / 64;
               assert_in_range(c & 0xff, (unsigned)(i * 255 + 0.5 - 0.01), (unsigned)(i * 255 + 0.5 + 0.01));
               assert_in_range(c >> 8 & 0xff, (unsigned)(j * 255 + 0.5 - 0.01),
                               (unsigned)(j * 255 + 0.5 + 0.01));
            }
         }
      assert_true(moved > 32);
      fixture_fini(&f);
   }
}

/* Red and green: where the sample is; blue: its number, in eighths; alpha: which samples are covered, in
 * 255ths. */
static void
run_sample(struct fake_ctx *c, const struct sq_stage_state *s)
{
   memcpy(c->color[0][0].u, c->gpr[0].u, sizeof c->gpr[0].u);
   memcpy(c->color[0][1].u, c->gpr[1].u, sizeof c->gpr[1].u);
   for (unsigned i = 0; i < EMU_LANES; i++) {
      c->color[0][2].u[i] = fui((float)c->gpr[4 + 3].u[i] * 32 / 255);
      c->color[0][3].u[i] = fui((float)c->gpr[8 + 2].u[i] / 255);
   }
}

static void
iterates(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {.run = run_sample};
   const unsigned ns = 1u << log2;
   struct emu_draw_state d = ms_state(f, &ps, log2);
   d.draw.raster.iterate_samples = true;
   d.interp_in_shader = true;
   d.baryc_enable = 1; /* sample */
   d.fixed_gpr = 1;
   d.face_gpr = 2;
   set_state(f, &d);
   add(f, RASTER_PRIM_TRIANGLE, vertex(f, 0, 0, 0, 1, NULL, 0), vertex(f, 64, 0, 0, 1, NULL, 0),
       vertex(f, 0, 64, 0, 1, NULL, 0));
   raster_flush(f->e.raster);
   unsigned partly = 0;
   for (unsigned y = 0; y < 64; y++)
      for (unsigned x = 0; x < 64; x++) {
         unsigned mask = 0;
         for (unsigned s = 0; s < ns; s++)
            mask |= (x * 16 + 8 + locs[log2][s][0] + y * 16 + 8 + locs[log2][s][1] < 64 * 16) << s;
         partly += mask && mask != (1u << ns) - 1;
         for (unsigned s = 0; s < ns; s++) {
            uint32_t c = sample(f, &d.cb[0].surf, x, y, s);
            if (!(mask >> s & 1)) {
               assert_int_equal(c, 0);
               continue;
            }
            double i = (x + 0.5 + locs[log2][s][0] / 16.0) / 64, j = (y + 0.5 + locs[log2][s][1] / 16.0) / 64;
            assert_in_range(c & 0xff, (unsigned)(i * 255 + 0.5 - 0.01), (unsigned)(i * 255 + 0.5 + 0.01));
            assert_in_range(c >> 8 & 0xff, (unsigned)(j * 255 + 0.5 - 0.01),
                            (unsigned)(j * 255 + 0.5 + 0.01));
            assert_int_equal(c >> 16 & 0xff, s * 32);
            assert_int_equal(c >> 24, mask);
         }
      }
   assert_true(partly > 32);
}

static void
test_iterates(void **state)
{
   (void)state;
   everywhere(iterates);
}

static void
resolves(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {.run = run_constant};
   unsigned ns = 1u << log2;
   struct emu_draw_state d = ms_state(f, &ps, log2);
   d.cb_special = 3;
   d.num_cb = 2;
   d.cb[1] = d.cb[0];
   d.cb[1].surf = surface(f, DEPTH_AT, EMU_1D_THIN1, 0, 4, W, H);
   memset(d.draw.raster.sample_pos, 0, sizeof d.draw.raster.sample_pos);
   d.draw.raster.scissor[0] = 9;
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++)
         for (unsigned s = 0; s < ns; s++) {
            uint32_t v = (x * 7919 + y * 104729 + s * 1299709) * 2654435761u;
            struct emu_surface one = d.cb[0].surf;
            one.sample = (uint8_t)s;
            memcpy(f->mem + COLOR_AT + emu_surface_offset(&one, x, y, 0), &v, 4);
         }
   set_state(f, &d);
   add_rect(f, 0, 0, W, H, 0);
   raster_flush(f->e.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         uint32_t got = pixel(f, &d.cb[1].surf, x, y);
         for (unsigned c = 0; c < 32; c += 8) {
            unsigned sum = 0;
            for (unsigned s = 0; s < ns; s++)
               sum += sample(f, &d.cb[0].surf, x, y, s) >> c & 0xff;
            unsigned lo = (sum + ns / 2 - 1) / ns, hi = (sum + ns / 2) / ns; /* halves may go either way */
            if (x < 9)
               lo = hi = 0;
            assert_in_range(got >> c & 0xff, lo, hi);
         }
      }
}

static void
test_resolve(void **state)
{
   (void)state;
   everywhere(resolves);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_depth),    cmocka_unit_test(test_stencil), cmocka_unit_test(test_centroid),
      cmocka_unit_test(test_iterates), cmocka_unit_test(test_resolve),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
