/* SPDX-License-Identifier: MIT
 *
 * Fragment lighting: two colours from a normal, a view vector and up to eight lights, by tables.
 */
#ifndef EMULATOR_PICA200_LIGHT_H
#define EMULATOR_PICA200_LIGHT_H

#include "db/pica200/pica_regfile.h"
#include "emulator/pica200/pixel_params.h"
#include "emulator/pica200/rows.h"
#include "emulator/simd/levels.h"

enum { PICA_LIGHTS = 8, PICA_LIGHT_TABLES = 24, PICA_LIGHT_ENTRIES = 256 };

/** Numbers of tables as LIGHTING_LUT_INDEX has them. */
enum pica_light_table {
   PICA_TABLE_D0,
   PICA_TABLE_D1,
   PICA_TABLE_FR = 3,
   PICA_TABLE_RB,
   PICA_TABLE_RG,
   PICA_TABLE_RR,
   PICA_TABLE_SP = 8, /* and the seven behind */
   PICA_TABLE_DA = 16
};

/** What a table is looked up by, as LIGHTING_LUTINPUT_SELECT has it; others read 0. */
enum pica_light_input {
   PICA_INPUT_NH,
   PICA_INPUT_VH,
   PICA_INPUT_NV,
   PICA_INPUT_LN,
   PICA_INPUT_SPOT,
   PICA_INPUT_CP,
   PICA_INPUTS
};

/** Pairs where they are gathered, columns where vectors hold parts of them. */
struct pica_light_lut {
   _Alignas(64) struct {
      float value, diff; /* of a step to the next entry */
   } entry[PICA_LIGHT_ENTRIES];
   _Alignas(64) float value[PICA_LIGHT_ENTRIES];
   _Alignas(64) float diff[PICA_LIGHT_ENTRIES];
};

/** How a table is used; off: it gives 1. */
struct pica_light_use {
   bool on, is_signed; /* argument -1..1, else 0..1 */
   uint8_t table, input;
   float scale;
};

struct pica_light {
   bool directional, two_sided, geometric0, geometric1;
   bool shadow_primary, shadow_secondary;
   bool distance_on;
   uint8_t distance_table;
   struct pica_light_use spot;
   float position[3], spot_direction[3]; /* as the register has it: negated */
   float specular0[3], specular1[3], diffuse[3], ambient[3];
   float distance_scale, distance_bias;
};

/** The registers' meaning, made once a draw; the tables stay where they are. */
struct pica_lighting {
   uint8_t num_lights;
   struct pica_light light[PICA_LIGHTS];              /* in the order of slots */
   struct pica_light_use d0, d1, fresnel, reflect[3]; /* red, green, blue */
   bool fresnel_primary, fresnel_secondary;           /* whose alpha it is */
   bool shadow, shadow_invert, shadow_alpha, clamp_highlights, half;
   bool has_cp; /* the configuration whose tables may be looked up by PICA_INPUT_CP */
   uint8_t shadow_unit, bump_unit, bump_mode;
   bool bump_z; /* of a normal map is used, else it is computed */
   float ambient[3];
   uint32_t units;                    /* textures that are read, a bit each */
   uint32_t tables;                   /* that are read, a bit each */
   const struct pica_light_lut *luts; /* [PICA_LIGHT_TABLES] */
};

/** Makes \p l of the registers; \p luts are decoded tables by number. */
void pica_light_decode(struct pica_lighting *l, const union pica_mmio_regs *r,
                       const struct pica_light_lut *luts, const struct pica_pixel_params *params);
/** A table of its words. */
void pica_light_lut_decode(struct pica_light_lut *lut, const uint32_t words[PICA_LIGHT_ENTRIES]);

#ifdef EMU_SIMD
/** \p quaternion x y z w and \p view x y z as interpolated; tex[u] is what unit u gives, those without a bit in l->units
 * may be NULL. Lanes that are not in \p live get some colour. */
void EMU_FN(pica_light_run)(const struct pica_lighting *l, const struct pica_floats quaternion[4],
                            const struct pica_floats view[3], const struct pica_color *const tex[4],
                            uint64_t live, struct pica_color *primary, struct pica_color *secondary);
#endif

#endif
