/* SPDX-License-Identifier: MIT
 *
 * Taps give the bits that lanes read one by one give, to the registers that a fetch writes and no others, whatever earlier ones of
 * their wave were; and lookups that are none are refused.
 */
#include "emu_ta_fixture.h"

#include "emulator/terascale/ta/shadow.h"
#include "emulator/terascale/ta/taps.h"

enum { WAVES = 1200, LOOKUPS = 30, ENOUGH = 4096 /* waves that are worth any shadow here */ };

/* clang-format off */
static const unsigned formats[] = {26, 26, 26, 26, 8, 10, 11, 1, 7, DB_FMT_BC1, DB_FMT_BC3, DB_FMT_BC5};
/* clang-format on */

static float
column_of(unsigned lane)
{
   return (float)((lane & 1) | (lane >> 1 & 2) | (lane >> 2 & 4));
}

static float
row_of(unsigned lane)
{
   return (float)((lane >> 1 & 1) | (lane >> 2 & 2) | (lane >> 3 & 4));
}

static const struct ta_view *
random_view(struct tex_rig *x)
{
   const unsigned linear = rnd() & 1;
   const struct samp s = {
      .clamp = {rnd() % 3, rnd() % 3, 2},
        .mag = linear, .min = linear
   };
   struct tex t = {
      .w = 1 + rnd() % 70,
      .h = 1 + rnd() % 70,
      .dim = TA_2D,
      .format = formats[rnd() % ARRAY_SIZE(formats)],
      .mode = 1 + (rnd() & 1),
      .tile_type = rnd() & 1,
      .levels = 1 + rnd() % 3,
   };
   for (unsigned k = 0; k < 4; k++)
      t.sel[k] = (uint8_t)(rnd() % 6);
   const struct ta_view *v = view(x, t, s);
   return v->taps ? v
                  : random_view(
                       x); /* other tiles have no four texels in a row, nor a shadow if nothing is filtered */
}

/* How the coordinates of a wave begin and go on. */
struct wave {
   float s0, t0, ds, dt;
};

/* A coordinate of a tap: of the wave's pixels plus an offset, and in some the last bits, a lane or everything otherwise. */
static void
random_row(struct emu_row *row, float first, float step, float offset, bool y)
{
   static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 123456.0f, -7.75f};
   const unsigned kind = rnd() % 12;
   for (unsigned l = 0; l < EMU_LANES; l++) {
      row->u[l] = fui(first + (y ? row_of(l) : column_of(l)) * step + offset);
      if (kind == 0 || (kind == 1 && rnd() % 16 == 0))
         row->u[l] += rnd() % 3 - 1;
   }
   if (kind == 2)
      row->u[rnd() % EMU_LANES] = fui(odd[rnd() % ARRAY_SIZE(odd)]);
   for (unsigned l = 0; l < EMU_LANES && kind == 3; l++)
      row->u[l] = fui(odd[rnd() % ARRAY_SIZE(odd)]);
   for (unsigned l = 0; l < EMU_LANES && kind == 4; l++)
      row->u[l] = fui(F(row->u[l]) + (y ? column_of(l) : row_of(l)) * step * 0.25f);
}

static struct wave
random_wave(const struct ta_view *v)
{
   static const float steps[] = {1.0f, 1.0f, 1.0f, 0.64f, 0.5f, 0.03f, 1.7f, 3.0f, 0, -1.0f};
   const float texel_x = 1.0f / v->level[0].fw, texel_y = 1.0f / v->level[0].fh;
   struct wave w = {.ds = steps[rnd() % ARRAY_SIZE(steps)] * texel_x,
                    .dt = steps[rnd() % ARRAY_SIZE(steps)] * texel_y};
   const float far = rnd() % 8 ? 1 : 300;
   w.s0 = ((float)(int)(rnd() % 140 - 30) + (rnd() & 1 ? 0.5f : (float)(rnd() % 256) / 256)) * texel_x * far;
   w.t0 = ((float)(int)(rnd() % 140 - 30) + (rnd() & 1 ? 0.5f : (float)(rnd() % 256) / 256)) * texel_y * far;
   return w;
}

/* What a fetch would have written. */
static void
by_lanes(struct tex_rig *x, const struct ta_view *v, const uint8_t dst_sel[4], struct emu_row dst[4])
{
   struct ta_view slow = *v;
   slow.fast = false;
   x->rq.view = &slow;
   x->rq.epoch = 0;
   sample(x, TA_LOD_IMPLICIT);
   for (unsigned k = 0; k < 4; k++)
      for (unsigned l = 0; l < EMU_LANES && dst_sel[k] != 7; l++)
         dst[k].u[l] = dst_sel[k] < 4 ? x->out[dst_sel[k]].u[l] : dst_sel[k] == 5 ? fui(1.0f) : 0;
}

/* A wave with lookups of two textures. Returned: how many were taps. */
static unsigned
one_wave(struct tex_rig *x, uint32_t epoch)
{
   static struct ta_taps taps; /* with what the last wave left there */
   const struct ta_view *views[2] = {random_view(x), random_view(x)};
   const struct wave w = random_wave(views[0]);
   unsigned num = 0;
   for (unsigned i = 0; i < 2; i++)
      for (unsigned n = 0; n < ENOUGH && views[i]->shadow && ta_shadow_view(views[i], epoch, 1) == views[i];
           n++)
         ;
   ta_taps_init(&taps, epoch);
   for (unsigned i = 0; i < LOOKUPS; i++) {
      const struct ta_view *v = views[rnd() % 8 == 0];
      struct emu_row got[6], want[6];
      uint8_t dst_sel[4];
      for (unsigned k = 0; k < 4; k++)
         dst_sel[k] = (uint8_t)(rnd() & 3 ? k : rnd() & 1 ? 7 : rnd() % 6);
      random_row(&x->s, w.s0, w.ds, (float)(int)(rnd() % 5 - 2) * w.ds, false);
      random_row(&x->t, w.t0, w.dt, (float)(int)(rnd() % 3 - 1) * w.dt * (i & 1 ? 1 : 1.5f), true);
      /* coordinates may be among the registers that are written */
      const unsigned at = rnd() % 3;
      for (unsigned k = 0; k < 6; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            got[k].u[l] = 0x12345678 + k;
      got[at] = x->s;
      got[at + 2] = x->t;
      memcpy(want, got, sizeof want);
      taps.refused = false;
      const bool tap = x->r.e.kernels->ta->sample_tap(&taps, v, &got[at], &got[at + 2], dst_sel, got);
      if (tap)
         by_lanes(x, v, dst_sel, want);
      assert_int_equal(taps.refused, !tap);
      num += tap;
      for (unsigned k = 0; k < 6; k++)
         for (unsigned l = 0; l < EMU_LANES; l++)
            if (got[k].u[l] != want[k].u[l])
               fail_msg("wave %u lookup %u tap %d format %u size %ux%u wrap %u %u filter %u at %f %f lane %u "
                        "register %u of %u%u%u%u: %08x by taps, %08x by lanes",
                        epoch, i, tap, v->format, v->level[0].w, v->level[0].h, v->clamp[0], v->clamp[1],
                        v->mag_linear, F(x->s.u[l]), F(x->t.u[l]), l, k, dst_sel[0], dst_sel[1], dst_sel[2],
                        dst_sel[3], got[k].u[l], want[k].u[l]);
   }
   return num;
}

static bool
has_taps(const char *level)
{
#if defined(__x86_64__)
   return strcmp(level, "sse2") != 0;
#else
   return false;
#endif
}

static void
same_bits(void **state)
{
   for (unsigned i = 0; i < 2 * ARRAY_SIZE(rig_levels); i++) {
      const char *level = rig_levels[i / 2];
      struct tex_rig x;
      unsigned num = 0;
      if (!tex_rig_init(&x, i & 1 ? DB_EVERGREEN : DB_R700, level))
         continue;
      for (uint32_t epoch = 1; epoch <= WAVES; epoch++) {
         for (unsigned b = TEX_AT; b < TEX_AT + 0x9000; b++)
            x.r.e.mem.base[b] = (uint8_t)rnd();
         num += one_wave(&x, epoch);
      }
      if (has_taps(level))
         assert_in_range(num, WAVES * LOOKUPS / 3, WAVES * LOOKUPS - 1);
      else
         assert_int_equal(num, 0);
      tex_rig_fini(&x);
   }
}

/* All lookups of a filter over a picture of the screen's size are taps. */
static void
filters(void **state)
{
   for (unsigned i = 0; i < 2 * ARRAY_SIZE(rig_levels); i++) {
      const char *level = rig_levels[i / 2];
      static struct ta_taps taps;
      struct tex_rig x;
      struct emu_row dst[4];
      if (!has_taps(level) || !tex_rig_init(&x, DB_EVERGREEN, level))
         continue;
      const struct tex t = {.w = 60, .h = 60, .dim = TA_2D, .format = 26, .mode = 2};
      const struct ta_view *v = view(&x, t,
                                     (struct samp){
                                        .clamp = {2, 2, 2},
                                          .mag = i & 1, .min = i & 1
      });
      ta_taps_init(&taps, 0);
      for (int n = 0; n < 25; n++) {
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = fui((column_of(l) + 8.5f) / 60 + (float)(n % 5 - 2) / 60);
            x.t.u[l] = fui((row_of(l) + 16.5f) / 60 + (float)(n / 5 - 2) / 60);
         }
         taps.refused = false;
         assert_true(x.r.e.kernels->ta->sample_tap(&taps, v, &x.s, &x.t, (const uint8_t[]){0, 1, 2, 3}, dst));
      }
      assert_int_equal(taps.places.num[0], 5);
      assert_int_equal(taps.places.num[1], 5);
      tex_rig_fini(&x);
   }
}

/* Views that they know nothing of. */
static void
others(void **state)
{
   static const struct samp plain =
                               {
                                  .clamp = {2, 2, 2}
   },
                            border = {.clamp = {6, 2, 2}}, mips = {.clamp = {2, 2, 2}, .mip = 2},
                            filters_differ = {.clamp = {2, 2, 2}, .mag = 1};
   struct tex_rig x;
   assert_true(tex_rig_init(&x, DB_EVERGREEN, rig_levels[0]));
   struct tex t = {.w = 32, .h = 32, .dim = TA_2D, .format = 26, .mode = 2, .levels = 3};
   assert_true(view(&x, t, plain)->taps);
   assert_false(view(&x, t, border)->taps);
   assert_false(view(&x, t, mips)->taps);
   assert_false(view(&x, t, filters_differ)->taps);
   t.mode = EMU_2D_THIN1;
   assert_false(view(&x, t, plain)->taps);
   t.mode = 2;
   t.format = 35; /* floats */
   assert_false(view(&x, t, plain)->taps);
   t.format = 26;
   t.num_format = 1;
   assert_false(view(&x, t, plain)->taps);
   t.num_format = 0;
   t.dim = TA_CUBE;
   assert_false(view(&x, t, plain)->taps);
   t.dim = TA_3D;
   assert_false(view(&x, t, plain)->taps);
   tex_rig_fini(&x);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bits),
      cmocka_unit_test(filters),
      cmocka_unit_test(others),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
