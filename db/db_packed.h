/* SPDX-License-Identifier: MIT
 *
 * Tables of registers that stand packed in the library, a fifth of their size, and are unpacked when somebody asks for the first
 * time: no draw needs them, only who prints, checks or replays. gen/gen_tables.py packs them.
 */
#ifndef DB_PACKED_H
#define DB_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum db_packed_kind {
   DB_PACKED_REGS,   /* struct db_reg */
   DB_PACKED_FIELDS, /* struct db_pooled_field */
   DB_PACKED_VALUES, /* struct db_enum_value */
};

struct db_packed_array {
   void *rows;
   uint32_t count;
   enum db_packed_kind kind;
};

struct db_packed {
   const uint8_t *data; /* LZMA, as db_lzma.h has it */
   size_t data_B;
   /* What it unpacks to: the arrays, column by column and byte by byte, the lowest first, then the names. */
   uint8_t *columns;
   size_t columns_B;
   const struct db_packed_array *arrays;
   unsigned num_arrays;
   bool unpacked;
};

/** Fills the arrays unless that is done. Any thread may ask at any time; it takes a few milliseconds, once. Never fails. */
void db_unpack(struct db_packed *p);

#endif
