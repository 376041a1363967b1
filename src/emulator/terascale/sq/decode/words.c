/* SPDX-License-Identifier: MIT
 *
 * Instruction words of the four instruction sets in one shape. decode/words_gen.h is the reader; here it is put
 * together with each set's getters, which are generated from the same tables that describe the words.
 */
#include "emulator/terascale/sq/decode/words.h"

#include "db/terascale/db_generations.h"

#define DB_PREFIX R6
#include "emulator/terascale/sq/decode/words_gen.h"
#define DB_PREFIX R7
#include "emulator/terascale/sq/decode/words_gen.h"
#define DB_PREFIX EG
#include "emulator/terascale/sq/decode/words_gen.h"
#define DB_PREFIX CM
#include "emulator/terascale/sq/decode/words_gen.h"

static const struct {
   void (*cf)(const uint32_t dw[2], const uint32_t *ext, struct sq_cf_word *o);
   void (*alu)(const uint32_t dw[2], struct sq_alu_word *o);
   void (*tex)(const uint32_t dw[4], struct sq_fetch_word *o);
   void (*vtx)(const uint32_t dw[4], struct sq_fetch_word *o);
} readers[DB_GEN_COUNT] = {
   [DB_R600] = {read_cf_R6, read_alu_R6, read_tex_R6, read_vtx_R6},
   [DB_R700] = {read_cf_R7, read_alu_R7, read_tex_R7, read_vtx_R7},
   [DB_EVERGREEN] = {read_cf_EG, read_alu_EG, read_tex_EG, read_vtx_EG},
   [DB_CAYMAN] = {read_cf_CM, read_alu_CM, read_tex_CM, read_vtx_CM},
};

void
sq_read_cf(enum db_gen gen, const uint32_t dw[2], const uint32_t *ext, struct sq_cf_word *out)
{
   *out = (struct sq_cf_word){0};
   readers[gen].cf(dw, ext, out);
}

void
sq_read_alu(enum db_gen gen, const uint32_t dw[2], struct sq_alu_word *out)
{
   *out = (struct sq_alu_word){0};
   readers[gen].alu(dw, out);
}

void
sq_read_tex(enum db_gen gen, const uint32_t dw[4], struct sq_fetch_word *out)
{
   *out = (struct sq_fetch_word){0};
   readers[gen].tex(dw, out);
}

void
sq_read_vtx(enum db_gen gen, const uint32_t dw[4], struct sq_fetch_word *out)
{
   *out = (struct sq_fetch_word){0};
   readers[gen].vtx(dw, out);
}

/* Opcodes 0 to 2 and 0xE are vertex fetches in both numberings; no texture opcode has these numbers. */
bool
sq_is_vtx_inst(enum db_gen gen, const uint32_t dw[4])
{
   unsigned inst = dw[0] & 0x1f;
   return inst <= 2 || (inst == 0xe && gen >= DB_EVERGREEN);
}
