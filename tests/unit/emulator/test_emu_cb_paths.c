/* SPDX-License-Identifier: MIT
 *
 * CB's ways for single formats against its general one at the plainest level, bit by bit: random formats, equations, masks,
 * layouts, coverage and killed pixels at every SIMD level. A float of 16 bits is looked at by itself, at all codes and
 * between them.
 */
#include "emu_pixel_fixture.h"

#include "util/u_math.h"

enum { ROUNDS = 400, NUM_FORMATS = 6 };

static const struct {
   uint8_t format, number, bytes, path;
} formats[NUM_FORMATS] = {
   {8,  0, 2, PIXEL_PATH_UNORM16}, /* 5_6_5 */
   {10, 0, 2, PIXEL_PATH_UNORM16}, /* 1_5_5_5 */
   {11, 0, 2, PIXEL_PATH_UNORM16}, /* 4_4_4_4 */
   {12, 0, 2, PIXEL_PATH_UNORM16}, /* 5_5_5_1 */
   {32, 7, 8, PIXEL_PATH_HALVES },
   {26, 0, 4, PIXEL_PATH_8888   },
};

/* Two floats whose NaNs would meet may leave either: none is among what is drawn and what is there. */
static uint16_t
random_half(void)
{
   uint16_t h = (uint16_t)rng();
   return (h & 0x7c00) == 0x7c00 ? h & 0xfc00 : h;
}

static struct emu_draw_state
random_draw(struct fixture *f, const struct sq_stage_state *ps, unsigned *path)
{
   static const uint8_t usual[][2] = {
      {4, 5},
      {1, 5},
      {1, 1},
      {8, 0}
   };
   const unsigned i = rng() % NUM_FORMATS;
   struct emu_draw_state d = random_state(f, ps);
   struct emu_cb_state *cb = &d.cb[0];
   cb->surf =
      surface(f, COLOR_AT, rng() % 4 ? EMU_1D_THIN1 : EMU_LINEAR_ALIGNED, rng() & 1, formats[i].bytes, W, H);
   cb->size_B = cb->surf.slice_B;
   cb->format = formats[i].format;
   cb->number_type = formats[i].number;
   cb->blend_clamp = cb->number_type != 7;
   cb->comp_swap = (uint8_t)(formats[i].path == PIXEL_PATH_HALVES ? 0 : rng() % 4);
   cb->write_mask = (uint8_t)(rng() % 3 ? 15 : 1 + rng() % 15);
   cb->blend_enable = rng() % 4 != 0;
   const uint8_t *color = usual[rng() % 4], *alpha = rng() & 1 ? color : usual[rng() % 4];
   cb->color_src = color[0];
   cb->color_dst = color[1];
   cb->alpha_src = alpha[0];
   cb->alpha_dst = alpha[1];
   if (rng() % 3 == 0) {
      cb->color_src = (uint8_t)(rng() % 11);
      cb->alpha_dst = (uint8_t)(rng() % 11);
      cb->color_func = (uint8_t)(rng() % 5);
      cb->alpha_func = (uint8_t)(rng() % 5);
   }
   for (unsigned c = 0; c < 4; c++)
      d.blend_const[c] = (float)rng_range(-0.5, 1.5);
   *path = formats[i].path;
   return d;
}

static void
fill_target(struct fixture *f, const struct emu_cb_state *cb)
{
   for (uint64_t at = 0; at < cb->surf.slice_B; at += 2) {
      const uint16_t h = cb->number_type == 7 ? random_half() : (uint16_t)rng();
      memcpy(f->mem + at, &h, 2);
   }
}

/* Draws pixels that the seed alone decides: some whole blocks, some parts, quads of several primitives in a wave. */
static void
draw(struct fixture *f, const struct emu_draw_state *d, bool general, unsigned path)
{
   set_state(f, d);
   struct raster_bound *st = f->e.raster->state;
   assert_int_equal(st->num_cb, 1);
   assert_int_equal(st->cb[0].path, path);
   if (general) {
      st->cb[0].path = PIXEL_PATH_GENERIC;
      st->strips = false;
   }
   if (rng() & 1)
      add_rect(f, 0, 0, W, H, 0);
   else
      add_rect(f, rng() % 16, rng() % 16, W - rng() % 16, H - rng() % 16, 0);
   for (unsigned i = 0; i < 6; i++) {
      const struct raster_vertex *v[3];
      const double x = rng_range(0, W), y = rng_range(0, H);
      for (unsigned k = 0; k < 3; k++)
         v[k] = vertex(f, x + rng_range(-9, 9), y + rng_range(-9, 9), 0, 1, NULL, 0);
      add(f, RASTER_PRIM_TRIANGLE, v[0], v[1], v[2]);
   }
   raster_flush(f->e.raster);
}

static void
compare(struct fixture *f, struct fixture *plain, const struct emu_kernels *k,
        const struct sq_stage_state *ps, unsigned round)
{
   static uint8_t want[W * H * 8];
   unsigned path;
   struct emu_draw_state d = random_draw(f, ps, &path);
   const size_t size_B = d.cb[0].surf.slice_B;
   assert_true(size_B <= sizeof want);
   fill_target(f, &d.cb[0]);
   memcpy(plain->mem, f->mem, size_B);
   const uint64_t seed = rng_state;
   draw(plain, &d, true, path);
   rng_state = seed;
   draw(f, &d, false, path);
   for (size_t at = 0; at < size_B; at++)
      if (f->mem[at] != plain->mem[at])
         fail_msg("%s round %u format %u swap %u blend %u %u-%u-%u %u-%u-%u mask %x: byte %zu is %02x, "
                  "not %02x",
                  k->name, round, d.cb[0].format, d.cb[0].comp_swap, d.cb[0].blend_enable, d.cb[0].color_func,
                  d.cb[0].color_src, d.cb[0].color_dst, d.cb[0].alpha_func, d.cb[0].alpha_src,
                  d.cb[0].alpha_dst, d.cb[0].write_mask, at, f->mem[at], plain->mem[at]);
}

static void
compare_rounds(void (*choose)(struct sq_stage_state *ps))
{
   bool end;
   FOR_EACH_LEVEL(k)
   {
      struct sq_stage_state ps = {0};
      struct fixture plain, f;
      fixture_init(&plain, "RV770", level_kernels(0, &end), 1);
      fixture_init(&f, "RV770", k, 1);
      rng_state = 4711;
      for (unsigned round = 0; round < ROUNDS; round++) {
         choose(&ps);
         compare(&f, &plain, k, &ps, round);
      }
      fixture_fini(&f);
      fixture_fini(&plain);
   }
}

static void
choose_many(struct sq_stage_state *ps)
{
   ps->run = run_random;
   ps->color[0] = rng() & 1 ? 0 : -1.5f;
   ps->color[1] = rng() % 4 ? 1 : 1e5f;
   ps->color[2] = rng() % 3 == 0;
}

static void
same_as_general(void **state)
{
   compare_rounds(choose_many);
}

/* One for all pixels: outside of 0 to 1, inside, codes of eight bits, and halves of steps. */
static void
choose_one(struct sq_stage_state *ps)
{
   const unsigned kind = rng() % 4;
   ps->run = run_constant;
   ps->uniform = true;
   for (unsigned c = 0; c < 4; c++)
      ps->color[c] = kind == 0   ? (float)rng_range(-0.5, 1.5)
                     : kind == 1 ? (float)rng_range(0, 1)
                     : kind == 2 ? (float)(rng() % 256) / 255.0f
                                 : (float)(rng() % 3) * 0.5f;
}

static void
one_color_for_all(void **state)
{
   compare_rounds(choose_one);
}

/* A colour whose red is x, as the level packs it. */
static uint16_t
half_of(const struct emu_kernels *k, const struct pixel_cb *cb, float x)
{
   const float color[4] = {x, 0, 0, 0};
   uint32_t raw[4] = {0};
   k->raster->pack_color(cb, color, raw);
   return (uint16_t)raw[0];
}

static void
halves(void **state)
{
   static const struct pixel_target target = {
      .format = {
                 .bytes = 8, .comps = 4, .bits = {16, 16, 16, 16}, .channel = {0, 1, 2, 3}, .number = PIXEL_FLOAT}
   };
   const struct pixel_cb cb = {.cb = &target, .fmt = &target.format};
   FOR_EACH_LEVEL(k)
   {
      for (uint32_t h = 0; h < 0x7c00; h++) {
         const float here = u_half_to_float((uint16_t)h), next = u_half_to_float((uint16_t)(h + 1));
         const float between = h == 0x7bff ? 65520.0f : (float)(((double)here + next) / 2);
         const uint16_t even = (uint16_t)(h + (h & 1));
         assert_int_equal(half_of(k, &cb, here), h);
         assert_int_equal(half_of(k, &cb, -here), h | 0x8000);
         assert_int_equal(half_of(k, &cb, between), even);
         assert_int_equal(half_of(k, &cb, uif(fui(between) - 1)), h);
         assert_int_equal(half_of(k, &cb, uif(fui(between) + 1)), h + 1);
      }
      assert_int_equal(half_of(k, &cb, uif(0x7f800000)), 0x7c00);
      assert_int_equal(half_of(k, &cb, uif(0xff800000)), 0xfc00);
      assert_int_equal(half_of(k, &cb, 3e38f), 0x7c00);
      assert_int_equal(half_of(k, &cb, uif(0x7fc00000)), 0x7e00);
      assert_int_equal(half_of(k, &cb, uif(0x7f800001)), 0x7e00);
      assert_int_equal(half_of(k, &cb, uif(0xffc00001)), 0xfe00);
      assert_int_equal(half_of(k, &cb, uif(0xffc00000)), 0x7e00); /* what operations make */
      assert_int_equal(half_of(k, &cb, uif(0x00000001)), 0);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_as_general),
      cmocka_unit_test(one_color_for_all),
      cmocka_unit_test(halves),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
