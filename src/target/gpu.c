/* SPDX-License-Identifier: MIT
 *
 * Which emulator is a chip's, and which kernel rules stand in front of it.
 */
#include "target/gpu.h"

#include <assert.h>

#include "target/target.h"

static const struct emu_gpu *const gpus[TARGET_FAMILIES] = {
   [TARGET_TERASCALE] = &target_terascale_gpu,
   [TARGET_R300] = &target_r300_gpu,
   [TARGET_PICA200] = &target_pica200_gpu,
};

const struct emu_gpu *
target_gpu(const struct db_chip *chip)
{
   assert(gpus[target_family_of(chip)]);
   return gpus[target_family_of(chip)];
}
