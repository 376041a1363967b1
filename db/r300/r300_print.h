/* SPDX-License-Identifier: MIT
 * Registers and command streams as text, for tools and error messages. */
#ifndef DB_R300_PRINT_H
#define DB_R300_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "db/r300/r300_gen.h"

/** One register write: a line with name and value, then a line for each field with its enum name. False when
 * the offset names no register (the value is printed all the same). */
bool r300_print_reg(FILE *f, enum r300_gen gen, uint32_t offset, uint32_t value, const char *indent);

/** Values that a packet sends through an upload port. */
struct r300_upload {
   enum r300_gen gen;
   uint32_t offset; /* of the port's register */
   /* what the stream last wrote to the register that says where in the port's memory; 0: nothing */
   uint32_t index;
   const uint32_t *dw;
   size_t n;
};

/** A command stream of n dwords, packet by packet: place in the stream, name, body. Type-0 packets are expanded to
 * registers; what goes through an upload port \p print_upload prints (NULL, or where it answers false: as dwords). A stream that ends inside a packet, or holds something that is
 * no packet, gives one sentence and false. */
bool r300_print_packets(FILE *f, enum r300_gen gen, const uint32_t *dw, size_t n,
                        bool (*print_upload)(FILE *f, const struct r300_upload *u));

#endif
