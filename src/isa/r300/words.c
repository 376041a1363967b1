/* SPDX-License-Identifier: MIT
 * The words of each kind of instruction, by the names that "R5xx Acceleration" has for them. */
#include "isa/r300/words.h"

#include <assert.h>
#include <string.h>

#include "db/r300/r300_tables.h"
#include "db/r300/r5_regs.h"
#include "db/r300/rx_pvs.h"

static const char *const pvs_words[4] = {"PVS_OP_DST", "PVS_SRC", "PVS_SRC", "PVS_SRC"};
static const char *const alu_words[4] = {"US_ALU_RGB_ADDR", "US_ALU_ALPHA_ADDR", "US_ALU_RGB_INST",
                                         "US_ALU_ALPHA_INST"};
static const char *const tex_words[1] = {"US_TEX_INST"};
/* R500: arithmetic (with and without output), flow control, texture. */
static const char *const us_alu_words[6] = {"US_CMN_INST",     "US_ALU_RGB_ADDR",   "US_ALU_ALPHA_ADDR",
                                            "US_ALU_RGB_INST", "US_ALU_ALPHA_INST", "US_ALU_RGBA_INST"};
static const char *const us_fc_words[6] = {"US_CMN_INST", "US_ALU_RGB_ADDR",   "US_FC_INST",
                                           "US_FC_ADDR",  "US_ALU_ALPHA_INST", "US_ALU_RGBA_INST"};
static const char *const us_tex_words[6] = {"US_CMN_INST",      "US_TEX_INST",       "US_TEX_ADDR",
                                            "US_TEX_ADDR_DXDY", "US_ALU_ALPHA_INST", "US_ALU_RGBA_INST"};

static const struct {
   unsigned dw;
   const char *const *words;
} codes[R300_CODE_COUNT] = {
   [R300_CODE_PVS] = {4, pvs_words   },
   [R300_CODE_US] = {6, us_alu_words},
   [R300_CODE_ALU] = {4, alu_words   },
   [R300_CODE_TEX] = {1, tex_words   },
};

unsigned
r300_instruction_dw(enum r300_code code)
{
   assert(code < R300_CODE_COUNT);
   return codes[code].dw;
}

struct r300_word
r300_word(enum r300_gen gen, enum r300_code code, uint32_t first, unsigned i)
{
   assert(i < r300_instruction_dw(code));
   const char *const *words = codes[code].words;
   if (code == R300_CODE_US) {
      const uint32_t type = R5_US_CMN_INST_get_TYPE(first);
      words = type == R5_US_CMN_INST__TYPE__US_INST_TYPE_FC    ? us_fc_words
              : type == R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX ? us_tex_words
                                                               : us_alu_words;
   }
   const char *name = words[i];
   if (code == R300_CODE_PVS && i == 3 && RX_PVS_OP_DST_get_DST_DUAL_MATH_OP(first))
      name = "PVS_SRC_DUAL_MATH";
   const struct db_reg_table *table = code == R300_CODE_PVS ? db_rx_regs() : r300_regs(gen);
   const struct db_reg *word = db_table_reg_by_name(table, gen, name);
   assert(word);
   return (struct r300_word){db_reg_base_name(table, word), db_reg_fields(table, word)};
}

bool
r300_field_counts(const struct r300_word *word, const struct db_field *field, uint32_t v)
{
   if (strncmp(word->name, "PVS_OP_DST", 10) || strncmp(field->name, "DST_OPCODE_", 11))
      return true;
   const char *unit = RX_PVS_OP_DST_get_DST_MACRO_INST(v)  ? "MACRO"
                      : RX_PVS_OP_DST_get_DST_MATH_INST(v) ? "ME"
                                                           : "VE";
   return !strcmp(field->name + 11, unit);
}
