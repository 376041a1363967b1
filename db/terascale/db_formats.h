/* SPDX-License-Identifier: MIT
 * Element formats by number: CB FORMAT, texture DATA_FORMAT and vertex DATA_FORMAT share one numbering, from
 * formats.xml. */
#ifndef DB_TERASCALE_DB_FORMATS_H
#define DB_TERASCALE_DB_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "db/terascale/db_format_numbers.h"

struct db_format {
   const char *name;     /* "8_8_8_8", components from the most significant; NULL: no such format */
   uint8_t bytes_per_el; /* of one element, or one block */
   uint8_t ncomp;
   uint8_t bits[4]; /* component widths from the least significant */
   bool is_float;
   uint8_t block_w, block_h; /* texels in a block, 1 x 1 when uncompressed */
   bool color, texture, vertex;
};

extern const struct db_format db_format_table[DB_FMT_COUNT];

/* NULL for a number that names no format. */
static inline const struct db_format *
db_format(unsigned number)
{
   return number < DB_FMT_COUNT && db_format_table[number].name ? &db_format_table[number] : NULL;
}

#endif
