/* SPDX-License-Identifier: MIT
 *
 * Broken streams and shaders against the whole emulator: a good stream with some dwords changed, a good
 * shader with some bits flipped. Whatever happens must be a picture or an error with an offset inside the
 * stream; a new GPU draws what it always draws.
 */
#include "gpu.h"

#include <time.h>

enum { SHADERS_B = VB_AT - VS_AT };

static uint64_t seed = 0x2545f4914f6cdd1d;

static uint32_t
rnd(void)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (uint32_t)(seed >> 32);
}

/* A value that has a chance to be worse than noise. */
static uint32_t
bad_value(uint32_t old)
{
   static const uint32_t special[] = {0,          1,          0xffffffff, 0x80000000, 0x7f800000,
                                      0x7fc00000, 0xff7fffff, 0x3f800000, 0xffff,     0x2000};
   switch (rnd() % 4) {
   case 0:
      return special[rnd() % ARRAY_SIZE(special)];
   case 1:
      return old ^ 1u << rnd() % 32;
   case 2:
      return GPU(rnd() & 0xffffff) >> (rnd() & 8);
   default:
      return rnd();
   }
}

static void
put_vertices(struct gpu *g)
{
   static const struct vertex v[6] = {
      {{-0.9f, -0.8f, 0, 1},      {1, 0, 0, 1}   },
      {{0.85f, -0.35f, 0.5f, 1},  {0, 1, 0, 0.5f}},
      {{-0.25f, 0.95f, -0.5f, 1}, {0, 0, 1, 0}   },
      {{-0.9f, 0.9f, -2, 1},      {1, 1, 0, 1}   },
      {{40, -0.9f, 0.5f, 3},      {0, 1, 1, 1}   },
      {{-0.9f, -40, 0.5f, -0.5f}, {1, 0, 1, 1}   },
   };
   memcpy(g->vram + VB_AT, v, sizeof v);
}

/* State, a draw and an indexed draw. */
static void
good_stream(struct gpu *g)
{
   g->n = 0;
   shader_state(g);
   raster_state(g);
   depth_test(g, true);
   draw(g, 4, 0, 6);
   dw(g, DB_PKT3(DB_PKT3_INDEX_TYPE, 1));
   dw(g, 0);
   dw(g, DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
   dw(g, GPU(IB_AT));
   dw(g, 0);
   dw(g, 6);
   dw(g, 0);
}

/* Counts stay: a long draw is slow, not broken. */
static bool
is_count(const struct gpu *g, uint32_t i)
{
   return (i >= 1 && g->dw[i - 1] == DB_PKT3(DB_PKT3_DRAW_INDEX_AUTO, 2)) ||
          (i >= 3 && g->dw[i - 3] == DB_PKT3(DB_PKT3_DRAW_INDEX, 4));
}

static void
break_something(struct gpu *g, bool streams)
{
   if (streams) {
      uint32_t i = rnd() % g->n;
      if (!is_count(g, i))
         g->dw[i] = bad_value(g->dw[i]);
   } else {
      static const uint16_t at[3] = {VS_AT, PS_AT, FS_AT};
      g->vram[at[rnd() % 3] + rnd() % 128] ^= 1u << rnd() % 8;
   }
}

static double
seconds(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t
good_picture(const char *chip)
{
   struct gpu g;
   start(&g, chip, 2, NULL);
   put_vertices(&g);
   good_stream(&g);
   submit(&g);
   uint64_t h = 0;
   for (unsigned i = 0; i < PITCH * H * 4; i++)
      h = h * 31 + g.vram[CB_AT + i];
   emu_destroy(g.e);
   return h;
}

static void
fuzz(bool streams)
{
   for (unsigned c = 0; c < ARRAY_SIZE(chips); c++) {
      uint64_t want = good_picture(chips[c]);
      struct gpu g;
      start(&g, chips[c], 2, NULL);
      /* as many as fit in this time, at least some */
      double end = seconds() + 1;
      for (unsigned round = 0; round < 2000 && (round < 20 || seconds() < end); round++) {
         write_shaders(&g); /* anything may have been drawn over */
         put_vertices(&g);
         good_stream(&g);
         for (unsigned k = rnd() % 4; k < 4; k++)
            break_something(&g, streams);
         struct emu_error err;
         if (!emu_submit(g.e, g.dw, g.n, &err)) {
            assert_true(err.reason[0]);
            assert_true(err.dword < g.n);
         }
      }
      emu_destroy(g.e);
      assert_true(good_picture(chips[c]) == want);
   }
}

static void
broken_streams(void **state)
{
   fuzz(true);
}

static void
broken_shaders(void **state)
{
   fuzz(false);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(broken_streams),
      cmocka_unit_test(broken_shaders),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
