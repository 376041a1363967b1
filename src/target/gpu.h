/* SPDX-License-Identifier: MIT
 *
 * Which GPU in software is a chip's.
 */
#ifndef TARGET_GPU_H
#define TARGET_GPU_H

#include "emulator/gpu.h"

const struct emu_gpu *target_gpu(const struct db_chip *chip);

extern const struct emu_gpu target_terascale_gpu, target_r300_gpu, target_pica200_gpu;

/** What every family's struct emu_gpu has in common: its emulator's own calls are those of emulator/emulator.h. */
#define TARGET_GPU_CALLS                                                                                     \
   .destroy = emu_destroy, .memory = emu_vram, .discard = emu_vram_discard, .clock = emu_clock,              \
   .print_stats = emu_print_stats, .base = EMU_VRAM_BASE

#endif
