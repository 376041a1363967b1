/* SPDX-License-Identifier: MIT
 * Registers, instructions and formats of PICA200 as tables (db/db_reg.h has the register types and look-ups). Code that packs or
 * reads known registers wants pica_regs.h, picax_regs.h or pica_words.h instead. */
#ifndef DB_PICA200_TABLES_H
#define DB_PICA200_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/db_reg.h"
#include "db/pica200/pica_isa.h"

enum {
   PICA_GEN = 0, /* the only generation, for the functions of db_reg.h */
   PICA_REGS = 0x300,
   PICA_IO_BASE = 0x10400000,  /* of the registers with PICAX_ */
   PICA_GPU_BASE = 0x10401000, /* of those with PICA_ */
};

/** The number of a register of the 3D engine, as command lists have it. */
#define PICA_ID(name) (PICA_##name##_OFFSET / 4)
/** The number of an instance of an array of registers. */
#define PICA_ID_AT(name, i) (PICA_##name##_OFFSET(i) / 4)

/* The register lists, unpacked when the first of them is asked for: by any thread, once. */
const struct db_reg_table *db_pica_regs(void);
const struct db_reg_table *db_picax_regs(void);
/** Words, which stand nowhere. */
const struct db_reg_table *db_picaw_regs(void);

struct pica_op_info {
   const char *name;        /* as listings have it: "mad" */
   uint8_t code, codes;     /* bits 31:26, and how many codes from there on */
   uint8_t format, sources; /* enum pica_op_format */
   uint8_t reads;           /* components of sources, bit 0: the selector's first; 0: those that it writes */
   bool flow;               /* may change the program counter */
};

extern const struct pica_op_info pica_ops[PICA_OP_COUNT];
/** enum pica_op by bits 31:26 of an instruction, -1: no known program has it. */
extern const int8_t pica_op_of_code[64];

struct pica_format {
   const char *name;
   uint8_t bits; /* of a texel or pixel */
   uint8_t widths
      [4]; /* red (or luminance, or depth), green (or stencil), blue, alpha, the first in the highest bits */
   bool luminance; /* red is green and blue, too */
};

/** By TEXUNIT_TYPE.FORMAT; ETC1 and ETC1A4 have no widths. NULL: there is none. */
const struct pica_format *pica_texture_format(unsigned number);
/** By COLORBUFFER_FORMAT.FORMAT. NULL: there is none. */
const struct pica_format *pica_color_format(unsigned number);
/** By DEPTHBUFFER_FORMAT.FORMAT; depth is in the low bits, stencil above it. NULL: there is none. */
const struct pica_format *pica_depth_format(unsigned number);
/** By PPF_FLAGS.IN_FORMAT and OUT_FORMAT. NULL: there is none. */
const struct pica_format *pica_transfer_format(unsigned number);

#endif
