/* SPDX-License-Identifier: MIT
 *
 * The texture environment: six stages that combine colours in 8 bits.
 */
#ifndef EMULATOR_PICA200_TEXENV_H
#define EMULATOR_PICA200_TEXENV_H

#include "emulator/pica200/pixel_params.h"
#include "emulator/pica200/rows.h"
#include "emulator/simd/levels.h"

enum { PICA_TEXENV_STAGES = 6 };

/** Numbers of TEXENVi_SOURCE; those that no document names are behind the largest field value. */
enum pica_texenv_source {
   PICA_SRC_PRIMARY,
   PICA_SRC_LIGHT_PRIMARY,
   PICA_SRC_LIGHT_SECONDARY,
   PICA_SRC_TEXTURE0,
   PICA_SRC_TEXTURE1,
   PICA_SRC_TEXTURE2,
   PICA_SRC_TEXTURE3,
   PICA_SRC_INPUTS, /* those before come from outside */
   PICA_SRC_BUFFER = 13,
   PICA_SRC_CONSTANT,
   PICA_SRC_PREVIOUS,
   PICA_SRC_ZERO
};

/** Numbers of TEXENVi_COMBINER; others give 0. */
enum pica_texenv_func {
   PICA_TEXENV_REPLACE,
   PICA_TEXENV_MODULATE,
   PICA_TEXENV_ADD,
   PICA_TEXENV_ADD_SIGNED,
   PICA_TEXENV_INTERPOLATE,
   PICA_TEXENV_SUBTRACT,
   PICA_TEXENV_DOT3_RGB,
   PICA_TEXENV_DOT3_RGBA,
   PICA_TEXENV_MULTIPLY_ADD,
   PICA_TEXENV_ADD_MULTIPLY
};

/** Colours that are the same in all lanes. */
enum { PICA_FIXED_BUFFER = PICA_TEXENV_STAGES, PICA_FIXED_ZERO, PICA_TEXENV_FIXED };

/** Where a row stands, as its channel and four times one of these: a source from outside, a fixed colour (a stage's constant, ...), what a
 * stage makes. */
enum pica_texenv_group {
   PICA_GROUP_INPUTS,
   PICA_GROUP_FIXED = PICA_SRC_INPUTS,
   PICA_GROUP_MADE = PICA_GROUP_FIXED + PICA_TEXENV_FIXED
};

/** What one channel of a stage takes to be made: only where it is no copy, wanted, and different from those before. */
struct pica_texenv_op {
   uint8_t func;    /* as in the register */
   uint8_t shift;   /* the result is shifted left and clamped */
   uint8_t to;      /* place */
   uint8_t at[6];   /* places of up to three operands, or of red, green and blue of two */
   uint8_t flip[6]; /* 255: 255 - x */
};

/** The registers' meaning, made once a draw. */
struct pica_texenv {
   struct pica_texenv_op op[4 * PICA_TEXENV_STAGES];
   uint8_t num_ops;
   uint8_t out[4]; /* places of what all stages give */
   uint8_t bias;   /* of divisions by 255 */
   struct pica_color fixed[PICA_TEXENV_FIXED];
   uint32_t inputs; /* sources from outside that are taken, a bit each */
   uint8_t primary; /* channels of the primary colour that are taken, a bit each */
};

/** The words of one stage as registers have them. */
struct pica_texenv_words {
   uint32_t source, operand, combiner, color, scale;
};

/** Makes \p t of the registers' words; \p update: TEXENV_UPDATE_BUFFER, \p buffer: TEXENV_BUFFER_COLOR. \p as: of texture 3's channels each
 * one's first that is the same; NULL: they differ. */
void pica_texenv_decode(struct pica_texenv *t, const struct pica_texenv_words words[PICA_TEXENV_STAGES],
                        uint32_t update, uint32_t buffer, const uint8_t as[4],
                        const struct pica_pixel_params *params);

#ifdef EMU_SIMD
/** Runs all stages. in[s] is source s; those without a bit in t->inputs may be NULL, channels without one in t->primary anything. What they give,
 * \p out, stands in \p room, of each stage, in \p in or in \p t. */
void EMU_FN(pica_texenv_run)(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
                             struct pica_color room[PICA_TEXENV_STAGES], struct pica_channels *out);
#endif

#endif
