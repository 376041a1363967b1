/* SPDX-License-Identifier: MIT
 *
 * Samples: where they stand in memory, which of them primitives of each kind cover against a brute-force
 * reference, depth and stencil of each, masks, alpha to coverage, centroids, and the resolve; on all SIMD
 * levels and in the layouts of R7xx (whole micro tiles) and Evergreen (split ones).
 */
#include "emu_sc_fixture.h"

enum { W = 96, H = 80 };

/* By log2 of the number of samples. */
static int8_t locs[4][8][2];

static void
set_locs(unsigned log2, const char *xy)
{
   for (unsigned i = 0; i < 2u << log2; i++, xy++)
      locs[log2][i / 2][i % 2] = (int8_t)(*xy - 'h'); /* a = -7 ... o = 7 */
}

static const char *const chips[] = {"RV670", "RV770", "CEDAR", "CYPRESS", "CAYMAN"};

static struct emu_surface
ms_surface(const struct fixture *f, uint64_t at, bool depth, unsigned bytes, unsigned log2, unsigned w,
           unsigned h)
{
   struct emu_surface s = surface(f, at, EMU_2D_THIN1, depth, bytes, w, h);
   s.log2_samples = (uint8_t)log2;
   s.depth_samples = depth;
   s.tile_split_B = depth ? (log2 < 3 ? 128 : 256) : MAX2(128u * bytes, 256);
   s.bank_height = 2;
   s.pitch_el = (uint32_t)u_align(w, 8 * 8 * 8);
   s.height_el = (uint32_t)u_align(h, 8 * 2 * 16);
   s.slice_B = ((uint64_t)s.pitch_el * s.height_el * bytes) << log2;
   return s;
}

static uint32_t
sample(const struct fixture *f, const struct emu_surface *s, unsigned x, unsigned y, unsigned i)
{
   struct emu_surface one = *s;
   one.sample = (uint8_t)i;
   return pixel(f, &one, x, y);
}

static struct emu_draw_state
ms_state(const struct fixture *f, const struct sq_stage_state *ps, unsigned log2)
{
   struct emu_draw_state d = basic_state(f, ps, W, H);
   d.log2_samples = (uint8_t)log2;
   memcpy(d.sample_pos, locs[log2], sizeof d.sample_pos);
   d.cb[0].surf = ms_surface(f, COLOR_AT, false, 4, log2, W, H);
   return d;
}

static void
with_depth(const struct fixture *f, struct emu_draw_state *d, unsigned z_format)
{
   d->db = (struct emu_db_state){
      .z_enable = true,
      .z_write = true,
      .z_func = 1,
      .z_format = (uint8_t)z_format,
      .z_surf = ms_surface(f, DEPTH_AT, true, z_format == EMU_Z_16 ? 2 : 4, d->log2_samples, W, H),
      .has_z = true,
   };
}

/* ---- memory
 * ------------------------------------------------------------------------------------------------------ */

static void
test_layout(void **state)
{
   (void)state;
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
      for (unsigned log2 = 1; log2 < 4; log2++)
         for (unsigned bytes = 1; bytes <= 16; bytes *= 2)
            for (unsigned depth = 0; depth < (bytes <= 4 ? 2 : 1); depth++) {
               struct fixture f = {.e.chip = db_chip_find(chips[c])};
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

/* ---- coverage
 * -------------------------------------------------------------------------------------------------- */

/* Edges in 1/256 pixel against a point in 1/256 pixel; top-left rule. */
static bool
inside(const int32_t (*v)[2], unsigned n, int32_t x, int32_t y)
{
   int64_t area = 0;
   for (unsigned i = 0; i < n; i++)
      area += (int64_t)v[i][0] * v[(i + 1) % n][1] - (int64_t)v[i][1] * v[(i + 1) % n][0];
   if (!area)
      return false;
   for (unsigned i = 0; i < n; i++) {
      const int32_t *j = v[i], *k = v[(i + 1) % n];
      int64_t dx = k[0] - j[0], dy = k[1] - j[1];
      if (area < 0) {
         dx = -dx;
         dy = -dy;
      }
      int64_t e = dx * (y - j[1]) - dy * (x - j[0]);
      bool top_left = dy < 0 || (dy == 0 && dx > 0);
      if (e < 0 || (e == 0 && !top_left))
         return false;
   }
   return true;
}

static unsigned
rnd(unsigned n)
{
   return rng() % n;
}

typedef void (*each_fn)(struct fixture *f, unsigned log2);

static void
everywhere(each_fn fn)
{
   bool end = false;
   for (unsigned level = 0; !end; level++) {
      const struct emu_kernels *k = level_kernels(level, &end);
      for (unsigned c = 0; k && c < ARRAY_SIZE(chips); c++)
         for (unsigned log2 = 1; log2 < 4; log2++) {
            struct fixture f;
            if (level && (c % 2 == 0 || log2 != 2))
               continue; /* the wider levels: one chip of each kind */
            fixture_init(&f, chips[c], k, 2);
            fn(&f, log2);
            fixture_fini(&f);
         }
   }
}

static void
triangles(struct fixture *f, unsigned log2)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   for (unsigned n = 0; n < 12; n++) {
      memset(f->mem, 0, 4 << 20);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      set_state(f, &d);
      int32_t v[3][2];
      const struct emu_vertex *p[3];
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
      add(f, EMU_PRIM_TRIANGLE, p[0], p[1], p[2]);
      sc_flush(f->e.sc);
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
      memset(f->mem, 0, 4 << 20);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      bool msaa = n < 3;
      if (!msaa)
         memset(d.sample_pos, 0, sizeof d.sample_pos);
      set_state(f, &d);
      int32_t x0 = 5 * 256 + 13 + (int32_t)n * 16, y0 = 7 * 256 + 128, x1 = 70 * 256 + 99, y1 = 33 * 256 + 40;
      if (n == 1) {
         x1 = x0 + 31 * 256;
         y1 = y0 + 31 * 256;
         struct emu_prim p = {.kind = EMU_PRIM_POINT, .front = true, .half_w = 15.5f, .half_h = 15.5f};
         p.v[0] = p.v[1] = p.v[2] =
            vertex(f, (x0 + 15.5 * 256) / 256.0, (y0 + 15.5 * 256) / 256.0, 0, 1, NULL, 0);
         sc_add_prim(f->e.sc, &p);
      } else {
         add_rect(f, x0 / 256.0, y0 / 256.0, x1 / 256.0, y1 / 256.0, 0);
      }
      sc_flush(f->e.sc);
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
      memset(f->mem, 0, 4 << 20);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      d.line_expand = true;
      d.line_perpendicular_ends = ends;
      set_state(f, &d);
      struct emu_prim p = {.kind = EMU_PRIM_LINE, .front = true, .line_width = 3};
      p.v[0] = vertex(f, 10, 20, 0, 1, NULL, 0);
      p.v[1] = p.v[2] = vertex(f, 40, 20, 0, 1, NULL, 0);
      sc_add_prim(f->e.sc, &p);
      p.v[0] = vertex(f, 10, 40, 0, 1, NULL, 0);
      p.v[1] = p.v[2] = vertex(f, 50, 70, 0, 1, NULL, 0);
      p.line_width = 4;
      sc_add_prim(f->e.sc, &p);
      sc_flush(f->e.sc);
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

/* ---- depth and stencil
 * ------------------------------------------------------------------------------------------ */

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
            add(f, EMU_PRIM_RECT, vertex(f, 0, 0, 0, 1, NULL, 0), vertex(f, W, 0, 0.75, 1, NULL, 0),
                vertex(f, 0, H, 0.125, 1, NULL, 0));
         else
            add(f, EMU_PRIM_RECT, vertex(f, 0, 0, 0.5, 1, NULL, 0), vertex(f, W, 0, 0.25, 1, NULL, 0),
                vertex(f, 0, H, 0.5, 1, NULL, 0));
         if (sc_needs_flush(f->e.sc, &d))
            sc_flush(f->e.sc);
      }
      struct emu_draw_state d = ms_state(f, &red, log2);
      with_depth(f, &d, format);
      sc_flush(f->e.sc);
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
      const struct emu_vertex *p[3];
      for (unsigned i = 0; i < 3; i++)
         p[i] = vertex(f, v[i][0] / 256, v[i][1] / 256, 0, 1, NULL, 0);
      add(f, EMU_PRIM_TRIANGLE, p[0], p[1], p[2]);
      d.cb[0].write_mask = 15;
      d.db.face[0].func = d.db.face[1].func = 2;
      d.db.face[0].zpass = d.db.face[1].zpass = 0;
      set_state(f, &d);
      add_rect(f, 0, 0, W, H, 0);
      sc_flush(f->e.sc);
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

/* ---- masks
 * ------------------------------------------------------------------------------------------------------ */

static void
masks(struct fixture *f, unsigned log2)
{
   unsigned ns = 1u << log2;
   for (unsigned uniform = 0; uniform < 2; uniform++) {
      const struct sq_stage_state ps = {
         .run = run_constant, .color = {1, 1, 1, 1},
              .uniform = uniform
      };
      memset(f->mem, 0, 4 << 20);
      struct emu_draw_state d = ms_state(f, &ps, log2);
      d.aa_off[0] = 1;
      d.aa_off[1] = 2;
      d.aa_off[2] = 0xfd;
      set_state(f, &d);
      add_rect(f, 0, 0, W, H, 0);
      sc_flush(f->e.sc);
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++)
            for (unsigned s = 0; s < ns; s++)
               assert_int_equal(sample(f, &d.cb[0].surf, x, y, s),
                                d.aa_off[(y & 1) * 2 + (x & 1)] >> s & 1 ? 0 : ~0u);
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
      sc_flush(f->e.sc);
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
   d.aa_off[1] = 1;
   set_state(&f, &d);
   add_rect(&f, 0, 0, W, H, 0);
   sc_flush(f.e.sc);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++)
         assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), (x & 1) && !(y & 1) ? 0 : ~0u);
   fixture_fini(&f);
}

/* ---- centroid
 * ----------------------------------------------------------------------------------------------------- */

/* I and J of the centroid set as colour. */
static void
run_copy_second_pair(struct sq_ctx *c, const struct sq_stage_state *s)
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
      add(&f, EMU_PRIM_TRIANGLE, vertex(&f, 0, 0, 0, 1, NULL, 0), vertex(&f, 64, 0, 0, 1, NULL, 0),
          vertex(&f, 0, 64, 0, 1, NULL, 0));
      sc_flush(f.e.sc);
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

/* ---- a shader that runs for each sample
 * ----------------------------------------------------------------------------------------------------- */

/* Red and green: where the sample is; blue: its number, in eighths; alpha: which samples are covered, in
 * 255ths. */
static void
run_sample(struct sq_ctx *c, const struct sq_stage_state *s)
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
   d.iterate_samples = true;
   d.interp_in_shader = true;
   d.baryc_enable = 1; /* sample */
   d.fixed_gpr = 1;
   d.face_gpr = 2;
   set_state(f, &d);
   add(f, EMU_PRIM_TRIANGLE, vertex(f, 0, 0, 0, 1, NULL, 0), vertex(f, 64, 0, 0, 1, NULL, 0),
       vertex(f, 0, 64, 0, 1, NULL, 0));
   sc_flush(f->e.sc);
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

/* ---- resolve
 * ------------------------------------------------------------------------------------------------------ */

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
   memset(d.sample_pos, 0, sizeof d.sample_pos);
   d.scissor[0] = 9;
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
   sc_flush(f->e.sc);
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
   set_locs(1, "lldd");             /* (4, 4) (-4, -4) */
   set_locs(2, "fbnfbjjn");         /* (-2, -6) (6, -2) (-6, 2) (2, 6) */
   set_locs(3, "giimkcmkageaoeco"); /* (-1, 1) (1, 5) (3, -5) (5, 3) (-7, -1) (-3, -7) (7, -3) (-5, 7) */
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_layout),  cmocka_unit_test(test_triangles),   cmocka_unit_test(test_rectangles),
      cmocka_unit_test(test_lines),   cmocka_unit_test(test_depth),       cmocka_unit_test(test_stencil),
      cmocka_unit_test(test_masks),   cmocka_unit_test(test_mask_single), cmocka_unit_test(test_centroid),
      cmocka_unit_test(test_resolve), cmocka_unit_test(test_iterates),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
