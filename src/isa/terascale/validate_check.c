/* SPDX-License-Identifier: MIT
 *
 * What all rules of the validator use: the first failure, and whether a GPR is one of the program's.
 */
#include "isa/terascale/validate_priv.h"

#include <stdarg.h>
#include <stdio.h>

static bool
fail(struct vliw_check *c, enum isa_rule rule, const char *fmt, va_list ap)
{
   if (c->failed)
      return false;
   c->failed = true;
   c->rule = rule;
   char what[160];
   vsnprintf(what, sizeof what, fmt, ap);
   if (c->error_B)
      snprintf(c->error, c->error_B, "CF %u: %s", c->cf, what);
   return false;
}

bool
vliw_check_fail(struct vliw_check *c, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   fail(c, ISA_FORM, fmt, ap);
   va_end(ap);
   return false;
}

bool
vliw_check_fail_rule(struct vliw_check *c, enum isa_rule rule, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   fail(c, rule, fmt, ap);
   va_end(ap);
   return false;
}

bool
vliw_check_gpr(struct vliw_check *c, unsigned gpr, bool alu)
{
   unsigned temps = 128u - c->chip->clause_temp_gprs;
   if (gpr < c->b->num_gprs || (alu && gpr >= temps && c->b->num_gprs <= temps))
      return true;
   return vliw_check_fail(c, "R%u is used, but only %u GPRs are allocated", gpr, c->b->num_gprs);
}
