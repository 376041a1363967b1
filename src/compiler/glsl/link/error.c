/* SPDX-License-Identifier: MIT
 *
 * What the linker says: errors of a program have no place in a text.
 */
#include <stdarg.h>
#include <stdio.h>

#include "compiler/glsl/link/link.h"

void
glsl_link_error(struct glsl_link *k, const char *fmt, ...)
{
   char msg[1200];
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(msg, sizeof msg, fmt, ap);
   va_end(ap);
   const char *line = glsl_format(&k->tmp, "ERROR: %s\n", msg);
   for (; *line; line++)
      glsl_push(&k->mem, &k->log, *line);
   k->failed = true;
}
