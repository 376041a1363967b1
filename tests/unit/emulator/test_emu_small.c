/* SPDX-License-Identifier: MIT
 *
 * Small triangles by raster/small_draw.c: the same pixels, depth and counters as by the way that all others go, at every
 * level and with every depth function, whatever of depth and shader comes first; and those others the same whether blocks
 * are waves of their own or quads of blocks are put together.
 */
#include "emu_sc_fixture.h"

#include <string.h>

#include "emulator/raster/raster.h"
#include "../random_share.h"

enum { W = 150, H = 140, N = 120, ROUNDS = 96, SURFACE_B = 192 * 192 * 4 };

/* R0 and R1 hold I and J. */
static void
run_interp(struct fake_ctx *c, const struct sq_stage_state *s)
{
   for (unsigned i = 0; i < EMU_LANES; i++)
      for (unsigned ch = 0; ch < 4; ch++) {
         const float v =
            input_param(&c->wave, i, ch, 0) + uif(c->gpr[0].u[i]) * input_param(&c->wave, i, ch, 1);
         c->color[0][ch].u[i] = fui(v + uif(c->gpr[1].u[i]) * input_param(&c->wave, i, ch, 2));
      }
   for (unsigned i = 0; i < EMU_LANES; i++)
      c->out.killed |= (uint64_t)(uif(c->color[0][0].u[i]) < s->color[0]) << i;
}
static struct sq_stage_state interp_ps = {.run = run_interp}, kill_ps = {.run = run_interp, .color = {0.5f}};

static const struct raster_vertex *
random_vertex(struct fixture *f, double cx, double cy, double size, double z, bool flat_w)
{
   const double x = cx + rng_range(-size, size), y = cy + rng_range(-size, size);
   float param[4];
   for (unsigned c = 0; c < 4; c++)
      param[c] = (float)rng_range(0, 1);
   const double depth = z + rng_range(-0.1, 0.1), rw = flat_w ? 0.5 : rng_range(0.05, 2);
   return vertex(f, x, y, depth, rw, param, 1);
}

static void
draw_some(struct fixture *f, unsigned round)
{
   for (unsigned n = 0; n < N; n++) {
      /* boxes of up to 4, 8 and 16 pixels, most of them of one kind, and some that are larger,
       * with small parts in a tile */
      static const double sizes[3][2] = {
         {1.6, 6  },
         {3.6, 1.6},
         {7,   3.6}
      };
      const double size = n % 19 == 18 ? 60 : n % 19 == 9 ? 15 : sizes[round / 3 % 3][n % 5 == 4];
      const double cx = rng_range(0, W / 2.0), cy = rng_range(0, H / 2.0);
      const double z = rng_range(-0.05, 1.05);
      const bool flat_w = round % 3 == 0 || (round % 3 == 1 && n % 2);
      const struct raster_vertex *v[3];
      for (unsigned i = 0; i < 3; i++)
         v[i] = random_vertex(f, cx, cy, size, z, flat_w);
      struct raster_prim p = {
         .kind = RASTER_PRIM_TRIANGLE,
         .front = rng() & 1,
         .provoking = (uint8_t)(rng() % 3),
         .v = {v[0], v[1], v[2]}
      };
      raster_add_prim(f->e.raster, &p);
   }
}

static struct emu_draw_state
state_of(struct fixture *f, unsigned round)
{
   const bool kill = round / 8 % 4 == 3;
   struct emu_draw_state d = basic_state(f, kill ? &kill_ps : &interp_ps, W, H);
   d.num_ps_in = d.draw.raster.num_params = 1;
   d.db.kill_enable = kill;
   d.db.has_z = round % 13 != 12;
   d.db.z_format = EMU_Z_24;
   d.db.z_surf =
      surface(f, DEPTH_AT, EMU_1D_THIN1, round % 3 != 2, 4, W, H); /* lane order, and pieces of 4x2 */
   d.db.z_enable = true;
   d.db.z_write = round % 5 != 4;
   d.db.z_func = (uint8_t)(round % 8);
   d.db.has_s = round & 1;
   d.db.count_zpass = round % 7 < 3;
   d.cb[0].write_mask = round % 11 == 10 ? 0 : round % 11 == 9 ? 5 : 15;
   d.cb[0].blend_enable = round % 6 == 5;
   d.cb[0].color_src = d.cb[0].alpha_src = 4; /* SRC_ALPHA, ONE_MINUS_SRC_ALPHA */
   d.cb[0].color_dst = d.cb[0].alpha_dst = 5;
   d.draw.raster.offset_front = round % 17 == 16;
   d.draw.raster.offset_units[0] = 5;
   d.draw.raster.offset_db_bits = -24;
   return d;
}

/* Depth in the upper bits of its words is what no TeraScale has, but others do. */
static void
set_state_of(struct fixture *f, const struct emu_draw_state *d, bool depth_high)
{
   struct emu_draw_state *copy = u_arena_new(raster_arena(f->e.raster), struct emu_draw_state);
   *copy = *d;
   state_describe_draw(copy);
   copy->draw.pixel.depth_high = depth_high;
   raster_set_state(f->e.raster, &copy->draw);
}

/* Draws a round's triangles with two states in turn and returns how many pixels passed. */
static uint64_t
draw_round(struct fixture *f, unsigned round, bool ordinary, bool *small)
{
   struct emu_draw_state d = state_of(f, round);
   const uint64_t before = raster_zpass_count(f->e.raster);
   rng_state = round * 977 + 5;
   for (uint32_t i = 0; i < SURFACE_B / 4; i++) { /* depths of all kinds, and stencil above */
      const uint32_t word = i * 2654435761u;
      memcpy(f->mem + COLOR_AT + i * 4, &word, 4);
      memcpy(f->mem + DEPTH_AT + i * 4, &word, 4);
   }
   if (ordinary) { /* a rule that hides nothing: what is inside of an empty rectangle */
      d.draw.raster.clip_rects_hide = 0xaaaa;
      memset(d.draw.raster.clip_rect, 0, sizeof d.draw.raster.clip_rect);
   }
   set_state_of(f, &d, round % 4 > 1);
   *small = f->e.raster->state->small;
   draw_some(f, round);
   d.db.z_func = (uint8_t)((d.db.z_func + 3) % 8);
   set_state_of(f, &d, round % 4 > 1);
   draw_some(f, round);
   raster_flush(f->e.raster);
   return raster_zpass_count(f->e.raster) - before;
}

static void
keep(const struct fixture *f, uint8_t *out)
{
   memcpy(out, f->mem + COLOR_AT, SURFACE_B);
   memcpy(out + SURFACE_B, f->mem + DEPTH_AT, SURFACE_B);
}

static void
same_as_others(void **state)
{
   static uint8_t want[2 * SURFACE_B], got[2 * SURFACE_B], plainest[2 * SURFACE_B];
   unsigned own_waves = 0;
   const unsigned rounds = random_share(ROUNDS);
   for (unsigned round = 0; round < rounds; round++) {
      bool first = true;
      FOR_EACH_LEVEL(k)
      {
         struct fixture f;
         bool small;
         fixture_init(&f, "CYPRESS", k, 1);
         interp_ps.own_wave = kill_ps.own_wave = EMU_QUADS;
         const uint64_t passed = draw_round(&f, round, true, &small);
         const struct raster_stats by_quads = raster_statistics(f.e.raster);
         assert_false(small);
         keep(&f, want);
         interp_ps.own_wave = kill_ps.own_wave = 1 + round % EMU_QUADS;
         assert_int_equal(draw_round(&f, round, true, &small), passed);
         const struct raster_stats all = raster_statistics(f.e.raster);
         assert_int_equal(all.quads, 2 * by_quads.quads);
         own_waves += all.waves != 2 * by_quads.waves;
         keep(&f, got);
         assert_memory_equal(got, want, sizeof got);
         assert_int_equal(draw_round(&f, round, false, &small), passed);
         assert_int_equal(small, round % 17 != 16);
         keep(&f, got);
         assert_memory_equal(got, want, sizeof got);
         if (first)
            memcpy(plainest, want, sizeof want);
         assert_memory_equal(want, plainest, sizeof want);
         first = false;
         fixture_fini(&f);
      }
   }
   assert_true(own_waves > rounds / 2);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_others)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
