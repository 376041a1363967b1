/* SPDX-License-Identifier: MIT
 * Text of PICA200's shaders: words that were put together by hand from 3dbrew's tables, round trips, errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/pica200/isa.h"
#include "isa/pica200/words.h"
#include "util/u_math.h"

static struct pica_program program, again;

static void
assemble(const char *text, struct pica_program *out)
{
   char error[200] = "";
   if (!pica_assemble(text, out, error, sizeof error))
      fail_msg("%s\nin\n%s", error, text);
}

static char *
listing(const struct pica_program *p)
{
   char *text = NULL;
   size_t size = 0;
   FILE *f = open_memstream(&text, &size);
   assert_non_null(f);
   pica_disassemble(f, p);
   fclose(f);
   return text;
}

/* Every form once. Descriptor 0 is the MADs', whose sources are as they stand; 1: negated and swizzled. */
static void
test_golden(void **state)
{
   (void)state;
   static const char text[] = ".proc helper\n"
                              "   nop\n"
                              "   nop\n"
                              ".end\n"
                              ".proc main\n"
                              "   mad r1, v0, c95[a0.x], r2\n"
                              "   mad r1, v0, r3, c4[aL]\n"
                              "   add o0.xyz, -c5.yyyy, r1.wzyx ; comment\n"
                              "   mova a0.x, v1\n"
                              "   cmp v0, gt, le, r2\n"
                              "   sge r0, v0, c1\n"
                              "   ifc cmp.x && !cmp.y\n"
                              "      nop\n"
                              "   .else\n"
                              "      nop\n"
                              "      call helper\n"
                              "      nop\n"
                              "   .end\n"
                              "   for i2\n"
                              "      breakc cmp.y\n"
                              "      nop\n"
                              "   .end\n"
                              "   ifu b9\n"
                              "      nop\n"
                              "   .end\n"
                              "back:\n"
                              "   setemit 1, prim inv\n"
                              "   emit\n"
                              "   jmpu !b3, back\n"
                              "   jmpc !cmp.x || cmp.y, back\n"
                              "   callu b15, helper\n"
                              "   end\n"
                              ".end\n";
   static const uint32_t words[] = {
      0x84000000,
      0x84000000,
      0xF141FE40,
      0xD1C13480,
      0x00025881,
      0x48001002,
      0xBC600900,
      0x6A001080,
      0xA2402803 /* to 10, else of 3 */,
      0x84000000,
      0x84000000,
      0x90000002,
      0x84000000,
      0xA4803C00 /* to 15 */,
      0x8FC00000,
      0x84000000,
      0x9E404800 /* to 18 */,
      0x84000000,
      0xADC00000,
      0xA8000000,
      0xB4C04801,
      0xB1004800,
      0x9BC00002,
      0x88000000,
   };
   assemble(text, &program);
   assert_int_equal(program.count, ARRAY_SIZE(words));
   for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
      if (program.word[i] != words[i])
         fail_msg("word %u is 0x%08x, not 0x%08x", i, program.word[i], words[i]);
   assert_int_equal(program.entry, 2);
   assert_int_equal(program.num_descs, 3);
   assert_int_equal(program.desc[0], 0x0D86C36F);
   /* mask xyz, -yyyy, wzyx */
   assert_int_equal(program.desc[1], 0x00390A9E);
   /* a0.x of v1 */
   assert_int_equal(program.desc[2] & 0x1fff, 0x008);
}

static void
test_round_trip(void **state)
{
   (void)state;
   static const char text[] =
      ".alias position v0.xyzw\n.alias matrix c8\n"
      ".proc main\n"
      "   dp4 o0.x, matrix[0], position\n   dp4 o0.y, matrix[1], position\n"
      "   dp3 r0, c1, r1.zyx\n   dph r0, v0, c2\n   dph r0.w, c2, v0.wwww\n   dst r1, c1, r1\n"
      "   dst r1, v3, c1[a0.y]\n   ex2 r2.x, -c95[aL].w\n   lg2 r2.y, r2.x\n   litp r3, v2\n"
      "   mul r4, c0, v0\n   slt r5.yw, r4, c0\n   slt r5, r4, r4\n   flr r6, v9\n"
      "   max r7, c1, r6\n   min o15, r7, r7\n   rcp r8.x, r7.y\n   rsq r9, r8.x\n"
      "   mova a0.xy, r9\n   nop\n   mova a0.y, r9.x\n   mov o1.z, c3\n"
      "   mad o2, r1, r2, r3\n   mad o2, r1, -c2.x, -r3.w\n   mad o2, r1.xx, -r2, -c2[a0.x].wzyx\n"
      "   cmp c0, eq, ne, v0\n   cmp r0, ge, lt, r1\n"
      "   for i1\n      ifu b2\n         for i3\n            break\n            nop\n"
      "         .end\n         nop\n      .else\n         ifc !cmp.y\n            jmpc cmp.x, out\n"
      "            nop\n         .end\n         nop\n      .end\n      breakc !cmp.x || !cmp.y\n"
      "      nop\n   .end\n"
      "   callc cmp.x, other\n   jmpu b0, out\n"
      "out:\n   end\n"
      ".end\n"
      ".proc other\n   setemit 0\n   setemit 2, inv\n   emit\n   nop\n.end\n";
   assemble(text, &program);
   char *first = listing(&program);
   assert_null(strstr(first, ".word"));
   assemble(first, &again);
   assert_int_equal(again.count, program.count);
   assert_memory_equal(again.word, program.word, program.count * 4);
   assert_memory_equal(again.desc, program.desc, sizeof program.desc);
   assert_int_equal(again.entry, program.entry);
   char *second = listing(&again);
   assert_string_equal(first, second);
   free(first);
   free(second);
}

static uint32_t seed;

static uint32_t
random32(void)
{
   seed = seed * 1664525 + 1013904223;
   const uint32_t high = seed >> 16;
   seed = seed * 1664525 + 1013904223;
   return high << 16 | seed >> 16;
}

static void
same_instruction(unsigned pc)
{
   struct pica_instruction a, b;
   const unsigned na = pica_decode(program.word[pc], program.desc, &a);
   const unsigned nb = pica_decode(again.word[pc], again.desc, &b);
   if (a.op >= 0 && pica_has_descriptor(a.op)) {
      const uint32_t care = pica_descriptor_care(&a);
      if ((program.desc[na] ^ again.desc[nb]) & care)
         fail_msg("descriptor of 0x%08x at %u", program.word[pc], pc);
      const uint32_t names = a.op == PICA_OP_MAD || a.op == PICA_OP_MADI ? 31 : 127;
      assert_int_equal(program.word[pc] & ~names, again.word[pc] & ~names);
      return;
   }
   if (program.word[pc] != again.word[pc])
      fail_msg("0x%08x at %u became 0x%08x", program.word[pc], pc, again.word[pc]);
}

/* Any words: what the text cannot say comes back as it was. */
static void
test_random(void **state)
{
   (void)state;
   char error[200];
   for (seed = 1; seed < 3000000000u; seed += 1000003) {
      const uint32_t begin = seed;
      memset(&program, 0, sizeof program);
      program.count = random32() % 60;
      program.entry = program.count ? random32() % program.count : 0;
      for (unsigned i = 0; i < PICA_ISA_DESCS; i++)
         program.desc[i] =
            random32() % 8 ? random32() % 32 ? program.desc[i / 2] : random32() : random32() & 0x7fffffff;
      for (unsigned i = 0; i < program.count; i++) {
         const unsigned kind = random32() % 4;
         uint32_t w = random32();
         if (kind == 1) /* flow to near addresses */
            w = (0x20 + random32() % 14) << 26 | (random32() & 0x03c00000) |
                random32() % (program.count + 3) << 10 | random32() % 6;
         if (kind == 2) /* known operations with few descriptors */
            w = (w & 0x03ffff9f) | (random32() % 0x14) << 26;
         program.word[i] = w;
      }
      char *text = listing(&program);
      if (!pica_assemble(text, &again, error, sizeof error))
         fail_msg("seed %u: %s\n%s", begin, error, text);
      assert_int_equal(again.count, program.count);
      assert_int_equal(again.entry, program.entry);
      for (unsigned i = 0; i < program.count; i++)
         same_instruction(i);
      free(text);
   }
}

static void
test_errors(void **state)
{
   (void)state;
   static const char *const bad[][2] = {
      {"mov r0",             "line 1: There has to be a ',' here."                   },
      {"nop\nmov v0, r0",    "line 2: Results go to o and r registers."              },
      {"mov r0, o0",         "line 1: Sources are v, r and c registers."             },
      {"mov r0, c96",        "line 1: There is no register c96."                     },
      {"mov r0, c90[8]",     "line 1: There is no register c98."                     },
      {"mov r0, r3[aL]",     "line 1: Only constants have index registers."          },
      {"mov r0, c1[r0]",     "line 1: An index register is a0.x, a0.y or aL, not r0."},
      {"add r0, r0, c1",     "line 1: Source 2 of add cannot be a constant here."    },
      {"add r0, c0, c1",     "line 1: Source 2 of add cannot be a constant here."    },
      {"mad r0, c0, r1, r2", "line 1: Source 1 of mad cannot be a constant here."    },
      {"mova a0.z, r0",      "line 1: MOVA writes a0.x, a0.y or a0.xy."              },
      {"cmp r0, eq, xx, r1", "line 1: Comparisons are eq, ne, lt, le, gt and ge."    },
      {"ifc cmp.z",          "line 1: A condition is of cmp.x and cmp.y."            },
      {"ifc cmp.x && cmp.x", "line 1: Both flags are the same."                      },
      {"ifu i0",             "line 1: There has to be a register b here."            },
      {".end",               "line 1: There is no block to end."                     },
      {".else",              "line 1: .else is not in an ifc or ifu."                },
      {".proc main\nnop",    "line 2: A block is not ended."                         },
      {"for i0\n.end",       "line 2: A loop has at least one instruction."          },
      {"call x",             "line 1: x is not defined."                             },
      {"x: nop\ncall x",     "line 2: x is no procedure of at most 255 instructions."},
      {"x:\nx:",             "line 2: x is defined twice."                           },
      {"frob r0",            "line 1: There is no instruction frob."                 },
      {".fvec a",            "line 1: .fvec is not known here."                      },
      {"nop nop",            "line 1: The line has too much behind here: nop"        },
      {"mov r0.xyzwx, r1",   "line 1: A swizzle has at most four components."        },
      {"mov r0.q7, r1",      "line 1: Components are xyzw, rgba or stpq."            },
      {"setemit 4",          "line 1: The number is larger than 3."                  },
      {"setemit 1, foo",     "line 1: SETEMIT has prim and inv, not foo."            },
      {".entry foo\nnop",    "line 2: The entry foo is no procedure."                },
   };
   char error[200];
   for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
      memset(error, 0, sizeof error);
      assert_false(pica_assemble(bad[i][0], &program, error, sizeof error));
      assert_string_equal(error, bad[i][1]);
   }
   assert_false(pica_assemble("mov r0", &program, error, 4));
}

/* More descriptors than there are, and more than MAD can name. */
static void
test_descriptors(void **state)
{
   (void)state;
   char text[20000] = "", error[200];
   for (unsigned mad = 0; mad < 2; mad++) {
      const unsigned limit = mad ? 32 : 128;
      for (unsigned over = 0; over < 2; over++) {
         size_t n = 0;
         for (unsigned i = 0; i < limit + over; i++)
            n +=
               (size_t)sprintf(text + n, "%s r0, r0.%c%c%c%c%s\n", mad ? "mad" : "mov", "xyzw"[i & 3],
                               "xyzw"[i >> 2 & 3], "xyzw"[i >> 4 & 3], "xyzw"[i >> 6], mad ? ", r0, r0" : "");
         assert_int_equal(pica_assemble(text, &program, error, sizeof error), !over);
         if (!over)
            assert_int_equal(program.num_descs, limit);
      }
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden), cmocka_unit_test(test_round_trip),  cmocka_unit_test(test_random),
      cmocka_unit_test(test_errors), cmocka_unit_test(test_descriptors),
   };
   return cmocka_run_group_tests_name("isa_pica200", tests, NULL, NULL);
}
