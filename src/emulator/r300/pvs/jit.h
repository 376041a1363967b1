/* SPDX-License-Identifier: MIT
 *
 * Vertex shaders as machine code of the host: programs without temporaries or results by address. Arithmetic becomes passes of emulator/jit;
 * exponentials, sines, predicates and constants by address stay calls of the interpreter, and so do the decisions of flow control.
 */
#ifndef EMULATOR_R300_PVS_JIT_H
#define EMULATOR_R300_PVS_JIT_H

#include "emulator/r300/codes.h"
#include "emulator/r300/pvs/pvs.h"

/** A r300_jit_maker of struct pvs_stage and struct pvs_kernels, which are those of the level that will run the code. NULL: the
 * program stays interpreted. */
struct r300_jit *pvs_jit_create(const void *stage, const void *kernels);
/** What of a stage its code depends on, beside the instructions' words. */
uint64_t pvs_jit_key(const struct pvs_stage *s, uint64_t of_words);
/** May the stage's program be code? Its key does not say so: constants that it lacks are the draw's. */
bool pvs_jit_suits(const struct pvs_stage *s);

#endif
