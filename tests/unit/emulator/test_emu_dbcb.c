/* SPDX-License-Identifier: MIT
 *
 * DB and CB against scalar references written from the specification: every depth function and format,
 * stencil functions and operations on both faces, early and late, every blend factor and function, every
 * colour format, write masks, raster operations.
 */
#include "emu_sc_fixture.h"

#include <math.h>

enum { W = 64, H = 64 };

/* R0 holds position: x is random enough as the source of everything else. */
static void
run_random(struct fake_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned i = 0; i < EMU_LANES; i++) {
      uint32_t x = (uint32_t)uif(c->gpr[0].u[i]), y = (uint32_t)uif(c->gpr[1].u[i]);
      for (unsigned ch = 0; ch < 4; ch++) {
         uint32_t h = (x * 7919 + y * 104729 + ch * 1299709) * 2654435761u;
         float r = (float)(h >> 8) / 16777216.0f;
         c->color[0][ch].u[i] = fui(s->color[0] + r * (s->color[1] - s->color[0]));
      }
      if (s->color[2] > 0 && (x ^ y) % 3 == 0)
         c->out.killed |= UINT64_C(1) << i;
   }
}
static void
random_color(const struct sq_stage_state *s, unsigned x, unsigned y, float out[4])
{
   for (unsigned ch = 0; ch < 4; ch++) {
      uint32_t h = (x * 7919 + y * 104729 + ch * 1299709) * 2654435761u;
      out[ch] = s->color[0] + (float)(h >> 8) / 16777216.0f * (s->color[1] - s->color[0]);
   }
}

static struct emu_draw_state
random_state(const struct fixture *f, const struct sq_stage_state *ps)
{
   struct emu_draw_state d = basic_state(f, ps, W, H);
   d.pos_gpr = 0;
   d.baryc_enable = 0;
   return d;
}

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

static void
poke(struct fixture *f, const struct emu_surface *s, unsigned x, unsigned y, uint32_t v)
{
   memcpy(f->mem + (s->addr - EMU_VRAM_BASE) + emu_surface_offset(s, x, y, 0), &v, MIN2(s->bytes_per_el, 4));
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

static double
clamp01(double v)
{
   return v < 0 ? 0 : v > 1 ? 1 : v;
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
      for (unsigned i = 0; i < 15 * 15 * 3; i++) {
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

/* ---- formats ---- */

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
      cmocka_unit_test(depth_stencil),   cmocka_unit_test(exports),     cmocka_unit_test(polygon_offset),
      cmocka_unit_test(blend),           cmocka_unit_test(blend_order), cmocka_unit_test(formats),
      cmocka_unit_test(narrow_rounding), cmocka_unit_test(raster_ops),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
