/* SPDX-License-Identifier: MIT
 *
 * The validator of R300's to R500's programs: for each rule a program that breaks it and nothing else, beside programs that
 * keep all.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "db/r300/r300_chips.h"
#include "db/r300/r3_regs.h"
#include "isa/r300/validate.h"

struct rule_case {
   const char *breaks; /* a part of the sentence; NULL: nothing */
   const char *text;
};

static uint32_t *
words(const char *text, const struct r300_chip *chip, enum r300_code code, uint32_t *num)
{
   char error[200] = "";
   size_t n = 0;
   uint32_t *dw = r300_assemble(text, chip->gen, code, &n, error, sizeof error);
   if (!dw)
      fail_msg("%s in\n%s", error, text);
   *num = (uint32_t)n / r300_instruction_dw(code);
   return dw;
}

static void
judge(const struct r300_program *p, const struct r300_chip *chip, const struct rule_case *t)
{
   char error[200] = "";
   enum r300_isa_rule rule;
   const bool ok = r300_validate(p, chip, &rule, error, sizeof error);
   if (ok != !t->breaks || (t->breaks && !strstr(error, t->breaks)))
      fail_msg("'%s' instead of '%s' for\n%s", error, t->breaks ? t->breaks : "", t->text);
}

/* ---- R500's pixel shaders: temporary 0 is an input; 4 temporaries, 2 constants ---- */

#define US(cmn, a0, rgb, alpha, rgba)                                                                        \
   "US_CMN_INST " cmn "\nUS_ALU_RGB_ADDR ADDR1=128 ADDR2=128 ADDR0=" a0 "\nUS_ALU_ALPHA_ADDR ADDR1=128 "     \
   "ADDR2=128 ADDR0=" a0 "\nUS_ALU_RGB_INST GREEN_SWIZ_A=1 BLUE_SWIZ_A=2 RED_SWIZ_B=6 GREEN_SWIZ_B=6 "       \
   "BLUE_SWIZ_B=6 " rgb "\nUS_ALU_ALPHA_INST ALPHA_SWIZ_A=3 ALPHA_SWIZ_B=6 " alpha                           \
   "\nUS_ALU_RGBA_INST RED_SWIZ_C=4 GREEN_SWIZ_C=4 BLUE_SWIZ_C=4 ALPHA_SWIZ_C=4 " rgba "\n"
#define TO(cmn, from, to) US("RGB_WMASK=7 ALPHA_WMASK " cmn, from, "", "ALPHA_ADDRD=" to, "RGB_ADDRD=" to)
#define END               US("TYPE=1 TEX_SEM_WAIT RGB_OMASK=7 ALPHA_OMASK", "0", "", "", "")
#define TEX(cmn, inst, to)                                                                                   \
   "US_CMN_INST TYPE=3 RGB_WMASK=7 ALPHA_WMASK " cmn "\nUS_TEX_INST INST=1 " inst                            \
   "\nUS_TEX_ADDR SRC_T_SWIZ=1 SRC_R_SWIZ=2 SRC_Q_SWIZ=3 DST_G_SWIZ=1 DST_B_SWIZ=2 DST_A_SWIZ=3 "            \
   "DST_ADDR=" to "\nUS_TEX_ADDR_DXDY\nUS_ALU_ALPHA_INST\nUS_ALU_RGBA_INST\n"
#define FC(cmn, inst, addr)                                                                                  \
   "US_CMN_INST TYPE=2 TEX_SEM_WAIT ALU_WAIT " cmn "\nUS_ALU_RGB_ADDR\nUS_FC_INST " inst                     \
   "\nUS_FC_ADDR " addr "\nUS_ALU_ALPHA_INST\nUS_ALU_RGBA_INST\n"
#define ACQUIRE "TEX_SEM_ACQUIRE"

/* clang-format off */
static const struct rule_case us_cases[] = {
   {NULL, END},
   {NULL, TEX("", "", "1") TEX("", ACQUIRE, "2") TO("TEX_SEM_WAIT", "1", "3") TO("", "2", "1") END},
   {NULL, TO("NOP", "0", "1") US("RGB_WMASK=7", "1", "RGB_SEL_A=3", "", "RGB_ADDRD=2") END},
   {NULL, FC("", "OP=1", "JUMP_ADDR=1") FC("", "OP=2 JUMP_FUNC=255 JUMP_ANY", "JUMP_ADDR=1") END},
   {"no output that waits", TO("", "0", "1")},
   {"no output that waits", US("TYPE=1 RGB_OMASK=7", "0", "", "", "")},
   {"which nobody wrote", TO("", "2", "1") END},
   {"reads temporary 4 of 4", TO("", "4", "1") END},
   {"writes temporary 9 of 4", TO("", "0", "9") END},
   {"reads constant 2 of 2", US("RGB_WMASK=1", "2 ADDR0_CONST", "", "", "") END},
   {"while a lookup may still write", TEX("", ACQUIRE, "1") TO("", "1", "2") END},
   {"while a lookup may still write", TEX("", "", "1") TO("TEX_SEM_WAIT", "1", "2") END},
   {"while a lookup may still use", TEX("", ACQUIRE, "1") TO("", "0 ADDR0_CONST", "0") END},
   {"that nobody waited for", TEX("", ACQUIRE, "1") TEX("", ACQUIRE, "2") END},
   {"before a lookup of temporary", TEX("", "", "1") END},
   {"no texture operation", "US_CMN_INST TYPE=3\nUS_TEX_INST INST=7\nUS_TEX_ADDR\nUS_TEX_ADDR_DXDY\n"
                            "US_ALU_ALPHA_INST\nUS_ALU_RGBA_INST\n" END},
   {"no empty slot", TO("", "0", "1") US("RGB_WMASK=7", "1", "RGB_SEL_A=3", "", "RGB_ADDRD=2") END},
   {"no empty slot", TO("", "0", "1") US("RGB_WMASK=7", "1", "", "", "RGB_OP=11 RGB_ADDRD=2") END},
   {"no opcode of the colour unit", US("RGB_WMASK=7", "0", "", "", "RGB_OP=6") END},
   {"no opcode of the alpha unit", US("ALPHA_WMASK", "0", "", "ALPHA_OP=4", "") END},
   {"does not make", US("ALPHA_WMASK", "0", "", "ALPHA_OP=1", "") END},
   {"can copy exactly", US("RGB_WMASK=7", "0", "OMOD=7", "", "") END},
   {"has no swizzle", US("RGB_WMASK=1", "0", "RED_SWIZ_A=7", "", "") END},
   {"in one instruction", US("TYPE=1 RGB_OMASK=7", "0", "ALU_WMASK", "", "") END},
   {"what is no output", US("", "0", "", "W_OMASK", "") END},
   {"by the loop register", US("RGB_WMASK=1", "0 ADDR0_REL", "", "", "") END},
   {"nothing has set", FC("", "JUMP_FUNC=240", "JUMP_ADDR=1") END},
   {"jumps to 7 of 2", FC("", "JUMP_FUNC=255", "JUMP_ADDR=7") END},
   {"that it is not in", FC("", "OP=2", "") END},
   {"within 1 loops", FC("", "OP=1", "JUMP_ADDR=1") END},
   {"out of the loop", FC("", "OP=1", "JUMP_ADDR=1") FC("", "OP=2 JUMP_FUNC=255", "JUMP_ADDR=0") END},
   {"is not used and not 0", "US_CMN_INST TYPE=2 TEX_SEM_WAIT\nUS_ALU_RGB_ADDR ADDR0=1\nUS_FC_INST\nUS_FC_ADDR\n"
                             "US_ALU_ALPHA_INST\nUS_ALU_RGBA_INST\n" END},
   {"which no field has", FC("", "BITS=0x20000000", "JUMP_ADDR=1") END},
};
/* clang-format on */

static void
test_us500(void **state)
{
   (void)state;
   const struct r300_chip *chip = r300_chip_find("rv530");
   for (size_t i = 0; i < sizeof us_cases / sizeof us_cases[0]; i++) {
      struct r300_program p = {
         .code = R300_CODE_US, .compiled = true, .num_temps = 4, .num_consts = 2, .num_inputs = 1};
      uint32_t *dw = words(us_cases[i].text, chip, R300_CODE_US, &p.num);
      p.dw = dw;
      judge(&p, chip, &us_cases[i]);
      free(dw);
   }
}

/* ---- R300's ---- */

#define ALU(rgb_addr, alpha_addr, rgb, alpha)                                                                \
   "US_ALU_RGB_ADDR " rgb_addr "\nUS_ALU_ALPHA_ADDR " alpha_addr                                             \
   "\nUS_ALU_RGB_INST RGB_SEL_B=21 RGB_SEL_C=20 " rgb                                                        \
   "\nUS_ALU_ALPHA_INST ALPHA_SEL_B=17 ALPHA_SEL_C=16 " alpha "\n"
#define STORE ALU("OMASK=7", "OMASK=1", "", "")

/* One node that writes colours, unless said otherwise. */
static const struct native_case {
   struct rule_case t;
   const char *tex;
   uint8_t alu, lookups, nodes; /* instructions of the last node; 0: one, none, one */
   bool no_output;
} native_cases[] = {
   {.t = {NULL, STORE}                                                                               },
   {.t = {NULL, ALU("WMASK=7 ADDRD=1", "", "NOP", "") ALU("OMASK=7 ADDR0=1", "", "RGB_SEL_A=15", "")},
    .alu = 2},
   {.t = {NULL, STORE},                                                                                                 .tex = "US_TEX_INST INST=1 DST_ADDR=1\n", .lookups = 1},
   {.t = {"is not in the program", STORE},.alu = 2},
   {.t = {"behind the last node", STORE STORE}                                                                                                },
   {.t = {"belongs to the last node", STORE},                                                                                                                                 .no_output = true},
   {.t = {"in a node without W_OUT", ALU("", "OMASK_W", "", "")}                                                       },
   {.t = {"does not follow", ALU("WMASK=7 ADDRD=1", "", "", "") STORE},                                                          .nodes = 2, .alu = 2},
   {.t = {"which another of its node writes", STORE},
    .tex = "US_TEX_INST INST=1 DST_ADDR=1\nUS_TEX_INST INST=1 SRC_ADDR=1 DST_ADDR=2\n",
    .lookups = 2},
   {.t = {"no texture operation", STORE},                                          .tex = "US_TEX_INST INST=6\n", .lookups = 1},
   {.t = {"which nobody wrote", ALU("OMASK=7 ADDR0=2", "", "", "")}                             },
   {.t = {"reads constant 2 of 2", ALU("OMASK=7 ADDR0=2 ADDR0_CONST", "", "", "")}                                                                                                },
   {.t = {"no empty slot", ALU("WMASK=7 ADDRD=1", "", "", "") ALU("OMASK=7 ADDR0=1", "", "RGB_SEL_A=15", "")},
    .alu = 2},
   {.t = {"selects nothing", ALU("", "OMASK=1", "", "ALPHA_SEL_A=22")}                                                                                                },
   {.t = {"no opcode of the colour unit", ALU("OMASK=7", "", "RGB_OP=6", "")}                          },
   {.t = {"no opcode of the alpha unit", ALU("", "OMASK=1", "", "ALPHA_OP=13")}                                                                                                },
   {.t = {"does not make", ALU("", "OMASK=1", "", "ALPHA_OP=1")}                                                                   },
   {.t = {"7 is no factor", ALU("OMASK=7", "", "OMOD=7", "")}},
};

static void
run_native(const struct native_case *k, const struct r300_chip *chip)
{
   const unsigned nodes = k->nodes ? k->nodes : 1;
   struct r300_program p = {.code = R300_CODE_ALU,
                            .config = R3_US_CONFIG(.NLEVEL = nodes - 1, .FIRST_TEX = k->lookups > 0),
                            .code_addr[3] = R3_US_CODE_ADDR(.ALU_SIZE = k->alu ? k->alu - 1u : 0,
                                                            .TEX_SIZE = k->lookups ? k->lookups - 1u : 0,
                                                            .RGBA_OUT = !k->no_output),
                            .compiled = true,
                            .num_temps = 4,
                            .num_consts = 2,
                            .num_inputs = 1};
   uint32_t *dw = words(k->t.text, chip, R300_CODE_ALU, &p.num),
            *tex = words(k->tex ? k->tex : "", chip, R300_CODE_TEX, &p.num_tex);
   p.dw = dw;
   p.tex = tex;
   judge(&p, chip, &k->t);
   free(dw);
   free(tex);
}

static void
test_us300(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof native_cases / sizeof native_cases[0]; i++)
      run_native(&native_cases[i], r300_chip_find("r300"));
}

/* ---- vertex shaders: 2 inputs, 2 constants, 4 temporaries ---- */

#define SRC(file, index)                                                                                     \
   "PVS_SRC SRC_SWIZZLE_Y=1 SRC_SWIZZLE_Z=2 SRC_SWIZZLE_W=3 SRC_REG_TYPE=" file " SRC_OFFSET=" index "\n"
#define IN(index)    SRC("1", index)
#define CONST(index) SRC("2", index)
#define TEMP(index)  SRC("0", index)
#define NONE         "PVS_SRC SRC_REG_TYPE=1 SRC_SWIZZLE_X=4 SRC_SWIZZLE_Y=4 SRC_SWIZZLE_Z=4 SRC_SWIZZLE_W=4\n"
#define PVS(op, file, index)                                                                                 \
   "PVS_OP_DST DST_WE_X DST_WE_Y DST_WE_Z DST_WE_W " op " DST_REG_TYPE=" file " DST_OFFSET=" index "\n"
#define ADD          "DST_OPCODE_VE=3"
#define MAD          "DST_OPCODE_VE=4"
#define POS          PVS(ADD, "2", "0") IN("0") NONE NONE
#define DUAL(fields) "PVS_SRC_DUAL_MATH " fields "\n"
#define COPY(to)     PVS(ADD, "0", to) IN("0") NONE NONE

static const struct {
   struct rule_case t;
   const char *chip;
   struct r300_loop_range loop;
} pvs_cases[] = {
   {{NULL, POS},                                                                                                 "rv530", {0, 0}},
   {{NULL, COPY("0") COPY("1") COPY("2") PVS("DST_MACRO_INST", "0", "3") TEMP("0") TEMP("1") TEMP("2") POS},
    "r300",                                                                                                               {0, 0}},
   {{NULL, POS COPY("1") COPY("1")},                                                                             "r300",  {1, 2}},
   {{"nothing has written the position", COPY("0")},                                                             "rv530", {0, 0}},
   {{"which nobody wrote", PVS(ADD, "2", "0") TEMP("1") NONE NONE},                                              "rv530", {0, 0}},
   {{"writes temporary 4 of 4", COPY("4") POS},                                                                  "rv530", {0, 0}},
   {{"reads input 2", PVS(ADD, "2", "0") IN("2") IN("2") IN("2")},                                               "rv530", {0, 0}},
   {{"reads two inputs", PVS(ADD, "2", "0") IN("0") IN("1") IN("1")},                                            "rv530", {0, 0}},
   {{"reads two constants", PVS(ADD, "2", "0") CONST("0") CONST("1") CONST("1")},                                "rv530", {0, 0}},
   {{"reads constant 2 of 2", PVS(ADD, "2", "0") CONST("2") CONST("2") CONST("2")},                              "rv530", {0, 0}},
   {{"three temporaries in one clock",
     COPY("0") COPY("1") COPY("2") PVS(MAD, "2", "0") TEMP("0") TEMP("1") TEMP("2")},
    "rv530",                                                                                                              {0, 0}},
   {{NULL, COPY("0") PVS(ADD " DST_DUAL_MATH_OP", "2", "0") TEMP("0") IN("1") DUAL("DST_OPCODE=6")},
    "r300",                                                                                                               {0, 0}},
   {{"three temporaries in one clock", COPY("0") COPY("1") COPY("2") PVS(ADD " DST_DUAL_MATH_OP", "2", "0")
                                          TEMP("1") TEMP("2") DUAL("DST_OPCODE=6")},
    "rv530",                                                                                                              {0, 0}},
   {{"which nobody wrote", PVS(ADD " DST_DUAL_MATH_OP", "2", "0") IN("0") IN("0") DUAL("DST_OPCODE=6")},
    "rv530",                                                                                                              {0, 0}},
   {{"reads two constants",
     PVS(ADD " DST_DUAL_MATH_OP", "2", "0") IN("0") CONST("1") DUAL("SRC_REG_TYPE=2 DST_OPCODE=6")},
    "rv530",                                                                                                              {0, 0}},
   {{"is no opcode of the scalar unit",
     COPY("0") PVS(ADD " DST_DUAL_MATH_OP", "2", "0") IN("0") IN("0") DUAL("DST_OPCODE=13 DST_OPCODE_MSB")},
    "rv530",                                                                                                              {0, 0}},
   {{"that needs its source",
     COPY("0") PVS(MAD " DST_DUAL_MATH_OP", "2", "0") IN("0") IN("0") DUAL("DST_OPCODE=6")},
    "rv530",                                                                                                              {0, 0}},
   {{"two clocks without need", COPY("0") PVS("DST_MACRO_INST", "2", "0") TEMP("0") TEMP("0") TEMP("0")},
    "rv530",                                                                                                              {0, 0}},
   {{"writes output 99", PVS(ADD, "2", "99") IN("0") NONE NONE},                                                 "rv530", {0, 0}},
   {{"is no register file", PVS(ADD, "9", "0") IN("0") NONE NONE},                                               "rv530", {0, 0}},
   {{"is no opcode of the vector unit", PVS("DST_OPCODE_VE=40", "2", "0") IN("0") NONE NONE},
    "rv530",                                                                                                              {0, 0}},
   {{"is no opcode of the scalar unit", PVS("DST_OPCODE_VE=30 DST_MATH_INST", "2", "0") IN("0") NONE NONE},
    "rv530",                                                                                                              {0, 0}},
   {{"does not have this operation", PVS("DST_OPCODE_VE=27", "2", "0") IN("0") NONE NONE},                       "r300",  {0, 0}},
   {{"neither clamps", PVS(ADD " DST_VE_SAT", "2", "0") IN("0") NONE NONE},                                      "r300",  {0, 0}},
   {{"has a magnitude", PVS(ADD, "2", "0") "PVS_SRC SRC_REG_TYPE=1 SRC_ABS_XYZW\n" NONE NONE},
    "r300",                                                                                                               {0, 0}},
   {{"there is no swizzle 6", PVS(ADD, "2", "0") "PVS_SRC SRC_REG_TYPE=1 SRC_SWIZZLE_X=6\n" NONE NONE},
    "r300",                                                                                                               {0, 0}},
   {{"without need", PVS(ADD, "2", "0") "PVS_SRC SRC_REG_TYPE=2 SRC_ADDR_MODE_0\n" NONE NONE},
    "r300",                                                                                                               {0, 0}},
   {{"belong together", PVS("DST_OPCODE_VE=13", "0", "0") IN("0") NONE NONE POS},                                "rv530", {0, 0}},
   {{"a loop from here to 9", POS COPY("1")},                                                                    "r300",  {1, 9}},
};

static void
test_pvs(void **state)
{
   (void)state;
   for (size_t i = 0; i < sizeof pvs_cases / sizeof pvs_cases[0]; i++) {
      const struct r300_chip *chip = r300_chip_find(pvs_cases[i].chip);
      struct r300_program p = {.code = R300_CODE_PVS,
                               .loops = &pvs_cases[i].loop,
                               .num_loops = pvs_cases[i].loop.last > 0,
                               .compiled = true,
                               .num_temps = 4,
                               .num_consts = 2,
                               .num_inputs = 2};
      uint32_t *dw = words(pvs_cases[i].t.text, chip, R300_CODE_PVS, &p.num);
      p.dw = dw;
      judge(&p, chip, &pvs_cases[i].t);
      free(dw);
   }
}

/* Whatever the words are: nothing is read outside, and what is refused has a sentence. */
static void
test_anything(void **state)
{
   (void)state;
   static const char *const chips[] = {"rv530", "r300", "r420"};
   uint32_t x = 1;
   for (unsigned n = 0; n < 60000; n++) {
      uint32_t dw[6 * 4], *exact;
      const struct r300_chip *chip = r300_chip_find(chips[n % 3]);
      const enum r300_code code = n & 1                        ? R300_CODE_PVS
                                  : chip->gen == R300_GEN_R500 ? R300_CODE_US
                                                               : R300_CODE_ALU;
      for (unsigned i = 0; i < 24; i++) {
         x = x * 1664525u + 1013904223u;
         dw[i] = n & 4 ? x >> (x >> 27) : x;
      }
      const unsigned num = 1 + (x >> 9) % 3, each = r300_instruction_dw(code);
      exact = malloc(num * each * 4);
      assert_non_null(exact);
      memcpy(exact, dw, num * each * 4);
      const struct r300_program p = {
         .code = code,
         .dw = exact,
         .num = num,
         .tex = dw + 20,
         .num_tex = 2,
         .config = x >> 5,
         .code_addr = {dw[3], dw[4], dw[5], dw[6]},
         .code_ext = dw[7],
         .extended = n & 8,
         .compiled = n & 16,
         .num_temps = 8,
         .num_inputs = 200,
         .num_consts = 4
      };
      char error[200] = "";
      enum r300_isa_rule rule;
      const bool ok = r300_validate(&p, chip, &rule, error, sizeof error);
      assert_int_equal(ok, !error[0]);
      free(exact);
   }
}

int
main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(test_us500), cmocka_unit_test(test_us300),
                                      cmocka_unit_test(test_pvs), cmocka_unit_test(test_anything)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
