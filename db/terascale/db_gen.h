/* SPDX-License-Identifier: MIT
 * The four generations that packets, registers and instruction words distinguish. */
#ifndef DB_TERASCALE_DB_GEN_H
#define DB_TERASCALE_DB_GEN_H

enum db_gen {
   DB_R600,
   DB_R700,
   DB_EVERGREEN, /* with Northern Islands except Cayman and Aruba */
   DB_CAYMAN,
   DB_GEN_COUNT
};

#endif
