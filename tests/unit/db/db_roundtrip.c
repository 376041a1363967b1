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
roundtrip(const char *name, uint32_t zero, uint32_t one, uint32_t max, uint32_t got, uint32_t got_of_others,
          uint32_t got_of_set, uint32_t cleared, uint32_t mask, unsigned lo)
{
   bool ok = zero == 0 && one == 1u << lo && max == mask << lo && got == mask && got_of_others == 0 &&
             got_of_set == mask && cleared == ~(mask << lo);
   if (!ok)
      fail_msg("%s: packs %x %x %x, gets %x %x %x, clears to %x", name, zero, one, max, got, got_of_others,
               got_of_set, cleared);
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
