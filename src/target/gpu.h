/* SPDX-License-Identifier: MIT
 *
 * Which GPU in software is a chip's.
 */
#ifndef TARGET_GPU_H
#define TARGET_GPU_H

#include "emulator/gpu.h"

const struct emu_gpu *target_gpu(const struct db_chip *chip);

extern const struct emu_gpu target_terascale_gpu, target_r300_gpu;

#endif
