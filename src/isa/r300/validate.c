/* SPDX-License-Identifier: MIT
 *
 * The validator's rules of all kinds of programs. It shares with the compiler nothing but the database, so that a wrong
 * assumption of a scheduler shows.
 */
#include "isa/r300/validate_priv.h"

#include "db/r300/r5_regs.h"
#include "isa/r300/words.h"

/* ---- bits ---- */

/** R500: words that an instruction of the type does not have. */
static bool
is_unused(enum r300_code code, uint32_t first, unsigned i)
{
   const uint32_t type = R5_US_CMN_INST_get_TYPE(first);
   if (code != R300_CODE_US)
      return false;
   if (type == R5_US_CMN_INST__TYPE__US_INST_TYPE_FC)
      return i == 1 || i > 3;
   return type == R5_US_CMN_INST__TYPE__US_INST_TYPE_TEX && i > 3;
}

static void
check_bits(struct check *c, enum r300_code code, const uint32_t *dw, uint32_t num)
{
   const unsigned n = r300_instruction_dw(code);
   for (c->at = 0; c->at < num && !c->failed; c->at++, dw += n)
      for (unsigned i = 0; i < n; i++) {
         const struct r300_word word = r300_word(c->chip->gen, code, dw[0], i);
         uint32_t fields = 0;
         for (unsigned k = 0; k < word.fields.count; k++) {
            const struct db_field field = db_field_at(word.fields, k);
            if (field.gens & 1u << c->chip->gen)
               fields |= (field.width < 32 ? (1u << field.width) - 1 : UINT32_MAX) << field.lo;
         }
         if (is_unused(code, dw[0], i)) {
            if (dw[i] && c->p->compiled)
               r300_check_fail(c, "word %u is not used and not 0", i);
         } else if (dw[i] & ~fields) {
            r300_check_fail(c, "%s has bits 0x%x, which no field has", word.name,
                            (unsigned)(dw[i] & ~fields));
         }
      }
}

bool
r300_validate(const struct r300_program *p, const struct r300_chip *chip, enum r300_isa_rule *rule,
              char *error, size_t error_B)
{
   struct check c = {.p = p, .chip = chip, .error = error, .error_B = error_B};
   *rule = R300_ISA_FORM;
   if (!p->num)
      return r300_check_fail(&c, "there is none");
   for (uint32_t i = 0; i < p->num_inputs && i < CHECK_TEMPS && p->code != R300_CODE_PVS; i++)
      c.known[i] = 15;
   check_bits(&c, p->code, p->dw, p->num);
   if (p->code == R300_CODE_ALU)
      check_bits(&c, R300_CODE_TEX, p->tex, p->num_tex);
   c.at = 0;
   if (p->code == R300_CODE_PVS)
      r300_check_pvs(&c);
   else if (p->code == R300_CODE_US)
      r300_check_us500(&c);
   else
      r300_check_us300(&c);
   *rule = c.rule;
   return !c.failed;
}
