/* SPDX-License-Identifier: MIT
 *
 * The one chip. It is on no PCI bus, has no timestamp counter, and sees physical addresses.
 */
#include "db/pica200/pica_chips.h"

#include <stddef.h>
#include <strings.h>

static const uint16_t no_ids[] = {0};

static const struct db_chip pica200 = {
   .name = "PICA200",
   .lname = "pica200",
   .family = PICA200_FAMILY,
   .pci_ids = no_ids,
   .virtual_memory = true, /* of whoever submits: streams carry addresses */
};

const struct db_chip *
pica200_chip_by_index(unsigned i)
{
   return i == 0 ? &pica200 : NULL;
}

const struct db_chip *
pica200_chip_find(const char *name)
{
   return !strcasecmp(name, pica200.name) ? &pica200 : NULL;
}
