/* SPDX-License-Identifier: MIT
 *
 * DB and CB against scalar references written from the specification: every depth function and format,
 * stencil functions and operations on both faces, early and late, every blend factor and function.
 */
#include "emu_pixel_fixture.h"
#include "../random_share.h"

#include <math.h>

static bool
compare(unsigned func, double a, double b)
{
   bool r[8] = {false, a<b, a == b, a <= b, a> b, a != b, a >= b, true};
   return r[func];
}

static uint8_t
op(unsigned o, uint8_t s, uint8_t ref)
{
   switch (o) {
   case 0:
      return s;
   case 1:
      return 0;
   case 2:
      return ref;
   case 3:
      return s == 255 ? 255 : s + 1;
   case 4:
      return s == 0 ? 0 : s - 1;
   case 5:
      return (uint8_t)~s;
   case 6:
      return (uint8_t)(s + 1);
   default:
      return (uint8_t)(s - 1);
   }
}

/* ---- depth and stencil ---- */

/* One rectangle over random contents, all results compared. */
static void
depth_stencil_case(struct fixture *f, struct emu_draw_state *d, bool front, double z, bool kill)
{
   struct emu_db_state *db = &d->db;
   static uint32_t z_old[H][W], s_old[H][W];
   uint32_t z_max = db->z_format == EMU_Z_16 ? 0xffff : 0xffffff;
   double q = floor(z * z_max + 0.5);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         uint32_t v = rng() & 1 ? (uint32_t)q : (uint32_t)(rng_range(0, 1) * z_max);
         if (db->z_format == EMU_Z_32F)
            v = fui(rng() & 1 ? (float)z : (float)rng_range(0, 1));
         uint8_t s = (uint8_t)(rng() % 4 == 0 ? rng() : rng() & 1 ? 255 : 0);
         if (db->z_format == EMU_Z_24)
            v |= (uint32_t)(db->s_separate ? rng() & 255 : s) << 24;
         z_old[y][x] = v;
         s_old[y][x] = s;
         poke(f, &db->z_surf, x, y, v);
         if (db->s_separate)
            poke(f, &db->s_surf, x, y, s);
         poke(f, &d->cb[0].surf, x, y, 0);
      }
   set_state(f, d);
   uint64_t before = raster_zpass_count(f->e.raster), passes = 0;
   struct raster_prim p = {.kind = RASTER_PRIM_RECT, .front = front};
   p.v[0] = vertex(f, 3, 2, z, 1, NULL, 0);
   p.v[1] = vertex(f, 61, 2, z, 1, NULL, 0);
   p.v[2] = vertex(f, 3, 59, z, 1, NULL, 0);
   raster_add_prim(f->e.raster, &p);
   raster_flush(f->e.raster);
   for (unsigned y = 0; y < H; y++)
      for (unsigned x = 0; x < W; x++) {
         bool covered = x >= 3 && x < 61 && y >= 2 && y < 59 && !(kill && (x ^ y) % 3 == 0);
         uint32_t zo = z_old[y][x], zn = zo;
         uint8_t so = (uint8_t)s_old[y][x], sn = so;
         bool pass = covered;
         if (covered) {
            const struct emu_stencil_face *sf = &db->face[!front];
            bool sp = true, zp = true;
            if (db->stencil_enable)
               sp = compare(sf->func, sf->ref & sf->mask, so & sf->mask);
            if (db->z_enable)
               zp = db->z_format == EMU_Z_32F ? compare(db->z_func, (float)z, uif(zo))
                                              : compare(db->z_func, q, zo & z_max);
            pass = sp && zp;
            if (db->stencil_enable) {
               uint8_t r = op(!sp ? sf->fail : zp ? sf->zpass : sf->zfail, so, sf->ref);
               sn = (uint8_t)((r & sf->writemask) | (so & ~sf->writemask));
            }
            if (pass && db->z_enable && db->z_write)
               zn = db->z_format == EMU_Z_32F ? fui((float)z) : (zo & ~z_max) | (uint32_t)q;
            if (!db->s_separate && db->z_format == EMU_Z_24)
               zn = (zn & 0xffffff) | (uint32_t)sn << 24;
         }
         passes += pass;
         uint32_t got = pixel(f, &db->z_surf, x, y);
         if (db->z_format == EMU_Z_24 && db->s_separate) { /* nobody looks at the top bits */
            got &= 0xffffff;
            zn &= 0xffffff;
         }
         assert_int_equal(got, zn);
         if (db->s_separate)
            assert_int_equal(pixel(f, &db->s_surf, x, y), sn);
         assert_int_equal(pixel(f, &d->cb[0].surf, x, y) != 0, pass);
      }
   assert_int_equal(raster_zpass_count(f->e.raster) - before, passes);
}

static void
depth_stencil(void **state)
{
   static const struct sq_stage_state ps = {
      .run = run_random, .color = {0.5f, 1, 0, 0}
   };
   static const struct sq_stage_state kill_ps = {
      .run = run_random, .color = {0.5f, 1, 1, 0}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      rng_state = 17;
      for (unsigned i = 0; i < 1000; i++) {
         bool kill = rng() % 3 == 0;
         struct emu_draw_state d = random_state(&f, kill ? &kill_ps : &ps);
         unsigned fmt = 1 + i % 3, mode = i / 3 % 2 ? EMU_1D_THIN1 : EMU_2D_THIN1;
         unsigned type = rng() % 4 ? 1 : 0;
         d.db.kill_enable = kill;
         d.db.has_z = true;
         d.db.z_format = (uint8_t)fmt;
         d.db.z_surf = surface(&f, DEPTH_AT, mode, type, fmt == EMU_Z_16 ? 2 : 4, W, H);
         d.db.s_separate = fmt != EMU_Z_24 || (rng() & 1);
         d.db.s_surf = surface(&f, STENCIL_AT, mode, type, 1, W, H);
         d.db.has_s = d.db.s_separate || fmt == EMU_Z_24;
         d.db.z_enable = rng() % 4 != 0;
         d.db.z_write = rng() & 1;
         d.db.z_func = (uint8_t)(i / 6 % 8);
         d.db.stencil_enable = rng() & 1;
         d.db.count_zpass = true;
         for (unsigned j = 0; j < 2; j++)
            d.db.face[j] = (struct emu_stencil_face){(uint8_t)(rng() % 8),
                                                     (uint8_t)(rng() % 8),
                                                     (uint8_t)(rng() % 8),
                                                     (uint8_t)(rng() % 8),
                                                     (uint8_t)(rng() & 1 ? rng() : 255),
                                                     (uint8_t)(rng() & 1 ? rng() : 255),
                                                     (uint8_t)(rng() & 1 ? rng() : 255)};
         depth_stencil_case(&f, &d, rng() & 1, (float)(rng() % 5 == 0 ? rng() & 1 : rng_range(0, 1)), kill);
      }
      fixture_fini(&f);
   }
}

/* Depth and stencil from the shader, and the clamp to the viewport's range. */
static void
run_export_depth(struct fake_ctx *c, const struct sq_stage_state *s)
{
   run_constant(c, s);
   c->out.z_done = true;
   for (unsigned i = 0; i < EMU_LANES; i++) {
      c->z[0].u[i] = fui(uif(c->gpr[0].u[i]) / 40.0f);
      c->z[1].u[i] = (uint32_t)uif(c->gpr[1].u[i]);
      c->z[2].u[i] = (uint32_t)uif(c->gpr[0].u[i]) & 1;
   }
}

static void
exports(void **state)
{
   static const struct sq_stage_state ps = {
      .run = run_export_depth, .color = {1, 1, 1, 1}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      struct emu_draw_state d = random_state(&f, &ps);
      d.draw.constants.z_min = 0.25f;
      d.draw.constants.z_max = 0.75f;
      d.db.has_z = d.db.has_s = d.db.z_enable = d.db.z_write = d.db.z_export = d.db.stencil_export = true;
      d.db.mask_export = d.db.stencil_enable = true;
      d.db.z_format = EMU_Z_24;
      d.db.z_func = 7;
      d.db.face[0] = d.db.face[1] = (struct emu_stencil_face){7, 0, 2, 0, 3, 255, 255};
      d.db.z_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, 4, W, H);
      set_state(&f, &d);
      add_rect(&f, 0, 0, W, H, 0.5);
      raster_flush(f.e.raster);
      for (unsigned y = 0; y < H; y++)
         for (unsigned x = 0; x < W; x++) {
            float z = ((float)x + 0.5f) / 40.0f;
            z = z < 0.25f ? 0.25f : z > 0.75f ? 0.75f : z;
            uint32_t want = (uint32_t)floor(z * 16777215.0 + 0.5) | y << 24;
            assert_int_equal(pixel(&f, &d.db.z_surf, x, y), x & 1 ? want : 0);
            assert_int_equal(pixel(&f, &d.cb[0].surf, x, y), x & 1 ? 0xffffffff : 0);
         }
      fixture_fini(&f);
   }
}

/* A sloped triangle with polygon offset: quantised plane plus m * factor + r * units. */
static void
polygon_offset(void **state)
{
   static const struct sq_stage_state ps = {
      .run = run_constant, .color = {1, 1, 1, 1}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      struct emu_draw_state d = basic_state(&f, &ps, W, H);
      d.db.has_z = d.db.z_enable = d.db.z_write = true;
      d.db.z_format = EMU_Z_24;
      d.db.z_func = 7;
      d.db.z_surf = surface(&f, DEPTH_AT, EMU_1D_THIN1, 1, 4, W, H);
      d.draw.raster.offset_front = true;
      d.draw.raster.offset_scale[0] = 16.0f * 2.0f; /* factor 2 */
      d.draw.raster.offset_units[0] = 2.0f * 100;   /* 100 units of 2^-23 */
      d.draw.raster.offset_db_bits = -24;
      set_state(&f, &d);
      add(&f, RASTER_PRIM_TRIANGLE, vertex(&f, 0, 0, 0, 1, NULL, 0), vertex(&f, 128, 0, 0.5, 1, NULL, 0),
          vertex(&f, 0, 128, 0.25, 1, NULL, 0));
      raster_flush(f.e.raster);
      for (unsigned y = 0; y < 40; y++)
         for (unsigned x = 0; x < 40; x++) {
            double z = (x + 0.5) / 256 + (y + 0.5) / 512 + 2.0 / 256 + 200.0 / 16777216;
            assert_int_equal(pixel(&f, &d.db.z_surf, x, y), (uint32_t)floor(z * 16777215.0 + 0.5));
         }
      fixture_fini(&f);
   }
}

/* ---- blending ---- */

static double
factor_of(unsigned f, unsigned c, const double s[4], const double d[4], const double k[4])
{
   switch (f) {
   case 1:
      return 1;
   case 2:
      return s[c];
   case 3:
      return 1 - s[c];
   case 4:
      return s[3];
   case 5:
      return 1 - s[3];
   case 6:
      return d[3];
   case 7:
      return 1 - d[3];
   case 8:
      return d[c];
   case 9:
      return 1 - d[c];
   case 10:
      return c == 3 ? 1 : fmin(s[3], 1 - d[3]);
   case 13:
      return k[c];
   case 14:
      return 1 - k[c];
   case 19:
      return k[3];
   case 20:
      return 1 - k[3];
   default:
      return 0;
   }
}

static double
equation_of(unsigned func, double s, double fs, double d, double fd)
{
   switch (func) {
   case 0:
      return s * fs + d * fd;
   case 1:
      return s * fs - d * fd;
   case 2:
      return fmin(s, d);
   case 3:
      return fmax(s, d);
   default:
      return d * fd - s * fs;
   }
}

static void
blend(void **state)
{
   static const uint8_t factors[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 19, 20};
   static const struct sq_stage_state ps = {
      .run = run_random, .color = {-0.25f, 1.25f, 0, 0}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      rng_state = 23;
      static uint32_t old[H][W];
      const unsigned step = 15 * 15 * 3 / random_share(15 * 15 * 3);
      for (unsigned i = 0; i < 15 * 15 * 3; i += step) {
         struct emu_draw_state d = random_state(&f, &ps);
         struct emu_cb_state *cb = &d.cb[0];
         cb->surf = surface(&f, COLOR_AT, rng() & 1 ? EMU_1D_THIN1 : EMU_LINEAR_ALIGNED, rng() & 1, 4, W, H);
         cb->blend_enable = true;
         cb->color_src = factors[i % 15];
         cb->color_dst = factors[i / 15 % 15];
         cb->color_func = (uint8_t)(i / 225 == 0 ? 0 : rng() % 5);
         cb->alpha_src = factors[rng() % 15];
         cb->alpha_dst = factors[rng() % 15];
         cb->alpha_func = (uint8_t)(rng() % 5);
         if (rng() & 1) {
            cb->alpha_src = cb->color_src;
            cb->alpha_dst = cb->color_dst;
            cb->alpha_func = cb->color_func;
         }
         cb->comp_swap = (uint8_t)(rng() % 4);
         cb->write_mask = (uint8_t)(rng() & 1 ? 15 : rng() & 15);
         double kc[4];
         for (unsigned c = 0; c < 4; c++) {
            d.blend_const[c] = (float)rng_range(0, 1);
            kc[c] = d.blend_const[c];
         }
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++)
               poke(&f, &cb->surf, x, y, old[y][x] = rng() << 1 ^ rng());
         set_state(&f, &d);
         add_rect(&f, 0, 0, W, H - 3, 0);
         raster_flush(f.e.raster);
         for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++) {
               uint32_t got = pixel(&f, &cb->surf, x, y);
               if (y >= H - 3) {
                  assert_int_equal(got, old[y][x]);
                  continue;
               }
               float sf[4];
               double s[4], dst[4];
               random_color(&ps, x, y, sf);
               for (unsigned comp = 0; comp < 4; comp++) {
                  unsigned ch = color_swaps[3][cb->comp_swap][comp];
                  dst[ch] = (old[y][x] >> (8 * comp) & 255) / 255.0;
                  s[ch] = clamp01(sf[ch]);
               }
               for (unsigned comp = 0; comp < 4; comp++) {
                  unsigned ch = color_swaps[3][cb->comp_swap][comp];
                  bool a = ch == 3;
                  double fs = factor_of(a ? cb->alpha_src : cb->color_src, ch, s, dst, kc);
                  double fd = factor_of(a ? cb->alpha_dst : cb->color_dst, ch, s, dst, kc);
                  double r =
                     255 * clamp01(equation_of(a ? cb->alpha_func : cb->color_func, s[ch], fs, dst[ch], fd));
                  double g = got >> (8 * comp) & 255;
                  if (cb->write_mask >> ch & 1)
                     assert_true(fabs(g - r) <= 0.5 + 1e-4);
                  else
                     assert_true(g == (old[y][x] >> (8 * comp) & 255));
               }
            }
      }
      fixture_fini(&f);
   }
}

/* Two pixels of one wave at one place: both blends happen, in order. */
static void
blend_order(void **state)
{
   static const struct sq_stage_state half = {
      .run = run_constant, .color = {1, 0, 0, 0.5f}
   };
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      fixture_init(&f, "RV770", k, 1);
      struct emu_draw_state d = basic_state(&f, &half, W, H);
      d.cb[0].blend_enable = true;
      d.cb[0].color_src = d.cb[0].alpha_src = 4;
      d.cb[0].color_dst = d.cb[0].alpha_dst = 5;
      set_state(&f, &d);
      for (unsigned i = 0; i < 3; i++) /* small, so that all fit into one wave */
         add_rect(&f, 10, 10, 13, 13, 0);
      raster_flush(f.e.raster);
      /* 0 -> 128 (127.5 rounds up) -> 191.5 -> 223.5 */
      uint32_t got = pixel(&f, &d.cb[0].surf, 11, 11) & 255;
      assert_true(got == 223 || got == 224);
      fixture_fini(&f);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(depth_stencil), cmocka_unit_test(exports),     cmocka_unit_test(polygon_offset),
      cmocka_unit_test(blend),         cmocka_unit_test(blend_order),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
