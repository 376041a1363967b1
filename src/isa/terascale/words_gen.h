/* SPDX-License-Identifier: MIT
 *
 * The body of terascale/words.c, for each instruction set; the including file has said DB_PREFIX (db_generations.h).
 */
#include "db/terascale/db_generations.h"

#include "isa/terascale/words_alu_gen.h"
#include "isa/terascale/words_cf_gen.h"
#include "isa/terascale/words_fetch_gen.h"

#undef DB_PREFIX
