/* SPDX-License-Identifier: MIT
 *
 * Which part of the GPU reads a context or configuration register, as its name says (gen/gen_readers.py), for who keeps what is
 * derived from registers. The tables of registers themselves are packed (db_tables.h).
 */
#ifndef DB_TERASCALE_DB_READERS_H
#define DB_TERASCALE_DB_READERS_H

#include <stdint.h>
#include "db/terascale/db_gen.h"

enum db_reader {
   DB_READER_UNKNOWN, /* no register */
   DB_READER_FIXED,   /* no shader stage */
   DB_READER_VGT,
   DB_READER_VS,       /* vertex and fetch shaders */
   DB_READER_VS_CONST, /* where their constants are */
   DB_READER_PS,
   DB_READER_PS_CONST,
   DB_READER_OTHER_STAGE, /* one of the other stages only */
   DB_READER_ANY_STAGE,
};

/** From \p first on, up to the next run. Before the first nothing is known. */
struct db_reader_run {
   uint16_t first; /* dwords from the beginning of all registers */
   uint8_t reader; /* enum db_reader */
};

/** Both windows of a generation, by offset. */
extern const struct db_readers {
   const struct db_reader_run *runs;
   unsigned count;
} db_readers[DB_GEN_COUNT];

#endif
