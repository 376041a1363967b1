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

struct db_enum_value {
   const char *name;
   uint32_t value;
};

struct db_field {
   const char *name;
   const struct db_enum_value *values;
   uint16_t value_count;
   uint8_t lo, width;
   uint8_t gens;    /* bit per generation */
   uint8_t overlay; /* a second reading of bits that another field has too */
};

struct db_reg {
   const char *name;    /* without index */
   const char *pattern; /* "CB_COLOR%u_INFO" */
   const struct db_field *fields;
   uint32_t offset; /* bytes */
   uint16_t stride; /* bytes between instances */
   uint16_t count;
   uint16_t first;          /* index of the first instance */
   uint16_t split, stride2; /* instances from split on stand stride2 apart; 0: one stride */
   uint8_t gens;            /* bit per generation */
   uint8_t live; /* bit per generation whose draws depend on it, whatever an emulator makes of it */
   uint16_t field_count;
};

struct db_reg_table {
   const struct db_reg *regs; /* by offset */
   unsigned count;
};

/** The n-th description (0 = first) of a byte offset in generation \p gen and its instance index (NULL: not
 * wanted); NULL when there is none. Some offsets have several readings. */
const struct db_reg *db_table_reg_at(const struct db_reg_table *t, unsigned gen, uint32_t offset, unsigned n,
                                     unsigned *index);
/** By name without index; NULL when the generation has none. */
const struct db_reg *db_table_reg_by_name(const struct db_reg_table *t, unsigned gen, const char *name);
/** Byte offset of instance i (from 0). */
uint32_t db_reg_offset(const struct db_reg *reg, unsigned i);

/** Name with index ("CB_COLOR3_INFO") of instance i (from 0), cut to size. */
void db_reg_instance_name(const struct db_reg *reg, unsigned i, char *buf, size_t size);
/** Name with index of the first description of a byte offset, cut to size; false (and "0x12345") when it has none. */
bool db_table_reg_full_name(const struct db_reg_table *t, unsigned gen, uint32_t offset, char *buf,
                            size_t size);

/** The name of a field's value; NULL when it has none. */
const char *db_field_value_name(const struct db_field *field, uint32_t v);
/** A line for each field of the generation but for those that are zero without a name and those of 32 bits. \p name: as
 * db_field_value_name(), with the generation. */
void db_print_fields(FILE *f, unsigned gen, const struct db_field *fields, unsigned count, uint32_t value,
                     const char *indent,
                     const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v));
/** A register's name and value in a line, its fields below it. */
void db_print_reg_value(FILE *f, unsigned gen, const struct db_reg *reg, unsigned index, uint32_t value,
                        const char *indent,
                        const char *(*name)(unsigned gen, const struct db_field *field, uint32_t v));

struct db_packet_dw {
   const char *name;
   const char *reg; /* laid out as this register, or NULL */
   const struct db_field *fields;
   uint16_t field_count;
};

struct db_packet {
   const char *name;
   uint8_t op;
   uint8_t gens;            /* bit per generation */
   bool user;               /* the kernel takes it from any user's stream */
   bool user_va;            /* ... from some: with virtual memory (TeraScale), from an owner (R300) */
   uint16_t min_dw, max_dw; /* body */
   const char *rest;        /* name of the dwords after the listed ones, or NULL */
   const struct db_packet_dw *dws;
   uint16_t dw_count;
};

struct db_packet_table {
   const struct db_packet *packets;
   unsigned count;
};

#endif
