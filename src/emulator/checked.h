/* SPDX-License-Identifier: MIT
 *
 * The GPU of a family that has no emulator yet: it has memory and a clock, and stops at every stream, saying so. Who has
 * its kernel's rules in front of it learns which streams they take.
 */
#ifndef EMULATOR_CHECKED_H
#define EMULATOR_CHECKED_H

#include "emulator/emulator.h"

extern const struct emu_ops emu_checked_ops;

#endif
