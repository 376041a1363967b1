/* SPDX-License-Identifier: MIT
 *
 * Opcodes that make one result of four slots, DOT4, MAX4 and CUBE, on each generation and SIMD level.
 */
#include <math.h>

#include "emu_sq_fixture.h"

static uint32_t seed;
static uint32_t
rnd(void)
{
   seed = seed * 1664525u + 1013904223u;
   return seed ^ seed >> 15;
}

/* Zero times anything is zero. */
static float
mul0(float a, float b)
{
   return a == 0 || b == 0 ? 0.0f : a * b;
}

static void
reductions(void **state)
{
   static const enum db_alu_op ops[] = {DB_ALU_DOT4, DB_ALU_DOT4_IEEE, DB_ALU_MAX4};
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      for (unsigned lv = 0; lv < ARRAY_SIZE(rig_levels); lv++) {
         struct rig r;
         if (!rig_init(&r, (enum db_gen)gen, rig_levels[lv]))
            continue;
         for (unsigned k = 0; k < ARRAY_SIZE(ops); k++) {
            float a[EMU_LANES][4], b[EMU_LANES][4];
            seed = 77;
            for (unsigned l = 0; l < EMU_LANES; l++) {
               for (unsigned c = 0; c < 4; c++) {
                  a[l][c] = (float)((int)(rnd() % 200) - 100) / 8.0f;
                  b[l][c] = l == 5 && c == 2 ? INFINITY : (float)((int)(rnd() % 200) - 100) / 8.0f;
                  if (l == 5 && c == 2)
                     a[l][c] = 0;
                  rig_reg(&r, 1, c)->u[l] = fui(a[l][c]);
                  rig_reg(&r, 2, c)->u[l] = fui(b[l][c]);
               }
            }
            rig_alu_begin(&r);
            for (unsigned c = 0; c < 4; c++)
               rig_alu(&r, (struct rig_ins){
                              .op = ops[k],
                              .dst = 3,
                              .chan = (uint8_t)c,
                              .no_write = c == 1,
                              .last = c == 3,
                              .s = {RIG_R(1, (uint8_t)c), RIG_R(2, (uint8_t)c)}
               });
            /* every PV channel has the result */
            rig_alu(&r,
                    (struct rig_ins){.op = DB_ALU_MOV, .dst = 4, .chan = 0, .last = true, .s = {RIG_PV(1)}});
            rig_alu_end(&r, DB_CF_ALU);
            rig_end(&r);
            for (unsigned l = 0; l < EMU_LANES; l++)
               rig_reg(&r, 3, 1)->u[l] = 0x1234;
            rig_run(&r);
            for (unsigned l = 0; l < EMU_LANES; l++) {
               float want;
               if (ops[k] == DB_ALU_MAX4)
                  want = fmaxf(fmaxf(a[l][0], a[l][1]), fmaxf(a[l][2], a[l][3]));
               else if (ops[k] == DB_ALU_DOT4)
                  want = (mul0(a[l][0], b[l][0]) + mul0(a[l][1], b[l][1])) +
                         (mul0(a[l][2], b[l][2]) + mul0(a[l][3], b[l][3]));
               else
                  want = (a[l][0] * b[l][0] + a[l][1] * b[l][1]) + (a[l][2] * b[l][2] + a[l][3] * b[l][3]);
               static const unsigned chans[4][2] = {
                  {3, 0},
                  {3, 2},
                  {3, 3},
                  {4, 0}
               };
               for (unsigned c = 0; c < 4; c++) {
                  uint32_t got = rig_reg(&r, chans[c][0], chans[c][1])->u[l];
                  assert_true(got == fui(want) || (isnan(want) && isnan(uif(got))));
               }
               assert_int_equal(rig_reg(&r, 3, 1)->u[l], 0x1234);
            }
         }
         rig_fini(&r);
      }
   }
}

/* Faces in the order of the cube map's slices; |coordinate / major axis| <= 1/2 after the division by 2 ma.
 */
static void
cube(void **state)
{
   static const struct {
      float dir[3], face, s, t, ma;
   } c[] = {
      {{2, 0.5f, -1},  0, 1,     -0.5f, 4 },
      {{-2, 0.5f, -1}, 1, -1,    -0.5f, -4},
      {{0.5f, 2, -1},  2, 0.5f,  -1,    4 },
      {{0.5f, -2, -1}, 3, 0.5f,  1,     -4},
      {{0.5f, 1, 2},   4, 0.5f,  -1,    4 },
      {{0.5f, 1, -2},  5, -0.5f, -1,    -4},
      {{1, 1, 1},      4, 1,     -1,    2 },
      {{1, 1, 0.5f},   2, 1,     0.5f,  2 },
   };
   static const uint8_t sel0[4] = {2, 2, 0, 1}, sel1[4] = {1, 0, 2, 2};
   for (unsigned gen = 0; gen < DB_GEN_COUNT; gen++) {
      struct rig r;
      assert_true(rig_init(&r, (enum db_gen)gen, NULL));
      for (unsigned i = 0; i < ARRAY_SIZE(c); i++)
         for (unsigned k = 0; k < 3; k++)
            rig_reg(&r, 1, k)->u[i] = fui(c[i].dir[k]);
      rig_alu_begin(&r);
      for (unsigned k = 0; k < 4; k++)
         rig_alu(&r, (struct rig_ins){
                        .op = DB_ALU_CUBE,
                        .dst = 1, /* over its own operands */
                        .chan = (uint8_t)k,
                        .last = k == 3,
                        .s = {RIG_R(1, sel0[k]), RIG_R(1, sel1[k])}
         });
      rig_alu_end(&r, DB_CF_ALU);
      rig_end(&r);
      rig_run(&r);
      for (unsigned i = 0; i < ARRAY_SIZE(c); i++) {
         assert_float_equal(uif(rig_reg(&r, 1, 0)->u[i]), c[i].t, 0);
         assert_float_equal(uif(rig_reg(&r, 1, 1)->u[i]), c[i].s, 0);
         assert_float_equal(uif(rig_reg(&r, 1, 2)->u[i]), c[i].ma, 0);
         assert_float_equal(uif(rig_reg(&r, 1, 3)->u[i]), c[i].face, 0);
      }
      rig_fini(&r);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(reductions), cmocka_unit_test(cube)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
