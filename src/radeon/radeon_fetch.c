/* SPDX-License-Identifier: MIT
 *
 * The fetch shader of vertex elements: as many fetch clauses as it takes, then RET. Its buffers are the slots
 * of the FS window. The words themselves are the generations' own.
 */
#include "radeon/radeon_priv.h"

#include <string.h>

unsigned
radeon_encode_fetch(const struct db_chip *chip, const struct radeon_fetch_words *words,
                    const struct radeon_velems *ve, const uint8_t *attrib_gpr, uint32_t *dw, unsigned max_dw)
{
   uint8_t used[PIPE_MAX_ATTRIBS];
   unsigned n = 0;
   for (unsigned i = 0; i < ve->count; i++)
      if (attrib_gpr[i] && radeon_vertex_format(ve->e[i].format)->hw)
         used[n++] = (uint8_t)i;
   const unsigned clauses = DIV_ROUND_UP(n, words->per_clause);
   unsigned at = (unsigned)u_align((clauses + 1) * 2, 4); /* clauses start on 16 bytes */
   memset(dw, 0, max_dw * 4);
   for (unsigned k = 0; k < clauses; k++) {
      const uint8_t *element = used + k * words->per_clause;
      unsigned count = MIN2(n - k * words->per_clause, words->per_clause);
      words->cf(chip, words->clause, at / 2, count, dw + 2 * k);
      for (unsigned i = 0; i < count; i++, at += 4)
         words->element(chip, &ve->e[element[i]], attrib_gpr[element[i]], dw + at);
   }
   words->cf(chip, DB_CF_RET, 0, 0, dw + 2 * clauses);
   return at;
}
