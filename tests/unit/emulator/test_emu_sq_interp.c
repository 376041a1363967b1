/* SPDX-License-Identifier: MIT
 *
 * INTERP_*: parameters of a pixel wave by barycentrics, and that they read nothing where there is no pixel
 * wave.
 */
#include <math.h>

#include "emu_sq_text.h"

/* INTERP_XY, INTERP_ZW and the loads of single deltas, waves of one and of many primitives. */
static void
interpolation(void **state)
{
   static float params[EMU_QUADS][2][3][4];
   for (unsigned q = 0; q < EMU_QUADS; q++)
      for (unsigned i = 0; i < 2 * 4 * 3; i++)
         ((float *)params[q])[i] = (float)(int)(q * 100 + i) / 4.0f;
   for (unsigned gen = DB_EVERGREEN; gen < DB_GEN_COUNT; gen++) {
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels) * 4; lv++) {
         struct rig r;
         bool one = lv & 1;
         if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv / 4]))
            continue;
         r.e.jit = lv & 2 ? EMU_JIT_ALWAYS : EMU_JIT_OFF;
         struct sq_wave *w = sq_ctx_wave(r.ctx);
         w->one_prim = one;
         w->params = one ? (const float *)params[0] : NULL;
         for (unsigned q = 0; q < EMU_QUADS && !one; q++)
            for (unsigned n = 0; n < 6; n++)
               memcpy(&w->quad_params[n / 3][n % 3].u[q * 4], params[q][n / 3][n % 3], 16);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            rig_reg(&r, 0, 0)->u[l] = fui((float)l / 64.0f);
            rig_reg(&r, 0, 1)->u[l] = fui((float)(63 - l) / 32.0f);
         }
         rig_run_text(&r, "ALU\n"
                          "   x: INTERP_ZW _R2.x, R0.y, Param1.x\n"
                          "   y: INTERP_ZW _R2.y, R0.x, Param1.y\n"
                          "   z: INTERP_ZW R2.z, R0.y, Param1.z\n"
                          "   w: INTERP_ZW R2.w, R0.x, Param1.w last\n"
                          "   x: INTERP_XY R2.x, R0.y, Param1.x\n"
                          "   y: INTERP_XY R2.y, R0.x, Param1.y\n"
                          "   z: INTERP_XY _R2.z, R0.y, Param1.z\n"
                          "   w: INTERP_XY _R2.w, R0.x, Param1.w last\n"
                          "   x: INTERP_LOAD_P0 R3.x, Param0.z last\n"
                          "   y: INTERP_LOAD_P10 R3.y, Param0.z last\n"
                          "   z: INTERP_LOAD_P20 R3.z, Param0.z last\n"
                          "   x: MUL_IEEE R4.x, R2.x, R2.z\n"
                          "   y: ADD _R4.y, R3.x, R3.y\n"
                          "   z: MULADD_IEEE R4.z, R2.y, R3.z, R2.w last\n"
                          "   x: ADD R5.x, PV.y, R4.x\n"
                          "   w: MUL_IEEE R5.w, PV.x, PV.z last\n"
                          "END\n");
         for (unsigned l = 0; l < EMU_LANES; l++) {
            unsigned q = one ? 0 : l / 4;
            float i = (float)l / 64.0f, j = (float)(63 - l) / 32.0f;
            for (unsigned k = 0; k < 4; k++) {
               const float(*p)[4] = params[q][1];
               assert_int_equal(rig_reg(&r, 2, k)->u[l], fui((p[0][k] + i * p[1][k]) + j * p[2][k]));
            }
            for (unsigned k = 0; k < 3; k++)
               assert_int_equal(rig_reg(&r, 3, k)->u[l], fui(params[q][0][k][2]));
            /* what stands behind them */
            const float x = uif(rig_reg(&r, 2, 0)->u[l]) * uif(rig_reg(&r, 2, 2)->u[l]),
                        z = uif(rig_reg(&r, 2, 1)->u[l]) * params[q][0][2][2] + uif(rig_reg(&r, 2, 3)->u[l]);
            assert_int_equal(rig_reg(&r, 4, 0)->u[l], fui(x));
            assert_int_equal(rig_reg(&r, 4, 2)->u[l], fui(z));
            assert_int_equal(rig_reg(&r, 5, 0)->u[l], fui((params[q][0][0][2] + params[q][0][1][2]) + x));
            assert_int_equal(rig_reg(&r, 5, 3)->u[l], fui(x * z));
         }
         rig_fini(&r);
      }
   }
}

/** A vertex shader has no parameters: its interpolations read zeros, and the host's memory is left alone. */
static void
interpolation_of_nothing(void **state)
{
   for (unsigned gen = DB_EVERGREEN; gen < DB_GEN_COUNT; gen++) {
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels) * 4; lv++) {
         struct rig r;
         if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv / 4]))
            continue;
         r.e.jit = lv & 2 ? EMU_JIT_ALWAYS : EMU_JIT_OFF;
         struct sq_wave *w = sq_ctx_wave(r.ctx);
         w->one_prim = lv & 1; /* left behind by a pixel wave */
         w->params = (const float *)(uintptr_t)16;
         for (unsigned l = 0; l < EMU_LANES; l++)
            w->quad_params[31][0].u[l] = fui(3);
         for (unsigned l = 0; l < EMU_LANES; l++)
            rig_reg(&r, 2, 0)->u[l] = rig_reg(&r, 2, 1)->u[l] = rig_reg(&r, 3, 0)->u[l] = 7;
         rig_text(&r, SQ_VS,
                  "ALU\n"
                  "   x: INTERP_XY R2.x, R0.y, Param31.x\n"
                  "   y: INTERP_XY R2.y, R0.x, Param31.y\n"
                  "   z: INTERP_XY _R2.z, R0.y, Param31.z\n"
                  "   w: INTERP_XY _R2.w, R0.x, Param31.w last\n"
                  "   x: INTERP_LOAD_P0 R3.x, Param31.x last\n"
                  "END\n");
         rig_run_stage(&r, SQ_VS, ~0ull);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            assert_int_equal(rig_reg(&r, 2, 0)->u[l], 0);
            assert_int_equal(rig_reg(&r, 2, 1)->u[l], 0);
            assert_int_equal(rig_reg(&r, 3, 0)->u[l], 0);
         }
         rig_fini(&r);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(interpolation),
      cmocka_unit_test(interpolation_of_nothing),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
