/* SPDX-License-Identifier: MIT
 *
 * The table of codes.h. A program that is bound for the fourth time is worth its compilation.
 */
#include "emulator/r300/us/codes.h"

enum { WORTH_USES = 4 };

static struct us_code_entry *
entry_of(struct us_codes *c, uint64_t key)
{
   for (unsigned i = 0; i < c->n; i++)
      if (c->entry[i].key == key)
         return &c->entry[i];
   if (us_codes_is_full(c))
      return NULL;
   c->entry[c->n] = (struct us_code_entry){.key = key};
   return &c->entry[c->n++];
}

us_code
us_codes_find(struct us_codes *c, uint64_t key, const struct us_program *p, const struct us_kernels *kernels)
{
   struct us_code_entry *e = c->mode == EMU_JIT_OFF ? NULL : entry_of(c, key);
   if (!e)
      return NULL;
   if (!e->tried && (++e->uses >= WORTH_USES || c->mode == EMU_JIT_ALWAYS)) {
      e->jit = us_jit_create(p, kernels);
      e->tried = true;
   }
   return e->jit ? us_jit_code(e->jit) : NULL;
}

bool
us_codes_is_full(const struct us_codes *c)
{
   return c->n == US_CODES;
}

void
us_codes_clear(struct us_codes *c)
{
   for (unsigned i = 0; i < c->n; i++)
      us_jit_destroy(c->entry[i].jit);
   c->n = 0;
}
