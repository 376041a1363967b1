/* SPDX-License-Identifier: MIT
 * The chips of the family and their limits, from chips.xml. Names are the radeon kernel driver's. */
#ifndef DB_TERASCALE_DB_CHIPS_H
#define DB_TERASCALE_DB_CHIPS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "db/db_chip.h"
#include "db/terascale/db_families.h"
#include "db/terascale/db_gen.h"

enum db_chip_kind {
   DB_CHIP_CARD,
   DB_CHIP_IGP, /* in the chipset */
   DB_CHIP_APU,
};

/* Stages in the order of the split arrays. */
enum db_stage {
   DB_STAGE_PS,
   DB_STAGE_VS,
   DB_STAGE_GS,
   DB_STAGE_ES,
   DB_STAGE_HS,
   DB_STAGE_LS,
   DB_STAGE_COUNT
};

#define TERASCALE_FAMILY "terascale"

struct terascale_chip {
   struct db_chip base; /* of TERASCALE_FAMILY */
   enum db_family family;
   enum db_gen gen;
   enum db_chip_kind kind;
   uint8_t shader_engines;
   uint8_t simds;           /* whole chip */
   uint8_t quad_pipes;      /* per SIMD */
   uint8_t render_backends; /* whole chip */
   uint8_t tile_pipes;
   uint8_t num_banks;
   uint16_t group_bytes;    /* pipe interleave */
   uint16_t row_bytes;      /* DRAM row; 0 before Evergreen */
   uint32_t tiling_config;  /* as the kernel's TILING_CONFIG request reports it */
   uint32_t gb_addr_config; /* GB_ADDR_CONFIG; 0 before Evergreen */
   uint16_t max_gprs;       /* per thread pool */
   uint16_t max_threads;
   uint16_t max_stack_entries;
   uint8_t hw_contexts;
   uint8_t vliw_width; /* 5: x y z w t; 4: no t */
   uint8_t wave_size;  /* pixels or vertices in a wavefront: 16, 32, 64 */
   uint8_t stack_entry_elements;
   bool vertex_cache;
   bool alu_push_before_bug;        /* ALU_PUSH_BEFORE on a full stack entry */
   bool alu_push_before_nested_bug; /* ALU_PUSH_BEFORE inside nested loops */
   bool ar_gpr_index;               /* relative addressing must go through MOVA_GPR_INT */
   bool rel_dst_hazard;             /* a group must pass between a relative write and its read */
   bool surface_base_update;        /* wants SURFACE_BASE_UPDATE after a new CB/DB base */
   bool htile_large_bug;         /* hierarchical depth of surfaces wider or higher than 7680 px is broken */
   bool no_packed_float_samples; /* surfaces with samples cannot be 11:11:10 floats (Mesa) */
   bool vertex_alpha2_unsigned;  /* two bits of alpha beside ten are fetched without their sign (Mesa) */
   bool one_blend_control;       /* for all targets */
   bool depth_expand_tests;      /* depth is only expanded while it is tested */
   bool fp64;
   uint8_t gpr_split[DB_STAGE_COUNT]; /* defaults; all zero on Cayman, which allots at run time */
   uint8_t clause_temp_gprs;
   uint8_t thread_split[DB_STAGE_COUNT];
   uint16_t stack_split[DB_STAGE_COUNT];
};

extern const struct terascale_chip terascale_chip_table[DB_FAMILY_COUNT];

/** What stands behind a chip, which must be of this family. */
static inline const struct terascale_chip *
terascale_chip(const struct db_chip *chip)
{
   assert(!strcmp(chip->family, TERASCALE_FAMILY));
   return (const struct terascale_chip *)chip;
}

/** By name, either case; NULL when there is none. */
const struct terascale_chip *terascale_chip_find(const char *name);
/** i-th chip, oldest first; NULL at the end. */
const struct terascale_chip *terascale_chip_by_index(unsigned i);
/** By PCI device id among the listed ones; NULL when there is none. */
const struct terascale_chip *terascale_chip_by_pci_id(uint16_t id);
/** What the kernel reports as BACKEND_MAP: the render backend of each tile pipe, in items of two bits up to R7xx,
 * of four from Evergreen on. Pipes take backends in turn. */
uint32_t terascale_backend_map(const struct terascale_chip *chip);

#endif
