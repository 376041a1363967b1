/* SPDX-License-Identifier: MIT
 *
 * What the validator's parts share: the first failure, temporaries and constants.
 */
#include "isa/r300/validate_priv.h"

#include <stdarg.h>

static void
note(struct check *c, enum r300_isa_rule rule, const char *fmt, va_list ap)
{
   if (c->failed)
      return;
   c->failed = true;
   c->rule = rule;
   const int n = snprintf(c->error, c->error_B, "instruction %u: ", c->at);
   if (n > 0 && (size_t)n < c->error_B)
      vsnprintf(c->error + n, c->error_B - (size_t)n, fmt, ap);
}

bool
r300_check_fail(struct check *c, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   note(c, R300_ISA_FORM, fmt, ap);
   va_end(ap);
   return false;
}

bool
r300_check_fail_rule(struct check *c, enum r300_isa_rule rule, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   note(c, rule, fmt, ap);
   va_end(ap);
   return false;
}

void
r300_check_read(struct check *c, uint32_t reg, unsigned comp)
{
   const struct r300_program *p = c->p;
   if (reg >= CHECK_TEMPS || (p->compiled && reg >= p->num_temps))
      r300_check_fail(c, "reads temporary %u of %u", reg, p->compiled ? p->num_temps : CHECK_TEMPS);
   else if (p->compiled && !(c->known[reg] >> comp & 1))
      r300_check_fail(c, "reads %c of temporary %u, which nobody wrote", "xyzw"[comp & 3], reg);
}

void
r300_check_write(struct check *c, uint32_t reg, unsigned mask)
{
   const struct r300_program *p = c->p;
   if (reg >= CHECK_TEMPS || (p->compiled && reg >= p->num_temps))
      r300_check_fail(c, "writes temporary %u of %u", reg, p->compiled ? p->num_temps : CHECK_TEMPS);
   else
      c->known[reg] |= (uint8_t)mask;
}

void
r300_check_const(struct check *c, uint32_t index)
{
   if (c->p->compiled && index >= c->p->num_consts)
      r300_check_fail(c, "reads constant %u of %u", index, c->p->num_consts);
}
