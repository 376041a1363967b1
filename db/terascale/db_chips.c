/* SPDX-License-Identifier: MIT
 * Look-ups in the chip table. */
#include "db/terascale/db_chips.h"
#include <stddef.h>
#include <strings.h>

const struct terascale_chip *
terascale_chip_find(const char *name)
{
   for (unsigned i = 0; name && i < DB_FAMILY_COUNT; i++) {
      if (!strcasecmp(terascale_chip_table[i].base.name, name))
         return &terascale_chip_table[i];
   }
   return NULL;
}

const struct terascale_chip *
terascale_chip_by_index(unsigned i)
{
   return i < DB_FAMILY_COUNT ? &terascale_chip_table[i] : NULL;
}

const struct terascale_chip *
terascale_chip_by_pci_id(uint16_t id)
{
   for (unsigned i = 0; i < DB_FAMILY_COUNT; i++) {
      for (const uint16_t *p = terascale_chip_table[i].base.pci_ids; *p; p++) {
         if (*p == id)
            return &terascale_chip_table[i];
      }
   }
   return NULL;
}

uint32_t
terascale_backend_map(const struct terascale_chip *chip)
{
   unsigned item_bits = chip->gen <= DB_R700 ? 2 : 4;
   uint32_t map = 0;
   for (unsigned p = 0; p < chip->tile_pipes; p++)
      map |= (uint32_t)(p % chip->render_backends) << item_bits * p;
   return map;
}
