/* SPDX-License-Identifier: MIT
 *
 * Fragment shaders as machine code of the host: straight programs without predicates. Arithmetic becomes passes of
 * emulator/jit; textures, kills, exponentials and sines stay calls of the interpreter.
 */
#ifndef EMULATOR_R300_US_JIT_H
#define EMULATOR_R300_US_JIT_H

#include "emulator/r300/us/us.h"

struct us_jit;

/** \p kernels: of the level that will run the code. NULL: the program stays interpreted. */
struct us_jit *us_jit_create(const struct us_program *p, const struct us_kernels *kernels);
void us_jit_destroy(struct us_jit *j); /* NULL is fine */
us_code us_jit_code(const struct us_jit *j);

#endif
