/* SPDX-License-Identifier: MIT
 *
 * LD: by vectors it gives the bits that ta_load() gives, inside and outside of textures.
 */
#include "emu_ta_fixture.h"

/* clang-format off */
static const unsigned formats[] = {1,  5,  6,  7,  8,  10, 11, 12, 13, 14, 15, 16, 17, 19, 22, 24, 25, 26, 28, 29, 30,
                                   31, 32, 34, 35, 43, DB_FMT_BC1, DB_FMT_BC2, DB_FMT_BC3, DB_FMT_BC4, DB_FMT_BC5};
/* clang-format on */

static const struct ta_view *
random_view(struct tex_rig *x)
{
   static const unsigned dims[] = {TA_2D, TA_3D, TA_CUBE, TA_2D_ARRAY};
   const unsigned dim = dims[rnd() % ARRAY_SIZE(dims)];
   const unsigned w = 1 + rnd() % 40, h = dim == TA_CUBE ? w : 1 + rnd() % 40;
   const struct tex t = {
      .w = w,
      .h = h,
      .d = dim == TA_2D_ARRAY || dim == TA_3D ? 1 + rnd() % 5 : 1,
      .dim = dim,
      .format = formats[rnd() % ARRAY_SIZE(formats)],
      .num_format = rnd() & 1,
      .comp = rnd() & 1,
      .degamma = rnd() & 1,
      .mode = 1 + (rnd() & 1),
      .levels = 1 + rnd() % (u_log2(MAX2(w, h)) + 1),
      .sel = {2, 1, 0, rnd() & 1 ? 5 : 3},
   };
   return view(x, t,
               (struct samp){
                  .clamp = {2, 2, 2}
   });
}

static void
as_by_lanes(void **state)
{
   for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
      struct tex_rig x;
      unsigned direct = 0, inside = 0;
      if (!tex_rig_init(&x, DB_EVERGREEN, rig_levels[lv]))
         continue;
      for (unsigned i = TEX_AT; i < TEX_AT + 0x400000; i++)
         x.r.e.mem.base[i] = (uint8_t)rnd();
      for (unsigned n = 0; n < 1000; n++) {
         const struct ta_view *v = random_view(&x);
         const int32_t offset[3] = {(int32_t)(rnd() % 9) - 4, 0, (int32_t)(rnd() % 2)};
         const struct emu_row *const at[4] = {&x.s, &x.t, &x.q, &x.w};
         direct += v->direct;
         for (unsigned l = 0; l < EMU_LANES; l++) {
            x.s.u[l] = rnd() % 50 - 5;
            x.t.u[l] = rnd() % 50 - 5;
            x.q.u[l] = rnd() % 8 - 1;
            x.w.u[l] = rnd() & 1 ? 0 : rnd() % 9 - 1;
         }
         x.r.e.kernels->ta->load(v, at, offset, UINT64_MAX, sizeof(struct emu_row), x.out);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            uint32_t want[4];
            ta_load(v, (int32_t)x.s.u[l] + offset[0], (int32_t)x.t.u[l], (int32_t)x.q.u[l] + offset[2],
                    (int32_t)x.w.u[l], want);
            for (unsigned k = 0; k < 4; k++) {
               inside += x.out[k].u[l] != 0;
               if (x.out[k].u[l] != want[k] && !(isnan(F(x.out[k].u[l])) && isnan(F(want[k]))))
                  fail_msg(
                     "%s case %u format %u kind %u integers %u dim %u lane %u component %u: %08x by vectors, "
                     "%08x by lanes",
                     rig_levels[lv], n, v->format, v->kind, v->num_format, v->dim, l, k, x.out[k].u[l],
                     want[k]);
            }
         }
      }
      assert_true(direct > 500 && inside > 10000);
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
