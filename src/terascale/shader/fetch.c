/* SPDX-License-Identifier: MIT
 *
 * The fetch shader of vertex elements: as many fetch clauses as it takes, then RET. Its buffers are the slots
 * of the FS window. The words themselves are the generations' own.
 */
#include <assert.h>
#include <string.h>

#include "db/terascale/isa.h"
#include "terascale/resource/format.h"
#include "terascale/shader/shader.h"
#include "terascale/state/cso.h"
#include "util/u_math.h"

unsigned
ts_encode_fetch(const struct terascale_chip *chip, const struct ts_fetch_words *words,
                const struct ts_velems *ve, const uint8_t *attrib_gpr, uint32_t *dw, unsigned max_dw)
{
   uint8_t used[PIPE_MAX_ATTRIBS + 1];
   assert(ve->count <= PIPE_MAX_ATTRIBS && words->per_clause);
   struct pipe_vertex_element number = ve->e[0];
   number.vertex_buffer_index = 0;
   number.src_offset_B = (uint16_t)u_align(ts_vertex_format(number.format)->size_B, 4);
   unsigned n = 0;
   for (unsigned i = 0; i < ve->count; i++)
      if (attrib_gpr[i] && ts_vertex_format(ve->e[i].format)->hw)
         used[n++] = (uint8_t)i;
   if (ve->with_number)
      used[n++] = PIPE_MAX_ATTRIBS;
   const unsigned clauses = DIV_ROUND_UP(n, words->per_clause);
   unsigned at = (unsigned)u_align((clauses + 1) * 2, 4); /* clauses start on 16 bytes */
   assert(at + 4 * n <= max_dw);
   memset(dw, 0, max_dw * 4);
   for (unsigned k = 0; k < clauses; k++) {
      const uint8_t *element = used + k * words->per_clause;
      unsigned count = MIN2(n - k * words->per_clause, words->per_clause);
      words->cf(chip, words->clause, at / 2, count, dw + 2 * k);
      for (unsigned i = 0; i < count; i++, at += 4) {
         bool is_number = element[i] == PIPE_MAX_ATTRIBS;
         words->element(chip, is_number ? &number : &ve->e[element[i]],
                        is_number ? 0 : attrib_gpr[element[i]], dw + at);
      }
   }
   words->cf(chip, DB_CF_RET, 0, 0, dw + 2 * clauses);
   return at;
}
