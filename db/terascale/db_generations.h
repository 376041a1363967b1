/* SPDX-License-Identifier: MIT
 *
 * The one way to write a text that reads the same for several generations. Such a text is a header without a guard
 * (named x_gen.h), and the file that needs it says for each generation
 *
 *    #define DB_PREFIX EG
 *    #include "x_gen.h"
 *
 * Names of the generated headers have that prefix, so a text which asks for a register or a field that the
 * generation does not have does not compile. x_gen.h ends with #undef DB_PREFIX. Register lists are those of R6,
 * EG and CM; instruction words have R7 as well.
 */
#ifndef DB_TERASCALE_DB_GENERATIONS_H
#define DB_TERASCALE_DB_GENERATIONS_H

#include "db/terascale/db_gen.h"

#define DB_PASTE_(a, b)    a##b
#define DB_PASTE(a, b)     DB_PASTE_(a, b)
#define DB_PASTE3(a, b, c) DB_PASTE(a, DB_PASTE(b, c))

/** EG_CB_COLOR_INFO from CB_COLOR_INFO. */
#define GEN(name) DB_PASTE3(DB_PREFIX, _, name)
/** A function or table of one generation: read_EG from read. */
#define GEN_FN(name) DB_PASTE3(name, _, DB_PREFIX)
/** The prefix in small letters, as types of the generated headers have it. */
#define GEN_LOW DB_PASTE(DB_LOW_, DB_PREFIX)
/** enum db_gen; of a register list, the first that has it. */
#define GEN_ENUM DB_PASTE(DB_ENUM_, DB_PREFIX)
/** For #if: is it this generation, and is it this one or a later one? */
#define GEN_IS(prefix)   (DB_PASTE(DB_RANK_, DB_PREFIX) == DB_PASTE(DB_RANK_, prefix))
#define GEN_FROM(prefix) (DB_PASTE(DB_RANK_, DB_PREFIX) >= DB_PASTE(DB_RANK_, prefix))

#define DB_LOW_R6  r6
#define DB_LOW_R7  r7
#define DB_LOW_EG  eg
#define DB_LOW_CM  cm
#define DB_ENUM_R6 DB_R600
#define DB_ENUM_R7 DB_R700
#define DB_ENUM_EG DB_EVERGREEN
#define DB_ENUM_CM DB_CAYMAN
#define DB_RANK_R6 0
#define DB_RANK_R7 1
#define DB_RANK_EG 2
#define DB_RANK_CM 3

_Static_assert(DB_R600 == DB_RANK_R6 && DB_R700 == DB_RANK_R7 && DB_EVERGREEN == DB_RANK_EG &&
                  DB_CAYMAN == DB_RANK_CM,
               "enum db_gen in the order of the generations");

#endif
