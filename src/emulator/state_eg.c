/* SPDX-License-Identifier: MIT
 *
 * State derivation for Evergreen and Northern Islands except Cayman.
 */
#include "db/eg_regs.h"

#define GEN(x)              EG_##x
#define FRONT_STATE         front_state_eg
#define WINDOW_OFFSET_BITS  16
#define SCREEN_SCISSOR_BITS 16
#define BLEND_REG           CB_BLEND_CONTROL
#include "emulator/state_eg_gen.h"
