/* SPDX-License-Identifier: MIT
 * Registers and command streams as text, for tools and error messages. */
#ifndef DB_TERASCALE_DB_PRINT_H
#define DB_TERASCALE_DB_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "db/terascale/db_gen.h"

/* Name of a register without its index ("CB_COLOR_INFO"); NULL when the offset names none. Constant memory.
 */
const char *db_reg_name(enum db_gen gen, uint32_t offset);

/* Full name with index ("CB_COLOR3_INFO") into buf, cut to size; false (and "0x12345") when the offset names
 * none. */
bool db_reg_full_name(enum db_gen gen, uint32_t offset, char *buf, size_t size);

/* One register write: a line with name and value, then a line for each field with its enum name. False when
 * the offset names no register (the value is printed all the same). */
bool db_print_reg(FILE *f, enum db_gen gen, uint32_t offset, uint32_t value);

/* A command stream of n dwords, packet by packet: offset in the stream, packet name, body. SET_* packets are
 * expanded to registers, resource and sampler slots. A stream that ends inside a packet, or holds something
 * that is no packet, gives one sentence and false. */
bool db_print_packets(FILE *f, enum db_gen gen, const uint32_t *dw, size_t n);

#endif
