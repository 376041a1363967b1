/* SPDX-License-Identifier: MIT
 *
 * Assembler and disassembler: garbage programs of every generation come back to the same bytes; wrong text is
 * refused with its line; the validator refuses programs that break one rule each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#include "isa/terascale/validate.h"
#include "compiler/terascale/vliw.h"
#include "util/u_math.h"

static uint32_t seed = 1;

static uint32_t
rnd(void)
{
   seed = seed * 1664525 + 1013904223;
   return seed >> 8 | seed << 24;
}

static char *
listing(const struct terascale_chip *chip, const uint32_t *dw, uint32_t n)
{
   char *text = NULL;
   size_t size;
   FILE *f = open_memstream(&text, &size);
   assert_non_null(f);
   vliw_disassemble(f, chip, dw, n);
   fclose(f);
   return text;
}

static void
round_trip(const struct terascale_chip *chip, const uint32_t *dw, uint32_t n)
{
   char error[200] = "";
   char *text = listing(chip, dw, n);
   uint32_t got_n, *got = vliw_assemble(text, chip, &got_n, error, sizeof error);
   if (!got)
      fail_msg("%s: %s\n%s", chip->base.name, error, text);
   assert_int_equal(got_n, n);
   if (memcmp(got, dw, n * 4)) {
      for (uint32_t i = 0; i < n; i++)
         if (got[i] != dw[i])
            fail_msg("%s: dword %u is 0x%08x, expected 0x%08x\n%s", chip->base.name, i, got[i], dw[i], text);
   }
   free(got);
   free(text);
}

/** Programs with valid control flow to one clause of each kind filled with random words. */
static void
random_words(void **state)
{
   for (unsigned n = 0; n < 2000; n++) {
      const struct terascale_chip *chip = terascale_chip_by_index(n % 24);
      uint32_t dw[64] = {0};
      char text[200], error[200];
      bool vtx_clause = chip->gen != DB_CAYMAN;
      snprintf(text, sizeof text, ".size 64\n0000 ALU @4 CNT:12\n0001 TEX @16 CNT:4\n0002 %s @24 CNT:4 EOP\n",
               vtx_clause ? "VTX" : "TEX");
      if (chip->gen == DB_CAYMAN)
         strcpy(strstr(text, " EOP"), "\n0003 CF_END\n");
      uint32_t size, *p = vliw_assemble(text, chip, &size, error, sizeof error);
      if (!p)
         fail_msg("%s: %s", chip->base.name, error);
      memcpy(dw, p, sizeof dw);
      free(p);
      for (unsigned i = 8; i < 64; i++)
         dw[i] = n % 3 ? rnd() : rnd() & rnd() & rnd();
      round_trip(chip, dw, 64);
   }
}

/** Whole programs of random bits: clauses overlap one another and the control flow, literals are cut off. */
static void
random_programs(void **state)
{
   for (unsigned n = 0; n < 3000; n++) {
      uint32_t size = 2 + rnd() % 60, dw[64];
      for (unsigned i = 0; i < size; i++)
         dw[i] = i & 1 ? rnd() : rnd() & 31;
      round_trip(terascale_chip_by_index(n % 24), dw, size);
   }
}

/** Text that is cut, doubled or scrambled must not crash the assembler. */
static void
broken_text(void **state)
{
   static const char good[] =
      ".size 32\n"
      "0000 ALU_PUSH_BEFORE @4 CNT:5 KC0:1:0:0\n"
      "       0  x: MULADD_IEEE*2_sat R1.x, -KC0[3].y, PV.x, 0x40490fdb(3.14159).x VEC_210\n"
      "          t: RECIP_IEEE _R0.y, -|R1.z| SCL_122 last\n"
      "       1  x: PRED_SETGT _R0.x, 0.5, -1i EXEC PRED last\n"
      "0001 TEX @12 CNT:1\n"
      "          SAMPLE R1.xyz_, R0.xy01, t16, s0 CT:NNUN LB:3 OX:2\n"
      "0002 EXPORT_DONE PIXEL 0, R1.xyzw ES:3 EOP\n"
      ".data 31 0x1\n";
   const struct terascale_chip *chip = terascale_chip_find("rv770");
   char error[200] = "";
   uint32_t n, *dw = vliw_assemble(good, chip, &n, error, sizeof error);
   assert_string_equal(error, "");
   assert_non_null(dw);
   round_trip(chip, dw, n);
   free(dw);
   for (unsigned i = 0; i < 4000; i++) {
      char text[sizeof good];
      memcpy(text, good, sizeof good);
      unsigned at = rnd() % (sizeof good - 1);
      if (i % 2)
         text[at] = (char)(32 + rnd() % 95);
      else
         text[at] = 0;
      error[0] = 0;
      dw = vliw_assemble(text, chip, &n, error, sizeof error);
      if (!dw)
         assert_true(!strncmp(error, "line ", 5));
      free(dw);
   }
}

static void
refused_text(void **state)
{
   static const struct {
      const char *text, *error;
   } cases[] = {
      {"0000 NOP EOP\n",                                                           "line 1: the text must begin with .size"                            },
      {".size 2\n0000 NOPE\n",                                                     "line 2: RV770 has no control-flow instruction 'NOPE'"              },
      {".size 2\n0001 NOP\n",                                                      "line 2: the instruction lies outside .size"                        },
      {".size 8\n0000 ALU @2 CNT:1\n x: FROB R0.x, 0\n",                           "line 3: RV770 has no ALU instruction 'FROB'"                       },
      {".size 8\n0000 ALU @2 CNT:1\n x: MOV R200.x, 0\n",
       "line 3: 200 is too large, the largest value is 127"                                                                                            },
      {".size 8\n0000 ALU @2 CNT:1\n x: MOV R0.x, 0 last\n x: MOV R0.x, 0 last\n",
       "line 4: more instructions than the clause's CNT says"                                                                                          },
      {".size 8\n0000 TEX @2 CNT:17\n",                                            "line 2: the count or the address does not fit into the instruction"},
      {"",                                                                         "line 0: there is no .size line"                                    },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      char error[200] = "";
      uint32_t n;
      assert_null(vliw_assemble(cases[i].text, terascale_chip_find("rv770"), &n, error, sizeof error));
      assert_string_equal(error, cases[i].error);
   }
}

/* A correct fragment shader for RV770 with its ALU clause's text left out, and clauses that break one rule.
 */
static void
validator_alu_rules(void **state)
{
   static const struct {
      const char *chip;
      unsigned cnt;
      const char *alu, *error;
   } cases[] = {
      {"rv770",   1, "x: MOV R0.x, R1.x last",                                                      NULL                                                              },
      {"rv770",   1, "x: MOV R4.x, R1.x last",                                                      "CF 0: R4 is used, but only 4 GPRs are allocated"                 },
      {"rv770",   1, "x: MOV R126.x, R1.x last",                                                    NULL                                                              },
      {"rv770",   1, "x: MOV R0.x, PV.x last",                                                      "CF 0: group 0: PV.x has no valid value"                          },
      {"rv770",   2, "x: MOV R0.x, R1.x last\n x: MOV R0.y, PV.y last",
       "CF 0: group 1: PV.y has no valid value"                                                                                                                       },
      {"rv770",   2, "x: MOV R0.x, R1.x last\n y: MOV R0.y, PV.x last",                             NULL                                                              },
      {"rv770",   2, "x: MOV R0.x, R1.x last\n y: MOV R0.y, PS.x last",                             "CF 0: group 1: PS has no valid value"                            },
      {"rv770",   2, "t: RECIP_IEEE R0.x, R1.x last\n y: MOV R0.y, PS.x last",                      NULL                                                              },
      {"rv770",   1, "x: MOV R0.x, KC0[16].x last",                                                 "CF 0: group 0: a constant outside the locked lines"              },
      {"rv770",   1, "x: MOV R0.x, KC1[0].x last",                                                  "CF 0: group 0: a constant outside the locked lines"              },
      {"rv770",   1, "x: MULADD_IEEE R0.x, KC0[0].x, KC0[1].x, KC0[2].x last",
       "CF 0: group 0: 3 reads of the constant file, 2 are possible"                                                                                                  },
      {"rv770",   1, "x: MULADD_IEEE R0.x, KC0[0].x, KC0[0].y, KC0[0].z last",                      NULL                                                              },
      {"rv670",   1, "x: MULADD_IEEE R0.x, KC0[0].x, KC0[1].x, KC0[2].x last",                      NULL                                                              },
      {"rv770",   1, "x: MULADD_IEEE R0.x, R1.x, R2.x, R3.x last",                                  NULL                                                              },
      {"rv770",   2, "x: MUL_IEEE R0.x, R0.x, R1.x\n y: MUL_IEEE R0.y, R2.x, R3.x last",
       "CF 0: group 0: two GPRs on port x in cycle 0"                                                                                                                 },
      {"rv770",   2, "x: MUL_IEEE R0.x, R0.x, R1.x\n y: MUL_IEEE R0.y, R2.x, R0.x VEC_201 last",    NULL                                                              },
      {"rv770",   2, "x: MOV R0.x, R1.x\n t: MULADD_IEEE R0.x, R1.y, KC0[0].x, R1.z last",
       "CF 0: group 0: T reads operand 2 in cycle 0 with 1 constants"                                                                                                 },
      {"rv770",   3, "x: MOV R0.x, R1.x\n t: MULLO_INT R0.y, KC0[0].x, 0x7(0).x last",              NULL                                                              },
      {"rv770",   2, "x: MOV R0.x, R1.x\n t: MULADD_IEEE R0.x, KC0[0].x, 0.5, 1.0 last",
       "CF 0: group 0: T reads 3 constants"                                                                                                                           },
      {"rv770",   2, "x: DOT4_IEEE R0.x, R1.x, R1.x\n y: DOT4_IEEE _R0.y, R1.y, R1.y last",
       "CF 0: group 0: DOT4_IEEE does not fill the units it needs"                                                                                                    },
      {"rv770",   2, "y: MOV R0.y, R1.x\n x: MOV R0.x, R1.x last",                                  "CF 0: group 0: units are out of order"                           },
      {"rv770",   3, "x: MOV R0.x, R1.x\n x: MOV R2.x, R1.x\n x: MOV R3.x, R1.x last",
       "CF 0: group 0: two instructions want unit t"                                                                                                                  },
      {"rv770",   2, "x: KILLE _R0.x, R1.x, 0\n y: KILLE _R0.y, R1.y, 0 last",
       "CF 0: group 0: two predicates or kills"                                                                                                                       },
      {"rv770",   1, "x: PRED_SETE _R0.x, R1.x, 0 EXEC PRED last",
       "CF 0: the execute mask changes without a push"                                                                                                                },
      {"rv770",   2, "x: PRED_SETE _R0.x, R1.x, 0 EXEC last\n x: MOV R0.x, R1.x last",
       "CF 0: group 0: the execute mask changes inside a clause"                                                                                                      },
      {"rv770",   1, "x: ADD_INT R0.x, -R1.x, R1.y last",                                           "CF 0: group 0: ADD_INT takes no float modifiers"                 },
      {"rv770",   1, "x: SETE_DX10_sat R0.x, R1.x, R1.y last",
       "CF 0: group 0: the result of SETE_DX10 cannot be clamped"                                                                                                     },
      {"rv770",   1, "x: MOV R0.x, R1[AR].x last",                                                  "CF 0: group 0: relative addressing without AR"                   },
      {"rv770",   2, "x: MOVA_INT _R0.x, R1.x last\n x: MOV R0.x, R1[AR].x last",                   NULL                                                              },
      {"r600",    2, "t: MOVA_GPR_INT _R0.x, R1.x IDX_4 last\n x: MOV R0.x, R1[AR].x IDX_4 last",
       "CF 0: group 1: relative addressing without AR"                                                                                                                },
      {"r600",    2, "x: MOVA_INT _R0.x, R1.x IDX_4 last\n x: MOV R0.x, R1[AR].x IDX_4 last",
       "CF 0: group 0: the chip does not index with MOVA_INT"                                                                                                         },
      {"cypress", 2, "x: MOVA_INT _R0.x, R1.x last\n x: MOV R0.x, R1[AR].x last",                   NULL                                                              },
      {"cypress", 1, "x: MOVA_INT _R0.x, R1.x last",                                                "CF 0: AR is loaded by the clause's last group"                   },
      {"rv770",   4,
       "x: MOVA_INT _R0.x, R1.x last\n x: NOP _R0.x last\n x: MOV R0[AR].x, R1.x last\n x: MOV R2.x, "
       "R0[AR].x last",                                                                             "CF 0: group 3: a relative read right behind a relative write"    },
      {"rv770",   4,
       "x: MOVA_INT _R0.x, R1.x last\n x: NOP _R0.x last\n x: MOV R0[AR].x, R1.x last\n x: MOV R2.x, R0.x "
       "last",                                                                                      "CF 0: group 3: the array's read right behind a relative write"   },
      {"rv770",   4,
       "x: MOVA_INT _R0.x, R1.x last\n x: NOP _R0.x last\n x: MOV R0.x, R1.x last\n x: MOV R2.x, R0[AR].x "
       "last",                                                                                      "CF 0: group 3: a relative read right behind a write to its array"},
      {"cypress", 4,
       "x: INTERP_XY R2.x, R0.y, Param1.x VEC_210\n y: INTERP_XY R2.y, R0.x, Param1.y VEC_210\n z: INTERP_XY "
       "_R2.z, R0.y, "
       "Param1.z VEC_210\n w: INTERP_XY _R2.w, R0.x, Param1.w VEC_210 last",                        NULL                                                              },
      {"cypress", 4,
       "x: INTERP_XY R2.x, R0.y, Param1.x VEC_210\n y: INTERP_XY R2.y, R0.x, Param1.y VEC_210\n z: INTERP_XY "
       "_R2.z, R0.y, "
       "Param1.z VEC_210\n w: INTERP_XY _R2.w, R0.x, Param1.w last",                                "CF 0: group 0: INTERP_XY with bank swizzle 0 instead of VEC_210" },
      {"cypress", 2,
       "z: INTERP_Z R2.z, R0.y, Param1.z VEC_210\n w: INTERP_Z _R2.w, R0.x, Param1.w VEC_210 last", NULL                                                              },
      {"cypress", 1, "z: INTERP_Z R2.z, R0.y, Param1.z VEC_210 last",
       "CF 0: group 0: INTERP_Z does not fill the units it needs"                                                                                                     },
      {"cypress", 2,
       "x: INTERP_Z R2.x, R0.y, Param1.z VEC_210\n y: INTERP_Z _R2.y, R0.x, Param1.w VEC_210 last", "CF 0: group 0: INTERP_Z does not fill the units it needs"        },
      {"cayman",  2, "x: MOV R0.x, R1.x\n t: MOV R2.x, R1.x last",
       "CF 0: group 0: two instructions want unit x"                                                                                                                  },
      {"cayman",  3, "x: SIN R0.x, R1.x\n y: SIN _R0.y, R1.x\n z: SIN _R0.z, R1.x last",            NULL                                                              },
      {"cayman",  2, "x: SIN R0.x, R1.x\n y: SIN _R0.y, R1.x last",
       "CF 0: group 0: SIN does not fill the units it needs"                                                                                                          },
      {"rv770",   2, "x: MOV R0.x, R1.x\n t: ADD R0.x, R1.y, R1.z last",                            "CF 0: group 0: two results for R0.x"                             },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct terascale_chip *chip = terascale_chip_find(cases[i].chip);
      char text[600], error[200] = "";
      bool cm = chip->gen == DB_CAYMAN;
      snprintf(text, sizeof text,
               ".size 40\n0000 ALU @4 CNT:%u KC0:1:0:0\n %s\n0001 EXPORT_DONE PIXEL 0, R0.xyzw ES:3%s",
               cases[i].cnt, cases[i].alu, cm ? "\n0002 CF_END\n" : " EOP\n");
      struct vliw_binary b = {.num_gprs = 4};
      b.dw = vliw_assemble(text, chip, &b.num_dw, error, sizeof error);
      if (!b.dw)
         fail_msg("case %u: %s", i, error);
      bool ok = vliw_validate(&b, IR_FRAGMENT, chip, error, sizeof error);
      if (ok != !cases[i].error || (!ok && strcmp(error, cases[i].error)))
         fail_msg("case %u: '%s', expected '%s'", i, ok ? "" : error, cases[i].error ? cases[i].error : "");
      vliw_binary_fini(&b);
   }
}

static void
validator_control_flow(void **state)
{
#define PRED "\n x: PRED_SETE _R0.x, R1.x, 0 EXEC PRED last\n"
#define END  " EXPORT_DONE PIXEL 0, R0.xyzw ES:3 EOP\n"
   static const struct {
      const char *chip;
      unsigned stack;
      const char *text, *error;
   } cases[] = {
      {"rv770",   1,
       "0000 ALU_PUSH_BEFORE @10 CNT:1" PRED
       "0001 JUMP @3 POP:1\n0002 ALU_POP_AFTER @11 CNT:1\n x: MOV R0.x, 0 last\n"
       "0003" END,
       NULL                                                                                                                                    },
      {"rv770",   0,
       "0000 ALU_PUSH_BEFORE @10 CNT:1" PRED
       "0001 JUMP @3 POP:1\n0002 ALU_POP_AFTER @11 CNT:1\n x: MOV R0.x, 0 last\n"
       "0003" END,
       "CF 3: a stack of 1 is needed, 0 is allocated"                                                                                          },
      {"rv770",   1,
       "0000 ALU_PUSH_BEFORE @10 CNT:1" PRED
       "0001 JUMP @3\n0002 ALU_POP_AFTER @11 CNT:1\n x: MOV R0.x, 0 last\n"
       "0003" END,
       "CF 1: a jump to 3 arrives with 1 stack entries, 0 are expected"                                                                        },
      {"rv770",   1, "0000 ALU_PUSH_BEFORE @10 CNT:1" PRED "0001" END,
       "CF 1: an export inside a branch or loop"                                                                                               },
      {"rv770",   1, "0000 POP @1 POP:1\n0001" END,                                             "CF 0: pops an entry that nobody pushed"       },
      {"rv770",   1, "0000 LOOP_START_DX10 @2\n0001 LOOP_END @1\n0002" END,                     NULL                                           },
      {"rv770",   1, "0000 LOOP_START_DX10 @1\n0001 LOOP_END @1\n0002" END,
       "CF 1: LOOP_START skips to 1, the loop ends before 2"                                                                                   },
      {"rv770",   1, "0000 LOOP_START_DX10 @2\n0001 LOOP_END @0\n0002" END,
       "CF 1: LOOP_END goes to 0, the loop's body starts at 1"                                                                                 },
      {"rv770",   1, "0000 LOOP_START_DX10 @3\n0001 LOOP_BREAK @3\n0002 LOOP_END @1\n0003" END,
       "CF 1: a loop jump to 3, which is no LOOP_END"                                                                                          },
      {"rv770",   1, "0000 EXPORT PIXEL 0, R0.xyzw ES:3 EOP\n",
       "CF 0: an export that the stage must make is missing"                                                                                   },
      {"rv770",   1, "0000 EXPORT_DONE PIXEL 9, R0.xyzw ES:3 EOP\n",                            "CF 0: an export to 9"                         },
      {"rv770",   1, "0000 ALU @20 CNT:1\n0001" END,                                            "CF 0: the clause lies outside the program"    },
      {"rv770",   1, "0000 TEX @11 CNT:1\n0001" END,                                            "CF 0: the fetch clause is not 16-byte aligned"},
      {"rv770",   1, "0000 EXPORT_DONE PIXEL 0, R0.xyzw ES:3\n0001 NOP NB EOP\n",               "CF 1: no barrier"                             },
      {"cedar",   4,
       "0000 LOOP_START_DX10 @5\n0001 ALU_PUSH_BEFORE @10 CNT:1" PRED
       "0002 JUMP @4 POP:1\n0003 POP @4 POP:1\n0004 LOOP_END @1\n0005" END,
       "CF 1: ALU_PUSH_BEFORE with 8 stack elements in use"                                                                                    },
      {"cedar",   4,
       "0000 LOOP_START_DX10 @6\n0001 PUSH @2\n0002 ALU @10 CNT:1" PRED
       "0003 JUMP @5 POP:1\n0004 POP @5 POP:1\n0005 LOOP_END @1\n0006" END,
       NULL                                                                                                                                    },
      {"cypress", 4,
       "0000 LOOP_START_DX10 @5\n0001 ALU_PUSH_BEFORE @10 CNT:1" PRED
       "0002 JUMP @4 POP:1\n0003 POP @4 POP:1\n0004 LOOP_END @1\n0005" END,
       NULL                                                                                                                                    },
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct terascale_chip *chip = terascale_chip_find(cases[i].chip);
      char text[800], error[200] = "";
      snprintf(text, sizeof text, ".size 40\n%s", cases[i].text);
      struct vliw_binary b = {.num_gprs = 4, .stack_size = (uint8_t)cases[i].stack};
      b.dw = vliw_assemble(text, chip, &b.num_dw, error, sizeof error);
      if (!b.dw)
         fail_msg("case %u: %s", i, error);
      bool ok = vliw_validate(&b, IR_FRAGMENT, chip, error, sizeof error);
      if (ok != !cases[i].error || (!ok && strcmp(error, cases[i].error)))
         fail_msg("case %u: '%s', expected '%s'", i, ok ? "" : error, cases[i].error ? cases[i].error : "");
      vliw_binary_fini(&b);
   }
}

/** The validator sees any bytes without reading outside. */
static void
validator_garbage(void **state)
{
   for (unsigned n = 0; n < 3000; n++) {
      uint32_t size = rnd() % 61;
      struct vliw_binary b = {.num_gprs = 10, .stack_size = 4, .num_dw = size};
      b.dw = malloc(size * 4 + 1);
      for (uint32_t i = 0; i < size; i++)
         b.dw[i] = i & 1 ? rnd() : rnd() & 15;
      char error[100];
      vliw_validate(&b, n & 1 ? IR_VERTEX : IR_FRAGMENT, terascale_chip_by_index(n % 24), error,
                    sizeof error);
      const struct isa_program foreign = {
         .dw = b.dw, .num_dw = size, .num_gprs = 10, .stage = n & 1 ? ISA_VERTEX : ISA_FRAGMENT};
      enum isa_rule rule;
      isa_validate(&foreign, terascale_chip_by_index(n % 24), &rule, error, sizeof error);
      free(b.dw);
   }
}

/* What only this compiler never does is no failure of another's program; derivatives of vertices are. */
static void
validator_of_others(void **state)
{
   static const struct {
      const char *chip, *text;
      enum isa_stage stage;
      bool ok;
      enum isa_rule rule;
   } cases[] = {
      {"rv770", "0000 EXPORT_DONE PIXEL 0, R0.xyzw ES:3\n0001 NOP NB EOP\n",                           ISA_FRAGMENT, true,  ISA_FORM       },
      {"rv770", "0000 EXPORT_DONE PIXEL 0, R9.xyzw ES:3 EOP\n",                                        ISA_FRAGMENT, false, ISA_FORM       },
      {"rv770", "0000 EXPORT_DONE POS 60, R0.xyzw ES:3\n0001 EXPORT_DONE PARAM 0, R0.xyzw ES:3 EOP\n",
       ISA_VERTEX,                                                                                                   true,  ISA_FORM       },
      {"rv770",
       "0000 TEX @4 CNT:1\n SAMPLE R0.xyzw, R1.xyzw, t16, s0 CT:NNNN\n0001 EXPORT_DONE PIXEL 0, R0.xyzw ES:3 "
       "EOP\n",                                                                                        ISA_FRAGMENT, true,  ISA_FORM       },
      {"rv770",
       "0000 TEX @4 CNT:1\n SAMPLE R0.xyzw, R1.xyzw, t16, s0 CT:NNNN\n0001 EXPORT_DONE POS 60, R0.xyzw ES:3\n"
       "0002 EXPORT_DONE PARAM 0, R0.xyzw ES:3 EOP\n",                                                 ISA_VERTEX,   false, ISA_DERIVATIVES},
   };
   for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
      const struct terascale_chip *chip = terascale_chip_find(cases[i].chip);
      char text[400], error[200] = "";
      uint32_t n;
      snprintf(text, sizeof text, ".size 40\n%s", cases[i].text);
      uint32_t *dw = vliw_assemble(text, chip, &n, error, sizeof error);
      if (!dw)
         fail_msg("case %u: %s", i, error);
      const struct isa_program p = {.dw = dw, .num_dw = n, .num_gprs = 4, .stage = cases[i].stage};
      enum isa_rule rule;
      const bool ok = isa_validate(&p, chip, &rule, error, sizeof error);
      if (ok != cases[i].ok || (!ok && rule != cases[i].rule))
         fail_msg("case %u: rule %u: '%s'", i, rule, ok ? "" : error);
      free(dw);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_words),        cmocka_unit_test(random_programs),
      cmocka_unit_test(broken_text),         cmocka_unit_test(refused_text),
      cmocka_unit_test(validator_alu_rules), cmocka_unit_test(validator_control_flow),
      cmocka_unit_test(validator_garbage),   cmocka_unit_test(validator_of_others),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
