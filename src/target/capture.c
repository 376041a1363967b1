/* SPDX-License-Identifier: MIT
 *
 * Which chip a capture is of. Version 1 of the format knew TeraScale alone and names no family.
 */
#include "target/capture.h"

#include <assert.h>
#include <stdio.h>

#include "db/terascale/db_chips.h"
#include "target/target.h"

const struct db_chip *
target_capture_chip(const struct capture_chip *c, char *error, size_t error_B)
{
   const struct target_family *family =
      c->family[0] ? target_family_find(c->family) : target_family(TARGET_TERASCALE);
   if (!family) {
      snprintf(error, error_B, "the capture is of the family '%s', which this version does not know",
               c->family);
      return NULL;
   }
   const struct db_chip *chip = family->chip_find(c->name);
   if (!chip)
      snprintf(error, error_B, "the capture is of the chip '%s', which this version does not know", c->name);
   return chip;
}

static uint32_t
terascale_tiling_config(const struct db_chip *chip)
{
   return terascale_chip(chip)->tiling_config;
}

/* These chips have no such register. */
static uint32_t
no_tiling_config(const struct db_chip *chip)
{
   (void)chip;
   return 0;
}

static uint32_t (*const tiling_configs[TARGET_FAMILIES])(const struct db_chip *chip) = {
   [TARGET_TERASCALE] = terascale_tiling_config,
   [TARGET_R300] = no_tiling_config,
   [TARGET_PICA200] = no_tiling_config,
};

struct capture_chip
target_capture_describe(const struct db_chip *chip, bool has_va)
{
   struct capture_chip c = {.has_va = has_va, .tiling_config = tiling_configs[target_family_of(chip)](chip)};
   assert(tiling_configs[target_family_of(chip)]);
   assert(strlen(chip->family) < sizeof c.family && strlen(chip->name) < sizeof c.name);
   snprintf(c.family, sizeof c.family, "%s", chip->family);
   snprintf(c.name, sizeof c.name, "%s", chip->name);
   return c;
}
