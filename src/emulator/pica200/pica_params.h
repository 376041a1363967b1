/* SPDX-License-Identifier: MIT
 *
 * What no public source knows of PICA200, as parameters with a default. docs/pica200.md says for each what is known and why the default is
 * what it is. Parameters of the pixel half stand in a struct of its own below those of the vertex half.
 */
#ifndef EMULATOR_PICA200_PARAMS_H
#define EMULATOR_PICA200_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

enum pica_rounding {
   PICA_ROUND_NEAREST_EVEN,
   PICA_ROUND_TRUNCATE,
   PICA_ROUND_NONE, /* results keep the 24 bits of a float's significand, as other emulators have it */
};

struct pica_shader_params {
   /** Of each result to float24's 16 bits of mantissa; default nearest even. */
   enum pica_rounding rounding;
   /** Of uniforms that are written as float32; default truncate, as drivers convert. */
   enum pica_rounding upload_rounding;
   /** max(0, -inf) is -inf, as one source says; default false: a > b ? a : b. */
   bool max_takes_minus_inf;
   /** MOVA goes to the nearest integer instead of towards zero; default false. */
   bool mova_rounds;
   /** Instructions of one run of a shader over up to 64 vertices, after which it is stopped; default 1 << 20. */
   unsigned instruction_limit;
};

/** The vertex loader, primitive assembly and clipping. */
struct pica_vertex_params {
   /** Of an attribute that is fixed and in an array, the array's value is used; default false, no driver has it. */
   bool array_beats_fixed;
   /** Vertex arrays may have strides other than the packed length of their attributes, which freeze the chip; default false. */
   bool any_stride;
   /** The smallest w that clipping lets through, in clip space; default 1e-5. */
   float w_min;
};

/** What stops lists that do not end. */
struct pica_limits {
   unsigned packets; /* of one submission; default 1 << 24 */
   /* of one submission: instructions over up to 64 vertices, and 64 for each such wave; default 1 << 24 */
   uint64_t work;
};

#endif
