/* SPDX-License-Identifier: MIT
 * Rules of PICA200's programs: for each a program that breaks it, and one beside it that does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/pica200/isa.h"
#include "util/u_math.h"

struct found {
   unsigned n, pc;
   char sentence[120];
};

static void
complain(void *data, unsigned pc, const char *sentence)
{
   struct found *f = data;
   if (!f->n++) {
      f->pc = pc;
      snprintf(f->sentence, sizeof f->sentence, "%s", sentence);
   }
}

static struct found
judge(const char *text, enum pica_unit_kind kind)
{
   static struct pica_program p;
   char error[200] = "";
   struct found f = {0, 0, ""};
   if (!pica_assemble(text, &p, error, sizeof error))
      fail_msg("%s in %s", error, text);
   const unsigned n = pica_validate(&p, kind, complain, &f);
   assert_int_equal(n, f.n);
   return f;
}

static void
test_rules(void **state)
{
   (void)state;
   static const struct {
      const char *text;
      unsigned pc;
      const char *sentence;
   } bad[] = {
      {"add r0, v0, v1\nend",                                             0, "Two different input registers in one instruction read wrongly."},
      {"mad r0, v0, r1, v2\nend",                                         0, "Two different input registers in one instruction read wrongly."},
      {"mova a0.x, r0\nmova a0.y, r0\nend",                               1, "A MOVA directly behind another one hangs the chip."            },
      {"nop\n.word 0x40000000\nend",                                      1, "No source knows this instruction."                             },
      {"emit\nend",                                                       0, "EMIT and SETEMIT are the geometry unit's."                     },
      {"setemit 0\nend",                                                  0, "EMIT and SETEMIT are the geometry unit's."                     },
      {"break\nend",                                                      0, "A break outside of a loop hangs the chip."                     },
      {"for i0\nnop\nbreak\n.end\nend",                                   2, "A break is the last instruction of its loop."                  },
      {"ifu b0\nnop\nl: jmpu b0, l\n.end\nend",                           2,
       "A jump or call as the last instruction of a block is not taken, or does not come back there."                                        },
      {".proc p\nnop\n.end\n.proc main\nfor i0\ncall p\n.end\nend\n.end", 2,
       "A jump or call as the last instruction of a block is not taken, or does not come back there."                                        },
      {"for i0\nnop\nfor i1\nnop\n.end\n.end\nend",                       4, "Two blocks end at the same place."                             },
      {"ifu b0\n.end\nend",                                               0, "A branch has no instruction, or begins behind its end."        },
      {"nop",                                                             1, "The program has no END."                                       },
      {".desc 0, 0x36f\n.word 0x00080000\nend",                           0,
       "An index has no effect on a register that is no constant."                                                                           },
      {".desc 0, 0x1b6f\n.word 0xbe000000\nend",                          0, "No source knows this comparison."                              },
      {".word 0x00000000\nend",                                           0, "The instruction writes no component."                          },
      {"jmpu b0, l\nend\nl:",                                             0, "A jump leaves the program."                                    },
      {".word 0x90000800\nend\nnop",                                      0, "A procedure has no instruction."                               },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      const struct found f = judge(bad[i].text, PICA_UNIT_VERTEX);
      if (f.n != 1 || f.pc != bad[i].pc || strcmp(f.sentence, bad[i].sentence))
         fail_msg("%s: %u breaches, the first at %u: %s", bad[i].text, f.n, f.pc, f.sentence);
   }
}

static void
test_geometry(void **state)
{
   (void)state;
   assert_int_equal(judge("setemit 2, prim\nmov o6, r0\nemit\nend", PICA_UNIT_GEOMETRY).n, 0);
   assert_string_equal(judge("mov o7, r0\nend", PICA_UNIT_GEOMETRY).sentence,
                       "The geometry unit has the outputs o0 to o6.");
   assert_int_equal(judge("mov o7, r0\nend", PICA_UNIT_VERTEX).n, 0);
   assert_string_equal(judge("setemit 3\nend", PICA_UNIT_GEOMETRY).sentence,
                       "A triangle has the vertices 0 to 2.");
}

static void
test_sizes(void **state)
{
   (void)state;
   char text[6 * 520] = "";
   for (unsigned i = 0; i < 511; i++)
      strcat(text, "nop\n");
   strcat(text, "end\n");
   assert_int_equal(judge(text, PICA_UNIT_VERTEX).n, 0);
   strcat(text, "nop\n");
   assert_string_equal(judge(text, PICA_UNIT_VERTEX).sentence,
                       "A vertex shader has at most 512 instructions.");
   assert_int_equal(judge(text, PICA_UNIT_GEOMETRY).n, 0);
}

/* What is right: nested blocks with the NOPs that they need. */
static void
test_good(void **state)
{
   (void)state;
   assert_int_equal(
      judge(".proc p\nbreakc cmp.x\nnop\n.end\n"
            ".proc main\nadd r0, v1, v1\nmova a0.xy, r0\nnop\nmova a0.x, r0\n"
            "for i0\nifc cmp.x\nnop\n.else\ncall p\nnop\n.end\nnop\n.end\njmpu b0, l\nnop\nl: end\n.end\n",
            PICA_UNIT_VERTEX)
         .n,
      0);
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rules),
      cmocka_unit_test(test_geometry),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_good),
   };
   return cmocka_run_group_tests_name("isa_pica200_rules", tests, NULL, NULL);
}
