/* SPDX-License-Identifier: MIT
 * Look-ups in the family's tables of chips, registers and packets. */
#include "db/r300/r300_tables.h"

#include <stddef.h>
#include <strings.h>

#include "db/r300/r300_chips.h"

const struct r300_chip *
r300_chip_find(const char *name)
{
   for (unsigned i = 0; name && i < R300_FAMILY_COUNT; i++) {
      if (!strcasecmp(r300_chip_table[i].base.name, name))
         return &r300_chip_table[i];
   }
   return NULL;
}

const struct r300_chip *
r300_chip_by_index(unsigned i)
{
   return i < R300_FAMILY_COUNT ? &r300_chip_table[i] : NULL;
}

const struct r300_chip *
r300_chip_by_pci_id(uint16_t id)
{
   for (unsigned i = 0; i < R300_FAMILY_COUNT; i++) {
      for (const uint16_t *p = r300_chip_table[i].base.pci_ids; *p; p++) {
         if (*p == id)
            return &r300_chip_table[i];
      }
   }
   return NULL;
}

const struct db_reg_table *
r300_regs(enum r300_gen gen)
{
   return gen == R300_GEN_R500 ? db_r5_regs() : db_r3_regs();
}

const struct db_packet *
r300_packet(enum r300_gen gen, unsigned op)
{
   for (unsigned i = 0; i < r300_packet_table.count; i++) {
      const struct db_packet *p = &r300_packet_table.packets[i];
      if (p->op == op && (p->gens & 1u << gen))
         return p;
   }
   return NULL;
}
