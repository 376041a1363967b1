/* SPDX-License-Identifier: MIT
 *
 * What all rules of the validator use: the first failure, and whether a GPR is one of the program's.
 */
#include "compiler/terascale/validate/validate.h"

#include <stdarg.h>
#include <stdio.h>

bool
vliw_check_fail(struct vliw_check *c, const char *fmt, ...)
{
   if (c->failed)
      return false;
   c->failed = true;
   char what[160];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(what, sizeof what, fmt, ap);
   va_end(ap);
   if (c->error_B)
      snprintf(c->error, c->error_B, "CF %u: %s", c->cf, what);
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
