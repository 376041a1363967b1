/* SPDX-License-Identifier: MIT
 *
 * Registers and packets as tables, for printers, checkers and tests of any family. Who knows which register it packs
 * or reads wants its family's generated headers instead. A generation is a number that each family gives
 * meaning (db/<family>), below 8.
 */
#ifndef DB_REG_H
#define DB_REG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Tables are generated, and small: names are offsets into one string, fields and values places in one array each, so that
 * loading a library relocates none of them. Equal lists of fields and of values stand there once. What only printers, checkers
 * and tests read is packed (db_packed.h): a family's function that finds a table unpacks it. */
struct db_enum_value {
   uint32_t value;
   uint32_t name; /* in db_pool::names */
};

struct db_pooled_field {
   uint16_t name;   /* in db_pool::names */
   uint16_t values; /* first in db_pool::values */
   uint8_t value_count;
   uint8_t gens;
   uint8_t lo;
   uint8_t width; /* DB_OVERLAY beside it: a second reading of bits that another field has, too */
};
#define DB_OVERLAY 0x80u

struct db_pool {
   const char *names;
   const struct db_pooled_field *fields;
   const struct db_enum_value *values;
};

/** The fields of a register, of a word or of a packet's dword. */
struct db_fields {
   const struct db_pool *pool;
   uint16_t first, count;
};

struct db_field {
   const char *name;
   const struct db_pool *pool;
   uint16_t values, value_count; /* in pool->values */
   uint8_t lo, width;
   uint8_t gens; /* bit per generation */
   bool overlay; /* a second reading of bits that another field has too */
};

struct db_reg {
   uint32_t offset;  /* bytes */
   uint16_t name;    /* without index: db_reg_base_name() */
   uint16_t pattern; /* "CB_COLOR%u_INFO" */
   uint16_t fields;  /* first in db_pool::fields */
   uint16_t stride;  /* bytes between instances */
   uint16_t count;
   uint16_t first;          /* index of the first instance */
   uint16_t split, stride2; /* instances from split on stand stride2 apart; 0: one stride */
   uint8_t gens;            /* bit per generation */
   uint8_t live; /* bit per generation whose draws depend on it, whatever an emulator makes of it */
   uint8_t field_count;
};

struct db_reg_table {
   const struct db_reg *regs; /* by offset */
   unsigned count;
   const struct db_pool *pool;
};

/** The n-th description (0 = first) of a byte offset in generation \p gen and its instance index (NULL: not
 * wanted); NULL when there is none. Some offsets have several readings. */
const struct db_reg *db_table_reg_at(const struct db_reg_table *t, unsigned gen, uint32_t offset, unsigned n,
                                     unsigned *index);
/** By name without index; NULL when the generation has none. */
const struct db_reg *db_table_reg_by_name(const struct db_reg_table *t, unsigned gen, const char *name);
/** Byte offset of instance i (from 0). */
uint32_t db_reg_offset(const struct db_reg *reg, unsigned i);

/** Name without index ("CB_COLOR_INFO") of a register of this table. Constant memory. */
const char *db_reg_base_name(const struct db_reg_table *t, const struct db_reg *reg);
struct db_fields db_reg_fields(const struct db_reg_table *t, const struct db_reg *reg);

/** Name with index ("CB_COLOR3_INFO") of instance i (from 0) of a register of this table, cut to size. */
void db_reg_instance_name(const struct db_reg_table *t, const struct db_reg *reg, unsigned i, char *buf,
                          size_t size);
/** Name with index of the first description of a byte offset, cut to size; false (and "0x12345") when it has none. */
bool db_table_reg_full_name(const struct db_reg_table *t, unsigned gen, uint32_t offset, char *buf,
                            size_t size);

/** Field \p i of them, below their count. */
struct db_field db_field_at(struct db_fields fields, unsigned i);
/** The name of named value \p i of a field, below its value_count. Constant memory. */
const char *db_field_value(const struct db_field *field, unsigned i, uint32_t *v);
/** The name of a field's value; NULL when it has none. Constant memory. */
const char *db_field_value_name(const struct db_field *field, uint32_t v);
/** A line for each field of the generation but for those that are zero without a name and those of 32 bits. \p name: as
 * db_field_value_name(), with the generation. */
void db_print_fields(FILE *f, unsigned gen, struct db_fields fields, uint32_t value, const char *indent,
                     const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v));
/** The name and value of a register of this table in a line, its fields below it. */
void db_print_reg_value(FILE *f, unsigned gen, const struct db_reg_table *t, const struct db_reg *reg,
                        unsigned index, uint32_t value, const char *indent,
                        const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v));

#define DB_NO_NAME UINT16_MAX

struct db_packet_dw {
   uint16_t name;   /* in db_pool::names */
   uint16_t reg;    /* the same: laid out as this register, or DB_NO_NAME */
   uint16_t fields; /* else: first in db_pool::fields */
   uint16_t field_count;
};

struct db_packet {
   const char *name;
   uint8_t op;
   uint8_t gens;            /* bit per generation */
   bool user;               /* the kernel takes it from any user's stream */
   bool user_va;            /* ... from some: with virtual memory (TeraScale), from an owner (R300) */
   uint16_t min_dw, max_dw; /* body */
   uint16_t rest;           /* in db_pool::names: the dwords after the listed ones, or DB_NO_NAME */
   uint16_t dws;            /* first in db_packet_table::dws */
   uint16_t dw_count;
};

struct db_packet_table {
   const struct db_packet *packets;
   unsigned count;
   const struct db_packet_dw *dws;
   const struct db_pool *pool;
};

/** A line for dword \p i (from 0) of a packet's body, and its fields below it. \p p: of this table, or NULL, unknown; \p regs: what
 * dwords may be laid out as; \p name: as with db_print_fields(). */
void db_print_packet_dw(FILE *f, unsigned gen, const struct db_packet_table *t, const struct db_packet *p,
                        unsigned i, uint32_t value, const struct db_reg_table *regs,
                        const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v));

#endif
