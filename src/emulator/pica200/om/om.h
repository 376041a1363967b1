/* SPDX-License-Identifier: MIT
 *
 * The output merger: what becomes of a tile's fragments in memory. Alpha test, stencil, depth, then blending or a logic operation,
 * masks, the buffers' formats; or, in shadow mode, the shadow map's own rule.
 */
#ifndef EMULATOR_PICA200_OM_H
#define EMULATOR_PICA200_OM_H

#include "emulator/pica200/pixel_params.h"
#include "emulator/pica200/rows.h"
#include "emulator/simd/levels.h"

/** Of alpha test, stencil and depth, as registers have them: fragment OP stored. */
enum pica_compare {
   PICA_CMP_NEVER,
   PICA_CMP_ALWAYS,
   PICA_CMP_EQUAL,
   PICA_CMP_NOTEQUAL,
   PICA_CMP_LESS,
   PICA_CMP_LEQUAL,
   PICA_CMP_GREATER,
   PICA_CMP_GEQUAL
};

enum pica_stencil_op {
   PICA_STENCIL_KEEP,
   PICA_STENCIL_ZERO,
   PICA_STENCIL_REPLACE,
   PICA_STENCIL_INCR,
   PICA_STENCIL_DECR,
   PICA_STENCIL_INVERT,
   PICA_STENCIL_INCR_WRAP,
   PICA_STENCIL_DECR_WRAP
};

enum pica_blend_equation {
   PICA_BLEND_ADD,
   PICA_BLEND_SUBTRACT,
   PICA_BLEND_REVERSE,
   PICA_BLEND_MIN,
   PICA_BLEND_MAX
};

enum pica_blend_factor {
   PICA_FACTOR_ZERO,
   PICA_FACTOR_ONE,
   PICA_FACTOR_SRC,
   PICA_FACTOR_INV_SRC,
   PICA_FACTOR_DST,
   PICA_FACTOR_INV_DST,
   PICA_FACTOR_SRC_ALPHA,
   PICA_FACTOR_INV_SRC_ALPHA,
   PICA_FACTOR_DST_ALPHA,
   PICA_FACTOR_INV_DST_ALPHA,
   PICA_FACTOR_CONST,
   PICA_FACTOR_INV_CONST,
   PICA_FACTOR_CONST_ALPHA,
   PICA_FACTOR_INV_CONST_ALPHA,
   PICA_FACTOR_SATURATE
};

/** As COLORBUFFER_FORMAT numbers them. */
enum pica_color_format {
   PICA_COLOR_RGBA8,
   PICA_COLOR_RGB8,
   PICA_COLOR_RGB5A1,
   PICA_COLOR_RGB565,
   PICA_COLOR_RGBA4,
   PICA_COLOR_FORMATS
};

/** As DEPTHBUFFER_FORMAT numbers them. */
enum pica_depth_format { PICA_DEPTH_D16, PICA_DEPTH_INVALID, PICA_DEPTH_D24, PICA_DEPTH_D24S8 };

enum pica_fragment_mode { PICA_FRAGMENT_GL, PICA_FRAGMENT_GAS, PICA_FRAGMENT_SHADOW = 3 };

/** Bytes of a pixel. */
extern const uint8_t pica_color_bytes[PICA_COLOR_FORMATS];
extern const uint8_t pica_depth_bytes[4];

/** The registers' meaning, made once a draw. */
struct pica_om {
   uint8_t mode;                  /* enum pica_fragment_mode */
   uint8_t alpha_func, alpha_ref; /* PICA_CMP_ALWAYS: no test */
   bool stencil;
   uint8_t stencil_func, stencil_ref, stencil_compare_mask, stencil_write_mask;
   uint8_t stencil_fail, stencil_zfail, stencil_zpass;
   uint8_t depth_format, depth_func; /* PICA_CMP_ALWAYS: no test */
   bool depth_write;
   bool reads_ds, writes_ds; /* either buffer of depth and stencil */
   uint8_t color_format;
   uint8_t write_mask; /* red 1, green 2, blue 4, alpha 8; 0: no colour is written */
   bool blends;        /* else logic_op holds */
   bool reads_color;   /* what is written depends on what was there */
   uint8_t logic_op;
   uint8_t equation[2], src[2], dst[2]; /* rgb, alpha */
   uint8_t constant[4];
   float shadow_constant, shadow_linear;
   struct pica_pixel_params params;
};

/** Where a tile stands: 64 pixels of the formats' bytes. NULL: there is no such buffer. */
struct pica_tile {
   uint8_t *color, *depth;
};

#ifdef EMU_SIMD
/** Merges the fragments of \p live into the tile. \p depth: 0..1. */
void EMU_FN(pica_om_alpha)(const struct pica_om *om, const struct pica_channels *color, uint64_t *live);
/** Stencil and depth test of \p live and their writes; returns the pixels that pass. */
uint64_t EMU_FN(pica_om_depth)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                               uint64_t live);
void EMU_FN(pica_om_color)(const struct pica_om *om, uint8_t *tile, const struct pica_channels *color,
                           uint64_t live);
/** Shadow mode: depth and the green channel's intensity into a map. */
void EMU_FN(pica_om_shadow)(const struct pica_om *om, uint8_t *tile, const struct pica_floats *depth,
                            const struct pica_channels *color, uint64_t live);
#endif

#endif
