/* SPDX-License-Identifier: MIT
 * Registers, packets, windows and events as tables, for printers, checkers and tests. Code that packs or
 * reads known registers wants db/r6_regs.h, db/eg_regs.h, db/cm_regs.h instead. */
#ifndef DB_TERASCALE_DB_TABLES_H
#define DB_TERASCALE_DB_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "db/db_reg.h"
#include "db/terascale/db_gen.h"

/* The register lists, unpacked when the first of them is asked for: by any thread, once. So does all that looks into them below. */
const struct db_reg_table *db_r6_regs(void);
const struct db_reg_table *db_eg_regs(void);
const struct db_reg_table *db_cm_regs(void);

/* The register list of a generation. */
const struct db_reg_table *db_regs(enum db_gen gen);

/* The n-th description (0 = first) of a byte offset and its instance index; NULL when there is none. Some
 * offsets have two: texture and vertex-buffer readings of a resource slot. */
const struct db_reg *db_reg_at(enum db_gen gen, uint32_t offset, unsigned n, unsigned *index);

/* By name without index; NULL when there is none. */
const struct db_reg *db_reg_by_name(enum db_gen gen, const char *name);

extern const struct db_packet_table db_packet_table;
extern const uint8_t db_packet_index[DB_GEN_COUNT][256]; /* entry + 1; 0: no such opcode */

/* NULL when the generation has no such opcode. Inline: who walks streams asks for every packet. */
static inline const struct db_packet *
db_packet(enum db_gen gen, unsigned op)
{
   const unsigned i = op < 256 ? db_packet_index[gen][op] : 0;
   return i ? &db_packet_table.packets[i - 1] : NULL;
}

struct db_window {
   const char *name;
   uint8_t op; /* the SET_* packet */
   uint8_t gens;
   uint32_t base, end; /* bytes */
};

struct db_window_table {
   const struct db_window *windows;
   unsigned count;
};

extern const struct db_window_table db_window_table;

/* The window that a SET_* opcode writes; NULL for other packets. */
const struct db_window *db_window(enum db_gen gen, unsigned op);

struct db_event_name {
   const char *name;
   uint8_t value;
   uint8_t gens;
};

struct db_event_table {
   const struct db_event_name *events;
   unsigned count;
};

extern const struct db_event_table db_event_table;

/* NULL when the generation has no such event. */
const char *db_event_name(enum db_gen gen, unsigned event);

#endif
