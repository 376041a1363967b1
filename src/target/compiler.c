/* SPDX-License-Identifier: MIT
 *
 * Which compiler back end makes code for a chip.
 */
#include "target/compiler.h"

#include "target/target.h"

static const struct target_compiler *const compilers[TARGET_FAMILIES] = {
   [TARGET_TERASCALE] = &target_terascale_compiler,
   [TARGET_R300] = &target_r300_compiler,
   [TARGET_PICA200] = &target_pica200_compiler,
};

const struct target_compiler *
target_compiler(const struct db_chip *chip)
{
   return compilers[target_family_of(chip)];
}
