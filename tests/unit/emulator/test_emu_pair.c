/* SPDX-License-Identifier: MIT
 *
 * Two triangles drawn as one rectangle: the same pixels, depth and counters as one by one, and what is no rectangle, or
 * whose depth is not one number, is left to triangles.
 */
#include "emu_sc_fixture.h"

#include <string.h>

#include "emulator/raster/assemble.h"
#include "emulator/raster/raster.h"

enum { W = 150, H = 140, SEEN_B = DEPTH_AT + (1 << 20) };

static const struct sq_stage_state fill_ps = {
   .run = run_constant, .color = {0.25f, 0.5f, 0.75f, 1},
        .uniform = true, .certain_targets = 1
};

struct half {
   struct raster_prim p;
   int32_t at[3][2];
   const int32_t *fixed[3];
   int face;
};

static void
half(struct half *h, const struct raster_state *s, const struct raster_vertex *a,
     const struct raster_vertex *b, const struct raster_vertex *c)
{
   const struct raster_vertex *v[3] = {a, b, c};
   for (unsigned i = 0; i < 3; i++) {
      h->at[i][0] = raster_to_fixed(v[i]->x);
      h->at[i][1] = raster_to_fixed(v[i]->y);
      h->fixed[i] = h->at[i];
   }
   h->face = raster_face_of(raster_facing_of(s), h->at[0], h->at[1], h->at[2]);
   h->p = (struct raster_prim){
      .kind = RASTER_PRIM_TRIANGLE, .front = h->face == RASTER_FRONT, .v = {a, b, c}
   };
}

/* A rectangle's corners and depths, maybe with one of them a little off. */
struct shape {
   double x[4], y[4], z[4];
   unsigned diagonal, turn[2];
   bool flip;
};

static struct shape
random_shape(void)
{
   const double size = rng() % 3 ? 20 : 200;
   const double x0 = rng_range(-20, W), y0 = rng_range(-20, H);
   const double x1 = x0 + rng_range(0, size), y1 = y0 + rng_range(0, size), z = rng_range(0, 1);
   struct shape s = {
      .x = {x0,  x1, x1, x0},
      .y = {y0, y0,   y1, y1},
      .z = {z, z,z, z},
      .diagonal = rng() & 1,
      .turn = {rng() % 3,   rng() % 3    },
      .flip = rng() & 1
   };
   const unsigned k = rng() & 3;
   switch (rng() % 8) {
   case 0:
      s.x[k] += 1 / 256.0;
      break;
   case 1:
      s.y[k] -= 1 / 256.0;
      break;
   case 2:
      s.z[k] += 0.125;
      break;
   }
   return s;
}

static void
draw_shape(struct fixture *f, const struct shape *s, const struct emu_draw_state *d, bool pairs,
           unsigned *joined)
{
   const struct raster_vertex *v[4];
   for (unsigned i = 0; i < 4; i++)
      v[i] = vertex(f, s->x[i], s->y[i], s->z[i], 1, NULL, 0);
   struct half h[2];
   for (unsigned t = 0; t < 2; t++) {
      const unsigned corner[3] = {s->diagonal, s->diagonal + 1 + t, (s->diagonal + 2 + t) & 3};
      const struct raster_vertex *c[3];
      for (unsigned i = 0; i < 3; i++)
         c[i] = v[corner[(i + s->turn[t]) % 3] & 3];
      half(&h[t], &d->draw.raster, c[0], c[s->flip ? 2 : 1], c[s->flip ? 1 : 2]);
   }
   if (pairs && h[0].face >= 0 && h[1].face >= 0 && raster_joins_pairs(f->e.raster) &&
       raster_add_pair(f->e.raster, &h[0].p, h[0].fixed, &h[1].p, h[1].fixed)) {
      ++*joined;
      return;
   }
   for (unsigned t = 0; t < 2; t++)
      if (h[t].face >= 0)
         raster_add_triangle(f->e.raster, &h[t].p, h[t].fixed);
}

/* The top bytes of 24 bits of depth are nobody's without stencil. */
static void
clear_top_bytes(uint8_t *mem)
{
   for (unsigned i = DEPTH_AT + 3; i < SEEN_B; i += 4)
      mem[i] = 0;
}

static struct emu_draw_state
random_state(const struct fixture *f)
{
   struct emu_draw_state d = basic_state(f, &fill_ps, W, H);
   const int32_t scissor[4] = {(int32_t)(rng() % 40), (int32_t)(rng() % 40), W - (int32_t)(rng() % 40),
                               H - (int32_t)(rng() % 40)};
   memcpy(d.draw.raster.scissor, scissor, sizeof scissor);
   d.draw.raster.pix_center_half = rng() & 3;
   d.db.has_z = rng() & 1;
   if (d.db.has_z) {
      d.db.z_format = EMU_Z_24;
      d.db.z_surf = surface(f, DEPTH_AT, EMU_1D_THIN1, 1, 4, W, H);
      d.db.z_enable = d.db.z_write = rng() & 3;
      d.db.z_func = rng() % 8;
      d.draw.raster.offset_front = d.draw.raster.offset_back = rng() % 4 == 0;
      d.draw.raster.offset_units[0] = d.draw.raster.offset_units[1] = 3;
      d.draw.raster.offset_scale[0] = d.draw.raster.offset_scale[1] = 1;
   }
   return d;
}

static void
same_as_triangles(void **state)
{
   FOR_EACH_LEVEL(k)
   {
      struct fixture f;
      uint8_t *seen = malloc(SEEN_B);
      unsigned joined = 0, shapes = 0;
      fixture_init(&f, "CYPRESS", k, 1);
      assert_non_null(seen);
      rng_state = 5;
      for (unsigned round = 0; round < 150; round++) {
         const struct emu_draw_state d = random_state(&f);
         struct shape s[20];
         struct raster_stats stats[2];
         for (unsigned i = 0; i < ARRAY_SIZE(s); i++)
            s[i] = random_shape();
         shapes += ARRAY_SIZE(s);
         for (unsigned pairs = 0; pairs < 2; pairs++) {
            const struct raster_stats before = raster_statistics(f.e.raster);
            memset(f.mem, 0x55, SEEN_B);
            for (unsigned i = 0; i < ARRAY_SIZE(s); i++) {
               const struct emu_draw_state *one = set_state(&f, &d);
               draw_shape(&f, &s[i], one, pairs, &joined);
               raster_flush(f.e.raster); /* so that nothing is forgotten under what comes later */
            }
            stats[pairs] = raster_statistics(f.e.raster);
            stats[pairs].pixels -= before.pixels;
            stats[pairs].prims -= before.prims;
            clear_top_bytes(f.mem);
            if (pairs)
               assert_memory_equal(f.mem, seen, SEEN_B);
            else
               memcpy(seen, f.mem, SEEN_B);
         }
         assert_int_equal(stats[0].pixels, stats[1].pixels);
         assert_int_equal(stats[0].prims, stats[1].prims);
      }
      assert_in_range(joined, shapes / 3, shapes * 3 / 4);
      free(seen);
      fixture_fini(&f);
   }
}

/* Colours that are not all the same, or blended, come from triangles. */
static void
only_fills(void **state)
{
   struct fixture f;
   bool end;
   fixture_init(&f, "CYPRESS", level_kernels(0, &end), 1);
   struct emu_draw_state d = basic_state(&f, &fill_ps, W, H);
   set_state(&f, &d);
   assert_true(raster_joins_pairs(f.e.raster));
   d.cb[0].write_mask = 7;
   set_state(&f, &d);
   assert_false(raster_joins_pairs(f.e.raster));
   d = basic_state(&f, &count_ps, W, H);
   set_state(&f, &d);
   assert_false(raster_joins_pairs(f.e.raster));
   raster_flush(f.e.raster);
   assert_false(raster_joins_pairs(f.e.raster));
   fixture_fini(&f);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_triangles), cmocka_unit_test(only_fills)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
