/* SPDX-License-Identifier: MIT
 *
 * What a draw does to a pixel, in the words of no GPU: tests, blending, packing, masks. A pixel_pipeline is plain
 * data without pointers and is filled over zeros, so that two of them can be compared and hashed as bytes. What
 * changes from draw to draw without changing the work stands apart, in pixel_constants.
 */
#ifndef EMULATOR_PIXEL_PIPELINE_H
#define EMULATOR_PIXEL_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

enum { PIXEL_MAX_TARGETS = 8, PIXEL_MAX_SAMPLES = 8 };

/** Bits 0, 1 and 2 say: passes if less, equal, greater. */
enum pixel_compare {
   PIXEL_NEVER,
   PIXEL_LESS,
   PIXEL_EQUAL,
   PIXEL_LEQUAL,
   PIXEL_GREATER,
   PIXEL_NOTEQUAL,
   PIXEL_GEQUAL,
   PIXEL_ALWAYS
};
_Static_assert(PIXEL_LESS == 1 && PIXEL_EQUAL == 2 && PIXEL_GREATER == 4 && PIXEL_ALWAYS == 7, "bits");

enum pixel_stencil_op {
   PIXEL_KEEP,
   PIXEL_ZERO,
   PIXEL_REPLACE,
   PIXEL_INCREMENT, /* stops at 255 */
   PIXEL_DECREMENT, /* stops at 0 */
   PIXEL_INVERT,
   PIXEL_INCREMENT_WRAP,
   PIXEL_DECREMENT_WRAP
};

enum pixel_factor {
   PIXEL_FACTOR_ZERO,
   PIXEL_FACTOR_ONE,
   PIXEL_FACTOR_SRC_COLOR,
   PIXEL_FACTOR_INV_SRC_COLOR,
   PIXEL_FACTOR_SRC_ALPHA,
   PIXEL_FACTOR_INV_SRC_ALPHA,
   PIXEL_FACTOR_DST_ALPHA,
   PIXEL_FACTOR_INV_DST_ALPHA,
   PIXEL_FACTOR_DST_COLOR,
   PIXEL_FACTOR_INV_DST_COLOR,
   PIXEL_FACTOR_SRC_ALPHA_SATURATE,
   PIXEL_FACTOR_CONST_COLOR,
   PIXEL_FACTOR_INV_CONST_COLOR,
   PIXEL_FACTOR_CONST_ALPHA,
   PIXEL_FACTOR_INV_CONST_ALPHA,
   /* of a second source: the shader's colour 1 */
   PIXEL_FACTOR_SRC1_COLOR,
   PIXEL_FACTOR_INV_SRC1_COLOR,
   PIXEL_FACTOR_SRC1_ALPHA,
   PIXEL_FACTOR_INV_SRC1_ALPHA
};

/** s and d: source and destination, each times its factor but for MIN and MAX. */
enum pixel_combine { PIXEL_ADD, PIXEL_SUBTRACT, PIXEL_MIN, PIXEL_MAX, PIXEL_REVERSE_SUBTRACT };

enum pixel_number {
   PIXEL_UNORM,
   PIXEL_SNORM,
   PIXEL_USCALED,
   PIXEL_SSCALED,
   PIXEL_UINT,
   PIXEL_SINT,
   PIXEL_SRGB, /* R, G and B of 8 bits by the sRGB curve, all else as UNORM */
   PIXEL_FLOAT
};

/** How raw pixels are made. Component 0 stands in the least significant bits. */
struct pixel_format {
   uint8_t bytes;      /* of a pixel, 0 = not a colour format */
   uint8_t comps;      /* number of components */
   uint8_t bits[4];    /* from the least significant bit on */
   uint8_t channel[4]; /* 0..3: R, G, B or A, that the component stores */
   uint8_t number;     /* enum pixel_number */
};

struct pixel_equation {
   uint8_t func, src, dst; /* enum pixel_combine, enum pixel_factor twice */
};

/** What happens to a pixel of a colour target. */
struct pixel_target {
   bool enabled;
   bool blend;
   bool blend_clamp;   /* source and constants to what the format can hold, before blending */
   bool dst_alpha_1;   /* the destination's alpha counts as 1 */
   uint8_t alpha_of;   /* of formats without alpha: 1 + the channel that is alpha, too, 0: alpha is 1 */
   bool short_alpha;   /* the alpha test sees alpha with 10 bits of mantissa */
   uint8_t write_mask; /* bits R, G, B, A */
   /* bits R, G, B, A: which go up or down to their codes by a pattern of 4x4 pixels; UNORM alone */
   uint8_t dither;
   uint8_t output; /* of the shader, whose colour goes to the target */
   struct pixel_format format;
   struct pixel_equation rgb, alpha;
};

struct pixel_stencil_face {
   uint8_t func;               /* enum pixel_compare */
   uint8_t fail, zpass, zfail; /* enum pixel_stencil_op */
   uint8_t ref, mask, writemask;
};

/** FLOAT24: 4 bits of exponent, 20 of mantissa, bias 15. */
enum pixel_depth_format { PIXEL_Z_NONE, PIXEL_Z_16, PIXEL_Z_24, PIXEL_Z_32F, PIXEL_Z_24F };

/** Where stencil stands: nowhere, in the 8 bits that depth leaves of its word (the top ones, but see depth_high), on a
 * surface of bytes of its own. */
enum pixel_stencil_place { PIXEL_NO_STENCIL, PIXEL_STENCIL_PACKED, PIXEL_STENCIL_APART };

/** What becomes of covered pixels. */
enum pixel_mode {
   PIXEL_MODE_SHADE,       /* what the shader says */
   PIXEL_MODE_NOTHING,     /* colours stay */
   PIXEL_MODE_RESOLVE,     /* pixels of target 1 become the mean of target 0's samples */
   PIXEL_MODE_CLEAR,       /* pixels get pixel_constants::clear_color */
   PIXEL_MODE_CLEAR_BLOCKS /* those of 8x8 blocks that are covered as a whole */
};

struct pixel_pipeline {
   uint8_t mode; /* enum pixel_mode */
   /* depth and stencil */
   uint8_t depth_format;  /* enum pixel_depth_format */
   uint8_t stencil_place; /* enum pixel_stencil_place */
   bool depth_high;       /* Z_24: depth is in the top 24 bits of a word, packed stencil in the others */
   bool z_enable, z_write, stencil_enable;
   uint8_t z_func;                    /* enum pixel_compare */
   struct pixel_stencil_face face[2]; /* front, back */
   bool clear_z;                      /* whatever is drawn has the depth pixel_constants::z_clear */
   bool count_passed;                 /* occlusion counting */
   /* what is drawn goes from the depth and stencil buffers to target 0, to these bits of its pixels */
   bool copy_z, copy_s;
   uint8_t copy_z_shift, copy_s_shift; /* 32 and above: in the second dword */
   bool copy_lit; /* of the samples the first covered one from copy_sample on, else that */
   uint8_t copy_sample;
   /* what the shader decides beside colours */
   bool kill, z_export, stencil_export, mask_export;
   /* alpha of target 0: a test, and samples that it chooses with a dither, by pixel of a quad, in quarters */
   bool alpha_test, alpha_to_mask;
   uint8_t alpha_func; /* enum pixel_compare */
   /* the test's alpha is one of so many steps between 0 and 1, the nearest; 0: a float, of 16 bits with alpha_half */
   uint16_t alpha_steps;
   bool alpha_half;
   uint8_t alpha_offset[4];
   /* colour: bit 2 * source + destination of logic_op is the result; 0xc is the source */
   uint8_t logic_op;
   uint8_t num_targets; /* 1 + highest enabled */
   struct pixel_target target[PIXEL_MAX_TARGETS];
};

struct pixel_constants {
   float z_min, z_max; /* depth is clamped to */
   float z_clear, alpha_ref, blend_color[4];
   uint32_t clear_color[PIXEL_MAX_TARGETS][4]; /* a pixel as it is in memory */
};

#endif
