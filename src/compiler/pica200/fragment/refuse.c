/* SPDX-License-Identifier: MIT
 *
 * Why a shader cannot be mapped: at once, or as a value that no stage computes, which counts only where the colour depends on it.
 */
#include "compiler/pica200/fragment/pf.h"

#include <stdarg.h>
#include <stdio.h>

bool
pf_refuse(struct pf *m, uint32_t line, const char *fmt, ...)
{
   if (m->failed)
      return false;
   m->failed = true;
   int n = line ? snprintf(m->error, m->error_B, "line %u: ", line) : 0;
   va_list ap;
   va_start(ap, fmt);
   if (n >= 0 && (size_t)n < m->error_B)
      vsnprintf(m->error + n, m->error_B - (size_t)n, fmt, ap);
   va_end(ap);
   return false;
}

uint32_t
pf_bad(struct pf *m, const char *reason, uint32_t line)
{
   struct pf_polys *p = &m->polys;
   struct pf_atom atom = {.kind = PF_ATOM_BAD, .value = (uint32_t)m->reasons.count, .line = line};
   if (!u_vec_push(&m->reasons, reason))
      p->full = true;
   return pf_of_atom(p, pf_atom(p, atom));
}
