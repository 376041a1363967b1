/* SPDX-License-Identifier: MIT
 * What is to be true of each field and each register of a generated header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/db/db_roundtrip.h"

unsigned roundtrip_fields_seen, roundtrip_offsets_seen;

void
roundtrip(const char *name, const uint32_t packed[3], const uint32_t got[3], uint32_t cleared, uint32_t mask,
          unsigned lo)
{
   bool ok = packed[0] == 0 && packed[1] == 1u << lo && packed[2] == mask << lo && got[0] == mask &&
             got[1] == 0 && got[2] == mask && cleared == ~(mask << lo);
   if (!ok)
      fail_msg("%s: packs %x %x %x, gets %x %x %x, clears to %x", name, packed[0], packed[1], packed[2],
               got[0], got[1], got[2], cleared);
   roundtrip_fields_seen++;
}

void
offset_of(const char *name, const struct db_reg_table *t, unsigned gen, uint32_t offset, unsigned i)
{
   unsigned index = 0, n = 0;
   const struct db_reg *reg;
   while ((reg = db_table_reg_at(t, gen, offset, n, &index)) && strcmp(db_reg_base_name(t, reg), name))
      n++;
   if (!reg || index != i || db_reg_offset(reg, i) != offset)
      fail_msg("%s[%u] at 0x%05x: the table has %s[%u]", name, i, offset,
               reg ? db_reg_base_name(t, reg) : "nothing", index);
   roundtrip_offsets_seen++;
}
