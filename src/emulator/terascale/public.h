/* SPDX-License-Identifier: MIT
 *
 * TeraScale's emulator for those who choose one: emu_config::ops. Its chips are db/terascale's.
 */
#ifndef EMULATOR_TERASCALE_PUBLIC_H
#define EMULATOR_TERASCALE_PUBLIC_H

#include "emulator/emulator.h"

extern const struct emu_ops terascale_emulator;

#endif
