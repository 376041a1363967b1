/* SPDX-License-Identifier: MIT
 *
 * The emulator of R300, R400 and R500 for those who choose one: emu_config::ops. Its chips are db/r300's.
 */
#ifndef EMULATOR_R300_PUBLIC_H
#define EMULATOR_R300_PUBLIC_H

#include "emulator/emulator.h"

extern const struct emu_ops r300_emulator;

#endif
