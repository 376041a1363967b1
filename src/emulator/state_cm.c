/* SPDX-License-Identifier: MIT
 *
 * State derivation for Cayman and Aruba.
 */
#include "db/cm_regs.h"

#define GEN(x)              CM_##x
#define FRONT_STATE         front_state_cm
#define WINDOW_OFFSET_BITS  16
#define SCREEN_SCISSOR_BITS 16
#define BLEND_REG           CB_BLEND_CONTROL
#include "emulator/state_eg_gen.h"
