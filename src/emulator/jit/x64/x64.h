/* SPDX-License-Identifier: MIT
 *
 * The writers for x86-64.
 */
#ifndef EMULATOR_JIT_X64_H
#define EMULATOR_JIT_X64_H

#include "emulator/jit/writer.h"

extern const struct jit_writer jit_x64_avx2, jit_x64_avx512;

#endif
