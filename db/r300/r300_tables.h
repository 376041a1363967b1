/* SPDX-License-Identifier: MIT
 * Registers and packets of the family as tables (db/db_reg.h has their types and look-ups). Code that packs or reads known
 * registers wants r3_regs.h, r5_regs.h or rx_regs.h instead. */
#ifndef DB_R300_TABLES_H
#define DB_R300_TABLES_H

#include "db/db_reg.h"
#include "db/r300/r300_gen.h"

/* The register lists, unpacked when the first of them is asked for: by any thread, once. */
const struct db_reg_table *db_r3_regs(void);
const struct db_reg_table *db_r5_regs(void);
/** Words of vertex shader instructions, which stand nowhere. */
const struct db_reg_table *db_rx_regs(void);
extern const struct db_packet_table r300_packet_table;

/** The register list of a generation. */
const struct db_reg_table *r300_regs(enum r300_gen gen);
/** By the opcode of a type-3 packet; NULL when the generation has no such packet. */
const struct db_packet *r300_packet(enum r300_gen gen, unsigned op);

#endif
