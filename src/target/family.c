/* SPDX-License-Identifier: MIT
 *
 * Families and their chips. Which chips there are is the databases' matter (db/<family>/chips.xml); here they
 * are put one behind the other. Needs the databases alone.
 */
#include "target/target.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "db/pica200/pica_chips.h"
#include "db/r300/r300_chips.h"
#include "db/terascale/db_chips.h"

static const struct db_chip *
terascale_by_index(unsigned i)
{
   const struct terascale_chip *c = terascale_chip_by_index(i);
   return c ? &c->base : NULL;
}

static const struct db_chip *
terascale_find(const char *name)
{
   const struct terascale_chip *c = terascale_chip_find(name);
   return c ? &c->base : NULL;
}

static const struct db_chip *
r300_by_index(unsigned i)
{
   const struct r300_chip *c = r300_chip_by_index(i);
   return c ? &c->base : NULL;
}

static const struct db_chip *
r300_find(const char *name)
{
   const struct r300_chip *c = r300_chip_find(name);
   return c ? &c->base : NULL;
}

static const struct target_family families[TARGET_FAMILIES] = {
   [TARGET_TERASCALE] = {TERASCALE_FAMILY, "TeraScale",    "cypress", true, true,  terascale_by_index,
                         terascale_find                                                                            },
   [TARGET_R300] = {R300_FAMILY,      "R300 to R500", "rv515",   true, true,  r300_by_index,         r300_find},
   [TARGET_PICA200] = {PICA200_FAMILY,   "Nintendo 3DS", "pica200", true, false, pica200_chip_by_index,
                         pica200_chip_find                                                                         },
};

const struct target_family *
target_family(enum target_family_id id)
{
   assert(id < TARGET_FAMILIES);
   return &families[id];
}

const struct target_family *
target_family_find(const char *name)
{
   assert(name);
   for (unsigned f = 0; f < TARGET_FAMILIES; f++)
      if (!strcmp(families[f].name, name))
         return &families[f];
   return NULL;
}

enum target_family_id
target_family_of(const struct db_chip *chip)
{
   const struct target_family *family = target_family_find(chip->family);
   assert(family); /* a database's name is its family's */
   return (enum target_family_id)(family - families);
}

const struct db_chip *
target_chip_find(const char *name)
{
   const struct db_chip *chip = NULL;
   for (unsigned f = 0; f < TARGET_FAMILIES && !chip; f++)
      chip = families[f].chip_find(name ? name : families[TARGET_TERASCALE].default_chip);
   return chip;
}

const struct db_chip *
target_chip_by_index(unsigned i)
{
   for (unsigned f = 0; f < TARGET_FAMILIES; f++) {
      unsigned n = 0;
      for (; families[f].chip_by_index(n); n++)
         if (n == i)
            return families[f].chip_by_index(n);
      i -= n;
   }
   return NULL;
}

void
target_list_chips(char *text, size_t text_B)
{
   assert(text_B);
   const struct db_chip *c;
   size_t at = 0;
   text[0] = 0;
   for (unsigned f = 0; f < TARGET_FAMILIES; f++) {
      for (unsigned i = 0; (c = families[f].chip_by_index(i)) && at < text_B; i++)
         at += (size_t)snprintf(text + at, text_B - at, "%s%s", at ? " " : "", c->lname);
      if (at < text_B)
         at += (size_t)snprintf(text + at, text_B - at, " (%s)", families[f].title);
   }
}
