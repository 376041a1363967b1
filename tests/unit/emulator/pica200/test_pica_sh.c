/* SPDX-License-Identifier: MIT
 * Shader units: arithmetic and control flow by the rules of 3dbrew's instruction set page. Expected values are the rules', not the interpreter's. */
#include "tests/unit/emulator/pica200/pica_sh_fixture.h"

#define INF  0x7f800000u
#define NINF 0xff800000u
#define NAN_ PICA_QUIET_NAN
#define ONE  0x3f800000u

static void
test_float24(void **state)
{
   (void)state;
   static const struct {
      uint32_t f24, f32;
   } known[] = {
      {0x3f0000, ONE       },
      {0xbf0000, 0xbf800000},
      {0x408000, 0x40400000},
      {0x7f0000, INF       },
      {0xff0000, NINF      },
      {0x7effff, 0x5f7fff80},
      {0x010000, 0x20800000},
      {0,        0         },
      {0x7f0001, 0x7fc00000},
      {0x008000, 0x20000000}, /* subnormal: 2^-63 */
      {0x000001, 0x18800000}, /* the smallest: 2^-78 */
   };
   for (unsigned i = 0; i < ARRAY_SIZE(known); i++)
      assert_int_equal(fui(pica_float24(known[i].f24)), known[i].f32);
   /* a truncated conversion goes there and back for every normal number, and keeps no part of a mantissa that is too long */
   for (uint32_t n = 0x010000; n < 0x7f0000; n += 7)
      assert_int_equal(pica_float24_bits(pica_float24(n)), n);
   assert_int_equal(pica_float24_bits(1.99999f), 0x3fffff);
   assert_int_equal(pica_float24_bits(1e30f), 0x7f0000);
   assert_int_equal(pica_float24_bits(-1e-30f), 0x800000);
   assert_int_equal(fui(pica_small_float(0x3c00, 5, 10)), ONE);
   assert_int_equal(fui(pica_small_float(0x3f000, 7, 12)), ONE);
   /* rounding: to the even one in the middle, up beyond it; 1 + 2^-16 is the next after 1 */
   assert_int_equal(fui(pica_round24(uif(ONE + 0x40), PICA_ROUND_NEAREST_EVEN)), ONE);
   assert_int_equal(fui(pica_round24(uif(ONE + 0x41), PICA_ROUND_NEAREST_EVEN)), ONE + 0x80);
   assert_int_equal(fui(pica_round24(uif(ONE + 0xc0), PICA_ROUND_NEAREST_EVEN)), ONE + 0x100);
   assert_int_equal(fui(pica_round24(uif(ONE + 0x7f), PICA_ROUND_TRUNCATE)), ONE);
   assert_int_equal(fui(pica_round24(uif(ONE + 0x7f), PICA_ROUND_NONE)), ONE + 0x7f);
   assert_int_equal(fui(pica_round24(uif(0x5f7fffff), PICA_ROUND_NEAREST_EVEN)), INF);
   assert_int_equal(fui(pica_round24(-1e-30f, PICA_ROUND_NEAREST_EVEN)), 0);
}

/* op o0.x of a and b: the bits of the result. */
struct special {
   const char *op;
   uint32_t a, b, c, result;
};

static void
test_specials(void **state)
{
   (void)state;
   static const struct special cases[] = {
      {"mul o0.x, r0, r1",           INF,                   0,          0,          0         },
      {"mul o0.x, r0, r1",           0,                     NINF,       0,          0         },
      {"mul o0.x, r0, r1",           NAN_,                  0,          0,          NAN_      },
      {"mul o0.x, r0, -r1",          0,                     ONE,        0,          0         }, /* no -0 */
      {"mad o0.x, r0, r1, r2",       INF,                   0,          ONE,        ONE       },
      {"add o0.x, r0, r1",           INF,                   NINF,       0,          NAN_      },
      {"add o0.x, r0, -r1",          ONE,                   ONE,        0,          0         },
      {"max o0.x, r0, r1",           0,                     NAN_,       0,          NAN_      },
      {"max o0.x, r0, r1",           NAN_,                  0,          0,          0         },
      {"min o0.x, r0, r1",           0,                     NAN_,       0,          NAN_      },
      {"min o0.x, r0, r1",           NAN_,                  0,          0,          0         },
      {"max o0.x, r0, r1",           0,                     NINF,       0,          0         },
      {"sge o0.x, r0, r1",           NAN_,                  0,          0,          0         },
      {"slt o0.x, r0, r1",           NAN_,                  0,          0,          0         },
      {"sge o0.x, r0, r1",           ONE,                   ONE,        0,          ONE       },
      {"slt o0.x, r0, r1",           ONE,                   ONE,        0,          0         },
      {"rcp o0.x, r0",               0,                     0,          0,          INF       },
      {"rcp o0.x, -r0",              0,                     0,          0,          INF       },
      {"rcp o0.x, r0",               INF,                   0,          0,          0         },
      {"rcp o0.x, r0",               NAN_,                  0,          0,          NAN_      },
      {"rsq o0.x, -r0",              0,                     0,          0,          INF       },
      {"rsq o0.x, r0",               0xbf800000,            0,          0,          NAN_      },
      {"rsq o0.x, r0",               NINF,                  0,          0,          NAN_      },
      {"rsq o0.x, r0",               INF,                   0,          0,          0         },
      {"rcp r3.x, r0\nrsq o0.x, r3", NINF,                  0,          0,          INF       },
      {"ex2 o0.x, r0",               NAN_,                  0,          0,          NAN_      },
      {"ex2 o0.x, r0",               0xc4480000 /* -800 */, 0,          0,          0         },
      {"ex2 o0.x, r0",               0x44480000,            0,          0,          INF       },
      {"ex2 o0.x, r0",               0x40400000,            0,          0,          0x41000000},
      {"lg2 o0.x, r0",               0,                     0,          0,          NINF      },
      {"lg2 o0.x, r0",               0xbf800000,            0,          0,          NAN_      },
      {"lg2 o0.x, r0",               0x41000000,            0,          0,          0x40400000},
      {"lg2 o0.x, r0",               INF,                   0,          0,          INF       },
      {"flr o0.x, r0",               0xbfc00000 /* -1.5 */, 0,          0,          0xc0000000},
      {"flr o0.x, r0",               NINF,                  0,          0,          NINF      },
 /* subnormals: arithmetic takes them for 0, moves do not */
      {"mov o0.x, r0",               0x20000000,            0,          0,          0x20000000},
      {"max o0.x, r0, r1",           0x20000000,            0,          0,          0x20000000},
      {"add o0.x, r0, r1",           0x20000000,            0,          0,          0         },
      {"mul o0.x, r0, r1",           0x20000000,            0x5f000000, 0,          0         },
 /* the product is rounded before the sum: (1 + 2^-16)^2 - (1 + 2^-15) */
      {"mad o0.x, r0, r1, r2",       ONE + 0x80,            ONE + 0x80, 0xbf800100, 0         },
   };
   struct unit *u = unit_open(NULL);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      char text[200];
      snprintf(text, sizeof text, "mov r0, v0.x\nmov r1, v0.y\nmov r2, v0.z\n%s\nend", cases[i].op);
      unit_program(u, text);
      unit_input(u, 0, 0, uif(cases[i].a), uif(cases[i].b), uif(cases[i].c), 0);
      unit_run(u);
      assert_int_equal(u->c.stop, SH_RUNS);
      if (unit_bits(u, 0, 0) != cases[i].result)
         fail_msg("%s of %08x %08x %08x: %08x, not %08x", cases[i].op, cases[i].a, cases[i].b, cases[i].c,
                  unit_bits(u, 0, 0), cases[i].result);
   }
   u->params.max_takes_minus_inf = true;
   unit_program(u, "mov r1, v0.y\nmax o0, v0.x, r1\nend");
   unit_input(u, 0, 0, 0, uif(NINF), 0, 0);
   unit_run(u);
   assert_int_equal(unit_bits(u, 0, 0), NINF);
   free(u);
}

static void
expect(const struct unit *u, unsigned o, float x, float y, float z, float w)
{
   const float all[4] = {x, y, z, w};
   for (unsigned k = 0; k < 4; k++)
      if (unit_out(u, o, k, 0) != all[k])
         fail_msg("o%u is %g %g %g %g, not %g %g %g %g", o, unit_out(u, o, 0, 0), unit_out(u, o, 1, 0),
                  unit_out(u, o, 2, 0), unit_out(u, o, 3, 0), x, y, z, w);
}

static void
test_vectors(void **state)
{
   (void)state;
   struct unit *u = unit_open(NULL);
   unit_program(u, "mov r0, v0\n"
                   "dp3 o0, c0, r0\ndp4 o1.xy, c0, r0\ndph o2, v0, c0\ndst o3, c0, r0\ndst o4, v0, c0\n"
                   "mov o5.yw, -c0.wzyx\nlitp o6, c1\nmad o7, r0, -c0.x, r0.w\nmad o8, r0, r0, c0\n"
                   "mov r0.xy, r0.yx\nmov o9, r0\nflr o10, c2\nend");
   unit_input(u, 0, 0, 1, 2, 3, 4);
   memcpy(u->uniform[0], (float[]){5, 6, 7, 8}, 16);
   memcpy(u->uniform[1], (float[]){-1, 200, 3, 4}, 16);
   memcpy(u->uniform[2], (float[]){1.5, -0.25, 100000, -7}, 16);
   unit_run(u);
   expect(u, 0, 38, 38, 38, 38);
   expect(u, 1, 70, 70, 0, 0);
   expect(u, 2, 46, 46, 46, 46);
   expect(u, 3, 1, 12, 7, 4);
   expect(u, 4, 1, 12, 3, 8);
   expect(u, 5, 0, -7, 0, -5);
   expect(u, 6, 0, 127.99609375f, 0, 4);
   expect(u, 7, -1, -6, -11, -16);
   expect(u, 8, 6, 10, 16, 24);
   expect(u, 9, 2, 1, 3, 4);
   expect(u, 10, 1, -1, 100000, -7);
   assert_int_equal(u->c.flag[0] & 1, 0);
   assert_int_equal(u->c.flag[1] & 1, 1);
   free(u);
}

static void
test_addresses(void **state)
{
   (void)state;
   struct unit *u = unit_open(NULL);
   for (unsigned i = 0; i < PICA_UNIFORMS; i++)
      u->uniform[i][0] = (float)i + 100;
   unit_program(
      u,
      "mova a0.xy, v0\nnop\nmov o0, c10[a0.x]\nmov o1, c10[a0.y]\nmov o2, c95[a0.x]\nmov o3, c0[a0.x]\n"
      "for i1\nmov r0, c20[aL]\nadd r1.x, c20[aL], r1\n.end\nmov o4, r0\nmov o5, r1\nmov o6, c20[aL]\nend");
   static const struct {
      float x, y, first, second, third, fourth;
   } cases[] = {
      {3.9f,  -3.9f,  113,                     107,                     1 /* c98 */, 103        },
      {-20,   127,    1 /* -10 & 127 = 118 */, 109 /* 137 & 127 = 9 */, 175,         1 /* 108 */},
      {-129,  128,    110,                     110,                     195,         100        }, /* out of range counts as 0 */
      {1e10f, -1e10f, 110,                     110,                     195,         100        },
   };
   const uint8_t integer[4] = {4, 2, 3, 0}; /* five rounds, 2, 5, 8, 11, 14 */
   memcpy(u->stage.integer[1], integer, 4);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      unit_input(u, 0, 0, cases[i].x, cases[i].y, 0, 0);
      memset(u->c.temp, 0, sizeof u->c.temp);
      unit_run(u);
      assert_true(unit_out(u, 0, 0, 0) == cases[i].first);
      assert_true(unit_out(u, 1, 0, 0) == cases[i].second);
      assert_true(unit_out(u, 2, 0, 0) == cases[i].third);
      assert_true(unit_out(u, 3, 0, 0) == cases[i].fourth);
      assert_true(unit_out(u, 4, 0, 0) == 134);
      assert_true(unit_out(u, 5, 0, 0) == 5 * 120 + 40);
      assert_true(unit_out(u, 6, 0, 0) == 137); /* aL is 17 behind the loop */
   }
   u->params.mova_rounds = true;
   unit_input(u, 0, 0, 3.5f, -3.9f, 0, 0);
   unit_run(u);
   assert_true(unit_out(u, 0, 0, 0) == 114 && unit_out(u, 1, 0, 0) == 106);
   free(u);
}

/* What is added to o0.x on the way: each program counts by c0 = 1. */
static void
test_flow(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      float x, y;
      unsigned booleans;
      float result;
   } cases[] = {
      {"ifu b1\nadd r1, c1, r1\n.else\nadd r1, c2, r1\n.end\n",                                  0,  0,  2, 10  },
      {"ifu b1\nadd r1, c1, r1\n.else\nadd r1, c2, r1\n.end\n",                                  0,  0,  0, 100 },
      {"ifu b1\nadd r1, c1, r1\n.end\nadd r1, c0, r1\n",                                         0,  0,  0, 1   },
      {"cmp v0, lt, ge, r0\nifc cmp.x && cmp.y\nadd r1, c1, r1\n.else\nadd r1, c2, r1\n.end\n",  -1, 1,  0, 10  },
      {"cmp v0, lt, ge, r0\nifc cmp.x && cmp.y\nadd r1, c1, r1\n.else\nadd r1, c2, r1\n.end\n",  -1, -1, 0,
       100                                                                                                      },
      {"cmp v0, lt, ge, r0\nifc !cmp.x || cmp.y\nadd r1, c1, r1\n.else\nadd r1, c2, r1\n.end\n", -1, -1, 0,
       100                                                                                                      },
      {"cmp v0, eq, ne, r0\nifc !cmp.y\nadd r1, c1, r1\n.end\n",                                 1,  0,  0, 10  },
      {"cmp v0, le, gt, r0\nifc cmp.x\nadd r1, c1, r1\n.end\n",                                  0,  0,  0, 10  },
 /* loops: i0 is two rounds, i1 three */
      {"for i0\nadd r1, c0, r1\n.end\n",                                                         0,  0,  0, 2   },
      {"for i0\nfor i1\nadd r1, c0, r1\n.end\nadd r1, c1, r1\n.end\n",                           0,  0,  0, 26  },
      {"for i1\nadd r1, c0, r1\nbreak\nnop\n.end\nadd r1, c2, r1\n",                             0,  0,  0, 101 },
      {"for i1\nadd r1, c0, r1\ncmp r1, ge, ge, v0\nbreakc cmp.x\nnop\n.end\n",                  2,  0,  0, 2   },
 /* jumps: not taken as the last instruction of a block */
      {"jmpu b0, l\nadd r1, c0, r1\nl: add r1, c1, r1\n",                                        0,  0,  1, 10  },
      {"jmpu !b0, l\nadd r1, c0, r1\nl: add r1, c1, r1\n",                                       0,  0,  1, 11  },
      {"for i0\nadd r1, c0, r1\njmpu b0, l\n.end\nadd r1, c1, r1\nl: add r1, c2, r1\n",          0,  0,  1, 112 },
      {"call p\nadd r1, c0, r1\n",                                                               0,  0,  0, 1001},
      {"callu b0, p\nnop\ncallu b1, p\nnop\n",                                                   0,  0,  2, 1000},
      {"cmp v0, eq, eq, r0\ncallc !cmp.x, p\nnop\ncallc cmp.y, p\nnop\n",                        0,  0,  0, 1000},
      {"call q\nadd r1, c0, r1\n",                                                               0,  0,  0, 2001},
 /* as the last instruction of the called a call comes back through both: up to three returns in a row */
      {"call d2\nadd r1, c0, r1\nend\nnop\n",                                                    0,  0,  0, 1001},
   };
   struct unit *u = unit_open(NULL);
   memcpy(u->uniform[0], (float[]){1, 1, 1, 1}, 16);
   memcpy(u->uniform[1], (float[]){10, 10, 10, 10}, 16);
   memcpy(u->uniform[2], (float[]){100, 100, 100, 100}, 16);
   memcpy(u->uniform[3], (float[]){1000, 1000, 1000, 1000}, 16);
   u->stage.integer[0][0] = 1;
   u->stage.integer[1][0] = 2;
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      char text[600];
      snprintf(text, sizeof text,
               ".proc main\n%s\nmov o0, r1\nend\n.end\n"
               ".proc p\nadd r1, c3, r1\n.end\n.proc q\ncall p\nnop\ncall p\nnop\n.end\n"
               ".proc d1\nnop\ncall p\n.end\n.proc d2\nnop\ncall d1\n.end\n",
               cases[i].text);
      /* a program that calls and then ends by itself has its result in r1 */
      unit_program(u, text);
      memset(u->c.temp, 0, sizeof u->c.temp);
      memset(u->c.output, 0, sizeof u->c.output);
      unit_input(u, 0, 0, cases[i].x, cases[i].y, 0, 0);
      u->stage.booleans = (uint16_t)cases[i].booleans;
      unit_run(u);
      assert_int_equal(u->c.stop, SH_RUNS);
      if (uif(u->c.temp[1][0].u[0]) != cases[i].result)
         fail_msg("%s: %g, not %g", cases[i].text, uif(u->c.temp[1][0].u[0]), cases[i].result);
   }
   free(u);
}

/* Four procedures that end at once: the fourth return does not take place (measured on the chip, 3dbrew), so the program goes on behind the
 * innermost calls' end, where there is no code. */
static void
test_four_returns(void **state)
{
   (void)state;
   struct unit *u = unit_open(NULL);
   unit_program(u,
                ".proc main\ncall d3\nmov o0, c0\nend\n.end\n.proc d3\nnop\ncall d2\n.end\nmov o1, c0\nend\n"
                ".proc d2\nnop\ncall d1\n.end\n.proc d1\nnop\ncall p\n.end\n.proc p\nnop\n.end\n");
   u->uniform[0][0] = 1;
   unit_run(u);
   assert_int_equal(u->c.stop, SH_RUNS);
   assert_true(unit_out(u, 0, 0, 0) == 0 && unit_out(u, 1, 0, 0) == 1);
   free(u);
}

static void
test_stops(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      enum sh_stop stop;
      unsigned pc;
   } cases[] = {
      {"l: nop\njmpu !b0, l\nend",   SH_STOP_LIMIT,  0   },
      {"nop",                        SH_STOP_LEFT,   1   },
      {"nop\n.word 0x40000000\nend", SH_STOP_OPCODE, 1   },
      {"break\nend",                 SH_STOP_BREAK,  0   },
      {"nop\nemit\nend",             SH_STOP_EMIT,   1   },
      {"setemit 0\nend",             SH_STOP_EMIT,   0   },
      {".word 0xb403fc01\nend",      SH_STOP_LEFT,   0xff},
   };
   struct unit *u = unit_open(NULL);
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      unit_program(u, cases[i].text);
      unit_run(u);
      assert_int_equal(u->c.stop, cases[i].stop);
      if (cases[i].stop != SH_STOP_LIMIT)
         assert_int_equal(u->c.stop_pc, cases[i].pc);
   }
   /* 256 rounds in 256 rounds in ... end at the limit, too */
   for (unsigned k = 0; k < 4; k++)
      u->stage.integer[k][0] = 255;
   unit_program(u, "for i0\nfor i1\nfor i2\nfor i3\nnop\n.end\nnop\n.end\nnop\n.end\nnop\n.end\nend");
   unit_run(u);
   assert_int_equal(u->c.stop, SH_STOP_LIMIT);
   free(u);
}

/* Lanes that go different ways get what each would get alone. */
static void
test_groups(void **state)
{
   (void)state;
   struct unit *u = unit_open(NULL);
   unit_program(
      u,
      "mov r0, v0\nmova a0.x, v0\nfor i0\nadd r0.y, c1, r0\ncmp r0.y, ge, ge, v0.x\nbreakc cmp.x\nnop\n.end\n"
      "cmp v0.x, lt, lt, r2\nifc cmp.x\nmov r0.z, c2\n.else\nmov r0.z, c2[a0.x]\n.end\nmov o0, r0\nend");
   for (unsigned i = 0; i < PICA_UNIFORMS; i++)
      u->uniform[i][2] = (float)i;
   u->uniform[1][1] = 1;
   u->stage.integer[0][0] = 255;
   u->stage.lanes = 64;
   u->stage.limit = 100000;
   for (unsigned l = 0; l < 64; l++)
      unit_input(u, 0, l, (float)l - 5, 0, 0, 0);
   unit_run(u);
   assert_int_equal(u->c.stop, SH_RUNS);
   for (unsigned l = 0; l < 64; l++) {
      const int x = (int)l - 5;
      assert_true(unit_out(u, 0, 1, l) == (x < 1 ? 1 : x));
      assert_true(unit_out(u, 0, 2, l) == (x < 0 ? 2 : x + 2));
   }
   free(u);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_float24),   cmocka_unit_test(test_specials), cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_addresses), cmocka_unit_test(test_flow),     cmocka_unit_test(test_four_returns),
      cmocka_unit_test(test_stops),     cmocka_unit_test(test_groups),
   };
   return cmocka_run_group_tests_name("pica_sh", tests, NULL, NULL);
}
