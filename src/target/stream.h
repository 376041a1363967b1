/* SPDX-License-Identifier: MIT
 *
 * A family's command streams for people: as text, cut into draws, and what stood in registers at a draw.
 */
#ifndef TARGET_STREAM_H
#define TARGET_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "emulator/gpu.h"

struct target_registers;

struct target_stream {
   /** Every packet, register and field by name. False: the stream is broken, and the last line says how. */
   bool (*print)(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw, uint32_t ndw);
   /** Dwords of the packet that begins with \p header, at least 1. */
   uint32_t (*packet_dw)(uint32_t header);
   bool (*is_draw)(uint32_t header);

   /** What a stream writes to registers. NULL: out of memory. */
   struct target_registers *(*registers_create)(const struct db_chip *chip);
   void (*registers_destroy)(struct target_registers *r); /* NULL is fine */
   /** A packet of \p ndw dwords with its header. */
   void (*registers_packet)(struct target_registers *r, const uint32_t *dw, uint32_t ndw);
   /** Prints registers that have other values than at the last call; how many. */
   unsigned (*registers_print_changes)(struct target_registers *r, FILE *f);
   /** What a draw draws ("DI_PT_TRILIST"); "" if it has no name. */
   const char *(*registers_primitive)(const struct target_registers *r);
};

const struct target_stream *target_stream(const struct db_chip *chip);

extern const struct target_stream target_terascale_stream, target_r300_stream;
/** Their print(). */
bool target_r300_print(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw,
                       uint32_t ndw);
bool target_terascale_print(FILE *f, const struct db_chip *chip, enum emu_ring ring, const uint32_t *dw,
                            uint32_t ndw);

#endif
