/* SPDX-License-Identifier: MIT
 *
 * What no public source knows of PICA200, as parameters with a default. docs/pica200.md says for each what is known and why the default is
 * what it is. Parameters of the pixel half stand in a struct of its own below those of the vertex half.
 */
#ifndef EMULATOR_PICA200_PARAMS_H
#define EMULATOR_PICA200_PARAMS_H

#include <stdbool.h>

enum pica_rounding {
   PICA_ROUND_NEAREST_EVEN,
   PICA_ROUND_TRUNCATE,
   PICA_ROUND_NONE, /* results keep the 24 bits of a float's significand, as other emulators have it */
};

struct pica_shader_params {
   enum pica_rounding rounding; /* of each result to float24's 16 bits of mantissa; default nearest even */
   enum pica_rounding upload_rounding; /* of uniforms that are written as float32; default truncate */
   bool max_takes_minus_inf;   /* max(0, -inf) = -inf as one source says; default false: a > b ? a : b */
   bool mova_rounds;           /* MOVA to the nearest integer instead of towards zero; default false */
   unsigned instruction_limit; /* of one run of a shader, after which it is stopped; default 1 << 20 */
   unsigned packet_limit;      /* of one chain of command lists; default 1 << 24 */
};

#endif
