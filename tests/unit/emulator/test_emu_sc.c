/* SPDX-License-Identifier: MIT
 *
 * SC and SPI: coverage against an exact scalar reference, meshes without gaps or double pixels, lines,
 * points, scissors, interpolation against double precision, packing order, and one picture for any number of
 * threads, any SIMD level and any array mode.
 */
#include "emu_sc_fixture.h"

#include "emulator/raster/assemble.h"
#include "emulator/raster/raster.h"
#include "../random_share.h"

static void
set_additive(struct emu_draw_state *d)
{
   d->cb[0].blend_enable = true;
   d->cb[0].color_src = d->cb[0].color_dst = d->cb[0].alpha_src = d->cb[0].alpha_dst = 1;
}

/* ---- coverage ---- */

/* A jittered grid of triangles covers each pixel of its inside exactly once. */
static void
mesh_once(void **state)
{
   enum { W = 200, H = 150, N = 23, M = 17 };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      rng_state = 7;
      for (unsigned round = 0; round < 6; round++) {
         struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
         set_additive(&d);
         memset(f.mem, 0, MEM_B);
         set_state(&f, &d);
         const struct raster_vertex *v[M + 1][N + 1];
         for (unsigned j = 0; j <= M; j++)
            for (unsigned i = 0; i <= N; i++) {
               bool edge = i == 0 || j == 0 || i == N || j == M;
               double jx = edge ? 0 : rng_range(-1.9, 1.9), jy = edge ? 0 : rng_range(-1.9, 1.9);
               if (round & 1) { /* vertices on pixel centres and corners */
                  jx = (double)(int)(jx * 2) / 2;
                  jy = (double)(int)(jy * 2) / 2;
               }
               double x = 10.5 + i * 8 + jx, y = 5.5 + j * 8 + jy;
               v[j][i] = vertex(&f, x, y, 0, 1, NULL, 0);
            }
         for (unsigned j = 0; j < M; j++)
            for (unsigned i = 0; i < N; i++) {
               bool turn = rng() & 1, flip = rng() & 1;
               const struct raster_vertex *q[4] = {v[j][i], v[j][i + 1], v[j + 1][i + 1], v[j + 1][i]};
               for (unsigned t = 0; t < 2; t++) {
                  const struct raster_vertex *a = q[turn + 0], *b = q[turn + 1 + t],
                                             *c = q[(turn + 2 + t) & 3];
                  add(&f, RASTER_PRIM_TRIANGLE, a, flip ? c : b, flip ? b : c);
               }
            }
         raster_flush(f.e.raster);
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++) {
               bool in = x >= 10 && x < 10 + N * 8 && y >= 5 && y < 5 + M * 8;
               assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), in);
            }
      }
      fixture_fini(&f);
   }
}

static bool
inside(const struct raster_vertex *const v[3], unsigned px, unsigned py)
{
   int64_t x[3], y[3];
   for (unsigned i = 0; i < 3; i++) {
      x[i] = (int64_t)(v[i]->x * 256);
      y[i] = (int64_t)(v[i]->y * 256);
   }
   int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
   if (!area)
      return false;
   int64_t sx = px * 256 + 128, sy = py * 256 + 128;
   for (unsigned i = 0; i < 3; i++) {
      unsigned j = (i + 1) % 3;
      int64_t dx = x[j] - x[i], dy = y[j] - y[i];
      int64_t e = dx * (sy - y[i]) - dy * (sx - x[i]);
      if (area < 0) {
         e = -e;
         dx = -dx;
         dy = -dy;
      }
      /* inside is to the right of a left edge (y grows downwards) and below a top edge */
      bool top_left = dy < 0 || (dy == 0 && dx > 0);
      if (e < 0 || (e == 0 && !top_left))
         return false;
   }
   return true;
}

/* As VGT does with what needs no clipping. */
static void
add_fixed(struct fixture *f, const struct raster_state *s, const struct raster_vertex *const v[3])
{
   int32_t at[3][2];
   for (unsigned i = 0; i < 3; i++) {
      at[i][0] = raster_to_fixed(v[i]->x);
      at[i][1] = raster_to_fixed(v[i]->y);
   }
   const int32_t *const fixed[3] = {at[0], at[1], at[2]};
   const int face = raster_face_of(raster_facing_of(s), at[0], at[1], at[2]);
   const struct raster_prim p = {
      .kind = RASTER_PRIM_TRIANGLE, .front = face == RASTER_FRONT, .v = {v[0], v[1], v[2]}
   };
   if (face >= 0)
      raster_add_triangle(f->e.raster, &p, fixed);
}

/* Many small triangles one behind the other, between them some that are not, in several tiles. */
static void
small_triangles(void **state)
{
   enum { W = 150, H = 140, N = 50, ROUNDS = 60 };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "CYPRESS", k, 1);
      rng_state = 23;
      for (unsigned round = 0; round < random_share(ROUNDS); round++) {
         struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
         static uint8_t want[H][W];
         set_additive(&d);
         int32_t scissor[4] = {(int32_t)(rng() % 70), (int32_t)(rng() % 70), W - (int32_t)(rng() % 60),
                               H - (int32_t)(rng() % 60)};
         memcpy(d.draw.raster.scissor, scissor, sizeof scissor);
         memset(f.mem, 0, W * H * 8);
         memset(want, 0, sizeof want);
         set_state(&f, &d);
         for (unsigned n = 0; n < N; n++) {
            const double size = n % 9 == 8 ? 100 : n % 3 == 2 ? 8 : 1.5;
            const double cx = rng_range(0, W), cy = rng_range(0, H);
            const struct raster_vertex *v[3];
            for (unsigned i = 0; i < 3; i++) {
               double x = cx + rng_range(-size, size), y = cy + rng_range(-size, size);
               if (round % 4 == 0) { /* vertices on centres */
                  x = (int)x + 0.5;
                  y = (int)y + 0.5;
               }
               v[i] = vertex(&f, x, y, 0, 1, NULL, 0);
            }
            add_fixed(&f, &d.draw.raster, v);
            for (int y = scissor[1]; y < scissor[3]; y++)
               for (int x = scissor[0]; x < scissor[2]; x++)
                  want[y][x] += inside(v, (unsigned)x, (unsigned)y);
         }
         raster_flush(f.e.raster);
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++)
               assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), want[y][x]);
      }
      fixture_fini(&f);
   }
}

static void
triangles_exact(void **state)
{
   enum { W = 150, H = 140 };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "CYPRESS", k, 1);
      rng_state = 99;
      for (unsigned round = 0; round < random_share(500); round++) {
         struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
         set_additive(&d);
         int32_t raster[4] = {(int32_t)(rng() % 40), (int32_t)(rng() % 40), W - (int32_t)(rng() % 40),
                              H - (int32_t)(rng() % 40)};
         memcpy(d.draw.raster.scissor, raster, sizeof raster);
         memset(f.mem, 0, W * H * 8);
         set_state(&f, &d);
         double size = round % 5 == 0 ? 32000 : round % 5 == 1 ? 3 : round % 5 == 2 ? 1.5 : 200;
         double cx = rng_range(0, W), cy = rng_range(0, H);
         const struct raster_vertex *v[3];
         for (unsigned i = 0; i < 3; i++) {
            double x = cx + rng_range(-size, size), y = cy + rng_range(-size, size);
            if (round % 7 == 0) {
               x = (int)x + 0.5;
               y = (int)y + 0.5;
            }
            v[i] = vertex(&f, CLAMP(x, -32768, 32767), CLAMP(y, -32768, 32767), 0, 1, NULL, 0);
         }
         if (rng() & 1)
            add(&f, RASTER_PRIM_TRIANGLE, v[0], v[1], v[2]);
         else
            add_fixed(&f, &d.draw.raster, v);
         uint64_t pixels = raster_statistics(f.e.raster).pixels, expected = 0;
         raster_flush(f.e.raster);
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++) {
               bool in = (int)x >= raster[0] && (int)y >= raster[1] && (int)x < raster[2] &&
                         (int)y < raster[3] && inside(v, x, y);
               assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), in);
               expected += in;
            }
         assert_int_equal(raster_statistics(f.e.raster).pixels - pixels, expected);
      }
      fixture_fini(&f);
   }
}

static void
rects_and_points(void **state)
{
   enum { W = 130, H = 130 };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV670", k, 1);
      rng_state = 5;
      for (unsigned round = 0; round < random_share(200); round++) {
         struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
         set_additive(&d);
         memset(f.mem, 0, W * H * 8);
         set_state(&f, &d);
         double x0 = snap(rng_range(-20, 140)), y0 = snap(rng_range(-20, 140)), w, h;
         w = rng() % 64 / 4.0 + 0.25;
         h = rng() % 300 / 4.0 + 0.25;
         if (round & 1) {
            add_rect(&f, x0, y0, x0 + w, y0 + h, 0);
         } else {
            struct raster_prim p = {
               .kind = RASTER_PRIM_POINT, .half_w = (float)(w / 2), .half_h = (float)(h / 2)};
            p.v[0] = vertex(&f, x0 + w / 2, y0 + h / 2, 0, 1, NULL, 0);
            raster_add_prim(f.e.raster, &p);
         }
         raster_flush(f.e.raster);
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++) {
               bool in = x + 0.5 >= x0 && x + 0.5 < x0 + w && y + 0.5 >= y0 && y + 0.5 < y0 + h;
               assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), in);
            }
      }
      fixture_fini(&f);
   }
}

/* Chains of lines: each column of the major axis gets exactly one pixel per unit of width, the joints of
 * lines in one direction neither gap nor overlap. */
static void
lines(void **state)
{
   enum { W = 200, H = 200 };
   struct fixture f;
   bool end;
   fixture_init(&f, "RV770", level_kernels(0, &end), 1);
   rng_state = 11;
   for (unsigned round = 0; round < random_share(200); round++) {
      struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
      set_additive(&d);
      memset(f.mem, 0, W * H * 8);
      set_state(&f, &d);
      unsigned width = 1 + rng() % 5;
      bool steep = rng() & 1, back = rng() & 1;
      double u[3] = {snap(rng_range(20, 60)), snap(rng_range(70, 120)), snap(rng_range(130, 180))}, v[3];
      double slope = rng_range(-1, 1);
      for (unsigned i = 0; i < 3; i++)
         v[i] = snap(100 + (u[i] - 100) * slope * 0.9);
      for (unsigned i = 0; i < 2; i++) {
         unsigned a = back ? 2 - i : i, b = back ? 1 - i : i + 1;
         struct raster_prim p = {.kind = RASTER_PRIM_LINE, .line_width = (float)width};
         p.v[0] = steep ? vertex(&f, v[a], u[a], 0, 1, NULL, 0) : vertex(&f, u[a], v[a], 0, 1, NULL, 0);
         p.v[1] = steep ? vertex(&f, v[b], u[b], 0, 1, NULL, 0) : vertex(&f, u[b], v[b], 0, 1, NULL, 0);
         raster_add_prim(f.e.raster, &p);
      }
      raster_flush(f.e.raster);
      for (unsigned c = 0; c < W; c++) {
         unsigned sum = 0, most = 0;
         for (unsigned r = 0; r < H; r++) {
            unsigned n = steep ? pixel(&f, &d.cb[0].surf, r, c) : pixel(&f, &d.cb[0].surf, c, r);
            sum += n;
            most = MAX2(most, n);
         }
         assert_true(most <= 1);
         if (c > u[0] + 1 && c + 1 < u[2] - 1)
            assert_int_equal(sum, width);
         if (c + 1 < u[0] - 1 || c > u[2] + 1)
            assert_int_equal(sum, 0);
      }
   }
   /* the diamond-exit rule at the ends, figure 3.4 of the specification's text: (x0, x1) on row 10.5 */
   static const struct {
      double x0, x1;
      int first, last;
   } ends[] = {
      {2.5,  6.5,  2, 5},
      {2.25, 6.25, 2, 5},
      {2.75, 6.75, 2, 5},
      {6.5,  2.5,  6, 3},
      {2.5,  2.75, 1, 0}
   };
   for (unsigned i = 0; i < ARRAY_SIZE(ends); i++) {
      struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
      memset(f.mem, 0, W * H * 8);
      set_state(&f, &d);
      add(&f, RASTER_PRIM_LINE, vertex(&f, ends[i].x0, 10.5, 0, 1, NULL, 0),
          vertex(&f, ends[i].x1, 10.5, 0, 1, NULL, 0), NULL);
      raster_flush(f.e.raster);
      int lo = MIN2(ends[i].first, ends[i].last), hi = MAX2(ends[i].first, ends[i].last);
      bool none = i == 4;
      for (int x = 0; x < 10; x++)
         assert_int_equal(pixel(&f, &d.cb[0].surf, (unsigned)x, 10) & 255, !none && x >= lo && x <= hi);
   }
   /* the same with their last pixels */
   static const int8_t longer[] = {6, 6, 6, 2, 2};
   for (unsigned i = 0; i < ARRAY_SIZE(ends); i++) {
      struct emu_draw_state d = basic_state(&f, &count_ps, W, H);
      d.draw.raster.line_last_pixel = true;
      memset(f.mem, 0, W * H * 8);
      set_state(&f, &d);
      add(&f, RASTER_PRIM_LINE, vertex(&f, ends[i].x0, 10.5, 0, 1, NULL, 0),
          vertex(&f, ends[i].x1, 10.5, 0, 1, NULL, 0), NULL);
      raster_flush(f.e.raster);
      int first = i == 4 ? 2 : ends[i].first, lo = MIN2(first, longer[i]), hi = MAX2(first, longer[i]);
      for (int x = 0; x < 10; x++)
         assert_int_equal(pixel(&f, &d.cb[0].surf, (unsigned)x, 10) & 255, x >= lo && x <= hi);
   }
   fixture_fini(&f);
}

/* ---- interpolation ---- */

/* R0 = interpolated parameter, by the generation's way. */
static void
run_interp(struct fake_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned i = 0; i < EMU_LANES; i++)
      for (unsigned ch = 0; ch < 4; ch++) {
         float v = input_param(&c->wave, i, ch, 0) + uif(c->gpr[0].u[i]) * input_param(&c->wave, i, ch, 1);
         c->color[0][ch].u[i] = fui(v + uif(c->gpr[1].u[i]) * input_param(&c->wave, i, ch, 2));
      }
}
static const struct sq_stage_state interp_ps = {.run = run_interp};
static const struct sq_stage_state copy_ps = {.run = run_copy_r0};

static void
perspective(void **state)
{
   enum { W = 160, H = 160 };
   static const char *const chips[] = {"RV770", "CYPRESS"};
   for (unsigned chip = 0; chip < 2; chip++) {
      FOR_EACH_LEVEL(k)
      {
         struct fixture f;
         fixture_init(&f, chips[chip], k, 1);
         rng_state = 3;
         double worst = 0;
         for (unsigned round = 0; round < random_share(60); round++) {
            struct emu_draw_state d = basic_state(&f, chip ? &interp_ps : &copy_ps, W, H);
            d.cb[0].surf = surface(&f, COLOR_AT, EMU_1D_THIN1, 1, 16, W, H);
            d.cb[0].format = 35;
            d.cb[0].number_type = 7;
            d.cb[0].blend_clamp = false;
            d.num_ps_in = d.draw.raster.num_params = 1;
            memset(f.mem, 0, d.cb[0].surf.slice_B);
            set_state(&f, &d);
            const struct raster_vertex *v[3];
            float param[3][4];
            bool flat_w = round % 3 == 0;
            for (unsigned i = 0; i < 3; i++) {
               for (unsigned c = 0; c < 4; c++)
                  param[i][c] = (float)rng_range(0, 1);
               double size = round % 2 ? 3000 : 170;
               v[i] = vertex(&f, 80 + rng_range(-size, size), 80 + rng_range(-size, size), 0.5,
                             flat_w ? 0.25 : rng_range(0.05, 2), param[i], 1);
            }
            add(&f, RASTER_PRIM_TRIANGLE, v[0], v[1], v[2]);
            raster_flush(f.e.raster);
            double x[3], y[3];
            for (unsigned i = 0; i < 3; i++) {
               x[i] = v[i]->x;
               y[i] = v[i]->y;
            }
            double area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
            for (unsigned py = 0; py < H; py++)
               for (unsigned px = 0; px < W; px++) {
                  if (!inside(v, px, py))
                     continue;
                  double sx = px + 0.5, sy = py + 0.5;
                  double b[3];
                  b[1] = ((sx - x[0]) * (y[2] - y[0]) - (sy - y[0]) * (x[2] - x[0])) / area;
                  b[2] = ((x[1] - x[0]) * (sy - y[0]) - (y[1] - y[0]) * (sx - x[0])) / area;
                  b[0] = 1 - b[1] - b[2];
                  double den = 0;
                  for (unsigned i = 0; i < 3; i++)
                     den += b[i] * (double)v[i]->rw;
                  for (unsigned c = 0; c < 4; c++) {
                     double want = 0;
                     for (unsigned i = 0; i < 3; i++)
                        want += b[i] * (double)v[i]->rw * (double)param[i][c];
                     want /= den;
                     float got;
                     memcpy(&got, f.mem + emu_surface_offset(&d.cb[0].surf, px, py, 0) + c * 4, 4);
                     double err = got > want ? got - want : want - got;
                     worst = MAX2(worst, err);
                  }
               }
         }
         assert_true(worst < 4e-7);
         fixture_fini(&f);
      }
   }
}

/* Flat inputs, defaults, sprite coordinates, position and face. */
static void
special_inputs(void **state)
{
   enum { W = 64, H = 64 };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      struct emu_draw_state d = basic_state(&f, &copy_ps, W, H);
      d.cb[0].surf = surface(&f, COLOR_AT, EMU_1D_THIN1, 1, 16, W, H);
      d.cb[0].format = 35;
      d.cb[0].blend_clamp = false;
      d.num_ps_in = d.draw.raster.num_params = 1;
      d.flat_shade_enable = true;
      d.ps_in[0].flat = true;
      static const float a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4] = {9, 10, 11, 12};
      set_state(&f, &d);
      struct raster_prim p = {.kind = RASTER_PRIM_TRIANGLE, .provoking = 2};
      p.v[0] = vertex(&f, 0, 0, 0, 1, a, 1);
      p.v[1] = vertex(&f, 60, 0, 0, 0.5, b, 1);
      p.v[2] = vertex(&f, 0, 60, 0, 0.25, c, 1);
      raster_add_prim(f.e.raster, &p);
      raster_flush(f.e.raster);
      float got[4];
      memcpy(got, f.mem + emu_surface_offset(&d.cb[0].surf, 17, 9, 0), 16);
      assert_memory_equal(got, c, 16);

      d.ps_in[0].param = -1;
      d.ps_in[0].default_val = 2;
      set_state(&f, &d);
      p.v[0] = vertex(&f, 0, 0, 0, 1, NULL, 0);
      p.v[1] = vertex(&f, 60, 0, 0, 1, NULL, 0);
      p.v[2] = vertex(&f, 0, 60, 0, 1, NULL, 0);
      raster_add_prim(f.e.raster, &p);
      raster_flush(f.e.raster);
      memcpy(got, f.mem + emu_surface_offset(&d.cb[0].surf, 17, 9, 0), 16);
      assert_true(got[0] == 1 && got[1] == 1 && got[2] == 1 && got[3] == 0);

      for (unsigned top = 0; top < 2; top++) {
         d.ps_in[0] = (struct emu_ps_input){.param = 0, .point_sprite = true};
         d.point_sprite_enable = true;
         d.point_sprite_top_1 = top;
         d.sprite_sel[0] = 2;
         d.sprite_sel[1] = 3;
         d.sprite_sel[2] = 0;
         d.sprite_sel[3] = 4; /* keeps the parameter */
         set_state(&f, &d);
         struct raster_prim pt = {.kind = RASTER_PRIM_POINT, .half_w = 8, .half_h = 8};
         pt.v[0] = vertex(&f, 30, 20, 0, 1, a, 1);
         raster_add_prim(f.e.raster, &pt);
         raster_flush(f.e.raster);
         memcpy(got, f.mem + emu_surface_offset(&d.cb[0].surf, 24, 13, 0), 16);
         assert_true(got[0] == 2.5f / 16 && got[1] == (top ? 1 - 1.5f / 16 : 1.5f / 16));
         assert_true(got[2] == 0 && got[3] == 4);
      }

      /* position: x, y, z, w = 1 / rw */
      d.num_ps_in = 0;
      d.pos_gpr = 0;
      set_state(&f, &d);
      p.v[0] = vertex(&f, 0, 0, 0.25, 0.5, NULL, 0);
      p.v[1] = vertex(&f, 60, 0, 0.25, 0.5, NULL, 0);
      p.v[2] = vertex(&f, 0, 60, 0.25, 0.5, NULL, 0);
      raster_add_prim(f.e.raster, &p);
      raster_flush(f.e.raster);
      for (unsigned y = 0; y < 50; y++)
         for (unsigned x = 0; x + y < 55; x++) {
            memcpy(got, f.mem + emu_surface_offset(&d.cb[0].surf, x, y, 0), 16);
            assert_true(got[0] == (float)x + 0.5f && got[1] == (float)y + 0.5f && got[2] == 0.25f &&
                        got[3] == 2);
         }
      d.pos_gpr = -1;
      d.face_gpr = 0;
      for (unsigned front = 0; front < 2; front++) {
         set_state(&f, &d);
         p.front = front;
         for (unsigned i = 0; i < 3; i++)
            p.v[i] = vertex(&f, i == 1 ? 60 : 0, i == 2 ? 60 : 0, 0, 1, NULL, 0);
         raster_add_prim(f.e.raster, &p);
         raster_flush(f.e.raster);
         memcpy(got, f.mem + emu_surface_offset(&d.cb[0].surf, 3, 3, 0), 16);
         assert_true(front ? got[0] > 0 : got[0] < 0);
      }
      fixture_fini(&f);
   }
}

/* ---- one picture ---- */

static void
run_position_color(struct fake_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned i = 0; i < EMU_LANES; i++) {
      for (unsigned ch = 0; ch < 4; ch++)
         c->color[0][ch].u[i] =
            fui(input_param(&c->wave, i, ch, 0) + uif(c->gpr[0].u[i]) * input_param(&c->wave, i, ch, 1) +
                uif(c->gpr[1].u[i]) * input_param(&c->wave, i, ch, 2));
      if (s->color[0] > 0 && uif(c->color[0][0].u[i]) < s->color[0])
         c->out.killed |= UINT64_C(1) << i;
   }
}
static const struct sq_stage_state scene_ps = {.run = run_position_color};
static const struct sq_stage_state scene_kill_ps = {
   .run = run_position_color, .color = {0.4f, 0, 0, 0}
};

/* Random primitives under random states; returns a hash of colours in pixel order, depth and stencil. */
static uint64_t
scene(const struct emu_kernels *k, unsigned threads, unsigned mode, unsigned type, uint64_t *zpass)
{
   enum { W = 300, H = 200 };
   struct fixture f;
   fixture_init(&f, "CYPRESS", k, threads);
   rng_state = 42;
   struct emu_draw_state d;
   for (unsigned draw = 0; draw < 60; draw++) {
      bool kill = rng() % 4 == 0;
      d = basic_state(&f, kill ? &scene_kill_ps : &scene_ps, W, H);
      d.cb[0].surf = surface(&f, COLOR_AT, mode, type, 4, W, H);
      d.num_ps_in = d.draw.raster.num_params = 1;
      d.db.kill_enable = kill;
      d.db.has_z = d.db.has_s = true;
      d.db.z_format = EMU_Z_24;
      d.db.s_separate = true;
      d.db.z_surf = surface(&f, DEPTH_AT, mode == EMU_2D_THIN1 ? EMU_2D_THIN1 : EMU_1D_THIN1, 1, 4, W, H);
      d.db.s_surf = surface(&f, STENCIL_AT, EMU_1D_THIN1, 1, 1, W, H);
      d.db.z_enable = rng() % 3 != 0;
      d.db.z_write = rng() % 3 != 0;
      d.db.z_func = (uint8_t)(rng() % 8 | 4);
      d.db.count_zpass = rng() & 1;
      d.db.stencil_enable = rng() & 1;
      for (unsigned i = 0; i < 2; i++)
         d.db.face[i] = (struct emu_stencil_face){(uint8_t)(rng() % 8 | 1),
                                                  (uint8_t)(rng() % 8),
                                                  (uint8_t)(rng() % 8),
                                                  (uint8_t)(rng() % 8),
                                                  (uint8_t)rng(),
                                                  0xff,
                                                  0xff};
      if (rng() & 1) {
         d.cb[0].blend_enable = true;
         d.cb[0].color_src = d.cb[0].alpha_src = 4;
         d.cb[0].color_dst = d.cb[0].alpha_dst = 5;
      }
      if (rng() % 4 == 0)
         d.cb[0].write_mask = (uint8_t)(rng() & 15);
      if (needs_flush(&f, &d))
         raster_flush(f.e.raster);
      set_state(&f, &d);
      for (unsigned n = 0; n < 40; n++) {
         float param[3][4];
         const struct raster_vertex *v[3];
         double size = n % 4 == 0 ? 200 : 9, cx = rng_range(0, W), cy = rng_range(0, H);
         for (unsigned i = 0; i < 3; i++) {
            for (unsigned c = 0; c < 4; c++)
               param[i][c] = (float)rng_range(0, 1);
            v[i] = vertex(&f, cx + rng_range(-size, size), cy + rng_range(-size, size), rng_range(0, 1),
                          rng_range(0.1, 1), param[i], 1);
         }
         struct raster_prim p = {
            .kind = RASTER_PRIM_TRIANGLE, .front = rng() & 1, .v = {v[0], v[1], v[2]}
         };
         if (n % 13 == 0)
            p = (struct raster_prim){.kind = RASTER_PRIM_POINT, .v = {v[0]}, .half_w = 5, .half_h = 7};
         else if (n % 13 == 1)
            p = (struct raster_prim){
               .kind = RASTER_PRIM_LINE, .v = {v[0], v[1]},
                    .line_width = 3
            };
         raster_add_prim(f.e.raster, &p);
      }
   }
   raster_flush(f.e.raster);
   uint64_t hash = 0;
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         hash = (hash ^ pixel(&f, &d.cb[0].surf, x, y)) * UINT64_C(0x100000001b3);
         hash = (hash ^ pixel(&f, &d.db.z_surf, x, y)) * UINT64_C(0x100000001b3);
         hash = (hash ^ pixel(&f, &d.db.s_surf, x, y)) * UINT64_C(0x100000001b3);
         hash ^= hash >> 29;
      }
   *zpass = raster_zpass_count(f.e.raster);
   fixture_fini(&f);
   return hash;
}

static void
one_picture(void **state)
{
   static const unsigned threads[] = {1, 2, 7};
   static const uint8_t modes[][2] = {
      {EMU_1D_THIN1,       0},
      {EMU_1D_THIN1,       1},
      {EMU_2D_THIN1,       0},
      {EMU_2D_THIN1,       1},
      {EMU_LINEAR_ALIGNED, 0}
   };
   uint64_t first = 0, first_zpass = 0;
   bool have = false;
   FOR_EACH_LEVEL(k)
   {
      for (unsigned t = 0; t < ARRAY_SIZE(threads); t++)
         for (unsigned m = 0; m < ARRAY_SIZE(modes); m++) {
            uint64_t zpass, h = scene(k, threads[t], modes[m][0], modes[m][1], &zpass);
            if (!have) {
               first = h;
               first_zpass = zpass;
               have = true;
            }
            assert_true(h == first);
            assert_true(zpass == first_zpass && zpass > 0);
         }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(mesh_once),       cmocka_unit_test(small_triangles),
      cmocka_unit_test(triangles_exact), cmocka_unit_test(rects_and_points),
      cmocka_unit_test(lines),           cmocka_unit_test(perspective),
      cmocka_unit_test(special_inputs),  cmocka_unit_test(one_picture),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
