/* SPDX-License-Identifier: MIT
 *
 * INTERP_*: parameters of a pixel wave by barycentrics, and that they read nothing where there is no pixel
 * wave.
 */
#include <math.h>

#include "emu_sq_fixture.h"

/* INTERP_XY, INTERP_ZW and the loads of single deltas, waves of one and of many primitives. */
static void
interpolation(void **state)
{
   static float params[EMU_QUADS][2][4][3];
   for (unsigned q = 0; q < EMU_QUADS; q++)
      for (unsigned i = 0; i < 2 * 4 * 3; i++)
         ((float *)params[q])[i] = (float)(int)(q * 100 + i) / 4.0f;
   for (unsigned gen = DB_EVERGREEN; gen < DB_GEN_COUNT; gen++) {
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels) * 2; lv++) {
         struct rig r;
         bool one = lv & 1;
         if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv / 2]))
            continue;
         for (unsigned half = 0; half < 2; half++) {
            if (half == 0)
               rig_alu_begin(&r);
            for (unsigned k = 0; k < 4; k++)
               rig_alu(&r, (struct rig_ins){
                              .op = half ? DB_ALU_INTERP_XY : DB_ALU_INTERP_ZW,
                              .dst = 2,
                              .chan = (uint8_t)k,
                              .no_write = (k < 2) != half,
                              .last = k == 3,
                              .s = {RIG_R(0, k & 1 ? 0 : 1), {.sel = 448 + 1, .chan = (uint8_t)k}}
               });
         }
         static const enum db_alu_op load[3] = {DB_ALU_INTERP_LOAD_P0, DB_ALU_INTERP_LOAD_P10,
                                                DB_ALU_INTERP_LOAD_P20};
         for (unsigned p = 0; p < 3; p++)
            rig_alu(
               &r,
               (struct rig_ins){
                  .op = load[p], .dst = 3, .chan = (uint8_t)p, .last = true, .s = {{.sel = 448, .chan = 2}}});
         rig_alu_end(&r, DB_CF_ALU);
         rig_end(&r);
         struct sq_wave *w = sq_ctx_wave(r.ctx);
         w->one_prim = one;
         for (unsigned q = 0; q < EMU_QUADS; q++)
            w->quad_params[q] = one && q ? NULL : (const float *)params[q];
         for (unsigned l = 0; l < EMU_LANES; l++) {
            rig_reg(&r, 0, 0)->u[l] = fui((float)l / 64.0f);
            rig_reg(&r, 0, 1)->u[l] = fui((float)(63 - l) / 32.0f);
         }
         rig_run(&r);
         for (unsigned l = 0; l < EMU_LANES; l++) {
            unsigned q = one ? 0 : l / 4;
            float i = (float)l / 64.0f, j = (float)(63 - l) / 32.0f;
            for (unsigned k = 0; k < 4; k++) {
               const float *p = params[q][1][k];
               assert_int_equal(rig_reg(&r, 2, k)->u[l], fui((p[0] + i * p[1]) + j * p[2]));
            }
            for (unsigned k = 0; k < 3; k++)
               assert_int_equal(rig_reg(&r, 3, k)->u[l], fui(params[q][0][2][k]));
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
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels) * 2; lv++) {
         struct rig r;
         if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv / 2]))
            continue;
         rig_alu_begin(&r);
         for (unsigned k = 0; k < 4; k++)
            rig_alu(&r, (struct rig_ins){
                           .op = DB_ALU_INTERP_XY,
                           .dst = 2,
                           .chan = (uint8_t)k,
                           .no_write = k > 1,
                           .last = k == 3,
                           .s = {RIG_R(0, k & 1 ? 0 : 1), {.sel = 448 + 31, .chan = (uint8_t)k}}
            });
         rig_alu(&r, (struct rig_ins){
                        .op = DB_ALU_INTERP_LOAD_P0, .dst = 3, .last = true, .s = {{.sel = 448 + 31}}});
         rig_alu_end(&r, DB_CF_ALU);
         rig_end(&r);
         struct sq_wave *w = sq_ctx_wave(r.ctx);
         w->one_prim = lv & 1; /* left behind by a pixel wave */
         for (unsigned q = 0; q < EMU_QUADS; q++)
            w->quad_params[q] = (const float *)(uintptr_t)16;
         for (unsigned l = 0; l < EMU_LANES; l++)
            rig_reg(&r, 2, 0)->u[l] = rig_reg(&r, 2, 1)->u[l] = rig_reg(&r, 3, 0)->u[l] = 7;
         rig_place(&r, SQ_VS);
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
