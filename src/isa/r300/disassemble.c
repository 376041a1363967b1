/* SPDX-License-Identifier: MIT
 * Words to text. What a field of zero is called says nothing, so it is left out; so is a name that two values share. */
#include <inttypes.h>
#include <string.h>

#include "db/r300/r5_regs.h"
#include "isa/r300/words.h"

static uint32_t
field_mask(const struct db_field *f)
{
   return (f->width < 32 ? (1u << f->width) - 1 : UINT32_MAX) << f->lo;
}

static void
print_word(FILE *f, enum r300_gen gen, struct r300_word word, uint32_t v)
{
   uint32_t rest = v;
   fprintf(f, "   %s", word.name);
   for (unsigned i = 0; i < word.fields.count; i++) {
      const struct db_field field = db_field_at(word.fields, i);
      const uint32_t mask = field_mask(&field), value = (v & mask) >> field.lo;
      if (!(field.gens & 1u << gen) || !r300_field_counts(&word, &field, v) || !(rest & mask))
         continue;
      const char *name = db_field_value_name(&field, value);
      if (name)
         fprintf(f, " %s=%s", field.name, name);
      else if (field.width == 1)
         fprintf(f, " %s", field.name);
      else
         fprintf(f, " %s=%" PRIu32, field.name, value);
      rest &= ~mask;
   }
   if (rest)
      fprintf(f, " BITS=0x%" PRIx32, rest);
   fprintf(f, "\n");
}

/* What the instruction is, for who looks for it. */
static const char *
kind(enum r300_code code, uint32_t first)
{
   static const char *const types[4] = {"ALU", "OUT", "FC", "TEX"};
   return code == R300_CODE_US    ? types[R5_US_CMN_INST_get_TYPE(first)]
          : code == R300_CODE_PVS ? "PVS"
          : code == R300_CODE_ALU ? "ALU"
                                  : "TEX";
}

void
r300_disassemble(FILE *f, enum r300_gen gen, enum r300_code code, const uint32_t *dw, size_t ndw)
{
   const unsigned n = r300_instruction_dw(code);
   size_t at = 0;
   for (; at + n <= ndw; at += n) {
      fprintf(f, "# %zu %s\n", at / n, kind(code, dw[at]));
      for (unsigned i = 0; i < n; i++)
         print_word(f, gen, r300_word(gen, code, dw[at], i), dw[at + i]);
   }
   if (at < ndw)
      fprintf(f, "# an instruction of %u dwords is cut off after %zu\n", n, ndw - at);
}
