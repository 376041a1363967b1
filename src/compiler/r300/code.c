/* SPDX-License-Identifier: MIT
 *
 * What every pass may end with: a sentence, or words.
 */
#include "compiler/r300/code.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void
r300_fail(struct r300_ctx *c, const char *fmt, ...)
{
   va_list ap;
   va_start(ap, fmt);
   vsnprintf(c->error, c->error_B, fmt, ap);
   va_end(ap);
   longjmp(*c->leave, 1);
}

void
r300_append(struct r300_ctx *c, const uint32_t *dw, unsigned n)
{
   struct r300_binary *b = c->out;
   if (b->num_dw + n > c->max_dw) {
      uint32_t max = c->max_dw ? 2 * c->max_dw : 256;
      uint32_t *p = realloc(b->dw, max * sizeof *p);
      if (!p) {
         b->out_of_memory = true;
         r300_fail(c, "out of memory");
      }
      b->dw = p;
      c->max_dw = max;
   }
   memcpy(&b->dw[b->num_dw], dw, n * sizeof *dw);
   b->num_dw += n;
}
