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

/** Of a source: what an operand takes of it. */
enum pica_texenv_take {
   PICA_TAKE_RED,
   PICA_TAKE_GREEN,
   PICA_TAKE_BLUE,
   PICA_TAKE_ALPHA,
   PICA_TAKE_COLOR,
   PICA_TAKE_NONE
};

struct pica_texenv_operand {
   uint8_t source; /* enum pica_texenv_source */
   uint8_t take;   /* enum pica_texenv_take; COLOR: each channel its own */
   bool invert;    /* 255 - x */
};

struct pica_texenv_stage {
   struct pica_texenv_operand rgb[3], a[3];
   uint8_t rgb_func, a_func;   /* as in the register */
   uint8_t rgb_shift, a_shift; /* results are shifted left and clamped */
   bool rgb_keeps, a_keeps;    /* the stage hands on what the one before gave */
   struct pica_color constant; /* in all lanes */
};

/** The registers' meaning, made once a draw. */
struct pica_texenv {
   struct pica_texenv_stage stage[PICA_TEXENV_STAGES];
   uint8_t update_rgb, update_a; /* bit k: the output of stage k goes to the buffer */
   uint8_t bias;                 /* of divisions by 255 */
   struct pica_color buffer;     /* its first colour, in all lanes */
   uint32_t inputs;              /* sources from outside that some stage takes, a bit each */
   uint8_t primary;              /* channels of the primary colour that some stage takes, a bit each */
};

/** The words of one stage as registers have them. */
struct pica_texenv_words {
   uint32_t source, operand, combiner, color, scale;
};

/** Makes \p t of the registers' words; \p update: TEXENV_UPDATE_BUFFER, \p buffer: TEXENV_BUFFER_COLOR. */
void pica_texenv_decode(struct pica_texenv *t, const struct pica_texenv_words words[PICA_TEXENV_STAGES],
                        uint32_t update, uint32_t buffer, const struct pica_pixel_params *params);

/** Runs all stages. in[s] is source s; those without a bit in t->inputs may be NULL, channels without one in t->primary anything. */
typedef void (*pica_texenv_fn)(const struct pica_texenv *t,
                               const struct pica_color *const in[PICA_SRC_INPUTS], struct pica_color *out);

#ifdef EMU_SIMD
void EMU_FN(pica_texenv_run)(const struct pica_texenv *t, const struct pica_color *const in[PICA_SRC_INPUTS],
                             struct pica_color *out);
#endif

#endif
