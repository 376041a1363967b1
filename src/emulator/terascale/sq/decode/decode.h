/* SPDX-License-Identifier: MIT
 *
 * What the parts of the decoder share: a program under construction and how to complain about it.
 */
#ifndef EMULATOR_TERASCALE_SQ_DECODE_DECODE_H
#define EMULATOR_TERASCALE_SQ_DECODE_DECODE_H

#include "emulator/terascale/sq/sq.h"
#include "emulator/terascale/sq/decode/words.h"

struct sq_decoder {
   const struct emulator *emu;
   const struct sq_kernels *k;
   enum db_gen gen;
   bool is_fs;
   uint32_t key;
   const uint8_t *mem; /* the program's first byte */
   uint64_t room_B;    /* readable bytes from there */
   struct sq_program *p;
   uint32_t cf_addr; /* of the instruction being decoded, for messages */
   struct emu_error *err;
   bool failed;
   /* growing arrays, capacities */
   uint32_t cap_steps, cap_uops, cap_fetches, cap_exports, cap_consts, cap_extents, cap_bytes;
};

/** Records why the program is refused; the first reason stands. Returns false. */
bool sq_fail(struct sq_decoder *d, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/** Program bytes [off_B, off_B + size_B), remembered as part of the program. NULL (and failed) outside of
 * memory. */
const uint32_t *sq_read(struct sq_decoder *d, uint64_t off_B, uint32_t size_B);

/** Room for \p need elements of \p el_B bytes in an array that has *cap; NULL (and failed) without memory, then the
 * array is as it was. */
void *sq_grow(struct sq_decoder *d, void *array, uint32_t *cap, uint32_t need, size_t el_B);

/** Appends a zeroed element and returns it; NULL (and failed) if there is no memory or too many. */
struct sq_uop *sq_add_uop(struct sq_decoder *d);
struct sq_fetch *sq_add_fetch(struct sq_decoder *d);

/** Operand of a constant: found among the program's constants or added. */
uint32_t sq_const_operand(struct sq_decoder *d, struct sq_const_ref ref);

/** Appends the micro-ops of an ALU clause to the program and completes \p step. */
bool sq_decode_alu_clause(struct sq_decoder *d, const struct sq_cf_word *cf, struct sq_step *step);
/** Appends the instructions of a fetch clause. */
bool sq_decode_fetch_clause(struct sq_decoder *d, const struct sq_cf_word *cf, bool vtx,
                            struct sq_step *step);

/** The whole program is decoded: finds sq_program::exposed and its neighbours. */
void sq_find_exposed(struct sq_decoder *d);

#endif
