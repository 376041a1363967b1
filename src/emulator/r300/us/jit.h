/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders as machine code of the host: programs without subroutines. Arithmetic becomes passes of emulator/jit; textures,
 * kills, exponentials, sines and what has predicates stay calls of the interpreter, and us/flow.c decides where branches and loops
 * go on.
 */
#ifndef EMULATOR_R300_US_JIT_H
#define EMULATOR_R300_US_JIT_H

#include "emulator/r300/codes.h"
#include "emulator/r300/us/us.h"

/** A r300_jit_maker of struct us_program and struct us_kernels, which are those of the level that will run the code. NULL: the
 * program stays interpreted. */
struct r300_jit *us_jit_create(const void *program, const void *kernels);
/** A r300_jit_maker of struct us_stage: code of its program for draws that have its constants, which are numbers there. */
struct r300_jit *us_jit_create_fixed(const void *stage, const void *kernels);

#endif
