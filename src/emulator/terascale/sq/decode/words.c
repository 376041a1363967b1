/* SPDX-License-Identifier: MIT
 *
 * Instruction words of the four instruction sets in one shape. sq_words_gen.h is the reader; here it is put
 * together with each set's getters, which are generated from the same tables that describe the words.
 */
#include "emulator/terascale/sq/decode/words.h"

#define P           R6
#define GEN         DB_R600
#define HAS_ALT     0
#define NAME(x)     r6_##x
#define HAS_EXT     0
#define HAS_END     1
#define HAS_COUNT_3 0
#define HAS_EXEC_OP 0
#include "emulator/terascale/sq/decode/words_gen.h"

#define P           R7
#define GEN         DB_R700
#define HAS_ALT     1
#define NAME(x)     r7_##x
#define HAS_EXT     0
#define HAS_END     1
#define HAS_COUNT_3 1
#define HAS_EXEC_OP 0
#include "emulator/terascale/sq/decode/words_gen.h"

#define P           EG
#define GEN         DB_EVERGREEN
#define HAS_ALT     1
#define NAME(x)     eg_##x
#define HAS_EXT     1
#define HAS_END     1
#define HAS_COUNT_3 0
#define HAS_EXEC_OP 0
#include "emulator/terascale/sq/decode/words_gen.h"

#define P           CM
#define GEN         DB_CAYMAN
#define HAS_ALT     1
#define NAME(x)     cm_##x
#define HAS_EXT     1
#define HAS_END     0
#define HAS_COUNT_3 0
#define HAS_EXEC_OP 1
#include "emulator/terascale/sq/decode/words_gen.h"

static const struct {
   void (*cf)(const uint32_t dw[2], const uint32_t *ext, struct sq_cf_word *o);
   void (*alu)(const uint32_t dw[2], struct sq_alu_word *o);
   void (*tex)(const uint32_t dw[4], struct sq_fetch_word *o);
   void (*vtx)(const uint32_t dw[4], struct sq_fetch_word *o);
} readers[DB_GEN_COUNT] = {
   [DB_R600] = {r6_cf, r6_alu, r6_tex, r6_vtx},
   [DB_R700] = {r7_cf, r7_alu, r7_tex, r7_vtx},
   [DB_EVERGREEN] = {eg_cf, eg_alu, eg_tex, eg_vtx},
   [DB_CAYMAN] = {cm_cf, cm_alu, cm_tex, cm_vtx},
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
