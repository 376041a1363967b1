/* SPDX-License-Identifier: MIT
 * The chips of the family and their limits, from chips.xml. */
#ifndef DB_R300_CHIPS_H
#define DB_R300_CHIPS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "db/db_chip.h"
#include "db/r300/r300_families.h"
#include "db/r300/r300_gen.h"

#define R300_FAMILY "r300"

/* The radeon kernel driver's lists of registers that a user's stream may write unexamined. */
enum r300_safe_list { R300_SAFE_R300, R300_SAFE_R420, R300_SAFE_RS600, R300_SAFE_RV515, R300_SAFE_COUNT };

struct r300_chip {
   struct db_chip base; /* of R300_FAMILY */
   enum r300_family family;
   enum r300_gen gen;
   const char *kernel_family; /* what the radeon kernel driver calls the chip: "RV380" for RV370, too */
   enum r300_safe_list safe_list;
   uint16_t one_pipe_id;   /* the PCI id of a board with one pixel pipe instead of pipes; 0: none */
   uint8_t pipes, z_pipes; /* of the usual board */
   uint8_t vertex_units;   /* 0 without a vertex engine */
   uint16_t pvs_instructions, pvs_constants; /* vectors; 0 without a vertex engine */
   uint8_t pvs_temps, pvs_loops;             /* temporaries of a program; depth of nested loops */
   uint16_t us_alu, us_tex;                  /* instructions of a pixel shader; R500: of any kind, in total */
   uint8_t us_nodes;                         /* levels of dependent reads; 0: any number */
   uint8_t us_temps;
   uint16_t us_constants; /* vectors */
   uint16_t texture_size_px, target_size_px;
   uint8_t textures, targets;
   uint16_t zmask_dw, hiz_dw; /* on-chip memory, a pipe */
   bool from_rv350;           /* RV350 and everything after it: all but R300 and R350 */
   bool tcl;                  /* has a vertex engine */
   bool cmask;                /* has memory for fast clears of multisampled colour */
   bool zmask_8x8;            /* a ZMASK code may cover 8x8 pixels */
   bool us_format;            /* US_FORMAT0 registers exist */
   bool dxtc_swizzle;         /* TX_FILTER1 can swizzle compressed textures */
   bool depth24_texture;      /* samples 24-bit depth */
   bool fp16_blend_msaa;      /* blends and multisamples 16-bit floats */
   bool igp;                  /* in the chipset */
};

extern const struct r300_chip r300_chip_table[R300_FAMILY_COUNT];

/** What stands behind a chip, which must be of this family. */
static inline const struct r300_chip *
r300_chip(const struct db_chip *chip)
{
   assert(!strcmp(chip->family, R300_FAMILY));
   return (const struct r300_chip *)chip;
}

/** By name, either case; NULL when there is none. */
const struct r300_chip *r300_chip_find(const char *name);
/** i-th chip, as chips.xml has them; NULL at the end. */
const struct r300_chip *r300_chip_by_index(unsigned i);
/** By PCI device id; NULL when there is none. */
const struct r300_chip *r300_chip_by_pci_id(uint16_t id);

#endif
