/* SPDX-License-Identifier: MIT
 *
 * Test instrument: a vertex program of PICA200's back end on the emulator's shader unit, with all that a driver programs around it.
 */
#ifndef TESTS_UNIT_COMPILER_PICA200_VS_RUN_H
#define TESTS_UNIT_COMPILER_PICA200_VS_RUN_H

#include <stdbool.h>

#include "compiler/pica200/binary.h"

/** What a vertex is shaded with: by uniform slot, by attribute, by preamble result, and factor and summand of attributes. */
struct pica_vs_given {
   float uniforms[256][4], attributes[16][4], preamble[PICA200_PREAMBLE][4], scale[16][2];
};

/** Components of outputs by pica200_semantic, and gl_PointSize. */
struct pica_vs_result {
   float semantic[32], point_size;
   unsigned executed;
};

/** False: the unit was stopped; \p why says with what. */
bool pica_vs_run(const struct pica200_vertex *v, const struct pica_vs_given *in, struct pica_vs_result *out,
                 const char **why);

#endif
