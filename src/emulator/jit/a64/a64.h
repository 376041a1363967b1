/* SPDX-License-Identifier: MIT
 *
 * The writer for AArch64.
 */
#ifndef EMULATOR_JIT_A64_H
#define EMULATOR_JIT_A64_H

#include "emulator/jit/writer.h"

extern const struct jit_writer jit_a64_neon;

#endif
