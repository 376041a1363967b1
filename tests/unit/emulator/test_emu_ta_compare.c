/* SPDX-License-Identifier: MIT
 *
 * Lookups that compare with a reference: by vectors they give the bits that lanes give, for all functions, filters and
 * dimensions.
 */
#include "emu_ta_fixture.h"

static const unsigned formats[] = {1, 5, 8, 14, 17, 19, 26, 28}; /* depth of 16, 24 and 32 bits, and others */

static const struct ta_view *
random_view(struct tex_rig *x)
{
   static const unsigned dims[] = {TA_2D, TA_2D, TA_CUBE, TA_2D_ARRAY};
   const unsigned dim = dims[rnd() % ARRAY_SIZE(dims)];
   const unsigned w = 1 + rnd() % 40, h = dim == TA_CUBE ? w : 1 + rnd() % 40;
   const struct samp s = {
      .clamp = {rnd() % 3, rnd() % 3, 2},
      .mag = rnd() & 1,
      .min = rnd() & 1,
      .mip = rnd() % 3,
      .compare = rnd() % 8,
      .faces_apart = rnd() & 1
   };
   const struct tex t = {
      .w = w,
      .h = h,
      .d = dim == TA_2D_ARRAY ? 1 + rnd() % 3 : 1,
      .dim = dim,
      .format = formats[rnd() % ARRAY_SIZE(formats)],
      .mode = 1 + (rnd() & 1),
      .levels = 1 + rnd() % (u_log2(MAX2(w, h)) + 1),
   };
   return view(x, t, s);
}

static void
random_lanes(struct tex_rig *x, bool cube)
{
   static const float special[] = {0.0f, 1.0f, 0.5f, -1.0f, 2.0f, NAN, INFINITY, 1.0f / 3};
   for (unsigned l = 0; l < EMU_LANES; l++) {
      x->s.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 700 + (cube ? 1 : 0));
      x->t.u[l] = fui((float)(int)(rnd() % 2001 - 1000) / 700 + (cube ? 1 : 0));
      x->q.u[l] = fui((float)(rnd() % 7) - 0.25f);
      x->ref.u[l] = fui(rnd() & 1 ? special[rnd() % ARRAY_SIZE(special)] : (float)(rnd() % 256) / 255);
   }
}

/* Few different texels, so that references meet them. */
static void
random_memory(uint8_t *at)
{
   static const float floats[] = {0.0f, 1.0f, 0.5f, 2.0f, NAN, 1.0f / 3};
   for (unsigned i = 0; i < 0x8000; i += 4) {
      const uint32_t dw = rnd() & 1 ? fui(floats[rnd() % ARRAY_SIZE(floats)]) : (rnd() % 256) * 0x01010101u;
      memcpy(at + i, &dw, 4);
   }
}

static void
as_by_lanes(void **state)
{
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct tex_rig x;
      unsigned passed = 0, failed = 0;
      if (!tex_rig_init(&x, DB_EVERGREEN, rig_levels[lv]))
         continue;
      x.rq.ref = &x.ref;
      for (unsigned n = 0; n < 600; n++) {
         random_memory(x.r.e.mem.base + TEX_AT);
         random_memory(x.r.e.mem.base + MIP_AT);
         const struct ta_view *v = random_view(&x);
         assert_true(v->fast);
         random_lanes(&x, v->dim == TA_CUBE);
         const unsigned mode = rnd() & 1 ? TA_LOD_IMPLICIT : TA_LOD_ZERO;
         sample(&x, mode);
         struct emu_row got[4];
         memcpy(got, x.out, sizeof got);
         struct ta_view slow = *v;
         slow.fast = false;
         x.rq.view = &slow;
         sample(&x, mode);
         for (unsigned l = 0; l < EMU_LANES; l++)
            for (unsigned k = 0; k < 4; k++) {
               passed += F(got[k].u[l]) > 0;
               failed += F(got[k].u[l]) < 1;
               if (got[k].u[l] != x.out[k].u[l])
                  fail_msg("%s case %u format %u dim %u function %u lane %u component %u reference %g: %g by "
                           "vectors, "
                           "%g by lanes",
                           rig_levels[lv], n, v->format, v->dim, v->compare, l, k, F(x.ref.u[l]),
                           F(got[k].u[l]), F(x.out[k].u[l]));
            }
      }
      assert_true(passed > 1000 && failed > 1000);
      tex_rig_fini(&x);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_by_lanes),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
