/* SPDX-License-Identifier: MIT
 * Look-ups in the chip table. */
#include "db/db_chips.h"
#include <stddef.h>
#include <strings.h>

const struct db_chip *
db_chip_find(const char *name)
{
   for (unsigned i = 0; name && i < DB_FAMILY_COUNT; i++) {
      if (!strcasecmp(db_chip_table[i].name, name))
         return &db_chip_table[i];
   }
   return NULL;
}

const struct db_chip *
db_chip_by_index(unsigned i)
{
   return i < DB_FAMILY_COUNT ? &db_chip_table[i] : NULL;
}

const struct db_chip *
db_chip_by_pci_id(uint16_t id)
{
   for (unsigned i = 0; i < DB_FAMILY_COUNT; i++) {
      for (const uint16_t *p = db_chip_table[i].pci_ids; *p; p++) {
         if (*p == id)
            return &db_chip_table[i];
      }
   }
   return NULL;
}
