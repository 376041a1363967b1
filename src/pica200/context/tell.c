/* SPDX-License-Identifier: MIT
 *
 * What the context tells the application: why a draw was left out, and what is slow.
 */
#include <stdarg.h>
#include <stdio.h>

#include "pica200/context.h"

void
pica200_refuse(struct pica200_context *c, const char *fmt, ...)
{
   va_list args;
   va_start(args, fmt);
   vsnprintf(c->refusal, sizeof c->refusal, fmt, args);
   va_end(args);
   c->refused = true;
}

void
pica200_tell(const struct pica200_context *c, const char *fmt, ...)
{
   char text[256];
   va_list args;
   if (!c->base.base.performance)
      return;
   va_start(args, fmt);
   vsnprintf(text, sizeof text, fmt, args);
   va_end(args);
   c->base.base.performance(c->base.base.performance_data, "%s", text);
}

const char *
pica200_get_refusal(struct pipe_context *pc)
{
   struct pica200_context *c = pica200_context(pc);
   const bool refused = c->refused;
   c->refused = false;
   return refused ? c->refusal : NULL;
}
