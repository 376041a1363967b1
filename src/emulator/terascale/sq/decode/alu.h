/* SPDX-License-Identifier: MIT
 *
 * What the parts of the ALU decoder share: groups as read (decode/group.c), a clause while it becomes
 * micro-ops (decode/alu.c), and the rows of operands (decode/operand.c).
 */
#ifndef EMULATOR_TERASCALE_SQ_DECODE_ALU_H
#define EMULATOR_TERASCALE_SQ_DECODE_ALU_H

#include "emulator/terascale/sq/decode/decode.h"

enum {
   SQ_UNIT_T = 4,
   SQ_MAX_GROUPS = 128,
   SQ_TMP_PV = 0,     /* two sets of five, by parity of the group */
   SQ_TMP_GROUP = 10, /* private to the group */
   SQ_NO_ROW = 0,     /* no row has this offset */
};

/** Instructions that run at once. */
struct sq_group {
   struct sq_alu_word in[5];
   uint8_t unit[5];
   uint8_t n;
   uint8_t pv_read; /* units of the previous group whose results this group reads */
   uint32_t literal[4];
};

/** An ALU clause while it becomes micro-ops. */
struct sq_clause {
   struct sq_decoder *d;
   const struct sq_cf_word *cf;
   uint32_t pv[5], next_pv[5]; /* rows of the previous group's results, and of this one's */
   bool had_mova_gpr;
   unsigned parity, tmp;
   struct sq_uop main[32], post[32];
   unsigned num_main, num_post;
   bool simple;
};

static inline uint32_t
sq_tmp_off(unsigned i)
{
   return SQ_OFF(tmp) + i * (uint32_t)sizeof(struct emu_row);
}

static inline const char *
sq_alu_name(int op)
{
   return db_alu_info((enum db_alu_op)op)->name;
}

/** Splits the slots of \p cf's clause into groups; their number, at most SQ_MAX_GROUPS, or -1 (and failed).
 */
int sq_read_groups(struct sq_decoder *d, const struct sq_cf_word *cf, struct sq_group *groups);

/** Offset of a row that is free until the end of the group; refuses the program if there is none. */
uint32_t sq_new_tmp(struct sq_clause *c);

/** Appends a micro-op and returns it; NULL (and failed) if there is no memory. */
struct sq_uop *sq_emit(struct sq_clause *c, const struct sq_uop *u);

/** Offset of the row with the index of a relative operand, by INDEX_MODE. */
uint32_t sq_alu_index_row(struct sq_clause *c, unsigned mode);

/** Operand \p s of an instruction; modifiers that are not folded are left in \p mod_left. Loads of relative
 * operands are emitted at once, before anything of the group writes. */
uint32_t sq_alu_operand(struct sq_clause *c, const struct sq_group *g, const struct sq_alu_word *w,
                        unsigned s, uint8_t *mod_left);

#endif
